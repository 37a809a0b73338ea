"""Connect four as it is played through this project's interfaces and through other projects'.

Each function returns the work to be timed: uniformly random legal play, in which every step yields
the observation and the legal actions of the player to move, and a new game follows each that ends.
What cannot be measured here raises an error that says why.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

import piracy_env
from experiments.measuring.yardstick import UnavailableError
from piracy_env.bench import Work

OURS = "experiments.connect_four:GAME"
GAMES = 1024  # in a batch
ROUNDS = 64  # steps of a batch in a piece of work
STEPS = 2000  # steps of single games in a piece of work


# --- PettingZoo's interface: the same loop for their game and for ours ---------------------------


def aec_of_pettingzoo() -> Work:
    """PettingZoo's connect four, as its documentation makes it."""
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError as error:
        raise UnavailableError(f"needs pettingzoo[classic]: {error}") from None
    return taking_turns(connect_four_v3.env())


def aec_of_ours() -> Work:
    """Our connect four behind PettingZoo's interface."""
    return taking_turns(piracy_env.env(OURS))


def taking_turns(env: Any) -> Work:
    """The loop of PettingZoo's tutorial, with a quick draw of the random action."""
    draw = random.Random(0).random

    def work() -> int:
        steps = 0
        while steps < STEPS:
            env.reset()
            for _ in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                    continue
                legal = observation["action_mask"].nonzero()[0]
                env.step(int(legal[int(draw() * len(legal))]))
                steps += 1
        return steps

    return work


# --- our other interfaces -----------------------------------------------------------------------


def vector_of_ours() -> Work:
    """All seats of a batch, stepped from Python."""
    vec = piracy_env.vector(OURS, num_envs=GAMES, seed=0)
    vec.reset()

    def work() -> int:
        for _ in range(ROUNDS):
            vec.step(vec.uniform())
        return ROUNDS * GAMES

    return work


def gymnasium_of_ours() -> Work:
    """One seat of one game, the rival moving at random inside the step; the seat's steps count."""
    from piracy_env.envs.gym import GameEnv

    env = GameEnv(game=OURS, opponents="uniform")
    draw = random.Random(0).random

    def work() -> int:
        _, info = env.reset()
        for _ in range(STEPS):
            legal = info["action_mask"].nonzero()[0]
            _, _, terminated, truncated, info = env.step(int(legal[int(draw() * len(legal))]))
            if terminated or truncated:
                _, info = env.reset()
        return STEPS

    return work


# --- other projects -----------------------------------------------------------------------------


def open_spiel() -> Work:
    """OpenSpiel's C++ game, played from Python."""
    try:
        import pyspiel
    except ImportError as error:
        raise UnavailableError(f"needs open_spiel: {error}") from None
    game = pyspiel.load_game("connect_four")
    draw = random.Random(0).random

    def work() -> int:
        steps = 0
        while steps < STEPS:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.observation_tensor()
                state.legal_actions_mask()
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                steps += 1
        return steps

    return work


def pgx_stepped() -> Work:
    """Pgx: one compiled call a step of the batch, as a training loop in Python would make it."""
    start, step = _pgx()
    import jax

    jitted = jax.jit(step)
    carried = start

    def work() -> int:
        nonlocal carried
        for _ in range(ROUNDS):
            carried = jitted(carried)
        jax.block_until_ready(carried)
        return ROUNDS * GAMES

    return work


def pgx_scanned() -> Work:
    """Pgx: many steps of the batch in one compiled call."""
    start, step = _pgx()
    import jax

    scan = jax.jit(
        lambda carry: jax.lax.scan(lambda c, _: (step(c), None), carry, None, length=ROUNDS)[0]
    )
    carried = start

    def work() -> int:
        nonlocal carried
        carried = jax.block_until_ready(scan(carried))
        return ROUNDS * GAMES

    return work


def _pgx() -> tuple[Any, Any]:
    """What is carried from step to step, and the step of a whole batch."""
    try:
        import jax
        import pgx
        from pgx.experimental import act_randomly, auto_reset
    except ImportError as error:
        raise UnavailableError(f"needs pgx: {error}") from None
    env = pgx.make("connect_four")
    advance = jax.vmap(auto_reset(env.step, env.init))

    def step(carried: Any) -> Any:
        state, key, _ = carried
        key, choice, chance = jax.random.split(key, 3)
        action = act_randomly(choice, state.legal_action_mask)
        state = advance(state, action, jax.random.split(chance, GAMES))
        return state, key, state.observation.astype(np.float32)

    key = jax.random.PRNGKey(0)
    state = jax.vmap(env.init)(jax.random.split(key, GAMES))
    return (state, key, state.observation.astype(np.float32)), step
