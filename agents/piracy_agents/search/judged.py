# ruff: noqa: PLR0913, PLR0917 - compiled code takes its buffers one by one
# mypy: disable-error-code="no-any-return"
"""Search over a network in compiled code, from the root to what the network thinks of a leaf.

The arithmetic is that of `piracy_agents.network` in single precision, one leaf at a time, and skips
inputs that are zero: most of what a seat sees is.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from piracy_agents.advice import EXCLUDED, INVERSE_TEMPERATURE, LOGIT_AT_THRESHOLD, LOGIT_FLOOR
from piracy_agents.network import Layer, Network
from piracy_agents.search.loops import (
    add_children,
    advise_leaf,
    back_up,
    descend,
    pay_so_far,
    plant,
    read,
    redraw,
    settle,
)
from piracy_env.core.control import MAX_SEATS
from piracy_env.core.game import RUNNING, Game
from piracy_env.core.jit import INT, forceinline, kernel, loop
from piracy_env.core.kernels import (
    choices_at,
    features_at,
    state_at,
    tables_at,
)
from piracy_env.core.masks import NONE
from piracy_env.core.moves import at, copy_bytes, look

Floats = NDArray[np.float32]


class PackedNetwork(NamedTuple):
    """A network as compiled code takes it: matrices [inputs * outputs] behind one another."""

    widths: NDArray[np.int64]
    """Of the inputs, and of each layer of the trunk."""
    weights: Floats
    """The trunk's layers, each with its bias behind it."""
    policy: Floats
    value: Floats
    adviser: bool
    """Whether the policy adds to what a script thinks."""
    threshold: float
    """How far behind others may be, in the script's units; 0 leaves every decision open."""
    low: float
    high: float
    """What a value is cut to."""
    centred: bool
    """Whether the values of all seats add up to 0."""


class Scratch(NamedTuple):
    """What one thread writes on."""

    observation: Floats
    """[1, D]"""
    units: Floats
    """[2, widest layer]"""
    scores: Floats
    """[A]"""
    distances: Floats
    """[A]"""
    values: NDArray[np.float64]
    """[seats]"""


def packed(network: Network, **more: Any) -> PackedNetwork:
    """A network, and how it is to be understood."""
    widths = [len(network.policy.weight), *(len(one.bias) for one in network.trunk)]
    if network.trunk:
        widths[0] = len(network.trunk[0].weight)
    trunk = [_flat(one) for one in network.trunk]
    return PackedNetwork(
        np.array(widths, np.int64),
        np.concatenate([*trunk, np.zeros(0, np.float32)]),
        _flat(network.policy),
        _flat(network.value),
        **more,
    )


def _flat(layer: Layer) -> Floats:
    return np.concatenate([layer.weight.ravel(), layer.bias]).astype(np.float32)


def scratch_for(game: Game, net: PackedNetwork) -> Scratch:
    """Room for one leaf."""
    return Scratch(
        np.zeros((1, game.observation.size), np.float32),
        np.zeros((2, int(net.widths.max())), np.float32),
        np.zeros(game.actions.size, np.float32),
        np.zeros(game.actions.size, np.float32),
        np.zeros(MAX_SEATS, np.float64),
    )


@loop
def grow_judged(
    bound: Any,
    samples: Any,
    tables: Any,
    chosen: Any,
    first: int,
    last: int,
    buffers: Any,
    weights: Any,
    controls: Any,
    stats: Any,
    net: Any,
    scratch: Any,
) -> None:
    """Search the chosen positions one after the other, as `loops.grow` does; a network judges."""
    kernels, control = bound[0], at(controls, 0)
    tree, s = at(buffers.trees, 0), state_at(kernels, buffers.worlds, 0)
    choices = choices_at(kernels, buffers.choices, 0)
    opinions = choices_at(kernels, buffers.opinions, 0)
    nodes, root = buffers.nodes, INT(0)
    for c in range(len(chosen)):
        k = chosen[c]
        t = tables_at(kernels, tables, k if len(tables) > 1 else 0)
        sample = state_at(kernels, samples, k)
        seat = INT(sample.seat)
        if first == 0:
            plant(tree, nodes, root)
        for number in range(first, last):
            copy_bytes(samples, k, buffers.worlds, 0)
            redraw(kernels, s, t, sample, number, tree)
            descend(kernels, s, t, tree, nodes, root, seat, choices, opinions, weights, control)
            if s.over != RUNNING:
                settle(kernels, s, t, tree, control)
            else:
                opinions[:] = 0.0
                advise_leaf(kernels, s, t, choices, opinions, weights, control)
                _judge_leaf(kernels, s, t, net, scratch, choices, opinions)
                _grow_leaf(s, tree, nodes, choices, scratch.scores, control)
                _expect(kernels, s, t, tree, net, scratch.values, control)
            back_up(tree, nodes, s.players)
        read(nodes, root, seat, k, stats)


# --- a leaf ---------------------------------------------------------------------------------------


@forceinline
def _judge_leaf(
    kernels: Any, s: Any, t: Any, net: Any, scratch: Any, choices: Any, opinions: Any
) -> None:
    """Write how promising each action is, and what each seat expects by what it sees itself."""
    seen = features_at(kernels, scratch.observation, 0)
    for p in range(s.players):
        look(kernels, s, t, INT(p), seen)
        place = _run_trunk(net, scratch.observation, scratch.units)
        width = net.widths[-1]
        units = scratch.units[place] if len(net.widths) > 1 else scratch.observation[0]
        value = net.value[width]
        for i in range(width):
            value += units[i] * net.value[i]
        scratch.values[p] = value
        if p == s.seat:
            _apply(net.policy, 0, units, width, scratch.scores, len(scratch.scores))
    if net.adviser:
        _advise(choices, opinions, net.threshold, scratch.distances, scratch.scores)
    _to_shares(choices, scratch.scores)


@kernel
def _run_trunk(net: Any, observation: Any, units: Any) -> int:
    """Write the units of the trunk's layers by turns; where the last ones stand."""
    place, offset = 0, 0
    source = observation[0]
    for layer in range(1, len(net.widths)):
        inputs, outputs = net.widths[layer - 1], net.widths[layer]
        place = layer % 2
        target = units[place]
        _apply(net.weights, offset, source, inputs, target, outputs)
        for j in range(outputs):
            target[j] = max(target[j], np.float32(0.0))
        offset += (inputs + 1) * outputs
        source = target
    return place


@kernel
def _apply(weights: Any, offset: int, source: Any, inputs: int, target: Any, outputs: int) -> None:
    """A layer: bias and matrix begin at an offset of the weights."""
    bias = weights[offset + inputs * outputs : offset + (inputs + 1) * outputs]
    for j in range(outputs):
        target[j] = bias[j]
    for i in range(inputs):
        x = source[i]
        if x != 0.0:
            row = weights[offset + i * outputs : offset + (i + 1) * outputs]
            for j in range(outputs):
                target[j] += x * row[j]


@kernel
def _to_shares(choices: Any, scores: Any) -> None:
    """Turn scores into shares of the legal actions; scores that are no numbers share nothing."""
    best, total = -math.inf, 0.0
    for action in range(len(choices)):
        if choices[action]:
            best = max(best, scores[action])
    for action in range(len(choices)):
        share = math.exp(scores[action] - best) if choices[action] else 0.0
        scores[action] = share if math.isfinite(share) else 0.0
        total += scores[action]
    if not total > 0.0:
        for action in range(len(choices)):
            scores[action] = choices[action]
            total += choices[action]
    for action in range(len(choices)):
        scores[action] /= total


@forceinline
def _grow_leaf(s: Any, tree: Any, nodes: Any, choices: Any, shares: Any, control: Any) -> None:
    """Give a leaf its children."""
    leaf = tree.trail[tree.depth - 1]
    if at(nodes, leaf).first == NONE:
        add_children(tree, nodes, leaf, NONE, INT(s.seat), choices, shares, control)


@forceinline
def _expect(kernels: Any, s: Any, t: Any, tree: Any, net: Any, values: Any, control: Any) -> None:
    """What a game that goes on is worth to each seat: what was paid, and what is expected."""
    pay_so_far(kernels, s, t, tree, control)
    mean = 0.0
    if net.centred:
        for p in range(s.players):
            mean += values[p] / s.players
    for p in range(s.players):
        value = min(max(values[p] - mean, net.low), net.high)
        if math.isfinite(value):
            tree.pay[p] += value / control.reach


# --- advice ---------------------------------------------------------------------------------------


@kernel
def _advise(choices: Any, values: Any, threshold: float, distances: Any, scores: Any) -> None:
    """Add a script's values of the legal actions to the scores, as `Adviser.logits` has them."""
    best, count = -math.inf, 0
    for action in range(len(choices)):
        if choices[action]:
            best = max(best, values[action])
            count += 1
    if threshold > 0.0:
        for action in range(len(choices)):
            if choices[action]:
                steps = (best - values[action]) / threshold
                scores[action] += LOGIT_AT_THRESHOLD * steps if steps <= 1.0 else EXCLUDED
        return
    usual = _usual_distance(choices, values, best, distances)
    floor = LOGIT_FLOOR + math.log(count)
    for action in range(len(choices)):
        if choices[action] and usual > 0.0:
            steps = (best - values[action]) / usual
            scores[action] -= min(INVERSE_TEMPERATURE * steps, floor)


@kernel
def _usual_distance(choices: Any, values: Any, best: float, distances: Any) -> float:
    """How far behind the middle one of the legal actions is, or else the last one."""
    count, farthest = 0, np.float32(0.0)
    for action in range(len(choices)):
        if choices[action]:
            distances[count] = best - values[action]
            farthest = max(farthest, distances[count])
            count += 1
    middle = _smallest(distances, count, count // 2)
    return middle if middle > 0.0 else float(farthest)


@kernel
def _smallest(numbers: Any, count: int, rank: int) -> float:
    """The number of some rank, 0 for the smallest; they are moved about."""
    low, high = 0, count - 1
    while low < high:
        pivot = numbers[(low + high) // 2]
        i, j = low, high
        while i <= j:
            while numbers[i] < pivot:
                i += 1
            while numbers[j] > pivot:
                j -= 1
            if i <= j:
                numbers[i], numbers[j] = numbers[j], numbers[i]
                i, j = i + 1, j - 1
        if rank <= j:
            high = j
        elif rank >= i:
            low = i
        else:
            break
    return numbers[rank]
