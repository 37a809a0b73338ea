"""Hold a tournament, and rate the agents.

    python -m experiments.tournament mutiny --seats 4 --agents uniform heuristic mcts:200 \
        --deals 100 --seed 0 --json out.json --html out.html

The same deals are played from every seat. What comes out depends on the agents, the options, the
seed and the salt, which is drawn in secret and told with the results; not on the number of workers,
nor on how the games are batched. A run that writes a file keeps a journal beside it, and goes on
where it was interrupted when it is started again.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from experiments.execution.command import command
from experiments.execution.executor import BACKENDS, LOCAL, worker_count
from experiments.reporting import plots
from experiments.tournament import report, webpage
from experiments.tournament.contest import RunOptions, Watch, hold
from experiments.tournament.journal import salt_of
from experiments.tournament.play import TournamentPlan
from experiments.tournament.schedule import ALIKE, CHALLENGE, MIXED, SALT, TournamentError
from piracy_agents.names import KINDS
from piracy_env.cli import INTERRUPTED, choices
from piracy_env.cli.progress import Progress
from piracy_env.core.game import Game
from piracy_env.envs.opponents import known_agents

KEPT = 5
"""Deals whose games are kept beside a report, unless another number is named."""
ISOLATED = "isolated"
"""What the names of agents begin with that play in a process of their own."""
SLOW = ("mcts", "flat", "strong")
"""Kinds of agents that a tournament without a list leaves out."""


@command()
def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; returns the exit code."""
    args = _parser().parse_args(argv)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_: print(f"warning: {message}", file=sys.stderr)
            _run(args)
    except KeyboardInterrupt:
        kept = _journal(args)
        known = f"; the same command goes on from {kept}" if kept and kept.exists() else ""
        print(f"\ninterrupted{known}", file=sys.stderr)
        return INTERRUPTED
    return 0


def _run(args: argparse.Namespace) -> None:
    game = choices.find_game(args.game)
    plan, run_options = _plan(args, game), _run_options(args)
    if args.html:
        plots.need()
    with Progress() as bar:
        tournament = hold(plan, run_options, _watch(bar))
    print(report.text_of(tournament))
    folder = run_options.replays.name if run_options.replays else ""
    if args.json:
        text = json.dumps(report.contents(tournament, folder), indent=1, ensure_ascii=False)
        _write(args.json, text + "\n")
    if args.html:
        _write(args.html, webpage.page(tournament, folder))
    if run_options.journal and args.journal is None:
        run_options.journal.unlink(missing_ok=True)


def _plan(args: argparse.Namespace, game: Game) -> TournamentPlan:
    options = choices.options(args, game)
    players = options.pop("players")
    tables = options.pop("tables")
    options |= {} if tables is None else {"tables": str(tables)}
    options["max_moves"] = args.max_moves
    for name in args.agents or ():
        choices.look_here(name)
    return TournamentPlan(
        args.game,
        tuple(_isolated(args, args.agents or _quick_agents(game))),
        players,
        args.deals,
        args.seed,
        args.meeting,
        args.reward,
        tuple(sorted((name, value) for name, value in options.items() if value is not None)),
        replays=_kept(args),
        salt=_salt(args),
    )


def _salt(args: argparse.Namespace) -> int:
    """The salt that is given, or that of the tournament that is gone on with, or a new secret."""
    if args.salt is not None:
        return int(args.salt)
    known = salt_of(_journal(args))
    return secrets.randbits(SALT) if known is None else known


def _hexadecimal(text: str) -> int:
    try:
        return int(text, 16)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r:.60} is no hexadecimal number") from None


def _isolated(args: argparse.Namespace, names: Sequence[str]) -> list[str]:
    """Agents by the names that they enter with: those not to be trusted behind a pipe."""
    if not args.isolate:
        return list(names)
    return [f"{ISOLATED}:{name}" if _is_strangers(name) else name for name in names]


def _is_strangers(name: str) -> bool:
    """Whether an agent is none of the project's own."""
    return name.partition(":")[0] not in {"uniform", ISOLATED, *KINDS}


def _quick_agents(game: Game) -> list[str]:
    names = known_agents(game)
    return [name for name in names if name.partition(":")[0] not in SLOW]


def _kept(args: argparse.Namespace) -> int:
    if args.replays is not None:
        return int(args.replays)
    return KEPT if args.html or args.json else 0


def _run_options(args: argparse.Namespace) -> RunOptions:
    target = args.html or args.json
    folder = target.with_name(f"{target.stem}-replays") if target and _kept(args) else None
    if _kept(args) and folder is None:
        raise TournamentError("--replays needs a report beside which they lie: --html or --json")
    workers = worker_count(args.workers, args.backend)
    return RunOptions(workers, args.backend, args.batch, _journal(args), folder)


def _journal(args: argparse.Namespace) -> Path | None:
    target: Path | None = args.html or args.json
    beside = target.with_name(f"{target.stem}.journal") if target else None
    return args.journal or beside


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _watch(bar: Progress) -> Watch:
    """What moves the bar; it says first how many games a journal has already."""
    begun = False

    def watch(done: int, games: int) -> None:
        nonlocal begun
        if done and not begun:
            print(f"{done} of {games} games were played before", file=sys.stderr)
        begun = True
        bar.show("playing" if done < games else "rating", done, games)

    return watch


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.tournament",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    choices.add_game(parser)
    parser.add_argument(
        *("--agents", "-a"),
        nargs="+",
        metavar="NAME",
        help="uniform, heuristic, heuristic:<character>, mcts:<simulations>, ppo:<file>, "
        "strong, module:attribute, …; without it, all of the game but the searchers",
    )
    choices.add_options(parser)
    parser.add_argument(
        "--max-moves", type=choices.count, metavar="N", help="moves after which a game is cut"
    )
    parser.add_argument("--seats", dest="players", type=int, metavar="N", help="number of players")
    group = parser.add_argument_group("the tournament")
    group.add_argument("--deals", type=choices.count, default=100, metavar="N", help="default: 100")
    group.add_argument("--seed", type=choices.whole, default=0, metavar="N", help="default: 0")
    group.add_argument(
        "--salt",
        type=_hexadecimal,
        metavar="HEX",
        help="repeat a tournament under the salt that it told; default: a new one, kept secret "
        "until the end; 0 for deals that follow from the seed alone",
    )
    _add_meetings(parser, group)
    group.add_argument(
        "--reward", default="", metavar="MODE", help="reward mode; else the game's default"
    )
    group = parser.add_argument_group("how it is played")
    group.add_argument(
        "--isolate",
        action="store_true",
        help="agents given as module:attribute play in processes of their own, and receive only "
        "what they may know; they are called isolated:module:attribute",
    )
    group.add_argument(
        "--workers", type=choices.count, metavar="N", help="default: as many as the backend has"
    )
    group.add_argument("--backend", choices=BACKENDS, default=LOCAL, help="where they run")
    group.add_argument(
        "--batch", type=choices.count, metavar="N", help="games that are played at a time"
    )
    group = parser.add_argument_group("what is written")
    group.add_argument("--json", type=Path, metavar="FILE")
    group.add_argument("--html", type=Path, metavar="FILE")
    group.add_argument(
        "--replays", type=choices.whole, metavar="N", help="keep the games of N deals; default: 5"
    )
    group.add_argument(
        "--journal", type=Path, metavar="FILE", help="default: beside what is written"
    )
    return parser


def _add_meetings(parser: argparse.ArgumentParser, group: Any) -> None:
    """How tables are made up."""
    meeting = group.add_mutually_exclusive_group()
    meeting.add_argument(
        "--challenge",
        action="store_const",
        const=CHALLENGE,
        dest="meeting",
        help="the first agent alone among seats of one other agent, instead of all with all",
    )
    meeting.add_argument(
        "--alike",
        action="store_const",
        const=ALIKE,
        dest="meeting",
        help="all seats of a table are one agent, and every agent plays every deal: crews",
    )
    parser.set_defaults(meeting=MIXED)


if __name__ == "__main__":
    sys.exit(main())
