"""Training runs to look at: curves, the newest network at a table, and folders of strangers."""

import json
import shutil
from pathlib import Path

import pytest

import piracy_agents
from piracy_env.table.watch import NEWEST, RunError, curves, sitting
from tests.table.conftest import At

SHIPPED = Path(piracy_agents.__file__).parent / "shipped" / "mutiny.safetensors"
PLAN = {"game": "mutiny", "players": 3, "budget": "3m", "judges": ["uniform", "heuristic"]}


def entry(decisions, payment):
    figures = {"payment": payment, "payment_low": payment - 0.5, "payment_high": payment + 0.5}
    return {"decisions": decisions, "seconds": 1.0, "judges": {"uniform": figures}}


@pytest.fixture
def run(tmp_path):
    folder = tmp_path / "folder" / "runs" / "a"
    folder.mkdir(parents=True)
    (folder / "plan.json").write_text(json.dumps({**PLAN, "options": {"use_mutiny": False}}))
    log = [entry(1000 * k, k / 4) for k in range(1, 4)]
    (folder / "log.jsonl").write_text("".join(json.dumps(one) + "\n" for one in log))
    shutil.copy(SHIPPED, folder / "last.safetensors")
    return folder


def test_curves_tell_what_the_learner_was_paid(run):
    shown = curves(run)
    assert shown["decisions"] == 3000
    assert shown["judges"]["uniform"] == [
        [1000, 0.25, -0.25, 0.75], [2000, 0.5, 0.0, 1.0], [3000, 0.75, 0.25, 1.25]
    ]  # fmt: skip


def test_a_long_log_is_thinned_and_keeps_its_last_entry(run, monkeypatch):
    monkeypatch.setattr("piracy_env.table.watch.MOST_POINTS", 2)
    assert [row[0] for row in curves(run)["judges"]["uniform"]] == [1000, 3000]


def test_the_newest_network_sits_at_a_table_of_its_judges(run):
    found = sitting(run)
    assert found.names == (NEWEST, "uniform", "heuristic")
    assert {*found.agents} == {0, 1, 2}
    assert found.engine.options.values["use_mutiny"] is False
    (run / "last.safetensors").unlink()
    with pytest.raises(RunError, match="no network yet"):
        sitting(run)


@pytest.mark.parametrize(
    "change",
    [
        {"game": "os:path"},
        {"game": 3},
        {"players": "3"},
        {"options": [1]},
        {"judges": ["os:path"]},
        {"judges": ["ppo:/etc/passwd"]},
        {"judges": ["../x:y"]},
    ],
)
def test_a_strangers_plan_has_nothing_imported_or_opened(run, change):
    from piracy_env.errors import PiracyError

    (run / "plan.json").write_text(json.dumps({**PLAN, **change}))
    with pytest.raises(PiracyError):
        sitting(run)


def test_entries_of_another_kind_are_left_out(run):
    lines = [{"judges": 3}, {"decisions": 1, "judges": {"x": {"payment": "much"}}}, entry(5, 0.5)]
    (run / "log.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    assert curves(run)["judges"] == {"uniform": [[5, 0.5, 0.0, 1.0]]}


def test_a_run_is_watched_through_the_server(client, run):
    assert client.get("/api/lobby").json()["runs"] == ["runs/a"]
    assert client.http.get("/api/run", params={"name": "runs/a"}).json()["entries"] == 3
    assert client.http.get("/api/run", params={"name": "../folder/runs/a"}).status_code == 404
    assert client.post("/api/watch", {"name": "elsewhere"}).status_code == 404
    assert client.get("/watch?name=runs/a").status_code == 200
    made = client.post("/api/watch", {"name": "runs/a"}).json()
    assert client.post("/api/watch", {"name": "runs/a"}).json() == made  # one table for all
    table = At(client, made["key"], made["token"])
    seen = table.state()
    while not seen["thoughts"]:
        seen = table.state(since=seen["version"])
    assert table.get().json()["seats"][0]["name"] == NEWEST


def test_a_watched_table_is_kept_nowhere(tmp_path, run):
    from tests.table.conftest import Client

    with Client(tmp_path) as client:
        made = client.post("/api/watch", {"name": "runs/a"}).json()
    assert not (tmp_path / "kept" / f"{made['key']}.json").exists()
