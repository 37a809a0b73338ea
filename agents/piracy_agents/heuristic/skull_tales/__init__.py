"""The heuristic of skull_tales: at sea and in port one, on the board of an Adventure another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from piracy_agents.heuristic import skull_tales_adventure, skull_tales_voyage
from piracy_agents.heuristic.characters import Profiles
from piracy_agents.heuristic.skull_tales_adventure.weigh import weigh as weigh_ashore
from piracy_agents.heuristic.skull_tales_voyage.weigh import weigh as weigh_at_sea
from piracy_env.core.files import read_text
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.errors import AgentError
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.whole import is_on_board
from piracy_env.games.skull_tales.state import KIND, Decision

__all__ = ["read_profiles", "weigh"]


@kernel
def weigh(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Value the legal actions of the seat to move."""
    noinline()
    kind = s.stk[s.sp - 1, KIND]
    if is_on_board(s) and kind <= Decision.GRASP:
        weigh_ashore(s, t, w.ashore, mask, value)
    elif is_on_board(s) and kind == Decision.REPEAT:
        value[ACT.continue_.start] = 1.0  # half a success is more than most attempts come to
    else:
        weigh_at_sea(s, t, w.at_sea, mask, value)


def read_profiles() -> Profiles:
    """The characters: each is one at sea, and one ashore."""
    path = Path(__file__).with_name("pairs.toml")
    return Profiles.paired(
        read_text(path, AgentError),
        str(path),
        at_sea=Profiles.read(skull_tales_voyage),
        ashore=Profiles.read(skull_tales_adventure),
    )
