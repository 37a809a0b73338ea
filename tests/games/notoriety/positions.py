"""Tables set by hand: cards by name, one list a zone."""

from typing import Any

import numpy as np

from piracy_env.core.engine import Engine
from piracy_env.core.record import Record
from piracy_env.games.notoriety import GAME
from piracy_env.games.notoriety.invariants import party_of
from piracy_env.games.notoriety.state import (
    NONE,
    PIRATES,
    SEATS,
    SUIT_LETTERS,
    TREASURES,
    TYPES,
    Phase,
    Zone,
)
from piracy_env.games.notoriety.tables import CARD_KEYS
from tests.scenario import position

ZONES = {zone.name.lower(): zone for zone in Zone}
ROW = "K1 K2 K3 K5 K6"
PIRATE_DECK = "A1 A3 A4 A5 A6"
TREASURE_DECK = "ruby potato rum"


def ids(names: str) -> list[int]:
    """Card types by name."""
    return [CARD_KEYS.index(name) for name in names.split()]


def table(
    *,
    players: int = 3,
    phase: Phase = Phase.COMMAND,
    row: str = ROW,
    pirates: str = PIRATE_DECK,
    pirate_discard: str = "",
    treasures: str = TREASURE_DECK,
    treasure_discard: str = "",
    others: dict[int, dict[str, str]] | None = None,
    coins: int | list[int] = 2,
    wild: str = "",
    options: dict[str, Any] | None = None,
    fields: dict[str, Any] | None = None,
    **mine: str,
) -> Engine:
    """A table in round 3 with seat 0 to move.

    Seat 0 has only the cards named by zone (`hand="DB PM"`; decks and piles top card first), the
    others a doubloon in hand unless `others` says more. Cards that lie elsewhere are left out of
    the default piles. `wild` names suits of upside-down Captains of seat 0.
    """
    zones = {seat: {"hand": "DB"} for seat in range(1, players)} | (others or {}) | {0: mine}
    purses = coins if isinstance(coins, list) else [coins] * players
    state: dict[str, Any] = {
        "phase": phase, "round": 3, "start_player": 0, "turn_player": 0, "seat": 0, "final_lap": 0,
        "coins": [*purses, *[0] * (SEATS - players)],
        "parley": [1] * players + [0] * (SEATS - players),
        "cap_wild": [sum(1 << SUIT_LETTERS.index(suit) for suit in wild), 0, 0, 0],
        **_cards(zones),
    }  # fmt: skip
    placed = {name for seat in zones.values() for names in seat.values() for name in names.split()}
    placed |= {*row.split(), *pirate_discard.split(), *treasure_discard.split()} - {"-"}
    for name, names, size in (
        ("pdeck", pirates, PIRATES),
        ("pdisc", pirate_discard, PIRATES),
        ("tdeck", treasures, TREASURES),
        ("tdisc", treasure_discard, TREASURES),
    ):
        default = names in (PIRATE_DECK, TREASURE_DECK)
        kept = [n for n in names.split() if not (default and n in placed)]
        pile = ids(" ".join(kept))[::-1]
        state |= {name: pile + [0] * (size - len(pile)), f"{name}_n": len(pile)}
    state["row"] = [NONE if name == "-" else CARD_KEYS.index(name) for name in row.split()]
    state |= fields or {}
    settings = {"players": players, "start_player": 0, **(options or {})}
    return position(GAME, state | _parties(state, players), **settings)


def _cards(zones: dict[int, dict[str, str]]) -> dict[str, Any]:
    """Counts, Ship decks and recruits of all seats."""
    counts = np.zeros((SEATS, len(Zone), TYPES), np.int8)
    decks = np.zeros((SEATS, 48), np.int8)
    sizes, recruits = [0] * SEATS, [0] * SEATS
    for seat, lists in zones.items():
        for zone, names in lists.items():
            for card in ids(names):
                counts[seat, ZONES[zone], card] += 1
        deck = ids(lists.get("deck", ""))[::-1]
        decks[seat, : len(deck)] = deck
        sizes[seat] = len(deck)
        recruits[seat] = len(ids(lists.get("newrec", "")))
    front = ids(zones[0].get("front", ""))
    return {
        "cnt": counts, "deck": decks, "deck_n": sizes, "recruits": recruits,
        "front": front + [0] * (48 - len(front)), "front_n": len(front),
    }  # fmt: skip


def _parties(state: dict[str, Any], players: int) -> dict[str, Any]:
    """The Strength that the areas of each seat have."""
    blank = GAME.blank(GAME.choose(players))
    for name in ("cnt", "cap_wild"):
        blank[name] = state[name]
    found = [party_of(Record(blank[0]), seat) for seat in range(SEATS)]
    return {"strength": [f[0] for f in found], "unused": [f[1] for f in found]}


def zone(engine: Engine, seat: int, name: str) -> str:
    """The cards of a zone, in the order of their types."""
    counts = engine.states.cnt[0, seat, ZONES[name]]
    return " ".join(CARD_KEYS[card] for card in range(TYPES) for _ in range(counts[card]))


def deck(engine: Engine, seat: int) -> str:
    """A Ship deck, top card first."""
    cards = engine.states.deck[0, seat, : engine.states.deck_n[0, seat]]
    return " ".join(CARD_KEYS[card] for card in cards[::-1])


def row(engine: Engine) -> str:
    """The Tavern Row."""
    return " ".join("-" if card == NONE else CARD_KEYS[card] for card in engine.states["row"][0])


def pile(engine: Engine, name: str) -> set[str]:
    """The cards of `pdeck`, `pdisc`, `tdeck` or `tdisc`."""
    cards = engine.states[name][0, : engine.states[f"{name}_n"][0]]
    return {CARD_KEYS[card] for card in cards}


def phase(engine: Engine) -> str:
    """Who has to decide what: `0 RECRUIT`."""
    return f"{engine.states.seat[0]} {Phase(engine.states.phase[0]).name}"
