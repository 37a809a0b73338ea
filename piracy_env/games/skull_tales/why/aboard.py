"""What forbids what is done at sea and between the phases (STV, STC)."""

from __future__ import annotations

from piracy_env.core.plain import plain
from piracy_env.core.why import Against, Moment, otherwise
from piracy_env.games.skull_tales.rules import crew, hold, ship
from piracy_env.games.skull_tales.rules.docks import BELL
from piracy_env.games.skull_tales.rules.landing import BURIED, DUG, EXPLORED
from piracy_env.games.skull_tales.state import (
    NONE,
    STEP,
    A,
    Lasting,
)
from piracy_env.games.skull_tales.traits import Trait
from piracy_env.games.skull_tales.why.crew import (
    GROUP_POSTS,
    IS_CLEAN,
    IS_DOWN,
    IS_WHOLE,
    NO_GROUP,
    NOBODY,
    ON_GUARD,
    REASSIGN,
    REPAIRS,
    ROOM,
    ROOM_FOR_GROUPS,
    RUM,
    Row,
    is_at_step,
    is_beyond,
    is_captains_own,
    is_schemers,
    post_of,
    who,
)
from piracy_env.games.skull_tales.why.reading import frame, mine, slot_of

_has_trait = plain(crew.has_trait)
_open_columns = plain(hold.open_columns)
_ship_space = plain(ship.ship_space)

_MOVES, _TURNS = "mv_fwd mv_port mv_star", "turn_port turn_star"
_MANEUVERS = "fire_chain fire_grape fire_dismast"
_GUNS = f"fire_reg {_MANEUVERS}"
_CALLS = "b_call_mel b_call_rng"
_STATIONS = "st_main st_carto st_scheme st_sail"
_TURN_OF = {"mv_fwd": 0, "mv_port": 5, "mv_star": 1}
_SHOTS = {"fire_reg": 0, "fire_chain": 1, "fire_grape": 2, "fire_dismast": 3}
_MOST_BID = 21


def _letter(m: Moment) -> int:
    """The island where the ship lies."""
    return int(m.t.chart.letter[_ship_space(m.s)])


def _has_captains_booty(m: Moment) -> bool:
    """Whether the Captain has buried something at the island where the ship lies."""
    return bool(m.s.bury_seat == m.s.captain and m.s.bury_l == _letter(m))


_NO_TOKEN = "no token that lies face down is meant by that"

_ROWS: dict[str, tuple[Row, ...]] = {
    "PICK": (("num", "", "there is no such Pirate, or somebody has it", otherwise),),
    "CASTAWAY": (
        ("att", "STC-7.5", "one rises with Melee or Ranged, once that is decided", otherwise),
        ("castaway_mutiny castaway_wait", "STC-7.4", "that is decided", otherwise),
    ),
    "RETIRE": (
        ("cand", "STC-6.7", "that Pirate is in use, or it is not yet asked for", otherwise),
        ("no yes", "STC-6.6", "it is not asked what the new Pirate gets", otherwise),
        ("hand_r hand_l", "STC-6.7", "the hand comes last", otherwise),
    ),
    "PICK_ALLY": (
        ("cand", "STC-5.4", "there is no such Ally, or it serves somebody", otherwise),
        ("char", "STC-4.4", "it is none of the Allies", otherwise),
    ),
    "SETTLE_TIE": (("char", "STC-9.3", "that seat does not tie", otherwise),),
    "COPY_TRAIT": (("cand", "STV-20.2", "no other Pirate has such a Trait", otherwise),),
    "TAKE_POST": (
        ON_GUARD,
        ("post", "STV-3.9 STV-R5", "neither the Captain nor its Ally schemes", is_captains_own),
        (
            "post",
            "STV-5.10",
            "one Character has stayed in the Crew Quarters",
            lambda m: is_schemers(m) and m.s.schemer != NONE,
        ),
        *ROOM,
    ),
    "NEW_POST": (
        ON_GUARD,
        ("post", "STV-5.11", "nobody is reassigned to the Crew Quarters", is_schemers),
        ("post", "STV-5.11", "it is there", lambda m: m.s.post[slot_of(m)] == post_of(m)),
        *ROOM,
    ),
    "COMMAND": (
        *RUM,
        (
            "pg relocate",
            "STV-R32",
            "no Morale is left: only Rum can help now",
            lambda m: frame(m, A) == 1,
        ),
        NO_GROUP,
        IS_DOWN,
        ("pg", "STV-5.13", "no Command Point is left", lambda m: m.s.cp < 1),
        ("pg", "STV-5.13", "there is no post that it could go to", otherwise),
        REASSIGN,
    ),
    "SEND_GROUP": (*GROUP_POSTS, *ROOM_FOR_GROUPS),
    "RELOCATE": (
        NOBODY,
        ("char", "STV-5.11", "it has acted in this turn", lambda m: m.s.acted[who(m)] == 1),
        ("char", "STV-5.11", "it was reassigned in this turn", lambda m: m.s.reloc[who(m)] == 1),
        (
            "char",
            "STV-3.15",
            "it lies in the Sick Bay",
            lambda m: m.s.post[who(m)] == ship.SICK_BAY,
        ),
        ("char", "STV-5.11", "there is no post that it could go to", otherwise),
    ),
    "SONG": (
        ("char", "STV-20.15", "that one is not Cursed, or nobody lifts curses now", otherwise),
        ("no yes", "STV-20.15", "now it is asked whose curse is lifted", otherwise),
    ),
    "STATIONS": (
        ("char", "STV-21.2", "it is not asked who dives", is_at_step(0)),
        ("char", "STV-21.2 STV-6.1", "that one is no Pirate that still has its task", otherwise),
        (
            f"{_STATIONS} rum relocate dive no",
            "STV-21.2",
            "now it is asked who dives",
            is_beyond(0),
        ),
        (
            _STATIONS,
            "STV-6.2",
            "that station was resolved in this turn",
            lambda m: bool(frame(m, A) >> _STATIONS.split().index(m.block) & 1),
        ),
        ("st_main", "STV-6.2 STV-3.12", "nobody on the Main Deck has anything to do", otherwise),
        (
            "st_carto",
            "STV-6.6",
            "nobody on the Forecastle still has a task, or the Goal is known",
            otherwise,
        ),
        ("st_scheme", "STV-7.1", "nobody stayed to Scheme", otherwise),
        (
            "st_sail",
            "STV-9.1 STV-12.4 STV-6.4",
            "neither the Helm nor the guns nor the Crow's Nest can do anything",
            otherwise,
        ),
        *RUM,
        REASSIGN,
        ("dive", "STV-21.2", "the ship has no Diving Bell", lambda m: not m.s.upg & BELL),
        (
            "dive",
            "STV-21.2",
            "no ship was sunk in the last turn",
            lambda m: not m.s.pers & Lasting.WRECK,
        ),
        ("dive", "STV-6.1 STV-21.2", "every Pirate has done its task", otherwise),
        ("no", "STV-6.2", "a station is left where a Character can act", otherwise),
    ),
    "MOVE_GOODS": (
        (
            "hold",
            "STV-6.10",
            "nothing lies there",
            lambda m: frame(m, STEP) == 1 and m.s.hold[m.axes["space"]] == 0,
        ),
        (
            "hold",
            "STV-3.3",
            "that column is closed",
            lambda m: frame(m, STEP) == 2 and m.axes["space"] >= 2 * _open_columns(m.s),
        ),
        (
            "hold",
            "STV-6.10",
            "it lies there",
            lambda m: frame(m, STEP) == 2 and m.axes["space"] == frame(m, A),
        ),
        (
            "no yes t_movegoods hold hold_discard",
            "STV-6.8 STV-6.9 STV-6.10",
            "it is asked first whether, then what is moved, then where to",
            otherwise,
        ),
    ),
    "GROUP_TASK": (
        IS_CLEAN,
        (
            "t_clean",
            "STV-6.11",
            "one group has cleaned in this turn",
            lambda m: frame(m, STEP) == 0 and frame(m, A) == 1,
        ),
        IS_WHOLE,
        ("yes", "STV-6.13", "it is not asked whether Wood is used", otherwise),
        ("no t_clean t_repair", "STV-6.13", "that group has begun its repair", otherwise),
        *REPAIRS,
    ),
    "MAIN_DECK": (
        (
            "no t_clean t_repair t_assist t_fish",
            "STV-6.1",
            "the task is done: now it is asked what it is used on",
            is_beyond(0),
        ),
        IS_CLEAN,
        IS_WHOLE,
        (
            "t_fish",
            "STV-20.23",
            "that takes the Trait Fishing",
            lambda m: not _has_trait(m.s, m.t, slot_of(m), Trait.FISHING),
        ),
        ("t_fish", "STV-20.23", "it has fished today", otherwise),
        ("t_assist", "STV-6.3", "nobody is Knocked Out", otherwise),
        ("char pg", "STV-6.3", "that one is not Knocked Out, or nobody assists", otherwise),
        *REPAIRS,
    ),
    "CARTOGRAPHY": (
        ("cand", "STV-6.7", _NO_TOKEN, otherwise),
        ("no yes", "STV-6.6", "now it is asked which token gets the marker", otherwise),
    ),
    "SPOTTING": (
        ("cand", "STV-6.4", f"{_NO_TOKEN}, in sight of the Crow's Nest", otherwise),
        ("no yes", "STV-6.4", "now it is asked which token", otherwise),
    ),
    "SCHEME": (
        ("coin", "STV-7.9", "the copper is taken: now it is asked for what", otherwise),
        ("lift_rum lift_supply", "STV-7.9", "that is for a Scheme with copper", otherwise),
    ),
    "GUARD_COIN": (("coin", "STV-R23", "with a Guard the Captain takes a coin", otherwise),),
    "BID": (
        ("num", "STV-8.4 STV-R20", "21 coins are the most", lambda m: m.axes["number"] > _MOST_BID),
        (
            "num",
            "STV-8.4",
            lambda m: f"you may bid a coin for every full 10 prestige, and have {mine(m, 'ch_pp')}",
            otherwise,
        ),
    ),
    "ISLAND": (
        (
            "isle_explore",
            "STV-11.4",
            "this island was explored in this Voyage",
            lambda m: bool(m.s.landed & EXPLORED or m.s.isl_seen >> _letter(m) & 1),
        ),
        ("isle_explore", "STV-11.5", "nobody is left who could go", otherwise),
        ("assign_do", "STC-3.5", "the Captain has no Assignment", lambda m: m.s.asg == 0),
        (
            "assign_do",
            "STV-11.12",
            "it asks for another island",
            lambda m: m.s.asg_x >= 0 and m.s.asg_x != _letter(m),
        ),
        ("assign_do", "STV-11.12", "what it asks for is not in the Hold", otherwise),
        ("bury", "STV-11.13", "there is no Crew Booty", lambda m: m.s.crew_booty < 1),
        ("bury", "STV-11.13", "something was buried now", lambda m: bool(m.s.landed & BURIED)),
        ("bury", "STV-11.13 STV-R67", "something else is buried", otherwise),
        (
            "dig",
            "STV-11.14",
            "the Captain has buried nothing here",
            lambda m: not _has_captains_booty(m),
        ),
        ("dig", "STV-11.14", "it was dug up now", lambda m: bool(m.s.landed & DUG)),
    ),
    "SEND_ASHORE": (
        NO_GROUP,
        IS_DOWN,
        ("pg", "STV-11.5", "it is sent", otherwise),
    ),
    "BURY": (("num", "STV-11.13", "it is 1 to 20 twentieths of the Crew Booty", otherwise),),
    "NAME_ROLLER": (("char", "STV-15.2", "that one is not at the place of the card", otherwise),),
    "PLACE_ENEMY": (
        ("no yes", "STV-17.3", "now it is asked how far away", otherwise),
        (
            "num",
            "STV-20.20",
            "to choose nearer or farther takes Eagle Eye",
            lambda m: (
                frame(m, STEP) != 0
                and m.axes["number"] in {0, 2}
                and not _has_trait(m.s, m.t, slot_of(m), Trait.EAGLE_EYE)
            ),
        ),
        ("num", "STV-17.3 STV-17.5", "nothing appears there, or it is not yet asked", otherwise),
    ),
}

AGAINST = tuple(Against(*row, when) for when, rows in _ROWS.items() for row in rows)

_CREW_ROUND = "that is done in the Crew Round"
_AT_SEA = (
    (f"roll_speed {_MOVES} {_TURNS}", "STV-9.1", f"{_CREW_ROUND}, when the ship sails"),
    (f"{_GUNS} mortar", "STV-12.1 STV-9.2", f"{_CREW_ROUND}, when the ship sails"),
    (_STATIONS, "STV-6.2", _CREW_ROUND),
    ("dive", "STV-21.2", _CREW_ROUND),
    (
        "t_movegoods t_clean t_repair t_assist t_fish",
        "STV-6.2",
        f"{_CREW_ROUND}, on the Main Deck",
    ),
    ("rum", "STV-5.5", "Rum is given out while commanding, and between stations"),
    ("relocate", "STV-5.11", "that is done while commanding, and between stations"),
    ("coin", "STV-7.3", "that is for a Scheme"),
    ("lift_rum lift_supply", "STV-7.9", "that is for a Scheme with copper"),
    ("isle_explore assign_do bury dig", "STV-11.4", "that is done where the ship has landed"),
    (
        f"b_swivel b_crow {_CALLS} b_board b_atk_mel b_atk_rng b_cut surrender",
        "STV-13.1 STV-13.7",
        "that is for a boarding",
    ),
    ("pl_goods pl_cannon pl_repair", "STV-14.1", "that is for the Plunder after a boarding"),
    ("signal", "STV-21.6", "that is asked when a ship appears"),
)
_BETWEEN = (
    ("annex_1 annex_2", "STC-7.3", "that is asked when all are down aboard an Enemy"),
    ("castaway_mutiny castaway_wait", "STC-7.4", "that is asked after Annex I"),
    ("repeat continue", "STC-2.7", "that is asked after a partial success"),
)
BLOCKS = " ".join(blocks for blocks, _, _ in _AT_SEA)
"""Blocks that are for the Voyage alone."""
ELSEWHERE = tuple(Against(*row, otherwise) for row in (*_AT_SEA, *_BETWEEN))
"""When something is done that is not asked for now."""
