"""Evaluations at the tables of a plan, played by an executor: the same whoever plays them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from experiments.execution.executor import Executor
from experiments.training.plan import TrainingPlan
from piracy_env.core.view import Agent
from piracy_env.envs.evaluation import Evaluation, EvaluationPart, parts_of, play_part

Meeting = tuple[str | Agent, str]
"""Who takes one seat, and who takes all others."""


def hold(
    plan: TrainingPlan, meetings: Sequence[Meeting], *, deals: int, seed: int, executor: Executor
) -> list[Evaluation]:
    """What comes of each meeting; its deals go to whichever worker is free."""
    parts = parts_of(deals)
    calls = [(plan, meeting, part, seed) for meeting in meetings for part in parts]
    results = executor.results(_play, calls)
    return [Evaluation.of(results[k : k + len(parts)]) for k in range(0, len(results), len(parts))]


def _play(
    plan: TrainingPlan, meeting: Meeting, deals: tuple[int, int], seed: int
) -> EvaluationPart:
    paid = plan.settings.reward or None
    options: dict[str, Any] = {"players": plan.players, "reward": paid, **plan.options}
    return play_part(plan.game, *meeting, deals=deals, seed=seed, **options)
