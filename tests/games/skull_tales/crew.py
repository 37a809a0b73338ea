"""The crew of the tests: three Pirates with 3 in everything, in port or at sea (fixture F3)."""

from __future__ import annotations

from typing import Any

from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.state import (
    CANDIDATES,
    CARRIED,
    COPIES,
    FRAME,
    FRAMES,
    MARKET,
    NONE,
    OFFER,
    Decision,
)
from tests.games.skull_tales.shipped import SHIPPED
from tests.scenario import deal

SEATS = 3
_GEAR = SHIPPED.t.gear


def in_port(
    seat: int = 0, place: int = 0, scenario: str = "port", options: Any = (), **fields: Any
):
    """F3 in port: it is a seat's turn, and that seat is somewhere."""
    engine = deal(GAME, scenario=scenario, **dict(options))
    changes = {**_crew(), **_no_gear(engine)}
    stack = frames(
        [Decision.CAMPAIGN, -1, Stage.AFTER_PORT, -1, 0, 0, 0],
        [Decision.PORT, -1, 4, -1, 0, 0, 0],
        [Decision.PORT_TURN, seat, 0, -1, 0, 0, 0],
    )
    changes |= {**stack, "seat": seat, "rnd1": 7, f"loc[{seat}]": place}
    engine.set(0, {**changes, **fields})
    return engine


def between(
    stage: Stage, scenario: str = "voyage_port", game: Any = GAME, options: Any = (), **fields: Any
):
    """F3 between two phases: with the answer `no` the game goes on to a stage of it."""
    engine = deal(game, scenario=scenario, **dict(options))
    stack = frames([Decision.CAMPAIGN, -1, stage, -1, 0, 0, 0], [Decision.HEAL, 0, 0, 0, 0, 0, 0])
    changes = {**_crew(), **_no_gear(engine), **market(), **stack, "seat": 0}
    changes |= {"over": 0, "ended": NONE}
    engine.set(0, {**changes, **fields})
    return engine


def market(*cards: int, apart: tuple[int, ...] = ()) -> dict[str, Any]:
    """A Market with these cards; the Gear deck has all others, but for some that are elsewhere."""
    left = [int(_GEAR[number].copies) for number in range(COPIES)]
    for card in (*cards, *apart):
        left[card] -= 1
    lying = [*cards, *[0] * (MARKET + OFFER - len(cards))]
    return {"mk": lying, "mk_on": (1 << len(cards)) - 1, "gear_left": left}


def frames(*stack: list[int]) -> dict[str, Any]:
    """What is being decided: frames, the uppermost last."""
    rest = [[0] * FRAME for _ in range(FRAMES - len(stack))]
    return {"stk": [*stack, *rest], "sp": len(stack)}


def _crew() -> dict[str, Any]:
    """Attributes, wounds, purses of A, B and C."""
    same = {
        "ch_att": [3] * 7,
        "ch_hp_max": 6,
        "ch_wounds": 0,
        "ch_dp": 0,
        "ch_dp_max": 2,
        "ch_salary": 15,
        "ch_cls": 1,
        "ch_coins": 20,
        "ch_traits": [0] * 112,
    }
    changes: dict[str, Any] = {
        f"{name}[{seat}]": value for name, value in same.items() for seat in range(SEATS)
    }
    changes |= {f"ch_pp[{seat}]": (30, 20, 10)[seat] for seat in range(SEATS)}
    return changes | {
        "captain": 0,
        "crew_booty": 100,
        "sails_imp": 0,
        "hold_imp": 0,
        "hold": [10, 10, 10, 5, 5, 7, 7, 7, *[0] * 12],
        "goods_sup": [1, 2, 3, 4, 2, 5, 3, 3, 3],
        "cannon_sup": 2,
        "cand": [[0, 0]] * CANDIDATES,
        "cand_n": 0,
    }


def _no_gear(engine: Any) -> dict[str, Any]:
    """Nobody carries anything."""
    names = ("inv_id", "inv_loc", "inv_flag")
    carried = {f"{name}[{seat}]": [0] * CARRIED for name in names for seat in range(SEATS)}
    return carried | {f"inv_n[{seat}]": 0 for seat in range(SEATS)}


def dice(*results: int) -> dict[str, Any]:
    """Prescribed results of chance."""
    return {"force": [*results, *[0] * (64 - len(results))], "force_n": len(results)}
