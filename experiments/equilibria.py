"""How near self-play comes to an equilibrium where that is known exactly, beside CFR.

    python -m experiments.equilibria                  # an hour, into results/equilibria.md
    python -m experiments.equilibria --budget 3m --seeds 1

Networks learn Kuhn and Leduc poker by self-play with its defaults. What is told is the
exploitability of the network that is handed on, in chips (`experiments.exploitability`).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from experiments.equilibrium.cfr import CFR
from experiments.equilibrium.tree import Tree
from experiments.equilibrium.values import exploitability, uniform
from experiments.exploitability import POINTS, unit_of
from experiments.reporting.page import heading, table
from experiments.training.folder import LAST
from experiments.training.plan import SELF, TrainingPlan
from experiments.training.progress import TrainingProgress
from experiments.training.run import Run
from experiments.training.warm import compile_for
from piracy_env.cli import choices
from piracy_env.cli.progress import announced
from piracy_env.errors import PiracyError

GOALS = {"experiments.kuhn_poker:GAME": 0.02, "experiments.leduc_poker:GAME": 0.10}
"""The games, and the exploitability that self-play is to come to."""
SHARES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""Of the budget: where the curves are told."""
ITERATIONS = (1, 10, 100, 1000, 10_000)
RESULTS = Path(__file__).parent / "results" / "equilibria.md"
RUNS = Path(__file__).parent.parent / "runs" / "equilibria"
"""Where a break is gone on from."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Train as the command line says, and write the page."""
    args = _parser().parse_args(arguments)
    try:
        text = "\n".join(_page(args))
    except PiracyError as error:
        print(f"equilibria: {error}", file=sys.stderr)
        return 2
    args.out.write_text(text + "\n", encoding="utf-8")
    print(text)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.equilibria", description=(__doc__ or "").split("\n", 1)[0]
    )
    add = parser.add_argument
    add("--budget", default="10m", help="of each training")
    add("--seeds", type=choices.count, default=3, help="trainings of each game")
    add("--out", type=Path, default=RESULTS, help="the page")
    return parser


def _page(args: argparse.Namespace) -> Iterator[str]:
    opening = heading("experiments.equilibria", "torch", "sb3-contrib")
    parts = [part for place, goal in GOALS.items() for part in _game(place, goal, args)]
    yield "# Self-play where equilibria are known\n"
    yield opening
    yield (
        "\nNetworks learn by `--against self` with its defaults, `SELF_PLAY`, for "
        f"{args.budget} each. Exploitability in chips: what a seat that plays best against the "
        "network in the other wins beyond its part, the mean of both seats.\n"
    )
    yield from parts


def _game(place: str, goal: float, args: argparse.Namespace) -> Iterator[str]:
    """What is told of a game."""
    runs = [_trained(place, seed, args.budget) for seed in range(args.seeds)]
    game, tree = runs[0].game, Tree.of(runs[0].game, reward=POINTS)
    unit = unit_of(game, POINTS)
    yield f"## {game.title}\n"
    yield (
        f"Uniform play: {exploitability(tree, uniform(tree)).gain * unit:.3f}. "
        f"Wanted: at most {goal:.2f}.\n"
    )
    seeds = [f"seed {seed}" for seed in range(args.seeds)]
    yield table(["self-play, part of the budget", *seeds], _curves(runs, unit))
    ends = [one.entries[-1] for one in runs]
    yield (
        "\nAt the end, "
        + "; ".join(
            f"seed {seed}: {end['decisions']:,} decisions in {end['seconds']:.0f} s, "
            f"**{end['exploitability']['sampled'] * unit:.4f}** by its probabilities, "
            f"{end['exploitability']['best'] * unit:.3f} by its best actions"
            for seed, end in enumerate(ends)
        )
        + ".\n"
    )
    yield table(["CFR, iterations", "exploitability", "CPU seconds"], _cfr(tree, unit))
    yield ""


def _trained(place: str, seed: int, budget: str) -> Run:
    """A training, gone on with if it was interrupted."""
    plan = TrainingPlan.make(
        place, against=SELF, budget=budget, seed=seed, exploitability=True, deals=10
    )
    run = Run(plan, RUNS / place.split(":")[0] / budget / str(seed))
    compile_for(plan)
    with announced(), TrainingProgress(run.budget) as progress:
        run.train(progress.interval, progress.step)
    print(f"{place}, seed {seed}: {run.folder / LAST}", flush=True)
    return run


def _curves(runs: Sequence[Run], unit: float) -> Iterator[list[str]]:
    """Exploitability after parts of the budget, of each training."""
    for share in SHARES:
        found = [_after(share, one) for one in runs]
        yield [f"{share:.0%}", *(f"{one * unit:.4f}" for one in found)]


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


def _cfr(tree: Tree, unit: float) -> Iterator[list[str]]:
    """What the mean policy of CFR comes to."""
    solver, done, start = CFR(tree), 0, time.process_time()
    for iterations in ITERATIONS:
        solver.run(iterations - done)
        done, spent = iterations, time.process_time() - start
        gain = exploitability(tree, solver.mean).gain * unit
        yield [f"{iterations:,}", f"{gain:.4f}", f"{spent:.2f}"]


if __name__ == "__main__":
    sys.exit(main())
