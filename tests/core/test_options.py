"""Options: lists and wide numbers wherever options are given, and faulty declarations."""

import dataclasses
import inspect
import json

import gymnasium
import numpy as np
import pytest

from docs import generate
from piracy_agents.isolated import Bounds, Isolated
from piracy_env import cli
from piracy_env.cli.choices import read_options
from piracy_env.core.engine import Engine
from piracy_env.core.options import RESERVED, Flag, Number, Numbers, OneOf, Words
from piracy_env.core.replay import Replay
from piracy_env.envs.aec import GameAEC
from piracy_env.envs.evaluation import play_part
from piracy_env.envs.gym import GameEnv, GameVectorEnv
from piracy_env.envs.opponents import find_agent
from piracy_env.envs.seat import OneSeat
from piracy_env.envs.vector import AllSeats
from piracy_env.errors import GameDefinitionError, InvalidStateError, OptionError
from piracy_env.testing import check_game
from tests.testing.shoals import OPTIONS, SHOALS
from tests.testing.toy import TOY


def declared(**options):
    return dataclasses.replace(SHOALS, options={**OPTIONS, **options})


def test_the_toy_of_charts_and_lists_passes_the_battery():
    check_game(SHOALS, games=32).require()


def test_lists_and_wide_numbers_are_kept_in_the_state():
    engine = Engine(SHOALS, seed=1, starts=[3, 0], winds=["east", "west"], purse=500_000)
    engine.reset()
    s = engine.record()
    assert (s.starts.tolist(), s.winds.tolist(), s.purse) == ([3, 0], [1, 3, -1, -1], 500_000)
    assert s.place.tolist() == [[2, 2], [0, 1]]
    assert s.purses.tolist() == [500_000] * 2
    assert engine.options.values["winds"] == ("east", "west")


def test_a_field_is_as_wide_as_its_option_needs():
    dtype = declared(mile=Number(0, -(1 << 40), 0), two=Number(0, 0, 9, special=(40_000,))).dtype
    assert [dtype[name] for name in ("purse", "chart", "mile", "two")] == [
        np.int32,
        np.int16,
        np.int64,
        np.int32,
    ]
    assert dtype["starts"] == np.dtype((np.int16, (2,)))


@pytest.mark.parametrize("given", [[1, 2], (1, 2), np.array([1, 2]), [np.int8(1), 2]])
def test_a_list_is_any_sequence_and_cannot_be_changed_later(given):
    assert SHOALS.choose(starts=given).values["starts"] == (1, 2)
    assert [type(item) for item in SHOALS.choose(starts=given).values["starts"]] == [int, int]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"starts": 3}, "option starts must be a list of 0 to 2 numbers from 0 to 3, not 3"),
        ({"starts": "12"}, "must be a list of 0 to 2 numbers from 0 to 3, not '12'"),
        ({"starts": {1, 2}}, "must be a list of 0 to 2"),
        ({"starts": [1, 2, 3]}, r"numbers from 0 to 3, not 3: \[1, 2, 3\]"),
        ({"starts": [1, 4]}, "option starts item 1 must be 0 to 3, not 4"),
        ({"starts": [-1]}, "item 0 must be 0 to 3, not -1"),
        ({"starts": [True]}, "item 0 must be a whole number, not True"),
        ({"starts": [[1], [2]]}, r"item 0 must be a whole number, not \[1\]"),
        ({"winds": []}, "a list of 1 to 4 of the words north, east, south, west, not 0"),
        ({"winds": ["nord"]}, "item 0 must be one of north, east, south, west, not 'nord'"),
        ({"winds": ["north", 1]}, "item 1 must be one of"),
        ({"purse": 1_000_001}, "option purse must be 0 to 1000000, not 1000001"),
        ({"purse": 1 << 70}, "option purse must be 0 to 1000000"),
    ],
)
def test_a_bad_list_is_refused_with_what_is_allowed(asked, words):
    with pytest.raises(OptionError, match=words) as caught:
        Engine(SHOALS, **asked)
    assert caught.value.option in asked
    assert caught.value.allowed == OPTIONS[caught.value.option].allowed()


def test_items_may_have_to_differ():
    game = declared(starts=Numbers((), 0, 3, 0, 2, distinct=True))
    with pytest.raises(OptionError, match="each once; 1 is there twice"):
        game.choose(starts=[1, 1])


def test_presets_give_lists():
    assert SHOALS.choose(preset="gale").values["winds"] == ("east", "west")
    assert SHOALS.choose(preset="gale").stored["winds"] == (1, 3, -1, -1)


@pytest.mark.parametrize(
    ("given", "values"),
    [
        (["starts=1,3"], {"starts": (1, 3)}),
        (["starts="], {"starts": ()}),
        (["winds=North, east"], {"winds": ("north", "east")}),
        (["purse=40001"], {"purse": 40_001}),
    ],
)
def test_the_command_line_takes_lists(given, values):
    read = read_options(SHOALS, given)
    assert read == values
    SHOALS.choose(**read)


@pytest.mark.parametrize("text", ["starts=1,x", "starts=1,", "starts=1;2"])
def test_the_command_line_refuses_what_is_no_list(text):
    with pytest.raises(OptionError, match="option starts must be a list of 0 to 2 numbers"):
        read_options(SHOALS, [text])


def test_the_command_line_shows_and_plays_lists(capsys):
    place = "tests.testing.shoals:SHOALS"
    assert cli.main(["games", place]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "winds=east,west" in shown
    assert "a list of 0 to 2 numbers" in shown
    assert cli.main(["show", place, "--seed", "1", "-o", "starts=3,0"]) == 0
    assert "~1o~" in capsys.readouterr().out


def test_replays_keep_lists(tmp_path):
    engine = Engine(SHOALS, seed=3, record=True, auto_reset=False, preset="gale", starts=(0, 1))
    engine.reset()
    while not engine.record().over:
        engine.step(engine.uniform())
    Replay.of(engine).save(tmp_path / "game.json")
    assert json.loads((tmp_path / "game.json").read_text())["options"]["starts"] == [0, 1]
    loaded = Replay.load(tmp_path / "game.json", SHOALS)
    assert loaded.options == engine.options.as_dict()


def test_environments_take_lists():
    made = gymnasium.make(
        "piracy_env/Mutiny-v1", game=SHOALS, starts=[3, 0], winds=["south"], purse=40_001
    )
    made.reset(seed=0)
    assert made.unwrapped.table.engine.options.values["starts"] == (3, 0)
    aec = GameAEC(SHOALS, starts=(0, 1))
    aec.reset(seed=0)
    assert aec.engine.record().starts.tolist() == [0, 1]
    with pytest.raises(OptionError, match="starts item 1"):
        GameAEC(SHOALS, starts=(0, 9))


def test_open_spiel_takes_lists():
    pyspiel = pytest.importorskip("pyspiel")
    from piracy_env.envs.open_spiel import register

    game = pyspiel.load_game(register(SHOALS, starts=[3, 0]))
    assert "~1o~" in str(game.new_initial_state())


def test_isolated_agents_and_searches_are_told_lists():
    engine = Engine(SHOALS, 2, seed=1, starts=[3, 0], winds=["east", "west"])
    engine.reset()
    agent = Isolated("uniform", SHOALS, Bounds())
    try:
        assert engine.masks_of([0, 1])[[0, 1], agent.act(engine.view())].all()
    finally:
        agent.close()
    searcher = find_agent("mcts:20", SHOALS)
    assert engine.masks_of([0, 1])[[0, 1], searcher.act(engine.view())].all()


def test_a_state_of_another_list_is_refused():
    engine = Engine(SHOALS, seed=1, starts=[3, 0])
    engine.reset()
    with pytest.raises(InvalidStateError, match=r"starts is \(3, 1\), but this engine .* \(3, 0\)"):
        engine.set(0, starts=[3, 1])


def test_documents_tell_lists():
    text = generate.options(SHOALS)
    assert "| `starts` | `[]` | a list of 0 to 2 numbers from 0 to 3 |" in text
    assert "`winds=['east', 'west']`" in text


# --- declarations ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RESERVED)
def test_names_of_the_engine_s_keywords_are_refused(name):
    with pytest.raises(GameDefinitionError, match=f"shoals: option {name} has a name that the eng"):
        declared(**{name: Flag(False)})


@pytest.mark.parametrize(
    "taker",
    [
        *(Engine, OneSeat, GameAEC, GameEnv, GameVectorEnv, AllSeats, SHOALS.choose),
        *(gymnasium.make, gymnasium.make_vec, play_part),
    ],
)
def test_all_keywords_of_those_who_take_options_are_reserved(taker):
    kinds = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD
    taken = inspect.signature(taker).parameters.values()
    assert {one.name for one in taken if one.kind not in kinds} <= set(RESERVED)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"moves": Flag(False)}, "option moves has the name of a field of the header"),
        ({"two words": Flag(False)}, "option two words is no name"),
        ({"crew": 3}, "option crew must be a Number, Flag, OneOf, Numbers or Words, not 3"),
        ({"class": Flag(False)}, "option class is no name"),
        ({"crew": Number(5, 0, 3)}, "option crew cannot be what is declared: it must be 0 to 3"),
        ({"crew": OneOf("x", ("a", "b"))}, "it must be one of a, b, not 'x'"),
        ({"crew": Numbers((9,), 0, 3, 0, 2)}, "it item 0 must be 0 to 3, not 9"),
        ({"crew": Number(0, 0, 1 << 64)}, "which do not fit 64 bits"),
        ({"purses": Number(0, 0, 9)}, r"option purses sets the field of its name, .* \(2,\), not"),
        ({"purses": Numbers((0, 0), 0, 1 << 40, 2, 2)}, "int32 has no room for 0 to 1099511627776"),
    ],
)
def test_a_faulty_option_is_refused_when_the_game_is_declared(options, words):
    with pytest.raises(GameDefinitionError, match=words):
        declared(**options)


@pytest.mark.parametrize(
    ("kind", "given", "words"),
    [
        (Numbers, ((), 0, 3, 3, 2), "holds `least` to `most` items, such as 0 to 3, not 3 to 2"),
        (Numbers, ((), 0, 3, 0, 0), "not 0 to 0"),
        (Numbers, ((), -3, 3, 0, 2), "fills places left over with -1, .* `filler` outside -3 to 3"),
        (Numbers, ((), 3, 0, 0, 2), "a list option of 2 items has -2 to choose"),
        (Words, ((), ("a,b",), 0, 2), "has the word 'a,b', but commas and blanks part its words"),
        (Words, ((), (), 0, 2), "a list option of 2 items has 0 to choose"),
    ],
)
def test_a_faulty_list_cannot_be_declared(kind, given, words):
    with pytest.raises(GameDefinitionError, match=words):
        kind(*given)


def test_a_list_longer_than_what_may_differ_cannot_be_declared():
    with pytest.raises(GameDefinitionError, match="of 3 items has 2 to choose"):
        Words((), ("a", "b"), 0, 3, distinct=True)


def test_a_list_may_set_a_field_of_the_deal():
    game = declared(purses=Numbers((1, 2), 0, 9, 2, 2))
    assert game.blank(game.choose())["purses"].tolist() == [[1, 2]]
    assert TOY.dtype["lives"] == np.int16


@pytest.mark.parametrize("numbers", [(1,), (1, 1), (1, 2, 3)])
def test_words_are_stored_as_numbers_of_their_own(numbers):
    assert OneOf("b", ("a", "b"), numbers=(4, -2)).read("b") == -2
    assert OneOf("b", ("a", "b"), numbers=(4, -2)).bounds() == (-2, 4)
    with pytest.raises(GameDefinitionError, match="words a, b are stored as as many numbers"):
        OneOf("b", ("a", "b"), numbers=numbers)
