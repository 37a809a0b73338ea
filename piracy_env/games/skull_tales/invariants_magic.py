"""What is true of Magic cards, Totems and Zombies at any time of an Adventure."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.games.skull_tales.state import ALLY, EMPTY, NONE, PIRATE, SLOTS
from piracy_env.games.skull_tales.state_land import COMPANIONS, SPELLS, TOTEMS, Companion
from piracy_env.games.skull_tales.tables.cards import MAGIC_KEYS
from piracy_env.games.skull_tales.traits import Trait

DOLL, DOLL_OUT = MAGIC_KEYS.index("voodoo_doll"), 20
RIGHTMOST = 2
"""Value of `spell`; who has moves to go has more."""
MOST_CARDS = 5
"""Voodoo cards of who knows both levels (STA-20.64)."""


def magic_faults(s: Record, t: Record) -> Iterator[str]:
    """What is wrong with Magic cards and Totems."""
    for slot in range(SLOTS):
        if s.ch_kind[slot] == EMPTY:
            continue
        yield from _cards(s, t, slot)
        yield from _totems(s, slot)
    yield from _zombies(s)
    for slot in range(SLOTS):
        if s.ch_kind[slot] == ALLY and (s.ch_dp[slot] or s.ch_ap[slot]):
            yield f"Ally {slot} has Action Points or Destiny Points"


def _cards(s: Record, t: Record, slot: int) -> Iterator[str]:
    """Cards that a Character has, and where they are on the recharge track."""
    held = [card for card in range(SPELLS) if s.spell[slot][card]]
    if held and s.ch_kind[slot] != PIRATE:
        yield f"Ally {slot} has Magic cards"
    if any(card >= len(MAGIC_KEYS) for card in held):
        yield f"Character {slot} has a Magic card that does not exist"
        return
    voodoo = [card for card in held if t.magic[card].totem == NONE]
    if len(voodoo) > MOST_CARDS:
        yield f"Character {slot} has {len(voodoo)} Voodoo cards"
    if len(held) > len(voodoo) and not s.ch_traits[slot][Trait.TOTEM_MAGIC]:
        yield f"Character {slot} has Totem spells, but not the Trait"
    for card in held:
        most = DOLL_OUT if card == DOLL else RIGHTMOST + max(0, t.magic[card].recharge)
        if s.spell[slot][card] > most:
            yield f"Character {slot} has {MAGIC_KEYS[card]} beyond its space of the track"


def _totems(s: Record, slot: int) -> Iterator[str]:
    """Totems are different, and borne by who knows how."""
    borne = [totem for totem in s.totem[slot] if totem != NONE]
    if not borne:
        return
    if s.ch_kind[slot] != PIRATE or not s.ch_traits[slot][Trait.TOTEM_MAGIC]:
        yield f"Character {slot} bears a Totem, but does not know how"
    elif len(borne) == TOTEMS and not s.ch_traits[slot][Trait.TOTEM_MAGIC_II]:
        yield f"Character {slot} bears two Totems, but does not know how"
    if len(set(borne)) < len(borne) or s.totem[slot][0] == NONE:
        yield f"Character {slot} bears one Totem twice, or a second one without a first"


def _zombies(s: Record) -> Iterator[str]:
    """A Voodoo Doll is out as long as its Zombie walks (STA-5.24)."""
    owners = [s.npc_owner[k] for k in range(COMPANIONS) if s.npc_kind[k] == Companion.ZOMBIE]
    out = [slot for slot in range(SLOTS) if s.spell[slot][DOLL] == DOLL_OUT]
    if sorted(owners) != out:
        yield f"Zombies are owned by {sorted(owners)}, but Voodoo Dolls are out of {out}"
