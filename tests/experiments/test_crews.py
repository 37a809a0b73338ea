"""Every tool at a table of a crew, and with one seat alone."""

import numpy as np
import pytest

from experiments.evaluation.evaluate import evaluate
from experiments.tournament import report, webpage
from experiments.tournament.contest import RunOptions, hold
from experiments.tournament.journal import Journal, JournalError, _seal
from experiments.tournament.play import TournamentPlan, play_deals, schedule_of
from experiments.tournament.schedule import ALIKE, CHALLENGE, Schedule, TournamentError

pytest.importorskip("choix")
pytest.importorskip("matplotlib")

CREW, SOLO = "tests.testing.raft:RAFT", "tests.testing.diver:DIVER"
TOYS = {"crew": CREW, "solo": SOLO}
BUILD, STOW = "tests.experiments.players:First", "tests.experiments.players:Last"
"""In the raft the first actions build, the last ones stow."""


@pytest.mark.parametrize("toy", TOYS)
def test_a_tournament_goes_by_what_is_paid(toy, tmp_path):
    plan = TournamentPlan(TOYS[toy], ("uniform", BUILD, STOW), deals=12, replays=1)
    tournament = hold(plan, RunOptions(journal=tmp_path / "journal", replays=tmp_path))
    summary = tournament.summary
    assert [one.rating for one in summary.standings] == [None] * 3
    assert [one.win_share for one in summary.standings] == [None] * 3
    paid = [one.mean_reward.value for one in summary.ranked]
    assert paid == sorted(paid, reverse=True)
    assert all(0 <= one.success.low <= one.success.value <= 1 for one in summary.standings)
    told, text = report.contents(tournament), report.told(tournament)
    assert sum(told["reasons"].values()) == pytest.approx(1)
    assert "success" in text
    assert "rating" not in text
    assert "Who is paid more" in webpage.page(tournament)


def test_the_best_crew_is_the_one_that_is_paid_most_and_a_stower_the_worst():
    found = hold(TournamentPlan(CREW, (STOW, BUILD), deals=60, meeting=ALIKE)).summary
    assert [one.name for one in found.ranked] == [BUILD, STOW]
    more = found.pair(BUILD, STOW).difference
    assert 0 < more.low <= more.value
    assert {crew.name for crew in found.crews} == {f"3 {BUILD}", f"3 {STOW}"}
    stowers = found.standings[0]
    assert stowers.success.value == 0


def test_whoever_stows_among_builders_has_the_spoils_but_no_rating():
    found = hold(TournamentPlan(CREW, (STOW, BUILD), deals=60, meeting=CHALLENGE)).summary
    stower, builder = found.standings
    assert stower.spoils.value == 1
    assert builder.spoils.value == 0
    assert stower.rating is None
    assert [crew.members for crew in found.crews] == [{STOW: 1, BUILD: 2}]


def test_every_agent_dives_in_the_same_deals():
    plan = TournamentPlan(SOLO, ("uniform", BUILD, STOW), deals=5)
    schedule = schedule_of(plan)
    assert schedule.games == 15
    words = schedule.deal_words(np.arange(15)).reshape(5, 3)
    assert (words == words[:, :1]).all()
    assert len(set(words[:, 0].tolist())) == 5
    assert hold(plan).summary.pair(BUILD, STOW).deals == 5


def test_an_agent_may_play_alone():
    found = hold(TournamentPlan(SOLO, ("uniform",), deals=3)).summary
    assert found.standings[0].games == 3
    assert found.pairs == []


def test_what_means_nothing_is_refused():
    with pytest.raises(TournamentError, match="a challenge needs two seats"):
        Schedule(2, 1, 3, 0, CHALLENGE)
    with pytest.raises(TournamentError, match="tell nothing of rivals"):
        schedule_of(TournamentPlan("tests.core.whispers:GAME", ("uniform",), meeting=ALIKE))


def test_a_journal_of_an_earlier_version_is_refused_with_the_reason(tmp_path):
    path, schedule = tmp_path / "old.journal", Schedule(2, 2, 4, 0)
    path.write_bytes(_seal({"tournament": 2, "digest": "a plan", "salt": "0"}))
    before = path.read_bytes()
    with pytest.raises(JournalError, match="of format 2, which another version keeps"):
        Journal(path, "a plan", schedule).resume()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("entry", "value", "complaint"),
    [
        ("teams", [2.0] * 6, "teams must tell of 6 games, from 0 to 1"),
        ("teams", [True] * 6, "teams must"),
        ("reasons", [""] * 6, "reasons must be 6 words"),
        ("reasons", ["x" * 81] * 6, "reasons must"),
        ("successes", [[1]] * 6, "successes must be"),
    ],
)
def test_a_forged_end_is_refused(tmp_path, entry, value, complaint):
    plan = TournamentPlan(CREW, ("uniform", BUILD), deals=4)
    kept = Journal(tmp_path / "journal", "a plan", schedule_of(plan))
    kept.resume()
    with kept.path.open("ab") as file:
        file.write(_seal({**play_deals(plan, 0, 2).as_dict(), entry: value}))
    with pytest.raises(JournalError, match=complaint):
        kept.resume()


@pytest.mark.parametrize("toy", TOYS)
def test_an_evaluation_tells_payment_and_success(toy):
    found = evaluate(
        __import__("piracy_env").load(TOYS[toy]), BUILD, "uniform", deals=20, seed=1, keep=True
    )
    assert found.paid.low <= found.paid.value <= found.paid.high
    assert found.low <= found.share <= found.high
    assert sum(share for _, share in found.reasons) == pytest.approx(1)
    assert max(found.by_deal) <= 1
    assert found.clearest is not None
    assert found.more_than(found).value == 0
