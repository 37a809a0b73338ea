"""Players by a trained network: `ppo:<file>`, or `ppo` for the one that is shipped for a game."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from piracy_agents.advice import Adviser
from piracy_agents.network import Floats, Network
from piracy_agents.safetensors import SUFFIX
from piracy_env.core.game import Game
from piracy_env.core.view import View
from piracy_env.errors import AgentError

SHIPPED = Path(__file__).with_name("shipped")
"""A network for each finished game, `<game>.safetensors`."""

SAMPLED = "+sampled"
"""Behind a file's name: actions are drawn by the network's probabilities."""


class Trained:
    """Plays what a network thinks best; with a generator, draws from the network's policy."""

    def __init__(
        self,
        network: Network,
        game: Game,
        name: str,
        generator: np.random.Generator | None = None,
    ) -> None:
        self.network = network
        self.adviser = Adviser.of(network, game)
        self.name = name
        self.generator = generator

    def act(self, view: View) -> NDArray[np.int64]:
        """One legal action for each position of the view."""
        scores, _ = self.consider(view)
        if self.generator is not None:
            # the largest of scores with Gumbel noise is a draw from the softmax
            scores += self.generator.gumbel(size=scores.shape).astype(np.float32)
        actions: NDArray[np.int64] = scores.argmax(axis=1)
        return actions

    def probabilities(self, view: View) -> Floats:
        """[n, A] how likely each action is."""
        scores, _ = self.consider(view)
        if self.generator is None:
            weights = np.arange(scores.shape[1]) == scores.argmax(axis=1)[:, None]
        else:
            weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        shares: Floats = weights / weights.sum(axis=1, keepdims=True)
        return shares

    def consider(self, view: View) -> tuple[Floats, Floats]:
        """Scores [n, A] of the legal actions, and what the seat to move expects to be paid [n]."""
        scores, values = self.network.evaluate(view.observation)
        if self.adviser:
            scores = scores + self.adviser.advise(view)
        scores[~view.action_mask] = -np.inf
        return scores, values

    def __repr__(self) -> str:
        return self.name


def make(spec: str, game: Game) -> Trained:
    """The player by the network in a file, or by the shipped one."""
    file, plus, _ = spec.partition(SAMPLED)
    network = Network.load(file_of(file, game), game).precise()
    name = f"ppo:{spec}" if spec else "ppo"
    return Trained(network, game, name, _generator() if plus else None)


def names(game: Game) -> list[str]:
    """The shipped network, if there is one."""
    return ["ppo"] if _shipped(game).exists() else []


def file_of(spec: str, game: Game) -> Path:
    """The file that was named; if none was, that of the shipped network."""
    if not spec and not _shipped(game).exists():
        raise AgentError(f"no trained network is shipped for {game.name}: name a file, ppo:<file>")
    return Path(spec) if spec else _shipped(game)


def _shipped(game: Game) -> Path:
    return SHIPPED / f"{game.name}{SUFFIX}"


def _generator() -> np.random.Generator:
    return np.random.default_rng(0)
