"""What each field can hold, in the order of `state.FIELDS`."""

from __future__ import annotations

import numpy as np

from piracy_env.core.ranges import Range, Ranges, a_seat, last_seat
from piracy_env.core.record import Record
from piracy_env.games.mutiny.rules import MOST_DISBANDS
from piracy_env.games.mutiny.state import CARDS, NONE, PIRATES, RANKS, SLOTS, End, Place

_DUCATS = Range(0, int(np.iinfo(np.int16).max), absent=0)


def _most_tokens(_s: Record, t: Record) -> int:
    return int(max(kind.number for kind in t.booty))


def _most_wages(_s: Record, t: Record) -> int:
    return int(t.numbers.mutiny_factor)


RANGES: Ranges = {
    "above": Range(0, PIRATES - 1, also=NONE),
    "below": Range(0, PIRATES - 1, also=NONE),
    "ducats": _DUCATS,
    "tokens": Range(0, _most_tokens, absent=0),
    "card_loc": Range(int(Place.DECK), int(Place.DISCARDED)),
    "deck": Range(0, CARDS - 1, also=NONE),
    "deck_len": Range(0, CARDS),
    "display": Range(0, CARDS - 1, also=NONE),
    "black_spot": a_seat(NONE),
    "pend_top": Range(0, PIRATES - 1, also=NONE),
    "pend_slot": Range(0, SLOTS - 1, also=NONE),
    "pend_mult": Range(1, _most_wages, also=NONE),
    "ransomed": Range(0, RANKS - 1, also=NONE),
    "passes": Range(0, last_seat),
    "turns": Range(0, lambda s, _t: s.max_turns),
    "claimed": Range(0, CARDS),
    "disbands": Range(0, MOST_DISBANDS),
    "end_reason": Range(int(End.RUNNING), int(End.DEAD_POSITION)),
    "final_score": _DUCATS,
    "final_rank": Range(0, lambda s, _t: s.players, absent=0),
}
