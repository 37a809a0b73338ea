"""The crew of the tests at sea: fixture F3, with what is being decided laid on the stack."""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.jit import COMPILED
from piracy_env.core.record import Record
from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.rules.voyage import Step
from piracy_env.games.skull_tales.state import FRAME, FRAMES, Decision
from tests.games.skull_tales.crew import _crew, _no_gear, dice
from tests.scenario import deal

(FORECASTLE, CROWS_NEST, GUN_DECK, MAIN_DECK, QUARTERDECK, HELM) = range(6)
(RIGGING, GUNWALE, CREW_QUARTERS, GUARD, SICK_BAY) = range(6, 11)
A_SEAT, B_SEAT, C_SEAT = range(3)
PLACES = {"C": 2, "F": 5, "K": 10, "Q": 16, "D": 3, "V": 21, "O": 14}
"""Numbers of islands."""


def frame(kind: Decision, actor: int = -1, slot: int = -1, a: int = 0, b: int = 0) -> list[int]:
    """A frame at its first step."""
    return [kind, actor, 0, slot, a, b, 0]


def at_sea(step: Step, *frames: list[int], on: tuple[int, ...] = (), **fields: Any):
    """F3 at sea: the last of the frames is asked, then the Voyage goes on with a step.

    Without frames a question about something else is asked, that `no` answers. `on` are posts of
    A, B and C; groups are named by `pg=`, what the game is dealt with by `options=`.
    """
    engine = deal(GAME, scenario="voyage", **{"sea": "calm", **fields.pop("options", {})})
    asked = frames or (frame(Decision.DIG, 0),)
    stack = [[0] * FRAME for _ in range(FRAMES)]
    stack[0] = [Decision.CAMPAIGN, -1, 6, -1, 0, 0, 0]
    stack[1] = [Decision.VOYAGE, -1, step, -1, 0, 0, 0]
    for place, one in enumerate(asked):
        stack[2 + place] = one
    changes = {**_crew(), **_no_gear(engine), **_at_sea()}
    seat = asked[-1][1]
    changes |= {"stk": stack, "sp": 2 + len(asked), "seat": 0 if seat < 0 else seat}
    changes |= {f"post[{slot}]": post for slot, post in enumerate(on)}
    groups = fields.pop("pg", {})
    changes |= {f"pg_post[{group}]": post for group, post in groups.items()}
    engine.set(0, {**changes, **fields})
    return engine


def _at_sea() -> dict[str, Any]:
    """Where the ship is, what is sought, and who is aboard, of F3."""
    return {
        "post": [CREW_QUARTERS] * 3 + [-1] * 2,
        "phase": 1,
        "ship_c": 10,
        "ship_r": 8,
        "ship_f": 3,
        "v_turn": 2,
        "clock": 2,
        "v_day": 0,
        "v_round": 1,
        "morale": 20,
        "ch_tp": [0] * 5,
        "filth": 0,
        "camp_ch": 2,
        "goal_n": 4,
        "goal_l": [PLACES[letter] for letter in "CFKQ"],
        "goal_id": [2, 1, 3, 4],
        "goal_rev": [0] * 4,
        "goal_mk": [0] * 4,
        "docked": 0,
        "watch": [-1] * 5,
        **dice(),
    }


def begin(*frames: list[int], step: Step = Step.STATIONS, **fields: Any):
    """The same in the Crew Round, where most is decided."""
    return at_sea(step, *frames, **fields)


def trait(slot: int, number: int) -> dict[str, Any]:
    """A Trait of a Character."""
    return {f"ch_traits[{slot}, {int(number)}]": 1}


def loose(engine: Any) -> tuple[Any, Any, Record]:
    """State and tables for a kernel that a test calls itself, and that state to be read."""
    rows = np.array([engine.states[0]], engine.game.dtype)
    tables, seen = engine.tables_of(0), Record(rows[0])
    return (rows[0], tables.record[0], seen) if COMPILED else (seen, tables.t, seen)
