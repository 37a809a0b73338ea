"""Gates on the whole repository: sizes, words that do not belong, facts stated twice."""

import ast
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

LONGEST_FILE = 600
LONGEST_FUNCTION = 60


def tracked_files() -> list[Path]:
    """What git would commit: tracked files and new ones, without the ignored."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    files = [ROOT / line for line in listing.stdout.splitlines()]
    return [file for file in files if file.is_file()]


def text_of(path: Path) -> str:
    """A file's text; empty for a binary one."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


FILES = tracked_files()
SOURCES = [path for path in FILES if path.suffix == ".py"]
TEXTS = [path for path in FILES if path != Path(__file__)]


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_a_file_can_be_read_in_one_sitting():
    lines = {name(path): len(text_of(path).splitlines()) for path in SOURCES}
    long = {file: count for file, count in lines.items() if count > LONGEST_FILE}
    assert not long, "too many lines: split it where the rulebook does"


def test_a_function_fits_on_a_screen():
    long = {}
    for path in SOURCES:
        for node in ast.walk(ast.parse(text_of(path))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                lines = (node.end_lineno or 0) - node.body[0].lineno + 1  # without its signature
                if lines > LONGEST_FUNCTION:
                    long[f"{name(path)}: {node.name}"] = lines
    assert not long, "too many lines"


FORBIDDEN = {
    "a path of one machine": re.compile(r"(?<![\w.])/(?:work|home|root|Users|opt|mnt)/\w"),
    "a folder outside the repository": re.compile(r"\.\./shared|\bshared/(?:design|games|rule)"),
    "a note to do something later": re.compile(r"\b(?:TODO|FIXME)\b"),
    "how the project is made": re.compile(r"\bDESIGN\.md|\bSTYLE\.md|\bPEERS\.md"),
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_the_repository_stands_alone(what):
    found = [
        f"{name(path)}:{number}: {line.strip()[:80]}"
        for path in TEXTS
        for number, line in enumerate(text_of(path).splitlines(), start=1)
        if FORBIDDEN[what].search(line)
    ]
    assert not found, f"{what}:\n" + "\n".join(found)


def test_no_file_is_a_drawer():
    drawers = {"common", "experimental", "helpers", "misc", "util", "utils"}
    assert not [name(path) for path in FILES if drawers.intersection((path.stem, *path.parts))]


def test_the_changelog_knows_the_version():
    assert f"## [{PROJECT['version']}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_package_knows_its_version():
    import piracy_env

    assert piracy_env.__version__ == PROJECT["version"]


MARKDOWN = [path for path in FILES if path.suffix == ".md"]
LINK = re.compile(r"\]\((?!https?://|mailto:|#)([^)#\s]+)")


@pytest.mark.parametrize("path", MARKDOWN, ids=name)
def test_links_between_documents_lead_somewhere(path):
    targets = LINK.findall(re.sub(r"```.*?```", "", text_of(path), flags=re.DOTALL))
    broken = [target for target in targets if not (path.parent / target).exists()]
    assert not broken


def test_every_make_target_says_what_it_does():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.*)$", makefile, flags=re.MULTILINE)
    assert phony is not None
    for target in phony.group(1).split():
        assert re.search(rf"^{target}:.*## \w", makefile, flags=re.MULTILINE), target
