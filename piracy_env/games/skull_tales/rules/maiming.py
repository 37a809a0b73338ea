"""Permanent wounds: what is lost, and what it costs (STA-15)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.crew import BAG
from piracy_env.games.skull_tales.state import AGILITY, PERCEPTION

EYES, LEGS, HANDS = 1 | 32, 2 | 4, 8 | 16
"""Bits of `ch_perm`: a limb is the bit of the die that takes it."""
_RIGHT_HAND = 8
_LEAST = 2
"""No permanent wound lowers an attribute below this."""
_IN_RIGHT, _IN_LEFT, _IN_BOTH = 1, 2, 3
"""Values of `inv_loc`."""


@kernel
def maim(s: Any, seat: int) -> None:
    """A Pirate gets a permanent wound at random; one that is there already changes nothing."""
    noinline()
    limb = 1 << throw(s) - 1
    if s.ch_perm[seat] & limb:
        return
    s.ch_perm[seat] |= limb
    if limb & EYES:
        _weaken(s, seat, PERCEPTION)
    elif limb & LEGS:
        _weaken(s, seat, AGILITY)
        s.ch_ap_max[seat] = max(0, s.ch_ap_max[seat] - 1)
    else:
        _let_go(s, seat, _IN_RIGHT if limb == _RIGHT_HAND else _IN_LEFT)
    if _lacks_both(s, seat, EYES) or _lacks_both(s, seat, LEGS) or _lacks_both(s, seat, HANDS):
        s.ch_retiring[seat] = 1
    else:
        s.ch_comp_due[seat] += 1


@kernel
def _weaken(s: Any, seat: int, attribute: int) -> None:
    """An attribute is one less, though not too low."""
    if s.ch_att[seat, attribute] > _LEAST:
        s.ch_att[seat, attribute] -= 1


@kernel
def _let_go(s: Any, seat: int, hand: int) -> None:
    """What the hand held goes into the bag."""
    for place in range(s.inv_n[seat]):
        if s.inv_loc[seat, place] in (hand, _IN_BOTH):
            s.inv_loc[seat, place] = BAG


@kernel
def _lacks_both(s: Any, seat: int, pair: int) -> bool:
    """Whether both limbs of a pair are lost."""
    return s.ch_perm[seat] & pair == pair
