"""Conditions that meet a Pirate at the start of its turn (STA-14)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.dice import call_for_roll
from piracy_env.games.skull_tales.rules.adventure.payment import SPENT
from piracy_env.games.skull_tales.rules.adventure.people import (
    clear_status,
    foes_next_to,
    has_status,
    has_trait,
    set_status,
)
from piracy_env.games.skull_tales.rules.frames import pop, push_for, top
from piracy_env.games.skull_tales.state import KIND, SLOT, STEP, STRENGTH, A, B, Decision
from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.traits import Trait

SHAKE_COST = 2
LOST = 1
"""A of a frame TURN: the Pirate's own turn is lost, its Allies may act."""


@kernel
def turn_frame(s: Any) -> Any:
    """The frame of the turn that is played; its B is what was done before the menu opened."""
    place = s.sp - 1
    while s.stk[place, KIND] != Decision.TURN:
        place -= 1
    return s.stk[place]


@kernel
def lose_turn(s: Any) -> None:
    """The Pirate whose turn it is loses it (STA-R52)."""
    turn_frame(s)[A] = LOST


@kernel
def stun(s: Any, slot: int) -> None:
    """A Character is Stunned, with a marker that is new again (STA-R19, STA-R68)."""
    clear_status(s, slot, Status.STUN_AGED)
    set_status(s, slot, Status.STUNNED)


@kernel
def knock_down(s: Any, t: Any, slot: int) -> None:
    """A Character is Knocked Down, but for who has True Mastery (STA-20.36)."""
    if not has_trait(s, t, slot, Trait.TRUE_MASTERY):
        set_status(s, slot, Status.KNOCKED_DOWN)


@kernel
def meet_conditions(s: Any, t: Any, slot: int) -> None:
    """What a Pirate has to deal with before it can act in its turn."""
    if has_status(s, slot, Status.HIDDEN) and foes_next_to(s, t, slot):
        clear_status(s, slot, Status.HIDDEN)
    if has_status(s, slot, Status.RESTRAINED):
        push_for(s, Decision.HELD, s.ch_owner[slot], slot, 0, 0)
    elif has_status(s, slot, Status.KNOCKED_DOWN):
        clear_status(s, slot, Status.KNOCKED_DOWN)
        lose_turn(s)
    elif has_status(s, slot, Status.STUNNED):
        push_for(s, Decision.STUN, s.ch_owner[slot], slot, 0, 0)


@kernel
def age_stuns(s: Any) -> None:
    """Incident step 4: those who were Stunned and had their chance recover (STA-7.6, STA-R19)."""
    for slot in range(len(s.ch_status)):
        if has_status(s, slot, Status.STUN_AGED):
            clear_status(s, slot, Status.STUNNED | Status.STUN_AGED)
    for foe in range(len(s.foe_stun)):
        if s.foe_stun[foe] == 1:
            s.foe_stun[foe] = 0


# --- shaking off a Stun ---------------------------------------------------------------------------

_ASK = 0


@kernel
def _mark_shake(s: Any, t: Any, mask: Any) -> None:
    mask[ACT.end_turn.start] = True
    if s.ch_ap[top(s)[SLOT]] >= SHAKE_COST:
        mask[ACT.shake_off.start] = True


@kernel
def _shake(s: Any, t: Any, action: int) -> None:
    """Pay for an attempt, or give the turn up (STA-14.2)."""
    slot = top(s)[SLOT] + 0
    if action == ACT.end_turn.start:
        set_status(s, slot, Status.STUN_AGED)
        lose_turn(s)
        pop(s)
    else:
        s.ch_ap[slot] -= SHAKE_COST
        turn_frame(s)[B] = SPENT
        call_for_roll(s, t, slot, STRENGTH, t.ashore.stun)


@kernel
def _is_stunned(s: Any, t: Any) -> bool:
    """Whether the Pirate has to shake off its Stun; after a roll: whether it has."""
    frame = top(s)
    if frame[STEP] == _ASK:
        return True
    slot = frame[SLOT] + 0
    if frame[B] == 1:
        pop(s)
        clear_status(s, slot, Status.STUNNED | Status.STUN_AGED)
        return False
    set_status(s, slot, Status.STUN_AGED)
    frame[STEP], frame[B] = _ASK, 0
    return True


HANDLERS = (Handler(Decision.STUN, _mark_shake, _shake, _is_stunned, "whether to shake it off"),)
