"""The Adventure as a seat sees it: time, Characters, cards, goals, rolls and choices."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.observe.land_board import apart, centre, is_ashore
from piracy_env.games.skull_tales.observe.writing import bits, hot, relative, share
from piracy_env.games.skull_tales.rules.adventure.people import attribute_of, bears_totem
from piracy_env.games.skull_tales.rules.adventure.secrets import unseen_tokens
from piracy_env.games.skull_tales.rules.crew import place_of, slot_at
from piracy_env.games.skull_tales.state import (
    ALLY,
    CHARISMA,
    DICE,
    EMPTY,
    KIND,
    NONE,
    PIRATE,
    SEATS,
    SLOTS,
    STEP,
    STRENGTH,
    A,
    Decision,
)
from piracy_env.games.skull_tales.state_land import GOAL_TOKENS, SPELLS, STORY, Goal
from piracy_env.games.skull_tales.terrain import TOKENS

KINDS = 48
"""Kinds of frames that are told one by one."""
CHARACTER, HAND, GOAL, CANDIDATE = 96, 12, 6, 4
"""Features of each."""
MOST_DECISIONS, MOST_ROUNDS, MOST_FLAG = 150, 40, 20
SEARCH_CARDS, INCIDENTS = 30, 24
ITEMS, SEARCH_KINDS = 68, 16
CARDS, ALLIES, TAGS = 12, 8, 8
SHOWN_STATUS, LIMBS = 12, 6
RIGHT, LEFT, BOTH = 1, 2, 3
"""Values of `inv_loc`: which hand holds a card."""
UNLOADED = 1
"""Bit of `inv_flag`."""
FIREARM = 64
"""Bit of `t.items[].tags`."""
LAYING = 2
"""Step of who explores from which on its tile is known."""
EXPLORED = 128
"""What a token is multiplied by in the frame of who explores."""
SLOTS_BITS = 32
"""More than a bit for each slot, and than any Enemy: what a story notes."""
"""What a number of the story is told as a share of."""
READY = 1
"""Value of `spell`; who moves towards it has more."""
_SOON, _LATE, _EACH_MOVE = 0.8, 0.2, 0.15
_THINGS = tuple(
    int(one)
    for one in (
        *(Decision.TILE, Decision.CARD, Decision.WEAPON, Decision.SPECIAL, Decision.OVERLOAD),
        Decision.TAKE,
    )
)
"""Decisions whose candidates are tokens, turns of a tile or cards; those of others are places."""


@kernel
def write_phase(s: Any, t: Any, seat: int, out: Any) -> None:
    """What is being decided, by whom, and how long turn and Adventure have lasted."""
    if not is_ashore(s):
        return
    if s.sp > 0:
        hot(out, 0, s.stk[s.sp - 1, KIND], KINDS)
        out[KINDS] = s.seat == seat
    at = KINDS + 1
    if s.active_slot != NONE:
        hot(out, at, place_of(s, seat, s.active_slot), SLOTS)
    out[at + SLOTS] = share(s.micro, MOST_DECISIONS)
    out[at + SLOTS + 1] = share(s.round, MOST_ROUNDS)


@kernel
def write_track(s: Any, t: Any, seat: int, out: Any) -> None:
    """The Adventure track, the offices, and which Adventure it is."""
    if not is_ashore(s):
        return
    out[0] = share(s.flag, MOST_FLAG)
    at = hot(out, 1, s.diff - 1, 3)
    out[at] = s.tick
    hot(out, at + 1, relative(s, seat, s.captain), SEATS)
    out[at + 1 + SEATS] = s.captain == NONE
    at = hot(out, at + 2 + SEATS, relative(s, seat, s.init), SEATS)
    out[at] = s.fog
    hot(out, at + 1, s.chapter, 8)


@kernel
def write_ashore(s: Any, t: Any, seat: int, out: Any) -> None:
    """Characters: the own Pirate, the others clockwise, Allies by their slots."""
    noinline()
    place = centre(s, seat)
    for row in range(SLOTS):
        slot = slot_at(s, seat, row)
        if s.ch_kind[slot] != EMPTY and s.ch_dead[slot] == 0:
            first = CHARACTER * row
            _write_character(s, t, slot, place, out[first : first + CHARACTER])


@kernel
def _write_character(s: Any, t: Any, slot: int, place: Any, out: Any) -> None:
    """One Character."""
    noinline()
    out[0], out[1] = 1.0, s.ch_kind[slot] == PIRATE
    card = s.ch_card[slot]
    is_ally = s.ch_kind[slot] == ALLY
    at = hot(out, 2, NONE if is_ally else card, CARDS)
    at = hot(out, at, card if is_ally else NONE, ALLIES)
    out[at], out[at + 1] = share(s.ch_hp_max[slot], 12), share(s.ch_wounds[slot], 12)
    out[at + 2] = share(s.ch_ap[slot], 20)
    out[at + 3], out[at + 4] = share(s.ch_dp[slot], 5), share(s.ch_dp_max[slot], 5)
    at += 5
    is_changed = is_ashore(s) and s.totem[slot, 0] != NONE and bears_totem(s, slot)
    for attribute in range(7):
        own = s.ch_att[slot, attribute] + 0
        if is_changed or (attribute == CHARISMA and is_ashore(s)):
            own = attribute_of(s, t, slot, attribute)
        out[at + attribute] = share(own, 5)
    at += 7
    out[at], out[at + 1] = share(s.ch_pp[slot], 100), share(s.ch_adv_pp[slot], 30)
    out[at + 2], out[at + 3] = share(s.ch_coins[slot], 200), share(s.ch_adv_coins[slot], 50)
    at = bits(out, at + 4, s.ch_status[slot], SHOWN_STATUS)
    out[at] = s.ch_cursed[slot]
    at = bits(out, at + 1, s.ch_perm[slot], LIMBS)
    _write_hands(s, t, slot, out[at : at + 2 * HAND + 2])
    at += 2 * HAND + 2
    out[at], out[at + 1] = share(s.ch_rum[slot], 6), share(s.ch_brew[slot], 6)
    out[at + 2] = share(s.s_n[slot], 16)
    at += 3
    if is_ashore(s):
        for goal in range(GOAL_TOKENS):
            is_held = s.goal_state[goal] == Goal.HELD and s.goal_holder[goal] == slot
            out[at + goal] = is_held
        if s.ch_y[slot] != NONE:
            out[at + GOAL_TOKENS] = apart(s.ch_x[slot], place[1])
            out[at + GOAL_TOKENS + 1] = apart(s.ch_y[slot], place[0])


@kernel
def _write_hands(s: Any, t: Any, slot: int, out: Any) -> None:
    """What the right and the left hand hold, and whether it is loaded."""
    for entry in range(s.inv_n[slot]):
        loc = s.inv_loc[slot, entry]
        if RIGHT <= loc <= BOTH:
            item = t.items[s.inv_id[slot, entry]]
            is_loaded = item.tags & FIREARM != 0 and s.inv_flag[slot, entry] & UNLOADED == 0
            far = s.ch_att[slot, STRENGTH] if item.range < 0 else item.range
            if item.range < 0 and is_ashore(s):
                far = attribute_of(s, t, slot, STRENGTH)
            for hand in range(2):
                if loc == BOTH or loc == RIGHT + hand:
                    at = bits(out, HAND * hand, item.tags, TAGS)
                    out[at] = 1.0
                    out[at + 1] = share(item.melee_damage, 3)
                    out[at + 2] = share(item.ranged_damage, 5)
                    out[at + 3] = share(far, 7)
                    out[2 * HAND + hand] = is_loaded


# --- cards ----------------------------------------------------------------------------------------


@kernel
def write_search_cards(s: Any, t: Any, seat: int, out: Any) -> None:
    """The own kept Search cards."""
    if is_ashore(s):
        for place in range(s.s_n[seat]):
            out[place] = share(s.s_cards[seat, place] + 1, SEARCH_KINDS)


@kernel
def write_spells(s: Any, t: Any, seat: int, out: Any) -> None:
    """The own spells: ready ones, and how soon others are."""
    if is_ashore(s):
        for spell in range(SPELLS):
            left = s.spell[seat, spell] - READY
            if left == 0:
                out[spell] = 1.0
            elif left > 0:
                out[spell] = max(_SOON - _EACH_MOVE * (left - 1), _LATE)


@kernel
def write_goals(s: Any, t: Any, seat: int, out: Any) -> None:
    """The goals of the Adventure: how far they are, and whose."""
    if not is_ashore(s):
        return
    for goal in range(GOAL_TOKENS):
        at = GOAL * goal
        hot(out, at, s.goal_state[goal] - 1, 4)
        if s.goal_state[goal] == Goal.HELD and s.goal_holder[goal] != NONE:
            out[at + 4] = s.ch_owner[s.goal_holder[goal]] == seat
        out[at + 5] = s.goal_state[goal] == Goal.LYING


@kernel
def write_piles(s: Any, t: Any, seat: int, out: Any) -> None:
    """Which tile tokens may still come, and how many cards and tokens are left."""
    if not is_ashore(s) or s.chapter == NONE:
        return
    at = bits(out, 0, unseen_tokens(s, t), len(TOKENS))
    out[at], out[at + 1] = share(s.pile_n[0], 16), share(s.pile_n[1], 16)
    out[at + 2] = share(s.sd_n, SEARCH_CARDS)
    out[at + 3] = share(s.idk_n, INCIDENTS)


@kernel
def write_discards(s: Any, t: Any, seat: int, out: Any) -> None:
    """Which Search and Incident cards lie on the discard piles: nobody draws them next."""
    noinline()
    if not is_ashore(s):
        return
    for place in range(s.sdisc_n):
        if s.sdisc[place] < SEARCH_KINDS:
            out[s.sdisc[place]] += 1.0
    for place in range(s.idisc_n):
        out[SEARCH_KINDS + s.idisc[place]] += 1.0
    for card in range(len(t.search) if s.sdisc_n > 0 else 0):
        if out[card] > 0.0:
            out[card] /= max(1, t.search[card].copies)
    for card in range(len(t.incidents) if s.idisc_n > 0 else 0):
        if out[SEARCH_KINDS + card] > 0.0:
            out[SEARCH_KINDS + card] /= max(1, t.incidents[card].copies)


@kernel
def write_story(s: Any, t: Any, seat: int, out: Any) -> None:
    """What has happened in the story."""
    if is_ashore(s):
        for part in range(STORY):
            out[part] = share(s.sf[part], SLOTS_BITS)


# --- rolls and choices ----------------------------------------------------------------------------


@kernel
def _modifier(number: int) -> float:
    return share(number + 4, 8)


@kernel
def write_roll(s: Any, t: Any, seat: int, out: Any) -> None:
    """The roll under way: the inner one of two."""
    if not is_ashore(s) or s.rl_depth == 0:
        return
    roll = s.rl_depth - 1
    out[0], out[1] = share(s.rl_kind[roll], 8), share(s.rl_n[roll], DICE)
    for die in range(s.rl_n[roll]):
        out[2 + die] = share(s.rl_d[roll, die], 6)
        out[2 + DICE + die] = _modifier(s.rl_plus[roll, die])
    at = 2 + 2 * DICE
    out[at], out[at + 1] = share(s.rl_thr[roll], 6), share(s.rl_m[roll], DICE)
    for die in range(s.rl_m[roll]):
        out[at + 2 + die] = share(s.rl_e[roll, die], 6)
    at += 2 + DICE
    out[at] = share(s.rl_ethr[roll], 6)
    out[at + 1], out[at + 2] = _modifier(s.rl_mod[roll]), _modifier(s.rl_emod[roll])
    bits(out, at + 3, s.rl_used[roll], 4)


@kernel
def laid_token(s: Any) -> Any:
    """The token of the tile that is being laid, as all see it; -1 for none."""
    below = s.sp - 2
    if below < 0 or s.stk[below, KIND] != Decision.EXPLORING or s.stk[below, STEP] < LAYING:
        return NONE
    return s.stk[below, A] // EXPLORED


@kernel
def _code_of(s: Any, seat: int, number: int) -> Any:
    """What a candidate is; a Search card that is looked at is told to who looks at it."""
    is_looking = s.seat == seat and s.stk[s.sp - 1, KIND] == Decision.CARD
    if is_looking and number < len(s.drawn) and s.drawn[number] > 0:
        return s.drawn[number] - 1
    return s.cand[number, 0]


@kernel
def write_options(s: Any, t: Any, seat: int, out: Any) -> None:
    """The candidates of the choice: where they are, or what."""
    if not is_ashore(s) or s.sp == 0:
        return
    place = centre(s, seat)
    is_thing = s.stk[s.sp - 1, KIND] in _THINGS
    for number in range(s.cand_n):
        at = CANDIDATE * number
        out[at] = 1.0
        if is_thing:
            out[at + 1] = share(laid_token(s) + 1, 64)
            out[at + 2] = share(s.cand[number, 1], 4)
            out[at + 3] = share(_code_of(s, seat, number) + 1, 64)
        else:
            out[at + 1] = apart(s.cand[number, 1], place[1])
            out[at + 2] = apart(s.cand[number, 0], place[0])
