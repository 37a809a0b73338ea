"""Whatever stands on a command line, it works or is refused in a line that names what was wrong."""

import pytest

from piracy_env.cli import FAILED, REFUSED
from tests.cli.conftest import WHISPERS
from tests.misuse import patience

TEXTS = {
    "nothing": "",
    "a blank": " ",
    "NUL": "a\0b",
    "a byte that is no text": "\udcff",
    "a control character": "\x1b[2J",
    "a fraction": "0.5",
    "nan": "nan",
    "infinity": "inf",
    "minus infinity": "-inf",
    "beyond a float": "1e999",
    "-1": "-1",
    "0": "0",
    "beyond 64 bits": str(2**70),
    "far below": str(-(2**70)),
    "endless digits": "9" * 5000,
    "digits of another script": "\u0663",
    "an exponent, raised": "\u00b2",
    "a word": "first",
    "a long word": "x" * 5000,
    "a folder": "/",
    "no end of bytes": "/dev/zero",
    "no such file": "no/such/file.json",
    "no module": "no.such:GAME",
    "no attribute": "tests.core.whispers:NO",
    "no game": "json:loads",
    "a module's middle": "tests.core.whispers:GAME.name",
    "colons": "::",
    "an equals sign": "=",
    "an option twice": "rounds=rounds=2",
    "an option that is no number": "rounds=nan",
    "an option beyond": f"rounds={2**70}",
    "an option without end": "rounds=" + "9" * 5000,
    "a search of nothing": "mcts:",
    "a search of too much": "mcts:" + "9" * 5000,
    "a search without end": "mcts:infs",
}

QUICK = {
    "games": [WHISPERS],
    "rules": ["mutiny"],
    "cards": ["mutiny"],
    "show": [WHISPERS],
    "play": [WHISPERS, "--seats", "uniform", "uniform", "--no-save"],
    "replay": ["{saved}", "--game", WHISPERS],
    "tournament": [WHISPERS, "--agents", "uniform", "tests.envs.tables:Lowest", "--deals", "1"],
    "bench": [WHISPERS, "--envs", "1", "--seconds", "0.01"],
    "check": [WHISPERS, "--games", "1", "--moves", "1", "--only", "actions"],
    "warmup": ["--no-agents", WHISPERS],
}
ARGUMENTS = [
    *(("games", name) for name in ("game",)),
    *(("rules", name) for name in ("game", "id")),
    *(("cards", name) for name in ("game", "section", "--tables")),
    *(("show", name) for name in ("game", "-p", "--preset", "-o", "--tables", "--seed")),
    *(("show", name) for name in ("--reward", "--moves", "--replay", "--move", "--seat", "--svg")),
    *(("play", name) for name in ("game", "-p", "-o", "--seed", "--reward", "--seats")),
    *(("play", name) for name in ("--resume", "--save")),
    *(("replay", name) for name in ("file", "--game", "--tables", "--seat", "--move", "--svg")),
    ("replay", "--at"),
    *(("tournament", name) for name in ("game", "-p", "-o", "--agents", "--deals", "--seed")),
    ("tournament", "--reward"),
    *(("bench", name) for name in ("game", "-p", "--envs", "--threads", "--seconds")),
    *(("check", name) for name in ("game", "-p", "-o", "--games", "--moves", "--seed", "--only")),
    *(("warmup", name) for name in ("game", "--jobs")),
]
LARGE = {
    *(("show", "--moves"), ("check", "--games"), ("check", "--moves"), ("bench", "--seconds")),
    *(("warmup", "--jobs"), ("tournament", "--deals")),
}
"""A large number is no mistake there: it is asked for, and takes its time."""


def _line(command, argument, text, saved):
    """A command line with one argument replaced, or added."""
    given = [word.format(saved=saved) for word in QUICK[command]]
    if argument in ("game", "file"):
        place = given.index(WHISPERS) if WHISPERS in given and argument == "game" else 0
        return [command, *given[:place], "--", text] if text[:1] == "-" else [
            command, *given[:place], text, *given[place + 1 :]
        ]  # fmt: skip
    if argument in ("section", "id"):
        return [command, *given, "--", text]
    if argument in given:
        place = given.index(argument)
        return [command, *given[: place + 1], text, *given[place + 2 :]]
    if argument == "--save":
        given.remove("--no-save")
    return [command, *given, f"{argument}={text}"] if argument[:2] == "--" else [
        command, *given, f"{argument}{text}"
    ]  # fmt: skip


@pytest.mark.parametrize(("command", "argument"), ARGUMENTS)
def test_a_command_line_is_understood_or_refused(piracy, saved, command, argument):
    for title, text in TEXTS.items():
        if (command, argument) in LARGE and text.lstrip("-").isdecimal() and len(text) < 30:
            continue
        with patience():
            done = piracy(*_line(command, argument, text, saved), answers="q\n")
        assert done.code in (0, FAILED, REFUSED), title
        assert "it hangs" not in done.err, title
        if done.code == REFUSED:
            (line,) = [one for one in done.err.splitlines() if one.startswith("piracy: ")]
            assert len(line) > len("piracy: "), title
