"""Check a game against the contract, a table file, or a replay.

Exit code 0: all is well; 1: a fault was found; 2: nothing could be checked.

Examples:
  piracy check mutiny
  piracy check mutiny --players 3 --only secrets
  piracy check mygame:GAME
  piracy check my.toml
  piracy check game.json
"""

from __future__ import annotations

import argparse
import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from piracy_env.cli import choices, screen
from piracy_env.cli.progress import Progress
from piracy_env.core.files import read_toml
from piracy_env.errors import OptionError, PiracyError, ReplayError, TableError, TableWarning

if TYPE_CHECKING:
    from piracy_env.testing.report import Report

FAILED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("what", nargs="?", help="a game, a table file (.toml) or a replay")
    parser.add_argument("--json", action="store_true", help="print JSON")
    group = parser.add_argument_group("checking a file")
    group.add_argument("--game", metavar="GAME", help="its game, if the file does not say")
    choices.add_options(parser)
    group = parser.add_argument_group("checking a game")
    group.add_argument("--games", type=choices.count, default=8, metavar="N", help="games a check")
    group.add_argument("--moves", type=choices.count, default=200, metavar="N", help="moves a game")
    group.add_argument(
        "--most",
        type=choices.count,
        metavar="N",
        help="moves after which a game is left (default: what the game declares)",
    )
    group.add_argument(
        "--seed", type=choices.whole, default=0, metavar="N", help="seed of the play"
    )
    group.add_argument("--only", nargs="+", metavar="CHECK", help="some checks, or groups of them")
    group.add_argument("--list", action="store_true", help="list the checks instead")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    if args.list:
        return _list_checks()
    if args.what is None:
        raise OptionError("say what to check: a game, a table file or a replay")
    path = Path(args.what)
    if path.suffix == ".toml":
        return _check_tables(args, path)
    if path.is_file() or path.suffix == ".json":
        return _check_replay(args, path)
    return _check_game(args)


def _list_checks() -> int:
    from piracy_env.testing import CHECKS

    rows = [(check.name, check.group, check.doc) for check in CHECKS.values()]
    print("\n".join(screen.table(("check", "group", "what it demands"), rows)))
    return 0


def _check_game(args: argparse.Namespace) -> int:
    from piracy_env.testing import check_game

    game = choices.find_game(args.what)
    given = choices.options(args, game)
    players, tables = given.pop("players"), given.pop("tables")
    with Progress() as progress:
        report = check_game(
            game,
            players=players,
            tables=tables,
            options={name: value for name, value in given.items() if value is not None},
            games=args.games,
            moves=args.moves,
            most=args.most,
            seed=args.seed,
            only=args.only,
            progress=progress.show,
        )
    print(json.dumps(report.as_dict(), indent=2) if args.json else "\n".join(_lines(report)))
    return 0 if report.ok else FAILED


def _lines(report: Report) -> Iterator[str]:
    """A report as it fits the screen."""
    yield report.verdict
    colours = {"ok": screen.GREEN, "FAILED": screen.RED}
    rows = [(screen.paint(word, colours[word]), *rest) for word, *rest in report.rows()]
    yield from screen.table(("", "check", "time", "what it found"), rows, "<<><")
    for failure in report.failures:
        yield f"\n{screen.fit(f'{failure.check}: {failure.details}')}"


def _check_tables(args: argparse.Namespace, path: Path) -> int:
    faults, doubts, digest = [], [], ""
    game = choices.find_game(args.game or _base(path))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", TableWarning)
        try:
            digest = game.tables.load(path).digest
        except TableError as error:
            faults = [str(error)]
    doubts = [str(warning.message) for warning in caught]
    if args.json:
        facts = {"ok": not faults, "digest": digest, "errors": faults, "warnings": doubts}
        print(json.dumps({"file": str(path), "game": game.name, **facts}, indent=2))
        return FAILED if faults else 0
    for doubt in doubts:
        print(f"{screen.paint('warning', screen.YELLOW)}  {doubt}")
    for fault in faults:
        print(f"{screen.paint('FAILED', screen.RED)}  {fault}")
    if not faults:
        print(f"{screen.paint('ok', screen.GREEN)}  {path}: tables of {game.name}, digest {digest}")
    return FAILED if faults else 0


def _base(path: Path) -> str:
    """The game that a table file names itself."""
    base = read_toml(path, TableError).get("base")
    if not isinstance(base, str) or not base.isidentifier():
        raise TableError(f'{path}: does not say whose it is by base = "<game>"; give --game')
    return base


def _check_replay(args: argparse.Namespace, path: Path) -> int:
    from piracy_env.cli.replay import load, summary

    if not path.exists():
        raise PiracyError(f"{path}: no such file")
    try:
        replay = load(path, args.game, args.tables)
    except ReplayError as error:
        if args.json:
            print(json.dumps({"file": str(path), "ok": False, "errors": [str(error)]}, indent=2))
        else:
            print(f"{screen.paint('FAILED', screen.RED)}  {error}")
        return FAILED
    if args.json:
        print(
            json.dumps({"file": str(path), "ok": True, "errors": [], **summary(replay)}, indent=2)
        )
    else:
        print(
            f"{screen.paint('ok', screen.GREEN)}  {path}: {len(replay)} moves of "
            f"{replay.game.name}, version {replay.game.version}"
        )
    return 0
