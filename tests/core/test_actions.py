"""Action blocks: ids, labels and axes derive from one declaration."""

import pytest

from piracy_env.core.actions import ActionTable, Block, Span
from piracy_env.errors import GameDefinitionError, IllegalActionError

TABLE = ActionTable(
    Block("sail", "Sail on.", "sail {way} by {steps}", way=("north", "south"), steps=(1, 2, 3)),
    Block("take", card=("map", "rum")),
    Block("pass", "Do nothing."),
)


def test_ids_run_through_the_blocks_and_the_last_axis_runs_fastest():
    assert TABLE.labels == (
        "sail north by 1",
        "sail north by 2",
        "sail north by 3",
        "sail south by 1",
        "sail south by 2",
        "sail south by 3",
        "take map",
        "take rum",
        "pass",
    )
    assert len(TABLE) == TABLE.size == 9


def test_spans_say_where_a_block_lies():
    assert TABLE.spans.sail == Span(start=0, stop=6, size=6)
    assert TABLE.spans.take.start == 6


def test_a_block_may_bear_a_keyword_for_a_name():
    assert TABLE.spans.pass_ == Span(8, 9, 1)


def test_label_and_id_lead_to_each_other():
    assert [TABLE.id(TABLE.label(action)) for action in range(9)] == list(range(9))


def test_an_id_is_parsed_into_block_and_indices():
    assert TABLE.parse(5) == ("sail", {"way": 1, "steps": 2})
    assert TABLE.parse(6) == ("take", {"card": 0})
    assert TABLE.parse(8) == ("pass", {})


def test_a_label_is_parsed_like_its_id():
    assert all(TABLE.parse(TABLE.label(action)) == TABLE.parse(action) for action in range(9))


@pytest.mark.parametrize(
    "written",
    ["Sail North by 2", "  sail  north by 2 ", "'sail north by 2'", "\u201cSAIL north by\t2\u201d"],
)
def test_capitals_blanks_and_quotes_do_not_count(written):
    assert TABLE.id(written) == 1
    assert TABLE.parse(written) == ("sail", {"way": 0, "steps": 2 - 1})


def test_labels_that_differ_by_capitals_alone_are_told_apart():
    table = ActionTable(Block("take", label="take {card}", card=("Map", "map", "rum")))
    assert (table.id("take Map"), table.id("take map"), table.id("TAKE RUM")) == (0, 1, 2)
    with pytest.raises(IllegalActionError, match=r"'TAKE MAP'; there are: take Map, take map$"):
        table.id("TAKE MAP")


@pytest.mark.parametrize("action", [-1, 9, 10_000])
def test_an_id_outside_the_table_is_refused(action):
    for use in (TABLE.label, TABLE.parse):
        with pytest.raises(IllegalActionError, match=f"action {action} does not exist; .* 0 to 8"):
            use(action)


def test_an_unknown_label_is_answered_with_similar_ones():
    with pytest.raises(IllegalActionError, match="'take gold'; there are: take map, take rum"):
        TABLE.id("take gold")


def test_a_label_of_no_known_block_is_answered_with_the_blocks():
    with pytest.raises(IllegalActionError, match="'fly'; there are: sail, take, pass"):
        TABLE.id("fly")


def test_two_blocks_of_one_name_are_refused():
    with pytest.raises(GameDefinitionError, match="share a name: pass, pass"):
        ActionTable(Block("pass"), Block("pass"))


def test_two_actions_of_one_label_are_refused():
    with pytest.raises(GameDefinitionError, match="share a label"):
        ActionTable(Block("go", label="move"), Block("run", label="move"))
