"""Rendering shows what one pair of eyes may see."""

import numpy as np
import pytest

from piracy_env.drawing.svg import for_page
from piracy_env.envs.aec import GameAEC
from piracy_env.envs.gym import GameEnv, GameVectorEnv
from piracy_env.errors import OptionError
from tests.core import whispers
from tests.envs.tables import every_game


def hidden(text):
    """Which of the toy's secrets a text keeps."""
    return [word == "?" for word in text.split("secrets ")[1].split(",")[0].split()]


def test_by_default_the_seat_to_move_is_shown_what_it_knows():
    env = GameAEC(whispers.GAME, players=3, render_mode="ansi")
    env.reset(seed=1)
    for seat in range(3):
        assert env.agent_selection == f"player_{seat}"
        assert hidden(env.render()) == [other != seat for other in range(3)]
        env.step(0)


@pytest.mark.parametrize(("perspective", "kept"), [(1, [True, False, True]), ("all", [False] * 3)])
def test_another_perspective_has_to_be_asked_for(perspective, kept):
    for mode in ("ansi", "svg"):
        env = GameAEC(whispers.GAME, players=3, render_mode=mode, perspective=perspective)
        env.reset(seed=1)
        picture = env.render().replace("</text></svg>", "")
        assert hidden(picture) == kept


def test_a_seat_of_its_own_is_shown_what_it_knows():
    env = GameEnv(whispers.GAME, players=3, seat=2, render_mode="ansi")
    env.reset(seed=1)
    assert hidden(env.render()) == [True, True, False]
    batch = GameVectorEnv(whispers.GAME, 3, players=3, render_mode="ansi")
    batch.reset(seed=1)
    for seat, text in zip(batch.table.ego_seat, batch.render(), strict=True):
        assert [not kept for kept in hidden(text)].index(True) == seat


@every_game
def test_human_prints_after_each_step_and_returns_nothing(game, capsys):
    for make in (GameAEC, GameEnv, GameVectorEnv):
        env = make(game, render_mode="human")
        env.reset(seed=1)
        assert env.render() is None
        assert capsys.readouterr().out.count("\n") >= 2


def test_the_last_move_is_marked_and_told_where_games_are_shown():
    for make in (GameAEC, GameEnv):
        shown = {mode: make("mutiny", render_mode=mode) for mode in ("svg", "ansi")}
        for env in shown.values():
            env.reset(seed=1)
            assert "Last" not in env.render()
            env.step(
                int(env.observe(env.agent_selection)["action_mask"].argmax())
                if make is GameAEC
                else int(env.action_masks().argmax())
            )
        assert 'class="last"' in shown["svg"].render()
        assert shown["ansi"].render().splitlines()[-1].startswith("Last move, ")
    silent = GameAEC("mutiny", render_mode="svg", record=False)
    silent.reset(seed=1)
    silent.step(int(silent.last()[0]["action_mask"].argmax()))
    assert "Last" not in silent.render()


@every_game
def test_pixels_are_bytes(game):
    pytest.importorskip("resvg_py")
    env = GameEnv(game, render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3


@every_game
def test_without_a_render_mode_rendering_warns(game):
    for make in (GameAEC, GameEnv):
        env = make(game)
        env.reset(seed=1)
        with pytest.warns(UserWarning, match="without a render_mode"):
            assert env.render() is None


@every_game
def test_looking_draws_nothing_from_the_generator(game):
    env = GameAEC(game, render_mode="svg")
    env.reset(seed=1)
    before = env.engine.states.tobytes()
    assert env.render() == env.render()
    assert env.engine.states.tobytes() == before


@every_game
def test_a_notebook_shows_what_the_seat_to_move_knows(game):
    for make in (GameAEC, GameEnv):
        env = make(game)
        assert env._repr_svg_() is None, "nothing has been dealt"
        env.reset(seed=1)
        drawn = make(game, render_mode="svg")
        drawn.reset(seed=1)
        assert env._repr_svg_() == for_page(drawn.render())


@pytest.mark.parametrize("make", [GameAEC, GameEnv])
def test_pixels_are_as_many_as_were_asked_for(make):
    pytest.importorskip("resvg_py")
    for width, expected in (({}, 800), ({"render_width": 160}, 160)):
        env = make("mutiny", render_mode="rgb_array", **width)
        env.reset(seed=1)
        assert env.render().shape[1] == expected
    with pytest.raises(OptionError, match="render_width must be a whole number from 16 to 4096"):
        make("mutiny", render_width=0)
