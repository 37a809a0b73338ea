"""Rules are found by id, chapter and words, and fit the screen."""

import sys

import pytest

from piracy_env import list_games, load
from piracy_env.cli import document
from piracy_env.cli.document import lines
from piracy_env.cli.rulebook import Rulebook, UnknownRuleError, pages
from piracy_env.core.game import Game

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


PARTS = Rulebook(
    "# Ashore\n\n## 1. Walking\n\n- STA-1.1 Walk.\n- STA-1.2 Talk.\n- STA-R1 Twice.\n",
    "## 1. Sailing\n\n- STV-1.1 Sail.\n- STV-1.3 Drift.\n",
)


@pytest.mark.parametrize(
    ("wanted", "ids"),
    {
        "STV-1.1": ["STV-1.1"],
        "1.1": ["STA-1.1", "STV-1.1"],
        "1.3": ["STV-1.3"],
        "R1": ["STA-R1"],
        "1": ["STA-1", "STV-1"],
        "stv": ["STV-1"],
        "drift": ["STV-1.3"],
        "sailing": ["STV-1"],
    }.items(),
)
def test_rules_of_several_files_and_prefixes_are_found(wanted, ids):
    assert [passage.id for passage in PARTS.find(wanted)] == ids


def test_a_file_of_rules_begins_a_chapter_of_its_own():
    assert PARTS.prefixes == ["STA", "STV"]
    assert "Sailing" not in "\n".join(PARTS.find("1. Walking")[0].lines)
    assert "## 1. Sailing" in PARTS.lines
    with pytest.raises(UnknownRuleError, match=r"near it: STV-1\.3, STV-1\.1"):
        PARTS.find("STV-1.4")


def test_the_rules_of_a_game_are_all_its_files(tmp_path):
    class Skulls:
        """As much of a game as has rules."""

        name, folder, rule_parts = "skulls", tmp_path, ()
        rule_files = Game.rule_files

    game = Skulls()
    with pytest.raises(UnknownRuleError, match=r"skulls comes without rules: .* RULES_<part>\.md"):
        Rulebook.of(game)
    (tmp_path / "RULES_voyage.md").write_text("- STV-1.1 Sail.\n")
    (tmp_path / "RULES_ashore.md").write_text("- STA-1.1 Walk.\n")
    assert Rulebook.of(game).prefixes == ["STA", "STV"]
    (tmp_path / "RULES.md").write_text("- STC-1.1 Begin.\n")
    assert Rulebook.of(game).prefixes == ["STC", "STA", "STV"]
    game.rule_parts = ("voyage",)
    assert Rulebook.of(game).prefixes == ["STC", "STV"]


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
