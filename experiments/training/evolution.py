"""Trains several networks side by side, in rounds, and lets the worst go on from the best.

After each round all members meet each other and the judges in a tournament. Then the last of them
takes over the weights of the first, with settings that are moved a little, and everybody's past
selves become everybody's opponents. A member's round is a training like any other, in a folder of
its own that begins as a copy of its parent's.
"""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from experiments.execution.executor import LOCAL, Executor, worker_count
from experiments.reporting import machine
from experiments.tournament.contest import RunOptions, hold
from experiments.tournament.play import TournamentPlan
from experiments.training import progress
from experiments.training.breeding import Member, PopulationPlan, first_round, next_round
from experiments.training.folder import (
    BEST,
    LAST,
    LOG,
    MADE,
    POOL,
    STATE,
    WEIGHTS,
    read_state,
    write_json,
)
from experiments.training.plan import TrainingPlan
from experiments.training.run import PACKAGES, Run
from piracy_agents.learning.league import pool_file
from piracy_agents.network import Network
from piracy_env.core.files import read_json, read_text, write_whole
from piracy_env.errors import CheckpointError, OptionError, PiracyError

CONFIG, LINEAGE = "population.json", "lineage.json"
TOGETHER = 8
"""Deals of a meeting that are played at the same time."""
MEETING_SEED = 53_000_017
"""Seed of the deals of the first meeting; each round has deals of its own."""


@dataclasses.dataclass(frozen=True)
class MemberStanding:
    """How a member fared when all met after its round."""

    member: Member
    decisions: int
    reward: float
    """What it was paid a game, in the mode that it learns from."""
    reward_low: float
    reward_high: float
    win_share: float | None
    rating: float | None
    """None where places tell nothing."""

    def as_dict(self) -> dict[str, Any]:
        """As plain values."""
        return dataclasses.asdict(self)

    @classmethod
    def of(cls, kept: Any) -> MemberStanding:
        """What `as_dict` told."""
        if not isinstance(kept, dict) or set(kept) != {
            field.name for field in dataclasses.fields(cls)
        }:
            raise CheckpointError(f"a standing has other entries: {kept!r:.80}")
        figures = {name: value for name, value in kept.items() if name != "member"}
        known = [
            figures[name] for name in figures if name not in _OF_RIVALS or figures[name] is not None
        ]
        if type(kept["decisions"]) is not int or not all(map(_is_number, known)):
            raise CheckpointError(f"a standing is no numbers: {figures!r:.80}")
        return cls(**(figures | {"member": Member.of(kept["member"])}))


_OF_RIVALS = ("win_share", "rating")


def _is_number(value: object) -> bool:
    return type(value) in {int, float}


class Population:
    """A population in its folder: what the folder holds of the same plan is gone on from."""

    def __init__(
        self, config: PopulationPlan, folder: Path, workers: int | None = None, backend: str = LOCAL
    ) -> None:
        self.config = config
        self.folder = folder
        self.workers, self.backend = worker_count(workers, backend), backend
        self.rounds: list[list[MemberStanding]] = []
        """What came of each round, member by member."""
        folder.mkdir(parents=True, exist_ok=True)
        self._claim()

    # --- the rounds -------------------------------------------------------------------------------

    def train(self, report: Callable[[int, list[MemberStanding]], None]) -> None:
        """Train all rounds that are missing; `report` is told of each when it is over."""
        while len(self.rounds) < self.config.rounds:
            members = self._members()
            with Executor(self.workers, self.backend) as executor:
                decisions = executor.results(
                    train_member, [self._call(member) for member in members]
                )
            self._keep(self._meet(members, decisions))
            report(len(self.rounds), self.rounds[-1])

    @property
    def best(self) -> MemberStanding:
        """The member that fared best in the last round."""
        return ranked(self.rounds[-1])[0]

    def _members(self) -> list[Member]:
        """The members of the next round, each with a folder to train in."""
        if not self.rounds:
            members = first_round(self.config)
        else:
            fared = [standing.member for standing in ranked(self.rounds[-1])]
            members = next_round(self.config, len(self.rounds) + 1, fared)
        for member in members:
            self._prepare(member)
        return members

    def _prepare(self, member: Member) -> None:
        """Let a member's folder begin as its parent's, with everybody's past selves."""
        folder = self.folder_of(member)
        if folder.exists():
            return
        part = folder.with_name(folder.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        write_json(part / MADE, machine.facts("experiments.train_population", *PACKAGES))
        if member.parent is not None:
            last = [self.folder_of(standing.member) for standing in self.rounds[-1]]
            parent = last[member.parent - 1]
            inherit(parent, part)
            if self.config.plan.against == "league":
                others = [other for other in last if other != parent]
                share_pools(part, others, len(self.config.plan.anchors))
        part.rename(folder)

    def _call(self, member: Member) -> tuple[TrainingPlan, str, float, str]:
        """The arguments of `train_member`."""
        plan = dataclasses.replace(self.config.plan, seed=member.seed, settings=member.settings)
        until = member.round / self.config.rounds
        return plan, str(self.folder_of(member)), until, member.name

    def folder_of(self, member: Member) -> Path:
        """Where a member's round is trained."""
        return self.folder.resolve() / f"round{member.round}" / f"member{member.number}"

    def _meet(self, members: Sequence[Member], decisions: Sequence[int]) -> list[MemberStanding]:
        """Let all members and the judges play a tournament."""
        plan = self.config.plan
        contest = TournamentPlan(
            plan.game,
            (*(f"ppo:{self.folder_of(member) / LAST}" for member in members), *plan.judges),
            plan.players,
            self.config.deals,
            MEETING_SEED + members[0].round,
            reward=plan.settings.reward,
            options=tuple(sorted(plan.options.items())),
        )
        run_options = RunOptions(self.workers, self.backend, TOGETHER * plan.players)
        standings = hold(contest, run_options).summary.standings
        return [
            MemberStanding(
                member,
                learnt,
                paid.value,
                paid.value if paid.low is None else paid.low,
                paid.value if paid.high is None else paid.high,
                standing.win_share.value if standing.win_share else None,
                standing.rating.value if standing.rating else None,
            )
            for member, learnt, standing in zip(members, decisions, standings, strict=False)
            for paid in (standing.mean_reward,)
        ]

    # --- the folder -------------------------------------------------------------------------------

    def _claim(self) -> None:
        """Write down what is asked, or find the same and what has come of it."""
        path = self.folder / CONFIG
        text = json.dumps(self.config.as_dict(), indent=1, sort_keys=True)
        if not path.exists():
            write_whole(path, text + "\n")
            write_json(self.folder / MADE, machine.facts("experiments.train_population", *PACKAGES))
            return
        if read_text(path, OptionError).strip() != text:
            raise OptionError(f"{self.folder} holds a population with another plan: see {path}")
        lineage = self.folder / LINEAGE
        if lineage.exists():
            kept = read_json(lineage, CheckpointError)
            try:
                self.rounds = self._rounds_of(kept)
            except PiracyError as error:
                raise CheckpointError(f"{lineage}: cannot be gone on from: {error}") from error

    def _rounds_of(self, kept: Any) -> list[list[MemberStanding]]:
        """The rounds that a lineage tells of: as many members in each as are asked for."""
        if not isinstance(kept, list) or len(kept) > self.config.rounds:
            raise CheckpointError(f"must be a list of at most {self.config.rounds} rounds")
        rounds = []
        for number, standings in enumerate(kept, start=1):
            if not isinstance(standings, list):
                raise CheckpointError(f"round {number} must be a list, not {standings!r:.80}")
            in_round = [MemberStanding.of(entry) for entry in standings]
            members = [(standing.member.round, standing.member.number) for standing in in_round]
            if members != [(number, k + 1) for k in range(self.config.members)]:
                raise CheckpointError(f"round {number} has the members {members!r:.80}")
            if any((standing.member.parent or 1) > self.config.members for standing in in_round):
                raise CheckpointError(f"round {number} has a member with an unknown parent")
            rounds.append(in_round)
        return rounds

    def _keep(self, standings: list[MemberStanding]) -> None:
        """Put a round on file, and the network that fared best in it."""
        self.rounds.append(standings)
        best = self.folder_of(self.best.member) / LAST
        Network.load(best).save(self.folder / BEST)
        kept = [[standing.as_dict() for standing in standings] for standings in self.rounds]
        write_json(self.folder / LINEAGE, kept)


def ranked(standings: Sequence[MemberStanding]) -> list[MemberStanding]:
    """The best paid first; of equals, who has the better places, if these tell anything."""
    return sorted(
        standings,
        key=lambda standing: (-standing.reward, -(standing.rating or 0), standing.member.number),
    )


def train_member(plan: TrainingPlan, folder: str, until: float, name: str) -> int:
    """Train a member until a share of its budget is spent; the decisions it has learnt from."""
    run = Run(plan, Path(folder))
    run.train(lambda entry: print(f"{name}: {progress.line(entry)}", flush=True), until=until)
    return run.decisions


def inherit(parent: Path, child: Path) -> None:
    """Copy all that a training goes on from: its plan is the child's own."""
    for name in (STATE, WEIGHTS, LOG, LAST, BEST):
        if (parent / name).exists():
            shutil.copy2(parent / name, child / name)
    if (parent / POOL).exists():
        shutil.copytree(parent / POOL, child / POOL, copy_function=_link)


def share_pools(child: Path, others: Sequence[Path], anchors: int) -> None:
    """Add the past selves of others to a pool, and what they have become."""
    (child / POOL).mkdir(exist_ok=True)
    state = read_state(child)
    league = state["league"]
    for other in others:
        theirs = read_state(other)["league"]["names"]
        newest = Network.load(other / LAST)
        for digest in [*theirs[anchors:], newest.digest]:
            if digest in league["names"]:
                continue
            if digest == newest.digest:
                newest.save(child / POOL / pool_file(digest))
            else:
                _link(other / POOL / pool_file(digest), child / POOL / pool_file(digest))
            league["names"].append(digest)
            league["beaten"].append(0.5)
    write_json(child / STATE, state)


def _link(source: str | Path, target: str | Path) -> None:
    """The same file under another name, where the disk knows such a thing."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
