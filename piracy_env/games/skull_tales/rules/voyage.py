"""The Voyage: its turns of four rounds, and its end (STV-5.1, STV-19)."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.assignments import close_assignment, watch_passenger
from piracy_env.games.skull_tales.rules.command import command_points
from piracy_env.games.skull_tales.rules.crew import is_down, is_up
from piracy_env.games.skull_tales.rules.enemies import begin_enemy_round
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    drop_to,
    mark_nothing,
    pop,
    push,
    top,
)
from piracy_env.games.skull_tales.rules.generation import offer_signal
from piracy_env.games.skull_tales.rules.hold import empty_hold, remove_group
from piracy_env.games.skull_tales.rules.landing import is_home, land
from piracy_env.games.skull_tales.rules.mutiny import ask_for_mutiny, turn_trust
from piracy_env.games.skull_tales.rules.provisions import advance_clock
from piracy_env.games.skull_tales.rules.rolls import forget_roll
from piracy_env.games.skull_tales.rules.ship import CREW_QUARTERS, GROUP_DOWN, doom
from piracy_env.games.skull_tales.rules.stations import sing_next, wake_next
from piracy_env.games.skull_tales.rules.travel import (
    clear_turn,
    copy_next,
    gather,
    place_next,
    soil,
)
from piracy_env.games.skull_tales.rules.voyage_events import burn_on, draw_event
from piracy_env.games.skull_tales.rules.voyage_setup import ASSIGNED, set_out
from piracy_env.games.skull_tales.state import (
    EMPTY,
    GROUPS,
    NONE,
    SEATS,
    SLOTS,
    STEP,
    A,
    B,
    C,
    Decision,
    Ended,
    Lasting,
)

_SEA_ENEMIES = 10
TRAVEL, CREW, EVENTS, ENEMIES = range(4)
"""The rounds of a turn."""
LOOSE_TONGUE, SEA_LEGS, _SEA_LEGS_TRUST = 2, 6, 8
"""Rumors that the end of a Voyage decides."""


class Step(IntEnum):
    """Steps of a Voyage; after the last one the next turn begins."""

    COPY = 0
    TIME = 1
    FILTH = 2
    PLACE = 3
    COMMAND = 4
    WAKE = 5
    FIRE = 6
    SONGS = 7
    STATIONS = 8
    LAND = 9
    MUTINY = 10
    REST = 11
    EVENT = 12
    ENEMIES = 13


@kernel
def begin_voyage(s: Any, t: Any) -> None:
    """The Voyage Phase begins."""
    set_out(s, t)
    push(s, Decision.VOYAGE, NONE)
    if s.asg > 0:
        for enemy in range(_SEA_ENEMIES):
            if s.sea_on[enemy] == 1 and s.sea_src[enemy] == ASSIGNED + s.asg:
                offer_signal(s, t, enemy)


@kernel
def _go_to(s: Any, step: int) -> None:
    """The Voyage goes on with another step."""
    frame = top(s)
    frame[STEP], frame[A], frame[B], frame[C] = step, 0, 0, 0


@kernel
def _sail_on(s: Any, t: Any) -> bool:
    """The next step of the Voyage."""
    noinline()
    watch_passenger(s)
    step = top(s)[STEP]
    if s.fate > 0:
        _end(s, t)
    elif step <= Step.COMMAND:
        _travel(s, t, step)
    elif step <= Step.STATIONS:
        _work(s, t, step)
    else:
        _close_turn(s, t, step)
    return False


@kernel
def _travel(s: Any, t: Any, step: int) -> None:
    """The Travel Round: time, Filth, Battle Stations, Command."""
    if step == Step.COPY:
        if not copy_next(s, t):
            _go_to(s, Step.TIME)
    elif step == Step.TIME:
        _go_to(s, Step.FILTH)
        _begin_turn(s, t)
    elif step == Step.FILTH:
        _go_to(s, Step.PLACE)
        soil(s)
        gather(s)
    elif step == Step.PLACE:
        if not place_next(s, t):
            _go_to(s, Step.COMMAND)
    else:
        _go_to(s, Step.WAKE)
        s.cp = command_points(s)
        push(s, Decision.COMMAND, NONE)


@kernel
def _begin_turn(s: Any, t: Any) -> None:
    """A turn begins; but for the first the Clock advances (STV-5.2)."""
    if s.v_turn >= t.rules.voyage_turns:
        doom(s, Ended.TURNS)
        return
    s.v_turn += 1
    s.v_round = TRAVEL
    clear_turn(s)
    if s.v_turn > 1:
        advance_clock(s)


@kernel
def _work(s: Any, t: Any, step: int) -> None:
    """The Crew Round up to the stations."""
    if step == Step.WAKE:
        if s.v_round != CREW:
            begin_round(s, CREW)
        if not wake_next(s):
            _go_to(s, Step.FIRE)
    elif step == Step.FIRE:
        _go_to(s, Step.SONGS)
        if s.pers & Lasting.FIRE:
            burn_on(s)
    elif step == Step.SONGS:
        if not sing_next(s, t):
            _go_to(s, Step.STATIONS)
    else:
        _go_to(s, Step.LAND)
        push(s, Decision.STATIONS, NONE)


@kernel
def begin_round(s: Any, number: int) -> None:
    """A round begins; Clairvoyance can be used again (STV-R29)."""
    s.v_round = number
    for slot in range(SLOTS):
        s.clair[slot] = 0


@kernel
def _close_turn(s: Any, t: Any, step: int) -> None:
    """The end of the Crew Round, in its order (STV-19.2); then Events and Sea Enemies."""
    if step == Step.LAND:
        _go_to(s, Step.MUTINY)
        land(s, t)
    elif step == Step.MUTINY:
        _go_to(s, Step.REST)
        ask_for_mutiny(s)
    elif step == Step.REST:
        _go_to(s, Step.EVENT)
        _rest(s)
        if is_home(s, t):
            doom(s, Ended.GOAL_REACHED)
    elif step == Step.EVENT:
        _go_to(s, Step.ENEMIES)
        begin_round(s, EVENTS)
        if s.docked == 0:
            draw_event(s, t)
    else:
        _go_to(s, Step.TIME)
        begin_round(s, ENEMIES)
        begin_enemy_round(s, t)


@kernel
def _rest(s: Any) -> None:
    """MOV is lost, groups in the Crew Quarters recover, a Dead Calm is over (STV-2.5, 9.9)."""
    s.ship_mov = 0
    s.pers &= ~Lasting.CALM
    for group in range(GROUPS):
        if s.pg_post[group] == CREW_QUARTERS and s.pg_w[group] < GROUP_DOWN:
            s.pg_fat[group] = 0


# --- the end --------------------------------------------------------------------------------------


@kernel
def _meet_fate(s: Any, t: Any) -> bool:
    """The Voyage ends, whatever waits."""
    doom(s, Ended.DECISIONS)
    drop_to(s, Decision.VOYAGE)
    return False


@kernel
def _end(s: Any, t: Any) -> None:
    """Trust becomes prestige; a ship that did not arrive is lost (STV-19.7, STC-6.9)."""
    noinline()
    is_won = s.fate == Ended.GOAL_REACHED
    _note_deeds(s)
    turn_trust(s)
    close_assignment(s, t, is_won)
    if not is_won:
        _lose_ship(s, t)
    for slot in range(SLOTS):
        if s.ch_kind[slot] != EMPTY and is_down(s, slot):
            s.ch_wounds[slot] = s.ch_hp_max[slot] - 1
    _put_away(s)
    pop(s)


@kernel
def _note_deeds(s: Any) -> None:
    """Rumors about who is Captain, and whom the crew trusts, when a Voyage ends."""
    s.deeds[s.captain] |= 1 << LOOSE_TONGUE - 1
    for seat in range(s.players):
        if is_up(s, seat) and s.ch_tp[seat] >= _SEA_LEGS_TRUST:
            s.deeds[seat] |= 1 << SEA_LEGS - 1


@kernel
def _lose_ship(s: Any, t: Any) -> None:
    """Crew Booty, Goods, upgrades and groups are lost with the ship (STC-6.9, STV-R25)."""
    s.crew_booty, s.upg = 0, 0
    empty_hold(s, t)
    for group in range(GROUPS):
        if s.pg_on[group] == 1:
            remove_group(s, group)
    watch_passenger(s)


@kernel
def _put_away(s: Any) -> None:
    """What only a Voyage needs is put away."""
    s.coin_s, s.schemer, s.ev_cur, s.ev_post, s.gone = NONE, NONE, 0, 0, 0
    s.cp, s.ship_mov, s.rig_sel, s.landed = 0, 0, 0, 0
    s.b_on, s.b_e, s.b_round, s.b_cut, s.b_swiv = 0, NONE, 0, 0, 0
    for seat in range(SEATS):
        s.bid[seat] = NONE
    for slot in range(SLOTS):
        s.b_pos[slot], s.dpu[slot], s.clair[slot], s.watch[slot] = 0, 0, 0, NONE
        s.post[slot] = NONE
    for group in range(GROUPS):
        s.b_sup[group], s.b_sup_by[group] = 0, NONE
    forget_roll(s)


HANDLERS = (
    Handler(Decision.VOYAGE, mark_nothing, answer_nothing, _sail_on),
    Handler(Decision.FATE, mark_nothing, answer_nothing, _meet_fate),
)
