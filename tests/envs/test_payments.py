"""Adapters with games that pay on the way, a crew of one to four, and one seat alone."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from piracy_env.core.control import UNIFORM
from piracy_env.core.engine import Engine
from piracy_env.envs.aec import GameAEC
from piracy_env.envs.gym import GameEnv, GameVectorEnv
from piracy_env.envs.seat import OneSeat
from piracy_env.envs.vector import AllSeats
from piracy_env.errors import OptionError
from tests.envs.tables import Highest, Lowest, finish, some, turns
from tests.testing.diver import DIVER
from tests.testing.raft import RAFT, REASONS

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # PettingZoo's tests load its old games
    from pettingzoo.test import api_test, seed_test

TABLES = [(RAFT, players) for players in RAFT.seats] + [(DIVER, 1)]
every_table = pytest.mark.parametrize(
    ("game", "players"),
    [pytest.param(*table, id=f"{table[0].name}-{table[1]}") for table in TABLES],
)
every_mode = pytest.mark.parametrize(
    ("game", "players", "mode"),
    [
        pytest.param(game, players, mode, id=f"{game.name}-{players}-{mode}")
        for game, players in TABLES
        for mode in game.modes_for(players)
    ],
)


# --- conformance ----------------------------------------------------------------------------------


@every_table
@pytest.mark.parametrize("on_illegal", ["raise", "terminate"])
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
@pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros")
@pytest.mark.filterwarnings(r"ignore:reset\(\) ignores the options")
def test_pettingzoo_checks(game, players, on_illegal, capsys):
    mode = game.rewards[-1].name
    assert game.mode(mode).on_the_way
    env = GameAEC(game, players=players, on_illegal=on_illegal, reward=mode)
    api_test(env, num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


@every_table
def test_pettingzoo_plays_the_same_game_from_the_same_seed(game, players):
    mode = game.rewards[-1].name
    seed_test(lambda: GameAEC(game, players=players, reward=mode), num_cycles=60)


@every_table
def test_gymnasium_checks(game, players):
    mode = game.rewards[-1].name
    check_env(
        GameEnv(game, players=players, on_illegal="terminate", seat="random", reward=mode),
        skip_render_check=True,
    )


@every_table
def test_stable_baselines_checks(game, players):
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    mode = game.rewards[-1].name
    checker.check_env(GameEnv(game, players=players, on_illegal="terminate", reward=mode))


# --- PettingZoo -----------------------------------------------------------------------------------


@every_mode
def test_agents_are_paid_in_all_what_the_game_pays(game, players, mode):
    env = GameAEC(game, players=players, reward=mode)
    paid_before_the_end = False
    for seed in range(8):
        env.reset(seed=seed)
        paid = dict.fromkeys(env.agents, 0.0)
        for agent, _, reward, *_ in turns(env, seed):
            paid[agent] += reward
            paid_before_the_end |= reward != 0
        for agent in env.agents.copy():
            paid[agent] += env.last()[1]
            env.step(None)
        total = env.engine.final_payments[0]
        assert list(paid.values()) == pytest.approx(total.tolist(), abs=1e-6)
    assert paid_before_the_end == (bool(game.mode(mode).on_the_way) and players > 0)


def test_rewards_are_those_of_the_last_decision_for_every_agent():
    env = GameAEC(RAFT, players=2, reward="standing", preset="lake")
    env.reset(seed=4)
    env.step(0)
    both = env.engine.reward[0].tolist()
    assert both[0] != 0
    assert list(env.rewards.values()) == both
    assert env.last()[1] == both[1], "the other one is paid for what was done before its turn"
    env.step(0)
    assert env.last()[1] == pytest.approx(both[0] + env.engine.reward[0, 0], abs=1e-6)


@pytest.mark.parametrize("players", RAFT.seats)
def test_infos_tell_team_and_reason(players):
    reasons = set()
    for seed in range(20):
        env = GameAEC(RAFT, players=players, needed=5)
        env.reset(seed=seed)
        for _ in turns(env, seed):
            assert not any(env.infos.values())
        came = env.engine.outcome()
        for rank, info in zip(came.ranks, env.infos.values(), strict=True):
            assert info == {"rank": rank, "team": came.team, "reason": came.reason}
        reasons.add(came.reason)
    assert reasons == set(REASONS)


def test_a_cut_game_has_a_reason_and_no_places():
    env = GameAEC(RAFT, players=2, max_moves=2, preset="lake")
    env.reset(seed=1)
    for _ in turns(env):
        pass
    assert [sorted(info) for info in env.infos.values()] == [["reason", "team"]] * 2
    assert {info["reason"] for info in env.infos.values()} == {"cut"}


# --- one seat -------------------------------------------------------------------------------------


@every_mode
@pytest.mark.parametrize("opponents", ["uniform", Lowest()], ids=["compiled", "asked"])
def test_a_seat_is_paid_in_all_what_the_game_pays(game, players, mode, opponents):
    table = OneSeat(game, 40, players=players, reward=mode, opponents=opponents, seed=3)
    table.reset()
    total, dice = np.zeros(40), np.random.default_rng(1)
    waiting = np.arange(40)
    while waiting.size:
        actions = [some(mask, dice) for mask in table.action_mask[waiting]]
        step = table.step(actions, waiting)
        total += step.reward
        others = np.setdiff1d(np.arange(40), waiting)
        assert not step.reward[others].any()
        waiting = np.flatnonzero(~table.over)
    own = table.engine.final_payments[np.arange(40), table.ego_seat]
    np.testing.assert_allclose(total, own, atol=1e-5)
    assert own.any()


def test_what_others_earn_a_seat_before_its_first_decision_is_paid_with_it():
    table = OneSeat(RAFT, players=2, seat=1, reward="standing", opponents=Highest(), preset="lake")
    builds = 0
    for seed in range(20):
        table.reset([seed])
        before = float(table.engine.slots["paid"][0, 1])
        builds += before != 0
        mask = table.action_mask[0]
        reward = table.step([int(np.flatnonzero(mask)[0])]).reward[0]
        paid = float(table.engine.slots["paid"][0, 1])
        assert reward == pytest.approx(paid, abs=1e-6)
    assert table._due.tolist() == [0.0]


@pytest.mark.parametrize("players", [1, 3])
def test_gymnasium_tells_team_and_reason(players):
    env = GameEnv(RAFT, players=players)
    _, info = env.reset(seed=2)
    assert not {"rank", "team", "reason"} & info.keys()
    _, terminated, _, info = finish(env)
    came = env.table.engine.outcome()
    assert terminated
    assert (info["team"], info["reason"]) == (came.team, came.reason)
    assert info["rank"] == came.ranks[info["seat"]]
    assert type(info["team"]) is float
    assert type(info["reason"]) is str


@pytest.mark.parametrize("autoreset", ["SameStep", "NextStep"])
def test_a_gymnasium_batch_tells_team_and_reason(autoreset):
    env = GameVectorEnv(RAFT, 6, players=2, autoreset_mode=autoreset)
    env.reset(seed=1)
    dice, ends = np.random.default_rng(2), 0
    for _ in range(30):
        actions = [
            some(mask, dice) for mask in env.action_masks() | ~env.action_masks().any(1)[:, None]
        ]
        _, _, terminated, _, info = env.step(actions)
        told = info.get("final_info", {}) if autoreset == "SameStep" else info
        for i in np.flatnonzero(terminated):
            ends += 1
            assert told["_team"][i]
            assert told["team"][i] in (0.0, 0.5, 1.0)
            assert told["reason"][i] in REASONS
            assert told["_reason"][i]
    assert ends > 5


def test_rivals_are_told_of_no_team():
    from tests.core import whispers

    env = GameVectorEnv(whispers.GAME, 4)
    env.reset(seed=1)
    dice = np.random.default_rng(2)
    for _ in range(40):
        *_, terminated, _, info = env.step([some(mask, dice) for mask in env.action_masks()])
        if terminated.any():
            assert "team" not in info["final_info"]
            assert info["final_info"]["reason"][terminated].tolist() == ["last_word"] * sum(
                terminated
            )
            return
    raise AssertionError


@every_table
def test_stable_baselines_is_told_of_success_team_and_reason(game, players):
    sb3 = pytest.importorskip("piracy_env.envs.sb3")
    env = sb3.SeatVecEnv(game, 30, players=players, seed=4, reward=game.rewards[-1].name)
    env.reset()
    dice, ends, returns = np.random.default_rng(2), [], np.zeros(30)
    for _ in range(30):
        masks = env.action_masks()
        _, reward, done, infos = env.step(np.array([some(mask, dice) for mask in masks]))
        returns += reward
        for i in np.flatnonzero(done):
            ends.append(infos[i])
            assert infos[i]["episode"]["r"] == pytest.approx(returns[i], abs=1e-5)
            returns[i] = 0.0
    assert {info["reason"] for info in ends} == set(game.reasons)
    assert {info["is_success"] for info in ends} >= ({True, False} if game is RAFT else {False})
    for info in ends:
        if game is RAFT:
            assert info["is_success"] == (info["team"] >= 0.5)
        else:
            assert "team" not in info
            assert info["is_success"] == (info["episode"]["r"] >= 0.5)


# --- every seat, and what others make of it -------------------------------------------------------


@every_mode
def test_the_arrays_hold_what_every_seat_is_paid(game, players, mode):
    batch = AllSeats(game, 12, players=players, reward=mode, seed=7)
    batch.reset()
    total = np.zeros((12, players))
    for _ in range(40):
        step = batch.step(batch.uniform())
        total += step.reward
        for i in np.flatnonzero(step.terminated):
            assert total[i] == pytest.approx(batch.final_payments[i], abs=1e-5)
            total[i] = 0.0


def test_environments_refuse_modes_that_mean_nothing():
    for make in (GameAEC, GameEnv, GameVectorEnv, AllSeats):
        with pytest.raises(OptionError, match="win is for 2 or more seats, not for 1") as caught:
            make(RAFT, players=1, reward="win")
        assert caught.value.allowed == ("mixed", "team", "own", "standing")


def test_a_registered_environment_takes_the_games_default():
    env = gymnasium.make("piracy_env/Mutiny-v1")
    assert env.unwrapped.table.engine.reward_mode == "rank"
    assert GameEnv(RAFT).table.engine.reward_mode == "mixed"


@every_mode
@pytest.mark.peers
def test_openspiel_knows_what_is_paid_and_when(game, players, mode):
    spiel = pytest.importorskip("pyspiel")
    from piracy_env.envs.open_spiel import register

    name = register(game, f"piracy_{game.name}_{players}_{mode}", players=players, reward=mode)
    loaded = spiel.load_game(f"{name}(seed=5)")
    kind, models = loaded.get_type(), spiel.GameType.RewardModel
    on_the_way = game.mode(mode).on_the_way
    assert kind.reward_model == (models.REWARDS if on_the_way else models.TERMINAL)
    is_zero_sum = kind.utility == spiel.GameType.Utility.ZERO_SUM
    assert is_zero_sum == game.mode(mode).zero_sum
    spiel.random_sim_test(loaded, num_sims=3, serialize=False, verbose=False)
    state, total = loaded.new_initial_state(), np.zeros(players)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
        total += state.rewards()
        assert state.returns() == pytest.approx(total.tolist(), abs=1e-5)
    assert loaded.min_utility() <= min(state.returns()) <= max(state.returns())
    assert max(state.returns()) <= loaded.max_utility()


def test_autopilots_play_a_crew_too():
    engine = Engine(RAFT, 10, auto_reset=False, seed=1)
    engine.take_seats(np.full((10, 3), UNIFORM))
    engine.reset()
    assert engine.over.all()
    assert engine.final_payments.any()


def find(name, game):
    """What an agent module offers: this one knows a heuristic for every game."""
    return Lowest() if name == "heuristic" else None


def test_mates_are_scripted_if_nobody_is_named():
    assert isinstance(OneSeat(RAFT, players=3, agent_module=__name__)._pool.agents[0], Lowest)
    assert repr(OneSeat(RAFT, players=3, agent_module="numpy")._pool.agents[0]) == "uniform"
    assert repr(OneSeat("mutiny", agent_module=__name__)._pool.agents[0]) == "uniform"
