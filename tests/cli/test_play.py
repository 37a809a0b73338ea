"""A person plays at the terminal."""

import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from piracy_env.cli import main
from piracy_env.cli.sitting import Sitting, has_secrets
from piracy_env.core.engine import Engine
from piracy_env.core.replay import Replay
from piracy_env.registry import list_games, load
from tests.cli.conftest import WHISPERS
from tests.core.whispers import ACT, GAME

ROOT = Path(__file__).parent.parent.parent


class Fixed:
    """Always answers the same."""

    answer: object = np.array([ACT.say.start])

    def act(self, view):
        return self.answer


class Strange(Fixed):
    answer = np.array([99])


class Shapeless(Fixed):
    answer = "rum"


class Broken(Fixed):
    def act(self, view):
        raise RuntimeError("out of rum")


class Thinker(Fixed):
    """Plays the first legal action, and tells why."""

    def act(self, view):
        return view.action_mask.argmax(axis=1)

    def explain(self, view, k):
        return f"seat {view.seat[k]} likes {view.describe_action(k, int(self.act(view)[k]))}"


def seats(*names):
    return [f"{__name__}:{name}" if name[0].isupper() else name for name in names]


def test_a_scripted_game_is_played_and_saved(piracy, tmp_path):
    done = piracy(
        "play", WHISPERS, "--seats", *seats("human", "Fixed"), "--seed", 1, "--save", "game.json",
        answers="4\n#5\n",
    )  # fmt: skip
    assert done.code == 0
    assert "B (tests.cli.test_play:Fixed)  Say 0." in done.out
    assert "place  seat  player" in done.out
    assert "Saved as game.json" in done.out
    replay = Replay.load(tmp_path / "game.json", GAME)
    assert replay.actions == (3, 0, 5, 0)


@pytest.mark.parametrize(("players", "seated"), [((), 2), (("--players", 3), 3)])
def test_the_last_agent_takes_the_seats_that_are_left(piracy, players, seated):
    done = piracy(
        "play", WHISPERS, *players, "--seats", *seats("Fixed"), "--no-save", "--seed", 1
    )  # fmt: skip
    assert done.code == 0
    assert len(set(re.findall(r"^(\w) \(tests.cli.test_play:Fixed\)", done.out, re.M))) == seated


def test_a_human_takes_one_seat_only(piracy):
    refused = piracy("play", WHISPERS, "--players", 3, "--seats", *seats("Fixed", "human"))
    assert "3 players need 3 seats, not 2" in refused.err


def test_the_menu_shows_numbers_words_and_labels(piracy):
    text = piracy("play", WHISPERS, "--no-save", answers="q\n").out
    assert "  1  Say 0.  say 0\n" in text
    assert "  8  Write 3.  write 3\n" in text
    assert "8 legal actions; h for help" in text


def test_a_seat_is_not_told_what_it_may_not_know(piracy):
    text = piracy(
        "play", WHISPERS, "--seats", "human", "human", "--no-save", "--open",
        answers="write 2\nq\n",
    ).out  # fmt: skip
    after = text.partition("> write 2\n")[2]
    assert "A (human)  Write something.\n" in after
    assert "secrets ? " in after


def test_a_human_is_told_what_came_of_every_move(piracy):
    text = piracy(
        "play", WHISPERS, "--seats", *seats("human", "Fixed"), "--no-save", "--seed", 1,
        answers="write 2\nq\n",
    ).out  # fmt: skip
    told = text.partition("> write 2\n")[2].split("─")[0]
    assert re.fullmatch(
        r"    The die shows \d\.\n    Seat 0 has written 2\.\n"
        r"B \(\S+:Fixed\)  Say 0\.\n    The die shows \d\.\n",
        told,
    )


def test_who_watches_is_told_all(piracy):
    text = piracy("play", WHISPERS, "--seats", *seats("Fixed"), "--no-save", "--seed", 1).out
    assert text.count("Say 0.") == text.count("    The die shows ") == 4


def test_humans_at_one_screen_are_told_in_their_own_words_when_they_look(piracy):
    text = piracy(
        "play", WHISPERS, "--seats", "human", "human", "--no-save", "--open",
        answers="write 2\nwrite 3\nq\n",
    ).out  # fmt: skip
    before, after = text.split("> write 3\n")
    assert "    Seat 0 has written 2." not in before
    assert "A (human)  Write something.\n    The die shows " in before
    assert "    Seat 0 has written 2." in after
    assert "    Seat 1 has written 3." not in after


def test_humans_at_one_screen_are_told_how_it_ends(piracy):
    text = piracy(
        "play", WHISPERS, "--seats", "human", "human", "--no-save", "--open",
        answers="say 1\nsay 2\nsay 3\nwrite 3\n",
    ).out  # fmt: skip
    end = text.partition("> write 3\n")[2]
    assert end.startswith("    The die shows ")
    assert "Seat 1 has written" not in end


def test_what_was_told_is_not_told_again_after_undoing(piracy):
    text = piracy(
        "play", WHISPERS, "--seats", *seats("human", "Fixed"), "--no-save", "-o", "rounds=3",
        answers="write 1\nsay 3\nu\nsay 2\nq\n",
    ).out  # fmt: skip
    again = text.partition("Set back by one decision.")[2].partition("> say 2\n")
    assert "The die shows" not in again[0]
    assert again[2].count("    The die shows") == 2
    assert "    Seat 0 has spoken 2." in again[2]
    assert "    Seat 0 has spoken 3." not in again[2]


def test_labels_words_and_narrowing_are_understood(piracy, tmp_path):
    text = piracy(
        "play", WHISPERS, "--seats", *seats("human", "Fixed"), "--save", "g.json",
        answers="say\nsing\n\nsay 2\nWrite 1.\n",
    ).out  # fmt: skip
    assert "> say\n  1  Say 0." in text
    assert "No legal action is 'sing'. Give a number from 1 to 8, or h." in text
    assert Replay.load(tmp_path / "g.json", GAME).actions == (2, 0, 5, 0)


@pytest.mark.parametrize("answer", ["9" * 5000, "#" + "9" * 5000, "p a\0b", "s a\0b"])
def test_an_answer_that_makes_no_sense_is_asked_again(piracy, answer):
    play = piracy("play", WHISPERS, "--no-save", answers=f"{answer}\nq\n")
    assert play.code == 0
    assert "Fair winds!" in play.out


def test_an_answer_that_is_no_text_is_asked_again(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\nq\n"), "utf-8"))
    assert main(["play", WHISPERS, "--no-save"]) == 0
    assert "No legal action is" in capsys.readouterr().out


def test_undo_goes_back_to_the_last_decision(piracy, tmp_path):
    answers = "undo\n1\n1\nundo\n"
    text = piracy(
        "play", WHISPERS, "--seats", *seats("human", "Fixed"), "-o", "rounds=3", "--save", "g.json",
        answers=answers + "undo\n3\n3\n3\n",
    ).out  # fmt: skip
    assert "Nobody has decided anything yet." in text
    assert text.count("Set back by one decision.") == 2
    assert Replay.load(tmp_path / "g.json", GAME).actions == (2, 0, 2, 0, 2, 0)


def test_help_rules_pictures_and_saves_on_the_way(piracy, tmp_path):
    text = piracy(
        "play", "mutiny", "--seed", 3, "--no-save",
        answers="h\n? 5.4\n?\n? xyz\np table.svg\n1\nsave a.json\nsave\nq\n",
    ).out  # fmt: skip
    assert "Answer with the number of an action" in text
    assert "MUT-5.4" in text
    assert "no rule is or says 'xyz'" in text
    assert "wrote table.svg" in text
    assert "save what as?" in text
    assert (tmp_path / "table.svg").exists()
    assert Replay.load(tmp_path / "a.json", load).actions


@pytest.mark.parametrize("answers", ["2\n", "2\nq\n"])
def test_leaving_saves_what_was_played_and_the_game_goes_on_later(piracy, tmp_path, answers):
    left = piracy("play", WHISPERS, "--seats", *seats("human", "Fixed"), answers=answers)
    assert left.code == 0
    assert "Fair winds!" in left.out
    (path,) = tmp_path.glob("whispers-*.json")
    assert Replay.load(path, GAME).actions == (1, 0)
    again = piracy(
        "play", WHISPERS, "--resume", path, "--seats", *seats("human", "Fixed"), answers="2\n"
    )
    assert again.code == 0
    assert Replay.load(path, GAME).actions == (1, 0, 1, 0)


def test_a_saved_game_goes_on_with_those_who_sat_there(piracy, tmp_path):
    table = ("--seats", "human:Anne Bonny", "uniform", "--seed", 1, "--save", "g.json")
    left = piracy("play", WHISPERS, *table, "-o", "rounds=3", answers="2\nq\n")
    assert "A (Anne Bonny)> " in left.out
    assert Replay.load(tmp_path / "g.json", GAME).seats == ("human:Anne Bonny", "uniform")
    again = piracy("play", WHISPERS, "--resume", "g.json", answers="2\n2\n")
    assert again.code == 0
    assert "A (Anne Bonny)> " in again.out
    assert "B (uniform)" in again.out
    assert re.search(r"^\w+ +A +Anne Bonny", again.out, re.M)
    replay = Replay.load(tmp_path / "g.json", GAME)
    assert (len(replay), replay.seats) == (6, ("human:Anne Bonny", "uniform"))
    shown = piracy("replay", "g.json", "--game", WHISPERS, "--quiet").out
    assert re.search(r"^\w+ +A +Anne Bonny", shown, re.M)


def test_a_game_is_saved_over_its_own_file_and_over_no_other(piracy, tmp_path):
    table = ("--seats", "human", "uniform", "--seed", 1, "--save", "g.json", "-o", "rounds=9")
    (tmp_path / "other.json").write_text("mine")
    text = piracy("play", WHISPERS, *table, answers="2\ns\n2\ns g.json\n2\nq\n").out
    assert text.count("Saved as g.json") == 3
    assert len(Replay.load(tmp_path / "g.json", GAME)) == 6
    again = piracy(
        "play", WHISPERS, "--resume", "g.json", answers="2\ns\ns other.json\n2\ns ./g.json\nq\n"
    )
    assert "other.json exists already, and is not overwritten" in again.out
    assert len(Replay.load(tmp_path / "g.json", GAME)) == 10
    assert (tmp_path / "other.json").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["g.json", "other.json"]


def test_a_file_that_came_while_the_game_was_played_is_left_alone(piracy, tmp_path):
    engine = Engine(GAME, seed=1, record=True, auto_reset=False)
    engine.reset()
    sitting = Sitting(engine, ["uniform", "uniform"], file=tmp_path / "g.json")
    (tmp_path / "g.json").write_text("mine")
    sitting.play()
    sitting.keep()
    assert (tmp_path / "g.json").read_text() == "mine"
    assert len(Replay.load(tmp_path / "g-2.json", GAME)) == 4


def test_others_may_take_the_seats_of_a_saved_game(piracy, tmp_path):
    piracy("play", WHISPERS, "--seats", "human:Anne", "uniform", "--save", "g.json", answers="2\n")
    piracy("play", WHISPERS, "--resume", "g.json", "--seats", "human:Jack", "human:Mary")
    assert Replay.load(tmp_path / "g.json", GAME).seats == ("human:Jack", "human:Mary")


@pytest.mark.parametrize(
    "name",
    [
        "tests.canary:SINGS",
        "isolated:tests.canary:SINGS",
        "mcts:100+ppo:/dev/zero",
        "ppo:../../elsewhere",
        "ppo:/dev/zero",
        "blackbeard",
    ],
)
def test_no_agent_of_a_file_has_a_module_imported_or_a_path_opened(piracy, saved, name):
    replay = Replay.load(saved, GAME)
    replace(replay, seats=("human", name)).save(saved)
    sys.modules.pop("tests.canary", None)
    before = saved.read_bytes()
    done = piracy("play", WHISPERS, "--resume", saved, answers="1\n")
    assert done.code == 2
    assert f"seat 1: no agent '{name}' is known here" in " ".join(done.err.split())
    assert f"--seats human {name}" in " ".join(done.err.split())
    assert "tests.canary" not in sys.modules
    assert saved.read_bytes() == before


def test_a_saved_game_of_the_first_format_is_gone_on_with(piracy, tmp_path):
    piracy("play", WHISPERS, "--seats", *seats("human", "Fixed"), "--save", "g.json", answers="2\n")
    replace(Replay.load(tmp_path / "g.json", GAME), seats=()).save(tmp_path / "g.json")
    assert "B (uniform)" in piracy("play", WHISPERS, "--resume", "g.json", answers="2\n").out


def test_leaving_before_the_first_move_saves_nothing(piracy, tmp_path):
    assert "Saved" not in piracy("play", WHISPERS, "--seed", 1, answers="").out
    assert not list(tmp_path.iterdir())


def test_a_file_is_not_overwritten(piracy, saved):
    before = saved.read_bytes()
    done = piracy("play", WHISPERS, "--save", saved, answers="1\n")
    assert (done.code, done.out) == (2, "")
    assert saved.read_bytes() == before


def test_a_saved_game_keeps_its_options(piracy, saved):
    done = piracy("play", WHISPERS, "--resume", saved, "-p", 3)
    assert done.code == 2
    assert "those of the saved game" in done.err


def test_agents_alone_can_be_watched(piracy):
    text = piracy("play", WHISPERS, "--seats", "uniform", "uniform", "--no-save").out
    assert text.count(" (uniform)  ") == 4
    assert "1st " in text


def test_the_same_seed_plays_the_same_game(piracy):
    run = ["play", WHISPERS, "--seats", "uniform", "uniform", "--seed", 4, "--no-save"]
    assert piracy(*run).out == piracy(*run).out


@pytest.mark.parametrize(
    ("agent", "reason"),
    {
        "Strange": "action 99 (no such id) is not legal",
        "Shapeless": "must return one action id",
        "Broken": "Broken failed: RuntimeError: out of rum",
    }.items(),
)
def test_an_agent_s_fault_is_named_and_the_game_saved(piracy, tmp_path, agent, reason):
    done = piracy(
        "play", WHISPERS, "--seats", *seats("human", agent), "--save", "g.json", answers="1\n"
    )
    assert done.code == 2
    assert reason in done.err
    assert Replay.load(tmp_path / "g.json", GAME).actions == (0,)


OPEN = "experiments.connect_four:GAME"


def test_a_thinking_agent_gives_advice_from_one_s_own_seat(piracy):
    text = piracy(
        "play", WHISPERS, "--seats", *seats("Thinker", "human"), "--no-save",
        answers="t\nthoughts uniform\nw\nq\n",
    ).out  # fmt: skip
    assert "seat 1 likes Say 0." in text
    assert "uniform does not tell what it thinks" in text
    assert "that would give away" in text


def test_without_an_agent_that_thinks_one_is_named(piracy):
    text = piracy(
        "play", WHISPERS, "--seats", "human", "uniform", "--no-save",
        answers=f"t\nt {seats('Thinker')[0]}\nq\n",
    ).out  # fmt: skip
    assert "no agent at this table can tell what it thinks" in text
    assert "seat 0 likes Say 0." in text


def test_where_all_is_open_the_others_tell_why(piracy):
    text = piracy(
        "play", OPEN, "--seats", *seats("Thinker", "human"), "--no-save", answers="w\nu\nq\n"
    ).out
    assert "seat 0 likes Drop a" in text
    text = piracy("play", OPEN, "--seats", "human", "uniform", "--no-save", answers="why\nq\n").out
    assert "Nobody at this table has told what it thinks." in text


def test_watchers_may_hear_the_thoughts(piracy):
    watched = ("play", WHISPERS, "--seats", *seats("Thinker", "uniform"), "--seed", 1, "--no-save")
    assert "likes" not in piracy(*watched).out
    assert "seat 0 likes Say 0." in piracy(*watched, "--thoughts").out


def test_secrets_are_found_where_there_are_some():
    for game, secret in ((GAME, True), (load("mutiny"), False)):
        engine = Engine(game, seed=1)
        engine.reset()
        assert has_secrets(engine) is secret


# --- on a real terminal ---------------------------------------------------------------------------


def _hear_ctrl_c():
    """What a shell starts in the background ignores it, and so does all that is started by that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """The command on a pseudo-terminal."""

    def __init__(self, *arguments, cwd, columns=90):
        self.far, near = pty.openpty()
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
        environment["COLUMNS"] = str(columns)
        environment.pop("NO_COLOR", None)
        command = [sys.executable, "-m", "piracy_env", *arguments]
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), near)
        self.process = subprocess.Popen(
            command, **streams, cwd=cwd, env=environment, preexec_fn=_hear_ctrl_c
        )
        os.close(near)
        self.seen = ""

    def until(self, words, seconds=60):
        """Read until some words have come, and forget what came before."""
        end = time.monotonic() + seconds
        while words not in self.seen:
            ready, _, _ = select.select([self.far], [], [], max(end - time.monotonic(), 0))
            assert ready, f"no {words!r} in {self.seen!r}"
            self.seen += os.read(self.far, 4096).decode()
        before, _, self.seen = self.seen.partition(words)
        return before

    def type(self, words):
        os.write(self.far, words.encode())

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.far)


@pytest.fixture
def terminal(tmp_path):
    opened = []

    def run(*arguments, **more):
        opened.append(Terminal(*arguments, cwd=tmp_path, **more))
        return opened[-1]

    yield run
    for one in opened:
        one.close()


def test_ctrl_c_ends_a_game_politely(terminal, tmp_path):
    play = terminal("play", WHISPERS, "--seats", "human", "uniform", "--save", "game.json")
    play.until("for help")
    play.until("> ")
    play.type("1\n")
    play.until("for help")
    play.until("> ")
    play.process.send_signal(signal.SIGINT)
    play.type("\n")  # readline overlooks a signal that comes just before it begins to wait
    play.until("Fair winds!")
    play.until("Saved as game.json")
    assert play.process.wait(30) == 0


def test_the_screen_is_wiped_between_two_who_have_secrets(terminal):
    play = terminal("play", WHISPERS, "--seats", "human", "human", "--no-save")
    assert "\x1b[1m" in play.until("for help")
    play.until("> ")
    play.type("1\n")
    assert "\x1b[2J\x1b[3J" in play.until("it is your turn. Press Enter")
    play.type("\n")
    shown = play.until("secrets ? ")
    assert "Say 0." in shown
    play.type("q\n")
    play.until("Fair winds!")


def test_a_replay_is_stepped_through(terminal, saved):
    replay = terminal("replay", str(saved), "--game", WHISPERS)
    for answer, move in (("\n", 0), ("\n", 1), ("b\n", 2), ("4\n", 1), ("q\n", 4)):
        replay.until(f"after move {move} of 4")
        replay.until("quit> ")
        replay.type(answer)
    assert replay.process.wait(30) == 0


@pytest.mark.parametrize("game", list_games())
@pytest.mark.parametrize("columns", [44, 80])
def test_nothing_runs_past_a_terminal(terminal, game, columns):
    play = terminal("play", game, "--seed", "7", "--no-save", columns=columns)
    shown = play.until("for help", seconds=600)  # the compiler may come first
    play.until("> ")
    play.type("h\n")
    shown += play.until("> ")
    play.type("? 1.1\n")
    shown += play.until("> ")
    shown = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", shown)
    assert shown.count("\n") > 20
    assert [line for line in re.split(r"[\r\n]+", shown) if len(line) > columns] == []
