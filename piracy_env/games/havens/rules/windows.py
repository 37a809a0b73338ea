"""The windows for Instants: who is asked, and what takes place once nobody plays (HAV-9).

Only players who hold a fitting card are asked, one after the other (HAV-R26). When nobody is left,
the window closes: what it has waited for takes place.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.havens.actions import ACT
from piracy_env.games.havens.cards import (
    ALARM_BELLS,
    BROADSIDE,
    CLOSE_QUARTERS,
    CONTRARY_WINDS,
    CUT_THE_CABLE,
    DAWN_ASSAULT,
    DOUBLE_DEALING,
    FIRST_HISTORY,
    FIRST_INSTANT,
    FORLORN_HOPE,
    MUSKET_VOLLEY,
    PROVIDENCE,
    TAVERN_GOSSIP,
    TURN_OF_FORTUNE,
    TURNCOAT_GUIDE,
    TYPES,
)
from piracy_env.games.havens.rules import attacks, battles, effects
from piracy_env.games.havens.rules.frames import finish, top, turn_to
from piracy_env.games.havens.rules.playing import (
    ASKED,
    CALLED_OFF,
    STANDS,
    leave_table,
    play_from_hand,
)
from piracy_env.games.havens.rules.turn import next_turn
from piracy_env.games.havens.state import (
    ACTOR,
    BY,
    CARD,
    FLAG,
    KIND,
    PLACE,
    Battle,
    Decision,
)


def _bits(*cards: int) -> int:
    """History and Instant cards as a set."""
    return sum(1 << (card - FIRST_HISTORY) for card in cards)


NEGATE_ANY = _bits(DOUBLE_DEALING)
NEGATE_WILD_OR_HISTORY = _bits(DOUBLE_DEALING, TURN_OF_FORTUNE)
ADD_TO_ATTACK = _bits(DAWN_ASSAULT, FORLORN_HOPE, TURNCOAT_GUIDE)
ADD_TO_DEFENCE = _bits(ALARM_BELLS)
ADD_TO_COMBAT = _bits(BROADSIDE, MUSKET_VOLLEY)
ADD_TO_OWN_TURNS_COMBAT = _bits(CLOSE_QUARTERS)
ADD_TO_SAVE = _bits(PROVIDENCE)
AGAINST_A_MOVE = _bits(CONTRARY_WINDS)
AGAINST_A_BATTLE = _bits(CUT_THE_CABLE)
BETWEEN_TURNS = _bits(TAVERN_GOSSIP)


@kernel
def _mark_answers(s: Any, t: Any, mask: Any) -> None:
    """Mark the cards that fit the window, and none."""
    noinline()
    mask[ACT.pass_.start] = True
    cards = _answers(s, top(s)[ACTOR])
    for card in range(FIRST_HISTORY, TYPES):
        mask[ACT.card.start + card] = cards >> (card - FIRST_HISTORY) & 1 == 1


@kernel
def _answer(s: Any, t: Any, action: int) -> None:
    """Play a card, or let the next player be asked."""
    noinline()
    if action == ACT.pass_.start:
        top(s)[PLACE] += 1
    else:
        play_from_hand(s, action - ACT.card.start)


# --- Who is asked (HAV-9.2, HAV-2.21) -------------------------------------------------------------


@kernel
def _is_asked(s: Any) -> bool:
    """Whether somebody is asked in the window; else it closes."""
    noinline()
    frame = top(s)
    if frame[FLAG] != ASKED:
        return False
    while frame[PLACE] < s.players:
        seat = (_first_asked(s) + frame[PLACE]) % s.players
        if _answers(s, seat) != 0:
            frame[ACTOR] = seat
            return True
        frame[PLACE] += 1
    return False


@kernel
def _first_asked(s: Any) -> int:
    """Who is asked first; the others follow clockwise."""
    frame = top(s)
    if frame[KIND] == Decision.WINDOW_CARD:
        return frame[BY] + 1
    if frame[KIND] == Decision.WINDOW_BETWEEN:
        return s.turn_seat + 1
    return s.turn_seat


@kernel
def _answers(s: Any, seat: int) -> int:
    """The cards of a hand that fit the window, as a set."""
    fitting = _fitting(s, seat)
    if fitting == 0:
        return 0
    hand = s.hand[seat]
    held = 0
    for card in range(FIRST_HISTORY, TYPES):
        held |= (hand[card] > 0) << (card - FIRST_HISTORY)
    return fitting & held


@kernel
def _fitting(s: Any, seat: int) -> int:
    """The cards that a player might play in the window, as a set."""
    frame = top(s)
    kind = frame[KIND]
    if kind == Decision.WINDOW_CARD:
        if seat == frame[BY]:
            return 0
        return NEGATE_WILD_OR_HISTORY if frame[CARD] < FIRST_INSTANT else NEGATE_ANY
    if kind == Decision.WINDOW_ROLL:
        return _additions(s, seat)
    if kind == Decision.WINDOW_MOVE:
        return AGAINST_A_MOVE if seat != s.turn_seat else 0
    if kind == Decision.WINDOW_DECLARED:
        return AGAINST_A_BATTLE if seat == s.bt.def_seat else 0
    return BETWEEN_TURNS


@kernel
def _additions(s: Any, seat: int) -> int:
    """The cards with which a player might add to the roll to come, as a set."""
    bt = s.bt
    if bt.type == Battle.ATTACK:
        return ADD_TO_ATTACK if seat == bt.att_seat else ADD_TO_DEFENCE
    if bt.type == Battle.VESSEL and seat == s.turn_seat:
        return ADD_TO_COMBAT | ADD_TO_OWN_TURNS_COMBAT
    if seat != bt.def_seat and not (bt.type == Battle.VESSEL and seat == bt.att_seat):
        return 0
    return ADD_TO_SAVE if bt.type == Battle.NOBODY else ADD_TO_COMBAT


# --- What a window has waited for -----------------------------------------------------------------


@kernel
def _card_window(s: Any, t: Any) -> bool:
    """Whether somebody may negate the card; else it is carried out, and then leaves the table."""
    noinline()
    if _is_asked(s):
        return True
    frame = top(s)
    if frame[FLAG] == ASKED:
        frame[FLAG] = STANDS
        effects.carry_out(s, t)
    else:
        leave_table(s)
    return False


@kernel
def _roll_window(s: Any, t: Any) -> bool:
    """Whether somebody may add to the roll; else the dice of a battle or Saving Roll are thrown."""
    noinline()
    if _is_asked(s):
        return True
    if s.bt.type == Battle.ATTACK:
        attacks.roll(s, t)
    elif s.bt.type == Battle.VESSEL:
        battles.roll(s, t)
    elif s.bt.type == Battle.MAN_OF_WAR:
        battles.roll_against_man_of_war(s, t)
    else:
        effects.roll_to_be_saved(s, t)
    return False


@kernel
def _move_window(s: Any, t: Any) -> bool:
    """Whether a rival may call Contrary Winds; else the vessel goes where it likes."""
    if _is_asked(s):
        return True
    turn_to(s, Decision.DEST, s.turn_seat)
    return False


@kernel
def _declared_window(s: Any, t: Any) -> bool:
    """Whether the defender may call the battle off; else it begins."""
    noinline()
    if _is_asked(s):
        return True
    if top(s)[FLAG] == CALLED_OFF:
        finish(s)
    else:
        battles.begin_round(s)
    return False


@kernel
def _window_between(s: Any, t: Any) -> bool:
    """Whether somebody may play between two turns; else the next turn begins."""
    noinline()
    if _is_asked(s):
        return True
    next_turn(s)
    return False


HANDLERS = (
    Handler(
        Decision.WINDOW_CARD,
        _mark_answers,
        _answer,
        _card_window,
        "Whether to negate a card; whoever holds a card that can.",
    ),
    Handler(
        Decision.WINDOW_ROLL,
        _mark_answers,
        _answer,
        _roll_window,
        "Whether to add to a roll; whoever holds a card that can.",
    ),
    Handler(
        Decision.WINDOW_MOVE,
        _mark_answers,
        _answer,
        _move_window,
        "Whether to call Contrary Winds; the rivals.",
    ),
    Handler(
        Decision.WINDOW_DECLARED,
        _mark_answers,
        _answer,
        _declared_window,
        "Whether to call the battle off; the defender.",
    ),
    Handler(
        Decision.WINDOW_BETWEEN,
        _mark_answers,
        _answer,
        _window_between,
        "Whether to play a card between two turns; everybody.",
    ),
)
"""Who may play an Instant, and when."""
