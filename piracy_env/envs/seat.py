"""One seat of each game of a batch: the other seats are played inside, between its decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from piracy_env.core.choosing import games_of, numbers_of, seat_or_word
from piracy_env.core.control import ASK
from piracy_env.core.engine import Engine
from piracy_env.core.game import Game
from piracy_env.core.match import OUTSIDE, Listener, Match, ask
from piracy_env.core.options import offering
from piracy_env.core.view import Agent
from piracy_env.envs.ends import Ends, ends_of
from piracy_env.envs.opponents import (
    checked,
    find_agent,
    is_drawn,
    on_autopilot,
    usual_opponent,
)
from piracy_env.envs.options import RESETS, refuse
from piracy_env.errors import AgentError, OrderError
from piracy_env.registry import load

Ints = NDArray[np.int64]
Chosen = Ints | NDArray[np.bool_] | None


class Pool(Protocol):
    """Opponents that change from game to game: a league."""

    @property
    def agents(self) -> Sequence[Agent]:
        """Those there are: new ones are added at the end, and none is taken away."""
        ...

    def draw(self, games: Ints) -> Ints:
        """Who plays in each of the games about to begin [k, P-1], from the left of the seat on."""
        ...


Opponents = str | Agent | Sequence[str | Agent] | Pool

_IN_VAIN = 1000  # games without a decision for the seat before it is given up
_SEATING = 0x5EA7  # tells the stream that seats are drawn from apart from the game's own


class SeatStep(NamedTuple):
    """What came of the seat's actions: nothing in games that were not chosen."""

    reward: NDArray[np.float64]
    """[n] what the seat was paid."""
    terminated: NDArray[np.bool_]
    """[n] whether a game ended by its rules."""
    truncated: NDArray[np.bool_]
    """[n] whether a game was cut by the safety limit."""
    finished: Ints
    """[k] the games that ended; they wait for `reset(chosen=finished)`."""
    final: NDArray[np.float32]
    """[k, D] what the seat saw at their end."""
    ends: Ends
    """[k] what they came to: places, from the seat to the left, the team value and the reason."""


class OneSeat:
    """A batch of games, each seen from one seat and waiting for its decision.

    What is paid between two decisions of the seat goes to the earlier one. A game in which the
    seat is eliminated goes on to its end, and a game that ends before the seat's first decision
    is followed by another.

    Args:
        game: A game or its name.
        num_envs: Number of games.
        seat: A seat's number, `rotate` (one seat further in each game), or `random`.
        opponents: A name, an agent, or a list of those, one for each other seat, counted from the
            left of the seat; or a pool that they are drawn from for each game. Agents are asked in
            batches, those with a script are compiled. By default `uniform`; in games of mates, who
            win and lose together, `heuristic` where there is one.
        agent_module: Where names of agents are looked up (see `opponents.find_agent`).
        options: Options of the engine and of the game.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        seat: int | str = "rotate",
        opponents: Opponents | None = None,
        agent_module: str | None = None,
        **options: Any,
    ) -> None:
        refuse(options, RESETS)
        with offering(OneSeat, but=RESETS):
            self.engine = Engine(load(game), num_envs, auto_reset=False, **options)
        self.players = self.engine.options.players
        self.seat = seat_or_word("seat", seat, ("rotate", "random"), self.players)
        self._all = np.arange(num_envs)
        self._due = np.zeros(num_envs)
        """[n] what was paid before the seat's first decision: part of its first reward."""
        self.seating = np.zeros((num_envs, self.players - 1), np.int64)
        """[n, P-1] which opponent plays each seat, counted from the left of the own one."""
        self._pool = self._find_opponents(opponents, agent_module)
        self._match = Match(self.engine, [], np.full((num_envs, self.players), OUTSIDE))
        self._meet_opponents()

    def _find_opponents(self, opponents: Opponents | None, agent_module: str | None) -> Pool:
        """The pool that the opponents are drawn from."""
        if opponents is None:
            opponents = usual_opponent(self.engine.game, self.players, agent_module)
        if hasattr(opponents, "draw"):
            return _pool_of(opponents)
        others, game = self.players - 1, self.engine.game
        several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
        opponent_list: list[str | Agent] = [*opponents] if several else [opponents] * others  # type: ignore[list-item, misc]
        if len(opponent_list) != others:
            raise AgentError(
                f"opponents: one, or one for each of {others} seats, not {len(opponent_list)}"
            )
        places: dict[int | str, int] = {}
        agents: list[Agent] = []
        keys = [named if isinstance(named, str) else id(named) for named in opponent_list]
        for key, named in zip(keys, opponent_list, strict=True):
            if key not in places:
                places[key] = len(agents)
                agents.append(find_agent(named, game, agent_module))
        return _Fixed(agents, np.array([places[key] for key in keys], np.int64))

    def _meet_opponents(self) -> None:
        """Take notice of the agents in the pool, and put the compiled ones on autopilot."""
        agents = [checked(agent, repr(agent)) for agent in self._pool.agents]
        self._match.agents = agents
        controllers, script = on_autopilot(agents, self.engine.game)
        self._controllers = np.array([ASK, *controllers], np.int8)
        self.engine.take_seats(self.engine.controller, self.ego_seat, script)

    # --- play -------------------------------------------------------------------------------------

    def reset(self, seed: int | Sequence[int] | None = None, chosen: Chosen = None) -> None:
        """Begin new games, all or the chosen ones, and play them to the seat's first decision."""
        games = self.games_of(chosen)
        if seed is not None:
            self.engine.seed(seed)
        for _ in range(_IN_VAIN):
            if not games.size:
                return
            self._seat(games)
            self.engine.reset(chosen=games)
            self._ask_opponents(games)
            self._due[games] = self._paid(games)
            games = games[self.over[games]]
        raise OrderError(f"the seat of game {games[0]} never comes to move before the game ends")

    def step(self, actions: ArrayLike, chosen: Chosen = None) -> SeatStep:
        """Apply the seat's actions and play on to its next decisions, or to the end."""
        games = self.games_of(chosen)
        before = self._paid(games)
        self.engine.step(actions, games)
        self._ask_opponents(games)
        engine, n, ended = self.engine, len(self._all), games[self.over[games]]
        result = SeatStep(
            reward=np.zeros(n),
            terminated=np.zeros(n, np.bool_),
            truncated=np.zeros(n, np.bool_),
            finished=ended,
            final=engine.final_observation[ended],
            ends=self._ends(ended),
        )
        result.reward[games] = self._earned(games, before)
        result.terminated[ended] = engine.terminated[ended]
        result.truncated[ended] = engine.truncated[ended]
        return result

    def play(self, agent: Agent) -> Iterator[SeatStep]:
        """Let an agent decide for the seat until all games are over; what came of each answer."""
        at_random = is_drawn(agent)
        while (waiting := np.flatnonzero(~self.over)).size:
            engine = self.engine
            actions = engine.uniform(waiting) if at_random else ask(engine, waiting, agent)
            yield self.step(actions, waiting)

    def listen(self, listener: Listener | None) -> None:
        """Let a function be told of the answers of opponents that are asked, not compiled."""
        self._match.listener = listener

    def games_of(self, chosen: Chosen) -> Ints:
        """The numbers of the chosen games, or of all."""
        return self._all if chosen is None else games_of(chosen, len(self._all), once=True)

    def _seat(self, games: Ints) -> None:
        """Say who sits where in the games that are about to begin."""
        drawn = self._pool.draw(games)
        if len(self._pool.agents) > len(self._match.agents):
            self._meet_opponents()
        shape, known = (len(games), self.players - 1), len(self._match.agents)
        self.seating[games] = numbers_of("opponents that are drawn", drawn, shape, known - 1)
        # the seat itself is asked: ASK is 0
        controllers = np.zeros((len(games), self.players), np.int8)
        controllers[:, 1:] = self._controllers[1 + self.seating[games]]
        self.engine.assign_seats(controllers, self._next_seats(games), games)
        # the same by seats: whoever sits `place` seats to the left of the own one
        by_place = np.full((len(games), self.players), OUTSIDE)
        by_place[:, 1:] = self.seating[games]
        places = (np.arange(self.players) - self.ego_seat[games, None]) % self.players
        self._match.seating[games] = np.take_along_axis(by_place, places, axis=1)

    def _next_seats(self, games: Ints) -> Any:
        """The seat in each of the games that are about to begin."""
        if isinstance(self.seat, int):
            return self.seat
        episodes = self.engine.slots["episode"][games] + 1
        if self.seat == "rotate":
            return (games + episodes) % self.players
        seeds = self.engine.slots["seed"][games]
        return [
            int(self.engine.keys(int(seed) ^ _SEATING, int(episode), 1)[0] % self.players)
            for seed, episode in zip(seeds, episodes, strict=True)
        ]

    def _ask_opponents(self, games: Ints) -> None:
        """Let the agents in other seats play until every game waits for its seat, or is over."""
        if ASK in self._controllers[1:]:
            self._match.play(games)

    def _paid(self, games: Ints) -> NDArray[np.float64]:
        """[k] what the seats have been paid so far in their games."""
        paid: NDArray[np.float64] = self.engine.slots["paid"][games, self.ego_seat[games]]
        return paid

    def _earned(self, games: Ints, before: NDArray[np.float64]) -> NDArray[np.float32]:
        """[k] what the seats were paid since then, and before their first decision."""
        earned = self._paid(games) - before + self._due[games]
        self._due[games] = 0.0
        return earned.astype(np.float32)

    def _ends(self, games: Ints) -> Ends:
        """What some finished games came to; places from the seat to the left."""
        ends = ends_of(self.engine, games)
        seats = (np.arange(self.players) + self.ego_seat[games, None]) % self.players
        return ends._replace(ranks=np.take_along_axis(ends.ranks, seats, axis=1))

    # --- looking ----------------------------------------------------------------------------------

    @property
    def ego_seat(self) -> NDArray[np.int8]:
        """[n] the seat of each game."""
        return self.engine.ego_seat

    @property
    def over(self) -> NDArray[np.bool_]:
        """[n] games that ended and wait for a reset."""
        return self.engine.over

    @property
    def observation(self) -> NDArray[np.float32]:
        """[n, D] what the seats see; in the engine's memory."""
        return self.engine.observation

    @property
    def action_mask(self) -> NDArray[np.bool_]:
        """[n, A] the seats' legal actions, none in a game that is over; in the engine's memory."""
        return self.engine.action_mask


def _pool_of(opponents: Any) -> Pool:
    """A pool of opponents, if it is one."""
    agents = getattr(opponents, "agents", None)
    if not callable(opponents.draw) or not isinstance(agents, Sequence) or not agents:
        raise AgentError(
            f"{opponents!r} is no pool: it needs agents and draw(games)", agent=opponents
        )
    return cast(Pool, opponents)


class _Fixed(NamedTuple):
    """The same opponents in every game."""

    agents: Sequence[Agent]
    seats: Ints

    def draw(self, games: Ints) -> Ints:
        return np.broadcast_to(self.seats, (len(games), len(self.seats)))
