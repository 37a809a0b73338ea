"""What may be asked of a batch of games: states, looks of a seat, accounts, samples, words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from piracy_env.core import loops
from piracy_env.core.batch import Batch, Ints, alone
from piracy_env.core.choosing import LARGEST_WORD, flag, keys_of, seats_of, whole
from piracy_env.core.control import START
from piracy_env.core.game import RUNNING
from piracy_env.core.memory import bytes_of
from piracy_env.core.outcome import ACCOUNT, Outcome, outcome_of
from piracy_env.core.record import Record
from piracy_env.core.seats import NOBODY, seat_of
from piracy_env.core.story import Event, last_told, news_of
from piracy_env.core.tables import Tables
from piracy_env.core.view import View
from piracy_env.core.why import Explanation, explain
from piracy_env.errors import OrderError

if TYPE_CHECKING:
    from piracy_env.core.engine import Engine

OWN = "own"
"""The eyes of the seat to move."""
COMMON = "common"
"""The eyes of somebody who knows what all seats know, and nothing else."""
_END = "</svg>"


class Looks(Batch):
    """A batch of games that can be looked at, by the trainer or as a seat may."""

    # --- the games as they are --------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many seats each game has."""
        return self.options.players

    def __repr__(self) -> str:
        what = "game" if self.num_envs == 1 else "games"
        return (
            f"<{type(self).__name__}: {self.num_envs} {what} of {self.game.name}, {self.players} "
            f"players, {self.reward_mode}, [{self.game.observation.size}] floats, "
            f"{self.game.actions.size} actions>"
        )

    @property
    def over(self) -> NDArray[np.bool_]:
        """[n] games that are over, and wait for a reset if they do not begin anew by themselves."""
        return np.asarray(self._over != RUNNING)

    def record(self, i: int = 0) -> Record:
        """The true state of game i, read through plain integers."""
        return Record(self.states[self._index(i)])

    def tables_of(self, i: int = 0) -> Tables:
        """The component tables of game i."""
        return self.tables[i if len(self.tables) > 1 else 0]

    def start_of(self, i: int = 0) -> bytes:
        """The state that game i was edited to, as bytes; none if it is played as dealt."""
        episode, state = self._edited.get(self._index(i), (-1, b""))
        return state if episode == self._slots["episode"][i] else b""

    def played(self, i: int = 0, since: int = 0) -> list[int]:
        """Actions of game i since it was dealt or edited; the engine must have `record=True`.

        The first ones may be left out: so many as `since` says.
        """
        skipped = whole("since", since, 0, LARGEST_WORD >> 1)
        start = self.start_of(i)
        first = int(np.frombuffer(start, self.game.dtype)["moves"][0]) if start else 0
        noted = int(self._slots["noted"][i])
        before = self._histories.of(i, int(self._slots["episode"][i]))
        inside = int(self._states["moves"][i]) - noted
        if inside > self._history.shape[1] or len(before) != noted - first:
            raise OrderError("the actions were not recorded: make the engine with record=True")
        seen = max(0, skipped - len(before))
        return [*before[skipped:], *self._history[i, seen : max(seen, inside)].tolist()]

    def legal(self, i: int = 0) -> list[int]:
        """The legal actions of the seat to move in game i."""
        return [int(action) for action in np.flatnonzero(self._legal[self._index(i)])]

    def outcome(self, i: int = 0) -> Outcome:
        """How game i stands: scores, what the team has reached, at its end places and the reason.

        Place 1 is best; all places are 0 while the game runs.
        """
        result = self._settle_accounts(i)[0]["outcome"]
        return outcome_of(result, self.options.players, self.game.reasons)

    def rewards(self, i: int = 0) -> list[float]:
        """What game i has paid in all; at its end, what the reward mode pays for it."""
        paid: list[float] = self._settle_accounts(i)[1][0].tolist()
        return paid

    @alone
    def _settle_accounts(self, i: int) -> tuple[NDArray[Any], NDArray[np.float32]]:
        account = np.zeros(1, ACCOUNT)
        rewards = np.zeros((1, self.options.players), np.float32)
        game = np.array([self._index(i)])
        loops.settle_accounts(
            *(self._bound, self._raw, self._raw_tables, self._slots, game),
            *(account, rewards, self._plans[START]),
        )
        return account, rewards

    # --- what a seat may know ---------------------------------------------------------------------

    def observe(self, i: int, seat: int) -> NDArray[np.float32]:
        """What a seat sees of game i, whether it is to move or not."""
        return np.asarray(self.look([self._index(i)], [seat])[0][0])

    def mask(self, i: int, seat: int) -> NDArray[np.bool_]:
        """The legal actions of a seat in game i: none unless it is to move."""
        return np.asarray(self.look([self._index(i)], [seat])[1][0])

    @alone
    def look(
        self, chosen: ArrayLike, seats: ArrayLike
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Observations [m, D] and masks [m, A] of the given seats of the chosen games."""
        games = self._choose(chosen)
        of = seats_of(seats, games, self.options.players)
        out = np.empty((len(games), self.game.observation.size), np.float32)
        mask = np.empty((len(games), self.game.actions.size), np.bool_)
        loops.observe_games(
            self._bound, self._raw, self._raw_tables, games, of, out, mask.view(np.uint8)
        )
        return out, mask

    @alone
    def look_all(
        self, chosen: ArrayLike | None = None
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Observations [m, P, D] and masks [m, P, A] of every seat of the chosen games, or of all.

        Together the seats see what none of them may know alone: this is for critics.
        """
        games = self._choose(self._all if chosen is None else chosen)
        out, mask = self._looks_at(self._raw, games)
        return out, mask

    @alone
    def final_looks(self, chosen: ArrayLike | None = None) -> NDArray[np.float32]:
        """What every seat saw at the end of the last game [m, P, D] in the chosen rows, or in all.

        Zeros where no game has ended yet.
        """
        games = self._choose(self._all if chosen is None else chosen, dealt=False)
        seen = np.zeros((len(games), self.options.players, self.game.observation.size), np.float32)
        ended = np.flatnonzero(self._finals["over"][games] != RUNNING)
        seen[ended] = self._looks_at(bytes_of(self._finals), games[ended])[0]
        return seen

    @property
    def final_observation(self) -> NDArray[np.float32]:
        """What was seen at the ends of the last games: [n, D] by the ego seats after `take_seats`.

        Without them it is [n, P, D], what every seat saw: `final_looks`.
        """
        return self._ego_finals if len(self._ego_finals) else self.final_looks()

    def _looks_at(self, states: NDArray[Any], games: Ints) -> tuple[Any, Any]:
        """What every seat of some games sees, and its mask."""
        players = self.options.players
        out = np.empty((len(games), players, self.game.observation.size), np.float32)
        mask = np.empty((len(games), players, self.game.actions.size), np.bool_)
        loops.observe_games(
            *(self._bound, states, self._raw_tables),
            *(np.repeat(games, players), np.tile(np.arange(players), len(games))),
            *(out.reshape(-1, out.shape[2]), mask.reshape(-1, mask.shape[2]).view(np.uint8)),
        )
        return out, mask

    def sample(self, i: int, seat: int, key: int | None = None) -> np.recarray[Any, Any]:
        """A world [1] the seat cannot tell from the true one: a new one each call, or a key's."""
        i = self._index(i)
        seats_of([seat], np.array([i]), self.options.players)  # before a draw is counted
        if key is None:
            self._draws[i] = self._draws.get(i, 0) + 1
            key = int(self.position_keys(np.array([i]), self._draws[i])[0])
        return self.worlds([i], [seat], [key])

    @alone
    def position_keys(self, chosen: ArrayLike, draw: int) -> NDArray[np.uint64]:
        """Keys for draw number `draw` of the games' positions; they tell nothing of the seeds."""
        games, number = self._choose(chosen), whole("draw", draw, 0, LARGEST_WORD >> 1)
        words = np.empty(len(games), np.uint64)
        loops.position_keys(self._bound, self._raw, self._slots, games, number, words)
        return words

    @alone
    def worlds(self, chosen: ArrayLike, seats: ArrayLike, keys: ArrayLike) -> np.recarray[Any, Any]:
        """Worlds [m] that the given seats cannot tell from the true ones."""
        games = self._choose(chosen)
        of, words = seats_of(seats, games, self.options.players), keys_of(keys, games)
        worlds = np.zeros(len(games), self.game.dtype)
        bound = self._kernels.ready(("determinize",))
        loops.sample_games(bound, self._raw, self._raw_tables, games, of, words, bytes_of(worlds))
        return worlds.view(np.recarray)

    @property
    def version(self) -> int:
        """Changes with whatever is done to any game of the batch."""
        return self._version

    def masks_of(self, games: ArrayLike) -> NDArray[np.bool_]:
        """Copies of the masks [m, A] that legality is judged by."""
        return self._legal[self._choose(games)]

    def tables_for(self, games: ArrayLike) -> NDArray[Any]:
        """Copies of the games' tables records: [m], or [1] if they are the same for all."""
        records = self._table_records
        chosen = self._choose(games)
        return records.copy() if len(records) == 1 else records[chosen]

    @alone
    def view(
        self, chosen: ArrayLike | None = None, *, key: int | None = None, oracle: bool = False
    ) -> View:
        """What agents receive: the chosen games, each from its seat to move.

        What `sample` draws follows from the position, or from `key`.
        """
        games = self._choose(self._all if chosen is None else chosen)
        fixed = None if key is None else whole("key", key, 0, LARGEST_WORD)
        return View(self, games, fixed, flag("oracle", oracle))

    def moment(self, games: ArrayLike) -> Ints:
        """Which position [3, m] of which episode the games are at, and of which edition of it."""
        at = self._choose(games, dealt=False)
        facts = self._edition, self._slots["episode"], self._states["moves"]
        return np.array([fact[at] for fact in facts], np.int64)

    # --- words and pictures -----------------------------------------------------------------------

    def describe(self, i: int = 0, seat: int | str | None = OWN) -> str:
        """The position in words, as a seat knows it: by default the one to move; None knows all."""
        return self.game.describe(self.record(i), self.tables_of(i), self._eyes(i, seat))

    def describe_action(self, i: int, action: int, viewer: int | str | None = OWN) -> str:
        """An action of the seat to move in words, as a viewer may know it."""
        s, eyes = self.record(i), self._eyes(i, viewer)
        self.game.actions.label(action)
        return self.game.describe_action(s, self.tables_of(i), action, eyes)

    def explain(self, i: int, action: int) -> Explanation:
        """Why an action of the seat to move is legal or not, with the rules behind it."""
        self.game.actions.label(action)
        game, chosen = self._index(i), int(action)
        mask = self._legal[game]
        said = self.describe_action(i, chosen) if mask[chosen] else ""
        return explain(
            self.game, self.tables_of(i), self._states[game : game + 1], mask, chosen, said
        )

    def news(self, i: int = 0, viewer: int | str | None = OWN) -> list[str]:
        """What a viewer was told of game i since its last decision, or since the deal.

        Line by line: what others did, and what chance and the rules made of it, as far as the
        viewer may know. The engine must have `record=True`: the story is played over again.
        """
        return news_of(cast("Engine", self), self._index(i), self._eyes(i, viewer))

    def decision(self, i: int = 0, seat: int | str | None = OWN) -> str:
        """The decision that game i asks for, by name: for the seat to move, or None who knows all.

        To others it may be a secret. Empty at the end, and where the phase says it all.
        """
        s, eyes = self.record(i), self._eyes(i, seat)
        return self.game.decision_name(s) if eyes in (None, s.seat) else ""

    def last_told(self, i: int = 0, viewer: int | str | None = OWN) -> Event | None:
        """The last action of game i of which a viewer was told; None if there was none yet.

        None, too, unless the engine was made with `record=True`.
        """
        return self._last_told(self._index(i), self._eyes(i, viewer))

    def render(self, i: int = 0, seat: int | str | None = OWN) -> str:
        """The position as SVG, as a seat knows it: by default the one to move; None knows all.

        In an engine that was made with `record=True` the last action that it was told is marked.
        """
        s, eyes = self.record(i), self._eyes(i, seat)
        picture = self.game.render(s, self.tables_of(i), eyes)
        event = self._last_told(self._index(i), eyes) if self.game.mark else None
        mark = event.mark(s, eyes) if event else ""
        return f"{picture.removesuffix(_END)}{mark}{_END}" if mark else picture

    def _last_told(self, i: int, eyes: int | None) -> Event | None:
        return last_told(cast("Engine", self), i, eyes) if self._history.size else None

    def _eyes(self, i: int, seat: int | str | None) -> int | None:
        if seat is None:
            return None
        if isinstance(seat, str) and seat == OWN:
            return int(self._states["seat"][i])
        if isinstance(seat, str) and seat == COMMON:
            return NOBODY
        return seat_of(seat, self.options.players)
