"""Takes the documents that lie outside this folder into the site."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)")


def _placed() -> dict[Path, str]:
    """Where the site shows each document of the repository."""
    placed = {
        ROOT / "README.md": "index.md",
        ROOT / "CONTRIBUTING.md": "contributing.md",
        ROOT / "CHANGELOG.md": "changelog.md",
        ROOT / "LICENSE": "license.txt",
        ROOT / "agents" / "README.md": "agents.md",
        ROOT / "agents" / "piracy_agents" / "shipped" / "README.md": "results/shipped.md",
        ROOT / "experiments" / "README.md": "experiments.md",
        ROOT / "experiments" / "leaderboard.md": "results/leaderboard.md",
    }
    for readme in (ROOT / "piracy_env" / "games").glob("*/README.md"):
        placed[readme] = f"games/{readme.parent.name}-guide.md"
        for rules in readme.parent.glob("RULES*.md"):
            part = rules.stem.removeprefix("RULES").replace("_", "-").lower()
            placed[rules] = f"games/{readme.parent.name}-rules{part}.md"
    for path in (ROOT / "experiments" / "results").glob("*.*"):
        placed[path] = f"results/{path.name}"
    for path in (ROOT / "docs").rglob("*"):
        placed[path] = path.relative_to(ROOT / "docs").as_posix()
    return placed


PLACED = _placed()
HOME = {uri: path for path, uri in PLACED.items()}


def on_files(files: Files, config: Any) -> Files:
    """Add the documents from outside."""
    for path, uri in PLACED.items():
        if path.is_file() and ROOT / "docs" not in path.parents:
            files.append(File.generated(config, uri, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Any, **_others: Any) -> str:
    """Lead each link of a page to the place in the site, if there is one."""
    here = page.file.src_uri

    def led(match: re.Match[str]) -> str:
        mark, words, target, heading = match.groups("")
        path = Path(os.path.normpath(HOME[here].parent / target))
        if path not in PLACED:  # a file of the checkout, such as a script
            return words
        place = os.path.relpath(PLACED[path], os.path.dirname(here) or ".")
        return f"{mark}[{words}]({place}{heading})"

    return LINK.sub(led, markdown)
