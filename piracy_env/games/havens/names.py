"""Cards, places and vessels in a player's words: for texts and pictures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from piracy_env.core.text import plural
from piracy_env.games.havens.cards import (
    ALARM_BELLS,
    BECALMED,
    BROADSIDE,
    BURIED_TREASURE,
    CLOSE_QUARTERS,
    CONTRARY_WINDS,
    CUT_THE_CABLE,
    DAWN_ASSAULT,
    DOUBLE_DEALING,
    FAVOURABLE_CURRENT,
    FIRST_HAVEN,
    FIRST_VESSEL,
    FORLORN_HOPE,
    GULF_STREAM,
    HOT_PURSUIT,
    HURRICANE,
    KINGS_PARDON,
    LETTER_OF_MARQUE,
    MAN_OF_WAR,
    MUSKET_VOLLEY,
    MUTINY,
    PARTS,
    PLATE_FLEET,
    PROVIDENCE,
    RED,
    SCURVY,
    TAVERN_GOSSIP,
    TRADE_WINDS,
    TURN_OF_FORTUNE,
    TURNCOAT_GUIDE,
    TYPES,
    Kind,
)
from piracy_env.games.havens.state import CAPTAIN, NONE, VESSEL
from piracy_env.games.havens.tables import OPEN_SEA, SECTION_KEYS

COIN, COINS = "piece of eight", "pieces of eight"
_EFFECTS = {
    LETTER_OF_MARQUE: "own vessel at sea: {dice:+d} strength for {upkeeps}",
    TRADE_WINDS: "own vessel at sea: {pips:+d} spaces per move for {upkeeps}",
    BECALMED: "rival vessel at sea: save {save}, or it cannot move for {upkeeps}",
    SCURVY: "rival vessel at sea: save {save}, or {dice:+d} strength for {upkeeps}",
    MUTINY: "rival vessel at sea: save {save}, or it loses its crew, or half its booty",
    KINGS_PARDON: "rival captain in assembly: save {save}, or he is discarded",
    HURRICANE: "rival vessel at sea: save {save}, or damage",
    MAN_OF_WAR: "fights a rival vessel at sea with {dice} dice",
    FAVOURABLE_CURRENT: "{pips:+d} spaces to a move",
    GULF_STREAM: "{pips:+d} spaces to a move",
    HOT_PURSUIT: "a vessel that has moved moves again",
    DAWN_ASSAULT: "{pips:+d} to an own Attack Roll",
    FORLORN_HOPE: "{dice:+d} dice in an own Attack Roll",
    CLOSE_QUARTERS: "{pips:+d} to a Combat Roll in your turn",
    BURIED_TREASURE: "own vessel at {treasure}: {dice} dice of booty",
    PLATE_FLEET: "own vessel at {fleet}: {dice} die and {pips} of booty",
    TURN_OF_FORTUNE: "negates a Wild or History card",
    DOUBLE_DEALING: "negates a Wild, History or Instant card",
    BROADSIDE: "{pips:+d} to an own Combat Roll",
    MUSKET_VOLLEY: "{dice:+d} dice in an own Combat Roll",
    ALARM_BELLS: "{pips:+d} to an Attack against a rival",
    TURNCOAT_GUIDE: "{pips:+d} to an own Attack Roll",
    PROVIDENCE: "{pips:+d} to an own Saving Roll",
    CONTRARY_WINDS: "{pips:+d} spaces to a rival's move",
    CUT_THE_CABLE: "the battle does not take place",
    TAVERN_GOSSIP: "draw {gossip}",
}


def money(amount: int) -> str:
    """Pieces of eight in words."""
    return plural(amount, COIN, COINS)


def card_name(tables: Any, card: int) -> str:
    """What a card is called: `Henry Morgan`, `4-pounders`."""
    for section, keys in SECTION_KEYS.items():
        if card < len(keys):
            return str(tables.text(section, "name")[card])
        card -= len(keys)
    raise IndexError("there are no more card types")


def full_name(tables: Any, card: int) -> str:
    """A card's name, with the colour of guns, which both colours have."""
    name = card_name(tables, card)
    row = tables.t.cards[card]
    return f"{'red' if row.colour == RED else 'black'} {name}" if row.kind == Kind.GUNS else name


def surname(tables: Any, captain: int) -> str:
    """A captain's last name with what belongs to it: `Morgan`, `le Grand`, `van Hoorn`."""
    words = card_name(tables, captain).split()
    first = next((k for k, word in enumerate(words) if word[0].islower()), len(words) - 1)
    return " ".join(words[first:])


def vessel_class(tables: Any, card: int) -> str:
    """What kind of vessel a card is; an asterisk marks one with a historical captain (HAV-4.5)."""
    index = card - FIRST_VESSEL
    star = "*" if tables.t.vessels[index].captain[0] >= 0 else ""
    return str(tables.text("vessels", "class")[index]) + star


def vessel_class_words(tables: Any, card: int) -> str:
    """What kind of vessel a card is, and whose it was (HAV-4.5): `Frigate of Morgan`."""
    index = card - FIRST_VESSEL
    captain = tables.t.vessels[index].captain[0]
    own = f" of {surname(tables, captain)}" if captain >= 0 else ""
    return str(tables.text("vessels", "class")[index]) + own


def effect(tables: Any, card: int) -> str:
    """What a Wild, History or Instant card does."""
    row, rules = tables.t.cards[card], tables.t.rules
    return _EFFECTS[card].format(
        pips=row.pips,
        dice=row.dice,
        save=row.save,
        upkeeps=plural(row.ttl, "Upkeep"),
        gossip=plural(rules.gossip_cards, "card"),
        treasure=place_name(tables, rules.buried_treasure_hex),
        fleet=place_name(tables, rules.plate_fleet_hex),
    )


def card_facts(tables: Any, card: int) -> str:
    """What is printed on a card beneath its name, but for the cost."""
    row = tables.t.cards[card]
    if row.kind == Kind.HAVEN:
        return f"at {place_name(tables, tables.t.havens[card - FIRST_HAVEN].hex)}"
    if row.kind >= Kind.WILD:
        return effect(tables, card)
    if row.kind != Kind.VESSEL:
        return f"strength {row.strength}"
    vessel = tables.t.vessels[card - FIRST_VESSEL]
    return (
        f"{vessel_class_words(tables, card)}, strength {row.strength}, "
        f"moves for {vessel.move_cost}, die {vessel.move_bonus:+d}"
    )


def kind_name(tables: Any, card: int) -> str:
    """The kind of a card with its colour: `red captain`, `Wild`."""
    row = tables.t.cards[card]
    if row.kind < PARTS:
        name = Kind(row.kind).name.lower()
        return f"{'red' if row.colour == RED else 'black'} {name}"
    return Kind(row.kind).name.capitalize()


def place_name(tables: Any, hex_: int) -> str:
    """A hex by name and number: `Porto Bello (49)`, `open sea (47)`."""
    return f"{tables.text('hexes', 'name')[hex_]} ({hex_})"


def nearby(tables: Any, hex_: int) -> str:
    """A hex by name and number, open sea by the nearest place: `open sea (43), 2 from Tortuga`."""
    if not is_open_sea(tables, hex_):
        return place_name(tables, hex_)
    distance = tables.t.chart.distance[hex_]
    named = [other for other in range(len(distance)) if not is_open_sea(tables, other)]
    nearest = min(named, key=lambda other: (distance[other], other))
    name = tables.text("hexes", "name")[nearest]
    return f"{place_name(tables, hex_)}, {int(distance[nearest])} from {name}"


def is_open_sea(tables: Any, hex_: int) -> bool:
    """Whether a hex has no name of its own."""
    return bool(tables.text("hexes", "name")[hex_] == OPEN_SEA)


def attack_name(tables: Any, attack: int) -> str:
    """What an Attack is called, and when it was: `Porto Bello 1668`."""
    return f"{tables.text('attacks', 'name')[attack]} {tables.t.attacks[attack].year}"


def vessel_name(s: Any, tables: Any, seat: int, slot: int) -> str:
    """What a slot's vessel is called: by its vessel card, its captain, or its number."""
    parts = s.part[seat, slot]
    if parts[VESSEL] != NONE:
        return card_name(tables, parts[VESSEL])
    if parts[CAPTAIN] != NONE:
        return f"{card_name(tables, parts[CAPTAIN])} without a vessel"
    return f"slot {slot}"


def counted(tables: Any, counts: Iterable[int]) -> list[str]:
    """Cards by type with their numbers: `Bark`, `2 Broadside`."""
    return [
        full_name(tables, card) if count == 1 else f"{count} {full_name(tables, card)}"
        for card, count in zip(range(TYPES), counts, strict=True)
        if count
    ]
