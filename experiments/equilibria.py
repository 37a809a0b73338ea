"""How near self-play comes to an equilibrium where that is known exactly, beside CFR.

    python -m experiments.equilibria experiments.kuhn_poker:GAME
    python -m experiments.equilibria experiments.leduc_poker:GAME --budget 3m --seeds 1

Networks learn by self-play with its defaults. What is told, in results/equilibria_<game>.md with a
picture beside it, is the exploitability of the network that is handed on
(`experiments.exploitability`), in points.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from experiments.equilibrium.cfr import CFR
from experiments.equilibrium.tree import Floats, Tree
from experiments.equilibrium.values import exploitability, uniform
from experiments.execution.command import command
from experiments.exploitability import POINTS, unit_of
from experiments.reporting import plots
from experiments.reporting.page import heading, table
from experiments.training.folder import LAST
from experiments.training.plan import SELF, TrainingPlan
from experiments.training.progress import TrainingProgress
from experiments.training.run import Run
from experiments.training.warm import compile_for
from piracy_agents.learning.ppo import SELF_PLAY
from piracy_env.cli import choices
from piracy_env.cli.progress import announced
from piracy_env.core.files import read_text, write_whole
from piracy_env.errors import OptionError

GOALS = {"kuhn_poker": 0.02, "leduc_poker": 0.10}
"""The exploitability that self-play is to come to in ten minutes on two cores."""
DEALS = 2
"""Of a measurement by play, which is of no interest here."""
SHARES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""Of the budget: where the curves are told."""
ITERATIONS = (1, 10, 100, 1000, 10_000)
LEAST = 1e-3
"""CPU seconds: no less is drawn."""
SPENT = "cpu.json"
"""In the folder of a training: CPU seconds up to each measurement."""
RESULTS = Path(__file__).parent / "results"
RUNS = Path(__file__).parent.parent / "runs" / "equilibria"
"""Where a break is gone on from."""


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Train as the command line says, and write the page."""
    args = _parser().parse_args(arguments)
    plots.need()
    text = "\n".join(_page(args))
    _page_of(args).write_text(text, encoding="utf-8")
    print(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.equilibria", description=(__doc__ or "").split("\n", 1)[0]
    )
    add = parser.add_argument
    add("game", help="a game that is small enough, by its name or as module:attribute")
    add("--budget", default="10m", help="of each training")
    add("--seeds", type=choices.count, default=3, help="trainings")
    add("--threads", type=choices.count, default=SELF_PLAY.threads, help="of each training")
    add("--out", type=Path, help="the page")
    return parser


def _page(args: argparse.Namespace) -> Iterator[str]:
    opening = heading("experiments.equilibria", "torch", "sb3-contrib")
    game = choices.find_game(args.game)
    trainings = [_trained(args, seed) for seed in range(args.seeds)]
    tree, unit = Tree.of(game, reward=POINTS), unit_of(game, POINTS)
    reference = [*_cfr(tree, unit)]
    wanted = f"; wanted: at most {GOALS[game.name]:.2f}" if game.name in GOALS else ""
    yield f"# Self-play beside the equilibrium: {game.title}\n"
    yield opening
    yield (
        "\nNetworks learn by `--against self` with its defaults, `SELF_PLAY`, on "
        f"{'one thread' if args.threads == 1 else f'{args.threads} threads'}. Exploitability in "
        "points: what a seat that plays best against the network in all others wins beyond its "
        f"part, the mean of the seats. Uniform play: {gain_of(tree, uniform(tree)) * unit:.3f}"
        f"{wanted}.\n"
    )
    yield f"![Exploitability by CPU seconds]({_picture_of(args).name})\n"
    yield "## Self-play\n"
    yield table(_ENDS, _ends(trainings, unit))
    yield ""
    seeds = [f"seed {seed}" for seed in range(args.seeds)]
    yield table(["part of the budget", *seeds, "mean", "spread"], _curves(trainings, unit))
    yield "\n## CFR\n"
    rows = ([f"{row.iterations:,}", f"{row.gain:.4f}", f"{row.cpu:.2f}"] for row in reference)
    yield table(["iterations", "exploitability", "CPU seconds"], rows)
    yield ""
    picture = _picture(trainings, reference, unit, GOALS.get(game.name))
    _picture_of(args).write_text(picture, encoding="utf-8")


def _page_of(args: argparse.Namespace) -> Path:
    """Where the page goes."""
    out: Path | None = args.out
    return out or RESULTS / f"equilibria_{choices.find_game(args.game).name}.md"


def _picture_of(args: argparse.Namespace) -> Path:
    return _page_of(args).with_suffix(".svg")


@dataclass(frozen=True)
class Training:
    """A training that is done, and what it cost."""

    run: Run
    cpu: list[float]
    """CPU seconds up to each of its measurements."""

    def gains(self, unit: float) -> list[float]:
        """The exploitability at each of them."""
        return [entry["exploitability"]["sampled"] * unit for entry in self.run.entries]


_ENDS = (
    "at the end",
    "decisions",
    "seconds",
    "CPU seconds",
    "by its probabilities",
    "by its best actions",
)


def _ends(trainings: Sequence[Training], unit: float) -> Iterator[list[str]]:
    """What came of each training, of all in the mean, and from where to where that goes."""
    ways = ("sampled", "best")
    rows = []
    for training in trainings:
        end = training.run.entries[-1]
        gains = [end["exploitability"][way] * unit for way in ways]
        rows.append([end["decisions"], end["seconds"], training.cpu[-1], *gains])
    for seed, row in enumerate(rows):
        yield _end(f"seed {seed}", row)
    yield _end("mean", np.mean(rows, axis=0))
    *spent, sampled, best = zip(*rows, strict=True)
    yield ["spread", *([""] * len(spent)), _spread(sampled), _spread(best)]


def _end(name: str, row: Sequence[float] | Floats) -> list[str]:
    return [name, *(f"{spent:,.0f}" for spent in row[:3]), *(f"{gain:.4f}" for gain in row[3:])]


def _spread(gains: Sequence[float]) -> str:
    return f"{min(gains):.4f} to {max(gains):.4f}"


def gain_of(tree: Tree, policy: Floats) -> float:
    """How far a policy can be exploited."""
    return exploitability(tree, policy).gain


def _trained(args: argparse.Namespace, seed: int) -> Training:
    """A training, gone on with if it was interrupted."""
    plan = TrainingPlan.make(
        args.game,
        against=SELF,
        budget=args.budget,
        seed=seed,
        exploitability=True,
        deals=DEALS,
        settings=replace(SELF_PLAY, threads=args.threads),
    )
    folder = RUNS / plan.load_game().name / args.budget.replace(" ", "_") / str(seed)
    run = Run(plan, folder)
    compile_for(plan)
    spent: list[float] = json.loads(read_text(folder / SPENT, OptionError)) if run.entries else []
    del spent[len(run.entries) :]  # a measurement that was not kept is made once more
    before, start = spent[-1] if spent else 0.0, time.process_time()
    with announced(), TrainingProgress(run.budget) as progress:

        def note(entry: dict[str, Any]) -> None:
            spent.append(round(before + time.process_time() - start, 3))
            write_whole(folder / SPENT, json.dumps(spent))
            progress.interval(entry)

        run.train(note, progress.step)
    print(f"seed {seed}: {run.folder / LAST}", flush=True)
    return Training(run, spent)


def _curves(trainings: Sequence[Training], unit: float) -> Iterator[list[str]]:
    """Exploitability after parts of the budget, of each training and of all."""
    for share in SHARES:
        gains = [_after(share, training.run) * unit for training in trainings]
        each = [f"{gain:.4f}" for gain in [*gains, float(np.mean(gains))]]
        yield [f"{share:.0%}", *each, _spread(gains)]


def _after(share: float, run: Run) -> float:
    """Exploitability at the last measurement in a part of the budget."""
    budget = run.budget
    known = [
        entry["exploitability"]["sampled"]
        for entry in run.entries
        if budget.progress(entry["seconds"], entry["decisions"]) <= share
    ]
    ends = [entry["exploitability"]["sampled"] for entry in (run.entries[0], run.entries[-1])]
    return float(ends[1] if share >= 1.0 else known[-1] if known else ends[0])


@dataclass(frozen=True)
class Reference:
    """What the mean policy of CFR comes to."""

    iterations: int
    gain: float
    cpu: float
    """CPU seconds."""


def _cfr(tree: Tree, unit: float) -> Iterator[Reference]:
    """CFR, from its first iterations on."""
    solver, done, start = CFR(tree), 0, time.process_time()
    for iterations in ITERATIONS:
        solver.run(iterations - done)
        done, spent = iterations, time.process_time() - start
        yield Reference(iterations, gain_of(tree, solver.mean) * unit, spent)


def _picture(
    trainings: Sequence[Training], reference: Sequence[Reference], unit: float, goal: float | None
) -> str:
    """The trainings, their mean in a band from the least to the most, and CFR."""
    count = min(len(training.cpu) for training in trainings)
    gains = np.array([training.gains(unit)[:count] for training in trainings])
    spent = np.mean([training.cpu[:count] for training in trainings], axis=0)
    mean, low, high = (of(gains, axis=0).tolist() for of in (np.mean, np.min, np.max))
    known = [row.gain for row in reference]
    lines = [
        (spent.tolist(), plots.Curve("self-play", mean, low, high)),
        ([max(row.cpu, LEAST) for row in reference], plots.Curve("CFR", known, known, known)),
    ]
    return plots.powers(lines, "Exploitability by CPU seconds", "CPU seconds", par=goal)


if __name__ == "__main__":
    sys.exit(main())
