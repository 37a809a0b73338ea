"""How a battle ends: plunder, loss of one ship or both, or nothing (BRO-8.16, BRO-8.17)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.broadside.rules.fleet import (
    add_ship,
    cargo,
    clear_slot,
    clear_table_slot,
    discard_ship,
    free_slot,
    most_crew,
    row_of,
    sink,
    take_aboard,
)
from piracy_env.games.broadside.rules.piles import move_all
from piracy_env.games.broadside.state import (
    ATTACKER,
    DEFENDER,
    INVENTORY,
    NONE,
    Phase,
)


@kernel
def decide(s: Any, t: Any, attackers: int, defenders: int) -> None:
    """End a battle in which a side has nobody left."""
    noinline()
    if attackers > 0:
        _plunder(s, t, ATTACKER, DEFENDER)
    elif defenders > 0 and s.b_neutral == 0:
        _plunder(s, t, DEFENDER, ATTACKER)  # BRO-R19
    else:
        _lose(s, ATTACKER)
        if defenders == 0:  # BRO-R17; else an adventure has won, and stays as it is (BRO-R18)
            _lose(s, DEFENDER)
    break_off(s)


@kernel
def break_off(s: Any) -> None:
    """End the battle: cards to the discard pile, crew on cards is gone (BRO-12.3, BRO-12.9)."""
    noinline()
    move_all(s.red_battle, s.red_disc)
    for side in range(2):
        s.b_seat[side], s.b_slot[side] = NONE, NONE
        s.b_temp[side], s.b_chain[side], s.b_fr[side], s.b_gw[side] = 0, 0, 0, 0
    s.b_on, s.b_neutral, s.b_step, s.b_side, s.b_passes = 0, 0, 0, 0, 0
    s.b_gh, s.b_surprise, s.b_wind, s.b_rolled, s.b_round = 0, 0, 0, 0, 0
    s.b_roller, s.sel_ship = NONE, NONE
    s.phase, s.seat = Phase.ADVENTURE, s.cur


@kernel
def _lose(s: Any, side: int) -> None:
    """Lose a side's ship without a conqueror."""
    if s.b_seat[side] == NONE:
        discard_ship(s, s.table_card[s.b_slot[side]])
        clear_table_slot(s, s.b_slot[side])
    else:
        sink(s, s.b_seat[side], s.b_slot[side])


@kernel
def _plunder(s: Any, t: Any, winner: int, loser: int) -> None:
    """Take the enemy ship with its inventory, and man it (BRO-8.16, BRO-8.17, BRO-R20).

    Without a free slot the prize is sunk, and its crew comes aboard the winning ship (BRO-R21).
    """
    seat = s.b_seat[winner]
    prize = free_slot(s, seat)
    if prize == NONE:
        crew = _prize_cargo(s, t, loser)
        _lose(s, loser)
        take_aboard(s, t, seat, s.b_slot[winner], crew)
        return
    if s.b_seat[loser] == NONE:
        add_ship(s, seat, prize, s.table_card[s.b_slot[loser]], 0)
        clear_table_slot(s, s.b_slot[loser])
    else:
        _hand_over(s, s.b_seat[loser], s.b_slot[loser], seat, prize)
    crew = min(cargo(s, t, seat, prize), most_crew(s, t, seat, prize))
    s.fleet_crew[seat, prize] = crew
    if seat == s.cur:
        s.fleet_acted[seat, prize] = 1 - s.prize_may_attack  # BRO-R06


@kernel
def _prize_cargo(s: Any, t: Any, loser: int) -> int:
    """Cargo points of the loser's ship."""
    if s.b_seat[loser] == NONE:
        return t.ships[row_of(s.table_card[s.b_slot[loser]])].cargo
    return cargo(s, t, s.b_seat[loser], s.b_slot[loser])


@kernel
def _hand_over(s: Any, loser: int, slot: int, winner: int, prize: int) -> None:
    """Move a ship with its inventory to another fleet (BRO-13.5)."""
    add_ship(s, winner, prize, s.fleet_card[loser, slot], 0)
    for kind in range(INVENTORY):
        s.fleet_inv[winner, prize, kind] = s.fleet_inv[loser, slot, kind]
    clear_slot(s, loser, slot)
