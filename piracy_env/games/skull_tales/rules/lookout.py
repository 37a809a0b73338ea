"""Cartography and Spotting: finding out which island is the one (STV-6.4 to STV-6.7)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.crew import has_trait
from piracy_env.games.skull_tales.rules.frames import (
    clear_candidates,
    mark_candidates,
    next_step,
    offer,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.rules.goals import flip, is_aim_known
from piracy_env.games.skull_tales.rules.rolls import call_for, count_up_to, improve, successes
from piracy_env.games.skull_tales.rules.ship import (
    CROWS_NEST,
    FORECASTLE,
    character_at,
    earn_trust,
    is_able,
    ship_space,
)
from piracy_env.games.skull_tales.state import (
    DICE,
    INTELLIGENCE,
    NONE,
    PERCEPTION,
    SLOT,
    STEP,
    A,
    Decision,
    Lasting,
)
from piracy_env.games.skull_tales.traits import Trait

SHARP_EYES = 3
"""The Rumor of a Pirate who finds Goal "1"."""
_DIFFICULTY, _MARKERS = 5, 3
_WHETHER, _ROLLED, _WHICH = range(3)
"""Steps of both decisions."""


# --- Cartography ----------------------------------------------------------------------------------


@kernel
def cartographer(s: Any) -> int:
    """The Character that can draw charts now, NONE without one."""
    slot = character_at(s, FORECASTLE)
    return slot if slot != NONE and is_able(s, slot) and not is_aim_known(s) else NONE


@kernel
def begin_cartography(s: Any) -> None:
    """Ask the Character on the Forecastle."""
    slot = cartographer(s)
    push_for(s, Decision.CARTOGRAPHY, s.ch_owner[slot], slot, 0, 0)


@kernel
def _offer_hidden(s: Any, seen: int) -> None:
    """List the tokens of a set that lie face down: island and markers."""
    clear_candidates(s)
    for goal in range(s.goal_n):
        if s.goal_rev[goal] == 0 and seen >> goal & 1:
            offer(s, s.goal_l[goal], s.goal_mk[goal])


@kernel
def _hidden_at(s: Any, letter: int) -> int:
    """The token at an island."""
    goal = 0
    while s.goal_l[goal] != letter:
        goal += 1
    return goal


@kernel
def _is_chart_drawn(s: Any, t: Any) -> bool:
    """Whether the Character is asked whether, or where a marker goes; `A` counts successes."""
    noinline()
    frame = top(s)
    if frame[STEP] == _WHETHER:
        return True
    if frame[STEP] == _ROLLED:
        frame[A] = successes(s)
        frame[STEP] = _WHICH
    if frame[A] == 0 or is_aim_known(s):
        pop(s)
        return False
    _offer_hidden(s, -1)
    return True


@kernel
def _mark_chart(s: Any, t: Any, mask: Any) -> None:
    if top(s)[STEP] == _WHETHER:
        mask[ACT.no.start] = True
        mask[ACT.yes.start] = True
    else:
        mark_candidates(s, mask)


@kernel
def _draw_chart(s: Any, t: Any, action: int) -> None:
    """Roll, or put a marker on a token: the third turns it up (STV-6.7)."""
    frame = top(s)
    slot = frame[SLOT]
    if action == ACT.no.start:
        pop(s)
    elif action == ACT.yes.start:
        s.acted[slot] = 1
        next_step(s)
        call_for(s, slot, INTELLIGENCE, _DIFFICULTY)
        improve(s, 0, 1 if has_trait(s, t, slot, Trait.CARTOGRAPHER) else 0)
        count_up_to(s, 1, DICE)
    else:
        goal = _hidden_at(s, s.cand[action - ACT.cand.start, 0])
        frame[A] -= 1
        earn_trust(s, slot, 1)
        s.goal_mk[goal] += 1
        if s.goal_mk[goal] == _MARKERS:
            _find(s, t, slot, goal)


@kernel
def _find(s: Any, t: Any, slot: int, goal: int) -> None:
    """A Character turns a token up."""
    if flip(s, goal) and slot < s.players:
        s.deeds[slot] |= 1 << SHARP_EYES - 1


# --- Spotting -------------------------------------------------------------------------------------


@kernel
def in_sight(s: Any, t: Any) -> int:
    """The hidden tokens that an able Character on the Crow's Nest can spot, a bit each."""
    noinline()
    slot = character_at(s, CROWS_NEST)
    if slot == NONE or not is_able(s, slot) or s.pers & Lasting.FOG:
        return 0
    reach = s.ch_att[slot, PERCEPTION] + has_trait(s, t, slot, Trait.EAGLE_EYE)
    seen = 0
    for goal in range(s.goal_n):
        if s.goal_rev[goal] == 0:
            space = t.chart.scroll[s.goal_l[goal]]
            if t.chart.cube[ship_space(s), space] <= reach:
                seen |= 1 << goal
    return seen


@kernel
def ask_to_spot(s: Any, seen: int) -> None:
    """Ask the Character on the Crow's Nest."""
    slot = character_at(s, CROWS_NEST)
    push_for(s, Decision.SPOTTING, s.ch_owner[slot], slot, seen, 0)


@kernel
def _is_choice_of_tokens(s: Any, t: Any) -> bool:
    if top(s)[STEP] == _WHICH:
        _offer_hidden(s, top(s)[A])
    return True


@kernel
def _spot(s: Any, t: Any, action: int) -> None:
    """Turn up a token in sight, or wait (STV-6.4)."""
    frame = top(s)
    slot, seen = frame[SLOT], frame[A]
    if action == ACT.no.start:
        pop(s)
    elif action == ACT.yes.start and seen & (seen - 1):
        frame[STEP] = _WHICH
    else:
        goal = 0
        if action == ACT.yes.start:
            while seen >> goal & 1 == 0:
                goal += 1
        else:
            goal = _hidden_at(s, s.cand[action - ACT.cand.start, 0])
        pop(s)
        s.acted[slot] = 1
        earn_trust(s, slot, 1)
        _find(s, t, slot, goal)


HANDLERS = (
    Handler(Decision.CARTOGRAPHY, _mark_chart, _draw_chart, _is_chart_drawn),
    Handler(Decision.SPOTTING, _mark_chart, _spot, _is_choice_of_tokens),
)
