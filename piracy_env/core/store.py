"""Machine code on disk: each compiled function in a file of its own, named after what it is.

A name is a digest of everything that the function reaches (`reach.py`), of its argument types, and
of the compiler and the processor. So a file is right or it is not found, and an edit of one
function costs the compilation of those that reach it. Files carry a checksum: a damaged one is
compiled anew. Processes that want the same function wait for the one that compiles it.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import logging
import os
import pickle
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import serialize, sigutils
from numba.core.caching import _Cache
from numba.core.codegen import get_host_cpu_features
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.runtime import rtsys
from numba.core.types import Type

from piracy_env.core import jit, parts
from piracy_env.core.folder import cache_folder
from piracy_env.core.garbage import collecting_rarely
from piracy_env.core.notices import compiling
from piracy_env.core.parts import without_idling
from piracy_env.core.reach import code_fingerprint
from piracy_env.core.separate import Cell, cell_of, cells_among, fill, noting

try:
    import fcntl
except ImportError:  # on systems without it, two processes may compile the same
    fcntl = None  # type: ignore[assignment]

SUFFIX = ".code"
_MAGIC = b"piracy_env machine code 1\n"
_PATIENCE = 900.0
"""Seconds that a process waits for another one to compile a function, before it does so itself."""
_SWITCHES = (
    *("OPT", "BOUNDSCHECK", "DEBUGINFO_DEFAULT", "LOOP_VECTORIZE", "SLP_VECTORIZE"),
    *("CPU_NAME", "CPU_FEATURES", "ENABLE_AVX", "FULL_TRACEBACKS", "LLVM_REFPRUNE_PASS"),
)

USED: set[Path] = set()
"""Files that this process has read or written."""

_SHAPING = (Path(str(jit.__file__)), Path(str(parts.__file__)))
"""Files that say how functions are compiled, whatever these are."""

_LOG = logging.getLogger("piracy_env")


def shelf() -> Path:
    """The folder for this compiler, this processor and these switches, within the cache."""
    return cache_folder() / _edition()


def _edition() -> str:
    switches = [getattr(numba.config, name, None) for name in _SWITCHES]
    return _edition_with(repr(switches), os.environ.get("NUMBA_BOUNDSCHECK", ""))


@cache
def _edition_with(switches: str, bounds: str) -> str:
    """A name that tells a reader what it can, and the machine the rest."""
    import llvmlite.binding as llvm

    facts = (
        *(sys.version, platform.machine(), llvm.get_process_triple()),
        *(llvm.get_host_cpu_name(), get_host_cpu_features()),
        *(llvmlite.__version__, np.__version__, switches, bounds),
        *(path.read_bytes() for path in _SHAPING),
    )
    digest = hashlib.sha256(repr(facts).encode()).hexdigest()[:8]
    return f"numba{numba.__version__}-{sys.implementation.cache_tag}-{digest}"


def keep(dispatcher: Any, title: str, digest: Callable[[], str] | None = None) -> Any:
    """Let a dispatcher find its machine code on disk, and put it there; the dispatcher itself.

    What the function depends on is what it reaches, unless a digest says more.
    """
    store = Store(title, digest or (lambda: code_fingerprint([dispatcher])))
    store.by_address = dispatcher.targetoptions.get("no_cpython_wrapper", False)
    dispatcher._cache = store
    compile_now = dispatcher.compile

    def compile_once(signature: Any) -> Any:
        with global_compiler_lock:
            arguments = _arguments(signature)
            if arguments not in dispatcher.overloads:
                with store.turn(signature), noting():
                    compile_now(signature)
            fill(store.called[arguments])
            return compile_now(signature)

    dispatcher.compile = compile_once
    return dispatcher


def is_kept(dispatcher: Any, signature: Any) -> bool:
    """Whether there is a file with what a dispatcher compiles for some argument types."""
    store: Store = dispatcher._cache
    return store.path_of(signature).exists()


def address_of(dispatcher: Any, signature: Any) -> int:
    """Where what a dispatcher compiles for some argument types lies in memory, made or loaded."""
    dispatcher.compile(signature)
    compiled = dispatcher.overloads[signature.args]
    address: int = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    return address


class Store(_Cache):  # type: ignore[misc]
    """The files of one function, as a dispatcher of numba asks for them."""

    def __init__(self, title: str, digest: Callable[[], str]) -> None:
        self.title = title
        self._digest = digest
        self._payload: bytes | None = None
        self.by_address = False
        """Whether nothing but its address is ever asked for: no other function takes it in."""
        self.called: dict[tuple[Any, ...], list[Cell]] = {}
        """Separate kernels that the function calls, by its argument types."""

    @cached_property
    def digest(self) -> str:
        """Digest of what the function depends on."""
        return self._digest()

    @property
    def cache_path(self) -> str:
        """The folder of the files."""
        return str(shelf())

    def path_of(self, signature: Any) -> Path:
        """The file for some argument types."""
        arguments = _arguments(signature)
        key = hashlib.sha256(f"{self.digest} {arguments}".encode()).hexdigest()[:24]
        return shelf() / f"{self.title}-{key}{SUFFIX}"

    @contextlib.contextmanager
    def turn(self, signature: Any) -> Iterator[None]:
        """Wait until no other process compiles this function; then it is there, or ours to do."""
        path = self.path_of(signature)
        USED.add(path)
        self._payload = _read(path)
        if self._payload is not None:
            yield
            return
        with compiling(self.title), _locked(path), collecting_rarely(), without_idling():
            self._payload = _read(path)
            yield

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function for some argument types, or None; `turn` has read its file."""
        payload, self._payload = self._payload, None
        if payload is None:
            return None
        rtsys.initialize(target_context)  # all that it takes; a compiler would read half of scipy
        try:
            parts, needs = _parted(payload, _brought(sig))
            self.called[_arguments(sig)] = [cell_of(need) for need in needs]
            return CompileResult._rebuild(target_context, *parts)
        except Exception as error:
            _LOG.warning("%s is of no use here, and compiled anew: %r", self.title, error)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled function; a folder that cannot be written to does not get it."""
        symbols = data.library._dynamic_globals
        called = self.called[_arguments(sig)] = cells_among(symbols)
        if len(called) < len(symbols):
            return  # it holds addresses of this process
        parts = _without_idle(data._reduce())
        parts = _without_code(parts) if self.by_address else parts
        content = io.BytesIO()
        _Writer(content, _brought(sig)).dump(parts)
        if called:
            _Writer(content, _brought(sig)).dump([cell.need for cell in called])
        _write(self.path_of(sig), content.getvalue())

    def enable(self) -> None:
        """Stores are always on."""

    def disable(self) -> None:
        """Stores are always on."""

    def flush(self) -> None:
        """Files are named by content: none is ever wrong."""


def _without_idle(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """A compiled function without the environments of numba's functions that hold nothing.

    There is one for each function that was taken in. To find it again reads its module, and some
    of numba's read half of scipy.
    """
    *facts, environments = parts
    used = [
        one
        for one in environments
        if one.consts or not one.globals["__name__"].startswith("numba.")
    ]
    return (*facts, tuple(used))


def _without_code(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """A compiled function with its machine code, and not with what others would take in of it.

    That is three quarters of it, and read each time. The compiler asks it for names; its types in
    words, which nobody reads, are pages in a game with a large record.
    """
    import llvmlite.binding as llvm

    (library, kind, (machine_code, code)), *facts, _, reload_init, environments = parts
    hidden = (llvm.Linkage.private, llvm.Linkage.internal)
    names = "\n".join(
        f'define void @"{function.name}"() {{ ret void }}'
        for function in llvm.parse_bitcode(code).functions
        if not function.is_declaration and function.linkage not in hidden
    )
    kept = (library, kind, (machine_code, llvm.parse_assembly(names).as_bitcode()))
    return (kept, *facts, "", reload_init, environments)


def _parted(payload: bytes, brought: Sequence[Any]) -> tuple[Any, Any]:
    """A function, and the separate kernels that it calls, if there are any."""
    stream = io.BytesIO(payload)
    parts = _Reader(stream, brought).load()
    return parts, _Reader(stream, brought).load() if stream.tell() < len(payload) else ()


def _arguments(signature: Any) -> tuple[Any, ...]:
    return tuple(sigutils.normalize_signature(signature)[0])


def _brought(signature: Any) -> list[Any]:
    """Types that who asks for a function brings along: those of its arguments, and within them.

    Files name them by their places, as the type of a large record takes more room than its code.
    """
    kinds = _arguments(signature)
    return [*kinds, *(part for kind in kinds for part in getattr(kind, "types", ()))]


class _Writer(serialize.NumbaPickler):  # type: ignore[misc]
    """Writes types that are brought along as their places."""

    def __init__(self, stream: io.BytesIO, brought: Sequence[Any]) -> None:
        super().__init__(stream, protocol=4)
        self._places = {kind: place for place, kind in enumerate(brought)}

    def persistent_id(self, value: Any) -> int | None:
        """The place of such a type; None for all else."""
        return self._places.get(value) if isinstance(value, Type) else None


class _Reader(pickle.Unpickler):
    """Reads what a writer has written."""

    def __init__(self, stream: io.BytesIO, brought: Sequence[Any]) -> None:
        super().__init__(stream)
        self._brought = brought

    def persistent_load(self, place: int) -> Any:
        """The type at a place."""
        return self._brought[place]


# --- files ----------------------------------------------------------------------------------------


def _read(path: Path) -> bytes | None:
    """What was written to a file; None if it is not there, or is not what was written."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    head = len(_MAGIC) + 32
    payload = content[head:]
    if content[:head] == _MAGIC + hashlib.sha256(payload).digest():
        return payload
    _LOG.warning("%s is damaged, and compiled anew", path)
    with contextlib.suppress(OSError):
        path.unlink()
    return None


def _write(path: Path, payload: bytes) -> None:
    """Write a file at one stroke, as open to others as its folder is."""
    try:
        mode = _made(path.parent)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as part:
            try:
                part.write(_MAGIC + hashlib.sha256(payload).digest() + payload)
                part.flush()
                os.chmod(part.name, mode & 0o666)
                os.replace(part.name, path)
            except OSError:
                os.unlink(part.name)
                raise
    except OSError as error:
        _complain(str(path.parent), error.strerror or str(error))


def _made(folder: Path) -> int:
    """Make a folder as open as the one that it lies in; its mode."""
    mode = folder.parent.stat().st_mode
    with contextlib.suppress(FileExistsError):
        folder.mkdir()
        folder.chmod(mode)
    return mode


@cache
def _complain(folder: str, reason: str) -> None:
    """Say once why machine code is not kept."""
    _LOG.warning(
        "machine code cannot be kept in %s (%s): compiled for this run alone", folder, reason
    )


@contextlib.contextmanager
def at_once(work: str) -> Iterator[bool]:
    """Whether this process may do some work here: no other one does, now or until the end.

    It may not where nothing can be locked.
    """
    with _locked(shelf() / work, patience=0.0) as held:
        yield held


@contextlib.contextmanager
def _locked(path: Path, patience: float = _PATIENCE) -> Iterator[bool]:
    """Hold the lock of a file, or go on without it; whether it is held.

    It is not where the folder or the system does not allow it, or after so many seconds.
    """
    handle = None
    if fcntl is not None:
        with contextlib.suppress(OSError):
            mode = _made(path.parent)
            handle = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, mode & 0o666)
    if handle is None:
        yield False
        return
    held = None
    try:
        held = _has_got(handle, patience)
        yield bool(held)
    finally:
        if held is not False:
            with contextlib.suppress(OSError):
                path.with_suffix(".lock").unlink()
        os.close(handle)


def _has_got(handle: int, patience: float) -> bool | None:
    """Whether a lock was got in time; None on a file system without locks."""
    end = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                return False
            time.sleep(0.02)
        except OSError:
            return None
        else:
            return True
