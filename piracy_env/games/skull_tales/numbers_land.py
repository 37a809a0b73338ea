"""What numbers mean that are said in the Adventure: Totems, abilities, reasons."""

from __future__ import annotations

from collections.abc import Callable

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import spaced
from piracy_env.games.skull_tales.rules.adventure.preparing import ARMS, TOTEM
from piracy_env.games.skull_tales.state import KIND, STEP, A, Decision
from piracy_env.games.skull_tales.story_words import special_name
from piracy_env.games.skull_tales.tables.enemies import ABILITIES

_FORFEITS = ("for a wound", "for the spells")
_KEPT = {1: "keep the first Totem", 2: "keep both Totems"}
_WEAPONS = ("Pistols", "Rifles")
_WAYS_OUT = {2: "by Strength", 3: "by Agility", 4: "by Intelligence"}


def number_words(s: Record, tables: Tables, number: int) -> str:
    """A number that is said, in the words of what it is about; nothing for a mere number."""
    if s.sp == 0:
        return ""
    asked = s.stk[s.sp - 1]
    about = s.stk[s.sp - 2] if asked[KIND] == Decision.NUMBER else asked
    if asked[KIND] == Decision.SPECIAL:
        return special_name(s, tables, number)
    teller = _TELLERS.get(int(about[KIND]))
    return teller(about, tables, number) if teller else ""


def _prepared(frame: list[int], tables: Tables, number: int) -> str:
    if frame[A] == ARMS:
        return ("arms for melee", "arms for shooting")[number]
    if frame[A] == TOTEM:
        return _totem(tables, number)
    return _WEAPONS[number] if number < len(_WEAPONS) else ""


def _changed(frame: list[int], tables: Tables, number: int) -> str:
    if frame[STEP] == 0:
        return _totem(tables, number)
    return ("in the first place", "in the second place")[number]


def _totem(tables: Tables, number: int) -> str:
    names = tables.text("totems", "name")
    return str(names[number]) if number < len(names) else ""


def _ability(_frame: list[int], _tables: Tables, number: int) -> str:
    return spaced(ABILITIES[number])


def _reason(_frame: list[int], _tables: Tables, number: int) -> str:
    return _FORFEITS[number]


def _keeping(_frame: list[int], _tables: Tables, number: int) -> str:
    return _KEPT[number]


def _way_out(_frame: list[int], _tables: Tables, number: int) -> str:
    return _WAYS_OUT[number]


_TELLERS: dict[int, Callable[[list[int], Tables, int], str]] = {
    Decision.PREP: _prepared,
    Decision.CHANGING_TOTEM: _changed,
    Decision.ANALYSIS: _ability,
    Decision.FORFEITING: _reason,
    Decision.TOTEMS: _keeping,
    Decision.TELLING: _way_out,
}
"""Who tells a number, by the question or by what has asked it."""
