"""Pirate board games as reinforcement-learning environments.

    env = piracy_env.env("mutiny", players=4)                            # PettingZoo AEC
    env = gymnasium.make("piracy_env/Mutiny-v0", players=4)              # one seat, others inside
    vec = piracy_env.vector("mutiny", num_envs=1024, players=4, seed=0)  # every seat acts

What is listed here is for users, with `piracy_env.testing.check_game`; the modules behind it may be
rearranged. Nothing heavy is imported before it is needed.
"""

from __future__ import annotations

import importlib
from functools import cache, partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

from piracy_env import errors
from piracy_env.errors import (
    AgentError,
    CheckpointError,
    GameDefinitionError,
    IllegalActionError,
    InvalidStateError,
    MissingExtraError,
    OptionError,
    OrderError,
    PiracyError,
    ReplayError,
    TableError,
    TableWarning,
    UnknownGameError,
)
from piracy_env.registry import (
    list_games,
    load,
    module_name,
    register_gymnasium,
    register_pettingzoo,
)

if TYPE_CHECKING:
    from piracy_env.core.actions import ActionTable, Block
    from piracy_env.core.decisions import DecisionTable, Handler
    from piracy_env.core.either import either
    from piracy_env.core.engine import Engine
    from piracy_env.core.game import Game
    from piracy_env.core.jit import kernel
    from piracy_env.core.layout import Group, Layout
    from piracy_env.core.options import Flag, Number, Numbers, OneOf, Option, Options, Words
    from piracy_env.core.outcome import Outcome
    from piracy_env.core.record import Record
    from piracy_env.core.replay import Replay, SeatReplay
    from piracy_env.core.rewards import RewardMode
    from piracy_env.core.script import Script
    from piracy_env.core.step import Step
    from piracy_env.core.tables import Choice, Choices, Grid, Integer, Schema, Section, Tables, Text
    from piracy_env.core.view import Agent, View
    from piracy_env.core.writers import observing
    from piracy_env.envs.aec import GameAEC
    from piracy_env.envs.gym import GameEnv, GameVectorEnv
    from piracy_env.envs.opponents import Uniform, find_agent, known_agents
    from piracy_env.envs.sb3 import SeatVecEnv as SeatVecEnv
    from piracy_env.envs.seat import OneSeat, Opponents, Pool, SeatStep
    from piracy_env.envs.vector import AllSeats

__version__ = "0.1.0"

__all__ = [
    "ActionTable",
    "Agent",
    "AgentError",
    "AllSeats",
    "Block",
    "CheckpointError",
    "Choice",
    "Choices",
    "DecisionTable",
    "Engine",
    "Flag",
    "Game",
    "GameAEC",
    "GameDefinitionError",
    "GameEnv",
    "GameVectorEnv",
    "Grid",
    "Group",
    "Handler",
    "IllegalActionError",
    "Integer",
    "InvalidStateError",
    "Layout",
    "MissingExtraError",
    "Number",
    "Numbers",
    "OneOf",
    "OneSeat",
    "Opponents",
    "Option",
    "OptionError",
    "Options",
    "OrderError",
    "Outcome",
    "PiracyError",
    "Pool",
    "Record",
    "Replay",
    "ReplayError",
    "RewardMode",
    "Schema",
    "Script",
    "SeatReplay",
    "SeatStep",
    "Section",
    "Step",
    "TableError",
    "TableWarning",
    "Tables",
    "Text",
    "Uniform",
    "UnknownGameError",
    "View",
    "Words",
    "__version__",
    "either",
    "env",
    "errors",
    "find_agent",
    "kernel",
    "known_agents",
    "list_games",
    "load",
    "observing",
    "vector",
]

_HOMES = {
    "piracy_env.core.actions": "ActionTable Block",
    "piracy_env.core.decisions": "DecisionTable Handler",
    "piracy_env.core.either": "either",
    "piracy_env.core.engine": "Engine",
    "piracy_env.core.game": "Game",
    "piracy_env.core.jit": "kernel",
    "piracy_env.core.layout": "Group Layout",
    "piracy_env.core.options": "Flag Number Numbers OneOf Option Options Words",
    "piracy_env.core.outcome": "Outcome",
    "piracy_env.core.record": "Record",
    "piracy_env.core.replay": "Replay SeatReplay",
    "piracy_env.core.rewards": "RewardMode",
    "piracy_env.core.script": "Script",
    "piracy_env.core.step": "Step",
    "piracy_env.core.tables": "Choice Choices Grid Integer Schema Section Tables Text",
    "piracy_env.core.view": "Agent View",
    "piracy_env.core.writers": "observing",
    "piracy_env.envs.aec": "GameAEC",
    "piracy_env.envs.gym": "GameEnv GameVectorEnv",
    "piracy_env.envs.opponents": "Uniform find_agent known_agents",
    "piracy_env.envs.sb3": "SeatVecEnv",
    "piracy_env.envs.seat": "OneSeat Opponents Pool SeatStep",
    "piracy_env.envs.vector": "AllSeats",
}
"""Where the names live that are imported when they are first asked for.

`SeatVecEnv` needs Stable-Baselines3, and is therefore left out of `__all__`.
"""

_PLACES = {name: home for home, names in _HOMES.items() for name in names.split()}


def env(game: str | Game, **options: Any) -> GameAEC:
    """A PettingZoo AEC environment: agents take turns."""
    from piracy_env.envs.aec import GameAEC

    return GameAEC(game, **options)


def vector(game: str | Game, num_envs: int = 1, **options: Any) -> AllSeats:
    """A batch of games of which every seat is played from outside: arrays in, arrays out."""
    from piracy_env.envs.vector import AllSeats

    return AllSeats(game, num_envs, **options)


@cache
def __getattr__(name: str) -> Any:
    """A name of `__all__`, or a PettingZoo-style module such as `mutiny_v0`."""
    if name in _PLACES:
        return getattr(importlib.import_module(_PLACES[name]), name)
    for game in list_games():
        if name == module_name(game):
            module = ModuleType(f"{__name__}.{name}", f"The PettingZoo environment of {game}.")
            vars(module).update(env=partial(env, game), raw_env=partial(env, game))
            return module
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *_PLACES, *(module_name(game) for game in list_games())})


register_gymnasium()
register_pettingzoo()
