"""Random games in which something happens: players sail to targets, raid, fight, come home."""

import numpy as np

from piracy_env.core.record import Record
from piracy_env.games.havens import GAME
from piracy_env.games.havens.state import NONE
from piracy_env.games.havens.vessels import haven_hex

WEIGHTS = {
    "pass": 0.1, "burn_vessel": 0.01, "burn_part": 0.02, "shift_part": 0.1, "move": 4,
    "attempt": 15, "secure": 8, "target": 6, "break_off": 0.5,
}  # fmt: skip
FIRST_HEX = GAME.actions.spans.hex.start
BLOCKS = [GAME.actions.parse(action)[0] for action in range(len(GAME.actions))]


def choose(s: Record, t: Record, legal: list[int], dice: np.random.Generator) -> int:
    """One of the legal actions, more often one that leads somewhere."""
    weights = [WEIGHTS.get(BLOCKS[action], 1.0) for action in legal]
    goals = [t.attacks[attack].hex for attack in s.row[s.seat] if attack != NONE]
    goals.append(haven_hex(s, t, s.seat))
    for k, action in enumerate(legal):
        if BLOCKS[action] == "hex":
            far = min(t.chart.distance[action - FIRST_HEX, goal] for goal in goals)
            weights[k] = (30.0, 3.0, 0.5)[min(far, 2)]
    return int(dice.choice(legal, p=np.array(weights) / sum(weights)))


def voyage(engine, steps, seed=1):
    """Play so many decisions; yields before each of them."""
    dice = np.random.default_rng(seed)
    t = engine.tables_of().t
    for _ in range(steps):
        s = engine.record()
        if s.over:
            return
        yield s
        engine.step([choose(s, t, engine.legal(), dice)])
