"""What happens over the chart, as a sheet upon it: a fight, the Plunder, a Scheme, a Mutiny."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import plural
from piracy_env.drawing.fonts import BOLD, TITLE
from piracy_env.drawing.svg import (
    FADED,
    GOLD,
    GOLD_DARK,
    INK,
    PLAYER_COLOURS,
    WOOD_DARK,
    Box,
    circle,
    coin,
    group,
    icon,
    line,
    panel,
    path,
    rect,
    text,
)
from piracy_env.games.skull_tales.crew_cards import crew_of, figure
from piracy_env.games.skull_tales.labels import face_down
from piracy_env.games.skull_tales.names import name_of
from piracy_env.games.skull_tales.rules.fight import ENEMY_DECK, LINES
from piracy_env.games.skull_tales.rules.ship import GUNWALE, OUT
from piracy_env.games.skull_tales.sea_pieces import enemy_piece
from piracy_env.games.skull_tales.state import (
    ENEMIES,
    GROUPS,
    KIND,
    NONE,
    A,
    B,
    Decision,
)

_HIGH = 236.0
_COINS = {1: ("gold", "#e0ab37"), 2: ("silver", "#c9ced4"), 3: ("copper", "#b8713c")}


def meeting(s: Record, tables: Tables, box: Box, viewer: int | None) -> str:
    """The sheet of what is going on, away from the ship; nothing if nothing is."""
    is_low = s.ship_c == NONE or s.ship_r <= 7
    top = box.bottom - _HIGH - 16 if is_low else box.y + 16
    sheet = Box(box.x + 60, top, box.width - 120, _HIGH)
    kinds = {int(s.stk[place, KIND]): place for place in range(max(0, int(s.sp)))}
    if Decision.SHARE in kinds:
        return _plunder(s, s.stk[kinds[Decision.SHARE]], sheet)
    if s.b_on and s.b_e != NONE:
        return _fight(s, tables, sheet)
    if Decision.BID in kinds:
        return _mutiny(s, sheet, viewer, int(s.stk[kinds[Decision.BID], A]), "Mutiny! Sealed bids")
    for kind, title in ((Decision.CALL_MUTINY, "Trust above Morale"),
                        (Decision.JOIN_MUTINY, "Mutiny!")):  # fmt: skip
        if kind in kinds:
            return _mutiny(s, sheet, viewer, int(s.stk[kinds[kind], B]), title)
    if Decision.GUARD_COIN in kinds or (Decision.SCHEME in kinds and s.schemer != NONE):
        return _scheme(s, sheet, viewer)
    return ""


def _titled(box: Box, title: str, note: str = "") -> str:
    return "".join((
        panel(box, WOOD_DARK, rx=12, border=3),
        text(box.middle[0], box.y + 24, title, 30, font=TITLE, anchor="middle"),
        text(box.middle[0], box.y + 50, note, 16, fill=FADED, anchor="middle",
             width=box.width - 40),
    ))  # fmt: skip


# --- fights ---------------------------------------------------------------------------------------


def _fight(s: Record, tables: Tables, box: Box) -> str:
    """Both ships, the lines between them, and who stands where."""
    enemy = min(max(0, int(s.b_e)), ENEMIES - 1)
    name = name_of(tables, "sea_enemies", enemy)
    note = f"round {s.b_round + 1}; {plural(s.b_swiv, 'Swivel Gun')} fired this round"
    halves = Box(box.x + 20, box.y + 66, box.width - 40, box.height - 80).columns(2, 70)
    parts = [_titled(box, f"Boarding: the {name}", note)]
    for half, fill in zip(halves, ("#c9a06a", "#b08a78"), strict=True):
        parts.append(path("M", half.x, half.y + 14, "h", half.width, "q", -14, 80, -50, 128, "h",
                          100 - half.width, "q", -36, -48, -50, -128, "z", fill=fill,
                          stroke=WOOD_DARK, stroke_width=2.5))  # fmt: skip
    parts += _lines(s, halves)
    own, other = halves
    parts.append(text(own.x + 40, own.y + 34, "on the Gunwale and aboard", 13, font=BOLD))
    aboard = [slot for slot in crew_of(s) if s.b_pos[slot] == 1]
    parts += _row(s, aboard, own.x + 60, own.y + 64, own.width - 100)
    gangs = [k for k in range(GROUPS) if s.pg_on[k] and s.pg_post[k] == GUNWALE]
    for k, gang in enumerate(gangs):
        x = own.x + 62 + 52 * k
        parts.append(icon("pirate", x, own.y + 110, 26))
        lent = f" +{s.b_sup[gang]}" if s.b_sup[gang] else ""
        parts.append(text(x + 14, own.y + 118, f"{gang}{lent}", 14, font=BOLD))
    parts.append(text(other.x + 40, other.y + 34, f"{s.sea_be[enemy]} aboard, "
                      f"{s.sea_be_w[enemy]} wounded", 13, font=BOLD))  # fmt: skip
    parts += _boarders(s, enemy, other)
    parts += _row(s, [k for k in crew_of(s) if s.b_pos[k] == ENEMY_DECK], other.x + 60,
                  other.y + 112, other.width - 100)  # fmt: skip
    parts.append(enemy_piece(s, enemy, box.right - 44, box.y + 42, 1.0))
    out = [slot for slot in crew_of(s) if s.b_pos[slot] == OUT]
    if out:
        parts.append(text(box.middle[0], box.bottom - 40, "in the water", 13, anchor="middle"))
        parts += _row(s, out, box.middle[0] - 14 * (len(out) - 1), box.bottom - 20, 120)
    return "".join(parts)


def _row(s: Record, slots: list[int], x: float, y: float, width: float) -> Iterator[str]:
    step = min(34.0, width / max(1, len(slots)))
    for k, slot in enumerate(slots):
        yield figure(s, slot, x + step * k, y, 14)


def _lines(s: Record, halves: list[Box]) -> Iterator[str]:
    """Lines that tie the ships together; those that are cut hang down."""
    left, right = halves[0].right - 14, halves[1].x + 14
    for k in range(LINES):
        y = halves[0].y + 34 + 44 * k
        if k < LINES - s.b_cut:
            yield path("M", left, y, "Q", (left + right) / 2, y + 16, right, y, stroke=WOOD_DARK,
                       stroke_width=4)  # fmt: skip
        else:
            for x, dx in ((left, 12), (right, -12)):
                yield path("M", x, y, "q", dx, 10, dx * 0.6, 34, stroke=WOOD_DARK, stroke_width=4)


def _boarders(s: Record, enemy: int, box: Box) -> Iterator[str]:
    """Boarding Enemies as heads, the wounded ones marked."""
    count = max(0, int(s.sea_be[enemy]))
    step = min(30.0, (box.width - 90) / max(1, count))
    for k in range(count):
        x = box.x + 58 + step * k
        yield circle(x, box.y + 66, 12, "#7a2f28", stroke=INK, stroke_width=1.2)
        yield icon("saber", x, box.y + 66, 17)
        if k < s.sea_be_w[enemy]:
            yield circle(x + 9, box.y + 57, 5, "#c02a20", stroke="#ffffff")


def _plunder(s: Record, frame: list[int], box: Box) -> str:
    """What is still to be had of a beaten ship."""
    goods, guns = max(0, int(frame[A])), max(0, int(frame[B]))
    parts = [_titled(box, "Plunder", "what is left on the beaten ship")]
    chests = range(min(goods, 10))
    parts += [icon("chest", box.x + 60 + 56 * k, box.y + 104, 42) for k in chests]
    for k in range(min(guns, 10)):
        x, y = box.x + 50 + 56 * k, box.y + 168
        parts.append(path("M", x - 14, y - 8, "h", 34, "v", 16, "h", -34, "q", -8, -8, 0, -16, "z",
                          fill="#2b2930"))  # fmt: skip
        parts.append(circle(x, y + 13, 7, WOOD_DARK))
    words = f"{plural(goods, 'random Good')}, {plural(guns, 'Cannon')}"
    parts.append(text(box.middle[0], box.bottom - 24, words, 17, font=BOLD, anchor="middle"))
    return "".join(parts)


# --- captaincy ------------------------------------------------------------------------------------


def _mutiny(s: Record, box: Box, viewer: int | None, sides: int, title: str) -> str:
    """Who rises against the Captain, and the bids: others' are face down."""
    seats = list(range(s.players))
    places = Box(box.x + 30, box.y + 68, box.width - 60, box.height - 84).columns(len(seats), 12)
    parts = [_titled(box, title, f"Morale {s.morale}")]
    for seat, place in zip(seats, places, strict=True):
        x = place.middle[0]
        parts.append(figure(s, seat, x, place.y + 22, 17))
        sheet = Box(x - 30, place.y + 48, 60, 84)
        is_in = sides >> seat & 1
        if s.bid[seat] != NONE and viewer in (None, seat):
            parts.append(panel(sheet, PLAYER_COLOURS[seat].edge, rx=6))
            parts.append(coin(*sheet.middle, 20, s.bid[seat]))
        elif s.bid[seat] != NONE:
            parts.append(face_down(sheet))
        else:
            parts.append(rect(sheet, "none", rx=6, stroke=FADED, stroke_dasharray="4 5"))
            side = "mutineer" if is_in else f"trust {s.ch_tp[seat]}"
            side = "Captain" if seat == s.captain else side
            parts.append(text(*sheet.middle, side, 14, anchor="middle", width=56))
    return "".join(parts)


def _scheme(s: Record, box: Box, viewer: int | None) -> str:
    """The schemer's coin against the Captain's."""
    slot = int(s.schemer)
    note = "gold: loot; silver: trust; copper: Rum or Supplies"
    parts = [_titled(box, "A Scheme in the Crew Quarters", note)]
    left, right = box.x + box.width * 0.32, box.x + box.width * 0.68
    y = box.y + 130
    if slot != NONE and slot in crew_of(s):
        parts.append(figure(s, slot, left - 80, y, 20))
        parts.append(_coin(left, y, int(s.coin_s), viewer in (None, int(s.ch_owner[slot]))))
    parts.append(line(box.middle[0], box.y + 72, box.middle[0], box.bottom - 20, WOOD_DARK,
                      stroke_width=2, stroke_dasharray="5 5"))  # fmt: skip
    if s.captain != NONE:
        parts.append(figure(s, int(s.captain), right + 80, y, 20))
    parts.append(circle(right, y, 36, "none", stroke=FADED, stroke_width=2, stroke_dasharray="6 5"))
    parts.append(text(right, y, "Guard", 15, fill=FADED, anchor="middle"))
    return "".join(parts)


def _coin(x: float, y: float, kind: int, is_known: bool) -> str:
    """A coin, face down for whoever may not know it."""
    if kind == NONE:
        return circle(x, y, 36, "none", stroke=FADED, stroke_width=2, stroke_dasharray="6 5")
    if not is_known:
        disc = circle(x, y, 36, "#5b1f1a", stroke=GOLD, stroke_width=3)
        return disc + text(x, y, "?", 38, font=TITLE, fill=GOLD, anchor="middle")
    name, fill = _COINS.get(kind, ("none", "#fff8e6"))
    disc = circle(x, y, 36, fill, stroke=GOLD_DARK, stroke_width=3)
    return group(disc, text(x, y, name, 18, font=BOLD, anchor="middle", width=60))
