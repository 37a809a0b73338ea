"""Landing on an island: exploring, burying booty, Assignments (STV-11)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.scratch import scratch_of
from piracy_env.games.skull_tales.actions import ACT, ACTIONS
from piracy_env.games.skull_tales.rules.assignments import can_fulfil, chart_island, deliver
from piracy_env.games.skull_tales.rules.crew import after_captain, gain_booty, gain_coins, is_up
from piracy_env.games.skull_tales.rules.docks import TORTUGA
from piracy_env.games.skull_tales.rules.drift import WHIRLPOOL
from piracy_env.games.skull_tales.rules.exploring import begin_exploring
from piracy_env.games.skull_tales.rules.frames import (
    first_marked,
    mark_yes_no,
    next_step,
    pop,
    push,
    top,
    turn_to,
)
from piracy_env.games.skull_tales.rules.goals import is_aim_at
from piracy_env.games.skull_tales.rules.ship import AREA, enemy_distance, groups_up, ship_space
from piracy_env.games.skull_tales.state import (
    ACTOR,
    ENEMIES,
    GROUPS,
    NONE,
    SLOT,
    SLOTS,
    STEP,
    A,
    B,
    Decision,
)

LANDED, BURIED, DUG, EXPLORED = 1, 2, 4, 8
"""Bits of `landed`."""
BURIED_CHEST = 1
"""The Rumor of an island to be landed on."""
PARTS = 20
"""What is buried is counted in parts of the Crew Booty."""
_NEUTRAL = 1
_WATCHTOWER = 8
"""The first Enemy that does not leave its place."""
_blank_mask = scratch_of(ACTIONS.size)


# --- whether the ship lands -----------------------------------------------------------------------


@kernel
def is_barred(s: Any, t: Any) -> bool:
    """Whether an Active Enemy keeps the ship from landing (STV-11.1)."""
    for enemy in range(ENEMIES):
        if s.sea_on[enemy] == 0 or s.sea_mode[enemy] == _NEUTRAL or enemy == WHIRLPOOL:
            continue
        reach = t.sea_enemies[enemy].reach if enemy >= _WATCHTOWER else AREA
        if enemy_distance(s, t, enemy) <= reach:
            return True
    return False


@kernel
def letter_here(s: Any, t: Any) -> int:
    """The island at whose scroll the ship is, NONE at sea."""
    return int(t.chart.letter[ship_space(s)])


@kernel
def is_home(s: Any, t: Any) -> bool:
    """Whether the Voyage is won: on Goal "1", without Active Enemies (STV-19.2)."""
    return is_aim_at(s, t, ship_space(s)) and not is_barred(s, t)


@kernel
def land(s: Any, t: Any) -> None:
    """After the Crew Round the ship may land; on Goal "1" nothing else is done (STV-11.3)."""
    noinline()
    letter = letter_here(s, t)
    if letter == NONE or s.docked == 1 or is_barred(s, t):
        return
    s.landed, s.docked = LANDED, 1
    if letter == TORTUGA:
        return
    s.isl_land |= 1 << letter
    for seat in range(s.players):
        s.deeds[seat] |= 1 << BURIED_CHEST - 1
    chart_island(s, t, letter)
    if not is_aim_at(s, t, ship_space(s)):
        push(s, Decision.ISLAND, NONE)
        if s.bury_l == letter and s.bury_seat >= 0 and s.bury_seat != s.captain:
            push(s, Decision.DIG, s.bury_seat)


# --- what is done there ---------------------------------------------------------------------------


@kernel
def _mark_island(s: Any, t: Any, mask: Any) -> None:
    """Mark exploring, the Assignment, burying and digging, and the end."""
    letter = letter_here(s, t)
    mask[ACT.no.start] = True
    is_new = s.landed & EXPLORED == 0 and s.isl_seen >> letter & 1 == 0
    mask[ACT.isle_explore.start] = is_new and _is_anybody_up(s)
    mask[ACT.assign_do.start] = can_fulfil(s, t, letter)
    is_own = s.bury_seat == s.captain and s.bury_l == letter
    can_bury = s.crew_booty >= 1 and s.landed & BURIED == 0
    mask[ACT.bury.start] = can_bury and (is_own or s.bury_l == NONE)
    mask[ACT.dig.start] = is_own and s.landed & DUG == 0


@kernel
def _is_anybody_up(s: Any) -> bool:
    if groups_up(s) > 0:
        return True
    for slot in range(SLOTS):  # noqa: SIM110 - numba knows no any()
        if is_up(s, slot):
            return True
    return False


@kernel
def _is_there_more(s: Any, t: Any) -> bool:
    """Whether the Captain can do more than leave."""
    mask = _blank_mask()
    _mark_island(s, t, mask)
    mask[ACT.no.start] = False
    if first_marked(mask, ACT.no.start) != NONE:
        return True
    pop(s)
    return False


@kernel
def _on_island(s: Any, t: Any, action: int) -> None:
    """Do one of these."""
    if action == ACT.no.start:
        pop(s)
    elif action == ACT.isle_explore.start:
        s.landed |= EXPLORED
        push(s, Decision.SEND_ASHORE, NONE)
    elif action == ACT.assign_do.start:
        deliver(s, t)
    elif action == ACT.bury.start:
        push(s, Decision.BURY, NONE)
    else:
        s.landed |= DUG
        gain_booty(s, _unearth(s))


@kernel
def _unearth(s: Any) -> int:
    """Take up what is buried."""
    booty = s.bury_sum + 0
    s.bury_l, s.bury_sum, s.bury_seat = NONE, 0, NONE
    return booty


@kernel
def _mark_parts(s: Any, t: Any, mask: Any) -> None:
    mask[ACT.num.start + 1 : ACT.num.start + PARTS + 1] = True


@kernel
def _bury(s: Any, t: Any, action: int) -> None:
    """Bury a part of the Crew Booty, rounded up (STV-11.13)."""
    pop(s)
    booty = (s.crew_booty * (action - ACT.num.start) + PARTS - 1) // PARTS
    s.landed |= BURIED
    gain_booty(s, -booty)
    s.bury_l, s.bury_seat = letter_here(s, t), s.captain
    s.bury_sum += booty


@kernel
def _mark_dig(s: Any, t: Any, mask: Any) -> None:
    mask[ACT.no.start] = True
    mask[ACT.dig.start] = True


@kernel
def _dig(s: Any, t: Any, action: int) -> None:
    """A former Captain takes what it buried for itself, or leaves it (STV-11.15)."""
    seat = top(s)[ACTOR] + 0
    pop(s)
    if action == ACT.dig.start:
        gain_coins(s, seat, _unearth(s))


# --- who goes ashore ------------------------------------------------------------------------------

# In both frames `A` holds the groups, `B` the Characters that go.


@kernel
def _is_group_left(s: Any, t: Any) -> bool:
    """Whether a group may still be sent; then Characters are asked (STV-11.5)."""
    for group in range(GROUPS):
        if _can_send(s, group):
            return True
    turn_to(s, Decision.GO_ASHORE)
    return False


@kernel
def _can_send(s: Any, group: int) -> bool:
    is_up_now = s.pg_on[group] == 1 and s.pg_w[group] < 2
    return is_up_now and top(s)[A] >> group & 1 == 0


@kernel
def _mark_groups(s: Any, t: Any, mask: Any) -> None:
    mask[ACT.no.start] = True
    for group in range(GROUPS):
        mask[ACT.pg.start + group] = _can_send(s, group)


@kernel
def _send(s: Any, t: Any, action: int) -> None:
    """Send a group ashore, or no more."""
    if action == ACT.no.start:
        turn_to(s, Decision.GO_ASHORE)
    else:
        top(s)[A] |= 1 << action - ACT.pg.start


@kernel
def _person_at(s: Any, place: int) -> int:
    """Who is asked at a place: Pirates clockwise from the Captain, then their Allies likewise."""
    if place < s.players:
        return after_captain(s, place)
    seat = after_captain(s, (place - s.players) // SLOTS)
    slot = (place - s.players) % SLOTS
    return slot if slot >= s.players and s.ch_owner[slot] == seat else NONE


@kernel
def _is_person_left(s: Any, t: Any) -> bool:
    """Find the next Character that is asked; after the last those who go explore."""
    frame = top(s)
    while frame[STEP] < s.players * (1 + SLOTS):
        slot = _person_at(s, frame[STEP])
        if slot != NONE and is_up(s, slot):
            frame[ACTOR], frame[SLOT] = s.ch_owner[slot], slot
            return True
        frame[STEP] += 1
    crew, persons = frame[A] + 0, frame[B] + 0
    pop(s)
    if crew or persons:
        s.isl_seen |= 1 << letter_here(s, t)
        begin_exploring(s, crew, persons)
    return False


@kernel
def _go(s: Any, t: Any, action: int) -> None:
    """Go ashore, or stay aboard."""
    frame = top(s)
    if action == ACT.yes.start:
        frame[B] |= 1 << frame[SLOT]
    next_step(s)


HANDLERS = (
    Handler(Decision.ISLAND, _mark_island, _on_island, _is_there_more),
    Handler(Decision.BURY, _mark_parts, _bury),
    Handler(Decision.DIG, _mark_dig, _dig),
    Handler(Decision.SEND_ASHORE, _mark_groups, _send, _is_group_left),
    Handler(Decision.GO_ASHORE, mark_yes_no, _go, _is_person_left),
)
