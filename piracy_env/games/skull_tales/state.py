"""The state of skull_tales: the crew's record, the Voyage and the Port, a line per field.

Arrays named `ch_` have a row for each of the five slots of Characters: slot s below the number of
players is the Pirate of seat s, Allies take the slots after them. Other arrays of five have a row
for each seat, unless their line says slots. "None" is -1. What is being decided, and what waits
until it is decided, are the frames of `stk`, the present decision last.

The Adventure's own fields are in `state_land.py`.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

VERSION = 1
"""Of the game: games of another version go on in other ways."""
SEATS = 5
"""Most players, and most Characters."""
SLOTS = 5
TRAITS = 112
"""Room for Traits; 105 are known."""
CARRIED = 14
"""Most cards that a Character carries."""
KEPT = 16
"""Most Search cards that a Character keeps."""
GROUPS = 6
"""Groups of pirates."""
ENEMIES = 10
COLUMNS = 10
HOLD = 2 * COLUMNS
"""Spaces of the Hold."""
GOODS = 9
LETTERS = 23
GOALS = 4
MARKET, OFFER = 8, 4
"""Cards of the Market deck, and those that the Captain alone may see."""
COPIES = 31
"""Gear that lies in the Gear deck has a number below this."""
FRAMES, FRAME = 16, 7
CANDIDATES = 64
FORCED = 64
MOST_STAGE_MOVES = 4_500
"""Decisions of a phase are counted no further; its limit is less."""
DICE = 5
"""Most dice of a roll."""
NONE = -1


class Phase(IntEnum):
    """The phases of a chapter, in the order in which they are played."""

    PORT = 0
    VOYAGE = 1
    ADVENTURE = 2
    OVER = 3


class Scenario(IntEnum):
    """What is played."""

    VOYAGE = 0
    PORT = 1
    VOYAGE_PORT = 2
    QUICK = 3
    CAMPAIGN = 4
    ADVENTURE = 5


class Ended(IntEnum):
    """Why a game, or the part of one that `stop` names, has ended; values of `ended`."""

    GOALS_MET = 0
    OUT_OF_TIME = 1
    ALL_DOWN = 2
    BLOCKED = 3
    ESCAPED = 4
    ROUNDS = 5
    DECISIONS = 6
    GOAL_REACHED = 7
    SUNK = 8
    CAPTURED = 9
    REVOLT = 10
    OVERTHROWN = 11
    TURNS = 12
    PORT_CLOSED = 13
    CHAPTER_OVER = 14
    VOYAGE_LOST = 15
    CAMPAIGN_OVER = 16
    ANNEX_LOST = 17
    PHASE_OVER = 18


class Stop(IntEnum):
    """Values of the option `stop`: what an episode is."""

    GAME = 0
    CHAPTER = 1
    PHASE = 2


class Part(IntEnum):
    """Values of `part`."""

    PORT = 0
    VOYAGE = 1
    ADVENTURE = 2
    CHAPTER = 3


class Decision(IntEnum):
    """What the actor of the uppermost frame has to decide, or what happens next without anybody."""

    # the Adventure
    PICK = 0
    HAND = 1
    PREP = 2
    DEPLOY_ORDER = 3
    DEPLOY = 4
    EQUIP_RIGHT = 5
    EQUIP_LEFT = 6
    STAND = 7
    TACTIC = 8
    INCIDENT = 9
    TOTEMS = 10
    ORDER = 11
    STUN = 12
    MENU = 13
    STEPS = 14
    WEAPON = 15
    TARGET = 16
    SPACE = 17
    CARD = 18
    PERSON = 19
    NUMBER = 20
    TILE = 21
    EXCHANGE = 22
    GIVE = 23
    TAKE = 24
    CONSENT = 25
    ROLL = 26
    SECOND_DIE = 27
    CAUTIOUS = 28
    BRAG = 29
    ENEMY_ORDER = 30
    ENEMY_TARGET = 31
    ENEMY_PLACE = 32
    DODGE = 33
    POSSUM = 34
    OPPORTUNE = 35
    QUICKSHOT = 36
    SPECIAL = 37
    POUNCE = 38
    CHARLATAN = 39
    LUNGE = 40
    MASTERY = 41
    MONEY = 42
    FACECRIP = 43
    OVERLOAD = 44
    ALLY_END = 45
    LEADING = 46  # steps of a companion
    GRASP = 47  # which hand takes what was picked up
    # any phase at sea or in port
    HEAL = 48  # a Destiny Point for a wound
    PUSH = 49  # a Destiny Point for a die
    REROLL = 50  # Clairvoyance
    # the campaign
    REPEAT = 51
    ANNEX = 52
    CASTAWAY = 53
    RETIRE = 54
    PAY_ALLY = 55
    PICK_ALLY = 56
    SETTLE_TIE = 57
    # the Voyage
    COPY_TRAIT = 58
    DAY_SUPPLIES = 59
    SAVE_TOKEN = 60
    TAKE_POST = 61
    CONSTABLE = 62
    COMMAND = 63
    SEND_GROUP = 64
    RELOCATE = 65
    NEW_POST = 66
    SONG = 67
    STATIONS = 68
    MOVE_GOODS = 69
    GROUP_TASK = 70
    MAIN_DECK = 71
    CARTOGRAPHY = 72
    SCHEME = 73
    GUARD_COIN = 74
    SAILING = 75
    AIM = 76
    AMMUNITION = 77
    SPOTTING = 78
    RAM = 79
    NAME_GROUP = 80
    CALL_MUTINY = 81
    JOIN_MUTINY = 82
    BID = 83
    ISLAND = 84
    SEND_ASHORE = 85
    GO_ASHORE = 86
    BURY = 87
    DIG = 88
    PUT_OFF = 89
    NAME_ROLLER = 90
    SCURVY = 91
    PLACE_ENEMY = 92
    SIGNAL = 93
    BOARDING = 94
    ENEMY_DECK = 95
    GUNWALE = 96
    ALOFT = 97
    REGROUP = 98
    SURRENDER = 99
    PLUNDER_GROUPS = 100
    PLUNDER = 101
    # the Port
    PORT_TURN = 102
    PORT_EVENT = 103
    TWO_EVENTS = 104
    BOSUN = 105
    LEARN = 106
    DOCKYARD = 107
    UPGRADE = 108
    STOCK_UP = 109
    HAGGLE = 110
    ORDER_GEAR = 111
    PROSTHESIS = 112
    STORY = 113
    RUMOR = 114
    HIRE_ALLY = 115
    GAME_OF_CHANCE = 116
    BET = 117
    LOAN = 118
    ASSIGNMENT = 119

    # nobody decides: these go on by themselves, and put those that ask on the stack
    CAMPAIGN = 120
    PORT = 121
    VOYAGE = 122
    CHARACTER_ROLL = 123  # one Character's roll, with its windows
    MORALE_GONE = 124
    EVENT = 126  # a Voyage Event
    ENEMY_ROUND = 127
    IMPACTS = 128  # Impacts that are to be located
    SHOT = 129  # the ship's own fire
    FIGHT = 130  # a boarding
    SHARE = 131  # the Plunder
    DRIFT = 132
    ABSTRACT = 134  # an abstract Adventure
    VISIT = 135  # entering a place of the Port
    SCORES = 136  # Speed dice
    EXPLORATION = 137
    GENERATION = 138  # a Sea Enemy appears
    LISTENING = 140  # for a Rumor
    FATE = 141  # the Voyage is over, whatever waits

    # likewise ashore
    ADVENTURE = 160  # an Adventure: its beginning, and its rounds
    INCIDENTS = 161  # an Incident Round
    TURN = 162  # a seat's turn: its Pirate and its Allies
    FOES_ROUND = 163  # an Enemy Round
    DICE = 164  # a roll
    CONCLUSION = 165  # the Adventure is over, whatever waits
    PASSAGE = 166  # a step through another figure
    PUSHING = 167
    JUMPING = 168
    CLIMBING = 169
    BREAKING_AWAY = 170
    EXPLORING = 171
    OPENING = 172  # a door
    FOES_COMING = 173  # Enemies that a tile, a room or a card has called
    SPECIAL_DEED = 174  # a Special of the chapter
    POISON = 175  # the roll of one who is Poisoned
    ALLY_TURN = 176  # an Ally acts
    ATTACK = 180  # a Character attacks
    REVIVING = 181
    BREATH = 182  # a Breath is taken
    HELD = 183  # a Restrained Character tries to get free
    TEMPER = 184  # of the Irascible
    RELOADING = 185
    VENGEANCE = 186  # somebody names the Enemy that it will have
    ACTIVATION = 190  # an Enemy acts
    STRIKE = 191  # an Enemy's attack
    INCIDENT_CARD = 192
    LOST_ENEMY = 193  # one that appears beside a Character
    TRIAL = 194  # rolls of those whom an Enemy frightens
    CURSE = 195  # of a Cursed One, on who defeated it
    RELEASE = 196  # of a Character that was held
    ZOMBIE = 197  # a Zombie acts
    SEARCHING = 200
    FINDING = 201  # a bad Search card strikes
    LOOTING = 202  # a Fallen Enemy token
    STRIPPING = 203  # a Character that is Knocked Out
    EXCHANGING = 204
    USING = 205
    PICKING_UP = 206
    DROPPING = 207
    GIVING = 208  # a card comes to a Character
    READING = 209  # a Map
    CASTING = 210  # a spell is cast
    CHANGING_TOTEM = 211
    ANALYSIS = 212  # of an Enemy's special abilities
    COMMANDING = 213  # an Ally is told to act
    HEALING = 214
    FORFEITING = 215  # a turn is given up
    LEAPING = 220  # an Acrobat jumps over an Enemy
    SHOVING = 221  # an Enemy is pushed
    STOMPING = 222
    DETECTING = 223  # somebody Hidden is looked for
    SNEAKING = 224  # who is stealthy hides
    DRAWING = 225  # a weapon is taken into a hand for nothing
    DUEL = 226  # a Character attacks another
    TELLING = 230  # what a story lets happen
    ENTERING = 231  # a Character comes onto a tile that lies apart


class Lasting(IntEnum):
    """Bits of `pers`."""

    CALM = 1
    FOG = 2
    TRADE_WIND = 4
    FIRE = 8
    WRECK = 16  # an Enemy ship was sunk in the last turn
    CODEX = 32  # the Signal Codex was used in this Voyage
    SUNK = 64  # an Enemy ship was sunk in this turn


PURGED = 1
"""The bit of `once_voy`."""
FIRST_DECISION, LAST_DECISION = Decision.HEAL, Decision.ASSIGNMENT
"""Decisions of the Voyage, the Port and the campaign."""
LAST_KIND = max(Decision)

# What the seven numbers of a frame are. They are plain numbers, as arrays are indexed by them.
KIND = 0  # a member of `Decision`
ACTOR = 1  # the seat that decides, -1 for whoever is Captain
STEP = 2  # which of its questions, or how far a flow has gone
SLOT = 3  # the slot, the group, the Enemy or the space that it is about
A, B, C = 4, 5, 6  # what else must be remembered: see the rules of the decision

# Attributes, as the columns of `ch_att`.
MELEE, RANGED, STRENGTH, AGILITY, INTELLIGENCE, PERCEPTION, CHARISMA = range(7)
EMPTY, PIRATE, ALLY = range(3)
"""Values of `ch_kind`."""

_EACH = (SEATS,)

RECORD = (
    # the Characters; all public but for the kept Search cards
    ("ch_kind", np.int8, _EACH),  # 0 empty slot, 1 Pirate, 2 Ally
    ("ch_card", np.int8, _EACH),  # row of [characters] or [allies], NONE
    ("ch_owner", np.int8, _EACH),  # controlling seat, NONE
    ("ch_in_adv", np.int8, _EACH),  # 1: takes part in the Adventure
    ("ch_hand_dom", np.int8, _EACH),  # dominant hand: 0 right, 1 left
    ("ch_hp_max", np.int8, _EACH),  # Health
    ("ch_ap_max", np.int8, _EACH),  # Action Points; Ally 0
    ("ch_mov", np.int8, _EACH),  # Ally only: spaces of a Move
    ("ch_dp_max", np.int8, _EACH),  # Destiny Points at most; Ally 0
    ("ch_att", np.int8, (SLOTS, 7)),  # melee, ranged, St, Ag, In, Pe, Ch
    ("ch_salary", np.int8, _EACH),  # coins per Port
    ("ch_cls", np.int8, _EACH),  # classes, a bit each in the order of CLASSES
    ("ch_wounds", np.int8, _EACH),  # hp_max: Knocked Out
    ("ch_dp", np.int8, _EACH),  # Destiny Points
    ("ch_pp", np.int16, _EACH),  # Prestige Points
    ("ch_coins", np.int16, _EACH),  # Personal Booty
    ("ch_tp", np.int8, _EACH),  # Trust Points
    ("ch_perm", np.int8, _EACH),  # permanent wounds, bit = die - 1
    ("ch_prosth", np.int8, _EACH),  # prostheses, the same bits
    ("ch_comp_due", np.int8, _EACH),  # compensations owed to it
    ("ch_retiring", np.int8, _EACH),  # 1: picks a new card in the next Port
    ("ch_cursed", np.int8, _EACH),
    ("ch_penance", np.int8, _EACH),  # 0 none, 1 Greedy, 2 Wroth, 3 Prideful
    ("ch_penance_ok", np.int8, _EACH),  # 1: kept through an Adventure
    ("ch_debtor", np.int8, _EACH),
    ("ch_traits", np.int8, (SLOTS, TRAITS)),
    ("inv_id", np.int8, (SLOTS, CARRIED)),  # gear, 0 empty, 64 + k Legendary Item k
    ("inv_loc", np.int8, (SLOTS, CARRIED)),  # 0 bag, 1 right, 2 left, 3 both hands, 4 worn
    ("inv_flag", np.int8, (SLOTS, CARRIED)),  # exhausted, starting, blessed, poisoned, used, barrel
    ("inv_n", np.int8, _EACH),
    ("ch_rum", np.int8, _EACH),  # Rum cards
    ("ch_brew", np.int8, _EACH),  # Brew cards
    ("s_cards", np.int8, (SLOTS, KEPT)),  # kept Search cards; own
    ("s_n", np.int8, _EACH),
    ("ch_adv_coins", np.int16, _EACH),  # gained in this Adventure
    ("ch_adv_pp", np.int16, _EACH),
    ("ch_status", np.int16, _EACH),  # conditions
    ("ch_x", np.int8, _EACH),  # place on the board, NONE off it
    ("ch_y", np.int8, _EACH),
    ("ch_ap", np.int8, _EACH),  # Action Points left
    ("ch_ally_revived", np.int8, _EACH),
    ("ch_affl", np.int8, _EACH),  # afflictions: see Affliction
    ("ch_dead", np.int8, _EACH),  # Ally to be removed
    # the crew; all public
    ("captain", np.int8),  # seat, NONE
    ("crew_booty", np.int32),
    ("chapter", np.int8),  # the Adventure of the present chapter, NONE without data
    ("difficulty", np.int8),  # added to an Adventure's
    ("adv_result", np.int8),  # 0 failure, 1 partial, 2 total success, NONE not played
    ("adv_repeat", np.int8),  # repeats begun
)
"""The record that both halves share."""

ON_LAND = (
    *("s_cards", "s_n", "ch_adv_coins", "ch_adv_pp", "ch_status", "ch_x", "ch_y", "ch_ap"),
    *("ch_ally_revived",),
)
"""Fields of the record that only the Adventure uses."""

CAMPAIGN = (
    ("scenario", np.int8),  # see Scenario; all
    ("camp_ch", np.int8),  # chapter or Annex, 1..12; all
    ("camp_first", np.int8),  # first chapter of the list; all
    ("camp_last", np.int8),  # last chapter of the list; all
    ("voyages", np.int8),  # lost Voyages of this chapter; all
    ("back_ch", np.int8),  # chapter to return to after an Annex, NONE; all
    ("ch_won", np.int16),  # chapters won, bit id - 1; all
    ("ch_part", np.int16),  # chapters half won; all
    ("isle_souls", np.int8),  # letter noted in chapter 8, NONE; all
    ("adv_pres", np.int8, _EACH),  # result of each Pirate in the last Adventure, 0..2; all
    ("adv_gain", np.int16, _EACH),  # prestige gained in it; all
    ("adv_k", np.int8, _EACH),  # rolls passed in the abstract Adventure, by slots; all
    ("spent", np.int16, _EACH),  # coins spent in this Port; all
    ("no_dp", np.int8, _EACH),  # 1: no Destiny Point in the next Adventure; all
)

SHIP = (
    ("ship_type", np.int8),  # row of [ships]; all
    ("sails_base", np.int8),  # Sails without damage; all
    ("sails_imp", np.int8),  # Impacts on them; all
    ("hold_base", np.int8),  # columns of the Hold without damage; all
    ("hold_imp", np.int8),  # Impacts on it; all
    ("hold", np.int8, (HOLD,)),  # 0 empty, 1 + goods, 10 Cannon, 11 Passenger; all
    ("upg", np.int8),  # upgrades, see `Upgrade`; all
    ("goods_sup", np.int8, (GOODS,)),  # tokens left in the supply; all
    ("cannon_sup", np.int8),  # likewise Cannons; all
    ("pg_on", np.int8, (GROUPS,)),  # 1: the group is aboard; all
    ("pg_post", np.int8, (GROUPS,)),  # its post, NONE without a group; all
    ("pg_fat", np.int8, (GROUPS,)),  # fatigue, 4 exhausted; all
    ("pg_w", np.int8, (GROUPS,)),  # wounds, 2 knocked out; all
    ("pg_acted", np.int8, (GROUPS,)),  # 1: its task of the turn is done; all
    ("asg", np.int8),  # Assignment 1..10, 0 none; all
    ("asg_x", np.int8),  # its island, NONE; all
    ("asg_age", np.int8),  # Voyages since it was taken; all
    ("asg_prog", np.int32),  # how far it is done; all
    ("bury_l", np.int8),  # where booty is buried, NONE; all
    ("bury_sum", np.int32),  # how much; all
    ("bury_seat", np.int8),  # who buried it, NONE; all
    ("rum_id", np.int8, _EACH),  # Rumor 1..10, 0 none; own
    ("rum_x", np.int8, _EACH),  # its island, NONE; own
    ("rum_held", np.int8, _EACH),  # 1: a Rumor is held; all
    ("rum_out", np.int16),  # Rumors out of the deck and held by nobody, bit id - 1; all
    ("asg_out", np.int16),  # Assignments out of the deck, bit id - 1; all
    ("deeds", np.int16, _EACH),  # conditions of Rumors met since the last Port, bit id - 1; all
    ("isl_land", np.int32),  # islands landed on since the last Port; all
)

VOYAGE = (
    ("fate", np.int8),  # how the Voyage ends, see Ended; 0 while it goes on; all
    ("gone", np.int8),  # 1: that there is no Morale left is being dealt with; all
    ("v_turn", np.int8),  # turn of the Voyage, 0 outside; all
    ("v_day", np.int8),  # Days that are over; all
    ("clock", np.int8),  # 1..6; all
    ("v_round", np.int8),  # 0 Travel, 1 Crew, 2 Event, 3 Sea Enemies; all
    ("morale", np.int8),  # all
    ("filth", np.int8),  # all
    ("ship_c", np.int8),  # the ship's column, NONE in port; all
    ("ship_r", np.int8),  # its row; all
    ("ship_f", np.int8),  # its facing, 0 N and clockwise; all
    ("post", np.int8, _EACH),  # slots: its post, NONE; all
    ("acted", np.int8, _EACH),  # slots: 1 task of the turn done; all
    ("reloc", np.int8, _EACH),  # slots: 1 reassigned this turn; all
    ("ban", np.int8, _EACH),  # slots: 1 may not scheme any more; all
    ("schemer", np.int8),  # slot that stayed to Scheme this turn, NONE; all
    ("once_day", np.int8, _EACH),  # slots: Traits used today, see Daily; all
    ("once_voy", np.int8, _EACH),  # slots: 1 Purge used in this Voyage; all
    ("clair", np.int8, _EACH),  # slots: 1 Clairvoyance used this round; all
    ("dpu", np.int8, _EACH),  # slots: 1 Destiny Point used this turn; all
    ("watch", np.int8, _EACH),  # slots: Trait copied by Watchful, NONE; all
    ("cp", np.int8),  # Command Points left; all
    ("cp_used", np.int8),  # 1: one was used this turn; all
    ("ship_mov", np.int8),  # movement left; all
    ("rolled", np.int8),  # 1: Speed was rolled this turn; all
    ("fired", np.int8),  # 1: the guns fired this turn; all
    ("rig_sel", np.int8),  # groups chosen for the Speed roll, a bit each; all
    ("rum_day", np.int8),  # 1: Rum was given out today; all
    ("moved_goods", np.int8),  # 1: Goods were moved this turn; all
    ("landed", np.int8),  # 1 landed, 2 buried, 4 dug, 8 explored: bits of this turn; all
    ("docked", np.int8),  # 1: the ship lies at the scroll since an earlier turn; all
    ("isl_seen", np.int32),  # islands explored in this Voyage; all
    ("goal_n", np.int8),  # Goal tokens; all
    ("goal_l", np.int8, (GOALS,)),  # their islands, NONE; all
    ("goal_rev", np.int8, (GOALS,)),  # 1 revealed; all
    ("goal_mk", np.int8, (GOALS,)),  # markers; all
    ("goal_id", np.int8, (GOALS,)),  # their numbers, 0 without a token; nobody before revealed
    ("ev_out", np.int32),  # Voyage Events out of the deck, bit id - 1; all
    ("ev_cur", np.int8),  # the card being resolved, 0 none; all
    ("ev_post", np.int8),  # the card put off, 0 none; all
    ("pers", np.int8),  # what lasts, see Lasting; all
    ("sea_on", np.int8, (ENEMIES,)),  # 1: the enemy is on the board; all
    ("sea_c", np.int8, (ENEMIES,)),  # its column, NONE; all
    ("sea_r", np.int8, (ENEMIES,)),  # its row, NONE; all
    ("sea_f", np.int8, (ENEMIES,)),  # its facing; all
    ("sea_mode", np.int8, (ENEMIES,)),  # 0 aggressive, 1 neutral, 2 passive; all
    ("sea_was_act", np.int8, (ENEMIES,)),  # 1: the ship was in its area; all
    ("sea_spd", np.int8, (ENEMIES,)),  # Speed dice left; all
    ("sea_hold", np.int8, (ENEMIES,)),  # Hold or Body left; all
    ("sea_be", np.int8, (ENEMIES,)),  # Boarding Enemies left; all
    ("sea_be_w", np.int8, (ENEMIES,)),  # wounded ones among them; all
    ("sea_fired", np.int8, (ENEMIES,)),  # 1: fired this turn; all
    ("sea_ammo", np.int8, (ENEMIES,)),  # 1 chain shot, 2 grapeshot used on it; all
    ("sea_goal", np.int8, (ENEMIES,)),  # island that it makes for, NONE; all
    ("sea_codex", np.int8, (ENEMIES,)),  # 1: deceived by the Signal Codex; all
    ("sea_no_brd", np.int8, (ENEMIES,)),  # 1: does not board in this Sea Enemy Round; all
    ("sea_src", np.int8, (ENEMIES,)),  # Event card, or 100 + Assignment, that brought it; all
)

BOARD = (
    ("b_on", np.int8),  # 1: ships are tied together; all
    ("b_e", np.int8),  # the enemy, NONE; all
    ("b_round", np.int8),  # all
    ("b_cut", np.int8),  # lines cut; all
    ("b_sup", np.int8, (GROUPS,)),  # dice that a Character lends to a group; all
    ("b_sup_by", np.int8, (GROUPS,)),  # slot of that Character, NONE; all
    ("b_pos", np.int8, _EACH),  # slots: 0 none, 1 own ship, 2 enemy deck, 3 out; all
    ("b_swiv", np.int8),  # Swivel Guns used this round; all
    ("coin_s", np.int8),  # the schemer's coin, NONE; own
    ("bid", np.int8, _EACH),  # bids not yet shown, NONE; own
    ("shown", np.int8, (2,)),  # coins last shown: schemer, Captain; NONE; all
    ("bid_shown", np.int8, _EACH),  # bids last shown, NONE; all
)

PORT = (
    ("tu", np.int8, _EACH),  # Time Units left; all
    ("loc", np.int8, _EACH),  # place of the Port; all
    ("fin", np.int8, _EACH),  # 1 finished; all
    ("rnd1", np.int8),  # seats that have had their turn of the first round, a bit each; all
    ("t_moved", np.int8),  # 1: moved this turn; all
    ("t_acted", np.int8),  # 1: acted this turn; 2: the Captain said no to the Bosun; all
    ("appr", np.int8, _EACH),  # teachers' Approval, a bit each; all
    ("disl", np.int8, _EACH),  # teachers' Dislike, a bit each; all
    ("sal_taken", np.int8, _EACH),  # 1: salary earned in this Port; all
    ("debt", np.int16, _EACH),  # coins owed to Madame Claude; all
    ("loan_new", np.int8, _EACH),  # 1: borrowed in this Port; all
    ("bet_to", np.int8, _EACH),  # seat bet on, NONE; all
    ("bet_kind", np.int8, _EACH),  # 0 on success, 1 on failure; all
    ("bet_sum", np.int8, _EACH),  # stake; all
    ("order", np.int8, _EACH),  # gear ordered, 0 none; all
    ("order_new", np.int8, _EACH),  # 1: ordered in this Port; all
    ("mk", np.int8, (MARKET + OFFER,)),  # Market deck and the Captain's offer, 0 gone; who has seen
    ("mk_on", np.int16),  # which of these lie there, a bit each; all
    ("mk_seen", np.int16, _EACH),  # which of them a seat has seen, a bit each; all
    ("offer_to", np.int8),  # seat whose offer it is, NONE before it is drawn; all
    ("gear_left", np.int8, (COPIES,)),  # copies in the Gear deck; nobody
    ("pe_out", np.int16, (SEATS,)),  # Port Events drawn: a row for each place but the ship; all
    ("keys", np.int8),  # key words drawn, a bit each; all
    ("ppers", np.int8),  # 1 Honest Shipwright, 2 Bargain Day in play; all
    ("sugar", np.int8),  # the die of this Trade, 0 none; all
    ("bought", np.int8),  # 1: something was bought in this Trade; all
)

COURSE = (
    ("stk", np.int16, (FRAMES, FRAME)),  # frames, see KIND; all
    ("sp", np.int8),  # frames; all
    ("cand", np.int16, (CANDIDATES, 2)),  # what CAND may choose; all
    ("cand_n", np.int8),  # how many; all
    ("look", np.int8),  # Rumor being looked at, 0 none; the seat asked
    ("force", np.int16, (FORCED,)),  # results of chance to come, for tests; nobody
    ("force_n", np.int8),  # how many; nobody
    ("roll", np.int8, (DICE,)),  # dice of the last roll at sea or in port; all
    ("roll_n", np.int8),  # how many; all
    ("roll_dif", np.int8),  # what they had to beat; all
    ("roll_ch", np.int8),  # slot that rolled, NONE; all
    ("stage_moves", np.int16),  # decisions of this phase; all
    ("score0", np.int16, _EACH),  # each seat's score when the part played began; all
    ("part", np.int8),  # with `stop`: the part just ended, NONE; all
    ("part_t", np.int8),  # twice its team value; all
    ("ended", np.int8),  # see Ended, NONE while the game runs; all
)

AT_SEA = (*CAMPAIGN, *SHIP, *VOYAGE, *BOARD, *PORT, *COURSE)
"""Fields of the Voyage, the Port and the campaign."""
VOYAGE_FIELDS = (*(one for one in RECORD if one[0] not in ON_LAND), *AT_SEA)
"""What `skull_tales_voyage` keeps."""

VOYAGE_HIDDEN = (
    *("force", "force_n", "goal_id", "rum_id", "rum_x", "look", "mk", "gear_left"),
    *("coin_s", "bid"),
)
"""Fields of which some seat knows less than all."""
