"""List the games, or tell a game's players, options and sizes.

Examples:
  piracy games
  piracy games mutiny
  piracy games --json
"""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from piracy_env.cli import choices, screen
from piracy_env.core.text import spaced, wrap

if TYPE_CHECKING:
    from piracy_env.core.game import Game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    choices.add_games(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    games = choices.find_games(args)
    if args.json:
        facts = [_facts(game) for game in games]
        print(json.dumps(facts[0] if args.game else facts, indent=2))
    elif args.game:
        _tell(games[0])
    else:
        head = ("name", "players", "what it is")
        rows = [(game.name, _span(game.seats), game.about or game.title) for game in games]
        print("\n".join(screen.table(head, rows)))
        if screen.interactive():
            hint = "`piracy games NAME` tells the options of a game"
            print(screen.paint(screen.fit(hint), screen.DIM))
    return 0


def _facts(game: Game) -> dict[str, Any]:
    options = {
        name: {"default": option.default, "allowed": option.allowed(), "doc": option.doc}
        for name, option in game.options.items()
    }
    return {
        "name": game.name,
        "title": game.title,
        "about": game.about,
        "version": game.version,
        "players": list(game.seats),
        "default_players": game.default_seats,
        "actions": game.actions.size,
        "observation": game.observation.size,
        "state_bytes": game.dtype.itemsize,
        "utility": game.utility,
        "reward_modes": list(game.reward_modes),
        "default_reward": game.default_reward,
        "reasons": list(game.reasons),
        "options": options,
        "presets": game.presets,
    }


def _tell(game: Game) -> None:
    print(screen.paint(f"{game.title} ({game.name}, version {game.version})", screen.BOLD))
    if game.about:
        print(screen.fit(game.about))
    facts = [
        ("players", f"{_span(game.seats)}, {game.default_seats} unless you say otherwise"),
        ("actions", f"{game.actions.size}: {', '.join(b.name for b in game.actions.blocks)}"),
        (
            "observation",
            f"{game.observation.size} floats in {len(game.observation.groups)} groups",
        ),
        ("state", f"{game.dtype.itemsize} bytes"),
        ("utility", game.utility),
        ("rewards", f"{', '.join(game.reward_modes)}; {game.default_reward} unless you say so"),
        ("ends", ", ".join(spaced(reason) for reason in game.reasons)),
    ]
    print("\n".join(screen.table(("", ""), facts)))
    from piracy_env.core.options import settled, written

    if game.options:
        rows = [
            (name, written(option.default), option.allowed(), option.doc)
            for name, option in game.options.items()
        ]
        print("\n" + "\n".join(screen.table(("option", "default", "allowed", "meaning"), rows)))
    if game.presets:
        print()
    for name, values in game.presets.items():
        changed = ", ".join(f"{key}={written(settled(value))}" for key, value in values.items())
        line = f"preset {name}: {changed or 'as it is'}"
        print("\n".join(wrap(line, screen.width(), "  ")))


def _span(seats: tuple[int, ...]) -> str:
    first, last = min(seats), max(seats)
    if last - first + 1 == len(seats) > 1:
        return f"{first}-{last}"
    return ", ".join(str(number) for number in seats)
