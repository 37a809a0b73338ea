"""What each chapter asks for next: searches, Specials, rooms to be opened, and the way home."""

from __future__ import annotations

from typing import Any

from piracy_agents.heuristic.skull_tales_adventure.ways import sow, sow_next_to
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.options import CHAPTERS
from piracy_env.games.skull_tales.rules.adventure import (
    awakening,
    castaways,
    cheating,
    crystal,
    hunt,
    jones,
)
from piracy_env.games.skull_tales.rules.adventure.castaways import RUM_NEEDED, rum_of_all
from piracy_env.games.skull_tales.rules.adventure.cove import chest_cell
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.rules.adventure.goals import (
    are_all_reached,
    is_held,
    is_reached,
)
from piracy_env.games.skull_tales.rules.adventure.people import is_pirate
from piracy_env.games.skull_tales.rules.adventure.piles import FIRST, is_in_pile
from piracy_env.games.skull_tales.rules.adventure.story_flags import FIRST_SPECIAL, has_done
from piracy_env.games.skull_tales.rules.adventure.tiles import door_named, on_board, tile_of
from piracy_env.games.skull_tales.rules.adventure.track import coins_of
from piracy_env.games.skull_tales.state import AGILITY, NONE, SLOTS, STRENGTH
from piracy_env.games.skull_tales.state_land import CHESTS, Door, Goal
from piracy_env.games.skull_tales.story_land import Cheating
from piracy_env.games.skull_tales.tables.adventures import (
    FIND_KEYS,
    GARRISON_KEYS,
    OFTEN,
    SPECIAL_KEYS,
)
from piracy_env.games.skull_tales.terrain import SIDE_COL, SIDE_ROW

JONES, AWAKENING, EXILE, CRYSTAL, HUNT, CASTAWAYS, CHEATING, COVE = range(len(CHAPTERS))
_ONCE, _EACH_ONCE = OFTEN.index("adventure"), OFTEN.index("character")

_SACRISTY, _BEDROOM = FIND_KEYS.index("awakening_sacristy"), FIND_KEYS.index("crystal_bedroom")
_LEDGER, _SWORD = FIND_KEYS.index("awakening_office"), FIND_KEYS.index("awakening_mess")
_SWORDS, _COMPASS = FIND_KEYS.index("exile_i10"), FIND_KEYS.index("hunt_t3")
_OFFICE, _COMPANY = FIND_KEYS.index("cheating_office"), FIND_KEYS.index("cheating_company")
_SAWYER = GARRISON_KEYS.index("awakening_living_room")
_TAVERNS = (GARRISON_KEYS.index("awakening_tavern"), GARRISON_KEYS.index("cheating_tavern"))

_STRONGBOX = SPECIAL_KEYS.index("awakening_1")
_STILL, _TEMPLE = SPECIAL_KEYS.index("treasure_hunt_1"), SPECIAL_KEYS.index("treasure_hunt_2")
_GATE = SPECIAL_KEYS.index("treasure_hunt_3")
_POSSESSED, _SACRIFICE = (
    SPECIAL_KEYS.index("treasure_hunt_4"),
    SPECIAL_KEYS.index("treasure_hunt_5"),
)
_CELL, _SHOP = SPECIAL_KEYS.index("cheating_death_1"), SPECIAL_KEYS.index("cheating_death_3")
_DRINK = SPECIAL_KEYS.index("cheating_death_4")
_LEAVE = SPECIAL_KEYS.index("cheating_death_5")
_SLIDE = SPECIAL_KEYS.index("alchemical_crystal_2")
_WAYS = (
    SPECIAL_KEYS.index("exile_2"),
    SPECIAL_KEYS.index("exile_4"),
    _SLIDE,
    SPECIAL_KEYS.index("alchemical_crystal_3"),
)


@kernel
def is_time_to_go_home(s: Any, t: Any) -> bool:
    """Whether all is done but to be at the place where the Adventure ends."""
    if s.chapter == JONES:
        return s.sf[jones.IS_BOAT_FOUND] == 1 and is_held(s, jones.DIARY)
    if s.chapter == CRYSTAL:
        return crystal.paolo(s) != NONE and is_held(s, crystal.MAP)
    if s.chapter == CASTAWAYS:
        has_all = are_all_reached(s, t) and is_held(s, castaways.CURSED_TOKEN)
        is_beach_found = tile_of(s, castaways.I7) != NONE
        return has_all and is_beach_found and rum_of_all(s, t) >= RUM_NEEDED
    return s.chapter == COVE and are_all_reached(s, t)


@kernel
def is_rum_missing(s: Any, t: Any) -> bool:
    """Whether castaways have all but the Rum for the way."""
    is_all = s.chapter == CASTAWAYS and are_all_reached(s, t)
    return bool(is_all and rum_of_all(s, t) < RUM_NEEDED)


# --- searches -------------------------------------------------------------------------------------


@kernel
def is_find_wanted(s: Any, t: Any, w: Any, slot: int, row: int, is_found: int) -> bool:
    """Whether a Character should search for what a room holds."""
    if row == _SACRISTY:
        return tile_of(s, awakening.S2) == NONE
    if row == _BEDROOM:
        return not is_reached(s, crystal.MAP)
    if row == _OFFICE:
        return is_unarmed(s, t, slot) and s.sf[Cheating.FIRST_ARMED + slot] == 0
    if is_found or (row in (_LEDGER, _SWORD) and tile_of(s, awakening.S2) == NONE):
        return False  # the cemetery comes before the barracks: it is half a success
    if row in (_SWORDS, _COMPASS, _COMPANY):
        return bool(w.greed > 0.0)
    goal = t.finds[row].goal
    return bool(goal > 0 and not is_reached(s, goal - 1))


@kernel
def is_more_wanted(s: Any) -> bool:
    """Whether there is need of more tiles: not while tavern and church still lead further."""
    if s.chapter != AWAKENING or tile_of(s, awakening.S2) != NONE:
        return True
    return tile_of(s, awakening.V1) == NONE or tile_of(s, awakening.V4) == NONE


@kernel
def is_unarmed(s: Any, t: Any, slot: int) -> bool:
    """Whether a Pirate has nothing to strike with."""
    for place in range(s.inv_n[slot]):
        if t.items[s.inv_id[slot, place]].melee_damage > 0:
            return False
    return bool(is_pirate(s, slot))


@kernel
def is_left_lying(s: Any, t: Any, slot: int, mark: int) -> bool:
    """Whether a marked token is a guard's Sword, and somebody else needs that more."""
    if s.chapter != CHEATING or mark != cheating.DORMITORY_GUARD or is_unarmed(s, t, slot):
        return False
    for other in range(SLOTS):  # noqa: SIM110 - numba knows no any()
        if is_active(s, other) and is_unarmed(s, t, other):
            return True
    return False


@kernel
def is_find_for_all(row: int) -> bool:
    """Whether what a room holds is for the whole crew, whoever finds it."""
    return row != _OFFICE


@kernel
def is_room_wanted(s: Any, row: int) -> bool:
    """Whether a room must be opened for the sake of those who are in it."""
    if row == _SAWYER:
        return not is_reached(s, awakening.RING)
    return row in _TAVERNS


# --- Specials -------------------------------------------------------------------------------------


@kernel
def is_special_wanted(s: Any, t: Any, w: Any, slot: int, number: int) -> bool:
    """Whether a Character should go where it can do a Special, and do it."""
    row, is_wanted = t.first_special[s.chapter] + number - 1, True
    if row == _STRONGBOX:
        is_wanted = w.greed > 0.0
    elif row in (_STILL, _TEMPLE, _GATE):
        is_wanted = _is_temple_wanted(s, slot, row)
    elif row in (_CELL, _SHOP, _DRINK):
        is_wanted = _is_escape_wanted(s, slot, row)
    elif row == _LEAVE:
        is_wanted = is_reached(s, cheating.WORD)
    elif row in _WAYS:
        is_wanted = tile_of(s, t.specials[row].to_tile) == NONE and _is_way_open(s, t, row)
    elif row in (_POSSESSED, _SACRIFICE):
        is_wanted = False
    return is_wanted and is_special_left(s, t, slot, number)


@kernel
def is_special_left(s: Any, t: Any, slot: int, number: int) -> bool:
    """Whether a Special can still be done by a Character, as goals and times have it."""
    card = t.specials[t.first_special[s.chapter] + number - 1]
    done = s.sf[FIRST_SPECIAL + number]
    if card.once == _ONCE and done != 0:
        return False
    if card.once == _EACH_ONCE and done >> slot & 1:
        return False
    if card.reached > 0 and not is_reached(s, card.reached - 1):
        return False
    if card.held == 0:
        return True
    is_own = s.goal_holder[card.held - 1] == slot
    return bool(is_own and s.goal_state[card.held - 1] == Goal.HELD)


@kernel
def called_upon(s: Any, t: Any) -> int:
    """Who has what the story asks for next, and nobody else; -1 if that is anybody."""
    if s.chapter == HUNT and tile_of(s, hunt.T3) == NONE:
        return pilgrim(s)
    if s.chapter == CRYSTAL and is_held(s, crystal.PAOLO):
        return int(s.goal_holder[crystal.PAOLO])
    for row in range(t.first_special[s.chapter], t.first_special[s.chapter + 1]):
        goal = t.specials[row].held - 1
        if goal < 0 or not is_held(s, goal) or s.ch_y[s.goal_holder[goal]] == NONE:
            continue
        slot = int(s.goal_holder[goal])
        if is_special_left(s, t, slot, row - t.first_special[s.chapter] + 1):
            return slot
    return NONE


@kernel
def _is_way_open(s: Any, t: Any, row: int) -> bool:
    """Whether the way that a Special leads was opened by the one before it, and is not too soon."""
    if row == _SLIDE:
        return is_reached(s, crystal.MAP)  # nobody comes back up that way
    if s.chapter != EXILE:
        return True
    return bool(s.sf[FIRST_SPECIAL + row - t.first_special[s.chapter]] != 0)


@kernel
def _is_temple_wanted(s: Any, slot: int, row: int) -> bool:
    """One Pirate drinks and is purified, and opens the temple for all (STA-34.6)."""
    if tile_of(s, hunt.T3) != NONE:
        return False
    if row == _STILL:
        return slot == pilgrim(s)
    return row == _TEMPLE and hunt.is_fit_for_temple(s, slot)


@kernel
def pilgrim(s: Any) -> int:
    """Who is to open the temple: whoever has done most of it, and jumps and drinks best."""
    best, most = NONE, -1.0
    for slot in range(SLOTS):
        if is_active(s, slot) and is_pirate(s, slot):
            done = has_done(s, hunt.DRINK, slot) + (s.sf[hunt.PURIFIED] >> slot & 1)
            fit = 20.0 * done + 2.0 * s.ch_att[slot, AGILITY] + s.ch_att[slot, STRENGTH]
            if fit > most:
                best, most = slot, fit
    return best


@kernel
def is_by_the_spring(s: Any, entrance: int) -> bool:
    """Whether a tile being laid is the one with the spring, entered on the side of it."""
    if s.chapter != HUNT or tile_of(s, hunt.I10) != NONE or is_in_pile(s, FIRST, hunt.I10):
        return False
    return entrance == 0


@kernel
def _is_escape_wanted(s: Any, slot: int, row: int) -> bool:
    """Doors of cells are forced; Rum is bought for the gatekeeper, and shared with him."""
    if row == _CELL:
        return False
    if is_reached(s, cheating.WORD):
        return False
    if row == _SHOP:
        return s.ch_rum[slot] == 0 and coins_of(s, slot) >= 3 and _rum_of_all(s) == 0
    return bool(s.ch_rum[slot] > 0)


@kernel
def _rum_of_all(s: Any) -> int:
    """Bought Rum that anybody has."""
    carriers = 0
    for slot in range(SLOTS):
        carriers += is_active(s, slot) and s.ch_rum[slot] > 0
    return carriers


# --- what no table tells --------------------------------------------------------------------------


@kernel
def sow_own_errands(s: Any, t: Any, cost: float, slot: int, field: Any) -> None:
    """Chests, doors that only a Special opens, the spring that purifies."""
    noinline()
    if s.chapter == COVE:
        for chest in range(CHESTS):
            tile = tile_of(s, s.chest[chest]) if s.chest[chest] != NONE else NONE
            if tile != NONE:
                place = on_board(s, t, tile, chest_cell(t, s.chest[chest]))
                sow_next_to(s, t, field, place, cost)
    elif s.chapter == CRYSTAL:
        _sow_door(s, crystal.CHURCH, cost, field)
        if is_reached(s, 0):
            _sow_door(s, crystal.CRYPT, cost, field)
    elif s.chapter == CHEATING:
        _sow_door(s, cheating.NORTH_CELL, cost, field)
        _sow_door(s, cheating.SOUTH_CELL, cost, field)
    elif s.chapter == CASTAWAYS and castaways.misses(s, slot) != 0:
        tile = tile_of(s, castaways.I3)
        is_left = s.sf[castaways.HAS_DUG] >> slot & 1 == 0
        if tile != NONE and is_left and castaways.are_brothers_gone(s):
            sow(field, s.tl_row[tile] + 2, s.tl_col[tile] + 2, cost)
    elif s.chapter == HUNT and slot == pilgrim(s) and s.sf[hunt.PURIFIED] >> slot & 1 == 0:
        tile = tile_of(s, hunt.I10)
        if tile != NONE and tile_of(s, hunt.T3) == NONE:
            place = on_board(s, t, tile, (2, 1))
            sow(field, place[0], place[1], cost)


@kernel
def _sow_door(s: Any, name: int, cost: float, field: Any) -> None:
    """In front of a door that is closed, and behind it."""
    door = door_named(s, name)
    if door != NONE and s.dr_state[door] == Door.CLOSED:
        side = s.dr_side[door]
        sow(field, s.dr_row[door], s.dr_col[door], cost)
        sow(field, s.dr_row[door] + SIDE_ROW[side], s.dr_col[door] + SIDE_COL[side], cost)
