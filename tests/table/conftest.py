"""A server inside the test's process, and words to it."""

from importlib.util import find_spec

import pytest

from piracy_env.table.house import House
from piracy_env.table.opening import Offer
from piracy_env.table.shelf import Shelf

# Without the extra there is nothing to be tested here.
collect_ignore_glob = [] if find_spec("starlette") else ["test_*"]

MOST_NEWS = 2000
WHISPERS = "tests.core.whispers:GAME"
LOCAL = "http://127.0.0.1:8462"


class Client:
    """Somebody at a browser: opens tables, and holds the links to them."""

    def __init__(self, tmp_path, place=None, agents=()):
        from starlette.testclient import TestClient

        from piracy_env.table.server import Place, application

        self.shelf = Shelf(tmp_path / "kept", tmp_path / "folder")
        self.shelf.folder.mkdir(exist_ok=True)
        self.house = House(self.shelf, Offer((WHISPERS,), agents))
        self.app = application(self.house, place or Place())
        self.http = TestClient(self.app, base_url=LOCAL, raise_server_exceptions=True)

    def __enter__(self):
        self.http.__enter__()
        return self

    def __exit__(self, *error):
        self.http.__exit__(*error)

    def post(self, path, body, **headers):
        return self.http.post(path, json=body, headers=headers)

    def get(self, path, **headers):
        return self.http.get(path, headers=headers)

    def open(self, game, *who, **more):
        """A table; persons that begin with `>` sit elsewhere. It has a method for each request."""
        seats = [
            {"who": name.lstrip(">"), "where": "elsewhere" if name[0] == ">" else "here"}
            for name in who
        ]
        asked = {"game": game, "seats": seats, "pace": 0, "seed": 3, **more}
        answer = self.post("/api/tables", asked)
        assert answer.status_code == 200, answer.text
        return At(self, answer.json()["key"], answer.json()["token"])


class At:
    """A link to a table."""

    def __init__(self, client, key, token):
        self.client, self.key, self.token = client, key, token
        self.base = f"/api/tables/{key}"

    def get(self, what="", **query):
        path = f"{self.base}/{what}" if what else self.base
        return self.client.http.get(path, params=query, headers={"x-token": self.token})

    def post(self, what, body):
        return self.client.post(f"{self.base}/{what}", body, **{"x-token": self.token})

    def state(self, seat=None, since=None):
        query = {k: v for k, v in (("seat", seat), ("since", since)) if v is not None}
        answer = self.get("state", **query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(self, seen, action=None, seat=None):
        chosen = seen["legal"][0]["id"] if action is None else action
        own = seen["viewer"] if seat is None else seat
        return self.post("act", {"action": chosen, "seat": own, "version": seen["version"]})

    def await_turn(self, seat=None, since=None):
        """What is to be seen as soon as the seat is to move, or the game is over."""
        seen = self.state(seat, since)
        for _ in range(MOST_NEWS):
            if seen.get("legal") or seen.get("over"):
                return seen
            seen = self.state(seat, seen["version"])
            assert "svg" in seen, "nothing happens at this table"
        raise AssertionError("nobody waits for this seat")

    def links(self):
        """The links to the table by seat; None is for watching."""
        found = self.get().json()["links"]
        return {
            (link["seats"][0] if link["seats"] else None): At(self.client, self.key, link["token"])
            for link in found
            if not link["host"]
        }


@pytest.fixture
def client(tmp_path):
    with Client(tmp_path) as made:
        yield made
