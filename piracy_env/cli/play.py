"""Play a game at the terminal, against agents or each other.

A seat is played by `human` (`human:Anne` tells who), by `uniform` (random legal actions), by a name
that an agent module knows, or by `module:attribute`. The game is saved at the end, and when you
leave; it remembers who sat where, and goes on with them. Agents that are a module's are to be named
anew then, as are others if somebody else takes a seat: no file has a module imported.

Examples:
  piracy play mutiny                                 you against random players
  piracy play mutiny --seats human human uniform     two at one keyboard
  piracy play mutiny --seats uniform uniform uniform watch
  piracy play mutiny --seats human heuristic         heuristic takes the other seats too
  piracy play mutiny --seats human:Anne              uniform takes the other seats
  piracy play mutiny --seats human:Anne human:Jack heuristic --save evening.json
  piracy play mutiny --resume evening.json           with the same people and agents
  piracy play mutiny --resume evening.json --seats human uniform
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from piracy_env.cli import choices
from piracy_env.errors import AgentError, OptionError

if TYPE_CHECKING:
    from piracy_env.core.game import Game
    from piracy_env.core.replay import Replay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    choices.add_game(parser)
    choices.add_deal(parser)
    group = parser.add_argument_group("the table")
    group.add_argument(
        "--seats",
        nargs="+",
        metavar="WHO",
        help="who plays each seat (default: you, then uniform; in a saved game those who sat "
        "there); the last agent takes all further seats of a game for more",
    )
    group.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    group.add_argument("--save", type=Path, metavar="FILE", help="where the game is saved")
    group.add_argument("--no-save", action="store_true", help="do not save the game")
    group.add_argument(
        "--open", action="store_true", help="several humans: no hiding of the screen between them"
    )
    group.add_argument(
        "--thoughts",
        action="store_true",
        help="agents only: also print what those think who search",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from piracy_env.cli.sitting import Sitting
    from piracy_env.envs.opponents import HUMAN, is_person

    game = choices.find_game(args.game)
    if args.save is not None and args.save.exists() and args.save != args.resume:
        raise OptionError(f"--save: {args.save} exists already")
    if args.resume is not None and (args.players or args.preset or args.option):
        raise OptionError("--resume: players and options are those of the saved game")
    seated: Sequence[str] = ()
    if args.resume is not None:
        from piracy_env.core.replay import Replay

        replay = Replay.load(args.resume, game, args.tables)
        engine = replay.engine_at(len(replay))
        if args.seats is None:
            seated = remembered(replay)
    else:
        if args.seats is not None and args.players is None and not _leaves_seats(args.seats, game):
            args.players = len(args.seats)
        engine = choices.make_engine(args, game)
    players = engine.options.players
    seats = args.seats or list(seated) or [HUMAN, "uniform"]
    if len(seats) == 1 < players and is_person(seats[0]):
        seats = [*seats, "uniform"]
    if not is_person(seats[-1]):
        seats = [*seats, *seats[-1:] * (players - len(seats))]
    if len(seats) != players:
        raise OptionError(f"--seats: {players} players need {players} seats, not {len(seats)}")
    for name in seats:
        choices.look_here(name)
    path = None if args.no_save else args.save or args.resume or default_path(game.name)
    sitting = Sitting(
        engine, seats, seed=args.seed, hide=not args.open, thoughts=args.thoughts, file=path
    )
    if args.resume is not None:
        sitting.own.add(args.resume.absolute())
    try:
        sitting.play()
    finally:
        sitting.keep()
    return 0


def remembered(replay: Replay) -> Sequence[str]:
    """Who sat in each seat of a saved game, if the agents among them may come from a file."""
    from piracy_env.envs.opponents import is_person, recall_agent

    for seat, name in enumerate(replay.seats):
        try:
            _ = is_person(name) or recall_agent(name, replay.game)
        except AgentError as error:
            raise AgentError(
                f"seat {seat}: {error}, such as --seats {' '.join(map(shlex.quote, replay.seats))}",
                agent=name,
                seat=seat,
            ) from None
    return replay.seats


def _leaves_seats(seats: list[str], game: Game) -> bool:
    """Whether fewer are named than could play, and others may take the rest.

    These are more of the last one, if that is an agent; with a person alone whoever is usual.
    """
    from piracy_env.envs.opponents import is_person

    is_alone = len(seats) == 1
    return len(seats) < min(game.seats) and (is_alone or not is_person(seats[-1]))


def default_path(game: str) -> Path:
    """A file name in the current folder that is not taken."""
    import time

    from piracy_env.cli import show

    return show.free_path(f"{game}-{time.strftime('%Y%m%d-%H%M%S')}", "json")
