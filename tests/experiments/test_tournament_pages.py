"""The pages of the leaderboard and of strength: verdicts that mind the interval, sections kept."""

from dataclasses import replace
from unittest.mock import Mock

import pytest

from experiments import leaderboard, strength
from experiments.strength import StrengthTest, cross_table, uniform_target, verdict
from experiments.tournament import contest
from experiments.tournament.contest import hold
from experiments.tournament.play import TournamentPlan
from piracy_env.cli import INTERRUPTED
from piracy_env.core.engine import Engine
from piracy_env.envs.intervals import Interval
from tests.core import whispers

pytest.importorskip("choix")

GAME = "tests.core.whispers:GAME"
AGENTS = tuple(f"tests.experiments.players:{name}" for name in ("Last", "First", "Guesser"))


@pytest.fixture(scope="module")
def tournament():
    return hold(TournamentPlan(GAME, AGENTS, players=3, deals=40))


@pytest.mark.parametrize(
    ("low", "share", "high", "words"),
    [
        (0.86, 0.9, 0.94, "reached"),
        (0.84, 0.9, 0.94, "reached, within the interval"),
        (0.7, 0.8, 0.9, "missed, within the interval"),
        (0.7, 0.75, 0.8, "missed"),
    ],
)
def test_a_verdict_minds_the_interval(tournament, low, share, high, words):
    one = replace(
        tournament.summary.standings[0],
        win_share=Interval(share, low, high),
    )
    assert StrengthTest(2, one, 0.85, 100).verdict == words


def test_a_duel_asks_for_more_than_a_table():
    assert uniform_target(2) == 0.85
    assert uniform_target(4) == pytest.approx(0.55)


def test_who_is_best_against_everybody_is_named(tournament):
    assert verdict(tournament) == "Last is surely ahead of every other one."
    assert "| Last |" in "\n".join(cross_table(tournament))


def test_where_nobody_is_best_all_are_told(tournament):
    level = [replace(pair, ahead=replace(pair.ahead, low=0.4)) for pair in tournament.summary.pairs]
    shown = verdict(replace(tournament, summary=replace(tournament.summary, pairs=level)))
    assert shown.splitlines()[0] == "No one is surely ahead of every other one. Surely ahead is"
    assert "- Last of none" in shown


def test_the_page_of_a_game_puts_its_heuristic_to_the_test(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(strength, "BEST", AGENTS[0])
    monkeypatch.setattr(strength, "RUNS", tmp_path / "runs")
    monkeypatch.setattr(strength, "characters", lambda game: AGENTS)
    out = tmp_path / "page.md"
    command = [GAME, "--deals", "10", "--search", AGENTS[2], "--search-deals", "4"]
    command += ["--search-games", "14"]
    assert strength.main([*command, "--out", str(out)]) == 0
    text = out.read_text(encoding="utf-8")
    assert text.count("| 3 | 30 |") == 1
    assert text.count("| 2 | 14 |") == 1
    assert text.count("| 3 | 15 |") == 1
    assert "### 2 players" in text
    assert "- command: `python -m experiments.strength" in text
    assert not list((tmp_path / "runs").iterdir())


def test_an_interrupted_board_goes_on_where_it_stopped(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(leaderboard, "PAGE", tmp_path / "leaderboard.md")
    monkeypatch.setattr(leaderboard, "RUNS", tmp_path / "runs")
    monkeypatch.setattr(leaderboard, "list_games", lambda: [GAME])
    monkeypatch.setattr(leaderboard, "shipped_agents", lambda game, search: AGENTS)
    monkeypatch.setattr(leaderboard, "heading", Mock(side_effect=[KeyboardInterrupt, "told"]))
    assert leaderboard.main([GAME, "--deals", "5"]) == INTERRUPTED
    assert "the same command goes on where it stopped" in capsys.readouterr().err
    left = Mock(return_value=())
    monkeypatch.setattr(contest, "play_pieces", left)
    assert leaderboard.main([GAME, "--deals", "5"]) == 0
    assert left.call_args.args[1] == [], "every game was played before"
    assert not list((tmp_path / "runs").iterdir())


def test_games_that_are_not_named_keep_their_section(tmp_path, monkeypatch, capsys):
    page = tmp_path / "leaderboard.md"
    monkeypatch.setattr(leaderboard, "RUNS", tmp_path / "runs")
    page.write_text("# Leaderboard\n\n## mutiny\n\nold\n\n\n\n## tag\n\nodd\n", encoding="utf-8")
    monkeypatch.setattr(leaderboard, "PAGE", page)
    monkeypatch.setattr(leaderboard, "list_games", lambda: ["mutiny", GAME])
    monkeypatch.setattr(leaderboard, "shipped_agents", lambda game, search: AGENTS)
    assert leaderboard.main([GAME, "--deals", "5"]) == 0
    text = page.read_text(encoding="utf-8")
    assert f"\n\n## mutiny\n\nold\n\n## {GAME}\n\n" in text, "one blank line, however often"
    assert "\n\n\n" not in text
    assert f"## {GAME}\n" in text
    assert "tag" not in text
    assert all(name in text for name in AGENTS)


def test_the_board_shows_one_searcher(monkeypatch):
    known = ["uniform", "heuristic:a", "mcts:1000", "flat:1000"]
    monkeypatch.setattr(leaderboard, "known_agents", lambda game: known)
    game = Engine(whispers.GAME).game
    assert leaderboard.shipped_agents(game) == ("uniform", "heuristic:a", leaderboard.SEARCH)
    assert leaderboard.shipped_agents(game, "") == ("uniform", "heuristic:a")
