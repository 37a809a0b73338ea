"""The tables that the game comes with: read once, as that takes longer than most of the tests."""

from piracy_env.games.skull_tales.tables import TABLES

SHIPPED = TABLES.load()
