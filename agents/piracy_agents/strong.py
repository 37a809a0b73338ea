"""The kind `strong`: the best player there is for a game that takes no more than 3 ms a move.

It is a search over the network that is shipped, which one is declared in `shipped/strong.toml`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from piracy_agents.search import Search
from piracy_agents.search.mcts import make as make_mcts
from piracy_agents.trained import SHIPPED
from piracy_env.core.files import read_toml
from piracy_env.core.game import Game
from piracy_env.errors import AgentError, listing

NAME = "strong"
DECLARED = SHIPPED / f"{NAME}.toml"
KIND = "mcts"


@cache
def declared() -> dict[str, Any]:
    """What the name stands for in each game."""
    return dict(read_toml(DECLARED, AgentError))


def make(spec: str, game: Game) -> Search:
    """The strong player of a game."""
    if spec:
        raise AgentError(f"{NAME} takes no options, not {spec!r:.80}: name the search that it is")
    if game.name not in declared():
        raise AgentError(
            f"no {NAME} player is declared for {game.name}; there are for: {listing(declared())}"
        )
    search = make_mcts(declared()[game.name].removeprefix(f"{KIND}:"), game)
    search.name = NAME
    return search


def about(game: Game) -> dict[str, str]:
    """What the strong player is."""
    if game.name not in declared():
        return {}
    return {NAME: f"The strongest within 3 ms a move: {declared()[game.name]}."}


def names(game: Game) -> list[str]:
    """The strong player, if there is one."""
    return [NAME] if game.name in declared() else []
