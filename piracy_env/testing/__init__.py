"""The battery: what every game must pass, shipped so that your own games can be held to it.

    from piracy_env.testing import check_game
    check_game("mutiny").require()             # raises CheckFailure, if anything is wrong
    print(check_game("mutiny", players=3, only="play"))

A failure says how to see it again: options, seed, game, move, action, seat, and what differs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from piracy_env.core.batch import TableSource
from piracy_env.core.game import Game
from piracy_env.registry import load
from piracy_env.testing import (  # noqa: F401 - the checks enlist themselves
    contract,
    edits,
    looks,
    marginals,
    news,
    paying,
    play,
    sameness,
    secrets,
    stories,
    traces,
)
from piracy_env.testing.case import Case, CheckFailure, cases_of
from piracy_env.testing.registry import CHECKS, Check, Scope, select
from piracy_env.testing.report import Report, Result

__all__ = ["CHECKS", "Case", "Check", "CheckFailure", "Report", "Result", "Scope", "check_game"]

Progress = Callable[[str, int, int], None]
"""Is told what comes next, how many checks are done, and how many there are."""


def check_game(  # noqa: PLR0913 - what to check, how much, and whom to tell
    game: str | Game,
    *,
    players: int | Iterable[int] | None = None,
    options: Mapping[str, object] | None = None,
    tables: TableSource = None,
    games: int = 8,
    moves: int = 200,
    most: int | None = None,
    seed: int = 0,
    only: str | list[str] | tuple[str, ...] | None = None,
    progress: Progress | None = None,
) -> Report:
    """Run the battery, or part of it, and report what it found; nothing is raised for a failure.

    Args:
        game: A game, its name, or `module:attribute`.
        players: Player counts to check; all by default.
        options: Options that are fixed, `preset` among them; all others are varied one by one.
        tables: Component tables, if not the shipped ones.
        games: Random games that a check plays; an eighth of them with unusual options.
        moves: Moves of a game that a check looks at one by one, before it looks now and then; a
            quarter of them with unusual options.
        most: Moves after which a check leaves a game, a quarter of them with unusual options; by
            default what the game declares. One game of each player count is played to its end.
        seed: Seed of all random play.
        only: Names or groups of checks; see `CHECKS`.
        progress: Called before each check.
    """
    played = load(game)
    cases = cases_of(
        played, players, options, tables, seed=seed, games=games, moves=moves, most=most
    )
    work = [(check, target) for check in select(only) for target in check.targets(cases)]
    report = Report(played.name, played.version)
    for done, (check, target) in enumerate(work):
        label = target.label if isinstance(target, Case) else "all cases"
        if progress is not None:
            progress(f"{check.name}: {label}", done, len(work))
        report.results.append(_run(check, target, label))
    return report


def _run(check: Check, target: Case | list[Case], label: str) -> Result:
    begun = time.perf_counter()
    try:
        details, ok = check.run(target) or "", True
    except CheckFailure as failure:
        details, ok = str(failure), False
    except Exception as error:
        # what a check did not foresee is a failure too, and must not end the battery
        details, ok = f"{label}: {type(error).__name__}: {error}{_spot(error)}", False
    return Result(check.name, label, ok, time.perf_counter() - begun, details)


def _spot(error: Exception) -> str:
    """The last line of code in an error's history."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f" ({Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno})" if trace else ""
