"""Ransom: MUT-7."""

import pytest

from piracy_env.games.mutiny.state import Phase
from tests.games.mutiny.positions import active, ducats, layout, table
from tests.scenario import act, expect, labels, refuses

ALL_COVERED = "[B5 A4 C2] [B3 A2] [C3 A3 D2] [D3 A5 A?]"


def poor(purse="7 5 5 5", card="S06"):
    return table(ALL_COVERED, display=f"{card} S13 S12 M01", ducats=purse)


@pytest.mark.rule("MUT-7.1")
def test_only_without_any_stack():
    assert len(labels(poor(), "ransom")) == 5
    single = table("[B5 A4 C2] [B3 A2] [C3 A3 D2] [D3 A5]", display="S13")
    assert labels(single, "ransom") == []
    party = table("[B5 A4 C2] [B3 A2] [C3 A3 D2] [A? A5 D3]", display="S13")
    assert labels(party, "ransom") == []


@pytest.mark.rule("MUT-7.2")
def test_any_own_pirate_may_be_chosen():
    assert labels(poor(), "ransom") == [f"ransom {face}" for face in "2345?"]


@pytest.mark.rule("MUT-7.3")
@pytest.mark.parametrize(
    ("face", "after"),
    [("4", "2 10 5 5"), ("2", "2 10 5 5"), ("3", "2 5 10 5"), ("5", "2 5 5 10"), ("?", "2 5 5 10")],
)
def test_the_owner_of_the_party_is_paid(face, after):
    assert ducats(act(poor(), f"ransom {face}")) == after


@pytest.mark.rule("MUT-7.4")
def test_the_pirate_is_a_single_and_the_others_stay_in_order():
    engine = act(table("[B5 C2 A4 D2 C5] [B3 A2] [C3 A3] [D3 A5 A?]", display="S13"), "ransom 4")
    assert "[B5 C2 D2 C5]" in layout(engine)
    assert engine.record().above[2] == engine.record().below[2] == -1


@pytest.mark.rule("MUT-7.5")
@pytest.mark.parametrize(("purse", "left"), [(0, 0), (4, 0), (5, 0), (6, 1)])
def test_the_supply_adds_what_is_missing(purse, left):
    assert ducats(act(poor(f"{purse} 5 5 5"), "ransom 3")) == f"{left} 5 10 5"


@pytest.mark.rule("MUT-7.6")
def test_assembling_must_follow_at_once():
    engine = poor(card="S03")  # two parties with own pirates could board it in a mutiny
    assert len(labels(engine, "mutiny")) == 3
    act(engine, "ransom 4")
    assert active(engine) == "A"
    expect(engine, phase=Phase.RANSOM_ASSEMBLE, ransomed=2)
    assert labels(engine) == labels(engine, "assemble")
    assert all(label.startswith("assemble 4 onto") for label in labels(engine))
    refuses(engine, "mutiny against 3 of left 2 for slot 0", "ransom 3", "pass")


@pytest.mark.rule("MUT-7.7")
def test_the_turn_ends_after_assembling():
    engine = act(poor(), "ransom 4")
    expect(engine, turns=0)
    act(engine, "assemble 4 onto 5 of left 2")
    expect(engine, turns=1, phase=Phase.TURN, ransomed=-1)
    assert active(engine) == "B"
