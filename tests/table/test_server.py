"""The table without a browser: what it answers, to whom, and what it keeps."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from piracy_agents.search.searcher import Search
from piracy_env.core.engine import Engine
from piracy_env.core.game import ENDED
from piracy_env.core.outcome import Outcome
from piracy_env.core.replay import Replay
from piracy_env.registry import load
from piracy_env.table import room, views
from tests.table.conftest import LOCAL, WHISPERS, At, Client

MUTINY = ("human:Anne", "heuristic", "heuristic")


def play_out(table, seat=0):
    seen = table.await_turn(seat)
    for _ in range(500):
        if seen["over"]:
            return seen
        assert table.act(seen).status_code == 200
        seen = table.await_turn(seat)
    raise AssertionError("the game does not end")


def test_the_lobby_tells_what_there_is(client):
    known = client.get("/api/lobby").json()
    assert "mutiny" in known["games"]
    assert known["tables"] == []
    card = client.http.get("/api/game", params={"name": "mutiny"}).json()
    assert card["seats"] == [3, 4, 5]
    assert "heuristic" in card["agents"]
    assert card["options"]["use_mutiny"]["kind"] == "flag"


def test_a_person_plays_a_whole_game_against_agents(client):
    end = play_out(client.open("mutiny", *MUTINY))
    assert end["results"]["rows"][0]["place"] == "1st"
    assert len(end["results"]["rows"]) == 3
    assert end["story"]


def test_a_stale_action_is_refused_and_changes_nothing(client):
    table = client.open(WHISPERS, "human", "human")
    seen = table.state(0)
    assert table.act(seen).status_code == 200
    again = table.act(seen)
    assert again.status_code == 409
    assert "moved on" in again.json()["error"]
    assert client.house.rooms[table.key].board.moves == 1


def test_an_illegal_action_and_another_seats_are_refused(client):
    table = client.open(WHISPERS, "human", "human", options={"writing": False})
    seen = table.state(0)
    assert table.act(seen, action=7).status_code == 409  # writing is not played with
    assert table.act(seen, seat=1).status_code == 409
    assert table.post("act", {"action": "0", "seat": 0, "version": "x"}).status_code == 400
    assert client.house.rooms[table.key].board.moves == 0


def test_two_people_have_a_link_each_and_see_their_own_side(client):
    host = client.open(WHISPERS, "human:Anne", ">human:Jack")
    jack = host.links()[1]
    assert host.get().json()["own"] == [0]
    assert jack.get().json()["own"] == [1]
    assert "links" not in jack.get().json()
    assert host.act(host.state()).status_code == 200
    seen = jack.await_turn()
    assert seen["viewer"] == 1
    assert seen["story"][0]["words"] == "Say 0."
    assert jack.act(seen).status_code == 200


def test_a_link_opens_no_other_seat(client):
    host = client.open(WHISPERS, "human", ">human")
    links = host.links()
    assert links[1].get("state", seat=0).status_code == 403
    assert links[None].get("state", seat=0).status_code == 403
    assert At(client, host.key, "guess").get().status_code == 403
    assert At(client, "x" * 12, host.token).get().status_code == 404
    assert links[None].act(host.state(), seat=0).status_code == 403
    assert links[1].post("pace", {"seconds": 1}).status_code == 403
    assert links[1].post("end", {}).status_code == 403


def test_who_watches_is_told_what_everybody_knows_and_nothing_else(client):
    host = client.open(WHISPERS, "human", ">human", options={"writing": True})
    watch = host.links()[None]
    seen = watch.state()
    assert seen["viewer"] is None
    assert "secrets ? ?" in seen["svg"]
    writes = next(a for a in host.state()["legal"] if a["label"].startswith("write"))
    host.act(host.state(), writes["id"])
    told = [line["words"] for line in watch.state()["story"]]
    assert "Write something." in told
    assert not any("has written" in line for line in told)


def test_agents_among_themselves_are_watched_with_their_thoughts(client):
    table = client.open("mutiny", "heuristic", "mcts:16", "uniform")
    seen = table.state()
    while not seen["over"] and not seen["thoughts"]:
        seen = table.state(since=seen["version"])
    assert seen["thoughts"]["choices"][0]["words"]


def test_hints_come_from_those_who_know_at_once_and_then_from_a_search(client):
    table = client.open("mutiny", *MUTINY)
    seen = table.await_turn()
    query = {"seat": 0, "version": seen["version"]}
    first = table.get("hint", level=0, **query).json()["opinions"]
    assert [opinion["who"] for opinion in first] == ["heuristic", "ppo"]
    legal = {action["id"] for action in seen["legal"]}
    assert {choice["id"] for opinion in first for choice in opinion["choices"]} <= legal
    assert table.get("hint", level=0, seat=0, version="old").status_code == 409


def test_a_search_goes_on_with_one_tree_as_long_as_it_is_asked(client, monkeypatch):
    monkeypatch.setattr("piracy_env.table.house.LONGEST_SEARCH", 80)
    monkeypatch.setattr(Search.ponder, "__defaults__", (0.01,))
    table = client.open("mutiny", *MUTINY)
    seen = table.await_turn()
    query = {"seat": 0, "version": seen["version"], "level": 1}
    made = []
    while (answer := table.get("hint", **query).json())["more"]:
        (opinion,) = answer["opinions"]
        assert sum(choice["share"] for choice in opinion["choices"]) <= 1.001
        made.append(int(opinion["basis"].split()[0]))
    assert made == sorted({*made})
    assert made[-1] == 80
    assert answer["opinions"] == []
    assert table.get("hint", **{**query, "version": "old"}).status_code == 409


def test_why_something_may_be_done_or_not_is_told_with_the_rules_text(client):
    table = client.open("mutiny", *MUTINY)
    seen = table.await_turn()
    query = {"seat": 0, "version": seen["version"]}
    (answer, *_) = table.get("why", find="mutiny", **query).json()["answers"]
    assert answer["legal"] is False
    assert answer["words"]
    assert answer["rules"][0]["id"].startswith("MUT-")
    assert len(answer["rules"][0]["text"]) > 20
    may = seen["legal"][0]
    (answer, *_) = table.get("why", find=may["label"], **query).json()["answers"]
    assert (answer["legal"], answer["label"]) == (True, may["label"])
    pick = f"{may['block']}:" + ",".join(f"{axis}={k}" for axis, k in may["at"].items())
    pointed = table.get("why", pick=pick, **query).json()["answers"]
    assert [each["label"] for each in pointed] == [may["label"]]


@pytest.mark.parametrize(
    "asked",
    [{}, {"find": "x" * 500}, {"pick": "a:b"}, {"pick": "<svg>"}, {"pick": "a:b=99999"}],
    ids=str,
)
def test_questions_without_sense_are_refused(client, asked):
    table = client.open(WHISPERS, "human", "human")
    query = {"seat": 0, "version": table.state()["version"]}
    assert table.get("why", **asked, **query).status_code == 400
    assert table.get("why", find="say", seat=1, version=query["version"]).status_code == 409
    assert table.get("why", pick="nothing:x=1", **query).json() == {"answers": []}


def test_undo_goes_back_to_the_decision_before(client):
    table = client.open("mutiny", *MUTINY)
    first = table.await_turn()
    table.act(first)
    second = table.await_turn(0)
    assert len(second["story"]) > len(first["story"])
    asked = {"seat": 0, "version": second["version"]}
    assert table.post("undo", asked).status_code == 200
    back = table.await_turn(0)
    assert back["legal"] == first["legal"]
    assert back["story"] == first["story"]
    assert table.post("undo", asked).status_code == 409


def test_nothing_is_taken_back_where_others_play_at_screens_of_their_own(client):
    host = client.open(WHISPERS, "human", ">human")
    host.act(host.state())
    asked = {"seat": 0, "version": host.state()["version"]}
    assert host.post("undo", asked).status_code == 403
    assert host.get().json()["undo"] is False


def test_rules_are_looked_up(client):
    table = client.open("mutiny", *MUTINY)
    assert table.get("rules").json()["passages"][0]["level"] == 1
    found = table.get("rules", find="MUT-5.4").json()["passages"]
    assert found[0]["id"] == "MUT-5.4"
    assert "near it" in table.get("rules", find="MUT-99").json()["words"]


def test_a_table_survives_a_restart_of_the_server(tmp_path):
    with Client(tmp_path) as before:
        host = before.open("mutiny", "human:Anne", ">human:Jack", "heuristic")
        jack = host.links()[1]
        if before.house.rooms[host.key].board.mover == 1:
            jack.act(jack.await_turn())
        seen = host.await_turn()
        host.act(seen)
        if before.house.rooms[host.key].board.mover == 0:  # it takes its booty
            host.act(host.await_turn())
        jack.await_turn()
        played = before.house.rooms[host.key].board.moves
        last = jack.state()
    with Client(tmp_path) as after:
        again, jack = At(after, host.key, host.token), At(after, jack.key, jack.token)
        assert again.get().json()["own"] == [0]
        assert after.house.rooms[host.key].board.moves >= played
        now = jack.await_turn()
        assert [line["words"] for line in now["story"]][: len(last["story"])] == [
            line["words"] for line in last["story"]
        ]
        stale = {"action": seen["legal"][0]["id"], "seat": 0, "version": seen["version"]}
        assert again.post("act", stale).status_code == 409
        assert jack.act(now).status_code == 200


def test_a_finished_game_is_given_out_and_a_running_one_is_not(client):
    table = client.open("mutiny", *MUTINY)
    table.await_turn()
    assert table.get("replay").status_code == 403
    play_out(table)
    replay = Replay.parse(table.get("replay").text, load("mutiny"))
    replay.verify()
    assert replay.seats == MUTINY


def test_a_saved_game_of_the_folder_is_resumed(client, saved_mutiny):
    assert client.get("/api/lobby").json()["replays"] == ["evening.json"]
    made = client.post("/api/resume", {"name": "evening.json"}).json()
    table = At(client, made["key"], made["token"])
    assert [seat["name"] for seat in table.get().json()["seats"]] == ["Anne", "heuristic", "ppo"]
    assert table.await_turn()["legal"]


@pytest.fixture
def saved_mutiny(client):
    from piracy_env.core.engine import Engine

    engine = Engine(load("mutiny"), players=3, seed=4, auto_reset=False, record=True)
    engine.reset()
    for _ in range(9):
        engine.step(engine.uniform())
    replay = Replay.of(engine, seats=("human:Anne", "heuristic", "ppo"))
    replay.save(client.shelf.folder / "evening.json")


@pytest.mark.parametrize(
    "name", ["../kept/x.json", "/etc/passwd", "nothing.json", "", "evening.json/../evening.json"]
)
def test_no_path_from_outside_is_opened(client, saved_mutiny, name):
    assert client.post("/api/resume", {"name": name}).status_code == 404
    assert client.get("/static/..%2fserver.py").status_code == 404
    assert client.get("/static/%2e%2e/server.py").status_code == 404


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "os:path"}, "no game 'os:path'"),
        ({"seats": [{"who": "os:path"}] * 3}, "no agent 'os:path'"),
        ({"seats": [{"who": "ppo:/etc/passwd"}] * 3}, "may sit down here"),
        ({"seats": [{"who": "mcts:999999"}] * 3}, "may sit down here"),
        ({"seats": [{"who": "mcts:9999s"}] * 3}, "may sit down here"),
        ({"seats": [{"who": "human:" + "x" * 99}] * 3}, "at most 40"),
        ({"seats": [{"who": "human:a\u202eb"}] * 3}, "U+202E"),
        ({"seats": [{}] * 3}, "`who`"),
        ({"seats": [{"who": "human"}]}, "a list of"),
        ({"options": {"players": 4}}, "no option"),
        ({"options": {"use_mutiny": 3}}, "True or False"),
        ({"preset": "nothing"}, "no preset"),
        ({"seed": -1}, "seed"),
        ({"pace": "fast"}, "a pace"),
    ],
)
def test_what_cannot_be_opened_is_refused_in_words(client, change, words):
    asked = {"game": "mutiny", "seats": [{"who": "human"}] * 3, **change}
    answer = client.post("/api/tables", asked)
    assert answer.status_code == 400
    assert words in answer.json()["error"]
    assert client.house.rooms == {}


def test_requests_are_objects(client):
    assert client.post("/api/tables", [1]).status_code == 400
    headers = {"content-type": "application/json"}
    assert client.http.post("/api/tables", content="{", headers=headers).status_code == 400
    deep = "[" * 60 + "]" * 60
    assert client.http.post("/api/tables", content=deep, headers=headers).status_code == 400


def test_an_agent_that_fails_stops_at_its_own_table(tmp_path):
    place = f"{__name__}:Broken"
    with Client(tmp_path, agents=(place,)) as client:
        table = client.open(WHISPERS, "human", place)
        table.act(table.state())
        seen = table.state()
        while not seen["trouble"]:
            seen = table.state(since=seen["version"])
        assert seen["trouble"] == f"the agent {place} could not go on"
        assert client.open(WHISPERS, "human", "uniform").state()["legal"]


def test_a_table_that_cannot_be_drawn_says_so(client, monkeypatch, caplog):
    table = client.open(WHISPERS, "human", "uniform")
    seen = table.state()
    drawn = room.position

    def position(board, viewer):
        if board.moves > 1:
            raise IndexError("of a picture")
        return drawn(board, viewer)

    monkeypatch.setattr(room, "position", position)
    table.act(seen)
    while not seen["trouble"]:
        seen = table.state(since=seen["version"])
    assert "stands still" in seen["trouble"]
    assert not seen["legal"]
    assert "of a picture" in caplog.text


class Broken:
    def act(self, view):
        raise RuntimeError(f"secret {view.observation}")


def test_there_is_room_for_so_many_tables(client, monkeypatch):
    monkeypatch.setattr("piracy_env.table.house.MOST_ROOMS", 2)
    first = client.open(WHISPERS, "human", "human")
    second = client.open(WHISPERS, "human", "human")
    third = {"game": WHISPERS, "seats": [{"who": "human"}] * 2}
    assert client.post("/api/tables", third).status_code == 503
    client.house.rooms[first.key].looked_at -= 60
    assert client.post("/api/tables", third).status_code == 200
    assert first.key not in client.house.rooms
    client.house.rooms[second.key].looked_at -= 60
    assert first.state()["legal"]  # brought back; the second one waits on the shelf now
    assert second.key not in client.house.rooms


def test_a_table_is_closed_for_good(client):
    table = client.open(WHISPERS, "human", "human")
    assert table.post("end", {}).status_code == 200
    assert table.get().status_code == 404


def test_what_is_kept_only_its_user_reads(tmp_path):
    with Client(tmp_path) as client:
        table = client.open(WHISPERS, "human", "human")
    path = tmp_path / "kept" / f"{table.key}.json"
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0
    assert json.loads(path.read_text())["links"][0]["token"] == table.token


def test_pages_and_fonts_are_answered(client):
    for path in ("/", "/t/whatever", "/static/table.js", "/static/style.css"):
        assert client.get(path).status_code == 200
    assert client.get("/font/0").headers["content-type"] == "font/ttf"
    assert client.get("/font/9").status_code == 404
    assert LOCAL.startswith(str(client.http.base_url)[:10])


def test_finished_games_of_the_folder_are_looked_at_and_running_ones_are_not(client, saved_mutiny):
    assert client.http.get("/api/replay", params={"name": "evening.json"}).status_code == 403
    assert client.http.get("/api/replay", params={"name": "../x"}).status_code == 404
    table = client.open("mutiny", *MUTINY)
    play_out(table)
    (client.shelf.folder / "over.json").write_text(table.get("replay").text)
    shown = client.http.get("/api/replay", params={"name": "over.json"}).json()
    assert shown["turns"][-1]["picture"]
    assert shown["thinker"] == "ppo"
    assert client.get("/replay?name=over.json").status_code == 200


def test_pages_and_pictures_name_nothing_alike():
    """A picture refers to its gradients, clips and icons by names that are the whole page's."""
    from piracy_env.drawing import svg
    from piracy_env.table import server

    drawn = {*svg.icons()}
    for path in (Path(server.__file__).parent.parent / "games").rglob("*.py"):
        drawn |= set(re.findall(r'\bid="([\w-]+)"', path.read_text("utf-8")))
    drawn |= set(re.findall(r"url\(#([\w-]+)\)", Path(svg.__file__).read_text("utf-8")))
    assert {"board", "sea", "skull"} <= drawn
    for page in server._STATIC.glob("*.html"):
        named = set(re.findall(r'\bid="([\w-]+)"', page.read_text("utf-8")))
        assert not named & drawn, page.name


def test_nobody_is_the_first_of_a_crew_that_has_lost():
    """A campaign that reached nothing; one of the crew has gained more than the others."""
    lost = Outcome([0, 20, 0], [1, 1, 1], 0.0, "chapter_over")
    engine = SimpleNamespace(record=lambda: SimpleNamespace(over=ENDED), outcome=lambda: lost)
    told = views.results(engine, ("human:Anne", "heuristic", "heuristic"))
    assert [row["place"] for row in told["rows"]] == ["", "", ""]
    assert "All have lost." in told["words"]


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("skull_tales_adventure", "what a Trait lets one choose"),
        ("havens", "what to draw or buy"),
        ("mutiny", ""),
    ],
)
def test_what_is_decided_is_said_in_words(game, words):
    engine = Engine(load(game), players=3, seed=2, auto_reset=False)
    engine.reset()
    assert words in views.asked(engine, int(engine.seat[0]))
