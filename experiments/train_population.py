"""Train a population: several networks side by side, the worst going on from the best.

    python -m experiments.train_population mutiny --members 4 --rounds 3 --budget "2M decisions"

The folder then holds `best.safetensors`, which `ppo:runs/population/best.safetensors` plays by; the
report with the lineage of all members; and what the same command goes on from after a break.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from experiments.execution.command import command
from experiments.execution.executor import BACKENDS, LOCAL
from experiments.reporting import plots
from piracy_env.cli import choices, screen


@command(after_break="the same command goes on from the last intervals")
def main(arguments: list[str] | None = None) -> None:
    """Train as the command line says."""
    args = _parser().parse_args(arguments)
    _train(args)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.train_population",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("game", nargs="?", help="the game; may stand in the configuration instead")
    add("--players", type=choices.count, help="seats at a table")
    add(
        "--budget",
        help="of each member, over all rounds: a number such as '2M decisions', which repeats "
        "exactly, or a time such as 10m",
    )
    add("--seed", type=choices.whole, help="seed of everything")
    add("--members", type=choices.count, help="networks that train side by side; 4 by default")
    add(
        "--rounds",
        type=choices.count,
        help="after each, all meet and the worst are replaced; 3 by default",
    )
    add("--replaced", type=choices.whole, help="how many are replaced after a round; 1 by default")
    add(
        "--deals",
        type=choices.count,
        help="deals of a meeting, each from every seat; 200 by default",
    )
    add("--against", help="anchors, league, or self: the newest network in all seats")
    add("--anchors", nargs="+", help="scripted opponents; all of the game's by default")
    add("--config", type=Path, help="TOML as for a training, and a table [population]")
    add("--out", type=Path, default=Path("runs/population"), help="folder of the population")
    add("--backend", choices=BACKENDS, default=LOCAL, help="where members train and meet")
    add("--workers", type=choices.count, help="how many at a time; as the backend has cores")
    return parser


def _train(args: argparse.Namespace) -> None:
    from experiments.training import lineage
    from experiments.training.breeding import PopulationPlan
    from experiments.training.evolution import MemberStanding, Population
    from experiments.training.folder import BEST
    from experiments.training.warm import compile_for

    own = ("config", "out", "backend", "workers")
    config = PopulationPlan.make(
        args.config, **{name: value for name, value in vars(args).items() if name not in own}
    )
    plots.need()
    population = Population(config, args.out, args.workers, args.backend)
    if population.rounds:
        print(f"going on with {args.out} after round {len(population.rounds)}")
    compile_for(config.plan)

    def report(number: int, standings: list[MemberStanding]) -> None:
        rows = [*lineage.rows(population, standings)]
        print(f"\nafter round {number} of {config.rounds}")
        print("\n".join(screen.table(lineage.head(population), rows, ">")), flush=True)
        print(flush=True)

    population.train(report)
    print(f"report    {lineage.write(population)}")
    print(f"network   {args.out / BEST}")


if __name__ == "__main__":
    sys.exit(main())
