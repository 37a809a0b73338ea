"""Games of a tournament: the same whatever is played beside them, and whoever plays them."""

import numpy as np
import pytest

from experiments.execution.executor import LOCAL, RAY
from experiments.tournament.pieces import pieces, play_pieces
from experiments.tournament.play import TournamentPlan, entrants_of, play_deals, schedule_of
from experiments.tournament.results import Results
from experiments.tournament.schedule import TournamentError
from piracy_env.core.control import ASK, UNIFORM
from piracy_env.core.replay import Replay
from piracy_env.errors import AgentError, OptionError
from tests.core import whispers

GAME = "tests.core.whispers:GAME"
PLAYERS = "tests.experiments.players"
GUESSERS = (f"{PLAYERS}:Guesser", "uniform", f"{PLAYERS}:Last", f"{PLAYERS}:Scripted")


def plan(*agents, **more):
    return TournamentPlan(GAME, agents or GUESSERS, **({"players": 3, "deals": 30} | more))


def held(plan, workers=1, batch=None, backend=LOCAL):
    work = pieces(plan, [], workers, batch)
    return Results.of(schedule_of(plan), play_pieces(plan, work, workers, backend))


def test_compiled_agents_sit_in_the_engine_and_others_are_asked():
    controllers = entrants_of(plan()).controllers
    assert list(controllers == ASK) == [True, False, True, False]
    assert controllers[1] == UNIFORM


@pytest.mark.parametrize("batch", [1, 7, 30, 1000])
def test_batches_change_nothing(batch):
    assert held(plan(), batch=batch).digest == held(plan()).digest


def test_workers_change_nothing():
    pytest.importorskip("joblib")
    assert held(plan(), workers=2, batch=12).digest == held(plan()).digest


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_ray_cluster_changes_nothing(ray):
    assert held(plan(), workers=2, batch=12, backend=RAY).digest == held(plan()).digest
    assert ray.is_initialized()


def test_the_seed_changes_everything():
    assert held(plan(seed=1)).digest != held(plan()).digest


def test_an_agent_plays_alike_inside_the_engine_and_asked():
    inside = held(plan(f"{PLAYERS}:Scripted", f"{PLAYERS}:Guesser"))
    asked = held(plan(f"{PLAYERS}:Asked", f"{PLAYERS}:Guesser"))
    assert inside.digest == asked.digest
    assert inside.clock.decisions[0] == 0
    assert asked.clock.decisions[0] > 0


def test_all_compiled_tables_are_played_without_asking():
    results = held(plan("uniform", f"{PLAYERS}:Scripted", f"{PLAYERS}:low"))
    assert results.clock.decisions == [0, 0, 0]
    assert (results.moves > 0).all()


def test_uniform_seats_throw_other_dice_in_each_game_of_a_deal():
    results = held(plan("uniform", "piracy_env.envs.opponents:Uniform", deals=10))
    assert len({tuple(scores) for scores in results.scores.reshape(10, -1)}) == 10
    by_deal = results.scores.reshape(10, 3, 3)
    assert any(len({tuple(sorted(game)) for game in deal}) > 1 for deal in by_deal)


def test_scores_come_from_the_game_and_rewards_from_the_ranks():
    results = held(plan(deals=5))
    order = np.argsort(-results.scores, axis=1, kind="stable")
    best = np.take_along_axis(results.ranks, order[:, :1], axis=1)
    assert (best == 1).all()
    assert results.rewards.sum(axis=1) == pytest.approx(0)
    assert results.wins.sum(axis=1) == pytest.approx(1)


def test_kept_games_are_replays_that_come_to_the_same_end():
    kept = play_deals(plan(deals=4, replays=2), 0, 4)
    assert sorted(kept.replays) == [f"0000{d}-{r}.json" for d in range(2) for r in range(3)]
    for game, name in enumerate(sorted(kept.replays)):
        replay = Replay.parse(kept.replays[name], whispers.GAME)
        replay.verify()
        assert list(replay.scores) == kept.scores[game]
        assert list(replay.ranks) == kept.ranks[game]
        assert {*replay.seats} <= {*plan().agents}
        assert len(replay.seats) == replay.options["players"]


def test_an_agent_that_breaks_the_rules_is_named():
    with pytest.raises(AgentError, match=r"Cheat.* broke the rules: action .* is not legal"):
        held(plan(f"{PLAYERS}:Cheat", "uniform"))


def test_decisions_without_a_choice_are_nobodys():
    results = held(plan(f"{PLAYERS}:Last", f"{PLAYERS}:First"))
    assert sum(results.clock.decisions) <= results.moves.sum()


@pytest.mark.parametrize(
    ("agents", "error", "words"),
    [
        (("uniform", "nobody"), AgentError, "no agent is called 'nobody'"),
        (("uniform", f"{PLAYERS}:Nobody"), AgentError, "cannot be loaded"),
        (("uniform", "uniform"), TournamentError, "two of uniform"),
        (("uniform",), TournamentError, "at least two agents"),
    ],
)
def test_wrong_agents_are_refused(agents, error, words):
    with pytest.raises(error, match=words):
        held(plan(*agents))


def test_a_wrong_number_of_seats_is_refused():
    with pytest.raises(OptionError, match=r"is for .* players, not 7"):
        held(plan(players=7))


def test_pieces_leave_out_what_is_done():
    done = [play_deals(plan(), 3, 5)]
    assert pieces(plan(), done, 1, 9) == [
        (0, 3),
        (5, 8),
        *((a, a + 3) for a in range(8, 29, 3)),
        (29, 30),
    ]
    assert pieces(plan(), done, 2)[0][0] == 0
