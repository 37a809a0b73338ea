"""What a decent pirate thinks of each action at sea and in port.

At sea the ship makes for the nearest of the islands where the Goal may lie, those who steer,
command and look out come before those who clean and chart, and tired groups rest. In port one earns
what one's time is worth, and is back aboard in time. Actions have the numbers of the whole game.
"""

from __future__ import annotations

from typing import Any

from piracy_agents.heuristic.skull_tales_voyage.battle import weigh_battle
from piracy_agents.heuristic.skull_tales_voyage.course import weigh_sailing
from piracy_agents.heuristic.skull_tales_voyage.crew import weigh_crew
from piracy_agents.heuristic.skull_tales_voyage.intrigue import weigh_intrigue
from piracy_agents.heuristic.skull_tales_voyage.islands import weigh_islands
from piracy_agents.heuristic.skull_tales_voyage.journey import weigh_journey
from piracy_agents.heuristic.skull_tales_voyage.purchases import weigh_purchases
from piracy_agents.heuristic.skull_tales_voyage.town import weigh_turn
from piracy_agents.heuristic.skull_tales_voyage.visits import weigh_visits
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import below
from piracy_env.games.skull_tales.state import KIND, Decision

GRAINS = 1 << 16
"""Steps in which chance adds to a value."""


@kernel
def weigh(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Value the legal actions of the seat to move."""
    noinline()
    kind = s.stk[s.sp - 1, KIND]
    if kind < Decision.COPY_TRAIT:
        weigh_journey(s, t, w, kind, mask, value)
    elif kind < Decision.PORT_TURN:
        _weigh_voyage(s, t, w, kind, mask, value)
    elif kind == Decision.PORT_TURN:
        weigh_turn(s, t, w, mask, value)
    elif kind in (Decision.DOCKYARD, Decision.UPGRADE, Decision.LEARN, Decision.ORDER_GEAR):
        weigh_purchases(s, t, w, kind, mask, value)
    else:
        weigh_visits(s, t, w, kind, mask, value)
    for action in range(len(mask)):
        if mask[action]:
            value[action] += w.whim * below(s, GRAINS) / GRAINS


@kernel
def _weigh_voyage(s: Any, t: Any, w: Any, kind: int, mask: Any, value: Any) -> None:
    """Value what is decided at sea."""
    noinline()
    is_mutiny = Decision.CALL_MUTINY <= kind <= Decision.BID
    if is_mutiny or kind in (Decision.SCHEME, Decision.GUARD_COIN):
        weigh_intrigue(s, t, w, kind, mask, value)
    elif kind in (Decision.SAILING, Decision.SPOTTING, Decision.CARTOGRAPHY):
        weigh_sailing(s, t, w, kind, mask, value)
    elif kind < Decision.AIM:
        weigh_crew(s, t, w, kind, mask, value)
    elif Decision.ISLAND <= kind <= Decision.SIGNAL:
        weigh_islands(s, t, w, kind, mask, value)
    else:
        weigh_battle(s, t, w, kind, mask, value)
