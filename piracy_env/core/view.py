"""What an agent receives: what its seat may know, and fair samples of the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from piracy_env.core import loops
from piracy_env.core.binding import kernels_of
from piracy_env.core.choosing import whole
from piracy_env.core.memory import bytes_of, shown
from piracy_env.core.script import Script, script_of
from piracy_env.errors import OrderError

if TYPE_CHECKING:
    from piracy_env.core.game import Game
    from piracy_env.core.looking import Looks
    from piracy_env.core.options import Options
    from piracy_env.core.why import Explanation


class View:
    """Some games of a batch, each from its seat to move.

    `observation` [n, D], `action_mask` [n, A] and `seat` [n] are read-only copies, as is `tables`
    [n], or [1] if all games share them: the records of the components. Worlds come from `sample`
    alone; what is drawn follows from the position, or from the view's key, and tells nothing of the
    game's generator or seed. A view ends with its positions: once a game has moved on, been dealt
    anew or been edited, whatever is asked of it is refused. Arrays taken before may be kept.
    """

    def __init__(
        self, engine: Looks, chosen: NDArray[np.int64], key: int | None, oracle: bool
    ) -> None:
        self._engine = engine
        self._chosen = chosen
        self._key = key
        self._draws = 0
        self._oracle = oracle
        self._moment = engine.moment(chosen)
        self._version = engine.version
        self._seat = engine.states["seat"][chosen].copy()
        self._action_mask = engine.masks_of(chosen)
        self._observation = engine.observation[chosen]
        self._tables = engine.tables_for(chosen)

    def __len__(self) -> int:
        return len(self._chosen)

    def named(self) -> dict[str, NDArray[np.float32]]:
        """The observation by the names of its groups, each [n, ...] in the shape of its features.

        They are views of `observation`: `Layout.named` tells their shapes.
        """
        return self.game.observation.named(self.observation)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._engine.game

    @property
    def options(self) -> Options:
        """The options that it is played with."""
        return self._engine.options

    @property
    def players(self) -> int:
        """Number of players."""
        return self._engine.options.players

    @property
    def max_moves(self) -> int:
        """After how many moves the games are cut: nobody need plan beyond."""
        return self._engine.max_moves

    @property
    def oracle(self) -> bool:
        """Whether the view tells the true states."""
        return self._oracle

    @property
    def observation(self) -> NDArray[np.float32]:
        """[n, D] what the seats see."""
        self._require_present()
        return shown(self._observation)

    @property
    def action_mask(self) -> NDArray[np.bool_]:
        """[n, A] their legal actions."""
        self._require_present()
        return shown(self._action_mask)

    @property
    def seat(self) -> NDArray[np.int8]:
        """[n] the seats."""
        self._require_present()
        return shown(self._seat)

    @property
    def tables(self) -> NDArray[Any]:
        """[n], or [1] if all games share them: the records of the components."""
        self._require_present()
        return shown(self._tables)

    def sample(self) -> np.recarray[Any, Any]:
        """A world [n] a game that its seat cannot tell from the true one; new at each call."""
        self._require_present()
        if self._key is None:
            keys = self._engine.position_keys(self._chosen, self._draws)
        else:
            keys = self._engine.keys(self._key, self._draws * len(self), len(self))
        self._draws += 1
        return self._engine.worlds(self._chosen, self._seat, keys)

    def script_policy(self, script: Script) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """What the script's first character would do, and its values [n, A] of the legal actions.

        It weighs them in one sampled world for each position; illegal actions have the value 0.
        """
        return script_policy_of(
            self.game, script_of(script), self.sample(), self._tables, self._action_mask
        )

    def _require_present(self) -> None:
        if self._version == self._engine.version:
            return
        if not np.array_equal(self._moment, self._engine.moment(self._chosen)):
            raise OrderError("the games have moved on: ask for a new view")
        self._version = self._engine.version

    def describe(self, k: int) -> str:
        """Position k in words, as its seat knows it."""
        return self._engine.describe(*self._place(k))

    def decision(self, k: int) -> str:
        """Name of the decision that position k asks for; empty where the phase says it all."""
        return self._engine.decision(*self._place(k))

    def describe_action(self, k: int, action: int) -> str:
        """An action of position k in words."""
        i, seat = self._place(k)
        return self._engine.describe_action(i, action, seat)

    def explain(self, k: int, action: int) -> Explanation:
        """Why an action of position k is legal or not, with the rules behind it."""
        return self._engine.explain(self._place(k)[0], action)

    def news(self, k: int) -> list[str]:
        """What the seat of position k was told since its last turn, line by line.

        What the others did, and what chance and the rules made of it; of its own last action only
        what came of it. Since the deal, if it had no turn before. It takes an engine that was made
        with `record=True`.
        """
        return self._engine.news(*self._place(k))

    def _place(self, k: int) -> tuple[int, int]:
        """Game and seat of position k."""
        self._require_present()
        k = whole("the number of a position", k, 0, len(self) - 1)
        return int(self._chosen[k]), int(self._seat[k])

    def states(self) -> np.recarray[Any, Any]:
        """The true states [n]: only for a view made with `oracle=True`, and results must say so."""
        self._require_present()
        if not self._oracle:
            raise OrderError(
                "the true states are hidden from agents; ask for a view with oracle=True"
            )
        return self._engine.states[self._chosen].view(np.recarray)


class Agent(Protocol):
    """Anything that chooses actions for a batch of positions; a single table is a batch of one."""

    def act(self, view: View) -> NDArray[np.int64]:
        """One legal action for each position of the view."""
        ...


def script_policy_of(
    game: Game,
    script: Script,
    worlds: NDArray[Any],
    tables: NDArray[Any],
    masks: NDArray[np.bool_],
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """What a script's first character would do in some worlds, and its values of the actions."""
    actions = np.zeros(len(worlds), np.int64)
    values = np.zeros(masks.shape, np.float32)
    loops.ask_scripts(
        kernels_of(game, script).ready(("weigh",)),
        bytes_of(worlds),
        bytes_of(tables).copy(),
        bytes_of(script.weights).copy(),
        masks.astype(np.uint8),
        values,
        actions,
    )
    return actions, values
