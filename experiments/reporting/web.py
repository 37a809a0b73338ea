"""Pages of HTML: one file each, which needs no other and no script, for light and dark screens."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from html import escape

from experiments.reporting import plots

STYLE = (
    f"svg {{ display: block; width: 100%; max-width: {plots.WIDTH}px; height: auto; }}"
    + """
svg text { font-family: inherit !important; }
:root { color-scheme: light dark;
  --paper: #fbfaf6; --card: #ffffff; --ink: #22242a; --faded: #5f646c; --grid: #dddcd6;
  --mark: #0072b2; }
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181c; --card: #1d2126; --ink: #e7e5df; --faded: #9aa0a8; --grid: #33383f;
    --mark: #6cb6e4; }
  svg { filter: invert(0.88) hue-rotate(180deg); }
}
body { background: var(--paper); color: var(--ink); margin: 0 auto; padding: 2rem 1.25rem 4rem;
  max-width: 1002px; font: 15px/1.5 system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 0.25rem; }
h2 { font-size: 1.1rem; margin: 0 0 0.5rem; }
p { margin: 0.25rem 0 0.75rem; color: var(--faded); }
section { background: var(--card); border: 1px solid var(--grid); border-radius: 10px;
  padding: 1rem 1.25rem 1.25rem; margin: 1rem 0; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { padding: 0.3rem 0.6rem; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
th { color: var(--faded); font-weight: 500; border-bottom: 1px solid var(--grid); }
tr + tr td { border-top: 1px solid var(--grid); }
th.words, td.words { text-align: left; white-space: normal; overflow-wrap: anywhere; }
a { color: var(--mark); }
summary { cursor: pointer; color: var(--faded); }
"""
)


def document(title: str, lead: str, sections: Iterable[tuple[str, str, str]]) -> str:
    """A page: its title, what it is about, and sections of title, explanation and contents."""
    body = "\n".join(section(*part) for part in sections)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n<p>{escape(lead)}</p>\n{body}\n</body>\n</html>\n"
    )


def section(title: str, words: str, inside: str) -> str:
    """A framed part of a page."""
    paragraph = f"<p>{words}</p>\n" if words else ""
    return f"<section>\n<h2>{escape(title)}</h2>\n{paragraph}{inside}\n</section>"


def table(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    ready: bool = False,
    words: Collection[int] = (),
) -> str:
    """A table; `ready` cells are HTML already, and the columns `words` hold sentences."""
    titles = "".join(f"<th{_kind(k, words)}>{escape(title)}</th>" for k, title in enumerate(head))
    lines = [
        "<tr>"
        + "".join(
            f"<td{_kind(k, words)}>{cell if ready else escape(cell)}</td>"
            for k, cell in enumerate(row)
        )
        + "</tr>"
        for row in rows
    ]
    heading = f"<tr>{titles}</tr>\n" if head else ""
    return f"<table>\n{heading}" + "\n".join(lines) + "\n</table>"


def _kind(column: int, words: Collection[int]) -> str:
    return ' class="words"' if column in words else ""


def facts(rows: Iterable[Sequence[str]]) -> str:
    """Names, and what there is to say of each."""
    return table((), rows, words=(1,))


def folded(words: str, inside: str) -> str:
    """What is shown when it is asked for."""
    return f"<details><summary>{escape(words)}</summary>\n{inside}</details>\n"


def page_of(replay: str) -> str:
    """The name of the page that shows a replay, which lies beside it."""
    return f"{replay.removesuffix('.json')}.html"
