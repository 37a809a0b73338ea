"""Files of strangers: read within bounds, as plain values; and files written whole or not at all.

Whatever a file says, reading it takes little time and memory, runs nothing and gives plain values
(texts, numbers, lists, tables) or the caller's own type of error, which names the file.
"""

from __future__ import annotations

import json
import math
import os
import re
import stat
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from piracy_env.errors import PiracyError, telling

LARGEST_TEXT = 1 << 20
"""No file of tables, settings or facts is larger, in bytes."""
DEEPEST = 32
"""Most lists and tables within each other."""
MOST_PARTS = 8
"""Most parts of a dotted name in TOML: each costs its reader a table of its own."""
MOST_MARKS = 1 << 16
"""Most values, names and brackets of a TOML file together, for the same reason."""
LONGEST_NAME = 1000
"""Most letters of a table's key."""

Error = type[PiracyError]

_QUOTED = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|(?P<endless>"""|' + r"''')"
    r'|"(?:\\.|[^"\\\n])*+"'
    r"|'[^'\n]*+'"
    r"|(?P<comment>#[^\n]*+)",
    re.DOTALL,
)
"""What stands in a TOML file beside its structure."""
_DOTTED = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{MOST_PARTS}}}")
_WORD = re.compile(rf"(?<!\w)\w{{{LONGEST_NAME + 1}}}")
_BRACKET = re.compile(r"[\[\]{}]")
_MARK = re.compile(r"[=,.\[{]")
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)
"""What moves a terminal's cursor, turns the direction of a text, or is no character."""


def unprintable(text: str, but: str = "") -> str:
    """The first character of a text that no terminal should be given, in words; empty if none."""
    for match in _UNPRINTABLE.finditer(text):
        if match[0] not in but:
            return f"the control character U+{ord(match[0]):04X}"
    return ""


# --- reading -------------------------------------------------------------------------------------


def read_bytes(path: str | Path, error: Error, largest: int = LARGEST_TEXT) -> bytes:
    """The contents of a regular file that is not larger than `largest` bytes."""
    with telling(path=str(path)):
        return _read(path, error, largest)


def read_first_line(path: str | Path, error: Error, longest: int) -> bytes:
    """The first line of a regular file, or as much of it as `longest` bytes hold."""
    with telling(path=str(path)), _opened(path, error) as (file, _):
        return file.readline(longest)


def _read(path: str | Path, error: Error, largest: int) -> bytes:
    with _opened(path, error) as (file, size):
        data = file.read(largest + 1) if size <= largest else b""
    if size > largest or len(data) > largest:
        raise error(f"{path}: larger than {largest:,} bytes")
    return data


@contextmanager
def _opened(path: str | Path, error: Error) -> Iterator[tuple[BinaryIO, int]]:
    """A regular file and its size."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(path, flags), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise error(f"{path}: cannot be read (it is no regular file)")
            yield file, status.st_size
    except OSError as reason:
        raise error(f"{path}: cannot be read ({reason.strerror or reason})") from None
    except ValueError as reason:  # a name that no file can have
        if isinstance(reason, PiracyError):
            raise
        raise error(f"{str(path)!r:.80}: cannot be read ({reason})") from None


def read_text(path: str | Path, error: Error, largest: int = LARGEST_TEXT) -> str:
    """The contents of a text file."""
    try:
        return read_bytes(path, error, largest).decode()
    except UnicodeDecodeError as reason:
        raise error(f"{path}: is no text ({reason})") from None


def read_toml(path: str | Path, error: Error) -> dict[str, Any]:
    """The contents of a TOML file."""
    with telling(path=str(path)):
        return parse_toml(_read(path, error, LARGEST_TEXT), error, str(path))


def parse_toml(text: str | bytes, error: Error, where: str) -> dict[str, Any]:
    """The contents of a text in TOML."""

    def parsed() -> Any:
        plain = text if isinstance(text, str) else text.decode()
        if len(plain) > LARGEST_TEXT:
            raise ValueError(f"larger than {LARGEST_TEXT:,} bytes")
        _weigh_toml(plain)
        return tomllib.loads(plain)

    values: dict[str, Any] = _values(parsed, "TOML", error, where)
    return values


def read_json(path: str | Path, error: Error, largest: int = LARGEST_TEXT) -> Any:
    """The value in a JSON file."""
    with telling(path=str(path)):
        return parse_json(_read(path, error, largest), error, str(path))


def parse_json(text: str | bytes, error: Error, where: str) -> Any:
    """The value in a text in JSON."""
    return _values(lambda: json.loads(text, object_pairs_hook=_unique), "JSON", error, where)


def read_json_lines(path: str | Path, error: Error, largest: int) -> list[dict[str, Any]]:
    """The JSON objects of a log, one a line; a last line that was torn by a kill is left out."""
    *whole, torn = read_bytes(path, error, largest).split(b"\n")
    del torn  # all that is behind the last end of a line; empty, if nothing was torn
    entries = []
    for number, line in enumerate(whole, start=1):
        entry = parse_json(line, error, f"{path}, line {number}")
        if not isinstance(entry, dict):
            raise error(f"{path}, line {number}: must be a JSON object, not {entry!r:.80}")
        entries.append(entry)
    return entries


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, in which no name may stand twice: readers would disagree on what it says."""
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            raise ValueError(f"the name {name!r:.80} twice")
        members[name] = value
    return members


def _values(parsed: Callable[[], Any], kind: str, error: Error, where: str) -> Any:
    try:
        value = parsed()
        _require_plain(value, 0)
    except RecursionError:
        reason = f"nests more than {DEEPEST} deep"
    except ValueError as fault:  # every parser's own error is one
        reason = str(fault)
    else:
        return value
    raise error(f"{where}: is not valid {kind} ({reason})") from None


def _weigh_toml(text: str) -> None:
    """Refuse what would cost the parser much more than its size."""
    plain = _QUOTED.sub(_unquoted, text)
    depth = 0
    for mark in _BRACKET.findall(plain):
        depth += 1 if mark in "[{" else -1
        if depth > DEEPEST:
            raise ValueError(f"nests more than {DEEPEST} deep")
    if match := _DOTTED.search(plain):
        raise ValueError(f"a name of more than {MOST_PARTS} parts: {match[0]:.40}")
    if match := _WORD.search(plain):
        raise ValueError(f"a word or number of more than {LONGEST_NAME} letters: {match[0]:.40}")
    if len(_MARK.findall(plain)) > MOST_MARKS:
        raise ValueError(f"more than {MOST_MARKS:,} names and values")


def _unquoted(match: re.Match[str]) -> str:
    if match["endless"]:
        raise ValueError("a text in three quotes without an end")
    return "" if match["comment"] else "_"


def _require_plain(value: object, depth: int) -> None:
    """Refuse numbers beyond 64 bits, texts that are none, and what is no plain value."""
    if isinstance(value, (dict, list)) and depth >= DEEPEST:
        raise ValueError(f"nests more than {DEEPEST} deep")
    if isinstance(value, dict):
        for name, member in value.items():
            _require_name(name)
            _require_plain(member, depth + 1)
    elif isinstance(value, list):
        for member in value:
            _require_plain(member, depth + 1)
    elif isinstance(value, str):
        if fault := unprintable(value, but="\t\n\r"):
            raise ValueError(f"the text {value!r:.80} has {fault}")
    elif isinstance(value, (int, float)):
        _require_bounded(value)
    elif value is not None:
        raise ValueError(f"{value!r:.80} is neither a text, a number, a list nor a table")


def _require_bounded(value: float) -> None:
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{value} is no number")
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise ValueError("a whole number beyond 64 bits")


def _require_name(name: str) -> None:
    if len(name) > LONGEST_NAME:
        raise ValueError(f"a name of more than {LONGEST_NAME} letters")
    if fault := unprintable(name):
        raise ValueError(f"the name {name!r:.80} has {fault}")


# --- writing -------------------------------------------------------------------------------------


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write a file as a whole or not at all: what stood there stays until all is on the disk."""
    target = Path(path)
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    data = content.encode() if isinstance(content, str) else content
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def rule_files(folder: Path, parts: Sequence[str] = ()) -> list[Path]:
    """The files of a game's rules: `RULES.md` first, then `RULES_<part>.md` by their names.

    A game that names parts has these, in its order, and not those of the other listings.
    """
    named = [folder / f"RULES_{part}.md" for part in parts]
    files = named or [path for path in sorted(folder.glob("RULES_*.md")) if path.is_file()]
    whole = folder / "RULES.md"
    return [whole, *files] if whole.is_file() else files
