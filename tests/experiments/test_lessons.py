"""Lessons: kinds of tables side by side and one after the other, and what is judged of them."""

import json

import numpy as np
import pytest

from experiments.training import rating, run_report
from experiments.training.lessons import Lesson, given_at, tables_of
from experiments.training.plan import TrainingPlan
from experiments.training.run import Run
from piracy_agents.learning.joined import JoinedVecEnv
from piracy_agents.learning.league import League
from piracy_agents.learning.ppo import PPOSettings, open_all_seats, open_tables
from piracy_agents.network import Network
from piracy_env import registry
from piracy_env.errors import OptionError

RIVALS, CREW = "tests.core.whispers:GAME", "tests.testing.raft:RAFT"
SMALL = PPOSettings(tables=12, steps=8, minibatch=64, epochs=2, widths=(16,), threads=1)
CALM_FIRST = (
    Lesson({"calm": True}, ends=0.5),
    Lesson({"rounds": 2}, players=4, share=0.5),
    Lesson(begins=0.25),
)


def plan(game=CREW, **given):
    asked = {
        "budget": "768 decisions",
        "interval": 1,
        "deals": 6,
        "anchors": ["uniform"],
        "judges": ["uniform", "self"],
        "lessons": CALM_FIRST,
        "settings": SMALL,
    }
    return TrainingPlan.make(game, 3, **{**asked, **given})


def trained(folder, stop_after=1.0, **given):
    run = Run(plan(**given), folder)
    given_lessons = []
    run.train(lambda entry: given_lessons.append(run.given), until=stop_after)
    return run, given_lessons


# --- what a curriculum may be ---------------------------------------------------------------------


def test_lessons_are_given_from_their_beginning_to_their_end():
    moments = (0.0, 0.2, 0.25, 0.49, 0.5, 1.0)
    assert [given_at(CALM_FIRST, moment) for moment in moments] == [
        (0, 1),
        (0, 1),
        (0, 1, 2),
        (0, 1, 2),
        (1, 2),
        (1, 2),
    ]


@pytest.mark.parametrize(
    ("shares", "tables", "counts"),
    [
        ((1.0,), 5, [5]),
        ((1.0, 1.0), 5, [2, 3]),
        ((0.75, 0.25), 8, [6, 2]),
        ((1.0, 0.001), 8, [7, 1]),
        ((1.0, 0.001, 0.001), 3, [1, 1, 1]),
    ],
)
def test_tables_are_shared_out_and_no_lesson_goes_without(shares, tables, counts):
    assert sorted(tables_of([Lesson(share=share) for share in shares], tables)) == sorted(counts)


def test_more_lessons_than_tables_are_refused():
    with pytest.raises(OptionError, match="2 lessons side by side need as many tables, not 1"):
        tables_of([Lesson(), Lesson()], 1)


@pytest.mark.parametrize(
    ("lessons", "complaint"),
    [
        ("[[lessons]]\nends = 0.5", "no lesson is given after 50% of the budget"),
        ("[[lessons]]\nbegins = 0.5", "no lesson is given after 0% of the budget"),
        ("[[lessons]]\nbegins = 0.5\nends = 0.5", "begins at 0.5 cannot end at 0.5"),
        ("[[lessons]]\nshare = 0", "a lesson with a share of 0 is none"),
        ("[[lessons]]\nshare = 2", "share must be a number from 0 to 1, not 2"),
        ("[[lessons]]\nplayers = 9", "players, not 9"),
        ("[[lessons]]\n[[lessons]]\n", "two lessons that last are the same"),
        ("[[lessons]]\nsea = 1", "no setting sea; there are: options, players, share"),
        ("[[lessons]]\n[lessons.options]\nwaves = 1", "no option waves; there are: preset"),
        ('[[lessons]]\nmates = "uniform"', "a lesson has mates of its own in self-play only"),
        ('[[lessons]]\nmates = "os:abort"', "would import a module"),
        ("lessons = 3", "lessons must be a list of lessons, not 3"),
    ],
)
def test_a_curriculum_that_is_none_is_refused(tmp_path, lessons, complaint):
    (tmp_path / "plan.toml").write_text(f'game = "mutiny"\nplayers = 3\n{lessons}\n')
    with pytest.raises(OptionError, match=complaint):
        TrainingPlan.read(tmp_path / "plan.toml")


def test_a_curriculum_is_read_from_a_file(tmp_path):
    (tmp_path / "plan.toml").write_text(
        'game = "skull_tales_voyage"\nplayers = 3\n[[lessons]]\nends = 0.2\n'
        'options = { sea = "calm" }\n[[lessons]]\nshare = 0.25\nplayers = 5\n'
        'options = { scenario = "port" }\nsharing = 0.1\n[[lessons]]\n'
        "[settings]\nsharing = 0.8\n"
    )
    read = TrainingPlan.read(tmp_path / "plan.toml")
    assert [lesson.name for lesson in read.lessons] == ["sea=calm", "scenario=port players=5", ""]
    port = read.at(read.lessons[1])
    assert (port.players, dict(port.options), port.lessons) == (5, {"scenario": "port"}, ())
    assert [read.at(lesson).settings.sharing for lesson in read.lessons] == [0.8, 0.1, 0.8]


def test_a_crew_is_judged_with_its_best_mates_and_by_itself():
    assert TrainingPlan.make("skull_tales_voyage", 3).judges == ("heuristic:shipmate", "self")
    assert TrainingPlan.make("skull_tales_voyage", 1).judges == ("heuristic:shipmate",)


# --- tables ---------------------------------------------------------------------------------------


def test_joined_tables_play_as_each_kind_does_by_itself():
    game = registry.load(CREW)
    options = ({"players": 3, "calm": True}, {"players": 4, "rounds": 2})

    def opened():
        return [open_all_seats(game, SMALL, seed=k, **one) for k, one in enumerate(options)]

    joined, alone = JoinedVecEnv(opened()), opened()
    assert (joined.num_envs, joined.learners) == (24, 4)
    seen = joined.reset()
    each = [env.reset() for env in alone]
    for _ in range(30):
        assert np.array_equal(seen, np.concatenate(each))
        masks = [env.action_masks() for env in alone]
        assert np.array_equal(joined.env_method("action_masks"), np.concatenate(masks))
        assert joined.env_method("kinds").tolist() == [0] * 12 + [1] * 12
        seats = np.concatenate([env.seats() for env in alone])
        assert np.array_equal(joined.env_method("seats"), seats)
        actions = [mask.argmax(axis=1) for mask in masks]
        joined.step_async(np.concatenate(actions))
        seen, paid, ended, infos = joined.step_wait()
        results = []
        for env, action in zip(alone, actions, strict=True):
            env.step_async(action)
            results.append(env.step_wait())
        each = [result[0] for result in results]
        assert np.array_equal(paid[:12, :3], results[0][1])
        assert not paid[:12, 3].any()
        assert np.array_equal(paid[12:], results[1][1])
        assert ended.tolist() == [*results[0][2], *results[1][2]]
        assert len(infos) == 24
    with pytest.raises(AttributeError, match="no method 'render'"):
        joined.env_method("render")


def test_a_league_sits_down_at_tables_of_any_size(tmp_path):
    game = registry.load(CREW)
    pool = League(game, 3, ["uniform"], mode="league", folder=tmp_path, seed=0)
    parts = [open_tables(game, SMALL, opponents=pool.at(k), players=k, seed=k) for k in (2, 4)]
    joined = JoinedVecEnv(parts)
    joined.reset()
    told = []
    for _ in range(40):
        joined.step_async(joined.action_masks().argmax(axis=1))
        told += [info for info in joined.step_wait()[3] if "opponents" in info]
    assert {len(info["opponents"]) for info in told} == {1, 3}
    for info in told:
        pool.note(info)
    assert joined.learners == 0


# --- runs -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("against", ["self", "league"])
def test_a_run_goes_through_its_lessons_and_is_judged_by_those_that_last(tmp_path, against):
    run, given_lessons = trained(tmp_path, against=against)
    assert given_lessons[0] == (0, 1)
    assert (0, 1, 2) in given_lessons
    assert given_lessons[-1] == (1, 2)
    judges = ["uniform, rounds=2 players=4", "self, rounds=2 players=4", "uniform", "self"]
    assert list(run.judges) == list(run.entries[-1]["judges"]) == judges
    for judge, figures in run.entries[-1]["judges"].items():
        assert figures["low"] <= figures["share"] <= figures["high"]
        assert ("spoils" in figures) is judge.startswith("uniform"), "a crew of oneself has all"
        assert 0.0 <= figures.get("spoils", 1.0) <= 1.0
    run_report.write(run, rating.rate(run, "", 2, lambda *_: None), lambda *_: None)
    assert "rounds=2 players=4" in (tmp_path / "report.html").read_text()


def test_rivals_have_lessons_too(tmp_path):
    lessons = (Lesson({"rounds": 3}, ends=0.5), Lesson(players=2), Lesson())
    run, _ = trained(tmp_path, game=RIVALS, judges=["uniform"], lessons=lessons)
    assert list(run.judges) == ["uniform, players=2", "uniform"]


def test_a_run_with_lessons_goes_on_after_a_break(tmp_path):
    trained(tmp_path, stop_after=0.6, against="self")
    run, given_lessons = trained(tmp_path, against="self")
    assert given_lessons[0] == (1, 2)
    assert run.decisions >= 768
    assert len(run.entries) == len((tmp_path / "log.jsonl").read_text().splitlines())


def test_demonstrations_are_of_all_lessons(tmp_path):
    imitating = {"teacher": "uniform", "demonstrations": 0.5, "budget": "4k decisions"}
    run, _ = trained(tmp_path, against="self", interval=16, **imitating)
    assert run.taught >= 2000
    assert run.learner.decisions > 0
    kept = json.loads((tmp_path / "plan.json").read_text())["lessons"]
    assert [lesson["players"] for lesson in kept] == [0, 4, 0]
    assert Network.load(tmp_path / "best.safetensors").about["decisions"] > 0
