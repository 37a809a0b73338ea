# ruff: noqa: PLR0913, PLR0917 - compiled code takes its buffers one by one
# mypy: disable-error-code="no-any-return"
"""Search over a network in compiled code, from the root to what the network thinks of a leaf.

The arithmetic is that of `piracy_agents.network` in single precision, one leaf at a time. It skips
inputs that are zero, as most of what a seat sees is, and actions that are illegal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from piracy_agents.advice import EXCLUDED, INVERSE_TEMPERATURE, LOGIT_AT_THRESHOLD, LOGIT_FLOOR
from piracy_agents.network import Layer, Network, SeatValues
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
from piracy_env.core.rng import throw

Floats = NDArray[np.float32]

WORDS = 4
"""Words of 64 bits of an observation that are skipped at once, if they are zero."""
AT_ONCE = 2 * WORDS
"""Numbers in them."""

_SIDES = INT(1 << 24)  # of the dice that lots are thrown with
_SPIKE = 4.0  # exponent of the lots: a few of the actions get most of the noise


class Stack(NamedTuple):
    """A trunk as compiled code takes it."""

    widths: NDArray[np.int64]
    """Of the inputs, and of each layer."""
    weights: Floats
    """The layers [inputs * outputs], each with its bias behind it."""


class PackedNetwork(NamedTuple):
    """A network as compiled code takes it."""

    trunk: Stack
    policy: Floats
    """[A, units]"""
    policy_bias: Floats
    """[A]"""
    value: Floats
    """[1, units], of the seat that sees"""
    value_bias: Floats
    """[1]"""
    values: Stack
    """The trunk that values of all seats have for themselves."""
    heads: Floats
    """[seats, its units and those of `trunk`], from the seat to move on; none for networks that ask
    what each seat sees"""
    heads_bias: Floats
    """[seats]"""
    adviser: bool
    """Whether the policy adds to what a script thinks."""
    threshold: float
    """How far behind others may be, in the script's units; 0 leaves every decision open."""
    weight: float
    """What the script's opinion counts."""
    low: float
    high: float
    """What a value is cut to."""
    centred: bool
    """Whether the values of all seats add up to 0."""
    noise: float
    """Share of lots in what the policy says of the root's actions, so that others are tried too."""


class Scratch(NamedTuple):
    """What one thread writes on."""

    observation: Floats
    """[1, D or a little more: a multiple of what is skipped at once]"""
    words: NDArray[np.uint64]
    """The same memory."""
    units: Floats
    """[2, widest layer] of the trunk, by turns"""
    value_units: Floats
    """[2, widest layer] of that of the values"""
    places: NDArray[np.int64]
    """[widest layer] where the inputs of a layer are that are not zero."""
    scores: Floats
    """[A]"""
    distances: Floats
    """[A]"""
    values: NDArray[np.float64]
    """[seats]"""


def packed(network: Network, **more: Any) -> PackedNetwork:
    """A network, and how it is to be understood."""
    inputs = len([*network.trunk, network.policy][0].weight)
    values = network.seat_values or SeatValues((), Layer(np.zeros((inputs, 0)), np.zeros(0)))
    return PackedNetwork(
        _stack(inputs, network.trunk),
        *_by_outputs(network.policy),
        *_by_outputs(network.value),
        _stack(inputs, values.trunk),
        *_by_outputs(values.heads),
        **more,
    )


def packed_policy(network: Network) -> PackedNetwork:
    """A network of which the policy alone is asked."""
    return packed(
        network,
        adviser=False,
        threshold=0.0,
        weight=1.0,
        low=0.0,
        high=0.0,
        centred=False,
        noise=0.0,
    )


def _stack(inputs: int, trunk: Sequence[Layer]) -> Stack:
    widths = np.array([inputs, *(len(layer.bias) for layer in trunk)], np.int64)
    layers = [np.concatenate([layer.weight.ravel(), layer.bias]) for layer in trunk]
    return Stack(widths, np.concatenate([*layers, np.zeros(0)]).astype(np.float32))


def _by_outputs(layer: Layer) -> tuple[Floats, Floats]:
    """Weights [outputs, inputs] and bias."""
    return np.ascontiguousarray(layer.weight.T, np.float32), layer.bias.astype(np.float32)


def scratch_for(game: Game, net: PackedNetwork) -> Scratch:
    """Room for one leaf."""
    widest = int(max(*net.trunk.widths, *net.values.widths))
    observation = np.zeros((1, -(-game.observation.size // AT_ONCE) * AT_ONCE), np.float32)
    return Scratch(
        observation,
        observation[0].view(np.uint64),
        np.zeros((2, widest), np.float32),
        np.zeros((2, widest), np.float32),
        np.zeros(widest, np.int64),
        np.zeros(game.actions.size, np.float32),
        np.zeros(game.actions.size, np.float32),
        np.zeros(MAX_SEATS, np.float64),
    )


@loop
def grow_with_network(
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
    """Search the chosen positions in turn, as `loops.grow` does; a network evaluates leaves."""
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
                _evaluate_leaf(kernels, s, t, net, scratch, choices, opinions)
                if number == 0 and net.noise > 0.0:
                    _stir(tree, choices, net.noise, scratch.distances, scratch.scores)
                _grow_leaf(s, tree, nodes, choices, scratch.scores, control)
                _expect(kernels, s, t, tree, net, scratch.values, control)
            back_up(tree, nodes, s.players)
        read(nodes, root, seat, k, stats)


@loop
def score_rows(observations: Any, masks: Any, net: Any, scratch: Any, scores: Any) -> None:
    """Write what the policy says of the legal actions of some positions."""
    for i in range(len(observations)):
        seen = scratch.observation[0, : observations.shape[1]]
        seen[:] = observations[i]
        _score(net, _run_trunk(net.trunk, scratch, scratch.units), masks[i], scores[i])


# --- a leaf ---------------------------------------------------------------------------------------


@forceinline
def _evaluate_leaf(
    kernels: Any, s: Any, t: Any, net: Any, scratch: Any, choices: Any, opinions: Any
) -> None:
    """Write how promising each action is, and what each seat expects."""
    seen = features_at(kernels, scratch.observation, 0)
    seats = len(net.heads)
    for p in range(0 if seats > 0 else s.players):
        if p != s.seat:
            look(kernels, s, t, INT(p), seen)
            units = _run_trunk(net.trunk, scratch, scratch.units)
            scratch.values[p] = net.value_bias[0] + _product(net.value[0], units)
    look(kernels, s, t, INT(s.seat), seen)
    units = _run_trunk(net.trunk, scratch, scratch.units)
    _score(net, units, choices, scratch.scores)
    if seats == 0:
        scratch.values[s.seat] = net.value_bias[0] + _product(net.value[0], units)
    else:
        own = _run_trunk(net.values, scratch, scratch.value_units)
        for p in range(s.players):
            place = (p - s.seat) % s.players
            head = net.heads[place]
            value = _product(head[: len(own)], own) + _product(head[len(own) :], units)
            scratch.values[p] = net.heads_bias[place] + value
    if net.adviser:
        _advise(choices, opinions, net.threshold, net.weight, scratch.distances, scratch.scores)
    _to_shares(choices, scratch.scores)


@kernel
def _score(net: Any, units: Any, choices: Any, scores: Any) -> None:
    """Write what the policy says of the legal actions."""
    for action in range(len(choices)):
        if choices[action]:
            scores[action] = net.policy_bias[action] + _product(net.policy[action], units)


@kernel
def _run_trunk(trunk: Any, scratch: Any, turns: Any) -> Any:
    """The units of a trunk's last layer; layers are written by turns."""
    widths, places = trunk.widths, scratch.places
    source, offset = scratch.observation[0, : widths[0]], 0
    for layer in range(1, len(widths)):
        inputs, outputs = widths[layer - 1], widths[layer]
        is_first = layer == 1
        count = _find_seen(source, scratch.words, places) if is_first else _find(source, places)
        target = turns[layer % 2, :outputs]
        weights = trunk.weights[offset : offset + (inputs + 1) * outputs]
        _apply(weights, source, places, count, target)
        for j in range(outputs):
            target[j] = max(target[j], np.float32(0.0))
        offset += (inputs + 1) * outputs
        source = target
    return source


@kernel
def _find_seen(source: Any, words: Any, places: Any) -> int:
    """Where an observation is not zero, in order; how many places there are."""
    count = 0
    for word in range(0, len(words), WORDS):
        if words[word] | words[word + 1] | words[word + 2] | words[word + 3]:
            first = word * 2
            for i in range(first, min(first + AT_ONCE, len(source))):
                places[count] = i
                count += source[i] != 0.0
    return count


@kernel
def _find(source: Any, places: Any) -> int:
    """Where units are not zero, in order; how many places there are."""
    count = 0
    for i in range(len(source)):
        places[count] = i
        count += source[i] != 0.0
    return count


@kernel
def _apply(weights: Any, source: Any, places: Any, count: int, target: Any) -> None:
    """A layer: its bias stands behind its matrix; inputs elsewhere than in the places are zero."""
    outputs = len(target)
    target[:] = weights[len(source) * outputs :]
    whole = count - count % 4
    for k in range(0, whole, 4):
        i0, i1, i2, i3 = places[k], places[k + 1], places[k + 2], places[k + 3]
        x0, x1, x2, x3 = source[i0], source[i1], source[i2], source[i3]
        row0 = weights[i0 * outputs : (i0 + 1) * outputs]
        row1 = weights[i1 * outputs : (i1 + 1) * outputs]
        row2 = weights[i2 * outputs : (i2 + 1) * outputs]
        row3 = weights[i3 * outputs : (i3 + 1) * outputs]
        for j in range(outputs):
            target[j] = target[j] + x0 * row0[j] + x1 * row1[j] + x2 * row2[j] + x3 * row3[j]
    for k in range(whole, count):
        x, row = source[places[k]], weights[places[k] * outputs : (places[k] + 1) * outputs]
        for j in range(outputs):
            target[j] += x * row[j]


@kernel
def _product(weights: Any, units: Any) -> Any:
    """The inner product, eight sums side by side."""
    zero = np.float32(0.0)
    a0, a1, a2, a3, a4, a5, a6, a7 = zero, zero, zero, zero, zero, zero, zero, zero
    whole = len(units) - len(units) % 8
    for i in range(0, whole, 8):
        a0 += weights[i] * units[i]
        a1 += weights[i + 1] * units[i + 1]
        a2 += weights[i + 2] * units[i + 2]
        a3 += weights[i + 3] * units[i + 3]
        a4 += weights[i + 4] * units[i + 4]
        a5 += weights[i + 5] * units[i + 5]
        a6 += weights[i + 6] * units[i + 6]
        a7 += weights[i + 7] * units[i + 7]
    total = ((a0 + a4) + (a2 + a6)) + ((a1 + a5) + (a3 + a7))
    for i in range(whole, len(units)):
        total += weights[i] * units[i]
    return total


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


@kernel
def _stir(tree: Any, choices: Any, noise: float, lots: Any, shares: Any) -> None:
    """Mix lots into the shares, much like Dirichlet's: a few actions get nearly all of them."""
    total = 0.0
    for action in range(len(choices)):
        if choices[action]:
            lots[action] = ((throw(tree, _SIDES) + 1) / _SIDES) ** _SPIKE
            total += lots[action]
    for action in range(len(choices)):
        if choices[action]:
            shares[action] += noise * (lots[action] / total - shares[action])


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
def _advise(
    choices: Any, values: Any, threshold: float, weight: float, distances: Any, scores: Any
) -> None:
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
                scores[action] += weight * LOGIT_AT_THRESHOLD * steps if steps <= 1.0 else EXCLUDED
        return
    usual = _usual_distance(choices, values, best, distances)
    floor = LOGIT_FLOOR + math.log(count)
    for action in range(len(choices)):
        if choices[action] and usual > 0.0:
            steps = (best - values[action]) / usual
            scores[action] -= weight * min(INVERSE_TEMPERATURE * steps, floor)


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
