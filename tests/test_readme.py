"""Every example of the documents runs as it is printed."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "piracy_env" / "games").glob("*/README.md")),
]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)

# The blocks of a page are one program: a later one may use the names of an earlier one.
PROGRAMS = {
    str(page.relative_to(ROOT)): BLOCK.findall(page.read_text(encoding="utf-8")) for page in PAGES
}


# Pages about software that is not there in every environment.
MARKS = {"docs/adapters/openspiel.md": pytest.mark.peers}


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=MARKS.get(page, ())) for page, blocks in PROGRAMS.items() if blocks],
)
def test_the_examples_of_a_page_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__main__"}
    for number, block in enumerate(PROGRAMS[page], start=1):
        exec(compile(block, f"{page}, example {number}", "exec"), names)


def test_the_readme_shows_an_example():
    assert PROGRAMS["README.md"]
