"""Pirate board games as reinforcement-learning environments.

    env = piracy_env.env("mutiny", players=4)                            # PettingZoo AEC
    env = gymnasium.make("piracy_env/Mutiny-v0", players=4)              # one seat, others inside
    vec = piracy_env.vector("mutiny", num_envs=1024, players=4, seed=0)  # every seat acts

Nothing heavy is imported before it is needed.
"""

from __future__ import annotations

from functools import cache, partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

from piracy_env import errors, registry
from piracy_env import games as _folder
from piracy_env.registry import load, register_gymnasium, register_pettingzoo

if TYPE_CHECKING:
    from piracy_env.envs.aec import GameAEC
    from piracy_env.envs.vector import AllSeats

__version__ = "0.1.0"

__all__ = ["__version__", "env", "errors", "games", "load", "vector"]


class _Games(ModuleType):
    """The folder of the games and the function that lists them go by the same name, `games`."""

    def __call__(self) -> list[str]:
        """Names of the games."""
        return registry.games()


_folder.__class__ = _Games
games: Any = _folder


def env(game: str, **options: Any) -> GameAEC:
    """A PettingZoo AEC environment: agents take turns."""
    from piracy_env.envs.aec import GameAEC

    return GameAEC(game, **options)


def vector(game: str, num_envs: int = 1, **options: Any) -> AllSeats:
    """A batch of games of which every seat is played from outside: arrays in, arrays out."""
    from piracy_env.envs.vector import AllSeats

    return AllSeats(game, num_envs, **options)


@cache
def __getattr__(name: str) -> ModuleType:
    """A PettingZoo-style module such as `mutiny_v0`, whose `env()` makes the AEC environment."""
    for game in registry.games():
        if name == registry.module_name(game):
            module = ModuleType(f"{__name__}.{name}", f"The PettingZoo environment of {game}.")
            vars(module).update(env=partial(env, game), raw_env=partial(env, game))
            return module
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *(registry.module_name(game) for game in registry.games())])


register_gymnasium()
register_pettingzoo()
