"""Sea Enemies: what is done to them, and what becomes of them (STV-12.15, STV-18)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.assignments import fulfil
from piracy_env.games.skull_tales.rules.chance import copy_of
from piracy_env.games.skull_tales.rules.frames import push, top
from piracy_env.games.skull_tales.rules.hold import SUPPLIES, stow
from piracy_env.games.skull_tales.rules.ship import (
    AREA,
    ON_CREW,
    ON_HOLD,
    ON_SAILS,
    change_morale,
    enemy_distance,
    enemy_space,
)
from piracy_env.games.skull_tales.rules.voyage_setup import remove_enemy
from piracy_env.games.skull_tales.state import ENEMIES, GOODS, NONE, C, Decision, Lasting

(GALLEON, CUTTER, MERCHANT, RIVAL, WHALE) = range(5)
(SEA_MONSTER, GHOST_SHIP, WHIRLPOOL, WATCHTOWER, STONE_CRAB) = range(5, 10)
"""Sea Enemies, rows of [sea_enemies]."""
AGGRESSIVE, NEUTRAL, PASSIVE = range(3)
"""Values of `sea_mode`."""
BY_ASSIGNMENT = 100
"""Values of `sea_src` above this tell of an Assignment, those below of an Event card."""
_OIL, _CARGO = 2, 1
"""Supplies, and random Goods, that a beaten Whale leaves."""
_LEAST_SPEED = 1


# --- what they are --------------------------------------------------------------------------------


@kernel
def is_ship(t: Any, enemy: int) -> bool:
    """Whether a Sea Enemy is a ship."""
    return bool(t.sea_enemies[enemy].ship == 1)


@kernel
def is_boardable(s: Any, t: Any, enemy: int) -> bool:
    """Whether a Sea Enemy on the board can be boarded."""
    return s.sea_on[enemy] == 1 and is_ship(t, enemy)


@kernel
def is_touchable(enemy: int) -> bool:
    """Whether a Sea Enemy can be attacked at all (STV-18.15, STV-18.20)."""
    return enemy not in (GHOST_SHIP, WHIRLPOOL)


@kernel
def is_active(s: Any, t: Any, enemy: int) -> bool:
    """Whether the ship is in the Area of Effect of an Enemy (STV-18.2)."""
    return s.sea_on[enemy] == 1 and bool(enemy_distance(s, t, enemy) <= AREA)


@kernel
def is_taken(s: Any, space: int) -> bool:
    """Whether a Sea Enemy is on a space."""
    for enemy in range(ENEMIES):  # noqa: SIM110 - numba knows no any()
        if s.sea_on[enemy] == 1 and enemy_space(s, enemy) == space:
            return True
    return False


# --- what provokes them ---------------------------------------------------------------------------


@kernel
def provoke(s: Any, t: Any, enemy: int) -> None:
    """A Neutral Enemy becomes what it is by nature, Aggressive if that is Neutral (STV-18.7)."""
    if s.sea_mode[enemy] == NEUTRAL:
        nature = t.sea_enemies[enemy].type
        s.sea_mode[enemy] = PASSIVE if nature == PASSIVE else AGGRESSIVE
        s.sea_codex[enemy] = 0


@kernel
def attack(s: Any, t: Any, enemy: int) -> None:
    """An attack provokes its target, and ships that the Codex deceives see it (STV-21.6)."""
    noinline()
    provoke(s, t, enemy)
    if is_ship(t, enemy):
        for other in range(ENEMIES):
            if s.sea_codex[other] == 1 and is_active(s, t, other):
                provoke(s, t, other)


# --- what harms them ------------------------------------------------------------------------------


@kernel
def hit_body(s: Any, t: Any, enemy: int) -> None:
    """An Impact on Hold or Body; with the last one an Enemy is beaten (STV-18.9)."""
    if s.sea_on[enemy] == 0:
        return
    s.sea_hold[enemy] -= 1
    if s.sea_hold[enemy] <= 0:
        if is_ship(t, enemy):
            s.pers |= Lasting.SUNK
        beat(s, t, enemy)


@kernel
def hit_enemy(s: Any, t: Any, enemy: int, where: int) -> None:
    """An Impact on a part of an Enemy ship (STV-12.15)."""
    if s.sea_on[enemy] == 0:
        return
    if where == ON_HOLD:
        hit_body(s, t, enemy)
    elif where == ON_SAILS:
        s.sea_spd[enemy] = max(_LEAST_SPEED, s.sea_spd[enemy] - 1)
    elif where == ON_CREW:
        lose_boarder(s, enemy)
        if s.sea_be[enemy] == 0:
            beat(s, t, enemy)


@kernel
def lose_boarder(s: Any, enemy: int) -> None:
    """One Boarding Enemy less, a wounded one first."""
    s.sea_be[enemy] = max(0, s.sea_be[enemy] - 1)
    s.sea_be_w[enemy] = max(0, s.sea_be_w[enemy] - 1)


@kernel
def wound_boarders(s: Any, enemy: int, wounds: int) -> None:
    """Wound Boarding Enemies; those wounded before are finished first (STV-R11)."""
    for _ in range(wounds):
        if s.sea_be_w[enemy] > 0:
            lose_boarder(s, enemy)
        elif s.sea_be[enemy] > 0:
            s.sea_be_w[enemy] = 1


@kernel
def beat(s: Any, t: Any, enemy: int) -> None:
    """An Enemy is beaten: Morale rises, the token goes (STV-18.9, STV-18.11)."""
    noinline()
    source = s.sea_src[enemy]
    remove_enemy(s, enemy)
    change_morale(s, t.sea_enemies[enemy].grey)
    if enemy == WHALE:
        for _ in range(_OIL):
            stow(s, 1 + SUPPLIES)
        for _ in range(_CARGO):
            gain_random_goods(s)
    if s.asg > 0 and source == BY_ASSIGNMENT + s.asg:
        fulfil(s, t)


@kernel
def gain_random_goods(s: Any) -> None:
    """Draw a token of the supply, and bring it aboard if there is room (STV-1.6)."""
    goods = copy_of(s, s.goods_sup, GOODS)
    if goods != NONE:
        stow(s, 1 + goods)


@kernel
def collide(s: Any, t: Any, enemy: int) -> None:
    """The ship has drifted into an Enemy; the Whale takes that ill (STV-16.3)."""
    if enemy == WHALE:
        provoke(s, t, enemy)
    hit_body(s, t, enemy)


# --- their round ----------------------------------------------------------------------------------


@kernel
def begin_enemy_round(s: Any, t: Any) -> None:
    """Let all Sea Enemies act, one after the other."""
    push(s, Decision.ENEMY_ROUND, NONE)
    for enemy in range(ENEMIES):
        s.sea_fired[enemy] = 0
        if s.sea_no_brd[enemy] == 1:
            top(s)[C] |= 1 << enemy
