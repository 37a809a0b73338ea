"""What has happened to the ship and to groups of pirates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural
from piracy_env.games.skull_tales.names import POSTS, name_of, token_name
from piracy_env.games.skull_tales.rules.ship import EXHAUSTED, GROUP_DOWN
from piracy_env.games.skull_tales.state import GROUPS, KIND, NONE, SLOT, Decision, Phase

TOLD = (
    *("crew_booty", "ship_type", "sails_base", "sails_imp", "hold_base", "hold_imp", "hold"),
    *("upg", "pg_on", "pg_fat", "pg_w", "morale", "filth", "ship_c", "ship_r", "ship_f"),
    *("bury_sum", "bury_l"),
)
HEADINGS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
UPGRADES = (
    *("Signal Codex", "Bilge Pump", "Ram", "Diving Bell"),
    *("Mortar", "Chain Shot", "Grapeshot"),
)
_SENDING = (Decision.SEND_GROUP, Decision.BOARDING)


def ship(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Where the ship is, what it is, and what it carries."""
    yield from _place(before, after)
    changes = [
        f"{words} {getattr(before, name)} -> {getattr(after, name)}"
        for name, words in (("morale", "Morale"), ("filth", "Filth"), ("crew_booty", "Crew Booty"))
        if getattr(before, name) != getattr(after, name)
    ]
    if changes:
        yield f"{', '.join(changes)}."
    if before.ship_type != after.ship_type:
        yield f"The crew has a {name_of(tables, 'ships', after.ship_type)} now."
    yield from _damage(before, after)
    yield from _cargo(before, tables, after)
    new = [name for bit, name in enumerate(UPGRADES) if after.upg & ~before.upg & 1 << bit]
    gone = [name for bit, name in enumerate(UPGRADES) if before.upg & ~after.upg & 1 << bit]
    if new:
        yield f"The ship is fitted with {in_words(new)}."
    if gone:
        yield f"The ship has lost {in_words(gone)}."
    if (before.bury_sum, before.bury_l) != (after.bury_sum, after.bury_l):
        yield f"Buried booty: {before.bury_sum} -> {after.bury_sum}."


def _place(before: Record, after: Record) -> Iterator[str]:
    """Where the ship is, and where it heads for."""
    was, now = ((s.ship_c, s.ship_r, s.ship_f) for s in (before, after))
    if was == now:
        return
    if after.ship_c == NONE and after.ship_r == NONE:
        yield f"The ship lies in port, heading {heading(after.ship_f)}."
    else:
        yield f"The ship is at ({now[0]}, {now[1]}), heading {heading(now[2])}."


def heading(direction: int) -> str:
    """A direction of the chart in words."""
    return HEADINGS[direction] if 0 <= direction < len(HEADINGS) else "nowhere"


def _damage(before: Record, after: Record) -> Iterator[str]:
    """Impacts and repairs, and what was built."""
    for name, words, what in (
        ("hold_imp", "column of the Hold", "columns of the Hold"),
        ("sails_imp", "Sail", "Sails"),
    ):
        change = getattr(after, name) - getattr(before, name)
        if change:
            verb = "lost" if change > 0 else "repaired"
            base = getattr(after, name.replace("imp", "base"))
            left = base - getattr(after, name)
            count = plural(abs(change), words, what)
            yield f"{count} {verb}: {left} of {base} left (STV-12.11)."
    for name, words in (("hold_base", "columns of the Hold"), ("sails_base", "Sails")):
        if getattr(before, name) != getattr(after, name):
            yield f"The ship has {getattr(after, name)} {words}, counting those that are damaged."


def _cargo(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Tokens that have come aboard and that are gone."""
    had, has = (Counter(int(token) for token in s.hold if token > 0) for s in (before, after))
    for verb, tokens in (("Aboard", has - had), ("Gone from the Hold", had - has)):
        names = [
            token_name(tables, token) if count == 1 else f"{count} {token_name(tables, token)}"
            for token, count in sorted(tokens.items())
        ]
        if names:
            yield f"{verb}: {in_words(names)}."
    if had == has and [*before.hold] != [*after.hold]:
        yield "Tokens in the Hold have been moved."


# --- groups ---------------------------------------------------------------------------------------


def groups(before: Record, after: Record) -> Iterator[str]:
    """What has happened to groups of pirates; those alike are told together."""
    told: dict[str, list[str]] = {}
    for group in range(GROUPS):
        words = "; ".join(_group(before, after, group))
        if words:
            told.setdefault(words, []).append(str(group))
    for words, who in told.items():
        yield f"{'Groups' if len(who) > 1 else 'Group'} {in_words(who)}: {words}."


def _group(before: Record, after: Record, group: int) -> Iterator[str]:
    if before.pg_on[group] != after.pg_on[group]:
        yield "aboard now" if after.pg_on[group] else "gone from the ship"
    was, now = before.pg_fat[group], after.pg_fat[group]
    if was != now:
        yield f"fatigue {was} -> {now}{' (exhausted)' if now >= EXHAUSTED else ''}"
    was, now = before.pg_w[group], after.pg_w[group]
    if was != now:
        yield f"wounds {was} -> {now}{' (knocked out)' if now >= GROUP_DOWN else ''}"
    was, now = before.pg_post[group], after.pg_post[group]
    frame = before.stk[before.sp - 1] if before.sp > 0 else None
    is_sent = frame is not None and frame[KIND] in _SENDING and frame[SLOT] == group
    if was != now != NONE and not is_sent and after.phase == Phase.VOYAGE:
        yield f"to the {POSTS[now]}"
