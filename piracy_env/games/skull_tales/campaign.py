"""The game `skull_tales`: whole campaigns, whose Adventures are played on their boards."""

from __future__ import annotations

from piracy_env.core.game import Game
from piracy_env.core.layout import Layout
from piracy_env.core.rewards import GENERAL
from piracy_env.core.writers import observing
from piracy_env.games.skull_tales import (
    REWARDS,
    actions,
    describe_whole,
    determinize_whole,
    invariants_whole,
    last_move_whole,
    options_whole,
    outcome,
    ranges,
    ranges_land,
    render_whole,
    scale,
    starts,
    state,
    state_land,
    tables,
    telling_whole,
)
from piracy_env.games.skull_tales.layout_land import LAND_GROUPS
from piracy_env.games.skull_tales.observation import SEA_GROUPS
from piracy_env.games.skull_tales.rules import whole
from piracy_env.games.skull_tales.why import whole as why

FIELDS = (*state.RECORD, *state.AT_SEA, *state_land.LAND_FIELDS, *state_land.SNAPSHOT)
"""What is kept of the crew, of sea, Port and campaign, of the board, and of an attempt's start."""
OBSERVATION = Layout(*LAND_GROUPS, *SEA_GROUPS)

GAME = Game.of(
    __name__,
    *(state, tables, options_whole, actions, whole, outcome, determinize_whole),
    *(invariants_whole, describe_whole, telling_whole, render_whole, last_move_whole),
    why=why.WHY,
    name="skull_tales",
    title="Skull Tales: Full Sail!",
    about="Live through a campaign as one crew: scheme in port, brave the sea, explore ashore.",
    version=0,
    seats=(1, 2, 3, 4, 5),
    default_seats=3,
    fields=FIELDS,
    hidden=(*state.VOYAGE_HIDDEN, *state_land.LAND_HIDDEN),
    ranges={
        **ranges.RANGES,
        **ranges_land.LAND_RANGES,
        **ranges_land.snapshot_ranges(ranges.RANGES),
    },
    observation=OBSERVATION,
    observe=observing(OBSERVATION),
    utility=GENERAL,
    reasons=outcome.REASONS,
    rewards=REWARDS,
    default_reward="mixed",
    score_scale=scale,
    unfit=starts.unfit,
    battery_moves=160,
    playout_moves=60,
    rule_parts=("voyage", "port", "campaign", "adventure"),
    history=("version 0: first release",),
)
"""All phases: Ports, Voyages and Adventures."""
