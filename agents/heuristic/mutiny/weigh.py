"""What a decent pirate thinks of each action in mutiny, in ducats.

A boarding is worth the ducats that are left after the wages, the tokens, and what the card will
earn at the end if all wages can be paid. A new party is worth a part of the best boarding that it
can make, if nobody covers it first, and the wages of my pirates in it, if somebody does.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from piracy_env.core.jit import inlined, kernel
from piracy_env.core.rng import below
from piracy_env.games.mutiny.actions import ACT
from piracy_env.games.mutiny.outcome import FEWEST_SEATS
from piracy_env.games.mutiny.state import (
    CARDS,
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
from piracy_env.games.mutiny.tables import MOST_ANCHORS

OTHERS = SEATS - 1
GRAINS = 1 << 16
"""Steps in which chance adds to a value."""
NO_PREY = -1000.0
"""No card can be boarded."""

# How many stacks have at most a height, packed by the height: five bits each.
BITS = 5
LOW_BITS = (1 << BITS) - 1
AND_ALL_ABOVE = sum(1 << (BITS * height) for height in range(10))


@kernel
def weigh(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Value the legal actions of the seat to move."""
    if s.phase == Phase.BOOTY:
        for kind in range(KINDS):
            value[ACT.booty.start + kind] = w.token[kind]
    else:
        loot = (_loot(s, t, w, 0), _loot(s, t, w, 1), _loot(s, t, w, 2), _loot(s, t, w, 3))
        _weigh_captures(s, t, w, loot, mask, value)
        _weigh_mutinies(s, t, w, loot, mask, value)
        _weigh_parties(s, t, w, loot, mask, value)
        for rank in range(RANKS):
            value[ACT.ransom.start + rank] = w.ransom
    for action in range(len(mask)):
        if mask[action]:
            value[action] += w.whim * below(s, GRAINS) / GRAINS


# --- Boarding a card ------------------------------------------------------------------------------


@kernel
def _weigh_captures(s: Any, t: Any, w: Any, loot: Any, mask: Any, value: Any) -> None:
    """A bird in the hand: a party of mine boards now, before anybody covers it or mutinies."""
    for rank in range(RANKS):
        crew = _crew(s, s.seat * RANKS + rank)
        for slot in range(SLOTS):
            action = ACT.capture.start + rank * SLOTS + slot
            if mask[action]:
                value[action] = w.boarding + _boarding(s, t, loot, slot, crew, 1)


@kernel
def _weigh_mutinies(s: Any, t: Any, w: Any, loot: Any, mask: Any, value: Any) -> None:
    """Wages count double, and the black spot moves on."""
    for target in range(OTHERS * RANKS):
        victim = _seat_at_left(s, target // RANKS + 1)
        for slot in range(SLOTS):
            action = ACT.mutiny.start + target * SLOTS + slot
            if mask[action]:
                crew = _crew(s, victim * RANKS + target % RANKS)
                gain = _boarding(s, t, loot, slot, crew, t.numbers.mutiny_factor)
                stays = s.deck_len == 0 and s.black_spot != victim
                value[action] = w.boarding + gain + (w.late_mutiny if stays else w.mutiny)


@inlined
def _boarding(s: Any, t: Any, loot: Any, slot: int, crew: Any, factor: int) -> float:
    """What the card in a slot brings me, if I board it with this crew."""
    card = t.cards[s.display[slot]]
    wages = factor * (crew.faces + crew.unknown * card.q)
    tokens, keeping = loot[slot]
    if wages > s.ducats[s.seat] + card.ducats:
        return tokens - s.ducats[s.seat]  # the supply pays the rest, and the card is gone
    return tokens + keeping + card.ducats - wages


@kernel
def _loot(s: Any, t: Any, w: Any, slot: int) -> tuple[float, float]:
    """What the tokens of the card in a slot are worth, and what keeping it is."""
    if s.display[slot] == NONE:
        return 0.0, 0.0
    card = t.cards[s.display[slot]]
    first = w.token[card.booty[0]]
    second = w.token[card.booty[1]] if card.booty[1] >= 0 else 0.0
    if card.type == CardType.MONSTER:
        relief = w.spot_relief if s.black_spot == s.seat else w.spot_caution
        return first + second, w.keeping * (w.monster + relief)
    wheels, anchors = _fleet(s, t, w)
    if card.type == CardType.SHIP:
        earns = card.wheels * _rate(s, t, anchors)
    else:
        earns = wheels * (_rate(s, t, anchors + card.anchors) - _rate(s, t, anchors))
    return max(first, second), w.keeping * earns


@kernel
def _fleet(s: Any, t: Any, w: Any) -> tuple[float, float]:
    """Wheels and anchors that I may have at the end: on my cards, and my share of the others."""
    left = (CARDS - s.claimed) / CARDS
    wheels, anchors = w.wheels_to_come * left, w.anchors_to_come * left
    for card in range(CARDS):
        if s.card_loc[card] == Place.KEPT + s.seat:
            wheels += t.cards[card].wheels
            anchors += t.cards[card].anchors
    return wheels, anchors


@inlined
def _rate(s: Any, t: Any, anchors: float) -> float:
    """Ducats for each wheel, between two columns of the table as well."""
    rates = t.wheel_rates[s.players - FEWEST_SEATS].per_wheel
    column = min(int(anchors), MOST_ANCHORS - 1)
    beyond = min(anchors, float(MOST_ANCHORS)) - column
    return rates[column] + beyond * (rates[column + 1] - rates[column])


# --- Assembling a party ---------------------------------------------------------------------------


@kernel
def _weigh_parties(s: Any, t: Any, w: Any, loot: Any, mask: Any, value: Any) -> None:
    """Everybody else moves before a new party can board: it may be covered by then."""
    a = s.seat * RANKS
    mine = (_crew(s, a), _crew(s, a + 1), _crew(s, a + 2), _crew(s, a + 3), _crew(s, a + 4))
    lurking = _others_by_height(s)
    for target in range(OTHERS * RANKS):
        left, rank_below = target // RANKS + 1, target % RANKS
        if left >= s.players or s.above[_seat_at_left(s, left) * RANKS + rank_below] != NONE:
            continue
        theirs = _crew(s, _seat_at_left(s, left) * RANKS + rank_below)
        for rank in range(RANKS):
            action = ACT.assemble.start + rank * OTHERS * RANKS + target
            if mask[action]:
                party = _joined(mine[rank], theirs)
                room = t.numbers.largest_party - party.height
                coverers = (lurking >> (BITS * room)) & LOW_BITS
                covered = min(1.0, w.crowd * (coverers - (theirs.height <= room)))
                value[action] = (
                    w.building * (1.0 - covered) * _prey(s, t, w, loot, party)
                    + w.hire * covered * (party.own_faces + w.unknown_face * party.own_unknown)
                    + w.flag * (LOWEST_FACE + rank if rank < FIXED_RANKS else w.unknown_face)
                )


@inlined
def _prey(s: Any, t: Any, w: Any, loot: Any, party: Any) -> float:
    """What the best card brings that a party is large enough for."""
    best, smallest = NO_PREY, t.numbers.largest_party
    for slot in range(SLOTS):
        card = s.display[slot]
        if card != NONE:
            smallest = min(smallest, t.cards[card].min)
            if party.height >= t.cards[card].min:
                best = max(best, _boarding(s, t, loot, slot, party, 1))
    return best if best > NO_PREY else w.no_prey + w.growth * party.height / smallest


@inlined
def _others_by_height(s: Any) -> int:
    """How many stacks of other players are at most so high, packed by the height."""
    packed = 0
    for left in range(1, s.players):
        first = _seat_at_left(s, left) * RANKS
        for pirate in range(first, first + RANKS):
            if s.above[pirate] == NONE:
                packed += AND_ALL_ABOVE << (BITS * _crew(s, pirate).height)
    return packed


# --- Crews and seats ------------------------------------------------------------------------------


class Crew(NamedTuple):
    """A stack as the seat to move sees it."""

    height: int
    faces: int
    """Sum of the faces of the pirates that are not mine: their wages."""
    unknown: int
    """How many more of them have the face "?"."""
    own_faces: int
    own_unknown: int


@inlined
def _crew(s: Any, top: int) -> Crew:
    """The stack under a pirate; none, if the pirate is covered itself."""
    height, faces, unknown, own_faces, own_unknown = 0, 0, 0, 0, 0
    pirate = top if s.above[top] == NONE else NONE
    while pirate >= 0:
        height += 1
        rank, is_mine = pirate % RANKS, pirate // RANKS == s.seat
        if rank < FIXED_RANKS:
            own_faces += (LOWEST_FACE + rank) * is_mine
            faces += (LOWEST_FACE + rank) * (not is_mine)
        else:
            own_unknown += is_mine
            unknown += not is_mine
        pirate = s.below[pirate]
    return Crew(height, faces, unknown, own_faces, own_unknown)


@inlined
def _joined(upper: Crew, lower: Crew) -> Crew:
    """One crew put upon another."""
    return Crew(
        upper.height + lower.height,
        upper.faces + lower.faces,
        upper.unknown + lower.unknown,
        upper.own_faces + lower.own_faces,
        upper.own_unknown + lower.own_unknown,
    )


@inlined
def _seat_at_left(s: Any, left: int) -> int:
    """The seat `left` places clockwise from mine."""
    return (s.seat + left) % s.players
