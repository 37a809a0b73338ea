"""The state of a game of broadside: who sails what, with how many crew, a line per field.

Ship cards are numbered: blue cards 0 to 49 (ships and treasures), Big Sloops 50 to 55, one a seat.
A fleet has twelve slots that are never closed up; a new ship takes the lowest free one. Red cards
are counts by kind, so a draw picks a kind in proportion to what is in the pile, and the order of a
pile needs no room.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

SEATS = 6
"""Most players."""
FLEET = 12
"""Ships that a fleet has room for."""
TABLE = 8
"""Blue cards that can lie in the middle."""
BLUE = 50
"""Blue cards, those of the expansion included."""
FIRST_SLOOP = BLUE
SHIPS = BLUE + SEATS
"""Cards that can lie on the table as a ship or a treasure: blue cards and Big Sloops."""
RED = 23
"""Kinds of red cards."""
FIRST_INVENTORY = 18
INVENTORY = RED - FIRST_INVENTORY
"""Kinds of inventory cards; they are the last kinds of red cards."""
FORCED = 64
"""Results of chance that can be prescribed at the same time."""
MOST_CREW = 40
"""The largest number that a count of crew can be."""

NONE = -1
"""No card, no seat, no slot."""

ATTACKER, DEFENDER = 0, 1
"""The sides of a battle: the axis of `b_seat`, `b_slot` and the like."""


class Phase(IntEnum):
    """What the seat to move has to decide."""

    NOTHING = 0  # never the phase of a game that has been dealt
    INCOME = 1  # how much of the new crew goes onto the next ship
    ADVENTURE = 2  # which ship acts, or a card to play
    TARGET = 3  # what the chosen ship attacks, or which treasure it digs for
    WINDOW = 4  # a battle card to play, or content
    EXPEDITION = 5  # dig again, or give up
    CARD_OWN = 6  # the own ship that a card is for
    CARD_ENEMY = 7  # the ship of an opponent that a card is for
    CARD_PLAYER = 8  # the opponent that Neptune's Revenge is for
    CARD_RED = 9  # what St. Elmo's Fire takes
    CARD_BLUE = 10  # what Old Seadog brings back
    CARD_INV = 11  # which inventory Sabotage destroys
    REORG = 12  # sell, redistribute, or go on
    SHARE = 13  # how much of all crew goes onto the next ship
    DISCARD = 14  # a red card too many
    OVER = 15


class Red(IntEnum):
    """Kinds of red cards: eight for the own turn, ten for battles, five inventories."""

    FORTUNAS_BLESSING = 0
    CAST_AWAY = 1
    HARBOUR = 2
    NEPTUNES_REVENGE = 3
    SABOTAGE = 4
    TRAITORS = 5
    OLD_SEADOG = 6
    ST_ELMOS_FIRE = 7
    GOOD_WIND = 8
    SURPRISE_ATTACK = 9
    GOOD_SPEECH = 10
    BOTTLE_OF_RUM = 11
    TERROR = 12
    DRUNKEN_BRAWL = 13
    CHAIN_SHOT = 14
    FOG = 15
    GRAPPLING_HOOKS = 16
    FAST_RELOAD = 17
    FULL_RIG = 18
    GUNNERY_UPGRADE = 19
    CROWS_NEST = 20
    GUNNERY_MASTER = 21
    LIVING_QUARTERS = 22


class Place(IntEnum):
    """Values of `blue_loc`; the last three are followed by the seat: `HAND + seat`."""

    BOX = 0  # not in this game, or out of it
    DECK = 1
    DISCARD = 2
    TABLE = 3
    HAND = 10
    FLEET = 20
    TREASURE = 30


class Step(IntEnum):
    """Values of `b_step`: the windows of a battle."""

    WIND = 0
    FOG = 1  # after the wind roll: reroll it or not
    CANNONS = 2
    CREW = 3


class End(IntEnum):
    """Values of `end_reason`."""

    RUNNING = 0
    POINTS = 1
    SURVIVOR = 2
    DRAW = 3  # nobody is afloat
    ROUND_LIMIT = 4


# The header (players, seat, phase, over, rng ...) and the options come first in the record.
# "all": every seat may see the field; "own": the seat that the row belongs to.
FIELDS = (
    ("force", np.int16, (FORCED,)),  # prescribed results of chance, next one first, then 0; nobody
    ("force_len", np.int8),  # how many; -1: an impossible one was prescribed; nobody
    ("ret_phase", np.int8),  # where a turn card leads back to, ADVENTURE or REORG; all
    ("cur", np.int8),  # seat whose turn it is; all
    ("start", np.int8),  # seat of the first turn; all
    ("round_no", np.int16),  # 1..max_rounds, one more when that ended the game; all
    ("elim_event", np.int8, (SEATS,)),  # 0 afloat, else number of the event, shared by ties; all
    ("red_deck", np.int8, (RED,)),  # cards by kind; nobody (how many: all)
    ("red_disc", np.int8, (RED,)),  # cards by kind; all
    ("red_hand", np.int8, (SEATS, RED)),  # cards by kind; own (how many: all)
    ("red_battle", np.int8, (RED,)),  # cards played in the battle; all
    ("red_limbo", np.int8),  # kind that is being resolved, -1 none; all
    # known[v][h][t]: v knows that h holds at least so many of kind t; row v own
    ("known", np.int8, (SEATS, SEATS, RED)),
    # held[v][t]: v knows that so many more of kind t are in the others' hands, but not whose
    ("held", np.int8, (SEATS, RED)),  # row v own
    # older[v][h]: v knows that at most so many of h's cards, `known` ones apart, have not come
    # from the deck since it was shuffled: those are the ones of `held`
    ("older", np.int8, (SEATS, SEATS)),  # row v own
    ("blue_loc", np.int8, (SHIPS,)),  # where each card is, see Place; all, but deck against hands
    ("blue_left", np.int8, (SHIPS,)),  # 1: was not in the blue deck when that was shuffled; all
    ("blue_older", np.int8, (SEATS,)),  # how many such cards each blue hand holds; all
    ("table_card", np.int8, (TABLE,)),  # blue card in each slot of the middle, -1 empty; all
    ("table_crew", np.int8, (TABLE,)),  # crew of a ship there; all
    ("fleet_card", np.int8, (SEATS, FLEET)),  # ship in each slot, -1 empty; all
    ("fleet_crew", np.int8, (SEATS, FLEET)),  # its crew; all
    ("fleet_inv", np.int8, (SEATS, FLEET, INVENTORY)),  # inventory on it, by kind; all
    ("fleet_acted", np.int8, (SEATS, FLEET)),  # 1: it has acted in its owner's last turn; all
    ("treasure_pts", np.int16, (SEATS,)),  # points of the treasures of each seat; all
    ("cave_owner", np.int8),  # seat with the Treasure Cave, -1 nobody; all
    ("acts", np.int8),  # ships that have acted in this turn; all
    ("plays", np.int8, (RED,)),  # cards played in this turn outside battles, by kind; all
    ("crow_used", np.int8),  # 1: a Crow's Nest was used in this turn; all
    ("sold", np.int8),  # ships sold in this turn; all
    ("redist_done", np.int8),  # 1: crew was redistributed in this turn; all
    ("pool", np.int16),  # crew still to be placed; all
    ("dist_slot", np.int8),  # slot that gets the next of it, -1 none; all
    ("muster", np.int16),  # crew of ships sold, waiting for the redistribution; all
    ("sel_ship", np.int8),  # own slot that acts, -1 none; all
    ("sel_enemy", np.int8, (2,)),  # seat and slot chosen for a turn card, -1 none; all
    ("exp_slot", np.int8),  # slot of the middle that is dug at, -1 none; all
    ("b_on", np.int8),  # 1: a battle is fought; all
    ("b_neutral", np.int8),  # 1: the defender is an adventure; all
    ("b_seat", np.int8, (2,)),  # seats of attacker and defender, -1 none; all
    ("b_slot", np.int8, (2,)),  # their slots, in the middle for an adventure, -1 none; all
    ("b_step", np.int8),  # see Step; all
    ("b_side", np.int8),  # side to play a card or pass; all
    ("b_passes", np.int8),  # passes in a row; all
    ("b_temp", np.int8, (2,)),  # crew on Good Speech and Bottle of Rum of each side; all
    ("b_chain", np.int8, (2,)),  # Chain Shots of each side; all
    ("b_fr", np.int8, (2,)),  # Fast Reloads of each side; all
    ("b_gw", np.int8, (2,)),  # Good Winds for the ship of each side; all
    ("b_gh", np.int8),  # Grappling Hooks; all
    ("b_surprise", np.int8),  # Surprise Attacks; all
    ("b_wind", np.int8),  # wind rolled, -2..2; all
    ("b_rolled", np.int8),  # 1: the wind is rolled; all
    ("b_round", np.int16),  # crew rounds fought, 0..200; all
    ("b_roller", np.int8),  # seat that rolls for an adventure, -1 nobody; all
    ("rank_lo", np.int8, (SEATS,)),  # first place of a seat's tie group, 0 before the end; all
    ("rank_hi", np.int8, (SEATS,)),  # last place of it; all
    ("end_reason", np.int8),  # see End; all
)
HIDDEN = ("force", "force_len", "red_deck", "red_hand", "known", "held", "older", "blue_loc")
"""Fields of which some seat knows less than all."""
