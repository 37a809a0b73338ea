"""Checks of play: what is legal, what it leads to, and that games end."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from piracy_env.core.engine import Engine
from piracy_env.core.game import CUT, ENDED, RUNNING
from piracy_env.core.record import Record
from piracy_env.errors import IllegalActionError, OrderError, PiracyError
from piracy_env.testing.case import Case, Walk, mask_differences, random_actions, state_differences
from piracy_env.testing.paying import require_payment
from piracy_env.testing.registry import Scope, check

MOST_TRIALS = 4
"""Legal actions that are tried in one position."""
MOST_REFUSALS = 48
"""Illegal actions that are tried in one position."""
AT_ONCE = 4096
"""Random moves that a long game takes inside compiled code, before it is looked at again."""


@check(Scope.OPTIONS)
def check_legal_actions(case: Case) -> str:
    """Each action that is marked as legal can be applied, and leads to a sound position."""
    board = case.board()
    tried = set()
    for walk in Walk(case) if case.usual else Walk(case).visits():
        i = walk.pick()
        if i is None:
            break
        state, legal = walk.engine.states[i : i + 1].copy(), walk.engine.legal(i)
        walk.dice.shuffle(legal)
        for action in legal[:MOST_TRIALS]:
            board.load_state_unchecked(0, state)
            try:
                board.step([action])
            except PiracyError as error:
                walk.fail(f"the mask allows {_name(case, action)}, but: {error}", i)
            tried.add(action)
            wrong = board.complaints(0)
            if wrong:
                walk.fail(f"the mask allows {_name(case, action)}, but it breaks: {wrong}", i)
            if board.states["over"][0] == RUNNING and not board.action_mask.any():
                walk.fail(f"after {_name(case, action)} no action is legal", i)
    return f"{len(tried)} of {case.game.actions.size} actions seen"


@check(Scope.OPTIONS)
def check_masks(case: Case) -> str:
    """Only the seat to move has a mask, whatever the buffer held, and none at the end."""
    players, looked = range(case.players), 0
    board = case.board()
    for walk in Walk(case):
        for i in walk.dice.choice(walk.engine.num_envs, 2).tolist():
            looked += 1
            engine, s = walk.engine, walk.engine.record(i)
            if s.over != RUNNING and engine.action_mask[i].any():
                walk.fail("the game is over, but there are legal actions", i)
            for seat in players:
                expected = engine.action_mask[i] & (seat == s.seat) & (s.over == RUNNING)
                difference = mask_differences(case.game, engine.mask(i, seat), expected)
                if difference:
                    walk.fail(difference, i, seat)
            board.action_mask[:] = True
            board.load_state_unchecked(0, engine.states[i : i + 1])
            difference = mask_differences(case.game, board.action_mask[0], engine.action_mask[i])
            if difference:
                walk.fail(f"the mask depends on what was in the buffer; {difference}", i)
    return f"{looked} positions"


@check(Scope.OPTIONS)
def check_refusals(case: Case) -> str:
    """Each action outside the mask is refused by name, and not a byte changes."""
    refused = 0
    for walk in Walk(case, games=3).visits():
        i = walk.pick()
        if i is None:
            break
        illegal = np.flatnonzero(~walk.engine.action_mask[i])
        walk.dice.shuffle(illegal)
        for action in illegal[:MOST_REFUSALS].tolist():
            before = snapshot(walk.engine)
            try:
                walk.engine.step([action], [i])
            except IllegalActionError as error:
                label = case.game.actions.labels[action]
                if str(action) not in str(error) or label not in str(error):
                    walk.fail(f"the refusal does not name {_name(case, action)}: {error}", i)
            else:
                walk.fail(f"{_name(case, action)} was applied, though the mask forbids it", i)
            _require_same(walk, i, before, f"refusing {_name(case, action)}")
            refused += 1
    return f"{refused} refused"


@check(Scope.OPTIONS)
def check_bad_input(case: Case) -> str:
    """What is no action at all is refused too, and one bad action refuses a whole batch."""
    walk = Walk(case, games=3)
    positions = iter(walk)
    before_reset = snapshot(walk.engine)
    _refuse(walk, lambda: walk.engine.step([0, 0, 0]), OrderError, "a step before the deal")
    _require_same(walk, 0, before_reset, "refusing a step before the deal")
    next(positions)
    engine, size = walk.engine, case.game.actions.size
    good = random_actions(engine.action_mask, walk.dice)
    wrong: dict[str, Any] = {
        "a negative action": [good[0], -1, good[2]],
        "an action beyond the last": [good[0], good[1], size],
        "a huge action": [2**62, good[1], good[2]],
        "fractions": good + 0.5,
        "floats": good.astype(float),
        "truth values": np.ones(3, np.bool_),
        "no number": [math.nan, 0.0, 0.0],
        "words": ["pass", "pass", "pass"],
        "nothing": None,
        "too few actions": good[:2],
        "too many actions": [*good, 0],
        "a table of actions": good[:, None],
        "a ragged table of actions": [[good[0]], [good[1], 0], [good[2]]],
    }
    illegal = np.flatnonzero(~engine.action_mask[2])
    if illegal.size:
        wrong["one illegal action"] = [good[0], good[1], illegal[0]]
    for what, actions in wrong.items():
        before = snapshot(engine)
        _refuse(walk, partial(engine.step, actions), IllegalActionError, what)
        _require_same(walk, 0, before, f"refusing {what}")
    return f"{len(wrong)} ways to be wrong"


@check(Scope.OPTIONS)
def check_length(case: Case) -> str:
    """Every game ends by its rules within its bound; one that is cut is truncated."""
    bound = case.game.longest(case.options)
    engine = case.engine()
    engine.reset()
    dice = np.random.default_rng(case.seed)
    running = np.arange(engine.num_envs)
    while running.size:
        masks = engine.action_mask[running]
        if not masks.any(1).all():
            case.fail("the game is running, but no action is legal")
        engine.step(random_actions(masks, dice), running)
        running = running[engine.states["over"][running] == RUNNING]
    lengths = engine.states["moves"]
    for i in np.flatnonzero(engine.states["over"] != ENDED):
        # an option may be so tight a limit that the game is cut; usual ones must not be
        if not case.is_cut and (case.usual or lengths[i] < bound):
            case.fail(f"the game did not end within its {bound} moves", game=i)
    _check_cut(case, max(1, int(lengths.min()) // 2))
    spread = f"{lengths.min()} to {lengths.max()} moves, at most {bound}"
    if case.is_cut and case.usual and (engine.states["over"] == CUT).any():
        return f"{spread}; played on to move {_play_out(case, bound)}"
    return spread


def _play_out(case: Case, bound: int) -> int:
    """Play one game to its end, however long it takes, inside compiled code; its moves."""
    engine = case.engine(1, max_moves=bound)
    engine.reset()
    while engine.states["over"][0] == RUNNING:
        if not engine.action_mask.any():
            case.fail("the game is running, but no action is legal")
        engine.rollout(AT_ONCE, observe=False)
    if engine.states["over"][0] != ENDED:
        case.fail(f"the game did not end within its {bound} moves", game=0)
    ranks = engine.outcome().ranks
    if 0 in ranks:
        case.fail(f"the places at the end are {ranks}", game=0)
    if case.players == 1:
        require_payment(case, case.game.default_reward, engine, engine.final_payments)
    return int(engine.states["moves"][0])


def _check_cut(case: Case, limit: int) -> None:
    engine = case.engine(1, max_moves=limit)
    engine.reset()
    while engine.states["over"][0] == RUNNING:
        engine.step(engine.uniform())
    moves, over = int(engine.states["moves"][0]), int(engine.states["over"][0])
    ends = bool(engine.terminated[0]), bool(engine.truncated[0])
    if over == CUT and (moves != limit or ends != (False, True)):
        case.fail(f"a game cut after {limit} moves has {moves}, (terminated, truncated) {ends}")
    if over == ENDED and ends != (True, False):
        case.fail(f"a game that ended has (terminated, truncated) {ends}")


@check(Scope.OPTIONS)
def check_invariants(case: Case) -> str:
    """After each move of random play the game's own invariants hold, and the header is sound."""
    positions = 0
    for walk in Walk(case, games=max(1, case.games // 4)):
        for i in walk.moved if walk.move else range(walk.engine.num_envs):
            positions += 1
            wrong = walk.engine.complaints(i)
            if walk.move:
                wrong += _header_complaints(walk, i)
            if walk.move and case.game.transition is not None:
                before, after = Record(walk.before[i]), walk.engine.record(i)
                action, t = int(walk.actions[i]), walk.engine.tables_of(i).t
                wrong += case.game.transition(before, action, after, t)
            if wrong:
                walk.fail("; ".join(wrong), i)
    return f"{positions} positions"


def _header_complaints(walk: Walk, i: int | np.integer[Any]) -> list[str]:
    before, after = Record(walk.before[i]), walk.engine.record(int(i))
    wrong = []
    if after.moves != before.moves + 1:
        wrong.append(f"moves went from {before.moves} to {after.moves}")
    if before.out & ~after.out or after.out >> after.players:
        wrong.append(f"eliminated seats went from {before.out:b} to {after.out:b}")
    if after.over == RUNNING and after.out >> after.seat & 1:
        wrong.append(f"seat {after.seat} is to move, but eliminated")
    shown = int(walk.engine.seat[i]), bool(walk.engine.terminated[i])
    if shown != (after.seat, after.over == ENDED):
        wrong.append(f"(seat, terminated) is given as {shown}")
    return wrong


# --- refusing -------------------------------------------------------------------------------------


def snapshot(engine: Engine) -> bytes:
    """All that a step may change, as bytes."""
    arrays = [engine.states, engine.finals, engine.slots, *engine.result]
    return b"".join(array.tobytes() for array in arrays)


def _require_same(walk: Walk, i: int, before: bytes, what: str) -> None:
    if snapshot(walk.engine) == before:
        return
    size = walk.engine.states.nbytes
    old, new = np.frombuffer(before[:size], walk.case.game.dtype), walk.engine.states
    changes = (state_differences(new[k : k + 1], old[k : k + 1]) for k in range(len(new)))
    walk.fail(f"{what} changed the game: {next(filter(None, changes), 'its buffers')}", i)


def _refuse(walk: Walk, call: Callable[[], object], kind: type[Exception], what: str) -> None:
    try:
        call()
    except kind:
        return
    except Exception as error:
        walk.fail(f"{what} ends in {type(error).__name__}: {error}", 0)
    walk.fail(f"{what} is accepted", 0)


def _name(case: Case, action: int) -> str:
    return f"{action} {case.game.actions.labels[action]!r}"
