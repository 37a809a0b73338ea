"""What vessels, targets and cards are worth, in pieces of eight."""

from __future__ import annotations

from typing import Any

from piracy_agents.heuristic.havens.odds import decided, duel
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.havens.cards import (
    BURIED_TREASURE,
    DAWN_ASSAULT,
    FIRST_GUNS,
    FIRST_HAVEN,
    FIRST_VESSEL,
    FIRST_WILD,
    FORLORN_HOPE,
    KINGS_PARDON,
    MAN_OF_WAR,
    PARTS,
    PLATE_FLEET,
    TURNCOAT_GUIDE,
    Kind,
)
from piracy_env.games.havens.rules.fleet import (
    can_sail,
    colour_of,
    has_neither,
    haven_hex,
    is_becalmed,
    move_bonus_of,
    strength_of,
)
from piracy_env.games.havens.state import CAPTAIN, CREW, GREAT_GUNS, NONE, ROW, SLOTS, VESSEL

_HAVEN = int(Kind.HAVEN)
MOST_CAPTAINS = 3
"""Captains who can have taken part in an Attack."""


@kernel
def part_strength(s: Any, t: Any, seat: int, slot: int, part: int) -> int:
    """Dice of a card aboard, 0 if it is missing."""
    card = s.part[seat, slot, part]
    return 0 if card == NONE else t.cards[card].strength


@kernel
def vessel_worth(s: Any, t: Any, w: Any, seat: int, slot: int) -> float:
    """What is lost with a vessel: its cards, and the booty aboard."""
    cards = part_strength(s, t, seat, slot, CAPTAIN) + part_strength(s, t, seat, slot, VESSEL)
    return s.booty[seat, slot] + w.timber * cards


# --- Raids ----------------------------------------------------------------------------------------


@kernel
def raid_worth(s: Any, t: Any, w: Any, slot: int, attack: int, lead: float) -> float:
    """Booty to be expected, less damage; the vessel fights on while that pays.

    First with all aboard, then without the weaker of guns and crew, then bare.
    """
    noinline()
    me = s.seat
    prize, strength = t.attacks[attack].booty, t.attacks[attack].strength
    guns, crew = part_strength(s, t, me, slot, GREAT_GUNS), part_strength(s, t, me, slot, CREW)
    weaker, stronger = min(guns, crew), max(guns, crew)
    dice = strength_of(s, t, me, slot)
    bare = decided(max(1, dice - weaker - stronger), strength, 0.0)
    if stronger == 0:
        bare = decided(dice, strength, lead)
    worth = bare * prize - (1 - bare) * vessel_worth(s, t, w, me, slot)
    if stronger > 0:
        won = decided(max(1, dice - weaker), strength, lead if weaker == 0 else 0.0)
        worth = won * prize + (1 - won) * (max(0.0, worth) - w.damage * stronger)
    if weaker > 0:
        won = decided(dice, strength, lead)
        worth = won * prize + (1 - won) * (max(0.0, worth) - w.damage * weaker)
    return worth


@kernel
def lead_in_hand(s: Any, t: Any) -> float:
    """Pips that the best card for an Attack Roll adds."""
    hand = s.hand[s.seat]
    if hand[DAWN_ASSAULT] + hand[TURNCOAT_GUIDE] > 0:
        return 1.0 * t.cards[DAWN_ASSAULT].pips
    return 7.0 if hand[FORLORN_HOPE] > 0 else 0.0


@kernel
def is_of_history(s: Any, t: Any, seat: int, slot: int, attack: int) -> bool:
    """Whether the captain took part in it."""
    captain = s.part[seat, slot, CAPTAIN]
    for place in range(MOST_CAPTAINS):
        if captain != NONE and t.attacks[attack].captains[place] == captain:
            return True
    return False


# --- Voyages --------------------------------------------------------------------------------------


@kernel
def later(w: Any, spaces: float, pace: float) -> float:
    """What is left of a worth that is so many spaces away."""
    return w.patience ** (spaces / pace)


@kernel
def pace_of(s: Any, t: Any, w: Any, seat: int, slot: int) -> float:
    """Spaces that a vessel makes in a turn."""
    return w.die + move_bonus_of(s, t, seat, slot)


@kernel
def prospect(s: Any, t: Any, w: Any, slot: int, here: int, home: int) -> float:
    """The best that a vessel on a hex can bring home: what is aboard, or more from a raid."""
    noinline()
    me = s.seat
    pace, aboard = pace_of(s, t, w, me, slot), s.booty[me, slot]
    distance = t.chart.distance
    best = aboard * later(w, distance[here, home], pace)
    colour, lead = colour_of(s, t, me, slot), w.trick * lead_in_hand(s, t)
    for place in range(ROW):
        attack = s.row[me, place]
        if t.attacks[attack].colour != colour or s.failed[me, slot] >> place & 1 == 1:
            continue
        gain = raid_worth(s, t, w, slot, attack, lead)
        if gain > 0 and is_of_history(s, t, me, slot, attack):
            gain += w.history
        there = t.attacks[attack].hex
        way = distance[here, there] + distance[there, home]
        if gain > 0:
            best = max(best, (aboard + gain) * later(w, way, pace))
    return max(best, _treasure(s, t, w, slot, here, home))


@kernel
def _treasure(s: Any, t: Any, w: Any, slot: int, here: int, home: int) -> float:
    """The same for a treasure of which a card in hand tells."""
    noinline()
    me, best = s.seat, 0.0
    for card in range(BURIED_TREASURE, PLATE_FLEET + 1):
        if s.hand[me, card] > 0:
            there = t.rules.plate_fleet_hex
            if card == BURIED_TREASURE:
                there = t.rules.buried_treasure_hex
            gain = w.die * t.cards[card].dice + t.cards[card].pips
            way = t.chart.distance[here, there] + t.chart.distance[there, home]
            worth = (s.booty[me, slot] + gain) * later(w, way, pace_of(s, t, w, me, slot))
            best = max(best, worth)
    return best


@kernel
def danger(s: Any, t: Any, w: Any, slot: int, here: int) -> float:
    """What rivals' vessels in reach of a hex may cost."""
    noinline()
    me = s.seat
    if here == haven_hex(s, t, me):
        return 0.0
    dice, stake, worst = strength_of(s, t, me, slot), vessel_worth(s, t, w, me, slot), 0.0
    for left in range(1, s.players):
        rival = (me + left) % s.players
        for other in range(SLOTS):
            if s.hex[rival, other] != NONE and not is_becalmed(s, rival, other):
                far = t.chart.distance[s.hex[rival, other], here]
                if far <= pace_of(s, t, w, rival, other):
                    worst = max(worst, duel(strength_of(s, t, rival, other), dice) * stake)
    return w.fear * worst


# --- Battles --------------------------------------------------------------------------------------


@kernel
def battle_worth(s: Any, t: Any, w: Any, me: int, slot: int, rival: int, other: int) -> float:  # noqa: PLR0913, PLR0917
    """What a battle with a rival's vessel promises, less what it may cost."""
    noinline()
    won = duel(strength_of(s, t, me, slot), strength_of(s, t, rival, other))
    loot = min(w.die, 1.0 * s.booty[rival, other]) + w.denial * vessel_worth(s, t, w, rival, other)
    return won * loot - (1 - won) * vessel_worth(s, t, w, me, slot)


@kernel
def pressure(s: Any, t: Any, w: Any, rival: int, slot: int) -> float:
    """What it is worth to harm a vessel of a rival: more if that rival is ahead."""
    ahead = 1.0
    for left in range(1, s.players):
        if s.supply[(s.seat + left) % s.players] > s.supply[rival]:
            ahead = w.behind
    return ahead * vessel_worth(s, t, w, rival, slot)


@kernel
def best_harm(s: Any, t: Any, w: Any, card: int) -> float:
    """The best that a Wild card does to any rival."""
    noinline()
    best = -w.finish
    for left in range(1, s.players):
        rival = (s.seat + left) % s.players
        for slot in range(SLOTS):
            if (s.at_sea[rival, slot] == 0) == (card == KINGS_PARDON):
                best = max(best, harm(s, t, w, card, rival, slot))
    return best


@kernel
def harm(s: Any, t: Any, w: Any, card: int, rival: int, slot: int) -> float:
    """What a Wild card does to a vessel of a rival, in pieces of eight."""
    stake = pressure(s, t, w, rival, slot)
    bare = 1.0 if has_neither(s, rival, slot) else w.scratch
    if card == MAN_OF_WAR:
        dice, mine = t.cards[card].dice, strength_of(s, t, rival, slot)
        return w.spite * bare * stake * (1 - decided(mine, dice, 0.0))
    chance = (t.cards[card].save - 1) / 6
    if card == KINGS_PARDON:
        return w.spite * chance * w.timber * part_strength(s, t, rival, slot, CAPTAIN)
    return w.spite * chance * bare * stake


@kernel
def is_ready(s: Any, seat: int, slot: int) -> bool:
    """Whether a vessel in assembly could set sail, with something aboard to lose."""
    if not can_sail(s, seat, slot) or s.at_sea[seat, slot] == 1:
        return False
    return s.part[seat, slot, GREAT_GUNS] != NONE or s.part[seat, slot, CREW] != NONE


@kernel
def is_alone(s: Any, seat: int, slot: int) -> bool:
    """Whether a captain waits for a vessel, or a vessel for a captain."""
    captain, vessel = s.part[seat, slot, CAPTAIN], s.part[seat, slot, VESSEL]
    return (captain == NONE) != (vessel == NONE)


# --- Targets and cards ----------------------------------------------------------------------------


@kernel
def target_worth(s: Any, t: Any, w: Any, attack: int, home: int) -> float:
    """What an Attack on the own row promises to a vessel of usual strength."""
    noinline()
    row = t.attacks[attack]
    won = decided(int(w.usual), row.strength, 0.0)
    worth = won * row.booty * later(w, 2.0 * t.chart.distance[home, row.hex], w.usual_pace)
    for place in range(MOST_CAPTAINS):
        captain = row.captains[place]
        if captain >= 0 and _owns(s, captain):
            worth += w.history
    return worth


@kernel
def _owns(s: Any, captain: int) -> bool:
    """Whether the acting player has a captain in hand or on the table."""
    owned = s.hand[s.seat, captain] > 0
    for slot in range(SLOTS):
        owned = owned or s.part[s.seat, slot, CAPTAIN] == captain
    return owned


@kernel
def colour_worth(s: Any, t: Any, w: Any, colour: int) -> float:
    """The share of the own row's promise that belongs to a colour."""
    noinline()
    home, mine, total = haven_hex(s, t, s.seat), w.even, 2 * w.even
    for place in range(ROW):
        attack = s.row[s.seat, place]
        worth = target_worth(s, t, w, attack, home)
        total += worth
        if t.attacks[attack].colour == colour:
            mine += worth
    return mine / total


@kernel
def card_worth(s: Any, t: Any, w: Any, card: int) -> float:
    """What a card is worth in the hand."""
    noinline()
    row = t.cards[card]
    if card >= FIRST_WILD:
        return w.card[card - FIRST_WILD]
    if row.kind == _HAVEN:
        return w.haven + haven_gain(s, t, w, t.havens[card - FIRST_HAVEN].hex)
    worth = w.strength * row.strength + w.fits * _wanted(s, t, row.kind, row.colour)
    if row.kind == CAPTAIN:
        worth += w.history * _deeds(s, t, card)
    if row.kind == VESSEL:
        worth += w.speed * t.vessels[card - FIRST_VESSEL].move_bonus
    return worth * (w.colourless + colour_worth(s, t, w, row.colour)) - w.dear * row.cost


@kernel
def _deeds(s: Any, t: Any, captain: int) -> int:
    """Attacks of the own row in which a captain took part."""
    deeds = 0
    for place in range(ROW):
        for k in range(MOST_CAPTAINS):
            deeds += t.attacks[s.row[s.seat, place]].captains[k] == captain
    return deeds


@kernel
def _wanted(s: Any, t: Any, kind: int, colour: int) -> float:
    """Whether a slot waits for such a card; less if the hand holds others of the kind."""
    noinline()
    wanted, rivals = 0.0, 0
    for slot in range(SLOTS):
        is_alike = s.at_sea[s.seat, slot] == 0 and colour_of(s, t, s.seat, slot) == colour
        if is_alike and s.part[s.seat, slot, kind] == NONE:
            wanted = 1.0
    for card in range(FIRST_HAVEN):
        if s.hand[s.seat, card] > 0 and t.cards[card].colour == colour:
            if t.cards[card].kind == kind:
                rivals += s.hand[s.seat, card]
            elif wanted == 0.0 and kind < PARTS // 2 and card < FIRST_GUNS:
                wanted = 0.5  # a partner waits in the hand
    return wanted / max(1, rivals)


@kernel
def part_gain(s: Any, t: Any, w: Any, card: int, slot: int) -> float:
    """What a card brings to a slot: a whole vessel, or more strength for one."""
    noinline()
    me, kind = s.seat, t.cards[card].kind
    mine = s.part[me, slot]
    worth = w.build * (1.0 + w.strength * t.cards[card].strength)
    if mine[CAPTAIN] == NONE and mine[VESSEL] == NONE:
        worth *= w.begin * (0.5 + colour_worth(s, t, w, t.cards[card].colour))
    elif kind <= VESSEL:
        worth += w.pair
        if kind == VESSEL and t.vessels[card - FIRST_VESSEL].captain[0] == mine[CAPTAIN]:
            worth += w.speed
        if kind == CAPTAIN and mine[VESSEL] != NONE:
            worth += w.speed * (t.vessels[mine[VESSEL] - FIRST_VESSEL].captain[0] == card)
    elif mine[CAPTAIN] != NONE and mine[VESSEL] != NONE:
        worth += w.pair / 2
    if kind == CAPTAIN:
        worth += w.history * _deeds(s, t, card)
    return worth


@kernel
def haven_gain(s: Any, t: Any, w: Any, hex_: int) -> float:
    """What it is worth to have the Haven on another hex: ways home, and ways to the targets."""
    noinline()
    me, old, gain = s.seat, haven_hex(s, t, s.seat), 0.0
    if hex_ == old:
        return 0.0
    for slot in range(SLOTS):
        here = s.hex[me, slot]
        if here != NONE:
            nearer = later(w, t.chart.distance[here, hex_], w.usual_pace)
            nearer -= later(w, t.chart.distance[here, old], w.usual_pace)
            gain += w.homing * s.booty[me, slot] * nearer
    for place in range(ROW):
        attack = s.row[me, place]
        gain += w.base * target_worth(s, t, w, attack, hex_)
        gain -= w.base * target_worth(s, t, w, attack, old)
    return gain
