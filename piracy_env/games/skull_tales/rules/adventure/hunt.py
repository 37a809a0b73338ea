"""The Treasure Hunt: a temple for those who are drunk and purified, and a Guardian (STA-34).

Pirates are mad here, each in a way of its own that only it knows: see `disorders`.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.figures import (
    CHARACTER,
    COMPANION,
    is_active,
    is_foe,
)
from piracy_env.games.skull_tales.rules.adventure.goals import is_reached
from piracy_env.games.skull_tales.rules.adventure.piles import FIRST, is_in_pile
from piracy_env.games.skull_tales.rules.adventure.story_flags import has_done
from piracy_env.games.skull_tales.rules.adventure.tiles import tile_of
from piracy_env.games.skull_tales.rules.adventure.whereabouts import is_at, is_on_tile
from piracy_env.games.skull_tales.rules.chance import member_of
from piracy_env.games.skull_tales.rules.frames import push_for
from piracy_env.games.skull_tales.state import NONE, SLOTS, Decision
from piracy_env.games.skull_tales.state_land import FOES, Goal
from piracy_env.games.skull_tales.tables.adventures import DISORDER_KEYS
from piracy_env.games.skull_tales.tables.enemies import ROLE_KEYS
from piracy_env.games.skull_tales.terrain import TOKENS

I2, I4, I10, T2, T3 = (TOKENS.index(token) for token in ("i2", "i4", "i10", "t2", "t3"))
GUARDIAN = ROLE_KEYS.index("guardian")
GATE_FOUND, GUARDIAN_DEFEATED = range(2)
"""The goals."""
DRINK, OPEN_TEMPLE, PASS_GATE, STRIKE_DOWN, OFFER = range(1, 6)
"""The Specials."""
ANGEL, POSSESSED, SACRIFICE, BLOODTHIRST, HOARDER, CALL = range(len(DISORDER_KEYS))
"""Disorders."""
PURIFIED, HAS_STRUCK, HAS_FELLED, VICTIM, REVEALED = 1, 2, 3, 4, 5
"""Places of `sf`, a bit for each slot: who was purified, struck down a fellow, felled one that was
wounded, has shown its disorder; VICTIM is 1 + the slot of who was sacrificed."""
ROBBED, EXPLORED = 6, 11
"""`sf` from here on, for each seat: whose weapons it has taken, and the tiles it has explored."""
PURIFY, GAZE, VICTORY, POSSESS, SACRIFICE_ONE, JUDGE = range(6)
"""What a frame TELLING tells; a Character that it is about besides is kept in A, times 8."""
_SPRING = (2, 1)
_PAIR = 2


@kernel
def set_up(s: Any, t: Any) -> None:
    """Each Pirate gets a disorder, and no two the same; alone one is for sacrifices (STA-34.1)."""
    if s.disorders == 0:
        return
    left = (1 << len(DISORDER_KEYS)) - 1
    if s.players == 1:
        left = 1 << SACRIFICE
    elif s.players == _PAIR:
        left -= 1 << HOARDER
    for seat in range(s.players):
        s.dis[seat] = member_of(s, left, 0)
        left &= ~(1 << s.dis[seat])


@kernel
def may_attack_characters(s: Any) -> bool:
    """They are out of their minds (STA-34.2)."""
    return True


@kernel
def tile_explored(s: Any, t: Any, tile: int, slot: int) -> None:
    """Count who explores; the temple is opened, not explored (STA-34.11)."""
    if slot < s.players and s.tl_token[tile] != T3:
        s.sf[EXPLORED + slot] += 1


@kernel
def step_made(s: Any, t: Any, figure: int) -> None:
    """The first time at the spring of i10 purifies (STA-34.5)."""
    slot = figure - CHARACTER
    if not 0 <= slot < COMPANION - CHARACTER or s.sf[PURIFIED] >> slot & 1:
        return
    if is_active(s, slot) and is_at(s, t, slot, I10, _SPRING):
        s.sf[PURIFIED] |= 1 << slot
        push_for(s, Decision.TELLING, NONE, slot, PURIFY, 0)


@kernel
def is_fit_for_temple(s: Any, slot: int) -> bool:
    """Whether a Character is drunk and purified (STA-34.6)."""
    return has_done(s, DRINK, slot) and s.sf[PURIFIED] >> slot & 1 == 1


@kernel
def is_guardian_there(s: Any) -> bool:
    """Whether the Guardian is alive."""
    for foe in range(FOES):  # noqa: SIM110 - numba knows no any()
        if is_foe(s, foe) and s.foe_role[foe] == GUARDIAN:
            return True
    return False


@kernel
def enemy_round_ends(s: Any, t: Any) -> None:
    """The Guardian's gaze meets all on its tile, the lowest slot first (STA-34.8)."""
    if not is_guardian_there(s):
        return
    for slot in range(SLOTS - 1, -1, -1):
        if is_active(s, slot) and is_on_tile(s, slot, T2):
            push_for(s, Decision.TELLING, NONE, slot, GAZE, 0)


@kernel
def enemy_defeated(s: Any, t: Any, foe: int, slot: int) -> None:
    """Who defeats the Guardian has won for all (STA-34.9)."""
    if s.foe_role[foe] == GUARDIAN:
        if slot == NONE:
            s.goal_state[GUARDIAN_DEFEATED] = Goal.REACHED
        else:
            push_for(s, Decision.TELLING, NONE, slot, VICTORY, 0)


@kernel
def felled_by(s: Any, t: Any, slot: int, victim: int, was_wounded: int) -> None:
    """A Character has knocked another one out (STA-34.11)."""
    if was_wounded:
        s.sf[HAS_FELLED] |= 1 << slot


@kernel
def is_won(s: Any, t: Any) -> bool:
    """Whether the Guardian is defeated (STA-34.9)."""
    return is_reached(s, GUARDIAN_DEFEATED)


@kernel
def is_partly_won(s: Any, t: Any) -> bool:
    """Whether the Guardian's hall was found at least (STA-34.10)."""
    return tile_of(s, T2) != NONE


@kernel
def is_pile_needed(s: Any, t: Any, pile: int) -> bool:
    """Whether a tile is missed that opens the temple, or once it is open the Guardian's hall."""
    is_open = tile_of(s, T3) != NONE
    if pile != FIRST:
        return is_open and is_in_pile(s, pile, T2)
    if is_open:
        return False
    return is_in_pile(s, pile, I2) or is_in_pile(s, pile, I4) or is_in_pile(s, pile, I10)
