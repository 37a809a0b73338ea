"""What all seats may expect, learnt from games of a finished network: what its search asks for.

A network's own value is learnt for the seat that is to move, of players who have changed since. A
search wants to know of every leaf what each seat may expect if the network plays on. That is learnt
here: games of the network in all seats are played, and what the seat to move saw is set beside what
the rest of the game paid each seat. It begins with what the network itself thinks: of the seat to
move its own value, of the others that they share what is left. No decision is learnt from twice,
so that nothing is learnt by heart; what is handed on is a running mean of what was learnt, in which
the luck of the last games counts for little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import cycle, pairwise
from typing import Annotated, Any

import numpy as np

from piracy_agents.learning.demonstrations import DemonstrationBatch, Demonstrations
from piracy_agents.network import MOST_LAYERS, Floats, Layer, Network, SeatValues
from piracy_agents.search.network_loops import packed_policy, score_rows, scratch_for
from piracy_agents.settings import Real, Several, Whole, require
from piracy_agents.trained import Trained
from piracy_env.core.engine import Engine
from piracy_env.core.game import Game
from piracy_env.core.view import View
from piracy_env.errors import MissingExtraError, OptionError

try:
    import torch
    from torch import nn
    from torch.nn import functional
except ImportError:
    raise MissingExtraError(
        'training needs torch: pip install "piracy_env[sb3]"', extra="sb3"
    ) from None

MOST_GAMES = 1 << 24
GAMES_SEED, LOTS_SEED, WEIGHTS_SEED = 0x5EA7, 0x5EA8, 0x5EA9
"""Tell the streams of deals, of draws, and of first weights apart under the seed."""


@dataclass(frozen=True)
class ValueSettings:
    """How to learn what all seats may expect."""

    games: Annotated[int, Whole(0, MOST_GAMES)] = 20_480
    """Games of the network in all seats; 0 learns nothing."""
    widths: Annotated[
        tuple[int, ...], Several(Whole(1, 1024), f"1 to {MOST_LAYERS} widths", MOST_LAYERS)
    ] = (64, 32)
    """Units of the layers of the values' own trunk: each leaf of a search passes through them."""
    tables: Annotated[int, Whole(1, 1 << 16)] = 256
    """Games played side by side."""
    minibatch: Annotated[int, Whole(1, 1 << 20)] = 512
    """Decisions for one step of the optimiser."""
    rate: Annotated[float, Real(0, 1)] = 1e-3
    """Learning rate at the beginning; it falls to a hundredth."""
    averaging: Annotated[float, Real(0, 1)] = 0.99
    """How much of the running mean of the weights stays with each step."""

    def __post_init__(self) -> None:
        require(self)
        if not self.widths:
            raise OptionError("values of all seats have a layer at least", option="widths")


class ValueLearner:
    """Learns the values of all seats of a network by games among itself.

    Args:
        network: Whose games are played.
        game: Its game.
        players: Number of players of half of the games; the other half has all other numbers.
        settings: How to learn.
        seed: Of deals, draws and first weights.
        options: Options of the engine and of the game.
    """

    def __init__(
        self,
        network: Network,
        game: Game,
        players: int,
        settings: ValueSettings,
        seed: int,
        **options: Any,
    ) -> None:
        self.network, self.settings = network, settings
        self.games = 0
        """Games that were learnt from."""
        self._lessons = list(_lessons(network, game, players, settings, seed, options))
        generator = torch.Generator().manual_seed(seed ^ WEIGHTS_SEED)
        self._net = _SeatNet(network, game, settings.widths, generator)
        self._mean = deepcopy(self._net)
        self._optimizer = torch.optim.Adam(self._net.parameters(), lr=settings.rate)
        self._steps = 0

    def learn(self, watch: Callable[[int], None] = lambda games: None) -> None:
        """Play all the games, and learn from each.

        Args:
            watch: Is told how many games were learnt from, now and then.
        """
        for number, lesson in enumerate(cycle(self._lessons)):
            if self.games >= self.settings.games:
                return
            self._learn_from(lesson.batch(number, 1))
            self.games += self.settings.tables
            watch(self.games)

    def _learn_from(self, batch: DemonstrationBatch) -> None:
        """One step of the optimiser for each minibatch."""
        left = 1.0 - self.games / self.settings.games
        for group in self._optimizer.param_groups:
            group["lr"] = self.settings.rate * (0.01 + 0.99 * left)
        seats = batch.payment.shape[1]
        parts = max(round(len(batch.action) / self.settings.minibatch), 1)
        for rows in np.array_split(np.arange(len(batch.action)), parts):
            seen, payment = batch.observation[rows], torch.as_tensor(batch.payment[rows])
            units = torch.as_tensor(self.network.units(seen))
            error = ((self._net(torch.as_tensor(seen), units)[:, :seats] - payment) ** 2).mean()
            self._optimizer.zero_grad()
            error.backward()
            self._optimizer.step()
            self._average()

    def _average(self) -> None:
        """Move the mean, at first that of all steps: the first weights are soon forgotten."""
        self._steps += 1
        average(self._mean, self._net, max(1.0 - self.settings.averaging, 1.0 / self._steps))

    def result(self) -> Network:
        """The network with what was learnt."""
        *trunk, heads = [layer_of(linear) for linear in (*self._mean.linears, self._mean.heads)]
        learnt = {"value_games": self.games}
        return replace(
            self.network,
            seat_values=SeatValues(tuple(trunk), heads),
            about={**self.network.about, **learnt},
        )


def _lessons(
    network: Network,
    game: Game,
    players: int,
    settings: ValueSettings,
    seed: int,
    options: dict[str, Any],
) -> Iterator[Demonstrations]:
    """Games by turns: of the usual number of players and another one, of best and of drawn actions.

    Best actions are what is played, drawn ones are what a search looks at beside them.
    """
    others = [count for count in game.seats if count != players and _fits(game, count, options)]
    counts = [count for other in others for count in (players, other)] or [players]
    lots = np.random.default_rng([seed, LOTS_SEED])
    for generator in (None, lots):
        player = Quick(network, game, "the network", generator)
        for number, count in enumerate(counts):
            yield Demonstrations(
                game,
                player,
                seed=_derived(seed, number, generator is not None),
                tables=settings.tables,
                players=count,
                skip_forced=True,
                **options,
            )


class Quick(Trained):
    """Plays by a network in compiled code, as its search would."""

    def __init__(
        self, network: Network, game: Game, name: str, generator: np.random.Generator | None
    ) -> None:
        super().__init__(network, game, name, generator)
        self._packed = packed_policy(network)
        self._scratch = scratch_for(game, self._packed)

    def consider(self, view: View) -> tuple[Floats, Floats]:
        """Scores [n, A] of the legal actions; of the seat's payment nothing is said."""
        scores = np.zeros(view.action_mask.shape, np.float32)
        mask = np.ascontiguousarray(view.action_mask)
        score_rows(view.observation, mask.view(np.uint8), self._packed, self._scratch, scores)
        if self.adviser:
            scores += self.adviser.advise(view)
        scores[~mask] = -np.inf
        return scores, np.zeros(len(scores), np.float32)


def _fits(game: Game, players: int, options: dict[str, Any]) -> bool:
    """Whether so many can play with the same options."""
    try:
        Engine(game, 1, players=players, **options)
    except OptionError:
        return False
    return True


def _derived(*words: int) -> int:
    """The seed of some of the games."""
    return int(np.random.default_rng([GAMES_SEED, *words]).integers(1 << 31))


class _SeatNet(nn.Module):  # type: ignore[misc] # untyped without its package
    """What `SeatValues` is made of, as torch learns it."""

    def __init__(self, network: Network, game: Game, widths: Sequence[int], generator: Any) -> None:
        super().__init__()
        sizes = [game.observation.size, *widths]
        self.linears = nn.ModuleList(nn.Linear(*pair) for pair in pairwise(sizes))
        for linear in self.linears:
            bound = linear.in_features**-0.5
            nn.init.uniform_(linear.weight, -bound, bound, generator=generator)
            nn.init.zeros_(linear.bias)
        value = torch.as_tensor(np.append(network.value.weight[:, 0], network.value.bias))
        heads = torch.zeros(game.max_seats, sizes[-1] + len(value))
        heads[0, sizes[-1] :] = value
        heads[1:, sizes[-1] :] = -value / max(game.default_seats - 1, 1)
        self.heads = nn.Linear(heads.shape[1] - 1, len(heads))
        with torch.no_grad():
            self.heads.weight.copy_(heads[:, :-1])
            self.heads.bias.copy_(heads[:, -1])

    def forward(self, seen: Any, units: Any) -> Any:
        """The expected payments [n, seats]."""
        for linear in self.linears:
            seen = functional.relu(linear(seen))
        return self.heads(torch.cat([seen, units], dim=1))


def average(mean: Any, newest: Any, share: float) -> None:
    """Let the newest weights have such a share in a running mean of them."""
    with torch.no_grad():
        for kept, weights in zip(mean.parameters(), newest.parameters(), strict=True):
            kept.lerp_(weights, share)


def layer_of(linear: Any) -> Layer:
    """A layer of torch as networks have it."""
    weight, bias = linear.weight.detach().numpy(), linear.bias.detach().numpy()
    return Layer(np.ascontiguousarray(weight.T, np.float32), bias.astype(np.float32))
