"""Stories: what was done, what came of it, and what a seat was told since its last turn."""

import copy
from dataclasses import replace

import numpy as np
import pytest

from piracy_env.core import batch
from piracy_env.core.engine import Engine
from piracy_env.core.replay import Replay
from piracy_env.core.story import Story
from piracy_env.errors import GameDefinitionError, OptionError, OrderError
from tests.core.whispers import ACT, GAME
from tests.testing.toy import TOY, Phase

SAY, WRITE = ACT.say.start, ACT.write.start


def make(num_envs=1, game=GAME, **settings):
    engine = Engine(game, num_envs, **{"seed": 3, "auto_reset": False, "record": True} | settings)
    engine.reset()
    return engine


def die(engine, i=0):
    return f"The die shows {engine.record(i).die}."


# --- since the last turn --------------------------------------------------------------------------


def test_a_seat_is_told_what_came_of_its_turn_and_what_the_others_did():
    engine = make()
    assert engine.news(0) == []
    engine.step([SAY + 2])
    own = die(engine)
    engine.step([SAY + 1])
    assert engine.view().news(0) == [
        own,
        "Seat 0 has spoken 2.",
        "B: Say 1.",
        die(engine),
        "Seat 1 has spoken 1.",
    ]


def test_who_has_had_no_turn_is_told_all_since_the_deal():
    engine = make()
    engine.step([SAY + 2])
    assert engine.view().news(0) == ["A: Say 2.", die(engine), "Seat 0 has spoken 2."]


def test_a_seat_is_told_no_more_than_it_may_know():
    engine = make()
    engine.step([WRITE + 2])
    assert engine.news(0, 1) == ["A: Write something.", die(engine)]
    assert engine.news(0, 0) == [die(engine), "Seat 0 has written 2."]
    assert engine.news(0, None) == ["A: Write 2.", die(engine), "Seat 0 has written 2."]


def test_news_may_be_asked_for_again():
    engine = make()
    heard = []
    for action in (SAY + 1, WRITE + 2, SAY + 3):
        engine.step([action])
        heard.append(engine.view().news(0))
        assert engine.view().news(0) == heard[-1]
    late = make()
    for action in (SAY + 1, WRITE + 2, SAY + 3):
        late.step([action])
    assert late.view().news(0) == heard[-1]
    assert len({tuple(lines) for lines in heard}) == 3


def test_each_game_of_a_batch_has_its_own_news():
    engine = make(3)
    engine.step([SAY, SAY + 1, WRITE])
    assert [engine.view().news(k)[0] for k in range(3)] == [
        "A: Say 0.", "A: Say 1.", "A: Write something."
    ]  # fmt: skip
    assert engine.view([2]).news(0)[0] == "A: Write something."


@pytest.mark.parametrize(
    "change",
    [
        lambda engine: engine.reset(),
        lambda engine: engine.reset(3),
        lambda engine: engine.set(0, die=4, moves=0),
        lambda engine: engine.load_state(0, engine.states[:1].copy()),
    ],
    ids=["dealt", "dealt again", "edited", "restored"],
)
def test_a_game_that_is_dealt_anew_or_edited_has_no_past(change):
    engine = make()
    engine.step([SAY + 2])
    engine.step([SAY + 1])
    assert engine.news(0, 0)
    change(engine)
    assert engine.news(0, 0) == []
    engine.step([SAY + 3])
    assert engine.news(0, None)[0].endswith(": Say 3.")


def test_copies_of_an_engine_go_their_own_way():
    engine = make()
    engine.step([SAY + 2])
    other = copy.deepcopy(engine)
    engine.step([SAY + 1])
    other.step([SAY + 3])
    assert "B: Say 1." in engine.news(0, 0)
    assert "B: Say 3." in other.news(0, 0)


def test_an_engine_that_records_nothing_tells_nothing():
    engine = make(record=False)
    assert engine.news() == []
    engine.step([SAY])
    with pytest.raises(OrderError, match="make the engine with record=True"):
        engine.news()
    with pytest.raises(OptionError, match="seat must be"):
        make().news(0, 5)


def test_a_game_without_a_story_tells_who_did_what():
    engine = make(game=replace(GAME, tell=None, told=()))
    engine.step([SAY + 2])
    assert engine.news() == ["A: Say 2."]


# --- the last move --------------------------------------------------------------------------------


def marking(before, tables, action, now, viewer):
    words = GAME.describe_action(before, tables, action, viewer)
    return f"<text>{before.seat}: {words} {now.turns - before.turns}</text>"


MARKING = replace(GAME, mark=marking)


def test_the_last_action_is_marked_in_pictures_as_the_viewer_may_know_it():
    engine = make(game=MARKING)
    assert engine.last_told() is None
    assert engine.render() == make().render(), "nothing has been done"
    engine.step([WRITE + 2])
    for viewer, words in (
        *((0, "Write 2."), (None, "Write 2.")),
        *((1, "Write something."), ("common", "Write something.")),
    ):
        assert engine.render(0, viewer).endswith(f"<text>0: {words} 1</text></svg>")
    assert engine.last_told(0, 1).as_last(1) == "Last move, A: Write something."


def test_what_a_viewer_is_not_told_leaves_the_mark_where_it_was():
    silent = replace(
        MARKING,
        describe_action=lambda s, t, action, viewer: (
            "" if action >= WRITE and viewer == 1 else GAME.describe_action(s, t, action, viewer)
        ),
    )
    engine = make(game=silent, players=3)
    engine.step([SAY + 3])
    engine.step([SAY])
    engine.step([WRITE + 2])
    told = engine.last_told(0, 1)
    assert (told.seat, told.words(1)) == (1, "Say 0.")
    assert engine.last_told(0, 0).seat == 2
    assert "1: Say 0. 2</text>" in engine.render(0, 1), "drawn over the present position"


def test_a_new_deal_an_edit_and_an_engine_without_record_have_nothing_to_mark():
    engine, plain = make(game=MARKING), make(game=MARKING, record=False)
    for one in (engine, plain):
        one.step([SAY])
    assert plain.render() == make(game=GAME, record=False).game.render(
        plain.record(), plain.tables_of(), 1
    )
    assert plain.last_told() is None
    assert "Say 0." in engine.render()
    engine.set(0, die=3)
    assert engine.last_told() is None
    engine.step([SAY])
    engine.reset()
    assert engine.last_told() is None


# --- forced moves ---------------------------------------------------------------------------------


def test_moves_that_are_played_by_themselves_are_told_one_by_one():
    engine, plain = (make(game=TOY, players=3, skip_forced=skip) for skip in (True, False))
    attacker, action = int(engine.seat[0]), engine.legal()[0]
    engine.step([action])
    plain.step([action])
    assert plain.record().phase == Phase.DEFEND
    plain.step(plain.legal())
    assert (engine.states == plain.states).all()
    lines = engine.news(0, attacker)
    assert lines[0].endswith(" blades is shown.")
    assert any("Throw the die." in line for line in lines)
    events = list(Story(engine).go_on(engine))
    assert [event.forced for event in events] == [False, True]
    assert engine.news(0, None) == [line for event in events for line in event.lines(None)]


def test_a_seat_that_was_not_asked_had_no_turn():
    """Its forced throw was played by itself: it is told of the attack before it, too."""
    engine = make(game=TOY, players=2, skip_forced=True)
    attacker = int(engine.seat[0])
    engine.step([engine.legal()[0]])
    victim = engine.news(0, 1 - attacker)
    assert "Attack" in victim[0]
    assert any(line.endswith("Throw the die.") for line in victim)


# --- events and replays ---------------------------------------------------------------------------


def test_a_story_goes_on_where_it_was():
    engine = make()
    story = Story(engine)
    assert list(story.go_on(engine)) == []
    engine.step([SAY + 1])
    engine.step([WRITE + 1])
    assert [event.words(None) for event in story.go_on(engine)] == ["Say 1.", "Write 1."]
    assert list(story.go_on(engine)) == []
    assert story.is_of(engine)
    engine.reset()
    assert not story.is_of(engine)


def test_a_story_may_begin_with_what_is_still_to_come():
    engine = make()
    engine.step([SAY + 1])
    story = Story(engine, now=True)
    assert list(story.go_on(engine)) == []
    engine.step([WRITE + 1])
    (event,) = story.go_on(engine)
    assert event.lines(None) == ["B: Write 1.", die(engine), "Seat 1 has written 1."]
    assert (event.after == engine.states).all()


def test_the_first_actions_of_a_game_may_be_left_out(monkeypatch):
    """Some of them are in the window of compiled code, others before it."""
    monkeypatch.setattr(batch, "WINDOW", 4)
    engine = make(rounds=9)
    for _ in range(11):
        engine.step(engine.uniform())
    every = engine.played()
    assert len(every) == 11
    for since in range(20):
        assert engine.played(since=since) == every[since:]


def test_a_story_of_an_edited_game_begins_where_it_was_edited():
    engine = make()
    engine.step([SAY + 1])
    engine.set(0, die=5)
    engine.step([SAY + 2])
    (event,) = Story(engine).go_on(engine)
    assert (event.seat, int(event.before["die"][0])) == (1, 5)


def test_nobody_who_tells_a_story_changes_what_was():
    engine = make(game=replace(GAME, tell=lambda before, *_: before.__setattr__("die", 9)))
    engine.step([SAY])
    with pytest.raises(ValueError, match="read-only"):
        engine.news()


def test_the_replay_of_a_seat_has_the_news_before_the_position():
    engine = make()
    engine.step([SAY + 2])
    first = die(engine)
    engine.step([WRITE + 1])
    view = Replay.of(engine).view(0)
    assert [turn.news for turn in view.turns] == [
        (),
        (first, "Seat 0 has spoken 2."),
        (die(engine),),
    ]
    assert view.as_dict()["turns"][1]["news"] == [first, "Seat 0 has spoken 2."]
    text = view.text()
    assert text.index("Move 1, A: Say 2.") < text.index(first) < text.index("Move 2, B: ")


def test_what_comes_of_secret_moves_is_told_with_the_turn_before():
    def describe_action(s, tables, action, viewer):
        secret = action >= WRITE and viewer not in (None, s.seat)
        return "" if secret else GAME.describe_action(s, tables, action, viewer)

    engine = make(game=replace(GAME, describe_action=describe_action))
    engine.step([SAY + 2])
    first = die(engine)
    engine.step([WRITE + 1])
    second = die(engine)
    engine.step([SAY + 1])
    turns = Replay.of(engine).view(0).turns
    assert [turn.action for turn in turns] == ["Say 2.", "Say 1.", ""]
    assert turns[1].news == (first, "Seat 0 has spoken 2.", second)
    # since its last turn, which was the third move; before it, what came of both others
    assert engine.news(0, 0) == [die(engine), "Seat 0 has spoken 3."]


# --- declarations ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"told": ()}, "`told` .* and `tell` must be declared together"),
        ({"tell": None}, "`told` .* and `tell` must be declared together"),
        ({"told": ("die", "purse")}, "told fields purse are not in the state"),
        ({"tell": "a story"}, "`tell` must be a function, not 'a story'"),
    ],
)
def test_a_declaration_that_contradicts_itself_is_refused(change, words):
    with pytest.raises(GameDefinitionError, match=words):
        replace(GAME, **change)


def test_news_are_no_way_into_an_engine():
    engine = make()
    engine.step([SAY])
    (event,) = Story(engine).go_on(engine)
    event.after["die"] = 99
    assert engine.record().die < 9
    assert np.asarray(engine.states["die"])[0] < 9
