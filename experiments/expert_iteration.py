"""Have a search teach a network: expert iteration from the shipped network, or another one.

    python -m experiments.expert_iteration mutiny --players 4 3 5 --budget 20m --out runs/expert

It learns on one thread. The folder then holds `best.safetensors`, the log, and what
`experiments.ship` asks for. A tournament tells whether it is better than before:

    python -m experiments.tournament mutiny --challenge --deals 300 --agents <name> ppo

where the name is `ppo:runs/expert/best.safetensors`. A break ends it: it does not go on.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from time import perf_counter, process_time
from typing import Annotated, Any, Self

from experiments.execution.command import command
from experiments.reporting import machine
from experiments.training.folder import (
    BEGUN,
    BEST,
    LOG,
    MADE,
    PLAN,
    STATE,
    write_json,
    write_lines,
)
from experiments.training.lessons import MOST_PLAYERS
from experiments.training.plan import LARGEST, Budget, chosen_options, entries_of
from piracy_agents.learning.expert import ExpertLearner, ExpertSettings, playing_for
from piracy_agents.network import Network
from piracy_agents.settings import Several, String, Table, Whole, require
from piracy_agents.trained import file_of
from piracy_env import registry
from piracy_env.cli import choices
from piracy_env.core.files import read_toml
from piracy_env.errors import OptionError

Word = Annotated[str, String()]


@dataclass(frozen=True)
class ExpertPlan:
    """Everything that the result follows from, but for the machine."""

    game: Word
    players: Annotated[
        tuple[int, ...],
        Several(Whole(1, MOST_PLAYERS), "numbers of players", MOST_PLAYERS),
    ] = ()
    """Numbers of players, each at as many tables; the first is the usual one. By default, the
    network's own."""
    begin: Word = ""
    """File of the network that is begun with; by default, the shipped one."""
    reward: Word = ""
    """The mode that it plays for from now on; by default, the network's own."""
    budget: Word = "20m"
    """Time of the processor, or a number of searched decisions, which repeats exactly."""
    seed: Annotated[int, Whole(0, LARGEST)] = 0
    options: Annotated[Mapping[str, Any], Table()] = field(default_factory=dict)
    """Options of the game."""
    settings: ExpertSettings = field(default_factory=ExpertSettings)

    def __post_init__(self) -> None:
        require(self)
        Budget.parse(self.budget)

    @classmethod
    def read(cls, path: Path, **given: Any) -> Self:
        """A plan from a TOML file; what is given beside it goes first."""
        return cls(**entries_of(cls, read_toml(path, OptionError), str(path), given))

    def as_dict(self) -> dict[str, Any]:
        """The plan as JSON can hold it; as in other trainings, `players` is the usual number."""
        usual = {"players": self.players[0]} if self.players else {}
        return {**dataclasses.asdict(self), "tables_of": self.players, **usual}


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Learn in the way that the command line names."""
    args = _parser().parse_args(arguments)
    _learn(_plan(args), args.out)


def _learn(plan: ExpertPlan, out: Path) -> None:
    """Expert iteration until the budget is spent."""
    game, budget = registry.load(plan.game), Budget.parse(plan.budget)
    network = Network.load(file_of(plan.begin, game), game)
    if plan.reward:
        network = playing_for(network, game, plan.reward)
    if not plan.players:
        usual = network.about.get("players", game.default_seats)
        plan = dataclasses.replace(plan, players=(usual,))
    for count in plan.players:
        chosen_options(game, count, plan.options)
    out.mkdir(parents=True, exist_ok=True)
    if (out / STATE).exists():
        raise OptionError(f"{out} holds a training: name another folder, or remove this one")
    learner = ExpertLearner(network, game, plan.players, plan.settings, plan.seed, **plan.options)
    network.save(out / BEGUN)
    write_json(out / MADE, machine.facts("experiments.expert_iteration", "torch"))
    write_json(out / PLAN, plan.as_dict())
    start, begun, progress = perf_counter(), process_time(), 0.0
    entries: list[dict[str, float]] = []
    while progress < 1.0:
        facts = learner.learn(progress)
        spent = process_time() - begun
        progress = budget.progress(spent, learner.searched)
        entry = {"cpu": spent, **facts}
        entries.append({name: round(fact, 4) for name, fact in entry.items()})
        write_lines(out / LOG, [json.dumps(entry) for entry in entries])
        learner.result().save(out / BEST)
        _note(out, perf_counter() - start, len(entries))
        print(entries[-1], flush=True)
    print(f"{spent:.0f} s of the processor: {out / BEST}")


def _note(out: Path, seconds: float, rounds: int) -> None:
    """Write down how far it is, as every training does."""
    state = {"seconds": seconds, "best": None, "entries": rounds, "batches": 0, "taught": 0}
    write_json(out / STATE, {**state, "league": {}, "settled": True})


def _plan(args: argparse.Namespace) -> ExpertPlan:
    """What the command line and the configuration ask for."""
    names = [f.name for f in fields(ExpertPlan) if f.name not in ("settings", "options")]
    given = {name: getattr(args, name) for name in names if getattr(args, name) is not None}
    if args.config is None and args.game is None:
        raise OptionError("name a game, or a configuration that does")
    plan = ExpertPlan.read(args.config, **given) if args.config else ExpertPlan(**given)
    own = {f.name: getattr(args, f.name, None) for f in fields(ExpertSettings)}
    changed = {name: value for name, value in own.items() if value is not None}
    return dataclasses.replace(plan, settings=dataclasses.replace(plan.settings, **changed))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.expert_iteration",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("game", nargs="?", help="the game; may stand in the configuration instead")
    add("--config", type=Path, help="TOML with any of these, and a table [settings]")
    add("--network", dest="begin", metavar="FILE", help="default: the shipped one")
    add("--players", type=choices.count, nargs="+", metavar="N", help="each at as many tables")
    add("--reward", metavar="MODE", help="what it plays for; default: what it did before")
    add("--budget", help="time of the processor, or searched decisions, such as '2M decisions'")
    for name in ("simulations", "tables", "window"):
        add(f"--{name}", type=choices.count, metavar="N")
    for name in ("trust", "rate"):
        add(f"--{name}", type=choices.positive, metavar="X")
    for name in ("noise", "heuristics", "kept"):
        add(f"--{name}", type=float, metavar="SHARE")
    add("--values", type=choices.whole, metavar="GAMES")
    add("--seed", type=choices.whole)
    add("--out", type=Path, default=Path("runs/expert"), help="the folder")
    return parser


if __name__ == "__main__":
    sys.exit(main())
