"""Stories in words: what has happened, Specials by their names, what is asked."""

import pytest

from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.rules.adventure import hunt, jones
from piracy_env.games.skull_tales.state import Decision
from piracy_env.games.skull_tales.story_words import asked, story_lines
from tests.games.skull_tales.land.chapter import Chapter, explore
from tests.games.skull_tales.land.positions import T
from tests.games.skull_tales.land.test_exile import at_the_rock, exiled
from tests.scenario import act


@pytest.mark.parametrize(
    ("chapter", "flags", "words"),
    [
        ("captain_jones", {"s0": 3}, ["A killer of the quartermaster is about."]),
        ("captain_jones", {"s3": jones.AWAY}, ["The Lieutenant has left by an exit."]),
        ("exile", {"s17": 1}, ["Done: Move the rock."]),
        ("exile", {"s25": 1}, ["Searched with success: i10."]),
        ("castaways", {"s4": 3}, ["A and B: without the first starting card."]),
        ("castaways", {"s1": 9}, ["The Cursed One guards the spring."]),
        ("treasure_hunt", {"s1": 2}, ["Purified: B."]),
        ("treasure_hunt", {"s4": 2}, ["B will be the sacrifice."]),
        ("treasure_hunt", {"s6": 2}, ["A has weapons of B."]),
        ("treasure_hunt", {"s12": 2}, ["B has explored 2 tiles."]),
        ("treasure_hunt", {"s17": 2}, ["Drink from the still: B."]),
        ("awakening", {"s0": 1}, ["The Barracks are warned: who comes there sprints."]),
        ("awakening", {"s3": 5, "s4": 2}, ["An Enemy of the tavern is about."]),
        ("cheating_death", {"s2": 1}, ["B was in the northern cell."]),
        ("cheating_death", {"s11": 1}, ["A has left by the harbour gate."]),
        ("skull_cove", {}, []),
    ],
)
def test_what_has_happened_is_told(chapter, flags, words):
    table = Chapter(chapter, ("sea_dog", (2, 2)), ("surgeon", (2, 3)), tiles=(("i4", 0, 0),))
    table.story(**flags)
    engine = table.play()
    assert story_lines(engine.record(), T) == words
    for line in words:
        assert line in " ".join(engine.describe(0).split())


def test_specials_have_names():
    engine = act(at_the_rock().play(), "chapter")
    record = engine.record()
    assert GAME.describe_action(record, T, GAME.actions.id("num 1"), 0) == "Move the rock."


def test_a_trap_is_named():
    table = exiled()
    table.pile("i12")
    engine = explore(table.play(5))
    assert asked(engine.record(), T, 0) == (
        "A (you) may pay 1 AP for a roll to avoid a trap: Stakes"
    )


def test_a_disorders_price_is_told():
    table = Chapter("treasure_hunt", ("sea_dog", (2, 3)), tiles=(("i6", 0, 0),))
    table.set(dis=[hunt.CALL, -1, -1, -1, -1], stage_moves=3999)
    table.story(s11=6)
    engine = act(table.play(), "step E")
    assert engine.record().stk[engine.record().sp - 1][0] == Decision.SPECIAL
    assert "Insightful (yes) or 60 coins (no)" in asked(engine.record(), T, 0)
