"""Enemies coming and going: figures of the supply, placement, Fallen Enemy tokens (STA-12)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import below
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.rules.adventure.paths import is_free, nearest_free
from piracy_env.games.skull_tales.rules.adventure.people import characters_in_adventure
from piracy_env.games.skull_tales.rules.adventure.tiles import on_board
from piracy_env.games.skull_tales.rules.adventure.track import move_flag
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.frames import push_for, top
from piracy_env.games.skull_tales.state import NONE, STEP, Decision
from piracy_env.games.skull_tales.state_land import FOES, TOKENS_FALLEN, FoeStatus
from piracy_env.games.skull_tales.tables.adventures import CHART_MOST
from piracy_env.games.skull_tales.terrain import BOARD, CITY, ISLAND, ROOM

NOBODY = -1
FEW = 3
"""Up to so many Characters the left number of a pair counts (STA-2.19)."""
TYPES = 11
"""Types of Enemies, and none."""
COMING, MET, SPRINTING = range(3)
"""Steps of those who come: they are placed, met by reactions, and act."""
_FIRST, _ALL = 1, 2
"""Values of the column `marked` of [garrisons]."""


@kernel
def pair(s: Any, values: Any) -> int:
    """The number of a pair that counts in this Adventure (STA-2.19)."""
    return values[0] if characters_in_adventure(s) <= FEW else values[1]


# --- one Enemy ------------------------------------------------------------------------------------


@kernel
def put_foe(s: Any, t: Any, kind: int, role: int, place: Any) -> int:
    """Put a figure of the supply on a free space; the Enemy's number, -1 if none is left."""
    noinline()
    foe = 0
    while foe < FOES and s.foe_type[foe] != NONE:
        foe += 1
    if foe == FOES or s.fig_left[kind] == 0:
        return NOBODY
    s.fig_left[kind] -= 1
    s.foe_type[foe], s.foe_role[foe] = kind, role
    s.foe_row[foe], s.foe_col[foe] = place
    own = t.roles[role]
    s.foe_hp_max[foe] = own.hp if own.hp > 0 else pair(s, t.enemies[kind].hp)
    s.foe_hp_max[foe] += own.hp_more
    s.foe_damage[foe] = own.melee_damage
    return foe


@kernel
def remove_foe(s: Any, foe: int) -> None:
    """An Enemy leaves the board; its figure goes back to the supply."""
    noinline()
    s.fig_left[s.foe_type[foe]] += 1
    s.foe_type[foe], s.foe_row[foe], s.foe_col[foe] = NONE, NONE, NONE
    s.foe_role[foe], s.foe_hp_max[foe], s.foe_wounds[foe] = 0, 0, 0
    s.foe_stun[foe], s.foe_hide[foe], s.foe_status[foe] = 0, 0, 0
    s.foe_mark[foe], s.foe_off[foe], s.foe_holds[foe] = 0, 0, 0
    s.foe_damage[foe], s.foe_acted[foe] = 0, 0
    rest = -1 - (1 << foe)
    for slot in range(len(s.free_from)):
        s.free_from[slot] &= rest
        s.insult_from[slot] &= rest
        s.eloq[slot] &= rest
        s.attacked_me[slot] &= rest
        s.hit_by_ever[slot] &= rest
        s.spotted[slot] &= rest
        if s.vengeance[slot] == foe:
            s.vengeance[slot] = NONE
    s.foes_left &= rest


@kernel
def first_in_supply(s: Any) -> int:
    """A Fallen Enemy token of the supply, -1 if none is left; they lie in random order there."""
    for token in range(TOKENS_FALLEN):
        if s.fl_row[token] == NONE:
            return token
    return NOBODY


@kernel
def leave_token(s: Any, t: Any, place: Any, immortal: int, mark: int) -> int:
    """Put a random Fallen Enemy token face down on a space; -1 if none is left (STA-12.20).

    For one that a story wants a token is taken from elsewhere if none is left.
    """
    first = first_in_supply(s)
    if first != NOBODY:
        s.fl_row[first], s.fl_col[first] = place
        s.fl_immortal[first], s.fl_mark[first] = immortal, mark
        return first
    for token in range(TOKENS_FALLEN):
        if mark > 0 and s.fl_mark[token] == 0 and s.fl_immortal[token] == NONE:
            s.fl_row[token], s.fl_col[token] = place
            s.fl_mark[token] = mark
            return token
    return NOBODY


@kernel
def take_token(s: Any, token: int) -> None:
    """A Fallen Enemy token goes back to the supply; a figure that waits there does likewise."""
    if s.fl_immortal[token] != NONE:
        s.fig_left[s.fl_immortal[token]] += 1
    s.fl_row[token], s.fl_col[token] = NONE, NONE
    s.fl_immortal[token], s.fl_mark[token] = NONE, 0
    shuffle_supply(s)


@kernel
def shuffle_supply(s: Any) -> None:
    """Nobody knows which Fallen Enemy tokens of the supply are which (STA-R74)."""
    noinline()
    for last in range(TOKENS_FALLEN):
        if s.fl_row[last] != NONE:
            continue
        count = 0
        for token in range(last + 1):
            count += s.fl_row[token] == NONE
        place = below(s, count)
        for token in range(last + 1):
            if s.fl_row[token] == NONE:
                if place == 0:
                    one, other = s.fl_kind[last] + 0, s.fl_kind[token] + 0
                    s.fl_kind[last], s.fl_kind[token] = other, one
                place -= 1


# --- many -----------------------------------------------------------------------------------------


@kernel
def call_chart(s: Any, t: Any, chart: int, entrance: Any) -> None:
    """Roll an Enemy Chart for the room of a place, and call whom it names (STA-10.32)."""
    face = throw(s)
    place_foes(s, t, t.calls[chart, face - 1, s.diff - 1], entrance)


@kernel
def chart_at(s: Any, t: Any, place: Any) -> int:
    """The Enemy Chart that counts at a place: on islands and in streets, in rooms, elsewhere."""
    one = t.adventures[s.chapter]
    if s.b_ter[place[0], place[1]] == ROOM:
        return one.chart_rooms
    return one.chart if is_open_country(s, t, place) else one.chart_deep


@kernel
def is_open_country(s: Any, t: Any, place: Any) -> bool:
    """Whether a place is on an island or in a city."""
    kind = t.ground[s.tl_token[s.b_tile[place[0], place[1]] - 1], 0].type
    return kind in (ISLAND, CITY)


@kernel
def lost_enemy(s: Any, t: Any, place: Any) -> int:
    """The type of a Lost Enemy that comes to a place (STA-12.4)."""
    one = t.adventures[s.chapter]
    return one.lost if is_open_country(s, t, place) else one.lost_deep


@kernel
def place_foes(s: Any, t: Any, called: Any, entrance: Any) -> None:
    """Call Enemies, an array of types that -1 ends, into the room of the entrance (STA-12.2-12.8).

    They are placed one by one, in `placing`, before anything else goes on. The frame: SLOT is the
    entrance, A and B the types that are still to come, C those that could not be placed.
    """
    noinline()
    packed, weight = 0, 1
    for index in range(CHART_MOST):
        if called[index] < 0:
            break
        packed += (int(called[index]) + 1) * weight
        weight *= TYPES
    first = TYPES * TYPES * TYPES
    cell = entrance[0] * BOARD + entrance[1]
    push_for(s, Decision.FOES_COMING, NONE, cell, packed % first, packed // first)


@separate
def place_garrison(s: Any, t: Any, row: int, tile: int) -> int:
    """Place the Enemies of a row of [garrisons] on their tile (STA-12.3); who came, a bit each."""
    post = t.garrisons[row]
    missing, come = 0, 0
    for index in range(CHART_MOST):
        kind = post.enemies[index]
        if kind < 0:
            break
        at = on_board(s, t, tile, (post.at[index, 0], post.at[index, 1]))
        if not is_free(s, at[0], at[1]):
            at = nearest_free(s, t, at)
        foe = put_foe(s, t, kind, post.role if index == 0 else 0, at)
        if foe == NOBODY:
            missing |= 1 << kind
            continue
        come |= 1 << foe
        if post.marked == _ALL or (post.marked == _FIRST and index == 0):
            s.foe_mark[foe] = row + 1
        if post.asleep == 1:
            s.foe_status[foe] |= FoeStatus.ASLEEP
    count_missing(s, t, missing)
    announce(s, come)
    return come


@kernel
def count_missing(s: Any, t: Any, missing: int) -> None:
    """The flag moves 1 for each type that could not be placed in full (STA-12.8, STA-R38)."""
    for kind in range(len(t.enemies)):
        if missing >> kind & 1:
            move_flag(s, t, 1)


@kernel
def announce(s: Any, foes: int) -> None:
    """Enemies have come: who can shoots at them, then those who sprint act (STA-R71)."""
    if foes == 0:
        return
    s.foes_left |= foes
    push_for(s, Decision.FOES_COMING, NONE, NONE, 0, 0)
    top(s)[STEP] = MET
