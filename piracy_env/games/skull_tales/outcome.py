"""What a game comes to: scores, the team's value, places, and what each reward mode pays."""

from __future__ import annotations

from typing import Any

from piracy_env.core.game import RUNNING
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.scores import is_parted, score_of, team_of
from piracy_env.games.skull_tales.state import NONE, Ended, Part, Scenario, Stop

REASONS = tuple(one.name.lower() for one in Ended)
MIXED, TEAM, OWN = range(3)
"""Places of the game's reward modes."""
_VOYAGE, _PORT, _QUICK, _LISTED = (20, 30), (60, 150), (30, 40), (30, 55)
"""Scale, and what stands for the others where there is one seat: of a Voyage, of a Port, of a
chapter alone, and of each chapter of a list. A decent crew's scores lie around the latter."""
_ADVENTURE = 40


@kernel
def outcome(s: Any, t: Any, result: Any) -> None:
    """Scores and team value as the game stands; places and the reason once it is over."""
    noinline()
    result.team = team_of(s, t)
    for seat in range(s.players):
        result.score[seat] = score_of(s, t, seat)
    if s.over != RUNNING:
        result.reason = s.ended
        for seat in range(s.players):
            result.rank[seat] = 1
            if result.team > 0.0:
                for other in range(s.players):
                    result.rank[seat] += _is_ahead(s, result, other, seat)


@kernel
def _is_ahead(s: Any, result: Any, other: int, seat: int) -> bool:
    """Whether another seat is ahead: score, then prestige, then the Captain."""
    if result.score[other] != result.score[seat]:
        return result.score[other] > result.score[seat]
    if s.ch_pp[other] != s.ch_pp[seat]:
        return s.ch_pp[other] > s.ch_pp[seat]
    return other == s.captain and other != seat


@kernel
def scale_now(s: Any) -> int:
    """By what differences of scores are divided."""
    return _scale_of_part(s) if is_parted(s) else _of_scenario(s, 0)


@kernel
def _of_scenario(s: Any, what: int) -> int:
    """The scale (0), or what stands for the others (1), of what is played to its end."""
    if s.scenario == Scenario.VOYAGE:
        return _VOYAGE[what]
    if s.scenario == Scenario.PORT:
        return _PORT[what]
    if s.scenario == Scenario.QUICK:
        return _QUICK[what]
    return _LISTED[what] * (s.camp_last - s.camp_first + 1)


@kernel
def _scale_of_part(s: Any) -> int:
    """The same for the part that has ended, or is played."""
    if s.part == Part.CHAPTER or s.stop == Stop.CHAPTER:
        return _QUICK[0]
    part = s.phase if s.part == NONE else s.part
    if part == Part.PORT:
        return _PORT[0]
    return _VOYAGE[0] if part == Part.VOYAGE else _ADVENTURE


@kernel
def par_now(s: Any) -> int:
    """What stands for the others' scores where there is one seat."""
    return 0 if is_parted(s) else _of_scenario(s, 1)


@kernel
def _spoils(s: Any, t: Any, seat: int) -> int:
    """The score of a seat, of the part that is played where `stop` parts a game."""
    return score_of(s, t, seat) - (s.score0[seat] if is_parted(s) else 0)


@kernel
def reward(s: Any, t: Any, mode: int, out: Any) -> None:
    """Pay a mode at the end; before, what it would pay with the team value and scores of now."""
    noinline()
    team, scale = 2.0 * team_of(s, t) - 1.0, scale_now(s)
    total = 0
    for seat in range(s.players):
        total += _spoils(s, t, seat)
    for seat in range(s.players):
        own = _spoils(s, t, seat)
        others = 1.0 * par_now(s)
        if mode == MIXED and s.players > 1:
            others = (total - own) / (s.players - 1)
        share = min(max((own - others) / scale, -1.0), 1.0)
        if mode == MIXED:
            out[seat] = 0.5 * team + 0.5 * share
        elif mode == TEAM:
            out[seat] = team
        else:
            out[seat] = share
