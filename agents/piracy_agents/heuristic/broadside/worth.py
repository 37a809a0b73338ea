"""What ships, fights and treasures are worth to a pirate, in pirate points."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from piracy_agents.heuristic.broadside.odds import duel
from piracy_env.core.jit import INT, kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.broadside.cards import TREASURE_ROW
from piracy_env.games.broadside.rules.fleet import (
    cannons,
    count_ships,
    has_ship,
    is_alive,
    is_ship,
    most_crew,
    pirate_points,
    row_of,
    speed,
)
from piracy_env.games.broadside.rules.piles import size
from piracy_env.games.broadside.state import FIRST_INVENTORY, FLEET, NONE, Red
from piracy_env.games.broadside.tables import FACES, SYMBOLS

LARGE = 2
"""Ships with more pirate points than this are large ones."""
FULL_HAND = 3
"""Cards of a rival that are feared; more do not frighten more."""
_GOOD_WIND, _SURPRISE = int(Red.GOOD_WIND), int(Red.SURPRISE_ATTACK)
_SPEECH, _RUM = int(Red.GOOD_SPEECH), int(Red.BOTTLE_OF_RUM)
_TERROR, _BRAWL = int(Red.TERROR), int(Red.DRUNKEN_BRAWL)
_CHAIN_SHOT, _HOOKS = int(Red.CHAIN_SHOT), int(Red.GRAPPLING_HOOKS)
_RELOAD = int(Red.FAST_RELOAD)
_TREASURE_ROWS = np.array(TREASURE_ROW)
_GUN, _CREW = SYMBOLS.index("gun"), SYMBOLS.index("crew")


# --- Ships ----------------------------------------------------------------------------------------


@kernel
def card_worth(t: Any, w: Any, card: int) -> float:
    """What it is worth to have a ship: points, income, and strength."""
    noinline()
    ship = t.ships[row_of(card)]
    large = w.large if ship.points > LARGE else 0.0
    return (
        w.point * ship.points
        + large
        + w.cargo * ship.cargo
        + w.size * ship.max
        + w.cannon * ship.cannons
    )


@kernel
def ship_worth(s: Any, t: Any, w: Any, seat: int, slot: int) -> float:
    """What a ship of a fleet is worth with its inventory."""
    noinline()
    return card_worth(t, w, s.fleet_card[seat, slot]) + w.inventory * size_of_inventory(
        s, seat, slot
    )


@kernel
def size_of_inventory(s: Any, seat: int, slot: int) -> int:
    """How many inventory cards a ship carries."""
    total = 0
    for kind in range(len(s.fleet_inv[seat, slot])):
        total += s.fleet_inv[seat, slot, kind]
    return total


@kernel
def might(s: Any, t: Any, seat: int, slot: int) -> int:
    """How much a ship could be in a battle, fully manned."""
    return most_crew(s, t, seat, slot) + 2 * cannons(s, t, seat, slot)


@kernel
def flagship(s: Any, t: Any, seat: int) -> int:
    """The slot of a fleet's mightiest ship."""
    noinline()
    best, mightiest = -1, NONE
    for slot in range(FLEET):
        if has_ship(s, seat, slot) and might(s, t, seat, slot) > best:
            best, mightiest = might(s, t, seat, slot), slot
    return mightiest


# --- Battles --------------------------------------------------------------------------------------


class Stakes(NamedTuple):
    """What a battle is about for one side."""

    gain: float
    loss: float


class Fight(NamedTuple):
    """A battle as one side sees it."""

    catch: float
    """The chance that it comes to a fight at all."""
    crew: int
    dice: int
    other_crew: int
    other_dice: int


@kernel
def prospect(w: Any, fight: Fight, stakes: Stakes) -> float:
    """What a battle promises: the ship to win, less the own ship and crew that it may cost."""
    noinline()
    win, left = duel(fight.crew, fight.dice, fight.other_crew, fight.other_dice)
    crew_lost = win * fight.crew - left
    return fight.catch * (win * stakes.gain - (1.0 - win) * stakes.loss - w.crew * crew_lost)


@kernel
def stakes_of(  # noqa: PLR0913, PLR0917 - two ships and what they are weighed with
    s: Any, t: Any, w: Any, me: int, slot: int, rival: int, prize: int
) -> Stakes:
    """What my ship fights for against a rival's, or an adventure in the middle."""
    noinline()
    mine = s.fleet_card[me, slot]
    loss = ship_worth(s, t, w, me, slot) + w.crew * s.fleet_crew[me, slot]
    gain = 0.0
    if count_ships(s, me) == 1:
        loss += _ruin(s, w)
        gain += w.refuge * _ruin(s, w)
    if rival == NONE:
        card = s.table_card[prize]
        gain += card_worth(t, w, card)
    else:
        card = s.fleet_card[rival, prize]
        gain += ship_worth(s, t, w, rival, prize) + w.feud
        alarm = w.alarm * pirate_points(s, t, rival) / s.target_points
        gain += (w.denial + alarm) * t.ships[row_of(card)].points
        if count_ships(s, rival) == 1:
            gain += w.victory if living(s) == 2 else w.elimination
        loss += w.denial * t.ships[row_of(mine)].points
        if wins_with(s, t, rival, mine):
            loss += w.defeat
    if wins_with(s, t, me, card):
        gain += w.victory
    haste = w.haste * pirate_points(s, t, me) / s.target_points
    return Stakes(gain + haste * t.ships[row_of(card)].points, loss)


@kernel
def _ruin(s: Any, w: Any) -> float:
    """What it costs to lose the last ship: among two players, the game."""
    return w.defeat if living(s) == 2 else w.ruin


@kernel
def living(s: Any) -> int:
    """Players that are not eliminated."""
    number = 0
    for seat in range(s.players):
        number += is_alive(s, seat)
    return number


@kernel
def wins_with(s: Any, t: Any, seat: int, card: int) -> bool:
    """Whether one more ship brings a player the points to win."""
    return pirate_points(s, t, seat) + t.ships[row_of(card)].points >= s.target_points


@kernel
def chance_to_catch(t: Any, lead: int) -> float:
    """The chance that the wind makes up for a lead in speed, which may be negative."""
    faces = 0
    for face in range(FACES):
        faces += lead + t.wind_die.faces[face] >= 0
    return faces / FACES


@kernel
def attack_worth(s: Any, t: Any, w: Any, slot: int, rival: int, prize: int) -> float:
    """What an attack on a rival's ship, or on an adventure, promises with the cards in the hand."""
    noinline()
    me = s.cur
    if rival == NONE:
        ship = t.ships[row_of(s.table_card[prize])]
        fast, guns, crew = ship.speed, ship.cannons, s.table_crew[prize]
    else:
        fast, guns = speed(s, t, rival, prize), cannons(s, t, rival, prize)
        cards = min(size(s.red_hand[rival]), FULL_HAND)
        crew = s.fleet_crew[rival, prize] + w.wariness * cards / FULL_HAND
    lead = speed(s, t, me, slot) - fast
    catch = chance_to_catch(t, lead)
    if catch == 0.0:
        return -w.idle
    mine, my_guns = s.fleet_crew[me, slot], cannons(s, t, me, slot)
    fight = Fight(catch, int(mine), int(my_guns), int(crew), int(guns))
    stakes = stakes_of(s, t, w, me, slot, rival, prize)
    bare = prospect(w, fight, stakes)
    cost = _hand_worth(s, w)
    if rival == NONE or w.arms == 0.0 or cost == 0.0:
        return bare
    better = prospect(w, _with_hand(s, t, fight, lead), stakes) - cost - bare
    return bare + w.arms * max(0.0, better)


@kernel
def _hand_worth(s: Any, w: Any) -> float:
    """What the battle cards in the own hand are worth."""
    worth = 0.0
    for kind in range(_GOOD_WIND, FIRST_INVENTORY):
        worth += w.red[kind] * s.red_hand[s.cur, kind]
    return worth


@kernel
def _with_hand(s: Any, t: Any, bare: Fight, lead: int) -> Fight:
    """An attack of mine with all battle cards of the hand, if I lead so much in speed."""
    noinline()
    hand = s.red_hand[s.cur]
    crew, other_crew = INT(bare.crew), INT(bare.other_crew)
    dice, other_dice = INT(bare.dice), INT(bare.other_dice)
    for kind in (_GOOD_WIND, _SURPRISE):
        lead += hand[kind] * t.reds[kind].amount
    for kind in (_SPEECH, _RUM):
        crew += hand[kind] * t.reds[kind].amount
    for kind in (_TERROR, _BRAWL):
        other_crew -= hand[kind] * t.reds[kind].amount
    dice += hand[_CHAIN_SHOT] * t.reds[_CHAIN_SHOT].amount
    if hand[_HOOKS] > 0 and other_dice > dice:
        dice, other_dice = INT(0), INT(0)
    dice *= 1 + hand[_RELOAD]
    return Fight(chance_to_catch(t, lead), crew, dice, max(INT(0), other_crew), other_dice)


# --- Treasures ------------------------------------------------------------------------------------


@kernel
def treasure_row(card: int) -> int:
    """The row of `t.treasures` that a treasure card belongs to."""
    return int(_TREASURE_ROWS[card])


@kernel
def chance_to_find(t: Any, treasure: int) -> float:
    """The chance that one roll finds a treasure."""
    noinline()
    card = t.treasures[treasure]
    faces = t.battle_die.explorer
    if card.symbol == _GUN:
        faces = t.battle_die.gun
    elif card.symbol == _CREW:
        faces = t.battle_die.crew
    hit = faces / FACES
    chance = 0.0
    for hits in range(card.need, card.dice + 1):
        ways = 1.0
        for step in range(hits):
            ways *= (card.dice - step) / (step + 1)
        chance += ways * hit**hits * (1.0 - hit) ** (card.dice - hits)
    return chance


@kernel
def treasure_worth(s: Any, t: Any, w: Any, slot: int, treasure: int) -> float:
    """What a treasure brings the ship that finds it."""
    noinline()
    card = t.treasures[treasure]
    room = most_crew(s, t, s.cur, slot) - s.fleet_crew[s.cur, slot]
    worth = w.treasure * card.points + w.crew * min(card.crew, room) + w.card * card.red
    most = 0
    for rival in range(s.players):
        if rival != s.cur:
            most = max(most, s.treasure_pts[rival])
    if s.cave_owner != s.cur and s.treasure_pts[s.cur] + card.points > most:
        worth += w.point * t.fame.points
        if pirate_points(s, t, s.cur) + t.fame.points >= s.target_points:
            worth += w.victory
    return worth


@kernel
def roll_worth(s: Any, t: Any, w: Any, slot: int, treasure: int) -> float:
    """What one more roll for a treasure promises."""
    noinline()
    find = chance_to_find(t, treasure)
    crew, loss = s.fleet_crew[s.cur, slot], t.treasures[treasure].loss
    failure = w.crew * loss
    if crew <= loss:
        failure = ship_worth(s, t, w, s.cur, slot) + w.crew * crew
        if count_ships(s, s.cur) == 1:
            failure += _ruin(s, w)
    return find * treasure_worth(s, t, w, slot, treasure) - (1.0 - find) * failure


@kernel
def dig_worth(s: Any, t: Any, w: Any, slot: int, treasure: int) -> float:
    """What a treasure promises if it is dug for until it is found, or the crew gets too small."""
    find = chance_to_find(t, treasure)
    crew, loss = s.fleet_crew[s.cur, slot], t.treasures[treasure].loss
    rolls = max(1, (crew - w.reserve) // loss)
    missed = (1.0 - find) ** rolls
    cost = w.crew * loss * (1.0 - missed) * (1.0 - find) / max(find, 1.0 / FACES**2)
    if crew <= loss:
        return roll_worth(s, t, w, slot, treasure)
    return (1.0 - missed) * treasure_worth(s, t, w, slot, treasure) - cost


@kernel
def target_worth(s: Any, t: Any, w: Any, slot: int, prize: int) -> float:
    """What it promises to send a ship to an adventure in the middle, whatever that is."""
    noinline()
    card = s.table_card[prize]
    if is_ship(card):
        return attack_worth(s, t, w, slot, NONE, prize)
    return dig_worth(s, t, w, slot, treasure_row(card))
