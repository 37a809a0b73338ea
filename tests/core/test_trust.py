"""What goes out of an engine is no way in: masks, states, views, threads, processes, pickles."""

import copy
import multiprocessing
import os
import pickle
import threading

import numpy as np
import pytest

from piracy_env.core.batch import IN_USE
from piracy_env.core.engine import Engine
from piracy_env.core.jit import COMPILED
from piracy_env.errors import IllegalActionError, InvalidStateError, OptionError, OrderError
from tests.testing.toy import TOY

FORKS = hasattr(os, "fork")


def make(num_envs=2, **options):
    engine = Engine(TOY, num_envs, seed=3, **options)
    engine.reset()
    return engine


# --- memory ---------------------------------------------------------------------------------------


def test_an_edit_of_the_mask_makes_nothing_legal():
    engine = make(1)
    banned = int(np.flatnonzero(~engine.action_mask[0])[0])
    step = engine.step(engine.uniform())
    step.action_mask[:] = True
    banned = next(a for a in range(len(TOY.actions)) if a not in engine.legal())
    before = engine.states.tobytes()
    for act in (engine.play, lambda action: engine.step([action])):
        with pytest.raises(IllegalActionError, match="is not legal"):
            act(banned)
    assert engine.states.tobytes() == before


def test_worlds_tell_nothing_of_moves_made_in_secret():
    engine = make(1)
    for _ in range(5):
        engine.step(engine.uniform())
    other = engine.clone()
    engine.load_state_unchecked(0, engine.states[:1].copy())
    other.load_state_unchecked(0, altered(engine.states[:1], moves=2))
    assert other.position_keys([0], 1) == engine.position_keys([0], 1)
    assert other.view().sample().tobytes() == altered(engine.view().sample(), moves=2).tobytes()
    engine.step(engine.uniform())
    other.step(other.uniform())
    assert other.position_keys([0], 1) == engine.position_keys([0], 1)


def test_a_seat_is_given_new_worlds_at_each_of_its_decisions():
    engine = make(1)
    keys = [int(engine.position_keys([0], 0)[0])]
    for _ in range(20):
        if engine.step(engine.uniform()).terminated[0]:
            break
        keys.append(int(engine.position_keys([0], 0)[0]))
    assert len(set(keys)) == len(keys) > 5


def altered(states, **fields):
    """A copy of states with other numbers in some fields."""
    states = states.copy()
    for name, value in fields.items():
        states[name] = value
    return states


def test_what_is_written_into_a_step_changes_no_later_one():
    engine, twin = make(3), make(3)
    for _ in range(30):
        actions = twin.uniform()
        for array in engine.result:
            array.view(np.uint8)[...] = 1
        assert engine.legal(1) == twin.legal(1)
        assert engine.view().seat.tolist() == twin.seat.tolist()
        assert engine.uniform().tolist() == actions.tolist()
        for ours, theirs in zip(engine.step(actions), twin.step(actions), strict=True):
            assert (ours == theirs).all()


def test_an_action_array_may_change_after_it_was_judged():
    engine = make(2)
    actions = engine.uniform()
    assert not np.shares_memory(engine._check(actions, np.arange(2)), actions)


@pytest.mark.parametrize(
    "name", ["states", "finals", "slots", "ego_seat", "controller", "final_ranks"]
)
def test_what_an_engine_shows_cannot_be_written_to(name):
    shown = getattr(make(), name)
    with pytest.raises(ValueError, match="WRITEABLE"):
        shown.setflags(write=True)
    with pytest.raises(ValueError, match="read-only"):
        shown[...] = np.zeros(1, shown.dtype)


def test_a_record_cannot_be_written_to():
    engine = make()
    with pytest.raises(ValueError, match="read-only"):
        engine.record().seat = 1
    with pytest.raises(ValueError, match="read-only"):
        engine.record().score[0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        engine.tables_of().record.setflags(write=True)


def test_options_cannot_be_written_to():
    engine = make()
    for mapping in (engine.options.values, engine.options.stored):
        with pytest.raises(TypeError, match="does not support item assignment"):
            mapping["lives"] = 99
    assert pickle.loads(pickle.dumps(engine.options)) == engine.options
    assert copy.deepcopy(engine.options) == engine.options


def test_a_state_put_fits_the_engine():
    engine = make()
    before = engine.states.tobytes()
    for name, value in (("players", 2), ("seat", 7), ("phase", 99), ("moves", -1), ("over", 5)):
        state = engine.states[:1].copy()
        state[name] = value
        with pytest.raises(InvalidStateError, match=f"{name} "):
            engine.load_state_unchecked(0, state)
    assert engine.states.tobytes() == before


def test_seats_are_assigned_as_they_were_taken():
    engine = make(2, players=3, auto_reset=False)
    for controller, ego_seat in (([0, 1, 2], 0), ([0, -1, 1], 0), ([0, 1, 1], 3), ([0, 1, 1], -1)):
        with pytest.raises(OptionError, match="are numbered 0 to"):
            engine.assign_seats(controller, ego_seat)
    engine.assign_seats([0, 1, 1], 2, chosen=[1])
    assert engine.controller.tolist() == [[0, 0, 0], [0, 1, 1]]
    assert engine.ego_seat.tolist() == [0, 2]


# --- views ----------------------------------------------------------------------------------------

ACCESSORS = {
    "observation": lambda view: view.observation,
    "action_mask": lambda view: view.action_mask,
    "seat": lambda view: view.seat,
    "tables": lambda view: view.tables,
    "sample": lambda view: view.sample(),
    "states": lambda view: view.states(),
    "describe": lambda view: view.describe(0),
    "describe_action": lambda view: view.describe_action(0, 0),
    "news": lambda view: view.news(0),
}
CHANGES = {
    "step": lambda engine: engine.step(engine.uniform()),
    "reset": lambda engine: engine.reset(),
    "reset with the same seed": lambda engine: engine.reset(3),
    "seed": lambda engine: engine.seed(3),
    "set": lambda engine: engine.set(0, rng=1),
    "restore": lambda engine: engine.load_state(0, engine.states[:1].copy()),
    "put": lambda engine: engine.load_state_unchecked(0, engine.states[:1].copy()),
    "rollout": lambda engine: engine.rollout(1),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_view_ends_with_its_positions(change):
    engine = make(auto_reset=False)
    view = engine.view(oracle=True)
    for look in ACCESSORS.values():
        look(view)
    kept = view.observation
    seen = kept.copy()
    change(engine)
    for look in ACCESSORS.values():
        with pytest.raises(OrderError, match="the games have moved on"):
            look(view)
    assert (kept == seen).all()


def test_a_view_outlives_what_happens_to_other_games():
    engine = make(2)
    view = engine.view([1])
    engine.step(engine.uniform()[:1], [0])
    engine.set(0, rng=1)
    assert view.seat.tolist() == [engine.seat[1]]


@pytest.mark.parametrize("again", [copy.deepcopy, lambda view: pickle.loads(pickle.dumps(view))])
def test_a_copied_view_ends_with_its_own_engine(again):
    engine = make()
    other = again(engine.view())
    engine.step(engine.uniform())
    assert (other.observation == make().observation).all()


@pytest.mark.parametrize("name", ["observation", "action_mask", "seat", "tables"])
def test_an_agent_writes_to_nothing_of_a_view(name):
    view = make().view()
    with pytest.raises(ValueError, match="WRITEABLE"):
        getattr(view, name).setflags(write=True)
    with pytest.raises(AttributeError):
        setattr(view, name, getattr(view, name).copy())


def test_an_agent_makes_no_oracle_of_a_view():
    view = make().view()
    with pytest.raises(AttributeError):
        view.oracle = True
    with pytest.raises(OrderError, match="hidden from agents"):
        view.states()


def test_an_agent_that_writes_to_what_lies_below_changes_no_engine():
    engine = make()
    view = engine.view()
    before = engine._table_records.tobytes()
    view._tables.view(np.uint8)[...] = 1
    assert engine._table_records.tobytes() == before


# --- threads --------------------------------------------------------------------------------------


def test_only_one_thread_at_a_time_is_let_in():
    engine = make()
    before = engine.states.tobytes()
    calls = {
        "step": lambda: engine.step([0, 0]),
        "reset": engine.reset,
        "uniform": engine.uniform,
        "rollout": lambda: engine.rollout(3),
        "look": lambda: engine.look([0], [0]),
        "worlds": lambda: engine.worlds([0], [0], [1]),
        "playouts": lambda: engine.playouts([0], [0], [1]),
        "position_keys": lambda: engine.position_keys([0], 1),
        "outcome": engine.outcome,
        "view": engine.view,
        "set": lambda: engine.set(seat=0),
        "put": lambda: engine.load_state_unchecked(0, engine.states[:1]),
        "clone": engine.clone,
        "pickle": lambda: pickle.dumps(engine),
        "seed": lambda: engine.seed(1),
        "place": lambda: engine.place(episode=3),
        "assign_seats": lambda: engine.assign_seats(0),
    }
    refused = []

    def meddle():
        for name, call in calls.items():
            try:
                call()
            except OrderError as error:
                refused.append((name, str(error)))

    engine.enter()
    other = threading.Thread(target=meddle)
    other.start()
    other.join(60)
    engine.leave()
    assert refused == [(name, IN_USE) for name in calls]
    assert engine.states.tobytes() == before
    engine.step(engine.uniform())


def test_play_lets_one_thread_in():
    engine = make(1)
    engine.enter()
    found = []

    def meddle():
        with pytest.raises(OrderError, match="another thread is at work"):
            engine.play(engine.legal()[0])
        found.append(True)

    other = threading.Thread(target=meddle)
    other.start()
    other.join(60)
    engine.leave()
    assert found


def test_four_threads_on_one_environment_end_in_typed_errors_not_in_a_hang():
    engine = make(1)
    unexpected = []

    def meddle():
        for _ in range(300):
            try:
                engine.play(int(engine.uniform()[0]))
            except (OrderError, IllegalActionError):
                pass
            except BaseException as error:
                unexpected.append(error)

    others = [threading.Thread(target=meddle, daemon=True) for _ in range(4)]
    for other in others:
        other.start()
    for other in others:
        other.join(120)
    assert not any(other.is_alive() for other in others)
    assert not unexpected
    assert engine.complaints() == []


# --- processes and pickles ------------------------------------------------------------------------


def play_on(engine):
    """What comes of 40 steps, as bytes."""
    return engine.rollout(40).observation.tobytes() + engine.states.tobytes()


def in_a_child(send, engine):
    send.send_bytes(play_on(engine))


METHODS = [method for method in ("fork", "spawn") if method != "fork" or FORKS]


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
@pytest.mark.parametrize("method", METHODS)
def test_an_engine_with_threads_goes_on_in_another_process(method):
    engine, context = make(8, threads=2), multiprocessing.get_context(method)
    engine.rollout(5)
    receive, send = context.Pipe(duplex=False)
    child = context.Process(target=in_a_child, args=(send, engine), daemon=True)
    child.start()
    try:
        assert receive.poll(240), "the child hangs"
        assert receive.recv_bytes() == play_on(engine)
    finally:
        child.kill()
        child.join()


@pytest.mark.skipif(not FORKS, reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_child_is_not_locked_out_by_a_thread_that_stayed_behind():
    engine, context = make(2), multiprocessing.get_context("fork")
    inside, done = threading.Event(), threading.Event()

    def hold():
        engine.enter()
        inside.set()
        done.wait(120)
        engine.leave()

    holder = threading.Thread(target=hold)
    holder.start()
    inside.wait(60)
    receive, send = context.Pipe(duplex=False)
    child = context.Process(target=in_a_child, args=(send, engine), daemon=True)
    child.start()
    try:
        assert receive.poll(120), "the child hangs"
    finally:
        child.kill()
        child.join()
        done.set()
        holder.join()


def out_of_band(engine):
    """The engine again, from buffers that cannot be written to, as Ray's object store has them."""
    buffers = []
    data = pickle.dumps(engine, protocol=5, buffer_callback=buffers.append)
    assert buffers
    return pickle.loads(data, buffers=[bytes(buffer.raw()) for buffer in buffers])


def memory_mapped(engine, folder):
    """The engine again, its arrays mapped from a file, as joblib hands them to its workers."""
    joblib = pytest.importorskip("joblib")
    joblib.dump(engine, folder / "engine")
    return joblib.load(folder / "engine", mmap_mode="r")


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("way", ["buffers", "maps"])
def test_an_engine_comes_back_from_memory_that_cannot_be_written_to(way, threads, tmp_path):
    engine = make(64, threads=threads, record=True, auto_reset=False)
    engine.take_seats([0, 1, 1], script=engine._script)
    engine.reset()
    again = out_of_band(engine) if way == "buffers" else memory_mapped(engine, tmp_path)
    for name, value in vars(again).items():
        if isinstance(value, np.ndarray) and name not in ("states", "finals", "slots"):
            assert value.flags.writeable, name
            assert not isinstance(value, np.memmap), name
    assert play_on(again) == play_on(engine)
    assert again.result.action_mask is again.action_mask


@pytest.mark.skipif(not COMPILED, reason="workers compile by themselves")
def test_joblib_carries_a_large_batch():
    joblib = pytest.importorskip("joblib")
    engine = make(1024, threads=2)
    work = joblib.Parallel(n_jobs=2, max_nbytes=1000)
    ours, theirs = work(joblib.delayed(play_on)(engine) for _ in range(2))
    assert ours == theirs == play_on(engine)
