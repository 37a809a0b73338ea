"""What a search is worth to a crew: deals that it plays with and without one.

    python -m experiments.searching_crews skull_tales_voyage --search mcts:10+ppo mcts:100+ppo
    python -m experiments.searching_crews skull_tales_adventure --plain heuristic --deals 100
        --search mcts:10+heuristic -o chapter=castaways

A crew is one agent in all seats; nobody among mates wins what others lose, so that a table of the
own kind tells most. What comes of it is printed, and written to a page if one is named.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

from experiments.execution.command import command
from experiments.measuring.crew import CrewGames, play_crews
from experiments.reporting.page import table, write_or_show
from piracy_env.cli import choices
from piracy_env.core.rewards import are_rivals
from piracy_env.envs.intervals import Interval
from piracy_env.errors import OptionError

PLAIN = "ppo"
DEALS = 1200
SEED = 83_000_017
"""Of the deals: no training has seen them."""
ENDS = 3
"""Ends that are told of, the most frequent ones."""
HEAD = (
    *("crew", "games", "success", "more often", "a seat scores", "scores more", "moves"),
    *("CPU ms a move", "ends"),
)


@dataclass(frozen=True)
class Played:
    """The games of one crew, and what they took."""

    name: str
    games: CrewGames
    seconds: float
    """Of the processor."""

    def row(self, plain: Played) -> list[str]:
        """A line of the table."""
        games, success = self.games, self.games.evaluation
        moves = int(games.moves.sum())
        ends = Counter(games.reasons).most_common(ENDS)
        more = ["", ""]
        if self is not plain:
            often, scored = games.more_often(plain.games), games.more_scored(plain.games)
            more = [_bounds(often, 100.0, 1), _bounds(scored, 1.0, 2)]
        return [
            *(f"`{self.name}`", f"{len(games.reasons):,}"),
            f"{success.share:.1%} ({success.low:.1%} to {success.high:.1%})",
            *(more[0], f"{games.scores.mean():.1f}", more[1]),
            f"{moves / len(games.reasons):.0f}",
            f"{1000 * self.seconds / moves:.2f}",
            ", ".join(f"{name} {count / len(games.reasons):.0%}" for name, count in ends),
        ]


def _bounds(figure: Interval, unit: float, places: int) -> str:
    """A difference and between which bounds the true one lies."""
    value, low, high = (f"{unit * one:+.{places}f}" for one in (figure.value, *figure.bounds))
    return f"{value} ({low} to {high})"


def play(name: str, game: str, deals: int, seed: int, **options: Any) -> Played:
    """Let a crew play the deals, once all that it needs is compiled."""
    play_crews(name, game, 1, seed, **options)
    begun = process_time()
    games = play_crews(name, game, deals, seed, **options)
    return Played(name, games, process_time() - begun)


def report(args: argparse.Namespace) -> Iterator[str]:
    """The table, and what it is of."""
    game = choices.find_game(args.game)
    options = choices.options(args, game)
    players = options["players"] = args.players or game.default_seats
    if are_rivals(game, players):
        raise OptionError(f"{game.name}: {players} players are rivals, and no crew")
    crews = [
        play(name, args.game, args.deals, args.seed, **options)
        for name in (args.plain, *args.search)
    ]
    variant = choices.written_variant(choices.variant(args, game))
    yield (
        f"{game.name}, {players} seats{variant}: each crew is one agent in all seats, on the same "
        f"{args.deals:,} deals (seed {args.seed:,}). Differences are to `{args.plain}`, deal by "
        "deal; intervals are those of 95 %. Milliseconds are those of the processor, with many "
        "games side by side.\n"
    )
    yield table(HEAD, (crew.row(crews[0]) for crew in crews))


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and write the page."""
    args = _parser().parse_args(arguments)
    text = "\n".join(report(args)) + "\n"
    title = "What a search is worth to a crew"
    write_or_show(text, title, "experiments.searching_crews", args.out)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.searching_crews",
        description=(__doc__ or "").split("\n", 1)[0],
    )
    add = parser.add_argument
    choices.add_game(parser)
    add("--plain", default=PLAIN, help="who does not search (default: the shipped network)")
    add("--search", nargs="+", required=True, metavar="AGENT", help="crews that search")
    add("--deals", type=choices.count, default=DEALS)
    add("--seed", type=choices.count, default=SEED)
    choices.add_options(parser)
    add("--out", type=Path, help="the page")
    return parser


if __name__ == "__main__":
    sys.exit(main())
