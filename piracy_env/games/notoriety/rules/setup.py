"""The setup (NOT-2, NOT-3) and the choice of the Legendary Achievements (NOT-20.8 to 20.11)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import below, shuffle
from piracy_env.games.notoriety.options import CHOICE_FIRST_GAME, CHOICE_SWAP, CHOICE_THREE
from piracy_env.games.notoriety.rules.piles import refill_row
from piracy_env.games.notoriety.rules.rounds import begin_round
from piracy_env.games.notoriety.state import (
    DECK,
    DOUBLOON,
    FIRST_TREASURE,
    KRAKEN,
    NONE,
    PIRATES,
    POWDER_MONKEY,
    RANKS,
    SLOTS,
    TREASURES,
    Achievement,
)

START_COINS = 2
FEWEST_SEATS = 2
"""First column of the tables that depend on the number of players."""
_FIRST_GAME = (1 << Achievement.RICHEST) | (1 << Achievement.MERCILESS)
_OTHER_CARDS = 4
"""Achievement cards besides Richest and Merciless; the last one has two faces."""


@kernel
def reset(s: Any, t: Any) -> None:
    """Lay out a new game in a zeroed state, and draw the first hands."""
    noinline()
    s.pending_card, s.attacker = NONE, NONE
    s.look[0], s.look[1] = NONE, NONE
    s.ach_mask = _choose_achievements(s)
    for place in range(TREASURES):
        s.tdeck[place] = FIRST_TREASURE + place
    s.tdeck_n = TREASURES
    shuffle(s, s.tdeck, TREASURES)
    s.pdeck_n = (
        PIRATES if s.players > FEWEST_SEATS else KRAKEN * RANKS
    )  # NOT-2.3: Krakens come last
    for card in range(s.pdeck_n):
        s.pdeck[card] = card
    shuffle(s, s.pdeck, s.pdeck_n)
    open_tavern(s)
    for seat in range(s.players):
        _equip(s, t, seat)
    if s.start_player < 0:  # no seat was named by the option (NOT-3.14)
        s.start_player = below(s, s.players)
    s.round = 1
    begin_round(s)


@kernel
def open_tavern(s: Any) -> None:
    """Deal the first Tavern Row (NOT-2.4, NOT-2.5)."""
    for slot in range(SLOTS):
        s.row[slot] = NONE
    refill_row(s)


@kernel
def _equip(s: Any, t: Any, seat: int) -> None:
    """Give a player the starting cards, shuffled, two coins and the Parley token (NOT-3)."""
    column = s.players - FEWEST_SEATS
    monkeys, doubloons = t.starting[0].dealt[column], t.starting[1].dealt[column]
    s.cnt[seat, DECK, POWDER_MONKEY] = monkeys
    s.cnt[seat, DECK, DOUBLOON] = doubloons
    for place in range(monkeys + doubloons):
        s.deck[seat, place] = POWDER_MONKEY if place < monkeys else DOUBLOON
    s.deck_n[seat] = monkeys + doubloons
    shuffle(s, s.deck[seat], s.deck_n[seat])
    s.coins[seat] = START_COINS
    s.parley[seat] = 1


@kernel
def _choose_achievements(s: Any) -> int:
    """The Achievements in play: a set named by the option, or some cards drawn at random."""
    if s.achievements == CHOICE_FIRST_GAME:
        return _FIRST_GAME
    if s.achievements == CHOICE_SWAP:
        return (1 << Achievement.RICHEST) | (1 << _draw_achievement(s))
    if s.achievements == CHOICE_THREE:
        return _FIRST_GAME | (1 << _draw_achievement(s))
    return s.achievements


@kernel
def _draw_achievement(s: Any) -> int:
    """One of the four other cards; the last one lies with either face up (NOT-1.6)."""
    card = Achievement.BURIED_TREASURE + below(s, _OTHER_CARDS)
    return card + below(s, 2) if card == Achievement.SHIPSHAPE else card
