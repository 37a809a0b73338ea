"""What the places of the Port have in common: who may do what, and what it takes (STP-4)."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.crew import has_trait, pay
from piracy_env.games.skull_tales.state import Scenario
from piracy_env.games.skull_tales.traits import Trait


class Place(IntEnum):
    """Places of the Port, in the order of PLACES."""

    SHIP = 0
    DOCKS = 1
    MARKET = 2
    CHAPEL = 3
    TAVERN = 4
    MANSION = 5


class Deed(IntEnum):
    """Rows of [port_actions]."""

    SALARY = 0
    RELAX = 1
    TAKE_ASSIGNMENT = 2
    REPAIR_SHIP = 3
    TRADE = 4
    UPGRADE = 5
    LEARN_SHOOTER = 6
    STOCK_UP = 7
    PROSTHESIS = 8
    ORDER = 9
    HAGGLE = 10
    LEARN_ROGUE = 11
    CHARITY = 12
    ATONEMENT = 13
    LEARN_EDUCATED = 14
    LEARN_MYSTIC = 15
    STORY = 16
    HIRE_ALLY = 17
    RUMOR_TAVERN = 18
    HIRE_GROUPS = 19
    GAME_OF_CHANCE = 20
    LEARN_ROWDY = 21
    ENTER_MANSION = 22
    RUMOR_MANSION = 23
    LUXURY = 24
    BETTING = 25
    LOAN = 26
    REPAY = 27
    LEARN_DUELIST = 28


ACTED, REFUSED = 1, 2
"""Bits of `t_acted`: the action of the turn is done, the Captain has said no to the Bosun."""


@kernel
def is_bosun(s: Any, t: Any, seat: int) -> bool:
    """Whether a seat may ask for what is the Captain's: the Bosun, unless Captain (STP-10.9)."""
    return seat != s.captain and has_trait(s, t, seat, Trait.BOSUN)


@kernel
def can_do(s: Any, t: Any, seat: int, deed: int) -> bool:
    """Whether a seat has the time, the coins and the rank for an action."""
    row = t.port_actions[deed + 0]
    if s.tu[seat] < row.tu or s.ch_coins[seat] < row.coins:
        return False
    if row.captain == 0 or seat == s.captain:
        return True
    return is_bosun(s, t, seat) and s.t_acted & REFUSED == 0


@kernel
def begin_deed(s: Any, t: Any, seat: int, deed: int) -> None:
    """Spend what an action takes; it is the action of this turn."""
    row = t.port_actions[deed + 0]
    spend_time(s, seat, row.tu)
    pay(s, seat, row.coins)
    s.t_acted |= ACTED


@kernel
def spend_time(s: Any, seat: int, units: int) -> None:
    """Time Units pass for a seat, as far as there are any."""
    s.tu[seat] = max(0, s.tu[seat] - units)


@kernel
def is_for_later(s: Any) -> bool:
    """Whether there is a later phase, in which bets, Rumors and the like can pay."""
    return s.scenario != Scenario.PORT
