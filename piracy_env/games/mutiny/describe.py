"""The table and the actions in words, for terminals: all that a player needs to play from."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import columns, in_words, ordinal, plural, seat_letter
from piracy_env.games.mutiny.actions import ACTIONS
from piracy_env.games.mutiny.outcome import FEWEST_SEATS
from piracy_env.games.mutiny.stacks import (
    captain_of,
    pirate_name,
    stack_in_mutiny,
    stack_name,
    stack_under,
    stacks,
)
from piracy_env.games.mutiny.state import (
    CARDS,
    FIXED_RANKS,
    LOWEST_FACE,
    NONE,
    RANKS,
    CardType,
    End,
    Kind,
    Phase,
    Place,
)
from piracy_env.games.mutiny.tables import CARD_KEYS, KIND_NAMES, MOST_ANCHORS, TYPES

_ENDINGS = {
    End.ALL_CARDS: "all cards are boarded",
    End.TURN_LIMIT: "the last turn is played",
    End.DEAD_POSITION: "nobody can do anything any more",
}


def describe(s: Record, tables: Tables, seat: int | None) -> str:
    """The position as a seat knows it; None also sees the order of the deck."""
    return "\n".join(
        [
            _headline(s, tables, seat),
            "",
            *_display(s, tables),
            _deck(s, seat),
            "",
            *_players(s, tables, seat),
            "",
            *_notes(s, tables),
        ]
    )


# --- the position ---------------------------------------------------------------------------------


def _headline(s: Record, tables: Tables, seat: int | None) -> str:
    """How far the game has come, and what is to be decided."""
    turn = f"Turn {s.turns + (s.phase != Phase.OVER)} of at most {s.max_turns}"
    progress = f"{turn}, {s.claimed} of {CARDS} cards boarded."
    me = seat_letter(s.seat)
    if s.phase == Phase.OVER:
        winners = [seat_letter(p) for p in range(s.players) if s.final_rank[p] == 1]
        wins = "wins" if len(winners) == 1 else "win"
        why = _ENDINGS[End(s.end_reason)]
        return f"{progress} The game is over: {why}. {in_words(winners)} {wins}."
    you = " (you)" if s.seat == seat else ""
    if s.phase == Phase.RANSOM_ASSEMBLE:
        name = pirate_name(s.seat * RANKS + s.ransomed)
        return f"{progress} {me}{you} has ransomed {name} and must assemble with it."
    if s.phase == Phase.BOOTY:
        party, index = stack_under(s, s.pend_top), s.display[s.pend_slot]
        kinds = in_words(_icons(tables, index), last="or")
        how = " in a mutiny" if s.pend_mult > 1 else ""
        mate = seat_letter(party[1] // RANKS)
        return (
            f"{progress} {me}{you} boards {_card_name(tables, index)}{how} with "
            f"{stack_name(party)}: take {kinds}? {mate} as mate gets the other one."
        )
    return f"{progress} {me}{you} to move."


def _display(s: Record, tables: Tables) -> list[str]:
    """The face-up cards with all their numbers."""
    rows: list[list[object]] = [
        ["slot", "card", "", "", "pirates", "ducats", "? pay", "booty", "wheels", "anchors"]
    ]
    for slot in range(s.display_size):
        index = s.display[slot]
        if index == NONE:
            rows.append([slot, "-"])
            continue
        card = tables.t.cards[index]
        booty = ", ".join(_icons(tables, index))
        both = " (captain: both)" if card.type == CardType.MONSTER else ""
        rows.append(
            [
                *(slot, CARD_KEYS[index], tables.text("cards", "name")[index], TYPES[card.type]),
                *(f"{card.min}+", card.ducats, card.q, booty + both),
                *(card.wheels or "", card.anchors or ""),
            ]
        )
    return columns(rows, align=">" + "<<<" + ">>>" + "<" + ">>")


def _deck(s: Record, seat: int | None) -> str:
    """The cards still to come, in the order of the deck only for who knows all."""
    if not s.deck_len:
        return "The deck is empty."
    count = plural(s.deck_len, "card")
    if seat is None:
        order = " ".join(CARD_KEYS[card] for card in list(s.deck)[: s.deck_len])
        return f"Deck, {count}, next first: {order}"
    rest = " ".join(key for card, key in enumerate(CARD_KEYS) if s.card_loc[card] == Place.DECK)
    return f"Deck, {count} in unknown order: {rest}"


def _players(s: Record, tables: Tables, seat: int | None) -> list[str]:
    """What lies in front of each seat."""
    over = s.phase == Phase.OVER
    head: list[object] = ["", "seat", "ducats", "stacks, captain first", "booty", "kept cards"]
    rows = [[*head, "score" if over else ""]]
    for player in range(s.players):
        own = [stack for stack in stacks(s) if stack[0] // RANKS == player]
        own.sort(key=len, reverse=True)
        names = [stack_name(stack) if len(stack) > 1 else pirate_name(stack[0]) for stack in own]
        tokens = [
            f"{count} {name}"
            for count, name in zip(s.tokens[player], KIND_NAMES, strict=True)
            if count
        ]
        score = f"{s.final_score[player]} ({ordinal(s.final_rank[player])})" if over else ""
        rows.append(
            [
                ">" if player == s.seat and not over else "",
                seat_letter(player) + (" (you)" if player == seat else ""),
                s.ducats[player],
                " ".join(names) or "none: all its pirates serve others",
                ", ".join(tokens) or "-",
                _kept(s, tables, player) or "-",
                score,
            ]
        )
    return columns(rows, align="<<>")


def _kept(s: Record, tables: Tables, player: int) -> str:
    """The cards that a player owns, and the wheels and anchors on them."""
    own = [card for card in range(CARDS) if s.card_loc[card] == Place.KEPT + player]
    cards = [tables.t.cards[card] for card in own]
    sums = {
        "wheel": sum(card.wheels for card in cards if card.type == CardType.SHIP),
        "anchor": sum(card.anchors for card in cards if card.type == CardType.RUINS),
    }
    counted = in_words((plural(count, what) for what, count in sums.items() if count), none="")
    return " ".join(CARD_KEYS[card] for card in own) + (f": {counted}" if counted else "")


def _notes(s: Record, tables: Tables) -> Iterator[str]:
    """The black spot, and what the final scoring pays."""
    t = tables.t
    if s.use_mutiny:
        beside = s.black_spot == NONE
        where = "beside the board" if beside else f"in front of {seat_letter(s.black_spot)}"
        cost = plural(t.numbers.black_spot, "ducat")
        yield f"The black spot lies {where}; at the end it costs {cost}."
    gone = [key for card, key in enumerate(CARD_KEYS) if s.card_loc[card] == Place.DISCARDED]
    if gone:
        yield f"Discarded: {' '.join(gone)}"
    if s.passes:
        yield f"{plural(s.passes, 'pass', 'passes')} in a row."
    most = [f"{KIND_NAMES[kind]} {t.booty[kind].printed}" for kind in range(Kind.WHEEL)]
    yield f"Most tokens: {', '.join(most)} ducats; wheel or anchor adds 1 to yours."
    rates = t.wheel_rates[s.players - FEWEST_SEATS].per_wheel
    by_anchors = [f"{number}: {rate}" for number, rate in enumerate(rates)]
    by_anchors[MOST_ANCHORS] = f"{MOST_ANCHORS}+: {rates[MOST_ANCHORS]}"
    yield f"Ducats a wheel by number of anchors: {', '.join(by_anchors)}"


# --- the actions ----------------------------------------------------------------------------------


def describe_action(s: Record, tables: Tables, action: int, viewer: int | None) -> str:
    """What an action of the seat to move does; all of it is open to every viewer."""
    block, axes = ACTIONS.parse(action)
    me = seat_letter(s.seat)
    own = s.seat * RANKS + axes.get("own", 0)
    if block == "assemble":
        mine = stack_under(s, own)
        other = stack_under(s, _pirate_at_left(s, axes["left"], axes["top"]))
        size = len(mine) + len(other)
        return f"{me} puts {stack_name(mine)} onto {stack_name(other)}: a party of {size}"
    if block == "capture":
        return f"{me} captures {_boarding(s, tables, axes['slot'], stack_under(s, own), wages=1)}"
    if block == "mutiny":
        former = _pirate_at_left(s, axes["left"], axes["top"])
        victim = seat_letter(former // RANKS)
        party = stack_in_mutiny(s, former)
        spot = me if s.black_spot == former // RANKS else victim
        text = _boarding(s, tables, axes["slot"], party, wages=tables.t.numbers.mutiny_factor)
        return f"{me} mutinies against {victim}, black spot to {spot}, and boards {text}"
    if block == "ransom":
        price, owner = tables.t.numbers.ransom, seat_letter(captain_of(s, own) // RANKS)
        help_ = price - min(price, s.ducats[s.seat])
        supply = f" ({help_} from the supply)" if help_ else ""
        return f"{me} ransoms {pirate_name(own)} from {owner} for {plural(price, 'ducat')}{supply}"
    if block == "booty":
        return f"{me} takes {_token(axes['kind'])}{_other_token(s, tables, axes['kind'])}"
    return f"{me} passes: nothing else is possible"


def _boarding(s: Record, tables: Tables, slot: int, party: list[int], wages: int) -> str:
    """A card, the party that boards it, and what it costs."""
    index = s.display[slot]
    if index == NONE:
        return f"slot {slot}, which is empty"
    card = tables.t.cards[index]
    captain = party[0] // RANKS
    pay: dict[int, int] = {}
    for pirate in party:
        seat, rank = divmod(pirate, RANKS)
        if seat != captain:
            face = LOWEST_FACE + rank if rank < FIXED_RANKS else card.q
            pay[seat] = pay.get(seat, 0) + face * wages
    purse, total = s.ducats[captain] + card.ducats, sum(pay.values())
    paid = in_words(f"{seat_letter(seat)} {pay[seat]}" for seat in sorted(pay))
    left = f"keeps the card and has {purse - total}" if purse >= total else "the card is lost, 0"
    name, gain = _card_name(tables, index), plural(card.ducats, "ducat")
    return f"{name} with {stack_name(party)}: gains {gain}, pays {paid}; {left} left"


def _other_token(s: Record, tables: Tables, kind: int) -> str:
    """Who gets the token that the captain leaves."""
    if s.phase != Phase.BOOTY:
        return ""
    first, second = tables.t.cards[s.display[s.pend_slot]].booty
    mate = seat_letter(s.below[s.pend_top] // RANKS)
    return f"; {mate} as mate gets {_token(second if kind == first else first)}"


def _pirate_at_left(s: Record, left: int, rank: int) -> int:
    """The pirate that an action names."""
    return int((s.seat + left + 1) % s.players * RANKS + rank)


def _card_name(tables: Tables, index: int) -> str:
    return f"{CARD_KEYS[index]} {tables.text('cards', 'name')[index]}"


def _icons(tables: Tables, index: int) -> list[str]:
    return [KIND_NAMES[kind] for kind in tables.t.cards[index].booty if kind >= 0]


def _token(kind: int) -> str:
    return f"the {KIND_NAMES[kind]} token"
