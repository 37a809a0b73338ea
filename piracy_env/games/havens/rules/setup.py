"""The setup (HAV-1.5 to HAV-1.11)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import below, shuffle
from piracy_env.games.havens.actions import ACT
from piracy_env.games.havens.cards import ATTACKS, FIRST_HAVEN, PARTS, STARTERS, TYPES
from piracy_env.games.havens.rules.frames import ask, forget_battle, forget_move, top, turn_to
from piracy_env.games.havens.rules.piles import draw_attack, draw_card, fill_column
from piracy_env.games.havens.rules.turn import begin_turn
from piracy_env.games.havens.state import (
    ACTOR,
    COLUMN,
    NONE,
    ROW,
    SEATS,
    SLOTS,
    WILDS,
    Decision,
)


@kernel
def reset(s: Any, t: Any) -> None:
    """Lay out a new game in a zeroed state."""
    noinline()
    _clear_table(s)
    s.first_seat = s.start_player if s.start_player >= 0 else below(s, s.players)
    s.turn_seat = s.first_seat
    s.round = 1
    for seat in range(s.players):
        s.supply[seat], s.unspent[seat] = s.start_supply, s.start_supply
    _deal_attacks(s)
    if s.start_haven_mode == 1:
        _stack_cards(s, t)
        ask(s, Decision.CHOOSE_HAVEN)
        top(s)[ACTOR] = (s.first_seat + s.players - 1) % s.players
        s.seat = top(s)[ACTOR]
    else:
        _deal_havens(s)
        _stack_cards(s, t)
        _deal_cards(s, t)


@kernel
def _clear_table(s: Any) -> None:
    """No cards anywhere."""
    noinline()
    forget_battle(s)
    forget_move(s)
    for place in range(COLUMN):
        s.column[place] = NONE
    for seat in range(SEATS):
        s.haven[seat] = NONE
        for place in range(ROW):
            s.row[seat, place] = NONE
        for slot in range(SLOTS):
            s.hex[seat, slot] = NONE
            for part in range(PARTS):
                s.part[seat, slot, part] = NONE
            for place in range(WILDS):
                s.wild[seat, slot, place] = NONE


@kernel
def _deal_attacks(s: Any) -> None:
    """Shuffle the Attack cards and lay out the Attack Rows (HAV-1.9)."""
    for attack in range(ATTACKS):
        s.apile[attack] = attack
    s.apile_n = ATTACKS
    shuffle(s, s.apile, ATTACKS)
    for seat in range(s.players):
        for place in range(ROW):
            s.row[seat, place] = draw_attack(s)


@kernel
def _deal_havens(s: Any) -> None:
    """Deal each player one of the four starters (HAV-1.6)."""
    for starter in range(STARTERS):
        s.draw[starter] = FIRST_HAVEN + starter
    shuffle(s, s.draw, STARTERS)
    for seat in range(s.players):
        s.haven[seat] = s.draw[seat]


@kernel
def _stack_cards(s: Any, t: Any) -> None:
    """Make the Draw Pile, in order, of all cards but the Havens on the table."""
    noinline()
    s.draw_n = 0
    for card in range(TYPES):
        for _ in range(t.cards[card].copies - is_haven_of_anybody(s, card)):
            s.draw[s.draw_n] = card
            s.draw_n += 1


@kernel
def is_haven_of_anybody(s: Any, card: int) -> int:
    """1 if a card is somebody's Haven."""
    for seat in range(s.players):
        if s.haven[seat] == card:
            return 1
    return 0


@kernel
def _choose_haven(s: Any, t: Any, action: int) -> None:
    """Take a starter; the last player in turn order chooses first (HAV-1.6)."""
    noinline()
    seat = top(s)[ACTOR]
    s.haven[seat] = action - ACT.card.start
    for place in range(s.draw_n):
        s.draw[place] = 0
    _stack_cards(s, t)
    if seat == s.first_seat:
        _deal_cards(s, t)
    else:
        turn_to(s, Decision.CHOOSE_HAVEN, (seat + s.players - 1) % s.players)


@kernel
def _mark_havens(s: Any, t: Any, mask: Any) -> None:
    """Mark the starters that nobody has taken."""
    for card in range(FIRST_HAVEN, FIRST_HAVEN + STARTERS):
        mask[ACT.card.start + card] = is_haven_of_anybody(s, card) == 0


@kernel
def _deal_cards(s: Any, t: Any) -> None:
    """Shuffle, deal the hands, turn up the Column, and begin the first turn (HAV-1.7, HAV-1.8)."""
    noinline()
    shuffle(s, s.draw, s.draw_n)
    for seat in range(s.players):
        for _ in range(t.rules.hand_size):
            draw_card(s, seat)
    fill_column(s)
    begin_turn(s)
    s.seat = s.turn_seat


HANDLERS = (
    Handler(
        Decision.CHOOSE_HAVEN,
        _mark_havens,
        _choose_haven,
        doc="The starter to begin from; each player, the last one first.",
    ),
)
"""The decision of the setup."""
