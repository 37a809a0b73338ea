"""havens: sail out of your Haven, raid the Spanish Main, and bring the booty home."""

from __future__ import annotations

from piracy_env.core.game import Game
from piracy_env.games.havens.actions import ACTIONS
from piracy_env.games.havens.describe import describe, describe_action
from piracy_env.games.havens.determinize import determinize
from piracy_env.games.havens.invariants import invariants, transition
from piracy_env.games.havens.observe import OBSERVATION, observe
from piracy_env.games.havens.options import OPTIONS, PRESETS, conflict, longest
from piracy_env.games.havens.outcome import outcome
from piracy_env.games.havens.ranges import RANGES
from piracy_env.games.havens.render import render
from piracy_env.games.havens.rules import legal, reset, step
from piracy_env.games.havens.state import FIELDS, HIDDEN, Phase
from piracy_env.games.havens.tables import TABLES

__all__ = ["GAME"]


GAME = Game(
    name="havens",
    title="Havens",
    version=0,
    seats=(2, 3, 4),
    default_seats=4,
    phases=Phase,
    fields=FIELDS,
    ranges=RANGES,
    hidden=HIDDEN,
    tables=TABLES,
    actions=ACTIONS,
    observation=OBSERVATION,
    longest=longest,
    score_scale=60.0,
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
