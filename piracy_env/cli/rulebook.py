"""A game's RULES.md as something to look things up in: chapters, and entries with ids."""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from piracy_env.cli.screen import BOLD, CYAN, DIM, ITALIC, length, paint
from piracy_env.core.text import wrap
from piracy_env.errors import PiracyError, listing

if TYPE_CHECKING:
    from piracy_env.core.game import Game

ID = re.compile(r"\b[A-Z]{2,}-[A-Z]?\d+(?:\.\d+)*\b")
_HEADING = re.compile(r"(#+) +(.*)")
_ENTRY = re.compile(rf"(?:[-*|] *)?[*`]*({ID.pattern})")
_ITEM = re.compile(r"( *)([-*]|\d+\.) +(.*)")
_RULE = re.compile(r"\|[-:| ]+\|?$")
_MARKUP = re.compile(r"\*\*(.+?)\*\*|`([^`]+)`|(?<!\w)\*(?!\s)(.+?)\*|\[([^\]]+)\]\([^)]*\)")


class UnknownRuleError(PiracyError, LookupError):
    """An id or a word that the rules do not contain."""


@dataclass(frozen=True)
class Passage:
    """A part of the rules: the lines of a chapter, or of one entry of a chapter."""

    id: str
    """The entry's or the chapter's id; a chapter may have none."""
    title: str
    """Heading of the chapter that it is, or is in."""
    level: int
    """Depth of the chapter's heading; 0 for an entry."""
    lines: tuple[str, ...]


class Rulebook:
    """The rules of a game, by chapter and by id."""

    def __init__(self, text: str) -> None:
        self.lines = re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL).splitlines()
        self.passages = list(_passages(self.lines))

    @classmethod
    def of(cls, game: Game) -> Rulebook:
        """The rules that lie beside a game's tables."""
        path = game.tables.path.with_name("RULES.md")
        try:
            return cls(path.read_text(encoding="utf-8"))
        except OSError:
            raise UnknownRuleError(f"{game.name} comes without rules: there is no {path}") from None

    def find(self, wanted: str) -> list[Passage]:
        """The entry or chapter of an id, the chapter of a title, or all entries with some words."""
        asked = wanted.strip().lower().strip("`*.,")
        for passage in self.passages:
            if asked in (passage.id.lower(), _short(passage.id).lower()):
                return [passage]
        titled = [one for one in self.passages if one.level and asked in one.title.lower()]
        entries = [one for one in self.passages if not one.level]
        if titled and not ID.fullmatch(wanted.strip().upper()):
            return titled[:1]
        worded = [one for one in entries if asked in " ".join(one.lines).lower()]
        if not re.fullmatch(r"[a-z]*-?[a-z]?\d[\d.]*", asked) and worded:
            return worded
        ids = [one.id for one in self.passages if one.id]
        shorts = {_short(one): one for one in ids}
        near = difflib.get_close_matches(asked.upper(), ids, n=5, cutoff=0.6)
        near += [shorts[one] for one in difflib.get_close_matches(asked, shorts, n=5)]
        if near:
            near = list(dict.fromkeys(near))[:5]
            raise UnknownRuleError(f"no rule {wanted!r}; near it: {listing(near)}")
        titles = [one.title for one in self.chapters() if one.level > 1]
        raise UnknownRuleError(f"no rule is or says {wanted!r}; the chapters: {listing(titles)}")

    def chapters(self) -> list[Passage]:
        """The chapters, in order."""
        return [passage for passage in self.passages if passage.level]


def _short(rule: str) -> str:
    """An id without the letters of its game: `5.4`, `R8`."""
    return rule.partition("-")[2]


def _passages(lines: list[str]) -> Iterator[Passage]:
    title, number = "", 0
    while number < len(lines):
        line = lines[number]
        heading, entry = _HEADING.match(line), _ENTRY.match(line)
        if heading:
            level, title = len(heading[1]), heading[2]
            end = number + 1
            while end < len(lines) and not _is_heading(lines[end], level):
                end += 1
            body = "\n".join(lines[number:end]).rstrip().split("\n")
            yield Passage(_chapter_id(title, body), title, level, tuple(body))
        elif entry:
            end = number + 1
            while end < len(lines) and lines[end].startswith("  "):
                end += 1
            yield Passage(entry[1], title, 0, tuple(lines[number:end]))
        number += 1


def _chapter_id(title: str, body: list[str]) -> str:
    """The id in a chapter's heading, or what the ids of its own entries begin with."""
    own = itertools.takewhile(lambda line: not _HEADING.match(line), body[1:])
    entries = [match[1] for line in own if (match := _ENTRY.match(line))]
    found = ID.search(title) or (ID.search(entries[0].rpartition(".")[0]) if entries else None)
    return found[0] if found else ""


def _is_heading(line: str, level: int) -> bool:
    heading = _HEADING.match(line)
    return heading is not None and len(heading[1]) <= level


# --- Markdown on a terminal -----------------------------------------------------------------------


def render(lines: tuple[str, ...] | list[str], width: int) -> Iterator[str]:
    """Markdown as lines for a terminal: headings, lists, tables, quotes, code, paragraphs."""
    number = 0
    while number < len(lines):
        first = number
        line = lines[number].rstrip()
        number += 1
        if line.startswith("```"):
            while number < len(lines) and not lines[number].startswith("```"):
                yield "    " + lines[number]
                number += 1
            number += 1
        elif line.startswith("|"):
            while number < len(lines) and lines[number].startswith("|"):
                number += 1
            yield from _table(lines[first:number], width)
        elif heading := _HEADING.match(line):
            yield paint(heading[2], BOLD, CYAN)
        elif not line:
            yield ""
        else:
            while number < len(lines) and _continues(lines[number]):
                number += 1
            yield from _paragraph(lines[first:number], width)


def _continues(line: str) -> bool:
    """Whether a line belongs to the paragraph before it."""
    words = line.strip()
    return bool(words) and not (
        words.startswith(("|", "```", "#", ">")) or _ITEM.match(line) or _ENTRY.match(line)
    )


def _paragraph(lines: tuple[str, ...] | list[str], width: int) -> Iterator[str]:
    text = " ".join(line.strip() for line in lines)
    item = _ITEM.match(lines[0])
    if text.startswith("> "):
        yield from (paint(f"  │ {line}", DIM) for line in wrap(text[2:], width - 4))
    elif item:
        margin = item[1] + "  "
        body = " ".join([item[3], *(line.strip() for line in lines[1:])])
        mark = item[2] if item[2][0].isdigit() else "•"
        first, *rest = _wrapped(body, width - len(margin))
        yield f"{item[1]}{mark} {first}"
        yield from (margin + line for line in rest)
    else:
        yield from _wrapped(text, width)


def _wrapped(text: str, size: int) -> list[str]:
    """Markdown as painted lines of at most so many columns."""
    lines = [""]
    for word in _MARKUP.sub(_styled, text).split():
        painted = ID.sub(lambda match: paint(match[0], BOLD), word)
        if lines[-1] and length(lines[-1]) + 1 + length(word) > size:
            lines.append("")
        lines[-1] += f" {painted}" if lines[-1] else painted
    return lines


def _styled(match: re.Match[str]) -> str:
    """Emphasis, code or a link, painted word by word: a line may break between them."""
    strong, code, emphasis, link = match.groups()
    codes = (BOLD,) if strong else (CYAN,) if code else (ITALIC,) if emphasis else ()
    return " ".join(paint(word, *codes) for word in (strong or code or emphasis or link).split())


def _table(lines: tuple[str, ...] | list[str], width: int) -> Iterator[str]:
    """A table whose columns share the width by the length of what they hold."""
    rows = [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
        for line in lines
        if not _RULE.match(line.strip())
    ]
    count = max(len(row) for row in rows)
    rows = [row + [""] * (count - len(row)) for row in rows]
    needed = [max(length(_wrapped(row[i], 9999)[0]) for row in rows) for i in range(count)]
    sizes = _shares(needed, width - 2 * (count - 1))
    for number, row in enumerate(rows):
        cells = [_wrapped(cell, size) for cell, size in zip(row, sizes, strict=True)]
        for part in range(max(len(cell) for cell in cells)):
            texts = [cell[part] if part < len(cell) else "" for cell in cells]
            padded = [
                text + " " * (size - length(text)) for text, size in zip(texts, sizes, strict=True)
            ]
            yield "  ".join(padded).rstrip()
        if number == 0 and len(rows) > 1:
            yield paint("  ".join("─" * size for size in sizes), DIM)


def _shares(needed: list[int], room: int) -> list[int]:
    """Widths of columns: narrow ones get what they need, the others share what is left."""
    sizes = list(needed)
    by_need = sorted(range(len(needed)), key=lambda column: needed[column])
    for place, column in enumerate(by_need):
        share = max(room // (len(by_need) - place), 6)
        sizes[column] = min(needed[column], share)
        room -= sizes[column]
    return sizes
