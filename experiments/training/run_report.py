"""What came of a training: the curves, the rating of the best network, and its games with notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import astuple
from html import escape
from pathlib import Path
from typing import Any

from experiments.reporting import plots, web
from experiments.reporting.page import MISSING
from experiments.tournament.contest import MOST_PICTURES
from experiments.tournament.report import (
    INTERVALS,
    SCALE,
    ends_of,
    head,
    paid_reach,
    percent,
    reach,
    standings,
)
from experiments.training import notes
from experiments.training.folder import BEST, MADE, PAID, read_object
from experiments.training.rating import REPLAYS, Rating, Watch, searcher
from experiments.training.run import Run
from piracy_agents.network import Network
from piracy_agents.search import Search
from piracy_agents.trained import Trained
from piracy_env.core.game import Game
from piracy_env.core.replay import Replay
from piracy_env.core.rewards import are_rivals
from piracy_env.envs.opponents import find_agent
from piracy_env.table import viewer

PAGE, CURVES = "report.html", "curves.svg"
SIMULATIONS = 500
"""What a search may spend on its opinion of each decision."""


def write(run: Run, rating: Rating, watch: Watch) -> Path:
    """Write the page, and the curves as a picture of their own."""
    (run.folder / CURVES).write_text(learning_curves(run), encoding="utf-8")
    path = run.folder / PAGE
    title = f"{run.game.title}: a training"
    sections = [*_sections(run, rating), _games(run, rating, watch), _provenance(run)]
    path.write_text(web.document(title, _lead(run, rating), sections), encoding="utf-8")
    return path


_LEARNT = {
    "anchors": "one of {players} seats against scripted opponents",
    "self": "all {players} seats, with the newest network in each",
    "league": "one of {players} seats against a league of scripted opponents and its past selves",
}


def _lead(run: Run, rating: Rating) -> str:
    """The training and what came of it in three sentences."""
    decisions = run.entries[-1]["decisions"] if run.entries else 0
    measured = {name: result for name, result in rating.alone.items() if name in run.plan.judges}
    learnt = _LEARNT[run.plan.against].format(players=run.plan.players)
    spent = f"{decisions:,} decisions in {run.seconds:,.0f} s"
    opening = f"{spent}, learning {learnt}. The best network"
    if not _are_rivals(run):
        paid = ", ".join(
            f"{result.paid.value:+.3f} ({paid_reach(result.paid)}) {_among(run, mate)}, where "
            f"{percent(result.share)} of the games are a success"
            for mate, result in (measured or rating.alone).items()
        )
        return f"{opening} is paid a game {paid}."
    shares = ", ".join(
        f"{percent(result.share)} ({reach(result.low, result.high)}) of the games among {rival}"
        for rival, result in measured.items()
    )
    return f"{opening} wins {shares}; an equal share is {percent(1 / run.plan.players)}."


def _among(run: Run, mate: str) -> str:
    return "alone" if run.plan.players == 1 else f"among {mate}"


def _are_rivals(run: Run) -> bool:
    return are_rivals(run.game, run.plan.players)


def learning_curves(run: Run) -> str:
    """Win shares against each judge over the decisions learnt from; payments, where none wins."""
    entries = run.entries
    if not _are_rivals(run):
        paid = [
            plots.Curve(judge, *(_series(entries, judge, part) for part in PAID))
            for judge in run.judges
        ]
        return plots.curves([entry["decisions"] for entry in entries], paid, "Rewards", "decisions")
    lines = [
        plots.Curve(judge, *(_series(entries, judge, part) for part in ("share", "low", "high")))
        for judge in run.judges
    ]
    places = [entry["decisions"] for entry in entries]
    return plots.curves(
        places, lines, "Win shares", "decisions", 1 / run.plan.players, plots.PERCENT
    )


def exploitability_curves(run: Run) -> str:
    """How far the network could be exploited over the decisions learnt from."""
    entries = [entry for entry in run.entries if "exploitability" in entry]
    lines = []
    for way in ("sampled", "best"):
        gains = [entry["exploitability"][way] for entry in entries]
        lines.append(plots.Curve(way, gains, gains, gains))
    return plots.curves(
        [entry["decisions"] for entry in entries], lines, "Exploitability", "decisions", 0.0
    )


def _series(entries: Sequence[dict[str, Any]], judge: str, part: str) -> list[float]:
    return [entry["judges"][judge][part] for entry in entries]


def _sections(run: Run, rating: Rating) -> Iterator[tuple[str, str, str]]:
    summary = rating.tournament.summary
    yield from _competition(run, rating) if summary.are_rivals else _payments(run, rating)
    rows = ((named(row[0], run), *row[1:]) for row in standings(summary))
    words = f"All at mixed tables. {INTERVALS}. Ends: {escape(ends_of(summary))}."
    yield "Rating", words, web.table(head(summary), rows)
    rated = [
        plots.Row(named(standing.name, run), *astuple(standing.rating))
        for standing in summary.ranked
        if standing.rating
    ]
    if rated:
        yield "Strength", f"{SCALE}.", plots.intervals(rated, "Ratings")
    yield "Where the time goes", PACES, web.table(_PACE_HEAD, _paces(run))


def _payments(run: Run, rating: Rating) -> Iterator[tuple[str, str, str]]:
    """How one seat is paid, where nobody wins what others lose."""
    yield (
        "Learning",
        f"What one learner is paid at a table of each judge; {run.plan.deals} deals, each from "
        f"every seat, with 95 % intervals over deals.{_imitation(run)}",
        learning_curves(run),
    )
    among = [(_among(run, mate), result.paid) for mate, result in rating.alone.items()]
    if rating.guided is not None:
        among.append(("searching, among networks", rating.guided.paid))
    yield (
        "One seat among mates",
        "What one seat of the best network is paid at a table of each mate; with a search, what "
        "search and network together are paid at a table of bare networks. New deals, each from "
        "every seat, with 95 % intervals.",
        plots.intervals([plots.Row(name, *astuple(paid)) for name, paid in among], "Rewards"),
    )


def _competition(run: Run, rating: Rating) -> Iterator[tuple[str, str, str]]:
    """How often one seat wins among rivals."""
    equal = 1 / run.plan.players
    yield (
        "Learning",
        f"Win share of one learner at a table of each judge; {run.plan.deals} deals, each from "
        "every seat, with 95 % intervals over deals. The dashed line is an equal share."
        + _imitation(run),
        learning_curves(run),
    )
    if "exploitability" in run.entries[-1]:
        yield (
            "How far it can be exploited",
            "What a seat that plays best against the network in all others is paid beyond its "
            "part, the mean of the seats: exactly, and 0 in an equilibrium. The network draws its "
            "actions from its policy, or takes the best.",
            exploitability_curves(run),
        )
    yield (
        "Alone among rivals",
        "How often one seat of the best network wins at a table of each rival; with a search, how "
        "often search and network together win at a table of bare networks. New deals, each from "
        "every seat, with 95 % intervals. The dashed line is an equal share.",
        plots.intervals(list(_alone(rating)), "Alone among rivals", equal, plots.PERCENT),
    )


def _imitation(run: Run) -> str:
    """How much was learnt from a teacher."""
    if not run.batches:
        return ""
    return f" The first {run.taught:,} decisions are demonstrations by {escape(run.plan.teacher)}."


def _alone(rating: Rating) -> Iterator[plots.Row]:
    for rival, result in rating.alone.items():
        yield plots.Row(f"among {rival}", result.share, result.low, result.high)
    if rating.guided is not None:
        result = rating.guided
        yield plots.Row("searching, among networks", result.share, result.low, result.high)


def named(agent: str, run: Run) -> str:
    """An agent's name as the page of this folder shows it."""
    return agent.replace(f"{run.folder}/", "")


PACES = (
    "Shares of the time between two measurements: policy and updates, the games themselves, and "
    "opponents that are asked (past selves). Entropy and explained variance are those of the last "
    "update, if there was any."
)
_PACE_HEAD = (
    *("decisions", "decisions/s", "policy", "games", "opponents", "entropy", "explained variance"),
    *("own decisions a game", "legal actions"),
)


def _paces(run: Run) -> Iterator[tuple[str, ...]]:
    for entry in run.entries:
        play, train = entry["play"], entry["train"]
        if not play:
            continue  # demonstrations
        yield (
            f"{entry['decisions']:,}",
            f"{play['decisions_per_second']:,.0f}",
            *(
                f"{100 * play[f'share_{part}']:.0f} %"
                for part in ("policy", "environment", "opponents")
            ),
            f"{-train['entropy_loss']:.2f}" if "entropy_loss" in train else MISSING,
            f"{train['explained_variance']:.2f}" if "explained_variance" in train else MISSING,
            f"{play['own_decisions_per_game']:.1f}",
            f"{play['legal_actions']:.1f}",
        )


# --- games with notes -----------------------------------------------------------------------------

OWN = (
    "The chance that the network would play as it did, and the payment that it expected. "
    "Each game has a page of its own, with its pictures, and opens with "
    "<code>piracy replay FILE</code>."
)
SEARCHED = (
    " <code>{}</code> was asked too, with what the same seat may know: what it expects, and what "
    "it would rather have played, if that makes a difference of {:.2f} or more. In brackets stands "
    "what it thinks of that, and of what was played unless it hardly tried it."
)


def _games(run: Run, rating: Rating, watch: Watch) -> tuple[str, str, str]:
    """The section of games that the best network has played in the tournament."""
    network = Network.load(run.folder / BEST, run.game)
    name = (
        adviser(run.game, run.plan.settings.reward or run.game.default_reward)
        if rating.search
        else ""
    )
    search = find_agent(name, run.game) if name else None
    sections = []
    chosen = list(chosen_games(rating))
    for done, (what, game, seat) in enumerate(chosen):
        watch("games with notes", done, len(chosen))
        file = rating.tournament.replays[game]
        replay = Replay.load(run.folder / REPLAYS / file, run.game)
        searcher = search if isinstance(search, Search) else None
        annotated = list(notes.annotate(replay, network, seat, searcher))
        words = (
            f"{what}: seat {seat}, place {replay.ranks[seat]} of {run.plan.players}, "
            f"scores {', '.join(map(str, replay.scores))}{notes.agreement(annotated)}"
        )
        place = run.folder / REPLAYS / web.page_of(file)
        viewer.write_page(replay, place, Trained(network, run.game, "best"), MOST_PICTURES)
        link = f'<p><a href="{REPLAYS}/{escape(place.name)}">{REPLAYS}/{escape(file)}</a></p>'
        sections.append(web.folded(words, link + notes.page(annotated)))
    words = OWN + (SEARCHED.format(escape(name), notes.MATTERS) if name else "")
    return "Games with notes", words, "".join(sections)


def adviser(game: Game, reward: str) -> str:
    """The search whose opinion is asked: it maximises what the network learnt to expect."""
    return f"{searcher(game, SIMULATIONS)}+reward={reward}"


def chosen_games(rating: Rating) -> Iterator[tuple[str, int, int]]:
    """What makes a game worth a look, its number, and the network's seat: three at most."""
    results = rating.tournament.results
    leads = {}
    for game in range(len(rating.tournament.replays)):
        seats = [seat for seat, who in enumerate(results.seating[game]) if who == 0]
        if seats and not rating.tournament.summary.are_rivals:
            leads[game] = float(results.rewards[game, seats[0]]), seats[0]
        elif seats:
            scores = results.scores[game].tolist()
            own = scores.pop(seats[0])
            leads[game] = own - max(scores), seats[0]
    kinds = [
        ("Its best game", lambda game: -leads[game][0]),
        ("Its worst game", lambda game: leads[game][0]),
    ]
    if rating.tournament.summary.are_rivals:
        kinds.append(("Its closest game", lambda game: abs(leads[game][0])))
    for what, order in kinds:
        if leads:
            game = min(leads, key=order)
            yield what, game, leads.pop(game)[1]


def _provenance(run: Run) -> tuple[str, str, str]:
    made = read_object(run.folder / MADE)
    settings = run.plan.as_dict().pop("settings")
    rows = [
        *((name, str(fact).strip("`")) for name, fact in made.items()),
        ("best network", Network.load(run.folder / BEST).digest),
        ("settings", ", ".join(f"{name} = {value}" for name, value in settings.items())),
    ]
    return "Where this comes from", "", web.facts(rows)
