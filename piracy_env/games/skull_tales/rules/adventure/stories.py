"""What the chapters tell, each in a module of its own: set-up, moments of `hooks`, and the end.

Every question here has its usual answer; a chapter that has another one has a kernel of the same
name in its module. They are asked from `hooks`, which may not know the rules that wound: what does
more than note something is a flow that is pushed (`TELLING`), and carried out in `deeds`.
"""

from __future__ import annotations

from typing import Any

from piracy_env.games.skull_tales.rules.adventure import (
    awakening,
    castaways,
    cheating,
    cove,
    crystal,
    exile,
    hunt,
    jones,
)
from piracy_env.games.skull_tales.rules.adventure.chapters import told_by

FAILURE, PARTIAL, TOTAL = range(3)
"""Values of `adv_result`."""
IN_MELEE, FROM_AFAR = 1, 2
"""What an Ally may fight with, a bit each."""
CHAPTERS = {
    "captain_jones": jones,
    "awakening": awakening,
    "exile": exile,
    "alchemical_crystal": crystal,
    "treasure_hunt": hunt,
    "castaways": castaways,
    "cheating_death": cheating,
    "skull_cove": cove,
}


@told_by(CHAPTERS)
def set_up(s: Any, t: Any) -> None:
    """What a chapter does once tiles, piles and Enemies are laid out."""


@told_by(CHAPTERS)
def may_deploy(s: Any, t: Any, slot: int, place: Any) -> bool:
    """Whether a Character may begin on a free space of the start area."""
    return True


@told_by(CHAPTERS)
def is_won(s: Any, t: Any) -> bool:
    """Whether the chapter ends at once, as all its goals are met (STA-18.2)."""
    return False


@told_by(CHAPTERS)
def is_partly_won(s: Any, t: Any) -> bool:
    """Whether the chapter's chart would call it a partial success."""
    return False


@told_by(CHAPTERS)
def is_pile_needed(s: Any, t: Any, pile: int) -> bool:
    """Whether a tile that the chapter needs can only be explored from a pile (STA-R66)."""
    return False


@told_by(CHAPTERS)
def may_open(s: Any, t: Any, door: int, slot: int) -> bool:
    """Whether the chapter lets a Character open a closed door (STA-16.3)."""
    return True


@told_by(CHAPTERS)
def may_explore_exit(s: Any, t: Any, exit_: int) -> bool:
    """Whether the chapter lets an open exit be explored."""
    return True


@told_by(CHAPTERS)
def may_run(s: Any, t: Any, slot: int) -> bool:
    """Whether a Character may run where it is."""
    return True


@told_by(CHAPTERS)
def may_attack_characters(s: Any) -> bool:
    """Whether Characters may attack, loot and push each other as if they were Enemies."""
    return False


@told_by(CHAPTERS)
def has_magic(s: Any, t: Any) -> bool:
    """Whether Magic cards and Totems are there."""
    return True


@told_by(CHAPTERS)
def search_difficulty(s: Any, t: Any, slot: int) -> int:
    """How hard it is to search where a Character is."""
    return t.ashore.search


@told_by(CHAPTERS)
def search_bonus(s: Any, t: Any, slot: int) -> int:
    """What is added to the dice of a Search."""
    return t.adventures[s.chapter].search


@told_by(CHAPTERS)
def is_search_certain(s: Any, t: Any, slot: int) -> bool:
    """Whether a Character's Search where it is succeeds without a roll."""
    return False


@told_by(CHAPTERS)
def modifier_from_afar(s: Any, t: Any, figure: int) -> int:
    """What is added to the dice of a figure that shoots from where it is."""
    return 0


@told_by(CHAPTERS)
def chart_of_tile(s: Any, t: Any, tile: int, usual: int) -> int:
    """The Enemy Chart that is rolled for an explored tile, -1 for none: mostly the usual one."""
    return usual


@told_by(CHAPTERS)
def chart_of_room(s: Any, t: Any, tile: int, room: int, usual: int) -> int:
    """The Enemy Chart that is rolled for an opened room, -1 for none: mostly the usual one."""
    return usual


@told_by(CHAPTERS)
def ally_arms(s: Any, t: Any, slot: int) -> int:
    """What an Ally may fight with: IN_MELEE and FROM_AFAR."""
    return IN_MELEE | FROM_AFAR


@told_by(CHAPTERS)
def does_sprint(s: Any, t: Any, foe: int) -> bool:
    """Whether an Enemy that has come sprints, though its card does not say so."""
    return False


# --- moments --------------------------------------------------------------------------------------


@told_by(CHAPTERS)
def enemy_defeated(s: Any, t: Any, foe: int, slot: int) -> None:
    """An Enemy was defeated by a Character, -1 for nobody; its figure still stands."""


@told_by(CHAPTERS)
def character_falls(s: Any, t: Any, slot: int) -> None:
    """A Character was Knocked Out."""


@told_by(CHAPTERS)
def attack_rolled(s: Any, t: Any, roll: int) -> None:
    """An attack was made, whoever made it: the windows of its roll are closed."""


@told_by(CHAPTERS)
def activation_ended(s: Any, t: Any, foe: int) -> None:
    """An Enemy has acted."""


@told_by(CHAPTERS)
def felled_by(s: Any, t: Any, slot: int, victim: int, was_wounded: int) -> None:
    """A Character has knocked another Character out, who was wounded before (1) or not."""


@told_by(CHAPTERS)
def step_made(s: Any, t: Any, figure: int) -> None:
    """A figure has come to stand on a space."""


@told_by(CHAPTERS)
def incidents_begin(s: Any, t: Any) -> None:
    """Incident step 1."""


@told_by(CHAPTERS)
def enemy_round_ends(s: Any, t: Any) -> None:
    """All Enemies have acted."""


@told_by(CHAPTERS)
def tile_explored(s: Any, t: Any, tile: int, slot: int) -> None:
    """A tile was explored; its Enemies come next."""


@told_by(CHAPTERS)
def garrison_came(s: Any, t: Any, row: int, foes: int) -> None:
    """Enemies of a row of [garrisons] have come, a bit each; who reacts has not reacted yet."""


@told_by(CHAPTERS)
def way_closed(s: Any, t: Any, exit_: int) -> None:
    """An exit was explored, but no tile could be laid there."""


@told_by(CHAPTERS)
def door_opened(s: Any, t: Any, door: int, slot: int) -> None:
    """A door was opened; the Enemies behind it come next."""


@told_by(CHAPTERS)
def goal_gained(s: Any, t: Any, goal: int, slot: int) -> None:
    """A Character has got a goal."""


@told_by(CHAPTERS)
def notice(s: Any, t: Any) -> None:
    """Something was done: what the story says as soon as things stand so. Nothing is pushed."""
