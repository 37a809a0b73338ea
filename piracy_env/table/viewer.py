"""A replay to look at: pictures move by move, the story, what an agent thinks, and luck.

Everything is worked out once and put into one value of plain JSON, which a page draws: one of the
server, or a file of its own that needs nothing else.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.engine import Engine
from piracy_env.core.files import write_whole
from piracy_env.core.game import RUNNING
from piracy_env.core.replay import Replay
from piracy_env.core.story import Event
from piracy_env.core.view import Agent
from piracy_env.drawing.fonts import FONTS
from piracy_env.envs.opponents import find_agent, known_agents
from piracy_env.table.thoughts import opinion_of
from piracy_env.table.views import results, seat_card

MOST_PICTURES = 1500
"""Of longer games there is a picture every second, third, ... move."""
WORLDS = 8
"""How often each move is played again with other dice and cards, to tell what was luck."""
THINKERS = ("ppo", "heuristic")
"""Whose thoughts are told, if nobody is named: the first of them that there is."""

PAGE_SCRIPTS = ("page.js", "picture.js", "replay.js")
"""Of a page in one file, those first that the others import."""
_POLICY = (
    "default-src 'none'; script-src 'sha256-{}'; style-src 'unsafe-inline'; img-src data:; "
    "font-src data:; base-uri 'none'; form-action 'none'"
)
"""A replay may be a stranger's: its page runs the script it was written with, and asks nobody."""
_STATIC = Path(__file__).with_name("static")
_PIECE = re.compile(r"(?=<(?:g|rect|defs|polygon)\b)")
"""Where a picture is cut: equal pieces of all pictures are kept once."""


def told(
    replay: Replay,
    seat: int | None = None,
    thinker: Agent | None = None,
    tell: Callable[[int, int], None] = lambda done, of: None,
    most: int = MOST_PICTURES,
) -> dict[str, Any]:
    """A replay as a page draws it, as a seat knows it or, for None, in full.

    Args:
        replay: The game.
        seat: Whose view; a seat is shown no thoughts of others.
        thinker: Whose thoughts are told of each move.
        tell: Is told how many moves are done, of how many.
        most: Pictures of longer games are left out, so that there are no more.
    """
    shown = set(replay.moves_told(seat))
    step = max(1, -(-len(shown) // most))
    pieces = _Pieces()
    luck = _Luck(replay, thinker) if thinker is not None and seat is None else None
    turns: list[dict[str, Any]] = []
    before: NDArray[Any] | None = None
    news: list[str] = []
    number = 0
    for move, engine in enumerate(replay.play()):
        tell(move, len(replay))
        now = engine.states[:1].copy()
        if before is not None:
            news += Event(replay.game, replay.tables, before, replay.actions[move - 1], now).news(
                seat
            )
        before = now
        if move in shown:
            turn: dict[str, Any] = {"move": move, "news": news}
            if number % step == 0 or move == len(replay):
                turn["picture"] = pieces.cut(engine.render(0, seat))
            if move < len(replay):
                action = replay.actions[move]
                turn["seat"] = int(engine.seat[0])
                turn["words"] = engine.describe_action(0, action, seat)
                if luck is not None:
                    turn |= luck.of(engine, action)
            elif luck is not None:
                turn["worth"] = luck.worth(engine)
            turns.append(turn)
            news, number = [], number + 1
    end = replay.engine_at(len(replay))
    names = replay.seats or ("",) * end.players
    return {
        "title": replay.game.title,
        "options": replay.options,
        "viewer": seat,
        "seats": [seat_card(k, name or "?") for k, name in enumerate(names)],
        "thinker": repr(thinker) if luck is not None else "",
        "pieces": pieces.all,
        "turns": turns,
        "results": results(end, tuple(names)) if end.record().over != RUNNING else None,
    }


def thinker_for(replay: Replay, name: str = "") -> Agent | None:
    """The agent of a name, or the best one that there is and can tell what it thinks."""
    if name:
        return find_agent(name, replay.game)
    kinds = {known.partition(":")[0] for known in known_agents(replay.game)}
    return next((find_agent(kind, replay.game) for kind in THINKERS if kind in kinds), None)


def page_of(name: str) -> str:
    """A page of the package: what all have at their heads, and its own."""
    return "".join((_STATIC / f"{part}.html").read_text("utf-8") for part in ("head", name))


def page(shown: dict[str, Any]) -> str:
    """A page in one file: the replay, letters and all, and no server."""
    html = page_of("replay")
    packed = base64.b64encode(gzip.compress(json.dumps(shown).encode(), mtime=0)).decode()
    style = (_STATIC / "style.css").read_text("utf-8")
    for number, font in enumerate(FONTS):
        data = base64.b64encode(font.file.read_bytes()).decode()
        style = style.replace(f"url(/font/{number})", f"url(data:font/ttf;base64,{data})")
    script = "\n".join(_inlined(*PAGE_SCRIPTS))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    html = html.replace(
        "<title>",
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY.format(digest)}">\n<title>',
        1,
    )
    html = html.replace(
        '<link rel="stylesheet" href="/static/style.css">', f"<style>{style}</style>"
    )
    return html.replace(
        '<script type="module" src="/static/replay.js"></script>',
        f'<script type="text/plain" id="packed">{packed}</script>\n'
        f'<script type="module">{script}</script>',
    )


def write_page(
    replay: Replay, path: Path, thinker: Agent | None = None, most: int = MOST_PICTURES
) -> None:
    """Write the page of a replay, for who may know all of it."""
    write_whole(path, page(told(replay, None, thinker, most=most)))


def _inlined(*names: str) -> Iterator[str]:
    """Modules as parts of one."""
    for name in names:
        text = (_STATIC / name).read_text("utf-8")
        yield re.sub(r"^import .*?;\n", "", text, flags=re.MULTILINE).replace("export ", "")


class _Pieces:
    """Pieces of pictures, each kept once."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self._numbers: dict[str, int] = {}

    def cut(self, svg: str) -> list[int]:
        """A picture as numbers of its pieces."""
        numbers = []
        for piece in _PIECE.split(svg):
            number = self._numbers.setdefault(piece, len(self.all))
            if number == len(self.all):
                self.all.append(piece)
            numbers.append(number)
        return numbers


class _Luck:
    """What an agent thinks of each move of a game, and how far chance moved what it expected.

    Luck of a move is what the agent expects for who moved, less what it expects on average after
    the same move in worlds which that seat could not tell from the true one. It takes an agent with
    a network, which says what a seat may expect by what it sees.
    """

    def __init__(self, replay: Replay, agent: Agent) -> None:
        self.agent = agent
        self._network: Any = getattr(agent, "network", None)
        self._worlds = Engine(
            replay.game,
            num_envs=WORLDS,
            tables=replay.tables,
            reward=replay.reward,
            max_moves=replay.limit,
            auto_reset=False,
            seed=0,
            **replay.options,  # type: ignore[arg-type]
        )
        self._worlds.reset()

    def of(self, engine: Engine, action: int) -> dict[str, Any]:
        """Thoughts before a move, what all seats may expect, and the luck of it."""
        view = engine.view()
        opinion = opinion_of(self.agent, view)
        found: dict[str, Any] = {}
        if opinion is not None:
            told_of = opinion.as_dict(view)
            found["thoughts"] = told_of | {"choices": told_of["choices"][:6]}
            found["chosen"] = next((s for a, s, _ in opinion.choices if a == action), 0.0)
        if self._network is not None:
            found["worth"] = self.worth(engine)
            found["luck"] = self._luck(engine, action)
        return found

    def worth(self, engine: Engine) -> list[float] | None:
        """What each seat may expect, or was paid."""
        return None if self._network is None else self._values(engine)[0].round(3).tolist()

    def _luck(self, engine: Engine, action: int) -> float:
        seat, worlds = int(engine.seat[0]), self._worlds
        for k in range(WORLDS):
            worlds.load_state_unchecked(k, engine.sample(0, seat, key=k))
        worlds.step([action] * WORLDS)
        usual = self._values(worlds)[:, seat].mean()
        twin = engine.clone()
        twin.step([action])
        return round(float(self._values(twin)[0, seat] - usual), 3)

    def _values(self, engine: Engine) -> NDArray[Any]:
        """What each seat [n, P] may expect by what it sees; at the end, what it is paid."""
        seen = engine.look_all()[0]
        count, players, size = seen.shape
        values = np.asarray(self._network.evaluate(seen.reshape(-1, size))[1], np.float64)
        values = values.reshape(count, players)
        for i in np.flatnonzero(engine.over).tolist():
            values[i] = engine.rewards(i)
        return values
