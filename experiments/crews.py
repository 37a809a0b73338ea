"""What crews of `skull_tales_voyage` come to, and what they do on the way.

    python -m experiments.crews --games 300 --out experiments/results/skull_tales_voyage_crews.md

Each scenario is played with each number of players by uniform crews and by the game's best
heuristic; then by crews of each character, and by crews drawn from all of them, which tells what a
character is paid among others, and what the captaincy is worth.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.execution.command import command
from experiments.reporting import page
from piracy_agents.heuristic import heuristic_of
from piracy_agents.heuristic.characters import Profiles
from piracy_env.cli import choices
from piracy_env.core.engine import Engine
from piracy_env.core.game import RUNNING
from piracy_env.core.script import Script
from piracy_env.envs.intervals import wilson
from piracy_env.envs.opponents import Uniform
from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.names import name_of
from piracy_env.games.skull_tales.state import ENEMIES, KIND, Decision, Phase

SCENARIOS: dict[str, dict[str, object]] = {
    "port": {"scenario": "port"},
    "voyage, calm": {"scenario": "voyage", "sea": "calm"},
    "voyage, beasts": {"scenario": "voyage", "sea": "beasts"},
    "voyage, full": {"scenario": "voyage"},
    "quick": {"scenario": "quick"},
    "voyage_port": {"scenario": "voyage_port"},
}
SURE = 1.96
UNIFORM, BEST, DRAWN = "uniform", "heuristic", "drawn"
"""Who plays: chance, the best heuristic, each seat a character drawn for it; or a character."""
NOTICEABLE = 0.05
"""Times that an action must be taken in a game to be told of."""
_STOPS = [span.stop for span in GAME.actions.spans]
_ARMS = ("met", "shots", "sunk", "boarded", "taken")


@dataclass
class Crews:
    """Games [n] of one scenario and number of players, and what was seen in them."""

    characters: NDArray[np.int64]
    captains: NDArray[np.int64]
    """[n] the first Captain."""
    turns: NDArray[np.int64]
    states: NDArray[Any] = field(default_factory=lambda: np.zeros(0))
    scores: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 1), np.int64))
    payments: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 1)))
    teams: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    reasons: list[str] = field(default_factory=list)
    mutinies: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    """[n] Mutinies called."""
    captaincies: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    """[n] Captains that followed the first."""
    actions: NDArray[np.int64] = field(default_factory=lambda: np.zeros(len(_STOPS), np.int64))
    fights: dict[str, NDArray[np.int64]] = field(
        default_factory=lambda: {name: np.zeros(ENEMIES, np.int64) for name in _ARMS}
    )

    @property
    def games(self) -> int:
        """How many."""
        return len(self.reasons)


def seated(who: str, games: int, players: int, seed: int, cast: Profiles) -> NDArray[np.int64]:
    """[games, players] the character that plays each seat."""
    if who == DRAWN:
        return np.random.default_rng(seed).integers(len(cast.names), size=(games, players))
    named = cast.best if who in {UNIFORM, BEST} else who
    return np.full((games, players), cast.names.index(named), np.int64)


def chosen(
    engine: Engine, who: str, crews: NDArray[np.int64], seed: int
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Games whose crews are asked, and what they answer, until all games are over."""
    weigh, cast = heuristic_of(engine.game.name)
    chance = Uniform(seed=seed)
    while (running := np.flatnonzero(engine.states["over"] == RUNNING)).size:
        if who == UNIFORM:
            yield running, chance.act(engine.view(running))
            continue
        playing = crews[running, engine.seat[running]]
        for k in np.unique(playing):
            waiting = running[playing == k]
            script = Script(weigh, cast.weights).only(int(k))
            yield waiting, engine.view(waiting).script_policy(script)[0]


def play(who: str, players: int, games: int, seed: int, **options: Any) -> Crews:
    """Play games to the end, decision by decision, and watch."""
    engine = Engine(GAME, games, players=players, seed=seed, auto_reset=False, **options)
    engine.reset()
    crews = seated(who, games, players, seed, heuristic_of(GAME.name)[1])
    return watch(engine, crews, chosen(engine, who, crews, seed))


def watch(
    engine: Engine,
    crews: NDArray[np.int64],
    answers: Iterable[tuple[NDArray[np.int64], NDArray[np.int64]]],
) -> Crews:
    """Carry out what games of a fresh engine are answered, and tell what they came to."""
    games = len(engine.states)
    captains = engine.states["captain"].astype(np.int64)
    turns = engine.states["v_turn"].astype(np.int64)
    seen = Crews(crews, captains, turns)
    seen.mutinies, seen.captaincies = np.zeros((2, games), np.int64)
    for waiting, actions in answers:
        _watched(engine, actions, waiting, seen)
    seen.states = np.array(engine.states, GAME.dtype)
    outcomes = [engine.outcome(i) for i in range(games)]
    seen.scores = np.array([outcome.scores for outcome in outcomes])
    seen.teams = np.array([outcome.team for outcome in outcomes])
    seen.reasons = [outcome.reason for outcome in outcomes]
    seen.payments = np.array([engine.rewards(i) for i in range(games)])
    return seen


def _watched(engine: Engine, actions: Any, games: NDArray[np.int64], seen: Crews) -> None:
    """Carry actions out, and note what they change."""
    before = np.array(engine.states[games], GAME.dtype)
    engine.step(actions, games)
    after = engine.states[games]
    kinds = before["stk"][np.arange(len(games)), before["sp"] - 1, KIND]
    seen.actions += np.bincount(
        np.searchsorted(_STOPS, actions, side="right"), minlength=len(_STOPS)
    )
    seen.turns[games] += _turns_begun(before, after)
    calls = (kinds == Decision.CALL_MUTINY) & (actions == GAME.actions.id("yes"))
    seen.mutinies[games] += calls
    changed = (before["captain"] >= 0) & (after["captain"] != before["captain"])
    seen.captaincies[games] += changed & (after["phase"] == before["phase"])
    aimed = kinds == Decision.AIM
    first = GAME.actions.id("sea_enemy 0")
    seen.fights["shots"] += np.bincount(actions[aimed] - first, minlength=ENEMIES)[:ENEMIES]
    at_sea = (before["phase"] == Phase.VOYAGE) & (after["phase"] == Phase.VOYAGE)
    here, there = before["sea_on"][at_sea] == 1, after["sea_on"][at_sea] == 1
    seen.fights["met"] += (there & ~here).sum(0)
    own = (before["v_round"] == 1) & (after["v_round"] == 1) & (before["b_on"] == 0)
    seen.fights["sunk"] += (here & ~there & own[at_sea, None]).sum(0)
    _note_boarding(before[at_sea], after[at_sea], seen)


def _turns_begun(before: Any, after: Any) -> NDArray[np.int64]:
    """Turns at sea that began: of the Voyage that goes on, or of one that was set out on."""
    now = after["v_turn"].astype(np.int64)
    more = np.maximum(0, now - before["v_turn"])
    begun = np.where(after["phase"] == Phase.VOYAGE, now, 0)
    return np.where(before["phase"] == Phase.VOYAGE, more, begun)


def _note_boarding(before: Any, after: Any, seen: Crews) -> None:
    """Fights that begin, and those that end with the Enemy's ship taken."""
    begun = (before["b_on"] == 0) & (after["b_on"] == 1)
    seen.fights["boarded"] += np.bincount(after["b_e"][begun], minlength=ENEMIES)[:ENEMIES]
    over = (before["b_on"] == 1) & (after["b_on"] == 0) & (after["fate"] == 0)
    gone = over & (after["sea_on"][np.arange(len(after)), before["b_e"]] == 0)
    seen.fights["taken"] += np.bincount(before["b_e"][gone], minlength=ENEMIES)[:ENEMIES]


# --- tables ---------------------------------------------------------------------------------------


def rate(happened: NDArray[np.bool_]) -> str:
    """The part of games in which something happened, with Wilson's interval."""
    games, part = len(happened), float(happened.mean())
    error = float(np.sqrt(part * (1 - part) / games))
    low, high = wilson(part, error, deals=games, games=games, quantile=SURE)
    return f"{part:.1%} ({low:.0%}-{high:.0%})"


def row_of(crews: Crews) -> dict[str, str]:
    """What the games of one number of players came to."""
    games = crews.games
    row = {
        "players": str(crews.scores.shape[1]),
        "decisions": f"{crews.states['moves'].mean():.0f}",
        "turns at sea": f"{crews.turns.mean():.1f}",
        "success": rate(crews.teams == 1.0),
        "in part": f"{((crews.teams > 0) & (crews.teams < 1)).mean():.1%}",
        "team value": f"{crews.teams.mean():.2f}",
        "mean score": f"{crews.scores.mean():.1f}",
        "best score": f"{crews.scores.max(1).mean():.1f}",
        "reward": f"{crews.payments.mean():+.3f}",
        "Mutinies": f"{crews.mutinies.mean():.2f}",
        "new Captains": f"{crews.captaincies.mean():.2f}",
    }
    for arm in ("shots", "sunk", "boarded", "taken"):
        row[arm] = f"{crews.fights[arm].sum() / games:.2f}"
    ends = Counter(crews.reasons).most_common(4)
    row["ends"] = ", ".join(f"{name} {count / games:.0%}" for name, count in ends)
    return row


def table(rows: Sequence[dict[str, str]]) -> str:
    """Rows as a table."""
    return page.table(list(rows[0]), [list(row.values()) for row in rows])


def fights_table(crews: Iterable[tuple[str, Crews]]) -> str:
    """Each Sea Enemy: how often a game meets, shoots, sinks, boards and takes it."""
    tables = GAME.tables.load()
    rows = []
    for who, sample in crews:
        for enemy in range(ENEMIES):
            figures = [f"{sample.fights[arm][enemy] / sample.games:.2f}" for arm in _ARMS]
            rows.append([f"{who}: {name_of(tables, 'sea_enemies', enemy)}", *figures])
    return page.table(["Sea Enemy", *_ARMS], rows)


def actions_table(crews: dict[str, Crews]) -> str:
    """How often a game sees each kind of action."""
    means = {name: sample.actions / sample.games for name, sample in crews.items()}
    rows = [
        [block.name, *(f"{mean[k]:.2f}" for mean in means.values())]
        for k, block in enumerate(GAME.actions.blocks)
        if max(mean[k] for mean in means.values()) >= NOTICEABLE
    ]
    return page.table(["action", *means], rows)


def characters_table(crews: Crews) -> str:
    """What each character is paid in crews drawn from all, and what first Captains are."""
    _, profiles = heuristic_of(GAME.name)
    rows = []
    seats = np.arange(crews.scores.shape[1])
    is_captain = crews.captains[:, None] == seats
    others = crews.scores.sum(1, keepdims=True) - crews.scores
    lead = crews.scores - others / max(1, len(seats) - 1)
    groups = [(name, crews.characters == k) for k, name in enumerate(profiles.names)]
    groups += [("first Captains", is_captain), ("others", ~is_captain)]
    for name, mine in groups:
        if not mine.any():
            continue
        paid = crews.payments[mine]
        with_it = np.repeat(crews.teams[:, None], len(seats), 1)[mine]
        rows.append(
            [
                *(name, str(mine.sum()), f"{paid.mean():+.3f}"),
                f"± {SURE * paid.std() / np.sqrt(len(paid)):.3f}",
                *(f"{(with_it == 1.0).mean():.1%}", f"{crews.scores[mine].mean():.1f}"),
                *(f"{lead[mine].mean():+.1f}", f"{np.percentile(np.abs(lead[mine]), 90):.1f}"),
            ]
        )
    head = ["who", "seats", "reward", "95 %", "success", "score", "ahead by", "90 % lie within"]
    return page.table(head, rows)


def report(games: int, seed: int, seats: Sequence[int]) -> Iterator[str]:
    """The whole page."""
    yield (
        f"{games} games for each line. Success is team value 1, with Wilson's interval of 95 %; "
        "scores are spoils. Mutinies, new Captains and fights are means of a game."
    )
    acted: dict[str, Crews] = {}
    full: list[tuple[str, Crews]] = []
    for name, options in SCENARIOS.items():
        for who in (UNIFORM, BEST):
            held = [play(who, players, games, seed, **options) for players in seats]
            yield f"## {name}: {who}\n\n{table([row_of(sample) for sample in held])}"
            middle = held[len(held) // 2]
            if who == BEST:
                acted[name] = middle
            if name == "voyage, full":
                full.append((who, middle))
    _, profiles = heuristic_of(GAME.name)
    players = full[0][1].scores.shape[1]
    yield f"## What is fought, full sea, {players} players\n\n{fights_table(full)}"
    yield f"## How often actions are taken, best heuristic\n\n{actions_table(acted)}"
    for name in ("port", "voyage, full", "quick", "voyage_port"):
        held = [play(who, 3, games, seed, **SCENARIOS[name]) for who in profiles.names]
        rows = [
            {"crew": who, **row_of(sample)}
            for who, sample in zip(profiles.names, held, strict=True)
        ]
        yield f"## {name}: crews of one character, 3 players\n\n{table(rows)}"
        drawn = play(DRAWN, 3, 2 * games, seed, **SCENARIOS[name])
        yield f"## {name}: crews drawn from all characters, 3 players\n\n{characters_table(drawn)}"


@command()
def main(argv: Sequence[str] | None = None) -> None:
    """Play, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=choices.count, default=300, help="games for each line")
    parser.add_argument("--seats", type=int, nargs="+", default=list(GAME.seats))
    parser.add_argument("--seed", type=choices.whole, default=0)
    parser.add_argument("--out", type=Path, help="where to write the page; shown if left out")
    args = parser.parse_args(argv)
    text = "\n\n".join(report(args.games, args.seed, args.seats)) + "\n"
    title = f"What crews of {GAME.name} come to"
    page.write_or_show(text, title, "experiments.crews", args.out)


if __name__ == "__main__":
    sys.exit(main())
