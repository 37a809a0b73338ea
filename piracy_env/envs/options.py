"""Checks of the arguments that all environments take."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping

from piracy_env.errors import OptionError, listing

ON_ILLEGAL = ("raise", "terminate")
"""What an illegal action does: it is refused with an error, or it loses and ends the game."""

FORFEIT = -1.0
"""What an illegal action is paid where it ends the game."""


def refuse(options: Mapping[str, object], reasons: Mapping[str, str]) -> None:
    """Refuse options of the engine that an environment decides itself."""
    for name, reason in reasons.items():
        if name in options:
            raise OptionError(f"{name} is not an option of this environment: {reason}", option=name)


RESETS = {"auto_reset": "when a new game begins is for its own interface to say"}
SINGLE = {
    **RESETS,
    "num_envs": "it is one game; batches are made by piracy_env.vector",
    "seed": "give it to reset(seed=...)",
    "threads": "it is one game",
}


def warn_of(options: Mapping[str, object] | None, known: Iterable[str] = ()) -> None:
    """Warn of options of `reset` that mean nothing: peers' checkers pass such ones."""
    if not (options is None or isinstance(options, Mapping)):
        raise OptionError(f"options of reset() are a mapping, not {options!r}", option="options")
    unknown = [name for name in options or () if name not in known]
    if unknown:
        warnings.warn(f"reset() ignores the options {listing(unknown)}", stacklevel=3)
