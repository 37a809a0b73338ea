"""Islands and Events: who goes ashore, what is dug, where Enemies appear."""

from __future__ import annotations

from typing import Any

from piracy_agents.heuristic.skull_tales_voyage.odds import passes
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.crew import slot_at
from piracy_env.games.skull_tales.rules.hold import SUPPLIES, count_tokens
from piracy_env.games.skull_tales.state import (
    GROUPS,
    NONE,
    PERCEPTION,
    SLOT,
    SLOTS,
    A,
    Decision,
)

_FINDS = 4
"""What a die must beat to find something on most islands."""


@kernel
def weigh_islands(s: Any, t: Any, w: Any, kind: int, mask: Any, value: Any) -> None:
    """Value what is done on islands, and about Event cards."""
    noinline()
    frame = s.stk[s.sp - 1]
    hunger = w.larder - count_tokens(s, 1 + SUPPLIES)
    if kind == Decision.ISLAND:
        value[ACT.isle_explore.start] = 1.0
        value[ACT.assign_do.start] = 3.0
        value[ACT.dig.start] = 2.0
        value[ACT.bury.start] = -1.0
    elif kind == Decision.SEND_ASHORE:
        for group in range(GROUPS):
            worth = w.forage * hunger - w.risk * (1 + _count(frame[A])) + w.tire * s.pg_fat[group]
            value[ACT.pg.start + group] = worth
    elif kind == Decision.GO_ASHORE:
        slot = frame[SLOT]
        luck = passes(s.ch_att[slot, PERCEPTION], _FINDS)
        is_hurt = s.ch_wounds[slot] + 1 >= s.ch_hp_max[slot]
        value[ACT.yes.start] = luck - w.caution - 1.0 * is_hurt
    elif kind == Decision.DIG:
        value[ACT.dig.start] = 1.0
    elif kind == Decision.PUT_OFF:
        value[ACT.yes.start] = _badness(s, t, w)
    elif kind == Decision.NAME_ROLLER:
        _weigh_rollers(s, t, mask, value)
    elif kind == Decision.PLACE_ENEMY:
        value[ACT.yes.start] = 1.0
        for choice in range(3):
            value[ACT.num.start + choice] = w.distance * choice
    elif kind == Decision.SIGNAL:
        value[ACT.signal.start] = 1.0 - w.hunt
    else:
        value[ACT.yes.start] = 1.0


@kernel
def _count(group_bits: int) -> int:
    """How many bits are set."""
    count = 0
    for group in range(GROUPS):
        count += group_bits >> group & 1
    return count


@kernel
def _badness(s: Any, t: Any, w: Any) -> float:
    """Whether an Event card is better put off: hostile Enemies, and what may go wrong."""
    if s.ev_cur == 0:
        return 0.0
    row = t.voyage_events[s.ev_cur - 1]
    if row.enemy >= 0:
        return float(1.0 - w.hunt * (t.sea_enemies[row.enemy].ship == 1))
    worth = 0.0
    for change in range(2, 7):
        worth += row.lose[change]
    return float(worth - row.lose[0] - 1.0)


@kernel
def _weigh_rollers(s: Any, t: Any, mask: Any, value: Any) -> None:
    """The Character that is best at what the card asks for."""
    attribute = NONE
    if s.ev_cur > 0:
        attribute = t.voyage_events[s.ev_cur - 1].attribute - 1
    for place in range(SLOTS):
        if mask[ACT.char.start + place] and attribute >= 0:
            slot = slot_at(s, s.captain, place)
            value[ACT.char.start + place] = s.ch_att[slot, attribute]
