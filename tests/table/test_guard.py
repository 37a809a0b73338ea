"""Whose requests are answered: names, origins, kinds, sizes and the lobby's token."""

import pytest

from piracy_env.table.guard import LARGEST_BODY, Guard
from piracy_env.table.server import Place
from tests.table.conftest import LOCAL, WHISPERS, Client

ASKED = {"game": WHISPERS, "seats": [{"who": "human"}] * 2}


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8462", "127.0.0.1.evil.example", ""]
)
def test_a_name_that_is_not_the_servers_is_refused(client, host):
    assert client.get("/", host=host).status_code == 421


@pytest.mark.parametrize("host", ["localhost:8462", "127.0.0.1", "[::1]:8462", "LOCALHOST"])
def test_this_machines_own_names_are_known(client, host):
    assert client.get("/", host=host).status_code == 200


def test_bound_elsewhere_addresses_in_numbers_and_given_names_are_known():
    guard = Guard(None, "0.0.0.0", ("table.home",))
    assert all(map(guard.knows, ("192.168.1.7:8462", "[fe80::1]:8462", "table.home:8462")))
    assert not guard.knows("evil.example")
    assert not Guard(None, "127.0.0.1").knows("192.168.1.7")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": LOCAL.replace("http", "https")},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_pages_of_other_sites_change_nothing(client, headers):
    assert client.post("/api/tables", ASKED, **headers).status_code == 403
    assert client.house.rooms == {}


def test_the_own_pages_do(client):
    own = {"origin": LOCAL, "sec-fetch-site": "same-origin"}
    assert client.post("/api/tables", ASKED, **own).status_code == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_what_a_form_of_another_site_could_send_is_refused(client, kind):
    headers = {"content-type": kind}
    assert client.http.post("/api/tables", content="{}", headers=headers).status_code == 415


def test_large_bodies_and_other_methods_are_refused(client):
    headers = {"content-type": "application/json"}
    large = "[" + " " * LARGEST_BODY + "]"
    assert client.http.post("/api/tables", content=large, headers=headers).status_code == 413
    assert client.http.delete("/").status_code == 405


def test_bound_elsewhere_the_lobby_needs_the_token_that_was_printed(tmp_path):
    place = Place.at("0.0.0.0", 8462)
    assert place.address.endswith(f"#{place.token}")
    with Client(tmp_path, place) as client:
        for token in ("", "guess", "ä".encode("latin-1")):
            assert client.get("/api/lobby", **{"x-lobby": token}).status_code == 403
            assert client.post("/api/tables", ASKED, **{"x-lobby": token}).status_code == 403
        assert client.get("/api/lobby", **{"x-lobby": place.token}).status_code == 200
        made = client.post("/api/tables", ASKED, **{"x-lobby": place.token}).json()
        base = f"/api/tables/{made['key']}"
        assert client.get(base).status_code == 403
        assert client.get(base, **{"x-token": made["token"]}).status_code == 200


def test_only_this_machine_needs_none():
    assert Place.at("127.0.0.1", 1).token == ""
    assert Place.at("::1", 1).token == ""
    assert Place.at("::1", 1).address == "http://[::1]:1/"
    assert Place.at("192.168.1.7", 1).token


def test_pages_run_no_code_but_the_servers_and_are_in_no_frame(client):
    policy = client.get("/").headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert client.get("/").headers["x-content-type-options"] == "nosniff"
    assert client.get("/").headers["referrer-policy"] == "no-referrer"
