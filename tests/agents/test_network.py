"""Networks on file: equal ones are equal bytes, and strangers' files are read, not trusted."""

import dataclasses
import itertools
import json
import tracemalloc

import numpy as np
import pytest

from piracy_agents.network import FORMAT, Layer, Network, SeatValues, schema_of
from piracy_agents.safetensors import TensorFile, pack
from piracy_agents.trained import Trained, make
from piracy_env.core.control import MAX_SEATS
from piracy_env.core.engine import Engine
from piracy_env.errors import AgentError, CheckpointError
from tests.core import whispers

GAME = whispers.GAME


def network(seed=0, widths=(8, 8), game=GAME, value_widths=None):
    generator = np.random.default_rng(seed)
    sizes = [game.observation.size, *widths]

    def layer(inputs, outputs):
        weight = generator.normal(size=(inputs, outputs)).astype(np.float16)
        return Layer(weight.astype(np.float32), np.zeros(outputs, np.float32))

    trunk = tuple(layer(a, b) for a, b in itertools.pairwise(sizes))
    about = {**schema_of(game), "sizes": [game.observation.size, game.actions.size]}
    heads = layer(sizes[-1], game.actions.size), layer(sizes[-1], 1)
    values = None
    if value_widths is not None:
        under = (layer(*pair) for pair in itertools.pairwise([sizes[0], *value_widths]))
        values = SeatValues(tuple(under), layer(value_widths[-1] + sizes[-1], game.max_seats))
    return Network(trunk, *heads, about, values)


def opened(data):
    """Header and numbers of a file."""
    end = 8 + int.from_bytes(data[:8], "little")
    return json.loads(data[8:end]), data[end:]


def closed(header, numbers):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + numbers


def about_with(data, **facts):
    header, numbers = opened(data)
    about = {**json.loads(header["__metadata__"]["about"]), **facts}
    return closed({**header, "__metadata__": {"about": json.dumps(about)}}, numbers)


def entry_with(data, name, **facts):
    """The file, which says something else of one of its arrays."""
    header, numbers = opened(data)
    return closed({**header, name: {**header.get(name, {}), **facts}}, numbers)


def test_a_network_comes_back_as_it_was(tmp_path):
    ours = network()
    ours.save(tmp_path / "deep" / "one.safetensors")
    theirs = Network.load(tmp_path / "deep" / "one.safetensors", GAME)
    observation = np.random.default_rng(1).random((5, GAME.observation.size), np.float32)
    for mine, other in zip(ours.evaluate(observation), theirs.evaluate(observation), strict=True):
        assert (mine == other).all()
    assert theirs.about == ours.about
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["one.safetensors"]


@pytest.mark.parametrize("value_widths", [(6,), (6, 4)])
def test_values_of_all_seats_come_back_and_change_no_other_byte(value_widths):
    whole = network(value_widths=value_widths)
    theirs = Network.from_bytes(whole.to_bytes(), GAME)
    observation = np.random.default_rng(1).random((5, GAME.observation.size), np.float32)
    expected = whole.expectations(observation)
    assert expected.shape == (5, GAME.max_seats)
    assert (theirs.expectations(observation) == expected).all()
    assert theirs.digest == whole.digest
    plain = dataclasses.replace(whole, seat_values=None)
    assert Network.from_bytes(plain.to_bytes(), GAME).seat_values is None
    assert opened(plain.to_bytes())[0]["__metadata__"]["about"].find('"format": 2') > 0
    arrays = TensorFile(whole.to_bytes(), "whole"), TensorFile(plain.to_bytes(), "plain")
    for name in plain._arrays():
        axes = 2 if name.endswith("weight") else 1
        one, other = (file.array(name, "<f2", axes) for file in arrays)
        assert (one == other).all()


@pytest.mark.parametrize(
    ("facts", "complaint"),
    [
        ({"format": 4}, "no network of format 2 or 3"),
        ({"format": True}, "no network of format 2 or 3"),
        ({"format": 2}, "unknown arrays 'values.heads.bias'"),
        ({"value_layers": None}, "value_layers must be 1 to 16, not None"),
        ({"value_layers": 17}, "value_layers must be 1 to 16, not 17"),
        ({"value_layers": -1}, "value_layers must be 1 to 16, not -1"),
        ({"value_layers": 2}, "lacks values.trunk1.weight"),
        ({"value_layers": 0}, "value_layers must be 1 to 16, not 0"),
    ],
)
def test_layers_of_values_are_counted(facts, complaint):
    data = network(value_widths=(6,)).to_bytes()
    with pytest.raises(CheckpointError, match=complaint):
        Network.from_bytes(about_with(data, **facts), GAME)


def values_of(inputs, units, seats):
    """Values with some numbers of inputs, units that the heads stand on, and seats."""
    layers = [(inputs, 6), (units, seats)]
    trunk, heads = (Layer(np.zeros(shape, np.float32), np.zeros(shape[1])) for shape in layers)
    return SeatValues((trunk,), heads)


SEEN, UNITS = GAME.observation.size, 6 + 8


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        (values_of(SEEN + 1, UNITS, GAME.max_seats), "inputs, its policy of"),
        (values_of(SEEN, 6, GAME.max_seats), r"a layer \(6, \d\) follows one of 14"),
        (values_of(SEEN, UNITS, 1), "values of 1 seats instead of"),
        (values_of(SEEN, UNITS, 0), "values of 0 seats instead of"),
    ],
)
def test_values_of_other_shapes_are_refused(values, complaint):
    data = dataclasses.replace(network(), seat_values=values).to_bytes()
    with pytest.raises(CheckpointError, match=complaint):
        Network.from_bytes(data, GAME)


def test_values_of_more_seats_than_any_game_has_are_refused_without_one():
    values = values_of(SEEN, UNITS, MAX_SEATS + 1)
    data = dataclasses.replace(network(), seat_values=values).to_bytes()
    with pytest.raises(CheckpointError, match=f"values of {MAX_SEATS + 1} seats instead of 1 to"):
        Network.from_bytes(data)


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
        ({"format": 1}, f"no network of format {FORMAT}"),
        ({"layers": 99}, "layers must be 0 to 16, not 99"),
        ({"layers": "many"}, "layers must be 0 to 16, not 'many'"),
        ({"layers": 3}, "lacks trunk2.weight"),
        ({"sizes": [1, 2]}, r"made for \[1, 2\], but its layers are"),
    ],
)
def test_a_network_for_something_else_is_refused(facts, complaint):
    with pytest.raises(CheckpointError, match=complaint):
        Network.from_bytes(about_with(network().to_bytes(), **facts), GAME)


@pytest.mark.parametrize(
    ("facts", "complaint"),
    [
        ({"dtype": "F64"}, "policy.bias is of 'F64', not of F16, F32, U8"),
        ({"dtype": ["F16"]}, r"policy.bias is of \['F16'\], not of"),
        ({"dtype": "F32", "shape": [4]}, r"shape \(4,\) of <f4, not 1 axes of <f2"),
        ({"dtype": "U8", "shape": [16]}, r"shape \(16,\) of \|u1, not 1 axes of <f2"),
        ({"shape": [2, 4]}, r"shape \(2, 4\) of <f2, not 1 axes"),
        ({"shape": [7]}, r"policy.bias has 14 bytes, which are not at \["),
        ({"shape": [8.0]}, r"policy.bias has the shape \[8.0\]"),
        ({"shape": [-8]}, r"policy.bias has the shape \[-8\]"),
        ({"shape": [True]}, r"policy.bias has the shape \[True\]"),
        ({"shape": [8, 1, 1, 1, 1]}, "policy.bias has the shape"),
        ({"shape": [1 << 15]}, "policy.bias has the shape"),
        ({"shape": [1 << 14] * 4}, "policy.bias has 144,115,188,075,855,872 bytes"),
        ({"shape": None}, "policy.bias has the shape None"),
        ({"data_offsets": [0]}, r"which are not at \[0\]"),
        ({"data_offsets": [16, 0]}, r"which are not at \[16, 0\]"),
        ({"data_offsets": [1 << 40, (1 << 40) + 16]}, "which are not at"),
        ({"data_offsets": [2, 18]}, "its arrays do not fill it one after the other"),
        ({"more": 1}, "policy.bias is no array"),
    ],
)
def test_a_damaged_network_is_refused(facts, complaint):
    data = network().to_bytes()
    assert opened(data)[0]["policy.bias"]["shape"] == [8]
    with pytest.raises(CheckpointError, match=complaint):
        Network.from_bytes(entry_with(data, "policy.bias", **facts), GAME)


def unlike(**arrays):
    """A file with some arrays replaced, added, or left out where they are None."""
    own = network()
    all_arrays = {name: array.astype(np.float16) for name, array in own._arrays().items()} | arrays
    kept = {name: array for name, array in all_arrays.items() if array is not None}
    return pack({"format": FORMAT, "layers": 2, **own.about}, kept)


@pytest.mark.parametrize(
    ("arrays", "complaint"),
    [
        ({"policy.bias": None}, "lacks policy.bias"),
        ({"policy.bias": np.full(8, np.nan, np.float16)}, "policy.bias holds what is no number"),
        ({"policy.bias": np.zeros(7, np.float16)}, r"a layer \(8, 8\) follows one of 8"),
        ({"more": np.zeros(3, np.float16)}, "unknown arrays 'more'"),
        ({f"{k}": np.zeros(0, np.float16) for k in range(250)}, "more than 256 arrays"),
    ],
)
def test_arrays_that_no_network_has_are_refused(arrays, complaint):
    with pytest.raises(CheckpointError, match=complaint):
        Network.from_bytes(unlike(**arrays), GAME)


SOUND = network().to_bytes()
HEADER, NUMBERS = opened(SOUND)
TWICE = json.dumps(HEADER).encode()[:-1] + b', "policy.bias": {}}'
STRANGE = {
    "long": ((1 << 62).to_bytes(8, "little") + SOUND[8:], "is no file of safetensors"),
    "too long": (closed(b"{" + b" " * (1 << 21) + b"}", NUMBERS), "is no file of safetensors"),
    "empty": (closed(b"", NUMBERS), "is no file of safetensors"),
    "a list": (closed([1], NUMBERS), "its header must be an object, not"),
    "deep": (closed(b"[" * 100_000, NUMBERS), "its header: is not valid JSON"),
    "twice": (closed(TWICE, NUMBERS), "the name 'policy.bias' twice"),
    "no facts": (closed({**HEADER, "__metadata__": {}}, NUMBERS), "its metadata must be 'about'"),
    "facts": (closed({**HEADER, "__metadata__": {"about": "[1]"}}, NUMBERS), "about must be an"),
    "short": (SOUND[:-1], "which are not at"),
    "more behind": (SOUND + b"\0", "its arrays do not fill it"),
    "in front": (closed(HEADER, b"\0" + NUMBERS), "its arrays do not fill it"),
    "a zip archive": (b"PK\x03\x04" + SOUND, "python -m experiments.convert_network <file>"),
}


@pytest.mark.parametrize("name", STRANGE)
def test_no_more_is_read_than_a_network_may_have(name):
    data, complaint = STRANGE[name]
    tracemalloc.start()
    try:
        with pytest.raises(CheckpointError, match=complaint):
            Network.from_bytes(data, GAME)
        assert tracemalloc.get_traced_memory()[1] < 3 << 20
    finally:
        tracemalloc.stop()


def test_the_bytes_are_those_of_the_format():
    """What the library of that name (0.8) makes of the same arrays and metadata."""
    arrays = {
        "dice": np.arange(3, dtype=np.uint8),
        "policy": np.ones((2, 2), np.float16),
        "step": np.array(0.5, np.float32),
    }
    header = (
        b'{"__metadata__":{"about":"{\\"x\\": 1}"},'
        b'"step":{"dtype":"F32","shape":[],"data_offsets":[0,4]},'
        b'"policy":{"dtype":"F16","shape":[2,2],"data_offsets":[4,12]},'
        b'"dice":{"dtype":"U8","shape":[3],"data_offsets":[12,15]}}'
    )
    padded = header + b" " * (-len(header) % 8)
    numbers = b"\0\0\0?" + b"\0<" * 4 + b"\0\1\2"
    data = len(padded).to_bytes(8, "little") + padded + numbers
    assert pack({"x": 1}, arrays) == data
    file = TensorFile(data, "file")
    assert file.about == {"x": 1}
    for name, array in arrays.items():
        found = file.array(name, array.dtype.str, array.ndim)
        assert (found == array).all()
        assert found.shape == array.shape


def test_the_library_of_that_name_reads_and_writes_the_same(tmp_path):
    library = pytest.importorskip("safetensors", reason="needs the extra `peers`")
    from safetensors.numpy import load_file, save

    ours = network()
    path = tmp_path / "one.safetensors"
    ours.save(path)
    arrays = load_file(path)
    assert {name: array.tolist() for name, array in arrays.items()} == {
        name: array.tolist() for name, array in ours._arrays().items()
    }
    with library.safe_open(path, "np") as file:
        metadata = file.metadata()
    assert json.loads(metadata["about"])["game"] == GAME.name
    assert save(arrays, metadata) == path.read_bytes()


def test_an_array_in_the_order_of_columns_is_written_by_rows():
    array = np.asfortranarray(np.arange(6, dtype=np.float32).reshape(2, 3))
    file = TensorFile(pack({}, {"some": array}), "file")
    assert (file.array("some", "<f4", 2) == array).all()


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
    (tmp_path / "some.safetensors").write_bytes(data)
    with pytest.raises(CheckpointError, match=r"some\.safetensors: is no file of"):
        Network.load(tmp_path / "some.safetensors")


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
    with pytest.raises(
        CheckpointError, match=r"nothing\.safetensors: cannot be read \(No such file"
    ):
        make(str(tmp_path / "nothing.safetensors"), GAME)


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
    flat.save(tmp_path / "flat.safetensors")
    engine = Engine(GAME, 4000, seed=1, writing=False)
    engine.reset()
    agent = make(f"{tmp_path / 'flat.safetensors'}+sampled", GAME)
    counts = np.bincount(agent.act(engine.view()), minlength=GAME.actions.size)
    assert not counts[whispers.NUMBERS :].any()
    assert counts[: whispers.NUMBERS].min() > 900
