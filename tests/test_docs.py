"""What the documents say of a game is what the game is."""

import re

import pytest

from docs import generate
from piracy_agents.heuristic import heuristic_of
from piracy_env import registry
from tests.testing.cruise import LAND, SEA


def test_generated_parts_are_up_to_date():
    found = [str(path.relative_to(generate.ROOT)) for path, _ in generate.stale()]
    assert not found, f"run `make docs`: {', '.join(found)}"


def test_every_game_readme_has_its_generated_sections():
    for name in registry.list_games():
        readme = registry.load(name).folder / "README.md"
        asked = re.findall(rf"<!-- generated:(\w+)(?::{name})? -->", readme.read_text("utf-8"))
        assert {"facts", "actions", "observation"} <= set(asked), name


def test_a_readme_of_several_games_says_of_which_a_section_is():
    text = "<!-- generated:facts{} -->\n<!-- /generated -->"
    assert "`cruise_sea`, 1" in generate.fill(text.format(":cruise_sea"), SEA, LAND)
    assert "a listing of | `cruise`" in generate.fill(text.format(""), LAND)
    for name, words in (("", "generated:facts must"), (":cruise", "generated:facts:cruise must")):
        with pytest.raises(SystemExit, match=f"{words} name one of cruise_sea, cruise_land"):
            generate.fill(text.format(name), SEA, LAND)


def test_the_page_of_a_game_lists_its_decisions_and_what_of_a_record_is_hidden():
    assert "| 4 | `STORM` | if it stands | What goes overboard? |" in generate.decisions(SEA)
    assert "DIG" not in generate.decisions(SEA)
    assert "| `isle` | chest, dug |  | hidden from some seat: chest |" in generate.state(LAND)


def test_each_promise_of_trust_names_tests_that_there_are():
    """In a table, a file of tests and, in brackets, parts of the names of tests in it."""
    text = (generate.ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    cited = re.findall(r"`(tests/[\w/*]+\.py)`(?: \(((?:`\w+`(?:, )?)+)\))?", text)
    assert len(cited) > 40
    for pattern, names in cited:
        files = list(generate.ROOT.glob(pattern))
        assert files, pattern
        known = [
            name
            for file in files
            for name in re.findall(r"def (test_\w+)", file.read_text("utf-8"))
        ]
        for part in re.findall(r"`(\w+)`", names):
            assert any(part in name for name in known), f"{pattern} has no test {part}"


@pytest.mark.parametrize("game", generate.PLAYED)
def test_who_plays_for_a_picture_is_there(game):
    character, at = generate.PLAYED[game]
    assert character in heuristic_of(game)[1].names
    assert 0 < at < 1
