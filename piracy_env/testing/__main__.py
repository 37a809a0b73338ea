"""The other end of `traces` and `edits`: plays under the switches this process was started with."""

from __future__ import annotations

import sys
from pathlib import Path

from piracy_env.testing.edits import run_edits
from piracy_env.testing.traces import run_trace


def main(arguments: list[str]) -> int:
    """Run `trace <what.json> <result.npz>`, or `edits` with the same."""
    match arguments:
        case ["trace", what, result]:
            return run_trace(Path(what), Path(result))
        case ["edits", what, result]:
            return run_edits(Path(what), Path(result))
        case _:
            print("usage: python -m piracy_env.testing trace|edits <what.json> <result.npz>")
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
