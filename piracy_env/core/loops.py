# ruff: noqa: PLR0913, PLR0917 - compiled code takes its buffers one by one
"""The compiled loops over a batch of games.

`core.jit.bind` executes this file once per game, as a module of its own whose globals hold that
game's kernels (`reset`, `legal`, `step`, `observe`, `determinize`, `outcome`, `reward_of`), and the
kernel `weigh` of a script, if seats are to play by one. Importing it as it stands gives loops
without a game.

`drive` is the heart: it plays each chosen game to the next decision that is asked from outside.
Seats on autopilot, forced moves, the end, its rewards and the next game are dealt with inside, so
that single games, all-seats batches and one-seat views are one code path.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from piracy_env.core.game import CUT, RUNNING
from piracy_env.core.jit import INT, WORD, inlined, kernel, loop
from piracy_env.core.moves import (
    NONE,
    at,
    best_legal,
    close_move,
    count_legal,
    nth_legal,
    pay_places,
)
from piracy_env.core.plan import REFRESH, SCORE, SCRIPTED, START, STEP, UNIFORM, WANDER
from piracy_env.core.rng import GOLDEN, derive, mix, throw

if TYPE_CHECKING:
    from piracy_env.core.kernels import (
        HAS_SCRIPT,
        determinize,
        legal,
        observe,
        outcome,
        reset,
        reward_of,
        step,
        weigh,
    )

_FAIR = WORD(0xFA12)  # seed of the keys that samples are drawn with


@loop
def drive(
    states: Any,
    raw: Any,
    blank: Any,
    tables: Any,
    desks: Any,
    weights: Any,
    worlds: Any,
    raw_worlds: Any,
    opinions: Any,
    chosen: Any,
    actions: Any,
    history: Any,
    finals: Any,
    observation: Any,
    final_observation: Any,
    mask: Any,
    shown_mask: Any,
    seat: Any,
    reward: Any,
    terminated: Any,
    truncated: Any,
    plans: Any,
) -> None:
    """Carry out the plan for the chosen games and fill the buffers for the next seat to move.

    `raw` and `finals` are the bytes [n, size] of the states and of the last finished games, `blank`
    [1, size] those of a state before its deal. `worlds` and `opinions` are for scripted seats: what
    they imagine of each game, and think of its actions. `actions[k]` is for game `chosen[k]`.
    Legality is judged by `mask`, which nobody outside holds; `shown_mask` is its copy. Wide buffers
    come as records with one field, `row`: an array inside a record has a length known to the
    compiler and no reference count.
    """
    plan = at(plans, 0)
    task = plan.task
    for _ in range(plan.rounds):
        for k in range(len(chosen)):
            i = chosen[k]
            s = at(states, i)
            t = at(tables, i if len(tables) > 1 else 0)
            if task == WANDER and s.over != RUNNING:
                continue
            desk = at(desks, i)
            choices = at(mask, i).row
            for p in range(s.players):
                reward[i, p] = 0.0
            terminated[i] = False
            truncated[i] = False
            action = NONE
            if task == START:
                _start(s, t, raw, i, blank, desk)
            elif task != REFRESH:
                action = actions[k] if task == STEP else _draw(choices, desk)
            while _ends(
                s, t, raw, i, choices, action, desk, weights, worlds, raw_worlds, opinions, history,
                plan,
            ):  # fmt: skip
                terminated[i] = s.over != CUT
                truncated[i] = s.over == CUT
                if task == REFRESH:
                    break
                _pay(s, t, plan, reward, i)
                _copy(raw, i, finals, i)
                if len(final_observation) > 0:
                    _look(s, t, INT(desk.learner), at(final_observation, i).row)
                if not plan.auto_reset:
                    break
                desk.episode += 1
                _start(s, t, raw, i, blank, desk)
                action = NONE
            seat[i] = s.seat
            if plan.observe:
                _look(s, t, INT(s.seat), at(observation, i).row)
    _show(mask, shown_mask, chosen)


@loop
def derive_words(seed: Any, first: int, out: Any) -> None:
    """Fill `out` with the words of the streams `first`, `first` + 1, ... under a seed."""
    for k in range(len(out)):
        out[k] = derive(seed, first + k)


@loop
def position_keys(states: Any, desks: Any, chosen: Any, draw: int, out: Any) -> None:
    """A key for draw number `draw` in each chosen game: of the position, not of the seed."""
    for k in range(len(chosen)):
        i = chosen[k]
        out[k] = _position_key(at(desks, i), at(states, i).moves, draw)


@loop
def find_illegal(mask: Any, chosen: Any, actions: Any) -> int:
    """The first position whose action is not legal for its game, or NONE."""
    for k in range(len(chosen)):
        action = actions[k]
        choices = at(mask, chosen[k]).row
        if action < 0 or action >= len(choices) or not choices[action]:
            return k
    return NONE


@loop
def draw_actions(mask: Any, desks: Any, chosen: Any, actions: Any) -> None:
    """Draw a uniformly random legal action for each chosen game."""
    for k in range(len(chosen)):
        actions[k] = _draw(at(mask, chosen[k]).row, at(desks, chosen[k]))


@loop
def observe_games(states: Any, tables: Any, chosen: Any, seats: Any, out: Any, mask: Any) -> None:
    """Write what `seats[k]` sees of game `chosen[k]`, and its actions, if it is to move."""
    for k in range(len(chosen)):
        i = chosen[k]
        s = at(states, i)
        t = at(tables, i if len(tables) > 1 else 0)
        _look(s, t, seats[k], at(out, k).row)
        choices = at(mask, k).row
        choices[:] = False
        if s.over == RUNNING and s.seat == seats[k]:
            legal(s, t, choices)


@loop
def sample_games(
    raw: Any, tables: Any, chosen: Any, seats: Any, keys: Any, worlds: Any, raw_worlds: Any
) -> None:
    """Copy game `chosen[k]` into world k and redraw there all that is hidden from `seats[k]`."""
    for k in range(len(chosen)):
        _copy(raw, chosen[k], raw_worlds, k)
        determinize(
            at(worlds, k), at(tables, chosen[k] if len(tables) > 1 else 0), seats[k], WORD(keys[k])
        )


@loop
def consult_script(
    worlds: Any, tables: Any, weights: Any, mask: Any, opinions: Any, actions: Any
) -> None:
    """What the script's first character does in each world, and what it thinks of the actions."""
    for k in range(len(worlds)):
        t = at(tables, k if len(tables) > 1 else 0)
        actions[k] = _advised(
            at(worlds, k), t, at(weights, 0), at(mask, k).row, at(opinions, k).row
        )


@loop
def playout_games(
    raw: Any,
    tables: Any,
    chosen: Any,
    seats: Any,
    keys: Any,
    world: Any,
    raw_world: Any,
    mask: Any,
    desks: Any,
    rewards: Any,
    lengths: Any,
    plans: Any,
) -> None:
    """Clone game `chosen[k]`, redraw what `seats[k]` cannot know, and play at random to the end."""
    s, desk, plan = at(world, 0), at(desks, 0), at(plans, 0)
    choices = at(mask, 0).row
    for k in range(len(chosen)):
        _copy(raw, chosen[k], raw_world, 0)
        t = at(tables, chosen[k] if len(tables) > 1 else 0)
        determinize(s, t, seats[k], WORD(keys[k]))
        desk.dice = mix(WORD(keys[k]) ^ GOLDEN)
        moves = s.moves
        while s.over == RUNNING:
            choices[:] = False
            legal(s, t, choices)
            _play(s, t, _draw(choices, desk), plan)
        lengths[k] = s.moves - moves
        _pay(s, t, plan, rewards, k)


@loop
def settle_accounts(
    states: Any, tables: Any, chosen: Any, scores: Any, ranks: Any, rewards: Any, plans: Any
) -> None:
    """Scores and ranks of the chosen games as they stand, and rewards of those that are over."""
    for k in range(len(chosen)):
        s = at(states, chosen[k])
        t = at(tables, chosen[k] if len(tables) > 1 else 0)
        outcome(s, t, scores[k], ranks[k])
        if s.over != RUNNING:
            _pay(s, t, at(plans, 0), rewards, k)


# --- one game -------------------------------------------------------------------------------------


@kernel
def _start(s: Any, t: Any, raw: Any, i: int, blank: Any, desk: Any) -> None:
    """Deal a new game."""
    _copy(blank, 0, raw, i)
    s.rng = derive(desk.seed, desk.episode)
    reset(s, t)


@inlined
def _copy(source: Any, i: int, target: Any, k: int) -> None:
    """Copy the bytes of one record."""
    for byte in range(source.shape[1]):
        target[k, byte] = source[i, byte]


@kernel
def _look(s: Any, t: Any, seat: int, out: Any) -> None:
    """Write what a seat sees."""
    out[:] = 0.0
    observe(s, t, seat, out)


@inlined
def _show(mask: Any, shown_mask: Any, chosen: Any) -> None:
    """Tell callers what is legal now."""
    for k in range(len(chosen)):
        choices, copy = at(mask, chosen[k]).row, at(shown_mask, chosen[k]).row
        for action in range(len(choices)):
            copy[action] = choices[action]


@inlined
def _note(history: Any, i: int, move: int, action: int) -> None:
    """Keep an action for the replay, if there is room for one."""
    if move < history.shape[1]:
        history[i, move] = action


@inlined
def _play(s: Any, t: Any, action: int, plan: Any) -> None:
    """Apply a legal action, and cut a game that takes too long."""
    step(s, t, action)
    close_move(s, plan.limit)


@inlined
def _ends(
    s: Any,
    t: Any,
    raw: Any,
    i: int,
    choices: Any,
    action: int,
    desk: Any,
    weights: Any,
    worlds: Any,
    raw_worlds: Any,
    opinions: Any,
    history: Any,
    plan: Any,
) -> bool:
    """Play an action, and on to the next one asked from outside; whether the game ends first."""
    while not _is_over_after(s, t, choices, action, desk, history, i, plan):
        if not HAS_SCRIPT or _pilot(s, desk) < SCRIPTED:
            return False
        action = _imagine(s, t, raw, i, choices, desk, weights, worlds, raw_worlds, opinions)
    return True


@inlined
def _is_over_after(
    s: Any, t: Any, choices: Any, action: int, desk: Any, history: Any, i: int, plan: Any
) -> bool:
    """Play an action, if there is one, and on until thought is needed; or the game is over."""
    while True:
        if action != NONE:
            _note(history, i, s.moves, action)
            _play(s, t, action, plan)
        choices[:] = False
        if s.over != RUNNING:
            return True
        legal(s, t, choices)
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
def _imagine(
    s: Any,
    t: Any,
    raw: Any,
    i: int,
    choices: Any,
    desk: Any,
    weights: Any,
    worlds: Any,
    raw_worlds: Any,
    opinions: Any,
) -> int:
    """The action of a scripted seat: it draws a world that it may know, and weighs its actions."""
    if count_legal(choices) == 1:
        return nth_legal(choices, 0)
    _copy(raw, i, raw_worlds, i)
    world = at(worlds, i)
    determinize(world, t, INT(s.seat), _position_key(desk, s.moves, 0))
    return _advised(world, t, at(weights, _pilot(s, desk) - SCRIPTED), choices, at(opinions, i).row)


@kernel
def _advised(world: Any, t: Any, w: Any, choices: Any, opinion: Any) -> int:
    """The first of the best valued actions."""
    opinion[:] = 0.0
    weigh(world, t, w, choices, opinion)
    return best_legal(choices, opinion)


@kernel
def _pay(s: Any, t: Any, plan: Any, out: Any, i: int) -> None:
    """Write the rewards of a finished game; a game that was cut pays nothing."""
    if s.over == CUT:
        return
    mode = plan.reward
    if mode > SCORE:
        reward_of(s, t, mode - SCORE - 1, out[i])
        return
    n = s.players
    if n == 1:
        return  # places and scores are worth something among rivals only
    score = np.zeros(n, np.int64)
    rank = np.zeros(n, np.int64)
    outcome(s, t, score, rank)
    pay_places(score, rank, n, mode, plan.scale, out[i])


@inlined
def _draw(choices: Any, desk: Any) -> int:
    """A uniformly random legal action, drawn from the desk's dice, not from the game's own."""
    return nth_legal(choices, throw(desk, count_legal(choices)))
