"""Every rule of every game has a test, and nothing cites a rule that does not exist."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from piracy_env import registry

ROOT = Path(__file__).parent.parent.parent
ID = r"[A-Z]{3}-(?:\d+\.\d+[a-z]?|R\d+)"
ENTRY = re.compile(rf"^[-| *]*\**({ID})\b", re.MULTILINE)


def package(game: str) -> Path:
    return ROOT / "piracy_env" / "games" / game


def ledger(game: str) -> list[str]:
    """Ids of the rules and rulings that RULES.md lists."""
    return ENTRY.findall((package(game) / "RULES.md").read_text(encoding="utf-8"))


def marked(path: Path) -> set[str]:
    """Ids in the `rule` marks of a test file."""
    ids = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            ids |= {argument.value for argument in node.args if isinstance(argument, ast.Constant)}
    return ids


def cited(path: Path, prefix: str) -> set[str]:
    """Ids that the text of a file mentions."""
    pattern = re.compile(rf"\b{prefix}-(?:\d+\.\d+[a-z]?|R\d+)\b")
    return set(pattern.findall(path.read_text(encoding="utf-8")))


def untested(rules: list[str], tests: set[str]) -> list[str]:
    return [rule for rule in rules if rule not in tests]


@pytest.mark.parametrize("game", registry.list_games())
def test_ledger_lists_each_rule_once(game):
    rules = ledger(game)
    assert rules
    assert [rule for rule, count in Counter(rules).items() if count > 1] == []
    assert len({rule[:3] for rule in rules}) == 1, "a game's rules share one prefix"


@pytest.mark.parametrize("game", registry.list_games())
def test_every_rule_has_a_test(game):
    tests = set()
    for path in (ROOT / "tests" / "games" / game).rglob("test_*.py"):
        tests |= marked(path)
    assert untested(ledger(game), tests) == []


@pytest.mark.parametrize("game", registry.list_games())
def test_every_cited_rule_exists(game):
    rules = ledger(game)
    prefix = rules[0][:3]
    files = [path for path in package(game).rglob("*") if path.suffix in (".py", ".md", ".toml")]
    files += (ROOT / "tests" / "games" / game).rglob("*.py")
    unknown = {
        str(path.relative_to(ROOT)): sorted(cited(path, prefix) - set(rules)) for path in files
    }
    assert {path: ids for path, ids in unknown.items() if ids} == {}


def test_a_rule_without_a_test_is_noticed(tmp_path):
    test = tmp_path / "test_any.py"
    test.write_text('@pytest.mark.rule("XXX-1.1", "XXX-R2")\ndef test_any():\n    pass\n')
    assert marked(test) == {"XXX-1.1", "XXX-R2"}
    assert untested(["XXX-1.1", "XXX-1.2"], marked(test)) == ["XXX-1.2"]
    assert cited(test, "XXX") - {"XXX-1.1"} == {"XXX-R2"}
