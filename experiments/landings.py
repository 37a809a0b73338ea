"""What crews of `skull_tales_adventure` come to ashore, chapter by chapter.

    python -m experiments.landings --out experiments/results/skull_tales_adventure_crews.md

Each chapter is played with each number of players by uniform crews and by the game's best
heuristic, then by it at each difficulty, by crews of each character, and by crews drawn from all of
them, which tells what a character is paid among others. A crew of one Pirate has three Allies.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.crews import BEST, DRAWN, SURE, UNIFORM, chosen, rate, seated, table
from experiments.execution.command import command
from experiments.reporting import page
from piracy_agents.heuristic import heuristic_of
from piracy_env.cli import choices
from piracy_env.core.engine import Engine
from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.options import CHAPTERS

HARDER = (0, 1, 2)
"""What the option `difficulty` adds."""
ENDS = 4
"""Reasons of ends that are told, the most common ones."""


@dataclass(frozen=True)
class Landings:
    """Games [n] of one chapter and number of players, as they ended."""

    characters: NDArray[np.int64]
    states: NDArray[Any]
    scores: NDArray[np.int64]
    teams: NDArray[np.float64]
    payments: NDArray[np.float64]
    reasons: list[str]

    @property
    def knock_outs(self) -> NDArray[np.int64]:
        """[n] how often anybody was Knocked Out."""
        return np.asarray(self.states["ko_n"].astype(np.int64).sum(1))


def play(who: str, players: int, games: int, seed: int, **options: Any) -> Landings:
    """Play games to the end."""
    engine = Engine(GAME, games, players=players, seed=seed, auto_reset=False, **options)
    engine.reset()
    characters = seated(who, games, players, seed, heuristic_of(GAME.name)[1])
    for waiting, actions in chosen(engine, who, characters, seed):
        engine.step(actions, waiting)
    outcomes = [engine.outcome(i) for i in range(games)]
    return Landings(
        characters=characters,
        states=np.array(engine.states, GAME.dtype),
        scores=np.array([outcome.scores for outcome in outcomes]),
        teams=np.array([outcome.team for outcome in outcomes]),
        payments=np.array([engine.rewards(i) for i in range(games)]),
        reasons=[outcome.reason for outcome in outcomes],
    )


# --- tables ---------------------------------------------------------------------------------------


def row_of(seen: Landings) -> dict[str, str]:
    """What the games of one number of players came to."""
    games, best = len(seen.reasons), seen.scores.max(1)
    gained = best > 0
    share = (best[gained] / seen.scores[gained].sum(1)).mean() if gained.any() else None
    ends = Counter(seen.reasons).most_common(ENDS)
    return {
        "players": str(seen.scores.shape[1]),
        "decisions": f"{seen.states['moves'].mean():.0f}",
        "rounds": f"{seen.states['round'].mean():.1f}",
        "success": rate(seen.teams == 1.0),
        "in part": f"{((seen.teams > 0) & (seen.teams < 1)).mean():.1%}",
        "team value": f"{seen.teams.mean():.2f}",
        "knock-outs": f"{seen.knock_outs.mean():.1f}",
        "flag left": f"{seen.states['flag'].mean():.1f}",
        "mean score": f"{seen.scores.mean():.1f}",
        "best score": f"{best.mean():.1f}",
        "part of the best": "-" if share is None else f"{share:.0%}",
        "reward": f"{seen.payments.mean():+.3f}",
        "ends": ", ".join(f"{name} {count / games:.0%}" for name, count in ends),
    }


def characters_table(seen: Landings) -> str:
    """What each character is paid in crews drawn from all."""
    _, cast = heuristic_of(GAME.name)
    others = seen.scores.sum(1, keepdims=True) - seen.scores
    lead = seen.scores - others / max(1, seen.scores.shape[1] - 1)
    fallen = seen.states["ko_n"][:, : seen.scores.shape[1]].astype(np.int64)
    rows = []
    for k, name in enumerate(cast.names):
        mine = seen.characters == k
        if not mine.any():
            continue
        paid = seen.payments[mine]
        rows.append(
            [
                *(name, str(mine.sum()), f"{paid.mean():+.3f}"),
                f"± {SURE * paid.std() / np.sqrt(len(paid)):.3f}",
                *(f"{seen.scores[mine].mean():.1f}", f"{lead[mine].mean():+.1f}"),
                f"{fallen[mine].mean():.2f}",
            ]
        )
    head = ["who", "seats", "reward", "95 %", "score", "ahead by", "knock-outs"]
    return page.table(head, rows)


def ladder(alone: dict[str, Landings]) -> str:
    """Chapters, the easiest first, as somebody with three Allies plays them."""
    rungs = sorted(alone, key=lambda name: -alone[name].teams.mean())
    return table([{"chapter": name, **row_of(alone[name])} for name in rungs])


def report(games: int, seed: int, seats: Sequence[int], chapters: Sequence[str]) -> Iterator[str]:
    """The whole page."""
    _, cast = heuristic_of(GAME.name)
    yield (
        f"{games} games for each line. Success is team value 1, with Wilson's interval of 95 %; "
        "scores are prestige and half of the coins; the part of the best is that of the crew's "
        "whole score. A crew of one has three Allies."
    )
    alone: dict[str, Landings] = {}
    for chapter in chapters:
        rows = []
        for who in (UNIFORM, BEST):
            held = [play(who, players, games, seed, chapter=chapter) for players in seats]
            rows += [{"crew": who, **row_of(sample)} for sample in held]
            if who == BEST and seats[0] == 1:
                alone[chapter] = held[0]
        yield f"## {chapter}\n\n{table(rows)}"
    if alone:
        yield f"## A ladder for one: chapters by what the best heuristic reaches\n\n{ladder(alone)}"
    rows = [
        {"chapter": chapter, "harder by": str(more), **row_of(seen)}
        for chapter in chapters
        for more in HARDER
        for seen in [play(BEST, 3, games, seed, chapter=chapter, difficulty=more)]
    ]
    yield f"## Harder ones: the best heuristic, 3 players\n\n{table(rows)}"
    rows = [
        {"chapter": chapter, "crew": who, **row_of(play(who, 3, games, seed, chapter=chapter))}
        for chapter in chapters
        for who in cast.names
    ]
    yield f"## Crews of one character, 3 players\n\n{table(rows)}"
    for chapter in chapters:
        drawn = play(DRAWN, 3, games, seed, chapter=chapter)
        yield f"## {chapter}: crews drawn from all, 3 players\n\n{characters_table(drawn)}"


@command()
def main(argv: Sequence[str] | None = None) -> None:
    """Play, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=choices.count, default=300, help="games for each line")
    parser.add_argument("--seats", type=int, nargs="+", default=[1, 3, 5])
    parser.add_argument("--chapters", nargs="+", choices=CHAPTERS, default=list(CHAPTERS))
    parser.add_argument("--seed", type=choices.whole, default=0)
    parser.add_argument("--out", type=Path, help="where to write the page; shown if left out")
    args = parser.parse_args(argv)
    text = "\n\n".join(report(args.games, args.seed, args.seats, args.chapters)) + "\n"
    title = f"What crews of {GAME.name} come to"
    page.write_or_show(text, title, "experiments.landings", args.out)


if __name__ == "__main__":
    sys.exit(main())
