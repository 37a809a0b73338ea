"""Whatever chooses actions, as an agent: names, agents, models of other libraries, functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import Parameter, signature
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.game import Game
from piracy_env.core.view import Agent, View
from piracy_env.envs.opponents import find_agent
from piracy_env.envs.seat import Opponents, Pool
from piracy_env.errors import AgentError

Chooses = Callable[[NDArray[np.float32], NDArray[np.bool_]], Any]
"""A function of observations [k, D] and masks [k, A] that gives legal actions [k]."""

Policy = str | Agent | Chooses | Any
"""A name, anything with `act(view)` or `predict(observations, action_masks=...)`, a function."""


class Predicting:
    """Plays what `predict(observations, action_masks=masks)` says: sb3-contrib's MaskablePPO."""

    def __init__(self, model: Any) -> None:
        self.model = model
        taken = signature(model.predict).parameters.values()
        names = {argument.name for argument in taken}
        if not names & {"action_masks"} and Parameter.VAR_KEYWORD not in {a.kind for a in taken}:
            raise AgentError(
                f"{type(model).__name__}.predict takes no action_masks, and would break the rules: "
                "use a learner that knows masks (sb3_contrib.MaskablePPO), or give a function of "
                "observations and masks",
                agent=model,
            )
        self._more = {"deterministic": True} if "deterministic" in names else {}

    def act(self, view: View) -> NDArray[np.int64]:
        """One action for each position of the view."""
        answer = self.model.predict(
            view.observation.copy(), action_masks=view.action_mask.copy(), **self._more
        )
        actions = answer[0] if isinstance(answer, tuple) else answer
        return np.asarray(actions)

    def __repr__(self) -> str:
        return type(self.model).__name__


class Called:
    """Plays what a function of observations [k, D] and masks [k, A] says."""

    def __init__(self, function: Chooses) -> None:
        self.function = function

    def act(self, view: View) -> NDArray[np.int64]:
        """One action for each position of the view."""
        return np.asarray(self.function(view.observation.copy(), view.action_mask.copy()))

    def __repr__(self) -> str:
        return getattr(self.function, "__name__", type(self.function).__name__)


def agent_of(policy: Policy, game: Game, agent_module: str | None = None) -> Agent:
    """The agent that a policy is, or plays as."""
    if isinstance(policy, str):
        return find_agent(policy, game, agent_module)
    if not isinstance(policy, type):
        if callable(getattr(policy, "act", None)):
            return cast(Agent, policy)
        if callable(getattr(policy, "predict", None)):
            return Predicting(policy)
        if callable(policy):
            return Called(policy)
    raise AgentError(
        f"{policy!r} is no policy: it needs a method act(view), a method predict(observations, "
        "action_masks=...), or to be a function of observations and masks",
        agent=policy,
    )


def opponents_of(
    against: Policy | Sequence[Policy] | Pool | None, game: Game, agent_module: str | None = None
) -> Opponents | None:
    """The same of one opponent, of one for each other seat, or of a pool, which stays one."""
    if against is None or isinstance(against, str) or hasattr(against, "draw"):
        return cast("Opponents | None", against)
    if isinstance(against, Sequence):
        return [agent_of(opponent, game, agent_module) for opponent in against]
    return agent_of(against, game, agent_module)
