"""Disorders of the treasure hunt: what each Pirate must do, and what comes of it (STA-34.11)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.dice import call_for_contest
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.rules.adventure.harm import hurt, knock_out
from piracy_env.games.skull_tales.rules.adventure.hunt import (
    ANGEL,
    BLOODTHIRST,
    EXPLORED,
    HAS_FELLED,
    HAS_STRUCK,
    HOARDER,
    JUDGE,
    POSSESS,
    POSSESSED,
    REVEALED,
    ROBBED,
    SACRIFICE,
    SACRIFICE_ONE,
    VICTIM,
)
from piracy_env.games.skull_tales.rules.adventure.people import (
    are_next_to_each_other,
    attribute_of,
    is_in_play,
)
from piracy_env.games.skull_tales.rules.adventure.questions import ask_person, ask_whether
from piracy_env.games.skull_tales.rules.adventure.track import coins_of, lose_coins
from piracy_env.games.skull_tales.rules.crew import gain_coins, learn
from piracy_env.games.skull_tales.rules.frames import next_step, pop, push_for, top
from piracy_env.games.skull_tales.rules.maiming import maim
from piracy_env.games.skull_tales.state import (
    INTELLIGENCE,
    NONE,
    PIRATE,
    SLOT,
    SLOTS,
    STEP,
    A,
    B,
    Decision,
)
from piracy_env.games.skull_tales.tables.adventures import AFFLICTIONS

TILES_TO_EXPLORE, VICTIMS_TO_ROB = 6, 2
_EVENTS = 8
_WHOM, _HURT, _CONTEST, _STRIKE = range(4)


@kernel
def _has(s: Any, slot: int, disorder: int) -> bool:
    """Whether a Pirate has a disorder."""
    return slot < s.players and s.dis[slot] == disorder


@kernel
def reveal(s: Any, slot: int) -> None:
    """Now all know what is the matter with a Pirate."""
    s.sf[REVEALED] |= 1 << slot


# --- c2: possessed --------------------------------------------------------------------------------


@kernel
def may_strike_down(s: Any, t: Any, slot: int) -> bool:
    """Whether a Pirate is possessed, and somebody is next to it."""
    return _has(s, slot, POSSESSED) and fellows_beside(s, t, slot) != 0


@kernel
def fellows_beside(s: Any, t: Any, slot: int) -> int:
    """Characters next to one that are not Knocked Out, a bit each."""
    found = 0
    for other in range(SLOTS):
        if is_active(s, other) and are_next_to_each_other(s, t, slot, other):
            found |= 1 << other
    return found


@kernel
def begin_strike(s: Any, slot: int) -> None:
    """A possessed Pirate strikes one down."""
    reveal(s, slot)
    push_for(s, Decision.TELLING, NONE, slot, POSSESS, 0)


@kernel
def _go_on_striking(s: Any, t: Any) -> None:
    """Whom, the own wound, the contest, and that one falls. A keeps whom, times 8."""
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    victim = frame[A] // _EVENTS
    if step == _WHOM:
        ask_person(s, s.ch_owner[slot], slot, fellows_beside(s, t, slot))
    elif step == _HURT:
        frame[A] += _EVENTS * frame[B]
        next_step(s)
        hurt(s, t, slot, 1)
    elif step == _CONTEST and is_active(s, slot):
        call_for_contest(s, t, slot, INTELLIGENCE, attribute_of(s, t, victim, INTELLIGENCE))
    else:
        is_won = step == _STRIKE and frame[B] == 1
        pop(s)
        if is_won:
            s.sf[HAS_STRUCK] |= 1 << slot
            knock_out(s, t, victim)


# --- c3: sacrifice --------------------------------------------------------------------------------


@kernel
def may_offer(s: Any, t: Any, slot: int) -> bool:
    """Whether a Pirate has to sacrifice somebody, and can pay for it."""
    has_price = coins_of(s, slot) >= t.ashore.sacrifice_coins
    return _has(s, slot, SACRIFICE) and has_price and victims_of(s, slot) != 0


@kernel
def victims_of(s: Any, slot: int) -> int:
    """Whom a Pirate can name: another Pirate, or if it is alone an own Ally; a bit each."""
    found = 0
    for other in range(SLOTS):
        is_meant = s.ch_kind[other] == PIRATE or s.players == 1
        if other != slot and is_meant and is_in_play(s, other):
            found |= 1 << other
    return found


@kernel
def begin_offer(s: Any, slot: int) -> None:
    """A Pirate sacrifices another one."""
    reveal(s, slot)
    push_for(s, Decision.TELLING, NONE, slot, SACRIFICE_ONE, 0)


@kernel
def _go_on_offering(s: Any, t: Any) -> None:
    """Whom; then the price is paid."""
    frame = top(s)
    slot = frame[SLOT] + 0
    if frame[STEP] == 0:
        ask_person(s, s.ch_owner[slot], slot, victims_of(s, slot))
        return
    s.sf[VICTIM] = 1 + frame[B]
    pop(s)
    lose_coins(s, slot, t.ashore.sacrifice_coins)
    hurt(s, t, slot, 1)


# --- the end --------------------------------------------------------------------------------------


@kernel
def has_succeeded(s: Any, seat: int) -> bool:
    """Whether a Pirate has done what its disorder made it do."""
    disorder = s.dis[seat]
    if disorder == ANGEL:
        return s.ko_n[(seat + 1) % s.players] == 0
    if disorder == POSSESSED:
        return s.sf[HAS_STRUCK] >> seat & 1 == 1
    if disorder == SACRIFICE:
        return s.sf[VICTIM] != 0
    if disorder == BLOODTHIRST:
        return s.sf[HAS_FELLED] >> seat & 1 == 1
    if disorder == HOARDER:
        robbed = 0
        for other in range(SLOTS):
            robbed += s.sf[ROBBED + seat] >> other & 1
        return robbed >= VICTIMS_TO_ROB
    return s.sf[EXPLORED + seat] >= TILES_TO_EXPLORE


@kernel
def begin_judging(s: Any, seat: int) -> None:
    """See at the end what has become of a Pirate's disorder."""
    push_for(s, Decision.TELLING, NONE, seat, JUDGE, 0)


@kernel
def _judge(s: Any, t: Any) -> None:
    """Coins or a Trait for success, else an affliction or a wound (STA-34.11, STA-34.12)."""
    noinline()
    frame = top(s)
    seat = frame[SLOT] + 0
    card = t.disorders[s.dis[seat]]
    is_good = has_succeeded(s, seat)
    if is_good and frame[STEP] == 0 and s.ch_traits[seat, card.trait] == 0:
        ask_whether(s, seat, seat, s.dis[seat])
        return
    is_trait = frame[STEP] == 1 and frame[B] == 1
    pop(s)
    if not is_good:
        _suffer(s, seat, card.failure)
        return
    if is_trait:
        learn(s, t, seat, card.trait)
    else:
        gain_coins(s, seat, card.coins)
    if s.dis[seat] == SACRIFICE:
        _lose_victim(s)


@kernel
def _suffer(s: Any, seat: int, failure: int) -> None:
    """What failing leaves behind."""
    if failure < len(AFFLICTIONS):
        s.ch_affl[seat] |= 1 << failure
    else:
        maim(s, seat)


@kernel
def _lose_victim(s: Any) -> None:
    """Who was sacrificed is maimed; an Ally leaves the crew."""
    victim = s.sf[VICTIM] - 1
    if s.ch_kind[victim] == PIRATE:
        maim(s, victim)
    else:
        s.ch_dead[victim] = 1


@kernel
def go_on(s: Any, t: Any) -> None:
    """The next step of what a disorder makes a Pirate do."""
    noinline()
    what = top(s)[A] % _EVENTS
    if what == POSSESS:
        _go_on_striking(s, t)
    elif what == SACRIFICE_ONE:
        _go_on_offering(s, t)
    else:
        _judge(s, t)
