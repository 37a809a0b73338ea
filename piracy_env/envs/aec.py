"""The PettingZoo environment of a game: agents take turns."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray
from pettingzoo import AECEnv

from piracy_env import registry
from piracy_env.core.choosing import one_of
from piracy_env.core.engine import Engine
from piracy_env.core.game import Game
from piracy_env.core.options import offering
from piracy_env.core.view import View
from piracy_env.core.why import Explanation
from piracy_env.envs.ends import ends_of
from piracy_env.envs.options import FORFEIT, ON_ILLEGAL, SINGLE, refuse, warn_of
from piracy_env.envs.rendering import METADATA, WIDTH, Display, kept
from piracy_env.envs.spaces import action_space, masked_space, observation_space
from piracy_env.errors import AgentError, IllegalActionError, OrderError, listing

Observation = dict[str, NDArray[Any]] | NDArray[np.float32]
"""`observation` [D] float32 and `action_mask` [A] int8: fresh arrays at each call.

The first alone where the mask is in the infos.
"""

MASK_IN = ("observation", "info")
"""Where `action_mask` is: beside the observation in a dictionary, or in the agent's info."""


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
        render_width: How many pixels `rgb_array` has across.
        mask_in: `observation`, which is a dictionary then, or `info`: observations are plain
            arrays, as wrappers and libraries want them that know no dictionaries.
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
        render_width: int = WIDTH,
        mask_in: str = "observation",
        on_illegal: str = "raise",
        **options: Any,
    ) -> None:
        super().__init__()
        refuse(options, SINGLE)
        with offering(GameAEC, but=SINGLE):
            self.engine = Engine(registry.load(game), auto_reset=False, **kept(options))
        self.game = self.engine.game
        self.on_illegal = one_of("on_illegal", on_illegal, ON_ILLEGAL)
        self.render_mode = render_mode
        self._display = Display(render_mode, perspective, self.engine.options.players, render_width)
        name = self.game.name
        self.metadata = METADATA | {
            "name": registry.module_name(name) if name in registry.GAMES else name,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.engine.options.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._is_plain = one_of("mask_in", mask_in, MASK_IN) == "info"
        space = observation_space if self._is_plain else masked_space
        self.observation_spaces = {agent: space(self.game) for agent in self._seats}
        shape = (len(self._seats), self.game.observation.size)
        self.state_space = Box(0.0, 1.0, shape, np.float32)
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
            self._pay([FORFEIT if agent == self.agent_selection else 0.0 for agent in self.agents])
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
        self.infos: dict[str, dict[str, Any]] = {agent: self._info() for agent in agents}

    def _info(self) -> dict[str, Any]:
        """What is told of an agent that is not to move."""
        return {"action_mask": self._no_mask()} if self._is_plain else {}

    def _no_mask(self) -> NDArray[np.int8]:
        return np.zeros(self.game.actions.size, np.int8)

    def _go_on(self) -> None:
        """Select the agent to move, or end the game; until then most modes pay nobody."""
        engine = self.engine
        self._running = not (engine.terminated[0] or engine.truncated[0])
        if self._pays_on_the_way or not self._running:
            self._pay(engine.reward[0].tolist())
        if self._is_plain:
            self.infos[self.agent_selection]["action_mask"] = self._no_mask()
        if self._running:
            self.agent_selection = self.possible_agents[engine.seat[0]]
            if self._is_plain:
                mask = engine.action_mask[0].astype(np.int8)
                self.infos[self.agent_selection]["action_mask"] = mask
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
                self.infos[agent] |= ends.info(0, seat)
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
            observation, mask = engine.observation[0].copy(), engine.action_mask[0].astype(np.int8)
        else:
            observation, mask = engine.observe(0, self._seat(agent)), self._no_mask()
        return observation if self._is_plain else {"observation": observation, "action_mask": mask}

    def state(self) -> NDArray[np.float32]:
        """What every seat sees [P, D]: an oracle, for critics and never for players.

        Together the seats see what none of them may know alone.
        """
        seats = range(len(self._seats))
        return self.engine.look([0] * len(seats), seats)[0]

    def view(self) -> View:
        """What an agent that acts on views receives: the position of the agent to move."""
        return self.engine.view([0])

    def explain(self, action: int) -> Explanation:
        """Why an action of the agent to move is legal or not: the rules behind it, and words."""
        return self.engine.explain(0, action)

    def sample(self, agent: str) -> np.recarray[Any, Any]:
        """A world [1] that an agent cannot tell from the true one; another one at each call."""
        return self.engine.sample(0, self._seat(agent))

    def _seat(self, agent: str) -> int:
        if not isinstance(agent, str) or agent not in self._seats:
            raise AgentError(f"no agent {agent!r}; there are: {listing(self._seats)}", agent=agent)
        return self._seats[agent]

    def render(self) -> Any:
        """The table as the render mode shows it: by default, as the agent to move knows it."""
        return self._display.show(self.engine, 0, self._own_seat())

    def _repr_svg_(self) -> str | None:
        """The table in a notebook, as the agent to move knows it."""
        return self._display.svg(self.engine, 0, self._own_seat())

    def _own_seat(self) -> int:
        """The seat to move; before the first game no agent is selected."""
        return self._seats.get(self.agent_selection, int(self.engine.seat[0]))

    def close(self) -> None:
        """Nothing is held open."""

    def __copy__(self) -> GameAEC:
        return deepcopy(self)
