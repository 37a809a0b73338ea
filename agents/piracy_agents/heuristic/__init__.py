"""Scripted players: what a decent human does, one folder a game, several characters in each.

A game's folder holds a kernel, `weigh(s, t, w, mask, value)`, that values each legal action in a
world drawn for the seat to move, and `characters.toml`, the weights `w` that it does so with; where
its characters are others' put together, it reads them itself (`read_profiles`). They run as
compiled code: inside the batch step where they are opponents, and inside search.
"""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_agents.heuristic.characters import Profiles
from piracy_env.core.game import Game
from piracy_env.core.script import Script
from piracy_env.core.text import plural
from piracy_env.core.view import View
from piracy_env.errors import AgentError, listing

SHOWN = 5
"""Actions that an opinion names."""


class Heuristic:
    """Plays one game by its kernel, in one of its characters."""

    def __init__(self, game: Game, character: str) -> None:
        self.game = game
        self.character = character

    def script(self, game: Game) -> Script:
        """What the agent does, as compiled code may do it for it."""
        if game.name != self.game.name:
            raise AgentError(f"{self!r} plays {self.game.name}, not {game.name}")
        weigh, profiles = heuristic_of(game.name)
        return Script(weigh, profiles.weights).only(profiles.names.index(self.character))

    def act(self, view: View) -> NDArray[np.int64]:
        """One legal action for each position of the view."""
        return view.script_policy(self.script(view.game))[0]

    def explain(self, view: View, k: int) -> str:
        """What the character thinks of position k: its best actions, in one sampled world."""
        actions, values = view.script_policy(self.script(view.game))
        legal = np.flatnonzero(view.action_mask[k])
        if len(legal) < 2:
            return "There was no choice."
        order = sorted(
            map(int, legal), key=lambda action: (action != actions[k], -values[k, action])
        )
        lines = [
            f"{values[k, action]:+9.2f}  {view.describe_action(k, action)}"
            for action in order[:SHOWN]
        ]
        if len(order) > SHOWN:
            lines.append(f"{'':9}  and {plural(len(order) - SHOWN, 'other action')}")
        return "\n".join([f"{self!r}, in a world that may be, likes best:", *lines])

    def __repr__(self) -> str:
        return f"heuristic:{self.character}"


def make(spec: str, game: Game) -> Heuristic:
    """The heuristic of a character's name; without one, the game's best."""
    _, profiles = heuristic_of(game.name)
    character = spec or profiles.best
    if character not in profiles.names:
        raise AgentError(
            f"{game.name} has no heuristic {spec!r}; there are: {listing(profiles.names)}"
        )
    return Heuristic(game, character)


def names(game: Game) -> list[str]:
    """A game's heuristics, the best one first."""
    if not _has_heuristic(game.name):
        return []
    _, profiles = heuristic_of(game.name)
    others = [name for name in profiles.names if name != profiles.best]
    return [f"heuristic:{name}" for name in (profiles.best, *others)]


def about(game: Game) -> dict[str, str]:
    """What each character does, the best one first."""
    if not _has_heuristic(game.name):
        return {}
    _, profiles = heuristic_of(game.name)
    return {name: profiles.about[name.partition(":")[2]] for name in names(game)}


@cache
def heuristic_of(game: str) -> tuple[Any, Profiles]:
    """The kernel of a game's heuristic, and its profiles of characters."""
    if not _has_heuristic(game):
        raise AgentError(
            f"{game} has no heuristic: there is no folder agents/piracy_agents/heuristic/{game}"
        )
    module: Any = importlib.import_module(f"{__name__}.{game}")
    read = getattr(module, "read_profiles", None)
    return module.weigh, read() if read else Profiles.read(module)


def _has_heuristic(game: str) -> bool:
    return game.isidentifier() and importlib.util.find_spec(f"{__name__}.{game}") is not None
