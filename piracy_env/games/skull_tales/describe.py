"""The position, and actions, in words."""

from __future__ import annotations

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.games.skull_tales.actions import ACTIONS
from piracy_env.games.skull_tales.state import EMPTY, PIRATE, SLOTS, Decision, Phase

_SECRET = (Decision.SCHEME, Decision.GUARD_COIN, Decision.BID)


def describe(s: Record, tables: Tables, viewer: int | None) -> str:
    """The position as a seat knows it."""
    lines = [f"{Phase(s.phase).name.capitalize()}, chapter {s.camp_ch}"]
    lines += [_character(s, tables, slot) for slot in range(SLOTS) if s.ch_kind[slot] != EMPTY]
    lines.append(
        f"Crew Booty {s.crew_booty}; {s.sails_base - s.sails_imp} of {s.sails_base} Sails, "
        f"{s.hold_base - s.hold_imp} of {s.hold_base} columns of the Hold"
    )
    if s.sp > 0:
        lines.append(f"Seat {s.seat} decides: {Decision(s.stk[s.sp - 1][0]).name.lower()}")
    return "\n".join(lines)


def _character(s: Record, tables: Tables, slot: int) -> str:
    section = "characters" if s.ch_kind[slot] == PIRATE else "allies"
    name = tables.text(section, "name")[s.ch_card[slot]]
    words = [f"{name} (seat {s.ch_owner[slot]})"]
    if slot == s.captain:
        words.append("Captain")
    words.append(f"wounds {s.ch_wounds[slot]}/{s.ch_hp_max[slot]}")
    if s.ch_kind[slot] == PIRATE:
        words.append(f"{s.ch_pp[slot]} prestige, {s.ch_coins[slot]} coins, {s.ch_dp[slot]} Destiny")
        if s.phase == Phase.PORT:
            place = ("ship", "docks", "market", "chapel", "tavern", "mansion")[s.loc[slot]]
            words.append(f"at the {place} with {s.tu[slot]} TU")
    return ", ".join(words)


def describe_action(s: Record, tables: Tables, action: int, viewer: int | None) -> str:
    """An action of the seat to move; coins and bids of others are not told."""
    is_secret = s.sp > 0 and s.stk[s.sp - 1][0] in _SECRET
    if is_secret and viewer is not None and viewer != s.seat:
        return ""
    return ACTIONS.label(action)
