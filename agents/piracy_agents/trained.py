"""Players by a trained network: `ppo:<file>`, or `ppo` for the one that is shipped for a game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_agents.advice import Adviser
from piracy_agents.network import Floats, Network
from piracy_agents.safetensors import SUFFIX
from piracy_env.core.files import read_bytes
from piracy_env.core.game import Game
from piracy_env.core.text import plural
from piracy_env.core.view import View
from piracy_env.errors import AgentError

SHIPPED = Path(__file__).with_name("shipped")
"""A network for each finished game, `<game>.safetensors`."""

SHOWN = 5
"""Actions that an opinion names."""

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

    def explain(self, view: View, k: int) -> str:
        """What the network thinks of position k: how likely it takes each action, and its hopes."""
        if view.action_mask[k].sum() < 2:
            return "There was no choice."
        scores, values = self.consider(view)
        weights = np.exp(scores[k] - scores[k].max())
        shares = weights / weights.sum()
        order = np.argsort(-shares, kind="stable")[: min(SHOWN, int(view.action_mask[k].sum()))]
        lines = [f"{self.name} expects to be paid {values[k]:+.2f}, and would take"]
        lines += [f"{shares[a]:6.1%}  {view.describe_action(k, int(a))}" for a in order]
        left = int(view.action_mask[k].sum()) - len(order)
        if left:
            lines.append(f"{'':6}  and {plural(left, 'other action')}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return self.name


def make(spec: str, game: Game) -> Trained:
    """The player by the network in a file, or by the shipped one."""
    file, plus, _ = spec.partition(SAMPLED)
    network = Network.load(file_of(file, game), game).precise()
    name = f"ppo:{spec}" if spec else "ppo"
    return Trained(network, game, name, _generator() if plus else None)


def about(game: Game) -> dict[str, str]:
    """What the shipped network has learnt from, if there is one."""
    history = history_of(game)
    if not history:
        return {}
    decisions = f"{history['decisions'] / 1e6:.0f} million decisions by PPO"
    if "searched" in history:
        decisions += f" and {history['searched'] / 1e6:.1f} million by its search"
    return {"ppo": f"The shipped network, which has learnt from {decisions}."}


def history_of(game: Game) -> dict[str, Any]:
    """How the shipped network came about, and how it fared; nothing if none is shipped."""
    file = _shipped(game).with_suffix(".json")
    return json.loads(read_bytes(file, AgentError)) if file.exists() else {}


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
