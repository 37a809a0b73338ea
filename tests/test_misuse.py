"""Whatever is handed in, it works or is refused by name, and what was refused changed nothing."""

import copy
import functools
import itertools

import numpy as np
import pytest

import piracy_env
from piracy_env import registry
from piracy_env.core.engine import Engine
from piracy_env.core.replay import Replay
from piracy_env.envs.aec import GameAEC
from piracy_env.envs.gym import GameEnv, GameVectorEnv
from piracy_env.envs.opponents import find_agent, known_agents
from piracy_env.envs.seat import OneSeat
from piracy_env.errors import OptionError
from tests.misuse import MISTAKES, Place, faults_of, faults_together, places
from tests.testing.toy import TOY

GAME = ("game", "no game")
WORDS = {
    "chosen": GAME,
    "i": ("number of a game",),
    "k": ("number of a position",),
    "state": ("record",),
    "viewer": ("seat",),
    "label": ("action",),
    "ego_seat": ("ego seat",),
    "source": ("tables", "table", "cannot be read"),
    "game": ("game",),
    "text": ("replay", "json"),
    "name": ("agent", "game"),
    "place": ("game",),
}


@functools.cache
def _engine(**options):
    engine = Engine(TOY, 2, players=3, seed=1, auto_reset=False, **options)
    engine.reset()
    return engine


def engine():
    return _engine().clone()


def recorded():
    return _engine(record=True).clone()


@functools.cache
def _seats():
    table = OneSeat(TOY, 2, players=3)
    table.reset(1)
    return table


def seats():
    return copy.deepcopy(_seats())


def aec():
    env = GameAEC(TOY, players=3)
    env.reset(1)
    return env


def gym():
    env = GameEnv(TOY, players=3)
    env.reset(seed=1)
    return env


def gym_vector():
    env = GameVectorEnv(TOY, 2, players=3)
    env.reset(seed=1)
    return env


def view():
    return engine().view()


def sb3():
    from piracy_env.envs.sb3 import SeatVecEnv

    env = SeatVecEnv(TOY, 2, players=3)
    env.reset()
    return env


def of(what, make, **arguments):
    return list(places(what, make, WORDS, **arguments))


def built(kind, make, **arguments):
    """Arguments of a constructor or a function."""
    return [
        Place(
            f"{kind}({name})",
            lambda: None,
            lambda _, mistake, name=name: make(**{**arguments, name: mistake}),
            (name.rstrip("s"), *WORDS.get(name, ()), *MORE.get(name, ())),
            lambda _, mistakes: make(**{**arguments, **mistakes}),
            tuple(arguments),
        )
        for name in arguments
    ]


MORE = {
    "preset": ("preset",),
    "tables": ("table", "cannot be read"),
    "opponents": ("opponent", "agent"),
    "agent_module": ("agent",),
    "players": ("players",),
    "reward": ("reward",),
    "max_moves": ("max_moves",),
}

ENGINE = {
    "num_envs": 2,
    "players": 3,
    "seed": 1,
    "reward": "rank",
    "tables": None,
    "max_moves": 50,
    "preset": None,
    "lives": 2,
    "short": False,
    "first": "random",
    "threads": 1,
    "skip_forced": False,
    "auto_reset": True,
    "record": False,
}
SINGLE = {
    name: ENGINE[name]
    for name in ("players", "reward", "tables", "max_moves", "preset", "lives", "skip_forced")
}
SINGLE_OF_MUTINY = {name: value for name, value in SINGLE.items() if name not in TOY.options}
SHOWN = {"render_mode": None, "perspective": "own"}
SEATED = {"seat": 0, "opponents": "uniform", "agent_module": None}

ENGINE_CALLS = [
    *of("Engine.seed", engine, seed=1, chosen=None),
    *of("Engine.reset", engine, seed=1, chosen=None),
    *of("Engine.step", engine, actions=[0, 0], chosen=None),
    *of("Engine.play", engine, action=0),
    *of("Engine.rollout", engine, steps=2, observe=True),
    *of("Engine.playouts", engine, chosen=[0, 1], seats=[0, 0], keys=[1, 2]),
    *of("Engine.take_seats", engine, controller=[0, 1, 1], ego_seat=0, script=_engine()._script),
    *of("Engine.assign_seats", engine, controller=[0, 1, 1], ego_seat=0, chosen=None),
    *of("Engine.place", engine, episode=0, dice=[1, 2], number=[0, 1]),
    *of("Engine.record", engine, i=0),
    *of("Engine.tables_of", engine, i=0),
    *of("Engine.observe", engine, i=0, seat=0),
    *of("Engine.mask", engine, i=0, seat=0),
    *of("Engine.look", engine, chosen=[0, 1], seats=[0, 0]),
    *of("Engine.start_of", engine, i=0),
    *of("Engine.played", recorded, i=0, since=0),
    *of("Engine.legal", engine, i=0),
    *of("Engine.outcome", engine, i=0),
    *of("Engine.rewards", engine, i=0),
    *of("Engine.sample", engine, i=0, seat=0, key=1),
    *of("Engine.position_keys", engine, chosen=[0, 1], draw=0),
    *of("Engine.worlds", engine, chosen=[0, 1], seats=[0, 0], keys=[1, 2]),
    *of("Engine.keys", engine, seed=1, first=0, count=2),
    *of("Engine.view", engine, chosen=None, key=1, oracle=False),
    *of("Engine.moment", engine, games=lambda: np.array([0, 1])),
    *of("Engine.tables_for", engine, games=lambda: np.array([0, 1])),
    *of("Engine.masks_of", engine, games=lambda: np.array([0, 1])),
    *of("Engine.describe", engine, i=0, seat=0),
    *of("Engine.describe_action", engine, i=0, action=0, viewer=0),
    *of("Engine.news", recorded, i=0, viewer=0),
    *of("Engine.render", engine, i=0, seat=0),
    *of("Engine.complaints", engine, i=0),
    *of("Engine.complaints_of", engine, state=lambda: engine().states[:1].copy(), i=0),
    *of("Engine.load_state", engine, i=0, state=lambda: engine().states[:1].copy()),
    *of("Engine.load_state_unchecked", engine, i=0, state=lambda: engine().states[:1].copy()),
    Place("Engine.set(i)", engine, lambda e, x: e.set(x, seat=0), ("number of a game",)),
    *of("Engine.set", engine, seat=0, score=[0, 0, 0, 0]),
    *built("Engine", lambda **given: Engine(TOY, **given), **ENGINE),
    Place("Engine(game)", lambda: None, lambda _, game: Engine(game), ("game",)),
]
VIEW_CALLS = [
    *of("View.describe", view, k=0),
    *of("View.describe_action", view, k=0, action=0),
    *of("View.news", view, k=0),
    *of("View.script_policy", view, script=_engine()._script),
]
ENV_CALLS = [
    *of("GameAEC.reset", aec, seed=1),
    *of("GameAEC.step", aec, action=0),
    *of("GameAEC.set", aec, seat=0),
    *of("GameAEC.observe", aec, agent="player_0"),
    *of("GameAEC.sample", aec, agent="player_0"),
    *of("GameAEC.observation_space", aec, agent="player_0"),
    *of("GameAEC.action_space", aec, agent="player_0"),
    *of("GameEnv.reset", gym, seed=1),
    *of("GameEnv.step", gym, action=0),
    *of("GameVectorEnv.reset", gym_vector, seed=1),
    *of("GameVectorEnv.step", gym_vector, actions=[0, 0]),
    Place(
        "GameVectorEnv.reset(reset_mask)",
        gym_vector,
        lambda env, x: env.reset(options={"reset_mask": x}),
        ("reset_mask",),
    ),
    *of("OneSeat.reset", seats, seed=1, chosen=None),
    *of("OneSeat.step", seats, actions=[0, 0], chosen=None),
    *built("GameAEC", functools.partial(GameAEC, TOY), on_illegal="raise", **SHOWN, **SINGLE),
    *built("GameEnv", functools.partial(GameEnv, TOY), **SEATED, **SHOWN, **SINGLE),
    *built(
        "GameVectorEnv",
        functools.partial(GameVectorEnv, TOY),
        num_envs=2,
        autoreset_mode="SameStep",
        **SEATED,
        **SHOWN,
    ),
    *built("OneSeat", functools.partial(OneSeat, TOY), num_envs=2, **SEATED, **SINGLE),
]
SB3_CALLS = [
    Place("SeatVecEnv.step", sb3, lambda env, x: env.step(x), ("action",)),
    Place("SeatVecEnv.seed", sb3, lambda env, x: (env.seed(x), env.reset()), ("seed",)),
    Place(
        "SeatVecEnv.env_method(indices)",
        sb3,
        lambda env, x: env.env_method("action_masks", indices=x),
        ("indices", "game"),
    ),
    Place("SeatVecEnv.get_attr(indices)", sb3, lambda e, x: e.get_attr("game", x), ("game",)),
]
OTHER_CALLS = [
    *of("ActionTable.label", lambda: TOY.actions, action=0),
    *of("ActionTable.parse", lambda: TOY.actions, action=0),
    *of("ActionTable.id", lambda: TOY.actions, label=TOY.actions.labels[0]),
    *built("Game.choose", TOY.choose, players=3, preset=None, lives=2, short=False, first="random"),
    *of("Schema.load", lambda: TOY.tables, source=None),
    *built("Replay.of", Replay.of, engine=recorded(), i=0),
    *built("Replay.parse", lambda text: Replay.parse(text, TOY), text=Replay.of(recorded()).text()),
    *built("load", piracy_env.load, game="mutiny"),
    *built("environment_name", registry.environment_name, game="mutiny"),
    *built("module_name", registry.module_name, game="mutiny"),
    *built("find_agent", lambda name: find_agent(name, TOY), name="uniform"),
    *built("find_agent", lambda agent_module: find_agent("?", TOY, agent_module), agent_module=""),
    *built("env", piracy_env.env, game="mutiny", **SHOWN, **SINGLE_OF_MUTINY),
    *built("vector", piracy_env.vector, game="mutiny", num_envs=2, seed=1, **SINGLE_OF_MUTINY),
    *built("mutiny_v1.env", piracy_env.mutiny_v1.env, **SHOWN, **SINGLE_OF_MUTINY),
    *built("mutiny_v1.raw_env", piracy_env.mutiny_v1.raw_env, **SHOWN, **SINGLE_OF_MUTINY),
    *built("known_agents", lambda agent_module: known_agents(TOY, agent_module), agent_module=None),
]


def _register(**given):
    open_spiel = pytest.importorskip("piracy_env.envs.open_spiel")
    return open_spiel.register(**given)


PEER_CALLS = built(
    "open_spiel.register",
    _register,
    game="mutiny",
    name="a_name",
    players=3,
    reward="rank",
    max_moves=50,
)

CASES = [*ENGINE_CALLS, *VIEW_CALLS, *ENV_CALLS, *OTHER_CALLS]


@pytest.mark.parametrize("place", CASES, ids=lambda place: place.name)
def test_a_mistake_is_refused_by_name_and_changes_nothing(place):
    assert not (wrong := faults_of(place)), "\n".join(wrong)


@pytest.mark.parametrize("place", SB3_CALLS, ids=lambda place: place.name)
def test_a_mistake_is_refused_by_the_view_for_stable_baselines(place):
    pytest.importorskip("stable_baselines3")
    assert not (wrong := faults_of(place)), "\n".join(wrong)


TOGETHER = {
    name: list(found)
    for name, found in itertools.groupby(CASES, lambda place: place.name.partition("(")[0])
}
"""The places of each thing that can be called."""


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, found in TOGETHER.items() if found[0].hand])
def test_several_mistakes_at_once_are_refused_and_change_nothing(name):
    assert not (wrong := faults_together(TOGETHER[name], 300, seed=1)), "\n".join(wrong)


@pytest.mark.parametrize("place", PEER_CALLS, ids=lambda place: place.name)
def test_a_mistake_is_refused_by_the_adapter_for_openspiel(place):
    pytest.importorskip("pyspiel")
    assert not (wrong := faults_of(place)), "\n".join(wrong)


def test_what_is_registered_may_be_registered_again():
    import gymnasium
    import pettingzoo

    def known():
        return [set(gymnasium.registry), set(getattr(pettingzoo, "aec_registry", ()))]

    before = known()
    piracy_env.register_gymnasium()
    piracy_env.register_pettingzoo()
    assert known() == before


class Careless:
    """Takes anything: what the gate is to notice."""

    def __init__(self):
        self.kept = []

    def index(self, i):
        return [1, 2, 3][i]

    def late(self, i):
        self.kept.append(1)
        raise OptionError("i is wrong")

    def mute(self, i):
        raise OptionError("no")


@pytest.mark.parametrize(
    ("method", "words"),
    [("index", "ends in TypeError"), ("late", "has changed"), ("mute", "says nothing of")],
)
def test_the_gate_notices(method, words):
    (place,) = of(f"Careless.{method}", Careless, i=0)
    assert words in "\n".join(faults_of(place, {"None": MISTAKES["None"]}))
