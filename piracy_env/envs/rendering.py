"""How environments show a game: as text, as SVG or as pixels, and through whose eyes."""

from __future__ import annotations

import warnings
from typing import Any

from numpy.typing import NDArray

from piracy_env.core.choosing import one_of, seat_or_word, whole
from piracy_env.core.engine import Engine
from piracy_env.drawing.svg import for_page, rasterize

MODES = ("ansi", "svg", "rgb_array", "human")
FRAMES_PER_SECOND = 2
WIDTH = 800
"""Pixels across, unless another number is asked for: half of what the pictures are drawn in."""

METADATA: dict[str, Any] = {"render_modes": list(MODES), "render_fps": FRAMES_PER_SECOND}


class Display:
    """Shows games to one pair of eyes.

    Args:
        mode: `ansi` text, `svg` text, `rgb_array` pixels, or `human`, which prints the text.
        perspective: Whose knowledge is shown: `own`, that of the seat the environment stands for
            (in turn-based environments the one to move), a seat's number, or `all`, which hides
            nothing and is meant for debugging.
        players: Number of players.
        width: How many pixels `rgb_array` has across.
    """

    def __init__(
        self, mode: str | None, perspective: str | int, players: int, width: int = WIDTH
    ) -> None:
        self.mode = None if mode is None else one_of("render_mode", mode, MODES)
        self.perspective = seat_or_word("perspective", perspective, ("own", "all"), players)
        self.width = whole("render_width", width, 16, 4096)

    def show(self, engine: Engine, i: int, own: int) -> str | NDArray[Any] | None:
        """Game i as the mode has it; `own` is the seat that the environment stands for."""
        seat = self._eyes(own)
        if self.mode is None:
            warnings.warn("render() shows nothing without a render_mode", stacklevel=3)
            return None
        if self.mode == "ansi":
            return in_words(engine, i, seat)
        if self.mode == "human":
            print(in_words(engine, i, seat), flush=True)
            return None
        picture = engine.render(i, seat)
        return picture if self.mode == "svg" else rasterize(picture, self.width)

    def svg(self, engine: Engine, i: int, own: int) -> str | None:
        """Game i as a notebook shows it, whatever the mode; None before it has begun."""
        has_begun = engine.slots["episode"][i] >= 0
        return for_page(engine.render(i, self._eyes(own))) if has_begun else None

    def _eyes(self, own: int) -> int | None:
        """The seat whose knowledge is shown; None knows all."""
        return {"own": own, "all": None}.get(self.perspective, self.perspective)  # type: ignore[arg-type]


def kept(options: dict[str, Any], *, shown: bool = True) -> dict[str, Any]:
    """Options of an engine whose games may be shown: it keeps the moves, to mark the last one."""
    return {"record": shown, **options}


def in_words(engine: Engine, i: int, seat: int | None) -> str:
    """The position as a seat knows it, and the last move if the engine keeps the moves."""
    event = engine.last_told(i, seat)
    position = engine.describe(i, seat)
    return f"{position.rstrip()}\n{event.as_last(seat)}" if event else position
