"""A position as JSON for one viewer: what a page draws, and nothing that it may not know."""

from __future__ import annotations

from typing import Any

from piracy_env.core.engine import Engine
from piracy_env.core.game import CUT, RUNNING
from piracy_env.core.seats import NOBODY
from piracy_env.core.text import ending, has_no_winner, ordinal, plural, seat_letter, spaced
from piracy_env.drawing.svg import PLAYER_COLOURS
from piracy_env.envs.opponents import HUMAN
from piracy_env.table.board import Board, Line, Viewer

NO_SEAT = -1


def position(board: Board, viewer: Viewer) -> dict[str, Any]:
    """What a viewer sees of a game: the picture, the story, and what it may do if it is to move."""
    engine = board.engine_for(viewer)
    record = engine.record()
    is_over = record.over != RUNNING
    mover = NO_SEAT if is_over else int(record.seat)
    eyes = "common" if viewer == NOBODY else viewer
    return {
        "svg": engine.render(0, eyes),
        "over": is_over,
        "mover": mover,
        "asks": asked(engine, eyes),
        "legal": legal_actions(engine, viewer) if viewer == mover else [],
        "story": [told(line) for line in board.stories[viewer]],
        "results": results(engine, board.names) if is_over else None,
    }


def asked(engine: Engine, eyes: int | str | None) -> str:
    """What is decided, as the game says it in a few words, if a viewer may know."""
    name, table = engine.decision(0, eyes), engine.game.decisions
    docs = {handler.name: handler.doc for handler in table.handlers} if table else {}
    doc = docs.get(name, "").partition(";")[0].rstrip(".")
    return f"{doc[:1].lower()}{doc[1:]}" or spaced(name.lower())


def legal_actions(engine: Engine, seat: int) -> list[dict[str, Any]]:
    """The legal actions of the seat to move: id, label, block, coordinates, and what they mean."""
    table = engine.game.actions
    shown = []
    for action in engine.legal():
        block, at = table.parse(action)
        words = engine.describe_action(0, action, seat)
        label = table.label(action)
        shown.append({"id": action, "label": label, "block": block, "at": at, "words": words})
    return shown


def told(line: Line) -> dict[str, Any]:
    """A line of the story."""
    return {"move": line.move, "seat": line.seat, "words": line.words}


def results(engine: Engine, names: tuple[str, ...]) -> dict[str, Any]:
    """Who came in where, best first."""
    record, came = engine.record(), engine.outcome()
    if record.over == CUT:
        moves = plural(record.moves, "move")
        return {"words": f"The game was cut short after {moves}; nobody wins.", "rows": []}
    is_lost = has_no_winner(came)  # nobody is the first of those who have lost together
    order = sorted(range(len(came.ranks)), key=lambda seat: (came.ranks[seat], seat))
    rows = [
        {
            "place": ordinal(came.ranks[seat]) if came.ranks[seat] and not is_lost else "",
            "seat": seat,
            "name": called(names[seat]) if names else "",
            "score": came.scores[seat],
        }
        for seat in order
    ]
    return {"words": ending(came), "rows": rows}


def seat_card(seat: int, name: str) -> dict[str, Any]:
    """A seat as pages show it."""
    colour = PLAYER_COLOURS[seat]
    return {
        "seat": seat,
        "letter": seat_letter(seat),
        "name": called(name),
        "person": name == HUMAN or name.startswith(f"{HUMAN}:"),
        "colour": colour._asdict(),
    }


def called(name: str) -> str:
    """What whoever sits somewhere is called at the table: people by their own names."""
    return name.removeprefix(f"{HUMAN}:").strip()
