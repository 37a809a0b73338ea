"""The engine: deals, steps, ends, rewards, seeds, and what it refuses."""

import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.core.game import CUT, ENDED, RUNNING
from piracy_env.errors import IllegalActionError, OptionError, OrderError, TableError
from tests.testing.toy import ACTIONS, TOY, Phase

THROW = ACTIONS.id("throw")


def make(num_envs=1, **settings):
    engine = Engine(TOY, num_envs, **({"seed": 0, "players": 3} | settings))
    engine.reset()
    return engine


def play_to_the_end(engine):
    while (engine.states["over"] == RUNNING).all():
        engine.step(engine.uniform())
    return engine


# --- making one -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"num_envs": 0}, "num_envs must be a whole number from 1 to 10000000, not 0"),
        ({"num_envs": -3}, "not -3"),
        ({"num_envs": 2.0}, "not 2.0"),
        ({"num_envs": True}, "not True"),
        ({"threads": 0}, "threads must be a whole number from 1 to 1024, not 0"),
        ({"max_moves": 0}, "max_moves must be a whole number from 1 to"),
        ({"max_moves": "10"}, "not '10'"),
        ({"reward": "gold"}, "no reward mode 'gold'; there are: rank, win, score, survive"),
        ({"players": 9}, "is for 2, 3, 4 players, not 9"),
        ({"wind": "north"}, "has no option 'wind'"),
        ({"seed": -1}, "seed must be a whole number from 0 to 18446744073709551615, not -1"),
        ({"seed": 2**64}, "seed must be a whole number from 0 to"),
        ({"seed": 1.5}, "seed must be a whole number from 0 to .* not 1.5"),
        ({"seed": "luck"}, "seed must be a whole number from 0 to .* not 'luck'"),
        ({"seed": [1, 2]}, "one seed a game: 1 whole numbers of 64 bits from 0"),
        ({"num_envs": 3, "tables": [None, None]}, "one, or one for each of 3 games, not 2"),
    ],
)
def test_bad_settings_are_refused_by_name(settings, words):
    with pytest.raises(OptionError, match=words):
        Engine(TOY, **settings)


@pytest.mark.parametrize("tables", [5, 2.5, {"box": {"sides": 99}}, {"bin": {}}, "none.toml"])
def test_bad_tables_are_refused(tables):
    with pytest.raises(TableError):
        Engine(TOY, tables=tables)


def test_each_game_of_a_batch_may_have_tables_of_its_own():
    engine = make(2, tables=[None, {"box": {"hand": 1}}])
    assert (engine.states["hand"] >= 0).sum((1, 2)).tolist() == [6, 3]
    assert [engine.tables_of(i).t.box.hand for i in range(2)] == [2, 1]
    worlds = engine.worlds([1, 0, 1], [0, 0, 0], [1, 2, 3])
    assert (worlds["hand"] >= 0).sum((1, 2)).tolist() == [3, 6, 3]


# --- stepping -------------------------------------------------------------------------------------


def test_the_same_arrays_are_filled_each_time():
    engine = make(2)
    first = engine.reset()
    second = engine.step(engine.uniform())
    assert all(a is b for a, b in zip(first, second, strict=True))
    assert second.observation is engine.observation


def test_the_seat_to_move_is_observed():
    engine = make(4)
    for i in range(4):
        assert (engine.observation[i] == engine.observe(i, int(engine.seat[i]))).all()
    assert (engine.seat == engine.states["seat"]).all()


def test_an_illegal_action_is_named_with_seat_phase_and_what_is_legal():
    engine = make(first="seat 0")
    with pytest.raises(IllegalActionError) as refusal:
        engine.step([THROW])
    assert str(refusal.value) == (
        "action 6 'throw' is not legal for seat 0 in phase ATTACK; legal: 0 'attack left 1 with "
        "card 0', 1 'attack left 2 with card 0', 3 'attack left 1 with card 1', 4 'attack left 2 "
        "with card 1'"
    )


def test_in_a_batch_the_game_is_named_too():
    engine = make(3, first="seat 0")
    with pytest.raises(
        IllegalActionError, match=r"action -4 \(no such id\) .* seat 0 of game 1 in"
    ):
        engine.step([0, -4, 0])


def test_chosen_games_are_stepped_and_the_others_left_alone():
    engine = make(3)
    before = engine.states.copy()
    actions = engine.action_mask.argmax(1)
    engine.step(actions[[2, 0]], [2, 0])
    assert engine.states["moves"].tolist() == [1, 0, 1]
    assert engine.states[1] == before[1]
    engine.step(engine.action_mask.argmax(1)[[1]], np.array([False, True, False]))
    assert engine.states["moves"].tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ([0, 0], "each game may be chosen once, not 0, 0"),
        ([0, 3], "games are numbered 0 to 2, not 0, 3"),
        ([-1, 0], "games are numbered 0 to 2, not -1, 0"),
        ([0.0, 1.0], "chosen by a list of indices, or by a mask"),
        ([True, False], "chosen by a list of indices, or by a mask"),
        (1, "chosen by a list of indices, or by a mask"),
    ],
)
def test_a_bad_choice_of_games_is_refused(chosen, words):
    engine = make(3)
    before = engine.states.copy()
    actions = engine.action_mask.argmax(1)[:2]
    for call in (lambda: engine.step(actions, chosen), lambda: engine.reset(chosen=chosen)):
        with pytest.raises(OptionError, match=words):
            call()
    assert (engine.states == before).all()


def test_nobody_steps_before_the_deal_or_after_the_end():
    engine = Engine(TOY, players=3, seed=0, auto_reset=False)
    for early in (lambda: engine.step([0]), engine.uniform, lambda: engine.rollout(1)):
        with pytest.raises(OrderError, match=r"game 0 has not begun: call reset\(\) first"):
            early()
    engine.reset()
    play_to_the_end(engine)
    for late in (lambda: engine.step([0]), engine.uniform, lambda: engine.play(0)):
        with pytest.raises(OrderError, match="game 0 is over: call reset"):
            late()


def test_the_short_way_of_a_single_game_does_what_a_step_does():
    quick, plain = make(seed=5), make(seed=5)
    for _ in range(12):
        action = int(plain.uniform()[0])
        quick.play(action)
        plain.step([action])
        assert quick.states == plain.states
    with pytest.raises(IllegalActionError, match="is not legal for seat"):
        quick.play(int(np.flatnonzero(~quick.action_mask[0])[0]))
    with pytest.raises(IllegalActionError, match="whole numbers"):
        quick.play(0.0)


def test_the_short_way_is_for_a_single_game_only():
    engine = make(2)
    with pytest.raises(IllegalActionError, match="one action a game"):
        engine.play(int(engine.action_mask[0].argmax()))


def test_rollouts_are_random_steps():
    one, other = make(4), make(4)
    one.rollout(9)
    for _ in range(9):
        other.step(other.uniform())
    assert (one.states == other.states).all()
    assert (one.observation == other.observation).all()


def test_a_rollout_need_not_observe():
    engine = make(4)
    before = engine.observation.copy()
    engine.rollout(9, observe=False)
    assert (engine.observation == before).all()
    assert (engine.states["moves"] > 0).any()


def test_rollouts_draw_from_as_many_choices_as_there_are_whatever_came_before():
    def is_counted(engine):
        running = ~engine.over
        counted = engine.action_mask.sum(axis=1)
        return (engine.slots["choices"][running] == counted[running]).all()

    engine = Engine(TOY, 8, seed=3)
    engine.reset()
    assert is_counted(engine)
    before = engine.states[:1].copy()
    engine.step(engine.uniform())
    assert is_counted(engine)
    engine.load_state(0, before)
    assert engine.action_mask[0].sum() != engine.action_mask[1].sum()
    assert is_counted(engine)
    assert is_counted(copy.deepcopy(engine))
    engine.rollout(20)
    assert is_counted(engine)


def test_forced_moves_are_skipped_on_demand():
    engine = make(8, skip_forced=True)
    for _ in range(40):
        assert (engine.action_mask.sum(1) > 1).all()
        assert (engine.states["phase"] == Phase.ATTACK).all()
        engine.step(engine.uniform())


# --- ends -----------------------------------------------------------------------------------------


def test_a_finished_game_is_followed_by_the_next_one():
    engine = make(1)
    last = None
    while not engine.terminated[0]:
        last = engine.states.copy()
        engine.step(engine.uniform())
    assert engine.states["moves"][0] == 0
    assert engine.finals["moves"][0] == last["moves"][0] + 1
    assert engine.finals["over"][0] == ENDED
    assert engine.reward[0].any()
    assert engine.action_mask.any()
    assert engine.slots["episode"][0] == 1
    engine.step(engine.uniform())
    assert not engine.terminated[0]
    assert not engine.reward.any()


def test_a_finished_game_stays_if_it_is_to():
    engine = play_to_the_end(make(auto_reset=False))
    assert engine.states["over"][0] == ENDED
    assert engine.terminated[0]
    assert not engine.action_mask.any()
    assert engine.rewards() == engine.reward[0].tolist()
    engine.reset()
    assert engine.states["over"][0] == RUNNING


def test_a_game_that_is_cut_pays_nothing():
    engine = make(max_moves=3, auto_reset=False)
    play_to_the_end(engine)
    assert engine.states["over"][0] == CUT
    assert engine.states["moves"][0] == 3
    assert (engine.terminated[0], engine.truncated[0]) == (False, True)
    assert engine.reward[0].tolist() == [0.0, 0.0, 0.0]
    assert engine.rewards() == [0.0, 0.0, 0.0]


# --- rewards --------------------------------------------------------------------------------------


def finished(scores, reward, **settings):
    """An engine of a game that ended with these scores."""
    engine = make(players=len(scores), reward=reward, auto_reset=False, **settings)
    state = engine.states[:1].copy()
    state["over"] = ENDED
    state["score"][0, : len(scores)] = scores
    engine.load_state_unchecked(0, state)
    return engine


@pytest.mark.parametrize(
    ("scores", "ranks", "rank", "win", "score"),
    [
        # scores are divided by 2, the toy's scale
        ([5, 1], [1, 2], [1, -1], [1, -1], [1, -1]),
        ([2, 2], [1, 1], [0, 0], [0, 0], [0, 0]),
        ([3, 1, 2], [1, 3, 2], [1, -1, 0], [1, -0.5, -0.5], [0.5, -0.5, 0]),
        ([3, 3, 0], [1, 1, 3], [0.5, 0.5, -1], [0.5, 0.5, -1], [0.5, 0.5, -1]),
        ([6, 0, 0], [1, 2, 2], [1, -0.5, -0.5], [1, -0.5, -0.5], [2, -1, -1]),
        ([1, 1, 1], [1, 1, 1], [0, 0, 0], [0, 0, 0], [0, 0, 0]),
        (
            [0, 6, 2, 2],
            [4, 1, 2, 2],
            [-1, 1, 0, 0],
            [-1 / 3, 1, -1 / 3, -1 / 3],
            [-1.25, 1.75, -0.25, -0.25],
        ),
    ],
)
def test_reward_modes_pay_by_place_victory_or_score(scores, ranks, rank, win, score):
    for mode, expected in (("rank", rank), ("win", win), ("score", score)):
        engine = finished(scores, mode)
        assert engine.outcome()[:2] == (scores, ranks)
        assert engine.rewards() == pytest.approx(expected)


def test_a_game_may_pay_in_ways_of_its_own():
    assert finished([3, 1, 2], "survive").rewards() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("mode", ["rank", "win", "score"])
def test_a_sole_player_is_not_paid_for_places(mode):
    solo = replace(TOY, seats=(1, 2), default_seats=2, default_reward="survive")
    with pytest.raises(OptionError, match=f"{mode} is for 2 or more seats, not for 1") as caught:
        Engine(solo, players=1, reward=mode)
    assert (caught.value.option, caught.value.allowed) == ("reward", ("survive",))
    assert Engine(solo, players=1).reward_mode == "survive"


def test_a_running_game_has_scores_but_neither_ranks_nor_rewards():
    engine = make()
    assert engine.outcome()[:2] == ([0, 0, 0], [0, 0, 0])
    assert engine.rewards() == [0.0, 0.0, 0.0]


# --- seeds ----------------------------------------------------------------------------------------


def test_a_seed_deals_the_same_games_again():
    engine = make(4, seed=11)
    dealt = engine.states.copy()
    engine.reset()
    assert not (engine.states == dealt).any()
    engine.reset(seed=11)
    assert (engine.states == dealt).all()


def test_no_seed_deals_new_games_each_time():
    words = {int(Engine(TOY).slots["seed"][0]) for _ in range(4)}
    assert len(words) == 4


def test_each_game_may_be_given_a_seed():
    batch = make(3, seed=[5, 6, 2**62])
    for i, seed in enumerate((5, 6, 2**62)):
        assert batch.states[i] == make(1, seed=[seed]).states[0]


def test_chosen_games_are_dealt_anew_and_the_others_go_on():
    engine = make(4)
    engine.rollout(3)
    before, seeds = engine.states.copy(), engine.slots["seed"].copy()
    engine.reset(chosen=[1, 3])
    assert engine.states["moves"].tolist() == [3, 0, 3, 0]
    assert (engine.states[[0, 2]] == before[[0, 2]]).all()
    assert (engine.slots["seed"] == seeds).all()


def test_a_seed_for_chosen_games_leaves_the_streams_of_the_others_alone():
    engine, other = make(3), make(3)
    for one in (engine, other):
        one.rollout(3)
    engine.reset(seed=99, chosen=[1])
    assert engine.states[1] == make(3, seed=99).states[1]
    for i in (0, 2):
        assert engine.slots[i] == other.slots[i]
        assert engine.states[i] == other.states[i]
    engine.reset(seed=[7], chosen=[2])
    assert engine.states[2] == make(1, seed=[7]).states[0]
    with pytest.raises(OptionError, match="one seed a game: 1 whole numbers"):
        engine.reset(seed=[7, 8, 9], chosen=[2])


# --- looking --------------------------------------------------------------------------------------


def test_every_seat_can_look_at_any_time():
    engine = make(2)
    seen, masks = engine.look([0, 0, 1], [0, 2, 1])
    assert seen.shape == (3, TOY.observation.size)
    for k, (i, seat) in enumerate([(0, 0), (0, 2), (1, 1)]):
        assert (seen[k] == engine.observe(i, seat)).all()
        assert masks[k].any() == (engine.seat[i] == seat)


@pytest.mark.parametrize(
    ("seats", "keys", "words"),
    [
        ([0], [1, 2], "one seat a game: 2 whole numbers"),
        ([0, 3], [1, 2], "seats are numbered 0 to 2, not 0, 3"),
        ([0, -1], [1, 2], "seats are numbered 0 to 2, not 0, -1"),
        ([0.5, 1.0], [1, 2], "one seat a game: 2 whole numbers"),
        ([0, 1], [1], "one key a game: 2 whole numbers of 64 bits"),
        ([0, 1], [1, -2], "one key a game"),
        ([0, 1], [1.0, 2.0], "one key a game"),
        ([0, 1], [1, 2**64], "one key a game"),
    ],
)
def test_seats_and_keys_that_do_not_match_the_games_are_refused(seats, keys, words):
    engine = make(2)
    for call in (engine.worlds, engine.playouts):
        with pytest.raises(OptionError, match=words):
            call([0, 1], seats, keys)


@pytest.mark.parametrize(("i", "seat"), [(2, 0), (-1, 0), (0, 3), (0, -1), (0.5, 0), (0, 0.5)])
def test_a_seat_or_game_that_is_not_there_is_refused(i, seat):
    engine = make(2)
    looks = (engine.observe, engine.mask, engine.sample, engine.describe, engine.render)
    for look in looks:
        with pytest.raises(OptionError, match=r"whole number|are numbered 0 to|list of indices"):
            look(i, seat)


def test_nobody_looks_before_the_deal():
    engine = Engine(TOY, 2, players=3)
    for look in (engine.observe, engine.mask, engine.sample, engine.describe, engine.render):
        with pytest.raises(OrderError, match="game 1 has not begun"):
            look(1, 0)
    with pytest.raises(OrderError, match="game 0 has not begun"):
        engine.view([0])


def test_words_and_pictures_know_their_viewer():
    engine = make(first="seat 0", seed=3)
    assert engine.describe(0, 1).count("a card") == 4
    assert engine.describe(0, None).count("a card") == 0
    assert engine.describe(0) == engine.describe(0, 0)
    assert "a card" in engine.describe_action(0, 0, viewer=1)
    assert "a card" not in engine.describe_action(0, 0, viewer=0)
    assert engine.render(0) == engine.render(0, 0)
    assert engine.render(0, 1).startswith("<svg")
    with pytest.raises(IllegalActionError, match="action 99 does not exist"):
        engine.describe_action(0, 99)


def test_worlds_are_new_at_each_call_unless_a_key_is_given():
    engine = make()
    worlds = {engine.sample(0, 0).tobytes() for _ in range(8)}
    assert len(worlds) == 8
    assert engine.sample(0, 0, key=4) == engine.sample(0, 0, key=4)
    assert engine.sample(0, 0, key=4) != engine.sample(0, 0, key=5)


def test_playouts_come_to_an_end_and_pay():
    engine = make(4)
    engine.rollout(2)
    before = engine.states.copy()
    rewards, lengths = engine.playouts([0, 1, 2, 3, 0], engine.seat[[0, 1, 2, 3, 0]], range(5))
    assert rewards.shape == (5, 3)
    assert np.allclose(rewards.sum(1), 0)
    assert ((lengths > 0) & (lengths <= 24)).all()
    assert (engine.states == before).all()
    again, _ = engine.playouts([0, 1, 2, 3, 0], engine.seat[[0, 1, 2, 3, 0]], range(5))
    assert (rewards == again).all()


# --- views ----------------------------------------------------------------------------------------


def test_a_view_is_a_copy_from_the_seats_to_move():
    engine = make(3)
    view = engine.view([2, 0])
    kept, seen = view.observation, view.observation.copy()
    assert len(view) == 2
    assert view.seat.tolist() == engine.seat[[2, 0]].tolist()
    engine.step(engine.uniform())
    assert (kept == seen).all()


def test_a_view_names_what_its_seats_see():
    view = make(3).view([2, 0])
    named = view.named()
    assert list(named) == [group.name for group in TOY.observation.groups]
    joined = [group.reshape(2, -1) for group in named.values()]
    assert np.array_equal(np.concatenate(joined, axis=1), view.observation)


def test_a_view_hands_out_fair_worlds_but_no_true_states():
    engine = make(2)
    view = engine.view(key=9)
    first, second = view.sample(), view.sample()
    assert (first["rng"] != second["rng"]).all()
    assert (engine.view(key=9).sample() == first).all()
    with pytest.raises(OrderError, match="oracle=True"):
        view.states()
    assert (engine.view(oracle=True).states() == engine.states).all()


def test_a_view_tells_positions_and_actions_as_its_seat_knows_them():
    engine = make(2, first="seat 0", seed=3)
    view = engine.view()
    assert view.describe(1) == engine.describe(1, 0)
    assert view.describe_action(1, 0) == engine.describe_action(1, 0, 0)


# --- copies ---------------------------------------------------------------------------------------

WAYS = {
    "clone": lambda engine: engine.clone(),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda engine: pickle.loads(pickle.dumps(engine)),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_copy_goes_on_as_its_original_would(way, threads):
    engine = make(8, threads=threads, record=True)
    engine.rollout(5)
    twin = WAYS[way](engine)
    kept = engine.states.copy()
    twin.rollout(6)
    assert (engine.states == kept).all()
    engine.rollout(6)
    assert (engine.states == twin.states).all()
    assert [engine.played(i) for i in range(8)] == [twin.played(i) for i in range(8)]
    assert twin.sample(0, 0) == engine.sample(0, 0)


def test_more_threads_than_games_do_no_harm():
    one, many = make(2), make(2, threads=8)
    one.rollout(20)
    many.rollout(20)
    assert (one.states == many.states).all()


# --- seats on autopilot ---------------------------------------------------------------------------


def test_a_learner_is_asked_for_its_own_seat_only():
    engine = Engine(TOY, 6, players=3, seed=2, auto_reset=False)
    engine.take_seats(controller=[0, 1, 1], ego_seat=[0, 1, 2, 0, 1, 2])
    engine.reset()
    asked = 0
    while (running := np.flatnonzero(engine.states["over"] == RUNNING)).size:
        assert (engine.seat[running] == engine.ego_seat[running]).all()
        engine.step(engine.action_mask.argmax(1)[running], running)
        asked += running.size
    assert asked < engine.states["moves"].sum()


def test_the_view_of_one_seat_begins_no_game_by_itself():
    with pytest.raises(OptionError, match="needs an engine with auto_reset=False"):
        make().take_seats(controller=[0, 1, 1])


def test_the_learners_last_look_at_a_game_is_kept():
    engine = Engine(TOY, 1, players=3, seed=2, auto_reset=False)
    engine.take_seats(controller=[0, 1, 1], ego_seat=1)
    engine.reset()
    play_to_the_end(engine)
    assert (engine.final_observation[0] == engine.observe(0, 1)).all()
