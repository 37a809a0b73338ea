"""What the compiled search works on: nodes and trees as records, and one plan for a call."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.control import MAX_SEATS
from piracy_env.core.game import Game
from piracy_env.core.outcome import OUTCOME

UCB, PUCT, HALVING = range(3)
"""How the next action is chosen in a node: by UCB1 among those available, by their priors and
values, or at the root by sequential halving."""

UNIFORM = -1
"""In place of a character: playouts or priors that favour no action."""

TO_THE_END = -1
"""In place of a number of moves."""

DEEPEST = 256
"""Longest path in a tree; beyond it games are played out."""
LINE = 8
"""Moves that are kept of the principal variation."""

NODE = np.dtype(
    [
        ("total", np.float32, MAX_SEATS),  # what each seat was paid, summed over the visits
        ("prior", np.float32),  # how good the action looks beforehand; below 0: halved away
        ("action", np.int32),  # what led here
        ("visits", np.int32),
        ("seen", np.int32),  # simulations in which the parent was passed and this was available
        ("first", np.int32),  # first child, -1 if the node was never expanded
        ("next", np.int32),  # next child of the same parent, -1 for none
        ("seat", np.int8),  # who took the action
    ],
    align=True,
)
"""A node stands for the actions that lead to it, whatever chance and hidden cards did meanwhile."""

TREE = np.dtype(
    [
        ("dice", np.uint64),  # generator of the search's own choices
        ("size", np.int64),  # nodes in use
        ("depth", np.int64),  # nodes on the trail
        ("rounds", np.int64),  # of sequential halving
        ("trail", np.int64, DEEPEST),  # nodes of this simulation, from the root
        ("pay", np.float64, MAX_SEATS),  # what this simulation is worth to each seat
        ("outcome", OUTCOME),
    ],
    align=True,
)

CONTROL = np.dtype(
    [
        ("budget", np.int64),  # simulations of a whole search, 0 if time limits it
        ("capacity", np.int64),  # nodes of a tree
        ("limit", np.int64),  # a game is cut after so many moves
        ("rule", np.int64),  # UCB, PUCT or HALVING
        ("depth", np.int64),  # levels of the tree that are grown
        ("horizon", np.int64),  # moves of a playout before scores are compared, or TO_THE_END
        ("playouts", np.int64),  # character that plays them, or UNIFORM
        ("adviser", np.int64),  # character that gives the priors, or UNIFORM
        ("reward", np.int64),  # reward mode that is maximised; one that is paid at the end
        ("on_the_way", np.bool_),  # a mode is asked for that is paid on the way to that end
        ("when_cut", np.bool_),  # a game that is cut is paid by its standing
        ("scale", np.float64),  # what the reward mode `score` divides by
        ("middle", np.float64),  # of what a game can pay: the tree counts from there
        ("reach", np.float64),  # from there to the bounds: what the tree counts in
        ("explore", np.float64),  # weight of exploration
        ("epsilon", np.float64),  # share of random moves in a character's playouts
        ("heat", np.float64),  # how little a difference of opinion matters to the priors
        ("paranoid", np.bool_),  # all others are taken to play against the searching seat
        ("asks", np.bool_),  # priors and values come from outside
    ],
    align=True,
)


class SearchBuffers(NamedTuple):
    """Memory for one tree a place, used again for every search."""

    trees: NDArray[Any]
    nodes: NDArray[Any]
    """[places * capacity]"""
    worlds: NDArray[Any]
    """[places, size] records as bytes."""
    choices: NDArray[Any]
    opinions: NDArray[Any]


class Leaves(NamedTuple):
    """Where simulations have led, for an evaluator outside."""

    observation: NDArray[np.float32]
    """[m * P, D] what each seat sees of each leaf."""
    mask: NDArray[np.uint8]
    """[m, A]"""
    seats: NDArray[np.int64]
    """[m] who is to move."""
    unsettled: NDArray[np.bool_]
    """[m] whether there is something to be evaluated: the game goes on."""


class SearchStats(NamedTuple):
    """What is read off the trees."""

    visits: NDArray[np.int32]
    """[n, A] simulations that began with each action."""
    values: NDArray[np.float32]
    """[n, A] what they were worth to the seat to move, on average."""
    outlook: NDArray[np.float32]
    """[n, P] what the position is worth to each seat, on average."""
    lines: NDArray[np.int32]
    """[n, LINE] the most visited path, -1 beyond its end."""


def in_payments(stats: SearchStats, control: NDArray[Any]) -> SearchStats:
    """What was read off the trees, in what is paid; nothing where nothing was tried."""
    middle, reach = float(control["middle"][0]), float(control["reach"][0])
    if (middle, reach) == (0.0, 1.0):
        return stats
    values = np.where(stats.visits > 0, stats.values * reach + middle, 0.0)
    searched = stats.visits.any(axis=1, keepdims=True)
    outlook = np.where(searched, stats.outlook * reach + middle, 0.0)
    return stats._replace(values=values.astype(np.float32), outlook=outlook.astype(np.float32))


def buffers_for(game: Game, places: int, capacity: int) -> SearchBuffers:
    """Room for as many trees at once."""
    return SearchBuffers(
        np.zeros(places, TREE),
        np.empty(places * capacity, NODE),  # no memory is taken before it is written to
        np.zeros((places, game.dtype.itemsize), np.uint8),
        np.zeros((places, game.actions.size), np.uint8),
        np.zeros((places, game.actions.size), np.float32),
    )


def stats_for(game: Game, positions: int, players: int) -> SearchStats:
    """Room for the results of as many searches."""
    return SearchStats(
        np.zeros((positions, game.actions.size), np.int32),
        np.zeros((positions, game.actions.size), np.float32),
        np.zeros((positions, players), np.float32),
        np.full((positions, LINE), -1, np.int32),
    )
