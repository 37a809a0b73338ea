"""A game with notes: what the network thought of each decision, and what a search thinks of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from experiments.reporting import plots, web
from piracy_agents.network import Network
from piracy_agents.search import Search
from piracy_agents.trained import Trained
from piracy_env.core.engine import Engine
from piracy_env.core.replay import Replay

WORTH_NAMING = 0.1
"""Probability above which an action that was not played is told."""
MATTERS = 0.05
"""Payment from which on it makes a difference what is played."""
TRIED = 10
"""Simulations from which on a search knows what an action is worth."""


@dataclass(frozen=True)
class Note:
    """One decision between more than one action."""

    move: int
    played: str
    chance: float
    """How likely the network was to play so."""
    expected: float
    """What the network expected to be paid."""
    instead: str
    """What else the network thought of."""
    sought: float | None = None
    """What the search expects to be paid, if one was asked."""
    advice: str = ""
    """What the search would rather have played, if that matters."""


def annotate(
    replay: Replay, network: Network, seat: int, search: Search | None = None
) -> Iterator[Note]:
    """A note on each decision of a seat."""
    engine = replay.begin()
    player = Trained(network, engine.game, "the network")
    for move, action in enumerate(replay.actions):
        legal = engine.legal()
        if int(engine.seat[0]) == seat and len(legal) > 1:
            scores, values = player.consider(engine.view([0]))
            chances = dict(zip(legal, _softmax(scores[0, legal]), strict=True))
            sought, advice = _advice(engine, action, search) if search else (None, "")
            yield Note(
                move,
                engine.describe_action(0, action),
                chances[action],
                float(values[0]),
                _second(engine, action, chances),
                sought,
                advice,
            )
        engine.step([action])


def _second(engine: Engine, action: int, chances: dict[int, float]) -> str:
    """The likeliest action that was not played, if it was likely."""
    other = max((choice for choice in chances if choice != action), key=chances.__getitem__)
    if chances[other] < WORTH_NAMING:
        return ""
    return f"{engine.describe_action(0, other)} ({chances[other]:.0%})"


def _advice(engine: Engine, action: int, search: Search) -> tuple[float, str]:
    """What a search expects here, and what it would rather play, if that is worth more."""
    view = engine.view([0])
    thoughts = search.think(view)
    sought = float(thoughts.outlook[0, view.seat[0]])
    pick = int(thoughts.picks[0])
    worth, other = thoughts.values[0, pick], thoughts.values[0, action]
    is_tried = thoughts.visits[0, action] >= TRIED
    if pick == action or (is_tried and worth - other < MATTERS):
        return sought, ""
    against = f" against {other:+.2f}" if is_tried else ""
    return sought, f"{engine.describe_action(0, pick)} ({worth:+.2f}{against})"


def _softmax(scores: np.ndarray[tuple[int], np.dtype[np.float32]]) -> list[float]:
    powers = np.exp(scores - scores.max())
    chances: list[float] = (powers / powers.sum()).tolist()
    return chances


# --- pages ----------------------------------------------------------------------------------------

HEAD = ("move", "played", "chance", "expected", "thought of instead")
SEARCH_HEAD = ("search expects", "search would rather")


def page(notes: Sequence[Note]) -> str:
    """What was expected over the game, and a table of its decisions."""
    searched = any(note.sought is not None for note in notes)
    head = HEAD + SEARCH_HEAD if searched else HEAD
    rows = [_row(note)[: len(head)] for note in notes]
    return _course(notes, searched) + web.table(head, rows, words=(1, 4, 6))


def _row(note: Note) -> tuple[str, ...]:
    sought = "" if note.sought is None else f"{note.sought:+.2f}"
    return (
        *(str(note.move), note.played, f"{note.chance:.0%}", f"{note.expected:+.2f}"),
        *(note.instead, sought, note.advice),
    )


def _course(notes: Sequence[Note], searched: bool) -> str:
    """The expectations as curves."""
    known = {"network": [note.expected for note in notes]}
    if searched:
        known["search"] = [note.sought or 0.0 for note in notes]
    lines = [plots.Curve(who, values, values, values) for who, values in known.items()]
    return plots.curves([note.move for note in notes], lines, "Expected payment", "move", 0.0)


def agreement(notes: Sequence[Note]) -> str:
    """How often a search has nothing better, in words."""
    searched = [note for note in notes if note.sought is not None]
    if not searched:
        return ""
    same = sum(not note.advice for note in searched)
    return f"; the search has nothing better in {same} of {len(searched)} decisions"
