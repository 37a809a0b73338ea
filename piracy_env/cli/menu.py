"""The legal actions of a position as a numbered list that a person can choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from piracy_env.cli.screen import BOLD, DIM, paint
from piracy_env.core.text import wrap

if TYPE_CHECKING:
    from piracy_env.core.actions import ActionTable
    from piracy_env.core.engine import Engine


@dataclass(frozen=True)
class Entry:
    """A legal action: its number in the list, its id, label and block, and what it means here."""

    number: int
    id: int
    label: str
    block: str
    words: str


def entries(engine: Engine, seat: int) -> list[Entry]:
    """The legal actions of the seat to move, in the order of their ids."""
    table = engine.game.actions
    return [
        Entry(
            number,
            action,
            table.label(action),
            table.parse(action)[0],
            engine.describe_action(0, action, seat),
        )
        for number, action in enumerate(engine.legal(), start=1)
    ]


MANY = 12
"""More actions than these are asked for by and by."""


def asked(menu: Sequence[Entry], table: ActionTable, width: int) -> Iterator[str]:
    """The list if it is short; else what its actions differ in first, with how to say which.

    That is the kind of action, and among those of one kind the first of their axes.
    """
    groups = grouped(menu, table)
    if len(menu) <= MANY or len(groups) < 2:
        yield from lines(menu, width)
        return
    room = len(str(menu[-1].number))
    size = max(len(name) for name in groups)
    for name, members in groups.items():
        if len(members) == 1:
            words = [members[0].words]
        else:
            first = members[0].words
            words = [f"{len(members)} choices, such as: {first}"]
        numbers = f"{members[0].number:>{room}}"
        numbers += f"-{members[-1].number:<{room}}" if len(members) > 1 else " " * (room + 1)
        head, *rest = wrap(words[0], max(20, width - size - 2 * room - 7)) or [""]
        yield f"  {paint(numbers, BOLD)}  {name:{size}}  {head}"
        yield from (" " * (size + 2 * room + 7) + line for line in rest)
    name = next(name for name, members in groups.items() if len(members) > 1)
    hint = f"Say a number, words such as {name!r} to see these only, or l for all of them."
    yield from (paint(line, DIM) for line in wrap(hint, width))


def grouped(menu: Sequence[Entry], table: ActionTable) -> dict[str, list[Entry]]:
    """The actions by what they differ in first: their kind, or an axis such as `own 2`."""
    blocks = list(dict.fromkeys(entry.block for entry in menu))
    if len(blocks) > 1:
        return {
            block.replace("_", " "): [entry for entry in menu if entry.block == block]
            for block in blocks
        }
    kinds = {block.name: block for block in table.blocks}
    for axis, values in kinds[blocks[0]].axes.items() if blocks else ():
        groups: dict[str, list[Entry]] = {}
        for entry in menu:
            index = table.parse(entry.id)[1][axis]
            groups.setdefault(f"{axis} {values[index]}", []).append(entry)
        if 1 < len(groups) < len(menu):
            return groups
    return {}


def lines(menu: Sequence[Entry], width: int) -> Iterator[str]:
    """The list as lines, under the names of the blocks, in as many columns as fit."""
    room = len(str(menu[-1].number)) if menu else 1
    blocks = list(dict.fromkeys(entry.block for entry in menu))
    for block in blocks:
        chosen = [entry for entry in menu if entry.block == block]
        if len(blocks) > 1:
            yield paint(block.replace("_", " "), BOLD)
        yield from _columns(chosen, room, width)


def _columns(chosen: Sequence[Entry], room: int, width: int) -> Iterator[str]:
    """Entries in columns, read downward; one column, with labels, if there are few."""
    size = max(len(entry.words) for entry in chosen) + room + 5
    count = min(max(width // size, 1), (len(chosen) + 5) // 6)
    if count == 1:
        for entry in chosen:
            label = "" if entry.words.startswith(entry.label) else f"  {entry.label}"
            first, *rest = wrap(entry.words, width - room - 4)
            fits = len(first) + len(label) + room + 4 <= width and not rest
            yield f"  {_number(entry, room)}  {first}{paint(label, DIM) if fits else ''}"
            yield from (" " * (room + 4) + line for line in rest)
        return
    height = -(-len(chosen) // count)
    for row in range(height):
        cells = chosen[row::height]
        parts = [f"  {_number(entry, room)}  {entry.words:{size - room - 4}}" for entry in cells]
        yield "".join(parts).rstrip()


def _number(entry: Entry, room: int) -> str:
    return paint(f"{entry.number:>{room}}", BOLD)


def choose(menu: Sequence[Entry], answer: str) -> list[Entry]:
    """The entries that an answer means: by number, by #id, by label, or by the words it holds."""
    if answer.isdecimal():
        return [entry for entry in menu if str(entry.number) == answer.lstrip("0")]
    if answer.startswith("#"):
        return [entry for entry in menu if str(entry.id) == answer[1:].strip()]
    exact = [
        entry for entry in menu if answer.lower() in (entry.label.lower(), entry.words.lower())
    ]
    if exact:
        return exact
    words = answer.lower().split()
    return [entry for entry in menu if all(word in _haystack(entry) for word in words)]


def _haystack(entry: Entry) -> str:
    return f"{entry.block} {entry.label} {entry.words}".lower()


def is_exact(menu: Sequence[Entry], answer: str) -> bool:
    """Whether an answer names an action, rather than narrowing the list."""
    named = answer.isdecimal() or answer.startswith("#")
    return named or any(
        answer.lower() in (entry.label.lower(), entry.words.lower()) for entry in menu
    )
