"""What is asked on a calm sea, in words."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.rules.voyage import Step
from piracy_env.games.skull_tales.state import Decision
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.aboard import (
    CREW_QUARTERS,
    FORECASTLE,
    GUARD,
    HELM,
    at_sea,
    begin,
    dice,
    frame,
    trait,
)
from tests.scenario import act, labels


def told(table, label, viewer=None):
    """An action of the seat to move in words, as the engine gives them."""
    tables = table.tables_of(0)
    return GAME.describe_action(table.record(), tables, GAME.actions.id(label), viewer)


def test_every_answer_of_a_calm_voyage_is_told():
    command = begin(frame(Decision.COMMAND), step=Step.WAKE, cp=1, on=(HELM, 7, 7))
    assert told(command, "no") == "End Command: points left are lost."
    assert told(command, "pg 2") == "Send group 2 elsewhere."
    act(command, "pg 2")
    assert told(command, "post 9").startswith("Send group 2 to the ")
    act(command, "post 9")
    mutiny = act(at_sea(Step.MUTINY, morale=4, ch_tp=[0, 6, 0, 0, 0]), "no")
    assert told(mutiny, "yes") == "Call a Mutiny."
    act(mutiny, "yes")
    assert told(mutiny, "num 2") == "Bid 2 coins, 20 prestige."
    assert told(mutiny, "num 2", viewer=1) == "Choose in secret."


@pytest.mark.parametrize("viewer", [0, 1])
def test_a_coin_is_told_to_its_schemer_alone(viewer):
    table = begin(
        frame(Decision.STATIONS), on=(HELM, 3, CREW_QUARTERS), schemer=2, pg={0: GUARD}, rolled=0
    )
    act(table, "st_scheme")
    assert told(table, "coin gold", viewer) == "Choose in secret."
    assert "gold" in told(table, "coin gold", 2)


def test_tokens_traits_and_parts_are_named():
    charts = begin(frame(Decision.STATIONS), on=(HELM, FORECASTLE, 7), **dice(6, 1, 1))
    act(charts, "st_carto", "yes")
    assert told(charts, "cand 0") == "Put a marker on island C."
    learned = {**trait(1, Trait.WATCHFUL), **trait(0, Trait.HELMSMAN)}
    copied = act(at_sea(Step.COPY, **learned), "no")
    assert told(copied, "cand 0") == "Copy Helmsman."
    buried = at_sea(Step.LAND, frame(Decision.BURY), ship_c=8, ship_r=9, crew_booty=33)
    assert told(buried, "num 1") == "Bury 2 of the Crew Booty."
    assert labels(buried)[0] == "num 1"
