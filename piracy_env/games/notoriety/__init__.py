"""notoriety: hire a crew, raid, bury your past, and be the most notorious pirate of all."""

from __future__ import annotations

from piracy_env.core.game import Game
from piracy_env.games.notoriety import (
    actions,
    describe,
    determinize,
    invariants,
    last_move,
    observe,
    options,
    outcome,
    ranges,
    render,
    rules,
    state,
    tables,
    tell,
    why,
)

GAME = Game.of(
    __name__,
    *(state, ranges, tables, options, actions, rules, observe, determinize, outcome),
    *(invariants, describe, tell, render, why, last_move),
    name="notoriety",
    title="Notoriety",
    about="Build a deck of pirates, raid with sets as in poker, and win the most notoriety.",
    version=1,
    seats=(2, 3, 4),
    default_seats=3,
    score_scale=30.0,
    reasons=outcome.REASONS,
    history=(
        "version 0: first release",
        "version 1: seats count: worlds keep in a rival's hand what it took openly, and off its "
        "deck what was not shuffled into it; the observation shows both, and the limit of "
        "decisions; the same moves lead to the same game",
    ),
)
