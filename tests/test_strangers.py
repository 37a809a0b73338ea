"""Every kind of file, as strangers might send it: taken or refused, and nothing else happens.

`make test` reads 50 mutants of each kind, `make test-all` 500.
"""

import dataclasses
import importlib
import json
import sys
import tomllib
import warnings
from functools import partial
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from experiments.ship import Training
from experiments.tournament.journal import Journal, _seal
from experiments.tournament.play import TournamentPlan, play_deals, schedule_of
from experiments.training.breeding import PopulationPlan, first_round
from experiments.training.evolution import Population
from experiments.training.folder import read_log, read_state
from experiments.training.plan import TrainingPlan
from experiments.training.run import Run
from piracy_agents import safetensors
from piracy_agents.advice import ENTRY, Adviser
from piracy_agents.heuristic import heuristic_of
from piracy_agents.heuristic.characters import Profiles
from piracy_agents.learning.league import League
from piracy_agents.learning.ppo import Learner, open_tables
from piracy_agents.network import FORMAT, Network
from piracy_agents.trained import SHIPPED, Trained
from piracy_env import registry
from piracy_env.cli.check import _base
from piracy_env.core.checkpoints import Checkpoint
from piracy_env.core.engine import Engine
from piracy_env.core.files import read_json, read_text
from piracy_env.core.packing import pack
from piracy_env.core.replay import Replay, _checksum
from piracy_env.envs.opponents import is_person, recall_agent
from piracy_env.errors import AgentError, CheckpointError, PiracyError, TableError
from tests.agents.test_network import closed, network, opened
from tests.core import whispers
from tests.experiments.test_population import breeding
from tests.experiments.test_training import SMALL, plan
from tests.strangers import CANARY, UNWRITABLE, CaughtError, Kind, expose, toml

MUTINY = registry.load("mutiny")
FEW, MANY = 50, 500


def as_json(value):
    return json.dumps(value).encode()


# --- tables and settings --------------------------------------------------------------------------


def tables_of(game):
    def read(path):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # tables that depart from the printed totals
            _base(path)
            return game.tables.load(path)

    return Kind({"base": game.tables.game, **game.tables.load().values}, toml, read)


def characters():
    path = Path(heuristic_of.__wrapped__.__globals__["__file__"]).parent
    sound = tomllib.loads((path / "mutiny" / "characters.toml").read_text())
    return Kind(sound, toml, lambda path: Profiles.parse(read_text(path, AgentError), str(path)))


PLAN = {
    "game": "mutiny",
    "players": 4,
    "budget": "500k decisions",
    "seed": 3,
    "anchors": ["uniform", "heuristic"],
    "judges": ["uniform"],
    "teacher": "heuristic",
    "demonstrations": 0.1,
    "options": {},
    "settings": {"rate": 1e-3, "steps": 16, "widths": [64, 64], "adviser": "heuristic"},
}


def plans():
    return Kind(PLAN, toml, TrainingPlan.read)


def populations():
    own = {"members": 3, "rounds": 2, "explore": {"rate": [1e-4, 1e-2]}}
    return Kind({**PLAN, "population": own}, toml, PopulationPlan.make)


# --- networks -------------------------------------------------------------------------------------


def pack_network(value):
    with np.errstate(over="ignore"):
        arrays = {name: np.array(rows, np.float16) for name, rows in value["arrays"].items()}
    return safetensors.pack({"format": FORMAT, "layers": 1, **value["about"]}, arrays)


def networks():
    small = network(widths=(2,), game=MUTINY)
    about = {**small.about, ENTRY: dict(Adviser("heuristic", MUTINY).about)}
    arrays = {name: array.tolist() for name, array in small._arrays().items()}
    engine = Engine(MUTINY, 2, seed=1)
    engine.reset()
    view = engine.view()

    def read(path):
        found = Trained(Network.load(path, MUTINY), MUTINY, "some").act(view)
        assert view.action_mask[np.arange(2), found].all()

    return Kind({"about": about, "arrays": arrays}, pack_network, read)


def headers():
    """Headers of networks, in front of sound numbers."""
    header, numbers = opened(network(widths=(2,), game=MUTINY).to_bytes())
    return Kind(
        header,
        lambda value: closed(value, numbers),
        lambda path: Network.load(path, MUTINY),
    )


def shipped_network():
    data = (SHIPPED / "mutiny.safetensors").read_bytes()
    return Kind(data, bytes, lambda path: Network.load(path, MUTINY))


# --- games and tournaments ------------------------------------------------------------------------


def pack_replay(value):
    if isinstance(value, dict):
        actions = np.array(value["actions"], "<i2")
        points = [{**one, "state": pack(bytes(one["state"]))} for one in value["checkpoints"]]
        value = {**value, "actions": pack(actions.tobytes()), "checkpoints": points}
        value["checksum"] = _checksum(value)
    return as_json(value)


CREW = ["human:Anne", "heuristic", "uniform", "mcts:100"][: MUTINY.default_seats]


def played(game, moves, seats):
    """A game with checkpoints, as plain values, and who sat where."""
    engine = Engine(game, seed=2, auto_reset=False, record=True)
    engine.reset()
    points = []
    for move in range(moves):
        if move in (2, 3, moves // 2):
            points.append(Checkpoint.of(engine, move))
        engine.step(engine.action_mask.argmax(axis=1))
        if engine.over[0]:
            break
    replay = dataclasses.replace(Replay.of(engine, seats=seats), checkpoints=tuple(points))
    plain = json.loads(replay.text())
    for one, told in zip(points, plain["checkpoints"], strict=True):
        told["state"] = list(one.state)
    return {**plain, "actions": list(replay.actions)}


def replays():
    return Kind(
        played(MUTINY, 1000, CREW), pack_replay, lambda path: Replay.load(path, registry.load)
    )


def middles():
    """Opened at a checkpoint that nobody has verified, and played on."""

    def read(path):
        found = Replay.load(path, registry.load, verify=False)
        for move in (2, len(found) // 2):
            engine = found.engine_at(move)
            engine.describe(0, 0)
            engine.rollout(20)
            Replay.of(engine).text()

    return Kind(played(MUTINY, 1000, CREW), pack_replay, read)


def saved_games():
    """As they are gone on with, with their game given, by those who sat there."""

    def read(path):
        found = Replay.load(path, whispers.GAME)
        for name in found.seats:
            if not is_person(name):
                recall_agent(name, whispers.GAME)
        return found.engine_at(len(found))

    return Kind(played(whispers.GAME, 4, ["human:Anne", "mcts:100"]), pack_replay, read)


def journals():
    agents = ("uniform", "tests.experiments.players:Last")
    contest = TournamentPlan(whispers.__name__ + ":GAME", agents, 2, 9)
    played = [play_deals(contest, first, first + 3).as_dict() for first in (0, 3)]
    sound = [{"tournament": 3, "digest": "a plan", "salt": "0"}, *played]
    schedule = schedule_of(contest)
    return Kind(
        sound,
        lambda lines: b"".join(map(_seal, lines)),
        lambda path: Journal(path, "a plan", schedule).resume(),
        mends=True,
    )


# --- folders of trainings -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A finished training."""
    run = Run(plan(), tmp_path_factory.mktemp("trained"))
    run.train(lambda entry: None)
    return run


def states(trained):
    """The state, with the league that it speaks of."""

    def read(path):
        kept = read_state(path.parent)
        league = League(trained.game, 3, ["uniform"], mode="league", folder=folder / "pool", seed=0)
        league.restore(kept["league"])

    folder = trained.folder
    return Kind(json.loads((folder / "state.json").read_text()), as_json, read, "state.json")


def logs(trained):
    lines = [json.loads(line) for line in (trained.folder / "log.jsonl").read_text().splitlines()]

    def written(value):
        return b"".join(as_json(line) + b"\n" for line in value)

    return Kind(lines, written, lambda path: read_log(path.parent, 2), "log.jsonl")


def weights(trained):
    env = open_tables(trained.game, SMALL, players=3, seed=0)
    learner = Learner(env, trained.game, SMALL, seed=0)
    data = (trained.folder / "learner.safetensors").read_bytes()
    return Kind(data, bytes, learner.restore, "learner.safetensors")


def folders(trained):
    """The plan of a folder whose network is to be shipped."""

    def read(path):
        return Training.read(path.parent, whispers.__name__ + ":GAME")

    return Kind(json.loads((trained.folder / "plan.json").read_text()), as_json, read, "plan.json")


def lineages(trained):
    asked = breeding()
    figures = ("reward", "reward_low", "reward_high", "win_share", "rating")
    sound = [
        [
            {"member": dataclasses.asdict(one), "decisions": 9, **dict.fromkeys(figures, 0.5)}
            for one in first_round(asked)
        ]
    ]
    population = Population.__new__(Population)
    population.config = asked
    return Kind(
        sound, as_json, lambda path: population._rounds_of(read_json(path, CheckpointError))
    )


# --- what becomes of them -------------------------------------------------------------------------

ALONE = {
    **{
        f"tables of {name}": partial(tables_of, registry.load(name))
        for name in registry.list_games()
    },
    "characters": characters,
    "plan": plans,
    "plan of a population": populations,
    "network": networks,
    "header of a network": headers,
    "shipped network": shipped_network,
    "replay": replays,
    "replay opened in the middle": middles,
    "saved game": saved_games,
    "journal": journals,
}
OF_FOLDERS = {
    "state of a run": states,
    "log of a run": logs,
    "weights of a run": weights,
    "plan of a run": folders,
    "lineage": lineages,
}


@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", [*ALONE, *OF_FOLDERS])
def test_a_strangers_file_is_taken_or_refused(name, count, tmp_path, trained):
    kind = ALONE[name]() if name in ALONE else OF_FOLDERS[name](trained)
    if name in OF_FOLDERS:
        for part in ("made.json", "state.json", "best.safetensors"):
            (tmp_path / part).write_bytes((trained.folder / part).read_bytes())
    taken, refused = expose(kind, tmp_path, count, seed=count)
    assert refused > 0.3 * count, "the mutants are too tame"
    assert taken + refused == count


# --- the net holds --------------------------------------------------------------------------------


def _trusting(path):
    """Reads a file as nobody should."""
    table = json.loads(path.read_text())
    for word in table.values():
        if isinstance(word, str) and ":" in word:
            importlib.import_module(word.removeprefix("heuristic:").partition(":")[0])
    return table


def _hurried(path):
    return [None for _ in range(int(json.loads(path.read_text())["size"]))]


def _roomy(path):
    return bytearray(min(abs(int(json.loads(path.read_text())["size"])), 4 * 10**8))


def _careless(path):
    return path.with_name("copy").write_bytes(path.read_bytes())


def _untyped(path):
    return 10 / json.loads(path.read_text())["size"]


UNTYPED = (*UNWRITABLE, ImportError)
HOLES = {
    "an import": (_trusting, CaughtError, r"ran .*canary\.py"),
    "a long loop": (_hurried, CaughtError, "took more than 1.0 s"),
    "memory": (_roomy, CaughtError, "took .* MB"),
    "a written file": (_careless, CaughtError, "for writing"),
    "an error of another type": (_untyped, UNTYPED, None),
}


@pytest.mark.parametrize("hole", HOLES)
def test_a_planted_hole_is_found(hole, tmp_path):
    trusting, caught, complaint = HOLES[hole]
    sys.modules.pop(CANARY.partition(":")[0], None)

    def read(path):
        try:
            return trusting(path)
        except UNTYPED as error:
            if hole == "an error of another type":
                raise
            raise PiracyError from error

    kind = Kind({"game": "a game", "size": 7}, as_json, read)
    with pytest.raises(caught, match=complaint):
        expose(kind, tmp_path, MANY)


def test_a_sound_file_that_is_refused_is_no_fuzz(tmp_path):
    def read(path):
        raise TableError("no")

    with pytest.raises(TableError):
        expose(Kind({}, as_json, read), tmp_path, 1)
