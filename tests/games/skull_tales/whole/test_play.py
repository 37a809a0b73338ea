"""Whole campaigns at random: sound positions, secrets that are kept, stories that are complete."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from piracy_env.games.skull_tales import GAME as AT_SEA
from piracy_env.games.skull_tales.adventure import GAME as ASHORE
from piracy_env.games.skull_tales.campaign import GAME
from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.state import Ended
from tests.games.skull_tales.stories import is_told, left_out, moves, story
from tests.games.skull_tales.whole.crews import ashore, between, campaign, judged
from tests.scenario import deal

EAGER = {"explore": 8, "chapter": 8, "jump": 4, "push": 3, "break_away": 4, "end_turn": 0.5}
MOVES, EVERY = 80, 20
SCENES = {
    "port": lambda: between(Stage.PORT),
    "voyage": lambda: between(Stage.VOYAGE),
    "awakening": lambda: ashore(2),
    "hunt": lambda: ashore(5),
    "castaways": lambda: ashore(11),
}


def begun(scene):
    """A position in which something is asked."""
    table = SCENES[scene]()
    if scene in ("port", "voyage"):
        table.step([GAME.actions.id("no")])
    return table


def chosen(table, dice):
    """A random action, of those that bring the game on more often."""
    legal = list(table.legal())
    return dice.choices(legal, [EAGER.get(GAME.actions.parse(one)[0], 1) for one in legal])[0]


def given(table, seat, legal):
    """All that a seat is given of a position; which actions are legal the mover alone is told."""
    return (
        table.observe(0, seat).tobytes(),
        table.describe(0, seat),
        table.render(0, seat),
        [table.describe_action(0, action, seat) for action in legal],
    )


@pytest.mark.rule("STA-R49")
@pytest.mark.parametrize("scene", SCENES)
def test_worlds_of_a_seat_look_like_the_true_one(scene):
    table, board, dice = begun(scene), campaign(), Random(len(scene))
    for move in range(MOVES):
        if table.record().over:
            break
        if move % EVERY == 0:
            assert table.complaints() == []
            legal = list(table.legal())
            for seat in range(3):
                seen = table.observe(0, seat)
                assert 0.0 <= seen.min() <= seen.max() <= 1.0
                board.load_state(0, table.sample(0, seat, move))
                assert board.complaints() == []
                assert given(board, seat, legal[:8]) == given(table, seat, legal[:8])
                if seat == table.record().seat:
                    assert list(board.legal()) == legal
        table.step([chosen(table, dice)])


@pytest.mark.parametrize("scene", SCENES)
def test_random_play_is_told_in_full_and_without_secrets(scene):
    table, dice = begun(scene), np.random.default_rng(len(scene))
    for seat, (before, action, after), (seen, then) in moves(table, dice, 25):
        assert left_out(GAME, before, action, after) == []
        assert story(GAME, seen, action, then, seat) == story(GAME, before, action, after, seat)


def step(table, label):
    """The states before and after an action, and what it is."""
    before, action = table.states[:1].copy(), GAME.actions.id(label)
    table.step([action])
    return before, action, table.states[:1].copy()


@pytest.mark.parametrize(
    ("table", "label", "words"),
    [
        (
            lambda: between(Stage.AFTER_VOYAGE, camp_ch=3, fate=int(Ended.GOAL_REACHED)),
            "no",
            "The board of Exile is laid out: ",
        ),
        (lambda: judged(3, 1), "continue", "The board is put away: "),
        (lambda: judged(3, 1), "repeat", "has been repeated 1 time"),
        (lambda: judged(11, 2), "continue", "The board is put away: "),
        (lambda: judged(3, 2, camp_last=3), "continue", "The end: the campaign is over"),
    ],
    ids=("ashore", "on to port", "once more", "home", "the end"),
)
def test_between_phases_all_is_told(table, label, words):
    before, action, after = step(table(), label)
    lines = story(GAME, before, action, after)
    assert is_told(lines, words), lines
    assert left_out(GAME, before, action, after) == []


@pytest.mark.parametrize("players", [1, 2, 5])
def test_campaigns_go_on(players):
    table, dice = campaign(players=players, camp_ch=1, start_allies=1, seed=players), Random(3)
    for number in range(150):
        if number % 10 == 0:
            assert not table.complaints()
        table.step([chosen(table, dice)])
    assert not table.complaints()


# --- the family -----------------------------------------------------------------------------------


def test_the_listings_are_parts_of_the_whole():
    """Names and order of actions and of groups are those of the whole (section 0.9)."""
    assert (GAME.actions.size, GAME.observation.size) == (474, 6755)
    whole_actions, whole_groups = labels_of(GAME), groups_of(GAME)
    for part in (AT_SEA, ASHORE):
        assert in_order(labels_of(part), whole_actions)
        assert in_order(groups_of(part), whole_groups)
    assert labels_of(ASHORE) == whole_actions[: ASHORE.actions.size]
    fields = set(GAME.dtype.names)
    assert set(AT_SEA.dtype.names) <= fields
    assert set(ASHORE.dtype.names) - {"chapter"} <= fields


def labels_of(game):
    return [game.actions.label(action) for action in range(game.actions.size)]


def groups_of(game):
    return [(group.name, group.size) for group in game.observation.groups]


def in_order(some, all_):
    """Whether some of a list come in its order."""
    rest = iter(all_)
    return all(one in rest for one in some)


def test_an_adventure_goes_as_it_does_alone():
    """The same Adventure from the same position, decision by decision."""
    whole = ashore(3)
    alone = deal(ASHORE, chapter="exile", seed=5)
    names = [name for name in ASHORE.dtype.names if name not in ("stk", "sp", "scenario")]
    state = alone.states[:1].copy()
    for name in names:
        state[name] = whole.states[name]
    stack = whole.states["stk"][0, 1:].tolist()
    state["stk"][0, : len(stack)], state["sp"] = stack, whole.states["sp"][0] - 1
    for name in ("roll_window", "captain_control", "disorders", "melee_target"):
        state[name] = whole.states[name]
    alone.load_state(0, state)
    dice = Random(2)
    for _ in range(60):
        assert list(alone.legal()) == list(whole.legal())
        action = chosen(whole, dice)
        alone.step([action])
        whole.step([action])
        different = [name for name in names if (alone.states[name] != whole.states[name]).any()]
        assert not different


def test_on_the_board_both_the_chapter_and_the_adventure_are_described():
    words = ashore(2).describe(0, 0)
    for part in ("Chapter 2, Awakening of Darkness: ashore", "Crew Booty 100", "Flag: "):
        assert part in words
