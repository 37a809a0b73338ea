"""The course of an Adventure: its beginning, its rounds, the order of the seats (STA-7)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.attempts import note_start
from piracy_env.games.skull_tales.rules.adventure.conditions import LOST, meet_conditions
from piracy_env.games.skull_tales.rules.adventure.enemy_round import begin_foes_round
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.rules.adventure.hooks import (
    character_round_ends,
    enemy_round_begins,
    enemy_round_ends,
    turn_ends,
)
from piracy_env.games.skull_tales.rules.adventure.layout import lay_out, muster_crew
from piracy_env.games.skull_tales.rules.adventure.learned import forget_analyses
from piracy_env.games.skull_tales.rules.adventure.menu import allies_left, forget_turn
from piracy_env.games.skull_tales.rules.adventure.payment import (
    begin_menu,
    forget_destiny_used,
    note_done,
)
from piracy_env.games.skull_tales.rules.adventure.people import (
    clear_status,
    has_left,
    has_status,
    has_trait,
)
from piracy_env.games.skull_tales.rules.adventure.preparing import (
    ask_deployment,
    ask_hands,
    ask_preparation,
)
from piracy_env.games.skull_tales.rules.adventure.track import check_initiative, end_adventure
from piracy_env.games.skull_tales.rules.adventure.upkeep import begin_incidents
from piracy_env.games.skull_tales.rules.crew import place_of, slot_at
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    pop,
    push,
    push_for,
    top,
)
from piracy_env.games.skull_tales.rules.setup import ask_for_pirate
from piracy_env.games.skull_tales.state import (
    ACTOR,
    NONE,
    SEATS,
    SLOT,
    SLOTS,
    STEP,
    A,
    B,
    Decision,
    Ended,
    Phase,
    Scenario,
)
from piracy_env.games.skull_tales.state_land import Buff, Status
from piracy_env.games.skull_tales.traits import Trait

_PIRATES, _LAYOUT, _PREPARE, _DEPLOY, _HANDS = range(5)
"""Steps of an Adventure before its first round."""
_ROUND, _AFTER_INCIDENTS, _ORDER, _FOES, _AFTER_FOES = range(5, 10)
"""Steps of a round."""
_FOR_ONE_TURN = Buff.OWLS_EYE | Buff.SERPENTS_KISS | Buff.AIMED


@kernel
def begin_adventure(s: Any) -> None:
    """The Adventure of the chapter begins."""
    s.phase = Phase.ADVENTURE
    s.stage_moves = 0
    push(s, Decision.ADVENTURE, NONE)


@separate
def _go_on(s: Any, t: Any) -> bool:
    """The next step of the Adventure. B = a seat, where each is asked in turn."""
    frame = top(s)
    step = frame[STEP]
    if step == _PIRATES:
        if s.scenario != Scenario.ADVENTURE or not ask_for_pirate(s, t):
            next_step(s)
    elif step == _LAYOUT:
        next_step(s)
        note_start(s)
        muster_crew(s, t)
        lay_out(s, t)
    elif step in (_PREPARE, _HANDS):
        seat = frame[B] + 0
        if seat == s.players:
            frame[B] = 0
            next_step(s)
        else:
            frame[B] += 1
            if step == _PREPARE:
                ask_preparation(s, seat)
            else:
                ask_hands(s, t, seat)
    elif step == _DEPLOY:
        if not ask_deployment(s, t):
            s.order_done = 0
            next_step(s)
    else:
        _go_on_with_round(s, t, step)
    return False


@kernel
def _go_on_with_round(s: Any, t: Any, step: int) -> None:
    """The next step of a round: Incidents, Characters, Enemies (STA-7.1)."""
    noinline()
    if step == _ROUND:
        if s.round == t.ashore.rounds:
            end_adventure(s, Ended.ROUNDS)
            return
        next_step(s)
        s.round += 1
        if s.round > 1:
            begin_incidents(s)
    elif step == _AFTER_INCIDENTS:
        next_step(s)
        _open_characters_round(s)
    elif step == _ORDER:
        if seats_to_act(s):
            push(s, Decision.ORDER, s.init)
        else:
            next_step(s)
            character_round_ends(s, t)
    elif step == _FOES:
        next_step(s)
        forget_destiny_used(s)
        s.brag, s.micro = NONE, 0
        begin_foes_round(s)
        enemy_round_begins(s, t)
    else:
        top(s)[STEP] = _ROUND
        enemy_round_ends(s, t)
        _return_initiative(s)


@kernel
def _return_initiative(s: Any) -> None:
    """After a Tactician's round the former holder has the Initiative again (STA-R44)."""
    if s.init_back != NONE:
        s.init, s.init_back = s.init_back, NONE
        check_initiative(s)


# --- the Character Round --------------------------------------------------------------------------


@kernel
def _open_characters_round(s: Any) -> None:
    """Nobody has acted yet."""
    s.order_done = 0
    for place in range(SEATS):
        s.acted_order[place] = NONE
    for slot in range(SLOTS):
        clear_status(s, slot, Status.TURN_DONE)
        s.jerkin[slot] = 0


@kernel
def has_turn(s: Any, seat: int) -> bool:
    """Whether a seat's Pirate can have its turn, or has an Ally that can act (STA-R57)."""
    is_able = is_active(s, seat) and not has_left(s, seat)
    if is_able and not has_status(s, seat, Status.POSSUM | Status.TURN_DONE):
        return True
    return allies_left(s, seat) != 0


@kernel
def seats_to_act(s: Any) -> int:
    """Seats that can still be chosen in this round, a bit each."""
    found = 0
    for seat in range(s.players):
        if s.order_done >> seat & 1 == 0 and has_turn(s, seat):
            found |= 1 << seat
    return found


@kernel
def _mark_order(s: Any, t: Any, mask: Any) -> None:
    left = seats_to_act(s)
    for seat in range(s.players):
        if left >> seat & 1:
            mask[ACT.char.start + place_of(s, top(s)[ACTOR], seat)] = True


@kernel
def _name_next(s: Any, t: Any, action: int) -> None:
    """Who has the Initiative says whose turn it is (STA-7.12)."""
    seat = slot_at(s, top(s)[ACTOR], action - ACT.char.start)
    pop(s)
    s.order_done |= 1 << seat
    place = 0
    while s.acted_order[place] != NONE:
        place += 1
    s.acted_order[place] = seat
    s.micro = 0
    s.active_slot = seat
    push_for(s, Decision.TURN, seat, seat, 0, 0)


# --- a turn ---------------------------------------------------------------------------------------

_BEGIN, _ACT, _END, _ALLIES, _OVER = range(5)


@kernel
def _go_on_with_turn(s: Any, t: Any) -> bool:
    """Conditions, the Pirate's own actions, and those of its Allies. A = LOST: no own actions."""
    noinline()
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    if step == _BEGIN:
        next_step(s)
        _begin_turn(s, t, slot)
    elif step == _ACT:
        next_step(s)
        if frame[A] != LOST and is_active(s, slot):
            begin_menu(s, slot)
            note_done(s, frame[B])
    elif step == _END:
        next_step(s)
        _end_turn(s, t, slot)
    elif step == _ALLIES:
        if allies_left(s, slot):
            push_for(s, Decision.ALLY_END, slot, slot, 0, 0)
        else:
            next_step(s)
    else:
        pop(s)
        s.active_slot, s.micro = NONE, 0
        _close_turn(s, slot)
    return False


@kernel
def _close_turn(s: Any, slot: int) -> None:
    """A seat's turn is over, that of its Allies, too."""
    forget_analyses(s)
    for other in range(s.players, SLOTS):
        if s.ch_owner[other] == slot:
            clear_status(s, other, Status.SEARCHED)


@kernel
def _begin_turn(s: Any, t: Any, slot: int) -> None:
    """A Pirate stands up to act, if it can (STA-2.1, 2.2)."""
    clear_status(s, slot, Status.DESTINY_USED | Status.SEARCHED)
    s.spotted[slot] = 0
    if has_trait(s, t, slot, Trait.ELOQUENT):
        s.eloq[slot] = s.insult_from[slot]
    s.insult_from[slot] = 0
    if not is_active(s, slot) or has_status(s, slot, Status.POSSUM | Status.TURN_DONE):
        top(s)[A] = LOST
        return
    is_wounded = s.ch_wounds[slot] > 0 and not has_trait(s, t, slot, Trait.ENDURANCE)
    s.ch_ap[slot] = max(0, s.ch_ap_max[slot] - is_wounded)
    meet_conditions(s, t, slot)


@kernel
def _end_turn(s: Any, t: Any, slot: int) -> None:
    """A Pirate's own turn is over (STA-R14)."""
    turn_ends(s, t, slot)
    clear_status(s, slot, Status.DESTINY_USED)
    forget_turn(s, slot)
    s.eloq[slot], s.attacked_me[slot], s.vengeance[slot] = 0, 0, NONE
    s.buff[slot] &= -1 - _FOR_ONE_TURN


HANDLERS = (
    Handler(Decision.ADVENTURE, mark_nothing, answer_nothing, _go_on),
    Handler(Decision.ORDER, _mark_order, _name_next, doc="whose turn it is"),
    Handler(Decision.TURN, mark_nothing, answer_nothing, _go_on_with_turn),
)
