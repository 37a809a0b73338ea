"""What a seat sees of the Adventure, as named groups; Characters begin with its own Pirate."""

from __future__ import annotations

from piracy_env.core.layout import Group
from piracy_env.games.skull_tales.layout_record import CREW_RULES, OWN_CARDS, OWN_SECRET, OWN_TRAITS
from piracy_env.games.skull_tales.observe import chosen, land, land_board
from piracy_env.games.skull_tales.observe.land import KINDS
from piracy_env.games.skull_tales.observe.land_board import VIEW
from piracy_env.games.skull_tales.state import (
    CANDIDATES,
    DICE,
    KEPT,
    SEATS,
    SLOTS,
)
from piracy_env.games.skull_tales.state_land import (
    COMPANIONS,
    FOES,
    GOAL_TOKENS,
    LYING,
    SPELLS,
    STORY,
    TOKENS_FALLEN,
)
from piracy_env.games.skull_tales.tables.adventures import ADVENTURE_KEYS
from piracy_env.games.skull_tales.tables.cards import INCIDENT_KEYS, SEARCH_KEYS
from piracy_env.games.skull_tales.tables.crew import ALLY_KEYS, CHARACTER_KEYS, TAGS
from piracy_env.games.skull_tales.tables.enemies import FOE_KEYS
from piracy_env.games.skull_tales.tables.words import ATTRIBUTES
from piracy_env.games.skull_tales.terrain import TOKENS

_HANDS = ("right", "left")
_LEFT_OF = ("me", *(f"left {k}" for k in range(1, SEATS)))
_STATUS = (
    *("stunned", "knocked down", "poisoned", "restrained", "hidden", "knocked out"),
    *("frenzied", "running", "possum", "searched", "destiny used", "turn done"),
)
_IN_HAND = (*TAGS, "anything", "melee damage", "ranged damage", "range")
_LIMBS = ("right eye", "right leg", "left leg", "right hand", "left hand", "left eye")
_CHARACTER = (
    *("in play", "pirate"),
    *CHARACTER_KEYS,
    *ALLY_KEYS,
    *("hp", "wounds", "ap", "dp", "dp max"),
    *ATTRIBUTES[1:],
    *("pp", "pp gained", "coins", "coins gained"),
    *_STATUS,
    "cursed",
    *_LIMBS,
    *(f"{hand} {what}" for hand in _HANDS for what in _IN_HAND),
    *(f"{hand} loaded" for hand in _HANDS),
    *("rum", "brew", "search cards"),
    *(f"goal {k + 1}" for k in range(GOAL_TOKENS)),
    *("dx", "dy"),
)
_ENEMY = (
    "in play",
    *FOE_KEYS,
    "hp left",
    *("stunned", "knocked down", "hidden", "inactive", "idle", "hexed"),
    *("dx", "dy", "adjacent", "seen", "range", "holds", "marked"),
)
_SPACE = (
    *("floor", "blocked", "water", "chasm", "roof", "exit", "closed door"),
    *("wall N", "wall E", "wall S", "wall W", "outside"),
)
_TRACK = (
    "flag",
    *(f"difficulty {k}" for k in (1, 2, 3)),
    "tick",
    *(f"captain {who}" for who in (*_LEFT_OF, "nobody")),
    *(f"initiative {who}" for who in _LEFT_OF),
    "fog",
    *ADVENTURE_KEYS,
)
_TOKENS = (
    *(f"fallen {k}" for k in range(TOKENS_FALLEN)),
    *(f"lying {k}" for k in range(LYING)),
    *("paolo", "zombie")[:COMPANIONS],
)
_ROLL = (
    *("kind", "dice"),
    *(f"die {k}" for k in range(DICE)),
    *(f"plus {k}" for k in range(DICE)),
    *("to beat", "other dice"),
    *(f"other die {k}" for k in range(DICE)),
    *("other to beat", "modifier", "other modifier"),
    *(f"used {k}" for k in range(4)),
)

LAND_GROUPS = (
    Group(
        "phase",
        (
            *(f"kind {k}" for k in range(KINDS)),
            "mine",
            *(f"active {who}" for who in _LEFT_OF),
            *("decisions", "round"),
        ),
        "what is being decided, by whom, and how long the turn and the Adventure have lasted",
        1,
        land.write_phase,
    ),
    Group(
        "track",
        _TRACK,
        "the Adventure track, offices and the Adventure that is played",
        1,
        land.write_track,
    ),
    Group(
        "chars",
        _CHARACTER,
        "Characters: own Pirate, the others clockwise, Allies",
        SLOTS,
        land.write_ashore,
    ),
    OWN_CARDS,
    OWN_TRAITS,
    Group("scards", KEPT, "the own kept Search cards", 1, land.write_search_cards),
    Group(
        "spells",
        SPELLS,
        "own spells: 1 ready, less while they recharge",
        1,
        land.write_spells,
    ),
    Group("enemies", _ENEMY, "Enemies on the board", FOES, land_board.write_foes),
    Group(
        "grid",
        VIEW * VIEW * len(_SPACE),
        f"{VIEW} x {VIEW} spaces around the active figure, row by row: {', '.join(_SPACE)}",
        1,
        land_board.write_grid,
    ),
    Group(
        "tokens",
        ("there", "dx", "dy", "mark"),
        "tokens and other figures; mark: of a story, which card, Paolo is led by the own side, hp",
        _TOKENS,
        land_board.write_tokens,
    ),
    Group(
        "goals",
        ("reached", "held", "lying", "lost", "mine", "place known"),
        "goals of the Adventure",
        GOAL_TOKENS,
        land.write_goals,
    ),
    Group(
        "piles",
        (*TOKENS, "pile", "second pile", "search deck", "incident deck"),
        "tile tokens that may still be in a pile, and sizes of piles and decks",
        1,
        land.write_piles,
    ),
    Group(
        "discards",
        (*(f"search {card}" for card in SEARCH_KEYS), *(f"incident {k}" for k in INCIDENT_KEYS)),
        "cards that lie on the discard piles, as parts of those of their kind",
        1,
        land.write_discards,
    ),
    Group("story", STORY, "what has happened in the story", 1, land.write_story),
    Group("roll", _ROLL, "the roll under way", 1, land.write_roll),
    Group(
        "cand",
        ("valid", "dx", "dy", "code"),
        "candidates of the choice: places; else the tile that is laid, a turn, and a number",
        CANDIDATES,
        land.write_options,
    ),
    OWN_SECRET,
    CREW_RULES,
    Group(
        "land_rules",
        (
            *("difficulty added", "captain controls enemies", "roll window", "disorders"),
            "melee against agility",
        ),
        "the rules in use: how Adventures are played",
        1,
        chosen.write_land_rules,
    ),
)
"""Groups of the Adventure in their order."""
