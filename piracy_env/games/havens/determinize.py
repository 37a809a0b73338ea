"""Worlds that a seat cannot tell from the true one.

Everything that it does not know is dealt anew; what it remembers of rivals' hands stays (HAV-1.13).
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import WORD, kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.piles import shuffle_away
from piracy_env.core.rng import shuffle
from piracy_env.games.havens.cards import CARDS, FIRST_HAVEN, TYPES
from piracy_env.games.havens.rules.attacks import FROM_HAND
from piracy_env.games.havens.rules.piles import hand_size
from piracy_env.games.havens.state import KIND, PLACE, SCRIPT, Decision

BYTE = 8


@kernel
def determinize(s: Any, t: Any, seat: int, key: Any) -> None:
    """Redraw the hidden cards.

    Every pile is first put in order, so that its old order has no say. The number of moves goes: it
    counts what others declined in secret (HAV-R26).
    """
    noinline()
    s.rng = WORD(key)
    s.moves = 0
    for place in range(SCRIPT):
        s.script[place] = 0
    s.script_n = 0
    shuffle_away(s, s.apile, s.apile_n, 0)
    missing = _collect(s, seat)
    while True:
        _deal(s, seat, missing)
        if s.turn_seat == seat or not _has_shown_a_part(s) or _holds_the_part(s, t):
            break
        _collect(s, seat)


@kernel
def _has_shown_a_part(s: Any) -> bool:
    """Whether the player whose turn it is has said to have a card for the Plunder Bonus in hand."""
    if s.sp == 0:
        return False
    top = s.stack[s.sp - 1]
    return top[KIND] == Decision.PLUNDER_CARD and top[PLACE] == FROM_HAND


@kernel
def _holds_the_part(s: Any, t: Any) -> bool:
    """Whether that player holds such a card."""
    noinline()
    attack = t.attacks[s.bt.attack]
    hand = s.hand[s.turn_seat]
    for card in range(FIRST_HAVEN):
        row = t.cards[card]
        if hand[card] > 0 and row.kind == attack.plunder and row.colour == attack.colour:
            return True
    return False


@kernel
def _collect(s: Any, me: int) -> int:
    """Put the unknown cards of rivals and Draw Pile together, in the order of their types.

    They then are the Draw Pile. Returns how many each rival lacks, a byte for each seat.
    """
    noinline()
    pool = s.hand[(me + 1) % s.players]  # counts them for a moment
    missing = 0
    for left in range(1, s.players):
        rival = (me + left) % s.players
        unknown = hand_size(s, rival)
        for card in range(TYPES):
            unknown -= s.known[rival, card]
            if left > 1:
                pool[card] += s.hand[rival, card] - s.known[rival, card]
                s.hand[rival, card] = s.known[rival, card]
        missing |= unknown << BYTE * rival
    for place in range(s.draw_n):
        pool[s.draw[place]] += 1
    s.draw_n = 0
    for card in range(TYPES):
        while pool[card] > s.known[(me + 1) % s.players, card]:
            pool[card] -= 1
            s.draw[s.draw_n] = card
            s.draw_n += 1
    return missing


@kernel
def _deal(s: Any, me: int, missing: int) -> None:
    """Shuffle the Draw Pile and deal each rival the unknown cards."""
    noinline()
    shuffle(s, s.draw, s.draw_n)
    for left in range(1, s.players):
        rival = (me + left) % s.players
        for _ in range(missing >> BYTE * rival & 0xFF):
            s.draw_n -= 1
            s.hand[rival, s.draw[s.draw_n]] += 1
    for place in range(s.draw_n, CARDS):
        s.draw[place] = 0
