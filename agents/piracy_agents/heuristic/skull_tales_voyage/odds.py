"""Chances and strengths that several judgements need."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.crew import is_up
from piracy_env.games.skull_tales.rules.enemies import AGGRESSIVE, NEUTRAL, is_ship
from piracy_env.games.skull_tales.rules.ship import can_group_fight, enemy_distance
from piracy_env.games.skull_tales.state import (
    CHARISMA,
    DICE,
    EMPTY,
    ENEMIES,
    GROUPS,
    MELEE,
    RANGED,
    SLOTS,
)

FAR_OFF = 99
"""A distance beyond all others."""
_AT_HAND, _THINNED = 0.5, 1.5
"""The part of the Characters that are at the Gunwale; how much longer one lasts as Enemies fall."""


@kernel
def passes(dice: int, difficulty: int) -> float:
    """The chance that one of some dice at least beats a difficulty."""
    fails = min(6, max(0, difficulty)) / 6.0
    chance = 1.0
    for _ in range(min(dice, DICE)):
        chance *= fails
    return 1.0 - chance


@kernel
def passes_roll(s: Any, slot: int, attribute: int, difficulty: int) -> float:
    """The chance that a Character passes a roll; Charisma is added to a single die."""
    if attribute == CHARISMA:
        return passes(1, difficulty - s.ch_att[slot, CHARISMA])
    return passes(s.ch_att[slot, attribute], difficulty)


@kernel
def boarding_odds(s: Any, t: Any, enemy: int) -> float:
    """How many rounds longer than the Boarding Enemies of a ship the crew would stand."""
    fighters, hits = 0, 0.0
    for group in range(GROUPS):
        fighters += can_group_fight(s, group)
    for slot in range(SLOTS):
        if s.ch_kind[slot] != EMPTY and is_up(s, slot):
            hits += max(s.ch_att[slot, MELEE], s.ch_att[slot, RANGED]) / 3.0
    hits = fighters / 3.0 + _AT_HAND * hits
    blows = s.sea_be[enemy] * (7 - t.sea_enemies[enemy].be_on) / 6.0
    lasts = 2.0 * fighters * _THINNED / max(0.1, blows)
    return float(lasts - (2.0 * s.sea_be[enemy] - s.sea_be_w[enemy]) / max(0.1, hits))


@kernel
def hostile_within(s: Any, t: Any) -> int:
    """How far the nearest hostile Sea Enemy is that guns can hurt; FAR_OFF without one."""
    nearest = FAR_OFF
    for enemy in range(ENEMIES):
        if s.sea_on[enemy] == 1 and s.sea_mode[enemy] == AGGRESSIVE and _has_body(t, enemy):
            nearest = min(nearest, enemy_distance(s, t, enemy))
    return nearest


@kernel
def boarders_within(s: Any, t: Any) -> int:
    """How far the nearest ship is that may board, or be boarded; FAR_OFF without one."""
    nearest = FAR_OFF
    for enemy in range(ENEMIES):
        if s.sea_on[enemy] == 1 and s.sea_mode[enemy] == AGGRESSIVE and is_ship(t, enemy):
            nearest = min(nearest, enemy_distance(s, t, enemy))
    return nearest


@kernel
def _has_body(t: Any, enemy: int) -> bool:
    """Whether a Sea Enemy can be shot at, and does something about it."""
    return bool(t.sea_enemies[enemy].body > 0)


@kernel
def prey_within(s: Any, t: Any, w: Any) -> int:
    """The ship to be hunted, by who hunts: weak enough and near enough; -1 without one."""
    best, nearest = -1, w.hunt
    for enemy in range(ENEMIES):
        if s.sea_on[enemy] == 1 and is_ship(t, enemy) and s.sea_mode[enemy] != NEUTRAL:
            far = enemy_distance(s, t, enemy)
            if far < nearest and boarding_odds(s, t, enemy) >= w.odds:
                best, nearest = enemy, 1.0 * far
    return best
