"""What was done last, marked in the picture of an Adventure."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.drawing.last import ring, trail
from piracy_env.games.skull_tales.actions import ACTIONS
from piracy_env.games.skull_tales.describe_land import is_thing
from piracy_env.games.skull_tales.last_move import with_words
from piracy_env.games.skull_tales.render_land import board_of
from piracy_env.games.skull_tales.state import EMPTY, NONE, SLOTS
from piracy_env.games.skull_tales.wording_land import describe_action
from piracy_env.games.skull_tales.words_land import foes_on_board

Place = tuple[int, int]


def mark(before: Record, tables: Tables, action: int, now: Record, viewer: int | None) -> str:
    """Markup over the picture of the present position."""
    words = describe_action(before, tables, action, viewer)
    return with_words(before, words, on_the_board(before, action, now))


def on_the_board(before: Record, action: int, now: Record) -> Iterator[str]:
    """Where Characters and Enemies went, and who or what was chosen."""
    sheet, seat = board_of(now), int(before.seat)
    for start, goal in _ways(before, now):
        place = sheet.box(*goal)
        yield trail(seat, *sheet.box(*start).middle, *place.middle, clear=sheet.cell * 0.3)
    for row, col in _chosen(before, action):
        yield ring(seat, sheet.box(row, col).inside(sheet.cell * 0.04 + 4), rx=6)


def _ways(before: Record, now: Record) -> Iterator[tuple[Place, Place]]:
    """From where to where figures went that were and are on the board."""
    slots = [k for k in range(SLOTS) if before.ch_kind[k] != EMPTY != now.ch_kind[k]]
    foes = [k for k in foes_on_board(now) if before.foe_type[k] == now.foe_type[k]]
    ways = [
        *(((before.ch_y[k], before.ch_x[k]), (now.ch_y[k], now.ch_x[k])) for k in slots),
        *(((before.foe_row[k], before.foe_col[k]), (now.foe_row[k], now.foe_col[k])) for k in foes),
    ]
    for start, goal in ways:
        if start != goal and NONE not in (*start, *goal):
            yield start, goal


def _chosen(before: Record, action: int) -> Iterator[Place]:
    """Where the Enemy or the Character stood, or the space lies, that was chosen."""
    block, at = ACTIONS.parse(action)
    place = (NONE, NONE)
    if block == "enemy":
        place = (before.foe_row[at["number"]], before.foe_col[at["number"]])
    elif block == "char":
        seen = at["place"]
        slot = (before.seat + seen) % before.players if seen < before.players else seen
        place = (before.ch_y[slot], before.ch_x[slot])
    elif block == "cand" and not is_thing(before):
        place = (before.cand[at["place"]][0], before.cand[at["place"]][1])
    if NONE not in place and before.b_tile[place[0]][place[1]]:
        yield place
