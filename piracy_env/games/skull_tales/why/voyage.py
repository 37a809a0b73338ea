"""Why an action of `skull_tales_voyage` is legal or not: at sea, in Port, and between them."""

from __future__ import annotations

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.why import Against, Moment, Why
from piracy_env.games.skull_tales.questions import question
from piracy_env.games.skull_tales.state import Phase
from piracy_env.games.skull_tales.why import aboard, battles, port, sea, visits

_IN_TURN = "that is done in a Pirate's own turn, once all that is asked is answered"


def _is_no_port(m: Moment) -> bool:
    return bool(m.s.phase != Phase.PORT)


def _is_no_voyage(m: Moment) -> bool:
    return bool(m.s.phase != Phase.VOYAGE)


def asks(s: Record, tables: Tables) -> str:
    """What is asked now."""
    return f"now it is asked: {question(s, tables)}"


BEHIND = {**sea.BEHIND, **port.BEHIND}
AGAINST = (*port.AGAINST, *visits.AGAINST, *aboard.AGAINST, *battles.AGAINST)
ELSEWHERE = (
    *(
        Against(block, f"STC-2.4 {rules}", "that is done in Port", _is_no_port)
        for block, rules in port.BEHIND["PORT_TURN"].items()
        if block != "no"
    ),
    Against(port.BLOCKS, "STC-2.4", "that is done in Port", _is_no_port),
    *(
        Against(block, f"STP-2.3 {rules}", _IN_TURN, lambda m: not _is_no_port(m))
        for block, rules in port.BEHIND["PORT_TURN"].items()
        if block != "no"
    ),
    Against(aboard.BLOCKS, "STC-2.4", "that is done at sea", _is_no_voyage),
    *port.ELSEWHERE,
    *aboard.ELSEWHERE,
)
WHY = Why(behind=BEHIND, against=AGAINST, elsewhere=ELSEWHERE, asks=asks)
