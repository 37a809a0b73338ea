"""The actions of havens.

Cards, hexes and Attacks are named by their numbers, slots of a vessel and places of a row from 0,
rivals by how far they sit clockwise.
"""

from __future__ import annotations

from piracy_env.core.actions import ActionTable, Block
from piracy_env.games.havens.cards import HEXES, PARTS, TYPES, Kind
from piracy_env.games.havens.state import ROW, SEATS, SLOTS

MOST_OFFERED = 20
"""Pieces of eight of one Parley offer."""
_SLOTS, _PLACES = range(SLOTS), range(ROW)
_PARTS = [kind.name.lower() for kind in Kind][:PARTS]

ACTIONS = ActionTable(
    Block("card", "Buy, play, place, take or discard a card of this type.", card=range(TYPES)),
    Block("hex", "Stop in a hex.", hex=range(HEXES)),
    Block("pass", "Decline, be done, end the phase."),
    Block("draw_pile", "Draw the top card of the Draw Pile."),
    Block("draw_discard", "Take the top card of the Discard Pile."),
    Block("draw_attack", "Draw an Attack card."),
    Block("replace_column", "Pay for a new Purchase Column."),
    Block("row", "Lay the drawn Attack card in a place of the own row.", place=_PLACES),
    Block("slot", "Choose an own vessel, or a place to assemble one.", slot=_SLOTS),
    Block("move", "Set sail, or move a vessel.", slot=_SLOTS),
    Block("attempt", "Attempt an Attack of the own row.", slot=_SLOTS, place=_PLACES),
    Block("secure", "Secure the booty aboard, and give up the vessel.", slot=_SLOTS),
    Block("burn_vessel", "Discard a vessel at sea with all aboard.", slot=_SLOTS),
    Block("burn_part", "Discard a card of a vessel that is not at sea.", slot=_SLOTS, part=_PARTS),
    Block("shift_part", "Take a card to another vessel in assembly.", slot=_SLOTS, part=_PARTS),
    Block("target", "Choose a rival's vessel.", left=range(1, SEATS), slot=_SLOTS),
    Block("offer", "Offer pieces of eight for safe passage.", number=range(1, MOST_OFFERED + 1)),
    Block("accept", "Agree to the Parley."),
    Block("refuse", "Refuse the Parley."),
    Block("fight_on", "Go on with the battle, or press it home."),
    Block("break_off", "Withdraw from the battle, or evade."),
    Block("lose_guns", "Lose the great guns to the damage."),
    Block("lose_crew", "Lose the crew to the damage."),
    Block("from_hand", "Take the Plunder Bonus from the hand."),
    Block("from_table", "Take the Plunder Bonus from a vessel in assembly."),
    Block("from_column", "Take the Plunder Bonus from the Purchase Column."),
)
ACT = ACTIONS.spans
