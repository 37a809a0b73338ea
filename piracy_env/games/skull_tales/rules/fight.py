"""A fight between two ships that are tied together (STV-13).

The flow's STEP says what part of the round it is; A is the slot from which on Characters have not
had their turn in it, B the Enemy, C where the Enemy came from. Who stands where is in `b_pos`.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.assignments import fulfil
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.command import (
    can_group_go,
    command_points,
    use_point,
)
from piracy_env.games.skull_tales.rules.crew import gain_booty, gain_prestige, has_trait, is_up
from piracy_env.games.skull_tales.rules.enemies import (
    CUTTER,
    GALLEON,
    MERCHANT,
    beat,
    gain_random_goods,
    wound_boarders,
)
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    pop,
    push,
    push_for,
    top,
)
from piracy_env.games.skull_tales.rules.goals import flip_all, hidden_goals
from piracy_env.games.skull_tales.rules.plunder import begin_plunder
from piracy_env.games.skull_tales.rules.ship import (
    CROWS_NEST,
    GROUP_DOWN,
    GUARD,
    GUN_DECK,
    GUNWALE,
    SICK_BAY,
    WOUNDED,
    WOUNDED_AT_GUNWALE,
    call_impacts,
    can_group_fight,
    doom,
    earn_trust,
    groups_at,
    groups_up,
    has_room_for_character,
)
from piracy_env.games.skull_tales.state import (
    DICE,
    GROUPS,
    NONE,
    SLOT,
    SLOTS,
    STEP,
    A,
    B,
    C,
    Decision,
    Ended,
)
from piracy_env.games.skull_tales.traits import Trait

OWN_SHIP, ENEMY_DECK = 1, 2
"""Values of `b_pos`, beside 0 and `ship.OUT`."""
LINES = 2
_SUCCESS = 5
"""The lowest face at which a group wounds."""
(_MUSTER, _ON_THEIR_DECK, _JUMPS, _AT_GUNWALE, _IN_NEST, _CLASH, _TOLL) = range(7)
(_PLACES, _ORDERS, _YIELD, _AGAIN, _RETURN, _OVER) = range(7, 13)
"""Steps of a fight."""
_TREASURE, _SPICE = 1, 3
"""Special Voyage Events, places in SPECIALS: coins and Goods for a ship taken."""
_TREASURE_COINS = 40
_MERCHANT_OR_CUTTER, _CUTTER_ONLY = 1, 2
"""Special Voyages of chapters, places in SPECIALS, and what their prize is worth."""
_NEWS = 3
_PRIZE_CREW = 3
"""The Assignment to board a Merchant Ship or Galleon."""


@kernel
def begin_fight(s: Any, t: Any, enemy: int) -> None:
    """Two lines tie the ships together (STV-13.2)."""
    s.b_on, s.b_e, s.b_round, s.b_cut = 1, enemy, 0, 0
    for slot in range(SLOTS):
        s.b_pos[slot] = OWN_SHIP if is_up(s, slot) else 0
    _forget_support(s)
    push_for(s, Decision.FIGHT, NONE, NONE, 0, enemy)
    top(s)[C] = s.sea_src[enemy]


@kernel
def _forget_support(s: Any) -> None:
    """A round begins: both Swivel Guns are loaded, no group is supported."""
    s.b_swiv = 0
    for group in range(GROUPS):
        s.b_sup[group], s.b_sup_by[group] = 0, NONE


@kernel
def forget_fight(s: Any) -> None:
    """No ship is tied to this one."""
    s.b_on, s.b_e, s.b_round, s.b_cut = 0, NONE, 0, 0
    for slot in range(SLOTS):
        s.b_pos[slot] = 0
    _forget_support(s)


# --- the round ------------------------------------------------------------------------------------


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """The next part of the fight (STV-13.7), unless it is decided."""
    noinline()
    frame = top(s)
    step, enemy = frame[STEP], frame[B]
    if step < _RETURN and s.sea_be[enemy] == 0:
        frame[STEP] = _OVER
        _take_ship(s, t, enemy, frame[C])
    elif step < _RETURN and s.b_cut >= LINES:
        _turn(s, _RETURN)
        _part(s, enemy)
    elif step in (_MUSTER, _ORDERS):
        next_step(s)
        s.cp = command_points(s)
        push(s, Decision.BOARDING, NONE)
    elif step <= _IN_NEST or step in (_PLACES, _RETURN):
        _next_character(s, t, step)
    elif step == _CLASH:
        next_step(s)
        _clash(s, t, enemy)
    elif step == _TOLL:
        _turn(s, _PLACES)
        if groups_up(s) == 0:
            _give_up(s)
    elif step == _YIELD:
        next_step(s)
        push(s, Decision.SURRENDER, NONE)
    elif step == _AGAIN:
        _turn(s, _ON_THEIR_DECK)
        _end_round(s, t)
    else:
        _end(s, t, frame[C])
    return False


@kernel
def _turn(s: Any, step: int) -> None:
    """Go to a step; all Characters have their turn in it."""
    frame = top(s)
    frame[STEP], frame[A] = step, 0


@kernel
def _next_character(s: Any, t: Any, step: int) -> None:
    """The next Character whose turn it is in this step, in the order of slots."""
    frame = top(s)
    while frame[A] < SLOTS:
        slot = frame[A] + 0
        frame[A] += 1
        if is_up(s, slot) and _has_turn(s, t, slot, step):
            push_for(s, _decision_of(step), s.ch_owner[slot], slot, 0, 0)
            if step == _RETURN:
                top(s)[A] = 1
            return
    _turn(s, _OVER if step == _RETURN else step + 1)


@kernel
def _has_turn(s: Any, t: Any, slot: int, step: int) -> bool:
    """Whether a Character does something in a step."""
    if step in (_ON_THEIR_DECK, _RETURN):
        return bool(s.b_pos[slot] == ENEMY_DECK)
    if s.b_pos[slot] != OWN_SHIP:
        return False
    if step == _JUMPS:
        return s.post[slot] == GUN_DECK and has_trait(s, t, slot, Trait.GUN_PORT_BOARDING)
    if step == _AT_GUNWALE:
        return bool(s.post[slot] == GUNWALE)
    return step == _PLACES or s.post[slot] == CROWS_NEST


@kernel
def _decision_of(step: int) -> int:
    """What a Character decides in a step."""
    if step == _ON_THEIR_DECK:
        return Decision.ENEMY_DECK
    if step == _AT_GUNWALE:
        return Decision.GUNWALE
    return Decision.ALOFT if step in (_JUMPS, _IN_NEST) else Decision.REGROUP


@kernel
def _clash(s: Any, t: Any, enemy: int) -> None:
    """Groups on the Gunwale and Boarding Enemies roll at the same time (STV-13.14, 13.15)."""
    hits, losses = 0, 0
    for group in range(GROUPS):
        if s.pg_post[group] == GUNWALE and can_group_fight(s, group):
            found = 0
            for _ in range(min(DICE, 1 + s.b_sup[group])):
                found += throw(s) >= _SUCCESS
            hits += found
            if found > 0 and s.b_sup_by[group] != NONE:
                earn_trust(s, s.b_sup_by[group], 1)
    for _ in range(s.sea_be[enemy]):
        losses += throw(s) >= t.sea_enemies[enemy].be_on
    wound_boarders(s, enemy, hits)
    where = WOUNDED_AT_GUNWALE if groups_at(s, GUNWALE) > 0 else WOUNDED
    call_impacts(s, losses, where)


@kernel
def _end_round(s: Any, t: Any) -> None:
    """A round is over; after the last both lines count as cut (STC-9.2)."""
    _forget_support(s)
    s.b_round += 1
    if s.b_round >= t.rules.boarding_rounds:
        s.b_cut = LINES


# --- how it ends ----------------------------------------------------------------------------------


@kernel
def _take_ship(s: Any, t: Any, enemy: int, source: int) -> None:
    """The Enemy surrenders: reward, Morale, then Plunder (STV-13.19)."""
    goods, guns = s.sea_hold[enemy] + 0, t.sea_enemies[enemy].fire + 0
    if _special_of(t, source) == _TREASURE:
        gain_booty(s, _TREASURE_COINS)
    beat(s, t, enemy)
    if s.asg == _PRIZE_CREW and enemy in (MERCHANT, GALLEON):
        fulfil(s, t)
    special = t.chapters[s.camp_ch - 1].special
    is_prize = enemy == CUTTER and special in (_MERCHANT_OR_CUTTER, _CUTTER_ONLY)
    if (is_prize or (enemy == MERCHANT and special == _MERCHANT_OR_CUTTER)) and hidden_goals(s):
        flip_all(s)
        gain_prestige(s, s.captain, _NEWS)
    begin_plunder(s, goods, guns)


@kernel
def _special_of(t: Any, source: int) -> int:
    """The special rule of the Event card that brought an Enemy, 0 for none."""
    return int(t.voyage_events[source - 1].special) if 1 <= source <= 28 else 0


@kernel
def _part(s: Any, enemy: int) -> None:
    """Both lines are cut: the Enemy stays, and does not board at once again (STV-13.23)."""
    s.ship_mov = 0
    s.sea_no_brd[enemy] = 1


@kernel
def _end(s: Any, t: Any, source: int) -> None:
    """The fight is over; groups that stand lose their wounds (STV-13.22)."""
    pop(s)
    is_taken = s.sea_be[s.b_e] == 0
    forget_fight(s)
    for group in range(GROUPS):
        if s.pg_w[group] < GROUP_DOWN:
            s.pg_w[group] = 0
    if is_taken and _special_of(t, source) == _SPICE:
        gain_random_goods(s)


@kernel
def _give_up(s: Any) -> None:
    """The Captain surrenders (STV-13.20, STV-13.21)."""
    forget_fight(s)
    doom(s, Ended.CAPTURED)


# --- moving groups --------------------------------------------------------------------------------


@kernel
def _can_order(s: Any, t: Any, group: int, post: int) -> bool:
    """Whether a Command Point can move a group to a post in a fight: nobody stands Guard."""
    return post != GUARD and can_group_go(s, t, group, post)


@kernel
def _can_be_moved(s: Any, t: Any, group: int) -> bool:
    for post in range(SICK_BAY):  # noqa: SIM110 - numba knows no any()
        if _can_order(s, t, group, post):
            return True
    return False


@kernel
def _mark_orders(s: Any, t: Any, mask: Any) -> None:
    """Mark groups to move, then the posts for the one that was named."""
    frame = top(s)
    if frame[STEP] == 1:
        for post in range(SICK_BAY):
            mask[ACT.post.start + post] = _can_order(s, t, frame[SLOT], post)
        return
    mask[ACT.no.start] = True
    for group in range(GROUPS):
        mask[ACT.pg.start + group] = _can_be_moved(s, t, group)


@kernel
def _are_there_orders(s: Any, t: Any) -> bool:
    """Whether a Command Point is left, and a group that it can move."""
    if s.cp >= 1:
        for group in range(GROUPS):
            if _can_be_moved(s, t, group):
                return True
    s.cp = 0
    pop(s)
    return False


@kernel
def _order(s: Any, t: Any, action: int) -> None:
    """Name a group, then its post; or leave all where they are (STV-13.3)."""
    frame = top(s)
    if action == ACT.no.start:
        s.cp = 0
        pop(s)
    elif frame[STEP] == 0:
        frame[SLOT] = action - ACT.pg.start
        next_step(s)
    else:
        s.pg_post[frame[SLOT]] = action - ACT.post.start
        frame[STEP], frame[SLOT] = 0, NONE
        use_point(s)


# --- moving Characters ----------------------------------------------------------------------------


@kernel
def _mark_places(s: Any, t: Any, mask: Any) -> None:
    """Mark the posts that a Character can go to; who comes back can keep its own (STV-13.18)."""
    frame = top(s)
    slot = frame[SLOT]
    mask[ACT.no.start] = frame[A] == 0
    for post in range(GUNWALE + 1):
        if post == s.post[slot]:
            mask[ACT.post.start + post] = frame[A] == 1
        else:
            mask[ACT.post.start + post] = has_room_for_character(s, t, post)


@kernel
def _is_there_a_place(s: Any, t: Any) -> bool:
    """Whether there is another post for a Character."""
    frame = top(s)
    for post in range(GUNWALE + 1):
        is_free = frame[A] == 1 or has_room_for_character(s, t, post)
        if is_free and post != s.post[frame[SLOT]]:
            return True
    pop(s)
    return False


@kernel
def _go_to_place(s: Any, t: Any, action: int) -> None:
    """A Character changes its place, or not."""
    slot = top(s)[SLOT]
    pop(s)
    if action != ACT.no.start:
        s.post[slot] = action - ACT.post.start


@kernel
def _mark_surrender(s: Any, t: Any, mask: Any) -> None:
    """Mark surrender, and fighting on."""
    mask[ACT.no.start] = True
    mask[ACT.surrender.start] = True


@kernel
def _surrender(s: Any, t: Any, action: int) -> None:
    """Surrender, or fight on (STV-13.21)."""
    pop(s)
    if action == ACT.surrender.start:
        _give_up(s)


HANDLERS = (
    Handler(Decision.FIGHT, mark_nothing, answer_nothing, _go_on),
    Handler(Decision.BOARDING, _mark_orders, _order, _are_there_orders),
    Handler(Decision.REGROUP, _mark_places, _go_to_place, _is_there_a_place),
    Handler(Decision.SURRENDER, _mark_surrender, _surrender),
)
