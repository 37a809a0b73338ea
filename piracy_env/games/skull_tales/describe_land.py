"""The Adventure and its actions in words: all that a player needs to play from a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from piracy_env.core.game import CUT
from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import columns, in_words, plural, seat_letter, spaced, wrap
from piracy_env.games.skull_tales.hoard_land import hidden_tokens
from piracy_env.games.skull_tales.map_land import SIGNS, drawn
from piracy_env.games.skull_tales.names import name_of
from piracy_env.games.skull_tales.observe.land import EXPLORED, LAYING
from piracy_env.games.skull_tales.rules.adventure.picking import GOAL_ITEMS
from piracy_env.games.skull_tales.rules.adventure.questions import SPELL
from piracy_env.games.skull_tales.state import (
    EMPTY,
    KIND,
    NONE,
    PIRATE,
    SLOTS,
    STEP,
    A,
    Decision,
    Ended,
)
from piracy_env.games.skull_tales.state_land import (
    LYING,
    TOKENS_FALLEN,
    Goal,
)
from piracy_env.games.skull_tales.story_words import asked, story_lines
from piracy_env.games.skull_tales.tables.adventures import AFFLICTIONS
from piracy_env.games.skull_tales.terrain import TOKENS
from piracy_env.games.skull_tales.words_land import (
    HELD,
    PENANCES,
    adventure_name,
    attributes_of,
    bag_names,
    character_conditions,
    character_name,
    counted,
    foe_code,
    foe_conditions,
    foe_name,
    foes_on_board,
    goal_name,
    goal_state,
    goals_there,
    held_names,
    item_name,
    search_name,
    slot_letter,
    spell_names,
    token_name,
    totem_names,
    trait_names,
    with_gains,
)

ATTRIBUTES = ("Me", "Ra", "St", "Ag", "In", "Pe", "Ch")
THINGS = (
    *(Decision.TILE, Decision.CARD, Decision.WEAPON, Decision.SPECIAL, Decision.OVERLOAD),
    Decision.TAKE,
)
"""Decisions whose candidates are no places."""
CARDS = (Decision.CARD, Decision.OVERLOAD, Decision.TAKE)
"""Those whose candidates are cards."""


def describe(s: Record, tables: Tables, viewer: int | None) -> str:
    """The position as a seat knows it; None also sees others' cards and what lies face down."""
    lines = [*wrap(headline(s, tables, viewer), indent="  "), track(s), ""]
    lines += [*drawn(s), *wrap(SIGNS), *_tiles(s, tables), ""]
    lines += [*_characters(s, tables, viewer), *_foes(s, tables)]
    lines += [*_lying(s, tables, viewer), *_goals(s, tables)]
    lines += [*_roll(s, tables), *_candidates(s, tables, viewer), *_story(s, tables), ""]
    lines += _stocks(s, tables, viewer)
    for seat in range(s.players):
        if viewer in (None, seat):
            lines += ["", *_own(s, tables, seat)]
    return "\n".join(lines)


def headline(s: Record, tables: Tables, viewer: int | None) -> str:
    """Which Adventure it is, how far it has come, and what is to be decided."""
    when = f"{adventure_name(s, tables)}, round {s.round}"
    if is_closed(s):
        if s.over == CUT:
            return f"{when}. The game was cut short."
        results = ("a failure", "a partial success", "a total success")
        result = f": {results[s.adv_result]}" if s.adv_result != NONE else ""
        return f"{when}. The Adventure is over{result} ({spaced(reason(s))})."
    asks = asked(s, tables, viewer)
    if 0 <= laid_token(s) < len(TOKENS):
        asks = f"{asks}: {token_name(tables, laid_token(s))}"
    return f"{when}. {asks}{'' if asks[-1] in '?.' else '.'}"


def is_closed(s: Record) -> bool:
    """Whether nothing is asked any more; a campaign that `stop` ends has its next question."""
    return bool(s.over == CUT or s.sp == 0)


def reason(s: Record) -> str:
    """Why the game ended."""
    return Ended(s.ended).name.lower() if s.ended != NONE else ""


def track(s: Record) -> str:
    """The Adventure track and the offices."""
    parts = [f"Flag: {plural(s.flag, 'space')} left", f"difficulty {s.diff}"]
    parts += ["the flag may move in every Incident Round"] if s.tick else []
    parts += ["fog: no shot beyond range 3"] if s.fog else []
    captain = "no Captain" if s.captain == NONE else f"Captain {seat_letter(s.captain)}"
    parts.append(captain)
    if s.init != NONE:
        parts.append(f"Initiative {seat_letter(s.init)}")
    return "; ".join(parts) + "."


def _tiles(s: Record, tables: Tables) -> Iterator[str]:
    """Which tiles lie where: their first row and column."""
    there = [
        f"{token_name(tables, s.tl_token[tile])} at {_place(s.tl_row[tile], s.tl_col[tile])}"
        for tile in range(s.n_tl)
        if s.tl_token[tile] != NONE
    ]
    yield from wrap(f"Tiles: {'; '.join(there)}.", indent="  ")


# --- figures --------------------------------------------------------------------------------------


def _characters(s: Record, tables: Tables, viewer: int | None) -> Iterator[str]:
    """A line or two for each Character."""
    rows = []
    for slot in range(SLOTS):
        if s.ch_kind[slot] == EMPTY or s.ch_dead[slot]:
            continue
        attributes = " ".join(
            f"{name} {value}"
            for name, value in zip(ATTRIBUTES, attributes_of(s, tables, slot), strict=True)
        )
        means = f"AP {s.ch_ap[slot]}/{s.ch_ap_max[slot]}  Destiny {s.ch_dp[slot]}"
        if s.ch_kind[slot] != PIRATE:
            means = f"actions {s.ally_act[slot]}, moves {s.ch_mov[slot]}"
        rows.append(
            [
                f"{slot_letter(s, slot)}{' (you)' if slot == viewer else ''}",
                character_name(s, tables, slot),
                f"at {_place(s.ch_y[slot], s.ch_x[slot])}",
                f"wounds {s.ch_wounds[slot]}/{s.ch_hp_max[slot]}",
                means,
                attributes,
                f"prestige {with_gains(s.ch_pp[slot], s.ch_adv_pp[slot])}",
                f"coins {with_gains(s.ch_coins[slot], s.ch_adv_coins[slot])}",
            ]
        )
    yield from columns(rows)
    for slot in range(SLOTS):
        if s.ch_kind[slot] != EMPTY and not s.ch_dead[slot]:
            yield from wrap(f"{slot_letter(s, slot)}: {_belongings(s, tables, slot)}", indent="   ")


def _belongings(s: Record, tables: Tables, slot: int) -> str:
    """What is the matter with a Character, what it holds and carries."""
    parts = [in_words(character_conditions(s, slot), none="")]
    totems = totem_names(s, tables, slot)
    parts += [f"bears the {in_words(totems)} Totem{'s' * (len(totems) > 1)}"] if totems else []
    parts += [f"{name} in {HELD[loc]}" for loc, name in sorted(held_names(s, tables, slot).items())]
    bag = bag_names(s, tables, slot)
    parts += [f"carries {counted(bag)}"] if bag else []
    if s.s_n[slot]:
        parts.append(f"keeps {plural(s.s_n[slot], 'Search card')}")
    goals = [g for g in goals_there(s, tables) if s.goal_holder[g] == slot]
    parts += [goal_name(s, tables, goal) for goal in goals if s.goal_state[goal] == Goal.HELD]
    if s.ch_kind[slot] != PIRATE:
        ally = tables.t.allies[s.ch_card[slot]]
        melee, ranged = ally.damage
        parts.append(f"damage {melee} in melee, {ranged} up to range {ally.range}")
    return "; ".join(part for part in parts if part) or "empty hands"


def _foes(s: Record, tables: Tables) -> Iterator[str]:
    """A line for each Enemy."""
    rows = []
    for foe in foes_on_board(s):
        seen = ["in sight"] if s.sees >> foe & 1 else []
        seen += [f"{plural(s.way[foe], 'Character')} in the way"] if s.way[foe] else []
        rows.append(
            [
                foe_code(s, foe),
                foe_name(s, tables, foe),
                f"at {_place(s.foe_row[foe], s.foe_col[foe])}",
                f"wounds {s.foe_wounds[foe]}/{s.foe_hp_max[foe]}",
                ", ".join([*seen, *foe_conditions(s, foe)]),
            ]
        )
    if rows:
        yield ""
        yield from columns(rows)


def _place(row: int, col: int) -> str:
    return "nowhere" if row == NONE else f"{row},{col}"


# --- what lies there ------------------------------------------------------------------------------


def _lying(s: Record, tables: Tables, viewer: int | None) -> Iterator[str]:
    """Fallen tokens, things and goals on the ground."""
    parts = []
    for k in range(TOKENS_FALLEN):
        if s.fl_row[k] != NONE:
            what = "a marked Fallen token" if s.fl_mark[k] else "a Fallen token"
            if s.fl_immortal[k] != NONE:
                name = tables.text("enemies", "name")[s.fl_immortal[k]]
                what = f"{what} (a {name} that will stand up)"
            if viewer is None:
                what = f"{what} [{tables.text('fallen', 'name')[s.fl_kind[k]]}]"
            parts.append(f"{what} at {_place(s.fl_row[k], s.fl_col[k])}")
    for k in range(LYING):
        if s.gr_row[k] != NONE:
            name = item_name(tables, s.gr_item[k])
            parts.append(f"{name} at {_place(s.gr_row[k], s.gr_col[k])}")
    if parts:
        yield from wrap(f"On the ground: {in_words(parts)}.", indent="  ")


def _goals(s: Record, tables: Tables) -> Iterator[str]:
    """The goals of the Adventure."""
    parts = []
    for goal in goals_there(s, tables):
        state = goal_state(s, goal)
        if s.goal_state[goal] == Goal.LYING:
            state = f"on the ground at {_place(s.goal_row[goal], s.goal_col[goal])}"
        row = tables.t.goals[tables.t.first_goal[s.chapter] + goal]
        worth = f"{row.prestige} prestige" + (f", {row.coins} coins" if row.coins else "")
        parts.append(f"{goal + 1} {goal_name(s, tables, goal)} ({worth}): {state or 'open'}")
    yield from wrap(f"Goals: {'; '.join(parts)}.", indent="  ")


def _stocks(s: Record, tables: Tables, viewer: int | None) -> Iterator[str]:
    """Piles and decks, as far as a seat may know."""
    tokens = [TOKENS[token] for token in hidden_tokens(s, tables.t)]
    sizes = [plural(s.pile_n[0], "tile token")]
    sizes += [f"{s.pile_n[1]} of the second kind"] if s.pile_n[1] else []
    sizes += [f"{s.sd_n} Search cards, {s.idk_n} Incidents"]
    yield f"Piles: {', '.join(sizes)}. Tiles not seen yet: {in_words(tokens)}."
    for what, cards in (
        ("Search cards", [search_name(tables, card) for card in s.sdisc[: s.sdisc_n]]),
        ("Incidents", [name_of(tables, "incidents", card) for card in s.idisc[: s.idisc_n]]),
    ):
        if cards:
            yield from wrap(f"{what} on the discard pile: {_counted(cards)}.", indent="  ")
    for pile in range(2):
        known = s.pile[pile][s.pile_n[pile] - s.pile_known[pile] : s.pile_n[pile]]
        if s.pile_known[pile]:
            names = [token_name(tables, token) for token in reversed(known)]
            yield f"All know what comes next: {in_words(names)}."
    if viewer is None:
        for pile in range(2):
            if s.pile_n[pile]:
                order = [TOKENS[token] for token in reversed(s.pile[pile][: s.pile_n[pile]])]
                yield f"Pile {pile + 1} from the top: {' '.join(order)}."
        deck = [search_name(tables, card) for card in reversed(s.sd[: s.sd_n])]
        yield from wrap(f"Search deck from the top: {', '.join(deck)}.", indent="  ")


def _counted(names: list[str]) -> str:
    """Names, those that come several times with their number."""
    found = Counter(names)
    return in_words(name if found[name] == 1 else f"{found[name]} {name}" for name in found)


def _story(s: Record, tables: Tables) -> Iterator[str]:
    """What has happened in the story."""
    told = story_lines(s, tables)
    if told:
        yield from wrap(f"The story so far: {' '.join(told)}", indent="  ")


# --- what only the own seat knows -----------------------------------------------------------------


def _own(s: Record, tables: Tables, seat: int) -> Iterator[str]:
    """A seat's Traits, spells, kept Search cards and burdens."""
    yield from wrap(
        f"Traits of {seat_letter(seat)}: {in_words(trait_names(s, tables, seat))}.", indent="  "
    )
    spells = spell_names(s, tables, seat)
    if spells:
        yield from wrap(f"Spells of {seat_letter(seat)}: {in_words(spells)}.", indent="  ")
    for slot in range(SLOTS):
        if s.ch_kind[slot] != EMPTY and s.ch_owner[slot] == seat and s.s_n[slot]:
            cards = [search_name(tables, card) for card in s.s_cards[slot][: s.s_n[slot]]]
            yield from wrap(f"{slot_letter(s, slot)} keeps {_counted(cards)}.", indent="  ")
    if s.seat == seat and any(s.drawn):
        cards = [search_name(tables, card - 1) for card in s.drawn if card]
        yield f"{seat_letter(seat)} looks at {in_words(cards)}."
    if s.dis[seat] != NONE:
        yield f"Disorder of {seat_letter(seat)}: {disorder_name(tables, s.dis[seat])}."
    burdens = [PENANCES[s.ch_penance[seat]]] if s.ch_penance[seat] else []
    burdens += [name for bit, name in enumerate(AFFLICTIONS) if s.ch_affl[seat] >> bit & 1]
    if burdens:
        yield f"Burdens of {seat_letter(seat)}: {in_words(burdens)}."


def disorder_name(tables: Tables, disorder: int) -> str:
    """The name of a disorder."""
    return tables.text("disorders", "name")[disorder]


# --- rolls and choices ----------------------------------------------------------------------------


def _roll(s: Record, tables: Tables) -> Iterator[str]:
    """The rolls under way."""
    for roll in range(s.rl_depth):
        slot = s.rl_slot[roll]
        who = character_name(s, tables, slot) if slot != NONE else "somebody"
        line = f"{who}: {_dice(s.rl_d[roll], s.rl_plus[roll], s.rl_n[roll])}"
        line += f" to beat {s.rl_thr[roll]}" + _signed(s.rl_mod[roll])
        if s.rl_m[roll]:
            line += f"; the other side {_dice(s.rl_e[roll], None, s.rl_m[roll])}"
            line += f" to beat {s.rl_ethr[roll]}" + _signed(s.rl_emod[roll])
        yield f"Dice of {line}."


def _dice(dice: list[int], plus: list[int] | None, count: int) -> str:
    return " ".join(
        f"{dice[k]}{_signed(plus[k]).strip() if plus is not None and plus[k] else ''}"
        for k in range(count)
    )


def _signed(number: int) -> str:
    return f" ({number:+d})" if number else ""


def is_thing(s: Record) -> bool:
    """Whether the candidates of the choice are no places."""
    return bool(s.sp > 0 and s.stk[s.sp - 1][KIND] in THINGS)


def laid_token(s: Record) -> int:
    """The token of the tile that is being laid; NONE if none is."""
    if s.sp < 2 or s.stk[s.sp - 1][KIND] != Decision.TILE:
        return NONE
    below = s.stk[s.sp - 2]
    is_laying = below[KIND] == Decision.EXPLORING and below[STEP] >= LAYING
    return int(below[A] // EXPLORED) if is_laying else NONE


def candidate(s: Record, tables: Tables, number: int, viewer: int | None) -> str:
    """A candidate of the choice in words; a Search card only for who looks at it."""
    one, other = s.cand[number]
    if not is_thing(s):
        return _place(one, other)
    if laid_token(s) != NONE:
        return f"entered by its exit {one + 1}, {plural(other, 'quarter turn')} clockwise"
    if s.stk[s.sp - 1][KIND] == Decision.TILE and 0 <= one < len(TOKENS):
        return token_name(tables, one)
    if s.stk[s.sp - 1][KIND] == Decision.CARD and s.stk[s.sp - 1][A] == SPELL:
        return str(tables.text("magic", "name")[one])
    if s.stk[s.sp - 1][KIND] in CARDS:
        return card_offered(s, tables, number, viewer)
    return f"{one}" if other == 0 else f"{one}, {other}"


def card_offered(s: Record, tables: Tables, number: int, viewer: int | None) -> str:
    """A card among the candidates: one that is looked at, one that lies there or is carried."""
    one, which = s.cand[number]
    if number < len(s.drawn) and s.drawn[number]:
        is_seen = viewer in (None, s.seat)
        return search_name(tables, s.drawn[number] - 1) if is_seen else f"card {number + 1}"
    if one >= GOAL_ITEMS:
        return goal_name(s, tables, which)
    return item_name(tables, one)


def _candidates(s: Record, tables: Tables, viewer: int | None) -> Iterator[str]:
    """What may be chosen among."""
    if s.cand_n and s.sp:
        words = [f"{k} = {candidate(s, tables, k, viewer)}" for k in range(s.cand_n)]
        yield from wrap(f"Choices: {'; '.join(words)}.", indent="  ")
