"""What policies are worth in a small game, and how far they can be exploited: exact figures.

A policy is an array [choices] of probabilities, which add up to 1 in each information set.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from experiments.equilibrium.tree import Floats, Tree
from piracy_agents.network import Network
from piracy_agents.trained import Trained
from piracy_env.core.view import View
from piracy_env.envs.opponents import Uniform, find_agent
from piracy_env.errors import AgentError


@runtime_checkable
class Telling(Protocol):
    """An agent that tells how it plays, rather than how it has decided."""

    def probabilities(self, view: View) -> NDArray[np.floating]:
        """[n, A] with which probability each action is taken."""
        ...


def policy_of(agent: str | Telling, tree: Tree) -> Floats:
    """How an agent plays in every information set."""
    player = find_agent(agent, tree.game) if isinstance(agent, str) else agent
    if isinstance(player, Uniform):
        return uniform(tree)
    if not isinstance(player, Telling):
        raise AgentError(
            f"{player!r} does not tell how it plays: exact figures are for `uniform`, `ppo:<file>` "
            "and agents with a method `probabilities(view)`"
        )
    probabilities = np.asarray(player.probabilities(tree.view), np.float64)
    return normalized(tree, probabilities[tree.set_of, tree.action])


def uniform(tree: Tree) -> Floats:
    """All choices of a set alike."""
    return normalized(tree, np.zeros(tree.choices))


def normalized(tree: Tree, weights: Floats) -> Floats:
    """Probabilities in proportion to weights; all alike in a set without any."""
    totals = np.add.reduceat(weights, tree.first)
    counts = np.diff([*tree.first, tree.choices])
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = weights / totals[tree.set_of]
    policy: Floats = np.where(totals[tree.set_of] > 0, shares, 1 / counts[tree.set_of])
    return policy


def reach(tree: Tree, policy: Floats) -> Floats:
    """[choices + P] how likely a seat plays the whole of a sequence, if all others let it."""
    chances = np.ones(tree.choices + tree.players)
    for sets in tree.levels:
        chosen = np.isin(tree.set_of, sets)
        longer = policy * chances[tree.before[tree.set_of]]
        chances[: -tree.players][chosen] = longer[chosen]
    return chances


def worth(tree: Tree, policy: Floats, best: bool = False) -> Floats:
    """[choices + P] what each sequence pays its seat, weighed by the others' and chance's part.

    From there on the seat plays by the policy as well, or as is best against it. The last numbers
    are those of the empty sequences: what the game pays.
    """
    ways = reach(tree, policy)[tree.last]
    values = np.zeros(tree.choices + tree.players)
    for seat in range(tree.players):
        others = np.prod(np.delete(ways, seat, axis=1), axis=1) * tree.chance
        np.add.at(values, tree.last[:, seat], others * tree.payment[:, seat])
    for sets in reversed(tree.levels):
        value = in_sets(tree, policy, values, best)
        np.add.at(values, tree.before[sets], value[sets])
    return values


def in_sets(tree: Tree, policy: Floats, values: Floats, best: bool = False) -> Floats:
    """[sets] what they are worth, if that is known of their choices."""
    choices = values[: tree.choices]
    if best:
        most: Floats = np.maximum.reduceat(choices, tree.first)
        return most
    mean: Floats = np.add.reduceat(policy * choices, tree.first)
    return mean


@dataclass(frozen=True)
class Exploitability:
    """How far a policy in all seats is from one that nobody can better."""

    value: tuple[float, ...]
    """What the game pays each seat if all play by the policy."""
    best: tuple[float, ...]
    """What it pays a seat that plays best against the policy in all others."""

    @property
    def gain(self) -> float:
        """The mean over the seats of what playing best adds: OpenSpiel's exploitability.

        The sum, which is 0 in an equilibrium and nowhere else, is known as NashConv.
        """
        return float(np.mean(np.subtract(self.best, self.value)))


def exploitability(tree: Tree, policy: Floats) -> Exploitability:
    """How far a policy in all seats can be exploited."""
    value, best = (worth(tree, policy, best)[tree.choices :] for best in (False, True))
    return Exploitability(tuple(value.tolist()), tuple(best.tolist()))


def gains_of(network: Network, tree: Tree) -> dict[str, float]:
    """How far a network can be exploited that takes its best actions, or draws from its policy.

    In payments of the tree's reward mode.
    """
    players = {
        "best": Trained(network, tree.game, "by its best actions"),
        "sampled": Trained(network, tree.game, "sampled", np.random.default_rng()),
    }
    return {
        name: round(exploitability(tree, policy_of(player, tree)).gain, 6)
        for name, player in players.items()
    }
