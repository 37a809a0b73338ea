"""Decisions are declared once, each with its kernels; what sends a state to them derives from that.

A game with more decisions than phases keeps what is being decided in its state, mostly as the kind
of the uppermost frame of a stack. It declares the kinds as an `IntEnum`, says where the present one
is to be read, and gives each a `Handler`:

    handlers = (*setup.HANDLERS, *battles.HANDLERS)
    DECISIONS = DecisionTable(Decision, decision_of, *handlers, settle=settle)
    legal, step = DECISIONS.legal, DECISIONS.step

so that marking, answering and "is there something to choose at all" cannot disagree, and nothing is
left out.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any, NoReturn

import numpy as np

from piracy_env.core.game import RUNNING
from piracy_env.core.generated import function_of
from piracy_env.core.jit import COMPILED, kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.picking import chosen_of
from piracy_env.core.record import Record
from piracy_env.errors import GameDefinitionError, listing

_ARGUMENTS = {
    "legal": ("s", "t", "mask"),
    "step": ("s", "t", "action"),
    "stands": ("s", "t"),
    "settle": ("s", "t"),
    "reset": ("s", "t"),
}
"""What each kernel takes."""


@dataclass(frozen=True, eq=False)
class Handler:
    """One decision: what may be chosen, and what comes of it."""

    kind: IntEnum
    """The decision."""
    legal: Callable[[Any, Any, Any], None]
    """Marks the legal actions: (s, t, mask)."""
    step: Callable[[Any, Any, int], None]
    """Carries out a legal action: (s, t, action)."""
    stands: Callable[[Any, Any], bool] | None = None
    """Whether there is something to choose: (s, t). If not, it has done what happens unasked, such
    as taking the decision off the stack. None: it always stands."""
    doc: str = ""
    """What is decided, and by whom, for the game's page."""

    def __post_init__(self) -> None:
        if not isinstance(self.kind, IntEnum):
            raise GameDefinitionError(
                f"a handler is for a member of an IntEnum of decisions, not for {self.kind!r}"
            )
        for part in ("legal", "step", "stands"):
            function = getattr(self, part)
            if part != "stands" or function is not None:
                require_kernel(f"decision {self.name}", part, function)

    @property
    def name(self) -> str:
        """The name of the decision."""
        return self.kind.name


class DecisionTable:
    """The decisions of a game or of a listing, and the kernels that send a state to theirs.

    | kernel | does |
    |---|---|
    | `legal(s, t, mask)` | marks what the present decision allows |
    | `answer(s, t, action)` | has the present decision carry out an action, and no more |
    | `stands(s, t)` | whether there is something to choose; else it has gone on by itself |
    | `go_on(s, t)` | goes on to the next decision that stands, and settles |
    | `step(s, t, action)` | answers and goes on |
    | `reset(s, t)` | deals and goes on |

    In a game that is too large for one compilation, `step` and `reset` both call a `go_on` that is
    separate (`separate.py`): each of them would take in half of the rules.
    """

    def __init__(
        self,
        kinds: type[IntEnum],
        decision_of: Callable[[Any], int],
        *handlers: Handler,
        settle: Callable[[Any, Any], None] | None = None,
        reset: Callable[[Any, Any], None] | None = None,
    ) -> None:
        """Declare decisions.

        Args:
            kinds: All decisions; each has a handler, and no two have the same number.
            decision_of: The number of the present decision, read from a state while the game
                runs: a plain function, which calls nothing.
            handlers: One for each decision, in any order.
            settle: A kernel (s, t) that ends `step` and `reset`: it sets the seat to move, or what
                else follows from the decision that now waits or from the end of the game.
            reset: A kernel (s, t) that deals the game up to its first decision, if that one may
                not stand.
        """
        _require(kinds, decision_of, handlers)
        if len(handlers) < len(kinds):
            known = {handler.kind for handler in handlers}
            missing = [kind.name for kind in kinds if kind not in known]
            _refuse(f"decisions {listing(missing)} have no handler")
        for part, function in (("settle", settle), ("reset", reset)):
            if function is not None:
                require_kernel("decisions", part, function)
        self._take(kinds, decision_of, handlers, settle, reset)

    def _take(self, kinds: Any, decision_of: Any, handlers: Any, settle: Any, deal: Any) -> None:
        self.kinds, self.decision_of = kinds, decision_of
        self.handlers: tuple[Handler, ...] = tuple(
            sorted(handlers, key=lambda handler: handler.kind)
        )
        self._settle, self._deal = settle, deal
        self._names = {int(handler.kind): handler.name for handler in self.handlers}

    def only(self, *chosen: object) -> DecisionTable:
        """The table with some of the decisions: members, names or handlers."""
        taken = chosen_of("decision", chosen, self.handlers)
        table: DecisionTable = object.__new__(DecisionTable)
        table._take(self.kinds, self.decision_of, taken, self._settle, self._deal)
        return table

    def __len__(self) -> int:
        return len(self.handlers)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the decisions, in the order of their numbers."""
        return tuple(self._names.values())

    def number(self, s: Record) -> int:
        """The number of the present decision, which may be one that does not exist."""
        return int(self.decision_of(s))

    def name(self, s: Record) -> str:
        """The name of the present decision; empty when nothing is decided any more."""
        return self._names.get(self.number(s), "") if s.over == RUNNING else ""

    def complaints(self, s: Record) -> list[str]:
        """What is wrong with the present decision, in words; empty if nothing is."""
        if s.over != RUNNING or self.number(s) in self._names:
            return []
        return [f"decision {self.number(s)} does not exist"]

    # --- kernels ----------------------------------------------------------------------------------

    @cached_property
    def legal(self) -> Any:
        """Marks what the present decision allows: (s, t, mask)."""
        return self._dispatcher("legal", "legal")

    @cached_property
    def answer(self) -> Any:
        """Has the present decision carry out a legal action: (s, t, action)."""
        return self._dispatcher("answer", "step")

    @cached_property
    def stands(self) -> Any:
        """Whether there is something to choose: (s, t)."""
        return self._dispatcher("stands", "stands")

    @cached_property
    def step(self) -> Any:
        """Answers, and goes on to the next decision that stands: (s, t, action)."""
        answer, go_on = self.answer, self.go_on

        @kernel
        def step(s: Any, t: Any, action: int) -> None:
            noinline()
            answer(s, t, action)
            go_on(s, t)

        return step

    @cached_property
    def reset(self) -> Any:
        """Deals, and goes on to the first decision that stands: (s, t); None without a deal."""
        deal, go_on = self._deal, self.go_on
        if deal is None:
            return None

        @kernel
        def reset(s: Any, t: Any) -> None:
            noinline()
            deal(s, t)
            go_on(s, t)

        return reset

    @cached_property
    def go_on(self) -> Any:
        """Goes on to the next decision that stands, and settles: (s, t)."""
        stands, settle = self.stands, self._settle or _nothing
        decision_of = kernel(self.decision_of)

        @kernel
        def go_on(s: Any, t: Any) -> None:
            kind = decision_of(s)
            while s.over == RUNNING and not (stands(s, t) and decision_of(s) == kind):
                # what a decision does to stand may bring another one before it
                kind = decision_of(s)
            settle(s, t)

        return go_on

    def _dispatcher(self, name: str, part: str) -> Any:
        """A kernel that calls, of all handlers, the kernel of the present decision."""
        kinds: dict[Any, list[int]] = {}
        for handler in self.handlers:
            kinds.setdefault(getattr(handler, part), []).append(int(handler.kind))
        if not COMPILED:
            return _looking_up(self.decision_of, kinds)
        given = ", ".join(_ARGUMENTS[part])
        lines, scope = ["kind = decision_of(s)"], {"decision_of": kernel(self.decision_of)}
        for number, (function, numbers) in enumerate(kinds.items()):
            scope[f"kernel_{number}"] = function
            lines.append(f"if {' or '.join(f'kind == {number}' for number in numbers)}:")
            lines.append(f"    return kernel_{number}({given})" if function else "    return True")
        lines.append(f"raise LookupError({_UNKNOWN!r})")
        return kernel(function_of(name, given, lines, scope))


_UNKNOWN = "a decision is asked that is not declared"


@kernel
def _nothing(s: Any, t: Any) -> None:
    pass


def _looking_up(decision_of: Any, kinds: dict[Any, list[int]]) -> Callable[..., Any]:
    """What a dispatching kernel is in plain Python."""
    kernels = {number: function for function, numbers in kinds.items() for number in numbers}

    def dispatch(s: Any, *rest: Any) -> Any:
        try:
            called = kernels[decision_of(s)]
        except KeyError:
            raise LookupError(_UNKNOWN) from None
        return called(s, *rest) if called else True

    return dispatch


# --- what is refused ------------------------------------------------------------------------------


def require_kernel(whose: str, part: str, function: Any) -> None:
    """Complain unless something is a kernel with the arguments that this part takes."""
    wanted = _ARGUMENTS[part]
    if not callable(function) or (COMPILED and not hasattr(function, "py_func")):
        _refuse(f"{whose}: `{part}` must be a @kernel of ({', '.join(wanted)}), not {function!r}")
    kinds = inspect.signature(function).parameters.values()
    places = [
        parameter for parameter in kinds if parameter.kind is not inspect.Parameter.KEYWORD_ONLY
    ]
    is_open = any(parameter.kind is inspect.Parameter.VAR_POSITIONAL for parameter in places)
    least = sum(parameter.default is inspect.Parameter.empty for parameter in places) - is_open
    if least > len(wanted) or (len(places) < len(wanted) and not is_open):
        has = ", ".join(parameter.name for parameter in places)
        _refuse(f"{whose}: `{part}` takes ({', '.join(wanted)}), not ({has})")


def _require(kinds: Any, decision_of: Any, handlers: Sequence[Any]) -> None:
    if not (isinstance(kinds, type) and issubclass(kinds, IntEnum) and len(kinds)):
        _refuse(f"decisions are the members of an IntEnum, not {kinds!r}")
    if any(not np.iinfo(np.int16).min <= kind <= np.iinfo(np.int16).max for kind in kinds):
        _refuse(f"the numbers of {kinds.__name__} do not fit into 16 bits")
    doubled = [name for name, kind in kinds.__members__.items() if kind.name != name]
    if doubled:
        _refuse(f"decisions {listing(doubled)} have the number of another")
    if not inspect.isfunction(decision_of):
        _refuse(f"`decision_of` must be a plain function of a state, not {decision_of!r}")
    strange = [handler for handler in handlers if not isinstance(handler, Handler)]
    if strange:
        _refuse(f"a table of decisions takes handlers, not {strange[0]!r}")
    foreign = [handler.name for handler in handlers if not isinstance(handler.kind, kinds)]
    if foreign:
        _refuse(f"handlers for {listing(foreign)}, which are not members of {kinds.__name__}")
    twice = _twice([handler.name for handler in handlers])
    if twice:
        _refuse(f"decisions {listing(twice)} have more than one handler")


def _twice(names: Iterable[str]) -> list[str]:
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
    return [name for name, count in seen.items() if count > 1]


def _refuse(complaint: str) -> NoReturn:
    raise GameDefinitionError(complaint)
