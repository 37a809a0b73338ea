"""Crews of the whole game: between two phases, on the board, and when a result is to stand."""

from __future__ import annotations

from typing import Any

from piracy_env.games.skull_tales.campaign import GAME
from piracy_env.games.skull_tales.rules.adventure.track import JUDGED
from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.state import NONE, Decision, Ended
from tests.games.skull_tales.crew import between as crew_between
from tests.games.skull_tales.crew import frames
from tests.scenario import act, deal

WITH_BOARD = (1, 2, 3, 4, 5)
"""Chapters that have an Adventure."""


def campaign(**options: Any):
    """A campaign that begins with chapter 2, with Pirates as they are dealt."""
    return deal(GAME, **{"characters": "dealt", "camp_ch": 2, "camp_last": 10, **options})


def between(stage: Stage, **fields: Any):
    """F3 between two phases of a campaign: with the answer `no` it goes on to a stage."""
    options = {"characters": "dealt", "camp_ch": 2, "camp_last": 10, **fields.pop("options", {})}
    return crew_between(stage, "campaign", game=GAME, options=options, **fields)


def ashore(chapter: int, **fields: Any):
    """F3 at the first question of the Adventure of a chapter."""
    annex = {"back_ch": 2, "voyages": 1} if chapter > 10 else {}
    return act(between(Stage.ADVENTURE, camp_ch=chapter, **{**annex, **fields}), "no")


def judged(chapter: int, result: int, **fields: Any):
    """The same when the Adventure is over, and it is asked whether its result stands."""
    table = ashore(chapter, **fields)
    stack = frames(
        table.states["stk"][0, 0].tolist(),
        [Decision.ADVENTURE, -1, JUDGED, -1, 1 + Ended.OUT_OF_TIME, 0, 0],
        [Decision.REPEAT, 0, 0, -1, 0, 0, 0],
    )
    table.set(0, {**stack, "adv_result": result, "seat": 0, "cand_n": 0, "active_slot": NONE})
    return table


def concluded(chapter: int, result: int, **fields: Any):
    """The same once its result stands."""
    return act(judged(chapter, result, **fields), "continue")


def question(table: Any) -> str:
    """What is asked."""
    return GAME.decisions.name(table.record())
