"""A game's declaration: its record, its options, and how it is found again."""

import pickle
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

from piracy_env import registry
from piracy_env.core import game as game_module
from piracy_env.core.game import HEADER, Game
from piracy_env.core.options import Flag, Number, OneOf
from piracy_env.core.ranges import Range
from piracy_env.core.record import Record
from piracy_env.core.rewards import RewardMode
from piracy_env.errors import GameDefinitionError, OptionError
from tests.testing import toy
from tests.testing.toy import TOY

# --- the record -----------------------------------------------------------------------------------


def test_a_state_is_header_options_and_own_fields():
    names = TOY.dtype.names
    assert names[:7] == ("rng", "players", "seat", "phase", "over", "out", "moves")
    assert names[7:10] == ("lives", "short", "first")
    assert names[10:] == tuple(name for name, *_ in toy.FIELDS)
    assert [TOY.dtype[name] for name, _ in HEADER] == [np.dtype(kind) for _, kind in HEADER]


def test_equal_states_are_equal_bytes():
    states = np.zeros(3, TOY.dtype)
    junk = np.full(states.nbytes, 255, np.uint8)
    del junk
    assert states.copy().tobytes() == states.tobytes()
    assert states[[2, 0, 1]].tobytes() == states.tobytes()


def test_a_blank_state_holds_what_was_chosen():
    state = TOY.blank(TOY.choose(4, lives=3, first="seat 0"))
    assert state.shape == (1,)
    chosen = {name: int(state[name][0]) for name in ("players", "lives", "short", "first")}
    assert chosen == {"players": 4, "lives": 3, "short": 0, "first": 1}
    assert not state["rng"].any()


def test_an_option_named_like_a_field_is_what_the_field_holds_before_the_deal():
    ranges = {**TOY.ranges, "first": Range(-1, 3)}
    game = replace(TOY, fields=(*TOY.fields, ("first", np.int8)), ranges=ranges)
    assert game.kept_options == ("lives", "short")
    assert game.dtype.names[7:9] == ("lives", "short")
    assert game.dtype.names[-1] == "first"
    assert game.blank(game.choose(first="seat 0"))["first"][0] == 1


# --- options --------------------------------------------------------------------------------------


def test_what_is_not_chosen_has_its_default():
    options = TOY.choose()
    assert options.players == 3
    assert options.values == {"lives": 2, "short": False, "first": "random"}
    assert options.stored == {"lives": 2, "short": 0, "first": 0}
    assert options.as_dict() == {"players": 3, "lives": 2, "short": False, "first": "random"}


def test_a_preset_sets_options_and_may_be_overruled():
    assert TOY.choose(preset="quick").values["lives"] == 1
    overruled = TOY.choose(preset="quick", lives=3).values
    assert overruled == {"lives": 3, "short": True, "first": "random"}


def test_numbers_of_numpy_are_numbers_too():
    assert TOY.choose(np.int64(2), lives=np.int8(1)).stored["lives"] == 1


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"players": 5}, "cutlass is for 2, 3, 4 players, not 5"),
        ({"players": 0}, "not 0"),
        ({"players": "3"}, "not '3'"),
        ({"players": 2.5}, "not 2.5"),
        ({"players": True}, "not True"),
        ({"preset": "slow"}, "cutlass has no preset 'slow'; there are: quick"),
        ({"wind": 3}, "cutlass has no option 'wind'; there are: .*lives, short, first"),
        ({"lives": 0}, "cutlass: option lives must be 1 to 3, not 0"),
        ({"lives": 2.0}, "option lives must be a whole number, not 2.0"),
        ({"lives": True}, "option lives must be a whole number, not True"),
        ({"lives": "2"}, "option lives must be a whole number, not '2'"),
        ({"lives": None}, "option lives must be a whole number, not None"),
        ({"short": 1}, "option short must be True or False, not 1"),
        ({"first": "seat 1"}, "option first must be one of random, seat 0, not 'seat 1'"),
        ({"first": 0}, "option first must be one of random, seat 0, not 0"),
    ],
)
def test_a_bad_choice_is_refused_with_what_is_allowed(asked, words):
    with pytest.raises(OptionError, match=words):
        TOY.choose(**asked)


def test_a_number_may_have_special_values_outside_its_range():
    turns = Number(0, 10, 20, special=(0,))
    assert [turns.read(value) for value in (0, 10, 20)] == [0, 10, 20]
    with pytest.raises(ValueError, match="must be 0 or 10 to 20, not 5"):
        turns.read(5)


def test_options_say_what_they_allow():
    assert Number(1, 1, 3).allowed() == "1 to 3"
    assert Flag(True).allowed() == "True or False"
    assert OneOf("a", ("a", "b")).allowed() == "a, b"


def test_options_that_do_not_go_together_are_refused():
    def conflict(options):
        return "with four players nobody has one life" if options.values["lives"] == 1 else ""

    strict = replace(TOY, conflict=conflict)
    assert strict.choose(lives=2).values["lives"] == 2
    with pytest.raises(OptionError, match="cutlass: with four players nobody has one life"):
        strict.choose(lives=1)


# --- declarations that contradict themselves ------------------------------------------------------


def way(name, to="survive", **rest):
    return RewardMode(name, (0, 1), on_the_way=to, **rest)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"default_seats": 5}, r"default_seats 5 not in \(2, 3, 4\)"),
        ({"rewards": ()}, "the kernel `reward` must be declared together"),
        ({"reward": None}, "the kernel `reward` must be declared together"),
        ({"rewards": ("survive",)}, r"must be a tuple of RewardMode, not \('survive',\)"),
        ({"rewards": (RewardMode("win", (0, 1)),)}, "two reward modes share a name: win"),
        ({"rewards": (RewardMode("gold", (1, 0)),)}, r"gold needs bounds .*, not \(1, 0\)"),
        ({"rewards": (RewardMode("gold", 1),)}, "gold needs bounds .*, not 1"),
        (
            {"rewards": (*TOY.rewards, way("on", "gold"))},
            "must add up to a mode .* survive, not 'gold'",
        ),
        ({"rewards": (*TOY.rewards, way("by"), way("to", "by"))}, "add up to .*, not 'by'"),
        ({"rewards": (*TOY.rewards, way("on", when_cut=True))}, "settled as survive is when"),
        ({"utility": "fair"}, "utility must be one of zero-sum, general, identical, not 'fair'"),
        ({"default_reward": "gold"}, "default_reward must be one of rank, .*survive, not 'gold'"),
        ({"seats": (1, 2), "default_seats": 2}, "default reward mode rank is for 2 or more seats"),
        ({"utility": "identical"}, "default reward mode rank is for rivals, but the 2 seats"),
        ({"reasons": ()}, "`reasons` must name the ways a game can end"),
        ({"reasons": ("sunk", "cut")}, "none 'cut', not"),
        ({"reasons": ("sunk", "sunk")}, "each once"),
        ({"score_scale": 0.0}, "score_scale must be positive, or a function"),
        ({"hidden": ("hand", "purse")}, "hidden fields purse are not in the state"),
        ({"fields": (*TOY.fields, TOY.fields[0])}, f"fields {TOY.fields[0][0]} are declared twice"),
        ({"fields": (*TOY.fields, ("moves", np.int8))}, "fields moves are declared twice"),
        ({"step": None}, "`step` must be a function, not None"),
        ({"render": "<svg/>"}, "`render` must be a function, not '<svg/>'"),
    ],
)
def test_a_declaration_that_contradicts_itself_is_refused(change, words):
    with pytest.raises(GameDefinitionError, match=words):
        replace(TOY, **change)


def test_a_game_knows_its_reward_modes_and_phases():
    assert TOY.reward_modes == ("rank", "win", "score", "survive")
    state = np.zeros(1, TOY.dtype)
    state["phase"] = 1
    assert TOY.phase_name(Record(state[0])) == "DEFEND"


# --- declared by the modules that hold its parts --------------------------------------------------


def module_with(**parts):
    module = ModuleType("somewhere")
    vars(module).update(parts)
    return module


FACTS = {"name": "raft", "title": "Raft", "version": 0, "seats": (2,), "default_seats": 2}
REST = {"hidden": (), "longest": len, "score_scale": 1.0, "reasons": ("sunk",)}


def test_parts_are_found_by_their_names_wherever_they_are():
    one = module_with(FIELDS=TOY.fields, HIDDEN=(), Phase=TOY.phases, reset=TOY.reset)
    two = module_with(OPTIONS=TOY.options, render=ModuleType("render"), conflict=None)
    facts = {**FACTS, **REST, "reward": None}
    del facts["hidden"]
    game = Game.of(f"{toy.__name__}:RAFT", one, two, **facts)
    assert (game.fields, game.hidden, game.options) == (TOY.fields, (), TOY.options)
    assert (game.step, game.render, game.longest) == (toy.step, toy.render, len)
    assert game.place == "tests.testing.toy:RAFT"


def test_parts_may_be_packages():
    """What a package holds under a name is found as in a module; its own modules are no parts."""
    words = module_with(describe=TOY.describe, render=TOY.render)
    words.__path__ = []
    words.invariants = ModuleType("somewhere.invariants")
    checks = module_with(invariants=TOY.invariants)
    game = Game.of(f"{toy.__name__}:RAFT", words, checks, **FACTS, **REST, reward=None)
    assert (game.describe, game.invariants) == (TOY.describe, TOY.invariants)


def test_a_fact_goes_before_what_a_module_holds():
    game = Game.of(toy.__name__, **FACTS, **REST, reward=None, step=len)
    assert (game.step, game.reward) == (len, None)


def test_what_a_declaration_lacks_is_named_as_it_is_looked_for():
    with pytest.raises(GameDefinitionError, match="raft: the declaration lacks ") as caught:
        Game.of(__name__, module_with(reset=TOY.reset), **FACTS, longest=len)
    assert set(caught.value.missing) > {"legal", "step", "FIELDS", "Phase", "score_scale"}
    assert not {"reset", "longest", "conflict", "OPTIONS"}.intersection(caught.value.missing)
    assert caught.value.game == "raft"


def test_a_fact_that_no_game_has_is_refused():
    with pytest.raises(GameDefinitionError, match="raft: a game has no seas"):
        Game.of(toy.__name__, **FACTS, **REST, seas=7)


def test_one_name_means_one_thing():
    with pytest.raises(GameDefinitionError, match=r"`step` is one thing in .*toy and"):
        Game.of(toy.__name__, module_with(step=len), **FACTS)


def test_a_home_that_is_not_imported_is_named():
    with pytest.raises(GameDefinitionError, match="no module 'atlantis' is imported"):
        Game.of("atlantis", **FACTS)


@pytest.mark.parametrize("name", registry.list_games())
def test_a_game_of_the_suite_is_where_it_says(name):
    game = registry.load(name)
    assert game.home == game.place == registry.GAMES[name].place


# --- finding a game again -------------------------------------------------------------------------


def test_a_game_is_pickled_by_its_name():
    assert TOY.home == "tests.testing.toy:TOY"
    raw = pickle.dumps(TOY)
    assert len(raw) < 200
    assert pickle.loads(raw) is TOY


def test_a_game_made_on_the_spot_is_found_in_the_same_process():
    game = replace(TOY, title="On the spot")
    assert game.home is None
    assert pickle.loads(pickle.dumps(game)) is game


@pytest.mark.parametrize(
    ("home", "version"),
    [("tests.testing.toy:TOY", 2), ("tests.testing.toy:GONE", 1), ("gone:TOY", 1), ("1234", 1)],
)
def test_a_pickled_game_that_is_not_here_is_named(home, version):
    with pytest.raises(GameDefinitionError, match=f"cutlass version {version} is not installed"):
        game_module._recall(home, "cutlass", version)
