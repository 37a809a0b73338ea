"""Which actions are legal: the exact choices of each phase."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.broadside.actions import ACT
from piracy_env.games.broadside.rules.battle_cards import FIRST_BATTLE, LAST_BATTLE, fits_window
from piracy_env.games.broadside.rules.fleet import carries_inventory, has_ship, is_alive, room
from piracy_env.games.broadside.rules.reorganisation import (
    least_share,
    may_redistribute,
    may_sell,
    most_share,
)
from piracy_env.games.broadside.rules.turn import least_income
from piracy_env.games.broadside.rules.turn_cards import (
    ST_ELMOS_FIRE,
    can_be_robbed,
    can_use_nest,
    is_playable,
)
from piracy_env.games.broadside.state import (
    BLUE,
    FIRST_INVENTORY,
    FLEET,
    INVENTORY,
    NONE,
    RED,
    TABLE,
    Phase,
    Place,
    Red,
    Step,
)


@kernel
def legal(s: Any, t: Any, mask: Any) -> None:  # noqa: C901, PLR0912 - one branch a phase
    """Mark the actions that the seat to move may take."""
    noinline()
    phase = s.phase
    if phase == Phase.WINDOW:
        _mark_battle_cards(s, mask)
    elif phase == Phase.ADVENTURE:
        _mark_adventures(s, t, mask)
    elif phase == Phase.TARGET:
        for slot in range(TABLE):
            mask[ACT.target_table.start + slot] = s.table_card[slot] != NONE
        _mark_enemy_ships(s, mask)
    elif phase == Phase.REORG:
        _mark_reorganisation(s, t, mask)
    elif phase == Phase.INCOME:
        most = min(room(s, t, s.cur, s.dist_slot), s.pool)
        _mark_counts(mask, least_income(s, t), most)
    elif phase == Phase.SHARE:
        _mark_counts(mask, least_share(s, t), most_share(s, t))
    elif phase == Phase.EXPEDITION:
        mask[ACT.pass_.start] = True
        mask[ACT.roll.start] = True
    elif phase == Phase.DISCARD:
        _mark_red(s.red_hand[s.cur], mask)
    elif phase == Phase.CARD_OWN:
        _mark_own_ships(s, t, mask)
    elif phase == Phase.CARD_ENEMY:
        _mark_enemy_ships(s, mask)
    elif phase == Phase.CARD_PLAYER:
        for left in range(1, s.players):
            robbed = can_be_robbed(s, (s.seat + left) % s.players)
            mask[ACT.target_player.start + left - 1] = robbed
    elif phase == Phase.CARD_RED:
        _mark_red(s.red_disc, mask)
        mask[ACT.pick_red.start + ST_ELMOS_FIRE] = False  # BRO-R30
    elif phase == Phase.CARD_BLUE:
        for card in range(BLUE):
            mask[ACT.pick_blue.start + card] = s.blue_loc[card] == Place.DISCARD
    elif phase == Phase.CARD_INV:
        for kind in range(INVENTORY):
            present = s.fleet_inv[s.sel_enemy[0], s.sel_enemy[1], kind] > 0
            mask[ACT.inv.start + kind] = present


@kernel
def _mark_battle_cards(s: Any, mask: Any) -> None:
    """Mark the cards in hand that fit the window, and to play none (BRO-8.6)."""
    mask[ACT.pass_.start] = True
    hand = s.red_hand[s.seat]
    for kind in range(FIRST_BATTLE, LAST_BATTLE + 1):
        mask[ACT.play_red.start + kind] = hand[kind] > 0 and fits_window(s, kind)
    has_good_wind = hand[FIRST_BATTLE] > 0 and s.b_step == Step.WIND
    mask[ACT.good_wind_enemy.start] = has_good_wind  # BRO-R12


@kernel
def _mark_adventures(s: Any, t: Any, mask: Any) -> None:
    """Mark the ships that may act, cards to play, a Crow's Nest, and to act no more (BRO-5.6)."""
    mask[ACT.pass_.start] = True
    for slot in range(FLEET):
        is_ready = has_ship(s, s.cur, slot) and s.fleet_acted[s.cur, slot] == 0
        mask[ACT.act_ship.start + slot] = is_ready
    _mark_turn_cards(s, t, mask)
    mask[ACT.crows_nest.start] = can_use_nest(s)


@kernel
def _mark_reorganisation(s: Any, t: Any, mask: Any) -> None:
    """Mark ships to sell, sharing, cards to play, and to end the turn."""
    mask[ACT.pass_.start] = s.muster == 0
    if may_sell(s):
        for slot in range(FLEET):
            mask[ACT.sell.start + slot] = has_ship(s, s.cur, slot)
    mask[ACT.redistribute.start] = may_redistribute(s)
    _mark_turn_cards(s, t, mask)


@kernel
def _mark_turn_cards(s: Any, t: Any, mask: Any) -> None:
    """Mark the turn cards and inventories in hand that can be played."""
    noinline()
    hand = s.red_hand[s.cur]
    for kind in range(RED):
        is_for_turn = kind < FIRST_BATTLE or kind >= FIRST_INVENTORY
        if is_for_turn and hand[kind] > 0:
            mask[ACT.play_red.start + kind] = is_playable(s, t, kind)


@kernel
def _mark_own_ships(s: Any, t: Any, mask: Any) -> None:
    """Mark the own ships that the card in play can be for (BRO-R29, BRO-R37)."""
    needs_room = s.red_limbo < FIRST_INVENTORY
    for slot in range(FLEET):
        if has_ship(s, s.cur, slot):
            fits = not needs_room or room(s, t, s.cur, slot) > 0
            mask[ACT.own_ship.start + slot] = fits


@kernel
def _mark_enemy_ships(s: Any, mask: Any) -> None:
    """Mark ships of opponents: for Sabotage only those with inventory (BRO-R27, BRO-R28)."""
    noinline()
    needs_inventory = s.red_limbo == Red.SABOTAGE
    for left in range(1, s.players):
        seat = (s.seat + left) % s.players
        if is_alive(s, seat):
            first = ACT.target_enemy.start + FLEET * (left - 1)
            for slot in range(FLEET):
                fits = not needs_inventory or carries_inventory(s, seat, slot)
                mask[first + slot] = has_ship(s, seat, slot) and fits


@kernel
def _mark_red(pile: Any, mask: Any) -> None:
    """Mark the kinds of a red pile or hand."""
    for kind in range(RED):
        mask[ACT.pick_red.start + kind] = pile[kind] > 0


@kernel
def _mark_counts(mask: Any, least: int, most: int) -> None:
    """Mark numbers of crew."""
    for number in range(least, most + 1):
        mask[ACT.count.start + number] = True
