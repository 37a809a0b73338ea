"""Playing Wild, History and Instant cards (HAV-9).

A card that is played lies in limbo, under a frame WINDOW_CARD that asks whether somebody negates
it. When it stands, its effect is carried out above that frame; when the frame is uppermost again,
the card is discarded. Only players who hold a fitting card are asked (HAV-R26).
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.havens.actions import ACT
from piracy_env.games.havens.cards import (
    BURIED_TREASURE,
    FIRST_HISTORY,
    HOT_PURSUIT,
    KINGS_PARDON,
    SCURVY,
    TRADE_WINDS,
)
from piracy_env.games.havens.rules.fleet import can_take_wild, is_becalmed
from piracy_env.games.havens.rules.frames import lay_down, pick_up, pop, push, top, turn_to
from piracy_env.games.havens.rules.piles import discard, lose
from piracy_env.games.havens.state import (
    ACTOR,
    BY,
    CAPTAIN,
    CARD,
    FLAG,
    NONE,
    SEAT,
    SLOT,
    SLOTS,
    Decision,
)

ASKED, NEGATED, STANDS, GONE = range(4)
"""What becomes of a card that is played: FLAG of its WINDOW_CARD frame."""
CALLED_OFF = 1
"""FLAG of a WINDOW_DECLARED frame: the battle does not take place (HAV-10.21)."""


# --- Targets (HAV-R15, HAV-R18, HAV-R25) ----------------------------------------------------------


@kernel
def _is_for_own_vessel(card: int) -> bool:
    """Whether a Wild or History card is played on an own vessel; else on a rival's."""
    return card <= TRADE_WINDS or card >= FIRST_HISTORY


@kernel
def _is_target(s: Any, t: Any, card: int, seat: int, slot: int) -> bool:  # noqa: PLR0911
    """Whether a card may be played on a slot."""
    if card == KINGS_PARDON:
        return s.at_sea[seat, slot] == 0 and s.part[seat, slot, CAPTAIN] != NONE
    if s.at_sea[seat, slot] == 0:
        return False
    if card <= SCURVY:
        return can_take_wild(s, seat, slot)
    if card == HOT_PURSUIT:
        return s.moved[seat, slot] == 1 and not is_becalmed(s, seat, slot)
    if card == BURIED_TREASURE:
        return s.hex[seat, slot] == t.rules.buried_treasure_hex
    if card >= FIRST_HISTORY:
        return s.hex[seat, slot] == t.rules.plate_fleet_hex
    return True


@kernel
def has_target(s: Any, t: Any, card: int) -> bool:
    """Whether a Wild or History card of the Action phase can be played on anything."""
    noinline()
    if card >= FIRST_HISTORY and not _is_of_action_phase(card):
        return False
    first, last = (0, 1) if _is_for_own_vessel(card) else (1, s.players)
    for left in range(first, last):
        for slot in range(SLOTS):
            if _is_target(s, t, card, (s.turn_seat + left) % s.players, slot):
                return True
    return False


@kernel
def _is_of_action_phase(card: int) -> bool:
    """Whether a History card is played from the menu."""
    return card == HOT_PURSUIT or card >= BURIED_TREASURE


@kernel
def _mark_targets(s: Any, t: Any, mask: Any) -> None:
    """Mark the vessels that the chosen card may be played on."""
    noinline()
    card = top(s)[CARD]
    for slot in range(SLOTS):
        if _is_for_own_vessel(card):
            mask[ACT.slot.start + slot] = _is_target(s, t, card, s.turn_seat, slot)
            continue
        for left in range(1, s.players):
            if _is_target(s, t, card, (s.turn_seat + left) % s.players, slot):
                mask[ACT.target.start + SLOTS * (left - 1) + slot] = True


@kernel
def choose_target(s: Any, card: int) -> None:
    """Take a card from the hand; it is committed, and its target is asked for (HAV-R39)."""
    me = s.turn_seat
    lose(s, me, card)
    lay_down(s, me, card)
    push(s, Decision.WILD_TARGET if card < FIRST_HISTORY else Decision.HIST_TARGET, me)
    top(s)[CARD] = card


@kernel
def _play_on_target(s: Any, t: Any, action: int) -> None:
    """Pay for the card and play it."""
    noinline()
    frame, me = top(s), s.turn_seat
    s.unspent[me] -= t.cards[frame[CARD]].cost
    frame[BY], frame[SEAT] = me, me
    if action < ACT.slot.stop:
        frame[SLOT] = action - ACT.slot.start
    else:
        left, slot = divmod(action - ACT.target.start, SLOTS)
        frame[SEAT], frame[SLOT] = (me + 1 + left) % s.players, slot
    turn_to(s, Decision.WINDOW_CARD, me)


# --- Playing a card (HAV-9.1 to 9.8) --------------------------------------------------------------


@kernel
def play_from_hand(s: Any, card: int) -> None:
    """The player who decides plays a card that needs no target."""
    noinline()
    seat = top(s)[ACTOR]
    lose(s, seat, card)
    lay_down(s, seat, card)
    push(s, Decision.WINDOW_CARD, seat)
    frame = top(s)
    frame[CARD], frame[BY] = card, seat


@kernel
def leave_table(s: Any) -> None:
    """The uppermost card has been dealt with: discard it, if it does not stay on a vessel."""
    if top(s)[FLAG] != GONE:
        discard(s, pick_up(s))
    pop(s)


HANDLERS = (
    Handler(
        Decision.WILD_TARGET,
        _mark_targets,
        _play_on_target,
        doc="The vessel that a Wild card is played on.",
    ),
    Handler(
        Decision.HIST_TARGET,
        _mark_targets,
        _play_on_target,
        doc="The vessel that a History card is played on.",
    ),
)
"""What a card is played on."""
