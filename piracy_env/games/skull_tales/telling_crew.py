"""What has happened to Characters: who comes and goes, gains and losses, gear, Traits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words
from piracy_env.games.skull_tales.names import (
    LIMBS,
    POSTS,
    character_name,
    gear_name,
    name_of,
    trait_name,
)
from piracy_env.games.skull_tales.state import (
    EMPTY,
    KIND,
    NONE,
    SLOT,
    SLOTS,
    Decision,
    Phase,
)

OWNED = (
    *("ch_kind", "ch_card", "ch_pp", "ch_coins", "ch_tp", "ch_wounds", "ch_dp", "ch_hp_max"),
    *("ch_salary", "ch_att", "ch_dp_max"),
    *("ch_traits", "inv_id", "ch_rum", "ch_brew", "ch_perm", "ch_prosth", "ch_cursed"),
    *("ch_penance", "ch_debtor", "ch_retiring"),
)
"""What a Character is and has, at sea and ashore."""
TOLD = OWNED
_COUNTS = (
    ("ch_pp", "prestige"),
    ("ch_coins", "coins"),
    ("ch_tp", "trust"),
    ("ch_wounds", "wounds"),
    ("ch_dp", "Destiny Points"),
    ("ch_hp_max", "Health"),
    ("ch_dp_max", "Destiny limit"),
    ("ch_salary", "salary"),
    ("ch_rum", "Rum"),
    ("ch_brew", "Brew"),
)
_STATES = (
    ("ch_cursed", "is Cursed", "is Cursed no more"),
    ("ch_debtor", "is a Debtor", "is no Debtor any more"),
    ("ch_retiring", "will retire", "is not about to retire any more"),
)
_ATTRIBUTES = ("Melee", "Ranged", "Strength", "Agility", "Intelligence", "Perception", "Charisma")
_GOING = (Decision.TAKE_POST, Decision.NEW_POST, Decision.CONSTABLE, Decision.REGROUP)
"""Decisions whose action says itself who goes to which post."""


def characters(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """What has happened to each Character; those to whom the same has happened in a line."""
    told: dict[str, list[str]] = {}
    for slot in range(SLOTS):
        yield from arrivals(before, tables, after, slot)
        changes = [
            *owned(before, tables, after, slot),
            *_posts(before, after, slot),
        ]
        if changes:
            told.setdefault("; ".join(changes), []).append(_name(before, tables, after, slot))
    for changed, who in told.items():
        words = in_words(who)
        yield f"{words[:1].upper()}{words[1:]}: {changed}."


def _name(before: Record, tables: Tables, after: Record, slot: int) -> str:
    """Who is in a slot now, or was."""
    s = before if after.ch_kind[slot] == EMPTY else after
    if s.ch_kind[slot] == EMPTY or s.ch_card[slot] == NONE:
        return f"slot {slot}"
    return character_name(s, tables, slot)


def arrivals(before: Record, tables: Tables, after: Record, slot: int) -> Iterator[str]:
    """Who has come and gone."""
    was, is_now = ((s.ch_kind[slot], s.ch_card[slot], s.ch_owner[slot]) for s in (before, after))
    if was == is_now:
        return
    if was[0] != EMPTY and was[1] != NONE:
        yield f"T{character_name(before, tables, slot)[1:]} leaves the crew."
    if is_now[0] != EMPTY and is_now[1] != NONE:
        yield f"T{character_name(after, tables, slot)[1:]} joins the crew."
    elif is_now[0] != EMPTY or is_now[1] != NONE:
        yield f"Slot {slot} has kind {is_now[0]} and card {is_now[1]}."


def owned(before: Record, tables: Tables, after: Record, slot: int) -> Iterator[str]:
    """How what a Character is and has changed."""
    yield from _amounts(before, after, slot)
    yield from _things(before, tables, after, slot)
    yield from _fates(before, tables, after, slot)


def _amounts(before: Record, after: Record, slot: int) -> Iterator[str]:
    """What is counted: prestige, coins, wounds and the like."""
    is_new = before.ch_kind[slot] == EMPTY  # nobody had anything before
    for name, words in _COUNTS:
        was, now = getattr(before, name)[slot], getattr(after, name)[slot]
        if was != now:
            out = ""
            if name == "ch_wounds" and now >= after.ch_hp_max[slot] > 0:
                out = " (Knocked Out)"
            yield f"{words} {now}{out}" if is_new else f"{words} {was} -> {now}{out}"
    for attribute, words in enumerate(_ATTRIBUTES):
        was, now = before.ch_att[slot][attribute], after.ch_att[slot][attribute]
        if was != now:
            yield f"{words} {now}" if is_new else f"{words} {was} -> {now}"


def _things(before: Record, tables: Tables, after: Record, slot: int) -> Iterator[str]:
    """Gear and Traits that were gained and lost."""
    held, holds = (
        Counter(int(gear) for gear in s.inv_id[slot] if gear > 0) for s in (before, after)
    )
    for verb, cards in (("gains", holds - held), ("gives up", held - holds)):
        names = [gear_name(tables, gear) for gear in cards.elements()]
        if names:
            yield f"{verb} {in_words(names)}"
    count = len(tables.text("traits", "name"))
    for verb, s, other in (("learns", after, before), ("forgets", before, after)):
        more = (s.ch_traits[slot] > other.ch_traits[slot])[:count].nonzero()[0].tolist()
        known = [trait_name(tables, trait) for trait in more]
        if known:
            yield f"{verb} {in_words(known)}"


def _fates(before: Record, tables: Tables, after: Record, slot: int) -> Iterator[str]:
    """Permanent wounds, curses, penances, debts."""
    for name, words in (("ch_perm", "loses the"), ("ch_prosth", "has replaced the")):
        was, now = getattr(before, name)[slot], getattr(after, name)[slot]
        new = [limb for bit, limb in enumerate(LIMBS) if now & ~was & 1 << bit]
        gone = [limb for bit, limb in enumerate(LIMBS) if was & ~now & 1 << bit]
        if new:
            yield f"{words} {in_words(new)}"
        if gone:
            what = "is whole again" if name == "ch_perm" else "has no prosthesis any more"
            yield f"{what}: {in_words(gone)}"
    for name, begins, ends in _STATES:
        was, now = getattr(before, name)[slot], getattr(after, name)[slot]
        if was != now:
            yield begins if now else ends
    was, now = before.ch_penance[slot], after.ch_penance[slot]
    if was != now:
        yield f"does penance: {name_of(tables, 'penances', now - 1)}" if now else "penance is over"


def _posts(before: Record, after: Record, slot: int) -> Iterator[str]:
    """Where the rules have sent a Character aboard."""
    if after.phase != Phase.VOYAGE or before.post[slot] == after.post[slot]:
        return
    frame = before.stk[before.sp - 1] if before.sp > 0 else None
    if frame is not None and frame[KIND] in _GOING and frame[SLOT] == slot:
        return
    if after.post[slot] != NONE:
        yield f"to the {POSTS[after.post[slot]]}"
