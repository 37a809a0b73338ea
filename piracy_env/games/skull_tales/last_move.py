"""What was done last, marked in the picture of a Voyage, a Port or a campaign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import seat_letter
from piracy_env.drawing.last import last_move, ring_around, trail
from piracy_env.drawing.svg import corners
from piracy_env.games.skull_tales.describe import describe_action
from piracy_env.games.skull_tales.render import MAP, shows_chart
from piracy_env.games.skull_tales.sea_chart import Sheet
from piracy_env.games.skull_tales.state import ENEMIES, NONE


def mark(before: Record, tables: Tables, action: int, now: Record, viewer: int | None) -> str:
    """Markup over the picture of the present position."""
    words = describe_action(before, tables, action, viewer)
    return with_words(before, words, on_the_chart(before, now))


def with_words(before: Record, words: str, marks: Iterable[str]) -> str:
    """Marks, and who did what."""
    return last_move("Skull Tales", before.seat, f"{seat_letter(before.seat)}: {words}", *marks)


def on_the_chart(before: Record, now: Record) -> Iterator[str]:
    """Where the ship and Sea Enemies went."""
    if not (shows_chart(now) and shows_chart(before)):
        return
    sheet, seat = Sheet(MAP), int(before.seat)
    enemies = [k for k in range(ENEMIES) if before.sea_on[k] and now.sea_on[k]]
    ways = [((before.ship_c, before.ship_r), (now.ship_c, now.ship_r))]
    ways += [((before.sea_c[k], before.sea_r[k]), (now.sea_c[k], now.sea_r[k])) for k in enemies]
    for number, (start, goal) in enumerate(ways):
        if start != goal and NONE not in (*start, *goal):
            there = sheet.place(*goal)
            yield trail(seat, *sheet.place(*start), *there, clear=sheet.radius * 0.5)
            if number == 0:
                yield ring_around(seat, corners(*there, sheet.radius * 0.94, turn=30))
