"""Every rule of every game has a test, and nothing cites a rule that does not exist."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from piracy_env import registry
from piracy_env.core.files import rule_files

ROOT = Path(__file__).parent.parent.parent
ID = r"[A-Z]{3}-(?:\d+\.\d+[a-z]?|R\d+)"
ENTRY = re.compile(rf"^[-| *]*\**({ID})\b", re.MULTILINE)


PACKAGES = sorted({registry.load(game).folder.name for game in registry.list_games()})
"""Several games may have one package, and one set of rules."""


def package(name: str) -> Path:
    return ROOT / "piracy_env" / "games" / name


def ledger(folder: Path, parts: Sequence[str] = ()) -> list[str]:
    """Ids of the rules and rulings that the files of rules in a folder list, or some of them."""
    files = rule_files(folder, parts)
    return [rule for path in files for rule in ENTRY.findall(path.read_text(encoding="utf-8"))]


def prefixes(rules: list[str]) -> set[str]:
    return {rule[:3] for rule in rules}


def stray(rules: list[str]) -> list[str]:
    """Rules alone under their prefix: a part has more than one, so it is a slip of the pen."""
    found = Counter(rule[:3] for rule in rules)
    return [rule for rule in rules if found[rule[:3]] == 1]


def marked(path: Path) -> set[str]:
    """Ids in the `rule` marks of a test file."""
    ids = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            ids |= {argument.value for argument in node.args if isinstance(argument, ast.Constant)}
    return ids


def cited(path: Path, among: set[str]) -> set[str]:
    """Ids with one of these prefixes that the text of a file mentions."""
    pattern = re.compile(rf"\b(?:{'|'.join(sorted(among))})-(?:\d+\.\d+[a-z]?|R\d+)\b")
    return set(pattern.findall(path.read_text(encoding="utf-8")))


def untested(rules: list[str], tests: set[str]) -> list[str]:
    return [rule for rule in rules if rule not in tests]


@pytest.mark.parametrize("game", PACKAGES)
def test_ledger_lists_each_rule_once(game):
    rules = ledger(package(game))
    assert rules
    assert [rule for rule, count in Counter(rules).items() if count > 1] == []
    assert stray(rules) == []


def test_each_prefix_belongs_to_one_game():
    owners = Counter(prefix for game in PACKAGES for prefix in prefixes(ledger(package(game))))
    assert [prefix for prefix, count in owners.items() if count > 1] == []


@pytest.mark.parametrize("name", registry.list_games())
def test_every_rule_has_a_test(name):
    game = registry.load(name)
    tests = set()
    for path in (ROOT / "tests" / "games" / game.folder.name).rglob("test_*.py"):
        tests |= marked(path)
    assert untested(ledger(game.folder, game.rule_parts), tests) == []


@pytest.mark.parametrize("name", registry.list_games())
def test_the_parts_of_the_rules_that_a_game_names_are_there(name):
    game = registry.load(name)
    assert [path.name for path in rule_files(game.folder, game.rule_parts)] != []
    assert all(path.is_file() for path in rule_files(game.folder, game.rule_parts))


@pytest.mark.parametrize("game", PACKAGES)
def test_every_cited_rule_exists(game):
    rules = ledger(package(game))
    files = [path for path in package(game).rglob("*") if path.suffix in (".py", ".md", ".toml")]
    files += (ROOT / "tests" / "games" / game).rglob("*.py")
    unknown = {
        str(path.relative_to(ROOT)): sorted(cited(path, prefixes(rules)) - set(rules))
        for path in files
    }
    assert {path: ids for path, ids in unknown.items() if ids} == {}


def test_a_rule_without_a_test_is_noticed(tmp_path):
    test = tmp_path / "test_any.py"
    test.write_text('@pytest.mark.rule("XXX-1.1", "XXX-R2")\ndef test_any():\n    pass\n')
    assert marked(test) == {"XXX-1.1", "XXX-R2"}
    assert untested(["XXX-1.1", "XXX-1.2"], marked(test)) == ["XXX-1.2"]
    assert cited(test, {"XXX"}) - {"XXX-1.1"} == {"XXX-R2"}


def test_rules_may_have_several_files_and_prefixes(tmp_path):
    (tmp_path / "RULES.md").write_text("- STA-1.1 Walk.\n- STA-1.2 Talk.\n")
    (tmp_path / "RULES_voyage.md").write_text("- STV-1.1 Sail.\n- STV-R1 Drift.\n- STZ-1.2 Slip.\n")
    (tmp_path / "OTHER_RULES.md").write_text("- STX-1.1 Nothing.\n")
    rules = ledger(tmp_path)
    assert rules == ["STA-1.1", "STA-1.2", "STV-1.1", "STV-R1", "STZ-1.2"]
    assert stray(rules) == ["STZ-1.2"]
    test = tmp_path / "test_any.py"
    test.write_text('@pytest.mark.rule("STA-1.1", "STV-1.1", "STV-1.9")\ndef test_any(): ...\n')
    assert untested(rules, marked(test)) == ["STA-1.2", "STV-R1", "STZ-1.2"]
    assert cited(test, prefixes(rules)) - set(rules) == {"STV-1.9"}


def test_a_listing_answers_for_the_parts_of_the_rules_that_it_names(tmp_path):
    (tmp_path / "RULES_ashore.md").write_text("- STA-1.1 Walk.\n- STA-1.2 Talk.\n")
    (tmp_path / "RULES_port.md").write_text("- STP-1.1 Drink.\n- STP-1.2 Pay.\n")
    (tmp_path / "RULES_voyage.md").write_text("- STV-1.1 Sail.\n- STV-1.2 Drift.\n")
    assert ledger(tmp_path, ("voyage", "port")) == ["STV-1.1", "STV-1.2", "STP-1.1", "STP-1.2"]
    (tmp_path / "RULES.md").write_text("- STX-1.1 Win.\n")
    assert ledger(tmp_path, ("port",)) == ["STX-1.1", "STP-1.1", "STP-1.2"]
