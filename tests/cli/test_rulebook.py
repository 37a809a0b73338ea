"""Rules are found by id, chapter and words, and fit the screen."""

import sys

import pytest

from piracy_env import list_games, load
from piracy_env.cli import document
from piracy_env.cli.document import lines
from piracy_env.cli.rulebook import Rulebook, UnknownRuleError, pages

TEXT = """\
# The rules of toy

A word *before
the rules*, with `code` and [a link](elsewhere.md).

## 1. Setting up

- TOY-1.1 Lay out the board.
- TOY-1.2 Give everybody a hat; this line is long
  and goes on below.

### TOY-2 Play

- **TOY-2.1** Wear the hat.

## Rulings

| id | question | ruling |
|---|---|---|
| TOY-R1 | Two hats? | No. |
| TOY-R2 | No hat at all, and nobody wants to lend one? | Then the game ends. |

> Said the captain.

1. first
2. second
"""
BOOK = Rulebook(TEXT)


@pytest.mark.parametrize(
    ("wanted", "ids"),
    {
        "TOY-1.2": ["TOY-1.2"],
        "toy-1.2": ["TOY-1.2"],
        "1.2": ["TOY-1.2"],
        "TOY-2.1": ["TOY-2.1"],
        "R2": ["TOY-R2"],
        "TOY-1": ["TOY-1"],
        "TOY-2": ["TOY-2"],
        "setting up": ["TOY-1"],
        "hat": ["TOY-1.2", "TOY-2.1", "TOY-R1", "TOY-R2"],
    }.items(),
)
def test_rules_are_found(wanted, ids):
    assert [passage.id for passage in BOOK.find(wanted)] == ids


def test_a_chapter_brings_its_entries():
    (chapter,) = BOOK.find("Setting up")
    assert "TOY-1.1" in chapter.lines[2]
    assert chapter.level == 2


@pytest.mark.parametrize(
    ("wanted", "reason"),
    {
        "TOY-1.9": "near it: TOY-1.2, TOY-1.1",
        "1.9": "near it: TOY-1.1, TOY-1.2|near it: TOY-1.2, TOY-1.1",
        "sharks": "the chapters: 1. Setting up, TOY-2 Play, Rulings",
    }.items(),
)
def test_what_is_not_there_names_what_is_near(wanted, reason):
    with pytest.raises(UnknownRuleError, match=reason):
        BOOK.find(wanted)


@pytest.mark.parametrize("width", [24, 40, 60, 110])
def test_no_line_is_wider_than_the_screen(width):
    assert max(map(len, lines(TEXT, width))) <= width


def test_markup_becomes_plain_words():
    text = "\n".join(lines(TEXT, 60))
    assert text.startswith("The rules of toy\n\nA word before")
    assert "A word before the rules, with code and a link." in text
    assert "\n • TOY-1.2 Give everybody a hat; this line is long and goes\n   on below." in text
    assert "▌ Said the captain." in text
    assert "\n 2 second" in text
    assert "**" not in text


def test_a_table_has_a_head_and_aligned_columns():
    text = "\n".join(lines(TEXT, 60))
    assert (
        f"id       question                        ruling\n{'─' * 60}\nTOY-R1   Two hats?" in text
    )


def test_a_page_goes_into_a_file_as_it_is_and_is_drawn_on_a_terminal(capsys, monkeypatch):
    document.show("# A page\n\n- **bold**\n")
    assert capsys.readouterr().out == "# A page\n\n- **bold**\n\n"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    document.show("# A page\n\n- **bold**, ![a curve](curves.svg)\n")
    assert capsys.readouterr().out == "A page\n\n • bold, a curve\n"


def test_rows_that_are_found_stand_under_the_head_of_their_table():
    found = list(pages(BOOK.find("hat"), 60))
    assert found[:2] == [
        "1. Setting up",
        " • TOY-1.2 Give everybody a hat; this line is long and goes",
    ]
    assert "\n".join(found).count("question") == 1
    assert found[-2].startswith("TOY-R2   No hat at all")
    (row,) = BOOK.find("R2")
    assert len(row.lines) == 1


@pytest.mark.parametrize("game", list_games())
def test_every_game_s_rules_can_be_looked_up(game):
    book = Rulebook.of(load(game))
    for passage in book.passages:
        if passage.id and not passage.level:
            assert book.find(passage.id) == [passage]
