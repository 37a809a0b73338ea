"""At the end it is told and drawn how each score came about."""

import re

import pytest

from piracy_env.core.engine import Engine
from piracy_env.core.replay import Replay
from piracy_env.drawing.svg import Box
from piracy_env.games.skull_tales.reckoning import picture, reckoning
from piracy_env.registry import load

MOST = 4000


def finished(name, players, seed, **options):
    engine = Engine(
        load(name),
        players=players,
        seed=seed,
        auto_reset=False,
        record=True,
        max_moves=MOST,
        **options,
    )
    engine.reset()
    while not engine.over[0]:
        engine.step(engine.uniform())
    return engine


def columns(lines):
    """The lines by their first words, as numbers where they are."""
    return {
        re.match(r"\D+?(?=  )", line)[0].strip(): [int(word) for word in re.findall(r"-?\d+", line)]
        for line in lines[1:]
    }


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [
        ("skull_tales_voyage", 1, {}),
        ("skull_tales_voyage", 3, {"preset": "port"}),
        ("skull_tales_voyage", 2, {"preset": "short_campaign"}),
        ("skull_tales_adventure", 2, {}),
        ("skull_tales_adventure", 5, {}),
    ],
)
def test_the_lines_add_up_to_the_scores_of_the_rules(name, players, options):
    for seed in range(2):
        engine = finished(name, players, seed, **options)
        came = engine.outcome()
        *_, last = Replay.of(engine).story(None, len(engine.played()) - 1)
        told = reckoning(engine.record(), engine.tables_of())
        assert list(last.news[-len(told) :]) == told
        rows = columns(told)
        places = rows.pop("place", [])
        assert rows.pop("score") == came.scores
        assert [sum(parts) for parts in zip(*rows.values(), strict=True)] == came.scores
        assert (places == came.ranks) if came.team else not places
        assert "The Reckoning" in engine.render(0, None)
        assert f"Together: {came.team:.0%}." in picture(
            engine.record(), engine.tables_of(), Box(0, 0, 900, 300)
        )


def test_nothing_is_reckoned_while_the_game_goes_on():
    engine = Engine(load("skull_tales_adventure"), players=2, seed=1)
    engine.reset()
    assert reckoning(engine.record(), engine.tables_of()) == []
    assert "The Reckoning" not in engine.render(0)


def test_who_was_cut_short_has_no_place():
    engine = Engine(load("skull_tales_voyage"), players=2, seed=1, auto_reset=False, max_moves=20)
    engine.reset()
    while not engine.over[0]:
        engine.step(engine.uniform())
    assert not any(
        line.startswith("place") for line in reckoning(engine.record(), engine.tables_of())
    )
