"""Casting spells: what is paid, on whom, the roll, and what comes of it (STA-10.47, STA-24)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure import totems
from piracy_env.games.skull_tales.rules.adventure.abilities import beside
from piracy_env.games.skull_tales.rules.adventure.attacks import ask_target
from piracy_env.games.skull_tales.rules.adventure.blows import knock_foe_down, stun_foe
from piracy_env.games.skull_tales.rules.adventure.companions import raise_zombie
from piracy_env.games.skull_tales.rules.adventure.dice import (
    call_for_contest,
    call_for_roll,
    hamper_other,
    improve_roll,
)
from piracy_env.games.skull_tales.rules.adventure.figures import is_foe
from piracy_env.games.skull_tales.rules.adventure.foes import take_token
from piracy_env.games.skull_tales.rules.adventure.harm import heal_wounds, hurt_foe
from piracy_env.games.skull_tales.rules.adventure.moving import SPIRIT, begin_move
from piracy_env.games.skull_tales.rules.adventure.paths import is_free, nearest_free
from piracy_env.games.skull_tales.rules.adventure.payment import (
    ACTED,
    OTHER,
    STEPPED,
    can_pay,
    note_done,
    pay_ap,
)
from piracy_env.games.skull_tales.rules.adventure.people import has_trait
from piracy_env.games.skull_tales.rules.adventure.questions import ask, ask_person, ask_spell
from piracy_env.games.skull_tales.rules.adventure.spells import (
    CHARACTER_IN_SIGHT,
    FOE_IN_SIGHT,
    FOES_ADJACENT,
    FOES_IN_ROOM,
    HUMANS_IN_ROOM,
    SELF,
    SELF_OR_ADJACENT,
    TOKEN_IN_SIGHT,
    foes_for,
    has_target,
    is_spell_ready,
    may_cast,
    people_for,
    recharge,
    tokens_for,
)
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    offer,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import NONE, SLOT, STEP, A, B, C, Decision
from piracy_env.games.skull_tales.state_land import FOES, TOKENS_FALLEN, Buff, FoeStatus
from piracy_env.games.skull_tales.tables.cards import EFFECTS
from piracy_env.games.skull_tales.traits import Trait

WOUND, HALVE, STUN, KNOCK_DOWN, IDLE = (
    EFFECTS.index("wound"),
    EFFECTS.index("halve"),
    EFFECTS.index("stun"),
    EFFECTS.index("knock_down"),
    EFFECTS.index("lose_activation"),
)
HEAL, GUARD, SPIRIT_WALK, HUNT, OWLS_EYE = (
    EFFECTS.index("heal"),
    EFFECTS.index("guard"),
    EFFECTS.index("spirit_walk"),
    EFFECTS.index("hunt"),
    EFFECTS.index("owls_eye"),
)
_CARDS = 16
"""A frame CASTING keeps card + 16 * (target + 1) in A: an Enemy, a slot or a token."""
_WHICH, _WHOM, _ROLL, _WORK = range(4)
_AWAKE = -1 - FoeStatus.ASLEEP


@kernel
def castable(s: Any, t: Any, slot: int) -> int:
    """Spells that who acts can cast and pay now, a bit each."""
    noinline()
    found = 0
    if not may_cast(s, slot):
        return found
    for card in range(len(t.magic)):
        is_payable = is_spell_ready(s, t, slot, card) and can_pay(s, t, t.magic[card].ap, OTHER)
        if is_payable and has_target(s, t, slot, card):
            found |= 1 << card
    return found


@separate
def _go_on(s: Any, t: Any) -> bool:
    """Which spell, on whom, the roll, and what it does."""
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    card = frame[A] % _CARDS
    if step == _WHICH:
        _ask_which(s, t, slot)
    elif step == _WHOM:
        frame[A] = frame[B]
        _pay(s, t, slot, frame[A])
        _ask_whom(s, t, slot, frame[A])
    elif step == _ROLL:
        frame[A] = card + _CARDS * (1 + _target_named(s, t, slot, card))
        _roll(s, t, slot, card)
    else:
        target, is_passed, successes = frame[A] // _CARDS - 1, frame[B] == 1, frame[C] + 0
        pop(s)
        if is_passed:
            _work(s, t, slot, card, target, successes)
    return False


@kernel
def _ask_which(s: Any, t: Any, slot: int) -> None:
    found = castable(s, t, slot)
    ask_spell(s, s.ch_owner[slot], slot)
    for card in range(len(t.magic)):
        if found >> card & 1:
            offer(s, card, 0)


@kernel
def _pay(s: Any, t: Any, slot: int, card: int) -> None:
    """Pay the card, and put it on the recharge track; one without AP ends no series of attacks."""
    if t.magic[card].ap > 0:
        pay_ap(s, t, t.magic[card].ap, OTHER)
    else:
        note_done(s, ACTED)
    recharge(s, t, slot, card)


@kernel
def _ask_whom(s: Any, t: Any, slot: int, card: int) -> None:
    """Ask on whom it is cast, where there is a choice of one."""
    target = t.magic[card].target
    if target == FOE_IN_SIGHT:
        ask_target(s, slot, foes_for(s, t, slot, card))
    elif target in (SELF_OR_ADJACENT, CHARACTER_IN_SIGHT):
        ask_person(s, s.ch_owner[slot], slot, people_for(s, t, slot, card))
    elif target == TOKEN_IN_SIGHT:
        _ask_token(s, t, slot)
    else:
        top(s)[B] = NONE
        next_step(s)


@kernel
def _ask_token(s: Any, t: Any, slot: int) -> None:
    """Offer the spaces with tokens, each once."""
    found = tokens_for(s, t, slot)
    ask(s, Decision.SPACE, s.ch_owner[slot], slot)
    for token in range(TOKENS_FALLEN):
        if found >> token & 1 and _token_at(s, found, s.fl_row[token], s.fl_col[token]) == token:
            offer(s, s.fl_row[token], s.fl_col[token])


@kernel
def _token_at(s: Any, tokens: int, row: int, col: int) -> int:
    """The first of some tokens on a space."""
    for token in range(TOKENS_FALLEN):
        if tokens >> token & 1 and s.fl_row[token] == row and s.fl_col[token] == col:
            return token
    return NONE


@kernel
def _target_named(s: Any, t: Any, slot: int, card: int) -> int:
    """Whom or what the answer has named, -1 for a spell that meets all it can or the caster."""
    frame = top(s)
    if t.magic[card].target == TOKEN_IN_SIGHT:
        return _token_at(s, tokens_for(s, t, slot), frame[B], frame[C])
    return frame[B]


@kernel
def _roll(s: Any, t: Any, slot: int, card: int) -> None:
    """Roll the card's attribute; against an Enemy's own if it has no difficulty (STA-20.58)."""
    noinline()
    row, target = t.magic[card], top(s)[A] // _CARDS - 1
    if row.target in (FOE_IN_SIGHT, FOES_ADJACENT, HUMANS_IN_ROOM, FOES_IN_ROOM):
        s.last_off = slot
    if row.roll == 0:
        top(s)[B], top(s)[C] = 1, 1
        next_step(s)
        return
    if row.difficulty > 0:
        call_for_roll(s, t, slot, row.roll - 1, row.difficulty)
    else:
        call_for_contest(s, t, slot, row.roll - 1, t.enemies[s.foe_type[target]].intelligence)
        hamper_other(s, s.foe_status[target] & FoeStatus.HEXED != 0)
    if has_trait(s, t, slot, Trait.CONJURATION):
        improve_roll(s, 1)


# --- what comes of it -----------------------------------------------------------------------------


@kernel
def _work(s: Any, t: Any, slot: int, card: int, target: int, successes: int) -> None:
    """A spell has succeeded."""
    noinline()
    row = t.magic[card]
    if row.target == FOE_IN_SIGHT:
        heal_wounds(s, slot, row.own_heal)
        _bewitch(s, t, slot, target, row.effect, row.amount * (successes if row.each else 1))
    elif row.target == TOKEN_IN_SIGHT and target != NONE:
        _raise_from(s, t, slot, target)
    elif row.target in (SELF, SELF_OR_ADJACENT, CHARACTER_IN_SIGHT):
        _favour(s, t, slot if target == NONE else target, row.effect, row.amount)
    else:
        met = foes_for(s, t, slot, card)
        for foe in range(FOES):
            if met >> foe & 1:
                _bewitch(s, t, slot, foe, row.effect, row.amount)


@kernel
def _bewitch(s: Any, t: Any, slot: int, foe: int, effect: int, amount: int) -> None:
    """A spell meets an Enemy; wounds wake it."""
    if not is_foe(s, foe):
        return
    if effect == IDLE:
        s.foe_status[foe] |= FoeStatus.IDLE
    elif effect == STUN:
        stun_foe(s, foe)
    elif effect == KNOCK_DOWN:
        knock_foe_down(s, foe)
    elif effect in (WOUND, HALVE):
        left = s.foe_hp_max[foe] - s.foe_wounds[foe]
        s.foe_status[foe] &= _AWAKE
        hurt_foe(s, t, foe, (left + amount - 1) // amount if effect == HALVE else amount, slot)
    else:
        s.foe_status[foe] |= FoeStatus.HEXED


@kernel
def _favour(s: Any, t: Any, slot: int, effect: int, amount: int) -> None:
    """A spell does good to a Character."""
    if effect == HEAL:
        heal_wounds(s, slot, amount)
    elif effect == GUARD:
        s.buff[slot] |= Buff.GUARDED
    elif effect == SPIRIT_WALK:
        note_done(s, STEPPED)
        begin_move(s, slot, amount, SPIRIT)
    elif effect == HUNT:
        s.mov_left += amount
    else:
        s.buff[slot] |= Buff.OWLS_EYE if effect == OWLS_EYE else Buff.SERPENTS_KISS


@kernel
def _raise_from(s: Any, t: Any, slot: int, token: int) -> None:
    """A Fallen token becomes the caster's Zombie: it goes back to the supply (STA-24.2)."""
    place = (s.fl_row[token] + 0, s.fl_col[token] + 0)
    take_token(s, token)
    if not is_free(s, place[0], place[1]):
        near = beside(s, t, place)
        place = near if near[0] != NONE else nearest_free(s, t, place)
    if place[0] != NONE:
        raise_zombie(s, t, slot, place)


# --- verbs ----------------------------------------------------------------------------------------


@kernel
def mark(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark CAST and TOTEM in the menu."""
    noinline()
    if castable(s, t, slot):
        mask[ACT.cast.start] = True
    if totems.may_change(s, t, slot):
        mask[ACT.totem.start] = True


@kernel
def begin(s: Any, t: Any, slot: int, action: int) -> None:
    """Begin to cast a spell, or to change a Totem."""
    if action == ACT.cast.start:
        push_for(s, Decision.CASTING, s.ch_owner[slot], slot, 0, 0)
    elif action == ACT.totem.start:
        totems.begin_change(s, t, slot)


HANDLERS = (
    Handler(Decision.CASTING, mark_nothing, answer_nothing, _go_on),
    *totems.HANDLERS,
)
