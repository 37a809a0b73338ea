"""Each command does what its help promises, and says what is wrong in one line."""

import json
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

import piracy_env
from piracy_env import registry
from piracy_env.cli.warmup import parts_of
from piracy_env.core.replay import Replay, _checksum
from tests.cli.conftest import FERRY, WHISPERS
from tests.core.whispers import GAME

ROOT = Path(__file__).parent.parent.parent
COMMANDS = (
    *("games", "rules", "cards", "show", "play", "replay", "tournament", "bench", "check"),
    "warmup",
)


def shell(*arguments, **settings):
    """The command in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)} | settings.pop("env", {})
    command = [sys.executable, "-m", "piracy_env", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, **settings
    )


# --- the command itself ---------------------------------------------------------------------------


def test_the_version_is_the_package_s():
    assert shell("--version").stdout == f"piracy_env {piracy_env.__version__}\n"


def test_help_lists_every_command_in_a_line(capsys, piracy, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as left:
        piracy("--help")
    assert left.value.code == 0
    text = capsys.readouterr().out
    assert all(re.search(rf"\n  {command} +\w.*\n(  \w|\n)", text) for command in COMMANDS), text
    assert "piracy play mutiny --seats human uniform uniform" in text


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_with_examples(capsys, piracy, command):
    with pytest.raises(SystemExit):
        piracy(command, "--help")
    text = capsys.readouterr().out
    assert f"\n  piracy {command}" in text


def test_without_a_command_the_help_is_shown(piracy):
    done = piracy()
    assert done.code == 2
    assert done.err.startswith("usage: piracy")


def test_help_imports_no_compiler():
    code = (
        "import contextlib, sys; from piracy_env.cli import main\n"
        "with contextlib.suppress(SystemExit): main(['--help'])\n"
        "print({'numba', 'piracy_env.core.engine'} & set(sys.modules))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert run.stdout.endswith("set()\n")


def test_what_draws_on_a_terminal_is_imported_when_it_draws():
    code = (
        "import sys, piracy_env, piracy_env.cli, piracy_env.cli.progress\n"
        "print([name for name in sys.modules if name.partition('.')[0] == 'rich'])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert run.stdout == "[]\n"


REFUSED = {
    "unknown command": (["fly"], "invalid choice: 'fly'"),
    "missing argument": (["show"], r"required: game (see: piracy show --help)"),
    "unknown game": (["show", "chess"], "no game is called 'chess'; there are: "),
    "module without a game": (["show", "json:dumps"], "json:dumps is no game"),
    "missing module": (["show", "nowhere:GAME"], "'nowhere:GAME' cannot be loaded"),
    "player count": (["show", WHISPERS, "-p", "9"], "whispers is for 2, 3 players, not 9"),
    "unknown option": (["show", WHISPERS, "-o", "speed=1"], "there are: rounds, writing, mood"),
    "option without a value": (["show", WHISPERS, "-o", "rounds"], "name=value, not 'rounds'"),
    "number out of range": (["show", WHISPERS, "-o", "rounds=99"], "must be 1 to 9, not 99"),
    "no number": (["show", WHISPERS, "-o", "rounds=two"], "must be 1 to 9, not 'two'"),
    "no flag": (["show", WHISPERS, "-o", "writing=perhaps"], "True or False, not 'perhaps'"),
    "no choice": (["show", WHISPERS, "-o", "mood=sad"], "one of merry, grim, not 'sad'"),
    "unknown preset": (["show", WHISPERS, "--preset", "x"], "no preset 'x'; there are: aloud"),
    "unknown reward": (["show", WHISPERS, "--reward", "x"], "there are: rank, win, score"),
    "negative seed": (["show", WHISPERS, "--seed", "-1"], "a whole number from 0, not '-1'"),
    "missing tables": (["show", WHISPERS, "--tables", "no.toml"], "no.toml: cannot be read"),
    "unknown seat": (["show", WHISPERS, "--seat", "2"], "numbered 0 to 1, not 2"),
    "move without replay": (["show", WHISPERS, "--move", "2"], "--move goes with --replay"),
    "folder that is not there": (
        ["show", WHISPERS, "--svg", "x/y.svg"],
        "'x/y.svg': cannot be written (No such",
    ),
    "unknown section": (["cards", WHISPERS, "deck"], "no section 'deck'; there are: box"),
    "game without rules": (["rules", WHISPERS], "whispers comes without rules"),
    "unknown agent": (["play", WHISPERS, "--seats", "x", "x"], "no agent is called 'x'"),
    "no agent": (
        ["play", WHISPERS, "--seats", "json:loads", "uniform"],
        "makes no agent when called",
    ),
    "seats and players": (
        ["play", WHISPERS, "-p", "3", "--seats", "human", "human"],
        "need 3 seats, not 2",
    ),
    "missing replay": (["replay", "no.json"], "no.json: cannot be read"),
    "no envs": (["bench", WHISPERS, "--envs", "0"], "a whole number from 1, not '0'"),
    "no time": (
        ["bench", WHISPERS, "--seconds", "0"],
        "--seconds: must be a number above 0, not '0'",
    ),
    "nothing to check": (["check"], "say what to check"),
    "unknown check": (["check", WHISPERS, "--only", "luck"], "no check is called 'luck'"),
    "missing file to check": (["check", "no.toml"], "no.toml: cannot be read"),
    "missing replay to check": (["check", "no.json"], "no.json: no such file"),
    "unknown game to warm": (["warmup", "chess"], "no game is called 'chess'"),
    "no jobs": (["warmup", "mutiny", "--jobs", "0"], "--jobs: must be a whole number from 1"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_wrong_input_is_refused_in_one_line(piracy, what):
    arguments, reason = REFUSED[what]
    done = piracy(*arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("piracy: ")
    assert done.err.count("\n") == 1
    assert reason in done.err


def test_no_traceback_reaches_the_user(tmp_path):
    (tmp_path / "bad.toml").write_text("[box\n")
    for arguments in (["show", "mutiny", "--tables", "bad.toml"], ["replay", "bad.toml"]):
        run = shell(*arguments, cwd=tmp_path)
        assert run.returncode == 2
        assert run.stderr.startswith("piracy: bad.toml: ")
        assert "Traceback" not in run.stderr


def test_a_closed_pipe_ends_quietly():
    command = f"{sys.executable} -m piracy_env rules mutiny | head -1"
    run = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, cwd=ROOT)
    assert run.stdout.startswith("The rules of mutiny")
    assert run.stderr == ""


def test_piped_output_has_no_colours():
    assert "\x1b" not in shell("rules", "mutiny", "MUT-1.1").stdout


# --- games, cards, rules --------------------------------------------------------------------------


def test_games_lists_every_game(piracy):
    done = piracy("games")
    assert done.code == 0
    listed = [line.split()[0] for line in done.out.splitlines()[1:] if line[0] != " "]
    assert listed == piracy_env.list_games()


def test_games_as_json_tells_sizes_and_options(piracy):
    facts = {game["name"]: game for game in json.loads(piracy("games", "--json").out)}
    assert sorted(facts) == piracy_env.list_games()
    assert facts["mutiny"]["players"] == [3, 4, 5]
    assert facts["mutiny"]["options"]["use_mutiny"]["default"] is True


def test_one_game_s_options_and_presets_are_told(piracy):
    text = piracy("games", WHISPERS).out
    assert "rounds   2        1 to 9         how often everybody speaks" in text
    assert "preset aloud: writing=False, rounds=3" in text
    assert "players      2-3, 2 unless you say otherwise" in text


def test_cards_show_values_and_where_they_come_from(piracy):
    text = piracy("cards", "mutiny", "cards").out
    assert "S02  Mail Cutter" in text
    assert "Sea Monster (R)" in text
    assert "\nC  ducats   ducats gained by boarding it; " in text
    assert "R rulebook, P public source, C reconstructed" in text
    assert "wheel_rates" not in text


def test_cards_as_json(piracy):
    cards = json.loads(piracy("cards", "mutiny", "--json").out)
    assert cards["sections"]["cards"]["M01"]["booty"] == ["wheel", "anchor"]
    assert cards["provenance"]["cards.M01.name"].startswith("R")


def test_exported_tables_can_be_edited_checked_and_played(piracy, tmp_path):
    text = piracy("cards", "mutiny", "numbers", "--toml").out
    assert tomllib.loads(text)["numbers"]["ransom"] == 5
    (tmp_path / "my.toml").write_text(text.replace("ransom = 5", "ransom = 3"))
    assert "ok  my.toml: tables of mutiny" in piracy("check", "my.toml").out
    shown = piracy("cards", "mutiny", "numbers", "--tables", "my.toml").out
    assert "ransom          3\nmutiny_factor   2\nblack_spot     10" in shown
    assert piracy("show", "mutiny", "--tables", "my.toml", "--seed", 1).code == 0


def test_the_whole_export_is_what_the_game_ships(piracy, tmp_path):
    (tmp_path / "all.toml").write_text(piracy("cards", "mutiny", "--toml").out)
    digests = [
        json.loads(piracy("cards", "mutiny", "--json", *tables).out)["digest"]
        for tables in ((), ("--tables", "all.toml"))
    ]
    assert digests[0] == digests[1]


def test_rules_are_looked_up_by_id(piracy):
    done = piracy("rules", "mutiny", "MUT-5.4")
    assert done.code == 0
    assert "• MUT-5.4 " in done.out
    assert piracy("rules", "mutiny", "5.4").out == done.out


def test_an_unknown_rule_names_near_ones(piracy):
    done = piracy("rules", "mutiny", "MUT-5.44")
    assert done.code == 2
    assert "no rule 'MUT-5.44'; near it: MUT-5.4" in done.err


def test_rules_as_json(piracy):
    (rule,) = json.loads(piracy("rules", "mutiny", "R1", "--json").out)
    assert (rule["id"], rule["kind"]) == ("MUT-R1", "entry")


def test_chapters_are_listed_and_all_rules_printed(piracy):
    chapters = piracy("rules", "mutiny").out
    assert chapters == piracy("rules", "mutiny", "--chapters").out
    assert len(chapters.splitlines()) > 10
    text = piracy("rules", "mutiny", "--all").out
    assert all(line.strip() in text for line in chapters.splitlines())
    assert max(len(line) for line in text.splitlines()) <= 100


# --- show -----------------------------------------------------------------------------------------


def test_show_tells_a_position(piracy):
    first = piracy("show", WHISPERS, "--seed", 3, "--moves", 2, "-p", 3, "-o", "rounds=9")
    assert first.out.startswith("secrets ")
    assert "?" not in first.out
    assert first == piracy("show", WHISPERS, "--seed", 3, "--moves", 2, "-p", 3, "-o", "rounds=9")


def test_show_can_look_through_the_eyes_of_a_seat(piracy):
    assert piracy("show", WHISPERS, "--seed", 3, "--seat", 1).out.startswith("secrets ? ")


def test_random_moves_stop_at_the_end(piracy):
    assert piracy("show", WHISPERS, "--seed", 3, "--moves", 99).code == 0


def test_show_draws_pictures(piracy, tmp_path):
    done = piracy("show", "mutiny", "--seed", 7, "--moves", 9, "--svg", "a.svg", "--png", "a.png")
    assert done.out == "wrote a.svg\nwrote a.png\n"
    assert "<svg" in (tmp_path / "a.svg").read_text()[:200]
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_show_finds_a_position_of_a_replay(piracy, saved):
    done = piracy("show", WHISPERS, "--replay", saved, "--move", 1)
    engine = Replay.load(saved, GAME).engine_at(1)
    assert done.out.strip() == f"{engine.describe(0, None)}\n{engine.last_told().as_last(None)}"
    last = piracy("show", WHISPERS, "--replay", saved).out.strip()
    engine = Replay.load(saved, GAME).engine_at(4)
    said = engine.last_told().as_last(None)
    assert last == f"{engine.describe(0, None)}\n{said}\nThe game is over: last word."


# --- replay ---------------------------------------------------------------------------------------


def test_replay_verifies_and_sums_up(piracy, saved):
    text = piracy("replay", saved, "--game", WHISPERS).out
    assert text.startswith(f"{saved}: verified\nWhispers, version 3, 2 players\n4 moves\n")
    assert "1st    A" in text


def test_replay_of_a_game_of_one_s_own_asks_for_it(piracy, saved):
    done = piracy("replay", saved)
    assert done.code == 2
    assert "name a game of your own with --game" in done.err


def test_replay_shows_one_move_or_all(piracy, saved):
    one = piracy("replay", saved, "--game", WHISPERS, "--move", 1).out
    assert re.match(
        r"after move 1 of 4\nA \(uniform\): \w+ \d\.\nThe die shows \d\.\n(Seat 0 has \w+ \d\.\n)?"
        r"\nsecrets .*\n\nmove 2, B \(uniform\): \w+ \d\.$",
        one,
    )
    everything = piracy("replay", saved, "--game", WHISPERS, "--all").out
    assert one.strip() in everything
    assert everything.count("after move") == 5


def test_replay_opens_in_the_middle_and_says_that_nothing_is_verified(piracy, saved):
    middle = piracy("replay", saved, "--game", WHISPERS, "--at", 1).out
    assert middle.startswith("not verified: the game is opened in the middle\nafter move 1 of 4\n")
    assert middle.endswith(piracy("replay", saved, "--game", WHISPERS, "--move", 1).out)
    text = saved.read_text()
    forged = replace(Replay.load(saved, GAME), ranks=(7, 7)).text()
    saved.write_text(forged)
    assert piracy("replay", saved, "--game", WHISPERS, "--at", 1).out == middle
    refused = piracy("replay", saved, "--game", WHISPERS, "--move", 1)
    assert "ranks: the file says [7, 7]" in refused.err
    saved.write_text(text)
    refused = piracy("replay", saved, "--game", WHISPERS, "--at", 5)
    assert (refused.code, refused.out) == (2, "")
    assert "there are moves 0 to 4, not 5" in refused.err


def test_replay_shows_what_one_seat_knew(piracy, saved):
    text = piracy("replay", saved, "--game", WHISPERS, "--all", "--seat", 0).out
    assert text.count("secrets ") == text.count(" ?") == 5
    assert text.count("The die shows ") == 4
    assert not re.search(r"Seat 1 has written", text)


def test_replay_as_json(piracy, saved):
    facts = json.loads(piracy("replay", saved, "--game", WHISPERS, "--json").out)
    assert facts["verified"] is True
    assert len(facts["actions"]) == facts["moves"] == 4
    seen = json.loads(piracy("replay", saved, "--game", WHISPERS, "--json", "--seat", 1).out)
    assert seen["viewer"] == 1
    assert "seed" not in json.dumps(seen)


def test_replay_draws_every_position(piracy, saved, tmp_path):
    done = piracy("replay", saved, "--game", WHISPERS, "--svg", "pictures")
    assert done.out == "wrote 5 pictures to pictures\n"
    names = sorted(path.name for path in (tmp_path / "pictures").iterdir())
    assert names == [f"whispers-000{move}.svg" for move in range(5)]


def test_a_damaged_replay_is_refused(piracy, saved):
    saved.write_text(saved.read_text()[:-20])
    done = piracy("replay", saved, "--game", WHISPERS)
    assert done.code == 2
    assert "damaged or truncated" in done.err


@pytest.mark.parametrize("arguments", [["--move", "5"], ["--seat", "2"]])
def test_a_move_or_seat_that_is_not_there_is_refused(piracy, saved, arguments):
    done = piracy("replay", saved, "--game", WHISPERS, *arguments)
    assert (done.code, done.out) == (2, "")


# --- bench, check, warmup -------------------------------------------------------------------------


def test_bench_measures_as_json(piracy):
    run = ["bench", WHISPERS, "-p", 3, "--envs", 64, "--threads", 1, "--seconds", 0.05, "--json"]
    facts = json.loads(piracy(*run).out)
    assert facts["players"] == 3
    for figure in ("steps_per_second", "steps_per_second_without_observation"):
        assert facts[figure] > 0
    assert facts["playouts_per_second"] > 0


def test_bench_prints_a_table(piracy):
    head, figures = piracy("bench", WHISPERS, "--envs", 64, "--seconds", 0.05).out.splitlines()
    assert head.split()[:2] == ["game", "players"]
    assert figures.split()[:2] == ["whispers", "2"]


def test_check_holds_a_game_to_the_contract(piracy):
    done = piracy("check", WHISPERS, "-p", 2, "--games", 2, "--only", "declaration", "masks")
    assert done.code == 0, done.out
    assert done.out.startswith("whispers version 3: keeps the contract")
    as_json = ["check", WHISPERS, "-p", 2, "--games", 2, "--only", "declaration", "--json"]
    assert json.loads(piracy(*as_json).out)["ok"] is True


def test_check_lists_the_checks(piracy):
    assert "\nmasks " in piracy("check", "--list").out


def test_check_names_what_is_wrong_with_tables(piracy, tmp_path):
    (tmp_path / "my.toml").write_text('base = "mutiny"\n[cards.S01]\nmin = 77\n')
    done = piracy("check", "my.toml")
    assert done.code == 1
    assert done.out == "FAILED  my.toml: [cards] row S01, column 'min': must be 2 to 9, not 77\n"
    facts = json.loads(piracy("check", "my.toml", "--json").out)
    assert facts["ok"] is False
    assert len(facts["errors"]) == 1


def test_check_warns_of_doubtful_tables(piracy, tmp_path):
    (tmp_path / "my.toml").write_text('base = "mutiny"\n[cards.S01]\nducats = 50\n')
    done = piracy("check", "my.toml")
    assert done.code == 0
    assert done.out.startswith("warning  my.toml: ")
    assert "ducats on the cards: [6, 7, " in done.out


def test_a_table_file_must_say_whose_it_is(piracy, tmp_path):
    (tmp_path / "my.toml").write_text("[box]\nnumbers = 2\n")
    assert "give --game" in piracy("check", "my.toml").err
    done = piracy("check", "my.toml", "--game", WHISPERS)
    assert done.code == 1
    assert "[provenance]" in done.out
    assert "box.numbers" in done.out


def test_check_verifies_replays(piracy, saved):
    assert piracy("check", saved, "--game", WHISPERS).out.startswith(f"ok  {saved}: 4 moves")
    contents = json.loads(saved.read_text()) | {"ranks": [9, 9]}
    contents["checksum"] = _checksum(contents)
    saved.write_text(json.dumps(contents))
    done = piracy("check", saved, "--game", WHISPERS)
    assert done.code == 1
    assert "FAILED" in done.out
    assert "ranks: the file says [9, 9]" in done.out
    assert json.loads(piracy("check", saved, "--game", WHISPERS, "--json").out)["ok"] is False


def test_warmup_compiles_keeps_and_clears(tmp_path):
    cache = {"PIRACY_CACHE": str(tmp_path)}
    old = tmp_path / f"whispers-{'0' * 16}"  # of a release that compiled whole games
    old.mkdir()
    (old / "loops.py").write_text("")
    (tmp_path / "notes").mkdir()
    first = shell("warmup", WHISPERS, "--no-agents", env=cache, cwd=ROOT)
    assert first.returncode == 0, first.stderr
    assert re.search(r"whispers .* s  1\d functions compiled", first.stdout)
    assert str(tmp_path) in first.stdout
    (folder,) = tmp_path.glob("numba*")
    (step,) = folder.glob("whispers.step-*")
    before = {path.name for path in folder.iterdir()}
    assert {path.partition(".")[0] for path in before} == {"whispers", "loops"}
    earlier = step.with_name(f"whispers.step-{'1' * 24}.code")
    other = step.with_name(f"mutiny.step-{'1' * 24}.code")
    for file in (earlier, other):
        file.write_text("")
    second = shell("warmup", WHISPERS, "--no-agents", "--prune", env=cache, cwd=ROOT)
    assert "nothing to compile" in second.stdout
    assert "removed 2 items" in second.stdout
    assert {path.name for path in folder.iterdir()} == before | {other.name}
    assert not old.exists()
    assert "removed 1 item " in shell("warmup", "--clear", env=cache, cwd=ROOT).stdout
    assert [path.name for path in tmp_path.iterdir()] == ["notes"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_warmup_compiles_separate_kernels_too(tmp_path, jobs):
    cache = {"PIRACY_CACHE": str(tmp_path)}
    first = shell("warmup", FERRY, "--no-agents", "--jobs", jobs, env=cache, cwd=ROOT)
    assert first.returncode == 0, first.stderr
    apart = ("back", "cross", "is_fit", "mark", "there")
    files = {name: next(tmp_path.rglob(f"tests.core.ferry.{name}-*.code")) for name in apart}
    earlier = files["cross"].with_name(f"tests.core.ferry.cross-{'1' * 24}.code")
    earlier.write_text("")
    second = shell("warmup", FERRY, "--no-agents", "--prune", env=cache, cwd=ROOT)
    assert "nothing to compile" in second.stdout
    assert "removed 1 item " in second.stdout
    assert not earlier.exists()
    assert all(file.exists() for file in files.values())


def test_warmup_without_a_compiler_does_nothing():
    run = shell("warmup", WHISPERS, env={"NUMBA_DISABLE_JIT": "1"}, cwd=ROOT)
    assert "nothing is compiled" in run.stdout


def test_what_leads_to_separate_kernels_is_compiled_first():
    assert next(parts_of(registry.load("mutiny"))) == "reset"
