"""What forbids what is done under sail, at the guns, and aboard an Enemy (STV-9, 12 to 14)."""

from __future__ import annotations

from piracy_env.core.plain import plain
from piracy_env.core.why import Against, Moment, otherwise
from piracy_env.games.skull_tales.rules import enemies, gunnery, hold, sailing, ship, targets
from piracy_env.games.skull_tales.rules.docks import CHAIN, GRAPE, MORTAR
from piracy_env.games.skull_tales.state import (
    NONE,
    A,
    Lasting,
)
from piracy_env.games.skull_tales.why.crew import (
    GROUP_POSTS,
    IS_DOWN,
    IS_WHOLE,
    NO_GROUP,
    ON_GUARD,
    REPAIRS,
    ROOM,
    ROOM_FOR_GROUPS,
    Row,
    group_of,
    is_at_step,
    is_beyond,
    is_schemers,
    post_of,
)
from piracy_env.games.skull_tales.why.reading import below, frame, slot_of

_cannons = plain(hold.cannons)
_free_spaces = plain(hold.free_spaces)
_is_able = plain(ship.is_able)
_is_group_able = plain(ship.is_group_able)
_can_group_fight = plain(ship.can_group_fight)
_ship_space = plain(ship.ship_space)
_character_at = plain(ship.character_at)
_enemy_space = plain(ship.enemy_space)
_enemy_distance = plain(ship.enemy_distance)
_steersman = plain(sailing.steersman)
_is_in_reach = plain(gunnery.is_in_reach)
_may_maneuver = plain(gunnery.may_maneuver)
_is_touchable = plain(enemies.is_touchable)
_is_ship = plain(enemies.is_ship)
_is_ahead_or_astern = plain(targets.is_ahead_or_astern)

_MOVES, _TURNS = "mv_fwd mv_port mv_star", "turn_port turn_star"
_MANEUVERS = "fire_chain fire_grape fire_dismast"
_GUNS = f"fire_reg {_MANEUVERS}"
_CALLS = "b_call_mel b_call_rng"
_FIXES = "fix_sail fix_hold"
_TURN_OF = {"mv_fwd": 0, "mv_port": 5, "mv_star": 1}
_SHOTS = {"fire_reg": 0, "fire_chain": 1, "fire_grape": 2, "fire_dismast": 3}


def _target(m: Moment) -> int:
    """The space that a step of the ship leads to."""
    return int(m.t.chart.near[_ship_space(m.s), (m.s.ship_f + _TURN_OF[m.block]) % 6])


def _enemy(m: Moment) -> int:
    return m.axes["number"]


def _is_far(m: Moment) -> bool:
    """Whether an Enemy is out of the guns' reach."""
    is_mortar = frame(m, A) == gunnery.BY_MORTAR
    return bool(not is_mortar and _enemy_distance(m.s, m.t, _enemy(m)) > targets.GUN_REACH)


def _is_in_line(m: Moment) -> bool:
    """Whether an Enemy is straight before the prow or behind the stern, for the guns."""
    if frame(m, A) == gunnery.BY_MORTAR:
        return False
    there = _enemy_space(m.s, _enemy(m))
    return bool(_is_ahead_or_astern(m.t, _ship_space(m.s), m.s.ship_f, there))


def _able_on_guns(m: Moment) -> bool:
    characters = any(
        m.s.post[slot] == ship.GUN_DECK and _is_able(m.s, slot) for slot in range(len(m.s.post))
    )
    groups = any(
        m.s.pg_post[group] == ship.GUN_DECK and _is_group_able(m.s, group)
        for group in range(len(m.s.pg_post))
    )
    return characters or groups


def _hold_of_prize(m: Moment) -> int:
    return below(m, A)


# --- guns -----------------------------------------------------------------------------------------

_AT_GUNS: tuple[Row, ...] = (
    (_GUNS, "STV-12.1 STV-R21", "the guns have fired in this turn", lambda m: m.s.fired == 1),
    (_GUNS, "STV-12.2", "there is no cannon in the Hold", lambda m: _cannons(m.s) == 0),
    (
        _GUNS,
        "STV-12.4",
        "nobody on the Gun Deck is able to fire",
        lambda m: not _able_on_guns(m),
    ),
    (_MANEUVERS, "STV-12.20", "this game has no maneuvers", lambda m: m.s.maneuvers == 0),
    (
        _MANEUVERS,
        "STV-12.16",
        "it takes a Character on the Gun Deck",
        lambda m: not _may_maneuver(m.s),
    ),
    ("fire_chain", "STV-21.5", "there is no chain shot aboard", lambda m: not m.s.upg & CHAIN),
    ("fire_grape", "STV-21.5", "there is no grapeshot aboard", lambda m: not m.s.upg & GRAPE),
    ("fire_reg", "STV-12.3", "no Enemy is within two spaces on the sides", otherwise),
    (
        "fire_chain fire_grape",
        "STV-12.17 STV-21.5 STV-R60",
        "no ship is on the sides that it was not used on",
        otherwise,
    ),
    ("fire_dismast", "STV-12.18 STV-R60", "no ship is adjacent, on the sides", otherwise),
    ("mortar", "STV-21.3", "the ship has no Mortar", lambda m: not m.s.upg & MORTAR),
    (
        "mortar",
        "STV-21.3",
        "nobody on the Main Deck is able to fire it",
        lambda m: not _is_gunner_there(m),
    ),
    ("mortar", "STV-21.3", "no Enemy is 2 or 3 spaces away", otherwise),
)


def _is_gunner_there(m: Moment) -> bool:
    slot = _character_at(m.s, ship.MAIN_DECK)
    return bool(slot != NONE and _is_able(m.s, slot))


_ROWS: dict[str, tuple[Row, ...]] = {
    "REGROUP": (
        ("no", "STV-13.18", "who comes back must go somewhere", otherwise),
        ON_GUARD,
        ("post", "STV-13.18", "nobody goes to rest in a fight", is_schemers),
        (
            "post",
            "STV-13.18",
            "it is there",
            lambda m: m.s.post[slot_of(m)] == post_of(m) and frame(m, A) == 0,
        ),
        *ROOM,
    ),
    "SAILING": (
        (
            f"roll_speed pg {_MOVES} {_TURNS}",
            "STV-9.1",
            "nobody is at the Helm to steer",
            lambda m: _steersman(m.s) == NONE,
        ),
        (
            "roll_speed pg",
            "STV-9.10",
            "the Speed of this turn is rolled",
            lambda m: m.s.rolled == 1,
        ),
        NO_GROUP,
        (
            "pg",
            "STV-15.4",
            "in a Dead Calm the Rigging adds nothing",
            lambda m: bool(m.s.pers & Lasting.CALM),
        ),
        (
            "pg",
            "STV-9.6",
            "it is not on the Rigging",
            lambda m: m.s.pg_post[group_of(m)] != ship.RIGGING,
        ),
        (
            "pg",
            "STV-2.4 STV-6.1",
            "it is exhausted, knocked out, or has done its task",
            lambda m: not _is_group_able(m.s, group_of(m)),
        ),
        ("pg", "STV-9.7", "it is chosen", lambda m: bool(m.s.rig_sel >> group_of(m) & 1)),
        ("pg", "STV-9.8", "there are five dice", otherwise),
        (f"{_MOVES} {_TURNS}", "", "no MOV is left", lambda m: m.s.ship_mov < 1),
        (_MOVES, "STV-9.10", "that is off the board", lambda m: _target(m) < 0),
        (_MOVES, "STV-1.2", "there is land", lambda m: m.t.chart.water[_target(m)] == 0),
        (_MOVES, "STV-9.10", "an Enemy is there that no ship sails over", otherwise),
        *_AT_GUNS,
    ),
    "AIM": (
        (
            "sea_enemy",
            "STV-1.5",
            "it is not on the board",
            lambda m: m.s.sea_on[_enemy(m)] == 0,
        ),
        (
            "sea_enemy",
            "STV-18.15 STV-18.20",
            "nothing can be done to it",
            lambda m: not _is_touchable(_enemy(m)),
        ),
        (
            "sea_enemy",
            "STV-21.3",
            "the Mortar reaches what is 2 or 3 spaces away",
            lambda m: (
                frame(m, A) == gunnery.BY_MORTAR
                and not _is_in_reach(m.s, m.t, _enemy(m), gunnery.BY_MORTAR)
            ),
        ),
        ("sea_enemy", "STV-12.3", "it is farther than two spaces", _is_far),
        (
            "sea_enemy",
            "STV-12.3 STV-R2",
            "it is straight ahead or astern",
            _is_in_line,
        ),
        (
            "sea_enemy",
            "STV-12.3 STV-18.18",
            "it is where the ship is",
            lambda m: not _is_in_reach(m.s, m.t, _enemy(m), frame(m, A)),
        ),
        (
            "sea_enemy",
            "STV-R60",
            "that is for ships",
            lambda m: (
                not _is_ship(m.t, _enemy(m))
                and frame(m, A) not in {gunnery.REGULAR, gunnery.BY_MORTAR}
            ),
        ),
        (
            "sea_enemy",
            "STV-12.18 STV-21.5",
            "it is not adjacent, or the shot was used on it",
            otherwise,
        ),
    ),
    "NAME_GROUP": (
        NO_GROUP,
        IS_DOWN,
        ("pg", "STV-13.16 STV-13.17", "those on the Gunwale are wounded first", otherwise),
    ),
    "BOARDING": (
        ("post", "STV-13.3", "first a group is named", is_at_step(0)),
        ("pg no", "STV-13.3", "now it is asked where the group goes", is_at_step(1)),
        NO_GROUP,
        IS_DOWN,
        ("pg", "STV-13.3", "there is no post that it could go to", otherwise),
        ("post", "STV-13.3", "nobody stands Guard in a fight", lambda m: post_of(m) == ship.GUARD),
        *GROUP_POSTS,
        *ROOM_FOR_GROUPS,
    ),
    "GUNWALE": (
        (
            "no b_swivel b_board b_call_mel b_call_rng",
            "STV-13.10",
            "now it is asked which group is supported",
            is_at_step(1),
        ),
        ("b_swivel", "STV-13.4", "both Swivel Guns have fired", otherwise),
        (_CALLS, "STV-13.10", "no group on the Gunwale is without support", otherwise),
        ("pg", "STV-13.10", "the Call to Arms comes first", is_at_step(0)),
        NO_GROUP,
        (
            "pg",
            "STV-13.10",
            "it is not on the Gunwale, cannot fight, or is supported",
            otherwise,
        ),
    ),
    "ALOFT": (
        ("b_crow", "STV-13.9", "that takes the Crow's Nest", otherwise),
        ("b_board", "STV-13.11 STV-20.16", "nobody jumps from the Crow's Nest", otherwise),
    ),
    "PLUNDER_GROUPS": (
        (
            f"{_FIXES} pl_goods pl_cannon pl_repair",
            "STV-14.1",
            "first a group is named",
            is_at_step(0),
        ),
        ("pg", "STV-14.1", "now it is asked what the group does", is_beyond(0)),
        NO_GROUP,
        (
            "pg",
            "STV-14.1",
            "it is not able to do anything",
            lambda m: not _can_group_fight(m.s, group_of(m)),
        ),
        ("pg", "STV-14.1", "it has had its share", otherwise),
        (
            "pl_goods",
            "STV-14.5",
            "the ship has no room for two tokens",
            lambda m: _free_spaces(m.s) < 2,
        ),
        ("pl_goods", "STV-14.3 STV-14.5", "there are no two Goods to be taken", otherwise),
        ("pl_cannon", "STV-14.5", "no Cannon is to be had, or there is no room", otherwise),
        IS_WHOLE,
        ("no pl_repair", "STV-14.6", "now it is asked what is repaired", otherwise),
        *REPAIRS,
    ),
    "PLUNDER": (
        ("pl_goods", "STV-14.5", "the ship has no room", lambda m: _free_spaces(m.s) < 1),
        ("pl_goods", "STV-14.5", "no Goods are to be had", lambda m: _hold_of_prize(m) < 1),
        IS_WHOLE,
        ("no pl_goods pl_repair", "STV-14.7", "now it is asked what is repaired", otherwise),
        *REPAIRS,
    ),
}

AGAINST = tuple(Against(*row, when) for when, rows in _ROWS.items() for row in rows)
