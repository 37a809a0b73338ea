"""notoriety: hire a crew, raid, bury your past, and be the most notorious pirate of all."""

from __future__ import annotations

from piracy_env.core.game import Game
from piracy_env.games.notoriety.actions import ACTIONS
from piracy_env.games.notoriety.describe import describe, describe_action
from piracy_env.games.notoriety.determinize import determinize
from piracy_env.games.notoriety.invariants import invariants, transition
from piracy_env.games.notoriety.observe import OBSERVATION, observe
from piracy_env.games.notoriety.options import OPTIONS, PRESETS, conflict, longest
from piracy_env.games.notoriety.outcome import outcome
from piracy_env.games.notoriety.ranges import RANGES
from piracy_env.games.notoriety.render import render
from piracy_env.games.notoriety.rules import legal, reset, step
from piracy_env.games.notoriety.state import FIELDS, HIDDEN, Phase
from piracy_env.games.notoriety.tables import TABLES

__all__ = ["GAME"]


GAME = Game(
    name="notoriety",
    title="Ruthless: Legends of the Black Flag",
    version=0,
    seats=(2, 3, 4),
    default_seats=3,
    phases=Phase,
    fields=FIELDS,
    ranges=RANGES,
    hidden=HIDDEN,
    tables=TABLES,
    actions=ACTIONS,
    observation=OBSERVATION,
    longest=longest,
    score_scale=30.0,
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
