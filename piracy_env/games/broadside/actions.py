"""The actions of broadside.

Red cards go by the name of their kind, blue cards by number, ships by their slot in a fleet, and
opponents by their place clockwise of the seat to move.
"""

from __future__ import annotations

from piracy_env.core.actions import ActionTable, Block
from piracy_env.games.broadside.state import (
    BLUE,
    FIRST_INVENTORY,
    FLEET,
    MOST_CREW,
    SEATS,
    TABLE,
    Red,
)

RED_KEYS = tuple(kind.name.lower() for kind in Red)
OPPONENTS = range(1, SEATS)

ACTIONS = ActionTable(
    Block("pass", "End the adventures or the turn, play no more battle cards, stop digging."),
    Block(
        "play_red", "Play a red card; Good Wind onto the own ship.", "play {card}", card=RED_KEYS
    ),
    Block("good_wind_enemy", "Play Good Wind onto the enemy ship.", "play good_wind enemy"),
    Block("pick_red", "Choose a red card of a pile or hand.", "pick {card}", card=RED_KEYS),
    Block("pick_blue", "Choose a blue card of the discard pile.", card=range(BLUE)),
    Block("own_ship", "Choose the own ship that a card is for.", ship=range(FLEET)),
    Block("act_ship", "Let a ship attack or dig.", ship=range(FLEET)),
    Block("target_table", "Attack an adventure, or dig for a treasure.", slot=range(TABLE)),
    Block(
        "target_enemy",
        "Attack the ship of an opponent, or choose it for a card.",
        left=OPPONENTS,
        ship=range(FLEET),
    ),
    Block("sell", "Sell a ship for crew.", ship=range(FLEET)),
    Block("redistribute", "Share all crew out among the fleet anew."),
    Block("crows_nest", "Swap all adventures in the middle."),
    Block("count", "Put so many crew onto the next ship.", crew=range(MOST_CREW + 1)),
    Block("target_player", "Choose an opponent for Neptune's Revenge.", left=OPPONENTS),
    Block("inv", "Choose the inventory to destroy.", card=RED_KEYS[FIRST_INVENTORY:]),
    Block("roll", "Dig again."),
)
ACT = ACTIONS.spans
