"""Expert iteration: a search by the network plays better than it, and so teaches it.

As Anthony, Tian and Barber have it (2017), and AlphaZero after them. The newest network plays games
in most seats, the best heuristic in some. At some of its decisions, by lot, the network searches:
the policy learns the shares of the visits, and all seats learn to expect what the game paid them.
Values stand apart: what is learnt of them moves no layer of the policy. What searches is a running
mean of the weights; it is handed on as it is, or with a part of what was begun with.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from time import process_time
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from piracy_agents.advice import Adviser
from piracy_agents.learning.values import (
    Quick,
    ValueLearner,
    ValueSettings,
    average,
    layer_of,
)
from piracy_agents.network import Layer, Network, SeatValues
from piracy_agents.search.mcts import TRUST
from piracy_agents.search.networked import NetworkSearch, paid_by
from piracy_agents.search.settings import SearchSettings
from piracy_agents.settings import Real, Whole, require
from piracy_env.core.engine import Engine
from piracy_env.core.game import Game
from piracy_env.core.match import Answer, Match
from piracy_env.core.view import Agent, View
from piracy_env.envs.opponents import find_agent
from piracy_env.errors import MissingExtraError, OptionError

try:
    import torch
    from torch import nn
    from torch.nn import functional
except ImportError:
    raise MissingExtraError(
        'training needs torch: pip install "piracy_env[sb3]"', extra="sb3"
    ) from None

Ints = NDArray[np.int64]

NETWORK, SEARCH, HEURISTIC = range(3)
"""Who may sit in a seat; in one of the network, network and search take turns by lot."""
ILLEGAL = -1e8
"""Score of an action that is none."""
_LOTS, _ORDER = 0xE59E47, 0xE59E48


@dataclass(frozen=True)
class ExpertSettings:
    """How the network is taught by its search."""

    simulations: Annotated[int, Whole(1, 1 << 20)] = 48
    """Of each search."""
    trust: Annotated[float, Real(0.01, 100)] = TRUST
    """Weight of exploration in the tree."""
    noise: Annotated[float, Real(0, 1)] = 0.25
    """Share of lots in what the policy says of a search's first decision."""
    searched: Annotated[float, Real(0.01, 1)] = 0.5
    """Share of the network's decisions that are searched, and learnt from."""
    heuristics: Annotated[float, Real(0, 1)] = 1 / 3
    """Share of the seats that the best heuristic has; with 0, the game needs none."""
    tables: Annotated[int, Whole(1, 1 << 16)] = 256
    """Games between two rounds of learning, all to their ends."""
    window: Annotated[int, Whole(1, 1 << 10)] = 4
    """Rounds whose decisions are learnt from, the present one among them."""
    epochs: Annotated[float, Real(0, 100)] = 2.0
    """How often a decision is learnt from, on average."""
    minibatch: Annotated[int, Whole(1, 1 << 20)] = 512
    """Decisions for one step of the optimiser."""
    rate: Annotated[float, Real(0, 1)] = 3e-4
    """Learning rate at the beginning; it falls to a tenth."""
    averaging: Annotated[float, Real(0, 1)] = 0.99
    """How much of the running mean of the weights stays with each step."""
    kept: Annotated[float, Real(0, 1)] = 0.0
    """How much of what it began with stays in what is handed on: weights in between are often
    better than either, against more kinds of players."""
    values: Annotated[int, Whole(0, 1 << 24)] = 5120
    """Games that teach the values of all seats beforehand, if the network has none."""

    def __post_init__(self) -> None:
        require(self)


class Searched(NamedTuple):
    """Searched decisions."""

    observation: NDArray[np.float32]
    """[n, D] what the seat saw."""
    action_mask: NDArray[np.bool_]
    """[n, A]"""
    advice: NDArray[np.float32]
    """[n, A] what the network's adviser said; zeros without one."""
    visits: NDArray[np.float32]
    """[n, A] shares of the simulations."""
    payment: NDArray[np.float32]
    """[n, P] what the game still paid: to the seat, to the one on its left, and so on; NaN where
    nobody sits, if there are tables of several sizes."""


class SearchedGames:
    """Games with searched decisions.

    Args:
        game: The game.
        settings: Who plays, and how it is searched.
        seed: Of deals and lots.
        options: Options of the engine and of the game.
    """

    def __init__(self, game: Game, settings: ExpertSettings, seed: int, **options: Any) -> None:
        self._engine = Engine(
            game, settings.tables, seed=seed, auto_reset=False, skip_forced=True, **options
        )
        self._others = [find_agent("heuristic", game)] if settings.heuristics else []
        self._settings = settings
        self._lots = np.random.default_rng([seed, _LOTS])

    def play(self, network: Network) -> Searched:
        """Deal anew, and play to the ends with the network as it is now."""
        engine, settings, lots = self._engine, self._settings, self._lots
        engine.reset()
        seats = (settings.tables, engine.options.players)
        is_heuristic = lots.random(seats) < settings.heuristics
        seating = np.where(is_heuristic, HEURISTIC, self._who(seats))
        expert = _Expert(network, engine.game, settings, lots)
        agents: list[Agent] = [
            Quick(network, engine.game, "the network", lots),
            expert,
            *self._others,
        ]
        kept: list[tuple[NDArray[Any], ...]] = []

        def hear(answer: Answer) -> None:
            if answer.agent == HEURISTIC:
                return
            view, games, seat = answer.view, answer.games, answer.view.seat.astype(np.int64)
            if answer.agent == SEARCH:
                paid = engine.slots["paid"][games, : view.players]
                known = (view.observation, view.action_mask, expert.advice, expert.visits)
                kept.append((*known, games, seat, paid))
            seating[games, seat] = self._who(len(games))

        Match(engine, agents, seating, listener=hear).play()
        if not kept:
            few = f"{settings.tables} tables are too few"
            raise OptionError(f"a round without a search: {few}", option="tables")
        seen, masks, advice, visits, games, movers, paid = map(
            np.concatenate, zip(*kept, strict=True)
        )
        around = (movers[:, None] + np.arange(paid.shape[1])) % paid.shape[1]
        payment = np.take_along_axis(engine.final_payments[games] - paid, around, axis=1)
        return Searched(seen, masks, advice, visits, payment.astype(np.float32))

    def _who(self, shape: int | tuple[int, ...]) -> Ints:
        """Who decides next in a seat of the network."""
        return np.where(self._lots.random(shape) < self._settings.searched, SEARCH, NETWORK)


class _Expert:
    """The search; it draws its actions by their visits, and keeps what it found."""

    def __init__(
        self, network: Network, game: Game, settings: ExpertSettings, lots: np.random.Generator
    ) -> None:
        search = SearchSettings(
            simulations=settings.simulations,
            c=settings.trust,
            threads=1,
            reward=paid_by(network, game),
        )
        self._search = NetworkSearch(game, search, network, noise=settings.noise)
        self._adviser = Adviser.of(network, game)
        self._lots = lots
        self.visits = self.advice = np.zeros((0, game.actions.size), np.float32)
        """[n, A] shares of the simulations, and the adviser's scores, where it was asked last."""

    def act(self, view: View) -> Ints:
        """One action for each position."""
        visits = self._search.think(view).visits
        self.visits = (visits / visits.sum(axis=1, keepdims=True)).astype(np.float32)
        advice = self._adviser.advise(view) if self._adviser else None
        self.advice = np.zeros_like(self.visits) if advice is None else advice
        with np.errstate(divide="ignore"):
            scores = np.log(self.visits) + self._lots.gumbel(size=visits.shape)
        return np.asarray(scores.argmax(axis=1), np.int64)


class ExpertLearner:
    """Learns from the searches of what it has learnt so far.

    Args:
        network: What it begins with.
        game: Its game.
        players: Numbers of players, each at as many tables; the first is the usual one.
        settings: How to learn.
        seed: Of deals, lots and first weights.
        options: Options of the engine and of the game.
    """

    def __init__(
        self,
        network: Network,
        game: Game,
        players: Sequence[int],
        settings: ExpertSettings,
        seed: int,
        **options: Any,
    ) -> None:
        torch.set_num_threads(1)
        options["reward"] = paid_by(network, game)
        self.begun = network.digest
        """The digest of what it begins with."""
        if network.seat_values is None:
            lessons = ValueSettings(games=settings.values)
            first = ValueLearner(network, game, players[0], lessons, seed, **options)
            first.learn()
            network = first.result()
        self.settings = settings
        self.searched = 0
        """Searched decisions so far, in this training."""
        self._first = network
        tables = [len(part) for part in np.array_split(np.arange(settings.tables), len(players))]
        self._games = [
            SearchedGames(
                game, replace(settings, tables=share), seed + number, players=count, **options
            )
            for number, (count, share) in enumerate(zip(players, tables, strict=True))
        ]
        self._student = _Student(network)
        self._mean = deepcopy(self._student)
        self._optimizer = torch.optim.Adam(self._student.parameters(), lr=settings.rate)
        self._window: deque[Searched] = deque(maxlen=settings.window)
        self._order = np.random.default_rng([seed, _ORDER])

    def network(self) -> Network:
        """What has been learnt so far."""
        return self._told(self._mean)

    def result(self) -> Network:
        """What is handed on: what has been learnt, and what it began with as far as it is kept."""
        blend = deepcopy(self._mean)
        average(blend, _Student(self._first), self.settings.kept)
        return self._told(blend)

    def _told(self, student: _Student) -> Network:
        before = self._first.about.get("searched", 0)  # a search may have taught it already
        return student.network(self._first, begun=self.begun, searched=before + self.searched)

    def learn(self, progress: float) -> dict[str, float]:
        """Play and learn a round; what came of it, and the seconds of the processor that it took.

        Args:
            progress: How much of the whole training is done: the rate falls with it.
        """
        begun = process_time()
        network = self.network()
        newest = _together([games.play(network) for games in self._games])
        played = process_time()
        self.searched += len(newest.visits)
        self._window.append(newest)
        facts = self._learn_from(len(newest.visits), progress)
        pace = {"playing": played - begun, "learning": process_time() - played}
        return {"searched": self.searched, **facts, **pace}

    def _learn_from(self, count: int, progress: float) -> dict[str, float]:
        """As many steps as so many decisions are worth, on any of the window."""
        settings = self.settings
        for group in self._optimizer.param_groups:
            group["lr"] = settings.rate * (1.0 - 0.9 * min(progress, 1.0))
        whole = _together(self._window)
        told: list[dict[str, float]] = []
        left = max(round(settings.epochs * count / settings.minibatch), 1)
        while left:
            order = self._order.permutation(len(whole.visits))
            parts = np.array_split(order, max(len(order) // settings.minibatch, 1))[:left]
            left -= len(parts)
            for rows in parts:
                batch = Searched(*(torch.as_tensor(column[rows]) for column in whole))
                loss, facts = _loss(self._student, batch)
                self._optimizer.zero_grad()
                loss.backward()
                self._optimizer.step()
                average(self._mean, self._student, 1.0 - settings.averaging)
                told.append(facts)
        return {name: float(np.mean([facts[name] for facts in told])) for name in told[0]}


def playing_for(network: Network, game: Game, mode: str) -> Network:
    """The same policy to play for a reward mode; if that is another one, its values are not known.

    Raises:
        OptionError: The game has no such mode.
    """
    if mode not in game.reward_modes:
        allowed = ", ".join(game.reward_modes)
        raise OptionError(f"reward: {game.name} has {allowed}, not {mode!r}", option="reward")
    if mode == paid_by(network, game):
        return network
    return replace(network, seat_values=None, about={**network.about, "reward": mode})


def _together(parts: Sequence[Searched]) -> Searched:
    """The decisions of tables of all sizes."""
    most = max(part.payment.shape[1] for part in parts)
    wide = [
        part._replace(
            payment=np.pad(
                part.payment,
                ((0, 0), (0, most - part.payment.shape[1])),
                constant_values=np.nan,
            )
        )
        for part in parts
    ]
    return Searched(*(np.concatenate(column) for column in zip(*wide, strict=True)))


class _Student(nn.Module):  # type: ignore[misc] # untyped without its package
    """A network with values of all seats, as torch learns it."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        assert network.seat_values is not None
        self.trunk = nn.ModuleList(map(_linear, network.trunk))
        self.policy, self.value = _linear(network.policy), _linear(network.value)
        self.own = nn.ModuleList(map(_linear, network.seat_values.trunk))
        self.heads = _linear(network.seat_values.heads)

    def forward(self, seen: Any) -> tuple[Any, Any, Any]:
        """Scores [n, A], and what the seat to move [n] and what all seats [n, P] expect."""
        units = _through(self.trunk, seen)
        still = units.detach()
        everybody = self.heads(torch.cat([_through(self.own, seen), still], dim=1))
        return self.policy(units), self.value(still)[:, 0], everybody

    def network(self, first: Network, **about: Any) -> Network:
        """The same as a network, which was once another one."""
        values = SeatValues(tuple(map(layer_of, self.own)), layer_of(self.heads))
        return replace(
            first,
            trunk=tuple(map(layer_of, self.trunk)),
            policy=layer_of(self.policy),
            value=layer_of(self.value),
            seat_values=values,
            about={**first.about, **about},
        )


def _loss(student: _Student, batch: Searched) -> tuple[Any, dict[str, float]]:
    """What is made smaller, and what is told of it."""
    scores, own, everybody = student(batch.observation)
    scores = (scores + batch.advice).masked_fill(~torch.as_tensor(batch.action_mask), ILLEGAL)
    chances, visits = scores.log_softmax(dim=1), torch.as_tensor(batch.visits)
    payment = torch.as_tensor(batch.payment)
    missed = -(visits * chances).sum(dim=1).mean()
    policy = missed - torch.special.entr(visits).sum(dim=1).mean()
    value = functional.mse_loss(own, payment[:, 0])
    sits = ~payment.isnan()
    seats = functional.mse_loss(everybody[:, : payment.shape[1]][sits], payment[sits])
    with torch.no_grad():
        agrees = scores.argmax(dim=1) == visits.argmax(dim=1)
        entropy = torch.special.entr(chances.exp()).sum(dim=1)
    facts = {
        "divergence": policy,
        "agreement": agrees.float().mean(),
        "entropy": entropy.mean(),
        "value_error": value,
        "seats_error": seats,
    }
    return policy + value + seats, {name: fact.item() for name, fact in facts.items()}


def _through(linears: Any, units: Any) -> Any:
    for linear in linears:
        units = functional.relu(linear(units))
    return units


def _linear(layer: Layer) -> Any:
    weight, bias = (np.array(array, np.float32) for array in (layer.weight.T, layer.bias))
    linear = nn.Linear(weight.shape[1], weight.shape[0])
    with torch.no_grad():
        linear.weight.copy_(torch.as_tensor(weight))
        linear.bias.copy_(torch.as_tensor(bias))
    return linear
