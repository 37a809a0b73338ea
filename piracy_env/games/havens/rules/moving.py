"""Setting sail and moving (HAV-4), up to the stop beside a rival's vessel (HAV-6.1 to 6.3)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.havens.actions import ACT
from piracy_env.games.havens.cards import CONTRARY_WINDS, FAVOURABLE_CURRENT, GULF_STREAM, HEXES
from piracy_env.games.havens.rules import battles, playing
from piracy_env.games.havens.rules.dice import throw
from piracy_env.games.havens.rules.fleet import (
    can_leave_haven,
    can_sail,
    haven_hex,
    is_at_haven,
    is_becalmed,
    move_bonus_of,
    move_cost_of,
)
from piracy_env.games.havens.rules.frames import finish, push, turn_to
from piracy_env.games.havens.state import SLOTS, Decision

# --- Setting sail and moving (HAV-4.1 to 4.7) -----------------------------------------------------


@kernel
def can_move(s: Any, t: Any, slot: int) -> bool:
    """Whether a vessel can make the turn's own move (HAV-4.3)."""
    me = s.turn_seat
    if not can_sail(s, me, slot) or s.moved[me, slot] == 1 or is_becalmed(s, me, slot):
        return False
    if move_cost_of(s, t, me, slot) > s.unspent[me]:
        return False
    return s.at_sea[me, slot] == 1 or can_leave_haven(s, t, me)


@kernel
def move(s: Any, t: Any, slot: int) -> None:
    """Pay for the turn's own move; a vessel that lies at its Haven sets sail with it (HAV-4.2)."""
    noinline()
    me = s.turn_seat
    s.unspent[me] -= move_cost_of(s, t, me, slot)
    s.moved[me, slot] = 1
    push(s, Decision.PREMOVE, me)
    set_out(s, t, slot, 0)


@kernel
def set_out(s: Any, t: Any, slot: int, free: int) -> None:
    """A move begins, from the vessel's hex or from the Haven (HAV-R3, HAV-R32)."""
    me = s.turn_seat
    s.mv.seat, s.mv.slot, s.mv.free = me, slot, free
    if s.at_sea[me, slot] == 1:
        s.mv.origin = s.hex[me, slot]
    else:
        s.at_sea[me, slot] = 1
        s.mv.origin = haven_hex(s, t, me)


@kernel
def _has_current(s: Any) -> bool:
    """Whether the player holds a History card that adds to a move."""
    hand = s.hand[s.turn_seat]
    return hand[FAVOURABLE_CURRENT] + hand[GULF_STREAM] > 0


@kernel
def _mark_currents(s: Any, t: Any, mask: Any) -> None:
    """Mark the History cards that add to a move (HAV-9.6), and going without."""
    _mark_current_cards(s, mask)
    mask[ACT.pass_.start] = True


@kernel
def _mark_current_cards(s: Any, mask: Any) -> None:
    hand = s.hand[s.turn_seat]
    for card in range(FAVOURABLE_CURRENT, GULF_STREAM + 1):
        mask[ACT.card.start + card] = hand[card] > 0


@kernel
def _play_or_roll(s: Any, t: Any, action: int) -> None:
    """Play a card first, or roll."""
    if action < ACT.card.stop:
        playing.play_from_hand(s, action - ACT.card.start)
    else:
        _roll(s)


@kernel
def _can_play_current(s: Any, t: Any) -> bool:
    """Whether there is a card to play before the roll; else it is made."""
    if _has_current(s):
        return True
    _roll(s)
    return False


@kernel
def _roll(s: Any) -> None:
    """Throw the die of the move; rivals may call Contrary Winds."""
    noinline()
    s.mv.die = throw(s)
    turn_to(s, Decision.WINDOW_MOVE, s.turn_seat)


@kernel
def reach(s: Any, t: Any) -> int:
    """Spaces of the move, at least 1 (HAV-4.4)."""
    winds = s.mv.winds * t.cards[CONTRARY_WINDS].pips
    bonus = move_bonus_of(s, t, s.mv.seat, s.mv.slot)
    return max(1, s.mv.die + bonus + s.mv.adders + winds)


@kernel
def _mark_destinations(s: Any, t: Any, mask: Any) -> None:
    """Mark the free hexes within reach; the vessel's own hex is free for it (HAV-4.6 to 4.13)."""
    noinline()
    _mark_current_cards(s, mask)
    far = reach(s, t)
    distance = t.chart.distance[s.mv.origin]
    for hex_ in range(HEXES):
        mask[ACT.hex.start + hex_] = distance[hex_] <= far
    for seat in range(s.players):
        for slot in range(SLOTS):
            hex_ = s.hex[seat, slot]
            if hex_ < HEXES and not (seat == s.mv.seat and slot == s.mv.slot):
                mask[ACT.hex.start + hex_] = False


@kernel
def _play_or_stop(s: Any, t: Any, action: int) -> None:
    """Play a card that adds to the move, or stop in a hex."""
    if action < ACT.card.stop:
        playing.play_from_hand(s, action - ACT.card.start)
    else:
        _stop(s, t, action - ACT.hex.start)


@kernel
def _stop(s: Any, t: Any, hex_: int) -> None:
    """Put the piece down; what is left of the move allows one attack (HAV-6.3, HAV-6.18)."""
    noinline()
    s.hex[s.mv.seat, s.mv.slot] = hex_
    s.mv.left = reach(s, t) - t.chart.distance[s.mv.origin, hex_]
    turn_to(s, Decision.ENGAGE, s.turn_seat)


# --- Rivals beside the vessel that has stopped (HAV-6.1 to 6.3) -----------------------------------


@kernel
def _can_attack(s: Any, t: Any, seat: int, slot: int) -> bool:
    """Whether a rival's vessel may be attacked: it is adjacent, not at its Haven, not safe."""
    if s.at_sea[seat, slot] == 0 or s.safe[seat, slot] >> s.turn_seat & 1 == 1:
        return False
    here = s.hex[s.mv.seat, s.mv.slot]
    is_adjacent = t.chart.distance[here, s.hex[seat, slot]] == 1
    return is_adjacent and not is_at_haven(s, t, seat, slot)


@kernel
def _is_any_in_reach(s: Any, t: Any) -> bool:
    """Whether any rival's vessel may be attacked."""
    for left in range(1, s.players):
        for slot in range(SLOTS):
            if _can_attack(s, t, (s.turn_seat + left) % s.players, slot):
                return True
    return False


@kernel
def _mark_rivals(s: Any, t: Any, mask: Any) -> None:
    """Mark the rivals' vessels that may be attacked, and peace."""
    noinline()
    for left in range(1, s.players):
        for slot in range(SLOTS):
            if _can_attack(s, t, (s.turn_seat + left) % s.players, slot):
                mask[ACT.target.start + SLOTS * (left - 1) + slot] = True
    mask[ACT.pass_.start] = True


@kernel
def _engage(s: Any, t: Any, action: int) -> None:
    """Attack a rival, or end the move."""
    noinline()
    if action == ACT.pass_.start:
        finish(s)
    else:
        left, slot = divmod(action - ACT.target.start, SLOTS)
        battles.declare(s, (s.turn_seat + 1 + left) % s.players, slot)


@kernel
def _can_engage(s: Any, t: Any) -> bool:
    """Whether there is somebody to attack; else the move is over."""
    noinline()
    if s.mv.left >= 1 and _is_any_in_reach(s, t):
        return True
    finish(s)
    return False


HANDLERS = (
    Handler(
        Decision.PREMOVE,
        _mark_currents,
        _play_or_roll,
        _can_play_current,
        "Whether to play a card that adds to the move, before its roll.",
    ),
    Handler(
        Decision.DEST,
        _mark_destinations,
        _play_or_stop,
        doc="The hex to stop in, or a card that adds to the move.",
    ),
    Handler(
        Decision.ENGAGE,
        _mark_rivals,
        _engage,
        _can_engage,
        "The rival to attack beside the vessel that has stopped.",
    ),
)
"""The decisions of a move."""
