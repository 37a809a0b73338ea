"""Tables and texts fit every screen, plain where nobody sees colours."""

import io
from types import SimpleNamespace

import pytest

from piracy_env.cli import screen

HEAD = ("game", "title", "steps/s", "options")
ROWS = [
    ("mutiny", "Mutiny", "1,234,567", "first_player, start_ducats, display_size"),
    ("broadside", "Broadside", "98", "expansion, crew_window_each_round"),
]


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def at(monkeypatch):
    """Set the width of the screen."""
    return lambda columns: monkeypatch.setenv("COLUMNS", str(columns))


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    streams = SimpleNamespace(stdout=Terminal(), stderr=Terminal(), stdin=Terminal())
    monkeypatch.setattr(screen, "sys", streams)


def test_columns_are_aligned_and_the_widest_wraps(at):
    at(60)
    assert screen.table(HEAD, ROWS, "<<>") == [
        "game       title        steps/s  options",
        "mutiny     Mutiny     1,234,567  first_player, start_ducats,",
        "                                 display_size",
        "broadside  Broadside         98  expansion,",
        "                                 crew_window_each_round",
    ]


def test_a_table_without_names_has_no_head(at):
    at(60)
    assert screen.table(("", ""), [("ransom", 5), ("wages", 12)], "<>") == [
        "ransom   5",
        "wages   12",
    ]


def test_numbers_do_not_wrap(at):
    at(30)
    rows = [("a player whose name is long", "2219 to 2596", "50.0 %")]
    assert screen.table(("who", "rating", "wins"), rows, "<>>") == [
        "who             rating    wins",
        "a player  2219 to 2596  50.0 %",
        "whose",
        "name is",
        "long",
    ]


def test_what_is_no_table_any_more_becomes_a_list(at):
    at(44)
    assert screen.table(HEAD, ROWS) == [
        "mutiny  title Mutiny, steps/s 1,234,567,",
        "  options first_player, start_ducats,",
        "  display_size",
        "broadside  title Broadside, steps/s 98,",
        "  options expansion, crew_window_each_round",
    ]


@pytest.mark.parametrize("columns", range(24, 140))
def test_no_table_is_wider_than_the_screen_or_breaks_a_word(at, columns):
    at(columns)
    told = screen.table(HEAD, ROWS)
    assert max(map(len, told)) <= columns
    assert "crew_window_each_round" in " ".join(told)


def test_a_wide_table_takes_the_whole_screen_and_prose_does_not(at):
    wide = [["x" * 20] * 7]
    at(200)
    (row,) = screen.table([""] * 7, wide)
    assert len(row) == 7 * 20 + 6 * 2
    assert screen.width() == screen.WIDEST


def test_brackets_and_smileys_are_what_they_are(at):
    at(60)
    assert screen.table(("a", "b"), [("[bold]x[/]", ":skull:")])[1] == "[bold]x[/]  :skull:"


@pytest.mark.usefixtures("terminal")
def test_long_lines_go_on_under_their_last_column(at):
    at(50)
    assert screen.fit("card\n  46  4-pounders  red guns  rival vessel at sea: save 4") == (
        "card\n  46  4-pounders  red guns  rival vessel at sea:\n                            save 4"
    )
    assert screen.fit("  discarded: " + "Marston Moor, " * 5) == (
        "  discarded: Marston Moor, Marston Moor, Marston\n  Moor, Marston Moor, Marston Moor,"
    )
    assert screen.fit("x" * 60) == "x" * 48 + "\n  " + "x" * 12


def test_a_text_in_a_pipe_keeps_its_lines(at):
    at(50)
    assert screen.fit("x " * 80) == "x " * 80


@pytest.mark.usefixtures("terminal")
def test_terminals_have_colours(monkeypatch):
    assert screen.paint("ok", screen.GREEN) == "\x1b[32mok\x1b[0m"
    assert screen.table(("a",), [(screen.paint("ok", screen.GREEN),)])[1] == "\x1b[32mok\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert screen.paint("ok", screen.GREEN) == "ok"
    assert screen.table(("a",), [("ok",)]) == ["a", "ok"]


def test_pipes_have_none_whatever_the_environment_says(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert screen.paint("ok", screen.GREEN) == "ok"
    assert screen.table(("a",), [("ok",)]) == ["a", "ok"]
