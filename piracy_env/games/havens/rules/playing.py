"""Playing Wild, History and Instant cards, and the windows for Instants (HAV-9).

A card that is played lies in limbo, under a frame WINDOW_CARD that asks whether somebody negates
it. When it stands, its effect is carried out above that frame; when the frame is uppermost again,
the card is discarded. Only players who hold a fitting card are asked (HAV-R26).
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.havens.actions import ACT
from piracy_env.games.havens.cards import (
    ALARM_BELLS,
    BROADSIDE,
    BURIED_TREASURE,
    CLOSE_QUARTERS,
    CONTRARY_WINDS,
    CUT_THE_CABLE,
    DAWN_ASSAULT,
    DOUBLE_DEALING,
    FIRST_HISTORY,
    FIRST_INSTANT,
    FORLORN_HOPE,
    HOT_PURSUIT,
    KINGS_PARDON,
    MUSKET_VOLLEY,
    PROVIDENCE,
    SCURVY,
    TAVERN_GOSSIP,
    TRADE_WINDS,
    TURN_OF_FORTUNE,
    TURNCOAT_GUIDE,
    TYPES,
)
from piracy_env.games.havens.rules.fleet import can_take_wild, is_becalmed
from piracy_env.games.havens.rules.frames import lay_down, pick_up, pop, push, top, turn_to
from piracy_env.games.havens.rules.piles import discard, lose
from piracy_env.games.havens.state import (
    ACTOR,
    BY,
    CAPTAIN,
    CARD,
    FLAG,
    KIND,
    NONE,
    PLACE,
    SEAT,
    SLOT,
    SLOTS,
    Battle,
    Decision,
)

ASKED, NEGATED, STANDS, GONE = range(4)
"""What becomes of a card that is played: FLAG of its WINDOW_CARD frame."""
CALLED_OFF = 1
"""FLAG of a WINDOW_DECLARED frame: the battle does not take place (HAV-10.21)."""


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
def answer(s: Any, t: Any, action: int) -> None:
    """Carry out the choice of a target, or an answer in a window."""
    noinline()
    if top(s)[KIND] <= Decision.HIST_TARGET:
        _play_on_target(s, t, action)
    elif action == ACT.pass_.start:
        top(s)[PLACE] += 1
    else:
        play_from_hand(s, action - ACT.card.start)


@kernel
def mark(s: Any, t: Any, mask: Any) -> None:
    """Mark the targets, or the cards that fit a window."""
    noinline()
    frame = top(s)
    if frame[KIND] <= Decision.HIST_TARGET:
        _mark_targets(s, t, frame[CARD], mask)
        return
    mask[ACT.pass_.start] = True
    cards = _answers(s, frame[ACTOR])
    for card in range(FIRST_HISTORY, TYPES):
        mask[ACT.card.start + card] = cards >> (card - FIRST_HISTORY) & 1 == 1


# --- Targets (HAV-R15, HAV-R18, HAV-R25) ----------------------------------------------------------


@kernel
def _is_for_own_vessel(card: int) -> bool:
    """Whether a Wild or History card is played on an own vessel; else on a rival's."""
    return card <= TRADE_WINDS or card >= FIRST_HISTORY


@kernel
def _is_target(s: Any, t: Any, card: int, seat: int, slot: int) -> bool:  # noqa: PLR0911
    """Whether a card may be played on a slot."""
    if card == KINGS_PARDON:
        return s.at_sea[seat, slot] == 0 and s.part[seat, slot, CAPTAIN] != NONE
    if s.at_sea[seat, slot] == 0:
        return False
    if card <= SCURVY:
        return can_take_wild(s, seat, slot)
    if card == HOT_PURSUIT:
        return s.moved[seat, slot] == 1 and not is_becalmed(s, seat, slot)
    if card == BURIED_TREASURE:
        return s.hex[seat, slot] == t.rules.buried_treasure_hex
    if card >= FIRST_HISTORY:
        return s.hex[seat, slot] == t.rules.plate_fleet_hex
    return True


@kernel
def has_target(s: Any, t: Any, card: int) -> bool:
    """Whether a Wild or History card of the Action phase can be played on anything."""
    noinline()
    if card >= FIRST_HISTORY and not _is_of_action_phase(card):
        return False
    first, last = (0, 1) if _is_for_own_vessel(card) else (1, s.players)
    for left in range(first, last):
        for slot in range(SLOTS):
            if _is_target(s, t, card, (s.turn_seat + left) % s.players, slot):
                return True
    return False


@kernel
def _is_of_action_phase(card: int) -> bool:
    """Whether a History card is played from the menu."""
    return card == HOT_PURSUIT or card >= BURIED_TREASURE


@kernel
def _mark_targets(s: Any, t: Any, card: int, mask: Any) -> None:
    """Mark the vessels that the chosen card may be played on."""
    for slot in range(SLOTS):
        if _is_for_own_vessel(card):
            mask[ACT.slot.start + slot] = _is_target(s, t, card, s.turn_seat, slot)
            continue
        for left in range(1, s.players):
            if _is_target(s, t, card, (s.turn_seat + left) % s.players, slot):
                mask[ACT.target.start + SLOTS * (left - 1) + slot] = True


@kernel
def choose_target(s: Any, card: int) -> None:
    """Take a card from the hand; it is committed, and its target is asked for (HAV-R39)."""
    me = s.turn_seat
    lose(s, me, card)
    lay_down(s, me, card)
    push(s, Decision.WILD_TARGET if card < FIRST_HISTORY else Decision.HIST_TARGET, me)
    top(s)[CARD] = card


@kernel
def _play_on_target(s: Any, t: Any, action: int) -> None:
    """Pay for the card and play it."""
    frame, me = top(s), s.turn_seat
    s.unspent[me] -= t.cards[frame[CARD]].cost
    frame[BY], frame[SEAT] = me, me
    if action < ACT.slot.stop:
        frame[SLOT] = action - ACT.slot.start
    else:
        left, slot = divmod(action - ACT.target.start, SLOTS)
        frame[SEAT], frame[SLOT] = (me + 1 + left) % s.players, slot
    turn_to(s, Decision.WINDOW_CARD, me)


# --- Playing a card (HAV-9.1 to 9.8) --------------------------------------------------------------


@kernel
def play_from_hand(s: Any, card: int) -> None:
    """The player who decides plays a card that needs no target."""
    noinline()
    seat = top(s)[ACTOR]
    lose(s, seat, card)
    lay_down(s, seat, card)
    push(s, Decision.WINDOW_CARD, seat)
    frame = top(s)
    frame[CARD], frame[BY] = card, seat


@kernel
def leave_table(s: Any) -> None:
    """The uppermost card has been dealt with: discard it, if it does not stay on a vessel."""
    if top(s)[FLAG] != GONE:
        discard(s, pick_up(s))
    pop(s)


# --- Windows (HAV-9.2, HAV-2.21) ------------------------------------------------------------------


@kernel
def stands(s: Any) -> bool:
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
