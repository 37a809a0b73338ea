"""What Characters have, gain and lose: prestige, coins, trust, Destiny, wounds, Traits."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.state import ALLY, EMPTY, NONE, SLOTS, Phase
from piracy_env.games.skull_tales.traits import Trait

MOST_PRESTIGE, MOST_COINS, MOST_BOOTY, MOST_TRUST = 999, 9_999, 99_999, 60


class Affliction(IntEnum):
    """Bits of `ch_affl`."""

    DESPISED = 1
    SCATTERBRAINED = 2
    IRASCIBLE = 4
    SPENDTHRIFT = 8
    PARANOID = 16


# --- who ------------------------------------------------------------------------------------------


@kernel
def is_down(s: Any, slot: int) -> bool:
    """Whether a Character is Knocked Out."""
    return s.ch_wounds[slot] >= s.ch_hp_max[slot]


@kernel
def is_up(s: Any, slot: int) -> bool:
    """Whether a slot has a Character that is not Knocked Out."""
    return s.ch_kind[slot] != EMPTY and s.ch_wounds[slot] < s.ch_hp_max[slot]


@kernel
def slot_at(s: Any, seat: int, place: int) -> int:
    """The slot of a row of Characters as a seat sees them: CHAR k."""
    return (seat + place) % s.players if place < s.players else place


@kernel
def place_of(s: Any, seat: int, slot: int) -> int:
    """The row in which a seat sees a slot."""
    return (slot - seat + s.players) % s.players if slot < s.players else slot


@kernel
def ally_of(s: Any, seat: int) -> int:
    """The lowest slot of a seat's Allies, NONE without one."""
    for slot in range(s.players, SLOTS):
        if s.ch_kind[slot] == ALLY and s.ch_owner[slot] == seat:
            return slot
    return NONE


@kernel
def free_slot(s: Any) -> int:
    """The lowest slot without a Character, NONE if all are taken."""
    for slot in range(s.players, SLOTS):
        if s.ch_kind[slot] == EMPTY:
            return slot
    return NONE


@kernel
def has_trait(s: Any, t: Any, slot: int, trait: int) -> bool:
    """Whether a Character has a Trait at sea or in port: learned, copied, or printed on an Ally."""
    wanted = trait + 0  # a number, for compilers that index by nothing else
    if s.ch_kind[slot] == ALLY:
        return t.allies[s.ch_card[slot]].voyage_trait == wanted
    return s.ch_traits[slot, wanted] == 1 or s.watch[slot] == wanted


@kernel
def after_captain(s: Any, place: int) -> int:
    """The seat that many places clockwise from the Captain, who is at place 0 (STC-9.3)."""
    first = s.captain if s.captain >= 0 else 0
    return (first + place) % s.players


@kernel
def next_by_prestige(s: Any, done: int) -> int:
    """Of the seats that are not in `done`, the one with most prestige; NONE if all are in it.

    Ties go to the Captain, and then clockwise.
    """
    noinline()
    best = NONE
    for place in range(s.players):
        seat = after_captain(s, place)
        if done >> seat & 1 == 0 and (best == NONE or s.ch_pp[seat] > s.ch_pp[best]):
            best = seat
    return best


@kernel
def tied_by_prestige(s: Any, done: int) -> int:
    """Of the seats that are not in `done`, those with most prestige, a bit each."""
    most, tied = -1, 0
    for seat in range(s.players):
        if done >> seat & 1 == 0:
            if s.ch_pp[seat] > most:
                most, tied = s.ch_pp[seat], 0
            if s.ch_pp[seat] == most:
                tied |= 1 << seat
    return tied


@kernel
def must_captain_settle(s: Any, tied: int) -> bool:
    """Whether the Captain is asked who of these seats is next: an option (STC-9.3)."""
    return bool(s.tie_mode == 1 and s.captain != NONE and tied & (tied - 1) != 0)


# --- prestige, coins, trust -----------------------------------------------------------------------


@kernel
def gain_prestige(s: Any, seat: int, amount: int) -> int:
    """Give prestige to a Pirate, or take what is there; the Despised gain half (STC-9.5).

    Returns what was gained or, below 0, lost.
    """
    noinline()
    change = amount
    if change > 0 and s.ch_affl[seat] & Affliction.DESPISED:
        change = (change + 1) // 2
    before = s.ch_pp[seat]
    s.ch_pp[seat] = min(max(before + change, 0), MOST_PRESTIGE)
    return s.ch_pp[seat] - before


@kernel
def gain_coins(s: Any, seat: int, amount: int) -> None:
    """Give coins to a Pirate, or take what is there."""
    s.ch_coins[seat] = min(max(s.ch_coins[seat] + amount, 0), MOST_COINS)


@kernel
def pay(s: Any, seat: int, amount: int) -> None:
    """A Pirate pays coins that it has."""
    s.ch_coins[seat] -= amount
    if s.phase == Phase.PORT:
        s.spent[seat] = min(s.spent[seat] + amount, MOST_COINS)


@kernel
def gain_booty(s: Any, amount: int) -> None:
    """Add to the Crew Booty, or take what is there."""
    s.crew_booty = min(max(s.crew_booty + amount, 0), MOST_BOOTY)


@kernel
def gain_trust(s: Any, slot: int, amount: int) -> None:
    """Give a Character Trust Points, or take what is there (STV-1.9)."""
    s.ch_tp[slot] = min(max(s.ch_tp[slot] + amount, 0), MOST_TRUST)


# --- wounds and Destiny ---------------------------------------------------------------------------


@kernel
def add_wounds(s: Any, slot: int, amount: int) -> bool:
    """Wound a Character; whether that has knocked it out."""
    if is_down(s, slot):
        return False
    s.ch_wounds[slot] = min(s.ch_wounds[slot] + amount, s.ch_hp_max[slot])
    return is_down(s, slot)


@kernel
def heal(s: Any, slot: int, amount: int) -> None:
    """Discard wounds."""
    s.ch_wounds[slot] = max(0, s.ch_wounds[slot] - amount)


@kernel
def gain_destiny(s: Any, slot: int, amount: int) -> None:
    """Recover Destiny Points up to the limit."""
    s.ch_dp[slot] = min(s.ch_dp[slot] + amount, s.ch_dp_max[slot])


@kernel
def may_use_destiny(s: Any, slot: int) -> bool:
    """Whether a Character has a Destiny Point, and has used none this turn (STC-1.9)."""
    return s.ch_dp[slot] >= 1 and s.dpu[slot] == 0


@kernel
def use_destiny(s: Any, slot: int) -> None:
    """Spend the Destiny Point of the turn."""
    s.ch_dp[slot] -= 1
    s.dpu[slot] = 1


# --- Traits ---------------------------------------------------------------------------------------


@kernel
def learn(s: Any, t: Any, slot: int, trait: int) -> None:
    """A Pirate learns a Trait; what it changes for good takes place at once."""
    s.ch_traits[slot, trait] = 1
    if trait == Trait.BOSUN:
        s.ch_salary[slot] += 10
    elif trait in (Trait.CONSTABLE, Trait.TRICKSTER):
        s.ch_salary[slot] += 5
    elif trait == Trait.CHOSEN:
        s.ch_dp_max[slot] += 1
    elif trait == Trait.ENERGETIC:
        s.ch_ap_max[slot] += 1


# --- who comes and goes ---------------------------------------------------------------------------

STARTING = 2
"""The bit of `inv_flag` that marks starting gear."""
BAG, WORN = 0, 4
"""Values of `inv_loc`."""
PLACES = 3
"""Cards that a Character can carry, beside starting gear and what is worn."""


@kernel
def clear_slot(s: Any, slot: int) -> None:
    """Nobody is in a slot."""
    noinline()
    s.ch_kind[slot], s.ch_card[slot], s.ch_owner[slot] = EMPTY, NONE, NONE
    s.ch_in_adv[slot], s.ch_hand_dom[slot] = 0, 0
    s.ch_hp_max[slot], s.ch_ap_max[slot], s.ch_mov[slot], s.ch_dp_max[slot] = 0, 0, 0, 0
    for attribute in range(7):
        s.ch_att[slot, attribute] = 0
    s.ch_salary[slot], s.ch_cls[slot], s.ch_wounds[slot], s.ch_dp[slot] = 0, 0, 0, 0
    s.ch_pp[slot], s.ch_coins[slot], s.ch_tp[slot] = 0, 0, 0
    s.ch_perm[slot], s.ch_prosth[slot], s.ch_comp_due[slot], s.ch_retiring[slot] = 0, 0, 0, 0
    s.ch_cursed[slot], s.ch_penance[slot], s.ch_penance_ok[slot], s.ch_debtor[slot] = 0, 0, 0, 0
    for trait in range(s.ch_traits.shape[1]):
        s.ch_traits[slot, trait] = 0
    for place in range(s.inv_id.shape[1]):
        s.inv_id[slot, place], s.inv_loc[slot, place], s.inv_flag[slot, place] = 0, 0, 0
    s.inv_n[slot], s.ch_rum[slot], s.ch_brew[slot] = 0, 0, 0
    s.ch_affl[slot], s.ch_dead[slot] = 0, 0


@kernel
def enlist(s: Any, t: Any, seat: int, card: int, hand: int) -> None:
    """A seat takes a Pirate: the card's figures, printed Traits and starting gear; nothing else."""
    noinline()
    clear_slot(s, seat)
    row = t.characters[card]
    s.ch_kind[seat], s.ch_card[seat], s.ch_owner[seat] = 1, card, seat
    s.ch_hand_dom[seat] = hand
    s.ch_hp_max[seat], s.ch_ap_max[seat] = row.hp, row.ap
    s.ch_dp_max[seat], s.ch_salary[seat] = row.dp, row.salary
    for attribute in range(7):
        s.ch_att[seat, attribute] = row.attributes[attribute]
    for place in range(2):
        if row.classes[place] >= 0:
            s.ch_cls[seat] |= 1 << row.classes[place]
    s.ch_traits[seat, row.adventure_trait] = 1
    s.ch_traits[seat, row.voyage_trait] = 1
    s.ch_dp[seat] = row.dp
    s.ch_in_adv[seat] = 1
    for place in range(2):
        if row.gear[place] > 0:
            carry(s, t, seat, row.gear[place], STARTING)


@kernel
def hire(s: Any, t: Any, slot: int, seat: int, card: int) -> None:
    """An Ally joins a seat."""
    noinline()
    clear_slot(s, slot)
    row = t.allies[card]
    s.ch_kind[slot], s.ch_card[slot], s.ch_owner[slot] = ALLY, card, seat
    s.ch_hp_max[slot], s.ch_mov[slot], s.ch_salary[slot] = row.hp, row.moves, row.salary
    for attribute in range(7):
        s.ch_att[slot, attribute] = row.attributes[attribute]
    s.ch_in_adv[slot] = 1


@kernel
def is_ally_free(s: Any, card: int) -> bool:
    """Whether an Ally is in nobody's service."""
    for slot in range(s.players, SLOTS):
        if s.ch_kind[slot] == ALLY and s.ch_card[slot] == card:
            return False
    return True


# --- gear -----------------------------------------------------------------------------------------


@kernel
def carry(s: Any, t: Any, slot: int, gear: int, flag: int) -> None:
    """Put a card among what a Character carries."""
    place = s.inv_n[slot]
    s.inv_id[slot, place] = gear
    s.inv_loc[slot, place] = WORN if t.items[gear].worn == 1 else BAG
    s.inv_flag[slot, place] = flag
    s.inv_n[slot] += 1


@kernel
def give_up(s: Any, slot: int, place: int) -> None:
    """Take a carried card away; those behind it move up."""
    s.inv_n[slot] -= 1
    last = s.inv_n[slot]
    for index in range(place, last):
        s.inv_id[slot, index] = s.inv_id[slot, index + 1]
        s.inv_loc[slot, index] = s.inv_loc[slot, index + 1]
        s.inv_flag[slot, index] = s.inv_flag[slot, index + 1]
    s.inv_id[slot, last], s.inv_loc[slot, last], s.inv_flag[slot, last] = 0, 0, 0


@kernel
def half_places(s: Any, slot: int) -> int:
    """How many half places are taken; Rum and Brew take one each."""
    taken = s.ch_rum[slot] + s.ch_brew[slot]
    for place in range(s.inv_n[slot]):
        if s.inv_loc[slot, place] != WORN and s.inv_flag[slot, place] & STARTING == 0:
            taken += 2
    return taken


@kernel
def has_room(s: Any, t: Any, slot: int, gear: int) -> bool:
    """Whether a Character can carry one more card of this kind (STP-6.7)."""
    if s.inv_n[slot] >= s.inv_id.shape[1]:
        return False
    return t.items[gear].worn == 1 or half_places(s, slot) + 2 <= 2 * PLACES
