"""The whole of a small game in sequence form: what each seat can know, and what everybody is paid.

An information set is all that a seat was shown at its decisions so far, observation and legal
actions, with what it did each time: what an agent of the suite knows that forgets nothing. Its
actions are the choices; a choice and the way to it are a sequence. An ending names the last choice
of each seat before it, chance's share in it, and what it pays. Nothing else of the tree is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from experiments.equilibrium.chance import Chance
from piracy_env.core.engine import Engine
from piracy_env.core.game import Game
from piracy_env.core.view import View
from piracy_env.errors import GameDefinitionError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_POSITIONS = 1_000_000
"""A game with more is not small."""


@dataclass(frozen=True, eq=False)
class Tree:
    """All information sets, choices and endings of a game.

    Choices are numbered through all sets, those of a set one after another; behind the last one,
    number `choices + seat` is the empty sequence of a seat.
    """

    engine: Engine
    """[sets] a position of each information set."""
    seat: Ints
    """[sets]"""
    first: Ints
    """[sets] the first choice."""
    depth: Ints
    """[sets] earlier decisions of the seat."""
    before: Ints
    """[sets] the seat's last choice before it."""
    action: Ints
    """[choices] as the game numbers it."""
    chance: Floats
    """[endings] the product of the probabilities of all draws."""
    payment: Floats
    """[endings, P]"""
    last: Ints
    """[endings, P] the last choice of each seat."""

    @classmethod
    def of(cls, game: Game, **options: Any) -> Self:
        """Walk through a game; options are those of `Engine`, `reward` among them."""
        walk = _Walk(game, options)
        walk.go()
        sets, ends, choices = walk.sets, walk.endings, len(walk.actions)
        engine = Engine(game, len(sets), auto_reset=False, seed=0, **options)
        engine.reset()
        for i, information_set in enumerate(sets):
            engine.load_state_unchecked(i, information_set.state)
        players = engine.options.players
        empty = np.arange(choices, choices + players)
        last = np.array([end[2] for end in ends], np.int64).reshape(len(ends), players)
        seat = np.array([information_set.seat for information_set in sets], np.int64)
        before = np.array([information_set.before for information_set in sets], np.int64)
        return cls(
            engine=engine,
            seat=seat,
            first=np.array([information_set.first for information_set in sets], np.int64),
            depth=np.array([information_set.depth for information_set in sets], np.int64),
            before=np.where(before < 0, empty[seat], before),
            action=np.array(walk.actions, np.int64),
            chance=np.array([end[0] for end in ends]),
            payment=np.array([end[1] for end in ends], np.float64),
            last=np.where(last < 0, empty, last),
        )

    @property
    def game(self) -> Game:
        """The game."""
        return self.engine.game

    @property
    def choices(self) -> int:
        """How many choices there are."""
        return len(self.action)

    @property
    def players(self) -> int:
        """How many seats."""
        return self.engine.options.players

    @cached_property
    def set_of(self) -> Ints:
        """[choices] the information set of each."""
        counts = np.diff([*self.first, self.choices])
        return np.repeat(np.arange(len(self.seat)), counts)

    @cached_property
    def levels(self) -> list[Ints]:
        """Information sets by how many decisions of their seat came before, from none on."""
        return [np.flatnonzero(self.depth == depth) for depth in range(self.depth.max() + 1)]

    @cached_property
    def view(self) -> View:
        """What agents receive: each information set once."""
        return self.engine.view()


@dataclass
class _Set:
    """An information set, with one of its positions."""

    seat: int
    first: int
    depth: int
    before: int
    state: NDArray[Any]


@dataclass(frozen=True)
class _Place:
    """A position on the way: the state, chance's share in it, and each seat's last choice."""

    state: NDArray[Any]
    chance: float
    last: tuple[int, ...]


class _Walk:
    """Goes through all positions of a game."""

    def __init__(self, game: Game, options: dict[str, Any]) -> None:
        self.engine = Engine(game, auto_reset=False, seed=0, **options)
        self.engine.reset()
        self.chance = Chance(game, self.engine.tables_of().t)
        self.sets: list[_Set] = []
        self.actions: list[int] = []
        self.endings: list[tuple[float, list[float], tuple[int, ...]]] = []
        self._known: dict[tuple[int, int, bytes, bytes], _Set] = {}
        self._of_choice: list[_Set] = []

    def go(self) -> None:
        """Take every way to its end."""
        game, options = self.engine.game, self.engine.options
        nobody = (-1,) * options.players
        deals = self.chance.deals(game.blank(options))
        waiting = [_Place(state, share, nobody) for share, state in deals]
        positions = 0
        while waiting:
            positions += 1
            if positions > MOST_POSITIONS:
                raise GameDefinitionError(
                    f"{game.name} is too large: more than {MOST_POSITIONS:,} positions",
                    game=game.name,
                )
            waiting += self._beyond(waiting.pop())

    def _beyond(self, place: _Place) -> list[_Place]:
        """The positions that follow one."""
        engine = self.engine
        engine.load_state_unchecked(0, place.state)
        if engine.over[0]:
            self.endings.append((place.chance, engine.rewards(), place.last))
            return []
        legal, seat = engine.legal(), int(engine.seat[0])
        first = self._set_at(place, seat, legal).first
        places = []
        for choice, action in enumerate(legal, start=first):
            last = (*place.last[:seat], choice, *place.last[seat + 1 :])
            for share, state in self.chance.results(place.state, action):
                places.append(_Place(state, place.chance * share, last))
        return places

    def _set_at(self, place: _Place, seat: int, legal: list[int]) -> _Set:
        """The information set of a position: a new one, unless the seat knows no better."""
        before = place.last[seat]
        seen, mask = self.engine.observation[0].tobytes(), bytes(self.engine.action_mask[0])
        key = (seat, before, seen, mask)
        if key not in self._known:
            earlier = self._of_choice[before].depth + 1 if before >= 0 else 0
            made = _Set(seat, len(self.actions), earlier, before, place.state)
            self._known[key] = made
            self._of_choice += [made] * len(legal)
            self.sets.append(made)
            self.actions += legal
        return self._known[key]
