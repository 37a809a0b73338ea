"""A check that the story of a game tells nobody what was done, or declined, in secret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from piracy_env.core.engine import Engine
from piracy_env.core.game import RUNNING
from piracy_env.core.replay import Replay
from piracy_env.testing.case import Case, States, Walk
from piracy_env.testing.registry import Scope, check
from piracy_env.testing.secrets import SPELLED_OUT, Given, parting_of

MOMENTS = 48
"""Positions of a case from which stories begin."""
TWINS = 4
"""Worlds, beside the true one, whose stories are compared with its own."""
MOST_MOVES = 12
"""Moves that a story goes on for, unless the worlds part before."""
MOST_ANSWERS = 8
"""Answers of somebody who is asked in one world only that are tried, to bring both together."""
SECRETS = 16
"""Moves in secret after which a world is given up that looks unlike its twin."""


@dataclass
class Told:
    """A world that goes on, and what one seat is told of it."""

    case: Case
    engine: Engine
    viewer: int
    secret: int = 0
    """Moves of which the seat was, or should have been, told nothing."""

    @classmethod
    def of(cls, case: Case, state: States, viewer: int) -> Told:
        """A story that begins in a state."""
        engine = case.engine(1, record=True)
        engine.reset()
        engine.load_state_unchecked(0, state)
        return cls(case, engine, viewer)

    @property
    def actor(self) -> int | None:
        """Who is to move, if anybody is."""
        return int(self.engine.seat[0]) if self.engine.states["over"][0] == RUNNING else None

    @property
    def silent(self) -> list[int]:
        """Legal actions of which the seat is told nothing."""
        if self.actor in (None, self.viewer):
            return []
        tell = self.engine.describe_action
        return [action for action in self.engine.legal() if not tell(0, action, self.viewer)]

    def keep_silent(self) -> None:
        """Whoever is to move does what the seat is told nothing of."""
        self.secret += 1
        self.engine.step(self.silent[:1])

    def looks_like(self, other: Told, spelled_out: bool) -> bool:
        """Whether the seat sees the same now as in the other world: in numbers, or in words too."""
        if (self.actor is None) != (other.actor is None):
            return False
        mine = Given(self.case, self.engine, 0, self.viewer)
        its = Given(self.case, other.engine, 0, self.viewer)
        if mine.unlike(its, spelled_out=False):
            return False
        tell = self.engine.describe, other.engine.describe
        return not spelled_out or tell[0](0, self.viewer) == tell[1](0, self.viewer)

    def mark(self) -> str:
        """How the last action of which the seat was told shows in the picture."""
        if self.case.game.mark is None:
            return ""
        event = self.engine.last_told(0, self.viewer)
        return "" if event is None else event.mark(self.engine.record(), self.viewer)

    def moves(self) -> int:
        """How many moves were made, by a world that is drawn for the seat."""
        return int(self.engine.sample(0, self.viewer, 0)["moves"][0])


class Twins:
    """Two worlds that one seat cannot tell apart, played alike for as long as that is so."""

    def __init__(self, true: Told, world: Told, first: int, spelled_out: bool) -> None:
        self.true, self.world = true, world
        self._first: int | None = first
        self._dice = np.random.default_rng(first)
        self._spelled_out = spelled_out

    @property
    def secret(self) -> int:
        """Moves of which the seat was, or should have been, told nothing."""
        return self.true.secret + self.world.secret

    def parting(self) -> str:
        """How the stories of the two differ while they look the same, or nothing."""
        if not self.true.looks_like(self.world, self._spelled_out):
            return ""
        replays = self._replays()
        for _ in range(MOST_MOVES):
            difference = self._compare_worlds()
            if difference:
                return difference
            if not self._go_on() or not self._meet():
                break
            replays = self._replays()
        return self._compare(*replays) if self._spelled_out else ""

    def _replays(self) -> tuple[Replay, Replay]:
        return Replay.of(self.true.engine), Replay.of(self.world.engine)

    def _compare(self, *replays: Replay) -> str:
        """How the stories differ up to where the two looked the same last."""
        true, drawn = (replay.view(self.true.viewer) for replay in replays)
        if true.json() == drawn.json() and true.text() == drawn.text():
            return ""
        for number, (turn, its) in enumerate(zip(true.turns, drawn.turns, strict=False), start=1):
            if turn.news != its.news:
                heard = [" / ".join(item.news) or "nothing" for item in (turn, its)]
                return f"before turn {number} is told {heard[0]!r}, not {heard[1]!r}"
            if turn != its:
                actions = [item.action or "nothing" for item in (turn, its)]
                return f"turn {number} is told as {actions[0]!r}, not as {actions[1]!r}"
        return f"there are {len(true.turns)} turns, not {len(drawn.turns)}"

    def _compare_worlds(self) -> str:
        counts = self.true.moves(), self.world.moves()
        if self.true.actor == self.true.viewer and counts[0] != counts[1]:
            return f"worlds drawn for the seat count {counts[0]} moves, not {counts[1]}"
        marks = ("", "") if not self._spelled_out else (self.true.mark(), self.world.mark())
        return f"the picture marks {parting_of(marks[1], marks[0])}" if marks[0] != marks[1] else ""

    def _go_on(self) -> bool:
        """Play the same in both; where only one asks, the answer is silence."""
        true, world = self.true, self.world
        common = true.engine.action_mask[0] & world.engine.action_mask[0]
        if true.actor == world.actor and common.any():
            action = int(self._dice.choice(np.flatnonzero(common)))
            if self._first is not None and common[self._first]:
                action = self._first
            self._first = None
            for twin in (true, world):
                twin.secret += action in twin.silent
                twin.engine.step([action])
            return True
        return self._keep_silent()

    def _meet(self) -> bool:
        """Let those who can be silent be so until both look the same again."""
        for _ in range(SECRETS):
            if self.true.looks_like(self.world, self._spelled_out):
                return True
            if not (self._keep_silent() or self._step_aside()):
                return False
        return False

    def _step_aside(self) -> bool:
        """Somebody is asked in one world only: what brings it to the other must be silent."""
        for twin, other in ((self.true, self.world), (self.world, self.true)):
            actions = twin.engine.legal()
            if twin.actor in (None, twin.viewer) or len(actions) > MOST_ANSWERS:
                continue
            for action in actions:
                engine = twin.engine.clone()
                engine.step([action])
                if replace(twin, engine=engine).looks_like(other, self._spelled_out):
                    twin.engine = engine
                    twin.secret += 1
                    return True
        return False

    def _keep_silent(self) -> bool:
        silent = [twin for twin in (self.true, self.world) if twin.silent]
        for twin in silent:
            twin.keep_silent()
        return bool(silent)


@check(Scope.PLAYERS)
def check_stories(case: Case) -> str:
    """Worlds that are the same to a seat have one story for it: turns, their number, words, marks.

    The same is done in both, with the same luck. Who is asked in one world only keeps silent.
    Stories are spelled out for some, and for all in which something is done in secret.
    """
    if not case.game.hidden:
        return "nothing is hidden"
    looked = secret = 0
    for walk, i, seat in _moments(case):
        truth, action = walk.before[i : i + 1], int(walk.actions[i])
        keys = walk.dice.integers(2**63, size=TWINS)
        worlds = case.board(truth).worlds([0] * TWINS, [seat] * TWINS, keys)
        for number, world in enumerate(np.asarray(worlds)):
            spelled_out = number < SPELLED_OUT
            pair = _twins(case, seat, truth, world, action, spelled_out)
            parting = pair.parting()
            if pair.secret and not (spelled_out or parting):
                parting = _twins(case, seat, truth, world, action, spelled_out=True).parting()
            if parting:
                walk.fail(f"the story tells what is hidden: {parting}", i, seat)
            looked += 1
            secret += pair.secret
    return f"{looked} stories with {secret} moves in secret"


def _moments(case: Case) -> Iterator[tuple[Walk, int, int]]:
    """Games in which a move has just led to somebody who has few answers, and who else looks on."""
    walk, count, due = Walk(case), 0, 0
    for _ in walk:
        answers = walk.engine.action_mask.sum(1)
        moments = [i for i in walk.moved if 1 < answers[i] <= MOST_ANSWERS]
        if walk.move < due or not moments:
            continue
        i = int(walk.dice.choice(moments))
        left = int(walk.dice.integers(1, case.players)) if case.players > 1 else 0
        yield walk, i, (int(walk.engine.seat[i]) + left) % case.players
        count += 1
        due = walk.move + 1 + walk.move // MOMENTS
        if count == MOMENTS:
            return


def _twins(
    case: Case, seat: int, truth: States, world: States, action: int, spelled_out: bool
) -> Twins:
    """The true game and a world, with the same luck to come."""
    states = np.concatenate([truth, world[None]])
    states["rng"], states["moves"] = world["rng"], truth["moves"]
    true, drawn = (Told.of(case, states[k : k + 1], seat) for k in range(2))
    return Twins(true, drawn, action, spelled_out)
