"""Tables of the sea, the Port and the campaign that the rules could not be played with."""

from __future__ import annotations

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.errors import OptionError, TableError, TableWarning
from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.chart import COLS, ROWS
from piracy_env.games.skull_tales.tables import TABLES
from piracy_env.games.skull_tales.tables.words import LETTERS

SHIPPED = TABLES.load().t
LINES = [
    "".join("#."[int(place) >= 0] if place <= 0 else LETTERS[int(place) - 1] for place in line)
    for line in SHIPPED.sea.chart
]


def chart(old, new):
    """The chart with the first of one kind of space changed into another."""
    return {"sea": {"chart": "\n".join(LINES).replace(old, new, 1).splitlines()}}


def chapter(*islands):
    return {"chapters": {"awakening": {"islands": list(islands)}}}


def card(key, **changes):
    return {"voyage_events": {key: changes}}


def task(col, row):
    return {"assignments": {"a2": {"at": [col, row]}}}


@pytest.mark.rule("STV-1.1")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (chart("K", "."), r"\[sea\] chart has 0 islands K, not one"),
        (chart(".", "K"), r"\[sea\] chart has 2 islands K, not one"),
        (chart(".", "?"), r"\[sea\], column 'chart'"),
        ({"sea": {"chart": LINES[1:]}}, r"\[sea\], column 'chart': .* not 14 lines"),
        (chapter("A", "Z"), r"\[chapters\] row awakening, column 'islands': .* not 'Z'"),
        (chapter("A", "A"), "awakening has two Goal tokens on one island"),
        (chapter("A", "D"), "awakening looks for a Goal at D"),
        (chapter("A"), "awakening has a Voyage, but no two islands"),
        (task(COLS, 3), r"\[assignments\] row a2, column 'at'"),
        (task(3, ROWS), r"a2 puts its enemy off the chart, at column 3, row 15"),
        (task(10, 6), r"a2 puts its enemy on land, at column 10, row 6"),
    ],
)
def test_what_is_off_the_chart_is_refused(change, words):
    with pytest.raises(TableError, match=words):
        TABLES.load(change)


def test_water_that_no_way_leads_to_is_refused():
    walled = [list(line) for line in LINES]
    for col, row in ((1, 0), (0, 1), (1, 1)):
        walled[row][col] = "#"
    with pytest.raises(TableError, match=r"no way leads to the water at column"):
        TABLES.load({"sea": {"chart": ["".join(line) for line in walled]}})


@pytest.mark.rule("STV-15.1", "STV-15.5")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (card("t24", special="none"), r"\[voyage_events\] 0 cards are 'fire', not one"),
        (card("t23", special="fire"), r"\[voyage_events\] 2 cards are 'fire', not one"),
        (card("t12", enemy=9), "t12 is not 'watchtower', which the rules know by its number"),
        (card("t13", enemy=-1), "t13 is not 'stone_crab', which the rules know by its number"),
        (card("t15", special="fog"), "t15 is not 'calm'"),
        (card("t28", enemy=1), "t28 brings the cutter to a calm sea"),
        (card("t29", special="none"), r"\[voyage_events\] has an unknown row 't29'"),
        (card("t20", post="helm"), "t20 needs both a post and an attribute, or neither"),
        (
            {"port_events": {"d1": {"place": "tavern"}}},
            r"\[port_events\] d1 is a card of the docks",
        ),
        ({"rumors": {"r11": {"pp": 3}}}, r"\[rumors\] has an unknown row 'r11'"),
    ],
)
def test_a_deck_without_a_card_that_the_rules_name_is_refused(change, words):
    with pytest.raises(TableError, match=words):
        TABLES.load(change)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"ships": {"schooner": {"sails": 7}}}, "schooner has more sails than sails_max"),
        ({"ships": {"frigate": {"hold": 10, "hold_max": 8}}}, "frigate has more hold"),
        ({"sea_enemies": {"cutter": {"body": 0}}}, "cutter is a ship without a Hold"),
        ({"roads": {"1": {"places": ["ship", "ship"]}}}, "1 leads from a place to itself"),
    ],
)
def test_tables_that_contradict_themselves_are_refused(change, words):
    with pytest.raises(TableError, match=words):
        TABLES.load(change)


def test_departures_from_the_shipped_totals_warn():
    with pytest.warns(TableWarning, match="Voyage Events that bring an enemy: 12, where"):
        TABLES.load(card("t08", enemy=-1))


def test_an_engine_refuses_such_tables_and_leaves_the_shipped_ones_alone():
    before = TABLES.load().digest
    with pytest.raises(TableError, match="0 islands K"):
        Engine(GAME, tables=chart("K", "."))
    assert TABLES.load().digest == before


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"scenario": "voyage", "camp_ch": 1}, "chapter 1 has no Voyage"),
        ({"scenario": "quick", "camp_ch": 6}, "chapter 6 has no Voyage"),
        ({"scenario": "voyage_port", "camp_ch": 1}, "chapter 1 has neither Port nor Voyage"),
        (
            {"scenario": "voyage_port", "camp_ch": 6, "camp_last": 5},
            "begins with 6, after camp_last 5",
        ),
        ({"scenario": "voyage_port", "camp_last": 1}, "begins with 2, after camp_last 1"),
        *(
            ({"scenario": scenario, "start": "pool"}, f"not for {scenario}")
            for scenario in ("voyage", "port", "quick")
        ),
    ],
)
def test_options_that_exclude_each_other_are_refused(options, words):
    with pytest.raises(OptionError, match=words):
        Engine(GAME, **options)


@pytest.mark.parametrize(
    ("scenario", "refused"),
    [("voyage", {1, 6}), ("quick", {1, 6}), ("port", set()), ("voyage_port", {1})],
)
def test_every_other_chapter_is_played(scenario, refused):
    for first in {*range(11)} - refused:
        engine = Engine(GAME, scenario=scenario, camp_ch=first, camp_last=10)
        engine.reset()
        assert np.isfinite(engine.observe(0, 0)).all()
