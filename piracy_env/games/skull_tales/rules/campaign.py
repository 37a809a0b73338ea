"""The campaign: in what order chapters and phases follow, and when a game is over (STC-2)."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.game import ENDED
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.abstract import CASTAWAYS
from piracy_env.games.skull_tales.rules.annex import lose_voyage, win_annex
from piracy_env.games.skull_tales.rules.captaincy import elect, elect_by
from piracy_env.games.skull_tales.rules.crew import clear_slot
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    drop_all,
    mark_nothing,
    next_step,
    push_for,
    top,
)
from piracy_env.games.skull_tales.rules.parts import close_held, close_part, hold_part, open_part
from piracy_env.games.skull_tales.rules.port import begin_port
from piracy_env.games.skull_tales.rules.setup import (
    STAYS_BEHIND,
    ask_for_pirate,
    deal_allies,
    provide,
)
from piracy_env.games.skull_tales.rules.stages import begin_attempt, has_board
from piracy_env.games.skull_tales.rules.voyage import begin_voyage
from piracy_env.games.skull_tales.state import (
    ALLY,
    NONE,
    SLOTS,
    STEP,
    Decision,
    Ended,
    Part,
    Phase,
    Scenario,
)


class Stage(IntEnum):
    """Steps of a game."""

    PIRATES = 0
    ALLIES = 1
    CAPTAIN = 2
    PORT = 3
    AFTER_PORT = 4
    VOYAGE = 5
    AFTER_VOYAGE = 6
    ADVENTURE = 7
    ATTEMPT = 8
    AFTER_ADVENTURE = 9
    AFTER_ANNEX = 10


_SOULS = 3
"""The special Voyage that notes an island, a place in SPECIALS."""
_TREASURE_HUNT = 5
_FAILURE, _PARTIAL, _TOTAL = range(3)
_FULL_CREW = 5


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """The next step of the game."""
    noinline()
    step = top(s)[STEP]
    if step <= Stage.CAPTAIN:
        _gather(s, t, step)
    elif step <= Stage.AFTER_PORT:
        _stay_in_port(s, t, step)
    elif step <= Stage.AFTER_VOYAGE:
        _sail(s, t, step)
    elif step < Stage.AFTER_ADVENTURE:
        _go_ashore(s, t, step)
    elif step == Stage.AFTER_ADVENTURE:
        _close_adventure(s, t)
    else:
        _leave_annex(s, t)
    return False


@kernel
def _go_to(s: Any, step: int) -> None:
    """The game goes on with another step."""
    top(s)[STEP] = step


@kernel
def _gather(s: Any, t: Any, step: int) -> None:
    """Pirates, Allies, a Captain, and what the crew begins with."""
    if step == Stage.PIRATES:
        if not ask_for_pirate(s, t):
            next_step(s)
    elif step == Stage.ALLIES:
        next_step(s)
        deal_allies(s, t)
    else:
        next_step(s)
        if s.players == 1:
            s.captain = 0
        elif s.scenario != Scenario.CAMPAIGN or s.camp_first > 1:
            elect(s)
        provide(s, t)
        open_part(s, t)
        if s.scenario == Scenario.VOYAGE:
            _go_to(s, Stage.VOYAGE)


# --- Port and Voyage ------------------------------------------------------------------------------


@kernel
def _stay_in_port(s: Any, t: Any, step: int) -> None:
    """The Port of a chapter, if it has one."""
    next_step(s)
    if step == Stage.PORT:
        if s.scenario == Scenario.PORT or t.chapters[s.camp_ch - 1].port == 1:
            begin_port(s)
        else:
            _go_to(s, Stage.VOYAGE)
    elif s.scenario == Scenario.PORT:
        is_cut = s.stage_moves >= t.rules.stage_limit
        finish(s, Ended.DECISIONS if is_cut else Ended.PORT_CLOSED)
    else:
        close_part(s, Part.PORT, 0)


@kernel
def _sail(s: Any, t: Any, step: int) -> None:
    """The Voyage of a chapter, if it has one, and where it leads to."""
    next_step(s)
    if step == Stage.VOYAGE:
        if t.chapters[s.camp_ch - 1].voyage == 1:
            begin_voyage(s, t)
        else:
            _go_to(s, Stage.ADVENTURE)
    elif s.scenario == Scenario.VOYAGE:
        finish(s, s.fate)
    elif s.fate == Ended.GOAL_REACHED:
        _note_island(s, t)
        hold_part(s, Part.VOYAGE, 2)
        s.fate = 0
    else:
        hold_part(s, Part.VOYAGE, 0)
        if s.scenario == Scenario.QUICK:
            close_part(s, Part.CHAPTER, 0)
            finish(s, Ended.VOYAGE_LOST)
        else:
            lose_voyage(s, t)


@kernel
def _note_island(s: Any, t: Any) -> None:
    """Where the souls are is remembered for the last chapter (STC-8.2)."""
    if t.chapters[s.camp_ch - 1].special == _SOULS:
        for goal in range(s.goal_n):
            if s.goal_id[goal] == 1:
                s.isle_souls = s.goal_l[goal]


# --- the Adventure --------------------------------------------------------------------------------


@kernel
def _go_ashore(s: Any, t: Any, step: int) -> None:
    """The Adventure of a chapter, or an Annex."""
    next_step(s)
    if step == Stage.ADVENTURE:
        s.phase = Phase.ADVENTURE
        if has_board(s, t):
            close_held(s)
        s.stage_moves, s.adv_repeat, s.adv_result = 0, 0, NONE
        if s.camp_ch == _TREASURE_HUNT + 1 and s.camp_first < s.camp_ch:
            _recover(s)
        count = 0
        for slot in range(SLOTS):
            s.ch_in_adv[slot] = s.ch_kind[slot] > 0
            count += s.ch_kind[slot] > 0
        if s.players == 1 and count == _FULL_CREW:
            push_for(s, Decision.PICK_ALLY, 0, NONE, STAYS_BEHIND, 0)
    else:
        begin_attempt(s, t)


@kernel
def _recover(s: Any) -> None:
    """Before chapter 6 all wounds are healed, and Destiny Points are back."""
    for seat in range(s.players):
        s.ch_wounds[seat] = 0
        s.ch_dp[seat] = s.ch_dp_max[seat]


@kernel
def _close_adventure(s: Any, t: Any) -> None:
    """The Adventure's result stands: the chapter is over, or the crew leaves the Annex."""
    noinline()
    if has_board(s, t):
        hold_part(s, Part.ADVENTURE, s.adv_result)
    for slot in range(s.players, SLOTS):
        if s.ch_dead[slot] == 1:
            clear_slot(s, slot)
        elif s.ch_kind[slot] == ALLY:
            s.ch_wounds[slot] = 0
    if s.camp_ch >= CASTAWAYS:
        if s.adv_result == _TOTAL:
            next_step(s)
            win_annex(s, t)
        else:
            close_part(s, Part.CHAPTER, 0)
            finish(s, Ended.ANNEX_LOST)
        return
    if s.captain == NONE:
        elect_by(s, s.ch_pp)
    bit = 1 << s.camp_ch - 1
    if s.adv_result == _TOTAL:
        s.ch_won |= bit
    elif s.adv_result == _PARTIAL:
        s.ch_part |= bit
    if s.scenario == Scenario.QUICK:
        close_part(s, Part.CHAPTER, s.adv_result)
        finish(s, Ended.CHAPTER_OVER)
    else:
        _begin_chapter(s, s.camp_ch + 1, s.adv_result)


@kernel
def _leave_annex(s: Any, t: Any) -> None:
    """After an Annex the chapter begins anew, or has failed (STC-2.12, STC-7.8)."""
    chapter = s.back_ch + 0
    s.back_ch = NONE
    s.adv_result = _FAILURE
    s.camp_ch = chapter
    if s.voyages < t.rules.lost_voyages:
        _go_to(s, Stage.PORT)
        close_part(s, Part.VOYAGE, 0)
    else:
        _begin_chapter(s, chapter + 2 if chapter == _TREASURE_HUNT else chapter + 1, _FAILURE)


@kernel
def _begin_chapter(s: Any, chapter: int, result: int) -> None:
    """A chapter is over with a result; the next one begins, or the campaign is over."""
    noinline()
    s.voyages = 0
    if s.camp_ch != _TREASURE_HUNT + 1:
        hold_part(s, Part.CHAPTER, result)
    if chapter > s.camp_last:
        close_part(s, Part.CHAPTER, result)
        finish(s, Ended.CAMPAIGN_OVER)
        return
    s.camp_ch = chapter
    _go_to(s, Stage.PORT)
    if chapter != _TREASURE_HUNT + 1:
        close_part(s, Part.CHAPTER, result)


@kernel
def finish(s: Any, reason: int) -> None:
    """The game is over."""
    drop_all(s)
    s.phase = Phase.OVER
    s.over = ENDED
    s.ended = reason


HANDLERS = (Handler(Decision.CAMPAIGN, mark_nothing, answer_nothing, _go_on),)
