# ruff: noqa: PLR0913, PLR0917 - compiled code takes its buffers one by one
"""The compiled loops over a batch of games, of whichever game `kernels` stands for.

`advance` is the heart: it plays each chosen game to the next decision that is asked from outside.
Seats on autopilot, forced moves, the end, its rewards and the next game are dealt with inside, so
that single games, all-seats batches and one-seat views are one code path.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from piracy_env.core.control import (
    CONTROL,
    RANDOM_ROLLOUT,
    REFRESH,
    SCRIPTED,
    SLOT,
    START,
    STEP,
    UNIFORM,
)
from piracy_env.core.fetching import fetch_row
from piracy_env.core.frames import Frame, opened
from piracy_env.core.game import CUT, ENDED, RUNNING
from piracy_env.core.jit import INT, WORD, forceinline, kernel, loop
from piracy_env.core.kernels import (
    ADDRESSES,
    choices_at,
    determinize,
    features_at,
    has_script,
    legal,
    reset,
    state_at,
    tables_at,
    weights_at,
)
from piracy_env.core.masks import NONE, count_legal, nth_legal
from piracy_env.core.moves import (
    advised,
    at,
    copy_bytes,
    look,
    play,
)
from piracy_env.core.noinline import noinline
from piracy_env.core.outcome import ACCOUNT
from piracy_env.core.paying import assess, open_account, pay_change, pay_end, value
from piracy_env.core.rng import GOLDEN, derive, mix, throw

_FAIR = WORD(0xFA12)  # seed of the keys that samples are drawn with


class Buffers(NamedTuple):
    """All that `advance` works on, for n games of P players; records as bytes [.., size].

    Their number counts: with 19 arrays the compiler keeps them in memory, and a step of mutiny
    takes a fifth longer than with 18.
    """

    states: Any
    blank: Any
    """[1] a state before its deal."""
    tables: Any
    """[n], or [1] if they are the same for all."""
    slots: Any
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
    accounts: Any
    """[n] what the last finished games came to."""
    terminated: Any
    truncated: Any


BUFFERS = Frame(
    Buffers,
    states=(np.uint8, 2),
    blank=(np.uint8, 2),
    tables=(np.uint8, 2),
    slots=(SLOT, 1),
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
    accounts=(ACCOUNT, 1),
    terminated=(np.bool_, 1),
    truncated=(np.bool_, 1),
)


@loop
def advance(bound: Any, buffers: Any, chosen: Any, actions: Any, controls: Any) -> int:
    """Carry out the plan for the chosen games and fill the buffers for the next seat to move.

    `bound` holds the kernels; `actions[k]` is for game `chosen[k]`. Returns how many games wait for
    room in their histories: until there is some, and they go on, they are not to be looked at.
    """
    kernels, b, waiting = bound[0], opened(buffers), 0
    control = at(controls, 0)
    task = control.task
    for _ in range(control.rounds):
        for k in range(len(chosen)):
            i = chosen[k]
            if k + 1 < len(chosen):
                fetch_row(b.states, chosen[k + 1])
            s = state_at(kernels, b.states, i)
            t = tables_at(kernels, b.tables, i if len(b.tables) > 1 else 0)
            if task == RANDOM_ROLLOUT and s.over != RUNNING:
                continue
            slot = at(b.slots, i)
            choices = choices_at(kernels, b.mask, i)
            action = NONE
            if not control.goes_on:
                _clear(b, i, s.players)
                action = _begin(kernels, s, t, b, i, choices, actions[k], slot, control)
            while _ends(kernels, s, t, b, i, choices, action, slot, control):
                b.terminated[i] = s.over != CUT
                b.truncated[i] = s.over == CUT
                _settle(kernels, s, t, control, slot, at(b.accounts, i), b.reward, i)
                if task == REFRESH:
                    break
                copy_bytes(b.states, i, b.finals, i)
                if len(b.final_observation) > 0:
                    seen = features_at(kernels, b.final_observation, i)
                    look(kernels, s, t, INT(slot.ego_seat), seen)
                if not control.auto_reset:
                    break
                slot.episode += 1
                _start(kernels, s, t, b, i, slot, control)
                action = NONE
            if s.over == RUNNING and _is_full(b, s, slot):
                waiting += 1
            else:
                _pay_on_the_way(kernels, s, t, b, i, slot, control)
            b.seat[i] = s.seat
            if control.observe:
                look(kernels, s, t, INT(s.seat), features_at(kernels, b.observation, i))
    _show(b, chosen)
    return waiting


def play_nothing() -> None:
    """Compile `advance`, or find it on disk: it goes through no games, of no particular kind."""
    none = np.zeros(0, np.int64)
    advance(np.zeros(1, ADDRESSES), BUFFERS.empty(), none, none, np.zeros(1, CONTROL))


@loop
def derive_words(seed: Any, first: int, out: Any) -> None:
    """Fill `out` with the words of the streams `first`, `first` + 1, ... under a seed."""
    for k in range(len(out)):
        out[k] = derive(seed, first + k)


@loop
def position_keys(bound: Any, states: Any, slots: Any, chosen: Any, draw: int, out: Any) -> None:
    """A key for draw number `draw` in each chosen game: of the position, not of the seed."""
    kernels = bound[0]
    for k in range(len(chosen)):
        i = chosen[k]
        out[k] = _position_key(at(slots, i), INT(state_at(kernels, states, i).seat), draw)


@loop
def find_illegal(mask: Any, chosen: Any, actions: Any) -> int:
    """The first position whose action is not legal for its game, or NONE."""
    for k in range(len(chosen)):
        action = actions[k]
        if action < 0 or action >= mask.shape[1] or not mask[chosen[k], action]:
            return k
    return NONE


@loop
def draw_actions(bound: Any, mask: Any, slots: Any, chosen: Any, actions: Any) -> None:
    """Draw a uniformly random legal action for each chosen game."""
    kernels = bound[0]
    for k in range(len(chosen)):
        choices = choices_at(kernels, mask, chosen[k])
        actions[k] = _draw(choices, at(slots, chosen[k]), count_legal(choices))


@loop
def observe_games(
    bound: Any, states: Any, tables: Any, chosen: Any, seats: Any, out: Any, mask: Any
) -> None:
    """Write what `seats[k]` sees of game `chosen[k]`, and its actions, if it is to move."""
    kernels = bound[0]
    for k in range(len(chosen)):
        i = chosen[k]
        if k + 1 < len(chosen):
            fetch_row(states, chosen[k + 1])
        s = state_at(kernels, states, i)
        t = tables_at(kernels, tables, i if len(tables) > 1 else 0)
        look(kernels, s, t, seats[k], features_at(kernels, out, k))
        choices = choices_at(kernels, mask, k)
        if s.over == RUNNING and s.seat == seats[k]:
            legal(kernels, s, t, choices)
        else:
            choices[:] = False


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
def ask_scripts(
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
    slots: Any,
    rewards: Any,
    lengths: Any,
    controls: Any,
) -> None:
    """Clone each game, redraw what its seat cannot know, and play at random to the end.

    Rewards are what the whole game pays, whatever was paid on the way.
    """
    kernels = bound[0]
    s, slot, control = state_at(kernels, world, 0), at(slots, 0), at(controls, 0)
    choices, chosen = choices_at(kernels, mask, 0), games.chosen
    account = at(np.zeros(1, ACCOUNT), 0)
    for k in range(len(chosen)):
        copy_bytes(games.states, chosen[k], world, 0)
        t = tables_at(kernels, games.tables, chosen[k] if len(games.tables) > 1 else 0)
        determinize(kernels, s, t, games.seats[k], WORD(games.keys[k]))
        slot.dice = mix(WORD(games.keys[k]) ^ GOLDEN)
        moves = INT(s.moves)
        while s.over == RUNNING:
            count = legal(kernels, s, t, choices)
            play(kernels, s, t, _draw(choices, slot, count), control.limit)
        lengths[k] = s.moves - moves
        assess(kernels, s, t, account.outcome)
        slot.paid[:] = 0.0
        slot.standing[:] = 0.0
        pay_end(kernels, s, t, control, slot, account, rewards, k)


@loop
def settle_accounts(
    bound: Any,
    states: Any,
    tables: Any,
    slots: Any,
    chosen: Any,
    accounts: Any,
    rewards: Any,
    controls: Any,
) -> None:
    """Outcomes of the chosen games as they stand, and what each of them has paid in all."""
    kernels, control = bound[0], at(controls, 0)
    for k in range(len(chosen)):
        s = state_at(kernels, states, chosen[k])
        t = tables_at(kernels, tables, chosen[k] if len(tables) > 1 else 0)
        account, slot = at(accounts, k), at(slots, chosen[k])
        assess(kernels, s, t, account.outcome)
        if s.over == ENDED or (s.over == CUT and control.when_cut):
            value(kernels, s, t, control, account.outcome, account.payment)
        else:
            account.payment[:] = slot.paid
        for p in range(s.players):
            rewards[k, p] = account.payment[p]


# --- one game -------------------------------------------------------------------------------------


@forceinline
def _clear(b: Any, i: int, players: int) -> None:
    """Nothing is paid yet, nothing has ended."""
    for p in range(players):
        b.reward[i, p] = 0.0
    b.terminated[i] = False
    b.truncated[i] = False


@forceinline
def _begin(
    kernels: Any, s: Any, t: Any, b: Any, i: int, choices: Any, given: int, slot: Any, control: Any
) -> int:
    """Do what comes first in game i: the action that is to be played, or NONE."""
    if control.task == START:
        _start(kernels, s, t, b, i, slot, control)
    elif control.task == REFRESH:
        open_account(kernels, s, t, control, slot)
    elif control.task == STEP:
        return INT(given)
    else:
        return _draw(choices, slot, slot.choices)
    return NONE


@forceinline
def _start(kernels: Any, s: Any, t: Any, b: Any, i: int, slot: Any, control: Any) -> None:
    """Deal a new game."""
    copy_bytes(b.blank, 0, b.states, i)
    slot.decisions[:] = 0
    slot.noted = 0
    s.rng = derive(slot.seed, slot.episode)
    reset(kernels, s, t)
    open_account(kernels, s, t, control, slot)


@forceinline
def _pay_on_the_way(kernels: Any, s: Any, t: Any, b: Any, i: int, slot: Any, control: Any) -> None:
    """Pay what a decision has changed, if the mode does and the game has gone on."""
    if control.on_the_way and control.task > START and not (b.terminated[i] or b.truncated[i]):
        pay_change(kernels, s, t, control, slot, b.reward, i)


@forceinline
def _show(b: Any, chosen: Any) -> None:
    """Tell callers what is legal now."""
    for k in range(len(chosen)):
        copy_bytes(b.mask, chosen[k], b.shown_mask, chosen[k])


@forceinline
def _log_action(history: Any, i: int, place: int, action: int) -> None:
    """Keep an action for the replay, if the game is recorded."""
    if place < history.shape[1]:
        history[i, place] = action


@forceinline
def _is_full(b: Any, s: Any, slot: Any) -> bool:
    """Whether the next action of a game would find no room in its history."""
    room = b.history.shape[1]
    return room > 0 and s.moves - slot.noted >= room


@forceinline
def _ends(
    kernels: Any,
    s: Any,
    t: Any,
    b: Any,
    i: int,
    choices: Any,
    action: int,
    slot: Any,
    control: Any,
) -> bool:
    """Play an action, and on to the next one asked from outside; whether the game ends first."""
    while not _is_over_after(kernels, s, t, b, i, choices, action, slot, control):
        if not has_script(kernels) or _controller(s, slot) < SCRIPTED or _is_full(b, s, slot):
            return False
        action = _determinize_and_act(kernels, s, t, b, i, choices, slot)
    return True


@forceinline
def _is_over_after(
    kernels: Any,
    s: Any,
    t: Any,
    b: Any,
    i: int,
    choices: Any,
    action: int,
    slot: Any,
    control: Any,
) -> bool:
    """Play an action, if there is one, and on until thought is needed; or the game is over."""
    while True:
        if action != NONE:
            _log_action(b.history, i, s.moves - slot.noted, action)
            slot.decisions[s.seat] += 1
            play(kernels, s, t, action, control.limit)
        if s.over != RUNNING:
            choices[:] = False
            return True
        slot.choices = legal(kernels, s, t, choices)
        if _is_full(b, s, slot):
            return False
        action = _automatic(s, choices, slot, control)
        if action == NONE:
            return False


@forceinline
def _automatic(s: Any, choices: Any, slot: Any, control: Any) -> int:
    """The action of a seat that draws lots, or a forced one; NONE if it takes thought."""
    if _controller(s, slot) == UNIFORM:
        return _draw(choices, slot, slot.choices)
    if control.skip_forced and slot.choices == 1:
        return nth_legal(choices, 0)
    return NONE


@forceinline
def _controller(s: Any, slot: Any) -> int:
    """Who plays the seat to move."""
    place = s.seat - slot.ego_seat
    return slot.controller[place if place >= 0 else place + s.players]


@forceinline
def _position_key(slot: Any, seat: int, draw: int) -> Any:
    """A key that follows from what a seat has decided so often: it tells it nothing that is hidden.

    How many moves were made in all would tell of those that were made in secret.
    """
    mine = derive(derive(derive(_FAIR, slot.number), slot.episode), seat)
    return derive(derive(mine, slot.decisions[seat]), draw)


@kernel
def _determinize_and_act(
    kernels: Any, s: Any, t: Any, b: Any, i: int, choices: Any, slot: Any
) -> int:
    """The action of a scripted seat: it draws a world that it may know, and weighs its actions."""
    if count_legal(choices) == 1:
        return nth_legal(choices, 0)
    copy_bytes(b.states, i, b.worlds, i)
    world = state_at(kernels, b.worlds, i)
    determinize(kernels, world, t, INT(s.seat), _position_key(slot, INT(s.seat), 0))
    w = weights_at(kernels, b.weights, _controller(s, slot) - SCRIPTED)
    return advised(kernels, world, t, w, choices, choices_at(kernels, b.opinions, i))


@kernel
def _settle(
    kernels: Any, s: Any, t: Any, control: Any, slot: Any, account: Any, rewards: Any, i: int
) -> None:
    """Write what game i came to; a position that was edited to its end pays nothing."""
    noinline()  # ends are rare: their code stays out of the loop's way
    assess(kernels, s, t, account.outcome)
    account.payment[:] = 0.0
    if control.task != REFRESH:
        pay_end(kernels, s, t, control, slot, account, rewards, i)


@forceinline
def _draw(choices: Any, slot: Any, count: int) -> int:
    """A uniformly random legal action, drawn from the slot's dice, not from the game's own."""
    return nth_legal(choices, throw(slot, count))
