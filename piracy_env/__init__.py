"""Pirate board games as reinforcement-learning environments.

    env = piracy_env.env("mutiny", players=4)                            # PettingZoo AEC
    env = gymnasium.make("piracy_env/Mutiny-v1", players=4)              # one seat, others inside
    vec = piracy_env.vector("mutiny", num_envs=1024, players=4, seed=0)  # every seat acts

What is listed here is for users, with `piracy_env.testing.check_game`; the modules behind it may be
rearranged. Nothing heavy is imported before it is needed.
"""

from __future__ import annotations

import importlib
import sys
from functools import cache, partial
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
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
    UnknownOptionError,
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
    from piracy_env.core.seats import SeatNames, seat_names, seat_of
    from piracy_env.core.step import Step
    from piracy_env.core.tables import Choice, Choices, Grid, Integer, Schema, Section, Tables, Text
    from piracy_env.core.view import Agent, View
    from piracy_env.core.writers import observing
    from piracy_env.envs.aec import GameAEC
    from piracy_env.envs.evaluation import Evaluation, evaluate
    from piracy_env.envs.gym import GameEnv, GameVectorEnv
    from piracy_env.envs.intervals import Interval
    from piracy_env.envs.opponents import Uniform, find_agent, known_agents
    from piracy_env.envs.sb3 import SeatVecEnv as SeatVecEnv
    from piracy_env.envs.seat import OneSeat, Opponents, Pool, SeatStep
    from piracy_env.envs.trajectories import Decisions, PolicyStep, Trajectories
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
    "Decisions",
    "Engine",
    "Evaluation",
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
    "Interval",
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
    "PolicyStep",
    "Pool",
    "Record",
    "Replay",
    "ReplayError",
    "RewardMode",
    "Schema",
    "Script",
    "SeatNames",
    "SeatReplay",
    "SeatStep",
    "Section",
    "Step",
    "TableError",
    "TableWarning",
    "Tables",
    "Text",
    "Trajectories",
    "Uniform",
    "UnknownGameError",
    "UnknownOptionError",
    "View",
    "Words",
    "__version__",
    "either",
    "env",
    "errors",
    "evaluate",
    "find_agent",
    "kernel",
    "known_agents",
    "list_games",
    "load",
    "observing",
    "seat_names",
    "seat_of",
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
    "piracy_env.core.seats": "SeatNames seat_names seat_of",
    "piracy_env.core.step": "Step",
    "piracy_env.core.tables": "Choice Choices Grid Integer Schema Section Tables Text",
    "piracy_env.core.view": "Agent View",
    "piracy_env.core.writers": "observing",
    "piracy_env.envs.aec": "GameAEC",
    "piracy_env.envs.evaluation": "Evaluation evaluate",
    "piracy_env.envs.gym": "GameEnv GameVectorEnv",
    "piracy_env.envs.intervals": "Interval",
    "piracy_env.envs.opponents": "Uniform find_agent known_agents",
    "piracy_env.envs.sb3": "SeatVecEnv",
    "piracy_env.envs.seat": "OneSeat Opponents Pool SeatStep",
    "piracy_env.envs.trajectories": "Decisions PolicyStep Trajectories",
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
    """A name of `__all__`."""
    if name in _PLACES:
        return getattr(importlib.import_module(_PLACES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *_PLACES, *(module_name(game) for game in list_games())})


def _add_modules() -> None:
    """Modules such as `piracy_env.mutiny_v1`, made as PettingZoo's own games are; they import."""
    for game in list_games():
        name = f"{__name__}.{module_name(game)}"
        module = module_from_spec(ModuleSpec(name, None))
        module.__doc__ = f"The PettingZoo environment of {game}."
        vars(module).update(env=partial(env, game), raw_env=partial(env, game))
        sys.modules[name] = globals()[module_name(game)] = module


register_gymnasium()
register_pettingzoo()
_add_modules()
