"""Chapters in positions set by hand: their tiles where a test wants them, their story so far."""

from __future__ import annotations

from piracy_env.games.skull_tales.state import Decision
from piracy_env.games.skull_tales.tables.adventures import GARRISON_KEYS
from piracy_env.games.skull_tales.tables.enemies import FOE_KEYS
from piracy_env.games.skull_tales.terrain import TOKENS
from tests.games.skull_tales.land.ashore import HOME, Ashore
from tests.games.skull_tales.land.enemies_at import carry_out
from tests.scenario import act, labels

APART = 12
"""Row and column of the first tile that lies apart."""


def token(name):
    """The number of a tile token."""
    return TOKENS.index(name)


def garrison(name):
    """What marks a token: 1 + its row."""
    return 1 + GARRISON_KEYS.index(name)


class Chapter(Ashore):
    """A chapter on the way: tiles, Pirates, and what has happened."""

    def __init__(self, chapter, *pirates, tiles=(), **options):
        super().__init__(len(pirates), chapter, **options)
        for name, row, col, *turn in tiles:
            self.lay(name, (HOME + row, HOME + col), *turn)
        for seat, (card, place, *hands) in enumerate(pirates):
            self.pirate(seat, card, place, hands)

    def story(self, **flags):
        """What has happened: `sf`, as s0=..., s1=..."""
        for name, value in flags.items():
            self.state["sf"][0, int(name[1:])] = value

    def goal(self, number, state, holder=-1):
        """A goal, numbered from 1."""
        self.state["goal_state"][0, number - 1] = state
        self.state["goal_holder"][0, number - 1] = holder

    def second_pile(self, *tokens):
        """The second pile, its top last."""
        one = self.state[0]
        one["pile"][1, : len(tokens)] = [token(name) for name in tokens]
        one["pile_n"][1] = len(tokens)

    def marked(self, name, place, fallen=0):
        """A marked token on the ground: of a row of [garrisons]."""
        one = self.state[0]
        one["fl_row"][fallen], one["fl_col"][fallen] = HOME + place[0], HOME + place[1]
        one["fl_mark"][fallen] = garrison(name)


def foes_at(engine, home=(HOME, HOME)):
    """Enemies by their kind and place, by rows and columns of a tile."""
    one = engine.states[0]
    return sorted(
        (FOE_KEYS[kind], int(row) - home[0], int(col) - home[1])
        for kind, row, col in zip(one["foe_type"], one["foe_row"], one["foe_col"], strict=True)
        if kind >= 0 and row >= 0
    )


def where(engine, name):
    """The north-west corner of a tile, and how often it was turned."""
    one = engine.states[0]
    tile = one["tl_token"].tolist().index(token(name))
    return int(one["tl_row"][tile]), int(one["tl_col"][tile]), int(one["tl_rot"][tile])


def turned(place, turns, size=5):
    """A place of a tile after so many quarter turns."""
    row, col = place
    for _ in range(turns):
        row, col = col, size - 1 - row
    return row, col


def garrison_at(engine, name):
    """Enemies of the tile, by its own rows and columns."""
    row, col, turns = where(engine, name)
    back = (4 - turns) % 4
    return sorted(
        (kind, *turned((r - row, c - col), back))
        for kind, r, c in foes_at(engine, (0, 0))
        if row <= r < row + 5 and col <= c < col + 5
    )


def explore(engine, entrance=0):
    """Explore, and lay the tile by one of its exits."""
    act(engine, "explore")
    offered = labels(engine, "cand")
    return act(engine, offered[min(entrance, len(offered) - 1)])


def search(table, *dice):
    """Search with success in a game without Search cards; the engine after it."""
    table.set(sd=[0] * 36, sd_n=0)
    return act(table.play(*(dice or (6, 6, 6))), "search")


def loot(table):
    """Loot the only token in reach."""
    return act(table.play(), "loot_token", "cand 0")


def carried(engine, slot=0):
    """What a Character carries, by the numbers of the cards."""
    one = engine.states[0]
    return one["inv_id"][slot, : one["inv_n"][slot]].tolist()


def deed(table, kind, slot=-1, a=0, b=0, dice=()):
    """A flow of a story that waits goes on when the first Character is done."""
    return carry_out(table, kind, slot, a, b, dice=dice)


def story_flow(table, slot, event, value=0, dice=()):
    """What a story lets happen."""
    return deed(table, Decision.TELLING, slot, event, value, dice)
