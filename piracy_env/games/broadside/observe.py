"""What a seat sees: all ships and open cards, its own hands, and what it knows of other hands."""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.jit import forceinline, kernel
from piracy_env.core.layout import Group, Layout
from piracy_env.core.noinline import noinline
from piracy_env.core.seating import left_of, share
from piracy_env.games.broadside.actions import RED_KEYS
from piracy_env.games.broadside.cards import TREASURE_ROW
from piracy_env.games.broadside.rules.battle import (
    is_adventure,
    side_crew,
    side_dice,
    side_row,
    side_speed,
)
from piracy_env.games.broadside.rules.fleet import (
    cannons,
    has_ship,
    is_alive,
    is_ship,
    most_crew,
    row_of,
    speed,
)
from piracy_env.games.broadside.rules.piles import size
from piracy_env.games.broadside.state import (
    ATTACKER,
    BLUE,
    DEFENDER,
    FIRST_INVENTORY,
    FLEET,
    INVENTORY,
    NONE,
    RED,
    SEATS,
    TABLE,
    Phase,
    Place,
    Step,
)
from piracy_env.games.broadside.tables import SYMBOLS

SEAT_NAMES = ("me", *(f"left {left}" for left in range(1, SEATS)))
OPPONENTS = SEAT_NAMES[1:]
SLOTS = tuple(f"slot {slot}" for slot in range(FLEET))
TABLE_SLOTS = tuple(f"slot {slot}" for slot in range(TABLE))
BLUE_NAMES = tuple(f"card {card}" for card in range(BLUE))


def _each(what: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{what} {name}" for name in names)


META = (
    *_each("phase", tuple(phase.name.lower() for phase in Phase)),
    *_each("turn of", SEAT_NAMES),
    *_each("to move", SEAT_NAMES),
    *("round", "target", "players"),
    *("expansion", "expansion_size", "first_round_equal", "draw_by_points", "blue_at_end"),
    *("first_turn_plus3", "sell_unlimited", "prize_may_attack", "crew_window_each_round"),
)
ADVENTURE = (
    *("present", "is ship", "speed", "cannons", "crew", "max", "cargo", "points"),
    *("dice", "need", "loss", "treasure points", *_each("symbol", SYMBOLS)),
    *("reward crew", "reward red"),
)
SHIP = (
    *("present", "speed", "cannons", "crew", "max", "cargo", "points"),
    *(*RED_KEYS[FIRST_INVENTORY:], "acted"),
)
PLAYER = (
    *("alive", "points", "treasure points", "cave", "red hand", "blue hand"),
    *("ships", "crew", "cargo", "turn", "to move"),
)
SIDE = ("speed", "cannon dice", "crew", "max", "temporary crew", "cargo", "points")
BATTLE = (
    *("on", "attacking", "defending", "looking on", "neutral"),
    *_each("step", tuple(step.name.lower() for step in Step)),
    *("attacker to act", "other passed"),
    *_each("attacker", SEAT_NAMES),
    *_each("defender", SEAT_NAMES),
    *_each("attacker's", SIDE),
    *_each("defender's", SIDE),
    *("attacker's chain_shot", "defender's chain_shot"),
    *("attacker's fast_reload", "defender's fast_reload"),
    "grappling_hooks",
    *("attacker's good_wind", "defender's good_wind"),
    *("surprise_attack", "wind rolled", "wind", "round"),
    *_each("played", RED_KEYS),
)
SHARING = ("pool", "muster", *_each("next", SLOTS), "income")
PENDING = (
    *_each("card", RED_KEYS),
    *_each("own", SLOTS),
    *(f"{seat} {slot}" for seat in OPPONENTS for slot in SLOTS),
    *_each("dig", TABLE_SLOTS),
)
TURN = ("sold", "redistributed", "crows_nest used", "acts", *_each("played", RED_KEYS))
BLUE_OLDER = tuple(f"blue hand of {seat}" for seat in OPPONENTS)
COUNTED = (*_each("held", RED_KEYS), *_each("red hand of", OPPONENTS), *BLUE_OLDER)
PILES = ("red deck", "red discard", "blue deck", "blue discard")

OBSERVATION = Layout(
    Group("meta", META, "the moment, and the rules in use: round of max_rounds, target of 15"),
    Group("own_red", RED_KEYS, "own red cards, of 4"),
    Group("own_blue", BLUE_NAMES, "own blue hand"),
    Group("red_discard", RED_KEYS, "cards of the red discard pile, of 4"),
    Group("blue_discard", BLUE_NAMES, "cards of the blue discard pile"),
    Group(
        "table",
        ADVENTURE,
        "adventures in the middle: speed and cargo of 8, cannons of 12, crew of 30, points of 4; "
        "dice of 6, need, loss and treasure points of 4, rewards of 10 crew and 4 cards",
        TABLE_SLOTS,
    ),
    Group(
        "fleets",
        SHIP,
        "ships with inventory: speed of 12, cannons of 25, crew of 40, cargo of 8, points of 4, "
        "inventory of 3",
        tuple(f"{seat} {slot}" for seat in SEAT_NAMES for slot in SLOTS),
    ),
    Group(
        "players",
        PLAYER,
        "points of 15, treasure points of 20, hands of 20 and 6, ships of 12, crew of 200, "
        "cargo of 60",
        SEAT_NAMES,
    ),
    Group("known", RED_KEYS, "cards that an opponent is known to hold, of 4", OPPONENTS),
    Group(
        "battle",
        BATTLE,
        "the battle under way: speed of 15, without wind; dice, crew of 40, temporary crew of 15, "
        "cargo of 8, points of 4; cards of 3; wind from -2 to 2, round of 200, played cards of 4",
    ),
    Group("sharing", SHARING, "crew that is being shared out, of 100"),
    Group("pending", PENDING, "what has been chosen so far"),
    Group("turn", TURN, "what the turn has seen: acts of 20, played cards of 4"),
    Group("piles", PILES, "sizes of the piles, red of 60, blue of 50"),
    Group("start", SEAT_NAMES, "who had the first turn, and begins each round"),
    Group(
        "counted",
        COUNTED,
        "what was not in a discard pile when that became the deck: red cards that opponents hold "
        "beyond `known`, nobody can say who, of 4; how many of each hand they can be at most, of "
        "20, and how many of a blue hand they are, of 6",
    ),
    Group("blue_held", BLUE_NAMES, "such cards of the blue hands of opponents"),
)
OBS = OBSERVATION.slices

FEW, MANY_RED = 3, 4
FAST, MANY_CANNONS, MUCH_CREW, MUCH_CARGO, MANY_POINTS = 8, 12, 30, 8, 4
RIGGED, GUNNED, FULL = 12, 25, 40
MANY_DICE, HARD, MANY_REWARDS, MANY_CARDS = 6, 4, 10, 4
TARGET, MANY_TREASURES, BIG_HAND, BLUE_HAND = 15, 20, 20, 6
BIG_CREW, BIG_CARGO, MANY_SHIPS = 200, 60, 12
FAST_BATTLE, MANY_SHOTS, MANY_HIRED, CALM, WINDS, LONG = 15, 40, 15, 2, 4, 200
MANY_SHARED, MANY_ACTS, RED_CARDS, BLUE_CARDS = 100, 20, 60, 50

_TURN, _TO_MOVE, _ROUND = (META.index(name) for name in ("turn of me", "to move me", "round"))
_EXPANSION = META.index("expansion")
_DICE, _SYMBOL, _REWARD = (ADVENTURE.index(name) for name in ("dice", "symbol gun", "reward crew"))
_INVENTORY, _ACTED = SHIP.index(RED_KEYS[FIRST_INVENTORY]), SHIP.index("acted")
_STEP, _TO_ACT, _ATTACKER, _DEFENDER, _SIDES, _CHAIN, _PLAYED = (
    BATTLE.index(name)
    for name in (
        *("step wind", "attacker to act", "attacker me", "defender me", "attacker's speed"),
        *("attacker's chain_shot", "played fortunas_blessing"),
    )
)
_BLUE_HAND = PLAYER.index("blue hand")
_OWN, _ENEMY, _DIG = (PENDING.index(name) for name in ("own slot 0", "left 1 slot 0", "dig slot 0"))

_TREASURES = np.array(TREASURE_ROW)
_BITS = 8
_MOST_HELD = (1 << _BITS) - 1
"""Sizes of blue hands are counted together, a byte a seat."""


@kernel
def observe(s: Any, t: Any, seat: int, out: Any) -> None:
    """Write what a seat sees, other seats in clockwise order from its own."""
    noinline()
    _write_moment(s, seat, out)
    _write_cards(s, seat, out)
    _write_table(s, t, out)
    for left in range(s.players):
        _write_player(s, t, (seat + left) % s.players, left, out)
    for left in range(1, s.players):
        first = OBS.known.start + (left - 1) * RED
        _write_counts(s.known[seat, (seat + left) % s.players], first, out)
    _write_counted(s, seat, out)
    if s.b_on == 1:
        _write_battle(s, t, seat, out)
    _write_choices(s, out)


@forceinline
def _write_counts(counts: Any, first: int, out: Any) -> int:
    """A pile or hand of red cards; returns how many there are."""
    total = 0
    for kind in range(RED):
        if counts[kind] != 0:
            out[first + kind] = share(counts[kind], MANY_RED)
            total += counts[kind]
    return total


@kernel
def _write_moment(s: Any, seat: int, out: Any) -> None:
    """Whose decision of what kind, and which rules are in use."""
    noinline()
    first = OBS.meta.start
    out[first + s.phase] = 1.0
    out[first + _TURN + left_of(s, seat, s.cur)] = 1.0
    out[first + _TO_MOVE + left_of(s, seat, s.seat)] = 1.0
    out[OBS.start.start + left_of(s, seat, s.start)] = 1.0
    out[first + _ROUND] = share(s.round_no, s.max_rounds)
    out[first + _ROUND + 1] = share(s.target_points, TARGET)
    out[first + _ROUND + 2] = share(s.players, SEATS)
    first += _EXPANSION
    out[first] = s.expansion
    out[first + 1] = s.expansion_size
    out[first + 2] = s.first_round_equal
    out[first + 3] = s.draw_by_points
    out[first + 4] = s.blue_at_end
    out[first + 5] = s.first_turn_plus3
    out[first + 6] = s.sell_unlimited
    out[first + 7] = s.prize_may_attack
    out[first + 8] = s.crew_window_each_round


@kernel
def _write_cards(s: Any, seat: int, out: Any) -> None:
    """The own hands, the open discard piles, and how many cards there are of everything."""
    noinline()
    _write_counts(s.red_hand[seat], OBS.own_red.start, out)
    discarded = _write_counts(s.red_disc, OBS.red_discard.start, out)
    deck, discard, hands = 0, 0, 0
    for card in range(BLUE):
        place = s.blue_loc[card]
        deck += place == Place.DECK
        if place == Place.DISCARD:
            out[OBS.blue_discard.start + card] = 1.0
            discard += 1
        elif Place.HAND <= place < Place.FLEET:
            hands += 1 << _BITS * (place - Place.HAND)
            if place == Place.HAND + seat:
                out[OBS.own_blue.start + card] = 1.0
            elif s.blue_left[card] == 1:
                out[OBS.blue_held.start + card] = 1.0
    first = OBS.piles.start
    out[first] = share(size(s.red_deck), RED_CARDS)
    out[first + 1] = share(discarded, RED_CARDS)
    out[first + 2] = share(deck, BLUE_CARDS)
    out[first + 3] = share(discard, BLUE_CARDS)
    for left in range(s.players):
        held = hands >> _BITS * ((seat + left) % s.players) & _MOST_HELD
        out[OBS.players.start + left * len(PLAYER) + _BLUE_HAND] = share(held, BLUE_HAND)


@kernel
def _write_counted(s: Any, seat: int, out: Any) -> None:
    """Cards that are certainly in some hand, and how many each hand may hold of them."""
    first = OBS.counted.start
    _write_counts(s.held[seat], first, out)
    first += RED - 1
    for left in range(1, s.players):
        rival = (seat + left) % s.players
        out[first + left] = share(s.older[seat, rival], BIG_HAND)
        out[first + len(OPPONENTS) + left] = share(s.blue_older[rival], BLUE_HAND)


@kernel
def _write_table(s: Any, t: Any, out: Any) -> None:
    """All that is printed on the adventures in the middle, and their crew."""
    noinline()
    for slot in range(TABLE):
        card = s.table_card[slot]
        if card == NONE:
            continue
        first = OBS.table.start + slot * len(ADVENTURE)
        out[first] = 1.0
        if is_ship(card):
            ship = t.ships[row_of(card)]
            out[first + 1] = 1.0
            out[first + 2] = share(ship.speed, FAST)
            out[first + 3] = share(ship.cannons, MANY_CANNONS)
            out[first + 4] = share(s.table_crew[slot], MUCH_CREW)
            out[first + 5] = share(ship.max, MUCH_CREW)
            out[first + 6] = share(ship.cargo, MUCH_CARGO)
            out[first + 7] = share(ship.points, MANY_POINTS)
        else:
            treasure = t.treasures[_TREASURES[card]]
            out[first + _DICE] = share(treasure.dice, MANY_DICE)
            out[first + _DICE + 1] = share(treasure.need, HARD)
            out[first + _DICE + 2] = share(treasure.loss, HARD)
            out[first + _DICE + 3] = share(treasure.points, HARD)
            out[first + _SYMBOL + treasure.symbol] = 1.0
            out[first + _REWARD] = share(treasure.crew, MANY_REWARDS)
            out[first + _REWARD + 1] = share(treasure.red, MANY_CARDS)


@kernel
def _write_player(s: Any, t: Any, seat: int, left: int, out: Any) -> None:
    """The ships of a player, and what they add up to."""
    noinline()
    ships, crew, load = 0, 0, 0
    points = t.fame.points if s.cave_owner == seat else 0
    for slot in range(FLEET):
        if has_ship(s, seat, slot):
            row = row_of(s.fleet_card[seat, slot])
            _write_ship(s, t, seat, slot, OBS.fleets.start + (left * FLEET + slot) * len(SHIP), out)
            ships += 1
            crew += s.fleet_crew[seat, slot]
            load += t.ships[row].cargo
            points += t.ships[row].points
    first = OBS.players.start + left * len(PLAYER)
    out[first] = is_alive(s, seat)
    out[first + 1] = share(points, TARGET)
    out[first + 2] = share(s.treasure_pts[seat], MANY_TREASURES)
    out[first + 3] = s.cave_owner == seat
    out[first + 4] = share(size(s.red_hand[seat]), BIG_HAND)
    out[first + 6] = share(ships, MANY_SHIPS)
    out[first + 7] = share(crew, BIG_CREW)
    out[first + 8] = share(load, BIG_CARGO)
    out[first + 9] = s.cur == seat
    out[first + 10] = s.seat == seat


@kernel
def _write_ship(s: Any, t: Any, seat: int, slot: int, first: int, out: Any) -> None:
    """A ship of a fleet, its inventory counted in."""
    ship = t.ships[row_of(s.fleet_card[seat, slot])]
    out[first] = 1.0
    out[first + 1] = share(speed(s, t, seat, slot), RIGGED)
    out[first + 2] = share(cannons(s, t, seat, slot), GUNNED)
    out[first + 3] = share(s.fleet_crew[seat, slot], FULL)
    out[first + 4] = share(most_crew(s, t, seat, slot), FULL)
    out[first + 5] = share(ship.cargo, MUCH_CARGO)
    out[first + 6] = share(ship.points, MANY_POINTS)
    for kind in range(INVENTORY):
        out[first + _INVENTORY + kind] = share(s.fleet_inv[seat, slot, kind], FEW)
    out[first + _ACTED] = s.fleet_acted[seat, slot]


@kernel
def _write_battle(s: Any, t: Any, seat: int, out: Any) -> None:
    """The battle under way."""
    noinline()
    first = OBS.battle.start
    attacks, defends = s.b_seat[ATTACKER] == seat, s.b_seat[DEFENDER] == seat
    out[first] = 1.0
    out[first + 1] = attacks
    out[first + 2] = defends
    out[first + 3] = not attacks and not defends
    out[first + 4] = s.b_neutral
    out[first + _STEP + s.b_step] = 1.0
    out[first + _TO_ACT] = s.b_side == ATTACKER
    out[first + _TO_ACT + 1] = s.b_passes > 0
    out[first + _ATTACKER + left_of(s, seat, s.b_seat[ATTACKER])] = 1.0
    if s.b_neutral == 0:
        out[first + _DEFENDER + left_of(s, seat, s.b_seat[DEFENDER])] = 1.0
    for side in range(2):
        _write_side(s, t, side, first + _SIDES + side * len(SIDE), out)
        out[first + _CHAIN + side] = share(s.b_chain[side], FEW)
        out[first + _CHAIN + 2 + side] = share(s.b_fr[side], FEW)
        out[first + _CHAIN + 5 + side] = share(s.b_gw[side], FEW)
    out[first + _CHAIN + 4] = share(s.b_gh, FEW)
    out[first + _CHAIN + 7] = share(s.b_surprise, FEW)
    out[first + _CHAIN + 8] = s.b_rolled
    out[first + _CHAIN + 9] = share(s.b_wind + CALM, WINDS)
    out[first + _CHAIN + 10] = share(s.b_round, LONG)
    _write_counts(s.red_battle, first + _PLAYED, out)


@kernel
def _write_side(s: Any, t: Any, side: int, first: int, out: Any) -> None:
    """One ship of the battle with the cards that work for or against it, but not the wind."""
    noinline()
    ship = t.ships[side_row(s, side)]
    most = ship.max
    if not is_adventure(s, side):
        most = most_crew(s, t, s.b_seat[side], s.b_slot[side])
    out[first] = share(max(0, side_speed(s, t, side)), FAST_BATTLE)
    out[first + 1] = share(side_dice(s, t, side), MANY_SHOTS) if s.b_gh == 0 else 0.0
    out[first + 2] = share(side_crew(s, side), FULL)
    out[first + 3] = share(most, FULL)
    out[first + 4] = share(s.b_temp[side], MANY_HIRED)
    out[first + 5] = share(ship.cargo, MUCH_CARGO)
    out[first + 6] = share(ship.points, MANY_POINTS)


@kernel
def _write_choices(s: Any, out: Any) -> None:
    """Crew that is being shared out, what has been chosen so far, and what the turn has seen."""
    noinline()
    first = OBS.sharing.start
    out[first] = share(s.pool, MANY_SHARED)
    out[first + 1] = share(s.muster, MANY_SHARED)
    if s.dist_slot != NONE:
        out[first + 2 + s.dist_slot] = 1.0
    out[first + 2 + FLEET] = s.phase == Phase.INCOME
    first = OBS.pending.start
    if s.red_limbo != NONE:
        out[first + s.red_limbo] = 1.0
    if s.sel_ship != NONE:
        out[first + _OWN + s.sel_ship] = 1.0
    if s.sel_enemy[0] != NONE:
        rival = left_of(s, s.cur, s.sel_enemy[0]) - 1
        out[first + _ENEMY + rival * FLEET + s.sel_enemy[1]] = 1.0
    if s.exp_slot != NONE:
        out[first + _DIG + s.exp_slot] = 1.0
    first = OBS.turn.start
    out[first] = share(s.sold, 1)
    out[first + 1] = s.redist_done
    out[first + 2] = s.crow_used
    out[first + 3] = share(s.acts, MANY_ACTS)
    _write_counts(s.plays, first + 4, out)
