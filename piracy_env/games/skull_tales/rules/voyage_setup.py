"""The setup of a Voyage: place, Goal tokens, clock, Morale, Assignment (STV-4)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.chart import COLS
from piracy_env.games.skull_tales.rules.chance import index_below
from piracy_env.games.skull_tales.rules.crew import gain_prestige, gain_trust, has_trait
from piracy_env.games.skull_tales.rules.docks import TORTUGA
from piracy_env.games.skull_tales.rules.hold import (
    PASSENGER,
    add_group,
    count_tokens,
    groups,
    rest_groups,
    stow,
)
from piracy_env.games.skull_tales.rules.ship import CREW_QUARTERS
from piracy_env.games.skull_tales.state import (
    EMPTY,
    ENEMIES,
    GOALS,
    NONE,
    SLOTS,
    Phase,
    Scenario,
)
from piracy_env.games.skull_tales.traits import Trait

SOUTH = 3
SOULS_LOST = 7
"""The island of chapter 10 if chapter 8 was not played: H."""
SEA_MONSTER, WHALE = 5, 4
MONSTER = 4
"""The special Voyage of the last chapter, a place in SPECIALS."""
PASSENGER_CARD = 8
ASSIGNED = 100
"""What `sea_src` of an Assignment's Enemy exceeds its card by."""
_FAILURE = 3
"""Prestige that a failed Assignment costs the Captain."""


@kernel
def set_out(s: Any, t: Any) -> None:
    """Lay out the sea for the present chapter."""
    noinline()
    s.phase = Phase.VOYAGE
    s.stage_moves, s.fate, s.gone = 0, 0, 0
    s.v_turn, s.v_day, s.clock, s.v_round = 0, 0, 1, 0
    s.morale, s.filth = t.rules.morale_start, 0
    s.isl_seen, s.ev_out, s.ev_cur, s.ev_post, s.pers = 0, 0, 0, 0, 0
    s.landed, s.docked, s.rum_day = 0, 0, 0
    if s.scenario not in (Scenario.VOYAGE_PORT, Scenario.CAMPAIGN):
        for seat in range(s.players):
            s.deeds[seat] = 0
        s.isl_land = 0
    _place_ship(s, t)
    _clear_sea(s)
    _lay_goals(s, t)
    rest_groups(s)
    if groups(s) == 0:
        add_group(s)
    for slot in range(SLOTS):
        _board(s, t, slot)
    set_assignment(s, t)


@kernel
def _place_ship(s: Any, t: Any) -> None:
    """The ship begins at Tortuga, facing south (STV-4.1)."""
    space = t.chart.scroll[TORTUGA]
    s.ship_c, s.ship_r, s.ship_f = space % COLS, space // COLS, SOUTH


@kernel
def _clear_sea(s: Any) -> None:
    """No Sea Enemy is on the board."""
    for enemy in range(ENEMIES):
        remove_enemy(s, enemy)


@kernel
def remove_enemy(s: Any, enemy: int) -> None:
    """A Sea Enemy leaves the board."""
    s.sea_on[enemy], s.sea_c[enemy], s.sea_r[enemy], s.sea_f[enemy] = 0, NONE, NONE, 0
    s.sea_mode[enemy], s.sea_was_act[enemy], s.sea_spd[enemy] = 0, 0, 0
    s.sea_hold[enemy], s.sea_be[enemy], s.sea_be_w[enemy] = 0, 0, 0
    s.sea_fired[enemy], s.sea_ammo[enemy], s.sea_goal[enemy] = 0, 0, NONE
    s.sea_codex[enemy], s.sea_no_brd[enemy], s.sea_src[enemy] = 0, 0, 0


@kernel
def put_enemy(s: Any, t: Any, enemy: int, space: int, facing: int, source: int) -> None:
    """A Sea Enemy with its card's full values is on the board (STV-17.6)."""
    noinline()
    row = t.sea_enemies[enemy]
    s.sea_on[enemy] = 1
    s.sea_c[enemy], s.sea_r[enemy] = space % COLS, space // COLS
    s.sea_f[enemy], s.sea_src[enemy] = facing, source
    s.sea_mode[enemy] = 0 if row.type > 2 else row.type
    s.sea_spd[enemy], s.sea_hold[enemy], s.sea_be[enemy] = row.speed, row.body, row.be


@kernel
def _lay_goals(s: Any, t: Any) -> None:
    """Shuffle the Goal tokens and lay them on the chapter's islands (STV-4.2, STC-8.3)."""
    noinline()
    for goal in range(GOALS):
        s.goal_l[goal], s.goal_id[goal] = NONE, 0
        s.goal_rev[goal], s.goal_mk[goal] = 0, 0
    s.goal_n = 0
    if t.chapters[s.camp_ch - 1].special == MONSTER:
        letter = s.isle_souls if s.isle_souls >= 0 else SOULS_LOST
        s.goal_n, s.goal_l[0], s.goal_id[0], s.goal_rev[0] = 1, letter, 1, 1
        put_enemy(s, t, SEA_MONSTER, t.chart.scroll[letter], 0, 0)
        return
    for goal in range(GOALS):
        if t.chapters[s.camp_ch - 1].islands[goal] >= 0:
            s.goal_l[s.goal_n] = t.chapters[s.camp_ch - 1].islands[goal]
            s.goal_n += 1
            s.goal_id[s.goal_n - 1] = s.goal_n
    for last in range(s.goal_n - 1, 0, -1):
        other = index_below(s, last + 1)
        kept = s.goal_id[last] + 0
        s.goal_id[last] = s.goal_id[other]
        s.goal_id[other] = kept


@kernel
def _board(s: Any, t: Any, slot: int) -> None:
    """A Character comes aboard, with no trust yet; a Bosun has some (STV-4.4, STV-20.4)."""
    s.post[slot] = CREW_QUARTERS if s.ch_kind[slot] != EMPTY else NONE
    s.acted[slot], s.reloc[slot], s.ban[slot] = 0, 0, 0
    s.once_day[slot], s.once_voy[slot], s.clair[slot], s.dpu[slot] = 0, 0, 0, 0
    s.watch[slot], s.b_pos[slot], s.ch_tp[slot] = NONE, 0, 0
    if s.ch_kind[slot] != EMPTY:
        s.ch_wounds[slot] = min(s.ch_wounds[slot], s.ch_hp_max[slot] - 1)
        trust_of_bosun(s, t, slot)
    s.schemer = NONE


@kernel
def trust_of_bosun(s: Any, t: Any, slot: int) -> None:
    """A Bosun begins with some trust, but not as Captain (STV-20.4)."""
    if slot != s.captain and has_trait(s, t, slot, Trait.BOSUN):
        gain_trust(s, slot, 1)


# --- the Assignment -------------------------------------------------------------------------------


@kernel
def set_assignment(s: Any, t: Any) -> None:
    """Carry out what the Assignment says about the setup (STV-4.8)."""
    if s.asg == 0:
        return
    row = t.assignments[s.asg - 1]
    if row.enemy >= 0 and s.sea_on[row.enemy] == 0:
        space = row.at[1] * COLS + row.at[0]
        put_enemy(s, t, row.enemy, space, row.facing, ASSIGNED + s.asg)
    if s.asg == PASSENGER_CARD and count_tokens(s, PASSENGER) == 0 and not stow(s, PASSENGER):
        fail_assignment(s)


@kernel
def fail_assignment(s: Any) -> None:
    """The Assignment has failed: the Captain loses face."""
    s.asg, s.asg_x, s.asg_age, s.asg_prog = 0, NONE, 0, 0
    gain_prestige(s, s.captain, -_FAILURE)
