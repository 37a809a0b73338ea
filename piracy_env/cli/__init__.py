"""The command `piracy`: look at games, play them, replay, measure and check them."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Generator, Sequence
from typing import NoReturn

from piracy_env import __version__
from piracy_env.cli import (
    agents,
    bench,
    cards,
    check,
    games,
    play,
    replay,
    rules,
    screen,
    show,
    table,
    tournament,
    warmup,
)
from piracy_env.cli.progress import announced
from piracy_env.core.text import WRAPPED, columns_of
from piracy_env.errors import PiracyError

COMMANDS = (
    *(games, agents, rules, cards, show, play, table, replay),
    *(tournament, bench, check, warmup),
)

FAILED, REFUSED, INTERRUPTED = 1, 2, 130
"""Exit codes: a check found a fault; the user's input was refused; Ctrl-C."""

DESCRIPTION = "Pirate board games as fast reinforcement-learning environments."
EXAMPLES = """\
examples:
  piracy games                                   what there is
  piracy rules mutiny MUT-5.4                    look a rule up
  piracy play mutiny --seats human uniform uniform
  piracy replay mutiny-20260101-120000.json      step through a game
  piracy tournament mutiny --agents uniform heuristic ppo
  piracy bench mutiny --players 4 --json         measure it
"""


class Parser(argparse.ArgumentParser):
    """Reports a wrong argument as an error of ours: one line, and where to find help."""

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        raise UsageError(f"{message} (see: {self.prog} --help)")


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the line breaks of examples, and lists commands without a heading of their own."""

    def _format_action(self, action: argparse.Action) -> str:
        text = super()._format_action(action)
        return text.partition("\n")[2] if action.nargs == argparse.PARSER else text

    def _iter_indented_subactions(
        self, action: argparse.Action
    ) -> Generator[argparse.Action, None, None]:
        # without a heading they are not indented, and the longest name leaves room for its help
        yield from getattr(action, "_get_subactions", tuple)()


class UsageError(PiracyError):
    """A command line that cannot be understood."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; returns the exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            parser = _parser()
            args = parser.parse_args(argv)
            if args.run is None:
                parser.print_help(sys.stderr)
                return REFUSED
            with announced(), columns_of(screen.width() if sys.stdout.isatty() else WRAPPED):
                code: int = args.run(args)
            sys.stdout.flush()
            return code
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # the reader has gone; keep the interpreter from complaining when it closes the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except (PiracyError, OSError, MemoryError) as error:
        words = str(error) or "not enough memory"
        print(f"{screen.paint('piracy:', screen.RED, stream=sys.stderr)} {words}", file=sys.stderr)
        return REFUSED


def _parser() -> Parser:
    parser = Parser(
        prog="piracy",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=Formatter,
    )
    parser.add_argument("--version", action="version", version=f"piracy_env {__version__}")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(metavar="command", title="commands")
    for command in COMMANDS:
        name = command.__name__.rpartition(".")[2]
        summary, _, rest = (command.__doc__ or "").partition("\n")
        summary = summary.rstrip(".")
        subparser = commands.add_parser(
            name,
            help=summary[:1].lower() + summary[1:],
            description=f"{summary}.",
            epilog=rest.strip("\n") or None,
            formatter_class=Formatter,
        )
        command.add_arguments(subparser)
        subparser.set_defaults(run=command.run)
    return parser


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    words = screen.paint("piracy: warning:", screen.YELLOW, stream=sys.stderr)
    print(f"{words} {message}", file=sys.stderr)
