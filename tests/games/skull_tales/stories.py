"""Stories of the tests: what is told of an action between two states, and what is left out."""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.game import RUNNING
from piracy_env.core.record import Record
from tests.games.skull_tales.shipped import SHIPPED

T = SHIPPED


def story(game: Any, before: Any, action: int, after: Any, viewer: int | None = None) -> list[str]:
    """The story of an action between two states."""
    return list(game.tell(Record(before[0]), T, action, Record(after[0]), viewer))


def is_told(lines: list[str], *parts: str) -> bool:
    """Whether some line has all these words."""
    return any(all(part in line for part in parts) for line in lines)


def left_out(game: Any, before: Any, action: int, after: Any) -> list[str]:
    """Promised fields of which a change can be put back, and the story stays the same."""
    told, missing = story(game, before, action, after), []
    for name in game.told:
        for index in np.argwhere(np.atleast_1d(before[name][0] != after[name][0])):
            changed = after.copy()
            spot = (0, *index) if before[name].ndim > 1 else (0,)
            changed[name][spot] = before[name][spot]
            try:
                is_same = story(game, before, action, changed) == told
            except (ValueError, IndexError, KeyError):
                continue  # no sound position: the story has looked at the change
            missing += [name] * is_same
    return missing


def moves(table: Any, dice: Any, count: int):
    """Random moves of a game: the states before and after, a world for a seat of each."""
    players = int(table.states["players"][0])
    for number in range(count):
        if table.states["over"][0] != RUNNING:
            return
        seat = number % players
        before, seen = table.states[:1].copy(), world(table, seat, number)
        action = int(dice.choice(list(table.legal(0))))
        table.step([action])
        yield (
            seat,
            (before, action, table.states[:1].copy()),
            (seen, world(table, seat, number + 1)),
        )


def world(table: Any, seat: int, key: int) -> Any:
    """A state that a seat cannot tell from the true one."""
    return np.asarray(table.worlds([0], [seat], [key])).reshape(1)
