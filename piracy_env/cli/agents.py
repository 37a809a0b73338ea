"""List who plays a game: agents by name, how strong they are, and what they do.

Ratings are those of one tournament: 400 points more are ten times the strength. `piracy tournament`
measures others.

Examples:
  piracy agents                  the agents of all games
  piracy agents mutiny
  piracy agents mutiny --json
"""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from piracy_env.cli import choices, screen

if TYPE_CHECKING:
    from piracy_env.core.game import Game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    choices.add_games(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    games = choices.find_games(args)
    if args.json:
        facts = {game.name: _facts(game) for game in games}
        print(json.dumps(facts[games[0].name] if args.game else facts, indent=2))
        return 0
    for number, game in enumerate(games):
        if number:
            print()
        print(screen.paint(f"{game.title} ({game.name})", screen.BOLD))
        rows = [(fact["name"], fact["rating"] or "", fact["about"] or "") for fact in _facts(game)]
        print("\n".join(screen.table(("agent", "rating", "what it does"), rows, "<><")))
    hint = (
        "`piracy play GAME --seats human AGENT` seats one; ppo:FILE and module:attribute are others"
    )
    print(screen.paint(screen.fit(hint), screen.DIM))
    return 0


def _facts(game: Game) -> list[dict[str, object]]:
    """The agents of a game, the strongest of those with a rating first."""
    from piracy_env.envs.opponents import describe_agents

    facts: list[dict[str, object]] = []
    for name, (about, rating) in describe_agents(game).items():
        low_high = None if rating is None else list(rating[1:])
        facts.append(
            {
                "name": name,
                "about": about,
                "rating": None if rating is None else rating[0],
                "interval": low_high,
            }
        )
    return facts
