"""Makes a game's kernels ready for loops: each is compiled once, for itself, and kept on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from piracy_env.core.control import MAX_SEATS
from piracy_env.core.game import Game
from piracy_env.core.jit import COMPILED, OPTIONS, WITHIN
from piracy_env.core.kernels import ADDRESSES, INLINE, NAMES
from piracy_env.core.masks import mark_legal
from piracy_env.core.outcome import OUTCOME
from piracy_env.core.reach import code_fingerprint, reaches_separate
from piracy_env.core.reach import fingerprint as reach
from piracy_env.core.script import NO_SCRIPT, Script

PLAY = ("reset", "legal", "step", "observe", "outcome", "reward_of")
"""What a step may come to call."""
SCRIPTED = (*PLAY, "determinize", "weigh")
"""What it may call if seats play by a script."""


class Kernels:
    """A game's kernels and a script's, as loops take them."""

    def __init__(self, game: Game, script: Script) -> None:
        self.game = game
        self.functions = functions_of(game, script.weigh)
        self.weights = script.weights.dtype
        self._value: Any = self._plain() if not COMPILED else np.zeros(1, ADDRESSES)
        if COMPILED and game.inline:
            self._value = self._inlined()
        self._missing = set(NAMES) if COMPILED and not game.inline else set()

    def ready(self, names: Iterable[str]) -> Any:
        """What loops take for `kernels`, once the kernels of these names are compiled."""
        wanted = [name for name in NAMES if name in names and name in self._missing]
        ports = {
            name: Port(self.game, name, function, self.weights)
            for name in wanted
            if (function := self.functions[name]) is not None
        }
        self._have_compiled([name for name, port in ports.items() if not port.is_kept])
        for name, port in ports.items():
            self._value[name] = port.address()
        self._missing.difference_update(wanted)
        return self._value

    def _have_compiled(self, names: list[str]) -> None:
        """Let several processes compile kernels of a large game, but for a script's."""
        from piracy_env.core.compiling import help_with_kernels

        own = [name for name in names if name != "weigh"]
        if reaches_separate([self.functions[name] for name in own]):
            help_with_kernels(self.game, own)

    def _plain(self) -> tuple[SimpleNamespace]:
        types = {"state": self.game.dtype, "tables": self.game.tables.dtype()}
        return (SimpleNamespace(**self.functions, **types, weights=self.weights),)

    def _inlined(self) -> Any:
        from piracy_env.core import linking

        types = (self.game.dtype, self.game.tables.dtype(), self.weights)
        sizes = (self.game.actions.size, self.game.observation.size)
        kernels = [function for function in self.functions.values() if function is not None]
        name = f"{INLINE}{reach(kernels, *types, *sizes, list(self.functions))[:16]}"
        linking.INLINED[name] = linking.Inlined(self.functions, *types, *sizes)
        return np.zeros(1, [(name, np.uint8)])


@cache
def _bound(game: Game, weigh: Any, weights: np.dtype[Any]) -> Kernels:
    return Kernels(game, Script(weigh, np.zeros(0, weights)))


def kernels_of(game: Game, script: Script = NO_SCRIPT) -> Kernels:
    """The kernels of a game and a script, the same ones each time."""
    return _bound(game, script.weigh, script.weights.dtype)


def functions_of(game: Game, weigh: Any = NO_SCRIPT.weigh) -> dict[str, Any]:
    """The kernels by name; None for rewards of the game's own or a script, if there are none."""
    functions: dict[str, Any] = {name: getattr(game, name, None) for name in NAMES}
    functions["reward_of"] = game.reward
    functions["weigh"] = None if weigh is NO_SCRIPT.weigh else weigh
    return functions


def fingerprint(game: Game, weigh: Any = NO_SCRIPT.weigh) -> str:
    """Digest of all that a game does, and a script: equal ones play the same."""
    functions = [
        function for function in functions_of(game, weigh).values() if function is not None
    ]
    sizes = (game.actions.size, game.observation.size)
    return reach(functions, game.name, game.dtype, game.tables.dtype(), *sizes)[:16]


# --- one kernel -----------------------------------------------------------------------------------


class Port:
    """A kernel that is compiled for itself; see `linking.call_at` for how it is called."""

    def __init__(self, game: Game, name: str, function: Any, weights: np.dtype[Any]) -> None:
        import numba

        from piracy_env.core.linking import RESULTS
        from piracy_env.core.store import keep

        arguments = signature_of(game, name, weights)
        entry = _ENTRIES[name](function)
        dispatcher = numba.njit(**OPTIONS, **WITHIN)(entry)
        fields = game.dtype.names or ()
        digest = code_fingerprint([dispatcher], str(arguments), fields=fields)
        title = f"{game.name}.{name}"
        entry.__name__ = entry.__qualname__ = f"{title.replace('.', '_')}_{digest[:16]}"
        self._dispatcher = keep(dispatcher, title, lambda: digest)
        self._signature = RESULTS.get(name, numba.types.void)(*arguments)

    @property
    def is_kept(self) -> bool:
        """Whether it is on disk."""
        from piracy_env.core.store import is_kept

        return is_kept(self._dispatcher, self._signature)

    def address(self) -> int:
        """Where it lies, compiled or loaded."""
        from piracy_env.core.store import address_of

        _KEPT.append(self._dispatcher)
        return address_of(self._dispatcher, self._signature)


_KEPT: list[Any] = []
"""Compiled kernels stay in memory for good: loops know their addresses."""


def signature_of(game: Game, name: str, weights: np.dtype[Any]) -> tuple[Any, ...]:
    """The argument types of a kernel that is called by address: rows have their own lengths."""
    import numba

    def row(kind: Any, length: int) -> Any:
        return numba.from_dtype(np.dtype([("row", kind, (length,))]))

    s, t = _records_of(game)
    number, word = numba.types.int64, numba.types.uint64
    mask = row(np.uint8, game.actions.size)
    return {
        "reset": (s, t),
        "legal": (s, t, mask),
        "step": (s, t, number),
        "observe": (s, t, number, row(np.float32, game.observation.size)),
        "determinize": (s, t, number, word),
        "outcome": (s, t, numba.from_dtype(OUTCOME)),
        "reward_of": (s, t, number, row(np.float64, MAX_SEATS)),
        "weigh": (s, t, numba.from_dtype(weights), mask, row(np.float32, game.actions.size)),
    }[name]


@cache
def _records_of(game: Game) -> tuple[Any, Any]:
    """The types of state and tables: of a large game they take a while to make."""
    import numba

    return numba.from_dtype(game.dtype), numba.from_dtype(game.tables.dtype())


def _with_state(call: Any) -> Any:
    def entry(s: Any, t: Any) -> None:
        call(s, t)

    return entry


def _with_number(call: Any) -> Any:
    def entry(s: Any, t: Any, number: Any) -> None:
        call(s, t, number)

    return entry


def _with_mask(call: Any) -> Any:
    def entry(s: Any, t: Any, mask: Any) -> Any:
        return mark_legal(call, s, t, mask.row)

    return entry


def _with_result(call: Any) -> Any:
    def entry(s: Any, t: Any, result: Any) -> None:
        call(s, t, result)

    return entry


def _with_number_and_row(call: Any) -> Any:
    def entry(s: Any, t: Any, number: Any, out: Any) -> None:
        call(s, t, number, out.row)

    return entry


def _with_numbers(call: Any) -> Any:
    def entry(s: Any, t: Any, number: Any, word: Any) -> None:
        call(s, t, number, word)

    return entry


def _with_weights(call: Any) -> Any:
    def entry(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
        call(s, t, w, mask.row, value.row)

    return entry


_ENTRIES: dict[str, Callable[[Any], Any]] = {
    "reset": _with_state,
    "legal": _with_mask,
    "step": _with_number,
    "observe": _with_number_and_row,
    "determinize": _with_numbers,
    "outcome": _with_result,
    "reward_of": _with_number_and_row,
    "weigh": _with_weights,
}
"""Ways into a kernel, by what it takes besides state and tables; rows come as records."""
