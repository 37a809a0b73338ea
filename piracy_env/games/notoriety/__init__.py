"""notoriety: hire a crew, raid, bury your past, and be the most notorious pirate of all."""

from __future__ import annotations

from piracy_env.core.game import Game
from piracy_env.games.notoriety import (
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
    name="notoriety",
    title="Ruthless: Legends of the Black Flag",
    version=0,
    seats=(2, 3, 4),
    default_seats=3,
    score_scale=30.0,
    reasons=outcome.REASONS,
    history=("version 0: first release",),
)
