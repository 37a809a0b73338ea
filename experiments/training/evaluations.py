"""Evaluations at the tables of a plan, played by an executor: the same whoever plays them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from experiments.execution.executor import Executor
from experiments.measuring.crew import play_crew
from experiments.training.plan import SELF, TrainingPlan
from piracy_env.core.view import Agent
from piracy_env.envs.evaluation import Evaluation, EvaluationPart, parts_of, play_part

Meeting = tuple[str | Agent, str | Agent]
"""Who takes one seat, and who takes all others; `self`: the same one."""


def hold(
    plan: TrainingPlan, meetings: Sequence[Meeting], *, deals: int, seed: int, executor: Executor
) -> list[Evaluation]:
    """What comes of each meeting; its deals go to whichever worker is free."""
    tables = [(plan, meeting) for meeting in meetings]
    return hold_all(tables, deals=deals, seed=seed, executor=executor)


def hold_all(
    tables: Sequence[tuple[TrainingPlan, Meeting]], *, deals: int, seed: int, executor: Executor
) -> list[Evaluation]:
    """The same where each meeting has tables of its own."""
    parts = parts_of(deals)
    calls = [(*table, part, seed) for table in tables for part in parts]
    results = executor.results(_play, calls)
    return [Evaluation.of(results[k : k + len(parts)]) for k in range(0, len(results), len(parts))]


def _play(
    plan: TrainingPlan, meeting: Meeting, deals: tuple[int, int], seed: int
) -> EvaluationPart:
    paid = plan.settings.reward or None
    options: dict[str, Any] = {"players": plan.players, "reward": paid, **plan.options}
    if meeting[1] == SELF:  # from every seat it would be the same game
        return play_crew(meeting[0], plan.game, deals=deals, seed=seed, **options).part
    return play_part(plan.game, *meeting, deals=deals, seed=seed, **options)
