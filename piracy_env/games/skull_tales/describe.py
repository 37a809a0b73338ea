"""The position in words, as a seat knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from piracy_env.core.game import RUNNING
from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural, seat_letter, wrap
from piracy_env.games.skull_tales.names import (
    KEYS,
    LIMBS,
    PLACES,
    POSTS,
    attribute_words,
    character_name,
    coins,
    gear_name,
    is_card_seen,
    island_name,
    name_of,
    token_name,
    trait_name,
)
from piracy_env.games.skull_tales.questions import question
from piracy_env.games.skull_tales.rules.mansion import ON_FAILURE, WON
from piracy_env.games.skull_tales.state import (
    EMPTY,
    GROUPS,
    MARKET,
    NONE,
    PIRATE,
    SLOTS,
    B,
    Decision,
    Ended,
    Phase,
)
from piracy_env.games.skull_tales.wording import describe_action
from piracy_env.games.skull_tales.wording_fights import fight_lines

__all__ = ("describe", "describe_action")
_PHASES = {
    Phase.PORT: "in Port",
    Phase.VOYAGE: "at sea",
    Phase.ADVENTURE: "ashore",
    Phase.OVER: "over",
}
_ENDS = {
    Ended.GOAL_REACHED: "the Goal is reached",
    Ended.SUNK: "the ship is sunk",
    Ended.CAPTURED: "the ship is captured",
    Ended.REVOLT: "the crew revolts",
    Ended.OVERTHROWN: "an Ally has taken the ship",
    Ended.TURNS: "time is up",
    Ended.ALL_DOWN: "nobody stands any more",
    Ended.DECISIONS: "time is up",
    Ended.PORT_CLOSED: "the crew is aboard again",
    Ended.CHAPTER_OVER: "the chapter is over",
    Ended.VOYAGE_LOST: "the Voyage is lost",
    Ended.CAMPAIGN_OVER: "the campaign is over",
    Ended.ANNEX_LOST: "the crew is lost",
    Ended.PHASE_OVER: "the phase is over",
}
_RESULTS = ("a failure", "a partial success", "a total success")
_UPGRADES = (
    *("Signal Codex", "Bilge Pump", "Ram", "Diving Bell"),
    *("Mortar", "Chain Shot", "Grapeshot"),
)
_MODES = ("aggressive", "neutral", "passive")
_FILTH = ("clean", "Filth I", "Filth II", "Filth III")
WIDTH = 100


def describe(s: Record, tables: Tables, viewer: int | None) -> str:
    """The position as a seat knows it; None knows all."""
    lines = [heading_of(s, tables)]
    for slot in range(SLOTS):
        if s.ch_kind[slot] != EMPTY:
            lines += wrap(_character(s, tables, slot), WIDTH, "    ")
    lines += wrap(_ship(s, tables), WIDTH, "    ")
    lines += wrap(campaign_of(s, tables), WIDTH, "    ")
    if s.phase == Phase.PORT:
        lines += _port(s, tables, viewer)
    elif s.phase == Phase.VOYAGE:
        lines += _voyage(s, tables)
    lines += _secrets(s, tables, viewer)
    if s.roll_n > 0:
        dice = in_words(s.roll[die] for die in range(s.roll_n))
        lines.append(f"The last roll, against {s.roll_dif}: {dice}")
    if s.over == RUNNING and s.sp > 0:
        lines.append(_question(s, tables))
    elif s.ended != NONE:
        lines.append(f"The end: {end_of(s)}")
    return "\n".join(lines)


def end_of(s: Record) -> str:
    """Why a game has ended."""
    return _ENDS.get(s.ended, "the Adventure is over")


def _question(s: Record, tables: Tables) -> str:
    """Who is asked, and about what."""
    asked = question(s, tables) or Decision(s.stk[s.sp - 1][0]).name.lower().replace("_", " ")
    return f"{seat_letter(s.seat)} decides: {asked}"


def heading_of(s: Record, tables: Tables) -> str:
    """The chapter and the phase."""
    chapter = name_of(tables, "chapters", s.camp_ch - 1)
    number = f"Chapter {s.camp_ch}" if s.camp_ch <= 10 else f"Annex {'I' * (s.camp_ch - 10)}"
    return f"{number}, {chapter}: {_PHASES[Phase(s.phase)]}"


# --- the crew -------------------------------------------------------------------------------------


def _character(s: Record, tables: Tables, slot: int) -> str:
    """All that is public of a Character."""
    words = [f"T{character_name(s, tables, slot)[1:]}"]
    if slot == s.captain:
        words[0] += ", Captain"
    health = f"{s.ch_wounds[slot]} of {s.ch_hp_max[slot]} wounds"
    words += [health, attribute_words(s.ch_att[slot])]
    if s.ch_kind[slot] == PIRATE:
        words += _pirate(s, tables, slot)
    if s.ch_tp[slot] > 0:
        words.append(f"{s.ch_tp[slot]} trust")
    if s.phase == Phase.VOYAGE and s.post[slot] != NONE:
        words.append(f"at the {POSTS[s.post[slot]]}{', done' if s.acted[slot] else ''}")
    return "; ".join(words)


def _pirate(s: Record, tables: Tables, seat: int) -> Iterator[str]:
    """What a Pirate owns, owes and suffers from."""
    yield f"{s.ch_pp[seat]} prestige, {coins(s.ch_coins[seat])}"
    yield f"{s.ch_dp[seat]} of {s.ch_dp_max[seat]} Destiny, salary {s.ch_salary[seat]}"
    if s.phase == Phase.PORT:
        done = ", finished" if s.fin[seat] else ""
        yield f"at {PLACES[s.loc[seat]]} with {s.tu[seat]} TU{done}"
    traits = s.ch_traits[seat][:105].nonzero()[0].tolist()
    yield f"knows {in_words(trait_name(tables, k) for k in traits)}"
    carried = [gear_name(tables, s.inv_id[seat][place]) for place in range(s.inv_n[seat])]
    carried += ["Rum"] * s.ch_rum[seat] + ["Brew"] * s.ch_brew[seat]
    yield f"carries {in_words(_counted(carried))}"
    if s.order[seat]:
        yield f"has ordered a {gear_name(tables, s.order[seat])}"
    yield from _troubles(s, tables, seat)


def _counted(names: list[str]) -> list[str]:
    """Names, each once: `Dagger`, `2 x Rum`."""
    return [name if count == 1 else f"{count} x {name}" for name, count in Counter(names).items()]


def _troubles(s: Record, tables: Tables, seat: int) -> Iterator[str]:
    """Debts, bets, curses, wounds that stay, moods of teachers."""
    if s.debt[seat]:
        yield f"owes {coins(s.debt[seat])}{' as a Debtor' if s.ch_debtor[seat] else ''}"
    if s.bet_to[seat] != NONE:
        on = seat_letter(s.bet_to[seat])
        how = {ON_FAILURE: "failure", WON: "success (won)"}.get(s.bet_kind[seat], "success")
        yield f"has bet {s.bet_sum[seat]} on {on}'s {how}"
    if s.ch_cursed[seat]:
        yield "Cursed"
    if s.ch_penance[seat]:
        yield f"does penance: {name_of(tables, 'penances', s.ch_penance[seat] - 1)}"
    lost = [LIMBS[k] for k in range(6) if s.ch_perm[seat] >> k & 1]
    if lost:
        yield f"has lost the {in_words(lost)}"
    if s.rum_held[seat]:
        yield "holds a Rumor"
    for mask, mood in ((s.appr[seat], "approved of by"), (s.disl[seat], "disliked by")):
        if mask:
            who = [name_of(tables, "teachers", k) for k in range(6) if mask >> k & 1]
            yield f"{mood} {in_words(who)}"


# --- ship and campaign ----------------------------------------------------------------------------


def _ship(s: Record, tables: Tables) -> str:
    """The ship, its Hold and its groups."""
    words = [
        f"{name_of(tables, 'ships', s.ship_type)}: Crew Booty {s.crew_booty}",
        f"{s.sails_base - s.sails_imp} of {plural(s.sails_base, 'Sail')}",
        f"{s.hold_base - s.hold_imp} of {plural(s.hold_base, 'column')}",
    ]
    tokens = [token_name(tables, token) for token in s.hold if token > 0]
    words.append(f"the Hold has {in_words(_counted(tokens))}")
    fitted = [_UPGRADES[k] for k in range(len(_UPGRADES)) if s.upg >> k & 1]
    if fitted:
        words.append(f"fitted with {in_words(fitted)}")
    words.append(f"groups: {in_words(_groups(s), none='none')}")
    return "; ".join(words)


def _groups(s: Record) -> Iterator[str]:
    """Groups of pirates: where they are, how tired and hurt."""
    for group in range(GROUPS):
        if s.pg_on[group]:
            where = POSTS[s.pg_post[group]] if s.phase == Phase.VOYAGE else "rested"
            tired = f", fatigue {s.pg_fat[group]}" if s.pg_fat[group] else ""
            hurt = f", {plural(s.pg_w[group], 'wound')}" if s.pg_w[group] else ""
            yield f"{group} ({where}{tired}{hurt})"


def campaign_of(s: Record, tables: Tables) -> str:
    """Chapters played, the Assignment, what is buried."""
    words = []
    won = [str(k + 1) for k in range(10) if s.ch_won >> k & 1]
    half = [str(k + 1) for k in range(10) if s.ch_part >> k & 1]
    if won or half:
        also = f"; half won: {in_words(half)}" if half else ""
        words.append(f"Chapters won: {in_words(won, none='none')}{also}")
    if s.adv_result != NONE:
        again = f" after {plural(s.adv_repeat, 'repeat')}" if s.adv_repeat else ""
        words.append(f"The last Adventure was {_RESULTS[s.adv_result]}{again}")
    if s.voyages:
        words.append(f"Voyages lost in this chapter: {s.voyages}")
    if s.asg:
        where = f" ({island_name(s.asg_x)})" if s.asg_x != NONE else ""
        words.append(f"Assignment: {name_of(tables, 'assignments', s.asg - 1)}{where}")
    if s.bury_sum:
        words.append(f"{s.bury_sum} buried on {island_name(s.bury_l)}")
    return ". ".join(words)


# --- the Port -------------------------------------------------------------------------------------


def _port(s: Record, tables: Tables, viewer: int | None) -> Iterator[str]:
    """Who is to be paid, cards of the Market as far as a seat knows them, what has been drawn."""
    unpaid = [
        f"{character_name(s, tables, slot)} {coins(s.ch_salary[slot])}"
        for slot in range(s.players, SLOTS)
        if s.ch_kind[slot] != EMPTY and s.stk[1][B] >> slot & 1
    ]
    if unpaid:
        yield f"Unpaid, and gone if that stays so to the end of the Port: {in_words(unpaid)}"
    known = []
    for place, gear in enumerate(s.mk):
        if s.mk_on >> place & 1:
            is_seen = is_card_seen(s, place, viewer)
            known.append(gear_name(tables, gear) if is_seen else "card face down")
        if place == MARKET - 1:
            yield f"The Market has {in_words(_counted(known))}"
            known = []
    if known:
        yield f"The offer to {seat_letter(s.offer_to)} is {in_words(_counted(known))}"
    drawn = [
        name_of(tables, "port_events", 8 * (place - 1) + card)
        for place in range(1, 6)
        for card in range(8)
        if s.pe_out[place - 1] >> card & 1
    ]
    if drawn:
        yield from wrap(f"Events drawn: {in_words(drawn)}", WIDTH, "    ")
    keys = [KEYS[k] for k in range(5) if s.keys >> k & 1]
    if keys:
        yield f"Key words drawn: {in_words(keys)}"


# --- the Voyage -----------------------------------------------------------------------------------


def _voyage(s: Record, tables: Tables) -> Iterator[str]:
    """Time, Morale, the chart."""
    if s.ship_c == NONE:
        return
    yield (
        f"Turn {s.v_turn}, day {s.v_day}, hour {s.clock}; Morale {s.morale}; {_FILTH[s.filth]}; "
        f"the ship is at ({s.ship_c}, {s.ship_r}), facing {s.ship_f}"
    )
    tokens = []
    for goal in range(s.goal_n):
        if s.goal_l[goal] != NONE:
            number = f" is {s.goal_id[goal]}" if s.goal_rev[goal] else ""
            marks = f" with {plural(s.goal_mk[goal], 'marker')}" if s.goal_mk[goal] else ""
            tokens.append(f"{island_name(s.goal_l[goal])}{number}{marks}")
    yield f"Goal tokens: {in_words(tokens)}"
    for enemy in range(len(s.sea_on)):
        if s.sea_on[enemy]:
            yield (
                f"{name_of(tables, 'sea_enemies', enemy)} at ({s.sea_c[enemy]}, {s.sea_r[enemy]}), "
                f"facing {s.sea_f[enemy]}, {_MODES[s.sea_mode[enemy]]}: Speed {s.sea_spd[enemy]}, "
                f"Body {s.sea_hold[enemy]}, {s.sea_be[enemy]} aboard, {s.sea_be_w[enemy]} wounded"
            )
    yield from fight_lines(s, tables)
    if s.ev_cur:
        yield f"Event: {name_of(tables, 'voyage_events', s.ev_cur - 1)}"


# --- what one seat knows --------------------------------------------------------------------------


def _secrets(s: Record, tables: Tables, viewer: int | None) -> Iterator[str]:
    """The own Rumor, and the one being looked at."""
    for seat in range(s.players):
        if s.rum_id[seat] and viewer in (None, seat):
            where = f" ({island_name(s.rum_x[seat])})" if s.rum_x[seat] != NONE else ""
            name = name_of(tables, "rumors", s.rum_id[seat] - 1)
            yield f"{seat_letter(seat)}'s Rumor: {name}{where}"
    if s.look and viewer in (None, s.seat):
        yield f"{seat_letter(s.seat)} looks at the Rumor {name_of(tables, 'rumors', s.look - 1)}"
