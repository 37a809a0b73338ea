"""Rules that each chapter has of its own: a kernel that calls that of the chapter played.

A chapter is a module, or two: one with what `stories` asks, one with what `deeds` asks. It has a
kernel for what is special in it, under the name of the question; all else is as the rule says that
the question is written with.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, TypeVar, cast

from piracy_env.core.generated import function_of
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.tables.adventures import ADVENTURE_KEYS

Rule = TypeVar("Rule", bound=Callable[..., Any])


def told_by(modules: Mapping[str, ModuleType]) -> Callable[[Rule], Rule]:
    """Make a rule a kernel for which the chapters among these modules may have their own.

    Args:
        modules: Of each chapter, by its key, the module that may have a kernel of that name.
    """

    def tell(rule: Rule) -> Rule:
        name, given = rule.__name__, ", ".join(inspect.signature(rule).parameters)
        scope: dict[str, Any] = {"noinline": noinline, "rule": kernel(rule)}
        lines = ["noinline()", "chapter = s.chapter"]
        for key, module in modules.items():
            if hasattr(module, name):
                scope[key] = getattr(module, name)
                lines.append(f"if chapter == {ADVENTURE_KEYS.index(key)}:")
                lines.append(f"    return {key}({given})")
        lines.append(f"return rule({given})")
        told = function_of(name, given, lines, scope)
        told.__doc__ = rule.__doc__
        return cast(Rule, kernel(told))

    return tell
