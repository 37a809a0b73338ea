"""Dice, and rolls of two sides against each other (HAV-5.4 to 5.6, HAV-6.7)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import die
from piracy_env.games.havens.state import ATTACKER, DEFENDER

SIDES = 6


@kernel
def throw(s: Any) -> int:
    """Throw one die; dice that are laid out beforehand come first."""
    if s.script_n > 0:
        return _next_of_script(s)
    return die(s, SIDES)


@kernel
def _next_of_script(s: Any) -> int:
    """Take the first of the dice laid out."""
    noinline()
    first = s.script[0]
    s.script_n -= 1
    for place in range(s.script_n):
        s.script[place] = s.script[place + 1]
    s.script[s.script_n] = 0
    return first


@kernel
def throw_many(s: Any, number: int) -> int:
    """Throw some dice and add them up."""
    noinline()
    total = 0
    for _ in range(number):
        total += throw(s)
    return total


@kernel
def contest(s: Any, attack: int, defence: int) -> int:
    """Roll for both sides: above 0 the attacker wins the round, below 0 the defender (HAV-R1).

    What cards have added counts for this roll only (HAV-9.5).
    """
    noinline()
    bt = s.bt
    bt.rolls += 1
    bt.totals[ATTACKER] = throw_many(s, attack + bt.dice[ATTACKER]) + bt.pips[ATTACKER]
    bt.totals[DEFENDER] = throw_many(s, defence + bt.dice[DEFENDER]) + bt.pips[DEFENDER]
    for side in range(2):
        bt.pips[side], bt.dice[side] = 0, 0
    return bt.totals[ATTACKER] - bt.totals[DEFENDER]
