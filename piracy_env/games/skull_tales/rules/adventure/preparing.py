"""Before the first round: choices of Traits, deployment, what is held (phases A1 to A4)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.arriving import arrive
from piracy_env.games.skull_tales.rules.adventure.figures import CHARACTER
from piracy_env.games.skull_tales.rules.adventure.hands import begin_equip
from piracy_env.games.skull_tales.rules.adventure.paths import is_free
from piracy_env.games.skull_tales.rules.adventure.people import has_trait, is_in_play
from piracy_env.games.skull_tales.rules.adventure.salvage import (
    choose_arms,
    is_keep_due,
    is_wrecked,
    keep,
    mark_kept,
    next_armed_ally,
)
from piracy_env.games.skull_tales.rules.adventure.stories import has_magic, may_deploy
from piracy_env.games.skull_tales.rules.adventure.tiles import on_board, tile_of
from piracy_env.games.skull_tales.rules.crew import place_of, slot_at
from piracy_env.games.skull_tales.rules.frames import (
    clear_candidates,
    mark_candidates,
    offer,
    office,
    pop,
    push,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import NONE, SLOT, SLOTS, A, B, Decision
from piracy_env.games.skull_tales.state_land import TOTEMS
from piracy_env.games.skull_tales.traits import Trait

BLESSED, POISONED = 4, 8
"""Bits of `inv_flag`."""
POISON, BLESS, THICK, VOODOO, TOTEM, KEEP, ARMS = range(7)
"""Choices before an Adventure, in this order: A of a frame PREP."""
_CHOICES = 7
_PISTOLS, _RIFLES = 0, 1
_MELEE, _RANGED = 0, 1
_LEVEL_1, _LEVEL_2 = 4, 5
"""Voodoo cards with the first level, and with the second."""
_VOODOO = 0
"""The school of Voodoo cards."""


@kernel
def ask_preparation(s: Any, seat: int) -> None:
    """A seat makes the choices of its Traits (A1)."""
    push_for(s, Decision.PREP, seat, seat, 0, 0)


@kernel
def ask_hands(s: Any, t: Any, seat: int) -> None:
    """A seat takes things into its hands for nothing (A4)."""
    if is_in_play(s, seat):
        begin_equip(s, seat)


# --- A1: the choices of Traits --------------------------------------------------------------------


@kernel
def _mark_choice(s: Any, t: Any, mask: Any) -> None:
    noinline()
    frame = top(s)
    slot, choice = frame[SLOT], frame[A]
    if choice in (POISON, BLESS):
        for place in range(s.inv_n[slot]):
            mask[ACT.inv.start + place] = _is_weapon(s, t, slot, place)
    elif choice == THICK:
        mask[ACT.num.start + _PISTOLS] = True
        mask[ACT.num.start + _RIFLES] = True
    elif choice == VOODOO:
        for card in range(len(t.magic)):
            mask[ACT.spell.start + card] = _may_learn(s, t, slot, card)
    elif choice == KEEP:
        mark_kept(s, t, slot, mask)
    elif choice == ARMS:
        mask[ACT.num.start + _MELEE] = True
        mask[ACT.num.start + _RANGED] = True
    else:
        for totem in range(len(t.totems)):
            mask[ACT.num.start + totem] = s.totem[slot, 0] != totem


@kernel
def _is_weapon(s: Any, t: Any, slot: int, place: int) -> bool:
    item = t.items[s.inv_id[slot, place]]
    return item.melee_damage > 0 or item.ranged_damage > 0


@kernel
def _may_learn(s: Any, t: Any, slot: int, card: int) -> bool:
    """Whether a Voodoo card is still to be had, and of a level that is known (STA-20.63, 20.64)."""
    if t.magic[card].school != _VOODOO or s.spell[slot, card] != 0:
        return False
    return t.magic[card].level == 1 or has_trait(s, t, slot, Trait.VOODOO_II)


@kernel
def _choose(s: Any, t: Any, action: int) -> None:
    """Make a choice; B counts how many of this kind were made."""
    frame = top(s)
    slot, choice = frame[SLOT], frame[A]
    if choice == POISON:
        s.inv_flag[slot, action - ACT.inv.start] |= POISONED
    elif choice == BLESS:
        s.inv_flag[slot, action - ACT.inv.start] |= BLESSED
    elif choice == THICK:
        s.thick[slot] = 1 + action - ACT.num.start
    elif choice == VOODOO:
        s.spell[slot, action - ACT.spell.start] = 1
    elif choice == KEEP:
        keep(s, t, slot, action)
    elif choice == ARMS:
        choose_arms(s, t, slot, action)
    else:
        s.totem[slot, frame[B]] = action - ACT.num.start
        for card in range(len(t.magic)):
            if t.magic[card].school != _VOODOO:
                s.spell[slot, card] = 1
    frame[B] += 1


@kernel
def _is_choice_due(s: Any, t: Any) -> bool:
    """Whether the choice is due; else the next one, until there is none."""
    frame = top(s)
    while frame[A] < _CHOICES:
        if frame[B] < _count_of(s, t, frame[SLOT], frame[A]):
            return True
        frame[A] += 1
        frame[B] = 0
    pop(s)
    return False


@kernel
def _count_of(s: Any, t: Any, slot: int, choice: int) -> int:
    """How many things a Pirate chooses."""
    count = 0
    if choice >= VOODOO and not has_magic(s, t):
        return 0
    if choice in (POISON, BLESS):
        trait = Trait.MASTER_POISONER if choice == POISON else Trait.BLESSED
        count = int(has_trait(s, t, slot, trait) and _has_weapon(s, t, slot))
    elif choice == THICK:
        count = int(has_trait(s, t, slot, Trait.THICK_BULLETS))
    elif choice == VOODOO:
        count = _LEVEL_1 * has_trait(s, t, slot, Trait.VOODOO)
        if has_trait(s, t, slot, Trait.VOODOO_II):
            count = _LEVEL_2
    elif choice == TOTEM:
        count = int(has_trait(s, t, slot, Trait.TOTEM_MAGIC))
        if has_trait(s, t, slot, Trait.TOTEM_MAGIC_II):
            count = TOTEMS
    elif is_wrecked(s):
        count = _count_salvage(s, t, slot, choice)
    return count


@kernel
def _count_salvage(s: Any, t: Any, slot: int, choice: int) -> int:
    """How many things a castaway has still to choose, after those that it chose."""
    chosen = top(s)[B]
    if choice == KEEP:
        return 1 if chosen > 0 or is_keep_due(s, t, slot) else 0
    return chosen + (next_armed_ally(s, t, slot) != NONE)


@kernel
def _has_weapon(s: Any, t: Any, slot: int) -> bool:
    for place in range(s.inv_n[slot]):  # noqa: SIM110 - numba knows no any()
        if _is_weapon(s, t, slot, place):
            return True
    return False


# --- A2, A3: deployment ---------------------------------------------------------------------------


@kernel
def ask_deployment(s: Any, t: Any) -> bool:
    """Have the next seat deployed; whether one was left (STA-6.11)."""
    if s.order_done == (1 << s.players) - 1:
        return False
    push(s, Decision.DEPLOY_ORDER, NONE)
    return True


@kernel
def _mark_seats(s: Any, t: Any, mask: Any) -> None:
    for seat in range(s.players):
        if s.order_done >> seat & 1 == 0:
            mask[ACT.char.start + place_of(s, office(s), seat)] = True


@kernel
def _name_seat(s: Any, t: Any, action: int) -> None:
    """A seat puts its Pirate down, then its Allies."""
    seat = slot_at(s, office(s), action - ACT.char.start)
    pop(s)
    s.order_done |= 1 << seat
    for slot in range(SLOTS - 1, -1, -1):
        if is_in_play(s, slot) and s.ch_owner[slot] == seat:
            push_for(s, Decision.DEPLOY, seat, slot, 0, 0)


@kernel
def _offer_start(s: Any, t: Any) -> bool:
    """Offer the free spaces of the start area."""
    own = t.adventures[s.chapter]
    tile = tile_of(s, own.zone_tile)
    slot = top(s)[SLOT]
    clear_candidates(s)
    for index in range(len(own.zone)):
        if own.zone[index, 0] >= 0:
            row, col = on_board(s, t, tile, (own.zone[index, 0], own.zone[index, 1]))
            if is_free(s, row, col) and may_deploy(s, t, slot, (row, col)):
                offer(s, row, col)
    return True


@kernel
def _mark_places(s: Any, t: Any, mask: Any) -> None:
    mark_candidates(s, mask)


@kernel
def _put_down(s: Any, t: Any, action: int) -> None:
    index = action - ACT.cand.start
    place = (s.cand[index, 0] + 0, s.cand[index, 1] + 0)
    slot = top(s)[SLOT] + 0
    pop(s)
    arrive(s, t, CHARACTER + slot, place)


HANDLERS = (
    Handler(Decision.PREP, _mark_choice, _choose, _is_choice_due, "what a Trait lets one choose"),
    Handler(Decision.DEPLOY_ORDER, _mark_seats, _name_seat, doc="who is put down next"),
    Handler(Decision.DEPLOY, _mark_places, _put_down, _offer_start, "where a Character begins"),
)
