"""Steps: where they lead, what they cost, who stands in the way (STA-10.8 to 10.17)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.bits import lowest
from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure import stories
from piracy_env.games.skull_tales.rules.adventure.arriving import arrive
from piracy_env.games.skull_tales.rules.adventure.board import is_ground, is_same_room, is_shared
from piracy_env.games.skull_tales.rules.adventure.figures import (
    CHARACTER,
    COMPANION,
    figures_at,
    figures_on_board,
    foes_in_sight_of_all,
    is_active,
    is_foe_seen_by,
    place_of,
    stands_at,
)
from piracy_env.games.skull_tales.rules.adventure.harm import hurt
from piracy_env.games.skull_tales.rules.adventure.paths import is_free, is_way, ways_from
from piracy_env.games.skull_tales.rules.adventure.payment import (
    ACTED,
    OTHER,
    STEP_,
    STEPPED,
    can_pay,
    has_bonus,
    has_done,
    pay_ap,
)
from piracy_env.games.skull_tales.rules.adventure.people import (
    foes_engaging,
    foes_engaging_at,
    has_status,
    has_trait,
    is_foe_able,
    is_pirate,
    place_of_character,
    set_status,
)
from piracy_env.games.skull_tales.rules.adventure.questions import ask_consent
from piracy_env.games.skull_tales.rules.adventure.tiles import through_portal
from piracy_env.games.skull_tales.rules.adventure.weapons import carried_effect
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import KIND, NONE, SLOT, SLOTS, STEP, A, B, Decision
from piracy_env.games.skull_tales.state_land import FOES, Status
from piracy_env.games.skull_tales.tables.crew import GEAR_EFFECTS
from piracy_env.games.skull_tales.terrain import BLOCKED, STEP_COL, STEP_ROW, WATER
from piracy_env.games.skull_tales.traits import Trait

WAYS = 8
MOST_AP = 20
CLEAR, LET_PASS, TO_BE_ASKED, BARRED = range(4)
"""What those who stand on a space mean for a step onto it."""
NO_STEP, PLAIN, THROUGH, ASKING = range(4)
"""Steps: none, onto the next space, through a figure, through a Character that must be asked."""
UNSTOPPED, SPIRIT = 1, 2
"""B of a frame STEPS: Enemies do not stop this move; nor are they in its way."""
_BOOTS = GEAR_EFFECTS.index("boots")
_ASK, _ANSWERED = range(2)


def _ways_beside(row: int, col: int) -> int:
    """Directions of steps onto a neighbour, or past its corner, a bit each."""
    ways = 0
    for way, step in enumerate(zip(STEP_ROW, STEP_COL, strict=True)):
        corners = {(step[0], 0), (0, step[1])} if way % 2 else {step}
        ways |= ((row, col) in corners | {step}) << way
    return ways


_BESIDE = tuple(_ways_beside(place // 3 - 1, place % 3 - 1) for place in range(9))
"""The same for each neighbour in reading order; none for the place itself."""


# --- where a step leads ---------------------------------------------------------------------------


@kernel
def beyond(s: Any, row: int, col: int, way: int) -> tuple[int, int]:
    """The cell that a step in a direction leads to, by a portal too; (-1, -1) if to none."""
    if way % 2 == 0:
        place = through_portal(s, row, col, way // 2)
        if place[0] != NONE:
            return place
    row2, col2 = NONE, NONE
    if is_way(s, row, col, way) and not _is_squeezed(s, row, col, way):
        row2, col2 = row + STEP_ROW[way], col + STEP_COL[way]
        if is_shared(s, row2, col2):
            row2, col2 = NONE, NONE
    return row2, col2


@kernel
def _walks_as(s: Any, how: int) -> bool:
    """Whether the steps of a move, which goes on, are at least that free of Enemies."""
    place = s.sp - 1
    if s.stk[place, KIND] == Decision.PASSAGE:
        place -= 1
    return s.stk[place, KIND] == Decision.STEPS and s.stk[place, B] >= how


@kernel
def way_of(s: Any, t: Any, slot: int, place: Any, way: int) -> tuple[int, int]:
    """The cell that a step of a Character leads to, (-1, -1) if to none.

    The Expeditious step diagonally past walls, and past what stands beside (STA-20.5), but not out
    of the room: through a house's wall they get by its door only.
    """
    there = beyond(s, place[0], place[1], way)
    if way % 2 == 0 or there[0] != NONE or not has_trait(s, t, slot, Trait.EXPEDITIOUS):
        return there
    row, col = place[0] + STEP_ROW[way], place[1] + STEP_COL[way]
    is_fit = is_ground(s, row, col) and is_same_room(s, place[0], place[1], row, col)
    if is_fit and s.b_ter[row, col] != BLOCKED and not is_shared(s, row, col):
        there = (row, col)
    return there


@kernel
def _is_squeezed(s: Any, row: int, col: int, way: int) -> bool:
    """Whether an Enemy that is not Hidden stands beside a diagonal step (STA-10.9, STA-R2)."""
    if way % 2 == 0 or _walks_as(s, SPIRIT):
        return False
    left = foes_in_sight_of_all(s)
    while left:
        r, c = place_of(s, lowest(left))
        left &= left - 1
        if (r == row and c == col + STEP_COL[way]) or (r == row + STEP_ROW[way] and c == col):
            return True
    return False


@kernel
def standers(s: Any, slot: int, row: int, col: int) -> int:
    """What those on a space mean for the step of a Character (STA-10.14, STA-14.9, STA-R22)."""
    worst, is_spirit = CLEAR, _walks_as(s, SPIRIT)
    left = figures_at(s, (row, col)) & ~(1 << CHARACTER + slot)
    while left:
        figure = lowest(left)
        left &= left - 1
        is_passed = is_spirit and figure < CHARACTER
        worst = max(worst, LET_PASS if is_passed else _hindrance(s, slot, figure))
    return worst


@kernel
def _hindrance(s: Any, slot: int, figure: int) -> int:
    """What one figure means for a step onto its space."""
    if figure < CHARACTER:
        return BARRED if is_foe_seen_by(s, figure, slot) else LET_PASS
    if figure >= COMPANION:
        return LET_PASS
    other = figure - CHARACTER
    is_silent = has_status(s, other, Status.HIDDEN | Status.KNOCKED_OUT)
    if is_silent or s.ch_owner[other] == s.ch_owner[slot]:
        return LET_PASS
    return BARRED if s.pass_no[slot] >> other & 1 else TO_BE_ASKED


@separate
def kind_of_step(s: Any, t: Any, slot: int, way: int) -> int:
    """What a step in a direction would be, as ground and figures have it."""
    row, col = place_of_character(s, slot)
    if row == NONE or is_shared(s, row, col):
        return NO_STEP
    row2, col2 = way_of(s, t, slot, (row, col), way)
    if row2 == NONE:
        return NO_STEP
    there = standers(s, slot, row2, col2)
    if there == CLEAR:
        return PLAIN if is_free(s, row2, col2) else NO_STEP
    if there == BARRED or has_portal(s, row, col, way):
        return NO_STEP
    if not _can_pass(s, t, slot, (row2, col2), way):
        return NO_STEP
    return THROUGH if there == LET_PASS else ASKING


@kernel
def has_portal(s: Any, row: int, col: int, way: int) -> bool:
    """Whether a step leads through a portal: onto a free space, or not at all (STA-26.5)."""
    return way % 2 == 0 and through_portal(s, row, col, way // 2)[0] != NONE


@kernel
def _can_pass(s: Any, t: Any, slot: int, place: Any, way: int) -> bool:
    """Whether a Character can go on from a space where it cannot stay (STA-R22)."""
    if is_stoppable(s, t, slot) and foes_engaging_at(s, t, slot, place) != 0:
        return False
    row, col = way_of(s, t, slot, place, way)
    return row != NONE and is_free(s, row, col)


@kernel
def cost_of_leaving(s: Any, t: Any, slot: int, row: int, col: int) -> int:
    """AP that a step from a space costs: 2 out of the water, without Sea Boots (STA-10.11)."""
    return 2 if s.b_ter[row, col] == WATER and not wears_boots(s, t, slot) else 1


@kernel
def wears_boots(s: Any, t: Any, slot: int) -> bool:
    """Whether a Pirate wears Sea Boots."""
    return carried_effect(s, t, slot, _BOOTS) > 0


@kernel
def cost_of_step(s: Any, t: Any, slot: int, way: int, kind: int) -> int:
    """AP that a step costs; through a figure it is two steps at once."""
    row, col = place_of_character(s, slot)
    cost = cost_of_leaving(s, t, slot, row, col)
    if kind != PLAIN:
        row2, col2 = way_of(s, t, slot, (row, col), way)
        cost += cost_of_leaving(s, t, slot, row2, col2)
    return cost


# --- who is stopped -------------------------------------------------------------------------------


@kernel
def is_stoppable(s: Any, t: Any, slot: int) -> bool:
    """Whether Enemies stop a Character that comes next to them: not who runs, or is stealthy."""
    if has_trait(s, t, slot, Trait.STEALTH):
        return False
    if top(s)[KIND] == Decision.STEPS:
        return top(s)[B] < UNSTOPPED
    return not has_status(s, slot, Status.RUNNING)


@kernel
def is_held_up(s: Any, t: Any, slot: int) -> bool:
    """Whether a Character is engaged, and may not step (STA-10.13, STA-R24).

    A runner is only held by Enemies that it was next to when its turn began (STA-R26).
    """
    if has_trait(s, t, slot, Trait.STEALTH):
        return False
    if top(s)[KIND] == Decision.STEPS:
        if top(s)[B] >= UNSTOPPED:
            return False
    elif has_status(s, slot, Status.RUNNING) and has_done(s, STEPPED):
        return False
    return foes_engaging(s, t, slot) != 0


# --- taking a step --------------------------------------------------------------------------------


@kernel
def mark_steps(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark the steps that a Character can take and pay, from a menu or from a frame STEPS."""
    noinline()
    if s.ch_y[slot] == NONE or is_held_up(s, t, slot):
        return
    plain = _plain_ways(s, t, slot)
    row, col = place_of_character(s, slot)
    open_ = 0
    if plain != 0 and _can_pay_step(s, t, cost_of_leaving(s, t, slot, row, col)):
        open_ = _ways_to_ground(s, row, col)
    for way in range(WAYS):
        if plain >> way & 1:
            mask[ACT.step.start + way] = open_ >> way & 1
        else:
            kind = kind_of_step(s, t, slot, way)
            if kind != NO_STEP and _can_pay_step(s, t, cost_of_step(s, t, slot, way, kind)):
                mask[ACT.step.start + way] = True


@kernel
def _plain_ways(s: Any, t: Any, slot: int) -> int:
    """Directions in which nobody is near, a bit each: there the ground alone decides on steps."""
    row, col = place_of_character(s, slot)
    is_bent = s.n_po > 0 or has_trait(s, t, slot, Trait.EXPEDITIOUS)
    if is_bent or is_shared(s, row, col):
        return 0
    near, left = 0, figures_on_board(s) & ~(1 << CHARACTER + slot)
    while left:
        r, c = place_of(s, lowest(left))
        left &= left - 1
        if abs(r - row) <= 1 and abs(c - col) <= 1:
            near |= _BESIDE[3 * (r - row) + c - col + 4]
    return (1 << WAYS) - 1 & ~near


@kernel
def _ways_to_ground(s: Any, row: int, col: int) -> int:
    """Directions in which the ground lets somebody step onto a space of its own, a bit each."""
    ways = left = ways_from(s, row, col)
    while left:
        way = lowest(left)
        left &= left - 1
        if is_shared(s, row + STEP_ROW[way], col + STEP_COL[way]):
            ways &= ~(1 << way)
    return ways


@kernel
def _can_pay_step(s: Any, t: Any, cost: int) -> bool:
    frame = top(s)
    if frame[KIND] == Decision.STEPS:
        return frame[A] >= cost
    return can_pay(s, t, cost, STEP_)


@kernel
def _pay_step(s: Any, t: Any, cost: int) -> None:
    frame = top(s)
    if frame[KIND] == Decision.STEPS:
        frame[A] -= cost
    else:
        pay_ap(s, t, cost, STEP_)


@kernel
def begin_step(s: Any, t: Any, slot: int, way: int) -> None:
    """A Character steps in a direction; who stands there may have to be asked first."""
    if kind_of_step(s, t, slot, way) == ASKING:
        push_for(s, Decision.PASSAGE, s.ch_owner[slot], slot, way, 0)
    else:
        take_step(s, t, slot, way)


@separate
def take_step(s: Any, t: Any, slot: int, way: int) -> None:
    """A Character pays a step and takes it; a runner is wounded by those it runs past."""
    kind = kind_of_step(s, t, slot, way)
    _pay_step(s, t, cost_of_step(s, t, slot, way, kind))
    is_chased = has_status(s, slot, Status.RUNNING) and not _walks_as(s, UNSTOPPED)
    if is_chased and _run_past(s, t, slot):
        return
    place = way_of(s, t, slot, place_of_character(s, slot), way)
    if kind != PLAIN:
        place = way_of(s, t, slot, place, way)
    arrive(s, t, CHARACTER + slot, place)


@kernel
def damage_of(s: Any, t: Any, foe: int) -> int:
    """The wounds that an Enemy's blow is worth: its melee damage, else its ranged one (STA-R25)."""
    if s.foe_damage[foe] > 0:
        return s.foe_damage[foe]
    card = t.enemies[s.foe_type[foe]]
    return card.melee_damage if card.melee_damage > 0 else card.ranged_damage


@kernel
def _run_past(s: Any, t: Any, slot: int) -> bool:
    """A runner leaves a space next to Enemies: once each wounds it; whether it falls (STA-10.16).

    It falls where it was.
    """
    passed = 0 if has_trait(s, t, slot, Trait.STEALTH) else foes_engaging(s, t, slot)
    s.free_from[slot] |= passed
    for foe in range(FOES):
        if passed >> foe & 1 and is_foe_able(s, foe) and hurt(s, t, slot, damage_of(s, t, foe)):
            return True
    return False


# --- a passage ------------------------------------------------------------------------------------


@kernel
def _ask_passage(s: Any, t: Any) -> bool:
    """Ask who stands in the way; step through, or remember the refusal until the turn ends."""
    frame = top(s)
    slot, way = frame[SLOT], frame[A]
    other = _who_is_at(s, slot, way_of(s, t, slot, place_of_character(s, slot), way))
    if frame[STEP] == _ASK:
        ask_consent(s, other, slot)
        return False
    is_granted = frame[B] == 1
    pop(s)
    if is_granted:
        take_step(s, t, slot, way)
    else:
        s.pass_no[slot] |= 1 << other
    return False


@kernel
def _who_is_at(s: Any, slot: int, place: Any) -> int:
    """The other Character on a space."""
    for other in range(SLOTS):
        if other != slot and stands_at(s, CHARACTER + other, place):
            return other
    return NONE


# --- moves of several spaces ----------------------------------------------------------------------


@kernel
def begin_move(s: Any, slot: int, steps: int, stopped: int) -> None:
    """Let a Character take so many steps, or fewer; Enemies may not stop it: UNSTOPPED, SPIRIT."""
    push_for(s, Decision.STEPS, s.ch_owner[slot], slot, steps, stopped)


@kernel
def _mark_move(s: Any, t: Any, mask: Any) -> None:
    mask[ACT.done.start] = True
    mark_steps(s, t, top(s)[SLOT], mask)


@kernel
def _step_on(s: Any, t: Any, action: int) -> None:
    if action == ACT.done.start:
        pop(s)
    else:
        begin_step(s, t, top(s)[SLOT], action - ACT.step.start)


@kernel
def _is_move_going_on(s: Any, t: Any) -> bool:
    """Whether there are steps left, and nothing has stopped the move (STA-R52)."""
    frame = top(s)
    slot = frame[SLOT]
    if frame[A] > 0 and is_active(s, slot) and not is_held_up(s, t, slot):
        return True
    pop(s)
    return False


# --- verbs ----------------------------------------------------------------------------------------


@kernel
def mark(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark steps, RUN and ALLY_MOVE in the menu."""
    if is_pirate(s, slot):
        mark_steps(s, t, slot, mask)
        mask[ACT.run.start] = may_run(s, t, slot)
    elif s.ch_y[slot] != NONE and s.ally_act[slot] >= 1 and not is_held_up(s, t, slot):
        mask[ACT.ally_move.start] = True


@kernel
def may_run(s: Any, t: Any, slot: int) -> bool:
    """Whether a Pirate may run: as its first action, and not in caves (STA-10.15, STA-33.5)."""
    if has_done(s, ACTED) or has_bonus(s) or s.ch_ap[slot] == 0:
        return False
    row, _ = place_of_character(s, slot)
    return row != NONE and stories.may_run(s, t, slot)


@kernel
def begin(s: Any, t: Any, slot: int, action: int) -> None:
    """Begin a step, a run or an Ally's move."""
    if ACT.step.start <= action < ACT.step.start + WAYS:
        begin_step(s, t, slot, action - ACT.step.start)
    elif action == ACT.run.start:
        pay_ap(s, t, 0, OTHER)
        set_status(s, slot, Status.RUNNING)
        s.ch_ap[slot] = min(MOST_AP, 2 * s.ch_ap[slot])
    elif action == ACT.ally_move.start:
        pay_ap(s, t, 1, OTHER)
        begin_move(s, slot, s.ch_mov[slot], 0)


HANDLERS = (
    Handler(Decision.PASSAGE, mark_nothing, answer_nothing, _ask_passage),
    Handler(Decision.STEPS, _mark_move, _step_on, _is_move_going_on, "steps of a move"),
)
