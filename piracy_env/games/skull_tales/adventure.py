"""The listing `skull_tales_adventure`: one Adventure ashore."""

from __future__ import annotations

from piracy_env.core.actions import ActionTable
from piracy_env.core.game import Game
from piracy_env.core.rewards import GENERAL, RewardMode
from piracy_env.games.skull_tales import (
    actions,
    describe_land,
    determinize_land,
    invariants_ashore,
    last_move_land,
    observation_land,
    options_land,
    outcome,
    outcome_land,
    ranges,
    ranges_land,
    render_land,
    state,
    state_land,
    tables,
    telling_land,
    wording_land,
)
from piracy_env.games.skull_tales.rules.adventure import course
from piracy_env.games.skull_tales.why import adventure as why

_EACH, _STEP = (0.0, 1.0), (-1.0, 2.0)
REWARDS = (
    RewardMode("mixed", _EACH, doc="the team value, less for those who gained less than others"),
    RewardMode("team", _EACH, doc="the team value alone"),
    RewardMode("own", _EACH, doc="the own score alone"),
    RewardMode("standing", _STEP, on_the_way="mixed", doc="mixed, paid as the game goes"),
)
_SHARED = (
    *("scenario", "adv_pres", "adv_gain", "no_dp"),
    *("stk", "sp", "cand", "cand_n", "force", "force_n", "stage_moves", "ended"),
)
FIELDS = (
    *state.RECORD,
    *state_land.LAND_FIELDS,
    *(field for field in state.AT_SEA if field[0] in _SHARED),
)
"""What is kept of the campaign's record, the board, and what is decided."""
_KEPT = {field[0] for field in FIELDS}

GAME = Game.of(
    __name__,
    *(tables, options_land, determinize_land, outcome_land, invariants_ashore),
    *(describe_land, wording_land, telling_land, render_land, last_move_land),
    why=why.WHY,
    name="skull_tales_adventure",
    title="Skull Tales: the Adventure",
    about="Explore an island tile by tile as one crew, fight who comes, and bring its goals home.",
    version=0,
    seats=(1, 2, 3, 4, 5),
    default_seats=3,
    phases=state.Phase,
    fields=FIELDS,
    hidden=(*state_land.LAND_HIDDEN, "force", "force_n"),
    ranges={
        name: one
        for name, one in {**ranges.RANGES, **ranges_land.LAND_RANGES}.items()
        if name in _KEPT
    },
    actions=ActionTable(
        *(one for one in actions.ACTIONS.blocks if one.name in actions.LAND_BLOCKS)
    ),
    decisions=course.DECISIONS,
    legal=course.legal,
    step=course.step,
    reset=course.reset,
    observation=observation_land.OBSERVATION,
    observe=observation_land.observe,
    utility=GENERAL,
    reasons=outcome.REASONS,
    rewards=REWARDS,
    default_reward="mixed",
    score_scale=40.0,
    battery_moves=240,
    playout_moves=60,
    rule_parts=("adventure",),
    history=("version 0: first release",),
)
