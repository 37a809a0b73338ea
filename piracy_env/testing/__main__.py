"""The other end of `traces`: plays games under the switches that this process was started with."""

from __future__ import annotations

import sys
from pathlib import Path

from piracy_env.testing.traces import run_trace


def main(arguments: list[str]) -> int:
    """Run `trace <what.json> <result.npz>`."""
    match arguments:
        case ["trace", what, result]:
            return run_trace(Path(what), Path(result))
        case _:
            print("usage: python -m piracy_env.testing trace <what.json> <result.npz>")
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
