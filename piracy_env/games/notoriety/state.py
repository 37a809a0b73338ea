"""The state of a game of notoriety.

Where every card is and what is being resolved, a line per field.

A card type is a number: pirates are 10 x suit + rank number (0 to 6 for ranks 1 to 7, then
Quartermaster, Captain, Parrot), then come the treasures, the Powder Monkey and the Doubloon. A
player's cards are counts by type in eight zones; only the Ship deck has an order as well. Entries
of a pile beyond its length are 0.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

SEATS = 4
"""Most players."""
SUITS = 5
RANKS = 10
"""Ranks of a suit: 1 to 7, Quartermaster, Captain, Parrot."""
PIRATES = SUITS * RANKS
TREASURES = 20
FIRST_TREASURE = PIRATES
POWDER_MONKEY = PIRATES + TREASURES
DOUBLOON = POWDER_MONKEY + 1
TYPES = DOUBLOON + 1
"""Card types: 50 pirates, 20 treasures, Powder Monkey and Doubloon."""

QUARTERMASTER, CAPTAIN, PARROT = 7, 8, 9
"""Rank numbers with a name."""
KRAKEN = 4
"""The suit that two players leave in the box."""

SLOTS = 5
"""Pirates of the Tavern Row."""
HAND_SIZE = 5
MOST_RECRUITS = 3
"""Pirates that a player may recruit in a round."""
MOST_CARDS = 48
"""Cards that one player can own: 10 to start with, 18 recruits, 20 treasures."""
ROUNDS = 6
"""Rounds with two players; more players have one less."""
STACK = 96
"""Effects that can wait at the same time.

Data that is far from the shipped one stays below it too.
"""

NONE = 255
"""No card, no seat."""

SUIT_LETTERS, RANK_LETTERS = "HAWSK", "1234567QCP"
SUIT_NAMES = ("Hearts", "Anchors", "Swords", "Skulls", "Krakens")
RANK_NAMES = (*"1234567", "Quartermaster", "Captain", "Parrot")


class Phase(IntEnum):
    """What the seat to move has to decide."""

    PARLEY = 0  # use the Parley token or not
    PARLEY_SELECT = 1  # which cards to discard for it
    COMMAND = 2
    TRADE_MORE = 3  # further loot for the Trade, or enough
    BRAWL_PICK = 4  # a pirate of the Tavern Row to discard
    BURY_PICK = 5  # a card of hand or discard pile to bury
    SELL_KEEP = 6  # what to do with the revealed treasure
    POWER_CHOICE = 7  # one side of a "/"
    ATTACK_TARGET = 8
    ATTACK_RESPONSE = 9  # the attacked seat: a coin or a card
    LOOKOUT_PICK = 10  # one of the two uppermost cards
    RESCUE_PICK = 11  # a crew card of the discard pile
    RECRUIT = 12
    GAME_OVER = 13


class Zone(IntEnum):
    """Where a player's cards are: the second axis of `cnt`."""

    HAND = 0
    DECK = 1
    DISC = 2
    BUR_OPEN = 3  # buried from the discard pile: everybody saw it
    BUR_HID = 4  # buried from the hand
    SHIP = 5
    NEWREC = 6
    FRONT = 7  # played for the running Command, or chosen for the Parley


# The same as plain numbers, for kernels: numba before 0.68 takes no enum as an index.
HAND, DECK, DISC, BUR_OPEN, BUR_HID, SHIP, NEWREC, FRONT = (zone.value for zone in Zone)
ZONES = len(Zone)


class Effect(IntEnum):
    """What waits on the stack; the first nine are the power icons."""

    TRADE = 0
    DRAW = 1
    ATTACK = 2
    BRAWL = 3
    BURY = 4
    LOOKOUT = 5
    PLUNDER = 6
    RESCUE = 7
    CAPTAIN = 8
    CHOICE = 9  # a "/" card, its type in `stk_arg`
    END_COMMAND = 10
    END_RECRUIT = 11


POWERS = 9
"""Power icons: the first members of `Effect`."""


class Achievement(IntEnum):
    """Legendary Achievements: bits of `ach_mask`."""

    RICHEST = 0
    MERCILESS = 1
    BURIED_TREASURE = 2
    MUTINEER = 3
    RECRUITER = 4
    SHIPSHAPE = 5
    COMMANDER = 6


ACHIEVEMENTS = len(Achievement)
PRIZES = (1, 2, 3, 6)
"""Values of prize tokens: the second axis of `prize`."""

# The header (players, seat, phase, over, rng ...) and the options come first in the record.
# "all": every seat may see the field; "own": the seat it belongs to; "content": which cards, not
# their order.
FIELDS = (
    ("ach_mask", np.int16),  # Achievements in play, a bit each; all
    ("round", np.int8),  # 1..6; all
    # seat with the Start Player token; before the deal the option, -1 for a random seat; all
    ("start_player", np.int8),
    ("turn_player", np.int8),  # seat whose turn it is; all
    ("final_lap", np.int8),  # turns left of the last lap, 0 outside it; all
    ("row", np.int16, (SLOTS,)),  # Tavern Row: pirates, NONE for an empty slot; all
    ("pdeck", np.int8, (PIRATES,)),  # Pirate deck, top card last; content: all, order: nobody
    ("pdeck_n", np.int8),  # its cards; all
    ("pdisc", np.int8, (PIRATES,)),  # Pirate discard, oldest first; all
    ("pdisc_n", np.int8),  # its cards; all
    ("tdeck", np.int8, (TREASURES,)),  # Treasure deck, top card last; content: all, order: nobody
    ("tdeck_n", np.int8),  # its cards; all
    ("tdisc", np.int8, (TREASURES,)),  # Treasure discard, oldest first; all
    ("tdisc_n", np.int8),  # its cards; all
    # cards of each seat by zone and type: HAND and BUR_HID own, DECK own content, the sum of these
    # three all;
    # the other zones all
    ("cnt", np.int8, (SEATS, len(Zone), TYPES)),
    (
        "deck",
        np.int8,
        (SEATS, MOST_CARDS),
    ),  # Ship decks, top card last; nobody, but for a known top card
    ("deck_n", np.int8, (SEATS,)),  # their cards; all
    # what everybody can count of a seat's hidden cards, by type: so many are in hand for certain,
    # and so many more are in hand or were buried from it, but not in the deck; all
    ("in_hand", np.int8, (SEATS, TYPES)),
    ("off_deck", np.int8, (SEATS, TYPES)),
    # those of `off_deck` are among at most so many cards of the hand, and so many buried ones; all
    ("old_hand", np.int8, (SEATS,)),
    ("old_buried", np.int8, (SEATS,)),
    ("known_top", np.int8, (SEATS,)),  # 1: owner knows the top card, from an open Lookout; all
    ("coins", np.int16, (SEATS,)),  # 0..; all
    ("parley", np.int8, (SEATS,)),  # 1: Parley token not used; all
    ("recruits", np.int8, (SEATS,)),  # pirates recruited in this round, 0..3; all
    ("turns", np.int8, (SEATS,)),  # turns begun in this round; all
    ("cap_wild", np.int8, (SEATS,)),  # Captains turned upside down, a bit for each suit; all
    ("prize", np.int8, (SEATS, len(PRIZES))),  # prize tokens by value 1, 2, 3, 6; all
    ("strength", np.int16, (SEATS,)),  # of the best party from the areas as they are; all
    ("unused", np.int8, (SEATS,)),  # pirates of the areas that this party leaves out; all
    ("round_strength", np.int16, (SEATS, ROUNDS)),  # Strength at the raid of each round so far; all
    ("stk_code", np.int8, (STACK,)),  # effects that wait, see Effect, next one last; all
    ("stk_arg", np.int8, (STACK,)),  # their amounts or cards; all
    ("stk_n", np.int8),  # how many; all
    (
        "front",
        np.int8,
        (MOST_CARDS,),
    ),  # the cards in FRONT of the acting seat, in the order of play; all
    ("front_n", np.int8),  # how many; all
    ("pending_card", np.int16),  # revealed treasure, or pirate with an open "/"; else NONE; all
    ("attacker", np.int16),  # seat whose Attack is to be answered, else NONE; all
    (
        "look",
        np.int16,
        (2,),
    ),  # the pair of an open Lookout, top card first, else NONE; the seat to move
    ("plunders", np.int8),  # Plunder effects of this turn; all
    ("ach_np", np.int16, (SEATS,)),  # NP of Achievement tokens, 0 before the end; all
    ("np", np.int16, (SEATS,)),  # final Notoriety Points, 0 before the end; all
    ("place", np.int8, (SEATS,)),  # place at the end, 1 best, equal players share it, 0 before; all
)
HIDDEN = ("cnt", "deck", "look", "pdeck", "tdeck")
"""Fields of which some seat knows less than all."""
