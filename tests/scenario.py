"""Positions set by hand, played by ids or labels, and compared: for the tests of any game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.core.game import Game
from piracy_env.core.memory import at
from piracy_env.core.record import Record
from piracy_env.core.story import Event
from piracy_env.errors import IllegalActionError


def deal(game: Game, seed: int = 1, **options: Any) -> Engine:
    """One newly dealt game, which stays as it is when it has ended."""
    engine = Engine(game, seed=seed, auto_reset=False, **options)
    engine.reset()
    return engine


def position(game: Game, fields: dict[str, Any], **options: Any) -> Engine:
    """A game with fields, or parts of them, set; its invariants hold, or it is refused."""
    engine = deal(game, **options)
    engine.set(0, fields)
    return engine


def act(engine: Engine, *actions: int | str) -> Engine:
    """Play actions, given by id or label; each step must keep the invariants."""
    for action in actions:
        chosen = engine.game.actions.id(action) if isinstance(action, str) else action
        before = np.array([engine.states[0]], engine.game.dtype)
        engine.step([chosen])
        complaints = engine.complaints()
        if engine.game.transition is not None:
            tables = engine.tables_of(0).t
            complaints += engine.game.transition(Record(before[0]), chosen, engine.record(), tables)
        assert not complaints, complaints
    return engine


def expect(engine: Engine, parts: Mapping[str, Any] | None = None, /, **fields: Any) -> None:
    """Compare fields, or parts of them by their paths; a list with as many items as it has."""
    wanted = {**(parts or {}), **fields}
    found = {path: _plain(engine, path, value) for path, value in wanted.items()}
    assert found == wanted


def refuses(engine: Engine, *actions: int | str) -> None:
    """Each of these actions is illegal, and trying it leaves every byte as it was."""
    before = engine.states.tobytes()
    for action in actions:
        chosen = engine.game.actions.id(action) if isinstance(action, str) else action
        with pytest.raises(IllegalActionError):
            engine.step([chosen])
        assert engine.states.tobytes() == before, f"{action} was refused, but changed the state"


def labels(engine: Engine, block: str | None = None) -> list[str]:
    """Labels of the legal actions, of all blocks or of one."""
    actions = engine.game.actions
    return [
        actions.label(action)
        for action in engine.legal()
        if block is None or actions.parse(action)[0] == block
    ]


def _plain(engine: Engine, path: str, value: Any) -> Any:
    found = at(np.asarray(engine.states[:1]), path).tolist()
    return found[: len(value)] if isinstance(value, list) else found


# --- changes that break a state -------------------------------------------------------------------


def entry(name, index, value):
    """A field with one item changed."""

    def change(state):
        state[name][0][index] = value

    return change


def fields(**values):
    """Some fields changed."""

    def change(state):
        for name, value in values.items():
            state[name] = value

    return change


def both(*changes):
    """Several changes."""

    def change(state):
        for one in changes:
            one(state)

    return change


def told(engine: Engine, *actions: int | str, viewer: int | None = None) -> list[str]:
    """What a viewer is told of the last of some actions."""
    act(engine, *actions[:-1])
    game, last = engine.game, actions[-1]
    action = game.actions.id(last) if isinstance(last, str) else last
    before = engine.states[:1].copy()
    act(engine, action)
    return Event(game, engine.tables_of(), before, action, engine.states[:1].copy()).news(viewer)
