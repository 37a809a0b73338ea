"""What players do in a game: how often each kind of action is taken.

    python -m experiments.action_counts havens --out experiments/results/havens_action_counts.md
    python -m experiments.action_counts havens --agents uniform heuristic --games 2000

All seats of a game are played by the same agent, inside compiled code: `uniform`, or a heuristic. A
kind of action is a block of the game's action table.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.execution.command import command
from experiments.reporting import page
from piracy_env.cli import choices
from piracy_env.core.control import ASK
from piracy_env.core.engine import Engine
from piracy_env.core.game import Game
from piracy_env.envs.opponents import find_agent, on_autopilot
from piracy_env.errors import AgentError
from piracy_env.registry import load

BATCH = 200
"""Games that are played at once."""


def count_actions(
    game: Game, agent: str, players: int, games: int, seed: int, **options: Any
) -> NDArray[np.float64]:
    """Mean numbers of actions of each block in a game."""
    controllers, script = on_autopilot([find_agent(agent, game)], game)
    if controllers[0] == ASK:
        raise AgentError(f"{agent!r} cannot be played by compiled code")
    stops = [span.stop for span in game.actions.spans]
    counts = np.zeros(len(stops), np.int64)
    for part, first in enumerate(range(0, games, BATCH)):
        count = min(BATCH, games - first)
        engine = Engine(
            game, count, players=players, seed=seed + part, auto_reset=False, record=True, **options
        )
        engine.take_seats(controllers * players, script=script)
        engine.reset()  # with nobody left to be asked, this plays them to the end
        for i in range(count):
            blocks = np.searchsorted(stops, engine.played(i), side="right")
            counts += np.bincount(blocks, minlength=len(stops))
    return counts / games


def table(game: Game, means: Sequence[NDArray[np.float64]]) -> str:
    """The blocks of actions, and how often each is taken with each number of players."""
    head = ["action", *(f"{players} players" for players in game.seats)]
    rows = [
        [block.name, *(f"{mean[k]:.2f}" for mean in means)]
        for k, block in enumerate(game.actions.blocks)
    ]
    return page.table(head, [*rows, ["all", *(f"{mean.sum():.1f}" for mean in means)]])


def report(game: Game, agents: Sequence[str], games: int, seed: int, **options: Any) -> str:
    """The tables of all agents."""
    for agent in agents:
        find_agent(agent, game)  # before any is played for minutes
    sections = [
        f"{games:,} games for each number of players, all seats played by one agent. Each figure "
        "is how often a game sees the action, by all players together."
    ]
    for agent in agents:
        means = [
            count_actions(game, agent, players, games, seed, **options) for players in game.seats
        ]
        sections.append(f"## {agent}\n\n{table(game, means)}")
    return "\n\n".join(sections) + "\n"


@command()
def main(argv: Sequence[str] | None = None) -> None:
    """Play, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="name of the game")
    parser.add_argument("--agents", nargs="+", default=["uniform"], help="who plays all seats")
    parser.add_argument(
        "--games", type=choices.count, default=1000, help="games for each number of players"
    )
    parser.add_argument("--seed", type=choices.whole, default=0)
    choices.add_variant(parser)
    parser.add_argument("--out", type=Path, help="where to write the page; shown if left out")
    args = parser.parse_args(argv)
    game = load(args.game)
    text = report(game, args.agents, args.games, args.seed, **choices.variant(args, game))
    if args.out is None:
        print(text)
    else:
        title = f"# What players of {game.name} do\n\n{page.heading('experiments.action_counts')}\n"
        args.out.write_text(f"{title}\n{text}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
