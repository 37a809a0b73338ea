"""Kernels as plain Python: the same rules, run on a record without a compiler."""

import numpy as np
import pytest

from piracy_env.core.bits import lowest
from piracy_env.core.engine import Engine
from piracy_env.core.jit import COMPILED, kernel
from piracy_env.core.plain import plain
from piracy_env.games.notoriety import outcome
from piracy_env.games.notoriety.state import Achievement
from piracy_env.registry import load


@kernel
def is_even(n):
    return n == 0 or is_odd(n - 1)


@kernel
def is_odd(n):
    return n != 0 and is_even(n - 1)


def test_kernels_that_call_each_other_in_circles_are_plain():
    assert plain(is_even)(10) is True
    assert plain(is_odd)(10) is False
    assert plain(is_even) is plain(is_even) or not COMPILED


@kernel
def sum_of(bits):
    total = 0
    while bits:
        total += lowest(bits)
        bits &= bits - 1
    return total


def test_sets_are_walked_without_the_compiler():
    assert plain(sum_of)(0b101001) == 8


@pytest.mark.skipif(not COMPILED, reason="everything is plain")
def test_nothing_is_compiled_for_it():
    assert plain(outcome.achievement_value).__name__ == "achievement_value"
    assert "outside" not in outcome.achievement_value.__dict__


def test_what_the_rules_count_is_what_they_pay():
    game = load("notoriety")
    engine = Engine(game, 4, players=3, seed=5, auto_reset=False, achievements="three")
    engine.reset()
    dice = np.random.default_rng(5)
    while not engine.over.all():
        running = np.flatnonzero(~engine.over)
        masks = engine.masks_of(running)
        engine.step((dice.random(masks.shape) * masks + masks).argmax(1), running)
    tokens = plain(outcome.achievement_tokens)
    for i in range(4):
        s, t = engine.record(i), engine.tables_of(i).t
        for seat in range(3):
            played = [one for one in Achievement if s.ach_mask >> one & 1]
            assert sum(tokens(s, t, seat, one) for one in played) == s.ach_np[seat]
