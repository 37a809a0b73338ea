"""Speed of the suite's games beside C, and beside an earlier commit.

    python -m experiments.benchmark [GAME ...] [--against REF] [--cold] [--players N] [--seconds S]

Absolute figures belong to a machine; `of C`, and all that stands in the table `of REF`, are ratios
taken in one run. With `--against`, a game that has become much slower makes the command fail. With
`--cold`, the compiler is measured: what it takes until a game, its heuristic and its search have
made their first moves, with nothing compiled yet and with everything on disk.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from experiments.execution.command import command
from experiments.measuring.yardstick import UnavailableError, stepping_in_c
from experiments.reporting.machine import ROOT
from experiments.reporting.page import heading, number, table
from piracy_env import list_games
from piracy_env.bench import rates
from piracy_env.cli import choices, document

TURNS = 5
SLOWER = 0.8  # noise on a shared machine stays well above

PROGRAM = """
import json, sys, time
from piracy_env.envs.opponents import find_agent as find
from piracy_env.bench import measure
from piracy_env.core.engine import Engine
from piracy_env.registry import load
game, settings = json.loads(sys.argv[1])
figures = measure(game, **settings).as_dict()

def rate(work, seconds=settings["seconds"] / 5):
    work()
    done, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        done += work()
    return done / (time.perf_counter() - start)

def single():
    for _ in range(500):
        table.play(int(table.action_mask[0].argmax()))
    return 500

def search():
    for deal in deals:
        thinker.act(deal.view())
    return 100 * len(deals)

table = Engine(load(game), 1, players=settings["players"], seed=1)
table.reset()
thinker = find("mcts:100", table.game)
deals = [Engine(table.game, 1, players=settings["players"], seed=k) for k in range(32)]
for deal in deals:
    deal.reset()
figures["simulations_per_second"] = rate(search)
figures["single_steps_per_second"] = rate(single)
print(json.dumps(figures))
"""
"""Runs in this tree and in an earlier one, which has to offer what it imports."""

COLD = """
import json, resource, sys, time
from piracy_env.envs.opponents import find_agent as find
from piracy_env.core.engine import Engine
from piracy_env.registry import load
game = load(json.loads(sys.argv[1])[0])
start = time.process_time()
figures = {}
table = Engine(game, 2, seed=0, auto_reset=False)
table.reset()
table.step(table.uniform())
figures["first step, s"] = time.process_time() - start
table.look([0], [0])
table.outcome(0)
table.playouts([0], [0], [0])
heuristic = find("heuristic", game)
heuristic.act(table.view())
scripted = Engine(game, 2, seed=0, auto_reset=False)
seats = scripted.options.players
scripted.take_seats([0] + [2] * (seats - 1), script=heuristic.script(game))
scripted.reset()
find("mcts:2", game).act(table.view())
figures["everything, s"] = time.process_time() - start
figures["memory, MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps(figures))
"""
"""Processor seconds until the first moves, and memory."""

Figures = dict[str, Any]


@dataclass(frozen=True)
class Comparison:
    """A game's figures now, beside C and beside an earlier commit."""

    figures: Figures
    of_c: float | None
    of_then: dict[str, float]
    """By the name of the figure; empty if nothing was compared."""

    def as_dict(self) -> dict[str, Any]:
        """As plain values."""
        return self.figures | {"of_c": self.of_c, "of_then": self.of_then}


def compare(game: str, settings: Figures, then: Path | None) -> Comparison:
    """Measure a game in turns: this tree, C, the earlier tree."""
    seconds = settings["seconds"] / TURNS
    turn = settings | {"seconds": seconds}
    try:
        c = stepping_in_c(settings["envs"])
    except UnavailableError:
        c = None
    now: list[Figures] = []
    of_c: list[float] = []
    ratios: list[Figures] = []
    for _ in range(TURNS):
        now.append(measured_in(ROOT, game, turn))
        if c:
            by_hand = rates({"c": c}, seconds / 3, turns=1)["c"]
            of_c.append(now[-1]["steps_per_second"] / by_hand)
        if then:
            ratios.append(_ratios(now[-1], measured_in(then, game, turn)))
    median = {
        name: statistics.median(figures[name] for figures in now)
        if isinstance(value, float)
        else value
        for name, value in now[0].items()
    }
    return Comparison(
        median,
        statistics.median(of_c) if of_c else None,
        _medians(ratios),
    )


def _ratios(now: Figures, then: Figures) -> Figures:
    """How many times as much a figure is as it was."""
    return {
        name: value / then[name]
        for name, value in now.items()
        if isinstance(value, float) and name in then and name != "moves_per_game"
    }


def _medians(turns: list[Figures]) -> Figures:
    return {name: statistics.median(turn[name] for turn in turns) for name in (turns or [{}])[0]}


def compile_cold(game: str, then: Path | None) -> list[list[str]]:
    """Rows of what the compiler takes in this tree and in the earlier one, cold and warm."""
    trees = [ROOT, *([then] if then else [])]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for state in ("cold", "warm"):
            figures = []
            for number_of, tree in enumerate(trees):
                cache = {"PIRACY_CACHE": str(Path(folder) / str(number_of))}
                figures.append(measured_in(tree, game, {}, COLD, cache))
            for name, value in figures[0].items():
                ratio = [number(value / figures[1][name])] if then else []
                rows.append([game, state, name, number(value), *ratio])
    return rows


def measured_in(
    tree: Path,
    game: str,
    settings: Figures,
    program: str = PROGRAM,
    switches: dict[str, str] | None = None,
) -> Figures:
    """A game's figures as a source tree measures them, in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-c", program, json.dumps([game, settings])],
        cwd=tree,
        env=os.environ | {"PYTHONPATH": _path_of(tree)} | (switches or {}),
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise SystemExit(f"{game} cannot be measured in {tree}:\n{run.stderr}")
    figures: Figures = json.loads(run.stdout)
    return figures


def _path_of(tree: Path) -> str:
    """Where a tree's packages are found; its agents lie in a folder of their own, or did not."""
    return os.pathsep.join([str(tree), str(tree / "agents")])


@contextmanager
def checked_out(ref: str) -> Iterator[Path]:
    """A folder with the sources of an earlier commit."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "then"
        _git("worktree", "add", "--quiet", "--detach", str(tree), ref)
        try:
            yield tree
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _git(*arguments: str) -> None:
    run = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )  # fmt: skip
    if run.returncode:
        raise SystemExit(run.stderr.strip())


FIGURES = {
    "steps_per_second": "steps/s",
    "steps_per_second_without_observation": "mask only",
    "playouts_per_second": "playouts/s",
    "simulations_per_second": "simulations/s",
    "single_steps_per_second": "single table",
}


def columns(compared: list[Comparison], against: str | None) -> str:
    """The comparisons as a table, and another one of what has become faster or slower."""
    head = ["", "players", *FIGURES.values(), "of C", "moves/game"]
    rows = []
    for comparison in compared:
        figures = comparison.figures
        rows.append(
            [
                figures["game"],
                number(figures["players"]),
                *(number(figures[name]) for name in FIGURES),
                number(comparison.of_c),
                number(figures["moves_per_game"]),
            ]
        )
    if not against:
        return table(head, rows)
    ratios = [
        [comparison.figures["game"], *(number(comparison.of_then[name]) for name in FIGURES)]
        for comparison in compared
    ]
    return f"{table(head, rows)}\n\n{table([f'of {against}', *FIGURES.values()], ratios)}"


@command()
def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: every game")
    parser.add_argument("--against", metavar="REF", help="an earlier commit to compare with")
    parser.add_argument("--players", type=choices.count, help="default: the game's own")
    parser.add_argument("--envs", type=choices.count, default=1024, help="games in a batch (1024)")
    parser.add_argument("--threads", type=choices.count, default=1, help="threads (1)")
    parser.add_argument(
        "--seconds", type=choices.positive, default=5.0, help="for each game and tree (5)"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--cold", action="store_true", help="measure the compiler")
    args = parser.parse_args()
    settings = {name: getattr(args, name) for name in ("players", "envs", "threads", "seconds")}
    names, origin = args.games or list_games(), heading("experiments.benchmark")
    for name in names:
        choices.find_game(name)
    with checked_out(args.against) if args.against else nullcontext() as then:
        if args.cold:
            rows = [row for name in names for row in compile_cold(name, then)]
            head = ["", "cache", "figure", "now", *([f"of {args.against}"] if then else [])]
            print(f"{origin}\n\n{table(head, rows)}")
            return
        compared = [compare(name, settings, then) for name in names]
    if args.json:
        print(json.dumps([comparison.as_dict() for comparison in compared]))
    else:
        document.show(f"{origin}\n\n{columns(compared, args.against)}")
    slower = [
        comparison.figures["game"]
        for comparison in compared
        if comparison.of_then.get("steps_per_second", 1.0) < SLOWER
    ]
    if slower:
        sys.exit(f"slower than {SLOWER} of {args.against}: {', '.join(slower)}")


if __name__ == "__main__":
    sys.exit(main())
