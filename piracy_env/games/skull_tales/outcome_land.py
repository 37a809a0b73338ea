"""What an Adventure comes to: scores, the team's value, places, and what each reward mode pays."""

from __future__ import annotations

from typing import Any

from piracy_env.core.game import ENDED, RUNNING
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.standing import team_ashore
from piracy_env.games.skull_tales.rules.frames import office

MIXED, TEAM, OWN = range(3)
"""Places of the game's reward modes."""
SCALE = 40
"""A score that counts as a full one."""


@kernel
def score_of(s: Any, seat: int) -> int:
    """Prestige gained, and half of the coins gained, rounded up (section 10)."""
    coins = s.ch_coins[seat] + s.ch_adv_coins[seat]
    return s.ch_pp[seat] + s.ch_adv_pp[seat] + (coins + 1) // 2


@kernel
def team_of(s: Any, t: Any) -> float:
    """What the crew has reached, from 0 to 1: at the end, or as it stands (section 0.10)."""
    noinline()
    if s.over == ENDED:
        return max(0, s.adv_result) / 2.0
    return team_ashore(s, t)


@kernel
def outcome(s: Any, t: Any, result: Any) -> None:
    """Scores and team value as the game stands; places and the reason once it is over."""
    noinline()
    result.team = team_of(s, t)
    for seat in range(s.players):
        result.score[seat] = score_of(s, seat)
    if s.over != RUNNING:
        result.reason = s.ended
        for seat in range(s.players):
            result.rank[seat] = 1
            if result.team > 0.0:
                for other in range(s.players):
                    result.rank[seat] += _is_ahead(s, result, other, seat)


@kernel
def _is_ahead(s: Any, result: Any, other: int, seat: int) -> bool:
    """Whether another seat is ahead: score, prestige, coins, knock-outs, next to the Captain."""
    if result.score[other] != result.score[seat]:
        return result.score[other] > result.score[seat]
    if s.ch_pp[other] != s.ch_pp[seat]:
        return s.ch_pp[other] > s.ch_pp[seat]
    if s.ch_coins[other] != s.ch_coins[seat]:
        return s.ch_coins[other] > s.ch_coins[seat]
    if s.ko_n[other] != s.ko_n[seat]:
        return s.ko_n[other] < s.ko_n[seat]
    first = office(s)
    return (other - first) % s.players < (seat - first) % s.players


@kernel
def reward(s: Any, t: Any, mode: int, out: Any) -> None:
    """Pay a mode at the end; before, what it would pay with the team value and scores of now."""
    noinline()
    team, best = team_of(s, t), 0
    for seat in range(s.players):
        best = max(best, score_of(s, seat))
    for seat in range(s.players):
        own = score_of(s, seat)
        if mode == MIXED:
            ratio = own / best if best > 0 else 1.0
            out[seat] = team * (0.6 + 0.4 * ratio)
        elif mode == TEAM:
            out[seat] = team
        else:
            out[seat] = min(1.0, own / SCALE)
