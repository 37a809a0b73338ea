"""The table of a heuristic's characters: what each of them cares for, and how much."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from piracy_env.errors import AgentError, listing


@dataclass(frozen=True)
class Cast:
    """The characters that a heuristic can be played as.

    `characters.toml` has the table `weights`, with the numbers that every character begins with,
    then a table for each character: what it is `about`, and the weights in which it differs.
    `best` names the strongest of them.
    """

    names: tuple[str, ...]
    best: str
    about: dict[str, str]
    weights: NDArray[Any]
    """[k] a record for each character, a float32 for each weight."""

    @classmethod
    def read(cls, module: ModuleType) -> Self:
        """Read the characters that lie beside a heuristic's kernel."""
        path = Path(str(module.__file__)).with_name("characters.toml")
        return cls.parse(path.read_text(encoding="utf-8"), str(path))

    @classmethod
    def parse(cls, text: str, where: str) -> Self:
        """Read the characters from the text of a table."""
        try:
            table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise AgentError(f"{where}: {error}") from None
        best, common = table.pop("best", None), table.pop("weights", None)
        if not isinstance(common, dict) or not common:
            raise AgentError(f"{where}: needs a table [weights]")
        if best not in table:
            raise AgentError(f"{where}: best must be one of {listing(table)}, not {best!r}")
        _check_numbers(common, where, "weights")
        weights = np.zeros(len(table), [(name, np.float32) for name in common])
        about: dict[str, str] = {}
        for k, (name, own) in enumerate(table.items()):
            if not isinstance(own, dict) or not isinstance(own.get("about"), str):
                raise AgentError(f"{where}: [{name}] needs a line `about`")
            about[name] = own.pop("about")
            unknown = [weight for weight in own if weight not in common]
            if unknown:
                raise AgentError(
                    f"{where}: [{name}] has unknown weights {listing(unknown)}; "
                    f"there are: {listing(common)}"
                )
            _check_numbers(own, where, name)
            for weight, value in (common | own).items():
                weights[weight][k] = value
        return cls(tuple(table), str(best), about, weights)


def _check_numbers(weights: dict[str, Any], where: str, section: str) -> None:
    for name, value in weights.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise AgentError(f"{where}: [{section}] {name} must be a number, not {value!r}")
