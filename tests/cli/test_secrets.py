"""What is declined in secret leaves nothing on the screens of others: no line, no number."""

import re

import numpy as np
import pytest

from piracy_env.core.replay import Replay
from piracy_env.games import havens, notoriety
from tests.cli.test_play import terminal  # noqa: F401 - a fixture
from tests.games.havens.positions import table as sea
from tests.games.notoriety.positions import table as tavern

SHIPS = {"0.0": "9 34 46 57; 69; 4", "1.0": "10 33 47 58; 66; 5"}


class Quiet:
    """Declines whatever can be declined."""

    game = havens.GAME
    wishes = ("pass",)

    def act(self, view):
        ids = [self.game.actions.id(label) for label in self.wishes]
        legal = view.action_mask[0]
        return np.array([next((a for a in ids if legal[a]), legal.argmax())])


class Trader(Quiet):
    """Trades one doubloon, and leaves it at that."""

    game = notoriety.GAME
    wishes = ("done", "card DB")


def passing(held):
    """Seat 1 may answer the move of seat 0 if it holds the card for it."""
    return sea({"0.0": SHIPS["0.0"]}, players=3, hands={1: held}, dice="3", options=RECORDED)


def trading(held):
    """Seat 0 plays a doubloon, and is asked for more loot if it holds any."""
    hand, deck = held
    return tavern(players=3, hand=hand, deck=deck, others={1: {}, 2: {}}, options=RECORDED)


RECORDED = {"record": True}
CASES = {
    "havens": (passing, ("99", "1"), ("human", "Quiet", "Quiet"), ["move 0"], "pass"),
    "notoriety": (
        *(trading, (("DB DB", "PM"), ("DB PM", "DB")), ("Trader", "human", "human")),
        *([], "done"),
    ),
}


@pytest.mark.rule("HAV-R26", "NOT-R39")
@pytest.mark.parametrize("game", CASES)
def test_what_is_declined_leaves_nothing_on_the_screen(game, terminal, tmp_path):  # noqa: F811
    make, hands, seats, answers, declined = CASES[game]
    names = [f"{__name__}:{name}" if name[0].isupper() else name for name in seats]
    shown, played = [], []
    for number, held in enumerate(hands):
        folder = tmp_path / str(number)  # the same file names on both screens
        folder.mkdir()
        Replay.of(make(held)).save(folder / "game.json")
        play = terminal(
            "play", game, "--resume", str(folder / "game.json"), "--save", str(folder / "on.json"),
            "--seats", *names,
        )  # fmt: skip
        text = ""
        for answer in [*answers, "q"]:
            text += play.until("for help", seconds=600) + play.until("> ")
            play.type(f"{answer}\n")
        text += play.until("Saved as")  # what follows names the file, wrapped at the screen's width
        assert play.process.wait(60) == 0
        shown.append(re.sub(r"\x1b\[[\d;?]*[a-zA-Z]|\r", "", text))
        replay = Replay.load(folder / "on.json", Quiet.game if game == "havens" else Trader.game)
        played.append([replay.game.actions.label(action) for action in replay.actions])
    assert shown[0] == shown[1]
    assert len(played[0]) == len(played[1]) + 1, "one of the two has declined something"
    place = next(k for k, label in enumerate(played[0]) if played[1][k : k + 1] != [label])
    assert played[0][:place] + played[0][place + 1 :] == played[1]
    assert played[0][place] == declined
