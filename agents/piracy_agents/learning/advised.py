"""The learner's side of advice: tables that come with it, and a policy that adds to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn

from piracy_agents.advice import EXCLUDED, Adviser
from piracy_env.core.game import Game
from piracy_env.envs.ends import Ends
from piracy_env.envs.sb3 import SeatVecEnv
from piracy_env.envs.seat import Chosen, OneSeat, SeatStep
from piracy_env.envs.spaces import observation_space
from piracy_env.errors import OptionError

_IN_VAIN = 100  # games without an open decision before there are taken to be none


class AdvisedSeat(OneSeat):
    """One seat of each game, with advice; the adviser plays where it sees one way only."""

    def __init__(self, game: str | Game, num_envs: int, adviser: Adviser, **options: Any) -> None:
        self.adviser = adviser
        super().__init__(game, num_envs, **options)
        actions = self.engine.game.actions.size
        self.advice = np.zeros((num_envs, actions), np.float32)
        """[n, A] what the adviser thinks of each seat's next decision."""

    def reset(self, seed: int | Sequence[int] | None = None, chosen: Chosen = None) -> None:
        """Begin new games, and play them to the seat's first open decision."""
        super().reset(seed, chosen)
        games = self.games_of(chosen)
        for _ in range(_IN_VAIN):
            ended = [result.finished for result in self._follow(games)]
            games = np.concatenate([games[:0], *ended])
            if not games.size:
                return
            super().reset(chosen=games)  # after a game without an open decision comes another
        raise OptionError(
            f"adviser_threshold {self.adviser.threshold} is too low: {self.adviser.name} leaves "
            "no decision open",
            option="adviser_threshold",
            value=self.adviser.threshold,
        )

    def step(self, actions: ArrayLike, chosen: Chosen = None) -> SeatStep:
        """Apply the seat's actions and play on to its next open decisions, or to the end."""
        result = super().step(actions, chosen)
        games = self.games_of(chosen)
        return _joined([result, *self._follow(games[~self.over[games]])])

    def _follow(self, games: NDArray[np.int64]) -> list[SeatStep]:
        """Do what the adviser says for as long as it sees one way only."""
        steps = []
        while games.size:
            view = self.engine.view(games)
            self.advice[games] = advice = self.adviser.advise(view)
            is_open = (advice > EXCLUDED) & view.action_mask
            is_sure = is_open.sum(axis=1) == 1
            if not self.adviser.threshold or not is_sure.any():
                break
            games = games[is_sure]
            steps.append(super().step(is_open[is_sure].argmax(axis=1), games))
            games = games[~self.over[games]]
        return steps


def _joined(steps: Sequence[SeatStep]) -> SeatStep:
    """What came of several actions in turn: a game ends in one of them at most."""
    reward, terminated, truncated, finished, final, ends = zip(*steps, strict=True)
    return SeatStep(
        np.sum(reward, axis=0),
        np.any(terminated, axis=0),
        np.any(truncated, axis=0),
        np.concatenate(finished),
        np.concatenate(final),
        Ends(*(np.concatenate(parts) for parts in zip(*ends, strict=True))),
    )


class AdvisedVecEnv(SeatVecEnv):
    """The suite's `VecEnv`, with the adviser's scores of all actions behind each observation.

    Args:
        game: The game.
        num_envs: Number of tables.
        adviser: Who is asked.
        options: What `SeatVecEnv` takes.
    """

    table: AdvisedSeat

    def __init__(self, game: Game, num_envs: int, *, adviser: Adviser, **options: Any) -> None:
        self.adviser = adviser
        super().__init__(game, num_envs, **options)
        width = game.observation.size + game.actions.size
        box = type(observation_space(game))
        self.observation_space = box(-np.inf, np.inf, (width,), np.float32)

    def _open(self, game: str | Game, num_envs: int, **options: Any) -> AdvisedSeat:
        return AdvisedSeat(game, num_envs, self.adviser, **options)

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
        return np.concatenate([observation, self.table.advice], axis=1, dtype=np.float32)


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
