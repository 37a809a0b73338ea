"""The Port Phase: its rounds, and the turn of a Pirate (STP-1, STP-2, STP-4)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.scratch import scratch_of
from piracy_env.games.skull_tales.actions import ACT, ACTIONS
from piracy_env.games.skull_tales.rules import (
    chapel,
    docks,
    learning,
    mansion,
    market,
    port_events,
    tavern,
)
from piracy_env.games.skull_tales.rules.crew import (
    Affliction,
    after_captain,
    gain_prestige,
    must_captain_settle,
    pay,
    tied_by_prestige,
)
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    first_marked,
    mark_nothing,
    mark_yes_no,
    next_step,
    pop,
    push,
    push_for,
    top,
)
from piracy_env.games.skull_tales.rules.hold import rest_groups
from piracy_env.games.skull_tales.rules.returning import (
    ask_for_salary,
    compensate,
    dismiss_unpaid,
    retire_next,
)
from piracy_env.games.skull_tales.rules.rolls import offer_healing
from piracy_env.games.skull_tales.rules.rumors import settle_rumors
from piracy_env.games.skull_tales.rules.town import (
    ACTED,
    REFUSED,
    Place,
    is_bosun,
    spend_time,
)
from piracy_env.games.skull_tales.state import (
    ACTOR,
    ALLY,
    NONE,
    SEATS,
    SLOT,
    SLOTS,
    STEP,
    A,
    B,
    Decision,
    Phase,
)

_blank_mask = scratch_of(ACTIONS.size)
_OPEN, _RETIRE, _SALARIES, _RUMORS, _TURNS, _UNPAID, _CLOSE = range(7)
"""Steps of a Port Phase."""
LATE = 5
"""What it costs to be away from the ship when time is up."""
_PLACES = 6
FRUGAL = 10
"""Coins that a Spendthrift has to spend."""


@kernel
def begin_port(s: Any) -> None:
    """The Port Phase begins."""
    s.phase = Phase.PORT
    s.stage_moves = 0
    push(s, Decision.PORT, NONE)


@kernel
def _pass_time(s: Any, t: Any) -> bool:
    """The next step of the Port Phase."""
    noinline()
    frame = top(s)
    step = frame[STEP]
    if step == _OPEN:
        _open(s, t)
    elif step == _RETIRE:
        if not retire_next(s):
            next_step(s)
    elif step in (_SALARIES, _UNPAID):
        _ask_for_salaries(s)
    elif step == _RUMORS:
        _settle_affairs(s, t)
    elif step == _TURNS:
        _next_turn(s, t)
    else:
        _close(s, t)
    return False


# --- before the first turn ------------------------------------------------------------------------


@kernel
def _open(s: Any, t: Any) -> None:
    """Time and decks are fresh; who was maimed is compensated (STP-1)."""
    noinline()
    for seat in range(SEATS):
        is_there = seat < s.players
        s.tu[seat] = t.rules.tu if is_there else 0
        s.loc[seat], s.fin[seat] = Place.SHIP, 0
        s.appr[seat], s.disl[seat], s.sal_taken[seat], s.spent[seat] = 0, 0, 0, 0
        s.pe_out[seat] = 0
        s.dpu[seat] = 0
    s.rnd1, s.t_moved, s.t_acted, s.keys, s.ppers, s.sugar, s.bought = 0, 0, 0, 0, 0, 0, 0
    s.rum_out = 0
    s.asg_out = 1 << s.asg - 1 if s.asg > 0 else 0
    next_step(s)
    compensate(s)


@kernel
def _ask_for_salaries(s: Any) -> None:
    """Owners pay or dismiss their Allies; A: asked, B: could not be paid at first (STP-1.6)."""
    frame = top(s)
    asked = frame[A]
    if frame[STEP] == _UNPAID:
        asked |= 31 & ~frame[B]
    slot = ask_for_salary(s, asked)
    if slot >= 0:
        frame[A] |= 1 << slot
        frame[B] &= ~(1 << slot)
        return
    if frame[STEP] == _SALARIES:
        for other in range(s.players, SLOTS):
            if s.ch_kind[other] == ALLY and asked >> other & 1 == 0:
                frame[B] |= 1 << other
    else:
        dismiss_unpaid(s, frame[B])
    next_step(s)


@kernel
def _settle_affairs(s: Any, t: Any) -> None:
    """Rumors and bets are settled, groups rest, the Market is laid out."""
    settle_rumors(s, t)
    if s.adv_result != NONE:
        mansion.settle_bets(s)
    rest_groups(s)
    market.open_market(s, t)
    for seat in range(s.players):
        s.deeds[seat] = 0
    s.isl_land = 0
    next_step(s)


# --- whose turn it is -----------------------------------------------------------------------------


@kernel
def _next_turn(s: Any, t: Any) -> None:
    """End the last turn, and begin the next one."""
    for seat in range(s.players):
        if s.fin[seat] == 0 and s.tu[seat] == 0:
            s.fin[seat] = 1
            if s.loc[seat] != Place.SHIP:
                gain_prestige(s, seat, -LATE)
    if s.stage_moves >= t.rules.stage_limit:
        for seat in range(s.players):
            s.fin[seat] = 1
    seat = _next_seat(s)
    if seat == NONE:
        next_step(s)
    elif seat == SEATS:
        push(s, Decision.SETTLE_TIE, NONE)
    else:
        begin_turn(s, seat)


@kernel
def _next_seat(s: Any) -> int:
    """The seat whose turn it is; NONE when all are finished, SEATS if the Captain has to say."""
    had_turn = _had_first_turn(s)
    if had_turn != (1 << s.players) - 1 and had_turn >> s.captain & 1 == 0:
        return s.captain
    tied = tied_for_turn(s)
    if must_captain_settle(s, tied):
        return SEATS
    for place in range(s.players):
        seat = after_captain(s, place)
        if tied >> seat & 1:
            return seat
    return NONE


@kernel
def _had_first_turn(s: Any) -> int:
    """The seats whose turn of the first round is over, or that have none, a bit each."""
    had_turn = s.rnd1
    for seat in range(s.players):
        if s.fin[seat] == 1:
            had_turn |= 1 << seat
    return had_turn


@kernel
def tied_for_turn(s: Any) -> int:
    """The seats of which one is next, a bit each.

    In the first round those with most prestige, then those, not yet finished, with most Time Units
    left (STP-2.1, STP-2.2).
    """
    had_turn = _had_first_turn(s)
    if had_turn != (1 << s.players) - 1:
        return tied_by_prestige(s, had_turn)
    most, tied = 0, 0
    for seat in range(s.players):
        if s.fin[seat] == 0:
            if s.tu[seat] > most:
                most, tied = s.tu[seat], 0
            if s.tu[seat] == most:
                tied |= 1 << seat
    return tied


@kernel
def begin_turn(s: Any, seat: int) -> None:
    """A turn begins; a Destiny Point may heal first (STC-1.10)."""
    s.rnd1 |= 1 << seat
    s.t_moved, s.t_acted, s.dpu[seat] = 0, 0, 0
    push(s, Decision.PORT_TURN, seat)
    offer_healing(s, seat)


# --- the turn -------------------------------------------------------------------------------------


@kernel
def _mark_turn(s: Any, t: Any, mask: Any) -> None:
    """Mark moves, actions of the place, and the end of the turn or of the phase (STP-2.3)."""
    noinline()
    seat = top(s)[ACTOR]
    if s.t_moved == 0 and s.tu[seat] >= 1:
        _mark_roads(s, t, seat, mask)
    if s.t_acted & ACTED == 0:
        _mark_actions(s, t, seat, mask)
    is_begun = s.t_moved == 1 or s.t_acted & ACTED != 0
    mask[ACT.port_done.start] = s.loc[seat] == Place.SHIP and not is_begun
    mask[ACT.no.start] = is_begun


@kernel
def _mark_roads(s: Any, t: Any, seat: int, mask: Any) -> None:
    """Mark the places to which a road leads; the Mansion has to be paid."""
    for place in range(_PLACES):
        if t.town.road[s.loc[seat], place] == 1:
            mask[ACT.go.start + place] = place != Place.MANSION or s.ch_coins[
                seat
            ] >= mansion.fee_of(s, t, seat)


@kernel
def _mark_actions(s: Any, t: Any, seat: int, mask: Any) -> None:
    """Mark what can be done where a seat is."""
    place = s.loc[seat]
    if place == Place.DOCKS:
        docks.mark(s, t, seat, mask)
    elif place == Place.MARKET:
        market.mark(s, t, seat, mask)
    elif place == Place.CHAPEL:
        chapel.mark(s, t, seat, mask)
    elif place == Place.TAVERN:
        tavern.mark(s, t, seat, mask)
    elif place == Place.MANSION:
        mansion.mark(s, t, seat, mask)
    if place != Place.SHIP:
        learning.mark(s, t, seat, mask)


@kernel
def _has_turn(s: Any, t: Any) -> bool:
    """Whether more than ending the turn is possible."""
    seat = top(s)[ACTOR]
    is_begun = s.t_moved == 1 or s.t_acted & ACTED != 0
    if not is_begun:
        if s.tu[seat] > 0:
            return True
    elif s.tu[seat] > 0 and _has_choice(s, t, seat):
        return True
    pop(s)
    return False


@kernel
def _has_choice(s: Any, t: Any, seat: int) -> bool:
    """Whether a move or an action is left."""
    if s.t_moved == 1 and s.t_acted & ACTED != 0:
        return False
    mask = _blank_mask()
    if s.t_moved == 0:
        _mark_roads(s, t, seat, mask)
    if s.t_acted & ACTED == 0:
        _mark_actions(s, t, seat, mask)
    return first_marked(mask, ACT.no.start) != NONE


@kernel
def _take_turn(s: Any, t: Any, action: int) -> None:
    """Move, act, or end."""
    noinline()
    seat = top(s)[ACTOR]
    if action == ACT.no.start:
        pop(s)
    elif action == ACT.port_done.start:
        s.fin[seat] = 1
        pop(s)
    elif ACT.go.start <= action < ACT.go.stop:
        spend_time(s, seat, 1)
        s.t_moved = 1
        push_for(s, Decision.VISIT, seat, seat, action - ACT.go.start, 0)
    elif is_bosun(s, t, seat) and _is_captains(t, action):
        push_for(s, Decision.BOSUN, NONE, seat, action, 0)
    else:
        begin(s, t, seat, action)


@kernel
def begin(s: Any, t: Any, seat: int, action: int) -> None:
    """Begin an action of the place."""
    place = s.loc[seat]
    if learning.begin(s, t, seat, action):
        return
    if place == Place.DOCKS:
        docks.begin(s, t, seat, action)
    elif place == Place.MARKET:
        market.begin(s, t, seat, action)
    elif place == Place.CHAPEL:
        chapel.begin(s, t, seat, action)
    elif place == Place.TAVERN:
        tavern.begin(s, t, seat, action)
    else:
        mansion.begin(s, t, seat, action)


@kernel
def _visit(s: Any, t: Any) -> bool:
    """Pay at the door, arrive, and draw the Event."""
    frame = top(s)
    seat, place = frame[ACTOR], frame[A]
    pop(s)
    if place == Place.MANSION:
        pay(s, seat, mansion.fee_of(s, t, seat))
    port_events.arrive(s, t, seat, place)
    port_events.draw_event(s, t, seat)
    return False


# --- the Bosun ------------------------------------------------------------------------------------


@kernel
def _is_captains(t: Any, action: int) -> bool:
    """Whether an action is the Captain's (STP-4.2)."""
    if ACT.relax_mix.start <= action <= ACT.trade.start:
        return True
    return action in (ACT.upgrade.start, ACT.hire_pg.start)


@kernel
def _consent(s: Any, t: Any, action: int) -> None:
    """The Captain lets the Bosun do it, or not (STP-10.9)."""
    frame = top(s)
    seat, asked = frame[SLOT], frame[A]
    pop(s)
    if action == ACT.yes.start:
        gain_prestige(s, seat, 1)
        begin(s, t, seat, asked)
    else:
        s.t_acted |= REFUSED


# --- the end --------------------------------------------------------------------------------------


@kernel
def _close(s: Any, t: Any) -> None:
    """What lapses lapses; the Market is put away (STP-2.8)."""
    noinline()
    market.close_market(s)
    mansion.close_bets(s)
    mansion.close_loans(s)
    for seat in range(s.players):
        if s.ch_penance[seat] > 0 and s.ch_penance_ok[seat] == 1:
            s.ch_penance[seat], s.ch_penance_ok[seat] = 0, 0
        if s.ch_affl[seat] & Affliction.SPENDTHRIFT and s.spent[seat] < FRUGAL:
            s.no_dp[seat] = 1
    s.t_moved, s.t_acted = 0, 0
    pop(s)


HANDLERS = (
    Handler(Decision.PORT, mark_nothing, answer_nothing, _pass_time),
    Handler(Decision.PORT_TURN, _mark_turn, _take_turn, _has_turn),
    Handler(Decision.VISIT, mark_nothing, answer_nothing, _visit),
    Handler(Decision.BOSUN, mark_yes_no, _consent),
)
