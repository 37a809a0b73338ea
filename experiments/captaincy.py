"""What the captaincy costs: crews that want to succeed, and crews whose members want to be ahead.

    python -m experiments.captaincy --out experiments/results/captaincy.md

The same Voyages are sailed again and again. First by crews of one mind: characters of the
heuristic, searchers that are paid in the reward modes `team`, `mixed` and `own`, and networks
trained in them if their files are named. Then one seat turns from a loyal mate into a selfish one,
while none, some or all of the others are selfish already: what it gains, and what that costs the
crew. Games are kept in `runs/captaincy`; an interrupted run goes on where it stopped, as long as
rules and agents are the same.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.crews import SURE, watch
from experiments.execution.command import command
from experiments.reporting import page, plots
from experiments.tournament.identity import agent_digest
from piracy_env.cli import choices
from piracy_env.core.binding import fingerprint
from piracy_env.core.engine import Engine
from piracy_env.core.view import Agent
from piracy_env.envs.intervals import Interval, wilson
from piracy_env.envs.opponents import find_agent
from piracy_env.games.skull_tales import GAME

MODES = ("team", "mixed", "own")
"""What a crew may be paid for, the most loyal first."""
CHARACTERS = ("loyal_mate", "shipmate", "mutineer")
SEARCH = "mcts:100+heuristic+horizon=0"
FAMILIES = ("heuristic", "search", "network")
BATCH = 100
"""Games that are played at once, and kept in one file."""
RUNS = Path(__file__).parent.parent / "runs" / "captaincy"

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Family:
    """Agents of one kind by what they are out for, the most loyal first, the most selfish last."""

    name: str
    members: dict[str, str]
    games: int

    @property
    def loyal(self) -> str:
        """The name of the agent that wants the crew to succeed."""
        return next(iter(self.members.values()))

    @property
    def selfish(self) -> str:
        """The name of the agent that wants to be ahead."""
        return [*self.members.values()][-1]


@dataclass(frozen=True)
class Played:
    """What games [n] came to; seats are [n, players]."""

    teams: Floats
    scores: Floats
    payments: Floats
    """[n, modes, players] what each mode would pay."""
    mutinies: Floats
    captains: Floats
    """[n] how often the captaincy changed hands."""
    first: NDArray[np.int64]
    last: NDArray[np.int64]
    """[n] the Captains at the beginning and at the end."""

    @property
    def succeeded(self) -> Floats:
        """[n] 1 for a success."""
        return np.asarray(self.teams == 1.0, np.float64)

    def of(self, seats: NDArray[np.int64]) -> Floats:
        """[n] the spoils of one seat of each game."""
        return np.asarray(self.scores[np.arange(len(seats)), seats])

    def beside(self, seats: NDArray[np.int64]) -> Floats:
        """[n] the mean spoils of the other seats."""
        return np.asarray((self.scores.sum(1) - self.of(seats)) / (self.scores.shape[1] - 1))

    def paid(self, mode: str, seats: NDArray[np.int64]) -> Floats:
        """[n] what one seat of each game is paid in a mode."""
        return np.asarray(self.payments[np.arange(len(seats)), MODES.index(mode), seats])


# --- games ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deals:
    """Which Voyages are sailed."""

    seed: int
    options: dict[str, Any]
    keep: Path

    def play(self, crew: Sequence[str], games: int, *, turned: bool = False) -> Played:
        """Sail with a crew of named agents; `turned` on by a seat from game to game."""
        parts = [self._kept(tuple(crew), k, turned) for k in range(-(-games // BATCH))]
        columns = zip(*(vars(part).values() for part in parts), strict=True)
        return Played(*(np.concatenate(column)[:games] for column in columns))

    def _kept(self, crew: tuple[str, ...], part: int, turned: bool) -> Played:
        """The games of a part, from the file if they have been played before."""
        options, is_mixed = sorted(self.options.items()), len(set(crew)) > 1
        facts = (
            *(*_rules(), self.seed, options, BATCH, part, turned and is_mixed),
            *(_digest(name) for name in crew),
        )
        digest = hashlib.sha256(repr(facts).encode()).hexdigest()
        path = self.keep / f"{digest[:24]}.npz"
        if path.exists():
            with np.load(path) as kept:
                return Played(**kept)
        played = self._played(crew, part, turned)
        self.keep.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".part.npz")
        np.savez_compressed(unfinished, **vars(played))
        unfinished.replace(path)
        return played

    def _played(self, crew: tuple[str, ...], part: int, turned: bool) -> Played:
        given: dict[str, Any] = {"players": len(crew), "auto_reset": False, **self.options}
        engine = Engine(GAME, BATCH, seed=self.seed + part * BATCH, **given)
        engine.reset()
        names = list(dict.fromkeys(crew))
        agents = [find_agent(name, GAME) for name in names]
        seats = np.tile([names.index(name) for name in crew], (BATCH, 1))
        if turned:
            on = turned_seats(BATCH, len(crew))
            seats = np.array([np.roll(row, by) for row, by in zip(seats, on, strict=True)])
        seen = watch(engine, seats, answers(engine, agents, seats))
        return Played(
            teams=seen.teams,
            scores=seen.scores.astype(np.float64),
            payments=payments(seen.states, given),
            mutinies=seen.mutinies.astype(np.float64),
            captains=seen.captaincies.astype(np.float64),
            first=seen.captains,
            last=seen.states["captain"].astype(np.int64),
        )


@cache
def _rules() -> tuple[str, str]:
    """What rules and tables are known by."""
    return fingerprint(GAME), GAME.tables.load().digest


@cache
def _digest(name: str) -> str:
    """What an agent is known by."""
    return agent_digest(find_agent(name, GAME), GAME)


def turned_seats(games: int, players: int) -> NDArray[np.int64]:
    """[games] where the first of a crew sits that is turned on from game to game."""
    return np.asarray(np.arange(games) % BATCH % players)


def answers(
    engine: Engine, agents: Sequence[Agent], seats: NDArray[np.int64]
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Games whose agents are asked, and what they answer, until all games are over."""
    while (running := np.flatnonzero(~engine.over)).size:
        playing = seats[running, engine.seat[running]]
        for k in np.unique(playing):
            waiting = running[playing == k]
            yield waiting, agents[k].act(engine.view(waiting))


def payments(states: NDArray[Any], given: dict[str, Any]) -> Floats:
    """[n, modes, players] what each mode pays for finished games."""
    paid = []
    for mode in MODES:
        engine = Engine(GAME, len(states), reward=mode, **given)
        engine.reset()
        for i in range(len(states)):
            engine.load_state_unchecked(i, states[i : i + 1])
        paid.append([engine.rewards(i) for i in range(len(states))])
    return np.array(paid).transpose(1, 0, 2)


# --- figures --------------------------------------------------------------------------------------


def mean(values: Floats) -> Interval:
    """A mean, and between which bounds the true one lies 95 times of 100."""
    value, error = float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))
    return Interval(value, value - SURE * error, value + SURE * error)


def share(hits: Floats) -> Interval:
    """A share with Wilson's interval."""
    games, part = len(hits), float(hits.mean())
    error = float(np.sqrt(part * (1 - part) / games))
    return Interval(part, *wilson(part, error, deals=games, games=games, quantile=SURE))


def told(found: Interval, digits: int = 1, factor: float = 1, sign: str = "") -> str:
    """An interval in words."""
    assert found.low is not None
    assert found.high is not None
    value, low, high = (factor * one for one in (found.value, found.low, found.high))
    return f"{value:{sign}.{digits}f} ({low:{sign}.{digits}f} to {high:{sign}.{digits}f})"


def percent(hits: Floats) -> str:
    """A share in percent."""
    return told(share(hits), factor=100)


def change(now: Floats, before: Floats, digits: int = 1, factor: float = 1) -> str:
    """What has changed from deal to deal."""
    return told(mean(now - before), digits, factor, "+")


# --- crews of one mind ----------------------------------------------------------------------------


def alike(deals: Deals, family: Family, players: int) -> dict[str, Played]:
    """Games of crews in which all are out for the same."""
    return {
        name: deals.play([agent] * players, family.games) for name, agent in family.members.items()
    }


def alike_rows(family: Family, crews: dict[str, Played]) -> Iterator[list[str]]:
    """What crews of one mind came to, and what differs from the most loyal one."""
    base = next(iter(crews.values()))
    for name, seen in crews.items():
        players = seen.scores.shape[1]
        lone, same = players == 1, seen is base
        less = "-" if same else change(seen.succeeded, base.succeeded, 1, 100)
        more = "-" if same else change(seen.scores.mean(1), base.scores.mean(1))
        yield [
            *(f"{family.name}: {name}", str(players), percent(seen.succeeded), less),
            *(told(mean(seen.scores.mean(1))), more),
            f"{seen.scores.max(1).mean():.1f}",
            *("-" if lone else text for text in _captaincy(seen)),
        ]


def _captaincy(seen: Played) -> Iterator[str]:
    """What a crew makes of the captaincy."""
    if seen.scores.shape[1] > 1:
        yield told(mean(seen.of(seen.last) - seen.beside(seen.last)))
    else:
        yield ""
    yield told(mean(seen.mutinies), 2)
    yield f"{100 * (seen.captains > 0).mean():.0f} %"


ALIKE_HEAD = (
    *("crew", "players", "success, %", "beside the first", "spoils of a seat", "beside the first"),
    *("best seat", "the Captain is ahead by", "Mutinies", "games with a new Captain"),
)


# --- one of them turns ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Turn:
    """Games in which one seat is loyal, and the same in which it is selfish."""

    others: int
    """Selfish ones beside it."""
    loyal: Played
    selfish: Played

    @property
    def seats(self) -> NDArray[np.int64]:
        """[n] where it sits."""
        return turned_seats(len(self.loyal.teams), self.loyal.scores.shape[1])


def turn(deals: Deals, family: Family, players: int, others: int) -> Turn:
    """Play with one seat as both, beside so many who are selfish; who sits where goes around."""
    beside = [family.selfish] * others + [family.loyal] * (players - 1 - others)
    crews = ([family.loyal, *beside], [family.selfish, *beside])
    return Turn(others, *(deals.play(crew, family.games, turned=True) for crew in crews))


def turn_row(family: Family, found: Turn) -> list[str]:
    """What a seat gains when it turns selfish, and what that costs."""
    now, before, seats = found.selfish, found.loyal, found.seats
    return [
        *(family.name, str(now.scores.shape[1]), str(found.others)),
        change(now.of(seats), before.of(seats)),
        change(now.beside(seats), before.beside(seats)),
        change(now.succeeded, before.succeeded, 1, 100),
        *(change(now.paid(mode, seats), before.paid(mode, seats), 3) for mode in MODES),
        change(now.mutinies, before.mutinies, 2),
    ]


TURN_HEAD = (
    *("family", "players", "selfish others", "own spoils", "spoils of a mate", "success, points"),
    *(*(f"paid in `{mode}`" for mode in MODES), "Mutinies"),
)


def turn_panels(family: Family, turns: Sequence[Turn]) -> list[plots.Panel]:
    """Success of crews by how many are selfish, and what a seat gets among them."""
    players = turns[0].loyal.scores.shape[1]
    crews = [*(found.loyal for found in turns), turns[-1].selfish]
    sides = {
        "selfish seat": [found.selfish.of(found.seats) for found in turns],
        "loyal seat": [found.loyal.of(found.seats) for found in turns],
    }
    succeed = _curve("", [share(seen.succeeded) for seen in crews])
    return [
        plots.Panel(
            f"{family.name}, {players} players: success",
            "selfish seats of the crew",
            [succeed],
            plots.PERCENT,
        ),
        plots.Panel(
            f"{family.name}, {players} players: spoils",
            "selfish seats among the others",
            [_curve(name, [mean(one) for one in spoils]) for name, spoils in sides.items()],
        ),
    ]


def _curve(label: str, points: Sequence[Interval]) -> plots.Curve:
    bounds = [(one.low or 0.0, one.high or 0.0) for one in points]
    low, high = zip(*bounds, strict=True)
    return plots.Curve(label, [one.value for one in points], low, high)


# --- the page -------------------------------------------------------------------------------------


def report(
    deals: Deals,
    families: Sequence[Family],
    seats: Sequence[int],
    turning: Sequence[str],
    picture: Path | None,
) -> Iterator[str]:
    """The whole page; the picture is drawn on the way."""
    yield opening(families)
    rows = [
        row
        for family in families
        for players in seats
        for row in alike_rows(family, alike(deals, family, players))
    ]
    yield f"## Crews of one mind\n\n{page.table(ALIKE_HEAD, rows)}"
    panels: list[list[plots.Panel]] = []
    rows = []
    for family in families:
        for players in seats:
            if players == 1 or family.name not in turning:
                continue
            turns = [turn(deals, family, players, others) for others in range(players)]
            rows += [turn_row(family, found) for found in turns]
            panels.append(turn_panels(family, turns))
    if not rows:
        return
    yield f"## One of them turns selfish\n\n{page.table(TURN_HEAD, rows)}"
    if picture is not None:
        picture.write_text(plots.panels(panels, TITLE), encoding="utf-8")
        yield f"![{TITLE}]({picture.name})"


TITLE = "What it costs a crew that its members are out for themselves"


def opening(families: Sequence[Family]) -> str:
    """Who plays, and how the tables are read."""
    crews = [
        f"- **{family.name}**, {family.games} games of each crew: "
        + ", ".join(f"{name} is `{agent}`" for name, agent in family.members.items())
        for family in families
    ]
    return (
        "Success is a Voyage that reaches its Goal, with Wilson's interval of 95 %; spoils are "
        f"scores, means within {SURE} standard errors. What stands beside the first crew of a "
        "family, and what changes when a seat turns, are differences from deal to deal, as all "
        "crews sail the same Voyages.\n\n" + "\n".join(crews)
    )


def families_of(args: argparse.Namespace) -> list[Family]:
    """Who is asked for."""
    families = [Family("heuristic", {c: f"heuristic:{c}" for c in CHARACTERS}, args.games)]
    if args.search:
        searchers = {mode: f"{args.search}+reward={mode}" for mode in MODES}
        families.append(Family("search", searchers, args.search_games))
    if args.networks:
        networks = dict(zip(MODES, (f"ppo:{file}" for file in args.networks), strict=True))
        families.append(Family("network", networks, args.games))
    for family in families:
        for agent in family.members.values():
            find_agent(agent, GAME)  # what there is not is refused before hours of play
    return families


@command()
def main(argv: Sequence[str] | None = None) -> None:
    """Play, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=choices.count, default=1000, help="of each crew (1000)")
    parser.add_argument("--search", default=SEARCH, metavar="NAME", help=f"or '': none ({SEARCH})")
    parser.add_argument("--search-games", type=choices.count, default=300, help="of those (300)")
    parser.add_argument(
        "--networks", nargs=len(MODES), metavar="FILE", help=f"trained for {', '.join(MODES)}"
    )
    parser.add_argument(
        "--turn",
        nargs="*",
        choices=FAMILIES,
        default=list(FAMILIES),
        help="families of which one seat turns; all",
    )
    parser.add_argument("--seats", type=int, nargs="+", default=[1, 3, 5])
    parser.add_argument("--sea", choices=("calm", "beasts", "full"), default="full")
    parser.add_argument("--seed", type=choices.whole, default=0)
    parser.add_argument("--keep", type=Path, default=RUNS, help="where games are kept")
    parser.add_argument("--out", type=Path, help="where to write the page; shown if left out")
    args = parser.parse_args(argv)
    deals = Deals(args.seed, {"scenario": "voyage", "sea": args.sea}, args.keep)
    picture = args.out.with_suffix(".svg") if args.out else None
    text = "\n\n".join(report(deals, families_of(args), args.seats, args.turn, picture)) + "\n"
    page.write_or_show(text, "The price of the captaincy", "experiments.captaincy", args.out)


if __name__ == "__main__":
    sys.exit(main())
