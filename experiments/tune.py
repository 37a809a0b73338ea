"""Better weights for a heuristic, by a search that plays the game: sequential halving.

    python -m experiments.tune mutiny --character admiral --generations 10

In each generation many challengers, the champion with some weights shaken, each play one seat at
tables of champions, on the same deals and in every seat. The better half plays on with twice the
deals, and so forth. The mean of the last four challenges the champion on new deals, and takes its
place if it wins more than its share beyond doubt; where nobody wins what others lose, if it is paid
more than the champion in its place. The weights of each new champion are printed, as lines for the
character's table; nothing is written.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.execution.command import command
from piracy_agents.heuristic import heuristic_of
from piracy_env.cli import choices
from piracy_env.core.control import SCRIPTED
from piracy_env.core.engine import Engine
from piracy_env.core.game import Game
from piracy_env.core.rewards import are_rivals
from piracy_env.core.script import Script
from piracy_env.errors import OptionError, listing
from piracy_env.registry import load

ELITE = 4
"""Challengers whose mean stands against the champion."""
TOUCHED = 0.4
"""Share of the weights that a challenger shakes."""

Floats = NDArray[np.float64]


class Arena:
    """Tables at which challengers meet champions."""

    def __init__(
        self, game: Game, weigh: Any, dtype: np.dtype[Any], players: list[int], **options: Any
    ) -> None:
        self.game = game
        self.weigh = weigh
        self.dtype = dtype
        self.players = players
        self.options = options

    def shares(self, champion: Floats, challengers: Floats, deals: int, seed: int) -> Floats:
        """Wins of each challenger on each deal [k, deals]: 1 is its fair share.

        Where nobody wins what others lose: what a seat of it is paid for a game.
        """
        each = [self._at(n, champion, challengers, deals, seed) for n in self.players]
        return np.mean(each, axis=0)  # type: ignore[no-any-return]

    def _at(
        self, players: int, champion: Floats, challengers: Floats, deals: int, seed: int
    ) -> Floats:
        many = len(challengers)
        weights = np.vstack([champion, challengers]).view(self.dtype)[:, 0]
        script = Script(self.weigh, weights.view(np.recarray))
        competes = are_rivals(self.game, players)
        reward = "win" if competes else None
        engine = Engine(
            self.game,
            many * deals,
            players=players,
            reward=reward,
            auto_reset=False,
            **self.options,
        )
        engine.take_seats(np.full(players, SCRIPTED), script=script)
        own = np.repeat(np.arange(1, many + 1), deals)
        wins = np.zeros(many * deals)
        for seat in range(players):
            controllers = np.full((many * deals, players), SCRIPTED)
            controllers[:, seat] += own
            engine.assign_seats(controllers)
            engine.reset(seed=list(range(seed, seed + deals)) * many)
            paid = engine.final_payments[:, seat]
            wins += np.maximum(paid, 0) if competes else paid
        # `players` games a deal, of which 1 in `players` is fair
        return wins.reshape(many, deals) / (1 if competes else players)

    def more(self, champion: Floats, challenger: Floats, deals: int, seed: int) -> Floats:
        """What a challenger has beyond the champion in its place on each deal [deals]."""
        both = np.vstack([challenger, champion])
        own, theirs = self.shares(champion, both, deals, seed)
        return np.asarray(own - theirs)


def shaken(champion: Floats, scale: Floats, many: int, spread: float, rng: Any) -> Floats:
    """Challengers: the champion with some weights moved."""
    steps = rng.normal(0.0, spread, (many, len(champion))) * scale
    steps *= rng.random(steps.shape) < TOUCHED
    return np.asarray(champion + steps)


def halved(arena: Arena, champion: Floats, challengers: Floats, deals: int, seed: int) -> Floats:
    """The challengers that are left when the worse half has been sent home, again and again."""
    while len(challengers) > ELITE:
        wins = arena.shares(champion, challengers, deals, seed).mean(1)
        challengers = challengers[np.argsort(-wins)[: max(ELITE, len(challengers) // 2)]]
        deals, seed = 2 * deals, seed + deals
    return challengers


def verdict(
    arena: Arena, champion: Floats, challenger: Floats, deals: int, seed: int
) -> tuple[bool, str]:
    """Whether a challenger is better beyond doubt, and what it does, in words."""
    competes = all(are_rivals(arena.game, players) for players in arena.players)
    if competes:
        gains = arena.shares(champion, challenger[None], deals, seed)[0]
    else:
        gains = arena.more(champion, challenger, deals, seed)
    low = gains.mean() - 2 * gains.std() / len(gains) ** 0.5
    if competes:
        return low > 1.0, f"wins {gains.mean():.3f} of a fair share, at least {low:.3f}"
    return low > 0.0, f"is paid {gains.mean():+.3f} more in its place, at least {low:+.3f}"


def show(weights: Floats, names: list[str], dtype: np.dtype[Any]) -> str:
    """Weights as lines of a character's table."""
    record = weights.view(dtype)[0]
    lines = []
    for name in names:
        values = np.round(np.atleast_1d(record[name]), 3).tolist()
        lines.append(f"{name} = {values if record[name].shape else values[0]}")
    return "\n".join(lines)


@command()
def main() -> None:
    """Search, and print what is found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--character", help="where the search begins; the best one if left out")
    parser.add_argument("--weights", nargs="+", help="only these are moved")
    parser.add_argument(
        "--players", type=choices.count, nargs="+", help="all player counts if left out"
    )
    parser.add_argument("--challengers", type=choices.count, default=32)
    parser.add_argument("--deals", type=choices.count, default=50, help="in the first heat")
    parser.add_argument("--generations", type=choices.count, default=10)
    parser.add_argument(
        "--spread", type=choices.positive, default=0.3, help="of the steps, in weights"
    )
    parser.add_argument("--seed", type=choices.whole, default=0)
    choices.add_variant(parser)
    arguments = parser.parse_args()

    game = load(arguments.game)
    weigh, profiles = heuristic_of(game.name)
    dtype, names = profiles.weights.dtype, list(profiles.weights.dtype.names or ())
    _require("--character", [arguments.character or profiles.best], profiles.names)
    _require("--weights", arguments.weights or (), names)
    champion = profiles.weights[profiles.names.index(arguments.character or profiles.best)][None]
    champion = champion.view(np.float64).copy()
    scale = np.abs(profiles.weights[:, None].view(np.float64)).max(0)
    scale[scale == 0] = 1.0
    moved = np.zeros(1, dtype)
    for name in arguments.weights or names:
        moved[name] = 1.0
    scale *= moved.view(np.float64)
    variant = choices.variant(arguments, game)
    arena = Arena(game, weigh, dtype, arguments.players or list(game.seats), **variant)
    rng, seed = np.random.default_rng(arguments.seed), 1_000_000 * arguments.seed
    for generation in range(arguments.generations):
        spread = arguments.spread * (1.0 - 0.7 * generation / arguments.generations)
        challengers = shaken(champion, scale, arguments.challengers, spread, rng)
        elite = halved(arena, champion, challengers, arguments.deals, seed)
        seed += 100 * arguments.deals
        challenger = elite.mean(0)
        is_better, finding = verdict(arena, champion, challenger, 20 * arguments.deals, seed)
        seed += 100 * arguments.deals
        print(f"{generation}: {finding}", flush=True)
        if is_better:
            champion = challenger
            print(show(champion, names, dtype), flush=True)


def _require(argument: str, asked: Sequence[str], known: Sequence[str]) -> None:
    for name in asked:
        if name not in known:
            raise OptionError(
                f"{argument}: there is no {name!r}; there are: {listing(known, len(known))}",
                option=argument,
                value=name,
            )


if __name__ == "__main__":
    sys.exit(main())
