"""The course of a round.

Draw phase and Parley, turns, raid, end of round (NOT-4 to NOT-6, NOT-16).
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.game import ENDED
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.notoriety.rules.piles import draw_up_to, move_all, show, show_hand, size
from piracy_env.games.notoriety.rules.raid import award_prizes
from piracy_env.games.notoriety.state import (
    DISC,
    FRONT,
    HAND,
    HAND_SIZE,
    NEWREC,
    ROUNDS,
    SHIP,
    Phase,
)

MOST_TURNS = 60
"""Turns in a round that a player may begin with cards in hand (NOT-R36)."""


@kernel
def last_round(s: Any) -> int:
    """Two players play a round more (NOT-4.2)."""
    return ROUNDS if s.players == 2 else ROUNDS - 1


@kernel
def next_seat(s: Any, seat: int) -> int:
    """The seat to the left, clockwise."""
    return (seat + 1) % s.players


# --- Draw phase: NOT-5 ----------------------------------------------------------------------------


@kernel
def begin_round(s: Any) -> None:
    """All draw a hand; then each in turn may parley."""
    noinline()
    s.turn_player = s.start_player
    for left in range(s.players):
        seat = (s.start_player + left) % s.players
        s.turns[seat] = 0
        draw_up_to(s, seat, HAND_SIZE)
    _offer_parley(s, s.start_player)


@kernel
def _offer_parley(s: Any, seat: int) -> None:
    """Ask the first player from a seat on who can still parley.

    After the last one the turns begin (NOT-R6).
    """
    noinline()
    while s.parley[seat] == 0 or size(s, seat, HAND) == 0:
        seat = next_seat(s, seat)
        if seat == s.start_player:
            begin_turn(s, s.start_player)
            return
    s.phase = Phase.PARLEY
    s.seat = seat


@kernel
def end_parley(s: Any) -> None:
    """Go on to the next player who can parley."""
    seat = next_seat(s, s.seat)
    if seat == s.start_player:
        begin_turn(s, seat)
    else:
        _offer_parley(s, seat)


@kernel
def use_parley(s: Any) -> None:
    """Turn the token face down (NOT-5.4)."""
    s.parley[s.seat] = 0
    s.phase = Phase.PARLEY_SELECT


@kernel
def select_for_parley(s: Any, card: int) -> None:
    """Choose a card to discard; with none left the choice is over."""
    play_to_front(s, card)
    if size(s, s.seat, HAND) == 0:
        redraw(s)


@kernel
def redraw(s: Any) -> None:
    """Discard the chosen cards and draw new ones (NOT-5.3, NOT-5.5)."""
    noinline()
    clear_front(s)
    draw_up_to(s, s.seat, HAND_SIZE)
    end_parley(s)


@kernel
def play_to_front(s: Any, card: int) -> None:
    """Lay a hand card down in front; it is in neither hand nor discard pile for now (NOT-R10)."""
    show(s, s.seat, card, FRONT)
    s.front[s.front_n] = card
    s.front_n += 1


@kernel
def clear_front(s: Any) -> None:
    """Put the cards in front onto the discard pile."""
    noinline()
    move_all(s, s.seat, FRONT, DISC)
    for place in range(s.front_n):
        s.front[place] = 0
    s.front_n = 0


# --- Turns: NOT-6 ---------------------------------------------------------------------------------


@kernel
def begin_turn(s: Any, seat: int) -> None:
    """Begin with a Command; without cards in hand, go straight to Recruit (NOT-6.3, 6.5)."""
    noinline()
    s.seat, s.turn_player = seat, seat
    s.plunders = 0
    s.turns[seat] = min(s.turns[seat] + 1, 127)
    if s.turns[seat] > MOST_TURNS:
        show_hand(s, seat, DISC)
    s.phase = Phase.COMMAND if size(s, seat, HAND) > 0 else Phase.RECRUIT


@kernel
def end_turn(s: Any, t: Any) -> None:
    """Pass on; all hands empty, everybody gets a last turn, then the parties raid (NOT-6.7)."""
    noinline()
    if not _are_hands_empty(s):
        s.final_lap = 0  # NOT-R29
    elif s.final_lap == 0:
        s.final_lap = s.players
    else:
        s.final_lap -= 1
        if s.final_lap == 0:
            _raid(s, t)
            return
    begin_turn(s, next_seat(s, s.turn_player))


@kernel
def _are_hands_empty(s: Any) -> bool:
    """Whether nobody holds a card."""
    for seat in range(s.players):  # noqa: SIM110 - numba knows no any()
        if size(s, seat, HAND) > 0:
            return False
    return True


# --- Raiding parties and end of round: NOT-13, NOT-16, NOT-17.1 -----------------------------------


@kernel
def _raid(s: Any, t: Any) -> None:
    """Award the prizes, clear the areas, and begin the next round or end the game."""
    award_prizes(s, t)
    for seat in range(s.players):
        move_all(s, seat, SHIP, DISC)
        move_all(s, seat, NEWREC, DISC)
        s.recruits[seat], s.cap_wild[seat] = 0, 0
        s.strength[seat], s.unused[seat] = 0, 0
    if s.round == last_round(s):
        s.phase = Phase.GAME_OVER
        s.over = ENDED
        return
    s.start_player = next_seat(s, s.start_player)
    s.round += 1
    begin_round(s)
