"""Castaways: four places of an island to be found, and Rum for the way (STA-35)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.bands import strike_off, watch
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.rules.adventure.goals import are_all_reached, is_held
from piracy_env.games.skull_tales.rules.adventure.people import is_pirate
from piracy_env.games.skull_tales.rules.adventure.piles import FIRST, is_in_pile
from piracy_env.games.skull_tales.rules.adventure.track import become_hard
from piracy_env.games.skull_tales.rules.adventure.whereabouts import are_all_on, is_on_tile
from piracy_env.games.skull_tales.state import SLOTS
from piracy_env.games.skull_tales.tables.adventures import GARRISON_KEYS
from piracy_env.games.skull_tales.tables.cards import SEARCH_KEYS
from piracy_env.games.skull_tales.terrain import TOKENS

I3, I4, I6, I7, I13 = (TOKENS.index(token) for token in ("i3", "i4", "i6", "i7", "i13"))
ON_I13, ON_I6, ON_I3 = (GARRISON_KEYS.index(f"castaways_{token}") for token in ("i13", "i6", "i3"))
LOOKOUT_SILENCED, SPRING_FOUND, GEAR_FOUND, CURSED_TOKEN = range(4)
"""The goals."""
LOOKOUT, GUARD, BROTHERS = 0, 1, 2
"""`sf` from here on: the Cannibal on i13, the Cursed One on i6, the two Cannibals on i3."""
NO_FIRST, NO_SECOND, NO_MELEE, NO_RANGED, HAS_DUG = 4, 5, 6, 7, 8
"""Places of `sf`, a bit for each slot: who misses its first or second starting card, or of an Ally
which arms; who has found something again."""
RUM_NEEDED = 3
RUM = SEARCH_KEYS.index("rum")
_MELEE, _RANGED = 1, 2


@kernel
def garrison_came(s: Any, t: Any, row: int, foes: int) -> None:
    """Those who must be defeated stand there."""
    if row == ON_I13:
        watch(s, LOOKOUT, foes)
    elif row == ON_I6:
        watch(s, GUARD, foes)
    elif row == ON_I3:
        watch(s, BROTHERS, foes)


@kernel
def enemy_defeated(s: Any, t: Any, foe: int, slot: int) -> None:
    """One of them is no more."""
    strike_off(s, LOOKOUT, 4, foe)


@kernel
def goal_gained(s: Any, t: Any, goal: int, slot: int) -> None:
    """With all four goals it gets harder, and time runs (STA-35.7)."""
    if are_all_reached(s, t):
        become_hard(s, 2)
        s.tick = 1


@kernel
def are_brothers_gone(s: Any) -> bool:
    """Whether the Cannibals of i3 are defeated."""
    return s.sf[BROTHERS] == 0 and s.sf[BROTHERS + 1] == 0


@kernel
def misses(s: Any, slot: int) -> int:
    """What a Character misses since the wreck: 1 the first card or melee, 2 the other one."""
    one, other = NO_MELEE, NO_RANGED
    if is_pirate(s, slot):
        one, other = NO_FIRST, NO_SECOND
    return (s.sf[one] >> slot & 1) + 2 * (s.sf[other] >> slot & 1)


@kernel
def is_search_certain(s: Any, t: Any, slot: int) -> bool:
    """Whether a Character finds on i3 what it misses, once (STA-35.4)."""
    if not is_on_tile(s, slot, I3) or not are_brothers_gone(s):
        return False
    return s.sf[HAS_DUG] >> slot & 1 == 0 and misses(s, slot) != 0


@kernel
def ally_arms(s: Any, t: Any, slot: int) -> int:
    """What an Ally can fight with: bit 0 melee, bit 1 at range."""
    return (_MELEE | _RANGED) & ~misses(s, slot)


@kernel
def rum_of_all(s: Any, t: Any) -> int:
    """Rum that active Characters have: casks, and Search cards."""
    found = 0
    for slot in range(SLOTS):
        if is_active(s, slot):
            found += s.ch_rum[slot]
            for place in range(s.s_n[slot]):
                found += s.s_cards[slot, place] == RUM
    return found


@kernel
def is_won(s: Any, t: Any) -> bool:
    """Whether all are on the beach with what they need (STA-35.8)."""
    if not are_all_reached(s, t) or not is_held(s, CURSED_TOKEN):
        return False
    return are_all_on(s, I7) and rum_of_all(s, t) >= RUM_NEEDED


@kernel
def is_pile_needed(s: Any, t: Any, pile: int) -> bool:
    """Whether a tile with a goal, or the beach, is still to be explored."""
    if pile != FIRST:
        return False
    for token in (I3, I4, I6, I7, I13):  # noqa: SIM110 - numba knows no any()
        if is_in_pile(s, pile, token):
            return True
    return False
