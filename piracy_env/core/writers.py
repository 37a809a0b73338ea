"""The kernel `observe` of a layout whose groups know who writes them."""

from __future__ import annotations

from typing import Any

from piracy_env.core.generated import function_of
from piracy_env.core.jit import COMPILED, kernel
from piracy_env.core.layout import Layout
from piracy_env.errors import GameDefinitionError, listing


def observing(layout: Layout) -> Any:
    """A kernel (s, t, seat, out) that has each group written by its own writer."""
    lacking = [group.name for group in layout.groups if group.write is None]
    if lacking:
        raise GameDefinitionError(f"observation groups {listing(lacking)} have no writer")
    for group in layout.groups:
        if not callable(group.write) or (COMPILED and not hasattr(group.write, "py_func")):
            raise GameDefinitionError(
                f"observation group {group.name}: its writer must be a @kernel of "
                f"(s, t, seat, out), not {group.write!r}"
            )
    lines, scope = [], {}
    for number, (group, where) in enumerate(zip(layout.groups, layout.slices, strict=True)):
        scope[f"write_{number}"] = group.write
        lines.append(f"write_{number}(s, t, seat, out[{where.start}:{where.stop}])")
    return kernel(function_of("observe", "s, t, seat, out", lines, scope))
