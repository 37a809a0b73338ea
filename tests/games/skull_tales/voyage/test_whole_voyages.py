"""Voyages from the deal to the end: by chance, and by a crew that knows where it wants to go."""

from __future__ import annotations

import random
from typing import Any

import pytest

from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.chart import COLS
from piracy_env.games.skull_tales.state import Decision, Ended
from tests.scenario import deal, labels

HELM, MAIN_DECK, RIGGING = "post 5", "post 3", "post 6"
TIMID = {"relocate", "t_movegoods", "hold_discard", "surrender"}
"""What chance does less often, so that Voyages last."""


def at_random(chance: random.Random, names: list[str]) -> str:
    """Anything, but seldom what ends a Voyage soon."""
    return chance.choices(names, [0.05 if name in TIMID else 1.0 for name in names])[0]


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_a_calm_voyage_plays_from_deal_to_end(seats):
    table = deal(GAME, seed=seats, players=seats, sea="calm")
    chance = random.Random(seats)
    while not table.record().over:
        table.step([table.game.actions.id(at_random(chance, labels(table)))])
        assert not table.complaints()
    s = table.record()
    assert s.ended in {Ended.GOAL_REACHED, Ended.SUNK, Ended.REVOLT, Ended.OVERTHROWN, Ended.TURNS}
    assert s.sp == 0
    assert not any(s.ch_tp)


# --- a crew with a course -------------------------------------------------------------------------


def spaces_to(s: Any, chart: Any) -> list[int]:
    """The islands where the Goal may be, as spaces."""
    known = [s.goal_l[k] for k in range(s.goal_n) if s.goal_rev[k] and s.goal_id[k] == 1]
    hidden = [s.goal_l[k] for k in range(s.goal_n) if not s.goal_rev[k]]
    return [int(chart.scroll[letter]) for letter in (known or hidden)]


def steered(table: Any, names: list[str]) -> str:
    """The step or turn after which the way to the nearest of them is shortest."""
    s, chart = table.record(), table.tables_of(0).t.chart
    space, aims = int(s.ship_r) * COLS + int(s.ship_c), spaces_to(s, chart)
    if space in aims:
        return "no"

    def way(place: int) -> int:
        return min(int(chart.way[place, aim]) for aim in aims)

    def worth(name: str) -> tuple[int, int]:
        turns = {"turn_port": 5, "turn_star": 1, "mv_port": 5, "mv_star": 1}.get(name, 0)
        facing = (int(s.ship_f) + turns) % 6
        ahead = [int(chart.near[space, (facing + turn) % 6]) for turn in (0, 1, 5)]
        best = min(way(one) for one in (*ahead, space) if one >= 0 and chart.water[one])
        if name.startswith("mv"):
            return way(int(chart.near[space, facing])), 0
        return best, 1

    moves = [name for name in names if name.startswith(("mv", "turn"))]
    return min(moves, key=worth) if moves else "no"


def sensible(table: Any) -> str:
    """What a crew does that only wants to arrive."""
    names, s = labels(table), table.record()
    kind = s.stk[s.sp - 1][0]
    if kind == Decision.SAILING:
        groups = [name for name in names if name.startswith("pg")]
        return (
            "roll_speed"
            if "roll_speed" in names and not groups
            else (groups[0] if groups else steered(table, names))
        )
    wanted = {
        Decision.TAKE_POST: (HELM, MAIN_DECK, RIGGING),
        Decision.COMMAND: ("rum",) if s.morale < 12 else (),
        Decision.MAIN_DECK: ("t_clean", "t_repair"),
        Decision.STATIONS: ("st_main", "st_carto", "st_sail", "st_scheme"),
    }.get(Decision(kind), ())
    for name in wanted:
        if name in names:
            return name
    if kind in (Decision.DAY_SUPPLIES, Decision.PUSH, Decision.SPOTTING, Decision.SCURVY):
        return names[-1]
    return "no" if "no" in names else names[0]


@pytest.mark.rule("STV-19.2", "STV-11.3")
def test_a_crew_that_sails_for_the_goal_arrives():
    ends = []
    for seed in range(3):
        table = deal(GAME, seed=seed, sea="calm")
        while not table.record().over:
            table.step([table.game.actions.id(sensible(table))])
        ends.append(Ended(int(table.record().ended)))
    assert ends.count(Ended.GOAL_REACHED) >= 2, ends
