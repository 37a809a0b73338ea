"""An Adventure laid out by hand: tiles, piles, decks and a crew, without rules of its course."""

from __future__ import annotations

import numpy as np

from piracy_env.games.skull_tales.rules import crew
from piracy_env.games.skull_tales.rules.adventure import looking, tiles
from piracy_env.games.skull_tales.state import Decision, Phase, Scenario
from piracy_env.games.skull_tales.terrain import SIDE_COL, SIDE_ROW, TOKENS
from tests.games.skull_tales.land.positions import HOME, Board, T

GONE = (
    *("reserved_tok", "chest", "dis", "captain", "init", "init_back", "last_off", "brag"),
    *("active_slot", "acted_order", "vengeance", "last_hand", "totem", "fl_immortal"),
    *("goal_holder", "goal_row", "goal_col", "npc_owner", "adv_result", "ended", "roll_ch"),
    *("npc_row", "npc_col", "gr_col", "gr_from", "rl_slot", "rl_enemy", "ch_card", "ch_owner"),
)
"""Fields that hold "none" where nothing is."""


class Table(Board):
    """A board with all that lies beside it; the first Pirate is asked for its turn."""

    def __init__(self, adventure="captain_jones", players=3, allies=(), seed=0):
        super().__init__(adventure)
        self.dice = np.random.default_rng(seed)
        for name in GONE:
            self.state[name] = -1
        self.set(players=players, phase=Phase.ADVENTURE, scenario=Scenario.ADVENTURE, rng=seed + 1)
        self.set(adv_repeat=0, round=1, flag=18, diff=1)
        self.plan = T.t.adventures[self.r.chapter]
        self._lay_start()
        self._sort_tokens()
        self._shuffle_decks()
        self._enlist(players, allies)
        stack = np.zeros_like(self.state["stk"][0])
        stack[0, :4] = Decision.ADVENTURE, -1, 7, -1
        stack[1, :4] = Decision.TURN, 0, 2, 0
        stack[2, :4] = Decision.MENU, 0, 0, 0
        self.set(stk=stack, sp=3, seat=0, active_slot=0)
        self.look()

    def set(self, **fields):
        for name, value in fields.items():
            self.state[name][0] = value

    def look(self):
        looking.look_around(self.s, self.t)

    def place(self, row, col, tile=0):
        """A place of a tile, by its own unturned rows and columns."""
        return tuple(int(one) for one in tiles.on_board(self.s, self.t, tile, (row, col)))

    def explore(self, exit_, token, entrance=0):
        """Lay a tile at an exit, and take its token out of the pile."""
        number = TOKENS.index(token)
        turn, row, col = tiles.laying(self.s, self.t, exit_, number, entrance)
        tile = tiles.lay(self.s, self.t, number, turn, (row, col))
        self.state["tl_revealed"][0, tile] = 1
        for pile in range(2):
            kept = [one for one in self.pile(pile) if one != number]
            self.fill("pile", "pile_n", kept, pile)
        return int(tile)

    def pile(self, pile):
        return self.state["pile"][0, pile, : self.state["pile_n"][0, pile]].tolist()

    def _lay_start(self):
        first, second = (int(token) for token in self.plan.start)
        self.lay(TOKENS[first])
        if second >= 0 and self.plan.link:
            tiles.lay_at_link(self.s, self.t, 0, second)
        elif second >= 0:
            one, other = (int(exit_) for exit_ in self.plan.start_exits)
            row, col, side = (int(x) for x in T.t.ground[first, 0].exits[one - 1])
            turn = next(
                turn
                for turn in range(4)
                if T.t.ground[second, turn].exits[other - 1][2] == (side + 2) % 4
            )
            r, c, _ = (int(x) for x in T.t.ground[second, turn].exits[other - 1])
            at = (HOME + row + SIDE_ROW[side] - r, HOME + col + SIDE_COL[side] - c)
            tiles.lay(self.s, self.t, second, turn, at)

    def _sort_tokens(self):
        chance = self.dice.permutation([token for token in self.plan.chance if token >= 0])
        certain = [token for token in self.plan.certain if token >= 0]
        later = [token for token in self.plan.reserve if token >= 0]
        pile = self.dice.permutation([*certain, *chance[: self.plan.drawn]]).astype(int)
        self.fill("pile", "pile_n", pile, 0)
        second = [token for token in self.plan.second if token >= 0]
        self.fill("pile", "pile_n", self.dice.permutation(second).astype(int), 1)
        self.fill("reserve", "reserve_n", [*chance[self.plan.drawn :], *later])

    def fill(self, name, count, cards, *where):
        array = self.state[name][(0, *where)]
        array[:] = 0
        array[: len(cards)] = cards
        self.state[count][(0, *where)] = len(cards)

    def _shuffle_decks(self):
        for section, deck in (("search", "sd"), ("incidents", "idk")):
            rows = getattr(T.t, section)
            cards = np.repeat(np.arange(len(rows)), [int(row.copies) for row in rows])
            self.fill(deck, f"{deck}_n", self.dice.permutation(cards))
        kinds = np.repeat(np.arange(len(T.t.fallen)), [int(row.copies) for row in T.t.fallen])
        self.set(fl_kind=self.dice.permutation(kinds), fl_row=-1, fl_col=-1)
        self.set(fig_left=[int(row.figures) for row in T.t.enemies])

    def _enlist(self, players, allies):
        for seat in range(players):
            crew.enlist(self.s, self.t, seat, (0, 8, 4, 7, 11)[seat], 0)
            if self.state["inv_loc"][0, seat, 0] == 0:
                hands = T.t.items[self.state["inv_id"][0, seat, 0]].hands
                self.state["inv_loc"][0, seat, 0] = 3 if hands == 2 else 1
            self.state["ch_ap"][0, seat] = self.state["ch_ap_max"][0, seat]
        for number, card in enumerate(allies):
            crew.hire(self.s, self.t, players + number, 0, card)
        zone = [(int(r), int(c)) for r, c in self.plan.zone if r >= 0]
        tile = 0 if int(self.state["tl_token"][0, 0]) == self.plan.zone_tile else 1
        for slot in range(players + len(allies)):
            row, col = self.place(*zone[slot], tile)
            self.set_character(slot, ch_y=row, ch_x=col)
        self.set(init=0)

    def set_character(self, slot, **fields):
        for name, value in fields.items():
            self.state[name][0, slot] = value

    def call(self, kind, place, **fields):
        """Put an Enemy of a type on the board."""
        number = int(np.flatnonzero(self.state["foe_type"][0] < 0)[0])
        self.foe(number, kind, place, hp_max=4, **fields)
        row = self.state["foe_type"][0, number]
        self.state["fig_left"][0, row] -= 1
        return number

    def keep(self, slot, *cards):
        """Give a Character Search cards of the deck."""
        deck = self.state["sd"][0, : self.state["sd_n"][0]].tolist()
        for card in cards:
            deck.remove(card)
        self.fill("sd", "sd_n", deck)
        self.fill("s_cards", "s_n", cards, slot)
