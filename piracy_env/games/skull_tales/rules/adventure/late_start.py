"""A late start: Pirates who have been at it for some time (option `late`, STA-R73)."""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.either import either
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.chance import copy_of, index_below
from piracy_env.games.skull_tales.rules.crew import carry, has_room, learn
from piracy_env.games.skull_tales.rules.learning import KNOWN, is_open_to
from piracy_env.games.skull_tales.state import COPIES, NONE

_ASHORE = 0
"""The phase of Traits that count ashore."""


@kernel
def _advance(s: Any, t: Any) -> None:
    """Each seat in turn learns Traits of its classes, and draws from one Gear deck."""
    noinline()
    if s.late == 0:
        return
    deck = np.zeros(COPIES, np.int8)
    for gear in range(COPIES):
        deck[gear] = t.gear[gear].copies
    for seat in range(s.players):
        for _ in range(t.ashore.late_traits):
            _learn_any(s, t, seat)
        if s.start_dp < 0:
            s.ch_dp[seat] = s.ch_dp_max[seat]  # a Trait may have raised it
        _buy_gear(s, t, seat, deck)


@kernel
def _stay(s: Any, t: Any) -> None:
    """In a campaign nobody starts late."""


advance = either("late", _advance, _stay)
"""What Pirates know and carry who start late: (s, t)."""


@kernel
def _is_fitting(s: Any, t: Any, seat: int, trait: int) -> bool:
    """Whether a Trait counts ashore, is of an own class, and can be learned."""
    row = t.traits[trait]
    is_ashore = False
    for place in range(len(row.phases)):
        is_ashore |= row.phases[place] == _ASHORE
    return is_ashore and s.ch_cls[seat] >> row.cls & 1 == 1 and is_open_to(s, t, seat, trait)


@kernel
def _learn_any(s: Any, t: Any, seat: int) -> None:
    """Learn one of the fitting Traits, each as likely."""
    count = 0
    for trait in range(KNOWN):
        count += _is_fitting(s, t, seat, trait)
    if count == 0:
        return
    left = index_below(s, count)
    for trait in range(KNOWN):
        if _is_fitting(s, t, seat, trait):
            if left == 0:
                learn(s, t, seat, trait)
                return
            left -= 1


@kernel
def _buy_gear(s: Any, t: Any, seat: int, deck: Any) -> None:
    """Draw cards; what is too dear, of no use or too much goes under the deck."""
    coins = t.ashore.late_coins
    for _ in range(t.ashore.late_cards):
        gear = copy_of(s, deck, COPIES)
        if gear == NONE:
            return
        deck[gear] -= 1
        card = t.gear[gear]
        if card.cost <= coins and _is_usable(s, t, seat, gear) and has_room(s, t, seat, gear):
            coins -= card.cost
            carry(s, t, seat, gear, 0)


@kernel
def _is_usable(s: Any, t: Any, seat: int, gear: int) -> bool:
    """Whether a Pirate could use a card: no other's, and for no limb that it has still."""
    item = t.items[gear]
    return item.limb == 0 and (item.only == NONE or item.only == s.ch_card[seat])
