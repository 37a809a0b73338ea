"""What is decided in any phase, and between them: Destiny, Allies, Annexes, retirement."""

from __future__ import annotations

from typing import Any

from piracy_agents.heuristic.skull_tales_voyage.odds import passes_roll
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.rolls import successes
from piracy_env.games.skull_tales.state import (
    ACTOR,
    CHARISMA,
    MELEE,
    NONE,
    RANGED,
    SLOT,
    SLOTS,
    Decision,
    Phase,
)

_PIRATES, _ALLIES = 12, 8
_RESCUERS = 4


@kernel
def weigh_journey(s: Any, t: Any, w: Any, kind: int, mask: Any, value: Any) -> None:
    """Value these decisions."""
    noinline()
    frame = s.stk[s.sp - 1]
    if kind in (Decision.HEAL, Decision.PUSH, Decision.REROLL):
        value[ACT.yes.start] = _wish_for_fate(s, w, kind, frame[SLOT])
    elif kind == Decision.REPEAT:
        value[ACT.repeat.start] = w.repeat - s.adv_repeat
    elif kind == Decision.ANNEX:
        value[ACT.annex_1.start] = 1.0
    elif kind == Decision.CASTAWAY:
        _weigh_rescue(s, w, value)
    elif kind in (Decision.PICK, Decision.RETIRE):
        value[ACT.yes.start] = 1.0
        for card in range(_PIRATES):
            value[ACT.num.start + card] = _worth_of_pirate(t, card)
            value[ACT.cand.start + card] = _worth_of_pirate(t, card)
    elif kind == Decision.PAY_ALLY:
        value[ACT.yes.start] = w.ally
    elif kind == Decision.PICK_ALLY:
        _weigh_allies(s, t, mask, value)
    elif kind == Decision.SETTLE_TIE:
        value[ACT.char.start] = 1.0


@kernel
def _wish_for_fate(s: Any, w: Any, kind: int, slot: int) -> float:
    """Destiny heals who is badly hurt, and turns dice; in port a few points are kept."""
    if kind == Decision.HEAL:
        return float(s.ch_wounds[slot] / max(1.0, 1.0 * s.ch_hp_max[slot]) - w.hardy)
    if kind == Decision.REROLL:
        return 0.5 - successes(s)
    return -1.0 if s.phase == Phase.PORT and s.ch_dp[slot] <= w.keep else 1.0


@kernel
def _weigh_rescue(s: Any, w: Any, value: Any) -> None:
    """Rise against the rescuers if one can fight, else wait."""
    seat = s.captain if s.stk[s.sp - 1, ACTOR] == NONE else s.stk[s.sp - 1, ACTOR]
    melee = passes_roll(s, seat, MELEE, _RESCUERS)
    ranged = passes_roll(s, seat, RANGED, _RESCUERS)
    value[ACT.castaway_mutiny.start] = max(melee, ranged)
    value[ACT.castaway_wait.start] = w.patience
    value[ACT.att.start + MELEE] = melee
    value[ACT.att.start + RANGED] = ranged


@kernel
def _worth_of_pirate(t: Any, card: int) -> float:
    """What a Pirate is good at, and what it earns."""
    worth = t.characters[card].salary / 10.0
    for attribute in range(CHARISMA + 1):
        worth += t.characters[card].attributes[attribute]
    return float(worth)


@kernel
def _weigh_allies(s: Any, t: Any, mask: Any, value: Any) -> None:
    """The most capable; the least capable stays behind."""
    for card in range(_ALLIES):
        worth = 0.0
        for attribute in range(CHARISMA + 1):
            worth += t.allies[card].attributes[attribute]
        value[ACT.cand.start + card] = worth
    for slot in range(SLOTS):
        if mask[ACT.char.start + slot]:
            for attribute in range(CHARISMA + 1):
                value[ACT.char.start + slot] -= s.ch_att[slot, attribute]
