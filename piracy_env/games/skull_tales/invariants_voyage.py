"""What is true between the fields while a Voyage goes on."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.games.skull_tales.chart import COLS, ROWS
from piracy_env.games.skull_tales.rules.ship import (
    CREW_QUARTERS,
    GUARD,
    GUN_DECK,
    GUNWALE,
    MAIN_DECK,
    RIGGING,
    SICK_BAY,
)
from piracy_env.games.skull_tales.state import (
    EMPTY,
    ENEMIES,
    FRAMES,
    GOALS,
    GROUPS,
    KIND,
    NONE,
    SEATS,
    SLOTS,
    Decision,
)

WATCHTOWER = 8
_GROUP_POSTS = (GUN_DECK, MAIN_DECK, RIGGING, GUNWALE, CREW_QUARTERS, GUARD, SICK_BAY)
_CROWDED = (GUN_DECK, RIGGING, CREW_QUARTERS, GUARD, SICK_BAY)
"""Posts whose room has a rule of its own, or no end."""


def voyage_faults(s: Record, t: Record) -> Iterator[str]:
    """What is wrong with a Voyage, in words; nothing where there is none."""
    if Decision.VOYAGE not in _kinds(s) or s.fate > 0:
        return
    if not 0 <= s.captain < s.players:
        yield "a Voyage has no Captain"
    if s.hold_base - s.hold_imp < 2:
        yield "the ship has sunk, and sails on"
    yield from _posts(s, t)
    yield from _groups(s, t)
    yield from _goals(s)
    yield from _places(s, t)
    yield from _secrets(s)


def _kinds(s: Record) -> list[int]:
    return [int(s.stk[place][KIND]) for place in range(min(s.sp, FRAMES))]


def _posts(s: Record, t: Record) -> Iterator[str]:
    """Characters have posts, and room there."""
    there = [slot for slot in range(SLOTS) if s.ch_kind[slot] != EMPTY]
    for slot in range(SLOTS):
        if (s.post[slot] != NONE) != (slot in there):
            yield f"Character {slot} is at post {s.post[slot]}"
    for slot in there:
        if s.ch_wounds[slot] == s.ch_hp_max[slot] and s.post[slot] != SICK_BAY:
            yield f"Character {slot} is Knocked Out, but at post {s.post[slot]}"
    for post in range(SICK_BAY):
        count = sum(s.post[slot] == post for slot in there)
        if post not in _CROWDED and count > t.posts[post].characters:
            yield f"{count} Characters are at post {post}"
    if s.schemer != NONE and s.ch_kind[s.schemer] == EMPTY:
        yield f"the schemer {s.schemer} does not exist"


def _groups(s: Record, t: Record) -> Iterator[str]:
    """Groups have posts, and room there."""
    aboard = [group for group in range(GROUPS) if s.pg_on[group]]
    for group in aboard:
        if s.pg_post[group] not in _GROUP_POSTS:
            yield f"group {group} is at post {s.pg_post[group]}"
    for post in (GUN_DECK, MAIN_DECK, GUARD):
        count = sum(s.pg_post[group] == post for group in aboard)
        if count > t.posts[post].groups:
            yield f"{count} groups are at post {post}"
    crew = sum(s.pg_post[group] == RIGGING for group in aboard)
    crew += sum(s.post[slot] == RIGGING for slot in range(SLOTS))
    if crew > s.sails_base - s.sails_imp:
        yield f"{crew} are on the Rigging, with fewer Sails"


def _goals(s: Record) -> Iterator[str]:
    """One token is the Goal; once it is known it is the only one."""
    numbers = [int(s.goal_id[goal]) for goal in range(GOALS)]
    if numbers[: s.goal_n].count(1) != 1 or any(numbers[s.goal_n :]):
        yield f"Goal tokens have the numbers {numbers}"
    elif s.goal_rev[numbers.index(1)] == 1 and s.goal_n != 1:
        yield "the Goal is known, but other tokens are still there"
    islands = [int(s.goal_l[goal]) for goal in range(s.goal_n)]
    if NONE in islands or len(set(islands)) < len(islands):
        yield f"Goal tokens lie on the islands {islands}"


def _places(s: Record, t: Record) -> Iterator[str]:
    """Ships are on water, and cards that are out are out."""
    if not 0 <= s.ship_c < COLS or not 0 <= s.ship_r < ROWS:
        yield "the ship is nowhere"
    elif not t.chart.water[s.ship_r * COLS + s.ship_c]:
        yield "the ship is on land"
    for enemy in range(ENEMIES):
        if not s.sea_on[enemy]:
            continue
        if bool(t.chart.water[s.sea_r[enemy] * COLS + s.sea_c[enemy]]) == (enemy == WATCHTOWER):
            yield f"Sea Enemy {enemy} is on the wrong ground"
        if s.sea_be_w[enemy] > s.sea_be[enemy]:
            yield f"Sea Enemy {enemy} has more wounded than it has"
    for card in (s.ev_cur, s.ev_post):
        if card > 0 and not s.ev_out >> card - 1 & 1:
            yield f"Voyage Event {card} is in play and in its deck"


def _secrets(s: Record) -> Iterator[str]:
    """Nothing is hidden where nobody hides anything."""
    kinds = _kinds(s)
    if s.coin_s != NONE and Decision.GUARD_COIN not in kinds:
        yield "a coin is hidden, but nobody schemes"
    if any(s.bid[seat] != NONE for seat in range(SEATS)) and Decision.BID not in kinds:
        yield "bids are hidden, but there is no Mutiny"
