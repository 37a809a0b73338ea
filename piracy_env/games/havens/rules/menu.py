"""The Action phase: what can be done, any number of times and in any order (HAV-2.11)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.havens.actions import ACT
from piracy_env.games.havens.cards import (
    FIRST_HAVEN,
    FIRST_HISTORY,
    FIRST_INSTANT,
    FIRST_WILD,
    PARTS,
    TAVERN_GOSSIP,
)
from piracy_env.games.havens.rules import assembling, attacks, moving, playing, securing
from piracy_env.games.havens.rules.assembling import parts_of
from piracy_env.games.havens.rules.turn import end_action
from piracy_env.games.havens.state import ROW, SLOTS, Decision


@kernel
def _mark(s: Any, t: Any, mask: Any) -> None:
    """Mark all that the player whose turn it is can do."""
    noinline()
    mask[ACT.pass_.start] = True
    for slot in range(SLOTS):
        parts = parts_of(s, s.turn_seat, slot)
        if parts == 0:
            continue
        if s.at_sea[s.turn_seat, slot] == 1:
            mask[ACT.burn_vessel.start + slot] = True
            mask[ACT.secure.start + slot] = securing.can_secure(s, t, slot)
            _mark_attempts(s, t, slot, mask)
        else:
            _mark_cards_in_port(s, t, slot, parts, mask)
        mask[ACT.move.start + slot] = moving.can_move(s, t, slot)
    _mark_parts(s, t, mask)
    for card in range(FIRST_HAVEN, FIRST_WILD):
        if s.hand[s.turn_seat, card] > 0:
            mask[ACT.card.start + card] = t.cards[card].cost <= s.unspent[s.turn_seat]
    _mark_wild_and_history(s, t, mask)
    mask[ACT.card.start + TAVERN_GOSSIP] = s.hand[s.turn_seat, TAVERN_GOSSIP] > 0


@kernel
def _mark_attempts(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark the Attacks that a vessel at sea can attempt where it lies."""
    for place in range(ROW):
        mask[ACT.attempt.start + ROW * slot + place] = attacks.can_attempt(s, t, slot, place)


@kernel
def _mark_cards_in_port(s: Any, t: Any, slot: int, parts: int, mask: Any) -> None:
    """Mark what can be burned and shifted of a vessel in assembly."""
    for part in range(PARTS):
        if not assembling.has(parts, part):
            continue
        mask[ACT.burn_part.start + PARTS * slot + part] = assembling.can_burn(parts, part)
        if s.shifts < t.rules.most_shifts:
            can_shift = assembling.can_shift_somewhere(s, t, slot, part)
            mask[ACT.shift_part.start + PARTS * slot + part] = can_shift


@kernel
def _mark_parts(s: Any, t: Any, mask: Any) -> None:
    """Mark the captains, vessels, guns and crew that can be paid and have a place."""
    me = s.turn_seat
    hand, money = s.hand[me], s.unspent[me]
    for card in range(FIRST_HAVEN):
        if hand[card] > 0 and t.cards[card].cost <= money:
            for slot in range(SLOTS):
                if assembling.can_place(s, t, me, slot, card):
                    mask[ACT.card.start + card] = True
                    break


@kernel
def _mark_wild_and_history(s: Any, t: Any, mask: Any) -> None:
    """Mark the Wild and History cards that can be paid and have a target."""
    hand, money = s.hand[s.turn_seat], s.unspent[s.turn_seat]
    for card in range(FIRST_WILD, FIRST_INSTANT):
        if hand[card] > 0 and t.cards[card].cost <= money:
            mask[ACT.card.start + card] = playing.has_target(s, t, card)


@kernel
def _answer(s: Any, t: Any, action: int) -> None:
    """Do what has been chosen."""
    noinline()
    if action < ACT.card.stop:
        _use_card(s, t, action - ACT.card.start)
    elif action == ACT.pass_.start:
        end_action(s)
    elif action < ACT.move.stop:
        moving.move(s, t, action - ACT.move.start)
    elif action < ACT.attempt.stop:
        slot, place = divmod(action - ACT.attempt.start, ROW)
        attacks.attempt(s, slot, place)
    elif action < ACT.secure.stop:
        securing.secure(s, action - ACT.secure.start)
    elif action < ACT.burn_vessel.stop:
        assembling.burn_vessel(s, action - ACT.burn_vessel.start)
    elif action < ACT.burn_part.stop:
        slot, part = divmod(action - ACT.burn_part.start, PARTS)
        assembling.burn_part(s, slot, part)
    else:
        slot, part = divmod(action - ACT.shift_part.start, PARTS)
        assembling.choose_shift(s, slot, part)


@kernel
def _use_card(s: Any, t: Any, card: int) -> None:
    """What a card is for depends on its kind."""
    if card < FIRST_HAVEN:
        assembling.choose_card(s, card)
    elif card < FIRST_WILD:
        securing.change_haven(s, t, card)
    elif card < FIRST_HISTORY or card < FIRST_INSTANT:
        playing.choose_target(s, card)
    else:
        playing.play_from_hand(s, card)


HANDLERS = (
    Handler(
        Decision.ACTION, _mark, _answer, doc="What to do next in the Action phase, or to end it."
    ),
)
"""The decision of the Action phase."""
