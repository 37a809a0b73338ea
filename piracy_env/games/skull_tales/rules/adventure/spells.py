"""Magic cards of a Character: which it has ready, and whom they can meet (STA-5.21, section 4)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.board import is_same_room
from piracy_env.games.skull_tales.rules.adventure.figures import (
    is_active,
    is_foe_in_sight_of_all,
    place_of,
)
from piracy_env.games.skull_tales.rules.adventure.people import (
    are_next_to_each_other,
    bears_totem,
    foes_next_to,
    is_pirate,
    place_of_character,
)
from piracy_env.games.skull_tales.rules.adventure.reach import may_attack
from piracy_env.games.skull_tales.rules.adventure.sight import UNSEEN, distance, sight
from piracy_env.games.skull_tales.state import NONE, SLOTS
from piracy_env.games.skull_tales.state_land import (
    COMPANIONS,
    FOES,
    SPELLS,
    TOKENS_FALLEN,
    TOTEMS,
    Buff,
    Companion,
    Status,
)
from piracy_env.games.skull_tales.tables.cards import MAGIC_KEYS, TARGETS
from piracy_env.games.skull_tales.tables.enemies import GROUPS

DOLL, CLAIRVOYANCE = MAGIC_KEYS.index("voodoo_doll"), MAGIC_KEYS.index("clairvoyance")
SPELL_READY, RIGHTMOST, DOLL_OUT = 1, 2, 20
"""Values of `spell`; who has moves to go has more than RIGHTMOST."""
SELF, SELF_OR_ADJACENT, CHARACTER_IN_SIGHT = (
    TARGETS.index("self"),
    TARGETS.index("self_or_adjacent"),
    TARGETS.index("character_in_sight"),
)
FOE_IN_SIGHT, FOES_ADJACENT, HUMANS_IN_ROOM, FOES_IN_ROOM = (
    TARGETS.index("enemy_in_sight"),
    TARGETS.index("adjacent_enemies"),
    TARGETS.index("humans_in_room"),
    TARGETS.index("enemies_in_room"),
)
TOKEN_IN_SIGHT, ROLL = TARGETS.index("token_in_sight"), TARGETS.index("roll")
_HUMAN = GROUPS.index("human")


# --- the recharge track ---------------------------------------------------------------------------


@kernel
def recharge(s: Any, t: Any, slot: int, card: int) -> None:
    """A used card goes on the recharge track, at its own space (STA-5.22); the Doll does not."""
    if t.magic[card].recharge >= 0:
        s.spell[slot, card] = RIGHTMOST + t.magic[card].recharge


@kernel
def advance_spells(s: Any, slot: int) -> None:
    """Cards on the rightmost space come back, the others move up (STA-7.9)."""
    for card in range(SPELLS):
        if RIGHTMOST <= s.spell[slot, card] < DOLL_OUT:
            s.spell[slot, card] -= 1


@kernel
def is_spell_ready(s: Any, t: Any, slot: int, card: int) -> bool:
    """Whether a Pirate has a card ready; of Totem spells that of a Totem it bears (STA-20.65)."""
    if s.spell[slot, card] != SPELL_READY or not is_pirate(s, slot):
        return False
    totem = t.magic[card].totem
    return totem == NONE or is_equipped(s, slot, totem)


@kernel
def is_equipped(s: Any, slot: int, totem: int) -> bool:
    """Whether a Pirate bears a Totem."""
    if not bears_totem(s, slot):
        return False
    for place in range(TOTEMS):  # noqa: SIM110 - numba knows no any()
        if s.totem[slot, place] == totem:
            return True
    return False


# --- whom they can meet ---------------------------------------------------------------------------


@kernel
def foes_for(s: Any, t: Any, slot: int, card: int) -> int:
    """Enemies that a spell can meet, a bit each; for the Wroth not all (STA-R50)."""
    noinline()
    target = t.magic[card].target
    if target == FOES_ADJACENT:
        return foes_next_to(s, t, slot) & may_attack(s, slot)
    found, eye = 0, place_of_character(s, slot)
    for foe in range(FOES):
        if not is_foe_in_sight_of_all(s, foe) or may_attack(s, slot) >> foe & 1 == 0:
            continue
        goal = place_of(s, foe)
        if target == FOE_IN_SIGHT:
            is_met = _reaches(s, t, eye, goal, t.magic[card].reach)
        else:
            is_met = is_same_room(s, eye[0], eye[1], goal[0], goal[1])
        if target == HUMANS_IN_ROOM:
            is_met = is_met and t.enemies[s.foe_type[foe]].group == _HUMAN
        if is_met:
            found |= 1 << foe
    return found


@kernel
def _reaches(s: Any, t: Any, eye: Any, goal: Any, reach: int) -> bool:
    """Whether a place is in sight and within so many spaces; 0 for any number."""
    if reach > 0 and distance(s, t, eye, goal) > reach:
        return False
    return sight(s, t, eye, goal, 0) != UNSEEN


@kernel
def people_for(s: Any, t: Any, slot: int, card: int) -> int:
    """Characters that a spell does good to, a bit each."""
    noinline()
    found, eye = 0, place_of_character(s, slot)
    for other in range(SLOTS):
        if not is_active(s, other) or s.ch_y[other] == NONE:
            continue
        if t.magic[card].target == SELF_OR_ADJACENT:
            is_near = other == slot or are_next_to_each_other(s, t, slot, other)
            is_met = is_near and s.ch_wounds[other] > 0
        else:
            is_met = other == slot or _reaches(s, t, eye, place_of_character(s, other), 0)
            is_met = is_met and s.buff[other] & Buff.GUARDED == 0
        if is_met:
            found |= 1 << other
    return found


@kernel
def tokens_for(s: Any, t: Any, slot: int) -> int:
    """Fallen tokens in sight that can become a Zombie, a bit each; those of the story cannot."""
    noinline()
    found, eye = 0, place_of_character(s, slot)
    for token in range(TOKENS_FALLEN):
        goal = (s.fl_row[token], s.fl_col[token])
        if goal[0] == NONE or s.fl_mark[token] > 0:
            continue
        is_here = goal[0] == eye[0] and goal[1] == eye[1]
        if is_here or sight(s, t, eye, goal, 0) != UNSEEN:
            found |= 1 << token
    return found


@kernel
def is_zombie_possible(s: Any) -> bool:
    """Whether there is a figure for a Zombie."""
    for companion in range(COMPANIONS):  # noqa: SIM110 - numba knows no any()
        if s.npc_kind[companion] == Companion.NOBODY:
            return True
    return False


@kernel
def has_target(s: Any, t: Any, slot: int, card: int) -> bool:
    """Whether a spell that is cast in the own turn meets anybody."""
    target = t.magic[card].target
    if target == SELF:
        return True
    if target in (SELF_OR_ADJACENT, CHARACTER_IN_SIGHT):
        return people_for(s, t, slot, card) != 0
    if target == TOKEN_IN_SIGHT:
        return is_zombie_possible(s) and tokens_for(s, t, slot) != 0
    return target != ROLL and foes_for(s, t, slot, card) != 0


@kernel
def may_cast(s: Any, slot: int) -> bool:
    """Whether a Character is in a state to cast: not Frenzied, and on the board (STA-14.13)."""
    is_there = is_active(s, slot) and s.ch_y[slot] != NONE
    return is_there and s.ch_status[slot] & Status.FRENZIED == 0
