"""Games on file that begin with any state: refused in words, or safe to look at and to play on.

`make test` reads 60 such files for each game, `make test-all` 600, and the 60 again with array
bounds checked.
"""

import contextlib
import dataclasses
from pathlib import Path

import numpy as np
import pytest

from piracy_env.core.game import RUNNING
from piracy_env.core.replay import Replay
from piracy_env.errors import IllegalActionError, ReplayError
from piracy_env.registry import list_games, load
from piracy_env.testing.case import Case, leaves
from piracy_env.testing.edits import Changes
from tests.strangers import watched

FEW, MANY = 60, 600
POSITIONS = 6
"""Of different games, each a few moves further than the one before."""
IMPOSSIBLE_DICE = ("force_len is -1, not 0 to 64",)
"""Dice of broadside that were prescribed by hand and cannot fall: a state says so ever after."""
MOVES_APART, MOVES_ON = 23, 6


def games(case):
    """Recorded games that were set to a position by hand, with some moves played from it."""
    for number in range(POSITIONS):
        engine = dataclasses.replace(case, seed=number).engine(1, record=True)
        engine.reset()
        for _ in range(number * MOVES_APART):
            if engine.record().over == RUNNING:
                engine.step(engine.uniform())
        start = engine.states[:1].copy()
        engine.load_state(0, start)
        for _ in range(2):
            if engine.record().over == RUNNING:
                engine.step(engine.uniform())
        yield Replay.of(engine), start


class Starts:
    """Endless bytes in the place of a start: other numbers, another header, another length."""

    def __init__(self, case, state, dice):
        self.changes, self.state, self.dice = Changes(case, state, dice), state, dice
        self.header = [name for name in leaves(state) if name not in case.game.ranges]

    def next(self):
        how = self.dice.random()
        if how < 0.7:
            return self.changes.next().tobytes()
        if how < 0.85:
            return self._other_header().tobytes()
        raw = self.state.tobytes()
        place = int(self.dice.integers(len(raw)))
        return [raw[:place], raw + b"\0", raw * 2, raw[place:] + raw[:place], b"\xff" * len(raw)][
            int(self.dice.integers(5))
        ]

    def _other_header(self):
        """Players, seat, phase, the generator or an option set to anything at all."""
        copy = self.state.copy()
        for name in self.dice.choice(self.header, 2):
            array = leaves(copy)[name]
            kind = np.iinfo(array.dtype)
            edges = [kind.min, kind.max, -1, 0, 1, 2, 7, 100]
            value = edges[int(self.dice.integers(len(edges)))]
            array[...] = min(max(value, kind.min), kind.max)
        return copy


def read(game, text):
    """An engine with the game, where it ends; or before the first of its moves that is refused."""
    replay = Replay.parse(text, game)
    engine = replay.begin()
    with contextlib.suppress(IllegalActionError):
        for action in replay.actions:
            engine.step([action])
    return engine


def play_on(engine, players, dice):
    """See, tell, sample and play on, as whoever opens the file would."""
    seats = np.arange(players)
    for move in range(MOVES_ON):
        engine.look(np.zeros_like(seats), seats)
        engine.worlds(np.zeros_like(seats), seats, seats)
        if engine.record().over != RUNNING:
            break
        legal = engine.legal()
        assert legal, "the game is running, but nothing is legal"
        if move == 0:
            for viewer in (*seats.tolist(), None):
                assert engine.describe(0, viewer)
            engine.describe_action(0, legal[-1], 0)
        engine.play(int(dice.choice(legal)))
    engine.outcome(0)
    assert [one for one in engine.complaints() if one not in IMPOSSIBLE_DICE] == []
    return Replay.of(engine)


@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", list_games())
def test_a_game_on_file_may_begin_anywhere_or_is_refused(name, count):
    game = load(name)
    players = game.default_seats
    case = Case(game, players, {}, game.tables.load(None))
    taken = refused = 0
    for number, (replay, state) in enumerate(games(case)):
        dice = np.random.default_rng([number, count])
        play_on(read(game, replay.text()), players, dice)  # all that is compiled is compiled here
        starts = Starts(case, state, dice)
        for _ in range(count // POSITIONS):
            start = starts.next()
            text = dataclasses.replace(replay, start=start).text()
            try:
                with watched():
                    engine = read(game, text)
            except ReplayError as error:
                if error.where != "start":
                    raise
                refused += 1
                continue
            taken += 1
            again = play_on(engine, players, dice)
            again.verify()
            if len(start) == state.nbytes:
                starts.changes.keep(np.frombuffer(start, game.dtype))
    assert taken + refused == POSITIONS * (count // POSITIONS)
    assert taken > 0.02 * count, "nothing was tried"
    assert refused > 0.3 * count, "the mutants are too tame"


def test_what_is_loaded_from_a_file_was_checked(tmp_path):
    """`piracy play --resume` and `piracy replay` read a file by `load`."""
    case = Case(load("mutiny"), 4, {}, load("mutiny").tables.load(None))
    *_, (replay, state) = games(case)
    state["seat"] = 9
    path = Path(tmp_path, "game.json")
    dataclasses.replace(replay, start=state.tobytes()).save(path)
    with pytest.raises(ReplayError, match=r"the start: .*seat") as refused:
        Replay.load(path, load)
    assert refused.value.where == "start"
