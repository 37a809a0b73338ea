"""The rules of broadside, one module for each chapter of the rulebook.

A turn: draw red cards, adventures and crew; let every ship of the fleet attack an adventure or a
rival, or dig for treasure; sell a ship and share the crew out anew; discard. A battle: catch the
prey with the wind, exchange fire, board until a crew is gone, plunder. Cards are played in windows
of the battle, or between actions in the own turn.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.game import CUT, RUNNING
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.broadside.actions import ACT
from piracy_env.games.broadside.options import MOST_DECISIONS
from piracy_env.games.broadside.rules import (
    battle,
    battle_cards,
    elimination,
    expedition,
    reorganisation,
    turn,
    turn_cards,
)
from piracy_env.games.broadside.rules.fleet import discard_table, is_alive, is_ship
from piracy_env.games.broadside.rules.legality import legal
from piracy_env.games.broadside.rules.setup import reset
from piracy_env.games.broadside.state import FLEET, NONE, SHIPS, End, Phase

__all__ = ["legal", "reset", "step"]


@kernel
def step(s: Any, t: Any, action: int) -> None:
    """Carry out a legal action and all that follows from it, up to the next decision."""
    noinline()
    if _carry_out(s, t, action):
        elimination.check_fleets(s, t)
        if s.over == RUNNING and not is_alive(s, s.cur):  # BRO-R43
            discard_table(s)
            turn.next_turn(s, t)
    if s.over == RUNNING and s.moves + 1 >= MOST_DECISIONS:
        elimination.end_game(s, t, End.ROUND_LIMIT, s.seat)
        s.over = CUT


@kernel
def _carry_out(s: Any, t: Any, action: int) -> bool:  # noqa: C901, PLR0912 - one branch a block
    """Send an action to its rule; True if fleets or treasures have changed."""
    if action == ACT.pass_.start:
        return _pass(s, t)
    if action < ACT.pick_red.start:
        return _play_red(s, t, action)
    if action < ACT.pick_blue.start:
        _pick_red(s, t, action - ACT.pick_red.start)
    elif action < ACT.own_ship.start:
        turn_cards.bring_back(s, t, action - ACT.pick_blue.start)
    elif action < ACT.act_ship.start:
        return turn_cards.choose_own_ship(s, t, action - ACT.own_ship.start)
    elif action < ACT.target_table.start:
        s.sel_ship = action - ACT.act_ship.start
        s.phase = Phase.TARGET
    elif action < ACT.target_enemy.start:
        return _act_in_the_middle(s, t, action - ACT.target_table.start)
    elif action < ACT.sell.start:
        _choose_enemy(s, action - ACT.target_enemy.start)
    elif action < ACT.redistribute.start:
        reorganisation.sell(s, t, action - ACT.sell.start)
    elif action == ACT.redistribute.start:
        reorganisation.redistribute(s, t)
    elif action == ACT.crows_nest.start:
        turn_cards.use_nest(s, t)
    elif action < ACT.target_player.start:
        _place_crew(s, t, action - ACT.count.start)
    elif action < ACT.inv.start:
        turn_cards.rob(s, _opponent(s, action - ACT.target_player.start))
    elif action < ACT.roll.start:
        turn_cards.sabotage(s, t, action - ACT.inv.start)
    else:
        return expedition.dig(s, t, s.exp_slot)
    return False


@kernel
def _pass(s: Any, t: Any) -> bool:
    """What there is enough of depends on the decision."""
    if s.phase == Phase.WINDOW:
        return battle.pass_window(s, t)
    if s.phase == Phase.ADVENTURE:
        s.phase = Phase.REORG
    elif s.phase == Phase.EXPEDITION:
        expedition.end_expedition(s)
    else:
        turn.end_turn(s, t)
    return False


@kernel
def _play_red(s: Any, t: Any, action: int) -> bool:
    """Play a battle card, or a card for the own turn."""
    if action == ACT.good_wind_enemy.start:
        return battle_cards.play_battle_card(s, t, battle_cards.FIRST_BATTLE, 1 - s.b_side)
    kind = action - ACT.play_red.start
    if s.phase == Phase.WINDOW:
        return battle_cards.play_battle_card(s, t, kind, s.b_side)
    turn_cards.play_card(s, t, kind)
    return False


@kernel
def _pick_red(s: Any, t: Any, kind: int) -> None:
    """Take a card with St. Elmo's Fire, or discard one that is too many."""
    if s.phase == Phase.CARD_RED:
        turn_cards.fetch_red(s, kind)
    else:
        turn.discard(s, t, kind)


@kernel
def _act_in_the_middle(s: Any, t: Any, slot: int) -> bool:
    """Attack an adventure, or dig for it: that is the ship's action of this turn (BRO-R04)."""
    _mark_acted(s)
    if is_ship(s.table_card[slot]):
        battle.attack(s, NONE, slot)
        return False
    return expedition.dig(s, t, slot)


@kernel
def _choose_enemy(s: Any, target: int) -> None:
    """Attack a ship of an opponent, or choose it for a card."""
    seat, slot = _opponent(s, target // FLEET), target % FLEET
    if s.phase == Phase.TARGET:
        _mark_acted(s)
        battle.attack(s, seat, slot)
    else:
        turn_cards.choose_enemy_ship(s, seat, slot)


@kernel
def _opponent(s: Any, place: int) -> int:
    """The seat of an opponent, counted clockwise from 0."""
    return (s.seat + 1 + place) % s.players


@kernel
def _mark_acted(s: Any) -> None:
    """The chosen ship has its action of this turn (BRO-5.2, BRO-R05)."""
    s.fleet_acted[s.cur, s.sel_ship] = 1
    s.acts = min(s.acts + 1, SHIPS)  # no more can have acted than there are


@kernel
def _place_crew(s: Any, t: Any, number: int) -> None:
    """Put crew onto the next ship, of an income or in sharing all crew out."""
    if s.phase == Phase.INCOME:
        turn.place_income(s, t, number)
    else:
        reorganisation.place_share(s, number)
