"""Searching a room, and what Search cards do (STA-10.33, STA-10.34, STA-5.16, STA-22)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.gear import LEGEND
from piracy_env.games.skull_tales.rules.adventure.board import is_roof
from piracy_env.games.skull_tales.rules.adventure.carrying import give_item
from piracy_env.games.skull_tales.rules.adventure.conditions import stun
from piracy_env.games.skull_tales.rules.adventure.dice import (
    add_dice,
    call_for_roll,
    improve_roll,
    rolled,
)
from piracy_env.games.skull_tales.rules.adventure.effects import CURSE, inflict
from piracy_env.games.skull_tales.rules.adventure.figures import is_active, is_room_free_of_foes
from piracy_env.games.skull_tales.rules.adventure.finds import search_finds
from piracy_env.games.skull_tales.rules.adventure.payment import OTHER, can_pay, pay_ap
from piracy_env.games.skull_tales.rules.adventure.people import (
    has_status,
    has_trait,
    is_pirate,
    place_of_character,
    set_status,
)
from piracy_env.games.skull_tales.rules.adventure.placing import bring_lost_enemy
from piracy_env.games.skull_tales.rules.adventure.questions import ask
from piracy_env.games.skull_tales.rules.adventure.search_cards import (
    SEARCH_KINDS,
    discard,
    draw_top,
    keep,
)
from piracy_env.games.skull_tales.rules.adventure.stories import (
    is_search_certain,
    search_bonus,
    search_difficulty,
)
from piracy_env.games.skull_tales.rules.adventure.track import gain_coins, move_flag
from piracy_env.games.skull_tales.rules.adventure.weapons import carried_effect, is_frenzied
from piracy_env.games.skull_tales.rules.crew import gain_destiny
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    offer,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import NONE, PERCEPTION, SLOT, STEP, A, B, Decision
from piracy_env.games.skull_tales.state_land import FOUND, Buff, Status
from piracy_env.games.skull_tales.tables.cards import EFFECTS, KINDS
from piracy_env.games.skull_tales.tables.crew import GEAR_EFFECTS
from piracy_env.games.skull_tales.traits import Trait

SEARCH_COST = 2
_BONUS, _DICE = GEAR_EFFECTS.index("search_dice"), GEAR_EFFECTS.index("search_count")
_COIN, _ITEM, _GEAR, _BAD = range(len(KINDS))
_LURKS = EFFECTS.index("lost_enemy_strikes")
_ROLL, _ROLLED, _DRAW, _CHOSEN, _DONE = range(5)


@kernel
def may_search(s: Any, t: Any, slot: int) -> bool:
    """Whether a Character can search where it is (STA-10.33, STA-R29, STA-R32)."""
    row, col = place_of_character(s, slot)
    if row == NONE or has_status(s, slot, Status.SEARCHED) or is_frenzied(s, slot):
        return False
    if is_roof(s, row, col) or not can_pay(s, t, SEARCH_COST, OTHER):
        return False
    return is_room_free_of_foes(s, row, col)


@kernel
def begin_search(s: Any, t: Any, slot: int) -> None:
    """A Character searches, once in its turn."""
    pay_ap(s, t, SEARCH_COST, OTHER)
    set_status(s, slot, Status.SEARCHED)
    push_for(s, Decision.SEARCHING, s.ch_owner[slot], slot, 0, 0)


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """Roll, tell the story what was searched, draw a card or two."""
    noinline()
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    if step == _ROLL:
        _roll(s, t, slot)
    elif step == _ROLLED:
        is_found = frame[B] == 1
        frame[STEP] = _DRAW
        if not is_found:
            _fail(s, t, slot)
        elif search_finds(s, t, slot):
            frame[STEP] = _DONE
    elif step == _DRAW and is_active(s, slot):
        _draw(s, t, slot)
    else:
        is_chosen = step == _CHOSEN
        chosen = frame[B] + 0
        pop(s)
        if is_chosen:
            _choose(s, t, slot, chosen)
    return False


@kernel
def _roll(s: Any, t: Any, slot: int) -> None:
    """Perception, or no roll where the Search is certain to succeed (STA-24.14)."""
    frame = top(s)
    is_certain = is_search_certain(s, t, slot)
    if s.buff[slot] & Buff.OWLS_EYE:
        s.buff[slot] &= -1 - Buff.OWLS_EYE
        is_certain = True
    if is_certain:
        frame[STEP], frame[B] = _ROLLED, 1
        return
    call_for_roll(s, t, slot, PERCEPTION, search_difficulty(s, t, slot))
    improve_roll(s, max(carried_effect(s, t, slot, _BONUS), search_bonus(s, t, slot)))
    add_dice(s, carried_effect(s, t, slot, _DICE))


@kernel
def _fail(s: Any, t: Any, slot: int) -> None:
    """Nothing is found: time is lost, and a 1 brings Destiny (STA-10.34)."""
    pop(s)
    move_flag(s, t, 1)
    if rolled(s, 1) and is_pirate(s, slot):
        gain_destiny(s, slot, 1)


@kernel
def _draw(s: Any, t: Any, slot: int) -> None:
    """Draw a card; the Insightful draw two and choose (STA-20.50)."""
    if s.sd_n > 1 and has_trait(s, t, slot, Trait.INSIGHTFUL):
        first = draw_top(s)
        s.drawn[0], s.drawn[1] = 1 + first, 1 + draw_top(s)
        ask(s, Decision.CARD, s.ch_owner[slot], slot)
        offer(s, 0, 0)
        offer(s, 1, 0)
        return
    pop(s)
    draw_search_card(s, t, slot)


@kernel
def _choose(s: Any, t: Any, slot: int, chosen: int) -> None:
    """One of two cards is kept, the other one discarded."""
    card, other = s.drawn[chosen] - 1, s.drawn[1 - chosen] - 1
    s.drawn[0], s.drawn[1] = 0, 0
    discard(s, other)
    receive(s, t, slot, card)


# --- cards ----------------------------------------------------------------------------------------


@kernel
def draw_search_card(s: Any, t: Any, slot: int) -> None:
    """A Character draws a Search card; a coin, if there is none (STA-5.16, STA-R32)."""
    card = draw_top(s)
    if card == NONE:
        gain_coins(s, slot, 1)
    else:
        receive(s, t, slot, card)


@kernel
def receive(s: Any, t: Any, slot: int, card: int) -> None:
    """A drawn card is kept, becomes Gear, or strikes (STA-5.16, STA-R34)."""
    noinline()
    if card >= SEARCH_KINDS:
        give_item(s, t, slot, LEGEND + card - SEARCH_KINDS, 0)
        return
    row = t.search[card]
    if row.kind in (_COIN, _ITEM):
        keep(s, slot, card)
        return
    discard(s, card)
    if row.kind == _GEAR:
        give_item(s, t, slot, int(row.gear), FOUND)
    else:
        push_for(s, Decision.FINDING, s.ch_owner[slot], slot, card, 0)


@kernel
def _strike(s: Any, t: Any) -> bool:
    """A bad card strikes, unless its roll is passed. A = the card."""
    frame = top(s)
    slot, row = frame[SLOT] + 0, t.search[frame[A]]
    if frame[STEP] == 0 and row.roll > 0:
        call_for_roll(s, t, slot, row.roll - 1, row.difficulty)
        return False
    is_avoided = frame[STEP] == 1 and frame[B] == 1
    pop(s)
    if is_avoided:
        return False
    if row.effect == _LURKS:
        bring_lost_enemy(s, t, slot, 1)
    elif row.effect == CURSE and is_pirate(s, slot) and s.ch_cursed[slot] == 1:
        stun(s, slot)
    else:
        inflict(s, t, slot, row.effect, row.amount)
    return False


@kernel
def mark(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark SEARCH."""
    if may_search(s, t, slot):
        mask[ACT.search.start] = True


HANDLERS = (
    Handler(Decision.SEARCHING, mark_nothing, answer_nothing, _go_on),
    Handler(Decision.FINDING, mark_nothing, answer_nothing, _strike),
)
