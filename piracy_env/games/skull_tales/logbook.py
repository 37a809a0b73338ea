"""The logbook of the picture: Morale and trust, the clock, weather, dice, errands, own secrets."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural, seat_letter
from piracy_env.drawing.fonts import BOLD, TITLE
from piracy_env.drawing.svg import (
    FADED,
    GOLD,
    GOLD_DARK,
    INK,
    PARCHMENT_DARK,
    Box,
    circle,
    icon,
    line,
    panel,
    path,
    text,
)
from piracy_env.games.skull_tales.crew_cards import crew_of, figure
from piracy_env.games.skull_tales.labels import (
    BLUE,
    DARK,
    PALE,
    RED,
    WHITE,
    Pill,
    die,
    pills,
)
from piracy_env.games.skull_tales.names import KEYS, island_name, name_of
from piracy_env.games.skull_tales.rules.ship import DAYTIME, MOST_MORALE
from piracy_env.games.skull_tales.state import NONE, PIRATE, Lasting, Phase
from piracy_env.games.skull_tales.tables.words import LETTERS

_HOURS = 6
_FILTH = ("clean", "Filth I", "Filth II", "Filth III")
_COINS = ("no coin", "gold", "silver", "copper")
_LASTING = {
    Lasting.CALM: "calm",
    Lasting.FOG: "fog",
    Lasting.TRADE_WIND: "trade wind",
    Lasting.FIRE: "FIRE aboard",
    Lasting.CODEX: "Signal Codex used",
}


def logbook(s: Record, tables: Tables, box: Box, viewer: int | None) -> str:
    """The whole sheet."""
    body = box.inside(14)
    parts = [panel(box, rx=12)]
    if s.phase == Phase.PORT:
        parts.append(_track(s, body, tables.t.rules.tu, NONE, "Time Units", list(s.tu)))
    else:
        parts.append(_track(s, body, MOST_MORALE, int(s.morale), "Morale and trust", list(s.ch_tp)))
    parts.append(_clock(s, body._replace(y=body.y + 92)))
    labels = [*_state(s, tables), *_goals(s), *_errands(s, tables), *_memories(s)]
    labels += _campaign(s, tables)
    low = 152 if s.roll_n <= 0 else 198
    parts.append(_dice(s, tables, body._replace(y=body.y + 146)))
    secrets = list(_secrets(s, tables, viewer))
    room = Box(body.x, body.y + low, body.width, body.bottom - body.y - low)
    parts.append(pills(room, [*secrets, *labels], 14))
    return "".join(parts)


# --- tracks ---------------------------------------------------------------------------------------


def _track(s: Record, box: Box, most: int, flag: int, title: str, values: list[int]) -> str:
    """A track from 0 on, with the Pirate Flag, and a piece for each Character."""
    step = (box.width - 20) / most
    first, y = box.x + 10, box.y + 62
    parts = [text(box.x, box.y + 8, title, 20, font=TITLE)]
    parts.append(line(first, y, first + step * most, y, PARCHMENT_DARK, stroke_width=5))
    for k in range(most + 1):
        fill = "#17130f" if k == flag else "#fff8e6"
        ink = WHITE if k == flag else INK
        parts.append(circle(first + step * k, y, step * 0.4, fill, stroke=INK, stroke_width=1))
        parts.append(text(first + step * k, y, k, step * 0.42, fill=ink, anchor="middle"))
    heaps: dict[int, list[int]] = {}
    for slot in crew_of(s):
        if s.phase != Phase.PORT or s.ch_kind[slot] == PIRATE:
            heaps.setdefault(min(max(int(values[slot]), 0), most), []).append(slot)
    for value, heap in heaps.items():
        for number, slot in enumerate(heap):
            aside = 11 * (number // 2 - (len(heap) - 1) // 2 / 2)
            x = min(first + step * value + aside, box.right - 8)
            parts.append(figure(s, slot, x, y - 19 - 17 * (number % 2), 8))
    if flag >= 0:
        parts.append(_flag(first + step * min(flag, most), y + 8))
    return "".join(parts)


def _flag(x: float, y: float) -> str:
    """The Pirate Flag hangs below its space."""
    cloth = path("M", x - 11, y + 4, "h", 22, "v", 15, "l", -11, 5, -11, -5, "z", fill="#17130f",
                 stroke=GOLD_DARK, stroke_width=1)  # fmt: skip
    return cloth + icon("skull", x, y + 12, 14)


def _clock(s: Record, box: Box) -> str:
    """The hours of the day and the night, and what turn it is."""
    y = box.y + 24
    if s.phase == Phase.PORT:
        keys = [name for k, name in enumerate(KEYS) if s.keys >> k & 1]
        drawn = sum(int(mask).bit_count() for mask in s.pe_out)
        words = f"{plural(drawn, 'Event')} drawn; key words: {in_words(keys, none='none')}"
        return text(box.x, y, words, 17, width=box.width)
    parts = []
    for hour in range(1, _HOURS + 1):
        x = box.x + 18 + 38 * (hour - 1)
        is_now = hour == s.clock
        is_day = hour <= DAYTIME
        fill = "#f4c744" if is_day else "#26344f"
        parts.append(circle(x, y, 15, fill, stroke=GOLD if is_now else INK,
                            stroke_width=4 if is_now else 1,
                            opacity=1 if is_now else 0.55))  # fmt: skip
        ink = INK if is_day else WHITE
        parts.append(text(x, y, hour, 15, font=BOLD, fill=ink, anchor="middle"))
    x = box.x + 244
    parts.append(text(x, y - 9, f"Turn {s.v_turn}, day {s.v_day + 1}", 17, font=BOLD))
    round_ = ("Travel", "Crew", "Event", "Sea Enemies")[min(3, max(0, int(s.v_round)))]
    parts.append(text(x, y + 11, f"{round_} Round", 15, fill=FADED))
    x = box.x + 372
    cp = f"{plural(s.cp, 'Command Point')}" if s.cp else ""
    moves = f"moves left: {s.ship_mov}" if s.ship_mov else ""
    parts.append(text(x, y - 9, cp, 15, width=box.right - x))
    parts.append(text(x, y + 11, moves, 15, width=box.right - x))
    return "".join(parts)


# --- dice -----------------------------------------------------------------------------------------


def _dice(s: Record, tables: Tables, box: Box) -> str:
    """The last roll, and what it had to beat."""
    if s.roll_n <= 0:
        return ""
    who = ""
    if s.roll_ch != NONE and s.roll_ch in crew_of(s):
        section = "characters" if s.ch_kind[s.roll_ch] == PIRATE else "allies"
        who = name_of(tables, section, s.ch_card[s.roll_ch])
    words = f"{who or 'The last roll'}, to beat {s.roll_dif}:"
    parts = [text(box.x, box.y + 22, words, 16, font=BOLD, width=box.width - 5 * 40)]
    for k in range(s.roll_n):
        place = Box(box.right - 38 * (s.roll_n - k), box.y + 5, 34, 34)
        parts.append(die(place, s.roll[k], s.roll[k] > s.roll_dif))
    return "".join(parts)


# --- labels ---------------------------------------------------------------------------------------


def _state(s: Record, tables: Tables) -> Iterator[Pill]:
    """Weather, Filth, cards in play."""
    if s.phase == Phase.PORT:
        for bit, name in enumerate(("Honest Shipwright", "Bargain Day")):
            if s.ppers >> bit & 1:
                yield name, "#cfe3b6", INK
        return
    if s.ship_c == NONE:
        return
    yield _FILTH[min(3, max(0, int(s.filth)))], "#b9a06a" if s.filth else PALE, INK
    for bit, name in _LASTING.items():
        if s.pers & bit:
            is_fire = bit == Lasting.FIRE
            yield name, RED if is_fire else "#d6e4df", WHITE if is_fire else INK
    if s.ev_cur:
        yield f"Event: {name_of(tables, 'voyage_events', s.ev_cur - 1)}", DARK, "#f3d98c"
    if s.ev_post:
        yield f"put off: {name_of(tables, 'voyage_events', s.ev_post - 1)}", PALE, FADED
    if s.fired:
        yield "the guns have fired", PALE, FADED


def _goals(s: Record) -> Iterator[Pill]:
    """Islands with Goal tokens, and the numbers of those that are turned up."""
    if s.phase != Phase.VOYAGE or s.ship_c == NONE:
        return
    for goal in range(s.goal_n):
        if s.goal_l[goal] != NONE:
            number = str(s.goal_id[goal]) if s.goal_rev[goal] else "?"
            is_it = number == "1"
            words = f"Goal {LETTERS[s.goal_l[goal]]}: {number}"
            yield words, GOLD if is_it else "#fff8e6", INK


def _errands(s: Record, tables: Tables) -> Iterator[Pill]:
    """The Assignment, what is buried, where souls are."""
    if s.asg:
        where = f", {island_name(s.asg_x)}" if s.asg_x != NONE else ""
        yield f"Assignment: {name_of(tables, 'assignments', s.asg - 1)}{where}", BLUE, WHITE
    if s.bury_sum and s.bury_l != NONE:
        yield f"{s.bury_sum} buried on {island_name(s.bury_l)}", GOLD, INK
    if s.isle_souls != NONE:
        yield f"souls on {island_name(s.isle_souls)}", PALE, INK


def _memories(s: Record) -> Iterator[Pill]:
    """Coins and bids that were shown last."""
    if s.shown[0] != NONE:
        guard = f" against {_COINS[s.shown[1]]}" if s.shown[1] != NONE else ""
        yield f"last Scheme: {_COINS[s.shown[0]]}{guard}", "#4a2d5c", WHITE
    seats = [seat for seat in range(s.players) if s.bid_shown[seat] != NONE]
    bids = [f"{seat_letter(seat)} {s.bid_shown[seat]}" for seat in seats]
    if bids:
        yield f"last bids: {', '.join(bids)}", "#4a2d5c", WHITE


def _campaign(s: Record, tables: Tables) -> Iterator[Pill]:
    """How the campaign goes."""
    won = [str(k + 1) for k in range(12) if s.ch_won >> k & 1]
    half = [str(k + 1) for k in range(12) if s.ch_part >> k & 1]
    if won:
        yield f"chapters won: {', '.join(won)}", "#cfe3b6", INK
    if half:
        yield f"half won: {', '.join(half)}", "#cfe3b6", INK
    if s.voyages:
        yield f"Voyages lost: {s.voyages}", "#e5b7a8", INK
    if s.adv_result != NONE:
        result = ("failure", "partial success", "total success")[min(2, int(s.adv_result))]
        again = f", {plural(s.adv_repeat, 'repeat')}" if s.adv_repeat else ""
        yield f"last Adventure: {result}{again}", PALE, INK


def _secrets(s: Record, tables: Tables, viewer: int | None) -> Iterator[Pill]:
    """What only the viewer knows: its Rumor, the one it looks at."""
    for seat in range(s.players):
        if s.rum_id[seat] and viewer in (None, seat):
            where = f", {island_name(s.rum_x[seat])}" if s.rum_x[seat] != NONE else ""
            name = name_of(tables, "rumors", s.rum_id[seat] - 1)
            whose = "your" if viewer == seat else f"{seat_letter(seat)}'s"
            yield f"{whose} Rumor: {name}{where}", GOLD, INK
    if s.look:
        if viewer in (None, int(s.seat)):
            name = name_of(tables, "rumors", s.look - 1)
            yield f"the Rumor that is looked at: {name}", GOLD, INK
        else:
            yield f"{seat_letter(s.seat)} looks at a Rumor", "#5b1f1a", "#f3d98c"
