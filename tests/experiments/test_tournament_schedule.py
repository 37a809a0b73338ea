"""Schedules: everybody meets everybody as often, from every seat, with the same cards."""

import itertools
import math

import numpy as np
import pytest

from experiments.tournament.schedule import CHALLENGE, Schedule, TournamentError

SIZES = [(2, 2), (4, 4), (6, 2), (5, 3), (8, 4), (10, 6), (3, 2)]


def meetings(schedule):
    met = np.zeros((schedule.agents, schedule.agents), int)
    for lineup in schedule.lineups:
        for a, b in itertools.permutations(lineup, 2):
            met[a, b] += 1
    return met


@pytest.mark.parametrize(("agents", "players"), [*SIZES, (2, 5), (3, 4), (2, 3), (4, 6)])
def test_all_agents_sit_equally_often(agents, players):
    seated = np.bincount(Schedule(agents, players, 101, seed=3).lineups.ravel())
    assert seated.max() - seated.min() <= 1


@pytest.mark.parametrize(("agents", "players"), SIZES)
def test_all_agents_meet_nearly_equally_often(agents, players):
    met = meetings(Schedule(agents, players, 100, seed=0))
    pairs = met[np.triu_indices(agents, 1)]
    assert pairs.max() - pairs.min() <= 3


@pytest.mark.parametrize(("agents", "players"), SIZES)
def test_no_agent_plays_itself_while_another_one_waits(agents, players):
    for lineup in Schedule(agents, players, 40, seed=1).lineups:
        assert len(set(lineup)) == players


@pytest.mark.parametrize(("agents", "players"), [(2, 4), (3, 4), (2, 5), (4, 6)])
def test_where_agents_are_few_each_fills_its_part_of_the_table(agents, players):
    for lineup in Schedule(agents, players, 40, seed=1).lineups:
        seats = np.bincount(lineup, minlength=agents)
        assert seats.max() - seats.min() <= 1


@pytest.mark.parametrize(("agents", "players"), SIZES)
def test_a_deal_is_played_from_every_seat(agents, players):
    schedule = Schedule(agents, players, 7, seed=5)
    seating = schedule.seating(np.arange(schedule.games))
    for deal in range(schedule.deals):
        table = seating[deal * players : (deal + 1) * players]
        for seat in range(players):
            assert sorted(table[:, seat]) == sorted(schedule.lineups[deal])


def test_line_ups_move_one_seat_on():
    schedule = Schedule(4, 3, 2, seed=0)
    first, second, third = schedule.seating(np.arange(3))
    assert list(second) == list(np.roll(first, 1))
    assert list(third) == list(np.roll(first, 2))


def test_games_of_a_deal_share_its_seed_but_no_dice():
    schedule = Schedule(3, 3, 20, seed=0)
    games = np.arange(schedule.games)
    assert len(set(schedule.deal_words(games))) == 20
    assert len(set(schedule.dice_words(games))) == 60


def test_a_salt_changes_every_deal_and_nobody_can_work_it_out():
    """The whole salt counts: two that agree in all but one bit have no deal in common."""
    games = np.arange(60)
    salts = [0, 1, 1 << 127, (1 << 127) + 1]
    words = [Schedule(3, 3, 20, seed=0, salt=salt).deal_words(games).tolist() for salt in salts]
    assert len(set().union(*map(set, words))) == 20 * len(salts)
    with pytest.raises(TournamentError, match="at most 32 hexadecimal digits"):
        Schedule(3, 3, 20, seed=0, salt=1 << 128)


def test_a_seed_tells_everything():
    games = np.arange(60)
    one, same, other = (Schedule(5, 3, 20, seed) for seed in (7, 7, 8))
    assert (one.seating(games) == same.seating(games)).all()
    assert (one.deal_words(games) == same.deal_words(games)).all()
    assert (one.deal_words(games) != other.deal_words(games)).any()
    assert (one.seating(games) != other.seating(games)).any()


def test_more_deals_begin_with_those_of_fewer():
    few, many = Schedule(5, 3, 20, seed=1), Schedule(5, 3, 50, seed=1)
    assert (few.lineups == many.lineups[:20]).all()


def test_a_challenger_sits_alone_among_seats_of_one_rival():
    schedule = Schedule(3, 4, 6, seed=0, meeting=CHALLENGE)
    assert [list(lineup) for lineup in schedule.lineups[:2]] == [[0, 1, 1, 1], [0, 2, 2, 2]]
    seating = schedule.seating(np.arange(4))
    assert [int(np.flatnonzero(row == 0)[0]) for row in seating] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"agents": 1}, "at least two agents, not 1"),
        ({"deals": 0}, "deals from 1, not 0"),
        ({"agents": 5, "deals": 2}, "for all 5 agents to sit, .* deals from 3, not 2"),
        ({"agents": 4, "deals": 2, "meeting": CHALLENGE}, "deals from 3, not 2"),
        ({"seed": -1}, "from 0, not -1"),
        ({"meeting": "knockout"}, "no meeting 'knockout'; there are: mixed, challenge, alike"),
    ],
)
def test_what_cannot_be_held_is_refused(wrong, words):
    with pytest.raises(TournamentError, match=words):
        Schedule(**({"agents": 2, "players": 2, "deals": 1, "seed": 0} | wrong))


def test_a_schedule_is_the_same_on_every_machine():
    schedule = Schedule(5, 3, 4, seed=1)
    assert schedule.lineups.tolist() == [[0, 2, 4], [3, 4, 1], [0, 3, 2], [4, 2, 1]]
    assert [hex(word) for word in schedule.deal_words(np.array([0, 3]))] == [
        *("0x68a6d1fb47c1588d", "0x3f84904d590a9e0e")
    ]
    assert hex(schedule.dice_words(np.array([1]))[0]) == "0x86260381dda9566d"


@pytest.mark.parametrize("name", ["agents", "players", "deals", "seed", "salt"])
@pytest.mark.parametrize("value", [math.nan, math.inf, 3.0, "3", None, True])
def test_numbers_are_whole(name, value):
    sound = {"agents": 3, "players": 3, "deals": 9, "seed": 0}
    with pytest.raises(TournamentError, match=f"{name} must be a whole number"):
        Schedule(**{**sound, name: value})
