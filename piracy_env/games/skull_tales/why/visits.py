"""What forbids what is asked on a visit to a place of the Port."""

from __future__ import annotations

from collections.abc import Callable

from piracy_env.core.plain import plain
from piracy_env.core.why import Against, Moment, otherwise
from piracy_env.games.skull_tales.gear import LEGEND
from piracy_env.games.skull_tales.names import coins, gear_name, name_of, trait_name
from piracy_env.games.skull_tales.rules import crew, hold, learning, market, tavern
from piracy_env.games.skull_tales.state import (
    KIND,
    MARKET,
    NONE,
    STEP,
    A,
    Decision,
)
from piracy_env.games.skull_tales.why.reading import frame, mine

_is_ally_free = plain(crew.is_ally_free)
_free_space = plain(hold.free_space)
_price_of = plain(market.price_of)
_masters_of = plain(learning.masters_of)
_coins_for = plain(learning.coins_for)
_prestige_for = plain(learning.prestige_for)
_is_open_to = plain(learning.is_open_to)
_hiring_coins = plain(tavern.hiring_coins)
_hiring_prestige = plain(tavern.hiring_prestige)


def _pupil_of(m: Moment) -> int:
    """The Trait that an action asks a teacher for, NONE beyond the last one."""
    taught = [
        trait
        for trait in range(learning.KNOWN)
        if m.t.traits[trait].cls == m.t.teachers[frame(m, A)].cls
    ]
    return taught[m.axes["place"]] if m.axes["place"] < len(taught) else NONE


def _wanted(m: Moment) -> int:
    """The card of the Market that an action names, 0 for none that the seat may buy."""
    place = m.axes["place"]
    is_hidden = place >= MARKET and m.s.offer_to != m.s.seat
    return 0 if place >= len(m.s.mk) or is_hidden else int(m.s.mk[place])


def _price(m: Moment, gear: int) -> int:
    return int(_price_of(m.s, m.t, m.s.seat, gear))


def _purse(m: Moment) -> int:
    """What an Ally's first salary is paid from; alone that is the Crew Booty."""
    return int(m.s.crew_booty) if m.s.players == 1 else mine(m, "ch_coins")


def _lacks_booty(m: Moment, price: int) -> bool:
    return bool(m.s.crew_booty < price)


def _upgrade(m: Moment) -> str:
    return name_of(m.tables, "upgrades", m.axes["number"])


def _is_repairing(m: Moment) -> bool:
    return frame(m, STEP) == 1


def _goods(m: Moment) -> int:
    """The Goods that a Trade is about."""
    return {"buy_supplies": hold.SUPPLIES, "buy_rumtoken": hold.RUM}[m.block]


def _trait_dear(m: Moment) -> str:
    asked = (m.s, m.t, m.s.seat, _pupil_of(m), frame(m, A))
    return (
        f"{trait_name(m.tables, _pupil_of(m))} would cost you {_coins_for(*asked)} coins and "
        f"{_prestige_for(*asked)} prestige; you have {mine(m, 'ch_coins')} and {mine(m, 'ch_pp')}"
    )


def _gear_dear(m: Moment) -> str:
    gear = _wanted(m) if frame(m, KIND) == Decision.HAGGLE else m.axes["place"]
    price = _price(m, gear)
    return f"{gear_name(m.tables, gear)} costs {coins(price)}, and you have {mine(m, 'ch_coins')}"


def _ally_dear(m: Moment) -> str:
    asked = (m.s, m.t, m.s.seat, m.axes["place"])
    purse = "the Crew Booty has" if m.s.players == 1 else "you have"
    return (
        f"that Ally takes {_hiring_prestige(*asked)} prestige and {_hiring_coins(*asked)} coins; "
        f"you have {mine(m, 'ch_pp')} prestige, and {purse} {coins(_purse(m))}"
    )


def _knows(m: Moment) -> str:
    return f"you know {trait_name(m.tables, _pupil_of(m))}"


def _lacks(m: Moment, trait: int) -> bool:
    """Whether what a Trait requires is missing (STP-10.5)."""
    row, seat = m.t.traits[trait], m.s.seat
    is_weak = row.attribute > 0 and m.s.ch_att[seat, row.attribute - 1] < row.minimum
    return bool(is_weak or (row.trait >= 0 and m.s.ch_traits[seat, row.trait] == 0))


def _is_taken(m: Moment, trait: int) -> bool:
    """Whether only one of the crew may know a Trait, and not this one (STP-10.12)."""
    is_held = m.s.seat == m.s.captain or _masters_of(m.s, m.s.seat, trait) != 0
    return bool(m.t.traits[trait].unique == 1 and is_held)


def _in_lesson(
    rules: str, words: str | Callable[[Moment], str], holds: Callable[[Moment], bool]
) -> Against:
    return Against("cand", rules, words, holds, "LEARN")


AGAINST = (
    _in_lesson("STP-10.16", "the teacher has no such Trait", lambda m: _pupil_of(m) == NONE),
    Against("cand", "STP-10.7", "now a master is chosen", lambda m: frame(m, STEP) == 1, "LEARN"),
    _in_lesson("STP-10.13", _knows, lambda m: m.s.ch_traits[m.s.seat, _pupil_of(m)] == 1),
    _in_lesson(
        "STP-10.5",
        "nobody can learn it: it is printed on cards",
        lambda m: m.t.traits[_pupil_of(m)].printed_only == 1,
    ),
    _in_lesson(
        "STP-10.4",
        "it is for Mystics",
        lambda m: (
            m.t.traits[_pupil_of(m)].cls == learning.MYSTIC
            and not mine(m, "ch_cls") >> learning.MYSTIC & 1
        ),
    ),
    _in_lesson(
        "STP-10.5",
        lambda m: f"you lack what {trait_name(m.tables, _pupil_of(m))} requires",
        lambda m: not _is_open_to(m.s, m.t, m.s.seat, _pupil_of(m)) and _lacks(m, _pupil_of(m)),
    ),
    _in_lesson(
        "STP-10.12",
        "one in the crew may know it, who is not the Captain",
        lambda m: not _is_open_to(m.s, m.t, m.s.seat, _pupil_of(m)) and _is_taken(m, _pupil_of(m)),
    ),
    _in_lesson("STP-10.2 STP-10.3", _trait_dear, otherwise),
    Against("char", "STP-10.7", "that one is no master of the Trait", otherwise, "LEARN"),
    Against(
        "opt",
        "STP-3.10",
        "the card has no such option, or you have not what it costs",
        otherwise,
        "PORT_EVENT TWO_EVENTS",
    ),
    Against("no", "STP-3.3", "the card is not optional", otherwise, "PORT_EVENT"),
    Against(
        "sell buy_supplies buy_rumtoken",
        "STP-5.6",
        "the shipwright is at work: that is for a Trade",
        _is_repairing,
        "DOCKYARD",
    ),
    Against(
        "repair_sail repair_hold",
        "STP-5.6",
        "this is a Trade, no repair",
        lambda m: not _is_repairing(m),
        "DOCKYARD",
    ),
    Against(
        "repair_sail repair_hold",
        "STP-5.6 STC-6.3",
        "the Crew Booty does not pay for it",
        otherwise,
        "PORT_TURN DOCKYARD",
    ),
    Against(
        "sell", "STP-5.9", "sales come before purchases", lambda m: m.s.bought == 1, "DOCKYARD"
    ),
    Against("sell", "STP-5.7", "there is none in the Hold", otherwise, "DOCKYARD"),
    Against(
        "buy_supplies buy_rumtoken",
        "STP-5.9",
        "the Hold is full",
        lambda m: _free_space(m.s) == NONE,
        "DOCKYARD",
    ),
    Against(
        "buy_supplies buy_rumtoken",
        "STP-5.9",
        "there are no more tokens",
        lambda m: m.s.goods_sup[_goods(m)] == 0,
        "DOCKYARD",
    ),
    Against(
        "buy_supplies buy_rumtoken",
        "STP-5.9 STC-6.3",
        "the Crew Booty does not pay for it",
        otherwise,
        "DOCKYARD",
    ),
    Against(
        "up",
        "STP-5.12 STC-6.3",
        lambda m: (
            f"it costs {m.t.upgrades[m.axes['number']].price} of the Crew Booty, which is "
            f"{m.s.crew_booty}"
        ),
        lambda m: _lacks_booty(m, m.t.upgrades[m.axes["number"]].price),
        "UPGRADE",
    ),
    Against(
        "up",
        "STP-5.13",
        "the Hold is as large as this ship's can be",
        lambda m: (
            _upgrade(m) == "Extend Hold" and m.s.hold_base >= m.t.ships[m.s.ship_type].hold_max
        ),
        "UPGRADE",
    ),
    Against(
        "up",
        "STP-5.18",
        "the ship carries as many Sails as it can",
        lambda m: (
            _upgrade(m) == "Auxiliary Sail" and m.s.sails_base >= m.t.ships[m.s.ship_type].sails_max
        ),
        "UPGRADE",
    ),
    Against(
        "up",
        "STP-5.16 STV-1.7",
        "there is no Cannon left, or no space for one",
        lambda m: _upgrade(m) == "Cannon" and (m.s.cannon_sup == 0 or _free_space(m.s) == NONE),
        "UPGRADE",
    ),
    Against("up", "STP-5.14 STP-5.15 STP-5.17", "the ship has one", otherwise, "UPGRADE"),
    Against(
        "ship",
        "STP-5.10 STC-6.3",
        lambda m: (
            f"it costs {m.t.ships[m.axes['type']].price} of the Crew Booty, which is "
            f"{m.s.crew_booty}"
        ),
        otherwise,
        "UPGRADE",
    ),
    Against(
        "buy_rumcard buy_brew",
        "STP-6.1",
        "you have not the coins",
        lambda m: mine(m, "ch_coins") < 3,
        "STOCK_UP",
    ),
    Against("buy_rumcard buy_brew", "STP-6.7", "you can carry no more", otherwise, "STOCK_UP"),
    Against(
        "cand",
        "STP-6.3",
        "these cards are the Captain's offer",
        lambda m: m.axes["place"] >= MARKET and m.s.offer_to != m.s.seat,
        "HAGGLE",
    ),
    Against("cand", "STP-6.4", "no card lies there", lambda m: _wanted(m) == 0, "HAGGLE"),
    Against(
        "cand",
        "STP-6.2",
        _gear_dear,
        lambda m: mine(m, "ch_coins") < _price(m, _wanted(m)),
        "HAGGLE",
    ),
    Against("cand", "STP-6.7", "you have no place for it", otherwise, "HAGGLE"),
    Against(
        "inv",
        "STP-6.2",
        "you carry nothing there",
        lambda m: m.axes["place"] >= mine(m, "inv_n"),
        "HAGGLE",
    ),
    Against(
        "inv",
        "STP-6.2",
        "a Legendary Item is not for sale",
        lambda m: m.s.inv_id[m.s.seat, m.axes["place"]] >= LEGEND,
        "HAGGLE",
    ),
    Against("inv", "STP-6.2", "starting gear is not for sale", otherwise, "HAGGLE"),
    Against(
        "cand",
        "STP-6.6",
        "the Gear deck has no such card",
        lambda m: m.axes["place"] >= len(m.s.gear_left) or m.s.gear_left[m.axes["place"]] == 0,
        "ORDER_GEAR",
    ),
    Against("cand", "STP-6.5", _gear_dear, otherwise, "ORDER_GEAR"),
    Against("limb", "STP-6.9", "it is not lost, or has been replaced", otherwise, "PROSTHESIS"),
    Against("num", "STP-8.1", "a story is worth 0 to 3 coins that you have", otherwise, "STORY"),
    Against(
        "cand",
        "STC-5.1 STC-5.4",
        "there is no such Ally to be hired",
        lambda m: m.axes["place"] >= tavern.ALLIES or not _is_ally_free(m.s, m.axes["place"]),
        "HIRE_ALLY",
    ),
    Against("cand", "STC-5.1 STP-8.2", _ally_dear, otherwise, "HIRE_ALLY"),
    Against(
        "num att",
        "STP-8.7",
        "the stake comes first, within the table's limits and your purse, then Agility, "
        "Intelligence or Perception",
        otherwise,
        "GAME_OF_CHANCE",
    ),
    Against(
        "char", "STP-9.4", "one bets on a fellow Pirate, and then says how much", otherwise, "BET"
    ),
    Against(
        "num",
        "STP-9.4",
        "a bet is 10 to 25 coins that you have, once it is said on whom",
        otherwise,
        "BET",
    ),
    Against(
        "num",
        "STP-9.6",
        lambda m: (
            f"that is more than the {'Time Units' if frame(m, STEP) == 0 else 'prestige'} "
            "that you have, or than a loan may be"
        ),
        otherwise,
        "LOAN",
    ),
)
"""What can be wrong with what is asked on a visit."""
