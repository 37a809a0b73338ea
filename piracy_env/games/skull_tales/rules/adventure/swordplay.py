"""What follows a blade's attack: a face cut, a lunge, a masterly step (STA-20.20, 20.32, 20.36)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.arriving import arrive
from piracy_env.games.skull_tales.rules.adventure.blows import knock_foe_down
from piracy_env.games.skull_tales.rules.adventure.board import is_adjacent, is_ground
from piracy_env.games.skull_tales.rules.adventure.figures import (
    CHARACTER,
    is_active,
    is_foe,
    place_of,
)
from piracy_env.games.skull_tales.rules.adventure.harm import swallow
from piracy_env.games.skull_tales.rules.adventure.hits import CRIPPLED
from piracy_env.games.skull_tales.rules.adventure.moving import WAYS, way_of
from piracy_env.games.skull_tales.rules.adventure.paths import is_free
from piracy_env.games.skull_tales.rules.adventure.payment import OTHER, pay_ap
from piracy_env.games.skull_tales.rules.adventure.people import foes_engaging, place_of_character
from piracy_env.games.skull_tales.rules.adventure.track import gain_pp
from piracy_env.games.skull_tales.rules.frames import (
    clear_candidates,
    mark_candidates,
    mark_yes_no,
    next_step,
    offer,
    offering,
    pop,
    top,
)
from piracy_env.games.skull_tales.state import NONE, SLOT, STEP, A, B, C, Decision
from piracy_env.games.skull_tales.terrain import CHASM
from piracy_env.games.skull_tales.traits import Trait

_FACECRIPPLER = int(Trait.FACECRIPPLER)
_ASKED, _PUSHED = range(2)


# --- the Facecrippler -----------------------------------------------------------------------------


@kernel
def _cripple(s: Any, t: Any, action: int) -> None:
    """Pay for one wound and a point of prestige, in place of all wounds; the series goes on."""
    slot = top(s)[SLOT] + 0
    pop(s)
    if action == ACT.facecrip.start:
        hand = s.last_hand[slot] + 0
        pay_ap(s, t, t.traits[_FACECRIPPLER].ap, OTHER)
        s.last_hand[slot] = hand
        s.rl_used[s.rl_depth - 1] |= CRIPPLED
        gain_pp(s, t, slot, 1)


# --- the Lunge ------------------------------------------------------------------------------------


@kernel
def _is_there(s: Any, frame: Any) -> bool:
    """Whether the Enemy of a frame still stands where it was attacked."""
    row, col = place_of(s, frame[A])
    return is_foe(s, frame[A]) and row == frame[B] and col == frame[C]


@kernel
def _may_lunge(s: Any, t: Any) -> bool:
    """Whether the Enemy can be pushed, or its space taken."""
    frame = top(s)
    slot, goal = frame[SLOT], (frame[B], frame[C])
    place = place_of_character(s, slot)
    is_near = is_active(s, slot) and place[0] != NONE and is_adjacent(s, t, place, goal)
    if frame[STEP] == _ASKED and is_near and _is_there(s, frame):
        return True
    if is_near and is_free(s, goal[0], goal[1]):
        return True
    pop(s)
    return False


@kernel
def _mark_lunge(s: Any, t: Any, mask: Any) -> None:
    if top(s)[STEP] == _PUSHED:
        mark_yes_no(s, t, mask)
    else:
        mask[ACT.no.start], mask[ACT.lunge.start] = True, True


@kernel
def _lunge(s: Any, t: Any, action: int) -> None:
    """Push the Enemy on and, if that is wanted, move into its space; or just move in."""
    noinline()
    frame = top(s)
    slot, goal = frame[SLOT] + 0, (frame[B] + 0, frame[C] + 0)
    if action == ACT.no.start:
        pop(s)
    elif _is_there(s, frame):
        foe, there = frame[A] + 0, _space_behind(s, t, place_of_character(s, slot), goal)
        if there[0] == NONE:
            pop(s)
            knock_foe_down(s, foe)
            return
        next_step(s)
        shove(s, t, slot, foe, there)
    else:
        pop(s)
        arrive(s, t, CHARACTER + slot, goal)


@kernel
def _space_behind(s: Any, t: Any, place: Any, goal: Any) -> tuple[int, int]:
    """The space straight behind an adjacent one, a free one or a chasm; else (-1, -1)."""
    row, col = 2 * goal[0] - place[0], 2 * goal[1] - place[1]
    is_near = max(abs(row - goal[0]), abs(col - goal[1])) == 1
    is_near = is_near and is_ground(s, row, col) and is_adjacent(s, t, goal, (row, col))
    if is_near and (s.b_ter[row, col] == CHASM or is_free(s, row, col)):
        return row, col
    return NONE, NONE


@kernel
def shove(s: Any, t: Any, slot: int, foe: int, place: Any) -> None:
    """An Enemy is pushed to a space, or into a chasm (STA-R28)."""
    if s.b_ter[place[0], place[1]] == CHASM:
        swallow(s, t, foe, slot)
    else:
        arrive(s, t, foe, place)


# --- True Mastery ---------------------------------------------------------------------------------


@kernel
def _may_step(s: Any, t: Any) -> bool:
    """Offer the free spaces one step away that are adjacent to the Enemy's."""
    frame = top(s)
    slot, goal = frame[SLOT], (frame[B], frame[C])
    place = place_of_character(s, slot)
    clear_candidates(s)
    for way in range(WAYS):
        if not is_active(s, slot) or place[0] == NONE:
            break
        row, col = way_of(s, t, slot, place, way)
        if row != NONE and is_free(s, row, col) and is_adjacent(s, t, goal, (row, col)):
            offer(s, row, col)
    if s.cand_n > 0:
        return True
    pop(s)
    return False


@kernel
def _mark_step(s: Any, t: Any, mask: Any) -> None:
    mark_candidates(s, mask)
    mask[ACT.no.start] = True


@kernel
def _step(s: Any, t: Any, action: int) -> None:
    """Step, and be engaged by nobody there."""
    slot = top(s)[SLOT] + 0
    if action == ACT.no.start:
        pop(s)
        return
    number = action - ACT.cand.start
    place = (s.cand[number, 0] + 0, s.cand[number, 1] + 0)
    pop(s)
    arrive(s, t, CHARACTER + slot, place)
    s.free_from[slot] |= foes_engaging(s, t, slot)


HANDLERS = (
    Handler(Decision.FACECRIP, offering(ACT.facecrip), _cripple, doc="whether a wound and fame do"),
    Handler(Decision.LUNGE, _mark_lunge, _lunge, _may_lunge, "whether to lunge, and move in"),
    Handler(Decision.MASTERY, _mark_step, _step, _may_step, "where to step after an attack"),
)
