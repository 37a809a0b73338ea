"""What everybody's plunder is worth: final scoring (MUT-10), black spot (MUT-8.5), places."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.mutiny.state import CARDS, KINDS, CardType, End, Kind, Phase, Place
from piracy_env.games.mutiny.tables import MOST_ANCHORS

REASONS = tuple(end.name.lower() for end in End if end != End.RUNNING)

FEWEST_SEATS = 3
"""First row of the table of wheels and anchors."""


@kernel
def outcome(s: Any, t: Any, result: Any) -> None:
    """Write each seat's score as the game stands, and its place at the end (MUT-10.15)."""
    for seat in range(s.players):
        result.score[seat] = worth(s, t, seat)
    if s.phase == Phase.OVER:
        _place(s, t, result.score, result.rank)
        result.reason = s.end_reason - 1


@kernel
def settle(s: Any, t: Any) -> None:
    """Write down the final scores and places."""
    for seat in range(s.players):
        s.final_score[seat] = worth(s, t, seat)
    _place(s, t, s.final_score, s.final_rank)


@kernel
def _place(s: Any, t: Any, score: Any, rank: Any) -> None:
    """Write the place of each seat, 1 for the best."""
    for seat in range(s.players):
        place = 1
        for rival in range(s.players):
            place += _is_ahead(s, t, score, rival, seat)
        rank[seat] = place


@kernel
def worth(s: Any, t: Any, seat: int) -> int:
    """A seat's ducats after the final scoring, done now."""
    total = s.ducats[seat]
    for kind in range(KINDS):
        most = _has_most(s, seat, kind)
        if most and kind < Kind.WHEEL:
            total += t.booty[kind].printed  # MUT-10.2, 10.3: once, however many tokens (MUT-R32)
        elif not most:
            total += s.tokens[seat, kind] * t.numbers.consolation  # MUT-10.4, 10.10
    total += _wheel_money(s, t, seat)
    if s.black_spot == seat and not _owns_monster(s, t, seat):
        total -= min(total, t.numbers.black_spot)  # MUT-8.5, MUT-R25
    return total


@kernel
def _has_most(s: Any, seat: int, kind: int) -> bool:
    """Whether nobody has more tokens of the kind; having none is never the most (MUT-R23)."""
    own = s.tokens[seat, kind]
    for rival in range(s.players):
        if s.tokens[rival, kind] > own:
            return False
    return own > 0


@kernel
def _wheel_money(s: Any, t: Any, seat: int) -> int:
    """Ducats for the wheels of a seat, at the rate of its anchors (MUT-10.5 to 10.11)."""
    wheels = int(_has_most(s, seat, Kind.WHEEL.value))  # numba before 0.68 has no enum as an index
    anchors = int(_has_most(s, seat, Kind.ANCHOR.value))
    for card in range(CARDS):
        if s.card_loc[card] == Place.KEPT + seat:
            if t.cards[card].type == CardType.SHIP:
                wheels += t.cards[card].wheels
            elif t.cards[card].type == CardType.RUINS:
                anchors += t.cards[card].anchors
    if s.wheel_cap > 0:
        wheels = min(wheels, s.wheel_cap)
    return wheels * t.wheel_rates[s.players - FEWEST_SEATS].per_wheel[min(anchors, MOST_ANCHORS)]


@kernel
def _owns_monster(s: Any, t: Any, seat: int) -> bool:
    """Whether the seat keeps the sea monster: captured and discarded is not enough (MUT-R24)."""
    for card in range(CARDS):
        if t.cards[card].type == CardType.MONSTER:
            return s.card_loc[card] == Place.KEPT + seat
    return False


@kernel
def _highest_card(s: Any, t: Any, seat: int) -> int:
    """The highest ducat number among a seat's cards, 0 without any (MUT-R27)."""
    highest = 0
    for card in range(CARDS):
        if s.card_loc[card] == Place.KEPT + seat:
            highest = max(highest, t.cards[card].ducats)
    return highest


@kernel
def _is_ahead(s: Any, t: Any, score: Any, rival: int, seat: int) -> bool:
    """Whether the rival is placed better: more ducats, or as many and a higher card (MUT-10.16)."""
    if score[rival] != score[seat]:
        return score[rival] > score[seat]
    return _highest_card(s, t, rival) > _highest_card(s, t, seat)
