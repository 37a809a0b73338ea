"""A toy game with all that a replay could give away: secrets, hidden actions, throws of dice.

Each player holds a secret number. In turn everybody says a number aloud or writes one down; then
a die is thrown. After two rounds the highest sum of secret and numbers wins.
"""

from enum import IntEnum
from pathlib import Path

import numpy as np

from piracy_env.core import rng
from piracy_env.core.actions import ActionTable, Block
from piracy_env.core.game import ENDED, RUNNING, Game
from piracy_env.core.jit import kernel
from piracy_env.core.layout import Group, Layout
from piracy_env.core.options import Flag, Number, OneOf
from piracy_env.core.ranges import Range
from piracy_env.core.tables import Integer, Schema, Section

MOST_SEATS = 3
NUMBERS = 4


class Phase(IntEnum):
    SPEAK = 0


ACTIONS = ActionTable(
    Block("say", "Say a number aloud.", number=range(NUMBERS)),
    Block("write", "Write a number down.", number=range(NUMBERS)),
)
ACT = ACTIONS.spans
OBSERVATION = Layout(Group("secret"), Group("die"), Group("spoken", MOST_SEATS))


@kernel
def reset(s, t):
    for seat in range(s.players):
        s.secret[seat] = rng.die(s, 6)


@kernel
def legal(s, t, mask):
    for number in range(t.box.numbers):
        mask[ACT.say.start + number] = True
        mask[ACT.write.start + number] = s.writing == 1


@kernel
def step(s, t, action):
    if action < ACT.say.stop:
        s.spoken[s.seat] += action - ACT.say.start
    else:
        s.written[s.seat] += action - ACT.write.start
    s.die = rng.die(s, 6)
    s.seat = (s.seat + 1) % s.players
    s.turns += 1
    if s.turns == s.rounds * s.players:
        s.over = ENDED


@kernel
def observe(s, t, seat, out):
    out[0] = s.secret[seat] / 6
    out[1] = s.die / 6
    for place in range(s.players):
        out[2 + place] = s.spoken[(seat + place) % s.players] / 40


@kernel
def determinize(s, t, seat, key):
    s.rng = key
    for other in range(s.players):
        if other != seat:
            s.secret[other] = rng.die(s, 6)
            s.written[other] = rng.below(s, 3)


@kernel
def outcome(s, t, result):
    for seat in range(s.players):
        result.score[seat] = s.secret[seat] + s.spoken[seat] + s.written[seat]
    for seat in range(s.players):
        if s.over != RUNNING:
            result.rank[seat] = 1
            for other in range(s.players):
                result.rank[seat] += result.score[other] > result.score[seat]
    if s.over != RUNNING:
        result.reason = 0


def invariants(s, t):
    wrong = [f"secret {secret}" for secret in s.secret[: s.players] if not 1 <= secret <= 6]
    return wrong + ([] if 0 <= s.turns <= s.rounds * s.players else ["turns"])


def describe(s, tables, seat):
    secrets = [
        str(secret) if seat in (None, owner) else "?"
        for owner, secret in enumerate(s.secret[: s.players])
    ]
    spoken = [str(number) for number in s.spoken[: s.players]]
    return f"secrets {' '.join(secrets)}, spoken {' '.join(spoken)}, die {s.die}"


def describe_action(s, tables, action, viewer):
    if action < ACT.say.stop:
        return f"Say {action}."
    return f"Write {action - NUMBERS}." if viewer in (None, s.seat) else "Write something."


def tell(before, tables, action, after, viewer):
    lines = [f"The die shows {after.die}."]
    for seat in range(after.players):
        if after.spoken[seat] != before.spoken[seat]:
            lines.append(f"Seat {seat} has spoken {after.spoken[seat]}.")
        elif after.written[seat] != before.written[seat] and viewer in (None, seat):
            lines.append(f"Seat {seat} has written {after.written[seat]}.")
    return lines


def render(s, tables, seat):
    return f'<svg xmlns="http://www.w3.org/2000/svg"><text>{describe(s, tables, seat)}</text></svg>'


GAME = Game.of(
    __name__,
    name="whispers",
    title="Whispers",
    version=3,
    seats=(2, 3),
    default_seats=2,
    fields=(
        ("secret", np.int8, (MOST_SEATS,)),
        ("spoken", np.int16, (MOST_SEATS,)),
        ("written", np.int16, (MOST_SEATS,)),
        ("die", np.int8),
        ("turns", np.int16),
    ),
    ranges={
        "secret": Range(0, 6),
        "spoken": Range(0, 100),
        "written": Range(0, 100),
        "die": Range(0, 6),
        "turns": Range(0, lambda s, t: s.rounds * s.players),
    },
    hidden=("secret", "written"),
    told=("die", "spoken", "written"),
    tables=Schema(
        Path(__file__).with_suffix(".toml"), Section("box", {"numbers": Integer(1, NUMBERS)})
    ),
    longest=lambda options: options.players * options.stored["rounds"],
    score_scale=10.0,
    reasons=("last_word",),
    options={
        "rounds": Number(2, 1, 9, "how often everybody speaks"),
        "writing": Flag(True, "numbers may be written down"),
        "mood": OneOf("merry", ("merry", "grim"), "of the table"),
    },
    presets={"aloud": {"writing": False, "rounds": 3}},
    history=("3: as it always was",),
)
