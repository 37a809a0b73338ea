"""Raiding parties: NOT-13 to NOT-15, scenarios S01 to S15, brute force over random parties."""

import numba
import numpy as np
import pytest

from piracy_env.games.notoriety.rules.party import UNIT, best_party
from piracy_env.games.notoriety.state import RANK_LETTERS, SUIT_LETTERS
from tests.games.notoriety.brute_force import CAPTAIN, PARROT, REAL, brute_force

CELLS = 9


def party(cards: str, players: int = 3) -> tuple[int, int]:
    """Strength and unused pirates of a party; a star marks an upside-down Captain."""
    names = cards.split()
    fixed, parrots, captains = 0, 0, 0
    for name in names:
        suit, rank = SUIT_LETTERS.index(name[0]), RANK_LETTERS.index(name[1])
        if name.endswith("*"):
            captains += 1
        elif name[1] == "P":
            parrots |= 1 << suit
        else:
            fixed |= 1 << (CELLS * suit + rank)
    score = int(best_party(fixed, parrots, captains, 4 if players == 2 else 5))
    strength = -(-score // UNIT)
    return strength, len(names) - (UNIT * strength - score)


@pytest.mark.rule("NOT-13.5", "NOT-13.11", "NOT-13.12", "NOT-14.6")
def test_s01_lucy_has_a_straight_and_a_pair():
    assert party("H2 H3 A4 W6 K6") == (10, 0)


def test_s02_craig_has_a_flush_with_a_parrot():
    assert party("W1 W7 WP") == (8, 0)


@pytest.mark.rule("NOT-13.12")
def test_s03_julie_has_nothing():
    assert party("HQ W5") == (0, 2)


@pytest.mark.rule("NOT-R2", "NOT-13.11")
def test_s04_of_equal_parties_the_one_with_fewer_cards_counts():
    assert party("H4 A4 W4 S3 H5") == (10, 2)


@pytest.mark.rule("NOT-13.6", "NOT-13.15")
def test_s05_there_is_no_sixth_card_of_a_rank():
    assert party("H4 A4 W4 S4 K4 HC*") == (22, 1)


@pytest.mark.rule("NOT-R4")
@pytest.mark.parametrize(("players", "expected"), [(2, (16, 1)), (3, (22, 0))])
def test_s06_two_players_have_no_kraken_4(players, expected):
    assert party("H4 A4 W4 S4 HC*", players) == expected


@pytest.mark.rule("NOT-13.14")
def test_s07_a_parrot_without_a_free_rank_is_not_used():
    assert party("H1 H2 H3 H4 H5 H6 H7 HQ HC HP") == (36, 1)


@pytest.mark.rule("NOT-13.10", "NOT-14.5")
def test_s08_full_ship_with_a_parrot_as_5():
    assert party("H1 A2 W3 S4 KP A6 W7 SQ HC") == (25, 0)


@pytest.mark.rule("NOT-13.15")
def test_s09_a_captain_is_wild_only_upside_down():
    assert party("W2 W3 HC*") == (12, 0)
    assert party("W2 W3 HC") == (0, 3)


@pytest.mark.rule("NOT-13.14")
def test_s10_a_parrot_differs_from_cards_of_its_suit():
    assert party("W7 WP") == (0, 2)
    assert party("H7 WP") == (4, 0)


@pytest.mark.rule("NOT-R2", "NOT-14.4")
def test_s11_a_longer_straight_flush_leaves_a_card():
    assert party("W3 W4 WP WC* H4") == (16, 1)


@pytest.mark.rule("NOT-13.14")
def test_s12_a_parrot_cannot_double_a_card_that_is_used():
    assert party("K1 K2 AP A6 S6 H6") == (16, 0)


def test_s13_a_parrot_as_the_fourth_of_a_kind():
    assert party("H3 A3 S3 W4 W5 W6 WP") == (28, 0)


def test_s14_two_straights_beat_a_long_one():
    assert party("H1 A2 W3 S4 K5 H6 A7 W1 W2") == (20, 2)


KIND = {2: 4, 3: 10, 4: 16, 5: 22}
STRAIGHT = {3: 6, 4: 8, 5: 10, 6: 12, 7: 14, 8: 16}
FLUSH = {3: 8, 4: 11, 5: 14, 6: 17}
STRAIGHT_FLUSH = {n: 4 * n for n in range(3, 10)}


@pytest.mark.rule("NOT-13.6", "NOT-14.1")
@pytest.mark.parametrize("n", KIND)
def test_s15_cards_of_one_rank(n):
    assert party(" ".join(f"{suit}4" for suit in "HAWSK"[:n])) == (KIND[n], 0)


@pytest.mark.rule("NOT-13.7", "NOT-14.2", "NOT-13.13")
@pytest.mark.parametrize("n", STRAIGHT)
def test_s15_straights(n):
    ranks = RANK_LETTERS[CELLS - n : CELLS]
    assert party(" ".join(f"{'HA'[i % 2]}{rank}" for i, rank in enumerate(ranks)))[0] >= STRAIGHT[n]
    assert party(" ".join(f"{'HAWSK'[i % 5]}{rank}" for i, rank in enumerate(ranks))) == (
        STRAIGHT[n],
        0,
    )


@pytest.mark.rule("NOT-13.8", "NOT-14.3")
@pytest.mark.parametrize("n", FLUSH)
def test_s15_flushes(n):
    assert party(" ".join(f"W{rank}" for rank in ("1", "2", "4", "5", "7", "Q")[:n])) == (
        FLUSH[n],
        0,
    )


@pytest.mark.rule("NOT-13.9", "NOT-14.4")
@pytest.mark.parametrize("n", STRAIGHT_FLUSH)
def test_s15_straight_flushes(n):
    ranks = RANK_LETTERS[CELLS - n : CELLS]
    assert party(" ".join(f"S{rank}" for rank in ranks)) == (STRAIGHT_FLUSH[n], 0)


@pytest.mark.rule("NOT-13.13")
@pytest.mark.parametrize("cards", ["H1 H3", "H1 H2", "H1 A2", "HC A1 W2", "HQ AC W1"])
def test_s15_what_is_no_set(cards):
    assert party(cards)[0] == 0


@pytest.mark.rule("NOT-R1")
@pytest.mark.parametrize("seed", range(3))
def test_more_pirates_never_make_a_party_weaker(seed):
    rng = np.random.default_rng(seed)
    names = [suit + rank for suit in SUIT_LETTERS for rank in RANK_LETTERS]
    for _ in range(60):
        chosen = list(rng.permutation(names)[:9])
        while sum(name[1] == "P" for name in chosen) > 3:
            chosen = list(rng.permutation(names)[:9])
        strengths = [party(" ".join(chosen[:n]))[0] for n in range(10)]
        assert strengths == sorted(strengths)
        assert not {1, 2, 3, 5, 7, 9}.intersection(strengths)


@pytest.mark.rule("NOT-R3")
def test_a_wild_copies_no_card_that_is_used():
    assert party("H7 HC*") == (4, 0)  # any other 7
    assert party("HQ AQ WQ SQ KQ HC*") == (22, 1)


# --- brute force ----------------------------------------------------------------------------------


@numba.njit
def differences(sizes, suits, ranks, kinds, in_play):
    """The first party on which solver and definition disagree, or -1."""
    for i in range(len(sizes)):
        n = sizes[i]
        fixed, parrots, captains = 0, 0, 0
        for card in range(n):
            if kinds[i, card] == PARROT:
                parrots |= 1 << suits[i, card]
            elif kinds[i, card] == CAPTAIN:
                captains += 1
            else:
                fixed |= 1 << (CELLS * suits[i, card] + ranks[i, card])
        found = best_party(fixed, parrots, captains, in_play[i])
        if found != brute_force(suits[i, :n], ranks[i, :n], kinds[i, :n], in_play[i]):
            return i
    return -1


def random_parties(number, seed, wilds, largest):
    """Random parties, half of them crowded into few suits or ranks, so that sets compete."""
    rng = np.random.default_rng(seed)
    shape = number, 12
    sizes = np.zeros(number, np.int64)
    suits, ranks, kinds = (np.zeros(shape, np.int64) for _ in range(3))
    in_play = rng.integers(4, 6, number)
    for i in range(number):
        cells = np.array([(s, r) for s in range(in_play[i]) for r in range(CELLS)])
        weight = np.ones(len(cells))
        if rng.random() < 0.5:
            weight[cells[:, 0] < 2] *= rng.choice([1, 6])
            weight[np.isin(cells[:, 1], rng.permutation(CELLS)[:3])] *= rng.choice([1, 8])
        n = int(rng.integers(0 if wilds else 1, largest - wilds + 1))
        chosen = cells[rng.choice(len(cells), n, replace=False, p=weight / weight.sum())]
        suits[i, :n], ranks[i, :n] = chosen[:, 0], chosen[:, 1]
        free_captains = in_play[i] - (chosen[:, 1] == CELLS - 1).sum()
        birds = rng.permutation(in_play[i])
        for wild in range(wilds):
            parrot = rng.random() < 0.6 or wild >= free_captains
            suits[i, n + wild], kinds[i, n + wild] = birds[wild], PARROT if parrot else CAPTAIN
        sizes[i] = n + wilds
    return sizes, suits, ranks, kinds, in_play


@pytest.mark.rule("NOT-13.5", "NOT-14.6", "NOT-R2", "NOT-R3")
@pytest.mark.parametrize(
    ("wilds", "largest", "number"),
    [(0, 9, 9000), (1, 9, 9000), (2, 7, 3000), (2, 9, 200), (3, 6, 400)],
)
def test_the_solver_finds_what_the_definition_says(wilds, largest, number):
    parties = random_parties(number, seed=wilds * 10 + largest, wilds=wilds, largest=largest)
    sizes, suits, ranks, kinds, in_play = parties
    i = differences(*parties)
    cards = [(suits[i, c], ranks[i, c], kinds[i, c]) for c in range(sizes[i])] if i >= 0 else None
    assert i == -1, f"suits in play {in_play[i]}: {cards}"
    assert REAL == 0
