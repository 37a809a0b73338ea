"""What forbids a step ashore: ground, walls, figures, who is engaged, and what it costs."""

from __future__ import annotations

from piracy_env.core.plain import plain
from piracy_env.core.text import plural
from piracy_env.core.why import Against, Moment
from piracy_env.games.skull_tales.rules.adventure import (
    board,
    figures,
    moving,
    paths,
    payment,
    people,
)
from piracy_env.games.skull_tales.state import KIND, NONE, A, Decision
from piracy_env.games.skull_tales.state_land import FOES
from piracy_env.games.skull_tales.terrain import BLOCKED, CHASM, ROOF, STEP_COL, STEP_ROW
from piracy_env.games.skull_tales.why.reading import frame, slot_of

_is_ground = plain(board.is_ground)
_is_free = plain(paths.is_free)
_is_way = plain(paths.is_way)
_way_of = plain(moving.way_of)
_standers = plain(moving.standers)
_has_portal = plain(moving.has_portal)
_kind_of_step = plain(moving.kind_of_step)
_cost_of_step = plain(moving.cost_of_step)
_is_held_up = plain(moving.is_held_up)
_can_pay = plain(payment.can_pay)
_stands_at = plain(figures.stands_at)
_place_of = plain(people.place_of_character)
_is_pirate = plain(people.is_pirate)

_WHEN = "MENU STEPS"


def _here(m: Moment) -> tuple[int, int]:
    row, col = _place_of(m.s, slot_of(m))
    return int(row), int(col)


def _there(m: Moment) -> tuple[int, int]:
    """The neighbouring cell in the direction of a step."""
    (row, col), way = _here(m), m.axes["to"]
    return row + STEP_ROW[way], col + STEP_COL[way]


def _target(m: Moment) -> tuple[int, int]:
    """The cell that a step leads to, NONE if to none."""
    row, col = _way_of(m.s, m.t, slot_of(m), _here(m), m.axes["to"])
    return int(row), int(col)


def _leads_nowhere(m: Moment) -> bool:
    return _target(m)[0] == NONE


def _kind(m: Moment) -> int:
    return int(_kind_of_step(m.s, m.t, slot_of(m), m.axes["to"]))


def _terrain(m: Moment) -> int:
    return int(m.s.b_ter[_there(m)]) if _is_ground(m.s, *_there(m)) else NONE


def _is_barred_by(m: Moment) -> int:
    """What those who stand there mean for the step."""
    return int(_standers(m.s, slot_of(m), *_target(m)))


def _is_enemy_there(m: Moment) -> bool:
    return any(_stands_at(m.s, foe, _target(m)) for foe in range(FOES))


def _cost(m: Moment) -> int:
    return int(_cost_of_step(m.s, m.t, slot_of(m), m.axes["to"], _kind(m)))


def _left(m: Moment) -> int:
    """What is left to pay steps with."""
    if frame(m, KIND) == Decision.STEPS:
        return frame(m, A)
    return int(m.s.mov_left + m.s.ch_ap[slot_of(m)])


def _cannot_pay(m: Moment) -> bool:
    if _kind(m) == moving.NO_STEP:
        return False
    if frame(m, KIND) == Decision.STEPS:
        return _cost(m) > _left(m)
    return not _can_pay(m.s, m.t, _cost(m), payment.STEP_)


def _dear(m: Moment) -> str:
    what = "step" if frame(m, KIND) == Decision.STEPS else "Action Point"
    return (
        f"it takes {plural(_cost(m), what)}, and {_left(m)} {'is' if _left(m) == 1 else 'are'} left"
    )


def _is_dear(m: Moment) -> bool:
    """Whether no step could be paid, wherever it leads."""
    if frame(m, KIND) == Decision.STEPS or not _is_pirate(m.s, slot_of(m)):
        return False
    return not _can_pay(m.s, m.t, 1, payment.STEP_)


AGAINST = tuple(
    Against("step", rules, words, holds, _WHEN)
    for rules, words, holds in (
        (
            "STA-2.15 STA-17.1",
            "an Ally moves with an action of its own",
            lambda m: frame(m, KIND) == Decision.MENU and not _is_pirate(m.s, slot_of(m)),
        ),
        (
            "STA-10.13 STA-R24",
            "Enemies engage it: it has to break away first",
            lambda m: bool(_is_held_up(m.s, m.t, slot_of(m))),
        ),
        ("STA-10.8", "no Action Point is left", _is_dear),
        (
            "STA-16.5 STA-10.28",
            "a roof is left by climbing or jumping",
            lambda m: m.s.b_ter[_here(m)] == ROOF,
        ),
        (
            "STA-10.29 STA-26.4",
            "no tile lies there",
            lambda m: _leads_nowhere(m) and not _is_ground(m.s, *_there(m)),
        ),
        (
            "STA-10.10 STA-R2",
            "that space is blocked",
            lambda m: _leads_nowhere(m) and _terrain(m) == BLOCKED,
        ),
        (
            "STA-10.10 STA-10.25",
            "there is a chasm, which is jumped over",
            lambda m: _leads_nowhere(m) and _terrain(m) == CHASM,
        ),
        (
            "STA-16.5 STA-10.28",
            "there is a roof, which is climbed",
            lambda m: _leads_nowhere(m) and _terrain(m) == ROOF,
        ),
        (
            "STA-5.7 STA-26.4",
            "a wall, a closed door or the tile's edge is between",
            lambda m: _leads_nowhere(m) and m.axes["to"] % 2 == 0,
        ),
        (
            "STA-10.9 STA-R2",
            "a wall or an obstacle is beside that diagonal step",
            lambda m: _leads_nowhere(m) and not _is_way(m.s, *_here(m), m.axes["to"]),
        ),
        ("STA-10.9 STA-R2", "an Enemy is beside that diagonal step", _leads_nowhere),
        (
            "STA-10.14",
            "an Enemy stands there",
            lambda m: _is_barred_by(m) == moving.BARRED and _is_enemy_there(m),
        ),
        (
            "STA-10.14",
            "who stands there lets nobody pass in this turn",
            lambda m: _is_barred_by(m) == moving.BARRED,
        ),
        (
            "STA-26.5",
            "somebody is there, and a portal ends at a free space",
            lambda m: (
                _is_barred_by(m) != moving.CLEAR and bool(_has_portal(m.s, *_here(m), m.axes["to"]))
            ),
        ),
        (
            "STA-10.14 STA-R22",
            "somebody stands there, and there is no way on to a free space",
            lambda m: _kind(m) == moving.NO_STEP and _is_barred_by(m) != moving.CLEAR,
        ),
        ("STA-10.10", "nobody can rest there", lambda m: _kind(m) == moving.NO_STEP),
        ("STA-10.8 STA-10.11", _dear, _cannot_pay),
    )
)
"""What can be wrong with a step."""
