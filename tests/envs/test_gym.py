"""One seat of a game for Gymnasium: conformance, credit, opponents, seats."""

import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from piracy_env import registry
from piracy_env.core.engine import Engine
from piracy_env.envs.gym import GameEnv
from piracy_env.errors import AgentError, IllegalActionError, OptionError, OrderError
from tests.core import whispers
from tests.envs.tables import Cheat, Highest, Lowest, every_game, every_table, finish, some

COPIES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


@pytest.fixture
def listed(game):
    """The name under which Gymnasium can make a game, so that its checker makes it anew."""
    name = f"test/{game.name.replace('_', '-')}-v0"
    gymnasium.register(name, GameEnv, kwargs={"game": game}, disable_env_checker=True)
    yield name
    del gymnasium.registry[name]


# --- conformance --------------------------------------------------------------------------------


@every_game
def test_gymnasium_checks(game, listed, capsys):
    env = gymnasium.make(listed, on_illegal="terminate", seat="random")
    check_env(env.unwrapped)


@every_table
def test_stable_baselines_checks(game, players):
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(GameEnv(game, players=players, on_illegal="terminate"))


@pytest.mark.parametrize("name", registry.list_games())
def test_gymnasium_knows_every_game(name):
    env = gymnasium.make(registry.environment_name(name), seat=0)
    assert type(env.unwrapped) is GameEnv
    assert env.unwrapped is env, "order is checked inside, without a stack of wrappers"
    env.reset(seed=1)
    finish(env)


@every_table
def test_values_are_plain_python_because_checkers_refuse_numpy(game, players):
    env = GameEnv(game, players=players)
    _, info = env.reset(seed=1)
    over, generator = False, np.random.default_rng(1)
    while not over:
        assert info["action_mask"].dtype == np.int8
        assert type(info["seat"]) is int
        seen, reward, terminated, truncated, info = env.step(some(info["action_mask"], generator))
        assert (type(reward), type(terminated), type(truncated)) == (float, bool, bool)
        assert env.observation_space.contains(seen)
        over = terminated or truncated
    assert type(info["rank"]) is int


@every_game
def test_arrays_are_fresh_since_a_reused_buffer_rewrites_what_was_stored(game):
    env = GameEnv(game)
    seen, info = env.reset(seed=1)
    mask = info["action_mask"]
    kept = seen.copy(), mask.copy()
    finish(env)
    assert (seen == kept[0]).all()
    assert (mask == kept[1]).all()
    env.reset()
    env.action_masks()[:] = False
    assert env.action_masks().any()


@every_game
def test_masks_are_bool_for_sb3_and_int8_for_sampling(game):
    env = GameEnv(game)
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert (env.action_masks() == info["action_mask"]).all()
    assert info["action_mask"][env.action_space.sample(info["action_mask"])]


# --- one seat -----------------------------------------------------------------------------------


@every_table
def test_the_seat_sees_its_own_turns_only_and_never_anothers(game, players):
    env = GameEnv(game, players=players)
    generator = np.random.default_rng(2)
    for episode in range(players):
        seen, info = env.reset(seed=2 if episode == 0 else None)
        over = False
        while not over:
            engine = env.table.engine
            assert engine.seat[0] == info["seat"] == episode % players
            assert (seen == engine.observe(0, info["seat"])).all()
            assert (info["action_mask"] == engine.mask(0, info["seat"])).all()
            seen, _, terminated, truncated, info = env.step(some(info["action_mask"], generator))
            over = terminated or truncated
        assert (seen == env.table.engine.observe(0, info["seat"])).all(), "its own last view"
        assert not info["action_mask"].any()


@every_table
@pytest.mark.parametrize("opponents", ["uniform", Lowest()], ids=["compiled", "asked"])
def test_what_is_paid_on_anothers_turn_reaches_the_seat(game, players, opponents):
    ends = set()
    env = GameEnv(game, players=players, opponents=opponents, record=True)
    for episode in range(8):
        env.reset(seed=4 if episode == 0 else None)
        reward, *_, info = finish(env, seed=episode)
        engine = env.table.engine
        assert reward == engine.rewards()[info["seat"]]
        assert info["rank"] == engine.outcome()[1][info["seat"]]
        # the whole game again, every seat played from outside
        twin = Engine(game, players=players, auto_reset=False)
        twin.seed(engine.slots["seed"])
        twin.place(episode=engine.slots["episode"] - 1)
        twin.reset()
        for action in engine.played():
            last = twin.seat[0]
            twin.step([action])
        assert twin.states.tobytes() == engine.states.tobytes()
        assert twin.reward[0, info["seat"]] == reward
        ends.add(last == info["seat"])
    assert False in ends or players == 1, "some games were ended by others"


@every_table
def test_seats_rotate_or_are_drawn_or_stay(game, players):
    def seats(seat):
        env, taken = GameEnv(game, players=players, seat=seat), []
        for number in range(24):
            _, info = env.reset(seed=3 if number == 0 else None)
            taken.append((info["seat"], int(env.table.engine.slots["episode"][0])))
        return taken

    # a game that ends before the seat's first decision is followed by another
    assert [seat for seat, _ in seats("rotate")] == [e % players for _, e in seats("rotate")]
    assert {seat for seat, _ in seats("random")} == set(range(players))
    assert seats("random") == seats("random")
    assert seats("random") != seats("rotate") or players == 1
    assert {seat for seat, _ in seats(players - 1)} == {players - 1}


@every_table
def test_the_same_seed_plays_the_same_games(game, players):
    def games(**options):
        env = GameEnv(game, players=players, **options)
        trace = []
        for number in range(3):
            seen, info = env.reset(seed=5 if number == 0 else None)
            trace.append((seen.tobytes(), info["seat"], finish(env, seed=number)[0]))
        return trace

    for opponents in ("uniform", [Lowest()] * (players - 1)):
        assert games(opponents=opponents) == games(opponents=opponents)
    assert len({seen for seen, *_ in games(skip_forced=True)}) >= 1


@every_game
@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("opponents", ["uniform", Highest()], ids=["compiled", "asked"])
def test_copies_go_on_in_lockstep_in_the_middle_of_a_game(game, how, opponents):
    env = GameEnv(game, opponents=opponents, seat="random")
    _, info = env.reset(seed=5)
    env.step(some(info["action_mask"], np.random.default_rng(5)))
    twin = COPIES[how](env)
    for episode in range(3):
        ours, theirs = finish(env, seed=episode), finish(twin, seed=episode)
        assert ours[:3] == theirs[:3]
        assert env.table.engine.states.tobytes() == twin.table.engine.states.tobytes()
        assert (env.reset()[0] == twin.reset()[0]).all()
    before = env.table.engine.states.tobytes()
    finish(twin)
    assert env.table.engine.states.tobytes() == before, "they share nothing"


@every_game
def test_max_moves_truncates(game):
    env = GameEnv(game, max_moves=3, seat=0)
    env.reset(seed=1)
    reward, terminated, truncated, info = finish(env)
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert "rank" not in info


# --- opponents ----------------------------------------------------------------------------------


def test_opponents_sit_from_the_left_of_the_seat_on():
    for seat in range(3):
        env = GameEnv(whispers.GAME, players=3, opponents=[Lowest(), Highest()], seat=seat)
        env.reset(seed=1)
        finish(env)
        state = env.table.engine.record()
        assert state.spoken[(seat + 1) % 3] == state.written[(seat + 1) % 3] == 0
        assert state.written[(seat + 2) % 3] == 2 * (whispers.NUMBERS - 1)


def test_compiled_and_asked_opponents_mix():
    env = GameEnv(whispers.GAME, players=3, opponents=["uniform", Highest()], seat=0)
    env.reset(seed=1)
    finish(env)
    assert env.table.engine.record().written[2] == 2 * (whispers.NUMBERS - 1)


def test_opponents_are_named_as_everywhere():
    env = GameEnv(whispers.GAME, opponents="tests.envs.tables:Highest", seat=0)
    env.reset(seed=1)
    finish(env)
    assert env.table.engine.record().written[1] == 2 * (whispers.NUMBERS - 1)


@pytest.mark.parametrize("opponents", [["uniform"], ["uniform"] * 3, []])
def test_the_number_of_opponents_is_checked(opponents):
    with pytest.raises(AgentError, match="one for each of 2 seats"):
        GameEnv(whispers.GAME, players=3, opponents=opponents)


def test_an_opponent_that_breaks_the_rules_is_named():
    env = GameEnv(whispers.GAME, opponents=Cheat(), seat=1, writing=False)
    with pytest.raises(AgentError, match=r"Cheat.* broke the rules: action 4 'write 0'"):
        env.reset(seed=1)


# --- illegal actions, order, options --------------------------------------------------------------


@every_game
def test_an_illegal_action_changes_no_byte(game):
    env = GameEnv(game, seat=0)
    env.reset(seed=1)
    before = env.table.engine.states.tobytes()
    for action in (-1, game.actions.size, 0.5, None):
        with pytest.raises(IllegalActionError, match="action"):
            env.step(action)
        assert env.table.engine.states.tobytes() == before


@every_game
def test_an_illegal_action_may_end_the_game_for_checkers_that_know_no_masks(game):
    env = GameEnv(game, on_illegal="terminate", seat=0)
    seen, _ = env.reset(seed=1)
    last, reward, terminated, truncated, info = env.step(game.actions.size)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert (last == seen).all()
    assert not info["action_mask"].any()
    with pytest.raises(OrderError, match=r"reset\(\)"):
        env.step(0)
    assert env.reset()[1]["action_mask"].any()


@every_game
def test_calls_out_of_order_are_typed_errors(game):
    env = GameEnv(game)
    with pytest.raises(OrderError, match=r"reset\(\)"):
        env.step(0)
    env.reset(seed=1)
    finish(env)
    with pytest.raises(OrderError, match=r"reset\(\)"):
        env.step(0)


@every_game
def test_unknown_reset_options_are_warned_about_because_checkers_pass_them(game):
    env = GameEnv(game)
    with pytest.warns(UserWarning, match="ignores the options wind"):
        env.reset(options={"wind": 1})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env.reset(options={})


@pytest.mark.parametrize(
    ("options", "culprit"),
    [
        ({"players": 99}, "99"),
        ({"seat": 2}, "2"),
        ({"seat": True}, "True"),
        ({"seat": "left"}, "left"),
        ({"reward": "gold"}, "gold"),
        ({"on_illegal": "shrug"}, "shrug"),
        ({"render_mode": "smell"}, "smell"),
        ({"seed": 3}, "reset"),
        ({"auto_reset": True}, "auto_reset"),
        ({"wind": 1}, "wind"),
    ],
    ids=str,
)
def test_a_wrong_option_is_named(options, culprit):
    with pytest.raises(OptionError, match=culprit):
        GameEnv(whispers.GAME, **options)


def test_a_seat_that_never_moves_is_an_error_and_no_endless_loop():
    env = GameEnv(whispers.GAME, seat=1, max_moves=1)
    with pytest.raises(OrderError, match="never comes to move"):
        env.reset(seed=1)
