"""The list of checks; a decorator puts each one on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from piracy_env.errors import OptionError, listing
from piracy_env.testing.case import Case


class Scope(Enum):
    """How often a check is run."""

    GAME = "once, with all cases together"
    PLAYERS = "for every player count"
    OPTIONS = "for every player count and every value of an option"


@dataclass(frozen=True)
class Check:
    """One thing that is true of every game."""

    name: str
    group: str
    doc: str
    scope: Scope
    run: Callable[[Any], str | None]
    """Takes a `Case`, or the list of all cases; raises `CheckFailure`, or tells what it saw."""

    def targets(self, cases: list[Case]) -> list[Case | list[Case]]:
        """What it is run on, one after the other."""
        if self.scope is Scope.GAME:
            return [cases]
        return [case for case in cases if case.usual or self.scope is Scope.OPTIONS]


CHECKS: dict[str, Check] = {}


def check(scope: Scope) -> Callable[[Callable[[Any], str | None]], Callable[[Any], str | None]]:
    """Put a function `check_<name>` on the list; its module is its group."""

    def enlist(function: Callable[[Any], str | None]) -> Callable[[Any], str | None]:
        name = function.__name__.removeprefix("check_")
        group = function.__module__.rpartition(".")[2]
        doc = (function.__doc__ or "").split("\n")[0]
        CHECKS[name] = Check(name, group, doc, scope, function)
        return function

    return enlist


def select(only: str | list[str] | tuple[str, ...] | None) -> list[Check]:
    """The checks of the given names or groups; all of them for None."""
    if only is None:
        return list(CHECKS.values())
    wanted = [only] if isinstance(only, str) else list(only)
    groups = dict.fromkeys(check.group for check in CHECKS.values())
    for name in wanted:
        if name not in CHECKS and name not in groups:
            raise OptionError(
                f"no check is called {name!r}; there are the groups {listing(groups)}, "
                f"and the checks {listing(CHECKS, 99)}"
            )
    return [check for check in CHECKS.values() if check.name in wanted or check.group in wanted]
