# ruff: noqa: PLR0913, PLR0917 - compiled code takes its buffers one by one
# mypy: disable-error-code="no-any-return"
"""The compiled search, of whichever game `kernels` stands for (see `piracy_env.core.kernels`).

`grow` is the search by playouts: each simulation draws a world that the searching seat takes for
possible, goes down the tree through the actions that are legal in it, plays the game out from the
first new node, and adds what everybody is paid to the nodes on its way. `reach` and `absorb` are
the two halves of a simulation whose leaves are evaluated from outside, many trees at a time.

Worlds are redrawn from a sample that the seat was given, never from the true state.
"""

from __future__ import annotations

import math
from typing import Any

from piracy_agents.search.tree import DEEPEST, HALVING, PUCT, UNIFORM
from piracy_env.core.control import SCORE
from piracy_env.core.game import CUT, RUNNING
from piracy_env.core.jit import INT, WORD, forceinline, kernel, loop
from piracy_env.core.kernels import (
    choices_at,
    determinize,
    features_at,
    has_script,
    legal,
    state_at,
    tables_at,
    weigh,
    weights_at,
)
from piracy_env.core.masks import NONE, nth_legal
from piracy_env.core.moves import (
    advised,
    at,
    copy_bytes,
    look,
    play,
)
from piracy_env.core.paying import assess, value
from piracy_env.core.rng import derive, throw

_DICE = INT(0xD1CE)
_SIDES = INT(1 << 24)  # of the finest dice: 32-bit floats tell no more apart
_LITTLE = 1e-12
_UNTRIED = 1e6  # above every value: an action is tried once before any is tried twice


@loop
def grow(
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
) -> None:
    """Search the chosen positions one after the other, simulations `first` to `last`.

    A search that begins with a later simulation goes on with the tree that stands there. `bound`
    holds the kernels; samples, tables and weights are records as bytes.
    """
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
            if control.rule == HALVING and number > 0:
                _halve(tree, nodes, root, seat, number, control)
            copy_bytes(samples, k, buffers.worlds, 0)
            redraw(kernels, s, t, sample, number, tree)
            descend(kernels, s, t, tree, nodes, root, seat, choices, opinions, weights, control)
            _play_out(kernels, s, t, tree, choices, opinions, weights, control)
            settle(kernels, s, t, tree, control)
            back_up(tree, nodes, s.players)
        read(nodes, root, seat, k, stats)


@loop
def reach(
    bound: Any,
    samples: Any,
    tables: Any,
    chosen: Any,
    number: int,
    buffers: Any,
    weights: Any,
    controls: Any,
    leaves: Any,
) -> None:
    """Simulation `number` of each chosen position, down to a leaf; what each of its seats sees.

    Position `chosen[c]` has the tree in place c and is described in row c; of observations, in as
    many rows as there are seats. A leaf is unsettled if it is to be evaluated; a game that
    has ended there needs no evaluation.
    """
    kernels, control = bound[0], at(controls, 0)
    for c in range(len(chosen)):
        k = chosen[c]
        t = tables_at(kernels, tables, k if len(tables) > 1 else 0)
        tree, s = at(buffers.trees, c), state_at(kernels, buffers.worlds, c)
        choices = choices_at(kernels, leaves.mask, c)
        opinions = choices_at(kernels, buffers.opinions, c)
        root = INT(c * control.capacity)
        if number == 0:
            plant(tree, buffers.nodes, root)
        copy_bytes(samples, k, buffers.worlds, c)
        sample = state_at(kernels, samples, k)
        redraw(kernels, s, t, sample, number, tree)
        seat = INT(sample.seat)
        descend(kernels, s, t, tree, buffers.nodes, root, seat, choices, opinions, weights, control)
        leaves.unsettled[c] = s.over == RUNNING
        leaves.seats[c] = s.seat
        opinions[:] = 0.0
        if leaves.unsettled[c]:
            advise_leaf(kernels, s, t, choices, opinions, weights, control)
            pay_so_far(kernels, s, t, tree, control)
            for p in range(s.players):
                seen = features_at(kernels, leaves.observation, c * s.players + p)
                look(kernels, s, t, INT(p), seen)
        else:
            settle(kernels, s, t, tree, control)


@loop
def absorb(
    bound: Any,
    samples: Any,
    chosen: Any,
    buffers: Any,
    controls: Any,
    leaves: Any,
    priors: Any,
    values: Any,
    stats: Any,
) -> None:
    """Expand the leaves that `reach` found by their priors [m, A], and back up values [m, P]."""
    kernels, control = bound[0], at(controls, 0)
    for c in range(len(chosen)):
        sample, tree = state_at(kernels, samples, chosen[c]), at(buffers.trees, c)
        players = INT(sample.players)
        if leaves.unsettled[c]:
            leaf = tree.trail[tree.depth - 1]
            if at(buffers.nodes, leaf).first == NONE:
                choices = choices_at(kernels, leaves.mask, c)
                seat = INT(leaves.seats[c])
                add_children(tree, buffers.nodes, leaf, NONE, seat, choices, priors[c], control)
            for p in range(players):
                tree.pay[p] += values[c, p] / control.reach
        back_up(tree, buffers.nodes, players)
        read(buffers.nodes, INT(c * control.capacity), INT(sample.seat), chosen[c], stats)


# --- one simulation -------------------------------------------------------------------------------


@forceinline
def plant(tree: Any, nodes: Any, root: int) -> None:
    """Begin a new tree."""
    tree.size = 0
    tree.rounds = 0
    _add(tree, nodes, root, NONE, NONE, 0.0)


@forceinline
def redraw(kernels: Any, s: Any, t: Any, sample: Any, number: int, tree: Any) -> None:
    """Redraw in a copy of a sample what its seat does not know."""
    key = derive(WORD(sample.rng), number)
    determinize(kernels, s, t, INT(sample.seat), key)
    tree.dice = derive(key, _DICE)


@forceinline
def descend(
    kernels: Any,
    s: Any,
    t: Any,
    tree: Any,
    nodes: Any,
    root: int,
    seat: int,
    choices: Any,
    opinions: Any,
    weights: Any,
    control: Any,
) -> None:
    """Play from the root to a node without visits or, if an evaluator is asked, without children.

    Moves without a choice are made in passing and are no nodes.
    """
    node = root
    tree.trail[0] = root
    tree.depth = 1
    while s.over == RUNNING:
        count = legal(kernels, s, t, choices)
        if count == 1:
            play(kernels, s, t, nth_legal(choices, INT(0)), control.limit)
            continue
        if tree.depth > control.depth or tree.depth == DEEPEST:
            break
        if control.asks and at(nodes, node).first == NONE:
            break
        node = _choose(
            kernels, s, t, tree, nodes, node, root, seat, count, choices, opinions, weights, control
        )
        if node == NONE:
            break
        tree.trail[tree.depth] = node
        tree.depth += 1
        play(kernels, s, t, INT(at(nodes, node).action), control.limit)
        if not control.asks and at(nodes, node).visits == 0:
            break


@forceinline
def _play_out(
    kernels: Any,
    s: Any,
    t: Any,
    tree: Any,
    choices: Any,
    opinions: Any,
    weights: Any,
    control: Any,
) -> None:
    """Play to the end, or to the horizon, without a tree."""
    left = control.horizon
    while s.over == RUNNING and left != 0:
        count = legal(kernels, s, t, choices)
        if count == 1:
            action = nth_legal(choices, INT(0))
        elif has_script(kernels) and control.playouts != UNIFORM and _lot(tree) >= control.epsilon:
            action = advised(
                kernels, s, t, weights_at(kernels, weights, control.playouts), choices, opinions
            )
        else:
            action = nth_legal(choices, throw(tree, count))
        play(kernels, s, t, action, control.limit)
        left -= 1


@forceinline
def settle(kernels: Any, s: Any, t: Any, tree: Any, control: Any) -> None:
    """What the game pays everybody; in one that goes on, how everybody stands."""
    for p in range(s.players):
        tree.pay[p] = 0.0
    if s.over != CUT or control.when_cut or control.on_the_way:
        if control.reward <= SCORE:
            assess(kernels, s, t, tree.outcome)
        value(kernels, s, t, control, tree.outcome, tree.pay)
    for p in range(s.players):
        tree.pay[p] = (tree.pay[p] - control.middle) / control.reach


@forceinline
def advise_leaf(
    kernels: Any, s: Any, t: Any, choices: Any, opinions: Any, weights: Any, control: Any
) -> None:
    """Add what the script that advises, if there is one, thinks of a leaf's actions."""
    if has_script(kernels) and control.adviser != UNIFORM:
        w = weights_at(kernels, weights, control.adviser)
        weigh(kernels, s, t, w, choices, opinions)


@forceinline
def pay_so_far(kernels: Any, s: Any, t: Any, tree: Any, control: Any) -> None:
    """What was paid up to a leaf: evaluated is what will be paid from there on."""
    if control.on_the_way:
        settle(kernels, s, t, tree, control)
    else:
        for p in range(s.players):
            tree.pay[p] = -control.middle / control.reach


@forceinline
def back_up(tree: Any, nodes: Any, players: int) -> None:
    """Add the payments to every node on the trail."""
    for d in range(tree.depth):
        node = at(nodes, tree.trail[d])
        node.visits += 1
        for p in range(players):
            node.total[p] += tree.pay[p]


# --- the tree -------------------------------------------------------------------------------------


@forceinline
def _add(tree: Any, nodes: Any, index: int, action: int, seat: int, prior: float) -> None:
    """A new node."""
    node = at(nodes, index)
    node.action = action
    node.seat = seat
    node.prior = prior
    node.visits = 0
    node.seen = 0
    node.first = NONE
    node.next = NONE
    for p in range(len(node.total)):
        node.total[p] = 0.0
    tree.size += 1


@kernel
def add_children(
    tree: Any, nodes: Any, node: int, last: int, seat: int, choices: Any, priors: Any, control: Any
) -> int:
    """Add a child for each choice behind the last one, as long as there is room; the first new."""
    parent = at(nodes, node)
    base = tree.trail[0]
    first = INT(base + tree.size)
    for action in range(len(choices)):
        if choices[action] and tree.size < control.capacity:
            child = INT(base + tree.size)
            _add(tree, nodes, child, action, seat, priors[action])
            if last == NONE:
                parent.first = child
            else:
                at(nodes, last).next = child
            last = child
    return first


@kernel
def _write_priors(
    kernels: Any,
    s: Any,
    t: Any,
    tree: Any,
    choices: Any,
    opinions: Any,
    weights: Any,
    control: Any,
    share: float,
) -> None:
    """Write the priors of the choices: all add up to `share`, or are lots to be tried by."""
    opinions[:] = 0.0
    if has_script(kernels) and control.adviser != UNIFORM:
        w = weights_at(kernels, weights, control.adviser)
        weigh(kernels, s, t, w, choices, opinions)
        _temper(choices, opinions, control.heat)
    elif control.rule == PUCT:
        opinions[:] = 1.0
    else:
        for action in range(len(choices)):
            if choices[action]:
                opinions[action] = _lot(tree)
        return
    total = 0.0
    for action in range(len(choices)):
        if choices[action]:
            total += opinions[action]
    for action in range(len(choices)):
        opinions[action] *= share / total


@forceinline
def _temper(choices: Any, opinions: Any, heat: float) -> None:
    """Turn values into weights: e times more for a value better by the spread times the heat."""
    count, best, total, squares = 0, -math.inf, 0.0, 0.0
    for action in range(len(choices)):
        if choices[action]:
            value = opinions[action]
            count += 1
            best = max(best, value)
            total += value
            squares += value * value
    spread = math.sqrt(max(squares / count - (total / count) ** 2, _LITTLE))
    for action in range(len(choices)):
        if choices[action]:
            behind = best - opinions[action]
            opinions[action] = math.exp(-behind / (heat * spread)) if behind > 0.0 else 1.0


@forceinline
def _choose(
    kernels: Any,
    s: Any,
    t: Any,
    tree: Any,
    nodes: Any,
    node: int,
    root: int,
    seat: int,
    missing: int,
    choices: Any,
    opinions: Any,
    weights: Any,
    control: Any,
) -> int:
    """The most promising of the children that are available now; NONE if there is no room for any.

    Choices that are no children yet are made such at the end of the walk, which then goes on.
    """
    parent, mover, count = at(nodes, node), INT(s.seat), missing
    hoped = _earned(parent, mover, seat, control) / max(parent.visits, 1)
    best, highest, last = NONE, -math.inf, NONE
    seen, growth = NONE, 0.0  # the logarithm or root is the same for most children
    child = INT(parent.first)
    while child != NONE or (missing > 0 and tree.size + missing <= control.capacity):
        if child == NONE:
            _write_priors(kernels, s, t, tree, choices, opinions, weights, control, missing / count)
            child = add_children(tree, nodes, node, last, mover, choices, opinions, control)
        edge = at(nodes, child)
        if edge.seat == mover and choices[edge.action]:
            choices[edge.action] = False
            missing -= 1
            edge.seen += 1
            if edge.seen != seen:
                seen = INT(edge.seen)
                growth = math.sqrt(seen) if control.rule == PUCT else math.log(seen)
            part = 1.0 / max(edge.visits, 1)
            value = _earned(edge, mover, seat, control) * part if edge.visits > 0 else hoped
            if control.rule == HALVING and node == root:
                score = -edge.visits if edge.prior >= 0.0 else -_UNTRIED
            elif control.rule == PUCT:
                score = value + control.explore * edge.prior * growth / (1 + edge.visits)
            elif edge.visits == 0:
                score = _UNTRIED + edge.prior
            else:
                score = value + control.explore * math.sqrt(growth * part)
            if score > highest:
                best, highest = child, score
        last, child = child, INT(edge.next)
    return best


@forceinline
def _earned(node: Any, mover: int, seat: int, control: Any) -> float:
    """What a node has brought the seat that moves, summed over its visits."""
    if control.paranoid and mover != seat:
        return -node.total[seat]
    return node.total[mover]


@kernel
def _halve(tree: Any, nodes: Any, root: int, seat: int, number: int, control: Any) -> None:
    """Between two rounds of sequential halving, drop the worse half of the root's actions."""
    left = 0
    child = INT(at(nodes, root).first)
    while child != NONE:
        left += at(nodes, child).prior >= 0.0
        child = INT(at(nodes, child).next)
    if tree.rounds == 0:
        while (1 << tree.rounds) < left:
            tree.rounds += 1
    if number * tree.rounds // control.budget == (number - 1) * tree.rounds // control.budget:
        return
    for _ in range(left // 2):
        worst, lowest = NONE, math.inf
        child = INT(at(nodes, root).first)
        while child != NONE:
            edge = at(nodes, child)
            value = edge.total[seat] / max(edge.visits, 1)
            if edge.prior >= 0.0 and value < lowest:
                worst, lowest = child, value
            child = INT(edge.next)
        at(nodes, worst).prior = -1.0


@kernel
def read(nodes: Any, root: int, seat: int, k: int, stats: Any) -> None:
    """Write down what the tree says of position k."""
    top = at(nodes, root)
    for p in range(stats.outlook.shape[1]):
        stats.outlook[k, p] = top.total[p] / max(top.visits, 1)
    child = INT(top.first)
    while child != NONE:
        edge = at(nodes, child)
        stats.visits[k, edge.action] = edge.visits
        stats.values[k, edge.action] = edge.total[seat] / max(edge.visits, 1)
        child = INT(edge.next)
    node = root
    for move in range(stats.lines.shape[1]):
        best, most = NONE, 0
        child = INT(at(nodes, node).first) if node != NONE else NONE
        while child != NONE:
            edge = at(nodes, child)
            if edge.visits > most:
                best, most = child, INT(edge.visits)
            child = INT(edge.next)
        stats.lines[k, move] = at(nodes, best).action if best != NONE else NONE
        node = best


@forceinline
def _lot(tree: Any) -> float:
    """A number from 0 to 1, of the search's own dice."""
    return throw(tree, _SIDES) / _SIDES
