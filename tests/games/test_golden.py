"""Golden games come out as they were written; `python -m tests.golden <game>` rewrites them."""

import pytest

from piracy_env import registry
from tests import golden

CASES = [(game, path) for game in registry.list_games() for path in golden.files(game)]


@pytest.mark.parametrize(("game", "path"), CASES, ids=[f"{game}-{p.stem}" for game, p in CASES])
def test_a_golden_game_comes_out_the_same(game, path):
    text = path.read_text(encoding="utf-8")
    assert golden.replay(registry.load(game), text) == text


@pytest.mark.parametrize("game", registry.list_games())
def test_every_game_has_golden_games_for_every_player_count(game):
    heads = [path.read_text(encoding="utf-8").splitlines()[0] for path in golden.files(game)]
    for players in registry.load(game).seats:
        assert any(f"players={players}" in head for head in heads)
