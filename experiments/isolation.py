"""What it costs to let an agent play in a process of its own.

    python -m experiments.isolation [--game GAME] [--seconds S] [--out FILE]

Every seat is asked for each of its moves: here, and behind the pipe. All are timed in turns, and
the median turn counts: read the ratios, which hold for other machines too.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from experiments.execution.command import command
from experiments.reporting.page import heading, number, table
from piracy_agents.isolated import Isolated
from piracy_env.bench import Work, rates
from piracy_env.cli import choices, document
from piracy_env.core.engine import Engine
from piracy_env.core.game import Game
from piracy_env.core.view import Agent
from piracy_env.envs.opponents import find_agent

RESULTS = Path(__file__).parent / "results"
AGENT = "heuristic"
BATCHES = (1, 64)
"""Games that wait for an answer at a time."""


@command()
def main(argv: Sequence[str] | None = None) -> None:
    """Measure, print, and write the results down."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="mutiny", help="default: mutiny")
    parser.add_argument(
        "--seconds", type=choices.positive, default=10.0, help="for all of it (default 10)"
    )
    parser.add_argument("--out", type=Path, default=RESULTS / "isolation.md")
    args = parser.parse_args(argv)
    text = page(args.game, measure(choices.find_game(args.game), args.seconds))
    document.show(text)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text(text, encoding="utf-8")


def measure(game: Game, seconds: float) -> dict[int, tuple[float, float]]:
    """Moves a second for each number of games at a time: asked here, and isolated."""
    with ExitStack() as cells:
        works: dict[str, Work] = {}
        for games in BATCHES:
            cell = cells.enter_context(closing(Isolated(AGENT, game)))
            works[f"here {games}"] = asking(find_agent(AGENT, game), game, games)
            works[f"isolated {games}"] = asking(cell, game, games)
        speed = rates(works, seconds)
    return {games: (speed[f"here {games}"], speed[f"isolated {games}"]) for games in BATCHES}


def asking(agent: Agent, game: Game, games: int) -> Work:
    """Asks an agent for a move in each of so many games, and plays it."""
    engine = Engine(game, games, seed=0)
    engine.reset()

    def work() -> int:
        engine.step(agent.act(engine.view()))
        return games

    return work


def page(game: str, speeds: Mapping[int, tuple[float, float]]) -> str:
    """What was found, as a page."""
    rows = [
        (f"`{AGENT}`", games, number(here), number(isolated), f"{here / isolated:.1f}")
        for games, (here, isolated) in speeds.items()
    ]
    head = ("agent", "games at a time", "here", "isolated", "times as slow")
    return (
        f"# What isolation costs\n\n{heading('experiments.isolation')}\n\n"
        f"Moves a second in `{game}`, every move asked for. An isolated agent costs a message each "
        f"way, for\nall the games that wait at a time; its own thinking takes as long as here.\n\n"
        f"{table(head, rows)}\n"
    )


if __name__ == "__main__":
    sys.exit(main())
