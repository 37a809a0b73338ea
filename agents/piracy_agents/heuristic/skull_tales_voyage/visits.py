"""What happens on visits in port: Events, stories, stakes, bets, Rumors."""

from __future__ import annotations

from typing import Any

from piracy_agents.heuristic.skull_tales_voyage.gains import game_gain, story_gain
from piracy_agents.heuristic.skull_tales_voyage.odds import passes_roll
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.crew import slot_at
from piracy_env.games.skull_tales.rules.port_events import (
    MOOD,
    OPTIONS,
    attribute_of,
    difficulty_of,
    gain_of,
    loss_of,
)
from piracy_env.games.skull_tales.rules.tavern import hiring_coins, hiring_prestige
from piracy_env.games.skull_tales.state import (
    ACTOR,
    AGILITY,
    CHARISMA,
    PERCEPTION,
    STEP,
    A,
    Decision,
)

_ALLIES = 8
_STAKES, _DRINKS = 22, 4


@kernel
def weigh_visits(s: Any, t: Any, w: Any, kind: int, mask: Any, value: Any) -> None:
    """Value these decisions of the Port."""
    noinline()
    frame = s.stk[s.sp - 1]
    seat = frame[ACTOR]
    if kind == Decision.PORT_EVENT:
        for option in range(OPTIONS):
            if mask[ACT.opt.start + option]:
                value[ACT.opt.start + option] = _option_gain(s, t, w, seat, frame[A], option)
    elif kind == Decision.STORY:
        for drinks in range(_DRINKS):
            value[ACT.num.start + drinks] = story_gain(s.ch_att[seat, CHARISMA], drinks)
    elif kind == Decision.GAME_OF_CHANCE:
        _weigh_game(s, seat, frame[STEP], frame[A], value)
    elif kind == Decision.BET:
        _weigh_bet(s, w, seat, mask, value)
    elif kind == Decision.HIRE_ALLY:
        for card in range(_ALLIES):
            cost = hiring_coins(s, t, seat, card) + hiring_prestige(s, t, seat, card)
            value[ACT.cand.start + card] = w.ally - cost
    elif kind == Decision.LOAN:
        for units in range(_STAKES):
            value[ACT.num.start + units] = -1.0 * units
    else:
        is_shopping = kind in (Decision.HAGGLE, Decision.STOCK_UP)
        value[ACT.no.start if is_shopping else ACT.yes.start] = 1.0


@kernel
def _option_gain(s: Any, t: Any, w: Any, seat: int, card: int, option: int) -> float:
    """What an option of an Event is worth, by the chance of its test."""
    attribute = attribute_of(t, card, option)
    chance = 1.0
    if attribute > 0:
        chance = passes_roll(s, seat, attribute - 1, difficulty_of(t, card, option))
    worth = 0.0
    for what in range(MOOD + 1):
        won, lost = gain_of(t, card, option, what), loss_of(t, card, option, what)
        worth += w.event[what] * (chance * won + (1.0 - chance) * lost)
    return worth


@kernel
def _weigh_game(s: Any, seat: int, step: int, table: int, value: Any) -> None:
    """Much if the odds are good, else little; with what one is best at."""
    if step > 0:
        for attribute in range(AGILITY, PERCEPTION + 1):
            value[ACT.att.start + attribute] = s.ch_att[seat, attribute]
        return
    sign = 1.0 if game_gain(s, seat, table) > 0.0 else -1.0
    for coins in range(_STAKES):
        value[ACT.num.start + coins] = sign * coins


@kernel
def _weigh_bet(s: Any, w: Any, seat: int, mask: Any, value: Any) -> None:
    """On whom most can be expected of, with a middling stake."""
    for place in range(1, s.players):
        if mask[ACT.char.start + place]:
            other = slot_at(s, seat, place)
            value[ACT.char.start + place] = s.ch_dp[other] - 0.5 * s.ch_wounds[other]
    for coins in range(_STAKES):
        value[ACT.num.start + coins] = -1.0 * abs(coins - w.stake)
