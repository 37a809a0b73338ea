"""Figures that are neither Characters nor Enemies: Zombies and Paolo (STA-24.100, STA-33.8)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.arriving import arrive
from piracy_env.games.skull_tales.rules.adventure.figures import COMPANION
from piracy_env.games.skull_tales.rules.adventure.spells import DOLL, DOLL_OUT, SPELL_READY
from piracy_env.games.skull_tales.state import NONE
from piracy_env.games.skull_tales.state_land import COMPANIONS, Companion


@kernel
def zombie_of(s: Any, slot: int) -> int:
    """The companion that is a Character's Zombie, -1 for none."""
    for companion in range(COMPANIONS):
        if s.npc_kind[companion] == Companion.ZOMBIE and s.npc_owner[companion] == slot:
            return companion
    return NONE


@kernel
def raise_zombie(s: Any, t: Any, slot: int, place: Any) -> int:
    """A Zombie rises on a free space, its caster's only one; its number, -1 for no figure left."""
    if zombie_of(s, slot) != NONE:
        return NONE
    for companion in range(COMPANIONS):
        if s.npc_kind[companion] == Companion.NOBODY:
            s.npc_kind[companion], s.npc_owner[companion] = Companion.ZOMBIE, slot
            s.npc_hp[companion] = t.zombie.hp
            s.spell[slot, DOLL] = DOLL_OUT
            arrive(s, t, COMPANION + companion, place)
            return companion
    return NONE


@kernel
def place_paolo(s: Any, t: Any, slot: int, place: Any) -> None:
    """Paolo appears, and a Character leads him (STA-33.7)."""
    companion = 0
    while s.npc_kind[companion] != Companion.NOBODY:
        companion += 1
    s.npc_kind[companion], s.npc_owner[companion] = Companion.PAOLO, slot
    arrive(s, t, COMPANION + companion, place)


@kernel
def hurt_zombie(s: Any, companion: int, wounds: int) -> None:
    """A Zombie takes wounds; with the last of its Health it is gone, and the Doll is ready."""
    s.npc_hp[companion] = max(0, s.npc_hp[companion] - wounds)
    if s.npc_hp[companion] == 0:
        owner = s.npc_owner[companion]
        s.spell[owner, DOLL] = SPELL_READY
        remove_companion(s, companion)


@kernel
def remove_companion(s: Any, companion: int) -> None:
    """A companion leaves the board for good."""
    s.npc_kind[companion], s.npc_hp[companion] = Companion.NOBODY, 0
    s.npc_row[companion], s.npc_col[companion] = NONE, NONE
    s.npc_owner[companion] = NONE
