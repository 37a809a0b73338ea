"""What a search is worth to a crew: the same deals, told beside each other."""

import pytest

from experiments import searching_crews
from experiments.measuring.crew import play_crews
from tests.testing.raft import RAFT

GAME = "tests.testing.raft:RAFT"
ASKED = [GAME, "--plain", "uniform", "--search", "mcts:4", "--deals", "6", "--seed", "5"]


def test_crews_are_told_beside_the_one_that_does_not_search(capsys):
    assert searching_crews.main([*ASKED, "-p", "2", "-o", "calm=yes"]) == 0
    said = capsys.readouterr().out
    *_, plain, searching = said.strip().splitlines()
    crews = {
        name: play_crews(name, GAME, 6, 5, players=2, calm=True) for name in ("uniform", "mcts:4")
    }
    for name, line in zip(crews, (plain, searching), strict=True):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        games = crews[name]
        assert cells[:2] == [f"`{name}`", "6"]
        assert cells[2].startswith(f"{games.successes.mean():.1%} (")
        assert cells[4] == f"{games.scores.mean():.1f}"
        assert cells[6] == f"{games.moves.mean():.0f}"
        assert float(cells[7]) > 0.0
    assert plain.split("|")[4].strip() == ""
    more = crews["mcts:4"].more_often(crews["uniform"]).value
    assert searching.split("|")[4].strip().startswith(f"{100 * more:+.1f} (")
    assert "2 seats -o calm=True" in said


def test_a_page_tells_how_it_was_made(tmp_path, capsys):
    assert searching_crews.main([*ASKED, "--out", str(tmp_path / "page.md")]) == 0
    page = (tmp_path / "page.md").read_text()
    assert page.startswith("# What a search is worth to a crew\n\n- command: ")
    assert f"{RAFT.default_seats} seats" in page


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["mutiny", "--search", "mcts:4"], "are rivals, and no crew"),
        ([GAME, "--plain", "nobody", "--search", "mcts:4"], "nobody"),
    ],
)
def test_what_cannot_be_told_is_refused(asked, words, capsys):
    assert searching_crews.main(asked) == 2
    assert words in capsys.readouterr().err
