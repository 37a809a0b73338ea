"""Plays deals of a tournament: all their games at once, in one engine.

Agents that compiled code can play sit in the engine; the others are asked in turn, each for all the
games that wait for it. What happens in a game follows from the plan and from the number of the game
alone, whichever other games are played beside it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from experiments.tournament.schedule import ALIKE, MIXED, Schedule, TournamentError
from piracy_env.core.control import ASK
from piracy_env.core.engine import Engine
from piracy_env.core.game import CUT, Game
from piracy_env.core.match import Answer, Match
from piracy_env.core.options import settled
from piracy_env.core.replay import Replay
from piracy_env.core.rewards import are_rivals
from piracy_env.core.script import Script
from piracy_env.core.view import Agent
from piracy_env.envs.opponents import find_agent, on_autopilot
from piracy_env.errors import listing
from piracy_env.registry import load

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class TournamentPlan:
    """All that the results of a tournament depend on, but for the code of game and agents."""

    game: str
    agents: tuple[str, ...]
    players: int | None = None
    deals: int = 100
    seed: int = 0
    meeting: str = MIXED
    reward: str = ""
    """The game's default mode, if none is named."""
    options: tuple[tuple[str, Any], ...] = ()
    """Options of the game, its component tables among them."""
    agent_module: str | None = None
    """Where names of agents are looked up (see `piracy_env.envs.opponents`)."""
    replays: int = 0
    """Of so many deals every game is kept."""
    salt: int = 0
    """Drawn in secret for agents that others wrote; 0 for deals that anybody can work out."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", settled(self.options))
        twice = sorted({name for name in self.agents if self.agents.count(name) > 1})
        if twice:
            raise TournamentError(f"each agent enters once, but there are two of {listing(twice)}")

    def engine(self, games: int, record: bool) -> Engine:
        """An engine for so many games of the tournament."""
        return Engine(
            load(self.game),
            games,
            players=self.players,
            reward=self.reward,
            seed=0,
            auto_reset=False,
            skip_forced=True,
            record=record,
            **dict(self.options),
        )


@dataclass(frozen=True)
class Entrants:
    """The agents of a plan, in this process."""

    game: Game
    names: tuple[str, ...]
    agents: list[Agent]
    controllers: Ints
    """[agents] who plays them: the engine, or `ASK`."""
    script: Script
    warm: set[int] = field(default_factory=set)
    """Agents that have been asked before: the first answer waits for the compiler."""

    @property
    def compiled(self) -> list[int]:
        """The agents that sit in the engine."""
        return [k for k, controller in enumerate(self.controllers) if controller != ASK]


@lru_cache(maxsize=4)
def entrants_of(plan: TournamentPlan) -> Entrants:
    """The agents of a plan; made once in a process."""
    game = load(plan.game)
    agents = [find_agent(name, game, plan.agent_module) for name in plan.agents]
    controllers, script = on_autopilot(agents, game)
    return Entrants(game, plan.agents, agents, np.array(controllers, np.int64), script)


@lru_cache(maxsize=4)
def schedule_of(plan: TournamentPlan) -> Schedule:
    """The games of a plan."""
    game = load(plan.game)
    players = game.choose(plan.players).players
    if plan.meeting == ALIKE and are_rivals(game, players):
        raise TournamentError(
            f"all seats alike tell nothing of rivals: one of them wins every game of {game.name}"
        )
    return Schedule(len(plan.agents), players, plan.deals, plan.seed, plan.meeting, plan.salt)


@dataclass
class Clock:
    """How often each agent was asked, and how long it thought."""

    seats: list[int]
    """Seats that each agent took."""
    decisions: list[int]
    timed: list[int]
    """Decisions that count for the time: all but those of the first answer in a process."""
    seconds: list[float]

    @classmethod
    def of(cls, agents: int) -> Self:
        """A clock on which nobody has moved."""
        return cls([0] * agents, [0] * agents, [0] * agents, [0.0] * agents)

    def add(self, other: Clock) -> None:
        """Count the moves of another clock too."""
        for mine, theirs in zip(self._lists(), other._lists(), strict=True):
            for k, value in enumerate(theirs):
                mine[k] += value

    def _lists(self) -> tuple[list[Any], ...]:
        return self.seats, self.decisions, self.timed, self.seconds


@dataclass
class Played:
    """What came of some deals: one row a game, in the order of the schedule."""

    first: int
    last: int
    """The deals are those from `first` to before `last`."""
    ranks: list[list[int]]
    scores: list[list[int]]
    rewards: list[list[float]]
    successes: list[list[bool]]
    """Which seats may call a game a success (see `Engine.final_successes`)."""
    teams: list[float | None]
    """What all had reached together, from 0 to 1; None among rivals."""
    reasons: list[str]
    """Why the games ended."""
    moves: list[int]
    cut: list[bool]
    """Games that the safety limit ended: nobody has won, all have tied."""
    clock: Clock
    replays: dict[str, str] = field(default_factory=dict)
    """Texts of the games that are kept, by the names of their files."""

    def as_dict(self) -> dict[str, Any]:
        """As plain values, without the replays."""
        plain = {item.name: getattr(self, item.name) for item in fields(self)}
        del plain["replays"]
        return plain | {"clock": vars(self.clock)}

    @classmethod
    def of_dict(cls, given: dict[str, Any]) -> Self:
        """What `as_dict` told."""
        return cls(**(given | {"clock": Clock(**given["clock"])}))


def play_deals(plan: TournamentPlan, first: int, last: int) -> Played:
    """Play all games of the deals from `first` to before `last`."""
    entrants, schedule = entrants_of(plan), schedule_of(plan)
    each = schedule.games_a_deal
    games = np.arange(first * each, last * each)
    seating = schedule.seating(games)
    engine = plan.engine(len(games), record=first < plan.replays)
    engine.take_seats(entrants.controllers[seating], script=entrants.script)
    clock = play_games(engine, entrants, seating, schedule, games)
    cut = engine.states["over"] == CUT
    return Played(
        first,
        last,
        ranks=np.where(cut[:, None], 1, engine.final_ranks).tolist(),
        scores=engine.final_scores.tolist(),
        rewards=engine.final_payments.tolist(),
        successes=engine.final_successes.tolist(),
        teams=[None if math.isnan(team) else team for team in engine.final_teams.tolist()],
        reasons=engine.final_reasons.tolist(),
        moves=engine.states["moves"].tolist(),
        cut=cut.tolist(),
        clock=clock,
        replays={
            replay_name(int(game), each): _written(engine, i, entrants, seating)
            for i, game in enumerate(games)
            if game // each < plan.replays
        },
    )


def _written(engine: Engine, i: int, entrants: Entrants, seating: Ints) -> str:
    """The replay of a game, with who sat where."""
    seats = [entrants.names[k] for k in seating[i]]
    return Replay.of(engine, i, seats).with_checkpoints().text()


def play_games(
    engine: Engine, entrants: Entrants, seating: Ints, schedule: Schedule, games: Ints
) -> Clock:
    """Play the given games of a schedule to the end, in an engine of as many."""
    clock = Clock.of(schedule.agents)
    clock.seats = np.bincount(seating.ravel(), minlength=schedule.agents).tolist()
    engine.seed(schedule.deal_words(games))
    engine.place(dice=schedule.dice_words(games), number=games)
    engine.reset()

    def note_time(answer: Answer) -> None:
        k, decisions = answer.agent, len(answer.games)
        clock.decisions[k] += decisions
        if k in entrants.warm:
            clock.timed[k] += decisions
            clock.seconds[k] += answer.seconds
        entrants.warm.add(k)

    Match(engine, entrants.agents, seating, names=entrants.names, listener=note_time).play()
    return clock


def replay_name(game: int, each: int) -> str:
    """The file of a game: the number of its deal, and which of the `each` games of it this is."""
    return f"{game // each:05d}-{game % each}.json"
