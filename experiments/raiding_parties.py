"""What the search for the strongest raiding party of notoriety costs, by cards and wilds.

    python -m experiments.raiding_parties --out experiments/results/notoriety_parties.md

Every figure is over random parties of its size: distinct pirates, Parrots and upside-down Captains.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np

from experiments.execution.command import command
from experiments.reporting import page
from piracy_env.cli import choices
from piracy_env.games.notoriety.rules.party import best_party
from piracy_env.games.notoriety.state import KRAKEN, SUITS

CELLS = 9
CARDS = (3, 5, 7, 9, 12, 15, 18)
WILDS = ((0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (2, 1), (2, 2), (3, 2), (4, 1), (1, 4))
"""Parrots and upside-down Captains."""
MOST_PARTIES = 2000
MOST_RECRUITS = {KRAKEN: 18, SUITS: 15}
"""Pirates that a player can own, with two players and with more."""


@numba.njit  # type: ignore[untyped-decorator]
def solve(cards: Any, parrots: Any, captains: Any, suits: int) -> int:
    """Find the best of each party."""
    total = 0
    for i in range(len(cards)):
        total += best_party(cards[i], parrots[i], captains[i], suits)
    return total


def parties(
    rng: np.random.Generator, number: int, size: int, wilds: tuple[int, int], suits: int
) -> Any:
    """Random parties: fixed cards, Parrots as bits, number of upside-down Captains."""
    birds, captains = wilds
    taken = rng.permuted(np.tile(np.arange(CELLS * suits), (number, 1)), axis=1)
    fixed = (1 << taken[:, : size - birds - captains].astype(np.int64)).sum(1)
    flock = rng.permuted(np.tile(np.arange(suits), (number, 1)), axis=1)
    return fixed, (1 << flock[:, :birds].astype(np.int64)).sum(1), np.full(number, captains)


def seconds(party: Any, suits: int) -> float:
    """Time of some parties, on this thread alone: what else the machine does is not counted."""
    begun = time.thread_time()
    solve(*party, suits)
    return time.thread_time() - begun


def measure(suits: int, size: int, wilds: tuple[int, int], budget: float) -> tuple[float, float]:
    """Mean and second slowest for parties of a size, as many as fit the budget."""
    rng = np.random.default_rng([suits, size, *wilds])
    together = 0.0
    single: list[float] = []
    while together < budget / 2 and len(single) < MOST_PARTIES:
        party = parties(rng, 50, size, wilds, suits)
        together += seconds(party, suits)
        single += [seconds([column[i : i + 1] for column in party], suits) for i in range(50)]
    return together / len(single), float(np.sort(single)[-2])


@command()
def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="where to write the page; shown if left out")
    parser.add_argument(
        "--budget", type=choices.positive, default=0.5, help="seconds for each figure"
    )
    arguments = parser.parse_args()
    solve(*parties(np.random.default_rng(0), 2, 5, (1, 1), SUITS), SUITS)
    sections = []
    for suits, players in ((SUITS, "three or four players"), (KRAKEN, "two players")):
        rows = []
        for wilds in WILDS:
            cells = []
            for size in CARDS:
                if sum(wilds) > size or wilds[1] > suits or size > MOST_RECRUITS[suits]:
                    cells.append(page.MISSING)
                    continue
                mean, worst = measure(suits, size, wilds, arguments.budget)
                cells.append(f"{page.number(mean * 1e6)} ({page.number(worst * 1e6)})")
            rows.append([f"{wilds[0]} Parrots, {wilds[1]} Captains", *cells])
        head = ["wilds", *(f"{size} pirates" for size in CARDS)]
        sections.append(f"## With {players}\n\n{page.table(head, rows)}\n")
    text = (
        "# The search for the raiding party\n\n"
        f"{page.heading('experiments.raiding_parties')}\n\n"
        "Microseconds for a party of notoriety: mean, and in brackets the second slowest of up to "
        "2,000 random parties. Nobody can own more pirates than the largest parties have here.\n\n"
        + "\n".join(sections)
    )
    if arguments.out:
        arguments.out.write_text(text, "utf-8")
    else:
        print(text)


if __name__ == "__main__":
    sys.exit(main())
