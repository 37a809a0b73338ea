"""The Plunder of a ship that has surrendered (STV-14).

The flow holds what is still to be had, Goods in A and Cannons in B, and in C who has had a turn:
groups in its first bits, Characters after them.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.crew import (
    is_up,
    must_captain_settle,
    next_by_prestige,
    tied_by_prestige,
)
from piracy_env.games.skull_tales.rules.enemies import gain_random_goods
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    pop,
    push,
    push_for,
    top,
)
from piracy_env.games.skull_tales.rules.hold import CANNON, free_spaces, stow
from piracy_env.games.skull_tales.rules.rolls import call_for, successes
from piracy_env.games.skull_tales.rules.ship import OUT, can_group_fight, earn_trust, tire
from piracy_env.games.skull_tales.state import (
    GOODS,
    GROUPS,
    INTELLIGENCE,
    KIND,
    NONE,
    SLOT,
    SLOTS,
    STEP,
    A,
    B,
    C,
    Decision,
)

_GROUP_GOODS, _GROUP_REPAIR = 2, 5
"""Goods that a group takes, the lowest face at which it repairs."""
_DIFFICULTY = 4
"""The Repair roll of a Character."""
_GROUPS_TURN, _CHARACTERS_TURN = range(2)
"""Steps of the Plunder."""
_WHICH, _WHAT, _ROLLED, _FIX = range(4)
"""Steps of its decisions; a Character's begin with `_WHAT`."""


@kernel
def begin_plunder(s: Any, goods: int, guns: int) -> None:
    """Let the crew have what a beaten ship holds (STV-14.1)."""
    push_for(s, Decision.SHARE, NONE, NONE, goods, guns)


@kernel
def _share(s: Any, t: Any) -> bool:
    """Groups first, then the Captain, then the others in descending prestige (STV-14.2)."""
    noinline()
    frame = top(s)
    if frame[STEP] == _GROUPS_TURN:
        frame[STEP] = _CHARACTERS_TURN
        push(s, Decision.PLUNDER_GROUPS, NONE)
        return False
    asked = frame[C] >> GROUPS
    slot = _next_sharer(s, asked)
    if slot == NONE or not _can_character_do_something(s, s.sp - 1):
        pop(s)
    elif slot != s.captain and must_captain_settle(s, tied_for_share(s)):
        push(s, Decision.SETTLE_TIE, NONE)
    else:
        give_share(s, slot)
    return False


@kernel
def tied_for_share(s: Any) -> int:
    """The Pirates that still plunder and have the most prestige, a bit each (STV-14.2)."""
    asked = s.stk[_share_of(s), C] >> GROUPS
    for seat in range(s.players):
        if not _can_share(s, seat):
            asked |= 1 << seat
    return tied_by_prestige(s, asked)


@kernel
def _share_of(s: Any) -> int:
    """Where the flow lies: uppermost, or beneath what it asks."""
    return s.sp - 1 if s.stk[s.sp - 1, KIND] == Decision.SHARE else s.sp - 2


@kernel
def _can_share(s: Any, slot: int) -> bool:
    """Whether a Character is there for the Plunder."""
    return is_up(s, slot) and s.b_pos[slot] != OUT


@kernel
def give_share(s: Any, slot: int) -> None:
    """It is a Character's turn to plunder, if it can."""
    top(s)[C] |= 1 << GROUPS + slot
    if _can_share(s, slot):
        push_for(s, Decision.PLUNDER, s.ch_owner[slot], slot, 0, 0)
        top(s)[STEP] = _WHAT


@kernel
def _next_sharer(s: Any, asked: int) -> int:
    """The Character that is next: Pirates, then Allies in the order of their owners."""
    for is_ally in range(2):
        done = 0
        for place in range(s.players):
            seat = s.captain if place == 0 and s.captain >= 0 else next_by_prestige(s, done)
            done |= 1 << seat
            if is_ally == 0 and asked >> seat & 1 == 0:
                return seat
            for slot in range(s.players, SLOTS if is_ally else s.players):
                if s.ch_owner[slot] == seat and asked >> slot & 1 == 0:
                    return slot
    return NONE


# --- what is possible -----------------------------------------------------------------------------


@kernel
def _goods_left(s: Any, share: int) -> int:
    """Goods that can be taken: what the Enemy has, the supply, and the room (STV-14.5).

    `share` is where the flow lies that holds them.
    """
    supply = 0
    for goods in range(GOODS):
        supply += s.goods_sup[goods]
    return min(s.stk[share, A], min(supply, free_spaces(s)))


@kernel
def _is_cannon_left(s: Any) -> bool:
    """Whether a Cannon can be taken."""
    return s.stk[s.sp - 2, B] > 0 and s.cannon_sup > 0 and free_spaces(s) > 0


@kernel
def is_damaged(s: Any) -> bool:
    """Whether Sails or Hold have an Impact."""
    return s.sails_imp > 0 or s.hold_imp > 0


@kernel
def _can_group_do_something(s: Any) -> bool:
    return _goods_left(s, s.sp - 2) >= _GROUP_GOODS or _is_cannon_left(s) or is_damaged(s)


@kernel
def _can_character_do_something(s: Any, share: int) -> bool:
    return _goods_left(s, share) > 0 or is_damaged(s)


@kernel
def _is_group_ready(s: Any, group: int) -> bool:
    """Whether a group has not had its turn, and can do something."""
    return s.stk[s.sp - 2, C] >> group & 1 == 0 and can_group_fight(s, group)


@kernel
def _mark_fixes(s: Any, mask: Any) -> None:
    """Mark what is damaged."""
    mask[ACT.fix_sail.start] = s.sails_imp > 0
    mask[ACT.fix_hold.start] = s.hold_imp > 0


@kernel
def _fix(s: Any, action: int) -> None:
    """Remove an Impact from the Sails or the Hold."""
    if action == ACT.fix_sail.start:
        s.sails_imp -= 1
    else:
        s.hold_imp -= 1


@kernel
def _fix_or_ask(s: Any) -> None:
    """A Repair has succeeded: ask which Impact goes, if there is a choice (STV-6.16)."""
    if s.sails_imp > 0 and s.hold_imp > 0:
        top(s)[STEP] = _FIX
        return
    _fix(s, ACT.fix_sail.start if s.sails_imp > 0 else ACT.fix_hold.start)
    _is_had(s)


@kernel
def _is_had(s: Any) -> None:
    """A turn is over: groups go on with the next one."""
    frame = top(s)
    if frame[KIND] == Decision.PLUNDER_GROUPS:
        frame[STEP], frame[SLOT] = _WHICH, NONE
    else:
        pop(s)


# --- groups ---------------------------------------------------------------------------------------


@kernel
def _is_group_asked(s: Any, t: Any) -> bool:
    """Whether the Captain can send a group, or is asked about the one that was sent."""
    if top(s)[STEP] != _WHICH:
        return True
    if _can_group_do_something(s):
        for group in range(GROUPS):
            if _is_group_ready(s, group):
                return True
    pop(s)
    return False


@kernel
def _mark_groups(s: Any, t: Any, mask: Any) -> None:
    """Mark groups that can plunder, then what the one that is sent can do."""
    step = top(s)[STEP]
    if step == _FIX:
        _mark_fixes(s, mask)
        return
    mask[ACT.no.start] = True
    if step == _WHICH:
        for group in range(GROUPS):
            mask[ACT.pg.start + group] = _is_group_ready(s, group)
    else:
        mask[ACT.pl_goods.start] = _goods_left(s, s.sp - 2) >= _GROUP_GOODS
        mask[ACT.pl_cannon.start] = _is_cannon_left(s)
        mask[ACT.pl_repair.start] = is_damaged(s)


@kernel
def _send(s: Any, t: Any, action: int) -> None:
    """Send a group, and say what it does; it tires (STV-14.3, STV-14.6, STV-14.8)."""
    noinline()
    frame, share = top(s), s.stk[s.sp - 2]
    if frame[STEP] == _FIX:
        _fix(s, action)
        _is_had(s)
    elif frame[STEP] == _WHICH:
        if action == ACT.no.start:
            pop(s)
        else:
            frame[STEP], frame[SLOT] = _WHAT, action - ACT.pg.start
            share[C] |= 1 << frame[SLOT]
    elif action == ACT.no.start:
        _is_had(s)
    else:
        tire(s, frame[SLOT])
        if action == ACT.pl_repair.start:
            if throw(s) >= _GROUP_REPAIR:
                _fix_or_ask(s)
            else:
                _is_had(s)
            return
        if action == ACT.pl_cannon.start:
            share[B] -= 1
            stow(s, CANNON)
        else:
            _take_goods(s, _GROUP_GOODS)
        _is_had(s)


@kernel
def _take_goods(s: Any, count: int) -> None:
    """Bring Goods of the beaten ship aboard."""
    s.stk[s.sp - 2, A] -= count
    for _ in range(count):
        gain_random_goods(s)


# --- Characters -----------------------------------------------------------------------------------


@kernel
def _is_character_asked(s: Any, t: Any) -> bool:
    """Whether a Character can do something; a Repair roll takes effect."""
    frame = top(s)
    if frame[STEP] == _ROLLED:
        if successes(s) > 0:
            earn_trust(s, frame[SLOT], 1)
            _fix_or_ask(s)
        else:
            _is_had(s)
        return False
    if frame[STEP] == _FIX or _can_character_do_something(s, s.sp - 2):
        return True
    pop(s)
    return False


@kernel
def _mark_character(s: Any, t: Any, mask: Any) -> None:
    """Mark what a Character can do."""
    if top(s)[STEP] == _FIX:
        _mark_fixes(s, mask)
        return
    mask[ACT.no.start] = True
    mask[ACT.pl_goods.start] = _goods_left(s, s.sp - 2) > 0
    mask[ACT.pl_repair.start] = is_damaged(s)


@kernel
def _plunder(s: Any, t: Any, action: int) -> None:
    """Take a Goods, repair, or neither (STV-14.4, STV-14.7)."""
    frame = top(s)
    slot = frame[SLOT]
    if frame[STEP] == _FIX:
        _fix(s, action)
        _is_had(s)
    elif action == ACT.pl_repair.start:
        frame[STEP] = _ROLLED
        call_for(s, slot, INTELLIGENCE, _DIFFICULTY)
    else:
        if action == ACT.pl_goods.start:
            _take_goods(s, 1)
            earn_trust(s, slot, 1)
        _is_had(s)


HANDLERS = (
    Handler(Decision.SHARE, mark_nothing, answer_nothing, _share),
    Handler(Decision.PLUNDER_GROUPS, _mark_groups, _send, _is_group_asked),
    Handler(Decision.PLUNDER, _mark_character, _plunder, _is_character_asked),
)
