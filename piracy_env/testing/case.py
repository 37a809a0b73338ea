"""What a check is run on: one game with one choice of players, options and tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.batch import Ints, TableSource
from piracy_env.core.engine import Engine
from piracy_env.core.game import RUNNING, Game
from piracy_env.core.options import Flag, Number, Numbers, Option, Options, Words
from piracy_env.core.tables import Tables
from piracy_env.errors import OptionError, PiracyError, listing

States = NDArray[Any]


class CheckFailure(PiracyError, AssertionError):  # noqa: N818 - it fails, it does not err
    """A game that breaks the contract; the message says how to see it again."""


@dataclass(frozen=True)
class Case:
    """A game as it is started, and how much of it a check shall play."""

    game: Game
    players: int
    given: Mapping[str, object]
    """Options that differ from the defaults; `preset` may be one of them."""
    tables: Tables
    seed: int = 0
    games: int = 8
    moves: int = 200
    most: int = 10_000
    """After so many moves games are left, however long they might go on."""
    usual: bool = True
    """Whether the options are the ones that the whole battery is run with."""

    @cached_property
    def options(self) -> Options:
        """Players and options, checked."""
        return self.game.choose(self.players, **self.given)  # type: ignore[arg-type]

    @property
    def is_cut(self) -> bool:
        """Whether games may take longer than they are played here."""
        return self.most < self.game.longest(self.options)

    @property
    def label(self) -> str:
        """Players and options as a person names them."""
        options = [f"{name}={value}" for name, value in self.given.items()]
        return ", ".join([f"{self.players} players", *options])

    def engine(self, num_envs: int | None = None, **settings: Any) -> Engine:
        """An engine for this case, with the case's seed; games do not follow one another."""
        chosen: dict[str, Any] = {"seed": self.seed, "auto_reset": False, **settings, **self.given}
        if self.is_cut:
            chosen.setdefault("max_moves", self.most)
        n = self.games if num_envs is None else num_envs
        return Engine(self.game, n, players=self.players, tables=self.tables, **chosen)

    def board(self, states: States | None = None, **settings: Any) -> Engine:
        """An engine that holds copies of the given states [n], or one for states to come."""
        given = () if states is None else states
        board = self.engine(max(1, len(given)), **settings)
        board.reset()
        for i in range(len(given)):
            board.load_state_unchecked(i, np.asarray(given[i : i + 1]))
        return board

    def fail(self, what: str, **where: object) -> NoReturn:
        """Raise a failure that names the game, its options, the seed and the place."""
        places = [f"{name} {value}" for name, value in where.items() if value is not None]
        spot = ", ".join([f"{self.game.name} with {self.label}", f"seed {self.seed}", *places])
        raise CheckFailure(f"{spot}: {what}")


class Walk:
    """Random games of a case in lockstep, each to its end, or as far as the case goes.

    Yields itself after the deal and after each move; when the case's moves are used up, now and
    then, and whenever a game ends.
    """

    def __init__(self, case: Case, games: int | None = None, **settings: Any) -> None:
        self.case = case
        self.engine = case.engine(games, **settings)
        self.dice = np.random.default_rng([case.seed, 1])
        self.move = 0
        states = np.asarray(self.engine.states)  # plain and once: walks ask at every move
        self.before: States = np.zeros_like(states)
        """The states before the last move."""
        self.over: NDArray[np.int8] = states["over"]
        """Whether each game runs, has ended or was cut; changes as they do."""
        self._bytes, self._bytes_before = states.view(np.uint8), self.before.view(np.uint8)
        self.moved: Ints = np.arange(0)
        """Games in which the last move was made."""
        self.paid = np.zeros((self.engine.num_envs, case.players))
        """What each seat of each game was paid for all its moves, those between visits too."""
        self.actions: Ints = np.full(self.engine.num_envs, -1)
        """The last action of each game."""

    @property
    def running(self) -> Ints:
        """Games that are not over."""
        return np.flatnonzero(self.over == RUNNING)

    def __iter__(self) -> Iterator[Walk]:
        self.engine.reset()
        yield self
        due = self.case.moves
        while (running := self.running).size:
            self.moved = running
            self._bytes_before[:] = self._bytes
            actions = self._draw(running)
            self.actions[running] = actions
            self.engine.step(actions, running)
            self.paid[running] += self.engine.reward[running]
            self.move += 1
            if self.move <= self.case.moves or self.move >= due or self.ended.size:
                due = max(due, self.move + self.move // 16)
                yield self

    @property
    def ended(self) -> Ints:
        """Games that the last move brought to their end."""
        games: Ints = self.moved[self.over[self.moved] != RUNNING]
        return games

    def visits(self) -> Iterator[Walk]:
        """The deal and later positions, ever farther apart, for checks that take their time."""
        due = 0
        for _ in self:
            if self.move >= due or not self.running.size:
                due = self.move + 1 + self.move // 3 if self.case.usual else 6 * self.move + 8
                yield self

    def _draw(self, games: Ints) -> Ints:
        """A random legal action for each game."""
        masks = self.engine.action_mask[games]
        for i in games[~masks.any(1)]:
            self.fail("the game is running, but no action is legal", i)
        return random_actions(masks, self.dice)

    def pick(self) -> int | None:
        """One of the running games."""
        running = self.running
        return int(self.dice.choice(running)) if running.size else None

    def fail(self, what: str, i: int | np.integer[Any], seat: int | None = None) -> NoReturn:
        """Raise a failure of game i after its last move."""
        last = int(self.actions[i])
        label = repr(self.case.game.actions.labels[last]) if last >= 0 else None
        self.case.fail(what, game=int(i), move=self.move, after=label, seat=seat)


def random_actions(masks: NDArray[np.bool_], dice: np.random.Generator) -> Ints:
    """A random legal action for each mask [n, A]."""
    chosen: Ints = (dice.random(masks.shape, np.float32) * masks + masks).argmax(1)
    return chosen


def cases_of(  # noqa: PLR0913 - what `check_game` was asked for
    game: Game,
    players: int | Iterable[int] | None = None,
    options: Mapping[str, object] | None = None,
    tables: TableSource = None,
    *,
    seed: int = 0,
    games: int = 8,
    moves: int = 200,
    most: int | None = None,
) -> list[Case]:
    """Each player count with the given options, then with each other option varied by itself."""
    given = dict(options or {})
    loaded = game.tables.load(tables)
    counts = game.seats if players is None else (players,) if isinstance(players, int) else players
    cases = []
    for count in counts:
        cut = game.battery_moves if most is None else most
        usual = Case(game, count, given, loaded, seed, games, moves, cut)
        _ = usual.options  # complains about what the game does not allow before anything is run
        cases += [usual, *_variations(usual)]
    return cases


def _variations(usual: Case) -> Iterator[Case]:
    """The case with other options; those that only name the same ones again are left out."""
    games, moves = max(1, usual.games // 8), max(1, usual.moves // 4)
    most = max(1, usual.most // 4)
    brief = replace(usual, games=games, moves=moves, most=most, usual=False)
    known = [usual.options.stored]
    for change in _variants(usual.game, usual.given):
        given = {**usual.given, **change}
        if go_together(usual.game, usual.players, given):
            case = replace(brief, given=given)
            if case.options.stored not in known:
                known.append(case.options.stored)
                yield case


def _variants(game: Game, given: Mapping[str, object]) -> Iterator[dict[str, object]]:
    """The presets, and each free option at its ends or at each of its choices."""
    if "preset" not in given:
        for preset in game.presets:
            yield {"preset": preset}
    for name, option in game.options.items():
        if name not in given:
            yield from ({name: value} for value in values_of(option) if value != option.default)


def go_together(game: Game, players: int, given: Mapping[str, object]) -> bool:
    """Whether a game allows these options together; each for itself is allowed."""
    try:
        game.choose(players, **given)  # type: ignore[arg-type]
    except OptionError:
        if game.conflict is None:
            raise
        return False
    return True


def values_of(option: Option) -> tuple[object, ...]:
    """The ends of an option, or each of its choices."""
    if isinstance(option, Number):
        return tuple(dict.fromkeys((*option.special, option.low, option.high)))
    if isinstance(option, (Numbers, Words)):
        return tuple(dict.fromkeys(_lists(option)))
    return (False, True) if isinstance(option, Flag) else option.choices


def _lists(option: Numbers | Words) -> Iterator[tuple[object, ...]]:
    """The shortest and the longest list of the first and of the last items that there are."""
    items: Sequence[object] = (
        option.choices if isinstance(option, Words) else range(option.low, option.high + 1)
    )
    for size in (option.least, option.most):
        if option.distinct:
            yield tuple(items[:size])
            yield tuple(items[len(items) - size :])
        else:
            yield (items[0],) * size
            yield (items[-1],) * size


# --- saying what differs --------------------------------------------------------------------------


def leaves(states: States, paths: Iterable[str] | None = None) -> dict[str, NDArray[Any]]:
    """The arrays [n, ...] that states [n] consist of, as views; those of records inside, too.

    Given paths such as `bt` or `bt.pips`, only what they name, in their order.
    """
    arrays: dict[str, NDArray[Any]] = {}
    plain = np.asarray(states)
    for path in plain.dtype.names or () if paths is None else paths:
        part = plain
        for name in path.split("."):
            part = part[name]
        if part.dtype.names:
            arrays.update({f"{path}.{inside}": array for inside, array in leaves(part).items()})
        else:
            arrays[path] = part
    return arrays


def state_differences(state: States, other: States) -> str:
    """What differs between two states [1], or nothing."""
    if state.tobytes() == other.tobytes():
        return ""
    differences = []
    others = leaves(other)
    for name, array in leaves(state).items():
        for index in np.argwhere(array[0] != others[name][0]).tolist():
            spot = name + (str(index) if index else "")
            values = array[(0, *index)], others[name][(0, *index)]
            differences.append(f"{spot} is {values[0]}, not {values[1]}")
    return listing(differences, 6) if differences else "bytes between the fields differ"


def float_differences(game: Game, seen: NDArray[Any], other: NDArray[Any]) -> str:
    """What differs between two observations [D], or nothing."""
    if seen.tobytes() == other.tobytes():
        return ""
    names = game.observation.feature_names()
    spots = np.flatnonzero(seen.view(np.int32) != other.view(np.int32))
    differences = [f"{names[spot]} is {seen[spot]:g}, not {other[spot]:g}" for spot in spots]
    return "observation: " + listing(differences, 6)


def mask_differences(game: Game, mask: NDArray[Any], other: NDArray[Any]) -> str:
    """What differs between two masks [A], or nothing."""
    differences = [
        f"{game.actions.labels[spot]!r} is {'' if mask[spot] else 'not '}legal"
        for spot in np.flatnonzero(mask != other)
    ]
    return "mask: " + listing(differences, 6) if differences else ""
