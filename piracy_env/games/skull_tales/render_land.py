"""The picture of an Adventure: the tiles as a map, the track above, Characters beside it.

What a seat keeps for itself is drawn for its owner alone, and for a spectator who knows all.
"""

from __future__ import annotations

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.drawing.svg import (
    PLAYER_COLOURS,
    Box,
    Colour,
    canvas,
    heading,
    panel,
    player_name,
    sea,
)
from piracy_env.games.skull_tales import figures_land, ground_land, sheets_land
from piracy_env.games.skull_tales.describe_land import headline, is_thing
from piracy_env.games.skull_tales.state import NONE
from piracy_env.games.skull_tales.story_words import asked
from piracy_env.games.skull_tales.words_land import adventure_name

WIDTH, HEIGHT = 1600, 1200
_TRACK = Box(25, 96, 1086, 62)
_MAP = Box(25, 168, 1086, 812)
_SIDE = Box(1127, 96, 448, 884)
_BELOW = Box(25, 994, 1550, 190)
_RESULTS = ("failure", "partial success", "total success")


def render(s: Record, tables: Tables, viewer: int | None) -> str:
    """The Adventure as SVG, as a seat knows it; a spectator sits with the first seat."""
    seat = viewer or 0
    title = adventure_name(s, tables)
    sheet = ground_land.sheet_of(s, _MAP.inside(12))
    return canvas(
        WIDTH,
        HEIGHT,
        sea(WIDTH, HEIGHT),
        heading(
            WIDTH, "Skull Tales", _headline(s), _colour(s), _detail(s, tables, viewer),
            [title, f"Round {s.round}"],
        ),
        sheets_land.track(s, tables, _TRACK),
        panel(_MAP, rx=14),
        ground_land.ground(s, tables.t, sheet),
        figures_land.reach_marks(s, sheet),
        "" if is_thing(s) else figures_land.candidate_marks(s, sheet),
        figures_land.sight_lines(s, sheet),
        figures_land.tokens(s, sheet),
        figures_land.figures(s, tables.t, sheet),
        sheets_land.dice(s, tables, Box(_MAP.x + 16, _MAP.bottom - 112, 400, 98)),
        *sheets_land.characters(s, tables, _SIDE, viewer),
        sheets_land.goals(s, tables, _BELOW._replace(width=430)),
        sheets_land.piles(s, tables, _BELOW._replace(x=_BELOW.x + 442, width=290)),
        sheets_land.own(s, tables, _BELOW._replace(x=_BELOW.x + 744, width=806), seat),
        title=f"skull_tales, {headline(s, tables, viewer)}",
    )  # fmt: skip


def _colour(s: Record) -> Colour:
    return PLAYER_COLOURS[int(s.seat)]


def _headline(s: Record) -> str:
    if s.over:
        result = _RESULTS[s.adv_result] if s.adv_result != NONE else "cut short"
        return f"The end: {result}"
    return f"{player_name(int(s.seat))} decides"


def _detail(s: Record, tables: Tables, viewer: int | None) -> str:
    return headline(s, tables, viewer) if s.over else asked(s, tables, viewer)
