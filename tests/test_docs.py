"""What the documents say of a game is what the game is."""

import re

from docs import generate
from piracy_env import registry


def test_generated_parts_are_up_to_date():
    found = [str(path.relative_to(generate.ROOT)) for path, _ in generate.stale()]
    assert not found, f"run `make docs`: {', '.join(found)}"


def test_every_game_readme_has_its_generated_sections():
    for name in registry.list_games():
        readme = generate.ROOT / "piracy_env" / "games" / name / "README.md"
        asked = re.findall(r"<!-- generated:(\w+) -->", readme.read_text(encoding="utf-8"))
        assert {"facts", "actions", "observation"} <= set(asked), name


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
