"""Agents of strangers, some of whom mean ill; they are run in processes of their own."""

import os
import time

import numpy as np


class Polite:
    """Plays the first legal action, having looked at all that it is given."""

    def act(self, view):
        worlds = view.sample()
        assert len(worlds) == len(view) == len(view.observation) == len(view.seat)
        assert view.describe(0)
        action = int(view.action_mask[0].argmax())
        assert view.describe_action(0, action)
        assert not any(hasattr(view, name) for name in ("_engine", "_chosen", "_key"))
        print("what an agent prints does not get into the pipe")
        return view.action_mask.argmax(axis=1)


class Knows(Polite):
    """Plays the number of the move at which the game is cut."""

    def act(self, view):
        return np.full(len(view), view.max_moves)


class Asks(Polite):
    """Samples as often as it likes."""

    def act(self, view):
        while True:
            view.sample()


class Answers(Polite):
    """Writes what it likes into the pipe."""

    payload = b""

    def act(self, view):
        view._pipe._writer.write(self.payload)
        view._pipe._writer.flush()
        time.sleep(60)


class Floods(Answers):
    payload = b"\xff" * (1 << 20)


class Pickles(Answers):
    payload = b"cos\nsystem\n(S'true'\ntR." * 4


class Sleeps(Polite):
    """Answers once, and then no more."""

    naps = 0.0

    def act(self, view):
        time.sleep(self.naps)
        self.naps = 60.0
        return super().act(view)


class Dies(Polite):
    def act(self, view):
        os._exit(7)


class Cheats(Polite):
    def act(self, view):
        return np.full(len(view), 10**12)


class Shapeless(Polite):
    def act(self, view):
        return "rum"


class Raises(Polite):
    def act(self, view):
        raise RuntimeError("out of \x1b[31mrum")


class Devours(Polite):
    def act(self, view):
        return np.ones(1 << 40, np.int8)


class Hears(Polite):
    """Fails, and tells what it has heard since its last turn."""

    def act(self, view):
        raise RuntimeError(" / ".join(view.news(0)))


class Looks(Polite):
    """Fails, and tells what it finds about itself."""

    def act(self, view):
        handles = len(os.listdir("/proc/self/fd"))
        raise RuntimeError(
            f"handles={handles} files={os.listdir('.')} secret={os.getenv('SECRET')}"
        )
