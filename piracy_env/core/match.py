"""A match: whoever is to move is asked, and what they answer is played, until nobody is waited for.

Games that wait for the same agent are put to it at once. Whoever wants to know what is chosen,
for a clock, a demonstration or a picture, listens: nobody else has to go round the games.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.batch import Ints
from piracy_env.core.engine import Engine
from piracy_env.core.view import Agent, View
from piracy_env.errors import AgentError, IllegalActionError, PiracyError

OUTSIDE = -1
"""In a seating: nobody of the match plays this seat."""


class Answer(NamedTuple):
    """What an agent chose; it is legal, and not played yet."""

    agent: int
    """The agent's number in the match."""
    games: Ints
    """[k] the games that waited for it."""
    view: View
    """[k] what it was shown of them."""
    actions: Ints
    """[k] what it chose."""
    seconds: float
    """How long it took."""


Listener = Callable[[Answer], None]


def ask(engine: Engine, games: Ints, agent: Agent, name: object = None) -> Ints:
    """An agent's legal actions for games that wait for it.

    An agent that fails, or answers with anything but a legal action for each game, is named in an
    AgentError.
    """
    called = agent if name is None else name
    with _naming(called):
        return engine.require_legal(_answer(engine.view(games), agent, called), games)


def move(
    engine: Engine,
    games: Ints,
    agent: Agent,
    *,
    number: int = 0,
    name: object = None,
    listener: Listener | None = None,
) -> None:
    """Ask an agent for its actions in games that wait for it, and play them: all, or none."""
    called = agent if name is None else name
    view = engine.view(games)
    begun = time.perf_counter()
    ids = _answer(view, agent, called)
    seconds = time.perf_counter() - begun
    if listener is not None:
        with _naming(called):
            actions = engine.require_legal(ids, games)
        listener(Answer(number, games, view, actions, seconds))
    with _naming(called):
        engine.step(ids, games)


@contextmanager
def _naming(called: object) -> Iterator[None]:
    """Say whose action it is that is refused."""
    try:
        yield
    except IllegalActionError as error:
        raise AgentError(
            f"the agent {called} broke the rules: {error}", agent=called, seat=error.seat
        ) from None


def _answer(view: View, agent: Agent, called: object) -> NDArray[np.integer]:
    """What an agent answers, if it is one whole number for each position."""
    try:
        answer = agent.act(view)
    except PiracyError:
        raise
    except Exception as error:  # whatever somebody's agent may raise
        line = traceback.extract_tb(error.__traceback__)[-1]
        raise AgentError(
            f"the agent {called} failed: {type(error).__name__}: {error} "
            f"({Path(line.filename).name}, line {line.lineno})",
            agent=called,
        ) from error
    try:
        ids = np.asarray(answer)
    except ValueError:  # lists of different lengths
        ids = np.array(None)
    if ids.shape != (len(view),) or ids.dtype.kind not in "iu":
        raise AgentError(
            f"the agent {called} must return one action id for each position, {len(view)} whole "
            f"numbers, not {answer!r:.80}",
            agent=called,
        )
    return ids


class Match:
    """Agents around the games of an engine.

    Args:
        engine: The games.
        agents: Who plays; more may be added as long as it goes on.
        seating: [n, P] number of the agent in each seat, or `OUTSIDE`; read at each move.
        names: What the agents are called in errors; by default, what they call themselves.
        listener: Is told of each answer before it is played.
    """

    def __init__(
        self,
        engine: Engine,
        agents: Sequence[Agent],
        seating: Ints,
        *,
        names: Sequence[str] | None = None,
        listener: Listener | None = None,
    ) -> None:
        self.engine = engine
        self.agents = agents
        self.seating = seating
        self.names = names
        self.listener = listener

    def play(self, games: Ints | None = None) -> None:
        """Play all games, or the given ones, until they are over or wait for somebody outside."""
        engine = self.engine
        waiting = np.arange(engine.num_envs) if games is None else games
        while True:
            waiting = waiting[~engine.over[waiting]]
            movers = self.seating[waiting, engine.seat[waiting]]
            is_inside = movers != OUTSIDE
            waiting, movers = waiting[is_inside], movers[is_inside]
            if not waiting.size:
                return
            for k in np.unique(movers):
                move(
                    engine,
                    waiting[movers == k],
                    self.agents[k],
                    number=int(k),
                    name=self.names[k] if self.names else None,
                    listener=self.listener,
                )
