"""A finished tournament told on the terminal and as JSON."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from experiments.reporting import machine, page
from experiments.tournament.identity import agent_digest, plan_digest, tables_digest, words_of
from experiments.tournament.play import TournamentPlan, entrants_of, replay_name
from experiments.tournament.ratings import MEAN, SAMPLES, SPREAD
from experiments.tournament.results import Results
from experiments.tournament.summary import Summary
from piracy_env.cli import screen
from piracy_env.core.text import wrap

MODULE = "experiments.tournament"
FORMAT = 1

SCALE = (
    f"Plackett-Luce fit over all rankings; {SPREAD:.0f} points are ten times the strength, "
    f"{MEAN:.0f} is the mean of the agents"
)
INTERVALS = (
    "95 % intervals; the unit is the deal, as its games are played with the same cards. "
    f"Ratings: bootstrap over deals, {SAMPLES:,} times. Win shares: Wilson's interval. "
    "Rewards: Student's interval"
)


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
        kept = min(self.plan.replays, schedule.deals) * schedule.players
        return [replay_name(game, schedule.players) for game in range(kept)]

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
    told, results = tournament.summary.as_dict(), tournament.results
    agents = entrants_of(tournament.plan).agents
    game = entrants_of(tournament.plan).game
    return {
        "tournament": FORMAT,
        **tournament.provenance(),
        "scale": SCALE,
        "intervals": INTERVALS,
        "agents": [
            standing | {"plays_as": words_of(agent), "digest": agent_digest(agent, game)}
            for standing, agent in zip(told["standings"], agents, strict=True)
        ],
        "pairs": told["pairs"],
        "seats": told["seats"],
        "moves": told["moves"],
        "cut": told["cut"],
        "replays": {"folder": folder, "files": tournament.replays},
        "games": {
            "deal": results.deals.tolist(),
            "deal_seed": [f"{word:#018x}" for word in results.schedule.deal_words(results.games)],
            "agents_by_seat": results.seating.tolist(),
            "ranks": results.ranks.tolist(),
            "scores": results.scores.tolist(),
            "rewards": results.rewards.tolist(),
            "moves": results.moves.tolist(),
            "cut": results.cut.tolist(),
        },
    }


# --- tables ---------------------------------------------------------------------------------------

HEAD = (
    *("agent", "rating", "95 %", "games", "win share", "95 %", "reward"),
    *("score", "decisions", "ms/move"),
)


def standings(summary: Summary) -> Iterator[tuple[str, ...]]:
    """The rows under `HEAD`, the best rated first."""
    for one in summary.ranked:
        yield (
            one.name,
            f"{one.rating.value:.0f}",
            f"{one.rating.low:.0f} to {one.rating.high:.0f}",
            f"{one.games:,}",
            percent(one.win_share.value),
            reach(one.win_share.low, one.win_share.high),
            f"{one.mean_reward.value:+.3f}",
            f"{one.mean_score:.1f}",
            "-" if one.decisions_per_game is None else f"{one.decisions_per_game:.0f}",
            "-" if one.ms_per_move is None else f"{one.ms_per_move:.3g}",
        )


def told(tournament: Tournament, folder: str = "") -> str:
    """The standings for a terminal, and what else is worth a line.

    Files of agents are named as they lie in the folder, if one is given.
    """
    summary, results = tournament.summary, tournament.results
    rows = ((row[0].replace(folder, ""), *row[1:]) for row in standings(summary))
    seats = " · ".join(
        f"seat {seat.seat}: {percent(seat.win_share.value)}" for seat in summary.seats
    )
    notes = [
        f"deals of seed {results.schedule.seed} under the salt {results.schedule.salt:x}",
        f"{results.schedule.games:,} games, {length_of(summary)}; win share by {seats}",
        *(line.replace(folder, "") for line in close(summary)),
        f"ratings: {SCALE}",
    ]
    lines = [*screen.table(HEAD, list(rows), "<".ljust(len(HEAD), ">")), ""]
    for note in notes:
        lines += wrap(note, screen.width(), "  ")
    return "\n".join(lines)


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
    if pair.games_still_needed is None or pair.games_still_needed > 1e7:
        return "no number of games would do"
    return f"about {page.number(pair.games_still_needed)} more games would do"


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
