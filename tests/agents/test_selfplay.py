"""Self-play: every seat's decisions are learnt from, with what came of them for that seat."""

import dataclasses
import itertools
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

import torch
from stable_baselines3.common.logger import Logger

from experiments import kuhn_poker
from piracy_agents.learning.all_seats import AllSeatsVecEnv, SelfPlayTables
from piracy_agents.learning.ppo import SELF_PLAY, Learner, falling, open_all_seats
from piracy_agents.learning.selfplay import Decisions
from piracy_env.core.engine import Engine
from piracy_env.envs.opponents import Uniform
from tests.core import whispers
from tests.core.test_script import LIKES
from tests.envs.tables import Lowest
from tests.testing.raft import RAFT

KUHN = kuhn_poker.GAME
SMALL = dataclasses.replace(
    SELF_PLAY, tables=16, steps=8, minibatch=64, epochs=3, widths=(16,), threads=1
)


def learner(settings=SMALL, game=KUHN, seed=0):
    return Learner(open_all_seats(game, settings, seed=seed), game, settings, seed=seed)


# --- tables ---------------------------------------------------------------------------------------


def test_tables_go_from_seat_to_seat_and_pay_all_of_them():
    table = SelfPlayTables(KUHN, 1, seed=0, reward="score")
    table.reset()
    table.engine.set(card=[2, 0])
    assert table.seat[0] == 0
    assert table.step([kuhn_poker.BET]).tolist() == [[0, 0]]
    assert table.seat[0] == 1
    assert table.step([kuhn_poker.BET]).tolist() == [[1, -1]]
    assert table.over[0]


def test_the_environment_begins_anew_where_a_game_ended():
    env = AllSeatsVecEnv(KUHN, 4, seed=0, reward="score")
    env.reset()
    env.step_async([kuhn_poker.PASS] * 4)
    assert not env.step_wait()[2].any()
    env.step_async([kuhn_poker.PASS, kuhn_poker.PASS, kuhn_poker.BET, kuhn_poker.BET])
    _, paid, ended, infos = env.step_wait()
    assert ended.tolist() == [True, True, False, False]
    assert np.abs(paid).sum(axis=1).tolist() == [1, 1, 0, 0]
    assert infos[0]["episode"]["l"] == 1
    assert env.seats().tolist() == [0, 0, 0, 0]
    assert (env.table.engine.states.turns == [0, 0, 2, 2]).all()


def test_mates_sit_in_all_seats_but_one_and_every_seat_has_its_turn():
    env = AllSeatsVecEnv(KUHN, 6, seed=0, reward="score", mates="uniform")
    env.reset()
    alone = {0: [], 1: []}
    for _ in range(40):
        seats = env.seats()
        assert (seats == env.table._own).all(), "mates are never asked for"
        env.step_async(env.action_masks().argmax(axis=1))
        _, paid, ended, _ = env.step_wait()
        assert (paid.sum(axis=1) == 0).all()
        for i in range(6):
            if ended[i]:
                assert paid[i].any(), "what mates do after its last decision counts for it"
                alone[int(seats[i])].append(i)
    assert min(map(len, alone.values())) > 20


@pytest.mark.parametrize("mates", [Uniform(), Lowest()], ids=["compiled", "asked"])
def test_with_mates_a_table_pays_in_all_what_the_game_pays(mates):
    """What mates earn the crew before and after the own decisions counts for these."""
    table = SelfPlayTables(RAFT, 40, mates=mates, players=3, seed=3, reward="standing")
    table.reset()
    total, early, ended = np.zeros((40, 3)), table._due.copy(), np.zeros(40, bool)
    while not ended.all():
        paid = table.step(table.action_mask.argmax(axis=1))
        total[~ended] += paid[~ended]
        new = np.flatnonzero(table.over)
        own = table.engine.final_payments[new]
        np.testing.assert_allclose(total[new][~ended[new]], own[~ended[new]], atol=1e-5)
        ended[new] = True
        table.reset(chosen=new)
    # the engine itself pays what seats on autopilot have done with the first decision
    assert early.any() == (type(mates) is Lowest)


def test_mates_who_are_compiled_are_never_asked():
    class Piped:
        """Plays by a script alone."""

        def script(self, game):
            return LIKES

        def act(self, view):
            raise AssertionError("asked")

    table = SelfPlayTables(whispers.GAME, 9, mates=Piped(), players=3, seed=0)
    table.reset()
    for _ in range(50):
        assert (table.seat == table._own).all()
        table.step(table.action_mask.argmax(axis=1))
        table.reset(chosen=np.flatnonzero(table.over))


# --- decisions ------------------------------------------------------------------------------------


def decisions(tables=1, steps=4, gamma=1.0, trace=1.0):
    space = SimpleNamespace(shape=(1,)), SimpleNamespace(n=2)
    facts = {"gamma": gamma, "gae_lambda": trace, "n_envs": tables, "players": 2}
    return Decisions(steps, *space, "cpu", **facts)


def take(buffer, seat, paid, over=False, value=0.0, seen=0.0):
    """One decision at the only table."""
    buffer.add(
        np.array([seat]),
        np.array([paid], float),
        np.array([over]),
        seen=[[seen]],
        mask=[[True, True]],
        action=[0],
        value=[value],
        chance=[0.0],
    )


def gains(buffer):
    """What was seen at each decision that is learnt from, and its advantage."""
    buffer.settle()
    batch = buffer.batch(np.arange(len(buffer)))
    return dict(zip(batch.seen[:, 0].tolist(), batch.gain.tolist(), strict=True))


def test_a_payment_counts_for_the_last_decision_of_each_seat():
    buffer = decisions(trace=0.0)
    take(buffer, 0, [0, 0], seen=1)
    take(buffer, 1, [2, 0], seen=2)  # seat 0 is paid between its decisions
    take(buffer, 0, [0, 0], seen=3)
    take(buffer, 1, [5, -5], over=True, seen=4)
    assert gains(buffer) == {1: 2, 2: 0, 3: 5, 4: -5}


def test_advantages_look_from_one_decision_of_a_seat_to_its_next():
    buffer = decisions(gamma=0.5, trace=0.5)
    take(buffer, 0, [0, 0], seen=1, value=1)
    take(buffer, 1, [0, 0], seen=2, value=7)
    take(buffer, 0, [0, 0], seen=3, value=4)
    take(buffer, 1, [8, 0], over=True, seen=4, value=7)
    last = 8 - 4
    assert gains(buffer) == {1: 0.5 * 4 - 1 + 0.25 * last, 2: 0.5 * 7 - 7 - 7 / 4, 3: last, 4: -7}


def test_a_decision_waits_until_it_is_known_what_came_of_it():
    buffer = decisions(steps=2, trace=0.0)
    take(buffer, 0, [0, 0], seen=1, value=1)
    take(buffer, 1, [0, 0], seen=2, value=2)
    assert gains(buffer) == {}
    buffer.reset()
    take(buffer, 0, [0, 0], seen=3, value=3)
    take(buffer, 1, [6, -6], over=True, seen=4, value=4)
    assert gains(buffer) == {1: 3 - 1, 2: 4 - 2, 3: 6 - 3, 4: -6 - 4}
    buffer.reset()
    take(buffer, 0, [0, 0], seen=5)
    take(buffer, 0, [0, 0], seen=6)
    assert gains(buffer) == {5: 0}, "what has been learnt from is gone, and nothing is mixed up"


def test_what_is_paid_at_one_kind_of_table_does_not_drown_another():
    rng = np.random.default_rng(0)
    buffer = decisions(tables=6, steps=40)
    kind = np.array([0, 0, 0, 0, 1, 1])
    for _ in range(40):
        paid = rng.normal(size=(6, 2)) * np.where(kind, 100.0, 1.0)[:, None]
        buffer.add(
            *(np.zeros(6, int), paid, np.ones(6, bool)),
            seen=kind[:, None],
            mask=np.ones((6, 2), bool),
            action=np.zeros(6, int),
            value=np.zeros(6),
            chance=np.zeros(6),
            kind=kind,
        )
    buffer.settle()
    batch = buffer.batch(np.arange(len(buffer)))
    where = batch.seen[:, 0] == 1
    spreads = [batch.gain[here].std(correction=0).item() for here in (where, ~where)]
    assert spreads == pytest.approx([batch.returns.std(correction=0).item()] * 2, rel=1e-3)
    assert (batch.gain.sign() == batch.returns.sign()).all()
    assert batch.returns[where].std() > 50 * batch.returns[~where].std(), "values stay as paid"


def test_every_decision_is_learnt_from_once_however_updates_fall():
    """Random games: advantages are those that whole games, one by one, would have."""
    game, seen, expected = whispers.GAME, {}, {}
    buffer = decisions(steps=3)
    buffer.players = 3
    buffer.__post_init__()
    engine = Engine(game, 1, players=3, seed=4, auto_reset=False)
    engine.reset()
    number, own = 0, {}
    for _ in range(20):
        for _ in range(3):
            number += 1
            seat = int(engine.seat[0])
            engine.step(engine.uniform())
            over, paid = bool(engine.over[0]), engine.reward[0].copy()
            own.setdefault(seat, []).append(number)
            take(buffer, seat, paid, over=over, seen=number)
            if over:
                for who, rows in own.items():
                    expected |= dict.fromkeys(rows, paid[who])
                own = {}
                engine.reset()
        seen |= {int(row): gain for row, gain in gains(buffer).items()}
        buffer.reset()
    assert len(expected) > 40
    assert {row: seen[row] for row in expected} == pytest.approx(expected)
    assert not set(seen) - set(expected) - set(itertools.chain.from_iterable(own.values()))


# --- learning -------------------------------------------------------------------------------------


def parameters(policy):
    return torch.cat([one.detach().flatten() for one in policy.parameters()])


def past(settings, updates):
    """A learner, and what its policy was after each update."""
    one, policies = learner(settings), []
    for _ in range(updates):
        one.learn(1)
        policies.append(parameters(one.model.policy))
    return one, policies


def test_what_is_handed_on_is_the_mean_of_the_past():
    half, policies = past(dataclasses.replace(SMALL, averaging=0.5, memory=0.0), 2)
    assert parameters(half.model.mean) == pytest.approx(sum(policies) / 2, abs=1e-6)
    bias = half.network().policy.bias
    assert bias == pytest.approx(half.model.mean.action_net.bias.detach().numpy())
    newest, policies = past(dataclasses.replace(SMALL, averaging=0.0, memory=0.0), 2)
    assert (parameters(newest.model.mean) == policies[-1]).all()


def test_what_is_handed_on_may_reach_further_back_than_the_magnet():
    late, policies = past(dataclasses.replace(SMALL, averaging=0.0, memory=0.5), 5)
    mean = 0.0
    for update, policy in enumerate(policies, start=1):
        mean = mean + min(2 / update, 1.0) * (policy - mean)
    assert parameters(late.model.result) == pytest.approx(mean, abs=1e-6)
    assert (parameters(late.model.mean) == policies[-1]).all()
    bias = late.network().policy.bias
    assert bias == pytest.approx(late.model.result.action_net.bias.detach().numpy())
    every, policies = past(dataclasses.replace(SMALL, memory=1.0), 3)
    assert parameters(every.model.result) == pytest.approx(sum(policies) / 3, abs=1e-6)


def test_the_magnet_keeps_the_policy_near_the_mean():
    distances = []
    for magnet in (1e-9, 3.0):
        drawn = dataclasses.replace(SMALL, magnet=magnet, averaging=0.9, entropy=0.0, rate=1e-2)
        one = learner(drawn)
        one.model.set_logger(Logger("", []))
        one.learn(12)
        distances.append(one.model.logger.name_to_value["train/magnet_kl"])
    assert 0 <= distances[1] < 0.2 * distances[0]


def test_what_covers_all_actions_keeps_each_of_them_possible():
    rarest = []
    for cover in (0.0, 5.0):
        kept = dataclasses.replace(SMALL, cover=cover, entropy=0.05, magnet=0.0, rate=1e-2)
        one = learner(kept)
        one.learn(60)
        policy, seen = one.model.policy, torch.as_tensor(one.env.table.observation)
        with torch.no_grad():
            scores = policy.action_net(policy.extract_features(seen))
        rarest.append(float(scores.softmax(dim=1).min()))
    assert rarest[1] > 10 * rarest[0]
    assert rarest[1] > 0.01


def test_self_play_goes_on_after_a_break_as_if_there_had_been_none(tmp_path):
    one = learner()
    one.learn(2)
    one.save(tmp_path / "state.safetensors")
    other = learner(seed=1)
    other.restore(tmp_path / "state.safetensors")
    assert set(one._policies) == {"policy", "mean", "result"}
    for kind, ours in one._policies.items():
        theirs = other._policies[kind]
        assert (parameters(ours) == parameters(theirs)).all()
    assert other.decisions == one.decisions == 2 * 16 * 8


def test_rates_fall_in_a_line_or_with_the_root():
    assert [falling(at) for at in (0, 0.5, 1, 2)] == pytest.approx([1, 0.55, 0.1, 0.1])
    assert [falling(at, "root") for at in (0, 3 / 99, 1)] == pytest.approx([1, 0.5, 0.1])


def test_a_crew_may_share_what_it_is_paid():
    options = {"players": 3, "seed": 0, "reward": "own"}
    kept, shared, half = (
        open_all_seats(RAFT, dataclasses.replace(SMALL, sharing=part), **options)
        for part in (0.0, 1.0, 0.5)
    )
    envs = (kept, shared, half)
    for env in envs:
        env.reset()
    unlike = 0
    for _ in range(60):
        results = []
        for env in envs:
            masks = env.action_masks()
            env.step_async(masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1))
            results.append(env.step_wait()[1])
        unlike += int((results[0].std(axis=1) > 0).sum())
        mean = results[0].mean(axis=1, keepdims=True).repeat(3, axis=1)
        assert results[1] == pytest.approx(mean)
        assert results[2] == pytest.approx((mean + results[0]) / 2)
    assert unlike
