"""Cuts the deals of a tournament into pieces, and lets workers play them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from experiments.execution.executor import LOCAL, Executor
from experiments.tournament.play import Played, TournamentPlan, entrants_of, play_deals, schedule_of

Deals = tuple[int, int]
"""The first deal of a piece of work, and the one after its last."""

COMPILED_GAMES, INTERPRETED_GAMES = 1024, 64
"""Games of a piece of work, where all agents sit in the engine and where some are asked."""


def pieces(
    plan: TournamentPlan, done: Iterable[Played], workers: int, games: int | None = None
) -> list[Deals]:
    """Cut the deals that are still to be played into pieces of at most so many games."""
    schedule = schedule_of(plan)
    played = set(itertools.chain.from_iterable(range(part.first, part.last) for part in done))
    if games is None:
        entrants = entrants_of(plan)
        games = COMPILED_GAMES if len(entrants.compiled) == schedule.agents else INTERPRETED_GAMES
        games = min(games, -(-schedule.games // (2 * workers)))
    size = max(1, games // schedule.games_a_deal)
    cuts: list[Deals] = []
    for deal in range(schedule.deals):
        if deal in played:
            continue
        if cuts and cuts[-1][1] == deal and deal - cuts[-1][0] < size:
            cuts[-1] = (cuts[-1][0], deal + 1)
        else:
            cuts.append((deal, deal + 1))
    return cuts


def play_pieces(
    plan: TournamentPlan, work: list[Deals], workers: int = 1, backend: str = LOCAL
) -> Iterator[Played]:
    """Play pieces of a tournament, and tell of each as soon as it is known."""
    if not work:
        return
    with Executor(workers, backend) as executor:
        if executor.alone:
            yield from (play_deals(plan, *deals) for deals in work)
            return
        yield play_deals(plan, *work[0])  # compiles here what the others then find on disk
        yield from executor.as_known(play_deals, [(plan, *deals) for deals in work[1:]])
