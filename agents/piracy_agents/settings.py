"""Settings: dataclasses whose fields declare beside their names what they may be.

    @dataclass(frozen=True)
    class Mine:
        rate: Annotated[float, Real(0, 1)] = 0.1

        def __post_init__(self) -> None:
            require(self)

A value is held to its declaration wherever it comes from: a file's table, the words of a name, a
line of Python. (msgspec reads such declarations too, but from tables alone: what Python passes goes
unchecked, its errors do not tell the value, and players would need one more compiled package.)
"""

from __future__ import annotations

import dataclasses
import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, get_type_hints

from piracy_env.errors import OptionError, PiracyError, listing

T = TypeVar("T")

LARGEST = sys.float_info.max
"""No number is larger: whole ones are not bounded in Python."""


class Kind(Protocol):
    """What a setting may be; as text, in words."""

    def fit(self, value: Any) -> Any:
        """The value as it is kept; ValueError if it may not be this."""


@dataclass(frozen=True)
class Whole:
    """A whole number of a range."""

    low: int
    high: int

    def fit(self, value: Any) -> int:
        """The number itself."""
        if type(value) is not int or not self.low <= value <= self.high:
            raise ValueError
        return value

    def parse(self, word: str) -> int:
        """The number that a word tells."""
        return self.fit(int(word))

    def __str__(self) -> str:
        return f"a whole number from {self.low} to {self.high}"


@dataclass(frozen=True)
class Real:
    """A number of a range; neither infinity nor what is no number is in any."""

    low: float = -math.inf
    high: float = math.inf

    def fit(self, value: Any) -> float:
        """The number as one with a point."""
        if type(value) not in {int, float}:
            raise ValueError
        if not max(self.low, -LARGEST) <= value <= min(self.high, LARGEST):
            raise ValueError
        return float(value)

    def parse(self, word: str) -> float:
        """The number that a word tells."""
        return self.fit(float(word))

    def __str__(self) -> str:
        is_bounded = math.isfinite(self.low) and math.isfinite(self.high)
        return f"a number from {self.low:.10g} to {self.high:.10g}" if is_bounded else "a number"


@dataclass(frozen=True)
class String:
    """A text, any or one of a few."""

    choices: tuple[str, ...] = ()

    def fit(self, value: Any) -> str:
        """The text itself."""
        if type(value) is not str or (self.choices and value not in self.choices):
            raise ValueError
        return value

    def __str__(self) -> str:
        return f"one of {listing(self.choices)}" if self.choices else "a text"


@dataclass(frozen=True)
class Switch:
    """On or off."""

    def fit(self, value: Any) -> bool:
        """The switch itself."""
        if type(value) is not bool:
            raise ValueError
        return value

    def __str__(self) -> str:
        return "true or false"


@dataclass(frozen=True)
class Table:
    """A table of anything."""

    def fit(self, value: Any) -> Any:
        """The table itself."""
        if not isinstance(value, Mapping):
            raise ValueError
        return value

    def __str__(self) -> str:
        return "a table"


@dataclass(frozen=True)
class Several:
    """A list, all of one kind."""

    kind: Kind
    what: str
    """What they are called, all together."""
    most: int = 1024
    least: int = 0

    def fit(self, value: Any) -> tuple[Any, ...]:
        """The list as a tuple."""
        if not isinstance(value, (list, tuple)) or not self.least <= len(value) <= self.most:
            raise ValueError
        return tuple(self.kind.fit(item) for item in value)

    def __str__(self) -> str:
        return f"a list of {self.what}"


@dataclass(frozen=True)
class Maybe:
    """Something of a kind, or nothing."""

    kind: Kind

    def fit(self, value: Any) -> Any:
        """The value, or None."""
        return None if value is None else self.kind.fit(value)

    def __str__(self) -> str:
        return f"{self.kind}, or nothing"


_declared: dict[Any, dict[str, Kind]] = {}
"""By dataclass: Python keeps declarations as text, which is evaluated once."""


def kinds_of(settings: type) -> dict[str, Kind]:
    """What the fields of a dataclass are declared to be; a dataclass among them, to be read."""
    if settings not in _declared:
        hints = get_type_hints(settings, include_extras=True)
        kinds = {name: _kind_of(hint) for name, hint in hints.items()}
        _declared[settings] = {name: kind for name, kind in kinds.items() if kind is not None}
    return _declared[settings]


def _kind_of(hint: Any) -> Kind | None:
    if declared := getattr(hint, "__metadata__", ()):
        kind: Kind = declared[0]
        return kind
    return Nested(hint) if dataclasses.is_dataclass(hint) else None


@dataclass(frozen=True)
class Nested:
    """Settings among others."""

    settings: Any

    def fit(self, value: Any) -> Any:
        """The settings themselves, or those of a table."""
        return value if isinstance(value, self.settings) else read(self.settings, value)

    def __str__(self) -> str:
        return "a table"


def require(settings: Any) -> None:
    """Hold all fields to their declarations; a default may lie outside and mean `as usual`."""
    kinds = kinds_of(type(settings))
    for field in dataclasses.fields(settings):
        value = getattr(settings, field.name)
        is_usual = type(value) is type(field.default) and value == field.default
        if field.name in kinds and not is_usual:
            object.__setattr__(settings, field.name, fit(kinds[field.name], field.name, value))


def read(settings: type[T], table: Any, where: str = "") -> T:
    """Settings from a table, such as a file's; what is not declared is refused."""
    return settings(**fit_table(kinds_of(settings), table, where))


def fit_table(
    kinds: Mapping[str, Kind],
    table: Any,
    where: str,
    noun: str = "setting",
    error: type[PiracyError] = OptionError,
) -> dict[str, Any]:
    """The values of a table, each of its kind.

    Args:
        kinds: What there may be.
        table: What there is.
        where: What errors begin with: the file, and the table in it.
        noun: What an entry is called.
        error: What is raised.
    """
    place = f"{where}: " if where else ""
    if not isinstance(table, Mapping):
        raise error(f"{place}must be a table, not {table!r:.80}")
    if unknown := [str(name) for name in table if name not in kinds]:
        raise _refusal(
            error,
            f"{place}no {noun} {listing(unknown)}; there are: {listing(kinds)}",
            option=unknown[0],
            allowed=tuple(kinds),
        )
    return {name: fit(kinds[name], name, value, where, error) for name, value in table.items()}


def fit(
    kind: Kind, name: str, value: Any, where: str = "", error: type[PiracyError] = OptionError
) -> Any:
    """A value of a kind, or an error that names it and tells what is allowed."""
    place = f"{where}: " if where else ""
    try:
        return kind.fit(value)
    except OptionError as fault:  # of something within it
        message = f"{where} [{name}]: {fault}".lstrip()
        if fault.option is None:  # it is itself no table
            message = f"{place}{name} {fault}"
        facts = {"option": fault.option or name, "value": fault.value, "allowed": fault.allowed}
        raise _refusal(error, message, **facts) from None
    except ValueError:
        raise _refusal(
            error,
            f"{place}{name} must be {kind}, not {value!r:.80}",
            option=name,
            value=value,
            allowed=str(kind),
        ) from None


def _refusal(error: type[PiracyError], message: str, **data: Any) -> PiracyError:
    """The error, with as much of the data as it can carry."""
    return error(message, **{name: fact for name, fact in data.items() if hasattr(error, name)})
