"""A finished tournament told on the terminal and as JSON."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from experiments.reporting import machine, page
from experiments.tournament.identity import agent_digest, plan_digest, tables_digest, words_of
from experiments.tournament.play import TournamentPlan, entrants_of, replay_name
from experiments.tournament.ratings import MEAN, SAMPLES, SPREAD
from experiments.tournament.results import Results
from experiments.tournament.schedule import ALIKE
from experiments.tournament.summary import Crew, Standing, Summary
from piracy_env.cli import screen
from piracy_env.core.text import plural, wrap
from piracy_env.envs.intervals import Interval

MODULE = "experiments.tournament"
FORMAT = 2

SCALE = (
    f"Plackett-Luce fit over all rankings; {SPREAD:.0f} points are ten times the strength, "
    f"{MEAN:.0f} is the mean of the agents"
)
INTERVALS = (
    "95 % intervals; the unit is the deal, as its games are played with the same cards. "
    f"Ratings: bootstrap over deals, {SAMPLES:,} times. Shares of wins and of successes: Wilson's "
    "interval. Rewards: Student's interval"
)
REACHED = (
    "a game is a success when all that there was to reach together has been reached; spoils are "
    "one seat's part of all that was scored"
)
ALONE = "a game is a success when the seat is paid at least the middle of what it can be paid"
SHOWN_CREWS = 12
"""Most mixed tables that a report tells of; all of them stand in the JSON."""
MOST_GAMES = 10_000_000
"""Larger numbers of games still needed are not told: they owe more to luck than to the agents."""
FEWEST_DEALS = 10
"""Of fewer deals no number of games to come is told: a difference seen in three is mostly luck."""


@dataclass(frozen=True)
class Tournament:
    """A plan, what came of it, and what it says."""

    plan: TournamentPlan
    results: Results
    summary: Summary

    @property
    def replays(self) -> list[str]:
        """Files of the games that are kept."""
        schedule = self.results.schedule
        kept = min(self.plan.replays, schedule.deals) * schedule.games_a_deal
        return [replay_name(game, schedule.games_a_deal) for game in range(kept)]

    def provenance(self) -> dict[str, Any]:
        """Where the figures come from, and all that is needed to make them again."""
        game = entrants_of(self.plan).game
        schedule = self.results.schedule
        options = self.plan.engine(1, record=False).options.as_dict()
        return machine.facts(MODULE, "choix", "scipy") | {
            "game": game.name,
            "version": game.version,
            "options": options,
            "tables": tables_digest(self.plan),
            "players": schedule.players,
            "deals": schedule.deals,
            "seed": schedule.seed,
            "salt": f"{schedule.salt:x}",
            "meeting": schedule.meeting,
            "reward": self.plan.reward or game.default_reward,
            "digest": plan_digest(self.plan),
            "results": self.results.digest,
        }


# --- JSON -----------------------------------------------------------------------------------------


def contents(tournament: Tournament, folder: str = "") -> dict[str, Any]:
    """Everything, as plain values."""
    summary, results = tournament.summary.as_dict(), tournament.results
    agents = entrants_of(tournament.plan).agents
    game = entrants_of(tournament.plan).game
    return {
        "tournament": FORMAT,
        **tournament.provenance(),
        "utility": game.utility,
        "scale": SCALE if tournament.summary.are_rivals else "",
        "intervals": INTERVALS,
        "agents": [
            standing | {"plays_as": words_of(agent), "digest": agent_digest(agent, game)}
            for standing, agent in zip(summary["standings"], agents, strict=True)
        ],
        **{name: summary[name] for name in ("pairs", "crews", "seats", "moves", "reasons", "cut")},
        "replays": {"folder": folder, "files": tournament.replays},
        "games": {
            "deal": results.deals.tolist(),
            "deal_seed": [f"{word:#018x}" for word in results.schedule.deal_words(results.games)],
            "agents_by_seat": results.seating.tolist(),
            "ranks": results.ranks.tolist(),
            "scores": results.scores.tolist(),
            "rewards": results.rewards.tolist(),
            "teams": [None if math.isnan(team) else team for team in results.teams.tolist()],
            "reasons": results.reasons.tolist(),
            "moves": results.moves.tolist(),
            "cut": results.cut.tolist(),
        },
    }


# --- tables ---------------------------------------------------------------------------------------

Column = tuple[str, Callable[[Standing], str]]


def head(summary: Summary) -> tuple[str, ...]:
    """The columns of the standings."""
    return tuple(name for name, _ in _columns(summary))


def standings(summary: Summary) -> Iterator[tuple[str, ...]]:
    """The rows under `head`, the best first."""
    columns = _columns(summary)
    for standing in summary.ranked:
        yield tuple(tell(standing) for _, tell in columns)


def _columns(summary: Summary) -> Sequence[Column]:
    """What is told of each agent: what it was paid, then whatever means something in the game."""
    columns: list[Column] = [
        ("agent", lambda standing: standing.name),
        ("reward", lambda standing: f"{standing.mean_reward.value:+.3f}"),
        ("95 %", lambda standing: paid_reach(standing.mean_reward)),
    ]
    if summary.are_rivals:
        columns += [
            ("rating", lambda standing: _rounded(standing.rating)),
            ("95 %", lambda standing: _rounded_reach(standing.rating)),
        ]
    columns.append(("games", lambda standing: f"{standing.games:,}"))
    if summary.are_rivals:
        columns += _shares("win share", lambda standing: standing.win_share)
    if any(standing.success for standing in summary.standings):
        columns += _shares("success", lambda standing: standing.success)
    if any(standing.partial is not None for standing in summary.standings):
        columns.append(("in part", lambda standing: percent(standing.partial)))
    if any(standing.spoils for standing in summary.standings):
        columns += _shares("spoils", lambda standing: standing.spoils)
    return [
        *columns,
        ("score", lambda standing: f"{standing.mean_score:.1f}"),
        ("decisions", lambda standing: _figure(standing.decisions_per_game, ".0f")),
        ("ms/move", lambda standing: _figure(standing.ms_per_move, ".3g")),
    ]


def _shares(name: str, part: Callable[[Standing], Interval | None]) -> Iterator[Column]:
    yield name, lambda standing: share_of(part(standing))
    yield "95 %", lambda standing: reach_of(part(standing))


def _figure(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def _rounded(rating: Interval | None) -> str:
    return "-" if rating is None else f"{rating.value:.0f}"


def _rounded_reach(rating: Interval | None) -> str:
    return "-" if rating is None else f"{rating.low:.0f} to {rating.high:.0f}"


CREW_HEAD = ("at the table", "games", "reward", "95 %", "success", "95 %", "in part")


def crews(lineups: Sequence[Crew]) -> Iterator[tuple[str, ...]]:
    """The rows under `CREW_HEAD`, the best paid first, of the tables that have sat most often."""
    most = sorted(lineups, key=lambda crew: (-crew.games, lineups.index(crew)))[:SHOWN_CREWS]
    for crew in lineups:
        if crew in most:
            yield (
                *(crew.name, f"{crew.games:,}", f"{crew.mean_reward.value:+.3f}"),
                *(paid_reach(crew.mean_reward), share_of(crew.success), reach_of(crew.success)),
                percent(crew.partial),
            )


def text_of(tournament: Tournament, folder: str = "") -> str:
    """The standings for a terminal, and what else is worth a line.

    Files of agents are named as they lie in the folder, if one is given.
    """
    summary, results = tournament.summary, tournament.results
    tables = [(head(summary), list(standings(summary)))]
    if has_mixed_crews(tournament):
        tables.append((CREW_HEAD, list(crews(summary.crews))))
    notes = [
        f"deals of seed {results.schedule.seed} under the salt {results.schedule.salt:x}",
        f"{results.schedule.games:,} games, {length_of(summary)}; {by_seat(summary)}",
        f"ends: {ends_of(summary)}",
        *(line.replace(folder, "") for line in close(summary)),
        *([f"ratings: {SCALE}"] if summary.are_rivals else meaning(summary)),
    ]
    lines = []
    for columns, rows in tables:
        named = [(row[0].replace(folder, ""), *row[1:]) for row in rows]
        lines += [*screen.table(columns, named, "<".ljust(len(columns), ">")), ""]
    for note in notes:
        lines += wrap(note, screen.width(), "  ")
    return "\n".join(lines)


def has_mixed_crews(tournament: Tournament) -> bool:
    """Whether tables with several agents have something in common that is worth a table."""
    is_mixed = tournament.results.schedule.meeting != ALIKE
    return bool(tournament.summary.crews) and is_mixed


def by_seat(summary: Summary) -> str:
    """What each seat is worth, in words."""
    if summary.are_rivals:
        shares = (f"seat {seat.seat}: {share_of(seat.win_share)}" for seat in summary.seats)
        return f"win share by {' · '.join(shares)}"
    paid = (f"seat {seat.seat}: {seat.mean_reward.value:+.3f}" for seat in summary.seats)
    return f"reward by {' · '.join(paid)}"


def ends_of(summary: Summary) -> str:
    """How the games ended, in words."""
    reasons = summary.reasons.items()
    return ", ".join(f"{name.replace('_', ' ')} {percent(share)}" for name, share in reasons)


def meaning(summary: Summary) -> Iterator[str]:
    """What a success is, if any is told of."""
    if any(standing.partial is not None for standing in summary.standings):
        yield REACHED
    elif any(standing.success for standing in summary.standings):
        yield ALONE


def close(summary: Summary) -> Iterator[str]:
    """Neighbours in the ranking that cannot be told apart yet."""
    ranked = summary.ranked
    for better, worse in itertools.pairwise(ranked):
        pair = summary.pair(better.name, worse.name)
        if pair is not None and pair.games_still_needed != 0:
            yield f"not told apart: {better.name} and {worse.name}, {needed(pair)}"


def needed(pair: Any) -> str:
    """How many games are missing, in words."""
    if pair is None:
        return "have not met"
    if pair.games_still_needed == 0:
        return "told apart"
    if pair.deals < FEWEST_DEALS:
        met = plural(pair.deals, "deal")
        return f"which met in {met}: too few to tell how many more games would do"
    if pair.games_still_needed is None:
        return "level so far: nobody can say how many more games would do"
    if pair.games_still_needed > MOST_GAMES:
        return f"more than {page.number(MOST_GAMES)} further games would be needed"
    return f"about {page.number(pair.games_still_needed)} more games would do"


def share_of(share: Interval | None) -> str:
    """A share as it is read."""
    return "-" if share is None else percent(share.value)


def reach_of(share: Interval | None) -> str:
    """The bounds of a share, if there are any."""
    return "-" if share is None else reach(share.low, share.high)


def paid_reach(paid: Interval) -> str:
    """The bounds of a payment."""
    low, high = paid.low, paid.high
    return "-" if low is None or high is None else f"{low:+.3f} to {high:+.3f}"


def percent(value: float | None) -> str:
    """A share as it is read."""
    return "-" if value is None else f"{100 * value:.1f} %"


def reach(low: float | None, high: float | None) -> str:
    """The bounds of a share."""
    return "-" if low is None or high is None else f"{100 * low:.1f} to {100 * high:.1f}"


def length_of(summary: Summary) -> str:
    """How long the games are, in words."""
    moves = summary.moves
    words = f"{moves['mean']:.0f} moves on average ({moves['min']:.0f} to {moves['max']:.0f})"
    return f"{words}, {summary.cut} cut by the safety limit" if summary.cut else words
