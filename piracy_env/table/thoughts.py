"""What agents think of a position: shares and values of the actions, and what the seat may expect.

Three kinds of agents can be asked, each by what it can do: one that searches (`think(view)`: visits
and values), one with a network (`consider(view)`: scores and the expected payment), one with a
script (`script(game)`: how it values the actions). All are given the view of the seat to move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.view import Agent, View

MOST_CHOICES = 12
"""Actions of an opinion that are told of."""
SEARCH = "search"
"""What a search that goes on and on is called."""


@dataclass(frozen=True)
class Opinion:
    """What an agent thinks of one position."""

    who: str
    choices: tuple[tuple[int, float, float | None], ...]
    """Actions, best first: id, share of visits or probability (0 to 1), value if there is one."""
    worth: float | None = None
    """What the seat to move may expect to be paid."""
    basis: str = ""
    """What the shares are: visits of how many simulations, probabilities, opinions."""

    def as_dict(self, view: View) -> dict[str, Any]:
        """As JSON, with the actions in words."""
        return {
            "who": self.who,
            "worth": self.worth,
            "basis": self.basis,
            "choices": [
                {
                    "id": action,
                    "share": round(share, 4),
                    "value": None if value is None else round(value, 3),
                    "words": view.describe_action(0, action),
                }
                for action, share, value in self.choices
            ],
        }


def opinion_of(agent: Agent, view: View, name: str = "", *, acted: bool = False) -> Opinion | None:
    """What an agent thinks of the first position of a view; None of one that cannot tell.

    `acted` says that it has just acted on this very view, so that a search need not be repeated.
    """
    asked: Any = agent
    called = name or str(agent)
    if callable(getattr(asked, "think", None)):
        found = getattr(asked, "thoughts", None) if acted else None
        return _searched(found or asked.think(view), view, called)
    if callable(getattr(asked, "consider", None)):
        scores, values = asked.consider(view)
        weights = np.exp(scores[0] - scores[0].max())
        return Opinion(
            called,
            _best(weights / weights.sum(), None, view),
            round(float(values[0]), 3),
            "probabilities of the network",
        )
    script = getattr(asked, "script", None)
    own = script(view.game) if callable(script) else None
    if own is None:
        return None
    values = view.script_policy(own)[1][0].astype(np.float64)
    legal = view.action_mask[0]
    spread = np.ptp(values[legal]) or 1.0
    shares = np.where(legal, np.exp(8.0 * (values - values[legal].max()) / spread), 0.0)
    return Opinion(called, _best(shares / shares.sum(), None, view), None, "how it values them")


def pondered(agent: Agent, view: View) -> Iterator[Opinion]:
    """What a search thinks of the first position of a view, better and better: its tree grows."""
    asked: Any = agent
    if not callable(getattr(asked, "ponder", None)):
        return
    for found in asked.ponder(view):
        yield _searched(found, view, SEARCH)


def _searched(found: Any, view: View, called: str) -> Opinion:
    total = int(found.visits[0].sum())
    if total == 0:  # one action alone is legal
        return Opinion(called, _best(view.action_mask[0].astype(float), None, view))
    worth = round(float(found.outlook[0, int(view.seat[0])]), 3)
    shares = found.visits[0] / total
    return Opinion(called, _best(shares, found.values[0], view), worth, f"{total:,} simulations")


def _best(
    shares: NDArray[Any], values: NDArray[Any] | None, view: View
) -> tuple[tuple[int, float, float | None], ...]:
    legal = np.flatnonzero(view.action_mask[0])
    order = legal[np.argsort(-shares[legal], kind="stable")][:MOST_CHOICES]
    return tuple(
        (int(a), float(shares[a]), None if values is None else float(values[a])) for a in order
    )
