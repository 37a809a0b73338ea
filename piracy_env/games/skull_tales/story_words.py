"""The stories of the chapters in words: what has happened, and what they ask."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural, seat_letter
from piracy_env.games.skull_tales.rules.adventure import castaways, hunt, jones
from piracy_env.games.skull_tales.rules.adventure.story_flags import FIRST_FIND, FIRST_SPECIAL
from piracy_env.games.skull_tales.state import KIND, NONE, SLOTS, A, Decision
from piracy_env.games.skull_tales.story_land import GUESTS, OF_ONE, Awakening
from piracy_env.games.skull_tales.story_land import WORDS as TOWNS
from piracy_env.games.skull_tales.tables.adventures import ADVENTURE_KEYS, OFTEN
from piracy_env.games.skull_tales.terrain import ROOMS, TOKENS
from piracy_env.games.skull_tales.words_land import question, slot_letter

_EACH = OFTEN.index("character")
_SACRIFICED = "{who} will be the sacrifice."
_SAID: dict[tuple[str, int, int], str] = {
    **TOWNS,
    ("captain_jones", jones.WHERE_HE_IS, jones.HERE): "The Lieutenant is about.",
    ("captain_jones", jones.WHERE_HE_IS, jones.AWAY): "The Lieutenant has left by an exit.",
    ("captain_jones", jones.WHERE_HE_IS, jones.DEFEATED): "The Lieutenant is defeated.",
    ("captain_jones", jones.IS_BOAT_FOUND, 1): "The boat was found again.",
}
"""What a place of `sf` says with a value."""
_OF_FOES: dict[tuple[str, int], str] = {
    **{
        ("captain_jones", jones.KILLERS + k): "A killer of the quartermaster is about."
        for k in range(jones.KILLER_COUNT)
    },
    **{
        ("awakening", Awakening.FIRST_GUEST + k): "An Enemy of the tavern is about."
        for k in range(GUESTS)
    },
    ("castaways", castaways.LOOKOUT): "The lookout of i13 is about.",
    ("castaways", castaways.GUARD): "The Cursed One guards the spring.",
    ("castaways", castaways.BROTHERS): "A Cannibal guards the gear.",
    ("castaways", castaways.BROTHERS + 1): "A Cannibal guards the gear.",
}
"""What a place says that holds an Enemy."""
_OF_MANY: dict[tuple[str, int], str] = {
    ("castaways", castaways.NO_FIRST): "{who}: without the first starting card.",
    ("castaways", castaways.NO_SECOND): "{who}: without the second starting card.",
    ("castaways", castaways.NO_MELEE): "{who}: without arms for melee.",
    ("castaways", castaways.NO_RANGED): "{who}: without arms for shooting.",
    ("castaways", castaways.HAS_DUG): "Found something again: {who}.",
    ("treasure_hunt", hunt.PURIFIED): "Purified: {who}.",
    ("treasure_hunt", hunt.HAS_STRUCK): "Struck a fellow down: {who}.",
    ("treasure_hunt", hunt.HAS_FELLED): "Knocked out one that was wounded: {who}.",
    ("treasure_hunt", hunt.REVEALED): "Known for their disorders: {who}.",
}
"""What a place says that has a bit for each slot."""


def story_lines(s: Record, tables: Tables) -> list[str]:
    """What has happened in the story, a sentence each."""
    if s.chapter == NONE:
        return []
    key = ADVENTURE_KEYS[s.chapter]
    lines = [line for place in range(FIRST_SPECIAL) for line in _told(s, key, place)]
    lines += [*_specials(s, tables), *_finds(s, tables)]
    return list(dict.fromkeys(lines))


def _told(s: Record, key: str, place: int) -> Iterator[str]:
    value = s.sf[place]
    if (key, place, value) in _SAID:
        yield _SAID[key, place, value]
    elif value and (key, place) in _OF_FOES:
        yield _OF_FOES[key, place]
    elif value and (key, place) in _OF_MANY:
        yield _OF_MANY[key, place].format(who=_people(s, value))
    elif value and key == "treasure_hunt":
        yield from _deeds(s, place)
    else:
        yield from _of_one(s, key, place)


def _of_one(s: Record, key: str, place: int) -> Iterator[str]:
    """What a place says that belongs to one slot."""
    for (chapter, first, value), words in OF_ONE.items():
        slot = place - first
        if chapter == key and 0 <= slot < SLOTS and s.sf[place] == value:
            yield words.format(who=slot_letter(s, slot))


def _deeds(s: Record, place: int) -> Iterator[str]:
    """What Pirates have done in the treasure hunt, as far as all could see it."""
    value = s.sf[place]
    if place == hunt.VICTIM:
        yield _SACRIFICED.format(who=slot_letter(s, value - 1))
    elif hunt.ROBBED <= place < hunt.ROBBED + SLOTS:
        yield f"{slot_letter(s, place - hunt.ROBBED)} has weapons of {_people(s, value)}."
    elif hunt.EXPLORED <= place < hunt.EXPLORED + SLOTS:
        who = slot_letter(s, place - hunt.EXPLORED)
        yield f"{who} has explored {plural(value, 'tile')}."


def _people(s: Record, slots: int) -> str:
    return in_words([slot_letter(s, slot) for slot in range(SLOTS) if slots >> slot & 1])


def _specials(s: Record, tables: Tables) -> Iterator[str]:
    """Specials that were done."""
    first, last = tables.t.first_special[s.chapter], tables.t.first_special[s.chapter + 1]
    for row in range(first, last):
        done = s.sf[FIRST_SPECIAL + 1 + row - first]
        if done:
            name = tables.text("specials", "name")[row]
            is_each = tables.t.specials[row].once == _EACH
            yield f"{name}: {_people(s, done)}." if is_each else f"Done: {name}."


def _finds(s: Record, tables: Tables) -> Iterator[str]:
    """Rooms whose secrets were found."""
    rows = [find for find in tables.t.finds if find.adventure == s.chapter]
    for number, find in enumerate(rows):
        if s.sf[FIRST_FIND + number]:
            room = f", room {ROOMS[find.room]}" if find.room != NONE else ""
            yield f"Searched with success: {TOKENS[find.tile]}{room}."


# --- what the story asks --------------------------------------------------------------------------


def special_name(s: Record, tables: Tables, number: int) -> str:
    """A Special of the chapter."""
    first, last = tables.t.first_special[s.chapter], tables.t.first_special[s.chapter + 1]
    if not 0 < number <= last - first:
        return ""
    return str(tables.text("specials", "name")[first + number - 1])


def asked(s: Record, tables: Tables, viewer: int | None) -> str:
    """Who has to decide what."""
    told = story_question(s, tables)
    you = " (you)" if s.seat == viewer else ""
    return f"{seat_letter(s.seat)}{you} {told}" if told else question(s, tables, viewer)


def story_question(s: Record, tables: Tables) -> str:
    """What a story asks; nothing if it asks nothing."""
    if s.sp == 0 or s.stk[s.sp - 1][KIND] != Decision.SPECIAL or s.chapter == NONE:
        return ""
    row, key = s.stk[s.sp - 1][A], ADVENTURE_KEYS[s.chapter]
    if row == NONE:
        return "chooses a Special of the chapter"
    if key == "exile":
        name = tables.text("traps", "name")[row]
        return f"may pay 1 AP for a roll to avoid a trap: {name}"
    if key == "treasure_hunt":
        card = tables.t.disorders[row]
        trait = tables.text("traits", "name")[card.trait]
        return f"takes {trait} (yes) or {plural(card.coins, 'coin')} (no) for its disorder"
    return ""
