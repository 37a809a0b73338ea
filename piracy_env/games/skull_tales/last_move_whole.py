"""What was done last, marked in the picture of a whole campaign."""

from __future__ import annotations

from collections.abc import Iterable

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.games.skull_tales.describe_whole import describe_action
from piracy_env.games.skull_tales.invariants_whole import is_on_board
from piracy_env.games.skull_tales.last_move import on_the_chart, with_words
from piracy_env.games.skull_tales.last_move_land import on_the_board


def mark(before: Record, tables: Tables, action: int, now: Record, viewer: int | None) -> str:
    """Markup over the picture of the present position."""
    words = describe_action(before, tables, action, viewer)
    marks: Iterable[str] = ()
    if is_on_board(before) and is_on_board(now):
        marks = on_the_board(before, action, now)
    elif not (is_on_board(before) or is_on_board(now)):
        marks = on_the_chart(before, now)
    return with_words(before, words, marks)
