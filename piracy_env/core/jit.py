"""Compiles kernels, and keeps the machine code of each game's loops in a content-addressed cache.

A kernel is a plain function over one record. It is compiled into the loops of its game
(`loops.py`), and only the loops are written to disk: below `<cache>/<game>-<digest>/`, where the
digest covers every file that the machine code depends on. numba itself would notice neither an edit
in another file nor a changed constant.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
import numpy as np

COMPILED: bool = not numba.config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1: the rules then run as plain Python, over `record.Record`."""

WORD: Any = np.uint64 if COMPILED else int
"""Type of 64-bit words: wraps when compiled; plain Python masks instead (see `core.rng`)."""

INT: Any = np.int64 if COMPILED else int
"""Type a word is turned into before it meets other integers (uint64 + int64 would be a float)."""

SOURCES = "sources.txt"
"""Beside the machine code: the files that it was made from, below their digest."""

_NO_MACHINE_CODE = {
    *("batch.py", "choosing.py", "editing.py", "engine.py", "looking.py", "memory.py", "view.py"),
    *("record.py", "replay.py", "soundness.py", "step.py", "svg.py", "text.py"),
    *("ranges.py", "describe.py", "render.py", "invariants.py"),
}

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Mark a function over records as part of a game's rules: the game's loops compile it in."""
    return cast(F, numba.njit(nogil=True, error_model="numpy")(function))


def inlined(function: F) -> F:
    """Mark a small function of a hot loop: its caller takes it in, arguments and all."""
    return cast(F, numba.njit(nogil=True, error_model="numpy", forceinline=True)(function))


def loop(function: F) -> F:
    """Mark a function over batches as an entry point: compiled on first use and kept on disk."""
    return cast(F, numba.njit(nogil=True, error_model="numpy", cache=True)(function))


def cache_folder() -> Path:
    """Where machine code is kept: `PIRACY_CACHE`, the user's cache, or else a temporary folder."""
    home = (
        os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    )
    folder = Path(os.environ.get("PIRACY_CACHE") or Path(home) / "piracy_env")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        fallback = (
            Path(tempfile.gettempdir())
            / f"piracy_env-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
        )
        fallback.mkdir(parents=True, exist_ok=True)
        return fallback


def source_files(*modules: str) -> list[Path]:
    """The files that machine code depends on: this package, and the folders of the modules."""
    kernels = [Path(str(sys.modules[name].__file__)) for name in modules]
    files = {*Path(__file__).parent.glob("*.py"), *kernels}
    for path in kernels:
        if (path.parent / "__init__.py").exists():
            files.update(path.parent.rglob("*.py"))
    return sorted(path for path in files if path in kernels or path.name not in _NO_MACHINE_CODE)


def digest(files: Iterable[Path], *facts: object) -> str:
    """Fingerprint of files and facts: the name of a cache folder."""
    fingerprint = hashlib.sha256()
    for path in files:
        fingerprint.update(path.name.encode() + b"\0" + path.read_bytes())
    fingerprint.update(repr(facts).encode())
    return fingerprint.hexdigest()[:16]


def bind(
    template: Path,
    name: str,
    files: Sequence[Path],
    facts: Iterable[object],
    kernels: dict[str, object],
) -> ModuleType:
    """Execute `template` as a module of its own, with one game's kernels as its globals.

    This is the one trick of the code base. A loop that takes kernels as arguments, or closes over
    them, never hits numba's disk cache; a loop whose kernels are globals of its module does. So
    each game gets its own copy of the loops' source, in a folder named after the files and facts
    that it depends on, registered in `sys.modules` before it is executed (numba looks it up there
    when it loads machine code).
    """
    path, title = template, f"{name}-{digest(files, *facts)}"
    if COMPILED:
        path = cache_folder() / title / template.name
        path.parent.mkdir(parents=True, exist_ok=True)
        _put(path, template.read_text("utf-8"))
        _put(path.with_name(SOURCES), "\n".join([digest(files), *map(str, files)]))
    title = f"piracy_env.core.bound_{title.replace('-', '_')}"
    if title in sys.modules:
        return sys.modules[title]
    spec = importlib.util.spec_from_file_location(title, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    module.__dict__.update(kernels)
    sys.modules[title] = module
    spec.loader.exec_module(module)
    return module


def _put(path: Path, text: str) -> None:
    """Write a file at one stroke, unless it says so already: other processes may be reading it."""
    if path.exists() and path.read_text("utf-8") == text:
        return
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", newline="", dir=path.parent, suffix=".part", delete=False
    ) as part:
        part.write(text)
    shutil.move(part.name, path)


def is_current(folder: Path) -> bool:
    """Whether the machine code in a folder of the cache belongs to its sources as they are now."""
    try:
        found, *files = (folder / SOURCES).read_text("utf-8").splitlines()
        return digest(map(Path, files)) == found
    except (OSError, ValueError):
        return False
