"""The inside of an isolated agent's process: what it is shown, and how it answers.

Started by `piracy_agents.isolated`. Requests come on the standard input, answers go to what was the
standard output when the process began; whatever the agent prints goes nowhere.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import struct
import sys
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

PREFIX = struct.Struct("<q")
"""Before what the cell receives: its length."""
ANSWER = struct.Struct("<iqqq")
"""Before what the cell sends: its kind, position and action asked about, length."""
READY, ACTIONS, SAMPLE, DESCRIBE, DESCRIBE_ACTION, NEWS, FAILED = range(7)
LONGEST_COMPLAINT = 500


class Seen:
    """A view as it came through the pipe; it has what `piracy_env.core.view.View` has."""

    oracle = False

    def __init__(self, pipe: Pipe, game: Any, header: dict[str, Any]) -> None:
        self._pipe, self.game = pipe, game
        self.options = game.choose(**header["options"])
        self.players = self.options.players
        self.max_moves = header["max_moves"]
        n, shapes = header["n"], game
        self.observation = pipe.array(np.float32, (n, shapes.observation.size))
        self.action_mask = pipe.array(np.bool_, (n, shapes.actions.size))
        self.seat = pipe.array(np.int8, (n,))
        self.tables = pipe.array(game.tables.load().record.dtype, (header["tables"],))

    def __len__(self) -> int:
        return len(self.seat)

    def sample(self) -> np.recarray[Any, Any]:
        """A world [n] for each position."""
        raw = self._pipe.ask(SAMPLE)
        return np.frombuffer(bytearray(raw), self.game.dtype).view(np.recarray)

    def script_policy(self, script: Any) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """What a script would do in a sampled world, and its values of the legal actions."""
        from piracy_env.core.view import script_policy_of

        return script_policy_of(self.game, script, self.sample(), self.tables, self.action_mask)

    def describe(self, k: int) -> str:
        """Position k in words."""
        return self._pipe.ask(DESCRIBE, k).decode()

    def decision(self, k: int) -> str:
        """Name of the decision that position k asks for."""
        from piracy_env.core.record import Record

        name: str = self.game.decision_name(Record(self.sample()[k]))
        return name

    def describe_action(self, k: int, action: int) -> str:
        """An action of position k in words."""
        return self._pipe.ask(DESCRIBE_ACTION, k, action).decode()

    def news(self, k: int) -> list[str]:
        """What the seat of position k was told since its last turn."""
        return self._pipe.ask(NEWS, k).decode().splitlines()

    def states(self) -> Any:
        """Not to be had."""
        from piracy_env.errors import OrderError

        raise OrderError("the true states are hidden from agents")


class Pipe:
    """The cell's end of the pipes."""

    def __init__(self, reader: BinaryIO, writer: BinaryIO) -> None:
        self._reader, self._writer = reader, writer

    def receive(self) -> bytes:
        """The next thing that is sent; the process ends when there is none."""
        (size,) = PREFIX.unpack(self._exactly(PREFIX.size))
        return self._exactly(size)

    def array(self, dtype: Any, shape: tuple[int, ...]) -> NDArray[Any]:
        """The next thing as an array that can be read only."""
        return np.frombuffer(self.receive(), dtype).reshape(shape)

    def send(self, kind: int, k: int = 0, action: int = 0, payload: bytes = b"") -> None:
        """Answer, or ask."""
        self._writer.write(ANSWER.pack(kind, k, action, len(payload)) + payload)
        self._writer.flush()

    def ask(self, kind: int, k: int = 0, action: int = 0) -> bytes:
        """Ask, and wait for what comes."""
        self.send(kind, int(k), int(action))
        return self.receive()

    def _exactly(self, size: int) -> bytes:
        raw = self._reader.read(size)
        if len(raw) < size:
            os.kill(os.getpid(), signal.SIGKILL)  # nobody asks any more: an agent cannot catch it
        return raw


def main() -> None:
    """Make the agent, then answer until nobody asks any more."""
    reader, writer = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    pipe = Pipe(reader, writer)
    order = json.loads(pipe.receive())
    limit(order["memory"], order["file"])
    try:
        from piracy_env.envs.opponents import find_agent
        from piracy_env.registry import load

        game = load(order["game"])
        agent: Any = find_agent(order["agent"], game)
        pipe.send(READY)
        while True:
            seen = Seen(pipe, game, json.loads(pipe.receive()))
            answer = np.asarray(agent.act(seen))
            if answer.shape != (len(seen),) or answer.dtype.kind not in "iu":
                raise ValueError(f"act(view) must return {len(seen)} action ids")
            pipe.send(ACTIONS, payload=answer.astype("<i8").tobytes())
    except BaseException as error:
        words = f"{type(error).__name__}: {error}".encode("ascii", "replace")
        pipe.send(FAILED, payload=words[:LONGEST_COMPLAINT])
        sys.exit(1)


def limit(memory: int, file: int) -> None:
    """Bound what the process may use; without privileges it cannot raise these again."""
    bounds = {resource.RLIMIT_AS: memory, resource.RLIMIT_FSIZE: file, resource.RLIMIT_CORE: 0}
    for kind, most in bounds.items():
        resource.setrlimit(kind, (most, most))


if __name__ == "__main__":
    main()
