"""What is done about dice once they are known: Destiny where it decides, all else at once."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.dice import (
    CONTEST,
    NEED,
    other_successes_of,
    successes_of,
)
from piracy_env.games.skull_tales.rules.adventure.hits import (
    ATTACKER,
    CRITICAL,
    count_hits,
    count_other_hits,
    unblocked,
)
from piracy_env.games.skull_tales.rules.adventure.windows import is_success
from piracy_env.games.skull_tales.state import KIND, C, Decision

_FACES = 6.0


@kernel
def weigh_dice(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Value what a window offers, or the second die that it asks for."""
    noinline()
    roll = s.rl_depth - 1
    slot = s.rl_slot[roll]
    need = _need(s, roll)
    is_second = s.stk[s.sp - 1, KIND] == Decision.SECOND_DIE
    is_vital = s.rl_kind[roll] <= CONTEST
    may_spend = _would_help(s, roll) and (is_vital or s.ch_dp[slot] > w.keep)
    for die in range(s.rl_n[roll]):
        fails = not is_success(s, roll, die, 0)
        value[ACT.die_plus.start + die] = 2.0 if may_spend else -1.0
        worth = (1.5 if need or is_second else 0.5) - s.rl_d[roll, die] / _FACES
        value[ACT.reroll_own.start + die] = worth if fails else -1.0
        value[ACT.riposte_own.start + die] = -1.0
    for die in range(s.rl_m[roll]):
        face = s.rl_e[roll, die]
        is_hit = face == CRITICAL or face + s.rl_emod[roll] > s.rl_ethr[roll]
        value[ACT.reroll_foe.start + die] = (0.5 if is_hit else -1.0) + 0.1 * face
        value[ACT.riposte_foe.start + die] = 0.1 * face
    value[ACT.roll_plus.start] = 1.5 if may_spend else -1.0
    value[ACT.charm_reroll.start] = 1.0 if need else -1.0
    value[ACT.clairvoyance.start] = 0.8 if need else -1.0
    value[ACT.feint.start] = 1.0
    value[ACT.counter.start] = 1.0 if s.ch_dp[slot] > w.keep else -1.0
    value[ACT.crit_alt.start] = -0.5


@kernel
def _would_help(s: Any, roll: int) -> bool:
    """Whether one success more would change what comes of a roll."""
    if s.rl_kind[roll] <= CONTEST:
        found = successes_of(s, roll)
        if s.rl_kind[roll] == CONTEST:
            found -= other_successes_of(s, roll)
        below = s.stk[s.sp - 2]
        needed = below[C] % NEED if below[KIND] == Decision.DICE else 1
        return bool(found + 1 == needed)
    normal, critical = unblocked(s, roll)
    if s.rl_side[roll] == ATTACKER:
        own, high = count_hits(s, roll)
        other, other_high = count_other_hits(s, roll)
        is_seen = own >= other + max(0, other_high - high)
        return bool(is_seen and (normal + critical == 0 or own + high < 2))
    return bool(normal > 0)


@kernel
def _need(s: Any, roll: int) -> bool:
    """Whether another success would help: where there is none, or blows come through."""
    if s.rl_kind[roll] <= CONTEST:
        successes = 0
        for die in range(s.rl_n[roll]):
            successes += is_success(s, roll, die, 0)
        return successes == 0
    normal, critical = unblocked(s, roll)
    if s.rl_side[roll] == ATTACKER:
        own, high = count_hits(s, roll)
        return normal + critical == 0 or own + high < 2
    return normal + critical > 0
