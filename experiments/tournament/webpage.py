"""A finished tournament as a page of HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import astuple
from html import escape
from typing import Any

import numpy as np

from experiments.measuring.intervals import Interval
from experiments.reporting import plots
from experiments.reporting.web import document, facts, folded, table
from experiments.tournament.identity import agent_digest, words_of
from experiments.tournament.play import entrants_of
from experiments.tournament.report import (
    HEAD,
    INTERVALS,
    SCALE,
    Tournament,
    length_of,
    needed,
    percent,
    reach,
    standings,
)
from experiments.tournament.schedule import MEETINGS
from experiments.tournament.summary import Standing, Summary


def page(tournament: Tournament, folder: str = "") -> str:
    """The report, with the replays in a folder beside it."""
    entrants = entrants_of(tournament.plan)
    title = f"{entrants.game.title}: a tournament"
    schedule = tournament.results.schedule
    lead = (
        f"{schedule.agents} agents, {schedule.players} seats, {schedule.deals:,} deals, each "
        f"played from every seat: {schedule.games:,} games. Tables: {MEETINGS[schedule.meeting]}."
    )
    return document(title, lead, _sections(tournament, folder))


def _sections(tournament: Tournament, folder: str) -> Iterator[tuple[str, str, str]]:
    """Title, explanation and contents of each part."""
    summary, results = tournament.summary, tournament.results
    ranked, equal = summary.ranked, 1 / results.schedule.players
    yield "Standings", INTERVALS + ".", table(HEAD, standings(summary))
    yield "Ratings", SCALE + ".", plots.intervals(_rating_rows(ranked), "Ratings")
    yield (
        "Win shares",
        "Shared wins are split. The dashed line is an equal share.",
        plots.intervals(_share_rows(ranked), "Win shares", equal, plots.PERCENT),
    )
    yield "Who is ahead of whom", CROSS, _cross(summary)
    yield "Seats", "What a seat is worth when all agents take it in turn.", _seats(summary, equal)
    yield (
        "Scores",
        "Final scores, with the median.",
        plots.histograms(_score_rows(tournament), "Scores"),
    )
    yield (
        "Length",
        f"Moves of all seats together: {length_of(summary)}.",
        plots.histograms([("games", results.moves.astype(np.float64))], "Length"),
    )
    if tournament.replays:
        yield "Replays", REPLAYS, _replay_table(tournament, folder)
    yield "Where this comes from", "", _provenance(tournament)


CROSS = (
    "How often the agent of the row was ahead of the one of the column, where both sat at a table; "
    "a tie counts half."
)
REPLAYS = "Each opens with <code>piracy replay FILE</code>."


def _rating_rows(ranked: Iterable[Standing]) -> list[plots.Row]:
    return [plots.Row(one.name, *astuple(one.rating)) for one in ranked]


def _share_rows(ranked: Iterable[Standing]) -> list[plots.Row]:
    return [plots.Row(one.name, *astuple(one.win_share)) for one in ranked]


def _score_rows(tournament: Tournament) -> list[tuple[str, Any]]:
    results = tournament.results
    names = list(tournament.plan.agents)
    return [
        (one.name, results.scores[results.seating == names.index(one.name)].astype(np.float64))
        for one in tournament.summary.ranked
    ]


def _cross(summary: Summary) -> str:
    def cell(agent: str, rival: str) -> plots.Cell | None:
        pair = summary.pair(agent, rival)
        if pair is None:
            return None
        return plots.Cell(pair.ahead.value, reach(pair.ahead.low, pair.ahead.high), needed(pair))

    names = [one.name for one in summary.ranked]
    head = ("agent", "where … sat", "games", "ahead", "95 %", "win share", "95 %", "reward", "95 %")
    rows = [
        (
            *(agent, rival, f"{pair.games:,}"),
            *(percent(pair.ahead.value), reach(pair.ahead.low, pair.ahead.high)),
            *(percent(pair.win_share.value), reach(pair.win_share.low, pair.win_share.high)),
            *(f"{pair.mean_reward.value:+.3f}", _rewards(pair.mean_reward)),
        )
        for agent in names
        for rival in names
        if (pair := summary.pair(agent, rival))
    ]
    apart = [
        (better, worse, needed(summary.pair(better, worse)))
        for number, better in enumerate(names)
        for worse in names[number + 1 :]
    ]
    return (
        plots.heat_map(names, cell, "Who is ahead of whom")
        + folded("Rewards and win shares, pair by pair", table(head, rows))
        + folded("Games still needed", table(("agent", "rival", ""), apart) + POWER)
    )


POWER = (
    "<p>So many more games at tables of both, and a difference like the one seen is found at the "
    "5 % level with a chance of 80 %.</p>"
)


def _rewards(paid: Interval) -> str:
    low, high = paid.low, paid.high
    return "-" if low is None or high is None else f"{low:+.3f} to {high:+.3f}"


def _seats(summary: Summary, equal: float) -> str:
    rows = [plots.Row(f"seat {one.seat}", *astuple(one.win_share)) for one in summary.seats]
    head = ("agent", *(f"seat {one.seat}" for one in summary.seats))
    by_seat = [
        (one.name, *(percent(value) for value in one.win_share_by_seat)) for one in summary.ranked
    ]
    return plots.intervals(rows, "Seats", equal, plots.PERCENT) + folded(
        "Win shares of each agent by seat", table(head, by_seat)
    )


def _replay_table(tournament: Tournament, folder: str) -> str:
    results, names = tournament.results, tournament.plan.agents
    head = ("game", *(f"seat {seat}" for seat in range(results.schedule.players)), "moves")
    rows = []
    for game, file in enumerate(tournament.replays):
        seats = zip(results.seating[game], results.ranks[game], results.scores[game], strict=True)
        place = f"{folder}/{file}" if folder else file
        link = f'<a href="{escape(place)}">{escape(file.partition(".")[0])}</a>'
        fared = [f"{escape(names[k])}<br>{_ordinal(rank)}, {score}" for k, rank, score in seats]
        rows.append((link, *fared, f"{results.moves[game]:,}"))
    return folded(f"{len(rows)} games", table(head, rows, ready=True))


def _ordinal(rank: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(int(rank), f"{rank}th")


def _provenance(tournament: Tournament) -> str:
    entrants = entrants_of(tournament.plan)
    rows = [
        *((key, _plain(value)) for key, value in tournament.provenance().items()),
        *(
            (f"agent {name}", f"{words_of(agent)}, {agent_digest(agent, entrants.game)}")
            for name, agent in zip(tournament.plan.agents, entrants.agents, strict=True)
        ),
    ]
    return facts(rows)


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={one}" for name, one in value.items())
    return str(value).strip("`")
