"""Reward modes: what a game may be played for, and when it is paid."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from piracy_env.core.options import Options
from piracy_env.core.outcome import CUT_NAME
from piracy_env.errors import GameDefinitionError, OptionError, listing

if TYPE_CHECKING:
    from piracy_env.core.game import Game

Bounds = tuple[float, float]

ZERO_SUM, GENERAL, IDENTICAL = "zero-sum", "general", "identical"
UTILITIES = (ZERO_SUM, GENERAL, IDENTICAL)
"""How the interests of the seats relate: opposed, mixed, or one and the same."""


@dataclass(frozen=True)
class RewardMode:
    """A way to pay the seats.

    A mode is paid at the end, by the kernel `reward`. Or it is paid on the way: after each decision
    every seat gets the change of its standing, which the same kernel tells of a running game; and
    with the last decision what is missing, so that the payments of a game add up to the payment of
    the mode that `on_the_way` names.
    """

    name: str
    bounds: Bounds | Callable[[Options], Bounds]
    """The least and the most that one payment can be."""
    on_the_way: str = ""
    """The mode paid at the end that the payments add up to; none if this is one itself."""
    when_cut: bool = False
    """Whether a game that is cut is paid by its standing; else nothing more is paid."""
    seats: int = 1
    """With fewer seats the mode means nothing, and is refused."""
    zero_sum: bool = False
    """Whether the payments of all seats add up to 0."""
    doc: str = ""

    def bounds_for(self, options: Options) -> Bounds:
        """The bounds of a payment with these options."""
        low, high = self.bounds(options) if callable(self.bounds) else self.bounds
        return float(low), float(high)


BUILT_IN = (
    RewardMode(
        "rank", (-1, 1), seats=2, zero_sum=True, doc="by place: 1 for the first, -1 for the last"
    ),
    RewardMode(
        "win", (-1, 1), seats=2, zero_sum=True, doc="1 for winners together, -1 for all others"
    ),
    RewardMode(
        "score",
        (-math.inf, math.inf),
        seats=2,
        zero_sum=True,
        doc="the score beyond the mean of all, in units of the game's scale",
    ),
)
"""Reward modes of every game with rivals; a game may declare more."""


def modes_for(game: Game, players: int) -> tuple[str, ...]:
    """Names of the modes that mean something with so many seats."""
    return tuple(mode.name for mode in game.modes if not senseless(game, mode, players))


def senseless(game: Game, mode: RewardMode, players: int) -> str:
    """Why a mode means nothing with so many seats; empty if it means something."""
    if players < mode.seats:
        return f"is for {mode.seats} or more seats, not for {players}"
    if mode in BUILT_IN and game.utility == IDENTICAL:
        return f"is for rivals, but the {players} seats have one interest"
    return ""


def mode_of(game: Game, name: object, players: int) -> RewardMode:
    """A reward mode by its name, the game's default one for nothing; it must mean something."""
    is_text = isinstance(name, str)  # and no array, which compares itself piece by piece
    if name is None or (is_text and not name):
        name, is_text = game.default_reward, True
    allowed = modes_for(game, players)
    mode = next((mode for mode in game.modes if is_text and mode.name == name), None)
    if mode is None:
        trouble = f"{game.name} has no reward mode {name!r}; there are: {listing(allowed)}"
    elif why := senseless(game, mode, players):
        trouble = f"the reward mode {name} {why}; {game.name} has here: {listing(allowed)}"
    else:
        return mode
    raise OptionError(trouble, game=game.name, option="reward", value=name, allowed=allowed)


def scale_of(game: Game, options: Options) -> float:
    """What the mode `score` divides by with these options."""
    scale = game.score_scale
    divisor = float(scale(options) if callable(scale) else scale)
    if not 0 < divisor < math.inf:
        raise GameDefinitionError(
            f"{game.name}: score_scale must be positive, not {divisor}", game=game.name
        )
    return divisor


def are_rivals(game: Game, players: int) -> bool:
    """Whether one seat wins what others lose: only there do places and shares of wins rate."""
    return game.utility == ZERO_SUM and players > 1


def settled_by(game: Game, name: str) -> RewardMode:
    """The mode that all payments of a game add up to: this one, or what it is on the way to."""
    return game.mode(game.mode(name).on_the_way or name)


def total_bounds(game: Game, name: str, options: Options) -> Bounds:
    """The least and the most that a whole game can pay a seat; a game that is cut pays within."""
    return settled_by(game, name).bounds_for(options)


def tell_to_pay(control: NDArray[Any], game: Game, name: str, options: Options) -> None:
    """Write into a loop's control [1] which mode is paid, and when."""
    mode, base = game.mode(name), settled_by(game, name)
    control["reward"] = game.modes.index(base)
    control["on_the_way"] = bool(mode.on_the_way)
    control["when_cut"] = base.when_cut
    control["scale"] = scale_of(game, options)


# --- what a game may declare ----------------------------------------------------------------------


def fault_of_payment(game: Game) -> str:
    """What is wrong with how a game declares its payments and ends; nothing if all is well."""
    return _fault_of_ends(game) or _fault_of_modes(game) or _fault_of_default(game)


def _fault_of_ends(game: Game) -> str:
    if game.utility not in UTILITIES:
        return f"utility must be one of {listing(UTILITIES)}, not {game.utility!r}"
    names = _texts(game.reasons)
    if not names or len({*names}) < len(names) or CUT_NAME in names:
        return (
            f"`reasons` must name the ways a game can end, such as ('last_round',), each once and "
            f"none {CUT_NAME!r}, not {game.reasons!r}"
        )
    scale = game.score_scale
    is_number = isinstance(scale, (int, float)) and not isinstance(scale, bool)
    if not callable(scale) and not (is_number and 0 < scale < math.inf):
        return f"score_scale must be positive, or a function of the options, not {scale!r}"
    return ""


def _texts(given: Any) -> Sequence[str]:
    is_row = isinstance(given, tuple) and all(isinstance(text, str) and text for text in given)
    return given if is_row else ()


def _fault_of_modes(game: Game) -> str:
    if not isinstance(game.rewards, tuple) or not all(
        isinstance(mode, RewardMode) for mode in game.rewards
    ):
        return f"`rewards` must be a tuple of RewardMode, not {game.rewards!r}"
    names = [mode.name for mode in game.modes]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        return f"two reward modes share a name: {listing(twice)}"
    paid_at_end = [mode.name for mode in game.modes if not mode.on_the_way]
    for mode in game.rewards:
        if fault := _fault_of_mode(mode, paid_at_end):
            return f"reward mode {mode.name} {fault}"
    needed = any(not mode.on_the_way for mode in game.rewards)
    if needed != (game.reward is not None):
        return "own `rewards` paid at the end and the kernel `reward` must be declared together"
    return ""


def _fault_of_mode(mode: RewardMode, paid_at_end: Sequence[str]) -> str:
    if mode.on_the_way and mode.on_the_way not in paid_at_end:
        return (
            f"must add up to a mode that is paid at the end: {listing(paid_at_end)}, "
            f"not {mode.on_the_way!r}"
        )
    if mode.on_the_way and mode.when_cut:
        return f"is settled as {mode.on_the_way} is when a game is cut"
    if not callable(mode.bounds) and not _is_pair(mode.bounds):
        return f"needs bounds (least, most), not {mode.bounds!r}"
    return ""


def _is_pair(bounds: Any) -> bool:
    is_pair = isinstance(bounds, (tuple, list)) and len(bounds) == 2
    return (
        is_pair
        and all(isinstance(bound, (int, float)) for bound in bounds)
        and (bounds[0] <= bounds[1])
    )


def _fault_of_default(game: Game) -> str:
    mode = next((mode for mode in game.modes if mode.name == game.default_reward), None)
    if mode is None:
        names = [mode.name for mode in game.modes]
        return f"default_reward must be one of {listing(names)}, not {game.default_reward!r}"
    for players in game.seats:
        if why := senseless(game, mode, players):
            return f"the default reward mode {mode.name} {why}: declare default_reward"
    return ""
