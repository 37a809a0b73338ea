"""The rules behind what is done in the Port, and what forbids it (STP)."""

from __future__ import annotations

from piracy_env.core.plain import plain
from piracy_env.core.text import plural
from piracy_env.core.why import Against, Moment, otherwise
from piracy_env.games.skull_tales.names import PLACES, coins
from piracy_env.games.skull_tales.rules import crew, hold, learning, mansion, town
from piracy_env.games.skull_tales.rules.town import Deed, Place
from piracy_env.games.skull_tales.state import (
    GROUPS,
    NONE,
)
from piracy_env.games.skull_tales.why.reading import mine

_fee_of = plain(mansion.fee_of)
_free_slot = plain(crew.free_slot)
_ally_of = plain(crew.ally_of)
_groups = plain(hold.groups)
_is_bosun = plain(town.is_bosun)
_teacher_of = plain(learning.teacher_of)

_TURN = "PORT_TURN"
_LEARNING = "STP-10.1 STP-10.2 STP-10.3"

BEHIND = {
    "PORT_TURN": {
        "no": "STP-2.3",
        "port_done": "STP-2.7",
        "go": "STP-2.4 STP-3.1",
        "salary": "STP-5.1 STP-5.2",
        "relax_mix": "STP-5.3",
        "relax_w2": "STP-5.3",
        "relax_d2": "STP-5.3",
        "take_assign": "STP-5.4 STP-5.5",
        "repair_sail": "STP-5.6 STV-R36",
        "repair_hold": "STP-5.6 STV-R36",
        "trade": "STP-5.7 STP-5.9",
        "upgrade": "STP-5.10 STP-5.12",
        "stock": "STP-6.1",
        "prosthesis": "STP-6.9",
        "order": "STP-6.5 STP-6.6",
        "haggle": "STP-6.2 STP-6.3",
        "charity_w": "STP-7.1",
        "charity_d": "STP-7.1",
        "atone": "STP-7.2 STP-7.3",
        "story": "STP-8.1",
        "hire_ally": "STP-8.2 STC-5.1",
        "rumor": "STP-8.3 STP-9.2",
        "hire_pg": "STP-8.6",
        "game_a": "STP-8.7",
        "game_b": "STP-8.7",
        "luxury": "STP-9.3",
        "bet_win": "STP-9.4",
        "bet_lose": "STP-9.4",
        "loan": "STP-9.6",
        "repay": "STP-9.7",
        "learn_a": _LEARNING,
        "learn_b": _LEARNING,
    },
    "PORT_EVENT": {"no": "STP-3.3", "opt": "STP-3.1 STP-3.10"},
    "TWO_EVENTS": {"opt": "STP-10.11"},
    "BOSUN": {"no": "STP-10.9 STV-R35", "yes": "STP-10.9 STV-R35"},
    "LEARN": {"cand": _LEARNING, "char": "STP-10.7"},
    "DOCKYARD": {
        "no": "STP-5.6 STP-5.7",
        "repair_sail": "STP-5.6",
        "repair_hold": "STP-5.6",
        "sell": "STP-5.7 STP-5.8",
        "buy_supplies": "STP-5.7 STP-5.9",
        "buy_rumtoken": "STP-5.7 STP-5.9",
    },
    "UPGRADE": {
        "no": "STP-5.12",
        "up": "STP-5.12 STP-5.13 STP-5.14 STP-5.15 STP-5.16 STP-5.17 STP-5.18",
        "ship": "STP-5.10 STP-5.11",
    },
    "STOCK_UP": {"no": "STP-6.1", "buy_rumcard": "STP-6.1", "buy_brew": "STP-6.1"},
    "HAGGLE": {"no": "STP-6.2", "cand": "STP-6.2 STP-6.3", "inv": "STP-6.2"},
    "ORDER_GEAR": {"no": "STP-6.5", "cand": "STP-6.5"},
    "PROSTHESIS": {"limb": "STP-6.9"},
    "STORY": {"num": "STP-8.1"},
    "RUMOR": {"no": "STP-8.3", "yes": "STP-8.3 STP-8.5"},
    "HIRE_ALLY": {"cand": "STP-8.2 STC-5.1"},
    "GAME_OF_CHANCE": {"num": "STP-8.7", "att": "STP-8.7"},
    "BET": {"char": "STP-9.4", "num": "STP-9.4 STP-9.5"},
    "LOAN": {"num": "STP-9.6"},
    "ASSIGNMENT": {"no": "STP-5.4", "yes": "STP-5.4"},
}

_AT_DOCKS = "salary relax_mix relax_w2 relax_d2 take_assign repair_sail repair_hold trade upgrade"
_OF = {
    Place.DOCKS: _AT_DOCKS,
    Place.MARKET: "stock prosthesis order haggle",
    Place.CHAPEL: "charity_w charity_d atone learn_b",
    Place.TAVERN: "story hire_ally hire_pg game_a game_b",
    Place.MANSION: "luxury bet_win bet_lose loan repay",
}
"""What is done where; learning and Rumors apart, which two places have, or all."""
_HALLS = (Place.TAVERN, Place.MANSION)
_DEEDS = {
    "salary": Deed.SALARY,
    "relax_mix": Deed.RELAX,
    "relax_w2": Deed.RELAX,
    "relax_d2": Deed.RELAX,
    "take_assign": Deed.TAKE_ASSIGNMENT,
    "repair_sail": Deed.REPAIR_SHIP,
    "repair_hold": Deed.REPAIR_SHIP,
    "trade": Deed.TRADE,
    "upgrade": Deed.UPGRADE,
    "stock": Deed.STOCK_UP,
    "prosthesis": Deed.PROSTHESIS,
    "order": Deed.ORDER,
    "haggle": Deed.HAGGLE,
    "charity_w": Deed.CHARITY,
    "charity_d": Deed.CHARITY,
    "atone": Deed.ATONEMENT,
    "story": Deed.STORY,
    "hire_ally": Deed.HIRE_ALLY,
    "rumor": Deed.RUMOR_TAVERN,
    "hire_pg": Deed.HIRE_GROUPS,
    "game_a": Deed.GAME_OF_CHANCE,
    "game_b": Deed.GAME_OF_CHANCE,
    "luxury": Deed.LUXURY,
    "bet_win": Deed.BETTING,
    "bet_lose": Deed.BETTING,
    "loan": Deed.LOAN,
    "repay": Deed.REPAY,
    "learn_a": Deed.LEARN_ROGUE,
    "learn_b": Deed.LEARN_MYSTIC,
}
"""By block; the lessons of all teachers take the same, Rumors are as long at both places."""
_ALL_DEEDS = " ".join(_DEEDS)
_STAKES = {"game_a": 2, "game_b": 1}
_BETS, _GAMES, _LESSONS = "bet_win bet_lose", "game_a game_b", "learn_a learn_b"


# --- reading --------------------------------------------------------------------------------------


def _place(m: Moment) -> Place:
    return Place(mine(m, "loc"))


def _is_tired(m: Moment) -> bool:
    return mine(m, "ch_dp") < mine(m, "ch_dp_max")


def _is_for_later(m: Moment) -> bool:
    return bool(plain(town.is_for_later)(m.s))


def _teacher(m: Moment) -> int:
    """Who teaches what a block asks for where a seat is."""
    if _place(m) == Place.SHIP:
        return NONE
    return int(_teacher_of(mine(m, "loc"), int(m.block == "learn_b")))


# --- saying ---------------------------------------------------------------------------------------


def _elsewhere(m: Moment) -> str:
    place = next(place for place, blocks in _OF.items() if m.block in blocks.split())
    where = PLACES[place]
    here = "on" if _place(m) == Place.SHIP else "at"
    return f"that is done at {where}, and you are {here} {PLACES[_place(m)]}"


def _time_short(m: Moment) -> str:
    units = m.t.port_actions[int(_DEEDS[m.block])].tu
    return f"it takes {plural(units, 'Time Unit')}, and you have {mine(m, 'tu')}"


def _coins_short(m: Moment) -> str:
    price = m.t.port_actions[int(_DEEDS[m.block])].coins
    return f"it costs {coins(price)}, and you have {mine(m, 'ch_coins')}"


# --- what is wrong --------------------------------------------------------------------------------


def _is_short_of_time(m: Moment) -> bool:
    return bool(mine(m, "tu") < m.t.port_actions[int(_DEEDS[m.block])].tu)


def _is_short_of_coins(m: Moment) -> bool:
    return bool(mine(m, "ch_coins") < m.t.port_actions[int(_DEEDS[m.block])].coins)


def _is_captains_alone(m: Moment) -> bool:
    is_his = m.t.port_actions[int(_DEEDS[m.block])].captain == 1
    is_bosun = _is_bosun(m.s, m.t, m.s.seat)
    return bool(is_his and m.s.seat != m.s.captain and not is_bosun)


def _is_refused(m: Moment) -> bool:
    is_his = m.t.port_actions[int(_DEEDS[m.block])].captain == 1
    return bool(is_his and m.s.seat != m.s.captain and m.s.t_acted & town.REFUSED)


AGAINST = (
    Against("go", "STP-2.3", "you have moved in this turn", lambda m: m.s.t_moved == 1, _TURN),
    Against("go", "STP-2.5", "you have no Time Unit left", lambda m: mine(m, "tu") < 1, _TURN),
    Against("go", "STP-2.4", "you are there", lambda m: m.axes["place"] == _place(m), _TURN),
    Against(
        "go",
        "STP-2.4",
        lambda m: f"no road leads from {PLACES[_place(m)]} to {PLACES[m.axes['place']]}",
        lambda m: m.t.town.road[mine(m, "loc"), m.axes["place"]] == 0,
        _TURN,
    ),
    Against(
        "go",
        "STP-9.1",
        lambda m: f"entering costs {coins(_fee_of(m.s, m.t, m.s.seat))}",
        lambda m: (
            m.axes["place"] == Place.MANSION and mine(m, "ch_coins") < _fee_of(m.s, m.t, m.s.seat)
        ),
        _TURN,
    ),
    Against(
        "port_done",
        "STP-2.3",
        "the turn has begun: it can only be ended",
        lambda m: bool(m.s.t_moved or m.s.t_acted & town.ACTED),
        _TURN,
    ),
    Against("port_done", "STP-2.7", "the Port Phase is ended on the ship", otherwise, _TURN),
    Against("no", "STP-2.3", "a turn is a move or an action at least", otherwise, _TURN),
    Against(
        _ALL_DEEDS,
        "STP-2.3",
        "you have acted in this turn",
        lambda m: bool(m.s.t_acted & town.ACTED),
        _TURN,
    ),
    *(
        Against(blocks, "", _elsewhere, lambda m, place=place: _place(m) != place, _TURN)  # type: ignore[misc]
        for place, blocks in _OF.items()
    ),
    Against(
        "rumor",
        "",
        "Rumors are heard in the Tavern and in the Mansion",
        lambda m: _place(m) not in _HALLS,
        _TURN,
    ),
    Against(
        _LESSONS,
        "STP-10.1",
        "nobody teaches on the ship",
        lambda m: _teacher(m) == NONE,
        _TURN,
    ),
    Against(
        _ALL_DEEDS,
        "STP-4.2",
        "that is the Captain's alone",
        _is_captains_alone,
        _TURN,
    ),
    Against(_ALL_DEEDS, "STP-10.9", "the Captain has said no", _is_refused, _TURN),
    Against(_ALL_DEEDS, "STP-2.5", _time_short, _is_short_of_time, _TURN),
    Against(_ALL_DEEDS, "", _coins_short, _is_short_of_coins, _TURN),
    Against(
        "salary",
        "STP-5.2",
        "you have had it in this Port",
        lambda m: mine(m, "sal_taken") == 1,
        _TURN,
    ),
    Against(
        "salary",
        "STP-5.2 STC-7.8",
        "there is none but after an Adventure that was no failure",
        otherwise,
        _TURN,
    ),
    Against(
        "relax_mix relax_w2 charity_w",
        "",
        "you have no wound",
        lambda m: mine(m, "ch_wounds") == 0,
        _TURN,
    ),
    Against(
        "relax_mix relax_d2 charity_d",
        "",
        "you have all your Destiny Points",
        lambda m: not _is_tired(m),
        _TURN,
    ),
    Against("luxury", "", "you have neither a wound nor spent Destiny Points", otherwise, _TURN),
    Against("take_assign", "STP-5.5", "the crew has an Assignment", lambda m: m.s.asg != 0, _TURN),
    Against(
        f"take_assign atone rumor {_BETS}",
        "STC-9.1",
        "this game ends with the Port: it could never be fulfilled",
        lambda m: not _is_for_later(m),
        _TURN,
    ),
    Against("trade", "STP-5.7", "there is nothing to sell and nothing to buy", otherwise, _TURN),
    Against("upgrade", "", "the Crew Booty pays for nothing that could be had", otherwise, _TURN),
    Against(
        "stock",
        "STP-6.1 STP-6.7",
        "you can carry or pay no more bottles",
        otherwise,
        _TURN,
    ),
    Against("prosthesis", "", "you have no permanent wound without a prosthesis", otherwise, _TURN),
    Against("order", "STP-6.6", "you have ordered", lambda m: mine(m, "order") != 0, _TURN),
    Against("order", "STP-6.5", "you cannot pay the cheapest card", otherwise, _TURN),
    Against(
        "haggle",
        "STP-6.4",
        "nothing is left to be bought, and you have nothing to sell",
        otherwise,
        _TURN,
    ),
    Against("atone", "STP-7.2", "you are not Cursed", lambda m: mine(m, "ch_cursed") == 0, _TURN),
    Against(
        "atone", "STP-7.4", "you are doing penance", lambda m: mine(m, "ch_penance") != 0, _TURN
    ),
    Against(
        "atone",
        "STP-7.2",
        lambda m: f"that penance costs {coins(m.t.penances[m.axes['penance']].coins)}",
        otherwise,
        _TURN,
    ),
    Against(
        "hire_ally",
        "STC-5.3",
        "there are five Characters",
        lambda m: _free_slot(m.s) < 0,
        _TURN,
    ),
    Against(
        "hire_ally",
        "STC-5.2",
        "you have an Ally",
        lambda m: m.s.players > 1 and _ally_of(m.s, m.s.seat) >= 0,
        _TURN,
    ),
    Against(
        "hire_ally",
        "STC-5.1",
        "you have not the coins and the prestige for any Ally that is free",
        otherwise,
        _TURN,
    ),
    Against("rumor", "STP-8.4", "you hold a Rumor", lambda m: mine(m, "rum_held") == 1, _TURN),
    Against("hire_pg", "STP-8.6", "six groups are aboard", lambda m: _groups(m.s) >= GROUPS, _TURN),
    Against(
        "hire_pg",
        "STP-8.6",
        lambda m: (
            f"a group costs {m.t.rules.pg_price} of the Crew Booty, which is {m.s.crew_booty}"
        ),
        otherwise,
        _TURN,
    ),
    Against(
        f"{_GAMES} {_BETS}",
        "STP-9.9",
        "you are a Debtor",
        lambda m: mine(m, "ch_debtor") == 1,
        _TURN,
    ),
    Against(
        _GAMES,
        "STP-8.7",
        lambda m: f"the least stake is {coins(_STAKES[m.block])}",
        otherwise,
        _TURN,
    ),
    Against(_BETS, "STC-4.7", "there is nobody to bet on", lambda m: m.s.players == 1, _TURN),
    Against(_BETS, "STP-9.5", "you have a bet", otherwise, _TURN),
    Against("loan", "STP-9.6", "you have a loan", lambda m: mine(m, "debt") > 0, _TURN),
    Against("loan", "STP-9.6", "it takes a prestige, and you have none", otherwise, _TURN),
    Against("repay", "STP-9.6", "you owe nothing", lambda m: mine(m, "debt") == 0, _TURN),
    Against(
        "repay",
        "STP-9.7",
        "a loan is repaid in the next Port",
        lambda m: mine(m, "loan_new") == 1,
        _TURN,
    ),
    Against(
        "repay",
        "STP-9.7",
        lambda m: f"you owe {coins(mine(m, 'debt'))}, and have {mine(m, 'ch_coins')}",
        otherwise,
        _TURN,
    ),
    Against(
        _LESSONS,
        "STP-3.9",
        "that teacher will not have you in this Port",
        lambda m: bool(mine(m, "disl") >> _teacher(m) & 1),
        _TURN,
    ),
    Against(
        _LESSONS,
        "STP-7.6 STP-10.4",
        "Marie Laveau teaches Mystics only",
        lambda m: m.block == "learn_b" and not mine(m, "ch_cls") >> learning.MYSTIC & 1,
        _TURN,
    ),
    Against(
        _LESSONS,
        "STP-10.2 STP-10.3 STP-10.5",
        "there is no Trait that you may learn and can pay",
        otherwise,
        _TURN,
    ),
    Against(
        "repair_sail",
        "STP-5.6",
        "no Sail is damaged",
        lambda m: m.s.sails_imp == 0,
        "PORT_TURN DOCKYARD",
    ),
    Against(
        "repair_hold",
        "STP-5.6",
        "the Hold is not damaged",
        lambda m: m.s.hold_imp == 0,
        "PORT_TURN DOCKYARD",
    ),
)
"""What can be wrong with a turn in Port."""


ELSEWHERE = (
    Against(
        "sell buy_supplies buy_rumtoken", "STP-5.7", "that is for a Trade at the Docks", otherwise
    ),
    Against("up ship", "STP-5.10 STP-5.12", "that is for an upgrade at the Docks", otherwise),
    Against("buy_rumcard buy_brew", "STP-6.1", "that is for stocking up at the Market", otherwise),
    Against("limb", "STP-6.9", "limbs are replaced at the Market", otherwise),
)
"""Where in Port something is done that is not asked for now."""
BLOCKS = "sell buy_supplies buy_rumtoken up ship buy_rumcard buy_brew limb"
"""Blocks of visits that are for the Port alone."""
