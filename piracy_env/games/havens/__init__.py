"""havens: sail out of your Haven, raid the Spanish Main, and bring the booty home."""

from __future__ import annotations

from piracy_env.core.game import Game
from piracy_env.games.havens import (
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
    name="havens",
    title="Havens",
    about="Fit out vessels, raid the Spanish Main, and bring the booty home to your Haven.",
    version=1,
    seats=(2, 3, 4),
    default_seats=4,
    score_scale=60.0,
    reasons=outcome.REASONS,
    history=(
        "version 0: first release",
        "version 1: players whose fleets are equal too share the place, which went to the later "
        "seat; the observation shows the rules in use, the last round and who began",
    ),
)
