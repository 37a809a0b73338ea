"""Heuristics play legally, alike wherever they are asked, and far better than chance."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from piracy_agents.heuristic import heuristic_of, names
from piracy_env.core.control import SCRIPTED, UNIFORM
from piracy_env.core.engine import Engine
from piracy_env.core.game import RUNNING
from piracy_env.core.rewards import are_rivals
from piracy_env.core.script import Script
from piracy_env.envs.opponents import find_agent
from piracy_env.registry import list_games, load

ROOT = Path(__file__).parent.parent.parent
PLAYED = [game for game in list_games() if names(load(game))]
COMPILED_ONCE = [
    pytest.param(game, marks=() if game == "mutiny" else pytest.mark.slow) for game in PLAYED
]
"""The games; all but one take long to compile."""


def script_of(game):
    weigh, cast = heuristic_of(game)
    return Script(weigh, cast.weights)


def seated(game, num_envs, players=None, **options):
    """Tables whose seats are taken by one character after the other."""
    engine = Engine(load(game), num_envs, players=players, seed=3, auto_reset=False, **options)
    script = script_of(game)
    seats = np.arange(num_envs * engine.options.players).reshape(num_envs, -1)
    engine.take_seats(SCRIPTED + seats % len(script.weights), script=script)
    return engine


@pytest.mark.parametrize("game", COMPILED_ONCE)
def test_inside_and_from_outside_each_character_plays_the_same_legal_game(game):
    inside = seated(game, 4)
    inside.reset()
    outside = Engine(load(game), 4, seed=3, auto_reset=False)
    outside.reset()
    agents = [find_agent(name, load(game)) for name in names(load(game))]
    order = heuristic_of(game)[1].names
    agents.sort(key=lambda agent: order.index(agent.character))
    while (running := np.flatnonzero(outside.states["over"] == RUNNING)).size:
        seats = outside.seat[running] + running * outside.options.players
        for k, agent in enumerate(agents):
            asked = running[seats % len(agents) == k]
            if asked.size:
                outside.step(agent.act(outside.view(asked)), asked)
    assert (inside.states == outside.states).all()


PLAY = """
import json, sys
from tests.agents.test_heuristic import fingerprints
print(json.dumps(fingerprints(sys.argv[1])))
"""


def fingerprints(game):
    """What two tables of all characters come to."""
    engine = seated(game, 2)
    engine.reset()
    return [hashlib.sha256(state.tobytes()).hexdigest() for state in engine.states]


@pytest.mark.parametrize("game", COMPILED_ONCE)
def test_plain_python_plays_the_same_game(game):
    played = subprocess.run(
        [sys.executable, "-c", PLAY, game],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(played.stdout) == fingerprints(game)


@pytest.mark.parametrize("game", COMPILED_ONCE)
def test_the_best_one_beats_chance_clearly(game):
    weigh, cast = heuristic_of(game)
    best = cast.names.index(cast.best)
    for players in load(game).seats:
        if not are_rivals(load(game), players):
            continue
        engine = Engine(load(game), 200, players=players, seed=5, auto_reset=False, reward="win")
        engine.take_seats([UNIFORM] * players, script=Script(weigh, cast.weights))
        wins = 0.0
        for seat in range(players):
            controllers = [UNIFORM] * players
            controllers[seat] = SCRIPTED + best
            engine.assign_seats(controllers)
            engine.reset(seed=5)
            wins += np.maximum(engine.reward[:, seat], 0).mean() / players
        assert wins > (0.85 if players == 2 else 2.2 / players)


def ahead_of_chance(game, players, num_envs, **options):
    """What a crew of the best one is paid beyond one of chance, on the same deals."""
    weigh, cast = heuristic_of(game)
    best = cast.names.index(cast.best)
    engine = Engine(load(game), num_envs, players=players, seed=5, auto_reset=False, **options)
    engine.take_seats([UNIFORM] * players, script=Script(weigh, cast.weights))
    paid = []
    for controller in (SCRIPTED + best, UNIFORM):
        engine.assign_seats([controller] * players)
        engine.reset(seed=5)
        paid.append(engine.reward.mean(axis=1))
    return paid[0] - paid[1]


def crews(game):
    return [players for players in load(game).seats if not are_rivals(load(game), players)]


NOT_YET = pytest.mark.xfail(
    strict=True, reason="scripted crews of one or two still fail most Adventures"
)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(*each.values, marks=[*each.marks, NOT_YET])
        if each.values[0] in {"skull_tales", "skull_tales_adventure"}
        else each
        for each in COMPILED_ONCE
    ],
)
def test_a_crew_of_the_best_one_beats_chance_clearly(game):
    for players in crews(game):
        assert ahead_of_chance(game, players, 100).mean() > 0.25


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options", "bar"),
    [
        ("skull_tales_adventure", {"chapter": "skull_cove"}, 0.25),
        ("skull_tales", {"stop": "chapter"}, 0.15),
    ],
)
def test_a_crew_of_the_best_one_beats_chance_where_crews_begin(game, options, bar):
    for players in crews(game):
        assert ahead_of_chance(game, players, 400, **options).mean() > bar


@pytest.mark.slow
def test_a_crew_of_the_best_one_surely_beats_chance_ashore():
    for players in crews("skull_tales_adventure"):
        ahead = ahead_of_chance("skull_tales_adventure", players, 400)
        assert ahead.mean() > 1.96 * ahead.std() / 20


def test_the_readme_shows_every_character():
    readme = (ROOT / "agents" / "README.md").read_text(encoding="utf-8")
    for module in (ROOT / "agents" / "piracy_agents" / "heuristic").glob("*/__init__.py"):
        game = module.parent.name
        _, cast = heuristic_of(game)
        for name in cast.names:
            best = ", the best" if name == cast.best else ""
            assert f"| {game} | `heuristic:{name}`{best} | {cast.about[name]} |" in readme
