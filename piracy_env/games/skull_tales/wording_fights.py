"""Guns, fights and prizes in words: what is asked there, and how a fight stands."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural
from piracy_env.games.skull_tales.names import POSTS, character_name, name_of
from piracy_env.games.skull_tales.rules.fight import ENEMY_DECK, LINES
from piracy_env.games.skull_tales.rules.ship import OUT
from piracy_env.games.skull_tales.state import EMPTY, SLOT, SLOTS, A, Decision

ANSWERS = {
    Decision.AMMUNITION: ("Leave all Impacts to the dice.", "Put one Impact where it is meant."),
    Decision.PLACE_ENEMY: ("Let it appear where it does.", "Say how far away it appears."),
    Decision.RAM: ("Do not ram.", "Ram it."),
    Decision.SIGNAL: ("Send no signal.", ""),
    Decision.BOARDING: ("Leave the groups where they are.", ""),
    Decision.GUNWALE: ("Do nothing this round.", ""),
    Decision.ALOFT: ("Do nothing this round.", ""),
    Decision.REGROUP: ("Stay at the post.", ""),
    Decision.SURRENDER: ("Fight on.", ""),
    Decision.PLUNDER_GROUPS: ("Take nothing more with groups.", ""),
    Decision.PLUNDER: ("Take nothing.", ""),
}
"""What `no` and `yes` mean."""
GROUPS: dict[int, str] = {
    Decision.NAME_GROUP: "Have group {} hit.",
    Decision.BOARDING: "Move group {}.",
    Decision.GUNWALE: "Support group {}.",
    Decision.PLUNDER_GROUPS: "Send group {} for plunder.",
}
"""What naming a group means."""


def post_words(s: Record, tables: Tables, kind: int, index: int, is_own: bool) -> str:
    """Who is sent to a post in a fight; nothing elsewhere."""
    frame = s.stk[s.sp - 1]
    if kind == Decision.BOARDING:
        return f"Send group {frame[SLOT]} to the {POSTS[index]}."
    if kind == Decision.REGROUP:
        return f"Send {character_name(s, tables, frame[SLOT])} to the {POSTS[index]}."
    return ""


def distance_words(s: Record, tables: Tables, kind: int, index: int, is_own: bool) -> str:
    """How far away an Enemy is put; nothing elsewhere."""
    if kind != Decision.PLACE_ENEMY:
        return ""
    enemy = name_of(tables, "sea_enemies", s.stk[s.sp - 2][A])
    far = s.ch_att[s.stk[s.sp - 1][SLOT]][5] + index - 1
    return f"Put the {enemy} {plural(far, 'space')} away."


def target_words(s: Record, tables: Tables, kind: int, index: int, is_own: bool) -> str:
    """Who is fired at."""
    return f"Fire at the {name_of(tables, 'sea_enemies', index)}."


def fight_lines(s: Record, tables: Tables) -> Iterator[str]:
    """How a fight stands."""
    if not s.b_on:
        return
    lines = plural(LINES - s.b_cut, "line")
    words = [f"Tied to the {name_of(tables, 'sea_enemies', s.b_e)} by {lines}"]
    words.append(f"round {s.b_round + 1}, {plural(s.b_swiv, 'Swivel Gun')} fired")
    for place, where in ((ENEMY_DECK, "on its deck"), (OUT, "in the water")):
        who = [slot for slot in range(SLOTS) if s.ch_kind[slot] != EMPTY and s.b_pos[slot] == place]
        if who:
            names = in_words(character_name(s, tables, slot) for slot in who)
            words.append(f"{names} {where}")
    for group, dice in enumerate(s.b_sup):
        if dice:
            words.append(f"group {group} is lent {plural(dice, 'die', 'dice')}")
    yield "; ".join(words)
