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
from piracy_env.cli.progress import Progress
from piracy_env.errors import ReplayError, UnknownGameError

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
        print(_page(list(_story(replay, args.seat)), args.move))
    elif args.all:
        screen.show_pages("".join(f"{page}\n\n" for page in _story(replay, args.seat)))
    elif args.svg is not None:
        _draw(replay, args.svg, args.seat)
    elif args.json:
        seen = None if args.seat is None else replay.view(args.seat).as_dict()
        print(json.dumps(seen or summary(replay), indent=2, ensure_ascii=False))
    elif args.quiet or not screen.interactive():
        print("\n".join(_sum_up(args.file, replay, args.seat)))
    else:
        print("\n".join(_sum_up(args.file, replay, args.seat)))
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


def _sum_up(path: Path, replay: Replay, seat: int | None) -> Iterator[str]:
    from piracy_env.cli.sitting import results
    from piracy_env.core.options import written
    from piracy_env.core.text import plural

    settings = ", ".join(
        f"{name}={written(replay.options[name])}"
        for name, option in replay.game.options.items()
        if replay.options[name] != option.default
    )
    yield f"{path}: {screen.paint('verified', screen.GREEN)}"
    yield f"{replay.game.title}, version {replay.game.version}, {replay.options['players']} players"
    if settings:
        yield screen.fit(settings)
    yield plural(_length(replay, seat), "move")
    yield from results(replay.engine_at(len(replay)))


def _page(pages: list[str], move: int) -> str:
    """The page after so many moves of a story."""
    if move >= len(pages):
        raise ReplayError(f"there are moves 0 to {len(pages) - 1}, not {move}")
    return pages[move]


def _length(replay: Replay, seat: int | None) -> int:
    """Moves of the story that a seat is told."""
    return sum(1 for _ in replay.told(seat)) - 1


def _story(replay: Replay, seat: int | None) -> Iterator[str]:
    """Each position as the seat knows it, and what was done in it, as far as it was told."""
    from piracy_env.core.text import seat_letter

    last = _length(replay, seat)
    for move, (engine, action) in enumerate(replay.told(seat)):
        position = screen.fit(engine.describe(0, seat))
        lines = [screen.paint(f"after move {move} of {last}", screen.DIM), position]
        if action is not None:
            who = f"move {move + 1}, {seat_letter(int(engine.seat[0]))}:"
            words = engine.describe_action(0, action, seat)
            told = screen.fit(f"{who} {words}")
            lines.append(f"\n{screen.paint(who, screen.BOLD)}{told.removeprefix(who)}")
        yield "\n".join(lines)


def _draw(replay: Replay, folder: Path, seat: int | None) -> None:
    """A picture of each position."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with Progress() as progress:
            last = _length(replay, seat)
            for move, (engine, _) in enumerate(replay.told(seat)):
                path = folder / f"{replay.game.name}-{move:04}.svg"
                progress.show(path.name, move, last + 1)
                path.write_bytes(show.svg_file(engine, seat))
    except (OSError, ValueError) as error:
        raise show.unwritable(folder, error) from None
    print(f"wrote {last + 1} pictures to {folder}")


def _step(replay: Replay, seat: int | None) -> None:
    """Step through the game as the keyboard says."""
    pages, move = list(_story(replay, seat)), 0
    while True:
        print(f"\n{pages[move]}\n")
        try:
            answer = screen.ask("Enter next, b back, a number, q quit> ")
        except (EOFError, KeyboardInterrupt):
            print()
            return
        if answer in ("q", "quit"):
            return
        if answer.isdecimal():
            move = int(answer[:9])  # beyond the end, as far as anybody may type
        else:
            move += -1 if answer.startswith("b") else 1
        move = min(max(move, 0), len(pages) - 1)
