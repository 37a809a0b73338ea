"""What was done last, marked in the picture: where a vessel went, the vessel or Attack chosen."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.drawing.last import last_move, ring, ring_around, trail
from piracy_env.drawing.svg import corners
from piracy_env.games.havens.actions import ACTIONS
from piracy_env.games.havens.describe import describe_action
from piracy_env.games.havens.gameboard import RADIUS
from piracy_env.games.havens.render import attack_boxes, hex_middle, slot_boxes
from piracy_env.games.havens.state import NONE, SLOTS


def mark(before: Record, tables: Tables, action: int, now: Record, viewer: int | None) -> str:
    """Markup over the picture of the present position."""
    words = describe_action(before, tables, action, viewer)
    marks = [*_on_the_chart(before, tables, now), *_on_sheets(before, action, now, viewer)]
    return last_move("Havens", before.seat, words, *marks)


def _on_the_chart(before: Record, tables: Tables, now: Record) -> Iterator[str]:
    """Where vessels went."""
    for seat in range(now.players):
        for slot in range(SLOTS):
            start, goal = before.hex[seat, slot], now.hex[seat, slot]
            if not now.at_sea[seat, slot] or goal in (NONE, start):
                continue
            there = hex_middle(tables, goal)
            if start != NONE and before.at_sea[seat, slot]:
                yield trail(seat, *hex_middle(tables, start), *there, clear=RADIUS - 4)
            yield ring_around(seat, corners(*there, RADIUS - 3, turn=30))


def _on_sheets(before: Record, action: int, now: Record, viewer: int | None) -> Iterator[str]:
    """The vessel, or the place of an Attack Row, that was chosen."""
    block, at = ACTIONS.parse(action)
    actor = before.seat
    owner = (actor + at["left"] + 1) % before.players if block == "target" else actor
    if "slot" in at:
        yield ring(actor, slot_boxes(now, owner, viewer)[at["slot"]], rx=10)
    if "place" in at:
        yield ring(actor, attack_boxes(now, actor, viewer)[at["place"]], rx=9)
