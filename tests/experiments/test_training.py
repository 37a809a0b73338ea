"""Training: what is asked, the run in its folder, and what a break costs."""

import contextlib
import json
import pickle
import sys
from dataclasses import replace

import numpy as np
import pytest
import torch

from experiments import train
from experiments.execution.executor import LOCAL, PROCESSES, RAY, Executor
from experiments.training import rating
from experiments.training.board import scalars
from experiments.training.folder import read_log
from experiments.training.plan import Budget, TrainingPlan
from experiments.training.run import Run
from piracy_agents.learning.ppo import SELF_PLAY, PPOSettings
from piracy_agents.network import Network
from piracy_agents.trained import make
from piracy_env import evaluate, registry
from piracy_env.errors import (
    AgentError,
    CheckpointError,
    GameDefinitionError,
    OptionError,
    PiracyError,
)
from tests.agents.test_network import entry_with

GAME = "tests.core.whispers:GAME"
STRANGER = "tests.experiments.stranger:Somebody"
SMALL = PPOSettings(tables=16, steps=8, minibatch=64, epochs=2, widths=(16,), threads=1)


def plan(**given):
    asked = {
        "budget": "512 decisions",
        "interval": 2,
        "deals": 10,
        "anchors": ["uniform"],
        "judges": ["uniform", "tests.envs.tables:Lowest"],
        "settings": SMALL,
    }
    return TrainingPlan.make(GAME, 3, **{**asked, **given})


def trained(folder, stop_after=None, **given):
    """Train to the end of the budget, or until somebody pulls the plug after some intervals."""
    run = Run(plan(**given), folder)
    entries = []

    def report(entry):
        entries.append(entry)
        if len(entries) == stop_after:
            raise KeyboardInterrupt

    with contextlib.suppress(KeyboardInterrupt):
        run.train(report)
    return run, entries


def test_a_run_leaves_networks_that_play(tmp_path):
    entries = trained(tmp_path)[1]
    assert [entry["decisions"] for entry in entries] == [256, 512]
    game = registry.load(GAME)
    for name in ("best.safetensors", "last.safetensors"):
        agent = make(str(tmp_path / name), game)
        assert 0 <= evaluate(agent, game, "uniform", deals=5, seed=1, players=3).share <= 1
    about = Network.load(tmp_path / "last.safetensors").about
    assert (about["decisions"], about["players"], about["seed"]) == (512, 3, 0)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert lines == entries
    assert list((tmp_path / "tensorboard").iterdir())


def test_the_log_tells_how_the_learner_fares_and_where_the_time_goes(tmp_path):
    _, entries = trained(tmp_path)
    entry = entries[-1]
    assert set(entry["judges"]) == {"uniform", "tests.envs.tables:Lowest"}
    judge = entry["judges"]["uniform"]
    assert judge["low"] <= judge["share"] <= judge["high"]
    shares = [entry["play"][f"share_{what}"] for what in ("policy", "environment", "opponents")]
    assert sum(shares) == pytest.approx(1, abs=0.001)
    assert all(share >= 0 for share in shares)
    assert entry["play"]["legal_actions"] > 1
    assert entry["play"]["own_decisions_per_game"] == 2
    assert {"entropy_loss", "explained_variance"} <= set(entry["train"])
    assert set(entry["beaten"]) == {"uniform", "past selves"}


def test_the_same_seed_trains_the_same_network(tmp_path):
    files = [trained(tmp_path / str(k))[0].folder / "last.safetensors" for k in range(2)]
    other = trained(tmp_path / "other", seed=1)[0].folder / "last.safetensors"
    assert files[0].read_bytes() == files[1].read_bytes() != other.read_bytes()


@pytest.mark.parametrize("against", ["anchors", "self"])
def test_a_plan_may_cut_long_games_earlier(tmp_path, against):
    entries = trained(tmp_path, against=against, options={"max_moves": 3})[1]
    assert entries[-1]["play"]["own_decisions_per_game"] == 1


@pytest.mark.parametrize("newer_is_worse", [True, False])
def test_the_newest_network_becomes_the_best_unless_it_does_worse(
    tmp_path, monkeypatch, newer_is_worse
):
    newest = []

    def score(run, network):
        newest[:] = [Network.load(run.folder / "last.safetensors").digest]
        return 1.0 - 0.5 * ((network.digest == newest[0]) is newer_is_worse)

    monkeypatch.setattr(Run, "_score", score)
    monkeypatch.setattr(Run, "_measure", falling_behind(Run._measure))
    run, _ = trained(tmp_path)
    best = Network.load(tmp_path / "best.safetensors").digest
    assert (best != newest[0]) is newer_is_worse
    newest.clear()
    Run(run.plan, tmp_path).train(lambda entry: None)
    assert not newest, "it is settled once"


def falling_behind(measure):
    """Makes each network look worse than the one before."""

    def measured(run, network, facts):
        entry = measure(run, network, facts)
        for judge in entry["judges"].values():
            judge["payment"] = 1.0 / run.decisions
        return entry

    return measured


IMITATING = {"teacher": "tests.envs.tables:Lowest", "demonstrations": 0.5, "interval": 1}


def test_a_training_may_begin_with_a_network(tmp_path):
    file = tmp_path / "first" / "last.safetensors"
    trained(tmp_path / "first")
    first = Network.load(file)
    run, _ = trained(tmp_path / "next", begin=str(file), settings=replace(SMALL, rate=0.0))
    assert run.plan.teacher == "none", "it knows something already"
    there = run.network()
    seen = np.random.default_rng(0).random((5, run.game.observation.size), np.float32)
    for own, theirs in zip(there.evaluate(seen), first.evaluate(seen), strict=True):
        np.testing.assert_allclose(own, theirs, rtol=1e-5)
    assert there.about["begun"] == first.digest
    file.unlink()
    again = Run(run.plan, run.folder)
    assert again.network().about["begun"] == first.digest, "the folder keeps what it began with"
    wider = plan(begin=str(run.folder / "last.safetensors"), settings=replace(SMALL, widths=(17,)))
    with pytest.raises(CheckpointError, match="cannot begin as"):
        Run(wider, tmp_path / "wider")
    assert not (tmp_path / "wider").exists()


def test_a_learner_with_a_teacher_imitates_first(tmp_path):
    run, entries = trained(tmp_path, budget="1k decisions", **IMITATING)
    taught = [entry["decisions"] for entry in entries if not entry["play"]]
    assert len(taught) > 1
    assert 500 <= taught[-1] == run.taught < 800  # the last batch may be longer than its part
    assert [bool(entry["play"]) for entry in entries] == sorted(
        bool(entry["play"]) for entry in entries
    )
    assert run.learner.decisions >= 1000 - run.taught
    assert set(entries[0]["train"]) == {"agreement", "cross_entropy", "value_error"}
    assert entries[1]["train"]["cross_entropy"] < entries[0]["train"]["cross_entropy"]
    assert Network.load(tmp_path / "last.safetensors").about["teacher"] == IMITATING["teacher"]


def test_demonstrations_are_the_same_after_a_break(tmp_path):
    trained(
        tmp_path / "broken",
        stop_after=1,
        budget="256 decisions",
        **IMITATING | {"demonstrations": 1.0},
    )
    for name in ("broken", "whole"):
        trained(tmp_path / name, budget="256 decisions", **IMITATING | {"demonstrations": 1.0})
    networks = [(tmp_path / name / "last.safetensors").read_bytes() for name in ("broken", "whole")]
    assert networks[0] == networks[1]


def test_at_last_the_best_network_learns_what_its_search_asks_for(tmp_path):
    trained(tmp_path / "without")
    trained(tmp_path / "with", values=64)
    without, taught = (
        Network.load(tmp_path / name / "best.safetensors", registry.load(GAME))
        for name in ("without", "with")
    )
    assert without.seat_values is None
    assert taught.seat_values is not None
    assert taught.about["value_games"] >= 64
    assert replace(taught, seat_values=None, about=without.about).digest == without.digest


def test_a_break_before_the_values_are_learnt_changes_nothing(tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(Run, "_learn_values", lambda run: None)
        trained(tmp_path / "broken", values=64)
    for name in ("broken", "whole", "whole"):
        trained(tmp_path / name, values=64)
    networks = [(tmp_path / name / "best.safetensors").read_bytes() for name in ("broken", "whole")]
    assert networks[0] == networks[1]


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        (
            {"demonstrations": 1.5},
            OptionError,
            "demonstrations must be a number from 0 to 1, not 1.5",
        ),
        ({"teacher": "nobody:special"}, AgentError, "nobody"),
    ],
)
def test_demonstrations_that_cannot_be_given_are_refused(tmp_path, wrong, error, words):
    with pytest.raises(error, match=words):
        Run(plan(**{"teacher": "uniform"} | wrong), tmp_path)


def test_pure_self_play_has_no_teacher_unless_one_is_named():
    assert TrainingPlan.make("mutiny", against="self").teacher == "none"
    assert TrainingPlan.make("mutiny", against="league").teacher.startswith("heuristic:")
    assert TrainingPlan.make("mutiny", against="self", teacher="uniform").teacher == "uniform"


def test_a_killed_run_goes_on_after_its_last_interval(tmp_path):
    run, entries = trained(tmp_path, stop_after=1)
    selves = run.league.names
    again, rest = trained(tmp_path)
    assert again.league.names[: len(selves)] == selves
    assert [entry["decisions"] for entry in again.entries] == [256, 512]
    assert len(rest) == 1
    assert rest[0]["seconds"] > entries[0]["seconds"]
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == 2


def test_a_finished_run_has_nothing_left_to_do(tmp_path):
    trained(tmp_path)
    assert trained(tmp_path)[1] == []


def test_a_torn_last_line_of_the_log_is_dropped(tmp_path):
    trained(tmp_path, stop_after=1)
    with (tmp_path / "log.jsonl").open("a") as log:
        log.write('{"decis')
    again, _ = trained(tmp_path)
    assert len(again.entries) == 2
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == 2


def test_an_entry_that_was_torn_while_it_was_written_is_lost_and_no_other(tmp_path):
    trained(tmp_path, stop_after=1)
    log = tmp_path / "log.jsonl"
    log.write_text(log.read_text()[:-20])
    assert [entry["decisions"] for entry in trained(tmp_path)[0].entries] == [512]
    log.write_text("")
    state = json.loads((tmp_path / "state.json").read_text())
    (tmp_path / "state.json").write_text(json.dumps({**state, "entries": 2}))
    with pytest.raises(CheckpointError, match="has 0 entries, not 2"):
        Run(plan(), tmp_path)


def test_a_folder_of_another_plan_is_left_alone(tmp_path):
    trained(tmp_path, stop_after=1)
    with pytest.raises(OptionError, match="another plan"):
        Run(plan(seed=7), tmp_path)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [({"anchors": ["nobody"]}, AgentError), ({"judges": ["nobody"]}, AgentError)],
)
def test_what_is_refused_leaves_no_trace(tmp_path, wrong, error):
    with pytest.raises(error, match="no agent is called 'nobody'"):
        Run(plan(**wrong), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_folder_where_nothing_was_learnt_is_free(tmp_path):
    Run(plan(), tmp_path)
    run = Run(plan(seed=7), tmp_path)
    assert json.loads((tmp_path / "plan.json").read_text())["seed"] == run.plan.seed == 7


def test_a_folder_that_cannot_be_written_to_is_refused(tmp_path):
    (tmp_path / "file").write_text("in the way")
    for folder in (tmp_path / "file", tmp_path / "file" / "run"):
        with pytest.raises(OptionError, match="cannot be written to"):
            Run(plan(), folder)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("state.json", "{"),
        ("state.json", "{}"),
        ("learner.safetensors", "no weights"),
        ("log.jsonl", "?\n"),
    ],
)
def test_a_damaged_folder_is_refused(tmp_path, name, content):
    trained(tmp_path, stop_after=1)
    (tmp_path / name).write_text(content)
    with pytest.raises(CheckpointError, match="training cannot go on"):
        Run(plan(), tmp_path)


CANARY = []


class Bomb:
    """What runs code when it is unpickled."""

    def __reduce__(self):
        return CANARY.append, ("unpickled",)


def test_nothing_in_a_folder_is_unpickled(tmp_path):
    trained(tmp_path, stop_after=1)
    weights = tmp_path / "learner.safetensors"
    sound = weights.read_bytes()
    torch.save(Bomb(), tmp_path / "by_torch")
    pickled = [pickle.dumps(Bomb()), (tmp_path / "by_torch").read_bytes()]
    for data in (*pickled, entry_with(sound, "dice", dtype="O")):
        weights.write_bytes(data)
        with pytest.raises(CheckpointError, match="training cannot go on"):
            Run(plan(), tmp_path)
    assert not CANARY
    weights.write_bytes(sound)
    Run(plan(), tmp_path)


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"entries": -1}, "entries must be a whole number from 0"),
        ({"seconds": "1"}, "seconds must be a number from 0"),
        ({"league": 3}, "lacks `settled` or `league`"),
        ({"league": {}}, "the pool's names are none"),
        ({"league": {"names": ["uniform"], "beaten": [2.0]}}, "the pool's shares are none"),
        ({"league": {"names": ["uniform", "../../x"], "beaten": [0.5, 0.5]}}, "other anchors"),
        ({"league": {"names": ["uniform", STRANGER], "beaten": [0.5, 0.5]}}, "other anchors"),
    ],
)
def test_a_forged_state_is_refused(tmp_path, changed, complaint):
    trained(tmp_path, stop_after=1)
    path = tmp_path / "state.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changed))
    with pytest.raises(CheckpointError, match=complaint):
        Run(plan(), tmp_path)


def test_time_ends_a_run_that_has_no_other_end(tmp_path):
    run, entries = trained(tmp_path, budget="2s", interval=1_000_000)
    assert len(entries) == 1
    assert run.progress >= 1


@pytest.mark.parametrize("against", ["anchors", "league"])
def test_each_kind_of_opposition_trains(tmp_path, against):
    run, _ = trained(tmp_path, against=against)
    assert (len(run.league.agents) > run.league.anchors) == (against == "league")


def test_self_play_learns_all_seats_of_whole_games(tmp_path):
    run, entries = trained(tmp_path, against="self")
    assert run.league is None
    assert [entry["decisions"] for entry in entries] == [256, 512]
    assert [entry["beaten"] for entry in entries] == [{}, {}]
    assert entries[-1]["play"]["own_decisions_per_game"] == 2
    assert entries[-1]["play"]["share_opponents"] == 0
    about = Network.load(tmp_path / "best.safetensors").about
    assert about["against"] == "self"


def test_self_play_goes_on_after_a_kill_and_repeats_exactly(tmp_path):
    trained(tmp_path / "once", against="self", budget="768 decisions")
    trained(tmp_path / "twice", against="self", budget="768 decisions")
    killed = tmp_path / "killed"
    trained(killed, stop_after=1, against="self", budget="768 decisions")
    again, _ = trained(killed, against="self", budget="768 decisions")
    assert [entry["decisions"] for entry in again.entries] == [256, 512, 768]
    last = [tmp_path / name / "last.safetensors" for name in ("once", "twice")]
    once, twice = (path.read_bytes() for path in last)
    assert once == twice


def test_self_play_has_settings_of_its_own(tmp_path):
    assert TrainingPlan.make("mutiny", against="self").settings == SELF_PLAY
    assert TrainingPlan.make("mutiny").settings == PPOSettings()
    path = tmp_path / "plan.toml"
    path.write_text('game = "mutiny"\nagainst = "self"\n[settings]\nrate = 0.001\n')
    assert TrainingPlan.read(path).settings == replace(SELF_PLAY, rate=0.001)
    assert TrainingPlan.read(path, against="league").settings == PPOSettings(rate=0.001)
    path.write_text('game = "mutiny"\n[settings]\nrate = 0.001\n')
    assert TrainingPlan.read(path, against="self").settings == replace(SELF_PLAY, rate=0.001)


def test_exploitability_is_told_of_games_that_are_small_enough(tmp_path):
    small = {"budget": "256 decisions", "against": "self", "exploitability": True}
    asked = {**small, "anchors": ["uniform"], "judges": ["uniform"], "deals": 5}
    settings = replace(SMALL, reward="score")
    kuhn = TrainingPlan.make("experiments.kuhn_poker:GAME", **asked, interval=2, settings=settings)
    entries = []
    Run(kuhn, tmp_path).train(entries.append)
    assert set(entries[0]["exploitability"]) == {"best", "sampled"}
    assert 0 < entries[0]["exploitability"]["sampled"] < 0.5
    assert dict(scalars(entries[0]))["exploitability/sampled"] > 0
    assert read_log(tmp_path) == entries
    with pytest.raises(GameDefinitionError, match="mutiny is too large"):
        Run(TrainingPlan.make("mutiny", **{**asked, "players": 3}), tmp_path / "mutiny")


@pytest.mark.parametrize(
    ("text", "seconds", "decisions"),
    [
        ("90s", 90, 0),
        ("10m", 600, 0),
        ("2h", 7200, 0),
        ("500k decisions", 0, 500_000),
        ("2M steps", 0, 2_000_000),
        ("1_000 decisions", 0, 1000),
    ],
)
def test_a_budget_is_a_time_or_a_number(text, seconds, decisions):
    assert Budget.parse(text) == Budget(seconds, decisions)


@pytest.mark.parametrize("text", ["", "10", "10M", "0s", "-1m", "ten minutes", "0 steps"])
def test_a_budget_that_says_nothing_is_refused(text):
    with pytest.raises(OptionError, match="a budget is"):
        Budget.parse(text)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("game = 3 = 4", "plan.toml: "),
        ("players = 3", "names no game"),
        ('game = "mutiny"\npirates = 3', "no entry pirates; there are: game, players, budget"),
        ('game = "mutiny"\nplayers = 9', "players, not 9"),
        ('game = "mutiny"\nbudget = 10', "budget must be a text, not 10"),
        ('game = "mutiny"\nseed = -1', "seed must be a whole number from 0"),
        ('game = "mutiny"\nanchors = [1]', r"anchors must be a list of names, not \[1\]"),
        ('game = "mutiny"\nagainst = "us"', "one of anchors, self, league"),
        ('game = "mutiny"\n[settings]\nrates = 1', r"plan.toml \[settings\]: no setting rates"),
        ('game = "mutiny"\n[settings]\nrate = "fast"', "rate must be a number from 0"),
        ('game = "mutiny"\n[settings]\ntables = 0', "tables must be a whole number from 1"),
        ('game = "mutiny"\n[settings]\nwidths = [0]', "widths must be a list of at most 16 widths"),
        ('game = "mutiny"\nanchors = 3', "anchors must be a list of names, not 3"),
        ('game = "mutiny"\ndemonstrations = nan', r"is not valid TOML \(nan is no number\)"),
        (
            'game = "mutiny"\ndemonstrations = 1.5',
            "demonstrations must be a number from 0 to 1, not 1.5",
        ),
        ('game = "mutiny"\nseed = 2147483648', "seed must be a whole number from 0 to 2147483647"),
        ('game = "mutiny"\nbudget = "' + "9" * 5000 + 'h"', "a budget is a time"),
        ('game = "mutiny"\n[options]\nplayers = 3', "no option players; there are: preset"),
        ('game = "mutiny"\n[options]\nself = 3', "no option self; there are: preset"),
        ('game = "mutiny"\n[options]\nmax_moves = 0', "max_moves must be a whole number from 1"),
        ('game = "mutiny"\n[options]\nmax_moves = "9"', "max_moves must be a whole number"),
        ('game = "mutiny"\n[settings]\nclip = inf', r"is not valid TOML \(inf is no number\)"),
        ('game = "mutiny"\n[settings]\nclip = -0.1', "clip must be a number from 0"),
        ('game = "mutiny"\n[settings]\nsteps = 1048577', "steps must be a whole number from 1 to"),
        ('game = "mutiny"\n[settings]\nreward = 3', "reward must be a text, not 3"),
        ('settings = 3\ngame = "mutiny"', "settings must be a table, not 3"),
    ],
)
def test_a_wrong_configuration_is_refused(tmp_path, content, complaint):
    (tmp_path / "plan.toml").write_text(content)
    with pytest.raises(OptionError, match=complaint):
        TrainingPlan.read(tmp_path / "plan.toml")


@pytest.mark.parametrize("name", ["anchors", "judges", "options"])
@pytest.mark.parametrize("value", [3, "uniform", None, float("nan"), {1}])
def test_a_plan_made_in_python_is_held_to_the_same(name, value):
    with pytest.raises(OptionError, match=f"{name} must be a "):
        TrainingPlan.make("mutiny", **{name: value})


@pytest.mark.parametrize(
    "setting", [{"rate": float("nan")}, {"kl": float("inf")}, {"clip": -1.0}, {"tables": 0}]
)
def test_settings_are_numbers_wherever_they_come_from(setting):
    with pytest.raises(OptionError, match="must be a"):
        PPOSettings(**setting)


@pytest.mark.parametrize(
    "line",
    [
        f'game = "{STRANGER}"',
        f'game = "mutiny"\nanchors = ["uniform", "{STRANGER}"]',
        f'game = "mutiny"\njudges = ["{STRANGER}"]',
        f'game = "mutiny"\nteacher = "{STRANGER}"',
        f'game = "mutiny"\nplayers = 4\n[settings]\nadviser = "{STRANGER}"',
    ],
)
def test_no_file_has_a_module_imported(tmp_path, line):
    (tmp_path / "plan.toml").write_text(line)
    with pytest.raises(PiracyError, match=r"would import a module|cannot advise a network"):
        Run(TrainingPlan.read(tmp_path / "plan.toml"), tmp_path / "run")
    assert not [name for name in sys.modules if name.endswith("stranger")]


def test_the_command_line_goes_before_the_configuration(tmp_path):
    (tmp_path / "plan.toml").write_text(
        'game = "mutiny"\nplayers = 3\nseed = 4\n[settings]\nrate = 1\nwidths = [8, 8]\n'
    )
    read = TrainingPlan.read(tmp_path / "plan.toml", seed=5)
    assert (read.players, read.seed) == (3, 5)
    assert read.settings == PPOSettings(rate=1.0, widths=(8, 8))


def test_the_command_trains_and_says_how_to_play(tmp_path, capsys):
    (tmp_path / "plan.toml").write_text(
        'interval = 2\ndeals = 5\nanchors = ["uniform"]\njudges = ["uniform"]\n'
        "[settings]\ntables = 16\nsteps = 8\nminibatch = 64\nwidths = [16]\nthreads = 1\n"
    )
    arguments = [GAME, "--config", str(tmp_path / "plan.toml"), "--out", str(tmp_path / "run")]
    quick = ["--budget", "256 decisions", "--search", "mcts:5", "--deals", "4"]
    assert train.main([*arguments, *quick]) == 0
    said = capsys.readouterr().out
    assert "256 decisions" in said
    page = (tmp_path / "run" / "report.html").read_text()
    for part in ("Learning", "Rating", "Where the time goes", "mcts:5", "place"):
        assert part in page
    assert (tmp_path / "run" / "curves.svg").read_text().startswith("<svg")
    assert len(list((tmp_path / "run" / "replays").iterdir())) >= 3
    for part in ("compiling", "ready after", "at a table of each", "search with it, among it"):
        assert part in said
    heads = [
        line for line in said.splitlines() if line.startswith(("agent ", "ppo:best.safetensors "))
    ]
    assert len({len(line) for line in heads}) == 1, "the columns stand below each other"
    assert f"play {GAME} --seats human ppo:{tmp_path / 'run' / 'best.safetensors'}" in said
    assert train.main([*arguments, "--budget", "soon"]) == 2
    assert "a budget is" in capsys.readouterr().err


def lasting(entries):
    """The entries, but for what clocks say."""
    timed = ("seconds", "measured_in", "play")
    return [{name: entry[name] for name in entry if name not in timed} for entry in entries]


def measured(folder, workers, backend):
    """A run whose measurements and rating are played by somebody else."""
    executor = Executor(workers, backend)
    run = Run(plan(deals=110), folder, executor)
    with executor:
        run.train(lambda entry: None)
    rated = rating.rate(run, "", 12, lambda *_: None)
    files = [(folder / name).read_bytes() for name in ("best.safetensors", "last.safetensors")]
    return lasting(run.entries), files, rated.alone, rated.tournament.results.digest


def test_workers_measure_and_rate_the_same(tmp_path):
    alone = measured(tmp_path / "alone", 1, LOCAL)
    assert measured(tmp_path / "processes", 2, PROCESSES) == alone


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_ray_cluster_measures_and_rates_the_same(tmp_path, ray):
    alone = measured(tmp_path / "alone", 1, LOCAL)
    assert measured(tmp_path / "ray", 2, RAY) == alone
    assert ray.is_initialized()


def test_a_run_may_stop_on_the_way_and_go_on(tmp_path):
    run = Run(plan(), tmp_path)
    run.train(lambda entry: None, until=0.25)
    assert run.decisions == 128
    again = Run(plan(), tmp_path)
    again.train(lambda entry: None)
    assert [entry["decisions"] for entry in again.entries] == [128, 384, 512]
