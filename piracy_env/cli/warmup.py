"""Compile games ahead of their first use.

Machine code is kept on disk, and found again by everything that it was made from.

Examples:
  piracy warmup                compile what is not compiled yet
  piracy warmup --jobs 4       several games at the same time
  piracy warmup mutiny
  piracy warmup --prune        and remove what belongs to sources that have changed since
  piracy warmup --clear        remove everything
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import shutil
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import TYPE_CHECKING

from piracy_env import registry
from piracy_env.cli import choices, screen
from piracy_env.core.text import plural
from piracy_env.errors import OptionError

if TYPE_CHECKING:
    from piracy_env.core.game import Game

_FOLDER = re.compile(r"\w+-[0-9a-f]{16}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("games", nargs="*", metavar="game", help="games (default: all)")
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="games compiled at the same time"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--prune", action="store_true", help="remove machine code of other versions")
    form.add_argument("--clear", action="store_true", help="remove all machine code, compile none")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from piracy_env.core.jit import COMPILED, cache_folder, is_current

    folder = cache_folder()
    if args.clear:
        print(f"removed {_remove(_folders(folder))} from {folder}")
        return 0
    if not COMPILED:
        print("NUMBA_DISABLE_JIT is set: games run as plain Python, nothing is compiled")
        return 0
    names = args.games or registry.list_games()
    with screen.Progress() as progress:
        for done, (name, news) in enumerate(_warm_all(names, args.jobs), start=1):
            progress.show("", done, len(names))
            print(f"{name:16}{news}", flush=True)
            progress.show("compiling", done, len(names))
    if args.prune:
        print(f"removed {_remove([one for one in _folders(folder) if not is_current(one)])}")
    print(f"machine code: {folder} ({_size(_folders(folder))})")
    return 0


def _warm_all(names: Sequence[str], jobs: int) -> Iterator[tuple[str, str]]:
    """Name and news of each game, as they get ready."""
    if jobs < 1:
        raise OptionError(f"--jobs must be a whole number from 1, not {jobs}")
    if jobs == 1 or len(names) == 1:
        yield from map(_warm_one, names)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(names)), mp_context=context) as pool:
        for ready in as_completed([pool.submit(_warm_one, name) for name in names]):
            yield ready.result()


def _warm_one(name: str) -> tuple[str, str]:
    game = choices.find_game(name)
    begun = time.perf_counter()
    compiled, total = warm(game)
    seconds = time.perf_counter() - begun
    news = f"{compiled} of {total} loops compiled" if compiled else "was compiled already"
    return game.name, f"{seconds:6.1f} s  {news}"


def warm(game: Game) -> tuple[int, int]:
    """Call every loop of a game once; how many had to be compiled, and how many there are."""
    from piracy_env.core.binding import loops_of
    from piracy_env.core.engine import Engine
    from piracy_env.core.script import NO_SCRIPT

    engine = Engine(game, 2, seed=0)
    engine.reset()
    engine.step(engine.uniform())
    engine.look([0], [0])
    engine.outcome(0)
    engine.sample(0, 0)
    engine.playouts([0], [0], [0])
    engine.view().consult(NO_SCRIPT)
    loops = [one for one in vars(loops_of(game)).values() if hasattr(one, "enable_caching")]
    loops = [one for one in loops if one.stats.cache_path]
    return sum(bool(sum(one.stats.cache_misses.values())) for one in loops), len(loops)


def _folders(folder: Path) -> list[Path]:
    """Folders of machine code, and nothing else that may lie there."""
    found = [one for one in folder.iterdir() if one.is_dir() and _FOLDER.fullmatch(one.name)]
    return [one for one in found if (one / "loops.py").exists()]


def _remove(folders: list[Path]) -> str:
    size = _size(folders)
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
    return f"{plural(len(folders), 'folder')} ({size})"


def _size(folders: list[Path]) -> str:
    files = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
    return f"{sum(file.stat().st_size for file in files) / 1e6:.1f} MB"
