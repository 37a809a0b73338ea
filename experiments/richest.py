"""How many games of notoriety are decided by how Richest is read.

    python -m experiments.richest --out experiments/results/notoriety_richest.md

All seats are played by one agent under the default reading, in which the discard pile belongs to
the Ship deck (NOT-R21). Each final position is then reckoned by the other reading, the Ship deck
alone (`richest_scope=1`): the play is the same, only the last count differs.
"""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from experiments.execution.command import command
from experiments.reporting import page
from piracy_env.cli import choices
from piracy_env.core.engine import Engine
from piracy_env.envs.intervals import wilson
from piracy_env.envs.opponents import find_agent
from piracy_env.registry import load

GAME = "notoriety"
OTHER: dict[str, Any] = {"richest_scope": 1}
BATCH = 500
"""Games that are played at once."""
SURE = 1.96
"""Standard errors on either side that hold the truth with 95 percent."""


@dataclass
class Count:
    """Games, and in how many of them the other reading has another winner, or any other place."""

    games: int = 0
    winners: int = 0
    places: int = 0

    def add(self, ranks: list[int], others: list[int]) -> None:
        """Count a game by its places in both readings."""
        first, second = ([rank == 1 for rank in one] for one in (ranks, others))
        self.games += 1
        self.winners += first != second
        self.places += ranks != others


def count(agent: str, players: int, games: int, seed: int) -> Count:
    """Play, and reckon each game both ways."""
    total = Count()
    for first in range(0, games, BATCH):
        number = min(BATCH, games - first)
        played = _play(agent, players, number, seed + first)
        other = Engine(load(GAME), number, players=players, auto_reset=False, **OTHER)
        other.reset()
        for i in range(number):
            state = played.states[i : i + 1].copy()
            for name, value in OTHER.items():
                state[name] = value
            other.load_state_unchecked(i, state)
            total.add(played.outcome(i).ranks, other.outcome(i).ranks)
    return total


def _play(agent: str, players: int, games: int, seed: int) -> Engine:
    """An engine in which so many games have been played to their ends."""
    engine = Engine(load(GAME), games, players=players, seed=seed, auto_reset=False)
    engine.reset()
    player = find_agent(agent, engine.game)
    while (running := np.flatnonzero(~engine.over)).size:
        engine.step(player.act(engine.view(running)), running)
    return engine


def share(hits: int, games: int) -> str:
    """A share in percent, with the bounds between which the true one lies."""
    mean = hits / games
    error = math.sqrt(mean * (1 - mean) / games)
    low, high = wilson(mean, error, deals=games, games=games, quantile=SURE)
    return f"{mean:.1%} [{low:.1%}, {high:.1%}]"


@command()
def main() -> None:
    """Play, count, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agents", nargs="+", default=["heuristic", "ppo"], metavar="WHO")
    parser.add_argument("--games", type=choices.count, default=4000, help="for each figure")
    parser.add_argument("--seed", type=choices.whole, default=1)
    parser.add_argument("--out", type=Path, help="where to write the page; shown if left out")
    arguments = parser.parse_args()
    rows = []
    for agent in arguments.agents:
        for players in load(GAME).seats:
            found = count(agent, players, arguments.games, arguments.seed)
            shares = share(found.winners, found.games), share(found.places, found.games)
            rows.append([f"{agent}, {players} players", found.games, *shares])
    head = ("all seats", "games", "another winner", "any other place")
    text = (
        "All seats are played by one agent under the default reading of Richest, and each final "
        "position is reckoned by the other one too (`richest_scope=1`). In how many games that "
        "makes another winner, or gives somebody another place, with 95 % intervals:\n\n"
        f"{page.table(head, rows)}\n"
    )
    title = "How many games of notoriety the reading of Richest decides"
    page.write_or_show(text, title, "experiments.richest", arguments.out)


if __name__ == "__main__":
    sys.exit(main())
