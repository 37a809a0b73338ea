"""Assembling: MUT-4."""

import pytest

from piracy_env.games.mutiny import GAME
from piracy_env.games.mutiny.stacks import stack_under
from tests.games.mutiny.positions import active, layout, pirate, table
from tests.scenario import act, deal, labels, refuses


@pytest.mark.rule("MUT-4.1")
@pytest.mark.parametrize(
    ("before", "action", "after"),
    [
        ("", "assemble 2 onto 5 of left 1", "[A2 B5]"),
        ("[B5 C2]", "assemble 2 onto 5 of left 1", "[A2 B5 C2]"),
        ("[A2 C2]", "assemble 2 onto 5 of left 1", "[A2 C2 B5]"),
        ("[A2 C2] [D? B5]", "assemble 2 onto ? of left 3", "[A2 C2 D? B5]"),
    ],
)
def test_any_own_stack_goes_onto_any_stack_of_another_player(before, action, after):
    assert layout(act(table(before), action)) == after


@pytest.mark.rule("MUT-4.1")
def test_only_top_pirates_are_named():
    engine = table("[A2 C2] [D? B5]")
    refuses(engine, "assemble 2 onto 2 of left 2", "assemble 2 onto 5 of left 1")
    engine = table("[B2 A3]")
    assert not [label for label in labels(engine) if label.startswith("assemble 3")]


@pytest.mark.rule("MUT-4.2")
def test_both_stacks_keep_their_order():
    engine = act(table("[A3 C2 B4] [B? A5 D2]"), "assemble 3 onto ? of left 1")
    assert layout(engine) == "[A3 C2 B4 B? A5 D2]"
    assert pirate("A3") == stack_under(engine.record(), pirate("A3"))[0]


@pytest.mark.rule("MUT-4.3")
def test_captain_and_mate_are_the_two_on_top():
    engine = act(table("[B5 C2]"), "assemble 2 onto 5 of left 1")
    position = engine.describe(0, 0)
    assert "[A2 B5 C2]" in position
    engine = act(table("[A2 B5 C?]", display="S04 S13"), "capture slot 0 with 2", "take rum")
    assert engine.record().tokens[1, 5] == 1  # the mate, B5, has the anchor
    assert sum(engine.record().tokens[2]) == 0  # the crew, C?, has none


@pytest.mark.rule("MUT-4.4")
def test_the_captains_colour_tells_who_commands():
    engine = table("[A2 B3 B4 B5 B?]", display="S10 S13")
    assert labels(engine, "capture") == ["capture slot 0 with 2"]
    engine = table("[A2 B3 B4 B5 B?]", display="S10 S13", turn="B")
    assert labels(engine, "capture") == []


@pytest.mark.rule("MUT-4.5")
def test_faces_play_no_part():
    engine = deal(GAME, first_player=0)
    assert len(labels(engine, "assemble")) == 5 * 15


@pytest.mark.rule("MUT-4.6", "MUT-4.7")
def test_nine_pirates_are_allowed_and_ten_are_not():
    engine = table("[A2 B2 C2 D2] [B3 C3 D3 A3 B4] [C4 D4 B5 C5 D5 A4]")
    assert "assemble 2 onto 3 of left 1" in labels(engine)
    refuses(engine, "assemble 2 onto 4 of left 2")
    assert "assemble 5 onto 4 of left 2" in labels(engine)
    engine = table("[A2 B2 C2 D2 A3] [B3 C3 D3 B4 C4]")
    refuses(engine, "assemble 2 onto 3 of left 1")


@pytest.mark.rule("MUT-4.8")
def test_no_own_stack_goes_onto_an_own_one():
    engine = deal(GAME, players=5, first_player=2)
    named = {(seat, GAME.actions.parse(a)[1]["left"]) for a in engine.legal() for seat in [2]}
    assert named == {(2, left) for left in range(4)}  # left 1 to left 4: never the player itself
    engine = table("[A4 A5 B2]", players=3)
    own = {"2": 0, "3": 20, "4": 40, "?": 80}  # first id of each own stack
    targets = range(1, 10)  # B3, B4, B5, B?, then C2 to C?; B2 is no stack
    assert engine.legal() == [first + target for first in own.values() for target in targets]


@pytest.mark.rule("MUT-4.9")
def test_a_new_party_boards_in_a_later_turn():
    engine = act(table(display="S01 S02"), "assemble 2 onto 5 of left 1")
    assert active(engine) == "B"
    act(engine, *["assemble 2 onto 3 of left 1"] * 3)
    assert active(engine) == "A"
    assert labels(engine, "capture") == ["capture slot 0 with 2", "capture slot 1 with 2"]
