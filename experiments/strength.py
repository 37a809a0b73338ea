"""What the agents of a game are worth: writes `experiments/results/strength_<game>.md`.

    python -m experiments.strength GAME [--deals N] [--search NAME] [--search-deals N]
        [--search-games N] [--seed N]

The game's best heuristic sits alone among uniform seats, then a searcher alone among best
heuristics, for every number of players; then all heuristics meet each other.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from experiments.reporting.page import heading, table
from experiments.tournament.contest import RunOptions, hold
from experiments.tournament.identity import agent_digest, plan_digest, words_of
from experiments.tournament.play import TournamentPlan
from experiments.tournament.report import (
    HEAD,
    INTERVALS,
    SCALE,
    Tournament,
    percent,
    reach,
    standings,
)
from experiments.tournament.schedule import CHALLENGE
from experiments.tournament.summary import Standing
from piracy_env.cli import choices
from piracy_env.cli.progress import announced
from piracy_env.core.game import Game
from piracy_env.envs.opponents import find_agent, known_agents
from piracy_env.errors import PiracyError
from piracy_env.registry import load

RESULTS = Path(__file__).parent / "results"
RUNS = Path(__file__).parent.parent / "runs" / "strength"
"""Where tournaments that were interrupted are gone on with."""

DEALS, SEARCH_DEALS = 300, 15
CROSS = 4
"""Times as many deals where all heuristics meet: any two of them share but a part of the tables."""
SEARCH = "mcts:1000+heuristic+uniform"
BEST = "heuristic"

DUEL, AMONG_UNIFORM, AMONG_HEURISTICS = 0.85, 2.2, 1.3
"""What a best heuristic should win of duels against uniform play; how many times its part of
larger tables; how many times its part a searcher should win among best heuristics."""


@dataclass(frozen=True)
class StrengthTest:
    """An agent alone among seats of another one, and the share of wins it should reach."""

    players: int
    challenger: Standing
    target: float
    games: int

    @property
    def verdict(self) -> str:
        """Whether it does, and whether the interval leaves a doubt."""
        share = self.challenger.win_share
        low, high = share.low or 0.0, share.high or 1.0
        if share.value >= self.target:
            return "reached" if low >= self.target else "reached, within the interval"
        return "missed, within the interval" if high >= self.target else "missed"


def main(argv: Sequence[str] | None = None) -> int:
    """Put the agents of a game to the test, and write the page."""
    args = _parser().parse_args(argv)
    try:
        game = choices.find_game(args.game)
        text = "\n".join(page(game, args))
    except PiracyError as error:
        print(f"strength: {error}", file=sys.stderr)
        return 2
    out = args.out or RESULTS / f"strength_{game.name}.md"
    out.write_text(text, encoding="utf-8")
    shutil.rmtree(RUNS / game.name, ignore_errors=True)
    print(text)
    return 0


def page(game: Game, args: argparse.Namespace) -> Iterator[str]:
    """The page of a game."""
    opening = list(_opening(game, args))
    against_uniform = [
        _strength_test(args, players, BEST, "uniform", args.deals, uniform_target(players))
        for players in game.seats
    ]
    against_best = [
        _strength_test(args, players, args.search, BEST, deals, AMONG_HEURISTICS / players)
        for players in game.seats
        if (deals := max(args.search_deals, -(-args.search_games // players)))
    ]
    yield from opening
    yield f"## `{BEST}` alone among uniform seats\n"
    yield from _told(against_uniform)
    if against_best:
        yield f"## `{args.search}` alone among seats of `{BEST}`\n"
        yield from _told(against_best)
    yield "## Heuristics among each other\n"
    for players in sorted({game.seats[0], game.default_seats}):
        plan = TournamentPlan(args.game, characters(game), players, CROSS * args.deals, args.seed)
        yield from cross_table(_held(plan))


def characters(game: Game) -> tuple[str, ...]:
    """All heuristics of a game."""
    return tuple(name for name in known_agents(game) if name.startswith(f"{BEST}:"))


def _opening(game: Game, args: argparse.Namespace) -> Iterator[str]:
    """Where the figures come from: told before the long work, which may outlast a commit."""
    searches = (args.search,) if args.search_deals or args.search_games else ()
    agents = {name: find_agent(name, game) for name in (*characters(game), *searches)}
    digests = ", ".join(f"{name} {agent_digest(agent, game)}" for name, agent in agents.items())
    yield f"# How strong the agents of {game.name} are\n"
    yield heading("experiments.strength", "choix")
    yield f"- game: version {game.version}, tables {game.tables.load(None).digest}"
    yield f"- seed: {args.seed}"
    yield f"- agents: `{BEST}` is {words_of(find_agent(BEST, game))}; digests: {digests}"
    yield f"- intervals: {INTERVALS}\n"
    yield "How to read this: [experiments](../README.md#tournaments).\n"


def uniform_target(players: int) -> float:
    """The share of wins that the best heuristic should take among uniform seats."""
    return DUEL if players == 2 else AMONG_UNIFORM / players


def _strength_test(
    args: argparse.Namespace, players: int, agent: str, rival: str, deals: int, target: float
) -> StrengthTest:
    """Hold a challenge from all seats."""
    plan = TournamentPlan(args.game, (agent, rival), players, deals, args.seed, CHALLENGE)
    tournament = _held(plan)
    found = StrengthTest(players, tournament.summary.standings[0], target, deals * players)
    print(
        f"{players} players, {agent}: {percent(found.challenger.win_share.value)}", file=sys.stderr
    )
    return found


def _held(plan: TournamentPlan) -> Tournament:
    """Hold a tournament, from where it was interrupted if it was."""
    journal = RUNS / load(plan.game).name / f"{plan_digest(plan)}.journal"
    return hold(plan, RunOptions(journal=journal))


def _told(tests: Sequence[StrengthTest]) -> Iterator[str]:
    head = ("players", "games", "wins", "95 %", "an equal part", "target", "")
    rows = [
        (
            *(str(test.players), f"{test.games:,}", percent(test.challenger.win_share.value)),
            reach(test.challenger.win_share.low, test.challenger.win_share.high),
            *(percent(1 / test.players), f"≥ {percent(test.target)}", test.verdict),
        )
        for test in tests
    ]
    yield table(head, rows) + "\n"
    times = [f"{test.challenger.ms_per_move:.3g}" for test in tests if _timed(test)]
    yield f"Milliseconds a decision, in the order of the rows: {', '.join(times)}.\n"


def _timed(test: StrengthTest) -> bool:
    return test.challenger.ms_per_move is not None


def cross_table(tournament: Tournament) -> Iterator[str]:
    """All against all: who is ahead of whom, and whether one is best against everybody."""
    summary, schedule = tournament.summary, tournament.results.schedule
    names = [one.name for one in summary.ranked]
    yield f"### {schedule.players} players\n"
    yield f"{schedule.deals:,} deals, {schedule.games:,} games. Ratings: {SCALE}.\n"
    yield table(HEAD, standings(summary)) + "\n"
    yield "How often the row is ahead of the column where both sit, a tie counted half:\n"
    rows = [
        [_character(name), *(_cell(tournament, name, rival) for rival in names)] for name in names
    ]
    yield table(("", *map(_character, names)), rows) + "\n"
    yield f"{verdict(tournament)}\n"


def _cell(tournament: Tournament, name: str, rival: str) -> str:
    pair = tournament.summary.pair(name, rival)
    if pair is None:
        return ""
    ahead = pair.ahead
    return f"{percent(ahead.value)} ({reach(ahead.low, ahead.high)})"


def verdict(tournament: Tournament) -> str:
    """Whether one agent beats all others, as far as the intervals tell."""
    summary = tournament.summary
    ahead: dict[str, list[str]] = {one.name: [] for one in summary.ranked}
    for pair in summary.pairs:
        if pair.ahead.low is not None and pair.ahead.low > 0.5:
            ahead[pair.agent].append(pair.rival)
    best = [name for name, beaten in ahead.items() if len(beaten) == len(ahead) - 1]
    if best:
        return f"{_character(best[0])} is surely ahead of every other one."
    lines = [
        f"- {_character(name)} of {', '.join(map(_character, beaten)) or 'none'}"
        for name, beaten in ahead.items()
    ]
    return "\n".join(["No one is surely ahead of every other one. Surely ahead is", "", *lines])


def _character(name: str) -> str:
    return name.partition(":")[2] or name


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.strength",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    choices.add_game(parser)
    parser.add_argument("--deals", type=choices.count, default=DEALS, metavar="N")
    parser.add_argument("--search", default=SEARCH, metavar="NAME", help=f"default: {SEARCH}")
    parser.add_argument(
        "--search-deals", type=choices.whole, default=SEARCH_DEALS, metavar="N", help="0: none"
    )
    parser.add_argument(
        "--search-games", type=choices.whole, default=0, metavar="N",
        help="more deals where they come to fewer games than so many",
    )  # fmt: skip
    parser.add_argument("--seed", type=choices.whole, default=0, metavar="N")
    parser.add_argument("--out", type=Path, metavar="FILE")
    return parser


if __name__ == "__main__":
    with announced():
        sys.exit(main())
