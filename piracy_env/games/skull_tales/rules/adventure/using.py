"""Using things: Rum, Brew, a Map, powder (STA-10.40, STA-20.57, STA-21.30, 21.40, 21.41)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.attacks import ask_weapon
from piracy_env.games.skull_tales.rules.adventure.carrying import CARDS, NUMBERS, spend_brew
from piracy_env.games.skull_tales.rules.adventure.dice import call_for_roll
from piracy_env.games.skull_tales.rules.adventure.harm import heal_wounds
from piracy_env.games.skull_tales.rules.adventure.payment import ACTED, OTHER, note_done, pay_ap
from piracy_env.games.skull_tales.rules.adventure.people import has_trait, is_pirate
from piracy_env.games.skull_tales.rules.adventure.possessions import TO_USE, ask_give
from piracy_env.games.skull_tales.rules.adventure.questions import ask, ask_person
from piracy_env.games.skull_tales.rules.adventure.search_cards import (
    BREW,
    discard,
    hand_out,
    keep,
)
from piracy_env.games.skull_tales.rules.adventure.usable import (
    DESTINY,
    HEAL,
    LOAD_ALL,
    LOOK,
    SECOND,
    SHOWN,
    amount_of,
    card_of,
    cost_of_use,
    effect_of,
    is_search_card,
    pile_to_read,
    to_be_healed,
    usable,
)
from piracy_env.games.skull_tales.rules.adventure.weapons import reload, unloaded
from piracy_env.games.skull_tales.rules.crew import gain_destiny
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
    INTELLIGENCE,
    NONE,
    SLOT,
    STEP,
    A,
    B,
    C,
    Decision,
)
from piracy_env.games.skull_tales.state_land import OncePlayed
from piracy_env.games.skull_tales.traits import Trait

_WITCH_DOCTOR = int(Trait.WITCH_DOCTOR)
_FIND_LEFT, _BREW_LEFT = int(OncePlayed.FIND_LEFT), int(OncePlayed.BREW_LEFT)
_SEEN = 2
"""Tokens that a Map shows."""
_ASK, _NAMED, _USE, _KEEP = range(4)


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """What is used, its price, for whom, and what becomes of the card. A = what is used."""
    noinline()
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    if step == _ASK:
        ask_give(s, slot, TO_USE)
    elif step == _NAMED and frame[B] == NONE:
        pop(s)
    elif step == _NAMED:
        frame[A] = _show(s, slot, frame[B])
        _pay(s, t, slot, frame[A])
        _ask_for(s, t, slot, effect_of(s, t, slot, frame[A]))
    elif step == _USE:
        _use(s, t, slot, frame[A] + 0, frame[B] + 0)
    else:
        what, is_left = frame[A] + 0, frame[B] == 1
        pop(s)
        if is_left:
            _put_back(s, slot, what)
        else:
            _spend(s, slot, what)
    return False


@kernel
def _show(s: Any, slot: int, what: int) -> int:
    """A Search card that is used is laid open, so that all know what is going on."""
    if not is_search_card(what):
        return what
    card = s.s_cards[slot, what - CARDS] + 0
    is_second = card == BREW and s.oncea[slot] & _FIND_LEFT != 0
    if is_second:
        s.oncea[slot] &= -1 - _FIND_LEFT
    hand_out(s, slot, what - CARDS)
    return SHOWN + card + SECOND * is_second


@kernel
def _is_second_use(s: Any, slot: int, what: int) -> bool:
    """Whether a Brew is used for the last time."""
    if is_search_card(what):
        return what >= SHOWN + SECOND
    return s.oncea[slot] & _BREW_LEFT != 0


@kernel
def _pay(s: Any, t: Any, slot: int, what: int) -> None:
    """What costs no AP ends no series of attacks and takes no Destiny's action (STA-R20)."""
    cost = cost_of_use(s, t, slot, what)
    if cost == 0 and is_pirate(s, slot):
        note_done(s, ACTED)
    else:
        pay_ap(s, t, cost, OTHER)


@kernel
def _ask_for(s: Any, t: Any, slot: int, effect: int) -> None:
    """Ask who drinks a Brew, which firearm is loaded: an Ally's Brew is its own (STA-17.9)."""
    if effect == HEAL and is_pirate(s, slot):
        ask_person(s, s.ch_owner[slot], slot, to_be_healed(s, t, slot))
    elif effect in (DESTINY, HEAL, LOOK, LOAD_ALL):
        top(s)[B] = slot
        next_step(s)
    else:
        ask_weapon(s, slot, unloaded(s, t, slot))


@kernel
def _use(s: Any, t: Any, slot: int, what: int, target: int) -> None:
    """The thing takes its effect; target is who drinks, or the place of a firearm."""
    effect = effect_of(s, t, slot, what)
    if effect == HEAL:
        heal_wounds(s, target, amount_of(s, t, slot, what))
        if has_trait(s, t, slot, Trait.WITCH_DOCTOR) and not _is_second_use(s, slot, what):
            call_for_roll(s, t, slot, INTELLIGENCE, t.traits[_WITCH_DOCTOR].difficulty)
            return
    elif effect == DESTINY:
        gain_destiny(s, slot, s.ch_dp_max[slot])
    elif effect == LOAD_ALL:
        _load_all(s, t, slot)
    elif effect != LOOK:
        reload(s, slot, target)
    pop(s)
    if effect != LOAD_ALL:
        _spend(s, slot, what)
    if effect == LOOK:
        push_for(s, Decision.READING, s.ch_owner[slot], slot, pile_to_read(s, t, slot), 0)


@kernel
def _load_all(s: Any, t: Any, slot: int) -> None:
    """The Powder Horn: all own firearms are loaded, once in an Adventure (STA-21.30)."""
    s.oncea[slot] |= OncePlayed.POWDER
    empty = unloaded(s, t, slot)
    for place in range(s.inv_n[slot]):
        if empty >> place & 1:
            reload(s, slot, place)


@kernel
def _put_back(s: Any, slot: int, what: int) -> None:
    """A Brew can be used once more."""
    if is_search_card(what):
        keep(s, slot, card_of(s, slot, what))
        s.oncea[slot] |= _FIND_LEFT
    else:
        s.oncea[slot] |= _BREW_LEFT


@kernel
def _spend(s: Any, slot: int, what: int) -> None:
    """A card is used up."""
    if is_search_card(what):
        discard(s, card_of(s, slot, what))
    elif what == NUMBERS:
        s.ch_rum[slot] -= 1
    else:
        s.oncea[slot] &= -1 - _BREW_LEFT
        spend_brew(s, slot)


# --- the Map --------------------------------------------------------------------------------------


@kernel
def _read(s: Any, t: Any) -> bool:
    """All see the top two tokens of a pile; the reader says which comes first (STA-R65)."""
    frame = top(s)
    slot, pile = frame[SLOT] + 0, frame[A] + 0
    last = s.pile_n[pile] - 1
    s.pile_known[pile] = max(s.pile_known[pile], min(_SEEN, last + 1))
    if frame[STEP] == 0 and last > 0:
        ask(s, Decision.TILE, s.ch_owner[slot], slot)
        first, second = s.pile[pile, last] + 0, s.pile[pile, last - 1] + 0
        offer(s, first, second)
        offer(s, second, first)
        return False
    if frame[STEP] == 1:
        s.pile[pile, last], s.pile[pile, last - 1] = frame[B], frame[C]
    pop(s)
    return False


@kernel
def mark(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark USE."""
    if usable(s, t, slot) != 0:
        mask[ACT.use.start] = True


HANDLERS = (
    Handler(Decision.USING, mark_nothing, answer_nothing, _go_on),
    Handler(Decision.READING, mark_nothing, answer_nothing, _read),
)
