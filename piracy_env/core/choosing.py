"""Which games, seats and keys a caller means; everything else is refused by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from piracy_env.core.seats import seat_of
from piracy_env.errors import IllegalActionError, OptionError, listing

if TYPE_CHECKING:
    from piracy_env.core.game import Game
    from piracy_env.core.record import Record


def games_of(chosen: ArrayLike, count: int, once: bool = False) -> NDArray[np.int64]:
    """Indices of the chosen games among `count`, given as such or by a mask."""
    games = array_of("games", chosen)
    if games.dtype == np.bool_ and games.shape == (count,):
        games = np.flatnonzero(games)
    if games.ndim != 1 or (games.size and games.dtype.kind not in "iu"):
        raise OptionError(
            "games are chosen by a list of indices, or by a mask over the batch",
            option="games",
            value=chosen,
        )
    if games.size and not (games.min() >= 0 and games.max() < count):
        raise OptionError(
            f"games are numbered 0 to {count - 1}, not {listing(games, 8)}",
            option="games",
            value=chosen,
            allowed=f"0 to {count - 1}",
        )
    if once and games.size and np.bincount(games).max() > 1:
        raise OptionError(
            f"each game may be chosen once, not {listing(games, 8)}", option="games", value=chosen
        )
    return _as(np.int64, games)


def seats_of(seats: ArrayLike, games: NDArray[np.int64], players: int) -> NDArray[np.int64]:
    """One seat for each of the games."""
    of = array_of("seats", seats)
    if of.shape != games.shape or (of.size and of.dtype.kind not in "iu"):
        raise OptionError(
            f"one seat a game: {games.size} whole numbers, not {listing([seats])}",
            option="seats",
            value=seats,
        )
    if of.size and not (of.min() >= 0 and of.max() < players):
        raise OptionError(
            f"seats are numbered 0 to {players - 1}, not {listing(of, 8)}",
            option="seats",
            value=seats,
            allowed=f"0 to {players - 1}",
        )
    return _as(np.int64, of)


def keys_of(keys: ArrayLike, games: NDArray[np.int64], what: str = "key") -> NDArray[np.uint64]:
    """One key for each of the games: any 64 bits."""
    words = array_of(f"{what}s" if what != "seed" else "seed", keys)
    fits = words.dtype.kind == "u" or (words.dtype.kind == "i" and not (words < 0).any())
    if words.shape != games.shape or (words.size and not fits):
        raise OptionError(
            f"one {what} a game: {games.size} whole numbers of 64 bits from 0",
            option=f"{what}s",
            value=keys,
        )
    return _as(np.uint64, words)


def numbers_of(
    what: str, given: ArrayLike, shape: tuple[int, ...], most: int, least: int = 0
) -> NDArray[np.int64]:
    """Numbers up to `most` for an array of that shape, given as such or by what fills it."""
    numbers = array_of(what, given)
    if numbers.dtype.kind not in "iu" or not ((numbers >= least) & (numbers <= most)).all():
        raise OptionError(
            f"{what} are numbered {least} to {most}, not {listing([given])}",
            option=what,
            value=given,
            allowed=f"{least} to {most}",
        )
    try:
        return np.broadcast_to(numbers, shape).astype(np.int64)
    except ValueError:
        raise OptionError(
            f"{what} fill the shape {shape}, not {numbers.shape}", option=what, value=given
        ) from None


def array_of(what: str, given: ArrayLike) -> NDArray[Any]:
    """An array, unless its rows differ in length."""
    try:
        return np.asarray(given)
    except ValueError:
        raise OptionError(
            f"{what} must be an array, not {listing([given])}", option=what, value=given
        ) from None


def _as(kind: Any, numbers: NDArray[Any]) -> NDArray[Any]:
    """The numbers in another type; of none at all, any type will do."""
    return numbers.astype(kind, copy=False) if numbers.size else np.zeros(numbers.shape, kind)


LARGEST_WORD = 2**64 - 1
"""The largest seed or key."""


def whole(name: str, value: object, low: int, high: int) -> int:
    """A whole number within bounds, by the name of what it is for."""
    if (
        isinstance(value, bool)
        or not isinstance(value, (int, np.integer))
        or not low <= value <= high
    ):
        raise OptionError(
            f"{name} must be a whole number from {low} to {high}, not {value!r}",
            option=name,
            value=value,
            allowed=f"{low} to {high}",
        )
    return int(value)


def fraction(name: str, value: object) -> float:
    """A number from 0 to 1, by the name of what it is for."""
    is_number = isinstance(value, (int, float, np.integer, np.floating))
    if isinstance(value, bool) or not is_number or not 0 <= value <= 1:  # type: ignore[operator]
        raise OptionError(
            f"{name} must be a number from 0 to 1, not {value!r}",
            option=name,
            value=value,
            allowed="0 to 1",
        )
    return float(value)  # type: ignore[arg-type]


def flag(name: str, value: object) -> bool:
    """Yes or no, by the name of what it is for."""
    if not isinstance(value, (bool, np.bool_)):
        raise OptionError(
            f"{name} must be True or False, not {value!r}",
            option=name,
            value=value,
            allowed="True or False",
        )
    return bool(value)


def one_of(name: str, value: object, choices: Iterable[str]) -> str:
    """The value, if it is one of the words to choose from."""
    choices = tuple(choices)
    if not isinstance(value, str) or value not in choices:
        raise OptionError(
            f"{name} must be one of {listing(choices)}, not {value!r}",
            option=name,
            value=value,
            allowed=choices,
        )
    return value


def seat_or_word(name: str, value: object, words: Iterable[str], players: int) -> int | str:
    """A seat, however it is called, as its number; or a word for several seats."""
    words = tuple(words)
    if isinstance(value, str) and value in words:
        return value
    try:
        return seat_of(value, players)
    except OptionError:
        raise OptionError(
            f"{name} must be {', '.join(words)}, or a seat from 0 to {players - 1}, not {value!r}",
            option=name,
            value=value,
            allowed=(*words, *range(players)),
        ) from None


def refusal_of(
    game: Game, s: Record, action: int, legal: list[int], where: str, index: int
) -> IllegalActionError:
    """Why an action is refused: its id and label, the seat, what is decided, what is legal."""
    labels = game.actions.labels
    label = labels[action] if 0 <= action < len(labels) else None
    called = "(no such id)" if label is None else repr(label)
    choices = listing([f"{action} {labels[action]!r}" for action in legal], 12)
    return IllegalActionError(
        f"action {action} {called} is not legal for seat {s.seat}{where} "
        f"in {game.situation(s)}; legal: {choices}",
        game=game.name,
        index=index,
        seat=s.seat,
        phase=game.phase_name(s),
        decision=game.decision_name(s) or None,
        action=action,
        label=label,
        legal=tuple(legal),
    )
