"""Compile games, heuristics and searches ahead of their first use.

Machine code is kept on disk, each function in a file of its own, and found again by everything
that it was made from.

Examples:
  piracy warmup                compile what is not compiled yet
  piracy warmup --jobs 4       several functions at the same time
  piracy warmup mutiny
  piracy warmup --no-agents    neither heuristics nor searches
  piracy warmup --prune        and remove what these games have no use for any more
  piracy warmup --clear        remove everything
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from piracy_env import registry
from piracy_env.cli import choices
from piracy_env.cli.progress import Progress
from piracy_env.core.text import plural
from piracy_env.errors import PiracyError

if TYPE_CHECKING:
    from piracy_env.core.compiling import Warming
    from piracy_env.core.engine import Engine
    from piracy_env.core.game import Game
    from piracy_env.core.view import Agent

LOOPS = "loops"
SEARCH = "mcts:2"
HEURISTIC = "heuristic"
_CALLERS = (LOOPS, SEARCH)
"""Parts that call kernels, and so need all of them."""
_OLD_FOLDER = re.compile(r"\w+-[0-9a-f]{16}")
_FOLDER = re.compile(r"numba[\w.]+-[\w.-]+-[0-9a-f]{8}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("games", nargs="*", metavar="game", help="games (default: all)")
    parser.add_argument(
        "--jobs",
        type=choices.count,
        default=1,
        metavar="N",
        help="functions compiled at the same time",
    )
    parser.add_argument(
        "--no-agents", action="store_true", help="leave out heuristics and searches"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--prune", action="store_true", help="remove machine code of earlier versions"
    )
    form.add_argument("--clear", action="store_true", help="remove all machine code, compile none")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from piracy_env.core.folder import cache_folder
    from piracy_env.core.jit import COMPILED

    folder = cache_folder()
    if args.clear:
        print(f"removed {_remove(_folders(folder))} from {folder}")
        return 0
    if not COMPILED:
        print("NUMBA_DISABLE_JIT is set: games run as plain Python, nothing is compiled")
        return 0
    names = args.games or registry.list_games()
    used = _warm_all(names, args.jobs, not args.no_agents)
    if args.prune:
        print(f"removed {_remove([*_old_folders(folder), *_unused(used)])}")
    print(f"machine code: {folder} ({_size(_folders(folder))})")
    return 0


# --- compiling ------------------------------------------------------------------------------------


def _warm_all(names: Sequence[str], jobs: int, agents: bool) -> set[Path]:
    """Compile game after game, and say so; the files that they use."""
    from piracy_env.core.compilers import Compilers
    from piracy_env.core.compiling import Warming

    games = {name: choices.find_game(name) for name in names}
    used: set[Path] = set()
    with Compilers(min(jobs, os.cpu_count() or 1)) as compilers, Progress() as progress:
        works = []
        for order, (name, game) in enumerate(games.items()):
            parts = list(parts_of(game, agents))
            kernels = [(warm, name, part) for part in parts if part not in _CALLERS]
            callers = [(warm, name, part) for part in parts if part in _CALLERS]
            works.append(Warming(compilers, kernels, callers, order))
        for game, work in zip(games.values(), works, strict=True):
            begun, compiled = time.perf_counter(), 0
            progress.show(f"compiling {game.name}", *_counted(works))
            for warmed in work.results():
                compiled, used = compiled + warmed.compiled, used | warmed.used
                progress.show(f"compiling {game.name}", *_counted(works))
            progress.show("", *_counted(works))
            seconds = time.perf_counter() - begun
            news = f"{plural(compiled, 'function')} compiled" if compiled else "nothing to compile"
            print(f"{game.name:16}{seconds:6.1f} s  {news}", flush=True)
    return used


def _counted(works: Sequence[Warming]) -> tuple[int, int]:
    """How much is done, and of how much that is known of."""
    return sum(work.done for work in works), sum(work.total for work in works)


def parts_of(game: Game, agents: bool = True) -> Iterator[str]:
    """What is compiled for a game: kernels one by one, then what calls them."""
    from piracy_env.core.binding import functions_of

    if not game.inline:
        names = [name for name, function in functions_of(game).items() if function is not None]
        yield from sorted(names, key=_ORDER.index)
    if agents:
        yield HEURISTIC
    yield LOOPS
    if agents:
        yield SEARCH


_ORDER = ("reset", "step", "legal", "observe", "determinize", "outcome", "reward_of")
"""The largest first, but for what is done soon and leads to what is separate."""


def warm(name: str, part: str) -> None:
    """Compile one part of a game, in whatever process this is."""
    from piracy_env.core.binding import Kernels
    from piracy_env.core.compiling import warm_kernel
    from piracy_env.core.engine import Engine

    game = choices.find_game(name)
    if part == LOOPS:
        _call_loops(Engine(game, 2, seed=0))
    elif part == HEURISTIC:
        script = getattr(_agent(part, game), "script", None)
        if script is not None:
            Kernels(game, script(game)).ready(["weigh"])
    elif part == SEARCH:
        _ask([HEURISTIC, SEARCH], Engine(game, 1, seed=0))
    else:
        warm_kernel(game, part)


def _call_loops(engine: Engine) -> None:
    engine.reset()
    engine.step(engine.uniform())
    engine.look([0], [0])
    engine.outcome(0)
    engine.sample(0, 0)
    engine.playouts([0], [0], [0])


def _ask(agents: Sequence[str], engine: Engine) -> None:
    """Let agents choose an action, those that there are for the game."""
    engine.reset()
    for player in [_agent(name, engine.game) for name in agents]:
        if player is not None:
            player.act(engine.view())


def _agent(name: str, game: Game) -> Agent | None:
    """An agent, if there is one of that name for the game."""
    from piracy_env.envs.opponents import find_agent

    try:
        return find_agent(name, game)
    except PiracyError:
        return None


# --- files ----------------------------------------------------------------------------------------


def _folders(folder: Path) -> list[Path]:
    """Folders of machine code, and nothing else that may lie there."""
    folders = [path for path in folder.iterdir() if path.is_dir() and _FOLDER.fullmatch(path.name)]
    return [*folders, *_old_folders(folder)]


def _old_folders(folder: Path) -> list[Path]:
    """Folders of releases that compiled a whole game at a time."""
    folders = [
        path for path in folder.iterdir() if path.is_dir() and _OLD_FOLDER.fullmatch(path.name)
    ]
    return [path for path in folders if (path / "loops.py").exists()]


def _unused(used: set[Path]) -> list[Path]:
    """Files of functions with the same titles as those in use, made from something else."""
    titles = {(path.parent, path.name.rpartition("-")[0]) for path in used}
    return [
        path
        for folder in {path.parent for path in used}
        for path in folder.glob("*-*")
        if path not in used and (folder, path.name.rpartition("-")[0]) in titles
    ]


def _remove(paths: list[Path]) -> str:
    size = _size(paths)
    for path in paths:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    return f"{plural(len(paths), 'item')} ({size})"


def _size(paths: list[Path]) -> str:
    files = [file for path in paths for file in (path, *path.rglob("*")) if file.is_file()]
    return f"{sum(file.stat().st_size for file in files) / 1e6:.1f} MB"
