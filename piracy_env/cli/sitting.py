"""A game at the terminal: whose turn it is, what they see, what they answer."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from piracy_env import registry
from piracy_env.cli import menu, screen, show
from piracy_env.cli.rulebook import Rulebook, pages
from piracy_env.core.game import CUT, RUNNING
from piracy_env.core.match import Answer, move
from piracy_env.core.replay import Replay
from piracy_env.core.story import Story
from piracy_env.core.text import ending, ordinal, plural, seat_letter, spaced, wrap
from piracy_env.envs.opponents import HUMAN, Uniform, find_agent, is_person
from piracy_env.errors import AgentError, PiracyError

if TYPE_CHECKING:
    from piracy_env.core.engine import Engine
    from piracy_env.core.view import Agent

HELP = """\
Answer with the number of an action, or with
  #12              the action with the id 12
  some words       only the actions with these words; of many, those of a kind
  l, look          all actions in one list; Enter shows the position again
  ? 5.4            a rule by its id or by words; `?` alone lists the chapters
  w, why 13        the rules behind action 13, or what forbids one that is not
                   legal, by #id or label; `w` alone: what the others thought
  p, picture FILE  the position as a picture (SVG), as you see it
  t, thoughts WHO  what an agent such as mcts:1000 thinks of your position;
                   `t` alone: all who have an opinion
  u, undo          back to your last decision; dice and cards fall as they did
  s, save FILE     save the game and go on; `s` alone: in its own file
  q, quit          save and leave
  h, help          this
Where there is no choice, the only action is taken and told."""

USUAL_ADVISERS = ("heuristic", "ppo")
"""Who is asked for an opinion, beside the agents at the table."""


class Leave(Exception):  # noqa: N818 - not an error
    """Somebody wants to stop."""


class Sitting:
    """Humans and agents around one game."""

    def __init__(
        self,
        engine: Engine,
        seats: Sequence[str],
        *,
        seed: int | None = None,
        hide: bool = True,
        thoughts: bool = False,
        file: Path | None = None,
    ) -> None:
        self.engine = engine
        self.file = file
        """Where the game is kept."""
        self.own: set[Path] = set()
        """Files of this game, which are written over unasked."""
        self.names = list(seats)
        self.humans = [seat for seat, name in enumerate(seats) if is_person(name)]
        self.agents = {
            seat: _agent(name, engine, seed, seat)
            for seat, name in enumerate(seats)
            if not is_person(name)
        }
        self.hide = hide and len(self.humans) > 1
        self.secrets = False
        """Whether the screen has ever shown what only one seat may know."""
        self.viewers: list[int | None] = [*self.humans] or [None]
        """Who is told what happens: those who only watch, all of it."""
        self.news: dict[int, list[str]] = {seat: [] for seat in self.humans}
        self.story = Story(engine, now=True)
        self.decisions: list[int] = []
        """Actions played before each decision of a human: where undo leads."""
        self.last_human: int | None = None
        self.thoughts = thoughts and not self.humans
        """Whether those who only watch are told what the agents think."""
        self.reasons: dict[int, str] = {}
        """What each agent thought before its last move, if it can tell."""

    # --- the course of the game -------------------------------------------------------------------

    def play(self) -> None:
        """Play to the end, or until somebody leaves."""
        try:
            while self.engine.record().over == RUNNING:
                self._play_on(int(self.engine.seat[0]))
            self._tell_end()
        except (Leave, EOFError, KeyboardInterrupt):
            print("\n" + screen.paint("Fair winds!", screen.BOLD))

    def _play_on(self, seat: int) -> None:
        """Ask whoever is to move, and tell what comes of it."""
        if seat in self.agents:
            game = np.arange(1)
            name = self.names[seat]
            move(self.engine, game, self.agents[seat], name=name, listener=self._hear)
        else:
            action = self._forced(seat)
            if action is None:
                action = self._ask_human(seat)
            if action is None:  # set back
                return
            self._tell(seat, action)
            self.engine.step([action])
        self._tell_news()

    def _forced(self, seat: int) -> int | None:
        """The only action that a human has, if there is only one; it is told, and not asked for."""
        legal = self.engine.legal()
        if len(legal) != 1:
            return None
        words = self.engine.describe_action(0, legal[0], seat)
        self._say(seat, self._report(seat, f"{words} (no choice)"))
        return legal[0]

    def _hear(self, answer: Answer) -> None:
        """What an agent is about to do, and why."""
        seat = int(answer.view.seat[0])
        agent = self.agents[seat]
        if hasattr(agent, "explain"):
            self.reasons[seat] = agent.explain(answer.view, 0)
            if self.thoughts:
                print(screen.paint(screen.fit(self.reasons[seat]), screen.DIM))
        self._tell(seat, int(answer.actions[0]))

    def _tell(self, seat: int, action: int) -> None:
        """Tell the others of an action in the words that are theirs to know."""
        for viewer in self.viewers:
            words = self.engine.describe_action(0, action, viewer)
            if words and viewer != seat:  # else done in secret, or by themselves
                self._say(viewer, self._report(seat, words))

    def _tell_news(self) -> None:
        """Tell everybody what chance and the rules have made of it."""
        for event in self.story.go_on(self.engine):
            for viewer in self.viewers:
                for line in event.news(viewer):
                    self._say(viewer, screen.fit(f"    {line}"))

    def _say(self, viewer: int | None, text: str) -> None:
        """Print what a viewer is told: at once, or when others do not look at the screen."""
        if viewer is None or len(self.humans) == 1:
            print(text)
        else:
            self.news[viewer].append(text)

    def _report(self, seat: int, words: str) -> str:
        """Who did what, on as many lines as it takes."""
        title = self._title(seat)
        indent = " " * (len(title) + 2)
        first, *rest = wrap(words, screen.width() - len(indent)) or [""]
        return "\n".join(
            [f"{screen.paint(title, screen.DIM)}  {first}", *(indent + r for r in rest)]
        )

    def _title(self, seat: int) -> str:
        return f"{seat_letter(seat)} ({called(self.names[seat])})"

    def _tell_end(self) -> None:
        for line in self._common_news():
            print(line)
        print("\n" + screen.fit(self.engine.describe(0, None)) + "\n")
        print("\n".join(results(self.engine, self.names)))

    def _common_news(self) -> list[str]:
        """What nobody has looked at yet, and all who play here may know."""
        first, *others = self.news.values() or [[]]
        return [line for line in first if all(line in known for known in others)]

    def keep(self) -> None:
        """Save the game, if it is to be saved and has begun."""
        path = self.file
        if path is not None and self.engine.played():
            if path.exists() and path.absolute() not in self.own:  # somebody's, since this began
                path = show.free_path(str(path.with_suffix("")), path.suffix.removeprefix("."))
            self._write(path)
            game = self.engine.game
            own = "" if game.name in registry.list_games() else f" --game {game.home}"
            print(screen.fit(f"Saved as {path}: `piracy replay {path}{own}` steps through it."))

    def _write(self, path: Path) -> None:
        Replay.of(self.engine, seats=self.names).save(path)
        self.own.add(path.absolute())

    # --- a human's turn ---------------------------------------------------------------------------

    def _ask_human(self, seat: int) -> int | None:
        """A human's action; None if the game was set back instead."""
        self.secrets = self.secrets or has_secrets(self.engine)
        if self.hide and self.secrets and self.last_human not in (seat, None):
            screen.clear()
            screen.ask(f"{self._title(seat)}, it is your turn. Press Enter when only you look. ")
            screen.clear()
        self.last_human = seat
        for line in self.news[seat]:
            print(line)
        self.news[seat].clear()
        self._show(seat)
        choice = focus = menu.entries(self.engine, seat)
        table = self.engine.game.actions
        while True:
            answer = screen.ask(f"{self._title(seat)}> ")
            groups = menu.grouped(focus, table)
            meant = groups.get(answer.lower()) or menu.choose(choice, answer)
            if len(meant) == 1 and menu.is_exact(choice, answer):
                self.decisions.append(len(self.engine.played()))
                return meant[0].id
            name, _, rest = answer.partition(" ")
            if name in COMMANDS and answer.lower() not in groups:
                engine, focus = self.engine, choice
                self._obey(name, seat, rest.strip())
                if self.engine is not engine:
                    return None
            elif meant:
                focus = meant
                print("\n".join(menu.asked(meant, table, screen.width())))
            else:
                print(self._refusal(answer, len(choice)))

    def _refusal(self, answer: str, count: int) -> str:
        """What is wrong with an answer: no action is meant, or it is not legal now."""
        return screen.fit(
            f"No legal action is {answer!r}. Give a number from 1 to {count}, or h. "
            "`why` and an action tells what forbids it."
        )

    def _obey(self, name: str, seat: int, rest: str) -> None:
        try:
            COMMANDS[name](self, seat, rest)
        except PiracyError as error:
            print(screen.paint(screen.fit(str(error)), screen.RED))

    def _look(self, seat: int, _: str) -> None:
        """The position, and all actions in one list."""
        choice = menu.entries(self.engine, seat)
        print("\n".join(menu.lines(choice, screen.width())))
        self._show_position(seat, len(choice))

    def _show(self, seat: int, _: str = "") -> None:
        """The actions, or what they differ in, and nearest to the prompt the position."""
        choice = menu.entries(self.engine, seat)
        print(screen.paint("─" * screen.width(), screen.DIM))
        print("\n".join(menu.asked(choice, self.engine.game.actions, screen.width())))
        self._show_position(seat, len(choice))

    def _show_position(self, seat: int, count: int) -> None:
        print("\n" + screen.fit(self.engine.describe(0, seat)) + "\n")
        decision = self.engine.decision(0, seat)
        what = f"{spaced(decision.lower())}: " if decision else ""
        print(screen.paint(f"{what}{plural(count, 'legal action')}; h for help", screen.DIM))

    def _help(self, _: int, __: str) -> None:
        print(screen.fit(HELP))

    def _rule(self, _: int, rest: str) -> None:
        book = Rulebook.of(self.engine.game)
        if rest:
            print("\n".join(pages(book.find(rest), screen.width())))
        else:
            print("\n".join(chapter.title for chapter in book.chapters()))

    def _undo(self, _: int, __: str) -> None:
        if not self.decisions:
            print("Nobody has decided anything yet.")
            return
        self.engine = Replay.of(self.engine).engine_at(self.decisions.pop())
        self.story = Story(self.engine, now=True)
        self.reasons.clear()
        for lines in self.news.values():
            lines.clear()
        print("Set back by one decision.")

    def _picture(self, seat: int, rest: str) -> None:
        path = Path(rest) if rest else show.free_path(self.engine.game.name, "svg")
        show.write(path, show.svg_file(self.engine, seat))

    def _thoughts(self, _: int, rest: str) -> None:
        """What agents would think in this seat: they are given what the seat may know."""
        game = self.engine.game
        known = {rest: find_agent(rest, game)} if rest else self._advisers()
        opinions = {
            name: agent.explain(self.engine.view(), 0)
            for name, agent in known.items()
            if hasattr(agent, "explain")
        }
        for name, opinion in opinions.items():
            is_named = bool(rest) or opinion.startswith(name)
            head = "" if is_named else f"{screen.paint(name, screen.BOLD)}\n"
            print(head + screen.fit(opinion))
        if not opinions:
            who = f"{rest} does not" if rest else "no agent at this table can"
            raise AgentError(
                f"{who} tell what it thinks; name one that searches, such as mcts:1000"
            )

    def _advisers(self) -> dict[str, Agent]:
        """Agents with an opinion: those at the table, and the usual ones of the game."""
        found = {called(self.names[seat]): agent for seat, agent in self.agents.items()}
        for name in USUAL_ADVISERS:
            if name not in found:
                with contextlib.suppress(PiracyError):
                    found[name] = find_agent(name, self.engine.game)
        return found

    def _why(self, seat: int, rest: str) -> None:
        """The rules about an action; without one, what the others thought."""
        if rest:
            self._explain(seat, rest)
            return
        if has_secrets(self.engine):
            raise PiracyError("that would give away what the others know and you do not")
        for other, reason in self.reasons.items():
            print(f"{screen.paint(self._title(other), screen.BOLD)}\n{screen.fit(reason)}")
        if not self.reasons:
            print("Nobody at this table has told what it thinks.")

    def _explain(self, seat: int, rest: str) -> None:
        """Why an action is legal, or what forbids it; actions are named as in answers."""
        choice = menu.entries(self.engine, seat)
        meant = menu.choose(choice, rest)
        if rest.startswith("#") and rest[1:].strip().isdecimal():
            action = int(rest[1:])
        elif len(meant) == 1 and menu.is_exact(choice, rest):
            action = meant[0].id
        elif rest.isdecimal():
            raise PiracyError(f"there are actions 1 to {len(choice)}; others go by #id or label")
        else:
            action = self.engine.game.actions.id(rest)
        told = self.engine.explain(0, action)
        verdict = screen.paint("legal" if told.legal else "not legal", screen.BOLD)
        cited = f" ({', '.join(told.rules)})" if told.rules else ""
        print(screen.fit(f"{told.label}: {verdict}: {told.words}{cited}."))
        if told.rules and (book := Rulebook.of(self.engine.game)):
            for rule in told.rules:
                print("\n".join(pages(book.find(rule), screen.width())))

    def _save(self, _: int, rest: str) -> None:
        path = Path(rest) if rest else self.file
        if path is None:
            raise PiracyError("save what as? Say: save FILE")
        if path.absolute() not in self.own:
            screen.require_free(path)
        self._write(path)
        print(screen.fit(f"Saved as {path}."))

    def _quit(self, _: int, __: str) -> None:
        raise Leave


COMMANDS: dict[str, Callable[[Sitting, int, str], None]] = {
    "": Sitting._show,
    **dict.fromkeys(("l", "look"), Sitting._look),
    **dict.fromkeys(("?", "rule"), Sitting._rule),
    **dict.fromkeys(("p", "picture"), Sitting._picture),
    **dict.fromkeys(("t", "thoughts"), Sitting._thoughts),
    **dict.fromkeys(("w", "why"), Sitting._why),
    **dict.fromkeys(("u", "undo"), Sitting._undo),
    **dict.fromkeys(("s", "save"), Sitting._save),
    **dict.fromkeys(("q", "quit", "exit"), Sitting._quit),
    **dict.fromkeys(("h", "help"), Sitting._help),
}


def has_secrets(engine: Engine, worlds: int = 16) -> bool:
    """Whether some seat knows what another one does not: they differ in what a redraw leaves be."""
    known = []
    for seat in range(engine.options.players):
        drawn = engine.worlds([0] * worlds, [seat] * worlds, engine.keys(0, 0, worlds))
        bytes_of = np.asarray(drawn).view(np.uint8).reshape(worlds, -1)
        known.append((bytes_of == bytes_of[0]).all(axis=0))
    return any((same != known[0]).any() for same in known)


def _agent(name: str, engine: Engine, seed: int | None, seat: int) -> Agent:
    """The agent of a name; random ones play the same with the same seed."""
    if name == "uniform" and seed is not None:
        return Uniform(seed + seat)
    try:
        return find_agent(name, engine.game)
    except PiracyError:
        raise
    except Exception as error:  # whatever the maker of somebody's agent may raise
        raise AgentError(f"{name} cannot be made: {type(error).__name__}: {error}") from error


def called(name: str) -> str:
    """What whoever sits somewhere is called at the table: people by their own names."""
    return name.removeprefix(f"{HUMAN}:").strip()


def results(engine: Engine, names: Sequence[str] = ()) -> list[str]:
    """Who came in where, best first."""
    state = engine.record()
    if state.over == RUNNING:
        return ["The game is still going on."]
    if state.over == CUT:
        return [f"The game was cut short after {plural(state.moves, 'move')}; nobody wins."]
    came = engine.outcome()
    order = sorted(range(len(came.ranks)), key=lambda seat: (came.ranks[seat], seat))
    rows = [
        (
            ordinal(came.ranks[seat]),
            seat_letter(seat),
            *map(called, names[seat : seat + 1]),
            came.scores[seat],
        )
        for seat in order
    ]
    head = ("place", "seat", *(["player"] if names else []), "score")
    return [ending(came), *screen.table(head, rows, ">".rjust(len(head), "<"))]
