"""What posts are worth: to a Character that takes one, and to a group that is sent there."""

from __future__ import annotations

from typing import Any

from piracy_agents.heuristic.skull_tales_voyage.odds import (
    FAR_OFF,
    boarders_within,
    hostile_within,
    passes,
    prey_within,
)
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.crew import is_down
from piracy_env.games.skull_tales.rules.goals import is_aim_known
from piracy_env.games.skull_tales.rules.hold import cannons, working_sails
from piracy_env.games.skull_tales.rules.posts import trait_of_post
from piracy_env.games.skull_tales.rules.scheme import guard
from piracy_env.games.skull_tales.rules.ship import (
    CREW_QUARTERS,
    CROWS_NEST,
    EXHAUSTED,
    FORECASTLE,
    GROUP_DOWN,
    GUARD,
    GUN_DECK,
    GUNWALE,
    HELM,
    MAIN_DECK,
    QUARTERDECK,
    RIGGING,
    SICK_BAY,
    can_group_fight,
    character_at,
    groups_at,
    ship_space,
)
from piracy_env.games.skull_tales.state import (
    AGILITY,
    CHARISMA,
    EMPTY,
    GROUPS,
    INTELLIGENCE,
    NONE,
    PERCEPTION,
    SLOTS,
)

_CLEANING, _REPAIRING, _CHARTING = 5, 4, 5
"""Difficulties on the Main Deck and the Forecastle."""
_TURN = 4
"""Spaces that a ship sails in a good turn."""
_GUNS, _BOARDING = 7, 4
"""How near an Enemy must be for the Gun Deck, and for the Gunwale, to be manned."""
_RUN = 4


@kernel
def post_worth(s: Any, t: Any, w: Any, slot: int, post: int) -> float:
    """What it is worth that a Character takes a post."""
    noinline()
    if post == CREW_QUARTERS:
        return float(w.scheme[0] if guard(s) == NONE else w.scheme[1])
    worth = w.post[post] * _need(s, t, w, slot, post)
    trait = trait_of_post(post)
    if trait != NONE and s.ch_traits[slot, trait] == 1:
        worth *= w.skill
    if slot >= s.players and s.players == 1 and post != GUNWALE:
        worth -= w.leash * max(0.0, s.ch_tp[slot] + w.margin - s.morale)
    return float(worth)


@kernel
def _need(s: Any, t: Any, w: Any, slot: int, post: int) -> float:
    """How much a post is needed now, and how good a Character is at it."""
    need = 1.0
    if post == QUARTERDECK:
        need = s.ch_att[slot, CHARISMA] / 3.0
    elif post == CROWS_NEST:
        need = _need_of_lookout(s, t, slot)
    elif post == FORECASTLE:
        need = s.ch_att[slot, INTELLIGENCE] / 3.0 * (not is_aim_known(s))
    elif post == MAIN_DECK:
        need = _need_of_deck(s, slot)
    elif post == RIGGING:
        need = 1.0 * (working_sails(s) > groups_at(s, RIGGING))
    elif post == GUN_DECK:
        need = 1.0 * (cannons(s) > 0 and hostile_within(s, t) <= _GUNS)
    elif post == GUNWALE:
        need = 1.0 * is_boarding_near(s, t, w)
    return need


@kernel
def is_boarding_near(s: Any, t: Any, w: Any) -> bool:
    """Whether a fight at the Gunwale is to be expected: one is boarded, or boards."""
    if boarders_within(s, t) <= _BOARDING:
        return True
    return bool(prey_within(s, t, w) >= 0)


@kernel
def _need_of_lookout(s: Any, t: Any, slot: int) -> float:
    """A lookout is needed when a token may come into sight in this turn."""
    if is_aim_known(s):
        return 0.2
    nearest = FAR_OFF
    for goal in range(s.goal_n):
        if s.goal_rev[goal] == 0:
            space = t.chart.scroll[s.goal_l[goal]]
            nearest = min(nearest, t.chart.cube[ship_space(s), space])
    return 1.0 if nearest <= s.ch_att[slot, PERCEPTION] + _TURN else 0.3


@kernel
def _need_of_deck(s: Any, slot: int) -> float:
    """How much there is to clean, to repair and to tend, by what a Character succeeds in."""
    cleaning = s.filth * passes(s.ch_att[slot, AGILITY], _CLEANING)
    damage = min(3, s.sails_imp + s.hold_imp)
    mending = damage * passes(s.ch_att[slot, INTELLIGENCE], _REPAIRING)
    patients = 0
    for other in range(SLOTS):
        patients += s.ch_kind[other] != EMPTY and is_down(s, other)
    for group in range(GROUPS):
        patients += s.pg_on[group] == 1 and s.pg_w[group] == GROUP_DOWN
    tending = 2 * patients * passes(s.ch_att[slot, INTELLIGENCE], _REPAIRING)
    return float((cleaning + mending + tending) / 3.0)


# --- groups ---------------------------------------------------------------------------------------


@kernel
def group_worth(s: Any, t: Any, w: Any, group: int, post: int) -> float:
    """What it is worth that a group is at a post: tired ones rest."""
    noinline()
    tired = s.pg_fat[group]
    if post == CREW_QUARTERS:
        return float(w.rest * tired * tired / EXHAUSTED)
    if tired >= EXHAUSTED or post == SICK_BAY:
        return 0.0
    worth = w.group[post] * _group_need(s, t, w, group, post)
    return float(worth * (1.0 - w.weary * tired / EXHAUSTED))


@kernel
def _group_need(s: Any, t: Any, w: Any, group: int, post: int) -> float:
    """How much a group is needed at a post besides those that are there."""
    if post == RIGGING:
        return 1.0 if character_at(s, HELM) != NONE else 0.1
    if post == MAIN_DECK:
        if _are_others_at(s, group, MAIN_DECK):
            return float(0.1 * min(3, s.sails_imp + s.hold_imp))
        return float(min(1.0, s.filth / 2.0) + 0.1 * min(3, s.sails_imp + s.hold_imp))
    if post == GUN_DECK:
        return 1.0 * (cannons(s) > 0 and hostile_within(s, t) <= _RUN)
    if post == GUNWALE:
        return 1.0 * (s.b_on == 1 or is_boarding_near(s, t, w))
    return 1.0 * (post == GUARD and s.schemer != NONE)


@kernel
def _are_others_at(s: Any, group: int, post: int) -> bool:
    """Whether another group that can work holds a post."""
    for other in range(GROUPS):
        if other != group and s.pg_post[other] == post and can_group_fight(s, other):
            return True
    return False
