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
from dataclasses import dataclass, replace
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
from piracy_agents.learning.ppo import SELF_PLAY
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
    add("--threads", type=choices.count, default=SELF_PLAY.threads, help="of each training")
    add("--out", type=Path, help="the page")
    return parser


def _page(args: argparse.Namespace) -> Iterator[str]:
    opening = heading("experiments.equilibria", "torch", "sb3-contrib")
    choices.find_game(args.game)
    trainings = [_trained(args, seed) for seed in range(args.seeds)]
    runs = [training.run for training in trainings]
    game = runs[0].game
    tree, unit = Tree.of(game, reward=POINTS), unit_of(game, POINTS)
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
    yield "## Self-play\n"
    seeds = [f"seed {seed}" for seed in range(args.seeds)]
    yield table(["part of the budget", *seeds], _curves(runs, unit))
    yield ""
    yield table(_ENDS, (_end(seed, one, unit) for seed, one in enumerate(trainings)))
    yield "\n## CFR\n"
    yield table(["iterations", "exploitability", "CPU seconds"], _cfr(tree, unit))
    yield ""


@dataclass(frozen=True)
class Training:
    """A training that is done, and what it cost."""

    run: Run
    cpu: float | None
    """CPU seconds; unknown if it was gone on with after a break."""


_ENDS = (
    "at the end",
    "decisions",
    "seconds",
    "CPU seconds",
    "by its probabilities",
    "by its best actions",
)


def _end(seed: int, training: Training, unit: float) -> list[str]:
    end, cpu = training.run.entries[-1], training.cpu
    gains = [f"{end['exploitability'][way] * unit:.4f}" for way in ("sampled", "best")]
    spent = [f"{end['seconds']:.0f}", "-" if cpu is None else f"{cpu:.0f}"]
    return [f"seed {seed}", f"{end['decisions']:,}", *spent, *gains]


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
    is_new, start = not run.entries, time.process_time()
    with announced(), TrainingProgress(run.budget) as progress:
        run.train(progress.interval, progress.step)
    cpu = time.process_time() - start
    print(f"seed {seed}: {run.folder / LAST}", flush=True)
    return Training(run, cpu if is_new else None)


def _curves(runs: Sequence[Run], unit: float) -> Iterator[list[str]]:
    """Exploitability after parts of the budget, of each training."""
    for share in SHARES:
        gains = [_after(share, run) for run in runs]
        yield [f"{share:.0%}", *(f"{gain * unit:.4f}" for gain in gains)]


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
