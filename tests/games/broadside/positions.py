"""Seas set by hand: fleets, hands and piles by the names of the cards."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from piracy_env.core.engine import Engine
from piracy_env.games.broadside import GAME
from piracy_env.games.broadside.actions import RED_KEYS
from piracy_env.games.broadside.cards import SHIP_CARDS, SHIP_ROW, TREASURE_CARDS, TREASURE_ROW
from piracy_env.games.broadside.state import (
    BLUE,
    FIRST_INVENTORY,
    FIRST_SLOOP,
    FLEET,
    FORCED,
    INVENTORY,
    NONE,
    RED,
    SEATS,
    SHIPS,
    TABLE,
    Phase,
    Place,
    Step,
)
from tests.scenario import act, deal

SHIP = re.compile(r"(?P<name>\w+?)(?:#(?P<card>\d+))?(?:\[(?P<crew>\d+)\])?(?P<inventory>(\+\w+)*)")
CARDS = {**SHIP_CARDS, **TREASURE_CARDS}
T = GAME.tables.load().t


class Box:
    """Hands out the cards of a game, each once."""

    def __init__(self, options: dict[str, Any]) -> None:
        settings = {"expansion": 0, "expansion_size": "list", **options}
        column = "contents" if settings["expansion_size"] in (1, "contents") else "list"
        self.added = column if settings["expansion"] else None
        self.place = np.zeros(SHIPS, np.int8)
        for name, numbers in CARDS.items():
            if name != "big_sloop":
                row = (T.ships if name in SHIP_CARDS else T.treasures)[list(
                    SHIP_CARDS if name in SHIP_CARDS else TREASURE_CARDS
                ).index(name)]  # fmt: skip
                self.place[numbers[: self.copies(row)]] = Place.DECK
        self.red = np.array([self.copies(row) for row in T.reds], np.int8)

    def copies(self, row: Any) -> int:
        """Copies of a card in this game."""
        return int(row.base + (getattr(row, self.added) if self.added else 0))

    def blue(self, name: str, place: int, card: int | None = None) -> int:
        """Put a blue card into a place: a certain one, or the first that is in the deck."""
        if card is None:
            card = next(n for n in CARDS[name] if self.place[n] == Place.DECK)
        assert card in CARDS[name], f"{card} is no {name}"
        assert self.place[card] == Place.DECK, f"{name} {card} is not in the deck"
        self.place[card] = place
        return card

    def reds(self, names: str) -> np.ndarray:
        """Take red cards out of the deck."""
        cards = np.zeros(RED, np.int8)
        for name in names.split():
            cards[RED_KEYS.index(name)] += 1
        self.red -= cards
        assert (self.red >= 0).all(), f"there are not so many of {names}"
        return cards


def sea(
    *fleets: str,
    players: int = 2,
    phase: Phase = Phase.ADVENTURE,
    table: str = "",
    hands: Sequence[str] = (),
    red_discard: str = "",
    blue_discard: str = "",
    blue_hands: Sequence[str] = (),
    treasures: Sequence[str] = (),
    cave: int = NONE,
    acted: Sequence[tuple[int, int]] = (),
    force: Sequence[int] = (),
    out: Sequence[int] = (),
    fields: dict[str, Any] | None = None,
    **options: Any,
) -> Engine:
    """A sea in round 2 with seat 0 to move.

    A fleet is `"sloop[9] merchant#5[3]+full_rig"`: ships by slot, with card number, crew and
    inventory where it matters; a fleet that is not given is one full sloop. All other cards are in
    the decks. Seats in `out` are eliminated.
    """
    box = Box(options)
    state: dict[str, Any] = {
        "phase": phase, "seat": 0, "cur": 0, "start": 0, "round_no": 2,
        "out": sum(1 << seat for seat in out),
        "elim_event": [1 if seat in out else 0 for seat in range(SEATS)],
        "pool": 0, "dist_slot": NONE, "acts": len(acted), "cave_owner": cave,
    }  # fmt: skip
    state |= _fleets(box, fleets, players, out, acted)
    state |= _middle(box, table)
    for name in blue_discard.split():
        box.blue(*_named(name, Place.DISCARD))
    points = np.zeros(SEATS, np.int16)
    for seat, names in enumerate(treasures):
        for name in names.split():
            card = box.blue(*_named(name, Place.TREASURE + seat))
            points[seat] += T.treasures[TREASURE_ROW[card]].points
    for seat, names in enumerate(blue_hands):
        for name in names.split():
            box.blue(*_named(name, Place.HAND + seat))
    red_hand = np.zeros((SEATS, RED), np.int8)
    for seat, names in enumerate(hands):
        red_hand[seat] = box.reds(names)
    state |= {
        "red_hand": red_hand, "red_disc": box.reds(red_discard), "red_deck": box.red,
        "treasure_pts": points, "blue_loc": box.place, "known": np.zeros((SEATS, SEATS, RED)),
        **_forced(force),
    }  # fmt: skip
    engine = deal(GAME, players=players, start_seat=0, **options)
    engine.set(0, **(state | (fields or {})))
    return engine


def all_reds_but(names: str) -> str:
    """All red cards of the base game but these."""
    left = {key: red.base for key, red in zip(RED_KEYS, T.reds, strict=True)}
    for name in names.split():
        left[name] -= 1
    return " ".join(key for key, number in left.items() for _ in range(number))


def _named(text: str, place: int) -> tuple[str, int, int | None]:
    found = SHIP.fullmatch(text)
    assert found, text
    return found["name"], place, int(found["card"]) if found["card"] else None


def _fleets(
    box: Box, fleets: Sequence[str], players: int, out: Sequence[int], acted: Sequence[Any]
) -> dict[str, Any]:
    cards = np.full((SEATS, FLEET), NONE, np.int8)
    crews, flags = np.zeros((SEATS, FLEET), np.int8), np.zeros((SEATS, FLEET), np.int8)
    inventory = np.zeros((SEATS, FLEET, INVENTORY), np.int8)
    for seat in range(players):
        fleet = fleets[seat] if seat < len(fleets) and fleets[seat] else "sloop"
        for slot, text in enumerate(fleet.split() if seat not in out else ()):
            found = SHIP.fullmatch(text)
            assert found, text
            if found["name"] == "sloop":
                card = int(found["card"] or FIRST_SLOOP + seat)
                box.place[card] = Place.FLEET + seat
            else:
                card = box.blue(*_named(text, Place.FLEET + seat))
            printed = T.ships[SHIP_ROW[card]].crew
            cards[seat, slot], crews[seat, slot] = card, int(found["crew"] or printed)
            names = found["inventory"].replace("+", " ")
            inventory[seat, slot] = box.reds(names)[FIRST_INVENTORY:]
            flags[seat, slot] = (seat, slot) in acted
    return {
        "fleet_card": cards, "fleet_crew": crews, "fleet_inv": inventory, "fleet_acted": flags
    }  # fmt: skip


def _middle(box: Box, table: str) -> dict[str, Any]:
    cards, crews = [NONE] * TABLE, [0] * TABLE
    for slot, text in enumerate(table.split()):
        found = SHIP.fullmatch(text)
        assert found, text
        cards[slot] = box.blue(*_named(text, Place.TABLE))
        row = SHIP_ROW[cards[slot]]
        crews[slot] = int(found["crew"] or T.ships[row].crew) if row != NONE else 0
    return {"table_card": cards, "table_crew": crews}


def _forced(results: Sequence[int]) -> dict[str, Any]:
    return {"force": [*results, *[0] * (FORCED - len(results))], "force_len": len(results)}


# --- Play -----------------------------------------------------------------------------------------


def roll(engine: Engine, *results: int) -> Engine:
    """Prescribe what the next dice and draws give."""
    engine.set(0, **_forced(results))
    return engine


def attack(engine: Engine, ship: int, target: str, *results: int) -> Engine:
    """Attack with prescribed dice; nobody plays a card, and all dice are used."""
    roll(engine, *results)
    act(engine, f"act_ship {ship}", target)
    while phase(engine).endswith("WINDOW"):
        act(engine, "pass")
    assert engine.states["force_len"][0] == 0, "not all dice were rolled"
    return engine


def passes(engine: Engine, number: int) -> Engine:
    """Pass so many times."""
    return act(engine, *["pass"] * number)


def cannon_dice(engine: Engine, side: int) -> int:
    """How many dice a side's cannons roll: the most hits that can be prescribed."""
    s = engine.record()
    assert (s.phase, s.b_step, s.b_passes) == (Phase.WINDOW, Step.CANNONS, 0)
    hits = 0
    while _is_possible(engine, [hits + 1, 0] if side == 0 else [0, hits + 1]):
        hits += 1
    return hits


def _is_possible(engine: Engine, hits: list[int]) -> bool:
    trial = roll(engine.clone(), *hits)
    for _ in range(2 - engine.record().b_neutral):
        trial.step([0])
    return bool(trial.record().force_len == 0)


def crews(*fleets: Sequence[int]) -> list[list[int]]:
    """The field `fleet_crew` of fleets with these crews, without gaps."""
    rows = [[*crew, *[0] * (FLEET - len(crew))] for crew in fleets]
    return rows + [[0] * FLEET] * (SEATS - len(rows))


# --- Reading --------------------------------------------------------------------------------------


def phase(engine: Engine) -> str:
    """Who has to decide what: `0 ADVENTURE`."""
    s = engine.record()
    return f"{s.seat} {Phase(s.phase).name}"


def name_of(card: int) -> str:
    """The name of a blue card or sloop."""
    name = next(name for name, numbers in CARDS.items() if card in numbers)
    return "sloop" if name == "big_sloop" else name


def fleet(engine: Engine, seat: int) -> str:
    """A fleet as `sea` is given it, slots that are free in between as `-`."""
    s = engine.record()
    words = []
    for slot in range(FLEET):
        card = s.fleet_card[seat, slot]
        if card == NONE:
            words.append("-")
            continue
        carried = zip(RED_KEYS[FIRST_INVENTORY:], s.fleet_inv[seat, slot], strict=True)
        inventory = "".join(f"+{kind}" * number for kind, number in carried)
        words.append(f"{name_of(card)}[{s.fleet_crew[seat, slot]}]{inventory}")
    return " ".join(words).rstrip(" -")


def table(engine: Engine) -> str:
    """What lies in the middle, by slot."""
    s = engine.record()
    words = [
        "-" if card == NONE else name_of(card) + (f"[{crew}]" if crew else "")
        for card, crew in zip(s.table_card, s.table_crew, strict=True)
    ]
    return " ".join(words).rstrip(" -")


def reds(engine: Engine, name: str, seat: int | None = None) -> str:
    """A red pile (`red_disc`, `red_deck`, `red_battle`), or the `red_hand` of a seat."""
    counts = engine.states[name][0] if seat is None else engine.states[name][0, seat]
    return " ".join(key for key, n in zip(RED_KEYS, counts.tolist(), strict=True) for _ in range(n))


def blues(engine: Engine, place: int) -> str:
    """The blue cards in a place."""
    places = engine.states["blue_loc"][0, :BLUE]
    return " ".join(name_of(card) for card in np.flatnonzero(places == place).tolist())


def pp(engine: Engine, seat: int) -> int:
    """Pirate points."""
    return points_of(engine)[seat]


def points_of(engine: Engine) -> list[int]:
    """Pirate points of all, added up from the cards."""
    s, points = engine.record(), []
    for seat in range(s.players):
        cards = [card for card in s.fleet_card[seat] if card != NONE]
        fame = T.fame.points if s.cave_owner == seat else 0
        points.append(sum(T.ships[SHIP_ROW[card]].points for card in cards) + fame)
    return points
