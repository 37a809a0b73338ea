"""The Docks: salary, Relax, Assignments, repairs, trade, upgrades and ships (STP-5)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.chance import member_of, throw
from piracy_env.games.skull_tales.rules.crew import (
    gain_booty,
    gain_coins,
    gain_destiny,
    heal,
)
from piracy_env.games.skull_tales.rules.frames import mark_yes_no, pop, push, push_for, top
from piracy_env.games.skull_tales.rules.hold import (
    CANNON,
    count_tokens,
    fit_out,
    free_space,
    spend_token,
    stow,
)
from piracy_env.games.skull_tales.rules.town import (
    Deed,
    begin_deed,
    can_do,
    is_for_later,
)
from piracy_env.games.skull_tales.state import (
    GOODS,
    HOLD,
    LETTERS,
    NONE,
    STEP,
    A,
    B,
    Decision,
)

CARDS = 10
"""Assignments."""
TORTUGA = 3
"""The letter D."""
HONEST, CHEAPER = 1, 10
"""The bit of `ppers` of the Honest Shipwright, and what a repair then costs less."""
CODEX, PUMP, RAM, BELL, MORTAR, CHAIN, GRAPE = 1, 2, 4, 8, 16, 32, 64
"""Bits of `upg`."""
_EXTEND_HOLD, _CANNON, _AUXILIARY_SAIL = 0, 6, 9
"""Upgrades that are no bit of `upg`, rows of [upgrades]."""
_BITS = (0, CODEX, PUMP, RAM, BELL, MORTAR, 0, CHAIN, GRAPE, 0)
TRADING, REPAIRING = 0, 1
"""Steps of DOCKYARD."""
_SHIPS, _UPGRADES = 3, 10


@kernel
def mark(s: Any, t: Any, seat: int, mask: Any) -> None:
    """Mark what can be done at the Docks."""
    noinline()
    if can_do(s, t, seat, Deed.SALARY):
        mask[ACT.salary.start] = s.adv_result >= 1 and s.sal_taken[seat] == 0
    if can_do(s, t, seat, Deed.RELAX):
        tired = s.ch_dp[seat] < s.ch_dp_max[seat]
        hurt = s.ch_wounds[seat] > 0
        mask[ACT.relax_mix.start] = tired and hurt
        mask[ACT.relax_w2.start] = hurt
        mask[ACT.relax_d2.start] = tired
    if can_do(s, t, seat, Deed.TAKE_ASSIGNMENT):
        mask[ACT.take_assign.start] = s.asg == 0 and is_for_later(s)
    if can_do(s, t, seat, Deed.REPAIR_SHIP):
        _mark_repairs(s, t, mask)
    if can_do(s, t, seat, Deed.TRADE):
        mask[ACT.trade.start] = _can_trade(s, t)
    if can_do(s, t, seat, Deed.UPGRADE):
        mask[ACT.upgrade.start] = _can_fit(s, t)


@kernel
def begin(s: Any, t: Any, seat: int, action: int) -> bool:
    """Carry out an action at the Docks; whether it is one of those."""
    noinline()
    if action == ACT.salary.start:
        begin_deed(s, t, seat, Deed.SALARY)
        _earn(s, t, seat)
    elif ACT.relax_mix.start <= action <= ACT.relax_d2.start:
        begin_deed(s, t, seat, Deed.RELAX)
        _relax(s, t, seat, action - ACT.relax_mix.start)
    elif action == ACT.take_assign.start:
        begin_deed(s, t, seat, Deed.TAKE_ASSIGNMENT)
        _draw_assignment(s, t, seat)
    elif action in (ACT.repair_sail.start, ACT.repair_hold.start):
        begin_deed(s, t, seat, Deed.REPAIR_SHIP)
        push(s, Decision.DOCKYARD, seat)
        top(s)[STEP] = REPAIRING
        _repair(s, t, action)
    elif action == ACT.trade.start:
        begin_deed(s, t, seat, Deed.TRADE)
        s.sugar, s.bought = 0, 0
        push(s, Decision.DOCKYARD, seat)
    elif action == ACT.upgrade.start:
        begin_deed(s, t, seat, Deed.UPGRADE)
        push(s, Decision.UPGRADE, seat)
    else:
        return False
    return True


# --- salary and rest ------------------------------------------------------------------------------


@kernel
def _earn(s: Any, t: Any, seat: int) -> None:
    """Pay a salary; half a Debtor's goes to the debt (STP-5.1, STP-9.9)."""
    s.sal_taken[seat] = 1
    coins = s.ch_salary[seat]
    if seat == s.captain:
        coins = t.rules.salary_captain
        gain_booty(s, t.rules.salary_crew)
    if s.ch_debtor[seat] == 1:
        share = min((coins + 1) // 2, s.debt[seat])
        s.debt[seat] -= share
        coins -= share
        if s.debt[seat] == 0:
            s.ch_debtor[seat] = 0
    gain_coins(s, seat, coins)


@kernel
def _relax(s: Any, t: Any, seat: int, how: int) -> None:
    """A wound and a Destiny Point, or two of one kind (STP-5.3)."""
    if how == 0:
        gain_destiny(s, seat, 1)
        heal(s, seat, t.rules.relax - 1)
    elif how == 1:
        heal(s, seat, t.rules.relax)
    else:
        gain_destiny(s, seat, t.rules.relax)


# --- Assignments ----------------------------------------------------------------------------------


@kernel
def _draw_assignment(s: Any, t: Any, seat: int) -> None:
    """Draw a card and, if it needs one, its island (STP-5.4)."""
    deck = (1 << CARDS) - 1 & ~s.asg_out
    if deck == 0:
        deck = (1 << CARDS) - 1
        s.asg_out = 0
    card = member_of(s, deck, 1)
    s.asg_out |= 1 << card - 1
    island = NONE
    if t.assignments[card - 1].target == 1:
        island = member_of(s, (1 << LETTERS) - 1 & ~(1 << TORTUGA), 0)
    push_for(s, Decision.ASSIGNMENT, seat, NONE, card, island)


@kernel
def _keep_assignment(s: Any, t: Any, action: int) -> None:
    """Keep the card, or discard it."""
    frame = top(s)
    if action == ACT.yes.start:
        s.asg, s.asg_x = frame[A], frame[B]
        s.asg_age, s.asg_prog = 0, 0
    pop(s)


# --- repairs and trade ----------------------------------------------------------------------------


@kernel
def _repair_price(s: Any, price: int) -> int:
    """What a repair costs today."""
    return max(0, price - CHEAPER) if s.ppers & HONEST else price


@kernel
def _mark_repairs(s: Any, t: Any, mask: Any) -> None:
    """Mark repairs that are needed and can be paid (STP-5.6)."""
    mask[ACT.repair_sail.start] = s.sails_imp > 0 and s.crew_booty >= _repair_price(
        s, t.rules.sail_repair
    )
    mask[ACT.repair_hold.start] = s.hold_imp > 0 and s.crew_booty >= _repair_price(
        s, t.rules.hold_repair
    )


@kernel
def _repair(s: Any, t: Any, action: int) -> None:
    """Have a Sail or a column of the Hold repaired."""
    if action == ACT.repair_sail.start:
        s.sails_imp -= 1
        gain_booty(s, -_repair_price(s, t.rules.sail_repair))
    else:
        s.hold_imp -= 1
        gain_booty(s, -_repair_price(s, t.rules.hold_repair))


@kernel
def _can_buy(s: Any, t: Any, goods: int) -> bool:
    """Whether a token of Goods can be bought now (STP-5.9)."""
    price = t.goods[goods].buy
    return price >= 0 and s.crew_booty >= price and s.goods_sup[goods] > 0 and free_space(s) != NONE


@kernel
def _can_trade(s: Any, t: Any) -> bool:
    """Whether there is anything to sell or to buy."""
    for goods in range(GOODS):  # noqa: SIM110 - numba knows no any()
        if count_tokens(s, 1 + goods) > 0 or _can_buy(s, t, goods):
            return True
    return False


@kernel
def _mark_dockyard(s: Any, t: Any, mask: Any) -> None:
    """Mark further sales and purchases, or repairs."""
    mask[ACT.no.start] = True
    if top(s)[STEP] == REPAIRING:
        _mark_repairs(s, t, mask)
        return
    if s.bought == 0:
        for goods in range(GOODS):
            mask[ACT.sell.start + goods] = count_tokens(s, 1 + goods) > 0
    mask[ACT.buy_supplies.start] = _can_buy(s, t, 6)
    mask[ACT.buy_rumtoken.start] = _can_buy(s, t, 4)


@kernel
def _answer_dockyard(s: Any, t: Any, action: int) -> None:
    """Sell, buy, repair, or leave."""
    if action == ACT.no.start:
        s.sugar, s.bought = 0, 0
        pop(s)
    elif top(s)[STEP] == REPAIRING:
        _repair(s, t, action)
    elif action == ACT.buy_supplies.start:
        _buy(s, t, 6)
    elif action == ACT.buy_rumtoken.start:
        _buy(s, t, 4)
    else:
        _sell(s, t, action - ACT.sell.start)


@kernel
def _sell(s: Any, t: Any, goods: int) -> None:
    """Sell a token; the price of Sugar is diced for once (STP-5.8)."""
    spend_token(s, 1 + goods)
    price = t.goods[goods].sale
    if price < 0:
        if s.sugar == 0:
            s.sugar = throw(s)
        price = 10 * s.sugar
    gain_booty(s, price)


@kernel
def _buy(s: Any, t: Any, goods: int) -> None:
    """Buy a token."""
    gain_booty(s, -t.goods[goods].buy)
    stow(s, 1 + goods)
    s.bought = 1


@kernel
def _goes_on(s: Any, t: Any) -> bool:
    """Whether there is something left to repair or to trade."""
    if top(s)[STEP] == REPAIRING:
        if s.sails_imp > 0 and s.crew_booty >= _repair_price(s, t.rules.sail_repair):
            return True
        if s.hold_imp > 0 and s.crew_booty >= _repair_price(s, t.rules.hold_repair):
            return True
    elif (_can_trade(s, t) and s.bought == 0) or _can_buy(s, t, 4) or _can_buy(s, t, 6):
        return True
    s.sugar, s.bought = 0, 0
    pop(s)
    return False


# --- upgrades and ships ---------------------------------------------------------------------------


@kernel
def _can_upgrade(s: Any, t: Any, upgrade: int) -> bool:
    """Whether an upgrade can be had and paid (STP-5.12 to STP-5.18)."""
    if s.crew_booty < t.upgrades[upgrade].price:
        return False
    if upgrade == _EXTEND_HOLD:
        return s.hold_base < t.ships[s.ship_type].hold_max
    if upgrade == _AUXILIARY_SAIL:
        return s.sails_base < t.ships[s.ship_type].sails_max
    if upgrade == _CANNON:
        return s.cannon_sup > 0 and free_space(s) != NONE
    return s.upg & _BITS[upgrade] == 0


@kernel
def _can_fit(s: Any, t: Any) -> bool:
    """Whether any upgrade or ship can be bought."""
    for upgrade in range(_UPGRADES):
        if _can_upgrade(s, t, upgrade):
            return True
    for kind in range(_SHIPS):  # noqa: SIM110 - numba knows no any()
        if s.crew_booty >= t.ships[kind].price:
            return True
    return False


@kernel
def _mark_fittings(s: Any, t: Any, mask: Any) -> None:
    """Mark upgrades and ships."""
    mask[ACT.no.start] = True
    for upgrade in range(_UPGRADES):
        mask[ACT.up.start + upgrade] = _can_upgrade(s, t, upgrade)
    for kind in range(_SHIPS):
        mask[ACT.ship.start + kind] = s.crew_booty >= t.ships[kind].price


@kernel
def _fit(s: Any, t: Any, action: int) -> None:
    """Buy an upgrade or a ship."""
    if ACT.up.start <= action < ACT.up.stop:
        _upgrade(s, t, action - ACT.up.start)
    elif ACT.ship.start <= action < ACT.ship.stop:
        _buy_ship(s, t, action - ACT.ship.start)
    pop(s)


@kernel
def _upgrade(s: Any, t: Any, upgrade: int) -> None:
    gain_booty(s, -t.upgrades[upgrade].price)
    if upgrade == _EXTEND_HOLD:
        s.hold_base += 1
    elif upgrade == _AUXILIARY_SAIL:
        s.sails_base += 1
    elif upgrade == _CANNON:
        stow(s, CANNON)
    else:
        s.upg |= _BITS[upgrade]


@kernel
def _buy_ship(s: Any, t: Any, kind: int) -> None:
    """The new ship has its own Cannons and takes over Goods until it is full (STP-5.11)."""
    noinline()
    gain_booty(s, -t.ships[kind].price)
    cargo = [s.hold[space] + 0 for space in range(HOLD)]
    fit_out(s, t, kind)
    for space in range(HOLD):
        if cargo[space] != 0 and cargo[space] != CANNON:
            stow(s, cargo[space])


HANDLERS = (
    Handler(Decision.ASSIGNMENT, mark_yes_no, _keep_assignment),
    Handler(Decision.DOCKYARD, _mark_dockyard, _answer_dockyard, _goes_on),
    Handler(Decision.UPGRADE, _mark_fittings, _fit),
)
