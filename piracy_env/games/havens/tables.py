"""The component tables of havens: playing cards, Attack cards and the chart of the Caribbean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from piracy_env.core.record import Record
from piracy_env.core.tables import Choice, Choices, Integer, Schema, Section, Tables, Text
from piracy_env.games.havens.cards import CARDS, HEXES, NO_COLOUR, TYPES, Kind
from piracy_env.games.havens.chart import FAR, distances, neighbours

COLOURS = ("red", "black")
"""Buccaneers and pirates."""
KINDS = tuple(kind.name.lower() for kind in Kind)
PLUNDER = KINDS[:4]
"""What a Plunder Bonus may be: a part of a vessel."""

CAPTAIN_KEYS = (
    *("henry_morgan", "francois_lolonnais", "christopher_myngs", "laurens_de_graaf"),
    *("michel_de_grammont", "nicholas_van_hoorn", "edward_mansvelt", "bartolomeu_portugues"),
    *("pierre_le_grand", "john_coxon", "robert_searle", "jean_hamlin"),
    *("blackbeard", "bartholomew_roberts", "samuel_bellamy", "benjamin_hornigold"),
    *("henry_jennings", "charles_vane", "john_rackham", "stede_bonnet"),
    *("edward_low", "george_lowther", "howell_davis", "thomas_anstis"),
)
VESSEL_KEYS = (
    *("satisfaction", "oxford", "marston_moor", "neptune", "le_hardi", "saint_nicholas"),
    *("cagway", "la_trompeuse", "piragua", "bark", "brigantine"),
    *("queen_annes_revenge", "royal_fortune", "whydah", "revenge", "ranger", "william"),
    *("happy_delivery", "good_fortune", "periagua", "schooner", "sloop"),
)
GUN_KEYS = tuple(
    f"{colour}_{pounds}_pounders" for colour in COLOURS for pounds in (4, 6, 8, 12, 18)
)
CREW_KEYS = (
    *("engages", "boucaniers", "brethren_of_the_coast", "flibustiers"),
    *("pressed_hands", "sea_rovers", "flying_gang", "sworn_articles"),
)
HAVEN_KEYS = (
    *("tortuga", "port_royal", "new_providence", "ile_a_vache", "grand_cayman", "roatan"),
    *("st_thomas", "san_blas", "la_blanquilla", "carriacou", "ocracoke", "laguna_de_terminos"),
)
WILD_KEYS = (
    *("letter_of_marque", "trade_winds", "becalmed", "scurvy"),
    *("mutiny", "kings_pardon", "hurricane", "man_of_war"),
)
HISTORY_KEYS = (
    *("favourable_current", "gulf_stream", "hot_pursuit", "dawn_assault"),
    *("forlorn_hope", "close_quarters", "buried_treasure", "wrecks_of_the_plate_fleet"),
)
INSTANT_KEYS = (
    *("turn_of_fortune", "double_dealing", "broadside", "musket_volley", "alarm_bells"),
    *("turncoat_guide", "providence", "contrary_winds", "cut_the_cable", "tavern_gossip"),
)
SECTION_KEYS = {
    "captains": CAPTAIN_KEYS,
    "vessels": VESSEL_KEYS,
    "guns": GUN_KEYS,
    "crew": CREW_KEYS,
    "havens": HAVEN_KEYS,
    "wild": WILD_KEYS,
    "history": HISTORY_KEYS,
    "instant": INSTANT_KEYS,
}
"""The section of each kind of playing card, in the order of `Kind`, and its rows."""
CARD_KEYS = tuple(key for keys in SECTION_KEYS.values() for key in keys)
"""Names of the card types."""
ATTACK_KEYS = (
    *("cape_tiburon", "coro", "santiago_de_cuba", "campeche", "cape_corrientes", "granada"),
    *("maracaibo", "old_providence", "puerto_caballos", "puerto_principe", "porto_bello"),
    *("st_augustine", "panama", "santa_marta", "la_guaira", "jamaican_shipping", "veracruz"),
    *("cartagena", "palma_de_ayz", "bahia_honda", "mariel", "saba_bank"),
    *("windward_passage_whydah", "martinique_la_concorde", "st_vincent_great_allen"),
    *("bay_of_honduras_protestant_caesar", "charles_town", "carolina_coast"),
    *("off_jamaica_kingston", "north_hispaniola", "st_kitts", "dominica"),
    *("martinique_governor", "jamaica_channel", "bay_of_honduras_greyhound", "cartagena_roads"),
)
HEX_KEYS = tuple(str(number) for number in range(HEXES))
BARRIER_KEYS = tuple(f"B{number}" for number in range(10))
OPEN_SEA = "open sea"
"""The name of a hex without one of its own."""

FEWEST_CARDS = 60
"""With fewer playing cards hands and Purchase Column would not be full."""
NEGATING, MOST_NEGATIONS = 2, 8
"""The first Instants negate; a card on its way can lie under so many of them."""
STAYING = 4
"""The first Wild cards stay on a vessel."""

_COLOUR = Choice(COLOURS, "red for buccaneers, black for pirates")
_COPIES = Integer(0, 6, doc="cards of this type")
_COST = Integer(0, 20, doc="pieces of eight to bring it from the hand to the table")
_STRENGTH = Integer(0, 9, doc="dice that it adds to the vessel")
_HEX = Integer(0, HEXES - 1, doc="the hex where it is")

_RULES = Section(
    "rules",
    {
        "hand_size": Integer(1, 12, doc="cards dealt, and cards after a Refill"),
        "hand_limit": Integer(1, 12, doc="no hand is larger"),
        "purchase_cost": Integer(0, 20, doc="for a card of the Purchase Column"),
        "replace_cost": Integer(0, 20, doc="for a new Purchase Column"),
        "most_discards": Integer(1, 3, doc="cards discarded in phase 5"),
        "discard_cost": Integer(0, 20, doc="for the second and the third of them"),
        "most_shifts": Integer(0, 6, doc="shifts between vessels in assembly a turn"),
        "most_attempts": Integer(1, 12, doc="attempts at an Attack a turn"),
        "most_rolls": Integer(1, 20, doc="rolls of a battle"),
        "man_of_war_rounds": Integer(1, 20, doc="rounds that a Man-of-War fights"),
        "historical_move": Integer(0, 3, doc="spaces more under the vessel's historical captain"),
        "gossip_cards": Integer(0, 4, doc="cards drawn by Tavern Gossip"),
        "buried_treasure_hex": _HEX,
        "plate_fleet_hex": _HEX,
    },
    doc="Numbers of the rules.",
)
_CAPTAINS = Section(
    "captains",
    {
        "name": Text("what the card is called"),
        "colour": _COLOUR,
        "copies": _COPIES,
        "cost": _COST,
        "strength": _STRENGTH,
    },
    rows=CAPTAIN_KEYS,
    doc="Captains.",
)
_VESSELS = Section(
    "vessels",
    {
        "name": Text("what the card is called"),
        "class": Text("what kind of vessel it is"),
        "captain": Choices(CAPTAIN_KEYS, 0, 1, "the historical captain of a named vessel"),
        "colour": _COLOUR,
        "copies": _COPIES,
        "cost": _COST,
        "strength": _STRENGTH,
        "move_cost": Integer(0, 9, doc="pieces of eight for a move"),
        "move_bonus": Integer(0, 9, doc="spaces added to the die"),
    },
    rows=VESSEL_KEYS,
    doc="Vessels.",
)
_GUNS = Section(
    "guns",
    {
        "name": Text("what the card is called"),
        "colour": _COLOUR,
        "copies": _COPIES,
        "cost": _COST,
        "strength": _STRENGTH,
    },
    rows=GUN_KEYS,
    doc="Great guns.",
)
_CREW = replace(_GUNS, name="crew", rows=CREW_KEYS, doc="Crew.")
_HAVENS = Section(
    "havens",
    {"name": Text("what the card is called"), "cost": _COST, "hex": _HEX},
    rows=HAVEN_KEYS,
    doc="Havens, one card each; the first four are dealt to the players.",
)
_WILD = Section(
    "wild",
    {
        "name": Text("what the card is called"),
        "copies": _COPIES,
        "cost": Integer(0, 20, doc="pieces of eight to play it"),
        "pips": Integer(-9, 9, doc="spaces that it adds to each move"),
        "dice": Integer(-9, 9, doc="dice that it adds; those of the Man-of-War itself"),
        "save": Integer(0, 9, doc="Saving Roll that cancels it, 0 for none"),
        "ttl": Integer(0, 3, doc="Upkeeps that it lasts, 0 if it does not stay"),
    },
    rows=WILD_KEYS,
    doc="Wild cards.",
)
_HISTORY = Section(
    "history",
    {
        "name": Text("what the card is called"),
        "copies": _COPIES,
        "pips": Integer(-9, 9, doc="added to the total, to the spaces or to the booty"),
        "dice": Integer(0, 4, doc="dice that are added, or rolled for booty"),
    },
    rows=HISTORY_KEYS,
    doc="History cards.",
)
_INSTANT = replace(_HISTORY, name="instant", rows=INSTANT_KEYS, doc="Instant cards.")
_ATTACKS = Section(
    "attacks",
    {
        "name": Text("what the card is called"),
        "year": Integer(1492, 1800, doc="when it happened"),
        "colour": _COLOUR,
        "hex": _HEX,
        "strength": Integer(1, 20, doc="dice of the defence"),
        "booty": Integer(0, 40, doc="pieces of eight for the vessel that completes it"),
        "plunder": Choice(PLUNDER, "kind of card that may be taken aboard"),
        "captains": Choices(CAPTAIN_KEYS, 0, 3, "captains who took part in it"),
    },
    rows=ATTACK_KEYS,
    doc="Attack cards, one each.",
)
_HEXES = Section(
    "hexes",
    {
        "name": Text("what lies there"),
        "col": Integer(0, 16, doc="column, from the west"),
        "row": Integer(0, 10, doc="row, from the north"),
    },
    rows=HEX_KEYS,
    doc="Sea hexes of the gameboard; hexes of odd columns lie half a hex lower.",
)
_BARRIERS = Section(
    "barriers",
    {
        "name": Text("the land that bars the way"),
        "between": Integer(0, HEXES - 1, shape=2, doc="two neighbours; a hex twice for no barrier"),
    },
    rows=BARRIER_KEYS,
    doc="Edges that no vessel can cross.",
)

CARD = np.dtype(
    [
        *((name, np.int8) for name in ("kind", "colour", "copies", "cost", "strength")),
        *((name, np.int8) for name in ("pips", "dice", "save", "ttl")),
    ]
)
"""A playing card of any kind; what its kind does not have is 0, or `NO_COLOUR`."""
CHART = np.dtype([("near", np.int8, (HEXES, 6)), ("distance", np.int8, (HEXES, HEXES))])
"""The sea: neighbours that can be entered (-1 beyond the last) and lengths of shortest ways."""


class Charted(Schema):
    """Tables that hold two more fields, worked out from the sections when they are loaded.

    `t.cards` has the playing cards of all kinds under their card types, `t.chart` the ways over
    the sea.
    """

    def dtype(self) -> np.dtype[Any]:
        """The record type of a whole set of tables."""
        sections = super().dtype()
        fields = [(name, sections[name]) for name in sections.names or ()]
        return np.dtype([*fields, ("cards", CARD, (TYPES,)), ("chart", CHART)])

    def _load(self, source: object) -> Tables:
        """Read tables, and work out what follows from them."""
        tables = super()._load(source)
        if isinstance(source, Tables):
            return tables
        record = tables.record.copy()
        _write_cards(tables.t, record["cards"][0])
        _write_chart(tables.t, record["chart"][0])
        return replace(tables, record=record)


def _write_cards(t: Record, cards: Any) -> None:
    """Bring the playing cards of all kinds together."""
    cards["colour"] = NO_COLOUR
    cards["copies"] = 1
    card = 0
    for kind, section in enumerate(TABLES.sections[1 : 1 + len(SECTION_KEYS)]):
        columns = section.columns
        for row in getattr(t, section.name):
            cards[card]["kind"] = kind
            for column in CARD.names or ():
                if column in columns:
                    cards[card][column] = getattr(row, column)
            card += 1


def _write_chart(t: Record, chart: Any) -> None:
    """Find neighbours and ways."""
    near = _near(t)
    chart["near"] = [[*others, *[-1] * (6 - len(others))] for others in near]
    chart["distance"] = distances(near)


def _places(t: Record) -> list[tuple[int, int]]:
    return [(hex_.col, hex_.row) for hex_ in t.hexes]


def _barriers(t: Record) -> list[tuple[int, int]]:
    """Barriers that are there."""
    pairs = [(row.between[0], row.between[1]) for row in t.barriers]
    return [(one, other) for one, other in pairs if one != other]


def _near(t: Record) -> list[list[int]]:
    return neighbours(_places(t), _barriers(t))


# Checks -------------------------------------------------------------------------------------------


def _check(t: Record, _values: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Complaints about a table.

    Those that forbid it, and departures from the shipped totals, which only warn.
    """
    forbidden = [*_forbidden_numbers(t), *_forbidden_cards(t), *_forbidden_chart(t)]
    return forbidden, [] if forbidden else list(_doubtful(t))


def _forbidden_numbers(t: Record) -> Iterator[str]:
    if t.rules.hand_limit < t.rules.hand_size:
        yield (
            f"[rules] hand_limit {t.rules.hand_limit} is less than hand_size {t.rules.hand_size}"
        )
    cards = _copies(t)
    if not FEWEST_CARDS <= cards <= CARDS:
        yield f"there are {cards} playing cards, not {FEWEST_CARDS} to {CARDS}"
    negations = sum(card.copies for card in list(t.instant)[:NEGATING])
    if negations > MOST_NEGATIONS:
        yield f"{negations} cards negate others; at most {MOST_NEGATIONS} can lie on one"
    for key, wild in zip(WILD_KEYS[:STAYING], t.wild, strict=False):
        if wild.ttl == 0:
            yield f"[wild] {key} stays on a vessel, but for no Upkeep"


def _forbidden_cards(t: Record) -> Iterator[str]:
    for key, vessel in zip(VESSEL_KEYS, t.vessels, strict=True):
        for captain in vessel.captain:
            if captain >= 0 and t.captains[captain].colour != vessel.colour:
                yield f"[vessels] {key}: {CAPTAIN_KEYS[captain]} is of the other colour"
    for key, attack in zip(ATTACK_KEYS, t.attacks, strict=True):
        for captain in attack.captains:
            if captain >= 0 and t.captains[captain].colour != attack.colour:
                yield f"[attacks] {key}: {CAPTAIN_KEYS[captain]} is of the other colour"
    for hex_, count in Counter(haven.hex for haven in t.havens).items():
        if count > 1:
            yield f"[havens] {count} Havens lie on hex {hex_}"


def _forbidden_chart(t: Record) -> Iterator[str]:
    places = _places(t)
    for (col, row), count in Counter(places).items():
        if count > 1:
            yield f"[hexes] {count} hexes lie at column {col}, row {row}"
    touching = neighbours(places)
    for one, other in _barriers(t):
        if other not in touching[one]:
            yield f"[barriers] hexes {one} and {other} do not touch"
    cut_off = [hex_ for hex_, far in enumerate(distances(_near(t))[0]) if far == FAR]
    if cut_off:
        yield f"[hexes] no way leads from hex 0 to {', '.join(str(hex_) for hex_ in cut_off)}"


def _doubtful(t: Record) -> Iterator[str]:
    near = _near(t)
    by_colour = [[a for a in t.attacks if a.colour == colour] for colour in range(len(COLOURS))]
    plunder = Counter(attack.plunder for attack in t.attacks)
    for what, found, shipped in (
        (
            "cards of each kind",
            [_copies(t, [section]) for section in SECTION_KEYS],
            [24, 28, 16, 16, 12, 16, 18, 20],
        ),
        ("red and black Attacks", [len(attacks) for attacks in by_colour], [18, 18]),
        (
            "strength of red and black Attacks",
            [sum(attack.strength for attack in attacks) for attacks in by_colour],
            [116, 115],
        ),
        (
            "booty of red and black Attacks",
            [sum(attack.booty for attack in attacks) for attacks in by_colour],
            [147, 150],
        ),
        (
            "Plunder Bonuses of captains, vessels, guns, crew",
            [plunder[part] for part in range(len(PLUNDER))],
            [4, 13, 8, 11],
        ),
        ("edges that can be crossed", sum(len(others) for others in near) // 2, 232),
        ("the greatest distance", max(map(max, distances(near))), 16),
    ):
        if found != shipped:
            yield f"{what}: {found}, where the shipped table has {shipped}"


def _copies(t: Record, sections: Sequence[str] = tuple(SECTION_KEYS)) -> int:
    """Playing cards in some sections; of each Haven there is one."""
    return sum(
        1 if section == "havens" else row.copies
        for section in sections
        for row in getattr(t, section)
    )


TABLES = Charted(
    Path(__file__).with_name("data.toml"),
    *(_RULES, _CAPTAINS, _VESSELS, _GUNS, _CREW, _HAVENS, _WILD, _HISTORY, _INSTANT),
    *(_ATTACKS, _HEXES, _BARRIERS),
    check=_check,
)
