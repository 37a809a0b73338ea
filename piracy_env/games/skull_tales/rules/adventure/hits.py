"""What the dice of an attack come to: successes, criticals, what blocks them (STA-3.7, STA-R17)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.dice import CONTEST
from piracy_env.games.skull_tales.state import NONE
from piracy_env.games.skull_tales.state_land import INNER, OUTER

ATTACKER, DEFENDER = range(2)
"""Values of `rl_side`: what the Character is."""
REROLLED, FOE_REROLLED, FEINTED, COUNTERED, RIPOSTED, RAISED = 1, 2, 4, 8, 16, 32
CRIPPLED = 64
"""Bits of `rl_used`: what was done in the window of a roll."""
IGNORED = 1 << 29
"""The bit of `rl_used` of an attack that comes to nothing."""
CRITICAL = 6


@kernel
def unblocked(s: Any, roll: int) -> tuple[int, int]:
    """Normal and critical successes of the attacking side that nothing blocks (STA-R17).

    A critical is a natural 6, whatever was taken from it. Criticals of the defence cancel those of
    the attack first, then normal ones.
    """
    noinline()
    if is_duel(s, roll):
        own, own_criticals = count_hits(s, OUTER)
        other, other_criticals = count_hits(s, INNER)
        return _cancel(own, own_criticals, other, other_criticals)
    own, own_criticals = count_hits(s, roll)
    other, other_criticals = count_other_hits(s, roll)
    if s.rl_side[roll] == ATTACKER:
        return _cancel(own, own_criticals, other, other_criticals)
    return _cancel(other, other_criticals, own, own_criticals)


@kernel
def is_duel(s: Any, roll: int) -> bool:
    """Whether a roll is of a fight of two Characters: the attacker's is the outer one (STA-R70)."""
    return s.rl_enemy[roll] == NONE and s.rl_kind[roll] > CONTEST


@kernel
def _cancel(normal: int, critical: int, block: int, high_block: int) -> tuple[int, int]:
    spare = max(0, high_block - critical)
    return max(0, normal - block - spare), max(0, critical - high_block)


@kernel
def count_hits(s: Any, roll: int) -> tuple[int, int]:
    """Normal and critical successes of the Character."""
    normal, critical = 0, 0
    for die in range(s.rl_n[roll]):
        face = s.rl_d[roll, die]
        critical += face == CRITICAL
        is_hit = face + s.rl_plus[roll, die] + s.rl_mod[roll] > s.rl_thr[roll]
        normal += face != CRITICAL and is_hit
    return normal, critical


@kernel
def count_other_hits(s: Any, roll: int) -> tuple[int, int]:
    """Normal and critical successes of the other side."""
    normal, critical = 0, 0
    for die in range(s.rl_m[roll]):
        face = s.rl_e[roll, die]
        critical += face == CRITICAL
        normal += face != CRITICAL and face + s.rl_emod[roll] > s.rl_ethr[roll]
    return normal, critical


@kernel
def returned(s: Any, roll: int) -> tuple[int, int]:
    """Normal and critical successes of a defence that counts as an attack (STA-20.28)."""
    own, own_criticals = count_hits(s, roll)
    other, other_criticals = count_other_hits(s, roll)
    if is_duel(s, roll):
        own, own_criticals = count_hits(s, INNER)
        other, other_criticals = count_hits(s, OUTER)
    return _cancel(own, own_criticals, other, other_criticals)
