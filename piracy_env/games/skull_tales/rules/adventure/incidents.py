"""Incident cards: when one is drawn, whom it meets, what it does (STA-7.10, STA-7.11, STA-23).

The frame of a card: A is its row, -1 before it is drawn; B and C the replies to rolls; SLOT is 1 +
the Character that it has met, or, if it meets many, the place in their order that comes next.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.bits import lowest
from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.dice import call_for_roll, rolled
from piracy_env.games.skull_tales.rules.adventure.effects import inflict
from piracy_env.games.skull_tales.rules.adventure.exploring import check_blocked
from piracy_env.games.skull_tales.rules.adventure.figures import (
    CHARACTER,
    is_active,
    is_foe_in_sight_of_all,
    place_of,
)
from piracy_env.games.skull_tales.rules.adventure.foes import call_chart, chart_at
from piracy_env.games.skull_tales.rules.adventure.people import foes_next_to, has_left, is_pirate
from piracy_env.games.skull_tales.rules.adventure.placing import bring_lost_enemy
from piracy_env.games.skull_tales.rules.adventure.search_cards import use_up
from piracy_env.games.skull_tales.rules.adventure.searching import draw_search_card
from piracy_env.games.skull_tales.rules.adventure.tiles import close_exit
from piracy_env.games.skull_tales.rules.adventure.track import lose_coins, move_flag
from piracy_env.games.skull_tales.rules.chance import index_below, throw
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    office,
    pop,
    top,
)
from piracy_env.games.skull_tales.state import NONE, SLOT, SLOTS, STEP, A, B, Decision
from piracy_env.games.skull_tales.state_land import FOES, Exit
from piracy_env.games.skull_tales.tables.cards import EFFECTS, WHOM

NOBODY, EACH_PIRATE, EACH_CHARACTER, RANDOM_PIRATE, RANDOM_CHARACTER, LEADER = range(len(WHOM))
FLAG, FOG, CLOSE_EXIT, PATROL = (
    EFFECTS.index("flag"),
    EFFECTS.index("fog"),
    EFFECTS.index("close_exit"),
    EFFECTS.index("patrol"),
)
LOST_ENEMY, LOST_ENEMY_STRIKES = EFFECTS.index("lost_enemy"), EFFECTS.index("lost_enemy_strikes")
ROB, DRAW = EFFECTS.index("rob"), EFFECTS.index("draw")
_MEET, _ROLLED = range(2)


# --- whether, and which ---------------------------------------------------------------------------


@kernel
def is_quiet(s: Any, t: Any) -> bool:
    """Whether no active Character has an Enemy on its tile or next to it (STA-7.10).

    Who is held has one.
    """
    noinline()
    for slot in range(SLOTS):
        if not is_active(s, slot) or has_left(s, slot):
            continue
        if s.ch_y[slot] == NONE or foes_next_to(s, t, slot) != 0:
            return False
        tile = s.b_tile[s.ch_y[slot], s.ch_x[slot]]
        for foe in range(FOES):
            is_seen = is_foe_in_sight_of_all(s, foe)
            if is_seen and s.b_tile[s.foe_row[foe], s.foe_col[foe]] == tile:
                return False
    return True


@kernel
def draw_incident(s: Any, t: Any) -> None:
    """Draw the card of the uppermost frame; an empty deck is made anew (STA-R32)."""
    noinline()
    if s.idk_n == 0:
        _make_deck_anew(s)
    if s.idk_n == 0 or not is_quiet(s, t):
        pop(s)
        return
    s.idk_n -= 1
    card = s.idk[s.idk_n] + 0
    s.idk[s.idk_n] = 0
    s.idisc[s.idisc_n] = card
    s.idisc_n += 1
    top(s)[A] = card


@kernel
def _make_deck_anew(s: Any) -> None:
    """Shuffle the discards into a deck."""
    for place in range(s.idisc_n):
        s.idk[place] = s.idisc[place]
        s.idisc[place] = 0
    s.idk_n, s.idisc_n = s.idisc_n, 0
    for last in range(s.idk_n - 1, 0, -1):
        other = index_below(s, last + 1)
        s.idk[last], s.idk[other] = s.idk[other], s.idk[last]


# --- whom -----------------------------------------------------------------------------------------


@kernel
def is_met(s: Any, t: Any, card: int, slot: int) -> bool:
    """Whether a card can meet a Character: it is active, its kind and its tile are meant."""
    whom = t.incidents[card].whom
    if not is_active(s, slot) or has_left(s, slot):
        return False
    is_for_pirates = whom in (EACH_PIRATE, RANDOM_PIRATE, LEADER)
    if is_for_pirates and not is_pirate(s, slot):
        return False
    where = t.incidents[card].where
    if where[0] < 0:
        return True
    if s.ch_y[slot] == NONE:
        return False
    tile = s.b_tile[s.ch_y[slot], s.ch_x[slot]] - 1
    kind = t.ground[s.tl_token[tile], 0].type
    return kind == where[0] or kind == where[1]


@kernel
def those_met(s: Any, t: Any, card: int) -> int:
    """All whom a card can meet, a bit each."""
    found = 0
    for slot in range(SLOTS):
        found |= is_met(s, t, card, slot) << slot
    return found


@kernel
def one_at_random(s: Any, among: int) -> int:
    """One of some Characters at random, by its place among them."""
    count = 0
    for slot in range(SLOTS):
        count += among >> slot & 1
    place = index_below(s, count)
    for slot in range(SLOTS):
        if among >> slot & 1:
            if place == 0:
                return slot
            place -= 1
    return NONE


@kernel
def leaders(s: Any, among: int) -> int:
    """Those who have gained the most prestige, a bit each."""
    most, found = -1, 0
    for slot in range(SLOTS):
        if among >> slot & 1 and s.ch_adv_pp[slot] >= most:
            if s.ch_adv_pp[slot] > most:
                most, found = s.ch_adv_pp[slot], 0
            found |= 1 << slot
    return found


@kernel
def in_order(s: Any, place: int) -> int:
    """The slot at a place of the order in which cards meet: from the Initiative on, then Allies."""
    if place >= s.players or s.init == NONE:
        return place
    return (s.init + place) % s.players


@kernel
def _pick(s: Any, t: Any, card: int) -> int:
    """The one whom a card meets, -1 for nobody."""
    among = those_met(s, t, card)
    if t.incidents[card].whom == LEADER:
        among = leaders(s, among)
    if among & (among - 1) == 0:
        return lowest(among) if among != 0 else NONE
    return one_at_random(s, among)


# --- what -----------------------------------------------------------------------------------------


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """Have the card of the uppermost frame meet the next Character, or let it take its effect."""
    noinline()
    frame = top(s)
    card = frame[A]
    if card == NONE:
        draw_incident(s, t)
        return False
    whom = t.incidents[card].whom
    if whom == NOBODY:
        pop(s)
        happen(s, t, card)
    elif frame[STEP] == _ROLLED:
        _take_effect(s, t, card, frame[SLOT] - 1, frame[B] == 1)
    elif whom in (EACH_PIRATE, EACH_CHARACTER):
        _meet_next(s, t, card)
    elif frame[SLOT] > 0:
        pop(s)
    else:
        slot = _pick(s, t, card)
        if slot == NONE:
            pop(s)
        else:
            frame[SLOT] = 1 + slot
            _meet_one(s, t, card, slot)
    return False


@kernel
def _meet_next(s: Any, t: Any, card: int) -> None:
    """Meet the next of all whom a card means."""
    frame = top(s)
    if frame[SLOT] == SLOTS:
        pop(s)
        return
    slot = in_order(s, frame[SLOT])
    frame[SLOT] += 1
    if is_met(s, t, card, slot):
        _meet_one(s, t, card, slot)


@kernel
def _meet_one(s: Any, t: Any, card: int, slot: int) -> None:
    """A card meets a Character, who may have to roll."""
    line = t.incidents[card]
    if line.roll > 0:
        call_for_roll(s, t, slot, line.roll - 1, line.difficulty)
    else:
        befall(s, t, slot, line.effect, line.amount)


@kernel
def _take_effect(s: Any, t: Any, card: int, place: int, is_passed: bool) -> None:
    """The roll is made: who failed it bears the effect, and what a 1 brings besides."""
    line, frame = t.incidents[card], top(s)
    is_each = line.whom in (EACH_PIRATE, EACH_CHARACTER)
    slot = in_order(s, place) if is_each else place
    has_one = rolled(s, 1)
    frame[STEP] = _MEET
    if not is_passed:
        befall(s, t, slot, line.effect, line.amount)
        if has_one and line.on_one > 0:
            inflict(s, t, slot, line.on_one, 1)


@kernel
def befall(s: Any, t: Any, slot: int, effect: int, amount: int) -> None:
    """What a card does to one whom it meets."""
    if effect == ROB:
        _rob(s, t, slot)
    elif effect == DRAW:
        draw_search_card(s, t, slot)
    elif effect in (LOST_ENEMY, LOST_ENEMY_STRIKES):
        bring_lost_enemy(s, t, slot, effect == LOST_ENEMY_STRIKES)
    else:
        inflict(s, t, slot, effect, amount)


@kernel
def _rob(s: Any, t: Any, slot: int) -> None:
    """A Pirate loses a die of coins of this Adventure, or without any a Search card (STA-23.3)."""
    if s.ch_adv_coins[slot] > 0:
        lose_coins(s, slot, min(throw(s), s.ch_adv_coins[slot]))
    elif s.s_n[slot] > 0:
        use_up(s, slot, index_below(s, s.s_n[slot]))


@kernel
def happen(s: Any, t: Any, card: int) -> None:
    """What a card does that meets nobody."""
    line = t.incidents[card]
    if line.effect == FLAG:
        move_flag(s, t, line.amount)
    elif line.effect == FOG:
        s.fog = 1
    elif line.effect == CLOSE_EXIT:
        _cave_in(s, t)
    elif line.effect == PATROL:
        _patrol(s, t)


@kernel
def _cave_in(s: Any, t: Any) -> None:
    """A No Exit token on a random open exit, unless it is the only one (STA-23.9)."""
    count = 0
    for exit_ in range(s.n_ex):
        count += s.ex_state[exit_] == Exit.OPEN
    if count <= 1:
        return
    place = index_below(s, count)
    for exit_ in range(s.n_ex):
        if s.ex_state[exit_] == Exit.OPEN:
            if place == 0:
                close_exit(s, exit_)
                break
            place -= 1
    check_blocked(s, t)


@kernel
def _patrol(s: Any, t: Any) -> None:
    """The Enemy Chart for the tile with most Characters (STA-23.6)."""
    slot = _most_crowded(s)
    if slot != NONE:
        place = place_of(s, CHARACTER + slot)
        call_chart(s, t, chart_at(s, t, place), place)


@kernel
def _most_crowded(s: Any) -> int:
    """Who stands for the tile with most active Characters: the holder, else the lowest; or -1."""
    best, most, holder = NONE, 0, office_of_initiative(s)
    for slot in range(SLOTS):
        if not is_active(s, slot) or s.ch_y[slot] == NONE:
            continue
        count = 0
        for other in range(SLOTS):
            count += _share_tile(s, slot, other)
        if count > most or (count == most and slot == holder):
            best, most = slot, count
    is_with_holder = best != NONE and holder >= 0 and _share_tile(s, best, holder)
    return holder if is_with_holder else best


@kernel
def office_of_initiative(s: Any) -> int:
    """Who has the Initiative, or else the Captain's decisions."""
    return s.init if s.init != NONE else office(s)


@kernel
def _share_tile(s: Any, slot: int, other: int) -> bool:
    """Whether two active Characters are on the same tile."""
    if not is_active(s, other) or s.ch_y[other] == NONE:
        return False
    tile = s.b_tile[s.ch_y[slot], s.ch_x[slot]]
    return s.b_tile[s.ch_y[other], s.ch_x[other]] == tile


HANDLERS = (Handler(Decision.INCIDENT_CARD, mark_nothing, answer_nothing, _go_on),)
