"""An Adventure in full swing, laid out by hand: tiles explored, Enemies about, wounds and finds."""

from __future__ import annotations

from piracy_env.games.skull_tales.rules.adventure import tiles
from piracy_env.games.skull_tales.rules.adventure.figures import count_at
from piracy_env.games.skull_tales.state_land import Exit, FoeStatus, Goal, Status
from piracy_env.games.skull_tales.tables.enemies import FOE_KEYS
from piracy_env.games.skull_tales.terrain import FLOOR, ROOM, TOKENS
from tests.games.skull_tales.land.table import Table

MOST_TILES = 5


def scene(adventure, players=3):
    """A position as it comes up in the middle of an Adventure."""
    table = Table(adventure, players, allies=(0, 5, 6) if players == 1 else (5,) * (players < 4))
    table.set(round=6, flag=table.plan.flag - 7, diff=2)
    _explore(table)
    _people(table, players)
    _foes(table)
    _things(table)
    table.set(goal_state=[Goal.HELD, Goal.LYING, 0, 0, 0, 0, 0, 0])
    table.state["goal_holder"][0, 0] = players - 1
    row, col = _free(table)[-1]
    table.state["goal_row"][0, 1], table.state["goal_col"][0, 1] = row, col
    table.look()
    return table


def _explore(table):
    """Lay some tiles of the pile wherever they fit; close an exit, and lay one tile apart."""
    for _ in range(MOST_TILES):
        for exit_ in range(table.r.n_ex):
            pile = table.pile(0)
            if not pile or table.r.ex_state[exit_] != Exit.OPEN:
                continue
            found = int(tiles.layings(table.s, table.t, exit_, pile[-1]))
            if found:
                entrance = (found & -found).bit_length() - 1
                table.explore(exit_, TOKENS[pile[-1]], entrance)
                break
    open_ = [k for k in range(table.r.n_ex) if table.r.ex_state[k] == Exit.OPEN]
    if len(open_) > 2:
        tiles.close_exit(table.s, open_[0])


def _free(table):
    """Free spaces of floor, in reading order."""
    places = [(row, col) for row in range(60) for col in range(60)]
    return [
        place
        for place in places
        if table.r.b_ter[place[0]][place[1]] in (FLOOR, ROOM) and count_at(table.s, place) == 0
    ]


def _people(table, players):
    free = _free(table)
    for slot in range(5):
        if table.r.ch_kind[slot]:
            row, col = free[(7 * slot + 11) % len(free)]
            table.set_character(slot, ch_y=row, ch_x=col)
            table.set_character(slot, ch_wounds=slot % 3, ch_adv_pp=5 - slot, ch_adv_coins=slot)
    last = players - 1
    table.set_character(0, ch_status=Status.POISONED, ch_rum=1)
    table.set_character(last, ch_cursed=1, ch_perm=0b10)
    if players > 1:
        table.set_character(1, ch_wounds=table.r.ch_hp_max[1], ch_status=Status.KNOCKED_OUT)
        table.set_character(1, ch_adv_pp=0)
    table.keep(0, 3, 6)


def _foes(table):
    order = [int(kind) for kind in table.plan.order if kind >= 0]
    free = _free(table)[::3]
    for number in range(min(7, len(free) // 2)):
        kind = FOE_KEYS[order[number % len(order)]]
        fields = {1: {"stun": 2}, 2: {"mark": 2}, 3: {"status": FoeStatus.HEXED}}.get(number, {})
        table.call(kind, free[2 * number], wounds=number % 3, **fields)


def _things(table):
    free = _free(table)
    for k in range(3):
        table.state["fl_row"][0, k], table.state["fl_col"][0, k] = free[5 * k + 2]
    table.state["fl_mark"][0, 2] = 2
    table.state["gr_row"][0, 0], table.state["gr_col"][0, 0] = free[4]
    table.state["gr_item"][0, 0], table.state["gr_from"][0, 0] = 2, 0
