"""The options of havens: when the game ends, how it begins, and whether there is Parley."""

from __future__ import annotations

from piracy_env.core.options import Number, Option, Options
from piracy_env.games.havens.state import MOST_DECISIONS, SEATS

OPTIONS: dict[str, Option] = {
    "target": Number(60, 20, 200, "supply that ends the game"),
    "start_supply": Number(
        10, 5, 30, "pieces of eight that each player starts with", deal_only=True
    ),
    "max_rounds": Number(40, 5, 60, "rounds after which the game ends in any case"),
    "finish_round": Number(
        1, 0, 1, "whether the round is finished when somebody has reached the target"
    ),
    "timed": Number(0, 0, 1, "play `timed_rounds` rounds, without a target"),
    "timed_rounds": Number(15, 5, 40, "rounds of a timed game"),
    "start_haven_mode": Number(
        *(0, 0, 1, "starting Havens are dealt (0), or chosen, the last player first (1)"),
        deal_only=True,
    ),
    "start_player": Number(-1, 0, SEATS - 1, "who begins, -1 for chance", (-1,), deal_only=True),
    "parley": Number(1, 0, 1, "whether a defender may offer a Parley"),
}
PRESETS: dict[str, dict[str, object]] = {
    "standard": {},
    "short": {"target": 40},
    "timed": {"timed": 1},
    "chosen_havens": {"start_haven_mode": 1},
    "no_parley": {"parley": 0},
}


def conflict(options: Options) -> str:
    """Why options do not go together."""
    stored = options.stored
    if stored["start_player"] >= options.players:
        return f"start_player {stored['start_player']} is no seat of {options.players} players"
    if not stored["timed"] and stored["start_supply"] >= stored["target"]:
        return f"start_supply {stored['start_supply']} has reached the target already"
    return ""


def longest(_options: Options) -> int:
    """No game takes more decisions than this."""
    return MOST_DECISIONS
