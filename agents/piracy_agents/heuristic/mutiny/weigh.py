"""What a decent pirate thinks of each action in mutiny, in ducats.

A boarding is worth the ducats that are left after the wages, the tokens, and what the card will
earn at the end if all wages can be paid. A new party is worth a part of the best boarding that it
can make, if nobody covers it first, and the wages of my pirates in it, if somebody does. What goes
to others counts against me, by a share for each.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from piracy_env.core.jit import forceinline, kernel
from piracy_env.core.rng import below
from piracy_env.games.mutiny.actions import ACT
from piracy_env.games.mutiny.outcome import FEWEST_SEATS, worth
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


class Crew(NamedTuple):
    """A stack under a captain, as it costs and pays."""

    captain: int
    """Seat that pays it."""
    times: int
    """How many times its wages it is paid: more in a mutiny."""
    height: int
    faces: int
    """Sum of the faces of the pirates that are not the captain's: their wages."""
    unknown: int
    """How many more of them have the face "?"."""
    own_faces: int
    own_unknown: int
    """The same for the captain's."""


@kernel
def weigh(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Value the legal actions of the seat to move."""
    if s.phase == Phase.BOOTY:
        _weigh_booty(s, t, w, mask, value)
    else:
        now = worth(s, t, s.seat)
        loot = (
            *(_loot(s, t, w, 0, now), _loot(s, t, w, 1, now)),
            *(_loot(s, t, w, 2, now), _loot(s, t, w, 3, now)),
        )
        _weigh_captures(s, t, w, loot, mask, value)
        _weigh_mutinies(s, t, w, loot, mask, value)
        _weigh_parties(s, t, w, loot, mask, value)
        for rank in range(RANKS):
            value[ACT.ransom.start + rank] = w.ransom
    for action in range(len(mask)):
        if mask[action]:
            value[action] += w.whim * below(s, GRAINS) / GRAINS


# --- What lies on board ---------------------------------------------------------------------------


@kernel
def _weigh_booty(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """The token that is worth more to me; the mate gets the other one."""
    now = worth(s, t, s.seat)
    for kind in range(KINDS):
        if mask[ACT.booty.start + kind]:
            value[ACT.booty.start + kind] = _token(s, t, w, kind, now)


@kernel
def _loot(s: Any, t: Any, w: Any, slot: int, now: int) -> tuple[float, float]:
    """What the tokens of the card in a slot are worth to me, and what keeping it is."""
    if s.display[slot] == NONE:
        return 0.0, 0.0
    card = t.cards[s.display[slot]]
    first = _token(s, t, w, card.booty[0], now)
    second = _token(s, t, w, card.booty[1], now) if card.booty[1] >= 0 else 0.0
    tokens = first + second if card.type == CardType.MONSTER else max(first, second)
    return tokens, _keeping(s, t, w, slot, now)


@kernel
def _token(s: Any, t: Any, w: Any, kind: int, now: int) -> float:
    """A rough worth early in the game, the exact one at its end; `now` is what I own."""
    certain = _certainty(s, w)
    if certain == 0.0:
        return w.token[kind]
    s.tokens[s.seat, kind] += 1
    exact = worth(s, t, s.seat) - now + _envy(s, w) * _lost_by_others(s, t, kind)
    s.tokens[s.seat, kind] -= 1
    return w.token[kind] + certain * (exact - w.token[kind])


@kernel
def _lost_by_others(s: Any, t: Any, kind: int) -> int:
    """Ducats of those who had the most of a kind until my last token of it."""
    lost, mine = 0, s.tokens[s.seat, kind]
    for left in range(1, s.players):
        theirs = s.tokens[_seat_at_left(s, left), kind]
        if theirs >= mine:
            return 0
        if theirs == mine - 1:
            lost += max(0, t.booty[kind].printed - theirs * t.numbers.consolation)
    return lost if mine > 1 else 0


@kernel
def _keeping(s: Any, t: Any, w: Any, slot: int, now: int) -> float:
    """What a card earns at the end: wheels by my anchors, and anchors by my wheels."""
    certain, kept = _certainty(s, w), s.display[slot]
    card = t.cards[kept]
    wheels, anchors = _fleet(s, t, w)
    if card.type == CardType.MONSTER:
        rough = w.monster + (w.spot_relief if s.black_spot == s.seat else w.spot_caution)
    elif card.type == CardType.SHIP:
        rough = card.wheels * _rate(s, t, anchors)
    else:
        rough = wheels * (_rate(s, t, anchors + card.anchors) - _rate(s, t, anchors))
    rough *= w.keeping
    if certain == 0.0:
        return rough
    s.card_loc[kept] = Place.KEPT + s.seat
    exact = worth(s, t, s.seat) - now
    s.card_loc[kept] = Place.FIRST_SLOT + slot
    return rough + certain * (exact - rough)


@forceinline
def _certainty(s: Any, w: Any) -> float:
    """How far the final scoring can be foreseen: fully at the last card."""
    to_come = CARDS - 1 - s.claimed
    return 1.0 - to_come / w.foresight if to_come < w.foresight else 0.0


@forceinline
def _envy(s: Any, w: Any) -> float:
    """How much a ducat for another player costs me."""
    return w.envy / (s.players - 1)


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


@forceinline
def _rate(s: Any, t: Any, anchors: float) -> float:
    """Ducats for each wheel, between two columns of the table as well."""
    rates = t.wheel_rates[s.players - FEWEST_SEATS].per_wheel
    column = min(int(anchors), MOST_ANCHORS - 1)
    beyond = min(anchors, float(MOST_ANCHORS)) - column
    return rates[column] + beyond * (rates[column + 1] - rates[column])


# --- Boarding -------------------------------------------------------------------------------------


@kernel
def _weigh_captures(s: Any, t: Any, w: Any, loot: Any, mask: Any, value: Any) -> None:
    """A bird in the hand: a party of mine boards now, before anybody covers it or mutinies."""
    for rank in range(RANKS):
        crew = _crew(s, s.seat * RANKS + rank, s.seat, 1)
        for slot in range(SLOTS):
            action = ACT.capture.start + rank * SLOTS + slot
            if mask[action]:
                value[action] = w.boarding + _boarding(s, t, w, loot, slot, crew)


@kernel
def _weigh_mutinies(s: Any, t: Any, w: Any, loot: Any, mask: Any, value: Any) -> None:
    """Wages count double, and the black spot moves on; but another's party is gone."""
    for target in range(OTHERS * RANKS):
        victim = _seat_at_left(s, target // RANKS + 1)
        first = ACT.mutiny.start + target * SLOTS
        for slot in range(SLOTS):
            if mask[first + slot]:
                party = victim * RANKS + target % RANKS
                crew = _crew(s, party, s.seat, t.numbers.mutiny_factor)
                stays = s.deck_len == 0 and s.black_spot != victim
                value[first + slot] = (
                    w.boarding
                    + (w.late_mutiny if stays else w.mutiny)
                    + _boarding(s, t, w, loot, slot, crew)
                    + w.deny * _threat(s, t, w, loot, party)
                    + _spot(s, t, w, victim)
                )


@kernel
def _spot(s: Any, t: Any, w: Any, victim: int) -> float:
    """What the black spot's move is worth, as far as the final scoring can be foreseen."""
    mine, theirs, before = worth(s, t, s.seat), worth(s, t, victim), s.black_spot
    s.black_spot = s.seat if before == victim else victim
    mine, theirs = worth(s, t, s.seat) - mine, worth(s, t, victim) - theirs
    s.black_spot = before
    return _certainty(s, w) * (mine - _envy(s, w) * theirs)


@forceinline
def _boarding(s: Any, t: Any, w: Any, loot: Any, slot: int, crew: Crew) -> float:
    """What the card in a slot brings the captain of a crew, all but the tokens for the mate."""
    card = t.cards[s.display[slot]]
    wages = crew.times * (crew.faces + crew.unknown * card.q)
    tokens, keeping = loot[slot]
    treasury = s.ducats[crew.captain]
    if wages > treasury + card.ducats:  # the supply pays the rest, and the card is gone
        return tokens - treasury - _envy(s, w) * wages
    return tokens + keeping + card.ducats - wages - _envy(s, w) * wages


# --- Assembling a party ---------------------------------------------------------------------------


@kernel
def _weigh_parties(s: Any, t: Any, w: Any, loot: Any, mask: Any, value: Any) -> None:
    """Everybody else moves before a new party can board: it may be covered by then."""
    me = s.seat
    a = me * RANKS
    mine = (
        *(_crew(s, a, me, 1), _crew(s, a + 1, me, 1), _crew(s, a + 2, me, 1)),
        *(_crew(s, a + 3, me, 1), _crew(s, a + 4, me, 1)),
    )
    lurking = _others_by_height(s)
    for target in range(OTHERS * RANKS):
        left, rank_below = target // RANKS + 1, target % RANKS
        captain = _seat_at_left(s, left) * RANKS + rank_below
        if left >= s.players or s.above[captain] != NONE:
            continue
        theirs = _crew(s, captain, me, 1)
        rush = w.deny * _threat(s, t, w, loot, captain) - w.haste * (left - 1)
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
                    + rush
                )


@forceinline
def _prey(s: Any, t: Any, w: Any, loot: Any, party: Crew) -> float:
    """What the best card brings that a party is large enough for."""
    best, smallest = NO_PREY, t.numbers.largest_party
    for slot in range(SLOTS):
        card = s.display[slot]
        if card != NONE:
            smallest = min(smallest, t.cards[card].min)
            if party.height >= t.cards[card].min:
                best = max(best, _boarding(s, t, w, loot, slot, party))
    return best if best > NO_PREY else w.no_prey + w.growth * party.height / smallest


@kernel
def _threat(s: Any, t: Any, w: Any, loot: Any, captain: int) -> float:
    """What another player's party would bring its captain, if it can board a card now."""
    return max(0.0, _prey(s, t, w, loot, _crew(s, captain, captain // RANKS, 1)))


@forceinline
def _others_by_height(s: Any) -> int:
    """How many stacks of other players are at most so high, packed by the height."""
    packed = 0
    for left in range(1, s.players):
        first = _seat_at_left(s, left) * RANKS
        for pirate in range(first, first + RANKS):
            if s.above[pirate] == NONE:
                packed += AND_ALL_ABOVE << (BITS * _crew(s, pirate, s.seat, 1).height)
    return packed


# --- Crews and seats ------------------------------------------------------------------------------


@forceinline
def _crew(s: Any, top: int, captain: int, times: int) -> Crew:
    """The stack under a pirate, if this seat were its captain; none if the pirate is covered."""
    height, faces, unknown, own_faces, own_unknown = 0, 0, 0, 0, 0
    pirate = top if s.above[top] == NONE else NONE
    while pirate >= 0:
        height += 1
        rank, is_own = pirate % RANKS, pirate // RANKS == captain
        if rank < FIXED_RANKS:
            own_faces += (LOWEST_FACE + rank) * is_own
            faces += (LOWEST_FACE + rank) * (not is_own)
        else:
            own_unknown += is_own
            unknown += not is_own
        pirate = s.below[pirate]
    return Crew(captain, times, height, faces, unknown, own_faces, own_unknown)


@forceinline
def _joined(upper: Crew, lower: Crew) -> Crew:
    """One crew put upon another."""
    return Crew(
        upper.captain,
        upper.times,
        upper.height + lower.height,
        upper.faces + lower.faces,
        upper.unknown + lower.unknown,
        upper.own_faces + lower.own_faces,
        upper.own_unknown + lower.own_unknown,
    )


@forceinline
def _seat_at_left(s: Any, left: int) -> int:
    """The seat `left` places clockwise from mine."""
    return (s.seat + left) % s.players
