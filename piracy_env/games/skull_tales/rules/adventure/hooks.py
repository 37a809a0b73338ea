"""The moments at which Traits, cards and chapters take a hand: one kernel for each (section 0.9).

They are called from the right places; what happens at them is told in the rules of Traits, Enemies
and chapters. A hook may put questions or flows on the stack: they come before all that waits.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure import (
    afflicted,
    aftermath,
    stories,
    tactics,
    watching,
)
from piracy_env.games.skull_tales.rules.frames import push_for
from piracy_env.games.skull_tales.state import NONE, Decision


@kernel
def hits_settled(s: Any, t: Any, roll: int) -> None:
    """Windows are closed, and unblocked successes and criticals of an attack stand (STA-R69)."""
    stories.attack_rolled(s, t, roll)
    afflicted.offer_dodge(s, t, roll)


@kernel
def wounds_about_to_fall(s: Any, t: Any, slot: int, amount: int) -> int:
    """A Character is about to take wounds; how many it takes."""
    return afflicted.softened(s, t, slot, amount)


@kernel
def knocked_out(s: Any, t: Any, slot: int) -> None:
    """A Character was Knocked Out."""
    aftermath.character_falls(s, t, slot)
    stories.character_falls(s, t, slot)


@kernel
def enemy_defeated(s: Any, t: Any, foe: int, slot: int) -> None:
    """An Enemy was defeated by a Character, -1 for nobody; its figure still stands."""
    afflicted.offer_double_pay(s, t, foe, slot)
    aftermath.foe_falls(s, t, foe, slot)
    stories.enemy_defeated(s, t, foe, slot)


@kernel
def felled_by(s: Any, t: Any, slot: int, victim: int, was_wounded: int) -> None:
    """A Character has knocked another Character out, who was wounded before (1) or not."""
    stories.felled_by(s, t, slot, victim, was_wounded)


@kernel
def attack_ended(s, t, foe, slot, wounds, criticals):
    """An Enemy's attack on a Character is over; how many wounds and unblocked criticals it took."""
    afflicted.suffer(s, t, slot, wounds, criticals)


@kernel
def activation_ended(s: Any, t: Any, foe: int, passed: int) -> None:
    """An Enemy has acted. `passed`: Characters that it passed and did not attack, a bit each."""
    stories.activation_ended(s, t, foe)
    watching.offer_opportunities(s, t, foe, passed)


@kernel
def room_entered(s: Any, t: Any, figure: int) -> None:
    """A figure came into a room: walked in, was placed there or appeared."""
    watching.offer_quick_shots(s, t, figure)


@kernel
def step_made(s: Any, t: Any, figure: int) -> None:
    """A figure has come to stand on a space."""
    aftermath.hand_over(s, t)
    stories.step_made(s, t, figure)


@kernel
def turn_ends(s: Any, t: Any, slot: int) -> None:
    """A Pirate's own turn is over; its Allies may still act."""
    aftermath.call_zombies(s, slot)


@kernel
def character_round_ends(s: Any, t: Any) -> None:
    """All seats have acted (STA-R53)."""
    afflicted.fear_neighbours(s, t)


@kernel
def enemy_round_begins(s: Any, t: Any) -> None:
    """The Enemy Round begins: who is asked before any Enemy acts (phase E0)."""
    watching.offer_caution_and_brags(s)


@kernel
def enemy_round_ends(s: Any, t: Any) -> None:
    """All Enemies have acted."""
    stories.enemy_round_ends(s, t)


@kernel
def incidents_begin(s: Any, t: Any) -> None:
    """Incident step 1: what may move the flag, after the dice of the Knocked Out."""
    afflicted.offer_standing_up(s)
    aftermath.ask_about_totems(s)
    stories.incidents_begin(s, t)


@kernel
def draw_incident(s: Any, t: Any) -> None:
    """Incident step 8: an Incident card (STA-7.10), if none is in the way: see `incidents`."""
    push_for(s, Decision.INCIDENT_CARD, NONE, 0, NONE, 0)


@kernel
def incidents_end(s: Any, t: Any) -> None:
    """The Incident Round is over."""
    tactics.offer_tactics(s, t)


@kernel
def tile_explored(s: Any, t: Any, tile: int, slot: int) -> None:
    """A tile was explored, and the explorer stands on it; its Enemies come next."""
    stories.tile_explored(s, t, tile, slot)


@kernel
def door_opened(s: Any, t: Any, door: int, slot: int) -> None:
    """A door was opened; the Enemies of the room behind it come next."""
    stories.door_opened(s, t, door, slot)


@kernel
def goal_gained(s: Any, t: Any, goal: int, slot: int) -> None:
    """A Character has got a goal."""
    stories.goal_gained(s, t, goal, slot)
