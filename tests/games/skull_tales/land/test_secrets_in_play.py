"""Whole Adventures at random: positions are sound, and no seat is given what it may not know."""

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.tables.adventures import ADVENTURE_KEYS

MOVES, EVERY = 100, 33
EAGER = {"search": 9, "loot_token": 9, "loot_body": 9, "use": 9, "pick_up": 9, "exchange": 5}
"""How fond the players are of what brings cards that others may not see."""


def given(engine, seat, legal):
    """All that a seat is given of a position; which actions are legal the mover alone is told."""
    return (
        engine.observe(0, seat).tobytes(),
        engine.describe(0, seat),
        engine.render(0, seat),
        [engine.describe_action(0, action, seat) for action in legal],
    )


@pytest.mark.rule("STA-R49")
@pytest.mark.parametrize("adventure", ADVENTURE_KEYS)
def test_worlds_of_a_seat_look_like_the_true_one(adventure):
    players = 2 + len(adventure) % 3
    engine, board = (
        Engine(GAME, seed=seed, players=players, chapter=adventure, auto_reset=False)
        for seed in (1, 2)
    )
    engine.reset()
    board.reset()
    dice = np.random.default_rng(len(adventure))
    for move in range(MOVES):
        if engine.states["over"][0]:
            break
        if move % EVERY == 0:
            assert engine.complaints() == []
            legal = engine.legal(0)
            for seat in range(players):
                board.load_state(0, engine.sample(0, seat, move))
                assert board.complaints() == []
                assert given(board, seat, legal[:8]) == given(engine, seat, legal[:8])
                if seat == engine.states["seat"][0]:
                    assert list(board.legal(0)) == list(legal)
        choices = engine.legal(0)
        liking = np.array([EAGER.get(GAME.actions.parse(one)[0], 1) for one in choices])
        engine.step([dice.choice(choices, p=liking / liking.sum())])
