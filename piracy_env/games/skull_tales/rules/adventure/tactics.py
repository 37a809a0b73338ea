"""The Tactician may take the Initiative when the Incidents are over (STA-20.51, STA-R44)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.dice import call_for_contest
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.rules.adventure.payment import may_use_destiny, use_destiny
from piracy_env.games.skull_tales.rules.adventure.people import attribute_of, has_trait
from piracy_env.games.skull_tales.rules.adventure.track import gain_pp
from piracy_env.games.skull_tales.rules.frames import offering, pop, push_for, top
from piracy_env.games.skull_tales.state import INTELLIGENCE, NONE, SLOT, STEP, B, Decision
from piracy_env.games.skull_tales.traits import Trait


@kernel
def offer_tactics(s: Any, t: Any) -> None:
    """Ask the Tacticians, in the order of seats."""
    for place in range(s.players):
        seat = s.players - 1 - place
        if _is_able(s, t, seat):
            push_for(s, Decision.TACTIC, seat, seat, 0, 0)


@kernel
def _is_able(s: Any, t: Any, seat: int) -> bool:
    """Whether a seat can take the Initiative from another."""
    if s.init == NONE or s.init == seat or not is_active(s, seat):  # noqa: PLR1714 - two types
        return False
    return has_trait(s, t, seat, Trait.TACTICIAN) and may_use_destiny(s, seat)


@kernel
def _answer(s: Any, t: Any, action: int) -> None:
    """Roll Intelligence against who has the Initiative, or do not."""
    slot = top(s)[SLOT] + 0
    if action == ACT.no.start:
        pop(s)
    else:
        use_destiny(s, slot)
        call_for_contest(s, t, slot, INTELLIGENCE, attribute_of(s, t, s.init, INTELLIGENCE))


@kernel
def _stands(s: Any, t: Any) -> bool:
    """Whether it is still asked; after a roll that was won the Initiative changes hands."""
    frame = top(s)
    slot, is_asked, is_won = frame[SLOT] + 0, frame[STEP] == 0, frame[B] == 1
    if is_asked and _is_able(s, t, slot):
        return True
    pop(s)
    if not is_asked and is_won:
        if s.init_back == NONE:
            s.init_back = s.init
        s.init = slot
        gain_pp(s, t, slot, 1)
    return False


HANDLERS = (
    Handler(
        Decision.TACTIC, offering(ACT.tactic), _answer, _stands, "whether to take the Initiative"
    ),
)
