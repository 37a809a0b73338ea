"""What follows when a figure falls, or a turn is over: flows that wait for their turn.

They are pushed by `hooks`, which may not know the rules that wound, and carried out in `abilities` and
`zombie`.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.figures import place_of
from piracy_env.games.skull_tales.rules.adventure.people import has_status
from piracy_env.games.skull_tales.rules.frames import push_for
from piracy_env.games.skull_tales.state import NONE, Decision
from piracy_env.games.skull_tales.state_land import COMPANIONS, FOES, Companion, Status
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
    if has_status(s, slot, Status.RESTRAINED):
        for foe in range(FOES):
            if s.foe_type[foe] != NONE and s.foe_holds[foe] == 1 + slot:
                _call_release(s, foe, slot)


@kernel
def call_zombies(s: Any, slot: int) -> None:
    """The own turn of a Character is over: its Zombie acts (STA-24.100)."""
    for companion in range(COMPANIONS):
        is_its = s.npc_kind[companion] == Companion.ZOMBIE and s.npc_owner[companion] == slot
        if is_its and s.npc_row[companion] != NONE:
            push_for(s, Decision.ZOMBIE, NONE, companion, 0, 0)


@kernel
def _call_release(s: Any, foe: int, slot: int) -> None:
    row, col = place_of(s, foe)
    push_for(s, Decision.RELEASE, NONE, slot, row, col)
