"""Other projects take the environments as they are."""

import numpy as np
import pytest

from piracy_env import registry
from piracy_env.envs.aec import GameAEC
from piracy_env.errors import OptionError
from tests.core import whispers
from tests.envs.tables import every_table

pytestmark = pytest.mark.peers


# --- TorchRL ------------------------------------------------------------------------------------


@every_table
@pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested using")
@pytest.mark.parametrize("grouped", [False, True], ids=["apart", "grouped"])
def test_torchrl_wraps_the_aec_environment(game, players, grouped):
    torch = pytest.importorskip("torch")
    pettingzoo = pytest.importorskip("torchrl.envs.libs.pettingzoo")
    checks = pytest.importorskip("torchrl.envs.utils")
    groups = checks.MarlGroupMapType.ALL_IN_ONE_GROUP if grouped else None
    env = pettingzoo.PettingZooWrapper(
        GameAEC(game, players=players), use_mask=True, group_map=groups
    )
    torch.manual_seed(1)
    checks.check_env_specs(env)
    rollout = env.rollout(200, break_when_any_done=True)
    assert 1 < len(rollout) <= 200


# --- OpenSpiel ----------------------------------------------------------------------------------


@pytest.fixture
def spiel():
    return pytest.importorskip("pyspiel")


@pytest.fixture
def register(spiel):
    from piracy_env.envs.open_spiel import register

    return register


@every_table
def test_openspiel_simulates_random_games(game, players, spiel, register):
    # OpenSpiel keeps every position and asks each for words: of a campaign not until its end
    cut = {"players": players, "max_moves": game.battery_moves}
    loaded = spiel.load_game(register(game, f"piracy_{game.name}_{players}", **cut) + "(seed=5)")
    spiel.random_sim_test(loaded, num_sims=2, serialize=False, verbose=False)


@every_table
def test_openspiel_sees_what_the_engine_sees(game, players, spiel, register):
    name = register(game, f"piracy_seen_{game.name}_{players}", players=players)
    loaded = spiel.load_game(f"{name}(seed=5)")
    state, env = loaded.new_initial_state(), GameAEC(game, players=players)
    env.reset(seed=5)
    assert loaded.num_players() == players
    for _ in range(20):
        if state.is_terminal():
            break
        seat = state.current_player()
        assert env.agent_selection == f"player_{seat}"
        for player, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            assert (np.array(state.observation_tensor(player)) == seen["observation"]).all()
        assert state.legal_actions() == np.flatnonzero(env.last()[0]["action_mask"]).tolist()
        action = state.legal_actions()[0]
        assert state.action_to_string(action) == game.actions.label(action)
        before = str(state)
        state.child(action)
        assert str(state) == before, "a child is a copy"
        state.apply_action(action)
        env.step(action)
    assert state.returns() == env.engine.reward[0].tolist()


def test_openspiels_observer_names_the_groups(spiel, register):
    loaded = spiel.load_game(register(whispers.GAME, "piracy_observed", players=3) + "(seed=5)")
    observer, state = loaded.make_py_observer(), loaded.new_initial_state()
    observer.set_from(state, 1)
    seen = whispers.GAME.observation.named(state.engine.observe(0, 1))
    assert observer.dict.keys() == seen.keys()
    assert all(np.array_equal(observer.dict[name], group) for name, group in seen.items())


def test_openspiels_search_resamples_what_is_hidden(spiel, register):
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    game = spiel.load_game(register(whispers.GAME, "piracy_searched", rounds=1) + "(seed=5)")
    state = game.new_initial_state()
    state.apply_action(whispers.ACT.write.start + 3)
    draws = iter(np.linspace(0, 0.99, 50))
    others = [state.resample_from_infostate(1, lambda: next(draws)) for _ in range(50)]
    assert {other.observation_string(1) for other in others} == {state.observation_string(1)}
    assert len({other.observation_string(0) for other in others}) > 3
    random = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, random),
        uct_c=2.0,
        max_simulations=200,
        use_observation_string=True,
        random_state=random,
    )
    action = bot.step(state)
    assert action in (3, whispers.ACT.write.start + 3), "the largest number wins"


@pytest.mark.parametrize("game", registry.list_games())
def test_what_a_player_of_openspiel_reads_says_what_it_may_do(game, spiel, register):
    """IS-MCTS knows a node by this text, and breaks off where it leads to other actions."""
    loaded, random, may = spiel.load_game(register(game)), np.random.default_rng(1), {}
    for _ in range(20):
        state = loaded.new_initial_state()
        for _ in range(100):
            if state.is_terminal():
                break
            actions = state.legal_actions()
            text = state.observation_string(state.current_player())
            assert may.setdefault((state.current_player(), text), actions) == actions
            state.apply_action(random.choice(actions))


def test_every_deal_differs_unless_it_is_seeded(spiel, register):
    name = register(whispers.GAME, "piracy_dealt", players=3)
    game, fixed = spiel.load_game(name), spiel.load_game(f"{name}(seed=3)")
    assert len({str(game.new_initial_state()) for _ in range(200)}) > 5
    assert len({str(fixed.new_initial_state()) for _ in range(20)}) == 1
    with pytest.raises(OptionError, match="skip_forced"):
        register(whispers.GAME, "piracy_forced", skip_forced=True)


def test_other_options_are_another_game_of_openspiel(spiel, register):
    three, four = register("mutiny", players=3), register("mutiny", players=4, reward="win")
    assert (three, four) == ("piracy_mutiny_players_3", "piracy_mutiny_players_4_reward_win")
    assert [spiel.load_game(name).num_players() for name in (three, four)] == [3, 4]
    assert register("mutiny", players=3, preset=None) == three
    with pytest.raises(OptionError, match=f"'{three}' stands for mutiny with the options"):
        register("mutiny", three, players=4)


def test_options_are_parameters_of_the_name(spiel, register):
    name = register(whispers.GAME)
    plain = spiel.load_game(name)
    other = spiel.load_game(f"{name}(players=2,rounds=3,writing=False,reward=win,seed=4)")
    assert (plain.num_players(), other.num_players()) == (whispers.GAME.default_seats, 2)
    engine = other.new_initial_state().engine
    assert dict(engine.options.values) | {"rounds": 3, "writing": False} == engine.options.values
    assert engine.reward_mode == "win"
    assert str(other.new_initial_state()) == str(other.new_initial_state())
    assert spiel.load_game(str(other)).num_players() == 2
    with pytest.raises(spiel.SpielError, match="wind"):
        spiel.load_game(f"{name}(wind=1)")


@pytest.mark.filterwarnings("ignore")
def test_torchrl_finds_the_environments_by_their_names():
    torch = pytest.importorskip("torch")
    envs = pytest.importorskip("torchrl.envs")
    data = pytest.importorskip("torchrl.data")
    readers = pytest.importorskip("torchrl.envs.gym_like")
    env = envs.GymEnv("piracy_env/Mutiny-v1", players=3, categorical_action_encoding=True)
    mask = data.Composite(action_mask=data.Binary(env.action_spec.n, dtype=torch.int8))
    env.set_info_dict_reader(readers.default_info_dict_reader(["action_mask"], spec=mask))
    env = envs.TransformedEnv(env, envs.ActionMask())
    assert env.rollout(10_000)["next", "terminated"][-1]
