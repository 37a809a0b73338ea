"""OpenSpiel's bots play: IS-MCTS, which samples what it cannot see, against random ones.

pip install piracy_env open_spiel
python examples/openspiel/play.py mutiny --players 3 --deals 2 --simulations 100
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.bots.uniform_random import UniformRandomBot

import piracy_env
from piracy_env import View
from piracy_env.envs.open_spiel import register


def searching(game: pyspiel.Game, simulations: int, random: np.random.RandomState) -> Any:
    """OpenSpiel's IS-MCTS, with random play to the end of each game it imagines."""
    return ISMCTSBot(
        game,
        RandomRolloutEvaluator(1, random),
        uct_c=2.0,
        max_simulations=simulations,
        use_observation_string=True,
        random_state=random,
    )


def play(game: pyspiel.Game, simulations: int, seed: int) -> list[float]:
    """One game in OpenSpiel's own loop, IS-MCTS in the first seat; what each seat is paid."""
    random = np.random.RandomState(seed)
    others = [UniformRandomBot(seat, random) for seat in range(1, game.num_players())]
    bots = [searching(game, simulations, random), *others]
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    paid: list[float] = state.returns()
    return paid


class Bot:
    """A bot of OpenSpiel as an agent of this package: it meets worlds that its seat may imagine."""

    def __init__(self, game: pyspiel.Game, bot: Any) -> None:
        self.game = game
        self.bot = bot

    def act(self, view: View) -> NDArray[np.int64]:
        """One legal action for each position of the view."""
        worlds = np.asarray(view.sample())[:, None]
        return np.array([self.bot.step(self._state(world)) for world in worlds])

    def _state(self, world: NDArray[Any]) -> pyspiel.State:
        state = self.game.new_initial_state()
        state.engine.load_state(0, world)
        return state


def main() -> None:
    """Play as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game", nargs="?", default="mutiny")
    parser.add_argument("--players", type=int)
    parser.add_argument("--deals", type=int, default=2, help="each is played from every seat")
    parser.add_argument("--simulations", type=int, default=100, help="of IS-MCTS, a decision")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    game = pyspiel.load_game(register(args.game, players=args.players), {"seed": args.seed})
    paid = play(game, args.simulations, args.seed)
    print(f"a game in OpenSpiel, IS-MCTS in the first seat: {np.round(paid, 2)}", flush=True)
    bot = Bot(game, searching(game, args.simulations, np.random.RandomState(args.seed)))
    table = {"deals": args.deals, "seed": args.seed, "players": args.players}
    print(f"against uniform: paid, wins {piracy_env.evaluate(bot, args.game, 'uniform', **table)}")


if __name__ == "__main__":
    main()
