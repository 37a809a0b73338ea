"""The five Commands and the Recruit action (NOT-7 to NOT-12)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.notoriety.rules.piles import has_loot, is_pirate, show
from piracy_env.games.notoriety.rules.powers import (
    NEW_PARTY,
    NOTHING,
    push,
    push_powers,
    push_treasure_powers,
)
from piracy_env.games.notoriety.rules.rounds import play_to_front
from piracy_env.games.notoriety.state import (
    DOUBLOON,
    FIRST_TREASURE,
    NEWREC,
    NONE,
    POWDER_MONKEY,
    SHIP,
    Effect,
    Phase,
)

PLUNDER_COST = 2
"""Powder Monkeys that a Plunder takes."""


@kernel
def play_card(s: Any, t: Any, card: int) -> int:
    """Board a pirate, or begin a Trade with loot."""
    if is_pirate(card):
        _board(s, t, card)
        return NEW_PARTY
    s.phase = Phase.TRADE_MORE
    add_to_trade(s, t, card)
    return NOTHING


@kernel
def _board(s: Any, t: Any, card: int) -> None:
    """Play a pirate to the Ship Area and use its powers (NOT-11)."""
    show(s, s.seat, card, SHIP)
    push(s, Effect.END_COMMAND, 0)
    push_powers(s, t, card)


@kernel
def add_to_trade(s: Any, t: Any, card: int) -> None:
    """Play loot; with none left in hand the Trade is complete."""
    play_to_front(s, card)
    if not has_loot(s, s.seat):
        pay_out(s, t)


@kernel
def pay_out(s: Any, t: Any) -> None:
    """Take the coins, then use treasures in the order of play (NOT-7.2, NOT-7.3, NOT-R11)."""
    noinline()
    push(s, Effect.END_COMMAND, 0)
    for place in range(s.front_n - 1, -1, -1):
        card = s.front[place]
        if card == DOUBLOON:
            s.coins[s.seat] += t.starting[1].white_trade
        else:
            s.coins[s.seat] += t.treasures[card - FIRST_TREASURE].white_trade
            push_treasure_powers(s, t.treasures[card - FIRST_TREASURE].white_powers)


@kernel
def play_monkeys(s: Any, number: int, effect: int) -> None:
    """Play Powder Monkeys for a Brawl, Bury or Plunder.

    They are discarded afterwards (NOT-8, NOT-9, NOT-10).
    """
    noinline()
    for _ in range(number):
        play_to_front(s, POWDER_MONKEY)
    push(s, Effect.END_COMMAND, 0)
    push(s, effect, 1)


@kernel
def recruit(s: Any, t: Any, slot: int) -> int:
    """Buy a pirate and use its powers; the row is refilled only afterwards (NOT-12)."""
    noinline()
    card = s.row[slot]
    s.coins[s.seat] -= t.pirates[card].cost
    s.row[slot] = NONE
    s.cnt[s.seat, NEWREC, card] += 1
    s.recruits[s.seat] += 1
    push(s, Effect.END_RECRUIT, 0)
    push_powers(s, t, card)
    return NEW_PARTY
