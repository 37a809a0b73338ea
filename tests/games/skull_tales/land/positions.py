"""Boards set by hand, for kernels that need no frames."""

from __future__ import annotations

import numpy as np

from piracy_env.core.game import HEADER
from piracy_env.core.jit import COMPILED
from piracy_env.core.record import Record
from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.rules.adventure import tiles
from piracy_env.games.skull_tales.state import CAMPAIGN, COURSE, RECORD
from piracy_env.games.skull_tales.state_land import LAND_FIELDS
from piracy_env.games.skull_tales.tables.adventures import ADVENTURE_KEYS
from piracy_env.games.skull_tales.tables.enemies import FOE_KEYS
from piracy_env.games.skull_tales.terrain import TOKENS
from tests.games.skull_tales.shipped import SHIPPED

_OF_THE_CAMPAIGN = ("scenario", "adv_pres", "adv_gain", "no_dp")
_FIELDS = (
    *HEADER,
    *RECORD,
    *LAND_FIELDS,
    *COURSE,
    *(field for field in CAMPAIGN if field[0] in _OF_THE_CAMPAIGN),
)
_OPTIONS = sorted(set(GAME.dtype.names) - {field[0] for field in _FIELDS})
STATE = np.dtype([*_FIELDS, *((name, GAME.dtype[name]) for name in _OPTIONS)])
T = SHIPPED
NOWHERE = (
    "foe_type",
    "foe_row",
    "foe_col",
    "ch_x",
    "ch_y",
    "fl_row",
    "fl_col",
    "gr_row",
    "npc_row",
)
HOME = 28
"""Row and column of the first tile."""


class Board:
    """A board: `s` and `t` are what kernels take."""

    def __init__(self, adventure="skull_cove"):
        self.state = np.zeros(1, STATE)
        for name in NOWHERE:
            self.state[name] = -1
        self.state["chapter"] = ADVENTURE_KEYS.index(adventure)
        self.r = Record(self.state[0])
        self.s = self.state[0] if COMPILED else self.r
        self.t = T.record[0] if COMPILED else T.t

    def lay(self, token, place=(HOME, HOME), turn=0):
        return tiles.lay(self.s, self.t, TOKENS.index(token), turn, place)

    def foe(self, number, kind, place, **fields):
        self.state["foe_type"][0, number] = FOE_KEYS.index(kind)
        self.state["foe_row"][0, number], self.state["foe_col"][0, number] = place
        for name, value in fields.items():
            self.state[f"foe_{name}"][0, number] = value

    def character(self, slot, place, status=0, kind=1):
        self.state["ch_kind"][0, slot], self.state["ch_in_adv"][0, slot] = kind, 1
        self.state["ch_y"][0, slot], self.state["ch_x"][0, slot] = place
        self.state["ch_status"][0, slot] = status


def on(row, col):
    """A place of the first tile."""
    return HOME + row, HOME + col


def arena(token="i4", **options):
    """One tile alone on the board."""
    board = Board(**options)
    board.lay(token)
    return board
