"""Every tool at a table of a crew, and with one seat alone."""

import json
import shutil
from dataclasses import replace

import numpy as np
import pytest

from experiments import (
    action_counts,
    action_gap,
    exploit,
    game_statistics,
    leaderboard,
    search,
    ship,
    strength,
    train,
    tune,
)
from experiments.measuring.crew import play_crews
from experiments.tournament import report, webpage
from experiments.tournament.contest import RunOptions, hold
from experiments.tournament.journal import Journal, JournalError, _seal
from experiments.tournament.play import TournamentPlan, play_deals, schedule_of
from experiments.tournament.ratings import rate
from experiments.tournament.schedule import ALIKE, CHALLENGE, Schedule, TournamentError
from experiments.training import lineage
from experiments.training.board import scalars
from experiments.training.breeding import PopulationPlan
from experiments.training.evolution import Population
from experiments.training.folder import PAID, read_state
from experiments.training.plan import TrainingPlan
from experiments.training.progress import line
from experiments.training.run import Run
from piracy_agents import trained as players
from piracy_env import evaluate
from piracy_env.envs.opponents import find_agent
from piracy_env.errors import CheckpointError
from piracy_env.registry import load
from tests.core.test_script import by_number
from tests.experiments.test_training import SMALL

pytest.importorskip("choix")
pytest.importorskip("matplotlib")

CREW, SOLO = "tests.testing.raft:RAFT", "tests.testing.diver:DIVER"
TOYS = {"crew": CREW, "solo": SOLO}
BUILD, STOW = "tests.experiments.players:First", "tests.experiments.players:Last"
"""In the raft the first actions build, the last ones stow."""
TASTE = np.dtype([("taste", np.float64)], align=True)


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
    told, text = report.contents(tournament), report.text_of(tournament)
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
    assert stowers.spoils.value == pytest.approx(1 / 3)


def test_successes_are_those_who_got_away_and_others_came_half_the_way():
    tournament = hold(TournamentPlan(CREW, ("uniform",), deals=60, meeting=ALIKE))
    one, ends = tournament.summary.standings[0], tournament.summary.reasons
    assert one.success.value == pytest.approx(ends["away"]) != 0
    assert one.partial == np.mean(tournament.results.teams == 0.5) != 0
    cut = replace(tournament.results, cut=np.ones(60, np.bool_))
    assert not cut.succeeded.any(), "what was cut is no success"
    found = evaluate("uniform", load(CREW), "uniform", deals=40, seed=1)
    assert found.share == pytest.approx(dict(found.reasons)["away"]) != 0
    sample = game_statistics.play(load(CREW), "uniform", 3, 60, seed=1)
    told = game_statistics.describe(sample, game_statistics.Facts())
    assert told["success"] == told["ends by away"] != "0.0 %"


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

    with pytest.raises(TournamentError, match="places rate nobody"):
        rate(np.zeros((3, 1), np.int64), np.ones((3, 1), np.int64), np.arange(3), 0)
    with pytest.raises(TournamentError, match="nobody to win from"):
        strength.uniform_target(1)


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
    found = evaluate(BUILD, load(TOYS[toy]), "uniform", deals=20, seed=1, keep=True)
    assert found.paid.low <= found.paid.value <= found.paid.high
    assert found.low <= found.share <= found.high
    assert sum(share for _, share in found.reasons) == pytest.approx(1)
    assert max(found.by_deal) <= 1
    assert found.clearest is not None
    assert found.more_than(found).value == 0


# --- training -------------------------------------------------------------------------------------


def planned(toy, **given):
    asked = {"budget": "512 decisions", "interval": 2, "deals": 4, "settings": SMALL}
    return TrainingPlan.make(TOYS[toy], **{**asked, **given})


@pytest.fixture(scope="module", params=TOYS)
def trained(request, tmp_path_factory):
    """A finished training of each toy."""
    run = Run(planned(request.param), tmp_path_factory.mktemp(request.param))
    run.train(lambda entry: None)
    return run


def test_the_best_network_is_the_one_that_is_paid_most(trained):
    paid = [np.mean([one["payment"] for one in e["judges"].values()]) for e in trained.entries]
    assert trained.best == pytest.approx(max(paid))
    assert not trained.entries[0]["rivals"]
    assert "% succeed" in line(trained.entries[0])
    assert ("success/uniform", trained.entries[0]["judges"]["uniform"]["share"]) in [
        *scalars(trained.entries[0])
    ]
    assert read_state(trained.folder)["best"] == trained.best


def test_a_training_goes_on_after_a_break(trained, tmp_path):
    again = Run(trained.plan, tmp_path)
    again.train(lambda entry: None, until=0.5)
    resumed = Run(trained.plan, tmp_path)
    resumed.train(lambda entry: None)
    assert [e["decisions"] for e in resumed.entries] == [e["decisions"] for e in trained.entries]


def test_a_log_of_an_earlier_version_is_refused_with_the_reason(trained, tmp_path):
    folder = shutil.copytree(trained.folder, tmp_path / "old")
    entries = [json.loads(row) for row in (folder / "log.jsonl").read_text().splitlines()]
    for entry in entries:
        for one in entry["judges"].values():
            for part in PAID:
                del one[part]
    (folder / "log.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    with pytest.raises(CheckpointError, match="kept by an earlier version, which did not tell"):
        Run(trained.plan, folder)


@pytest.mark.parametrize("toy", TOYS)
def test_a_command_trains_rates_and_reports(toy, tmp_path, capsys):
    config = tmp_path / "small.toml"
    config.write_text(
        'budget = "256 decisions"\ninterval = 2\ndeals = 2\n'
        "[settings]\ntables = 16\nsteps = 8\nminibatch = 64\nepochs = 1\nwidths = [16]\nthreads = 1"
    )
    command = [TOYS[toy], "--config", str(config), "--out", str(tmp_path / "run")]
    assert train.main([*command, "--deals", "2", "--search", "mcts:5"]) == 0
    said, page = capsys.readouterr().out, (tmp_path / "run" / "report.html").read_text()
    assert "rating" not in said.partition("all at mixed tables")[2]
    assert "is paid a game" in page
    assert "Its best game" in page
    words = {"crew": "with mates, league: uniform (which draws at random", "solo": ", alone"}
    assert words[toy] in said


@pytest.mark.parametrize("toy", TOYS)
@pytest.mark.parametrize(
    "given",
    [
        {"against": "self"},
        {"against": "league"},
        {"teacher": STOW, "demonstrations": 0.5},
        {"settings": {"crew": "standing", "solo": "findings"}},
    ],
    ids=["in all seats", "in a league", "taught", "paid on the way"],
)
def test_every_way_to_train_knows_crews_and_lone_seats(toy, given, tmp_path):
    if "settings" in given:
        given = {"settings": replace(SMALL, reward=given["settings"][toy])}
    run = Run(planned(toy, **given), tmp_path)
    run.train(lambda entry: None)
    assert run.best is not None
    for entry in run.entries:
        assert all(-1 <= one["payment"] <= 1 for one in entry["judges"].values())


@pytest.mark.parametrize("toy", TOYS)
def test_a_population_breeds_by_what_is_paid(toy, tmp_path):
    plan = planned(toy, against="league", deals=2)
    grown = Population(PopulationPlan(plan, members=2, rounds=2, deals=2), tmp_path)
    grown.train(lambda number, standings: None)
    assert [one.rating for one in grown.rounds[-1]] == [None, None]
    assert grown.best.reward == max(one.reward for one in grown.rounds[-1])
    again = Population(grown.config, tmp_path)
    assert again.rounds == grown.rounds
    assert "is paid" in lineage.write(grown).read_text()


# --- what agents are worth ------------------------------------------------------------------------


@pytest.mark.parametrize("toy", TOYS)
def test_a_responder_is_set_beside_the_agent_in_its_place(toy, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(exploit, "PPOSettings", lambda **given: replace(SMALL, **given))
    command = ["uniform", "--game", TOYS[toy], "--budget", "128 steps", "--deals", "160"]
    assert exploit.main([*command, "--search", "mcts:20", "--out", str(tmp_path)]) == 0
    page = (tmp_path / "exploit.md").read_text()
    assert "in its place" in page
    assert "equal share" not in page
    rows = [row.split("|") for row in page.splitlines() if row.startswith("| mcts")]
    assert float(rows[0][4]) > 0, "who thinks is paid more"


@pytest.mark.parametrize("toy", TOYS)
def test_strength_is_what_is_paid_beyond_uniform_play(toy, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(strength, "RUNS", tmp_path / "runs")
    out = tmp_path / "page.md"
    command = [TOYS[toy], "--deals", "30", "--search", "mcts:20", "--search-deals", "30"]
    assert strength.main([*command, "--out", str(out)]) == 0
    text = out.read_text(encoding="utf-8")
    assert "more than uniform" in text
    assert "alone among" not in text
    rows = [row for row in text.splitlines() if "| mcts:20 |" in row]
    assert len(rows) == {"crew": 4, "solo": 1}[toy]
    assert any("reached" in row for row in rows)


def test_a_network_is_shipped_by_what_it_is_paid(trained, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(players, "SHIPPED", tmp_path)
    command = [str(trained.folder), "--game", trained.plan.game, "--deals", "4"]
    assert ship.main([*command, "--into", str(tmp_path)]) == 0
    told = json.loads((tmp_path / f"{trained.game.name}.json").read_text())
    assert set(told["shares"]) == {str(seats) for seats in trained.game.seats}
    for found in told["shares"].values():
        one = found["uniform"]
        assert one["payment_low"] <= one["payment"] <= one["payment_high"]
        assert one["more_low"] <= one["more"] <= one["more_high"]
    assert "% succeed" in (tmp_path / "README.md").read_text()
    weak = told["shares"][str(told["players"])]["uniform"] | {"more": 0.0, "more_low": -0.1}
    doubtful = told | {"shares": {str(told["players"]): {"uniform": weak}}, "commit": "1234567"}
    assert any("in its place: not surely" in doubt for doubt in ship.doubts(doubtful))


@pytest.mark.parametrize("toy", TOYS)
def test_statistics_tell_ends_and_successes(toy):
    told = game_statistics.report(load(TOYS[toy]), ["uniform"], 50, seed=1)
    head = told.splitlines()[4]
    for column in {
        "crew": ("ends by away", "ends by swept away", "success in part", "mean reward"),
        "solo": ("ends by surfaced", "ends by drowned", "mean reward"),
    }[toy]:
        assert column in head


@pytest.mark.parametrize("toy", TOYS)
def test_the_leaderboard_has_a_place_for_those_who_do_not_compete(toy, tmp_path, monkeypatch):
    monkeypatch.setattr(leaderboard, "PAGE", tmp_path / "leaderboard.md")
    monkeypatch.setattr(leaderboard, "RUNS", tmp_path / "runs")
    monkeypatch.setattr(leaderboard, "list_games", lambda: [TOYS[toy]])
    assert leaderboard.main([TOYS[toy], "--deals", "3", "--search", "mcts:5"]) == 0
    section = leaderboard.PAGE.read_text().partition("## ")[2]
    assert "| agent | reward |" in section
    assert "Ends: " in section
    assert "| rating |" not in section
    assert ("Crews of one agent, 3 deals:" in section) == (toy == "crew")
    assert ("| 3 uniform |" in section) == (toy == "crew")
    assert not [*(tmp_path / "runs").iterdir()]


@pytest.mark.parametrize("toy", TOYS)
def test_a_better_character_is_one_that_is_paid_more(toy):
    game = load(TOYS[toy])
    arena = tune.Arena(game, by_number, TASTE, list(game.seats))
    low, high = np.array([[-1.0]]), np.array([[1.0]])  # the first actions build or go down
    assert arena.shares(low, np.vstack([low, high]), 4, 0).shape == (2, 4)
    assert not tune.verdict(arena, low, low[0], 10, seed=0)[0]
    is_better, told = tune.verdict(arena, high, low[0], 10, seed=0)
    assert is_better == (toy == "crew"), "alone who builds gets away; no such diver keeps a pearl"
    assert "more in its place" in told


@pytest.mark.parametrize("toy", TOYS)
def test_actions_are_counted_and_weighed(toy, monkeypatch):
    game = load(TOYS[toy])
    means = [action_counts.count_actions(game, "uniform", n, 10, 0) for n in game.seats]
    assert action_counts.table(game, means)
    monkeypatch.setattr(action_gap, "BEST", "tests.experiments.players:Scripted")
    found = action_gap.measure(game, 4, 20, seed=0)
    assert 0 <= found.gap <= found.highest <= 1


@pytest.mark.parametrize("toy", TOYS)
def test_searches_are_timed(toy):
    works = search.game_works(TOYS[toy])
    assert all(0 < work() <= 200 * search.BATCH for work in works.values())


@pytest.mark.parametrize("toy", TOYS)
def test_a_crew_of_chance_repeats(toy):
    crews = [play_crews("uniform", TOYS[toy], 60, 7) for _ in range(2)]
    assert crews[0].evaluation == crews[1].evaluation
    assert np.array_equal(crews[0].scores, crews[1].scores)


def test_a_crew_of_a_heuristic_plays_the_same_compiled_as_asked():
    class Asked:
        """The same heuristic, which compiled code cannot play."""

        def __init__(self):
            self.act = find_agent("heuristic", load("skull_tales_voyage")).act

    compiled, asked = (
        play_crews(who, "skull_tales_voyage", 4, 7, players=3) for who in ("heuristic", Asked())
    )
    assert compiled.evaluation == asked.evaluation
    assert np.array_equal(compiled.scores, asked.scores)
