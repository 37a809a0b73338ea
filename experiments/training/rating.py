"""How good the best network of a training is: among its rivals, and alone at tables of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from experiments.execution.executor import Executor
from experiments.tournament.contest import RunOptions, hold
from experiments.tournament.play import TournamentPlan, schedule_of
from experiments.tournament.report import Tournament
from experiments.training import evaluations
from experiments.training.folder import BEST
from experiments.training.plan import TrainingPlan
from experiments.training.run import Run
from piracy_agents.names import names
from piracy_agents.search import Search
from piracy_env.core.game import Game
from piracy_env.envs.evaluation import Evaluation
from piracy_env.envs.opponents import find_agent
from piracy_env.errors import OptionError

REPLAYS = "replays"
KEPT = 3
"""Deals of the tournament whose games are kept."""
TOGETHER = 8
"""Deals that are played at the same time: fewer cost more, more tell less often how far it is."""
SEED = 41_000_003
"""Seed of the deals that the best network is rated on: training saw none of them."""

Watch = Callable[[str, int, int], None]
"""Is told what is being done, and how much of how much."""


@dataclass(frozen=True)
class Rating:
    """What is known of the best network."""

    network: str
    """Its name as an agent."""
    search: str
    """The searching rival; empty if there is none."""
    joined: str
    """A search that is guided by the network; empty if there is none."""
    tournament: Tournament
    alone: dict[str, Evaluation]
    """One seat of the network at a table of each rival; alone, under the name `uniform`."""
    guided: Evaluation | None
    """One seat of search and network at a table of bare networks."""


def searcher(game: Game, simulations: int) -> str:
    """The strongest search that there is for a game."""
    return f"mcts:{simulations}{'+heuristic' if _heuristics(game) else ''}"


def _heuristics(game: Game) -> list[str]:
    return [name for name in names(game) if name.startswith("heuristic:")]


def check(plan: TrainingPlan, search: str, deals: int) -> None:
    """Refuse, before anything is learnt, what could not be rated afterwards."""
    if search and not isinstance(find_agent(search, plan.load_game()), Search):
        raise OptionError(f"{search} does not search: name one such as mcts:100, or '' for none")
    schedule_of(_contest(plan, f"ppo:{BEST}", search, deals))


def rate(run: Run, search: str, deals: int, watch: Watch) -> Rating:
    """Let the best network meet its rivals; the deals are played from every seat."""
    plan, game = run.plan, run.game
    network = f"ppo:{run.folder / BEST}"
    joined = _joined(search, network)
    rivals = ("uniform", *_heuristics(game))
    alone = {}
    with run.executor as executor:
        others = rivals if plan.players > 1 else ("uniform",)  # who sits nowhere
        for done, rival in enumerate(others):
            watch(f"one network at a table of {rival}", done, len(others))
            alone[rival] = _try(plan, (network, rival), plan.deals, executor)
    watch("a tournament of all", 0, 1)
    tournament = hold(
        _contest(plan, network, search, deals),
        RunOptions(
            run.executor.workers,
            run.executor.backend,
            TOGETHER * plan.players,
            replays=run.folder / REPLAYS,
        ),
        lambda done, games: watch("a tournament of all", done, games),
    )
    watch("search and network at a table of networks", 0, 1)
    with run.executor as executor:
        guided = _try(plan, (joined, network), deals, executor) if joined else None
    return Rating(network, search, joined, tournament, alone, guided)


def _contest(plan: TrainingPlan, network: str, search: str, deals: int) -> TournamentPlan:
    """The tournament of a network, its rivals, a search, and the search that the network guides."""
    searches = (search, _joined(search, network)) if search else ()
    return TournamentPlan(
        plan.game,
        (network, "uniform", *_heuristics(plan.load_game()), *searches),
        plan.players,
        deals,
        SEED,
        reward=plan.settings.reward,
        options=tuple(sorted(plan.options.items())),
        replays=min(KEPT, deals),
    )


def _joined(search: str, network: str) -> str:
    """The search that a network guides, for as long as another one; empty if there is none."""
    return f"mcts:{_budget(search)}+{network}" if search else ""


def _budget(search: str) -> str:
    """Simulations, or time, of a search."""
    return search.partition(":")[2].partition("+")[0] or "100"


def _try(
    plan: TrainingPlan, meeting: evaluations.Meeting, deals: int, executor: Executor
) -> Evaluation:
    return evaluations.hold(plan, [meeting], deals=deals, seed=SEED, executor=executor)[0]
