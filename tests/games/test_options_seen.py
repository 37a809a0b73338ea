"""Who plays can see what is played: each option shows, or is declared to shape the deal alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.core.game import RUNNING
from piracy_env.core.options import Number
from piracy_env.registry import GAMES, load
from piracy_env.testing.case import (
    Case,
    CheckFailure,
    Walk,
    cases_of,
    float_differences,
    go_together,
    mask_differences,
    random_actions,
    state_differences,
    values_of,
)
from tests.core.whispers import GAME as WHISPERS

TOGETHER = 24
"""Moves for which twins are played side by side."""
NEAR = 8
"""Other numbers of an option that are tried, beside its ends."""


def require_options_seen(case: Case) -> int:
    """Fail if some seat cannot see an option that matters; how many changes were looked at."""
    true, others = case.board(), [*_others(case)]
    looked = 0
    for walk in Walk(case).visits() if others else ():
        i = walk.pick()
        for name, value, other in others if i is not None else ():
            assert i is not None
            state = walk.engine.states[i : i + 1].copy()
            if state["moves"][0] >= case.game.longest(other.options):
                continue
            true.load_state_unchecked(0, state)
            state[name] = other.states[name]
            other.load_state_unchecked(0, state)
            change = f"{name} {value!r} instead of {true.options.values[name]!r}"
            if case.game.options[name].deal_only:
                _require_no_account(walk, i, name, change, (true, other))
            else:
                _require_seen(walk, i, change, (true, other))
            looked += 1
    return looked


def _others(case: Case) -> Iterator[tuple[str, object, Engine]]:
    """Boards for other values of each option: its ends, its words, some numbers."""
    dice = np.random.default_rng(case.seed)
    for name in case.game.kept_options:
        option = case.game.options.get(name)
        if option is None:
            continue
        values = [*values_of(option)]
        if isinstance(option, Number):
            values += dice.integers(option.low, option.high + 1, size=NEAR).tolist()
        tried = [case.options.stored[name]]
        for value in values:
            given = {**case.given, name: value}
            if option.read(value) not in tried and go_together(case.game, case.players, given):
                tried.append(option.read(value))
                yield name, value, replace(case, given=given).board()


def _require_seen(walk: Walk, i: int, change: str, boards: tuple[Engine, Engine]) -> None:
    """Fail if some seat sees the same, though another option is played by."""
    for seat in range(walk.case.players):
        seen, its = (board.observe(0, seat) for board in boards)
        if np.array_equal(seen, its):
            what = f"{change} is not to be seen: show it, or declare it `deal_only`"
            walk.fail(what, i, seat)


def _require_no_account(
    walk: Walk, i: int, name: str, change: str, boards: tuple[Engine, Engine]
) -> None:
    """Fail if a game goes on otherwise by an option that is said to shape the deal alone."""
    for _ in range(TOGETHER):
        found = _parting(walk.case, *boards, name)
        if found:
            walk.fail(f"{change} is declared `deal_only`, but the game goes by it: {found}", i)
        if boards[0].states["over"][0] != RUNNING:
            return
        actions = random_actions(boards[0].action_mask, walk.dice)
        for board in boards:
            board.step(actions)


def _parting(case: Case, one: Engine, other: Engine, name: str) -> str:
    """Where two games part that differ in an option."""
    state = other.states[:1].copy()
    state[name] = one.states[name]
    found = state_differences(state, one.states[:1].copy())
    found = found or mask_differences(case.game, other.action_mask[0], one.action_mask[0])
    if not found and one.outcome(0) != other.outcome(0):
        found = "another outcome"
    for seat in range(0 if found else case.players):
        found = found or float_differences(case.game, other.observe(0, seat), one.observe(0, seat))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_option_is_seen_or_of_no_account(name):
    game = load(name)
    (case, *_) = cases_of(game, game.default_seats, games=2, moves=12, most=100)
    assert require_options_seen(case) > 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, "rounds 1 instead of 2 is not to be seen: show it, or declare it `deal_only`"),
        (
            {"deal_only": True},
            "rounds 1 instead of 2 is declared `deal_only`, but the game goes by",
        ),
    ],
)
def test_an_option_that_nobody_sees_is_found(change, words):
    rounds = replace(WHISPERS.options["rounds"], **change)
    game = replace(WHISPERS, options={**WHISPERS.options, "rounds": rounds}, place="")
    (case, *_) = cases_of(game, 2, games=2, moves=20)
    with pytest.raises(CheckFailure, match=words):
        require_options_seen(case)
