"""The phases of a turn but for the Action phase, and the end of the game (HAV-2, HAV-11)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.game import ENDED
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.havens.actions import ACT
from piracy_env.games.havens.cards import TYPES
from piracy_env.games.havens.rules.frames import ask, drop_all, forget_battle
from piracy_env.games.havens.rules.piles import (
    can_draw,
    clear_column,
    discard,
    draw_attack,
    draw_card,
    fill_column,
    gain_openly,
    hand_size,
    is_column_empty,
    lose,
    put_under,
    take_from_column,
)
from piracy_env.games.havens.state import (
    ATTACKER,
    COLUMN,
    DEFENDER,
    NONE,
    ROW,
    SEATS,
    SLOTS,
    WILDS,
    Decision,
    Phase,
)


@kernel
def begin_turn(s: Any) -> None:
    """Reclaim: all spent pieces become unspent (HAV-2.2)."""
    noinline()
    me = s.turn_seat
    s.unspent[me] = s.supply[me]
    for slot in range(SLOTS):
        s.moved[me, slot], s.failed[me, slot] = 0, 0
    s.shifts, s.attempts, s.discards = 0, 0, 0
    s.bt.totals[ATTACKER], s.bt.totals[DEFENDER] = 0, 0
    s.phase = Phase.DRAW
    ask(s, Decision.DRAW)


# --- Phase 2: Draw or Purchase (HAV-2.3 to 2.10) --------------------------------------------------


@kernel
def _mark_draws(s: Any, t: Any, mask: Any) -> None:
    """Mark the five options; with a full hand those that add no card to it (HAV-1.14)."""
    noinline()
    money = s.unspent[s.turn_seat]
    mask[ACT.draw_attack.start] = True
    mask[ACT.replace_column.start] = money >= t.rules.replace_cost and (
        can_draw(s) or not is_column_empty(s)
    )
    if hand_size(s, s.turn_seat) < t.rules.hand_limit:
        if money >= t.rules.purchase_cost:
            _mark_column(s, mask)
        mask[ACT.draw_pile.start] = can_draw(s)
        mask[ACT.draw_discard.start] = s.disc_n > 0


@kernel
def _mark_column(s: Any, mask: Any) -> None:
    """Mark the cards of the Purchase Column."""
    for place in range(COLUMN):
        if s.column[place] != NONE:
            mask[ACT.card.start + s.column[place]] = True


@kernel
def _draw_or_purchase(s: Any, t: Any, action: int) -> None:
    """Buy, draw, or ask further for a new Column or an Attack card."""
    noinline()
    me = s.turn_seat
    if action == ACT.replace_column.start:
        s.unspent[me] -= t.rules.replace_cost
        clear_column(s)
        fill_column(s)
        ask(s, Decision.DRAW_AFTER_REPLACE)
    elif action == ACT.draw_attack.start:
        s.bt.attack = draw_attack(s)
        ask(s, Decision.ATTACK_SWAP)
    else:
        if action == ACT.draw_pile.start:
            draw_card(s, me)
        elif action == ACT.draw_discard.start:
            s.disc_n -= 1
            gain_openly(s, me, s.disc[s.disc_n])
            s.disc[s.disc_n] = 0
        else:
            _buy(s, t, action - ACT.card.start)
        _begin_action(s)


@kernel
def _buy(s: Any, t: Any, card: int) -> None:
    """Buy a card of the Column into the hand (HAV-2.4)."""
    s.unspent[s.turn_seat] -= t.rules.purchase_cost
    take_from_column(s, card)
    gain_openly(s, s.turn_seat, card)


@kernel
def _mark_after_replacing(s: Any, t: Any, mask: Any) -> None:
    """Mark what the new Column offers, and a card of the Draw Pile."""
    noinline()
    if hand_size(s, s.turn_seat) < t.rules.hand_limit and (can_draw(s) or not is_column_empty(s)):
        _mark_column(s, mask)
        mask[ACT.draw_pile.start] = can_draw(s)
    else:
        mask[ACT.pass_.start] = True


@kernel
def _take_after_replacing(s: Any, t: Any, action: int) -> None:
    """Take a card of the new Column free of charge, or draw one (HAV-2.6)."""
    noinline()
    if action == ACT.draw_pile.start:
        draw_card(s, s.turn_seat)
    elif action < ACT.card.stop:
        take_from_column(s, action - ACT.card.start)
        gain_openly(s, s.turn_seat, action - ACT.card.start)
    _begin_action(s)


@kernel
def _mark_row(s: Any, t: Any, mask: Any) -> None:
    """Mark the places of the Attack Row; the drawn card need not be laid there."""
    for place in range(ROW):
        mask[ACT.row.start + place] = True
    mask[ACT.pass_.start] = True


@kernel
def _swap_attack(s: Any, t: Any, action: int) -> None:
    """Lay the drawn Attack card on the row; it or the one it replaces goes under the pile."""
    noinline()
    attack = s.bt.attack
    if action != ACT.pass_.start:
        place = action - ACT.row.start
        replaced = s.row[s.turn_seat, place]
        s.row[s.turn_seat, place] = attack
        attack = replaced
    put_under(s, attack)
    forget_battle(s)
    _begin_action(s)


@kernel
def _begin_action(s: Any) -> None:
    """Phase 3 begins."""
    s.phase = Phase.ACTION
    ask(s, Decision.ACTION)


# --- Phases 4 and 5: Upkeep, Discard (HAV-2.12 to 2.14) -------------------------------------------


@kernel
def end_action(s: Any) -> None:
    """Remove expired Wild cards, in the order of slots and places (HAV-R36); then discard."""
    noinline()
    me = s.turn_seat
    s.phase = Phase.UPKEEP
    for slot in range(SLOTS):
        for place in range(WILDS):
            card = s.wild[me, slot, place]
            if card == NONE:
                continue
            s.wild_ttl[me, slot, place] -= 1
            if s.wild_ttl[me, slot, place] <= 0:
                s.wild[me, slot, place] = NONE
                discard(s, card)
    s.phase = Phase.DISCARD
    ask(s, Decision.DISCARD)


@kernel
def _mark_hand(s: Any, t: Any, mask: Any) -> None:
    """Mark the cards of the hand: one must be discarded."""
    noinline()
    hand = s.hand[s.turn_seat]
    for card in range(TYPES):
        mask[ACT.card.start + card] = hand[card] > 0


@kernel
def _mark_hand_or_enough(s: Any, t: Any, mask: Any) -> None:
    """Mark the cards of the hand: a further one may be discarded."""
    _mark_hand(s, t, mask)
    mask[ACT.pass_.start] = True


@kernel
def _discard_one(s: Any, t: Any, action: int) -> None:
    """Discard a hand card; the first one is free."""
    noinline()
    me, card = s.turn_seat, action - ACT.card.start
    if s.discards > 0:
        s.unspent[me] -= t.rules.discard_cost
    s.discards += 1
    lose(s, me, card)
    discard(s, card)
    ask(s, Decision.DISCARD_MORE)


@kernel
def _discard_or_refill(s: Any, t: Any, action: int) -> None:
    """Discard another card, or none."""
    if action == ACT.pass_.start:
        _begin_refill(s)
    else:
        _discard_one(s, t, action)


@kernel
def _can_discard(s: Any, t: Any) -> bool:
    """Whether there is a card to discard; else the hand is refilled."""
    if hand_size(s, s.turn_seat) > 0:
        return True
    _begin_refill(s)
    return False


@kernel
def _can_discard_more(s: Any, t: Any) -> bool:
    """Whether a further card can be paid for; else the hand is refilled."""
    can_pay = s.unspent[s.turn_seat] >= t.rules.discard_cost
    if can_pay and hand_size(s, s.turn_seat) > 0 and s.discards < t.rules.most_discards:
        return True
    _begin_refill(s)
    return False


# --- Phases 6 and 7: Refill, Restock (HAV-2.15 to 2.18) -------------------------------------------


@kernel
def _begin_refill(s: Any) -> None:
    """Phase 6 begins."""
    s.phase = Phase.REFILL
    ask(s, Decision.REFILL)


@kernel
def _mark_refills(s: Any, t: Any, mask: Any) -> None:
    """Mark what can fill the hand."""
    noinline()
    can_buy = s.unspent[s.turn_seat] >= t.rules.purchase_cost and not is_column_empty(s)
    if can_buy:
        _mark_column(s, mask)
    mask[ACT.draw_pile.start] = can_draw(s)
    mask[ACT.pass_.start] = not can_buy and not can_draw(s)


@kernel
def _refill(s: Any, t: Any, action: int) -> None:
    """Draw or buy a card."""
    noinline()
    if action == ACT.draw_pile.start:
        draw_card(s, s.turn_seat)
    elif action == ACT.pass_.start:
        _restock(s)
    else:
        _buy(s, t, action - ACT.card.start)


@kernel
def _restock(s: Any) -> None:
    """Fill the Column; safe passage ends (HAV-2.17, HAV-R11)."""
    noinline()
    s.phase = Phase.RESTOCK
    fill_column(s)
    for seat in range(SEATS):
        for slot in range(SLOTS):
            s.safe[seat, slot] = 0
    if _is_last_turn(s):
        end_game(s)
    else:
        ask(s, Decision.WINDOW_BETWEEN)


@kernel
def _can_refill(s: Any, t: Any) -> bool:
    """Whether the hand is still to be filled; else the Column is."""
    if hand_size(s, s.turn_seat) < t.rules.hand_size:
        return True
    _restock(s)
    return False


# --- The next turn, and the end (HAV-11) ----------------------------------------------------------


@kernel
def next_turn(s: Any) -> None:
    """The next player begins a turn."""
    s.turn_seat = (s.turn_seat + 1) % s.players
    if s.turn_seat == s.first_seat:
        s.round += 1
    begin_turn(s)


@kernel
def rounds_of(s: Any) -> int:
    """After how many rounds the game is over in any case (HAV-11.2, 11.5)."""
    return min(s.max_rounds, s.timed_rounds) if s.timed == 1 else s.max_rounds


@kernel
def _is_last_turn(s: Any) -> bool:
    """Whether the round ends, and the game with it (HAV-11.1, 11.2, 11.5)."""
    if (s.turn_seat + 1) % s.players != s.first_seat:
        return False
    return s.final_flag == 1 or s.round >= rounds_of(s)


@kernel
def end_game(s: Any) -> None:
    """Nothing more is decided."""
    noinline()
    drop_all(s)
    s.phase = Phase.OVER
    s.over = ENDED


HANDLERS = (
    Handler(
        Decision.DRAW,
        _mark_draws,
        _draw_or_purchase,
        doc="What to draw or buy, or an Attack card, or a new Purchase Column.",
    ),
    Handler(
        Decision.DRAW_AFTER_REPLACE,
        _mark_after_replacing,
        _take_after_replacing,
        doc="A card of the new Purchase Column, or one of the Draw Pile.",
    ),
    Handler(
        Decision.ATTACK_SWAP,
        _mark_row,
        _swap_attack,
        doc="The place on the Attack Row for the Attack card just drawn.",
    ),
    Handler(Decision.DISCARD, _mark_hand, _discard_one, _can_discard, "The card to discard."),
    Handler(
        Decision.DISCARD_MORE,
        _mark_hand_or_enough,
        _discard_or_refill,
        _can_discard_more,
        "Whether to pay for discarding another card.",
    ),
    Handler(
        Decision.REFILL, _mark_refills, _refill, _can_refill, "How to fill the hand: draw or buy."
    ),
)
"""The decisions of phases 2, 5 and 6."""
