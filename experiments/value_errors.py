"""How well networks know what seats may expect: writes `experiments/results/values.md`.

    python -m experiments.value_errors [GAME ...] [--network GAME=FILE ...] [--games N] [--deals N]

Games of each shipped network in all seats: what each seat may expect by the values of all seats,
and by the network's own value, asked by what that seat sees, beside what the game paid it. Then the
search over the network, by either of them, alone among seats of the network. Games that are not
named keep what stands of them on the page.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.execution.command import command
from experiments.reporting.page import heading, table
from experiments.reporting.page import sections as page_sections
from experiments.tournament.report import percent, reach
from piracy_agents.network import Network
from piracy_agents.safetensors import SUFFIX
from piracy_agents.search.networked import paid_by
from piracy_agents.trained import SHIPPED, Trained, file_of
from piracy_env import list_games
from piracy_env.cli import choices
from piracy_env.core.engine import Engine
from piracy_env.core.game import Game
from piracy_env.core.match import Answer, Match
from piracy_env.envs.evaluation import evaluate, interval_of
from piracy_env.envs.intervals import Interval
from piracy_env.registry import load

PAGE = Path(__file__).parent / "results" / "values.md"
RUNS = Path(__file__).parent.parent / "runs" / "values"
GAMES, DEALS = 300, 300
KEPT = 8
"""One decision of so many is looked at."""
BOUND = 0.03
"""A value whose bias is no larger, on the average of all games, is called fair."""
SEED = 83_000_017
"""Seed of these deals: no values were learnt from them."""
SEARCHES = {"broadside": "mcts:100", "havens": "mcts:100", "mutiny": "mcts:32"}
SEARCH = "mcts:100"
"""Of other games."""

OPENING = f"""\
# What networks expect, seat by seat

A search over a network asks of every leaf what each seat may expect. A network's own value is
learnt in training, for the seat that is to move; asked for another seat, by what that one sees, it
errs. Values of all seats are learnt afterwards, from games of the finished network: one row of what
the seat to move sees tells them all ([training](../../docs/training.md#what-search-asks-for)).

Payments run from -1 for the last place to 1 for the first. The bias is what was expected less what
was paid, on the mean of all decisions, with 95 % intervals over games; it should be within
{BOUND} of 0. The error is the root of the mean square; beside it stands what it would be if nothing
was expected. A search takes the values of a table less their mean. A lower error does not make a
stronger search: what is shipped is what wins, and the last table of each game tells that.
"""

Floats = NDArray[np.float64]


class _Looks:
    """What is expected at some decisions of games that go on, by each way of asking."""

    def __init__(self, engine: Engine, network: Network) -> None:
        self.engine, self.network = engine, network
        self.parts: list[list[NDArray[Any]]] = []
        self._dice = np.random.default_rng(SEED)

    def hear(self, answer: Answer) -> None:
        """Ask at some of the decisions that leave a choice."""
        view, players = answer.view, answer.view.players
        is_open = view.action_mask.sum(axis=1) > 1
        rows = np.flatnonzero(is_open & (self._dice.integers(KEPT, size=len(view)) == 0))
        if not len(rows):
            return
        games, seats = answer.games[rows], view.seat[rows].astype(np.int64)
        around = (seats[:, None] + np.arange(players)) % players
        seen = np.stack(
            [
                self.engine.observe(int(game), int(seat))
                for game, row in zip(games, around, strict=True)
                for seat in row
            ]
        )
        own = self.network.evaluate(seen)[1].reshape(len(rows), players)
        expected = own
        if self.network.seat_values:
            expected = self.network.expectations(view.observation[rows])[:, :players]
        self.parts.append([games, around, own, expected])

    def found(self) -> tuple[NDArray[np.int64], Floats, Floats, Floats]:
        """Games [n], what was paid, and what was expected by each way [n, P], from the mover on."""
        games, around, own, expected = (
            np.concatenate(part) for part in zip(*self.parts, strict=True)
        )
        paid = np.take_along_axis(self.engine.final_payments[games], around, axis=1)
        return games, paid, own, expected


def measure(game: Game, network: Network, games: int) -> Iterator[tuple[str, ...]]:
    """The rows of a game's table: a line for each seat by its distance from the one to move."""
    reward = paid_by(network, game)
    engine = Engine(game, games, seed=SEED, auto_reset=False, reward=reward)
    engine.reset()
    looks = _Looks(engine, network)
    everywhere = np.zeros((games, engine.options.players), np.int64)
    player = Trained(network.precise(), game, "ppo")
    Match(engine, [player], everywhere, listener=looks.hear).play()
    numbers, paid, *ways = looks.found()
    centred = [*ways, *(way - way.mean(axis=1, keepdims=True) for way in ways)]
    for distance in range(paid.shape[1]):
        cells = []
        for way in centred:
            miss = way[:, distance] - paid[:, distance]
            cells += [
                _written(_over_games(miss, numbers, games)),
                f"{np.sqrt((miss**2).mean()):.3f}",
            ]
        spread = np.sqrt((paid[:, distance] ** 2).mean())
        name = "to move" if distance == 0 else f"{distance} behind"
        yield (name, f"{spread:.3f}", *cells)


def _over_games(miss: Floats, numbers: NDArray[np.int64], games: int) -> Interval:
    """The mean of misses, each game counting as a whole."""
    sums, counts = np.bincount(numbers, miss, games), np.bincount(numbers, minlength=games)
    mean = sums.sum() / counts.sum()
    spread = interval_of((sums - mean * counts) / counts.mean())
    assert spread.high is not None
    return Interval(float(mean), float(mean - spread.high), float(mean + spread.high))


def _written(bias: Interval) -> str:
    assert bias.high is not None
    return f"{bias.value:+.3f} ± {bias.high - bias.value:.3f}"


def section(game: Game, network: Network, args: argparse.Namespace) -> Iterator[str]:
    """What stands on the page of one game."""
    yield f"## {game.name}\n"
    yield heading("experiments.value_errors")
    taught = network.about.get("value_games")
    learnt = (
        f"values of all seats from {taught:,} games" if taught else "without values of all seats"
    )
    yield f"- network: `{network.digest[:16]}`, {learnt}; {game.default_seats} players"
    yield f"- {args.games:,} games, one decision of {KEPT}; seed {SEED}\n"
    ways = ("its own value", "values of all seats")
    head = ["seat", "if nothing was expected"]
    for centred in ("", ", less the mean"):
        for way in ways:
            head += [f"{way}{centred}: bias", "error"]
    yield table(tuple(head), list(measure(game, network, args.games))) + "\n"
    if args.deals:
        yield from _searches(game, network, args)


def _searches(game: Game, network: Network, args: argparse.Namespace) -> Iterator[str]:
    """The search by either way alone among the network."""
    search = args.search or SEARCHES.get(game.name, SEARCH)
    players = game.default_seats
    ways = {"its own value": replace(network, seat_values=None)}
    if network.seat_values:
        ways["values of all seats"] = network
    rows = []
    for name, asked_so in ways.items():
        file = RUNS / f"{game.name}-{asked_so.digest[:16]}{SUFFIX}"
        asked_so.save(file)
        result = evaluate(
            f"{search}+ppo:{file}", game, f"ppo:{file}", deals=args.deals, seed=SEED, threads=2
        )
        rows.append(
            (
                name,
                f"{result.games:,}",
                percent(result.share),
                reach(result.low, result.high),
                percent(1 / players),
            )
        )
        print(game.name, *rows[-1], file=sys.stderr, flush=True)
    yield f"`{search}+ppo` alone among `ppo`:\n"
    yield table(("by", "games", "wins", "95 %", "par"), rows) + "\n"


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the networks of all games, or of those named, and write the page."""
    args = _parser().parse_args(arguments)
    files = dict(word.split("=", 1) for word in args.network)
    shipped = [name for name in list_games() if (SHIPPED / f"{name}{SUFFIX}").exists()]
    stands = page_sections(PAGE)
    for name in args.games_named or shipped:
        game = load(name)
        network = Network.load(file_of(files.get(name, ""), game), game)
        stands[name] = "\n".join(section(game, network, args))
        print(stands[name], flush=True)
        known = [stands[path] for path in shipped if path in stands]
        (args.out or PAGE).write_text("\n".join([OPENING, *known]), encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.value_errors",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games_named", nargs="*", metavar="GAME", help="default: all of them")
    parser.add_argument("--network", nargs="+", default=[], metavar="GAME=FILE")
    parser.add_argument("--games", type=choices.count, default=GAMES, metavar="N")
    parser.add_argument(
        "--deals", type=choices.whole, default=DEALS, metavar="N", help="of the search; 0: none"
    )
    parser.add_argument("--search", metavar="NAME", help=f"default: {SEARCH}; {SEARCHES}")
    parser.add_argument("--out", type=Path, metavar="FILE")
    return parser


if __name__ == "__main__":
    sys.exit(main())
