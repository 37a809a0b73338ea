"""What the agents of a game are worth: writes `experiments/results/strength_<game>.md`.

    python -m experiments.strength GAME [--deals N] [--search NAME] [--search-deals N]
        [--search-games N] [--seed N] [--preset NAME] [-o NAME=VALUE] [--tables FILE]

The game's best heuristic sits alone among uniform seats, then a searcher alone among best
heuristics, for every number of players; then all heuristics meet each other. Where nobody wins what
others lose, each of them has all seats instead, and what it is paid is set beside uniform play.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from experiments.execution.command import command
from experiments.reporting.page import heading, table
from experiments.tournament.contest import RunOptions, hold
from experiments.tournament.identity import agent_digest, plan_digest, words_of
from experiments.tournament.play import TournamentPlan
from experiments.tournament.report import (
    INTERVALS,
    SCALE,
    Tournament,
    head,
    paid_reach,
    percent,
    reach_of,
    share_of,
    standings,
)
from experiments.tournament.schedule import ALIKE, CHALLENGE, TournamentError
from experiments.tournament.summary import Pair, Standing
from piracy_env.cli import choices
from piracy_env.core.game import Game
from piracy_env.core.rewards import are_rivals
from piracy_env.envs.opponents import find_agent, known_agents
from piracy_env.registry import load

RESULTS = Path(__file__).parent / "results"
RUNS = Path(__file__).parent.parent / "runs" / "strength"
"""Where tournaments that were interrupted are gone on with."""

DEALS, SEARCH_DEALS = 300, 15
CROSS = 4
"""Times as many deals where all heuristics meet: any two of them share but a part of the tables."""
SEARCH, UNADVISED = "mcts:1000+heuristic+uniform", "mcts:1000"
"""With the game's heuristic, and where it has none."""
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
        assert share is not None, "rivals play"
        low, high = share.low or 0.0, share.high or 1.0
        if share.value >= self.target:
            return "reached" if low >= self.target else "reached, within the interval"
        return "missed, within the interval" if high >= self.target else "missed"


@command()
def main(argv: Sequence[str] | None = None) -> None:
    """Put the agents of a game to the test, and write the page."""
    args = _parser().parse_args(argv)
    game = choices.find_game(args.game)
    args.variant = tuple(sorted(choices.variant(args, game).items()))
    text = "\n".join(page(game, args))
    out = args.out or RESULTS / f"strength_{game.name}.md"
    out.write_text(text, encoding="utf-8")
    shutil.rmtree(RUNS / game.name, ignore_errors=True)
    print(text)


def page(game: Game, args: argparse.Namespace) -> Iterator[str]:
    """The page of a game: what its agents win of rivals, what they are paid elsewhere."""
    opening = list(_opening(game, args))
    competing = [players for players in game.seats if are_rivals(game, players)]
    others = [players for players in game.seats if players not in competing]
    against_uniform = [
        _strength_test(args, players, BEST, "uniform", args.deals, uniform_target(players))
        for players in competing
    ]
    against_best = [
        _strength_test(args, players, args.search, BEST, deals, AMONG_HEURISTICS / players)
        for players in competing
        if (deals := max(args.search_deals, -(-args.search_games // players)))
    ]
    crews = [_crew_test(game, args, players) for players in others]
    yield from opening
    if against_uniform:
        yield f"## `{BEST}` alone among uniform seats\n"
        yield from _challenges_section(against_uniform)
    if against_best:
        yield f"## `{args.search}` alone among seats of `{BEST}`\n"
        yield from _challenges_section(against_best)
    if crews:
        yield from _crews_section(crews)
    among = sorted({game.seats[0], game.default_seats}) if len(characters(game)) > 1 else []
    if among:
        yield "## Heuristics among each other\n"
    for players in among:
        deals = CROSS * args.deals
        plan = TournamentPlan(
            args.game, characters(game), players, deals, args.seed, options=args.variant
        )
        yield from cross_table(_held(plan))


def _crew_test(game: Game, args: argparse.Namespace, players: int) -> Tournament:
    """Let each agent have all seats, in the same deals: uniform, the best heuristic, a search."""
    deals = args.deals
    agents = ["uniform", *([BEST] if characters(game) else [])]
    wanted = max(args.search_deals, -(-args.search_games // players))
    if wanted:
        agents.append(_search(game, args))
        deals = min(deals, wanted)
    tournament = _held(
        TournamentPlan(
            args.game, tuple(agents), players, deals, args.seed, ALIKE, options=args.variant
        )
    )
    for standing in tournament.summary.ranked:
        print(
            f"{players} players, {standing.name}: {standing.mean_reward.value:+.3f}",
            file=sys.stderr,
        )
    return tournament


def _search(game: Game, args: argparse.Namespace) -> str:
    """The search that is put to the test: one without advice, if nobody is there to give it."""
    search = str(args.search)
    return search if characters(game) or search != SEARCH else UNADVISED


def _crews_section(held: Sequence[Tournament]) -> Iterator[str]:
    """What crews of one agent are paid, and whether each is surely paid more than uniform play."""
    yield "## Crews of one agent, in the same deals\n"
    yield (
        "Nobody wins what others lose: what counts is the reward. It should surely be more than "
        "that of uniform play in the same deals.\n"
    )
    columns = ("players", "deals", *head(held[0].summary), "more than uniform", "95 %", "")
    rows = [
        (
            str(tournament.results.schedule.players),
            f"{tournament.results.schedule.deals:,}",
            *row,
            *more,
        )
        for tournament in held
        for row in standings(tournament.summary)
        for more in (_more(tournament, row[0]),)
    ]
    yield from _by_columns(columns, rows, held)


def _by_columns(
    columns: tuple[str, ...], rows: Sequence[tuple[str, ...]], held: Sequence[Tournament]
) -> Iterator[str]:
    """One table if all tournaments have the same columns, else one each."""
    heads = {head(tournament.summary) for tournament in held}
    if len(heads) == 1:
        yield table(columns, rows) + "\n"
        return
    for tournament in held:
        own = ("players", "deals", *head(tournament.summary), *columns[-3:])
        players = str(tournament.results.schedule.players)
        yield table(own, [row for row in rows if row[0] == players]) + "\n"


def _more(held: Tournament, agent: str) -> tuple[str, str, str]:
    """What an agent is paid more than uniform play, and the verdict."""
    pair = held.summary.pair(agent, "uniform")
    if pair is None:
        return "-", "-", ""
    difference = pair.difference
    low, high = difference.low or 0.0, difference.high or 0.0
    verdict = "reached" if low > 0 else "missed, within the interval" if high > 0 else "missed"
    return f"{difference.value:+.3f}", paid_reach(difference), verdict


def characters(game: Game) -> tuple[str, ...]:
    """All heuristics of a game."""
    return tuple(name for name in known_agents(game) if name.startswith(f"{BEST}:"))


def _opening(game: Game, args: argparse.Namespace) -> Iterator[str]:
    """Where the figures come from: told before the long work, which may outlast a commit."""
    searches = (_search(game, args),) if args.search_deals or args.search_games else ()
    agents = {name: find_agent(name, game) for name in (*characters(game), *searches)}
    best = [f"`{BEST}` is {words_of(find_agent(BEST, game))}; "] if characters(game) else []
    digests = ", ".join(f"{name} {agent_digest(agent, game)}" for name, agent in agents.items())
    yield f"# How strong the agents of {game.name} are\n"
    yield heading("experiments.strength", "choix")
    given = dict(args.variant)
    tables = game.tables.load(given.get("tables")).digest
    yield f"- game: version {game.version}, tables {tables}"
    if given:
        yield f"- variant:{choices.written_variant(given)}"
    yield f"- seed: {args.seed}"
    yield f"- agents: {''.join(best)}digests: {digests or 'none'}"
    yield f"- intervals: {INTERVALS}\n"
    yield "How to read this: [experiments](../README.md#tournaments).\n"


def uniform_target(players: int) -> float:
    """The share of wins that the best heuristic should take among uniform seats."""
    if players < 2:
        raise TournamentError("one seat has nobody to win from")
    return DUEL if players == 2 else AMONG_UNIFORM / players


def _strength_test(
    args: argparse.Namespace, players: int, agent: str, rival: str, deals: int, target: float
) -> StrengthTest:
    """Hold a challenge from all seats."""
    plan = TournamentPlan(
        args.game, (agent, rival), players, deals, args.seed, CHALLENGE, options=args.variant
    )
    tournament = _held(plan)
    test = StrengthTest(players, tournament.summary.standings[0], target, deals * players)
    print(f"{players} players, {agent}: {share_of(test.challenger.win_share)}", file=sys.stderr)
    return test


def _held(plan: TournamentPlan) -> Tournament:
    """Hold a tournament, from where it was interrupted if it was."""
    journal = RUNS / load(plan.game).name / f"{plan_digest(plan)}.journal"
    return hold(plan, RunOptions(journal=journal))


def _challenges_section(tests: Sequence[StrengthTest]) -> Iterator[str]:
    columns = ("players", "games", "wins", "95 %", "an equal part", "target", "")
    rows = [
        (
            *(str(test.players), f"{test.games:,}", share_of(test.challenger.win_share)),
            reach_of(test.challenger.win_share),
            *(percent(1 / test.players), f"≥ {percent(test.target)}", test.verdict),
        )
        for test in tests
    ]
    yield table(columns, rows) + "\n"
    times = [f"{test.challenger.ms_per_move:.3g}" for test in tests if _timed(test)]
    yield f"Milliseconds a decision, in the order of the rows: {', '.join(times)}.\n"


def _timed(test: StrengthTest) -> bool:
    return test.challenger.ms_per_move is not None


def cross_table(tournament: Tournament) -> Iterator[str]:
    """All against all: who is ahead of whom, and whether one is best against everybody."""
    summary, schedule = tournament.summary, tournament.results.schedule
    names = [standing.name for standing in summary.ranked]
    yield f"### {schedule.players} players\n"
    played = f"{schedule.deals:,} deals, {schedule.games:,} games."
    yield f"{played} Ratings: {SCALE}.\n" if summary.are_rivals else f"{played}\n"
    yield table(head(summary), standings(summary)) + "\n"
    yield (
        "How often the row is ahead of the column where both sit, a tie counted half:\n"
        if summary.are_rivals
        else "What the row is paid more than the column in the deals that both have played:\n"
    )
    rows = [
        [_character(name), *(_cell(tournament, name, rival) for rival in names)] for name in names
    ]
    yield table(("", *map(_character, names)), rows) + "\n"
    yield f"{verdict(tournament)}\n"


def _cell(tournament: Tournament, name: str, rival: str) -> str:
    pair = tournament.summary.pair(name, rival)
    if pair is None:
        return ""
    if pair.ahead is None:
        return f"{pair.difference.value:+.3f} ({paid_reach(pair.difference)})"
    return f"{share_of(pair.ahead)} ({reach_of(pair.ahead)})"


def verdict(tournament: Tournament) -> str:
    """Whether one agent beats all others, as far as the intervals tell."""
    summary = tournament.summary
    ahead: dict[str, list[str]] = {standing.name: [] for standing in summary.ranked}
    for pair in summary.pairs:
        if _is_surely_ahead(pair):
            ahead[pair.agent].append(pair.rival)
    best = [name for name, beaten in ahead.items() if len(beaten) == len(ahead) - 1]
    if best:
        return f"{_character(best[0])} is surely ahead of every other one."
    lines = [
        f"- {_character(name)} of {', '.join(map(_character, beaten)) or 'none'}"
        for name, beaten in ahead.items()
    ]
    return "\n".join(["No one is surely ahead of every other one. Surely ahead is", "", *lines])


def _is_surely_ahead(pair: Pair) -> bool:
    """By places among rivals, else by what is paid."""
    bound = pair.difference.low if pair.ahead is None else pair.ahead.low
    return bound is not None and bound > (0.0 if pair.ahead is None else 0.5)


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
    choices.add_variant(parser)
    parser.add_argument("--out", type=Path, metavar="FILE")
    return parser


if __name__ == "__main__":
    sys.exit(main())
