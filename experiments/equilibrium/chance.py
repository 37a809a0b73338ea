"""All that chance can do in a reset or a step of a game, each with its probability.

Rules draw chance from the generator in the state, through `core.rng`. Here they are run as plain
Python, over and over, with a script in place of the generator: each time it gives another sequence
of draws, until all have been given. Nothing has to be declared for it, and nothing is estimated.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, NoReturn

from numpy.typing import NDArray

from piracy_env.core import rng
from piracy_env.core.game import Game
from piracy_env.core.record import Record
from piracy_env.errors import GameDefinitionError

MOST_OUTCOMES = 1 << 16
"""Of one reset or step; a game whose deals are more is not small."""


class Chance:
    """The rules of a game, with their draws from a script.

    Args:
        game: The game.
        t: The record of its component tables.
    """

    def __init__(self, game: Game, t: Record) -> None:
        self._game, self._t = game, t
        self._draws: list[tuple[int, int]] = []
        """What was drawn, and of how many, in turn."""
        self._given = 0
        twins = _Twins({rng.below: self._below, rng.next_word: self._word})
        self._reset, self._step = twins.of(game.reset), twins.of(game.step)

    def deals(self, blank: NDArray[Any]) -> list[tuple[float, NDArray[Any]]]:
        """The states [1] that a blank one may be dealt as, with their probabilities."""
        return self._outcomes(blank, lambda s: self._reset(s, self._t))

    def results(self, state: NDArray[Any], action: int) -> list[tuple[float, NDArray[Any]]]:
        """The states [1] that a legal action may lead to, with their probabilities."""

        def act(s: Record) -> None:
            self._step(s, self._t, action)
            s.moves += 1

        return self._outcomes(state, act)

    def _outcomes(
        self, before: NDArray[Any], run: Callable[[Record], None]
    ) -> list[tuple[float, NDArray[Any]]]:
        """What a run may come to; equal states are one."""
        shares: dict[bytes, tuple[Fraction, NDArray[Any]]] = {}
        for number, (share, after) in enumerate(self._runs(before, run)):
            if number == MOST_OUTCOMES:
                raise GameDefinitionError(
                    f"{self._game.name} is too large: chance has more than {MOST_OUTCOMES:,} "
                    "sequences of draws in one go",
                    game=self._game.name,
                )
            known, _ = shares.get(after.tobytes(), (Fraction(0), after))
            shares[after.tobytes()] = known + share, after
        return [(float(share), after) for share, after in shares.values()]

    def _runs(
        self, before: NDArray[Any], run: Callable[[Record], None]
    ) -> Iterator[tuple[Fraction, NDArray[Any]]]:
        """Every sequence of draws: its probability, and the state that it leads to."""
        self._draws = []
        while True:
            after, self._given = before.copy(), 0
            run(Record(after[0]))
            if after["rng"] != before["rng"]:
                self._refuse("it turns its generator itself")
            share = Fraction(1)
            for _, sides in self._draws:
                share /= sides
            yield share, after
            while self._draws and self._draws[-1][0] + 1 == self._draws[-1][1]:
                self._draws.pop()
            if not self._draws:
                return
            drawn, sides = self._draws[-1]
            self._draws[-1] = drawn + 1, sides

    def _below(self, _s: Any, n: int) -> int:
        """Stands in for `rng.below`: the next draw of the script, which goes on with zeros."""
        if self._given == len(self._draws):
            self._draws.append((0, int(n)))
        drawn, _ = self._draws[self._given]
        self._given += 1
        return drawn

    def _word(self, _s: Any) -> NoReturn:
        self._refuse("it draws whole words")

    def _refuse(self, reason: str) -> NoReturn:
        name = self._game.name
        raise GameDefinitionError(f"the chances of {name} cannot be listed: {reason}", game=name)


class _Twins:
    """Copies of functions as plain Python, in which some others stand in for what they call."""

    def __init__(self, stand_ins: dict[Any, Any]) -> None:
        self._made = dict(stand_ins)

    def of(self, function: Any) -> Any:
        """The copy of a function; what it reaches in the suite is copied as well."""
        if function not in self._made:
            plain = getattr(function, "py_func", function)
            code, scope, cells = plain.__code__, dict(plain.__globals__), plain.__closure__ or ()
            closure = tuple(CellType() for _ in cells)
            twin = FunctionType(code, scope, plain.__name__, plain.__defaults__, closure)
            twin.__kwdefaults__ = plain.__kwdefaults__
            self._made[function] = twin  # first of all: functions may call themselves
            for name in _names_of(code) & scope.keys():
                scope[name] = self._replaced(scope[name])
            for own, cell in zip(closure, cells, strict=True):
                own.cell_contents = self._replaced(cell.cell_contents)
        return self._made[function]

    def _replaced(self, value: Any) -> Any:
        if isinstance(value, ModuleType) and _is_ours(value.__name__):
            return _Twin(value, self._replaced)
        is_rule = hasattr(value, "py_func") or (
            isinstance(value, FunctionType) and _is_ours(value.__module__)
        )
        return self.of(value) if is_rule else value


class _Twin:
    """A module whose functions are replaced as they are asked for."""

    def __init__(self, module: ModuleType, replaced: Callable[[Any], Any]) -> None:
        self._module, self._replaced = module, replaced

    def __getattr__(self, name: str) -> Any:
        return self._replaced(getattr(self._module, name))


def _names_of(code: CodeType) -> set[str]:
    """Names that a function asks for, in functions inside it too."""
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return {*code.co_names}.union(*map(_names_of, inner))


def _is_ours(module: str) -> bool:
    """Whether rules may be in a module: what is compiled ahead, or belongs to Python, has none."""
    root = module.partition(".")[0]
    return root not in {"numpy", "numba", "builtins"} | sys.stdlib_module_names
