"""The toy with faults that can be switched on: one for each thing that the battery must notice.

The fault is an option of the game, so that all of them share one compilation. So is the window:
who could parry an attack on somebody else, with a low card in the first slot, is asked in secret.
"""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum

import numpy as np

from piracy_env.core.game import ENDED, RUNNING
from piracy_env.core.jit import WORD, kernel
from piracy_env.core.options import Flag, OneOf
from piracy_env.core.ranges import Range
from piracy_env.core.rng import below, mix, shuffle
from tests.testing import toy
from tests.testing.toy import (
    ACT,
    CARDS,
    FIELDS,
    HAND,
    NONE,
    OBS,
    OPTIONS,
    RANGES,
    SEATS,
    TOY,
    Phase,
)


class Fault(IntEnum):
    NONE = 0
    # the deal
    DEALS_FROM_ONE_SEED = 1
    DEALS_THE_SAME_CARDS = 2
    DEALS_A_MOVE = 3
    # legal actions
    ALLOWS_AN_EMPTY_SLOT = 4
    ALLOWS_NOTHING_TO_THE_WEAK = 5
    MASK_SHOWS_THE_DECK = 6
    MASK_CHANGES_THE_GAME = 7
    MASK_READS_THE_GENERATOR = 8
    # steps
    NEVER_ENDS = 9
    LOSES_A_CARD = 10
    CALLS_THE_DEAD = 11
    OUTGROWS_A_FIELD = 12
    THROWS_A_GLOBAL_DIE = 13
    COUNTS_MOVES_ITSELF = 14
    CHANGES_AN_OPTION = 15
    INDEXES_OUTSIDE_A_FIELD = 16
    SHOWS_A_HAND = 17
    FORGETS_THE_DEAD = 18
    # observations
    SHOWS_A_RIVALS_HAND = 19
    SHOWS_THE_NEXT_CARD = 20
    SHOWS_THE_GENERATOR = 21
    LEAVES_THE_RANGE = 22
    IS_NO_NUMBER = 23
    LEAVES_ITS_GROUP = 24
    OBSERVING_CHANGES_THE_GAME = 25
    OBSERVES_BY_A_GLOBAL_DIE = 26
    # worlds
    KEEPS_THE_TRUTH = 27
    KEEPS_A_RIVALS_HAND = 28
    KEEPS_THE_NEXT_CARD = 29
    CHANGES_A_SCORE = 30
    KEEPS_THE_GENERATOR = 31
    REKEYS_FROM_THE_GENERATOR = 32
    DEALS_GOOD_CARDS_TO_THE_LEFT = 33
    SHUFFLES_THE_TRUTH = 34
    CHANGES_THE_OWN_HAND = 35
    DOUBLES_A_CARD = 36
    SHUFFLES_ONLY_A_LITTLE = 37
    # ends
    RANKS_TOO_EARLY = 38
    LEAVES_A_GAP_OF_PLACES = 39
    LEAVES_SOMEBODY_UNPLACED = 40
    SCORES_BY_THE_GENERATOR = 41
    PAYS_NO_NUMBER = 42
    # states from outside
    TRUSTS_A_SCORE = 43
    WAITS_FOR_EVER = 44
    # what is done in secret
    TELLS_OF_A_WINDOW = 45
    COUNTS_SECRETS_IN_WORLDS = 46
    # the story
    TELLS_A_HIDDEN_CARD = 47
    TELLS_OF_A_DECLINED_WINDOW = 48
    TELLS_OF_NO_LOST_LIVES = 49
    TELLS_OF_NO_DRAW = 50
    MARKS_A_HIDDEN_CARD = 51


@kernel
def reset(s, t):
    rng = s.rng
    if s.fault in (Fault.DEALS_FROM_ONE_SEED, Fault.DEALS_THE_SAME_CARDS):
        s.rng = WORD(5)
    toy.reset(s, t)
    if s.fault == Fault.DEALS_THE_SAME_CARDS:
        s.rng = rng
    if s.fault == Fault.DEALS_A_MOVE:
        s.moves = 1


@kernel
def legal(s, t, mask):
    toy.legal(s, t, mask)
    if s.phase == Phase.ATTACK:
        if s.fault == Fault.ALLOWS_AN_EMPTY_SLOT:
            for slot in range(HAND):
                if s.hand[s.seat, slot] == NONE:
                    mask[ACT.attack.start + slot * 3] = True
        elif s.fault == Fault.MASK_SHOWS_THE_DECK:
            mask[ACT.throw.start] = s.deck[0] < CARDS // 2
        elif s.fault == Fault.MASK_READS_THE_GENERATOR:
            mask[ACT.throw.start] = s.rng & WORD(1)
    elif s.fault == Fault.ALLOWS_NOTHING_TO_THE_WEAK and s.lives_of[s.seat] == 1:
        mask[ACT.throw.start] = False
    if s.fault == Fault.MASK_CHANGES_THE_GAME:
        s.score[0] += 1


@kernel
def step(s, t, action):  # noqa: C901, PLR0912 - a branch for each fault
    if s.window == 1 and s.asked > 0:
        close_window(s, action)
    else:
        toy.step(s, t, action)
        open_window(s)
    if s.fault == Fault.NEVER_ENDS:
        play_on(s)
    elif s.fault == Fault.LOSES_A_CARD and s.deck_len > 0:
        s.deck_len -= 1
        s.deck[s.deck_len] = NONE
    elif s.fault == Fault.CALLS_THE_DEAD and s.out and s.over == RUNNING:
        while not s.out >> s.seat & 1:
            s.seat = (s.seat + 1) % s.players
    elif s.fault == Fault.OUTGROWS_A_FIELD:
        s.score[0] += 15000
    elif s.fault == Fault.THROWS_A_GLOBAL_DIE:
        s.score[0] = np.random.randint(0, 100)  # noqa: NPY002 - the fault
    elif s.fault == Fault.COUNTS_MOVES_ITSELF:
        s.moves += 1
    elif s.fault == Fault.CHANGES_AN_OPTION:
        s.short = 1
    elif s.fault == Fault.INDEXES_OUTSIDE_A_FIELD:
        s.score[0] += s.deck[CARDS + s.seat] * 0
    elif s.fault == Fault.SHOWS_A_HAND:
        show_hands(s)
    elif s.fault == Fault.FORGETS_THE_DEAD:
        s.out = 0
    elif s.fault == Fault.WAITS_FOR_EVER:
        wait_for_a_score(s)


@kernel
def wait_for_a_score(s):
    """Go round for ever once somebody has taken more lives than there are."""
    while s.score[s.seat] > CARDS:
        s.moves += 0


@kernel
def open_window(s):
    """After an attack whoever stands by with a low card is asked first."""
    if s.window == 0 or s.over != RUNNING or s.phase != Phase.DEFEND:
        return
    for seat in range(s.players):
        if seat not in (s.seat, s.attacker) and 0 <= s.hand[seat, 0] < CARDS // 2:
            s.asked = s.seat + 1
            s.seat = seat
            return


@kernel
def close_window(s, action):
    """The victim defends itself, whatever was answered: the toy knows no parrying."""
    s.seat = s.asked - 1
    s.asked = 0


@kernel
def play_on(s):
    """Gather the cards and go on for ever."""
    if s.over == ENDED:
        s.over = RUNNING
        s.out = 0
        s.played[:] = 0
        s.hand[:] = NONE
        s.deck_len = CARDS
        for card in range(CARDS):
            s.deck[card] = card
        for seat in range(s.players):
            s.lives_of[seat] = s.lives
            toy.draw(s, seat, 0)


@kernel
def show_hands(s):
    """Lay all hands on the table."""
    for seat in range(s.players):
        for slot in range(HAND):
            if s.hand[seat, slot] != NONE:
                s.played[s.hand[seat, slot]] = 1
                s.hand[seat, slot] = NONE
    s.over = ENDED


@kernel
def observe(s, t, seat, out):
    toy.observe(s, t, seat, out)
    spare = out[OBS.attacker]
    if s.fault == Fault.SHOWS_A_RIVALS_HAND:
        spare[0] = (s.hand[(seat + 1) % s.players, 0] + 1) / CARDS
    elif s.fault == Fault.SHOWS_THE_NEXT_CARD and s.deck_len > 0:
        spare[0] = s.deck[s.deck_len - 1] / CARDS
    elif s.fault == Fault.SHOWS_THE_GENERATOR:
        spare[0] = s.rng & WORD(1)
    elif s.fault == Fault.LEAVES_THE_RANGE:
        spare[0] = 1.0 + s.moves / 100
    elif s.fault == Fault.IS_NO_NUMBER:
        spare[0] = np.nan
    elif s.fault == Fault.LEAVES_ITS_GROUP:
        spare[4 + s.moves * 0] = 1.0
    elif s.fault == Fault.OBSERVING_CHANGES_THE_GAME:
        s.score[seat] += 1
    elif s.fault == Fault.OBSERVES_BY_A_GLOBAL_DIE:
        spare[0] = np.random.random()  # noqa: NPY002 - the fault
    elif s.fault == Fault.TRUSTS_A_SCORE:
        spare[0] = s.deck[s.score[seat]] * 0


@kernel
def determinize(s, t, seat, key):  # noqa: C901, PLR0912 - a branch for each fault
    if s.window == 1 and s.fault != Fault.COUNTS_SECRETS_IN_WORLDS:
        s.moves = 0
    left = (seat + 1) % s.players
    rng, kept = s.rng, s.hand[left, 0]
    last = s.deck[s.deck_len - 1] if s.deck_len > 0 else NONE
    if s.fault == Fault.KEEPS_THE_TRUTH:
        s.rng = WORD(key)
    elif s.fault == Fault.SHUFFLES_THE_TRUTH:
        s.rng = WORD(key)
        shuffle(s, s.deck, s.deck_len)
    elif s.fault == Fault.SHUFFLES_ONLY_A_LITTLE:
        s.rng = WORD(key)
        for place in range(s.deck_len - 1):
            if below(s, 4) == 0:
                exchange(s, place, s.deck[place + 1])
    else:
        toy.determinize(s, t, seat, key)
    if s.fault == Fault.KEEPS_A_RIVALS_HAND and kept != NONE:
        bring_back(s, left, kept)
    elif s.fault == Fault.KEEPS_THE_NEXT_CARD and last != NONE:
        exchange(s, s.deck_len - 1, last)
    elif s.fault == Fault.CHANGES_A_SCORE:
        s.score[left] += 1
    elif s.fault == Fault.KEEPS_THE_GENERATOR:
        s.rng = rng
    elif s.fault == Fault.REKEYS_FROM_THE_GENERATOR:
        s.rng = mix(rng ^ WORD(key))
    elif s.fault == Fault.DEALS_GOOD_CARDS_TO_THE_LEFT and kept != NONE:
        for place in range(s.deck_len):
            if s.deck[place] > s.hand[left, 0]:
                card = s.hand[left, 0]
                s.hand[left, 0] = s.deck[place]
                s.deck[place] = card
    elif s.fault == Fault.CHANGES_THE_OWN_HAND and s.deck_len > 0 and s.hand[seat, 0] != NONE:
        card = s.hand[seat, 0]
        s.hand[seat, 0] = s.deck[0]
        s.deck[0] = card
    elif s.fault == Fault.DOUBLES_A_CARD and s.deck_len > 1:
        s.deck[0] = s.deck[1]


@kernel
def bring_back(s, left, kept):
    """Put a card back into the left neighbour's hand, wherever it was dealt."""
    card = s.hand[left, 0]
    for place in range(s.deck_len):
        if s.deck[place] == kept:
            s.deck[place] = card
    for seat in range(s.players):
        for slot in range(HAND):
            if s.hand[seat, slot] == kept:
                s.hand[seat, slot] = card
    s.hand[left, 0] = kept


@kernel
def exchange(s, place, card):
    """Put a card in a place of the deck; if it was elsewhere in the deck, they change places."""
    for other in range(s.deck_len):
        if s.deck[other] == card:
            s.deck[other] = s.deck[place]
            s.deck[place] = card
            return


@kernel
def outcome(s, t, result):
    toy.outcome(s, t, result)
    if s.fault == Fault.RANKS_TOO_EARLY:
        result.rank[0] = 1
    elif s.fault == Fault.LEAVES_A_GAP_OF_PLACES and s.over != RUNNING:
        result.rank[0] += 1
    elif s.fault == Fault.LEAVES_SOMEBODY_UNPLACED:
        result.rank[0] = 0
    elif s.fault == Fault.SCORES_BY_THE_GENERATOR:
        result.score[0] += s.rng & WORD(1) != WORD(0)


@kernel
def reward(s, t, mode, out):
    toy.reward(s, t, mode, out)
    if s.fault == Fault.PAYS_NO_NUMBER:
        out[0] = np.nan


def describe(s, tables, seat):
    """The position as the toy tells it, but for who is asked in secret."""
    text = toy.describe(s, tables, seat)
    is_secret = s.asked > 0 and seat not in (None, s.seat)
    return "a window\n" + text.partition("\n")[2] if is_secret else text


def describe_action(s, tables, action, viewer):
    """The action as the toy tells it, but for what is done in a window."""
    is_secret = s.asked > 0 and viewer not in (None, s.seat)
    if is_secret and s.fault != Fault.TELLS_OF_A_WINDOW:
        return ""
    return toy.describe_action(s, tables, action, viewer)


def tell(before, tables, action, after, viewer):
    """The story as the toy tells it: what is done in a window comes to nothing."""
    if after.fault == Fault.TELLS_A_HIDDEN_CARD:
        viewer = None
    lines = toy.tell(before, tables, action, after, viewer)
    if after.fault == Fault.TELLS_OF_A_DECLINED_WINDOW and before.asked > 0:
        lines.append("Nobody parries.")
    unsaid = {Fault.TELLS_OF_NO_LOST_LIVES: " lives ", Fault.TELLS_OF_NO_DRAW: " draws "}
    word = unsaid.get(after.fault, "\n")
    return [line for line in lines if word not in line]


def mark(before, tables, action, now, viewer):
    """The last action as the viewer was told of it."""
    if now.fault == Fault.MARKS_A_HIDDEN_CARD:
        viewer = None
    return f"<text>{describe_action(before, tables, action, viewer)}</text>"


def render(s, tables, seat):
    return f'<svg xmlns="http://www.w3.org/2000/svg"><text>{describe(s, tables, seat)}</text></svg>'


FAULTY = replace(
    TOY,
    name="faulty",
    place=f"{__name__}:FAULTY",
    fields=(*FIELDS, ("asked", np.int8)),  # the victim and 1 while a window is open, else 0
    ranges=RANGES | {"asked": Range(0, SEATS)},
    longest=lambda options: TOY.longest(options) * (1 + options.stored["window"]),
    options=OPTIONS | {"fault": OneOf("NONE", tuple(Fault.__members__)), "window": Flag(False)},
    reset=reset,
    legal=legal,
    step=step,
    observe=observe,
    determinize=determinize,
    outcome=outcome,
    reward=reward,
    describe=describe,
    describe_action=describe_action,
    tell=tell,
    mark=mark,
    render=render,
)
