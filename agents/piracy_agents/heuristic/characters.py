"""The table of a heuristic's characters: what each of them cares for, and how much."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from piracy_agents.settings import Kind, Real, Several, fit_table
from piracy_env.core.files import parse_toml, read_text
from piracy_env.errors import AgentError, listing

MOST_CHARACTERS = 64
"""No table has more: each has room for every weight."""


@dataclass(frozen=True)
class Profiles:
    """The characters that a heuristic can be played as.

    `characters.toml` has the table `weights`, with the numbers that every character begins with (a
    weight is a number, or a list of them), then a table for each character: what it is `about`, and
    the weights in which it differs. `best` names the strongest of them.
    """

    names: tuple[str, ...]
    best: str
    about: dict[str, str]
    weights: NDArray[Any]
    """[k] a record for each character, a field for each weight."""

    @classmethod
    def read(cls, module: ModuleType) -> Self:
        """Read the characters that lie beside a heuristic's kernel."""
        path = Path(str(module.__file__)).with_name("characters.toml")
        return cls.parse(read_text(path, AgentError), str(path))

    @classmethod
    def parse(cls, text: str, where: str) -> Self:
        """Read the characters from the text of a table."""
        table = parse_toml(text, AgentError, where)
        best, common = table.pop("best", None), table.pop("weights", None)
        if not isinstance(common, dict) or not common:
            raise AgentError(f"{where}: needs a table [weights]")
        if not isinstance(best, str) or best not in table:
            raise AgentError(f"{where}: best must be one of {listing(table)}, not {best!r:.80}")
        if len(table) > MOST_CHARACTERS:
            raise AgentError(f"{where}: {len(table)} characters; at most {MOST_CHARACTERS}")
        if unfit := [name for name in common if not name.isidentifier()]:
            raise AgentError(f"{where}: [weights] has names that are no words: {listing(unfit)}")
        fields = [
            (name, np.float64, _shape(value, f"{where}: [weights] {name}"))
            for name, value in common.items()
        ]
        weights = np.zeros(len(table), np.dtype(fields, align=True))
        for name, value in common.items():
            weights[name] = value
        about: dict[str, str] = {}
        for k, (name, own) in enumerate(table.items()):
            about[name] = _read_character(own, weights[k : k + 1], f"{where}: [{name}]")
        return cls(tuple(table), str(best), about, weights)

    @classmethod
    def paired(cls, text: str, where: str, **parts: Profiles) -> Self:
        """Characters that are, in each part of a game, one of another heuristic's.

        The table has for each what it is `about`, and by the name of each part who it is there. The
        weights are a record that holds those of the parts by their names.
        """
        table = parse_toml(text, AgentError, where)
        best = table.pop("best", None)
        if not isinstance(best, str) or best not in table:
            raise AgentError(f"{where}: best must be one of {listing(table)}, not {best!r:.80}")
        fields = [(name, part.weights.dtype) for name, part in parts.items()]
        weights = np.zeros(len(table), np.dtype(fields, align=True))
        about: dict[str, str] = {}
        for k, (name, own) in enumerate(table.items()):
            if not isinstance(own, dict) or {*own} != {"about", *parts}:
                raise AgentError(f"{where}: [{name}] needs the lines {listing(('about', *parts))}")
            about[name] = str(own["about"])
            for field, part in parts.items():
                if own[field] not in part.names:
                    there = listing(part.names)
                    raise AgentError(f"{where}: [{name}] {field} must be one of {there}")
                weights[field][k] = part.weights[part.names.index(own[field])]
        return cls(tuple(table), str(best), about, weights)


def _read_character(own: Any, weights: NDArray[Any], where: str) -> str:
    """Write a character's own weights over the common ones; return what it is about."""
    if not isinstance(own, dict) or not isinstance(own.get("about"), str):
        raise AgentError(f"{where} needs a line `about`")
    about: str = own.pop("about")
    kinds = {name: _kind(weights[name].shape[1:]) for name in weights.dtype.names or ()}
    for name, value in fit_table(kinds, own, where, noun="weight", error=AgentError).items():
        weights[name] = value
    return about


def _shape(value: object, where: str) -> tuple[int, ...]:
    """The shape of a weight, a number or a list of numbers."""
    numbers = value if isinstance(value, list) else [value]
    if not numbers or not all(type(number) in {int, float} for number in numbers):
        raise AgentError(f"{where} must be a number or a list of numbers, not {value!r:.80}")
    return (len(numbers),) if isinstance(value, list) else ()


def _kind(shape: tuple[int, ...]) -> Kind:
    """What a weight of a shape may be."""
    if not shape:
        return Real()
    return Several(Real(), f"{shape[0]} numbers", most=shape[0], least=shape[0])
