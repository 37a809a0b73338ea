"""What a seat knows: everything on the table, and of the deck only which cards are still in it."""

from __future__ import annotations

from typing import Any

from piracy_env.core.bits import lowest
from piracy_env.core.jit import INT, WORD, forceinline, kernel
from piracy_env.core.layout import Group, Layout
from piracy_env.core.rng import shuffle
from piracy_env.core.seating import left_of
from piracy_env.games.mutiny.outcome import FEWEST_SEATS
from piracy_env.games.mutiny.state import (
    CARDS,
    FACES,
    FIXED_RANKS,
    KINDS,
    LOWEST_FACE,
    NONE,
    RANKS,
    SEATS,
    SLOTS,
    CardType,
    Phase,
    Place,
)
from piracy_env.games.mutiny.tables import CARD_KEYS, KIND_NAMES, TYPES

SEAT_NAMES = ("me", *(f"left {left}" for left in range(1, SEATS)))
PIRATE_NAMES = tuple(f"{seat}: {face}" for seat in SEAT_NAMES for face in FACES)
SLOT_NAMES = tuple(f"slot {slot}" for slot in range(SLOTS))

CLOCK = ("turns", "boarded cards", "deck", "passes")
PENDING = (*SLOT_NAMES, "mutiny", *(f"captain {face}" for face in FACES))
PLAYER = (
    *("present", "ducats", *KIND_NAMES),
    *("wheels", "anchors", "cards", "highest card", "black spot", "monster", "stacks"),
)
CARD = ("present", *TYPES, "min", "ducats", "q", *KIND_NAMES, "wheels", "anchors")
PIRATE = (
    *("in play", "top", "single"),
    *(f"captain of {seat}" for seat in SEAT_NAMES),
    *(f"captain {face}" for face in FACES),
    "depth",
)
RULES = (
    *("display of 4", "use_mutiny", "use_ransom", "end in deadlock"),
    *("max_turns", "wheel_cap", "all wheels"),
)
STACK = ("height", "faces to pay", "? to pay", "mine", "faces of others", "? of others")

OBSERVATION = Layout(
    Group("phase", ("turn", "ransom assemble", "booty"), "what is to be decided; 0 at the end"),
    Group("my_turn", doc="the observer is to move"),
    Group("actor", SEAT_NAMES, "the seat to move"),
    Group("n_players", ("3", "4", "5"), "number of players"),
    Group("clock", CLOCK, "of max_turns, of 20 cards, of 20 cards, of 5"),
    Group("pending", PENDING, "the card being boarded, how, and by whom; only in phase BOOTY"),
    Group("players", PLAYER, "ducats of 200, tokens of 6, kept cards, stacks of 5", SEAT_NAMES),
    Group("spot_beside", doc="the black spot lies beside the board"),
    Group("display", CARD, "the face-up cards: ducats of 30, icons of 2", SLOT_NAMES),
    Group("unseen", CARD_KEYS, "cards still in the deck, as a set"),
    Group("pirates", PIRATE, "where each pirate is: depth below its captain of 8", PIRATE_NAMES),
    Group("stacks", STACK, "a captain's stack: height of 9, faces of 40, rest of 5", PIRATE_NAMES),
    Group("rules", RULES, "the rules in use: max_turns of 5000, wheels of 30"),
)
OBS = OBSERVATION.slices

# What one of a thing adds to its feature: as many as the divisor count as 1, more do not add to it.
DUCATS, TOKENS, WHEELS, ANCHORS = 1 / 200, 1 / 6, 1 / 20, 1 / 6
GAIN, MIN, Q, ICON = 1 / 30, 1 / 9, 1 / 6, 1 / 2
HEIGHT, DEPTH, FACE, PIRATE_COUNT = 1 / 9, 1 / 8, 1 / 40, 1 / RANKS
CARD_COUNT, PASS = 1 / CARDS, 1 / SEATS

MOST_TURNS, MOST_WHEELS = 5000, 30
"""The largest values of options."""
UNKNOWN = 64
"""Stands for a "?" in a sum of faces: one integer then holds the sum and the number of "?"."""

# Columns of the groups that have rows.
_DUCATS, _TOKENS, _WHEELS, _ANCHORS, _KEPT, _HIGHEST, _SPOT, _MONSTER, _STACKS = (
    PLAYER.index(name)
    for name in (
        *("ducats", KIND_NAMES[0], "wheels", "anchors", "cards"),
        *("highest card", "black spot", "monster", "stacks"),
    )
)
_TYPE, _MIN, _GAIN, _Q, _ICONS, _CARD_WHEELS, _CARD_ANCHORS = (
    CARD.index(name)
    for name in (TYPES[0], "min", "ducats", "q", KIND_NAMES[0], "wheels", "anchors")
)
_TOP, _SINGLE, _CAPTAIN_SEAT, _CAPTAIN_RANK, _DEPTH = (
    PIRATE.index(name) for name in ("top", "single", "captain of me", "captain 2", "depth")
)
_MUTINY, _CAPTAIN = PENDING.index("mutiny"), PENDING.index("captain 2")
_HEIGHT, _TO_PAY, _UNKNOWN_TO_PAY, _MINE, _OTHERS, _UNKNOWN_OTHERS = range(len(STACK))


@kernel
def observe(s: Any, t: Any, seat: int, out: Any) -> None:
    """Write what a seat sees, other seats in clockwise order from its own."""
    _write_moment(s, seat, out)
    _write_display(s, t, out[OBS.display])
    _write_cards(s, t, seat, out)
    tops = _tops(s)
    _write_players(s, seat, tops, out[OBS.players])
    while tops:
        _write_stack(s, seat, lowest(tops), out[OBS.pirates], out[OBS.stacks])
        tops &= tops - 1


@kernel
def determinize(s: Any, t: Any, seat: int, key: Any) -> None:
    """Shuffle the deck anew, from its cards in index order: not even their old order has a say."""
    s.rng = WORD(key)
    place = 0
    for card in range(CARDS):
        if s.card_loc[card] == Place.DECK:
            s.deck[place] = card
            place += 1
    shuffle(s, s.deck, s.deck_len)


@forceinline
def _tops(s: Any) -> int:
    """The set of all top pirates."""
    tops = 0
    for pirate in range(s.players * RANKS):
        tops |= INT(s.above[pirate] == NONE) << pirate
    return tops


@forceinline
def _write_moment(s: Any, seat: int, out: Any) -> None:
    """Whose decision of what kind, and how far the game has come."""
    if s.phase != Phase.OVER:
        out[OBS.phase][s.phase] = 1.0
        out[OBS.my_turn][0] = s.seat == seat
        out[OBS.actor][left_of(s, seat, s.seat)] = 1.0
    out[OBS.n_players][s.players - FEWEST_SEATS] = 1.0
    clock = out[OBS.clock]
    clock[0] = s.turns / s.max_turns
    clock[1] = s.claimed * CARD_COUNT
    clock[2] = s.deck_len * CARD_COUNT
    clock[3] = s.passes * PASS
    if s.phase == Phase.BOOTY:
        pending = out[OBS.pending]
        pending[s.pend_slot] = 1.0
        pending[_MUTINY] = s.pend_mult > 1
        pending[_CAPTAIN + s.pend_top % RANKS] = 1.0
    out[OBS.spot_beside][0] = s.black_spot == NONE
    rules = out[OBS.rules]
    rules[0] = s.display_size == SLOTS
    rules[1] = s.use_mutiny
    rules[2] = s.use_ransom
    rules[3] = s.deadlock_rule
    rules[4] = s.max_turns / MOST_TURNS
    rules[5] = s.wheel_cap / MOST_WHEELS
    rules[6] = s.wheel_cap == 0


@forceinline
def _write_display(s: Any, t: Any, display: Any) -> None:
    """All that is printed on the face-up cards."""
    for slot in range(SLOTS):
        card = s.display[slot]
        if card >= 0:
            row = slot * len(CARD)
            display[row] = 1.0
            display[row + _TYPE + t.cards[card].type] = 1.0
            display[row + _MIN] = t.cards[card].min * MIN
            display[row + _GAIN] = min(1.0, t.cards[card].ducats * GAIN)
            display[row + _Q] = min(1.0, t.cards[card].q * Q)
            for icon in range(len(t.cards[card].booty)):
                kind = t.cards[card].booty[icon]
                if kind >= 0:
                    display[row + _ICONS + kind] += ICON
            display[row + _CARD_WHEELS] = min(1.0, t.cards[card].wheels * ICON)
            display[row + _CARD_ANCHORS] = min(1.0, t.cards[card].anchors * ICON)


@forceinline
def _write_cards(s: Any, t: Any, seat: int, out: Any) -> None:
    """Which cards are still in the deck, and what those kept by the seats add up to."""
    unseen, players = out[OBS.unseen], out[OBS.players]
    kept = 0
    for card in range(CARDS):
        place = s.card_loc[card]
        unseen[card] = place == Place.DECK
        kept |= INT(Place.KEPT <= place < Place.DISCARDED) << card
    while kept:
        card = lowest(kept)
        kept &= kept - 1
        row = left_of(s, seat, s.card_loc[card] - Place.KEPT) * len(PLAYER)
        _add_kept_card(t, card, players, row)
    for row in range(0, s.players * len(PLAYER), len(PLAYER)):
        players[row + _WHEELS] = min(1.0, players[row + _WHEELS] * WHEELS)
        players[row + _ANCHORS] = min(1.0, players[row + _ANCHORS] * ANCHORS)
        players[row + _KEPT] *= CARD_COUNT


@forceinline
def _add_kept_card(t: Any, card: int, players: Any, row: int) -> None:
    """Count a kept card, unscaled as yet so that sums stay whole numbers."""
    players[row + _KEPT] += 1.0
    gain = min(1.0, t.cards[card].ducats * GAIN)
    players[row + _HIGHEST] = max(players[row + _HIGHEST], gain)
    if t.cards[card].type == CardType.SHIP:
        players[row + _WHEELS] += t.cards[card].wheels
    elif t.cards[card].type == CardType.RUINS:
        players[row + _ANCHORS] += t.cards[card].anchors
    else:
        players[row + _MONSTER] = 1.0


@forceinline
def _write_players(s: Any, seat: int, tops: int, players: Any) -> None:
    """What lies in front of each seat, apart from its cards."""
    for other in range(s.players):
        row = left_of(s, seat, other) * len(PLAYER)
        players[row] = 1.0
        players[row + _DUCATS] = min(1.0, s.ducats[other] * DUCATS)
        for kind in range(KINDS):
            players[row + _TOKENS + kind] = min(1.0, s.tokens[other, kind] * TOKENS)
        players[row + _SPOT] = s.black_spot == other
        stacks = 0
        for rank in range(RANKS):
            stacks += (tops >> (other * RANKS + rank)) & 1
        players[row + _STACKS] = stacks * PIRATE_COUNT


@forceinline
def _write_stack(s: Any, seat: int, top: int, pirates: Any, stacks: Any) -> None:
    """One stack, walked once from its captain down."""
    captain = _number_of(s, seat, top)
    height, mine, to_pay, of_others = 0, 0, 0, 0
    pirate = top
    while pirate >= 0:
        number = _number_of(s, seat, pirate)
        left, rank = number // RANKS, number % RANKS
        row = number * len(PIRATE)
        pirates[row] = 1.0
        pirates[row + _CAPTAIN_SEAT + captain // RANKS] = 1.0
        pirates[row + _CAPTAIN_RANK + captain % RANKS] = 1.0
        pirates[row + _DEPTH] = height * DEPTH
        face = UNKNOWN if rank == FIXED_RANKS else LOWEST_FACE + rank
        to_pay += face if left != captain // RANKS else 0
        of_others += face if left > 0 else 0
        mine += left == 0
        height += 1
        pirate = s.below[pirate]
    row = captain * len(PIRATE)
    pirates[row + _TOP] = 1.0
    pirates[row + _SINGLE] = height == 1
    row = captain * len(STACK)
    stacks[row + _HEIGHT] = height * HEIGHT
    stacks[row + _TO_PAY] = (to_pay % UNKNOWN) * FACE
    stacks[row + _UNKNOWN_TO_PAY] = (to_pay // UNKNOWN) * PIRATE_COUNT
    stacks[row + _MINE] = mine * PIRATE_COUNT
    stacks[row + _OTHERS] = (of_others % UNKNOWN) * FACE
    stacks[row + _UNKNOWN_OTHERS] = (of_others // UNKNOWN) * PIRATE_COUNT


@forceinline
def _number_of(s: Any, seat: int, pirate: int) -> int:
    """The number of a pirate if seats are counted clockwise from this one."""
    # Here and below, `max` tells the compiler that the index is never negative.
    number = pirate - seat * RANKS
    return number if number >= 0 else max(number + s.players * RANKS, 0)
