"""Positions in the towns: goals held, rooms searched, tokens looted, foes by room."""

from __future__ import annotations

import numpy as np

from piracy_env.core.record import Record
from piracy_env.games.skull_tales.gear import Gear
from piracy_env.games.skull_tales.rules.adventure import deeds, finds
from piracy_env.games.skull_tales.tables.adventures import GARRISON_KEYS
from piracy_env.games.skull_tales.tables.enemies import FOE_KEYS
from piracy_env.games.skull_tales.tables.tiles import DOOR_KEYS
from piracy_env.games.skull_tales.terrain import TOKENS
from tests.games.skull_tales.land.ashore import cell

HELD, NOBODY = 2, -1


def hold(table, **holders):
    """Goals that Characters hold: goal_1=slot."""
    one = table.state[0]
    for name, slot in holders.items():
        goal = int(name.removeprefix("goal_")) - 1
        one["goal_state"][goal], one["goal_holder"][goal] = HELD, slot


def search(table, slot=0):
    """A Search with success, up to its card."""
    finds.search_finds(table.s, table.t, slot)
    return clear(table)


def loot(table, garrison, slot=0):
    """The marked token of a garrison's Enemy is looted."""
    deeds.looted(table.s, table.t, slot, 1 + GARRISON_KEYS.index(garrison))
    return clear(table)


def clear(table):
    """Nothing is asked, and nothing waits: what was pushed is left out."""
    table.set(stk=0, sp=0, foes_left=0)
    return table


def arm(table, slot, *gear, hands=()):
    """Replace what a Character carries; the first ones are held."""
    one = table.state[0]
    for name in ("inv_id", "inv_loc", "inv_flag"):
        one[name][slot] = 0
    for place, name in enumerate(gear):
        one["inv_id"][slot, place] = Gear[name.upper()]
        one["inv_loc"][slot, place] = hands[place] if place < len(hands) else 0
    one["inv_n"][slot] = len(gear)


def tile_number(table_or_engine, token):
    """The number of the tile with a token, -1 if it is not on the board."""
    s = _record(table_or_engine)
    there = [k for k in range(s.n_tl) if s.tl_token[k] == TOKENS.index(token)]
    return there[0] if there else NOBODY


def _record(one):
    return Record(one.state[0]) if hasattr(one, "state") else one.record()


def on_tile(table_or_engine, token, place):
    """Where a place of a tile, by its own rows and columns, is on the board."""
    s = _record(table_or_engine)
    number = tile_number(table_or_engine, token)
    row, col = place
    size = 10 if token.startswith("v") else 5
    for _ in range(int(s.tl_rot[number])):
        row, col = col, size - 1 - row
    return int(s.tl_row[number]) + row, int(s.tl_col[number]) + col


def put(table, slot, token, place):
    """A Character stands on a place of a tile."""
    row, col = on_tile(table, token, place)
    table.edit(slot, ch_y=row, ch_x=col)


def foe_on(table, kind, token, place, **fields):
    """An Enemy on a place of a tile."""
    row, col = on_tile(table, token, place)
    home = cell(0, 0)
    return table.foe(kind, (row - home[0], col - home[1]), **fields)


def foes_there(engine):
    """Enemies: kind, row, column on the board, in the order of their numbers."""
    one = engine.states[0] if hasattr(engine, "states") else engine.state[0]
    return [
        (FOE_KEYS[kind], int(row), int(col))
        for kind, row, col in zip(one["foe_type"], one["foe_row"], one["foe_col"], strict=True)
        if kind >= 0
    ]


def kinds(engine):
    """The kinds of the Enemies on the board, in the order of the alphabet."""
    return sorted(kind for kind, *_ in foes_there(engine))


def door(engine, name):
    """The state of a door; None if it is not there."""
    one = engine.states[0] if hasattr(engine, "states") else engine.state[0]
    found = np.flatnonzero(one["dr_name"][: one["n_dr"]] == DOOR_KEYS.index(name))
    return int(one["dr_state"][found[0]]) if len(found) else None


def role_of(engine):
    """The roles of the Enemies that have one."""
    one = engine.states[0]
    return [int(role) for role in one["foe_role"] if role]
