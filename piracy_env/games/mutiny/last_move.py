"""What was done last, marked in the picture: the card that was boarded, the party joined."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.drawing.last import last_move, ring
from piracy_env.drawing.svg import Box
from piracy_env.games.mutiny.actions import ACTIONS
from piracy_env.games.mutiny.describe import describe_action
from piracy_env.games.mutiny.layout import area_of, columns_of, slot_boxes, tokens_of
from piracy_env.games.mutiny.stacks import captain_of
from piracy_env.games.mutiny.state import RANKS, Phase


def mark(before: Record, tables: Tables, action: int, now: Record, viewer: int | None) -> str:
    """Markup over the picture of the present position."""
    words = describe_action(before, tables, action, viewer)
    rings = (ring(before.seat, box) for box in _places(before, action, now, viewer))
    return last_move("Mutiny", before.seat, words, *rings)


def _places(before: Record, action: int, now: Record, viewer: int | None) -> Iterator[Box]:
    """Where something was done."""
    block, at = ACTIONS.parse(action)
    own = before.seat * RANKS + at.get("own", 0)
    if "slot" in at and now.phase != Phase.OVER:
        yield slot_boxes()[at["slot"]]
    if block == "assemble":
        yield _column(captain_of(now, own), now, viewer)
    elif block == "ransom":
        yield _column(own, now, viewer)
    elif block == "booty":
        yield tokens_of(area_of(before.seat, viewer, now.players))


def _column(pirate: int, s: Record, viewer: int | None) -> Box:
    return columns_of(area_of(pirate // RANKS, viewer, s.players))[pirate % RANKS].inside(4)
