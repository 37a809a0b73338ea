"""Agents that one does not trust: each in a process of its own, which receives what a view holds.

`isolated:<name>` is the agent of that name behind a pipe. The process gets observations, masks,
seats, tables, options and the limit of moves, and upon request sampled worlds and words; never the
engine. Its answers are a stranger's: numbers of a fixed size, whose length is known before they are
read, and nothing of them is unpickled. What takes too long, breaks off or asks too much ends the
process with an `AgentError`.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
import weakref
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_agents.cell import (
    ACTIONS,
    ANSWER,
    DESCRIBE,
    DESCRIBE_ACTION,
    FAILED,
    LONGEST_COMPLAINT,
    NEWS,
    PREFIX,
    READY,
    SAMPLE,
)
from piracy_env.core.game import Game
from piracy_env.core.view import View
from piracy_env.errors import AgentError, PiracyError

KEPT_VARIABLES = ("PATH", "LANG", "TMPDIR", "PIRACY_CACHE", "XDG_CACHE_HOME", "HOME")
"""Of the environment the process gets these."""
ONE_CORE = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
CHUNK = 1 << 16


@dataclass(frozen=True)
class Bounds:
    """What an isolated agent may use."""

    start: float = 120.0
    """Seconds until it is ready, and more for its first answer: kernels are compiled."""
    move: float = 10.0
    """Seconds for a decision; a batch has as many times that as positions."""
    samples: int = 256
    """Samples of a batch."""
    words: int = 4096
    """Descriptions of a batch, of positions, actions and what has happened."""
    memory: int = 4 << 30
    """Bytes of its address space."""
    file: int = 64 << 20
    """Bytes of a file that it writes."""


class Isolated:
    """An agent in a process of its own; the process begins with the first question."""

    def __init__(self, name: str, game: Game, bounds: Bounds | None = None) -> None:
        if game.home is None:
            raise AgentError(f"isolated:{name}: the game {game.name} cannot be imported by a name")
        self.name, self.game = name, game
        self.bounds = bounds or Bounds()
        self._cell: _Cell | None = None
        self._broken = ""

    def act(self, view: View) -> NDArray[np.int64]:
        """The agent's actions, if they are legal; an `AgentError` if anything else comes back."""
        if self._broken:
            raise AgentError(self._broken)
        try:
            if self._cell is None:
                self._cell = _Cell(self.name, self.game, self.bounds)
            actions = self._cell.act(view)
            _require_legal(view, actions)
        except AgentError as error:
            self._broken = f"{self}: {error}"
            self.close()
            raise AgentError(self._broken) from None
        return actions

    def close(self) -> None:
        """End the process."""
        if self._cell is not None:
            self._cell.close()
            self._cell = None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_cell": None}

    def __repr__(self) -> str:
        return f"isolated:{self.name}"


def make(spec: str, game: Game) -> Isolated:
    """The agent of `isolated:<name>`."""
    if not spec or spec.startswith("isolated"):
        raise AgentError("isolated:<name> names an agent, such as isolated:module:attribute")
    return Isolated(spec, game)


def names(_game: Game) -> list[str]:
    """None: any agent may be isolated."""
    return []


def _require_legal(view: View, actions: NDArray[np.int64]) -> None:
    known = (actions >= 0) & (actions < view.action_mask.shape[1])
    legal = known & view.action_mask[np.arange(len(actions)), np.where(known, actions, 0)]
    if not legal.all():
        raise AgentError(f"the action {actions[~legal][0]} is not legal")


class _Cell:
    """The process of an agent, seen from outside."""

    def __init__(self, name: str, game: Game, bounds: Bounds) -> None:
        self._bounds = bounds
        self._folder = tempfile.TemporaryDirectory(prefix="piracy-agent-")
        process = subprocess.Popen(
            [sys.executable, "-m", "piracy_agents.cell"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._folder.name,
            env=_environment(),
            start_new_session=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._in, self._out = process.stdin.fileno(), process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self.close = weakref.finalize(self, _end, process, self._folder)
        self._deadline = time.monotonic() + bounds.start
        order = {"agent": name, "game": game.home, "memory": bounds.memory, "file": bounds.file}
        self._send(json.dumps(order).encode())
        self._receive(READY, 0)
        self._compiling = bounds.start

    def act(self, view: View) -> NDArray[np.int64]:
        """Show a view, serve what is asked of it, and take the actions."""
        n = len(view)
        self._deadline = time.monotonic() + self._bounds.move * max(1, n) + self._compiling
        self._compiling = 0.0
        tables = np.ascontiguousarray(view.tables)
        header = {
            "n": n,
            "tables": len(tables),
            "options": view.options.as_dict(),
            "max_moves": view.max_moves,
        }
        self._send(json.dumps(header).encode())
        for array in (view.observation, view.action_mask, view.seat, tables):
            self._send(np.ascontiguousarray(array).tobytes())
        samples, words = self._bounds.samples, self._bounds.words
        while True:
            kind, k, action, payload = self._receive(None, 8 * n)
            if kind == ACTIONS:
                return np.frombuffer(payload, "<i8").astype(np.int64)
            if kind == SAMPLE:
                samples -= 1
            else:
                words -= 1
            if samples < 0 or words < 0:
                raise AgentError("it asks for more samples or words than it may")
            self._send(_serve(view, kind, k, action))

    def _receive(self, wanted: int | None, size: int) -> tuple[int, int, int, bytes]:
        """A message of the process: nothing is read that is longer than it may be."""
        kind, k, action, length = ANSWER.unpack(self._read(ANSWER.size))
        if kind == FAILED and length <= LONGEST_COMPLAINT:
            text = self._read(length).decode("ascii", "replace")
            raise AgentError("".join(c if c.isprintable() else "?" for c in text))
        requests = (ACTIONS, SAMPLE, DESCRIBE, DESCRIBE_ACTION, NEWS)
        known = requests if wanted is None else (wanted,)
        if kind not in known or length != (size if kind == ACTIONS else 0):
            raise AgentError(f"it answers what nobody asked (kind {kind}, {length} bytes)")
        return kind, k, action, self._read(length)

    def _read(self, size: int) -> bytes:
        parts = bytearray()
        while len(parts) < size:
            self._wait(self._out, select.POLLIN)
            part = os.read(self._out, min(size - len(parts), CHUNK))
            if not part:
                raise AgentError(f"its process has ended (exit code {self._exit_code()})")
            parts += part
        return bytes(parts)

    def _send(self, payload: bytes) -> None:
        rest = memoryview(PREFIX.pack(len(payload)) + payload)
        while rest:
            self._wait(self._in, select.POLLOUT)
            try:
                rest = rest[os.write(self._in, rest[:CHUNK]) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise AgentError(f"its process has ended (exit code {self._exit_code()})") from None

    def _wait(self, descriptor: int, event: int) -> None:
        poll = select.poll()
        poll.register(descriptor, event)
        left = self._deadline - time.monotonic()
        if left <= 0 or not poll.poll(1000 * left):
            raise AgentError("its time is up")

    def _exit_code(self) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(1.0)
        return None


def _serve(view: View, kind: int, k: int, action: int) -> bytes:
    """What was asked: worlds as bytes, or words."""
    try:
        if kind == SAMPLE:
            return bytes(np.asarray(view.sample()).tobytes())
        if kind == NEWS:
            return "\n".join(view.news(k)).encode()
        words = view.describe(k) if kind == DESCRIBE else view.describe_action(k, action)
    except PiracyError as error:
        raise AgentError(f"it asks in vain: {error}") from None
    return words.encode()


def _environment() -> dict[str, str]:
    """What the process needs to find modules and caches, and nothing else."""
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    path = os.pathsep.join(os.path.abspath(part) for part in sys.path)
    return kept | {"PYTHONPATH": path} | dict.fromkeys(ONE_CORE, "1")


def _end(process: subprocess.Popen[bytes], folder: tempfile.TemporaryDirectory[str]) -> None:
    """Kill the process and what it has begun, and take its folder away."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
    folder.cleanup()
