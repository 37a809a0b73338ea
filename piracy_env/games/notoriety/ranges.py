"""What each field can hold, in the order of `state.FIELDS`."""

from __future__ import annotations

from piracy_env.core.ranges import Range, Ranges, a_seat
from piracy_env.core.record import Record
from piracy_env.games.notoriety.rules.rounds import last_round
from piracy_env.games.notoriety.state import (
    ACHIEVEMENTS,
    DOUBLOON,
    MOST_CARDS,
    MOST_RECRUITS,
    NONE,
    PIRATES,
    POWDER_MONKEY,
    STACK,
    SUITS,
    TREASURES,
    Effect,
)

MOST_COINS = 30_000
"""More than anybody can earn, and what is still to be earned fits into the field besides."""
MOST_COUNTED = 127
"""Turns of a round, and Plunder effects of a turn, are counted up to here."""
_STRENGTH = Range(0, 10_000, absent=0)
_POINTS = Range(-10_000, 10_000, absent=0)
_COPIES = Range(0, MOST_CARDS, absent=0)
_COUNTED = Range(0, MOST_COUNTED, absent=0)


def _last_round(s: Record, _t: Record) -> int:
    return int(getattr(last_round, "py_func", last_round)(s))


def _players(s: Record, _t: Record) -> int:
    return int(s.players)


RANGES: Ranges = {
    "ach_mask": Range(0, (1 << ACHIEVEMENTS) - 1),
    "round": Range(1, _last_round),
    "start_player": a_seat(),
    "turn_player": a_seat(),
    "final_lap": Range(0, _players),
    "row": Range(0, PIRATES - 1, also=NONE),
    "pdeck": Range(0, PIRATES - 1),
    "pdeck_n": Range(0, PIRATES),
    "pdisc": Range(0, PIRATES - 1),
    "pdisc_n": Range(0, PIRATES),
    "tdeck": Range(PIRATES, POWDER_MONKEY - 1, also=0),
    "tdeck_n": Range(0, TREASURES),
    "tdisc": Range(PIRATES, POWDER_MONKEY - 1, also=0),
    "tdisc_n": Range(0, TREASURES),
    "cnt": _COPIES,
    "deck": Range(0, DOUBLOON, absent=0),
    "deck_n": _COPIES,
    "in_hand": _COPIES,
    "off_deck": _COPIES,
    "old_hand": _COPIES,
    "old_buried": _COPIES,
    "known_top": Range(0, 1, absent=0),
    "coins": Range(0, MOST_COINS, absent=0),
    "parley": Range(0, 1, absent=0),
    "recruits": Range(0, MOST_RECRUITS, absent=0),
    "turns": _COUNTED,
    "cap_wild": Range(0, (1 << SUITS) - 1, absent=0),
    "prize": Range(0, _last_round, absent=0),
    "strength": _STRENGTH,
    "unused": Range(0, PIRATES, absent=0),
    "round_strength": _STRENGTH,
    "stk_code": Range(int(Effect.TRADE), int(Effect.END_RECRUIT)),
    "stk_arg": Range(0, PIRATES - 1),
    "stk_n": Range(0, STACK),
    "front": Range(0, DOUBLOON),
    "front_n": Range(0, MOST_CARDS),
    "pending_card": Range(0, POWDER_MONKEY - 1, also=NONE),
    "attacker": a_seat(NONE),
    "look": Range(0, DOUBLOON, also=NONE),
    "plunders": Range(0, MOST_COUNTED),
    "ach_np": _POINTS,
    "np": _POINTS,
    "place": Range(0, _players, absent=0),
}
