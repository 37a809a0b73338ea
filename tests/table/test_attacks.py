"""The table as somebody sees it who means it harm: each hole that was found, and stays closed."""

import asyncio
import contextlib
import dataclasses
import json
import os
import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from piracy_env.table import house, room
from piracy_env.table.board import Board
from piracy_env.table.guard import LARGEST_BODY, Guard
from piracy_env.table.server import Place
from piracy_env.table.shelf import Shelf, ShelfError
from piracy_env.table.viewer import page, told
from tests.table.conftest import WHISPERS, At, Client
from tests.table.test_viewer import played

JSON = {"content-type": "application/json"}


# --- other sites, other users of the machine -----------------------------------------------------


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_pictures_of_other_sites_make_the_server_do_no_work(client, site):
    """`<img src="http://127.0.0.1:8462/api/replay?name=...">` would play a game once more."""
    headers = {"sec-fetch-site": site, "sec-fetch-mode": "no-cors"}
    for path in ("/api/lobby", "/api/replay?name=x.json", "/api/game?name=mutiny"):
        assert client.get(path, **headers).status_code == 403
    assert client.get("/", **headers, **{"sec-fetch-dest": "image"}).status_code == 200


def test_a_link_in_a_letter_opens_its_page(client):
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.get("/t/whatever", **headers).status_code == 200


@pytest.mark.parametrize("host", ["[::1]evil.example", "[::1]:x", "[127.0.0.1]x", "[", "[]"])
def test_what_begins_like_an_own_name_is_none(host):
    assert not Guard(None, "127.0.0.1").knows(host)


def test_two_hosts_are_one_too_many(client):
    headers = [(b"host", b"127.0.0.1:8462"), (b"host", b"evil.example")]
    assert _status_of(client, headers) == 421
    assert _status_of(client, headers[::-1]) == 421


def _status_of(client, headers):
    found = []

    async def send(message):
        found.append(message.get("status"))

    scope = {"type": "http", "method": "GET", "path": "/nothing", "headers": headers}
    asyncio.run(client.app(scope, None, send))
    return found[0]


def test_what_a_link_may_know_is_kept_by_no_browser(client):
    table = client.open(WHISPERS, "human", "human")
    for answer in (table.get(), table.get("state"), client.get("/api/lobby"), table.get("hint")):
        assert answer.headers["cache-control"] == "no-store"


def test_a_server_on_a_shared_machine_asks_for_a_token_as_well(tmp_path):
    place = Place.at("127.0.0.1", 8462, is_shared=True)
    assert place.token
    with Client(tmp_path, place) as client:
        assert client.get("/api/lobby").status_code == 403
        assert client.get("/api/lobby", **{"x-lobby": place.token}).status_code == 200


# --- what is sent --------------------------------------------------------------------------------


def test_a_large_body_is_refused_though_no_header_tells_its_size(client):
    def pieces():
        for _ in range(40):
            yield b" " * (LARGEST_BODY // 20)

    answer = client.http.post("/api/tables", content=pieces(), headers=JSON)
    assert answer.status_code == 413


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999", "9" * 400, "9" * 5000, "-1e9"])
def test_numbers_that_are_none_or_too_large_harm_nothing(client, number):
    table = client.open(WHISPERS, "human", "human")
    body = f'{{"seconds": {number}, "paused": false}}'
    answer = client.http.post(
        f"{table.base}/pace", content=body, headers={**JSON, "x-token": table.token}
    )
    assert answer.status_code in (200, 400)
    assert 0 <= client.house.rooms[table.key].pace.seconds <= room.SLOWEST


def test_a_table_opens_at_no_pace_that_it_could_not_be_set_to(client):
    table = client.open(WHISPERS, "human", "human", pace=10**9)
    assert client.house.rooms[table.key].pace.seconds == room.SLOWEST
    assert client.open(WHISPERS, "human", "human", pace=-5) is not None
    assert all(0 <= each.pace.seconds <= room.SLOWEST for each in client.house.rooms.values())


# --- files ---------------------------------------------------------------------------------------


def test_a_file_with_a_name_that_is_no_text_does_not_close_the_lobby(client):
    replay = played(WHISPERS, 2, moves=1).text()
    for name in (b"\xff\xfe.json", b"a\nb.json", "\u202egnp.json".encode()):
        with open(os.fsencode(client.shelf.folder) + b"/" + name, "w") as file:
            file.write(replay)
    assert client.get("/api/lobby").json()["replays"] == []


def test_folders_that_lead_elsewhere_are_not_followed(client, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "plan.json").write_text('{"game": "mutiny"}')
    (outside / "log.jsonl").write_text("{}\n")
    played(WHISPERS, 2, moves=1).save(outside / "game.json")
    (client.shelf.folder / "way").symlink_to(outside, target_is_directory=True)
    own = client.shelf.folder / "own"
    own.mkdir()
    (own / "plan.json").write_text('{"game": "mutiny"}')
    (own / "log.jsonl").symlink_to(outside / "log.jsonl")
    known = client.get("/api/lobby").json()
    assert (known["replays"], known["runs"]) == ([], [])


def test_other_files_are_never_thrown_away(tmp_path, monkeypatch):
    """`--keep` may name a folder in which something else lies."""
    monkeypatch.setattr("piracy_env.table.shelf.MOST_KEPT", 1)
    shelf = Shelf(tmp_path, tmp_path)
    replay = played(WHISPERS, 2, moves=1)
    replay.save(tmp_path / "my-best-game.json")
    for key in ("a" * 12, "b" * 12, "c" * 12):
        shelf.put(key, {"game": WHISPERS, "links": [], "pace": 1.0}, replay)
    assert (tmp_path / "my-best-game.json").exists()
    assert len(shelf.aside()) == 1
    shelf.drop("my-best-game")
    assert (tmp_path / "my-best-game.json").exists()


def _kept(tmp_path, change):
    with Client(tmp_path) as client:
        table = client.open(WHISPERS, "human", "human")
    path = tmp_path / "kept" / f"{table.key}.json"
    facts = json.loads(path.read_text())
    path.write_text(json.dumps({**facts, **change(facts)}))
    return table


STRANGE = {
    "seat_beyond": lambda facts: {"links": [{**facts["links"][0], "seats": [7]}]},
    "seat_before": lambda facts: {"links": [{**facts["links"][0], "seats": [-1]}]},
    "no_links": lambda facts: {"links": []},
    "links_that_are_none": lambda facts: {"links": 3},
    "no_token": lambda facts: {"links": [{**facts["links"][0], "token": ""}]},
    "pace_below_zero": lambda facts: {"pace": -1e300},
    "pace_in_words": lambda facts: {"pace": "fast"},
    "module_in_a_seat": lambda facts: {"replay": facts["replay"].replace("human", "os:path")},
    "nobody": lambda facts: {"replay": json.dumps({**json.loads(facts["replay"]), "seats": []})},
    "no_replay": lambda facts: {"replay": 5},
    "module_for_a_game": lambda facts: {"game": "os:path"},
}


@pytest.mark.parametrize("change", STRANGE.values(), ids=STRANGE)
def test_a_strangers_table_is_refused_in_words_or_harmless(tmp_path, change):
    table = _kept(tmp_path, change)
    with Client(tmp_path) as client:
        answer = At(client, table.key, table.token).get("state")
        assert answer.status_code in (200, 400, 403, 404)
        for each in client.house.rooms.values():
            assert 0 <= each.pace.seconds <= room.SLOWEST
        assert At(client, table.key, "").get().status_code in (400, 403, 404)


def test_a_closed_table_is_not_written_after_it_was_forgotten(tmp_path):
    async def story():
        shelf = Shelf(tmp_path / "kept", tmp_path)
        own = house.House(shelf, house.Offer((WHISPERS,)))
        replay = dataclasses.replace(played(WHISPERS, 2, moves=1), seats=("human", "human"))
        made = await own.resume(replay, replay.seats)
        async with made.lock:
            saving = asyncio.create_task(own._save(made))
            await asyncio.sleep(0)
            await own.end(made.key)
        await saving
        await own.close()
        return shelf.aside()

    assert asyncio.run(story()) == []


def test_a_disk_that_is_full_stops_nobody(tmp_path, monkeypatch):
    monkeypatch.setattr(house, "SAVE_EVERY", 0.01)
    with Client(tmp_path) as client:
        put, failed = client.shelf.put, []

        def full(*arguments):
            if len(failed) < 3:
                failed.append(arguments[0])
                raise OSError(28, "No space left on device")
            put(*arguments)

        monkeypatch.setattr(client.shelf, "put", full)
        table = client.open(WHISPERS, "human", "human")
        end = time.monotonic() + 10
        while not client.shelf.aside() and time.monotonic() < end:
            time.sleep(0.01)
        assert client.shelf.aside() == [table.key]
        assert table.state()["legal"]


# --- crowds --------------------------------------------------------------------------------------


def test_who_watches_leaves_room_for_who_plays(client, monkeypatch):
    monkeypatch.setattr(room, "LONGEST_WAIT", 3.0)
    table = client.open(WHISPERS, "human", ">human")
    watch = table.links()[None]
    since = watch.state()["version"]
    with ThreadPoolExecutor(room.MOST_WATCHING + 8) as crowd:
        waiting = [
            crowd.submit(watch.get, "state", since=since) for _ in range(room.MOST_WATCHING + 8)
        ]
        time.sleep(1.0)
        assert table.state()["legal"]
        assert table.act(table.state()).status_code == 200
        codes = [each.result().status_code for each in waiting]
    assert 503 in codes
    assert codes.count(200) >= room.MOST_WATCHING


def test_an_address_without_a_table_waits_for_nobody(client):
    """A table that is being opened, which may take a minute, holds up those that are there only."""

    async def held():
        await client.house._opening.acquire()

    client.http.portal.call(held)
    try:
        begun = time.monotonic()
        with ThreadPoolExecutor(1) as other:
            asked = other.submit(At(client, "y" * 12, "guess").get)
            assert asked.result(timeout=5).status_code == 404
        assert time.monotonic() - begun < 5
    finally:
        client.http.portal.call(_released, client.house._opening)


async def _released(lock):
    lock.release()


def test_one_thinks_about_a_hint_at_a_time(client):
    """Whoever asks for a hundred hints takes the processor from nobody else."""
    table = client.open("mutiny", "human:Anne", "heuristic", "heuristic")
    seen = table.await_turn()
    query = {"seat": 0, "version": seen["version"], "level": 1}
    with ThreadPoolExecutor(24) as crowd:
        answers = [crowd.submit(table.get, "hint", **query) for _ in range(24)]
        codes = {each.result().status_code for each in answers}
    assert codes <= {200, 503}
    assert 503 in codes


def test_two_tables_do_not_share_a_thinker(client):
    """A search writes to memory of its own: two tables that asked one would spoil each other's."""
    one, two = (client.open("mutiny", "human", "heuristic", "heuristic") for _ in range(2))
    for table in (one, two):
        version = table.await_turn()["version"]
        for level in (0, 1):
            query = {"seat": 0, "version": version, "level": level}
            assert table.get("hint", **query).status_code == 200
    rooms = [client.house.rooms[table.key] for table in (one, two)]
    thinkers = [{id(agent) for agent in each.advisers.values()} for each in rooms]
    assert thinkers[0]
    assert not thinkers[0] & thinkers[1]


def test_of_two_windows_that_act_at_once_one_is_told_that_the_table_has_moved_on(client):
    table = client.open(WHISPERS, "human", "human")
    seen = table.state(0)
    with ThreadPoolExecutor(6) as windows:
        acts = [windows.submit(table.act, seen) for _ in range(6)]
        codes = [each.result().status_code for each in acts]
    assert sorted(codes) == [200] + [409] * 5
    assert client.house.rooms[table.key].board.moves == 1


def test_who_reads_nothing_is_let_go_and_who_reads_slowly_is_not(monkeypatch):
    from piracy_env.table import connection

    monkeypatch.setattr(connection, "SENDING", 0.05)

    class Transport:
        def __init__(self, *waiting):
            self.waiting, self.is_aborted = [*waiting], False

        def get_write_buffer_size(self):
            return self.waiting.pop(0) if len(self.waiting) > 1 else self.waiting[0]

        def abort(self):
            self.is_aborted = True

    async def ended(transport, seconds):
        made = object.__new__(connection.Connection)
        made.loop, made.transport = asyncio.get_running_loop(), transport
        made._await_reader(0)
        await asyncio.sleep(seconds)
        made._sending.cancel()
        return transport.is_aborted

    assert asyncio.run(ended(Transport(900), 0.5))
    assert not asyncio.run(ended(Transport(*range(900, 100, -10)), 0.3))


def test_guesses_do_not_keep_a_table_awake(client):
    table = client.open(WHISPERS, "human", "human")
    made = client.house.rooms[table.key]
    before = made.looked_at
    assert At(client, table.key, "guess").get().status_code == 403
    assert made.looked_at == before


def test_a_run_is_watched_at_one_table_however_many_come_at_once(tmp_path, monkeypatch):
    from tests.table.test_watch import PLAN

    folder = tmp_path / "folder" / "a"
    folder.mkdir(parents=True)
    (folder / "plan.json").write_text(json.dumps(PLAN))
    (folder / "log.jsonl").write_text("{}\n")

    def seated(_):
        from piracy_env.table.watch import Sitting

        time.sleep(0.1)
        engine = played(WHISPERS, 2, moves=1).engine_at(1)
        return Sitting(engine, ("uniform", "uniform"), {})

    monkeypatch.setattr(house, "sitting", seated)
    with Client(tmp_path) as client, ThreadPoolExecutor(4) as crowd:
        asked = [crowd.submit(client.post, "/api/watch", {"name": "a"}) for _ in range(4)]
        assert len({each.result().text for each in asked}) == 1
        assert len(client.house.rooms) == 1


def test_who_sends_nothing_or_reads_nothing_is_let_go(monkeypatch, tmp_path):
    """Connections that only hold a place: without a request, and with half of one."""
    from piracy_env.table import connection

    monkeypatch.setattr(connection, "RECEIVING", 0.6)
    with _running(tmp_path) as port:
        for said in (b"", b"GET / HTTP/1.1\r\nHost: 127", _HALF_A_BODY % port):
            with socket.create_connection(("127.0.0.1", port)) as line:
                line.sendall(said)
                line.settimeout(10)
                begun = time.monotonic()
                with contextlib.suppress(ConnectionError):
                    while line.recv(1000):
                        pass
                assert 0.2 < time.monotonic() - begun < 8


_HALF_A_BODY = (
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1:%d\r\ncontent-type: application/json\r\n"
    b"content-length: 50\r\n\r\n{"
)


def test_one_address_does_not_take_all_places(monkeypatch, tmp_path):
    from piracy_env.table import connection

    monkeypatch.setattr(connection, "MOST_OF_ONE", 3)
    monkeypatch.setattr(connection, "is_near", lambda address: False)
    with _running(tmp_path) as port, contextlib.ExitStack() as held:
        lines = [held.enter_context(_line(port)) for _ in range(6)]
        time.sleep(0.5)
        assert sum(map(_is_open, lines)) == 3


def _line(port):
    return socket.create_connection(("127.0.0.1", port), timeout=5)


def _is_open(line):
    line.settimeout(0.2)
    try:
        return line.recv(1) != b""
    except TimeoutError:
        return True
    except ConnectionError:
        return False


@contextlib.contextmanager
def _running(tmp_path):
    """A server of uvicorn's own in a thread."""
    import threading

    from piracy_env.table.server import server_for

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    own = house.House(Shelf(tmp_path / "kept", tmp_path), house.Offer((WHISPERS,)))
    server = server_for(own, Place("127.0.0.1", port))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield port
    finally:
        server.should_exit = True
        thread.join(20)


# --- secrets -------------------------------------------------------------------------------------


def test_the_lobby_does_not_count_what_happens_in_secret(client):
    """A move of which nobody else is told would show in the number of moves."""
    table = client.open(WHISPERS, "human", ">human")
    made = client.house.rooms[table.key]
    made.board.shown = dict.fromkeys(made.board.viewers, 0)
    made.board._told = 5
    assert client.get("/api/lobby").json()["tables"][0]["moves"] == 0


def test_a_replays_own_page_runs_its_own_script_and_asks_nobody():
    replay = played("mutiny", 3, ("</script><b>", "x' onload=alert(1)", "--><svg>"), moves=3)
    text = page(told(replay))
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)[1]
    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy.partition("style-src")[0]
    assert "</script><b>" not in text
    assert "onload=alert" not in text


def test_a_replay_is_told_once_and_one_at_a_time(client, monkeypatch):
    from piracy_env.table import server

    replay = played(WHISPERS, 2)
    replay.save(client.shelf.folder / "over.json")
    told_of = []

    def slowly(replay, *_):
        told_of.append(replay)
        time.sleep(0.1)
        return {"turns": []}

    monkeypatch.setattr(server, "told", slowly)
    monkeypatch.setattr(house, "load_replay", lambda _: replay)
    with ThreadPoolExecutor(6) as crowd:
        asked = [
            crowd.submit(client.http.get, "/api/replay", params={"name": "over.json"})
            for _ in range(6)
        ]
        assert {each.result().status_code for each in asked} <= {200, 503}
    assert len(told_of) == 1


def test_an_agent_that_cannot_tell_what_it_thinks_stops_at_its_own_table(tmp_path):
    place = f"{__name__}:Mute"
    with Client(tmp_path, agents=(place,)) as client:
        table = client.open(WHISPERS, place, "uniform")
        seen = table.state()
        while not seen["over"] and not seen["trouble"]:
            seen = table.state(since=seen["version"])
        assert "Mute" in seen["trouble"]
        assert client.open(WHISPERS, "human", "uniform").state()["legal"]


class Mute:
    def act(self, view):
        return view.uniform() if hasattr(view, "uniform") else view.action_mask.argmax(axis=1)

    def consider(self, view):
        raise RuntimeError("no words")


def test_a_replay_whose_seats_are_missing_is_at_nobodys_table(client):
    replay = played(WHISPERS, 2, moves=1)
    with pytest.raises(ShelfError):
        client.house._set_up(replay, replay.seats)
    assert Board.resumed(replay, ("human", "human")).people == (0, 1)
