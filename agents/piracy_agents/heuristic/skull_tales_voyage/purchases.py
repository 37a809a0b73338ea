"""What the Captain buys and sells at the Docks, and which Trait is learned."""

from __future__ import annotations

from typing import Any

from piracy_agents.heuristic.skull_tales_voyage.gains import gain_of_trait
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.hold import RUM, SUPPLIES, count_tokens
from piracy_env.games.skull_tales.rules.learning import KNOWN
from piracy_env.games.skull_tales.rules.town import is_for_later
from piracy_env.games.skull_tales.state import ACTOR, GOODS, STEP, A, Decision

_UPGRADES, _SHIPS = 10, 3
_DEAR = 20.0
"""Crew Booty that is a point."""


@kernel
def weigh_purchases(s: Any, t: Any, w: Any, kind: int, mask: Any, value: Any) -> None:
    """Value what is bought, sold and learned."""
    noinline()
    if kind == Decision.LEARN:
        _weigh_traits(s, t, w, mask, value)
    elif kind == Decision.DOCKYARD:
        _weigh_goods(s, t, w, value)
    elif kind == Decision.UPGRADE:
        for upgrade in range(_UPGRADES):
            worth = w.upgrade[upgrade] - t.upgrades[upgrade].price / _DEAR
            value[ACT.up.start + upgrade] = worth
        for ship in range(_SHIPS):
            bigger = ship - s.ship_type
            value[ACT.ship.start + ship] = w.ship * bigger - t.ships[ship].price / _DEAR
    else:
        value[ACT.no.start] = 1.0


@kernel
def _weigh_traits(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """The Trait that is worth most beyond its price."""
    frame = s.stk[s.sp - 1]
    if frame[STEP] == 1:
        return
    place = 0
    for trait in range(KNOWN):
        if t.traits[trait].cls == t.teachers[frame[A]].cls:
            if mask[ACT.cand.start + place]:
                worth = gain_of_trait(s, t, w, frame[ACTOR], trait, frame[A])
                value[ACT.cand.start + place] = worth
            place += 1


@kernel
def _weigh_goods(s: Any, t: Any, w: Any, value: Any) -> None:
    """Sell Goods, keep stores for the Voyage, fill them up; repair all there is."""
    value[ACT.repair_hold.start] = 2.0
    value[ACT.repair_sail.start] = 1.0
    supplies, rum = count_tokens(s, 1 + SUPPLIES), count_tokens(s, 1 + RUM)
    for goods in range(GOODS):
        value[ACT.sell.start + goods] = 5.0
    if is_for_later(s):
        value[ACT.sell.start + SUPPLIES] = supplies - w.larder - 1.0
        value[ACT.sell.start + RUM] = rum - w.cellar - 1.0
        value[ACT.buy_supplies.start] = w.larder - supplies
        value[ACT.buy_rumtoken.start] = w.cellar - rum
    else:
        value[ACT.buy_supplies.start] = -1.0
        value[ACT.buy_rumtoken.start] = -1.0
