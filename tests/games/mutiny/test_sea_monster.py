"""The sea monster: MUT-9."""

import pytest

from tests.games.mutiny.positions import booty, ducats, ended, owned, table
from tests.scenario import act


def hunt(purse="5 5 5 5"):
    engine = table("[A2 B3 C4 D5 A3 B?]", display="M01 S13", ducats=purse)
    return act(engine, "capture slot 0 with 2")


@pytest.mark.rule("MUT-9.1")
def test_both_tokens_are_the_captains():
    assert booty(hunt(), "A") == "wheel anchor"


@pytest.mark.rule("MUT-9.2")
def test_the_mate_gets_no_token():
    assert booty(hunt(), "B") == ""


@pytest.mark.rule("MUT-9.3")
def test_mate_and_crew_are_paid():
    assert ducats(hunt()) == "14 11 9 10"
    assert owned(hunt(), "A") == "M01"


@pytest.mark.rule("MUT-9.4", "MUT-10.14")
def test_the_owner_pays_nothing_for_the_black_spot():
    end = {"ducats": "20 20 20 20", "kept": {"A": "M01"}}
    assert ended(spot="A", **end).outcome()[0] == [20, 20, 20, 20]
    assert ended(spot="B", **end).outcome()[0] == [20, 10, 20, 20]
