"""What hangs on a decision, and how many playouts it takes to see it: why search pays, or does not.

    python -m experiments.action_gap [GAME ...] [--positions N] [--playouts N] [--seed N]
                                     [--out FILE]

Best heuristics play. In one decision of each game, drawn by lot, both of the two actions that the
heuristic likes most are tried: in worlds that the seat takes for possible, the same ones for both,
and the game is played out by heuristics. How far the shares of wins lie apart is what hangs on the
decision; a search that is to choose better has to see it through the noise of its playouts.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.execution.command import command
from experiments.reporting import page
from piracy_agents.search.settings import has_heuristic
from piracy_env import list_games
from piracy_env.cli import choices
from piracy_env.core.control import ASK
from piracy_env.core.engine import Engine
from piracy_env.core.game import Game
from piracy_env.core.match import Answer, Match
from piracy_env.core.rewards import are_rivals
from piracy_env.core.script import Script
from piracy_env.core.view import View
from piracy_env.envs.evaluation import CERTAINTY
from piracy_env.envs.opponents import find_agent, on_autopilot
from piracy_env.registry import load

RESULTS = Path(__file__).parent / "results"
BEST = "heuristic"
REWARD = "win"

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Decision:
    """A position, and the two actions that come into question."""

    state: NDArray[Any]
    """[1]"""
    seat: int
    actions: tuple[int, int]


def decisions(
    game: Game, script: Script, positions: int, seed: int, **options: Any
) -> list[Decision]:
    """One decision of each of some games among best heuristics, all equally likely."""
    engine = Engine(game, positions, seed=seed, auto_reset=False, **options)
    engine.reset()
    dice = np.random.default_rng([seed, 0x57A4E5])
    passed = np.zeros(positions, np.int64)
    kept: dict[int, Decision] = {}
    player = Weighing(script)

    def keep_some(answer: Answer) -> None:
        view = answer.view
        values = np.where(view.action_mask, -player.values, np.inf)
        ordered = np.argsort(values, axis=1, kind="stable")
        for row in np.flatnonzero(view.action_mask.sum(axis=1) > 1):
            game_number = int(answer.games[row])
            passed[game_number] += 1
            if dice.integers(passed[game_number]) == 0:
                state = engine.states[game_number : game_number + 1].copy()
                first, second = ordered[row, :2].tolist()
                kept[game_number] = Decision(state, int(view.seat[row]), (first, second))

    everywhere = np.zeros((positions, engine.options.players), np.int64)
    Match(engine, [player], everywhere, listener=keep_some).play()
    return [kept[number] for number in sorted(kept)]


class Weighing:
    """Plays by a script, and remembers how it valued the actions."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.values = np.zeros((0, 0), np.float32)
        """[n, A] of the positions of its last answer."""

    def act(self, view: View) -> NDArray[np.int64]:
        """What the script does."""
        actions, self.values = view.script_policy(self.script)
        return actions


def played_out(engine: Engine, decision: Decision, controller: int, seed: int) -> Floats:
    """Wins of the seat [2, n] after either action, in the same worlds; payments, if none wins."""
    count = engine.num_envs // 2
    engine.assign_seats(ASK)
    engine.load_state_unchecked(0, decision.state)
    keys = engine.keys(seed, 0, count)
    worlds = engine.worlds(np.zeros(count, np.int64), [decision.seat] * count, keys)
    for i in range(2 * count):
        engine.load_state_unchecked(i, np.asarray(worlds[i % count : i % count + 1]))
    engine.assign_seats(controller)  # nobody is asked again before the end
    engine.step(np.repeat(decision.actions, count))
    players = engine.options.players
    paid = np.array(engine.final_payments[:, decision.seat])
    if not are_rivals(engine.game, players):
        return paid.reshape(2, count)
    wins: Floats = ((players - 1) * paid + 1) / players
    return wins.reshape(2, count)


@dataclass(frozen=True)
class ActionGap:
    """What was found in one game."""

    players: int
    moves: float
    """Of a playout, on average."""
    gap: float
    """Between the shares of wins of the two actions: root of the mean square, without noise."""
    highest: float
    """Upper end of its 95 % interval."""
    noise: float
    """Standard deviation of one playout's result."""

    @property
    def needed(self) -> float:
        """Playouts of each of two actions that show the usual gap with 95 % certainty."""
        gap = self.gap or self.highest
        return 2 * (CERTAINTY * self.noise / gap) ** 2


def measure(game: Game, positions: int, playouts: int, seed: int, **options: Any) -> ActionGap:
    """The action gap of a game with its usual number of players."""
    (controller,), script = on_autopilot([find_agent(BEST, game)], game)
    reward = REWARD if are_rivals(game, game.default_seats) else None
    engine = Engine(game, 2 * playouts, seed=seed, auto_reset=False, reward=reward, **options)
    engine.reset()
    engine.take_seats(ASK, script=script)
    squares, scatter, moves = [], [], []
    for number, decision in enumerate(decisions(game, script, positions, seed, **options)):
        wins = played_out(engine, decision, controller, seed + number)
        apart = wins[0] - wins[1]
        squares.append(apart.mean() ** 2 - apart.var(ddof=1) / playouts)
        scatter.append(wins.var())
        moves.append(float((engine.states["moves"] - decision.state["moves"][0]).mean()))
    mean, error = np.mean(squares), np.std(squares, ddof=1) / np.sqrt(len(squares))
    return ActionGap(
        engine.options.players,
        float(np.mean(moves)),
        float(np.sqrt(max(mean, 0.0))),
        float(np.sqrt(max(mean + CERTAINTY * error, 0.0))),
        float(np.sqrt(np.mean(scatter))),
    )


def report(
    names: Sequence[str], positions: int, playouts: int, seed: int, **options: Any
) -> Iterator[str]:
    """The page, part by part."""
    yield "# What hangs on a decision"
    yield page.heading("experiments.action_gap")
    yield (
        f"{positions} decisions of games among best heuristics; the two actions that the heuristic "
        f"likes most, each played out {playouts:,} times by heuristics in the same worlds. The gap "
        "is that between their shares of wins (root of the mean square, the noise taken out), or "
        "between payments of 100 % to 1 where nobody wins what others lose; the "
        "noise is the standard deviation of one playout's result. Playouts needed are those of "
        "each action that show the usual gap with 95 % certainty: a search that can afford fewer "
        "in a decision chooses worse than the heuristic."
    )
    head = ("", "players", "moves of a playout", "gap", "at most (95 %)", "noise", "needed")
    rows = []
    for name in names:
        measured = measure(load(name), positions, playouts, seed, **options)
        rows.append(
            (
                *(name, str(measured.players), f"{measured.moves:.0f}", f"{measured.gap:.2%}"),
                *(f"{measured.highest:.2%}", f"{measured.noise:.3f}", page.number(measured.needed)),
            )
        )
    yield page.table(head, rows)


@command()
def main(argv: Sequence[str] | None = None) -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all with a heuristic")
    parser.add_argument("--positions", type=choices.count, default=40, help="default: 40")
    parser.add_argument(
        "--playouts", type=choices.count, default=500, help="of each action; default: 500"
    )
    parser.add_argument("--seed", type=choices.whole, default=0)
    choices.add_variant(parser)
    parser.add_argument("--out", type=Path, default=RESULTS / "action_gap.md")
    args = parser.parse_args(argv)
    names = args.games or [name for name in list_games() if has_heuristic(load(name))]
    if len(names) != 1 and (args.preset or args.tables or args.option):
        parser.error("a variant is one of a single game: name it")
    variant = choices.variant(args, load(names[0])) if len(names) == 1 else {}
    parts = report(names, args.positions, args.playouts, args.seed, **variant)
    text = "\n\n".join(parts) + "\n"
    args.out.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    sys.exit(main())
