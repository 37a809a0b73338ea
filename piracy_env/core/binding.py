"""Binds the compiled loops to a game, once for each game and process."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from piracy_env.core import jit
from piracy_env.core.game import Game
from piracy_env.core.script import NO_SCRIPT

KERNELS = ("reset", "legal", "step", "observe", "determinize", "outcome")


@jit.kernel
def no_reward(s: Any, t: Any, mode: int, out: Any) -> None:
    """Stands in for the reward modes of a game that has none of its own."""


@cache
def loops_of(game: Game, weigh: Any = NO_SCRIPT.weigh) -> ModuleType:
    """The loops with this game's kernels as their globals, and with a script's, if there is one."""
    return bind(Path(__file__).with_name("loops.py"), game, weigh)


def bind(template: Path, game: Game, weigh: Any, *beside: Path) -> ModuleType:
    """A file of loops with a game's and a script's kernels as globals; it needs those beside it."""
    files, facts = _foundations(game, weigh)
    files = [*files, template, *beside]
    return jit.bind(template, game.name, files, facts, kernels_of(game, weigh))


def kernels_of(game: Game, weigh: Any = NO_SCRIPT.weigh) -> dict[str, Any]:
    """What a file of loops finds among its globals."""
    kernels: dict[str, Any] = {name: getattr(game, name) for name in KERNELS}
    kernels["reward_of"] = game.reward or no_reward
    kernels["weigh"] = weigh
    kernels["HAS_SCRIPT"] = weigh is not NO_SCRIPT.weigh
    return kernels


def fingerprint(game: Game, weigh: Any = NO_SCRIPT.weigh) -> str:
    """Digest of all that the machine code of a game, and of a script, depends on."""
    files, facts = _foundations(game, weigh)
    return jit.digest(files, *facts)


def _foundations(game: Game, weigh: Any) -> tuple[list[Path], list[object]]:
    """Files that machine code depends on, and whatever else it does."""
    kernels = [getattr(game, name) for name in (*KERNELS, "reward")]
    functions = [_plain(one) for one in (*kernels, weigh) if one]
    reached = _reachable(functions)
    modules = sorted({function.__module__ for function in reached})
    facts = [
        (f.__module__, f.__qualname__, f.__code__.co_code.hex(), _enclosed(f)) for f in reached
    ]
    switches = (jit.COMPILED, os.environ.get("NUMBA_BOUNDSCHECK", ""))
    return jit.source_files(*modules), [game.name, facts, switches]


def _reachable(functions: list[Any]) -> list[Any]:
    """The functions and all kernels that they call, wherever those are written."""
    reached: list[Any] = []
    waiting = list(functions)
    while waiting:
        function = waiting.pop(0)
        if function not in reached:
            reached.append(function)
            named = (function.__globals__.get(name) for name in function.__code__.co_names)
            waiting += [_plain(value) for value in named if hasattr(value, "py_func")]
    return reached


def _plain(function: Any) -> Any:
    return getattr(function, "py_func", function)


def _enclosed(function: Callable[..., Any]) -> list[str]:
    return [repr(cell.cell_contents) for cell in function.__closure__ or ()]
