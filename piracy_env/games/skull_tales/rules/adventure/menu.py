"""The menu of who acts: all verbs, Destiny, Allies, and the end of the turn (STA-10.1)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure import (
    combat,
    exploring,
    feats,
    guiding,
    learned,
    magic,
    moving,
    specials,
    talents,
    things,
)
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.rules.adventure.harm import heal_wounds
from piracy_env.games.skull_tales.rules.adventure.payment import (
    ACTED,
    PENDING,
    SPENT,
    begin_menu,
    has_bonus,
    has_done,
    may_use_destiny,
    menu_frame,
    note_done,
    use_destiny,
)
from piracy_env.games.skull_tales.rules.adventure.people import has_status, is_pirate, set_status
from piracy_env.games.skull_tales.rules.adventure.questions import ask_person
from piracy_env.games.skull_tales.rules.crew import place_of, slot_at
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    drop_to,
    mark_nothing,
    next_step,
    pop,
    push_for,
    top,
    turn_to,
)
from piracy_env.games.skull_tales.state import ACTOR, ALLY, NONE, SLOT, SLOTS, STEP, A, B, Decision
from piracy_env.games.skull_tales.state_land import Status

ALLY_ACTIONS = 2
"""Actions of an Ally in a turn (STA-17.1)."""
_WHICH, _ACT, _DONE = range(3)


@kernel
def end_turn(s: Any) -> None:
    """Who acts is done, whatever it was about."""
    drop_to(s, Decision.MENU)
    pop(s)


@kernel
def _may_act(s: Any, t: Any) -> bool:
    """Whether who acts still can: not Knocked Out, held or gone in its own turn."""
    slot = top(s)[SLOT]
    if is_active(s, slot) and s.ch_y[slot] != NONE and not has_status(s, slot, Status.POSSUM):
        return True
    pop(s)
    return False


@separate
def _mark(s: Any, t: Any, mask: Any) -> None:
    """Mark all that the Character can do and pay."""
    slot = top(s)[SLOT] + 0
    mask[ACT.end_turn.start] = True
    moving.mark(s, t, slot, mask)
    feats.mark(s, t, slot, mask)
    exploring.mark(s, t, slot, mask)
    combat.mark(s, t, slot, mask)
    things.mark(s, t, slot, mask)
    magic.mark(s, t, slot, mask)
    learned.mark(s, t, slot, mask)
    talents.mark(s, t, slot, mask)
    specials.mark(s, t, slot, mask)
    guiding.mark(s, t, slot, mask)
    if may_use_destiny(s, slot):
        mask[ACT.dp_heal.start] = s.ch_wounds[slot] > 0
        mask[ACT.dp_action.start] = not has_bonus(s)
    if is_pirate(s, slot) and not has_done(s, ACTED) and allies_left(s, s.ch_owner[slot]):
        mask[ACT.ally.start] = True
    combat.hold_aim(s, slot, mask)


@separate
def _choose(s: Any, t: Any, action: int) -> None:
    """Begin what was chosen."""
    slot = top(s)[SLOT] + 0
    if action == ACT.end_turn.start:
        pop(s)
    elif action == ACT.dp_heal.start:
        use_destiny(s, slot)
        heal_wounds(s, slot, 1)
        note_done(s, SPENT)
    elif action == ACT.dp_action.start:
        use_destiny(s, slot)
        menu_frame(s)[A] = PENDING
        note_done(s, SPENT)
    elif action == ACT.ally.start:
        push_for(s, Decision.ALLY_TURN, s.ch_owner[slot], slot, 0, 0)
    else:
        _begin(s, t, slot, action)


@kernel
def _begin(s: Any, t: Any, slot: int, action: int) -> None:
    """Each chapter of the rules begins its own verbs."""
    moving.begin(s, t, slot, action)
    feats.begin(s, t, slot, action)
    exploring.begin(s, t, slot, action)
    combat.begin(s, t, slot, action)
    things.begin(s, t, slot, action)
    magic.begin(s, t, slot, action)
    learned.begin(s, t, slot, action)
    talents.begin(s, t, slot, action)
    specials.begin(s, t, slot, action)
    guiding.begin(s, t, slot, action)


# --- Allies ---------------------------------------------------------------------------------------


@kernel
def allies_left(s: Any, seat: int) -> int:
    """Allies of a seat that can still act in this round, a bit each (STA-17.1)."""
    found = 0
    for slot in range(s.players, SLOTS):
        is_own = s.ch_kind[slot] == ALLY and s.ch_owner[slot] == seat
        is_there = is_own and is_active(s, slot) and s.ch_y[slot] != NONE
        if is_there and not has_status(s, slot, Status.TURN_DONE):
            found |= 1 << slot
    return found


@kernel
def _go_on_with_ally(s: Any, t: Any) -> bool:
    """Which Ally, its two actions, and back to its Pirate. A = the Ally, once known."""
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    if step == _WHICH:
        ask_person(s, frame[ACTOR], slot, allies_left(s, frame[ACTOR]))
    elif step == _ACT:
        ally = frame[B] + 0
        frame[A] = ally
        next_step(s)
        set_status(s, ally, Status.TURN_DONE)
        s.ally_act[ally], s.insult_from[ally], s.spotted[ally] = ALLY_ACTIONS, 0, 0
        begin_menu(s, ally)
    else:
        forget_turn(s, frame[A])
        pop(s)
        s.active_slot = slot
    return False


@kernel
def forget_turn(s: Any, slot: int) -> None:
    """What counts for one turn only is over for a Character."""
    s.ally_act[slot], s.free_from[slot], s.once[slot] = 0, 0, 0
    s.ch_ap[slot], s.mov_left, s.last_hand[slot] = 0, 0, NONE
    ended = Status.RUNNING | Status.FRENZIED
    if is_pirate(s, slot):  # an Ally may still be commanded
        ended |= Status.SEARCHED
    s.ch_status[slot] &= -1 - ended
    for other in range(SLOTS):
        s.push_no[slot, other] = 0
        s.pass_no[other] = 0


@kernel
def _mark_last_allies(s: Any, t: Any, mask: Any) -> None:
    frame = top(s)
    mask[ACT.no.start] = True
    left = allies_left(s, frame[ACTOR])
    for slot in range(SLOTS):
        if left >> slot & 1:
            mask[ACT.char.start + place_of(s, frame[ACTOR], slot)] = True


@kernel
def _choose_last_ally(s: Any, t: Any, action: int) -> None:
    frame = top(s)
    if action == ACT.no.start:
        pop(s)
        next_step(s)
        return
    frame[B] = slot_at(s, frame[ACTOR], action - ACT.char.start)
    turn_to(s, Decision.ALLY_TURN)
    top(s)[STEP] = _ACT


@kernel
def _is_ally_left(s: Any, t: Any) -> bool:
    if allies_left(s, top(s)[ACTOR]):
        return True
    pop(s)
    return False


HANDLERS = (
    Handler(Decision.MENU, _mark, _choose, _may_act, "what the Character does"),
    Handler(Decision.ALLY_TURN, mark_nothing, answer_nothing, _go_on_with_ally),
    Handler(
        Decision.ALLY_END,
        _mark_last_allies,
        _choose_last_ally,
        _is_ally_left,
        "which Ally acts after its Pirate",
    ),
)
