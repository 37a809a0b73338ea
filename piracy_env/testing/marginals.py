"""A check that sampled worlds are as likely as they should be.

If the samples are fair, nobody can pick out the truth among them. So over many games the rank of
what is true among some samples must be uniform, for each hidden value and for sums over them.

That holds as long as no decision of a rival has told anything: a rival who passes probably could
not do better, and few games reckon with that. So a game is followed only while the rival's choices
are the same in all samples.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.batch import Ints
from piracy_env.core.engine import Engine
from piracy_env.core.game import RUNNING
from piracy_env.testing.case import Case, States, leaves, random_actions
from piracy_env.testing.registry import Scope, check
from piracy_env.testing.statistics import ranks_among, uneven

GAMES = 320
"""Games, each of which is looked at once, by one seat."""
SAMPLES = 7
HORIZON = 40
"""Moves after which a game is looked at, at the latest; half of them are before the first move."""
CHANCE = 1e-6
"""Fair samples look unfair this rarely."""


@dataclass
class HiddenValues:
    """True and sampled hidden values, gathered from many games."""

    truth: list[NDArray[np.int64]] = field(default_factory=list)
    samples: list[NDArray[np.int64]] = field(default_factory=list)

    def add(self, case: Case, states: States, worlds: States) -> None:
        """Take down games [m] and their worlds [m * SAMPLES]."""
        self.truth.append(_values(case, states))
        self.samples.append(_values(case, worlds).reshape(len(states), SAMPLES, -1))


@check(Scope.PLAYERS)
def check_marginals(case: Case) -> str:
    """Over many games the truth ranks evenly among sampled worlds, in each hidden value."""
    if not case.game.hidden:
        return "nothing is hidden"
    hidden = _gather(case)
    truth, samples = np.concatenate(hidden.truth), np.concatenate(hidden.samples)
    names = _names(case)
    varying = (samples != truth[:, None]).any((0, 1))
    parts = {
        name: (truth[:, [e]], samples[:, :, [e]]) for e, name in enumerate(names) if varying[e]
    }
    parts |= _overall(truth, samples)
    dice = np.random.default_rng([case.seed, 2])
    for name, (true, drawn) in parts.items():
        ranks = ranks_among(true, drawn, dice)
        counts = np.bincount(ranks.ravel(), minlength=SAMPLES + 1)
        chance = uneven(counts)
        if chance * len(parts) < CHANCE:
            case.fail(
                f"samples are not fair: in {len(true)} games the ranks of {name} among "
                f"{SAMPLES} samples were {counts.tolist()}, a chance of {chance:.0e}"
            )
    return f"{len(truth)} looks at {varying.sum()} hidden values"


def _gather(case: Case) -> HiddenValues:
    """Look at each game once, at a random move before anything was given away."""
    dice = np.random.default_rng([case.seed, 3])
    engine, board = case.engine(GAMES), case.engine(GAMES * SAMPLES)
    engine.reset()
    board.reset()
    seats = dice.integers(case.players, size=GAMES)
    due = dice.integers(1, HORIZON, size=GAMES) * dice.integers(2, size=GAMES)
    games, hidden = np.arange(GAMES), HiddenValues()
    for move in range(HORIZON):
        now = games[due[games] == move]
        if now.size:
            worlds = _worlds(engine, now, seats[now], dice)
            hidden.add(case, np.asarray(engine.states[now]), worlds)
        games = games[due[games] > move]
        games = games[~_tells(engine, board, games, seats[games], dice)]
        if not games.size:
            break
        engine.step(random_actions(engine.action_mask[games], dice), games)
        games = games[engine.states["over"][games] == RUNNING]
    return hidden


def _worlds(engine: Engine, games: Ints, seats: Ints, dice: np.random.Generator) -> States:
    """SAMPLES worlds for each of the games."""
    keys = dice.integers(2**63, size=games.size * SAMPLES)
    return np.asarray(engine.worlds(games.repeat(SAMPLES), seats.repeat(SAMPLES), keys))


def _tells(
    engine: Engine, board: Engine, games: Ints, seats: Ints, dice: np.random.Generator
) -> NDArray[np.bool_]:
    """Whether the coming decision of a rival tells a seat something, as it has other choices."""
    movers = engine.states["seat"][games]
    worlds = _worlds(engine, games, seats, dice)
    for k in range(len(worlds)):
        board.load_state_unchecked(k, worlds[k : k + 1])
    _, masks = board.look(np.arange(len(worlds)), movers.repeat(SAMPLES))
    true = engine.action_mask[games].repeat(SAMPLES, axis=0)
    differ = (masks != true).any(1).reshape(-1, SAMPLES).any(1)
    return np.asarray(differ & (movers != seats))


def _values(case: Case, states: States) -> NDArray[np.int64]:
    """All hidden values of states [n] as rows [n, E]."""
    arrays = leaves(states, case.game.hidden).values()
    return np.concatenate([array.reshape(len(states), -1) for array in arrays], 1).astype(np.int64)


def _names(case: Case) -> list[str]:
    names = []
    for name, array in leaves(case.game.blank(case.options), case.game.hidden).items():
        names += [
            name + (str(list(index)) if index else "") for index in np.ndindex(array.shape[1:])
        ]
    return names


def _overall(
    truth: NDArray[np.int64], samples: NDArray[np.int64]
) -> dict[str, tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Sums over all hidden values: order, weight, and how much the worlds are alike."""
    worlds = np.concatenate([truth[:, None], samples], 1)
    alike = (worlds[:, :, None] == worlds[:, None]).sum((2, 3))
    places = np.arange(worlds.shape[2])
    sums = {
        "the likeness to the others": alike,
        "the weighted sum of values": (worlds * places).sum(2),
        "the number of rising neighbours": (worlds[:, :, 1:] > worlds[:, :, :-1]).sum(2),
        "the product of neighbours": (worlds[:, :, 1:] * worlds[:, :, :-1]).sum(2),
    }
    return {name: (every[:, :1], every[:, 1:, None]) for name, every in sums.items()}
