"""The ship's board of the picture: sails, posts with their crew, the Hold and its damage.

The ship is cut open, its bow to the right.
"""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.drawing.fonts import BOLD, TITLE
from piracy_env.drawing.picks import pick, picked
from piracy_env.drawing.svg import (
    FADED,
    GOLD_DARK,
    INK,
    PARCHMENT,
    WOOD_DARK,
    Box,
    circle,
    coin,
    element,
    group,
    icon,
    line,
    panel,
    path,
    rect,
    text,
)
from piracy_env.games.skull_tales.crew_cards import crew_of, figure
from piracy_env.games.skull_tales.labels import pills
from piracy_env.games.skull_tales.names import POSTS, name_of, token_name
from piracy_env.games.skull_tales.rules.hold import CANNON
from piracy_env.games.skull_tales.rules.ship import EXHAUSTED, GROUP_DOWN, GUN_DECK, SICK_BAY
from piracy_env.games.skull_tales.state import COLUMNS, GOODS, GROUPS, NONE, Phase

_ROOMS = {
    0: (756, 122, 150, 56),  # Forecastle
    1: (640, 34, 132, 56),  # Crow's Nest
    2: (560, 182, 262, 56),  # Gun Deck
    3: (366, 122, 190, 56),  # Main Deck
    4: (206, 122, 154, 56),  # Quarterdeck
    5: (72, 122, 128, 56),  # Helm
    6: (300, 34, 260, 56),  # Rigging
    7: (562, 122, 188, 56),  # Gunwale
    8: (216, 182, 206, 56),  # Crew Quarters
    9: (428, 182, 126, 56),  # Guard
    10: (84, 182, 126, 56),  # Sick Bay
}
"""Places of the posts within the board: x, y, width, height."""
_SAILS = ((150, 20), (300, 8), (450, 8), (600, 8), (730, 24), (390, 62), (545, 62))
_ZONES = ("#6f9a4a", "#d9b23c", "#b8452f")
_GREEN, _YELLOW = 4, 7
_TOKENS = (
    *("#fff8e6", "#e8c14a", "#a9b0b8", "#c98fb0", "#8a6a3d"),
    *("#b0532f", "#7c6a5a", "#d8c39a", "#f4efe4", "#a87a48", "#3a3a40", "#8fb0c9"),
)
"""Fill of each token of the Hold by its number."""
_UPGRADES = (
    *("Signal Codex", "Bilge Pump", "Ram", "Diving Bell"),
    *("Mortar", "Chain Shot", "Grapeshot"),
)


def ship_board(s: Record, tables: Tables, box: Box, *, is_asked: bool = False) -> str:
    """The ship with all that is aboard."""
    inside = group(
        _seascape(s, box),
        *_rig(s, box),
        _hull(box),
        *(_room(s, post, box, is_asked) for post in _ROOMS),
        *_hold(s, tables, box, is_asked),
        *_papers(s, tables, box),
        clip_path="url(#ship)",
    )
    clip = element("defs", element("clipPath", rect(box.inside(6), "#000", rx=9), id="ship"))
    return clip + panel(box, WOOD_DARK, "url(#wood)", rx=13, border=3) + inside


def _seascape(s: Record, box: Box) -> str:
    """Sky and water; dark by night."""
    is_night = s.phase == Phase.VOYAGE and s.clock > 4
    sky, water = ("#26344f", "#16303f") if is_night else ("#cfe3e4", "#4b8a93")
    low = Box(box.x, box.bottom - 74, box.width, 74)
    waves = (
        path("M", box.x + 46 * k, low.y + 4, "q", 11, -10, 23, 0, "t", 23, 0, stroke="#ffffff",
             stroke_width=1.6, opacity=0.5)
        for k in range(int(box.width / 46) + 1)
    )  # fmt: skip
    return rect(box, sky) + rect(low, water) + "".join(waves)


def _hull(box: Box) -> str:
    x, y = box.x, box.y
    return "".join((
        path("M", x + 52, y + 108, "h", 156, "v", 10, "h", 534, "v", -6, "h", 190,
             "q", -16, 130, -96, 206, "h", -690, "q", -76, -70, -94, -210, "z",
             fill="url(#wood)", stroke=WOOD_DARK, stroke_width=3),
        path("M", x + 920, y + 118, "l", 74, -44, stroke=WOOD_DARK, stroke_width=6,
             stroke_linecap="round"),
        path("M", x + 66, y + 180, "h", 848, stroke=WOOD_DARK, stroke_width=2, opacity=0.7),
        path("M", x + 80, y + 242, "h", 816, stroke=WOOD_DARK, stroke_width=2, opacity=0.7),
    ))  # fmt: skip


def _rig(s: Record, box: Box) -> Iterator[str]:
    """Masts and sails: working ones are white, the others torn."""
    for mast in (215, 440, 706):
        x = box.x + mast
        yield line(x, box.y + 14, x, box.y + 122, WOOD_DARK, stroke_width=7)
    yield path("M", box.x + 706, box.y + 14, "l", 30, 7, -30, 8, "z", fill="#17130f")
    working = max(0, s.sails_base - s.sails_imp)
    for number, (left, top) in enumerate(_SAILS[: max(0, int(s.sails_base))]):
        x, y = box.x + left, box.y + top
        is_torn = number >= working
        fill = "#9d8f78" if is_torn else "#fffaf0"
        yield path("M", x + 6, y, "h", 116, "q", 14, 30, 2, 62, "q", -60, -14, -122, 0, "q", 14,
                   -32, 4, -62, "z", fill=fill, stroke=INK, stroke_width=1.4)  # fmt: skip
        if is_torn:
            yield path("M", x + 30, y + 2, "l", 12, 18, -14, 12, 18, 22, "M", x + 84, y + 2, "l",
                       -10, 22, 16, 12, -8, 20, stroke=INK, stroke_width=2)  # fmt: skip


def _room(s: Record, post: int, box: Box, is_asked: bool) -> str:
    """A post with the Characters and groups that hold it."""
    x, y, width, height = _ROOMS[post]
    room = Box(box.x + x, box.y + y, width, height)
    parts = [
        rect(room, PARCHMENT, rx=6, stroke=WOOD_DARK, stroke_width=1.2, opacity=0.93),
        text(room.x + 7, room.y + 10, POSTS[post], 13.5, font=BOLD, fill=WOOD_DARK, width=width),
    ]
    if post == GUN_DECK:
        parts += _cannons(s, room)
    chosen = (pick("post", number=post),) if is_asked and post != SICK_BAY else ()
    parts = [picked("".join(parts), *chosen, box=room)]
    who = [slot for slot in crew_of(s) if s.post[slot] == post and s.phase == Phase.VOYAGE]
    gangs = [k for k in range(GROUPS) if s.pg_on[k] and s.pg_post[k] == post]
    count = len(who) + len(gangs)
    step = min(36.0, (width - 14) / max(1, count))
    place = room.x + 6 + step / 2
    for slot in who:
        body = figure(s, slot, place, room.y + 36, min(13.0, step * 0.5))
        parts.append(_done(bool(s.acted[slot]), place, room, body))
        place += step
    for gang in gangs:
        body = _gang(s, gang, place, room.y + 36, step)
        chosen = (pick("pg", number=gang),) if is_asked else ()
        near = Box(place - step / 2, room.y + 20, step, 32)
        parts.append(picked(_done(bool(s.pg_acted[gang]), place, room, body), *chosen, box=near))
        place += step
    return "".join(parts)


def _done(is_done: bool, x: float, room: Box, body: str) -> str:
    """A piece, with a tick if its task of the turn is done."""
    if not is_done:
        return body
    y = room.y + 47
    tick = path("M", x + 5, y, "l", 3.5, 4, 6, -9, stroke="#ffffff", stroke_width=4.5)
    return body + tick + path("M", x + 5, y, "l", 3.5, 4, 6, -9, stroke="#2c7a35", stroke_width=2.5)


def _gang(s: Record, gang: int, x: float, y: float, step: float) -> str:
    """A group of pirates: its number, fatigue as dots, wounds as red marks."""
    return group(_muster(s, gang), x=x, y=y, scale=min(1.0, step / 33))


def _muster(s: Record, gang: int) -> str:
    x = y = 0
    is_out = s.pg_w[gang] >= GROUP_DOWN or s.pg_fat[gang] >= EXHAUSTED
    body = rect(Box(x - 15, y - 14, 30, 28), "#b8ab93" if is_out else "#efe0bb", rx=6,
                stroke=WOOD_DARK, stroke_width=1.4)  # fmt: skip
    dots = "".join(
        circle(x - 10.5 + 7 * k, y + 10, 2.5, INK if k < s.pg_fat[gang] else "#fff8e6",
               stroke=INK, stroke_width=0.7)
        for k in range(EXHAUSTED)
    )  # fmt: skip
    hurt = "".join(circle(x + 13, y - 11 + 8 * k, 4, "#c02a20", stroke="#ffffff", stroke_width=1)
                   for k in range(int(s.pg_w[gang])))  # fmt: skip
    number = text(x + 8, y - 5, gang, 13, font=BOLD, anchor="middle")
    return body + icon("pirate", x - 4, y - 4, 19) + number + dots + hurt


def _cannons(s: Record, room: Box) -> Iterator[str]:
    """Cannons look out of the hull."""
    count = sum(int(token) == CANNON for token in s.hold)
    for k in range(count):
        x, y = room.right - 22 - 25 * k, room.y + 12
        yield path("M", x - 8, y - 4, "h", 17, "v", 8, "h", -17, "q", -4, -4, 0, -8, "z",
                   fill="#8d8d8d" if s.fired else "#2b2930")  # fmt: skip
        yield circle(x - 3, y + 6, 3.4, WOOD_DARK)


# --- the Hold -------------------------------------------------------------------------------------


def _hold(s: Record, tables: Tables, box: Box, is_asked: bool) -> Iterator[str]:
    """Columns of the Hold: two spaces each; those that are damaged are stove in."""
    left, top, wide, high = box.x + 138, box.y + 250, 70.0, 66.0
    open_ = s.hold_base - s.hold_imp
    for col in range(COLUMNS):
        zone = _ZONES[0 if col < _GREEN else 1 if col < _YELLOW else 2]
        place = Box(left + wide * col, top, wide - 4, high)
        if col >= s.hold_base:
            yield rect(place, "none", rx=5, stroke=WOOD_DARK, stroke_dasharray="4 4", opacity=0.6)
            continue
        is_open = col < open_
        yield rect(place, zone if is_open else "#3a2a20", rx=5, stroke=WOOD_DARK, stroke_width=1.4)
        if not is_open:
            yield path("M", place.x + 8, place.y + 8, "l", 50, 50, "m", 0, -50, "l", -50, 50,
                       stroke="#8f1d1d", stroke_width=5, stroke_linecap="round")  # fmt: skip
            yield path("M", place.x, place.y + 44, "q", 16, -8, 33, 0, "t", 33, 0, "v", 22, "h",
                       -66, "z", fill="#4b8a93", opacity=0.75)  # fmt: skip
            continue
        for k, space in enumerate(place.inside(3).rows(2, 3)):
            token = int(s.hold[2 * col + k])
            chosen = [pick("hold", space=2 * col + k)] if is_asked else []
            if is_asked and 0 < token <= GOODS:
                chosen.append(pick("sell", goods=token - 1))
            yield picked(_crate(tables, token, space), *chosen, box=space)


def _crate(tables: Tables, token: int, box: Box) -> str:
    """A space of the Hold with its token."""
    if token <= 0:
        return rect(box, "#000000", rx=4, opacity=0.18)
    dark = token in (CANNON, 4, 5, 6)
    body = rect(box, _TOKENS[token], rx=4, stroke=INK, stroke_width=1)
    name = token_name(tables, token).split(" & ")[0]
    return body + text(*box.middle, name, 13, font=BOLD, fill="#fff8e6" if dark else INK,
                       anchor="middle", width=box.width - 6)  # fmt: skip


# --- papers ---------------------------------------------------------------------------------------


def _papers(s: Record, tables: Tables, box: Box) -> Iterator[str]:
    """The ship's name, Crew Booty and what it is fitted with, beside the ship."""
    name = name_of(tables, "ships", s.ship_type)
    sign = Box(box.x + 14, box.y + 14, 122, 62)
    yield panel(sign, rx=8)
    yield text(sign.middle[0], sign.y + 17, name, 22, font=TITLE, anchor="middle", width=110)
    yield coin(sign.x + 22, sign.y + 44, 13, "¢")
    yield text(sign.x + 42, sign.y + 44, s.crew_booty, 19, font=BOLD, fill=GOLD_DARK)
    yield text(sign.x + 84, sign.y + 44, "crew", 12, fill=FADED)
    fitted = [(name, "#fff8e6", INK) for k, name in enumerate(_UPGRADES) if s.upg >> k & 1]
    room = Box(box.x + 790, box.y + 12, box.width - 802, 100)
    yield pills(room, fitted, 12.5)
    if s.ship_type == NONE:
        yield text(sign.x, sign.bottom + 14, "no ship", 14)
