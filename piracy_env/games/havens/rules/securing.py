"""Changing Havens and securing booty (HAV-8)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.havens.rules.fleet import give_up, is_at_haven
from piracy_env.games.havens.rules.piles import discard, lose
from piracy_env.games.havens.rules.turn import end_game


@kernel
def change_haven(s: Any, t: Any, card: int) -> None:
    """Pay for a Haven card and lay it down in place of the old one (HAV-8.1)."""
    noinline()
    me = s.turn_seat
    s.unspent[me] -= t.cards[card].cost
    lose(s, me, card)
    discard(s, s.haven[me])
    s.haven[me] = card


@kernel
def can_secure(s: Any, t: Any, slot: int) -> bool:
    """Whether a vessel lies at its Haven with booty aboard (HAV-8.3)."""
    return s.booty[s.turn_seat, slot] > 0 and is_at_haven(s, t, s.turn_seat, slot)


@kernel
def secure(s: Any, slot: int) -> None:
    """The booty joins the supply, unspent; vessel and all aboard are discarded (HAV-8.3 to 8.5).

    A supply that reaches the target ends the game, after this round or at once (HAV-11.1).
    """
    noinline()
    me = s.turn_seat
    s.supply[me] += s.booty[me, slot]
    s.unspent[me] += s.booty[me, slot]
    give_up(s, me, slot)
    if s.timed == 0 and s.supply[me] >= s.target:
        s.final_flag = 1
        if s.finish_round == 0:
            end_game(s)
