"""How scripts end that are asked for something that there is not."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from piracy_env.errors import PiracyError

REFUSED = 2
"""What a script returns to the shell then, as `argparse` does."""

Given = ParamSpec("Given")
Found = TypeVar("Found")


def refusing(main: Callable[Given, Found]) -> Callable[Given, Found]:
    """A script's `main` that ends with the words of an error of the package, not with a traceback.

    It begins with the script's name, as that of `argparse` does.
    """
    script = main.__module__.rpartition(".")[2]

    @functools.wraps(main)
    def refuse(*args: Given.args, **options: Given.kwargs) -> Found:
        try:
            return main(*args, **options)
        except PiracyError as error:
            name = script if script != "__main__" else sys.argv[0].rpartition("/")[2]
            print(f"{name.removesuffix('.py')}: {error}", file=sys.stderr)
            sys.exit(REFUSED)

    return refuse
