"""Functions written from declarations, where the compiler needs to see every call by its name."""

from __future__ import annotations

import itertools
import linecache
from collections.abc import Callable, Iterable, Mapping
from typing import Any

_NUMBERS = itertools.count()


def function_of(
    name: str, arguments: str, lines: Iterable[str], scope: Mapping[str, Any]
) -> Callable[..., Any]:
    """A function with this body, in which names mean what `scope` says; debuggers show its lines.

    Args:
        name: The name of the function.
        arguments: What it takes, such as `s, t`.
        lines: Its body.
        scope: What it calls and uses. It is known by its content: see `reach.py`.
    """
    body = "".join(f"    {line}\n" for line in lines)
    source = f"def {name}({arguments}):\n{body}"
    file = f"<piracy_env {name} {next(_NUMBERS)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names = {"__name__": __name__, **scope}
    exec(compile(source, file, "exec"), names)
    made: Callable[..., Any] = names[name]
    return made
