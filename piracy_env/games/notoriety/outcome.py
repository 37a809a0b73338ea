"""Notoriety Points: prizes, officers, Parley tokens, Achievements, places (NOT-17, 18, 20)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.game import RUNNING
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.notoriety.state import (
    ACHIEVEMENTS,
    BUR_HID,
    BUR_OPEN,
    CAPTAIN,
    DECK,
    DISC,
    DOUBLOON,
    FIRST_TREASURE,
    FRONT,
    HAND,
    PARROT,
    PIRATES,
    POWDER_MONKEY,
    PRIZES,
    QUARTERMASTER,
    RANKS,
    SUITS,
    TREASURES,
    ZONES,
    Achievement,
)

REASONS = ("last_round",)
LAST_ROUND = 0

FIRST_PLACE, SECOND_PLACE = 4, 2
"""NP of Achievement tokens."""
QUARTERMASTER_NP, CAPTAIN_NP = 1, 2
SHORTEST_STRAIGHT = 3
_UNBURIED = (HAND, DECK, DISC, FRONT)
"""Zones besides the buried ones that can hold loot."""


@kernel
def outcome(s: Any, t: Any, result: Any) -> None:
    """The NP of each seat as the game stands, and its place once the game is over."""
    noinline()
    for seat in range(s.players):
        result.score[seat] = points(s, t, seat)
    if s.over != RUNNING:
        for seat in range(s.players):
            result.rank[seat] = _place(s, t, result.score, seat)
        result.reason = LAST_ROUND


@kernel
def settle(s: Any, t: Any) -> None:
    """Write down the final points and places."""
    noinline()
    for seat in range(s.players):
        s.ach_np[seat] = achievement_points(s, t, seat)
        s.np[seat] = points(s, t, seat)
    for seat in range(s.players):
        s.place[seat] = _place(s, t, s.np, seat)


@kernel
def _place(s: Any, t: Any, score: Any, seat: int) -> int:
    """The place of a seat, 1 for the best; equal seats share it."""
    place = 1
    for rival in range(s.players):
        place += _is_ahead(s, t, score, rival, seat)
    return place


@kernel
def points(s: Any, t: Any, seat: int) -> int:
    """NP of a seat: Achievements, prizes, officers, an unused Parley token (NOT-18.1 to 18.5)."""
    noinline()
    return (
        achievement_points(s, t, seat)
        + prize_points(s, seat)
        + officer_points(s, seat)
        + s.parley[seat]
    )


@kernel
def prize_points(s: Any, seat: int) -> int:
    """NP of the prize tokens."""
    total = 0
    for kind in range(len(PRIZES)):
        total += PRIZES[kind] * s.prize[seat, kind]
    return total


@kernel
def officer_points(s: Any, seat: int) -> int:
    """NP of Quartermasters and Captains, buried ones too (NOT-18.3)."""
    return QUARTERMASTER_NP * _owned_of_rank(s, seat, QUARTERMASTER) + CAPTAIN_NP * _owned_of_rank(
        s, seat, CAPTAIN
    )


@kernel
def _owned_of_rank(s: Any, seat: int, rank: int) -> int:
    """Number of a seat's pirates of a rank, wherever they are."""
    noinline()
    total = 0
    for suit in range(SUITS):
        total += owned(s, seat, RANKS * suit + rank)
    return total


@kernel
def owned(s: Any, seat: int, card: int) -> int:
    """Copies of a card that a seat owns, in all zones (NOT-R36)."""
    noinline()
    total = 0
    for zone in range(ZONES):
        total += s.cnt[seat, zone, card]
    return total


@kernel
def _is_ahead(s: Any, t: Any, score: Any, rival: int, seat: int) -> bool:
    """Whether a rival takes a better place (NOT-18.6 to 18.10, NOT-R37)."""
    if score[rival] != score[seat]:
        return score[rival] > score[seat]
    if s.coins[rival] != s.coins[seat]:
        return s.coins[rival] > s.coins[seat]
    mine, theirs = achievement_points(s, t, seat), achievement_points(s, t, rival)
    if mine != theirs:
        return theirs > mine
    return _officers(s, rival) > _officers(s, seat)


@kernel
def _officers(s: Any, seat: int) -> int:
    """Number of a seat's officers, counted as cards (NOT-18.9)."""
    return _owned_of_rank(s, seat, QUARTERMASTER) + _owned_of_rank(s, seat, CAPTAIN)


# --- Legendary Achievements: NOT-17, NOT-20 -------------------------------------------------------


@kernel
def achievement_points(s: Any, t: Any, seat: int) -> int:
    """NP of the Achievement tokens that a seat would take now."""
    noinline()
    total = 0
    for achievement in range(ACHIEVEMENTS):
        if s.ach_mask >> achievement & 1:
            total += achievement_tokens(s, t, seat, achievement)
    return total


@kernel
def achievement_tokens(s: Any, t: Any, seat: int, achievement: int) -> int:
    """NP of a seat for one Achievement.

    First place, or second with three or four players (NOT-17.3 to 17.6).
    """
    noinline()
    mine = achievement_value(s, t, seat, achievement)
    if mine == 0:
        return 0  # NOT-R22
    ahead = 0
    for rival in range(s.players):
        ahead += achievement_value(s, t, rival, achievement) > mine
    if ahead == 0:
        return FIRST_PLACE
    is_second = ahead == 1 and s.players > 2 and achievement != Achievement.SHIPSHAPE
    return SECOND_PLACE if is_second else 0


@kernel
def achievement_value(s: Any, t: Any, seat: int, achievement: int) -> int:  # noqa: PLR0911 - one return an achievement
    """What an Achievement counts for a seat."""
    noinline()
    if achievement == Achievement.RICHEST and s.richest_scope == 1:
        return _banners(s, t, seat, DECK)  # NOT-R21
    if achievement == Achievement.RICHEST:
        return unburied_banners(s, t, seat)
    if achievement == Achievement.MERCILESS:
        return buried_crew(s, seat)
    if achievement == Achievement.BURIED_TREASURE:
        return buried_banners(s, t, seat)
    if achievement == Achievement.MUTINEER:
        return _buried_officers(s, seat)
    if achievement == Achievement.RECRUITER:
        return _pirates_owned(s, seat)
    if achievement == Achievement.SHIPSHAPE:
        return _has_all_ranks(s, seat)
    return _longest_straight_flush(s, seat)


@kernel
def unburied_banners(s: Any, t: Any, seat: int) -> int:
    """Banner value of the loot that is not buried (NOT-20.1, NOT-R21)."""
    total = 0
    for zone in _UNBURIED:
        total += _banners(s, t, seat, zone)
    return total


@kernel
def buried_banners(s: Any, t: Any, seat: int) -> int:
    """Banner value of the buried loot (NOT-20.3)."""
    return _banners(s, t, seat, BUR_OPEN) + _banners(s, t, seat, BUR_HID)


@kernel
def _banners(s: Any, t: Any, seat: int, zone: int) -> int:
    """Banner value of the loot in a zone."""
    noinline()
    cards = s.cnt[seat, zone]
    total = cards[DOUBLOON] * t.starting[1].banner
    for treasure in range(TREASURES):
        if cards[FIRST_TREASURE + treasure] > 0:
            total += t.treasures[treasure].banner
    return total


@kernel
def buried_crew(s: Any, seat: int) -> int:
    """Number of pirates and Powder Monkeys in the buried pile (NOT-20.2)."""
    noinline()
    seen, unseen = s.cnt[seat, BUR_OPEN], s.cnt[seat, BUR_HID]
    total = seen[POWDER_MONKEY] + unseen[POWDER_MONKEY]
    for card in range(PIRATES):
        total += seen[card] + unseen[card]
    return total


@kernel
def _buried_officers(s: Any, seat: int) -> int:
    """Number of officers in the buried pile (NOT-20.4)."""
    total = 0
    for suit in range(SUITS):
        for rank in range(QUARTERMASTER, CAPTAIN + 1):
            card = RANKS * suit + rank
            total += s.cnt[seat, BUR_OPEN, card] + s.cnt[seat, BUR_HID, card]
    return total


@kernel
def _pirates_owned(s: Any, seat: int) -> int:
    """Number of a seat's pirates (NOT-20.5)."""
    total = 0
    for rank in range(RANKS):
        total += _owned_of_rank(s, seat, rank)
    return total


@kernel
def _has_all_ranks(s: Any, seat: int) -> int:
    """1 if a seat has a pirate of each rank, without the help of Parrots (NOT-20.6, NOT-R23)."""
    for rank in range(PARROT):
        if _owned_of_rank(s, seat, rank) == 0:
            return 0
    return 1


@kernel
def _longest_straight_flush(s: Any, seat: int) -> int:
    """Cards of the longest straight flush.

    The suit's Parrot may fill one gap (NOT-20.7, NOT-R24).
    """
    noinline()
    longest = 0
    for suit in range(SUITS):
        first = RANKS * suit
        wild = s.commander_parrot == 1 and owned(s, seat, first + PARROT) > 0
        run, before_gap = (
            0,
            -1,
        )  # cards since the last gap, and with the one before it, if it can be filled
        for rank in range(PARROT):
            if owned(s, seat, first + rank) > 0:
                run += 1
            else:
                before_gap, run = run, 0
            length = run
            if wild:
                length = min(PARROT, run + 1 + max(before_gap, 0))
            longest = max(longest, length)
    return longest if longest >= SHORTEST_STRAIGHT else 0
