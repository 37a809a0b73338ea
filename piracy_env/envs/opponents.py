"""Agents by name: the built-in ones, `module:attribute`, and those of an agent module."""

from __future__ import annotations

import importlib
import importlib.util
import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.view import Agent, View
from piracy_env.errors import AgentError, listing
from piracy_env.registry import load_attribute

AGENT_MODULE = "PIRACY_AGENTS"
"""Environment variable that names the module of further agents."""


class Uniform:
    """Draws uniformly among the legal actions. Without a seed it is played by compiled code."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed
        self._generator = np.random.default_rng(seed)

    def act(self, view: View) -> NDArray[np.int64]:
        """One legal action for each position of the view."""
        lots = self._generator.random(view.action_mask.shape, np.float32)
        actions: NDArray[np.int64] = np.where(view.action_mask, lots, -1.0).argmax(axis=1)
        return actions

    def __repr__(self) -> str:
        return "uniform"


def is_compiled(agent: Agent) -> bool:
    """Whether the engine's own autopilot plays as the agent would."""
    return type(agent) is Uniform and agent.seed is None


BUILT_IN = {"uniform": Uniform}


def find_agent(name: str | Agent, agent_module: str | None = None) -> Agent:
    """The agent of a name, or itself if it is one.

    A name is `uniform`, or `module:attribute` (an agent, or what makes one when called), or one
    that the function `find` of the agent module knows. That module is `agent_module`, or what the
    environment variable `PIRACY_AGENTS` says, or `agents`.
    """
    if not isinstance(name, str):
        return _checked(name, repr(name))
    if name in BUILT_IN:
        return BUILT_IN[name]()
    module, colon, _ = name.partition(":")
    if colon and _exists(module):
        made = load_attribute(name)
        is_agent = hasattr(made, "act") and not isinstance(made, type)
        return _checked(made if is_agent or not callable(made) else made(), name)
    home = agent_module or os.environ.get(AGENT_MODULE, "agents")
    find = getattr(importlib.import_module(home), "find", None) if _exists(home) else None
    found = find(name) if find else None
    if found is not None:
        return _checked(found, name)
    raise AgentError(
        f"no agent is called {name!r}; there are: {listing(known_agents(agent_module))}, "
        "or module:attribute"
    )


def known_agents(agent_module: str | None = None) -> list[str]:
    """Names that `find_agent` knows: the built-in ones and those the agent module lists."""
    home = agent_module or os.environ.get(AGENT_MODULE, "agents")
    listed = getattr(importlib.import_module(home), "NAMES", ()) if _exists(home) else ()
    return [*BUILT_IN, *listed]


def _exists(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def _checked(agent: Any, name: str) -> Agent:
    if not callable(getattr(agent, "act", None)):
        raise AgentError(f"{name} is no agent: it has no method act(view)")
    return agent  # type: ignore[no-any-return]
