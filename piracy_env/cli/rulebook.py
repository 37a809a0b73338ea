"""A game's rules as something to look things up in: chapters, and entries with ids.

They stand in `RULES.md`, those of a big game in several files `RULES_<part>.md` as well, and their
ids may have a prefix for each part, such as STA and STV.
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from piracy_env.cli import document, screen
from piracy_env.cli.document import ID
from piracy_env.errors import PiracyError, listing

if TYPE_CHECKING:
    from piracy_env.core.game import Game

_HEADING = re.compile(r"(#+) +(.*)")
_ENTRY = re.compile(rf"(?:[-*|] *)?[*`]*({ID.pattern})")
_RULE = re.compile(r"\|[-:| ]+$")


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
    head: tuple[str, ...] = ()
    """Head of the table of which it is a row."""


class Rulebook:
    """The rules of a game, by chapter and by id; a text for each file of them."""

    def __init__(self, *texts: str) -> None:
        files = [re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL).splitlines() for text in texts]
        self.lines = [
            line for lines in files for line in ([*lines, ""] if len(files) > 1 else lines)
        ]
        self.passages = [passage for lines in files for passage in _passages(lines)]

    @classmethod
    def of(cls, game: Game) -> Rulebook:
        """The rules that lie beside a game's tables."""
        folder = game.folder
        try:
            files = game.rule_files
            texts = [path.read_text(encoding="utf-8") for path in files]
        except OSError as error:
            raise UnknownRuleError(f"the rules of {game.name} cannot be read: {error}") from None
        if not texts:
            raise UnknownRuleError(
                f"{game.name} comes without rules: there is no RULES.md and no RULES_<part>.md "
                f"in {folder}"
            )
        return cls(*texts)

    @property
    def prefixes(self) -> list[str]:
        """What the ids begin with, in the order of the rules."""
        ids = [passage.id for passage in self.passages if passage.id]
        return list(dict.fromkeys(id_.partition("-")[0] for id_ in ids))

    def find(self, wanted: str) -> list[Passage]:
        """The entry or chapter of an id, the chapter of a title, or all entries with some words.

        An id without its prefix is looked for under each prefix; a prefix alone brings its
        chapters, if there are others.
        """
        query = wanted.strip().lower().strip("`*.,")
        for name in (str, _short):
            named = [
                passage
                for passage in self.passages
                if passage.id and query == name(passage.id).lower()
            ]
            if named:
                return list({passage.id: passage for passage in reversed(named)}.values())[::-1]
        if len(self.prefixes) > 1 and query.upper() in self.prefixes:
            return [
                chapter for chapter in self.chapters() if chapter.id.startswith(f"{query.upper()}-")
            ]
        titled = [
            passage for passage in self.passages if passage.level and query in passage.title.lower()
        ]
        titled.sort(key=lambda passage: (passage.level == 1, query != passage.title.lower()))
        entries = [passage for passage in self.passages if not passage.level]
        if titled and not ID.fullmatch(wanted.strip().upper()):
            return titled[:1]
        worded = [entry for entry in entries if query in " ".join(entry.lines).lower()]
        if not re.fullmatch(r"[a-z]*-?[a-z]?\d[\d.]*", query) and worded:
            return worded
        ids = [passage.id for passage in self.passages if passage.id]
        near = difflib.get_close_matches(query.upper(), ids, n=5, cutoff=0.6)
        for short in difflib.get_close_matches(query, {_short(id_): "" for id_ in ids}, n=5):
            near += [id_ for id_ in ids if _short(id_) == short]
        if near:
            near = list(dict.fromkeys(near))[:5]
            raise UnknownRuleError(f"no rule {wanted!r}; near it: {listing(near)}")
        titles = [chapter.title for chapter in self.chapters() if chapter.level > 1]
        raise UnknownRuleError(f"no rule is or says {wanted!r}; the chapters: {listing(titles)}")

    def chapters(self) -> list[Passage]:
        """The chapters, in order."""
        return [passage for passage in self.passages if passage.level]


def pages(chosen: Sequence[Passage], width: int) -> Iterator[str]:
    """Passages as lines for a terminal; entries under the heading of their chapter."""
    for (level, title, head), passages in itertools.groupby(
        chosen, lambda passage: (passage.level, passage.title, passage.head)
    ):
        if not level:
            yield screen.paint(title, screen.DIM)
        entries = [*head, *(line for passage in passages for line in passage.lines)]
        yield from document.lines("\n".join(entries), width)


def _short(rule: str) -> str:
    """An id without the letters of its game: `5.4`, `R8`."""
    return rule.partition("-")[2]


def _passages(lines: list[str]) -> Iterator[Passage]:
    title, number = "", 0
    head: tuple[str, ...] = ()
    while number < len(lines):
        line = lines[number]
        if not line.startswith("|"):
            head = ()
        elif _RULE.match(line):
            head = (lines[number - 1], line)
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
            yield Passage(entry[1], title, 0, tuple(lines[number:end]), head)
        number += 1


def _chapter_id(title: str, body: list[str]) -> str:
    """The id in a chapter's heading, or what the ids of its own entries begin with."""
    own = itertools.takewhile(lambda line: not _HEADING.match(line), body[1:])
    entries = [match[1] for line in own if (match := _ENTRY.match(line))]
    match = ID.search(title) or (ID.search(entries[0].rpartition(".")[0]) if entries else None)
    return match[0] if match else ""


def _is_heading(line: str, level: int) -> bool:
    heading = _HEADING.match(line)
    return heading is not None and len(heading[1]) <= level
