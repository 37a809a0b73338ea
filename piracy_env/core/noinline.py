"""Keeps a kernel a function of its own, where the compiler would copy it into its callers.

Machine code of a large game is mostly copies: a loop over a hand of cards, taken into thirty
callers and each of these into its own. A kernel that calls `noinline()` is compiled once and
called, which costs some nanoseconds and saves a minute of compiling.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import COMPILED

if COMPILED:
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def noinline(_typing_context: Any) -> Any:
        """Ask the compiler not to copy the calling kernel into its callers."""

        def generate(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
            builder.function.attributes.discard("alwaysinline")  # inherited from an inlined caller
            builder.function.attributes.add("noinline")
            return context.get_dummy_value()

        return types.none(), generate
else:

    def noinline() -> None:
        """Nothing is compiled, so nothing is copied."""
