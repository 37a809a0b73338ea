"""A person meets the trained networks of the repository."""

import pytest

from piracy_agents.trained import SHIPPED

GAMES = sorted(path.stem for path in SHIPPED.glob("*.safetensors"))
OWN_MOVES = {"havens": 20}
"""Decisions until others have moved as well, where a turn has many."""


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_against_the_shipped_network_out_of_the_box(piracy, game):
    answers = "1\n" * OWN_MOVES.get(game, 3) + "q\n"
    done = piracy(
        "play", game, "--seats", "human", "ppo", "--seed", 2, "--no-save", answers=answers
    )
    assert done.code == 0
    assert "(ppo)  " in done.out, "it has made a move"
    assert "Fair winds!" in done.out
