"""A finished tournament as a page of HTML: one file, which needs no other and no script."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

import numpy as np

from experiments.tournament import plots
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

STYLE = """
:root { color-scheme: light dark; LIGHT }
@media (prefers-color-scheme: dark) { :root { DARK } }
body { background: var(--paper); color: var(--ink); margin: 0 auto; padding: 2rem 1.25rem 4rem;
  max-width: 1020px; font: 15px/1.5 system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 0.25rem; }
h2 { font-size: 1.1rem; margin: 0 0 0.5rem; }
p { margin: 0.25rem 0 0.75rem; color: var(--faded); }
section { background: var(--card); border: 1px solid var(--grid); border-radius: 10px;
  padding: 1rem 1.25rem 1.25rem; margin: 1rem 0; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { padding: 0.3rem 0.6rem; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
th { color: var(--faded); font-weight: 500; border-bottom: 1px solid var(--grid); }
tr + tr td { border-top: 1px solid var(--grid); }
td.words { text-align: left; white-space: normal; overflow-wrap: anywhere; }
a { color: var(--mark); }
summary { cursor: pointer; color: var(--faded); }
"""


def page(tournament: Tournament, folder: str = "") -> str:
    """The report, with the replays in a folder beside it."""
    entrants = entrants_of(tournament.plan)
    title = f"{entrants.game.title}: a tournament"
    schedule = tournament.results.schedule
    lead = (
        f"{schedule.agents} agents, {schedule.players} seats, {schedule.deals:,} deals, each "
        f"played from every seat: {schedule.games:,} games. Tables: {MEETINGS[schedule.meeting]}."
    )
    body = "\n".join(_section(*part) for part in _sections(tournament, folder))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{style()}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n<p>{escape(lead)}</p>\n{body}\n</body>\n</html>\n"
    )


def style() -> str:
    """The rules of the page, with the colours of both schemes."""
    rules = STYLE.replace("LIGHT", _variables(plots.LIGHT)).replace("DARK", _variables(plots.DARK))
    return rules + plots.STYLE


def _variables(colours: dict[str, str]) -> str:
    return " ".join(f"--{name}: {value};" for name, value in colours.items())


def _sections(tournament: Tournament, folder: str) -> Iterator[tuple[str, str, str]]:
    """Title, explanation and contents of each part."""
    summary, results = tournament.summary, tournament.results
    ranked, equal = summary.ranked, 1 / results.schedule.players
    yield "Standings", INTERVALS + ".", _table(HEAD, standings(summary))
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


def _section(title: str, words: str, inside: str) -> str:
    said = f"<p>{words}</p>\n" if words else ""
    return f"<section>\n<h2>{escape(title)}</h2>\n{said}{inside}\n</section>"


def _rating_rows(ranked: Iterable[Standing]) -> list[plots.Row]:
    return [plots.Row(one.name, one.rating, one.rating_low, one.rating_high) for one in ranked]


def _share_rows(ranked: Iterable[Standing]) -> list[plots.Row]:
    return [
        plots.Row(one.name, one.win_share, one.win_share_low, one.win_share_high) for one in ranked
    ]


def _score_rows(tournament: Tournament) -> list[tuple[str, Any]]:
    results = tournament.results
    names = list(tournament.plan.agents)
    return [
        (one.name, results.scores[results.seating == names.index(one.name)].astype(np.float64))
        for one in tournament.summary.ranked
    ]


def _cross(summary: Summary) -> str:
    def cell(agent: str, rival: str) -> tuple[float, str] | None:
        pair = summary.pair(agent, rival)
        if pair is None:
            return None
        return pair.ahead, f"{reach(pair.ahead_low, pair.ahead_high)} %, {needed(pair)}"

    names = [one.name for one in summary.ranked]
    head = ("agent", "where … sat", "games", "ahead", "95 %", "win share", "95 %", "reward", "95 %")
    rows = [
        (
            *(agent, rival, f"{pair.games:,}"),
            *(percent(pair.ahead), reach(pair.ahead_low, pair.ahead_high)),
            *(percent(pair.win_share), reach(pair.win_share_low, pair.win_share_high)),
            *(f"{pair.mean_reward:+.3f}", _rewards(pair.mean_reward_low, pair.mean_reward_high)),
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
        + _folded("Rewards and win shares, pair by pair", _table(head, rows))
        + _folded("Games still needed", _table(("agent", "rival", ""), apart) + POWER)
    )


POWER = (
    "<p>So many more games at tables of both, and a difference like the one seen is found at the "
    "5 % level with a chance of 80 %.</p>"
)


def _rewards(low: float | None, high: float | None) -> str:
    return "-" if low is None or high is None else f"{low:+.3f} to {high:+.3f}"


def _seats(summary: Summary, equal: float) -> str:
    rows = [
        plots.Row(f"seat {one.seat}", one.win_share, one.win_share_low, one.win_share_high)
        for one in summary.seats
    ]
    head = ("agent", *(f"seat {one.seat}" for one in summary.seats))
    table = [
        (one.name, *(percent(value) for value in one.win_share_by_seat)) for one in summary.ranked
    ]
    return plots.intervals(rows, "Seats", equal, plots.PERCENT) + _folded(
        "Win shares of each agent by seat", _table(head, table)
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
    return _folded(f"{len(rows)} games", _table(head, rows, ready=True))


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
    cells = "".join(
        f'<tr><td>{escape(key)}</td><td class="words">{escape(value)}</td></tr>\n'
        for key, value in rows
    )
    return f"<table>\n{cells}</table>"


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={one}" for name, one in value.items())
    return str(value).strip("`")


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], ready: bool = False) -> str:
    titles = "".join(f"<th>{escape(title)}</th>" for title in head)
    lines = [
        "<tr>" + "".join(f"<td>{cell if ready else escape(cell)}</td>" for cell in row) + "</tr>"
        for row in rows
    ]
    return f"<table>\n<tr>{titles}</tr>\n" + "\n".join(lines) + "\n</table>"


def _folded(words: str, inside: str) -> str:
    return f"<details><summary>{escape(words)}</summary>\n{inside}</details>\n"
