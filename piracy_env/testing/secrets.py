"""Checks that nobody learns what it may not know, from anything that it is given."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.engine import Engine
from piracy_env.core.replay import Replay
from piracy_env.testing.case import (
    Case,
    States,
    Walk,
    float_differences,
    leaves,
    mask_differences,
    state_differences,
)
from piracy_env.testing.mutants import Mutants
from piracy_env.testing.registry import Scope, check

WORLDS = 8
"""Worlds that are drawn in one position for one seat."""
OVERHEARD = 32
"""Moves of which the record for one seat is read."""
SPELLED_OUT = 1
"""Worlds of these in which texts and pictures are compared too."""
MOST_ACTIONS = 8
"""Actions of one position that are described."""


def positions(case: Case) -> Iterator[tuple[Walk, int, int]]:
    """Positions of random games and who looks: all seats, or one if options are unusual."""
    for walk in Walk(case).visits():
        i = walk.pick()
        if i is not None:
            seats = range(case.players) if case.usual else walk.dice.integers(case.players, size=1)
            yield from ((walk, i, int(seat)) for seat in seats)


def draw_worlds(walk: Walk, i: int, seat: int, count: int = WORLDS) -> States:
    """Worlds [count] that a seat of game i takes for possible, under keys of their own."""
    keys = walk.dice.integers(2**63, size=count)
    return np.asarray(walk.engine.worlds(np.full(count, i), np.full(count, seat), keys))


class Given:
    """What a seat is given of game i of an engine; the seat None is told everything."""

    def __init__(self, case: Case, engine: Engine, i: int, seat: int | None) -> None:
        self._case, self._engine, self._i, self._seat = case, engine, i, seat
        self.legal = engine.action_mask[i]

    @cached_property
    def _numbers(self) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        assert self._seat is not None, "what the all-knowing sees is not written in numbers"
        return self._engine.observe(self._i, self._seat), self._engine.mask(self._i, self._seat)

    @cached_property
    def _description(self) -> str:
        return self._engine.describe(self._i, self._seat)

    @cached_property
    def _picture(self) -> str:
        return self._engine.render(self._i, self._seat)

    def _words(self, action: int) -> str:
        return self._engine.describe_action(self._i, action, self._seat)

    def unlike(self, other: Given, spelled_out: bool = True) -> str:
        """What the seat is given differently in the other game, or nothing."""
        difference = self._seat is not None and self._unlike_in_numbers(other)
        return difference or (spelled_out and self._unlike_in_words(other)) or ""

    def _unlike_in_numbers(self, other: Given) -> str:
        (seen, mask), (its_seen, its_mask) = self._numbers, other._numbers
        difference = float_differences(self._case.game, its_seen, seen)
        return difference or mask_differences(self._case.game, its_mask, mask)

    def _unlike_in_words(self, other: Given) -> str:
        if self._description != other._description:
            return f"description: {parting_of(other._description, self._description)}"
        if self._picture != other._picture:
            return f"picture: {parting_of(other._picture, self._picture)}"
        for action in np.flatnonzero(self.legal & other.legal)[:MOST_ACTIONS].tolist():
            if self._words(action) != other._words(action):
                words = f"{other._words(action)!r}, not {self._words(action)!r}"
                return f"description of an action: {words}"
        if self._engine.seat[self._i] == self._seat:
            mine, its = self._engine.view([self._i]), other._engine.view([other._i])
            for name in ("seat", "observation", "action_mask", "players", "options"):
                if not np.array_equal(getattr(mine, name), getattr(its, name)):
                    return f"view: {name} differs"
        return ""


def parting_of(text: str, other: str) -> str:
    """Where two texts part, in a few words."""
    spot = next((k for k, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), 0)
    start = max(0, spot - 20)
    return f"...{text[start : spot + 30]!r}, not ...{other[start : spot + 30]!r}"


@check(Scope.OPTIONS)
def check_generator(case: Case) -> str:
    """Nothing that anybody is given depends on the generator: not even worlds to think about."""
    looked = 0
    for walk, i, seat in positions(case):
        state = walk.engine.states[i : i + 1].copy()
        state["rng"] ^= np.uint64(0x5DEECE66D)
        board = case.board(state)
        for viewer in (seat, None) if seat == 0 else (seat,):
            true = Given(case, walk.engine, i, viewer)
            difference = true.unlike(Given(case, board, 0, viewer))
            if difference:
                walk.fail(f"the generator shows in what is given; {difference}", i, viewer)
        if board.outcome(0) != walk.engine.outcome(i):
            walk.fail("the scores depend on the generator", i)
        difference = state_differences(board.sample(0, seat, 3), walk.engine.sample(i, seat, 3))
        if difference:
            walk.fail(f"worlds of one key depend on the generator: {difference}", i, seat)
        looked += 1
    return f"{looked} positions"


@check(Scope.OPTIONS)
def check_leaks(case: Case) -> str:
    """A seat is given the same in all worlds it takes for possible: numbers, words, pictures."""
    looked = 0
    for walk, i, seat in positions(case):
        worlds = draw_worlds(walk, i, seat)
        board, true = case.board(worlds), Given(case, walk.engine, i, seat)
        for k in range(WORLDS):
            difference = true.unlike(Given(case, board, k, seat), spelled_out=k < SPELLED_OUT)
            if difference:
                walk.fail(f"what is hidden shows; {difference}", i, seat)
            looked += 1
    return f"{looked} worlds"


@check(Scope.OPTIONS)
def check_scrambled_leaks(case: Case) -> str:
    """A seat is given the same when cards it does not see change places, even unlike any sample."""
    if not case.game.hidden:
        return "nothing is hidden"
    looked = 0
    for walk, i, seat in positions(case):
        mutants = Mutants(walk.engine, i, draw_worlds(walk, i, seat, 2 * WORLDS), walk.dice)
        scrambled = mutants.scrambles()
        board, true = case.board(scrambled), Given(case, walk.engine, i, seat)
        for k in range(len(scrambled)):
            difference = true.unlike(Given(case, board, k, seat), spelled_out=k < SPELLED_OUT)
            if difference:
                changed = state_differences(scrambled[k : k + 1], walk.engine.states[i : i + 1])
                walk.fail(f"what is hidden shows ({changed}); {difference}", i, seat)
        looked += len(scrambled)
    return f"{looked} scrambled positions"


@check(Scope.OPTIONS)
def check_replay_views(case: Case) -> str:
    """The record of a game as one seat saw it holds neither its seed nor what was hidden."""
    walk = Walk(case, games=1, record=True)
    for _ in walk:
        if walk.move == (OVERHEARD if case.usual else OVERHEARD // 4):
            break
    replay = Replay.of(walk.engine)
    secrets = {word for name in ("seed", "state") for word in _spellings(getattr(replay, name))}
    board = case.board()
    for seat in range(case.players):
        view = replay.view(seat)
        story = view.json() + view.text()
        if any(word in story for word in secrets):
            walk.fail("the replay of a seat tells the seed or the digest of the state", 0, seat)
        for move, (engine, _) in enumerate(replay.told(seat)):
            board.load_state_unchecked(0, np.asarray(engine.sample(0, seat, move)))
            if board.describe(0, seat) != view.turns[move].position:
                walk.fail("the replay of a seat tells what is hidden from it", 0, seat)
    return f"{len(replay)} moves, seen by {case.players}"


def _spellings(value: int | str) -> list[str]:
    return [value] if isinstance(value, str) else [str(value), f"{value:x}"]


# --- worlds ---------------------------------------------------------------------------------------


@check(Scope.OPTIONS)
def check_worlds(case: Case) -> str:
    """A sampled world changes hidden fields and the generator only, and is a sound position."""
    looked = 0
    known = leaves(case.game.blank(case.options))
    fixed = [name for name in known if name not in ("rng", "moves") and not case.game.hides(name)]
    for walk, i, seat in positions(case):
        truth = walk.engine.states[i : i + 1]
        worlds = draw_worlds(walk, i, seat)
        board, told = case.board(worlds), leaves(truth, fixed)
        for name, array in leaves(worlds, fixed).items():
            if (array != told[name]).any():
                walk.fail(f"a world changes {name}, which is not declared as hidden", i, seat)
        for k in range(WORLDS):
            if worlds["moves"][k] not in (0, truth["moves"][0]):
                walk.fail("a world counts neither the moves of the game, nor from 0", i, seat)
            wrong = board.complaints(k)
            if wrong:
                walk.fail(f"a world breaks: {'; '.join(wrong)}", i, seat)
            if not board.action_mask[k].any():
                walk.fail("in a world the seat to move has no legal action", i, seat)
            looked += 1
    return f"{looked} worlds"


@check(Scope.OPTIONS)
def check_keys(case: Case) -> str:
    """A world depends on what its seat knows and on its key alone, and so does its generator."""
    looked = 0
    for walk, i, seat in positions(case):
        keys = walk.dice.integers(2**63, size=WORLDS)
        worlds = walk.engine.worlds(np.full(WORLDS, i), np.full(WORLDS, seat), keys)
        generators = [*worlds["rng"].tolist(), int(walk.engine.states["rng"][i])]
        if len(set(generators)) < len(generators):
            walk.fail("worlds of distinct keys share a generator, or keep the true one", i, seat)
        board = case.board(np.asarray(worlds))
        for k in range(WORLDS):
            again = walk.engine.sample(i, seat, int(keys[k]))
            difference = state_differences(again, worlds[k : k + 1])
            if difference:
                walk.fail(f"the same key gives another world: {difference}", i, seat)
            difference = state_differences(board.sample(WORLDS - 1 - k, seat, int(keys[k])), again)
            if difference:
                walk.fail(f"a world depends on what its seat does not know: {difference}", i, seat)
            looked += 1
    return f"{looked} worlds"


@check(Scope.OPTIONS)
def check_standings(case: Case) -> str:
    """What a seat is paid on the way tells it nothing that it may not know."""
    names = [name for name in case.game.modes_for(case.players) if case.game.mode(name).on_the_way]
    looked = 0
    for walk, i, seat in positions(case) if names else ():
        states = np.concatenate([walk.engine.states[i : i + 1], draw_worlds(walk, i, seat)])
        for name in names:
            standings = case.board(states, reward=name).slots["standing"][:, seat]
            if (standings != standings[0]).any():
                other = standings[standings != standings[0]][0]
                what = f"the mode {name} shows what is hidden: {standings[0]} or {other}"
                walk.fail(what, i, seat)
            looked += 1
    return f"{looked} positions"


@check(Scope.PLAYERS)
def check_redraws(case: Case) -> str:
    """Sampled worlds leave nothing as it truly is that their seat cannot know."""
    if not case.game.hidden:
        return "nothing is hidden"
    moving: set[str] = set()
    first: dict[str, NDArray[np.int64]] = {}
    varying: set[str] = set()
    looked = 0
    for walk, i, seat in positions(case):
        worlds = draw_worlds(walk, i, seat, 2 * WORLDS)
        truth = leaves(walk.engine.states[i : i + 1], case.game.hidden)
        for name, array in leaves(worlds, case.game.hidden).items():
            moving |= {name} if (array != truth[name]).any() else set()
            values = first.setdefault(name, truth[name].copy())
            varying |= {name} if (values != truth[name]).any() else set()
        mutants = Mutants(walk.engine, i, worlds, walk.dice)
        looked += _require_redrawn(case, walk, i, seat, mutants.exchanges())
    # who sits alone may know what is hidden from others where there are some
    is_told_all = case.players == 1 < case.game.max_seats
    for name in () if is_told_all else sorted(varying - moving):
        case.fail(f"the field {name} is declared as hidden, but worlds always hold the truth of it")
    return f"{looked} exchanges that nobody could see"


def _require_redrawn(case: Case, walk: Walk, i: int, seat: int, exchanged: States) -> int:
    """Fail if an exchange that the seat cannot see shows in the worlds that it is given."""
    true, board, unseen = Given(case, walk.engine, i, seat), case.board(exchanged), 0
    for k in range(len(exchanged)):
        given = Given(case, board, k, seat)
        if true.unlike(given, spelled_out=False):
            continue
        unseen += 1
        difference = state_differences(board.sample(k, seat, 9), walk.engine.sample(i, seat, 9))
        if not difference or true.unlike(given):
            continue
        truth, changed = walk.engine.states[i : i + 1], exchanged[k : k + 1]
        if _futures_differ(case, truth, changed):
            change = state_differences(changed, truth)
            what = (
                f"worlds tell what the seat does not see: with {change} they change ({difference})"
            )
            walk.fail(what, i, seat)
    return unseen


def _futures_differ(case: Case, position: States, other: States) -> bool:
    """Whether some play of both positions looks different to somebody: they are no twins."""
    dice = np.random.default_rng(case.seed)
    for _ in range(16):
        board = case.board(np.concatenate([position, other]))
        for _ in range(40):
            for seat in range(case.players):
                seen, masks = board.look([0, 1], [seat, seat])
                if (seen[0] != seen[1]).any() or (masks[0] != masks[1]).any():
                    return True
            if board.outcome(0) != board.outcome(1):
                return True
            if not board.action_mask[0].any():
                break
            action = dice.choice(board.legal(0))
            board.step([action, action])
    return False
