"""The components of the Adventure: counts, totals, cross-references, and what is refused."""

from collections import Counter

import pytest

from piracy_env.errors import TableError, TableWarning
from piracy_env.games.skull_tales.gear import GEAR_KEYS, LEGEND, Gear, Legend
from piracy_env.games.skull_tales.tables import TABLES
from piracy_env.games.skull_tales.tables.adventures import (
    ADVENTURE_KEYS,
    CHART_KEYS,
    GARRISON_KEYS,
    GOALS,
    SPECIAL_KEYS,
    SPECIALS,
)
from piracy_env.games.skull_tales.tables.cards import MAGIC_KEYS, SEARCH_KEYS
from piracy_env.games.skull_tales.tables.crew import ALLY_KEYS, CHARACTER_KEYS, TAGS
from piracy_env.games.skull_tales.tables.enemies import ABILITIES, BEHAVIOUR_KEYS, FOE_KEYS
from piracy_env.games.skull_tales.tables.words import ATTRIBUTES, CLASSES
from piracy_env.games.skull_tales.terrain import TOKENS
from piracy_env.games.skull_tales.traits import TRAIT_KEYS, Trait


@pytest.fixture(scope="module")
def tables():
    return TABLES.load()


@pytest.fixture(scope="module")
def t(tables):
    return tables.t


def words(tokens):
    return [TOKENS[token] for token in tokens if token >= 0]


# The crew ----------------------------------------------------------------------------------------


@pytest.mark.rule("STA-2.12", "STA-2.13")
def test_every_pirate_has_class_gear_and_two_printed_traits(t):
    assert len(CHARACTER_KEYS) == 12
    for pirate in t.characters:
        assert pirate.classes[0] >= 0
        assert pirate.gear[0] > Gear.NONE
        assert 0 in t.traits[pirate.adventure_trait].phases
        assert 1 in t.traits[pirate.voyage_trait].phases
    assert [sum(pirate.classes[1] >= 0 for pirate in t.characters)] == [5]


def test_the_sea_dog_is_as_printed(t):
    dog = t.characters[0]
    assert (dog.ap, dog.hp, dog.salary) == (6, 5, 20)
    assert dog.attributes.tolist() == [3, 3, 3, 3, 3, 3, 2]
    assert dog.classes.tolist() == [CLASSES.index("duelist"), -1]
    assert (dog.adventure_trait, dog.voyage_trait) == (Trait.CHEATER, Trait.HELMSMAN)
    assert dog.gear.tolist() == [Gear.SWORD, Gear.AXE]


@pytest.mark.rule("STA-2.15")
def test_allies_have_moves_price_and_salary(t):
    assert len(ALLY_KEYS) == 8
    assert sum(ally.prestige for ally in t.allies) == 37
    assert sum(ally.salary for ally in t.allies) == 95
    assert [ally.moves for ally in t.allies] == [4, 4, 5, 3, 4, 4, 4, 5]
    assert sum(sum(ally.attributes.tolist()) for ally in t.allies) == 142


@pytest.mark.rule("STA-19.1")
def test_traits_are_listed_by_class(t):
    assert len(TRAIT_KEYS) == 105
    assert Counter(CLASSES[trait.cls] for trait in t.traits) == {
        "rogue": 19, "duelist": 18, "educated": 17, "mystic": 16, "rowdy": 19, "shooter": 16,
    }  # fmt: skip
    assert Counter(trait.category for trait in t.traits) == {1: 32, 2: 43, 3: 30}
    assert sum(0 in trait.phases for trait in t.traits) == 81


@pytest.mark.rule("STA-19.4")
def test_prerequisites_are_attributes_or_traits(t):
    asked = Counter(ATTRIBUTES[trait.attribute] for trait in t.traits if trait.minimum)
    assert asked == {"agility": 11, "perception": 9, "intelligence": 5, "strength": 7}
    needs = {Trait(n): Trait(x.trait) for n, x in enumerate(t.traits) if x.trait >= 0}
    assert needs[Trait.TREACHEROUS] == Trait.STEALTH
    assert needs[Trait.PIERCING_SHOT] == Trait.THICK_BULLETS
    assert len(needs) == 14
    for trait, needed in needs.items():
        assert t.traits[trait].cls == t.traits[needed].cls


@pytest.mark.rule("STA-19.6", "STA-19.8")
def test_synergies_and_unique_traits(t):
    partners = {Trait(n): Trait(x.synergy) for n, x in enumerate(t.traits) if x.synergy >= 0}
    assert partners[Trait.FEINT] == Trait.FENCING
    assert partners[Trait.TRICKSTER] == Trait.RASCAL
    assert len(partners) == 19
    assert [Trait(n) for n, x in enumerate(t.traits) if x.unique] == [Trait.BOSUN, Trait.CONSTABLE]
    printed = [Trait(n) for n, x in enumerate(t.traits) if x.printed_only]
    assert printed == [Trait.VOODOO, Trait.TOTEM_MAGIC]


def test_traits_say_how_they_are_used(t):
    for number, trait in enumerate(t.traits):
        assert (trait.when == 0) == (0 not in trait.phases), Trait(number)
    destiny = {Trait(n) for n, x in enumerate(t.traits) if x.dp}
    assert destiny == {Trait(n) for n in (2, 4, 9, 27, 28, 30, 46, 51, 80, 81, 96)}


def test_gear_is_numbered_by_its_rows(t, tables):
    assert len(GEAR_KEYS) == 42
    assert sum(card.copies for card in t.gear) == 49
    assert tables.texts["gear"]["name"][Gear.LONG_RIFLE] == "Long Rifle"
    assert [n for n, card in enumerate(t.gear) if card.worn] == [20, 21, 22, 23, 25, 27]
    assert [n for n, card in enumerate(t.gear) if card.only >= 0] == [8, 9, 10]
    assert sum(card.cost for card in t.gear) == 771


@pytest.mark.rule("STA-5.11", "STA-5.13")
def test_items_join_gear_and_legendary_items(t):
    axe, swords, horn = (t.items[n] for n in (Gear.AXE, LEGEND + Legend.SIAMESE_SWORDS, 30))
    assert (axe.hands, axe.melee_damage, axe.ranged_damage, axe.range) == (1, 1, 2, -1)
    assert axe.tags == (1 << TAGS.index("axe")) + (1 << TAGS.index("thrown"))
    assert (swords.hands, swords.melee_damage) == (2, 2)
    assert (horn.worn, horn.hands, horn.only) == (0, 0, -1)
    for number, card in enumerate(t.gear):
        assert t.items[number].ranged_damage == card.ranged_damage


# Cards and Enemies -------------------------------------------------------------------------------


@pytest.mark.rule("STA-5.16", "STA-5.17")
def test_the_search_deck_has_thirty_cards(t):
    assert sum(card.copies for card in t.search) == 30
    assert sum(card.copies * card.coins for card in t.search) == 35
    assert sum(card.copies for card in t.search if card.kind == 3) == 8
    assert len(SEARCH_KEYS) == 16


@pytest.mark.rule("STA-5.26")
def test_the_incident_deck_has_twenty_four_cards(t):
    assert sum(card.copies for card in t.incidents) == 24


@pytest.mark.rule("STA-5.21")
def test_there_are_twelve_voodoo_cards_and_four_totem_spells(t):
    assert Counter((card.school, card.level) for card in t.magic) == {
        (0, 1): 8,
        (0, 2): 4,
        (1, 0): 4,
    }
    assert [MAGIC_KEYS[totem.spell] for totem in t.totems] == list(MAGIC_KEYS[12:])
    assert [card.recharge for card in t.magic] == [3, 2, -1, 2, 2, 3, 2, 3, 3, 4, 4, 3, 2, 2, 2, 2]


@pytest.mark.rule("STA-2.18", "STA-2.21")
def test_there_are_forty_one_enemy_figures_of_three_groups(t):
    assert sum(foe.figures for foe in t.enemies) == 41
    assert [foe.group for foe in t.enemies] == [0, 0, 0, 1, 1, 1, 2, 2, 2, 0]
    assert sum(foe.prestige for foe in t.enemies) == 25
    assert len(BEHAVIOUR_KEYS) == 3 * len(FOE_KEYS) == 30
    mummy = t.foe_abilities[FOE_KEYS.index("mummy")]
    assert {ABILITIES[k] for k in range(len(ABILITIES)) if mummy >> k & 1} == {
        "regeneration", "impervious", "ignore_insult",
    }  # fmt: skip


def test_only_who_can_shoot_is_told_to_shoot(t):
    for number, row in enumerate(t.behaviour):
        if row.attack in (2, 3):
            assert t.enemies[number // 3].ranged, BEHAVIOUR_KEYS[number]


@pytest.mark.rule("STA-12.21")
def test_there_are_ten_fallen_enemy_tokens(t):
    assert sum(token.copies for token in t.fallen) == 10
    assert sum(token.copies * token.coins for token in t.fallen) == 9


# Adventures --------------------------------------------------------------------------------------


@pytest.mark.rule("STA-6.1", "STA-6.2")
def test_each_adventure_has_its_piles_and_flag(t):
    piles = {
        key: (one.flag, words(one.certain), words(one.chance), one.drawn, words(one.second))
        for key, one in zip(ADVENTURE_KEYS, t.adventures, strict=True)
    }
    islands = ["i1", "i2", "i3", "i6", "i8", "i9"]
    assert piles["captain_jones"] == (18, ["i5"], islands, 3, [])
    assert piles["awakening"] == (18, ["v1", "v3", "v4"], [], 0, [])
    exile = ["i10", "i11", "i12", "i13", "i16"]
    assert piles["exile"] == (18, exile, [], 0, ["c1", "c2", "c3", "c4"])
    caves = ["c1", "c2", "c3", "c4", "c5"]
    assert piles["alchemical_crystal"] == (18, ["v1", "v3"], [], 0, caves)
    hunt = (18, ["i2", "i4", "i10"], ["i3", "i5", "i8", "i9"], 3, ["t1", "t2", "t4"])
    assert piles["treasure_hunt"] == hunt
    assert piles["cheating_death"] == (16, ["v1", "v2", "v4"], [], 0, [])
    assert piles["skull_cove"] == (12, ["i1", "i2", "i3", "i5", "i8", "i12"], [], 0, [])
    flag, certain, chance, drawn, second = piles["castaways"]
    assert (flag, drawn, second) == (20, 5, [])
    assert sorted([*certain, *chance, "i11"]) == sorted(f"i{n}" for n in range(1, 17))


@pytest.mark.rule("STA-6.13")
def test_goals_are_worth_their_prestige(t):
    worth = [
        [t.goals[row].prestige for row in range(t.first_goal[k], t.first_goal[k + 1])]
        for k in range(len(GOALS))
    ]
    assert worth == [
        [5, 10, 5], [5, 5, 5, 5, 10], [5, 5, 5, 5, 10], [5, 5, 10, 5, 10],
        [5, 10], [5, 5, 5, 5], [5, 10, 5, 5], [5, 5, 5],
    ]  # fmt: skip


def test_specials_are_numbered_through(t):
    assert len(SPECIAL_KEYS) == sum(SPECIALS) == t.first_special[8] == 24


@pytest.mark.rule("STA-10.32")
@pytest.mark.parametrize(
    ("chart", "face", "difficulty", "called"),
    [
        ("jones", 5, 1, "redcoat redcoat"),
        ("jones", 6, 3, "officer redcoat redcoat"),
        ("jones", 1, 1, ""),
        ("outdoors", 2, 3, "redcoat redcoat redcoat"),
        ("exile", 4, 3, "cannibal cannibal cannibal"),
        ("crystal_city", 6, 2, "redcoat redcoat redcoat redcoat officer"),
        ("crystal_deep", 5, 1, "skeleton skeleton"),
        ("castaways", 3, 2, "cursed_one"),
        ("cheating", 6, 3, "redcoat redcoat redcoat officer"),
    ],
)
def test_charts_call_enemies_by_die_and_difficulty(t, chart, face, difficulty, called):
    row = t.calls[CHART_KEYS.index(chart), face - 1, difficulty - 1]
    assert " ".join(FOE_KEYS[foe] for foe in row.tolist() if foe >= 0) == called


def test_no_garrison_asks_for_more_figures_than_there_are(t):
    for key, post in zip(GARRISON_KEYS, t.garrisons, strict=True):
        for foe, count in Counter(f for f in post.enemies.tolist() if f >= 0).items():
            assert count <= t.enemies[foe].figures, key


def test_enemies_act_in_an_order_that_has_all_of_the_adventure(t):
    for number, one in enumerate(t.adventures):
        order = {foe for foe in one.order.tolist() if foe >= 0}
        placed = {
            foe
            for post in t.garrisons
            if post.adventure == number
            for foe in post.enemies.tolist()
            if foe >= 0
        }
        charts = {one.chart, one.chart_rooms, one.chart_deep}
        called = {foe for chart in charts for foe in t.calls[chart].ravel().tolist() if foe >= 0}
        assert placed | called | {one.lost, one.lost_deep} <= order, ADVENTURE_KEYS[number]


def test_a_chapter_pays_what_its_adventure_pays(t):
    chapters = [chapter for chapter in t.chapters if chapter.adventure >= 0]
    assert sorted(chapter.adventure for chapter in chapters) == list(range(7))
    for chapter in chapters:
        one = t.adventures[chapter.adventure]
        paid = (chapter.each_pp, chapter.each_coins, chapter.others_pp, chapter.others_coins)
        assert paid == (one.prestige, one.coins, one.others_prestige, one.others_coins)
        assert (chapter.crew_coins, chapter.all_coins) == (one.crew_coins, one.all_coins)


# What is refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"traits": {"pounce": {"synergy": "pounce"}}}, r"\[traits\] pounce asks for itself"),
        ({"traits": {"pounce": {"minimum": 0}}}, "an attribute and its minimum"),
        ({"gear": {"sword": {"range": 3}}}, "what shoots has a range"),
        ({"search": {"purse": {"coins": 0}}}, "coins are on coin cards"),
        ({"search": {"purse": {"copies": 4}}}, r"\[search\] has 31 cards"),
        ({"search": {"purse": {"gear": "sword"}}}, "Gear is on Gear cards"),
        ({"magic": {"hex": {"totem": "owl"}}}, "Totem spells"),
        ({"totems": {"owl": {"spell": "hex"}}}, "belongs to another Totem"),
        ({"enemies": {"skeleton": {"range": 3}}}, "ranged dice, damage and range"),
        ({"enemies": {"skeleton": {"impervious": 1}}}, "the ability impervious"),
        ({"fallen": {"nothing": {"copies": 3}}}, "there are 11 tokens"),
        ({"charts": {"jones_1": {"high": 3}}}, r"\[charts\] jones: each result"),
        ({"traps": {"net": {"low": 2}}}, r"\[traits\]|each result belongs to one line"),
        ({"adventures": {"exile": {"drawn": 1}}}, "1 tokens cannot be drawn"),
        ({"adventures": {"exile": {"certain": ["i7"]}}}, "i7 is there 2 times"),
        ({"adventures": {"exile": {"start_exits": [1, 0]}}}, "starting tiles"),
        ({"adventures": {"skull_cove": {"start_exits": [2, 2]}}}, "i7 has no exit 2"),
        ({"garrisons": {"exile_i11": {"at": [[2, 2]]}}}, "2 Enemies at 1 places"),
        ({"garrisons": {"exile_i11": {"at": [[0, 2], [2, 4]]}}}, r"nobody can stand at \(0, 2\)"),
        ({"garrisons": {"exile_i11": {"at": [[5, 2], [2, 4]]}}}, r"nobody can stand at \(5, 2\)"),
        ({"garrisons": {"exile_i11": {"role": "guardian"}}}, "another card than its role"),
        ({"finds": {"hunt_i2": {"goal": 3}}}, "treasure_hunt has no such goal"),
        ({"specials": {"skull_cove_1": {"goal": 4}}}, "skull_cove has no such goal"),
        ({"entrances": {"exile_c2": {"exit": 3}}}, "c2 has no exit 3"),
    ],
)
def test_tables_that_contradict_themselves_are_refused(change, complaint):
    with pytest.raises(TableError, match=complaint):
        TABLES.load(change)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"gear": {"sword": {"copies": 6}}}, "50 cards in the deck, not 49"),
        ({"search": {"purse": {"copies": 2}}}, "29 cards, not 30"),
        ({"enemies": {"redcoat": {"figures": 9}}}, "42 figures, not 41"),
        ({"adventures": {"exile": {"flag": 19}}}, "the flags stand at"),
        ({"tiles": {"i1": {"type": "cave"}}}, "islands, caves, temples"),
    ],
)
def test_departures_from_the_shipped_totals_warn(change, complaint):
    with pytest.warns(TableWarning, match=complaint):
        TABLES.load(change)


def test_the_same_tables_have_the_same_digest():
    assert len({TABLES.load().digest for _ in range(5)}) == 1
