"""How scores come about at the end, column by column, of all that is played: by the rules."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from piracy_env.core.game import CUT, RUNNING
from piracy_env.core.plain import plain
from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import columns, ordinal, seat_letter
from piracy_env.drawing.accounts import Account, accounts
from piracy_env.drawing.svg import Box
from piracy_env.games.skull_tales import outcome
from piracy_env.games.skull_tales.rules import scores
from piracy_env.games.skull_tales.state import Phase

_LOST = "Nobody is placed before others: the crew has failed."
_AT_SEA = ("prestige", "half the coins", "trust", "captaincy", "gear and the like", "score")
_ASHORE = ("prestige", "prestige gained", "half the coins", "score")


def reckoning(s: Record, tables: Tables) -> list[str]:
    """The accounts of all players side by side, down to score and place; none while it goes on."""
    if s.over == RUNNING:
        return []
    heads, rows = _heads(s), _rows(s, tables)
    cells = [[row.cells[k] for row in rows] for k in range(len(heads))]
    lines = [["Reckoning", *(seat_letter(row.seat) for row in rows)]]
    lines += [[head, *map(str, line)] for head, line in zip(heads, cells, strict=True)]
    if any(row.place for row in rows):
        lines.append(["place", *(ordinal(row.place) for row in rows)])
    return columns(lines, "<" + ">" * s.players)


def picture(s: Record, tables: Tables, box: Box) -> str:
    """The same as a sheet."""
    team = _came(s, tables).team
    notes = f"Together: {team:.0%}." + (f" {_LOST}" if team <= 0 < s.players - 1 else "")
    return accounts(box, _heads(s), _rows(s, tables), notes)


def _heads(s: Record) -> tuple[str, ...]:
    return _AT_SEA if _has_sea(s) else _ASHORE


def _rows(s: Record, tables: Tables) -> list[Account]:
    came = _came(s, tables)
    cells = _at_sea if _has_sea(s) else _ashore
    is_placed = s.over != CUT and came.team > 0
    return [
        Account(seat, came.rank[seat] if is_placed else 0, (*cells(s, tables, seat), score))
        for seat, score in enumerate(came.score)
    ]


def _came(s: Record, tables: Tables) -> SimpleNamespace:
    """What the rules say: scores, places if there are any, and the team's value."""
    came = SimpleNamespace(score=[0] * s.players, rank=[0] * s.players, team=0.0, reason=0)
    plain(_rule_of(s))(s, tables.t, came)
    return came


def _rule_of(s: Record) -> Any:
    """The rule of what a game comes to; nothing at sea waits for those of the Adventure."""
    if _has_sea(s):
        return outcome.outcome
    from piracy_env.games.skull_tales import outcome_land

    return outcome_land.outcome


def _has_sea(s: Record) -> bool:
    """Whether more than a single Adventure is played."""
    return hasattr(s, "morale")


def _at_sea(s: Record, tables: Tables, seat: int) -> tuple[int, ...]:
    """Prestige, coins, trust, captaincy, and the rest: booty's share, and all that was bought."""
    trust = plain(scores.prestige_of_trust)(s, seat) if s.phase == Phase.VOYAGE else 0
    office = scores.CAPTAINCY if seat == s.captain else 0
    parts = (int(s.ch_pp[seat]), int(s.ch_coins[seat]) // 2, int(trust), int(office))
    return (*parts, int(plain(scores.score_of)(s, tables.t, seat)) - sum(parts))


def _ashore(s: Record, _tables: Tables, seat: int) -> tuple[int, ...]:
    """Prestige from before and of the Adventure, and coins."""
    coins = int(s.ch_coins[seat]) + int(s.ch_adv_coins[seat])
    return int(s.ch_pp[seat]), int(s.ch_adv_pp[seat]), (coins + 1) // 2
