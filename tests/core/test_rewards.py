"""What games pay, and when: at the end, on the way, when cut; to a crew, and to one seat alone."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from piracy_env.core.control import ASK, UNIFORM
from piracy_env.core.engine import Engine
from piracy_env.core.game import CUT, ENDED, RUNNING
from piracy_env.core.outcome import ACCOUNT, CUT_REASON, Outcome, successes
from piracy_env.core.rewards import RewardMode
from piracy_env.errors import OptionError
from tests.core import whispers
from tests.testing.diver import DIVER, MOST
from tests.testing.raft import DEAREST, RAFT
from tests.testing.shoals import SHOALS
from tests.testing.toy import TOY

every_crew = pytest.mark.parametrize("players", RAFT.seats)


def raft(n=1, players=3, **settings):
    given = {"seed": 5, "reward": "standing", "auto_reset": False} | settings
    engine = Engine(RAFT, n, players=players, **given)
    engine.reset()
    return engine


def mixed(state, players):
    """What a raft would pay as it stands, told a second time."""
    needed, size = int(state["needed"]) * players, max(0, int(state["raft"]))
    chests = state["chest"][:players].astype(float)
    team = min(1.0, size / needed)
    if state["over"] == ENDED and team < 1:
        team = 0.5 if team >= 0.5 else 0.0
    shares = chests / chests.max() if chests.any() else np.ones(players)
    return team * (0.6 + 0.4 * shares)


def played(engine):
    """Rewards [n, P] summed over a game each, with random play."""
    total = np.zeros(engine.reward.shape)
    while (running := np.flatnonzero(engine.states["over"] == RUNNING)).size:
        engine.step(engine_actions(engine, running), running)
        total[running] += engine.reward[running]
    return total


def engine_actions(engine, games):
    dice = np.random.default_rng(int(engine.states["moves"].sum()))
    return [int(dice.choice(engine.legal(int(i)))) for i in games]


# --- on the way -----------------------------------------------------------------------------------


@every_crew
def test_each_decision_pays_every_seat_the_change_of_its_standing(players):
    engine, paid = raft(players=players), np.zeros(players)
    before = mixed(engine.states[0], players)
    while engine.states["over"][0] == RUNNING:
        engine.step(engine_actions(engine, [0]))
        if engine.states["over"][0] == RUNNING:
            now = mixed(engine.states[0], players)
            assert engine.reward[0] == pytest.approx(now - before, abs=1e-6)
            paid, before = paid + now - before, now
            assert engine.rewards() == pytest.approx(paid)
    end = mixed(engine.states[0], players)
    assert engine.reward[0] == pytest.approx(end - paid, abs=1e-6)
    assert engine.final_payments[0].tolist() == pytest.approx(end, abs=1e-15)
    assert engine.rewards() == pytest.approx(end)


@every_crew
def test_payments_on_the_way_add_up_to_the_payment_at_the_end(players):
    engine, other = raft(60, players), raft(60, players, reward="mixed")
    total, at_once = played(engine), played(other)
    assert (engine.states == other.states).all(), "modes do not change a game"
    assert engine.final_payments.tolist() == other.final_payments.tolist(), "to the last bit"
    np.testing.assert_allclose(total, at_once, atol=1e-6)
    assert other.final_payments.any()
    assert (other.final_payments == 0).all(axis=1).any(), "some crew is lost"


def test_games_that_follow_one_another_have_accounts_of_their_own():
    engine, total = raft(8, auto_reset=True), np.zeros((8, 3))
    ends = 0
    for _ in range(60):
        engine.step(engine.uniform())
        total += engine.reward
        for i in np.flatnonzero(engine.terminated):
            expected = mixed(engine.finals[i], 3)
            assert total[i] == pytest.approx(expected, abs=1e-5)
            assert engine.final_payments[i] == pytest.approx(expected)
            total[i], ends = 0.0, ends + 1
    assert ends > 20


def test_forced_moves_and_autopilots_pay_into_the_decision_before_them():
    engine = raft(30)
    engine.take_seats([ASK, UNIFORM, UNIFORM])
    engine.reset()
    before = engine.slots["paid"].copy()
    assert not before.any(), "nothing is paid before the first decision"
    total = played(engine)
    ends = np.array([mixed(state, 3) for state in engine.states])
    np.testing.assert_allclose(total, ends, atol=1e-5)
    diver = Engine(DIVER, 40, seed=1, skip_forced=True, reward="findings", auto_reset=False)
    diver.reset()
    np.testing.assert_allclose(played(diver)[:, 0], diver.final_scores[:, 0] / MOST, atol=1e-6)


def test_rollouts_pay_on_the_way_too():
    engine, twin = raft(20, auto_reset=True), raft(20, reward="mixed", auto_reset=True)
    for _ in range(40):
        engine.rollout(1)
        twin.rollout(1)
        assert engine.states.tobytes() == twin.states.tobytes()
        assert engine.final_payments.tolist() == twin.final_payments.tolist()
    assert engine.reward.any()
    assert twin.final_payments.any()


def test_a_copy_goes_on_with_the_same_account():
    engine = raft(6, preset="lake")
    for _ in range(5):
        engine.step(engine.uniform())
    copies = [engine.clone(), pickle.loads(pickle.dumps(engine))]
    played(engine)
    for copy in copies:
        played(copy)
        assert copy.final_payments.tolist() == engine.final_payments.tolist()


def test_a_loaded_position_begins_an_account():
    engine = raft()
    for _ in range(4):
        engine.step(engine.uniform())
    state, standing = engine.states[:1].copy(), mixed(engine.states[0], 3)
    engine.load_state(0, state)
    assert engine.rewards() == [0.0, 0.0, 0.0]
    assert engine.slots["standing"][0, :3] == pytest.approx(standing)
    assert played(engine)[0] == pytest.approx(mixed(engine.states[0], 3), abs=1e-6)


def test_a_position_that_is_edited_to_its_end_pays_nobody():
    engine = raft()
    engine.load_state_unchecked(0, ended(engine))
    assert not engine.reward.any()
    assert not engine.final_payments.any()
    assert engine.rewards() == pytest.approx(mixed(engine.states[0], 3)), "what it would have paid"


def ended(engine):
    state = engine.states[:1].copy()
    state["over"], state["raft"], state["chest"][0, 1] = ENDED, 30, 4
    return state


def test_any_mode_may_be_paid_on_the_way_places_too():
    race = RewardMode("race", (-3, 3), on_the_way="rank")
    game = replace(TOY, rewards=(*TOY.rewards, race))
    engine = Engine(game, 30, seed=3, reward="race", auto_reset=False)
    ranked = Engine(game, 30, seed=3, reward="rank", auto_reset=False)
    engine.reset()
    ranked.reset()
    total, expected = played(engine), played(ranked)
    np.testing.assert_allclose(total, expected, atol=1e-6)
    assert (engine.final_ranks == ranked.final_ranks).all()
    assert engine.final_payments.tolist() == ranked.final_payments.tolist()


def test_playouts_tell_what_the_whole_game_pays():
    engine, twin = raft(4), raft(4, reward="mixed")
    keys = engine.keys(3, 0, 40)
    games = np.arange(40) % 4
    rewards, lengths = engine.playouts(games, games % 3, keys)
    expected, its_lengths = twin.playouts(games, games % 3, keys)
    assert rewards.tolist() == expected.tolist()
    assert lengths.tolist() == its_lengths.tolist()
    assert expected.any()


# --- cut ------------------------------------------------------------------------------------------


def test_a_cut_game_has_paid_what_was_reached_and_pays_nothing_more():
    engine = raft(20, max_moves=4)
    deal = np.array([mixed(state, 3) for state in engine.states])
    total = played(engine)
    cut = engine.states["over"] == CUT
    reached = np.array([mixed(state, 3) for state in engine.states]) - deal
    assert cut.sum() > 5
    np.testing.assert_allclose(total[cut], reached[cut], atol=1e-6)
    np.testing.assert_allclose(engine.final_payments[cut], reached[cut])
    assert set(engine.final_reasons[cut]) == {"cut"}
    assert total[cut].any()


def test_a_mode_may_pay_for_a_cut_game_by_its_standing():
    own, team = raft(20, max_moves=4, reward="own"), raft(20, max_moves=4, reward="team")
    paid, unpaid = played(own), played(team)
    cut = own.states["over"] == CUT
    shares = own.states["chest"][:, :3] / (DEAREST * 4)
    np.testing.assert_allclose(paid[cut], shares[cut], atol=1e-6)
    assert paid[cut].any()
    assert not unpaid[cut].any()
    assert [own.rewards(int(i)) for i in np.flatnonzero(cut)] == paid[cut].tolist()


# --- what it came to ------------------------------------------------------------------------------


def test_ends_are_told_by_score_place_team_and_reason():
    engine = raft(200, reward="mixed")
    assert engine.outcome(0) == Outcome([0, 0, 0], [0, 0, 0], 0.0, "")
    assert set(engine.final_reasons) == {""}
    played(engine)
    assert set(engine.final_reasons) == {"away", "rounds", "swept_away"}
    assert set(engine.final_teams) == {0.0, 0.5, 1.0}
    for i in range(200):
        came = engine.outcome(i)
        assert came.scores == engine.final_scores[i].tolist()
        assert came.ranks == engine.final_ranks[i].tolist()
        assert (came.team, came.reason) == (engine.final_teams[i], engine.final_reasons[i])
        assert (came.ranks == [1, 1, 1]) >= (came.team == 0), "all have lost"
    assert not engine.final_payments[engine.final_teams == 0].any()
    successes = engine.final_successes
    assert (successes == (engine.final_teams >= 0.5)[:, None]).all()


def test_who_has_lost_with_all_others_is_paid_nothing_for_places():
    for mode in ("rank", "win"):
        engine = raft(100, reward=mode)
        paid = played(engine)
        lost = engine.final_teams == 0
        assert lost.any()
        assert not paid[lost].any()
        assert paid[~lost].any()


def test_rivals_have_no_team_and_count_the_first_place_a_success():
    engine = Engine(TOY, 20, seed=1, auto_reset=False)
    engine.reset()
    played(engine)
    assert engine.outcome(0).team is None
    assert np.isnan(engine.final_teams).all()
    assert (engine.final_successes == (engine.final_ranks == 1)).all()
    assert set(engine.final_reasons) <= set(TOY.reasons)


def test_a_lone_seat_succeeds_if_it_gets_half_of_what_there_is():
    ends = np.zeros(5, ACCOUNT)
    ends["outcome"]["team"], ends["outcome"]["rank"][:, 0] = np.nan, 1
    ends["payment"][:, 0] = [0.0, 0.4, 0.5, 1.0, 1.0]
    ends["outcome"]["reason"][4] = CUT_REASON
    assert successes(ends, 1, (0.0, 1.0))[:, 0].tolist() == [False, False, True, True, False]
    assert successes(ends, 1, (-1.0, 1.0))[:, 0].tolist() == [True, True, True, True, False]
    ends["outcome"]["team"] = [0.5, 0.0, 0.4, 0.6, 1.0]
    assert successes(ends, 1, (0.0, 1.0))[:, 0].tolist() == [True, False, False, True, False]


# --- which modes there are ------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "mode"), [(RAFT, "mixed"), (DIVER, "pearls"), (TOY, "rank")])
def test_a_game_is_played_for_its_default_mode(game, mode):
    assert Engine(game).reward_mode == Engine(game, reward="").reward_mode == mode


@pytest.mark.parametrize("game", [RAFT, DIVER])
def test_one_seat_is_paid_in_every_mode_that_means_something(game):
    assert game.modes_for(1) == tuple(mode.name for mode in game.rewards)
    for mode in game.modes_for(1):
        engine = Engine(game, 50, players=1, reward=mode, seed=2, auto_reset=False)
        engine.reset()
        assert played(engine).any(), mode
    for mode in ("rank", "win", "score"):
        with pytest.raises(OptionError, match=rf"{mode} is for 2 or more seats, not for 1; .* has"):
            Engine(game, players=1, reward=mode)


def test_seats_of_one_interest_have_no_places_to_be_paid_for():
    crew = replace(RAFT, utility="identical", default_reward="team", rewards=RAFT.rewards[:2])
    assert crew.modes_for(3) == ("mixed", "team")
    with pytest.raises(OptionError, match="win is for rivals, but the 3 seats have one interest"):
        Engine(crew, reward="win")


def test_an_unknown_mode_is_refused_with_those_that_there_are():
    with pytest.raises(OptionError, match="raft has no reward mode 'gold'; there are: rank, ") as e:
        Engine(RAFT, reward="gold")
    assert e.value.allowed == (*("rank", "win", "score"), "mixed", "team", "own", "standing")


def test_the_scale_of_scores_may_follow_from_the_options():
    for purse in (1000, 50_000):
        engine = Engine(SHOALS, 40, seed=2, purse=purse, reward="score", auto_reset=False)
        engine.reset()
        played(engine)
        scores = engine.final_scores
        expected = (scores - scores.mean(axis=1, keepdims=True)) / purse
        np.testing.assert_allclose(engine.final_payments, expected)
        assert expected.any()


def test_places_of_a_game_that_goes_on_are_expected_by_leads():
    race = replace(whispers.GAME, rewards=(RewardMode("race", (-2, 2), on_the_way="rank"),))
    engine = Engine(race, 6, players=3, seed=2, reward="race", auto_reset=False)
    engine.reset()

    def expected():
        scores = np.array([engine.outcome(i).scores for i in range(6)], float)
        leads = scores[:, :, None] - scores[:, None, :]
        return np.tanh(3 * leads / race.score_scale).sum(axis=2) / 2

    begun = expected()
    assert np.allclose(begun.sum(axis=1), 0.0)
    assert np.abs(begun).max() > 0.0
    engine.step(engine.uniform())
    assert not engine.over.any()
    np.testing.assert_allclose(engine.reward, expected() - begun, atol=1e-6)
