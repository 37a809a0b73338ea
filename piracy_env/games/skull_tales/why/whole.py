"""Why an action of `skull_tales` is legal or not: in Port, at sea, and ashore."""

from __future__ import annotations

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.why import Against, Moment, Why
from piracy_env.games.skull_tales.invariants_whole import is_on_board
from piracy_env.games.skull_tales.state import Phase
from piracy_env.games.skull_tales.why import adventure, ashore, voyage


def _is_not_ashore(m: Moment) -> bool:
    return bool(m.s.phase != Phase.ADVENTURE)


def asks(s: Record, tables: Tables) -> str:
    """What is asked now."""
    return adventure.asks(s, tables) if is_on_board(s) else voyage.asks(s, tables)


BEHIND = {**voyage.BEHIND, **adventure.BEHIND}
AGAINST = (*voyage.AGAINST, *adventure.AGAINST)
ELSEWHERE = (
    Against(ashore.MENU, "STC-2.4", "that is done ashore, in an Adventure", _is_not_ashore),
    *voyage.ELSEWHERE,
    *adventure.ELSEWHERE,
)
WHY = Why(
    behind=BEHIND,
    against=AGAINST,
    elsewhere=ELSEWHERE,
    within=adventure.within,
    asks=asks,
)
