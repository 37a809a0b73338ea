"""What follows when a figure falls, or a turn is over: flows that wait for their turn.

They are pushed by `hooks`, which may not know the rules that wound, and carried out in `abilities`,
`zombie` and `totems`.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.board import is_adjacent
from piracy_env.games.skull_tales.rules.adventure.figures import (
    CHARACTER,
    COMPANION,
    is_active,
    place_of,
)
from piracy_env.games.skull_tales.rules.adventure.goals import hand_over_goals
from piracy_env.games.skull_tales.rules.adventure.people import bears_totem, has_status
from piracy_env.games.skull_tales.rules.frames import push_for
from piracy_env.games.skull_tales.state import NONE, SLOTS, Decision
from piracy_env.games.skull_tales.state_land import COMPANIONS, FOES, TOTEMS, Companion, Status
from piracy_env.games.skull_tales.tables.enemies import ABILITIES

_CURSE = ABILITIES.index("curse")


@kernel
def foe_falls(s: Any, t: Any, foe: int, slot: int) -> None:
    """An Enemy is defeated: whom it held is free, who did it may be Cursed (STA-13.1, STA-13.7)."""
    if slot != NONE and (t.foe_abilities[s.foe_type[foe]] & ~s.foe_off[foe]) >> _CURSE & 1:
        push_for(s, Decision.CURSE, NONE, slot, 0, 0)
    if s.foe_holds[foe] > 0:
        _call_release(s, foe, s.foe_holds[foe] - 1)


@kernel
def character_falls(s: Any, t: Any, slot: int) -> None:
    """A Character is Knocked Out: if it is held, it is let go (STA-14.7)."""
    hand_over(s, t)
    if has_status(s, slot, Status.RESTRAINED):
        for foe in range(FOES):
            if s.foe_type[foe] != NONE and s.foe_holds[foe] == 1 + slot:
                _call_release(s, foe, slot)


@kernel
def hand_over(s: Any, t: Any) -> None:
    """If who leads somebody cannot any more, who is next to him takes over (STA-33.8)."""
    for companion in range(COMPANIONS):
        if s.npc_kind[companion] != Companion.PAOLO or s.npc_row[companion] == NONE:
            continue
        if s.npc_owner[companion] != NONE and is_active(s, s.npc_owner[companion]):
            continue
        place = place_of(s, COMPANION + companion)
        for slot in range(SLOTS - 1, -1, -1):
            there = place_of(s, CHARACTER + slot)
            if is_active(s, slot) and there[0] != NONE and is_adjacent(s, t, place, there):
                s.npc_owner[companion] = slot
                hand_over_goals(s, t, slot)


@kernel
def call_zombies(s: Any, slot: int) -> None:
    """The own turn of a Character is over: its Zombie acts (STA-24.100)."""
    for companion in range(COMPANIONS):
        is_its = s.npc_kind[companion] == Companion.ZOMBIE and s.npc_owner[companion] == slot
        if is_its and s.npc_row[companion] != NONE:
            push_for(s, Decision.ZOMBIE, NONE, companion, 0, 0)


@kernel
def ask_about_totems(s: Any) -> None:
    """The Incident Round begins: ask who bears two Totems, in the order of seats (STA-20.66)."""
    for place in range(s.players):
        seat = s.players - 1 - place
        if is_active(s, seat) and bears_totem(s, seat) and s.totem[seat, TOTEMS - 1] != NONE:
            push_for(s, Decision.TOTEMS, seat, seat, 0, 0)


@kernel
def _call_release(s: Any, foe: int, slot: int) -> None:
    row, col = place_of(s, foe)
    push_for(s, Decision.RELEASE, NONE, slot, row, col)
