"""Each check catches the fault in a declaration, a text or a picture that it is for."""

import random
from copy import copy
from dataclasses import replace
from enum import IntEnum
from pathlib import Path

import numpy as np
import pytest

from piracy_env.core.actions import ActionTable, Block, Span
from piracy_env.core.layout import Group, Layout
from piracy_env.core.ranges import SWITCH
from piracy_env.core.rewards import RewardMode
from piracy_env.testing import check_game
from tests.testing import toy
from tests.testing.toy import ACTIONS, FIELDS, OBSERVATION, TOY


def check(game, name, **options):
    given = {"short": False, "first": "random", "lives": 2} | options
    return check_game(game, players=3, options=given, only=name, moves=40)


def assert_caught(game, name, words):
    report = check(game, name)
    assert not report.ok
    assert words in report.failures[0].details


class NegativePhase(IntEnum):
    ATTACK = 0
    DEFEND = 1
    LOST = -1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seats": (3, 2, 4)}, "player counts must rise"),
        ({"seats": (2, 3, 9)}, "at most 8 seats"),
        ({"phases": NegativePhase}, "phases must be distinct numbers"),
        ({"score_scale": lambda options: -1.0}, "score_scale must be positive"),
        ({"rewards": (RewardMode("survive", lambda options: (1, 0)),)}, "is bounded by 1.0 and 0"),
        ({"version": 2}, "no line that begins with version 2"),
        ({"presets": {"dull": {"lives": 9}}}, "option lives must be 1 to 3, not 9"),
    ],
)
def test_a_faulty_declaration_is_caught(change, words):
    assert_caught(replace(TOY, **change), "declaration", words)


def test_an_unsigned_field_is_caught():
    fields = tuple(
        ("score", np.uint16, (4,)) if name == "score" else (name, *rest) for name, *rest in FIELDS
    )
    assert_caught(replace(TOY, fields=fields), "fields", "score must be a signed integer")


def test_a_gap_between_fields_is_caught():
    inner = np.dtype([("small", np.int8), ("large", np.int64)], align=True)
    ranges = {**TOY.ranges, "ships.small": SWITCH, "ships.large": SWITCH}
    gappy = replace(TOY, fields=(*FIELDS, ("ships", inner, 2)), ranges=ranges)
    assert_caught(gappy, "fields", "has gaps")


def test_a_bound_of_no_moves_is_caught():
    assert_caught(replace(TOY, longest=lambda options: 0), "fields", "longest must be 1 to")


def tampered(table, **changes):
    """A table of which attributes say something else."""
    copy = type(table)(*getattr(table, "blocks", None) or table.groups)
    for name, value in changes.items():
        setattr(copy, name, value)
    return copy


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"spans": [Span(0, 5, 5), Span(6, 7, 1)]}, "do not lie end to end"),
        ({"labels": ("throw", *ACTIONS.labels[1:])}, "the label 'throw' of action 0 leads to 6"),
    ],
)
def test_a_faulty_action_table_is_caught(changes, words):
    assert_caught(replace(TOY, actions=tampered(ACTIONS, **changes)), "actions", words)


def test_too_many_actions_for_a_replay_are_caught():
    many = ActionTable(Block("count", number=range(40_000)))
    assert_caught(replace(TOY, actions=many), "actions", "1 to 32767 actions, not 40000")


@pytest.mark.parametrize(
    ("layout", "words"),
    [
        (tampered(OBSERVATION, slices=OBSERVATION.slices[:-1]), "do not lie end to end"),
        (Layout(Group("twice", ("a", "a"))), "2 floats have 1 distinct names"),
    ],
)
def test_a_faulty_observation_layout_is_caught(layout, words):
    assert_caught(replace(TOY, observation=layout), "groups", words)


def test_tables_that_can_be_written_to_are_caught():
    tables = copy(TOY.tables.load())
    object.__setattr__(tables, "record", tables.record.copy())
    report = check_game(TOY, players=3, tables=tables, only="tables")
    assert "can be written to" in report.failures[0].details


def test_a_secret_that_is_not_declared_as_hidden_is_caught():
    assert_caught(replace(TOY, hidden=("hand",)), "worlds", "a world changes deck")


def test_a_bound_that_games_exceed_is_caught():
    assert_caught(replace(TOY, longest=lambda options: 7), "length", "did not end within its 7")


def test_a_game_that_cannot_be_imported_is_caught():
    assert_caught(replace(TOY), "uncompiled", "importable as `module:attribute`")


# --- texts and pictures ---------------------------------------------------------------------------


def as_all_knowing(teller):
    """A teller that tells everybody what only the all-knowing may hear."""
    return lambda s, tables, *rest: teller(s, tables, *rest[:-1], None)


def with_the_generator(teller):
    return lambda s, *rest: teller(s, *rest).replace("seat", f"seat {s.rng % 7},", 1)


def with_a_global_die(teller):
    return lambda *given: teller(*given) + " " * (1 + int(random.random() * 9))


def without_draws_of_others(before, tables, action, after, viewer):
    """The toy's story, but of others' hands only how many cards they hold, if that changes."""
    hidden = {
        f"Seat {seat} draws"
        for seat in range(after.players)
        if viewer not in (None, seat)
        and list(before.hand[seat]).count(-1) == list(after.hand[seat]).count(-1)
    }
    lines = toy.tell(before, tables, action, after, viewer)
    return [line for line in lines if line.partition(" and has ")[0] not in hidden]


def with_the_dice_to_come(teller):
    return lambda *given: [*teller(*given), f"The sea looks {given[3].rng % 7}."]


def with_a_global_number(teller):
    return lambda *given: [*teller(*given), f"The sea looks {random.random()}."]


def with_a_change(teller):
    def tell(s, *rest):
        s.score[0] = s.score[0] + 1
        return teller(s, *rest)

    return tell


@pytest.mark.parametrize(
    ("change", "name", "words"),
    [
        ({"describe": as_all_knowing(toy.describe)}, "leaks", "hidden shows; description"),
        ({"describe": as_all_knowing(toy.describe)}, "scrambled_leaks", "description: "),
        ({"describe": as_all_knowing(toy.describe)}, "replay_views", "what is hidden from it"),
        ({"render": as_all_knowing(toy.render)}, "leaks", "hidden shows; picture"),
        (
            {"describe_action": as_all_knowing(toy.describe_action)},
            "leaks",
            "hidden shows; description of an action",
        ),
        ({"describe": with_the_generator(toy.describe)}, "generator", "shows in what is given"),
        ({"render": with_the_generator(toy.render)}, "generator", "shows in what is given"),
        ({"describe": with_a_global_die(toy.describe)}, "looking", "global random generator"),
        ({"render": with_a_change(toy.render)}, "looking", "read-only"),
        ({"describe": lambda s, tables, seat: " "}, "texts", "described by nothing"),
        ({"describe_action": lambda *given: ""}, "texts", "'attack left 1 with card 0' is"),
        ({"render": lambda s, tables, seat: "<svg><b></svg>"}, "texts", "the picture is no XML"),
        ({"render": lambda s, tables, seat: "<html/>"}, "texts", "no SVG, but <html>"),
        ({"describe": lambda s, tables, seat: 1 / 0}, "texts", "ZeroDivisionError"),
        ({"tell": lambda *given: "Land ho!"}, "news", "must be a list of lines, not 'Land ho!'"),
        ({"tell": lambda *given: ["Land\nho!"]}, "news", "must be a list of lines"),
        ({"tell": lambda *given: [" "]}, "news", "must be a list of lines"),
        ({"tell": lambda *given: []}, "news", "the story does not tell that hand["),
        ({"tell": with_the_dice_to_come(toy.tell)}, "news", "the generator shows in the story"),
        ({"tell": with_a_global_number(toy.tell)}, "news", "another one the second time"),
        ({"tell": with_a_change(toy.tell)}, "news", "read-only"),
    ],
)
def test_a_fault_in_texts_and_pictures_is_caught(change, name, words):
    assert_caught(replace(TOY, **change), name, words)


def test_nobody_has_to_be_told_what_it_may_not_know():
    check(replace(TOY, tell=without_draws_of_others), "news").require()


def test_the_declarations_of_the_toy_are_sound():
    names = ["declaration", "fields", "actions", "groups", "tables", "worlds", "length", "texts"]
    check(TOY, names).require()
    assert Path(toy.__file__).with_name("toy.toml").exists()
