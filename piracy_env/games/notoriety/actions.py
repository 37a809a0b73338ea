"""The actions of notoriety.

A card is named by its type: a pirate by suit and rank (`SQ` is the Quartermaster of Skulls, `HP`
the Parrot of Hearts), a treasure by its name, `PM` a Powder Monkey, `DB` a Doubloon.
"""

from __future__ import annotations

from piracy_env.core.actions import ActionTable, Block
from piracy_env.games.notoriety.state import SEATS, SLOTS
from piracy_env.games.notoriety.tables import CARD_KEYS

ACTIONS = ActionTable(
    Block(
        "card",
        "Play, choose, bury or discard a card of the own hand, or take it from a Lookout.",
        card=CARD_KEYS,
    ),
    Block("disc", "Bury or rescue a card of the own discard pile.", card=CARD_KEYS),
    Block(
        "row",
        "Recruit the pirate in a slot of the Tavern Row, or brawl it away.",
        slot=range(SLOTS),
    ),
    Block("target", "Attack a player, counted clockwise.", left=range(1, SEATS)),
    Block("brawl", "Command: play a Powder Monkey and discard a pirate of the Tavern Row."),
    Block("bury", "Command: play a Powder Monkey and bury a card of hand or discard pile."),
    Block("plunder", "Command: play two Powder Monkeys and reveal a treasure."),
    Block("done", "End a choice of cards, keep the Parley token, recruit nobody."),
    Block("parley", "Use the Parley token: discard cards and draw new ones."),
    Block("opt_first", 'Use the power left of the "/".', "left power"),
    Block("opt_second", 'Use the power right of the "/".', "right power"),
    Block("sell", "Sell the revealed treasure."),
    Block("keep", "Keep the revealed treasure."),
    Block("pay_coin", "Answer an Attack with a coin.", "pay coin"),
)
ACT = ACTIONS.spans
