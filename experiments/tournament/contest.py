"""Holds a tournament from beginning to end: plays, keeps a journal, works out the figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from experiments.execution.executor import LOCAL
from experiments.reporting.web import page_of
from experiments.tournament.decision_time import pace_of
from experiments.tournament.identity import plan_digest
from experiments.tournament.journal import Journal
from experiments.tournament.pieces import pieces, play_pieces
from experiments.tournament.play import Played, TournamentPlan, entrants_of, schedule_of
from experiments.tournament.report import Tournament
from experiments.tournament.results import Results
from experiments.tournament.schedule import TournamentError
from experiments.tournament.summary import summarize
from piracy_env.core.replay import Replay
from piracy_env.core.rewards import are_rivals
from piracy_env.table import viewer

Watch = Callable[[int, int], None]

MOST_PICTURES = 200
"""Of a kept game's page."""


@dataclass(frozen=True)
class RunOptions:
    """How a tournament is played; nothing of it changes what comes out."""

    workers: int = 1
    backend: str = LOCAL
    batch: int | None = None
    """Games of a piece of work; None for a number that suits the agents."""
    journal: Path | None = None
    """Where finished work is kept, so that it can be gone on with."""
    replays: Path | None = None
    """The folder of the games that are kept."""


ALONE = RunOptions()


def _unwatched(done: int, games: int) -> None:
    """Stands in where nobody wants to know."""


def hold(
    plan: TournamentPlan, run_options: RunOptions = ALONE, watch: Watch = _unwatched
) -> Tournament:
    """Play what has not been played yet, and sum up.

    `watch(done, games)` is told how many of the games are done, before the first and after each
    piece of work.
    """
    schedule = schedule_of(plan)
    journal = (
        Journal(run_options.journal, plan_digest(plan), schedule) if run_options.journal else None
    )
    played = journal.resume() if journal else []
    work = pieces(plan, played, run_options.workers, run_options.batch)
    done = sum(len(piece.moves) for piece in played)
    watch(done, schedule.games)
    for piece in play_pieces(plan, work, run_options.workers, run_options.backend):
        _keep_replays(piece, run_options.replays, plan)
        if journal:
            journal.add(piece)
        played.append(piece)
        done += len(piece.moves)
        watch(done, schedule.games)
    results = Results.of(schedule, played)
    competes = are_rivals(entrants_of(plan).game, schedule.players)
    summary = summarize(results, plan.agents, pace_of(plan), are_rivals=competes)
    return Tournament(plan, results, summary)


def _keep_replays(piece: Played, folder: Path | None, plan: TournamentPlan) -> None:
    """Write the replays of some games, each with a page to look at it."""
    if not piece.replays:
        return
    if folder is None:
        raise TournamentError("games are to be kept, but no folder is named for them")
    folder.mkdir(parents=True, exist_ok=True)
    board = plan.engine(1, record=False)
    for name, text in piece.replays.items():
        (folder / name).write_text(text, encoding="utf-8")
        replay = Replay.parse(text, board.game, board.tables_of())
        viewer.write_page(replay, folder / page_of(name), most=MOST_PICTURES)
