"""What the Wild, History and Instant cards do (HAV-10)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.havens.cards import (
    BECALMED,
    BURIED_TREASURE,
    CONTRARY_WINDS,
    CUT_THE_CABLE,
    DOUBLE_DEALING,
    FIRST_HISTORY,
    GULF_STREAM,
    HOT_PURSUIT,
    HURRICANE,
    KINGS_PARDON,
    MAN_OF_WAR,
    MUTINY,
    PLATE_FLEET,
    SCURVY,
    TAVERN_GOSSIP,
    TRADE_WINDS,
    TURN_OF_FORTUNE,
)
from piracy_env.games.havens.rules.assembling import look_for_orphans
from piracy_env.games.havens.rules.battles import damage_or_defeat, meet_man_of_war
from piracy_env.games.havens.rules.dice import throw_many
from piracy_env.games.havens.rules.fleet import attach, discard_part
from piracy_env.games.havens.rules.frames import finish, pick_up, push, top
from piracy_env.games.havens.rules.moving import set_out
from piracy_env.games.havens.rules.piles import draw_card, hand_size
from piracy_env.games.havens.rules.playing import CALLED_OFF, GONE, NEGATED
from piracy_env.games.havens.state import (
    ATTACKER,
    BY,
    CAPTAIN,
    CARD,
    CREW,
    DEFENDER,
    FLAG,
    NONE,
    SEAT,
    SLOT,
    Decision,
)


@kernel
def carry_out(s: Any, t: Any) -> None:
    """Carry out the effect of the card that stands."""
    noinline()
    frame = top(s)
    card = frame[CARD]
    if card < FIRST_HISTORY:
        _carry_out_wild(s, t, card, frame[SEAT], frame[SLOT])
    elif card <= GULF_STREAM:
        s.mv.adders += t.cards[card].pips
    elif card == HOT_PURSUIT:
        slot = frame[SLOT]
        push(s, Decision.PREMOVE, s.turn_seat)
        set_out(s, t, slot, 1)
    elif BURIED_TREASURE <= card <= PLATE_FLEET:
        s.booty[frame[SEAT], frame[SLOT]] += t.cards[card].pips + throw_many(s, t.cards[card].dice)
    elif TURN_OF_FORTUNE <= card <= DOUBLE_DEALING:
        s.stack[s.sp - 2, FLAG] = NEGATED
    elif card == CONTRARY_WINDS:
        s.mv.winds += 1
    elif card == CUT_THE_CABLE:
        s.stack[s.sp - 2, FLAG] = CALLED_OFF
    elif card == TAVERN_GOSSIP:
        _gossip(s, t, frame[BY])
    else:
        _add_to_roll(s, t, card, frame[BY])


@kernel
def _add_to_roll(s: Any, t: Any, card: int, by: int) -> None:
    """Add to the attacker's total and dice, or to those of the other side."""
    side = ATTACKER if by == s.bt.att_seat else DEFENDER
    s.bt.pips[side] += t.cards[card].pips
    s.bt.dice[side] += t.cards[card].dice


@kernel
def _gossip(s: Any, t: Any, seat: int) -> None:
    """Draw cards, up to the limit of a hand (HAV-10.22, HAV-1.14)."""
    for _ in range(t.rules.gossip_cards):
        if hand_size(s, seat) < t.rules.hand_limit:
            draw_card(s, seat)


# --- Wild cards (HAV-10.1 to 10.8) ----------------------------------------------------------------


@kernel
def _carry_out_wild(s: Any, t: Any, card: int, seat: int, slot: int) -> None:
    """Lay the card on the vessel, call a Man-of-War, or let the target roll to be saved."""
    if card <= TRADE_WINDS:
        _attach(s, t, card, seat, slot)
    elif card == MAN_OF_WAR:
        meet_man_of_war(s, card, seat, slot)
    else:
        bt = s.bt
        bt.wild, bt.att_seat = card, s.turn_seat
        bt.def_seat, bt.def_slot = seat, slot
        push(s, Decision.WINDOW_ROLL, seat)


@kernel
def _attach(s: Any, t: Any, card: int, seat: int, slot: int) -> None:
    """The card stays on the vessel."""
    attach(s, t, card, seat, slot)
    pick_up(s)
    top(s)[FLAG] = GONE


@kernel
def roll_to_be_saved(s: Any, t: Any) -> None:
    """Saving Roll: die and additions of at least the card's value cancel it (HAV-9.11)."""
    noinline()
    bt = s.bt
    card, seat, slot = bt.wild, bt.def_seat, bt.def_slot
    total = throw_many(s, 1 + bt.dice[DEFENDER]) + bt.pips[DEFENDER]
    finish(s)
    if total < t.cards[card].save:
        _suffer(s, t, card, seat, slot)


@kernel
def _suffer(s: Any, t: Any, card: int, seat: int, slot: int) -> None:
    """What befalls a vessel or captain that is not saved."""
    if BECALMED <= card <= SCURVY:
        _attach(s, t, card, seat, slot)
    elif card == MUTINY:
        if s.part[seat, slot, CREW] != NONE:
            discard_part(s, seat, slot, CREW)
        else:
            s.booty[seat, slot] //= 2  # half of it, rounded up, is lost
    elif card == KINGS_PARDON:
        discard_part(s, seat, slot, CAPTAIN)
        look_for_orphans(s, seat, slot)
    elif card == HURRICANE:
        damage_or_defeat(s, seat, slot)
