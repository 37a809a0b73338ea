"""How long a user waits for the first step: importing the package, warm cache, empty cache.

Each figure is taken in a fresh process, from before `import piracy_env` to the end of the step.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass

from experiments.reporting.machine import ROOT

PROGRAM = """
import sys, time
start = time.perf_counter()
import piracy_env
imported = time.perf_counter()
vec = piracy_env.vector(sys.argv[1], num_envs=2, seed=0)
vec.reset()
vec.step(vec.uniform())
print(imported - start, time.perf_counter() - start)
"""


@dataclass(frozen=True)
class Startup:
    """Seconds until the first step of a game."""

    imported: float
    warm: float
    cold: float | None
    """With nothing compiled yet; None if it was not measured."""


def measure_startup(game: str, cold: bool = True, repeats: int = 5) -> Startup:
    """Start a game in fresh processes; the first one fills the cache for the others."""
    with tempfile.TemporaryDirectory() as empty:
        cache = {"PIRACY_CACHE": empty} if cold else {}
        first = _start(game, cache)
        warm = [_start(game, cache) for _ in range(repeats)]
    return Startup(
        imported=statistics.median(imported for imported, _ in warm),
        warm=statistics.median(stepped for _, stepped in warm),
        cold=first[1] if cold else None,
    )


def _start(game: str, cache: dict[str, str]) -> tuple[float, float]:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, game],
        cwd=ROOT,
        env=os.environ | cache,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise RuntimeError(f"{game} does not start:\n{run.stderr}")
    imported, stepped = (float(word) for word in run.stdout.split())
    return imported, stepped
