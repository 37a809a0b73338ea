"""OpenSpiel's bots play: IS-MCTS, which samples what it cannot see, against random ones.

pip install "piracy_env[peers]"
python examples/openspiel/play.py mutiny --players 3 --games 5 --simulations 100
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.bots.uniform_random import UniformRandomBot

from piracy_env.envs.open_spiel import register


def play(game: pyspiel.Game, searcher: int, simulations: int, seed: int) -> list[float]:
    """One game with IS-MCTS in a seat; what each seat is paid."""
    random = np.random.RandomState(seed)
    search = ISMCTSBot(
        game,
        RandomRolloutEvaluator(1, random),
        uct_c=2.0,
        max_simulations=simulations,
        use_observation_string=True,
        random_state=random,
    )
    bots = [
        search if seat == searcher else UniformRandomBot(seat, random)
        for seat in range(game.num_players())
    ]
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    paid: list[float] = state.returns()
    return paid


def main() -> None:
    """Play as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game", nargs="?", default="mutiny")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--simulations", type=int, default=100, help="of IS-MCTS, a decision")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    name = register(args.game, players=args.players)
    paid = []
    for number in range(args.games):
        seat, seed = number % args.players, args.seed + number
        paid.append(
            play(pyspiel.load_game(name, {"seed": seed}), seat, args.simulations, seed)[seat]
        )
        print(f"game {number + 1}: IS-MCTS in seat {seat} was paid {paid[-1]:+.2f}", flush=True)
    print(f"IS-MCTS was paid {np.mean(paid):+.3f} a game among uniform players")


if __name__ == "__main__":
    main()
