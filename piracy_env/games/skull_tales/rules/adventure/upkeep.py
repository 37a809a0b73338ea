"""The Incident Round: what time does to the crew, step by step (STA-7.2 to 7.9)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.arriving import leave_board
from piracy_env.games.skull_tales.rules.adventure.board import is_adjacent
from piracy_env.games.skull_tales.rules.adventure.carrying import lose_item, strip
from piracy_env.games.skull_tales.rules.adventure.conditions import age_stuns
from piracy_env.games.skull_tales.rules.adventure.dice import call_for_roll
from piracy_env.games.skull_tales.rules.adventure.figures import CHARACTER, is_active
from piracy_env.games.skull_tales.rules.adventure.foes import take_token
from piracy_env.games.skull_tales.rules.adventure.goals import drop_all_goals
from piracy_env.games.skull_tales.rules.adventure.harm import heal_wounds, hurt
from piracy_env.games.skull_tales.rules.adventure.hooks import (
    draw_incident,
    incidents_begin,
    incidents_end,
)
from piracy_env.games.skull_tales.rules.adventure.payment import forget_destiny_used
from piracy_env.games.skull_tales.rules.adventure.people import (
    clear_status,
    has_status,
    is_in_play,
    place_of_character,
)
from piracy_env.games.skull_tales.rules.adventure.picking import clear_thing
from piracy_env.games.skull_tales.rules.adventure.spells import advance_spells
from piracy_env.games.skull_tales.rules.adventure.track import end_adventure, move_flag
from piracy_env.games.skull_tales.rules.adventure.weapons import carried_effect
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    pop,
    push,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import (
    ALLY,
    NONE,
    SLOT,
    SLOTS,
    STEP,
    STRENGTH,
    B,
    Decision,
    Ended,
)
from piracy_env.games.skull_tales.state_land import (
    FOES,
    LYING,
    TOKENS_FALLEN,
    FoeStatus,
    Status,
)
from piracy_env.games.skull_tales.tables.adventures import ADVENTURE_KEYS
from piracy_env.games.skull_tales.tables.crew import GEAR_EFFECTS, TAGS

EXHAUSTED, USED = 1, 16
"""Bits of `inv_flag`."""
JONES = ADVENTURE_KEYS.index("captain_jones")
_FIREARM = 1 << TAGS.index("firearm")
_AMULET = GEAR_EFFECTS.index("amulet")
_RUNS_OUT = 2
"""Results up to this move the flag."""
_FLAG, _CLEARING, _ALLIES, _STUNS, _POISON, _POISONED, _READYING, _CARD, _END = range(9)


@kernel
def begin_incidents(s: Any) -> None:
    """An Incident Round begins."""
    push(s, Decision.INCIDENTS, NONE)


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """The next step of the round. A = the next slot whose Poison is looked at."""
    noinline()
    frame = top(s)
    step = frame[STEP]
    next_step(s)
    if step == _FLAG:
        _run_time(s, t)
    elif step == _CLEARING:
        _clear_tokens(s, t)
    elif step == _ALLIES:
        _remove_allies(s, t)
    elif step == _STUNS:
        age_stuns(s)
    elif step == _POISON:
        _look_for_poison(s, t)
    elif step == _POISONED:
        _wear_amulets(s, t)
    elif step == _READYING:
        _ready_cards(s, t)
        _recharge(s)
    elif step == _CARD:
        draw_incident(s, t)
    else:
        pop(s)
        incidents_end(s, t)
    return False


@kernel
def are_all_down(s: Any) -> bool:
    """Whether nobody of the crew is left standing (STA-18.3)."""
    for slot in range(SLOTS):  # noqa: SIM110 - numba knows no any()
        if is_active(s, slot):
            return False
    return True


@kernel
def _run_time(s: Any, t: Any) -> None:
    """Step 1: a die for each Pirate that is Knocked Out, one for the tick, the chapter's."""
    forget_destiny_used(s)
    s.fog = 0
    for foe in range(FOES):
        s.foe_status[foe] &= -1 - FoeStatus.HEXED
    if are_all_down(s):
        end_adventure(s, Ended.ALL_DOWN)
        return
    dice = s.tick + 0
    for seat in range(s.players):
        dice += is_in_play(s, seat) and has_status(s, seat, Status.KNOCKED_OUT)
    for _ in range(dice):
        if throw(s) <= _RUNS_OUT:
            move_flag(s, t, 1)
    incidents_begin(s, t)


# --- what lies about ------------------------------------------------------------------------------


@kernel
def is_somebody_on_tile(s: Any, row: int, col: int, slot: int) -> bool:
    """Whether a Character, but not that one, is on the tile of a cell."""
    for other in range(SLOTS):
        r, c = place_of_character(s, other)
        if other != slot and r != NONE and s.b_tile[r, c] == s.b_tile[row, col]:
            return True
    return False


@kernel
def _clear_tokens(s: Any, t: Any) -> None:
    """Step 2: tokens go from tiles where nobody is (STA-7.4, STA-R35)."""
    for token in range(TOKENS_FALLEN):
        row, col = s.fl_row[token], s.fl_col[token]
        is_kept = s.chapter == JONES and s.fl_mark[token] > 0  # STA-30.7
        if row != NONE and not is_kept and not is_somebody_on_tile(s, row, col, NONE):
            take_token(s, token)
    for thing in range(LYING):
        row, col = s.gr_row[thing], s.gr_col[thing]
        if row != NONE and not is_somebody_on_tile(s, row, col, NONE):
            lose_item(s, s.gr_item[thing])
            clear_thing(s, thing)


@kernel
def _remove_allies(s: Any, t: Any) -> None:
    """Step 3: an Ally that is Knocked Out with nobody near is lost (STA-7.5, STA-17.11)."""
    for slot in range(s.players, SLOTS):
        if s.ch_kind[slot] != ALLY or not has_status(s, slot, Status.KNOCKED_OUT):
            continue
        row, col = place_of_character(s, slot)
        if row != NONE and not _is_cared_for(s, t, slot):
            drop_all_goals(s, slot, (row, col))
            leave_board(s, CHARACTER + slot)
            strip(s, slot)
            s.ch_dead[slot] = 1


@kernel
def _is_cared_for(s: Any, t: Any, slot: int) -> bool:
    """Whether another Character is on the same tile or adjacent."""
    row, col = place_of_character(s, slot)
    if is_somebody_on_tile(s, row, col, slot):
        return True
    for other in range(SLOTS):
        place = place_of_character(s, other)
        if other != slot and place[0] != NONE and is_adjacent(s, t, (row, col), place):
            return True
    return False


# --- Poison, cards, spells ------------------------------------------------------------------------


@kernel
def _look_for_poison(s: Any, t: Any) -> None:
    """Step 5: who is Poisoned rolls; a flow for each, the lowest slot first (STA-14.5)."""
    for slot in range(SLOTS - 1, -1, -1):
        if is_active(s, slot) and has_status(s, slot, Status.POISONED):
            push_for(s, Decision.POISON, s.ch_owner[slot], slot, 0, 0)


@kernel
def _go_on_with_poison(s: Any, t: Any) -> bool:
    """Roll Strength: the Poison ends, or wounds."""
    frame = top(s)
    slot = frame[SLOT] + 0
    if frame[STEP] == 0:
        call_for_roll(s, t, slot, STRENGTH, t.ashore.poison)
        return False
    is_cured = frame[B] == 1
    pop(s)
    if is_cured:
        clear_status(s, slot, Status.POISONED)
    else:
        hurt(s, t, slot, 1)
    return False


@kernel
def _wear_amulets(s: Any, t: Any) -> None:
    """Who has the Amulet of Yemaya discards a wound (STA-25.2)."""
    for seat in range(s.players):
        if is_active(s, seat):
            heal_wounds(s, seat, carried_effect(s, t, seat, _AMULET))


@kernel
def _ready_cards(s: Any, t: Any) -> None:
    """Step 6: cards are ready again, but firearms stay unloaded (STA-7.8)."""
    for slot in range(SLOTS):
        for place in range(s.inv_n[slot]):
            s.inv_flag[slot, place] &= -1 - USED
            if t.items[s.inv_id[slot, place]].tags & _FIREARM == 0:
                s.inv_flag[slot, place] &= -1 - EXHAUSTED


@kernel
def _recharge(s: Any) -> None:
    """Step 7: spells on the rightmost space come back, the others move up (STA-7.9)."""
    for slot in range(SLOTS):
        advance_spells(s, slot)


HANDLERS = (
    Handler(Decision.INCIDENTS, mark_nothing, answer_nothing, _go_on),
    Handler(Decision.POISON, mark_nothing, answer_nothing, _go_on_with_poison),
)
