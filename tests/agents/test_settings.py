"""Settings are what their declarations say, wherever they come from."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest

from piracy_agents.learning.ppo import PPOSettings
from piracy_agents.search import SearchSettings
from piracy_agents.settings import (
    Maybe,
    Real,
    Several,
    String,
    Switch,
    Table,
    Whole,
    fit_table,
    kinds_of,
    read,
    require,
)
from piracy_env.errors import AgentError, OptionError


@dataclass(frozen=True)
class Inner:
    power: Annotated[int, Whole(1, 9)] = 1

    def __post_init__(self):
        require(self)


@dataclass(frozen=True)
class Mine:
    count: Annotated[int, Whole(1, 9)] = 0
    rate: Annotated[float, Real(0, 1)] = 0.5
    any: Annotated[float, Real()] = 0.0
    mode: Annotated[str, String(("one", "other"))] = "one"
    name: Annotated[str, String()] = ""
    on: Annotated[bool, Switch()] = False
    widths: Annotated[tuple[int, ...], Several(Whole(1, 9), "at most 2 widths", 2)] = ()
    facts: Annotated[Mapping[str, Any], Table()] = field(default_factory=dict)
    parent: Annotated[int | None, Maybe(Whole(1, 9))] = None
    inner: Inner = field(default_factory=Inner)
    free: int = 0

    def __post_init__(self):
        require(self)


def test_a_table_becomes_settings():
    table = {"count": 3, "rate": 1, "mode": "other", "on": True, "widths": [1, 2], "parent": 4}
    found = read(Mine, {**table, "inner": {"power": 2}, "facts": {"a": 1}})
    assert found == Mine(
        3, 1.0, mode="other", on=True, widths=(1, 2), parent=4, inner=Inner(2), facts={"a": 1}
    )
    assert type(found.rate) is float
    assert read(Mine, {}) == Mine()


def test_a_default_may_lie_outside():
    assert Mine(count=0).count == 0
    with pytest.raises(OptionError, match="count must be a whole number from 1 to 9, not False"):
        Mine(count=False)


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        *(
            ("count", value, "a whole number from 1 to 9")
            for value in (10, -1, 1.0, True, "1", None)
        ),
        *(("rate", value, "a number from 0 to 1") for value in (-0.1, 2, math.nan, math.inf, True)),
        *(("any", value, "a number") for value in (math.nan, -math.inf, 2**1024, "1", [1.0])),
        *(("mode", value, "one of one, other") for value in ("", "both", 1, ["one"])),
        *(("name", value, "a text") for value in (1, None, ["a"])),
        *(("on", value, "true or false") for value in (1, "true", None)),
        *(("widths", value, "a list of at most 2 widths") for value in (1, [0], [1, 1, 1], "11")),
        *(("facts", value, "a table") for value in (1, [], None)),
        *(("parent", value, "a whole number from 1 to 9, or nothing") for value in (0, "1")),
    ],
)
def test_what_is_not_allowed_is_refused_wherever_it_comes_from(name, value, allowed):
    for make in (lambda: Mine(**{name: value}), lambda: read(Mine, {name: value}, "a file")):
        with pytest.raises(OptionError) as caught:
            make()
        error = caught.value
        assert f"{name} must be {allowed}, not {value!r:.80}" in str(error)
        assert (error.option, error.allowed) == (name, allowed)
        assert error.value is value
    assert str(error).startswith("a file: ")


@pytest.mark.parametrize(
    ("table", "complaint", "option"),
    [
        ({"rates": 1}, "here: no setting rates; there are: count, rate,", "rates"),
        ({"free": 1}, "here: no setting free; there are:", "free"),
        ({"inner": {"power": 0}}, r"here \[inner\]: power must be a whole number", "power"),
        ({"inner": {"strength": 0}}, r"here \[inner\]: no setting strength; there", "strength"),
        ({"inner": 3}, "here: inner must be a table, not 3", "inner"),
        ([], r"here: must be a table, not \[\]", None),
    ],
)
def test_a_wrong_table_is_refused_with_the_place(table, complaint, option):
    with pytest.raises(OptionError, match=f"^{complaint}") as caught:
        read(Mine, table, "here")
    assert caught.value.option == option


def test_the_caller_says_what_entries_are_called_and_which_error_is_raised():
    for table, complaint in (({"a": 1}, "x: no weight a"), ({"count": 0}, "x: count must be")):
        with pytest.raises(AgentError, match=complaint):
            fit_table(kinds_of(Mine), table, "x", noun="weight", error=AgentError)


@pytest.mark.parametrize("settings", [PPOSettings, SearchSettings])
def test_every_setting_is_declared(settings):
    assert list(kinds_of(settings)) == list(settings.__dataclass_fields__)


def test_declarations_are_evaluated_once():
    """Reading a stranger's file evaluates nothing."""
    assert kinds_of(Mine) is kinds_of(Mine)
