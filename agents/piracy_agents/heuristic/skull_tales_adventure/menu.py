"""What a Character does in its turn: fight, help, do what the story asks for, or walk there."""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_agents.heuristic.skull_tales_adventure.aims import is_exit_wanted, seek
from piracy_agents.heuristic.skull_tales_adventure.care import (
    are_too_few_to_act,
    is_anybody_keener,
    is_crew_ready,
    is_jump_safe,
    is_time_to_breathe,
)
from piracy_agents.heuristic.skull_tales_adventure.errands import (
    CASTAWAYS,
    CHEATING,
    JONES,
    is_find_for_all,
    is_find_wanted,
    is_left_lying,
    is_rum_missing,
    is_special_wanted,
    is_time_to_go_home,
)
from piracy_agents.heuristic.skull_tales_adventure.fights import weigh_attacks
from piracy_agents.heuristic.skull_tales_adventure.holding import is_at_narrows
from piracy_agents.heuristic.skull_tales_adventure.people import (
    are_foes_about,
    foes_awake_at,
    hits_left,
    own_cell,
)
from piracy_agents.heuristic.skull_tales_adventure.prospects import is_marksman
from piracy_agents.heuristic.skull_tales_adventure.relief import is_way_given, weigh_stepping_off
from piracy_agents.heuristic.skull_tales_adventure.ways import FAR, ends_of, is_link
from piracy_agents.heuristic.skull_tales_adventure.whims import whim
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.carrying import CARDS, GOALS, NUMBERS
from piracy_env.games.skull_tales.rules.adventure.exploring import door_before, exit_here
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.rules.adventure.moving import PLAIN, kind_of_step, way_of
from piracy_env.games.skull_tales.rules.adventure.paths import CELLS, WAYS
from piracy_env.games.skull_tales.rules.adventure.people import (
    foes_next_to,
    has_status,
    is_pirate,
    place_of_character,
)
from piracy_env.games.skull_tales.rules.adventure.specials import specials_open
from piracy_env.games.skull_tales.rules.adventure.stories import (
    is_search_certain,
    search_difficulty,
)
from piracy_env.games.skull_tales.rules.adventure.story_flags import FIRST_FIND
from piracy_env.games.skull_tales.rules.adventure.usable import (
    DESTINY,
    HEAL,
    LOOK,
    effect_of,
    usable,
)
from piracy_env.games.skull_tales.rules.adventure.whereabouts import is_in_room, is_on_tile
from piracy_env.games.skull_tales.state import NONE, PERCEPTION, SLOT, SLOTS
from piracy_env.games.skull_tales.state_land import TOKENS_FALLEN, Exit, Status
from piracy_env.games.skull_tales.terrain import BOARD, CHASM, SIDE_COL, SIDE_ROW, SIDES

_NEVER = -1.0
_HELP = 5
"""Steps within which others come to somebody's help."""
_STEP_AND_SHOT = 3
"""Action Points for a step back and a shot."""
_AWAY = 8.0
"""What stepping back from Enemies is worth more than a shot, for who can shoot then."""
_BREAKING_AWAY = 2
"""Action Points for breaking away."""
_HASTE = 15.0
"""What running home is worth more than walking there."""
_MOST_STEPS = 20
"""Steps that are counted of a way."""


@kernel
def weigh_menu(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Value the verbs of who acts."""
    noinline()
    slot = int(s.stk[s.sp - 1, SLOT])
    for action in range(len(mask)):
        if mask[action]:
            value[action] = _NEVER
    value[ACT.end_turn.start] = 0.0
    field = np.empty(CELLS, np.int16)
    seek(s, t, w, slot, field)
    weigh_steps(s, t, w, slot, field, mask, value)
    weigh_attacks(s, t, w, slot, mask, value)
    _weigh_errands(s, t, w, slot, field, mask, value)
    _weigh_help(s, t, w, slot, mask, value)
    _weigh_gains(s, t, w, slot, mask, value)
    _weigh_relief(s, t, w, slot, mask, value)
    if is_time_to_go_home(s, t):
        _hurry_home(s, w, slot, field, mask, value)
    if mask[ACT.npc.start]:
        value[ACT.npc.start] = w.lead
    if not _is_anything_worth(value, mask) and foes_next_to(s, t, slot) == 0:
        _make_way(s, t, w, slot, mask, value)


@kernel
def _hurry_home(s: Any, w: Any, slot: int, field: Any, mask: Any, value: Any) -> None:
    """Nothing is worth time any more but the way home, and who is in it.

    Who would be there in this turn breaks away; Captain Jones's boat must be fought for, though.
    """
    for way in range(WAYS):
        if value[ACT.step.start + way] >= w.step:
            value[ACT.step.start + way] += w.home - w.step
    if value[ACT.ally_move.start] >= w.step:
        value[ACT.ally_move.start] += w.home - w.step
    value[ACT.search.start], value[ACT.take_breath.start] = _NEVER, _NEVER
    value[ACT.pick_up.start], value[ACT.reload.start] = _NEVER, _NEVER
    if not _is_dear_token_near(s, slot):
        value[ACT.loot_token.start] = _NEVER
    steps = steps_down(s, field, own_cell(s, slot))
    if mask[ACT.run.start] and steps > s.ch_ap[slot] and _is_step_worth(value):
        value[ACT.run.start] = w.home + _HASTE
    is_near = 0 < steps <= s.ch_ap[slot] - _BREAKING_AWAY
    if mask[ACT.break_away.start] and is_near and s.chapter != JONES:
        value[ACT.break_away.start] = w.home


@kernel
def _weigh_relief(s: Any, t: Any, w: Any, slot: int, mask: Any, value: Any) -> None:
    """Break away from a narrow place for whoever is better there, and step off."""
    if s.free_from[slot] != 0 and is_at_narrows(s, slot) and foes_next_to(s, t, slot) != 0:
        weigh_stepping_off(s, t, w, slot, mask, value)
    elif mask[ACT.break_away.start] and is_way_given(s, t, slot):
        value[ACT.break_away.start] = w.room


@kernel
def _is_anything_worth(value: Any, mask: Any) -> bool:
    """Whether there is anything better than to end the turn."""
    for action in range(len(mask)):  # noqa: SIM110 - numba knows no any()
        if mask[action] and value[action] > 0.0:
            return True
    return False


@kernel
def _make_way(s: Any, t: Any, w: Any, slot: int, mask: Any, value: Any) -> None:
    """Step out of the way of somebody who has something to do where one stands, or behind."""
    noinline()
    here, place = own_cell(s, slot), place_of_character(s, slot)
    if here == NONE:
        return
    field = np.empty(CELLS, np.int16)
    for other in range(SLOTS):
        if other == slot or not is_active(s, other) or s.ch_y[other] == NONE:
            continue
        rows, cols = abs(s.ch_y[other] - s.ch_y[slot]), abs(s.ch_x[other] - s.ch_x[slot])
        if max(rows, cols) > 1:
            continue
        seek(s, t, w, other, field)
        if field[here] >= field[own_cell(s, other)]:
            continue
        for way in range(WAYS):
            there = way_of(s, t, slot, place, way)
            if mask[ACT.step.start + way] and there[0] != NONE:
                off = min(9, int(field[there[0] * BOARD + there[1]]))
                value[ACT.step.start + way] = w.aside + 0.1 * off
        return


# --- walking --------------------------------------------------------------------------------------


@kernel
def weigh_steps(  # noqa: PLR0913, PLR0917 - a field, and who walks
    s: Any, t: Any, w: Any, slot: int, field: Any, mask: Any, value: Any
) -> None:
    """Steps that lead nearer, a jump if there is no other way, a run if it is far."""
    noinline()
    here = own_cell(s, slot)
    if here == NONE:
        return
    far = int(field[here])
    place = place_of_character(s, slot)
    is_jammed = whim(s, slot) < 0.5 and is_jammed_at(s, slot, field)
    onwards = w.room if is_in_the_way(s, slot, field) else w.step
    for way in range(WAYS):
        if not mask[ACT.step.start + way]:
            continue
        there = way_of(s, t, slot, place, way)
        if kind_of_step(s, t, slot, way) != PLAIN and there[0] != NONE:
            there = way_of(s, t, slot, there, way)
        nearer = far - int(field[there[0] * BOARD + there[1]]) if there[0] != NONE else 0
        if nearer > 0:
            value[ACT.step.start + way] = onwards + min(nearer, 9)
        elif is_jammed and nearer >= -1:
            value[ACT.step.start + way] = w.aside
    if are_foes_about(s, slot) and is_marksman(s, t, w, slot):
        _keep_away(s, t, w, slot, mask, value)
    if mask[ACT.ally_move.start] and 0 < far < FAR and _is_step_wanted(s, slot, field):
        value[ACT.ally_move.start] = w.step
    if mask[ACT.jump.start] and _is_jump_wanted(s, t, w, slot, field):
        value[ACT.jump.start] = w.step - 1.0
    if mask[ACT.run.start] and far < FAR and not are_foes_about(s, slot):
        is_far = steps_down(s, field, here) > s.ch_ap[slot]
        if is_far and _is_step_worth(value):
            value[ACT.run.start] = w.run


@kernel
def _keep_away(s: Any, t: Any, w: Any, slot: int, mask: Any, value: Any) -> None:
    """A marksman steps next to no Enemy, and back from those from whom it has broken away."""
    noinline()
    place, near = place_of_character(s, slot), foes_next_to(s, t, slot)
    is_free = near != 0 and s.free_from[slot] != 0 and s.ch_ap[slot] >= _STEP_AND_SHOT
    for way in range(WAYS):
        there = way_of(s, t, slot, place, way)
        if not mask[ACT.step.start + way] or there[0] == NONE:
            continue
        beside = foes_awake_at(s, t, slot, there)
        if is_free and beside == 0:
            value[ACT.step.start + way] = w.shot + _AWAY
        elif beside & ~near:
            value[ACT.step.start + way] = _NEVER


@kernel
def is_in_the_way(s: Any, slot: int, field: Any) -> bool:
    """Whether a Character stands where others have to pass who come to its help."""
    if not are_foes_about(s, slot) or not is_at_narrows(s, slot):
        return False
    here = own_cell(s, slot)
    for other in range(SLOTS):
        if other == slot or not is_active(s, other) or s.ch_y[other] == NONE:
            continue
        rows, cols = abs(s.ch_y[other] - s.ch_y[slot]), abs(s.ch_x[other] - s.ch_x[slot])
        if max(rows, cols) <= _HELP and field[own_cell(s, other)] > field[here]:
            return True
    return False


@kernel
def is_jammed_at(s: Any, slot: int, field: Any) -> bool:
    """Whether a Character and another one stand in each other's way, with no Enemy about."""
    if are_foes_about(s, slot):
        return False
    here = own_cell(s, slot)
    for other in range(SLOTS):
        if other == slot or not is_active(s, other) or s.ch_y[other] == NONE:
            continue
        rows, cols = abs(s.ch_y[other] - s.ch_y[slot]), abs(s.ch_x[other] - s.ch_x[slot])
        if max(rows, cols) == 1 and field[own_cell(s, other)] < field[here]:
            return True
    return False


@kernel
def is_anybody_to_act(s: Any, slot: int) -> bool:
    """Whether somebody else still has a turn in this round."""
    for other in range(SLOTS):
        if not is_active(s, other) or s.ch_owner[other] == s.ch_owner[slot]:
            continue  # an empty slot has no owner
        if s.order_done >> s.ch_owner[other] & 1 == 0:
            return True
    return False


@kernel
def steps_down(s: Any, field: Any, here: int) -> int:
    """Steps that lead nearer and nearer from a cell, as far as that goes."""
    cell = here
    for count in range(_MOST_STEPS):
        best, least = cell, int(field[cell])
        row, col = cell // BOARD, cell % BOARD
        for r in range(max(0, row - 1), min(BOARD, row + 2)):
            for c in range(max(0, col - 1), min(BOARD, col + 2)):
                if field[r * BOARD + c] < least:
                    best, least = r * BOARD + c, int(field[r * BOARD + c])
        if best == cell:
            return count
        cell = best
    return _MOST_STEPS


@kernel
def _is_step_wanted(s: Any, slot: int, field: Any) -> bool:
    """Whether a cell next to a Character is nearer than its own."""
    here = own_cell(s, slot)
    row, col = here // BOARD, here % BOARD
    for r in range(max(0, row - 1), min(BOARD, row + 2)):
        for c in range(max(0, col - 1), min(BOARD, col + 2)):
            if field[r * BOARD + c] < field[here]:
                return True
    return False


@kernel
def _is_jump_wanted(s: Any, t: Any, w: Any, slot: int, field: Any) -> bool:
    """Whether the way leads over the chasm beside a Character, and it is likely to get across."""
    here = own_cell(s, slot)
    row, col = here // BOARD, here % BOARD
    for r in range(max(0, row - 1), min(BOARD, row + 2)):
        for c in range(max(0, col - 1), min(BOARD, col + 2)):
            if s.b_ter[r, c] == CHASM and field[r * BOARD + c] < field[here]:
                return is_jump_safe(s, t, w, slot, r, c)
    return False


# --- what the story asks for ----------------------------------------------------------------------


@kernel
def _weigh_errands(  # noqa: PLR0913, PLR0917 - as weigh_steps
    s: Any, t: Any, w: Any, slot: int, field: Any, mask: Any, value: Any
) -> None:
    """Specials, searches, doors and exits that are wanted here."""
    noinline()
    if mask[ACT.chapter.start]:
        best = _NEVER
        for number in range(1, 8):
            if specials_open(s, t, slot) >> number & 1:
                best = max(best, special_worth(s, t, w, slot, number))
        value[ACT.chapter.start] = best
    if mask[ACT.search.start]:
        value[ACT.search.start] = _search_worth(s, t, w, slot)
    if mask[ACT.open_door.start]:
        value[ACT.open_door.start] = _door_worth(s, t, w, slot, field)
    if mask[ACT.explore.start]:
        value[ACT.explore.start] = _explore_worth(s, t, w, slot, field, value)


@kernel
def special_worth(s: Any, t: Any, w: Any, slot: int, number: int) -> float:
    """What a Special is worth: what is wanted, and ways that lead nearer."""
    row = t.first_special[s.chapter] + number - 1
    if s.chapter == CHEATING and number == 1:
        return float(w.dig)
    if is_link(s, t, slot, row):
        field = np.empty(CELLS, np.int16)
        seek(s, t, w, slot, field)
        row1, col1, row2, col2 = ends_of(s, t, row)
        here = own_cell(s, slot)
        start, end = row1 * BOARD + col1, row2 * BOARD + col2
        goal = end if max(abs(here // BOARD - row1), abs(here % BOARD - col1)) <= 1 else start
        is_due = field[goal] < field[here] and is_passage_due(s, t, w, slot, goal)
        return float(w.dig) if is_due else _NEVER
    if s.chapter == CASTAWAYS and number == 1:
        return float(w.shot) - 1.0 if hits_left(s, slot) > 1 else _NEVER
    if not is_special_wanted(s, t, w, slot, number):
        return _NEVER
    if t.specials[row].to_tile >= 0 and not _is_crew_at_hand(s, t, w, slot):
        return _NEVER
    return float(w.dig)


@kernel
def is_passage_due(s: Any, t: Any, w: Any, slot: int, goal: int) -> bool:
    """Whether a Character goes where a way leads: after a fellow at once, first with the others."""
    tile = s.b_tile[goal // BOARD, goal % BOARD]
    for other in range(SLOTS):
        is_there = is_active(s, other) and s.ch_y[other] != NONE
        if is_there and s.b_tile[s.ch_y[other], s.ch_x[other]] == tile:
            return True
    return _is_crew_at_hand(s, t, w, slot)


@kernel
def _is_crew_at_hand(s: Any, t: Any, w: Any, slot: int) -> bool:
    """Whether Enemies may come, and others have still to act who can follow."""
    return is_crew_ready(s, t, w, slot) and not are_too_few_to_act(s, w, slot)


@kernel
def _search_worth(s: Any, t: Any, w: Any, slot: int) -> float:
    """What is known to be there; else what may be, while there is time to spare."""
    if is_search_certain(s, t, slot) or is_rum_missing(s, t):
        return float(w.dig)
    number = 0
    for row in range(len(t.finds)):
        find = t.finds[row]
        if find.adventure == s.chapter:
            is_here = is_on_tile(s, slot, find.tile)
            if find.room >= 0:
                is_here = is_in_room(s, slot, find.tile, find.room + 1)
            if is_here and is_find_wanted(s, t, w, slot, row, s.sf[FIRST_FIND + number]):
                is_left = is_find_for_all(row) and is_anybody_keener(s, slot)
                return _NEVER if is_left else float(w.dig)
            number += 1
    fails = (search_difficulty(s, t, slot) / 6.0) ** s.ch_att[slot, PERCEPTION]
    needed = w.spare + s.pile_n[0] + s.pile_n[1]
    if w.curious <= 0.0 or s.flag <= needed or are_foes_about(s, slot):
        return _NEVER
    return float(w.curious * (1.0 - fails))


@kernel
def _door_worth(s: Any, t: Any, w: Any, slot: int, field: Any) -> float:
    """A door behind which the way goes on, once the others are near."""
    row, col = place_of_character(s, slot)
    here = int(field[row * BOARD + col])
    for side in SIDES:
        if door_before(s, t, slot, side) != NONE:
            there = int(field[(row + SIDE_ROW[side]) * BOARD + col + SIDE_COL[side]])
            is_here = there == here and here <= w.errand + w.later
            if there < here or is_here:
                return float(w.open) if is_crew_ready(s, t, w, slot) else _NEVER
    return _NEVER


@kernel
def _explore_worth(s: Any, t: Any, w: Any, slot: int, field: Any, value: Any) -> float:
    """An exit that is wanted, once Enemies are gone and the others are near."""
    exit_ = exit_here(s, t, slot)
    is_chase = s.ex_state[exit_] == Exit.RESERVED
    if not is_chase and not is_exit_wanted(s, t, exit_):
        return _NEVER
    is_busy = field[own_cell(s, slot)] < w.explore and _is_step_worth(value)
    is_weary = is_pirate(s, slot) and s.ch_ap[slot] < w.vigor  # Allies have no Action Points
    if has_status(s, slot, Status.RUNNING):
        is_weary = w.dash <= 0.0 or hits_left(s, slot) < w.dash or not is_anybody_to_act(s, slot)
    if is_busy or is_weary:
        return _NEVER
    if (is_chase or s.diff >= w.wary) and are_too_few_to_act(s, w, slot):
        return _NEVER
    return float(w.discover) if is_crew_ready(s, t, w, slot) else _NEVER


@kernel
def _is_step_worth(value: Any) -> bool:
    """Whether a step leads nearer to anything."""
    for way in range(WAYS):  # noqa: SIM110 - numba knows no any()
        if value[ACT.step.start + way] > 0.0:
            return True
    return False


# --- help -----------------------------------------------------------------------------------------


@kernel
def _weigh_help(s: Any, t: Any, w: Any, slot: int, mask: Any, value: Any) -> None:
    """Reviving, healing, Destiny, a Breath."""
    noinline()
    value[ACT.revive.start] = w.revive
    is_about = are_foes_about(s, slot)
    is_dying = s.ch_wounds[slot] > 0 and hits_left(s, slot) == 1
    if mask[ACT.dp_heal.start]:
        is_due = is_dying or s.ch_dp[slot] > w.keep or not is_about
        value[ACT.dp_heal.start] = w.mend + 30.0 * is_dying * is_about if is_due else _NEVER
    if mask[ACT.use.start]:
        value[ACT.use.start] = _use_worth(s, t, w, slot)
    if mask[ACT.healing.start]:
        value[ACT.healing.start] = w.brew
    if mask[ACT.cure_poison.start]:
        value[ACT.cure_poison.start] = w.brew
    if mask[ACT.take_breath.start] and s.ch_dp[slot] == 0 and not is_about:
        is_time = s.ch_wounds[slot] > 1 and is_time_to_breathe(s, w)
        value[ACT.take_breath.start] = w.breath if is_time else _NEVER
    if mask[ACT.forfeit.start] and is_dying and not is_about:
        value[ACT.forfeit.start] = w.breath
    if mask[ACT.dp_action.start] and s.ch_ap[slot] == 0:
        is_needed = foes_next_to(s, t, slot) != 0 and s.ch_dp[slot] > w.keep
        value[ACT.dp_action.start] = w.insult if is_needed else _NEVER


@kernel
def thing_worth(s: Any, t: Any, w: Any, slot: int, what: int) -> float:
    """What using a thing is worth now."""
    effect = effect_of(s, t, slot, what)
    is_kept = s.chapter in (CASTAWAYS, CHEATING)
    if effect == HEAL:
        for other in range(SLOTS):
            if is_active(s, other) and s.ch_wounds[other] >= 2:
                return float(w.brew)
        return _NEVER
    if effect == DESTINY:
        return float(w.brew) if s.ch_dp[slot] == 0 and not is_kept else _NEVER
    return float(w.load[1]) if effect != LOOK else _NEVER


@kernel
def _use_worth(s: Any, t: Any, w: Any, slot: int) -> float:
    """What the best thing is worth that a Character can use."""
    best, things = _NEVER, usable(s, t, slot)
    for what in range(NUMBERS + 2):
        if things >> what & 1:
            best = max(best, thing_worth(s, t, w, slot, what))
    return best


@kernel
def weigh_things(s: Any, t: Any, w: Any, slot: int, mask: Any, value: Any) -> None:
    """Which thing is used."""
    things = usable(s, t, slot)
    for what in range(NUMBERS + 2):
        if not things >> what & 1:
            continue
        if what < CARDS:
            action = ACT.inv.start + what
        elif what < GOALS:
            action = ACT.scard.start + what - CARDS
        else:
            action = ACT.num.start + what - NUMBERS
        if mask[action]:
            value[action] = thing_worth(s, t, w, slot, what)


# --- gains ----------------------------------------------------------------------------------------


@kernel
def _weigh_gains(s: Any, t: Any, w: Any, slot: int, mask: Any, value: Any) -> None:
    """What lies there, and what is better held in the hand."""
    if mask[ACT.loot_token.start]:
        dear = _is_dear_token_near(s, slot)
        value[ACT.loot_token.start] = w.shot + 10.0 if dear else w.take
        if is_token_left(s, t, slot):
            value[ACT.loot_token.start] = _NEVER
    value[ACT.pick_up.start] = w.take
    value[ACT.pickpocket.start] = w.take * (w.greed > 0.0)
    if mask[ACT.stealth.start]:
        value[ACT.stealth.start] = _NEVER


@kernel
def is_token_left(s: Any, t: Any, slot: int) -> bool:
    """Whether a token next to a Character is left for somebody who needs it more."""
    row, col = place_of_character(s, slot)
    for token in range(TOKENS_FALLEN):
        far = max(abs(s.fl_row[token] - row), abs(s.fl_col[token] - col))
        is_near = s.fl_row[token] != NONE and far <= 1
        if is_near and is_left_lying(s, t, slot, s.fl_mark[token] + 0):
            return True
    return False


@kernel
def _is_dear_token_near(s: Any, slot: int) -> bool:
    """Whether a token that is marked, or stands up again, is next to a Character."""
    row, col = place_of_character(s, slot)
    for token in range(TOKENS_FALLEN):
        if s.fl_row[token] == NONE:
            continue
        is_dear = s.fl_mark[token] > 0 or s.fl_immortal[token] != NONE
        if is_dear and max(abs(s.fl_row[token] - row), abs(s.fl_col[token] - col)) <= 1:
            return True
    return False
