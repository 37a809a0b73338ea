"""What came of an action in a whole campaign, also where an Adventure begins, ends or is repeated.

Between two attempts, and from sea to land, the board is told in numbers: what lies there now, the
description tells.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural, seat_letter
from piracy_env.games.skull_tales import (
    telling,
    telling_campaign,
    telling_land,
    telling_ship,
)
from piracy_env.games.skull_tales.invariants_whole import is_on_board, is_same
from piracy_env.games.skull_tales.reckoning import reckoning
from piracy_env.games.skull_tales.words_land import adventure_name

TOLD = tuple(dict.fromkeys((*telling.TOLD, *telling_land.TOLD)))
_COUNTED = {
    "tl_token": ("place for a tile", "places for tiles"),
    "foe_type": ("Enemy", "Enemies"),
    "dr_state": ("door", "doors"),
    "goal_state": ("goal", "goals"),
    "goal_holder": ("goal that is held", "goals that are held"),
    "fl_row": ("Fallen token", "Fallen tokens"),
    "npc_kind": ("companion", "companions"),
    "npc_row": ("companion's row", "companions' rows"),
    "npc_col": ("companion's column", "companions' columns"),
    "npc_hp": ("companion's Health", "companions' Health"),
    "ch_y": ("Character's row", "Characters' rows"),
    "ch_x": ("Character's column", "Characters' columns"),
    "ch_adv_pp": ("gain of prestige", "gains of prestige"),
    "ch_adv_coins": ("gain of coins", "gains of coins"),
    "ko_n": ("count of Knock-Outs", "counts of Knock-Outs"),
    "buff": ("effect of a spell", "effects of spells"),
    "s_n": ("hand of Search cards", "hands of Search cards"),
}
"""What is told by how much of it is other than before."""
_SHOWN = {
    "flag": "flag",
    "diff": "difficulty",
    "round": "round",
    "fog": "fog",
    "tick": "flag dice",
    "init": "Initiative",
}
"""What is told as it is now."""


def tell(
    before: Record, tables: Tables, action: int, after: Record, viewer: int | None
) -> list[str]:
    """What chance and the rules made of an action."""
    if is_same(before, after):
        return [
            *telling_land.on_board(before, tables, after, viewer),
            *telling_ship.ship(before, tables, after),
            *telling_campaign.captaincy(before, after),
            *telling_campaign.course(before, tables, after),
            *reckoning(after, tables),
        ]
    return [*telling.tell(before, tables, action, after, viewer), *_board(before, tables, after)]


def _board(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """What the board of an Adventure has more or less than before."""
    changes = []
    for name, (one, many) in _COUNTED.items():
        was, now = (np.asarray(getattr(s, name)) for s in (before, after))
        count = int((was != now).sum())
        changes += [plural(count, one, many)] if count else []
    for name, words in _SHOWN.items():
        if getattr(before, name) != getattr(after, name):
            now = getattr(after, name)
            changes.append(f"{words} {seat_letter(now) if name == 'init' and now >= 0 else now}")
    if changes:
        what = "The board is put away"
        if is_on_board(after):
            what = f"The board of {adventure_name(after, tables)} is laid out"
        yield f"{what}: {in_words(changes)}."
