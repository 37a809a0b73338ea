"""Guns and fights in words."""

from __future__ import annotations

from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.aboard import CROWS_NEST, GUN_DECK, GUNWALE, HELM, QUARTERDECK, trait
from tests.games.skull_tales.foes import (
    GALLEON,
    LOOKOUT,
    MERCHANT,
    alongside,
    drawn,
    foe,
    sailing,
)
from tests.scenario import act


def told(table):
    """What each legal action is told to be."""
    s, tables = table.record(), table.tables_of(0)
    return [GAME.describe_action(s, tables, action, None) for action in table.legal()]


def test_a_shot_names_its_targets():
    table = sailing(
        on=(QUARTERDECK, HELM, GUN_DECK), **foe(GALLEON, (12, 8)), **foe(MERCHANT, (8, 8))
    )
    act(table, "fire_reg")
    assert told(table) == ["Fire at the Galleon.", "Fire at the Merchant Ship."]


def test_a_fight_is_told():
    table = alongside(rolls=(5, 1, 1))
    assert told(table)[0] == "Do nothing this round."
    act(table, "b_call_mel")
    assert told(table) == ["Support group 0.", "Support group 1."]
    table = alongside(rolls=(5, 1, 1), on=(CROWS_NEST, GUNWALE, HELM))
    act(table, "b_board")
    text = GAME.describe(table.record(), table.tables_of(0), None)
    assert "Tied to the Merchant Ship by 2 lines; round 1, 0 Swivel Guns fired; the" in text
    assert "on its deck" in text


def test_a_lookout_is_told_how_far():
    table = drawn(8, 4, clock=2, **LOOKOUT, **trait(2, Trait.EAGLE_EYE))
    act(table, "yes")
    assert told(table) == [f"Put the Whale {far} spaces away." for far in (2, 3, 4)]
