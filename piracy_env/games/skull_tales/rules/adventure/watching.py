"""Who is asked when the round or an Enemy gives the chance: see `opportunities` (section 8.1, X).

These are called by `hooks`, which may not know the rules that wound: they only put the questions.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.board import is_same_room
from piracy_env.games.skull_tales.rules.adventure.figures import CHARACTER, is_foe_seen_by, place_of
from piracy_env.games.skull_tales.rules.adventure.people import has_trait, place_of_character
from piracy_env.games.skull_tales.rules.frames import push_for
from piracy_env.games.skull_tales.state import NONE, SLOTS, Decision
from piracy_env.games.skull_tales.traits import Trait


@kernel
def offer_quick_shots(s: Any, t: Any, figure: int) -> None:
    """An Enemy has come into a room: ask those there who shoot quickly, the lowest slot first."""
    noinline()
    if figure >= CHARACTER:
        return
    row, col = place_of(s, figure)
    for place in range(SLOTS):
        slot = SLOTS - 1 - place
        here = place_of_character(s, slot)
        if here[0] == NONE or row == NONE or not has_trait(s, t, slot, Trait.QUICK_SHOT):
            continue
        if is_same_room(s, here[0], here[1], row, col) and is_foe_seen_by(s, figure, slot):
            push_for(s, Decision.QUICKSHOT, s.ch_owner[slot], slot, figure, 0)


@kernel
def offer_opportunities(s: Any, t: Any, foe: int, passed: int) -> None:
    """An Enemy has passed Characters and not attacked them: ask the Opportunists (STA-20.30)."""
    for place in range(SLOTS):
        slot = SLOTS - 1 - place
        if passed >> slot & 1 and has_trait(s, t, slot, Trait.OPPORTUNIST):
            push_for(s, Decision.OPPORTUNE, s.ch_owner[slot], slot, foe, 0)


@kernel
def offer_caution_and_brags(s: Any) -> None:
    """The Enemy Round begins: the Cautious are asked first, then the Braggarts (phase E0)."""
    push_for(s, Decision.BRAG, NONE, NONE, 0, 0)
    push_for(s, Decision.CAUTIOUS, NONE, NONE, 0, 0)
