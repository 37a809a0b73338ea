"""Push, Break Away, Jump and Climb (STA-10.18 to 10.28, STA-16.6)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.abilities import hex_of
from piracy_env.games.skull_tales.rules.adventure.arriving import arrive
from piracy_env.games.skull_tales.rules.adventure.board import (
    anchor,
    extent,
    is_adjacent,
    is_ground,
    is_roof,
    is_same_space,
    touch,
)
from piracy_env.games.skull_tales.rules.adventure.dice import (
    call_for_contest,
    call_for_roll,
    hamper_other,
    improve_roll,
    need_successes,
)
from piracy_env.games.skull_tales.rules.adventure.figures import CHARACTER
from piracy_env.games.skull_tales.rules.adventure.harm import hurt, knock_out
from piracy_env.games.skull_tales.rules.adventure.jumps import (
    can_jump,
    offer_landings,
    rating_of_jump,
)
from piracy_env.games.skull_tales.rules.adventure.moving import damage_of, wears_boots
from piracy_env.games.skull_tales.rules.adventure.openings import offer_pounce
from piracy_env.games.skull_tales.rules.adventure.paths import is_free, nearest_free
from piracy_env.games.skull_tales.rules.adventure.payment import (
    OTHER,
    RUNNER,
    STEPPED,
    can_pay,
    note_done,
    pay_ap,
)
from piracy_env.games.skull_tales.rules.adventure.people import (
    are_next_to_each_other,
    attribute_of,
    foes_engaging,
    has_status,
    has_trait,
    is_foe_able,
    is_in_play,
    place_of_character,
    set_status,
)
from piracy_env.games.skull_tales.rules.adventure.questions import (
    ask,
    ask_consent,
    ask_person,
    ask_rope,
)
from piracy_env.games.skull_tales.rules.adventure.search_cards import has_rope, use_rope
from piracy_env.games.skull_tales.rules.adventure.sight import distance
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    offer,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import (
    AGILITY,
    NONE,
    SLOT,
    SLOTS,
    STEP,
    STRENGTH,
    A,
    B,
    C,
    Decision,
)
from piracy_env.games.skull_tales.state_land import FOES, Status
from piracy_env.games.skull_tales.terrain import BOARD, CHASM
from piracy_env.games.skull_tales.traits import Trait

PUSH_COST, BREAK_COST, JUMP_COST, CLIMB_COST = 1, 2, 2, 2
WAYS = 8


# --- Push -----------------------------------------------------------------------------------------

_WHOM, _WILLING, _PUSH_ROLL, _WHERE, _PLACED, _FALL = range(6)


@kernel
def to_be_pushed(s: Any, t: Any, slot: int) -> int:
    """Characters that a Character may push, a bit each (STA-10.18, 10.20, STA-R22)."""
    found = 0
    for other in range(SLOTS):
        is_there = is_in_play(s, other) and not has_status(s, other, Status.KNOCKED_OUT)
        if is_there and s.push_no[slot, other] == 0 and are_next_to_each_other(s, t, slot, other):
            found |= 1 << other
    return found


@kernel
def _go_on_pushing(s: Any, t: Any) -> bool:
    """Who is pushed, whether it is willing, the roll, and where to. A = whom, once known."""
    noinline()
    frame = top(s)
    slot, step = frame[SLOT], frame[STEP]
    if step == _WHOM:
        ask_person(s, s.ch_owner[slot], slot, to_be_pushed(s, t, slot))
    elif step == _WILLING:
        frame[A] = frame[B]
        ask_consent(s, frame[A], slot)
    elif step == _PUSH_ROLL:
        other = attribute_of(s, t, frame[A], STRENGTH)
        if frame[B] == 1:
            call_for_roll(s, t, slot, STRENGTH, other)
        else:
            call_for_contest(s, t, slot, STRENGTH, other)
    elif step == _WHERE:
        if frame[B] == 0:
            s.push_no[slot, frame[A]] = 1
            pop(s)
        else:
            _offer_around(s, t, slot)
    elif step == _PLACED:
        _put_pushed(s, t)
    else:
        _fall(s, t)
    return False


@kernel
def _offer_around(s: Any, t: Any, slot: int) -> None:
    """Offer the spaces next to the pusher, a chasm among them (STA-10.19)."""
    other = top(s)[A]
    ask(s, Decision.SPACE, s.ch_owner[slot], other)
    offer_beside(s, t, place_of_character(s, slot))


@kernel
def offer_beside(s: Any, t: Any, place: Any) -> None:
    """Offer the free spaces adjacent to a place in reading order, and a chasm once."""
    row, col = place
    is_chasm_offered = False
    for way in range(WAYS):
        r, c = in_reading_order(row, col, way)
        if is_ground(s, r, c) and is_adjacent(s, t, (row, col), (r, c)):
            if s.b_ter[r, c] == CHASM:
                if not is_chasm_offered:
                    offer(s, r, c)
                is_chasm_offered = True
            elif is_free(s, r, c):
                offer(s, r, c)


@kernel
def in_reading_order(row: int, col: int, place: int) -> tuple[int, int]:
    """The neighbours of a cell in reading order, 0 to 7."""
    cell = place if place < WAYS // 2 else place + 1
    return row + cell // 3 - 1, col + cell % 3 - 1


@kernel
def _put_pushed(s: Any, t: Any) -> None:
    """The pushed Character stands where it was pushed, or falls into a chasm (STA-R28)."""
    frame = top(s)
    other, row, col = frame[A] + 0, frame[B] + 0, frame[C] + 0
    if s.b_ter[row, col] != CHASM:
        pop(s)
        arrive(s, t, CHARACTER + other, (row, col))
        return
    frame[SLOT] = other
    frame[A] = row * BOARD + col
    rating = t.ground[s.tl_token[s.b_tile[row, col] - 1], 0].chasm
    call_for_roll(s, t, other, AGILITY, rating)


@kernel
def _fall(s: Any, t: Any) -> None:
    """Who was pushed into a chasm saves itself to the nearest space, or lies there."""
    frame = top(s)
    other, cell, is_saved = frame[SLOT] + 0, frame[A] + 0, frame[B] == 1
    pop(s)
    place = nearest_free(s, t, (cell // BOARD, cell % BOARD))
    if place[0] != NONE:
        arrive(s, t, CHARACTER + other, place)
    if not is_saved:
        knock_out(s, t, other)


# --- Break Away -----------------------------------------------------------------------------------


@kernel
def _strongest(s: Any, t: Any, foes: int, is_damage: bool) -> int:
    """The highest Agility, or damage, among those of some Enemies that are able (STA-R79)."""
    best = 0
    for foe in range(FOES):
        if foes >> foe & 1 and is_foe_able(s, foe):
            agility = t.enemies[s.foe_type[foe]].agility
            best = max(best, damage_of(s, t, foe) if is_damage else agility)
    return best


@kernel
def _is_quickest_hexed(s: Any, t: Any, foes: int) -> bool:
    """Whether all of the most agile among some Enemies, who roll, are hexed (STA-24.3)."""
    best = _strongest(s, t, foes, False)
    for foe in range(FOES):
        is_among = foes >> foe & 1 and is_foe_able(s, foe)
        is_quickest = is_among and t.enemies[s.foe_type[foe]].agility == best
        if is_quickest and hex_of(s, foe) == 0:
            return False
    return True


@kernel
def _go_on_breaking_away(s: Any, t: Any) -> bool:
    """Roll against the most agile of them, and be free with or without wounds (STA-10.21-24)."""
    frame = top(s)
    slot = frame[SLOT] + 0
    foes = foes_engaging(s, t, slot)
    if frame[STEP] == 0 and _strongest(s, t, foes, True) > 0:
        call_for_contest(s, t, slot, AGILITY, _strongest(s, t, foes, False))
        hamper_other(s, _is_quickest_hexed(s, t, foes))
        if has_trait(s, t, slot, Trait.EXPEDITIOUS):
            improve_roll(s, 1)
        return False
    is_harmless = frame[STEP] == 0 or frame[B] == 1
    pop(s)
    s.free_from[slot] |= foes
    if not is_harmless:
        hurt(s, t, slot, _strongest(s, t, foes, True))
    return False


# --- Jump -----------------------------------------------------------------------------------------

_LANDING, _WITH_ROPE, _JUMP_ROLL, _LANDED, _CLUMSY = range(5)


@kernel
def cost_of_jump(s: Any, t: Any, slot: int) -> int:
    """AP of a jump; 1 for a Chicken Jump (STA-20.12)."""
    return 1 if has_trait(s, t, slot, Trait.CHICKEN_JUMP) else JUMP_COST


@kernel
def _go_on_jumping(s: Any, t: Any) -> bool:
    """Where to, with a rope or without, the roll, and the landing. A = the landing's cell."""
    noinline()
    frame = top(s)
    slot, step = frame[SLOT], frame[STEP]
    if step == _LANDING:
        ask(s, Decision.SPACE, s.ch_owner[slot], slot)
        offer_landings(s, t, place_of_character(s, slot))
    elif step == _WITH_ROPE:
        frame[A] = frame[B] * BOARD + frame[C]
        if has_rope(s, slot):
            ask_rope(s, s.ch_owner[slot], slot)
        else:
            frame[B] = 0
            next_step(s)
    elif step == _JUMP_ROLL:
        if frame[B] == 1:
            use_rope(s, slot)
            next_step(s)
        else:
            _roll_jump(s, t, slot, (frame[A] // BOARD, frame[A] % BOARD))
    elif step == _LANDED:
        _land(s, t)
    else:
        place = (frame[B], frame[C])
        pop(s)
        arrive(s, t, CHARACTER + slot, place)
        set_status(s, slot, Status.STUNNED)
        hurt(s, t, slot, 1)
    return False


@kernel
def _roll_jump(s: Any, t: Any, slot: int, landing: Any) -> None:
    """Roll Agility against the rating of the chasm, or between roofs against their distance."""
    place = place_of_character(s, slot)
    if is_roof(s, place[0], place[1]):
        call_for_roll(s, t, slot, AGILITY, t.ashore.roof_jump)
        need_successes(s, distance(s, t, place, landing))
    else:
        call_for_roll(s, t, slot, AGILITY, rating_of_jump(s, t, place, landing))
    if wears_boots(s, t, slot):
        improve_roll(s, 1)


@kernel
def _land(s: Any, t: Any) -> None:
    """The jump has succeeded, or not (STA-10.26, STA-16.6)."""
    frame = top(s)
    slot, is_there = frame[SLOT] + 0, frame[B] == 1
    landing = (frame[A] // BOARD, frame[A] % BOARD)
    place = place_of_character(s, slot)
    is_high = is_roof(s, place[0], place[1])
    if not is_there and is_high:
        _ask_where_it_falls(s, t, slot)
        return
    pop(s)
    is_chicken = has_trait(s, t, slot, Trait.CHICKEN_JUMP)
    if not is_there and not is_chicken:
        knock_out(s, t, slot)
        return
    offer_pounce(s, t, slot)
    arrive(s, t, CHARACTER + slot, landing)
    if not is_there:
        hurt(s, t, slot, 1)


@kernel
def _ask_where_it_falls(s: Any, t: Any, slot: int) -> None:
    """A failed jump ends next to the roof that it began on; with no space there, on it."""
    ask(s, Decision.SPACE, s.ch_owner[slot], slot)
    _offer_ground_around(s, t, place_of_character(s, slot))
    if s.cand_n == 0:
        place = place_of_character(s, slot)
        offer(s, place[0], place[1])


# --- Climb ----------------------------------------------------------------------------------------


@kernel
def _offer_ground_around(s: Any, t: Any, place: Any) -> None:
    """Offer the free spaces on the ground next to a roof."""
    _visit_around(s, t, place, False, True)


@kernel
def _visit_around(s: Any, t: Any, place: Any, roofs: bool, is_offered: bool) -> int:
    """Count, and offer, the free spaces that touch a place: on the ground, or roofs too."""
    noinline()
    north, south, west, east = extent(s, t, place[0], place[1])
    count = 0
    for r in range(north - 1, south + 2):
        for c in range(west - 1, east + 2):
            if not is_ground(s, r, c) or not is_free(s, r, c):
                continue
            if is_same_space(s, place[0], place[1], r, c) or (is_roof(s, r, c) and not roofs):
                continue
            first = anchor(s, t, r, c)
            is_first = not is_roof(s, r, c) or _is_first_seen(s, t, place, first, r, c)
            if is_first and touch(s, t, place, (r, c)):
                count += 1
                if is_offered:
                    offer(s, first[0], first[1])
    return count


@kernel
def _is_first_seen(s, t, place, first, row, col):
    """Whether a cell is the first of its roof, in reading order, around a place."""
    north, _, west, east = extent(s, t, place[0], place[1])
    for r in range(north - 1, row + 1):
        for c in range(west - 1, east + 2):
            if r == row and c >= col:
                break
            if is_ground(s, r, c) and is_same_space(s, first[0], first[1], r, c):
                return False
    return True


@kernel
def may_climb(s: Any, t: Any, slot: int) -> bool:
    """Whether a roof with room is next to a Character, or it can get down from one."""
    place = place_of_character(s, slot)
    return _visit_climb(s, t, place, False) > 0


@kernel
def _visit_climb(s: Any, t: Any, place: Any, is_offered: bool) -> int:
    """Spaces that a climb leads to: roofs, and from a roof the ground."""
    if is_roof(s, place[0], place[1]):
        return _visit_around(s, t, place, True, is_offered)
    count = 0
    for r in range(place[0] - 1, place[0] + 2):
        for c in range(place[1] - 1, place[1] + 2):
            if not is_ground(s, r, c) or not is_roof(s, r, c) or not is_free(s, r, c):
                continue
            first = anchor(s, t, r, c)
            if _is_first_seen(s, t, place, first, r, c) and touch(s, t, place, (r, c)):
                count += 1
                if is_offered:
                    offer(s, first[0], first[1])
    return count


@kernel
def _go_on_climbing(s: Any, t: Any) -> bool:
    """Where to, and up or down without a roll (STA-10.28)."""
    frame = top(s)
    slot = frame[SLOT] + 0
    if frame[STEP] == 0:
        ask(s, Decision.SPACE, s.ch_owner[slot], slot)
        _visit_climb(s, t, place_of_character(s, slot), True)
        return False
    place = (frame[B] + 0, frame[C] + 0)
    pop(s)
    arrive(s, t, CHARACTER + slot, place)
    return False


# --- verbs ----------------------------------------------------------------------------------------


@kernel
def mark(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark PUSH, JUMP, CLIMB and BREAK_AWAY in the menu."""
    noinline()
    place = place_of_character(s, slot)
    if place[0] == NONE:
        return
    if can_pay(s, t, PUSH_COST, RUNNER) and to_be_pushed(s, t, slot):
        mask[ACT.push.start] = True
    if can_pay(s, t, cost_of_jump(s, t, slot), RUNNER) and can_jump(s, t, place):
        mask[ACT.jump.start] = True
    if can_pay(s, t, CLIMB_COST, RUNNER) and may_climb(s, t, slot):
        mask[ACT.climb.start] = True
    if can_pay(s, t, BREAK_COST, OTHER) and foes_engaging(s, t, slot):
        mask[ACT.break_away.start] = True


@kernel
def begin(s: Any, t: Any, slot: int, action: int) -> None:
    """Begin a Push, a jump, a climb, or breaking away."""
    seat = s.ch_owner[slot]
    if action == ACT.push.start:
        pay_ap(s, t, PUSH_COST, RUNNER)
        push_for(s, Decision.PUSHING, seat, slot, 0, 0)
    elif action == ACT.jump.start:
        pay_ap(s, t, cost_of_jump(s, t, slot), RUNNER)
        note_done(s, STEPPED)
        push_for(s, Decision.JUMPING, seat, slot, 0, 0)
    elif action == ACT.climb.start:
        pay_ap(s, t, CLIMB_COST, RUNNER)
        note_done(s, STEPPED)
        push_for(s, Decision.CLIMBING, seat, slot, 0, 0)
    elif action == ACT.break_away.start:
        pay_ap(s, t, BREAK_COST, OTHER)
        push_for(s, Decision.BREAKING_AWAY, seat, slot, 0, 0)


HANDLERS = (
    Handler(Decision.PUSHING, mark_nothing, answer_nothing, _go_on_pushing),
    Handler(Decision.BREAKING_AWAY, mark_nothing, answer_nothing, _go_on_breaking_away),
    Handler(Decision.JUMPING, mark_nothing, answer_nothing, _go_on_jumping),
    Handler(Decision.CLIMBING, mark_nothing, answer_nothing, _go_on_climbing),
)
