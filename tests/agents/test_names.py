"""Agents are found by name, and a name that means nothing is answered with those that do."""

import importlib

import pytest

import piracy_agents
from piracy_env.envs.opponents import find_agent, known_agents
from piracy_env.errors import AgentError, MissingExtraError
from piracy_env.registry import load
from tests.core import whispers

MUTINY = load("mutiny")


def test_a_name_is_a_kind_and_what_is_said_to_it():
    assert repr(find_agent("heuristic:mutineer", MUTINY)) == "heuristic:mutineer"


def test_a_heuristic_without_a_character_is_the_best_one():
    best = next(name for name in piracy_agents.names(MUTINY) if name.startswith("heuristic:"))
    assert repr(find_agent("heuristic", MUTINY)) == best


def test_every_character_is_offered():
    offered = known_agents(MUTINY)
    for character in ("quartermaster", "mutineer", "deckhand", "antiquarian"):
        assert f"heuristic:{character}" in offered


def test_a_character_that_is_not_there_is_answered_with_those_that_are():
    with pytest.raises(AgentError, match=r"mutiny has no heuristic 'cook'; there are: .*deckhand"):
        find_agent("heuristic:cook", MUTINY)


def test_a_game_without_a_heuristic_says_so():
    with pytest.raises(AgentError, match="no folder agents/piracy_agents/heuristic/whispers"):
        find_agent("heuristic", whispers.GAME)
    assert not [name for name in piracy_agents.names(whispers.GAME) if name.startswith("heuristic")]


def test_a_kind_that_is_not_there_is_left_to_others():
    assert piracy_agents.find("oracle:delphi", MUTINY) is None
    with pytest.raises(AgentError, match="no agent is called 'oracle'; there are: uniform, heur"):
        find_agent("oracle", MUTINY)


def test_a_heuristic_plays_its_own_game_only():
    with pytest.raises(AgentError, match="heuristic:deckhand plays mutiny, not whispers"):
        find_agent("heuristic:deckhand", MUTINY).script(whispers.GAME)


def test_a_kind_that_needs_what_is_not_installed_offers_nothing(monkeypatch):
    def missing(module):
        raise MissingExtraError(module)

    monkeypatch.setattr(importlib, "import_module", missing)
    assert piracy_agents.names(MUTINY) == []
