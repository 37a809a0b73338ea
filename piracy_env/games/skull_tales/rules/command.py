"""Command: Command Points for groups, reassigned Characters, Rum (STV-5.5, 5.11 to 5.14)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.scratch import scratch_of
from piracy_env.games.skull_tales.actions import ACT, ACTIONS
from piracy_env.games.skull_tales.rules.crew import has_trait, is_up, place_of, slot_at
from piracy_env.games.skull_tales.rules.frames import (
    first_marked,
    pop,
    push,
    push_for,
    top,
    turn_to,
)
from piracy_env.games.skull_tales.rules.provisions import give_out_rum, has_rum
from piracy_env.games.skull_tales.rules.ship import (
    CREW_QUARTERS,
    EXHAUSTED,
    GROUP_DOWN,
    GUARD,
    GUN_DECK,
    GUNWALE,
    MAIN_DECK,
    QUARTERDECK,
    RIGGING,
    SICK_BAY,
    change_morale,
    character_at,
    earn_trust,
    has_room_for_character,
    has_room_for_group,
)
from piracy_env.games.skull_tales.state import (
    CHARISMA,
    GROUPS,
    NONE,
    SLOT,
    SLOTS,
    A,
    Decision,
)
from piracy_env.games.skull_tales.traits import Trait

RUM_ONLY = 1
"""In `A` of COMMAND: Morale is gone, and only Rum is asked about."""
TASK_POSTS = 8
"""Posts that a Character can be sent to lie below this."""
_FEW = 1
"""Morale that reassigning a Character costs; a Constable costs that much more."""
_blank_mask = scratch_of(ACTIONS.size)


# --- Command Points -------------------------------------------------------------------------------


@kernel
def command_points(s: Any) -> int:
    """1, and the Charisma of the Character on the Quarterdeck (STV-5.12)."""
    slot = character_at(s, QUARTERDECK)
    return 1 if slot == NONE else 1 + s.ch_att[slot, CHARISMA]


@kernel
def use_point(s: Any) -> None:
    """Spend a Command Point; the first of a turn earns the Quarterdeck trust (STV-5.14)."""
    s.cp -= 1
    if s.cp_used == 0:
        s.cp_used = 1
        slot = character_at(s, QUARTERDECK)
        if slot >= 0 and slot != s.captain:
            earn_trust(s, slot, 1)


@kernel
def can_group_go(s: Any, t: Any, group: int, post: int) -> bool:
    """Whether a Command Point can send a group to a post (STV-5.13)."""
    if s.pg_on[group] == 0 or s.pg_w[group] >= GROUP_DOWN or s.pg_post[group] == post:
        return False
    if post == CREW_QUARTERS:
        return True
    if s.pg_fat[group] >= EXHAUSTED:
        return False
    if post in (GUN_DECK, MAIN_DECK, RIGGING, GUNWALE, GUARD):
        return has_room_for_group(s, t, post)
    return False


@kernel
def has_group_post(s: Any, t: Any, group: int) -> bool:
    """Whether there is a post that a group can be sent to."""
    for post in range(SICK_BAY):  # noqa: SIM110 - numba knows no any()
        if can_group_go(s, t, group, post):
            return True
    return False


@kernel
def mark_group_posts(s: Any, t: Any, group: int, mask: Any) -> None:
    """Mark the posts that a group can be sent to."""
    for post in range(SICK_BAY):
        mask[ACT.post.start + post] = can_group_go(s, t, group, post)


@kernel
def mark_groups_to_send(s: Any, t: Any, mask: Any) -> None:
    """Mark the groups that a Command Point can move."""
    for group in range(GROUPS):
        mask[ACT.pg.start + group] = s.cp >= 1 and has_group_post(s, t, group)


# --- the menu -------------------------------------------------------------------------------------


@kernel
def _mark_command(s: Any, t: Any, mask: Any) -> None:
    """Mark groups to send, Characters to reassign, Rum, and the end."""
    mask[ACT.no.start] = True
    mask[ACT.rum.start] = has_rum(s)
    if top(s)[A] != RUM_ONLY:
        mark_groups_to_send(s, t, mask)
        mask[ACT.relocate.start] = can_reassign(s, t)


@kernel
def _is_there_more(s: Any, t: Any) -> bool:
    """Whether the Captain can do more than end; if not, points left are lost."""
    mask = _blank_mask()
    _mark_command(s, t, mask)
    mask[ACT.no.start] = False
    if first_marked(mask, ACT.no.start) != NONE:
        return True
    _end_command(s)
    return False


@kernel
def _command(s: Any, t: Any, action: int) -> None:
    """Do one of these, or end."""
    if action == ACT.no.start:
        _end_command(s)
    elif action == ACT.rum.start:
        give_out_rum(s)
    elif action == ACT.relocate.start:
        push(s, Decision.RELOCATE, NONE)
    else:
        push_for(s, Decision.SEND_GROUP, NONE, action - ACT.pg.start, 0, 0)


@kernel
def _end_command(s: Any) -> None:
    if top(s)[A] != RUM_ONLY:
        s.cp = 0
    pop(s)


@kernel
def _mark_posts(s: Any, t: Any, mask: Any) -> None:
    mark_group_posts(s, t, top(s)[SLOT], mask)


@kernel
def _send_group(s: Any, t: Any, action: int) -> None:
    """Send a group to its post."""
    group = top(s)[SLOT]
    pop(s)
    s.pg_post[group] = action - ACT.post.start
    use_point(s)


# --- reassigning ----------------------------------------------------------------------------------


@kernel
def _can_take(s: Any, t: Any, slot: int, post: int) -> bool:
    return s.post[slot] != post and has_room_for_character(s, t, post)


@kernel
def _is_free_to_go(s: Any, t: Any, slot: int) -> bool:
    """Whether a Character has neither acted nor been reassigned, and can go somewhere."""
    if not is_up(s, slot) or s.post[slot] == SICK_BAY:
        return False
    if s.acted[slot] == 1 or s.reloc[slot] == 1:
        return False
    for post in range(TASK_POSTS):  # noqa: SIM110 - numba knows no any()
        if _can_take(s, t, slot, post):
            return True
    return False


@kernel
def can_reassign(s: Any, t: Any) -> bool:
    """Whether the Captain can reassign somebody; Morale there always is (STV-5.11)."""
    noinline()
    for slot in range(SLOTS):  # noqa: SIM110 - numba knows no any()
        if _is_free_to_go(s, t, slot):
            return True
    return False


@kernel
def _mark_characters(s: Any, t: Any, mask: Any) -> None:
    """Mark Characters that can be reassigned."""
    for slot in range(SLOTS):
        if _is_free_to_go(s, t, slot):
            mask[ACT.char.start + place_of(s, s.captain, slot)] = True


@kernel
def _name_character(s: Any, t: Any, action: int) -> None:
    """Name whom to reassign; where to comes next."""
    top(s)[SLOT] = slot_at(s, s.captain, action - ACT.char.start)
    turn_to(s, Decision.NEW_POST)


@kernel
def _mark_new_posts(s: Any, t: Any, mask: Any) -> None:
    """Mark the posts that it can take."""
    slot = top(s)[SLOT]
    for post in range(TASK_POSTS):
        mask[ACT.post.start + post] = _can_take(s, t, slot, post)


@kernel
def _reassign(s: Any, t: Any, action: int) -> None:
    """Send a Character elsewhere; a Constable minds more (STV-20.19)."""
    slot = top(s)[SLOT]
    pop(s)
    s.post[slot], s.reloc[slot] = action - ACT.post.start, 1
    if s.schemer == slot:
        s.schemer = NONE
    minds = slot != s.captain and has_trait(s, t, slot, Trait.CONSTABLE)
    change_morale(s, -2 * _FEW if minds else -_FEW)


HANDLERS = (
    Handler(Decision.COMMAND, _mark_command, _command, _is_there_more),
    Handler(Decision.SEND_GROUP, _mark_posts, _send_group),
    Handler(Decision.RELOCATE, _mark_characters, _name_character),
    Handler(Decision.NEW_POST, _mark_new_posts, _reassign),
)
