"""Files of strangers are read in little time and memory, or refused in words; ours stand whole."""

import os

import pytest

from piracy_env.core import files
from piracy_env.core.files import (
    parse_json,
    parse_toml,
    read_bytes,
    read_json_lines,
    read_text,
    read_toml,
    write_whole,
)
from piracy_env.errors import TableError

TWICE = {
    "one": 1,
    "half": 0.5,
    "words": "aye\taye\n",
    "listed": [[True], ["a.b.c.d.e.f.g.h.i.j"]],
    "deep": {"er": {"still": -3}},
}


def test_what_is_sound_comes_as_plain_values():
    toml = r"""
    one = 1  # a . b . c . d . e . f . g . h . i . j = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
    half = 0.5
    words = "aye\taye\n"
    listed = [[true], ['a.b.c.d.e.f.g.h.i.j']]
    deep.er.still = -3
    """
    assert parse_toml(toml, TableError, "here") == TWICE
    assert parse_toml(toml.encode(), TableError, "here") == TWICE


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a" + ".a" * 20_000 + " = 1", "a name of more than 8 parts: a.a.a"),
        ('"a"' + ' . "a"' * 8 + " = 1", "a name of more than 8 parts"),
        ("[a" + ".a" * 8 + "]", "a name of more than 8 parts"),
        ("x = " + "[" * 33 + "]" * 33, "nests more than 32 deep"),
        ("x = " + "{a=" * 33 + "1" + "}" * 33, "nests more than 32 deep"),
        ("x = " + "[" * 100_000, "nests more than 32 deep"),
        ("".join(f"k{k} = 1\n" for k in range(70_000)), "more than 65,536 names and values"),
        ("x = " + "1" * 900_000, "a word or number of more than 1000 letters"),
        ("x = 0x" + "f" * 17, "a whole number beyond 64 bits"),
        ("x = " + "1" * 19 + "\ny = -" + "9" * 19, "a whole number beyond 64 bits"),
        ("x = nan", "nan is no number"),
        ("x = [1.0, -inf]", "-inf is no number"),
        ("x = 1e999", "inf is no number"),
        ("x = 2026-01-01", "neither a text, a number, a list nor a table"),
        ("x = 'a\x00b'", r"Illegal character|Found invalid character"),
        ('x = "\\u001b[2J"', r"control character U\+001B"),
        ('"\\u202e" = 1', r"control character U\+202E"),
        ('"' + "a" * 1001 + '" = 1', "a name of more than 1000 letters"),
        ('x = """' + '\\"""' * 100_000, "three quotes without an end"),
        ("x = " + " " * (1 << 20), "larger than 1,048,576 bytes"),
        ("x", "after a key"),
        (b"x = '\xff'", "'utf-8' codec"),
    ],
)
def test_toml_that_would_cost_more_than_its_size_is_refused(text, complaint):
    with pytest.raises(TableError, match=rf"^here: is not valid TOML \(.*{complaint}"):
        parse_toml(text, TableError, "here")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[" * 33 + "]" * 33, "nests more than 32 deep"),
        ('{"a":' * 100_000, "nests more than 32 deep"),
        ("NaN", "nan is no number"),
        ("[1e999]", "inf is no number"),
        ("9223372036854775808", "a whole number beyond 64 bits"),
        ("1" * 5000, "limit"),
        ('"\\ud800"', r"control character U\+D800"),
        ('{"\\u0000": 1}', r"control character U\+0000"),
        ("{", "line 1 column 2"),
        ('{"a": 1, "b": 2, "a": 1}', "the name 'a' twice"),
        (b"\xff", "'utf-8' codec"),
    ],
)
def test_json_that_is_not_plain_is_refused(text, complaint):
    with pytest.raises(TableError, match=rf"^here: is not valid JSON \(.*{complaint}"):
        parse_json(text, TableError, "here")


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("/dev/zero", "is no regular file"),
        ("pipe", "is no regular file"),
        (".", "directory"),
        ("missing", "No such file"),
        ("a\0b", "null byte"),
        ("large", "larger than 1,048,576 bytes"),
    ],
)
def test_only_a_regular_file_of_some_size_is_read(tmp_path, monkeypatch, name, complaint):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")  # nobody ever writes into it
    (tmp_path / "large").write_bytes(bytes((1 << 20) + 1))
    with pytest.raises(TableError, match=f"(?i){complaint}"):
        read_toml(name, TableError)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    (tmp_path / "file").write_bytes(b"\x80")
    with pytest.raises(TableError, match="is no text"):
        read_text(tmp_path / "file", TableError)


def test_a_torn_last_line_of_a_log_is_left_out_and_any_other_fault_named(tmp_path):
    log = tmp_path / "log"
    for text, found in (("", []), ('{"a"', []), ('{"a": 1}\n{"b', [{"a": 1}])):
        log.write_text(text)
        assert read_json_lines(log, TableError, 1000) == found
    for text in ('{"a\n{"a": 1}\n', "[1]\n"):
        log.write_text(text)
        with pytest.raises(TableError, match="line 1"):
            read_json_lines(log, TableError, 1000)


def test_a_file_is_written_as_a_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "file"
    write_whole(path, "before")

    def full(_):
        raise OSError("no space left")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match="no space left"):
        write_whole(path, b"after")
    assert read_bytes(path, TableError) == b"before"
    assert [one.name for one in tmp_path.iterdir()] == ["file"]
