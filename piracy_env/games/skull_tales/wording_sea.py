"""The calm sea in words: what is asked in Travel, Crew and Event Rounds, and on islands."""

from __future__ import annotations

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.games.skull_tales.names import (
    POSTS,
    character_name,
    coins,
    island_name,
    trait_name,
)
from piracy_env.games.skull_tales.rules.landing import PARTS
from piracy_env.games.skull_tales.rules.mutiny import COIN
from piracy_env.games.skull_tales.state import SLOT, Decision

ANSWERS = {
    Decision.DAY_SUPPLIES: ("Let the crew starve.", "Hand out a Supplies token."),
    Decision.SAVE_TOKEN: ("Let the token go.", "Try to save the token."),
    Decision.CONSTABLE: ("Wait for the own turn.", "Take the Gun Deck now."),
    Decision.COMMAND: ("End Command: points left are lost.", ""),
    Decision.SONG: ("Do not use the Trait.", "Use the Trait."),
    Decision.STATIONS: ("End the Crew Round.", ""),
    Decision.MOVE_GOODS: ("Leave the Goods where they are.", "Let the token be moved."),
    Decision.GROUP_TASK: ("Let the group do nothing, or use no Wood.", "Use Wood."),
    Decision.MAIN_DECK: ("Do nothing on the Main Deck.", ""),
    Decision.CARTOGRAPHY: ("Draw no charts.", "Draw charts."),
    Decision.SAILING: ("End sailing.", ""),
    Decision.SPOTTING: ("Do not look closer.", "Turn up a Goal token in sight."),
    Decision.CALL_MUTINY: ("Stay loyal.", "Call a Mutiny."),
    Decision.JOIN_MUTINY: ("Stay out of the Mutiny.", "Join the Mutiny."),
    Decision.ISLAND: ("Leave the island.", ""),
    Decision.SEND_ASHORE: ("Send no more groups.", ""),
    Decision.GO_ASHORE: ("Stay aboard.", "Go ashore."),
    Decision.DIG: ("Leave it buried.", ""),
    Decision.PUT_OFF: ("Let the card happen.", "Be rid of the card for now."),
    Decision.SCURVY: ("Let the groups tire.", "Spend a Supplies token."),
}
"""What `no` and `yes` mean."""
GROUPS: dict[int, str] = {
    Decision.COMMAND: "Send group {} elsewhere.",
    Decision.SAILING: "Have group {} take part in the Speed roll.",
    Decision.MAIN_DECK: "Bring group {} round.",
    Decision.SEND_ASHORE: "Send group {} ashore.",
}
"""What naming a group means."""


def way_words(s: Record, tables: Tables, kind: int, index: int, is_own: bool) -> str:
    """Who is sent to a post; nothing elsewhere."""
    slot = s.stk[s.sp - 1][SLOT]
    if kind == Decision.SEND_GROUP:
        return f"Send group {slot} to the {POSTS[index]}."
    if kind == Decision.NEW_POST:
        return f"Reassign {character_name(s, tables, slot)} to the {POSTS[index]}."
    return ""


def candidate_words(s: Record, tables: Tables, kind: int, index: int, is_own: bool) -> str:
    """A Trait to be copied, or the island of a token; nothing elsewhere."""
    one = int(s.cand[index][0])
    if kind == Decision.COPY_TRAIT:
        return f"Copy {trait_name(tables, one)}."
    if kind == Decision.CARTOGRAPHY:
        return f"Put a marker on {island_name(one)}."
    return f"Turn up the token of {island_name(one)}." if kind == Decision.SPOTTING else ""


def number_words(s: Record, tables: Tables, kind: int, index: int, is_own: bool) -> str:
    """A bid, or what is buried; nothing elsewhere."""
    if kind == Decision.BID:
        return f"Bid {coins(index)}, {COIN * index} prestige."
    if kind == Decision.BURY:
        return f"Bury {-(-s.crew_booty * index // PARTS)} of the Crew Booty."
    return ""
