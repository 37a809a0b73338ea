"""A Character's roll, and what may be done about it (STC-1.5 to STC-1.10).

Clairvoyance throws it again; a Destiny Point adds to a die, or heals a wound at another time.
Whoever calls for a roll puts it on the stack, and finds the dice in `s.roll` when its own frame is
uppermost again. Each number there is a die with its bonus, or the one total of a Charisma roll.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.crew import has_trait, heal, may_use_destiny, use_destiny
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    mark_yes_no,
    pop,
    push_for,
    top,
    turn_to,
)
from piracy_env.games.skull_tales.state import (
    CHARISMA,
    DICE,
    MELEE,
    NONE,
    PIRATE,
    RANGED,
    SLOT,
    A,
    B,
    C,
    Decision,
    Phase,
)
from piracy_env.games.skull_tales.traits import Trait

AGAINST = 100
"""A difficulty of this and more is an Ally's Charisma roll: that number and its card."""
ONE_DIE = 7
"""In place of an attribute: one die, whatever the Character is."""
_LEAST_BONUS = -2

# How a frame keeps what a roll needs: C = extra dice + 8 * (bonus + 2) + 64 * need + 512 * most.


@kernel
def call_for(s: Any, slot: int, attribute: int, difficulty: int) -> None:
    """Have a Character roll an attribute; one success is all that matters."""
    push_for(s, Decision.CHARACTER_ROLL, s.ch_owner[slot], slot, attribute, difficulty)
    improve(s, 0, 0)
    count_up_to(s, 1, 1)


@kernel
def improve(s: Any, extra: int, bonus: int) -> None:
    """The roll that was just called for has more dice, and a bonus on each."""
    frame = top(s)
    frame[C] = (frame[C] & ~63) + extra + 8 * (bonus - _LEAST_BONUS)


@kernel
def count_up_to(s: Any, need: int, most: int) -> None:
    """The roll just called for needs so many successes; more than `most` change nothing."""
    frame = top(s)
    frame[C] = (frame[C] & 63) + 64 * need + 512 * most


@kernel
def successes(s: Any) -> int:
    """Successes of the last roll."""
    count = 0
    for die in range(s.roll_n):
        count += s.roll[die] > s.roll_dif
    return count


@kernel
def forget_roll(s: Any) -> None:
    """No dice lie on the table."""
    for die in range(DICE):
        s.roll[die] = 0
    s.roll_n, s.roll_dif, s.roll_ch = 0, 0, NONE


@kernel
def _throw_dice(s: Any, t: Any) -> bool:
    """Throw the dice of the uppermost frame; then ask whether they stay."""
    noinline()
    frame = top(s)
    slot, attribute, how = frame[SLOT], frame[A], frame[C]
    forget_roll(s)
    s.roll_ch = slot
    bonus = (how >> 3 & 7) + _LEAST_BONUS
    if attribute == CHARISMA:
        s.roll_n = 1
        s.roll[0] = max(0, throw(s) + s.ch_att[slot, CHARISMA] + bonus)
    else:
        dice = 1 if attribute == ONE_DIE else s.ch_att[slot, attribute]
        s.roll_n = min(DICE, dice + (how & 7))
        for die in range(s.roll_n):
            s.roll[die] = max(0, throw(s) + bonus)
    if frame[B] >= AGAINST:
        frame[B] = throw(s) + t.allies[frame[B] - AGAINST].attributes[CHARISMA]
    s.roll_dif = frame[B]
    _reroll_by_trait(s, t, slot, attribute, bonus)
    turn_to(s, Decision.REROLL)
    return False


@kernel
def _reroll_by_trait(s: Any, t: Any, slot: int, attribute: int, bonus: int) -> None:
    """Target Practice and Precise Slash throw the lowest failed die again (STV-20.21)."""
    trait = Trait.TARGET_PRACTICE if attribute == RANGED else Trait.PRECISE_SLASH
    if attribute in (RANGED, MELEE) and has_trait(s, t, slot, trait):
        lowest = -1
        for die in range(s.roll_n):
            if s.roll[die] <= s.roll_dif and (lowest < 0 or s.roll[die] < s.roll[lowest]):
                lowest = die
        if lowest >= 0:
            s.roll[lowest] = max(0, throw(s) + bonus)


# --- Clairvoyance ---------------------------------------------------------------------------------


@kernel
def _may_reroll(s: Any, t: Any) -> bool:
    """Whether the roller has Clairvoyance for this roll; if not, on to Destiny (STV-20.12)."""
    slot = top(s)[SLOT]
    if (
        s.phase == Phase.VOYAGE
        and s.clair[slot] == 0
        and has_trait(s, t, slot, Trait.CLAIRVOYANCE)
        and successes(s) < s.roll_n
    ):
        return True
    turn_to(s, Decision.PUSH)
    return False


@kernel
def _reroll(s: Any, t: Any, action: int) -> None:
    """Throw the whole roll again: the second result counts."""
    frame = top(s)
    if action == ACT.yes.start:
        slot, attribute = frame[SLOT], frame[A]
        bonus = (frame[C] >> 3 & 7) + _LEAST_BONUS
        s.clair[slot] = 1
        plus = s.ch_att[slot, CHARISMA] if attribute == CHARISMA else 0
        for die in range(s.roll_n):
            s.roll[die] = max(0, throw(s) + plus + bonus)
    turn_to(s, Decision.PUSH)


# --- a Destiny Point ------------------------------------------------------------------------------


@kernel
def _may_push(s: Any, t: Any) -> bool:
    """Whether a Destiny Point would turn a die, and that would matter; if not, the roll stands."""
    frame = top(s)
    need, most = frame[C] >> 6 & 7, frame[C] >> 9
    found = successes(s)
    if (
        s.ch_kind[frame[SLOT]] == PIRATE
        and may_use_destiny(s, frame[SLOT])
        and _highest_failed(s) + 1 > s.roll_dif
        and found < most
        and found + 1 >= need
    ):
        return True
    pop(s)
    return False


@kernel
def _highest_failed(s: Any) -> int:
    """The highest number of a die that failed, -1 if none did."""
    highest = -1
    for die in range(s.roll_n):
        if s.roll[die] <= s.roll_dif:
            highest = max(highest, s.roll[die])
    return highest


@kernel
def _push(s: Any, t: Any, action: int) -> None:
    """Add 1 to the highest die that failed."""
    if action == ACT.yes.start:
        highest = _highest_failed(s)
        die = 0
        while s.roll[die] != highest:
            die += 1
        s.roll[die] += 1
        use_destiny(s, top(s)[SLOT])
    pop(s)


# --- a Destiny Point for a wound ------------------------------------------------------------------


@kernel
def offer_healing(s: Any, slot: int) -> None:
    """Ask a Pirate whether it spends a Destiny Point on a wound (STC-1.10)."""
    push_for(s, Decision.HEAL, slot, slot, 0, 0)


@kernel
def _may_heal(s: Any, t: Any) -> bool:
    """Whether a Destiny Point can heal a wound now."""
    slot = top(s)[SLOT]
    if s.ch_wounds[slot] >= 1 and may_use_destiny(s, slot):
        return True
    pop(s)
    return False


@kernel
def _heal(s: Any, t: Any, action: int) -> None:
    """Spend a Destiny Point on a wound, or keep it."""
    slot = top(s)[SLOT]
    if action == ACT.yes.start:
        use_destiny(s, slot)
        heal(s, slot, 1)
    pop(s)


HANDLERS = (
    Handler(Decision.HEAL, mark_yes_no, _heal, _may_heal),
    Handler(Decision.CHARACTER_ROLL, mark_nothing, answer_nothing, _throw_dice),
    Handler(Decision.REROLL, mark_yes_no, _reroll, _may_reroll),
    Handler(Decision.PUSH, mark_yes_no, _push, _may_push),
)
