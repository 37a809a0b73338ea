"""Many actions are asked for by and by; reasons, opinions and files at the terminal."""

import re

import pytest

from piracy_env.cli import menu
from piracy_env.core.actions import ActionTable, Block
from tests.cli.conftest import WHISPERS

TABLE = ActionTable(
    Block("pass", "Pass."), Block("put", "Put one onto another.", own=(2, 3, 4), onto=range(6))
)


def entries(*actions):
    return [
        menu.Entry(number, action, TABLE.label(action), TABLE.parse(action)[0], f"A does {action}")
        for number, action in enumerate(actions, start=1)
    ]


def test_a_short_list_is_shown_whole():
    short = entries(*range(8))
    assert list(menu.asked(short, TABLE, 80)) == list(menu.lines(short, 80))


def test_a_long_list_is_asked_for_by_kind_and_then_by_axis():
    many = entries(*range(TABLE.size))
    lines = list(menu.asked(many, TABLE, 80))
    assert [line.split()[:2] for line in lines[:2]] == [["1", "pass"], ["2-19", "put"]]
    assert "18 choices, such as: A does 1" in lines[1]
    put = menu.grouped(many, TABLE)["put"]
    by_axis = menu.grouped(put, TABLE)
    assert list(by_axis) == ["own 2", "own 3", "own 4"]
    assert [entry.number for entry in by_axis["own 3"]] == list(range(8, 14))
    assert max(map(len, [*lines, *menu.asked(put, TABLE, 80)])) <= 80


def test_why_tells_the_rules_of_an_action_and_what_forbids_one(piracy):
    text = piracy(
        "play", "mutiny", "--seed", 3, "--no-save", answers="why 1\nw ransom 3\nw 999\nq\n"
    ).out
    assert re.search(r"assemble .*: legal: .*\(MUT-3\.2, MUT-4\.1, MUT-4\.6\)\.", text)
    assert "ransom 3: not legal: only who has no stack at all may ransom (MUT-7.1)." in text
    assert "MUT-7.1 Only a player with no stack" in text
    assert "there are actions 1 to" in text


def test_all_who_have_an_opinion_are_heard(piracy):
    text = piracy("play", "mutiny", "--seed", 3, "--no-save", answers="t\nq\n").out
    assert "heuristic:admiral, in a world that may be, likes best:" in text
    assert "ppo expects to be paid" in text


@pytest.mark.parametrize("command", ["p {}", "s {}"])
def test_a_file_is_not_written_over(piracy, tmp_path, command):
    (tmp_path / "mine.txt").write_text("mine")
    text = piracy("play", WHISPERS, "--no-save", answers=f"{command.format('mine.txt')}\nq\n").out
    assert "mine.txt exists already, and is not overwritten" in text
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_a_picture_is_written_over_if_that_is_said(piracy, tmp_path):
    (tmp_path / "a.svg").write_text("mine")
    refused = piracy("show", WHISPERS, "--svg", "a.svg")
    assert (refused.code, "exists already" in refused.err) == (2, True)
    assert piracy("show", WHISPERS, "--svg", "a.svg", "--force").code == 0
    assert "<svg" in (tmp_path / "a.svg").read_text()


def test_a_person_may_be_named_alone(piracy):
    text = piracy("play", "mutiny", "--seats", "human:Anne", "--no-save", answers="q\n").out
    assert "A (Anne)>" in text


def test_the_chapter_is_found_and_not_the_book(piracy):
    assert piracy("rules", "mutiny", "mutiny").out.startswith("6. Mutiny")


def test_agents_are_listed_with_what_they_do_and_how_strong_they_are(piracy):
    lines = piracy("agents", "mutiny").out.splitlines()
    assert lines[0] == "Mutiny (mutiny)"
    ratings = [int(m[1]) for line in lines if (m := re.match(r"\S+ +(\d{4}) ", line))]
    assert len(ratings) >= 5
    assert ratings == sorted(ratings, reverse=True)
    assert any(line.startswith("uniform") for line in lines)


def test_games_have_a_sentence_each(piracy):
    text = piracy("games").out
    assert text.count(".\n") >= 5
    assert "Put your pirates onto others'" in text


def test_the_end_is_shown_as_everybody_may_see_it(piracy):
    text = piracy(
        "play", WHISPERS, "--seats", "human", "human", "--no-save", "--open",
        answers="say 1\nsay 2\nsay 3\nwrite 3\n",
    ).out  # fmt: skip
    assert "(you)" not in text.rpartition("> write 3")[2]
