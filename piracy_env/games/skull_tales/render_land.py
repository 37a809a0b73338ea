"""The picture of an Adventure: the tiles as a map, the track above, Characters beside it.

What a seat keeps for itself is drawn for its owner alone, and for a spectator who knows all.
"""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.game import RUNNING
from piracy_env.core.record import Record
from piracy_env.core.seats import side_of
from piracy_env.core.tables import Tables
from piracy_env.drawing.picks import Pick, pick, picked
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
from piracy_env.games.skull_tales.describe_land import headline, is_closed, is_thing
from piracy_env.games.skull_tales.reckoning import picture
from piracy_env.games.skull_tales.state import EMPTY, NONE, SLOTS
from piracy_env.games.skull_tales.story_words import asked
from piracy_env.games.skull_tales.terrain import BOARD, STEP_COL, STEP_ROW
from piracy_env.games.skull_tales.words_land import adventure_name, foes_on_board

_WORDS = "told in words alone: nothing on the table stands for each of them"
LIST_ONLY = dict.fromkeys(("cand", "inv", "num", "scard", "spell", "goal"), _WORDS) | dict.fromkeys(
    ("die_plus", "reroll_own", "reroll_foe", "riposte_own", "riposte_foe"),
    "a die of a roll, of which several may show the same",
)
WIDTH, HEIGHT = 1600, 1200
_TRACK = Box(25, 96, 1086, 62)
_MAP = Box(25, 168, 1086, 812)
_ACCOUNTS = Box(25, 730, 1086, 250)
_SIDE = Box(1127, 96, 448, 884)
_BELOW = Box(25, 994, 1550, 190)
_RESULTS = ("failure", "partial success", "total success")


def render(s: Record, tables: Tables, viewer: int | None) -> str:
    """The Adventure as SVG, as a seat knows it; a spectator sits with the first seat."""
    seat = side_of(viewer, s.players)
    title = adventure_name(s, tables)
    sheet = board_of(s)
    return canvas(
        WIDTH,
        HEIGHT,
        sea(WIDTH, HEIGHT),
        heading(
            WIDTH, "Skull Tales", _headline(s), _colour(s), _detail(s, tables, viewer),
            [title, f"Round {s.round}"],
        ),
        sheets_land.track(s, tables, _TRACK),
        panel(_map_of(s), rx=14),
        ground_land.ground(s, tables.t, sheet),
        figures_land.reach_marks(s, sheet),
        "" if is_thing(s) else figures_land.candidate_marks(s, sheet),
        figures_land.sight_lines(s, sheet),
        figures_land.tokens(s, sheet),
        figures_land.figures(s, tables.t, sheet),
        *(_spaces(s, sheet) if viewer == s.seat else ()),
        picture(s, tables, _ACCOUNTS)
        if s.over != RUNNING
        else sheets_land.dice(s, tables, Box(_MAP.x + 16, _MAP.bottom - 112, 400, 98)),
        *sheets_land.characters(s, tables, _SIDE, viewer),
        sheets_land.goals(s, tables, _BELOW._replace(width=430)),
        sheets_land.piles(s, tables, _BELOW._replace(x=_BELOW.x + 442, width=290)),
        sheets_land.own(s, tables, _BELOW._replace(x=_BELOW.x + 744, width=806), seat, viewer),
        title=f"skull_tales, {headline(s, tables, viewer)}",
    )  # fmt: skip


def board_of(s: Record) -> ground_land.Sheet:
    """Where the spaces of the board lie."""
    return ground_land.sheet_of(s, _map_of(s).inside(12))


def _map_of(s: Record) -> Box:
    """The place of the board; at the end the accounts lie below it."""
    return _MAP if s.over == RUNNING else _MAP._replace(height=_ACCOUNTS.y - 12 - _MAP.y)


def _spaces(s: Record, sheet: ground_land.Sheet) -> Iterator[str]:
    """Spaces once more, above all that stands there: they take clicks."""
    about: dict[tuple[int, int], list[Pick]] = {}
    slot = int(s.active_slot)
    if slot != NONE and s.ch_y[slot] != NONE:
        for way, (down, across) in enumerate(zip(STEP_ROW, STEP_COL, strict=True)):
            place = (int(s.ch_y[slot]) + down, int(s.ch_x[slot]) + across)
            about.setdefault(place, []).append(pick("step", to=way))
    for foe in foes_on_board(s):
        place = (int(s.foe_row[foe]), int(s.foe_col[foe]))
        about.setdefault(place, []).append(pick("enemy", number=foe))
    for other in range(SLOTS):
        if s.ch_kind[other] != EMPTY and s.ch_y[other] != NONE:
            seen = (other - s.seat) % s.players if other < s.players else other
            place = (int(s.ch_y[other]), int(s.ch_x[other]))
            about.setdefault(place, []).append(pick("char", place=seen))
    for k in range(0 if is_thing(s) else s.cand_n):
        place = (int(s.cand[k][0]), int(s.cand[k][1]))
        about.setdefault(place, []).append(pick("cand", place=k))
    for (row, col), picks in about.items():
        if not (0 <= row < BOARD and 0 <= col < BOARD):
            continue
        yield picked("", *picks, box=sheet.box(row, col).inside(1.5))


def _colour(s: Record) -> Colour:
    return PLAYER_COLOURS[int(s.seat)]


def _headline(s: Record) -> str:
    if is_closed(s):
        result = _RESULTS[s.adv_result] if s.adv_result != NONE else "cut short"
        return f"The end: {result}"
    return f"{player_name(int(s.seat))} decides"


def _detail(s: Record, tables: Tables, viewer: int | None) -> str:
    return headline(s, tables, viewer) if is_closed(s) else asked(s, tables, viewer)
