"""How scripts begin and end: what the shell is told, and who reads it."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import ParamSpec

from piracy_env.cli import INTERRUPTED, REFUSED
from piracy_env.cli.progress import announced
from piracy_env.errors import PiracyError

Given = ParamSpec("Given")
Main = Callable[Given, int | None]


def command(after_break: str = "") -> Callable[[Main[Given]], Callable[Given, int]]:
    """Make a script's `main` return what the shell is told: 0, unless it says something else.

    Whoever waits is told what is compiled. An error of the package ends the script with its words,
    not with a traceback; they begin with the script's name, as those of `argparse` do.

    Args:
        after_break: What may be done after Ctrl-C.
    """

    def decorate(main: Main[Given]) -> Callable[Given, int]:
        @functools.wraps(main)
        def run(*args: Given.args, **options: Given.kwargs) -> int:
            try:
                with announced():
                    return main(*args, **options) or 0
            except PiracyError as error:
                print(f"{_name_of(main)}: {error}", file=sys.stderr)
                return REFUSED
            except KeyboardInterrupt:
                print("\n" + "; ".join(filter(None, ["interrupted", after_break])), file=sys.stderr)
                return INTERRUPTED

        return run

    return decorate


def _name_of(main: Callable[..., object]) -> str:
    """The script's name: of a package's `__main__`, that of the package."""
    path = sys.argv[0] if main.__module__ == "__main__" else main.__module__.replace(".", "/")
    parts = path.removesuffix(".py").removesuffix("/__main__").split("/")
    return parts[-1]
