"""What a decent paymaster thinks of each action in havens, in pieces of eight.

Secure what is worth it, raid what can be won, sail to where most can be brought home from, and fit
out the next vessel with the coins that are left. Cards are held until they turn a throw by more
than they are worth in the hand.
"""

from __future__ import annotations

from typing import Any

from piracy_agents.heuristic.havens.odds import above, duel
from piracy_agents.heuristic.havens.worth import (
    battle_worth,
    best_harm,
    card_worth,
    danger,
    harm,
    haven_gain,
    is_alone,
    is_of_history,
    is_ready,
    lead_in_hand,
    part_gain,
    part_strength,
    prospect,
    raid_worth,
    target_worth,
    vessel_worth,
)
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import below
from piracy_env.games.havens.actions import ACT
from piracy_env.games.havens.cards import (
    FAVOURABLE_CURRENT,
    FIRST_HAVEN,
    FIRST_HISTORY,
    FIRST_WILD,
    GULF_STREAM,
    HEXES,
    HOT_PURSUIT,
    LETTER_OF_MARQUE,
    PARTS,
    TAVERN_GOSSIP,
    TRADE_WINDS,
    TYPES,
)
from piracy_env.games.havens.rules.fleet import (
    can_sail,
    colour_of,
    has_neither,
    haven_hex,
    is_taken,
    move_cost_of,
    strength_of,
)
from piracy_env.games.havens.rules.moving import reach
from piracy_env.games.havens.rules.piles import hand_size
from piracy_env.games.havens.state import (
    ATTACKER,
    BY,
    CAPTAIN,
    CARD,
    CREW,
    DEFENDER,
    GREAT_GUNS,
    KIND,
    NONE,
    ROW,
    SEAT,
    SLOT,
    SLOTS,
    Battle,
    Decision,
)

GRAINS = 1 << 16
"""Steps in which chance adds to a value."""
_NEVER = -1000.0


@kernel
def weigh(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Value the legal actions of the seat to move."""
    noinline()
    kind = s.stack[s.sp - 1, KIND]
    if kind == Decision.ACTION:
        _weigh_menu(s, t, w, mask, value)
    elif kind <= Decision.ATTACK_SWAP or kind >= Decision.DISCARD:
        _weigh_supply_of_cards(s, t, w, kind, mask, value)
    elif kind <= Decision.HIST_TARGET or kind == Decision.ORPHAN:
        _weigh_places(s, t, w, kind, mask, value)
    elif kind <= Decision.ENGAGE:
        _weigh_voyage(s, t, w, kind, mask, value)
    elif kind <= Decision.WINDOW_BETWEEN:
        _weigh_windows(s, t, w, kind, mask, value)
    elif kind <= Decision.COUNTER:
        _weigh_battle(s, t, w, kind, mask, value)
    else:
        _weigh_spoils(s, t, w, kind, mask, value)
    for action in range(len(mask)):
        if mask[action]:
            value[action] += w.whim * below(s, GRAINS) / GRAINS


# --- Cards come and go ----------------------------------------------------------------------------


@kernel
def _weigh_supply_of_cards(s: Any, t: Any, w: Any, kind: int, mask: Any, value: Any) -> None:
    """Buy what is better than an unknown card, throw away what is worse."""
    noinline()
    if kind == Decision.ATTACK_SWAP:
        _weigh_row(s, t, w, value)
        return
    if kind == Decision.CHOOSE_HAVEN:
        _weigh_first_havens(s, t, w, mask, value)
        return
    coin = w.coin * min(1.0, w.purse / max(1, s.unspent[s.seat]))
    discards = kind in (Decision.DISCARD, Decision.DISCARD_MORE)
    for card in range(TYPES):
        if mask[ACT.card.start + card]:
            worth = card_worth(s, t, w, card)
            if discards:
                value[ACT.card.start + card] = w.unknown - worth
            else:
                value[ACT.card.start + card] = worth
    if kind == Decision.DISCARD_MORE:
        value[ACT.pass_.start] = w.keep
        return
    if kind == Decision.DRAW:
        for card in range(TYPES):
            value[ACT.card.start + card] -= coin * t.rules.purchase_cost
        value[ACT.replace_column.start] = w.unknown + w.pick - coin * t.rules.replace_cost
        value[ACT.draw_attack.start] = _row_is_poor(s, t, w)
    value[ACT.draw_pile.start] = w.unknown
    if mask[ACT.draw_discard.start]:
        value[ACT.draw_discard.start] = card_worth(s, t, w, s.disc[s.disc_n - 1])


@kernel
def _row_is_poor(s: Any, t: Any, w: Any) -> float:
    """What another Attack promises: much, if none of the row can be won."""
    best, home = 0.0, haven_hex(s, t, s.seat)
    for place in range(ROW):
        best = max(best, target_worth(s, t, w, s.row[s.seat, place], home))
    return w.search - best


@kernel
def _weigh_row(s: Any, t: Any, w: Any, value: Any) -> None:
    """The new Attack takes the place of the poorest one."""
    home = haven_hex(s, t, s.seat)
    new = target_worth(s, t, w, s.bt.attack, home)
    for place in range(ROW):
        value[ACT.row.start + place] = new - target_worth(s, t, w, s.row[s.seat, place], home)


@kernel
def _weigh_first_havens(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Live near the targets."""
    for card in range(FIRST_HAVEN, FIRST_WILD):
        if mask[ACT.card.start + card]:
            for place in range(ROW):
                hex_ = t.havens[card - FIRST_HAVEN].hex
                worth = target_worth(s, t, w, s.row[s.seat, place], hex_)
                value[ACT.card.start + card] += worth


# --- The Action phase -----------------------------------------------------------------------------


@kernel
def _weigh_menu(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Treasure, raids and booty first, then moves, then the next vessels; then enough."""
    noinline()
    me = s.seat
    home = haven_hex(s, t, me)
    for slot in range(SLOTS):
        if mask[ACT.secure.start + slot]:
            value[ACT.secure.start + slot] = _secure_gain(s, t, w, slot, home)
        for place in range(ROW):
            action = ACT.attempt.start + ROW * slot + place
            if mask[action]:
                value[action] = _attempt_gain(s, t, w, slot, place)
        if mask[ACT.move.start + slot]:
            value[ACT.move.start + slot] = _move_gain(s, t, w, slot, home)
        value[ACT.burn_vessel.start + slot] = _NEVER
        for part in range(PARTS):
            value[ACT.burn_part.start + PARTS * slot + part] = _NEVER
            action = ACT.shift_part.start + PARTS * slot + part
            value[action] = _NEVER
            if mask[action] and part <= 1 and is_alone(s, me, slot):
                value[action] = _join_gain(s, t, w, slot)
    for card in range(TYPES):
        if mask[ACT.card.start + card]:
            value[ACT.card.start + card] = _play_gain(s, t, w, card)


@kernel
def _secure_gain(s: Any, t: Any, w: Any, slot: int, home: int) -> float:
    """Booty now, rather than more of it later; at once if it ends the game well."""
    me = s.seat
    if s.timed == 0 and s.supply[me] + s.booty[me, slot] >= s.target:
        return w.finish
    now = (1.0 + w.greed) * s.booty[me, slot]
    further = 0.0
    if not has_neither(s, me, slot):
        further = prospect(s, t, w, slot, home, home) - w.timber
    gain = now - further
    return w.first + gain if gain > 0 else gain


@kernel
def _attempt_gain(s: Any, t: Any, w: Any, slot: int, place: int) -> float:
    """Raid if that pays."""
    attack = s.row[s.seat, place]
    gain = raid_worth(s, t, w, slot, attack, w.trick * lead_in_hand(s, t)) - w.caution
    if is_of_history(s, t, s.seat, slot, attack):
        gain += w.history
    return w.first + gain if gain > 0 else gain


@kernel
def _move_gain(s: Any, t: Any, w: Any, slot: int, home: int) -> float:
    """Move on to what promises most; set sail when fitted out for it."""
    me = s.seat
    if s.at_sea[me, slot] == 1:
        here = s.hex[me, slot]
        best = prospect(s, t, w, slot, here, home)
        nearer = best / w.patience
        if _is_reached(s, t, w, slot, here, home, best):
            return -1.0
        return w.second + nearer - best + danger(s, t, w, slot, here)
    best = prospect(s, t, w, slot, home, home)
    if not is_ready(s, me, slot):
        best -= w.unready
    return w.third + best if best > w.launch else -1.0


@kernel
def _is_reached(s: Any, t: Any, w: Any, slot: int, here: int, home: int, best: float) -> bool:  # noqa: PLR0913, PLR0917
    """Whether the vessel lies where the best prospect begins: nearer would not be better."""
    for near in range(6):
        other = t.chart.near[here, near]
        if other >= 0 and prospect(s, t, w, slot, other, home) > best:
            return False
    return True


@kernel
def _join_gain(s: Any, t: Any, w: Any, slot: int) -> float:
    """Bring a captain and a vessel together that wait in two slots."""
    me = s.seat
    for other in range(SLOTS):
        if s.at_sea[me, other] == 0 and is_alone(s, me, other):
            is_partner = (s.part[me, slot, CAPTAIN] == NONE) != (s.part[me, other, CAPTAIN] == NONE)
            if is_partner and colour_of(s, t, me, slot) == colour_of(s, t, me, other):
                return w.second
    return _NEVER


@kernel
def _play_gain(s: Any, t: Any, w: Any, card: int) -> float:  # noqa: PLR0911 - one return a kind
    """What it is worth to play a card now."""
    me = s.seat
    if card < FIRST_HAVEN:
        return _assembly_gain(s, t, w, card)
    if card < FIRST_WILD:
        gain = haven_gain(s, t, w, t.havens[card - FIRST_HAVEN].hex)
        return w.second + gain if gain > w.moving_house else -1.0
    if card == TAVERN_GOSSIP:
        return w.first if hand_size(s, me) <= t.rules.hand_limit - 2 else -1.0
    if card == HOT_PURSUIT:
        return _best_pursuit(s, t, w) - w.card[card - FIRST_WILD]
    if card >= FIRST_HISTORY:
        return w.first + 5.0  # a treasure
    if card in (LETTER_OF_MARQUE, TRADE_WINDS):
        return w.fourth - w.reserve
    return best_harm(s, t, w, card) - w.card[card - FIRST_WILD]


@kernel
def _assembly_gain(s: Any, t: Any, w: Any, card: int) -> float:
    """The best slot for a card; what goes aboard a vessel that can sail today comes first."""
    noinline()
    best, order = _NEVER, w.fourth
    cost = t.cards[card].cost
    for slot in range(SLOTS):
        if _fits(s, t, slot, card):
            gain = part_gain(s, t, w, card, slot)
            if gain > best:
                best, order = gain, w.fourth
                if can_sail(s, s.seat, slot):
                    rest = s.unspent[s.seat] - cost - move_cost_of(s, t, s.seat, slot)
                    order = w.fitting if rest >= 0 else w.fourth - w.move_first
    return order + best - w.dear * cost


@kernel
def _fits(s: Any, t: Any, slot: int, card: int) -> bool:
    """Whether a card may be placed in a slot."""
    me, row = s.seat, t.cards[card]
    mine = s.part[me, slot]
    if s.at_sea[me, slot] == 1 or mine[row.kind] != NONE:
        return False
    for part in range(PARTS):
        if mine[part] != NONE and t.cards[mine[part]].colour != row.colour:
            return False
    if row.kind == GREAT_GUNS:
        return mine[1] != NONE
    return row.kind < GREAT_GUNS or mine[0] != NONE or mine[1] != NONE


@kernel
def _best_pursuit(s: Any, t: Any, w: Any) -> float:
    """The best that a vessel gains by another move."""
    noinline()
    best, home = _NEVER, haven_hex(s, t, s.seat)
    for slot in range(SLOTS):
        if s.at_sea[s.seat, slot] == 1 and s.moved[s.seat, slot] == 1:
            best = max(best, _pursuit_gain(s, t, w, slot, home))
    return best


@kernel
def _pursuit_gain(s: Any, t: Any, w: Any, slot: int, home: int) -> float:
    here = s.hex[s.seat, slot]
    now = prospect(s, t, w, slot, here, home)
    if _is_reached(s, t, w, slot, here, home, now):
        return _NEVER
    return now / w.patience - now + danger(s, t, w, slot, here)


# --- Slots and targets ----------------------------------------------------------------------------


@kernel
def _weigh_places(s: Any, t: Any, w: Any, kind: int, mask: Any, value: Any) -> None:
    """The slot or the vessel for a card that has been chosen."""
    noinline()
    me, card = s.seat, s.stack[s.sp - 1, CARD]
    for slot in range(SLOTS):
        if not mask[ACT.slot.start + slot]:
            continue
        if kind in (Decision.PLACE, Decision.ORPHAN):
            value[ACT.slot.start + slot] = part_gain(s, t, w, card, slot)
        elif kind == Decision.SHIFT_DEST:
            value[ACT.slot.start + slot] = 1.0 * is_alone(s, me, slot)
        elif card == HOT_PURSUIT:
            home = haven_hex(s, t, me)
            value[ACT.slot.start + slot] = _pursuit_gain(s, t, w, slot, home)
        else:
            value[ACT.slot.start + slot] = strength_of(s, t, me, slot) + s.booty[me, slot]
    value[ACT.pass_.start] = -1.0
    for place in range(ACT.target.size):
        if mask[ACT.target.start + place]:
            rival = (me + 1 + place // SLOTS) % s.players
            value[ACT.target.start + place] = harm(s, t, w, card, rival, place % SLOTS)


# --- At sea ---------------------------------------------------------------------------------------


@kernel
def _weigh_voyage(s: Any, t: Any, w: Any, kind: int, mask: Any, value: Any) -> None:
    """Where to stop, and whom to attack there; History cards only if they are needed."""
    noinline()
    slot, home = s.mv.slot, haven_hex(s, t, s.seat)
    if kind == Decision.PREMOVE:
        value[ACT.pass_.start] = 1.0
    elif kind == Decision.ENGAGE:
        for place in range(ACT.target.size):
            if mask[ACT.target.start + place]:
                rival, other = (s.seat + 1 + place // SLOTS) % s.players, place % SLOTS
                worth = battle_worth(s, t, w, s.seat, slot, rival, other)
                value[ACT.target.start + place] = worth + w.feud
    else:
        for hex_ in range(HEXES):
            if mask[ACT.hex.start + hex_]:
                value[ACT.hex.start + hex_] = _stop_worth(s, t, w, slot, hex_, home)
        for card in range(FAVOURABLE_CURRENT, GULF_STREAM + 1):
            if mask[ACT.card.start + card]:
                further = _best_stop(s, t, w, slot, home, reach(s, t) + t.cards[card].pips)
                value[ACT.card.start + card] = further - w.card[card - FIRST_WILD]


@kernel
def _stop_worth(s: Any, t: Any, w: Any, slot: int, hex_: int, home: int) -> float:
    """What it promises to stop in a hex."""
    worth = prospect(s, t, w, slot, hex_, home) - danger(s, t, w, slot, hex_)
    return worth + _prey(s, t, w, slot, hex_)


@kernel
def _best_stop(s: Any, t: Any, w: Any, slot: int, home: int, spaces: int) -> float:
    """The best stop within so many spaces."""
    noinline()
    best = _NEVER
    for hex_ in range(HEXES):
        if t.chart.distance[s.mv.origin, hex_] <= spaces and not is_taken(s, hex_):
            best = max(best, _stop_worth(s, t, w, slot, hex_, home))
    return best


@kernel
def _prey(s: Any, t: Any, w: Any, slot: int, here: int) -> float:
    """The best battle that a stop offers, if there are spaces to spare."""
    noinline()
    best = 0.0
    for left in range(1, s.players):
        rival = (s.seat + left) % s.players
        for other in range(SLOTS):
            lies = s.hex[rival, other]
            is_near = lies != NONE and t.chart.distance[here, lies] == 1
            if is_near and lies != haven_hex(s, t, rival):
                worth = battle_worth(s, t, w, s.seat, slot, rival, other) + w.feud
                best = max(best, worth)
    return best


# --- Windows --------------------------------------------------------------------------------------


@kernel
def _weigh_windows(s: Any, t: Any, w: Any, kind: int, mask: Any, value: Any) -> None:
    """Play a card if it turns things by more than it is worth in the hand."""
    noinline()
    frame = s.stack[s.sp - 1]
    for card in range(FIRST_HISTORY, TYPES):
        if not mask[ACT.card.start + card]:
            continue
        if kind == Decision.WINDOW_CARD:
            gain = _negation(s, t, w, frame[CARD], frame[BY], frame[SEAT], frame[SLOT])
        elif kind == Decision.WINDOW_ROLL:
            gain = _addition(s, t, w, card)
        elif kind == Decision.WINDOW_MOVE:
            gain = w.hindrance * s.booty[s.mv.seat, s.mv.slot]
        elif kind == Decision.WINDOW_DECLARED:
            bt = s.bt
            gain = -battle_worth(s, t, w, s.seat, bt.def_slot, bt.att_seat, bt.att_slot)
        else:
            gain = w.first
        value[ACT.card.start + card] = gain - w.card[card - FIRST_WILD]


@kernel
def _negation(s: Any, t: Any, w: Any, card: int, by: int, seat: int, slot: int) -> float:  # noqa: PLR0913, PLR0917
    """What it saves to negate a card: much, if it is aimed at an own vessel."""
    if by == s.seat:
        return _NEVER
    if seat == s.seat and slot != NONE and card < FIRST_HISTORY:
        return w.defence * vessel_worth(s, t, w, seat, slot)
    if card == HOT_PURSUIT and NONE not in (seat, slot):
        return w.hindrance * s.booty[seat, slot]
    return 0.0


@kernel
def _addition(s: Any, t: Any, w: Any, card: int) -> float:
    """How much better a throw becomes by a card, times what is at stake."""
    noinline()
    bt = s.bt
    if bt.type == Battle.NOBODY:
        stake = vessel_worth(s, t, w, bt.def_seat, bt.def_slot)
        return w.defence * stake * t.cards[card].pips / 6
    side = ATTACKER if bt.att_seat == s.seat else DEFENDER
    mine, theirs = _dice(s, t, side), _dice(s, t, 1 - side)
    lead = 1.0 * bt.pips[side] - bt.pips[1 - side]
    before = above(mine, theirs, lead)
    after = above(mine + t.cards[card].dice, theirs, lead + t.cards[card].pips)
    return (after - before) * _at_stake(s, t, w)


@kernel
def _dice(s: Any, t: Any, side: int) -> int:
    """Dice of a side in the next roll."""
    bt = s.bt
    if side == ATTACKER:
        if bt.type == Battle.MAN_OF_WAR:
            return t.cards[bt.wild].dice + bt.dice[side]
        return strength_of(s, t, bt.att_seat, bt.att_slot) + bt.dice[side]
    if bt.type == Battle.ATTACK:
        return t.attacks[bt.attack].strength + bt.dice[side]
    return strength_of(s, t, bt.def_seat, bt.def_slot) + bt.dice[side]


@kernel
def _at_stake(s: Any, t: Any, w: Any) -> float:
    """What a round decides about."""
    noinline()
    bt, stake = s.bt, 0.0
    if bt.type == Battle.ATTACK:
        stake = 1.0 * t.attacks[bt.attack].booty
    if bt.att_slot != NONE:
        bare = 1.0 if has_neither(s, bt.att_seat, bt.att_slot) else w.scratch
        stake += bare * vessel_worth(s, t, w, bt.att_seat, bt.att_slot)
    if bt.type != Battle.ATTACK:
        bare = 1.0 if has_neither(s, bt.def_seat, bt.def_slot) else w.scratch
        stake += bare * vessel_worth(s, t, w, bt.def_seat, bt.def_slot)
    if bt.type == Battle.ATTACK and bt.att_seat != s.seat:
        stake *= w.spite
    return stake


# --- Battles --------------------------------------------------------------------------------------


@kernel
def _weigh_battle(s: Any, t: Any, w: Any, kind: int, mask: Any, value: Any) -> None:
    """Fight as the stronger, leave as the weaker; offer and take coins for safe passage."""
    noinline()
    bt = s.bt
    side = ATTACKER if bt.att_seat == s.seat else DEFENDER
    won = duel(_dice(s, t, side), _dice(s, t, 1 - side))
    if kind == Decision.PARLEY:
        risk = (1 - won) * vessel_worth(s, t, w, bt.def_seat, bt.def_slot)
        risk -= won * w.denial * vessel_worth(s, t, w, bt.att_seat, bt.att_slot)
        price = battle_worth(s, t, w, bt.att_seat, bt.att_slot, bt.def_seat, bt.def_slot)
        for offer in range(ACT.offer.size):
            if mask[ACT.offer.start + offer]:
                is_enough = offer + 1 >= w.bribe * price
                value[ACT.offer.start + offer] = risk - offer - 1 if is_enough else -1.0
    elif kind == Decision.PARLEY_REPLY:
        fight = battle_worth(s, t, w, bt.att_seat, bt.att_slot, bt.def_seat, bt.def_slot)
        value[ACT.accept.start] = bt.offer - fight
    elif kind == Decision.PRESS:
        value[ACT.fight_on.start] = w.bold + won - 0.5
    else:
        value[ACT.fight_on.start] = won - w.brave


# --- What follows a roll --------------------------------------------------------------------------


@kernel
def _weigh_spoils(s: Any, t: Any, w: Any, kind: int, mask: Any, value: Any) -> None:
    """Damage, further rounds, the Plunder Bonus and the bonus move."""
    noinline()
    me, slot = s.seat, s.stack[s.sp - 1, SLOT]
    if kind == Decision.DAMAGE:
        value[ACT.lose_guns.start] = -part_strength(s, t, me, slot, GREAT_GUNS)
        value[ACT.lose_crew.start] = -part_strength(s, t, me, slot, CREW)
    elif kind == Decision.ATT_CONTINUE:
        gain = raid_worth(s, t, w, s.bt.att_slot, s.bt.attack, w.trick * lead_in_hand(s, t))
        value[ACT.fight_on.start] = gain - w.caution
    elif kind == Decision.BONUS_MOVE:
        home = haven_hex(s, t, me)
        is_home = s.hex[me, slot] == home and s.booty[me, slot] > 0
        value[ACT.move.start + slot] = -1.0 if is_home else 1.0
    else:
        _weigh_plunder(s, t, w, mask, value)


@kernel
def _weigh_plunder(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """The strongest card; rather a bought one than an own one."""
    part, slot = t.attacks[s.bt.attack].plunder, s.bt.att_slot
    aboard = part_strength(s, t, s.seat, slot, part)
    best = 0
    for card in range(FIRST_HAVEN):
        row = t.cards[card]
        if row.kind != part or row.colour != t.attacks[s.bt.attack].colour:
            continue
        gain = row.strength - aboard
        if mask[ACT.card.start + card]:
            value[ACT.card.start + card] = gain
        in_column = s.column[0] == card or s.column[1] == card or s.column[2] == card
        if in_column:
            value[ACT.from_column.start] = max(value[ACT.from_column.start], gain)
        if s.hand[s.seat, card] > 0:
            best = max(best, gain)
    value[ACT.from_hand.start] = best - w.own_card
    value[ACT.from_table.start] = -1.0
    for own in range(SLOTS):
        if mask[ACT.slot.start + own]:
            value[ACT.slot.start + own] = part_strength(s, t, s.seat, own, part) - aboard
