"""What callers may hand in by mistake, in each place where something is handed in."""

from __future__ import annotations

import pickle
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba.core.compiler_lock import global_compiler_lock

from piracy_env.errors import PiracyError

PATIENCE = 20
"""Seconds after which a call hangs."""


def frozen(array: Any) -> Any:
    array.setflags(write=False)
    return array


MISTAKES: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "a word": lambda: "first",
    "an empty text": lambda: "",
    "a text with NUL": lambda: "a\0b",
    "bytes": lambda: b"0",
    "a fraction": lambda: 0.5,
    "a float": lambda: 1.0,
    "nan": lambda: float("nan"),
    "infinity": lambda: float("inf"),
    "a complex number": lambda: 1j,
    "-1": lambda: -1,
    "0": lambda: 0,
    "1": lambda: 1,
    "99": lambda: 99,
    "2**70": lambda: 2**70,
    "-2**70": lambda: -(2**70),
    "True": lambda: True,
    "numpy's True": lambda: np.True_,
    "int8": lambda: np.int8(-5),
    "uint64": lambda: np.uint64(2**64 - 1),
    "float32": lambda: np.float32(1),
    "an object": object,
    "a type": lambda: int,
    "a function": lambda: len,
    "a slice": lambda: slice(None),
    "an ellipsis": lambda: ...,
    "a generator": lambda: (number for number in range(2)),
    "a set": lambda: {0, 1},
    "a dict": lambda: {0: 1},
    "an empty list": list,
    "an empty dict": dict,
    "[None]": lambda: [None],
    "words": lambda: ["a", "b"],
    "[0, 0]": lambda: [0, 0],
    "[0, 1]": lambda: [0, 1],
    "[-1, 0]": lambda: [-1, 0],
    "[0, 99]": lambda: [0, 99],
    "[0, None]": lambda: [0, None],
    "[0, nan]": lambda: [0, float("nan")],
    "[0.0, 1.0]": lambda: [0.0, 1.0],
    "[2**70, 0]": lambda: [2**70, 0],
    "[True, False]": lambda: [True, False],
    "lists of lists": lambda: [[0], [1]],
    "ragged lists": lambda: [[0], [0, 1]],
    "a range": lambda: range(2),
    "objects": lambda: [object(), object()],
    "no numbers": lambda: np.zeros(0),
    "no indices": lambda: np.zeros(0, np.int64),
    "a scalar array": lambda: np.array(0),
    "floats": lambda: np.zeros(2),
    "nans": lambda: np.full(2, np.nan),
    "a matrix": lambda: np.zeros((2, 2), np.int64),
    "too many": lambda: np.arange(100),
    "an array of words": lambda: np.array(["a", "b"]),
    "an array of objects": lambda: np.array([None, 0], object),
    "dates": lambda: np.zeros(2, "datetime64[s]"),
    "records": lambda: np.zeros(1, [("x", np.int8)]),
    "a mask too long": lambda: np.ones(9, np.bool_),
    "big-endian": lambda: np.array([0, 1], ">i8"),
    "strided": lambda: np.arange(4, dtype=np.int64)[::2],
    "backwards": lambda: np.arange(2, dtype=np.int64)[::-1],
    "read-only": lambda: frozen(np.array([0, 1])),
    "unsigned": lambda: np.array([0, 2**64 - 1], np.uint64),
    "masked": lambda: np.ma.array([0, 1], mask=[False, True]),
}


@dataclass(frozen=True)
class Place:
    """One argument of one thing that can be called."""

    name: str
    """`what(argument)`."""
    make: Callable[[], Any]
    """What is called upon, afresh."""
    call: Callable[[Any, Any], Any]
    """Hands a mistake in."""
    words: tuple[str, ...]
    """One of them must stand in the refusal."""
    hand: Callable[[Any, dict[str, Any]], Any] | None = None
    """Hands several mistakes in, by the names of arguments."""
    among: tuple[str, ...] = ()
    """The arguments that there are."""


def places(
    what: str,
    make: Callable[[], Any],
    words: dict[str, tuple[str, ...]],
    /,
    **arguments: Any,
) -> Iterator[Place]:
    """A place for each argument of a method, the others being as they should."""

    def hand(thing: Any, mistakes: dict[str, Any]) -> Any:
        given = {key: value() if callable(value) else value for key, value in arguments.items()}
        method = getattr(thing, what.rpartition(".")[2]) if "." in what else thing
        return method(**{**given, **mistakes})

    for name in arguments:

        def call(thing: Any, mistake: Any, name: str = name) -> Any:
            return hand(thing, {name: mistake})

        known = (name.rstrip("s"), *words.get(name, ()))
        yield Place(f"{what}({name})", make, call, known, hand, tuple(arguments))


def faults_of(place: Place, mistakes: dict[str, Callable[[], Any]] | None = None) -> list[str]:
    """What is wrong with how a place takes mistakes; empty if nothing is."""
    wrong = []
    for title, mistake in (mistakes or MISTAKES).items():
        thing = place.make()
        before = remains(thing)
        try:
            with patience():
                place.call(thing, mistake())
        except PiracyError as error:
            if not any(word.lower() in str(error).lower() for word in place.words):
                wrong.append(f"{place.name} given {title} says nothing of {place.words}: {error}")
            if remains(thing) != before:
                wrong.append(f"{place.name} given {title} refuses it, but something has changed")
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            kind = type(error).__name__
            wrong.append(f"{place.name} given {title} ends in {kind}: {str(error)[:150]}")
    return wrong


def faults_together(places: list[Place], count: int, seed: int) -> list[str]:
    """What is wrong with how one callable takes several mistakes at once, drawn at random."""
    dice = random.Random(seed)
    hand, among = places[0].hand, places[0].among
    if hand is None or len(among) < 2:
        return []

    def several(thing: Any, mistakes: dict[str, Any]) -> Any:
        return hand(thing, mistakes)

    words = tuple(word for place in places for word in place.words)
    wrong: list[str] = []
    for _ in range(count):
        names = dice.sample(among, dice.randint(2, min(3, len(among))))
        chosen = {name: drawn(dice) for name in names}
        title = ", ".join(f"{name}: {title}" for name, (title, _) in chosen.items())

        def mistakes(chosen: dict[str, Any] = chosen) -> dict[str, Any]:
            return {name: make() for name, (_, make) in chosen.items()}

        place = Place(places[0].name.partition("(")[0], places[0].make, several, words)
        wrong += faults_of(place, {title: mistakes})
    return wrong


KINDS = (
    "b1",
    "i1",
    "u1",
    "<i2",
    ">i4",
    "<i8",
    "<u8",
    "<f2",
    "<f8",
    "<c8",
    "S3",
    "<U3",
    "O",
    "M8[s]",
)
SHAPES = ((), (0,), (1,), (2,), (3,), (4,), (2, 1), (1, 2), (2, 2), (0, 2), (1, 1, 2), (200,))
EXTREMES = (0, 1, -1, 2, 127, 255, 2**31, 2**62, -(2**62))


def drawn(dice: random.Random) -> tuple[str, Callable[[], Any]]:
    """A known mistake, or an array of any kind, shape and numbers, whole or in parts."""
    if dice.random() < 0.5:
        return dice.choice(list(MISTAKES.items()))
    kind, shape, value = dice.choice(KINDS), dice.choice(SHAPES), dice.choice(EXTREMES)
    wraps: dict[str, Callable[[Any], Any]] = {
        "": lambda array: array,
        ", as a list": lambda array: array.tolist(),
        ", twice in a tuple": lambda array: (array, array),
        ", read-only": frozen,
        ", transposed": lambda array: array.T,
        ", one of it": lambda array: array.reshape(-1)[0] if array.size else array,
    }
    wrap = dice.choice(list(wraps))

    def make() -> Any:
        numbers = np.full(shape, value, np.int64)
        with np.errstate(all="ignore"):
            return wraps[wrap](numbers.astype(kind))

    return f"{kind}{shape} of {value}{wrap}", make


def remains(thing: Any) -> bytes:
    """All that a refused call must leave as it was."""
    try:
        return pickle.dumps(thing)
    except (TypeError, AttributeError, pickle.PicklingError):
        return b""


@contextmanager
def patience() -> Iterator[None]:
    """Break a call off that hangs, where the system can, unless it is being compiled."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def give_up(*_: object) -> None:
        if global_compiler_lock.is_locked():
            signal.alarm(PATIENCE)  # the compiler takes its time, and cannot bear to be broken off
            return
        raise TimeoutError(f"it hangs for {PATIENCE} seconds")

    former = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, former)
