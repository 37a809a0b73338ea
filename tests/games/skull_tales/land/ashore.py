"""Positions of the Adventure set by hand: the arena of the scenarios (section 12)."""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.jit import COMPILED
from piracy_env.core.record import Record
from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.gear import Gear
from piracy_env.games.skull_tales.invariants_ashore import hidden_tokens
from piracy_env.games.skull_tales.rules import crew
from piracy_env.games.skull_tales.rules.adventure import foes as enemies
from piracy_env.games.skull_tales.rules.adventure import layout, tiles
from piracy_env.games.skull_tales.state import EMPTY, FRAME, FRAMES, SLOTS, Decision
from piracy_env.games.skull_tales.tables.crew import ALLY_KEYS, CHARACTER_KEYS
from piracy_env.games.skull_tales.tables.enemies import FOE_KEYS
from piracy_env.games.skull_tales.terrain import TOKENS
from tests.games.skull_tales.land.positions import HOME, T
from tests.scenario import deal

BAG, RIGHT, LEFT, BOTH = range(4)
ORDER_STEP, END_STEP = 7, 2
"""Steps of the frames ADVENTURE and TURN while a Character acts."""


def cell(row, col):
    """A place of the first tile, on the board."""
    return HOME + row, HOME + col


class Ashore:
    """A position being set up; `play` hands it to an engine."""

    def __init__(self, players=1, chapter="skull_cove", **options: Any):
        options.setdefault("roll_window", False)
        self.engine = deal(GAME, chapter=chapter, players=players, **options)
        self.state = np.array([self.engine.states[0]], GAME.dtype)
        self.s = self.state[0] if COMPILED else Record(self.state[0])
        self.t = T.record[0] if COMPILED else T.t
        self.changes: dict[str, Any] = {}
        layout.clear_board(self.s)
        for slot in range(SLOTS):
            crew.clear_slot(self.s, slot)
            layout._freshen(self.s, slot)
        one = self.state[0]
        one["pile"], one["pile_n"], one["reserve"] = 0, 0, 0
        one["reserve_n"] = 0
        one["fig_left"] = [foe.figures for foe in T.t.enemies]
        one["flag"], one["diff"], one["round"] = 10, 1, 2
        one["captain"], one["init"] = 0, 0
        one["idk"], one["idk_n"] = 0, 0  # no Incidents but those that a test wants

    def lay(self, token, place=(HOME, HOME), turn=0):
        """Lay a tile."""
        return tiles.lay(self.s, self.t, TOKENS.index(token), turn, place)

    def pile(self, *tokens):
        """The first pile, its top last."""
        one = self.state[0]
        one["pile"][0, : len(tokens)] = [TOKENS.index(token) for token in tokens]
        one["pile_n"][0] = len(tokens)

    def pirate(self, seat, card, place, hands=(), **fields):
        """A Pirate with its starting gear, of which some is held."""
        crew.enlist(self.s, self.t, seat, CHARACTER_KEYS.index(card), 0)
        self._put(seat, place)
        self._hold(seat, hands)
        self.state["ch_ap"][0, seat] = self.state["ch_ap_max"][0, seat]
        self.edit(seat, **fields)

    def ally(self, slot, card, place, seat=0, **fields):
        """An Ally."""
        crew.hire(self.s, self.t, slot, seat, ALLY_KEYS.index(card))
        self._put(slot, place)
        self.edit(slot, **fields)

    def edit(self, slot, **fields):
        """Change fields of a slot."""
        for name, value in fields.items():
            self.state[name][0, slot] = value

    def set(self, **fields):
        """Change fields."""
        for name, value in fields.items():
            self.state[name][0] = value

    def foe(self, kind, place, role=0, **fields):
        """An Enemy."""
        number = enemies.put_foe(self.s, self.t, FOE_KEYS.index(kind), role, cell(*place))
        for name, value in fields.items():
            self.state[f"foe_{name}"][0, number] = value
        return number

    def keep(self, slot, *cards):
        """Search cards of the deck that a Character has found."""
        one = self.state[0]
        for card in cards:
            deck = one["sd"][: one["sd_n"]].tolist()
            deck.remove(card)
            one["sd_n"] -= 1
            one["sd"] = [*deck, *[0] * (len(one["sd"]) - len(deck))]
            one["s_cards"][slot, one["s_n"][slot]] = card
            one["s_n"][slot] += 1

    def _put(self, slot, place):
        self.state["ch_y"][0, slot], self.state["ch_x"][0, slot] = cell(*place)

    def _hold(self, seat, hands):
        one = self.state[0]
        for hand, name in zip((RIGHT, LEFT), hands, strict=False):
            gear = Gear[name.upper()]
            place = next(
                k
                for k in range(one["inv_n"][seat])
                if one["inv_id"][seat, k] == gear and one["inv_loc"][seat, k] == BAG
            )
            one["inv_loc"][seat, place] = BOTH if T.t.items[gear].hands == 2 else hand

    def play(self, *dice, acting=0, slot=None, frame=None):
        """An engine where a seat's Character acts, or with another uppermost frame."""
        one = self.state[0]
        slot = acting if slot is None else slot
        stack = [[0] * FRAME for _ in range(FRAMES)]
        stack[0] = [Decision.ADVENTURE, -1, ORDER_STEP, -1, 0, 0, 0]
        frames = 1
        if frame is None:
            one["active_slot"], one["order_done"] = slot, 1 << acting
            one["acted_order"][0] = acting
        if frame is None or (frame and frame[0] == Decision.MENU):
            stack[1] = [Decision.TURN, acting, END_STEP, acting, 0, 0, 0]
            stack[2] = frame or [Decision.MENU, acting, 0, slot, 0, 0, 0]
            frames = 3
        elif frame:
            stack[1], frames = frame, 2
        one["stk"], one["sp"], one["seat"] = stack, frames, acting
        one["cand"], one["cand_n"] = 0, 0
        self._set_aside()
        one["force"], one["force_n"] = [*dice, *[0] * (64 - len(dice))], len(dice)
        for name in GAME.dtype.names:
            if name not in ("rng", "moves", "players"):
                self.changes[name] = one[name].tolist()
        self.engine.set(0, self.changes)
        return self.engine

    def _set_aside(self):
        """Tokens of the chapter that are neither in a pile nor on the board are set aside."""
        one, s = self.state[0], Record(self.state[0])
        used = {int(token) for token in one["tl_token"][: one["n_tl"]]}
        used |= {int(token) for token in one["pile"][0, : one["pile_n"][0]]}
        used |= {int(token) for token in one["pile"][1, : one["pile_n"][1]]}
        used |= {int(token) for token in one["reserve"][: one["reserve_n"]]}
        used |= {int(one["reserved_tok"])}
        left = sorted(set(hidden_tokens(s, T.t)) - used)
        count = min(len(left), len(one["reserve"]) - int(one["reserve_n"]))
        first = int(one["reserve_n"])
        one["reserve"][first : first + count] = left[:count]
        one["reserve_n"] = first + count


def arena(*pirates, tile="i4", chapter="skull_cove", **options):
    """One tile alone with Pirates on it: pairs of a card and a place, and what each holds."""
    table = Ashore(len(pirates), chapter, **options)
    table.lay(tile)
    for seat, (card, place, *hands) in enumerate(pirates):
        table.pirate(seat, card, place, hands)
    return table


def at(engine, slot, tile_home=HOME):
    """Where a Character stands, by rows and columns of the first tile."""
    one = engine.states[0]
    return int(one["ch_y"][slot]) - tile_home, int(one["ch_x"][slot]) - tile_home


def candidates(engine):
    """What is on offer, by rows and columns of the first tile."""
    one = engine.states[0]
    return [(int(row) - HOME, int(col) - HOME) for row, col in one["cand"][: one["cand_n"]]]


def asked(engine):
    """The decision that waits."""
    return GAME.decisions.name(engine.record())


def occupied(engine):
    """Slots with Characters."""
    return [slot for slot in range(SLOTS) if engine.states[0]["ch_kind"][slot] != EMPTY]
