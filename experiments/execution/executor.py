"""Workers that functions are called in: this process, others of this machine, or a Ray cluster."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Self, TypeVar

from piracy_env.errors import MissingExtraError, OptionError

LOCAL, PROCESSES, RAY = "local", "processes", "ray"
BACKENDS = (LOCAL, PROCESSES, RAY)
"""In this process, processes of this machine, a cluster. One worker is always this process."""

Result = TypeVar("Result")


def worker_count(workers: int | None, backend: str) -> int:
    """The number of workers: as many as asked for, or as the backend has cores for."""
    if workers is not None:
        return workers
    if backend == PROCESSES:
        return os.cpu_count() or 1
    return _cluster_size() if backend == RAY else 1


class Executor:
    """Workers of a backend, hired when the block is entered and dismissed when it is left.

    What they do must follow from the call alone: then neither their number nor the backend changes
    any result. A Ray cluster is the one that `RAY_ADDRESS` names, or a local one.
    """

    def __init__(self, workers: int | None = None, backend: str = LOCAL) -> None:
        self.workers = worker_count(workers, backend)
        self.backend = backend
        self._joblib: Any = None if self.alone else _joblib(backend)
        self._hired: Any = None

    @property
    def alone(self) -> bool:
        """Whether there is nobody but this process."""
        return self.workers == 1

    def __enter__(self) -> Self:
        if self._joblib is not None:
            name = "ray" if self.backend == RAY else "loky"
            self._hired = self._joblib.Parallel(self.workers, name).__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        if self._hired is not None:
            self._hired.__exit__(*error)
            self._hired = None

    def results(self, function: Callable[..., Result], calls: Iterable[Any]) -> list[Result]:
        """What the calls return, in their order; each is a tuple of arguments."""
        if self.alone:
            return [function(*call) for call in calls]
        delayed = self._joblib.delayed(function)
        results: list[Result] = self._hired(delayed(*call) for call in calls)
        return results

    def as_known(self, function: Callable[..., Result], calls: Iterable[Any]) -> Iterator[Result]:
        """The same in any order, each as soon as it is known."""
        if self.alone:
            yield from (function(*call) for call in calls)
            return
        if self.backend != RAY:
            joblib = self._joblib
            hired = joblib.Parallel(self.workers, "loky", return_as="generator_unordered")
            yield from hired(joblib.delayed(function)(*call) for call in calls)
            return
        waiting = iter(calls)  # Ray's backend answers when all that it was given is done
        while wave := list(itertools.islice(waiting, 2 * self.workers)):
            yield from self.results(function, wave)


def _joblib(backend: str) -> Any:
    try:
        import joblib

        if backend == RAY:
            os.environ.setdefault("RAY_DEDUP_LOGS", "0")  # lines that differ in figures only
            from ray.util.joblib import register_ray

            register: Any = register_ray
            register()
    except ImportError as error:
        extra = "ray" if backend == RAY else "tournament"
        raise _missing(backend, extra, error) from None
    return joblib


def _cluster_size() -> int:
    try:
        import ray
    except ImportError as error:
        raise _missing(RAY, "ray", error) from None
    try:
        if not ray.is_initialized():
            ray.init()
    except ConnectionError as error:
        raise OptionError(f"the Ray cluster does not answer: {error}") from None
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def _missing(backend: str, extra: str, error: ImportError) -> MissingExtraError:
    return MissingExtraError(
        f"{backend} workers need the extra `{extra}`: pip install -e .[{extra}] ({error})"
    )
