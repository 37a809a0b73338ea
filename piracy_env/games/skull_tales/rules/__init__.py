"""The rules of skull_tales, a module for each chapter of the rulebook.

What is to be decided lies on a stack of frames. The lowest is the game, above it the phase; then
come the flows in progress (the last members of `Decision`: a visit, a roll, a boarding), and
uppermost the decision that waits. A flow asks nothing: when it is uppermost it takes its next step,
which may put more on the stack, and at last it takes itself off. A decision that has nothing to
choose from goes on likewise.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import DecisionTable
from piracy_env.core.game import RUNNING
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.rules import (
    abstract,
    annex,
    boarding,
    campaign,
    command,
    docks,
    drift,
    enemy_round,
    exploring,
    fight,
    generation,
    gunnery,
    landing,
    learning,
    lookout,
    main_deck,
    mansion,
    market,
    melee,
    mutiny,
    plunder,
    pool,
    port,
    port_events,
    provisions,
    repeats,
    returning,
    rolls,
    rumors,
    sailing,
    scheme,
    setup,
    ship,
    stations,
    tavern,
    ties,
    travel,
    voyage,
    voyage_events,
)
from piracy_env.games.skull_tales.rules.frames import actor_of, not_made_by
from piracy_env.games.skull_tales.rules.parts import end_part, renew_part
from piracy_env.games.skull_tales.state import MOST_STAGE_MOVES, Decision

_PARTS: tuple[Any, ...] = (
    *(campaign, docks, learning, mansion, market, port, port_events, returning),
    *(rolls, rumors, setup, ship, tavern),
    *(voyage, travel, provisions, command, stations, main_deck, lookout, scheme, mutiny),
    *(sailing, drift, landing, exploring, voyage_events),
    *(generation, enemy_round, gunnery, boarding, fight, melee, plunder),
    *(ties, abstract, annex, repeats),
)


def _asked(s: Any) -> Any:
    """The kind of the uppermost frame, unless the Voyage ends or Morale has run out.

    122 is VOYAGE, which lies on the game's own frame while there is a Voyage.
    """
    kind = s.stk[s.sp - 1, 0]
    if s.stk[1, 0] == 122:
        if (s.fate > 0 or s.stage_moves >= 4_000) and kind != 122:
            return 141
        if s.fate == 0 and s.morale == 0 and s.gone == 0:
            return 124
    return kind


@kernel
def _settle(s: Any, t: Any) -> None:
    """Say who is to move, and end the game where it is to stop."""
    if s.over == RUNNING:
        s.seat = actor_of(s)
        end_part(s)


HANDLERS = [one for part in _PARTS for one in part.HANDLERS]
DECISIONS = DecisionTable(Decision, _asked, *HANDLERS, *not_made_by(HANDLERS), settle=_settle).only(
    *HANDLERS
)
legal = DECISIONS.legal
_answer, _to_next = DECISIONS.answer, DECISIONS.go_on


@separate
def go_on(s: Any, t: Any) -> None:
    """Go on to the next decision that stands."""
    _to_next(s, t)


@kernel
def reset(s: Any, t: Any) -> None:
    """Deal, and go on to the first decision."""
    noinline()
    pool.deal(s, t)
    go_on(s, t)


@kernel
def step(s: Any, t: Any, action: int) -> None:
    """Count a decision of the phase, carry it out, and go on to the next one."""
    noinline()
    renew_part(s, t)
    s.stage_moves = min(s.stage_moves + 1, MOST_STAGE_MOVES)
    _answer(s, t, action)
    go_on(s, t)
