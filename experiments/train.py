"""Train a network to play a game by PPO and self-play.

    python -m experiments.train mutiny --players 4 --budget 10m --seed 0 --out runs/a

The folder then holds `best.safetensors`, which `ppo:runs/a/best.safetensors` plays by; the report;
the log; what TensorBoard shows; and what the same command goes on from after a break.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from experiments.execution.command import command
from experiments.execution.executor import BACKENDS, LOCAL, Executor
from experiments.reporting import plots
from piracy_env.cli import choices
from piracy_env.cli.progress import Progress
from piracy_env.core.files import read_toml
from piracy_env.core.rewards import are_rivals
from piracy_env.errors import OptionError

if TYPE_CHECKING:
    from experiments.training.plan import TrainingPlan
    from experiments.training.run import Run

SIMULATIONS = 100
"""Of the search that the result is rated against, unless another is named."""


@command(after_break="the same command goes on from the last interval")
def main(arguments: list[str] | None = None) -> int:
    """Train as the command line says."""
    args = _parser().parse_args(arguments)
    return _train(args)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.train", description=(__doc__ or "").split("\n", 1)[0]
    )
    add = parser.add_argument
    add("game", nargs="?", help="the game; may stand in the configuration instead")
    add("--players", type=choices.count, help="seats at a table")
    add(
        "--budget", help="90s, 10m, 2h, or a number such as '500k decisions', which repeats exactly"
    )
    add("--seed", type=choices.whole, help="seed of the deals, the network and all draws")
    add("--against", help="anchors, league, or self: the newest network in all seats")
    add("--teacher", help="whom to imitate at first; the best heuristic by default, or none")
    add(
        "--values",
        type=choices.whole,
        help="games of the finished network from which its search learns what all seats expect",
    )
    add("--anchors", nargs="+", help="scripted opponents; all of the game's by default")
    add("--judges", nargs="+", help="whom the learner is measured against")
    add(
        "--exploitability",
        action="store_true",
        default=None,
        help="tell how far the network can be exploited: exactly, in small games",
    )
    choices.add_variant(parser)
    add("--config", type=Path, help="TOML with any of these, and a table [settings]")
    add("--out", type=Path, default=Path("runs/latest"), help="folder of the run")
    add(
        "--search",
        help=f"a search to rate the result against: mcts:{SIMULATIONS} with the game's heuristic, "
        "unless another is named; '' for none",
    )
    add("--deals", type=choices.count, default=24, help="deals of the rating, each from every seat")
    add("--backend", choices=BACKENDS, default=LOCAL, help="where measurements are played")
    add("--workers", type=choices.count, help="how many play; as many as the backend has cores for")
    return parser


def _train(args: argparse.Namespace) -> int:
    from experiments.tournament.report import text_of
    from experiments.training import rating, run_report
    from experiments.training.folder import BEST
    from experiments.training.progress import TrainingProgress
    from experiments.training.run import Run

    plan = _plan(args)
    search = rating.searcher(plan.load_game(), SIMULATIONS) if args.search is None else args.search
    rating.check(plan, search, args.deals)
    plots.need()
    executor = Executor(args.workers, args.backend)
    run = Run(plan, args.out, executor)
    _prepare(run)
    with executor, TrainingProgress(run.budget) as progress:
        run.train(progress.interval, progress.step)
    print("\nrating the best network; searches are compiled now, if they have not been", flush=True)
    with Progress() as bar:
        rated = rating.rate(run, search, args.deals, bar.show)
        page = run_report.write(run, rated, bar.show)
    par = f"par {1 / plan.players:.3f}" if are_rivals(run.game, plan.players) else "of successes"
    print(f"\none seat of it at a table of each: reward, and share {par}; 95 % intervals")
    for rival, evaluation in rated.alone.items():
        print(f"  {'alone' if plan.players == 1 else rival:24} {evaluation}")
    if rated.guided is not None:
        print(f"  {'search with it, among it':24} {rated.guided}")
    print(f"\nall at mixed tables\n{text_of(rated.tournament, f'{args.out}/')}")
    print(f"\nreport    {page}\ncurves    {args.out / run_report.CURVES}")
    print(f"network   {args.out / BEST}")
    variant = {name: value for name, value in plan.options.items() if name != "max_moves"}
    table = f"play {plan.game}{choices.written_variant(variant)}"
    print(f"play it   {_piracy()} {table} --seats human ppo:{args.out / BEST}")
    return 0


def _plan(args: argparse.Namespace) -> TrainingPlan:
    """What the command line and the configuration ask for."""
    from experiments.training.plan import TrainingPlan

    own = ("config", "out", "search", "deals", "backend", "workers", "preset", "option", "tables")
    given = {
        name: value for name, value in vars(args).items() if name not in own and value is not None
    }
    if args.config is None and args.game is None:
        raise OptionError("name a game, or a configuration that does")
    if variant := _variant(args):
        given["options"] = variant
    return TrainingPlan.read(args.config, **given) if args.config else TrainingPlan.make(**given)


def _variant(args: argparse.Namespace) -> dict[str, Any]:
    """The options of the configuration, and those of the command line, which go first."""
    configured = read_toml(args.config, OptionError) if args.config else {}
    name, options = args.game or configured.get("game"), configured.get("options", {})
    if not (isinstance(name, str) and isinstance(options, dict)):
        return {}  # which the plan refuses
    return {**options, **choices.variant(args, choices.find_game(name))}


def _prepare(run: Run) -> None:
    """Say what comes, and compile what needs it: none of the budget is spent on that."""
    from experiments.training.warm import compile_for

    plan = run.plan
    print(f"{run.game.title}, {plan.players} players, {plan.budget}, {_company(run)}")
    if run.entries:
        print(f"going on with {run.folder} after {run.entries[-1]['decisions']:,} decisions")
    compile_for(plan)
    print(f"{run.folder} keeps what is learnt", flush=True)


def _company(run: Run) -> str:
    """Whom the learner sits with, in words."""
    plan = run.plan
    if are_rivals(run.game, plan.players):
        return f"against {plan.against}: {', '.join(plan.anchors)}"
    if plan.players == 1:
        return "alone"
    drawn = plan.anchors == ("uniform",)
    word = " (which draws at random: the game has no heuristic)" if drawn else ""
    return f"with mates, {plan.against}: {', '.join(plan.anchors)}{word}"


def _piracy() -> str:
    """How the command is called here: the environment of `make` need not be activated."""
    return "piracy" if shutil.which("piracy") else os.path.relpath(Path(sys.prefix, "bin/piracy"))


if __name__ == "__main__":
    sys.exit(main())
