"""Speed of the suite's games beside C, and beside an earlier commit.

    python -m experiments.benchmark [GAME ...] [--against REF] [--players N] [--seconds S] [--json]

Absolute figures belong to a machine; the columns `of C` and `of REF` are ratios taken in one run.
With `--against`, a game that has become much slower makes the command fail.
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
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from experiments.measuring.yardstick import UnavailableError, stepping_in_c
from experiments.reporting.machine import ROOT
from experiments.reporting.page import heading, number, table
from piracy_env import list_games
from piracy_env.bench import rates

TURNS = 5
SLOWER = 0.8  # noise on a shared machine stays well above

PROGRAM = """
import json, sys
from piracy_env.bench import measure
game, settings = json.loads(sys.argv[1])
print(json.dumps(measure(game, **settings).as_dict()))
"""

Figures = dict[str, Any]


@dataclass(frozen=True)
class Comparison:
    """A game's figures now, beside C and beside an earlier commit."""

    figures: Figures
    of_c: float | None
    of_then: float | None


def compare(game: str, settings: Figures, then: Path | None) -> Comparison:
    """Measure a game in turns: this tree, C, the earlier tree."""
    seconds = settings["seconds"] / TURNS
    turn = settings | {"seconds": seconds}
    try:
        c = stepping_in_c(settings["envs"])
    except UnavailableError:
        c = None
    now: list[Figures] = []
    of_c, of_then = [], []
    for _ in range(TURNS):
        now.append(measured_in(ROOT, game, turn))
        steps = now[-1]["steps_per_second"]
        if c:
            of_c.append(steps / rates({"c": c}, seconds / 3, turns=1)["c"])
        if then:
            of_then.append(steps / measured_in(then, game, turn)["steps_per_second"])
    median = {
        name: statistics.median(figures[name] for figures in now)
        if isinstance(value, float)
        else value
        for name, value in now[0].items()
    }
    return Comparison(
        median,
        statistics.median(of_c) if of_c else None,
        statistics.median(of_then) if of_then else None,
    )


def measured_in(tree: Path, game: str, settings: Figures) -> Figures:
    """A game's figures as a source tree measures them, in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps([game, settings])],
        cwd=tree,
        env=os.environ | {"PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise SystemExit(f"{game} cannot be measured in {tree}:\n{run.stderr}")
    figures: Figures = json.loads(run.stdout)
    return figures


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


def columns(compared: list[Comparison], against: str | None) -> str:
    """The comparisons as a table."""
    head = ["", "players", "steps/s", "of C", "mask only", "playouts/s", "moves/game"]
    rows = []
    for one in compared:
        figures = one.figures
        rows.append(
            [
                figures["game"],
                number(figures["players"]),
                number(figures["steps_per_second"]),
                number(one.of_c),
                number(figures["steps_per_second_without_observation"]),
                number(figures["playouts_per_second"]),
                number(figures["moves_per_game"]),
                *([number(one.of_then)] if against else []),
            ]
        )
    return table([*head, *([f"of {against}"] if against else [])], rows)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: every game")
    parser.add_argument("--against", metavar="REF", help="an earlier commit to compare with")
    parser.add_argument("--players", type=int, help="default: the game's own")
    parser.add_argument("--envs", type=int, default=1024, help="games in a batch (1024)")
    parser.add_argument("--threads", type=int, default=1, help="threads (1)")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each game and tree (5)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = parser.parse_args()
    settings = {name: getattr(asked, name) for name in ("players", "envs", "threads", "seconds")}
    names, origin = asked.games or list_games(), heading("experiments.benchmark")
    if asked.against:
        with checked_out(asked.against) as then:
            compared = [compare(name, settings, then) for name in names]
    else:
        compared = [compare(name, settings, None) for name in names]
    if asked.json:
        ratios = ({"of_c": one.of_c, "of_then": one.of_then} for one in compared)
        print(json.dumps([one.figures | more for one, more in zip(compared, ratios, strict=True)]))
    else:
        print(f"{origin}\n\n{columns(compared, asked.against)}")
    slower = [one.figures["game"] for one in compared if (one.of_then or 1) < SLOWER]
    if slower:
        sys.exit(f"slower than {SLOWER} of {asked.against}: {', '.join(slower)}")


if __name__ == "__main__":
    main()
