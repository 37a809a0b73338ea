"""Show a game's components, and where each number comes from.

Examples:
  piracy cards mutiny
  piracy cards mutiny booty
  piracy cards mutiny --tables my.toml
  piracy cards mutiny cards --toml > my.toml     a file to edit
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from piracy_env.cli import choices, screen
from piracy_env.core.text import wrap
from piracy_env.errors import TableError, listing

if TYPE_CHECKING:
    from piracy_env.core.tables import Section, Tables


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    choices.add_game(parser)
    parser.add_argument("section", nargs="?", help="one section of the tables")
    choices.add_tables(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON")
    form.add_argument("--toml", action="store_true", help="print a table file to edit")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    schema = choices.find_game(args.game).tables
    tables = schema.load(args.tables)
    known = {section.name: section for section in schema.sections}
    if args.section is not None and args.section not in known:
        raise TableError(f"no section {args.section!r}; there are: {listing(known)}")
    chosen = [known[args.section]] if args.section else list(schema.sections)
    if args.json:
        print(json.dumps(_as_dict(chosen, tables), indent=2, ensure_ascii=False))
    elif args.toml:
        print("\n".join(_toml(chosen, tables, schema.game)))
    else:
        screen.show_pages("\n".join(_pages(chosen, tables)) + "\n")
    return 0


# --- for people -----------------------------------------------------------------------------------


def _pages(chosen: list[Section], tables: Tables) -> Iterator[str]:
    from piracy_env.core.tables import MARKS

    for section in chosen:
        yield screen.paint(section.name, screen.HEADING) + f"  {section.doc}".rstrip()
        yield from _values(section, tables)
        yield from _pictures(section, tables)
        yield ""
        yield from _notes(section, tables)
        yield ""
    yield screen.paint(", ".join(f"{mark} {word}" for mark, word in MARKS.items()), screen.DIM)
    yield screen.paint(f"from {tables.origin}, digest {tables.digest}", screen.DIM)


def _values(section: Section, tables: Tables) -> Iterator[str]:
    values = tables.values[section.name]
    if not _in_line(section):
        return
    if not section.rows:
        rows = [(name, _shown(values[name])) for name in _in_line(section)]
        side = ">" if all(isinstance(values[name], int) for name, _ in rows) else "<"
        yield from screen.table(("", ""), rows, f"<{side}")
        return
    names = _in_line(section)
    head = ["", *names]
    body = [[key, *(_cell(section, tables, key, name) for name in names)] for key in section.rows]
    numbers = {name for name in names if isinstance(values[section.rows[0]][name], int)}
    align = "<" + "".join(">" if name in numbers else "<" for name in names)
    yield from screen.table(head, body, align)


def _in_line(section: Section) -> list[str]:
    """The columns whose values have room in a line."""
    return [name for name in section.columns if name not in section.pictures()]


def _pictures(section: Section, tables: Tables) -> Iterator[str]:
    """Each picture under its name, and what its characters mean."""
    for name, grid in section.pictures().items():
        for key, lines in tables.drawn(section, name).items():
            yield ""
            own, usual = tables.mark(section.name, name, key), tables.mark(section.name, name)
            mark = f"({own[0]})" if own[0] != usual[0] else ""
            yield screen.paint(" ".join(word for word in (key, name, mark) if word), screen.BOLD)
            yield from (f"  {line}" for line in lines)
        yield ""
        yield from wrap(f"{name}: {grid.legend()}", screen.width(), "  ")


def _cell(section: Section, tables: Tables, key: str, column: str) -> str:
    """A value, with its own mark where it departs from its column's."""
    own, usual = tables.mark(section.name, column, key)[:1], tables.mark(section.name, column)[:1]
    value = _shown(tables.values[section.name][key][column])
    return value if own == usual else f"{value} ({own})"


def _notes(section: Section, tables: Tables) -> Iterator[str]:
    """A line a column: its provenance and what it means."""
    size = max(len(name) for name in section.columns)
    for name, column in section.columns.items():
        note = tables.mark(section.name, name)
        words = "; ".join(part for part in (column.doc, note[2:]) if part)
        yield from wrap(f"{note[0]}  {name:{size}}  {words}", screen.width(), " " * (size + 5))


def _shown(value: object) -> str:
    if not isinstance(value, list):
        return str(value)
    apart = "; " if value and isinstance(value[0], list) else ", "
    return apart.join(_shown(item) for item in value)


# --- for programs ---------------------------------------------------------------------------------


def _as_dict(chosen: list[Section], tables: Tables) -> dict[str, object]:
    return {
        "origin": tables.origin,
        "digest": tables.digest,
        "sections": {section.name: tables.values[section.name] for section in chosen},
        "provenance": {
            key: note
            for key, note in tables.provenance.items()
            if key.partition(".")[0] in {section.name for section in chosen}
        },
    }


def _toml(chosen: list[Section], tables: Tables, base: str) -> Iterator[str]:
    yield "# Component tables to edit. What you leave out stays as in the game's own file."
    yield "# Use with --tables FILE; `piracy check FILE` checks it."
    yield f"base = {json.dumps(base)}"
    for section in chosen:
        yield f"\n[{section.name}]" + (f"  # {section.doc}" if section.doc else "")
        for key, value in tables.values[section.name].items():
            own = section.pictures()
            yield f"{_key(key)} = {_toml_picture(value) if key in own else _toml_row(value, own)}"
    prefixes = tuple(section.name for section in chosen)
    yield "\n[provenance]  # R rulebook, P public source, C ours"
    for key, note in tables.provenance.items():
        if key.partition(".")[0] in prefixes:
            yield f"{json.dumps(key)} = {json.dumps(note, ensure_ascii=False)}"


def _toml_row(value: object, pictures: Collection[str]) -> str:
    """A value, or a row of them with its pictures drawn."""
    if not isinstance(value, dict):
        return _toml_value(value)
    parts = [
        f"{_key(name)} = {_toml_picture(cell) if name in pictures else _toml_value(cell)}"
        for name, cell in value.items()
    ]
    return f"{{ {', '.join(parts)} }}"


def _toml_picture(lines: list[str]) -> str:
    """A picture with a line for each of its lines."""
    drawn = "".join(f"  {json.dumps(line, ensure_ascii=False)},\n" for line in lines)
    return f"[\n{drawn}]"


def _toml_value(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    bare = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if bare else json.dumps(name)
