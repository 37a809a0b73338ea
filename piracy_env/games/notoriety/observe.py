"""What a seat knows: open cards, its own hidden ones, and which cards rivals hold or draw.

Nobody forgets an open card, so the cards of a rival are known as a whole; unknown is which of them
are in hand, in the deck, or were buried from the hand, but for those that can be counted (NOT-R38).
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.layout import Group, Layout
from piracy_env.core.noinline import noinline
from piracy_env.core.seating import left_of, share
from piracy_env.games.notoriety.options import LONGEST_LIMIT
from piracy_env.games.notoriety.outcome import (
    buried_banners,
    buried_crew,
    officer_points,
    prize_points,
    unburied_banners,
)
from piracy_env.games.notoriety.rules.piles import size
from piracy_env.games.notoriety.state import (
    ACHIEVEMENTS,
    BUR_HID,
    BUR_OPEN,
    DECK,
    DISC,
    DOUBLOON,
    FIRST_TREASURE,
    HAND,
    NEWREC,
    NONE,
    PIRATES,
    POWDER_MONKEY,
    POWERS,
    RANK_NAMES,
    RANKS,
    ROUNDS,
    SEATS,
    SHIP,
    SLOTS,
    SUIT_NAMES,
    SUITS,
    TREASURES,
    TYPES,
    Achievement,
    Effect,
    Phase,
)
from piracy_env.games.notoriety.tables import (
    CARD_KEYS,
    ICON_AMOUNT,
    ICON_KIND,
    MODE_OR,
    MOST_POWERS,
    PIRATE_KEYS,
    POWER_NAMES,
    TREASURE_KEYS,
)

SEAT_NAMES = ("me", *(f"left {left}" for left in range(1, SEATS)))
PORT_ROUNDS = 2
FEWEST_SEATS = 2


def _each(what: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{what} {name}" for name in names)


TABLE = (
    *_each("players", ("2", "3", "4")),
    *_each("round", tuple(str(number) for number in range(1, ROUNDS + 1))),
    *_each("phase", tuple(phase.name.lower() for phase in Phase)),
    *_each("to move", SEAT_NAMES),
    *_each("turn of", SEAT_NAMES),
    *_each("start player", SEAT_NAMES),
    *("last lap", "last turns left"),
    *_each("in play", tuple(achievement.name.lower() for achievement in Achievement)),
    *("richest_scope", "commander_parrot"),
    *_each("prize", ("port", "6", "3", "2", "1")),
)
TAVERN = (
    *("present", *SUIT_NAMES, *RANK_NAMES, "cost", *POWER_NAMES),
    *("or", "affordable"),
)
PILES = (
    *_each("pirate discard", PIRATE_KEYS),
    *_each("pirate deck", PIRATE_KEYS),
    "pirate deck size",
    *_each("treasure discard", TREASURE_KEYS),
    *_each("treasure deck", TREASURE_KEYS),
    "treasure deck size",
)
PENDING = (
    *_each("revealed", TREASURE_KEYS),
    *_each("choice on", PIRATE_KEYS),
    *_each("waiting", POWER_NAMES),
    *_each("in front", CARD_KEYS),
    *_each("attacker", SEAT_NAMES),
    *_each("attacked", SEAT_NAMES),
)
COUNTS = ("coins", "hand", "deck", "discard", "buried")
STANDING = ("recruits", "parley", "prize NP", "officer NP", "strength", "unused")
BANNERS = ("banners", "buried banners", "buried crew")
SELF = (
    *_each("hand", CARD_KEYS),
    *_each("deck", CARD_KEYS),
    *_each("discard", CARD_KEYS),
    *_each("buried", CARD_KEYS),
    *_each("known top", CARD_KEYS),
    *_each("lookout", CARD_KEYS),
    *_each("areas", PIRATE_KEYS),
    *_each("wild captain of", SUIT_NAMES),
    *(*COUNTS, *STANDING, *BANNERS),
)
RIVAL = (
    "present",
    *_each("discard", CARD_KEYS),
    *_each("hand, deck or buried", CARD_KEYS),
    *_each("buried", CARD_KEYS),
    *_each("areas", PIRATE_KEYS),
    *_each("wild captain of", SUIT_NAMES),
    *(*COUNTS, "hidden buried", *STANDING),
)
COUNTED = (*_each("certain", CARD_KEYS), "old in hand", "old buried")
_SCALES = (
    "coins of 20, hand of 10, deck and discard of 30, buried of 15, recruits of 3, "
    "NP of 30 and 15, "
    "strength of 40, unused of 10"
)

OBSERVATION = Layout(
    Group("table", TABLE, "the moment, and what is in play; lap of 4"),
    Group(
        "tavern",
        TAVERN,
        "the Tavern Row: cost of 10, trade of 3, draw of 2",
        tuple(f"slot {slot}" for slot in range(SLOTS)),
    ),
    Group("piles", PILES, "discards and unseen cards of tavern and treasures: decks of 50 and 20"),
    Group("pending", PENDING, "what is being resolved: effects of 4, monkeys of 6, doubloons of 4"),
    Group("self", SELF, f"own cards: {_SCALES}, banners of 40, buried crew of 15"),
    *(Group(f"opp_{left}", RIVAL, f"the seat {left} to the left: {_SCALES}") for left in (1, 2, 3)),
    *(
        Group(
            f"counted_{left}",
            COUNTED,
            f"what is certain of the hidden cards of the seat {left} to the left: 1 for each that "
            "is in hand, 0.5 for each that is in hand or buried but not in the deck, and at most "
            "how many of the hand and of the hidden buried ones are of the latter, of 10 and 15",
        )
        for left in (1, 2, 3)
    ),
    Group("limit", ("decisions",), "after how many decisions the game is cut, of 32000"),
)
OBS = OBSERVATION.slices

MANY_MONKEYS, MANY_DOUBLOONS = 6, 4
MANY_COINS, MANY_HAND, MANY_CARDS, MANY_BURIED = 20, 10, 30, 15
MANY_PRIZES, MANY_OFFICERS, MUCH_STRENGTH, MANY_UNUSED, MANY_BANNERS = 30, 15, 40, 10, 40
SURE, OPEN = 1.0, 0.5
HIGH_COST, MUCH_TRADE, MUCH_DRAW, MANY_EFFECTS, MANY_RECRUITS = 10, 3, 2, 4, 3

_ROUND, _PHASE = TABLE.index("round 1"), TABLE.index("phase parley")
_TO_MOVE, _TURN, _START = (
    TABLE.index(f"{what} me") for what in ("to move", "turn of", "start player")
)
_LAP, _IN_PLAY = TABLE.index("last lap"), TABLE.index("in play richest")
_SCOPE, _PRIZE = TABLE.index("richest_scope"), TABLE.index("prize port")
_RANK, _COST = TAVERN.index(RANK_NAMES[0]), TAVERN.index("cost")
_POWER, _OR, _AFFORDABLE = (
    TAVERN.index(POWER_NAMES[0]),
    TAVERN.index("or"),
    TAVERN.index("affordable"),
)
_DECK, _DECK_SIZE = PIRATES, 2 * PIRATES
_TREASURE_DISCARD = _DECK_SIZE + 1
_TREASURE_DECK = _TREASURE_DISCARD + TREASURES
_TREASURE_DECK_SIZE = _TREASURE_DECK + TREASURES
_CHOICE, _WAITING = TREASURES, TREASURES + PIRATES
_FRONT = _WAITING + POWERS
_ATTACKER, _ATTACKED = PENDING.index("attacker me"), PENDING.index("attacked me")
_RIVAL_DISCARD = RIVAL.index(f"discard {CARD_KEYS[0]}")
_SELF_AREAS, _RIVAL_AREAS = SELF.index("areas H1"), RIVAL.index("areas H1")
_SELF_COINS, _RIVAL_COINS = SELF.index("coins"), RIVAL.index("coins")
_SELF_RECRUITS, _RIVAL_RECRUITS = SELF.index("recruits"), RIVAL.index("recruits")
_BANNERS = SELF.index("banners")
_RIVAL_SIZE = len(RIVAL)
_COUNTED_SIZE = len(COUNTED)


@kernel
def observe(s: Any, t: Any, seat: int, out: Any) -> None:
    """Write what a seat sees, other seats in clockwise order from its own."""
    noinline()
    _write_table(s, t, seat, out)
    _write_tavern(s, t, seat, out)
    _write_piles(s, out)
    _write_pending(s, seat, out)
    _write_self(s, t, seat, out)
    for left in range(1, s.players):
        rival = (seat + left) % s.players
        first = OBS.opp_1.start + (left - 1) * _RIVAL_SIZE
        _write_rival(s, rival, out[first : first + _RIVAL_SIZE])
        first = OBS.counted_1.start + (left - 1) * _COUNTED_SIZE
        _write_counted(s, rival, out[first : first + _COUNTED_SIZE])
    out[OBS.limit.start] = share(s.max_steps, LONGEST_LIMIT)


@kernel
def _write_table(s: Any, t: Any, seat: int, out: Any) -> None:
    """The moment, and what is in play."""
    noinline()
    first = OBS.table.start
    out[first + s.players - FEWEST_SEATS] = 1.0
    out[first + _ROUND + s.round - 1] = 1.0
    out[first + _PHASE + s.phase] = 1.0
    if s.phase != Phase.GAME_OVER:
        out[first + _TO_MOVE + left_of(s, seat, s.seat)] = 1.0
    out[first + _TURN + left_of(s, seat, s.turn_player)] = 1.0
    out[first + _START + left_of(s, seat, s.start_player)] = 1.0
    out[first + _LAP] = s.final_lap > 0
    out[first + _LAP + 1] = share(s.final_lap, SEATS)
    for achievement in range(ACHIEVEMENTS):
        out[first + _IN_PLAY + achievement] = s.ach_mask >> achievement & 1
    out[first + _SCOPE] = s.richest_scope
    out[first + _SCOPE + 1] = s.commander_parrot
    if s.round <= PORT_ROUNDS:
        out[first + _PRIZE] = 1.0
    else:
        for place in range(SEATS):
            value = t.prizes[s.players - FEWEST_SEATS].tokens[place]
            if value == 6:
                out[first + _PRIZE + 1] = 1.0
            elif value > 0:
                out[first + _PRIZE + 5 - value] = 1.0


@kernel
def _write_tavern(s: Any, t: Any, seat: int, out: Any) -> None:
    """All that is printed on the pirates of the Tavern Row."""
    noinline()
    for slot in range(SLOTS):
        card = s.row[slot]
        if card == NONE:
            continue
        first = OBS.tavern.start + slot * len(TAVERN)
        pirate = t.pirates[card]
        out[first] = 1.0
        out[first + 1 + card // RANKS] = 1.0
        out[first + _RANK + card % RANKS] = 1.0
        out[first + _COST] = share(pirate.cost, HIGH_COST)
        for place in range(MOST_POWERS):
            icon = pirate.powers[place]
            if icon >= 0:
                kind, amount = ICON_KIND[icon], ICON_AMOUNT[icon]
                if kind == Effect.TRADE:
                    value = share(amount, MUCH_TRADE)
                elif kind == Effect.DRAW:
                    value = share(amount, MUCH_DRAW)
                else:
                    value = 1.0
                out[first + _POWER + kind] = min(1.0, out[first + _POWER + kind] + value)
        out[first + _OR] = pirate.mode == MODE_OR
        out[first + _AFFORDABLE] = pirate.cost <= s.coins[seat]


@kernel
def _write_piles(s: Any, out: Any) -> None:
    """Open discards and, by elimination, the cards of the decks."""
    noinline()
    first = OBS.piles.start
    for place in range(s.pdisc_n):
        out[first + s.pdisc[place]] = 1.0
    for place in range(s.pdeck_n):
        out[first + _DECK + s.pdeck[place]] = 1.0
    out[first + _DECK_SIZE] = s.pdeck_n / PIRATES
    for place in range(s.tdisc_n):
        out[first + _TREASURE_DISCARD + s.tdisc[place] - FIRST_TREASURE] = 1.0
    for place in range(s.tdeck_n):
        out[first + _TREASURE_DECK + s.tdeck[place] - FIRST_TREASURE] = 1.0
    out[first + _TREASURE_DECK_SIZE] = s.tdeck_n / TREASURES


@kernel
def _write_pending(s: Any, seat: int, out: Any) -> None:
    """What is being resolved, and who is attacked by whom."""
    noinline()
    first = OBS.pending.start
    if s.phase == Phase.SELL_KEEP:
        out[first + s.pending_card - FIRST_TREASURE] = 1.0
    elif s.phase == Phase.POWER_CHOICE:
        out[first + _CHOICE + s.pending_card] = 1.0
    for place in range(s.stk_n):
        effect = s.stk_code[place]
        if effect < POWERS:
            waiting = first + _WAITING + effect
            out[waiting] = min(1.0, out[waiting] + 1.0 / MANY_EFFECTS)
    for place in range(s.front_n):
        card = s.front[place]
        out[first + _FRONT + card] += 1.0
    _scale(first + _FRONT, out)
    if s.phase == Phase.ATTACK_RESPONSE:
        out[first + _ATTACKER + left_of(s, seat, s.attacker)] = 1.0
        out[first + _ATTACKED + left_of(s, seat, s.seat)] = 1.0


@kernel
def _write_self(s: Any, t: Any, me: int, out: Any) -> None:
    """The observer's own cards, where each of them is."""
    noinline()
    first = OBS.self.start
    mine = s.cnt[me]
    for card in range(TYPES):
        out[first + card] = mine[HAND, card]
        out[first + TYPES + card] = mine[DECK, card]
        out[first + 2 * TYPES + card] = mine[DISC, card]
        out[first + 3 * TYPES + card] = mine[BUR_OPEN, card] + mine[BUR_HID, card]
    for part in range(4):
        _scale(first + part * TYPES, out)
    if s.known_top[me] == 1:
        out[first + 4 * TYPES + s.deck[me, s.deck_n[me] - 1]] = 1.0
    if s.phase == Phase.LOOKOUT_PICK and s.seat == me:
        out[first + 5 * TYPES + s.look[0]] = 1.0
        out[first + 5 * TYPES + s.look[1]] = 1.0
    _write_areas(s, me, first + _SELF_AREAS, out)
    _write_counts(s, me, first + _SELF_COINS, out)
    _write_standing(s, me, first + _SELF_RECRUITS, out)
    out[first + _BANNERS] = share(unburied_banners(s, t, me), MANY_BANNERS)
    out[first + _BANNERS + 1] = share(buried_banners(s, t, me), MANY_BANNERS)
    out[first + _BANNERS + 2] = share(buried_crew(s, me), MANY_BURIED)


@kernel
def _write_rival(s: Any, seat: int, out: Any) -> None:
    """A rival's cards, those that may be in hand, deck or buried pile as one pool.

    Rivals are given their own part of the observation: a loop over places that may lie anywhere in
    the whole is not made one of vectors.
    """
    noinline()
    theirs = s.cnt[seat]
    out[0] = 1.0
    for card in range(TYPES):
        out[_RIVAL_DISCARD + card] = theirs[DISC, card]
        hidden = theirs[HAND, card] + theirs[DECK, card] + theirs[BUR_HID, card]
        out[_RIVAL_DISCARD + TYPES + card] = hidden
        out[_RIVAL_DISCARD + 2 * TYPES + card] = theirs[BUR_OPEN, card]
    for part in range(3):
        _scale(_RIVAL_DISCARD + part * TYPES, out)
    _write_areas(s, seat, _RIVAL_AREAS, out)
    buried = _write_counts(s, seat, _RIVAL_COINS, out)
    out[_RIVAL_RECRUITS - 1] = share(buried, MANY_BURIED)
    _write_standing(s, seat, _RIVAL_RECRUITS, out)


@kernel
def _write_counted(s: Any, seat: int, out: Any) -> None:
    """What everybody can count of a rival's hidden cards."""
    noinline()
    in_hand, off_deck = s.in_hand[seat], s.off_deck[seat]
    for card in range(TYPES):
        out[card] = SURE * in_hand[card] + OPEN * off_deck[card]
    _scale(0, out)
    out[TYPES] = share(s.old_hand[seat], MANY_HAND)
    out[TYPES + 1] = share(s.old_buried[seat], MANY_BURIED)


@kernel
def _scale(first: int, out: Any) -> None:
    """Scale the two card types that have many copies."""
    out[first + POWDER_MONKEY] = min(1.0, out[first + POWDER_MONKEY] / MANY_MONKEYS)
    out[first + DOUBLOON] = min(1.0, out[first + DOUBLOON] / MANY_DOUBLOONS)


@kernel
def _write_areas(s: Any, seat: int, first: int, out: Any) -> None:
    """The pirates in Ship and New Recruits Areas, and the Captains turned upside down."""
    noinline()
    theirs = s.cnt[seat]
    for card in range(PIRATES):
        out[first + card] = theirs[SHIP, card] + theirs[NEWREC, card]
    wild = s.cap_wild[seat]
    for suit in range(SUITS):
        out[first + PIRATES + suit] = wild >> suit & 1


@kernel
def _write_counts(s: Any, seat: int, first: int, out: Any) -> int:
    """Coins and numbers of cards; returns how many were buried from the hand."""
    out[first] = share(s.coins[seat], MANY_COINS)
    out[first + 1] = share(size(s, seat, HAND), MANY_HAND)
    out[first + 2] = share(s.deck_n[seat], MANY_CARDS)
    out[first + 3] = share(size(s, seat, DISC), MANY_CARDS)
    hidden = size(s, seat, BUR_HID)
    out[first + 4] = share(size(s, seat, BUR_OPEN) + hidden, MANY_BURIED)
    return hidden


@kernel
def _write_standing(s: Any, seat: int, first: int, out: Any) -> None:
    """Recruits, Parley token, points and the party as it is."""
    out[first] = share(s.recruits[seat], MANY_RECRUITS)
    out[first + 1] = s.parley[seat]
    out[first + 2] = share(prize_points(s, seat), MANY_PRIZES)
    out[first + 3] = share(officer_points(s, seat), MANY_OFFICERS)
    out[first + 4] = share(s.strength[seat], MUCH_STRENGTH)
    out[first + 5] = share(s.unused[seat], MANY_UNUSED)
