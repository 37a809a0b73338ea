"""The observation is declared once, as named groups; slices, names and docs derive from them."""

from __future__ import annotations

import itertools
from collections import namedtuple
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.errors import GameDefinitionError, listing


@dataclass(frozen=True)
class Group:
    """A run of features: `rows` x `features`, each row and each feature with a name."""

    name: str
    doc: str
    features: tuple[str, ...]
    rows: tuple[str, ...]
    write: Callable[[Any, Any, int, Any], None] | None
    """A kernel (s, t, seat, out) that writes the group, and is given no more than that; groups that
    all have one make a kernel `observe`: see `core.writers`."""

    def __init__(
        self,
        name: str,
        features: int | Sequence[str] = 1,
        doc: str = "",
        rows: int | Sequence[str] = 1,
        write: Callable[[Any, Any, int, Any], None] | None = None,
    ) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "doc", doc)
        object.__setattr__(self, "features", _names(features))
        object.__setattr__(self, "rows", _names(rows))
        object.__setattr__(self, "write", write)

    @property
    def size(self) -> int:
        """Number of floats."""
        return len(self.rows) * len(self.features)

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows and features, without an axis that has only one."""
        return tuple(len(names) for names in (self.rows, self.features) if len(names) > 1)

    def feature_names(self) -> Iterator[str]:
        """Full names in order, such as `players[left 1].ducats`."""
        for row, feature in itertools.product(self.rows, self.features):
            where = f"[{row}]" if len(self.rows) > 1 else ""
            yield self.name + where + (f".{feature}" if len(self.features) > 1 else "")


class Layout:
    """The whole observation: groups laid end to end."""

    def __init__(self, *groups: Group) -> None:
        self.groups = groups
        names = [group.name for group in groups]
        if len(set(names)) != len(names):
            raise GameDefinitionError(f"two observation groups share a name: {listing(names)}")
        starts = [0, *itertools.accumulate(group.size for group in groups)]
        self.size: int = starts[-1]
        bounds: list[Any] = [slice(a, b) for a, b in itertools.pairwise(starts)]
        self.slices: Any = namedtuple("Slices", names)(*bounds)

    def __len__(self) -> int:
        return self.size

    def named(self, observation: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        """The groups of observations [..., D] by name, each a view in the shape of its features.

        A group of rows is [..., rows, features]; an axis of one feature or one row is left out.
        """
        if observation.shape[-1:] != (self.size,):
            raise ValueError(f"an observation has {self.size} floats: [..., {self.size}]")
        before = observation.shape[:-1]
        return {
            group.name: observation[..., where].reshape((*before, *group.shape))
            for group, where in zip(self.groups, self.slices, strict=True)
        }

    def feature_names(self) -> tuple[str, ...]:
        """The name of every float, in order."""
        return tuple(itertools.chain(*(group.feature_names() for group in self.groups)))


def _names(names: int | Sequence[str]) -> tuple[str, ...]:
    return tuple(str(number) for number in range(names)) if isinstance(names, int) else tuple(names)
