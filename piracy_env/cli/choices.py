"""Arguments that several commands share, and what is made of them: a game, options, an engine."""

from __future__ import annotations

import argparse
import math
import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from piracy_env.errors import OptionError, listing

if TYPE_CHECKING:
    from piracy_env.core.engine import Engine
    from piracy_env.core.game import Game
    from piracy_env.core.options import OneOf, Option, Words

YES, NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


def add_game(parser: argparse.ArgumentParser, **more: Any) -> None:
    """The argument that names a game."""
    parser.add_argument(
        "game", help="a game's name (see `piracy games`), or module:attribute", **more
    )


def add_games(parser: argparse.ArgumentParser) -> None:
    """The arguments of what is told of one game, or of all."""
    add_game(parser, nargs="?")
    parser.add_argument("--json", action="store_true", help="print JSON")


def find_games(args: argparse.Namespace) -> list[Game]:
    """The game that is asked about, or all."""
    from piracy_env.registry import list_games

    return [find_game(name) for name in (list_games() if args.game is None else [args.game])]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The arguments that say which variant of a game is played, by how many."""
    group = parser.add_argument_group("the game")
    group.add_argument("-p", "--players", type=int, metavar="N", help="number of players")
    add_variant(group)


def add_variant(group: Any) -> None:
    """The arguments that say which variant of a game is played."""
    group.add_argument("--preset", metavar="NAME", help="a named choice of options")
    group.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, a list as NAME=1,4,7; may be repeated (`piracy games GAME` "
        "lists them)",
    )
    add_tables(group)


def add_deal(parser: argparse.ArgumentParser) -> None:
    """The arguments that set up one game."""
    add_options(parser)
    group = parser.add_argument_group("the deal")
    group.add_argument("--seed", type=whole, metavar="N", help="the same seed deals the same game")
    group.add_argument("--reward", metavar="MODE", help="reward mode; else the game's default")


def add_tables(parser: Any) -> None:
    """The argument that names a table file."""
    parser.add_argument("--tables", type=Path, metavar="FILE", help="component tables, as TOML")


def whole(text: str) -> int:
    """A number from 0; names the fault for argparse."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a whole number from 0, not {text!r}")
    return int(text)


def count(text: str) -> int:
    """A number from 1; names the fault for argparse."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1, not {text!r}")
    return int(text)


def positive(text: str) -> float:
    """A number above 0, none without end; names the fault for argparse."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"must be a number above 0, not {text!r:.60}")
    return value


def find_game(name: str) -> Game:
    """The game of a name; `module:attribute` is looked for in the current folder too."""
    from piracy_env.registry import load

    look_here(name)
    return load(name)


def look_here(name: str) -> None:
    """Let `module:attribute` name a module of the current folder."""
    if ":" in name and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())


def options(args: argparse.Namespace, game: Game) -> dict[str, Any]:
    """The options that the arguments of `add_options` ask for."""
    return {
        "players": args.players,
        "preset": args.preset,
        "tables": args.tables,
        **read_options(game, args.option),
    }


def variant(args: argparse.Namespace, game: Game) -> dict[str, Any]:
    """What the arguments of `add_variant` ask for, in words and numbers that a file can hold."""
    named = {"preset": args.preset, "tables": args.tables and str(args.tables)}
    given = {name: value for name, value in named.items() if value is not None}
    return {**given, **read_options(game, args.option)}


def written_variant(given: Mapping[str, Any]) -> str:
    """A variant as the command line takes it, with a blank before each part."""
    from piracy_env.core.options import written

    words = [
        f" --{name} {shlex.quote(str(value))}"
        if name in ("preset", "tables")
        else f" -o {shlex.quote(f'{name}={written(value)}')}"
        for name, value in given.items()
    ]
    return "".join(words)


def make_engine(args: argparse.Namespace, game: Game) -> Engine:
    """An engine of one dealt game, which stops at its end."""
    from piracy_env.core.engine import Engine

    engine = Engine(
        game,
        seed=args.seed,
        reward=args.reward,
        auto_reset=False,
        record=True,
        **options(args, game),
    )
    engine.reset()
    return engine


def read_options(game: Game, given: list[str]) -> dict[str, object]:
    """Options written as `name=value`, each read by its own type."""
    values: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"--option is written name=value, not {text!r}")
        if name not in game.options:
            raise OptionError(
                f"{game.name} has no option {name!r}; there are: {listing(game.options)}",
                option=name,
                value=value,
                allowed=tuple(game.options),
            )
        values[name] = _read(game, name, game.options[name], value)
    return values


def _read(game: Game, name: str, option: Option, value: str) -> object:
    from piracy_env.core.options import Flag, Number, Numbers, Words

    try:
        if isinstance(option, Flag):
            return _truth(value)
        if isinstance(option, Number):
            return int(value)
        if isinstance(option, Numbers):
            return tuple(int(item) for item in _parts(value))
    except ValueError:
        raise OptionError(
            f"{game.name}: option {name} must be {option.allowed()}, not {value!r}",
            game=game.name,
            option=name,
            value=value,
            allowed=option.allowed(),
        ) from None
    if isinstance(option, Words):
        return tuple(_word(option, item) for item in _parts(value))
    return _word(option, value)


def _truth(text: str) -> bool:
    word = text.strip().lower()
    if word not in YES + NO:
        raise ValueError(text)
    return word in YES


def _parts(text: str) -> list[str]:
    """The items of a list that is written with commas; nothing is an empty list."""
    return [item.strip() for item in text.split(",")] if text.strip() else []


def _word(option: OneOf | Words, text: str) -> str:
    """A word as the option spells it, if it is one of its words but for capitals."""
    word = text.strip().lower()
    return word if word in option.choices else text
