"""The abstract Adventure: four rolls of each Character stand for the real one (STC-2.13).

Nothing of an attempt is written but how many rolls each has passed, until its result stands: after
the Captain's word, or when it is not repeated.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.crew import gain_booty, gain_coins, gain_prestige
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    pop,
    push,
    top,
)
from piracy_env.games.skull_tales.rules.handing_on import note_result
from piracy_env.games.skull_tales.rules.maiming import maim
from piracy_env.games.skull_tales.rules.repeats import ask_or_repeat
from piracy_env.games.skull_tales.state import (
    AGILITY,
    DICE,
    EMPTY,
    INTELLIGENCE,
    MELEE,
    NONE,
    PERCEPTION,
    PIRATE,
    SLOTS,
    STEP,
    A,
    Decision,
)

FAILURE, PARTIAL, TOTAL = range(3)
"""Values of `adv_result`."""
CASTAWAYS, CHEATING_DEATH = 11, 12
"""The Annexes, as chapters."""
TREASURE_HUNT, LORD_OF_THE_ROADS, LAST_SONG = 5, 6, 10
_TESTS = (MELEE, AGILITY, PERCEPTION, INTELLIGENCE)
_DIFFICULTY = 4
_ROLL, _JUDGE, _SETTLE = range(3)
"""Steps of an attempt."""
_WELL = 2
"""Rolls passed for which the success chart pays in full."""
_BRILLIANT = 3


@kernel
def begin_abstract(s: Any, t: Any) -> None:
    """The present chapter's Adventure is played in the abstract."""
    push(s, Decision.ABSTRACT, NONE)


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """Roll, perhaps repeat, and write down what comes of it."""
    noinline()
    step = top(s)[STEP]
    if step == _ROLL:
        next_step(s)
        _roll_all(s)
    elif step == _JUDGE:
        next_step(s)
        s.adv_result = _result(s, t)
        ask_or_repeat(s, t, _best(s))
    else:
        spent = top(s)[A]
        pop(s)
        _settle(s, t, spent)
    return False


@kernel
def _takes_part(s: Any, slot: int) -> bool:
    """Whether a slot has a Character that is taken along."""
    return s.ch_kind[slot] != EMPTY and s.ch_in_adv[slot] == 1


@kernel
def _roll_all(s: Any) -> None:
    """Pirates, then Allies, roll; a Destiny Point passes a roll more. A: who spends one."""
    noinline()
    spent = 0
    for slot in range(SLOTS):
        s.adv_k[slot] = 0
        if _takes_part(s, slot):
            for test in range(len(_TESTS)):
                s.adv_k[slot] += _passes(s, slot, _TESTS[test])
            if _may_spend(s, slot) and s.adv_k[slot] < len(_TESTS):
                s.adv_k[slot] += 1
                spent |= 1 << slot
    top(s)[A] = spent


@kernel
def _passes(s: Any, slot: int, attribute: int) -> bool:
    """Whether a Character passes one roll; a wound takes a die, though not the last."""
    dice = min(DICE, max(1, s.ch_att[slot, attribute] - (s.ch_wounds[slot] > 0)))
    count = 0
    for _ in range(dice):
        count += throw(s) > _DIFFICULTY
    return count > 0


@kernel
def _may_spend(s: Any, slot: int) -> bool:
    """Whether a Pirate has a Destiny Point that it may use."""
    return s.ch_kind[slot] == PIRATE and s.ch_dp[slot] > 0 and s.no_dp[slot] == 0


@kernel
def _result(s: Any, t: Any) -> int:
    """Failure, partial or total success, from all rolls passed."""
    passed, count = 0, 0
    for slot in range(SLOTS):
        if _takes_part(s, slot):
            passed += s.adv_k[slot]
            count += 1
    if s.camp_ch >= CASTAWAYS:
        return TOTAL if 2 * passed >= 5 * count else FAILURE
    if 2 * passed >= 7 * count:
        return TOTAL
    is_partial = 2 * passed >= 5 * count and t.chapters[s.camp_ch - 1].partial == 1
    return PARTIAL if is_partial else FAILURE


@kernel
def _best(s: Any) -> int:
    """Who votes without a Captain: most rolls passed, then prestige, then seats (STV-R44)."""
    best = 0
    for seat in range(1, s.players):
        if s.adv_k[seat] > s.adv_k[best] or (
            s.adv_k[seat] == s.adv_k[best] and s.ch_pp[seat] > s.ch_pp[best]
        ):
            best = seat
    return best


# --- what comes of it -----------------------------------------------------------------------------


@kernel
def _settle(s: Any, t: Any, spent: int) -> None:
    """The result stands: rewards, wounds, Destiny Points, penances."""
    noinline()
    chapter = t.chapters[s.camp_ch - 1]
    for seat in range(s.players):
        before = s.ch_pp[seat] + 0
        _pay(s, t, seat)
        s.adv_gain[seat] = s.ch_pp[seat] - before
        s.adv_pres[seat] = _own_result(s, seat)
        s.ch_dp[seat] -= spent >> seat & 1
        wounds = s.ch_wounds[seat] + len(_TESTS) - s.adv_k[seat]
        s.ch_wounds[seat] = min(s.ch_hp_max[seat] - 1, wounds)
        if s.camp_ch == TREASURE_HUNT and s.adv_result == FAILURE:
            s.ch_cursed[seat] = 1
        note_result(s, seat)
    if s.adv_result == TOTAL:
        gain_booty(s, chapter.crew_coins)
    for slot in range(SLOTS):
        s.adv_k[slot] = 0


@kernel
def _pay(s: Any, t: Any, seat: int) -> None:
    """Prestige and coins of one Pirate: by the chart for a total success, and by its rolls."""
    noinline()
    chapter = t.chapters[s.camp_ch - 1]
    if s.adv_result == TOTAL:
        share = _share(s, t)
        if s.adv_k[seat] >= _WELL:
            gain_prestige(s, seat, chapter.each_pp * share // 2)
            gain_coins(s, seat, chapter.each_coins * (share > 0))
        else:
            gain_prestige(s, seat, chapter.others_pp * share // 2)
            gain_coins(s, seat, chapter.others_coins * (share > 0))
            if s.camp_ch == LAST_SONG:
                maim(s, seat)
        gain_coins(s, seat, chapter.all_coins)
    if s.adv_result != FAILURE:
        gain_prestige(s, seat, 2 * s.adv_k[seat])
        gain_coins(s, seat, throw(s))


@kernel
def _share(s: Any, t: Any) -> int:
    """Halves of the chart's prestige that are paid: fewer where a repeat pays less (STC-2.6)."""
    if s.adv_repeat == 0:
        return 2
    if s.camp_ch == LORD_OF_THE_ROADS:
        return 1 if s.adv_repeat == 1 else 0
    return 2 * t.chapters[s.camp_ch - 1].repeat_pays


@kernel
def _own_result(s: Any, seat: int) -> int:
    """What a bet on a Pirate goes by."""
    if s.adv_result == TOTAL and s.adv_k[seat] >= _BRILLIANT:
        return TOTAL
    return PARTIAL if s.adv_result != FAILURE and s.adv_k[seat] >= _WELL else FAILURE


HANDLERS = (Handler(Decision.ABSTRACT, mark_nothing, answer_nothing, _go_on),)
