"""A battle, phase by phase: wind, cannons, crew (BRO-8).

Each phase opens with a window in which attacker and defender play battle cards in turn until both
are content, then its dice are rolled.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.broadside.rules.chance import roll_battle, roll_wind
from piracy_env.games.broadside.rules.fleet import cannons, is_alive, row_of, speed
from piracy_env.games.broadside.rules.piles import copies_in_game
from piracy_env.games.broadside.rules.plunder import break_off, decide
from piracy_env.games.broadside.state import ATTACKER, DEFENDER, NONE, Phase, Red, Step

MOST_ROUNDS = 200
"""Crew rounds after which a battle is broken off (BRO-R45)."""
_GOOD_WIND, _SURPRISE_ATTACK = int(Red.GOOD_WIND), int(Red.SURPRISE_ATTACK)
_CHAIN_SHOT, _FOG = int(Red.CHAIN_SHOT), int(Red.FOG)


# --- The two sides --------------------------------------------------------------------------------


@kernel
def is_adventure(s: Any, side: int) -> bool:
    """Whether a side is a ship in the middle, without an owner."""
    return side == DEFENDER and s.b_neutral == 1


@kernel
def side_row(s: Any, side: int) -> int:
    """The row of `t.ships` of a side's ship."""
    if is_adventure(s, side):
        return row_of(s.table_card[s.b_slot[side]])
    return row_of(s.fleet_card[s.b_seat[side], s.b_slot[side]])


@kernel
def side_speed(s: Any, t: Any, side: int) -> int:
    """The speed of a side's ship with all cards played for and against it (BRO-R36)."""
    noinline()
    if is_adventure(s, side):
        total = t.ships[side_row(s, side)].speed
    else:
        total = speed(s, t, s.b_seat[side], s.b_slot[side])
    total += t.reds[_GOOD_WIND].amount * s.b_gw[side]
    if side == DEFENDER:
        total -= t.reds[_SURPRISE_ATTACK].amount * s.b_surprise
    return total


@kernel
def side_dice(s: Any, t: Any, side: int) -> int:
    """The battle dice that a side's cannons roll (BRO-12.11, BRO-12.14, BRO-R36)."""
    noinline()
    if is_adventure(s, side):
        total = t.ships[side_row(s, side)].cannons
    else:
        total = cannons(s, t, s.b_seat[side], s.b_slot[side])
    return (total + t.reds[_CHAIN_SHOT].amount * s.b_chain[side]) * (1 + s.b_fr[side])


@kernel
def side_crew(s: Any, side: int) -> int:
    """The crew on a side's ship, without that on cards."""
    if is_adventure(s, side):
        return s.table_crew[s.b_slot[side]]
    return s.fleet_crew[s.b_seat[side], s.b_slot[side]]


@kernel
def fighters(s: Any, side: int) -> int:
    """All who fight on a side: crew on the ship and on cards (BRO-12.7)."""
    return side_crew(s, side) + s.b_temp[side]


@kernel
def lose_crew(s: Any, side: int, number: int) -> None:
    """Lose crew, that on cards first (BRO-12.8, BRO-R14)."""
    spared = min(s.b_temp[side], number)
    s.b_temp[side] -= spared
    left = max(0, side_crew(s, side) - (number - spared))
    if is_adventure(s, side):
        s.table_crew[s.b_slot[side]] = left
    else:
        s.fleet_crew[s.b_seat[side], s.b_slot[side]] = left


@kernel
def is_decided(s: Any) -> bool:
    """Whether a side has nobody left to fight (BRO-8.15, BRO-R15)."""
    return fighters(s, ATTACKER) == 0 or fighters(s, DEFENDER) == 0


# --- Attack ---------------------------------------------------------------------------------------


@kernel
def attack(s: Any, seat: int, slot: int) -> None:
    """Begin a battle; the seat of an adventure is NONE (BRO-8.1)."""
    s.b_on = 1
    s.b_neutral = 1 if seat == NONE else 0
    s.b_seat[ATTACKER], s.b_slot[ATTACKER] = s.cur, s.sel_ship
    s.b_seat[DEFENDER], s.b_slot[DEFENDER] = seat, slot
    if seat == NONE:
        s.b_roller = neutral_roller(s, s.cur)
    _open_window(s, Step.WIND)


@kernel
def neutral_roller(s: Any, attacker: int) -> int:
    """Who rolls for an adventure: the nearest player to the right (BRO-8.3, BRO-R03)."""
    seat = (attacker - 1) % s.players
    while not is_alive(s, seat):
        seat = (seat - 1) % s.players
    return seat


# --- Windows: BRO-8.4 to BRO-8.6 ------------------------------------------------------------------


@kernel
def _open_window(s: Any, step: int) -> None:
    """Ask the attacker for cards first (BRO-8.5)."""
    s.phase, s.b_step, s.b_passes = Phase.WINDOW, step, 0
    _ask(s, ATTACKER)


@kernel
def _ask(s: Any, side: int) -> None:
    """Let a side play cards."""
    s.b_side = side
    s.seat = s.b_seat[side]


@kernel
def pass_window(s: Any, t: Any) -> bool:
    """Let the other side play; once both are content, roll. True if that ends the battle."""
    s.b_passes += 1
    if s.b_passes == 2 - s.b_neutral:
        return _close_window(s, t)
    _ask(s, 1 - s.b_side)
    return False


@kernel
def _close_window(s: Any, t: Any) -> bool:
    """Roll the dice that a window was for; True if the battle is over."""
    noinline()
    if s.b_step == Step.WIND:
        s.b_wind, s.b_rolled = roll_wind(s, t), 1
        if copies_in_game(s, t, _FOG) > 0:  # BRO-R11: also if nobody holds one
            _open_window(s, Step.FOG)
            return False
        return _catch(s, t)
    if s.b_step == Step.FOG:
        return _catch(s, t)
    if s.b_step == Step.CANNONS:
        return _fire(s, t)
    return _board(s, t)


# --- Wind, cannons, crew: BRO-8.8 to BRO-8.15 -----------------------------------------------------


@kernel
def _catch(s: Any, t: Any) -> bool:
    """Catch the defender, or break off (BRO-8.8 to BRO-8.10)."""
    if side_speed(s, t, ATTACKER) + s.b_wind < side_speed(s, t, DEFENDER):
        break_off(s)
        return True
    _open_window(s, Step.CANNONS)
    return False


@kernel
def _fire(s: Any, t: Any) -> bool:
    """Fire all cannons at once, unless there are Grappling Hooks (BRO-8.11, 8.12, 12.13)."""
    if s.b_gh == 0:
        guns = t.battle_die.gun
        scored = roll_battle(s, side_dice(s, t, ATTACKER), guns)
        suffered = roll_battle(s, side_dice(s, t, DEFENDER), guns)
        lose_crew(s, DEFENDER, scored)
        lose_crew(s, ATTACKER, suffered)
        if is_decided(s):
            decide(s, t, fighters(s, ATTACKER), fighters(s, DEFENDER))
            return True
    _open_window(s, Step.CREW)
    return False


@kernel
def _board(s: Any, t: Any) -> bool:
    """Fight rounds until a side has nobody left (BRO-8.13 to BRO-8.15)."""
    while True:
        faces = t.battle_die.crew
        scored = roll_battle(s, fighters(s, ATTACKER), faces)
        suffered = roll_battle(s, fighters(s, DEFENDER), faces)
        lose_crew(s, DEFENDER, scored)
        lose_crew(s, ATTACKER, suffered)
        s.b_round += 1
        if is_decided(s):
            decide(s, t, fighters(s, ATTACKER), fighters(s, DEFENDER))
            return True
        if s.b_round == MOST_ROUNDS:
            break_off(s)
            return True
        if s.crew_window_each_round == 1:  # BRO-R10
            _open_window(s, Step.CREW)
            return False
