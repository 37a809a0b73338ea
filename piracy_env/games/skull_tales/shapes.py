"""What frames of Port, Voyage and campaign can hold while somebody is asked.

States come from strangers, and compiled rules trust frames. What each number means is told by the
rules of the decision; here is how far it goes, and what may lie above and below.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, auto

from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.rules.rolls import AGAINST
from piracy_env.games.skull_tales.rules.voyage import Step
from piracy_env.games.skull_tales.state import (
    DICE,
    ENEMIES,
    GROUPS,
    HOLD,
    LETTERS,
    NONE,
    SLOTS,
    Decision,
)


class About(IntEnum):
    """What the SLOT of a frame names."""

    NOBODY = auto()
    ITSELF = auto()
    """The Pirate of the seat that is asked."""
    CHARACTER = auto()
    PERHAPS_CHARACTER = auto()
    """A Character, or nobody as long as it is not asked."""
    GROUP = auto()
    PERHAPS_GROUP = auto()


_CARDS, _TEACHERS, _TRAITS, _PIRATES, _ALLIES = 40, 6, 105, 12, 8
_SEATS, _ALL_GROUPS = (0, (1 << SLOTS) - 1), (0, (1 << GROUPS) - 1)
"""Sets of seats or slots, and of groups, a bit each."""
_ENEMY, _SOURCE = (0, ENEMIES - 1), (0, 110)
_ROLL = (0, (1 << 6) - 1 + (7 << 6) + (DICE << 9))
"""How a frame keeps what a roll needs: see `rules/rolls.py`."""
_NUMBER, _NOTHING = (0, 32_767), (0, 0)


@dataclass(frozen=True)
class Shape:
    """What a frame of a kind can hold: inclusive bounds of its numbers."""

    steps: tuple[int, ...] = (0,)
    """Its steps while somebody is asked."""
    a: tuple[int, int] = _NOTHING
    b: tuple[int, int] = _NOTHING
    c: tuple[int, int] = _NOTHING
    about: About = About.NOBODY
    bears: tuple[int, ...] = ()
    """Steps in which it waits for what lies above it; in others it is uppermost."""
    on: tuple[Decision, ...] = ()
    """What it must lie on, if that matters to it."""


def _steps(last: int, first: int = 0) -> tuple[int, ...]:
    return tuple(range(first, last + 1))


CAMPAIGN_SHAPES = {
    Decision.CAMPAIGN: Shape(_steps(max(Stage)), bears=_steps(max(Stage))),
    Decision.ABSTRACT: Shape((1, 2), _SEATS, bears=(2,), on=(Decision.CAMPAIGN,)),
    Decision.PICK: Shape(on=(Decision.CAMPAIGN,)),
    Decision.HAND: Shape(a=(0, _PIRATES - 1), on=(Decision.CAMPAIGN,)),
    Decision.PICK_ALLY: Shape(a=(-1, 3), on=(Decision.CAMPAIGN,)),
    Decision.REPEAT: Shape(on=(Decision.ABSTRACT, Decision.ADVENTURE)),
    Decision.ANNEX: Shape(on=(Decision.CAMPAIGN,)),
    Decision.CASTAWAY: Shape(_steps(2), bears=(2,), on=(Decision.CAMPAIGN,)),
    Decision.HEAL: Shape(about=About.ITSELF),
    Decision.PUSH: Shape(a=(0, 7), b=(0, AGAINST - 1), c=_ROLL, about=About.CHARACTER),
    Decision.REROLL: Shape(a=(0, 7), b=(0, AGAINST - 1), c=_ROLL, about=About.CHARACTER),
    Decision.SETTLE_TIE: Shape(on=(Decision.PORT, Decision.VOYAGE, Decision.SHARE)),
}

_OWN, _TURN = About.ITSELF, (Decision.PORT_TURN,)
PORT_SHAPES = {
    Decision.PORT: Shape(_steps(5, 1), _SEATS, _SEATS, bears=_steps(5, 1)),
    Decision.RETIRE: Shape(_steps(2), (0, _PIRATES - 1), (0, 1), about=_OWN, on=(Decision.PORT,)),
    Decision.PAY_ALLY: Shape(about=About.CHARACTER, on=(Decision.PORT,)),
    Decision.PORT_TURN: Shape(bears=(0,), on=(Decision.PORT,)),
    Decision.PORT_EVENT: Shape(
        _steps(1), (0, _CARDS - 1), (0, 2), (0, 1), about=_OWN, bears=(1,), on=_TURN
    ),
    Decision.TWO_EVENTS: Shape(a=(0, _CARDS - 1), b=(0, _CARDS - 1), about=_OWN, on=_TURN),
    Decision.BOSUN: Shape(a=(0, 473), about=About.CHARACTER, on=_TURN),
    Decision.LEARN: Shape(_steps(1), (0, _TEACHERS - 1), (0, _TRAITS - 1), about=_OWN, on=_TURN),
    Decision.DOCKYARD: Shape(_steps(1), on=_TURN),
    Decision.UPGRADE: Shape(on=_TURN),
    Decision.STOCK_UP: Shape(on=_TURN),
    Decision.HAGGLE: Shape(on=_TURN),
    Decision.ORDER_GEAR: Shape(on=_TURN),
    Decision.PROSTHESIS: Shape(on=_TURN),
    Decision.STORY: Shape(_steps(1), bears=(1,), on=_TURN),
    Decision.RUMOR: Shape(on=_TURN),
    Decision.HIRE_ALLY: Shape(_steps(1), (0, _ALLIES - 1), bears=(1,), on=_TURN),
    Decision.GAME_OF_CHANCE: Shape(_steps(2), (0, 1), (0, 6), about=_OWN, bears=(2,), on=_TURN),
    Decision.BET: Shape(_steps(1), (0, 1), (0, SLOTS - 1), about=_OWN, on=_TURN),
    Decision.LOAN: Shape(_steps(1), (0, 11), on=_TURN),
    Decision.ASSIGNMENT: Shape(a=(1, 10), b=(NONE, LETTERS - 1), on=_TURN),
    Decision.LISTENING: Shape(about=_OWN, bears=(0,), on=_TURN),
}

_ONE, _PERHAPS = About.CHARACTER, About.PERHAPS_CHARACTER
_FIGHT, _ISLAND, _WORK = (Decision.FIGHT,), (Decision.ISLAND,), (Decision.STATIONS,)
VOYAGE_SHAPES = {
    Decision.VOYAGE: Shape(
        _steps(max(Step)), (0, 2 * SLOTS), (0, 1), _SEATS, bears=_steps(max(Step))
    ),
    Decision.COPY_TRAIT: Shape(about=_ONE),
    Decision.DAY_SUPPLIES: Shape(),
    Decision.SAVE_TOKEN: Shape(_steps(1), (1, HOLD), (0, SLOTS), about=_PERHAPS, bears=(0, 1)),
    Decision.TAKE_POST: Shape(about=_ONE, bears=(0,)),
    Decision.CONSTABLE: Shape(about=_ONE),
    Decision.COMMAND: Shape(a=(0, 1), bears=(0,)),
    Decision.SEND_GROUP: Shape(about=About.GROUP),
    Decision.RELOCATE: Shape(on=(Decision.COMMAND, Decision.STATIONS)),
    Decision.NEW_POST: Shape(about=_ONE, on=(Decision.COMMAND, Decision.STATIONS)),
    Decision.SONG: Shape(_steps(2), (0, 1), c=(0, SLOTS - 1), about=_ONE, bears=(2,)),
    Decision.STATIONS: Shape(_steps(2), (0, 15), about=_PERHAPS, bears=(0, 2)),
    Decision.MOVE_GOODS: Shape(_steps(3), (0, HOLD - 1), (0, HOLD), about=_PERHAPS),
    Decision.GROUP_TASK: Shape(
        _steps(2), (0, 1), (0, GROUPS), about=About.PERHAPS_GROUP, bears=(0,)
    ),
    Decision.MAIN_DECK: Shape(_steps(2), _NUMBER, about=_ONE, bears=(0, 1)),
    Decision.CARTOGRAPHY: Shape(_steps(2), (0, DICE), about=_ONE, bears=(1,)),
    Decision.SCHEME: Shape(_steps(1), about=_ONE),
    Decision.GUARD_COIN: Shape(about=_ONE),
    Decision.SAILING: Shape(a=(0, 15), bears=(0,)),
    Decision.SCORES: Shape((0,), (0, 3 * SLOTS), (0, DICE), _SEATS, about=_PERHAPS, bears=(0,)),
    Decision.AIM: Shape(a=(0, 4)),
    Decision.SHOT: Shape(
        (1, 2, 3), (0, 16 * 4 + 9), (0, 16 * 8), _SEATS, about=_PERHAPS, bears=(1, 3)
    ),
    Decision.AMMUNITION: Shape(about=_ONE, on=(Decision.SHOT,)),
    Decision.SPOTTING: Shape((0, 2), (1, 15), about=_ONE),
    Decision.RAM: Shape(
        _steps(3), _ENEMY, (0, (1 << ENEMIES) - 1), about=_PERHAPS, bears=(0, 2, 3)
    ),
    Decision.NAME_GROUP: Shape(a=(0, 1), b=(NONE, 7)),
    Decision.CALL_MUTINY: Shape(a=_SEATS, b=_SEATS),
    Decision.JOIN_MUTINY: Shape(a=_SEATS, b=_SEATS),
    Decision.BID: Shape(a=_SEATS),
    Decision.ISLAND: Shape(bears=(0,)),
    Decision.SEND_ASHORE: Shape(a=_ALL_GROUPS, on=_ISLAND),
    Decision.GO_ASHORE: Shape(
        _steps(SLOTS * (1 + SLOTS)), _ALL_GROUPS, _SEATS, about=_ONE, on=_ISLAND
    ),
    Decision.EXPLORATION: Shape(
        (2,), _ALL_GROUPS, _SEATS, (0, 5), about=_PERHAPS, bears=(2,), on=_ISLAND
    ),
    Decision.BURY: Shape(),
    Decision.DIG: Shape(),
    Decision.PUT_OFF: Shape(a=(0, 2 * SLOTS - 1), about=_ONE, on=(Decision.EVENT,)),
    Decision.EVENT: Shape(_steps(6), about=_PERHAPS, bears=_steps(6)),
    Decision.NAME_ROLLER: Shape(a=(0, 10), on=(Decision.EVENT,)),
    Decision.SCURVY: Shape(),
    Decision.GENERATION: Shape((1,), _ENEMY, _SOURCE, (-1, 10), bears=(1,)),
    Decision.PLACE_ENEMY: Shape(_steps(1), about=_ONE, on=(Decision.GENERATION,)),
    Decision.SIGNAL: Shape(a=_ENEMY),
    Decision.ENEMY_ROUND: Shape(
        _steps(ENEMIES), (0, 2), (0, 10), (0, (1 << ENEMIES) - 1), bears=_steps(ENEMIES)
    ),
    Decision.IMPACTS: Shape(a=(1, 30), b=(0, 5), bears=(0,)),
    Decision.DRIFT: Shape(a=(0, 10), b=(0, 5), bears=(0,)),
    Decision.MORALE_GONE: Shape((1, 2), bears=(1, 2)),
    Decision.FIGHT: Shape(_steps(12, 1), (0, SLOTS), _ENEMY, _SOURCE, bears=_steps(12, 1)),
    Decision.BOARDING: Shape(_steps(1), about=About.PERHAPS_GROUP, on=_FIGHT),
    Decision.ENEMY_DECK: Shape((0, 4), about=_ONE, bears=(4,), on=_FIGHT),
    Decision.GUNWALE: Shape(_steps(3), (0, 6), about=_ONE, bears=(2, 3), on=_FIGHT),
    Decision.ALOFT: Shape((0, 2, 3), about=_ONE, bears=(2, 3), on=_FIGHT),
    Decision.REGROUP: Shape(a=(0, 1), about=_ONE, on=_FIGHT),
    Decision.SURRENDER: Shape(on=_FIGHT),
    Decision.SHARE: Shape((1,), (0, HOLD), (0, 10), _NUMBER, bears=(1,), on=_FIGHT),
    Decision.PLUNDER_GROUPS: Shape((0, 1, 3), about=About.PERHAPS_GROUP, on=(Decision.SHARE,)),
    Decision.PLUNDER: Shape((1, 2, 3), about=_ONE, bears=(2,), on=(Decision.SHARE,)),
}

SHAPES = {**CAMPAIGN_SHAPES, **PORT_SHAPES, **VOYAGE_SHAPES}
"""Frames of Port, Voyage and campaign; a kind that is not here never waits for anybody."""
