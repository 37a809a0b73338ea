"""A whole and its listings keep the contract, and what is told of members of records is checked."""

from dataclasses import replace

import pytest

from docs import generate
from piracy_env.cli import main
from piracy_env.core.either import either
from piracy_env.core.engine import Engine
from piracy_env.core.jit import WORD, kernel
from piracy_env.core.layout import Group, Layout
from piracy_env.core.replay import Replay
from piracy_env.core.rng import below
from piracy_env.core.writers import observing
from piracy_env.testing import CHECKS, check_game
from tests.testing import cruise
from tests.testing.cruise import CELLS, CRUISE, LAND, SEA

HERE = [check.name for check in CHECKS.values() if check.group not in ("traces", "edits")]
"""Checks that start no process of their own, in which everything is compiled again."""
FAMILY = pytest.mark.parametrize("game", [CRUISE, SEA, LAND], ids=lambda game: game.name)


def test_the_whole_passes_the_battery():
    check_game(CRUISE, games=4, moves=40).require()


@FAMILY
def test_the_whole_and_its_listings_pass_what_starts_no_process(game):
    check_game(game, only=HERE, games=4, moves=40).require()


@pytest.mark.slow
@FAMILY
def test_the_whole_and_its_listings_pass_the_battery(game):
    check_game(game, moves=40).require()


@FAMILY
def test_a_game_is_kept_and_found_again(game, tmp_path):
    engine = Engine(game, seed=2, auto_reset=False, record=True)
    engine.reset()
    while not engine.record().over:
        engine.step(engine.uniform())
    Replay.of(engine).save(tmp_path / "game.json")
    again = Replay.load(tmp_path / "game.json", lambda name: game)
    assert again.engine_at(len(again)).states == engine.states


@FAMILY
def test_a_page_of_documents_is_made(game):
    assert game.decisions.names[0] in generate.decisions(game)
    assert "| `decision` |" in generate.observation(game)


def test_the_decision_is_named_to_whom_it_concerns(tmp_path, capsys):
    """To others it may be a secret who is asked for what."""
    engine = Engine(SEA, seed=1, auto_reset=False, record=True)
    engine.reset()
    mover = int(engine.seat[0])
    named = [engine.decision(0, seat) for seat in (mover, None, 1 - mover)]
    assert named == ["REFIT", "REFIT", ""]
    assert engine.decision() == engine.view().decision(0) == "REFIT"
    while not engine.record().over:
        engine.step(engine.uniform())
    assert engine.decision(0, None) == ""
    replay = Replay.of(engine)
    assert {turn.decision for turn in replay.story()} >= {"REFIT", "WATCH", ""}
    for turn in replay.story(1):
        assert bool(turn.decision) == (turn.seat == 1)
    replay.save(tmp_path / "game.json")
    home = ["--game", f"{cruise.__name__}:SEA"]
    assert main(["replay", str(tmp_path / "game.json"), *home, "--move", "0"]) == 0
    assert "move 1, A, refit:" in capsys.readouterr().out
    assert main(["show", f"{cruise.__name__}:SEA", "--seed", "1"]) == 0
    assert "phase PORT, decision REFIT" in capsys.readouterr().out


# --- members of records that are hidden -----------------------------------------------------------


@kernel
def show_chests(s, t, seat, out):
    for cell in range(CELLS):
        out[2 * cell] = s.isle.dug[cell]
        out[2 * cell + 1] = s.isle.chest[cell]


SHOWING = Layout(
    *LAND.observation.groups[:2],
    Group("isle", ("dug", "chest"), rows=CELLS, write=show_chests),
)


@kernel
def keep_chests(s, t, seat, key):
    s.rng = WORD(key)


@kernel
def dig_somewhere(s, t):
    cruise.bury_again(s, t)
    cell = below(s, CELLS)
    if s.left > 1 and not s.isle.dug[cell] and not s.isle.chest[cell]:
        s.isle.dug[cell] = 1


dug_anew = either("isle", dig_somewhere)


@kernel
def determinize_too_much(s, t, seat, key):
    s.rng = WORD(key)
    dug_anew(s, t)


@pytest.mark.parametrize(
    ("change", "name", "words"),
    [
        (
            {"observation": SHOWING, "observe": observing(SHOWING)},
            "leaks",
            "what is hidden shows; observation: isle",
        ),
        (
            {"observation": SHOWING, "observe": observing(SHOWING), "hidden": ("isle.chest",)},
            "scrambled_leaks",
            "observation: isle",
        ),
        (
            {"determinize": keep_chests},
            "redraws",
            "worlds tell what the seat does not see: with isle.chest",
        ),
        (
            {"determinize": determinize_too_much},
            "worlds",
            "a world changes isle.dug, which is not declared as hidden",
        ),
        ({"hidden": ("isle.dug",)}, "worlds", "a world changes isle.chest, which is not declared"),
    ],
)
def test_faults_about_a_hidden_member_are_caught(change, name, words):
    report = check_game(replace(LAND, **change), players=2, only=name, moves=40)
    assert not report.ok
    assert words in report.failures[0].details
