"""The turn in port: where to go, what to do there, and when to be back aboard."""

from __future__ import annotations

from typing import Any

from piracy_agents.heuristic.skull_tales_voyage.gains import DEEDS, gain_of_deed
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.mansion import fee_of
from piracy_env.games.skull_tales.rules.port import LATE
from piracy_env.games.skull_tales.rules.town import Deed, Place
from piracy_env.games.skull_tales.state import ACTOR

_PLACES, _SHIP = 6, 0
_ROADS = ((0, 1, 2, 3, 2, 3), (1, 0, 1, 2, 1, 2), (2, 1, 0, 1, 1, 2), (3, 2, 1, 0, 2, 1),
          (2, 1, 1, 2, 0, 1), (3, 2, 2, 1, 1, 0))  # fmt: skip
"""How many roads lie between two places."""
_ACTIONS = (
    (ACT.salary, ACT.relax_mix, ACT.take_assign, ACT.repair_sail, ACT.trade, ACT.upgrade),
    (ACT.learn_a, ACT.stock, ACT.prosthesis, ACT.order, ACT.haggle, ACT.learn_a),
    (ACT.charity_w, ACT.atone, ACT.learn_a, ACT.learn_b, ACT.story, ACT.hire_ally),
    (ACT.rumor, ACT.hire_pg, ACT.game_a, ACT.learn_a, ACT.go, ACT.rumor),
    (ACT.luxury, ACT.bet_win, ACT.loan, ACT.repay, ACT.learn_a),
)
_FIRST = tuple(int(actions.start) for row in _ACTIONS for actions in row)
"""The first action of each deed."""
_COUNT = (1, 3, 1, 2, 1, 1, *[1] * 6, 2, 3, 1, 1, 1, 1, 1, 1, 2, 1, 0, 1, 1, 2, 1, 1, 1)
"""How many actions are a deed, one after the other; entering the Mansion is none by itself."""
_SOME = 0.2
"""Points below which an action is not worth the while."""
_WORTH = 50.0
"""What any action that brings something is put above those that do not."""


@kernel
def weigh_turn(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Act where one is, go where more can be earned, and be back aboard in time."""
    noinline()
    seat = s.stk[s.sp - 1, ACTOR]
    here = s.loc[seat]
    best_away, way = _best_elsewhere(s, t, w, seat, here)
    home = _ROADS[here][_SHIP]
    for place in range(_PLACES):
        if mask[ACT.go.start + place]:
            worth = -1.0
            if way >= 0 and _ROADS[place][way] < _ROADS[here][way]:
                worth = best_away
            elif way < 0 and _ROADS[place][_SHIP] < home:
                worth = _SOME
            if way >= 0 and place != way and place == Place.MANSION:
                worth -= 1.0
            value[ACT.go.start + place] = worth
    _weigh_deeds(s, t, w, seat, mask, value)


@kernel
def _net(s: Any, t: Any, w: Any, seat: int, deed: int, before: int) -> float:
    """What an action is worth by the time it takes, 0 if it is not worth the while.

    `before` is the way there.
    """
    gain = gain_of_deed(s, t, w, seat, deed)
    time, back = t.port_actions[deed].tu, _ROADS[_place_of(t, deed)][_SHIP]
    if s.tu[seat] < before + time:
        return 0.0
    if s.tu[seat] < before + time + back:
        gain -= LATE
    if gain < _SOME:
        return 0.0
    return float(_WORTH + gain - w.time * (before + time))


@kernel
def _best_elsewhere(s: Any, t: Any, w: Any, seat: int, here: int) -> tuple[float, int]:
    """The best action of another place, and that place; NONE without one."""
    best, way = 0.0, -1
    for deed in range(DEEDS):
        place = _place_of(t, deed)
        if place == here or deed == Deed.ENTER_MANSION:
            continue
        fee = fee_of(s, t, seat) if place == Place.MANSION else 0
        if s.ch_coins[seat] < fee + t.port_actions[deed].coins:
            continue
        worth = _net(s, t, w, seat, deed, _ROADS[here][place])
        if fee > 0 and worth > 0.0:
            worth -= fee / 2.0
        if worth > best and (fee == 0 or worth > _WORTH - w.time * s.tu[seat]):
            best, way = worth, place
    return best, way


@kernel
def _place_of(t: Any, deed: int) -> int:
    """Where an action is done."""
    return int(t.port_actions[deed].place)


@kernel
def _weigh_deeds(s: Any, t: Any, w: Any, seat: int, mask: Any, value: Any) -> None:
    """What is marked is worth what its deed brings."""
    here = s.loc[seat]
    for deed in range(DEEDS):
        if _place_of(t, deed) == here:
            worth = _net(s, t, w, seat, deed, 0)
            for action in range(_FIRST[deed], _FIRST[deed] + _COUNT[deed]):
                if mask[action]:
                    value[action] = worth if worth > 0.0 else -1.0
    _prefer(s, w, seat, value)


@kernel
def _prefer(s: Any, w: Any, seat: int, value: Any) -> None:
    """Of the ways to do one thing the better one."""
    value[ACT.repair_hold.start] += 1.0
    hurt, tired = s.ch_wounds[seat], s.ch_dp_max[seat] - s.ch_dp[seat]
    value[ACT.relax_mix.start] += 1.0 * (hurt > 0 and tired > 0)
    value[ACT.relax_w2.start] += 0.5 * (hurt > 1)
    value[ACT.relax_d2.start] += 0.5 * (tired > 1)
    value[ACT.bet_win.start] += w.hope
    value[ACT.game_a.start] += 0.5
