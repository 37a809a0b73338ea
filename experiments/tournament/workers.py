"""Spreads the deals of a tournament over processes: of this machine, or of a Ray cluster."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

from experiments.tournament.play import Plan, Played, entrants_of, play_deals, schedule_of
from piracy_env.errors import MissingExtraError

LOCAL, RAY = "local", "ray"
BACKENDS = (LOCAL, RAY)

Deals = tuple[int, int]
"""The first deal of a piece of work, and the one after its last."""

COMPILED_GAMES, ASKED_GAMES = 1024, 64
"""Games of a piece of work, where all agents sit in the engine and where some are asked."""


def pieces(
    plan: Plan, done: Iterable[Played], workers: int, games: int | None = None
) -> list[Deals]:
    """Cut the deals that are still to be played into pieces of at most so many games."""
    schedule = schedule_of(plan)
    played = set(itertools.chain.from_iterable(range(one.first, one.last) for one in done))
    if games is None:
        entrants = entrants_of(plan)
        games = COMPILED_GAMES if len(entrants.compiled) == schedule.agents else ASKED_GAMES
        games = min(games, -(-schedule.games // (2 * workers)))
    size = max(1, games // schedule.players)
    found: list[Deals] = []
    for deal in range(schedule.deals):
        if deal in played:
            continue
        if found and found[-1][1] == deal and deal - found[-1][0] < size:
            found[-1] = (found[-1][0], deal + 1)
        else:
            found.append((deal, deal + 1))
    return found


def play_pieces(
    plan: Plan, work: list[Deals], workers: int = 1, backend: str = LOCAL
) -> Iterator[Played]:
    """Play pieces of a tournament, and tell of each as soon as it is known."""
    if work and (workers == 1 and backend == LOCAL):
        yield from (play_deals(plan, *deals) for deals in work)
        return
    if not work:
        return
    yield play_deals(plan, *work[0])  # compiles here what the others then find on disk
    yield from _spread(plan, work[1:], workers, backend)


def _spread(plan: Plan, work: list[Deals], workers: int, backend: str) -> Iterator[Played]:
    joblib = _joblib(backend)
    play = joblib.delayed(play_deals)
    if backend == LOCAL:
        parallel = joblib.Parallel(workers, backend="loky", return_as="generator_unordered")
        yield from parallel(play(plan, *deals) for deals in work)
        return
    wave = 2 * workers  # Ray's backend answers when all that it was given is done
    with joblib.Parallel(workers, backend="ray") as parallel:
        for start in range(0, len(work), wave):
            yield from parallel(play(plan, *deals) for deals in work[start : start + wave])


def _joblib(backend: str) -> Any:
    try:
        import joblib

        if backend == RAY:
            from ray.util.joblib import register_ray

            register: Any = register_ray
            register()
    except ImportError as error:
        extra = "ray" if backend == RAY else "tournament"
        raise MissingExtraError(
            f"{backend} workers need the extra `{extra}`: pip install -e .[{extra}] ({error})"
        ) from None
    return joblib
