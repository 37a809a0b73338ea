"""Sea Enemies of the tests, put where a test wants them."""

from __future__ import annotations

from typing import Any

from piracy_env.games.skull_tales.rules.voyage import Step
from piracy_env.games.skull_tales.state import Decision
from tests.games.skull_tales.aboard import (
    CROWS_NEST,
    GUNWALE,
    HELM,
    QUARTERDECK,
    at_sea,
    dice,
    frame,
)
from tests.games.skull_tales.shipped import SHIPPED
from tests.scenario import act

(GALLEON, CUTTER, MERCHANT, RIVAL, WHALE) = range(5)
(MONSTER, GHOST, WHIRLPOOL, TOWER, CRAB) = range(5, 10)
AGGRESSIVE, NEUTRAL, PASSIVE = range(3)
N, NE, SE, S, SW, NW = range(6)
_CARD = SHIPPED.t.sea_enemies


def foe(enemy: int, at: tuple[int, int], facing: int = S, **other: int) -> dict[str, Any]:
    """An Enemy with its card's values, at a column and row."""
    row = _CARD[enemy]
    values = {
        "on": 1,
        "c": at[0],
        "r": at[1],
        "f": facing,
        "mode": 0 if row.type > PASSIVE else row.type,
        "spd": row.speed,
        "hold": row.body,
        "be": row.be,
        **other,
    }
    return {f"sea_{name}[{enemy}]": int(value) for name, value in values.items()}


def place_of(table: Any, enemy: int) -> tuple[int, int]:
    """Where an Enemy is."""
    s = table.record()
    return int(s.sea_c[enemy]), int(s.sea_r[enemy])


def sailing(**fields: Any) -> Any:
    """F3 at the station menu of sailing; the Crew Round ends after it."""
    return at_sea(Step.LAND, frame(Decision.SAILING), **fields)


def enemies_next(**fields: Any) -> Any:
    """F3 just before the Sea Enemy Round: `no` begins it."""
    return at_sea(Step.ENEMIES, **fields)


FIGHTERS = (QUARTERDECK, GUNWALE, HELM)
"""A commands, B fights, C steers."""
AHEAD = (10, 9)
TWO_GROUPS = {"pg": {0: GUNWALE, 1: GUNWALE}}


def alongside(enemy=MERCHANT, rolls=(), **fields):
    """F3 has sailed into the space of an Enemy; nobody moves groups before the first round."""
    there = {"on": FIGHTERS, "pg": TWO_GROUPS["pg"], "ship_mov": 2, **foe(enemy, AHEAD)}
    table = sailing(**{**there, **fields}, **dice(*rolls))
    act(table, "mv_fwd")
    if asked(table) == Decision.BOARDING:
        act(table, "no")
    return table


def asked(table):
    """What is being decided."""
    s = table.record()
    return Decision(int(s.stk[s.sp - 1][0]))


LOOKOUT = {"on": (QUARTERDECK, HELM, CROWS_NEST)}


def drawn(card, *rolls, **fields):
    """An Event card is drawn; 3 is the Coast Guard, who brings a Cutter."""
    return act(at_sea(Step.EVENT, options={"sea": "full"}, **fields, **dice(card, *rolls)), "no")
