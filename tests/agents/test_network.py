"""Networks on file: equal ones are equal bytes, and strangers' files are read, not trusted."""

import dataclasses
import io
import itertools
import json
import tracemalloc
import zipfile

import numpy as np
import pytest

from piracy_agents.network import FORMAT, Layer, Network, schema_of
from piracy_agents.trained import Trained, make
from piracy_env.core.engine import Engine
from piracy_env.errors import AgentError, CheckpointError
from tests.core import whispers

GAME = whispers.GAME


def network(seed=0, widths=(8, 8), game=GAME):
    generator = np.random.default_rng(seed)
    sizes = [game.observation.size, *widths]

    def layer(inputs, outputs):
        weight = generator.normal(size=(inputs, outputs)).astype(np.float16)
        return Layer(weight.astype(np.float32), np.zeros(outputs, np.float32))

    trunk = tuple(layer(a, b) for a, b in itertools.pairwise(sizes))
    about = {**schema_of(game), "sizes": [game.observation.size, game.actions.size]}
    return Network(trunk, layer(sizes[-1], game.actions.size), layer(sizes[-1], 1), about)


def repacked(data, **changes):
    """The file with some members replaced, or left out where the change is None."""
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            content = changes.pop(name, old.read(name))
            if content is not None:
                new.writestr(name, content)
    return changed.getvalue()


def about_with(data, **facts):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        about = json.loads(archive.read("about.json"))
    return repacked(data, **{"about.json": json.dumps({**about, **facts})})


def test_a_network_comes_back_as_it_was(tmp_path):
    ours = network()
    ours.save(tmp_path / "deep" / "one.zip")
    theirs = Network.load(tmp_path / "deep" / "one.zip", GAME)
    observation = np.random.default_rng(1).random((5, GAME.observation.size), np.float32)
    for mine, other in zip(ours.evaluate(observation), theirs.evaluate(observation), strict=True):
        assert (mine == other).all()
    assert theirs.about == ours.about
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["one.zip"]


def test_a_precise_network_decides_alike_whatever_it_is_asked_beside():
    rough = network(widths=(256, 256))
    precise = rough.precise()
    observation = np.random.default_rng(1).random((200, GAME.observation.size), np.float32)
    apart = []
    for one in (rough, precise):
        together = one.evaluate(observation)[0]
        alone = np.concatenate([one.evaluate(row[None])[0] for row in observation])
        apart.append(np.abs(together - alone).max() / np.abs(together).max())
    assert apart[1] < 1e-14
    assert apart[1] < apart[0], "this machine's products would do without"


def test_equal_networks_are_equal_bytes():
    assert network(1).to_bytes() == network(1).to_bytes()
    assert network(1).digest != network(2).digest
    assert Network.from_bytes(network(1).to_bytes()).digest == network(1).digest


def test_the_value_is_one_number_a_position():
    scores, values = network().evaluate(np.zeros((3, GAME.observation.size), np.float32))
    assert scores.shape == (3, GAME.actions.size)
    assert values.shape == (3,)


@pytest.mark.parametrize(
    ("facts", "complaint"),
    [
        ({"version": 9}, "not made for this game: version 9 instead of"),
        ({"game": "mutiny"}, "game 'mutiny' instead of 'whispers'"),
        ({"observation": "0"}, "observation '0' instead of"),
        ({"actions": None}, "actions None instead of"),
        ({"format": 2}, f"no network of format {FORMAT}"),
        ({"layers": 99}, "layers must be 0 to 16, not 99"),
        ({"layers": "many"}, "layers must be 0 to 16, not 'many'"),
        ({"layers": 3}, "trunk2.weight.npy"),
        ({"sizes": [1, 2]}, r"made for \[1, 2\], but its layers are"),
    ],
)
def test_a_network_for_something_else_is_refused(facts, complaint):
    with pytest.raises(CheckpointError, match=complaint):
        Network.from_bytes(about_with(network().to_bytes(), **facts), GAME)


def saved(array, **options):
    packed = io.BytesIO()
    np.save(packed, array, **options)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "policy.bias.npy"),
        (b"", "policy.bias.npy"),
        (b"\x93NUMPY\x01\x00", "policy.bias.npy"),
        (saved(np.array([print], object), allow_pickle=True), r"of \|O, not 1 axes of"),
        (saved(np.zeros(8, np.float64)), r"shape \(8,\) of <f8, not 1 axes of <f2"),
        (saved(np.zeros((2, 4), np.float16)), r"shape \(2, 4\) of <f2, not 1 axes"),
        (saved(np.full(8, np.nan, np.float16)), "holds what is no number"),
        (saved(np.zeros(8, np.float16))[:-1], "is not as long as shape"),
        (saved(np.zeros(8, np.float16)) + b"0", "is not as long as shape"),
        (saved(np.zeros(8, np.float16)).replace(b"(8,)", b"(9**"), "is no plain array"),
        (saved(np.zeros(8, np.float16)).replace(b"'<f2'", b"'|O2'"), r"of \|O2, not 1 axes"),
        (saved(np.zeros(7, np.float16)), r"a layer \(8, 8\) follows one of 8"),
    ],
)
def test_a_damaged_network_is_refused(content, complaint):
    data = repacked(network().to_bytes(), **{"policy.bias.npy": content})
    with pytest.raises(CheckpointError, match=complaint):
        Network.from_bytes(data, GAME)


def packed_by(method):
    """A network whose weights are nothing, in very little room."""
    packed = io.BytesIO()
    data = network().to_bytes()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(packed, "w", method) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    return packed.getvalue()


def lying(data, size):
    """The file, with a list of contents that says so of the size of every member."""
    packed, listed = bytearray(data), b"PK\x01\x02"
    place = data.find(listed)
    while place >= 0:
        packed[place + 24 : place + 28] = size.to_bytes(4, "little")
        place = data.find(listed, place + 1)
    return bytes(packed)


def stuffed(count):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as new:
        for k in range(count):
            new.writestr(f"{k}", "")
    return packed.getvalue()


BOMB = repacked(network().to_bytes(), **{"about.json": b"{" + b" " * (1 << 22)})
"""A page of facts of four megabytes."""
STRANGE = {
    "bzip2": (packed_by(zipfile.ZIP_BZIP2), "'about.json' is neither stored nor deflated"),
    "lzma": (packed_by(zipfile.ZIP_LZMA), "'about.json' is neither stored nor deflated"),
    "large facts": (BOMB, "about.json claims to have 4,194,305 bytes"),
    "small lie": (lying(BOMB, 100), "Bad CRC-32|bytes"),
    "large lie": (lying(network().to_bytes(), 1 << 30), "unpacks to more than 67,108,864 bytes"),
    "lie": (lying(network().to_bytes(), 1 << 20), "about.json claims to have 1,048,576 bytes"),
    "members": (stuffed(300), "more than 256 members"),
}


@pytest.mark.parametrize("name", STRANGE)
def test_no_more_is_unpacked_than_a_network_may_have(name):
    data, complaint = STRANGE[name]
    tracemalloc.start()
    try:
        with pytest.raises(CheckpointError, match=complaint):
            Network.from_bytes(data, GAME)
        assert tracemalloc.get_traced_memory()[1] < 3 << 20
    finally:
        tracemalloc.stop()


def test_members_that_no_network_has_are_refused():
    data = io.BytesIO(network().to_bytes())
    with zipfile.ZipFile(data, "a") as archive:
        archive.writestr("more.npy", b"")
    with pytest.raises(CheckpointError, match=r"unknown members 'more\.npy'"):
        Network.from_bytes(data.getvalue(), GAME)
    with zipfile.ZipFile(data, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("more.npy", b"")
    with pytest.raises(CheckpointError, match="two members of the same name"):
        Network.from_bytes(data.getvalue(), GAME)


def test_the_layers_are_those_of_the_game():
    """A network that says it was made for the game, and for three inputs."""
    small = network(widths=())
    layers = {
        "policy": Layer(small.policy.weight[:3], small.policy.bias),
        "value": Layer(small.value.weight[:3], small.value.bias),
    }
    about = {**small.about, "sizes": [3, GAME.actions.size]}
    data = dataclasses.replace(small, **layers, about=about).to_bytes()
    assert Network.from_bytes(data).policy.weight.shape[0] == 3
    with pytest.raises(CheckpointError, match=r"made for .*, but its layers are"):
        Network.from_bytes(data, GAME)


def test_huge_weights_still_choose_legal_actions_without_a_warning():
    huge = network(widths=(8,) * 8)
    trunk = tuple(Layer(layer.weight * 0 + 6e4, layer.bias + 6e4) for layer in huge.trunk)
    agent = Trained(dataclasses.replace(huge, trunk=trunk), GAME, "some")
    engine = Engine(GAME, 5, seed=1, writing=False)
    engine.reset()
    view = engine.view()
    assert view.action_mask[np.arange(5), agent.act(view)].all()


@pytest.mark.parametrize("data", [b"", b"PK", b"not a network at all", b"\x80\x04]\x94."])
def test_what_is_no_network_is_refused(data, tmp_path):
    (tmp_path / "some.zip").write_bytes(data)
    with pytest.raises(CheckpointError, match=r"some\.zip: is no archive"):
        Network.load(tmp_path / "some.zip")


def test_every_flipped_byte_is_refused_or_harmless():
    data = network(widths=(4,)).to_bytes()
    for place in range(0, len(data), 7):
        damaged = bytearray(data)
        damaged[place] ^= 0xFF
        try:
            Network.from_bytes(bytes(damaged), GAME)
        except CheckpointError:
            continue


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(CheckpointError, match=r"nothing\.zip: cannot be read \(No such file"):
        make(str(tmp_path / "nothing.zip"), GAME)


def test_without_a_file_the_shipped_network_is_meant():
    with pytest.raises(AgentError, match="no trained network is shipped for whispers"):
        make("", GAME)


# --- playing by one -------------------------------------------------------------------------------


def test_the_best_legal_action_is_played(tmp_path):
    engine = Engine(GAME, 50, seed=1, writing=False)
    engine.reset()
    view = engine.view()
    agent = Trained(network(), GAME, "some")
    scores, _ = agent.network.evaluate(view.observation)
    best = np.where(view.action_mask, scores, -np.inf).argmax(1)
    assert (agent.act(view) == best).all()


def test_sampled_actions_follow_the_networks_probabilities(tmp_path):
    flat = network()
    flat = dataclasses.replace(flat, policy=Layer(flat.policy.weight * 0, flat.policy.bias + 0))
    flat.save(tmp_path / "flat.zip")
    engine = Engine(GAME, 4000, seed=1, writing=False)
    engine.reset()
    agent = make(f"{tmp_path / 'flat.zip'}+sampled", GAME)
    counts = np.bincount(agent.act(engine.view()), minlength=GAME.actions.size)
    assert not counts[whispers.NUMBERS :].any()
    assert counts[: whispers.NUMBERS].min() > 900
