"""What is being decided, as a question to the seat that decides."""

from __future__ import annotations

from collections.abc import Callable

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.games.skull_tales.names import character_name, name_of
from piracy_env.games.skull_tales.state import (
    EMPTY,
    GROUPS,
    KIND,
    NONE,
    SLOT,
    SLOTS,
    A,
    B,
    Decision,
)

_QUESTIONS = {
    Decision.PICK: "Which Pirate will it be?",
    Decision.HAND: "Which hand leads?",
    Decision.HEAL: "Spend a Destiny Point to be rid of a wound?",
    Decision.PUSH: "Spend a Destiny Point to add 1 to a die?",
    Decision.REROLL: "Use Clairvoyance, and roll again?",
    Decision.REPEAT: "A partial success: shall the Adventure be played again?",
    Decision.ANNEX: "All are down: castaways, or prisoners?",
    Decision.CASTAWAY: "Rescued: mutiny on the rescuers, or wait for port?",
    Decision.RETIRE: "What is left to the new Pirate, and who will it be?",
    Decision.PAY_ALLY: "Is the salary of {who} paid?",
    Decision.PICK_ALLY: "Which Ally?",
    Decision.SETTLE_TIE: "A tie: who goes first?",
    Decision.COPY_TRAIT: "Which Trait is copied for today?",
    Decision.DAY_SUPPLIES: "A new day: will the crew be fed?",
    Decision.SAVE_TOKEN: "Will {who} try to save the token?",
    Decision.TAKE_POST: "Where does {who} go?",
    Decision.CONSTABLE: "Does the Constable take the Gun Deck before all others?",
    Decision.COMMAND: "What does the Quarterdeck command?",
    Decision.SEND_GROUP: "Where is {group} sent?",
    Decision.RELOCATE: "Who is reassigned?",
    Decision.NEW_POST: "Where is {who} reassigned to?",
    Decision.SONG: "Will {who} use the Trait?",
    Decision.STATIONS: "Which station works next?",
    Decision.MOVE_GOODS: "May the Goods be moved?",
    Decision.GROUP_TASK: "Shall {group} use Wood?",
    Decision.MAIN_DECK: "What is done on the Main Deck?",
    Decision.CARTOGRAPHY: "Which islands are charted?",
    Decision.SCHEME: "A Scheme: which coin is taken in secret?",
    Decision.GUARD_COIN: "The Guard: which coin does the Captain take?",
    Decision.SAILING: "Where does the ship sail, and what do its guns do?",
    Decision.AIM: "Who aims?",
    Decision.AMMUNITION: "Is an Impact put where it is meant?",
    Decision.SPOTTING: "Which token in sight is turned up?",
    Decision.RAM: "Ram it?",
    Decision.NAME_GROUP: "Which group is hit?",
    Decision.CALL_MUTINY: "Is it time for a Mutiny?",
    Decision.JOIN_MUTINY: "Join the Mutiny?",
    Decision.BID: "How many coins are bid for the captaincy?",
    Decision.ISLAND: "What is done on the island?",
    Decision.SEND_ASHORE: "Which groups explore?",
    Decision.GO_ASHORE: "Does {who} go ashore?",
    Decision.BURY: "How much of the Crew Booty is buried?",
    Decision.DIG: "Is the buried booty dug up?",
    Decision.PUT_OFF: "Is the card put off?",
    Decision.NAME_ROLLER: "Who makes the roll?",
    Decision.SCURVY: "Scurvy: is a Supplies token spent?",
    Decision.PLACE_ENEMY: "How far away does it appear?",
    Decision.SIGNAL: "Is a signal sent to {enemy}?",
    Decision.BOARDING: "Boarding: where do the groups stand?",
    Decision.ENEMY_DECK: "What does {who} do on the enemy's deck?",
    Decision.GUNWALE: "What does {who} do on the Gunwale?",
    Decision.ALOFT: "What does {who} do?",
    Decision.REGROUP: "Where does {who} go?",
    Decision.SURRENDER: "Fight on, cut the lines, or surrender?",
    Decision.PLUNDER_GROUPS: "Plunder: what do the groups take?",
    Decision.PLUNDER: "Plunder: what does {who} take?",
    Decision.PORT_TURN: "A turn in port: where to, and what for?",
    Decision.PORT_EVENT: "Event: {event}",
    Decision.TWO_EVENTS: "Events: {event} or {other}?",
    Decision.BOSUN: "May the Bosun do it in the Captain's stead?",
    Decision.LEARN: "What is learned?",
    Decision.DOCKYARD: "What is repaired?",
    Decision.UPGRADE: "What is the ship fitted with?",
    Decision.STOCK_UP: "Rum, or Brew?",
    Decision.HAGGLE: "What is bought, what is sold?",
    Decision.ORDER_GEAR: "What is ordered for the next Port?",
    Decision.PROSTHESIS: "What is replaced?",
    Decision.STORY: "A story: how much is spent on drinks?",
    Decision.RUMOR: "Is the Rumor kept?",
    Decision.HIRE_ALLY: "Whom to talk to?",
    Decision.GAME_OF_CHANCE: "A game of chance: what is staked, and how is it played?",
    Decision.BET: "On whom, and how much?",
    Decision.LOAN: "What is given for the loan?",
    Decision.ASSIGNMENT: "Is the Assignment {assignment} taken?",
}


def question(s: Record, tables: Tables) -> str:
    """What is asked now; nothing if nobody is asked."""
    if s.sp <= 0:
        return ""
    frame = s.stk[s.sp - 1]
    words = _QUESTIONS.get(frame[KIND], "")
    named: dict[str, Callable[[], str]] = {
        "who": lambda: _who(s, tables, frame[SLOT]),
        "group": lambda: f"group {frame[SLOT]}" if 0 <= frame[SLOT] < GROUPS else "a group",
        "enemy": lambda: _row(tables, "sea_enemies", frame[SLOT]),
        "event": lambda: _row(tables, "port_events", frame[A]),
        "other": lambda: _row(tables, "port_events", frame[B]),
        "assignment": lambda: _row(tables, "assignments", frame[A] - 1),
    }
    return words.format(**{name: tell() for name, tell in named.items() if f"{{{name}}}" in words})


def _who(s: Record, tables: Tables, slot: int) -> str:
    is_there = 0 <= slot < SLOTS and s.ch_kind[slot] != EMPTY and s.ch_card[slot] != NONE
    return character_name(s, tables, slot) if is_there else "somebody"


def _row(tables: Tables, section: str, row: int) -> str:
    return name_of(tables, section, row) if 0 <= row < len(tables.text(section, "name")) else "it"
