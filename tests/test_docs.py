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
