"""Agents by name: `heuristic:mutineer`, `mcts:1000`, ..., a kind and its spec."""

from __future__ import annotations

import importlib
from typing import Any

from piracy_env.core.game import Game
from piracy_env.core.view import Agent
from piracy_env.errors import MissingExtraError

KINDS = {
    "heuristic": "piracy_agents.heuristic",
    "flat": "piracy_agents.search.flat",
    "mcts": "piracy_agents.search.mcts",
    "ppo": "piracy_agents.trained",
    "isolated": "piracy_agents.isolated",
}
"""The module of each kind of agent: it has `make(spec, game)`, and `names(game)` to choose from."""


def find(name: str, game: Game) -> Agent | None:
    """The agent of a name such as `kind` or `kind:spec`, or None if there is no such kind."""
    kind, _, spec = name.partition(":")
    if kind not in KINDS:
        return None
    made: Agent = importlib.import_module(KINDS[kind]).make(spec, game)
    return made


def needs_a_module(name: str) -> bool:
    """Whether a module that the name tells would have to be imported to find such an agent."""
    kind, colon, _ = name.partition(":")
    return bool(colon) and kind not in KINDS


def names(game: Game) -> list[str]:
    """Names that stand for the agents there are for a game."""
    found: list[str] = []
    for module in KINDS.values():
        found += _names_in(module, game)
    return found


def _names_in(module: str, game: Game) -> list[str]:
    """What a kind offers: nothing if what it needs is not installed."""
    try:
        kind: Any = importlib.import_module(module)
    except MissingExtraError:
        return []
    return list(kind.names(game))
