"""Games in OpenSpiel, for its algorithms, bots and environments."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.engine import Engine
from piracy_env.core.game import Game
from piracy_env.core.options import Numbers, Words, offering, settled, written
from piracy_env.core.rewards import IDENTICAL, total_bounds
from piracy_env.envs.options import SINGLE, refuse
from piracy_env.errors import MissingExtraError, OptionError
from piracy_env.registry import load

try:
    import pyspiel
except ImportError:
    raise MissingExtraError(
        'this needs OpenSpiel: pip install open_spiel, or "piracy_env[peers]"', extra="peers"
    ) from None


UNBOUNDED = 1e6
"""In place of no bound: scores go as far as a game's do."""

REFUSED = SINGLE | {"skip_forced": "OpenSpiel asks for every decision"}

_LISTED = ";"
"""Between the items of a list: a comma is between two parameters."""
_REGISTERED: dict[str, tuple[str, int, str]] = {}
"""What the names of this process stand for."""


def register(game: str | Game, name: str | None = None, **options: Any) -> str:
    """Make a game with these options known to `pyspiel.load_game`, and return its name there.

    By default the name follows from game and options: `piracy_mutiny`, `piracy_mutiny_players_3`.
    Player count, reward mode, preset and the game's options are parameters there as well,
    `piracy_mutiny(players=3,reward=win)`; a list is written `1;4;7`. The parameter `seed` fixes the
    deal of the next initial state (-1: another one each time).
    Chance is drawn inside the rules: algorithms that sample can play it, those that enumerate
    chance outcomes cannot. A state can be resampled from what a player knows (IS-MCTS).
    """
    options = {option: value for option, value in options.items() if value is not None}
    refuse(options, REFUSED)
    with offering(register, but=REFUSED):
        engine = Engine(load(game), auto_reset=False, **options)
    name = _name_of(engine, options) if name is None else name
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z_][A-Za-z_0-9]*", name):
        raise OptionError(
            f"name must consist of letters, digits and underscores, not {name!r}",
            option="name",
            value=name,
        )
    same = (engine.game.name, engine.game.version, repr(sorted(options.items(), key=str)))
    if _REGISTERED.setdefault(name, same) != same:
        raise OptionError(
            f"name must be another one: {name!r} stands for {_REGISTERED[name][0]} with the "
            f"options {_REGISTERED[name][2]} in this process, and OpenSpiel forgets no game",
            option="name",
            value=name,
        )
    if name not in pyspiel.registered_names():
        kind = _kind(engine, name)
        # pyspiel frees what it was given after Python has ended: a class outlives it, not a closure
        body = {"base": engine, "asked": options, "name": name}
        pyspiel.register_game(kind, type(name, (SpielGame,), body))
    return name


def _name_of(engine: Engine, options: Mapping[str, Any]) -> str:
    """The game's name, and what was chosen behind it."""
    chosen = {name: written(settled(value)) for name, value in sorted(options.items())}
    if "tables" in chosen:
        chosen["tables"] = engine.tables[0].digest
    words = [f"{name}_{value}" for name, value in chosen.items()]
    return re.sub(r"[^A-Za-z_0-9]+", "_", "_".join(["piracy", engine.game.name, *words]))


def _parameters(engine: Engine) -> dict[str, Any]:
    """The parameters of a game by their defaults."""
    options = {
        name: _LISTED.join(map(str, value)) if isinstance(value, tuple) else value
        for name, value in engine.options.values.items()
    }
    players, reward = engine.options.players, engine.reward_mode
    return {"seed": -1, "players": players, "reward": reward, "preset": "", **options}


def _given(game: Game, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as options: without the seed, and with lists that are lists."""
    given = {name: value for name, value in parameters.items() if name != "seed"}
    for name, value in given.items():
        option = game.options.get(name)
        if isinstance(option, Numbers | Words):
            items = [item.strip() for item in str(value).split(_LISTED) if item.strip()]
            given[name] = [int(item) for item in items] if isinstance(option, Numbers) else items
    return {name: value for name, value in given.items() if (name, value) != ("preset", "")}


def _kind(engine: Engine, name: str) -> Any:
    models = pyspiel.GameType.RewardModel
    on_the_way = engine.game.mode(engine.reward_mode).on_the_way
    return pyspiel.GameType(
        short_name=name,
        long_name=engine.game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=_utility(engine),
        reward_model=models.REWARDS if on_the_way else models.TERMINAL,
        max_num_players=max(engine.game.seats),
        min_num_players=min(engine.game.seats),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(engine),
    )


def _utility(engine: Engine) -> Any:
    """How OpenSpiel calls the interests of the seats."""
    utility = pyspiel.GameType.Utility
    if engine.game.mode(engine.reward_mode).zero_sum:
        return utility.ZERO_SUM
    return utility.IDENTICAL if engine.game.utility == IDENTICAL else utility.GENERAL_SUM


class SpielGame(pyspiel.Game):  # type: ignore[misc] # untyped
    """A game with its options; `register` derives a class for each."""

    base: ClassVar[Engine]
    """As it was registered; parameters may ask for other options."""
    asked: ClassVar[Mapping[str, Any]]
    name: ClassVar[str]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        engine, given = self.base, _given(self.base.game, parameters or {})
        if given:
            engine = Engine(engine.game, auto_reset=False, **{**self.asked, **given})
        self.engine = engine
        low, high = total_bounds(engine.game, engine.reward_mode, engine.options)
        is_zero_sum = engine.game.mode(engine.reward_mode).zero_sum
        info = pyspiel.GameInfo(
            num_distinct_actions=engine.game.actions.size,
            max_chance_outcomes=0,
            num_players=engine.options.players,
            min_utility=max(low, -UNBOUNDED),
            max_utility=min(high, UNBOUNDED),
            utility_sum=0.0 if is_zero_sum else None,
            max_game_length=engine.max_moves,
        )
        super().__init__(_kind(engine, self.name), info, parameters or {})

    def new_initial_state(self) -> SpielState:
        """A game just dealt."""
        engine = self.engine.clone()
        seed = self.get_parameters().get("seed", -1)
        engine.seed(seed if seed >= 0 else None)
        engine.reset()
        return SpielState(self, engine)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> SpielObserver:
        """What writes a player's observation."""
        return SpielObserver(self.engine.game)


class SpielState(pyspiel.State):  # type: ignore[misc] # untyped
    """A position; cloned with its engine."""

    def __init__(self, game: SpielGame, engine: Engine) -> None:
        super().__init__(game)
        self.engine = engine
        self._before = self.returns()

    def current_player(self) -> int:
        """The seat to move."""
        over = self.is_terminal()
        return int(pyspiel.PlayerId.TERMINAL if over else self.engine.seat[0])

    def _legal_actions(self, player: int) -> list[int]:
        return self.engine.legal() if player == self.current_player() else []

    def _apply_action(self, action: int) -> None:
        self._before = self.returns()
        self.engine.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.engine.game.actions.label(action)

    def is_terminal(self) -> bool:
        """Whether the game is over, or was cut."""
        return bool(self.engine.terminated[0] or self.engine.truncated[0])

    def rewards(self) -> list[float]:
        """What each player was paid for the last action."""
        return [now - was for now, was in zip(self.returns(), self._before, strict=True)]

    def returns(self) -> list[float]:
        """What each player has been paid in all."""
        paid = self.engine.slots["paid"][0, : self.engine.options.players]
        return [float(each) for each in paid]  # in all bits: OpenSpiel adds them up

    def observation_string(self, player: int | None = None) -> str:
        """The position in words, as a player knows it; for whoever is to move with the choices.

        Searches know a node by it, and its actions must follow from it.
        """
        mover = self.current_player()
        seat = mover if player is None else player
        words = self.engine.describe(0, seat)
        if self.is_terminal() or seat != mover:
            return words
        labels = [self.engine.game.actions.labels[action] for action in self.engine.legal()]
        return "\n".join([words, self.engine.decision(0, seat), *labels])

    def resample_from_infostate(self, player: int, random: Callable[[], float]) -> SpielState:
        """Another position that the player cannot tell from this one."""
        other: SpielState = self.clone()
        key = int(random() * 2**53)
        other.engine.load_state_unchecked(0, np.asarray(self.engine.sample(0, player, key)))
        return other

    def __str__(self) -> str:
        return self.engine.describe()


class SpielObserver:
    """Writes what a player sees into `tensor`; `dict` holds its groups by name, as views of it."""

    def __init__(self, game: Game) -> None:
        self.tensor = np.zeros(game.observation.size, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = game.observation.named(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Take the observation of a player."""
        self.tensor[:] = state.engine.observe(0, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The position in words, as a player knows it."""
        return state.observation_string(player)
