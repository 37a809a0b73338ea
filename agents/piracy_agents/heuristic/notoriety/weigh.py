"""What a decent pirate thinks of each action in notoriety.

Trade first, then plunder, board the most useful pirates, bury Powder Monkeys. Recruit who makes the
raiding party stronger, counting the pirates still in hand; officers are points in themselves.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.notoriety.actions import ACT
from piracy_env.games.notoriety.outcome import officer_points, prize_points
from piracy_env.games.notoriety.rules.party import CELLS, UNIT, best_party
from piracy_env.games.notoriety.rules.piles import is_crew, is_officer, is_pirate, size
from piracy_env.games.notoriety.rules.raid import PORT_ROUNDS, WEAKEST_PARTY, suits_in_play
from piracy_env.games.notoriety.rules.rounds import last_round, next_seat
from piracy_env.games.notoriety.state import (
    CAPTAIN,
    DECK,
    DISC,
    DOUBLOON,
    FIRST_TREASURE,
    HAND,
    NEWREC,
    PARROT,
    PIRATES,
    POWDER_MONKEY,
    QUARTERMASTER,
    RANKS,
    SHIP,
    SLOTS,
    TYPES,
    Achievement,
    Effect,
    Phase,
)
from piracy_env.games.notoriety.tables import ICON_AMOUNT, ICON_KIND, MODE_OR

MOST_WILDS = 2
"""Wilds that a party is imagined with: more are rare, and take long to think through."""
_TRADE = int(Effect.TRADE)
(_RICHEST, _MERCILESS, _BURIED_TREASURE, _MUTINEER, _RECRUITER, _SHIPSHAPE, _COMMANDER) = (
    achievement.value for achievement in Achievement
)


@kernel
def weigh(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Value the legal actions of the seat to move."""
    noinline()
    if s.phase in (Phase.COMMAND, Phase.TRADE_MORE):
        _weigh_commands(s, t, w, value)
    elif s.phase == Phase.RECRUIT:
        _weigh_recruits(s, t, w, mask, value)
    elif s.phase in (Phase.PARLEY, Phase.PARLEY_SELECT):
        _weigh_parley(s, t, w, value)
    elif s.phase == Phase.BRAWL_PICK:
        _weigh_brawl(s, t, w, mask, value)
    elif s.phase == Phase.SELL_KEEP:
        _weigh_treasure(s, t, w, value)
    elif s.phase == Phase.POWER_CHOICE:
        _weigh_sides(s, t, w, value)
    elif s.phase == Phase.ATTACK_TARGET:
        _weigh_targets(s, w, value)
    elif s.phase == Phase.BURY_PICK:
        _weigh_burials(s, t, w, mask, value)
    elif s.phase == Phase.ATTACK_RESPONSE:
        _weigh_payment(t, w, mask, value)
    else:
        _weigh_finds(s, t, w, mask, value)


# --- Commands -------------------------------------------------------------------------------------


@kernel
def _weigh_commands(s: Any, t: Any, w: Any, value: Any) -> None:
    """Money first, while there is somebody to hire; the most useful pirates before the others."""
    value[ACT.plunder.start] = w.plunder
    value[ACT.bury.start] = w.bury
    value[ACT.brawl.start] = w.brawl
    for card in range(TYPES):
        if is_pirate(card):
            value[ACT.card.start + card] = w.board + w.eager * _powers(t, w, card)
        else:
            value[ACT.card.start + card] = w.trade  # all loot in one Trade


@kernel
def _weigh_treasure(s: Any, t: Any, w: Any, value: Any) -> None:
    """Keep what is worth more for Richest than a sale is now."""
    treasure = t.treasures[s.pending_card - FIRST_TREASURE]
    sale = treasure.black_trade * w.power[_TRADE] + _all_icons(w, treasure.black_powers)
    value[ACT.sell.start] = w.selling + w.sale * sale
    banner = w.banner + _step_to(s, w, _RICHEST)
    value[ACT.keep.start] = banner * treasure.banner + w.kept * _worth(t, w, s.pending_card)


@kernel
def _weigh_burials(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Bury what the deck is better without, and what an Achievement counts among the buried."""
    for card in range(TYPES):
        if mask[ACT.card.start + card] or mask[ACT.disc.start + card]:
            worth = _buried(s, t, w, card) - _worth(t, w, card)
            value[ACT.card.start + card] = worth - w.in_hand
            value[ACT.disc.start + card] = worth


@kernel
def _buried(s: Any, t: Any, w: Any, card: int) -> float:
    """What it is worth for the Achievements to have a card buried."""
    if is_crew(card):
        step = _step_to(s, w, _MERCILESS)
        return step + _step_to(s, w, _MUTINEER) if is_officer(card) else step
    banner = t.starting[1].banner if card == DOUBLOON else t.treasures[card - FIRST_TREASURE].banner
    return banner * (_step_to(s, w, _BURIED_TREASURE) - _step_to(s, w, _RICHEST))


@kernel
def _step_to(s: Any, w: Any, achievement: int) -> float:
    """What a step towards an Achievement is worth, if it is in play."""
    return w.achievement[achievement] if s.ach_mask >> achievement & 1 else 0.0


@kernel
def _weigh_payment(t: Any, w: Any, mask: Any, value: Any) -> None:
    """Pay for an Attack with the least useful card, or with a coin."""
    value[ACT.pay_coin.start] = -w.coin
    for card in range(TYPES):
        if mask[ACT.card.start + card]:
            value[ACT.card.start + card] = -_worth(t, w, card)


@kernel
def _weigh_finds(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """From a Lookout or a Rescue: the most useful card."""
    for card in range(TYPES):
        if mask[ACT.card.start + card]:
            value[ACT.card.start + card] = _worth(t, w, card)
        if mask[ACT.disc.start + card]:
            value[ACT.disc.start + card] = _worth(t, w, card)


@kernel
def _weigh_parley(s: Any, t: Any, w: Any, value: Any) -> None:
    """The token is a point: use it late, for a hand without pirates."""
    hand, pirates = s.cnt[s.seat, HAND], 0
    for card in range(TYPES):
        pirates += hand[card] * is_pirate(card)
        value[ACT.card.start + card] = w.fresh_card - _worth(t, w, card)
    is_late = last_round(s) - s.round < w.parley_rounds
    value[ACT.parley.start] = 1.0 if is_late and pirates <= w.parley_pirates else -1.0


@kernel
def _weigh_targets(s: Any, w: Any, value: Any) -> None:
    """Attack who is ahead."""
    for left in range(1, s.players):
        rival = (s.seat + left) % s.players
        value[ACT.target.start + left - 1] = prize_points(
            s, rival
        ) + w.rival_officers * officer_points(s, rival)


# --- Recruits -------------------------------------------------------------------------------------


@kernel
def _weigh_recruits(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Hire whom the raid needs; officers for their points; otherwise save the coins."""
    party = _party(s, s.seat, True)
    strength = _strength(s, party)
    for slot in range(SLOTS):
        if mask[ACT.row.start + slot]:
            card = s.row[slot]
            gain = _strength(s, _joined(party, card, True)) - strength
            value[ACT.row.start + slot] = (
                _in_raid(s, w, strength, gain)
                + _in_person(s, t, w, card)
                - _by_round(s, w.cost) * t.pirates[card].cost
            )


@kernel
def _in_raid(s: Any, w: Any, strength: int, gain: int) -> float:
    """What more Strength is worth in this raid: ports need little, later prizes go by rank."""
    worth = _by_round(s, w.strength) * gain
    if s.round <= PORT_ROUNDS:
        return worth + (w.port if strength < WEAKEST_PARTY <= strength + gain else 0.0)
    for left in range(1, s.players):
        rival = s.strength[(s.seat + left) % s.players]
        worth += w.overtake if strength <= rival < strength + gain else 0.0
    return worth


@kernel
def _in_person(s: Any, t: Any, w: Any, card: int) -> float:
    """What a pirate is worth besides the raid: points, powers, and to come again in a later one."""
    worth = _by_round(s, w.body) + _by_round(s, w.use) * _powers(t, w, card)
    rank = card % RANKS
    if rank == QUARTERMASTER:
        worth += w.quartermaster
    elif rank == CAPTAIN:
        worth += w.captain
    elif rank == PARROT:
        worth += w.parrot
    if _owned_of(s, rank, PIRATES, RANKS) == 0:
        worth += _step_to(s, w, _SHIPSHAPE)
    of_suit = _owned_of(s, card - rank, card - rank + RANKS, 1)
    return worth + _step_to(s, w, _RECRUITER) + (w.same_suit + _step_to(s, w, _COMMANDER)) * of_suit


@kernel
def _weigh_brawl(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Send away whom the next player would hire rather than I."""
    rival = next_seat(s, s.seat)
    mine, theirs = _party(s, s.seat, True), _party(s, rival, False)
    my_strength, their_strength = _strength(s, mine), _strength(s, theirs)
    for slot in range(SLOTS):
        if mask[ACT.row.start + slot]:
            card = s.row[slot]
            my_gain = _strength(s, _joined(mine, card, True)) - my_strength
            their_gain = _strength(s, _joined(theirs, card, True)) - their_strength
            value[ACT.row.start + slot] = their_gain - w.own_interest * my_gain


@kernel
def _weigh_sides(s: Any, t: Any, w: Any, value: Any) -> None:
    """The more useful power; to be wild, if the party grows by it."""
    card = s.pending_card
    for side in range(2):
        icon = t.pirates[card].powers[side]
        worth = _icon(w, icon)
        if ICON_KIND[icon] == Effect.CAPTAIN:
            party = _party(s, s.seat, True)
            gain = _strength(s, _turned(party, card)) - _strength(s, party)
            if gain < w.wild_gain and size(s, s.seat, HAND) > 0:
                worth = 0.0
        value[ACT.opt_first.start + side] = worth


# --- What cards are worth -------------------------------------------------------------------------


@kernel
def _worth(t: Any, w: Any, card: int) -> float:
    """What it is worth to have a card in the hand or to see it again."""
    if card == POWDER_MONKEY:
        return w.monkey
    if card == DOUBLOON:
        return t.starting[1].white_trade * w.power[_TRADE]
    if is_pirate(card):
        return w.crew + _powers(t, w, card)
    treasure = t.treasures[card - FIRST_TREASURE]
    return treasure.white_trade * w.power[_TRADE] + _all_icons(w, treasure.white_powers)


@kernel
def _powers(t: Any, w: Any, card: int) -> float:
    """What a pirate's powers are worth: all of them, or the better side of a "/"."""
    powers = t.pirates[card].powers
    if t.pirates[card].mode == MODE_OR:
        return max(_icon(w, powers[0]), _icon(w, powers[1]))
    return _all_icons(w, powers)


@kernel
def _all_icons(w: Any, icons: Any) -> float:
    """What several powers are worth together."""
    worth = 0.0
    for place in range(len(icons)):
        worth += _icon(w, icons[place])
    return worth


@kernel
def _icon(w: Any, icon: int) -> float:
    """What a power is worth: a coin, a card drawn, an Attack ..., times its amount."""
    return w.power[ICON_KIND[icon]] * ICON_AMOUNT[icon] if icon >= 0 else 0.0


@kernel
def _owned_of(s: Any, first: int, end: int, step: int) -> int:
    """My pirates of a suit, or of a rank, in all zones but the buried ones."""
    mine, count = s.cnt[s.seat], 0
    for card in range(first, end, step):
        count += mine[HAND, card] + mine[DECK, card] + mine[DISC, card]
        count += mine[SHIP, card] + mine[NEWREC, card]
    return count


@kernel
def _by_round(s: Any, weights: Any) -> float:
    """A weight between what it is in the first round and what it is in the last one."""
    part = (s.round - 1) / (last_round(s) - 1)
    return weights[0] + part * (weights[1] - weights[0])


# --- Raiding parties ------------------------------------------------------------------------------


class Party(NamedTuple):
    """Pirates that may raid together, as the search for the strongest party wants them."""

    cards: int
    """Those with a place of their own, nine bits a suit."""
    parrots: int
    """Suits whose Parrot is there, a bit each."""
    captains: int
    """Wild Captains."""


@kernel
def _party(s: Any, seat: int, with_hand: bool) -> Party:
    """The pirates in a player's areas, and those in the hand that will join them."""
    noinline()
    zones = s.cnt[seat]
    party = Party(0, 0, 0)
    for card in range(PIRATES):
        if zones[SHIP, card] + zones[NEWREC, card] > 0:
            is_turned = s.cap_wild[seat] >> (card // RANKS) & 1
            party = _joined(party, card, is_turned == 1)
        elif with_hand and zones[HAND, card] > 0:
            party = _joined(party, card, True)
    return party


@kernel
def _joined(party: Party, card: int, wild: bool) -> Party:
    """The party with one more pirate; a Captain is wild, or as printed."""
    suit, rank = card // RANKS, card % RANKS
    if rank == PARROT:
        return Party(party.cards, party.parrots | 1 << suit, party.captains)
    if rank == CAPTAIN and wild:
        return Party(party.cards, party.parrots, party.captains + 1)
    return Party(party.cards | 1 << (CELLS * suit + rank), party.parrots, party.captains)


@kernel
def _turned(party: Party, card: int) -> Party:
    """The party with one of its Captains turned upside down."""
    cell = 1 << (CELLS * (card // RANKS) + CAPTAIN)
    return Party(party.cards & ~cell, party.parrots, party.captains + 1)


@kernel
def _strength(s: Any, party: Party) -> int:
    """Strength of a party, with no more than a few of its wilds."""
    noinline()
    captains, parrots, kept = min(party.captains, MOST_WILDS), party.parrots, 0
    for _ in range(MOST_WILDS - captains):
        kept |= parrots & -parrots
        parrots &= parrots - 1
    return (best_party(party.cards, kept, captains, suits_in_play(s)) + UNIT - 1) // UNIT
