"""Reasons that many decisions aboard share: of posts, groups and repairs."""

from __future__ import annotations

from collections.abc import Callable

from piracy_env.core.plain import plain
from piracy_env.core.why import Moment, otherwise
from piracy_env.games.skull_tales.names import POSTS
from piracy_env.games.skull_tales.rules import crew, ship
from piracy_env.games.skull_tales.state import (
    EMPTY,
    STEP,
)
from piracy_env.games.skull_tales.why.reading import frame, slot_of

_slot_at = plain(crew.slot_at)
_has_room_for_character = plain(ship.has_room_for_character)
_has_room_for_group = plain(ship.has_room_for_group)

Row = tuple[str, str, str | Callable[[Moment], str], Callable[[Moment], bool]]
"""Blocks, rules, words, and whether it is so: a reason of a decision."""
_MANEUVERS = "fire_chain fire_grape fire_dismast"
_GUNS = f"fire_reg {_MANEUVERS}"
_FIXES = "fix_sail fix_hold"
_TURN_OF = {"mv_fwd": 0, "mv_port": 5, "mv_star": 1}
_SHOTS = {"fire_reg": 0, "fire_chain": 1, "fire_grape": 2, "fire_dismast": 3}
_PLACES_OF = {
    ship.FORECASTLE: "STV-3.7",
    ship.CROWS_NEST: "STV-3.10",
    ship.GUN_DECK: "STV-3.11",
    ship.MAIN_DECK: "STV-3.12",
    ship.QUARTERDECK: "STV-3.13",
    ship.HELM: "STV-3.14",
    ship.RIGGING: "STV-3.6",
    ship.GUNWALE: "STV-3.8",
    ship.GUARD: "STV-3.9",
}
"""The rule of how many a post has room for."""
_AT = {
    post: f"{'in' if post == ship.CROWS_NEST else 'on'} the {POSTS[post]}"
    for post in range(ship.CREW_QUARTERS)
} | {ship.HELM: "at the Helm", ship.GUARD: "on Guard"}
_NO_GROUPS = (ship.FORECASTLE, ship.CROWS_NEST, ship.QUARTERDECK, ship.HELM)


def post_of(m: Moment) -> int:
    """The post that an action names."""
    return m.axes["number"]


def group_of(m: Moment) -> int:
    """The group of pirates that an action names."""
    return m.axes["number"]


def who(m: Moment) -> int:
    """The slot of the Character that an action names."""
    return int(_slot_at(m.s, m.s.seat, m.axes["place"]))


def _is_nobody(m: Moment) -> bool:
    return bool(m.s.ch_kind[who(m)] == EMPTY)


def is_at_step(step: int) -> Callable[[Moment], bool]:
    """Whether a decision is at a step."""
    return lambda m: frame(m, STEP) == step


def is_beyond(step: int) -> Callable[[Moment], bool]:
    """Whether a decision asks for something else than it does at a step."""
    return lambda m: frame(m, STEP) != step


# --- posts ----------------------------------------------------------------------------------------


def is_schemers(m: Moment) -> bool:
    """Whether an action names the Crew Quarters."""
    return post_of(m) == ship.CREW_QUARTERS


def is_captains_own(m: Moment) -> bool:
    """Whether the Captain, or its Ally, would stay there."""
    return is_schemers(m) and bool(m.s.ch_owner[slot_of(m)] == m.s.captain)


def _full(post: int) -> str:
    return f"there is no room for another Character {_AT[post]}"


def _full_of_groups(post: int) -> str:
    if post in _NO_GROUPS:
        return f"a Character serves {_AT[post]}, and no group"
    return f"there is no room for another group {_AT[post]}"


def _has_no_room(m: Moment, post: int) -> bool:
    """Whether a post has no room for a Character that is elsewhere."""
    is_meant = post_of(m) == post and m.s.post[slot_of(m)] != post
    return bool(is_meant and not _has_room_for_character(m.s, m.t, post))


def _has_no_room_for_group(m: Moment, post: int) -> bool:
    return bool(post_of(m) == post and not _has_room_for_group(m.s, m.t, post))


ON_GUARD: Row = ("post", "STV-3.9", "groups stand Guard", lambda m: post_of(m) == ship.GUARD)
GROUP_POSTS: tuple[Row, ...] = (
    ("post", "STV-5.13", "it is there", lambda m: m.s.pg_post[slot_of(m)] == post_of(m)),
    (
        "post",
        "STV-2.4",
        "it is exhausted, and can only rest",
        lambda m: m.s.pg_fat[slot_of(m)] >= ship.EXHAUSTED and post_of(m) != ship.CREW_QUARTERS,
    ),
)
ROOM_FOR_GROUPS: tuple[Row, ...] = tuple(
    ("post", rule, _full_of_groups(post), lambda m, post=post: _has_no_room_for_group(m, post))  # type: ignore[misc]
    for post, rule in _PLACES_OF.items()
)
ROOM: tuple[Row, ...] = tuple(
    ("post", rule, _full(post), lambda m, post=post: _has_no_room(m, post))  # type: ignore[misc]
    for post, rule in _PLACES_OF.items()
)

# --- tasks ----------------------------------------------------------------------------------------

REPAIRS: tuple[Row, ...] = (
    ("fix_sail", "STV-6.16", "no Sail is damaged", lambda m: m.s.sails_imp == 0),
    ("fix_hold", "STV-6.16", "the Hold is not damaged", lambda m: m.s.hold_imp == 0),
    (_FIXES, "STV-6.16", "that is asked when a repair has succeeded", otherwise),
)
IS_WHOLE: Row = (
    "t_repair pl_repair",
    "",
    "nothing is damaged",
    lambda m: m.s.sails_imp == 0 and m.s.hold_imp == 0,
)
IS_CLEAN: Row = ("t_clean", "", "there is no Filth", lambda m: m.s.filth == 0)
NO_GROUP: Row = (
    "pg",
    "STV-2.1",
    "there is no such group aboard",
    lambda m: m.s.pg_on[group_of(m)] == 0,
)
IS_DOWN: Row = (
    "pg",
    "STV-2.9",
    "it is knocked out",
    lambda m: m.s.pg_w[group_of(m)] >= ship.GROUP_DOWN,
)
RUM: tuple[Row, ...] = (
    ("rum", "STV-5.5", "Rum was given out today", lambda m: m.s.rum_day == 1),
    ("rum", "STV-5.5", "there is no Rum token in the Hold", otherwise),
)
NOBODY: Row = ("char", "", "there is no such Character", _is_nobody)
REASSIGN: Row = (
    "relocate",
    "STV-5.11",
    "nobody is left who has neither acted nor been reassigned, and has a post to go to",
    otherwise,
)
