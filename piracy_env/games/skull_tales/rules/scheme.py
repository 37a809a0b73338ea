"""Schemes in the Crew Quarters, and the Guard that may catch them (STV-7)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.crew import gain_booty, gain_coins, gain_destiny, heal
from piracy_env.games.skull_tales.rules.frames import pop, push_for, top, turn_to
from piracy_env.games.skull_tales.rules.hold import count_tokens, spend_token
from piracy_env.games.skull_tales.rules.posts import is_captains
from piracy_env.games.skull_tales.rules.provisions import RUM_TOKEN, SUPPLIES_TOKEN
from piracy_env.games.skull_tales.rules.ship import (
    CREW_QUARTERS,
    GUARD,
    can_group_fight,
    earn_trust,
    group_at,
    is_able,
    tire,
)
from piracy_env.games.skull_tales.state import ACTOR, NONE, SLOT, STEP, Decision

NO_COIN, GOLD, SILVER, COPPER = range(4)
"""Coins, by their places in the block `coin`."""
QUIET_HANDS = 5
"""The Rumor of a Pirate whose Scheme succeeds."""
_CAUGHT, _RUMOURS, _LOOT = 5, 3, 3
"""Trust lost, trust gained by badmouthing, coins beside the die of a raid."""
_TAKE, _LIFT = range(2)
"""Steps of SCHEME."""


@kernel
def schemer(s: Any) -> int:
    """The Character that can Scheme now, NONE without one (STV-7.1)."""
    slot = s.schemer
    if slot == NONE or s.post[slot] != CREW_QUARTERS or not is_able(s, slot):
        return NONE
    return NONE if s.ban[slot] == 1 or is_captains(s, slot) else slot


@kernel
def begin_scheme(s: Any) -> None:
    """Ask the one that stayed behind."""
    push_for(s, Decision.SCHEME, s.ch_owner[s.schemer], s.schemer, 0, 0)


@kernel
def guard(s: Any) -> int:
    """The group on Guard that is awake, NONE without one."""
    group = group_at(s, GUARD)
    return group if group != NONE and can_group_fight(s, group) else NONE


@kernel
def _mark_scheme(s: Any, t: Any, mask: Any) -> None:
    """Mark coins, or what is there to be lifted."""
    if top(s)[STEP] == _TAKE:
        mask[ACT.coin.start : ACT.coin.stop] = True
    else:
        mask[ACT.lift_rum.start] = count_tokens(s, RUM_TOKEN) > 0
        mask[ACT.lift_supply.start] = count_tokens(s, SUPPLIES_TOKEN) > 0


@kernel
def _can_lift(s: Any, t: Any) -> bool:
    """Whether there is a choice; a single token is lifted, and nothing if there is none."""
    if top(s)[STEP] == _TAKE:
        return True
    rum, supplies = count_tokens(s, RUM_TOKEN), count_tokens(s, SUPPLIES_TOKEN)
    if rum > 0 and supplies > 0:
        return True
    slot = top(s)[SLOT]
    pop(s)
    if rum + supplies > 0:
        _lift(s, slot, rum > 0)
    return False


@kernel
def _scheme(s: Any, t: Any, action: int) -> None:
    """Take a coin in secret, or lift a token."""
    slot = top(s)[SLOT]
    if top(s)[STEP] == _LIFT:
        pop(s)
        _lift(s, slot, action == ACT.lift_rum.start)
        return
    s.coin_s = action - ACT.coin.start
    if guard(s) == NONE:
        pop(s)
        _reveal(s, slot, NONE)
    else:
        turn_to(s, Decision.GUARD_COIN)
        top(s)[ACTOR] = NONE


@kernel
def _mark_coins(s: Any, t: Any, mask: Any) -> None:
    """The Captain takes a coin, too (STV-R23)."""
    mask[ACT.coin.start + GOLD : ACT.coin.stop] = True


@kernel
def _guard_against(s: Any, t: Any, action: int) -> None:
    """The Captain's coin; both are shown."""
    slot = top(s)[SLOT]
    pop(s)
    _reveal(s, slot, action - ACT.coin.start)


@kernel
def _reveal(s: Any, slot: int, against: int) -> None:
    """Show the coins, and see what comes of them."""
    noinline()
    coin = s.coin_s + 0
    s.shown[0], s.shown[1], s.coin_s = coin, against, NONE
    if coin == NO_COIN:
        return
    s.acted[slot] = 1
    group = guard(s)
    if group != NONE:
        tire(s, group)
        s.pg_acted[group] = 1
    if coin == against:
        s.ban[slot] = 1
        earn_trust(s, slot, -_CAUGHT)
        return
    if slot < s.players:
        s.deeds[slot] |= 1 << QUIET_HANDS - 1
    if coin == GOLD:
        loot = min(throw(s) + _LOOT, s.crew_booty)
        gain_booty(s, -loot)
        gain_coins(s, s.ch_owner[slot], loot)
    elif coin == SILVER:
        earn_trust(s, slot, _RUMOURS)
    else:
        push_for(s, Decision.SCHEME, s.ch_owner[slot], slot, 0, 0)
        top(s)[STEP] = _LIFT


@kernel
def _lift(s: Any, slot: int, is_rum: int) -> None:
    """Rum for all Destiny Points, or Supplies for all wounds (STV-7.9)."""
    if is_rum:
        spend_token(s, RUM_TOKEN)
        gain_destiny(s, slot, s.ch_dp_max[slot])
    else:
        spend_token(s, SUPPLIES_TOKEN)
        heal(s, slot, s.ch_wounds[slot])


HANDLERS = (
    Handler(Decision.SCHEME, _mark_scheme, _scheme, _can_lift),
    Handler(Decision.GUARD_COIN, _mark_coins, _guard_against),
)
