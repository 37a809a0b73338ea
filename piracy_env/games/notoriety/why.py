"""The rules behind the actions of notoriety, and what forbids one."""

from __future__ import annotations

from piracy_env.core.plain import plain
from piracy_env.core.why import Against, Moment, Why
from piracy_env.games.notoriety.rules import commands, piles, powers
from piracy_env.games.notoriety.state import (
    DISC,
    HAND,
    MOST_RECRUITS,
    NONE,
    POWDER_MONKEY,
)

_is_loot, _is_crew = plain(piles.is_loot), plain(piles.is_crew)
_size = plain(piles.size)
_are_treasures_left = plain(piles.are_treasures_left)
_may_keep = plain(powers.may_keep)


def _holds(m: Moment, card: int) -> bool:
    return bool(m.s.cnt[m.s.seat, HAND, card] > 0)


def _monkeys(m: Moment) -> int:
    return int(m.s.cnt[m.s.seat, HAND, POWDER_MONKEY])


def _has_nothing_to_bury(m: Moment) -> bool:
    others = _size(m.s, m.s.seat, HAND) + _size(m.s, m.s.seat, DISC)
    return bool(others < 2)


def _cost(m: Moment) -> int:
    return int(m.t.pirates[m.s.row[m.axes["slot"]]].cost)


WHY = Why(
    behind={
        "PARLEY": {"parley": "NOT-5.3 NOT-5.4 NOT-R6", "done": "NOT-5.3 NOT-5.6"},
        "PARLEY_SELECT": {"card": "NOT-5.3 NOT-5.5", "done": "NOT-5.3 NOT-R7"},
        "COMMAND": {
            "card": "NOT-6.3 NOT-7.1 NOT-11.1",
            "brawl": "NOT-8.1 NOT-R31",
            "bury": "NOT-9.1 NOT-R31",
            "plunder": "NOT-10.1 NOT-R31",
        },
        "TRADE_MORE": {"card": "NOT-7.1 NOT-R11", "done": "NOT-7.2 NOT-R39"},
        "BRAWL_PICK": {"row": "NOT-8.1 NOT-8.2"},
        "BURY_PICK": {"card": "NOT-9.1 NOT-R9", "disc": "NOT-9.1 NOT-R9"},
        "SELL_KEEP": {"sell": "NOT-10.3", "keep": "NOT-10.4 NOT-R12"},
        "POWER_CHOICE": {"opt_first": "NOT-11.3 NOT-R13", "opt_second": "NOT-11.3 NOT-R13"},
        "ATTACK_TARGET": {"target": "NOT-19.1 NOT-R14"},
        "ATTACK_RESPONSE": {"pay_coin": "NOT-19.1", "card": "NOT-19.1 NOT-R15"},
        "LOOKOUT_PICK": {"card": "NOT-19.6 NOT-R16"},
        "RESCUE_PICK": {"disc": "NOT-19.8"},
        "RECRUIT": {"row": "NOT-12.1 NOT-12.2", "done": "NOT-6.4 NOT-6.5"},
    },
    against=(
        Against(
            "card",
            "NOT-19.6",
            "it is none of the two cards that you look at",
            lambda m: m.axes["card"] not in list(m.s.look),
            "LOOKOUT_PICK",
        ),
        Against(
            "card",
            "NOT-6.6 NOT-8.1 NOT-9.1 NOT-10.1",
            "a Powder Monkey is played to brawl, to bury or to plunder",
            lambda m: m.axes["card"] == POWDER_MONKEY,
            "COMMAND",
        ),
        Against(
            "card",
            "NOT-7.1",
            "only loot is traded",
            lambda m: not _is_loot(m.axes["card"]),
            "TRADE_MORE",
        ),
        Against(
            "card",
            "NOT-6.3",
            "you do not hold that card",
            lambda m: not _holds(m, m.axes["card"]),
            "COMMAND TRADE_MORE PARLEY_SELECT BURY_PICK ATTACK_RESPONSE",
        ),
        Against(
            "disc",
            "NOT-19.8",
            "only pirates and Powder Monkeys are rescued",
            lambda m: not _is_crew(m.axes["card"]),
            "RESCUE_PICK",
        ),
        Against(
            "disc",
            "NOT-R10",
            "it is not in your discard pile",
            lambda m: m.s.cnt[m.s.seat, DISC, m.axes["card"]] == 0,
        ),
        Against(
            "brawl bury plunder",
            "NOT-8.1 NOT-9.1 NOT-10.1",
            "you hold no Powder Monkey",
            lambda m: _monkeys(m) == 0,
        ),
        Against("bury", "NOT-9.4 NOT-R31", "there is no other card to bury", _has_nothing_to_bury),
        Against(
            "plunder",
            "NOT-10.1",
            "it takes two Powder Monkeys",
            lambda m: _monkeys(m) < commands.PLUNDER_COST,
        ),
        Against(
            "plunder",
            "NOT-R31",
            "no treasure is left in deck and discard pile",
            lambda m: not _are_treasures_left(m.s),
        ),
        Against(
            "row",
            "NOT-12.2",
            "three pirates a round are the limit",
            lambda m: m.s.recruits[m.s.seat] >= MOST_RECRUITS,
            "RECRUIT",
        ),
        Against(
            "row",
            "NOT-2.4 NOT-R17",
            "nobody is in that slot of the tavern",
            lambda m: m.s.row[m.axes["slot"]] == NONE,
        ),
        Against(
            "row",
            "NOT-12.1",
            "you have not enough coins",
            lambda m: _cost(m) > m.s.coins[m.s.seat],
            "RECRUIT",
        ),
        Against(
            "done",
            "NOT-R7",
            "at least one card is discarded for the Parley",
            lambda m: m.s.front_n == 0,
            "PARLEY_SELECT",
        ),
        Against(
            "keep",
            "NOT-10.6 NOT-R12",
            "a treasure without white icons has to be sold",
            lambda m: not _may_keep(m.t, m.s.pending_card),
        ),
        Against(
            "target",
            "NOT-19.1",
            "nobody sits there",
            lambda m: m.axes["left"] + 1 >= m.s.players,
        ),
        Against("pay_coin", "NOT-R15", "you have no coin", lambda m: m.s.coins[m.s.seat] == 0),
    ),
)
