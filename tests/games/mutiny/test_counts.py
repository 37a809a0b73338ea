"""How many ways of playing there are: a missing or doubled action changes these numbers."""

import pytest

from tests.games.mutiny.positions import table

# Positions by name: five pirates each, few and small stacks, so that the numbers stay small.
POSITIONS = {
    "opening, 3 players": {"players": 3},
    "opening, 5 players": {"players": 5},
    "a capture with a choice": {
        "layout": "[A3 B5 C? A2] [B3 A4 A5] [C3 A? B4 B2 B?] [C2 C4 C5]",
        "display": "S07 S01",
        "players": 3,
    },
    "ransom or mutiny": {
        "layout": "[B5 A4 C2 B4] [B3 A2 B2 B?] [C3 A3 C4 C5] [C? A5 A?]",
        "display": "S03 S13 S12 M01",
        "ducats": "7 5 5",
        "players": 3,
    },
    "dead but for a pass": {
        "layout": "[A2 B2 C2 A3 B3] [B4 A4 C3 B5 A5] [C4 A? B? C5 C?]",
        "display": "S12 S13 M01",
        "players": 3,
    },
    "the last card": {
        "layout": "[A4 B2 C2] [B3 A2 A3 A5 A?] [C3 B4 B5 B?] [C4 C5 C?]",
        "display": "S03",
        "deck": "",
        "players": 3,
    },
}
# Two steps of the opening can be counted by hand: of three players, B has 4 x 10 answers to each of
# the 25 unions with one of its pirates, and 5 x 9 to the 25 others.
WAYS = {
    "opening, 3 players": [50, 25 * 40 + 25 * 45, 75500],
    "opening, 5 players": [100, 25 * 80 + 75 * 95],
    "a capture with a choice": [8, 58, 480, 4050, 43534],
    "ransom or mutiny": [9, 28, 194, 1236, 7658, 82169],
    "dead but for a pass": [1, 1, 1, 50, 2125],
    "the last card": [5, 18, 47, 97, 208, 296],
}


def ways(engine, depth):
    """Number of paths of `depth` decisions; a game that ends sooner counts as one."""
    legal = engine.legal()
    if depth == 0 or not legal:
        return 1
    if depth == 1:
        return len(legal)
    total = 0
    start = engine.states[:1].copy()
    for action in legal:
        engine.step([action])
        total += ways(engine, depth - 1)
        engine.load_state_unchecked(0, start)
    return total


@pytest.mark.parametrize("name", POSITIONS)
def test_number_of_ways(name):
    engine = table(**POSITIONS[name])
    counted = [ways(engine, depth) for depth in range(1, len(WAYS[name]) + 1)]
    assert counted == WAYS[name]
