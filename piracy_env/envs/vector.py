"""A batch of games of which every seat is played from outside: arrays in, arrays out."""

from __future__ import annotations

from typing import Any

from gymnasium.vector.utils import batch_space

from piracy_env.core.engine import Engine
from piracy_env.core.game import Game
from piracy_env.envs.spaces import action_space, observation_space
from piracy_env.registry import load


class AllSeats(Engine):
    """The engine itself, made from a game or its name.

    `reset` and `step` fill and return the same arrays each time (see `core.engine.Step`): copy
    what is to be kept. `seat` says whose action each game waits for. The spaces are Gymnasium's:
    those of one row, and those of the batch.
    """

    def __init__(self, game: str | Game, num_envs: int = 1, **options: Any) -> None:
        super().__init__(load(game), num_envs, **options)
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = action_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
