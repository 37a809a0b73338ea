"""The state of the Adventure: board, Characters, Enemies, tokens, cards, rolls, a line per field.

Rows and columns are those of the board; -1 is off it. Tiles, exits, doors and Enemies are numbered
by their places in their arrays; entries beyond a count are 0. Arrays of five have a row for each
slot of Characters. "None" is -1.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from piracy_env.games.skull_tales.state import DICE, ON_LAND, RECORD, SLOTS
from piracy_env.games.skull_tales.terrain import BOARD

TILES = 24
"""Tiles on the board."""
EXITS = 96
DOORS = 40
PORTALS = 6
PILE = 16
"""Tokens of a pile."""
RESERVE = 8
CHESTS = 3
FOES = 24
"""Enemies on the board; masks of Enemies have a bit for each."""
FOE_TYPES = 10
COMPANIONS = 2
"""Figures that are neither Characters nor Enemies: Paolo and a Zombie."""
TOKENS_FALLEN = 10
LYING = 16
"""Things that lie on the ground."""
GOAL_TOKENS = 8
SEARCH_DECK, INCIDENT_DECK = 36, 24
SPELLS = 24
STORY = 32
ROLLS = 2
"""A roll, and one inside it."""
INNER, OUTER = 1, 0
TOTEMS = 2
"""Totems that can be equipped."""


class Exit(IntEnum):
    """Values of `ex_state`."""

    OPEN = 0
    LINKED = 1
    CLOSED = 2  # a No Exit token lies there
    RESERVED = 3  # the Lieutenant left by it


class Door(IntEnum):
    """Values of `dr_state`."""

    CLOSED = 0
    OPEN = 1
    NEVER = 2  # closed for the whole Adventure


class Status(IntEnum):
    """Bits of `ch_status`."""

    STUNNED = 1
    KNOCKED_DOWN = 2
    POISONED = 4
    RESTRAINED = 8
    HIDDEN = 16
    KNOCKED_OUT = 32
    FRENZIED = 64
    RUNNING = 128
    POSSUM = 256
    SEARCHED = 512
    DESTINY_USED = 1024
    TURN_DONE = 2048
    STUN_AGED = 4096  # the stun is in its second round


class FoeStatus(IntEnum):
    """Bits of `foe_status`."""

    KNOCKED_DOWN = 1
    ASLEEP = 2  # inactive
    IDLE = 4  # loses its next activation
    HEXED = 8


class Buff(IntEnum):
    """Bits of `buff`."""

    GUARDED = 1  # Guardian Loa
    OWLS_EYE = 2
    SERPENTS_KISS = 4
    AIMED = 8


class Once(IntEnum):
    """Bits of `once`: what can be done once in a turn."""

    PICKPOCKET = 1
    STEALTH = 2
    DOUBLE_SLASH = 4
    COMMAND = 8
    HEALING = 16
    SWEEPING = 32
    CHARGE = 64
    RUNNING_SHOT = 128
    QUICK_HANDS = 256
    QUICKDRAW = 512
    VIGILANT = 1024
    SPECIAL = 2048
    DODGE = 4096
    THREW = 8192  # a weapon was thrown


class OncePlayed(IntEnum):
    """Bits of `oncea`: what can be done once in an Adventure."""

    CHARM = 1  # the Lucky Charm
    POWDER = 2  # the Powder Horn
    REVIVED = 4  # an Ally was revived
    BREW_LEFT = 8  # a Brew was used, and can be used once more
    FIND_LEFT = 16  # likewise one that is a Search card


FOUND = 64
"""Bit of `inv_flag` and `gr_flag`: a Search card that has become Gear until the end."""


class Goal(IntEnum):
    """Values of `goal_state`."""

    UNKNOWN = 0
    REACHED = 1
    HELD = 2
    LYING = 3
    LOST = 4


class Companion(IntEnum):
    """Values of `npc_kind`."""

    NOBODY = 0
    PAOLO = 1
    ZOMBIE = 2


_EACH = (SLOTS,)
_FOES = (FOES,)
_BOARD = (BOARD, BOARD)
_ROLL = (ROLLS,)
_DICE = (ROLLS, DICE)

# "all": every seat may see the field; "own": its seat; "nobody": no seat.
LAND_FIELDS = (
    # the board; all
    ("b_tile", np.int8, _BOARD),  # 1 + tile, 0 for none
    ("b_ter", np.int8, _BOARD),  # kind of space, see terrain
    ("b_reg", np.int8, _BOARD),  # room, roof or chasm inside the tile
    ("b_wall", np.int8, _BOARD),  # a bit a side: walls, closed doors, borders that are not linked
    ("sees", np.int32),  # Enemies that the active figure sees
    ("way", np.int8, _FOES),  # Characters in the way to each of them
    ("tl_token", np.int8, (TILES,)),  # NONE once the tile is taken up
    ("tl_row", np.int8, (TILES,)),  # of its north-west space
    ("tl_col", np.int8, (TILES,)),
    ("tl_rot", np.int8, (TILES,)),  # quarter turns clockwise
    ("tl_revealed", np.int8, (TILES,)),  # 1: it was explored, 0: it was there from the start
    ("tl_rooms", np.int16, (TILES,)),  # rooms whose Enemies have come, a bit each
    ("n_tl", np.int8),
    ("ex_tile", np.int8, (EXITS,)),
    ("ex_row", np.int8, (EXITS,)),
    ("ex_col", np.int8, (EXITS,)),
    ("ex_side", np.int8, (EXITS,)),
    ("ex_state", np.int8, (EXITS,)),  # see Exit
    ("n_ex", np.int8),
    ("dr_row", np.int8, (DOORS,)),
    ("dr_col", np.int8, (DOORS,)),
    ("dr_side", np.int8, (DOORS,)),
    ("dr_state", np.int8, (DOORS,)),  # see Door
    ("dr_name", np.int8, (DOORS,)),  # row of [doors]
    ("n_dr", np.int8),
    ("po_row", np.int8, (PORTALS, 2)),  # the two ends of a portal
    ("po_col", np.int8, (PORTALS, 2)),
    ("po_side", np.int8, (PORTALS, 2)),  # the side that is stepped over
    ("n_po", np.int8),
    # piles of tile tokens
    ("pile", np.int8, (2, PILE)),  # top token last; nobody
    ("pile_n", np.int8, (2,)),  # all
    ("pile_known", np.int8, (2,)),  # top tokens that all know; all
    ("reserve", np.int8, (RESERVE,)),  # tokens that were set aside; nobody
    ("reserve_n", np.int8),  # all
    ("reserved_tok", np.int8),  # the token of the Lieutenant's exit, NONE; nobody
    ("reserved_on", np.int8),  # 1: there is one; all
    ("chest", np.int8, (CHESTS,)),  # tokens with a chest, NONE once it is dug up; nobody
    # Characters; all
    ("ally_act", np.int8, _EACH),  # actions that an Ally has left
    ("mov_left", np.int8),  # steps left of a move
    ("free_from", np.int32, _EACH),  # Enemies that it has broken away from
    ("push_no", np.int8, (SLOTS, SLOTS)),  # 1: not to be pushed by it this turn
    ("last_hand", np.int8, _EACH),  # hand of the last attack: 0 right, 1 left, 2 both, NONE
    ("insult_from", np.int32, _EACH),  # Enemies that it has insulted
    ("eloq", np.int32, _EACH),  # Enemies that Eloquent still helps against
    ("attacked_me", np.int32, _EACH),  # Enemies that wounded it since its last turn
    ("hit_by_ever", np.int32, _EACH),  # Enemies that attacked it in this Adventure
    ("vengeance", np.int8, _EACH),  # the Enemy that Vengeful names, NONE
    ("spotted", np.int32, _EACH),  # Hidden Enemies that it sees all the same
    ("once", np.int32, _EACH),  # uses of this turn, see Once
    ("oncea", np.int32, _EACH),  # uses of this Adventure
    ("thick", np.int8, _EACH),  # Thick Bullets: 0 none, 1 Pistols, 2 Rifles
    ("pass_no", np.int8, _EACH),  # Characters that let it not pass this turn
    ("ko_n", np.int8, _EACH),  # times it was Knocked Out
    ("buff", np.int8, _EACH),  # see Buff
    ("brag", np.int8),  # slot that is the closest Character this round, NONE
    ("totem", np.int8, (SLOTS, TOTEMS)),  # Totems equipped, NONE
    ("spell", np.int8, (SLOTS, SPELLS)),  # 0 not owned, 1 ready, 2 + moves to go, 20 Doll is out
    ("jerkin", np.int8, _EACH),  # 1: its Jerkin has taken a wound this round
    # Enemies; all
    ("foe_type", np.int8, _FOES),  # NONE for no Enemy
    ("foe_role", np.int8, _FOES),  # row of [roles]
    ("foe_hp_max", np.int8, _FOES),
    ("foe_wounds", np.int8, _FOES),
    ("foe_row", np.int8, _FOES),
    ("foe_col", np.int8, _FOES),
    ("foe_stun", np.int8, _FOES),  # 0 no, else its age: 2 new, 1 old
    ("foe_hide", np.int8, _FOES),  # Enemy Rounds that it stays hidden
    ("foe_status", np.int8, _FOES),  # see FoeStatus
    ("foe_mark", np.int8, _FOES),  # 1 + row of [garrisons] of its marked token, 0 none
    ("foe_off", np.int16, _FOES),  # abilities that are off, a bit each
    ("foe_holds", np.int8, _FOES),  # 1 + slot that it holds
    ("foe_damage", np.int8, _FOES),  # melee damage of its own, 0 that of the card
    ("foe_acted", np.int8, _FOES),
    ("fig_left", np.int8, (FOE_TYPES,)),  # figures in the supply
    # figures that are neither; all
    ("npc_kind", np.int8, (COMPANIONS,)),  # see Companion
    ("npc_row", np.int8, (COMPANIONS,)),
    ("npc_col", np.int8, (COMPANIONS,)),
    ("npc_hp", np.int8, (COMPANIONS,)),
    ("npc_owner", np.int8, (COMPANIONS,)),  # slot, NONE
    # Fallen Enemy tokens, and what lies on the ground
    ("fl_row", np.int8, (TOKENS_FALLEN,)),  # NONE in the supply; all
    ("fl_col", np.int8, (TOKENS_FALLEN,)),  # all
    ("fl_immortal", np.int8, (TOKENS_FALLEN,)),  # the type that stands up again, NONE; all
    ("fl_mark", np.int8, (TOKENS_FALLEN,)),  # as foe_mark; all
    ("fl_kind", np.int8, (TOKENS_FALLEN,)),  # row of [fallen]; nobody
    ("gr_row", np.int8, (LYING,)),  # NONE for nothing; all
    ("gr_col", np.int8, (LYING,)),
    ("gr_item", np.int8, (LYING,)),  # as inv_id
    ("gr_flag", np.int8, (LYING,)),  # as inv_flag
    ("gr_from", np.int8, (LYING,)),  # the slot whose card it was
    # goals; all
    ("goal_state", np.int8, (GOAL_TOKENS,)),  # see Goal
    ("goal_holder", np.int8, (GOAL_TOKENS,)),  # slot, NONE
    ("goal_row", np.int8, (GOAL_TOKENS,)),
    ("goal_col", np.int8, (GOAL_TOKENS,)),
    # decks: rows of [search], 16 + k for Legendary Item k; rows of [incidents]
    ("sd", np.int8, (SEARCH_DECK,)),  # Search deck, top card last; nobody
    ("sd_n", np.int8),  # all
    ("sdisc", np.int8, (SEARCH_DECK,)),  # all
    ("sdisc_n", np.int8),  # all
    ("idk", np.int8, (INCIDENT_DECK,)),  # Incident deck, top card last; nobody
    ("idk_n", np.int8),  # all
    ("idisc", np.int8, (INCIDENT_DECK,)),  # all
    ("idisc_n", np.int8),  # all
    ("drawn", np.int8, (2,)),  # 1 + Search card being looked at; own of the upper frame
    # the track; all
    ("flag", np.int8),  # spaces left
    ("diff", np.int8),  # difficulty, 1..3
    ("round", np.int8),
    ("tick", np.int8),  # 1: a die for the flag in each Incident Round
    ("init", np.int8),  # seat with the Initiative, NONE
    ("init_back", np.int8),  # who had it before a Tactician, NONE
    ("fog", np.int8),  # 1: nobody shoots beyond range 3
    ("last_off", np.int8),  # slot of the last offensive action, NONE
    ("order_done", np.int8),  # seats that have acted, a bit each
    ("acted_order", np.int8, _EACH),  # seats in the order in which they acted, NONE
    ("active_slot", np.int8),  # whose turn it is, NONE
    ("sf", np.int8, (STORY,)),  # what has happened in the story; all
    ("dis", np.int8, _EACH),  # disorder of each seat, NONE; own
    # rolls; all
    ("rl_depth", np.int8),  # rolls under way
    ("rl_kind", np.int8, _ROLL),
    ("rl_side", np.int8, _ROLL),
    ("rl_slot", np.int8, _ROLL),
    ("rl_enemy", np.int8, _ROLL),
    ("rl_n", np.int8, _ROLL),
    ("rl_d", np.int8, _DICE),  # the roller's dice
    ("rl_plus", np.int8, _DICE),  # what was added to each
    ("rl_thr", np.int8, _ROLL),  # what they must beat
    ("rl_mod", np.int8, _ROLL),
    ("rl_m", np.int8, _ROLL),  # dice of the other side
    ("rl_e", np.int8, _DICE),
    ("rl_ethr", np.int8, _ROLL),
    ("rl_emod", np.int8, _ROLL),
    ("rl_crit", np.int8, _ROLL),  # what criticals do
    ("rl_used", np.int32, _ROLL),  # what was used in its window, a bit each
    # the flow; all
    ("foes_left", np.int32),  # Enemies still to be met by a sweep or a reaction
    ("micro", np.int16),  # decisions of this turn
    ("late", np.int8),  # 1: Pirates begin with more Traits and gear
)
LAND_HIDDEN = (
    *("pile", "reserve", "reserved_tok", "chest", "fl_kind"),
    *("sd", "idk", "s_cards", "drawn", "dis"),
)
"""Fields of which some seat knows less than all."""

SNAPSHOT = tuple((f"snap_{name}", *rest) for name, *rest in RECORD if name not in ON_LAND)
"""Copies of what is kept, taken at the start of an Adventure of a campaign (STA-18.8)."""
