"""A population: who goes on from whom, what it leaves behind, and what a break costs."""

import json

import numpy as np
import pytest

from experiments import train_population as command
from experiments.execution.executor import LOCAL, PROCESSES, RAY
from experiments.training import evolution, lineage
from experiments.training.breeding import Member, PopulationPlan, first_round, moved, next_round
from experiments.training.evolution import Population, ranked
from experiments.training.plan import TrainingPlan
from experiments.training.run import Run
from piracy_agents.learning.ppo import PPOSettings
from piracy_agents.network import Network
from piracy_env import registry
from piracy_env.cli import REFUSED
from piracy_env.errors import CheckpointError, OptionError

GAME = "tests.core.whispers:GAME"
SMALL = PPOSettings(tables=16, steps=8, minibatch=64, epochs=2, widths=(16,), threads=1)
EXPLORE = {"rate": (1e-4, 1e-2), "entropy": (1e-3, 0.1), "epochs": (1.0, 6.0)}


def breeding(**given):
    plan = TrainingPlan.make(
        GAME,
        3,
        budget="512 decisions",
        interval=2,
        deals=4,
        anchors=["uniform"],
        judges=["uniform"],
        settings=SMALL,
        seed=given.pop("seed", 0),
        against=given.pop("against", "league"),
    )
    asked = {"members": 3, "rounds": 2, "deals": 6, "explore": EXPLORE}
    return PopulationPlan(plan, **{**asked, **given})


def trained(folder, workers=1, backend=LOCAL, **given):
    grown = Population(breeding(**given), folder, workers, backend)
    grown.train(lambda number, standings: None)
    return grown


def result(folder):
    """What a population came to, byte by byte."""
    members = sorted(folder.glob("round*/member*/last.safetensors"))
    return [
        path.read_bytes()
        for path in (folder / "lineage.json", folder / "best.safetensors", *members)
    ]


@pytest.fixture(scope="module")
def grown(tmp_path_factory):
    return trained(tmp_path_factory.mktemp("grown"))


# --- who goes on from whom ------------------------------------------------------------------------


def test_the_first_member_begins_as_planned_and_the_others_all_over_the_ranges():
    members = first_round(breeding(members=40))
    assert members[0].settings == SMALL
    assert len({one.seed for one in members}) == 40
    for name, (low, high) in EXPLORE.items():
        values = [getattr(one.settings, name) for one in members[1:]]
        assert low <= min(values) < (low * high) ** 0.5 < max(values) <= high
    assert {type(one.settings.epochs) for one in members} == {int}


def test_the_last_takes_over_from_the_first_and_the_others_go_on():
    asked = breeding(members=4)
    order = [first_round(asked)[k] for k in (2, 0, 3, 1)]
    heirs = next_round(asked, 2, order)
    assert [(one.number, one.parent) for one in heirs] == [(1, 1), (2, 3), (3, 3), (4, 4)]
    assert heirs[0].settings == order[1].settings
    for name, (low, high) in EXPLORE.items():
        old, new = getattr(order[0].settings, name), getattr(heirs[1].settings, name)
        assert low <= new <= high
        assert new != old or old in (low, high)
    assert not {one.seed for one in heirs} & {one.seed for one in order}


def test_several_take_over_from_as_many():
    asked = breeding(members=5, replaced=2)
    heirs = next_round(asked, 2, first_round(asked))
    assert [one.parent for one in heirs] == [1, 2, 3, 2, 1]


def test_settings_stay_within_their_ranges():
    generator = np.random.default_rng(0)
    settings = SMALL
    for _ in range(50):
        settings = moved(settings, EXPLORE, generator)
        for name, (low, high) in EXPLORE.items():
            assert low <= getattr(settings, name) <= high


# --- the folder -----------------------------------------------------------------------------------


def test_a_population_leaves_the_best_network_and_its_lineage(grown):
    best = grown.best
    assert best == ranked(grown.rounds[-1])[0]
    network = Network.load(grown.folder / "best.safetensors", registry.load(GAME))
    assert network.digest == Network.load(grown.folder_of(best.member) / "last.safetensors").digest
    assert network.about["decisions"] == best.decisions == 512
    assert [[one.decisions for one in standings] for standings in grown.rounds] == [
        [256] * 3,
        [512] * 3,
    ]
    assert all(one.reward_low <= one.reward <= one.reward_high for one in grown.rounds[1])


def test_the_last_of_a_round_goes_on_from_the_weights_of_the_first(grown):
    before, after = ranked(grown.rounds[0]), grown.rounds[1]
    heir = next(one.member for one in after if one.member.number == before[-1].member.number)
    assert heir.parent == before[0].member.number
    own_log = (grown.folder_of(heir) / "log.jsonl").read_text()
    giver_log = (grown.folder_of(before[0].member) / "log.jsonl").read_text()
    assert own_log.startswith(giver_log)


def test_everybody_meets_the_past_selves_of_all(grown):
    selves = {
        digest
        for one in grown.rounds[0]
        for digest in json.loads((grown.folder_of(one.member) / "state.json").read_text())[
            "league"
        ]["names"]
    }
    for one in grown.rounds[1]:
        state = json.loads((grown.folder_of(one.member) / "state.json").read_text())
        assert selves <= set(state["league"]["names"])
        newest = [
            Network.load(grown.folder_of(other.member) / "last.safetensors").digest
            for other in grown.rounds[0]
            if other.member.number != one.member.parent
        ]
        assert set(newest) <= set(state["league"]["names"])


def test_against_anchors_nothing_is_shared(tmp_path):
    grown = trained(tmp_path, against="anchors", rounds=2, members=2)
    state = json.loads((grown.folder_of(grown.best.member) / "state.json").read_text())
    assert state["league"]["names"] == ["uniform"]


def test_the_same_seed_breeds_the_same_population(grown, tmp_path):
    again, other = trained(tmp_path / "again"), trained(tmp_path / "other", seed=1)
    assert result(again.folder) == result(grown.folder)
    assert result(other.folder)[1:] != result(grown.folder)[1:]


@pytest.mark.slow
def test_processes_breed_the_same_population(grown, tmp_path):
    assert result(trained(tmp_path, 2, PROCESSES).folder) == result(grown.folder)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_ray_cluster_breeds_the_same_population(grown, tmp_path, ray):
    assert result(trained(tmp_path, 2, RAY).folder) == result(grown.folder)
    assert ray.is_initialized()


# --- breaks ---------------------------------------------------------------------------------------


def test_a_population_that_was_killed_between_members_goes_on(grown, tmp_path, monkeypatch):
    finished = []

    def pulled(plan, folder, until, name):
        if len(finished) == 4:
            raise KeyboardInterrupt
        finished.append(name)
        return train_member(plan, folder, until, name)

    train_member = evolution.train_member
    monkeypatch.setattr(evolution, "train_member", pulled)
    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path)
    monkeypatch.undo()
    stamp = (tmp_path / "round2" / "member1" / "learner.safetensors").stat().st_mtime_ns
    assert result(trained(tmp_path).folder) == result(grown.folder)
    assert (tmp_path / "round2" / "member1" / "learner.safetensors").stat().st_mtime_ns == stamp


def test_a_member_that_was_killed_goes_on_after_its_last_interval(tmp_path, monkeypatch):
    class Pulled(Run):
        def train(self, report, *args, **more):
            super().train(self._pull, *args, **more)

        def _pull(self, entry):
            raise KeyboardInterrupt

    monkeypatch.setattr(evolution, "Run", Pulled)
    longer = {"rounds": 1, "members": 2}
    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path, **longer)
    monkeypatch.undo()
    grown = trained(tmp_path, **longer)
    lines = (tmp_path / "round1" / "member1" / "log.jsonl").read_text().splitlines()
    assert [json.loads(line)["decisions"] for line in lines] == [256, 512]
    assert grown.best.decisions == 512


def test_a_half_made_folder_is_made_anew(grown, tmp_path):
    part = tmp_path / "round1" / "member1.part"
    part.mkdir(parents=True)
    (part / "state.json").write_text("{")
    assert result(trained(tmp_path).folder) == result(grown.folder)


def test_a_finished_population_has_nothing_left_to_do(grown):
    before = result(grown.folder)
    again = trained(grown.folder)
    assert again.rounds == grown.rounds
    assert result(grown.folder) == before


def test_a_folder_of_another_population_is_left_alone(grown):
    with pytest.raises(OptionError, match="another plan"):
        Population(breeding(rounds=3), grown.folder)


def test_a_damaged_lineage_is_refused(tmp_path):
    Population(breeding(), tmp_path)
    (tmp_path / "lineage.json").write_text('[[{"reward": 1}]]')
    with pytest.raises(CheckpointError, match="cannot be gone on from"):
        Population(breeding(), tmp_path)


FORGED = {
    "no list": ({}, "must be a list of at most 2 rounds"),
    "rounds": ([[], [], []], "must be a list of at most 2 rounds"),
    "no round": ([3], "round 1 must be a list"),
    "no member": ([[]], r"round 1 has the members \[\]"),
    "no standing": ([[3, 3, 3]], "a standing has other entries: 3"),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_lineage_is_refused(tmp_path, name):
    kept, complaint = FORGED[name]
    Population(breeding(), tmp_path)
    (tmp_path / "lineage.json").write_text(json.dumps(kept))
    with pytest.raises(CheckpointError, match=complaint):
        Population(breeding(), tmp_path)


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"round": "../../elsewhere"}, "a member: round must be a whole number"),
        ({"round": 2}, "round 1 has the members"),
        ({"parent": 9}, "has a member with an unknown parent"),
        ({"number": True}, "a member: number must be a whole number"),
        ({"more": 1}, "a member has other entries"),
        ({"settings": {"adviser": 3}}, r"a member \[settings\]: adviser must be a text"),
        ({"settings": {"rate": 1e999}}, "inf is no number"),
    ],
)
def test_a_forged_member_is_refused(tmp_path, changed, complaint):
    Population(breeding(), tmp_path)
    figures = ("reward", "reward_low", "reward_high", "win_share", "rating")
    standings = [
        {"member": {**evolution.dataclasses.asdict(one), **(changed if one.number == 1 else {})}}
        | {"decisions": 1, **dict.fromkeys(figures, 0.5)}
        for one in first_round(breeding())
    ]
    (tmp_path / "lineage.json").write_text(json.dumps([standings]))
    with pytest.raises(CheckpointError, match=complaint):
        Population(breeding(), tmp_path)


# --- what is asked --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"members": 1}, "members must be a whole number from 2"),
        ({"rounds": 0}, "rounds must be a whole number from 1"),
        ({"replaced": 2}, "at most half of the 3 members"),
        ({"explore": {"widths": (1, 2)}}, "no explorable setting widths; there are: rate"),
        ({"explore": {"rate": (0.0, 1.0)}}, "rate must be a range of two numbers above 0"),
        ({"explore": {"rate": (2.0, 1.0)}}, "rate must be a range"),
    ],
)
def test_what_cannot_be_bred_is_refused(given, complaint):
    with pytest.raises(OptionError, match=complaint):
        breeding(**given)


CONFIGURATION = """
players = 3
budget = "256 decisions"
interval = 2
deals = 4
anchors = ["uniform"]
judges = ["uniform"]

[settings]
tables = 16
steps = 8
minibatch = 64
widths = [16]

[population]
members = 2
rounds = 1
deals = 4

[population.explore]
rate = [1e-4, 1e-2]
"""


def test_a_configuration_says_what_is_varied_and_the_command_line_goes_first(tmp_path):
    (tmp_path / "plan.toml").write_text(CONFIGURATION)
    asked = PopulationPlan.make(tmp_path / "plan.toml", game=GAME, members=5, seed=3, rounds=None)
    assert (asked.members, asked.rounds, asked.deals, asked.plan.deals) == (5, 1, 4, 4)
    assert asked.explore == {"rate": (1e-4, 1e-2)}
    assert (asked.plan.seed, asked.plan.settings.threads) == (3, 1)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ("[population]\nchildren = 2", r"\[population\]: no entry children; there are: members"),
        ("population = 4", r"\[population\]: must be a table, not 4"),
        ("[population]\nexplore = 4", r"\[population\]: explore must be a table, not 4"),
        (
            "[population.explore]\nrate = 1",
            r"\[explore\]: rate must be a range of two .* such as \[0.1, 0.3\], not 1",
        ),
        ("settings = 3", "settings must be a table, not 3"),
    ],
)
def test_a_wrong_configuration_is_refused(tmp_path, wrong, complaint):
    (tmp_path / "plan.toml").write_text(f'game = "mutiny"\n{wrong}\n')
    with pytest.raises(OptionError, match=complaint):
        PopulationPlan.make(tmp_path / "plan.toml")


def test_a_member_comes_back_as_it_was():
    member = next_round(breeding(), 2, first_round(breeding()))[1]
    kept = json.loads(json.dumps(evolution.dataclasses.asdict(member)))
    assert Member.of(kept) == member


def test_the_command_trains_and_shows_the_lineage(tmp_path, capsys):
    (tmp_path / "plan.toml").write_text(CONFIGURATION)
    arguments = [GAME, "--config", str(tmp_path / "plan.toml"), "--out", str(tmp_path / "out")]
    assert command.main([*arguments, "--rounds", "2"]) == 0
    said = capsys.readouterr().out
    assert "after round 2 of 2" in said
    assert "weights of" in said
    assert f"network   {tmp_path / 'out' / 'best.safetensors'}" in said
    page = (tmp_path / "out" / "report.html").read_text()
    for part in ("Lineage", "Learning, against uniform", "After round 2", "member 2", "explored"):
        assert part in page
    assert (tmp_path / "out" / lineage.PICTURE).read_text().startswith("<svg")
    made = json.loads((tmp_path / "out" / "round1" / "member1" / "made.json").read_text())
    assert "experiments.train_population" in made["command"]
    assert command.main([*arguments, "--rounds", "2", "--members", "1"]) == REFUSED
    assert "members must be" in capsys.readouterr().err
