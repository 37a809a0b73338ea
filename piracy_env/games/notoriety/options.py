"""The options of notoriety: which Achievements are in play, and the readings of doubtful rules."""

from __future__ import annotations

from piracy_env.core.game import Number, OneOf, Option
from piracy_env.games.notoriety.state import ACHIEVEMENTS, SEATS, Achievement

CHOICES = ("first_game", "swap", "three")
CHOICE_FIRST_GAME, CHOICE_SWAP, CHOICE_THREE = range(3)
"""Stored values of the words; a set of Achievements is stored as its bits, which are never less than 3."""
LONGEST_LIMIT = 32_000


class AchievementChoice(OneOf):
    """A way to choose the Achievements, or the set itself: names joined by `+`, or its bits as a number."""

    def read(self, value: object) -> int:
        """Check a value and return what the record stores."""
        if value in self.choices:
            return self.choices.index(str(value))
        if isinstance(value, str):
            names = [achievement.name.lower() for achievement in Achievement]
            parts = value.split("+")
            if not set(parts) <= set(names) or len(set(parts)) < len(parts):
                raise ValueError(f"must be {self.allowed()}, not {value!r}")
            value = sum(1 << names.index(part) for part in parts)
        if (
            isinstance(value, bool)
            or not isinstance(value, int)
            or not 0 <= value < 1 << ACHIEVEMENTS
        ):
            raise ValueError(f"must be {self.allowed()}, not {value!r}")
        both_faces = (1 << Achievement.SHIPSHAPE) | (1 << Achievement.COMMANDER)
        if value.bit_count() not in (2, 3) or value & both_faces == both_faces:
            raise ValueError(
                f"must name two or three Achievements, and not both faces of one card "
                f"(shipshape, commander); {value!r} does not"
            )
        return value

    def allowed(self) -> str:
        """The range in words."""
        names = ", ".join(achievement.name.lower() for achievement in Achievement)
        return f"one of {', '.join(self.choices)}, or two or three of {names} joined by +"


OPTIONS: dict[str, Option] = {
    "achievements": AchievementChoice(
        "first_game",
        CHOICES,
        "Achievements in play: Richest and Merciless; Richest and a random other one but Merciless (`swap`); "
        "Richest, Merciless and a random one (`three`); or a set of two or three, such as `richest+mutineer`",
    ),
    "first_player": Number(
        -1, 0, SEATS - 1, "first Start Player, -1 for a random one", special=(-1,)
    ),
    "richest_scope": Number(
        0, 0, 1, "Richest counts deck and discard pile (0) or the Ship deck alone (1)"
    ),
    "commander_parrot": Number(
        1, 0, 1, "whether a Parrot is wild in its suit for Commander (1) or not counted (0)"
    ),
    "max_steps": Number(
        5000, 1, LONGEST_LIMIT, "safety limit of decisions; the game is then scored as it stands"
    ),
}
PRESETS: dict[str, dict[str, object]] = {
    "first_game": {"achievements": "first_game"},
    "later_games": {"achievements": "swap"},
    "literal": {"richest_scope": 1, "commander_parrot": 0},
}
