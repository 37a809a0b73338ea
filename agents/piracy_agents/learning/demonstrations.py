"""Demonstrations before self-play: decisions of a scripted player, and what its games paid.

A game with hundreds of actions pays a beginner next to nothing at a table of good players. One who
first learns to play like one of them begins where the interesting part begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.engine import Engine
from piracy_env.core.game import Game
from piracy_env.core.match import Answer, Match
from piracy_env.core.view import Agent
from piracy_env.envs.opponents import find_agent

AT_ONCE = 64
"""Games played side by side."""
KEPT = 4
"""One decision of so many is learnt from: those of one game are much alike."""
BUDGET = 512 << 20
"""Bytes of decisions that are kept until the end of their games."""
COLUMNS = 6
"""Of what is kept until then."""
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
    """[n, P] what the game still paid: to the seat, to the one on its left, and so on."""


def joined(
    parts: Sequence[DemonstrationBatch], generator: np.random.Generator
) -> DemonstrationBatch:
    """Several batches as one, in no order; seats that a table lacks are paid nothing."""
    if len(parts) == 1:
        return parts[0]
    most = max(part.payment.shape[1] for part in parts)
    payments = [np.pad(part.payment, ((0, 0), (0, most - part.payment.shape[1]))) for part in parts]
    order = generator.permutation(sum(len(part.action) for part in parts))
    return DemonstrationBatch(
        np.concatenate([part.observation for part in parts])[order],
        np.concatenate([part.action_mask for part in parts])[order],
        np.concatenate([part.action for part in parts])[order],
        np.concatenate(payments)[order],
    )


class Demonstrations:
    """Games among players of one kind, to learn from.

    Args:
        game: The game.
        teacher: Name of the agent in all seats, or the agent.
        seed: Seed of the deals; batch 3 is the same whichever came before.
        budget: Bytes of decisions that wait for their games to end; of long games fewer are kept.
        tables: Games played side by side.
        options: Options of the engine and of the game; `max_moves` ends long games earlier.
    """

    def __init__(
        self,
        game: Game,
        teacher: str | Agent,
        *,
        seed: int,
        budget: int = BUDGET,
        tables: int = AT_ONCE,
        **options: Any,
    ) -> None:
        self._engine = Engine(game, tables, auto_reset=False, **options)
        self._teacher = find_agent(teacher, game)
        self._seed, self._budget = seed, budget

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
        kept = _Kept(engine, generator, self._budget)
        everywhere = np.zeros((engine.num_envs, engine.options.players), np.int64)
        Match(engine, [self._teacher], everywhere, listener=kept.hear).play()
        seen, masks, actions, games, seats, paid = kept.joined()
        around = (seats[:, None] + np.arange(paid.shape[1])) % paid.shape[1]
        payment = np.take_along_axis(engine.final_payments[games] - paid, around, axis=1)
        return DemonstrationBatch(seen, masks, actions, payment.astype(np.float32))


class _Kept:
    """Some decisions of games that go on: one in so many, and no more than a budget holds.

    What they paid is known at the end only, so that they wait until then. When the budget is used
    up, half of them are let go by lot, and of those to come half as many are kept: each decision of
    a game is as likely to be learnt from as any other.
    """

    def __init__(self, engine: Engine, generator: np.random.Generator, budget: int) -> None:
        self._engine, self._generator, self._budget = engine, generator, budget
        self._one_in = KEPT
        self._parts: list[list[NDArray[Any]]] = [[] for _ in range(COLUMNS)]
        self._bytes = 0

    def hear(self, answer: Answer) -> None:
        """Keep some of the decisions of an answer."""
        view = answer.view
        drawn = np.flatnonzero(self._generator.integers(self._one_in, size=len(view)) == 0)
        paid = self._engine.slots["paid"][answer.games, : view.players]
        whole = (view.observation, view.action_mask, answer.actions, answer.games, view.seat, paid)
        self._add([array[drawn] for array in whole])
        if self._bytes > self._budget:
            self._thin()

    def joined(self) -> list[NDArray[Any]]:
        """Observations, masks, actions, games, seats, and what was paid before, of what is kept."""
        return [np.concatenate(arrays) for arrays in self._parts]

    def _add(self, arrays: list[NDArray[Any]]) -> None:
        for kept, array in zip(self._parts, arrays, strict=True):
            kept.append(array)
            self._bytes += array.nbytes

    def _thin(self) -> None:
        self._one_in *= 2
        stay: NDArray[np.int64] | None = None
        parts, self._parts, self._bytes = self._parts, [[] for _ in range(COLUMNS)], 0
        thinned = []
        for arrays in parts:
            whole = np.concatenate(arrays)
            arrays.clear()  # one of the columns is there twice at a time, no more
            if stay is None:
                stay = np.flatnonzero(self._generator.integers(2, size=len(whole)) == 0)
            thinned.append(whole[stay])
        self._add(thinned)
