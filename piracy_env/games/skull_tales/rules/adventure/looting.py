"""Looting Fallen Enemy tokens and those who are Knocked Out (STA-10.35, STA-10.36, STA-R76)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.bits import lowest, places_of
from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure import deeds
from piracy_env.games.skull_tales.rules.adventure.board import is_adjacent, is_roof
from piracy_env.games.skull_tales.rules.adventure.carrying import (
    GOALS,
    make_place,
    spend_brew,
    take_goal,
)
from piracy_env.games.skull_tales.rules.adventure.foes import take_token
from piracy_env.games.skull_tales.rules.adventure.payment import OTHER, can_pay, pay_ap
from piracy_env.games.skull_tales.rules.adventure.people import (
    are_next_to_each_other,
    foes_next_to,
    has_status,
    has_trait,
    is_in_play,
    place_of_character,
)
from piracy_env.games.skull_tales.rules.adventure.possessions import (
    BODY_BREW,
    BODY_COINS,
    BODY_RUM,
    ask_take,
    hand_item,
    lootable,
)
from piracy_env.games.skull_tales.rules.adventure.questions import ask, ask_person
from piracy_env.games.skull_tales.rules.adventure.search_cards import find_card
from piracy_env.games.skull_tales.rules.adventure.track import gain_coins, gain_pp, lose_coins
from piracy_env.games.skull_tales.rules.adventure.weapons import is_frenzied
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    offer,
    offering,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import (
    CARRIED,
    NONE,
    SLOT,
    SLOTS,
    STEP,
    A,
    B,
    C,
    Decision,
)
from piracy_env.games.skull_tales.state_land import TOKENS_FALLEN, Status
from piracy_env.games.skull_tales.traits import Trait

_MONEY_GRUBBER = int(Trait.MONEY_GRUBBER)
LOOT_COST = 1
GREEDY = 1
"""The penance that takes the rewards of Fallen tokens (STA-R50)."""
_TOKENS = (1 << TOKENS_FALLEN) - 1
_WHO = 8
"""A frame STRIPPING keeps the body + 8 * what is taken in A."""


@kernel
def may_loot(s: Any, t: Any, slot: int) -> bool:
    """Whether a Character can loot at all: no Enemy next to it, on no roof (STA-10.35, STA-R29)."""
    row, col = place_of_character(s, slot)
    if row == NONE or is_roof(s, row, col) or is_frenzied(s, slot):
        return False
    return can_pay(s, t, LOOT_COST, OTHER) and foes_next_to(s, t, slot) == 0


# --- tokens ---------------------------------------------------------------------------------------


@kernel
def tokens_near(s: Any, t: Any, slot: int) -> int:
    """Fallen tokens on the space of a Character or next to it, a bit each."""
    here, found = place_of_character(s, slot), 0
    left = _TOKENS & ~places_of(s.fl_row, NONE)
    while left:
        token = lowest(left)
        left &= left - 1
        there = (s.fl_row[token], s.fl_col[token])
        is_own = there[0] == here[0] and there[1] == here[1]
        found |= (is_own or is_adjacent(s, t, here, there)) << token
    return found


@kernel
def token_at(s: Any, row: int, col: int) -> int:
    """The Fallen token on a space that is looted first: a marked one, an Immortal's, any."""
    best, worth = NONE, -1
    for token in range(TOKENS_FALLEN):
        if s.fl_row[token] == row and s.fl_col[token] == col:
            value = 2 * (s.fl_mark[token] > 0) + (s.fl_immortal[token] != NONE)
            if value > worth:
                best, worth = token, value
    return best


@kernel
def _offer_tokens(s: Any, t: Any, slot: int) -> None:
    """Offer each space with tokens once."""
    near = tokens_near(s, t, slot)
    for token in range(TOKENS_FALLEN):
        row, col = s.fl_row[token], s.fl_col[token]
        if near >> token & 1 and token_at(s, row, col) == token:
            offer(s, row, col)


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """Which token, its reward, and what the story says of it. A = 1 + its mark, once looted."""
    noinline()
    frame = top(s)
    slot = frame[SLOT] + 0
    if frame[STEP] == 0:
        ask(s, Decision.SPACE, s.ch_owner[slot], slot)
        _offer_tokens(s, t, slot)
    elif frame[STEP] == 1:
        token = token_at(s, frame[B], frame[C])
        frame[A] = s.fl_mark[token]
        next_step(s)
        _flip(s, t, slot, token)
    else:
        marked = frame[A] + 0
        pop(s)
        if marked > 0:
            deeds.looted(s, t, slot, marked)
    return False


@kernel
def _flip(s: Any, t: Any, slot: int, token: int) -> None:
    """The token's reward, the prestige of an Immortal, and a Money-grubber's question (20.18)."""
    kind, immortal = s.fl_kind[token] + 0, s.fl_immortal[token] + 0
    take_token(s, token)
    if immortal != NONE:
        gain_pp(s, t, slot, t.enemies[immortal].prestige)
    give_reward(s, t, slot, kind)
    coins = t.fallen[kind].coins
    price = t.traits[_MONEY_GRUBBER].ap
    is_paid = coins > 0 and s.ch_penance[slot] != GREEDY
    if is_paid and has_trait(s, t, slot, Trait.MONEY_GRUBBER) and can_pay(s, t, price, OTHER):
        push_for(s, Decision.MONEY, s.ch_owner[slot], slot, coins, 0)


@kernel
def give_reward(s: Any, t: Any, slot: int, kind: int) -> None:
    """The reward of a Fallen token: a row of [fallen]; the Greedy get none (STA-12.21, STA-R50)."""
    if s.ch_penance[slot] == GREEDY:
        return
    row = t.fallen[kind]
    gain_coins(s, slot, row.coins)
    if row.card >= 0:
        find_card(s, t, slot, row.card)


@kernel
def _double_coins(s: Any, t: Any, action: int) -> None:
    """Pay, and get the coins of the token once more (STA-20.18)."""
    slot, coins = top(s)[SLOT] + 0, top(s)[A] + 0
    pop(s)
    if action == ACT.money.start:
        pay_ap(s, t, t.traits[_MONEY_GRUBBER].ap, OTHER)
        gain_coins(s, slot, coins)


# --- bodies ---------------------------------------------------------------------------------------


@kernel
def bodies_near(s: Any, t: Any, slot: int) -> int:
    """Characters next to one that lie Knocked Out and have something, a bit each."""
    found = 0
    for other in range(SLOTS):
        is_body = is_in_play(s, other) and has_status(s, other, Status.KNOCKED_OUT)
        if is_body and are_next_to_each_other(s, t, slot, other):
            found |= (lootable(s, t, slot, other) != 0) << other
    return found


@kernel
def _go_on_stripping(s: Any, t: Any) -> bool:
    """Whose body, what, a place for it. A = the body + 8 * what is taken."""
    noinline()
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    if step == 0:
        ask_person(s, s.ch_owner[slot], slot, bodies_near(s, t, slot))
    elif step == 1:
        frame[A] = frame[B]
        ask_take(s, slot, frame[A], True)
    elif step == 2:
        body, what = frame[A] % _WHO, frame[B] + 0
        frame[A] = body + _WHO * what
        if what < CARRIED:
            make_place(s, t, slot, s.inv_id[body, what], s.inv_flag[body, what])
        else:
            pop(s)
            _take(s, t, slot, body, what)
    else:
        body, what, is_taken = frame[A] % _WHO, frame[A] // _WHO, frame[B] == 1
        pop(s)
        if is_taken:
            hand_item(s, t, body, what, slot)
    return False


@kernel
def _take(s: Any, t: Any, slot: int, body: int, what: int) -> None:
    """Take what is no card: coins by a die, a drink, a goal (STA-R47)."""
    if what == BODY_COINS:
        gain_coins(s, slot, lose_coins(s, body, throw(s) + t.ashore.loot_coins))
    elif what == BODY_RUM:
        s.ch_rum[body] -= 1
        s.ch_rum[slot] += 1
    elif what == BODY_BREW:
        spend_brew(s, body)
        s.ch_brew[slot] += 1
    else:
        take_goal(s, t, what - GOALS, slot)


# --- verbs ----------------------------------------------------------------------------------------


@kernel
def mark(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark LOOT_TOKEN and LOOT_BODY."""
    if may_loot(s, t, slot):
        mask[ACT.loot_token.start] = tokens_near(s, t, slot) != 0
        mask[ACT.loot_body.start] = bodies_near(s, t, slot) != 0


HANDLERS = (
    Handler(Decision.LOOTING, mark_nothing, answer_nothing, _go_on),
    Handler(Decision.STRIPPING, mark_nothing, answer_nothing, _go_on_stripping),
    Handler(Decision.MONEY, offering(ACT.money), _double_coins, doc="whether to double the coins"),
)
