"""Posts and the Traits that help there (STV-20)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.crew import has_trait
from piracy_env.games.skull_tales.rules.ship import CROWS_NEST, GUN_DECK, HELM, RIGGING
from piracy_env.games.skull_tales.state import NONE
from piracy_env.games.skull_tales.traits import Trait

_HELMSMAN, _KNOT_TYING = int(Trait.HELMSMAN), int(Trait.KNOT_TYING)
_EAGLE_EYE, _ARTILLERY = int(Trait.EAGLE_EYE), int(Trait.ARTILLERY)


@kernel
def trait_of_post(post: int) -> int:
    """The Trait that gives a die more at a post, NONE without one."""
    if post == HELM:
        return _HELMSMAN
    if post == RIGGING:
        return _KNOT_TYING
    if post == CROWS_NEST:
        return _EAGLE_EYE
    return _ARTILLERY if post == GUN_DECK else NONE


@kernel
def extra_dice(s: Any, t: Any, slot: int, post: int) -> int:
    """The die more that a Character has in rolls at a post (STV-20.5, 20.10, 20.18, 20.20)."""
    trait = trait_of_post(post)
    return 1 if trait != NONE and has_trait(s, t, slot, trait) else 0


@kernel
def is_captains(s: Any, slot: int) -> bool:
    """Whether a Character is the Captain, or the Captain's Ally."""
    return bool(s.ch_owner[slot] == s.captain)
