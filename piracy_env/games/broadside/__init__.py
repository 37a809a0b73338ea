"""Broadside: chase ships, exchange fire, board them, and sail home with a fleet.

Each captain starts with one fast, fully manned, unarmed sloop. Every turn three adventures appear:
ships to board and treasures to dig for, and every ship of the fleet may attack one of them, or a
rival. Seven pirate points in the own turn win, and so does being the last captain afloat. Two to
six players; hands and decks are hidden. Our name for Jules Prick's *PIRATES!*.
"""
