"""Actions are declared once, as named blocks; ids, labels and docs derive from them."""

from __future__ import annotations

import itertools
from collections import namedtuple
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from keyword import iskeyword
from math import prod
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from piracy_env.errors import GameDefinitionError, IllegalActionError, listing


class Span(NamedTuple):
    """Where a block lies among the ids; a compiled constant in kernels."""

    start: int
    stop: int
    size: int


@dataclass(frozen=True)
class Block:
    """A family of actions: one id for each combination of its axes, the last axis running fastest.

    `label` is a template over the axes' names; by default the block's name followed by all values.
    """

    name: str
    axes: dict[str, tuple[object, ...]]
    label: str
    doc: str

    def __init__(
        self, name: str, doc: str = "", label: str | None = None, **axes: Sequence[object]
    ) -> None:
        values = {axis: tuple(choices) for axis, choices in axes.items()}
        template = (
            label if label is not None else " ".join([name, *(f"{{{axis}}}" for axis in axes)])
        )
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "axes", values)
        object.__setattr__(self, "label", template)
        object.__setattr__(self, "doc", doc)

    @property
    def size(self) -> int:
        """Number of ids in the block."""
        return prod(len(choices) for choices in self.axes.values())

    def labels(self) -> Iterator[str]:
        """Labels in the order of the ids."""
        for values in itertools.product(*self.axes.values()):
            yield self.label.format(**dict(zip(self.axes, values, strict=True)))

    def coordinates(self, offset: int) -> dict[str, int]:
        """Index on each axis of the block's id number `offset`."""
        indices: dict[str, int] = {}
        for axis, choices in reversed(self.axes.items()):
            offset, indices[axis] = divmod(offset, len(choices))
        return {axis: indices[axis] for axis in self.axes}


class ActionTable:
    """All actions of a game: blocks laid end to end, ids from 0."""

    def __init__(self, *blocks: Block) -> None:
        self.blocks = blocks
        names = [block.name for block in blocks]
        if len(set(names)) != len(names):
            raise GameDefinitionError(f"two action blocks share a name: {listing(names)}")
        starts = [0, *itertools.accumulate(block.size for block in blocks)]
        self.size: int = starts[-1]
        spans = [Span(a, b, b - a) for a, b in itertools.pairwise(starts)]
        # a block may be called `pass`; its span is then `pass_`
        fields = [f"{name}_" if iskeyword(name) else name for name in names]
        self.spans: Any = namedtuple("Spans", fields)(*spans)
        """The ids of each block by its name."""
        self.labels: tuple[str, ...] = tuple(itertools.chain(*(block.labels() for block in blocks)))
        self._ids = {label: number for number, label in enumerate(self.labels)}
        if len(self._ids) != self.size:
            raise GameDefinitionError("two actions share a label")
        self._alike: dict[str, list[int]] = {}
        for number, label in enumerate(self.labels):
            self._alike.setdefault(_plain(label), []).append(number)

    def __len__(self) -> int:
        return self.size

    def module(self, name: str) -> Any:
        """The spans as members of a module, for the rules of a game with very many blocks.

        Of a module compiled code takes only what it names; of a tuple it makes all, wherever it
        names one of them.
        """
        module = ModuleType(name, "The ids of each block of actions by its name.")
        vars(module).update(self.spans._asdict())
        return module

    def label(self, action: int) -> str:
        """The label of an id."""
        is_whole = isinstance(action, (int, np.integer)) and not isinstance(action, bool)
        if not is_whole or not 0 <= action < self.size:
            raise IllegalActionError(
                f"action {action} does not exist; ids are 0 to {self.size - 1}", action=action
            )
        return self.labels[action]

    def id(self, label: str) -> int:
        """The id of a label, as it was written by a person or a language model.

        Capitals, blanks and quotes do not count, unless two labels differ by nothing else.
        """
        if not isinstance(label, str):
            raise IllegalActionError(f"an action's label is a text, not {label!r}")
        if label in self._ids:
            return self._ids[label]
        alike = self._alike.get(_plain(label), [])
        if len(alike) == 1:
            return alike[0]
        hint = listing([self.labels[action] for action in alike] or self._near(label), limit=8)
        raise IllegalActionError(
            f"no action is labelled {label!r}; there are: {hint}", label=label
        ) from None

    def _near(self, label: str) -> list[str]:
        """Labels that begin with the same word; else the names of the blocks."""
        first = _plain(label).split(" ")[0]
        near = [known for known in self.labels if _plain(known).split(" ")[0] == first]
        return near or [block.name for block in self.blocks]

    def parse(self, action: int | str) -> tuple[str, dict[str, int]]:
        """The block of an id or a label, and its index on each of the block's axes."""
        number = self.id(action) if isinstance(action, str) else action
        self.label(number)
        number = int(number)
        for block, span in zip(self.blocks, self.spans, strict=True):
            if number < span.stop:
                return block.name, block.coordinates(number - span.start)
        raise AssertionError("spans cover every id")


_QUOTES = str.maketrans("", "", "\"'`\u2018\u2019\u201c\u201d")


def _plain(label: str) -> str:
    """A label without what does not count: capitals, quotes, blanks at its ends or repeated."""
    return " ".join(label.translate(_QUOTES).casefold().split())
