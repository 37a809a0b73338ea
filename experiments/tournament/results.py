"""All games of a tournament as columns, in the order of the schedule."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.tournament.play import Clock, Played
from experiments.tournament.ratings import Floats
from experiments.tournament.schedule import Ints, Schedule, TournamentError

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Results:
    """What came of every game."""

    schedule: Schedule
    ranks: Ints
    """[games, seats]"""
    scores: Ints
    rewards: Floats
    """What the seats were paid: what everything else is measured in."""
    successes: Flags
    teams: Floats
    """[games] what all had reached together; NaN among rivals."""
    reasons: NDArray[np.str_]
    moves: Ints
    """[games]"""
    cut: Flags
    clock: Clock

    @classmethod
    def of(cls, schedule: Schedule, pieces: Iterable[Played]) -> Results:
        """Put the pieces of a finished tournament together."""
        played = sorted(pieces, key=lambda piece: piece.first)
        edges = [0, *(piece.last for piece in played)]
        if [piece.first for piece in played] != edges[:-1] or edges[-1] != schedule.deals:
            raise TournamentError("the pieces of the tournament do not make up its deals")
        clock = Clock.of(schedule.agents)
        for piece in played:
            clock.add(piece.clock)
        return cls(
            schedule,
            ranks=_joined([piece.ranks for piece in played], np.int64),
            scores=_joined([piece.scores for piece in played], np.int64),
            rewards=_joined([piece.rewards for piece in played], np.float64),
            successes=_joined([piece.successes for piece in played], np.bool_),
            teams=_joined([piece.teams for piece in played], np.float64),
            reasons=_joined([piece.reasons for piece in played], np.str_),
            moves=_joined([piece.moves for piece in played], np.int64),
            cut=_joined([piece.cut for piece in played], np.bool_),
            clock=clock,
        )

    @cached_property
    def games(self) -> Ints:
        """[games] their numbers."""
        return np.arange(self.schedule.games)

    @cached_property
    def deals(self) -> Ints:
        """[games] the deal of each."""
        return self.games // self.schedule.games_a_deal

    @cached_property
    def seating(self) -> Ints:
        """[games, seats] the agent at each seat."""
        return self.schedule.seating(self.games)

    @cached_property
    def wins(self) -> Floats:
        """[games, seats] each seat's part of the win: one over the number of winners."""
        first = self.ranks == 1
        return np.asarray(first / np.maximum(first.sum(axis=1, keepdims=True), 1))

    @cached_property
    def succeeded(self) -> Flags | None:
        """[games] what was a success for everybody: all that there was to reach has been.

        A lone seat without a team value has succeeded from the middle of its bounds on. A game that
        was cut is no success. None where several seats have nothing to reach together.
        """
        known = ~np.isnan(self.teams)
        if known.all():
            return np.asarray((self.teams == 1.0) & ~self.cut)
        return self.successes[:, 0] if self.schedule.players == 1 else None

    @cached_property
    def partly(self) -> Flags | None:
        """[games] what was reached in part only; None where nothing is reached together."""
        has_team = not np.isnan(self.teams).any()
        return np.asarray((self.teams > 0) & (self.teams < 1)) if has_team else None

    @property
    def digest(self) -> str:
        """Digest of what came of every game: two runs of a plan agree in it."""
        columns: list[NDArray[Any]] = [self.ranks, self.scores, self.rewards, self.moves, self.cut]
        if not np.isnan(self.teams).all():
            columns.append(self.teams)
        return hashlib.sha256(b"".join(column.tobytes() for column in columns)).hexdigest()[:16]


def _joined(parts: Sequence[Any], dtype: Any) -> NDArray[Any]:
    return np.concatenate([np.array(part, dtype) for part in parts])
