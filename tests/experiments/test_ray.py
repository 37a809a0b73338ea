"""What is put into Ray's object store comes out read-only, and is played on all the same."""

import os
from pathlib import Path

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.registry import load
from tests.core.test_trust import make, play_on

ROOT = str(Path(__file__).parents[2])


@pytest.fixture
def cluster(ray, monkeypatch):
    """Two workers of a cluster of this test's own, which find its modules."""
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    paths = os.pathsep.join([ROOT, os.environ.get("PYTHONPATH", "")])
    ray.init(num_cpus=2, include_dashboard=False, runtime_env={"env_vars": {"PYTHONPATH": paths}})
    return ray


def _writeable(engine):
    arrays = [value for value in vars(engine).values() if isinstance(value, np.ndarray)]
    return [array.flags.writeable for array in arrays if array.dtype.names is None]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Ray's own
@pytest.mark.parametrize("threads", [1, 2])
def test_an_engine_out_of_the_object_store_plays_on_in_lockstep(cluster, threads):
    engine = make(512, threads=threads, record=True)
    engine.rollout(5)

    @cluster.remote
    def task(engine):
        return all(_writeable(engine)), play_on(engine)

    kept = cluster.put(engine)
    here = cluster.get(kept)
    found = cluster.get([task.remote(kept) for _ in range(2)], timeout=300)
    expected = play_on(engine)
    assert [writeable for writeable, _ in found] == [True, True]
    assert [played for _, played in found] == [expected, expected], "each has a copy of its own"
    assert play_on(here) == expected
    assert play_on(cluster.get(kept)) == expected, "and what lies in the store stays as it was"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_states_and_tables_out_of_the_object_store_are_played_from(cluster):
    game = load("mutiny")
    engine = Engine(game, 64, seed=4, auto_reset=False)
    engine.reset()
    engine.rollout(9)
    tables = engine.tables_of(0)

    @cluster.remote
    def task(states, tables):
        assert not states.flags.writeable, "the store lends its own memory"
        other = Engine(game, len(states), seed=5, tables=tables, auto_reset=False)
        other.reset()
        for i in range(len(states)):
            other.load_state(i, states[i : i + 1])
        other.step(other.action_mask.argmax(axis=1))
        return other.states.tobytes(), other.observation.tobytes()

    kept = [cluster.put(np.array(engine.states)), cluster.put(tables)]
    found = cluster.get(task.remote(*kept), timeout=300)
    engine.step(engine.action_mask.argmax(axis=1))
    assert found[0] == engine.states.tobytes()
    assert found[1] == engine.observation.tobytes()
