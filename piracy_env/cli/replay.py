"""Verify a saved game, and step through it.

On a terminal it steps: Enter for the next position, b back, a number for that move, q to leave.
Elsewhere, or with --quiet, it verifies and sums up.

Examples:
  piracy replay game.json
  piracy replay game.json --move 12 --seat 1     one position, as seat 1 knew it
  piracy replay game.json --all                  the whole game in words
  piracy replay game.json --seat 1 --json        what seat 1 may know, for publishing
  piracy replay game.json --svg pictures/        a picture a move
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from piracy_env.cli import choices, screen, show
from piracy_env.errors import PiracyError, UnknownGameError

if TYPE_CHECKING:
    from piracy_env.core.game import Game
    from piracy_env.core.replay import Replay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", type=Path, help="a replay")
    parser.add_argument("--game", metavar="MODULE:ATTRIBUTE", help="its game, if not of the suite")
    choices.add_tables(parser)
    parser.add_argument("--seat", type=choices.whole, help="what this seat knew; else everything")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--move", type=choices.whole, metavar="K", help="the position after move K")
    form.add_argument("--all", action="store_true", help="all positions and moves")
    form.add_argument("--svg", type=Path, metavar="FOLDER", help="write a picture of each position")
    form.add_argument("--json", action="store_true", help="print JSON: a summary, or a seat's view")
    form.add_argument("-q", "--quiet", action="store_true", help="verify and sum up, do not step")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    replay = load(args.file, args.game, args.tables)
    show.check_seat(replay.begin(), args.seat)
    if args.move is not None:
        print("\n".join(_position(replay, args.move, args.seat)))
    elif args.all:
        screen.show_pages("".join(_story(replay, args.seat)))
    elif args.svg is not None:
        _draw(replay, args.svg, args.seat)
    elif args.json:
        seen = None if args.seat is None else replay.view(args.seat).as_dict()
        print(json.dumps(seen or summary(replay), indent=2, ensure_ascii=False))
    elif args.quiet or not screen.interactive():
        print("\n".join(_sum_up(args.file, replay)))
    else:
        print("\n".join(_sum_up(args.file, replay)))
        _step(replay, args.seat)
    return 0


def load(path: Path, game: str | None, tables: Path | None) -> Replay:
    """A verified replay of a game of the suite, or of the one that is named."""
    from piracy_env.core.replay import Replay

    return Replay.load(path, _of_the_suite if game is None else choices.find_game(game), tables)


def _of_the_suite(name: str) -> Game:
    try:
        return choices.find_game(name)
    except UnknownGameError as error:
        raise UnknownGameError(f"{error}; name a game of your own with --game") from None


def summary(replay: Replay) -> dict[str, object]:
    """What a replay is about, for programs."""
    from piracy_env.core.replay import ENDS

    return {
        "verified": True,
        "game": replay.game.name,
        "version": replay.game.version,
        "options": replay.options,
        "moves": len(replay),
        "end": ENDS[replay.over],
        "scores": list(replay.scores),
        "ranks": list(replay.ranks),
        "actions": [replay.game.actions.label(action) for action in replay.actions],
    }


def _sum_up(path: Path, replay: Replay) -> Iterator[str]:
    from piracy_env.cli.sitting import results
    from piracy_env.core.text import plural

    settings = ", ".join(
        f"{name}={replay.options[name]}"
        for name, option in replay.game.options.items()
        if replay.options[name] != option.default
    )
    yield f"{path}: {screen.paint('verified', screen.GREEN)}"
    yield f"{replay.game.title}, version {replay.game.version}, {replay.options['players']} players"
    if settings:
        yield settings
    yield plural(len(replay), "move")
    yield from results(replay.engine_at(len(replay)))


def _position(replay: Replay, move: int, seat: int | None) -> Iterator[str]:
    """A position, and what was done in it."""
    from piracy_env.core.text import seat_letter

    engine = replay.engine_at(move)
    yield screen.paint(f"after move {move} of {len(replay)}", screen.DIM)
    yield engine.describe(0, seat)
    if move < len(replay):
        words = engine.describe_action(0, replay.actions[move], seat)
        who = f"move {move + 1}, {seat_letter(int(engine.seat[0]))}:"
        yield f"\n{screen.paint(who, screen.BOLD)} {words}"


def _story(replay: Replay, seat: int | None) -> Iterator[str]:
    for move in range(len(replay) + 1):
        yield "\n".join(_position(replay, move, seat)) + "\n\n"


def _draw(replay: Replay, folder: Path, seat: int | None) -> None:
    """A picture of each position."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with screen.Progress() as progress:
            for move, engine in enumerate(replay.play()):
                path = folder / f"{replay.game.name}-{move:04}.svg"
                progress.show(path.name, move, len(replay) + 1)
                path.write_bytes(show.svg_file(engine, seat))
    except OSError as error:
        raise PiracyError(f"{folder}: cannot be written ({error.strerror})") from None
    print(f"wrote {len(replay) + 1} pictures to {folder}")


def _step(replay: Replay, seat: int | None) -> None:
    """Step through the game as the keyboard says."""
    move = 0
    while True:
        print("\n" + "\n".join(_position(replay, move, seat)) + "\n")
        try:
            answer = screen.ask("Enter next, b back, a number, q quit> ")
        except (EOFError, KeyboardInterrupt):
            print()
            return
        if answer in ("q", "quit"):
            return
        if answer.isdecimal():
            move = int(answer)
        else:
            move += -1 if answer.startswith("b") else 1
        move = min(max(move, 0), len(replay))
