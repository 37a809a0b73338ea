"""The learner's side of advice: tables that come with it, and a policy that adds to it."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn

from agents.advice import Adviser
from piracy_env.core.game import Game
from piracy_env.envs.sb3 import SeatVecEnv
from piracy_env.envs.spaces import observation_space


class AdvisedVecEnv(SeatVecEnv):
    """The suite's `VecEnv`, with the adviser's scores of all actions behind each observation.

    Args:
        game: The game.
        num_envs: Number of tables.
        adviser: Who is asked.
        options: What `SeatVecEnv` takes.
    """

    def __init__(self, game: Game, num_envs: int, *, adviser: Adviser, **options: Any) -> None:
        super().__init__(game, num_envs, **options)
        self.adviser = adviser
        width = game.observation.size + game.actions.size
        box = type(observation_space(game))
        self.observation_space = box(-np.inf, np.inf, (width,), np.float32)

    def reset(self) -> NDArray[np.float32]:
        """Begin all games anew."""
        return self._advised(super().reset())

    def step_wait(
        self,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Apply the actions, and begin anew where a game ended."""
        observation, rewards, dones, infos = super().step_wait()
        silence = np.zeros(self.game.actions.size, np.float32)
        for i in np.flatnonzero(dones):
            seen = infos[i]["terminal_observation"]
            infos[i]["terminal_observation"] = np.concatenate([seen, silence])
        return self._advised(observation), rewards, dones, infos

    def _advised(self, observation: NDArray[np.float32]) -> NDArray[np.float32]:
        advice = self.adviser.advise(self.table.engine.view())
        return np.concatenate([observation, advice], axis=1, dtype=np.float32)


class Head(nn.Module):  # type: ignore[misc] # untyped without its package
    """A layer on the trunk's units; behind them lies advice, which is added to it or left out."""

    def __init__(self, units: int, outputs: int, *, is_advised: bool) -> None:
        super().__init__()
        self.linear = nn.Linear(units, outputs)
        self.is_advised = is_advised

    def forward(self, features: Any) -> Any:
        """The outputs for units with advice behind them."""
        units = self.linear.in_features
        outputs = self.linear(features[:, :units])
        return outputs + features[:, units:] if self.is_advised else outputs


class AdvisedPolicy(MaskableActorCriticPolicy):  # type: ignore[misc] # untyped without its package
    """MaskablePPO's policy, whose scores add to the advice."""

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        units = self.features_extractor.units
        self.action_net = Head(units, int(self.action_space.n), is_advised=True)
        self.value_net = Head(units, 1, is_advised=False)
        self.action_net.apply(partial(self.init_weights, gain=0.01))
        self.value_net.apply(partial(self.init_weights, gain=1.0))
        self.optimizer = self.optimizer_class(
            self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )
