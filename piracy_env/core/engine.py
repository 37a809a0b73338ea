"""Runs any game: legality, forced moves, ends, rewards, seeds, rollouts.

Everything that is true of every game is done here, once. A single game is a batch of one. The
engine's memory and wiring are in `core.batch`, what may be asked of it in `core.looking`, edits by
hand in `core.editing`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from piracy_env.core import loops
from piracy_env.core.batch import Ints, alone
from piracy_env.core.binding import PLAY
from piracy_env.core.choosing import LARGEST_WORD, flag, keys_of, refusal_of, seats_of, whole
from piracy_env.core.control import RANDOM_ROLLOUT, SLOT, START, STEP
from piracy_env.core.editing import Edits
from piracy_env.core.game import RUNNING
from piracy_env.core.step import Step
from piracy_env.errors import IllegalActionError, listing


class Engine(Edits):
    """A batch of games of one kind and one set of options.

    Args:
        game: The game; `load` finds one by its name.
        num_envs: How many games.
        players: The player count; the game's `default_seats` by default.
        seed: Where all chance comes from; drawn from the system's entropy by default.
        reward: What is paid: the game's `default_reward`, `rank`, `win`, `score`, or another mode
            that it declares.
        tables: Component tables: a file, changes as a mapping, or one of these for each game.
        threads: How many threads share the batch; the results are the same.
        skip_forced: Whether to play a decision that has one legal action without asking.
        auto_reset: Whether a new game begins at once where one ended.
        max_moves: After how many moves a game is cut, which truncates it.
        record: Whether to keep the actions, for `played` and `Replay.of`.
        preset: Named choice of options.
        options: The game's own options.
    """

    @alone
    def reset(
        self, seed: int | Sequence[int] | None = None, chosen: ArrayLike | None = None
    ) -> Step:
        """Deal new games, all or the chosen ones; with a seed, the same ones each time."""
        games = self._all if chosen is None else self._choose(chosen, once=True, dealt=False)
        if seed is not None:
            self.seed(seed, games)
        self._slots["episode"][games] += 1
        for i in games.tolist() if self._edited or self._draws or self._histories else ():
            self._edited.pop(i, None)
            self._draws.pop(i, None)
            self._histories.forget(i)
        self._advance(games, self._actions, self._plans[START])
        return self.result

    def step(self, actions: ArrayLike, chosen: ArrayLike | None = None) -> Step:
        """Apply one action a game; if any is illegal, none is applied."""
        if not self._lock.acquire(blocking=False):
            self.enter()
        try:
            games = self._all if chosen is None else self._choose(chosen, once=True)
            ids = self._check(actions, games)
            self._advance(games, ids, self._plans[STEP])
        finally:
            self._lock.release()
        return self.result

    def play(self, action: int) -> Step:
        """Apply an action in an engine of one game: `step` without its detours."""
        if (
            type(action) is not int
            or self.num_envs > 1
            or not 0 <= action < self.game.actions.size
            or not self._lock.acquire(blocking=False)
        ):
            return self.step([action])
        try:
            if not self._legal[0, action]:
                return self.step([action])
            self._version += 1
            self._actions[0] = action
            plan = self._plans[STEP]
            if loops.advance(self._bound, self._buffers, self._all, self._actions, plan):
                self._go_on(self._all, plan)
        finally:
            self._lock.release()
        return self.result

    @alone
    def uniform(self, chosen: ArrayLike | None = None) -> Ints:
        """One uniformly random legal action [m] for each of the chosen games, or for all."""
        games = self._all if chosen is None else self._choose(chosen, once=True)
        actions = np.empty(len(games), np.int64)
        self._require_running(games)
        loops.draw_actions(self._bound, self._mask, self._slots, games, actions)
        return actions

    @alone
    def rollout(self, steps: int, observe: bool = True) -> Step:
        """Let every game take `steps` uniformly random legal steps, all inside compiled code.

        Games that are over, and do not begin anew by themselves, stay as they are.
        """
        self._require_dealt(self._all)
        running = np.flatnonzero(self._over == RUNNING)
        if not running.size:
            self._require_running(self._all)
        rounds, seen = whole("steps", steps, 0, LARGEST_WORD >> 1), flag("observe", observe)
        at_once = 1 if self._history.size else rounds  # room is made between the rounds
        plan = self._plan_of(RANDOM_ROLLOUT, at_once, seen)
        for _ in range(rounds // at_once if rounds else 0):
            self._advance(running, self._actions, plan)
        return self.result

    @alone
    def playouts(
        self, chosen: ArrayLike, seats: ArrayLike, keys: ArrayLike
    ) -> tuple[NDArray[np.float32], Ints]:
        """Rewards [m, P] and lengths [m] of random play to the end, from fair samples.

        Rewards are what the whole games pay, whatever was paid on the way before.
        """
        games = self._choose(chosen)
        of, words = seats_of(seats, games, self.options.players), keys_of(keys, games)
        rewards = np.zeros((len(games), self.options.players), np.float32)
        lengths = np.zeros(len(games), np.int64)
        bound = self._kernels.ready((*PLAY, "determinize"))

        def play(part: slice) -> None:
            loops.playout_games(
                bound,
                loops.Sampled(self._raw, self._raw_tables, games[part], of[part], words[part]),
                np.zeros((1, self.game.dtype.itemsize), np.uint8),
                np.zeros((1, self.game.actions.size), np.uint8),
                np.zeros(1, SLOT),
                rewards[part],
                lengths[part],
                self._plans[START],
            )

        self._spread(len(games), play)
        return rewards, lengths

    def require_legal(self, actions: ArrayLike, chosen: ArrayLike | None = None) -> Ints:
        """The actions as ids, if `step` would take them; it is told what is wrong as there."""
        return self._check(
            actions, self._all if chosen is None else self._choose(chosen, once=True)
        )

    def _check(self, actions: ArrayLike, games: Ints) -> Ints:
        try:
            ids = np.asarray(actions)
        except ValueError:
            raise IllegalActionError("actions must be one whole number a game") from None
        if ids.dtype.kind not in "iu":
            raise IllegalActionError(
                f"actions must be whole numbers, not {ids.dtype} {listing([actions], 1)}"
            )
        if ids.shape != games.shape:
            raise IllegalActionError(f"one action a game: shape {games.shape}, not {ids.shape}")
        # a copy, unless it was made here: nobody else may change what was judged
        ids = ids.astype(np.int64, copy=not isinstance(actions, list))
        bad = loops.find_illegal(self._mask, games, ids)
        if bad >= 0:
            self._require_running(games[bad : bad + 1])
            raise self.refusal(int(ids[bad]), int(games[bad]))
        return ids

    def refusal(self, action: int, i: int = 0) -> IllegalActionError:
        """Why an action is refused in game i: what `step` raises."""
        where = f" of game {i}" if self.num_envs > 1 else ""
        return refusal_of(self.game, self.record(i), action, self.legal(i), where, i)
