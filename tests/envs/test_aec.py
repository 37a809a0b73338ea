"""The PettingZoo environment: conformance, and the complaints of peers' users that it prevents."""

import copy
import importlib.util
import json
import pickle
import warnings

import numpy as np
import pettingzoo
import pytest
from gymnasium.spaces import Discrete

import piracy_env
from piracy_env import registry
from piracy_env.core.engine import Engine
from piracy_env.core.view import View
from piracy_env.envs.aec import GameAEC
from piracy_env.errors import AgentError, IllegalActionError, OptionError, OrderError
from tests.core import whispers
from tests.envs.tables import every_game, every_table, play_on, some, state_of, turns

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # PettingZoo's tests load its old games
    from pettingzoo.test import api_test, render_test, seed_test

COPIES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


# --- PettingZoo's own suites --------------------------------------------------------------------


@every_table
@pytest.mark.parametrize("on_illegal", ["raise", "terminate"])
# what api_test says to every environment whose observations are dictionaries with a mask
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
# it takes the observation of an agent that is leaving for one of an agent that is to move
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
# an empty board, and options that it makes up
@pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros")
@pytest.mark.filterwarnings(r"ignore:reset\(\) ignores the options")
def test_api(game, players, on_illegal, capsys):
    api_test(GameAEC(game, players=players, on_illegal=on_illegal), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


@every_table
def test_the_same_seed_plays_the_same_game(game, players):
    seed_test(lambda: GameAEC(game, players=players), num_cycles=100)


@every_game
def test_every_render_mode_gives_what_it_declares(game, capsys):
    render_test(
        lambda render_mode: GameAEC(game, render_mode=render_mode),
        custom_tests={"svg": lambda picture: picture.startswith("<svg")},
    )
    assert capsys.readouterr().out, "human prints"


@pytest.mark.parametrize("name", registry.list_games())
def test_games_are_found_as_pettingzoo_finds_its_own(name):
    module = getattr(piracy_env, registry.module_name(name))
    env = module.env(players=registry.load(name).max_seats)
    assert isinstance(env, pettingzoo.AECEnv)
    assert str(env) == module.__name__.split(".")[-1] == registry.module_name(name)
    assert type(piracy_env.env(name)) is type(env) is type(module.raw_env())
    if hasattr(pettingzoo, "make"):
        made = pettingzoo.make("aec", registry.environment_name(name), on_illegal="raise")
        assert type(made) is type(env)


@every_game
def test_pettingzoos_wrappers_fit_though_none_is_needed(game):
    wrappers = pettingzoo.utils.wrappers
    env = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(GameAEC(game)))
    env.reset(seed=1)
    play_on(env, 20)
    assert env.unwrapped.engine.record().moves


# --- what users complain of elsewhere -----------------------------------------------------------


@every_table
def test_masks_are_int8_because_discrete_sample_rejects_bool(game, players):
    env = GameAEC(game, players=players)
    env.reset(seed=1)
    for agent, observation, *_ in turns(env, moves=5):
        mask = observation["action_mask"]
        assert mask.dtype == np.int8
        assert mask[env.action_space(agent).sample(mask)] == 1
    with pytest.raises((AssertionError, ValueError, TypeError)):
        Discrete(len(mask)).sample(mask.astype(bool))


@every_table
def test_observations_lie_in_their_space_and_are_float32(game, players):
    env = GameAEC(game, players=players)
    env.reset(seed=1)
    for agent, observation, *_ in turns(env, moves=100):
        assert env.observation_space(agent).contains(observation)
        assert observation["observation"].dtype == np.float32


@every_game
def test_arrays_are_fresh_since_a_reused_buffer_rewrites_what_was_stored(game):
    env = GameAEC(game)
    env.reset(seed=1)
    kept = [observation for _, observation, *_ in turns(env, moves=5)]
    frozen = [{name: array.copy() for name, array in observation.items()} for observation in kept]
    play_on(env, 20, seed=1)
    for observation, was in zip(kept, frozen, strict=True):
        assert all((observation[name] == was[name]).all() for name in was)
    seen = env.observe(env.agents[0])
    seen["observation"][:] = 9
    seen["action_mask"][:] = 0
    assert not (env.observe(env.agents[0])["observation"] == 9).any()


@every_table
def test_rewards_and_flags_are_plain_python_because_checkers_refuse_numpy(game, players):
    env = GameAEC(game, players=players)
    env.reset(seed=1)
    for _, _, reward, terminated, truncated, info in turns(env):
        assert (type(reward), type(terminated), type(truncated)) == (float, bool, bool)
        assert type(info) is dict
    for table, kind in (
        (env.rewards, float),
        (env.terminations, bool),
        (env.truncations, bool),
        (env.infos, dict),
    ):
        assert {type(value) for value in table.values()} == {kind}
    json.dumps([env.rewards, env.terminations, env.infos])


@every_table
def test_rewards_add_up_and_are_those_of_the_engine(game, players):
    for mode in game.modes_for(players):
        env = GameAEC(game, players=players, reward=mode)
        env.reset(seed=2)
        paid = dict.fromkeys(env.agents, 0.0)
        for agent, _, reward, *_ in turns(env):
            assert reward == 0.0 or game.mode(mode).on_the_way, "nobody is paid before the end"
            paid[agent] += reward
        for agent in env.agents.copy():
            paid[agent] += env.last()[1]
            env.step(None)
        assert list(paid.values()) == pytest.approx(env.engine.rewards(), abs=1e-6)
        assert env.rewards == {}


@every_game
def test_an_illegal_action_names_itself_and_changes_no_byte(game):
    env = GameAEC(game)
    env.reset(seed=1)
    play_on(env, 3)
    agent, before = env.agent_selection, state_of(env)
    mask = env.observe(agent)["action_mask"]
    refused = [int(action) for action in np.flatnonzero(mask == 0)[:3]]
    for action in [*refused, -1, mask.size, 1.5, None, "0", np.float32(1)]:
        with pytest.raises(IllegalActionError, match="action"):
            env.step(action)
        assert state_of(env) == before
        assert env.agent_selection == agent
        assert not any(env.terminations.values())
    if refused:
        seat, label = agent.removeprefix("player_"), game.actions.label(refused[0])
        with pytest.raises(IllegalActionError) as caught:
            env.step(refused[0])
        for culprit in (str(refused[0]), repr(label), f"seat {seat}", "phase", "legal:"):
            assert culprit in str(caught.value)


@every_table
def test_an_illegal_action_may_end_the_game_for_checkers_that_know_no_masks(game, players):
    env = GameAEC(game, players=players, on_illegal="terminate")
    env.reset(seed=1)
    offender = env.agent_selection
    env.step(game.actions.size)
    assert env.rewards == {agent: -1.0 if agent == offender else 0.0 for agent in env.agents}
    assert all(env.terminations.values())
    assert not any(env.truncations.values()), "checkers take a truncation for a fault"
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)
    while env.agents:
        env.step(None)
    env.reset()
    assert env.observe(env.agent_selection)["action_mask"].any()


@every_table
@pytest.mark.parametrize("cut", [False, True])
def test_all_agents_end_alike_since_a_mixed_end_never_finishes_in_rllib(game, players, cut):
    env = GameAEC(game, players=players, max_moves=3 if cut else None)
    env.reset(seed=3)
    for _ in turns(env):
        assert env.agents == env.possible_agents, "the eliminated stay listed"
    assert env.agents == env.possible_agents
    assert set(env.terminations.values()) == {not cut}
    assert set(env.truncations.values()) == {cut}
    if cut:
        assert env.engine.record().moves == 3
        assert set(env.rewards.values()) == {0.0}


@every_table
def test_infos_give_the_final_ranks(game, players):
    env = GameAEC(game, players=players)
    env.reset(seed=3)
    assert all(info == {} for info in env.infos.values())
    play_on(env, 10_000)
    assert [info["rank"] for info in env.infos.values()] == env.engine.outcome()[1]
    assert min(info["rank"] for info in env.infos.values()) == 1


@every_game
def test_infos_are_the_same_object_at_each_access(game):
    env = GameAEC(game)
    env.reset(seed=1)
    agent = env.agent_selection
    assert env.infos[agent] is env.infos[agent]
    assert env.last()[4] is env.infos[agent]


@every_table
def test_any_agent_may_observe_at_any_time(game, players):
    env = GameAEC(game, players=players)
    env.reset(seed=1)
    for mover, *_ in turns(env, moves=30):
        before = state_of(env)
        for agent in env.agents:
            observation = env.observe(agent)
            assert env.observation_space(agent).contains(observation)
            assert observation["action_mask"].any() == (agent == mover)
        assert state_of(env) == before
    play_on(env, 10_000)
    for agent in env.possible_agents:
        assert not env.observe(agent)["action_mask"].any()
        assert env.observation_space(agent).contains(env.observe(agent))


@every_game
def test_last_may_leave_the_observation_out(game):
    env = GameAEC(game)
    env.reset(seed=1)
    assert env.last(observe=False)[0] is None


@every_game
@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize(
    "options",
    [{}, {"skip_forced": True}, {"on_illegal": "terminate", "record": True}, {"max_moves": 25}],
    ids=lambda options: "-".join(options) or "plain",
)
def test_copies_go_on_in_lockstep_in_the_middle_of_a_game(game, how, options):
    env = GameAEC(game, **options)
    env.reset(seed=5)
    play_on(env, 4)
    twin = COPIES[how](env)
    for episode in range(2):
        for one, other in zip(turns(env, episode), turns(twin, episode), strict=True):
            assert one[0] == other[0]
            assert all((one[1][key] == other[1][key]).all() for key in one[1])
            assert one[2:] == other[2:]
            assert state_of(env) == state_of(twin)
        assert (env.rewards, env.infos, env.agents) == (twin.rewards, twin.infos, twin.agents)
        while env.agents:
            env.step(None)
            twin.step(None)
        env.reset()
        twin.reset()


@every_game
@pytest.mark.parametrize("how", COPIES)
def test_a_copy_is_independent(game, how):
    env = GameAEC(game)
    env.reset(seed=5)
    before, seen = state_of(env), env.observe(env.agent_selection)["observation"]
    twin = COPIES[how](env)
    play_on(twin, 3)
    assert state_of(env) == before
    assert (env.observe(env.agent_selection)["observation"] == seen).all()
    assert twin.game is env.game, "the rules are not copied"


@every_game
@pytest.mark.parametrize("how", COPIES)
def test_a_finished_game_is_copied_too(game, how):
    env = GameAEC(game)
    env.reset(seed=5)
    play_on(env, 10_000)
    env.step(None)
    twin = COPIES[how](env)
    assert (twin.agents, twin.rewards, twin.infos) == (env.agents, env.rewards, env.infos)
    assert twin.last()[1:] == env.last()[1:]


@every_game
def test_unknown_reset_options_are_warned_about_because_checkers_pass_them(game):
    env = GameAEC(game)
    with pytest.warns(UserWarning, match="ignores the options wind"):
        env.reset(options={"wind": 1})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env.reset(options={})


@every_game
def test_calls_out_of_order_are_typed_errors(game):
    env = GameAEC(game, render_mode="ansi")
    for call in (env.last, env.render, env.state, lambda: env.step(0), lambda: env.step(None)):
        with pytest.raises(OrderError, match=r"reset\(\)"):
            call()
    env.reset(seed=1)
    play_on(env, 10_000)
    with pytest.raises(IllegalActionError, match="can only leave"):
        env.step(0)
    while env.agents:
        env.step(None)
    for call in (env.last, lambda: env.step(None)):
        with pytest.raises(OrderError, match=r"reset\(\)"):
            call()


@every_table
def test_spaces_are_one_object_an_agent_and_equal_for_all(game, players):
    env = GameAEC(game, players=players)
    first = env.possible_agents[0]
    widest = GameAEC(game, players=game.max_seats)
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) == widest.observation_space(first)
        assert env.action_space(agent) == widest.action_space(first)
    assert len({id(env.action_space(agent)) for agent in env.agents}) == len(env.agents)


@every_table
def test_the_environment_says_what_it_is(game, players):
    env = GameAEC(game, players=players)
    assert env.possible_agents == [f"player_{seat}" for seat in range(players)]
    assert env.metadata["is_parallelizable"] is False, "turns are never faked as simultaneous"
    assert set(env.metadata) == {"name", "render_modes", "render_fps", "is_parallelizable"}
    assert env.unwrapped is env


@every_table
def test_worlds_for_planners_look_to_the_agent_like_the_true_one(game, players):
    env = GameAEC(game, players=players)
    env.reset(seed=1)
    play_on(env, 5)
    for agent in env.agents:
        twin = copy.deepcopy(env)
        worlds = [env.sample(agent) for _ in range(3)]
        assert len({world.tobytes() for world in worlds}) == 3, "each call draws anew"
        for world in worlds:
            assert world["rng"] != env.engine.states["rng"], "the dice to come are not those"
            twin.engine.load_state_unchecked(0, np.asarray(world))
            for key, seen in env.observe(agent).items():
                assert (twin.observe(agent)[key] == seen).all()


@every_game
def test_agents_that_act_on_views_play_here(game):
    env = GameAEC(game)
    env.reset(seed=1)
    view = env.view()
    assert isinstance(view, View)
    assert env.agents[view.seat[0]] == env.agent_selection
    assert (view.observation[0] == env.last()[0]["observation"]).all()


@every_game
def test_numpy_integers_are_actions_too(game):
    traces = []
    for kind in (int, np.int64, np.int32, np.array):
        env = GameAEC(game)
        env.reset(seed=1)
        generator = np.random.default_rng(1)
        for _ in range(3):
            env.step(kind(some(env.last()[0]["action_mask"], generator)))
        traces.append(state_of(env))
    assert len(set(traces)) == 1


@every_game
def test_games_follow_each_other_in_one_stream(game):
    env, engine = GameAEC(game), Engine(game, seed=4)
    for number in range(3):
        env.reset(seed=4 if number == 0 else None)
        engine.reset()
        assert state_of(env) == engine.states.tobytes()


# --- options ------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize(
    ("options", "culprit"),
    [
        ({"players": 99}, "99"),
        ({"reward": "gold"}, "gold"),
        ({"wind": 1}, "wind"),
        ({"render_mode": "smell"}, "smell"),
        ({"perspective": 99}, "99"),
        ({"perspective": "god"}, "god"),
        ({"on_illegal": "shrug"}, "shrug"),
        ({"seed": 1}, "reset"),
        ({"num_envs": 2}, "num_envs"),
        ({"threads": 2}, "threads"),
        ({"auto_reset": True}, "auto_reset"),
        ({"max_moves": 0}, "max_moves"),
        ({"preset": "becalmed"}, "becalmed"),
    ],
    ids=str,
)
def test_a_wrong_option_is_named(game, options, culprit):
    with pytest.raises(OptionError, match=culprit):
        GameAEC(game, **options)


def test_an_unknown_agent_is_named():
    env = GameAEC(whispers.GAME)
    env.reset(seed=1)
    for call in (env.observe, env.sample):
        with pytest.raises(AgentError, match=r"player_7.*player_0, player_1"):
            call("player_7")


def test_options_reach_the_game():
    env = GameAEC(whispers.GAME, players=3, rounds=1, writing=False)
    env.reset(seed=1)
    assert len(list(turns(env))) == 3
    assert not env.observe("player_0")["action_mask"][whispers.ACT.write.start :].any()


def test_forced_moves_may_be_skipped():
    single = {"box": {"numbers": 1}}
    asked = GameAEC(whispers.GAME, writing=False, tables=single, rounds=3)
    asked.reset(seed=1)
    assert len(list(turns(asked))) == 6
    skipped = GameAEC(whispers.GAME, writing=False, tables=single, rounds=3, skip_forced=True)
    skipped.reset(seed=1)
    assert all(skipped.terminations.values()), "nothing was left to decide"
    assert state_of(skipped) == state_of(asked)
    assert skipped.rewards == asked.rewards


# --- masks in infos, states, names -------------------------------------------------------------


@every_table
def test_the_mask_may_be_in_the_info_and_the_observation_is_plain_then(game, players):
    env = GameAEC(game, players=players, mask_in="info")
    twin = GameAEC(game, players=players)
    env.reset(seed=1)
    twin.reset(seed=1)
    generator = np.random.default_rng(1)
    for agent in env.agent_iter(300):
        observation, _, terminated, truncated, info = env.last()
        expected = twin.last()[0]
        assert env.observation_space(agent).contains(observation)
        assert (observation == expected["observation"]).all()
        assert (info["action_mask"] == expected["action_mask"]).all()
        assert info["action_mask"].dtype == np.int8
        for other in env.agents:
            assert other == agent or not env.infos[other]["action_mask"].any()
        done = terminated or truncated
        action = None if done else some(info["action_mask"], generator)
        env.step(action)
        twin.step(action)


@every_game
def test_other_projects_checks_pass_with_the_mask_in_the_info(game):
    env = GameAEC(game, mask_in="info")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env, num_cycles=50)


@every_table
def test_the_state_is_what_every_seat_sees(game, players):
    env = GameAEC(game, players=players)
    env.reset(seed=2)
    play_on(env, 15)
    state = env.state()
    assert env.state_space.contains(state)
    for row, agent in zip(state, env.possible_agents, strict=True):
        assert (row == env.observe(agent)["observation"]).all()


def test_the_modules_of_games_can_be_imported_by_their_names():
    module = importlib.import_module("piracy_env.mutiny_v1")
    assert module is piracy_env.mutiny_v1
    assert module.env(players=3).num_agents == 0
    assert importlib.util.find_spec("piracy_env.mutiny_v1").name == "piracy_env.mutiny_v1"
