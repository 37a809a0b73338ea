"""What environments tell of finished games."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from piracy_env.core.engine import Engine


class Ends(NamedTuple):
    """What some finished games came to."""

    ranks: NDArray[np.int64]
    """[k, P] the final places; 0 where a limit of moves cut the game."""
    teams: NDArray[np.float64]
    """[k] what all had reached together, from 0 to 1; NaN in games of rivals."""
    reasons: NDArray[np.str_]
    """[k] why the games ended."""

    def info(self, k: int, place: int) -> dict[str, Any]:
        """What is told of game k in the info of the seat in a place: `rank`, `team`, `reason`."""
        info: dict[str, Any] = {}
        if self.ranks[k, place]:
            info["rank"] = int(self.ranks[k, place])
        if not np.isnan(self.teams[k]):
            info["team"] = float(self.teams[k])
        return info | {"reason": str(self.reasons[k])}


def ends_of(engine: Engine, games: ArrayLike) -> Ends:
    """The ends that some games of an engine wait at, seat by seat."""
    chosen = np.asarray(games)
    return Ends(
        engine.final_ranks[chosen] * engine.terminated[chosen, None],
        engine.final_teams[chosen],
        engine.final_reasons[chosen],
    )
