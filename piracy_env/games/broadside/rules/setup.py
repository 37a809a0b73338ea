"""The setup: a Big Sloop, two red and three blue cards for each player (BRO-2)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import below
from piracy_env.games.broadside.cards import BIG_SLOOP, COPY, SHIP_ROW, TREASURE_ROW
from piracy_env.games.broadside.rules.fleet import add_ship
from piracy_env.games.broadside.rules.piles import copies_in_game, draw_blue, draw_red
from piracy_env.games.broadside.rules.turn import pay_income
from piracy_env.games.broadside.state import (
    BLUE,
    FIRST_SLOOP,
    FLEET,
    NONE,
    RED,
    SEATS,
    TABLE,
    Phase,
    Place,
)


@kernel
def reset(s: Any, t: Any) -> None:
    """Lay out a new game in a zeroed state, up to the first decision."""
    noinline()
    _clear_table(s)
    for kind in range(RED):
        s.red_deck[kind] = copies_in_game(s, t, kind)
    for card in range(BLUE):
        s.blue_loc[card] = Place.DECK if is_in_game(s, t, card) else Place.BOX
    for seat in range(s.players):
        add_ship(s, seat, 0, FIRST_SLOOP + seat, t.ships[BIG_SLOOP].crew)
        draw_red(s, seat, t.numbers.start_red)
        for _ in range(t.numbers.start_blue):
            draw_blue(s, Place.HAND + seat)
    # BRO-R48: rolling the wind die until one is highest chooses each seat alike
    s.start = s.start_seat if s.start_seat >= 0 else below(s, s.players)
    s.cur, s.round_no = s.start, 1
    pay_income(s, t)


@kernel
def is_in_game(s: Any, t: Any, card: int) -> bool:
    """Whether a blue card belongs to the decks in play (BRO-15.1, BRO-15.5)."""
    if SHIP_ROW[card] != NONE:
        row = t.ships[SHIP_ROW[card]]
        base, listed, contents = row.base, row.list, row.contents
    else:
        other = t.treasures[TREASURE_ROW[card]]
        base, listed, contents = other.base, other.list, other.contents
    added = contents if s.expansion_size == 1 else listed
    return COPY[card] < base + added * s.expansion


@kernel
def _clear_table(s: Any) -> None:
    """Nothing is anywhere yet, where zero would be something."""
    s.red_limbo, s.cave_owner, s.dist_slot, s.sel_ship, s.exp_slot = NONE, NONE, NONE, NONE, NONE
    s.sel_enemy[0], s.sel_enemy[1] = NONE, NONE
    s.b_seat[0], s.b_seat[1], s.b_slot[0], s.b_slot[1] = NONE, NONE, NONE, NONE
    s.b_roller = NONE
    s.ret_phase = Phase.ADVENTURE
    for slot in range(TABLE):
        s.table_card[slot] = NONE
    for seat in range(SEATS):
        for slot in range(FLEET):
            s.fleet_card[seat, slot] = NONE
