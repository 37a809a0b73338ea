"""Component tables: what cards cost and boards look like, read from TOML into one record.

A game declares sections (`Section`) of columns; the file gives each row a line. Numbers and choices
go into a record that the kernels receive at run time, so a changed card needs no recompilation;
texts stay outside it. A column may hold pictures, drawn as lines of characters (`Grid`). Every
column carries its provenance: R from the rulebook, P from another public source, C our
reconstruction.

    [cards]
    S01 = { name = "Oyster Smack", type = "ship", min = 2, booty = ["saber"] }
    [provenance]
    "cards.min" = "C within the published range 2-6"

A big game may keep its tables in a folder: the sections of all its TOML files, each in one of them.
A file that begins with `base = "<game>"` says only what differs from the shipped one.
"""

from __future__ import annotations

import hashlib
import unicodedata
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.files import read_toml, unprintable
from piracy_env.core.memory import shown
from piracy_env.core.record import Record
from piracy_env.errors import GameDefinitionError, TableError, TableWarning, listing, telling

MARKS = {"R": "rulebook", "P": "public source", "C": "reconstructed"}


@dataclass(frozen=True)
class Integer:
    """A whole number within a range, or an array of them: of one length, or of several sizes.

    An array with a `fill` may be given as a shorter list; the rest of it holds that number.
    """

    low: int
    high: int
    shape: int | tuple[int, ...] = ()
    doc: str = ""
    fill: int | None = None

    def __post_init__(self) -> None:
        if not all(isinstance(size, int) and size >= 1 for size in self._sizes()):
            raise GameDefinitionError(f"the shape of a column is sizes from 1, not {self.shape!r}")
        if self.fill is not None and not self._sizes():
            raise GameDefinitionError("a single whole number has nothing to fill")

    def dtype(self) -> tuple[Any, ...]:
        """The narrowest signed type that holds the range."""
        sizes, numbers = self._sizes(), [self.low, self.high, self.fill or 0]
        return (_narrowest(min(numbers), max(numbers)), *((sizes,) if sizes else ()))

    def read(self, value: object) -> object:
        """Check a TOML value and return what the record stores."""
        sizes = self._sizes()
        if self.fill is None or not isinstance(value, list) or len(value) >= sizes[0]:
            return self._part(value, sizes, "")
        given = self._part(value, (len(value), *sizes[1:]), "") if value else []
        filling = np.full((sizes[0] - len(value), *sizes[1:]), self.fill).tolist()
        return [*cast(list[object], given), *filling]

    def _sizes(self) -> tuple[int, ...]:
        if isinstance(self.shape, tuple):
            return self.shape
        return (self.shape,) if self.shape else ()

    def _part(self, value: object, sizes: tuple[int, ...], place: str) -> object:
        if not sizes:
            return self._number(value, place)
        if not isinstance(value, list) or len(value) != sizes[0]:
            inner = "whole numbers" if len(sizes) == 1 else f"lists of {sizes[1]}"
            raise ValueError(f"{place}must be a list of {sizes[0]} {inner}, not {value!r:.80}")
        if len(self._sizes()) == 1:
            return [self._number(item, place) for item in value]
        lead = place.removesuffix(" ")
        return [
            self._part(item, sizes[1:], f"{lead}[{number}] ") for number, item in enumerate(value)
        ]

    def _number(self, value: object, place: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(f"{place}must be a whole number, not {value!r:.80}")
        if not self.low <= value <= self.high:
            raise ValueError(f"{place}must be {self.low} to {self.high}, not {value!r:.80}")
        return value


@dataclass(frozen=True)
class Choice:
    """One of several words, stored as its index; the word for `nothing`, if there is one, as -1."""

    choices: tuple[str, ...]
    doc: str = ""
    nothing: str = ""

    def dtype(self) -> tuple[Any, ...]:
        """A small integer."""
        return (np.int8,)

    def read(self, value: object) -> int:
        """Check a TOML value and return its index."""
        if self.nothing and value == self.nothing:
            return -1
        if value not in self.choices:
            words = (*self.choices, self.nothing) if self.nothing else self.choices
            raise ValueError(f"must be one of {listing(words)}, not {value!r:.80}")
        return self.choices.index(str(value))


@dataclass(frozen=True)
class Choices:
    """A list of at least `low` and at most `high` words, stored as indices padded with -1."""

    choices: tuple[str, ...]
    low: int
    high: int
    doc: str = ""

    def dtype(self) -> tuple[Any, ...]:
        """`high` small integers."""
        return (np.int8, (self.high,))

    def read(self, value: object) -> object:
        """Check a TOML value and return its indices."""
        if not isinstance(value, list) or not self.low <= len(value) <= self.high:
            allowed = f"{self.low} to {self.high} words"
            raise ValueError(f"must be a list of {allowed}, not {value!r:.80}")
        indices = [Choice(self.choices).read(item) for item in value]
        return indices + [-1] * (self.high - len(indices))


@dataclass(frozen=True)
class Grid:
    """A picture drawn as `rows` lines of `cols` characters, stored as their numbers [rows, cols].

    The alphabet gives each character its number and its word: `{".": (0, "floor")}`. In the file a
    picture is a list with one text a line, so that it can be read, and mended, where it stands:

        cave = { chart = ["#.#",
                          "..#"] }
    """

    rows: int
    cols: int
    alphabet: Mapping[str, tuple[int, str]]
    doc: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "alphabet", dict(self.alphabet))
        for name, size in (("rows", self.rows), ("cols", self.cols)):
            if isinstance(size, bool) or not isinstance(size, int) or size < 1:
                raise GameDefinitionError(f"a grid's {name} are counted from 1, not {size!r}")
        if not self.alphabet:
            raise GameDefinitionError("a grid's alphabet needs a character: {'.': (0, 'floor')}")
        for character, meaning in self.alphabet.items():
            if fault := _unfit_to_draw(character, meaning):
                raise GameDefinitionError(f"a grid's alphabet: {fault}")
        for part in range(2):
            entries = [meaning[part] for meaning in self.alphabet.values()]
            twice = [entry for entry in entries if entries.count(entry) > 1]
            if twice:
                raise GameDefinitionError(f"a grid's alphabet has {twice[0]!r} twice")

    def dtype(self) -> tuple[Any, ...]:
        """`rows` x `cols` of the narrowest signed type that holds the alphabet's numbers."""
        numbers = [number for number, _ in self.alphabet.values()]
        return (_narrowest(min(numbers), max(numbers)), (self.rows, self.cols))

    def read(self, value: object) -> object:
        """Check a TOML value and return its numbers."""
        size = f"{self.rows} lines of {self.cols} characters"
        if not isinstance(value, list) or len(value) != self.rows:
            given = f"{len(value)} lines" if isinstance(value, list) else f"{value!r:.80}"
            raise ValueError(f"must be a picture, a list of {size}, not {given}")
        for number, line in enumerate(value, 1):
            if not isinstance(line, str):
                raise ValueError(f"line {number} must be a text, not {line!r:.80}")
            for place, character in enumerate(line, 1):
                if character not in self.alphabet:
                    raise ValueError(
                        f"line {number}, character {place} is {character!r}; "
                        f"allowed: {self.legend()}"
                    )
            if len(line) != self.cols:
                raise ValueError(
                    f"line {number} has {len(line)} characters, not {self.cols}: {line!r:.80}"
                )
        return [[self.alphabet[character][0] for character in line] for line in value]

    def legend(self) -> str:
        """The alphabet in words: `. floor, # wall`."""
        return ", ".join(f"{character} {word}" for character, (_, word) in self.alphabet.items())

    def drawn(self, numbers: NDArray[Any]) -> list[str]:
        """The picture [rows, cols] in the record as lines of characters."""
        characters = {number: character for character, (number, _) in self.alphabet.items()}
        return ["".join(characters[int(number)] for number in line) for line in numbers]


@dataclass(frozen=True)
class Text:
    """Words for people; not in the record, no effect on the rules."""

    doc: str = ""

    def read(self, value: object) -> str:
        """Check a TOML value."""
        if not isinstance(value, str) or not value.strip():
            raise ValueError(f"must be a text, not {value!r:.80}")
        if fault := unprintable(value):
            raise ValueError(f"must be a text that can be printed: {value!r:.80} has {fault}")
        return value


Column = Integer | Choice | Choices | Grid | Text


@dataclass(frozen=True)
class Section:
    """A table whose `rows` have keys, in the order of their indices; or else a single line."""

    name: str
    columns: dict[str, Column]
    rows: tuple[str, ...] = ()
    doc: str = ""

    def __init__(
        self, name: str, columns: Mapping[str, Column], rows: Sequence[str] = (), doc: str = ""
    ) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "columns", dict(columns))
        object.__setattr__(self, "rows", tuple(rows))
        object.__setattr__(self, "doc", doc)

    def pictures(self) -> dict[str, Grid]:
        """The columns that hold pictures."""
        return {name: column for name, column in self.columns.items() if isinstance(column, Grid)}

    def dtype(self) -> np.dtype[Any]:
        """The record type of one row."""
        return np.dtype(
            [
                (name, *column.dtype())
                for name, column in self.columns.items()
                if not isinstance(column, Text)
            ],
            align=True,
        )


@dataclass(frozen=True, eq=False)
class Tables:
    """One set of component tables: the record for the kernels, and the words beside it."""

    record: NDArray[Any]
    texts: dict[str, dict[str, list[str]]]
    values: dict[str, Any]
    provenance: dict[str, str]
    origin: str
    digest: str = field(default="")

    def __post_init__(self) -> None:
        content = repr(self.record.dtype.descr).encode() + _without_gaps(self.record).tobytes()
        fingerprint = hashlib.sha256(content)
        object.__setattr__(self, "digest", fingerprint.hexdigest()[:16])
        object.__setattr__(self, "record", shown(self.record))

    @property
    def t(self) -> Record:
        """The record with plain integers, as uncompiled kernels and texts read it."""
        return Record(self.record[0])

    def text(self, section: str, column: str) -> list[str]:
        """A text column, in the order of the rows."""
        return self.texts[section][column]

    def drawn(self, section: Section, column: str) -> dict[str, list[str]]:
        """The pictures of a column by row, as lines; one of a section without rows is at ""."""
        grid, record = section.pictures()[column], self.record[0][section.name]
        if not section.rows:
            return {"": grid.drawn(record[column])}
        return {key: grid.drawn(record[column][row]) for row, key in enumerate(section.rows)}

    def mark(self, section: str, column: str, row: str = "") -> str:
        """The provenance of a value: its row's own note, or its column's."""
        own = self.provenance.get(f"{section}.{row}.{column}") if row else None
        return own or self.provenance.get(f"{section}.{column}") or self.provenance.get(section, "")


def _without_gaps(record: NDArray[Any]) -> NDArray[Any]:
    """A copy with zeros between its fields, where numpy leaves what was in memory."""
    copy: NDArray[Any] = np.zeros(record.shape, record.dtype)
    _fill(copy, record)
    return copy


def _fill(copy: NDArray[Any], record: NDArray[Any]) -> None:
    """Copy numbers field by field."""
    if record.dtype.names is None:
        copy[...] = record
        return
    for name in record.dtype.names:
        _fill(copy[name], record[name])


Check = Callable[[Record, dict[str, Any]], tuple[list[str], list[str]]]


@dataclass(frozen=True, eq=False)
class Schema:
    """The sections of a game's table file, or of a folder of them, and the check of their totals.

    `check(t, values)` returns two lists of complaints: those that forbid a table, and those that
    only warn.
    """

    path: Path
    sections: tuple[Section, ...]
    check: Check | None = None

    def __init__(self, path: Path, *sections: Section, check: Check | None = None) -> None:
        object.__setattr__(self, "path", path)
        object.__setattr__(self, "sections", sections)
        object.__setattr__(self, "check", check)

    @property
    def game(self) -> str:
        """The game's name: that of its file, or of the folder of a `data.toml` or a `data`."""
        return self.path.parent.name if self.path.stem == "data" else self.path.stem

    def dtype(self) -> np.dtype[Any]:
        """The record type of a whole set of tables."""
        return np.dtype(
            [
                (section.name, section.dtype(), *((len(section.rows),) if section.rows else ()))
                for section in self.sections
            ],
            align=True,
        )

    @cached_property
    def _own_dtype(self) -> np.dtype[Any]:
        """The record type, kept: every engine is asked whether its tables are of it."""
        return self.dtype()

    def load(self, source: str | Path | Mapping[str, Any] | Tables | None = None) -> Tables:
        """Read tables: the shipped ones, a TOML file, or a mapping of changes to the shipped.

        Nobody can write to the shipped ones, so they are read once.
        """
        if source is None:
            return self._own
        with telling(path=str(source) if isinstance(source, (str, Path)) else None):
            return self._load(source)

    @cached_property
    def _own(self) -> Tables:
        """The shipped tables."""
        return self._load(None)

    def _load(self, source: object) -> Tables:
        if isinstance(source, Tables):
            if source.record.dtype != self._own_dtype:
                raise TableError(f"{source.origin}: these are no tables of {self.game}")
            return source
        if not isinstance(source, (str, Path, Mapping, type(None))):
            raise TableError(f"tables are a file's name, or changes as a mapping, not {source!r}")
        shipped = _shipped(self.path)
        if source is None:
            return self._build(shipped, str(self.path.name))
        if isinstance(source, Mapping):
            return self._build(
                self._overlay(shipped, source, "tables"), "changes given as a mapping"
            )
        data = read_toml(source, TableError)
        base = data.pop("base", None)
        if base is None:
            return self._build(data, str(source))
        if base != self.game:
            raise TableError(f"{source}: base = {base!r}, but this game is {self.game!r}")
        return self._build(self._overlay(shipped, data, str(source)), str(source))

    def _overlay(
        self, shipped: dict[str, Any], changes: Mapping[str, Any], origin: str
    ) -> dict[str, Any]:
        merged = {name: dict(section) for name, section in shipped.items()}
        for name, section in changes.items():
            if name not in merged:
                raise TableError(
                    f"{origin}: no section [{name}]; there are: {listing(merged)}",
                    where=f"[{name}]",
                )
            if not isinstance(section, Mapping):
                raise TableError(
                    f"{origin}: [{name}] must be a table of values, not {section!r:.80}"
                )
            for key, value in section.items():
                old = merged[name].get(key)
                merged[name][key] = (
                    {**old, **value}
                    if isinstance(old, dict) and isinstance(value, Mapping)
                    else value
                )
        return merged

    def _build(self, data: dict[str, Any], origin: str) -> Tables:
        data = dict(data)
        provenance = _provenance(data.pop("provenance", {}), origin)
        known = [section.name for section in self.sections]
        for name in data:
            if name not in known:
                raise TableError(
                    f"{origin}: no section [{name}] is known; allowed: {listing(known)}",
                    where=f"[{name}]",
                )
        record: NDArray[Any] = np.zeros(1, self.dtype())
        texts: dict[str, dict[str, list[str]]] = {}
        for section in self.sections:
            if not isinstance(data.get(section.name), dict):
                raise TableError(
                    f"{origin}: the section [{section.name}] is missing", where=f"[{section.name}]"
                )
            texts[section.name] = _read_section(section, data[section.name], record[0], origin)
        tables = Tables(record, texts, data, provenance, origin)
        self._complain(tables)
        return tables

    def _complain(self, tables: Tables) -> None:
        for section in self.sections:
            for column in section.columns:
                if not tables.mark(section.name, column):
                    raise TableError(
                        f"{tables.origin}: [provenance] lacks {section.name}.{column}; "
                        f"begin its note with one of {listing(MARKS)}"
                    )
        if self.check is None:
            return
        forbidden, doubtful = self.check(tables.t, tables.values)
        if forbidden:
            raise TableError(f"{tables.origin}: " + "; ".join(forbidden))
        for complaint in doubtful:
            warnings.warn(f"{tables.origin}: {complaint}", TableWarning, stacklevel=4)


def _shipped(path: Path) -> dict[str, Any]:
    """What a file of tables says, or all the files of a folder together."""
    if not path.is_dir():
        return read_toml(path, TableError)
    merged: dict[str, Any] = {"provenance": {}}
    home: dict[tuple[str, ...], str] = {}
    for file in sorted(path.glob("*.toml")):
        data = read_toml(file, TableError)
        notes = data.pop("provenance", {})
        given: list[tuple[str, ...]] = [(name,) for name in data]
        given += [("provenance", key) for key in notes] if isinstance(notes, dict) else []
        for where in given:
            if where in home:
                place = f"[{where[0]}]" + "".join(f" {key!r}" for key in where[1:])
                raise TableError(
                    f"{path.name}: {place} is given twice, in {home[where]} and in {file.name}",
                    where=place,
                )
            home[where] = file.name
        merged |= data
        merged["provenance"] |= _provenance(notes, f"{path.name}/{file.name}")
    return merged


def _read_section(
    section: Section, data: dict[str, Any], record: Any, origin: str
) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = {
        name: [] for name, column in section.columns.items() if isinstance(column, Text)
    }
    if not section.rows:
        _read_row(section, data, record[section.name], texts, f"{origin}: [{section.name}]")
        return texts
    for key in data:
        if key not in section.rows:
            raise TableError(
                f"{origin}: [{section.name}] has an unknown row {key!r}; "
                f"allowed: {listing(section.rows)}",
                where=f"[{section.name}]",
            )
    for index, key in enumerate(section.rows):
        where = f"{origin}: [{section.name}] row {key}"
        if key not in data:
            raise TableError(f"{where} is missing", where=_within(where))
        if not isinstance(data[key], dict):
            raise TableError(
                f"{where} must be a table of values, not {data[key]!r:.80}", where=_within(where)
            )
        _read_row(section, data[key], record[section.name][index], texts, where)
    return texts


def _read_row(
    section: Section, data: dict[str, Any], row: Any, texts: dict[str, list[str]], where: str
) -> None:
    for name in data:
        if name not in section.columns:
            raise TableError(
                f"{where} has an unknown column {name!r}; allowed: {listing(section.columns)}",
                where=_within(where),
            )
    for name, column in section.columns.items():
        if name not in data:
            raise TableError(f"{where}: the column {name!r} is missing", where=_within(where))
        try:
            value = column.read(data[name])
        except ValueError as error:
            place = f"{where}, column {name!r}"
            raise TableError(f"{place}: {error}", where=_within(place)) from None
        if isinstance(column, Text):
            texts[name].append(str(value))
        else:
            row[name] = value


def _within(place: str) -> str:
    """A place without the file or mapping that it is in front of: `[section] row key`."""
    return "[" + place.split(": [", 1)[-1]


def _provenance(data: object, origin: str) -> dict[str, str]:
    if not isinstance(data, dict):
        raise TableError(f"{origin}: [provenance] must be a table of notes")
    for key, note in data.items():
        if not isinstance(note, str) or note.split(" ")[0] not in MARKS:
            raise TableError(
                f"{origin}: [provenance] {key!r} must begin with one of "
                f"{listing(MARKS)}, not {note!r:.80}"
            )
    return data


def _narrowest(low: int, high: int) -> type[np.signedinteger[Any]]:
    for kind in (np.int8, np.int16, np.int32, np.int64):
        if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
            return kind
    raise GameDefinitionError(f"the range {low} to {high} does not fit 64 bits")


def _unfit_to_draw(character: object, meaning: object) -> str:
    """What keeps a character from standing in a picture, in words; empty if nothing does."""
    if not isinstance(character, str) or len(character) != 1:
        return f"{character!r} is not one character"
    if character.isspace() or not character.isprintable():
        return f"{character!r} cannot be seen"
    if unicodedata.east_asian_width(character) in "WF" or unicodedata.combining(character):
        return f"{character!r} is not as wide as others"
    match meaning:
        case (int() as number, str() as word) if not isinstance(number, bool) and word.strip():
            return ""
    return f"{character!r} needs a number and a word, such as (0, 'floor'), not {meaning!r}"
