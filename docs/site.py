"""Builds the site from documents of the whole repository: `python -m docs.site`, or `make docs`.

They are laid out in build/docs as the site shows them, links led to their places, and made into
pages by Zensical. The site needs no server and no network, its search neither: what would be
fetched from elsewhere is put beside the pages.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
LAID_OUT, SITE = ROOT / "build" / "docs", ROOT / "site"
SHIM = "https://unpkg.com/iframe-worker/shim"
"""What pages on the disk would fetch to be able to search: browsers start no worker there."""
OWN_SHIM = "frame_worker.js"
ELSEWHERE = re.compile(r'<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)="?(https?://[^">\s]+)')
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
        if path.suffix == ".py" or "__pycache__" in path.parts:
            continue
        placed[path] = path.relative_to(ROOT / "docs").as_posix()
    return placed


PLACED = _placed()
HOME = {uri: path for path, uri in PLACED.items()}


def main() -> int:
    """Lay the documents out, and build the site."""
    lay_out(LAID_OUT)
    tool = Path(sys.executable).with_name("zensical")
    code = subprocess.run([tool, "build", "--strict", "--clean"], cwd=ROOT, check=False).returncode
    if code:
        return code
    for page in SITE.rglob("*.html"):
        text = page.read_text("utf-8")
        up = os.path.relpath(SITE / OWN_SHIM, page.parent)
        page.write_text(text.replace(SHIM, up), "utf-8")
    fetched = {link for page in SITE.rglob("*.html") for link in fetches(page.read_text("utf-8"))}
    if fetched:
        print("pages fetch from elsewhere:", *sorted(fetched), file=sys.stderr)
    return int(bool(fetched))


def lay_out(folder: Path) -> None:
    """Put all documents where the site shows them."""
    shutil.rmtree(folder, ignore_errors=True)
    for path, uri in PLACED.items():
        if not path.is_file():
            continue
        target = folder / uri
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            target.write_text(led(path.read_text("utf-8"), uri), "utf-8")
        else:
            shutil.copy(path, target)


def led(markdown: str, here: str) -> str:
    """Lead each link of a page to the place in the site, if there is one."""

    def placed(match: re.Match[str]) -> str:
        mark, words, target, heading = match.groups("")
        path = Path(os.path.normpath(HOME[here].parent / target))
        if path not in PLACED:  # a file of the checkout, such as a script
            return words
        place = os.path.relpath(PLACED[path], os.path.dirname(here) or ".")
        return f"{mark}[{words}]({place}{heading})"

    return LINK.sub(placed, markdown)


def fetches(html: str) -> list[str]:
    """What a page would fetch from other servers; links that somebody may follow are none."""
    found = [match for match in ELSEWHERE.finditer(html) if 'rel="canonical"' not in match[0]]
    return [match[1] for match in found]


if __name__ == "__main__":
    sys.exit(main())
