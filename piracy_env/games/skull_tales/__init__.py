"""skull_tales: a crew lives through a campaign, in port, at sea and ashore."""

from __future__ import annotations

from piracy_env.core.game import Game
from piracy_env.core.options import Options
from piracy_env.core.rewards import GENERAL, RewardMode
from piracy_env.games.skull_tales import (
    actions,
    describe,
    determinize,
    invariants,
    last_move,
    observation,
    options,
    outcome,
    ranges,
    render,
    rules,
    starts,
    state,
    tables,
    telling,
)
from piracy_env.games.skull_tales.options import chapters
from piracy_env.games.skull_tales.why import voyage

_EACH, _STEP = (-1.0, 1.0), (-3.0, 3.0)
REWARDS = (
    RewardMode("mixed", _EACH, doc="half the team value, half the own score against the others'"),
    RewardMode("team", _EACH, doc="the team value alone"),
    RewardMode("own", _EACH, doc="the own score alone, against what is par"),
    RewardMode("standing", _STEP, on_the_way="mixed", doc="mixed, paid as the game goes"),
)


def scale(options: Options) -> float:
    """By what the mode `score` divides: the scale of the scenario."""
    scenario = options.values["scenario"]
    if scenario in ("voyage", "port"):
        return 20.0 if scenario == "voyage" else 60.0
    if scenario == "quick":
        return 30.0
    return 30.0 * chapters(options)


WHOLE = Game.of(
    f"{__name__}:WHOLE",
    *(state, ranges, tables, options, actions, rules, outcome, determinize),
    *(invariants, describe, telling, render, last_move),
    why=voyage.WHY,
    name="skull_tales",
    title="Skull Tales: Full Sail!",
    version=state.VERSION,
    seats=(1, 2, 3, 4, 5),
    default_seats=3,
    fields=state.VOYAGE_FIELDS,
    hidden=state.VOYAGE_HIDDEN,
    ranges={
        name: one
        for name, one in ranges.RANGES.items()
        if name in {field[0] for field in state.VOYAGE_FIELDS}
    },
    observation=observation.OBSERVATION,
    observe=observation.observe,
    utility=GENERAL,
    reasons=outcome.REASONS,
    rewards=REWARDS,
    default_reward="mixed",
    score_scale=scale,
    unfit=starts.unfit,
    history=(
        "version 0: first release",
        "version 1: the observation shows the rules in use and which chapters are played; with "
        "tie_mode 1 the Captain is asked about ties in Plunder and in the first round of a Port, "
        "too, and where it ties itself; else the same moves lead to the same game",
    ),
)
"""The parts that listings take from, and the actions of all phases."""

GAME = WHOLE.listing(
    f"{__name__}:GAME",
    name="skull_tales_voyage",
    title="Skull Tales: the Voyage",
    about="Crew a ship together in Port and at sea, fight, plunder and scheme, and stay captain.",
    blocks=actions.SEA_BLOCKS,
    presets=options.PRESETS,
    rule_parts=("voyage", "port", "campaign"),
)
"""Port, Voyage, and campaigns with abstract Adventures."""
