"""The state of a game of havens: what lies on the table and in the hands, a line per field.

Cards are numbered as in `cards.py`, Attack cards and hexes as in the tables. What is being decided,
and what waits until it is decided, are the frames of `stack`, the present decision last. Entries of
a pile beyond its length are 0; seats that nobody has hold 0 or `NONE`.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from piracy_env.games.havens.cards import ATTACKS, CARDS, PARTS, TYPES

SEATS = 4
"""Most players."""
SLOTS = 3
"""Vessels of a player, in assembly or at sea."""
COLUMN = 3
"""Cards of the Purchase Column."""
ROW = 4
"""Attack cards of a player."""
WILDS = 2
"""Wild cards that can lie on a vessel."""
FRAMES = 24
"""Decisions that can wait for each other."""
LIMBO = 12
"""Cards that can be on their way at the same time."""
SCRIPT = 64
"""Dice that can be laid out beforehand."""
MOST_DECISIONS = 20_000
"""A game that has not ended by then is cut."""

NONE = 255
"""No card, no hex, no seat."""


class Phase(IntEnum):
    """The phases of a turn."""

    SETUP = 0
    RECLAIM = 1
    DRAW = 2
    ACTION = 3
    UPKEEP = 4
    DISCARD = 5
    REFILL = 6
    RESTOCK = 7  # and the time between two turns
    OVER = 8


class Decision(IntEnum):
    """What the actor of the last frame has to decide."""

    CHOOSE_HAVEN = 0
    DRAW = 1
    DRAW_AFTER_REPLACE = 2
    ATTACK_SWAP = 3  # where the drawn Attack card goes
    ACTION = 4  # the menu of the Action phase
    PLACE = 5  # the slot of a card that is brought to the table
    SHIFT_DEST = 6
    WILD_TARGET = 7
    HIST_TARGET = 8
    PREMOVE = 9  # History cards before the move roll
    DEST = 10
    ENGAGE = 11
    WINDOW_CARD = 12  # negate a card
    WINDOW_ROLL = 13  # add to a roll
    WINDOW_MOVE = 14
    WINDOW_DECLARED = 15
    WINDOW_BETWEEN = 16
    PARLEY = 17
    PARLEY_REPLY = 18
    TIE = 19
    PRESS = 20  # the winner of a round
    COUNTER = 21  # the defender, after the attacker withdrew
    DAMAGE = 22
    ATT_CONTINUE = 23
    PLUNDER_SOURCE = 24
    PLUNDER_CARD = 25
    ORPHAN = 26
    BONUS_MOVE = 27
    DISCARD = 28
    DISCARD_MORE = 29
    REFILL = 30


# What the eight numbers of a frame are. They are plain numbers, as arrays are indexed by them.
KIND = 0  # a member of `Decision`
ACTOR = 1  # the seat that decides
CARD = 2  # the card that is chosen, may be negated, is shifted or an orphan
BY = 3  # the seat that played it
SEAT = 4  # the seat and the slot that it is about
SLOT = 5
PLACE = 6  # how far a question has gone round the table, or the part of the vessel
FLAG = 7  # what else must be remembered: see the rules of the decision
FRAME = 8

CAPTAIN, VESSEL, GREAT_GUNS, CREW = range(PARTS)
"""Parts of a vessel, as in `part`."""


class Battle(IntEnum):
    """Values of `bt.type`; during a Saving Roll it is `NOBODY`, and `bt.wild` names the card."""

    NOBODY = 0
    ATTACK = 1
    VESSEL = 2
    MAN_OF_WAR = 3


ATTACKER, DEFENDER = 0, 1
"""The sides of a battle; of an Attack the card, of a Saving Roll the target is the defender."""

MOVE = np.dtype(
    [
        ("seat", np.int16),  # whose vessel moves, else NONE
        ("slot", np.int16),
        ("origin", np.int16),  # the hex it starts from
        ("die", np.int8),  # 0 before the move roll
        ("adders", np.int8),  # spaces from History cards
        ("winds", np.int8),  # Contrary Winds
        ("free", np.int8),  # 1: no payment, and the turn's own move is left as it is
        ("left", np.int8),  # spaces left when it has stopped
    ]
)
BATTLE = np.dtype(
    [
        ("type", np.int8),  # see Battle
        ("att_seat", np.int16),  # attacker, NONE without one
        ("att_slot", np.int16),  # NONE for a Man-of-War
        ("def_seat", np.int16),  # defender or target, NONE for an Attack card
        ("def_slot", np.int16),
        ("place", np.int16),  # of the Attack card on its row
        ("attack", np.int16),  # the Attack, or the Attack card just drawn
        ("wild", np.int16),  # the Man-of-War, or the card of a Saving Roll
        ("round", np.int8),  # from 1
        ("rolls", np.int8),  # so far
        ("ties", np.int8),  # of this round
        ("offer", np.int8),  # of a Parley
        ("pips", np.int8, (2,)),  # what cards add to the next roll of either side
        ("dice", np.int8, (2,)),
        ("totals", np.int16, (2,)),  # of the last roll of this turn
    ]
)

# The header (players, seat, phase, over, rng ...) and the options come first in the record.
# "all": every seat may see the field; "own": the seat it belongs to; "nobody": no seat.
FIELDS = (
    ("turn_seat", np.int8),  # whose turn it is; all
    ("first_seat", np.int8),  # who began; all
    ("round", np.int8),  # 1..60; all
    ("final_flag", np.int8),  # 1: somebody has reached the target; all
    ("supply", np.int16, (SEATS,)),  # pieces of eight, spent ones too; all
    ("unspent", np.int16, (SEATS,)),  # those of the supply that can be spent; all
    ("haven", np.int16, (SEATS,)),  # Haven card, NONE before it is chosen; all
    ("hand", np.int8, (SEATS, TYPES)),  # copies in hand; own, sum: all
    ("known", np.int8, (SEATS, TYPES)),  # copies in hand that came from an open place; all
    ("draw", np.int8, (CARDS,)),  # Draw Pile, top card last; nobody
    ("draw_n", np.int16),  # its cards; all
    ("disc", np.int8, (CARDS,)),  # Discard Pile, top card last; all
    ("disc_n", np.int16),  # its cards; all
    ("column", np.int16, (COLUMN,)),  # Purchase Column: card, or NONE; all
    ("apile", np.int8, (ATTACKS,)),  # face-down Attack Pile, top card last; nobody
    ("apile_n", np.int8),  # its cards; all
    ("abot", np.int8, (ATTACKS,)),  # face-up cards below it, oldest first; all
    ("abot_n", np.int8),  # how many; all
    ("row", np.int16, (SEATS, ROW)),  # Attack Rows, NONE for seats that nobody has; all
    ("part", np.int16, (SEATS, SLOTS, PARTS)),  # captain, vessel, guns, crew: card or NONE; all
    ("at_sea", np.int8, (SEATS, SLOTS)),  # 1: it has set sail; all
    ("moved", np.int8, (SEATS, SLOTS)),  # 1: it has made the turn's own move; all
    ("hex", np.int16, (SEATS, SLOTS)),  # where its piece is, NONE without one; all
    ("booty", np.int16, (SEATS, SLOTS)),  # pieces of eight aboard; all
    ("wild", np.int16, (SEATS, SLOTS, WILDS)),  # Wild cards on it, NONE for no card; all
    ("wild_ttl", np.int8, (SEATS, SLOTS, WILDS)),  # their Upkeeps to come; all
    ("failed", np.int8, (SEATS, SLOTS)),  # own Attacks it withdrew from this turn, a bit each; all
    ("safe", np.int8, (SEATS, SLOTS)),  # seats that may not attack it this turn, a bit each; all
    ("shifts", np.int8),  # of this turn; all
    ("attempts", np.int8),  # at Attacks, of this turn; all
    ("discards", np.int8),  # of this turn's phase 5; all
    ("mv", MOVE),  # the move being made; all
    ("bt", BATTLE),  # the battle or Saving Roll; all
    ("stack", np.int16, (FRAMES, FRAME)),  # frames, see KIND; all, but who is asked for Instants
    ("sp", np.int8),  # frames; all, likewise
    ("limbo", np.int8, (LIMBO,)),  # cards on their way, the last one uppermost; all
    ("limbo_by", np.int8, (LIMBO,)),  # who played them; all
    ("limbo_n", np.int8),  # how many; all
    ("script", np.int8, (SCRIPT,)),  # dice to come, the next one first, for tests; nobody
    ("script_n", np.int8),  # how many; nobody
    ("ranks", np.int8, (SEATS,)),  # place at the end, 1 best, 0 before; all
)
HIDDEN = ("apile", "draw", "hand", "script", "script_n")
"""Fields of which some seat knows less than all."""
