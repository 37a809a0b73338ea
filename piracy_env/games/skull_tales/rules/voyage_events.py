"""The Event Round: cards, rolls at their places, and what they do (STV-15).

The columns `win` and `lose` of a card are amounts in the order of `_MORALE` and the following.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.daily import Daily
from piracy_env.games.skull_tales.rules.chance import copy_of, member_of, throw
from piracy_env.games.skull_tales.rules.crew import has_trait, is_up, place_of, slot_at
from piracy_env.games.skull_tales.rules.drift import call_drift
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    mark_yes_no,
    next_step,
    pop,
    push,
    push_for,
    top,
)
from piracy_env.games.skull_tales.rules.generation import generate
from piracy_env.games.skull_tales.rules.hold import SUPPLIES, spend_token, stow
from piracy_env.games.skull_tales.rules.posts import extra_dice
from piracy_env.games.skull_tales.rules.provisions import SUPPLIES_TOKEN, has_supplies, spend
from piracy_env.games.skull_tales.rules.rolls import (
    call_for,
    count_up_to,
    forget_roll,
    improve,
    successes,
)
from piracy_env.games.skull_tales.rules.ship import (
    CREW_QUARTERS,
    CROWS_NEST,
    GROUP_DOWN,
    GUN_DECK,
    MAIN_DECK,
    ON_CREW,
    ON_HOLD,
    ON_SAILS,
    WOUNDED,
    call_impacts,
    can_group_fight,
    change_morale,
    earn_trust,
    hit_hold,
    is_night,
    tire,
    wound,
)
from piracy_env.games.skull_tales.state import (
    ACTOR,
    AGILITY,
    GOODS,
    GROUPS,
    NONE,
    SLOT,
    SLOTS,
    STEP,
    STRENGTH,
    A,
    Decision,
    Lasting,
)
from piracy_env.games.skull_tales.traits import Trait

CARDS, FIRE_CARD = 28, 24
_WITHOUT = ((1 << 13) - 1, (1 << 7) - 1, 0)
"""Cards that the options `calm`, `beasts` and `full` of the sea leave out, a bit each."""
_LASTING_CARDS = (
    (15, int(Lasting.CALM)),
    (16, int(Lasting.FOG)),
    (17, int(Lasting.TRADE_WIND)),
    (FIRE_CARD, int(Lasting.FIRE)),
)
_SEA_CARDS = ((12, 8), (13, 9))
"""Cards that stay, with their bits of `pers` or their Sea Enemies."""
STORM_CHILD = 10
"""The Rumor of a success in a Weather roll."""
(_MORALE, _FILTH, _HOLD, _SAILS, _WOUNDS, _DOWN, _DRIFT, _GOODS, _SUPPLIES) = range(9)
(_CALM, _FOG, _TRADE_WIND, _LIGHTNING, _RAIN, _RATS, _FIRE, _SCURVY, _WRECK, _FIDDLER) = range(
    4, 14
)
"""Places in SPECIALS."""
_NIGHT = 2
"""The column `when` of a card that brings its Enemy by night."""
_NO_RATIONS = 2
"""Morale that Rats cost where there are no Supplies."""
_MOST_FOUND = 2
_DOUSE, _SAVE_POWDER, _SPREAD = 5, 5, 2
"""Fire in the Hold: two difficulties, and Impacts if the powder goes up."""


# --- the deck -------------------------------------------------------------------------------------


@kernel
def draw_event(s: Any, t: Any) -> None:
    """Resolve the card that was put off, or draw one (STV-15.1, STV-20.9)."""
    noinline()
    if s.ev_post > 0:
        s.ev_cur, s.ev_post = s.ev_post, 0
        push(s, Decision.EVENT, NONE)
        return
    s.pers &= ~Lasting.FOG
    deck = (1 << CARDS) - 1 & ~_WITHOUT[s.sea]
    if deck & ~s.ev_out == 0:
        s.ev_out = _in_play(s)
    s.ev_cur = member_of(s, deck & ~s.ev_out, 1)
    s.ev_out |= 1 << s.ev_cur - 1
    push(s, Decision.EVENT, NONE)
    push(s, Decision.PUT_OFF, NONE)


@kernel
def _in_play(s: Any) -> int:
    """Cards that stay out when the deck is shuffled anew, a bit each."""
    bits = 0
    for card, lasting in _LASTING_CARDS:
        if s.pers & lasting:
            bits |= 1 << card - 1
    for card, enemy in _SEA_CARDS:
        if s.sea_on[enemy] == 1:
            bits |= 1 << card - 1
    return bits


# --- a card put off or discarded ------------------------------------------------------------------


@kernel
def _can_put_off(s: Any, t: Any, place: int) -> bool:
    """Whether a Character can use its Trait: Charm Crafting first, then Meteorologist."""
    slot = place % SLOTS
    if not is_up(s, slot):
        return False
    if place < SLOTS:
        is_used = s.once_day[slot] & Daily.CHARM
        return is_used == 0 and has_trait(s, t, slot, Trait.CHARM_CRAFTING)
    if t.voyage_events[s.ev_cur - 1].weather == 0 or s.once_day[slot] & Daily.FORECAST:
        return False
    return has_trait(s, t, slot, Trait.METEOROLOGIST)


@kernel
def _is_put_off(s: Any, t: Any) -> bool:
    """Find the next who may put the card off or discard it; `A` counts those looked at."""
    frame = top(s)
    while s.ev_cur > 0 and frame[A] < 2 * SLOTS:
        if _can_put_off(s, t, frame[A]):
            slot = frame[A] % SLOTS
            frame[ACTOR], frame[SLOT] = s.ch_owner[slot], slot
            return True
        frame[A] += 1
    pop(s)
    return False


@kernel
def _put_off(s: Any, t: Any, action: int) -> None:
    """Discard the card, or have it resolved in the next Event Round."""
    frame = top(s)
    slot, is_charm = frame[SLOT] + 0, frame[A] < SLOTS
    frame[A] += 1
    if action == ACT.yes.start:
        if is_charm:
            s.once_day[slot] |= Daily.CHARM
        else:
            s.once_day[slot] |= Daily.FORECAST
            s.ev_post = s.ev_cur
            earn_trust(s, slot, 1)
        s.ev_cur = 0


# --- resolving a card -----------------------------------------------------------------------------

_OPEN, _ROLL, _DONE, _BURN, _DOUSED, _POWDER, _SAVED = range(7)
"""Steps of EVENT; the last four are those of a fire that goes on burning."""


@kernel
def _resolve(s: Any, t: Any) -> bool:
    """The next step of a card."""
    noinline()
    frame = top(s)
    step = frame[STEP]
    if s.ev_cur == 0:
        pop(s)
    elif step == _OPEN:
        _open_card(s, t)
    elif step == _ROLL:
        _roll_for_card(s, t)
    elif step == _DONE:
        _close_card(s, t, successes(s))
    elif step == _BURN:
        _roll_against_fire(s, t, MAIN_DECK, AGILITY, _DOUSE)
    elif step == _DOUSED:
        _burn(s, t)
    elif step == _POWDER:
        _roll_against_fire(s, t, GUN_DECK, STRENGTH, _SAVE_POWDER)
    else:
        _blow_up(s)
    return False


@kernel
def _end_card(s: Any) -> None:
    s.ev_cur = 0
    pop(s)


@kernel
def _open_card(s: Any, t: Any) -> None:
    """A card brings an Enemy, asks for a roll, or does what it says."""
    card = s.ev_cur
    row = t.voyage_events[card - 1]
    if row.enemy >= 0:
        _end_card(s)
        is_due = row.when == 0 or (row.when == _NIGHT) == is_night(s, t)
        if is_due:
            generate(s, t, row.enemy, card)
        else:
            _apply(s, row.lose)
    elif row.post > 0:
        top(s)[STEP] = _ROLL
        name_roller(s, row.post - 1)
    else:
        _end_card(s)
        _apply_special(s, t, row.special)
        _apply(s, row.win)


@kernel
def _roll_for_card(s: Any, t: Any) -> None:
    """The Character that was named rolls, else a group, else it is a failure (STV-15.2, 15.3)."""
    frame = top(s)
    row = t.voyage_events[s.ev_cur - 1]
    if frame[SLOT] != NONE:
        slot = frame[SLOT] + 0
        frame[STEP] = _DONE
        call_for(s, slot, row.attribute - 1, row.difficulty)
        improve(s, extra_dice(s, t, slot, row.post - 1), 0)
        if row.special == _WRECK:
            count_up_to(s, 1, _MOST_FOUND)
    else:
        is_success = _is_group_there(s, row.post - 1) and throw(s) > row.difficulty
        _close_card(s, t, int(is_success))


@kernel
def _is_group_there(s: Any, post: int) -> bool:
    """Whether a group that is not exhausted can roll for an Event (STV-2.7)."""
    for group in range(GROUPS):  # noqa: SIM110 - numba knows no any()
        if s.pg_post[group] == post and can_group_fight(s, group):
            return True
    return False


@kernel
def _close_card(s: Any, t: Any, found: int) -> None:
    """What a card does once its roll is made."""
    slot = top(s)[SLOT] + 0
    row = t.voyage_events[s.ev_cur - 1]
    _end_card(s)
    if found > 0 and slot != NONE:
        earn_trust(s, slot, row.tp)
        if row.weather == 1 and slot < s.players:
            s.deeds[slot] |= 1 << STORM_CHILD - 1
    if row.special == _WRECK:
        for _ in range(min(found, _MOST_FOUND)):
            draw_goods(s)
    if found > 0:
        _apply(s, row.win)
    elif row.special == _RATS:
        if not spend_token(s, SUPPLIES_TOKEN):
            change_morale(s, -_NO_RATIONS)
    else:
        if row.special == _LIGHTNING:
            _strike_lookouts(s)
        _apply(s, row.lose)


@kernel
def _strike_lookouts(s: Any) -> None:
    """Lightning wounds whoever is on the Crow's Nest."""
    for slot in range(SLOTS):
        if is_up(s, slot) and s.post[slot] == CROWS_NEST:
            wound(s, slot, 1)


@kernel
def draw_goods(s: Any) -> int:
    """One random token of the supply comes aboard; its row of [goods], NONE without one."""
    goods = copy_of(s, s.goods_sup, GOODS)
    if goods >= 0:
        stow(s, 1 + goods)
    return goods


@kernel
def _apply(s: Any, effect: Any) -> None:
    """Carry out a row of amounts; drift comes first of what goes on by itself."""
    noinline()
    if effect[_MORALE] != 0:
        change_morale(s, effect[_MORALE])
    s.filth = max(0, s.filth + effect[_FILTH])
    for _ in range(effect[_GOODS]):
        draw_goods(s)
    for _ in range(effect[_SUPPLIES]):
        stow(s, 1 + SUPPLIES)
    for _ in range(-effect[_SUPPLIES]):
        spend_token(s, SUPPLIES_TOKEN)
    call_impacts(s, effect[_DOWN], ON_CREW)
    call_impacts(s, effect[_WOUNDS], WOUNDED)
    call_impacts(s, effect[_SAILS], ON_SAILS)
    call_impacts(s, effect[_HOLD], ON_HOLD)
    if effect[_DRIFT] > 0:
        call_drift(s, effect[_DRIFT], s.clock - 1)


@kernel
def _apply_special(s: Any, t: Any, special: int) -> None:
    """Cards with a rule of their own."""
    if special == _CALM:
        s.pers |= Lasting.CALM
    elif special == _FOG:
        s.pers |= Lasting.FOG
    elif special == _TRADE_WIND:
        s.pers |= Lasting.TRADE_WIND
    elif special == _FIRE:
        if s.hold_imp > 0:
            s.pers |= Lasting.FIRE
    elif special == _SCURVY:
        push(s, Decision.SCURVY, NONE)
    elif special == _RAIN:
        if s.filth == 0:
            change_morale(s, 1)
    elif special == _FIDDLER:
        for slot in range(SLOTS):
            if is_up(s, slot) and s.post[slot] == CREW_QUARTERS:
                earn_trust(s, slot, 1)


# --- who rolls ------------------------------------------------------------------------------------


@kernel
def name_roller(s: Any, post: int) -> None:
    """Put the Character that rolls at a post into the uppermost frame; of several one is named."""
    frame = top(s)
    frame[SLOT] = NONE
    count = 0
    for slot in range(SLOTS):
        if is_up(s, slot) and s.post[slot] == post:
            frame[SLOT] = slot
            count += 1
    if count > 1:
        push_for(s, Decision.NAME_ROLLER, NONE, NONE, post, 0)


@kernel
def _mark_rollers(s: Any, t: Any, mask: Any) -> None:
    """Mark the Characters at the post."""
    for slot in range(SLOTS):
        if is_up(s, slot) and s.post[slot] == top(s)[A]:
            mask[ACT.char.start + place_of(s, s.captain, slot)] = True


@kernel
def _name_roller(s: Any, t: Any, action: int) -> None:
    """The Captain names who rolls (STV-15.2)."""
    pop(s)
    top(s)[SLOT] = slot_at(s, s.captain, action - ACT.char.start)


# --- Scurvy ---------------------------------------------------------------------------------------


@kernel
def _has_cure(s: Any, t: Any) -> bool:
    """Whether there are Supplies against Scurvy; if not, it tires all groups."""
    if has_supplies(s):
        return True
    pop(s)
    _sicken(s)
    return False


@kernel
def _cure(s: Any, t: Any, action: int) -> None:
    """Spend Supplies, or let the groups tire."""
    pop(s)
    if action == ACT.yes.start:
        spend(s, SUPPLIES_TOKEN)
    else:
        _sicken(s)


@kernel
def _sicken(s: Any) -> None:
    for group in range(GROUPS):
        if s.pg_on[group] == 1 and s.pg_w[group] < GROUP_DOWN:
            tire(s, group)


# --- Fire in the Hold -----------------------------------------------------------------------------


@kernel
def burn_on(s: Any) -> None:
    """The fire goes on in a new Crew Round (STV-R26)."""
    s.ev_cur = FIRE_CARD
    push(s, Decision.EVENT, NONE)
    top(s)[STEP] = _BURN
    name_roller(s, MAIN_DECK)


@kernel
def _roll_against_fire(s: Any, t: Any, post: int, attribute: int, difficulty: int) -> None:
    """The Character there rolls; nobody there is a failure."""
    next_step(s)
    slot = top(s)[SLOT]
    if slot == NONE:
        forget_roll(s)
    else:
        call_for(s, slot, attribute, difficulty)
        improve(s, extra_dice(s, t, slot, post), 0)


@kernel
def _burn(s: Any, t: Any) -> None:
    """Doused, or a column burns; Cannons in it endanger the powder."""
    slot = top(s)[SLOT]
    if successes(s) > 0:
        s.pers &= ~Lasting.FIRE
        _end_card(s)
        earn_trust(s, slot, 2)
    elif hit_hold(s) == 0:
        _end_card(s)
    else:
        next_step(s)
        name_roller(s, GUN_DECK)


@kernel
def _blow_up(s: Any) -> None:
    """The powder is saved, or two more columns are lost."""
    slot = top(s)[SLOT]
    is_saved = successes(s) > 0
    _end_card(s)
    if is_saved:
        earn_trust(s, slot, 1)
    else:
        call_impacts(s, _SPREAD, ON_HOLD)


HANDLERS = (
    Handler(Decision.EVENT, mark_nothing, answer_nothing, _resolve),
    Handler(Decision.PUT_OFF, mark_yes_no, _put_off, _is_put_off),
    Handler(Decision.NAME_ROLLER, _mark_rollers, _name_roller),
    Handler(Decision.SCURVY, mark_yes_no, _cure, _has_cure),
)
