"""The Tavern: stories, Allies, Rumors, groups of pirates, games of chance (STP-8)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.crew import (
    ally_of,
    free_slot,
    gain_booty,
    gain_coins,
    gain_prestige,
    has_trait,
    hire,
    is_ally_free,
    pay,
)
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    clear_candidates,
    mark_nothing,
    next_step,
    offer,
    pop,
    push,
    push_for,
    top,
)
from piracy_env.games.skull_tales.rules.hold import add_group, groups
from piracy_env.games.skull_tales.rules.rolls import AGAINST, call_for, improve, successes
from piracy_env.games.skull_tales.rules.rumors import draw_rumor
from piracy_env.games.skull_tales.rules.town import Deed, begin_deed, can_do, is_for_later
from piracy_env.games.skull_tales.state import (
    ACTOR,
    AGILITY,
    CHARISMA,
    GROUPS,
    PERCEPTION,
    SLOT,
    STEP,
    A,
    B,
    Decision,
)
from piracy_env.games.skull_tales.traits import Trait

ALLIES = 8
STORY_DIFFICULTY, MOST_DRINKS = 6, 3
_LEAST_STAKE, _MOST_STAKE, _DIFFICULTY = (2, 1), (6, 5), (4, 5)
"""Of tables A and B."""
RUMOR_TAVERN, RUMOR_MANSION = 5, 4
"""Difficulties of listening."""


@kernel
def mark(s: Any, t: Any, seat: int, mask: Any) -> None:
    """Mark what can be done at the Tavern."""
    noinline()
    mask[ACT.story.start] = can_do(s, t, seat, Deed.STORY)
    if can_do(s, t, seat, Deed.HIRE_ALLY):
        mask[ACT.hire_ally.start] = _can_hire_any(s, t, seat)
    if can_do(s, t, seat, Deed.RUMOR_TAVERN):
        mask[ACT.rumor.start] = can_listen(s, seat)
    if can_do(s, t, seat, Deed.HIRE_GROUPS):
        mask[ACT.hire_pg.start] = groups(s) < GROUPS and s.crew_booty >= t.rules.pg_price
    if can_do(s, t, seat, Deed.GAME_OF_CHANCE) and s.ch_debtor[seat] == 0:
        mask[ACT.game_a.start] = s.ch_coins[seat] >= _LEAST_STAKE[0]
        mask[ACT.game_b.start] = s.ch_coins[seat] >= _LEAST_STAKE[1]


@kernel
def begin(s: Any, t: Any, seat: int, action: int) -> bool:
    """Carry out an action at the Tavern; whether it is one of those."""
    noinline()
    if action == ACT.story.start:
        begin_deed(s, t, seat, Deed.STORY)
        push(s, Decision.STORY, seat)
    elif action == ACT.hire_ally.start:
        begin_deed(s, t, seat, Deed.HIRE_ALLY)
        push(s, Decision.HIRE_ALLY, seat)
    elif action == ACT.rumor.start:
        begin_deed(s, t, seat, Deed.RUMOR_TAVERN)
        listen(s, seat, RUMOR_TAVERN)
    elif action == ACT.hire_pg.start:
        begin_deed(s, t, seat, Deed.HIRE_GROUPS)
        gain_booty(s, -t.rules.pg_price)
        add_group(s)
    elif action in (ACT.game_a.start, ACT.game_b.start):
        begin_deed(s, t, seat, Deed.GAME_OF_CHANCE)
        push_for(s, Decision.GAME_OF_CHANCE, seat, seat, action - ACT.game_a.start, 0)
    else:
        return False
    return True


# --- listening ------------------------------------------------------------------------------------


@kernel
def can_listen(s: Any, seat: int) -> bool:
    """Whether a Rumor is of use to a seat: it holds none, and there is a phase to fulfil one."""
    return s.rum_held[seat] == 0 and is_for_later(s)


@kernel
def listen(s: Any, seat: int, difficulty: int) -> None:
    """Roll for a Rumor (STP-8.3, STP-9.2)."""
    push_for(s, Decision.LISTENING, seat, seat, 0, 0)
    call_for(s, seat, CHARISMA, difficulty)


@kernel
def _has_heard(s: Any, t: Any) -> bool:
    """Who succeeds draws a Rumor."""
    seat = top(s)[ACTOR]
    pop(s)
    if successes(s) > 0:
        draw_rumor(s, t, seat)
    return False


# --- stories --------------------------------------------------------------------------------------


@kernel
def _tells(s: Any, t: Any) -> bool:
    """Ask what the round costs, then roll, then earn what the story is worth (STP-8.1)."""
    frame = top(s)
    if frame[STEP] == 0:
        return True
    if successes(s) > 0:
        gain_prestige(s, frame[ACTOR], s.roll[0] - s.roll_dif)
    pop(s)
    return False


@kernel
def _mark_drinks(s: Any, t: Any, mask: Any) -> None:
    """Mark 0 to 3 coins."""
    for coins in range(min(MOST_DRINKS, s.ch_coins[top(s)[ACTOR]]) + 1):
        mask[ACT.num.start + coins] = True


@kernel
def _buy_drinks(s: Any, t: Any, action: int) -> None:
    """Each coin adds 1 to the roll."""
    seat, coins = top(s)[ACTOR], action - ACT.num.start
    pay(s, seat, coins)
    next_step(s)
    call_for(s, seat, CHARISMA, STORY_DIFFICULTY)
    improve(s, 0, coins)


# --- Allies ---------------------------------------------------------------------------------------


@kernel
def hiring_prestige(s: Any, t: Any, seat: int, card: int) -> int:
    """What prestige an Ally costs a seat."""
    cost = t.allies[card].prestige
    return (cost + 1) // 2 if has_trait(s, t, seat, Trait.TRICKSTER) else cost


@kernel
def hiring_coins(s: Any, t: Any, seat: int, card: int) -> int:
    """What first salary an Ally costs a seat."""
    cost = t.allies[card].salary
    return (cost + 1) // 2 if has_trait(s, t, seat, Trait.TRICKSTER) else cost


@kernel
def _can_hire(s: Any, t: Any, seat: int, card: int) -> bool:
    """Whether an Ally is free, and a seat can pay it; alone from the Crew Booty (STC-4.2)."""
    purse = s.crew_booty if s.players == 1 else s.ch_coins[seat]
    return (
        is_ally_free(s, card)
        and s.ch_pp[seat] >= hiring_prestige(s, t, seat, card)
        and purse >= hiring_coins(s, t, seat, card)
    )


@kernel
def _can_hire_any(s: Any, t: Any, seat: int) -> bool:
    """Whether there is room for an Ally, and one to be had (STC-5)."""
    if free_slot(s) < 0 or (s.players > 1 and ally_of(s, seat) >= 0):
        return False
    for card in range(ALLIES):  # noqa: SIM110 - numba knows no any()
        if _can_hire(s, t, seat, card):
            return True
    return False


@kernel
def _chooses_ally(s: Any, t: Any) -> bool:
    """Ask for an Ally, then roll against it, then hire it (STP-8.2)."""
    frame = top(s)
    if frame[STEP] == 0:
        clear_candidates(s)
        for card in range(ALLIES):
            offer(s, t.allies[card].salary, t.allies[card].prestige)
        return True
    seat, card = frame[ACTOR], frame[A]
    if s.players == 1 or successes(s) > 0:
        _take_on(s, t, seat, card)
    pop(s)
    return False


@kernel
def _take_on(s: Any, t: Any, seat: int, card: int) -> None:
    gain_prestige(s, seat, -hiring_prestige(s, t, seat, card))
    coins = hiring_coins(s, t, seat, card)
    if s.players == 1:
        gain_booty(s, -coins)
    else:
        pay(s, seat, coins)
    hire(s, t, free_slot(s), seat, card)


@kernel
def _mark_allies(s: Any, t: Any, mask: Any) -> None:
    """Mark Allies that can be hired."""
    seat = top(s)[ACTOR]
    for card in range(ALLIES):
        mask[ACT.cand.start + card] = _can_hire(s, t, seat, card)


@kernel
def _choose_ally(s: Any, t: Any, action: int) -> None:
    """Roll Charisma against the Ally's; alone one need not."""
    frame = top(s)
    frame[A] = action - ACT.cand.start
    seat, card = frame[ACTOR], frame[A]
    next_step(s)
    if s.players > 1:
        call_for(s, seat, CHARISMA, AGAINST + card)


# --- games of chance ------------------------------------------------------------------------------


@kernel
def _plays(s: Any, t: Any) -> bool:
    """Ask for the stake, then for the attribute; roll, and win or lose (STP-8.7)."""
    frame = top(s)
    if frame[STEP] < 2:
        return True
    if successes(s) > 0:
        stake = frame[B]
        gain_coins(s, frame[ACTOR], 3 * stake // 2 if frame[A] == 0 else 2 * stake)
    pop(s)
    return False


@kernel
def _mark_game(s: Any, t: Any, mask: Any) -> None:
    """Mark stakes, or attributes."""
    frame = top(s)
    if frame[STEP] == 0:
        most = min(_MOST_STAKE[frame[A]], s.ch_coins[frame[SLOT]])
        for coins in range(_LEAST_STAKE[frame[A]], most + 1):
            mask[ACT.num.start + coins] = True
    else:
        for attribute in range(AGILITY, PERCEPTION + 1):
            mask[ACT.att.start + attribute] = True


@kernel
def _play(s: Any, t: Any, action: int) -> None:
    """Lay down the stake; then choose what is rolled."""
    frame = top(s)
    seat, table = frame[ACTOR], frame[A]
    if frame[STEP] == 0:
        frame[B] = action - ACT.num.start
        pay(s, seat, frame[B])
        next_step(s)
    else:
        next_step(s)
        call_for(s, seat, action - ACT.att.start, _DIFFICULTY[table])


HANDLERS = (
    Handler(Decision.LISTENING, mark_nothing, answer_nothing, _has_heard),
    Handler(Decision.STORY, _mark_drinks, _buy_drinks, _tells),
    Handler(Decision.HIRE_ALLY, _mark_allies, _choose_ally, _chooses_ally),
    Handler(Decision.GAME_OF_CHANCE, _mark_game, _play, _plays),
)
