"""An Adventure that is played alone: all its decisions, its limits, and when it is over."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import DecisionTable
from piracy_env.core.game import RUNNING
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.rules import setup
from piracy_env.games.skull_tales.rules.adventure import (
    abilities,
    behaviour,
    combat,
    conclusion,
    conditions,
    deeds,
    dice,
    enemy_round,
    exploring,
    feats,
    guiding,
    hands,
    incidents,
    learned,
    magic,
    menu,
    moving,
    placing,
    preparing,
    questions,
    rounds,
    specials,
    strikes,
    tactics,
    talents,
    things,
    travelling,
    upkeep,
    zombie,
)
from piracy_env.games.skull_tales.rules.adventure.at_rest import clear_table
from piracy_env.games.skull_tales.rules.adventure.looking import look_around
from piracy_env.games.skull_tales.rules.adventure.menu import end_turn
from piracy_env.games.skull_tales.rules.adventure.rounds import begin_adventure
from piracy_env.games.skull_tales.rules.adventure.stories import is_won, notice
from piracy_env.games.skull_tales.rules.adventure.track import end_adventure, is_over
from piracy_env.games.skull_tales.rules.chance import member_of
from piracy_env.games.skull_tales.rules.crew import clear_slot
from piracy_env.games.skull_tales.rules.frames import (
    actor_of,
    not_made_by,
)
from piracy_env.games.skull_tales.state import KIND, NONE, SLOTS, Decision, Ended, Scenario

PARTS: tuple[Any, ...] = (
    *(rounds, preparing, hands, menu, questions, dice, moving, feats, exploring, specials, deeds),
    *(travelling, conditions, upkeep, combat, things, magic, learned, tactics, talents, conclusion),
    *(placing, enemy_round, behaviour, strikes, abilities, incidents, zombie, guiding),
)
"""Modules with the decisions of the Adventure."""


def _asked(s: Any) -> Any:
    """The kind of the uppermost frame; once the Adventure is over, its conclusion.

    The frame of the Adventure has in A why it is over, and from then on the steps 10 and 11.
    """
    kind = s.stk[s.sp - 1, 0]
    is_due = s.stk[0, 4] > 0 and (s.stk[0, 2] < 10 or kind == 160)
    return 165 if is_due else kind


@kernel
def deal(s: Any, t: Any) -> None:
    """Lay out a new game in a zeroed state, up to the first question."""
    noinline()
    for slot in range(SLOTS):
        clear_slot(s, slot)
        s.ch_y[slot], s.ch_x[slot] = NONE, NONE
    s.captain, s.adv_result, s.ended = NONE, NONE, NONE
    s.scenario = Scenario.ADVENTURE
    clear_table(s)
    begin_adventure(s)
    if s.characters == 0:
        left = (1 << setup.PIRATES) - 1
        for seat in range(s.players):
            card = member_of(s, left, 0)
            left &= ~(1 << card)
            setup.muster(s, t, seat, card, 0)


@kernel
def settle(s: Any, t: Any) -> None:
    """Say who is to move, and what the active Character sees."""
    if s.over == RUNNING:
        s.seat = actor_of(s)
        look_around(s, t)


HANDLERS = [one for part in PARTS for one in part.HANDLERS]
_OWN = [*HANDLERS, *(one for one in setup.HANDLERS if one.kind in (Decision.PICK, Decision.HAND))]
DECISIONS = DecisionTable(Decision, _asked, *_OWN, *not_made_by(_OWN)).only(*_OWN)
legal = DECISIONS.legal
_answer, _stands = DECISIONS.answer, DECISIONS.stands


@kernel
def reset(s: Any, t: Any) -> None:
    """Deal, and go on to the first question."""
    noinline()
    deal(s, t)
    go_on(s, t)


@kernel
def step(s: Any, t: Any, action: int) -> None:
    """Carry an action out, and go on to the next question (STA-R51)."""
    noinline()
    s.stage_moves += 1
    s.micro += s.active_slot != NONE and s.micro < t.ashore.turn_decisions
    _answer(s, t, action)
    watch(s, t)
    go_on(s, t)


@separate
def go_on(s: Any, t: Any) -> None:
    """Go on to the next question."""
    while s.over == RUNNING and not _stands(s, t):
        watch(s, t)
    settle(s, t)


@kernel
def watch(s: Any, t: Any) -> None:
    """End what has lasted too long, and the Adventure that is won (STA-18.2, STA-R51)."""
    if s.over != RUNNING or is_over(s):
        return
    if s.round > 0:
        notice(s, t)
    if s.round > 0 and is_won(s, t):
        end_adventure(s, Ended.GOALS_MET)
    elif s.stage_moves >= t.ashore.decisions:
        end_adventure(s, Ended.DECISIONS)
    elif s.micro >= t.ashore.turn_decisions and s.stk[s.sp - 1, KIND] == Decision.MENU:
        s.micro = 0
        s.rl_depth = 0
        end_turn(s)
