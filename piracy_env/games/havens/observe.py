"""What a seat sees: the open table, its own hand, and what it remembers of rivals' hands."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.layout import Group, Layout
from piracy_env.core.noinline import noinline
from piracy_env.core.seating import left_of, share
from piracy_env.games.havens.cards import (
    ATTACKS,
    CAPTAINS,
    CARDS,
    CREW,
    FIRST_HAVEN,
    FIRST_WILD,
    GUNS,
    HAVENS,
    HEXES,
    PARTS,
    TYPES,
    VESSELS,
)
from piracy_env.games.havens.rules.fleet import (
    haven_hex,
    is_at_haven,
    move_bonus_of,
    move_cost_of,
    strength_of,
)
from piracy_env.games.havens.rules.moving import reach
from piracy_env.games.havens.rules.turn import rounds_of
from piracy_env.games.havens.state import (
    ACTOR,
    ATTACKER,
    CARD,
    COLUMN,
    DEFENDER,
    KIND,
    NONE,
    ROW,
    SEAT,
    SEATS,
    SLOT,
    SLOTS,
    VESSEL,
    WILDS,
    Decision,
    Phase,
)
from piracy_env.games.havens.tables import (
    ATTACK_KEYS,
    CAPTAIN_KEYS,
    CARD_KEYS,
    COLOURS,
    CREW_KEYS,
    GUN_KEYS,
    HAVEN_KEYS,
    HEX_KEYS,
    VESSEL_KEYS,
    WILD_KEYS,
)

SEAT_NAMES = ("me", *(f"left {left}" for left in range(1, SEATS)))
_SLOT_NAMES = tuple(f"{seat} {slot}" for seat in SEAT_NAMES for slot in range(SLOTS))
_STAYING = 4
"""Wild cards that stay on a vessel: the first of their kind."""
FEWEST_SEATS = 2


def _each(what: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{what} {name}" for name in names)


GLOBALS = (
    *("round", "highest supply", "last round"),
    *_each("turn of", SEAT_NAMES),
    *_each("phase", tuple(phase.name.lower() for phase in Phase if phase != Phase.OVER)),
    *("draw pile", "discard pile", "attacks face down", "attacks face up"),
    *("shifts", "attempts", "discards"),
    *_each("players", ("2", "3", "4")),
)
RULES = ("target", "timed", "max_rounds", "timed_rounds", "finish_round", "parley", "game's rounds")
PLAYERS = ("present", "supply", "unspent", "booty at sea", "hand", "vessels at sea")
FEATURES = (
    *CAPTAIN_KEYS,
    *VESSEL_KEYS,
    *GUN_KEYS,
    *CREW_KEYS,
    *COLOURS,
    *("at sea", "moved", "strength", "move bonus", "move cost", "booty", "col", "row"),
    *WILD_KEYS[:_STAYING],
    "at own haven",
    *_each("withdrew from place", tuple(str(place) for place in range(ROW))),
    "safe from me",
)
PLANES = (
    *_each("own slot", tuple(str(slot) for slot in range(SLOTS))),
    *_each("vessels of", SEAT_NAMES[1:]),
    *("own haven", "rivals' havens", "own attacks"),
)
PENDING = (
    *_each("decision", tuple(kind.name.lower() for kind in Decision)),
    *_each("own slot", tuple(str(slot) for slot in range(SLOTS))),
    *_each("vessel of", _SLOT_NAMES[SLOTS:]),
    *("own total", "other total", "reach", "ties", "rolls"),
    *("attacker", "defender", "onlooker"),
    *("offer", "own pips", "other pips", "own dice", "other dice"),
    *_each("card", CARD_KEYS),
    *_each("played by", SEAT_NAMES),
    *_each("attack", ATTACK_KEYS),
)

OBSERVATION = Layout(
    Group(
        "globals",
        GLOBALS,
        "the moment: round of 40, supply of the target, piles of 150 and 36, shifts of 6, "
        "attempts of 12, discards of 3",
    ),
    Group(
        "players", PLAYERS, "coins of 100, hand of 12, vessels of 3", rows=SEAT_NAMES
    ),
    Group("havens", HAVEN_KEYS, "whose Haven is which", rows=SEAT_NAMES),
    Group("own_hand", CARD_KEYS, "cards in hand, of 3"),
    Group(
        "known_hands", CARD_KEYS, "rivals' cards that came from open places, of 3",
        rows=SEAT_NAMES[1:],
    ),
    Group("column", CARD_KEYS, "the Purchase Column, of 3"),
    Group("discard_top", CARD_KEYS, "the uppermost discard"),
    Group("discard", CARD_KEYS, "the Discard Pile, of 3"),
    Group(
        "slots",
        FEATURES,
        "vessels in assembly and at sea: strength of 20, move bonus of 8, move cost of 4, booty of "
        "40, column of 16, row of 10, Upkeeps to come of 6",
        rows=_SLOT_NAMES,
    ),
    Group(
        "rows", ATTACK_KEYS, "Attack Rows",
        rows=tuple(f"{seat} {place}" for seat in SEAT_NAMES for place in range(ROW)),
    ),
    Group("attacks_out", ATTACK_KEYS, "the face-up part of the Attack Pile"),
    Group("planes", HEX_KEYS, "the gameboard", rows=PLANES),
    Group(
        "pending",
        PENDING,
        "what is being resolved, seen from the own side of a battle, or the attacker's: totals of "
        "90, reach of 15, ties of 5, rolls and offer and pips of 20, dice of 6",
    ),
    Group("rules", RULES, "the rules in use: target of 200, rounds of 60, timed rounds of 40"),
    Group("first", SEAT_NAMES, "who began, and begins each round"),
)  # fmt: skip
OBS = OBSERVATION.slices

LAST_ROUND, MANY_ATTACKS_DOWN = 40, ATTACKS
MANY_SHIFTS, MANY_ATTEMPTS, MANY_DISCARDS = 6, 12, 3
HIGHEST_TARGET, MOST_ROUNDS, MOST_TIMED = 200, 60, 40
MANY_COINS, MANY_HAND, MANY_COPIES = 100, 12, 3
MUCH_STRENGTH, MUCH_BONUS, MUCH_COST, MUCH_BOOTY = 20, 8, 4, 40
LAST_COLUMN, LAST_ROW, MANY_UPKEEPS = 16, 10, 6
HIGH_TOTAL, FAR_REACH, MANY_TIES, MANY_ROLLS, HIGH_OFFER, MANY_PIPS, MANY_DICE = (
    *(90, 15, 5, 20, 20, 20),
    6,
)

_TURN, _PHASE = GLOBALS.index("turn of me"), GLOBALS.index("phase setup")
_DRAW, _SHIFTS = GLOBALS.index("draw pile"), GLOBALS.index("shifts")
_PLAYERS = GLOBALS.index("players 2")
_VESSEL, _GUNS = CAPTAINS, CAPTAINS + VESSELS
_CREW, _COLOUR = _GUNS + GUNS, _GUNS + GUNS + CREW
_AT_SEA, _STRENGTH, _COL = (FEATURES.index(name) for name in ("at sea", "strength", "col"))
_SAFE = FEATURES.index("safe from me")
_UPKEEPS, _HOME = FEATURES.index(WILD_KEYS[0]), FEATURES.index("at own haven")
_FIRST_OF_PART = (0, _VESSEL, _GUNS, _CREW)
"""Card type and feature of a slot are numbered alike, part by part."""
_RIVALS, _OWN_HAVEN = PLANES.index("vessels of left 1"), PLANES.index("own haven")
_OWN_SLOT, _TOTAL = PENDING.index("own slot 0"), PENDING.index("own total")
_ROLE, _OFFER = PENDING.index("attacker"), PENDING.index("offer")
_CARD, _BY, _ATTACK = (
    PENDING.index(f"card {CARD_KEYS[0]}"),
    PENDING.index("played by me"),
    PENDING.index(f"attack {ATTACK_KEYS[0]}"),
)


@kernel
def observe(s: Any, t: Any, seat: int, out: Any) -> None:
    """Write what a seat sees, other seats in clockwise order from its own."""
    noinline()
    _write_globals(s, seat, out)
    _write_open_cards(s, seat, out)
    for left in range(s.players):
        other = (seat + left) % s.players
        _write_player(s, other, left, out)
        for slot in range(SLOTS):
            _write_slot(s, t, other, slot, left, out)
            row = OBS.slots.start + (left * SLOTS + slot) * len(FEATURES)
            out[row + _SAFE] = s.safe[other, slot] >> seat & 1
    _write_planes(s, t, seat, out)
    _write_pending(s, t, seat, out)


@kernel
def _write_globals(s: Any, seat: int, out: Any) -> None:
    """The moment and the piles."""
    noinline()
    first = OBS.globals.start
    highest = 0
    for other in range(s.players):
        highest = max(highest, s.supply[other])
    out[first] = share(s.round, LAST_ROUND)
    out[first + 1] = share(highest, s.target)
    out[first + 2] = s.final_flag
    out[first + _TURN + left_of(s, seat, s.turn_seat)] = 1.0
    if s.phase != Phase.OVER:
        out[first + _PHASE + s.phase] = 1.0
    out[first + _DRAW] = share(s.draw_n, CARDS)
    out[first + _DRAW + 1] = share(s.disc_n, CARDS)
    out[first + _DRAW + 2] = share(s.apile_n, ATTACKS)
    out[first + _DRAW + 3] = share(s.abot_n, ATTACKS)
    out[first + _SHIFTS] = share(s.shifts, MANY_SHIFTS)
    out[first + _SHIFTS + 1] = share(s.attempts, MANY_ATTEMPTS)
    out[first + _SHIFTS + 2] = share(s.discards, MANY_DISCARDS)
    out[first + _PLAYERS + s.players - FEWEST_SEATS] = 1.0
    first = OBS.rules.start
    out[first] = share(s.target, HIGHEST_TARGET)
    out[first + 1] = s.timed
    out[first + 2] = share(s.max_rounds, MOST_ROUNDS)
    out[first + 3] = share(s.timed_rounds, MOST_TIMED)
    out[first + 4] = s.finish_round
    out[first + 5] = s.parley
    out[first + 6] = share(rounds_of(s), MOST_ROUNDS)
    out[OBS.first.start + left_of(s, seat, s.first_seat)] = 1.0


@kernel
def _write_open_cards(s: Any, seat: int, out: Any) -> None:
    """The own hand, known cards of rivals, Column, Discard Pile and Attacks that lie open."""
    noinline()
    for card in range(TYPES):
        out[OBS.own_hand.start + card] = share(s.hand[seat, card], MANY_COPIES)
    for left in range(1, s.players):
        other, first = (seat + left) % s.players, OBS.known_hands.start + (left - 1) * TYPES
        for card in range(TYPES):
            out[first + card] = share(s.known[other, card], MANY_COPIES)
    for place in range(COLUMN):
        if s.column[place] != NONE:
            _count(OBS.column.start + s.column[place], out)
    for place in range(s.disc_n):
        _count(OBS.discard.start + s.disc[place], out)
    if s.disc_n > 0:
        out[OBS.discard_top.start + s.disc[s.disc_n - 1]] = 1.0
    for place in range(s.abot_n):
        out[OBS.attacks_out.start + s.abot[place]] = 1.0
    for left in range(s.players):
        other = (seat + left) % s.players
        for place in range(ROW):
            if s.row[other, place] != NONE:
                first = OBS.rows.start + (left * ROW + place) * ATTACKS
                out[first + s.row[other, place]] = 1.0


@kernel
def _count(feature: int, out: Any) -> None:
    """One copy more."""
    out[feature] = min(1.0, out[feature] + 1.0 / MANY_COPIES)


@kernel
def _write_player(s: Any, seat: int, left: int, out: Any) -> None:
    """Coins, hand, fleet and Haven of a player."""
    noinline()
    first = OBS.players.start + left * len(PLAYERS)
    cards, booty, vessels = 0, 0, 0
    for card in range(TYPES):
        cards += s.hand[seat, card]
    for slot in range(SLOTS):
        booty += s.booty[seat, slot]
        vessels += s.at_sea[seat, slot]
    out[first] = 1.0
    out[first + 1] = share(s.supply[seat], MANY_COINS)
    out[first + 2] = share(s.unspent[seat], MANY_COINS)
    out[first + 3] = share(booty, MANY_COINS)
    out[first + 4] = share(cards, MANY_HAND)
    out[first + 5] = share(vessels, SLOTS)
    if s.haven[seat] != NONE:
        out[OBS.havens.start + left * HAVENS + s.haven[seat] - FIRST_HAVEN] = 1.0


@kernel
def _write_slot(s: Any, t: Any, seat: int, slot: int, left: int, out: Any) -> None:
    """A vessel at sea or in assembly, or an empty slot."""
    noinline()
    first = OBS.slots.start + (left * SLOTS + slot) * len(FEATURES)
    colour = -1
    for part in range(PARTS):
        card = s.part[seat, slot, part]
        if card != NONE:
            out[first + card] = 1.0
            colour = t.cards[card].colour
    if colour < 0:
        return
    out[first + _COLOUR + colour] = 1.0
    out[first + _AT_SEA] = s.at_sea[seat, slot]
    out[first + _AT_SEA + 1] = s.moved[seat, slot]
    out[first + _STRENGTH] = share(strength_of(s, t, seat, slot), MUCH_STRENGTH)
    if s.part[seat, slot, VESSEL] != NONE:
        out[first + _STRENGTH + 1] = share(move_bonus_of(s, t, seat, slot), MUCH_BONUS)
        out[first + _STRENGTH + 2] = share(move_cost_of(s, t, seat, slot), MUCH_COST)
    out[first + _STRENGTH + 3] = share(s.booty[seat, slot], MUCH_BOOTY)
    here = s.hex[seat, slot]
    if here != NONE:
        out[first + _COL] = share(t.hexes[here].col, LAST_COLUMN)
        out[first + _COL + 1] = share(t.hexes[here].row, LAST_ROW)
        out[first + _HOME] = is_at_haven(s, t, seat, slot)
    for place in range(WILDS):
        wild = s.wild[seat, slot, place]
        if wild != NONE:
            feature = first + _UPKEEPS + wild - FIRST_WILD
            left = out[feature] + s.wild_ttl[seat, slot, place] / MANY_UPKEEPS
            out[feature] = min(1.0, left)
    for place in range(ROW):
        out[first + _HOME + 1 + place] = s.failed[seat, slot] >> place & 1


@kernel
def _write_planes(s: Any, t: Any, me: int, out: Any) -> None:
    """Vessels, Havens and own targets on the gameboard."""
    noinline()
    first = OBS.planes.start
    for left in range(s.players):
        seat = (me + left) % s.players
        for slot in range(SLOTS):
            plane = slot if left == 0 else _RIVALS + left - 1
            if s.hex[seat, slot] != NONE:
                out[first + plane * HEXES + s.hex[seat, slot]] = 1.0
        if s.haven[seat] != NONE:
            plane = _OWN_HAVEN if left == 0 else _OWN_HAVEN + 1
            out[first + plane * HEXES + haven_hex(s, t, seat)] = 1.0
    for place in range(ROW):
        if s.row[me, place] != NONE:
            out[first + (_OWN_HAVEN + 2) * HEXES + t.attacks[s.row[me, place]].hex] = 1.0


# What is being resolved ---------------------------------------------------------------------------


@kernel
def _write_pending(s: Any, t: Any, me: int, out: Any) -> None:
    """The decision, the vessels, the dice and the card that it is about."""
    noinline()
    first = OBS.pending.start
    if s.sp > 0:
        top = s.stack[s.sp - 1]
        kind = top[KIND]
        if top[ACTOR] == me or not _betrays_a_card(kind):
            out[first + kind] = 1.0
        if top[SLOT] != NONE:
            _mark_vessel(s, me, top[SEAT], top[SLOT], out)
    if s.mv.seat != NONE:
        _mark_vessel(s, me, s.mv.seat, s.mv.slot, out)
        if s.mv.die > 0 and s.part[s.mv.seat, s.mv.slot, VESSEL] != NONE:
            out[first + _TOTAL + 2] = share(reach(s, t), FAR_REACH)
    _write_battle(s, me, out)
    _write_limbo(s, me, out)


@kernel
def _betrays_a_card(kind: int) -> bool:
    """Whether being asked this shows others what is in the hand."""
    return (
        kind == Decision.PREMOVE
        or Decision.WINDOW_CARD <= kind <= Decision.WINDOW_BETWEEN
        or kind == Decision.PLUNDER_SOURCE
    )


@kernel
def _mark_vessel(s: Any, me: int, seat: int, slot: int, out: Any) -> None:
    """The vessel is concerned; own ones come before those of rivals."""
    if NONE not in (seat, slot):
        row = left_of(s, me, seat) * SLOTS + slot
        out[OBS.pending.start + _OWN_SLOT + row] = 1.0


@kernel
def _write_battle(s: Any, me: int, out: Any) -> None:
    """Totals, additions and numbers of a battle, the own side first."""
    noinline()
    first = OBS.pending.start
    own, other, role = ATTACKER, DEFENDER, 2
    if s.bt.att_seat == me:
        role = 0
    elif s.bt.def_seat == me:
        own, other, role = DEFENDER, ATTACKER, 1
    out[first + _ROLE + role] = 1.0
    _mark_vessel(s, me, s.bt.att_seat, s.bt.att_slot, out)
    _mark_vessel(s, me, s.bt.def_seat, s.bt.def_slot, out)
    out[first + _TOTAL] = share(s.bt.totals[own], HIGH_TOTAL)
    out[first + _TOTAL + 1] = share(s.bt.totals[other], HIGH_TOTAL)
    out[first + _TOTAL + 3] = share(s.bt.ties, MANY_TIES)
    out[first + _TOTAL + 4] = share(s.bt.rolls, MANY_ROLLS)
    out[first + _OFFER] = share(s.bt.offer, HIGH_OFFER)
    out[first + _OFFER + 1] = share(s.bt.pips[own], MANY_PIPS)
    out[first + _OFFER + 2] = share(s.bt.pips[other], MANY_PIPS)
    out[first + _OFFER + 3] = share(s.bt.dice[own], MANY_DICE)
    out[first + _OFFER + 4] = share(s.bt.dice[other], MANY_DICE)
    if s.bt.attack != NONE:
        out[first + _ATTACK + s.bt.attack] = 1.0


@kernel
def _write_limbo(s: Any, me: int, out: Any) -> None:
    """The card on its way, and who played it."""
    noinline()
    first = OBS.pending.start
    kind = s.stack[s.sp - 1, KIND] if s.sp > 0 else -1
    if kind in (Decision.SHIFT_DEST, Decision.ORPHAN):
        top = s.stack[s.sp - 1]
        out[first + _CARD + top[CARD]] = 1.0
        out[first + _BY + left_of(s, me, top[ACTOR])] = 1.0
    elif s.limbo_n > 0:
        out[first + _CARD + s.limbo[s.limbo_n - 1]] = 1.0
        out[first + _BY + left_of(s, me, s.limbo_by[s.limbo_n - 1])] = 1.0
