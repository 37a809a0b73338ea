"""Demonstrations before self-play: decisions of a scripted player, and what its games paid.

A game with hundreds of actions pays a beginner next to nothing at a table of good players. One who
first learns to play like one of them begins where the interesting part begins.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.engine import Engine
from piracy_env.core.game import Game
from piracy_env.core.match import Answer, Match
from piracy_env.envs.opponents import find_agent

AT_ONCE = 64
"""Games played side by side."""
KEPT = 4
"""One decision of so many is learnt from: those of one game are much alike."""
_CHOICE = 0x1E550


class DemonstrationBatch(NamedTuple):
    """Decisions of a player, in no order."""

    observation: NDArray[np.float32]
    """[n, D] what the seat saw."""
    action_mask: NDArray[np.bool_]
    """[n, A] what it could do."""
    action: NDArray[np.int64]
    """[n] what it did."""
    payment: NDArray[np.float32]
    """[n] what the game paid it in the end."""


class Demonstrations:
    """Games among players of one kind, to learn from.

    Args:
        game: The game.
        teacher: Name of the agent in all seats.
        seed: Seed of the deals; batch 3 is the same whichever came before.
        options: Options of the engine and of the game.
    """

    def __init__(self, game: Game, teacher: str, *, seed: int, **options: object) -> None:
        self._engine = Engine(game, AT_ONCE, auto_reset=False, **options)  # type: ignore[arg-type]
        self._teacher = find_agent(teacher, game)
        self._seed = seed

    def batch(self, number: int, size: int) -> DemonstrationBatch:
        """At least so many decisions, of games that no other batch has."""
        generator = np.random.default_rng([self._seed, _CHOICE, number])
        self._engine.seed(int(generator.integers(2**62)))
        parts: list[DemonstrationBatch] = []
        while sum(len(part.action) for part in parts) < size:
            parts.append(self._play(generator))
        observation, mask, action, payment = zip(*parts, strict=True)
        order = generator.permutation(sum(map(len, action)))
        return DemonstrationBatch(
            np.concatenate(observation)[order],
            np.concatenate(mask)[order],
            np.concatenate(action)[order],
            np.concatenate(payment)[order],
        )

    def _play(self, generator: np.random.Generator) -> DemonstrationBatch:
        """Play a batch of games to their ends, and keep some of their decisions."""
        engine = self._engine
        engine.reset()
        seen, masks, actions, games, seats = [], [], [], [], []

        def keep_some(answer: Answer) -> None:
            view = answer.view
            kept = np.flatnonzero(generator.integers(KEPT, size=len(view)) == 0)
            seen.append(view.observation[kept])
            masks.append(view.action_mask[kept])
            actions.append(answer.actions[kept])
            games.append(answer.games[kept])
            seats.append(view.seat[kept])

        everywhere = np.zeros((engine.num_envs, engine.options.players), np.int64)
        Match(engine, [self._teacher], everywhere, listener=keep_some).play()
        paid = engine.reward[np.concatenate(games), np.concatenate(seats)]
        return DemonstrationBatch(
            np.concatenate(seen), np.concatenate(masks), np.concatenate(actions), paid
        )
