"""The agents that are shipped, rated in every game: writes `experiments/leaderboard.md`.

    python -m experiments.leaderboard [GAME ...] [--deals N] [--search NAME] [--seed N]

Games that are not named keep what stands of them on the page. An interrupted run goes on where it
stopped, as long as the agents are the same.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from experiments.execution.command import command
from experiments.reporting.page import heading, table
from experiments.reporting.page import sections as page_sections
from experiments.tournament.contest import RunOptions, hold
from experiments.tournament.identity import agent_digest, plan_digest
from experiments.tournament.play import TournamentPlan, entrants_of
from experiments.tournament.report import (
    CREW_HEAD,
    INTERVALS,
    REACHED,
    SCALE,
    Tournament,
    by_seat,
    close,
    crews,
    ends_of,
    head,
    length_of,
    standings,
)
from experiments.tournament.schedule import ALIKE
from piracy_env import list_games
from piracy_env.cli import choices
from piracy_env.core.game import Game
from piracy_env.core.rewards import are_rivals
from piracy_env.envs.opponents import known_agents
from piracy_env.registry import load

PAGE = Path(__file__).with_name("leaderboard.md")
RUNS = Path(__file__).parent.parent / "runs" / "leaderboard"
"""Where tournaments that were interrupted are gone on with."""
DEALS = 40
SEARCH = "mcts:200+heuristic+uniform"
SEARCHERS = ("flat", "mcts")
"""Kinds of agents of which the page shows one only: they cost a thousand times the others."""

OPENING = f"""\
# Leaderboard

The agents that are shipped, in every game with its usual number of seats. All meet all, and every
deal is played from every seat: [how tournaments are held](README.md#tournaments).

- ratings: {SCALE}
- intervals: {INTERVALS}
- what a seat is paid for a game comes first; where nobody wins what others lose there are neither
  ratings nor wins, but successes: {REACHED}
- crews meet twice: at mixed tables, which tell what an agent gets among mates of all kinds, and
  each agent with a crew of its own on the same deals, which tells what such a crew comes to
- a win that several seats share is split; decisions are those with a choice, in a game
- tables are mixed: a rating tells how an agent fares among all of them together. What it wins alone
  among seats of *one* other agent is another question, and may have another answer, as whoever is
  at the table decides what pays: [strong players](results/values.md), pages `strength_<game>.md`
"""


@command(after_break="the same command goes on where it stopped")
def main(argv: Sequence[str] | None = None) -> None:
    """Rate the agents of all games, or of those named, and write the page."""
    args = _parser().parse_args(argv)
    sections = page_sections(PAGE)
    for name in args.games or list_games():
        game = load(name)
        agents = shipped_agents(game, args.search)
        plan = TournamentPlan(name, agents, deals=args.deals, seed=args.seed)
        journals = [RUNS / f"{plan_digest(one)}.journal" for one in plans_of(plan)]
        held = [
            hold(one, RunOptions(journal=journal))
            for one, journal in zip(plans_of(plan), journals, strict=True)
        ]
        sections[name] = "\n".join(section(*held))
        print(sections[name], flush=True)
        known = [sections[game] for game in list_games() if game in sections]
        PAGE.write_text("\n".join([OPENING, *known]), encoding="utf-8")
        for journal in journals:
            journal.unlink()


def shipped_agents(game: Game, search: str = SEARCH) -> tuple[str, ...]:
    """Every agent that is there for a game, and one searcher, if there is any."""
    known = known_agents(game)
    others = [name for name in known if name.partition(":")[0] not in SEARCHERS]
    searches = len(known) > len(others) and search
    return (*others, search) if searches else tuple(others)


def plans_of(plan: TournamentPlan) -> list[TournamentPlan]:
    """Mixed tables; where mates sit there, crews of each agent too."""
    game = load(plan.game)
    players = game.choose(plan.players).players
    has_mates = players > 1 and not are_rivals(game, players)
    return [plan, replace(plan, meeting=ALIKE)] if has_mates else [plan]


def section(tournament: Tournament, alike: Tournament | None = None) -> Iterator[str]:
    """What stands on the page of one game."""
    facts, summary = tournament.provenance(), tournament.summary
    entrants = entrants_of(tournament.plan)
    yield f"## {tournament.plan.game}\n"
    yield heading("experiments.leaderboard", "choix")
    yield f"- game: version {facts['version']}, tables {facts['tables']}"
    yield f"- seats: {facts['players']}, deals {facts['deals']}, seed {facts['seed']}"
    yield f"- results: {facts['results']}\n"
    yield table(head(summary), standings(summary)) + "\n"
    words = f"{length_of(summary)}; {by_seat(summary)}"
    yield f"{words.capitalize()}. Ends: {ends_of(summary)}.\n"
    yield from (f"{line[0].upper()}{line[1:]}.\n" for line in close(summary))
    if alike is not None:
        yield f"Crews of one agent, {alike.results.schedule.deals} deals:\n"
        yield table(CREW_HEAD, crews(alike.summary.crews)) + "\n"
    digests = (
        f"{name} {agent_digest(agent, entrants.game)}"
        for name, agent in zip(entrants.names, entrants.agents, strict=True)
    )
    yield f"Digests of the agents: {', '.join(digests)}.\n"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.leaderboard",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all of them")
    parser.add_argument("--deals", type=choices.count, default=DEALS, metavar="N")
    parser.add_argument("--seed", type=choices.whole, default=0, metavar="N")
    parser.add_argument("--search", default=SEARCH, metavar="NAME", help=f"default: {SEARCH}")
    return parser


if __name__ == "__main__":
    sys.exit(main())
