"""The Secret of Captain Jones: a quartermaster to be avenged, a Lieutenant who flees (STA-30)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.bands import strike_off, watch
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.rules.adventure.goals import is_held, is_reached
from piracy_env.games.skull_tales.rules.adventure.people import place_of_character
from piracy_env.games.skull_tales.rules.adventure.piles import FIRST, empty_reserve
from piracy_env.games.skull_tales.rules.adventure.tiles import tile_of
from piracy_env.games.skull_tales.rules.adventure.track import become_hard, end_adventure
from piracy_env.games.skull_tales.rules.adventure.whereabouts import is_tile_free_of_foes
from piracy_env.games.skull_tales.rules.frames import push_for
from piracy_env.games.skull_tales.state import NONE, SLOTS, Decision, Ended
from piracy_env.games.skull_tales.state_land import Goal
from piracy_env.games.skull_tales.tables.adventures import GARRISON_KEYS
from piracy_env.games.skull_tales.tables.enemies import ROLE_KEYS
from piracy_env.games.skull_tales.terrain import BOAT, TOKENS

I4, I5, I7, I13 = (TOKENS.index(token) for token in ("i4", "i5", "i7", "i13"))
AVENGERS = GARRISON_KEYS.index("jones_start_of_revenge")
LIEUTENANT = ROLE_KEYS.index("lieutenant")
REVENGE, DIARY, BOAT_FOUND = range(3)
"""The goals."""
KILLERS, KILLER_COUNT = 0, 3
"""`sf` from here on: the Redcoats around the quartermaster."""
WHERE_HE_IS, IS_BOAT_FOUND = 3, 4
"""Places of `sf`: the Lieutenant, and whether the boat was found again."""
NOT_YET, HERE, AWAY, DEFEATED = range(4)
"""What `sf[WHERE_HE_IS]` says."""
AVENGE, LOSE_BOAT, FLEE, REAPPEAR, FIND_BOAT = range(5)
"""What a frame TELLING tells."""


@kernel
def tile_explored(s: Any, t: Any, tile: int, slot: int) -> None:
    """What the tiles of the story bring (STA-30.1, 30.3, 30.6, 30.8)."""
    token = s.tl_token[tile]
    if s.sf[WHERE_HE_IS] == AWAY and s.reserved_on == 0:
        push_for(s, Decision.TELLING, NONE, slot, REAPPEAR, tile)
    if token == I5:
        empty_reserve(s)
        become_hard(s, 2)
    elif token == I4:
        become_hard(s, 3)
        push_for(s, Decision.TELLING, NONE, slot, LOSE_BOAT, 0)
    elif token == I7:
        s.sf[IS_BOAT_FOUND], s.tick = 1, 1
        push_for(s, Decision.TELLING, NONE, slot, FIND_BOAT, 0)


@kernel
def garrison_came(s: Any, t: Any, row: int, foes: int) -> None:
    """Those who must be defeated for the quartermaster stand there, or the Lieutenant does."""
    if row == AVENGERS:
        watch(s, KILLERS, foes)
    for foe in range(len(s.foe_type)):
        if foes >> foe & 1 and s.foe_role[foe] == LIEUTENANT:
            s.sf[WHERE_HE_IS] = HERE


@kernel
def enemy_defeated(s: Any, t: Any, foe: int, slot: int) -> None:
    """The quartermaster is avenged by who defeats the last of them (STA-30.2)."""
    if s.foe_role[foe] == LIEUTENANT:
        s.sf[WHERE_HE_IS] = DEFEATED
    if strike_off(s, KILLERS, KILLER_COUNT, foe):
        if slot == NONE:
            s.goal_state[REVENGE] = Goal.REACHED
        else:
            push_for(s, Decision.TELLING, NONE, s.ch_owner[slot], AVENGE, 0)


@kernel
def activation_ended(s: Any, t: Any, foe: int) -> None:
    """The Lieutenant has attacked if he could; now he makes for an exit (STA-30.4)."""
    if s.foe_role[foe] == LIEUTENANT:
        push_for(s, Decision.TELLING, NONE, foe, FLEE, 0)


@kernel
def way_closed(s: Any, t: Any, exit_: int) -> None:
    """If the Lieutenant's tile cannot lie there, he has escaped (STA-30.6)."""
    if s.sf[WHERE_HE_IS] == AWAY and s.reserved_on == 0:
        end_adventure(s, Ended.ESCAPED)


@kernel
def is_won(s: Any, t: Any) -> bool:
    """Whether all are on the boat with the diary, and no Enemy is near (STA-30.9)."""
    if s.sf[IS_BOAT_FOUND] == 0 or not is_held(s, DIARY):
        return False
    if not is_tile_free_of_foes(s, tile_of(s, I7)):
        return False
    for slot in range(SLOTS):
        if is_active(s, slot):
            row, col = place_of_character(s, slot)
            if row == NONE or s.b_ter[row, col] != BOAT:
                return False
    return True


@kernel
def is_partly_won(s: Any, t: Any) -> bool:
    """Whether the diary was found at least (STA-30.10)."""
    return is_reached(s, DIARY)


@kernel
def is_pile_needed(s: Any, t: Any, pile: int) -> bool:
    """Whether one of the story's tiles is still to be found: the last of them is the boat's."""
    return pile == FIRST and s.sf[IS_BOAT_FOUND] == 0
