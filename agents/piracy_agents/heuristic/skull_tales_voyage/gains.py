"""What the actions of the Port bring, in points of the own score."""

from __future__ import annotations

from typing import Any

from piracy_agents.heuristic.skull_tales_voyage.odds import passes, passes_roll
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.crew import ally_of, free_slot
from piracy_env.games.skull_tales.rules.hold import SUPPLIES, count_tokens, groups
from piracy_env.games.skull_tales.rules.learning import KNOWN, can_learn, coins_for, prestige_for
from piracy_env.games.skull_tales.rules.tavern import hiring_coins, hiring_prestige
from piracy_env.games.skull_tales.rules.town import Deed, is_for_later
from piracy_env.games.skull_tales.state import (
    AGILITY,
    CHARISMA,
    GOODS,
    GROUPS,
    INTELLIGENCE,
    NONE,
    PERCEPTION,
)

DEEDS = 29
TRAIT_WORTH = (100.0, 130.0, 160.0)
"""Points of a Trait by its category."""
_ALLIES = 8
_STORY, _MOST_DRINKS = 6, 3
_STAKES, _GAMES, _PAYS = (6, 5), (4, 5), (1.5, 2.0)
"""The largest stakes of both tables, their difficulties, what a success pays for a coin."""
_LESSONS = (6, 11, 14, 15, 21, 28)
"""Deeds of the teachers, in their order."""
_CAPTAINS_PAY = 30.0
"""Points of the Captain's salary and the crew's."""
_RESERVE = 60
"""Crew Booty that is held back for repairs."""


@kernel
def gain_of_deed(s: Any, t: Any, w: Any, seat: int, deed: int) -> float:
    """What an action of the Port brings to a seat now; below zero where it cannot be done."""
    noinline()
    row = t.port_actions[deed]
    if s.ch_coins[seat] < row.coins or (row.captain == 1 and seat != s.captain):
        return -1.0
    if deed <= Deed.UPGRADE:
        return _gain_at_docks(s, t, w, seat, deed)
    for teacher in range(6):
        if _LESSONS[teacher] == deed:
            return _gain_of_lesson(s, t, w, seat, teacher)
    if deed <= Deed.ATONEMENT:
        return _gain_in_town(s, t, w, seat, deed)
    if deed <= Deed.GAME_OF_CHANCE:
        return _gain_at_tavern(s, t, w, seat, deed)
    return _gain_in_mansion(s, t, w, seat, deed)


@kernel
def _gain_at_docks(s: Any, t: Any, w: Any, seat: int, deed: int) -> float:
    """Salary; and what is the Captain's."""
    gain = -1.0
    later = is_for_later(s)
    if deed == Deed.SALARY:
        if s.adv_result >= 1 and s.sal_taken[seat] == 0:
            gain = w.pay * (_CAPTAINS_PAY if seat == s.captain else s.ch_salary[seat] / 2.0)
    elif deed == Deed.RELAX:
        healed = min(2, s.ch_wounds[seat] + s.ch_dp_max[seat] - s.ch_dp[seat])
        gain = w.health * healed * later
    elif deed == Deed.TAKE_ASSIGNMENT:
        gain = w.errand * later if s.asg == 0 else -1.0
    elif deed == Deed.REPAIR_SHIP:
        is_paid = s.hold_imp > 0 and s.crew_booty >= t.rules.hold_repair
        is_paid |= s.sails_imp > 0 and s.crew_booty >= t.rules.sail_repair
        gain = w.repair * is_paid
    elif deed == Deed.TRADE:
        gain = _gain_of_trade(s, t, w)
    else:
        gain = w.outfit * later * (s.crew_booty >= _RESERVE + 30)
    return gain


@kernel
def _gain_of_trade(s: Any, t: Any, w: Any) -> float:
    """What the Goods aboard would bring, and Supplies for the next Voyage."""
    gain = 0.0
    for goods in range(GOODS):
        if goods != SUPPLIES:
            price = t.goods[goods].sale
            gain += count_tokens(s, 1 + goods) * (35.0 if price < 0 else 1.0 * price) / 20.0
    if is_for_later(s):
        gain += w.stores * max(0.0, w.larder - count_tokens(s, 1 + SUPPLIES))
    if s.hold_imp + s.sails_imp > 0 and s.crew_booty < _RESERVE:
        gain += w.repair / 2.0
    return gain


@kernel
def _gain_of_lesson(s: Any, t: Any, w: Any, seat: int, teacher: int) -> float:
    """The best Trait that a teacher has for a seat."""
    best = -1.0
    if s.disl[seat] >> teacher & 1:
        return best
    for trait in range(KNOWN):
        is_taught = t.traits[trait].cls == t.teachers[teacher].cls
        if is_taught and can_learn(s, t, seat, trait, teacher):
            best = max(best, gain_of_trait(s, t, w, seat, trait, teacher))
    return best


@kernel
def gain_of_trait(s: Any, t: Any, w: Any, seat: int, trait: int, teacher: int) -> float:
    """What a Trait is worth beyond its price."""
    price = coins_for(s, t, seat, trait, teacher) / 2.0 + prestige_for(s, t, seat, trait, teacher)
    return float(w.study + w.learning * TRAIT_WORTH[t.traits[trait].category - 1] - price)


@kernel
def _gain_in_town(s: Any, t: Any, w: Any, seat: int, deed: int) -> float:
    """Market and Chapel: gear is no bargain, health is."""
    if deed == Deed.PROSTHESIS:
        return w.health if s.ch_perm[seat] & ~s.ch_prosth[seat] else -1.0
    if deed == Deed.CHARITY:
        needs = s.ch_wounds[seat] > 0 or s.ch_dp[seat] < s.ch_dp_max[seat]
        return float(w.health * needs * is_for_later(s) - 1.0)
    if deed == Deed.ATONEMENT:
        is_bound = s.ch_cursed[seat] == 1 and s.ch_penance[seat] == 0
        return w.grace * is_for_later(s) if is_bound and s.ch_coins[seat] >= 20 else -1.0
    return -1.0


@kernel
def _gain_at_tavern(s: Any, t: Any, w: Any, seat: int, deed: int) -> float:
    """Stories, Allies, Rumors, groups, and games of chance."""
    if deed == Deed.STORY:
        drinks = min(_MOST_DRINKS, s.ch_coins[seat])
        return float(w.tales * story_gain(s.ch_att[seat, CHARISMA], drinks))
    if deed == Deed.HIRE_ALLY:
        return _gain_of_ally(s, t, w, seat)
    if deed == Deed.RUMOR_TAVERN:
        is_free = s.rum_held[seat] == 0 and is_for_later(s)
        return w.hearsay * passes_roll(s, seat, CHARISMA, 5) if is_free else -1.0
    if deed == Deed.HIRE_GROUPS:
        is_wanted = groups(s) < GROUPS and s.crew_booty >= t.rules.pg_price
        return w.hands if is_wanted and is_for_later(s) else -1.0
    if s.ch_debtor[seat] == 1:
        return -1.0
    best = -1.0
    for table in range(2):
        best = max(best, game_gain(s, seat, table))
    return float(w.luck + best)


@kernel
def story_gain(charisma: int, drinks: int) -> float:
    """What a story is worth after so many coins."""
    total = 0.0
    for face in range(1, 7):
        total += max(0, face + charisma + drinks - _STORY)
    return total / 6.0 - drinks / 2.0


@kernel
def game_gain(s: Any, seat: int, table: int) -> float:
    """What a game of chance brings with the largest stake."""
    stake, dice = min(_STAKES[table], s.ch_coins[seat]), 0
    for attribute in (AGILITY, INTELLIGENCE, PERCEPTION):
        dice = max(dice, s.ch_att[seat, attribute])
    return float(stake * (_PAYS[table] * passes(dice, _GAMES[table]) - 1.0) / 2.0)


@kernel
def _gain_of_ally(s: Any, t: Any, w: Any, seat: int) -> float:
    """A hand more aboard, if it can be paid."""
    if free_slot(s) < 0 or not is_for_later(s) or (s.players > 1 and ally_of(s, seat) >= 0):
        return -1.0
    best = -1.0
    purse = s.crew_booty if s.players == 1 else s.ch_coins[seat]
    for card in range(_ALLIES):
        coins = hiring_coins(s, t, seat, card)
        prestige = hiring_prestige(s, t, seat, card)
        if purse >= coins and s.ch_pp[seat] >= prestige:
            best = max(best, w.ally - prestige - coins)
    return best


@kernel
def _gain_in_mansion(s: Any, t: Any, w: Any, seat: int, deed: int) -> float:
    """Rumors, luxury, bets, and debts paid; loans are no bargain."""
    if deed == Deed.RUMOR_MANSION:
        is_free = s.rum_held[seat] == 0 and is_for_later(s)
        return w.hearsay * passes_roll(s, seat, CHARISMA, 4) if is_free else -1.0
    if deed == Deed.LUXURY:
        missing = s.ch_wounds[seat] + s.ch_dp_max[seat] - s.ch_dp[seat]
        return float((w.health * missing - 5.0) * is_for_later(s))
    if deed == Deed.BETTING:
        is_open = s.bet_to[seat] == NONE and s.ch_debtor[seat] == 0 and s.players > 1
        return w.wager if is_open and is_for_later(s) and s.ch_coins[seat] >= 10 else -1.0
    if deed == Deed.REPAY:
        is_due = s.debt[seat] > 0 and s.loan_new[seat] == 0
        return w.honour if is_due and s.ch_coins[seat] >= s.debt[seat] else -1.0
    return -1.0
