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
    "strong": "piracy_agents.strong",
    "isolated": "piracy_agents.isolated",
}
"""The module of each kind of agent: it has `make(spec, game)`, and `names(game)` to choose from."""


_SEARCHES = {
    "flat": "Plays each action out so many times, and takes what pays best.",
    "mcts": "Searches a tree of actions, in worlds that may be, so many times.",
}
"""What the kinds do that search."""


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
    known: list[str] = []
    for module in KINDS.values():
        known += _names_in(module, game)
    return known


def about(game: Game) -> dict[str, str]:
    """What each of these agents does, in a line; kinds that tell nothing are left out."""
    roles: dict[str, str] = {}
    for kind, place in KINDS.items():
        try:
            module: Any = importlib.import_module(place)
        except MissingExtraError:
            continue
        if hasattr(module, "about"):
            roles |= module.about(game)
        else:
            roles |= dict.fromkeys(_names_in(place, game), _SEARCHES.get(kind, ""))
    return roles


def ratings(game: Game) -> dict[str, tuple[int, int, int]]:
    """How strong agents were in the tournament of the shipped network, with a 95 % interval.

    400 points more are ten times the strength. Empty where no network is shipped.
    """
    from piracy_agents.trained import history_of

    return {
        name: (int(rating), int(low), int(high))
        for name, (rating, low, high) in history_of(game).get("rating", {}).items()
    }


def _names_in(module: str, game: Game) -> list[str]:
    """What a kind offers: nothing if what it needs is not installed."""
    try:
        kind: Any = importlib.import_module(module)
    except MissingExtraError:
        return []
    return list(kind.names(game))
