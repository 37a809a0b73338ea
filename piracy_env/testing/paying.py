"""Checks of what a game comes to: places, the team, reasons, and what each mode pays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.engine import Engine
from piracy_env.core.game import CUT, ENDED, RUNNING
from piracy_env.core.outcome import CUT_NAME, Outcome
from piracy_env.core.rewards import (
    BUILT_IN,
    IDENTICAL,
    ZERO_SUM,
    RewardMode,
    scale_of,
    settled_by,
)
from piracy_env.testing.case import Case, Walk
from piracy_env.testing.registry import Scope, check

FAR = 1e-5
"""Rewards may differ from what they should be by this much; they are 32-bit floats."""
SOON = 5
"""Moves after which games are cut."""


@check(Scope.OPTIONS)
def check_outcome(case: Case) -> str:
    """Places and the reason are told at the end alone; the team value is in range at any time."""
    ended = 0
    for walk in Walk(case):
        for i in walk.moved if walk.move else [walk.pick()]:
            outcome = walk.engine.outcome(int(i or 0))
            if walk.over[i] == ENDED:
                ended += 1
            wrong = _complaint_of(case, outcome, int(walk.over[i]))
            if wrong:
                walk.fail(wrong, i or 0)
    return f"{ended} ends"


def _complaint_of(case: Case, outcome: Outcome, over: int) -> str:
    """What cannot be true of an outcome."""
    game, ranks = case.game, outcome.ranks
    if over == RUNNING and any(ranks):
        return f"the game is running, but the places are {ranks}"
    if over == ENDED and not _are_places(ranks):
        return f"the places are {ranks}"
    allowed = {RUNNING: ("",), ENDED: game.reasons, CUT: (CUT_NAME,)}[over]
    if outcome.reason not in allowed:
        return f"the reason is {outcome.reason!r}, but must be one of {allowed}"
    if outcome.team is not None and game.utility == ZERO_SUM:
        return f"rivals have nothing in common, but the team value is {outcome.team}"
    if outcome.team is not None and not 0 <= outcome.team <= 1:
        return f"the team value is {outcome.team}, not from 0 to 1"
    return ""


def _are_places(ranks: list[int]) -> bool:
    """Whether these are places: they count from 1, those who tie share one; or all have lost."""
    if ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]:
        return True
    return len(set(ranks)) == 1 and 1 <= ranks[0] <= len(ranks)


@check(Scope.OPTIONS)
def check_rewards(case: Case) -> str:
    """Each mode pays what it is to pay, when it is to pay it, and within its bounds."""
    names, ends = case.game.modes_for(case.players), 0
    for name in names:
        mode, games = case.game.mode(name), Walk(case, reward=name)
        for walk in games:
            for i in walk.moved.tolist():
                given = walk.engine.reward[i].astype(float).tolist()
                wrong = _complaint_of_payment(case, mode, walk.engine, i, given)
                if wrong:
                    walk.fail(f"the mode {name} {wrong}", i)
                if walk.over[i] != RUNNING:
                    ends += 1
                    _require_sum(walk, name, i, walk.paid[i])
        is_usual = case.players == 1 and case.usual and name == case.game.default_reward
        if is_usual:
            require_payment(case, name, games.engine, games.paid)
    return f"{ends} ends in {len(names)} modes"


def _require_sum(walk: Walk, name: str, i: int, paid: NDArray[np.float64]) -> None:
    """What a game paid step by step must be what its account says."""
    final = walk.engine.final_payments[i]
    if not np.allclose(paid, final, rtol=FAR, atol=FAR):
        walk.fail(f"the mode {name} paid {paid.tolist()}, but {final.tolist()} is told", i)


def require_payment(case: Case, name: str, engine: Engine, paid: NDArray[np.floating[Any]]) -> None:
    """The default mode must have paid a seat that plays alone something for what it reached.

    Random play of a hard game may reach nothing at all. The team value tells, if there is one.
    """
    ended = np.flatnonzero(engine.states["over"] == ENDED)
    is_owed = any(engine.outcome(int(i)).team != 0 for i in ended)
    if is_owed and not paid[ended].any():
        case.fail(f"a lone seat is never paid anything by the default mode {name}")


def _complaint_of_payment(
    case: Case, mode: RewardMode, engine: Engine, i: int, given: list[float]
) -> str:
    """What is wrong with what game i paid for its last move; nothing if all is well."""
    if mode.zero_sum and abs(sum(given)) > FAR:
        return f"pays {given}, which does not sum to 0"
    low, high = mode.bounds_for(case.options)
    if not low - FAR <= min(given) <= max(given) <= high + FAR or np.isnan(given).any():
        return f"pays {given}, but is bounded by {low:g} and {high:g}"
    if case.game.utility == IDENTICAL and mode not in BUILT_IN and max(given) > min(given):
        return f"pays {given}, though all seats have one interest"
    if engine.states["over"][i] == ENDED:
        return _complaint_of_end(case, mode, engine, i, given)
    if not mode.on_the_way and any(given):
        return f"pays {given}, not {[0.0] * case.players}"
    return ""


def _complaint_of_end(
    case: Case, mode: RewardMode, engine: Engine, i: int, given: list[float]
) -> str:
    base, final = settled_by(case.game, mode.name), engine.rewards(i)
    paid = engine.final_payments[i].tolist()
    again = case.board(engine.states[i : i + 1], reward=base.name).rewards(0)
    if final != again or final != np.array(paid, np.float32).tolist():
        return f"paid {paid} in all, told {final}, but {base.name} pays {again} for this end"
    expected = _expected_rewards(engine, i, base.name) if base in BUILT_IN else again
    if not np.allclose(again, expected, rtol=FAR, atol=FAR):
        return f"pays {again}, not {expected}"
    if not mode.on_the_way and given != again:
        return f"pays {given}, not {again}"
    return ""


def _expected_rewards(engine: Engine, i: int, mode: str) -> list[float]:
    """What a reward mode of every game is to pay."""
    scores, ranks, *_ = engine.outcome(i)
    n = len(ranks)
    if mode == "score":
        scale = scale_of(engine.game, engine.options)
        return [(score - sum(scores) / n) / scale for score in scores]
    if mode == "win":
        winners = ranks.count(1)
        losers = n - winners
        if not winners or not losers:
            return [0.0] * n
        return [1 / winners if rank == 1 else -1 / losers for rank in ranks]
    if len(set(ranks)) == 1:
        return [0.0] * n
    places = {rank: range(rank - 1, rank - 1 + ranks.count(rank)) for rank in ranks}
    return [
        sum(1 - 2 * place / (n - 1) for place in places[rank]) / len(places[rank]) for rank in ranks
    ]


@check(Scope.OPTIONS)
def check_cuts(case: Case) -> str:
    """A game that is cut is paid by its standing if the mode says so; else nothing more."""
    cuts = 0
    for name in case.game.modes_for(case.players):
        twin = case.engine(reward=name)
        twin.reset()
        for walk in Walk(case, reward=name, max_moves=SOON):
            if walk.moved.size:
                twin.step(walk.actions[walk.moved], walk.moved)
            for i in walk.moved[walk.over[walk.moved] == CUT].tolist():
                cuts += 1
                wrong = _complaint_of_cut(case, name, walk.engine, twin, i)
                if wrong:
                    walk.fail(f"cut, the mode {name} {wrong}", i)
    return f"{cuts} cuts"


def _complaint_of_cut(case: Case, name: str, engine: Engine, twin: Engine, i: int) -> str:
    """What is wrong with the payments of a game that was cut, beside one that was not."""
    paid, base = engine.final_payments[i].tolist(), settled_by(case.game, name)
    if base.when_cut:
        low, high = base.bounds_for(case.options)
        within = low - FAR <= min(paid) <= max(paid) <= high + FAR
        return "" if within else f"pays {paid}, but is bounded by {low:g} and {high:g}"
    if case.game.mode(name).on_the_way and twin.states["over"][i] != RUNNING:
        return ""  # the rules have ended the twin, or cut it themselves
    before = twin.slots["paid"][i, : case.players].tolist()
    return "" if paid == before else f"pays {paid}, but had paid {before} for the same moves"
