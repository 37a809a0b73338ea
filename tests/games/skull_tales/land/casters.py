"""A Shaman and a Witch in the arena, with the Magic cards that a test wants."""

from __future__ import annotations

from piracy_env.games.skull_tales.tables.cards import MAGIC_KEYS, TOTEM_KEYS
from tests.games.skull_tales.land.ashore import arena
from tests.games.skull_tales.land.test_attacks import knows
from tests.scenario import act

READY = 1


def spell(name):
    """The label of a Magic card."""
    return f"spell {MAGIC_KEYS.index(name)}"


def track(name, slot=0):
    """Where a Magic card lies: a path in the state."""
    return f"spell[{slot}][{MAGIC_KEYS.index(name)}]"


def learn(table, slot, *names):
    """A Character has Magic cards ready."""
    for name in names:
        table.state["spell"][0, slot, MAGIC_KEYS.index(name)] = READY
    return table


def shaman(*names, place=(2, 2), others=(), traits=(), **options):
    """A Shaman with cards ready, and others."""
    table = arena(("voodoo_shaman", place), *others, **options)
    return knows(learn(table, 0, *names), 0, *traits)


def bear(table, slot, *totems):
    """A Character bears Totems; the cards of all four are ready."""
    for place, totem in enumerate(totems):
        table.state["totem"][0, slot, place] = TOTEM_KEYS.index(totem)
    return learn(table, slot, "wolfs_hunt", "bears_roar", "owls_eye", "serpents_kiss")


def witch(*totems, place=(2, 2), others=(), traits=(), **options):
    """A Witch with Totems, and others."""
    table = arena(("witch", place), *others, **options)
    return knows(bear(table, 0, *totems), 0, *traits)


def cast(engine, name, *answers):
    """Cast a card in the own turn."""
    return act(engine, "cast", spell(name), *answers)
