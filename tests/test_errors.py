"""Errors carry their data, through pickles too, and say the same as before."""

import functools
import pickle

import pytest

from piracy_agents.network import Network
from piracy_env import errors
from piracy_env.core.engine import Engine
from piracy_env.core.replay import Replay
from piracy_env.envs.aec import GameAEC
from piracy_env.envs.evaluation import evaluate
from piracy_env.envs.gym import GameEnv, GameVectorEnv
from piracy_env.envs.opponents import find_agent
from piracy_env.envs.vector import AllSeats
from tests.testing.toy import TOY


def caught(call, *args, **options):
    with pytest.raises(errors.PiracyError) as caught:
        call(*args, **options)
    return caught.value


@pytest.fixture
def engine():
    made = Engine(TOY, 2, players=3, seed=0)
    made.reset()
    return made


def test_an_illegal_action_tells_who_when_what_and_what_else(engine):
    refused = next(a for a in range(TOY.actions.size) if not engine.action_mask[1, a])
    legal = engine.legal(0)
    error = caught(engine.step, [legal[0], refused])
    assert (error.game, error.index, error.seat) == (TOY.name, 1, engine.seat[1])
    assert (error.action, error.label) == (refused, TOY.actions.labels[refused])
    assert error.legal == tuple(engine.legal(1))
    assert error.phase == TOY.phase_name(engine.record(1))


def test_an_id_beyond_all_has_no_label(engine):
    error = caught(engine.step, [10_000, 10_000])
    assert (error.action, error.label) == (10_000, None)
    assert "(no such id)" in str(error)


@pytest.mark.parametrize(
    ("given", "option", "allowed"),
    [
        ({"players": 9}, "players", TOY.seats),
        ({"preset": "none"}, "preset", tuple(TOY.presets)),
        ({"reward": "gold"}, "reward", TOY.reward_modes),
        ({"threads": 0}, "threads", "1 to 1024"),
    ],
)
def test_an_option_that_is_refused_is_named_with_its_value_and_what_is_allowed(
    given, option, allowed
):
    error = caught(Engine, TOY, **given)
    assert (error.option, error.value, error.allowed) == (option, given[option], allowed)


def test_an_option_out_of_its_range_tells_the_range():
    name, option = next(iter(TOY.options.items()))
    error = caught(TOY.choose, **{name: "nonsense"})
    assert (error.game, error.option, error.value) == (TOY.name, name, "nonsense")
    assert error.allowed == option.allowed()


def test_an_option_that_does_not_exist_is_named_among_those_that_do():
    error = caught(TOY.choose, wind=3)
    assert (error.option, error.value) == ("wind", 3)
    assert set(TOY.options) < set(error.allowed)


@pytest.mark.parametrize(
    ("make", "own", "refused"),
    [
        (Engine, {"threads", "max_moves", "seed"}, {"game", "render_mode"}),
        (GameAEC, {"render_mode", "mask_in", "skip_forced"}, {"threads", "num_envs", "auto_reset"}),
        (GameEnv, {"seat", "opponents", "agent_module", "on_illegal"}, {"seed", "auto_reset"}),
        (GameVectorEnv, {"autoreset_mode", "threads", "num_envs"}, {"seed", "auto_reset"}),
        (functools.partial(evaluate, "uniform"), {"against", "deals", "keep"}, {"opponents"}),
        (AllSeats, {"threads", "auto_reset", "seed"}, {"opponents"}),
    ],
)
def test_a_keyword_that_nobody_takes_is_a_type_error_and_tells_all_that_may_be_given(
    make, own, refused
):
    with pytest.raises(
        TypeError, match="unexpected keyword argument 'wind': cutlass has no"
    ) as got:
        make(TOY, wind=3)
    assert isinstance(got.value, errors.OptionError)
    assert {"players", "preset", "reward", "tables", *TOY.options} | own <= {*got.value.allowed}
    assert not refused & {*got.value.allowed}
    assert all(name in str(got.value) for name in got.value.allowed)


def test_a_table_tells_its_file_and_the_place_in_it(tmp_path):
    path = tmp_path / "[odd] name.toml"
    path.write_text('base = "toy"\n[provenance]\nx = "no mark"\n', encoding="utf-8")
    assert caught(TOY.tables.load, path).path == str(path)
    section = TOY.tables.sections[0]
    path.write_text(f'base = "toy"\n[{section.name}]\nnonsense = 1\n', encoding="utf-8")
    error = caught(TOY.tables.load, str(path))
    assert error.path == str(path)
    assert error.where == f"[{section.name}]"


def test_a_replay_tells_its_file_and_the_key(tmp_path):
    path = tmp_path / "game.replay"
    error = caught(Replay.load, path, TOY)
    assert (error.path, error.where) == (str(path), None)
    single = Engine(TOY, seed=0, record=True, auto_reset=False)
    single.reset()
    single.step([single.legal()[0]])
    path.write_text(Replay.of(single).text().replace('"moves": 1', '"moves": 2'), encoding="utf-8")
    error = caught(Replay.load, path, TOY)
    assert (error.path, error.where) == (str(path), "checksum")


def test_a_network_tells_its_file(tmp_path):
    assert caught(Network.load, tmp_path / "none.safetensors").path == str(
        tmp_path / "none.safetensors"
    )


def test_an_agent_is_named():
    assert caught(find_agent, "nobody", TOY).agent == "nobody"


def test_a_state_that_is_refused_comes_with_its_complaints(engine):
    error = caught(engine.set, 0, seat=9)
    assert error.complaints == ("seat 9 does not exist",)
    assert error.game == TOY.name


@pytest.mark.parametrize(
    ("call", "option", "allowed"),
    [
        (lambda engine: engine.view([5]), "games", "0 to 1"),
        (lambda engine: engine.look([0, 1], [0, 7]), "seats", "0 to 2"),
        (lambda engine: engine.worlds([0], [0], [-1]), "keys", None),
        (lambda engine: engine.describe(3), "the number of a game", "0 to 1"),
    ],
)
def test_an_argument_of_the_engine_is_named(engine, call, option, allowed):
    error = caught(call, engine)
    assert (error.option, error.allowed) == (option, allowed)
    assert error.value is not None


def test_a_game_that_has_not_begun_tells_which(engine):
    fresh = Engine(TOY, 3, seed=0)
    assert caught(fresh.observe, 2, 0).index == 2


def test_errors_come_through_a_pickle_with_their_data(engine):
    error = caught(engine.step, [10_000, 0])
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is errors.IllegalActionError
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)


@pytest.mark.parametrize(
    "kind", [kind for kind in vars(errors).values() if str(kind).endswith("Error'>")]
)
def test_every_error_is_made_of_a_message_and_its_own_data_alone(kind):
    assert str(kind("overboard")) == "overboard"
    with pytest.raises(TypeError, match=f"{kind.__name__} carries no parrot"):
        kind("overboard", parrot=1)
