"""Completing Attacks, the Plunder Bonus and the Historical Attack Bonus (HAV-5)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.havens.actions import ACT
from piracy_env.games.havens.cards import FIRST_HAVEN
from piracy_env.games.havens.rules import moving
from piracy_env.games.havens.rules.assembling import look_for_orphans
from piracy_env.games.havens.rules.battles import damage_or_defeat, mark_resolve
from piracy_env.games.havens.rules.dice import contest
from piracy_env.games.havens.rules.fleet import colour_of, is_becalmed, strength_of
from piracy_env.games.havens.rules.frames import finish, forget_battle, push, top, turn_to
from piracy_env.games.havens.rules.piles import (
    discard,
    draw_attack,
    lose,
    put_under,
    take_from_column,
)
from piracy_env.games.havens.state import (
    CAPTAIN,
    COLUMN,
    FLAG,
    NONE,
    PLACE,
    SLOT,
    SLOTS,
    Battle,
    Decision,
)

MOST_CAPTAINS = 3
"""Captains who can have taken part in an Attack."""
FROM_HAND, FROM_TABLE, FROM_COLUMN = range(3)
"""Where a Plunder Bonus comes from, in the order of the actions; kept in PLACE."""


# --- Attempts (HAV-5.1 to 5.12) -------------------------------------------------------------------


@kernel
def can_attempt(s: Any, t: Any, slot: int, place: int) -> bool:
    """Whether a vessel at sea lies where an Attack of its colour is, and may still attempt it."""
    me = s.turn_seat
    attack = s.row[me, place]
    if s.hex[me, slot] != t.attacks[attack].hex or s.attempts >= t.rules.most_attempts:
        return False
    is_barred = s.failed[me, slot] >> place & 1 == 1
    return not is_barred and colour_of(s, t, me, slot) == t.attacks[attack].colour


@kernel
def attempt(s: Any, slot: int, place: int) -> None:
    """Attempt an Attack; cards may add to the roll."""
    noinline()
    me = s.turn_seat
    s.attempts += 1
    bt = s.bt
    bt.type = Battle.ATTACK
    bt.att_seat, bt.att_slot = me, slot
    bt.place, bt.attack, bt.round = place, s.row[me, place], 1
    push(s, Decision.WINDOW_ROLL, me)
    top(s)[SLOT] = slot


@kernel
def roll(s: Any, t: Any) -> None:
    """Roll for the vessel and for the Attack card: one round won completes the Attack."""
    noinline()
    bt = s.bt
    lead = contest(s, strength_of(s, t, bt.att_seat, bt.att_slot), t.attacks[bt.attack].strength)
    if lead > 0:
        _complete(s, t)
    else:
        bt.round += 1
        turn_to(s, Decision.ATT_CONTINUE, bt.att_seat)
        if lead < 0 and not damage_or_defeat(s, bt.att_seat, bt.att_slot):
            finish(s)


@kernel
def _fight_on_or_withdraw(s: Any, t: Any, action: int) -> None:
    """Roll again, or leave the Attack."""
    noinline()
    if action == ACT.fight_on.start:
        turn_to(s, Decision.WINDOW_ROLL, s.turn_seat)
    else:
        _withdraw(s)


@kernel
def _can_fight_on(s: Any, t: Any) -> bool:
    """Whether the Attack may go on; else the vessel withdraws."""
    if s.bt.rolls < t.rules.most_rolls:
        return True
    _withdraw(s)  # HAV-R37
    return False


@kernel
def _withdraw(s: Any) -> None:
    """The vessel stays where it is and cannot attempt the card again this turn (HAV-5.12)."""
    s.failed[s.bt.att_seat, s.bt.att_slot] |= 1 << s.bt.place
    finish(s)


# --- Completion (HAV-5.13 to 5.21) ----------------------------------------------------------------


@kernel
def _complete(s: Any, t: Any) -> None:
    """Take the booty aboard; the captain who fought decides on the Historical bonus (HAV-R16)."""
    bt = s.bt
    s.booty[bt.att_seat, bt.att_slot] += t.attacks[bt.attack].booty
    captain = s.part[bt.att_seat, bt.att_slot, CAPTAIN]
    for place in range(MOST_CAPTAINS):
        if t.attacks[bt.attack].captains[place] == captain:
            top(s)[FLAG] = 1
    turn_to(s, Decision.PLUNDER_SOURCE, bt.att_seat)


@kernel
def _is_plunder(s: Any, t: Any, card: int) -> bool:
    """Whether a card is of the kind and colour of the Plunder Bonus."""
    if card == NONE:
        return False
    attack = t.attacks[s.bt.attack]
    return t.cards[card].kind == attack.plunder and t.cards[card].colour == attack.colour


@kernel
def _can_plunder_slot(s: Any, t: Any, slot: int) -> bool:
    """Whether a slot that is not at sea holds a card for the Plunder Bonus."""
    me = s.turn_seat
    if s.at_sea[me, slot] == 1:
        return False
    return _is_plunder(s, t, s.part[me, slot, t.attacks[s.bt.attack].plunder])


@kernel
def _has_plunder(s: Any, t: Any, source: int) -> bool:
    """Whether there is a card for the Plunder Bonus in the hand, on the table or the Column."""
    noinline()
    if source == FROM_HAND:
        hand = s.hand[s.turn_seat]
        for card in range(FIRST_HAVEN):
            if hand[card] > 0 and _is_plunder(s, t, card):
                return True
    elif source == FROM_TABLE:
        for slot in range(SLOTS):
            if _can_plunder_slot(s, t, slot):
                return True
    else:
        for place in range(COLUMN):
            if _is_plunder(s, t, s.column[place]):
                return True
    return False


@kernel
def _mark_sources(s: Any, t: Any, mask: Any) -> None:
    """Mark the places where there is a card for the Plunder Bonus; nobody has to take one."""
    noinline()
    for source in range(FROM_COLUMN + 1):
        mask[ACT.from_hand.start + source] = _has_plunder(s, t, source)
    mask[ACT.pass_.start] = True


@kernel
def _choose_source(s: Any, t: Any, action: int) -> None:
    """Choose where the card comes from, or forgo the bonus."""
    noinline()
    if action == ACT.pass_.start:
        turn_to(s, Decision.BONUS_MOVE, s.turn_seat)
    else:
        turn_to(s, Decision.PLUNDER_CARD, s.turn_seat)
        top(s)[PLACE] = action - ACT.from_hand.start


@kernel
def _has_source(s: Any, t: Any) -> bool:
    """Whether there is a card for the Plunder Bonus anywhere; else there is none."""
    noinline()
    for source in range(FROM_COLUMN + 1):
        if _has_plunder(s, t, source):
            return True
    turn_to(s, Decision.BONUS_MOVE, s.turn_seat)
    return False


@kernel
def _mark_plunder(s: Any, t: Any, mask: Any) -> None:
    """Mark the cards of the chosen place."""
    noinline()
    source = top(s)[PLACE]
    if source == FROM_HAND:
        hand = s.hand[s.turn_seat]
        for card in range(FIRST_HAVEN):
            mask[ACT.card.start + card] = hand[card] > 0 and _is_plunder(s, t, card)
    elif source == FROM_TABLE:
        for slot in range(SLOTS):
            mask[ACT.slot.start + slot] = _can_plunder_slot(s, t, slot)
    else:
        for place in range(COLUMN):
            if _is_plunder(s, t, s.column[place]):
                mask[ACT.card.start + s.column[place]] = True


@kernel
def _plunder(s: Any, t: Any, action: int) -> None:
    """Put the card aboard; the one that it replaces is discarded (HAV-5.15 to 5.17)."""
    noinline()
    me, source = s.turn_seat, top(s)[PLACE]
    part, vessel = t.attacks[s.bt.attack].plunder, top(s)[SLOT]
    slot = NONE
    if source == FROM_TABLE:
        slot = action - ACT.slot.start
        card = s.part[me, slot, part]
        s.part[me, slot, part] = NONE
    else:
        card = action - ACT.card.start
        if source == FROM_HAND:
            lose(s, me, card)
        else:
            take_from_column(s, card)
    replaced = s.part[me, vessel, part]
    s.part[me, vessel, part] = card
    if replaced != NONE:
        discard(s, replaced)
    turn_to(s, Decision.BONUS_MOVE, me)
    if slot != NONE:
        look_for_orphans(s, me, slot)


@kernel
def _mark_bonus_move(s: Any, t: Any, mask: Any) -> None:
    """Mark moving the vessel, and staying."""
    mask[ACT.move.start + top(s)[SLOT]] = True
    mask[ACT.pass_.start] = True


@kernel
def _move_or_stay(s: Any, t: Any, action: int) -> None:
    """Make the move of the Historical Attack Bonus, or forgo it."""
    noinline()
    if action == ACT.pass_.start:
        finish(s)
    else:
        slot = top(s)[SLOT]
        turn_to(s, Decision.PREMOVE, s.turn_seat)
        moving.set_out(s, t, slot, 1)


@kernel
def _has_bonus_move(s: Any, t: Any) -> bool:
    """Whether the vessel may move once more; else the Attack is over."""
    noinline()
    if s.bt.attack != NONE:
        _replace_attack(s)
    if top(s)[FLAG] == 1 and not is_becalmed(s, s.turn_seat, top(s)[SLOT]):
        return True
    finish(s)
    return False


@kernel
def _replace_attack(s: Any) -> None:
    """The completed card goes under the pile, a new one to the row (HAV-5.14)."""
    me, place = s.turn_seat, s.bt.place
    put_under(s, s.bt.attack)
    s.row[me, place] = draw_attack(s)
    for slot in range(SLOTS):
        s.failed[me, slot] &= ~(1 << place)
    forget_battle(s)


HANDLERS = (
    Handler(
        Decision.ATT_CONTINUE,
        mark_resolve,
        _fight_on_or_withdraw,
        _can_fight_on,
        "Whether to go on with an Attack that was not completed.",
    ),
    Handler(
        Decision.PLUNDER_SOURCE,
        _mark_sources,
        _choose_source,
        _has_source,
        "Where the card of the Plunder Bonus comes from.",
    ),
    Handler(Decision.PLUNDER_CARD, _mark_plunder, _plunder, doc="The card of the Plunder Bonus."),
    Handler(
        Decision.BONUS_MOVE,
        _mark_bonus_move,
        _move_or_stay,
        _has_bonus_move,
        "Whether to make the move of the Historical Attack Bonus.",
    ),
)
"""The decisions of an Attack."""
