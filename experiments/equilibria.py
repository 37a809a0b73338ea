"""How near self-play comes to an equilibrium where that is known exactly, beside CFR.

    python -m experiments.equilibria experiments.kuhn_poker:GAME
    python -m experiments.equilibria experiments.leduc_poker:GAME --budget 3m --seeds 1

Networks learn by self-play with its defaults. What is told, in results/equilibria_<game>.md, is the
exploitability of the network that is handed on (`experiments.exploitability`), in points.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from experiments.equilibrium.cfr import CFR
from experiments.equilibrium.tree import Floats, Tree
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

GOALS = {"kuhn_poker": 0.02, "leduc_poker": 0.10}
"""The exploitability that self-play is to come to in ten minutes on two cores."""
DEALS = 2
"""Of a measurement by play, which is of no interest here."""
SHARES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""Of the budget: where the curves are told."""
ITERATIONS = (1, 10, 100, 1000, 10_000)
RESULTS = Path(__file__).parent / "results"
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
    name = choices.find_game(args.game).name
    (args.out or RESULTS / f"equilibria_{name}.md").write_text(text, encoding="utf-8")
    print(text)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.equilibria", description=(__doc__ or "").split("\n", 1)[0]
    )
    add = parser.add_argument
    add("game", help="a game that is small enough, by its name or as module:attribute")
    add("--budget", default="10m", help="of each training")
    add("--seeds", type=choices.count, default=3, help="trainings")
    add("--out", type=Path, help="the page")
    return parser


def _page(args: argparse.Namespace) -> Iterator[str]:
    opening = heading("experiments.equilibria", "torch", "sb3-contrib")
    choices.find_game(args.game)
    runs = [_trained(args.game, seed, args.budget) for seed in range(args.seeds)]
    game = runs[0].game
    tree, unit = Tree.of(game, reward=POINTS), unit_of(game, POINTS)
    wanted = f"; wanted: at most {GOALS[game.name]:.2f}" if game.name in GOALS else ""
    yield f"# Self-play beside the equilibrium: {game.title}\n"
    yield opening
    yield (
        "\nNetworks learn by `--against self` with its defaults, `SELF_PLAY`. Exploitability in "
        "points: what a seat that plays best against the network in all others wins beyond its "
        f"part, the mean of the seats. Uniform play: {gain_of(tree, uniform(tree)) * unit:.3f}"
        f"{wanted}.\n"
    )
    yield "## Self-play\n"
    seeds = [f"seed {seed}" for seed in range(args.seeds)]
    yield table(["part of the budget", *seeds], _curves(runs, unit))
    yield ""
    yield table(_ENDS, (_end(seed, one, unit) for seed, one in enumerate(runs)))
    yield "\n## CFR\n"
    yield table(["iterations", "exploitability", "CPU seconds"], _cfr(tree, unit))
    yield ""


_ENDS = ("at the end", "decisions", "seconds", "by its probabilities", "by its best actions")


def _end(seed: int, run: Run, unit: float) -> list[str]:
    end = run.entries[-1]
    gains = [f"{end['exploitability'][way] * unit:.4f}" for way in ("sampled", "best")]
    return [f"seed {seed}", f"{end['decisions']:,}", f"{end['seconds']:.0f}", *gains]


def gain_of(tree: Tree, policy: Floats) -> float:
    """How far a policy can be exploited."""
    return exploitability(tree, policy).gain


def _trained(place: str, seed: int, budget: str) -> Run:
    """A training, gone on with if it was interrupted."""
    plan = TrainingPlan.make(
        place, against=SELF, budget=budget, seed=seed, exploitability=True, deals=DEALS
    )
    run = Run(plan, RUNS / plan.load_game().name / budget.replace(" ", "_") / str(seed))
    compile_for(plan)
    with announced(), TrainingProgress(run.budget) as progress:
        run.train(progress.interval, progress.step)
    print(f"seed {seed}: {run.folder / LAST}", flush=True)
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
        gain = gain_of(tree, solver.mean) * unit
        yield [f"{iterations:,}", f"{gain:.4f}", f"{spent:.2f}"]


if __name__ == "__main__":
    sys.exit(main())
