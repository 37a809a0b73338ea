"""Agents of all manners, for tournaments in tests."""

import numpy as np

from piracy_env.core.script import Script
from tests.core.test_script import CHARACTER, by_number

READY = Script(by_number, np.array([(1.0,), (-1.0,)], CHARACTER).view(np.recarray))


class Last:
    """Takes the last legal action."""

    def act(self, view):
        return view.action_mask.shape[1] - 1 - view.action_mask[:, ::-1].argmax(axis=1)


class First:
    """Takes the first legal action."""

    def act(self, view):
        return view.action_mask.argmax(axis=1)


class Guesser:
    """Follows the secrets of a world that it imagines."""

    def act(self, view):
        secrets = view.sample()["secret"].sum(axis=1)
        legal = view.action_mask.sum(axis=1)
        order = np.argsort(~view.action_mask, axis=1, kind="stable")
        return order[np.arange(len(view)), secrets % legal]


class Scripted:
    """Plays by a script, inside the engine."""

    def __init__(self, character=0):
        self.character = character

    def script(self, game):
        return READY.only(self.character)

    def act(self, view):
        return view.script_policy(self.script(view.game))[0]


class Asked:
    """Plays by the same script, but is asked."""

    def act(self, view):
        return view.script_policy(READY.only(0))[0]


class Cheat:
    """Plays what is not legal."""

    def act(self, view):
        return np.full(len(view), view.action_mask.shape[1])


def low():
    return Scripted(1)
