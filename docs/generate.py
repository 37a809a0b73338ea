"""Writes what the code knows into the documents: `python -m docs.generate`, or `make docs`.

A document asks for a section by a pair of comments, `generated:actions` and `/generated`; what
stands between them is replaced. Where a package has several games, it says of which it is:
`generated:actions:skull_tales_voyage`. The page of the command line and a page for each game are
generated as a whole, and a picture of each game is drawn. With `--check` nothing is written, and
the exit code says whether everything is up to date.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from textwrap import dedent
from typing import Any

from experiments.reporting import page as markdown
from piracy_agents import heuristic
from piracy_env import cli, registry
from piracy_env.core.engine import Engine
from piracy_env.core.files import rule_files
from piracy_env.core.game import Game
from piracy_env.core.layout import Group
from piracy_env.core.options import Numbers, OneOf, Option, Words
from piracy_env.core.tables import MARKS, Section, Tables, Text
from piracy_env.drawing.svg import embed_fonts
from piracy_env.testing import CHECKS

ROOT = Path(__file__).parent.parent
SHOWN = 8
"""Names listed in a cell before the rest is counted."""
PICTURE_SEED = 2
PICTURE_AT = 0.4
"""How far into a random game its picture is taken."""
PLAYED = {
    "skull_tales": ("shipmate", 0.5),
    "skull_tales_adventure": ("shipmate", 0.5),
    "skull_tales_voyage": ("raider", 0.62),
}
"""Games that random play does not show at their best: whose heuristic plays, and how far."""

MARKER = re.compile(r"(<!-- generated:(\w+)(?::(\w+))? -->\n).*?(<!-- /generated -->)", re.DOTALL)


# --- Markdown -----------------------------------------------------------------------------------


def table(head: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """A table of words, as a paragraph."""
    return markdown.table(head, rows, figures=False) + "\n"


def _code(value: object) -> str:
    return f"`{value}`"


def _listed(names: Iterable[object]) -> str:
    """Names for a cell: all of them, or the first ones and how many there are."""
    values = [str(name) for name in names]
    first = int(values[0]) if values and values[0].isdecimal() else 0
    if len(values) > 3 and values == [str(first + step) for step in range(len(values))]:
        return f"{values[0]} to {values[-1]}"
    if len(values) <= SHOWN:
        return ", ".join(values)
    return f"{', '.join(values[: SHOWN - 2])}, … {values[-1]} ({len(values)})"


# --- sections -----------------------------------------------------------------------------------


def facts(game: Game) -> str:
    """What the game is, in numbers."""
    bounds = {seats: game.longest(game.choose(seats)) for seats in game.seats}
    longest = ", ".join(f"{moves:,} with {seats}" for seats, moves in bounds.items())
    if len(set(bounds.values())) == 1:
        longest = f"{bounds[game.default_seats]:,}"
    hidden = ", ".join(_code(name) for name in game.hidden) or "nothing"
    return table(
        ("fact", "value"),
        [
            ("name, version", f"`{game.name}`, {game.version}"),
            ("players", f"{_listed(game.seats)} (default {game.default_seats})"),
            ("actions", game.actions.size),
            ("observation", f"{game.observation.size} floats in [0, 1]"),
            ("state", f"one record of {game.dtype.itemsize:,} bytes"),
            ("phases", ", ".join(_code(phase.name) for phase in game.phases)),
            *([("decisions", len(game.decisions))] if game.decisions else []),
            *([("a listing of", _code(game.whole.name))] if game.whole else []),
            ("hidden from some seat", hidden),
            ("no game takes more moves than", longest),
            ("reward modes", _modes(game)),
            ("ends for", ", ".join(_code(reason) for reason in game.reasons)),
        ],
    )


def _modes(game: Game) -> str:
    """Names of the reward modes, and which is the default."""
    names = ", ".join(_code(mode) for mode in game.reward_modes)
    return f"{names} (default {_code(game.default_reward)})"


def options(game: Game) -> str:
    """Options with their defaults and ranges, and the presets."""
    rows = [
        (_code(name), _code(_default(option)), _range(option), option.doc)
        for name, option in game.options.items()
    ]
    text = table(("option", "default", "allowed", "meaning"), rows) if rows else "No options.\n"
    presets = [
        f"- preset `{name}`: {', '.join(f'`{key}={value!r}`' for key, value in values.items())}"
        for name, values in game.presets.items()
    ]
    return text + ("\n" + "\n".join(presets) + "\n" if presets else "")


def _default(option: Option) -> object:
    return list(option.default) if isinstance(option, (Numbers, Words)) else option.default


def _range(option: Option) -> str:
    if not isinstance(option, OneOf):
        return option.allowed()
    return ", ".join(_code(choice) for choice in option.choices)


def actions(game: Game) -> str:
    """The action blocks: ids, axes, an example, meaning."""
    rows = []
    for block, span in zip(game.actions.blocks, game.actions.spans, strict=True):
        axes = "; ".join(f"{axis}: {_listed(values)}" for axis, values in block.axes.items())
        ids = f"{span.start}" if span.size == 1 else f"{span.start}-{span.stop - 1}"
        example = game.actions.labels[span.start + span.size // 2]
        rows.append((_code(block.name), ids, span.size, axes, _code(example), block.doc))
    head = ("block", "ids", "size", "axes, the last running fastest", "a label", "meaning")
    return table(head, rows)


def decisions(game: Game) -> str:
    """What is decided, where that is more than the phase."""
    assert game.decisions
    rows = [
        (
            int(handler.kind),
            _code(handler.name),
            "yes" if handler.stands is None else "if it stands",
            handler.doc,
        )
        for handler in game.decisions.handlers
    ]
    return table(("number", "decision", "always asked", "what is decided"), rows)


def observation(game: Game) -> str:
    """The observation groups: slices, rows, features, meaning."""
    rows = []
    for group, where in zip(game.observation.groups, game.observation.slices, strict=True):
        rows.append(
            (
                _code(group.name),
                f"[{where.start}:{where.stop}]",
                group.size,
                _listed(group.rows) if len(group.rows) > 1 else "",
                _features(group),
                group.doc,
            )
        )
    return table(("group", "slice", "floats", "rows", "features", "meaning"), rows)


def _features(group: Group) -> str:
    return _listed(group.features) if len(group.features) > 1 else ""


def features(game: Game) -> str:
    """Every float of the observation, by name."""
    parts = []
    for group, where in zip(game.observation.groups, game.observation.slices, strict=True):
        width = len(group.features)
        index = f"`{where.start}" + (f" + {width} x row" if len(group.rows) > 1 else "")
        lines = [f"### {group.name} [{where.start}:{where.stop}]", _sentence(group.doc)]
        if group.size == 1:
            lines.append(f"Float `{where.start}`.")
        else:
            lines.append(f"Float {index} + feature`.")
        if len(group.rows) > 1:
            lines.append(f"Rows: {_numbered(group.rows)}.")
        if width > 1:
            lines.append(f"Features: {_numbered(group.features)}.")
        parts.append("\n\n".join(line for line in lines if line))
    return "\n\n".join(parts) + "\n"


def _numbered(names: Iterable[str]) -> str:
    return ", ".join(f"`{number}` {name}" for number, name in enumerate(names))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].rstrip('.')}." if words else ""


def state(game: Game) -> str:
    """The fields of the state record."""
    rows = []
    for name, (kind, *_) in (game.dtype.fields or {}).items():
        shape = " x ".join(str(size) for size in kind.shape)
        values = kind.base.name if kind.base.names is None else ", ".join(kind.base.names)
        known = _hidden(game, name, kind)
        rows.append((_code(name), values, shape, known))
    return table(("field", "type", "size", ""), rows)


def _hidden(game: Game, name: str, kind: Any) -> str:
    """What some seat does not know of a field: all of it, or members of a record."""
    members = [member for member in kind.base.names or () if game.hides(f"{name}.{member}")]
    if game.hides(name) or not members:
        return "hidden from some seat" if game.hides(name) else ""
    return f"hidden from some seat: {', '.join(members)}"


def tables(game: Game) -> str:
    """The shipped component tables, each column with its provenance."""
    shipped = game.tables.load()
    marks = ", ".join(f"{mark} {meaning}" for mark, meaning in MARKS.items())
    parts = [f"Where a value comes from: {marks}.\n"]
    for section in game.tables.sections:
        parts += [f"### {section.name}\n", f"{section.doc}\n"][: 2 if section.doc else 1]
        parts += [values] if (values := _values(section, shipped)) else []
        parts += _pictures(section, shipped)
        parts += [notes] if (notes := _sources(section, shipped)) else []
    return "\n".join(parts)


def _values(section: Section, shipped: Tables) -> str:
    values = shipped.values[section.name]
    if len(section.pictures()) == len(section.columns):
        return ""
    if not section.rows:
        return table(
            ("value", "", "mark", "meaning"),
            [
                (_code(name), _shown(values[name]), _letter(shipped, section, name), column.doc)
                for name, column in section.columns.items()
                if name not in section.pictures()
            ],
        )
    names = [name for name in section.columns if name not in section.pictures()]
    head = [f"{name} ({_letter(shipped, section, name)})" for name in names]
    rows = [
        (_code(key), *(_shown_in(section, shipped, key, name) for name in names))
        for key in section.rows
    ]
    return table(("row", *head), rows)


def _pictures(section: Section, shipped: Tables) -> Iterator[str]:
    """The pictures of a section as they are drawn, and what their characters mean."""
    for name, grid in section.pictures().items():
        usual = _letter(shipped, section, name)
        pictures = []
        for key, lines in shipped.drawn(section, name).items():
            own = shipped.mark(section.name, name, key).split(" ")[0]
            title = key if own == usual else f"{key} ({own})"
            pictures.append("\n".join([title, *lines] if key else lines))
        yield f"`{name}` ({usual}): {grid.legend()}\n"
        yield "```text\n" + "\n\n".join(pictures) + "\n```\n"


def _shown_in(section: Section, shipped: Tables, key: str, column: str) -> str:
    """A value, with its own mark where it departs from its column's."""
    own = shipped.mark(section.name, column, key).split(" ")[0]
    value = _shown(shipped.values[section.name][key][column])
    return value if own == _letter(shipped, section, column) else f"{value} ({own})"


def _shown(value: object) -> str:
    if not isinstance(value, list):
        return str(value)
    apart = "; " if value and isinstance(value[0], list) else ", "
    return apart.join(_shown(item) for item in value)


def _letter(shipped: Tables, section: Section, column: str) -> str:
    return shipped.mark(section.name, column).split(" ")[0]


def _sources(section: Section, shipped: Tables) -> str:
    """What each column means, and the note on where its values come from."""
    lines = []
    for name, column in section.columns.items():
        note = shipped.mark(section.name, name)[2:]
        meaning = column.doc if section.rows or isinstance(column, Text) else ""
        words = "; ".join(part for part in (meaning, note) if part)
        if words:
            lines.append(f"- `{name}`: {words}")
    return "\n".join(lines) + "\n" if lines else ""


def history(game: Game) -> str:
    """What changed for the same seed and actions, version by version."""
    return "\n".join(f"- {line}" for line in game.history or ("1: first version",)) + "\n"


BATTERY = """\
# The battery

<!-- The table is written by `make docs` from the checks themselves; edits here are lost. -->

Every game must pass the same checks, for each player count and option. They are shipped with the
package, so that a game of your own can be held to them: give the `Game` object, or where it is, as
`module:attribute`. Each check has been shown to catch the fault that it is for.

```python
from piracy_env.testing import check_game

report = check_game("mutiny", players=3, only="contract")
print(report)
report.require()  # raises CheckFailure, if anything is wrong
```

`piracy check mutiny` does the same on the command line. A failure says how to see it again:
options, seed, game, move, action, seat, and what differs.

Games that take far more than ten thousand moves are left after as many as `Game.battery_moves`
says, or `check_game(..., most=2000)`; the check `length` plays one of each player count to its end.

{checks}"""

SECTIONS: dict[str, Callable[[Game], str]] = {
    "facts": facts,
    "options": options,
    "actions": actions,
    "decisions": decisions,
    "observation": observation,
    "features": features,
    "state": state,
    "tables": tables,
    "history": history,
}
PAGE = ("facts", "options", "actions", "decisions", "features", "state")
"""Sections of a game's page; its readme has room for others."""


# --- documents ----------------------------------------------------------------------------------


def fill(text: str, *games: Game) -> str:
    """Replace what stands between the markers of a document about the games of a package."""
    known = {game.name: game for game in games}

    def replaced(match: re.Match[str]) -> str:
        if match[2] not in SECTIONS:
            raise SystemExit(f"no section {match[2]!r}; there are: {', '.join(SECTIONS)}")
        name = match[3] or (games[0].name if len(games) == 1 else "")
        if name not in known:
            section = f"generated:{match[2]}" + (f":{name}" if name else "")
            raise SystemExit(f"{section} must name one of {', '.join(known)}")
        return f"{match[1]}{SECTIONS[match[2]](known[name])}{match[4]}"

    return MARKER.sub(replaced, text)


def page(game: Game) -> str:
    """The reference page of a game."""
    source = f"../../{game.folder.relative_to(ROOT).as_posix()}"
    files = rule_files(game.folder, game.rule_parts)
    rules = ", ".join(f"[{path.stem}]({source}/{path.name})" for path in files)
    parts = [
        f"# {game.title}",
        "<!-- Written by `make docs` from the game itself; edits here are lost. -->",
        f"![A table of {game.name}](../pictures/{game.name}.svg)",
        f"How to play, and the tables: [README]({source}/README.md). "
        f"Every rule with its id: {rules}.",
    ]
    titles = [title for title in PAGE if title != "decisions" or game.decisions]
    parts += [f"## {title.capitalize()}\n\n{SECTIONS[title](game).rstrip()}" for title in titles]
    return "\n\n".join(parts) + "\n"


def command_page() -> str:
    """What the command line offers: each command's summary and examples."""
    parts = [
        "# Command line",
        "<!-- Written by `make docs` from the commands themselves; edits here are lost. -->",
        "`piracy COMMAND --help` lists the arguments of a command. Exit codes: 0 all is well, "
        "1 a check found a fault, 2 the input was refused, with the reason and what is allowed.",
    ]
    for command in cli.COMMANDS:
        summary, _, rest = (command.__doc__ or "").partition("\n")
        name = command.__name__.rpartition(".")[2]
        explained, _, examples = rest.strip("\n").partition("Examples:\n")
        parts += [f"## piracy {name}", summary]
        parts += [explained.strip()] if explained else []
        parts += [f"```text\n{dedent(examples)}\n```"] if examples else []
    return "\n\n".join(parts) + "\n"


def battery_page() -> str:
    """The checks that every game must pass."""
    rows = [(_code(check.name), check.group, check.doc) for check in CHECKS.values()]
    return BATTERY.format(checks=table(("check", "group", "what must hold"), rows))


def picture(game: Game) -> str:
    """A position from the middle of a game, as the seat to move sees it."""
    engine = Engine(game, auto_reset=False)
    choose: Callable[[], Any] = engine.uniform
    at = PICTURE_AT
    if game.name in PLAYED:
        character, at = PLAYED[game.name]
        player = heuristic.make(character, game)
        choose = lambda: player.act(engine.view())  # noqa: E731
    length = _play_at_random(engine, game.longest(engine.options), choose)
    _play_at_random(engine, round(length * at), choose)
    return embed_fonts(engine.render())


def _play_at_random(engine: Engine, most: int, choose: Callable[[], Any]) -> int:
    """Play for so many moves, or to the end; returns how many it took."""
    engine.reset(PICTURE_SEED)
    while engine.record().moves < most and not engine.record().over:
        engine.step(choose())
    return int(engine.record().moves)


def documents() -> Iterator[tuple[Path, str]]:
    """Every generated or partly generated file, with what it should hold."""
    yield ROOT / "docs" / "command.md", command_page()
    yield ROOT / "docs" / "battery.md", battery_page()
    games = [registry.load(name) for name in registry.list_games()]
    for folder in sorted({game.folder for game in games}):
        readme = folder / "README.md"
        own = [game for game in games if game.folder == folder]
        yield readme, fill(readme.read_text(encoding="utf-8"), *own)
    for game in games:
        name = game.name
        yield ROOT / "docs" / "games" / f"{name}.md", page(game)
        yield ROOT / "docs" / "pictures" / f"{name}.svg", picture(game)


def stale() -> list[tuple[Path, str]]:
    """Files that do not hold what they should."""
    return [
        (path, text)
        for path, text in documents()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]


def main(arguments: Any = None) -> int:
    """Bring the documents up to date, or say which are not."""
    parser = argparse.ArgumentParser(description="Write the generated parts of the documents.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if stale")
    only_look = parser.parse_args(arguments).check
    outdated = stale()
    for path, text in outdated:
        if not only_look:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        print(f"{'stale' if only_look else 'written'}: {path.relative_to(ROOT)}")
    return 1 if outdated and only_look else 0


if __name__ == "__main__":
    sys.exit(main())
