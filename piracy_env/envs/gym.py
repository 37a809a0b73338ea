"""Gymnasium environments of one seat: a single game, and a batch."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from piracy_env.core.choosing import LARGEST_WORD, one_of, whole
from piracy_env.core.game import Game
from piracy_env.core.options import offering
from piracy_env.core.why import Explanation
from piracy_env.envs.options import FORFEIT, ON_ILLEGAL, SINGLE, refuse, warn_of
from piracy_env.envs.rendering import METADATA, WIDTH, Display, kept
from piracy_env.envs.seat import OneSeat, Opponents, SeatStep
from piracy_env.envs.spaces import action_space, observation_space
from piracy_env.errors import IllegalActionError, OptionError, OrderError, listing

Info = dict[str, Any]

NEXT_STEP, SAME_STEP = AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP


class GameEnv(gymnasium.Env):  # type: ignore[misc] # untyped where its package is not installed
    """One seat of one game; the others are played inside.

    `info["action_mask"]` (int8, for `action_space.sample`) and `action_masks()` (bool) tell what
    is legal. The episode ends with the game, also for a seat that was eliminated before.

    Args:
        game: A game or its name.
        seat: A seat's number, `rotate` (one seat further in each game), or `random`.
        opponents: A name, an agent, or a list of those, from the left of the seat on.
        agent_module: Where names of agents are looked up.
        render_mode: `ansi`, `svg`, `rgb_array` or `human`.
        perspective: Whose knowledge is rendered: `own`, a seat's number, or `all`.
        render_width: How many pixels `rgb_array` has across.
        on_illegal: `raise` an error, or `terminate` the game with a reward of -1; checkers that
            know no masks need the latter.
        options: Options of the game, and `players`, `preset`, `reward`, `tables`, `skip_forced`,
            `max_moves`.
    """

    metadata = METADATA

    def __init__(  # noqa: PLR0913 - each is a choice of the user's
        self,
        game: str | Game,
        *,
        seat: int | str = "rotate",
        opponents: Opponents | None = None,
        render_mode: str | None = None,
        perspective: str | int = "own",
        render_width: int = WIDTH,
        on_illegal: str = "raise",
        **options: Any,
    ) -> None:
        refuse(options, SINGLE)
        with offering(GameEnv, but=SINGLE):
            self.table = OneSeat(game, seat=seat, opponents=opponents, **kept(options))
        self.game = self.table.engine.game
        self.on_illegal = one_of("on_illegal", on_illegal, ON_ILLEGAL)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game)
        self.action_space = action_space(self.game)
        self._display = Display(render_mode, perspective, self.table.players, render_width)
        self._forfeited = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], Info]:
        """Begin a game; with a seed, the same sequence of games each time."""
        warn_of(options)
        anew = seed is not None or self._np_random is None
        super().reset(seed=None if seed is None else whole("seed", seed, 0, LARGEST_WORD))
        self.table.reset([_stream(self.np_random)] if anew else None)
        self._forfeited = False
        self._show()
        return self.table.observation[0].copy(), self._info()

    def step(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, Info]:
        """Act, and play on to the seat's next decision or to the end."""
        if self._forfeited:
            raise OrderError("the game ended with an illegal action: call reset()")
        try:
            result = self.table.step([action])
        except IllegalActionError:
            if self.on_illegal == "raise":
                raise
            self._forfeited = True
            return self.table.observation[0].copy(), FORFEIT, True, False, self._info()
        self._show()
        info = self._info()
        if result.finished.size:
            info |= result.ends.info(0, place=0)
        return (
            result.final[0] if result.finished.size else self.table.observation[0].copy(),
            float(result.reward[0]),
            bool(result.terminated[0]),
            bool(result.truncated[0]),
            info,
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as MaskablePPO asks for them."""
        mask: NDArray[np.bool_] = self.table.action_mask[0].copy()
        if self._forfeited:
            mask[:] = False
        return mask

    def explain(self, action: int) -> Explanation:
        """Why an action of the seat is legal or not: the rules behind it, and words."""
        return self.table.engine.explain(0, action)

    def _info(self) -> Info:
        mask = self.action_masks().view(np.int8)
        return {"action_mask": mask, "seat": int(self.table.ego_seat[0])}

    def render(self) -> Any:
        """The table as the render mode shows it: by default, as the seat knows it."""
        return self._display.show(self.table.engine, 0, int(self.table.ego_seat[0]))

    def _repr_svg_(self) -> str | None:
        """The table in a notebook, as the seat knows it."""
        return self._display.svg(self.table.engine, 0, int(self.table.ego_seat[0]))

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing is held open."""

    def __copy__(self) -> GameEnv:
        return deepcopy(self)


class GameVectorEnv(VectorEnv):  # type: ignore[misc] # untyped where its package is not installed
    """One seat of each game of a batch, stepped together in compiled code.

    `info["action_mask"]` [n, A] (int8) and `action_masks()` (bool) tell what is legal. Game i
    after `reset(seed=s)` is that of `GameEnv.reset(seed=s + i)` in the same seat against uniform
    opponents.

    Args:
        game: A game or its name.
        num_envs: Number of games.
        autoreset_mode: `SameStep` (by default), `NextStep` or `Disabled`, or the member of
            `AutoresetMode`. In the step that `NextStep` loses to a reset all actions are accepted.
        seat: A seat's number, `rotate` (one seat further in each game), or `random`.
        opponents: A name, an agent, or a list of those, from the left of the seat on.
        render_mode: `ansi`, `svg`, `rgb_array` or `human`, which shows the first game.
        perspective: Whose knowledge is rendered: `own`, a seat's number, or `all`.
        render_width: How many pixels `rgb_array` has across.
        options: Options of the engine and of the game, `threads` among them.
    """

    def __init__(  # noqa: PLR0913 - each is a choice of the user's
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        autoreset_mode: str | AutoresetMode = SAME_STEP,
        seat: int | str = "rotate",
        opponents: Opponents | None = None,
        render_mode: str | None = None,
        perspective: str | int = "own",
        render_width: int = WIDTH,
        **options: Any,
    ) -> None:
        refuse(options, {"seed": SINGLE["seed"]})
        with offering(GameVectorEnv, but={"seed": SINGLE["seed"]}):
            settings = kept(options, shown=render_mode is not None)
            self.table = OneSeat(game, num_envs, seat=seat, opponents=opponents, **settings)
        self.game = self.table.engine.game
        self.num_envs = num_envs
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**METADATA, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = action_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._display = Display(render_mode, perspective, self.table.players, render_width)

    def reset(
        self,
        *,
        seed: int | list[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.float32], Info]:
        """Begin all games, or those of `options["reset_mask"]`; with a seed, always the same."""
        warn_of(options, known=["reset_mask"])
        chosen = self._chosen((options or {}).get("reset_mask"))
        if seed is None and self._np_random is None:
            seed = int(self.np_random.integers(2**31))
        if seed is not None:
            seeds = self._seeds(seed)
            super().reset(seed=seeds[0])
            self.table.engine.seed([_stream(np_random(game_seed)[0]) for game_seed in seeds])
        self.table.reset(chosen=chosen)
        self._show()
        return self.table.observation.copy(), self._info()

    def _chosen(self, mask: object) -> NDArray[np.bool_] | None:
        """The games of a reset mask; all, if there is none."""
        if mask is None:
            return None
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or len(mask.shape) != 1:
            raise OptionError(f"reset_mask must be an array of bool, not {mask!r}")
        if len(mask) != self.num_envs:
            raise OptionError(f"reset_mask must have {self.num_envs} entries, not {len(mask)}")
        return mask

    def _seeds(self, seed: object) -> list[int]:
        """A seed a game: those of a list, or the given one and its successors."""
        if isinstance(seed, (list, tuple)):
            if len(seed) != self.num_envs:
                raise OptionError(f"one seed a game: {self.num_envs}, not {len(seed)}")
            return [whole("seed", game_seed, 0, LARGEST_WORD) for game_seed in seed]
        first = whole("seed", seed, 0, LARGEST_WORD - self.num_envs)
        return list(range(first, first + self.num_envs))

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info
    ]:
        """Act in every game; if one action is illegal, none is applied."""
        result = (
            self._step_or_reset(actions)
            if self.autoreset_mode is NEXT_STEP
            else self.table.step(actions)
        )
        ends = self._ends(result) if result.finished.size else {}
        if self.autoreset_mode is SAME_STEP:
            self.table.reset(chosen=result.finished)
            observation = self.table.observation.copy()
            info = self._info() | ends
        else:
            observation = self.table.observation.copy()
            observation[result.finished] = result.final
            info = self._info() | ends.get("final_info", {})
        self._show()
        return observation, result.reward, result.terminated, result.truncated, info

    def _step_or_reset(self, actions: ArrayLike) -> SeatStep:
        """Begin anew where a game had ended, whatever the action, and act in the other games."""
        over, given = self.table.over, np.asarray(actions)
        if given.shape != over.shape:
            raise IllegalActionError(f"one action a game: shape {over.shape}, not {given.shape}")
        result = self.table.step(given[~over], ~over)
        self.table.reset(chosen=over)
        return result

    def _info(self) -> Info:
        mask = self.action_masks().view(np.int8)
        if self.autoreset_mode is NEXT_STEP:
            mask[self.table.over] = 1
        return self._known(np.ones(self.num_envs, np.bool_), action_mask=mask)

    def _ends(self, result: SeatStep) -> Info:
        """What Gymnasium keeps of the games that ended."""
        over = result.terminated | result.truncated
        observations = np.full(self.num_envs, None, object)
        for i, observation in zip(result.finished, result.final, strict=True):
            observations[i] = observation
        return {
            "final_obs": observations,
            "_final_obs": over,
            "final_info": self._known(over, **self._results(result)),
            "_final_info": over,
        }

    def _results(self, result: SeatStep) -> dict[str, NDArray[Any]]:
        """[n] places, reasons and, where there is one, team values of the games that ended."""
        ranks, teams = np.zeros(self.num_envs, np.int64), np.full(self.num_envs, np.nan)
        reasons = np.full(self.num_envs, None, object)
        ranks[result.finished] = result.ends.ranks[:, 0]
        teams[result.finished] = result.ends.teams
        reasons[result.finished] = result.ends.reasons.tolist()
        among_rivals = np.isnan(result.ends.teams).all()
        return {"rank": ranks, "reason": reasons} | ({} if among_rivals else {"team": teams})

    def _known(self, where: NDArray[np.bool_], **facts: NDArray[Any]) -> Info:
        """Facts [n], each with a mask that says for which games it holds."""
        facts["seat"] = self.table.ego_seat.copy()
        return facts | {f"_{name}": where.copy() for name in facts}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions [n, A]."""
        return self.table.action_mask.copy()

    def render(self) -> tuple[Any, ...] | None:
        """Every game as the render mode shows it; `human` shows the first one."""
        shown = 1 if self.render_mode == "human" else self.num_envs
        engine, ego_seat = self.table.engine, self.table.ego_seat
        pictures = [self._display.show(engine, i, int(ego_seat[i])) for i in range(shown)]
        return tuple(pictures) if self.render_mode not in (None, "human") else None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def __copy__(self) -> GameVectorEnv:
        return deepcopy(self)


def _stream(generator: np.random.Generator) -> int:
    """The seed of a game's stream."""
    return int(generator.integers(2**63))


def _mode(mode: str | AutoresetMode) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except (TypeError, ValueError):
        known = [known.value for known in AutoresetMode]
        raise OptionError(
            f"autoreset_mode must be one of {listing(known)}, not {mode!r}",
            option="autoreset_mode",
            value=mode,
            allowed=tuple(known),
        ) from None
