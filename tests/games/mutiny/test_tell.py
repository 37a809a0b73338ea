"""What came of an action, in words; and the reckoning at the end."""

import re

import numpy as np
import pytest

from piracy_env.core.replay import Replay
from piracy_env.core.story import Event, Story
from piracy_env.games.mutiny import GAME
from piracy_env.games.mutiny.reckoning import account
from tests.games.mutiny.positions import LETTERS, ended, table
from tests.scenario import act, deal


def told(engine, *labels, viewer=None):
    """What is told of the last of some actions."""
    act(engine, *labels[:-1])
    before, action = engine.states[:1].copy(), GAME.actions.id(labels[-1])
    act(engine, action)
    return Event(GAME, engine.tables_of(), before, action, engine.states[:1].copy()).news(viewer)


# --- parties --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("display", "cards"),
    [
        ("S07 S10 - S04", "S07 or S04"),
        ("S07 R03 S06 S04", "S07, R03, S06 or S04"),
        ("S10 S13", "nothing yet"),
    ],
)
def test_a_new_party_is_told_with_what_it_can_board(display, cards):
    engine = table("[A2 C2] [B5 D3]", display=display)
    lines = told(engine, "assemble 2 onto 5 of left 1")
    assert lines == [f"[A2 C2 B5 D3] can board {cards}."]


def test_a_ransom_is_told():
    engine = table("[B5 A4] [C3 A2 A3 D4] [D3 A5 A?]", display="S13", ducats="3 5 5 5")
    assert told(engine, "ransom 3") == [
        "[C3 A2 D4] stays together (MUT-7.4).",
        "Ducats: A 3 -> 0, C 5 -> 10.",
        "A3 is a single again.",
    ]


def test_a_ransom_that_leaves_two_pirates_leaves_a_party():
    engine = table("[B5 A4] [C3 A2 A3] [D3 A5 A?]", display="S13")
    assert told(engine, "ransom 2")[0] == "[C3 A3] stays together (MUT-7.4)."


def test_a_ransom_that_leaves_one_pirate_behind_makes_it_a_single():
    engine = table("[B5 A4] [C3 A2 A3] [D3 A5 A?]", display="S13")
    assert told(engine, "ransom 4")[-1] == "A4 and B5 are singles again."


# --- boarding -------------------------------------------------------------------------------------


def test_a_card_that_is_boarded_is_told_with_prize_wages_and_who_goes_home():
    engine = table("[A4 B5 C?]", display="S02 S03", ducats="6 5 5 5")
    assert told(engine, "capture slot 0 with 4") == [
        "Booty: A rum (1 now).",
        "S02 Mail Cutter brings A 7 ducats. It owes wages (MUT-5.11): B5 5 and C? 4, 9 in all.",
        "A keeps S02 with 1 wheel.",
        "Ducats: A 6 -> 4, B 5 -> 10, C 5 -> 9.",
        "A4, B5 and C? are singles again.",
    ]


def test_what_waits_for_the_choice_of_a_token_is_told_after_it():
    engine = table("[A3 B5 C? A2]", display="S07 S01", tokens={"B": "relics"}, deck="")
    assert told(engine, "capture slot 0 with 3") == []
    assert told(engine, "take wheel")[:2] == [
        "Booty: A wheel (1 now); B relics (2 now).",
        "S07 Bishop's Bark brings A 16 ducats. It owes wages (MUT-5.11): B5 5 and C? 6, 11 in all.",
    ]


def test_the_captain_s_token_is_told_first():
    engine = table("[B3 A5 C? B2]", display="S07 S01", turn="B")
    act(engine, "capture slot 0 with 3")
    assert told(engine, "take wheel")[0] == "Booty: B wheel (1 now); A relics (1 now)."


@pytest.mark.filterwarnings("ignore::piracy_env.errors.TableWarning")
def test_two_tokens_of_a_kind_are_told_as_two():
    changed = {"cards": {"S03": {"booty": ["saber", "saber"]}, "S05": {"booty": ["relics"]}}}
    engine = table("[A3 A2 C2 B2]", display="S03 S01", tables=changed, deck="")
    assert told(engine, "capture slot 0 with 3")[0] == "Booty: A 2 saber (2 now)."


def test_a_card_that_is_lost_is_told_with_what_the_supply_pays():
    engine = table("[A2 B5 C5 D5 B4]", display="S03", ducats="5 5 5 5")
    lines = told(engine, "capture slot 0 with 2", "take rum")
    assert "A lacks 6 ducats, which the supply pays: S03 is lost (MUT-5.16)." in lines
    assert "Ducats: A 5 -> 0, B 5 -> 14, C 5 -> 10, D 5 -> 10." in lines


def test_a_party_without_other_players_pays_no_wages():
    engine = table("[A3 A2]", display="R01 S01")
    lines = told(engine, "capture slot 0 with 3")
    assert (
        "R01 Sunken Watchtower brings A 6 ducats; "
        "it has no other player's pirates to pay (MUT-5.13)." in lines
    )
    assert "A keeps R01 with 1 anchor." in lines


def test_the_sea_monster_is_told_with_what_it_is_good_for():
    engine = table("[A2 B2 C2 D2 B3 C3]", display="M01 S01")
    lines = told(engine, "capture slot 0 with 2")
    assert lines[0] == "Booty: A wheel (1 now) and anchor (1 now)."
    assert "A keeps M01, and will owe nothing for the black spot (MUT-9.4)." in lines


def test_new_cards_are_told_and_how_many_are_left():
    engine = table("[A4 B2]", display="S02", deck="S05 M01 R02 S13 S01")
    assert told(engine, "capture slot 0 with 4")[-1] == (
        "Laid open: S05 Pilgrim Sloop, M01 Sea Monster, R02 Idol Grotto and S13 Royal Galleon; "
        "1 card is left in the deck."
    )
    engine = table("[A4 B2]", display="S02", deck="S05")
    assert told(engine, "capture slot 0 with 4")[-1] == (
        "Laid open: S05 Pilgrim Sloop; no card is left in the deck."
    )


def test_nobody_is_told_of_cards_still_to_come():
    engine = table("[A4 B2]", display="S02", deck="S05 M01 R02 S13 S01 S07")
    lines = told(engine, "capture slot 0 with 4")
    assert not [line for line in lines if "S01" in line or "S07" in line]


# --- mutiny ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spot", "words"),
    [
        ("-", "The black spot goes from the board to B (MUT-6.1)."),
        ("D", "The black spot goes from D to B (MUT-6.1)."),
        ("A", "The black spot goes from A to B (MUT-6.1)."),
        ("B", "The black spot goes from B to A (MUT-8.4)."),
    ],
)
def test_a_mutiny_is_told_with_the_black_spot_and_double_wages(spot, words):
    engine = table("[B4 A3 C5 D2]", display="S06 S01", spot=spot, ducats="20 5 5 5")
    assert told(engine, "mutiny against 4 of left 1 for slot 0") == [
        "A3 rises to the top: [A3 B4 C5 D2] (MUT-6.3).",
        words,
    ]
    assert told(engine, "take chest") == [
        "Booty: A chest (1 now); B anchor (1 now).",
        "S06 Toll Brig brings A 13 ducats. "
        "It owes double wages (MUT-6.7): B4 8, C5 10 and D2 4, 22 in all.",
        "A keeps S06 with 1 wheel.",
        "Ducats: A 20 -> 11, B 5 -> 13, C 5 -> 15, D 5 -> 9.",
        "A3, B4, C5 and D2 are singles again.",
    ]


def test_a_mutiny_that_ends_at_once_is_told_whole():
    engine = table("[B4 A3]", display="S02 S01", ducats="0 5 5 5")
    assert told(engine, "mutiny against 4 of left 1 for slot 0") == [
        "The black spot goes from the board to B (MUT-6.1).",
        "Booty: A rum (1 now).",
        "S02 Mail Cutter brings A 7 ducats. It owes double wages (MUT-6.7): B4 8.",
        "A lacks 1 ducat, which the supply pays: S02 is lost (MUT-6.8).",
        "Ducats: B 5 -> 13.",
        "A3 and B4 are singles again.",
    ]


# --- passing --------------------------------------------------------------------------------------


def stuck(**options):
    """Nobody can do anything: three parties too large to be joined, and a card for more."""
    layout = "[A2 B2 C2 A3 B3] [B4 A4 C3 C4 B5] [C5 A5 A? B? C?]"
    return table(layout, display="S13", players=3, use_mutiny=False, use_ransom=False, **options)


def test_passing_is_told_with_what_comes_of_it():
    engine = stuck()
    assert told(engine, "pass") == ["If 2 more players pass, all pirates go home (MUT-R4)."]
    assert told(engine, "pass") == ["If 1 more player passes, all pirates go home (MUT-R4)."]
    first, second = told(engine, "pass")
    assert first == "All have passed in a row: every pirate goes home (MUT-R4)."
    assert second.startswith("A2, A3, A4, A5, A?, B2, ")
    assert second.endswith(" and C? are singles again.")


def test_a_dead_position_that_ends_the_game_is_told():
    engine = stuck(deadlock_rule="end")
    assert told(engine, "pass") == ["If 2 more players pass, the game ends (MUT-R4)."]
    lines = told(engine, "pass", "pass")
    assert lines[0] == "All have passed in a row: the game is over (MUT-R4)."
    assert lines[1].startswith("Reckoning")


# --- the end --------------------------------------------------------------------------------------


def test_the_last_turn_is_told():
    engine = table("[A2 C2]", max_turns=50, fields={"turns": 49})
    lines = told(engine, "assemble 3 onto 5 of left 1")
    assert lines[1] == "That was turn 50, the last one: the game is over (MUT-R5)."


def test_the_last_card_is_told_and_the_reckoning_line_by_line():
    engine = table(
        "[A4 B2]",
        display="S02",
        deck="",
        ducats="10 30 20 5",
        spot="D",
        kept={"A": "S07 R01 R02", "B": "S13", "C": "M01"},
        tokens={"A": "saber saber wheel", "B": "saber anchor anchor", "C": "chest wheel wheel"},
    )
    lines = told(engine, "capture slot 0 with 4")
    end = lines.index("All 20 cards have been boarded: the game is over (MUT-3.5).")
    rows = [" ".join(line.split()) for line in lines[end + 1 :]]
    assert rows == [
        "Reckoning A B C D",
        "treasury 15 32 20 5",
        "saber, most 6 2*: 6 1: 1 - - MUT-10.2",
        "rum, most 9 1*: 9 - - - MUT-10.2",
        "relics, most 12 - - - - MUT-10.2",
        "chest, most 15 - - 1*: 15 - MUT-10.2",
        "wheel tokens 1: 1 - 2* - MUT-10.10",
        "anchor tokens - 2* - - MUT-10.10",
        "wheels x rate 3x6: 18 2x4: 8 1x2: 2 - MUT-10.11",
        "black spot - - - -5 MUT-10.14",
        "score 49 41 37 0 MUT-10.15",
        "place 1st 2nd 3rd 4th",
        "* the most: of wheels or anchors it counts as one of them (MUT-10.7, 10.8)",
    ]


def reckoned(engine):
    s = engine.record()
    return [account(s, engine.tables_of(), seat) for seat in range(s.players)]


def test_who_owns_the_monster_is_spared_the_black_spot():
    engine = ended(ducats="20 0 0 0", spot="A", kept={"A": "M01"})
    assert reckoned(engine)[0][-1] == ("black spot", "MUT-10.14", "spared", 0)


def test_a_cap_on_wheels_is_reckoned():
    engine = ended(kept={"A": "S04 S07 S09"}, wheel_cap=4)
    assert reckoned(engine)[0][-2][2:] == ("4x2", 8)


def test_a_tie_is_told_with_what_breaks_it():
    engine = table("[A4 A2]", display="R01", deck="", ducats="3 11 0 0", kept={"D": "R02"})
    lines = told(engine, "capture slot 0 with 4")
    assert "place 1st 2nd 4th 3rd" in [" ".join(line.split()) for line in lines]
    assert lines[-1] == "C and D are equal; their best cards have D 9 and C 0 ducats (MUT-10.16)."


@pytest.mark.parametrize("options", [{}, {"wheel_cap": 3}, {"preset": "buccaneer_lite"}])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_reckoning_adds_up_to_the_score(players, options):
    for seed in range(6):
        engine = deal(GAME, players=players, seed=seed, **options)
        while not engine.over[0]:
            engine.step(engine.uniform())
        sums = [sum(entry.ducats for entry in entries) for entries in reckoned(engine)]
        assert sums == engine.outcome()[0]


# --- whole games ----------------------------------------------------------------------------------


def test_a_whole_game_is_told_to_all_alike_in_lines_for_a_terminal():
    engine = deal(GAME, players=5, seed=3, record=True)
    while not engine.over[0]:
        engine.step(engine.uniform())
    for event in Story(engine).go_on(engine):
        lines = event.news(None)
        assert all(event.news(seat) == lines for seat in range(5))
        assert max(map(len, lines), default=0) < 180


def test_what_is_told_of_wages_is_what_was_paid():
    engine = deal(GAME, players=4, seed=8, record=True)
    while not engine.over[0]:
        engine.step(engine.uniform())
    looked = 0
    for event in Story(engine).go_on(engine):
        for line in event.news(None):
            wages = re.findall(r"\b([A-E])[2-5?] (\d+)", line) if " wages (" in line else []
            paid = np.zeros(5, int)
            for seat, wage in wages:
                paid[LETTERS.index(seat)] += int(wage)
            change = event.after["ducats"][0] - event.before["ducats"][0]
            others = np.arange(5) != event.seat
            assert not wages or (change[others] == paid[others]).all(), line
            looked += len(wages)
    assert looked > 50


def test_the_story_of_a_seat_has_the_news_between_its_turns():
    engine = deal(GAME, players=3, seed=3, record=True)
    for _ in range(12):
        engine.step(engine.uniform())
    turns = Replay.of(engine).view(0).turns
    assert turns[0].news == ()
    assert all(len(turn.news) for turn in turns[1:])
    assert "can board" in Replay.of(engine).view(0).text()
