"""Enemies in positions set by hand: rounds of theirs, single activations, cards that happen."""

from __future__ import annotations

from piracy_env.games.skull_tales.rules.adventure import foes
from piracy_env.games.skull_tales.shapes_land import SHAPES
from piracy_env.games.skull_tales.state import FRAMES, SLOTS, Decision
from piracy_env.games.skull_tales.tables.cards import INCIDENT_KEYS
from piracy_env.games.skull_tales.tables.enemies import FOE_KEYS
from piracy_env.games.skull_tales.terrain import BOARD, TOKENS
from tests.games.skull_tales.land.ashore import END_STEP, HOME, cell
from tests.scenario import act

NOBODY = -1


def deck(table, *cards):
    """The Incident deck, its top last."""
    one = table.state[0]
    one["idk"] = 0
    one["idk"][: len(cards)] = [INCIDENT_KEYS.index(card) for card in cards]
    one["idk_n"] = len(cards)


def enemy_round(table, *dice, acting=0, cards=()):
    """The last Character has acted; what follows up to the next question."""
    deck(table, *cards)
    engine = table.play(*dice, acting=acting)
    players = engine.record().players
    order = [*range(players), *[-1] * (5 - players)]
    engine.set(0, {"order_done": (1 << players) - 1, "acted_order": order})
    return act(engine, "end_turn")


def carry_out(table, kind, slot=NOBODY, a=0, b=0, *, dice=(), step=0):
    """A flow that waits below a question of the first Character goes on when that is answered."""
    engine = table.play(*dice, frame=[Decision.STAND, 0, 0, 0, 0, 0, 0])
    adventure, stand, *rest = engine.states[0]["stk"].tolist()
    below = [adventure]
    if SHAPES[kind].on in ((Decision.TURN,), (Decision.MENU,)):
        below.append([Decision.TURN, 0, END_STEP, 0, 0, 0, 0])
    frames = [*below, [kind, NOBODY, step, slot, a, b, 0], stand]
    engine.set(0, {"stk": [*frames, *rest[: FRAMES - len(frames)]], "sp": len(frames)})
    return act(engine, "no")


def activate(table, foe, *dice):
    """One Enemy acts; a behaviour's die comes first."""
    return carry_out(table, Decision.ACTIVATION, foe, dice=dice)


def incident(table, card, *dice):
    """A card is drawn and happens."""
    deck(table, card)
    return carry_out(table, Decision.INCIDENT_CARD, 0, a=NOBODY, dice=dice)


def call(table, kinds, entrance):
    """Enemies are called into the room of an entrance, a place of the first tile."""
    types = [FOE_KEYS.index(kind) + 1 for kind in kinds]
    packed = sum(kind * foes.TYPES**index for index, kind in enumerate(types))
    row, col = cell(*entrance)
    later, first = divmod(packed, foes.TYPES**3)
    return carry_out(table, Decision.FOES_COMING, row * BOARD + col, a=first, b=later)


def places(engine, kind=None):
    """Where Enemies stand, by rows and columns of the first tile, in the order of their numbers."""
    one = engine.states[0]
    return [
        (int(one["foe_row"][foe]) - HOME, int(one["foe_col"][foe]) - HOME)
        for foe in range(len(one["foe_type"]))
        if one["foe_type"][foe] != NOBODY
        and (kind is None or one["foe_type"][foe] == FOE_KEYS.index(kind))
    ]


def wounds(engine):
    """Wounds of the Characters that play."""
    one = engine.states[0]
    return [int(one["ch_wounds"][slot]) for slot in range(SLOTS) if one["ch_kind"][slot]]


def forced(engine):
    """Prescribed results that nobody has used."""
    return int(engine.states[0]["force_n"])


def token(name):
    """The number of a tile token."""
    return TOKENS.index(name)
