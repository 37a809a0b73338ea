"""Workers: whoever they are, the results are the same and in their order."""

import os
import time

import pytest

from experiments.execution.executor import BACKENDS, LOCAL, PROCESSES, RAY, Executor, worker_count
from piracy_env.errors import MissingExtraError, OptionError

CALLS = [(7, 2), (9, 3), (4, 4), (8, 5), (1, 6)]


def remainder(number, divisor):
    """Later ones are done sooner."""
    time.sleep(0.02 * (7 - divisor))
    return number % divisor


def process(_):
    return os.getpid()


def found(workers, backend):
    with Executor(workers, backend) as executor:
        assert sorted(executor.as_known(remainder, CALLS)) == [0, 0, 1, 1, 3]
        return executor.results(remainder, CALLS)


@pytest.mark.parametrize(("workers", "backend"), [(1, LOCAL), (2, LOCAL), (2, PROCESSES)])
def test_processes_change_nothing(workers, backend):
    assert found(workers, backend) == [1, 0, 0, 3, 1]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_ray_cluster_changes_nothing(ray):
    assert found(2, RAY) == [1, 0, 0, 3, 1]
    assert worker_count(None, RAY) == 2, "as many as the cluster has processors"
    assert ray.is_initialized()


@pytest.mark.parametrize("backend", [LOCAL, PROCESSES])
def test_one_worker_is_this_process_and_several_are_not(backend):
    with Executor(1, backend) as executor:
        assert executor.results(process, [(0,)]) == [os.getpid()]
    with Executor(2, backend) as executor:
        assert os.getpid() not in executor.results(process, [(0,), (1,)])


def test_there_are_as_many_processes_as_processors_unless_a_number_is_named():
    assert worker_count(None, LOCAL) == 1
    assert worker_count(None, PROCESSES) == os.cpu_count()
    assert [worker_count(5, backend) for backend in BACKENDS] == [5, 5, 5]


def test_what_is_missing_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "ray.util.joblib", None)
    with pytest.raises(MissingExtraError, match=r"ray workers need the extra `ray`"):
        Executor(2, RAY)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_cluster_that_does_not_answer_is_told(monkeypatch, ray):
    def unanswered():
        raise ConnectionError("nobody at 192.0.2.1:6379")

    monkeypatch.setattr(ray, "init", unanswered)
    with pytest.raises(OptionError, match=r"does not answer: nobody at 192\.0\.2\.1:6379"):
        Executor(None, RAY)
