"""Trials at the tables of a plan, played by a crew: the same whoever plays them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from experiments.evaluation.evaluate import Part, Trial, parts_of, play_part
from experiments.execution.executor import Crew
from experiments.training.plan import TrainingPlan
from piracy_env.core.view import Agent

Meeting = tuple[str | Agent, str]
"""Who takes one seat, and who takes all others."""


def hold(
    plan: TrainingPlan, meetings: Sequence[Meeting], *, deals: int, seed: int, crew: Crew
) -> list[Trial]:
    """What comes of each meeting; its deals go to whoever of the crew is free."""
    parts = parts_of(deals)
    calls = [(plan, meeting, part, seed) for meeting in meetings for part in parts]
    found = crew.results(_play, calls)
    return [Trial.of(found[k : k + len(parts)]) for k in range(0, len(found), len(parts))]


def _play(plan: TrainingPlan, meeting: Meeting, deals: tuple[int, int], seed: int) -> Part:
    options: dict[str, Any] = {"players": plan.players, **plan.options}
    return play_part(plan.game, *meeting, deals=deals, seed=seed, **options)
