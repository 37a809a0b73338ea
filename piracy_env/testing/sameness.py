"""Checks that a game is the same alone or in a batch, copied, threaded or replayed."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.engine import Engine
from piracy_env.core.game import RUNNING
from piracy_env.core.replay import Replay
from piracy_env.errors import ReplayError
from piracy_env.testing.case import (
    Case,
    Walk,
    float_differences,
    mask_differences,
    random_actions,
    state_differences,
)
from piracy_env.testing.play import snapshot
from piracy_env.testing.registry import Scope, check

THREADS = 3


@check(Scope.PLAYERS)
def check_batches(case: Case) -> str:
    """A game of a batch runs as it would alone, from deal to deal, byte for byte."""
    batch = case.engine(auto_reset=True)
    batch.reset()
    singles = []
    for seed in batch.slots["seed"]:
        singles.append(case.engine(1, seed=[seed], auto_reset=True))
        singles[-1].reset()
    for move in range(case.moves):
        actions = batch.uniform()
        for i, single in enumerate(singles):
            _require_equal(case, (batch, i), (single, 0), "in a batch and alone", move)
            single.step(actions[i : i + 1])
        batch.step(actions)
    return f"{len(singles)} games, {case.moves} moves"


@check(Scope.PLAYERS)
def check_repeats(case: Case) -> str:
    """The same seed gives the same games again, in the same engine and in another one."""
    engine, other = case.engine(auto_reset=True), case.engine(auto_reset=True)
    engine.reset()
    engine.rollout(7)
    engine.reset(seed=case.seed)
    other.reset()
    for move in range(case.moves):
        for i in range(engine.num_envs):
            _require_equal(case, (engine, i), (other, i), "at the second time", move)
        engine.step(engine.uniform())
        other.rollout(1)
    return f"{case.moves} moves"


@check(Scope.PLAYERS)
def check_threads(case: Case) -> str:
    """Several threads give what one thread gives, byte for byte."""
    n = 4 * THREADS + 1
    single, many = (case.engine(n, threads=threads, auto_reset=True) for threads in (1, THREADS))
    single.reset()
    many.reset()
    for move in range(case.moves):
        for i in range(n):
            _require_equal(case, (many, i), (single, i), "with several threads", move)
        single.rollout(1)
        many.rollout(1)
    return f"{n} games, {THREADS} threads"


@check(Scope.OPTIONS)
def check_forced_moves(case: Case) -> str:
    """Skipping forced moves changes nothing but who is asked: the same decisions lead as far."""
    quick, plain = (case.engine(skip_forced=skip) for skip in (True, False))
    quick.reset()
    plain.reset()
    dice = np.random.default_rng(case.seed)
    forced = _play_forced(plain)
    for move in range(case.moves):
        for i in range(quick.num_envs):
            # what was paid for the last move of all is the same; before it nothing is paid
            _require_equal(case, (quick, i), (plain, i), "with forced moves skipped", move)
        running = np.flatnonzero(quick.states["over"] == RUNNING)
        if not running.size:
            break
        actions = random_actions(quick.action_mask[running], dice)
        quick.step(actions, running)
        plain.step(actions, running)
        forced += _play_forced(plain)
    return f"{forced} forced moves"


def _play_forced(engine: Engine) -> int:
    """Make moves one by one where there is no choice, and count them."""
    count = 0
    while True:
        forced = np.flatnonzero(
            (engine.states["over"] == RUNNING) & (engine.action_mask.sum(1) == 1)
        )
        if not forced.size:
            return count
        engine.step(engine.action_mask[forced].argmax(1), forced)
        count += forced.size


@check(Scope.PLAYERS)
def check_copies(case: Case) -> str:
    """Copies and pickles made in mid-game go on in lockstep, and leave their original alone."""
    ways: dict[str, Callable[[Engine], Engine]] = {
        "clone": lambda engine: engine.clone(),
        "copy": copy.copy,
        "deepcopy": copy.deepcopy,
        "pickle": lambda engine: pickle.loads(pickle.dumps(engine)),
    }
    for name, way in ways.items():
        engine, again = _in_mid_game(case), _in_mid_game(case)
        kept, twin = snapshot(engine), way(engine)
        for move in range(case.moves // len(ways)):
            for i in range(2):
                _require_equal(case, (twin, i), (again, i), f"in a {name}", move)
                if twin.played(i) != again.played(i):
                    case.fail(f"a {name} tells of other actions", game=i, move=move)
            twin.step(twin.uniform())
            again.rollout(1)
        if snapshot(engine) != kept:
            case.fail(f"playing on a {name} changes the original")
    return ", ".join(ways)


@check(Scope.OPTIONS)
def check_replays(case: Case) -> str:
    """A game can be written down at any move, and be read and played again to the same state."""
    verified = 0
    for walk in Walk(case, games=1, record=True).visits():
        replay = Replay.of(walk.engine)
        text = replay.text()
        try:
            again = Replay.parse(text, case.game, case.tables)
            again.verify()
        except ReplayError as error:
            walk.fail(f"its replay is refused: {error}", 0)
        if again.text() != text:
            walk.fail("its replay reads as another one", 0)
        difference = state_differences(again.engine_at(len(again)).states, walk.engine.states)
        if difference:
            walk.fail(f"played again, {difference}", 0)
        verified += 1
    return f"{verified} replays, the last of {len(text)} bytes"


def _in_mid_game(case: Case) -> Engine:
    engine = case.engine(2, auto_reset=True, record=True)
    engine.reset()
    engine.rollout(min(9, case.moves))
    return engine


def _require_equal(
    case: Case, game: tuple[Engine, int], other: tuple[Engine, int], how: str, move: int
) -> None:
    """Fail if two games differ in state, observation, mask, seat, reward or end."""
    (a, i), (b, k) = game, other
    difference = state_differences(a.states[i : i + 1], b.states[k : k + 1])
    difference = difference or float_differences(case.game, a.observation[i], b.observation[k])
    difference = difference or mask_differences(case.game, a.action_mask[i], b.action_mask[k])
    for name in ("seat", "reward", "terminated", "truncated"):
        mine, its = getattr(a, name)[i], getattr(b, name)[k]
        if not difference and not np.array_equal(mine, its):
            difference = f"{name} is {mine}, not {its}"
    if difference:
        case.fail(f"{how}, {difference}", game=i, move=move)


# --- random streams -------------------------------------------------------------------------------

DEALS = 64
"""Deals of each kind that are compared."""
UNLIKELY = 6.0
"""Standard deviations by which neighbours may be more alike than strangers."""


@check(Scope.PLAYERS)
def check_streams(case: Case) -> str:
    """Each seed, each game of a batch and each game after a game has luck of its own."""
    words: list[int] = []
    for seed in range(8):
        engine = case.engine(8, seed=seed)
        for _ in range(4):
            engine.reset()
            words += engine.states["rng"].tolist()
    if len(set(words)) < len(words):
        twins = len(words) - len(set(words))
        case.fail(f"{twins} of {len(words)} games of different seeds begin with the same generator")
    distinct = {}
    for name, deals in _families(case).items():
        distinct[name] = len({deal.tobytes() for deal in deals})
        excess = _likeness(deals, np.random.default_rng(case.seed))
        if excess > UNLIKELY:
            case.fail(f"deals of {name} resemble the one before by {excess:.1f} deviations")
    most = max(distinct.values())
    for name, count in distinct.items():
        if count < most // 2:
            case.fail(f"of {DEALS} deals of {name} only {count} are distinct, others give {most}")
    if most == 1 and _hides_something(case):
        case.fail(f"{DEALS} deals are all the same, though not to the players")
    return f"of {DEALS} deals {min(distinct.values())} or more are distinct"


def _families(case: Case) -> dict[str, NDArray[np.int64]]:
    """Deals under successive seeds, in one batch, and after one another [n, bytes]."""
    single, batch = case.engine(1), case.engine(DEALS)
    batch.reset()
    seeds, episodes = [], []
    for seed in range(DEALS):
        single.reset(seed=seed)
        seeds.append(single.states.copy())
    for _ in range(DEALS):
        single.reset()
        episodes.append(single.states.copy())
    families = {
        "successive seeds": np.concatenate(seeds),
        "one batch": batch.states.copy(),
        "one stream": np.concatenate(episodes),
    }
    for states in families.values():
        states["rng"] = 0
    return {
        name: states.view(np.uint8).reshape(DEALS, -1).astype(np.int64)
        for name, states in families.items()
    }


def _likeness(deals: NDArray[np.int64], dice: np.random.Generator) -> float:
    """How much more each deal resembles the one before it than any other, in deviations."""
    varying = deals[:, (deals != deals[0]).any(0)]
    if not varying.shape[1]:
        return 0.0
    near = _agreement(varying, 1 + np.arange(DEALS - 1), np.arange(DEALS - 1))
    pairs = dice.integers(DEALS, size=(2, 20 * DEALS))
    far = _agreement(varying, *pairs[:, abs(pairs[0] - pairs[1]) > 1])
    return float((near.mean() - far.mean()) / max(1e-9, far.std() / np.sqrt(near.size)))


def _agreement(deals: NDArray[np.int64], former: Any, other: Any) -> NDArray[np.float64]:
    return np.asarray((deals[former] == deals[other]).mean(1))


def _hides_something(case: Case) -> bool:
    """Whether the seats of a new game cannot tell it from others."""
    engine = case.engine(1)
    engine.reset()
    keys = np.arange(16)
    worlds = engine.worlds(np.zeros(16, int), keys % case.players, keys)
    worlds["rng"] = 0
    return len({world.tobytes() for world in worlds}) > case.players
