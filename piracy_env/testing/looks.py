"""Checks of observations, texts and pictures: looking changes nothing."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.engine import Engine
from piracy_env.errors import IllegalActionError
from piracy_env.testing.case import Case, Walk, float_differences
from piracy_env.testing.play import snapshot
from piracy_env.testing.registry import Scope, check

MOST_ACTIONS = 5
"""Actions of one position that are described."""


@check(Scope.OPTIONS)
def check_observations(case: Case) -> str:
    """Every seat always sees finite float32 numbers from 0 to 1, whatever the buffer held."""
    names = case.game.observation.feature_names()
    low = np.full(len(names), np.inf, np.float32)
    high, looked = -low, 0
    board = case.board()
    for walk in Walk(case):
        engine = walk.engine
        games = walk.moved if walk.move else np.arange(engine.num_envs)
        for seat in range(case.players):
            seen, _ = engine.look(games, np.full(games.size, seat))
            with np.errstate(invalid="ignore"):
                bad = np.argwhere(~((seen >= 0) & (seen <= 1)))
            for k, feature in bad:
                walk.fail(f"{names[feature]} is {seen[k, feature]}", games[k], seat)
            low, high = np.minimum(low, seen.min(0)), np.maximum(high, seen.max(0))
            looked += len(seen)
        i = int(walk.dice.choice(games))
        board.observation[:] = np.nan
        board.load_state_unchecked(0, engine.states[i : i + 1])
        for other in (board.observation[0], engine.observation[i]):
            difference = float_differences(case.game, other, engine.observe(i, int(engine.seat[i])))
            if difference:
                walk.fail(f"two looks at one position differ; {difference}", i)
    return f"{looked} looks; {(low < high).sum()} of {len(names)} floats vary"


@check(Scope.OPTIONS)
def check_looking(case: Case) -> str:
    """Looking at a game in any way changes neither the game nor a global random generator."""
    looked = 0
    for walk in Walk(case).visits():
        i = int(walk.dice.integers(walk.engine.num_envs))
        for name, look in _ways_to_look(walk.engine, i).items():
            before, luck = snapshot(walk.engine), _global_generators()
            first = look()
            if snapshot(walk.engine) != before:
                walk.fail(f"{name} changes the game", i)
            if _global_generators() != luck:
                walk.fail(f"{name} uses a global random generator", i)
            if _plain(first) != _plain(look()):
                walk.fail(f"{name} gives another result the second time", i)
            looked += 1
    return f"{looked} looks"


def _global_generators() -> tuple[object, ...]:
    """The states of the generators that all of a process shares."""
    state = np.random.get_state(legacy=False)  # noqa: NPY002 - to see that nobody uses it
    return random.getstate(), state["state"]["key"].tobytes(), state["state"]["pos"]


def _ways_to_look(engine: Engine, i: int) -> dict[str, Callable[[], object]]:
    seats = range(engine.options.players)
    legal = engine.legal(i)[:MOST_ACTIONS]
    viewers = (None, int(engine.states["moves"][i]) % engine.options.players)
    return {
        "observe": lambda: [engine.observe(i, seat) for seat in seats],
        "mask": lambda: [engine.mask(i, seat) for seat in seats],
        "outcome": lambda: engine.outcome(i),
        "rewards": lambda: engine.rewards(i),
        "complaints": lambda: engine.complaints(i),
        "describe": lambda: [engine.describe(i, seat) for seat in viewers],
        "describe_action": lambda: [
            engine.describe_action(i, action, seat) for action in legal for seat in viewers
        ],
        "render": lambda: [engine.render(i, seat) for seat in viewers],
        "worlds": lambda: [engine.sample(i, seat, 7) for seat in seats],
        "view": lambda: engine.view([i], key=7).sample(),
    }


def _plain(value: object) -> object:
    """A value that can be compared with `==`."""
    if isinstance(value, np.ndarray):
        return value.tobytes()
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value


@check(Scope.OPTIONS)
def check_texts(case: Case) -> str:
    """Every position and legal action can be told in words, and drawn as well-formed SVG."""
    count = 0
    for walk in Walk(case).visits():
        i = int(walk.dice.integers(walk.engine.num_envs))
        for viewer in (None, walk.move % case.players):
            if not walk.engine.describe(i, viewer).strip():
                walk.fail("the position is described by nothing", i, viewer)
            try:
                root = ElementTree.fromstring(walk.engine.render(i, viewer))
            except ElementTree.ParseError as error:
                walk.fail(f"the picture is no XML: {error}", i, viewer)
            if root.tag.rpartition("}")[2] != "svg":
                walk.fail(f"the picture is no SVG, but <{root.tag}>", i, viewer)
            count += 1
        for viewer in (None, int(walk.engine.seat[i])):  # others need not hear of it
            for action in walk.engine.legal(i) if viewer is None else walk.engine.legal(i)[:1]:
                if not walk.engine.describe_action(i, action, viewer).strip():
                    label = case.game.actions.labels[action]
                    walk.fail(f"the action {label!r} is described by nothing", i, viewer)
    return f"{count} positions told and drawn"


@check(Scope.PLAYERS)
def check_copies_handed_out(case: Case) -> str:
    """What is handed out is a copy or cannot be written to, and no edit of it changes a game."""
    engine = case.engine(2)
    engine.reset()
    view = engine.view([0, 1], key=1, oracle=True)
    handed = {
        "look": engine.look([0, 1], [0, 0])[0],
        "observe": engine.observe(0, 0),
        "mask": engine.mask(0, int(engine.seat[0])),
        "worlds": engine.worlds([0, 1], [0, 0], [1, 2]),
        "sample": engine.sample(0, 0),
        "uniform": engine.uniform(),
        "view.observation": view.observation,
        "view.action_mask": view.action_mask,
        "view.seat": view.seat,
        "view.tables": view.tables,
        "view.sample": view.sample(),
        "view.states": view.states(),
        "playouts": engine.playouts([0, 1], [0, 0], [1, 2])[0],
    }
    again = engine.look([0, 1], [0, 0])[0]
    if np.shares_memory(handed["look"], again):
        case.fail("two looks share their memory")
    kept = snapshot(engine)
    own = [engine.states, engine.finals, engine.slots, *engine.result]
    for name, array in handed.items():
        if any(np.shares_memory(array, buffer) for buffer in own):
            case.fail(f"{name} hands out the engine's own memory")
        if array.flags.writeable:
            array.view(np.uint8)[...] = 1
        else:
            _require_read_only(case, name, array)
    for name in ("states", "finals", "slots", "ego_seat", "controller"):
        _require_read_only(case, name, getattr(engine, name))
    _require_read_only(case, "the tables' record", engine.tables_of().record)
    if snapshot(engine) != kept:
        case.fail("writing to what was handed out changes the game")
    _require_judged_by_itself(case, engine)
    return f"{len(handed)} results"


def _require_read_only(case: Case, name: str, array: NDArray[Any]) -> None:
    """Nobody can write to the array, nor make it writable."""
    try:
        array.setflags(write=True)
    except ValueError:
        return
    case.fail(f"{name} can be made writable")


def _require_judged_by_itself(case: Case, engine: Engine) -> None:
    """Whatever callers write into the arrays of a step, legality is judged as before."""
    legal = set(engine.legal(0))
    for array in engine.result:
        array.view(np.uint8)[...] = 1
    for action in set(range(len(case.game.actions))) - legal:
        try:
            engine.step([action], [0])
        except IllegalActionError:
            continue
        case.fail("an edit of the mask makes an action legal", action=action)
