"""What was done last, marked in the picture: the card that came aboard, the player attacked."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.drawing.last import last_move, ring
from piracy_env.drawing.svg import Box
from piracy_env.games.notoriety.actions import ACTIONS
from piracy_env.games.notoriety.describe import describe_action
from piracy_env.games.notoriety.render import party_box, sheet_of, slot_boxes
from piracy_env.games.notoriety.state import Phase


def mark(before: Record, tables: Tables, action: int, now: Record, viewer: int | None) -> str:
    """Markup over the picture of the present position."""
    words = describe_action(before, tables, action, viewer)
    rings = (ring(before.seat, box) for box in _places(before, tables, action, now, viewer))
    return last_move("Notoriety", before.seat, words, *rings)


def _places(
    before: Record, tables: Tables, action: int, now: Record, viewer: int | None
) -> Iterator[Box]:
    """Where something was done in the open."""
    block, at = ACTIONS.parse(action)
    if block == "target":
        victim = (before.seat + at["left"] + 1) % before.players
        yield sheet_of(victim, viewer, before.players)._replace(height=46)
    elif block == "row" and not any(now.place):
        yield slot_boxes()[at["slot"]]
    boarding = block == "card" and before.phase == Phase.COMMAND
    if boarding or block == "row":
        number = at["card"] if boarding else before.row[at["slot"]]
        place = party_box(now, tables, before.seat, viewer, number)
        if place is not None:
            yield place
