"""Broadside: chase ships, exchange fire, board them, and sail home with a fleet.

Each captain starts with one fast, fully manned, unarmed sloop. Every turn three adventures appear:
ships to board and treasures to dig for, and every ship of the fleet may attack one of them, or a
rival. Seven pirate points in the own turn win, and so does being the last captain afloat. Two to
six players; hands and decks are hidden. Our name for Jules Prick's *PIRATES!*.
"""

from __future__ import annotations

from piracy_env.core.game import Game
from piracy_env.games.broadside import (
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
    name="broadside",
    title="Broadside",
    about="Chase ships, exchange fire, board them, and sail home with seven pirate points.",
    version=1,
    seats=(2, 3, 4, 5, 6),
    default_seats=4,
    score_scale=7.0,
    reasons=outcome.REASONS,
    history=(
        "version 0: first release",
        "version 1: seats count: worlds leave in hands what was not shuffled into a deck, and the "
        "observation shows it, and who had the first turn; the same moves lead to the same game",
    ),
)
