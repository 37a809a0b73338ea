"""Golden games: whole games in plain text, which only a change of the rules may change.

    python -m tests.golden mutiny      # write the files of a game anew, to be read in the diff

A file opens with how the game is started, then has a line for each decision: its number, who
decides in which phase, the action, a digest of the state that follows, and all scores in it.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env import registry
from piracy_env.core.engine import Engine
from piracy_env.core.game import Game

GAMES = Path(__file__).parent / "games"
SEPARATOR = "  |  "
FEW_BYTES = 1 << 14
"""Of states up to this size each number is written out for its digest."""


def files(game: str) -> list[Path]:
    """The golden games of a game, among those of the other listings of its package."""
    folder = GAMES / registry.load(game).folder.name / "golden"
    return [path for path in sorted(folder.glob("*.txt")) if _name_in(path) == game]


def _name_in(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition(" ")[0]


def write(game: Game, seed: int, options: dict[str, object], wanted: Sequence[str] = ()) -> str:
    """Play a game, and write it down.

    It follows the actions wanted as long as they are legal; then actions are drawn from the seed.
    """
    engine = _start(game, seed, options)
    draw = random.Random(seed)
    actions = []
    labels = iter(wanted)
    while not engine.record().over:
        legal = {game.actions.label(action): action for action in engine.legal()}
        label = next(labels, None)
        if label not in legal:
            label, labels = draw.choice(list(legal)), iter(())
        actions.append(legal[label])
        engine.step([actions[-1]])
    return transcript(game, seed, options, actions)


def transcript(game: Game, seed: int, options: dict[str, object], actions: list[int]) -> str:
    """The text of the game that these actions lead through."""
    engine = _start(game, seed, options)
    started = " ".join(f"{name}={value}" for name, value in options.items())
    lines = [f"{game.name} version {game.version}, seed {seed}, {started}", _after(engine, "deal")]
    for number, action in enumerate(actions, start=1):
        record = engine.record()
        who = f"{number} seat {record.seat} {game.phase_name(record)}"
        decision = f"{who}: {game.actions.label(action)}"
        engine.step([action])
        lines.append(_after(engine, decision))
    scores, ranks, *_ = engine.outcome()
    lines.append(f"end: scores {_row(scores)}, ranks {_row(ranks)}")
    return "\n".join(lines) + "\n"


def replay(game: Game, text: str) -> str:
    """The text that the actions of a golden game lead to now."""
    seed, options = _started(text)
    actions = [game.actions.id(label) for label in _labels(text)]
    return transcript(game, seed, options, actions)


def _labels(text: str) -> list[str]:
    """The actions of a golden game."""
    decisions = text.splitlines()[2:-1]
    return [line.split(SEPARATOR)[0].split(": ")[1].strip() for line in decisions]


def _started(text: str) -> tuple[int, dict[str, object]]:
    """Seed and options of a golden game."""
    seed, words = text.splitlines()[0].split(", seed ")[1].split(", ", 1)
    pairs = (word.split("=") for word in words.split())
    return int(seed), {name: _value(value) for name, value in pairs}


def _start(game: Game, seed: int, options: dict[str, object]) -> Engine:
    engine = Engine(game, seed=seed, auto_reset=False, **options)
    engine.reset()
    return engine


def _after(engine: Engine, decision: str) -> str:
    state = engine.states[0]
    return SEPARATOR.join([f"{decision:<64}", _digest(state), _row(engine.outcome()[0])])


def _digest(state: np.void) -> str:
    """A digest of all fields: of their numbers as text, or as bytes where there are very many."""
    names = sorted(state.dtype.names or ())
    if state.dtype.itemsize <= FEW_BYTES:
        content = repr({name: state[name].tolist() for name in names}).encode()
    else:
        content = b"".join(name.encode() + _plain_bytes(state[name]) for name in names)
    return hashlib.sha256(content).hexdigest()[:12]


def _plain_bytes(value: NDArray[Any]) -> bytes:
    """Numbers in one order of bytes, whatever the processor's; records field by field."""
    array = np.asarray(value)
    if array.dtype.names:
        return b"".join(name.encode() + _plain_bytes(array[name]) for name in array.dtype.names)
    return array.astype(array.dtype.newbyteorder("<")).tobytes()


def _row(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def _value(word: str) -> object:
    if word in ("True", "False"):
        return word == "True"
    return int(word) if word.lstrip("-").isdigit() else word


def main() -> None:
    """Write the golden games of the games named on the command line anew.

    They are started and, as far as that is still legal, played as before.
    """
    for name in sys.argv[1:]:
        for path in files(name):
            text = path.read_text("utf-8")
            path.write_text(write(registry.load(name), *_started(text), _labels(text)), "utf-8")
            print(path)


if __name__ == "__main__":
    main()
