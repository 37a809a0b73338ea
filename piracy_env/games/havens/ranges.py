"""What each field can hold, in the order of `state.FIELDS` (HAV-I11)."""

from __future__ import annotations

from piracy_env.core.ranges import SWITCH, Range, Ranges, a_seat
from piracy_env.core.record import Record
from piracy_env.games.havens.cards import (
    ATTACKS,
    CARDS,
    FIRST_CREW,
    FIRST_GUNS,
    FIRST_HAVEN,
    FIRST_VESSEL,
    FIRST_WILD,
    HEXES,
    MUTINY,
    PARTS,
    TYPES,
)
from piracy_env.games.havens.state import (
    FRAMES,
    LIMBO,
    NONE,
    ROW,
    SCRIPT,
    SEATS,
    SLOTS,
    Battle,
    Decision,
)

SIDES = 6
MOST_PIECES = 7_000
"""More pieces of eight than any table brings anybody; four times as many fit into the field."""
MOST_PIPS = 100
"""More than all cards together add to a roll or a move."""
_CARD = Range(0, TYPES - 1, also=NONE)
_HEX = Range(0, HEXES - 1, also=NONE, absent=NONE)
_SLOT = Range(0, SLOTS - 1, also=NONE)
_COPIES = Range(0, CARDS, absent=0)
_PIECES = Range(0, MOST_PIECES, absent=0)
_MARK = Range(0, 1, absent=0)
_PIPS = Range(-MOST_PIPS, MOST_PIPS)


def _players(s: Record, _t: Record) -> int:
    return int(s.players)


def _every_seat(s: Record, _t: Record) -> int:
    return (1 << int(s.players)) - 1


def _last_round(s: Record, _t: Record) -> int:
    return int(min(s.max_rounds, s.timed_rounds) if s.timed else s.max_rounds)


RANGES: Ranges = {
    "turn_seat": a_seat(),
    "first_seat": a_seat(),
    "round": Range(1, _last_round),
    "final_flag": SWITCH,
    "supply": _PIECES,
    "unspent": _PIECES,
    "haven": Range(FIRST_HAVEN, FIRST_WILD - 1, also=NONE, absent=NONE),
    "hand": _COPIES,
    "known": _COPIES,
    "draw": Range(0, TYPES - 1),
    "draw_n": Range(0, CARDS),
    "disc": Range(0, TYPES - 1),
    "disc_n": Range(0, CARDS),
    "column": _CARD,
    "apile": Range(0, ATTACKS - 1),
    "apile_n": Range(0, ATTACKS),
    "abot": Range(0, ATTACKS - 1),
    "abot_n": Range(0, ATTACKS),
    "row": Range(0, ATTACKS - 1, absent=NONE),
    "part": tuple(
        Range(first, last - 1, also=NONE, absent=NONE)
        for first, last in (
            *((0, FIRST_VESSEL), (FIRST_VESSEL, FIRST_GUNS)),
            *((FIRST_GUNS, FIRST_CREW), (FIRST_CREW, FIRST_HAVEN)),
        )
    ),
    "at_sea": _MARK,
    "moved": _MARK,
    "hex": _HEX,
    "booty": _PIECES,
    "wild": Range(FIRST_WILD, MUTINY - 1, also=NONE, absent=NONE),
    "wild_ttl": Range(0, 3, absent=0),
    "failed": Range(0, (1 << ROW) - 1, absent=0),
    "safe": Range(0, _every_seat, absent=0),
    "shifts": Range(0, lambda _s, t: t.rules.most_shifts),
    "attempts": Range(0, lambda _s, t: t.rules.most_attempts),
    "discards": Range(0, lambda _s, t: t.rules.most_discards),
    "mv.seat": a_seat(NONE),
    "mv.slot": _SLOT,
    "mv.origin": Range(0, HEXES - 1, also=NONE),
    "mv.die": Range(0, SIDES),
    "mv.adders": _PIPS,
    "mv.winds": Range(0, CARDS // 2),
    "mv.free": SWITCH,
    "mv.left": Range(0, MOST_PIPS),
    "bt.type": Range(int(Battle.NOBODY), int(Battle.MAN_OF_WAR)),
    "bt.att_seat": a_seat(NONE),
    "bt.att_slot": _SLOT,
    "bt.def_seat": a_seat(NONE),
    "bt.def_slot": _SLOT,
    "bt.place": Range(0, ROW - 1, also=NONE),
    "bt.attack": Range(0, ATTACKS - 1, also=NONE),
    "bt.wild": Range(FIRST_WILD, TYPES - 1, also=NONE),
    "bt.round": Range(0, 127),
    "bt.rolls": Range(0, lambda _s, t: t.rules.most_rolls),
    "bt.ties": Range(0, lambda _s, t: t.rules.most_rolls),
    "bt.offer": Range(0, 127),
    "bt.pips": _PIPS,
    "bt.dice": _PIPS,
    "bt.totals": Range(-1_000, 1_000),
    "stack": (
        Range(int(Decision.CHOOSE_HAVEN), int(Decision.REFILL)),  # KIND
        a_seat(),  # ACTOR
        _CARD,
        a_seat(NONE),  # BY
        a_seat(NONE),  # SEAT
        _SLOT,
        Range(0, max(SEATS, PARTS)),  # PLACE
        Range(0, 3),  # FLAG
    ),
    "sp": Range(0, FRAMES),
    "limbo": Range(0, TYPES - 1),
    "limbo_by": a_seat(),
    "limbo_n": Range(0, LIMBO),
    "script": Range(0, SIDES),
    "script_n": Range(0, SCRIPT),
    "ranks": Range(0, _players, absent=0),
}
