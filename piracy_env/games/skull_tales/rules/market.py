"""The Market Square: Rum and Brew, prostheses, orders, haggling (STP-6)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.gear import LEGEND, Gear
from piracy_env.games.skull_tales.rules.chance import copy_of
from piracy_env.games.skull_tales.rules.crew import (
    PLACES,
    STARTING,
    carry,
    gain_coins,
    give_up,
    half_places,
    has_room,
    has_trait,
    pay,
)
from piracy_env.games.skull_tales.rules.frames import clear_candidates, offer, pop, push, top
from piracy_env.games.skull_tales.rules.town import Deed, begin_deed, can_do
from piracy_env.games.skull_tales.state import ACTOR, COPIES, MARKET, NONE, OFFER, Decision
from piracy_env.games.skull_tales.traits import Trait

BARGAIN, CHEAPER = 2, 3
"""The bit of `ppers` of the Bargain Day, and what gear then costs less."""
MOST_BOTTLES = 6
_RUM, _BREW = int(Gear.RUM), int(Gear.BREW)
_MARKET_CARDS = (1 << MARKET) - 1
_OWN_CARDS = (1 << MARKET + OFFER) - (1 << MARKET)
_EYES, _LEGS = 1 | 32, 2 | 4
"""Bits of `ch_perm`."""


@kernel
def open_market(s: Any, t: Any) -> None:
    """Lay out the Market deck (STP-1.4)."""
    noinline()
    for place in range(MARKET + OFFER):
        s.mk[place] = 0
    s.mk_on = 0
    for place in range(t.rules.market):
        _lay_out(s, place)
    for seat in range(len(s.mk_seen)):
        s.mk_seen[seat] = 0
    s.offer_to = NONE


@kernel
def close_market(s: Any) -> None:
    """Unsold cards go back to the Gear deck (STV-R46)."""
    noinline()
    for place in range(MARKET + OFFER):
        if s.mk[place] > 0:
            s.gear_left[s.mk[place]] += 1
        s.mk[place] = 0
    s.mk_on = 0
    for seat in range(len(s.mk_seen)):
        s.mk_seen[seat], s.order_new[seat] = 0, 0
    s.offer_to = NONE


@kernel
def _lay_out(s: Any, place: int) -> None:
    """Draw a card of the Gear deck for a place of the Market, unless the deck is empty."""
    card = copy_of(s, s.gear_left, COPIES)
    if card > 0:
        s.gear_left[card] -= 1
        s.mk[place] = card
        s.mk_on |= 1 << place


@kernel
def receive_order(s: Any, t: Any, seat: int) -> None:
    """An ordered card of an earlier Port is handed over, if it can be carried (STP-6.5)."""
    if s.order[seat] > 0 and s.order_new[seat] == 0 and has_room(s, t, seat, s.order[seat]):
        carry(s, t, seat, s.order[seat], 0)
        s.order[seat] = 0


@kernel
def price_of(s: Any, t: Any, seat: int, gear: int) -> int:
    """What a card costs a seat; of Bargain Day and Trickster the lower price (STP-10.10)."""
    full = t.gear[gear].cost
    price = full
    if s.ppers & BARGAIN and top(s)[0] == Decision.HAGGLE:
        price = max(1, full - CHEAPER)
    if has_trait(s, t, seat, Trait.TRICKSTER):
        price = min(price, (full + 1) // 2)
    return price


# --- the menu -------------------------------------------------------------------------------------


@kernel
def mark(s: Any, t: Any, seat: int, mask: Any) -> None:
    """Mark what can be done at the Market Square."""
    noinline()
    if can_do(s, t, seat, Deed.STOCK_UP):
        mask[ACT.stock.start] = _can_stock(s, t, seat, 0) or _can_stock(s, t, seat, 1)
    if can_do(s, t, seat, Deed.PROSTHESIS):
        mask[ACT.prosthesis.start] = s.ch_perm[seat] & ~s.ch_prosth[seat] != 0
    if can_do(s, t, seat, Deed.ORDER):
        mask[ACT.order.start] = s.order[seat] == 0 and _can_pay_cheapest(s, t, seat)
    if can_do(s, t, seat, Deed.HAGGLE):
        mask[ACT.haggle.start] = _can_haggle(s, t, seat)


@kernel
def begin(s: Any, t: Any, seat: int, action: int) -> bool:
    """Carry out an action at the Market Square; whether it is one of those."""
    noinline()
    if action == ACT.stock.start:
        begin_deed(s, t, seat, Deed.STOCK_UP)
        push(s, Decision.STOCK_UP, seat)
    elif action == ACT.prosthesis.start:
        begin_deed(s, t, seat, Deed.PROSTHESIS)
        push(s, Decision.PROSTHESIS, seat)
    elif action == ACT.order.start:
        begin_deed(s, t, seat, Deed.ORDER)
        push(s, Decision.ORDER_GEAR, seat)
        s.mk_seen[seat] |= s.mk_on
    elif action == ACT.haggle.start:
        begin_deed(s, t, seat, Deed.HAGGLE)
        push(s, Decision.HAGGLE, seat)
        _show_market(s, t, seat)
    else:
        return False
    return True


# --- Rum and Brew ---------------------------------------------------------------------------------


@kernel
def _can_stock(s: Any, t: Any, seat: int, brew: int) -> bool:
    """Whether a seat can buy a Rum or a Brew card (STP-6.1)."""
    held = s.ch_brew[seat] if brew == 1 else s.ch_rum[seat]
    cost = t.gear[_BREW if brew == 1 else _RUM].cost
    return held < MOST_BOTTLES and half_places(s, seat) < 2 * PLACES and s.ch_coins[seat] >= cost


@kernel
def _stocks(s: Any, t: Any) -> bool:
    """Whether one more bottle can be bought."""
    seat = top(s)[ACTOR]
    if _can_stock(s, t, seat, 0) or _can_stock(s, t, seat, 1):
        return True
    pop(s)
    return False


@kernel
def _mark_bottles(s: Any, t: Any, mask: Any) -> None:
    """Mark Rum and Brew."""
    seat = top(s)[ACTOR]
    mask[ACT.no.start] = True
    mask[ACT.buy_rumcard.start] = _can_stock(s, t, seat, 0)
    mask[ACT.buy_brew.start] = _can_stock(s, t, seat, 1)


@kernel
def _buy_bottle(s: Any, t: Any, action: int) -> None:
    """Buy a card, or leave."""
    seat = top(s)[ACTOR]
    if action == ACT.no.start:
        pop(s)
    elif action == ACT.buy_rumcard.start:
        pay(s, seat, t.gear[_RUM].cost)
        s.ch_rum[seat] += 1
    else:
        pay(s, seat, t.gear[_BREW].cost)
        s.ch_brew[seat] += 1


# --- prostheses -----------------------------------------------------------------------------------


@kernel
def _mark_limbs(s: Any, t: Any, mask: Any) -> None:
    """Mark permanent wounds without a prosthesis."""
    seat = top(s)[ACTOR]
    for limb in range(6):
        mask[ACT.limb.start + limb] = (s.ch_perm[seat] & ~s.ch_prosth[seat]) >> limb & 1 == 1


@kernel
def _fit_limb(s: Any, t: Any, action: int) -> None:
    """An eye patch brings Perception back, a pegleg an Action Point (STP-6.9)."""
    seat = top(s)[ACTOR]
    limb = 1 << action - ACT.limb.start
    s.ch_prosth[seat] |= limb
    if limb & _EYES:
        s.ch_att[seat, 5] = min(5, s.ch_att[seat, 5] + 1)
    elif limb & _LEGS:
        s.ch_ap_max[seat] += 1
    pop(s)


# --- orders ---------------------------------------------------------------------------------------


@kernel
def _can_pay_cheapest(s: Any, t: Any, seat: int) -> bool:
    """Whether a seat could pay any card of the table: what the deck holds is not asked."""
    for gear in range(COPIES):
        if t.gear[gear].copies > 0 and s.ch_coins[seat] >= price_of(s, t, seat, gear):
            return True
    return False


@kernel
def _shows_deck(s: Any, t: Any) -> bool:
    """Lay out the kinds of gear; the order may be none at all."""
    clear_candidates(s)
    for gear in range(COPIES):
        offer(s, t.gear[gear].cost, gear)
    return True


@kernel
def _mark_orders(s: Any, t: Any, mask: Any) -> None:
    """Mark cards that the Gear deck has and the seat can pay (STP-6.5)."""
    seat = top(s)[ACTOR]
    mask[ACT.no.start] = True
    for gear in range(COPIES):
        mask[ACT.cand.start + gear] = s.gear_left[gear] > 0 and s.ch_coins[seat] >= price_of(
            s, t, seat, gear
        )


@kernel
def _order(s: Any, t: Any, action: int) -> None:
    """Pay a card, which is set aside until the next Port."""
    seat = top(s)[ACTOR]
    if action != ACT.no.start:
        gear = action - ACT.cand.start
        pay(s, seat, price_of(s, t, seat, gear))
        s.gear_left[gear] -= 1
        s.order[seat], s.order_new[seat] = gear, 1
    pop(s)


# --- haggling -------------------------------------------------------------------------------------


@kernel
def _is_for_sale(s: Any, seat: int, place: int) -> bool:
    """Whether a carried card can be sold: no starting gear, no Legendary Item (STP-6.2)."""
    return (
        place < s.inv_n[seat]
        and s.inv_flag[seat, place] & STARTING == 0
        and s.inv_id[seat, place] < LEGEND
    )


@kernel
def _can_sell_any(s: Any, seat: int) -> bool:
    """Whether a seat has anything that can be sold."""
    for place in range(s.inv_n[seat]):  # noqa: SIM110 - numba knows no any()
        if _is_for_sale(s, seat, place):
            return True
    return False


@kernel
def _is_market_left(s: Any, seat: int) -> bool:
    """Whether cards lie there that a seat may look at."""
    own = _OWN_CARDS if s.offer_to == seat else 0
    return s.mk_on & (_MARKET_CARDS | own) != 0


@kernel
def _can_haggle(s: Any, t: Any, seat: int) -> bool:
    """Whether haggling can bring anything; the cards themselves are not asked."""
    draws = seat == s.captain and s.offer_to == NONE and t.rules.captain_market > 0
    return draws or _is_market_left(s, seat) or _can_sell_any(s, seat)


@kernel
def _show_market(s: Any, t: Any, seat: int) -> None:
    """A seat looks at the Market; the Captain draws more, once a Port (STP-6.3)."""
    noinline()
    s.mk_seen[seat] |= _MARKET_CARDS
    if seat == s.captain and s.offer_to == NONE:
        s.offer_to = seat
        for place in range(t.rules.captain_market):
            _lay_out(s, MARKET + place)
        s.mk_seen[seat] |= _OWN_CARDS


@kernel
def _can_take(s: Any, t: Any, seat: int, place: int) -> bool:
    """Whether a seat can buy a card of the Market, or of its own offer."""
    gear = s.mk[place]
    if gear == 0 or (place >= MARKET and s.offer_to != seat):
        return False
    return s.ch_coins[seat] >= price_of(s, t, seat, gear) and has_room(s, t, seat, gear)


@kernel
def _haggles(s: Any, t: Any) -> bool:
    """It always stands: who is not asked would be known to find the cards too dear."""
    clear_candidates(s)
    for place in range(MARKET + OFFER):
        offer(s, place, 0)
    return True


@kernel
def _mark_haggling(s: Any, t: Any, mask: Any) -> None:
    """Mark cards that can be bought, and those that can be sold."""
    seat = top(s)[ACTOR]
    mask[ACT.no.start] = True
    for place in range(MARKET + OFFER):
        mask[ACT.cand.start + place] = _can_take(s, t, seat, place)
    for place in range(s.inv_n[seat]):
        mask[ACT.inv.start + place] = _is_for_sale(s, seat, place)


@kernel
def _haggle(s: Any, t: Any, action: int) -> None:
    """Buy, sell, or leave."""
    noinline()
    seat = top(s)[ACTOR]
    if action == ACT.no.start:
        pop(s)
    elif action < ACT.inv.start:
        place = action - ACT.cand.start
        pay(s, seat, price_of(s, t, seat, s.mk[place]))
        carry(s, t, seat, s.mk[place], 0)
        s.mk[place] = 0
        s.mk_on &= ~(1 << place)
    else:
        place = action - ACT.inv.start
        gear = s.inv_id[seat, place]
        gain_coins(s, seat, t.gear[gear].cost // 2)
        give_up(s, seat, place)
        s.gear_left[gear] += 1


HANDLERS = (
    Handler(Decision.STOCK_UP, _mark_bottles, _buy_bottle, _stocks),
    Handler(Decision.PROSTHESIS, _mark_limbs, _fit_limb),
    Handler(Decision.ORDER_GEAR, _mark_orders, _order, _shows_deck),
    Handler(Decision.HAGGLE, _mark_haggling, _haggle, _haggles),
)
