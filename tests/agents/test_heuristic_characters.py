"""The tables of characters: complete, explained, used, and mistakes in them called by name."""

import ast
import re
from pathlib import Path

import numpy as np
import pytest

import piracy_agents.heuristic
from piracy_agents.heuristic import heuristic_of
from piracy_agents.heuristic.characters import Profiles
from piracy_env.errors import AgentError

FOLDERS = sorted(
    path.parent for path in Path(piracy_agents.heuristic.__file__).parent.glob("*/characters.toml")
)

TABLE = """
best = "bold"
[weights]
loot = 1.0  # of gold
power = [1, 2.5]
[bold]
about = "Takes it."
[shy]
about = "Leaves it."
loot = -1.0
power = [0, 0]
"""


def named(path):
    return path.name


def test_a_character_has_the_common_weights_and_its_own():
    profiles = Profiles.parse(TABLE, "here")
    assert profiles.names == ("bold", "shy")
    assert profiles.best == "bold"
    assert profiles.about["shy"] == "Leaves it."
    assert profiles.weights["loot"].tolist() == [1.0, -1.0]
    assert profiles.weights["power"].tolist() == [[1.0, 2.5], [0.0, 0.0]]


@pytest.mark.parametrize(
    ("line", "instead", "complaint"),
    [
        ('best = "bold"', "", "best must be one of bold, shy, not None"),
        ('best = "bold"', 'best = "proud"', "best must be one of bold, shy, not 'proud'"),
        ('best = "bold"', "best = {}", "best must be one of bold, shy, not {}"),
        ("loot = 1.0 ", '"" = 1.0 ', r"\[weights\] has names that are no words"),
        ("[weights]", "[wights]", r"needs a table \[weights\]"),
        ("loot = 1.0 ", 'loot = "much"', r"\[weights\] loot must be a number or a list of numbers"),
        ("loot = 1.0 ", "loot = true ", r"\[weights\] loot must be a number or a list of numbers"),
        ("power = [1, 2.5]", "power = []", r"\[weights\] power must be a number or a list"),
        ('about = "Takes it."', "", r"\[bold\] needs a line `about`"),
        ("loot = -1.0", "lot = -1.0", r"\[shy\]: no weight lot; there are: loot, power"),
        ("loot = -1.0", "loot = [1.0]", r"\[shy\]: loot must be a number, not \[1.0\]"),
        ("power = [0, 0]", "power = [0]", r"\[shy\]: power must be a list of 2 numbers, not \[0\]"),
        ("[shy]", "[shy", "here: is not valid TOML"),
        ("loot = -1.0", "loot = nan", r"here: is not valid TOML \(nan is no number\)"),
        ("[shy]", "\n".join(f"[c{k}]" for k in range(64)) + "\n[shy]", "66 characters; at most 64"),
    ],
)
def test_a_mistake_is_called_by_name(line, instead, complaint):
    assert line in TABLE
    with pytest.raises(AgentError, match=complaint) as caught:
        Profiles.parse(TABLE.replace(line, instead), "here")
    assert str(caught.value).startswith("here: ")


def weights_read(folder):
    """The weights that the kernels of a folder read: what they ask `w` for."""
    found = set()
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                found |= {node.attr} if node.value.id == "w" else set()
    return found


@pytest.mark.parametrize("folder", FOLDERS, ids=named)
def test_every_weight_is_used_and_every_one_used_is_there(folder):
    _, profiles = heuristic_of(folder.name)
    assert weights_read(folder) == set(profiles.weights.dtype.names)


@pytest.mark.parametrize("folder", FOLDERS, ids=named)
def test_every_weight_says_what_it_means(folder):
    text = (folder / "characters.toml").read_text(encoding="utf-8")
    common = text.split("[weights]")[1].split("\n[")[0]
    silent = [line for line in common.splitlines() if re.match(r"\w+ = (?!.*#)", line)]
    assert not silent


@pytest.mark.parametrize("folder", FOLDERS, ids=named)
def test_characters_differ(folder):
    _, profiles = heuristic_of(folder.name)
    assert len(profiles.names) >= 4
    assert len({row.tobytes() for row in profiles.weights}) == len(profiles.names)
    for name in profiles.weights.dtype.names:
        assert np.isfinite(profiles.weights[name]).all()
