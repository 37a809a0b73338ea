"""The position ashore, and actions, in words."""

from __future__ import annotations

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.games.skull_tales.actions import ACTIONS
from piracy_env.games.skull_tales.state import EMPTY, KIND, PIRATE, SLOTS, Decision
from piracy_env.games.skull_tales.state_land import FOES


def describe(s: Record, tables: Tables, viewer: int | None) -> str:
    """The position as a seat knows it."""
    chapter = tables.text("adventures", "name")[s.chapter]
    lines = [f"{chapter}: round {s.round}, flag {s.flag}, difficulty {s.diff}"]
    lines += [_character(s, tables, slot) for slot in range(SLOTS) if s.ch_kind[slot] != EMPTY]
    names = tables.text("enemies", "name")
    lines += [
        f"{names[s.foe_type[foe]]} at {s.foe_row[foe]}, {s.foe_col[foe]}, "
        f"wounds {s.foe_wounds[foe]}/{s.foe_hp_max[foe]}"
        for foe in range(FOES)
        if s.foe_type[foe] >= 0
    ]
    if s.sp > 0:
        lines.append(f"Seat {s.seat} decides: {Decision(s.stk[s.sp - 1][KIND]).name.lower()}")
    return "\n".join(lines)


def _character(s: Record, tables: Tables, slot: int) -> str:
    section = "characters" if s.ch_kind[slot] == PIRATE else "allies"
    name = tables.text(section, "name")[s.ch_card[slot]]
    words = [f"{name} (seat {s.ch_owner[slot]}) at {s.ch_y[slot]}, {s.ch_x[slot]}"]
    words.append(f"wounds {s.ch_wounds[slot]}/{s.ch_hp_max[slot]}, AP {s.ch_ap[slot]}")
    words.append(f"{s.ch_adv_pp[slot]} prestige, {s.ch_adv_coins[slot]} coins gained")
    return ", ".join(words)


def describe_action(s: Record, tables: Tables, action: int, viewer: int | None) -> str:
    """An action of the seat to move."""
    return ACTIONS.label(action)


def render(s: Record, tables: Tables, viewer: int | None) -> str:
    """The position as a seat knows it, as SVG."""
    return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 600"/>'
