"""A person meets the trained networks of the repository."""

import pytest

from agents.trained import SHIPPED

GAMES = sorted(path.stem for path in SHIPPED.glob("*.zip"))


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_against_the_shipped_network_out_of_the_box(piracy, game):
    done = piracy(
        "play", game, "--seats", "human", "ppo", "--seed", 2, "--no-save", answers="1\n1\n1\nq\n"
    )  # fmt: skip
    assert done.code == 0
    assert "(ppo)  " in done.out, "it has made a move"
    assert "Fair winds!" in done.out
