"""The heuristic of skull_tales_adventure: its choices ashore, and what it may know."""

from __future__ import annotations

import numpy as np
import pytest

from piracy_agents.heuristic import Heuristic, heuristic_of, names
from piracy_agents.heuristic.skull_tales_adventure.space import space_at
from piracy_agents.heuristic.skull_tales_adventure.ways import FAR, sow_next_to
from piracy_env.core.engine import Engine
from piracy_env.core.game import RUNNING
from piracy_env.core.jit import COMPILED
from piracy_env.core.record import Record
from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.options import CHAPTERS
from piracy_env.games.skull_tales.rules.adventure.jones import LIEUTENANT
from piracy_env.games.skull_tales.rules.adventure.paths import CELLS
from piracy_env.games.skull_tales.rules.adventure.story_flags import FIRST_SPECIAL
from piracy_env.games.skull_tales.rules.adventure.tiles import exit_at
from piracy_env.games.skull_tales.state import Decision
from piracy_env.games.skull_tales.state_land import OncePlayed, Status
from piracy_env.games.skull_tales.tables.adventures import GARRISON_KEYS
from piracy_env.games.skull_tales.terrain import BLOCKED, BOARD, EAST
from tests.games.skull_tales.land.ashore import arena
from tests.games.skull_tales.land.enemies_at import carry_out
from tests.games.skull_tales.land.positions import HOME, T
from tests.games.skull_tales.land.test_attacks import wield
from tests.games.skull_tales.land.town import arm, hold, put

WEIGH, CAST = heuristic_of("skull_tales_adventure")
BEST = Heuristic(GAME, "shipmate")


def chosen(engine, character="shipmate", times=2):
    """What a character does, whatever the world it imagines: the words of its actions."""
    agent = Heuristic(GAME, character)
    actions = {int(agent.act(engine.view([0], key=key))[0]) for key in range(times)}
    labels = {GAME.actions.label(action) for action in actions}
    if all(label.startswith("step") for label in labels):
        return "step"
    assert len(labels) == 1, labels
    return labels.pop()


def played(engine, most, agents):
    """Play by scripted seats; how many decisions it took."""
    for number in range(most):
        if engine.states["over"][0] != RUNNING:
            return number
        agent = agents[int(engine.seat[0]) % len(agents)]
        engine.step([int(np.asarray(agent.act(engine.view()))[0])])
    return most


# --- whole games ----------------------------------------------------------------------------------


def test_there_is_a_decent_player_and_five_archetypes():
    """Section 11 of the specification names them."""
    others = ("vanguard", "marksman", "scavenger", "explorer", "medic")
    assert names(GAME) == [f"heuristic:{name}" for name in ("shipmate", *others)]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_all_characters_play_all_chapters(chapter):
    """Every position is sound, and every action is one of the legal ones."""
    engine = Engine(GAME, 1, players=5, seed=5, auto_reset=False, chapter=chapter)
    engine.reset()
    played(engine, 60, [Heuristic(GAME, name) for name in CAST.names])
    assert not engine.complaints()


def test_one_who_is_alone_plays_its_allies():
    engine = Engine(GAME, 1, players=1, seed=3, auto_reset=False, chapter="skull_cove")
    engine.reset()
    played(engine, 60, [BEST])
    assert engine.states["round"][0] > 1
    assert not engine.complaints()


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="a game takes minutes in plain Python")
def test_a_crew_of_three_finds_its_way_home_from_captain_jones():
    """In some of a few games at least; and in most of those of the Skull Cove."""
    assert won("captain_jones", 12) >= 2
    assert won("skull_cove", 6) >= 4


def won(chapter, games):
    """Games that a crew of three wins."""
    engine = Engine(GAME, games, players=3, seed=4, auto_reset=False, chapter=chapter)
    engine.reset()
    while (running := np.flatnonzero(engine.states["over"] == RUNNING)).size:
        engine.step(BEST.act(engine.view(running)), running)
    return sum(engine.outcome(i).team == 1.0 for i in range(games))


# --- what is weighed ------------------------------------------------------------------------------


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_whoever_weighs_changes_nothing(chapter):
    """Not even the generator: games and replays would differ by who was asked."""
    engine = Engine(GAME, 1, players=3, seed=4, auto_reset=False, chapter=chapter)
    engine.reset()
    for move in range(36):
        k = move % len(CAST.names)
        assert _is_left_alone(engine, CAST.weights[k]), f"{CAST.names[k]}, move {move}"
        engine.step([_answer(BEST, engine)])


def _is_left_alone(engine, weights):
    """Whether a state is, byte for byte, what it was before its actions were weighed."""
    state, mask = np.array(engine.states[:1], GAME.dtype), engine.action_mask[0].view(np.uint8)
    opinion, before = np.zeros(len(mask), np.float32), state.tobytes()
    s, t, w = state[0], T.record[0], weights
    if not COMPILED:
        s, t, w = Record(s), T.t, Record(w)
    WEIGH(s, t, w, mask.copy(), opinion)
    assert opinion.any()
    return state.tobytes() == before


# --- what is known --------------------------------------------------------------------------------


@pytest.mark.parametrize("chapter", ["skull_cove", "treasure_hunt"])
@pytest.mark.parametrize("character", CAST.names)
def test_what_is_hidden_changes_no_action(character, chapter):
    """Whatever tiles, cards, tokens and disorders are that a seat cannot see."""
    engine = Engine(GAME, seed=11, auto_reset=False, chapter=chapter)
    engine.reset()
    agent = Heuristic(GAME, character)
    for move in range(30):
        if move % 10 == 9:
            assert len({_answer(agent, other) for other in _worlds(engine)}) == 1
        engine.step([_answer(agent, engine)])


def _worlds(engine):
    """The position, and the same with what its seat does not see dealt in other ways."""
    seat = int(engine.seat[0])
    for state in (engine.states[:1].copy(), *(engine.sample(0, seat, key) for key in range(2))):
        other = engine.clone()
        other.load_state_unchecked(0, state)
        yield other


def _answer(agent, engine):
    return int(np.asarray(agent.act(engine.view()))[0])


# --- fights ---------------------------------------------------------------------------------------


def test_who_can_shoot_shoots_first():
    table = arena(("surgeon", (2, 0), "pistol", "sword"))
    table.foe("redcoat", (2, 3))
    assert chosen(table.play()) == "attack_ranged"


def test_who_stands_next_to_an_enemy_strikes():
    table = arena(("sea_dog", (2, 2), "sword"))
    table.foe("redcoat", (2, 3))
    assert chosen(table.play()) == "attack_melee"


def test_the_last_blade_is_not_thrown_away():
    table = wield(arena(("cutthroat", (2, 0))), 0, "dagger")
    table.foe("redcoat", (2, 2))
    assert chosen(table.play()) == "step"


def test_who_is_nearly_beaten_is_attacked():
    table = arena(("sea_dog", (2, 2), "sword"))
    table.foe("redcoat", (2, 3), hp_max=4)
    table.foe("redcoat", (3, 2), hp_max=4, wounds=3)
    engine = table.play()
    engine.step([GAME.actions.id("attack_melee")])
    assert chosen(engine) == "enemy 1"


def test_who_lies_there_is_revived_at_once():
    table = arena(("sea_dog", (2, 2), "sword"), ("surgeon", (2, 3)))
    table.edit(1, ch_status=int(Status.KNOCKED_OUT), ch_wounds=5)
    assert chosen(table.play()) == "revive"


def test_who_is_about_to_fall_spends_destiny():
    table = arena(("sea_dog", (2, 2), "sword"))
    table.edit(0, ch_wounds=4, ch_dp=2)
    table.foe("redcoat", (2, 3))
    assert chosen(table.play()) == "dp_heal"


def test_destiny_is_not_spent_on_a_mere_tie():
    """In a contest a tie is a failure (STA-3.6); the point is spent where it decides."""
    for theirs, action in ((5, "no"), (1, "die_plus 0")):
        table = arena(("skipper", (2, 2), "slingshot", "dagger"), roll_window=True)
        table.foe("redcoat", (2, 3))
        engine = table.play(2, 1, 1, 1, theirs, 1)
        engine.step([GAME.actions.id("break_away")])
        assert chosen(engine) == action, theirs


def test_destiny_is_not_spent_against_what_it_cannot_block():
    """A critical is blocked by a critical only (STA-3.8)."""
    for hit, action in ((6, "no"), (5, "die_plus 0")):
        table = arena(("surgeon", (2, 2), "sword"), roll_window=True)
        table.foe("redcoat", (2, 3))
        engine = carry_out(table, Decision.STRIKE, 0, a=0, dice=(hit, 1, 2, 1, 1))
        assert chosen(engine) == action, hit


def test_who_has_a_name_is_attacked_first():
    """The story goes on by him, and he would flee; others are nearer to be beaten."""
    table = arena(("sea_dog", (2, 2), "sword"), chapter="captain_jones")
    table.foe("redcoat", (2, 3), hp_max=4, wounds=3)
    table.foe("officer", (3, 2), role=LIEUTENANT, hp_max=5)
    engine = table.play()
    engine.step([GAME.actions.id("attack_melee")])
    assert chosen(engine) == "enemy 1"


def test_a_cursed_pirate_leaves_what_curses_to_others():
    """Who is Cursed already would be Knocked Out by the killing blow (STA-13.7)."""
    table = arena(("sea_dog", (2, 2), "sword"), ("surgeon", (1, 3), "sword"))
    table.edit(0, ch_cursed=1)
    table.foe("cursed_one", (2, 3), hp_max=4, wounds=3)
    assert chosen(table.play()) != "attack_melee"
    table.edit(1, ch_cursed=1)
    assert chosen(table.play()) == "attack_melee", "there is nobody to leave it to"


def test_who_shoots_much_better_than_it_strikes_breaks_away():
    """And steps back, to shoot; who strikes well stays where it is."""
    for who, arms, action in (
        ("skipper", ("slingshot", "dagger"), "break_away"),
        ("sea_dog", ("sword", "axe"), "attack_melee"),
    ):
        table = arena((who, (2, 2), *arms))
        table.foe("redcoat", (2, 3))
        assert chosen(table.play()) == action, who


def test_nobody_breaks_away_without_room_to_step_back():
    """Who still stands next to Enemies then could not shoot either."""
    table = arena(("skipper", (0, 2), "slingshot", "dagger"), tile="i14")
    table.foe("redcoat", (0, 3))
    assert chosen(table.play()) == "break_away"
    table.foe("redcoat", (0, 0))
    assert chosen(table.play()) == "attack_melee"


def test_who_shoots_well_does_not_step_next_to_enemies():
    table = wield(arena(("lookout", (2, 0))), 0, "musket")
    table.edit(0, ch_ap=1)
    table.foe("redcoat", (2, 2))
    assert chosen(table.play()) == "end_turn"


# --- the way --------------------------------------------------------------------------------------


def on_the_exit(second):
    """A Pirate on an exit of i13, the other one somewhere else."""
    people = (("freedman", (2, 4), "club"), ("surgeon", second))
    table = arena(*people, tile="i13", chapter="captain_jones")
    table.lay("i1", (HOME, HOME + 10))
    table.pile("i2", "i3")
    return table.play()


def test_nobody_explores_alone():
    """The others are near, or one waits for them."""
    assert chosen(on_the_exit((2, 3))) == "explore"
    assert chosen(on_the_exit((0, 12))) == "end_turn"


def test_an_ally_on_an_exit_goes_on():
    """It has no Action Points, and would stand in the way of its Pirate for ever."""
    people = (("freedman", (2, 3), "club"), ("surgeon", (3, 3)))
    table = arena(*people, tile="i13", chapter="captain_jones")
    table.ally(2, "bruiser", (2, 4))
    table.pile("i2", "i3")
    engine = table.play()
    for label in ("ally", "char 2"):
        engine.step([GAME.actions.id(label)])
    assert chosen(engine) == "explore"


def test_nobody_explores_when_the_others_have_acted():
    """Many Enemies would come, and meet none but who let them in."""
    engine = on_the_exit((2, 2))
    engine.set(0, {"diff": 2})
    assert chosen(engine) == "explore"
    engine.set(0, {"order_done": 0b11, "acted_order": [1, 0, -1, -1, -1]})
    assert chosen(engine) == "end_turn"
    assert chosen(engine, "explorer") == "explore"


def test_allies_far_from_enemies_act_too():
    """However little it seems worth, they come after their Pirate."""
    table = arena(("surgeon", (2, 0), "sword", "pistol"))
    table.lay("i8", (HOME, HOME + 20))
    table.ally(1, "guide", (0, 24))
    table.foe("redcoat", (2, 4))
    engine = table.play()
    engine.step([GAME.actions.id("end_turn")])
    assert chosen(engine).startswith("char")


def test_a_fallen_ally_is_walked_to():
    """It can be revived as a Pirate can, but once only (STA-17.10)."""
    for revived, action in ((0, "step"), (int(OncePlayed.REVIVED), "end_turn")):
        table = arena(("surgeon", (0, 0), "sword", "pistol"))
        table.ally(1, "guide", (4, 4), ch_status=int(Status.KNOCKED_OUT), ch_wounds=3)
        table.edit(1, oncea=revived)
        assert chosen(table.play()) == action, revived


@pytest.mark.parametrize(("is_walled", "space"), [(False, 1.0), (True, 0.0)])
def test_exits_without_space_for_a_tile_are_left(is_walled, space):
    """It would cost time and a No Exit token; the less space there is the farther they seem."""
    people = (("freedman", (2, 4), "club"), ("surgeon", (2, 3)))
    table = arena(*people, tile="i13", chapter="captain_jones")
    if is_walled:
        table.lay("i1", (HOME, HOME + 5))  # no exit of it faces this one
    table.pile("i2", "i3")
    s, t = table.s, table.t
    assert space_at(s, t, exit_at(s, HOME + 2, HOME + 4, EAST)) == space
    assert (chosen(table.play()) == "explore") != is_walled


@pytest.mark.parametrize(("place", "space"), [((0, 55), 0.0), ((0, 50), 0.6)])
def test_the_board_ends(place, space):
    table = arena(("freedman", (2, 4), "club"))
    table.lay("i13", place)
    s, t = table.s, table.t
    assert space_at(s, t, exit_at(s, place[0] + 2, place[1] + 4, EAST)) == space


def test_tiles_are_laid_so_that_exits_keep_their_space():
    """Laid by its northern exit, this one would lie before the eastern exit, too."""
    people = (("freedman", (0, 2), "club"), ("surgeon", (1, 2)))
    table = arena(*people, tile="i13", chapter="captain_jones")
    table.pile("i2")
    engine = table.play()
    engine.step([GAME.actions.id("explore")])
    assert chosen(engine) == "cand 1"


@pytest.mark.parametrize("other", [(), ("sword",)])
def test_a_guards_sword_is_left_to_who_has_none(other):
    """Nobody who fled from the cells is armed at first, and two guards have Swords."""
    people = (("freedman", (5, 1), "club"), ("surgeon", (4, 2), *other))
    table = arena(*people, tile="v3", chapter="cheating_death")
    arm(table, 1, *other)
    table.state["fl_row"][0, 0], table.state["fl_col"][0, 0] = HOME + 5, HOME + 2
    table.state["fl_mark"][0, 0] = 1 + GARRISON_KEYS.index("cheating_dormitory")
    assert (chosen(table.play()) == "loot_token") == (other != ())


# --- ways between tiles ---------------------------------------------------------------------------


def in_the_cave(*people, chapter="alchemical_crystal"):
    """People in the cave below the prison; its guard has the keys."""
    table = arena(*people, tile="c1", chapter=chapter)
    table.lay("s1", (HOME, HOME + 20))
    table.foe("redcoat", (2, 22))
    hold(table, goal_4=0)
    return table


def test_whoever_stands_beside_a_way_goes_to_where_it_begins():
    """The climb into the prison is done on its space, and nowhere else."""
    table = in_the_cave(("freedman", (2, 1), "club"), ("surgeon", (2, 0)))
    put(table, 1, "s1", (2, 4))
    engine = table.play()
    assert chosen(engine) == "step"


def before_the_rock(*people):
    """The rock is moved; who is first named stands before the cave."""
    table = arena(("freedman", (3, 3), "club"), *people, tile="i16", chapter="exile")
    hold(table, goal_1=0, goal_2=0)
    table.state["sf"][0, FIRST_SPECIAL + 1] = 1
    table.state["pile"][0, 1, :2] = [16, 17]
    table.state["pile_n"][0, 1] = 2
    return table


def test_nobody_goes_into_the_caves_alone():
    """Who is far away could not help against what waits there."""
    assert chosen(before_the_rock(("surgeon", (2, 3))).play()) == "chapter"
    assert chosen(before_the_rock(("surgeon", (0, 0))).play()) != "chapter"


def test_whoever_has_gone_ahead_is_followed_at_once():
    table = before_the_rock(("surgeon", (0, 0)), ("cook", (1, 0)))
    table.lay("c6", (HOME, HOME + 20))
    assert chosen(table.play()) != "chapter"
    put(table, 1, "c6", (3, 2))
    assert chosen(table.play()) == "chapter"


def test_nobody_slides_into_the_caves_without_the_map():
    """There is no way back up, and the bedroom is far from where one comes out."""
    table = arena(("freedman", (2, 1), "club"), tile="s4", chapter="alchemical_crystal")
    hold(table, goal_2=0)
    assert chosen(table.play()) != "chapter"
    hold(table, goal_5=0)
    assert chosen(table.play()) == "chapter"


def test_the_cemetery_comes_before_the_barracks():
    """It is half a success; so is all that follows as well."""
    table = arena(("freedman", (1, 1), "club"), tile="v3", chapter="awakening")
    assert chosen(table.play()) != "search"
    table.lay("s2", (HOME, HOME + 20))
    assert chosen(table.play()) == "search"


def test_the_explorer_does_not_wait():
    assert chosen(on_the_exit((0, 12)), "explorer") == "explore"


def test_enemies_that_cannot_shoot_are_awaited():
    """They come by themselves, and meet the whole crew; who shoots is not waited for."""
    people = (("freedman", (2, 0), "club"), ("sea_dog", (3, 0), "sword", "axe"))
    for kind, action in (("skeleton", "end_turn"), ("redcoat", "step")):
        table = arena(*people)
        table.foe(kind, (2, 4))
        assert chosen(table.play()) == action, kind


def test_nobody_walks_into_rock():
    """Things that lie next to rock are reached from where somebody can stand."""
    table = arena(("sea_dog", (2, 2), "sword"), tile="i13")
    s, t = table.s, table.t
    field = np.full(CELLS, FAR, np.int16)
    sow_next_to(s, t, field, (HOME + 1, HOME + 1), 0.0)
    sown = np.flatnonzero(field < FAR)
    assert sown.size
    assert not (s.b_ter[sown // BOARD, sown % BOARD] == BLOCKED).any()


def test_what_is_marked_is_looted_before_anything_else():
    table = arena(("sea_dog", (2, 2), "sword"))
    table.state["fl_row"][0, 0], table.state["fl_col"][0, 0] = HOME + 2, HOME + 3
    table.state["fl_mark"][0, 0] = 1
    assert chosen(table.play()) == "loot_token"
