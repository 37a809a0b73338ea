"""Listings: several games over one package, each with the parts that it uses."""

import pickle
import re
from dataclasses import replace

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.core.family import marking, runs_of, weighing
from piracy_env.core.jit import COMPILED, kernel
from piracy_env.core.layout import Group, Layout
from piracy_env.core.options import Flag, Number, OneOf
from piracy_env.core.record import Record
from piracy_env.core.writers import observing
from piracy_env.errors import GameDefinitionError, InvalidStateError, OptionError
from tests.testing import cruise
from tests.testing.cruise import CRUISE, LAND, SEA, Phase

HOME = f"{__name__}:NONE"


def begun(game, **options):
    engine = Engine(game, seed=3, auto_reset=False, **options)
    engine.reset()
    return engine


# --- what a listing is ----------------------------------------------------------------------------


def test_a_listing_has_what_it_takes_in_the_order_of_the_whole():
    assert [one.name for one in SEA.phases] == ["PORT", "SEA"]
    assert [one[0] for one in SEA.fields] == ["coins", "stack", "sp", "hull", "day", "wind"]
    assert SEA.actions.labels == ("no", "yes", "throw 0", "throw 1", "throw 2")
    assert [one.name for one in LAND.observation.groups] == ["decision", "purses", "isle"]
    assert SEA.decisions.names == ("REFIT", "WATCH", "STORM")
    assert (SEA.hidden, LAND.hidden) == (("wind",), ("isle.chest",))
    assert sorted(LAND.ranges) == ["coins", "isle.chest", "isle.dug", "left", "sp", "stack"]


def test_a_listing_tells_what_it_has_of_the_story():
    assert (SEA.told, LAND.told) == (("coins", "hull"), ("coins", "isle.dug"))
    mute = replace(CRUISE, told=("isle.dug",)).listing(HOME, name="mute", fields=cruise.COMMON)
    assert (mute.told, mute.tell) == ((), None)


def test_a_listing_marks_its_own_actions():
    whole = replace(CRUISE, mark=lambda before, tables, action, now, viewer: f"whole's {action}")
    part = whole.listing(HOME, name="part", fields=cruise.COMMON, blocks=("yes",))
    assert part.mark(None, None, 0, None, None) == f"whole's {CRUISE.actions.id('yes')}"


def test_the_order_in_which_parts_are_named_does_not_matter():
    other = CRUISE.listing(
        HOME,
        name="other",
        fields=(*cruise.AT_SEA, *cruise.COMMON),
        blocks=("throw", "yes", "no"),
        groups=("ship", "purses", "decision", "phase"),
    )
    assert (other.dtype.names[-6:], other.actions.labels) == (
        SEA.dtype.names[-6:],
        SEA.actions.labels,
    )
    assert other.observation.feature_names() == SEA.observation.feature_names()


def test_what_is_not_mentioned_is_as_in_the_whole():
    other = CRUISE.listing(HOME, name="other", title="Other", phases=("SEA",))
    assert other.dtype == CRUISE.dtype
    assert other.legal is CRUISE.legal
    assert (other.actions, other.observation, other.history) == (
        CRUISE.actions,
        CRUISE.observation,
        CRUISE.history,
    )
    assert (other.presets, other.whole) == ({}, CRUISE)


def test_fixed_options_are_kept_in_the_state_and_not_offered():
    engine = begun(SEA)
    assert engine.states["scenario"][0] == cruise.SEA_ONLY
    assert "scenario" not in SEA.options
    assert engine.options.as_dict() == {"players": 2, "days": 4, "purse": 4}
    with pytest.raises(OptionError, match="cruise_sea has no option 'scenario'"):
        Engine(SEA, scenario="land")
    state = engine.states.copy()
    state["scenario"] = cruise.LAND_ONLY
    with pytest.raises(InvalidStateError, match="scenario is 1, but this engine plays with 0"):
        engine.load_state(0, state)


def test_a_listing_may_have_options_of_its_own():
    """Words that it does not offer keep their numbers; what it fixes may be none of the whole's."""
    words = OneOf("all", ("land", "all"), numbers=(1, 2))
    other = CRUISE.listing(
        HOME,
        name="other",
        options={"scenario": words, "spice": Flag(False)},
        fixed={"days": Number(6, 1, 6), "purse": 3},
    )
    assert list(other.options) == ["scenario", "spice"]
    stored = other.choose(scenario="land").stored
    assert stored == {"scenario": 1, "spice": 0, "days": 6, "purse": 3}
    assert other.dtype.names[7:11] == ("scenario", "spice", "days", "purse")
    with pytest.raises(OptionError, match="option scenario must be one of land, all, not 'sea'"):
        other.choose(scenario="sea")


def test_listings_are_pickled_by_where_they_are():
    assert pickle.loads(pickle.dumps([CRUISE, SEA, LAND])) == [CRUISE, SEA, LAND]


# --- what its kernels do --------------------------------------------------------------------------


def test_a_listing_plays_what_the_whole_plays_in_the_same_words():
    """Actions have other ids, but the same labels, words and effects."""
    here = begun(SEA, days=3, record=True)
    there = begun(CRUISE, scenario="sea", days=3, record=True)
    common = [name for name in SEA.dtype.names if name != "rng"]
    there.set(rng=int(here.states["rng"][0]), wind=int(here.states["wind"][0]))
    dice = np.random.default_rng(0)
    while not here.record().over:
        labels = [SEA.actions.label(one) for one in here.legal()]
        assert labels == [CRUISE.actions.label(one) for one in there.legal()]
        label = str(dice.choice(labels))
        words = here.describe_action(0, SEA.actions.id(label))
        assert words == there.describe_action(0, CRUISE.actions.id(label))
        here.step([SEA.actions.id(label)])
        there.step([CRUISE.actions.id(label)])
        news = [one for one in there.news(0, None) if not one.startswith("dug")]
        assert news[-2].startswith(f"After {label}: ")
        assert here.news(0, None) == news
        for name in common:
            assert np.array_equal(here.states[name], there.states[name]), name
        assert here.states["rng"] == there.states["rng"]
    assert SEA.observation.named(here.observe(0, 1)[None])["ship"].tolist() == (
        CRUISE.observation.named(there.observe(0, 1)[None])["ship"].tolist()
    )


def test_rules_that_allow_what_a_listing_lacks_are_found_out():
    """Were it left out in silence, a decision would have fewer choices than the rules give it."""

    @kernel
    def rule(s, t, mask):
        mask[1] = True
        mask[3] = s

    marks = np.zeros(2, np.uint8)
    legal = marking(rule, np.array([1, 2]), 4)
    legal(0, 0, marks)
    assert marks.tolist() == [1, 0]
    with pytest.raises(LookupError, match="an action that this listing lacks"):
        legal(1, 0, marks)


@pytest.mark.parametrize(
    ("ids", "runs"),
    [
        ([], []),
        ([3], [[0, 3, 1]]),
        ([0, 1, 2], [[0, 0, 3]]),
        ([0, 2, 3, 7], [[0, 0, 1], [1, 2, 2], [3, 7, 1]]),
    ],
)
def test_ids_without_a_gap_are_copied_together(ids, runs):
    assert runs_of(np.array(ids, np.int64)).tolist() == runs


def test_a_rule_that_values_the_actions_of_the_whole_values_those_of_a_listing():
    """`throw` has other numbers in the listing, which has no `cell`; what is illegal is no use."""

    @kernel
    def opinion(s, t, w, mask, value):
        for action in range(len(mask)):
            value[action] = 10 * mask[action] + action

    marks, worths = np.array([1, 0, 0, 1, 1], np.uint8), np.zeros(5, np.float32)
    weighing(opinion, SEA)(0, 0, 0, marks, worths)
    there = [CRUISE.actions.id(SEA.actions.label(own)) for own in range(5)]
    assert worths.tolist() == [10 * mark + one for mark, one in zip(marks, there, strict=True)]
    with pytest.raises(GameDefinitionError, match="cruise is no listing: its `weigh` needs no bor"):
        weighing(opinion, CRUISE)


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "a listing of cruise needs a name of its own"),
        ({"name": "cruise"}, "a listing of cruise needs a name of its own"),
        ({"phases": ("PORT", "ISLE")}, "other: the whole has no phase ISLE; there are: PORT, SEA"),
        ({"fields": ("hull", "keel")}, "other: the whole has no field keel; there are: coins"),
        ({"blocks": ("no", "maybe")}, "other: the whole has no action block maybe"),
        ({"blocks": "no"}, "other: action blocks are taken as a list of names, not as 'no'"),
        ({"groups": ("sky",)}, "other: the whole has no observation group sky"),
        ({"groups": ()}, "other: a listing takes at least one observation group"),
        ({"decisions": ("DIG", "DIG")}, "other: decision DIG is taken twice"),
        ({"options": ("wind",)}, "other: the whole has no option wind"),
        ({"fixed": {"wind": 2}}, "other: the whole has no option wind; there are: scenario"),
        ({"fixed": {"days": 9}}, "other: the fixed option days must be 1 to 6, not 9"),
        ({"fixed": {"days": 3}, "options": ("days",)}, "option days is fixed, and offered as"),
        ({"options": {"days": 3}}, "other: option days must be a Number, Flag, OneOf, Numbers or"),
        ({"sails": 3}, "other: a game has no sails"),
    ],
)
def test_a_listing_that_cannot_be_is_refused(facts, words):
    named = facts if words.startswith("a listing of") else {"name": "other", **facts}
    with pytest.raises(GameDefinitionError, match=re.escape(words)):
        CRUISE.listing(HOME, **named)


def test_what_is_fixed_is_not_offered():
    with pytest.raises(GameDefinitionError, match="cruise: option days is fixed, and offered as"):
        replace(CRUISE, fixed={"days": Number(3, 1, 6)})
    with pytest.raises(GameDefinitionError, match="cruise_sea: option purse must be a Number, Fl"):
        replace(SEA, options={}, fixed={"purse": 3})


def test_fewer_decisions_need_kernels_that_come_from_their_table():
    @kernel
    def step(s, t, action):
        pass

    own = replace(CRUISE, step=step)
    with pytest.raises(GameDefinitionError, match="`step` of cruise is not that of its table"):
        own.listing(HOME, name="other", decisions=("DIG",))
    with pytest.raises(GameDefinitionError, match="cruise declares no decisions"):
        replace(CRUISE, decisions=None).listing(HOME, name="other", decisions=("DIG",))


def test_fewer_groups_need_writers():
    layout = Layout(Group("one"), Group("two", write=cruise.write_ship))
    with pytest.raises(GameDefinitionError, match="observation groups one have no writer"):
        observing(layout)
    other = replace(CRUISE, observation=layout)
    with pytest.raises(GameDefinitionError, match="other: observation groups one have no writer"):
        other.listing(HOME, name="other", groups=("one",))
    with pytest.raises(GameDefinitionError, match="group one: its writer must be a @kernel of"):
        observing(Layout(Group("one", write=3)))


# --- members of records that are hidden -----------------------------------------------------------


def test_members_of_a_record_may_be_hidden():
    assert CRUISE.hides("isle.chest")
    assert not CRUISE.hides("isle.dug")
    assert not CRUISE.hides("isle")
    assert replace(CRUISE, hidden=("isle", "wind")).hides("isle.dug")


@pytest.mark.parametrize(
    ("hidden", "words"),
    [
        (("isle.gold",), "hidden fields isle.gold are not in the state"),
        (("isle.chest.lid",), "hidden fields isle.chest.lid are not in the state"),
        (("isle", "isle.chest"), "hidden fields isle.chest are declared twice"),
        (("wind", "wind"), "hidden fields wind are declared twice"),
    ],
)
def test_hidden_paths_that_cannot_be_are_refused(hidden, words):
    with pytest.raises(GameDefinitionError, match=words):
        replace(CRUISE, hidden=hidden)


def test_plain_python_asks_a_record_whether_it_has_a_field():
    known = [hasattr(Record(game.blank(game.choose())[0]), "hull") for game in (CRUISE, SEA, LAND)]
    assert known == [True, True, False]
    assert COMPILED or not hasattr(Record(np.zeros(1, LAND.dtype)[0]), "hull")
    assert list(Phase) == list(CRUISE.phases)
