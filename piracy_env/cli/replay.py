"""Verify a saved game, and step through it.

On a terminal it steps: Enter for the next position, b back, a number for that move, q to leave.
Elsewhere, or with --quiet, it verifies and sums up.

Examples:
  piracy replay game.json
  piracy replay game.json --move 12 --seat 1     one position, as seat 1 knew it
  piracy replay game.json --at 20000             begin there: at once, and nothing is verified
  piracy replay game.json --all                  the whole game in words
  piracy replay game.json --seat 1 --json        what seat 1 may know, for publishing
  piracy replay game.json --svg pictures/        a picture a move
  piracy replay game.json --html game.html       a page with all of it, to be opened anywhere
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from piracy_env.cli import choices, screen, show
from piracy_env.cli.progress import Progress
from piracy_env.errors import ReplayError, UnknownGameError

if TYPE_CHECKING:
    from piracy_env.core.game import Game
    from piracy_env.core.replay import Replay, StoryTurn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", type=Path, help="a replay")
    parser.add_argument("--game", metavar="MODULE:ATTRIBUTE", help="its game, if not of the suite")
    choices.add_tables(parser)
    parser.add_argument("--seat", type=choices.whole, help="what this seat knew; else everything")
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--at", type=choices.whole, metavar="K", help="open it after move K, without verifying it"
    )
    form.add_argument("--move", type=choices.whole, metavar="K", help="the position after move K")
    form.add_argument("--all", action="store_true", help="all positions and moves")
    form.add_argument("--svg", type=Path, metavar="FOLDER", help="write a picture of each position")
    form.add_argument(
        "--html", type=Path, metavar="FILE", help="write a page with all pictures and the story"
    )
    parser.add_argument(
        "--thoughts",
        metavar="WHO",
        default="",
        help="on the page: whose thoughts of each move (default: the network, if there is one)",
    )
    form.add_argument("--json", action="store_true", help="print JSON: a summary, or a seat's view")
    parser.add_argument("--force", action="store_true", help="write over files that exist")
    form.add_argument("-q", "--quiet", action="store_true", help="verify and sum up, do not step")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    replay = load(args.file, args.game, args.tables, verify=args.at is None)
    show.check_seat(replay.begin(), args.seat)
    if args.at is not None:
        _open(replay, args.seat, args.at, steps=screen.interactive())
    elif args.move is not None:
        print(_Pages(replay, args.seat).page(args.move))
    elif args.all:
        screen.show_pages("".join(f"{page}\n\n" for page in _story(replay, args.seat)))
    elif args.svg is not None:
        _draw(replay, args.svg, args.seat, force=args.force)
    elif args.html is not None:
        if not args.force:
            screen.require_free(args.html)
        write_page(replay, args.html, args.seat, args.thoughts)
    elif args.json:
        seen = None if args.seat is None else replay.view(args.seat).as_dict()
        print(json.dumps(seen or summary(replay), indent=2, ensure_ascii=False))
    elif args.quiet or not screen.interactive():
        print("\n".join(_sum_up(args.file, replay, args.seat)))
    else:
        print("\n".join(_sum_up(args.file, replay, args.seat)))
        _step(_Pages(replay.with_checkpoints(), args.seat), 0)
    return 0


def load(path: Path, game: str | None, tables: Path | None, *, verify: bool = True) -> Replay:
    """A replay of a game of the suite, or of the one that is named; it is verified, or not yet."""
    from piracy_env.core.replay import Replay

    finder = _of_the_suite if game is None else choices.find_game(game)
    return Replay.load(path, finder, tables, verify=verify)


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
        "team": replay.team,
        "reason": replay.reason,
        "seats": list(replay.seats),
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
    yield from results(replay.engine_at(len(replay)), replay.seats)


class _Pages:
    """The pages of a story, each drawn when it is turned to."""

    def __init__(self, replay: Replay, seat: int | None) -> None:
        self.replay, self.seat = replay, seat

    @cached_property
    def moves(self) -> Sequence[int]:
        """After how many actions each page stands."""
        return self.replay.moves_told(self.seat)

    def page(self, number: int) -> str:
        """The page after so many moves of the story."""
        if number >= len(self.moves):
            raise ReplayError(f"there are moves 0 to {len(self.moves) - 1}, not {number}")
        turns = self.replay.story(self.seat, self.moves[max(number - 1, 0)])
        done = _did(next(turns), self.replay.seats) if number else ""
        return _page(next(turns), number, len(self.moves) - 1, self.replay.seats, done)


def _length(replay: Replay, seat: int | None) -> int:
    """Moves of the story that a seat is told."""
    return len(replay.moves_told(seat)) - 1


def _story(replay: Replay, seat: int | None) -> Iterator[str]:
    """Each position as the seat knows it, what came of the last move, and what was done in it."""
    last = _length(replay, seat)
    done = ""
    for move, turn in enumerate(replay.story(seat)):
        yield _page(turn, move, last, replay.seats, done)
        done = _did(turn, replay.seats)


def _page(turn: StoryTurn, move: int, last: int, names: Sequence[str], done: str) -> str:
    """What was done last and came of it, the position, and what was done in it."""
    lines = [screen.paint(f"after move {move} of {last}", screen.DIM)]
    lines += [screen.fit(done)] if done else []
    if turn.news:
        lines += [screen.fit("\n".join(turn.news)), ""]
    lines.append(screen.fit(turn.position))
    if turn.seat is not None:
        who = f"move {move + 1}, {_who(turn, names)}:"
        line = screen.fit(f"move {move + 1}, {_did(turn, names)}")
        lines.append(f"\n{screen.paint(who, screen.BOLD)}{line.removeprefix(who)}")
    return "\n".join(lines)


def _did(turn: StoryTurn, names: Sequence[str]) -> str:
    """Who did what."""
    return f"{_who(turn, names)}: {turn.action}"


def _who(turn: StoryTurn, names: Sequence[str]) -> str:
    """Who decided what: the seat, its player if that is known, and the decision."""
    from piracy_env.cli.sitting import called
    from piracy_env.core.text import seat_letter, spaced

    seat = turn.seat or 0
    name = f" ({called(names[seat])})" if names else ""
    what = f", {spaced(turn.decision.lower())}" if turn.decision else ""
    return f"{seat_letter(seat)}{name}{what}"


def _draw(replay: Replay, folder: Path, seat: int | None, *, force: bool) -> None:
    """A picture of each position."""
    for path in [] if force else sorted(folder.glob(f"{replay.game.name}-????.svg"))[:1]:
        screen.require_free(path)
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


def write_page(replay: Replay, path: Path, seat: int | None = None, thinker: str = "") -> None:
    """A page that needs nothing but a browser."""
    from piracy_env.table import viewer

    choices.look_here(thinker)
    agent = viewer.thinker_for(replay, thinker) if seat is None else None
    with Progress() as progress:
        shown = viewer.told(
            replay, seat, agent, lambda done, of: progress.show(path.name, done, of + 1)
        )
    show.write(path, viewer.page(shown).encode())


def _open(replay: Replay, seat: int | None, move: int, *, steps: bool) -> None:
    """Show a position that nobody has verified, and step on from there."""
    pages = _Pages(replay, seat)
    shown = pages.page(move)
    print(screen.paint("not verified: the game is opened in the middle", screen.YELLOW))
    if steps:
        _step(pages, move)
    else:
        print(shown)


def _step(pages: _Pages, move: int) -> None:
    """Step through the game from a move on, as the keyboard says."""
    while True:
        print(f"\n{pages.page(move)}\n")
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
        move = min(max(move, 0), len(pages.moves) - 1)
