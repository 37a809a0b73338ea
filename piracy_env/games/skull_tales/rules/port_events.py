"""Entering a place of the Port, and its Event (STP-3)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.chance import member_of
from piracy_env.games.skull_tales.rules.chapel import redeem
from piracy_env.games.skull_tales.rules.crew import (
    add_wounds,
    gain_booty,
    gain_coins,
    gain_destiny,
    gain_prestige,
    has_trait,
)
from piracy_env.games.skull_tales.rules.frames import (
    drop_to,
    next_step,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.rules.learning import teacher_of
from piracy_env.games.skull_tales.rules.mansion import fetch_bet
from piracy_env.games.skull_tales.rules.market import receive_order
from piracy_env.games.skull_tales.rules.rolls import call_for, successes
from piracy_env.games.skull_tales.rules.rumors import draw_rumor
from piracy_env.games.skull_tales.rules.town import Place, spend_time
from piracy_env.games.skull_tales.state import (
    ACTOR,
    STEP,
    A,
    B,
    C,
    Decision,
)
from piracy_env.games.skull_tales.traits import Trait

CARDS = 8
"""Events of a place."""
CHANGES = 7
PRESTIGE, COINS, TIME, DESTINY, WOUNDS, MOOD, SPECIAL = range(CHANGES)
"""Columns of what an option brings."""
_TO_SHIP, _TO_TAVERN, _TO_CHAPEL, _CURSE, _RUMOR = 1, 2, 3, 4, 5
_FOR_CAPTAIN, _BREW, _ALL_COINS, _OR_PRESTIGE, _MARIE = 6, 7, 8, 9, 10
"""Special effects."""
_SHIPWRIGHT, _BARGAIN = 6, 9
"""The Events that stay in play, rows of [port_events]."""
_ADD_TO_LOSE, _INSTEAD = 1, 2
OPTIONS = 3
_CHOOSE, _ROLLED, _DONE = 0, 1, 2
"""Steps of an Event."""
KNOCKED_OUT_COST = 5


@kernel
def arrive(s: Any, t: Any, seat: int, place: int) -> None:
    """A seat is at a place; what waits for it there is handed over."""
    s.loc[seat] = place
    if place == Place.MARKET:
        receive_order(s, t, seat)
    elif place == Place.CHAPEL:
        redeem(s, seat)
    elif place == Place.MANSION:
        fetch_bet(s, seat)


@kernel
def draw_event(s: Any, t: Any, seat: int) -> None:
    """Draw the Event of the place that was entered; a Rascal draws two (STP-3.1, STP-10.11)."""
    noinline()
    place = s.loc[seat]
    if place == Place.SHIP:
        return
    first = _draw_card(s, place)
    if has_trait(s, t, seat, Trait.RASCAL) and place in (Place.MARKET, Place.TAVERN):
        push_for(s, Decision.TWO_EVENTS, seat, seat, first, _draw_card(s, place))
    else:
        _begin_event(s, t, seat, first)


@kernel
def _draw_card(s: Any, place: int) -> int:
    """A card of a place's deck; empty, it is shuffled anew but for what is in play (STP-3.11)."""
    deck = (1 << CARDS) - 1 & ~s.pe_out[place - 1]
    if deck == 0:
        lasting = 0
        for number in range(2):
            card = _SHIPWRIGHT if number == 0 else _BARGAIN
            if s.ppers >> number & 1 and card // CARDS == place - 1:
                lasting |= 1 << card % CARDS
        s.pe_out[place - 1] = lasting
        deck = (1 << CARDS) - 1 & ~lasting
    card = member_of(s, deck, CARDS * (place - 1))
    s.pe_out[place - 1] |= 1 << card % CARDS
    return card


@kernel
def _mark_two(s: Any, t: Any, mask: Any) -> None:
    """Mark both cards."""
    mask[ACT.opt.start] = True
    mask[ACT.opt.start + 1] = True


@kernel
def _choose_card(s: Any, t: Any, action: int) -> None:
    """Take one of two cards; the key word of the other does not count."""
    frame = top(s)
    seat, card = frame[ACTOR], frame[A] if action == ACT.opt.start else frame[B]
    pop(s)
    _begin_event(s, t, seat, card)


@kernel
def _begin_event(s: Any, t: Any, seat: int, card: int) -> None:
    """Note the key word; whether it was drawn before is in the frame (STP-3.5)."""
    key = t.port_events[card].key
    push_for(s, Decision.PORT_EVENT, seat, seat, card, 0)
    if key > 0:
        top(s)[C] = s.keys >> key - 1 & 1
        s.keys |= 1 << key - 1
    if card == _SHIPWRIGHT:
        s.ppers |= 1
    elif card == _BARGAIN:
        s.ppers |= 2


# --- options --------------------------------------------------------------------------------------


@kernel
def _is_there(t: Any, card: int, option: int) -> bool:
    """Whether a card has an option."""
    row = t.port_events[card]
    if option == 0:
        return row.a_there == 1
    return row.b_there == 1 if option == 1 else row.c_there == 1


@kernel
def gain_of(t: Any, card: int, option: int, what: int) -> int:
    """What an option brings without a test, or if it succeeds."""
    row = t.port_events[card]
    if option == 0:
        return row.a_win[what]
    return row.b_win[what] if option == 1 else row.c_win[what]


@kernel
def loss_of(t: Any, card: int, option: int, what: int) -> int:
    """What an option brings if its test fails."""
    row = t.port_events[card]
    if option == 0:
        return row.a_lose[what]
    return row.b_lose[what] if option == 1 else row.c_lose[what]


@kernel
def attribute_of(t: Any, card: int, option: int) -> int:
    """What an option tests, 0 for nothing."""
    row = t.port_events[card]
    if option == 0:
        return row.a_attribute
    return row.b_attribute if option == 1 else row.c_attribute


@kernel
def difficulty_of(t: Any, card: int, option: int) -> int:
    """What its test has to beat."""
    row = t.port_events[card]
    if option == 0:
        return row.a_difficulty
    return row.b_difficulty if option == 1 else row.c_difficulty


@kernel
def _coins_of(t: Any, card: int, option: int) -> int:
    row = t.port_events[card]
    if option == 0:
        return row.a_coins
    return row.b_coins if option == 1 else row.c_coins


@kernel
def _is_payable(s: Any, t: Any, seat: int, card: int, option: int) -> bool:
    """Whether a seat can take an option: costs must be paid in full (STP-3.10)."""
    if not _is_there(t, card, option) or s.ch_coins[seat] < _coins_of(t, card, option):
        return False
    if gain_of(t, card, option, SPECIAL) == _CURSE and s.ch_cursed[seat] == 1:
        return False
    row = t.port_events[card]
    is_cost = row.optional == 1 or _is_there(t, card, 1)
    if is_cost and attribute_of(t, card, option) == 0:
        return s.tu[seat] + gain_of(t, card, option, TIME) >= 0
    return True


@kernel
def _mark_options(s: Any, t: Any, mask: Any) -> None:
    """Mark the options of the card."""
    frame = top(s)
    seat, card = frame[ACTOR], frame[A]
    for option in range(OPTIONS):
        mask[ACT.opt.start + option] = _is_payable(s, t, seat, card, option)
    mask[ACT.no.start] = t.port_events[card].optional == 1


@kernel
def _choose_option(s: Any, t: Any, action: int) -> None:
    """Decline, or take an option."""
    if action == ACT.no.start:
        pop(s)
    else:
        _take_option(s, t, action - ACT.opt.start)


@kernel
def _take_option(s: Any, t: Any, option: int) -> None:
    """Roll for it, if the roll matters."""
    frame = top(s)
    frame[B] = option
    seat, card = frame[ACTOR], frame[A]
    attribute = attribute_of(t, card, option)
    next_step(s)
    if attribute > 0 and _does_matter(s, t):
        call_for(s, seat, attribute - 1, difficulty_of(t, card, option))
    else:
        next_step(s)


@kernel
def _does_matter(s: Any, t: Any) -> bool:
    """Whether success and failure differ."""
    for what in range(CHANGES):  # noqa: SIM110 - numba knows no any()
        if _change(s, t, True, what) != _change(s, t, False, what):
            return True
    return False


@kernel
def _goes_on(s: Any, t: Any) -> bool:
    """Whether there is a choice; a card without one takes place by itself."""
    noinline()
    frame = top(s)
    seat, card = frame[ACTOR], frame[A]
    if frame[STEP] == _CHOOSE:
        row = t.port_events[card]
        if row.optional == 0 and row.b_there == 0:
            _take_option(s, t, 0)
            return False
        if _is_any_payable(s, t, seat, card):
            return True
        pop(s)
        return False
    _carry_out(s, t, frame[STEP] == _DONE or successes(s) > 0)
    return False


@kernel
def _is_any_payable(s: Any, t: Any, seat: int, card: int) -> bool:
    for option in range(OPTIONS):  # noqa: SIM110 - numba knows no any()
        if _is_payable(s, t, seat, card, option):
            return True
    return False


# --- effects --------------------------------------------------------------------------------------


@kernel
def _change(s: Any, t: Any, is_won: bool, what: int) -> int:
    """What the option of the uppermost frame changes, with what a second key word does to it."""
    frame = top(s)
    card, option = frame[A], frame[B]
    row = t.port_events[card]
    if frame[C] == 1 and row.second == _INSTEAD:
        return row.second_effect[what]
    if is_won:
        return gain_of(t, card, option, what)
    change = loss_of(t, card, option, what)
    if frame[C] == 1 and row.second == _ADD_TO_LOSE:
        change += row.second_effect[what]
    return change


@kernel
def _carry_out(s: Any, t: Any, is_won: bool) -> None:
    """Change what the card changes; wounds come last, as they may end the turn."""
    noinline()
    seat = top(s)[ACTOR]
    special = _change(s, t, is_won, SPECIAL)
    prestige, coins = _change(s, t, is_won, PRESTIGE), _change(s, t, is_won, COINS)
    time, destiny = _change(s, t, is_won, TIME), _change(s, t, is_won, DESTINY)
    wounds, mood = _change(s, t, is_won, WOUNDS), _change(s, t, is_won, MOOD)
    pop(s)
    if special == _OR_PRESTIGE and s.ch_coins[seat] < -coins:
        coins, prestige = 0, -2
    elif special == _ALL_COINS and s.ch_coins[seat] < -coins:
        prestige = 1
    elif special == _FOR_CAPTAIN and seat == s.captain:
        coins = 0
        gain_booty(s, 15)
    gain_prestige(s, seat, prestige)
    gain_coins(s, seat, coins)
    spend_time(s, seat, -time)
    gain_destiny(s, seat, max(0, destiny))
    _change_mood(s, seat, mood, special == _MARIE)
    _carry_out_special(s, t, seat, special)
    if wounds > 0 and add_wounds(s, seat, wounds):
        knock_out(s, seat)


@kernel
def _change_mood(s: Any, seat: int, mood: int, second: int) -> None:
    """A teacher of the place approves of a Pirate, or dislikes it (STP-3.8, STP-3.9)."""
    if mood != 0:
        teacher = teacher_of(s.loc[seat], second)
        if mood > 0:
            s.appr[seat] |= 1 << teacher
        else:
            s.disl[seat] |= 1 << teacher


@kernel
def _carry_out_special(s: Any, t: Any, seat: int, special: int) -> None:
    """Moves without an Event, the Curse, Rumors, spoiled Brew."""
    if special == _TO_SHIP:
        arrive(s, t, seat, Place.SHIP)
    elif special == _TO_TAVERN:
        arrive(s, t, seat, Place.TAVERN)
    elif special == _TO_CHAPEL:
        arrive(s, t, seat, Place.CHAPEL)
    elif special == _CURSE:
        s.ch_cursed[seat] = 1
    elif special == _RUMOR:
        draw_rumor(s, t, seat)
    elif special == _BREW and s.ch_brew[seat] > 0:
        s.ch_brew[seat] -= 1


@kernel
def knock_out(s: Any, seat: int) -> None:
    """Back to the ship, whole again, and the turn is over (STP-3.6)."""
    noinline()
    gain_prestige(s, seat, -KNOCKED_OUT_COST)
    spend_time(s, seat, KNOCKED_OUT_COST)
    s.loc[seat] = Place.SHIP
    s.ch_wounds[seat] = 0
    drop_to(s, Decision.PORT)


HANDLERS = (
    Handler(Decision.TWO_EVENTS, _mark_two, _choose_card),
    Handler(Decision.PORT_EVENT, _mark_options, _choose_option, _goes_on),
)
