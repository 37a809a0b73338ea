"""What a player may choose before the game: numbers, words, yes or no, and lists of them.

A game declares its options by name; each is checked when the game is declared, and what is chosen
when a game is begun. The state holds what was chosen: a number or the index of a word, in a field
that is wide enough; a list in an array of its greatest length, whose places left over hold a
filler.

Who plays must see what is played: observations tell all options apart, but for those that are
declared to be of the deal alone, `deal_only`. The tests hold the games of the suite to both.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from inspect import Parameter, signature
from types import MappingProxyType
from typing import Any

import numpy as np

from piracy_env.errors import GameDefinitionError, UnknownOptionError, listing

RESERVED = (
    *("self", "game", "players", "preset", "tables", "reward", "seed", "num_envs", "threads"),
    *("skip_forced", "auto_reset", "autoreset_mode", "max_moves", "record", "seat", "opponents"),
    *("agent_module", "render_mode", "render_width", "perspective", "on_illegal", "mask_in"),
    *("name", "options", "policy", "against"),
    *("agent", "deals", "keep"),
    *("id", "max_episode_steps", "disable_env_checker", "vectorization_mode"),
    *("vector_kwargs", "wrappers"),
)
"""Keywords of the engine, of the environments, and of those who make or evaluate them."""

NARROWEST = np.int16
"""The type of an option's field, unless the option needs a wider one."""


@dataclass(frozen=True)
class Number:
    """A whole-number option; the state's field is as wide as the range asks for."""

    default: int
    low: int
    high: int
    doc: str = ""
    special: tuple[int, ...] = ()
    deal_only: bool = False
    """It shapes the deal alone: afterwards it is of no account, and need not be seen."""

    def read(self, value: object) -> int:
        """Check a value and return what the record stores."""
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
            raise ValueError(f"must be a whole number, not {value!r}")
        if not self.low <= value <= self.high and value not in self.special:
            raise ValueError(f"must be {self.allowed()}, not {value}")
        return int(value)

    def allowed(self) -> str:
        """The range in words."""
        return " or ".join([*(str(value) for value in self.special), f"{self.low} to {self.high}"])

    def bounds(self) -> tuple[int, int]:
        """The smallest and the largest number that the state may have to hold."""
        return min((self.low, *self.special)), max((self.high, *self.special))

    def shape(self) -> tuple[int, ...]:
        """The shape of the state's field."""
        return ()


@dataclass(frozen=True)
class Flag:
    """A yes-or-no option, stored as 0 or 1."""

    default: bool
    doc: str = ""
    deal_only: bool = False
    """It shapes the deal alone: afterwards it is of no account, and need not be seen."""

    def read(self, value: object) -> int:
        """Check a value and return what the record stores."""
        if not isinstance(value, (bool, np.bool_)):
            raise ValueError(f"must be True or False, not {value!r}")
        return int(value)

    def allowed(self) -> str:
        """The range in words."""
        return "True or False"

    def bounds(self) -> tuple[int, int]:
        """The smallest and the largest number that the state may have to hold."""
        return 0, 1

    def shape(self) -> tuple[int, ...]:
        """The shape of the state's field."""
        return ()


@dataclass(frozen=True)
class OneOf:
    """A choice between words, stored as the word's number: its index, unless numbers are given."""

    default: str
    choices: tuple[str, ...]
    doc: str = ""
    numbers: tuple[int, ...] = ()
    """What each word is stored as, where a listing offers some of the words of the whole."""
    deal_only: bool = False
    """It shapes the deal alone: afterwards it is of no account, and need not be seen."""

    def __post_init__(self) -> None:
        if self.numbers and not len({*self.numbers}) == len(self.numbers) == len(self.choices):
            raise GameDefinitionError(
                f"words {listing(self.choices)} are stored as as many numbers, each its own, not "
                f"as {listing(self.numbers)}"
            )

    def read(self, value: object) -> int:
        """Check a value and return what the record stores."""
        if not isinstance(value, str) or value not in self.choices:
            raise ValueError(f"must be one of {listing(self.choices)}, not {value!r}")
        place = self.choices.index(str(value))
        return self.numbers[place] if self.numbers else place

    def allowed(self) -> str:
        """The range in words."""
        return listing(self.choices)

    def bounds(self) -> tuple[int, int]:
        """The smallest and the largest number that the state may have to hold."""
        numbers = self.numbers or (0, len(self.choices) - 1)
        return min(numbers), max(numbers)

    def shape(self) -> tuple[int, ...]:
        """The shape of the state's field."""
        return ()


class _Listed:
    """What lists of numbers and of words have in common."""

    default: tuple[Any, ...]
    least: int
    most: int
    distinct: bool

    def __post_init__(self) -> None:
        object.__setattr__(self, "default", settled(self.default))
        whole = all(type(size) is int for size in (self.least, self.most))
        if not whole or not 0 <= self.least <= self.most or not self.most:
            raise GameDefinitionError(
                f"a list option holds `least` to `most` items, such as 0 to 3, not "
                f"{self.least!r} to {self.most!r}"
            )

    def _require_kinds(self, kinds: int) -> None:
        if kinds < (self.most if self.distinct else 1):
            raise GameDefinitionError(f"a list option of {self.most} items has {kinds} to choose")

    def shape(self) -> tuple[int, ...]:
        """The shape of the state's field."""
        return (self.most,)

    def _items(self, value: object) -> list[Any]:
        """The items of a value that is a list of the right length."""
        if isinstance(value, np.ndarray):
            value = value.tolist()
        if not isinstance(value, (list, tuple)):
            raise ValueError(f"must be {self.allowed()}, not {value!r:.80}")
        if not self.least <= len(value) <= self.most:
            raise ValueError(f"must be {self.allowed()}, not {len(value)}: {list(value)!r:.80}")
        for number, item in enumerate(value):
            if self.distinct and item in value[:number]:
                raise ValueError(f"must be {self.allowed()}; {item!r:.80} is there twice")
        return list(value)

    def _size(self) -> str:
        return str(self.most) if self.least == self.most else f"{self.least} to {self.most}"

    def allowed(self) -> str:
        """What the list may be, in words."""
        raise NotImplementedError


@dataclass(frozen=True)
class Numbers(_Listed):
    """A list of `least` to `most` whole numbers; places left over hold `filler`."""

    default: tuple[int, ...]
    low: int
    high: int
    least: int
    most: int
    doc: str = ""
    distinct: bool = False
    filler: int = -1
    deal_only: bool = False
    """It shapes the deal alone: afterwards it is of no account, and need not be seen."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.least < self.most and self.low <= self.filler <= self.high:
            raise GameDefinitionError(
                f"a list option fills places left over with {self.filler}, which may be one of its "
                f"numbers; declare a `filler` outside {self.low} to {self.high}"
            )
        self._require_kinds(self.high - self.low + 1)

    def read(self, value: object) -> tuple[int, ...]:
        """Check a value and return what the record stores."""
        items, each = self._items(value), Number(self.low, self.low, self.high)
        stored = [_read_item(each, number, item) for number, item in enumerate(items)]
        return (*stored, *[self.filler] * (self.most - len(stored)))

    def allowed(self) -> str:
        """What the list may be, in words."""
        once = ", each once" if self.distinct else ""
        return f"a list of {self._size()} numbers from {self.low} to {self.high}{once}"

    def bounds(self) -> tuple[int, int]:
        """The smallest and the largest number that the state may have to hold."""
        filler = (self.filler,) if self.least < self.most else ()
        return min((self.low, *filler)), max((self.high, *filler))


@dataclass(frozen=True)
class Words(_Listed):
    """A list of `least` to `most` words, stored as their indices; -1 in places left over."""

    default: tuple[str, ...]
    choices: tuple[str, ...]
    least: int
    most: int
    doc: str = ""
    distinct: bool = False
    deal_only: bool = False
    """It shapes the deal alone: afterwards it is of no account, and need not be seen."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if apart := [word for word in self.choices if "," in word or word != word.strip()]:
            raise GameDefinitionError(
                f"a list option has the word {apart[0]!r}, but commas and blanks part its words"
            )
        self._require_kinds(len(set(self.choices)))

    def read(self, value: object) -> tuple[int, ...]:
        """Check a value and return what the record stores."""
        items, each = self._items(value), OneOf("", self.choices)
        stored = [_read_item(each, number, item) for number, item in enumerate(items)]
        return (*stored, *[-1] * (self.most - len(stored)))

    def allowed(self) -> str:
        """What the list may be, in words."""
        once = ", each once" if self.distinct else ""
        return f"a list of {self._size()} of the words {listing(self.choices)}{once}"

    def bounds(self) -> tuple[int, int]:
        """The smallest and the largest number that the state may have to hold."""
        return -1, len(self.choices) - 1


Option = Number | Flag | OneOf | Numbers | Words


@dataclass(frozen=True)
class Options:
    """A checked choice of player count and options: what a game is started with."""

    players: int
    values: Mapping[str, object]
    stored: Mapping[str, Any]

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))
        object.__setattr__(self, "stored", MappingProxyType(dict(self.stored)))

    def __reduce__(self) -> tuple[Any, ...]:
        return Options, (self.players, dict(self.values), dict(self.stored))

    def as_dict(self) -> dict[str, object]:
        """Player count and options as a replay stores them."""
        return {"players": self.players, **self.values}


@contextmanager
def offering(maker: Callable[..., Any], but: Mapping[str, str] | None = None) -> Iterator[None]:
    """Name, where an option is refused that nobody takes, the maker's keywords among those known.

    Those of `but` are known further in, and not to be given to this maker.
    """
    try:
        yield
    except UnknownOptionError as error:
        own = [
            name
            for name, argument in signature(maker).parameters.items()
            if argument.kind is not Parameter.VAR_KEYWORD and argument.default is not argument.empty
        ]
        known = dict.fromkeys((*error.allowed, *own))
        error.allowed = tuple(name for name in known if name not in (but or ()))
        raise


def settled(value: object) -> Any:
    """A value as plain Python holds it, and nobody can change it: lists become tuples."""
    if isinstance(value, (list, tuple, np.ndarray)):
        return tuple(settled(item) for item in value)
    return value.item() if isinstance(value, np.generic) else value


def written(value: object) -> str:
    """A value as the command line takes it: `1,4,7`."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def field_of(name: str, option: Option) -> tuple[Any, ...]:
    """The state's field for an option: as wide as its numbers, as long as its list."""
    low, high = option.bounds()
    for kind in (NARROWEST, np.int32, np.int64):
        if _has_room(np.dtype(kind), low, high):
            return (name, kind, option.shape()) if option.shape() else (name, kind)
    raise ValueError(f"has numbers from {low} to {high}, which do not fit 64 bits")


def fault_of(name: str, option: object, fields: Mapping[str, np.dtype[Any]]) -> str:
    """Why a game with these fields cannot have such an option; empty if it can."""
    if fault := _fault_of_name(name):
        return fault
    if not isinstance(option, Option):
        return f"must be a Number, Flag, OneOf, Numbers or Words, not {option!r:.80}"
    try:
        option.read(option.default)
        field_of(name, option)
    except ValueError as error:
        return f"cannot be what is declared: it {error}"
    return _fault_of_field(option, fields[name]) if name in fields else ""


def _fault_of_name(name: object) -> str:
    if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name):
        return "is no name that Python and the command line can write"
    if name in RESERVED:
        return f"has a name that the engine and the environments use: {listing(RESERVED, 80)}"
    return ""


def _fault_of_field(option: Option, kind: np.dtype[Any]) -> str:
    """Why an option cannot set the game's own field of its name."""
    low, high = option.bounds()
    if kind.base.names is not None or kind.shape != option.shape():
        return f"sets the field of its name, which has the shape {kind.shape}, not {option.shape()}"
    if not _has_room(kind.base, low, high):
        return f"sets the field of its name, and {kind.base} has no room for {low} to {high}"
    return ""


def _has_room(kind: np.dtype[Any], low: int, high: int) -> bool:
    room = np.iinfo(kind)
    return room.min <= low and high <= room.max


def _read_item(each: Number | OneOf, number: int, item: object) -> int:
    try:
        return each.read(item)
    except ValueError as error:
        raise ValueError(f"item {number} {error}") from None
