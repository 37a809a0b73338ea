"""The rules behind the actions of mutiny, and what forbids one."""

from __future__ import annotations

from piracy_env.core.why import Against, Moment, Why
from piracy_env.games.mutiny.stacks import stack_under
from piracy_env.games.mutiny.state import NONE, RANKS


def _own(m: Moment) -> int:
    return int(m.s.seat * RANKS + m.axes["own"])


def _has_rival(m: Moment) -> bool:
    return bool(m.axes["left"] + 1 < m.s.players)


def _target(m: Moment) -> int:
    """The pirate of another player that an action names."""
    seat = (m.s.seat + m.axes["left"] + 1) % m.s.players
    return int(seat * RANKS + m.axes["top"])


def _is_top(m: Moment, pirate: int) -> bool:
    return bool(m.s.above[pirate] == NONE)


def _height(m: Moment, pirate: int) -> int:
    return len(stack_under(m.s, pirate))


def _boards(m: Moment) -> int:
    """The top of the party that is to board."""
    return _own(m) if m.block == "capture" else _target(m)


def _lacks_pirates(m: Moment) -> bool:
    card = m.s.display[m.axes["slot"]]
    return bool(_height(m, _boards(m)) < m.t.cards[card].min)


def _serves_there(m: Moment) -> bool:
    return any(pirate // RANKS == m.s.seat for pirate in stack_under(m.s, _target(m)))


def _has_stack(m: Moment) -> bool:
    return any(_is_top(m, m.s.seat * RANKS + rank) for rank in range(RANKS))


def _is_on_card(m: Moment) -> bool:
    return m.axes["kind"] in list(m.t.cards[m.s.display[m.s.pend_slot]].booty)


WHY = Why(
    behind={
        "TURN": {
            "assemble": "MUT-3.2 MUT-4.1 MUT-4.6",
            "capture": "MUT-3.2 MUT-5.1 MUT-5.2 MUT-5.3 MUT-5.4",
            "mutiny": "MUT-3.2 MUT-6.1 MUT-6.2 MUT-6.4 MUT-R6 MUT-R9",
            "ransom": "MUT-3.2 MUT-7.1 MUT-7.2 MUT-R19",
            "pass": "MUT-R2 MUT-R3",
        },
        "RANSOM_ASSEMBLE": {"assemble": "MUT-7.6 MUT-4.1 MUT-4.6 MUT-R19"},
        "BOOTY": {"booty": "MUT-5.7 MUT-5.8 MUT-R29"},
    },
    against=(
        Against(
            "assemble mutiny",
            "MUT-2.9",
            "nobody sits there",
            lambda m: not _has_rival(m),
        ),
        Against(
            "assemble",
            "MUT-7.6",
            "the pirate that was bought back must be the one to assemble",
            lambda m: m.axes["own"] != m.s.ransomed,
            "RANSOM_ASSEMBLE",
        ),
        Against(
            "assemble capture",
            "MUT-4.4 MUT-5.3",
            "that pirate of yours is no captain and no single: others stand on it",
            lambda m: not _is_top(m, _own(m)),
        ),
        Against(
            "assemble mutiny",
            "MUT-4.4",
            "that pirate of theirs is no captain and no single: others stand on it",
            lambda m: not _is_top(m, _target(m)),
        ),
        Against(
            "assemble",
            "MUT-4.6",
            "together they would be too many for a party",
            lambda m: _height(m, _own(m)) + _height(m, _target(m)) > m.t.numbers.largest_party,
        ),
        Against("mutiny", "MUT-11.3", "mutiny is not in this game", lambda m: not m.s.use_mutiny),
        Against(
            "mutiny",
            "MUT-6.2",
            "no pirate of yours serves in that party",
            lambda m: not _serves_there(m),
        ),
        Against(
            "capture mutiny",
            "MUT-5.2",
            "a single boards nothing",
            lambda m: _height(m, _boards(m)) < 2,
        ),
        Against(
            "capture mutiny",
            "MUT-5.1 MUT-3.3",
            "no card lies in that slot",
            lambda m: m.s.display[m.axes["slot"]] == NONE,
        ),
        Against(
            "capture mutiny",
            "MUT-5.4 MUT-6.4",
            "the party is too small for that card",
            _lacks_pirates,
        ),
        Against("ransom", "MUT-11.4", "ransom is not in this game", lambda m: not m.s.use_ransom),
        Against("ransom", "MUT-7.1", "only who has no stack at all may ransom", _has_stack),
        Against("pass", "MUT-R2", "nobody may pass who can do anything", lambda m: m.has_others),
        Against(
            "booty", "MUT-5.7", "the card does not show that token", lambda m: not _is_on_card(m)
        ),
    ),
)
