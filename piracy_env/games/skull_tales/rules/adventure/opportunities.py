"""Reactions out of turn: quick shots, opportunities, caution, brags (section 8.1, X and E0)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.abilities import IGNORE_POISONED, ignores
from piracy_env.games.skull_tales.rules.adventure.attacks import begin_shot_at, can_shoot_at_foe
from piracy_env.games.skull_tales.rules.adventure.board import is_same_room
from piracy_env.games.skull_tales.rules.adventure.figures import (
    is_active,
    is_foe,
    is_foe_seen_by,
    is_noticed,
    place_of,
)
from piracy_env.games.skull_tales.rules.adventure.harm import hurt_foe
from piracy_env.games.skull_tales.rules.adventure.moving import begin_move
from piracy_env.games.skull_tales.rules.adventure.payment import may_use_destiny, use_destiny
from piracy_env.games.skull_tales.rules.adventure.people import (
    foes_next_to,
    has_trait,
    place_of_character,
)
from piracy_env.games.skull_tales.rules.adventure.reach import may_attack
from piracy_env.games.skull_tales.rules.adventure.weapons import (
    WEAPONS,
    damage_in_melee,
    melee_weapons,
)
from piracy_env.games.skull_tales.rules.frames import offering, pop, top
from piracy_env.games.skull_tales.state import (
    ACTOR,
    NONE,
    SEATS,
    SLOT,
    A,
    Decision,
)
from piracy_env.games.skull_tales.traits import Trait

CAUTIOUS_SPACES = 5


# --- a quick shot ---------------------------------------------------------------------------------


@kernel
def _may_shoot(s: Any, t: Any) -> bool:
    """Whether the Enemy that came in can be shot at: from afar, with nobody adjacent."""
    frame = top(s)
    slot, foe = frame[SLOT] + 0, frame[A] + 0
    if is_active(s, slot) and may_use_destiny(s, slot) and is_foe_seen_by(s, foe, slot):
        here, there = place_of_character(s, slot), place_of(s, foe)
        is_here = here[0] != NONE and is_same_room(s, here[0], here[1], there[0], there[1])
        if is_here and foes_next_to(s, t, slot) == 0 and can_shoot_at_foe(s, t, slot, foe):
            return True
    pop(s)
    return False


@kernel
def _shoot_quickly(s: Any, t: Any, action: int) -> None:
    """Spend the Destiny Point, and shoot for no AP."""
    slot, foe = top(s)[SLOT] + 0, top(s)[A] + 0
    pop(s)
    if action == ACT.quickshot.start:
        use_destiny(s, slot)
        begin_shot_at(s, slot, foe)


# --- an opportunity -------------------------------------------------------------------------------


@kernel
def _may_take_it(s: Any, t: Any) -> bool:
    """Whether the Opportunist holds a weapon against the Enemy that passed."""
    frame = top(s)
    slot, foe = frame[SLOT] + 0, frame[A] + 0
    is_able = is_active(s, slot) and may_use_destiny(s, slot) and is_foe(s, foe)
    if is_able and may_attack(s, slot) >> foe & 1 and melee_weapons(s, t, slot) != 0:
        return True
    pop(s)
    return False


@kernel
def _take_it(s: Any, t: Any, action: int) -> None:
    """Spend the Destiny Point; the best weapon held wounds once, without a roll."""
    noinline()
    slot, foe = top(s)[SLOT] + 0, top(s)[A] + 0
    pop(s)
    if action != ACT.opportune.start:
        return
    use_destiny(s, slot)
    held, wounds = melee_weapons(s, t, slot), 0
    is_immune = ignores(t, s.foe_type[foe], IGNORE_POISONED)
    for place in range(WEAPONS):
        if held >> place & 1:
            wounds = max(wounds, damage_in_melee(s, t, slot, place, is_immune))
    s.last_off = slot
    hurt_foe(s, t, foe, wounds, slot)


# --- before the Enemies act -----------------------------------------------------------------------


@kernel
def _seek_next(s: Any, t: Any, trait: int) -> bool:
    """Find the next to be asked: who acted last comes first. A = how many were looked at."""
    frame = top(s)
    while frame[A] < SEATS:
        slot = s.acted_order[SEATS - 1 - frame[A]]
        if slot != NONE and has_trait(s, t, slot, trait) and _is_ready(s, t, slot, trait):
            frame[ACTOR], frame[SLOT] = slot, slot
            return True
        frame[A] += 1
    pop(s)
    return False


@kernel
def _is_ready(s: Any, t: Any, slot: int, trait: int) -> bool:
    """Whether a Pirate can use one of these Traits now."""
    if trait == Trait.BRAGGART:
        return is_noticed(s, slot)
    is_up = is_active(s, slot) and s.ch_y[slot] != NONE and may_use_destiny(s, slot)
    return is_up and foes_next_to(s, t, slot) == 0


@kernel
def _is_caution_due(s: Any, t: Any) -> bool:
    return _seek_next(s, t, Trait.CAUTIOUS)


@kernel
def _be_cautious(s: Any, t: Any, action: int) -> None:
    """The first who wants to moves; nobody else does (STA-20.9)."""
    frame = top(s)
    if action == ACT.no.start:
        frame[A] += 1
        return
    slot = frame[SLOT] + 0
    pop(s)
    use_destiny(s, slot)
    begin_move(s, slot, CAUTIOUS_SPACES, 0)


@kernel
def _is_brag_due(s: Any, t: Any) -> bool:
    return _seek_next(s, t, Trait.BRAGGART)


@kernel
def _brag(s: Any, t: Any, action: int) -> None:
    """The first who wants to is the closest Character to all Enemies (STA-20.75)."""
    frame = top(s)
    if action == ACT.no.start:
        frame[A] += 1
        return
    s.brag = frame[SLOT]
    pop(s)


HANDLERS = (
    Handler(
        Decision.QUICKSHOT, offering(ACT.quickshot), _shoot_quickly, _may_shoot, "a quick shot"
    ),
    Handler(Decision.OPPORTUNE, offering(ACT.opportune), _take_it, _may_take_it, "an opportunity"),
    Handler(
        Decision.CAUTIOUS, offering(ACT.cautious), _be_cautious, _is_caution_due, "a cautious move"
    ),
    Handler(Decision.BRAG, offering(ACT.brag), _brag, _is_brag_due, "whether to draw the Enemies"),
)
