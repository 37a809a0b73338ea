"""Broadside: chase ships, exchange fire, board them, and sail home with a fleet.

Each captain starts with one fast, fully manned, unarmed sloop. Every turn three adventures appear:
ships to board and treasures to dig for, and every ship of the fleet may attack one of them, or a
rival. Seven pirate points in the own turn win, and so does being the last captain afloat. Two to
six players; hands and decks are hidden. Our name for Jules Prick's *PIRATES!*.
"""

from __future__ import annotations

from piracy_env.core.game import Game
from piracy_env.games.broadside.actions import ACTIONS
from piracy_env.games.broadside.describe import describe, describe_action
from piracy_env.games.broadside.determinize import determinize
from piracy_env.games.broadside.invariants import invariants, transition
from piracy_env.games.broadside.observe import OBSERVATION, observe
from piracy_env.games.broadside.options import OPTIONS, PRESETS, conflict, longest
from piracy_env.games.broadside.outcome import outcome
from piracy_env.games.broadside.ranges import RANGES
from piracy_env.games.broadside.render import render
from piracy_env.games.broadside.rules import legal, reset, step
from piracy_env.games.broadside.state import FIELDS, HIDDEN, Phase
from piracy_env.games.broadside.tables import TABLES

__all__ = ["GAME"]


GAME = Game(
    name="broadside",
    title="Broadside",
    version=0,
    seats=(2, 3, 4, 5, 6),
    default_seats=4,
    phases=Phase,
    fields=FIELDS,
    ranges=RANGES,
    hidden=HIDDEN,
    tables=TABLES,
    actions=ACTIONS,
    observation=OBSERVATION,
    longest=longest,
    score_scale=7.0,
    reset=reset,
    legal=legal,
    step=step,
    observe=observe,
    determinize=determinize,
    outcome=outcome,
    invariants=invariants,
    describe=describe,
    describe_action=describe_action,
    render=render,
    options=OPTIONS,
    presets=PRESETS,
    conflict=conflict,
    transition=transition,
    history=("version 0: first release",),
)
