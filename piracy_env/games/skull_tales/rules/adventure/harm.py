"""Wounds of Characters and Enemies, Knock-Outs and defeats (STA-8.21, STA-12.20, STA-14.11)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.rules.adventure.figures import place_of
from piracy_env.games.skull_tales.rules.adventure.foes import leave_token, remove_foe
from piracy_env.games.skull_tales.rules.adventure.goals import lose_merits
from piracy_env.games.skull_tales.rules.adventure.hooks import (
    enemy_defeated,
    knocked_out,
    wounds_about_to_fall,
)
from piracy_env.games.skull_tales.rules.adventure.people import clear_status, has_status, set_status
from piracy_env.games.skull_tales.rules.adventure.track import check_initiative, gain_pp, move_flag
from piracy_env.games.skull_tales.state import NONE
from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.tables.enemies import ABILITIES

IMMORTAL = ABILITIES.index("immortal")
PRIDEFUL = 3
"""The penance that takes the prestige of defeated Enemies (STA-R50)."""
_ENDED_BY_KNOCK_OUT = (
    Status.STUNNED
    | Status.STUN_AGED
    | Status.KNOCKED_DOWN
    | Status.HIDDEN
    | Status.FRENZIED
    | Status.RUNNING
    | Status.POSSUM
)


@separate
def hurt(s: Any, t: Any, slot: int, amount: int) -> bool:
    """A Character takes wounds; whether that has Knocked it Out."""
    if has_status(s, slot, Status.KNOCKED_OUT):
        return False
    wounds = wounds_about_to_fall(s, t, slot, amount)
    if s.ch_wounds[slot] + wounds >= s.ch_hp_max[slot]:
        knock_out(s, t, slot)
        return True
    s.ch_wounds[slot] += wounds
    return False


@kernel
def heal_wounds(s: Any, slot: int, amount: int) -> None:
    """A Character discards wounds; the first one ends Poison, too (STA-14.5)."""
    if s.ch_wounds[slot] > 0 and amount > 0:
        s.ch_wounds[slot] = max(0, s.ch_wounds[slot] - amount)
        clear_status(s, slot, Status.POISONED)


@separate
def knock_out(s: Any, t: Any, slot: int) -> None:
    """A Character is Knocked Out: its prestige of this Adventure and its merits are lost."""
    s.ch_wounds[slot] = s.ch_hp_max[slot]
    clear_status(s, slot, _ENDED_BY_KNOCK_OUT)
    set_status(s, slot, Status.KNOCKED_OUT)
    s.ko_n[slot] += 1
    s.ch_adv_pp[slot] = 0
    lose_merits(s, t, slot)
    check_initiative(s)
    move_flag(s, t, 1)
    knocked_out(s, t, slot)


# --- Enemies --------------------------------------------------------------------------------------


@separate
def hurt_foe(s: Any, t: Any, foe: int, amount: int, slot: int) -> bool:
    """An Enemy takes wounds from a Character, or with -1 from nobody; whether it is defeated."""
    s.foe_wounds[foe] = min(s.foe_wounds[foe] + amount, s.foe_hp_max[foe])
    if s.foe_wounds[foe] < s.foe_hp_max[foe]:
        return False
    defeat(s, t, foe, slot)
    return True


@kernel
def is_able_to(s: Any, t: Any, foe: int, ability: int) -> bool:
    """Whether an Enemy has a special ability, and it is not off: an index of `ABILITIES`."""
    return (t.foe_abilities[s.foe_type[foe]] & ~s.foe_off[foe]) >> ability & 1 == 1


@kernel
def swallow(s: Any, t: Any, foe: int, slot: int) -> None:
    """A chasm takes an Enemy: its prestige goes to who pushed it, and no token lies there (R28).

    The token of a marked one lies at the brink all the same: the story goes on by it.
    """
    kind, place, mark = s.foe_type[foe] + 0, place_of(s, foe), s.foe_mark[foe] + 0
    enemy_defeated(s, t, foe, slot)
    remove_foe(s, foe)
    if mark > 0:
        leave_token(s, t, place, NONE, mark)
    if s.ch_penance[slot] != PRIDEFUL:
        gain_pp(s, t, slot, t.enemies[kind].prestige)


@kernel
def defeat(s: Any, t: Any, foe: int, slot: int) -> None:
    """An Enemy is defeated: a token lies in its place, its prestige goes to who did it."""
    noinline()
    kind, place = s.foe_type[foe] + 0, place_of(s, foe)
    is_immortal = is_able_to(s, t, foe, IMMORTAL)
    enemy_defeated(s, t, foe, slot)
    mark = s.foe_mark[foe] + 0
    remove_foe(s, foe)
    token = leave_token(s, t, place, kind if is_immortal else NONE, mark)
    if is_immortal:
        if token != NONE:
            s.fig_left[kind] -= 1  # it lies there, and may stand up again
    elif slot != NONE and s.ch_penance[slot] != PRIDEFUL:
        gain_pp(s, t, slot, t.enemies[kind].prestige)
