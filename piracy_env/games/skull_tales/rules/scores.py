"""Scores and team values at any time: what a crew has reached, and each of its Pirates."""

from __future__ import annotations

from typing import Any

from piracy_env.core.game import ENDED
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.gear import LEGEND
from piracy_env.games.skull_tales.rules.crew import STARTING, ally_of
from piracy_env.games.skull_tales.rules.hold import open_columns, working_sails
from piracy_env.games.skull_tales.rules.standing import value_ashore
from piracy_env.games.skull_tales.state import (
    NONE,
    Ended,
    Part,
    Phase,
    Scenario,
    Stop,
)
from piracy_env.games.skull_tales.state_land import FOUND

CAPTAINCY = 15
"""What it is worth to be Captain."""
_TRAIT_WORTH = (100, 130, 160)
_BOOTY_SHARE, _GEAR_SHARE = 20, 4
_NOT_OWNED = STARTING | FOUND
"""Bits of `inv_flag`: what one starts with, and what goes back when the Adventure is over."""


@kernel
def score_of(s: Any, t: Any, seat: int) -> int:
    """The own score of a seat: prestige, coins, what they bought, and the captaincy."""
    noinline()
    score = s.ch_pp[seat] + s.ch_coins[seat] // 2
    if s.phase == Phase.VOYAGE:
        score += prestige_of_trust(s, seat)
    if seat == s.captain:
        score += CAPTAINCY
    if s.scenario == Scenario.VOYAGE:
        return score
    if seat == s.captain:
        score += s.crew_booty // _BOOTY_SHARE
    return score - (s.debt[seat] + 1) // 2 + _traits_worth(s, t, seat) + _gear_worth(s, t, seat)


@kernel
def prestige_of_trust(s: Any, seat: int) -> int:
    """What trust would turn into now: the own, and half the Ally's (STV-19.7, STC-9.5)."""
    trust = s.ch_tp[seat] + 0
    if seat != s.captain:
        ally = ally_of(s, seat)
        if ally != NONE:
            trust += (s.ch_tp[ally] + 1) // 2
    return (trust + 1) // 2 if s.ch_affl[seat] & 1 else trust


@kernel
def _traits_worth(s: Any, t: Any, seat: int) -> int:
    """Traits learned in play, by their category."""
    card = t.characters[s.ch_card[seat]]
    worth = 0
    for trait in range(105):
        if s.ch_traits[seat, trait] == 1 and trait not in (
            card.adventure_trait,
            card.voyage_trait,
        ):
            worth += _TRAIT_WORTH[t.traits[trait].category - 1]
    return worth


@kernel
def _gear_worth(s: Any, t: Any, seat: int) -> int:
    """A part of what gear cost that was not there at the start, or is on order."""
    cost = 0
    for place in range(s.inv_n[seat]):
        gear = s.inv_id[seat, place]
        if s.inv_flag[seat, place] & _NOT_OWNED == 0 and gear < LEGEND:
            cost += t.gear[gear].cost
    cost += t.gear[40].cost * s.ch_rum[seat] + t.gear[41].cost * s.ch_brew[seat]
    if s.order[seat] > 0:
        cost += t.gear[s.order[seat]].cost
    return cost // _GEAR_SHARE


# --- the team -------------------------------------------------------------------------------------


@kernel
def is_parted(s: Any) -> bool:
    """Whether a game ends after each phase or chapter."""
    return s.stop != Stop.GAME and s.scenario not in (Scenario.VOYAGE, Scenario.PORT)


@kernel
def team_of(s: Any, t: Any) -> float:
    """What the crew has reached, from 0 to 1: at the end, or as it stands or was cut."""
    noinline()
    if is_parted(s):
        return _part_value(s, t)
    if s.scenario == Scenario.PORT:
        return _state_of_ship(s)
    if s.scenario == Scenario.VOYAGE:
        return _voyage_value(s)
    if s.scenario == Scenario.QUICK:
        return _quick_value(s, t)
    chapters = s.camp_last - s.camp_first + 1
    value = 0.0
    for chapter in range(s.camp_first - 1, s.camp_last):
        value += (s.ch_won >> chapter & 1) + 0.5 * (s.ch_part >> chapter & 1)
    if s.over != ENDED:
        value += _chapter_value(s, t)
    return min(1.0, value / chapters)


@kernel
def _part_value(s: Any, t: Any) -> float:
    """The part of a game that is played, or has ended."""
    if s.part == Part.PORT:
        return _state_of_ship(s)
    if s.part != NONE:
        return s.part_t / 2.0
    if s.stop == Stop.CHAPTER:
        return _chapter_value(s, t)
    if s.phase == Phase.ADVENTURE:
        return value_ashore(s, t)
    return _state_of_ship(s) if s.phase == Phase.PORT else _voyage_value(s)


@kernel
def _state_of_ship(s: Any) -> float:
    """How much of the ship is whole."""
    return (working_sails(s) + open_columns(s)) / max(1, s.sails_base + s.hold_base)


@kernel
def _voyage_value(s: Any) -> float:
    """A Voyage that is over was won or not; one that goes on is worth what its ship is."""
    if s.over == ENDED:
        return 1.0 if s.ended == Ended.GOAL_REACHED else 0.0
    if s.phase != Phase.VOYAGE or s.fate > 0:
        return 0.0
    weight = 0.5
    for goal in range(s.goal_n):
        if s.goal_rev[goal] == 1 and s.goal_id[goal] == 1:
            weight = 0.75
    return s.morale / 20.0 * open_columns(s) / max(1, s.hold_base) * weight


@kernel
def _quick_value(s: Any, t: Any) -> float:
    """One chapter: its Adventure's result, or what the phase promises."""
    if s.over != ENDED:
        return _chapter_value(s, t)
    return s.adv_result / 2.0 if s.ended == Ended.CHAPTER_OVER and s.adv_result > 0 else 0.0


@kernel
def _chapter_value(s: Any, t: Any) -> float:
    """What the running chapter promises, by its phase."""
    if s.camp_ch > 10 or s.phase == Phase.PORT:
        return 0.25
    if s.phase == Phase.VOYAGE:
        return 0.25 + _voyage_value(s) / 2.0
    return value_ashore(s, t)
