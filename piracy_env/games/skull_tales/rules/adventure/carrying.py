"""What Characters carry: places, cards that come and go, and what is too much (STA-6.9, STA-6.10).

A Pirate's own starting gear and what is worn take no place, Rum and Brew half a place each, all
else one. An Ally has three places for everything (STA-17.2).
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import shuffle
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.gear import LEGEND
from piracy_env.games.skull_tales.rules.adventure.goals import goal_row, hold_goal
from piracy_env.games.skull_tales.rules.adventure.hands import free_a_hand
from piracy_env.games.skull_tales.rules.adventure.people import is_pirate
from piracy_env.games.skull_tales.rules.adventure.questions import reply
from piracy_env.games.skull_tales.rules.crew import STARTING, carry, give_up
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    offer,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import CARRIED, SLOT, STEP, A, B, Decision
from piracy_env.games.skull_tales.state_land import FOUND, OncePlayed
from piracy_env.games.skull_tales.tables.cards import SEARCH_KEYS

FLAGS = 128
"""A frame GIVING keeps the card + 128 * its flags in A."""
_MOST_DRINKS = 6
CARDS, GOALS, NUMBERS = 16, 32, 48
"""Things are named by one number: carried cards by their places, and from these numbers on kept
Search cards, goals, and what the action `num` names."""


# --- places ---------------------------------------------------------------------------------------


@kernel
def is_own_start(s: Any, t: Any, slot: int, item: int) -> bool:
    """Whether a card is one that a Pirate starts with."""
    if not is_pirate(s, slot):
        return False
    gear = t.characters[s.ch_card[slot]].gear
    return gear[0] == item or gear[1] == item


@kernel
def halves_of(s: Any, t: Any, slot: int, item: int, flag: int, place: int) -> int:
    """How many half places a card takes that a Character carries, or is to carry, at a place.

    Of others' starting gear only what is the same as the own is free, and no more cards of it.
    """
    if not is_pirate(s, slot):
        return 2
    if t.items[item].worn == 1:
        return 0
    if flag & STARTING == 0:
        return 2
    gear = t.characters[s.ch_card[slot]].gear
    own = (gear[0] == item) + (gear[1] == item)
    for before in range(place):
        own -= s.inv_id[slot, before] == item and s.inv_flag[slot, before] & STARTING != 0
    return 0 if own > 0 else 2


@kernel
def halves_at(s: Any, t: Any, slot: int, place: int) -> int:
    """How many half places a carried card takes."""
    item, flag = s.inv_id[slot, place], s.inv_flag[slot, place]
    return halves_of(s, t, slot, item, flag, place)


@kernel
def half_places(s: Any, t: Any, slot: int) -> int:
    """How many half places are taken."""
    taken = s.ch_rum[slot] + s.ch_brew[slot]
    for place in range(s.inv_n[slot]):
        taken += halves_at(s, t, slot, place)
    return taken


@kernel
def has_place(s: Any, t: Any, slot: int, item: int, flag: int) -> bool:
    """Whether a Character has a place for one more card."""
    if s.inv_n[slot] >= CARRIED:
        return False
    more = halves_of(s, t, slot, item, flag, s.inv_n[slot])
    return more == 0 or half_places(s, t, slot) + more <= 2 * t.ashore.places


@kernel
def has_half_place(s: Any, t: Any, slot: int, drinks: int) -> bool:
    """Whether a Character that has so many Rum, or Brew, can carry one more."""
    return drinks < _MOST_DRINKS and half_places(s, t, slot) + 1 <= 2 * t.ashore.places


# --- cards that come and go -----------------------------------------------------------------------


@kernel
def lose_item(s: Any, item: int) -> None:
    """A card is lost: Legendary Items are shuffled into the Search deck (STA-5.20, STA-R35)."""
    if item >= LEGEND:
        s.sd[s.sd_n] = len(SEARCH_KEYS) + item - LEGEND
        s.sd_n += 1
        shuffle(s, s.sd, s.sd_n)


@kernel
def give_item(s: Any, t: Any, slot: int, item: int, flag: int) -> None:
    """A card comes to a Character, who makes a place for it, or refuses it."""
    push_for(s, Decision.GIVING, s.ch_owner[slot], slot, item + FLAGS * flag, 0)


@kernel
def _go_on_giving(s: Any, t: Any) -> bool:
    """A place for the card, and then it is there, or it is lost."""
    frame = top(s)
    slot, item, flag = frame[SLOT] + 0, frame[A] % FLAGS, frame[A] // FLAGS
    if frame[STEP] == 0:
        make_place(s, t, slot, item, flag)
        return False
    is_kept = frame[B] == 1
    pop(s)
    if is_kept:
        carry(s, t, slot, item, flag)
    else:
        lose_item(s, item)
    return False


@kernel
def give_drinks(s: Any, t: Any, slot: int, rum: int, brew: int) -> None:
    """Rum and Brew come to a Character; what finds no place is lost."""
    for _ in range(rum):
        s.ch_rum[slot] += has_half_place(s, t, slot, s.ch_rum[slot])
    for _ in range(brew):
        s.ch_brew[slot] += has_half_place(s, t, slot, s.ch_brew[slot])


@kernel
def spend_brew(s: Any, slot: int) -> None:
    """A Character has a Brew less; none is left that was used once."""
    s.ch_brew[slot] -= 1
    if s.ch_brew[slot] == 0:
        s.oncea[slot] &= -1 - OncePlayed.BREW_LEFT


@kernel
def give_rum(s: Any, t: Any, slot: int, amount: int) -> None:
    """So much Rum comes to a Character."""
    give_drinks(s, t, slot, amount, 0)


@kernel
def strip(s: Any, slot: int) -> None:
    """All that a Character carries is lost."""
    noinline()
    while s.inv_n[slot] > 0:
        lose_item(s, s.inv_id[slot, 0])
        give_up(s, slot, 0)
    s.ch_rum[slot], s.ch_brew[slot] = 0, 0


@kernel
def take_goal(s: Any, t: Any, goal: int, slot: int) -> None:
    """A Character has the token of a goal; a bulky one fills a hand."""
    hold_goal(s, goal, slot)
    if t.goals[goal_row(s, t, goal)].bulky == 1:
        free_a_hand(s, t, slot)


# --- the end of an Adventure ----------------------------------------------------------------------


@kernel
def put_gear_back(s: Any, t: Any) -> None:
    """Gear after an Adventure: of Allies to Pirates, found cards to the box (STA-10.39, 17.3)."""
    noinline()
    for slot in range(len(s.inv_n)):
        place = 0
        while place < s.inv_n[slot]:
            flag = s.inv_flag[slot, place]
            is_own = is_own_start(s, t, slot, s.inv_id[slot, place])
            if flag & FOUND or (flag & STARTING and not is_own):
                give_up(s, slot, place)
            else:
                place += 1
        if not is_pirate(s, slot) and s.ch_owner[slot] >= 0:
            _hand_over(s, t, slot, s.ch_owner[slot])
    for seat in range(s.players):
        restore_start(s, t, seat)


@kernel
def _hand_over(s: Any, t: Any, slot: int, seat: int) -> None:
    """An Ally's cards come to its Pirate, as far as that has places; the others are lost."""
    while s.inv_n[slot] > 0:
        item, flag = s.inv_id[slot, 0] + 0, s.inv_flag[slot, 0] + 0
        give_up(s, slot, 0)
        if has_place(s, t, seat, item, flag):
            carry(s, t, seat, item, flag)
    give_drinks(s, t, seat, s.ch_rum[slot], s.ch_brew[slot])
    s.ch_rum[slot], s.ch_brew[slot] = 0, 0


@kernel
def restore_start(s: Any, t: Any, slot: int) -> None:
    """A Pirate has its starting gear again, each card of it once (STA-2.13, STA-10.39)."""
    gear = t.characters[s.ch_card[slot]].gear
    for index in range(2):
        if gear[index] > 0 and (index == 0 or gear[0] != gear[1]):
            wanted = 1 + (index == 0 and gear[0] == gear[1])
            _have_start(s, t, slot, gear[index], wanted)


@kernel
def _have_start(s: Any, t: Any, slot: int, item: int, wanted: int) -> None:
    """So many starting cards of a kind, others' are not kept."""
    count, place = 0, 0
    while place < s.inv_n[slot]:
        is_it = s.inv_flag[slot, place] & STARTING and s.inv_id[slot, place] == item
        count += int(is_it)
        if is_it and count > wanted:
            give_up(s, slot, place)
        else:
            place += 1
    while count < wanted and s.inv_n[slot] < CARRIED:
        carry(s, t, slot, item, STARTING)
        count += 1


# --- too much -------------------------------------------------------------------------------------


@kernel
def make_place(s: Any, t: Any, slot: int, item: int, flag: int) -> None:
    """Have a Character make a place for a card: the flow's B is 1 with one, 0 if it refuses."""
    if has_place(s, t, slot, item, flag):
        top(s)[B] = 1
        next_step(s)
        return
    push_for(s, Decision.OVERLOAD, s.ch_owner[slot], slot, item, flag)
    offer(s, item, flag)


@kernel
def _mark_overload(s: Any, t: Any, mask: Any) -> None:
    """Mark the cards without which there is a place; NO refuses the new one (STA-R72)."""
    frame = top(s)
    slot, item, flag = frame[SLOT], frame[A], frame[B]
    mask[ACT.no.start] = True
    more = halves_of(s, t, slot, item, flag, s.inv_n[slot])
    taken = half_places(s, t, slot)
    for place in range(s.inv_n[slot]):
        less = halves_at(s, t, slot, place)
        if more == 0 or taken - less + more <= 2 * t.ashore.places:
            mask[ACT.inv.start + place] = True


@kernel
def _discard(s: Any, t: Any, action: int) -> None:
    slot = top(s)[SLOT] + 0
    if action == ACT.no.start:
        reply(s, 0, 0)
        return
    place = action - ACT.inv.start
    lose_item(s, s.inv_id[slot, place])
    give_up(s, slot, place)
    reply(s, 1, 0)


HANDLERS = (
    Handler(Decision.GIVING, mark_nothing, answer_nothing, _go_on_giving),
    Handler(Decision.OVERLOAD, _mark_overload, _discard, doc="what is left behind"),
)
