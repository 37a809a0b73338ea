"""Tables set by hand: vessels, hands and piles in a short notation.

A vessel is `"18 45 52 61; 46; 5"`: captain, vessel, guns, crew (`-` for none); its hex, or `port`;
the booty aboard. What else holds for it follows: `moved`, `wild 76 2` (two Upkeeps to come),
`safe 0` from a seat, `failed 3` for a place of the row. Seats and slots are written `"1.0"`.
"""

from functools import cache
from typing import Any

import numpy as np

from piracy_env.core.engine import Engine
from piracy_env.core.tables import Tables
from piracy_env.games.havens import GAME
from piracy_env.games.havens.cards import CARDS, HEXES, TYPES
from piracy_env.games.havens.state import (
    FRAME,
    FRAMES,
    LIMBO,
    NONE,
    SCRIPT,
    SEATS,
    Decision,
    Phase,
)
from tests.scenario import labels, position

ATTACKS = 36
SAFE_COLUMN = (70, 74, 75, 73, 72, 69, 68)
"""Havens: they change nothing by lying in the Column."""
PARTS = ["captain", "vessel", "guns", "crew"]


def numbers(text: str) -> list[int]:
    """Numbers in a text, `-` for none."""
    return [NONE if word == "-" else int(word) for word in text.split()]


def table(
    ships: dict[str, str] | None = None,
    *,
    players: int = 2,
    hands: dict[int, str] | None = None,
    hand: str = "",
    rows: dict[int, str] | None = None,
    supply: int | list[int] = 10,
    unspent: int | None = None,
    havens: str = "64 65 66 67",
    column: str | None = None,
    draw: str = "",
    draw_n: int | None = None,
    discard: str = "",
    attacks: str = "",
    face_up: str = "",
    dice: str = "",
    turn: int = 0,
    phase: Phase = Phase.ACTION,
    decision: Decision = Decision.ACTION,
    options: dict[str, Any] | None = None,
    fields: dict[str, Any] | None = None,
) -> Engine:
    """A table on which seat 0, the first seat, has to decide; by default in its Action phase.

    Piles are written top card first, `hand` is that of seat `turn`. All cards that are not named
    lie in the Draw Pile, or, beyond `draw_n`, in the Discard Pile.
    """
    hands = {turn: hand} | (hands or {})
    supplies = supply if isinstance(supply, list) else [supply] * players
    money = [*supplies, *[0] * (SEATS - players)]
    state: dict[str, Any] = {
        "phase": phase, "seat": turn, "turn_seat": turn, "first_seat": 0, "round": 3,
        "supply": money, "unspent": list(money),
        "haven": [*numbers(havens)[:players], *[NONE] * (SEATS - players)],
        "hand": counts(hands), "known": np.zeros((SEATS, TYPES), np.int8),
        "stack": frames(decision, turn), "sp": 1,
        "script": padded(numbers(dice.replace(",", " ")), SCRIPT),
        "script_n": len(numbers(dice.replace(",", " "))),
        "limbo": [0] * LIMBO, "limbo_by": [0] * LIMBO, "limbo_n": 0,
        **fleet(ships or {}),
    }  # fmt: skip
    if unspent is not None:
        state["unspent"][turn] = unspent
    box = (options or {}).get("tables")
    state |= piles(state, box, column, draw, draw_n, discard)
    state |= attack_piles(players, rows or {}, attacks, face_up)
    state |= fields or {}
    return position(GAME, state, **{"players": players, "start_player": 0, **(options or {})})


def padded(values: list[int], size: int) -> list[int]:
    """A pile with its empty places."""
    return values + [0] * (size - len(values))


def frames(decision: Decision, actor: int) -> Any:
    """A stack with a single decision."""
    stack = np.zeros((FRAMES, FRAME), np.int16)
    stack[0] = [decision, actor, NONE, NONE, NONE, NONE, 0, 0]
    return stack


def counts(hands: dict[int, str]) -> Any:
    """Hands as counts."""
    hand = np.zeros((SEATS, TYPES), np.int8)
    for seat, cards in hands.items():
        np.add.at(hand[seat], numbers(cards), 1)
    return hand


def fleet(ships: dict[str, str]) -> dict[str, Any]:
    """The fields of all vessels."""
    shape = (SEATS, 3)
    state: dict[str, Any] = {
        "part": np.full((*shape, 4), NONE), "hex": np.full(shape, NONE),
        "wild": np.full((*shape, 2), NONE), "wild_ttl": np.zeros((*shape, 2), np.int8),
        **{name: np.zeros(shape, np.int16)
           for name in ("at_sea", "moved", "booty", "failed", "safe")},
    }  # fmt: skip
    for where, text in ships.items():
        at = tuple(map(int, where.split(".")))
        parts, lies, *more = (part.strip() for part in text.split(";"))
        state["part"][at] = numbers(parts)
        if lies != "port":
            state["at_sea"][at], state["hex"][at] = 1, int(lies)
        for extra in more:
            word, *values = extra.split()
            if word == "moved":
                state["moved"][at] = 1
            elif word in ("safe", "failed"):
                state[word][at] |= 1 << int(values[0])
            elif word == "wild":
                place = int((state["wild"][at] != NONE).sum())
                state["wild"][at][place], state["wild_ttl"][at][place] = map(int, values)
            else:
                state["booty"][at] = int(word)
    return state


@cache
def shipped() -> Tables:
    """The tables in the box, read once for all tests."""
    return GAME.tables.load()


def piles(
    state: dict[str, Any],
    box: dict[str, Any] | None,
    column: str | None,
    draw: str,
    draw_n: int | None,
    discard: str,
) -> dict[str, Any]:
    """Column, Draw Pile and Discard Pile: every card is somewhere."""
    left = np.array((GAME.tables.load(box) if box else shipped()).t.cards["copies"], np.int64)
    left -= state["hand"].sum(0)
    for name in ("part", "wild", "haven"):
        cards = np.array(state[name]).ravel()
        np.subtract.at(left, cards[cards != NONE], 1)
    top, bottom = numbers(draw)[::-1], numbers(discard)[::-1]
    np.subtract.at(left, top + bottom, 1)
    if column is None:
        shown = [card for card in SAFE_COLUMN if left[card] > 0][:3]
    else:
        shown = numbers(column)
    shown += [NONE] * (3 - len(shown))
    np.subtract.at(left, [card for card in shown if card != NONE], 1)
    assert (left >= 0).all(), f"too many of {np.flatnonzero(left < 0)}"
    rest = [card for card in range(TYPES - 1, -1, -1) for _ in range(left[card])]
    if draw_n is not None:
        kept = draw_n - len(top)
        bottom, rest = rest[: len(rest) - kept] + bottom, rest[len(rest) - kept :]
    pile = rest + top
    return {
        "column": shown,
        "draw": padded(pile, CARDS), "draw_n": len(pile),
        "disc": padded(bottom, CARDS), "disc_n": len(bottom),
    }  # fmt: skip


def attack_piles(players: int, rows: dict[int, str], top: str, face_up: str) -> dict[str, Any]:
    """Attack Rows, filled up with the lowest Attacks that are nowhere else, and the pile."""
    named = {seat: numbers(rows.get(seat, "")) for seat in range(players)}
    used = {*numbers(" ".join(rows.values())), *numbers(top), *numbers(face_up)}
    free = [attack for attack in range(ATTACKS) if attack not in used]
    row = np.full((SEATS, 4), NONE)
    for seat, places in named.items():
        while len(places) < 4:
            places.append(free.pop(0))
        row[seat] = places
    pile = free[::-1] + numbers(top)[::-1]
    return {
        "row": row, "apile": padded(pile, ATTACKS), "apile_n": len(pile),
        "abot": padded(numbers(face_up), ATTACKS), "abot_n": len(numbers(face_up)),
    }  # fmt: skip


# --- Reading a table ------------------------------------------------------------------------------


def asked(engine: Engine) -> str:
    """Who has to decide what: `0 ACTION`."""
    s = engine.record()
    return f"{s.stack[s.sp - 1, 1]} {Decision(s.stack[s.sp - 1, 0]).name}"


def ship(engine: Engine, where: str) -> str:
    """A vessel as it is written for `table`, without what else holds for it; empty for none."""
    seat, slot = map(int, where.split("."))
    s = engine.record()
    if all(card == NONE for card in s.part[seat, slot]):
        return ""
    parts = " ".join("-" if card == NONE else str(card) for card in s.part[seat, slot])
    if not s.at_sea[seat, slot]:
        return f"{parts}; port"
    return f"{parts}; {s.hex[seat, slot]}; {s.booty[seat, slot]}"


def hand(engine: Engine, seat: int = 0) -> str:
    """A hand, in the order of the types."""
    cards = engine.states.hand[0, seat]
    return " ".join(str(card) for card in range(TYPES) for _ in range(cards[card]))


def discards(engine: Engine, number: int | None = None) -> str:
    """The Discard Pile, top card first; all of it, or some cards."""
    s = engine.record()
    pile = [s.disc[place] for place in range(s.disc_n - 1, -1, -1)]
    return " ".join(map(str, pile[:number]))


def cards(engine: Engine) -> list[int]:
    """Card types of the legal actions `card`."""
    return [int(label.split()[1]) for label in labels(engine, "card")]


def hexes(engine: Engine) -> list[int]:
    """The hexes in which the vessel may stop."""
    return [int(label.split()[1]) for label in labels(engine, "hex")]


def reach(engine: Engine) -> int:
    """Spaces of the move, from the legal hexes; all hexes so far must be free."""
    s = engine.record()
    distance = engine.tables_of().t.chart.distance[s.mv.origin]
    return max(distance[hex_] for hex_ in range(HEXES) if hex_ in hexes(engine))


def money(engine: Engine, seat: int = 0) -> tuple[int, int]:
    """Supply, and what of it is unspent."""
    s = engine.record()
    return s.supply[seat], s.unspent[seat]


def totals(engine: Engine) -> list[int]:
    """The totals of the last roll: attacker, defender."""
    return list(engine.record().bt.totals)


def is_legal(engine: Engine, *wanted: str) -> bool:
    """Whether all of these actions are legal."""
    return set(wanted) <= set(labels(engine))


def strength(engine: Engine, slot: int, seat: int = 0) -> int:
    """Total strength of a vessel, as its owner sees it."""
    feature = GAME.observation.feature_names().index(f"slots[me {slot}].strength")
    return round(20 * engine.observe(0, seat)[feature])
