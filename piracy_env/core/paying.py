# ruff: noqa: PLR0913, PLR0917 - compiled code takes its buffers one by one
# mypy: disable-error-code="no-any-return"
"""What loops do with accounts of any game: assess what it came to, and pay the seats."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from piracy_env.core.control import MAX_SEATS, RANK, SCORE
from piracy_env.core.game import CUT, ENDED
from piracy_env.core.jit import kernel
from piracy_env.core.kernels import outcome, reward_of
from piracy_env.core.moves import at
from piracy_env.core.noinline import noinline
from piracy_env.core.outcome import CUT_REASON, NO_REASON, OUTCOME

_CERTAINTY = 3.0
"""How sure a lead is: of one as large as the game's scale, the hyperbolic tangent of this."""


@kernel
def assess(kernels: Any, s: Any, t: Any, result: Any) -> None:
    """Fill in what a game has come to, as it stands."""
    result.score[:] = 0
    result.rank[:] = 0
    result.team = math.nan
    result.reason = NO_REASON
    outcome(kernels, s, t, result)
    if s.over == CUT:
        result.reason = CUT_REASON


@kernel
def value(kernels: Any, s: Any, t: Any, control: Any, result: Any, pay: Any) -> None:
    """Write what the control's mode pays at an end; of any other position, the standing.

    `result` is the position's outcome, for modes that pay by it: places of a game that goes on are
    expected by the scores.
    """
    pay[:] = 0.0
    if control.reward > SCORE:
        reward_of(kernels, s, t, control.reward - SCORE - 1, pay)
        return
    if s.over != ENDED and control.reward == RANK:
        _expect_places(result.score, s.players, control.scale, pay)
        return
    if s.over != ENDED:
        for p in range(s.players):
            result.rank[p] = 1
            for q in range(s.players):
                result.rank[p] += result.score[q] > result.score[p]
    n = s.players
    pay_places(result.score, result.rank, n, control.reward, control.scale, pay)


@kernel
def _expect_places(score: Any, n: int, scale: float, pay: Any) -> None:
    """What places will pay, by the leads in a game that goes on: each rival is met for itself."""
    for p in range(n):
        for q in range(n):
            if q != p:
                pay[p] += math.tanh(_CERTAINTY * (score[p] - score[q]) / scale) / (n - 1)


@kernel
def pay_places(score: Any, rank: Any, n: int, mode: int, scale: float, pay: Any) -> None:
    """What a reward mode of every game pays each of several players for scores and ranks."""
    total, winners = 0, 0
    for p in range(n):
        total += score[p]
        winners += rank[p] == 1
    for p in range(n):
        if mode == RANK:
            tied = 0
            for q in range(n):
                tied += rank[q] == rank[p]
            if tied < n:  # all may have lost together, and share any place
                pay[p] = 1.0 - (2 * rank[p] + tied - 3) / (n - 1)
        elif mode == SCORE:
            pay[p] = (score[p] - total / n) / scale
        elif 0 < winners < n:
            pay[p] = 1.0 / winners if rank[p] == 1 else -1.0 / (n - winners)


# --- the account of one slot ----------------------------------------------------------------------


@kernel
def open_account(kernels: Any, s: Any, t: Any, control: Any, slot: Any) -> None:
    """Nothing is paid yet; changes of the standing count from this position on."""
    slot.paid[:] = 0.0
    if control.on_the_way:
        _stand(kernels, s, t, control, slot.standing)


@kernel
def pay_change(kernels: Any, s: Any, t: Any, control: Any, slot: Any, rewards: Any, i: int) -> None:
    """Pay every seat the change of its standing since it was last paid."""
    noinline()
    now = np.zeros(MAX_SEATS, np.float64)
    _stand(kernels, s, t, control, now)
    for p in range(s.players):
        change = now[p] - slot.standing[p]
        rewards[i, p] += change
        slot.paid[p] += change
        slot.standing[p] = now[p]


@kernel
def pay_end(
    kernels: Any, s: Any, t: Any, control: Any, slot: Any, account: Any, rewards: Any, i: int
) -> None:
    """Pay what is missing for an account to show the whole payment of a game that is over."""
    if s.over == ENDED or control.when_cut:
        value(kernels, s, t, control, account.outcome, account.payment)
        for p in range(s.players):
            rewards[i, p] += account.payment[p] - slot.paid[p]
            slot.paid[p] = account.payment[p]
        return
    if control.on_the_way:
        pay_change(kernels, s, t, control, slot, rewards, i)
    for p in range(s.players):
        account.payment[p] = slot.paid[p]


@kernel
def _stand(kernels: Any, s: Any, t: Any, control: Any, standing: Any) -> None:
    """Write how each seat stands."""
    result = at(np.zeros(1, OUTCOME), 0)
    if control.reward <= SCORE:
        assess(kernels, s, t, result)
    value(kernels, s, t, control, result, standing)
