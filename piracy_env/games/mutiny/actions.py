"""The actions of mutiny.

Pirates are named by their faces, other seats by how far they sit to the left of the acting one
(clockwise), stacks by the face of their top pirate, cards by their slot on the display board.
"""

from __future__ import annotations

from piracy_env.core.actions import ActionTable, Block
from piracy_env.games.mutiny.state import FACES, SEATS, SLOTS
from piracy_env.games.mutiny.tables import KIND_NAMES

LEFT = tuple(range(1, SEATS))

ACTIONS = ActionTable(
    Block(
        "assemble",
        "Put the own stack under `own` onto the stack under `top` of another player.",
        "assemble {own} onto {top} of left {left}",
        own=FACES,
        left=LEFT,
        top=FACES,
    ),
    Block(
        "capture",
        "Board the card in a slot with the own party under `own`.",
        "capture slot {slot} with {own}",
        own=FACES,
        slot=range(SLOTS),
    ),
    Block(
        "mutiny",
        "Seize the party under `top` of another player and board the card in a slot with it.",
        "mutiny against {top} of left {left} for slot {slot}",
        left=LEFT,
        top=FACES,
        slot=range(SLOTS),
    ),
    Block("ransom", "Buy an own pirate back from another's party.", "ransom {own}", own=FACES),
    Block("booty", "Take a token; the mate gets the other one.", "take {kind}", kind=KIND_NAMES),
    Block("pass", "Do nothing, when nothing else is possible.", "pass"),
)
ACT = ACTIONS.spans
