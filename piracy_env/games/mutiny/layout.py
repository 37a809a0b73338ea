"""Where everything lies in the picture of the table."""

from __future__ import annotations

from piracy_env.core.seats import side_of
from piracy_env.drawing.svg import Box
from piracy_env.games.mutiny.state import RANKS, SLOTS

WIDTH, HEIGHT = 1600, 1240
AREA = Box(0, 0, 500, 376)
_MARGIN = 25
_LEFT, _CENTRE, _RIGHT = 25, 550, 1075
_UPPER, _LOWER = 96, 840
BOARD = Box(_MARGIN, 492, WIDTH - 2 * _MARGIN, 328)
MIDDLE = Box(BOARD.x + 356, BOARD.y + 14, 838, 284)
"""The cards on the board, or the reckoning."""
_PLACES = {
    3: ((_CENTRE, _LOWER), (_LEFT, _UPPER), (_RIGHT, _UPPER)),
    4: ((_CENTRE, _LOWER), (_LEFT, _UPPER), (_CENTRE, _UPPER), (_RIGHT, _UPPER)),
    5: ((_CENTRE, _LOWER), (_LEFT, _LOWER), (_LEFT, _UPPER), (_RIGHT, _UPPER), (_RIGHT, _LOWER)),
}
"""Upper left corners of the players' areas by player count, clockwise from the viewer."""
LEGEND = {3: (_LEFT, _LOWER), 4: (_LEFT, _LOWER), 5: (_CENTRE, _UPPER)}
ORNAMENTS = {3: ((_RIGHT, _LOWER), (_CENTRE, _UPPER)), 4: ((_RIGHT, _LOWER),), 5: ()}


def area_of(seat: int, viewer: int | None, players: int) -> Box:
    """The area of a player, as a viewer sees it."""
    x, y = _PLACES[players][(seat - side_of(viewer, players)) % players]
    return AREA._replace(x=x, y=y)


def columns_of(area: Box) -> list[Box]:
    """The columns of the pirates of an area."""
    return Box(area.x + 10, area.y + 50, 290, area.height - 54).columns(RANKS)


def tokens_of(area: Box) -> Box:
    """The tokens of an area."""
    return Box(area.x + 316, area.y + 58, 174, 86)


def slot_boxes() -> list[Box]:
    """The slots of the display board."""
    return MIDDLE.columns(SLOTS, 18)
