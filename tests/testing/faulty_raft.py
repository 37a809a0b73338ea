"""The raft with faults of payment that can be switched on: one for each that the battery is for."""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum

from piracy_env.core.game import ENDED, RUNNING
from piracy_env.core.jit import kernel
from piracy_env.core.options import OneOf
from piracy_env.core.rewards import RewardMode
from tests.testing import raft
from tests.testing.raft import OPTIONS, OWN, RAFT, REWARDS

SHARES = len(REWARDS)


class Fault(IntEnum):
    NONE = 0
    # what it came to
    TEAM_OF_TWO = 1
    ENDS_FOR_NO_REASON = 2
    TELLS_THE_REASON_BEFORE = 3
    ENDS_FOR_A_REASON_UNHEARD_OF = 4
    SKIPS_THE_FIRST_PLACE = 5
    # what it pays
    PAYS_TOO_MUCH = 6
    STANDS_TOO_HIGH = 7
    PAYS_BY_THE_GENERATOR = 8
    PAYS_NOBODY = 9
    GIVES_AWAY_SHARES = 10
    STANDS_BY_THE_HANDS = 11
    PAYS_TOO_MUCH_WHEN_CUT = 12


@kernel
def outcome(s, t, result):
    raft.outcome(s, t, result)
    if s.fault == Fault.TEAM_OF_TWO:
        result.team = 2.0
    elif s.fault == Fault.ENDS_FOR_NO_REASON:
        result.reason = -1
    elif s.fault == Fault.TELLS_THE_REASON_BEFORE:
        result.reason = raft.AWAY
    elif s.fault == Fault.ENDS_FOR_A_REASON_UNHEARD_OF and s.over == ENDED:
        result.reason = -3 if s.raft < 0 else len(raft.REASONS)
    elif s.fault == Fault.SKIPS_THE_FIRST_PLACE and s.over == ENDED:
        for seat in range(s.players):
            result.rank[seat] = seat + 2


@kernel
def reward(s, t, mode, out):
    if mode == SHARES:
        share_out(s, out)
        return
    raft.reward(s, t, mode, out)
    too_much = Fault.PAYS_TOO_MUCH if s.over == ENDED else Fault.PAYS_TOO_MUCH_WHEN_CUT
    if mode == OWN and s.over != RUNNING and s.fault == too_much:
        out[0] = 1.5
    elif s.fault == Fault.STANDS_TOO_HIGH and s.over != ENDED:
        out[0] += 5.0 * s.turns
    elif s.fault == Fault.PAYS_BY_THE_GENERATOR and s.over == ENDED:
        s.rng += 1
        out[0] = (s.rng % 7) / 7
    elif s.fault == Fault.PAYS_NOBODY:
        out[:] = 0.0
    elif s.fault == Fault.STANDS_BY_THE_HANDS and s.over != ENDED:
        out[:] = s.hand[0, 0] / raft.CARDS


@kernel
def share_out(s, out):
    """A mode in which one has what another one lacks."""
    for seat in range(s.players):
        out[seat] = s.chest[seat] / 100
        for other in range(s.players):
            out[seat] -= s.chest[other] / (100 * s.players)
    if s.fault == Fault.GIVES_AWAY_SHARES:
        out[0] += 0.5


FAULTY_RAFT = replace(
    RAFT,
    name="faulty_raft",
    place=f"{__name__}:FAULTY_RAFT",
    options=OPTIONS | {"fault": OneOf("NONE", tuple(Fault.__members__))},
    rewards=(*REWARDS, RewardMode("shares", (-1, 1), seats=2, zero_sum=True)),
    outcome=outcome,
    reward=reward,
)
