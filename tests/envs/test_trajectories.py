"""What every seat did and was paid, against a slow loop over the turn-based environment."""

import numpy as np
import pytest

import piracy_env
from piracy_env.core.step import Step
from piracy_env.envs.trajectories import CUT, ENDED, RUNNING, PolicyStep, Trajectories
from piracy_env.errors import AgentError, IllegalActionError, OptionError, OrderError
from tests.core import whispers
from tests.envs.tables import every_table

GAMMA, LAMBDA = 0.9, 0.8
N = 5


def value_of(observation):
    """An opinion that follows from what is seen, however little it means."""
    return np.asarray(observation, np.float64).sum(axis=-1) % 1.7 - 0.5


class Scripted:
    """Plays actions that are drawn beforehand, and remembers the rows it was given."""

    def __init__(self, seed):
        self.generator = np.random.default_rng(seed)
        self.calls = 0

    def __call__(self, now: Step):
        lots = self.generator.random(now.action_mask.shape)
        action = np.where(now.action_mask, lots, -1.0).argmax(axis=1)
        self.calls += 1
        number = np.full(len(action), self.calls)
        return PolicyStep(action, value_of(now.observation), {"call": number})


def slow(vec, policy, steps):
    """The same games, row by row: each seat's chains of [reward, value, end, expected, call]."""
    chains, done, due = {}, [], {}
    vec.reset()
    for _ in range(steps):
        choice = policy(vec.result)
        seats = vec.seat.copy()
        for i, seat in enumerate(seats.tolist()):
            chain = chains.setdefault((i, seat), [])
            paid = due.pop((i, seat), 0.0)
            row = {"reward": paid, "value": choice.value[i], "call": choice.more["call"][i]}
            row |= {"end": RUNNING, "expected": 0.0, "game": i, "seat": seat}
            row["observation"] = vec.observation[i].copy()
            row["action"] = choice.action[i]
            chain.append(row)
        vec.step(choice.action)
        for i in range(vec.num_envs):
            for seat in range(vec.players):
                chain = chains.get((i, seat))
                if chain:
                    chain[-1]["reward"] += vec.reward[i, seat]
                else:
                    due[i, seat] = due.get((i, seat), 0.0) + vec.reward[i, seat]
            if vec.terminated[i] or vec.truncated[i]:
                for seat in range(vec.players):
                    due.pop((i, seat), None)
                    if chain := chains.pop((i, seat), None):
                        chain[-1]["end"] = ENDED if vec.terminated[i] else CUT
                        if vec.truncated[i]:
                            chain[-1]["expected"] = value_of(vec.final_looks([i])[0, seat])
                        done.append(chain)
    return done, list(chains.values())


def advantages(chain):
    """Generalised advantages of a chain, as the sum that defines them."""
    found = []
    for k in range(len(chain)):
        total, weight = 0.0, 1.0
        for row, after in zip(chain[k:], [*chain[k + 1 :], None], strict=True):
            expected = after["value"] if after else row["expected"]
            total += weight * (row["reward"] + GAMMA * expected - row["value"])
            weight *= GAMMA * LAMBDA
        found.append(total)
    return found


def made(game, players, **options):
    return piracy_env.vector(game, N, players=players, seed=7, **options)


def of(chain, advantage):
    return [
        (row["call"], row["game"], row["seat"], row["end"], row["action"], row["reward"], one)
        for row, one in zip(chain, advantage, strict=True)
    ]


@every_table
@pytest.mark.parametrize("longest", [None, 3])
def test_what_is_gathered_at_once_is_what_a_slow_loop_finds(game, players, longest):
    options = {} if longest is None else {"max_moves": longest}
    steps = 60
    vec = made(game, players, **options)
    gatherer = Trajectories(vec, gamma=GAMMA, gae_lambda=LAMBDA, value=value_of)
    found = gatherer.gather(Scripted(3), steps)
    done, unfinished = slow(made(game, players, **options), Scripted(3), steps)
    expected = [row for chain in done for row in of(chain, advantages(chain))]
    for chain in unfinished:
        # the last decision waits for what follows; its value closes the chain
        closed = [*chain[:-2], chain[-2] | {"expected": chain[-1]["value"]}] if chain[1:] else []
        expected += of(closed, advantages(closed))
    columns = found.more["call"], found.game, found.seat, found.end, found.action, found.reward
    rows = zip(*(one.tolist() for one in (*columns, found.advantage)), strict=True)
    expected.sort(key=lambda row: row[:3])
    for one, other in zip(sorted(rows, key=lambda row: row[:3]), expected, strict=True):
        assert one[:5] == other[:5]
        assert one[5:] == pytest.approx(other[5:], abs=1e-4)
    assert found.target == pytest.approx(found.value + found.advantage)
    assert (longest is None) or (found.end == CUT).any()


@every_table
def test_nothing_is_lost_between_two_batches(game, players):
    policy = Scripted(5)
    gatherer = Trajectories(made(game, players), gamma=GAMMA, gae_lambda=0.0)
    parts = [gatherer.gather(policy, 10) for _ in range(6)]
    whole = Trajectories(made(game, players), gamma=GAMMA, gae_lambda=0.0).gather(Scripted(5), 60)
    for field in ("reward", "value", "end", "game", "seat", "action", "advantage", "observation"):
        together = np.concatenate([getattr(part, field) for part in parts])
        calls = np.concatenate([part.more["call"] for part in parts])
        games = np.concatenate([part.game for part in parts])
        assert np.allclose(
            together[np.lexsort((games, calls))],
            getattr(whole, field)[np.lexsort((whole.game, whole.more["call"]))],
            atol=1e-5,
        )


def test_every_seat_is_paid_all_that_its_games_pay():
    vec = made(whispers.GAME, 3)
    gatherer = Trajectories(vec, gamma=1.0, gae_lambda=1.0)
    found = gatherer.gather(lambda now: PolicyStep(vec.uniform(), np.zeros(N)), 200)
    ended = [found.end == ENDED]
    assert found.reward.sum() == pytest.approx(0.0, abs=1e-4), "rivals win what others lose"
    assert found.advantage[ended[0]] == pytest.approx(found.reward[ended[0]])


def test_a_cut_game_is_worth_nothing_more_unless_somebody_says_what():
    vec = made(whispers.GAME, 3, max_moves=2)
    found = Trajectories(vec, gamma=1.0).gather(
        lambda now: PolicyStep(vec.uniform(), np.ones(N)), 10
    )
    assert set(found.end.tolist()) == {CUT}
    assert found.advantage == pytest.approx(-np.ones(len(found.end)))


def test_a_batch_that_somebody_else_plays_in_is_refused():
    vec = made(whispers.GAME, 3)
    gatherer = Trajectories(vec)
    policy = Scripted(1)
    gatherer.gather(policy, 3)
    gatherer.gather(policy, 3)
    vec.rollout(1)
    with pytest.raises(OrderError, match="somebody else has played"):
        gatherer.gather(policy, 3)
    with pytest.raises(OptionError, match="auto_reset=True"):
        Trajectories(made(whispers.GAME, 3, auto_reset=False))


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["gamma", "gae_lambda"])
@pytest.mark.parametrize("value", [float("nan"), 1.5, -0.1, "1", None, True])
def test_discounts_are_numbers_from_0_to_1(name, value):
    with pytest.raises(OptionError, match=f"{name} must be a number from 0 to 1, not"):
        Trajectories(made(whispers.GAME, 3), **{name: value})


@pytest.mark.parametrize("vec", ["whispers", None, piracy_env.Uniform()])
def test_only_a_batch_has_trajectories(vec):
    with pytest.raises(OptionError, match=r"need a batch of piracy_env\.vector"):
        Trajectories(vec)


def answering(value=None, action=None, more=None):
    """A policy that is right but for what is said here."""

    def policy(now):
        return PolicyStep(
            now.action_mask.argmax(axis=1) if action is None else action,
            np.zeros(N) if value is None else value,
            {} if more is None else more,
        )

    return policy


@pytest.mark.parametrize(
    ("policy", "error", "complaint"),
    [
        (lambda now: None, AgentError, "gives a PolicyStep, not None"),
        (lambda now: (now.seat, np.zeros(N)), AgentError, "gives a PolicyStep"),
        (answering(value=0.0), AgentError, "value of a PolicyStep must be 5 finite numbers"),
        (answering(value=np.zeros((N, 1))), AgentError, "5 finite numbers"),
        (answering(value=[0, 0, 0, 0, float("nan")]), AgentError, "5 finite numbers"),
        (answering(value=["much"] * N), AgentError, "5 finite numbers"),
        (answering(action=np.zeros(N)), IllegalActionError, "whole numbers, not float64"),
        (answering(action=[0]), IllegalActionError, "one action a game"),
        (answering(action=[-1] * N), IllegalActionError, "action -1"),
        (answering(more=[1]), AgentError, "more of a PolicyStep is a mapping"),
        (answering(more={"odds": 1.0}), AgentError, r"more\['odds'\] .* needs 5 rows"),
        (answering(more={"odds": [0, [1]]}), OptionError, r"more\['odds'\] must be an array"),
    ],
    ids=[f"answer {number}" for number in range(12)],
)
def test_what_a_policy_must_not_answer_is_refused_and_nothing_is_played(policy, error, complaint):
    vec, twin = made(whispers.GAME, 3), made(whispers.GAME, 3)
    gatherer = Trajectories(vec)
    with pytest.raises(error, match=complaint):
        gatherer.gather(policy, 3)
    found = gatherer.gather(Scripted(1), 20)
    expected = Trajectories(twin).gather(Scripted(1), 20)
    assert found.advantage.tolist() == expected.advantage.tolist()


def test_what_is_kept_has_the_same_form_each_time():
    gatherer = Trajectories(made(whispers.GAME, 3))
    gatherer.gather(answering(more={"odds": np.zeros((N, 2))}), 3)
    for more in ({}, {"odds": np.zeros((N, 3))}, {"odds": np.array([["a", "b"]] * N)}):
        with pytest.raises(AgentError, match=r"the same arrays each time: odds \[5, 2\]"):
            gatherer.gather(answering(more=more), 3)


def test_a_value_of_cut_games_is_one_number_a_row():
    vec = made(whispers.GAME, 3, max_moves=2)
    with pytest.raises(AgentError, match=r"what value\(\) gives must be"):
        Trajectories(vec, value=lambda seen: 0.0).gather(answering(), 3)


def test_steps_that_memory_does_not_hold_are_refused():
    with pytest.raises(OptionError, match="gather fewer steps"):
        Trajectories(made(whispers.GAME, 3)).gather(answering(), 2**55)


def test_a_policy_that_fails_in_the_middle_leaves_nothing_to_go_on_with():
    gatherer = Trajectories(made(whispers.GAME, 3))
    steps = iter([answering(), answering(), answering(value=0.0)])
    with pytest.raises(AgentError, match="finite"):
        gatherer.gather(lambda now: next(steps)(now), 5)
    with pytest.raises(OrderError, match="a policy has failed in the middle"):
        gatherer.gather(answering(), 3)
