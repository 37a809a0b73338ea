"""What Characters do in the stories of the chapters: Specials, finds, marked tokens, and the rest.

As in `stories`, each question has its usual answer, and a chapter its own in its module. Here all
rules are at hand: these kernels may wound, give goals, bring Enemies.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.games.skull_tales.rules.adventure import (
    awakening_deeds,
    castaways_deeds,
    cheating_deeds,
    cove_deeds,
    crystal_deeds,
    exile_deeds,
    hunt_deeds,
    jones_deeds,
)
from piracy_env.games.skull_tales.rules.adventure.chapters import told_by
from piracy_env.games.skull_tales.rules.frames import answer_nothing, mark_nothing, pop
from piracy_env.games.skull_tales.state import Decision

CHAPTERS = {
    "captain_jones": jones_deeds,
    "awakening": awakening_deeds,
    "exile": exile_deeds,
    "alchemical_crystal": crystal_deeds,
    "treasure_hunt": hunt_deeds,
    "castaways": castaways_deeds,
    "cheating_death": cheating_deeds,
    "skull_cove": cove_deeds,
}


@told_by(CHAPTERS)
def special_is_met(s: Any, t: Any, slot: int, number: int) -> bool:
    """Whether a Special's condition is met, besides what its row of [specials] asks for."""
    return True


@told_by(CHAPTERS)
def special_begun(s: Any, t: Any, slot: int, specials: int) -> None:
    """A Character is about to do one of these Specials, a bit each: all see that there is one."""


@told_by(CHAPTERS)
def special_bonus(s: Any, t: Any, slot: int, number: int) -> int:
    """What is added to the dice of a Special's roll."""
    return 0


@told_by(CHAPTERS)
def special_do(s: Any, t: Any, slot: int, number: int, passed: int, successes: int) -> None:
    """A Special takes place, besides what its row says; with a roll, whether that was passed."""


@told_by(CHAPTERS)
def searched(s: Any, t: Any, slot: int) -> bool:
    """A Character has searched its room with success; whether that takes the card's place.

    What [finds] says of the room has been done before.
    """
    return False


@told_by(CHAPTERS)
def looted(s: Any, t: Any, slot: int, mark: int) -> None:
    """A Character has looted a marked token: 1 + the row of [garrisons] of its Enemy."""


@told_by(CHAPTERS)
def took(s: Any, t: Any, slot: int, other: int, item: int) -> None:
    """A Character has got a carried card of another's: by looting its body, or in an Exchange."""


@told_by(CHAPTERS)
def go_on(s: Any, t: Any) -> bool:
    """The next step of the uppermost TELLING: SLOT is a Character, A says what happens to it."""
    pop(s)
    return False


@told_by(CHAPTERS)
def concluded(s: Any, t: Any) -> None:
    """The Adventure is over and paid: what else comes of it. Flows may ask before it is closed."""


HANDLERS = (Handler(Decision.TELLING, mark_nothing, answer_nothing, go_on),)
