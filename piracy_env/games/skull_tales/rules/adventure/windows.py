"""The window of a roll: what can be done once all dice are known (STA-R16, section 8.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.scratch import scratch_of
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.actions import ACT, ACTIONS
from piracy_env.games.skull_tales.rules.adventure.clairvoyance import (
    cast_clairvoyance,
    is_clairvoyant,
    next_clairvoyant,
)
from piracy_env.games.skull_tales.rules.adventure.dice import (
    CHECK,
    CONTEST,
    MELEE_ROLL,
    RANGED_ROLL,
    wins_ties,
)
from piracy_env.games.skull_tales.rules.adventure.hits import (
    ATTACKER,
    COUNTERED,
    CRITICAL,
    DEFENDER,
    FEINTED,
    FOE_REROLLED,
    RAISED,
    REROLLED,
    RIPOSTED,
    count_hits,
    unblocked,
)
from piracy_env.games.skull_tales.rules.adventure.payment import may_use_destiny, use_destiny
from piracy_env.games.skull_tales.rules.adventure.people import has_trait, is_pirate
from piracy_env.games.skull_tales.rules.adventure.weapons import (
    DAGGER,
    SWORD,
    carried_effect,
    critical_of,
    item_at,
)
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.frames import pop, top, turn_to
from piracy_env.games.skull_tales.state import (
    ACTOR,
    CHARISMA,
    KIND,
    NONE,
    SLOT,
    A,
    B,
    Decision,
)
from piracy_env.games.skull_tales.state_land import OncePlayed
from piracy_env.games.skull_tales.tables.crew import GEAR_EFFECTS
from piracy_env.games.skull_tales.traits import Trait

_CHARM = GEAR_EFFECTS.index("charm")
_KINDS, _PLACES = 8, 32
"""How the frame of an attack is packed: see `attacks`."""
_blank_mask = scratch_of(ACTIONS.size)
_LUCKY, _FORESEEN = 5, 6
"""B of a frame SECOND_DIE: a Lucky Charm, Clairvoyance; below them, the own die of a Riposte."""
_ROLLERS = 0
"""A of a frame ROLL: the roller's own window; else 1 + the slot of a clairvoyant who is asked."""


@kernel
def _roll(s: Any) -> int:
    """The roll whose window is open."""
    return s.rl_depth - 1


@kernel
def is_success(s: Any, roll: int, die: int, more: int) -> bool:
    """Whether an own die is a success, with so much more added; in fights a 6 always is."""
    face = s.rl_d[roll, die]
    is_fight = s.rl_kind[roll] > CONTEST
    value = face + s.rl_plus[roll, die] + s.rl_mod[roll] + more
    return value > s.rl_thr[roll] or (is_fight and face == CRITICAL)


@kernel
def _attribute(s: Any) -> int:
    """The attribute of a roll that is no attack, -1 for attacks."""
    below = s.stk[s.sp - 2]
    return below[A] if below[KIND] == Decision.DICE else NONE


@kernel
def _weapon(s: Any) -> int:
    """The weapon of the attack whose window is open, -1 for none."""
    below = s.stk[s.sp - 2]
    if below[KIND] != Decision.ATTACK and below[KIND] != Decision.DUEL:
        return NONE
    return below[A] // _KINDS % _PLACES - 1


# --- what can be done -----------------------------------------------------------------------------


@separate
def _mark_window(s: Any, t: Any, mask: Any) -> None:
    roll, frame = _roll(s), top(s)
    mask[ACT.no.start] = True
    who = s.rl_slot[roll] if frame[A] == _ROLLERS else frame[A] - 1
    has_dice = s.rl_n[roll] + s.rl_m[roll] > 0
    if has_dice and _attribute(s) != CHARISMA and is_clairvoyant(s, t, who):
        mask[ACT.clairvoyance.start] = True
    if frame[A] != _ROLLERS:
        return
    _mark_destiny(s, t, mask)
    _mark_rerolls(s, t, mask)
    _mark_attack(s, t, mask)
    _mark_defence(s, t, mask)


@kernel
def _mark_destiny(s: Any, t: Any, mask: Any) -> None:
    """What costs a Destiny Point: a die, all dice, a Riposte (STA-2.7, 20.4, 20.27)."""
    roll = _roll(s)
    slot = s.rl_slot[roll]
    if not may_use_destiny(s, slot):
        return
    for die in range(s.rl_n[roll]):
        if not is_success(s, roll, die, 0) and is_success(s, roll, die, 1):
            mask[ACT.die_plus.start + die] = True
    is_plain = s.rl_kind[roll] in (CHECK, CONTEST) and s.rl_mod[roll] <= 0
    if is_plain and wins_ties(s, t, slot, _attribute(s)):
        mask[ACT.roll_plus.start] = True
    if (
        s.rl_kind[roll] == MELEE_ROLL
        and s.rl_m[roll] > 0
        and s.rl_used[roll] & RIPOSTED == 0
        and has_trait(s, t, slot, Trait.RIPOSTE)
    ):
        for die in range(s.rl_n[roll]):
            mask[ACT.riposte_own.start + die] = True


@kernel
def _mark_rerolls(s: Any, t: Any, mask: Any) -> None:
    """Dice that Traits or a Lucky Charm throw again (STA-20.16, 20.35, 20.69, 20.101)."""
    roll = _roll(s)
    slot, kind, side = s.rl_slot[roll], s.rl_kind[roll], s.rl_side[roll]
    if s.rl_used[roll] & REROLLED == 0 and _may_reroll(s, t, slot, kind, side):
        for die in range(s.rl_n[roll]):
            mask[ACT.reroll_own.start + die] = True
    if side == DEFENDER and s.rl_used[roll] & FOE_REROLLED == 0:
        trait = Trait.CHEATER if kind == MELEE_ROLL else Trait.ELDRITCH
        if has_trait(s, t, slot, trait):
            for die in range(s.rl_m[roll]):
                mask[ACT.reroll_foe.start + die] = True
    if s.rl_n[roll] > 0 and _attribute(s) != CHARISMA and has_charm(s, t, slot):
        mask[ACT.charm_reroll.start] = True


@kernel
def _may_reroll(s: Any, t: Any, slot: int, kind: int, side: int) -> bool:
    """Whether a Trait throws an own die again."""
    if kind == MELEE_ROLL:
        return has_trait(s, t, slot, Trait.PRECISE_SLASH)
    is_shot = kind == RANGED_ROLL and side == ATTACKER
    return is_shot and has_trait(s, t, slot, Trait.TARGET_PRACTICE)


@kernel
def has_charm(s: Any, t: Any, slot: int) -> bool:
    """Whether a Character has a Lucky Charm that is not used up (STA-21.28)."""
    if not is_pirate(s, slot) or s.oncea[slot] & OncePlayed.CHARM:
        return False
    return carried_effect(s, t, slot, _CHARM) > 0


@kernel
def _mark_attack(s: Any, t: Any, mask: Any) -> None:
    """What can be made of a critical of an own attack (STA-20.23, STA-25.10)."""
    roll, place = _roll(s), _weapon(s)
    if s.rl_side[roll] != ATTACKER or place == NONE:
        return
    slot, item = s.rl_slot[roll], item_at(s, t, s.rl_slot[roll], place)
    if (
        s.rl_kind[roll] == MELEE_ROLL
        and s.rl_used[roll] & FEINTED == 0
        and s.rl_m[roll] > 0
        and item.tags & (SWORD | DAGGER)
        and has_trait(s, t, slot, Trait.FEINT)
        and count_hits(s, roll)[1] > 0
    ):
        mask[ACT.feint.start] = True
    is_able = critical_of(s, t, slot, place) > 0 and s.rl_crit[roll] == 0
    if is_able and unblocked(s, roll)[1] > 0:
        mask[ACT.crit_alt.start] = True


@kernel
def _mark_defence(s: Any, t: Any, mask: Any) -> None:
    """A Counter-attack, when all is blocked (STA-20.28)."""
    roll = _roll(s)
    is_defence = s.rl_side[roll] == DEFENDER and s.rl_kind[roll] == MELEE_ROLL
    if not is_defence or s.rl_used[roll] & COUNTERED or s.rl_n[roll] == 0:
        return
    slot = s.rl_slot[roll]
    if not may_use_destiny(s, slot) or not has_trait(s, t, slot, Trait.COUNTER_ATTACK):
        return
    normal, critical = unblocked(s, roll)
    if normal + critical == 0:
        mask[ACT.counter.start] = True


@kernel
def _is_window_open(s: Any, t: Any) -> bool:
    """Whether something can be done about the dice: by the roller, then by clairvoyants."""
    noinline()
    is_open = s.roll_window == 1 and s.rl_depth > 0 and s.rl_slot[_roll(s)] != NONE
    if is_open and _has_option(s, t):
        return True
    if is_open:
        _pass_on(s, t)
    else:
        pop(s)
    return False


@kernel
def _pass_on(s: Any, t: Any) -> None:
    """Nothing more is done here: the next clairvoyant is asked; after the last, the dice stand."""
    frame = top(s)
    seat = next_clairvoyant(s, t, frame[A], s.rl_slot[_roll(s)])
    if seat == NONE:
        pop(s)
    else:
        frame[ACTOR], frame[SLOT], frame[A] = seat, seat, 1 + seat


@kernel
def _has_option(s: Any, t: Any) -> bool:
    """Whether the window offers anything but to accept."""
    mask = _blank_mask()
    _mark_window(s, t, mask)
    return bool(np.count_nonzero(mask) > 1)


# --- what is done ---------------------------------------------------------------------------------


@kernel
def _use_window(s: Any, t: Any, action: int) -> None:
    """Accept the dice, or change something about them."""
    noinline()
    roll = _roll(s)
    if action == ACT.no.start:
        _pass_on(s, t)
    elif ACT.die_plus.start <= action < ACT.die_plus.stop:
        use_destiny(s, s.rl_slot[roll])
        s.rl_plus[roll, action - ACT.die_plus.start] += 1
    elif ACT.reroll_own.start <= action < ACT.reroll_own.stop:
        s.rl_used[roll] |= REROLLED
        _throw_again(s, roll, action - ACT.reroll_own.start)
    elif ACT.reroll_foe.start <= action < ACT.reroll_foe.stop:
        s.rl_used[roll] |= FOE_REROLLED
        s.rl_e[roll, action - ACT.reroll_foe.start] = throw(s)
    elif ACT.riposte_own.start <= action < ACT.riposte_own.stop:
        _ask_second(s, action - ACT.riposte_own.start)
    elif action == ACT.charm_reroll.start:
        _ask_second(s, _LUCKY)
    elif action == ACT.clairvoyance.start:
        who = s.rl_slot[roll] if top(s)[A] == _ROLLERS else top(s)[A] - 1
        cast_clairvoyance(s, t, who)
        _ask_second(s, _FORESEEN)
    else:
        _use_trait(s, t, roll, action)


@kernel
def _use_trait(s: Any, t: Any, roll: int, action: int) -> None:
    """Options that name no die."""
    if action == ACT.roll_plus.start:
        use_destiny(s, s.rl_slot[roll])
        s.rl_used[roll] |= RAISED
        s.rl_mod[roll] += 1
    elif action == ACT.feint.start:
        s.rl_used[roll] |= FEINTED
        s.rl_emod[roll] -= 1
    elif action == ACT.crit_alt.start:
        s.rl_crit[roll] = critical_of(s, t, s.rl_slot[roll], _weapon(s))
    else:
        use_destiny(s, s.rl_slot[roll])
        s.rl_used[roll] |= COUNTERED


@kernel
def _throw_again(s: Any, roll: int, die: int) -> None:
    """An own die is thrown again; the second result stays."""
    s.rl_d[roll, die] = throw(s)
    s.rl_plus[roll, die] = 0


# --- a second die ---------------------------------------------------------------------------------


@kernel
def _ask_second(s: Any, what: int) -> None:
    """The window itself asks for the die, as the stack may be full."""
    turn_to(s, Decision.SECOND_DIE)
    top(s)[B] = what


@kernel
def _mark_second(s: Any, t: Any, mask: Any) -> None:
    roll, what = _roll(s), top(s)[B]
    if what >= _LUCKY:
        for die in range(s.rl_n[roll]):
            mask[ACT.reroll_own.start + die] = True
    if what == _FORESEEN:
        for die in range(s.rl_m[roll]):
            mask[ACT.reroll_foe.start + die] = True
    elif what < _LUCKY:
        for die in range(s.rl_m[roll]):
            mask[ACT.riposte_foe.start + die] = True


@kernel
def _name_second(s: Any, t: Any, action: int) -> None:
    """The other die is named: throw again by Charm or card, or exchange two (STA-20.27)."""
    roll, what = _roll(s), top(s)[B] + 0
    slot = s.rl_slot[roll]
    turn_to(s, Decision.ROLL)
    top(s)[B] = 0
    if what >= _LUCKY:
        if what == _LUCKY:
            s.oncea[slot] |= OncePlayed.CHARM
        if action < ACT.reroll_foe.start:
            _throw_again(s, roll, action - ACT.reroll_own.start)
        else:
            s.rl_e[roll, action - ACT.reroll_foe.start] = throw(s)
        return
    use_destiny(s, slot)
    s.rl_used[roll] |= RIPOSTED
    other = action - ACT.riposte_foe.start
    own, foes = s.rl_d[roll, what] + 0, s.rl_e[roll, other] + 0
    s.rl_d[roll, what], s.rl_e[roll, other] = foes, own
    s.rl_plus[roll, what] = 0


HANDLERS = (
    Handler(Decision.ROLL, _mark_window, _use_window, _is_window_open, "what is done about dice"),
    Handler(Decision.SECOND_DIE, _mark_second, _name_second, doc="the other die"),
)
