"""The rules behind the actions of broadside, and what forbids one."""

from __future__ import annotations

from piracy_env.core.plain import plain
from piracy_env.core.why import Against, Moment, Why
from piracy_env.games.broadside.rules import battle_cards, fleet, reorganisation, turn, turn_cards
from piracy_env.games.broadside.state import (
    FIRST_INVENTORY,
    NONE,
    Phase,
    Place,
    Red,
    Step,
)

_fits_window = plain(battle_cards.fits_window)
_is_playable = plain(turn_cards.is_playable)
_can_be_robbed = plain(turn_cards.can_be_robbed)
_room = plain(fleet.room)
_count_ships = plain(fleet.count_ships)
_least_income, _least_share = plain(turn.least_income), plain(reorganisation.least_share)
_most_share = plain(reorganisation.most_share)

_TURN = "ADVENTURE REORG"
_PLAY = "BRO-11.2 BRO-13.1 BRO-R25"
_UNPLAYABLE = {
    Red.FORTUNAS_BLESSING: ("BRO-R33", "there is no card to draw"),
    Red.CAST_AWAY: ("BRO-R37", "no ship of yours has room"),
    Red.HARBOUR: ("BRO-R37", "no ship of yours has room"),
    Red.TRAITORS: ("BRO-R27", "no ship of yours has room"),
    Red.NEPTUNES_REVENGE: ("BRO-11.6", "no opponent has a red card"),
    Red.SABOTAGE: ("BRO-R28", "no ship of an opponent carries inventory"),
    Red.OLD_SEADOG: (
        "BRO-R26",
        "it is played before any ship has acted, if the blue discard pile holds a card",
    ),
    Red.ST_ELMOS_FIRE: ("BRO-R30", "there is nothing to fetch in the red discard pile"),
}


def _is_battle_card(m: Moment) -> bool:
    return battle_cards.FIRST_BATTLE <= m.axes["card"] <= battle_cards.LAST_BATTLE


def _has(m: Moment, kind: int) -> bool:
    return bool(m.s.red_hand[m.s.seat, kind] > 0)


def _ship(m: Moment) -> int:
    """The own ship in the slot that an action names, NONE if it is empty."""
    return int(m.s.fleet_card[m.s.cur, m.axes["ship"]])


def _rival(m: Moment) -> int:
    """The opponent that an action names, NONE if nobody sits there."""
    if m.axes["left"] + 1 >= m.s.players:
        return NONE
    return int((m.s.seat + 1 + m.axes["left"]) % m.s.players)


def _is_nobody(m: Moment) -> bool:
    return _rival(m) == NONE or bool(m.s.out >> _rival(m) & 1)


def _wants_inventory(m: Moment) -> bool:
    """Whether the enemy ship must carry inventory, and does not."""
    carries = any(m.s.fleet_inv[_rival(m), m.axes["ship"]])
    return bool(m.s.red_limbo == Red.SABOTAGE and not carries)


def _has_no_room(m: Moment) -> bool:
    needs_room = m.s.red_limbo < FIRST_INVENTORY
    return bool(needs_room and _room(m.s, m.t, m.s.cur, m.axes["ship"]) <= 0)


def _least(m: Moment) -> int:
    asked = _least_income if m.s.phase == Phase.INCOME else _least_share
    return int(asked(m.s, m.t))


def _most(m: Moment) -> int:
    if m.s.phase == Phase.INCOME:
        return int(min(_room(m.s, m.t, m.s.cur, m.s.dist_slot), m.s.pool))
    return int(_most_share(m.s, m.t))


def _nests(m: Moment) -> int:
    return sum(row[Red.CROWS_NEST - FIRST_INVENTORY] for row in m.s.fleet_inv[m.s.cur])


WHY = Why(
    behind={
        "INCOME": {"count": "BRO-4.4 BRO-4.5 BRO-4.6"},
        "ADVENTURE": {
            "pass": "BRO-5.6",
            "act_ship": "BRO-5.2 BRO-5.4 BRO-R04 BRO-R06",
            "play_red": _PLAY,
            "crows_nest": "BRO-13.9 BRO-R34",
        },
        "TARGET": {
            "target_table": "BRO-5.3 BRO-5.4 BRO-R07 BRO-R39",
            "target_enemy": "BRO-5.3 BRO-R07",
        },
        "WINDOW": {
            "pass": "BRO-8.6",
            "play_red": "BRO-8.2 BRO-8.4 BRO-12.1 BRO-R09",
            "good_wind_enemy": "BRO-12.5 BRO-R12",
        },
        "EXPEDITION": {"pass": "BRO-10.9", "roll": "BRO-10.9 BRO-R38"},
        "CARD_OWN": {"own_ship": "BRO-11.4 BRO-11.5 BRO-11.8 BRO-R29"},
        "CARD_ENEMY": {"target_enemy": "BRO-11.7 BRO-11.8 BRO-R27 BRO-R28"},
        "CARD_PLAYER": {"target_player": "BRO-11.6"},
        "CARD_RED": {"pick_red": "BRO-11.10 BRO-R30"},
        "CARD_BLUE": {"pick_blue": "BRO-11.9 BRO-R26"},
        "CARD_INV": {"inv": "BRO-11.7 BRO-13.12"},
        "REORG": {
            "pass": "BRO-3.2 BRO-7.1",
            "sell": "BRO-6.1 BRO-6.2 BRO-R22",
            "redistribute": "BRO-6.3 BRO-R23",
            "play_red": _PLAY,
        },
        "SHARE": {"count": "BRO-6.3 BRO-6.4 BRO-R24"},
        "DISCARD": {"pick_red": "BRO-7.2 BRO-7.3"},
    },
    against=(
        Against(
            "play_red",
            "BRO-11.2 BRO-13.1",
            "only battle cards are played in a battle",
            lambda m: not _is_battle_card(m),
            "WINDOW",
        ),
        Against(
            "play_red",
            "BRO-12.1",
            "battle cards are played in battles only",
            _is_battle_card,
            _TURN,
        ),
        Against(
            "play_red",
            "BRO-11.1",
            "you do not hold that card",
            lambda m: not _has(m, m.axes["card"]),
        ),
        Against(
            "good_wind_enemy",
            "BRO-12.5",
            "you hold no Good Wind",
            lambda m: not _has(m, Red.GOOD_WIND),
        ),
        Against(
            "play_red",
            "BRO-12.6",
            "only the attacker may play it, before the wind",
            lambda m: (
                m.axes["card"] == Red.SURPRISE_ATTACK and not _fits_window(m.s, m.axes["card"])
            ),
            "WINDOW",
        ),
        Against(
            "play_red",
            "BRO-R11",
            "Fog has its moment right after the wind is rolled, and nothing else has",
            lambda m: (m.s.b_step == Step.FOG) != (m.axes["card"] == Red.FOG),
            "WINDOW",
        ),
        Against(
            "play_red",
            "BRO-R09",
            "it could change nothing any more in this battle",
            lambda m: not _fits_window(m.s, m.axes["card"]),
            "WINDOW",
        ),
        Against(
            "good_wind_enemy",
            "BRO-R09",
            "it could change nothing any more in this battle",
            lambda m: m.s.b_step != Step.WIND,
        ),
        *(
            Against(
                "play_red",
                rules,
                words,
                lambda m, kind=kind: (  # type: ignore[misc]
                    m.axes["card"] == kind
                    and not _is_playable(m.s, m.t, kind)
                    and m.s.plays[kind] == 0
                ),
                _TURN,
            )
            for kind, (rules, words) in _UNPLAYABLE.items()
        ),
        Against(
            "play_red",
            "BRO-R32",
            "it cannot be played again in this turn",
            lambda m: not _is_playable(m.s, m.t, m.axes["card"]),
            _TURN,
        ),
        Against(
            "act_ship own_ship sell",
            "BRO-10.2",
            "you have no ship in that slot",
            lambda m: _ship(m) == NONE,
        ),
        Against(
            "act_ship",
            "BRO-5.2 BRO-R04 BRO-R05",
            "that ship has acted in this turn",
            lambda m: m.s.fleet_acted[m.s.cur, m.axes["ship"]] != 0,
        ),
        Against(
            "crows_nest",
            "BRO-13.9",
            "no ship of yours carries a Crow's Nest",
            lambda m: not _nests(m),
        ),
        Against(
            "crows_nest",
            "BRO-R34",
            "a Crow's Nest was used in this turn",
            lambda m: m.s.crow_used != 0,
        ),
        Against(
            "crows_nest",
            "BRO-R34",
            "nothing lies in the middle",
            lambda m: all(card == NONE for card in m.s.table_card),
        ),
        Against(
            "target_table",
            "BRO-5.3",
            "nothing lies in that slot of the middle",
            lambda m: m.s.table_card[m.axes["slot"]] == NONE,
        ),
        Against(
            "target_enemy target_player", "BRO-3.1", "nobody sails there (any more)", _is_nobody
        ),
        Against(
            "target_enemy",
            "BRO-5.3",
            "there is no ship in that slot",
            lambda m: m.s.fleet_card[_rival(m), m.axes["ship"]] == NONE,
        ),
        Against("target_enemy", "BRO-R28", "that ship carries no inventory", _wants_inventory),
        Against(
            "target_player",
            "BRO-11.6",
            "that opponent has no red card",
            lambda m: not _can_be_robbed(m.s, _rival(m)),
        ),
        Against("own_ship", "BRO-R37", "that ship has no room", _has_no_room),
        Against(
            "inv",
            "BRO-11.7",
            "that ship does not carry it",
            lambda m: m.s.fleet_inv[(*m.s.sel_enemy, m.axes["card"])] == 0,
        ),
        Against(
            "pick_red",
            "BRO-R30",
            "St. Elmo's Fire does not fetch another one",
            lambda m: m.axes["card"] == Red.ST_ELMOS_FIRE,
            "CARD_RED",
        ),
        Against(
            "pick_red",
            "BRO-11.10",
            "it is not in the red discard pile",
            lambda m: m.s.red_disc[m.axes["card"]] == 0,
            "CARD_RED",
        ),
        Against(
            "pick_red",
            "BRO-7.2",
            "you do not hold that card",
            lambda m: not _has(m, m.axes["card"]),
            "DISCARD",
        ),
        Against(
            "pick_blue",
            "BRO-11.9",
            "it is not in the blue discard pile",
            lambda m: m.s.blue_loc[m.axes["card"]] != Place.DISCARD,
        ),
        Against(
            "pass",
            "BRO-R23",
            "the crew of the ship that was sold must be shared out first",
            lambda m: m.s.muster > 0,
            "REORG",
        ),
        Against(
            "sell redistribute",
            "BRO-6.3 BRO-R22",
            "all crew has been shared out in this turn",
            lambda m: m.s.redist_done != 0,
        ),
        Against(
            "sell",
            "BRO-R22",
            "the last ship is not for sale",
            lambda m: _count_ships(m.s, m.s.cur) < 2,
        ),
        Against(
            "sell",
            "BRO-R22",
            "one ship was sold in this turn",
            lambda m: m.s.sold > 0 and not m.s.sell_unlimited,
        ),
        Against(
            "redistribute",
            "BRO-6.3",
            "with a single ship there is nothing to share out",
            lambda m: m.s.muster == 0 and _count_ships(m.s, m.s.cur) < 2,
        ),
        Against(
            "count",
            "BRO-4.6 BRO-R24",
            "the other ships have no room for the rest, or a ship would be left without crew",
            lambda m: m.axes["crew"] < _least(m),
        ),
        Against(
            "count",
            "BRO-4.6 BRO-6.4 BRO-R24",
            "the ship cannot take so many, or there are not enough for all",
            lambda m: m.axes["crew"] > _most(m),
        ),
    ),
)
