"""Files as strangers might send them: mutants of sound ones, and what becomes of who reads them.

A kind of file gives one sound example and what reads it. Mutants change its bytes, its structure
(names, types, lists, depths) or its sizes; those that a checksum would give away are sealed anew.
Whoever reads one either takes it or raises an error of the suite: within a second of CPU time and
200 MB, and without writing a file, starting a process or importing a module.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import random
import signal
import sys
import sysconfig
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from piracy_env.errors import PiracyError

SECONDS = 1.0
MEGABYTES = 200

CANARY = "tests.canary:SINGS"
"""A module that is imported by nobody: to be loaded is to be found out."""

HOSTILE: tuple[Any, ...] = (
    *(0, -1, 1, 2**15, 2**31, 2**63, 10**9, 10**30, -(10**30), 1e308, -0.0, 0.5),
    *(math.nan, math.inf, -math.inf, True, False, None),
    *("", " ", "\0", "\x1b[2J", "\u202e", "a" * 100_000, "é" * 100, "9" * 5000),
    *("../../elsewhere", "/dev/zero", "/etc/passwd", CANARY, f"heuristic:{CANARY}"),
    *(f"ppo:{CANARY}", "ppo:/dev/zero", "heuristic", "uniform", "mcts:999999999", "self"),
    *([], [[]], {}, {"": {}}, {"a": [{}]}, [0] * 1000, [[0] * 100] * 100, [None, "x", 3.5]),
)


UNWRITABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What packers raise for values that no file of the kind can hold."""


@dataclass(frozen=True)
class Kind:
    """A kind of file."""

    sound: Any
    """Plain values, which `pack` makes a file of; or bytes."""
    pack: Callable[[Any], bytes]
    """Makes the bytes of a file from such values, sealed and all."""
    read: Callable[[Path], object]
    """Reads the file as the suite does."""
    name: str = "file"
    """What the file is called, in a folder that may hold others."""
    mends: bool = False
    """Whether the reader may write to this very file: a torn last line is cut off."""


# --- mutants -------------------------------------------------------------------------------------


def mutants(kind: Kind, count: int, seed: int = 0) -> Iterator[bytes]:
    """So many files: two of three are sealed after a change of structure, the others of bytes."""
    dice = random.Random(seed)
    whole = kind.pack(kind.sound)
    made = 0
    while made < count:
        if made % 3 == 2 or isinstance(kind.sound, bytes):
            mutant = changed_bytes(whole, dice)
        else:
            value = kind.sound
            for _ in range(dice.choice((1, 1, 1, 2, 5))):
                value = changed_value(value, dice)
            try:
                mutant = kind.pack(value)
            except UNWRITABLE:
                continue
        made += 1
        yield mutant


def changed_bytes(data: bytes, dice: random.Random) -> bytes:
    """The bytes with some flipped, cut out, doubled, moved or replaced."""
    place = dice.randrange(len(data) + 1)
    length = min(dice.choice((1, 2, 8, 100, len(data))), len(data) - place)
    part = data[place : place + length]
    other = dice.choice(
        (
            b"",
            bytes([dice.randrange(256)]) * length,
            part * 2,
            part * dice.choice((10, 1000)) if length <= 100 else part,
            part[::-1],
            bytes(byte ^ 1 << dice.randrange(8) for byte in part),
            dice.choice((b"\0", b"\xff\xff\xff\xff", b"[" * 5000, b"a." * 5000, b"9" * 5000)),
            dice.choice((b'"', b"\n", b"{", b"}", b"]", b"=", b",", b"PK\x05\x06", b"\\u0000")),
        )
    )
    return data[:place] + other + data[place + length :]


def changed_value(value: Any, dice: random.Random) -> Any:
    """The value with something replaced, left out, added, doubled or nested somewhere in it."""
    if isinstance(value, (dict, list)) and value and dice.random() < 0.85:
        keys = list(value) if isinstance(value, dict) else range(len(value))
        key = dice.choice(keys)
        copy = value.copy()
        how = dice.random()
        if how < 0.8:
            copy[key] = changed_value(value[key], dice)
        elif how < 0.87:
            del copy[key]
        elif isinstance(copy, dict):
            name = dice.choice(("", "more", "a.b", "\0", "x" * 2000, *map(str, keys)))
            copy[name] = value[key]
        else:
            copy *= dice.choice((2, 100))
        return copy
    if type(value) in {int, float} and dice.random() < 0.4:
        return value + dice.choice((-1, 1, 2, 255, -1000, 1 << 20))
    if dice.random() < 0.1:
        for _ in range(dice.choice((1, 40, 500))):
            value = [value] if dice.random() < 0.5 else {"a": value}
        return value
    return dice.choice(HOSTILE)


def toml(table: dict[str, Any]) -> bytes:
    """Plain values as TOML."""
    return "".join(f"{_word(name)} = {_toml(value)}\n" for name, value in table.items()).encode()


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_word(k)} = {_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    if value is None:
        raise TypeError("TOML has no null")
    return _word(value) if isinstance(value, str) else json.dumps(value)


def _word(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


# --- watching ------------------------------------------------------------------------------------


class CaughtError(AssertionError):
    """A mutant that got further than it may."""


WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
FORBIDDEN = (
    *("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.truncate", "os.link", "os.symlink"),
    *("os.system", "os.exec", "os.posix_spawn", "os.fork", "subprocess.Popen", "socket.connect"),
    *("pickle.find_class", "shutil.rmtree", "shutil.copyfile", "shutil.move"),
)


class _Watch:
    """Notes what a process does while it is on; Python gives an audit hook no way out."""

    def __init__(self) -> None:
        self.on = False
        self.deeds: list[str] = []
        sys.addaudithook(self.hear)

    def hear(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.on:
            return
        if event == "open" and isinstance(args[2], int) and args[2] & WRITING:
            self.deeds.append(f"opened {str(args[0])!r} for writing")
        elif event == "exec" and _is_foreign(args[0]):
            self.deeds.append(f"ran {args[0].co_filename}")
        elif event in FORBIDDEN:
            self.deeds.append(f"{event} {args!r:.200}")


def _is_foreign(code: Any) -> bool:
    """Whether code is a module's, or an expression's, and not of Python's own library."""
    own = sysconfig.get_path("stdlib")
    is_own = code.co_filename.startswith((own, "<frozen")) and "-packages" not in code.co_filename
    return code.co_name == "<module>" and not is_own


WATCH = _Watch()


def _too_late(*_: object) -> None:
    raise CaughtError(f"took more than {SECONDS} s of CPU time")


@contextlib.contextmanager
def watched(but: Path | None = None) -> Iterator[None]:
    """Nothing in the block may take long or much memory, write, start or import anything.

    One file may be written to, if it is said which.
    """
    WATCH.deeds.clear()
    before = _peak(reset=True)
    former = signal.signal(signal.SIGPROF, _too_late)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    WATCH.on = True
    try:
        yield
    finally:
        WATCH.on = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, former)
    own = [repr(str(path)) for path in (but, but.parent)] if but else []
    deeds = [deed for deed in WATCH.deeds if not any(path in deed for path in own)]
    if deeds:
        raise CaughtError("; ".join(deeds))
    if (grown := _peak() - before) > MEGABYTES:
        raise CaughtError(f"took {grown} MB")


def _peak(*, reset: bool = False) -> int:
    """Megabytes that the process had at most, since the last reset where the system knows one."""
    if reset:
        with contextlib.suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5")
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return 0  # only time and deeds are watched
    return int(status.split("VmHWM:")[1].split()[0]) >> 10


def expose(kind: Kind, folder: Path, count: int, seed: int = 0) -> tuple[int, int]:
    """Read so many mutants in a folder; how many were taken, and how many refused."""
    path = folder / kind.name
    path.write_bytes(kind.pack(kind.sound))
    kind.read(path)  # what is sound is taken; and whatever is imported or compiled at first, is
    taken = refused = 0
    for number, data in enumerate(mutants(kind, count, seed)):
        path.write_bytes(data)
        before = _contents(folder, path if kind.mends else None)
        try:
            with watched(path if kind.mends else None):
                kind.read(path)
            taken += 1
        except PiracyError:
            refused += 1
        except Exception as error:
            error.add_note(f"mutant {number} of seed {seed}: {data[:300]!r}")
            raise
        if _contents(folder, path if kind.mends else None) != before:
            raise CaughtError(f"mutant {number} of seed {seed} changed the folder")
    return taken, refused


def _contents(folder: Path, but: Path | None) -> dict[str, tuple[int, int]]:
    found = [(path, path.stat()) for path in folder.rglob("*") if path != but]
    return {str(path): (stat.st_size, stat.st_mtime_ns) for path, stat in found}
