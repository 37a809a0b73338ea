"""Vessels read in plain Python, as the rules count them: for texts, pictures and invariants."""

from __future__ import annotations

from typing import Any

from piracy_env.games.havens.cards import CONTRARY_WINDS, FIRST_HAVEN, FIRST_VESSEL
from piracy_env.games.havens.state import CAPTAIN, NONE, VESSEL


def parts_of(s: Any, seat: int, slot: int) -> list[int]:
    """The cards of a slot but for Wild cards."""
    return [card for card in s.part[seat, slot] if card != NONE]


def wilds_on(s: Any, seat: int, slot: int) -> list[tuple[int, int]]:
    """Wild cards on a vessel, each with the Upkeeps to come."""
    pairs = zip(s.wild[seat, slot], s.wild_ttl[seat, slot], strict=True)
    return [(card, left) for card, left in pairs if card != NONE]


def colour_of(s: Any, t: Any, seat: int, slot: int) -> int:
    """The colour of a slot that is not empty."""
    return int(t.cards[parts_of(s, seat, slot)[0]].colour)


def strength_of(s: Any, t: Any, seat: int, slot: int) -> int:
    """Dice of a vessel (HAV-5.6)."""
    total = sum(t.cards[card].strength for card in parts_of(s, seat, slot))
    total += sum(t.cards[card].dice for card, _ in wilds_on(s, seat, slot))
    return max(1, int(total))


def move_cost_of(s: Any, t: Any, seat: int, slot: int) -> int:
    """Pieces of eight for a move; 0 without a vessel card."""
    vessel = s.part[seat, slot, VESSEL]
    return 0 if vessel == NONE else int(t.vessels[vessel - FIRST_VESSEL].move_cost)


def move_bonus_of(s: Any, t: Any, seat: int, slot: int) -> int:
    """Spaces added to the die of a move (HAV-4.4, 4.5)."""
    if s.part[seat, slot, VESSEL] == NONE:
        return 0
    vessel = t.vessels[s.part[seat, slot, VESSEL] - FIRST_VESSEL]
    own = t.rules.historical_move if vessel.captain[0] == s.part[seat, slot, CAPTAIN] else 0
    winds = sum(t.cards[card].pips for card, _ in wilds_on(s, seat, slot))
    return int(vessel.move_bonus + own + winds)


def reach_of(s: Any, t: Any) -> int:
    """Spaces of the present move, at least 1 (HAV-4.4)."""
    bonus = move_bonus_of(s, t, s.mv.seat, s.mv.slot)
    contrary = s.mv.winds * t.cards[CONTRARY_WINDS].pips
    return max(1, int(s.mv.die + bonus + s.mv.adders + contrary))


def haven_hex(s: Any, t: Any, seat: int) -> int:
    """The hex of a player's Haven, NONE before it is chosen."""
    haven = s.haven[seat]
    return NONE if haven == NONE else int(t.havens[haven - FIRST_HAVEN].hex)
