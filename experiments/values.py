"""Learn what all seats may expect of a network's games: what its search asks for.

    python -m experiments.values GAME [--network FILE] [--games N] [--out FILE]
    python -m experiments.values GAME --ship FILE

The first plays games of the network in all seats, the shipped one if no file is named, and writes
it with the values learnt from them to `runs/values/<game>.safetensors`, with a JSON beside it that
says how. Its policy stays as it is, byte for byte: `ppo:<file>` plays as before, and
`mcts:<budget>+ppo:<file>` better or worse, as `python -m experiments.value_errors` tells. The
second puts such a file, learnt from games of the shipped network, in its place.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from experiments import ship
from experiments.execution.command import command
from experiments.reporting import machine
from experiments.training.folder import read_object
from piracy_agents.network import Network
from piracy_agents.safetensors import SUFFIX
from piracy_agents.search.networked import paid_by
from piracy_agents.trained import SHIPPED, file_of
from piracy_env.cli import choices
from piracy_env.cli.progress import Progress

RUNS = Path(__file__).parent.parent / "runs" / "values"


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Learn or ship what the command line names."""
    args = _parser().parse_args(arguments)
    print(_ship(args) if args.ship else _learn(args))


def _learn(args: argparse.Namespace) -> Path:
    from piracy_agents.learning.values import ValueLearner, ValueSettings

    game = choices.find_game(args.game)
    network = Network.load(file_of(args.network, game), game)
    made = machine.facts("experiments.values", "torch")
    settings = ValueSettings(games=args.games, widths=tuple(args.widths))
    table_options = {"reward": paid_by(network, game), "threads": args.threads}
    players = network.about.get("players", game.default_seats)
    learner = ValueLearner(network, game, players, settings, args.seed, **table_options)
    with Progress() as bar:
        learner.learn(lambda games: bar.show("games", games, args.games))
    out: Path = args.out or RUNS / f"{game.name}{SUFFIX}"
    learner.result().save(out)
    out.with_suffix(".json").write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    return out


def _ship(args: argparse.Namespace) -> Path:
    game = choices.find_game(args.game)
    made = read_object(args.ship.with_suffix(".json"))
    ship.add_values(Network.load(args.ship, game), game, made, args.into)
    into: Path = args.into
    return into


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.values",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    choices.add_game(parser)
    parser.add_argument("--network", default="", metavar="FILE", help="default: the shipped one")
    parser.add_argument("--games", type=choices.count, default=20_480, metavar="N")
    parser.add_argument("--widths", type=choices.count, nargs="+", default=[64, 32], metavar="N")
    parser.add_argument("--seed", type=choices.whole, default=0, metavar="N")
    parser.add_argument("--threads", type=choices.count, default=1, metavar="N")
    parser.add_argument("--out", type=Path, metavar="FILE")
    parser.add_argument("--ship", type=Path, metavar="FILE", help="ship this instead of learning")
    parser.add_argument("--into", type=Path, default=SHIPPED, help="default: the shipped networks")
    return parser


if __name__ == "__main__":
    sys.exit(main())
