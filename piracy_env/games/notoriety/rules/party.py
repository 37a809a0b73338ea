"""The strongest raiding party: an exact search over all ways to form sets (NOT-13, NOT-14, NOT-R1).

A score is 64 x Strength - pirates used, so that the largest one is the strongest party that leaves
most pirates unused. Five facts keep the search small; tests compare it with the definition.

1. Straights and straight flushes pay per card from three cards on: a group of them only has to
   split into runs.
2. Sets of one rank and flushes pay per card beyond a fixed price: one set a rank and one flush a
   suit are enough.
3. Suits matter for flushes and straight flushes only; of all other cards just the number of each
   rank counts.
4. A wild never gains by standing for a card that its owner has.
5. A suit that uses wilds for flushes uses its own Parrot first.

So the search first shares out the wilds among suits and columns. Then it goes suit by suit and
chooses which cards form flushes and straight flushes; it turns back where even the best that is
left cannot beat the party found. The other cards stand in nine columns, a rank each, and a walk
along the ranks finds their best straights, sets of equals and full ships. It keeps one score for
each number of open straights and each rest of wilds, at most 56 x 32 states.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.jit import kernel, loop
from piracy_env.core.noinline import noinline

CELLS = 9
"""Ranks that a card can have in a set: 1 to 7, Quartermaster, Captain."""
ALL = (1 << CELLS) - 1
WILD_LIMIT = 5
"""Wilds that are considered: activated Captains first, then Parrots (NOT-R5)."""

UNIT = 64
"""Score of a point of Strength; more than the pirates of any party."""
STRAIGHT = 2 * UNIT - 1
"""Score of a card in a straight."""
STRAIGHT_FLUSH = 4 * UNIT - 1
FULL_SHIP = 25 * UNIT - CELLS

_SUITS = 5
_OPEN = 6  # an open straight is counted by 0 to 5 cards of a rank
_LENGTHS = _OPEN**3  # straights of length 1, 2 and more
_STATES = 56 * (1 << WILD_LIMIT)


def _of_kind(n: int) -> int:
    """Score of n cards of one rank: 4 for a pair, 6 for each further card."""
    return UNIT * (6 * n - 8) - n if n >= 2 else 0


def _flush(n: int) -> int:
    """Score of n cards of one suit: 8 for three, 3 for each further card."""
    return UNIT * (3 * n - 1) - n if n >= 3 else 0


def _suit_scores() -> NDArray[np.int64]:
    """For each set of ranks of one suit the best score that uses all of them; -1 if none does."""
    scores = np.full(ALL + 1, -1, np.int64)
    runs = [_in_runs(ranks) for ranks in range(ALL + 1)]
    for ranks in range(ALL + 1):
        for run in range(ALL + 1):
            rest = (ranks & ~run).bit_count()
            if run & ~ranks == 0 and runs[run] and rest not in (1, 2):
                scores[ranks] = max(scores[ranks], STRAIGHT_FLUSH * run.bit_count() + _flush(rest))
    return scores


def _in_runs(ranks: int) -> bool:
    """Whether every rank of a set has two neighbours to form three in a row."""
    middles = ranks & (ranks << 1) & (ranks >> 1)
    return ranks & ~(middles | (middles << 1) | (middles >> 1)) == 0


SUIT_SCORES = _suit_scores()
SIZES = np.array([ranks.bit_count() for ranks in range(ALL + 1)], np.int64)
KIND_SCORES = np.array([_of_kind(n) for n in range(16)], np.int64)
# Sets of ranks by size, and where each size begins.
BY_SIZE = np.array(sorted(range(ALL + 1), key=int.bit_count), np.int64)
SIZE_STARTS = np.searchsorted(SIZES[BY_SIZE], np.arange(CELLS + 2)).astype(np.int64)
# A set of ranks as one card in each of its columns: four bits a rank.
COLUMNS = np.array(
    [sum(1 << (4 * r) for r in range(CELLS) if ranks >> r & 1) for ranks in range(ALL + 1)],
    np.int64,
)

# Scratch memory, part by part. A way to use a suit is one number: ranks left for the columns, hot
# cells filled by wilds, score.
_CARDS, _OWNED, _PLAYED = 0, 1, 2  # pirates with a fixed place, their number by rank, suits in play
_TARGET, _FOUND = 3, 4  # the list of states that is written, and its length
_RATES = 5  # most that a card scores in its column: by wilds in the columns and rank
_HOPES = _RATES + (WILD_LIMIT + 1) * CELLS  # most of a suit's cards: suit, its wilds, the columns'
_SHARES = _HOPES + _SUITS * (WILD_LIMIT + 1) ** 2  # wilds of each suit, as they are shared out
_FAVOURITE = _SHARES + _SUITS  # the most hopeful share
_SUMS = _FAVOURITE + _SUITS  # hopes of each suit and all later ones
_KNAPSACK = _SUMS + _SUITS + 1
_FRAME = 5
_FRAMES = _KNAPSACK + WILD_LIMIT + 1  # for each suit, what the suits before it have left over
_STARTS = _FRAMES + _FRAME * _SUITS  # where the ways of each suit and number of wilds begin
_WAYS = _STARTS + _SUITS * (WILD_LIMIT + 1) + 1
_LISTS = _WAYS + _SUITS * 6 * 512  # two lists of states with their scores
_PLACES = _LISTS + 4 * _STATES  # place of each state in its list, valid if the list agrees
_SCRATCH = _PLACES + _LENGTHS * ((WILD_LIMIT + 1) << _SUITS)
_FILL_SHIFT, _VALUE_SHIFT = CELLS, 2 * CELLS


@loop
def best_party(cards: int, parrots: int, captains: int, suits: int) -> int:
    """The score of the best party.

    Args:
        cards: The pirates with a fixed place, nine bits a suit, wild Captains left out.
        parrots: The Parrots, a bit a suit.
        captains: Number of wild Captains; there are at most `WILD_LIMIT` wilds.
        suits: Suits in play.
    """
    noinline()
    columns, flushable = 0, parrots != 0 or captains != 0
    for suit in range(suits):
        own = (cards >> (CELLS * suit)) & ALL
        columns += COLUMNS[own]
        flushable |= SIZES[own] >= 3
    if not flushable and not _has_straight(columns):
        return _equals(columns)
    work = np.empty(_SCRATCH, np.int64)
    work[_CARDS], work[_OWNED], work[_PLAYED] = cards, columns, suits
    wilds = _count(parrots) + captains
    _set_rates(wilds, work)
    hot = _hot_ranks(columns, wilds, suits)
    end = _WAYS
    for suit in range(suits):
        own, parrot = (cards >> (CELLS * suit)) & ALL, parrots >> suit & 1
        for share in range(wilds + 1):
            work[_STARTS + suit * (WILD_LIMIT + 1) + share] = end
            if share <= parrot + captains:
                end = _list_ways(own, share, hot, work, end)
            work[_STARTS + suit * (WILD_LIMIT + 1) + share + 1] = end
            _set_hopes(suit, share, wilds, work)
    return _share_wilds(parrots, captains, work)


@kernel
def _count(bits: int) -> int:
    """Number of bits set among the lowest nine."""
    return SIZES[bits & ALL]


@kernel
def _has_straight(columns: int) -> bool:
    """Whether three neighbouring columns hold a card each."""
    filled = columns | (columns >> 1) | (columns >> 2)
    filled &= 0x111111111
    return filled & (filled >> 4) & (filled >> 8) != 0


@kernel
def _equals(columns: int) -> int:
    """Score of the pairs and larger sets of one rank, each column for itself."""
    score = 0
    while columns != 0:
        score += KIND_SCORES[columns & 15]
        columns >>= 4
    return score


@kernel
def _cards_at(columns: int, rank: int) -> int:
    """Number of cards in the column of a rank."""
    return (columns >> (4 * rank)) & 15


@kernel
def _size(columns: int) -> int:
    """Number of cards in all columns."""
    size = 0
    while columns != 0:
        size += columns & 15
        columns >>= 4
    return size


@kernel
def _single(size: int) -> int:
    """Most that a card scores in a straight or, with enough cards, in a full ship."""
    return FULL_SHIP // CELLS + 1 if size >= CELLS else STRAIGHT


@kernel
def _set_rates(wilds: int, work: Any) -> None:
    """Note what a card can score at most in its column, if so many wilds go to the columns."""
    noinline()
    owned = work[_OWNED]
    most = _single(_size(owned) + wilds)
    for share in range(wilds + 1):
        for rank in range(CELLS):
            n = max(2, min(work[_PLAYED], _cards_at(owned, rank) + share))
            work[_RATES + share * CELLS + rank] = max(most, KIND_SCORES[n] // n + 1)


# --- Flushes and straight flushes, suit by suit ---------------------------------------------------


@kernel
def _hot_ranks(owned: int, wilds: int, suits: int) -> int:
    """Ranks whose cells may not be enough for wilds in flushes and in the column together."""
    hot = 0
    if wilds > 1:
        for rank in range(CELLS):
            hot |= int(_cards_at(owned, rank) + wilds > suits) << rank
    return hot


@kernel
def _list_ways(own: int, wilds: int, hot: int, work: Any, end: int) -> int:
    """List all ways to use a suit with so many wilds for flushes; returns the end of the list."""
    noinline()
    free_hot = ~own & hot & ALL
    chosen = own
    while True:  # all subsets of the own ranks, the full one first
        fill = free_hot
        size = _count(chosen) + wilds
        while size >= 3 or size == 0:  # all subsets of the hot free cells
            value = _suit_score(chosen | fill, wilds - _count(fill), ALL & ~(own | hot))
            if value >= 0:
                work[end] = (own ^ chosen) + (fill << _FILL_SHIFT) + (value << _VALUE_SHIFT)
                end += 1
            if fill == 0:
                break
            fill = (fill - 1) & free_hot
        if chosen == 0:
            return end
        chosen = (chosen - 1) & own


@kernel
def _set_hopes(suit: int, share: int, wilds: int, work: Any) -> None:
    """Note what a suit's cards score at most with so many of the wilds, in sets and columns."""
    noinline()
    start = _STARTS + suit * (WILD_LIMIT + 1) + share
    for rest in range(wilds - share + 1):
        best = -1
        for place in range(work[start], work[start + 1]):
            way = work[place]
            hope = (way >> _VALUE_SHIFT) + _bound_of(way & ALL, rest, work)
            best = max(best, hope)
        work[_hope_place(suit, share, rest)] = best


@kernel
def _hope_place(suit: int, share: int, rest: int) -> int:
    """Where the hope for a suit stands."""
    return _HOPES + (suit * (WILD_LIMIT + 1) + share) * (WILD_LIMIT + 1) + rest


@kernel
def _bound_of(ranks: int, rest: int, work: Any) -> int:
    """What cards of these ranks can score at most in columns with so many wilds."""
    total, first = 0, _RATES + rest * CELLS
    for rank in range(CELLS):
        if ranks >> rank & 1:
            total += work[first + rank]
    return total


@kernel
def _share_wilds(parrots: int, captains: int, work: Any) -> int:
    """The best score over all ways to share out the wilds among suits and columns.

    The most hopeful share is searched first, so that most others can be passed over.
    """
    noinline()
    top = -1
    _clear_shares(work)
    while True:
        hope = _hope(parrots, captains, work)
        if hope > top:
            top = hope
            for suit in range(_SUITS):
                work[_FAVOURITE + suit] = work[_SHARES + suit]
        if not _next_shares(parrots, captains, work):
            break
    for suit in range(_SUITS):
        work[_SHARES + suit] = work[_FAVOURITE + suit]
    best = _search(parrots, captains, 0, work)
    _clear_shares(work)
    while True:
        if _hope(parrots, captains, work) > best:
            best = _search(parrots, captains, best, work)
        if not _next_shares(parrots, captains, work):
            return best


@kernel
def _clear_shares(work: Any) -> None:
    """Give no suit a wild."""
    for suit in range(_SUITS):
        work[_SHARES + suit] = 0


@kernel
def _next_shares(parrots: int, captains: int, work: Any) -> bool:
    """Go on to the next way to share out the wilds; after the last one back to the first."""
    for suit in range(work[_PLAYED]):
        work[_SHARES + suit] += 1
        if _captains_left(parrots, captains, work) >= 0:
            return True
        work[_SHARES + suit] = 0
    return False


@kernel
def _captains_left(parrots: int, captains: int, work: Any) -> int:
    """Wild Captains that the suits leave; a suit uses its own Parrot first."""
    for suit in range(work[_PLAYED]):
        captains -= max(0, work[_SHARES + suit] - (parrots >> suit & 1))
    return captains


@kernel
def _parrots_left(parrots: int, work: Any) -> int:
    """Parrots that their suits leave."""
    for suit in range(work[_PLAYED]):
        if work[_SHARES + suit] > 0:
            parrots &= ~(1 << suit)
    return parrots


@kernel
def _hope(parrots: int, captains: int, work: Any) -> int:
    """What all cards score at most with the wilds shared out so, noted for each suit onwards."""
    suits = work[_PLAYED]
    rest = _count(_parrots_left(parrots, work)) + _captains_left(parrots, captains, work)
    hope = 0
    for rank in range(CELLS):
        hope = max(hope, rest * work[_RATES + rest * CELLS + rank])
    work[_SUMS + suits] = hope
    for suit in range(suits - 1, -1, -1):
        own = work[_hope_place(suit, work[_SHARES + suit], rest)]
        if own < 0:
            return -1
        hope += own
        work[_SUMS + suit] = hope
    return hope


@kernel
def _search(parrots: int, captains: int, best: int, work: Any) -> int:
    """The best score over all ways to use each suit, with the wilds shared out as noted.

    The frame of a suit holds what the suits before it have left over: score of their sets, bound on
    the cards they leave to the columns, these columns, cells of hot ranks that wilds fill; and the
    place of the way that is tried.
    """
    noinline()
    if _hope(parrots, captains, work) < 0:
        return best
    birds, captains = _parrots_left(parrots, work), _captains_left(parrots, captains, work)
    rest = _count(birds) + captains
    suit, frame = 0, _FRAMES
    _set_frame(0, 0, 0, 0, 0, work)
    while True:
        if work[frame + 4] == work[_start(suit, work[_SHARES + suit]) + 1]:
            if suit == 0:
                return best
            suit, frame = suit - 1, frame - _FRAME
            continue
        way = work[work[frame + 4]]
        work[frame + 4] += 1
        left = way & ALL
        score = work[frame] + (way >> _VALUE_SHIFT)
        bound = work[frame + 1] + _bound_of(left, rest, work)
        if score + bound + work[_SUMS + suit + 1] <= best:
            continue
        columns = work[frame + 2] + COLUMNS[left]
        fills = work[frame + 3] + COLUMNS[(way >> _FILL_SHIFT) & ALL]
        if suit < work[_PLAYED] - 1:
            suit, frame = suit + 1, frame + _FRAME
            _set_frame(suit, score, bound, columns, fills, work)
        elif rest == 0 or score + _relaxed(columns, rest, work) > best:
            best = max(best, score + _column_score(columns, fills, birds, captains, work))


@kernel
def _start(suit: int, share: int) -> int:
    """Where it is noted at which place the ways of a suit with so many wilds begin."""
    return _STARTS + suit * (WILD_LIMIT + 1) + share


@kernel
def _set_frame(suit: int, score: int, bound: int, columns: int, fills: int, work: Any) -> None:
    """Write down what is left for a suit, and begin with its first way."""
    frame = _FRAMES + _FRAME * suit
    work[frame], work[frame + 1], work[frame + 2], work[frame + 3] = score, bound, columns, fills
    work[frame + 4] = work[_start(suit, work[_SHARES + suit])]


@kernel
def _relaxed(columns: int, wilds: int, work: Any) -> int:
    """What columns and wilds score at most, if every card not of a kind could join a straight."""
    single = _single(_size(columns) + wilds)
    for used in range(wilds + 1):
        work[_KNAPSACK + used] = 0
    for rank in range(CELLS):
        here = _cards_at(columns, rank)
        for used in range(wilds, -1, -1):
            best = 0
            for extra in range(min(used, work[_PLAYED] - here) + 1):
                n = here + extra
                gain = max(n * single, KIND_SCORES[n])
                if n > 0:
                    gain = max(gain, KIND_SCORES[n - 1] + single)
                best = max(best, work[_KNAPSACK + used - extra] + gain)
            work[_KNAPSACK + used] = best
    return work[_KNAPSACK + wilds]


@kernel
def _suit_score(ranks: int, wilds: int, free: int) -> int:
    """Best score of a suit's sets from these ranks and so many wilds on free cells, or -1."""
    noinline()
    if wilds < 0:
        return -1
    if wilds == 0:
        return SUIT_SCORES[ranks]
    best = -1
    for place in range(SIZE_STARTS[wilds], SIZE_STARTS[wilds + 1]):
        fill = BY_SIZE[place]
        if fill & ~free == 0:
            best = max(best, SUIT_SCORES[ranks | fill])
    return best


# --- Straights, sets of equals and full ships, rank by rank ---------------------------------------


@kernel
def _column_score(columns: int, fills: int, parrots: int, captains: int, work: Any) -> int:
    """Best score of the cards in columns and the wilds left."""
    noinline()
    if parrots == 0 and captains == 0 and not _has_straight(columns):
        return _equals(columns)
    size = _size(columns) + _count(parrots) + captains
    best = 0
    for ships in range(size // CELLS + 1):
        score = _walk(columns, fills, parrots, captains, ships, work)
        if score >= 0:
            best = max(best, score + ships * FULL_SHIP)
    return best


@kernel
def _walk(columns: int, fills: int, parrots: int, captains: int, ships: int, work: Any) -> int:
    """Best score besides so many full ships; -1 if there are not enough cards for them.

    A state is the number of open straights of one, two and more cards, and the wilds used so far.
    """
    noinline()
    old, count = _LISTS, 1
    work[old], work[old + 1] = 0, 0
    work[_TARGET] = _LISTS + 2 * _STATES
    for rank in range(CELLS):
        here = _cards_at(columns, rank)
        room = work[_PLAYED] - _cards_at(work[_OWNED], rank) - _cards_at(fills, rank)
        fitting = _parrots_that_fit(parrots, rank, work)
        work[_FOUND] = 0
        for place in range(old, old + 2 * count, 2):
            used = work[place] // _LENGTHS
            used_captains, used_parrots = used >> _SUITS, used & ((1 << _SUITS) - 1)
            birds = fitting & ~used_parrots
            while True:  # all subsets of the Parrots that may stand here
                flown = used_parrots | birds
                free = room - _count(birds)
                for extra in range(min(captains - used_captains, free) + 1):
                    wilds = ((used_captains + extra) << _SUITS) + flown
                    left = captains - used_captains - extra + _count(parrots & ~flown)
                    n = here + _count(birds) + extra - ships
                    _close_rank(n, place, wilds, _may_begin(columns, rank, left), work)
                if birds == 0:
                    break
                birds = (birds - 1) & fitting & ~used_parrots
        count = work[_FOUND]
        old, work[_TARGET] = work[_TARGET], old
    best = -1
    for place in range(old, old + 2 * count, 2):
        if work[place] % _LENGTHS % (_OPEN * _OPEN) == 0:  # no straight of one or two cards
            best = max(best, work[place + 1])
    return best


@kernel
def _parrots_that_fit(parrots: int, rank: int, work: Any) -> int:
    """Parrots whose own card of a rank is not there."""
    fitting = 0
    for suit in range(work[_PLAYED]):
        fitting |= (parrots >> suit & 1 & ~(work[_CARDS] >> (CELLS * suit + rank))) << suit
    return fitting


@kernel
def _close_rank(n: int, place: int, wilds: int, may_begin: bool, work: Any) -> None:
    """Share n cards of a rank among straights and one set of equals, going on from a state."""
    noinline()
    lengths, score = work[place] % _LENGTHS, work[place + 1]
    ones, twos, longer = lengths % _OPEN, lengths // _OPEN % _OPEN, lengths // (_OPEN * _OPEN)
    for straight in range(ones + twos, n + 1):  # open straights of one or two cards must go on
        going_on = min(longer, straight - ones - twos)
        begun = straight - ones - twos - going_on
        if begun > 0 and not may_begin:
            break
        state = begun + _OPEN * ones + _OPEN * _OPEN * (twos + going_on) + _LENGTHS * wilds
        _add_state(state, score + STRAIGHT * straight + KIND_SCORES[n - straight], work)


@kernel
def _add_state(state: int, score: int, work: Any) -> None:
    """Keep the best score of a state."""
    target, found = work[_TARGET], work[_FOUND]
    place = work[_PLACES + state]
    if 0 <= place < found and work[target + 2 * place] == state:
        work[target + 2 * place + 1] = max(work[target + 2 * place + 1], score)
    else:
        work[_PLACES + state] = found
        work[target + 2 * found], work[target + 2 * found + 1] = state, score
        work[_FOUND] = found + 1


@kernel
def _may_begin(columns: int, rank: int, wilds: int) -> bool:
    """Whether a straight that begins at a rank can grow to three cards."""
    if rank > CELLS - 3:
        return False
    missing = int(_cards_at(columns, rank + 1) == 0) + int(_cards_at(columns, rank + 2) == 0)
    return missing <= wilds
