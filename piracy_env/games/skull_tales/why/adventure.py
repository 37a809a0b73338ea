"""Why an action of `skull_tales_adventure` is legal or not."""

from __future__ import annotations

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.why import Why
from piracy_env.games.skull_tales.state import KIND, NONE, Decision
from piracy_env.games.skull_tales.story_words import asked
from piracy_env.games.skull_tales.tables.adventures import ADVENTURE_KEYS
from piracy_env.games.skull_tales.why import ashore, menu, questions, steps

_OF_CHAPTERS = {Decision.MENU, Decision.SPECIAL}


def within(s: Record) -> str:
    """What asks the question: the chapter, or what a Character is about."""
    if s.sp == 0:
        return ""
    flow = s.stk[max(0, s.sp - 2), KIND]
    if s.stk[s.sp - 1, KIND] in _OF_CHAPTERS or flow == Decision.TELLING:
        return ADVENTURE_KEYS[s.chapter] if s.chapter != NONE else ""
    return Decision(flow).name


def asks(s: Record, tables: Tables) -> str:
    """What is asked now."""
    return f"now {asked(s, tables, s.seat)}"


BEHIND = ashore.BEHIND
AGAINST = (*steps.AGAINST, *menu.AGAINST, *questions.AGAINST)
ELSEWHERE = questions.ELSEWHERE
WHY = Why(behind=BEHIND, against=AGAINST, elsewhere=ELSEWHERE, within=within, asks=asks)
