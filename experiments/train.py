"""Train a network to play a game by PPO and self-play.

    python -m experiments.train mutiny --players 4 --budget 10m --seed 0 --out runs/a

The folder then holds `best.zip`, which `ppo:runs/a/best.zip` plays by; the report; the log; what
TensorBoard shows; and what the same command goes on from after a break.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from piracy_env.errors import OptionError, PiracyError


def main(arguments: list[str] | None = None) -> int:
    """Train as the command line says."""
    args = _parser().parse_args(arguments)
    try:
        return _train(args)
    except PiracyError as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.train", description=(__doc__ or "").split("\n", 1)[0]
    )
    add = parser.add_argument
    add("game", nargs="?", help="the game; may stand in the configuration instead")
    add("--players", type=int, help="seats at a table")
    add(
        "--budget", help="90s, 10m, 2h, or a number such as '500k decisions', which repeats exactly"
    )
    add("--seed", type=int, help="seed of the deals, the network and all draws")
    add("--against", help="anchors, self, or league")
    add("--anchors", nargs="+", help="scripted opponents; all of the game's by default")
    add("--config", type=Path, help="TOML with any of these, and a table [settings]")
    add("--out", type=Path, default=Path("runs/latest"), help="folder of the run")
    add("--search", default="mcts:100", help="a search to rate the result against; '' for none")
    add("--deals", type=int, default=24, help="deals of the rating, each from every seat")
    return parser


def _train(args: argparse.Namespace) -> int:
    from experiments.tournament.report import told
    from experiments.training import report
    from experiments.training.plan import Plan
    from experiments.training.run import BEST, Run

    own = ("config", "out", "search", "deals")
    given = {
        name: value for name, value in vars(args).items() if name not in own and value is not None
    }
    if args.config is None and args.game is None:
        raise OptionError("name a game, or a configuration that does")
    plan = Plan.read(args.config, **given) if args.config else Plan.make(**given)
    run = Run(plan, args.out)
    if run.entries:
        print(f"going on with {args.out} after {run.learner.decisions:,} decisions")
    run.train(_tell)
    print("rating the best network against uniform, the heuristics and search ...", flush=True)
    rating = report.rate(run, args.search, args.deals)
    print(told(rating))
    print(f"\nreport    {report.write(run, rating)}")
    print(f"network   {args.out / BEST}")
    print(f"play it   piracy play {plan.game} {_seats(plan.players, f'ppo:{args.out / BEST}')}")
    return 0


def _seats(players: int, rival: str) -> str:
    """The options by which a human meets the network."""
    return f"--seats {' '.join(['human', *[rival] * (players - 1)])}"


def _tell(entry: dict[str, Any]) -> None:
    """One line about an interval."""
    shares = "  ".join(
        f"{judge} {one['share']:.3f} [{one['low']:.3f}, {one['high']:.3f}]"
        for judge, one in entry["judges"].items()
    )
    speed = entry["play"]["decisions_per_second"]
    print(
        f"{entry['seconds']:7.0f} s {entry['decisions']:>11,} decisions {speed:7,.0f}/s  {shares}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
