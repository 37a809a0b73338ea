"""What is done in Castaways: the lookout falls, casks are filled, gear is dug out (STA-35)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.gear import Gear
from piracy_env.games.skull_tales.rules.adventure.board import is_adjacent
from piracy_env.games.skull_tales.rules.adventure.carrying import give_item, give_rum
from piracy_env.games.skull_tales.rules.adventure.castaways import (
    CURSED_TOKEN,
    GUARD,
    HAS_DUG,
    LOOKOUT,
    LOOKOUT_SILENCED,
    NO_FIRST,
    NO_MELEE,
    NO_RANGED,
    NO_SECOND,
    ON_I13,
    are_brothers_gone,
    is_search_certain,
    misses,
)
from piracy_env.games.skull_tales.rules.adventure.conditions import stun
from piracy_env.games.skull_tales.rules.adventure.figures import is_foe, place_of
from piracy_env.games.skull_tales.rules.adventure.gaining import gain_goal
from piracy_env.games.skull_tales.rules.adventure.goals import is_reached
from piracy_env.games.skull_tales.rules.adventure.harm import defeat, hurt
from piracy_env.games.skull_tales.rules.adventure.people import (
    has_trait,
    is_pirate,
    place_of_character,
)
from piracy_env.games.skull_tales.rules.adventure.questions import ask
from piracy_env.games.skull_tales.rules.captaincy import elect_by
from piracy_env.games.skull_tales.rules.crew import STARTING, carry
from piracy_env.games.skull_tales.rules.frames import offer, pop, push_for, top
from piracy_env.games.skull_tales.state import NONE, SLOT, STEP, B, Decision, Scenario
from piracy_env.games.skull_tales.traits import Trait

_AXE = int(Gear.AXE)
FELL_LOOKOUT, FILL_CASKS, DIG = range(1, 4)
"""The Specials."""
CASKS = 4
_BOTH, _TOTAL = 3, 2


@kernel
def special_is_met(s: Any, t: Any, slot: int, number: int) -> bool:
    """Whether those who are in the way are gone; the lookout must be there, and not too near."""
    if number == FELL_LOOKOUT:
        foe = s.sf[LOOKOUT] - 1
        return foe >= 0 and _is_in_reach(s, t, slot, foe)
    if number == FILL_CASKS:
        return s.sf[GUARD] == 0
    return are_brothers_gone(s)


@kernel
def _is_in_reach(s: Any, t: Any, slot: int, foe: int) -> bool:
    """Whether the lookout is on the Character's tile, and not adjacent to it."""
    here, there = place_of_character(s, slot), place_of(s, foe)
    if not is_foe(s, foe) or s.b_tile[here[0], here[1]] != s.b_tile[there[0], there[1]]:
        return False
    return not is_adjacent(s, t, here, there)


@kernel
def special_bonus(s: Any, t: Any, slot: int, number: int) -> int:
    """Stealth helps to come upon the lookout (STA-35.2)."""
    return int(number == FELL_LOOKOUT and has_trait(s, t, slot, Trait.STEALTH))


@kernel
def special_do(s: Any, t: Any, slot: int, number: int, passed: int, successes: int) -> None:
    """The lookout falls, or who tried it does; casks are filled (STA-35.2, STA-35.3)."""
    if number == FILL_CASKS:
        give_rum(s, t, slot, CASKS)
    elif number == FELL_LOOKOUT and passed:
        defeat(s, t, s.sf[LOOKOUT] - 1, slot)
    elif number == FELL_LOOKOUT:
        stun(s, slot)
        hurt(s, t, slot, 1)


@kernel
def looted(s: Any, t: Any, slot: int, mark: int) -> None:
    """The lookout had an Axe, the Cursed One on i4 its token (STA-35.2, STA-35.5)."""
    goal = LOOKOUT_SILENCED if mark == 1 + ON_I13 else CURSED_TOKEN
    if not is_reached(s, goal):
        gain_goal(s, t, goal, slot)
        if goal == LOOKOUT_SILENCED:
            give_item(s, t, slot, _AXE, 0)


@kernel
def searched(s: Any, t: Any, slot: int) -> bool:
    """On i3 a Character finds something that it misses in place of a card, once (STA-35.4)."""
    if not is_search_certain(s, t, slot):
        return False
    s.sf[HAS_DUG] |= 1 << slot
    push_for(s, Decision.TELLING, NONE, slot, 0, 0)
    return True


@kernel
def go_on(s: Any, t: Any) -> bool:
    """What is found again: a Pirate may choose between two cards."""
    noinline()
    frame = top(s)
    slot, missed = frame[SLOT] + 0, misses(s, frame[SLOT])
    gear = t.characters[s.ch_card[slot]].gear
    if frame[STEP] == 0 and missed == _BOTH and is_pirate(s, slot) and gear[0] != gear[1]:
        ask(s, Decision.CARD, s.ch_owner[slot], slot)
        offer(s, gear[0], 0)
        offer(s, gear[1], 0)
        return False
    is_second = missed == 2 or (frame[STEP] == 1 and frame[B] == gear[1])
    pop(s)
    if is_pirate(s, slot):
        carry(s, t, slot, gear[int(is_second)], STARTING)
        s.sf[NO_SECOND if is_second else NO_FIRST] &= -1 - (1 << slot)
    else:
        s.sf[NO_RANGED if is_second else NO_MELEE] &= -1 - (1 << slot)
    return False


@kernel
def concluded(s: Any, t: Any) -> None:
    """Who has gained most prestige becomes Captain (STA-35.9); in a campaign that is told there."""
    if s.scenario == Scenario.ADVENTURE and s.players > 1 and s.adv_result == _TOTAL:
        elect_by(s, s.adv_gain)
