"""The games of the suite, one line each, and the names under which other libraries know them."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, NamedTuple

from piracy_env.errors import AgentError, UnknownGameError, listing

if TYPE_CHECKING:
    from piracy_env.core.game import Game


class Listing(NamedTuple):
    """Where a `Game` object lives, and its version as it stands in the names of environments."""

    place: str
    version: int


GAMES = {
    "broadside": Listing("piracy_env.games.broadside:GAME", version=1),
    "havens": Listing("piracy_env.games.havens:GAME", version=1),
    "mutiny": Listing("piracy_env.games.mutiny:GAME", version=1),
    "notoriety": Listing("piracy_env.games.notoriety:GAME", version=1),
    "skull_tales": Listing("piracy_env.games.skull_tales.campaign:GAME", version=0),
    "skull_tales_adventure": Listing("piracy_env.games.skull_tales.adventure:GAME", version=0),
    "skull_tales_voyage": Listing("piracy_env.games.skull_tales:GAME", version=1),
}


def list_games() -> list[str]:
    """Names of the games."""
    return sorted(GAMES)


def load(game: str | Game) -> Game:
    """The `Game` object of a name, of `module:attribute`, or of itself."""
    from piracy_env.core.game import Game  # with numpy and all: not before a game is wanted

    if isinstance(game, Game):
        return game
    if not isinstance(game, str):
        raise UnknownGameError(f"a game is given by its name, not by {game!r}", game=game)
    place = GAMES[game].place if game in GAMES else game if ":" in game else ""
    if not place:
        raise UnknownGameError(
            f"no game is called {game!r}; there are: {listing(list_games())}", game=game
        )
    loaded = load_attribute(place, UnknownGameError)
    if not isinstance(loaded, Game):
        raise UnknownGameError(f"{place} is no game, but a {type(loaded).__name__}", game=game)
    return loaded


def load_attribute(place: str, error: type[Exception] = AgentError) -> Any:
    """What `module:attribute` names."""
    module, _, attribute = place.partition(":")
    try:
        return getattr(importlib.import_module(module), attribute)
    except Exception as reason:  # whatever a stranger's module raises when it is imported
        raise error(f"{place!r} cannot be loaded: {reason}") from reason


def environment_name(game: str) -> str:
    """What Gymnasium and PettingZoo call a game, such as `piracy_env/SkullTales-v0`."""
    version = _listed(game).version
    title = "".join(part.capitalize() for part in game.split("_"))
    return f"piracy_env/{title}-v{version}"


def module_name(game: str) -> str:
    """The name of a game's PettingZoo-style module, such as `mutiny_v1`."""
    return f"{game}_v{_listed(game).version}"


def _listed(game: str) -> Listing:
    if not isinstance(game, str) or game not in GAMES:
        raise UnknownGameError(f"no game is called {game!r}; there are: {listing(list_games())}")
    return GAMES[game]


def register_gymnasium() -> None:
    """Tell Gymnasium the games' names; it looks for no plugins, so importing the package does."""
    from gymnasium.envs.registration import register, registry

    for game in GAMES:
        name = environment_name(game)
        if name not in registry:
            register(
                id=name,
                entry_point="piracy_env.envs.gym:GameEnv",
                vector_entry_point="piracy_env.envs.gym:GameVectorEnv",
                kwargs={"game": game},
                disable_env_checker=True,
                order_enforce=False,
            )


def register_pettingzoo() -> None:
    """Tell PettingZoo the same names; before 1.27 it kept no registry."""
    import pettingzoo

    for game in GAMES if hasattr(pettingzoo, "register") else ():
        name = environment_name(game)
        if name not in pettingzoo.aec_registry:
            pettingzoo.register(
                "aec", name, entry_point="piracy_env.envs.aec:GameAEC", kwargs={"game": game}
            )
