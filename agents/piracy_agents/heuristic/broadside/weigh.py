"""What a decent pirate thinks of each action in broadside, in pirate points.

An attack is worth the ship that may be won, less what may be lost, by the exact odds of the fight.
Crew and inventory go aboard at once, guns onto the flagship; battle cards are held until they turn
a battle by more than they are worth in the hand. Crew is shared out by the sizes of the ships.
"""

from __future__ import annotations

from typing import Any

from piracy_agents.heuristic.broadside.worth import (
    Fight,
    Stakes,
    attack_worth,
    chance_to_catch,
    flagship,
    prospect,
    roll_worth,
    ship_worth,
    size_of_inventory,
    stakes_of,
    target_worth,
    treasure_row,
)
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import below
from piracy_env.games.broadside.actions import ACT
from piracy_env.games.broadside.rules.battle import fighters, side_dice, side_speed
from piracy_env.games.broadside.rules.fleet import (
    cannons,
    count_ships,
    has_ship,
    is_alive,
    is_ship,
    most_crew,
    pirate_points,
    room,
    row_of,
)
from piracy_env.games.broadside.rules.piles import size
from piracy_env.games.broadside.state import (
    ATTACKER,
    BLUE,
    DEFENDER,
    FIRST_INVENTORY,
    FLEET,
    INVENTORY,
    MOST_CREW,
    NONE,
    RED,
    TABLE,
    Phase,
    Place,
    Red,
    Step,
)

GRAINS = 1 << 16
"""Steps in which chance adds to a value."""
_GOOD_WIND, _SURPRISE = int(Red.GOOD_WIND), int(Red.SURPRISE_ATTACK)
_CHAIN_SHOT, _TERROR = int(Red.CHAIN_SHOT), int(Red.TERROR)


@kernel
def weigh(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Value the legal actions of the seat to move."""
    noinline()
    if s.phase == Phase.WINDOW:
        _weigh_battle_cards(s, t, w, mask, value)
    elif s.phase == Phase.TARGET:
        _weigh_targets(s, t, w, s.sel_ship, mask, value)
    elif s.phase == Phase.ADVENTURE:
        _weigh_adventures(s, t, w, mask, value)
    elif s.phase in (Phase.INCOME, Phase.SHARE):
        _weigh_shares(s, t, w, value)
    elif s.phase == Phase.REORG:
        _weigh_reorganisation(s, t, w, mask, value)
    elif s.phase == Phase.EXPEDITION:
        treasure = treasure_row(s.table_card[s.exp_slot])
        value[ACT.roll.start] = roll_worth(s, t, w, s.sel_ship, treasure)
    else:
        _weigh_choices(s, t, w, mask, value)
    for action in range(len(mask)):
        if mask[action]:
            value[action] += w.whim * below(s, GRAINS) / GRAINS


# --- Adventures -----------------------------------------------------------------------------------


@kernel
def _weigh_adventures(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Cards first, then the ship with the best prospects, until nothing promises anything."""
    noinline()
    best = 0.0
    for slot in range(FLEET):
        if mask[ACT.act_ship.start + slot]:
            value[ACT.act_ship.start + slot] = _best_target(s, t, w, slot) - w.threshold
            best = max(best, value[ACT.act_ship.start + slot])
    _weigh_turn_cards(s, t, w, mask, value)
    value[ACT.crows_nest.start] = w.nest - best


@kernel
def _best_target(s: Any, t: Any, w: Any, slot: int) -> float:
    """The best that a ship can do."""
    noinline()
    best = -w.victory
    for prize in range(TABLE):
        if s.table_card[prize] != NONE:
            best = max(best, target_worth(s, t, w, slot, prize))
    for rival in range(s.players):
        if rival != s.cur and is_alive(s, rival):
            for prize in range(FLEET):
                if has_ship(s, rival, prize):
                    best = max(best, attack_worth(s, t, w, slot, rival, prize))
    return best


@kernel
def _weigh_targets(s: Any, t: Any, w: Any, slot: int, mask: Any, value: Any) -> None:
    """The target that promises most."""
    noinline()
    for prize in range(TABLE):
        if mask[ACT.target_table.start + prize]:
            value[ACT.target_table.start + prize] = target_worth(s, t, w, slot, prize)
    for place in range(ACT.target_enemy.size):
        if mask[ACT.target_enemy.start + place]:
            rival = _at_left(s, place)
            worth = attack_worth(s, t, w, slot, rival, place % FLEET)
            value[ACT.target_enemy.start + place] = worth


@kernel
def _at_left(s: Any, place: int) -> int:
    """The seat of an opponent's ship, counted as the actions count it."""
    return (s.seat + 1 + place // FLEET) % s.players


# --- Battle cards ---------------------------------------------------------------------------------


@kernel
def _weigh_battle_cards(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """A card is worth how much better the battle looks with it, less what it is worth later."""
    noinline()
    me, enemy = int(s.b_side), 1 - int(s.b_side)
    stakes = _stakes(s, t, w, me)
    now = _fight(s, t, me)
    base = prospect(w, now, stakes)
    for kind in range(_GOOD_WIND, FIRST_INVENTORY):
        if mask[ACT.play_red.start + kind]:
            better = prospect(w, _with_card(s, t, now, kind), stakes)
            value[ACT.play_red.start + kind] = better - base - w.red[kind]
    if mask[ACT.good_wind_enemy.start]:
        catch = _chance(s, t, enemy, t.reds[_GOOD_WIND].amount)
        gift = Fight(catch, now.crew, now.dice, now.other_crew, now.other_dice)
        value[ACT.good_wind_enemy.start] = prospect(w, gift, stakes) - base - w.red[_GOOD_WIND]


@kernel
def _stakes(s: Any, t: Any, w: Any, me: int) -> Stakes:
    """What the battle under way is about for a side."""
    return stakes_of(
        s, t, w, s.b_seat[me], s.b_slot[me], s.b_seat[1 - me], s.b_slot[1 - me]
    )  # fmt: skip


@kernel
def _fight(s: Any, t: Any, me: int) -> Fight:
    """The battle under way as a side sees it."""
    noinline()
    fires = s.b_gh == 0 and s.b_step != Step.CREW
    return Fight(
        _chance(s, t, me, 0),
        int(fighters(s, me)),
        int(side_dice(s, t, me)) if fires else 0,
        int(fighters(s, 1 - me)),
        int(side_dice(s, t, 1 - me)) if fires else 0,
    )


@kernel
def _chance(s: Any, t: Any, side: int, gained: int) -> float:
    """The chance that the attacker catches the prey, if a side's ship gains speed."""
    noinline()
    lead = side_speed(s, t, ATTACKER) - side_speed(s, t, DEFENDER)
    lead += gained if side == ATTACKER else -gained
    if s.b_step == Step.WIND:
        return chance_to_catch(t, lead)
    if s.b_step == Step.FOG:
        return 1.0 if lead + s.b_wind >= 0 else 0.0
    return 1.0


@kernel
def _with_card(s: Any, t: Any, now: Fight, kind: int) -> Fight:
    """The battle with one more card of mine; cards that can wait for the chase to end do."""
    noinline()
    me, amount = int(s.b_side), int(t.reds[kind].amount)
    catch, crew, dice, other_crew, other_dice = now
    is_last = other_crew <= amount
    if kind in (Red.GOOD_WIND, Red.SURPRISE_ATTACK):
        catch = _chance(s, t, me, amount)
    elif kind == Red.FOG:
        catch = chance_to_catch(t, side_speed(s, t, ATTACKER) - side_speed(s, t, DEFENDER))
    elif kind in (Red.TERROR, Red.DRUNKEN_BRAWL):
        if is_last or s.b_step == Step.CREW:
            other_crew = max(0, other_crew - amount)
            catch = 1.0 if is_last else catch
    elif s.b_step == Step.CREW:
        crew += amount
    elif s.b_step == Step.CANNONS:
        return _with_guns(s, t, now, kind)
    return Fight(catch, crew, dice, other_crew, other_dice)


@kernel
def _with_guns(s: Any, t: Any, now: Fight, kind: int) -> Fight:
    """The battle with one more card that changes how the cannons fire."""
    noinline()
    me, enemy = int(s.b_side), 1 - int(s.b_side)
    dice, other_dice = now.dice, now.other_dice
    if kind == Red.CHAIN_SHOT and s.b_gh == 0:
        dice += int(t.reds[kind].amount) * (1 + int(s.b_fr[me]))
    elif kind == Red.FAST_RELOAD and s.b_gh == 0:
        dice += _salvo(s, t, me)
    elif kind == Red.FAST_RELOAD and s.b_gh == 1:
        dice, other_dice = _salvo(s, t, me), _salvo(s, t, enemy)
    elif kind == Red.GRAPPLING_HOOKS:
        if s.b_fr[enemy] > 0:
            other_dice -= _salvo(s, t, enemy)
        elif s.b_fr[me] > 0:
            dice -= _salvo(s, t, me)
        else:
            dice, other_dice = 0, 0
    return Fight(now.catch, now.crew, dice, now.other_crew, other_dice)


@kernel
def _salvo(s: Any, t: Any, side: int) -> int:
    """The dice of a side's cannons when they fire once."""
    noinline()
    return int(side_dice(s, t, side)) // (1 + int(s.b_fr[side]))


# --- Cards for the own turn -----------------------------------------------------------------------


@kernel
def _weigh_turn_cards(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Whatever is of use is played at once; the rest waits, unless the hand is too full."""
    noinline()
    noinline()
    crowded = size(s.red_hand[s.cur]) > t.numbers.red_limit and s.phase == Phase.REORG
    for kind in range(RED):
        if mask[ACT.play_red.start + kind]:
            useful = crowded or _is_useful(s, t, w, kind)
            value[ACT.play_red.start + kind] = w.play if useful else -w.play


@kernel
def _is_useful(s: Any, t: Any, w: Any, kind: int) -> bool:
    """Whether a card for the own turn does now what it can do."""
    if kind in (Red.CAST_AWAY, Red.HARBOUR, Red.TRAITORS):
        fits = 0
        for slot in range(FLEET):
            if has_ship(s, s.cur, slot):
                fits = max(fits, room(s, t, s.cur, slot))
        return fits >= t.reds[kind].amount
    if kind == Red.OLD_SEADOG:
        best = 0.0
        for card in range(BLUE):
            if s.blue_loc[card] == Place.DISCARD:
                best = max(best, _worth_bringing_back(s, t, w, card))
        return best > w.seadog
    return True


@kernel
def _worth_bringing_back(s: Any, t: Any, w: Any, card: int) -> float:
    """What a blue card promises my best ship for it, if it lay in the middle again."""
    noinline()
    slot = 0
    while slot < TABLE - 1 and s.table_card[slot] != NONE:
        slot += 1
    kept, crew = s.table_card[slot], s.table_crew[slot]
    s.table_card[slot] = card
    s.table_crew[slot] = t.ships[row_of(card)].crew if is_ship(card) else 0
    best = -w.victory
    for mine in range(FLEET):
        if has_ship(s, s.cur, mine) and s.fleet_acted[s.cur, mine] == 0:
            best = max(best, target_worth(s, t, w, mine, slot))
    s.table_card[slot], s.table_crew[slot] = kept, crew
    return best


@kernel
def _weigh_choices(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Whom or what a card is for, and which cards to give up."""
    noinline()
    if s.phase == Phase.CARD_OWN:
        _weigh_own_ships(s, t, w, mask, value)
    elif s.phase == Phase.CARD_ENEMY:
        _weigh_enemy_ships(s, t, w, mask, value)
    elif s.phase == Phase.CARD_PLAYER:
        for left in range(1, s.players):
            rival = (s.seat + left) % s.players
            riches = size(s.red_hand[rival]) + pirate_points(s, t, rival)
            value[ACT.target_player.start + left - 1] = riches
    elif s.phase == Phase.CARD_BLUE:
        for card in range(BLUE):
            if mask[ACT.pick_blue.start + card]:
                value[ACT.pick_blue.start + card] = _worth_bringing_back(s, t, w, card)
    elif s.phase == Phase.CARD_INV:
        for kind in range(INVENTORY):
            value[ACT.inv.start + kind] = w.red[FIRST_INVENTORY + kind]
    else:
        keeps = 1.0 if s.phase == Phase.CARD_RED else -1.0
        for kind in range(RED):
            value[ACT.pick_red.start + kind] = keeps * w.red[kind]


@kernel
def _weigh_own_ships(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Inventory goes onto the flagship; crew where it fits, and where points are guarded."""
    noinline()
    flag = flagship(s, t, s.cur)
    for slot in range(FLEET):
        if mask[ACT.own_ship.start + slot]:
            worth = w.flagship * (slot == flag) + w.guard * _points(s, t, slot)
            if s.red_limbo < FIRST_INVENTORY:
                worth += min(room(s, t, s.cur, slot), t.reds[s.red_limbo].amount)
            value[ACT.own_ship.start + slot] = worth


@kernel
def _points(s: Any, t: Any, slot: int) -> int:
    """Pirate points of an own ship."""
    return t.ships[row_of(s.fleet_card[s.cur, slot])].points


@kernel
def _weigh_enemy_ships(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Traitors leave ships that are nearly empty, or dear; Sabotage hits what carries most."""
    noinline()
    for place in range(ACT.target_enemy.size):
        if mask[ACT.target_enemy.start + place]:
            rival, slot = _at_left(s, place), place % FLEET
            worth = ship_worth(s, t, w, rival, slot)
            if s.red_limbo == Red.SABOTAGE:
                worth += size_of_inventory(s, rival, slot) + cannons(s, t, rival, slot)
            elif s.fleet_crew[rival, slot] <= t.reds[s.red_limbo].amount:
                worth += w.elimination * (1 + (count_ships(s, rival) == 1))
            value[ACT.target_enemy.start + place] = worth


# --- Crew -----------------------------------------------------------------------------------------


@kernel
def _weigh_shares(s: Any, t: Any, w: Any, value: Any) -> None:
    """Every ship its share of all crew on the ships that are still to be asked."""
    noinline()
    wanted = _wanted(s, t, w, s.dist_slot)
    for crew in range(MOST_CREW + 1):
        value[ACT.count.start + crew] = -abs(crew - wanted)


@kernel
def _wanted(s: Any, t: Any, w: Any, slot: int) -> float:
    """How much more crew a ship should get, of what it and the later ships share."""
    noinline()
    flag = flagship(s, t, s.cur)
    total, crew = 0.0, float(s.pool)
    for later in range(slot, FLEET):
        if has_ship(s, s.cur, later):
            total += _claim(s, t, w, later, flag)
            crew += s.fleet_crew[s.cur, later]
    return crew * _claim(s, t, w, slot, flag) / total - s.fleet_crew[s.cur, slot]


@kernel
def _claim(s: Any, t: Any, w: Any, slot: int, flag: int) -> float:
    """How strong a ship's claim to crew is."""
    noinline()
    extra = w.flag_crew if slot == flag else 0.0
    return most_crew(s, t, s.cur, slot) * (1.0 + extra) + w.guard_crew * _points(s, t, slot)


@kernel
def _weigh_reorganisation(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Cards first; then share the crew out anew, if a ship has far less than it should."""
    noinline()
    _weigh_turn_cards(s, t, w, mask, value)
    for slot in range(FLEET):
        if mask[ACT.sell.start + slot]:
            worth = ship_worth(s, t, w, s.cur, slot)
            cargo = t.ships[row_of(s.fleet_card[s.cur, slot])].cargo
            value[ACT.sell.start + slot] = w.sale * cargo - worth
    value[ACT.redistribute.start] = _unevenness(s, t, w) - w.patience


@kernel
def _unevenness(s: Any, t: Any, w: Any) -> float:
    """How many crew the worst manned ship lacks."""
    flag, total, crew = flagship(s, t, s.cur), 0.0, float(s.muster)
    for slot in range(FLEET):
        if has_ship(s, s.cur, slot):
            total += _claim(s, t, w, slot, flag)
            crew += s.fleet_crew[s.cur, slot]
    most = 0.0
    for slot in range(FLEET):
        if has_ship(s, s.cur, slot):
            share = crew * _claim(s, t, w, slot, flag) / total
            most = max(most, share - s.fleet_crew[s.cur, slot])
    return most
