"""Trajectories seat by seat, out of a batch in which every seat is played from outside.

In a game of several seats the row after a decision belongs to somebody else. What a decision leads
to is the *seat's own* next decision: in between it is paid for what the others do, too. Who trains
on rows as they come gives each seat what its neighbour earned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.choosing import LARGEST_WORD, array_of, fraction, whole
from piracy_env.core.engine import Engine
from piracy_env.core.step import Step
from piracy_env.errors import AgentError, OptionError, OrderError

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

NONE = -1
RUNNING, ENDED, CUT = 0, 1, 2
"""What came after a seat's decision: another one of its own, the end, or the limit of moves."""
_NEXT = "next"
"""In rows: the row of the seat's next decision."""
_EXPECTED = "expected"
"""In rows: what the seat expected of a game that was cut."""
_MORE = "more:"
"""What the names begin with that a policy gives."""


Form = tuple[tuple[int, ...], str]
"""The shape of an array, and of what kind it is."""


class PolicyStep(NamedTuple):
    """What a policy says of the rows that wait [n]."""

    action: Any
    """[n] legal actions."""
    value: Any
    """[n] what the seat to move expects to be paid from here on."""
    more: Mapping[str, Any] = {}
    """Arrays [n, ...] to be kept beside them: the logarithms of probabilities, say."""


class Decisions(NamedTuple):
    """Decisions of all seats, each with what came of it: [m] rows in the order of play."""

    observation: Floats
    """[m, D]"""
    action_mask: NDArray[np.bool_]
    """[m, A]"""
    action: Ints
    """[m]"""
    seat: Ints
    """[m] who decided."""
    game: Ints
    """[m] in which row of the batch."""
    value: Floats
    """[m] what the seat expected."""
    reward: Floats
    """[m] what the seat was paid from this decision until its next one, or until the end."""
    end: Ints
    """[m] `RUNNING`, `ENDED` or `CUT`: whether it was the seat's last decision of its game."""
    advantage: Floats
    """[m] generalised advantages, along the seat's own decisions."""
    target: Floats
    """[m] value and advantage: what the value should have been."""
    more: dict[str, NDArray[Any]]
    """[m, ...] what the policy wanted to be kept."""


class Trajectories:
    """Plays a batch by a policy, and gives each decision what came of it.

    The last decision of a seat in a game that goes on is held back: what follows it is not known
    yet. Its value closes the seat's chain, and it is the first of that chain in the next batch.
    Where the limit of moves cuts a game, its seats expect what `value` says of their last looks;
    without it, nothing. What a seat is paid before its first decision counts for that one.

    Args:
        vec: A batch that begins new games by itself, as `piracy_env.vector` makes it.
        gamma: Discount from one decision of a seat to its next.
        gae_lambda: How far advantages look along a seat's decisions: 0 to the next one, 1 to the
            end.
        value: What seats expect [k] that see the observations [k, D]; asked for cut games only.
    """

    def __init__(
        self,
        vec: Engine,
        *,
        gamma: float = 1.0,
        gae_lambda: float = 0.95,
        value: Callable[[Floats], Any] | None = None,
    ) -> None:
        if not isinstance(vec, Engine) or not vec.auto_reset:
            raise OptionError(
                "trajectories need a batch of piracy_env.vector with auto_reset=True, "
                f"not {vec!r:.80}",
                option="vec",
                value=vec,
            )
        self.vec = vec
        self.gamma = fraction("gamma", gamma)
        self.gae_lambda = fraction("gae_lambda", gae_lambda)
        self.value = value
        self._held: dict[str, NDArray[Any]] = {}
        """Rows whose seats have not come to move again."""
        self._last = np.full((vec.num_envs, vec.players), NONE)
        """[n, P] row of each seat's last decision in the present game."""
        self._due = np.zeros((vec.num_envs, vec.players), np.float32)
        """[n, P] what was paid before the seat's first decision."""
        self._version: int | None = None
        self._forms: dict[str, Form] | None = None
        """What the policy gives to be kept: the same each time."""

    def gather(self, policy: Callable[[Step], PolicyStep], steps: int) -> Decisions:
        """Play all games `steps` decisions on; what is known now of the decisions that were made.

        The policy is given the rows that wait, the same arrays each time: observations, masks and
        seats. Nobody else may play in the batch between two calls. If the policy fails in the
        middle, what was gathered is lost: make new Trajectories.
        """
        vec, count = self.vec, whole("steps", steps, 1, LARGEST_WORD >> 1)
        if self._version is None:
            if (vec.slots["episode"] < 0).any():
                vec.reset()
            self._version = vec.version
        if self._version != vec.version:
            raise OrderError(
                "somebody else has played in this batch, or a policy has failed in the middle: "
                "make new Trajectories"
            )
        first = len(self._held["action"]) if self._held else 0
        rows: dict[str, NDArray[Any]] = {}
        for here in range(first, first + count * vec.num_envs, vec.num_envs):
            made = self._chosen(policy)
            if not rows:
                rows = self._room_for(made, first + count * vec.num_envs)
            self._step(rows, here, made)
        self._version = vec.version
        return self._settle(rows)

    def _chosen(self, policy: Callable[[Step], PolicyStep]) -> dict[str, NDArray[Any]]:
        """The rows that wait, with what the policy says of them."""
        now, n = self.vec.result, self.vec.num_envs
        choice = policy(now)
        if not isinstance(choice, PolicyStep):
            raise AgentError(f"a policy gives a PolicyStep, not {choice!r:.80}", agent=policy)
        return {
            "observation": now.observation,
            "action_mask": now.action_mask,
            "action": self.vec.require_legal(choice.action),
            "seat": now.seat.astype(np.int64),
            "game": np.arange(n),
            "value": _values("the value of a PolicyStep", choice.value, n),
            "reward": self._due[np.arange(n), now.seat],
            "end": np.full(n, RUNNING),
            _NEXT: np.full(n, NONE),
            _EXPECTED: np.zeros(n, np.float32),
        } | self._kept(choice.more)

    def _kept(self, more: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
        """What the policy wants to be kept: arrays of the same names and forms each time."""
        if not isinstance(more, Mapping):
            raise AgentError(f"more of a PolicyStep is a mapping of arrays, not {more!r:.80}")
        arrays = {str(name): array_of(f"more[{name!r}]", array) for name, array in more.items()}
        forms: dict[str, Form] = {
            name: (array.shape, array.dtype.kind) for name, array in arrays.items()
        }
        known = self._forms
        if known is None:
            for name, (shape, _) in forms.items():
                if shape[:1] != (self.vec.num_envs,):
                    raise AgentError(
                        f"more[{name!r}] of a PolicyStep needs {self.vec.num_envs} rows, "
                        f"not the shape {shape}"
                    )
            self._forms = known = forms
        if forms != known:
            raise AgentError(
                f"more of a PolicyStep has the same arrays each time: {_told(known)}, "
                f"not {_told(forms)}"
            )
        return {_MORE + name: array for name, array in arrays.items()}

    def _room_for(self, made: dict[str, NDArray[Any]], count: int) -> dict[str, NDArray[Any]]:
        """Room for so many rows like these; those that were held back come first."""
        try:
            rows = {
                name: np.empty((count, *array.shape[1:]), array.dtype)
                for name, array in made.items()
            }
        except (MemoryError, ValueError):
            raise OptionError(
                f"{count:,} rows are more than memory holds: gather fewer steps at once",
                option="steps",
            ) from None
        for name, held in self._held.items():
            rows[name][: len(held)] = held
        return rows

    def _step(self, rows: dict[str, NDArray[Any]], first: int, made: dict[str, Any]) -> None:
        """Play the decisions, which become the rows from `first` on, and take note of the pay."""
        vec, games, seats = self.vec, made["game"], made["seat"]
        here = first + games
        for name, values in made.items():
            rows[name][here] = values
        before = self._last[games, seats]
        rows[_NEXT][before[before != NONE]] = here[before != NONE]
        self._last[games, seats] = here
        self._due[games, seats] = 0.0
        vec.step(made["action"])
        known = self._last != NONE
        rows["reward"][self._last[known]] += vec.reward[known]
        self._due[~known] += vec.reward[~known]
        self._close(rows, np.flatnonzero(vec.terminated), ENDED)
        self._close(rows, np.flatnonzero(vec.truncated), CUT)

    def _close(self, rows: dict[str, NDArray[Any]], games: Ints, end: int) -> None:
        """Say of the seats' last decisions in games that are over what came after them."""
        if not games.size:
            return
        last = self._last[games]
        acted = last != NONE
        rows["end"][last[acted]] = end
        if end == CUT and self.value is not None:
            seen = self.vec.final_looks(games)[acted]
            expected = _values("what value() gives", self.value(seen), len(seen))
            rows[_EXPECTED][last[acted]] = expected
        self._last[games] = NONE
        self._due[games] = 0.0

    def _settle(self, rows: dict[str, NDArray[Any]]) -> Decisions:
        """Reckon advantages, and hold back what is not known yet."""
        held = np.zeros(len(rows["action"]), np.bool_)
        held[self._last[self._last != NONE]] = True
        advantage = self._advantages(rows, held)[~held]
        numbers = np.cumsum(held) - 1
        self._last = np.where(self._last == NONE, NONE, numbers[self._last])
        self._held = {name: array[held] for name, array in rows.items()}
        known = {name: array[~held] for name, array in rows.items()}
        return Decisions(
            **{name: known[name] for name in Decisions._fields if name in known},
            advantage=advantage,
            target=known["value"] + advantage,
            more={
                name.removeprefix(_MORE): array
                for name, array in known.items()
                if name.startswith(_MORE)
            },
        )

    def _advantages(self, rows: dict[str, NDArray[Any]], held: NDArray[np.bool_]) -> Floats:
        """Generalised advantages [m], from the last rows to the first."""
        advantage = np.zeros(len(held), np.float32)
        for stop in range(len(held), 0, -self.vec.num_envs):
            here = np.arange(max(0, stop - self.vec.num_envs), stop)
            here = here[~held[here]]
            follows, goes_on = rows[_NEXT][here], rows["end"][here] == RUNNING
            expected = np.where(goes_on, rows["value"][follows], rows[_EXPECTED][here])
            further = np.where(goes_on, advantage[follows], 0.0)
            error = rows["reward"][here] + self.gamma * expected - rows["value"][here]
            advantage[here] = error + self.gamma * self.gae_lambda * further
        return advantage


def _values(what: str, given: Any, count: int) -> Floats:
    """Finite numbers, one for each of so many rows."""
    try:
        values = np.asarray(given, np.float32)
    except (TypeError, ValueError):  # words, lists of different lengths
        values = np.array(np.nan, np.float32)
    if values.shape != (count,) or not np.isfinite(values).all():
        raise AgentError(f"{what} must be {count} finite numbers, one a row, not {given!r:.80}")
    return values


def _told(forms: Mapping[str, Form]) -> str:
    """Names and shapes, for a message."""
    return ", ".join(f"{name} {list(shape)}" for name, (shape, _) in forms.items()) or "none"
