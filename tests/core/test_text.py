"""The words of terminal descriptions."""

import pytest

from piracy_env.core.text import columns, in_words, ordinal, plural, wrap


def test_counted_nouns_agree_with_their_number():
    assert [plural(n, "ducat") for n in (0, 1, 2)] == ["0 ducats", "1 ducat", "2 ducats"]
    assert [plural(n, "party", "parties") for n in (1, 4)] == ["1 party", "4 parties"]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
    ],
)
def test_places_end_as_they_are_spoken(number, text):
    assert ordinal(number) == text


def test_lists_read_as_in_a_sentence():
    assert in_words([]) == "nothing"
    assert in_words([], none="no card") == "no card"
    assert in_words(["rum"]) == "rum"
    assert in_words(["rum", "relics"], last="or") == "rum or relics"
    assert in_words(["rum", "relics", "a chest"]) == "rum, relics and a chest"


def test_columns_are_as_wide_as_their_widest_cell():
    assert columns([["slot", "ducats"], [1, 7], ["twelve", 23]], "<>") == [
        "slot    ducats",
        "1            7",
        "twelve      23",
    ]


def test_columns_take_ragged_and_missing_rows():
    assert columns([["a", "b", "c"], ["longer"]], gap=" | ") == ["a      | b | c", "longer"]
    assert columns([]) == []


def test_columns_leave_no_blanks_at_the_end_of_a_line():
    assert columns([["rum", ""], ["x", "long"]]) == ["rum", "x    long"]


def test_paragraphs_keep_words_whole_and_indent_what_follows():
    lines = wrap("the captain pays every pirate of the party", 16, indent="  ")
    assert lines == ["the captain pays", "  every pirate", "  of the party"]
    assert wrap("Schooner-of-the-Governor", 10) == ["Schooner-of-the-Governor"]
    assert wrap("") == []
