"""Checks of what a game declares: fields, options, actions, observation groups and tables."""

from __future__ import annotations

import itertools
import pickle
import re

import numpy as np

from piracy_env.core.control import MAX_SEATS
from piracy_env.core.game import HEADER
from piracy_env.core.rewards import scale_of
from piracy_env.testing.case import Case, leaves
from piracy_env.testing.registry import Scope, check


@check(Scope.GAME)
def check_declaration(cases: list[Case]) -> str:
    """Seats, phases, options, presets, reward modes and versions are declared as promised."""
    case, game = cases[0], cases[0].game
    if list(game.seats) != sorted(set(game.seats)) or not min(game.seats) >= 1:
        case.fail(f"player counts must rise from 1 or more, not {game.seats}")
    if game.max_seats > MAX_SEATS:
        case.fail(f"at most {MAX_SEATS} seats are possible, not {game.max_seats}")
    phases = [int(phase) for phase in game.phases]
    if len(set(phases)) != len(phases) or min(phases) < 0 or max(phases) > np.iinfo(np.int8).max:
        case.fail(f"phases must be distinct numbers from 0 to 127, not {phases}")
    for option_case in cases:
        _check_payment(option_case)
    if not any(re.match(rf"(version )?{game.version}\b", line) for line in game.history):
        case.fail(f"the history has no line that begins with version {game.version}")
    for preset in game.presets:
        game.choose(case.players, preset)
    for name, option in game.options.items():
        option.read(option.default)
        game.choose(case.players, **{name: option.default})  # type: ignore[arg-type]
    if pickle.loads(pickle.dumps(game)) is not game:
        case.fail("a pickled game does not come back as itself")
    return f"{len(cases)} choices of players and options"


def _check_payment(case: Case) -> None:
    """The scale and the bounds of all modes mean something with these options."""
    scale_of(case.game, case.options)
    for mode in case.game.modes:
        low, high = mode.bounds_for(case.options)
        if not low <= high:
            case.fail(f"the reward mode {mode.name} is bounded by {low} and {high}")


@check(Scope.GAME)
def check_fields(cases: list[Case]) -> str:
    """Every state begins with the header and the options, and is signed integers without gaps."""
    case, game = cases[0], cases[0].game
    names = game.dtype.names or ()
    expected = [name for name, _ in HEADER] + list(game.kept_options)
    if list(names[: len(expected)]) != expected:
        case.fail(f"a state must begin with {expected}, not {names[: len(expected)]}")
    for name, kind in HEADER:
        if game.dtype[name] != np.dtype(kind):
            case.fail(f"the field {name} is of type {game.dtype[name]}, not {np.dtype(kind)}")
    for name, array in leaves(game.blank(case.options)).items():
        if name != "rng" and array.dtype.kind != "i":
            case.fail(f"the field {name} must be a signed integer, not {array.dtype}")
    sizes = [array[0].nbytes for array in leaves(game.blank(case.options)).values()]
    if sum(sizes) != game.dtype.itemsize:
        case.fail("a state has gaps between its fields; records inside it must be packed")
    longest = game.longest(case.options)
    if not 1 <= longest < 2**31:
        case.fail(f"longest must be 1 to {2**31 - 1}, not {longest}")
    return f"{len(names)} fields, {game.dtype.itemsize} bytes"


@check(Scope.GAME)
def check_actions(cases: list[Case]) -> str:
    """Blocks cover the ids without gap or overlap, and each label leads back to its id."""
    case, table = cases[0], cases[0].game.actions
    edges = [0, *(stop for _, stop, _ in table.spans)]
    if [span.start for span in table.spans] != edges[:-1] or edges[-1] != table.size:
        case.fail(f"the blocks {table.spans} do not lie end to end over {table.size} ids")
    if not 1 <= table.size <= np.iinfo(np.int16).max:
        case.fail(f"there must be 1 to {np.iinfo(np.int16).max} actions, not {table.size}")
    for action in range(table.size):
        label = table.label(action)
        if table.id(label) != action:
            case.fail(f"the label {label!r} of action {action} leads to {table.id(label)}")
        name, at = table.parse(action)
        block = next(block for block in table.blocks if block.name == name)
        words = {axis: block.axes[axis][index] for axis, index in at.items()}
        if block.label.format(**words) != label:
            case.fail(f"action {action} is labelled {label!r}, but stands for {words}")
    return f"{table.size} actions in {len(table.blocks)} blocks"


@check(Scope.GAME)
def check_groups(cases: list[Case]) -> str:
    """Observation groups cover the floats without gap or overlap, and each float has a name."""
    case, layout = cases[0], cases[0].game.observation
    edges = [0, *(part.stop for part in layout.slices), layout.size]
    if [part.start for part in layout.slices] != edges[:-2] or edges[-1] != edges[-2]:
        case.fail(f"the groups {layout.slices} do not lie end to end over {layout.size} floats")
    for group, part in zip(layout.groups, layout.slices, strict=True):
        if part.stop - part.start != group.size:
            case.fail(f"the group {group.name} has {group.size} floats, but a slice of {part}")
    names = layout.feature_names()
    if len(names) != layout.size or len(set(names)) != layout.size:
        case.fail(f"{layout.size} floats have {len(set(names))} distinct names")
    return f"{layout.size} floats in {len(layout.groups)} groups"


@check(Scope.GAME)
def check_tables(cases: list[Case]) -> str:
    """The tables are one read-only record of signed integers, the same at each loading."""
    case = cases[0]
    schema, tables = case.game.tables, case.tables
    if tables.record.dtype != schema.dtype() or tables.record.shape != (1,):
        case.fail(f"the tables are {tables.record.dtype} {tables.record.shape}, not as declared")
    if tables.record.flags.writeable:
        case.fail("the record of the tables can be written to")
    for name, array in leaves(tables.record).items():
        if array.dtype.kind != "i":
            case.fail(f"the table column {name} must be a signed integer, not {array.dtype}")
    if schema.load().digest != schema.load().digest or schema.load(tables) is not tables:
        case.fail("the same tables come out differently")
    return f"{tables.record.dtype.itemsize} bytes, {tables.origin}"


@check(Scope.OPTIONS)
def check_buffers(case: Case) -> str:
    """Engines fill arrays of the declared shapes and types, and states hold what was chosen."""
    game, options, n = case.game, case.options, 3
    engine = case.engine(n)
    result = engine.reset()
    expected = {
        "observation": (np.float32, (n, game.observation.size)),
        "action_mask": (np.bool_, (n, game.actions.size)),
        "seat": (np.int8, (n,)),
        "reward": (np.float32, (n, options.players)),
        "terminated": (np.bool_, (n,)),
        "truncated": (np.bool_, (n,)),
    }
    for name, (kind, shape) in expected.items():
        array = getattr(result, name)
        if array.dtype != kind or array.shape != shape:
            case.fail(f"{name} is {array.dtype} {array.shape}, not {np.dtype(kind)} {shape}")
    kept = {name: options.stored[name] for name in game.kept_options}
    stored = {"players": options.players, "moves": 0, "over": 0, **kept}
    for (name, value), i in itertools.product(stored.items(), range(n)):
        if not np.array_equal(engine.states[name][i], value):
            case.fail(f"after the deal {name} is {engine.states[name][i]}, not {value}", game=i)
    for name, limit in (("seat", options.players), ("out", 1)):
        dealt = engine.states[name]
        if dealt.min() < 0 or dealt.max() >= limit:
            case.fail(f"after the deal {name} is {dealt.tolist()}")
    return "as declared"
