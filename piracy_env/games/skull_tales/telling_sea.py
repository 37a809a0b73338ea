"""What has happened at sea: Event cards, coins and bids, fights, Sea Enemies, time and weather."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural, seat_letter
from piracy_env.games.skull_tales.names import island_name, name_of
from piracy_env.games.skull_tales.rules.fight import LINES
from piracy_env.games.skull_tales.rules.ship import DAYTIME
from piracy_env.games.skull_tales.state import ENEMIES, GOALS, NONE, Lasting, Phase
from piracy_env.games.skull_tales.telling_ship import heading

TOLD = (
    *("ev_out", "ev_post", "shown", "bid_shown", "goal_rev", "goal_mk", "goal_l", "b_on", "b_cut"),
    *("sea_on", "v_turn", "v_day", "clock"),
)
_COINS = ("no coin", "gold", "silver", "copper")
_MODES = ("aggressive", "neutral", "passive")
_STILL = 7
"""From this Enemy on none moves."""
_ROUNDS = ("Travel", "Crew", "Event", "Sea Enemy")
_WEATHER = (
    (Lasting.CALM, "A dead calm sets in.", "The calm is over."),
    (Lasting.FOG, "Fog comes up.", "The fog lifts."),
    (Lasting.TRADE_WIND, "The trade wind blows.", "The trade wind is used up."),
    (Lasting.FIRE, "The ship is on fire.", "The fire is out."),
)
_VALUES = (
    ("sea_spd", "Speed"),
    ("sea_hold", "Body"),
    ("sea_be", "Boarding Enemies"),
    ("sea_be_w", "wounded"),
)


# --- cards, coins and bids ------------------------------------------------------------------------


def cards(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """The Voyage Event that was drawn, or put off."""
    new, gone = after.ev_out & ~before.ev_out, before.ev_out & ~after.ev_out
    names = [_card(tables, bit) for bit in range(32) if new >> bit & 1]
    if gone:
        yield f"{plural(gone.bit_count(), 'Event card')} shuffled back into the deck (STV-15.1)."
    if names:
        yield f"Voyage Event: {in_words(names)} (STV-15.1)."
    elif after.ev_cur and after.ev_cur != before.ev_cur and after.ev_post == before.ev_post:
        yield f"{_card(tables, after.ev_cur - 1)} goes on (STV-R26)."
    if before.ev_post != after.ev_post:
        if after.ev_post:
            yield f"{_card(tables, after.ev_post - 1)} is put off to the next Event Round."
        else:
            yield f"{_card(tables, before.ev_post - 1)}, which was put off, is resolved."


def _card(tables: Tables, card: int) -> str:
    return name_of(tables, "voyage_events", card) if 0 <= card < 28 else f"card {card}"


def secrets_shown(before: Record, after: Record) -> Iterator[str]:
    """Coins of a Scheme and bids of a Mutiny, once they are shown."""
    if [*before.shown] != [*after.shown] and max(after.shown) != NONE:
        coin, against = (_COINS[one] if one != NONE else "nothing" for one in after.shown)
        if after.shown[1] == NONE:
            yield f"The Scheme is {coin}, and nobody stands Guard (STV-7.4)."
        else:
            result = "caught" if coin == against else "not caught"
            yield f"The Scheme is {coin}, the Guard {against}: {result} (STV-7.4)."
    elif [*before.shown] != [*after.shown]:
        yield f"The coins are put away: {list(after.shown)}."
    if [*before.bid_shown] != [*after.bid_shown]:
        bids = [
            f"{seat_letter(seat)} {plural(bid, 'coin')}"
            for seat, bid in enumerate(after.bid_shown)
            if bid != NONE
        ]
        if bids:
            yield f"Bids are shown: {in_words(bids)} (STV-8.5)."
        else:
            yield "A Mutiny begins: trust becomes prestige, and bids are made in secret (STV-8.3)."


def rounds(before: Record, after: Record) -> Iterator[str]:
    """Which round of the turn begins."""
    is_at_sea = after.phase == before.phase == Phase.VOYAGE
    if is_at_sea and before.v_turn == after.v_turn and before.v_round != after.v_round:
        yield f"The {_ROUNDS[after.v_round]} Round begins."


# --- fights ---------------------------------------------------------------------------------------


def fights(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Ships that are tied together, and lines that are cut."""
    if after.b_on and not before.b_on:
        enemy = name_of(tables, "sea_enemies", after.b_e)
        yield f"Two lines tie the ship to the {enemy}: boarding (STV-13.2)."
    elif before.b_on and not after.b_on:
        yield f"The fight against the {name_of(tables, 'sea_enemies', before.b_e)} is over."
    if before.b_cut != after.b_cut:
        left = plural(LINES - after.b_cut, "line")
        yield f"Lines are cut: {left} left." if after.b_cut > before.b_cut else f"{left} hold."
    if after.b_on and after.b_round > before.b_round:
        yield f"Round {after.b_round + 1} of the fight begins."


# --- Sea Enemies ----------------------------------------------------------------------------------


def enemies(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Who has come, gone, moved, and what it has lost."""
    yield from _goals(before, after)
    for enemy in range(ENEMIES):
        name = name_of(tables, "sea_enemies", enemy)
        if after.sea_on[enemy] and not before.sea_on[enemy]:
            yield f"In sight: {name} {_course(after, enemy)}; {_mode(after, enemy)}."
        elif before.sea_on[enemy] and not after.sea_on[enemy]:
            yield f"Gone from the board: {name}."
        elif after.sea_on[enemy]:
            changes = list(_changes(before, after, enemy))
            if changes:
                yield f"{name}: {'; '.join(changes)}."


def _course(s: Record, enemy: int) -> str:
    """Where an Enemy is and, if it sails or swims, where it heads for."""
    place = f"at ({s.sea_c[enemy]}, {s.sea_r[enemy]})"
    return place if enemy >= _STILL else f"{place}, heading {heading(s.sea_f[enemy])}"


def _mode(s: Record, enemy: int) -> str:
    mode = s.sea_mode[enemy]
    return _MODES[mode] if 0 <= mode < len(_MODES) else f"in mode {mode}"


def _changes(before: Record, after: Record, enemy: int) -> Iterator[str]:
    """How an Enemy on the board is another than before."""
    was, now = ((s.sea_c[enemy], s.sea_r[enemy], s.sea_f[enemy]) for s in (before, after))
    if was != now:
        yield _course(after, enemy)
    if before.sea_mode[enemy] != after.sea_mode[enemy]:
        yield f"{_mode(after, enemy)} now"
    for name, words in _VALUES:
        old, new = getattr(before, name)[enemy], getattr(after, name)[enemy]
        if old != new:
            yield f"{words} {old} -> {new}"
    if after.sea_fired[enemy] and not before.sea_fired[enemy]:
        yield "it has fired"


def _goals(before: Record, after: Record) -> Iterator[str]:
    """Goal tokens that were laid out, charted or turned up."""
    for goal in range(GOALS):
        where, was = after.goal_l[goal], before.goal_l[goal]
        if where != was:
            place = island_name(where) if where != NONE else "off the board"
            yield f"A Goal token: {place}."
        there = island_name(where) if where != NONE else "the box"
        if before.goal_rev[goal] != after.goal_rev[goal]:
            if after.goal_rev[goal]:
                yield f"The Goal token of {there} is turned up: it is {after.goal_id[goal]}."
            else:
                yield f"A Goal token of {there} lies face down."
        if before.goal_mk[goal] != after.goal_mk[goal]:
            yield f"{plural(after.goal_mk[goal], 'marker')} on the Goal token of {there}."


# --- time -----------------------------------------------------------------------------------------


def time(before: Record, after: Record) -> Iterator[str]:
    """Weather, and which turn and day it is."""
    gone, new = before.pers & ~after.pers, after.pers & ~before.pers
    for bit, begins, ends in _WEATHER:
        if new & bit:
            yield begins
        if gone & bit:
            yield ends
    was, now = ((s.v_turn, s.v_day, s.clock) for s in (before, after))
    if was != now:
        if after.v_turn == 0:
            yield f"The Voyage is put away, with day {after.v_day} and hour {after.clock}."
        else:
            light = "night" if after.clock > DAYTIME else "day"
            day = f"day {after.v_day + 1}, hour {after.clock} ({light})"
            yield f"Turn {after.v_turn} begins: {day} (STV-5.2)."
