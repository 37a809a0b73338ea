"""Vessel against vessel, the Man-of-War, damage and defeat (HAV-6, HAV-7)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.havens.actions import ACT, MOST_OFFERED
from piracy_env.games.havens.rules.dice import contest, throw
from piracy_env.games.havens.rules.fleet import (
    discard_part,
    give_up,
    has_both,
    has_neither,
    strength_of,
)
from piracy_env.games.havens.rules.frames import finish, pop, push, top, turn_to
from piracy_env.games.havens.state import (
    ACTOR,
    ATTACKER,
    CREW,
    DEFENDER,
    GREAT_GUNS,
    NONE,
    SEAT,
    SLOT,
    Battle,
    Decision,
)

# --- Damage and defeat (HAV-7) --------------------------------------------------------------------


@kernel
def damage(s: Any, seat: int, slot: int) -> bool:
    """A round is lost: guns or crew go, if there are any; returns whether there were."""
    if has_neither(s, seat, slot):
        return False
    push(s, Decision.DAMAGE, seat)
    frame = top(s)
    frame[SEAT], frame[SLOT] = seat, slot
    return True


@kernel
def _mark_damage(s: Any, t: Any, mask: Any) -> None:
    """Mark what may be lost."""
    mask[ACT.lose_guns.start] = True
    mask[ACT.lose_crew.start] = True


@kernel
def _choose_damage(s: Any, t: Any, action: int) -> None:
    """Lose the guns or the crew."""
    _take_damage(s, GREAT_GUNS if action == ACT.lose_guns.start else CREW)


@kernel
def _is_damage_chosen(s: Any, t: Any) -> bool:
    """Whether there are both guns and crew to lose; else what there is goes."""
    noinline()
    frame = top(s)
    if has_both(s, frame[SEAT], frame[SLOT]):
        return True
    _take_damage(s, CREW if s.part[frame[SEAT], frame[SLOT], GREAT_GUNS] == NONE else GREAT_GUNS)
    return False


@kernel
def _take_damage(s: Any, part: int) -> None:
    """Discard guns or crew."""
    noinline()
    frame = top(s)
    discard_part(s, frame[SEAT], frame[SLOT], part)
    pop(s)


@kernel
def damage_or_defeat(s: Any, seat: int, slot: int) -> bool:
    """A round is lost to no other vessel: booty is not looted; returns whether it was survived."""
    noinline()
    if damage(s, seat, slot):
        return True
    give_up(s, seat, slot)
    return False


# --- Declaring, and Parley (HAV-6.4 to 6.6) -------------------------------------------------------


@kernel
def declare(s: Any, seat: int, slot: int) -> None:
    """The vessel that has stopped attacks one beside it."""
    noinline()
    bt = s.bt
    bt.type = Battle.VESSEL
    bt.att_seat, bt.att_slot = s.mv.seat, s.mv.slot
    bt.def_seat, bt.def_slot = seat, slot
    turn_to(s, Decision.WINDOW_DECLARED, seat)


@kernel
def begin_round(s: Any) -> None:
    """The next round of a battle between vessels, with a chance to parley first."""
    s.bt.round += 1
    s.bt.ties = 0
    turn_to(s, Decision.PARLEY, s.bt.def_seat)


@kernel
def _is_parley(s: Any, t: Any) -> bool:
    """Whether the defender has something to offer; else the dice speak."""
    noinline()
    if s.bt.rolls >= t.rules.most_rolls:
        finish(s)  # HAV-R37
    elif s.parley == 1 and s.booty[s.bt.def_seat, s.bt.def_slot] > 0:
        top(s)[ACTOR] = s.bt.def_seat
        return True
    else:
        turn_to(s, Decision.WINDOW_ROLL, s.turn_seat)
    return False


@kernel
def _mark_offers(s: Any, t: Any, mask: Any) -> None:
    """Mark what can be offered, and no offer."""
    most = min(MOST_OFFERED, s.booty[s.bt.def_seat, s.bt.def_slot])
    mask[ACT.offer.start : ACT.offer.start + most] = True
    mask[ACT.pass_.start] = True


@kernel
def _offer(s: Any, t: Any, action: int) -> None:
    """Offer booty for safe passage, or let the dice speak."""
    noinline()
    if action == ACT.pass_.start:
        turn_to(s, Decision.WINDOW_ROLL, s.turn_seat)
        return
    s.bt.offer = action - ACT.offer.start + 1
    turn_to(s, Decision.PARLEY_REPLY, s.bt.att_seat)


@kernel
def _mark_replies(s: Any, t: Any, mask: Any) -> None:
    """Mark yes and no."""
    mask[ACT.accept.start] = True
    mask[ACT.refuse.start] = True


@kernel
def _reply(s: Any, t: Any, action: int) -> None:
    """Take the offer, and let the vessel go in safety for this turn; or fight (HAV-R11)."""
    noinline()
    bt = s.bt
    if action == ACT.accept.start:
        s.booty[bt.def_seat, bt.def_slot] -= bt.offer
        s.booty[bt.att_seat, bt.att_slot] += bt.offer
        s.safe[bt.def_seat, bt.def_slot] |= 1 << bt.att_seat
        finish(s)
    else:
        bt.offer = 0
        turn_to(s, Decision.WINDOW_ROLL, s.turn_seat)


# --- The rounds (HAV-6.7 to 6.15) -----------------------------------------------------------------


@kernel
def mark_resolve(s: Any, t: Any, mask: Any) -> None:
    """Mark fighting on, and breaking off."""
    mask[ACT.fight_on.start] = True
    mask[ACT.break_off.start] = True


@kernel
def roll(s: Any, t: Any) -> None:
    """Both vessels roll; the winner of the round decides (HAV-6.7)."""
    noinline()
    bt = s.bt
    lead = contest(
        s,
        strength_of(s, t, bt.att_seat, bt.att_slot),
        strength_of(s, t, bt.def_seat, bt.def_slot),
    )
    if lead == 0:
        roll_again(s, t)
    elif lead > 0:
        turn_to(s, Decision.PRESS, bt.att_seat)
    else:
        turn_to(s, Decision.PRESS, bt.def_seat)


@kernel
def roll_again(s: Any, t: Any) -> None:
    """A standoff is rolled again; from the second one on the defender may evade (HAV-6.8)."""
    s.bt.ties += 1
    if s.bt.rolls >= t.rules.most_rolls:
        finish(s)
    elif s.bt.ties == 1:
        turn_to(s, Decision.WINDOW_ROLL, s.turn_seat)
    else:
        turn_to(s, Decision.TIE, s.bt.def_seat)


@kernel
def _fight_on_or_evade(s: Any, t: Any, action: int) -> None:
    """The defender rolls again, or evades."""
    if action == ACT.fight_on.start:
        turn_to(s, Decision.WINDOW_ROLL, s.turn_seat)
    else:
        finish(s)


@kernel
def _press_or_leave(s: Any, t: Any, action: int) -> None:
    """The winner of the round presses it home, or leaves."""
    noinline()
    if action == ACT.fight_on.start:
        _inflict(s)
    else:
        _leave_as_winner(s)


@kernel
def _inflict(s: Any) -> None:
    """The loser takes damage, or is defeated and looted (HAV-6.12, HAV-7.5)."""
    bt = s.bt
    has_attacker_won = bt.totals[ATTACKER] > bt.totals[DEFENDER]
    seat = bt.def_seat if has_attacker_won else bt.att_seat
    slot = bt.def_slot if has_attacker_won else bt.att_slot
    if not has_neither(s, seat, slot):
        begin_round(s)
        damage(s, seat, slot)
        return
    victor = bt.att_seat if has_attacker_won else bt.def_seat
    vessel = bt.att_slot if has_attacker_won else bt.def_slot
    s.booty[victor, vessel] += min(throw(s), s.booty[seat, slot])
    hex_ = s.hex[seat, slot]
    give_up(s, seat, slot)
    if has_attacker_won:
        s.hex[victor, vessel] = hex_  # HAV-6.14, HAV-R33
    finish(s)


@kernel
def _leave_as_winner(s: Any) -> None:
    """The defender evades, or the attacker withdraws and the defender decides (HAV-6.10, 6.11)."""
    bt = s.bt
    if bt.totals[ATTACKER] > bt.totals[DEFENDER]:
        turn_to(s, Decision.COUNTER, bt.def_seat)
    else:
        finish(s)


@kernel
def _can_counter(s: Any, t: Any) -> bool:
    """Whether the battle may go on; else it is over."""
    if s.bt.rolls < t.rules.most_rolls:
        return True
    finish(s)  # HAV-R37
    return False


@kernel
def _counter_or_leave(s: Any, t: Any, action: int) -> None:
    """The defender attacks in turn, or lets the attacker go."""
    noinline()
    if action == ACT.fight_on.start:
        _exchange_roles(s)
    else:
        finish(s)


@kernel
def _exchange_roles(s: Any) -> None:
    """The former defender fights on as the attacker (HAV-6.17)."""
    bt = s.bt
    seat, slot = bt.att_seat, bt.att_slot
    bt.att_seat, bt.att_slot = bt.def_seat, bt.def_slot
    bt.def_seat, bt.def_slot = seat, slot
    begin_round(s)


# --- The Man-of-War (HAV-10.8) --------------------------------------------------------------------


@kernel
def meet_man_of_war(s: Any, card: int, seat: int, slot: int) -> None:
    """A Man-of-War attacks a vessel."""
    bt = s.bt
    bt.type = Battle.MAN_OF_WAR
    bt.att_seat = s.turn_seat
    bt.def_seat, bt.def_slot = seat, slot
    bt.wild, bt.round = card, 1
    push(s, Decision.WINDOW_ROLL, s.turn_seat)


@kernel
def roll_against_man_of_war(s: Any, t: Any) -> None:
    """The vessel drives it off, or loses the round; it fights three rounds at most."""
    noinline()
    bt = s.bt
    seat, slot = bt.def_seat, bt.def_slot
    lead = contest(s, t.cards[bt.wild].dice, strength_of(s, t, seat, slot))
    if lead == 0:
        roll_again(s, t)
    elif lead < 0:
        finish(s)
    elif bt.round == t.rules.man_of_war_rounds or bt.rolls >= t.rules.most_rolls:
        finish(s)
        damage_or_defeat(s, seat, slot)
    else:
        bt.round += 1
        bt.ties = 0
        turn_to(s, Decision.WINDOW_ROLL, s.turn_seat)
        if not damage_or_defeat(s, seat, slot):
            finish(s)


HANDLERS = (
    Handler(
        Decision.PARLEY,
        _mark_offers,
        _offer,
        _is_parley,
        "What to offer for safe passage; the defender.",
    ),
    Handler(
        Decision.PARLEY_REPLY, _mark_replies, _reply, doc="Whether to take the offer; the attacker."
    ),
    Handler(
        Decision.TIE,
        mark_resolve,
        _fight_on_or_evade,
        doc="Whether to roll again after a standoff, or to evade; the defender.",
    ),
    Handler(
        Decision.PRESS,
        mark_resolve,
        _press_or_leave,
        doc="Whether to press the battle home; the winner of the round.",
    ),
    Handler(
        Decision.COUNTER,
        mark_resolve,
        _counter_or_leave,
        _can_counter,
        "Whether to attack in turn; the defender, when the attacker withdrew.",
    ),
    Handler(
        Decision.DAMAGE,
        _mark_damage,
        _choose_damage,
        _is_damage_chosen,
        "What to lose, guns or crew; the loser of the round.",
    ),
)
"""The decisions of a battle."""
