"""A finished tournament as a page of HTML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple
from html import escape
from typing import Any

import numpy as np

from experiments.reporting import plots
from experiments.reporting.web import document, facts, folded, page_of, table
from experiments.tournament.identity import agent_digest, words_of
from experiments.tournament.play import entrants_of
from experiments.tournament.report import (
    CREW_HEAD,
    INTERVALS,
    SCALE,
    Tournament,
    crews,
    ends_of,
    has_mixed_crews,
    head,
    length_of,
    meaning,
    needed,
    paid_reach,
    percent,
    reach,
    reach_of,
    share_of,
    standings,
)
from experiments.tournament.schedule import ALIKE, MEETINGS
from experiments.tournament.summary import Summary
from piracy_env.envs.intervals import Interval


def page(tournament: Tournament, folder: str = "") -> str:
    """The report, with the replays in a folder beside it."""
    entrants = entrants_of(tournament.plan)
    title = f"{entrants.game.title}: a tournament"
    schedule = tournament.results.schedule
    lead = (
        f"{schedule.agents} agents, {schedule.players} seats, {schedule.deals:,} deals, each "
        f"played {'by every agent' if schedule.is_alike else 'from every seat'}: "
        f"{schedule.games:,} games. "
        f"Tables: {MEETINGS[ALIKE if schedule.is_alike else schedule.meeting]}."
    )
    return document(title, lead, _sections(tournament, folder))


def _sections(tournament: Tournament, folder: str) -> Iterator[tuple[str, str, str]]:
    """Title, explanation and contents of each part."""
    summary, results = tournament.summary, tournament.results
    equal = 1 / results.schedule.players
    yield "Standings", INTERVALS + ".", table(head(summary), standings(summary))
    yield from _competition(summary, equal) if summary.are_rivals else _payments(tournament)
    yield "Seats", "What a seat is worth when all agents take it in turn.", _seats(summary, equal)
    yield (
        "Scores",
        "Final scores, with the median.",
        plots.histograms(_score_rows(tournament), "Scores"),
    )
    yield (
        "Length",
        f"Moves of all seats together: {length_of(summary)}. Ends: {escape(ends_of(summary))}.",
        plots.histograms([("games", results.moves.astype(np.float64))], "Length"),
    )
    if tournament.replays:
        yield "Replays", REPLAYS, _replay_table(tournament, folder)
    yield "Where this comes from", "", _provenance(tournament)


def _competition(summary: Summary, equal: float) -> Iterator[tuple[str, str, str]]:
    """What places and wins tell of rivals."""
    ranked = summary.ranked
    rated = [_row(standing.name, standing.rating) for standing in ranked if standing.rating]
    won = [_row(standing.name, standing.win_share) for standing in ranked if standing.win_share]
    yield "Ratings", SCALE + ".", plots.intervals(rated, "Ratings")
    yield (
        "Win shares",
        "Shared wins are split. The dashed line is an equal share.",
        plots.intervals(won, "Win shares", equal, plots.PERCENT),
    )
    yield "Who is ahead of whom", CROSS, _cross(summary)


def _payments(tournament: Tournament) -> Iterator[tuple[str, str, str]]:
    """What payments and successes tell where places tell nothing."""
    summary = tournament.summary
    ranked = summary.ranked
    paid = [_row(standing.name, standing.mean_reward) for standing in ranked]
    yield "Rewards", "What one seat is paid for a game.", plots.intervals(paid, "Rewards")
    reached = [_row(standing.name, standing.success) for standing in ranked if standing.success]
    if reached:
        words = "".join(f"{line[0].upper()}{line[1:]}." for line in meaning(summary))
        yield "Successes", words, plots.intervals(reached, "Successes", None, plots.PERCENT)
    if has_mixed_crews(tournament):
        yield (
            "Crews",
            "Who sat together, and what came of it.",
            table(CREW_HEAD, crews(summary.crews)),
        )
    if summary.pairs:
        yield "Who is paid more", MORE, _differences(summary)


MORE = (
    "What the agent was paid more than the other one in the deals that both have played; deals, "
    "not games, are compared."
)


def _differences(summary: Summary) -> str:
    rows = [
        (
            *(pair.agent, pair.rival, f"{pair.deals:,}", f"{pair.difference.value:+.3f}"),
            *(paid_reach(pair.difference), needed(pair)),
        )
        for pair in summary.pairs
    ]
    return table(("agent", "other", "deals", "more", "95 %", ""), rows) + POWER


CROSS = (
    "How often the agent of the row was ahead of the one of the column, where both sat at a table; "
    "a tie counts half."
)
REPLAYS = (
    "Each has a page with its pictures and its story; the files beside these open with "
    "<code>piracy replay FILE</code>, and with <code>--html</code> tell thoughts and luck too."
)


def _row(name: str, interval: Interval) -> plots.Row:
    return plots.Row(name, *astuple(interval))


def _score_rows(tournament: Tournament) -> list[tuple[str, Any]]:
    results = tournament.results
    names = list(tournament.plan.agents)
    return [
        (
            standing.name,
            results.scores[results.seating == names.index(standing.name)].astype(np.float64),
        )
        for standing in tournament.summary.ranked
    ]


def _cross(summary: Summary) -> str:
    def cell(agent: str, rival: str) -> plots.HeatCell | None:
        pair = summary.pair(agent, rival)
        if pair is None or pair.ahead is None:
            return None
        return plots.HeatCell(
            pair.ahead.value, reach(pair.ahead.low, pair.ahead.high), needed(pair)
        )

    names = [standing.name for standing in summary.ranked]
    head = ("agent", "where … sat", "games", "ahead", "95 %", "win share", "95 %", "reward", "95 %")
    rows = [
        (
            *(agent, rival, f"{pair.games:,}"),
            *(share_of(pair.ahead), reach_of(pair.ahead)),
            *(share_of(pair.win_share), reach_of(pair.win_share)),
            *(f"{pair.mean_reward.value:+.3f}", paid_reach(pair.mean_reward)),
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


def _seats(summary: Summary, equal: float) -> str:
    head = ("agent", *(f"seat {seat.seat}" for seat in summary.seats))
    if not summary.are_rivals:
        rows = [_row(f"seat {seat.seat}", seat.mean_reward) for seat in summary.seats]
        spoils = ("spoils", *(share_of(seat.spoils) for seat in summary.seats))
        paid = [
            (
                standing.name,
                *("-" if value is None else f"{value:+.3f}" for value in standing.reward_by_seat),
            )
            for standing in summary.ranked
        ]
        return plots.intervals(rows, "Seats") + folded(
            "Rewards of each agent by seat, and each seat's part of the spoils",
            table(head, [*paid, spoils]),
        )
    rows = [_row(f"seat {seat.seat}", seat.win_share) for seat in summary.seats if seat.win_share]
    by_seat = [
        (standing.name, *(percent(value) for value in standing.win_share_by_seat))
        for standing in summary.ranked
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
        place = f"{folder}/{page_of(file)}" if folder else page_of(file)
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
        return ", ".join(f"{name}={item}" for name, item in value.items())
    return str(value).strip("`")
