"""Which actions are legal: the exact choices of each phase."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.notoriety.actions import ACT
from piracy_env.games.notoriety.rules.commands import PLUNDER_COST
from piracy_env.games.notoriety.rules.piles import are_treasures_left, is_crew, is_loot, size
from piracy_env.games.notoriety.rules.powers import may_keep
from piracy_env.games.notoriety.state import (
    DISC,
    FIRST_TREASURE,
    HAND,
    MOST_RECRUITS,
    NONE,
    POWDER_MONKEY,
    SLOTS,
    TYPES,
    Phase,
)


@kernel
def legal(s: Any, t: Any, mask: Any) -> None:  # noqa: C901, PLR0912 - one branch a phase
    """Mark the actions that the seat to move may take."""
    noinline()
    me, phase = s.seat, s.phase
    if phase == Phase.COMMAND:
        _mark_commands(s, mask)
    elif phase == Phase.RECRUIT:
        mask[ACT.done.start] = True
        _mark_recruits(s, t, mask)
    elif phase == Phase.PARLEY:
        mask[ACT.done.start] = True
        mask[ACT.parley.start] = True
    elif phase == Phase.PARLEY_SELECT:
        mask[ACT.done.start] = s.front_n > 0  # NOT-R7
        _mark_zone(s, me, HAND, ACT.card.start, mask)
    elif phase == Phase.TRADE_MORE:
        mask[ACT.done.start] = True
        _mark_loot(s, mask)
    elif phase == Phase.BRAWL_PICK:
        for slot in range(SLOTS):
            mask[ACT.row.start + slot] = s.row[slot] != NONE
    elif phase == Phase.BURY_PICK:
        _mark_zone(s, me, HAND, ACT.card.start, mask)
        _mark_zone(s, me, DISC, ACT.disc.start, mask)
    elif phase == Phase.SELL_KEEP:
        mask[ACT.sell.start] = True
        mask[ACT.keep.start] = may_keep(t, s.pending_card)
    elif phase == Phase.POWER_CHOICE:
        mask[ACT.opt_first.start] = True
        mask[ACT.opt_second.start] = True
    elif phase == Phase.ATTACK_TARGET:
        for left in range(s.players - 1):
            mask[ACT.target.start + left] = True
    elif phase == Phase.ATTACK_RESPONSE:
        mask[ACT.pay_coin.start] = s.coins[me] > 0
        _mark_zone(s, me, HAND, ACT.card.start, mask)
    elif phase == Phase.LOOKOUT_PICK:
        mask[ACT.card.start + s.look[0]] = True
        mask[ACT.card.start + s.look[1]] = True
    elif phase == Phase.RESCUE_PICK:
        _mark_crew(s, mask)


@kernel
def _mark_zone(s: Any, seat: int, zone: int, start: int, mask: Any) -> None:
    """Mark every card type of a zone, from id `start` on."""
    noinline()
    cards = s.cnt[seat, zone]
    for card in range(TYPES):
        mask[start + card] = cards[card] > 0


@kernel
def _mark_commands(s: Any, mask: Any) -> None:
    """Pirates and loot are played themselves.

    What Powder Monkeys can do depends on their number (NOT-6.6).
    """
    hand = s.cnt[s.seat, HAND]
    cards = 0
    for card in range(TYPES):
        cards += hand[card]
        mask[ACT.card.start + card] = hand[card] > 0
    mask[ACT.card.start + POWDER_MONKEY] = False
    monkeys = hand[POWDER_MONKEY]
    if monkeys > 0:
        mask[ACT.brawl.start] = True  # NOT-R31
        mask[ACT.bury.start] = cards > 1 or size(s, s.seat, DISC) > 0
        mask[ACT.plunder.start] = monkeys >= PLUNDER_COST and are_treasures_left(s)


@kernel
def _mark_loot(s: Any, mask: Any) -> None:
    """Mark the loot in hand."""
    hand = s.cnt[s.seat, HAND]
    for card in range(FIRST_TREASURE, TYPES):
        mask[ACT.card.start + card] = hand[card] > 0 and is_loot(card)


@kernel
def _mark_crew(s: Any, mask: Any) -> None:
    """Mark the crew cards of the discard pile."""
    pile = s.cnt[s.seat, DISC]
    for card in range(TYPES):
        mask[ACT.disc.start + card] = pile[card] > 0 and is_crew(card)


@kernel
def _mark_recruits(s: Any, t: Any, mask: Any) -> None:
    """Mark the pirates that can be paid (NOT-12.1, NOT-12.2)."""
    if s.recruits[s.seat] < MOST_RECRUITS:
        for slot in range(SLOTS):
            card = s.row[slot]
            if card != NONE and t.pirates[card].cost <= s.coins[s.seat]:
                mask[ACT.row.start + slot] = True
