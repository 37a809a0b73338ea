"""What actions cost: Action Points of Pirates, actions of Allies, and an action for Destiny.

The frame of the menu remembers the turn: A is the action that a Destiny Point pays for (`PENDING`,
or the steps left of a move that it pays for), B what has been done (`ACTED`, `SPENT`, `STEPPED`).
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.people import (
    clear_status,
    has_status,
    is_pirate,
    set_status,
)
from piracy_env.games.skull_tales.rules.frames import push_for
from piracy_env.games.skull_tales.state import KIND, NONE, SLOT, A, B, Decision
from piracy_env.games.skull_tales.state_land import Status

BONUS = 3
"""AP that the action of a Destiny Point is worth at most (STA-R15)."""
PENDING = 8
ACTED, SPENT, STEPPED = 1, 2, 4
"""Bits of what was done in a turn: an action; anything that is paid; a step."""
OTHER, RUNNER, STEP_ = range(3)
"""What kind of action is paid: a step, another one that a runner may take, or any other."""


@kernel
def begin_menu(s: Any, slot: int) -> None:
    """Let a Character act."""
    s.active_slot = slot
    push_for(s, Decision.MENU, s.ch_owner[slot], slot, 0, 0)


@kernel
def menu_frame(s: Any) -> Any:
    """The uppermost menu: who acts."""
    place = s.sp - 1
    while s.stk[place, KIND] != Decision.MENU:
        place -= 1
    return s.stk[place]


@kernel
def has_done(s: Any, bits: int) -> bool:
    """Whether any of these things was done in the turn of who acts."""
    return menu_frame(s)[B] & bits != 0


@kernel
def note_done(s: Any, bits: int) -> None:
    """Note what was done in the turn of who acts."""
    menu_frame(s)[B] |= bits


@kernel
def has_bonus(s: Any) -> bool:
    """Whether a Destiny Point pays for the next action."""
    return menu_frame(s)[A] == PENDING


@kernel
def can_pay(s: Any, t: Any, cost: int, kind: int) -> bool:
    """Whether who acts can pay an action: so many AP, or an action of an Ally (STA-R52).

    A runner's AP pay for steps, and for what RUNNER says; else it needs a Destiny Point (10.17).
    """
    frame = menu_frame(s)
    slot = frame[SLOT]
    if not is_pirate(s, slot):
        return s.ally_act[slot] >= 1
    if frame[A] == PENDING:
        return cost <= BONUS
    if kind == STEP_ and (frame[A] >= cost or s.mov_left + s.ch_ap[slot] >= cost):
        return True
    if kind == OTHER and has_status(s, slot, Status.RUNNING):
        return False
    return s.ch_ap[slot] >= cost


@kernel
def pay_ap(s: Any, t: Any, cost: int, kind: int) -> None:
    """Who acts pays an action; `can_pay` was asked before.

    Any action but a step ends a move that a Destiny Point pays for (STA-R15), and a series of
    attacks: attacks write `last_hand` after they have paid (STA-8.17).
    """
    noinline()
    frame = menu_frame(s)
    slot = frame[SLOT]
    frame[B] |= ACTED | (STEPPED if kind == STEP_ else 0)
    s.last_hand[slot] = NONE
    if not is_pirate(s, slot):
        s.ally_act[slot] -= 1
    elif frame[A] == PENDING:
        frame[A] = BONUS - cost if kind == STEP_ else 0
    elif kind == STEP_ and frame[A] >= cost:
        frame[A] -= cost
    else:
        frame[A] = 0
        spare = min(s.mov_left, cost) if kind == STEP_ else 0
        s.mov_left -= spare
        s.ch_ap[slot] -= cost - spare


@kernel
def begin_paid(s: Any, t: Any, slot: int, flow: int, cost: int) -> None:
    """Who acts pays an action, and its flow begins."""
    pay_ap(s, t, cost, OTHER)
    push_for(s, flow, s.ch_owner[slot], slot, 0, 0)


@kernel
def give_back(s: Any, slot: int, amount: int) -> None:
    """A Pirate gets AP back (STA-20.22)."""
    s.ch_ap[slot] = min(20, s.ch_ap[slot] + amount)


# --- Destiny --------------------------------------------------------------------------------------


@kernel
def may_use_destiny(s: Any, slot: int) -> bool:
    """Whether a Pirate has a Destiny Point, may use one, and has used none this turn (STA-R14)."""
    if not is_pirate(s, slot) or s.ch_dp[slot] == 0 or s.no_dp[slot] == 1:
        return False
    return not has_status(s, slot, Status.DESTINY_USED)


@kernel
def use_destiny(s: Any, slot: int) -> None:
    """Spend the Destiny Point of the turn."""
    s.ch_dp[slot] -= 1
    set_status(s, slot, Status.DESTINY_USED)


@kernel
def forget_destiny_used(s: Any) -> None:
    """A new turn for all: Destiny Points may be used again (STA-R14)."""
    for slot in range(s.players):
        clear_status(s, slot, Status.DESTINY_USED)
