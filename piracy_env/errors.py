"""Everything the suite raises, each error with the culprit and what is allowed in its message."""

from __future__ import annotations

from collections.abc import Iterable


class PiracyError(Exception):
    """Base of all errors of the suite."""


class UnknownGameError(PiracyError, LookupError):
    """A game name that the registry does not hold."""


class OptionError(PiracyError, ValueError):
    """An option, player count, reward mode or preset that the game does not know or allow."""


class TableError(PiracyError, ValueError):
    """A component table that is incomplete, of the wrong type or out of range."""


class IllegalActionError(PiracyError, ValueError):
    """An action that the rules do not allow now; the game is left as it was."""


class OrderError(PiracyError, RuntimeError):
    """A call at the wrong moment: before `reset`, or after the end."""


class InvalidStateError(PiracyError, ValueError):
    """A state, edited by hand or read from a file, that no game could reach."""


class ReplayError(PiracyError, ValueError):
    """A replay file that is damaged, edited or made by another version of the game."""


class AgentError(PiracyError, ValueError):
    """A seat name that no agent answers to, or an agent that broke the protocol."""


class CheckpointError(PiracyError, ValueError):
    """A trained network that is damaged, or made for another game or version."""


class MissingExtraError(PiracyError, ImportError):
    """A feature whose optional packages are not installed."""


class GameDefinitionError(PiracyError, TypeError):
    """A game whose declaration does not keep the contract."""


class TableWarning(UserWarning):
    """A component table that may be used, but departs from the printed totals."""


def listing(values: Iterable[object], limit: int = 24) -> str:
    """Join values for a message, cut after `limit` of them."""
    texts = [str(value) for value in values]
    if len(texts) > limit:
        return ", ".join(texts[:limit]) + f", and {len(texts) - limit} more"
    return ", ".join(texts) if texts else "none"
