"""What the suite raises: messages that name the culprit and what is allowed, and the same as data.

What an error was not told is None. Errors can be pickled, and come out of other processes with all
that they carry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any


class PiracyError(Exception):
    """Base of all errors of the suite: a message, and the data that its class declares."""

    def __init__(self, message: object = "", /, **data: Any) -> None:
        unknown = [name for name in data if not hasattr(type(self), name)]
        if unknown:
            raise TypeError(f"{type(self).__name__} carries no {', '.join(unknown)}")
        super().__init__(message)
        vars(self).update(data)


class UnknownGameError(PiracyError, LookupError):
    """A game name that the registry does not hold."""

    game: object = None
    """What was given for a game."""


class OptionError(PiracyError, ValueError):
    """An option, player count, reward mode or preset that the game does not know or allow."""

    game: str | None = None
    """Name of the game, where one is concerned."""
    option: str | None = None
    """Name of the option, or of the argument, as it was written."""
    value: object = None
    """What was given for it."""
    allowed: object = None
    """What may be given: a tuple of values, or a range in words."""


class UnknownOptionError(OptionError, TypeError):
    """A keyword that nobody takes: to Python that is a TypeError, in words that tools look for."""

    allowed: tuple[str, ...] = ()
    """All that may be given: to the game, to the engine and to the environment."""

    def __str__(self) -> str:
        return super().__str__() or (
            f"unexpected keyword argument {self.option!r}: {self.game} has no option "
            f"{self.option!r}; there are: {listing(self.allowed, 80)}"
        )


class TableError(PiracyError, ValueError):
    """A component table that is incomplete, of the wrong type or out of range."""

    path: str | None = None
    """The file, or what else the table was made from."""
    where: str | None = None
    """Section, row and column, as the message writes them."""


class IllegalActionError(PiracyError, ValueError):
    """An action that the rules do not allow now; the game is left as it was."""

    game: str | None = None
    """Name of the game."""
    index: int | None = None
    """Which game of the batch."""
    seat: int | None = None
    """The seat to move."""
    phase: str | None = None
    """Name of the phase."""
    decision: str | None = None
    """Name of the decision, where that is more than the phase."""
    action: Any = None
    """The id that was given, or what was given in its place."""
    label: str | None = None
    """The label of the id, if there is such an id."""
    legal: tuple[int, ...] | None = None
    """The ids that are legal now."""


class OrderError(PiracyError, RuntimeError):
    """A call at the wrong moment: before `reset`, or after the end."""

    index: int | None = None
    """Which game of the batch."""


class InvalidStateError(PiracyError, ValueError):
    """A state, edited by hand or read from a file, that no game could reach."""

    game: str | None = None
    """Name of the game."""
    complaints: tuple[str, ...] = ()
    """What is wrong with it, one sentence each."""


class ReplayError(PiracyError, ValueError):
    """A replay file that is damaged, edited or made by another version of the game."""

    path: str | None = None
    """The file, if it was read from one."""
    where: str | None = None
    """The key of the file that is wrong, or the number of the move."""


class AgentError(PiracyError, ValueError):
    """A seat name that no agent answers to, or an agent that broke the protocol."""

    agent: object = None
    """The name that was asked for, or the agent."""
    seat: int | None = None
    """The seat it was to play."""


class CheckpointError(PiracyError, ValueError):
    """A trained network that is damaged, or made for another game or version."""

    path: str | None = None
    """The file."""


class MissingExtraError(PiracyError, ImportError):
    """A feature whose optional packages are not installed."""

    extra: str | None = None
    """What to install: `pip install "piracy_env[<extra>]"`."""


class GameDefinitionError(PiracyError, TypeError):
    """A game whose declaration does not keep the contract."""

    game: str | None = None
    """Name of the game."""
    missing: tuple[str, ...] = ()
    """What a declaration lacks."""


class TableWarning(UserWarning):
    """A component table that may be used, but departs from the printed totals."""


@contextmanager
def telling(**data: Any) -> Iterator[None]:
    """Give the errors that come from inside the data that only their surroundings know."""
    try:
        yield
    except PiracyError as error:
        for name, value in data.items():
            if hasattr(type(error), name) and getattr(error, name) is None:
                setattr(error, name, value)
        raise


def listing(values: Iterable[object], limit: int = 24) -> str:
    """Join values for a message, cut after `limit` of them."""
    texts = [str(value) for value in values]
    if len(texts) > limit:
        return ", ".join(texts[:limit]) + f", and {len(texts) - limit} more"
    return ", ".join(texts) if texts else "none"
