"""What the adapters are tested with: every game of the suite, the reference game, and toys."""

import numpy as np
import pytest

from experiments import connect_four
from piracy_env import registry
from tests.core import whispers
from tests.testing import cruise

GAMES = [connect_four.GAME, whispers.GAME, cruise.SEA, *map(registry.load, registry.list_games())]

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
every_table = pytest.mark.parametrize(
    ("game", "players"),
    [pytest.param(game, n, id=f"{game.name}-{n}") for game in GAMES for n in game.seats],
)


def some(mask, generator):
    """A random legal action, as a plain int."""
    return int(generator.choice(np.flatnonzero(mask)))


def turns(env, seed=0, moves=10_000):
    """Play an AEC environment at random; yields the agent and what `last` gives, before it acts."""
    generator = np.random.default_rng(seed)
    for _ in range(moves):
        observation, *rest = env.last()
        if rest[1] or rest[2]:
            return
        yield env.agent_selection, observation, *rest
        env.step(some(observation["action_mask"], generator))


def play_on(env, moves, seed=0):
    """Play an AEC environment at random for some moves, or until the game ends."""
    for _ in turns(env, seed, moves):
        pass


def state_of(env):
    """The bytes of a single environment's true state."""
    return env.engine.states.tobytes()


class Lowest:
    """Takes the lowest legal action, and counts how often it is asked."""

    def __init__(self):
        self.asked = 0

    def act(self, view):
        self.asked += 1
        return view.action_mask.argmax(axis=1)


class Highest:
    """Takes the highest legal action."""

    def act(self, view):
        return view.action_mask.shape[1] - 1 - view.action_mask[:, ::-1].argmax(axis=1)


class Cheat:
    """Tries what may not be done."""

    def act(self, view):
        return (~view.action_mask).argmax(axis=1)


def finish(env, seed=0):
    """Play a Gymnasium environment at random; returns the last reward, both flags and the info."""
    generator = np.random.default_rng(seed)
    mask = env.action_masks()
    while True:
        _, reward, terminated, truncated, info = env.step(some(mask, generator))
        if terminated or truncated:
            return reward, terminated, truncated, info
        mask = info["action_mask"]
