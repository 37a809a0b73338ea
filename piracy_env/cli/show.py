"""Show a position, in words or as a picture.

Examples:
  piracy show mutiny --seed 7 --moves 40
  piracy show mutiny --seed 7 --moves 40 --seat 1 --svg table.svg
  piracy show mutiny --replay game.json --move 12
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from piracy_env.cli import choices, screen
from piracy_env.errors import OptionError, PiracyError

if TYPE_CHECKING:
    from piracy_env.core.engine import Engine


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    choices.add_game(parser)
    choices.add_deal(parser)
    group = parser.add_argument_group("the position")
    group.add_argument("--moves", type=choices.whole, default=0, metavar="N", help="random moves")
    group.add_argument("--replay", type=Path, metavar="FILE", help="a position of a replay instead")
    group.add_argument("--move", type=choices.whole, metavar="K", help="… after its move K")
    add_picture(parser)


def add_picture(parser: argparse.ArgumentParser) -> None:
    """The arguments that say through whose eyes, and into which files."""
    group = parser.add_argument_group("the view")
    group.add_argument("--seat", type=choices.whole, help="what this seat knows; else everything")
    group.add_argument("--svg", type=Path, metavar="FILE", help="write a picture")
    group.add_argument("--png", type=Path, metavar="FILE", help="write pixels")
    group.add_argument("--force", action="store_true", help="write over files that exist")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from piracy_env.core.text import ending
    from piracy_env.envs.rendering import in_words

    game = choices.find_game(args.game)
    if args.replay is not None:
        from piracy_env.core.replay import Replay

        replay = Replay.load(args.replay, game, args.tables)
        if args.seat is not None:
            check_seat(replay.begin(), args.seat)
        known = args.seat if args.move is not None else None
        engine = replay.engine_at(len(replay) if args.move is None else args.move, known)
    elif args.move is not None:
        raise OptionError("--move goes with --replay; random moves are asked for with --moves")
    else:
        engine = play_at_random(choices.make_engine(args, game), args.moves)
    check_seat(engine, args.seat)
    if args.svg is not None:
        write(args.svg, svg_file(engine, args.seat), force=args.force)
    if args.png is not None:
        from piracy_env.drawing.svg import to_png

        write(args.png, to_png(engine.render(0, args.seat)), force=args.force)
    if args.svg is None and args.png is None:
        print(screen.fit(in_words(engine, 0, args.seat)))
        if engine.decision(0, args.seat):
            print(screen.paint(engine.game.situation(engine.record()), screen.DIM))
        if engine.outcome().reason:
            print(screen.fit(ending(engine.outcome())))
    return 0


def play_at_random(engine: Engine, moves: int) -> Engine:
    """Play random moves, at most to the end."""
    for _ in range(moves):
        if engine.record().over:
            break
        engine.step(engine.uniform())
    return engine


def check_seat(engine: Engine, seat: int | None) -> None:
    """Refuse a seat that nobody sits on."""
    if seat is not None and seat >= engine.options.players:
        raise OptionError(f"seats are numbered 0 to {engine.options.players - 1}, not {seat}")


def svg_file(engine: Engine, seat: int | None) -> bytes:
    """A picture that looks the same in every browser: with its fonts inside."""
    from piracy_env.drawing.svg import embed_fonts

    return embed_fonts(engine.render(0, seat)).encode()


def write(path: Path, contents: bytes, *, force: bool = False) -> None:
    """Write a file, and say so; one that exists only if it may be overwritten."""
    if not force:
        screen.require_free(path)
    try:
        path.write_bytes(contents)
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None
    print(f"wrote {path}")


def free_path(stem: str, suffix: str) -> Path:
    """A file name in the current folder that is not taken: `stem.svg`, `stem-2.svg`."""
    path, number = Path(f"{stem}.{suffix}"), 1
    while path.exists():
        number += 1
        path = Path(f"{stem}-{number}.{suffix}")
    return path


def unwritable(path: Path, error: OSError | ValueError) -> PiracyError:
    """Why there is no such file: the system refuses it, or no file can have such a name."""
    return PiracyError(f"{str(path)!r}: cannot be written ({getattr(error, 'strerror', error)})")
