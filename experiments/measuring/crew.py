"""Crews of one kind: the same agent in all seats, each deal played once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.engine import Engine
from piracy_env.core.match import Match
from piracy_env.core.view import Agent
from piracy_env.envs.evaluation import Evaluation, EvaluationPart, interval_of, parts_of
from piracy_env.envs.intervals import Interval
from piracy_env.envs.opponents import find_agent, on_autopilot
from piracy_env.registry import load


@dataclass(frozen=True)
class CrewGames:
    """What came of the games of a crew [n], deal by deal."""

    successes: NDArray[np.float64]
    """1 where all that there was to reach was reached."""
    scores: NDArray[np.float64]
    """What a seat scored, the mean of the crew."""
    payments: NDArray[np.float64]
    """What a seat was paid, the mean of the crew."""
    moves: NDArray[np.int64]
    reasons: list[str]

    @property
    def part(self) -> EvaluationPart:
        """The same as a part of an evaluation."""
        return EvaluationPart(
            self.successes.tolist(), self.moves.tolist(), self.payments.tolist(), self.reasons
        )

    @property
    def evaluation(self) -> Evaluation:
        """Shares and payments with their intervals."""
        return Evaluation.of([self.part])

    def more_often(self, other: CrewGames) -> Interval:
        """How much more often it has succeeded than another crew in the same deals."""
        return interval_of(self.successes - other.successes)

    def more_scored(self, other: CrewGames) -> Interval:
        """How much more a seat has scored than one of another crew in the same deals."""
        return interval_of(self.scores - other.scores)


def play_crew(
    agent: str | Agent, game: str, *, deals: tuple[int, int], seed: int, **options: Any
) -> CrewGames:
    """Let an agent play the deals from the first to before the last in all seats.

    Args:
        agent: The agent, or its name.
        game: The game's name.
        deals: The first deal, and the one after the last.
        seed: Deal 0; the same seed deals the same to everybody.
        options: Options of the engine and of the game.
    """
    loaded = load(game)
    numbers = list(range(seed + deals[0], seed + deals[1]))
    engine = Engine(loaded, len(numbers), auto_reset=False, **options)
    engine.seed(numbers)
    everywhere = np.zeros((len(numbers), engine.options.players), np.int64)
    player = find_agent(agent, loaded) if isinstance(agent, str) else agent
    controllers, script = on_autopilot([player], loaded)
    engine.take_seats(np.array(controllers)[everywhere], script=script)
    engine.reset()
    Match(engine, [player], everywhere).play()
    teams = engine.final_teams
    together = (teams == 1.0) & engine.terminated
    return CrewGames(
        np.where(np.isnan(teams), engine.final_successes[:, 0], together).astype(np.float64),
        engine.final_scores.mean(axis=1),
        engine.final_payments.mean(axis=1),
        np.array(engine.states["moves"], np.int64),
        engine.final_reasons.tolist(),
    )


def play_crews(agent: str | Agent, game: str, deals: int, seed: int, **options: Any) -> CrewGames:
    """So many deals, some of them at a time."""
    parts = [play_crew(agent, game, deals=part, seed=seed, **options) for part in parts_of(deals)]
    return CrewGames(
        np.concatenate([part.successes for part in parts]),
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.payments for part in parts]),
        np.concatenate([part.moves for part in parts]),
        [reason for part in parts for reason in part.reasons],
    )
