"""What is measured of the captaincy: who sits where, what is compared with what, what is paid."""

from __future__ import annotations

import re

import numpy as np
import pytest

from experiments import captaincy, crews
from piracy_env.cli import REFUSED
from piracy_env.errors import AgentError
from piracy_env.games.skull_tales import GAME

CALM = {"scenario": "voyage", "sea": "calm"}
LOYAL, SELFISH = "heuristic:loyal_mate", "heuristic:mutineer"


@pytest.fixture(autouse=True)
def _few(monkeypatch):
    monkeypatch.setattr(captaincy, "BATCH", 6)


def games(teams, scores, **given):
    """Games that came to this, with the first seat as Captain throughout."""
    count, players = np.shape(scores)
    nothing = np.zeros(count)
    facts = {
        "payments": np.zeros((count, 3, players)),
        **dict.fromkeys(("mutinies", "captains"), nothing),
        **dict.fromkeys(("first", "last"), nothing.astype(np.int64)),
    }
    return captaincy.Played(np.array(teams), np.array(scores, np.float64), **facts | given)


def test_every_mode_pays_for_the_same_games(tmp_path):
    seen = captaincy.Deals(3, CALM, tmp_path).play([LOYAL, SELFISH, SELFISH], 6)
    team, mixed, own = seen.payments.transpose(1, 0, 2)
    others = (seen.scores.sum(1, keepdims=True) - seen.scores) / 2
    assert team == pytest.approx(np.repeat(2 * seen.teams[:, None] - 1, 3, 1))
    assert own == pytest.approx(np.clip((seen.scores - 30) / 20, -1, 1))
    ahead = np.clip((seen.scores - others) / 20, -1, 1)
    assert mixed == pytest.approx((team + ahead) / 2)
    assert seen.paid("own", np.arange(6) % 3) == pytest.approx(own[range(6), [0, 1, 2] * 2])
    assert seen.mutinies.sum() > 0
    assert ((seen.captains > 0) >= (seen.first != seen.last)).all()


def test_games_are_kept_and_other_crews_are_others(tmp_path, monkeypatch):
    deals = captaincy.Deals(3, CALM, tmp_path)
    first = deals.play([LOYAL, SELFISH], 7)
    assert len(first.teams) == 7
    assert len([*tmp_path.iterdir()]) == 2
    monkeypatch.setattr(captaincy, "watch", lambda *_: pytest.fail("played again"))
    again = deals.play([LOYAL, SELFISH], 9)
    assert (again.scores[:7] == first.scores).all()
    for crew, turned in (([SELFISH, LOYAL], False), ([LOYAL, SELFISH], True)):
        with pytest.raises(pytest.fail.Exception, match="played again"):
            deals.play(crew, 7, turned=turned)


def test_who_sits_where_goes_around_and_is_found_there(tmp_path, monkeypatch):
    monkeypatch.setattr(captaincy, "BATCH", 4)  # no multiple of the seats
    sitting = []

    def note(_engine, seats, _answers):
        sitting.extend(seats.tolist())
        return crews.Crews(
            seats, *np.zeros((2, 4), np.int64), np.zeros(4, GAME.dtype), seats, np.zeros((4, 3)),
            np.zeros(4), [""] * 4, np.zeros(4), np.zeros(4),
        )  # fmt: skip

    monkeypatch.setattr(captaincy, "watch", note)
    monkeypatch.setattr(captaincy, "payments", lambda *_: np.zeros((4, 3, 3)))
    crew = [SELFISH, LOYAL, LOYAL]
    seen = captaincy.Deals(0, CALM, tmp_path).play(crew, 8, turned=True)
    assert sitting == 2 * [[0, 1, 1], [1, 0, 1], [1, 1, 0], [0, 1, 1]]
    assert captaincy.Turn(0, seen, seen).seats.tolist() == [row.index(0) for row in sitting]


def test_only_the_one_seat_turns(tmp_path, monkeypatch):
    crews = []
    monkeypatch.setattr(captaincy.Deals, "play", lambda _, crew, *__, **___: crews.append(crew))
    family = captaincy.Family("heuristic", {"good": LOYAL, "fair": "heuristic", "bad": SELFISH}, 6)
    captaincy.turn(captaincy.Deals(0, CALM, tmp_path), family, 3, others=1)
    assert crews == [[LOYAL, SELFISH, LOYAL], [SELFISH, SELFISH, LOYAL]]


def test_differences_are_those_from_deal_to_deal():
    before = games([1.0, 0.5, 1.0, 0.0], [[10, 20], [0, 40], [30, 30], [8, 2]])
    after = games([1.0, 0.5, 0.0, 0.0], [[11, 18], [0, 37], [32, 30], [8, 1]])
    first, second = captaincy.alike_rows(
        captaincy.Family("heuristic", {}, 4), {"loyal": before, "selfish": after}
    )
    assert first[3] == first[5] == "-"
    assert first[2].startswith("50.0 (")
    assert second[3].startswith("-25.0 (-74")
    assert second[5].startswith("-0.4 (")
    row = captaincy.turn_row(captaincy.Family("heuristic", {}, 4), captaincy.Turn(1, before, after))
    assert row[1:3] == ["2", "1"]
    assert row[3].startswith("-0.2 ("), "seat 0, seat 1, seat 0, seat 1: +1, -3, +2, -1"
    assert row[4].startswith("-0.5 ("), "their mates: -2, 0, 0, 0"
    assert row[5].startswith("-25.0 (")


def test_a_lone_seat_has_nobody_to_be_ahead_of():
    (row,) = captaincy.alike_rows(
        captaincy.Family("heuristic", {}, 4), {"one": games([1.0, 0.0], [[30], [40]])}
    )
    assert row[-3:] == ["-", "-", "-"]


def test_the_page_has_its_picture(tmp_path):
    pytest.importorskip("matplotlib")
    out = tmp_path / "page.md"
    command = ["--games", "6", "--search", "mcts:2+heuristic+horizon=0", "--search-games", "6"]
    place = ["--sea", "calm", "--seats", "1", "2", "--keep", str(tmp_path / "kept")]
    captaincy.main([*command, *place, "--out", str(out)])
    text = out.read_text(encoding="utf-8")
    assert "(page.svg)" in text
    assert text.count("| heuristic: ") == text.count("| search: ") == 6
    assert len(re.findall(r"^\| (heuristic|search) \| 2 \| [01] ", text, re.M)) == 4
    assert "search, 2 players: spoils" in (tmp_path / "page.svg").read_text(encoding="utf-8")


def test_agents_that_there_are_not_are_refused_before_anything_is_played(tmp_path, capsys):
    given = ["--networks", "a", "b", "c", "--keep", str(tmp_path / "kept")]
    assert captaincy.main(given) == REFUSED
    assert "captaincy: " in capsys.readouterr().err
    assert not (tmp_path / "kept").exists()
    with pytest.raises(AgentError):
        captaincy.find_agent("heuristic:nobody", GAME)
