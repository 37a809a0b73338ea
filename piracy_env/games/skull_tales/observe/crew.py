"""The crew as a seat sees it: Characters, its own cards, Traits and secrets."""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.either import either
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.observe.writing import bits, hot, relative, share
from piracy_env.games.skull_tales.rules.crew import is_down, slot_at
from piracy_env.games.skull_tales.rules.rumors import is_fulfilled
from piracy_env.games.skull_tales.state import (
    ALLY,
    CARRIED,
    EMPTY,
    NONE,
    PIRATE,
    SLOTS,
    TRAITS,
    Decision,
    Phase,
)

SHOWN_TRAITS = (
    *(7, 8, 14, 17, 26, 38, 39, 40, 41, 42, 48, 49),
    *(52, 53, 56, 60, 62, 67, 70, 71, 72, 90, 92, 95),
)
"""Traits of the Voyage and the Port."""
_SHOWN = np.array(SHOWN_TRAITS)
_PLACE_OF = np.array([SHOWN_TRAITS.index(k) if k in SHOWN_TRAITS else NONE for k in range(TRAITS)])
"""The place of each Trait among those."""
CHARACTER = 82
"""Features of a Character."""


@kernel
def write_characters(s: Any, t: Any, seat: int, out: Any) -> None:
    """The own Pirate, other Pirates clockwise, Allies by their slots."""
    noinline()
    for place in range(SLOTS):
        slot = slot_at(s, seat, place)
        if s.ch_kind[slot] != EMPTY:
            _write_character(s, t, seat, slot, out[CHARACTER * place : CHARACTER * (place + 1)])


@kernel
def _write_character(s: Any, t: Any, seat: int, slot: int, out: Any) -> None:
    """One Character."""
    out[0] = 1.0
    out[1] = s.ch_kind[slot] == PIRATE
    out[2] = slot == s.captain
    at = hot(out, 3, relative(s, seat, s.ch_owner[slot]), 5)
    at = hot(out, at, s.post[slot], 11)
    out[at], out[at + 1], out[at + 2] = s.acted[slot], s.reloc[slot], s.ban[slot]
    out[at + 3] = share(s.ch_tp[slot], 60)
    out[at + 4] = share(s.ch_pp[slot], 300)
    out[at + 5] = share(s.ch_coins[slot], 300)
    out[at + 6] = share(s.ch_hp_max[slot], 12)
    out[at + 7] = share(s.ch_wounds[slot], max(1, s.ch_hp_max[slot]))
    out[at + 8] = is_down(s, slot)
    out[at + 9] = share(s.ch_dp[slot], 5)
    out[at + 10] = share(s.ch_dp_max[slot], 5)
    at += 11
    for attribute in range(7):
        out[at + attribute] = share(s.ch_att[slot, attribute], 5)
    out[at + 7] = share(s.ch_salary[slot], 60)
    out[at + 8], out[at + 9] = s.ch_cursed[slot], s.ch_debtor[slot]
    at = bits(out, at + 10, s.ch_cls[slot], 6)
    _write_voyage_traits(s, t, slot, out[at : at + len(_SHOWN)])
    at += len(_SHOWN)
    out[at] = s.rum_held[slot] if slot < s.players else 0
    at = hot(out, at + 1, s.ch_penance[slot], 4)
    at = hot(out, at, s.b_pos[slot] - 1, 3)
    out[at], out[at + 1] = s.once_day[slot] != 0, s.once_voy[slot] != 0
    out[at + 2], out[at + 3] = s.clair[slot], s.dpu[slot]


@kernel
def _write_voyage_traits(s: Any, t: Any, slot: int, out: Any) -> None:
    """Traits of the Voyage and the Port: learned, copied, or printed on an Ally."""
    if s.ch_kind[slot] == ALLY:
        single = t.allies[s.ch_card[slot]].voyage_trait + 0
    else:
        single = s.watch[slot] + 0
        for number in range(len(_SHOWN)):
            out[number] = s.ch_traits[slot, _SHOWN[number]]
    if single >= 0 and _PLACE_OF[single] >= 0:
        out[_PLACE_OF[single]] = 1.0


@kernel
def write_carried(s: Any, t: Any, seat: int, out: Any) -> None:
    """The own cards: what, where, how."""
    for place in range(CARRIED):
        if place < s.inv_n[seat]:
            at = 12 * place
            out[at] = share(s.inv_id[seat, place], 68)
            hot(out, at + 1, s.inv_loc[seat, place], 5)
            bits(out, at + 6, s.inv_flag[seat, place], 5)
            out[at + 11] = 1.0


@kernel
def write_traits(s: Any, t: Any, seat: int, out: Any) -> None:
    """The own Traits."""
    for trait in range(TRAITS):
        out[trait] = s.ch_traits[seat, trait]


@kernel
def _disorder_of(s: Any, seat: int) -> Any:
    return s.dis[seat] if s.phase == Phase.ADVENTURE else NONE


@kernel
def _no_disorder(s: Any, seat: int) -> Any:
    return NONE


_disorder = either("dis", _disorder_of, _no_disorder)
"""The disorder of a seat, NONE without one: (s, seat)."""


@kernel
def write_own_secret(s: Any, t: Any, seat: int, out: Any) -> None:
    """The disorder of this Adventure, penance and afflictions."""
    hot(out, 0, _disorder(s, seat), 6)
    out[6] = share(s.ch_penance[seat], 3)
    out[7] = share(s.ch_affl[seat], 31)


@kernel
def write_own(s: Any, t: Any, seat: int, out: Any) -> None:
    """The own Rumor, or the one being looked at; the own coin and bid before they are shown."""
    rumor = s.rum_id[seat]
    if s.sp > 0 and s.stk[s.sp - 1, 0] == Decision.RUMOR and s.seat == seat:
        rumor = s.look
    at = hot(out, 0, rumor, 11)
    at = hot(out, at, s.rum_x[seat], 23)
    out[at] = is_fulfilled(s, seat)
    is_own_coin = s.coin_s != NONE and s.schemer >= 0 and s.ch_owner[s.schemer] == seat
    at = hot(out, at + 1, s.coin_s if is_own_coin else NONE, 4)
    out[at] = share(s.bid[seat], 21)
