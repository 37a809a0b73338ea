"""The options of broadside: the expansion, rules for experienced players, doubtful readings."""

from __future__ import annotations

from piracy_env.core.options import Flag, Number, OneOf, Option, Options
from piracy_env.games.broadside.state import SEATS

EXPANSION_SIZES = ("list", "contents")
MOST_DECISIONS = 60_000


class Switch(Flag):
    """A flag that may also be given as 0 or 1."""

    def read(self, value: object) -> int:
        """Check a value and return what the record stores."""
        if isinstance(value, int) and value in (0, 1):
            return int(value)
        return super().read(value)


class Size(OneOf):
    """A choice between words that may also be given by its number."""

    def read(self, value: object) -> int:
        """Check a value and return what the record stores."""
        if isinstance(value, int) and not isinstance(value, bool) and value in (0, 1):
            return value
        return super().read(value)


OPTIONS: dict[str, Option] = {
    "expansion": Switch(False, "shuffle the cards of the expansion in"),
    "expansion_size": Size(
        "list",
        EXPANSION_SIZES,
        "the expansion by its list of cards (21 red, 3 ships, 6 treasures), or by the rulebook's "
        "table of contents (15 red, 3 ships, 5 treasures)",
    ),
    "first_round_equal": Switch(False, "all take their first income before the first turn"),
    "draw_by_points": Switch(
        False, "draw a red card for each pirate point, but at least two, instead of three"
    ),
    "blue_at_end": Switch(False, "draw the adventures of the next turn at the end of the own turn"),
    "first_turn_plus3": Switch(
        False, "draw three blue cards in the first turn too, and so play six adventures"
    ),
    "sell_unlimited": Switch(False, "sell any number of ships in a turn, instead of one"),
    "prize_may_attack": Switch(True, "a ship that was conquered in this turn may still attack"),
    "crew_window_each_round": Switch(
        False, "battle cards may be played before every round of boarding, instead of the first"
    ),
    "target_points": Number(7, 3, 15, "pirate points that win in the own turn"),
    "max_rounds": Number(40, 1, 200, "the game ends after this many rounds"),
    "start_seat": Number(
        *(-1, 0, SEATS - 1, "seat of the first turn; -1 lets the wind die choose", (-1,)),
        deal_only=True,
    ),
}
PRESETS: dict[str, dict[str, object]] = {
    "expansion": {"expansion": True},
    "experienced": {
        "expansion": True,
        "first_round_equal": True,
        "draw_by_points": True,
        "blue_at_end": True,
    },
    "short": {"target_points": 5, "max_rounds": 20},
}


def conflict(options: Options) -> str:
    """Why options do not go together."""
    start = options.stored["start_seat"]
    if start >= options.players:
        return f"start_seat {start} is no seat of {options.players} players"
    return ""


def longest(_options: Options) -> int:
    """No game takes more decisions than this; one that does is cut."""
    return MOST_DECISIONS
