"""Every game of the suite, and each reference game, passes the battery for every player count."""

from functools import cache

import pytest

from piracy_env.registry import list_games, load
from piracy_env.testing import CHECKS, Scope, check_game
from piracy_env.testing.case import cases_of
from piracy_env.testing.registry import select

PLACES = [
    *list_games(),
    *(f"experiments.{name}:GAME" for name in ("connect_four", "kuhn_poker", "leduc_poker")),
]
GROUPS = list(dict.fromkeys(check.group for check in CHECKS.values()))


def names(group, scope):
    """The checks of a group that are run so often."""
    found = CHECKS.values()
    return [check.name for check in found if check.group == group and (check.scope is scope)]


COMPILED_TWICE = {
    (game, check)
    for game in ("skull_tales", "skull_tales_adventure")
    for check in ("bounds", "edits")
}
"""What compiles a game again with array bounds checked, where that alone takes minutes."""


def marks(place, name):
    """Whether a check waits for `make test-all`."""
    return [pytest.mark.slow] if (load(place).name, name) in COMPILED_TWICE else []


ONCE = [
    pytest.param(place, name, id=f"{load(place).name}-{name}", marks=marks(place, name))
    for place in PLACES
    for group in GROUPS
    for name in names(group, Scope.GAME)
]
FOR_EACH_COUNT = [
    pytest.param(place, players, group, id=f"{load(place).name}-{players}-{group}")
    for place in PLACES
    for players in load(place).seats
    for group in GROUPS
    if names(group, Scope.PLAYERS) + names(group, Scope.OPTIONS)
]


BRIEF = {"games": 4, "moves": 80}
"""A fourth of the usual play: the whole of it takes a large game minutes for each player count."""


@cache
def brief_cases(place):
    """The usual options with each player count; what varies them with one of the counts, by turns.

    `make test-all` varies them with every count, and plays longer.
    """
    usual, others = [], {}
    for case in cases_of(load(place), **BRIEF):
        if case.usual:
            usual.append(case)
        else:
            others.setdefault(repr(case.given), []).append(case)
    return [*usual, *(alike[turn % len(alike)] for turn, alike in enumerate(others.values()))]


def of_group(group):
    """The checks of a group that are not run once for all cases."""
    return names(group, Scope.PLAYERS) + names(group, Scope.OPTIONS)


@pytest.mark.parametrize(("place", "name"), ONCE)
def test_a_game_keeps_the_contract(place, name):
    plays = CHECKS[name].group != "contract"
    CHECKS[name].run(brief_cases(place) if plays else cases_of(load(place)))


@pytest.mark.slow
@pytest.mark.parametrize(("place", "name"), ONCE)
def test_a_game_keeps_the_contract_in_all_cases(place, name):
    check_game(place, only=name).require()


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_changed_positions_are_safe_at_length(place):
    check_game(place, only="edits", games=24, moves=400, seed=1).require()


@pytest.mark.parametrize(("place", "players", "group"), FOR_EACH_COUNT)
def test_a_game_keeps_the_contract_for_every_option(place, players, group):
    cases = [case for case in brief_cases(place) if case.players == players]
    for check in select(of_group(group)):
        for case in check.targets(cases):
            check.run(case)


def test_every_option_is_varied_with_some_player_count():
    for place in PLACES:
        varied = {repr(case.given) for case in cases_of(load(place))}
        assert {repr(case.given) for case in brief_cases(place)} == varied
        assert {case.players for case in brief_cases(place) if case.usual} == {*load(place).seats}


@pytest.mark.slow
@pytest.mark.parametrize(("place", "players", "group"), FOR_EACH_COUNT)
def test_a_game_keeps_the_contract_at_length(place, players, group):
    check_game(place, players=players, only=of_group(group)).require()
