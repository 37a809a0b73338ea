"""What each field can hold, in the order of `state.FIELDS`."""

from __future__ import annotations

from piracy_env.core.ranges import SWITCH, Range, Ranges, a_seat
from piracy_env.core.record import Record
from piracy_env.games.broadside.state import (
    BLUE,
    FLEET,
    FORCED,
    MOST_CREW,
    NONE,
    RED,
    SEATS,
    SHIPS,
    TABLE,
    End,
    Phase,
    Place,
    Step,
)

MOST_WIND = 2
MOST_BATTLE_ROUNDS = 200
MOST_CARDS = 127
"""More red cards of a kind than any table has."""
_CARDS = Range(0, MOST_CARDS)
_SLOT = Range(0, FLEET - 1, also=NONE)


def _players(s: Record, _t: Record) -> int:
    return int(s.players)


def _after_the_last_round(s: Record, _t: Record) -> int:
    return int(s.max_rounds) + 1


RANGES: Ranges = {
    "force": Range(-MOST_WIND, MOST_CARDS),
    "force_len": Range(0, FORCED),
    "ret_phase": Range(int(Phase.NOTHING), int(Phase.REORG)),
    "cur": a_seat(),
    "start": a_seat(),
    "round_no": Range(1, _after_the_last_round),
    "elim_event": Range(0, SEATS, absent=0),
    "red_deck": _CARDS,
    "red_disc": _CARDS,
    "red_hand": Range(0, MOST_CARDS, absent=0),
    "red_battle": _CARDS,
    "red_limbo": Range(0, RED - 1, also=NONE),
    "known": Range(0, MOST_CARDS, absent=0),
    "held": Range(0, MOST_CARDS, absent=0),
    "older": Range(0, MOST_CARDS, absent=0),
    "blue_loc": Range(int(Place.BOX), Place.TREASURE + SEATS - 1),
    "blue_left": SWITCH,
    "blue_older": Range(0, BLUE, absent=0),
    "table_card": Range(0, BLUE - 1, also=NONE),
    "table_crew": Range(0, MOST_CREW),
    "fleet_card": Range(0, SHIPS - 1, also=NONE, absent=NONE),
    "fleet_crew": Range(0, MOST_CREW, absent=0),
    "fleet_inv": Range(0, MOST_CARDS, absent=0),
    "fleet_acted": Range(0, 1, absent=0),
    "treasure_pts": Range(0, 1_000, absent=0),
    "cave_owner": a_seat(NONE),
    "acts": Range(0, SHIPS),
    "plays": _CARDS,
    "crow_used": SWITCH,
    "sold": Range(0, FLEET),
    "redist_done": SWITCH,
    "pool": Range(0, FLEET * MOST_CREW),
    "dist_slot": _SLOT,
    "muster": Range(0, 2 * FLEET * MOST_CREW),
    "sel_ship": _SLOT,
    "sel_enemy": (a_seat(NONE), _SLOT),
    "exp_slot": Range(0, TABLE - 1, also=NONE),
    "b_on": SWITCH,
    "b_neutral": SWITCH,
    "b_seat": a_seat(NONE),
    "b_slot": _SLOT,
    "b_step": Range(int(Step.WIND), int(Step.CREW)),
    "b_side": SWITCH,
    "b_passes": SWITCH,
    "b_temp": _CARDS,
    "b_chain": _CARDS,
    "b_fr": _CARDS,
    "b_gw": _CARDS,
    "b_gh": _CARDS,
    "b_surprise": _CARDS,
    "b_wind": Range(-MOST_WIND, MOST_WIND),
    "b_rolled": SWITCH,
    "b_round": Range(0, MOST_BATTLE_ROUNDS),
    "b_roller": a_seat(NONE),
    "rank_lo": Range(0, _players, absent=0),
    "rank_hi": Range(0, _players, absent=0),
    "end_reason": Range(int(End.RUNNING), int(End.ROUND_LIMIT)),
}
