"""havens: sail out of your Haven, raid the Spanish Main, and bring the booty home."""

from __future__ import annotations

from piracy_env.core.game import Game
from piracy_env.games.havens import (
    actions,
    describe,
    determinize,
    invariants,
    observe,
    options,
    outcome,
    ranges,
    render,
    rules,
    state,
    tables,
)

GAME = Game.of(
    __name__,
    *(state, ranges, tables, options, actions, rules, observe, determinize, outcome),
    *(invariants, describe, render),
    name="havens",
    title="Havens",
    version=0,
    seats=(2, 3, 4),
    default_seats=4,
    score_scale=60.0,
    reasons=outcome.REASONS,
    history=("version 0: first release",),
)
