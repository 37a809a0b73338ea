"""Mutiny: a pirate crew is yours only while your captain is on top.

Everybody owns five pirates, worth 2, 3, 4, 5 and "?". They are stacked upon each other, and whoever
has the top one commands the party. A party that is large enough boards a ship or a ruin; its
captain takes the money and pays the pirates of all others in it. Who sits deeper may mutiny, and
board at double wages. Three to five players; all but the order of the deck is open. Our name for
Stefan Dorra's *Pirates* (Queen Games 2021).
"""

from __future__ import annotations

from piracy_env.core.game import Game
from piracy_env.core.options import Flag, Number, OneOf, Option, Options
from piracy_env.games.mutiny import (
    actions,
    describe,
    invariants,
    last_move,
    observe,
    outcome,
    ranges,
    render,
    rules,
    state,
    tables,
    tell,
    why,
)

OPTIONS: dict[str, Option] = {
    "first_player": Number(
        -1, 0, 4, "seat that begins; -1 draws it at random", (-1,), deal_only=True
    ),
    "start_ducats": Number(5, 0, 50, "ducats of each player at the start", deal_only=True),
    "display_size": Number(4, 3, 4, "cards that are turned up together"),
    "use_mutiny": Flag(True, "the action mutiny, and with it the black spot"),
    "use_ransom": Flag(True, "the action ransom"),
    "deadlock_rule": OneOf(
        "disband",
        ("disband", "end"),
        "when all players pass in a row: all pirates go home, or the game ends",
    ),
    "max_turns": Number(500, 50, 5000, "the game ends after this many turns"),
    "wheel_cap": Number(0, 0, 30, "most wheels that earn ducats at the end; 0: all"),
}


def longest(options: Options) -> int:
    """A turn has at most two steps: ransom and assemble, or board and choose a token."""
    return int(2 * options.stored["max_turns"])


def conflict(options: Options) -> str:
    """The seat that begins must take part."""
    first = options.stored["first_player"]
    if first < options.players:
        return ""
    return f"option first_player must be -1 or 0 to {options.players - 1}, not {first}"


GAME = Game.of(
    __name__,
    *(state, ranges, tables, actions, rules, observe, outcome, invariants, describe, render),
    *(tell, why, last_move),
    name="mutiny",
    title="Mutiny",
    about="Put your pirates onto others' to board ships together, and mutiny when you serve below.",
    version=1,
    seats=(3, 4, 5),
    default_seats=4,
    hidden=("deck",),
    score_scale=100,
    reasons=outcome.REASONS,
    presets={
        "buccaneer_lite": {
            "start_ducats": 10,
            "display_size": 3,
            "use_mutiny": False,
            "use_ransom": False,
        }
    },
    history=(
        "version 0: first release",
        "version 1: the observation shows the rules in use, the limit of turns among them; the "
        "same moves lead to the same game",
    ),
)
