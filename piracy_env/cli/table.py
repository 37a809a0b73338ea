"""Open tables in the browser, for people and agents around any game.

A lobby opens tables: who sits where, which variant is played, how fast agents move. Each table has
a link for each seat that is played elsewhere, and one for watching. Replays and training runs of
the folder can be looked at. Without further options only this machine reaches the server; bound
elsewhere, it prints the link that opens the lobby. Tables survive a restart.

Examples:
  piracy table                                   then open the address that is printed
  piracy table --folder evenings --port 9000
  piracy table --agent mine:Agent --agent ppo:runs/a/best.safetensors
  piracy table --watch runs/a                    the newest network of a run, while it trains
  piracy table --host 0.0.0.0                    others on the network join by their links
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from piracy_env.cli import choices, screen
from piracy_env.errors import OptionError

if TYPE_CHECKING:
    from piracy_env.table.opening import Offer

PORT = 8462


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    group = parser.add_argument_group("what is offered")
    group.add_argument(
        "--game", action="append", default=[], metavar="MODULE:ATTRIBUTE", help="a further game"
    )
    group.add_argument(
        "--agent", action="append", default=[], metavar="WHO",
        help="a further agent: module:attribute, or ppo:<file>",
    )  # fmt: skip
    group.add_argument(
        "--folder", type=Path, default=Path(), metavar="DIR", help="of replays and training runs"
    )
    group.add_argument("--watch", type=Path, metavar="RUN", help="a training run to look at")
    group = parser.add_argument_group("the server")
    group.add_argument("--host", default="127.0.0.1", help="default: %(default)s")
    group.add_argument("--port", type=choices.whole, default=PORT, help="default: %(default)s")
    group.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="a further name of it",
    )
    group.add_argument(
        "--token", action="store_true", help="the lobby needs a link on this machine as well"
    )
    group.add_argument(
        "--keep", type=Path, metavar="DIR", help="where tables are kept (default: the user's state)"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from piracy_env.table.house import House
    from piracy_env.table.server import Place, serve
    from piracy_env.table.shelf import Shelf

    if not 0 < args.port < 65536:
        raise OptionError(f"--port: 1 to 65535, not {args.port}")
    if not args.folder.is_dir():
        raise OptionError(f"--folder: {args.folder} is no folder")
    folder = args.folder.resolve()
    if args.watch is not None:
        folder = args.watch.resolve().parent
    place = Place.at(args.host, args.port, tuple(args.name), is_shared=args.token)
    shelf = Shelf(args.keep or kept_by_default(), folder)
    house = House(shelf, _offer(args))
    if args.watch is not None:
        if args.watch.resolve().name not in shelf.runs():
            raise OptionError(f"--watch: {args.watch} holds no training run with a log yet")
        page = f"watch?name={quote(args.watch.resolve().name)}"
        print(f"The run:   {screen.paint(place.address_of(page), screen.BOLD)}")
    print(f"The lobby: {screen.paint(place.address, screen.BOLD)}")
    if place.token:
        print("Only that link opens tables; those of the tables are for who is to play or watch.")
    print("Ctrl-C ends; all tables are kept.", flush=True)
    serve(house, place)
    return 0


def _offer(args: argparse.Namespace) -> Offer:
    """Games and agents, found before anybody asks for them."""
    from piracy_env.table.opening import Offer

    for name in (*args.game, *args.agent):
        choices.look_here(name)
    return Offer(tuple(args.game), tuple(args.agent))


def kept_by_default() -> Path:
    """A folder of the user's own, for what programs keep between two runs."""
    state = os.environ.get("XDG_STATE_HOME", "")
    home = Path(state) if Path(state).is_absolute() else Path.home() / ".local" / "state"
    return home / "piracy_env" / "tables"
