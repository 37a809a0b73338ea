"""Replays: games on file come back as they were, and a damaged file is refused with its reason."""

import dataclasses
import json

import numpy as np
import pytest

from piracy_env import registry
from piracy_env.core import checkpoints
from piracy_env.core.engine import Engine
from piracy_env.core.packing import pack
from piracy_env.core.replay import LARGEST_FILE, Replay, _checksum
from piracy_env.errors import InvalidStateError, OrderError, ReplayError
from tests.core.whispers import ACT, GAME
from tests.testing.raft import RAFT


def played(moves=4, seed=7, **settings):
    """An engine of one game, some random moves on."""
    engine = Engine(GAME, seed=seed, auto_reset=False, record=True, **settings)
    engine.reset()
    for _ in range(moves):
        engine.step(engine.uniform())
    return engine


def edit(path, **changes):
    """Change keys of a saved replay as a forger would: with a fitting checksum."""
    contents = json.loads(path.read_text()) | changes
    contents["checksum"] = _checksum(contents)
    path.write_text(json.dumps(contents))


@pytest.fixture
def saved(tmp_path):
    """A finished game on file."""
    path = tmp_path / "game.json"
    Replay.of(played()).save(path)
    return path


# --- round trips --------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [0, 1, 3, 4])
def test_a_replay_comes_back_as_it_was(tmp_path, moves):
    replay = Replay.of(played(moves))
    replay.save(tmp_path / "game.json")
    assert Replay.load(tmp_path / "game.json", GAME) == replay
    assert len(replay) == moves


def test_a_file_has_a_few_hundred_bytes(saved):
    assert saved.stat().st_size < 700


def test_playing_a_replay_is_lockstep_with_the_game():
    engine = played(0, seed=3, players=3, rounds=9, mood="grim")
    states = [engine.states.tobytes()]
    for _ in range(27):
        engine.step(engine.uniform())
        states.append(engine.states.tobytes())
    assert [position.states.tobytes() for position in Replay.of(engine).play()] == states


def test_a_replay_names_the_game_of_a_batch_and_of_a_stream(tmp_path):
    engine = Engine(GAME, 3, seed=1, auto_reset=False, record=True)
    for _ in range(3):
        engine.reset()
        engine.step(engine.uniform())
    for i in range(3):
        Replay.of(engine, i).save(tmp_path / "game.json")
        last = Replay.load(tmp_path / "game.json", GAME).engine_at(1)
        assert last.states.tobytes() == engine.states[i].tobytes()


def test_forced_moves_and_autopilots_are_recorded_too():
    engine = Engine(GAME, seed=2, auto_reset=False, record=True, skip_forced=True, writing=False)
    engine.take_seats([0, 1])
    engine.reset()
    engine.step(engine.uniform())
    replay = Replay.of(engine)
    assert len(replay) == 2
    replay.verify()


def test_a_game_can_be_played_on_from_any_move(saved):
    replay = Replay.load(saved, GAME)
    engine = replay.engine_at(2)
    for action in replay.actions[2:]:
        engine.step([action])
    assert Replay.of(engine) == replay
    with pytest.raises(ReplayError, match="moves 0 to 4, not 5"):
        replay.engine_at(5)


def test_a_game_edited_by_hand_keeps_its_start(tmp_path):
    engine = played(1)
    engine.set(secret=[6, 1, 0])
    engine.step([ACT.say.start + 2])
    replay = Replay.of(engine)
    replay.save(tmp_path / "game.json")
    assert replay.start
    assert replay.actions == (ACT.say.start + 2,)
    assert Replay.load(tmp_path / "game.json", GAME) == replay


def test_a_new_deal_forgets_the_edit():
    engine = Engine(GAME, seed=4, record=True, rounds=1)
    engine.reset()
    engine.set(secret=[6, 6, 0])
    engine.step(engine.uniform())
    engine.step(engine.uniform())  # the game ends, the next one is dealt
    engine.step(engine.uniform())
    replay = Replay.of(engine)
    assert not replay.start
    replay.verify()


def test_a_game_that_was_cut_replays_to_the_cut():
    engine = played(3, max_moves=3)
    replay = Replay.of(engine)
    assert (replay.limit, engine.truncated[0]) == (3, True)
    replay.verify()


def test_a_replay_needs_recorded_actions():
    engine = Engine(GAME, seed=1)
    engine.reset()
    engine.step(engine.uniform())
    with pytest.raises(OrderError, match="record=True"):
        Replay.of(engine)


def test_a_replay_is_found_by_the_name_of_its_game(saved):
    assert Replay.load(saved, {"whispers": GAME}.__getitem__).game is GAME
    with pytest.raises(ReplayError, match="no game is called 'whispers'"):
        Replay.load(saved, registry.load)


def test_numpy_options_are_stored_as_numbers(tmp_path):
    engine = played(1, rounds=np.int64(3))
    Replay.of(engine).save(tmp_path / "game.json")
    assert Replay.load(tmp_path / "game.json", GAME).options["rounds"] == 3


# --- damage -------------------------------------------------------------------------------------


def ids(*actions):
    return pack(np.array(actions, "<i2").tobytes())


EDITS = {
    "version": ({"version": 2}, "version: made by version 2 of whispers, but version 3 is"),
    "foreign game": ({"game": "mutiny"}, "game: a replay of mutiny, not of whispers"),
    "module as a game": ({"game": "os:system"}, "game: 'os:system' is no name of a game"),
    "tables": ({"tables": "0" * 16}, "tables: played with tables '0000000000000000'"),
    "player count": ({"options": {"players": 9}}, "options: whispers is for 2, 3 players, not 9"),
    "option": ({"options": {"speed": 1}}, "options: .* whispers has no option 'speed'"),
    "reward": ({"reward": "fame"}, "reward: no reward mode of the game, not 'fame'"),
    "limit": ({"limit": 0}, "limit: must be 1 to 2147483647, not 0"),
    "seed": ({"seed": "7"}, "seed: must be 0x and 16 hexadecimal digits, not '7'"),
    "other seed": ({"seed": f"{5:#018x}"}, "the file says"),
    "episode": ({"episode": -1}, "episode: must be a count from 0, not -1"),
    "end": ({"end": "drowned"}, "end: must be running, ended, cut, not 'drowned'"),
    "other end": ({"end": "cut"}, "end: the file says cut, but the game comes to ended"),
    "ranks": ({"ranks": [3, 3]}, r"ranks: the file says \[3, 3\], but the game comes to"),
    "scores": ({"scores": [0, 0]}, r"scores: the file says \[0, 0\]"),
    "float ranks": ({"ranks": [1.0, 2]}, r"ranks: must be 2 whole numbers, not \[1.0, 2\]"),
    "true as a rank": ({"ranks": [True, 2]}, "ranks: must be 2 whole numbers"),
    "too few ranks": ({"ranks": [1]}, "ranks: must be 2 whole numbers"),
    "one name too few": ({"seats": ["human"]}, "seats: must be 2 names of 1 to 1000 printable"),
    "no name": ({"seats": ["human", ""]}, "seats: must be 2 names"),
    "number as a name": ({"seats": ["human", 7]}, "seats: must be 2 names"),
    "name of two lines": ({"seats": ["human", "a\nb"]}, "seats: must be 2 names"),
    "endless name": ({"seats": ["human", "a" * 1001]}, "seats: must be 2 names"),
    "state": ({"state": "0" * 16}, "state: the file says 0000000000000000"),
    "type": ({"moves": "four"}, "moves: must be of type int, not 'four'"),
    "too few actions": ({"actions": ids(1, 2, 3)}, "actions: unpacks to 6 bytes, not 8"),
    "too many actions": ({"moves": 3}, "actions: unpacks to more than 6 bytes"),
    "absurd count": ({"moves": 10**9}, "moves: must be 0 to 4, not 1000000000"),
    "actions no base64": ({"actions": "%%%"}, "actions: damaged"),
    "actions not packed": ({"actions": "AAAA"}, "actions: damaged"),
    "start of another size": ({"start": pack(b"abc")}, "start: unpacks to 3 bytes, not 0 or"),
    "format": ({"replay": 3}, "replay: format 3 is unknown; this is format 2"),
}


@pytest.mark.parametrize("damage", EDITS)
def test_a_forged_replay_is_refused_with_its_reason(saved, damage):
    changes, reason = EDITS[damage]
    edit(saved, **changes)
    with pytest.raises(ReplayError, match=reason) as caught:
        Replay.load(saved, GAME)
    assert str(caught.value).startswith(str(saved))


@pytest.mark.parametrize("action", [8, -1, 999])
def test_an_action_that_does_not_exist_is_refused(saved, action):
    edit(saved, actions=ids(1, 2, action, 0))
    with pytest.raises(ReplayError, match=rf"move 3 of 4: action {action} \(no such id\)"):
        Replay.load(saved, GAME)


def test_an_illegal_action_is_refused_with_move_and_label(tmp_path):
    path = tmp_path / "game.json"
    Replay.of(played(2, writing=False)).save(path)
    edit(path, actions=ids(1, ACT.write.start + 1))
    with pytest.raises(
        ReplayError, match="move 2 of 2: action 5 'write 1' is not legal for seat 1"
    ):
        Replay.load(path, GAME)


def test_actions_after_the_end_are_refused(saved):
    edit(saved, actions=ids(1, 2, 3, 0, 1), moves=5, limit=9)
    with pytest.raises(ReplayError, match="moves: must be 0 to 4, not 5"):
        Replay.load(saved, GAME)
    roomy = dataclasses.replace(GAME, longest=lambda options: 9)  # as if games could be as long
    with pytest.raises(ReplayError, match="move 5 of 5: game 0 is over"):
        Replay.load(saved, roomy)


def test_an_edit_without_a_new_checksum_is_noticed(saved):
    saved.write_text(saved.read_text().replace('"reward": "rank"', '"reward": "win"'))
    with pytest.raises(ReplayError, match="changed since it was written"):
        Replay.load(saved, GAME)


def test_every_truncation_is_noticed(saved):
    whole = saved.read_bytes()
    for length in range(len(whole) - 2):
        saved.write_bytes(whole[:length])
        with pytest.raises(ReplayError, match="damaged or truncated"):
            Replay.load(saved, GAME)


def test_a_save_that_fails_leaves_what_was_saved_before(saved, monkeypatch):
    whole = saved.read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(ReplayError, match="cannot be written"):
        Replay.of(played(2)).save(saved)
    assert saved.read_bytes() == whole
    assert [path.name for path in saved.parent.iterdir()] == [saved.name]


def test_a_name_that_no_file_can_have_is_refused():
    with pytest.raises(ReplayError, match="cannot be written"):
        Replay.of(played(2)).save("a\0b")


@pytest.mark.parametrize("name", ["/dev/zero", ".", "a\0b"])
def test_only_a_regular_file_is_a_replay(name):
    with pytest.raises(ReplayError, match=r"(?i)regular file|directory|null byte"):
        Replay.load(name, GAME)


@pytest.mark.parametrize(
    ("raw", "reason"),
    {
        b"": "truncated",
        b"\xff\xfe\x00": "is not valid JSON",
        b"[" * 100_000: "is not valid JSON",
        b"9" * 5000: "is not valid JSON",
        b"[1, 2]": "no replay: it must be a JSON object",
        b'{"a": 1}': 'with the key "replay"',
        b'{"replay": 1, "moves": 3, "colour": 2}': "keys missing: game, .*; keys unknown: colour",
        b" " * (LARGEST_FILE + 1): "larger than 16,777,216 bytes",
    }.items(),
    ids=range(8),
)
def test_a_file_of_another_kind_is_refused(tmp_path, raw, reason):
    path = tmp_path / "game.json"
    path.write_bytes(raw)
    with pytest.raises(ReplayError, match=reason):
        Replay.load(path, GAME)


def test_a_packed_flood_is_not_unpacked(saved):
    edit(saved, actions=pack(bytes(10**8)))
    with pytest.raises(ReplayError, match="actions: unpacks to more than 8 bytes"):
        Replay.load(saved, GAME)


def test_a_start_that_breaks_an_invariant_is_refused(tmp_path):
    path = tmp_path / "game.json"
    engine = played(1)
    engine.set(secret=[6, 1, 0])
    Replay.of(engine).save(path)
    state = engine.states.copy()
    state.secret[0, 0] = 0
    edit(path, start=pack(state.tobytes()))
    with pytest.raises(ReplayError, match="the start: whispers: secret 0"):
        Replay.load(path, GAME)


@pytest.mark.parametrize(
    ("field", "value"), [("moves", -1), ("moves", 5), ("over", 3), ("seat", 7)]
)
def test_a_start_with_an_impossible_header_is_refused(field, value):
    engine = played(1)
    state = engine.states.copy()
    state[field] = value
    before = engine.states.tobytes()
    with pytest.raises(InvalidStateError, match=field):
        engine.load_state(0, state)
    assert engine.states.tobytes() == before


def test_random_bytes_as_a_start_never_get_into_a_kernel(saved):
    bytes_of = np.random.default_rng(0).bytes
    for _ in range(50):
        edit(saved, start=pack(bytes_of(GAME.dtype.itemsize)))
        with pytest.raises(ReplayError, match="the start: "):
            Replay.load(saved, GAME)


def test_tables_that_were_played_with_must_be_given(tmp_path):
    path = tmp_path / "game.json"
    Replay.of(played(tables={"box": {"numbers": 2}})).save(path)
    assert Replay.load(path, GAME, tables={"box": {"numbers": 2}}).tables.t.box.numbers == 2
    with pytest.raises(ReplayError, match="give the ones that it was played with"):
        Replay.load(path, GAME)


def test_files_that_cannot_be_read_or_written_are_named(tmp_path):
    with pytest.raises(ReplayError, match=r"none\.json: cannot be read"):
        Replay.load(tmp_path / "none.json", GAME)
    with pytest.raises(ReplayError, match="cannot be written"):
        Replay.of(played()).save(tmp_path / "no folder" / "game.json")


# --- who sat where ------------------------------------------------------------------------------


def test_who_sat_where_comes_back(tmp_path):
    replay = Replay.of(played(2), seats=["human:Anne", "heuristic"])
    replay.save(tmp_path / "game.json")
    assert Replay.load(tmp_path / "game.json", GAME).seats == ("human:Anne", "heuristic")


@pytest.mark.parametrize("seats", [["human"], ["human", "\x1b[2J"], "hi", ["human", None]])
def test_names_that_no_file_could_hold_are_refused_when_they_are_given(seats):
    with pytest.raises(ReplayError, match="seats: must be 2 names"):
        Replay.of(played(2), seats=seats)


def test_a_file_of_the_first_format_is_read(saved):
    contents = json.loads(saved.read_text())
    del contents["seats"], contents["checkpoints"]
    contents["replay"] = 1
    contents["checksum"] = _checksum(contents)
    saved.write_text(json.dumps(contents))
    replay = Replay.load(saved, GAME)
    assert (len(replay), replay.seats, replay.checkpoints) == (4, (), ())


# --- checkpoints --------------------------------------------------------------------------------

LONG = {"players": 3, "rounds": 9}


@pytest.fixture
def long(tmp_path, monkeypatch):
    """A game on file that has a checkpoint every five moves."""
    monkeypatch.setattr(checkpoints, "EVERY", 5)
    path = tmp_path / "game.json"
    Replay.of(played(25, **LONG)).save(path)
    return path


def test_a_long_game_has_checkpoints_a_short_one_has_none(long):
    assert [one.move for one in Replay.load(long, GAME).checkpoints] == [5, 10, 15, 20]
    assert Replay.of(played(5, **LONG)).with_checkpoints().checkpoints == ()


def test_a_game_is_opened_in_the_middle_as_if_it_had_been_played_there(long):
    replay = Replay.load(long, GAME, verify=False)
    plain = dataclasses.replace(replay, checkpoints=())
    for move in (0, 4, 5, 12, 20, 25):
        opened, walked = replay.engine_at(move), plain.engine_at(move)
        assert opened.states.tobytes() == walked.states.tobytes()
        assert opened.slots["decisions"].tolist() == walked.slots["decisions"].tolist()
        assert opened.played() == walked.played() == list(replay.actions[:move])
        assert opened.sample(0, 1).tobytes() == walked.sample(0, 1).tobytes()
        for engine in (opened, walked):
            engine.rollout(2)
        assert Replay.of(opened).actions[:move] == replay.actions[:move]
        Replay.of(opened).verify()


def test_what_was_paid_on_the_way_is_known_in_the_middle(monkeypatch):
    monkeypatch.setattr(checkpoints, "EVERY", 2)
    engine = Engine(RAFT, seed=4, reward="standing", auto_reset=False, record=True)
    engine.reset()
    engine.rollout(4)
    replay = Replay.of(engine).with_checkpoints()
    opened = replay.engine_at(3)
    engine = dataclasses.replace(replay, checkpoints=()).engine_at(3)
    paid = engine.slots["paid"]
    assert paid.any()
    assert opened.slots["paid"] == pytest.approx(paid)
    assert opened.slots["standing"] == pytest.approx(engine.slots["standing"])


def test_opening_in_the_middle_plays_nothing_before(long, monkeypatch):
    replay = Replay.load(long, GAME, verify=False)
    steps = []
    monkeypatch.setattr(Engine, "play", lambda engine, action: steps.append(action))
    replay.engine_at(12)
    assert steps == list(replay.actions[10:12])


def test_an_edited_game_is_opened_in_the_middle_too(monkeypatch):
    monkeypatch.setattr(checkpoints, "EVERY", 5)
    engine = played(3, **LONG)
    engine.set(secret=[6, 1, 2])
    engine.rollout(17)
    replay = Replay.of(engine).with_checkpoints()
    opened = replay.engine_at(16)
    assert replay.checkpoints[-1].move == 15
    assert opened.record().moves == 19
    assert opened.start_of() == replay.start
    assert Replay.of(opened).actions == replay.actions[:16]
    Replay.of(opened).verify()


def test_a_viewer_s_moves_are_counted_past_checkpoints(long):
    replay = Replay.load(long, GAME)
    assert replay.moves_told(1) == list(range(26))
    assert replay.engine_at(12, 1).played() == list(replay.actions[:12])


def test_checkpoints_grow_no_denser_than_a_file_bears(monkeypatch):
    assert checkpoints.spread(1_000) == checkpoints.spread(65_536) == 1024
    assert checkpoints.spread(65_537) == 2048
    assert 1_000_000 / checkpoints.spread(1_000_000) <= checkpoints.MOST
    some = [checkpoints.Checkpoint(k, (), np.random.default_rng(k).bytes(900)) for k in range(8)]
    monkeypatch.setattr(checkpoints, "MOST_BYTES", 3000)
    assert [one.move for one in checkpoints.thinned(some)] == [3, 7]


def forge(path, number=1, **changes):
    """Change a checkpoint of a file."""
    found = json.loads(path.read_text())["checkpoints"]
    found[number] |= changes
    edit(path, checkpoints=found)


def forged_state(path, number=1, **changes):
    """The state of a checkpoint, with other numbers in it."""
    state = np.frombuffer(Replay.load(path, GAME).checkpoints[number].state, GAME.dtype).copy()
    for name, value in changes.items():
        state[name] = value
    return pack(state.tobytes())


CHECKPOINTS = {
    "other move": ({"move": 12}, "checkpoint at move 12: must have 3 counts that make 12"),
    "at the end": ({"move": 25}, "checkpoint at move 25: must be at move 1 to 24"),
    "at the deal": ({"move": 0}, "checkpoint at move 0: must be at move 1 to 24"),
    "no number": ({"move": "10"}, "checkpoints: each has a move, decisions and a state"),
    "more keys": ({"colour": 1}, "checkpoints: each has a move"),
    "decisions of two": ({"decisions": [5, 5]}, "must have 3 counts that make 10 decisions"),
    "negative decisions": ({"decisions": [11, -1, 0]}, "must have 3 counts"),
    "true as a count": ({"decisions": [9, True, 0]}, "must have 3 counts"),
    "no state": ({"state": ""}, "checkpoint at move 10: unpacks to 0 bytes"),
    "a flood": ({"state": pack(bytes(10**7))}, "checkpoint at move 10: unpacks to more than"),
    "garbage": ({"state": "%%%"}, "checkpoint at move 10: damaged"),
}


@pytest.mark.parametrize("verify", [True, False])
@pytest.mark.parametrize("damage", CHECKPOINTS)
def test_a_damaged_checkpoint_is_refused_when_it_is_read(long, damage, verify):
    changes, reason = CHECKPOINTS[damage]
    forge(long, **changes)
    with pytest.raises(ReplayError, match=reason):
        Replay.load(long, GAME, verify=verify)


UNSOUND = {
    "breaks an invariant": ({"secret": [0, 1, 1]}, "whispers: secret 0"),
    "leaves a range": ({"die": 7}, "die is 7, not 0 to 6"),
    "is of another move": ({"moves": 11}, "moves is 11, not 10"),
    "is of nobody's turn": ({"seat": 3}, "seat 3 does not exist"),
}


@pytest.mark.parametrize("fault", UNSOUND)
def test_a_forged_checkpoint_smuggles_in_no_unsound_state(long, fault):
    changes, reason = UNSOUND[fault]
    forge(long, state=forged_state(long, **changes))
    replay = Replay.load(long, GAME, verify=False)
    with pytest.raises(ReplayError, match=f"the checkpoint at move 10: .*{reason}") as caught:
        replay.engine_at(12)
    assert caught.value.where == "checkpoint at move 10"
    with pytest.raises(ReplayError, match="checkpoint at move 10: the game comes to another"):
        Replay.load(long, GAME)


@pytest.mark.parametrize("changes", [{"secret": [6, 6, 6]}, {"rng": 7}])
def test_a_forged_checkpoint_that_is_sound_is_found_out_by_playing(long, changes):
    forge(long, state=forged_state(long, **changes))
    assert Replay.load(long, GAME, verify=False).engine_at(12).record().moves == 12
    with pytest.raises(ReplayError, match="checkpoint at move 10: the game comes to another"):
        Replay.load(long, GAME)


def test_decisions_are_verified_too(long):
    forge(long, decisions=[10, 0, 0])
    with pytest.raises(ReplayError, match="checkpoint at move 10: the game comes to another"):
        Replay.load(long, GAME)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda found: [*found, found[0]], "in the order of their moves"),
        (lambda found: found[::-1], "in the order of their moves"),
        (lambda found: found * 30, "at most 64, not 120"),
        (lambda found: [found], "each has a move"),
    ],
    ids=["twice", "backwards", "many", "nested"],
)
def test_checkpoints_stand_in_order_and_are_few(long, change, reason):
    edit(long, checkpoints=change(json.loads(long.read_text())["checkpoints"]))
    with pytest.raises(ReplayError, match=f"checkpoints: .*{reason}"):
        Replay.load(long, GAME)


def test_nothing_is_saved_that_could_not_be_loaded(tmp_path, monkeypatch):
    monkeypatch.setattr("piracy_env.core.replay.LARGEST_FILE", 300)
    with pytest.raises(ReplayError, match="is not written, for it could not be read"):
        Replay.of(played()).save(tmp_path / "game.json")
    assert not list(tmp_path.iterdir())


# --- what one seat may see ----------------------------------------------------------------------


def test_a_seat_sees_its_own_secrets_and_the_public_part_of_the_rest():
    engine = played(0)
    engine.step([ACT.write.start + 2])
    engine.step([ACT.write.start + 1])
    own, rival = (str(secret) for secret in engine.record().secret[:2])
    view = Replay.of(engine).view(1)
    assert [turn.action for turn in view.turns] == ["Write something.", "Write 1.", ""]
    assert [turn.seat for turn in view.turns] == [0, 1, None]
    assert all(turn.position.startswith(f"secrets ? {rival}") for turn in view.turns), own


def test_scores_are_told_only_when_the_game_is_over():
    assert Replay.of(played(3)).view(0).scores == ()
    assert len(Replay.of(played(4)).view(0).scores) == 2


def test_worlds_that_differ_in_what_is_hidden_give_equal_views():
    engine = played(1, seed=9)
    views = ([], [])
    for key in range(20):
        world = engine.clone()
        world.load_state_unchecked(0, engine.sample(0, 0, key))
        world.step([ACT.write.start + key % 3])
        for seat in (0, 1):
            turns = Replay.of(world).view(seat).turns
            # the die is thrown anew in each world, for all to see
            views[seat].append(
                [(one.seat, one.position.split(", die")[0], one.action) for one in turns]
            )
    assert all(view == views[0][0] for view in views[0])
    assert not all(view == views[1][0] for view in views[1])


def test_a_view_holds_neither_seed_nor_generator():
    engine = played(4)
    replay = Replay.of(engine)
    text = replay.view(0).json() + replay.view(0).text()
    secrets = (f"{replay.seed:x}", str(replay.seed), str(engine.record().rng), replay.state, "seed")
    assert not [secret for secret in secrets if secret in text]
    assert json.loads(replay.view(0).json())["turns"][0]["seat"] == 0


def test_a_view_of_a_seat_that_does_not_exist_is_refused():
    with pytest.raises(ReplayError, match="no seat 2"):
        Replay.of(played()).view(2)
