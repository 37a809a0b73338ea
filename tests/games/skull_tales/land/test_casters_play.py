"""Adventures of a Shaman, a Witch and Allies at random: sound, and silent about secrets."""

import random

import numpy as np
import pytest

from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.tables.crew import CHARACTER_KEYS
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import asked
from tests.games.skull_tales.land.test_secrets_in_play import given
from tests.scenario import act, deal

CASTERS = [f"num {CHARACTER_KEYS.index(card)}" for card in ("voodoo_shaman", "witch")]
FOND = {"cast": 8, "totem": 3, "clairvoyance": 5, "explore": 4, "attack_melee": 4, "ally": 4}
FOND |= {"command": 5, "analytical": 4, "healing": 4, "tactic": 5, "end_turn": 0.4}
LEARNED = {
    "voodoo_shaman": (Trait.VOODOO_II, Trait.CONJURATION, Trait.TRANCE, Trait.COMMAND),
    "witch": (Trait.TOTEM_MAGIC_II, Trait.ANALYTICAL, Trait.HEALING, Trait.TACTICIAN),
}
MOVES, EVERY = 130, 5


def with_casters(players, seed):
    """An Adventure in which the first seats have the Shaman and the Witch, who know a lot."""
    engine = deal(GAME, seed=seed, players=players, chapter="skull_cove", characters="chosen")
    for pick in CASTERS[:players]:
        act(engine, pick, "hand_r")
    while asked(engine) in ("PICK", "HAND"):
        act(engine, int(engine.legal()[0]))
    s = engine.record()
    known = {
        f"ch_traits[{seat}][{int(trait)}]": 1
        for seat in range(players)
        for trait in LEARNED.get(CHARACTER_KEYS[s.ch_card[seat]], ())
    }
    engine.set(0, known)
    return engine


def choose(engine, dice):
    """A legal action, with a liking for Magic."""
    legal = list(engine.legal())
    return dice.choices(legal, [FOND.get(GAME.actions.parse(one)[0], 1) for one in legal])[0]


@pytest.mark.rule("STA-10.47", "STA-17.1", "STA-1.7")
@pytest.mark.parametrize("players", [1, 2, 3])
def test_magic_keeps_positions_sound(players):
    engine, dice, cast = with_casters(players, players), random.Random(players), 0
    for move in range(3 * MOVES):
        if engine.states["over"][0]:
            break
        action = choose(engine, dice)
        cast += GAME.actions.label(action) == "cast"
        engine.step([action])
        if move % EVERY == 0:
            assert not engine.complaints()
    assert cast > 2


@pytest.mark.rule("STA-R49")
def test_magic_gives_no_secrets_away():
    engine, dice = with_casters(3, 7), random.Random(7)
    board = deal(GAME, seed=2, players=3, chapter="skull_cove", characters="chosen")
    for move in range(MOVES):
        if engine.states["over"][0]:
            break
        if move % (4 * EVERY) == 0 or asked(engine) in ("SECOND_DIE", "TACTIC", "TOTEMS"):
            legal = engine.legal(0)[:8]
            for seat in range(3):
                board.load_state(0, engine.sample(0, seat, move))
                assert board.complaints() == []
                assert given(board, seat, legal) == given(engine, seat, legal)
                assert np.array_equal(board.states["spell"], engine.states["spell"])
        engine.step([choose(engine, dice)])
