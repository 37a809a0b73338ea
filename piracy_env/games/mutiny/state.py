"""The state of a game of mutiny: what lies on the table, a line per field.

Seats are 0..4, called A..E in texts. A pirate is known by its number, 5 x seat + rank; rank 0..4
stands for the faces 2, 3, 4, 5 and "?". A stack is a chain of pirates from the top one down, and is
named by its top pirate. All of it lies open on the table, but for the order of the deck.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

SEATS = 5
"""Most players, and so the number of colours."""
RANKS = 5
"""Pirates of one colour."""
PIRATES = SEATS * RANKS
CARDS = 20
SLOTS = 4
"""Spaces for face-up cards on the display board."""
KINDS = 6
"""Kinds of booty tokens."""

NONE = -1
"""No pirate, no card, no seat: the end of a chain, an empty slot, the spot beside the board."""

FACES = ("2", "3", "4", "5", "?")
"""Faces of the pirates by rank."""
FIXED_RANKS = 4
"""Ranks below this one have a number for a face; the rank itself is the "?"."""
LOWEST_FACE = 2
"""Face of rank 0; each further rank shows one more."""


class Phase(IntEnum):
    """What the seat to move has to decide."""

    TURN = 0  # choose one of the four actions
    RANSOM_ASSEMBLE = 1  # a pirate has been ransomed: assemble with it
    BOOTY = 2  # a card is being boarded: choose the captain's token
    OVER = 3


class CardType(IntEnum):
    """Frames of the cards, as in the column `type`."""

    SHIP = 0
    RUINS = 1
    MONSTER = 2


class Kind(IntEnum):
    """Kinds of booty tokens, as in the column `booty`."""

    SABER = 0
    RUM = 1
    RELICS = 2
    CHEST = 3
    WHEEL = 4
    ANCHOR = 5


class Place(IntEnum):
    """Values of `card_loc`: a slot is FIRST_SLOT + slot, a kept card KEPT + seat."""

    DECK = 0
    FIRST_SLOT = 1
    KEPT = 5
    DISCARDED = 10


class End(IntEnum):
    """Values of `end_reason`."""

    RUNNING = 0
    ALL_CARDS = 1
    TURN_LIMIT = 2
    DEAD_POSITION = 3


class Deadlock(IntEnum):
    """Values of the option `deadlock_rule`: what happens when all players have passed in a row."""

    DISBAND = 0
    END = 1


# The header (players, seat, phase, over, rng ...) and the options come first in the record.
# "all": every seat may see the field.
FIELDS = (
    ("above", np.int8, (PIRATES,)),  # pirate directly above, -1 none or not in play; all
    ("below", np.int8, (PIRATES,)),  # pirate directly below, -1 none or not in play; all
    ("ducats", np.int16, (SEATS,)),  # treasury of each seat, 0..; all
    ("tokens", np.int8, (SEATS, KINDS)),  # booty tokens of each seat by kind, 0..6; all
    ("card_loc", np.int8, (CARDS,)),  # where each card is, see Place; all
    ("deck", np.int8, (CARDS,)),  # cards still to come, next one first, then -1; nobody
    ("deck_len", np.int8),  # cards in the deck, 0..20; all
    ("display", np.int8, (SLOTS,)),  # face-up card in each slot, -1 empty; all
    ("black_spot", np.int8),  # seat it lies in front of, -1 beside the board; all
    ("pend_top", np.int8),  # top pirate of the party that is boarding, -1 none; all
    ("pend_slot", np.int8),  # slot that it boards, -1 none; all
    ("pend_mult", np.int8),  # its wages: 1 single, 2 double in a mutiny, -1 none; all
    ("ransomed", np.int8),  # rank of the pirate ransomed in this turn, -1 none; all
    ("passes", np.int8),  # passes in a row, 0..4; all
    ("turns", np.int16),  # finished turns, 0..max_turns; all
    ("claimed", np.int8),  # cards boarded so far, 0..20; all
    ("disbands", np.int16),  # dead positions dissolved so far, at most 255 counted; all
    ("end_reason", np.int8),  # see End; all
    ("final_score", np.int16, (SEATS,)),  # ducats after the final scoring, 0 before; all
    ("final_rank", np.int8, (SEATS,)),  # place at the end, 1 best, shared by ties, 0 before; all
)
