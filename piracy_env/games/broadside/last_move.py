"""What was done last, marked in the picture: the ship that acted, what it went for."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.drawing.last import last_move, ring
from piracy_env.drawing.svg import Box
from piracy_env.games.broadside.actions import ACTIONS
from piracy_env.games.broadside.describe import describe_action
from piracy_env.games.broadside.render import adventure_boxes, ship_boxes
from piracy_env.games.broadside.state import NONE


def mark(before: Record, tables: Tables, action: int, now: Record, viewer: int | None) -> str:
    """Markup over the picture of the present position."""
    words = describe_action(before, tables, action, viewer)
    rings = (ring(before.seat, box) for box in _places(before, tables, action, now, viewer))
    return last_move("Broadside", before.seat, words, *rings)


def _places(
    before: Record, tables: Tables, action: int, now: Record, viewer: int | None
) -> Iterator[Box]:
    """Where something was done, if it is still there."""
    block, at = ACTIONS.parse(action)
    targeted = block in ("target_table", "target_enemy")
    own = at.get("ship") if not targeted else before.sel_ship if before.sel_ship != NONE else None
    touched = [(before.seat, own)] if own is not None and block != "sell" else []
    if block == "target_enemy":
        touched.append(((before.seat + at["left"] + 1) % before.players, at["ship"]))
    for seat, slot in touched:
        boxes = ship_boxes(now, tables, seat, viewer)
        if slot in boxes and not now.out >> seat & 1:
            yield boxes[slot]
    if block == "target_table" and at["slot"] in (boxes := adventure_boxes(now)):
        yield boxes[at["slot"]]
