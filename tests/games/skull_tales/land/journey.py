"""An Adventure played from its deal to its end, its Characters carried from place to place.

What is far is skipped: whoever acts is put where the story goes on, with all its AP, and Enemies
that are in the way are gone. All else is done by legal actions.
"""

from __future__ import annotations

import numpy as np

from piracy_env.core.jit import COMPILED
from piracy_env.core.record import Record
from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.rules.adventure import foes, harm, looking
from piracy_env.games.skull_tales.state import FORCED
from piracy_env.games.skull_tales.state_land import FOES, Status
from piracy_env.games.skull_tales.terrain import TOKENS
from tests.games.skull_tales.land.ashore import asked
from tests.games.skull_tales.land.positions import T
from tests.games.skull_tales.land.town import on_tile
from tests.scenario import act, deal

SIXES = 40
FULL = 9


class Journey:
    """A game under way."""

    def __init__(self, chapter, players=1, seed=1, **piles):
        self.engine = deal(GAME, seed=seed, chapter=chapter, players=players, roll_window=False)
        self.t = T.record[0] if COMPILED else T.t
        while asked(self.engine) != "ORDER":
            self._first()
        with self._hand() as s:
            for pile, tokens in piles.items():
                row = int(pile.removeprefix("pile_"))
                s["pile"][row, : len(tokens)] = [TOKENS.index(token) for token in tokens]
        self.turn()

    def _first(self):
        act(self.engine, int(next(iter(self.engine.legal()))))

    def _hand(self):
        return _Hand(self.engine, self.t)

    def turn(self, seat=None):
        """The next turn of a seat, or of any."""
        while asked(self.engine) != "MENU" or seat not in (
            None,
            int(self.engine.states[0]["seat"]),
        ):
            self.clear()
            if asked(self.engine) == "MENU":
                act(self.engine, "end_turn")
            else:
                self._first()

    def clear(self, *, kept=False):
        """Enemies are gone, but with `kept` for those that the story has marked."""
        with self._hand() as s:
            for foe in range(FOES):
                if s["foe_type"][foe] >= 0 and not (kept and s["foe_mark"][foe]):
                    foes.remove_foe(s.kernel, foe)

    def go(self, token, place):
        """Who acts is on a place of a tile, fresh; its dice show sixes."""
        return self.stand(*on_tile(self.engine, token, place))

    def stand(self, row, col):
        """The same, by the board's rows and columns."""
        self.clear(kept=True)
        with self._hand() as s:
            slot = int(s["active_slot"])
            s["ch_y"][slot], s["ch_x"][slot] = row, col
            s["ch_ap"][slot], s["micro"], s["flag"] = FULL, 0, 15
            s["ch_status"][slot] &= -1 - (Status.SEARCHED | Status.RUNNING)
            s["stk"][int(s["sp"]) - 1, 5] = 0
            s["force"][:SIXES], s["force_n"] = 6, SIXES
            looking.look_around(s.kernel, self.t)
        return self

    def do(self, *actions):
        """Legal actions; of candidates the first, as long as some are asked for."""
        for action in actions:
            act(self.engine, action)
            while not self.engine.states[0]["over"] and asked(self.engine) != "MENU":
                if action == "chapter":  # which one is said next
                    break
                self._first()
        with self._hand() as s:
            s["force"][:], s["force_n"] = 0, 0
        return self

    def defeat_marked(self):
        """The Enemy whose token is marked falls by the hand of who acts."""
        with self._hand() as s:
            foe = int(np.flatnonzero(s["foe_mark"])[0])
            harm.defeat(s.kernel, self.t, foe, int(s["active_slot"]))
            where = np.flatnonzero(s["fl_mark"])[0]
            found = int(s["fl_row"][where]), int(s["fl_col"][where])
            s["sp"] = int(np.count_nonzero(s["stk"][:, 0]))
        return found

    def edit(self, **fields):
        with self._hand() as s:
            for name, value in fields.items():
                s[name][...] = value

    def goals(self):
        return [int(state) for state in self.engine.states[0]["goal_state"] if state]


class _Hand:
    """A copy of the position that is laid back when all is done."""

    def __init__(self, engine, t):
        self.engine, self.t = engine, t

    def __enter__(self):
        self.state = np.array([self.engine.states[0]], GAME.dtype)
        self.kernel = self.state[0] if COMPILED else Record(self.state[0])
        return self

    def __getitem__(self, name):
        return self.state[0][name]

    def __setitem__(self, name, value):
        self.state[name][0] = value

    def __exit__(self, kind, *_):
        if kind is None and not self.engine.states[0]["over"]:
            self.engine.load_state(0, self.state)


assert FORCED >= SIXES
