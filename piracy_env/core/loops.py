# ruff: noqa: PLR0913, PLR0917 - compiled code takes its buffers one by one
"""The compiled loops over a batch of games, of whichever game `kernels` stands for.

`drive` is the heart: it plays each chosen game to the next decision that is asked from outside.
Seats on autopilot, forced moves, the end, its rewards and the next game are dealt with inside, so
that single games, all-seats batches and one-seat views are one code path.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from piracy_env.core.frames import Frame, opened
from piracy_env.core.game import CUT, RUNNING
from piracy_env.core.jit import INT, WORD, inlined, kernel, loop
from piracy_env.core.kernels import (
    choices_at,
    determinize,
    features_at,
    has_script,
    legal,
    outcome,
    reset,
    reward_of,
    state_at,
    tables_at,
    weights_at,
)
from piracy_env.core.moves import (
    NONE,
    advised,
    at,
    copy_bytes,
    count_legal,
    look,
    nth_legal,
    pay_places,
    play,
)
from piracy_env.core.plan import (
    DESK,
    MAX_SEATS,
    REFRESH,
    SCORE,
    SCRIPTED,
    START,
    STEP,
    UNIFORM,
    WANDER,
)
from piracy_env.core.rng import GOLDEN, derive, mix, throw

_FAIR = WORD(0xFA12)  # seed of the keys that samples are drawn with


class Buffers(NamedTuple):
    """All that `drive` works on, for n games of P players; records as bytes [.., size]."""

    states: Any
    blank: Any
    """[1] a state before its deal."""
    tables: Any
    """[n], or [1] if they are the same for all."""
    desks: Any
    weights: Any
    """[k] characters of the script."""
    worlds: Any
    """[n] what scripted seats imagine of each game; [0] without a script."""
    opinions: Any
    """[n, A] what they think of its actions; [0, A] without a script."""
    history: Any
    finals: Any
    """[n] the last finished games."""
    observation: Any
    final_observation: Any
    """[n, D], or [0, D] if it is not asked for."""
    mask: Any
    """[n, A] that legality is judged by: nobody outside holds it."""
    shown_mask: Any
    """[n, A] its copy for callers."""
    seat: Any
    reward: Any
    terminated: Any
    truncated: Any


BUFFERS = Frame(
    Buffers,
    states=(np.uint8, 2),
    blank=(np.uint8, 2),
    tables=(np.uint8, 2),
    desks=(DESK, 1),
    weights=(np.uint8, 2),
    worlds=(np.uint8, 2),
    opinions=(np.float32, 2),
    history=(np.int16, 2),
    finals=(np.uint8, 2),
    observation=(np.float32, 2),
    final_observation=(np.float32, 2),
    mask=(np.uint8, 2),
    shown_mask=(np.uint8, 2),
    seat=(np.int8, 1),
    reward=(np.float32, 2),
    terminated=(np.bool_, 1),
    truncated=(np.bool_, 1),
)


@loop
def drive(bound: Any, buffers: Any, chosen: Any, actions: Any, plans: Any) -> None:
    """Carry out the plan for the chosen games and fill the buffers for the next seat to move.

    `bound` holds the kernels; `actions[k]` is for game `chosen[k]`.
    """
    kernels, b = bound[0], opened(buffers)
    plan = at(plans, 0)
    task = plan.task
    for _ in range(plan.rounds):
        for k in range(len(chosen)):
            i = chosen[k]
            s = state_at(kernels, b.states, i)
            t = tables_at(kernels, b.tables, i if len(b.tables) > 1 else 0)
            if task == WANDER and s.over != RUNNING:
                continue
            desk = at(b.desks, i)
            choices = choices_at(kernels, b.mask, i)
            for p in range(s.players):
                b.reward[i, p] = 0.0
            b.terminated[i] = False
            b.truncated[i] = False
            action = NONE
            if task == START:
                _start(kernels, s, t, b, i, desk)
            elif task != REFRESH:
                action = INT(actions[k]) if task == STEP else _draw(choices, desk)
            while _ends(kernels, s, t, b, i, choices, action, desk, plan):
                b.terminated[i] = s.over != CUT
                b.truncated[i] = s.over == CUT
                if task == REFRESH:
                    break
                _pay(kernels, s, t, plan, b.reward, i)
                copy_bytes(b.states, i, b.finals, i)
                if len(b.final_observation) > 0:
                    seen = features_at(kernels, b.final_observation, i)
                    look(kernels, s, t, INT(desk.learner), seen)
                if not plan.auto_reset:
                    break
                desk.episode += 1
                _start(kernels, s, t, b, i, desk)
                action = NONE
            b.seat[i] = s.seat
            if plan.observe:
                look(kernels, s, t, INT(s.seat), features_at(kernels, b.observation, i))
    _show(b, chosen)


@loop
def derive_words(seed: Any, first: int, out: Any) -> None:
    """Fill `out` with the words of the streams `first`, `first` + 1, ... under a seed."""
    for k in range(len(out)):
        out[k] = derive(seed, first + k)


@loop
def position_keys(bound: Any, states: Any, desks: Any, chosen: Any, draw: int, out: Any) -> None:
    """A key for draw number `draw` in each chosen game: of the position, not of the seed."""
    kernels = bound[0]
    for k in range(len(chosen)):
        i = chosen[k]
        out[k] = _position_key(at(desks, i), state_at(kernels, states, i).moves, draw)


@loop
def find_illegal(mask: Any, chosen: Any, actions: Any) -> int:
    """The first position whose action is not legal for its game, or NONE."""
    for k in range(len(chosen)):
        action = actions[k]
        if action < 0 or action >= mask.shape[1] or not mask[chosen[k], action]:
            return k
    return NONE


@loop
def draw_actions(bound: Any, mask: Any, desks: Any, chosen: Any, actions: Any) -> None:
    """Draw a uniformly random legal action for each chosen game."""
    kernels = bound[0]
    for k in range(len(chosen)):
        actions[k] = _draw(choices_at(kernels, mask, chosen[k]), at(desks, chosen[k]))


@loop
def observe_games(
    bound: Any, states: Any, tables: Any, chosen: Any, seats: Any, out: Any, mask: Any
) -> None:
    """Write what `seats[k]` sees of game `chosen[k]`, and its actions, if it is to move."""
    kernels = bound[0]
    for k in range(len(chosen)):
        i = chosen[k]
        s = state_at(kernels, states, i)
        t = tables_at(kernels, tables, i if len(tables) > 1 else 0)
        look(kernels, s, t, seats[k], features_at(kernels, out, k))
        choices = choices_at(kernels, mask, k)
        choices[:] = False
        if s.over == RUNNING and s.seat == seats[k]:
            legal(kernels, s, t, choices)


@loop
def sample_games(
    bound: Any, states: Any, tables: Any, chosen: Any, seats: Any, keys: Any, worlds: Any
) -> None:
    """Copy game `chosen[k]` into world k and redraw there all that is hidden from `seats[k]`."""
    kernels = bound[0]
    for k in range(len(chosen)):
        copy_bytes(states, chosen[k], worlds, k)
        t = tables_at(kernels, tables, chosen[k] if len(tables) > 1 else 0)
        determinize(kernels, state_at(kernels, worlds, k), t, seats[k], WORD(keys[k]))


@loop
def consult_script(
    bound: Any, worlds: Any, tables: Any, weights: Any, mask: Any, opinions: Any, actions: Any
) -> None:
    """What the script's first character does in each world, and what it thinks of the actions."""
    kernels = bound[0]
    for k in range(len(worlds)):
        s = state_at(kernels, worlds, k)
        t = tables_at(kernels, tables, k if len(tables) > 1 else 0)
        w, choices = weights_at(kernels, weights, 0), choices_at(kernels, mask, k)
        actions[k] = advised(kernels, s, t, w, choices, choices_at(kernels, opinions, k))


class Sampled(NamedTuple):
    """Games that are played out from: game `chosen[k]`, redrawn for `seats[k]` with `keys[k]`."""

    states: Any
    tables: Any
    chosen: Any
    seats: Any
    keys: Any


@loop
def playout_games(
    bound: Any,
    games: Any,
    world: Any,
    mask: Any,
    desks: Any,
    rewards: Any,
    lengths: Any,
    plans: Any,
) -> None:
    """Clone each game, redraw what its seat cannot know, and play at random to the end."""
    kernels = bound[0]
    s, desk, plan = state_at(kernels, world, 0), at(desks, 0), at(plans, 0)
    choices, chosen = choices_at(kernels, mask, 0), games.chosen
    for k in range(len(chosen)):
        copy_bytes(games.states, chosen[k], world, 0)
        t = tables_at(kernels, games.tables, chosen[k] if len(games.tables) > 1 else 0)
        determinize(kernels, s, t, games.seats[k], WORD(games.keys[k]))
        desk.dice = mix(WORD(games.keys[k]) ^ GOLDEN)
        moves = INT(s.moves)
        while s.over == RUNNING:
            choices[:] = False
            legal(kernels, s, t, choices)
            play(kernels, s, t, _draw(choices, desk), plan.limit)
        lengths[k] = s.moves - moves
        _pay(kernels, s, t, plan, rewards, k)


@loop
def settle_accounts(
    bound: Any,
    states: Any,
    tables: Any,
    chosen: Any,
    scores: Any,
    ranks: Any,
    rewards: Any,
    plans: Any,
) -> None:
    """Scores and ranks of the chosen games as they stand, and rewards of those that are over."""
    kernels = bound[0]
    for k in range(len(chosen)):
        s = state_at(kernels, states, chosen[k])
        t = tables_at(kernels, tables, chosen[k] if len(tables) > 1 else 0)
        outcome(kernels, s, t, scores[k], ranks[k])
        if s.over != RUNNING:
            _pay(kernels, s, t, at(plans, 0), rewards, k)


# --- one game -------------------------------------------------------------------------------------


@inlined
def _start(kernels: Any, s: Any, t: Any, b: Any, i: int, desk: Any) -> None:
    """Deal a new game."""
    copy_bytes(b.blank, 0, b.states, i)
    s.rng = derive(desk.seed, desk.episode)
    reset(kernels, s, t)


@inlined
def _show(b: Any, chosen: Any) -> None:
    """Tell callers what is legal now."""
    for k in range(len(chosen)):
        copy_bytes(b.mask, chosen[k], b.shown_mask, chosen[k])


@inlined
def _note(history: Any, i: int, move: int, action: int) -> None:
    """Keep an action for the replay, if there is room for one."""
    if move < history.shape[1]:
        history[i, move] = action


@inlined
def _ends(
    kernels: Any,
    s: Any,
    t: Any,
    b: Any,
    i: int,
    choices: Any,
    action: int,
    desk: Any,
    plan: Any,
) -> bool:
    """Play an action, and on to the next one asked from outside; whether the game ends first."""
    while not _is_over_after(kernels, s, t, b, i, choices, action, desk, plan):
        if not has_script(kernels) or _pilot(s, desk) < SCRIPTED:
            return False
        action = _imagine(kernels, s, t, b, i, choices, desk)
    return True


@inlined
def _is_over_after(
    kernels: Any,
    s: Any,
    t: Any,
    b: Any,
    i: int,
    choices: Any,
    action: int,
    desk: Any,
    plan: Any,
) -> bool:
    """Play an action, if there is one, and on until thought is needed; or the game is over."""
    while True:
        if action != NONE:
            _note(b.history, i, s.moves, action)
            play(kernels, s, t, action, plan.limit)
        choices[:] = False
        if s.over != RUNNING:
            return True
        legal(kernels, s, t, choices)
        action = _automatic(s, choices, desk, plan)
        if action == NONE:
            return False


@inlined
def _automatic(s: Any, choices: Any, desk: Any, plan: Any) -> int:
    """The action of a seat that draws lots, or a forced one; NONE if it takes thought."""
    if _pilot(s, desk) == UNIFORM:
        return _draw(choices, desk)
    if plan.skip_forced and count_legal(choices) == 1:
        return nth_legal(choices, 0)
    return NONE


@inlined
def _pilot(s: Any, desk: Any) -> int:
    """Who plays the seat to move."""
    place = s.seat - desk.learner
    return desk.pilot[place if place >= 0 else place + s.players]


@inlined
def _position_key(desk: Any, moves: int, draw: int) -> Any:
    """A key that follows from a position's place in its game, and tells nothing of the seed."""
    return derive(derive(derive(derive(_FAIR, desk.number), desk.episode), moves), draw)


@kernel
def _imagine(kernels: Any, s: Any, t: Any, b: Any, i: int, choices: Any, desk: Any) -> int:
    """The action of a scripted seat: it draws a world that it may know, and weighs its actions."""
    if count_legal(choices) == 1:
        return nth_legal(choices, 0)
    copy_bytes(b.states, i, b.worlds, i)
    world = state_at(kernels, b.worlds, i)
    determinize(kernels, world, t, INT(s.seat), _position_key(desk, s.moves, 0))
    w = weights_at(kernels, b.weights, _pilot(s, desk) - SCRIPTED)
    return advised(kernels, world, t, w, choices, choices_at(kernels, b.opinions, i))


@kernel
def _pay(kernels: Any, s: Any, t: Any, plan: Any, out: Any, i: int) -> None:
    """Write the rewards of a finished game; a game that was cut pays nothing."""
    if s.over == CUT:
        return
    mode, n = plan.reward, s.players
    pay = np.zeros(MAX_SEATS, np.float64)
    if mode > SCORE:
        reward_of(kernels, s, t, mode - SCORE - 1, pay)
    elif n > 1:  # places and scores are worth something among rivals only
        score = np.zeros(MAX_SEATS, np.int64)
        rank = np.zeros(MAX_SEATS, np.int64)
        outcome(kernels, s, t, score, rank)
        pay_places(score, rank, n, mode, plan.scale, pay)
    for p in range(n):
        out[i, p] = pay[p]


@inlined
def _draw(choices: Any, desk: Any) -> int:
    """A uniformly random legal action, drawn from the desk's dice, not from the game's own."""
    return nth_legal(choices, throw(desk, count_legal(choices)))
