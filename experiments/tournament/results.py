"""All games of a tournament as columns, in the order of the schedule."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from experiments.tournament.play import Clock, Played
from experiments.tournament.ratings import Floats
from experiments.tournament.schedule import Ints, Schedule, TournamentError


@dataclass(frozen=True)
class Results:
    """What came of every game."""

    schedule: Schedule
    ranks: Ints
    """[games, seats]"""
    scores: Ints
    rewards: Floats
    moves: Ints
    """[games]"""
    cut: NDArray[np.bool_]
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
            ranks=np.concatenate([np.array(piece.ranks, np.int64) for piece in played]),
            scores=np.concatenate([np.array(piece.scores, np.int64) for piece in played]),
            rewards=np.concatenate([np.array(piece.rewards, np.float64) for piece in played]),
            moves=np.concatenate([np.array(piece.moves, np.int64) for piece in played]),
            cut=np.concatenate([np.array(piece.cut, np.bool_) for piece in played]),
            clock=clock,
        )

    @cached_property
    def games(self) -> Ints:
        """[games] their numbers."""
        return np.arange(self.schedule.games)

    @cached_property
    def deals(self) -> Ints:
        """[games] the deal of each."""
        return self.games // self.schedule.players

    @cached_property
    def seating(self) -> Ints:
        """[games, seats] the agent at each seat."""
        return self.schedule.seating(self.games)

    @cached_property
    def wins(self) -> Floats:
        """[games, seats] each seat's part of the win: one over the number of winners."""
        first = self.ranks == 1
        return np.asarray(first / first.sum(axis=1, keepdims=True))

    @property
    def digest(self) -> str:
        """Digest of what came of every game: two runs of a plan agree in it."""
        columns = (self.ranks, self.scores, self.rewards, self.moves, self.cut)
        return hashlib.sha256(b"".join(column.tobytes() for column in columns)).hexdigest()[:16]
