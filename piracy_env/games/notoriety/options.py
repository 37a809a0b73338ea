"""The options of notoriety: which Achievements are in play, and the readings of doubtful rules."""

from __future__ import annotations

from piracy_env.core.options import Number, OneOf, Option, Options
from piracy_env.games.notoriety.state import ACHIEVEMENTS, SEATS, Achievement

CHOICES = ("first_game", "swap", "three")
CHOICE_FIRST_GAME, CHOICE_SWAP, CHOICE_THREE = range(3)
"""Stored values of the words; a set of Achievements is stored as its bits, which are at least 3."""
LONGEST_LIMIT = 32_000
NAMES = tuple(achievement.name.lower() for achievement in Achievement)
_BOTH_FACES = (1 << Achievement.SHIPSHAPE) | (1 << Achievement.COMMANDER)


def allows(mask: int) -> bool:
    """Whether these Achievements can be in play together."""
    known = 0 <= mask < 1 << ACHIEVEMENTS
    return known and mask.bit_count() in (2, 3) and mask & _BOTH_FACES != _BOTH_FACES


class AchievementChoice(OneOf):
    """A way to choose the Achievements, or a set: names joined by `+`, or its bits as a number."""

    def read(self, value: object) -> int:
        """Check a value and return what the record stores."""
        if value in self.choices:
            return self.choices.index(str(value))
        mask = value
        if isinstance(value, str):
            parts = value.split("+")
            mask = sum(1 << NAMES.index(part) for part in set(parts) if part in NAMES)
            if len(parts) != mask.bit_count():
                raise ValueError(f"must be {self.allowed()}, not {value!r}")
        if isinstance(mask, bool) or not isinstance(mask, int) or not allows(mask):
            raise ValueError(f"must be {self.allowed()}, not {value!r}")
        return mask

    def allowed(self) -> str:
        """The range in words."""
        return (
            f"one of {', '.join(self.choices)}, or two or three of {', '.join(NAMES)} joined by + "
            "(not both shipshape and commander: two faces of one card)"
        )


OPTIONS: dict[str, Option] = {
    "achievements": AchievementChoice(
        "first_game",
        CHOICES,
        "Achievements in play: Richest and Merciless; Richest and a random one but Merciless "
        "(`swap`); Richest, Merciless and a random one (`three`); or two or three by name, such as "
        "`richest+mutineer`",
        deal_only=True,
    ),
    "start_player": Number(
        -1, 0, SEATS - 1, "first Start Player, -1 for a random one", special=(-1,)
    ),
    "richest_scope": Number(
        0, 0, 1, "Richest counts Ship deck and discard pile (0), or the Ship deck alone (1)"
    ),
    "commander_parrot": Number(
        1, 0, 1, "for Commander a Parrot is wild in its suit (1), or does not count (0)"
    ),
    "max_steps": Number(
        5000, 1, LONGEST_LIMIT, "safety limit of decisions; the game is scored as it stands"
    ),
}
PRESETS: dict[str, dict[str, object]] = {
    "first_game": {"achievements": "first_game"},
    "later_games": {"achievements": "swap"},
    "literal": {"richest_scope": 1},
}
"""`literal` reads the rulebook by the word: Richest counts the Ship deck alone, and for Commander a
Parrot takes any rank of its suit, as in any set (NOT-13.14, NOT-R24)."""


def conflict(options: Options) -> str:
    """Why options do not go together."""
    first = options.stored["start_player"]
    if first >= options.players:
        return f"start_player {first} is no seat of {options.players} players"
    return ""


def longest(options: Options) -> int:
    """No game takes more decisions than this."""
    return int(options.stored["max_steps"])
