"""Processes that compile: each does one thing after the other that it is asked for.

A process is a new interpreter, which reads what to do from a pipe. It imports what it is asked to
call, and never the program that asks, so that scripts need no guard around their main part. It ends
with that program, however that ends.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, TypeVar

from piracy_env.core.folder import cache_folder
from piracy_env.core.notices import listening, tell

R = TypeVar("R")

SWITCH = "PIRACY_COMPILERS"
"""In the environment: how many processes compile at first use; 1 for none but this one."""
_TASKS_IN_A_PROCESS = 40
_PROGRAM = (
    "import sys; sys.path[:] = sys.argv[1:]; from piracy_env.core import compilers as c; c.serve()"
)
_RESULT, _ERROR, _NOTICE = range(3)
"""What an answer is."""


class Compilers:
    """Processes that compile, each renewed after a while, as a compiler keeps all that it makes.

    Each stands behind a thread, which begins it when there is something to do.
    """

    def __init__(self, jobs: int, tasks_each: int = _TASKS_IN_A_PROCESS) -> None:
        self._tasks_each = tasks_each
        self._threads = ThreadPoolExecutor(jobs)
        self._mine = threading.local()
        self._tasks: queue.PriorityQueue[tuple[Any, ...]] = queue.PriorityQueue()
        self._numbers = count()
        self._lock = threading.Lock()
        self._processes: set[Process] | None = set()
        """None once this is closed."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End all processes, whatever they are at."""
        with self._lock:
            left, self._processes = self._processes or set(), None
        for process in left:
            process.end()
        self._threads.shutdown(cancel_futures=True)

    def submit(
        self, function: Callable[..., R], *arguments: Any, order: int = 0, waits: bool = False
    ) -> Future[R]:
        """Have a function called as soon as a process has time.

        What is of lower order goes first, and of the same order what does not wait.
        """
        future: Future[R] = Future()
        self._tasks.put((order, waits, next(self._numbers), function, arguments, future))
        self._threads.submit(self._do_next)
        return future

    def _do_next(self) -> None:
        *_, function, arguments, future = self._tasks.get()
        try:
            future.set_result(self._call(function, arguments))
        except BaseException as error:
            future.set_exception(error)

    def _call(self, function: Callable[..., R], arguments: tuple[Any, ...]) -> R:
        mine = self._mine
        if getattr(mine, "tasks", self._tasks_each) == self._tasks_each or not mine.process.lives:
            mine.tasks, mine.process = 0, self._begun()
        mine.tasks += 1
        process: Process = mine.process
        try:
            return process.call(function, arguments)
        finally:
            if mine.tasks == self._tasks_each:
                self._end(process)

    def _begun(self) -> Process:
        with self._lock:
            if self._processes is None:
                raise ChildProcessError("these compilers are closed")
            process = Process()
            self._processes.add(process)
            return process

    def _end(self, process: Process) -> None:
        process.end()
        with self._lock:
            if self._processes is not None:
                self._processes.discard(process)


class Process:
    """A process that calls functions for this one."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, *["-O"] * sys.flags.optimize, "-c", _PROGRAM, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PIRACY_CACHE": str(cache_folder()), SWITCH: "1"},
        )

    @property
    def lives(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def call(self, function: Callable[..., R], arguments: tuple[Any, ...]) -> R:
        """Have a function called there; listeners here hear of what is compiled."""
        begun: list[str] = []
        try:
            self._send((function, arguments))
            while True:
                kind, answer = self._heard()
                if kind == _RESULT:
                    result: R = answer
                    return result
                if kind == _ERROR:
                    raise answer
                (begun.append if answer[1] else begun.remove)(answer[0])
                tell(*answer)
        finally:
            for title in begun:  # it has ended amid them
                tell(title, False)

    def _send(self, task: Any) -> None:
        try:
            _write(self._process.stdin, task)
        except (OSError, ValueError):  # it has ended, or was ended here
            raise self._ended() from None

    def _heard(self) -> tuple[int, Any]:
        try:
            kind, answer = pickle.loads(pickle.load(self._process.stdout))  # type: ignore[arg-type]
        except (EOFError, OSError, ValueError):
            raise self._ended() from None
        return kind, answer

    def _ended(self) -> ChildProcessError:
        code = self._process.wait()
        return ChildProcessError(f"a process that was to compile has ended: {code}")

    def end(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):  # of what was never read
                if pipe:
                    pipe.close()


def can_begin() -> bool:
    """Whether a new interpreter can be begun: not by a program that only has one inside."""
    name = Path(sys.executable or "").stem.lower()
    return name.startswith(("python", "pypy")) and not getattr(sys, "frozen", False)


def _write(stream: IO[bytes] | None, message: Any) -> None:
    assert stream
    pickle.dump(pickle.dumps(message), stream)
    stream.flush()


# --- in the new process ---------------------------------------------------------------------------


def serve() -> None:
    """Do what the standard input asks for, until it is closed; answers go where prints would."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal tells all of its processes
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    tasks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=[tasks], daemon=True).start()
    with listening(lambda title, begins: _write(answers, (_NOTICE, (title, begins)))):
        while True:
            answer = _answer(tasks.get())
            try:
                _write(answers, answer)
            except (pickle.PicklingError, TypeError, AttributeError) as error:
                _write(answers, (_ERROR, RuntimeError(f"{answer[1]!r} cannot be told: {error}")))


def _listen(tasks: queue.SimpleQueue[bytes]) -> None:
    """Take orders, and end when nobody is left who could give one."""
    while True:
        try:
            tasks.put(pickle.load(sys.stdin.buffer))
        except (EOFError, OSError, pickle.UnpicklingError):
            signal.raise_signal(signal.SIGTERM)


def _answer(task: bytes) -> tuple[int, Any]:
    try:
        function, arguments = pickle.loads(task)
        return _RESULT, function(*arguments)
    except BaseException as error:
        return _ERROR, error
