"""Search finds what there is to find, knows no more than its seat, and depends on nothing else."""

import copy
import pickle
import time

import numpy as np
import pytest

from experiments.connect_four import CELLS, COLUMNS
from experiments.connect_four import GAME as CONNECT_FOUR
from piracy_agents.search import Search, SearchSettings
from piracy_agents.search.flat import make as flat
from piracy_agents.search.mcts import make
from piracy_agents.search.tree import PUCT
from piracy_env.core.engine import Engine
from piracy_env.core.game import RUNNING
from piracy_env.envs.opponents import find_agent, known_agents
from piracy_env.errors import AgentError
from tests.agents.branches import GAME as BRANCHES
from tests.core import whispers
from tests.core.test_script import LIKES, READS

KINDS = {"mcts": make, "flat": flat}


def played(game, *actions, **options):
    """A game after some actions."""
    engine = Engine(game, seed=1, **options)
    engine.reset()
    for action in actions:
        engine.step([action])
    return engine


def dealt(game, count, **options):
    """Games that have just begun."""
    engine = Engine(game, count, seed=2, **options)
    engine.reset()
    return engine


# --- tactics --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("drops", "answer"),
    [
        pytest.param([3, 0, 3, 0, 3, 6], 3, id="win in the column"),
        pytest.param([1, 1, 2, 2, 3, 6], (0, 4), id="win in the row"),
        pytest.param([3, 0, 3, 0, 3], 3, id="block the column"),
        pytest.param([0, 6, 1, 6, 2], 3, id="block the row"),
        pytest.param([0, 1, 1, 2, 2, 3, 2, 3, 3, 6], 3, id="win on the diagonal"),
    ],
)
def test_it_takes_a_win_and_stops_one(kind, drops, answer):
    agent = KINDS[kind]("4000", CONNECT_FOUR)  # with 800, lots decide in one case of four
    assert agent.act(played(CONNECT_FOUR, *drops).view())[0] in np.atleast_1d(answer)


def test_the_tree_sees_two_moves_ahead():
    """Two discs side by side with both ends free: whoever does not stop it now loses."""
    engine = played(CONNECT_FOUR, 2, 6, 3)
    assert make("4000", CONNECT_FOUR).act(engine.view())[0] in (1, 4, 5)


def best_value(engine, known):
    """What the seat to move gets if both play on without a mistake, and each action's value."""
    key = engine.states.tobytes()
    if key not in known:
        values = {}
        for action in engine.legal():
            after = engine.clone()
            after.step([action])
            over = after.states["over"][0] != RUNNING
            seat = int(engine.seat[0])
            values[action] = after.rewards()[seat] if over else -best_value(after, known)[0]
        known[key] = max(values.values()), values
    return known[key]


def test_late_positions_are_solved():
    """With ten free cells, the choice is as good as the best there is."""
    found = 0
    agent = make("4000", CONNECT_FOUR)
    for seed in range(120):
        engine = Engine(CONNECT_FOUR, seed=seed, auto_reset=False)
        engine.reset()
        while engine.states["over"][0] == RUNNING and engine.states["left"][0] > 10:
            engine.step(engine.uniform())
        if engine.states["over"][0] != RUNNING or len(engine.legal()) < 2:
            continue
        best, values = best_value(engine, {})
        assert values[int(agent.act(engine.view())[0])] == best
        found += min(values.values()) < best
    assert found >= 4, "too few of the positions could be got wrong"


# --- several players ------------------------------------------------------------------------------


@pytest.mark.parametrize(("said", "branch"), [("", 0), ("+paranoid", 1)])
def test_others_play_for_themselves_unless_the_search_is_paranoid(said, branch):
    agent = make(f"2000+reward=score{said}", BRANCHES)
    assert agent.act(dealt(BRANCHES, 1).view())[0] == branch


def test_values_approach_those_of_perfect_play():
    agent = make("20000+reward=score", BRANCHES)
    thoughts = agent.think(dealt(BRANCHES, 1).view())
    assert thoughts.values[0, 0] == pytest.approx((6 - 4) / 12, abs=0.05)
    assert thoughts.values[0, 1] == pytest.approx(0.0, abs=1e-6)
    assert thoughts.outlook.sum() == pytest.approx(0.0, abs=1e-3)
    assert thoughts.lines[0, :3].tolist() == [0, 1, 0]


# --- what is hidden -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("script", [None, READS])
def test_it_plays_alike_in_worlds_that_its_seat_cannot_tell_apart(kind, script):
    engine = played(whispers.GAME, 2, 5, 1, players=3)
    agent = KINDS[kind]("60", whispers.GAME)
    if script:
        agent = Search(whispers.GAME, agent.settings, script, rule=agent.rule)
    visits = set()
    for key in range(20):
        other = engine.clone()
        other.load_state_unchecked(0, engine.sample(0, int(engine.seat[0]), key))
        visits.add(agent.think(other.view()).visits.tobytes())
    assert len(visits) == 1


def test_a_world_redrawn_from_a_sample_is_one_redrawn_from_the_truth():
    """So a search that redraws its sample again and again misses nothing and learns nothing."""
    engine = dealt(whispers.GAME, 16, players=3)
    engine.rollout(3)
    games, seats = np.arange(16), engine.seat
    keys, others = engine.keys(1, 0, 16), engine.keys(2, 0, 16)
    imagined = engine.clone()
    for i, world in enumerate(engine.worlds(games, seats, others)):
        imagined.load_state_unchecked(i, world[None])
    again = imagined.worlds(games, seats, keys)
    assert (again == engine.worlds(games, seats, keys)).all()
    assert (again != engine.worlds(games, seats, others)).any()


def test_the_worlds_of_a_search_differ():
    """A number spoken aloud is worth its face; a written one too, which only its writer knows."""
    thoughts = make("3000", whispers.GAME).think(dealt(whispers.GAME, 1, players=3).view())
    assert thoughts.picks[0] in (3, 7)
    assert -0.9 < thoughts.values[0, thoughts.picks[0]] < 0.9


# --- statistics -----------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["500", "500+trees=3", "500+c=2", "500+depth=2+horizon=1"])
@pytest.mark.parametrize("kind", KINDS)
def test_visits_and_values_add_up(kind, said):
    if kind == "flat" and "depth" in said:
        said = "500+horizon=1"
    engine = dealt(whispers.GAME, 3, players=3)
    agent = KINDS[kind](said, whispers.GAME)
    thoughts = agent.think(engine.view())
    total = agent.simulations * agent.settings.trees
    assert 500 <= total <= 502
    assert (thoughts.simulations == total).all()
    assert (thoughts.visits[~engine.action_mask] == 0).all()
    mean = (thoughts.visits * thoughts.values).sum(axis=1) / total
    seats = thoughts.outlook[np.arange(3), engine.seat]
    np.testing.assert_allclose(mean, seats, atol=1e-4)
    np.testing.assert_allclose(thoughts.outlook.sum(axis=1), 0, atol=1e-4)


@pytest.mark.parametrize("said", ["300", "300+trees=3", "300+c=2"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_search_that_goes_on_and_on_is_the_search_that_was_asked_for_all_of_it(kind, said):
    engine = played(whispers.GAME, 2, players=3)
    whole = KINDS[kind](said, whispers.GAME).think(engine.view())
    grown = [*KINDS[kind](said, whispers.GAME).ponder(engine.view(), seconds=0.002)]
    counts = [int(found.simulations[0]) for found in grown]
    assert counts == sorted({*counts})
    assert counts[-1] == whole.simulations[0]
    assert (grown[-1].visits == whole.visits).all()
    assert grown[-1].picks[0] == whole.picks[0]
    np.testing.assert_allclose(grown[-1].values, whole.values, atol=1e-6)


def test_the_most_visited_action_is_taken():
    thoughts = make("500", CONNECT_FOUR).think(dealt(CONNECT_FOUR, 4).view())
    most = thoughts.visits.max(axis=1)
    assert (thoughts.visits[np.arange(4), thoughts.picks] == most).all()
    assert (thoughts.lines[:, 0] == thoughts.picks).all()


def test_halving_leaves_two_with_most_of_the_budget():
    thoughts = flat("900", CONNECT_FOUR).think(dealt(CONNECT_FOUR, 1).view())
    visits = np.sort(thoughts.visits[0])
    assert visits[-2] > 2 * visits[-3]
    assert thoughts.picks[0] in np.argsort(thoughts.visits[0])[-2:]


def test_a_move_without_a_choice_costs_nothing():
    engine = played(BRANCHES)
    view = engine.view()
    view._action_mask[0, 0] = False  # views show their masks, and let nobody write to them
    agent = make("100000000", BRANCHES)
    assert agent.act(view)[0] == 1
    assert agent.explain(view, 0) == "There was no choice."


@pytest.mark.parametrize("kind", KINDS)
def test_no_search_plans_beyond_the_limit_of_its_engine(kind):
    agent = KINDS[kind]("300", CONNECT_FOUR)
    assert agent.think(dealt(CONNECT_FOUR, 1).view()).values.any()
    assert not agent.think(dealt(CONNECT_FOUR, 1, max_moves=6).view()).values.any()  # none has won


def test_no_positions_need_no_thoughts():
    engine = dealt(BRANCHES, 2)
    assert make("10", BRANCHES).act(engine.view([])).shape == (0,)


def test_thoughts_are_told_in_words():
    engine = played(CONNECT_FOUR, 3, 0, 3, 0, 3, 6)
    agent = make("300", CONNECT_FOUR)
    told = agent.explain(engine.view(), 0).splitlines()
    assert told[0].startswith("300 simulations; expected for the seats: +0.")
    assert "+1.00  Drop a red disc into column 4." in told[1]
    assert told[-1] == "most tried line: drop 4"


def test_a_full_tree_still_searches(monkeypatch):
    monkeypatch.setattr("piracy_agents.search.searcher.LARGEST_TREE", 100)
    thoughts = make("3000", CONNECT_FOUR).think(played(CONNECT_FOUR, 3, 0, 3, 0, 3).view())
    assert thoughts.picks[0] == 3
    assert thoughts.simulations[0] == 3000


# --- the same again -------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["80", "80+trees=2"])
@pytest.mark.parametrize("kind", KINDS)
def test_threads_and_company_change_nothing(kind, said):
    engine = dealt(whispers.GAME, 17, players=3)
    one, three = (KINDS[kind](f"{said}+threads={n}", whispers.GAME) for n in (1, 3))
    together = one.think(engine.view())
    assert (three.think(engine.view()).visits == together.visits).all()
    alone = [one.think(engine.view([i])).visits[0] for i in range(17)]
    assert (np.array(alone) == together.visits).all()


def test_a_search_leaves_nothing_behind_for_the_next_one():
    fresh, used = make("200", CONNECT_FOUR), make("200", CONNECT_FOUR)
    used.act(played(CONNECT_FOUR, 3, 0, 3, 0).view())
    engine = dealt(CONNECT_FOUR, 5)
    assert (fresh.think(engine.view()).visits == used.think(engine.view()).visits).all()


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_copies_play_alike(twin):
    agent = make("100", CONNECT_FOUR)
    view = dealt(CONNECT_FOUR, 3).view()
    agent.act(view)
    again = dealt(CONNECT_FOUR, 3).view()
    assert (twin(agent).act(again) == agent.thoughts.picks).all()


# --- playouts by a script -------------------------------------------------------------------------


def test_playouts_follow_the_script():
    """If all others say nothing but the highest number, so must one who wants to win."""
    settings = SearchSettings(simulations=400, epsilon=0.0)
    thoughts = Search(whispers.GAME, settings, LIKES).think(dealt(whispers.GAME, 1).view())
    plain = Search(whispers.GAME, settings).think(dealt(whispers.GAME, 1).view())
    assert (thoughts.visits != plain.visits).any()


def test_priors_guide_the_tree():
    settings = SearchSettings(simulations=30, uniform=True, heat=0.2)
    thoughts = Search(whispers.GAME, settings, LIKES, rule=PUCT).think(
        dealt(whispers.GAME, 1).view()
    )
    assert thoughts.picks[0] == whispers.GAME.actions.size - 1
    assert thoughts.visits[0, :4].sum() < 5


# --- time, names and refusals ---------------------------------------------------------------------


def test_time_is_kept_roughly():
    agent = make("40ms", CONNECT_FOUR)
    view = dealt(CONNECT_FOUR, 1).view()
    agent.act(view)  # compiled, and the memory taken
    start = time.perf_counter()
    thoughts = agent.think(view)
    assert 0.03 < time.perf_counter() - start < 2.0
    assert thoughts.simulations[0] > 16


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_found_by_name(kind):
    agent = find_agent(f"{kind}:50", CONNECT_FOUR)
    assert repr(agent) == f"{kind}:50"
    assert f"{kind}:1000" in known_agents(CONNECT_FOUR)
    assert agent.act(dealt(CONNECT_FOUR, 2).view()).shape == (2,)


def test_another_game_is_refused():
    with pytest.raises(AgentError, match="plays connect_four, not whispers"):
        make("10", CONNECT_FOUR).act(dealt(whispers.GAME, 1).view())


def test_full_columns_are_never_tried():
    engine = played(CONNECT_FOUR, *[0] * 6)
    assert make("200", CONNECT_FOUR).think(engine.view()).visits[0, 0] == 0
    assert CELLS == 6 * COLUMNS
