"""The picture of a position: the chart, the town or the campaign; the ship; the crew; the logbook.

What a seat does not know lies face down; a spectator (no viewer) sees all that is told to anybody.
"""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.game import RUNNING
from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.drawing.fonts import BOLD, TITLE
from piracy_env.drawing.picks import pick, picked
from piracy_env.drawing.svg import (
    FADED,
    PLAYER_COLOURS,
    Box,
    canvas,
    circle,
    heading,
    icon,
    panel,
    player_name,
    sea,
    text,
)
from piracy_env.games.skull_tales.chapter_page import chapter_page
from piracy_env.games.skull_tales.crew_cards import crew_cards
from piracy_env.games.skull_tales.describe import end_of, heading_of
from piracy_env.games.skull_tales.logbook import logbook
from piracy_env.games.skull_tales.meetings import meeting
from piracy_env.games.skull_tales.names import name_of
from piracy_env.games.skull_tales.port_town import port_town
from piracy_env.games.skull_tales.questions import question
from piracy_env.games.skull_tales.reckoning import picture
from piracy_env.games.skull_tales.sea_chart import sea_chart
from piracy_env.games.skull_tales.sea_pieces import MODES
from piracy_env.games.skull_tales.ship_board import ship_board
from piracy_env.games.skull_tales.state import ENEMIES, NONE, Phase, Scenario

_WORDS = "told in words alone: nothing on the table stands for each of them"
LIST_ONLY = dict.fromkeys(("cand", "inv", "num", "opt", "up", "ship", "atone", "att"), _WORDS) | {
    "coin": "a coin that is kept in the hand, face down",
    "limb": "a limb, which the cards tell in words",
}
WIDTH, HEIGHT = 1600, 1200
MAP = Box(25, 96, 880, 738)
_SIDE = Box(919, 96, 656, 738)
_SHIP = Box(25, 848, 1010, 332)
_LOG = Box(1049, 848, 526, 332)
_ROW, _HEAD = 26.0, 44.0
_SIGNS = "red: aggressive, yellow: neutral, green: passive; dots: where they fire"


def render(s: Record, tables: Tables, viewer: int | None) -> str:
    """The position as SVG, as a seat knows it."""
    colour = PLAYER_COLOURS[int(s.seat)]
    cards, rest = crew_cards(s, tables, _SIDE, viewer, _kept(s))
    return canvas(
        WIDTH,
        HEIGHT,
        sea(WIDTH, HEIGHT),
        heading(WIDTH, "Skull Tales", _headline(s), colour, _detail(s, tables), _notes(s, tables)),
        _scene(s, tables, viewer),
        cards,
        *_beside(s, tables, rest, is_asked=viewer == s.seat),
        picture(s, tables, _SHIP)
        if s.over != RUNNING
        else ship_board(s, tables, _SHIP, is_asked=viewer == s.seat),
        logbook(s, tables, _LOG, viewer),
        title=f"skull_tales, {heading_of(s, tables)}",
    )


def _scene(s: Record, tables: Tables, viewer: int | None) -> str:
    """What the crew sees: town, sea, or the way through the campaign."""
    if _is_in_port(s):
        return port_town(s, tables, MAP, viewer)
    if shows_chart(s):
        return sea_chart(s, tables, MAP) + meeting(s, tables, MAP, viewer)
    return chapter_page(s, tables, MAP)


def shows_chart(s: Record) -> bool:
    """Whether the crew sees the sea."""
    return not _is_in_port(s) and s.ship_c != NONE and s.phase != Phase.ADVENTURE


def _is_in_port(s: Record) -> bool:
    return bool(s.phase == Phase.PORT or (s.over != RUNNING and s.scenario == Scenario.PORT))


def _headline(s: Record) -> str:
    return "The end" if s.over != RUNNING else f"{player_name(int(s.seat))} decides"


def _detail(s: Record, tables: Tables) -> str:
    """What is asked, or why the game is over."""
    return end_of(s).capitalize() if s.over != RUNNING else question(s, tables)


def _notes(s: Record, tables: Tables) -> list[str]:
    """The chapter and its title."""
    number = f"Chapter {s.camp_ch}" if s.camp_ch <= 10 else f"Annex {'I' * (s.camp_ch - 10)}"
    return [number, name_of(tables, "chapters", s.camp_ch - 1)]


def _kept(s: Record) -> float:
    """The height that Sea Enemies need below the crew."""
    count = len(_at_sea(s))
    return 0 if count == 0 else _HEAD + _ROW * min(3, (count + 1) // 2)


def _at_sea(s: Record) -> list[int]:
    """Sea Enemies on the board."""
    return [enemy for enemy in range(ENEMIES) if s.phase == Phase.VOYAGE and s.sea_on[enemy]]


def _beside(s: Record, tables: Tables, box: Box, *, is_asked: bool) -> Iterator[str]:
    """Below the crew: Sea Enemies on the board, or a compass."""
    there = _at_sea(s)
    if not there:
        if box.height > 120:
            yield icon("compass", *box.middle, min(250.0, box.height - 20), opacity=0.4)
        return
    rows = int((box.height - _HEAD) / _ROW + 0.01)
    columns = 1 if len(there) <= rows else 2
    height = min(box.height, _HEAD + _ROW * -(-len(there) // columns))
    yield panel(box._replace(height=height), rx=12)
    yield text(box.x + 14, box.y + 18, "At sea", 22, font=TITLE)
    yield text(box.right - 14, box.y + 18, _SIGNS, 13, fill=FADED, anchor="end")
    for first, column in enumerate(box.inside(12).columns(columns, 14)):
        for k, enemy in enumerate(there[first::columns][:rows]):
            y = box.y + 46 + _ROW * k
            chosen = (pick("sea_enemy", number=enemy),) if is_asked else ()
            place = Box(column.x, y - _ROW / 2, column.width, _ROW)
            yield picked(_enemy(s, tables, enemy, column, y), *chosen, box=place)
    if box.bottom - box.y - height > 160:
        low = box.y + height
        yield icon("compass", box.middle[0], (low + box.bottom) / 2, box.bottom - low - 30,
                   opacity=0.4)  # fmt: skip


def _enemy(s: Record, tables: Tables, enemy: int, box: Box, y: float) -> str:
    """An Enemy in a line: how it behaves, and what is left of it."""
    name = name_of(tables, "sea_enemies", enemy)
    parts = {"Speed": s.sea_spd[enemy], "Body": s.sea_hold[enemy], "aboard": s.sea_be[enemy]}
    words = ", ".join(f"{what} {count}" for what, count in parts.items() if count)
    return "".join((
        circle(box.x + 9, y, 7, MODES[int(s.sea_mode[enemy])], stroke="#17130f"),
        text(box.x + 24, y, name, 16, font=BOLD, width=118),
        text(box.x + 148, y, words, 15, width=box.width - 150),
    ))  # fmt: skip
