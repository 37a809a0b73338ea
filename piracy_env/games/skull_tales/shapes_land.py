"""What frames of an Adventure can hold while somebody is asked.

States come from strangers, and compiled rules trust frames. What each number means is told by the
rules of the decision; here is how far it goes, what lies above in which step, and what below.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, auto

from piracy_env.games.skull_tales.state import CARRIED, SLOTS, Decision
from piracy_env.games.skull_tales.state_land import FOES, LYING
from piracy_env.games.skull_tales.terrain import BOARD, TOKENS

D = Decision


class About(IntEnum):
    """What the SLOT of a frame names."""

    NOBODY = auto()
    CHARACTER = auto()
    PERHAPS = auto()
    """A Character, or nobody."""
    FIGURE = auto()
    """An Enemy, or a Character."""
    COMPANION = auto()
    PLACE = auto()
    """A space of the board, or none."""
    COUNT = auto()
    """How many Characters have had it."""


_NOTHING, _REPLY = (0, 0), (-8, 127)
"""What is left of the last answer is of no use to anybody."""
_CELL, _SIDE = (0, BOARD * BOARD - 1), (0, BOARD - 1)
_SLOT, _FOE, _SEAT_BITS = (0, SLOTS - 1), (0, FOES - 1), (0, 31)
_ANY = (-32_767, 32_767)
_KINDS, _PLACES = 8, 32
_ROLL_BITS = (0, 8191)
"""How a roll keeps what it needs: see `rules/adventure/dice.py`."""


@dataclass(frozen=True)
class Shape:
    """What a frame of a kind can hold: inclusive bounds of its numbers."""

    about: About = About.CHARACTER
    a: tuple[int, int] = _NOTHING
    b: tuple[int, int] = _NOTHING
    c: tuple[int, int] = _NOTHING
    on: tuple[Decision, ...] = ()
    """What it must lie on, if that matters to it."""
    asks: Mapping[int, tuple[Decision, ...]] = field(default_factory=dict)
    """Steps in which it waits for an answer, and what gives one."""
    steps: tuple[int, ...] = (0,)
    """Steps in which it is asked, or lets happen what lies above it."""


def _flow(
    asks: Mapping[int, tuple[Decision, ...]],
    *steps: int,
    a: tuple[int, int] = _NOTHING,
    b: tuple[int, int] = _REPLY,
    on: tuple[Decision, ...] = (D.MENU,),
) -> Shape:
    """What a Character does, as a rule one of the menu: it waits for answers, or in some steps."""
    return Shape(a=a, b=b, c=_REPLY, on=on, asks=asks, steps=steps)


_WINDOWS, _DICE = (D.ROLL, D.SECOND_DIE), (D.DICE,)
ANSWERS = frozenset(
    (
        *(D.SPACE, D.CARD, D.TILE, D.PERSON, D.NUMBER, D.CONSENT, D.WEAPON, D.TARGET, D.SPECIAL),
        *(D.EXCHANGE, D.GIVE, D.TAKE, D.OVERLOAD, D.ENEMY_TARGET, D.ENEMY_PLACE, D.ENEMY_ORDER),
        *(*_WINDOWS, D.DICE),
    )
)
"""What lies only on who waits for it."""

_COURSE = {
    D.ADVENTURE: Shape(About.NOBODY, (0, 20), (0, SLOTS), steps=tuple(range(12))),
    D.INCIDENTS: Shape(About.NOBODY, on=(D.ADVENTURE,), steps=tuple(range(1, 9))),
    D.TURN: Shape(a=(0, 1), b=(0, 7), on=(D.ADVENTURE,), steps=(0, 1, 2, 3, 4)),
    D.FOES_ROUND: Shape(
        About.NOBODY, on=(D.ADVENTURE,), asks={1: (D.ENEMY_ORDER,)}, steps=(0, 1, 2)
    ),
    D.PICK: Shape(About.NOBODY, on=(D.ADVENTURE,)),
    D.HAND: Shape(About.NOBODY, (0, 11), on=(D.ADVENTURE,)),
    D.PREP: Shape(a=(0, 6), b=(0, 6), on=(D.ADVENTURE,)),
    D.DEPLOY_ORDER: Shape(About.NOBODY, on=(D.ADVENTURE,)),
    D.DEPLOY: Shape(on=(D.ADVENTURE, D.DEPLOY)),
    D.EQUIP_RIGHT: Shape(),
    D.EQUIP_LEFT: Shape(),
    D.ORDER: Shape(About.NOBODY, on=(D.ADVENTURE,)),
    D.STUN: Shape(b=_REPLY, c=_REPLY, on=(D.TURN,), asks={0: _DICE}),
    D.HELD: _flow({0: _DICE}, 0, on=(D.TURN,)),
    D.MENU: Shape(a=(0, 8), b=(0, 7), on=(D.TURN, D.ALLY_TURN, D.COMMANDING)),
    D.ALLY_END: Shape(on=(D.TURN,)),
    D.ALLY_TURN: _flow({0: (D.PERSON,)}, 2, a=_SLOT, on=(D.MENU, D.TURN)),
    D.TACTIC: Shape(b=_REPLY, c=_REPLY, asks={0: _DICE}),
    D.TOTEMS: Shape(),
    D.STAND: Shape(),
    D.CAUTIOUS: Shape(About.PERHAPS, (0, SLOTS - 1)),
    D.BRAG: Shape(About.PERHAPS, (0, SLOTS - 1)),
    D.POISON: _flow({0: _DICE}, 0, on=()),
    D.TEMPER: _flow({0: _DICE}, 0, on=()),
    D.CURSE: Shape(),
    D.RELEASE: Shape(a=_SIDE, b=_SIDE),
    D.TELLING: Shape(
        About.FIGURE,
        (0, 127),
        (-8, _CELL[1]),
        _REPLY,
        asks={0: (D.CARD, D.NUMBER, D.SPECIAL, D.PERSON, D.DICE), 1: _DICE, 2: _DICE},
        steps=(0, 1, 2),
    ),
    D.ENTERING: Shape(a=_SIDE, b=_SIDE, steps=(0, 1)),
}

_QUESTIONS = {
    D.DICE: Shape(a=(0, 6), b=(-8, 127), c=_ROLL_BITS, asks={1: _WINDOWS}, steps=()),
    D.ROLL: Shape(About.PERHAPS, (0, SLOTS), (0, 6)),
    D.SECOND_DIE: Shape(About.PERHAPS, (0, SLOTS), (0, 6)),
    D.SPACE: Shape(a=(0, 2)),
    D.CARD: Shape(a=(0, 3)),
    D.TILE: Shape(a=(0, 1)),
    D.PERSON: Shape(a=(1, 31)),
    D.NUMBER: Shape(a=(0, 2047), b=(0, 2047)),
    D.CONSENT: Shape(a=_SLOT),
    D.WEAPON: Shape(a=(0, (1 << CARRIED) - 1), b=(0, 7)),
    D.TARGET: Shape(a=(0, 4095), b=(0, 4095), c=_SEAT_BITS),
    D.SPECIAL: Shape(a=(-1, 7)),
    D.EXCHANGE: Shape(a=_SLOT, b=(0, 15)),
    D.GIVE: Shape(a=(-2, SLOTS - 1)),
    D.TAKE: Shape(a=_SLOT, b=(0, 1)),
    D.OVERLOAD: Shape(a=(1, 68), b=(0, 127)),
    D.GRASP: Shape(a=(0, CARRIED - 1)),
    D.MONEY: Shape(a=(0, 127)),
    D.CHARLATAN: Shape(a=(0, 127)),
    D.FACECRIP: Shape(a=_FOE),
    D.DODGE: Shape(b=_REPLY, c=_REPLY, asks={0: _DICE}),
    D.POSSUM: Shape(),
    D.POUNCE: Shape(),
    D.OPPORTUNE: Shape(a=_FOE),
    D.QUICKSHOT: Shape(a=_FOE),
    D.LUNGE: Shape(a=_FOE, b=_SIDE, c=_SIDE, steps=(0, 1)),
    D.MASTERY: Shape(a=_FOE, b=_SIDE, c=_SIDE),
    D.STEPS: Shape(a=(0, 20), b=(0, 2)),
    D.LEADING: Shape(About.COMPANION, (0, 20), (0, 1), on=(D.MENU,)),
    D.PASSAGE: _flow({0: (D.CONSENT,)}, a=(0, 7), on=(D.MENU, D.STEPS)),
}

_ENEMIES = {
    D.ACTIVATION: Shape(
        About.FIGURE,
        (0, 2047),
        (0, 8 * BOARD * BOARD - 1),
        _CELL,
        asks={1: (D.ENEMY_TARGET,), 5: (D.ENEMY_TARGET,)},
        steps=tuple(range(10)),
    ),
    D.TRIAL: Shape(About.PERHAPS, (0, 32 * 30 - 1), _REPLY, _REPLY, asks={0: _DICE}),
    D.STRIKE: Shape(About.FIGURE, (0, 127), asks={1: _WINDOWS}, steps=(0, 2)),
    D.ENEMY_ORDER: Shape(About.NOBODY),
    D.ENEMY_TARGET: Shape(About.FIGURE, (1, 127)),
    D.ENEMY_PLACE: Shape(About.NOBODY),
    D.FOES_COMING: Shape(
        About.PLACE, _ANY, _ANY, (0, 1023), asks={0: (D.ENEMY_PLACE,)}, steps=(0, 1, 2)
    ),
    D.LOST_ENEMY: Shape(a=(0, 1), b=_FOE, asks={0: (D.ENEMY_PLACE,)}, steps=(0, 1)),
    D.INCIDENT_CARD: Shape(About.COUNT, (-1, 13), _REPLY, _REPLY, asks={0: _DICE}),
    D.ZOMBIE: Shape(About.COMPANION, steps=(0, 1)),
}

_FIGHTS = {
    D.ATTACK: Shape(
        a=(0, 32_767),
        b=(-1, 31),
        c=(0, 32_767),
        asks={0: (D.WEAPON,), 1: (D.TARGET,), 3: _WINDOWS},
        steps=(2, 4),
    ),
    D.DUEL: Shape(
        a=(0, 32_767),
        b=(FOES, FOES + SLOTS - 1),
        c=(0, 255),
        asks={1: _WINDOWS, 2: _WINDOWS},
        steps=(3,),
    ),
    D.REVIVING: _flow({0: (D.PERSON,), 1: _DICE}, a=_SLOT),
    D.BREATH: _flow({0: _DICE, 1: _DICE}),
    D.RELOADING: _flow({0: (D.WEAPON,)}),
    D.VENGEANCE: _flow({0: (D.TARGET,)}),
    D.BREAKING_AWAY: _flow({0: _DICE}),
    D.LEAPING: _flow({0: (D.TARGET,), 1: _DICE, 2: (D.SPACE,), 4: (D.CONSENT,)}, 4, a=_FOE),
    D.SHOVING: _flow({0: (D.TARGET,), 1: _DICE, 2: (D.SPACE,)}, a=_FOE),
    D.STOMPING: _flow({0: (D.TARGET,), 1: _DICE}, a=_FOE),
    D.DETECTING: _flow({0: (D.TARGET,), 1: _DICE}, a=_FOE),
    D.SNEAKING: _flow({0: _DICE}),
    D.DRAWING: _flow({0: (D.WEAPON,), 1: (D.WEAPON,)}, a=(0, CARRIED - 1)),
}

_DEEDS = {
    D.PUSHING: _flow({0: (D.PERSON,), 1: (D.CONSENT,), 2: _DICE, 3: (D.SPACE,), 4: _DICE}, a=_CELL),
    D.JUMPING: _flow({0: (D.SPACE,), 1: (D.CARD,), 2: _DICE, 3: (D.SPACE,)}, a=_CELL),
    D.CLIMBING: _flow({0: (D.SPACE,)}),
    D.EXPLORING: _flow({0: (D.TILE,), 2: (D.TILE,)}, 4, 5, a=(0, 128 * len(TOKENS) - 1)),
    D.OPENING: _flow({0: (D.SPACE,)}, a=(1, 15)),
    D.SPECIAL_DEED: _flow({0: (D.SPECIAL,), 1: _DICE}, a=(0, 7)),
    D.SEARCHING: _flow({0: _DICE, 2: (D.CARD,)}, 2, 4),
    D.FINDING: _flow({0: _DICE}, 0, a=(0, 15), on=()),
    D.LOOTING: _flow({0: (D.SPACE,)}, 2, a=(0, 31)),
    D.STRIPPING: _flow({0: (D.PERSON,), 1: (D.TAKE,), 2: (D.OVERLOAD,)}, a=(0, 8 * CARRIED - 1)),
    D.EXCHANGING: _flow(
        {0: (D.PERSON,), 2: (D.EXCHANGE,), 3: (D.GIVE,), 4: (D.TAKE,), 5: (D.CONSENT,)},
        2,
        a=(0, 128 * 50 - 1),
    ),
    D.USING: _flow({0: (D.GIVE,), 1: (D.PERSON, D.WEAPON), 2: _DICE}, a=(0, 127)),
    D.PICKING_UP: _flow({0: (D.CARD,), 1: (D.OVERLOAD,)}, a=(0, LYING - 1)),
    D.DROPPING: _flow({0: (D.GIVE,), 1: (D.SPACE,)}, a=(0, 47)),
    D.GIVING: _flow({0: (D.OVERLOAD,)}, 0, a=(0, 128 * 128 - 1), on=()),
    D.READING: _flow({0: (D.TILE,)}, a=(0, 1)),
    D.CASTING: _flow(
        {0: (D.CARD,), 1: (D.TARGET, D.PERSON, D.SPACE), 2: _DICE}, a=(0, 16 * 30 - 1)
    ),
    D.CHANGING_TOTEM: _flow({0: (D.NUMBER,), 1: (D.NUMBER,)}, a=(0, 3)),
    D.ANALYSIS: _flow({0: _DICE, 1: (D.TARGET,), 2: (D.NUMBER,)}, a=_FOE),
    D.COMMANDING: _flow({0: _DICE, 1: (D.PERSON,)}, 3, a=_SLOT),
    D.HEALING: _flow({0: (D.PERSON,)}),
    D.FORFEITING: _flow({0: (D.NUMBER,)}, a=(1, 3)),
}

SHAPES = {**_COURSE, **_QUESTIONS, **_ENEMIES, **_FIGHTS, **_DEEDS}
"""Frames of an Adventure; a kind that is not here never waits for anybody."""
