"""What came of an action at sea, in Port and between them: dice, cards, gains, losses, time.

A story compares two positions and says nothing that a viewer cannot see in them. What the rules
do on the way and undo again is not told.
"""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural
from piracy_env.games.skull_tales import (
    telling_campaign,
    telling_crew,
    telling_port,
    telling_sea,
    telling_ship,
)
from piracy_env.games.skull_tales.names import character_name
from piracy_env.games.skull_tales.reckoning import reckoning
from piracy_env.games.skull_tales.state import EMPTY, SLOTS

TOLD = (
    *telling_sea.TOLD,
    *telling_ship.TOLD,
    *telling_crew.TOLD,
    *telling_port.TOLD,
    *telling_campaign.TOLD,
)
_MATTERS = ("roll", "roll_n", "roll_dif", "roll_ch")


def tell(
    before: Record, tables: Tables, action: int, after: Record, viewer: int | None
) -> list[str]:
    """What chance and the rules made of an action."""
    return [
        *telling_port.cards(before, tables, after),
        *telling_sea.cards(before, tables, after),
        *_rolled(before, tables, after),
        *telling_sea.secrets_shown(before, after),
        *telling_sea.rounds(before, after),
        *telling_sea.fights(before, tables, after),
        *telling_sea.enemies(before, tables, after),
        *telling_ship.ship(before, tables, after),
        *telling_ship.groups(before, after),
        *telling_campaign.captaincy(before, after),
        *telling_crew.characters(before, tables, after),
        *telling_port.affairs(before, tables, after),
        *telling_port.rumors(before, tables, after, viewer),
        *telling_campaign.course(before, tables, after),
        *telling_sea.time(before, after),
        *reckoning(after, tables),
    ]


def _rolled(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """The dice that lie on the table, if they are others than before."""
    is_new = any(list_of(before, name) != list_of(after, name) for name in _MATTERS)
    if not is_new or after.roll_n == 0:
        return
    dice = [int(after.roll[k]) for k in range(after.roll_n)]
    good = [die for die in dice if die > after.roll_dif]
    who = "A roll"
    if 0 <= after.roll_ch < SLOTS and after.ch_kind[after.roll_ch] != EMPTY:
        who = f"{_capital(character_name(after, tables, after.roll_ch))} rolls"
    count = plural(len(good), "success", "successes") if good else "no success"
    which = f" ({in_words(good)})" if good and len(good) < len(dice) else ""
    yield f"{who} {in_words(dice)} against {after.roll_dif}: {count}{which} (STC-1.6)."


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def list_of(s: Record, name: str) -> list[int]:
    """A field as numbers, one of a single number too."""
    value = getattr(s, name)
    return [int(value)] if isinstance(value, int) else [int(one) for one in value]
