"""What is counted of crews ashore."""

from __future__ import annotations

import numpy as np

from experiments import landings
from piracy_env.games.skull_tales.adventure import GAME


def test_what_games_came_to_is_told():
    states = np.zeros(4, GAME.dtype)
    states["ko_n"][:, 0], states["round"], states["flag"] = [0, 1, 2, 1], 10, [6, 0, 0, 2]
    seen = landings.Landings(
        characters=np.array([[0, 1], [1, 1], [0, 2], [1, 2]]),
        states=states,
        scores=np.array([[30, 10], [0, 0], [9, 3], [12, 12]]),
        teams=np.array([1.0, 0.0, 0.5, 1.0]),
        payments=np.array([[0.5, -0.5], [-0.5, -0.5], [0.1, -0.1], [0.5, 0.5]]),
        reasons=["goals_met", "all_down", "out_of_time", "goals_met"],
    )
    told = landings.row_of(seen)
    assert told["success"].startswith("50.0% (")
    assert (told["in part"], told["knock-outs"], told["rounds"]) == ("25.0%", "1.0", "10.0")
    assert (told["mean score"], told["best score"]) == ("9.5", "12.8")
    assert told["part of the best"] == "67%", "of those games in which anything was gained"
    assert told["ends"].startswith("goals_met 50%")
    rows = {
        line.split("|")[1].strip(): line.split("|")
        for line in landings.characters_table(seen).splitlines()[2:]
    }
    assert {name: int(row[2]) for name, row in rows.items()} == {
        "shipmate": 2,
        "vanguard": 4,
        "marksman": 2,
    }
    assert float(rows["shipmate"][-2]) == 1.0, "it fell twice in two games"


def test_the_ladder_begins_with_what_is_easiest():
    def of(team):
        return landings.Landings(
            np.zeros((1, 1), np.int64), np.zeros(1, GAME.dtype), np.zeros((1, 1), np.int64),
            np.array([team]), np.zeros((1, 1)), ["rounds"],
        )  # fmt: skip

    told = landings.ladder({"exile": of(0.0), "skull_cove": of(1.0), "captain_jones": of(0.5)})
    names = [line.split("|")[1].strip() for line in told.splitlines()[2:]]
    assert names == ["skull_cove", "captain_jones", "exile"]
