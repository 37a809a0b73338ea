"""How fast and how strong the search is: writes `experiments/results/search.md`.

    python -m experiments.search [--seconds S] [--openings N] [--deals N] [--quick] [--out FILE]

Connect four beside OpenSpiel's Monte Carlo tree search, with as many simulations a move: positions
searched in turns, then a match. Then simulations a second in each game of the suite, and what the
options are worth in one of them. A 0 leaves the part out that it belongs to.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.execution.command import command
from experiments.reporting.page import heading, number, table
from experiments.tournament.contest import hold
from experiments.tournament.play import TournamentPlan
from experiments.tournament.schedule import CHALLENGE
from piracy_agents.search import Search
from piracy_agents.search.flat import make as make_flat
from piracy_agents.search.mcts import make as make_mcts
from piracy_agents.search.settings import has_heuristic
from piracy_env import list_games
from piracy_env.bench import TURNS, Work, rates
from piracy_env.cli import choices
from piracy_env.core.engine import Engine
from piracy_env.core.game import Game
from piracy_env.core.match import Answer, Match
from piracy_env.core.view import View
from piracy_env.registry import load

RESULTS = Path(__file__).parent / "results"
CONNECT_FOUR = "experiments.connect_four:GAME"

SIMULATIONS = 1000
"""A move, for both sides."""
THEIR_C = 1.4
"""Exploration of OpenSpiel's search."""
MEMORY = 200
"""Megabytes for it."""
POSITIONS = 64
"""Positions that the search is timed in."""
DISCS = 6
"""Most discs that lie there: nobody can have won before the seventh."""
BATCH = 16
"""Tables that are searched at once in the pirate games."""
MIDDLE = 12
"""Random moves before a position is searched there."""
GOAL = 10
"""Times as fast as OpenSpiel's search."""
BEST = "heuristic"
TRIED_GAME = "mutiny"
TRIED = (
    *("mcts:1000", "flat:100+heuristic", "mcts:100+heuristic+ucb", "mcts:100+heuristic"),
    *("mcts:100+heuristic+uniform", "mcts:100+heuristic+paranoid"),
    *("mcts:100+heuristic+horizon=30", "mcts:20+heuristic"),
)
"""Searches that sit among best heuristics, to see what an option is worth."""
SHIPPED = "ppo"
JUDGED = ("mcts:100+ppo", "mcts:400+ppo")
"""Searches that sit among the network that judges for them."""


# --- beside OpenSpiel -----------------------------------------------------------------------------


class Spiel:
    """OpenSpiel's search, written in C++, or its double in Python."""

    def __init__(self, seed: int, solve: bool, in_python: bool = False) -> None:
        import pyspiel

        self.game = pyspiel.load_game("connect_four")
        if in_python:
            from open_spiel.python.algorithms import mcts

            dice = np.random.RandomState(seed)
            judge = mcts.RandomRolloutEvaluator(1, dice)
            self.bot = mcts.MCTSBot(
                self.game, THEIR_C, SIMULATIONS, judge, solve=solve, random_state=dice
            )
        else:
            self.judge = pyspiel.RandomRolloutEvaluator(1, seed)
            self.bot = pyspiel.MCTSBot(
                *(self.game, self.judge, THEIR_C, SIMULATIONS, MEMORY, solve, seed, False)
            )

    def states(self, played: list[list[int]]) -> list[Any]:
        """OpenSpiel's states after the same moves."""
        states = []
        for actions in played:
            states.append(self.game.new_initial_state())
            for action in actions:
                states[-1].apply_action(action)
        return states


@dataclass(frozen=True)
class SpielAgent:
    """OpenSpiel's search at one of our tables; its state is kept up by whoever hears the moves."""

    spiel: Spiel
    state: Any

    def act(self, view: View) -> NDArray[np.int64]:
        """What the search chooses in the only game it plays."""
        return np.array([self.spiel.bot.step(self.state)])


def positions(seed: int) -> Engine:
    """Games of connect four after no to six random moves, by which nobody can have won."""
    engine = Engine(load(CONNECT_FOUR), POSITIONS, seed=seed, auto_reset=False, record=True)
    engine.reset()
    for disc in range(DISCS):
        later = np.flatnonzero(np.arange(POSITIONS) % (DISCS + 1) > disc)
        engine.step(engine.uniform()[later], later)
    return engine


def connect_four_works() -> dict[str, Work]:
    """The same positions searched by each contender; the units are simulations asked for."""
    engine = positions(seed=0)
    view = engine.view()
    played = [engine.played(i) for i in range(POSITIONS)]

    def ours(threads: int) -> Work:
        agent = make_mcts(f"{SIMULATIONS}+threads={threads}", engine.game)

        def work() -> int:
            agent.act(view)
            return len(view) * SIMULATIONS

        return work

    def theirs(solve: bool, in_python: bool, some: int) -> Work:
        spiel = Spiel(0, solve, in_python)
        states = spiel.states(played)
        turn = 0

        def work() -> int:
            nonlocal turn
            for _ in range(some):
                spiel.bot.step(states[turn % len(states)])
                turn += 1
            return some * SIMULATIONS

        return work

    return {
        OURS: ours(1),
        OURS_2: ours(2),
        CPP: theirs(False, False, len(played)),
        CPP_SOLVING: theirs(True, False, len(played)),
        PYTHON: theirs(False, True, 1),
    }


def connect_four_speed(seconds: float) -> dict[str, float]:
    """Simulations a second of each contender; what has one thread, by the processor's clock."""
    works = connect_four_works()
    alone = {name: work for name, work in works.items() if name != OURS_2}
    speed = rates(alone, seconds, clock=process_time)
    beside = rates({name: works[name] for name in (OURS, OURS_2)}, seconds / 2)
    gain = beside[OURS_2] / beside[OURS]
    return {name: speed.get(name, speed[OURS] * gain) for name in works}


OURS, OURS_2 = "ours, one thread", "ours, two threads"
CPP, CPP_SOLVING = "OpenSpiel, C++", "OpenSpiel, C++, with its solver"
PYTHON = "OpenSpiel, Python"


@dataclass(frozen=True)
class Score:
    """Points of a match, a half for a draw, with half the width of a 95 % interval."""

    games: int
    share: float
    reach: float


def match(openings: int, solve: bool, seed: int) -> Score:
    """Play each opening of two random moves twice, with either side beginning."""
    games = 2 * openings
    engine = Engine(load(CONNECT_FOUR), games, seed=seed, auto_reset=False, record=True)
    engine.reset()
    ours = make_mcts(f"{SIMULATIONS}", engine.game)
    rivals = [Spiel(seed + i, solve) for i in range(games)]
    opening = np.random.default_rng(seed).integers(0, 7, (openings, 2)).repeat(2, axis=0)
    for ply in range(2):
        engine.step(opening[:, ply])
    states = [rival.states([engine.played(i)])[0] for i, rival in enumerate(rivals)]
    our_seat = np.arange(games) % 2
    # agent 0 is ours; each game has a rival of its own, who follows it in a state of its own
    theirs = [SpielAgent(rival, state) for rival, state in zip(rivals, states, strict=True)]
    seating = 1 + np.arange(games)[:, None].repeat(2, axis=1)
    seating[np.arange(games), our_seat] = 0

    def follow(answer: Answer) -> None:
        for i, action in zip(answer.games, answer.actions, strict=True):
            states[i].apply_action(int(action))

    Match(engine, [ours, *theirs], seating, listener=follow).play()
    points = np.array([(engine.rewards(i)[our_seat[i]] + 1) / 2 for i in range(games)])
    pairs = points.reshape(openings, 2).mean(axis=1)  # an opening may favour a side: pairs count
    return Score(games, float(pairs.mean()), float(1.96 * pairs.std(ddof=1) / openings**0.5))


# --- the suite ------------------------------------------------------------------------------------


def game_works(name: str) -> dict[str, Work]:
    """What is timed in a game: a few tables after some random moves, searched at once."""
    game = load(name)
    engine = Engine(game, BATCH, seed=0)
    engine.reset()
    engine.rollout(MIDDLE)
    works = {
        "mcts": searching(make_mcts("200+threads=1", game), engine),
        "mcts_2": searching(make_mcts("200+threads=2", game), engine),
        "flat": searching(make_flat("200+threads=1", game), engine),
    }
    if has_heuristic(game):
        works["advised"] = searching(make_mcts("20+heuristic+threads=1", game), engine)
        settings = "20+heuristic+uniform+threads=1"
        works["guided"] = searching(make_mcts(settings, game), engine)
    return works


def searching(agent: Search, engine: Engine) -> Work:
    """Searches from the positions of an engine; the units are simulations made."""
    view = engine.view()

    def work() -> int:
        return int(agent.think(view).simulations.sum())

    return work


def choices_of(game: Game) -> float:
    """Legal actions of a position with a choice, on average."""
    engine = Engine(game, 256, seed=0, skip_forced=True)
    engine.reset()
    engine.rollout(MIDDLE)
    return float(engine.action_mask.sum(axis=1).mean())


# --- reporting ------------------------------------------------------------------------------------


def page(args: argparse.Namespace) -> Iterator[str]:
    """The page of results, part by part."""
    yield "# Search"
    yield heading("experiments.search", "open_spiel")
    yield (
        "How the search works and what its options mean: [agents](../../agents/README.md#search). "
        f"Speeds are medians of {TURNS} turns in which all contenders take part."
    )
    if args.openings:
        yield from beside_open_spiel(args)
    if args.seconds:
        yield from in_each_game(args)
    if args.deals:
        yield from among_heuristics(args)
        yield from among_networks(args)


def in_each_game(args: argparse.Namespace) -> Iterator[str]:
    """How fast each game of the suite is searched."""
    yield "## Simulations a second"
    yield (
        f"{BATCH} tables after {MIDDLE} random moves, default options and number of players, one "
        "thread unless it says two. `heuristic` plays out and guides the tree, `heuristic+uniform` "
        "guides the tree alone."
    )
    yield table(
        (
            *("", "players", "choices", "mcts", "two threads", "flat"),
            *("mcts+heuristic", "mcts+heuristic+uniform"),
        ),
        [_game_row(name, args.seconds) for name in list_games()],
    )


def beside_open_spiel(args: argparse.Namespace) -> Iterator[str]:
    """Speed and strength beside OpenSpiel's search."""
    speed = connect_four_speed(max(args.seconds, 0.3) * 5)
    yield "## Connect four, beside OpenSpiel"
    yield (
        f"{SIMULATIONS} simulations a move, playouts by random play, the same positions with up to "
        f"{DISCS} discs; seconds of the processor, and with two threads as many times the "
        "simulations as by the wall's clock. OpenSpiel's solver stops before the budget is spent "
        "where a position is decided; what counts are simulations asked for."
    )
    yield table(
        ("", "simulations/s", "ours, one thread", "ours, two threads"),
        [
            (name, number(rate), f"{speed[OURS] / rate:.3g} x", f"{speed[OURS_2] / rate:.3g} x")
            for name, rate in speed.items()
        ],
    )
    yield verdict(speed)
    scores = {solve: match(args.openings, solve, seed=1) for solve in (False, True)}
    yield table(
        ("ours against", "games", "points", "95 %"),
        [
            (
                CPP_SOLVING if solve else CPP,
                str(score.games),
                f"{score.share:.3f}",
                f"{score.share - score.reach:.3f} to {score.share + score.reach:.3f}",
            )
            for solve, score in scores.items()
        ],
    )


def verdict(speed: Mapping[str, float]) -> str:
    """Whether ours is as fast as it should be, with a core and with two."""
    theirs = max(speed[CPP], speed[CPP_SOLVING])
    ratios = [
        f"with {name.removeprefix('ours, ')} it is {speed[name] / theirs:.3g} x as fast "
        f"({'reached' if speed[name] >= GOAL * theirs else 'missed'})"
        for name in (OURS, OURS_2)
    ]
    return (
        f"Wanted: at least {GOAL} x OpenSpiel's faster search in C++, which has one thread and one "
        f"position at a time. Ours takes a position for each thread: {', '.join(ratios)}. "
        "And it is to be as strong:"
    )


def _game_row(name: str, seconds: float) -> tuple[str, ...]:
    game = load(name)
    works = game_works(name)
    speed = rates(works, seconds * len(works))
    kinds = ("mcts", "mcts_2", "flat", "advised", "guided")
    return (
        *(name, str(game.default_seats), number(choices_of(game))),
        *(number(speed.get(kind)) for kind in kinds),
    )


def among_heuristics(args: argparse.Namespace) -> Iterator[str]:
    """What options are worth: each search alone at a table of best heuristics."""
    players = load(TRIED_GAME).default_seats
    yield f"## What options are worth: alone among best heuristics in {TRIED_GAME}"
    yield (
        f"{players} players, {args.deals} deals played from every seat, seed {args.seed}; an equal "
        f"part of the wins is {1 / players:.0%}. The rivals' heuristic is the one that advises "
        "the search, which therefore foresees them well."
    )
    yield alone(args, TRIED, BEST, players)


def among_networks(args: argparse.Namespace) -> Iterator[str]:
    """What searching adds to a network."""
    players = load(TRIED_GAME).default_seats
    yield f"## What search adds to a network: alone among `{SHIPPED}` in {TRIED_GAME}"
    yield (
        f"The network that is shipped, alone and as the judge of a search; {players} players, "
        f"{args.deals} deals played from every seat, seed {args.seed}."
    )
    yield alone(args, JUDGED, SHIPPED, players)


def alone(args: argparse.Namespace, names: Sequence[str], rival: str, players: int) -> str:
    """How each of some agents fares where all other seats are a rival's."""
    rows = []
    for name in names:
        plan = TournamentPlan(TRIED_GAME, (name, rival), players, args.deals, args.seed, CHALLENGE)
        standing = hold(plan).summary.standings[0]
        share = standing.win_share
        assert share is not None, "rivals play"
        low, high = share.low or 0.0, share.high or 1.0
        rows.append(
            (
                *(f"`{name}`", f"{share.value:.1%}", f"{low:.1%} to {high:.1%}"),
                *(f"{share.value * players:.2f} x", number(standing.ms_per_move)),
            )
        )
    return table(("", "wins", "95 %", "of an equal part", "ms a decision"), rows)


def _seconds(text: str) -> float:
    """A time, or 0; names the fault for argparse."""
    return 0.0 if text == "0" else choices.positive(text)


@command()
def main() -> None:
    """Measure, print, and write the results down."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=_seconds, default=3.0, help="for each work (default 3)")
    parser.add_argument(
        "--openings", type=choices.whole, default=200, help="of the match (default 200)"
    )
    parser.add_argument(
        "--deals", type=choices.whole, default=25, help="for each search (default 25)"
    )
    parser.add_argument("--seed", type=choices.whole, default=0, help="of the deals (default 0)")
    parser.add_argument("--quick", action="store_true", help="a few of everything, not written")
    parser.add_argument("--out", type=Path, help="default: results/search.md, unless --quick")
    args = parser.parse_args()
    if args.quick:
        args.seconds, args.openings, args.deals = 0.3, 5, 0
    parts = []
    for part in page(args):
        print(part, end="\n\n", flush=True)
        parts.append(part)
    out = args.out or (None if args.quick else RESULTS / "search.md")
    if out:
        out.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
