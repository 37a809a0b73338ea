"""What came of a training: the curves, the rating of the best network, and its games with notes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from agents.names import names
from agents.network import Network
from experiments import plots, web
from experiments.tournament.contest import Means, hold
from experiments.tournament.play import Plan as Contest
from experiments.tournament.report import HEAD, INTERVALS, SCALE, Tournament, standings
from experiments.training import notes
from experiments.training.plan import Plan
from experiments.training.run import BEST, MADE, Run
from piracy_env.core.replay import Replay

PAGE, CURVES, REPLAYS = "report.html", "curves.svg", "replays"
GAMES_WITH_NOTES = 3
RATING_SEED = 41_000_003
"""Seed of the deals that the best network is rated on: training saw none of them."""


def rivals(plan: Plan, search: str) -> tuple[str, ...]:
    """Whom the best network is rated against: uniform, the game's heuristics, and a search."""
    scripted = [name for name in names(plan.load_game()) if name.startswith("heuristic:")]
    return ("uniform", *scripted, *([search] if search else []))


def rate(run: Run, search: str, deals: int) -> Tournament:
    """Let the best network meet its rivals in a tournament."""
    plan = run.plan
    contest = Contest(
        plan.game,
        (f"ppo:{run.folder / BEST}", *rivals(plan, search)),
        plan.players,
        deals,
        RATING_SEED,
        options=tuple(sorted(plan.options.items())),
        replays=GAMES_WITH_NOTES,
    )
    return hold(contest, Means(replays=run.folder / REPLAYS))


def write(run: Run, rating: Tournament) -> Path:
    """Write the page, and the curves as a picture of their own."""
    (run.folder / CURVES).write_text(learning_curves(run), encoding="utf-8")
    path = run.folder / PAGE
    decisions = run.entries[-1]["decisions"] if run.entries else 0
    lead = (
        f"{decisions:,} decisions in {run.seconds:,.0f} s, learning one of {run.plan.players} "
        f"seats against {_AGAINST[run.plan.against]}."
    )
    title = f"{run.game.title}: a training"
    path.write_text(web.document(title, lead, _sections(run, rating)), encoding="utf-8")
    return path


_AGAINST = {
    "anchors": "scripted opponents",
    "self": "its own newest self",
    "league": "a league of scripted opponents and its own past selves",
}


def learning_curves(run: Run) -> str:
    """Win shares against each judge over the decisions learnt from."""
    entries = run.entries
    lines = [
        plots.Curve(judge, *(_series(entries, judge, part) for part in ("share", "low", "high")))
        for judge in run.plan.judges
    ]
    places = [entry["decisions"] for entry in entries]
    return plots.curves(
        places, lines, "Win shares", "decisions", 1 / run.plan.players, plots.PERCENT
    )


def _series(entries: Sequence[dict[str, Any]], judge: str, part: str) -> list[float]:
    return [entry["judges"][judge][part] for entry in entries]


def _sections(run: Run, rating: Tournament) -> Iterator[tuple[str, str, str]]:
    ranked, equal = rating.summary.ranked, 1 / run.plan.players
    yield (
        "Learning",
        f"Win share of one learner at a table of each judge; {run.plan.deals} deals, each from "
        "every seat, with 95 % intervals over deals. The dashed line is an equal share.",
        learning_curves(run),
    )
    yield (
        "Rating",
        f"The best network among its rivals. {INTERVALS}.",
        web.table(HEAD, standings(rating.summary)),
    )
    yield (
        "Strength",
        f"{SCALE}.",
        plots.intervals(
            [plots.Row(one.name, one.rating, one.rating_low, one.rating_high) for one in ranked],
            "Ratings",
        ),
    )
    yield (
        "Win shares",
        "At mixed tables; shared wins are split. The dashed line is an equal share.",
        plots.intervals(
            [
                plots.Row(one.name, one.win_share, one.win_share_low, one.win_share_high)
                for one in ranked
            ],
            "Win shares",
            equal,
            plots.PERCENT,
        ),
    )
    yield "Where the time goes", "", web.table(_PACE_HEAD, _paces(run))
    yield (
        "Games with notes",
        "What the network gave for each of its decisions: the chance that it would play so, and "
        "the payment that it expected, from -1 to 1. Each game opens with "
        "<code>piracy replay FILE</code>.",
        "".join(_games(run, rating)),
    )
    yield "Where this comes from", "", web.table(("", ""), _facts(run))


_PACE_HEAD = (
    *("decisions", "decisions/s", "policy", "games", "opponents", "entropy", "explained variance"),
    *("own decisions a game", "legal actions"),
)


def _paces(run: Run) -> Iterator[tuple[str, ...]]:
    for entry in run.entries:
        play, train = entry["play"], entry["train"]
        yield (
            f"{entry['decisions']:,}",
            f"{play['decisions_per_second']:,.0f}",
            *(
                f"{100 * play[f'share_{part}']:.0f} %"
                for part in ("policy", "environment", "opponents")
            ),
            f"{-train.get('entropy_loss', 0.0):.2f}",
            f"{train.get('explained_variance', 0.0):.2f}",
            f"{play['own_decisions_per_game']:.1f}",
            f"{play['legal_actions']:.1f}",
        )


def _games(run: Run, rating: Tournament) -> Iterator[str]:
    network = Network.load(run.folder / BEST, run.game)
    told = 0
    for game, name in enumerate(rating.replays):
        seats = [seat for seat, who in enumerate(rating.results.seating[game]) if who == 0]
        if not seats or told == GAMES_WITH_NOTES:
            continue
        told += 1
        replay = Replay.load(run.folder / REPLAYS / name, run.game)
        rows = list(notes.annotated(replay, network, seats[0]))
        words = (
            f"{name.partition('.')[0]}: seat {seats[0]}, place {replay.ranks[seats[0]]} of "
            f"{run.plan.players}, score {replay.scores[seats[0]]}"
        )
        link = f'<p><a href="{REPLAYS}/{escape(name)}">{escape(name)}</a></p>'
        yield web.folded(words, link + web.table(notes.HEAD, rows))


def _facts(run: Run) -> Iterator[tuple[str, str]]:
    made = json.loads((run.folder / MADE).read_text(encoding="utf-8"))
    yield from ((name, str(fact).strip("`")) for name, fact in made.items())
    yield "best network", Network.load(run.folder / BEST).digest
    yield "settings", ", ".join(f"{k} = {v}" for k, v in run.plan.as_dict()["settings"].items())
