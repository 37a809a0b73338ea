"""The PettingZoo environment of a game: agents take turns."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv

from piracy_env import registry
from piracy_env.core.choosing import one_of
from piracy_env.core.engine import Engine
from piracy_env.core.game import Game
from piracy_env.core.view import View
from piracy_env.envs.ends import ends_of
from piracy_env.envs.options import FORFEIT, ON_ILLEGAL, SINGLE, refuse, warn_of
from piracy_env.envs.rendering import METADATA, Display
from piracy_env.envs.spaces import action_space, masked_space
from piracy_env.errors import AgentError, IllegalActionError, OrderError, listing

Observation = dict[str, NDArray[Any]]
"""`observation` [D] float32 and `action_mask` [A] int8: fresh arrays at each call."""


class GameAEC(AECEnv):  # type: ignore[misc] # untyped where its package is not installed
    """Agents `player_0`, `player_1`, ... play one game.

    Order and legality are checked here, without PettingZoo's wrappers, which would take far more
    time than the game. All agents end together; one that is eliminated before stays listed and
    simply gets no more turns. An agent that has several decisions in its turn is selected several
    times. `observe` answers for any agent at any time, with an empty mask unless it is to move.

    Args:
        game: A game or its name.
        render_mode: `ansi`, `svg`, `rgb_array` or `human`.
        perspective: Whose knowledge is rendered: `own` (the seat to move), a seat's number,
            or `all`.
        on_illegal: `raise` an error and change nothing, or `terminate` the game, with a reward of
            -1 for the offender.
        options: Options of the game, and `players`, `preset`, `reward`, `tables`, `skip_forced`,
            `max_moves`, `record`.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        render_mode: str | None = None,
        perspective: str | int = "own",
        on_illegal: str = "raise",
        **options: Any,
    ) -> None:
        super().__init__()
        refuse(options, SINGLE)
        self.engine = Engine(registry.load(game), auto_reset=False, **options)
        self.game = self.engine.game
        self.on_illegal = one_of("on_illegal", on_illegal, ON_ILLEGAL)
        self.render_mode = render_mode
        self._display = Display(render_mode, perspective, self.engine.options.players)
        name = self.game.name
        self.metadata = METADATA | {
            "name": registry.module_name(name) if name in registry.GAMES else name,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.engine.options.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: masked_space(self.game) for agent in self._seats}
        self.action_spaces = {agent: action_space(self.game) for agent in self._seats}
        self._pays_on_the_way = bool(self.game.mode(self.engine.reward_mode).on_the_way)
        self._running = False
        self._list_agents([])

    def observation_space(self, agent: str) -> Any:
        """The observation's space: equal for all agents, one object for each."""
        return self.observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> Any:
        """The action's space: equal for all agents, one object for each."""
        return self.action_spaces[self.possible_agents[self._seat(agent)]]

    # --- play -------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; with a seed, the same sequence of games each time."""
        warn_of(options)
        self.engine.reset(seed)
        self._list_agents(self.possible_agents)
        self._go_on()

    def step(self, action: int | None) -> None:
        """Act for the selected agent; after the end, let it leave with None."""
        if not self._running:
            self._leave(action)
            return
        try:
            self.engine.play(int(action) if isinstance(action, np.integer) else action)  # type: ignore[arg-type]
        except IllegalActionError:
            if self.on_illegal == "raise":
                raise
            self._pay([FORFEIT if one == self.agent_selection else 0.0 for one in self.agents])
            self._end(terminated=True)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._go_on()

    def set(self, **fields: object) -> None:
        """Edit the position by hand (see `Engine.set`), and select who is to move in it."""
        if not self.agents:
            raise OrderError("no game is running: call reset()")
        self.engine.set(0, **fields)
        self._go_on()

    def _list_agents(self, agents: list[str]) -> None:
        self.agents = agents.copy()
        self.agent_selection = agents[0] if agents else ""
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}

    def _go_on(self) -> None:
        """Select the agent to move, or end the game; until then most modes pay nobody."""
        engine = self.engine
        self._running = not (engine.terminated[0] or engine.truncated[0])
        if self._pays_on_the_way or not self._running:
            self._pay(engine.reward[0].tolist())
        if self._running:
            self.agent_selection = self.possible_agents[engine.seat[0]]
        else:
            self._end(terminated=bool(engine.terminated[0]))
        if self.render_mode == "human":
            self.render()

    def _pay(self, rewards: list[float]) -> None:
        """Pay all agents, besides what they were paid since they last acted."""
        for agent, reward in zip(self.agents, rewards, strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward

    def _end(self, terminated: bool) -> None:
        """End the game for all agents alike; they then leave in the order of their seats."""
        self._running = False
        for agent in self.agents:
            self.terminations[agent] = terminated
            self.truncations[agent] = not terminated
        if self.engine.over[0]:
            ends = ends_of(self.engine, [0])
            for agent, seat in self._seats.items():
                self.infos[agent] = ends.info(0, seat)
        self.agent_selection = self.agents[0]

    def _leave(self, action: int | None) -> None:
        """Take the selected agent off the table of a finished game."""
        if not self.agents:
            raise OrderError("no game is running: call reset()")
        if action is not None:
            raise IllegalActionError(
                f"the game is over: {self.agent_selection} can only leave, with None, not {action}",
                action=action,
                legal=(),
            )
        agent = self.agents.pop(0)
        for table in (
            self.rewards,
            self._cumulative_rewards,
            self.terminations,
            self.truncations,
            self.infos,
        ):
            del table[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    # --- looking ----------------------------------------------------------------------------------

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """What the selected agent sees and was paid since it last acted."""
        agent = self.agent_selection
        if not self.agents:
            raise OrderError("no game is running: call reset()")
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def observe(self, agent: str) -> Observation:
        """What an agent sees, whether it is to move or not."""
        engine = self.engine
        if self._running and self._seat(agent) == engine.seat[0]:
            observation, mask = engine.observation[0].copy(), engine.action_mask[0]
        else:
            observation = engine.observe(0, self._seat(agent))
            mask = np.zeros(self.game.actions.size, np.int8)
        return {"observation": observation, "action_mask": mask.astype(np.int8)}

    def view(self) -> View:
        """What an agent that acts on views receives: the position of the agent to move."""
        return self.engine.view([0])

    def sample(self, agent: str) -> np.recarray[Any, Any]:
        """A world [1] that an agent cannot tell from the true one; another one at each call."""
        return self.engine.sample(0, self._seat(agent))

    def _seat(self, agent: str) -> int:
        if not isinstance(agent, str) or agent not in self._seats:
            raise AgentError(f"no agent {agent!r}; there are: {listing(self._seats)}", agent=agent)
        return self._seats[agent]

    def render(self) -> Any:
        """The table as the render mode shows it: by default, as the agent to move knows it."""
        return self._display.show(self.engine, 0, self._seat(self.agent_selection))

    def close(self) -> None:
        """Nothing is held open."""

    def __copy__(self) -> GameAEC:
        return deepcopy(self)
