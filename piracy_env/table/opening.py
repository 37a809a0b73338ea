"""What is asked for when a table is opened: checked, whoever asks, before anything is done."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from piracy_env.core.engine import Engine
from piracy_env.core.files import unprintable
from piracy_env.core.game import Game
from piracy_env.core.options import Flag, Number, Numbers, OneOf, Option, Words
from piracy_env.core.view import Agent
from piracy_env.envs.opponents import HUMAN, find_agent, is_person, known_agents
from piracy_env.errors import AgentError, OptionError, UnknownGameError, listing
from piracy_env.registry import list_games, load
from piracy_env.table.links import HERE

LONGEST_NAME = 40
"""Letters of a person's name."""
MOST_SIMULATIONS, LONGEST_THOUGHT = 200_000, 60.0
"""Of an agent that searches, for each move."""

_SEARCH = re.compile(
    r"(?P<kind>\w+):(?:(?P<count>\d{1,6})|(?P<time>\d{1,5}(?:\.\d{1,3})?)(?P<unit>ms|s))(?P<more>.*)"
)
"""The name of an agent that searches: a kind, a budget, and what else it is told."""


@dataclass(frozen=True)
class Offer:
    """What may be played here: games and agents beyond those that everybody has.

    Agents that are a file's or a module's are offered only if the server was started with them: no
    name that comes over the network has a file opened or a module imported.
    """

    games: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    found: dict[str, Game] = field(default_factory=dict)

    def names(self) -> list[str]:
        """The games: those of the suite, and others that the server was started with."""
        return [*list_games(), *self.games]

    def game(self, name: object) -> Game:
        """The game of a name that is offered."""
        if not isinstance(name, str) or name not in self.names():
            raise UnknownGameError(f"no game {name!r:.60} is played here", game=name)
        if name not in self.found:
            self.found[name] = load(name)
        return self.found[name]

    def home(self, game: Game) -> str:
        """The name under which a game is offered."""
        return next((name for name, known in self.found.items() if known is game), game.name)

    def agents_for(self, game: Game) -> list[str]:
        """Agents that may sit down at a game, each kind by itself first."""
        known = known_agents(game)
        return [*dict.fromkeys((*(name.partition(":")[0] for name in known), *known, *self.agents))]

    def agent(self, name: object, game: Game) -> Agent:
        """The agent of a name that is offered; of a search, with any budget within bounds."""
        offered = self.agents_for(game)
        if isinstance(name, str) and (name in offered or _is_search(name, offered)):
            return find_agent(name, game)
        raise AgentError(
            f"no agent {name!r:.60} may sit down here; there are: {listing(offered, 40)}",
            agent=name,
        )


@dataclass(frozen=True)
class Opening:
    """A table as it was asked for."""

    game: Game
    names: tuple[str, ...]
    here: tuple[int, ...]
    """Seats of people at the screen of whoever opens the table."""
    elsewhere: tuple[int, ...]
    settings: dict[str, Any]

    def engine(self) -> Engine:
        """The game, dealt."""
        engine = Engine(self.game, auto_reset=False, record=True, **self.settings)
        engine.reset()
        return engine


def read_opening(asked: Mapping[str, Any], offer: Offer) -> Opening:
    """Check what is asked for; agents are found when the table is set."""
    game = offer.game(asked.get("game"))
    seats = asked.get("seats")
    if not isinstance(seats, list) or len(seats) not in game.seats:
        raise OptionError(f"seats: a list of {listing(game.seats)} who sit down, not {seats!r:.80}")
    here: list[int] = []
    elsewhere: list[int] = []
    names: list[str] = []
    for number, seat in enumerate(seats):
        who, where = _sitter(seat)
        names.append(who)
        if is_person(who):
            (here if where == HERE else elsewhere).append(number)
        elif who not in offer.agents_for(game) and not _is_search(who, offer.agents_for(game)):
            offer.agent(who, game)  # says what there is
    settings: dict[str, Any] = {"players": len(seats), **_options(asked, game)}
    if (seed := asked.get("seed")) is not None:
        if type(seed) is not int or not 0 <= seed < 2**63:
            raise OptionError(f"seed: a whole number from 0, not {seed!r:.60}", option="seed")
        settings["seed"] = seed
    if asked.get("preset"):
        settings["preset"] = asked["preset"]
    game.choose(**{name: value for name, value in settings.items() if name != "seed"})
    return Opening(game, tuple(names), tuple(here), tuple(elsewhere), settings)


def _sitter(seat: object) -> tuple[str, str]:
    """Who sits in a seat, and at which screen."""
    if not isinstance(seat, dict) or not isinstance(seat.get("who"), str):
        raise OptionError(f"a seat is an object with `who`, not {seat!r:.80}", option="seats")
    who, where = seat["who"].strip(), seat.get("where", HERE)
    if who.startswith(HUMAN) and not is_person(who):
        who = HUMAN
    if len(who) > LONGEST_NAME + len(HUMAN) or unprintable(who):
        raise OptionError(f"a name has at most {LONGEST_NAME} printable letters", option="seats")
    return who, str(where)


def _options(asked: Mapping[str, Any], game: Game) -> dict[str, Any]:
    given = asked.get("options") or {}
    if not isinstance(given, dict):
        raise OptionError(f"options: an object, not {given!r:.80}", option="options")
    unknown = [name for name in given if name not in game.options]
    if unknown:
        raise OptionError(
            f"{game.name} has no option {listing(unknown, 5)}; there are: {listing(game.options)}"
        )
    return dict(given)


def _is_search(name: str, offered: Sequence[str]) -> bool:
    """Whether a name is that of an offered search, with another budget."""
    match = _SEARCH.fullmatch(name)
    if match is None:
        return False
    others = [known for each in offered if (known := _SEARCH.fullmatch(each))]
    if (match["kind"], match["more"]) not in [(known["kind"], known["more"]) for known in others]:
        return False
    if match["count"]:
        return 1 <= int(match["count"]) <= MOST_SIMULATIONS
    seconds = float(match["time"]) * (0.001 if match["unit"] == "ms" else 1.0)
    return 0 < seconds <= LONGEST_THOUGHT


def option_card(option: Option) -> dict[str, Any]:
    """An option as a page offers it."""
    shown: dict[str, Any] = {
        "doc": option.doc,
        "default": option.default,
        "allowed": option.allowed(),
    }
    if isinstance(option, Flag):
        return shown | {"kind": "flag"}
    if isinstance(option, Number):
        return shown | {"kind": "number", "low": option.low, "high": option.high}
    if isinstance(option, OneOf):
        return shown | {"kind": "word", "words": option.choices}
    if isinstance(option, Words):
        return shown | {"kind": "words", "words": option.choices}
    assert isinstance(option, Numbers)
    return shown | {"kind": "numbers"}


def game_card(name: str, game: Game, offer: Offer) -> dict[str, Any]:
    """A game as the lobby offers it."""
    return {
        "name": name,
        "title": game.title,
        "seats": list(game.seats),
        "default": game.default_seats,
        "presets": dict(game.presets),
        "options": {key: option_card(option) for key, option in game.options.items()},
        "agents": offer.agents_for(game),
    }
