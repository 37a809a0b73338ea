"""Measure how fast games run: random play inside compiled code.

A step is a decision, with the mask of legal actions and the observation of the seat to move written
for it. A playout is a copy of a deal, redrawn for the seat to move and played to its end.

Examples:
  piracy bench
  piracy bench mutiny --players 4 --envs 1024 --threads 1 --json
"""

from __future__ import annotations

import argparse
import json

from piracy_env.cli import choices, screen
from piracy_env.cli.progress import Progress


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    choices.add_games(parser)
    choices.add_options(parser)
    group = parser.add_argument_group("the measurement")
    group.add_argument(
        "--envs", type=choices.count, default=1024, metavar="N", help="games at once"
    )
    group.add_argument("--threads", type=choices.count, default=1, metavar="N", help="threads")
    group.add_argument("--seconds", type=choices.positive, default=3.0, help="time for each game")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from piracy_env.bench import measure

    games = choices.find_games(args)
    measured = []
    with Progress() as progress:
        for done, game in enumerate(games):
            progress.show(f"measuring {game.name}", done, len(games))
            given = choices.options(args, game)
            sizes = {"envs": args.envs, "threads": args.threads, "seconds": args.seconds}
            measured.append(measure(game, **sizes, **given))
    if args.json:
        figures = [measurement.as_dict() for measurement in measured]
        print(json.dumps(figures if args.game is None else figures[0], indent=2))
        return 0
    head = ("game", "players", "games at once", "threads", "steps/s", "unobserved", "playouts/s")
    rows = [
        (
            measurement.game,
            measurement.players,
            measurement.envs,
            measurement.threads,
            f"{measurement.steps_per_second:,.0f}",
            f"{measurement.steps_per_second_without_observation:,.0f}",
            f"{measurement.playouts_per_second:,.0f}",
        )
        for measurement in measured
    ]
    print("\n".join(screen.table(head, rows, "<>>>>>>")))
    return 0
