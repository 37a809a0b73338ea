"""A check that the story leaves nothing out: what changed is told to all who may know of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.engine import Engine
from piracy_env.core.record import is_within
from piracy_env.core.story import Event
from piracy_env.testing.case import Case, States, Walk, leaves
from piracy_env.testing.registry import Scope, check

WORLDS = 16
"""Worlds in which something is the same for a seat that knows it."""

Spot = tuple[str, tuple[int, ...]]
"""A field, or one inside a record of it, and an index into it."""


@check(Scope.OPTIONS)
def check_news(case: Case) -> str:
    """Whatever changes in a field that is to be told, is told to all who may know of it.

    Each change is put back by itself: a story that stays the same has not told of it.
    """
    if case.game.tell is None:
        return "the game tells nothing"
    lines = changes = 0
    board = case.board()
    for walk in Walk(case, games=max(1, case.games // 4)):
        for i in walk.moved.tolist():
            event = _event(walk, i)
            for viewer in (None, int(walk.dice.integers(case.players))):
                story = event.news(viewer)
                _require_lines(walk, i, viewer, story)
                _require_the_same(walk, i, viewer, event, story)
                lines += len(story)
                for spot in _known_changes(board, event, viewer):
                    changes += 1
                    if _news(_without(event, spot), viewer) == story:
                        walk.fail(f"the story does not tell that {_change(event, spot)}", i, viewer)
    return f"{lines} lines, {changes} changes told of"


def _event(walk: Walk, i: int) -> Event:
    """The last move of a game."""
    before, after = (np.array(states[i : i + 1]) for states in (walk.before, walk.engine.states))
    tables = walk.engine.tables_of(i)
    return Event(walk.case.game, tables, before, int(walk.actions[i]), after)


def _require_lines(walk: Walk, i: int, viewer: int | None, story: object) -> None:
    """Fail unless it is a list of lines."""
    lines = story if isinstance(story, list) else [None]
    if not all(isinstance(line, str) and line.strip() and "\n" not in line for line in lines):
        walk.fail(f"a story must be a list of lines, not {story!r:.80}", i, viewer)


def _require_the_same(
    walk: Walk, i: int, viewer: int | None, event: Event, story: list[str]
) -> None:
    """Fail if it is told otherwise the second time, with another generator."""
    states = event.before.copy(), event.after.copy()
    for state in states:
        state["rng"] ^= np.uint64(0x5DEECE66D)
    if replace(event, before=states[0], after=states[1]).news(viewer) == story:
        return
    if event.news(viewer) != story:
        walk.fail("the story is another one the second time", i, viewer)
    walk.fail("the generator shows in the story", i, viewer)


def _known_changes(board: Engine, event: Event, viewer: int | None) -> Iterator[Spot]:
    """What has changed in fields that are to be told, and was and is known to the viewer."""
    old, new = leaves(event.before, event.game.told), leaves(event.after, event.game.told)
    changed = {name: array[0] != old[name][0] for name, array in new.items()}
    known = _known(board, event, viewer, [name for name in changed if changed[name].any()])
    for name, places in changed.items():
        for index in np.argwhere(places & known.get(name, np.True_)).tolist():
            yield name, tuple(index)


def _known(
    board: Engine, event: Event, viewer: int | None, changed: list[str]
) -> dict[str, NDArray[np.bool_]]:
    """Where hidden fields were and are the same in all worlds that are possible to the viewer."""
    hidden = [name for name in changed if is_within(name, event.game.hidden)]
    known: dict[str, NDArray[np.bool_]] = {}
    if viewer is None or not hidden:
        return known
    for state in (event.before, event.after):
        board.load_state_unchecked(0, state)
        worlds = board.worlds([0] * WORLDS, [viewer] * WORLDS, range(WORLDS))
        truth = leaves(state, hidden)
        for name, array in leaves(np.asarray(worlds), hidden).items():
            known[name] = known.get(name, np.True_) & (array == truth[name]).all(axis=0)
    return known


def _without(event: Event, spot: Spot) -> Event:
    """The same, but for one change that has not come about."""
    name, index = spot
    after: States = event.after.copy()
    leaves(after)[name][(0, *index)] = leaves(event.before)[name][(0, *index)]
    return replace(event, after=after)


def _news(event: Event, viewer: int | None) -> list[str] | None:
    """The story of what may be no sound position; nothing if it makes no sense at all."""
    try:
        return event.news(viewer)
    except Exception:  # whatever a game may raise: it has looked at the change
        return None


def _change(event: Event, spot: Spot) -> str:
    name, index = spot
    values = (leaves(state)[name][(0, *index)] for state in (event.before, event.after))
    place = str(list(index)) if index else ""
    return f"{name}{place} went from " + " to ".join(map(str, values))
