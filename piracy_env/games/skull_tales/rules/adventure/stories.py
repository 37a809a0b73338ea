"""What the chapters tell, each in a module of its own: set-up, moments of `hooks`, and the end."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure import cove
from piracy_env.games.skull_tales.tables.adventures import ADVENTURE_KEYS

SKULL_COVE = ADVENTURE_KEYS.index("skull_cove")
FAILURE, PARTIAL, TOTAL = range(3)
"""Values of `adv_result`."""


@kernel
def set_up(s: Any, t: Any) -> None:
    """What a chapter does once tiles, piles and Enemies are laid out."""
    if s.chapter == SKULL_COVE:
        cove.set_up(s, t)


@kernel
def may_deploy(s: Any, t: Any, slot: int, place: Any) -> bool:
    """Whether a Character may begin on a free space of the start area."""
    return True


@kernel
def is_won(s: Any, t: Any) -> bool:
    """Whether the chapter ends at once, as all its goals are met (STA-18.2)."""
    noinline()
    if s.chapter == SKULL_COVE:
        return cove.is_won(s, t)
    return False


@kernel
def is_partly_won(s: Any, t: Any) -> bool:
    """Whether the chapter's chart would call it a partial success."""
    if s.chapter == SKULL_COVE:
        return cove.is_partly_won(s, t)
    return False


@kernel
def is_pile_needed(s: Any, t: Any, pile: int) -> bool:
    """Whether a tile that the chapter needs can only be explored from a pile (STA-R66)."""
    if s.chapter == SKULL_COVE:
        return cove.is_pile_needed(s, t, pile)
    return False


@kernel
def may_open(s: Any, t: Any, door: int, slot: int) -> bool:
    """Whether the chapter lets a Character open a closed door (STA-16.3)."""
    return True


# --- moments --------------------------------------------------------------------------------------


@kernel
def enemy_defeated(s: Any, t: Any, foe: int, slot: int) -> None:
    """An Enemy was defeated by a Character, -1 for nobody."""


@kernel
def step_made(s: Any, t: Any, figure: int) -> None:
    """A figure has come to stand on a space."""


@kernel
def incidents_begin(s: Any, t: Any) -> None:
    """Incident step 1."""


@kernel
def tile_explored(s: Any, t: Any, tile: int, slot: int) -> None:
    """A tile was explored; its Enemies come next."""


@kernel
def door_opened(s: Any, t: Any, door: int, slot: int) -> None:
    """A door was opened; the Enemies behind it come next."""


@kernel
def goal_gained(s: Any, t: Any, goal: int, slot: int) -> None:
    """A Character has got a goal."""
