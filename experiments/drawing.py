"""Whether a network should take its best action or draw one: both ways at tables of each other.

    python -m experiments.drawing                     # every game with a shipped network
    python -m experiments.drawing mutiny --out experiments/results/drawing_mutiny.md

What comes of it is printed, and written to a page if one is named. What drawing is good for against
somebody who knows how one plays is told by `experiments.equilibria`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from experiments.execution.command import command
from experiments.reporting.page import heading, table
from piracy_agents.trained import SAMPLED, names
from piracy_env.cli import choices
from piracy_env.core.game import Game
from piracy_env.envs.evaluation import evaluate
from piracy_env.registry import list_games, load

BEST, DRAWN, HEURISTIC = "ppo", f"ppo:{SAMPLED}", "heuristic"
PAIRS = ((DRAWN, BEST), (BEST, DRAWN), (BEST, HEURISTIC), (DRAWN, HEURISTIC))
"""Who sits alone among whom."""
SEED = 6_113_000
"""Of the deals: no training has seen them."""
GAMES = 1200
"""At each table, or a few more."""


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and write the page."""
    args = _parser().parse_args(arguments)
    games = [load(name) for name in args.games or list_games()]
    text = "\n".join(_page([game for game in games if names(game)], args.deals))
    if args.out is not None:
        args.out.write_text(text + "\n", encoding="utf-8")
    print(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.drawing", description=(__doc__ or "").split("\n", 1)[0]
    )
    add = parser.add_argument
    add("games", nargs="*", help="all that a network is shipped for, if none are named")
    add("--deals", type=choices.count, help=f"{GAMES} games at each table, by default")
    add("--out", type=Path, help="the page")
    return parser


def _page(games: Sequence[Game], deals: int | None) -> Iterator[str]:
    yield "# The best action, or one that is drawn\n"
    yield heading("experiments.drawing")
    yield (
        f"\nOne seat by the shipped network among others: `{BEST}` takes the best action, "
        f"`{DRAWN}` draws by the network's probabilities. New deals, each from every seat, with "
        "95 % intervals over deals.\n"
    )
    head = ["game", "players", "one seat", "among", "games", "paid", "wins", "an equal part"]
    yield table(head, (row for game in games for row in _rows(game, deals)))


def _rows(game: Game, deals: int | None) -> Iterator[list[str]]:
    players = game.default_seats
    for alone, others in PAIRS:
        evaluation = evaluate(alone, game, others, deals=deals or -(-GAMES // players), seed=SEED)
        yield [
            *(game.name, str(players), f"`{alone}`", f"`{others}`", f"{evaluation.games:,}"),
            str(evaluation.paid),
            f"{evaluation.share:.3f} [{evaluation.low:.3f}, {evaluation.high:.3f}]",
            f"{1 / players:.3f}",
        ]


if __name__ == "__main__":
    sys.exit(main())
