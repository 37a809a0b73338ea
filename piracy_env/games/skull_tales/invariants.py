"""What is true between the fields of every position."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.games.skull_tales.invariants_enemies import enemy_faults
from piracy_env.games.skull_tales.invariants_frames import frame_faults
from piracy_env.games.skull_tales.invariants_port import port_faults
from piracy_env.games.skull_tales.invariants_voyage import voyage_faults
from piracy_env.games.skull_tales.rules.hold import CANNON, MOST_CANNONS
from piracy_env.games.skull_tales.state import (
    COPIES,
    EMPTY,
    GOODS,
    GROUPS,
    HOLD,
    KIND,
    MARKET,
    NONE,
    PIRATE,
    SLOTS,
    Decision,
)

_KINDS = frozenset(Decision)


def invariants(s: Record, t: Record) -> list[str]:
    """What is wrong with a state, in words."""
    return [*_crew(s), *_gear(s, t), *standing_faults(s, t)]


def standing_faults(s: Record, t: Record) -> Iterator[str]:
    """What is wrong beside the Characters and what they carry, ashore as well."""
    yield from (*_ship(s, t), *_market(s), *_cards(s))
    yield from frame_faults(s, t)
    yield from port_faults(s, t)
    yield from voyage_faults(s, t)
    yield from enemy_faults(s, t)


def _crew(s: Record) -> Iterator[str]:
    owners = [slot for slot in range(SLOTS) if s.ch_kind[slot] != EMPTY]
    for slot in owners:
        if s.ch_wounds[slot] > s.ch_hp_max[slot]:
            yield f"Character {slot} has {s.ch_wounds[slot]} wounds of {s.ch_hp_max[slot]}"
        if s.ch_dp[slot] > s.ch_dp_max[slot]:
            yield f"Character {slot} has more Destiny Points than its limit"
        if not 0 <= s.ch_owner[slot] < s.players:
            yield f"Character {slot} is nobody's"
        if (s.ch_kind[slot] == PIRATE) != (slot < s.players):
            yield f"slot {slot} has the wrong kind of Character"
        if s.ch_card[slot] == NONE:
            yield f"Character {slot} has no card"
    for kind in (PIRATE, PIRATE + 1):
        cards = [s.ch_card[slot] for slot in owners if s.ch_kind[slot] == kind]
        if len(set(cards)) < len(cards):
            yield f"two Characters have one card: {sorted(cards)}"


def _ship(s: Record, t: Record) -> Iterator[str]:
    for goods in range(GOODS):
        found = s.goods_sup[goods] + list(s.hold).count(1 + goods)
        if found != t.goods[goods].supply:
            yield f"there are {found} tokens of Goods {goods}, not {t.goods[goods].supply}"
    if s.cannon_sup + list(s.hold).count(CANNON) != MOST_CANNONS:
        yield f"Cannons in supply and Hold are not {MOST_CANNONS}"
    if s.sails_imp > s.sails_base or s.hold_imp > s.hold_base:
        yield "there is more damage than ship"
    beyond = range(2 * max(0, s.hold_base - s.hold_imp), HOLD)
    if any(s.hold[space] != 0 for space in beyond):
        yield "a token lies in a closed column"
    for group in range(GROUPS):
        if (s.pg_w[group] == 2) != (s.pg_post[group] == 10):
            yield f"group {group} is knocked out, or in the Sick Bay, but not both"
        if s.pg_on[group] == 0 and (s.pg_fat[group] or s.pg_w[group] or s.pg_post[group] != NONE):
            yield f"group {group} is not aboard, but has a state"


def _gear(s: Record, t: Record) -> Iterator[str]:
    for gear in range(1, COPIES):
        carried = sum(
            s.inv_id[slot][place] == gear and not s.inv_flag[slot][place] & 2
            for slot in range(SLOTS)
            for place in range(s.inv_n[slot])
        )
        found = s.gear_left[gear] + list(s.mk).count(gear) + list(s.order).count(gear) + carried
        if found != t.gear[gear].copies:
            yield f"there are {found} copies of gear {gear}, not {t.gear[gear].copies}"


def _market(s: Record) -> Iterator[str]:
    for place, gear in enumerate(s.mk):
        if (gear > 0) != (s.mk_on >> place & 1 == 1):
            yield f"card {place} of the Market is said to lie there, or not to"
    if s.offer_to == NONE and any(s.mk[MARKET:]):
        yield "cards are offered to nobody"


def _cards(s: Record) -> Iterator[str]:
    held = [rumor for rumor in s.rum_id if rumor > 0]
    if len(set(held)) < len(held) or any(s.rum_out >> rumor - 1 & 1 for rumor in held):
        yield "a Rumor is in two places"
    for seat in range(s.players):
        if (s.rum_id[seat] > 0) != (s.rum_held[seat] == 1):
            yield f"seat {seat} is said to hold a Rumor, or not to"
    if s.asg > 0 and not s.asg_out >> s.asg - 1 & 1:
        yield "the Assignment held lies in its deck"
    if s.look > 0 and not (s.sp > 0 and s.stk[s.sp - 1][KIND] == Decision.RUMOR):
        yield "a Rumor is looked at without being asked about"
