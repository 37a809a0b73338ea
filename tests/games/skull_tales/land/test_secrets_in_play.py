"""Whole Adventures at random: positions are sound, and no seat is given what it may not know."""

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.tables.adventures import ADVENTURE_KEYS
from piracy_env.games.skull_tales.tables.cards import SEARCH_KEYS
from tests.games.skull_tales.land.ashore import arena
from tests.scenario import act

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


@pytest.mark.rule("STA-R49")
def test_who_watches_is_shown_no_kept_cards():
    looks = []
    for card in ("map", "brew"):
        table = arena(("surgeon", (2, 2)), ("sea_dog", (4, 4)))
        table.keep(0, SEARCH_KEYS.index(card))
        engine = table.play()
        looks.append([(engine.render(0, who), engine.describe(0, who)) for who in ("common", 0)])
    (watched, own), (watched_other, own_other) = looks
    assert watched == watched_other
    assert own[0] != own_other[0]


@pytest.mark.rule("STA-R74")
@pytest.mark.parametrize("verbs", [["use"], ["use", "scard 0"], ["exchange", "char 2", "take"]])
def test_worlds_in_which_others_keep_other_cards_go_on(verbs):
    table = arena(("surgeon", (2, 2)), ("sea_dog", (4, 4)))
    table.ally(2, "guide", (2, 3))
    table.edit(0, ch_wounds=2)
    table.keep(0, SEARCH_KEYS.index("brew"))
    table.keep(2, SEARCH_KEYS.index("brew"))
    engine = act(table.play(), *verbs)
    options = {"chapter": "skull_cove", "roll_window": False}
    board = Engine(GAME, players=2, auto_reset=False, **options)
    board.reset()
    for key in range(12):
        board.load_state(0, engine.sample(0, 1, key))
        for _ in range(12):
            board.step([board.legal(0)[-1]])
            assert board.complaints() == []
