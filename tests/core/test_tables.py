"""Component tables: what a file must hold, and how one that does not is refused."""

import argparse
from types import SimpleNamespace

import numpy as np
import pytest

from docs import generate
from piracy_env.cli import cards, choices
from piracy_env.core.tables import Choice, Choices, Grid, Integer, Schema, Section, Tables, Text
from piracy_env.errors import GameDefinitionError, TableError, TableWarning

SHIPPED = """
[box]
coins = 40
tide = [1, 2, 3]

[cards]
sloop = { name = "Sloop", type = "ship", cost = 3, loot = ["rum"] }
reef = { name = "Reef", type = "place", cost = 0, loot = ["rum", "gold"] }

[provenance]
box = "R page 2"
"cards" = "P fan list"
"cards.cost" = "C reconstructed"
"cards.reef.cost" = "R page 7"
"""
SECTIONS = (
    Section("box", {"coins": Integer(1, 500), "tide": Integer(-5, 5, shape=3)}),
    Section(
        "cards",
        {
            "name": Text(),
            "type": Choice(("ship", "place")),
            "cost": Integer(0, 9),
            "loot": Choices(("rum", "gold", "map"), low=1, high=2),
        },
        rows=("sloop", "reef"),
    ),
)


def totals(t, values):
    costs = sum(card.cost for card in t.cards)
    forbidden = [f"[cards] costs add up to {costs}, at most 9 are possible"] if costs > 9 else []
    doubtful = [f"[cards] costs add up to {costs}, not to 3"] if costs not in (3, 10) else []
    return forbidden, doubtful


@pytest.fixture
def schema(tmp_path):
    path = tmp_path / "regatta" / "data.toml"
    path.parent.mkdir()
    path.write_text(SHIPPED)
    return Schema(path, *SECTIONS, check=totals)


@pytest.fixture
def load(schema, tmp_path):
    """Loads a text as a table file."""

    def load_text(text):
        path = tmp_path / "mine.toml"
        path.write_text(text)
        return schema.load(path)

    return load_text


def test_numbers_and_choices_go_into_the_record(schema):
    t = schema.load().t
    assert t.box.coins == 40
    assert list(t.box.tide) == [1, 2, 3]
    assert [card.cost for card in t.cards] == [3, 0]
    assert [card.type for card in t.cards] == [0, 1]
    assert [list(card.loot) for card in t.cards] == [[0, -1], [0, 1]]


def test_columns_take_no_more_room_than_their_range_needs(schema):
    dtype = schema.dtype()
    assert dtype["box"]["coins"] == np.int16
    assert dtype["cards"].base["cost"] == np.int8
    assert "name" not in dtype["cards"].base.names


def test_texts_stay_beside_the_record(schema):
    assert schema.load().text("cards", "name") == ["Sloop", "Reef"]


def test_provenance_is_that_of_the_value_its_column_or_its_section(schema):
    tables = schema.load()
    assert tables.mark("cards", "cost", "reef") == "R page 7"
    assert tables.mark("cards", "cost", "sloop") == "C reconstructed"
    assert tables.mark("cards", "type") == "P fan list"
    assert tables.mark("box", "tide") == "R page 2"


def test_the_record_cannot_be_written_to(schema):
    with pytest.raises(ValueError, match="read-only"):
        schema.load().record["box"]["coins"] = 1


def test_changes_may_be_given_as_a_mapping(schema):
    tables = schema.load({"box": {"coins": 99}, "cards": {"sloop": {"type": "place"}}})
    assert tables.t.box.coins == 99
    assert [card.type for card in tables.t.cards] == [1, 1]
    assert [card.cost for card in tables.t.cards] == [3, 0]


def test_a_file_with_a_base_says_only_what_differs(load):
    assert load('base = "regatta"\n[box]\ncoins = 7').t.box.coins == 7


def test_equal_tables_have_equal_digests(schema, load):
    assert load(SHIPPED).digest == schema.load().digest == schema.load({}).digest
    assert schema.load({"box": {"coins": 41}}).digest != schema.load().digest


def test_loaded_tables_are_taken_as_they_are(schema):
    tables = schema.load()
    assert isinstance(tables, Tables)
    assert schema.load(tables) is tables


def test_doubtful_totals_only_warn(schema):
    with pytest.warns(TableWarning, match=r"mapping: \[cards\] costs add up to 4, not to 3"):
        schema.load({"cards": {"sloop": {"cost": 4}}})


def edited(old, new):
    assert old in SHIPPED
    return SHIPPED.replace(old, new)


@pytest.mark.parametrize(
    ("text", "words"),
    {
        "not TOML": ("[box", "mine.toml: is not valid TOML"),
        "section missing": (edited("[box]", "[bin]"), r"no section \[bin\] is known; allowed: box"),
        "row missing": (edited("reef = {", "rock = {"), r"\[cards\] has an unknown row 'rock'"),
        "row gone": (
            SHIPPED.replace(SHIPPED.splitlines()[7], ""),
            r"\[cards\] row reef is missing",
        ),
        "row of another kind": (
            edited(SHIPPED.splitlines()[7], "reef = 3"),
            r"\[cards\] row reef must be a table of values, not 3",
        ),
        "column missing": (edited("cost = 3, ", ""), r"row sloop: the column 'cost' is missing"),
        "column unknown": (edited("cost = 3", "cots = 3"), "an unknown column 'cots'; allowed: na"),
        "number too large": (
            edited("cost = 3", "cost = 10"),
            r"mine.toml: \[cards\] row sloop, column 'cost': must be 0 to 9, not 10",
        ),
        "number too small": (edited("coins = 40", "coins = 0"), "'coins': must be 1 to 500, not 0"),
        "fraction": (edited("coins = 40", "coins = 4.5"), "must be a whole number, not 4.5"),
        "truth for a number": (edited("coins = 40", "coins = true"), "a whole number, not True"),
        "text for a number": (edited("cost = 3", 'cost = "3"'), "must be a whole number, not '3'"),
        "number for a text": (edited('"Sloop"', "3"), "column 'name': must be a text, not 3"),
        "text that moves the cursor": (
            edited('"Sloop"', '"Sl\\nop"'),
            r"'name': must be a text that can be printed: 'Sl\\nop' has the control",
        ),
        "text that turns its direction": (
            edited('"Sloop"', '"Sl\\u202eop"'),
            r"mine\.toml: is not valid TOML \(the text .* has the control character U\+202E",
        ),
        "empty text": (edited('"Sloop"', '" "'), "column 'name': must be a text, not ' '"),
        "list too short": (edited("[1, 2, 3]", "[1, 2]"), "must be a list of 3 whole numbers"),
        "list out of range": (edited("[1, 2, 3]", "[1, 2, 6]"), "must be -5 to 5, not 6"),
        "number for a list": (edited("[1, 2, 3]", "1"), "must be a list of 3 whole numbers, not 1"),
        "unknown word": (edited('"ship"', '"boat"'), "must be one of ship, place, not 'boat'"),
        "unknown word in a list": (edited('["rum"]', '["tea"]'), "of rum, gold, map, not 'tea'"),
        "no words": (edited('["rum"]', "[]"), r"must be a list of 1 to 2 words, not \[\]"),
        "too many words": (edited('["rum"]', '["rum", "rum", "map"]'), "a list of 1 to 2 words"),
        "forbidden totals": (edited("= 3", "= 9").replace("cost = 0", "cost = 1"), "to 10, at"),
        "provenance missing": (edited('box = "R', '"box.coins" = "R'), "lacks box.tide; begin"),
        "provenance of no mark": (edited('"R page 2"', '"page 2"'), "must begin with one of R, P"),
        "provenance of no kind": (
            SHIPPED.split("[provenance]")[0].replace("[box]", "provenance = 3\n[box]", 1),
            r"\[provenance\] must be a table of notes",
        ),
        "foreign base": ('base = "chess"', "base = 'chess', but this game is 'regatta'"),
        "unknown section in changes": ('base = "regatta"\n[bin]', r"no section \[bin\]; there are"),
        "unknown row in changes": ('base = "regatta"\n[cards.rock]\ncost = 1', "an unknown row"),
        "bad value in changes": ('base = "regatta"\n[cards.reef]\ncost = 99', "0 to 9, not 99"),
    }.values(),
)
def test_a_bad_file_is_refused_with_place_and_what_is_allowed(load, text, words):
    with pytest.raises(TableError, match=words):
        load(text)


def test_a_missing_file_is_refused(schema, tmp_path):
    with pytest.raises(TableError, match=r"none\.toml: cannot be read \(No such file"):
        schema.load(tmp_path / "none.toml")


def test_a_file_of_other_bytes_is_refused(schema, tmp_path):
    path = tmp_path / "bytes.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TableError, match=r"bytes\.toml: is not valid TOML"):
        schema.load(path)


@pytest.mark.parametrize("source", [5, 2.5, ["box"], True])
def test_what_is_no_source_of_tables_is_refused(schema, source):
    with pytest.raises(TableError, match="tables are"):
        schema.load(source)


def test_tables_of_another_game_are_refused(schema):
    other = Schema(schema.path, SECTIONS[0])
    with pytest.raises(TableError, match=r"data\.toml: these are no tables of regatta"):
        other.load(schema.load())


def test_a_range_beyond_64_bits_is_a_fault_of_the_game():
    with pytest.raises(GameDefinitionError, match="does not fit 64 bits"):
        Section("box", {"coins": Integer(0, 2**63)}).dtype()


def test_a_word_may_stand_for_nothing():
    flag = Choice(("red", "black"), nothing="none")
    assert [flag.read(word) for word in ("none", "red", "black")] == [-1, 0, 1]
    with pytest.raises(ValueError, match=r"one of red, black(,| and) none, not ''"):
        flag.read("")
    with pytest.raises(ValueError, match="one of red"):
        Choice(("red", "black")).read("none")


def test_a_list_may_be_shorter_where_a_number_fills_it_up():
    places = Integer(0, 9, shape=(3, 2), fill=-1)
    assert np.dtype([("at", *places.dtype())])["at"].base == np.int8
    assert places.read([[1, 2]]) == [[1, 2], [-1, -1], [-1, -1]]
    assert places.read([]) == [[-1, -1]] * 3
    assert places.read([[1, 2]] * 3) == [[1, 2]] * 3
    assert Integer(0, 9, shape=3, fill=200).read([4]) == [4, 200, 200]
    assert Integer(0, 9, shape=3, fill=200).dtype()[0] is np.int16


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([[1, 2]] * 4, "must be a list of 3 lists of 2"),
        ([[1]], r"\[0\] must be a list of 2 whole numbers"),
        ([[1, 10]], r"\[0\]\[1\] must be 0 to 9"),
        (7, "must be a list of 3 lists of 2"),
    ],
)
def test_what_stands_in_a_shorter_list_is_checked(value, words):
    with pytest.raises(ValueError, match=words):
        Integer(0, 9, shape=(3, 2), fill=-1).read(value)


def test_a_single_number_is_not_filled_up():
    with pytest.raises(GameDefinitionError, match="nothing to fill"):
        Integer(0, 9, fill=-1)


# --- pictures ------------------------------------------------------------------------------------

ALPHABET = {"~": (0, "sea"), "o": (3, "reef"), "^": (200, "land")}
CHARTS = """
[home]
chart = [
  "~^",
  "~o",
]
[coast]
north = { depth = [[1, 2, 3], [4, 5, 6]], chart = [
  "~o~",
  "^^~",
] }
south = { depth = [[0, 0, 0], [0, 0, 9]], chart = ["~~~", "~~^"] }
[provenance]
home = "R page 2"
coast = "R page 3"
"coast.south.chart" = "C drawn by us"
"""
NORTH = CHARTS[CHARTS.index('  "~o~"') : CHARTS.index("] }")]


@pytest.fixture
def charts(tmp_path):
    path = tmp_path / "coasts" / "data.toml"
    path.parent.mkdir()
    path.write_text(CHARTS)
    coast = {"depth": Integer(0, 9, shape=(2, 3)), "chart": Grid(2, 3, ALPHABET, "the coast")}
    return Schema(
        path,
        Section("home", {"chart": Grid(2, 2, ALPHABET)}),
        Section("coast", coast, rows=("north", "south")),
    )


def test_a_picture_is_an_array_of_its_characters_numbers(charts):
    t = charts.load().t
    assert t.coast[0].chart.tolist() == [[0, 3, 0], [200, 200, 0]]
    assert t.home.chart.tolist() == [[0, 200], [0, 3]]
    assert charts.dtype()["coast"].base["chart"] == np.dtype((np.int16, (2, 3)))
    assert t.coast[0].depth[1, 2] == 6


def test_one_picture_is_replaced_and_the_others_stay(charts):
    tables = charts.load({"coast": {"south": {"chart": ["ooo", "ooo"]}}})
    assert tables.t.coast[1].chart.tolist() == [[3] * 3] * 2
    assert tables.t.coast[0].chart.tolist() == charts.load().t.coast[0].chart.tolist()
    assert tables.digest != charts.load().digest


def test_a_picture_is_drawn_from_the_record(charts):
    coast = charts.sections[1]
    assert charts.load().drawn(coast, "chart") == {"north": ["~o~", "^^~"], "south": ["~~~", "~~^"]}
    assert charts.load().drawn(charts.sections[0], "chart") == {"": ["~^", "~o"]}
    assert coast.pictures()["chart"].legend() == "~ sea, o reef, ^ land"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            {"chart": ["~o~", "^x~"]},
            r"\[coast\] row north, column 'chart': line 2, character 2 is 'x'; "
            r"allowed: ~ sea, o reef, \^ land",
        ),
        ({"chart": ["~o~", "^^"]}, "'chart': line 2 has 2 characters, not 3: '\\^\\^'"),
        ({"chart": ["~o~~", "^^~"]}, "line 1 has 4 characters, not 3"),
        ({"chart": ["~o~"]}, "a list of 2 lines of 3 characters, not 1 lines"),
        ({"chart": "~o~\n^^~"}, r"must be a picture, a list of 2 lines .* not '~o~\\n"),
        ({"chart": ["~o~", 7]}, "line 2 must be a text, not 7"),
        ({"depth": [[1, 2, 3], [4, 5, 10]]}, r"'depth': \[1\]\[2\] must be 0 to 9, not 10"),
        ({"depth": [[1, 2, 3], [4, 5]]}, r"'depth': \[1\] must be a list of 3 whole numbers"),
        ({"depth": [1, 2, 3]}, "'depth': must be a list of 2 lists of 3, not"),
        ({"depth": [1, 2]}, r"'depth': \[0\] must be a list of 3 whole numbers, not 1"),
    ],
)
def test_a_bad_picture_is_refused_with_its_line_and_what_is_allowed(charts, change, words):
    with pytest.raises(TableError, match=words):
        charts.load({"coast": {"north": change}})


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ((0, 3, ALPHABET), "a grid's rows are counted from 1, not 0"),
        ((2, 3, {}), "needs a character"),
        ((2, 3, {"~~": (0, "sea")}), "'~~' is not one character"),
        ((2, 3, {" ": (0, "sea")}), "' ' cannot be seen"),
        ((2, 3, {"\u6d77": (0, "sea")}), "is not as wide as others"),
        ((2, 3, {"~": "sea"}), r"'~' needs a number and a word, such as \(0, 'floor'\), not 'sea'"),
        ((2, 3, {"~": (0, "sea"), "o": (0, "reef")}), "alphabet has 0 twice"),
        ((2, 3, {"~": (0, "sea"), "o": (1, "sea")}), "alphabet has 'sea' twice"),
    ],
)
def test_a_bad_alphabet_is_a_fault_of_the_game(given, words):
    with pytest.raises(GameDefinitionError, match=words):
        Grid(*given)


@pytest.mark.parametrize("shape", [-1, (2, 0), (2, "3")])
def test_a_bad_shape_is_a_fault_of_the_game(shape):
    with pytest.raises(GameDefinitionError, match="the shape of a column is sizes from 1"):
        Integer(0, 9, shape=shape)


def test_the_documents_show_pictures_as_they_are_drawn(charts):
    text = "\n".join(generate._pictures(charts.sections[1], charts.load()))
    assert "`chart` (R): ~ sea, o reef, ^ land" in text
    assert "```text\nnorth\n~o~\n^^~\n\nsouth (C)\n~~~\n~~^\n```" in text
    table = generate._values(charts.sections[1], charts.load())
    assert "1, 2, 3; 4, 5, 6" in table
    assert "~o~" not in table


def test_the_cards_show_pictures_and_give_them_back_as_a_file(charts, capsys, monkeypatch):
    monkeypatch.setattr(choices, "find_game", lambda name: SimpleNamespace(tables=charts))
    parser = argparse.ArgumentParser()
    cards.add_arguments(parser)
    cards.run(parser.parse_args(["coasts"]))
    shown = capsys.readouterr().out
    assert "north chart\n  ~o~\n  ^^~\n" in shown
    assert "south chart (C)\n  ~~~" in shown
    assert "chart: ~ sea, o reef, ^ land" in shown
    cards.run(parser.parse_args(["coasts", "--toml"]))
    written = capsys.readouterr().out
    assert NORTH in written
    path = charts.path.with_name("mine.toml")
    path.write_text(written.replace("~o~", "ooo"))
    assert charts.load(path).t.coast[0].chart[0].tolist() == [3, 3, 3]


# Tables in a folder -------------------------------------------------------------------------------

BOX, CARDS = SHIPPED.split("[provenance]")[0].split("[cards]")
PARTS = {
    "box.toml": BOX + '[provenance]\nbox = "R page 2"\n',
    "cards.toml": "[cards]"
    + CARDS
    + '[provenance]\ncards = "P fan list"\n"cards.cost" = "C reconstructed"\n'
    + '"cards.reef.cost" = "R page 7"\n',
}


@pytest.fixture
def parted(tmp_path):
    """A function that writes the files of a folder of tables, and gives their schema."""

    def make(files):
        folder = tmp_path / "parted" / "regatta" / "data"
        folder.mkdir(parents=True)
        for name, text in files.items():
            (folder / name).write_text(text)
        return Schema(folder, *SECTIONS, check=totals)

    return make


def test_a_folder_of_tables_reads_as_one_file(schema, parted):
    one, several = schema.load(), parted(PARTS).load()
    assert several.digest == one.digest
    assert several.values == one.values
    assert several.texts == one.texts
    assert several.provenance == one.provenance
    assert several.origin == "data"


def test_the_digest_covers_each_file_of_a_folder(parted):
    schema = parted(PARTS)
    before = schema.load().digest
    cards = schema.path / "cards.toml"
    cards.write_text(cards.read_text().replace('["rum"] }', '["map"] }', 1))
    assert Schema(schema.path, *SECTIONS, check=totals).load().digest != before


def test_shipped_tables_are_read_once(schema):
    assert schema.load() is schema.load()
    assert schema.load({}) is not schema.load()


def test_a_folder_is_the_base_of_changes(parted, tmp_path):
    schema = parted(PARTS)
    assert schema.game == "regatta"
    mine = tmp_path / "mine.toml"
    mine.write_text('base = "regatta"\n[box]\ncoins = 41\n')
    assert schema.load(mine).t.box.coins == 41
    assert schema.load({"box": {"coins": 42}}).t.box.coins == 42


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (BOX, "[box]"),
        ('[provenance]\n"cards.cost" = "R page 9"\n', "[provenance] 'cards.cost'"),
    ],
)
def test_what_two_files_of_a_folder_say_is_refused(parted, text, place):
    schema = parted({**PARTS, "more.toml": text})
    with pytest.raises(TableError, match=r"twice, in .*[.]toml and in more.toml") as caught:
        schema.load()
    assert caught.value.where == place
    assert str(caught.value).startswith(f"data: {place} is given twice")


def test_a_file_of_a_folder_that_cannot_be_read_is_named(parted):
    schema = parted({**PARTS, "more.toml": "[box"})
    with pytest.raises(TableError, match=r"more[.]toml"):
        schema.load()


def test_notes_of_a_folder_name_their_file(parted):
    schema = parted({**PARTS, "more.toml": '[provenance]\nbox = "X"\n'})
    with pytest.raises(TableError, match="given twice"):
        schema.load()
    (schema.path / "more.toml").write_text('[provenance]\n"box.tide" = "X"\n')
    with pytest.raises(TableError, match=r"data/more[.]toml: .provenance. 'box.tide' must begin"):
        schema.load()


def test_the_digest_goes_by_the_numbers_alone():
    """Between fields lies whatever was in memory when the record was copied."""
    kind = np.dtype([("few", np.int8), ("many", np.int32)], align=True)
    records = [np.frombuffer(bytearray(fill * kind.itemsize), kind) for fill in (b"\0", b"\7")]
    digests = set()
    for record in records:
        record["few"], record["many"] = 3, 4
        digests.add(Tables(record, {}, {}, {}, "here").digest)
    assert records[0].tobytes() != records[1].tobytes()
    assert len(digests) == 1
