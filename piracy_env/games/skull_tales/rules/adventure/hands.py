"""What is held: one item a hand, or one in both (STA-6.6 to 6.8)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.goals import goal_row
from piracy_env.games.skull_tales.rules.adventure.people import is_pirate
from piracy_env.games.skull_tales.rules.frames import pop, push_for, top
from piracy_env.games.skull_tales.state import NONE, SLOT, A, Decision
from piracy_env.games.skull_tales.state_land import GOAL_TOKENS, Goal

BAG, RIGHT, LEFT, BOTH, WORN = range(5)
"""Values of `inv_loc`."""
LOST_RIGHT, LOST_LEFT = 8, 16
"""Bits of `ch_perm`."""


@kernel
def begin_equip(s: Any, slot: int) -> None:
    """Ask what a Pirate holds: the right hand first, then the left one."""
    push_for(s, Decision.EQUIP_LEFT, s.ch_owner[slot], slot, 0, 0)
    push_for(s, Decision.EQUIP_RIGHT, s.ch_owner[slot], slot, 0, 0)


@kernel
def has_lost_hand(s: Any, slot: int, hand: int) -> bool:
    """Whether a Pirate has lost a hand: nothing can be held in it (STA-15.3)."""
    return s.ch_perm[slot] & (LOST_RIGHT if hand == RIGHT else LOST_LEFT) != 0


@kernel
def held_in(s: Any, slot: int, hand: int) -> int:
    """The place of the card in a hand, or in both, -1 for none."""
    for place in range(s.inv_n[slot]):
        if s.inv_loc[slot, place] == hand or s.inv_loc[slot, place] == BOTH:
            return place
    return NONE


@kernel
def can_hold(s: Any, t: Any, slot: int, place: int, hand: int) -> bool:
    """Whether a carried card can be taken into a hand, with both of them if it needs both."""
    item = t.items[s.inv_id[slot, place]]
    if not is_pirate(s, slot) or item.hands == 0 or has_lost_hand(s, slot, hand):
        return False
    if item.only != NONE and item.only != s.ch_card[slot]:
        return False
    if not _has_hands_for(s, t, slot, item.hands, hand):
        return False
    where = s.inv_loc[slot, place]
    if hand == LEFT:
        return item.hands == 1 and where in (BAG, LEFT)
    return item.hands == 1 or not has_lost_hand(s, slot, LEFT)


@kernel
def bulk_of(s: Any, t: Any, slot: int) -> int:
    """How many hands bulky goals of a Character fill, whichever these are."""
    count = 0
    for goal in range(GOAL_TOKENS):
        if s.goal_state[goal] == Goal.HELD and s.goal_holder[goal] == slot:
            count += t.goals[goal_row(s, t, goal)].bulky
    return count


@kernel
def _has_hands_for(s: Any, t: Any, slot: int, hands: int, hand: int) -> bool:
    """Whether bulky goals leave hands for a card, beside what the other hand goes on holding."""
    bulk = bulk_of(s, t, slot)
    if bulk == 0:
        return True
    other = held_in(s, slot, RIGHT + LEFT - hand)
    is_kept = hands == 1 and other != NONE and s.inv_loc[slot, other] != BOTH
    whole = 2 - has_lost_hand(s, slot, RIGHT) - has_lost_hand(s, slot, LEFT)
    return hands + is_kept + bulk <= whole


@kernel
def free_a_hand(s: Any, t: Any, slot: int) -> None:
    """A bulky goal was taken: what hands are not left for goes into the bag, the weak one first."""
    weak = RIGHT if s.ch_hand_dom[slot] == 1 else LEFT
    whole = 2 - has_lost_hand(s, slot, RIGHT) - has_lost_hand(s, slot, LEFT)
    for hand in (weak, RIGHT + LEFT - weak):
        filled = 0
        for place in range(s.inv_n[slot]):
            where = s.inv_loc[slot, place]
            filled += 2 * (where == BOTH) + (where == RIGHT) + (where == LEFT)
        if filled + bulk_of(s, t, slot) > whole:
            empty_hand(s, slot, hand)


@kernel
def empty_hand(s: Any, slot: int, hand: int) -> None:
    """What a hand holds goes into the bag."""
    place = held_in(s, slot, hand)
    if place != NONE:
        s.inv_loc[slot, place] = BAG


@kernel
def take_into_hand(s: Any, t: Any, slot: int, place: int, hand: int) -> None:
    """A carried card is held; what was in the way goes into the bag."""
    empty_hand(s, slot, hand)
    if t.items[s.inv_id[slot, place]].hands == 2:
        empty_hand(s, slot, LEFT)
        s.inv_loc[slot, place] = BOTH
    else:
        s.inv_loc[slot, place] = hand


@kernel
def _mark_hand(s: Any, t: Any, hand: int, mask: Any) -> None:
    slot = top(s)[SLOT]
    held = held_in(s, slot, hand)
    mask[ACT.no.start] = True
    if held != NONE:
        mask[ACT.hand_empty.start] = True
    for place in range(s.inv_n[slot]):
        if place != held and can_hold(s, t, slot, place, hand):
            mask[ACT.inv.start + place] = True


@kernel
def _answer_hand(s: Any, t: Any, hand: int, action: int) -> None:
    slot = top(s)[SLOT] + 0
    pop(s)
    if action == ACT.hand_empty.start:
        empty_hand(s, slot, hand)
    elif action != ACT.no.start:
        take_into_hand(s, t, slot, action - ACT.inv.start, hand)


@kernel
def _has_choice(s: Any, t: Any, hand: int) -> bool:
    """Whether there is anything to hold, or to put away."""
    slot = top(s)[SLOT] + 0
    held = held_in(s, slot, hand)
    if hand == LEFT and held != NONE and s.inv_loc[slot, held] == BOTH:
        pop(s)
        return False
    for place in range(s.inv_n[slot]):
        if place == held or can_hold(s, t, slot, place, hand):
            return True
    pop(s)
    return False


@kernel
def _mark_right(s: Any, t: Any, mask: Any) -> None:
    _mark_hand(s, t, RIGHT, mask)


@kernel
def _mark_left(s: Any, t: Any, mask: Any) -> None:
    _mark_hand(s, t, LEFT, mask)


@kernel
def _answer_right(s: Any, t: Any, action: int) -> None:
    _answer_hand(s, t, RIGHT, action)


@kernel
def _answer_left(s: Any, t: Any, action: int) -> None:
    _answer_hand(s, t, LEFT, action)


@kernel
def _is_right_open(s: Any, t: Any) -> bool:
    return _has_choice(s, t, RIGHT)


@kernel
def _is_left_open(s: Any, t: Any) -> bool:
    return _has_choice(s, t, LEFT)


# --- what was just picked up ----------------------------------------------------------------------


@kernel
def ask_grasp(s: Any, slot: int, place: int) -> None:
    """Ask which hand takes a card that was just picked up, for nothing (STA-10.40)."""
    push_for(s, Decision.GRASP, s.ch_owner[slot], slot, place, 0)


@kernel
def _mark_grasp(s: Any, t: Any, mask: Any) -> None:
    slot, place = top(s)[SLOT], top(s)[A]
    mask[ACT.no.start] = True
    mask[ACT.hand_r.start] = can_hold(s, t, slot, place, RIGHT)
    mask[ACT.hand_l.start] = can_hold(s, t, slot, place, LEFT)


@kernel
def _grasp(s: Any, t: Any, action: int) -> None:
    slot, place = top(s)[SLOT] + 0, top(s)[A] + 0
    pop(s)
    if action == ACT.hand_r.start:
        take_into_hand(s, t, slot, place, RIGHT)
    elif action == ACT.hand_l.start:
        take_into_hand(s, t, slot, place, LEFT)


@kernel
def _can_grasp(s: Any, t: Any) -> bool:
    """Whether a hand can take it."""
    slot, place = top(s)[SLOT], top(s)[A]
    if can_hold(s, t, slot, place, RIGHT) or can_hold(s, t, slot, place, LEFT):
        return True
    pop(s)
    return False


HANDLERS = (
    Handler(Decision.GRASP, _mark_grasp, _grasp, _can_grasp, "which hand takes what was picked up"),
    Handler(Decision.EQUIP_RIGHT, _mark_right, _answer_right, _is_right_open, "the right hand"),
    Handler(Decision.EQUIP_LEFT, _mark_left, _answer_left, _is_left_open, "the left hand"),
)
