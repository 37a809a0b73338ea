"""A training run in a folder: learn, measure, keep the best, and go on after a break."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.vec_env import VecEnv

from experiments.equilibrium.tree import Tree
from experiments.equilibrium.values import gains_of
from experiments.execution.executor import Executor
from experiments.measuring.timed import TimedVecEnv
from experiments.reporting import machine
from experiments.training import board, evaluations
from experiments.training.folder import (
    BEGUN,
    BEST,
    LAST,
    LOG,
    MADE,
    PAID,
    PLAN,
    POOL,
    SPOILS,
    STATE,
    WEIGHTS,
    read_log,
    read_state,
    write_json,
    write_lines,
)
from experiments.training.lessons import given_at, tables_of
from experiments.training.plan import SELF, Budget, TrainingPlan
from piracy_agents.learning.demonstrations import DemonstrationBatch, Demonstrations, joined
from piracy_agents.learning.joined import JoinedVecEnv
from piracy_agents.learning.league import League
from piracy_agents.learning.ppo import Learner, falling, open_all_seats, open_tables
from piracy_agents.learning.values import ValueLearner, ValueSettings
from piracy_agents.network import Network
from piracy_agents.trained import Trained
from piracy_env.core.files import read_text, write_whole
from piracy_env.core.match import Answer
from piracy_env.core.rewards import are_rivals
from piracy_env.envs.evaluation import Evaluation
from piracy_env.envs.opponents import find_agent
from piracy_env.errors import CheckpointError, OptionError

AT_LAST = 4
"""Times as many deals as in a measurement decide between the best network and the newest."""

APART = 1_000_000_007
"""Between the seeds of lessons."""

PACKAGES = ("torch", "stable-baselines3", "sb3-contrib")
"""Other projects whose versions matter."""


def _unwatched(seconds: float, decisions: int) -> None:
    """Stands in where nobody wants to know."""


class Run:
    """A training in its folder. What the folder holds of the same plan is gone on from.

    Args:
        plan: What is asked for.
        folder: Where everything is kept.
        executor: Who plays the measurements; this process, if nobody else does.
    """

    def __init__(self, plan: TrainingPlan, folder: Path, executor: Executor | None = None) -> None:
        self.plan = plan
        self.folder = folder
        self.executor = executor or Executor()
        self.budget = Budget.parse(plan.budget)
        self.game = plan.load_game()
        for judge in plan.judges:
            if judge != SELF:
                find_agent(judge, self.game)
        self.judges = dict(_judges_of(plan))
        """Whom the learner is measured at a table of, and in which lesson, by the names of both."""
        self.league = self._found_league()
        self.given = given_at(plan.all_lessons, 0.0)
        """Numbers of the lessons that there are tables for."""
        env = TimedVecEnv(self._open_tables())
        most = max(plan.at(lesson).players for lesson in plan.all_lessons)
        self.learner = Learner(env, self.game, plan.settings, plan.seed, most)
        self.watch = _Watch(env, self.league)
        self.batches = 0
        """Batches of demonstrations so far: each as large as what an update plays, or larger."""
        self.taught = 0
        """A teacher's decisions learnt from."""
        self.demonstrations = self._open_demonstrations()
        self.seconds = 0.0
        self.until = 1.0
        """Share of the budget after which to stop."""
        self.best: float | None = None
        """The most that a network was paid on average among the judges."""
        self.settled = False
        """Whether the best network was chosen for good."""
        self.entries: list[dict[str, Any]] = []
        self.tree = self._open_tree()
        self.begun = self._adopt()
        """The network that was begun with, if there was one."""
        if self._claim():
            self._resume()
        if self.begun:
            self.begun.save(folder / BEGUN)

    def _found_league(self) -> League | None:
        """Whom the learner meets: nobody, in self-play."""
        plan = self.plan
        if plan.against == SELF:
            return None
        return League(
            self.game,
            plan.players,
            plan.anchors,
            mode=plan.against,
            folder=self.folder / POOL,
            seed=plan.seed,
        )

    def _open_tables(self) -> VecEnv:
        """The tables that are learnt at, those of all present lessons."""
        lessons = [self.plan.all_lessons[k] for k in self.given]
        counts = tables_of(lessons, self.plan.settings.tables)
        parts = [self._open(*both) for both in zip(self.given, counts, strict=True)]
        return parts[0] if len(parts) == 1 else JoinedVecEnv(parts)

    def _open(self, number: int, tables: int) -> VecEnv:
        """The tables of one lesson."""
        lesson = self.plan.all_lessons[number]
        plan = self.plan.at(lesson)
        settings = replace(plan.settings, tables=tables)
        seed = plan.seed + number * APART
        table_options = {"players": plan.players, "seed": seed, **plan.options}
        if self.league is None:
            return open_all_seats(self.game, settings, mates=lesson.mates, **table_options)
        company = self.league.at(plan.players)
        return open_tables(self.game, settings, opponents=company, **table_options)

    def _change_lessons(self) -> None:
        """Open the tables of the present lessons, if these are others than before."""
        given = given_at(self.plan.all_lessons, self.progress)
        if given == self.given:
            return
        self.given = given
        env = TimedVecEnv(self._open_tables())
        self.learner.move_to(env)
        self.watch.move_to(env)

    def _adopt(self) -> Network | None:
        """Begin with what a network knows, if the plan names one: after a break, the one kept."""
        if not self.plan.begin:
            return None
        goes_on = all((self.folder / name).exists() for name in (STATE, BEGUN))
        file = self.folder / BEGUN if goes_on else Path(self.plan.begin)
        network = Network.load(file, self.game)
        self.learner.adopt(network)
        return network

    def _open_tree(self) -> Tree | None:
        """The whole game, if it is to be known how far the network can be exploited."""
        plan = self.plan
        if not plan.exploitability:
            return None
        options = {"players": plan.players, "reward": plan.settings.reward, **plan.options}
        return Tree.of(self.game, **options)

    def _open_demonstrations(self) -> dict[int, Demonstrations]:
        """What the learner imitates at first, if it has a teacher, by the number of the lesson."""
        if not self.plan.demonstration_share:
            return {}
        plans = [self.plan.at(lesson) for lesson in self.plan.all_lessons]
        return {
            number: Demonstrations(
                self.game,
                plan.teacher,
                seed=plan.seed + number * APART,
                players=plan.players,
                reward=plan.settings.reward,
                threads=plan.settings.threads,
                **plan.options,
            )
            for number, plan in enumerate(plans)
        }

    # --- the loop ---------------------------------------------------------------------------------

    @property
    def progress(self) -> float:
        """How much of the budget is spent."""
        return self.budget.progress(self.seconds, self.decisions)

    @property
    def decisions(self) -> int:
        """Decisions learnt from: a teacher's, and own ones."""
        return self.taught + self.learner.decisions

    def train(
        self,
        report: Callable[[dict[str, Any]], None],
        step: Callable[[float, int], None] = _unwatched,
        until: float = 1.0,
    ) -> None:
        """Spend the budget.

        Args:
            report: Gets an entry of the log after each interval.
            step: Is told the seconds and decisions spent so far, many times an interval.
            until: Share of the budget after which to stop; rates fall as the whole is spent.
        """
        self.until = until
        self.learner.model.set_logger(self._open_board())
        while self.progress < until:
            start = time.perf_counter()
            self.watch.tell = self._teller(start, step)
            learn = (
                self._imitate if self.progress < self.plan.demonstration_share else self._practise
            )
            facts = learn(start)
            network = self.network()
            entry = self._measure(network, facts)
            self.seconds += time.perf_counter() - start
            entry["seconds"] = round(self.seconds, 3)
            self._keep(entry, network)
            report(entry)
        if self.progress >= 1.0:
            if not self.settled:
                self._settle()
            self._learn_values()

    def _open_board(self) -> Logger:
        competes = are_rivals(self.game, self.plan.players)
        return board.open_board(self.folder, list(self.judges), competes)

    def _settle(self) -> None:
        """Let the newest network have the last word, unless the best one is better on new deals.

        The best of many measurements owes much to luck.
        """
        networks = [Network.load(self.folder / name, self.game) for name in (BEST, LAST)]
        if self.plan.judges and networks[0].digest != networks[1].digest:
            old, new = (self._score(network) for network in networks)
            if new >= old:
                networks[1].save(self.folder / BEST)
        self.settled = True
        self._note_state()

    def _learn_values(self) -> None:
        """Learn what the best network's search asks for, by games among itself."""
        plan, path = self.plan, self.folder / BEST
        if not plan.values or not path.exists():
            return
        best = Network.load(path, self.game)
        if best.seat_values is None:
            settings = ValueSettings(games=plan.values)
            table_options = {"reward": plan.settings.reward, "threads": plan.settings.threads}
            table_options |= plan.options
            learner = ValueLearner(
                best, self.game, plan.players, settings, plan.seed, **table_options
            )
            learner.learn()
            learner.result().save(path)

    def _score(self, network: Network) -> float:
        """What it is paid among the judges, on more deals than any measurement before."""
        evaluations = self._judged(network, AT_LAST * self.plan.deals, self.plan.seed + 2_000_003)
        return float(np.mean([evaluation.paid.value for evaluation in evaluations]))

    def _judged(self, network: Network, deals: int, seed: int) -> list[Evaluation]:
        """What comes of the network at a table of each judge."""
        player = Trained(network.precise(), self.game, "the learner")
        tables = [(there, (player, judge)) for judge, there in self.judges.values()]
        return evaluations.hold_all(tables, deals=deals, seed=seed, executor=self.executor)

    def _teller(self, start: float, step: Callable[[float, int], None]) -> Callable[[], None]:
        """Tells how far the training is in the interval that began at `start`."""
        return lambda: step(self.seconds + time.perf_counter() - start, self.decisions)

    def _imitate(self, start: float) -> dict[str, float]:
        """Imitate for an interval, or for what is left of that part of the budget."""
        share = min(self.plan.demonstration_share, self.until)
        deadline = start + (self.budget.seconds * share or np.inf) - self.seconds
        for _ in range(self._updates(share)):
            if self.progress >= share or time.perf_counter() >= deadline:
                break
            rate = self.plan.settings.demonstration_rate * falling(
                self.progress / self.plan.demonstration_share
            )
            batch = self._demonstrated()
            losses = self.learner.imitate(batch, rate)
            self.batches += 1
            self.taught += len(batch.action)
            self.watch.tell()
            for name, value in losses.items():
                self.learner.model.logger.record(f"train/{name}", value)
        return {}

    def _demonstrated(self) -> DemonstrationBatch:
        """The next batch of demonstrations, of all present lessons by their shares."""
        given = given_at(self.plan.all_lessons, self.progress)
        counts = tables_of([self.plan.all_lessons[k] for k in given], self.learner.batch)
        parts = [
            self.demonstrations[k].batch(self.batches, count)
            for k, count in zip(given, counts, strict=True)
        ]
        return joined(parts, np.random.default_rng([self.plan.seed, self.batches]))

    def _practise(self, start: float) -> dict[str, float]:
        """Play and learn for an interval, or for what is left of the budget."""
        self._change_lessons()
        share = self.plan.demonstration_share
        self.learner.progress = (self.progress - share) / (1.0 - share)
        if self.league is not None:
            if self.plan.against == "league":
                self.league.admit(self.network())
            self.league.refresh()
        self.watch.deadline = start + (self.budget.seconds * self.until or np.inf) - self.seconds
        self.learner.learn(self._updates(self.until), self.watch)
        return self.watch.facts()

    def _updates(self, share: float) -> int:
        """Updates of the next interval: no more than a share of the budget has decisions for."""
        if not self.budget.decisions:
            return self.plan.interval
        unspent = share * self.budget.decisions - self.decisions
        return min(self.plan.interval, math.ceil(unspent / self.learner.batch))

    def _tables(self) -> dict[str, str]:
        """The digest of the component tables, where they are not the shipped ones."""
        given = self.plan.options.get("tables")
        return {"tables": self.game.tables.load(given).digest} if given else {}

    def network(self) -> Network:
        """What has been learnt so far."""
        plan = self.plan
        return self.learner.network(
            players=plan.players,
            options=dict(plan.options),
            **self._tables(),
            seed=plan.seed,
            decisions=self.decisions,
            against=plan.against,
            teacher=plan.teacher,
            **({"begun": self.begun.digest} if self.begun else {}),
        )

    def _measure(self, network: Network, facts: Mapping[str, float]) -> dict[str, Any]:
        """How the learner fares against each judge, beside what is known of the interval."""
        start = time.perf_counter()
        evaluations = self._judged(network, self.plan.deals, self.plan.seed + 1_000_003)
        results = dict(zip(self.judges, evaluations, strict=True))
        logger = self.learner.model.logger
        losses = {
            name.removeprefix("train/"): round(float(value), 5)
            for name, value in logger.name_to_value.items()
            if name.startswith("train/") and math.isfinite(value)
        }
        entry = {
            "decisions": self.decisions,
            "rivals": are_rivals(self.game, self.plan.players),
            "judges": {judge: _measured(evaluation) for judge, evaluation in results.items()},
            "measured_in": round(time.perf_counter() - start, 2),
            "play": facts,
            "train": losses,
            "beaten": self._rivals(),
        }
        if self.tree is not None:
            entry["exploitability"] = gains_of(network, self.tree)
        board.record(logger, entry)
        logger.dump(self.decisions)
        return entry

    def _rivals(self) -> dict[str, float]:
        """How often the learner is paid more than each anchor, and than its past selves.

        Where nobody wins what others lose: how often a game with them is a success.
        """
        league = self.league
        if league is None:
            return {}
        anchors = dict(zip(league.names, league.beaten[: league.anchors], strict=False))
        selves = league.beaten[league.anchors :]
        rates = anchors | ({"past selves": float(np.mean(selves))} if selves else {})
        return {name: round(rate, 3) for name, rate in rates.items()}

    # --- the folder -------------------------------------------------------------------------------

    def _claim(self) -> bool:
        """Take the folder, but for what another plan has learnt there; whether to go on from it."""
        path, made = self.folder / PLAN, self.folder / MADE
        text = json.dumps(self.plan.as_dict(), indent=1, sort_keys=True)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            there = read_text(path, OptionError).strip() if path.exists() else ""
            is_another = there not in ("", text)
            if is_another and (self.folder / STATE).exists():
                raise OptionError(
                    f"{self.folder} holds a training with another plan (see {path}): "
                    "name another folder, or remove this one"
                )
            if there != text:
                write_whole(path, text + "\n")
            if is_another or not made.exists():
                write_json(made, machine.facts("experiments.train", *PACKAGES))
        except OSError as error:
            raise OptionError(f"{self.folder} cannot be written to: {error.strerror}") from None
        return (self.folder / STATE).exists()

    def _keep(self, entry: dict[str, Any], network: Network) -> None:
        """Put the interval on file: a kill from now on loses nothing before this point."""
        network.save(self.folder / LAST)
        score = float(np.mean([figures["payment"] for figures in entry["judges"].values()]))
        if self.plan.judges and (self.best is None or score > self.best):
            self.best = score
            network.save(self.folder / BEST)
        self.entries.append(entry)
        self.learner.save(self.folder / WEIGHTS)
        self._note_state()
        with (self.folder / LOG).open("a", encoding="utf-8") as log:
            log.write(json.dumps(entry) + "\n")

    def _note_state(self) -> None:
        write_json(
            self.folder / STATE,
            {
                "seconds": self.seconds,
                "best": self.best,
                "entries": len(self.entries),
                "batches": self.batches,
                "taught": self.taught,
                "league": self.league.to_dict() if self.league else {},
                "settled": self.settled,
            },
        )

    def _resume(self) -> None:
        try:
            kept = read_state(self.folder)
            entries = read_log(self.folder, kept["entries"])
            if self.league is not None:
                self.league.restore(kept["league"])
            self.learner.restore(self.folder / WEIGHTS)
        except CheckpointError as error:
            raise CheckpointError(f"{self.folder}: training cannot go on: {error}") from error
        self.entries = entries
        self.seconds, self.best = kept["seconds"], kept["best"]
        self.batches, self.taught = kept["batches"], kept["taught"]
        self.settled = kept["settled"]
        write_lines(self.folder / LOG, [json.dumps(entry) for entry in self.entries])


def _measured(evaluation: Evaluation) -> dict[str, float]:
    """What a log tells of a judge."""
    paid = evaluation.paid
    low, high = paid.bounds
    return {
        **dict(zip(PAID, (paid.value, low, high), strict=True)),
        "share": evaluation.share,
        "low": evaluation.low,
        "high": evaluation.high,
        "length": evaluation.length,
        **({} if evaluation.spoils is None else {SPOILS: evaluation.spoils.value}),
    }


def _judges_of(plan: TrainingPlan) -> Iterator[tuple[str, tuple[str, TrainingPlan]]]:
    """Each judge in each lesson that lasts: a name for both, the judge, and the plan there."""
    for lesson in plan.all_lessons:
        if lesson.ends == 1.0:
            for judge in plan.judges:
                name = f"{judge}, {lesson.name}" if lesson.name else judge
                yield name, (judge, plan.at(lesson))


class _Watch(BaseCallback):  # type: ignore[misc] # untyped without its package
    """Watches a learner at its tables: finished games, choices, and where the time goes."""

    def __init__(self, env: TimedVecEnv, league: League | None) -> None:
        super().__init__()
        self.league = league
        self.opponents = 0.0
        """Seconds that opponents have thought."""
        self.move_to(env)
        self.deadline = np.inf
        """When the time is up: what has been played since the last update is left."""
        self.tell: Callable[[], None] = lambda: None
        """Is called after each step."""
        self._begin()

    def move_to(self, env: TimedVecEnv) -> None:
        """Watch these tables from now on."""
        self.env, self._table = env, env.table
        env.table.listen(self._hear)

    def _begin(self) -> None:
        self._start = time.perf_counter()
        self._environment, self._opponents = self.env.seconds, self.opponents
        self._decisions = self._choices = 0
        self._moves: list[int] = []

    def _on_training_start(self) -> None:
        self._begin()

    def _on_step(self) -> bool:
        mask = self._table.action_mask
        self._decisions += len(mask)
        self._choices += int(mask.sum())
        for info in self.locals["infos"]:
            if "episode" in info:
                self._moves.append(info["episode"]["l"])
            if self.league is not None and "payments" in info:
                self.league.note(info)
        self.tell()
        return time.perf_counter() < self.deadline

    def _hear(self, answer: Answer) -> None:
        self.opponents += answer.seconds

    def facts(self) -> dict[str, float]:
        """Decisions a second, shares of the time, games, own decisions a game, legal actions."""
        elapsed = time.perf_counter() - self._start
        opponents = self.opponents - self._opponents
        inside = self.env.seconds - self._environment
        return {
            "decisions_per_second": round(self._decisions / elapsed, 1),
            "share_policy": round(1.0 - inside / elapsed, 4),
            "share_environment": round((inside - opponents) / elapsed, 4),
            "share_opponents": round(opponents / elapsed, 4),
            "games": len(self._moves),
            "own_decisions_per_game": round(float(np.mean(self._moves or [0])), 2),
            "legal_actions": round(self._choices / max(self._decisions, 1), 2),
        }
