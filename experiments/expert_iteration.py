"""Whether a search teaches a network: expert iteration from the shipped network, or another one.

    python -m experiments.expert_iteration mutiny --cpu 20m --out runs/expert

It learns on one thread, and writes `last.safetensors` into a folder, with a log beside it. A
tournament tells whether it is better than before:

    python -m experiments.tournament mutiny --challenge --deals 300 --agents <name> ppo

where the name is `ppo:runs/expert/last.safetensors`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from time import process_time

from experiments.reporting import machine
from experiments.training.folder import LAST, LOG, MADE, write_json, write_lines
from piracy_agents.network import Network
from piracy_agents.trained import file_of
from piracy_env.cli import choices
from piracy_env.cli.progress import announced
from piracy_env.core.game import Game
from piracy_env.errors import OptionError, PiracyError


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn in the way that the command line names."""
    args = _parser().parse_args(arguments)
    try:
        with announced():
            game = choices.find_game(args.game)
            network = Network.load(file_of(args.network, game), game)
            _learn(game, network, args)
    except PiracyError as error:
        print(f"expert_iteration: {error}", file=sys.stderr)
        return 2
    return 0


def _learn(game: Game, network: Network, args: argparse.Namespace) -> None:
    """Expert iteration for so many seconds of the processor."""
    from piracy_agents.learning.expert import ExpertLearner, ExpertSettings

    given = {f.name: getattr(args, f.name) for f in fields(ExpertSettings) if f.name in args}
    settings, seconds = ExpertSettings(**given), _seconds(args.cpu)
    args.out.mkdir(parents=True, exist_ok=True)
    write_json(args.out / MADE, machine.facts("experiments.expert_iteration", "torch"))
    begun, spent = process_time(), 0.0
    players = network.about.get("players", game.default_seats)
    learner = ExpertLearner(network, game, players, settings, args.seed)
    entries: list[dict[str, float]] = []
    while spent < seconds:
        facts = learner.learn(spent / seconds)
        spent = process_time() - begun
        entry = {"cpu": spent, **facts}
        entries.append({name: round(fact, 4) for name, fact in entry.items()})
        write_lines(args.out / LOG, [json.dumps(entry) for entry in entries])
        learner.network().save(args.out / LAST)
        print(entries[-1], flush=True)
    print(f"{spent:.0f} s of the processor")


def _seconds(text: str) -> float:
    """So many seconds, minutes or hours."""
    from experiments.training.plan import Budget

    with suppress(OptionError):
        if seconds := Budget.parse(text).seconds:
            return seconds
    raise OptionError(f"--cpu is a time, such as 90s, 10m or 2h, not {text!r:.80}", option="cpu")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.expert_iteration",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    choices.add_game(parser)
    add = parser.add_argument
    add("--network", default="", metavar="FILE", help="default: the shipped one")
    add("--cpu", default="20m", help="time of the processor, such as 150s or 20m")
    for name in ("simulations", "tables", "window"):
        add(f"--{name}", type=choices.count, default=argparse.SUPPRESS, metavar="N")
    for name in ("trust", "rate"):
        add(f"--{name}", type=choices.positive, default=argparse.SUPPRESS, metavar="X")
    for name in ("noise", "heuristics"):
        add(f"--{name}", type=float, default=argparse.SUPPRESS, metavar="SHARE")
    add("--values", type=choices.whole, default=argparse.SUPPRESS, metavar="GAMES")
    add("--seed", type=choices.whole, default=0)
    add("--out", type=Path, default=Path("runs/expert"), help="the folder")
    return parser


if __name__ == "__main__":
    sys.exit(main())
