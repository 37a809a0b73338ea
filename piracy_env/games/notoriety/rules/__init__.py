"""The rules of notoriety, one module for each chapter of the rulebook.

A round: all draw five cards, and once per game may parley for better ones. In turn each player uses
one Command (Trade, Brawl, Bury, Plunder, Board) and may recruit a pirate of the tavern, until all
hands are empty and everybody has had a last turn. Pirates boarded and recruited form raiding
parties, which take prizes by their Strength.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.game import CUT, RUNNING
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.notoriety.actions import ACT
from piracy_env.games.notoriety.outcome import settle
from piracy_env.games.notoriety.rules import commands, powers, rounds
from piracy_env.games.notoriety.rules.legality import legal
from piracy_env.games.notoriety.rules.raid import weigh
from piracy_env.games.notoriety.rules.setup import reset
from piracy_env.games.notoriety.state import (
    DISC,
    HAND,
    NONE,
    Effect,
    Phase,
)

__all__ = ["legal", "reset", "step"]


@kernel
def step(s: Any, t: Any, action: int) -> None:
    """Carry out a legal action and all that follows from it, up to the next decision."""
    noinline()
    news = _carry_out(s, t, action)
    if s.attacker == NONE:
        news |= powers.resolve(s)
    if news & powers.NEW_PARTY:
        weigh(s, s.turn_player)
    if news & powers.TURN_OVER:
        rounds.end_turn(s, t)
    if s.over == RUNNING and s.moves + 1 >= s.max_steps:  # NOT-R36: scored as it stands
        s.over = CUT
        s.phase = Phase.GAME_OVER
    if s.over != RUNNING:
        settle(s, t)


@kernel
def _carry_out(s: Any, t: Any, action: int) -> int:
    """Send an action to its rule; returns what it has brought about."""
    news = powers.NOTHING
    if action < ACT.card.stop:
        news = _use_hand_card(s, t, action - ACT.card.start)
    elif action < ACT.disc.stop:
        _use_discarded_card(s, action - ACT.disc.start)
    elif action < ACT.row.stop and s.phase == Phase.RECRUIT:
        news = commands.recruit(s, t, action - ACT.row.start)
    elif action < ACT.row.stop:
        powers.brawl(s, action - ACT.row.start)
    elif action < ACT.target.stop:
        powers.attack(s, (s.seat + 1 + action - ACT.target.start) % s.players)
    elif action < ACT.done.start:
        _use_monkeys(s, action)
    elif action == ACT.done.start:
        news = _end_choice(s, t)
    elif action == ACT.parley.start:
        rounds.use_parley(s)
    elif action < ACT.sell.start:
        powers.choose_side(s, t, action - ACT.opt_first.start)
    elif action == ACT.sell.start:
        powers.sell(s, t)
    elif action == ACT.keep.start:
        powers.keep(s)
    else:
        powers.pay_coin(s)
    return news


@kernel
def _use_hand_card(s: Any, t: Any, card: int) -> int:
    """What a chosen card is for depends on the decision."""
    if s.phase == Phase.COMMAND:
        return commands.play_card(s, t, card)
    if s.phase == Phase.TRADE_MORE:
        commands.add_to_trade(s, t, card)
    elif s.phase == Phase.PARLEY_SELECT:
        rounds.select_for_parley(s, card)
    elif s.phase == Phase.BURY_PICK:
        powers.bury(s, card, HAND)
    elif s.phase == Phase.ATTACK_RESPONSE:
        powers.pay_card(s, card)
    else:
        powers.take_from_lookout(s, card)
    return powers.NOTHING


@kernel
def _use_discarded_card(s: Any, card: int) -> None:
    """Bury or rescue a card of the discard pile."""
    if s.phase == Phase.BURY_PICK:
        powers.bury(s, card, DISC)
    else:
        powers.rescue(s, card)


@kernel
def _use_monkeys(s: Any, action: int) -> None:
    """The Commands that need Powder Monkeys."""
    if action == ACT.brawl.start:
        commands.play_monkeys(s, 1, Effect.BRAWL)
    elif action == ACT.bury.start:
        commands.play_monkeys(s, 1, Effect.BURY)
    else:
        commands.play_monkeys(s, commands.PLUNDER_COST, Effect.PLUNDER)


@kernel
def _end_choice(s: Any, t: Any) -> int:
    """Enough chosen, the token kept, or nobody recruited."""
    if s.phase == Phase.PARLEY:
        rounds.end_parley(s)
    elif s.phase == Phase.PARLEY_SELECT:
        rounds.redraw(s)
    elif s.phase == Phase.TRADE_MORE:
        commands.pay_out(s, t)
    else:
        return powers.TURN_OVER
    return powers.NOTHING
