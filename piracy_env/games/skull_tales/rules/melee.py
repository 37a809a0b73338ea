"""What Characters do in a fight: guns, support, jumps, attacks and lines (STV-13.8 to 13.13).

Their decisions are alike: STEP says whether something is asked or was rolled, A lends dice.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.crew import has_trait, is_up
from piracy_env.games.skull_tales.rules.enemies import wound_boarders
from piracy_env.games.skull_tales.rules.fight import ENEMY_DECK
from piracy_env.games.skull_tales.rules.frames import pop, push_for, top
from piracy_env.games.skull_tales.rules.posts import extra_dice
from piracy_env.games.skull_tales.rules.rolls import call_for, count_up_to, improve, successes
from piracy_env.games.skull_tales.rules.ship import (
    CROWS_NEST,
    GUNWALE,
    OUT,
    can_group_fight,
    earn_trust,
    wound,
)
from piracy_env.games.skull_tales.state import (
    AGILITY,
    DICE,
    GROUPS,
    MELEE,
    NONE,
    RANGED,
    SLOT,
    STEP,
    A,
    Decision,
)
from piracy_env.games.skull_tales.traits import Trait

SWIVEL_GUNS = 2
FIRST_ABOARD = 7
"""The Rumor of a Pirate who stands on an enemy deck."""
_ASKED, _WHICH_GROUP, _SHOT, _JUMPED, _ATTACKED = range(5)
"""Steps of these decisions."""
_SIX, _FIVE_UP, _FOUR_UP = 5, 4, 4
"""Difficulties: a 6; 5 or 6; the jump."""
_NEST = 5
_FALL = 2
"""Trust lost by who falls into the water."""


# --- what there is to do --------------------------------------------------------------------------


@kernel
def _can_support(s: Any, group: int) -> bool:
    """Whether a group on the Gunwale can be supported (STV-13.10)."""
    if s.pg_post[group] != GUNWALE or not can_group_fight(s, group):
        return False
    return bool(s.b_sup_by[group] == NONE)


@kernel
def _mark_support(s: Any, mask: Any) -> None:
    """Mark the groups that can be supported."""
    for group in range(GROUPS):
        mask[ACT.pg.start + group] = _can_support(s, group)


@kernel
def _is_support_possible(s: Any) -> bool:
    for group in range(GROUPS):  # noqa: SIM110 - numba knows no any()
        if _can_support(s, group):
            return True
    return False


@kernel
def _mark_gunwale(s: Any, t: Any, mask: Any) -> None:
    """Mark what a Character on the Gunwale can do."""
    if top(s)[STEP] == _WHICH_GROUP:
        _mark_support(s, mask)
        return
    mask[ACT.no.start] = True
    mask[ACT.b_swivel.start] = s.b_swiv < SWIVEL_GUNS
    can_call = _is_support_possible(s)
    mask[ACT.b_call_mel.start] = can_call
    mask[ACT.b_call_rng.start] = can_call
    mask[ACT.b_board.start] = True


@kernel
def _mark_aloft(s: Any, t: Any, mask: Any) -> None:
    """Mark a shot from the Crow's Nest, or the jump through a gun port (STV-20.16)."""
    mask[ACT.no.start] = True
    is_aloft = s.post[top(s)[SLOT]] == CROWS_NEST
    mask[ACT.b_crow.start] = is_aloft
    mask[ACT.b_board.start] = not is_aloft


@kernel
def _mark_enemy_deck(s: Any, t: Any, mask: Any) -> None:
    """Mark attacks, and the line."""
    mask[ACT.b_atk_mel.start] = True
    mask[ACT.b_atk_rng.start] = True
    mask[ACT.b_cut.start] = True


# --- doing it -------------------------------------------------------------------------------------


@kernel
def _act(s: Any, t: Any, action: int) -> None:
    """A Character does what it has chosen."""
    noinline()
    slot = top(s)[SLOT]
    if action == ACT.no.start:
        pop(s)
    elif ACT.pg.start <= action < ACT.pg.stop:
        _support(s, slot, action - ACT.pg.start)
    elif action == ACT.b_cut.start:
        pop(s)
        s.b_cut += 1
        earn_trust(s, slot, 1)
    elif action in (ACT.b_call_mel.start, ACT.b_call_rng.start):
        _offer_support(s, t, slot, MELEE if action == ACT.b_call_mel.start else RANGED)
    elif action == ACT.b_board.start:
        top(s)[STEP] = _JUMPED
        call_for(s, slot, AGILITY, _FOUR_UP)
    elif action in (ACT.b_atk_mel.start, ACT.b_atk_rng.start):
        _roll(s, slot, _ATTACKED, MELEE if action == ACT.b_atk_mel.start else RANGED, _FIVE_UP, 0)
    elif action == ACT.b_swivel.start:
        s.b_swiv += 1
        extra = 1 if has_trait(s, t, slot, Trait.ARTILLERY) else 0
        _roll(s, slot, _SHOT, RANGED, _SIX, extra)
    else:
        _roll(s, slot, _SHOT, RANGED, _NEST, extra_dice(s, t, slot, CROWS_NEST))


@kernel
def _roll(s: Any, slot: int, step: int, attribute: int, difficulty: int, extra: int) -> None:
    """Roll for wounds: each success counts."""
    top(s)[STEP] = step
    call_for(s, slot, attribute, difficulty)
    improve(s, extra, 0)
    count_up_to(s, 1, DICE)


@kernel
def _offer_support(s: Any, t: Any, slot: int, attribute: int) -> None:
    """Call to Arms: which group comes next; a Deck Officer lends a die more (STV-20.3)."""
    frame = top(s)
    extra = 1 if has_trait(s, t, slot, Trait.DECK_OFFICER) else 0
    frame[A] = s.ch_att[slot, attribute] + extra
    frame[STEP] = _WHICH_GROUP


@kernel
def _support(s: Any, slot: int, group: int) -> None:
    """Lend dice to a group."""
    s.b_sup[group], s.b_sup_by[group] = top(s)[A], slot
    pop(s)


# --- what came of it ------------------------------------------------------------------------------


@kernel
def _stands(s: Any, t: Any) -> bool:
    """Whether a Character is asked; if it has rolled, that takes effect."""
    noinline()
    frame = top(s)
    step, slot = frame[STEP], frame[SLOT]
    if step in (_ASKED, _WHICH_GROUP):
        return True
    pop(s)
    if step == _JUMPED:
        _land(s, t, slot)
    else:
        found = successes(s)
        wound_boarders(s, s.b_e, found)
        earn_trust(s, slot, found)
        if step == _ATTACKED and found == 0:
            wound(s, slot, 1)
            if not is_up(s, slot):
                s.b_pos[slot] = 0
    return False


@kernel
def _land(s: Any, t: Any, slot: int) -> None:
    """A Character is on the enemy deck and acts there, or has fallen into the sea (STV-13.11)."""
    if successes(s) > 0:
        s.b_pos[slot] = ENEMY_DECK
        if slot < s.players:
            s.deeds[slot] |= 1 << FIRST_ABOARD - 1
        push_for(s, Decision.ENEMY_DECK, s.ch_owner[slot], slot, 0, 0)
    else:
        s.b_pos[slot] = OUT
        earn_trust(s, slot, -_FALL)


HANDLERS = (
    Handler(Decision.ENEMY_DECK, _mark_enemy_deck, _act, _stands),
    Handler(Decision.GUNWALE, _mark_gunwale, _act, _stands),
    Handler(Decision.ALOFT, _mark_aloft, _act, _stands),
)
