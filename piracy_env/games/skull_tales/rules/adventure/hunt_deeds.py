"""What is done in the Treasure Hunt: the still, the spring, the temple, the gaze (STA-34)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure import disorders
from piracy_env.games.skull_tales.rules.adventure.abilities import curse
from piracy_env.games.skull_tales.rules.adventure.dice import call_for_roll
from piracy_env.games.skull_tales.rules.adventure.gaining import gain_goal
from piracy_env.games.skull_tales.rules.adventure.harm import heal_wounds, hurt
from piracy_env.games.skull_tales.rules.adventure.hunt import (
    DRINK,
    GAZE,
    GUARDIAN_DEFEATED,
    OFFER,
    OPEN_TEMPLE,
    PASS_GATE,
    PURIFY,
    ROBBED,
    STRIKE_DOWN,
    T3,
    VICTORY,
    is_fit_for_temple,
)
from piracy_env.games.skull_tales.rules.adventure.people import clear_status, set_status
from piracy_env.games.skull_tales.rules.adventure.tiles import tile_of
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.frames import pop, top
from piracy_env.games.skull_tales.state import EMPTY, INTELLIGENCE, NONE, SLOT, SLOTS, STEP, A, B
from piracy_env.games.skull_tales.state_land import Status

GAZE_DIFFICULTY = 4
_EVENTS = 8
"""A frame TELLING keeps what it tells in A, and a Character times this."""
_OF_DISORDERS = 1 << STRIKE_DOWN | 1 << OFFER
_HARMFUL = 2
"""Up to this the spring hurts."""
_FAILURE = 0


@kernel
def special_is_met(s: Any, t: Any, slot: int, number: int) -> bool:
    """What a Special asks for besides its place (STA-34.6, STA-34.11)."""
    if number == OPEN_TEMPLE:
        return is_fit_for_temple(s, slot)
    if number == PASS_GATE:
        return tile_of(s, T3) != NONE
    if number == STRIKE_DOWN:
        return disorders.may_strike_down(s, t, slot)
    return number != OFFER or disorders.may_offer(s, t, slot)


@kernel
def special_begun(s: Any, t: Any, slot: int, specials: int) -> None:
    """Who can only mean what its disorder makes it do has shown it."""
    if specials & ~_OF_DISORDERS == 0:
        disorders.reveal(s, slot)


@kernel
def special_do(s: Any, t: Any, slot: int, number: int, passed: int, successes: int) -> None:
    """Who drinks is well, or sick (STA-34.4); the mad do what they must."""
    if number == DRINK:
        if successes > 1:
            heal_wounds(s, slot, 2)
            return
        set_status(s, slot, Status.POISONED)
        if successes < 1:
            hurt(s, t, slot, 1)
    elif number == STRIKE_DOWN:
        disorders.begin_strike(s, slot)
    elif number == OFFER:
        disorders.begin_offer(s, slot)


@kernel
def took(s: Any, t: Any, slot: int, other: int, item: int) -> None:
    """A weapon has changed hands (STA-34.11)."""
    card = t.items[item]
    is_weapon = card.melee_damage > 0 or card.ranged_damage > 0
    if is_weapon and slot < s.players and slot != other:
        s.sf[ROBBED + slot] |= 1 << other


@kernel
def go_on(s: Any, t: Any) -> bool:
    """The next thing that happens."""
    noinline()
    frame = top(s)
    slot, what = frame[SLOT] + 0, frame[A] % _EVENTS
    if what == PURIFY:
        pop(s)
        if throw(s) <= _HARMFUL:
            hurt(s, t, slot, 1)
        else:
            heal_wounds(s, slot, 1)
    elif what == VICTORY:
        pop(s)
        gain_goal(s, t, GUARDIAN_DEFEATED, slot)
    elif what == GAZE:
        _gaze(s, t, slot)
    else:
        disorders.go_on(s, t)
    return False


@kernel
def _gaze(s: Any, t: Any, slot: int) -> None:
    """The Guardian's gaze meets a Character (STA-34.8)."""
    frame = top(s)
    if frame[STEP] == 0:
        call_for_roll(s, t, slot, INTELLIGENCE, GAZE_DIFFICULTY)
        return
    is_passed = frame[B] == 1
    pop(s)
    if not is_passed:
        hurt(s, t, slot, 1)


@kernel
def concluded(s: Any, t: Any) -> None:
    """Wounds are gone, Destiny is back, a failure is a curse; disorders are judged (STA-34.10)."""
    for slot in range(SLOTS):
        if s.ch_kind[slot] != EMPTY:
            s.ch_wounds[slot] = 0
            clear_status(s, slot, Status.KNOCKED_OUT)
            s.ch_dp[slot] = s.ch_dp_max[slot]
    for seat in range(s.players - 1, -1, -1):
        if s.adv_result == _FAILURE:
            curse(s, t, seat)
        if s.dis[seat] != NONE:
            disorders.reveal(s, seat)
            disorders.begin_judging(s, seat)
