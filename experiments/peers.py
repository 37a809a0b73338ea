"""Speed beside other projects, in one run: connect four everywhere, then each game of the suite.

    python -m experiments.peers [--quick] [--seconds S] [--json] [--out FILE]

Everything is uniformly random legal play with mask and observation written at every step. The works
are timed in turns and the median turn counts: read the ratios, which hold for other machines too.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from experiments.execution.command import command
from experiments.measuring import contenders
from experiments.measuring.learning import Learning, measure_learning
from experiments.measuring.startup import Startup, measure_startup
from experiments.measuring.yardstick import UnavailableError, stepping_in_c
from experiments.reporting.page import MISSING, heading, number, table
from piracy_env import list_games
from piracy_env.bench import TURNS, Work, dealt, moves_per_game, playing_out, rates, stepping
from piracy_env.cli import choices
from piracy_env.core.engine import Engine
from piracy_env.registry import load

RESULTS = Path(__file__).parent / "results"
PACKAGES = ("pettingzoo", "gymnasium", "open_spiel", "pgx", "jax", "stable_baselines3")
BATCH = 1024
MILLION = 1_000_000

C = "C, by hand, -O3"
OURS = "ours, compiled random play"
OURS_2 = "ours, compiled random play, 2 threads"
VECTOR = "ours, `vec.step` from Python"
AEC = "ours, PettingZoo AEC"
GYMNASIUM = "ours, Gymnasium (one seat's steps)"
PETTINGZOO = "PettingZoo AEC"
OPEN_SPIEL = "OpenSpiel from Python"
PGX = "Pgx on the CPU, 64 steps a call"
PGX_STEPPED = "Pgx on the CPU, a step a call"

CONNECT_FOUR: dict[str, Callable[[], Work]] = {
    C: stepping_in_c,
    OURS: lambda: stepping(Engine(load(contenders.OURS), BATCH, seed=0)),
    OURS_2: lambda: stepping(Engine(load(contenders.OURS), BATCH, seed=0, threads=2)),
    VECTOR: contenders.vector_of_ours,
    AEC: contenders.aec_of_ours,
    GYMNASIUM: contenders.gymnasium_of_ours,
    PETTINGZOO: contenders.aec_of_pettingzoo,
    OPEN_SPIEL: contenders.open_spiel,
    PGX: contenders.pgx_scanned,
    PGX_STEPPED: contenders.pgx_stepped,
}


@dataclass(frozen=True)
class GamePace:
    """How fast one game of the suite runs, in batches of `BATCH` with its default options."""

    players: int
    observation_size: int
    action_count: int
    moves_per_game: float
    steps: float
    """Steps a second with mask and observation, on one thread."""
    steps_2: float
    """The same on two threads."""
    unobserved: float
    unobserved_2: float
    playouts: float
    """Playouts a second from fresh deals, on one thread."""


@dataclass(frozen=True)
class Target:
    """What a game should reach; how much its rules ask of it differs."""

    steps: float
    """Its steps with mask and observation, as a share of C's steps."""
    playouts: float
    """Its playouts a second on one thread, where C makes `PACE_OF_C` steps a second."""
    cold: float
    """Seconds to the first step with an empty cache."""
    warm: float
    """Seconds to the first step with a warm cache."""


PACE_OF_C = 22_000_000
TARGETS = {
    "mutiny": Target(steps=0.08, playouts=5000, cold=30, warm=1.5),
    "notoriety": Target(steps=0.02, playouts=1500, cold=45, warm=2),
    "broadside": Target(steps=0.025, playouts=2000, cold=45, warm=2),
    "havens": Target(steps=0.012, playouts=300, cold=60, warm=2),
    "skull_tales": Target(steps=0.004, playouts=3, cold=240, warm=4),
    "skull_tales_adventure": Target(steps=0.005, playouts=30, cold=150, warm=3),
    "skull_tales_voyage": Target(steps=0.007, playouts=300, cold=150, warm=2),
}


@dataclass(frozen=True)
class Goal:
    """What a ratio or a time should reach."""

    name: str
    value: float | None
    target: float
    at_least: bool = True
    unit: str = ""

    @property
    def verdict(self) -> str:
        """Whether it does."""
        if self.value is None:
            return "not measured"
        reached = self.value >= self.target if self.at_least else self.value <= self.target
        return "reached" if reached else "missed"


@dataclass
class PeerReport:
    """All figures of one run."""

    connect_four: dict[str, float] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)
    games: dict[str, GamePace] = field(default_factory=dict)
    startup: dict[str, Startup] = field(default_factory=dict)
    learning: dict[str, Learning] = field(default_factory=dict)

    def ratio(self, above: float | None, below: float | None) -> float | None:
        """A quotient, if both figures are there."""
        return above / below if above and below else None

    def goals(self) -> Iterator[Goal]:
        """Everything that has a target."""
        speed = self.connect_four.get
        for above, below, target in (
            (OURS, C, 0.6),
            (OURS, PGX, 4),
            (OURS, OPEN_SPIEL, 15),
            (OURS, PETTINGZOO, 300),
            (AEC, PETTINGZOO, 6),
            (OURS_2, OURS, 1.7),
        ):
            yield Goal(
                f"connect four: {above} / {below}", self.ratio(speed(above), speed(below)), target
            )
        for name, pace in self.games.items():
            reach = TARGETS[name]
            yield Goal(f"{name}: steps / steps of C", self.ratio(pace.steps, speed(C)), reach.steps)
            yield Goal(f"{name}: 2 threads / 1 thread", pace.steps_2 / pace.steps, 1.7)
            yield Goal(
                f"{name}: playouts for a million steps of C",
                self.ratio(MILLION * pace.playouts, speed(C)),
                round(MILLION * reach.playouts / PACE_OF_C, 1),
            )
        for name, start in self.startup.items():
            reach = TARGETS[name]
            yield Goal(f"{name}: import piracy_env", start.imported, 0.3, False, " s")
            yield Goal(f"{name}: first step, warm cache", start.warm, reach.warm, False, " s")
            yield Goal(f"{name}: first step, empty cache", start.cold, reach.cold, False, " s")
        for name, run in self.learning.items():
            yield Goal(
                f"{name}: outside the policy while MaskablePPO learns",
                100 * run.outside,
                15,
                False,
                " %",
            )


# --- measuring ----------------------------------------------------------------------------------


def measure(seconds: float, thorough: bool) -> PeerReport:
    """Measure everything, `seconds` for each work."""
    report = PeerReport()
    works: dict[str, Work] = {}
    for name, prepare in CONNECT_FOUR.items():
        try:
            works[name] = prepare()
        except UnavailableError as error:
            report.absent[name] = str(error)
    for name in list_games():
        works |= {f"{name} {kind}": work for kind, work in game_works(name).items()}
    speed = rates(works, seconds * len(works))
    report.connect_four = {name: speed[name] for name in CONNECT_FOUR if name in speed}
    for name in list_games():
        report.games[name] = pace_of(name, speed)
        report.startup[name] = measure_startup(name, cold=thorough)
        if thorough:
            try:
                report.learning[name] = measure_learning(name)
            except UnavailableError as error:
                report.absent[f"{name}: MaskablePPO"] = str(error)
    return report


def game_works(name: str) -> dict[str, Work]:
    """What is timed of a game of the suite."""
    engine = Engine(load(name), BATCH, seed=0)
    threaded = Engine(load(name), BATCH, seed=0, threads=2)
    return {
        "steps": stepping(engine),
        "steps_2": stepping(threaded),
        "unobserved": stepping(engine, observe=False),
        "unobserved_2": stepping(threaded, observe=False),
        "playouts": playing_out(dealt(engine)),
    }


def pace_of(name: str, speed: dict[str, float]) -> GamePace:
    """The figures of a game out of all figures."""
    engine = Engine(load(name), BATCH, seed=0)
    kinds = ("steps", "steps_2", "unobserved", "unobserved_2", "playouts")
    return GamePace(
        players=engine.options.players,
        observation_size=engine.game.observation.size,
        action_count=engine.game.actions.size,
        moves_per_game=moves_per_game(engine),
        **{kind: speed[f"{name} {kind}"] for kind in kinds},
    )


# --- reporting ----------------------------------------------------------------------------------


def markdown(report: PeerReport, origin: str) -> str:
    """The report as a page; `origin` says where it comes from."""
    c = report.connect_four.get(C)
    share = {name: report.ratio(value, c) for name, value in report.connect_four.items()}
    parts = [
        "# Speed beside other projects",
        origin,
        "Uniformly random legal play, mask and float32 observation written at every step, timed in "
        f"turns, median of {TURNS}. How to read this: [experiments](../README.md).",
        "## Goals",
        table(
            ("", "measured", "target", ""),
            [
                (
                    goal.name,
                    number(goal.value) + (goal.unit if goal.value is not None else ""),
                    f"{'≥' if goal.at_least else '≤'} {goal.target:g}{goal.unit}",
                    goal.verdict,
                )
                for goal in report.goals()
            ],
        ),
        "## Connect four",
        table(
            ("", "steps/s", "of C"),
            [
                (name, number(value), number(share[name]))
                for name, value in report.connect_four.items()
            ]
            + [(name, "not measured", reason) for name, reason in report.absent.items()],
        ),
        f"## The games, in batches of {BATCH}",
        table(
            (
                *("", "players", "floats", "actions", "moves/game", "steps/s", "2 threads"),
                *("mask only", "2 threads", "playouts/s", "of C"),
            ),
            [_game_row(name, pace, c) for name, pace in report.games.items()],
        ),
        "## Waiting and learning",
        table(
            (
                "",
                "import",
                "first step, warm",
                "empty cache",
                "MaskablePPO steps/s",
                "outside policy",
            ),
            [_waiting_row(name, report) for name in report.startup],
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _game_row(name: str, pace: GamePace, c: float | None) -> tuple[str, ...]:
    counts = (pace.players, pace.observation_size, pace.action_count, pace.moves_per_game)
    speeds = (pace.steps, pace.steps_2, pace.unobserved, pace.unobserved_2, pace.playouts)
    return (name, *map(number, (*counts, *speeds)), number(pace.steps / c if c else None))


def _waiting_row(name: str, report: PeerReport) -> tuple[str, ...]:
    start, run = report.startup[name], report.learning.get(name)
    return (
        name,
        f"{start.imported:.2f} s",
        f"{start.warm:.2f} s",
        f"{start.cold:.1f} s" if start.cold is not None else MISSING,
        number(run.steps_per_second if run else None),
        f"{100 * run.outside:.1f} %" if run else MISSING,
    )


@command()
def main() -> None:
    """Measure, print, and write the results down."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--seconds", type=choices.positive, default=5.0, help="for each work (default 5)"
    )
    parser.add_argument("--quick", action="store_true", help="shorter; no cold start, no learning")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--out", type=Path, help=f"default: {RESULTS.name}/peers.md unless --quick")
    args = parser.parse_args()
    origin = heading("experiments.peers", *PACKAGES)
    report = measure(0.5 if args.quick else args.seconds, thorough=not args.quick)
    page = markdown(report, origin)
    out = args.out or (None if args.quick else RESULTS / "peers.md")
    if out:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(page, encoding="utf-8")
    if args.json:
        goals: list[dict[str, Any]] = [asdict(g) | {"verdict": g.verdict} for g in report.goals()]
        print(json.dumps(asdict(report) | {"goals": goals}, indent=2))
    else:
        print(page)


if __name__ == "__main__":
    sys.exit(main())
