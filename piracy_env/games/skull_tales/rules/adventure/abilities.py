"""Special abilities of Enemies, wherever they take a hand (STA-13)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.arriving import arrive, leave_board
from piracy_env.games.skull_tales.rules.adventure.board import is_adjacent, is_on
from piracy_env.games.skull_tales.rules.adventure.dice import call_for_contest, hamper_other
from piracy_env.games.skull_tales.rules.adventure.figures import (
    CHARACTER,
    is_active,
    is_foe_in_sight_of_all,
    place_of,
)
from piracy_env.games.skull_tales.rules.adventure.foes import pair, put_foe, take_token
from piracy_env.games.skull_tales.rules.adventure.harm import hurt, is_able_to, knock_out
from piracy_env.games.skull_tales.rules.adventure.paths import is_free, nearest_free
from piracy_env.games.skull_tales.rules.adventure.people import (
    clear_status,
    is_pirate,
    set_status,
)
from piracy_env.games.skull_tales.rules.frames import answer_nothing, mark_nothing, pop, top
from piracy_env.games.skull_tales.state import AGILITY, NONE, SLOT, A, B, Decision
from piracy_env.games.skull_tales.state_land import FOES, TOKENS_FALLEN, FoeStatus, Status
from piracy_env.games.skull_tales.tables.enemies import ABILITIES, ROLE_KEYS
from piracy_env.games.skull_tales.terrain import STEP_COL, STEP_ROW

SUPERIORITY, POISON, IMMORTAL, GRAB, DOUBLE_ATTACK, SPRINT, UNSTOPPABLE = range(7)
CURSE, REGENERATION, IMPERVIOUS, FEROCITY, IGNORE_INSULT, IGNORE_POISONED = range(7, 13)
assert ABILITIES.index("ignore_poisoned") == IGNORE_POISONED
LIEUTENANT = ROLE_KEYS.index("lieutenant")
_READING = (7, 0, 1, 6, 2, 5, 4, 3)
"""The eight directions in reading order of the spaces that they lead to."""


@kernel
def ignores(t: Any, kind: int, ability: int) -> bool:
    """Whether a type ignores something; nothing takes that away (STA-13.3)."""
    return t.foe_abilities[kind] >> ability & 1 == 1


# --- fighting -------------------------------------------------------------------------------------


@kernel
def melee_of(s: Any, t: Any, foe: int) -> int:
    """The Melee value of an Enemy, which is the number of its dice, too."""
    return pair(s, t.enemies[s.foe_type[foe]].melee)


@kernel
def damage_of(s: Any, t: Any, foe: int) -> int:
    """Wounds for each success of an Enemy in melee."""
    own = s.foe_damage[foe]
    return own if own > 0 else t.enemies[s.foe_type[foe]].melee_damage


@kernel
def has_superiority(s: Any, t: Any, foe: int, slot: int) -> bool:
    """Whether an Enemy and another of its type are adjacent to a Character (STA-13.10)."""
    noinline()
    if not is_able_to(s, t, foe, SUPERIORITY) or not _is_beside(s, t, foe, slot):
        return False
    for other in range(FOES):
        is_same = other != foe and s.foe_type[other] == s.foe_type[foe]
        if is_same and is_able_to(s, t, other, SUPERIORITY) and _is_beside(s, t, other, slot):
            return True
    return False


@kernel
def _is_beside(s: Any, t: Any, foe: int, slot: int) -> bool:
    return is_foe_in_sight_of_all(s, foe) and is_adjacent(
        s, t, place_of(s, foe), place_of(s, CHARACTER + slot)
    )


@kernel
def dice_modifier(s: Any, t: Any, foe: int, slot: int, is_melee: bool) -> int:
    """What is added to each die of an Enemy in a fight with a Character (STA-3.10, STA-3.11)."""
    bonus = 0
    if has_superiority(s, t, foe, slot) or (is_melee and is_able_to(s, t, foe, FEROCITY)):
        bonus = 1
    return bonus - hex_of(s, foe)


@kernel
def hex_of(s: Any, foe: int) -> int:
    """What a Hex takes from each die of an Enemy."""
    return 1 if s.foe_status[foe] & FoeStatus.HEXED else 0


@kernel
def contest_with(s: Any, t: Any, slot: int, attribute: int, foe: int) -> None:
    """Have a Character roll Strength or Agility against an Enemy's, which a Hex hampers."""
    card = t.enemies[s.foe_type[foe]]
    call_for_contest(s, t, slot, attribute, card.agility if attribute == AGILITY else card.strength)
    hamper_other(s, hex_of(s, foe))


@kernel
def left_by_impervious(s: Any, t: Any, foe: int, wounds: int) -> int:
    """What an attack's wounds come to with an Impervious Enemy (STA-13.9)."""
    ignored = t.enemies[s.foe_type[foe]].impervious if is_able_to(s, t, foe, IMPERVIOUS) else 0
    return max(0, wounds - ignored)


@kernel
def regenerate(s: Any, t: Any, foe: int) -> None:
    """An Enemy discards wounds at the start of its activation (STA-13.8)."""
    if is_able_to(s, t, foe, REGENERATION):
        healed = t.enemies[s.foe_type[foe]].regeneration
        s.foe_wounds[foe] = max(0, s.foe_wounds[foe] - healed)


# --- grab -----------------------------------------------------------------------------------------


@kernel
def grab(s: Any, t: Any, foe: int, slot: int) -> None:
    """An Enemy that has wounded a Character in melee holds it, off the board (STA-13.1)."""
    if is_able_to(s, t, foe, GRAB) and s.foe_holds[foe] == 0 and is_active(s, slot):
        s.foe_holds[foe] = 1 + slot
        set_status(s, slot, Status.RESTRAINED)
        leave_board(s, CHARACTER + slot)


@kernel
def holder_of(s: Any, slot: int) -> int:
    """The Enemy that holds a Character, -1 for none."""
    for foe in range(FOES):
        if s.foe_type[foe] != NONE and s.foe_holds[foe] == 1 + slot:
            return foe
    return NONE


@kernel
def release(s: Any, t: Any, slot: int, place: Any) -> None:
    """A held Character is put down next to where its holder is or was (STA-14.6, STA-R42)."""
    noinline()
    foe = holder_of(s, slot)
    if foe != NONE:
        s.foe_holds[foe] = 0
    clear_status(s, slot, Status.RESTRAINED)
    there = beside(s, t, place)
    if there[0] == NONE:
        there = nearest_free(s, t, place)
    if there[0] != NONE:
        arrive(s, t, CHARACTER + slot, there)


@kernel
def beside(s: Any, t: Any, place: Any) -> tuple[int, int]:
    """The first free space adjacent to a place in reading order, (-1, -1) for none (STA-R40)."""
    for index in range(len(_READING)):
        way = _READING[index]
        row, col = place[0] + STEP_ROW[way], place[1] + STEP_COL[way]
        is_fit = is_on(row, col) and is_free(s, row, col)
        if is_fit and is_adjacent(s, t, place, (row, col)):
            return row, col
    return NONE, NONE


@kernel
def _release(s: Any, t: Any) -> bool:
    """Put down the Character of the uppermost frame next to a space."""
    frame = top(s)
    slot, row, col = frame[SLOT] + 0, frame[A] + 0, frame[B] + 0
    pop(s)
    release(s, t, slot, (row, col))
    return False


# --- curse ----------------------------------------------------------------------------------------


@kernel
def _curse(s: Any, t: Any) -> bool:
    """Curse the Character of the uppermost frame."""
    slot = top(s)[SLOT] + 0
    pop(s)
    curse(s, t, slot)
    return False


@kernel
def curse(s: Any, t: Any, slot: int) -> None:
    """Curse a Pirate, and if it is Cursed already, knock it out; wound an Ally (STA-13.7)."""
    if not is_active(s, slot):
        return
    if not is_pirate(s, slot):
        hurt(s, t, slot, 1)
    elif s.ch_cursed[slot] == 1:
        knock_out(s, t, slot)
    else:
        s.ch_cursed[slot] = 1


# --- immortals ------------------------------------------------------------------------------------


@kernel
def raise_immortals(s: Any, t: Any) -> None:
    """Immortals whose tokens lie on the board stand up with full Health (STA-13.4, STA-R37)."""
    noinline()
    for token in range(TOKENS_FALLEN):
        if s.fl_row[token] == NONE or s.fl_immortal[token] == NONE:
            continue
        kind, mark = s.fl_immortal[token] + 0, s.fl_mark[token] + 0
        place = (s.fl_row[token] + 0, s.fl_col[token] + 0)
        if not is_free(s, place[0], place[1]):
            place = nearest_free(s, t, place)
        if place[0] == NONE:
            continue
        take_token(s, token)
        foe = put_foe(s, t, kind, 0, place)
        if foe != NONE:
            s.foe_mark[foe] = mark


HANDLERS = (
    Handler(Decision.RELEASE, mark_nothing, answer_nothing, _release),
    Handler(Decision.CURSE, mark_nothing, answer_nothing, _curse),
)
