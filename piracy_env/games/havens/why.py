"""The rules behind the actions of havens, and what forbids one."""

from __future__ import annotations

from piracy_env.core.plain import plain
from piracy_env.core.why import Against, Moment, Why, otherwise
from piracy_env.games.havens.cards import (
    FIRST_HAVEN,
    FIRST_INSTANT,
    FIRST_WILD,
    TAVERN_GOSSIP,
)
from piracy_env.games.havens.rules import assembling, attacks, moving, playing, securing
from piracy_env.games.havens.rules import piles as rule_piles
from piracy_env.games.havens.state import CARD, NONE, PLACE, SLOT, SLOTS
from piracy_env.games.havens.vessels import colour_of, move_cost_of, parts_of, reach_of

_can_place = plain(assembling.can_place)
_can_burn, _parts_of = plain(assembling.can_burn), plain(assembling.parts_of)
_can_shift = plain(assembling.can_shift)
_can_shift_somewhere = plain(assembling.can_shift_somewhere)
_can_attempt = plain(attacks.can_attempt)
_can_move = plain(moving.can_move)
_can_secure = plain(securing.can_secure)
_has_target = plain(playing.has_target)
_can_draw = plain(rule_piles.can_draw)

_WINDOWS = "WINDOW_CARD WINDOW_ROLL WINDOW_MOVE WINDOW_DECLARED WINDOW_BETWEEN"
_BUY = "DRAW REFILL"


def _me(m: Moment) -> int:
    return int(m.s.turn_seat)


def _money(m: Moment) -> int:
    return int(m.s.unspent[_me(m)])


def _holds(m: Moment) -> bool:
    return bool(m.s.hand[m.s.seat, m.axes["card"]] > 0)


def _cost(m: Moment) -> int:
    return int(m.t.cards[m.axes["card"]].cost)


def _hand_is_full(m: Moment) -> bool:
    return bool(sum(m.s.hand[_me(m)]) >= m.t.rules.hand_limit)


def _is_in_column(m: Moment) -> bool:
    return m.axes["card"] in list(m.s.column)


def _is_column_empty(m: Moment) -> bool:
    return all(card == NONE for card in m.s.column)


def _frame(m: Moment, what: int) -> int:
    return int(m.s.stack[m.s.sp - 1, what])


def _is_empty(m: Moment) -> bool:
    return not parts_of(m.s, _me(m), m.axes["slot"])


def _is_at_sea(m: Moment) -> bool:
    return bool(m.s.at_sea[_me(m), m.axes["slot"]])


def _has_place(m: Moment) -> bool:
    card = m.axes["card"]
    return any(_can_place(m.s, m.t, _me(m), slot, card) for slot in range(SLOTS))


def _is_part(m: Moment) -> bool:
    return m.axes["card"] < FIRST_HAVEN


def _is_elsewhere(m: Moment) -> bool:
    """Whether an Attack is not on the hex of a vessel."""
    attack = m.s.row[_me(m), m.axes["place"]]
    return bool(m.s.hex[_me(m), m.axes["slot"]] != m.t.attacks[attack].hex)


def _is_of_other_colour(m: Moment) -> bool:
    attack = m.s.row[_me(m), m.axes["place"]]
    return bool(colour_of(m.s, m.t, _me(m), m.axes["slot"]) != m.t.attacks[attack].colour)


def _far(m: Moment) -> int:
    return int(m.t.chart.distance[m.s.mv.origin, m.axes["hex"]])


def _is_held(m: Moment) -> bool:
    """Whether another vessel lies in the hex."""
    mover = m.s.mv.seat, m.s.mv.slot
    return any(
        m.s.hex[seat, slot] == m.axes["hex"] and (seat, slot) != mover
        for seat in range(m.s.players)
        for slot in range(SLOTS)
    )


def _lacks_part(m: Moment) -> bool:
    return bool(m.s.part[_me(m), m.axes["slot"], m.axes["part"]] == NONE)


def _lacks_rival(m: Moment) -> bool:
    return bool(m.axes["left"] + 1 >= m.s.players)


WHY = Why(
    behind={
        "CHOOSE_HAVEN": {"card": "HAV-1.6"},
        "DRAW": {
            "card": "HAV-2.3 HAV-2.4",
            "draw_pile": "HAV-2.3 HAV-2.7",
            "draw_discard": "HAV-2.3 HAV-2.8",
            "draw_attack": "HAV-2.3 HAV-2.9",
            "replace_column": "HAV-2.3 HAV-2.5",
        },
        "DRAW_AFTER_REPLACE": {
            "card": "HAV-2.6",
            "draw_pile": "HAV-2.6",
            "pass": "HAV-1.14 HAV-2.6",
        },
        "ATTACK_SWAP": {"row": "HAV-2.9 HAV-2.10", "pass": "HAV-2.9"},
        "ACTION": {
            "pass": "HAV-2.11",
            "card": "HAV-2.11 HAV-3.3 HAV-8.1 HAV-9.1 HAV-9.3",
            "move": "HAV-4.1 HAV-4.2 HAV-4.3 HAV-4.14",
            "attempt": "HAV-5.1 HAV-5.2 HAV-5.3",
            "secure": "HAV-8.3 HAV-8.4 HAV-8.5",
            "burn_vessel": "HAV-3.13 HAV-R29",
            "burn_part": "HAV-3.11 HAV-3.12",
            "shift_part": "HAV-3.9 HAV-3.10",
        },
        "PLACE": {"slot": "HAV-3.1 HAV-3.2 HAV-3.5 HAV-3.6 HAV-3.7 HAV-3.8"},
        "SHIFT_DEST": {"slot": "HAV-3.9 HAV-3.10"},
        "WILD_TARGET": {"slot": "HAV-9.3 HAV-R25", "target": "HAV-9.3 HAV-R15"},
        "HIST_TARGET": {"slot": "HAV-9.1 HAV-9.3 HAV-R18"},
        "PREMOVE": {"card": "HAV-9.6 HAV-10.9", "pass": "HAV-4.4"},
        "DEST": {"hex": "HAV-4.6 HAV-4.9 HAV-4.11 HAV-4.13", "card": "HAV-9.6 HAV-10.9"},
        "ENGAGE": {"target": "HAV-6.1 HAV-6.2 HAV-6.3 HAV-6.18", "pass": "HAV-6.18"},
        **{
            name: {"card": "HAV-9.2 HAV-9.4 HAV-R31", "pass": "HAV-R26"}
            for name in _WINDOWS.split()
        },
        "PARLEY": {"offer": "HAV-6.4 HAV-6.5 HAV-6.6", "pass": "HAV-6.4"},
        "PARLEY_REPLY": {"accept": "HAV-6.5 HAV-6.6", "refuse": "HAV-6.5"},
        "TIE": {"fight_on": "HAV-6.8", "break_off": "HAV-6.8 HAV-6.9"},
        "PRESS": {"fight_on": "HAV-6.12", "break_off": "HAV-6.10 HAV-6.11 HAV-R8"},
        "COUNTER": {"fight_on": "HAV-6.11 HAV-6.17", "break_off": "HAV-6.11"},
        "DAMAGE": {"lose_guns": "HAV-7.1 HAV-7.2", "lose_crew": "HAV-7.1 HAV-7.2"},
        "ATT_CONTINUE": {"fight_on": "HAV-5.11", "break_off": "HAV-5.11 HAV-5.12 HAV-R6"},
        "PLUNDER_SOURCE": {
            "from_hand": "HAV-5.15 HAV-5.16",
            "from_table": "HAV-5.15 HAV-5.16",
            "from_column": "HAV-5.15 HAV-5.16",
            "pass": "HAV-5.18",
        },
        "PLUNDER_CARD": {"card": "HAV-5.15 HAV-5.17", "slot": "HAV-5.15 HAV-5.17"},
        "ORPHAN": {"slot": "HAV-3.15", "pass": "HAV-3.15"},
        "BONUS_MOVE": {"move": "HAV-5.19 HAV-5.20 HAV-R17", "pass": "HAV-5.19"},
        "DISCARD": {"card": "HAV-2.13"},
        "DISCARD_MORE": {"card": "HAV-2.14", "pass": "HAV-2.14"},
        "REFILL": {"draw_pile": "HAV-2.15", "card": "HAV-2.15 HAV-2.16", "pass": "HAV-2.15"},
    },
    against=(
        Against(
            "card",
            "HAV-2.4 HAV-2.6",
            "it does not lie in the Purchase Column",
            lambda m: not _is_in_column(m),
            f"{_BUY} DRAW_AFTER_REPLACE",
        ),
        Against(
            "card draw_pile draw_discard",
            "HAV-1.14",
            "your hand is full",
            _hand_is_full,
            "DRAW DRAW_AFTER_REPLACE",
        ),
        Against(
            "card",
            "HAV-2.4 HAV-2.15",
            "you have not enough unspent coins",
            lambda m: _money(m) < m.t.rules.purchase_cost,
            _BUY,
        ),
        Against(
            "draw_pile",
            "HAV-2.19",
            "there is no card to draw",
            lambda m: not _can_draw(m.s),
        ),
        Against("draw_discard", "HAV-2.8", "the Discard Pile is empty", lambda m: m.s.disc_n == 0),
        Against(
            "replace_column",
            "HAV-2.5",
            "you have not enough unspent coins",
            lambda m: _money(m) < m.t.rules.replace_cost,
        ),
        Against(
            "replace_column",
            "HAV-2.5 HAV-2.19",
            "there are no cards for a new Column",
            lambda m: not _can_draw(m.s) and _is_column_empty(m),
        ),
        Against(
            "pass",
            "HAV-2.6 HAV-2.15",
            "a card must be taken as long as there is one",
            lambda m: m.has_others,
            "DRAW_AFTER_REPLACE REFILL",
        ),
        Against(
            "card",
            "HAV-1.6",
            "it is no Haven that you may start with",
            otherwise,
            "CHOOSE_HAVEN",
        ),
        Against(
            "card",
            "HAV-9.1",
            "you do not hold that card",
            lambda m: not _holds(m),
            f"ACTION PREMOVE DEST DISCARD DISCARD_MORE {_WINDOWS}",
        ),
        Against(
            "card",
            "HAV-9.4",
            "that card cannot answer what happens now",
            otherwise,
            _WINDOWS,
        ),
        Against(
            "card",
            "HAV-10.9",
            "that card adds nothing to a move",
            otherwise,
            "PREMOVE DEST",
        ),
        Against(
            "card",
            "HAV-9.2",
            "it is played when its moment comes, in answer to something",
            lambda m: m.axes["card"] >= FIRST_INSTANT and m.axes["card"] != TAVERN_GOSSIP,
            "ACTION",
        ),
        Against(
            "card",
            "HAV-1.3 HAV-3.3 HAV-9.3",
            "you have not enough unspent coins",
            lambda m: _cost(m) > _money(m),
            "ACTION",
        ),
        Against(
            "card",
            "HAV-3.2 HAV-3.5 HAV-3.6 HAV-3.8",
            "no vessel of yours in assembly has a place for it",
            lambda m: _is_part(m) and not _has_place(m),
            "ACTION",
        ),
        Against(
            "card",
            "HAV-R15 HAV-R18 HAV-R25",
            "there is nothing that it could be played on now",
            lambda m: (
                FIRST_WILD <= m.axes["card"] < FIRST_INSTANT
                and not _has_target(m.s, m.t, m.axes["card"])
            ),
            "ACTION",
        ),
        Against(
            "move attempt secure burn_vessel burn_part shift_part",
            "HAV-3.1",
            "you have no vessel in that slot",
            _is_empty,
            "ACTION",
        ),
        Against(
            "attempt secure burn_vessel",
            "HAV-3.13 HAV-5.3 HAV-8.3",
            "that vessel has not set sail",
            lambda m: not _is_at_sea(m),
            "ACTION",
        ),
        Against(
            "burn_part shift_part",
            "HAV-3.14",
            "at sea nothing is taken away or added",
            _is_at_sea,
            "ACTION",
        ),
        Against(
            "burn_part shift_part",
            "HAV-3.5",
            "there is no such card in that slot",
            _lacks_part,
            "ACTION",
        ),
        Against(
            "burn_part",
            "HAV-3.12",
            "crew or guns still stand on it",
            lambda m: not _can_burn(_parts_of(m.s, _me(m), m.axes["slot"]), m.axes["part"]),
        ),
        Against(
            "shift_part",
            "HAV-3.10",
            "there were enough shifts in this turn",
            lambda m: m.s.shifts >= m.t.rules.most_shifts,
        ),
        Against(
            "shift_part",
            "HAV-3.9",
            "no other vessel in assembly can take it, or this one cannot spare it",
            lambda m: not _can_shift_somewhere(m.s, m.t, m.axes["slot"], m.axes["part"]),
        ),
        Against(
            "move",
            "HAV-3.4",
            "it takes a vessel card and a captain to sail",
            lambda m: NONE in list(m.s.part[_me(m), m.axes["slot"]])[:2],
            "ACTION",
        ),
        Against(
            "move",
            "HAV-4.3",
            "that vessel has made its move of this turn",
            lambda m: m.s.moved[_me(m), m.axes["slot"]] == 1,
            "ACTION",
        ),
        Against(
            "move",
            "HAV-4.1",
            "you have not enough unspent coins",
            lambda m: move_cost_of(m.s, m.t, _me(m), m.axes["slot"]) > _money(m),
            "ACTION",
        ),
        Against(
            "move",
            "HAV-4.12 HAV-10.3",
            "it is becalmed, or there is no free hex at the Haven",
            lambda m: not _can_move(m.s, m.t, m.axes["slot"]),
            "ACTION",
        ),
        Against(
            "move",
            "HAV-5.19",
            "the bonus is for the vessel that completed the Attack",
            lambda m: m.axes["slot"] != _frame(m, SLOT),
            "BONUS_MOVE",
        ),
        Against("attempt", "HAV-5.3", "the vessel is not on the hex of that Attack", _is_elsewhere),
        Against(
            "attempt", "HAV-5.2", "vessel and Attack are of different colours", _is_of_other_colour
        ),
        Against(
            "attempt",
            "HAV-5.12 HAV-5.22",
            "it has withdrawn from that Attack, or there were enough attempts in this turn",
            lambda m: not _can_attempt(m.s, m.t, m.axes["slot"], m.axes["place"]),
        ),
        Against(
            "secure",
            "HAV-8.3",
            "there is no booty aboard",
            lambda m: m.s.booty[_me(m), m.axes["slot"]] == 0,
        ),
        Against(
            "secure",
            "HAV-8.3",
            "the vessel is not at your Haven",
            lambda m: not _can_secure(m.s, m.t, m.axes["slot"]),
        ),
        Against("hex", "HAV-4.9", "another vessel lies there", _is_held),
        Against(
            "hex",
            "HAV-4.4 HAV-4.11",
            "that is farther than the move goes",
            lambda m: _far(m) > reach_of(m.s, m.t),
        ),
        Against("target", "HAV-1.1", "nobody sits there", _lacks_rival),
        Against(
            "target",
            "HAV-6.2 HAV-6.3 HAV-R11",
            "no vessel lies there that can be attacked: at sea, next to yours, and neither at its "
            "own Haven nor under safe passage",
            otherwise,
            "ENGAGE",
        ),
        Against(
            "slot target",
            "HAV-9.9 HAV-R15 HAV-R18 HAV-R25",
            "the card cannot be played on that",
            otherwise,
            "WILD_TARGET HIST_TARGET",
        ),
        Against(
            "slot",
            "HAV-3.2 HAV-3.5 HAV-3.6 HAV-3.8 HAV-3.14",
            "the card has no place there",
            lambda m: not _can_place(m.s, m.t, _me(m), m.axes["slot"], _frame(m, CARD)),
            "PLACE",
        ),
        Against(
            "slot",
            "HAV-3.9",
            "the card cannot go there",
            lambda m: not _can_shift(m.s, m.t, _frame(m, SLOT), _frame(m, PLACE), m.axes["slot"]),
            "SHIFT_DEST",
        ),
        Against("slot", "HAV-3.15", "that slot cannot take it in", otherwise, "ORPHAN"),
        Against(
            "offer",
            "HAV-6.5",
            "there is not so much booty aboard",
            lambda m: m.axes["number"] + 1 > m.s.booty[m.s.bt.def_seat, m.s.bt.def_slot],
        ),
        Against(
            "from_hand from_table from_column card slot",
            "HAV-5.15 HAV-5.18",
            "there is no card of that kind and colour",
            otherwise,
            "PLUNDER_SOURCE PLUNDER_CARD",
        ),
    ),
)
