"""What a decent pirate thinks of each action ashore.

It keeps with the others, goes where the story has something to be done, fights those that are in
the way, shooting first, and revives who has fallen. Where to go is a field of distances: see
`aims`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_agents.heuristic.skull_tales_adventure.aims import seek
from piracy_agents.heuristic.skull_tales_adventure.dice import weigh_dice
from piracy_agents.heuristic.skull_tales_adventure.errands import is_by_the_spring
from piracy_agents.heuristic.skull_tales_adventure.fights import (
    arm_worth,
    weigh_hands,
    weigh_targets,
    weigh_weapons,
)
from piracy_agents.heuristic.skull_tales_adventure.menu import (
    special_worth,
    weigh_menu,
    weigh_steps,
    weigh_things,
)
from piracy_agents.heuristic.skull_tales_adventure.people import (
    are_foes_at_hand,
    hits_left,
    nearest_foe,
    own_cell,
)
from piracy_agents.heuristic.skull_tales_adventure.prospects import is_marksman
from piracy_agents.heuristic.skull_tales_adventure.space import space_left
from piracy_agents.heuristic.skull_tales_adventure.whims import whim
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.exploring import explored_by
from piracy_env.games.skull_tales.rules.adventure.figures import (
    COMPANION,
    is_active,
    place_of,
)
from piracy_env.games.skull_tales.rules.adventure.hands import LEFT, RIGHT, held_in
from piracy_env.games.skull_tales.rules.adventure.moving import beyond
from piracy_env.games.skull_tales.rules.adventure.paths import CELLS, WAYS
from piracy_env.games.skull_tales.rules.adventure.people import foes_next_to
from piracy_env.games.skull_tales.rules.adventure.possessions import TO_USE
from piracy_env.games.skull_tales.rules.crew import slot_at
from piracy_env.games.skull_tales.state import (
    ACTOR,
    CHARISMA,
    KIND,
    MELEE,
    NONE,
    SLOT,
    SLOTS,
    STEP,
    A,
    Decision,
)
from piracy_env.games.skull_tales.terrain import BOARD

_SPELLS = 12
"""Voodoo cards, which come first among spells."""
_OF_SPACE = 0.05
"""What an exit is worth that keeps its space when a tile is laid."""
_LEFT_OUT = -100.0
"""What it is worth that Allies do not act who still can."""


@kernel
def weigh(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Value the legal actions of the seat to move."""
    noinline()
    kind = int(s.stk[s.sp - 1, KIND])
    if kind == Decision.MENU:
        weigh_menu(s, t, w, mask, value)
    elif kind in (Decision.STEPS, Decision.LEADING):
        _weigh_walk(s, t, w, kind, mask, value)
    elif kind in (Decision.ROLL, Decision.SECOND_DIE):
        weigh_dice(s, t, w, mask, value)
    elif kind in (Decision.WEAPON, Decision.TARGET):
        if kind == Decision.WEAPON:
            weigh_weapons(s, t, w, mask, value)
        else:
            weigh_targets(s, t, w, mask, value)
    elif kind in (Decision.EQUIP_RIGHT, Decision.EQUIP_LEFT):
        weigh_hands(s, t, w, mask, value)
    elif kind in (Decision.DODGE, Decision.POSSUM, Decision.OPPORTUNE, Decision.QUICKSHOT):
        _weigh_reactions(s, w, mask, value)
    else:
        _weigh_rest(s, t, w, kind, mask, value)
    for action in range(len(mask)):
        if mask[action]:
            value[action] += w.whim * whim(s, action)


@kernel
def _weigh_walk(s: Any, t: Any, w: Any, kind: int, mask: Any, value: Any) -> None:
    """Steps of a move; a companion is led where who leads him goes."""
    noinline()
    slot = int(s.stk[s.sp - 1, SLOT])
    field = np.empty(CELLS, np.int16)
    if kind == Decision.STEPS:
        seek(s, t, w, slot, field)
        weigh_steps(s, t, w, slot, field, mask, value)
        return
    seek(s, t, w, int(s.npc_owner[slot]), field)
    row, col = place_of(s, COMPANION + slot)
    for way in range(WAYS):
        there = beyond(s, row, col, way)
        if mask[ACT.step.start + way] and there[0] != NONE:
            nearer = int(field[row * BOARD + col]) - int(field[there[0] * BOARD + there[1]])
            value[ACT.step.start + way] = w.step + nearer if nearer > 0 else -1.0


@kernel
def _weigh_reactions(s: Any, w: Any, mask: Any, value: Any) -> None:
    """What can be done out of turn is done; nobody plays possum who can still stand."""
    value[ACT.dodge.start], value[ACT.opportune.start], value[ACT.quickshot.start] = 1.0, 1.0, 1.0
    value[ACT.possum.start] = 1.0 if hits_left(s, int(s.stk[s.sp - 1, SLOT])) <= 1 else -1.0


@kernel
def _weigh_rest(s: Any, t: Any, w: Any, kind: int, mask: Any, value: Any) -> None:
    """Whatever is asked besides."""
    noinline()
    slot = int(s.stk[s.sp - 1, SLOT])
    if kind in (Decision.SPACE, Decision.DEPLOY):
        _weigh_spaces(s, t, w, slot, value)
    elif kind == Decision.NUMBER:
        _weigh_numbers(s, t, w, slot, mask, value)
    elif kind in (Decision.PERSON, Decision.ORDER, Decision.ALLY_END):
        _weigh_people(s, t, w, kind, mask, value)
    elif kind == Decision.PREP or (kind == Decision.CARD and mask[ACT.spell.start :].any()):
        _weigh_spells(s, t, w, slot, mask, value)
    elif kind == Decision.GIVE and s.stk[s.sp - 1, A] == TO_USE:
        weigh_things(s, t, w, slot, mask, value)
    elif kind == Decision.TILE:
        _weigh_layings(s, t, value)
    elif kind == Decision.GRASP:
        value[ACT.hand_r.start] = 1.0 if held_in(s, slot, RIGHT) == NONE else -1.0
        value[ACT.hand_l.start] = 0.9 if held_in(s, slot, LEFT) == NONE else -1.0
    else:
        _weigh_offers(value)


@kernel
def _weigh_offers(value: Any) -> None:
    """Offers that one takes, and those that one had better not."""
    value[ACT.yes.start] = 1.0
    value[ACT.shake_off.start] = 1.0
    value[ACT.stand_up.start] = 1.0
    value[ACT.pounce.start] = 1.0
    value[ACT.charlatan.start] = 1.0
    value[ACT.money.start] = 1.0
    value[ACT.lunge.start] = 1.0
    value[ACT.cautious.start], value[ACT.brag.start] = -1.0, -1.0
    value[ACT.tactic.start], value[ACT.facecrip.start] = -1.0, -1.0


@kernel
def _weigh_spaces(s: Any, t: Any, w: Any, slot: int, value: Any) -> None:
    """The space from which it is nearest to where one is going."""
    field = np.empty(CELLS, np.int16)
    seek(s, t, w, slot, field)
    for place in range(s.cand_n):
        row, col = s.cand[place, 0], s.cand[place, 1]
        if 0 <= row < BOARD and 0 <= col < BOARD:
            value[ACT.cand.start + place] = -1.0 * field[row * BOARD + col]


@kernel
def _weigh_layings(s: Any, t: Any, value: Any) -> None:
    """Tiles leave space for others; the spring is on the near side of its chasm (STA-34.5)."""
    below = s.stk[s.sp - 2]
    exit_, token = explored_by(below)
    is_laid = below[KIND] == Decision.EXPLORING and below[STEP] > 0  # else a token is chosen
    for place in range(s.cand_n):
        worth = 1.0 * is_by_the_spring(s, s.cand[place, 0])
        if is_laid:
            worth += _OF_SPACE * space_left(s, t, exit_, token, int(s.cand[place, 0]))
        value[ACT.cand.start + place] = worth


@kernel
def _weigh_numbers(s: Any, t: Any, w: Any, slot: int, mask: Any, value: Any) -> None:
    """The Special that is wanted; the attribute that is best."""
    below = s.stk[s.sp - 2, KIND]
    for number in range(22):
        if not mask[ACT.num.start + number]:
            continue
        if below == Decision.SPECIAL_DEED:
            value[ACT.num.start + number] = special_worth(s, t, w, slot, number)
        elif below == Decision.TELLING and number <= CHARISMA:
            value[ACT.num.start + number] = s.ch_att[slot, number]


@kernel
def _weigh_people(s: Any, t: Any, w: Any, kind: int, mask: Any, value: Any) -> None:
    """The sound act first; help is for those who need it."""
    actor = s.stk[s.sp - 1, ACTOR]
    if kind == Decision.ALLY_END:
        value[ACT.no.start] = _LEFT_OUT
    for place in range(SLOTS):
        if not mask[ACT.char.start + place]:
            continue
        slot = slot_at(s, s.init if actor == NONE else actor, place)
        worth = 1.0 * s.ch_wounds[slot]
        if kind != Decision.PERSON:
            worth = _turn_worth(s, t, w, slot)
        value[ACT.char.start + place] = worth


@kernel
def _turn_worth(s: Any, t: Any, w: Any, slot: int) -> float:
    """Whoever is ahead goes first; with Enemies about shooters do, before others hide those."""
    noinline()
    if s.ch_y[slot] == NONE or not is_active(s, slot):
        return 0.5
    if not are_foes_at_hand(s):
        field = np.empty(CELLS, np.int16)
        seek(s, t, w, slot, field)
        return 1.0 + 200.0 / (8.0 + field[own_cell(s, slot)])
    worth = 1.0 + 0.3 * s.ch_att[slot, MELEE] - 0.1 * s.ch_wounds[slot]
    worth += w.first[0] * is_marksman(s, t, w, slot)
    worth += w.first[1] * (foes_next_to(s, t, slot) != 0)
    return float(worth - 0.2 * nearest_foe(s, slot))


@kernel
def _weigh_spells(s: Any, t: Any, w: Any, slot: int, mask: Any, value: Any) -> None:
    """Spells by what they are worth, and weapons to be kept, poisoned or blessed."""
    for card in range(_SPELLS):
        if mask[ACT.spell.start + card]:
            value[ACT.spell.start + card] = w.voodoo[card]
    for place in range(s.inv_n[slot]):
        if mask[ACT.inv.start + place]:
            value[ACT.inv.start + place] = arm_worth(s, t, w, slot, place)
