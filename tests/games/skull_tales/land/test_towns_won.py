"""Each chapter of the towns can be won, from the deal to the payment."""

import pytest

from piracy_env.games.skull_tales.state import Ended
from piracy_env.games.skull_tales.state_land import Companion, Exit
from piracy_env.games.skull_tales.story_land import Awakening
from piracy_env.games.skull_tales.terrain import TOKENS
from tests.games.skull_tales.land.journey import Journey
from tests.games.skull_tales.land.town import on_tile, tile_number
from tests.scenario import expect

NOWHERE = -1


def explored(journey, *found, tile=None):
    """Tiles are explored one after the other, each from the first open exit where it fits."""
    for name in found:
        one = journey.engine.states[0]
        exits = [
            (int(one["ex_row"][k]), int(one["ex_col"][k]))
            for k in range(one["n_ex"])
            if one["ex_state"][k] == Exit.OPEN
            and tile in (None, TOKENS[int(one["tl_token"][one["ex_tile"][k]])])
        ]
        for place in exits:
            if tile_number(journey.engine, name) == NOWHERE:
                journey.stand(*place)
                journey.do("explore")
        assert tile_number(journey.engine, name) >= 0


@pytest.mark.rule("STA-31.11", "STA-18.2")
@pytest.mark.parametrize("players", [1, 3])
def test_awakening_of_darkness_is_won(players):
    journey = Journey("awakening", players, pile_0=("v4", "v3", "v1"))
    journey.go("i7", (2, 4)).do("open_door")
    explored(journey, "v1", "v3", "v4")
    journey.go("v4", (4, 5)).do("open_door")
    journey.edit(sf=[2 * (place == Awakening.TAVERN) for place in range(32)])
    journey.go("v4", (1, 3)).do("chapter", "num 2")
    journey.go("v3", (4, 6)).do("open_door")
    journey.go("v3", (0, 9)).do("search")
    journey.go("v3", (1, 2)).do("search")
    journey.go("v1", (4, 6)).do("open_door")
    journey.go("v1", (4, 3)).do("open_door")
    ring = journey.defeat_marked()
    journey.go("v1", (3, 1))
    assert ring == on_tile(journey.engine, "v1", (3, 0))
    journey.do("loot_token")
    journey.go("v1", (8, 5)).do("open_door")
    journey.go("v1", (7, 9)).do("open_door")
    journey.go("v1", (5, 8)).do("search")
    assert journey.goals() == [2] * 4
    journey.go("s2", (2, 2)).do("search")
    expect(journey.engine, over=1, ended=int(Ended.GOALS_MET), adv_result=2)
    assert journey.engine.outcome().team == 1.0


@pytest.mark.rule("STA-33.10", "STA-18.2")
@pytest.mark.parametrize("players", [1, 3])
def test_the_alchemical_crystal_is_won(players):
    journey = Journey(
        "alchemical_crystal", players, pile_0=("v3", "v1"), pile_1=("c2", "c3", "c4", "c5", "c1")
    )
    explored(journey, "v1")
    journey.go("v1", (8, 5)).do("chapter", "num 1")
    journey.go("v1", (5, 9)).do("open_door")
    journey.go("s4", (2, 1)).do("search", "chapter", "num 2")
    explored(journey, "c1", tile="c6")
    journey.go("c1", (2, 2)).do("search", "chapter", "num 3")
    journey.defeat_marked()
    journey.go("s1", (2, 3)).do("loot_token")
    expect(journey.engine, {"npc_kind[0]": Companion.PAOLO})
    row, col = on_tile(journey.engine, "v1", (1, 4))
    journey.edit(npc_row=[row, -1], npc_col=[col, -1])
    journey.go("v1", (1, 3)).do("step S")
    assert journey.goals() == [2] * 5
    quay = [on_tile(journey.engine, "v2", place) for place in ((8, 4), (9, 2), (9, 4), (8, 3))]
    there = [k for k in range(5) if journey.engine.states[0]["ch_kind"][k]]
    slot = int(journey.engine.states[0]["active_slot"])
    others = iter(quay)
    rows, cols = [-1] * 5, [-1] * 5
    for other in there:
        if other != slot:
            rows[other], cols[other] = next(others)
    row, col = on_tile(journey.engine, "v2", (9, 3))
    rows[slot], cols[slot] = on_tile(journey.engine, "v2", (7, 2))
    journey.edit(npc_row=[row, -1], npc_col=[col, -1], ch_y=rows, ch_x=cols)
    journey.go("v2", (7, 2)).do("step S")
    expect(journey.engine, over=1, ended=int(Ended.GOALS_MET), adv_result=2)


@pytest.mark.rule("STA-36.11", "STA-18.2")
@pytest.mark.parametrize("players", [1, 2])
def test_cheating_death_is_won(players):
    journey = Journey("cheating_death", players, pile_0=("v4", "v2", "v1"))
    journey.go("s1", (1, 1)).do("chapter", "num 1")
    journey.go("s1", (2, 1)).do("chapter", "num 2")
    journey.go("s1", (2, 0)).do("open_door")
    explored(journey, "v1", "v2", "v4")
    journey.go("v1", (1, 4)).do("search")
    journey.edit(ch_adv_coins=[5] * players + [0] * (5 - players))
    journey.edit(inv_id=0, inv_loc=0, inv_flag=0, inv_n=0)  # a place for the Rum
    journey.go("v1", (8, 1)).do("chapter", "num 3")
    journey.go("v4", (4, 5)).do("open_door")
    journey.go("v4", (1, 4)).do("chapter", "num 4")
    for seat in range(players):
        journey.turn(seat)
        journey.go("v2", (6, 0)).do("chapter", "num 5")
    expect(journey.engine, over=1, ended=int(Ended.GOALS_MET), adv_result=2)
