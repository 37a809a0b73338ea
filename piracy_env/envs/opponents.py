"""Agents by name: the built-in ones, `module:attribute`, and those of an agent module."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.control import ASK, SCRIPTED, UNIFORM
from piracy_env.core.game import Game
from piracy_env.core.rewards import are_rivals
from piracy_env.core.script import NO_SCRIPT, Script
from piracy_env.core.view import Agent, View
from piracy_env.errors import AgentError, listing
from piracy_env.registry import load_attribute

AGENT_MODULE = "PIRACY_AGENTS"
"""Environment variable that names the module of further agents."""


class Uniform:
    """Draws uniformly among the legal actions; without a seed, by the dice of each game."""

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


def is_drawn(agent: Agent) -> bool:
    """Whether an agent's actions are drawn by the dice of each game: uniformly, without a seed."""
    return type(agent) is Uniform and agent.seed is None


def on_autopilot(agents: Sequence[Agent], game: Game) -> tuple[list[int], Script]:
    """The controller of each agent's seat, and the script of those that compiled code can play.

    An agent with a method `script(game)` is played by that script; if two scripts are of different
    kernels, the agents of the second one are asked.
    """
    controllers: list[int] = []
    script = NO_SCRIPT
    for agent in agents:
        if is_drawn(agent):
            controllers.append(UNIFORM)
            continue
        offer: Any = getattr(agent, "script", None)
        own: Script | None = offer(game) if callable(offer) else None
        if own is None or script.weigh not in (NO_SCRIPT.weigh, own.weigh):
            controllers.append(ASK)
        elif script is NO_SCRIPT:
            controllers.append(SCRIPTED)
            script = own
        else:
            controllers.append(SCRIPTED + len(script.weights))
            script = script.joined(own)
    return controllers, script


BUILT_IN = {"uniform": Uniform}
HUMAN = "human"
_PLAIN = re.compile(r"[\w.+=,@-]+(:[\w.+=,@-]+)?")
"""A kind of agent, and of which character or budget: neither a module's attribute nor a path."""


def usual_opponent(game: Game, players: int, agent_module: str | None = None) -> Agent:
    """Who sits in the other seats if nobody is named: mates that play at random lose for all."""
    if not are_rivals(game, players):
        with contextlib.suppress(AgentError):
            return find_agent("heuristic", game, agent_module)
    return Uniform()


def find_agent(name: str | Agent, game: Game, agent_module: str | None = None) -> Agent:
    """The agent of a name for a game, or itself if it is one.

    A name is `uniform`, or one that the agent module knows: its function `find(name, game)` makes
    the agent, or gives None. That module is `agent_module`, or what the environment variable
    `PIRACY_AGENTS` says, or `piracy_agents`. Any other name is `module:attribute`, an agent, or
    what makes one when called: it runs that module's code, so that no name out of a file may come
    here unless `piracy_agents.names.needs_a_module` denies it.
    """
    if not isinstance(name, str):
        return checked(name, repr(name))
    if name in BUILT_IN:
        return BUILT_IN[name]()
    find = _from_agent_module("find", agent_module)
    agent = find(name, game) if find else None  # first: no module may pass for a kind of agent
    if agent is not None:
        return checked(agent, name)
    module, colon, _ = name.partition(":")
    if colon and _exists(module):
        made = load_attribute(name)
        is_agent = hasattr(made, "act") and not isinstance(made, type)
        return checked(made if is_agent or not callable(made) else _called(made, name), name)
    raise AgentError(
        f"no agent is called {name!r}; there are: {listing(known_agents(game, agent_module))}, "
        f"or module:attribute; {_whence(agent_module)}",
        agent=name,
    )


def recall_agent(name: str, game: Game, agent_module: str | None = None) -> Agent:
    """The agent of a name that stands in a file: a built-in one, or of a kind that is known here.

    Whoever wrote the file may be a stranger, so that it makes no module be imported and names no
    place on the disk.
    """
    if name in BUILT_IN:
        return BUILT_IN[name]()
    find = _from_agent_module("find", agent_module) if _PLAIN.fullmatch(name) else None
    agent = find(name, game) if find else None
    if agent is None:
        raise AgentError(
            f"no agent {name!r} is known here, and a file may not have a module imported: say anew "
            "who plays",
            agent=name,
        )
    return checked(agent, name)


def is_person(name: str) -> bool:
    """Whether a name stands for somebody at the keyboard: `human`, or `human:Anne`."""
    return name == HUMAN or (name.startswith(f"{HUMAN}:") and bool(name[len(HUMAN) + 1 :].strip()))


def known_agents(game: Game, agent_module: str | None = None) -> list[str]:
    """Names that `find_agent` knows: the built-in ones, and `names(game)` of the agent module."""
    names = _from_agent_module("names", agent_module)
    return [*BUILT_IN, *(names(game) if names else ())]


def describe_agents(
    game: Game, agent_module: str | None = None
) -> dict[str, tuple[str, tuple[int, int, int] | None]]:
    """What the known agents do, and their ratings with an interval, the strongest first.

    The agent module says so by `about(game)` and `ratings(game)`, if it has them.
    """
    about, rated = (
        made(game) if (made := _from_agent_module(function, agent_module)) else {}
        for function in ("about", "ratings")
    )
    words = {"uniform": "Takes any legal action, each as likely as the others.", **about}
    names = known_agents(game, agent_module)
    found = {name: (words.get(name, ""), rated.get(name)) for name in names}
    return dict(sorted(found.items(), key=lambda item: -(item[1][1] or (0,))[0]))


def _whence(agent_module: str | None) -> str:
    """Where agents come from, and how to name another place."""
    home = agent_module or os.environ.get(AGENT_MODULE, "piracy_agents")
    there = "" if _exists(home) else ", which cannot be imported here"
    return (
        f"agents come from the module {home}{there}: `agent_module` or the environment variable "
        f"{AGENT_MODULE} names another one"
    )


def _from_agent_module(function: str, agent_module: str | None) -> Any:
    if not (agent_module is None or isinstance(agent_module, str)):
        raise AgentError(f"an agent module is given by its name, not by {agent_module!r}")
    home = agent_module or os.environ.get(AGENT_MODULE, "piracy_agents")
    return getattr(importlib.import_module(home), function, None) if _exists(home) else None


def _exists(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def _called(make: Callable[[], Any], name: str) -> Any:
    """What somebody's own code makes; whatever it raises, it made no agent."""
    try:
        return make()
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
        raise AgentError(f"{name} makes no agent when called: {problem}", agent=name) from error


def checked(agent: Any, name: str) -> Agent:
    """The agent, if it is one."""
    if isinstance(agent, type) or not callable(getattr(agent, "act", None)):
        raise AgentError(f"{name} is no agent: it has no method act(view)", agent=agent)
    return agent  # type: ignore[no-any-return]
