"""Rolls of Characters ashore: attribute against a difficulty, or against an opponent (STA-3).

Whoever calls for a roll finds in its own frame, a step further: B is 1 if it was passed, C the
successes (of a confronted roll: how many more than the other side's). The dice stay readable as
`s.rl_d[s.rl_depth]` until the next roll: see `rolled`.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.people import attribute_of, has_trait
from piracy_env.games.skull_tales.rules.adventure.questions import reply
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    push,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import (
    AGILITY,
    CHARISMA,
    DICE,
    INTELLIGENCE,
    SLOT,
    STEP,
    STRENGTH,
    A,
    B,
    C,
    Decision,
)
from piracy_env.games.skull_tales.traits import Trait

CHECK, CONTEST, MELEE_ROLL, RANGED_ROLL, UNARMED_ROLL = 1, 2, 3, 4, 5
"""Values of `rl_kind`."""
NO_FOE = -1
_AGAINST = 100
"""Added to what an opponent has, to tell it from a difficulty."""
NEED, _BONUS, _EXTRA, _OTHER = 8, 16, 128, 4096
"""How C of a roll's frame is packed: need + 8 * (bonus + 8) + 128 * (extra dice + 4) + 4096 * what
is taken from each die of the other side."""
_LEAST_BONUS, _LEAST_EXTRA = -8, -4
_THROW, _COUNT = range(2)


@kernel
def call_for_roll(s: Any, t: Any, slot: int, attribute: int, difficulty: int) -> None:
    """Have a Character roll an attribute: each die above the difficulty is a success."""
    push_for(s, Decision.DICE, s.ch_owner[slot], slot, attribute, difficulty)
    top(s)[C] = 1 - _LEAST_BONUS * NEED - _LEAST_EXTRA * _EXTRA


@kernel
def call_for_contest(s: Any, t: Any, slot: int, attribute: int, other: int) -> None:
    """Have a Character roll an attribute against the same of an opponent, which is `other`.

    Each side beats the other's number; who began wins only with more successes (STA-3.5, 3.6).
    """
    call_for_roll(s, t, slot, attribute, _AGAINST + other)


@kernel
def need_successes(s: Any, count: int) -> None:
    """The roll that was just called for needs so many successes (STA-3.3)."""
    top(s)[C] += count - top(s)[C] % NEED


@kernel
def improve_roll(s: Any, bonus: int) -> None:
    """Each die of the roll that was just called for has a bonus, or a penalty below 0.

    Penalties add up; of bonuses the highest counts: work it out first (STA-3.10, STA-3.11).
    """
    top(s)[C] += bonus * NEED


@kernel
def add_dice(s: Any, extra: int) -> None:
    """The roll that was just called for has more dice, or fewer."""
    top(s)[C] += extra * _EXTRA


@kernel
def hamper_other(s: Any, amount: int) -> None:
    """Each die of the other side of the contest that was just called for loses so much: a Hex."""
    top(s)[C] += amount * _OTHER


@kernel
def rolled(s: Any, face: int) -> bool:
    """Whether a die of the last finished roll shows a face, before anything was added."""
    for die in range(s.rl_n[s.rl_depth]):  # noqa: SIM110 - numba knows no any()
        if s.rl_d[s.rl_depth, die] == face:
            return True
    return False


@kernel
def successes_of(s: Any, roll: int) -> int:
    """Successes of the roller."""
    count = 0
    for die in range(s.rl_n[roll]):
        count += s.rl_d[roll, die] + s.rl_plus[roll, die] + s.rl_mod[roll] > s.rl_thr[roll]
    return count


@kernel
def other_successes_of(s: Any, roll: int) -> int:
    """Successes of the other side."""
    count = 0
    for die in range(s.rl_m[roll]):
        count += s.rl_e[roll, die] + s.rl_emod[roll] > s.rl_ethr[roll]
    return count


@kernel
def clear_roll(s: Any, roll: int) -> None:
    """No dice of that roll lie on the table."""
    s.rl_kind[roll], s.rl_side[roll], s.rl_slot[roll], s.rl_enemy[roll] = 0, 0, 0, NO_FOE
    s.rl_n[roll], s.rl_thr[roll], s.rl_mod[roll], s.rl_m[roll] = 0, 0, 0, 0
    s.rl_ethr[roll], s.rl_emod[roll], s.rl_crit[roll], s.rl_used[roll] = 0, 0, 0, 0
    for die in range(DICE):
        s.rl_d[roll, die], s.rl_plus[roll, die], s.rl_e[roll, die] = 0, 0, 0


@kernel
def _throw_dice(s: Any, t: Any) -> None:
    """Throw the dice of the uppermost frame."""
    noinline()
    frame = top(s)
    roll, how = s.rl_depth, frame[C]
    s.rl_depth += 1
    clear_roll(s, roll)
    value = attribute_of(s, t, frame[SLOT], frame[A])
    is_contest = frame[B] >= _AGAINST
    other = frame[B] - _AGAINST if is_contest else 0
    s.rl_kind[roll] = CONTEST if is_contest else CHECK
    s.rl_slot[roll] = frame[SLOT]
    s.rl_mod[roll] = how // NEED % _BONUS + _LEAST_BONUS
    s.rl_thr[roll] = other if is_contest else frame[B]
    s.rl_n[roll] = min(DICE, max(0, value + how % _OTHER // _EXTRA + _LEAST_EXTRA))
    if frame[A] == CHARISMA:
        s.rl_n[roll], s.rl_mod[roll] = 1, s.rl_mod[roll] + value
    for die in range(s.rl_n[roll]):
        s.rl_d[roll, die] = throw(s)
    if is_contest:
        s.rl_m[roll], s.rl_ethr[roll] = min(DICE, other), value
        s.rl_emod[roll] = -(how // _OTHER)
        for die in range(s.rl_m[roll]):
            s.rl_e[roll, die] = throw(s)


@kernel
def _count(s: Any, t: Any) -> None:
    """The dice stand: tell who called for them."""
    s.rl_depth -= 1
    roll, need = s.rl_depth, top(s)[C] % NEED
    found = successes_of(s, roll)
    if s.rl_kind[roll] == CONTEST:
        own = found + 0
        found -= other_successes_of(s, roll)
        if found == 0 and own > 0 and wins_ties(s, t, s.rl_slot[roll], top(s)[A]):
            need = 0
    reply(s, found >= need, found)


@kernel
def wins_ties(s: Any, t: Any, slot: int, attribute: int) -> bool:
    """Whether a Trait for an attribute wins ties, and can raise all dice (STA-20.4, 46, 81)."""
    if attribute == AGILITY:
        return has_trait(s, t, slot, Trait.ELUSIVE)
    if attribute == INTELLIGENCE:
        return has_trait(s, t, slot, Trait.LUMINARY)
    return attribute == STRENGTH and has_trait(s, t, slot, Trait.BRAWNY)


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """Throw, ask what is done about it, count."""
    frame = top(s)
    if frame[STEP] == _THROW:
        _throw_dice(s, t)
        next_step(s)
        push(s, Decision.ROLL, s.ch_owner[frame[SLOT]])
    else:
        _count(s, t)
    return False


HANDLERS = (Handler(Decision.DICE, mark_nothing, answer_nothing, _go_on),)
