"""The table in a real browser: whole games by clicks, several people, restarts, replays."""

import json
import random
import re
import shutil

import pytest

from piracy_env.registry import list_games
from piracy_env.table import viewer
from tests.table.browser import Server, chromium_path, open_table, play
from tests.table.conftest import WHISPERS
from tests.table.test_viewer import played
from tests.table.test_watch import PLAN, SHIPPED, entry

sync_api = pytest.importorskip("playwright.sync_api", reason="a browser is driven by playwright")

CHROMIUM = chromium_path()
pytestmark = [
    pytest.mark.skipif(
        CHROMIUM is None, reason="no Chromium was found: install it, or set CHROMIUM"
    ),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
WIDE, PHONE = {"width": 1500, "height": 900}, {"width": 390, "height": 844}
GAMES = {
    "mutiny": (3, ()),
    "notoriety": (3, ()),
    "broadside": (3, ()),
}
LONG_GAMES = {
    "havens": (2, "uniform", (("max_rounds", 6),)),
    "skull_tales_voyage": (1, "uniform", ()),
    "skull_tales_adventure": (3, "heuristic", (("chapter", "skull_cove"),)),
    "skull_tales": (2, "heuristic", (("stop", "chapter"), ("camp_ch", 2))),
}
"""Of a campaign a chapter: a Port, a Voyage and an Adventure."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("table"), "--game", WHISPERS)
    yield server
    code, log = server.stop()
    assert code == 0
    assert "Traceback" not in log, log


@pytest.fixture(scope="module")
def chromium():
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(chromium):
    """A page on which nothing may go wrong."""
    context = chromium.new_context(viewport=WIDE)
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    yield page
    context.close()
    assert [error for error in errors if "Failed to load resource" not in error] == []


def other_page(page, address):
    """The same table at another screen."""
    other = page.context.browser.new_context(viewport=PHONE).new_page()
    other.goto(address)
    other.wait_for_selector("#stage svg")
    return other


def link(page, seat):
    page.click('#tabs [data-tab="seats"]')
    return page.input_value(f'#links input[data-seat="{seat}"]')


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_clicks(server, page, game):
    players, options = GAMES[game]
    clicks = 0
    for seed in range(1, 4):  # who is eliminated soon plays another one
        open_table(page, server, game, players, options=options)
        clicks += play(page, random.Random(seed))[0]
        assert page.query_selector("#results table")
        if clicks > 3:
            return
    pytest.fail(f"three games, and no more than {clicks} clicks on the picture")


@pytest.mark.slow
@pytest.mark.parametrize("game", LONG_GAMES)
def test_a_whole_long_game_is_played_by_clicks(server, page, game):
    players, others, options = LONG_GAMES[game]
    open_table(page, server, game, players, others, options=options)
    on_picture, _ = play(page, random.Random(1), most=40_000)
    assert on_picture > 3
    assert page.query_selector("#results table")


def test_two_people_play_at_two_screens_and_somebody_watches(server, page):
    open_table(page, server, "notoriety", 2, "elsewhere")
    jack, watch = other_page(page, link(page, 1)), other_page(page, link(page, "watch"))
    page.click('#tabs [data-tab="actions"]')
    dice = random.Random(2)
    own = "#stage .can, #commands button"
    for _ in range(20):
        page.wait_for_timeout(150)
        mover = next((each for each in (page, jack) if each.query_selector(own)), None)
        if mover is not None:
            other = jack if mover is page else page
            assert not other.query_selector(own)
            _one_action(mover, dice)
        assert not watch.query_selector(own)
    assert len(watch.query_selector_all("#tab-story .line")) > 5
    assert page.query_selector_all("#tab-story .line")


def _one_action(page, dice):
    version = page.evaluate("document.body.dataset.version")
    buttons = page.query_selector_all("#commands button, #menu button.act")
    if buttons:
        dice.choice(buttons).click()
        page.wait_for_function(f"() => document.body.dataset.version !== {version!r}")


def test_two_people_at_one_screen_have_a_curtain_between_them(server, page):
    open_table(page, server, "notoriety", 2, "here")
    lifted = 0
    dice = random.Random(3)
    for _ in range(40):
        page.wait_for_function(
            "() => document.querySelector('#curtain:not([hidden]), #stage .can, #commands button')"
        )
        if page.is_visible("#curtain"):
            words = page.inner_text("#curtain-words")
            page.click("#lift")
            page.wait_for_selector("#curtain", state="hidden")
            page.wait_for_selector("#stage .can, #commands button")
            letter = words[0]
            assert re.search(rf"{letter} \w+ · you", page.inner_html("#stage"))
            lifted += 1
        else:
            _one_action(page, dice)
            page.wait_for_timeout(60)
    assert lifted >= 2


def test_a_table_goes_on_after_the_server_was_restarted(tmp_path, page):
    server = Server(tmp_path)
    try:
        open_table(page, server, "mutiny", 3)
        page.wait_for_selector("#stage .can")
        _one_action(page, random.Random(4))
        page.wait_for_selector("#stage .can")
        story = page.inner_text("#tab-story")
        code, log = server.stop()
        assert code == 0
        assert "Traceback" not in log
        page.wait_for_function(
            "() => document.querySelector('#whose').textContent.includes('does not answer')"
        )
        before = page.evaluate("document.body.dataset.version")
        server.start()
        page.wait_for_function(
            f"() => document.body.dataset.version !== {before!r}", timeout=60_000
        )
        assert page.inner_text("#tab-story") == story
        page.wait_for_selector("#stage .can")
        _one_action(page, random.Random(5))
    finally:
        if server.process.poll() is None:
            server.stop()


def test_a_page_that_is_loaded_anew_is_at_the_same_table(server, page):
    open_table(page, server, "mutiny", 3)
    page.wait_for_selector("#stage .can")
    story = page.inner_text("#tab-story")
    page.goto(page.url.partition("#")[0])  # the token was remembered
    page.wait_for_selector("#stage .can")
    assert page.inner_text("#tab-story") == story


def test_every_registered_game_is_played_by_clicks_here():
    assert {*GAMES, *LONG_GAMES} == {*list_games()}


def test_no_token_stays_in_the_address(server, page):
    """Where histories and people who look on would find it; a link to others still has it."""
    open_table(page, server, "notoriety", 2, "elsewhere")
    assert "#" not in page.url
    own, others = link(page, "host"), link(page, 1)
    assert "#" in own
    assert own != others
    page.goto(others)  # in the same browser: this window is the other person's from now on
    page.wait_for_selector("#stage svg")
    assert "#" not in page.url
    page.reload()
    page.wait_for_selector("#seating .line", state="attached")
    assert "(here)" in page.text_content("#seating .line:nth-child(3)")


def test_reasons_are_told_with_the_rules_text(server, page):
    open_table(page, server, "mutiny", 3)
    page.wait_for_selector("#stage .can")
    page.fill("#find", "mutiny")
    page.click("button.why")
    page.wait_for_selector("#reasons .reason")
    said = page.inner_text("#reasons")
    assert "Not now" in said
    assert re.search(r"MUT-\d+\.\d+ \w+", said)
    page.click("#reasons .passage button >> nth=0")
    page.wait_for_selector("#passages .passage")


def test_a_double_click_acts_once(server, page):
    open_table(page, server, "mutiny", 3)
    page.wait_for_selector("#stage .can")
    version = page.evaluate("document.body.dataset.version")
    page.dblclick("#menu button.act >> nth=0")
    page.wait_for_function(f"() => document.body.dataset.version !== {version!r}")
    page.wait_for_function("() => document.querySelector('#stage .can, #results table')")
    assert not page.query_selector("#toast")


def test_numbers_are_clicked_below_the_picture(server, page):
    """What the picture has nothing for: this game's numbers to say aloud."""
    open_table(page, server, WHISPERS, 2)
    page.wait_for_selector("#tray .number")
    assert [each.inner_text() for each in page.query_selector_all("#tray .asked")] == _SAID
    numbers = page.query_selector_all("#tray .choices:first-child .number")
    assert [int(each.inner_text()) for each in numbers] == [0, 1, 2, 3]
    before = page.evaluate("document.body.dataset.version")
    numbers[3].click()
    page.wait_for_function(f"() => document.body.dataset.version !== {before!r}")
    assert "Say 3." in page.inner_text("#tab-story")


_SAID = ["Say ….", "Write …."]


def test_a_hint_grows_until_it_is_stopped(server, page):
    open_table(page, server, "mutiny", 3)
    page.wait_for_selector("#stage .can")
    page.click("#hint")
    counts = []
    for _ in range(2):
        page.wait_for_selector("#tab-thoughts .opinion:nth-child(3)", timeout=120_000)
        more = "() => document.querySelector('#tab-thoughts').innerText"
        known = page.evaluate(more)
        counts.append(int(re.search(r"([\d,]+) simulations", known)[1].replace(",", "")))
        page.wait_for_function(f"{more} !== {json.dumps(known)}", timeout=60_000)
    assert counts[0] < counts[1]
    assert page.query_selector_all("#shares text")
    page.click("#hint")
    assert page.inner_text("#hint") == "hint"


def test_undo_hints_rules_and_the_list_work(server, page):
    open_table(page, server, "mutiny", 3)
    page.wait_for_selector("#stage .can")
    first = page.inner_text("#menu")
    page.keyboard.press("/")
    page.keyboard.type("a3 onto")
    assert 0 < len(page.query_selector_all("#menu .act")) < first.count("\n")
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    page.wait_for_function("() => document.querySelectorAll('#tab-story .line').length > 3")
    page.wait_for_selector("#stage .can")
    page.click("#undo")
    page.wait_for_function(f"() => document.querySelector('#menu').innerText === {first!r}")
    page.click("#hint")
    page.wait_for_selector("#tab-thoughts .opinion:nth-child(3)", timeout=120_000)
    assert page.query_selector_all("#shares text")
    page.click('#tabs [data-tab="rules"]')
    page.fill("#rule", "MUT-5.4")
    page.press("#rule", "Enter")
    page.wait_for_selector("#passages .passage")
    assert "MUT-5.4" in page.inner_text("#passages")


def test_the_page_fits_a_phone(server, page):
    open_table(page, server, "mutiny", 3)
    page.set_viewport_size(PHONE)
    page.wait_for_selector("#stage .can")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boards = page.evaluate("() => document.querySelector('#stage').getBoundingClientRect().width")
    assert boards == PHONE["width"]


@pytest.mark.parametrize("game", ["mutiny", "havens"])
def test_a_phone_comes_closer(server, chromium, page, game):
    """A tap that may mean several small things shows them larger first; then it is meant."""
    open_table(page, server, game, 3)
    page.wait_for_selector("#stage .can")
    context = chromium.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, storage_state=page.context.storage_state()
    )
    phone = context.new_page()
    phone.goto(page.url)
    phone.wait_for_selector("#stage svg")
    wide = "() => document.querySelector('#stage svg').getBoundingClientRect().width"
    assert phone.evaluate(wide) == PHONE["width"]
    phone.tap("#near")
    assert phone.evaluate(wide) > 2 * PHONE["width"]
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone.evaluate(_IN_SIGHT)
    phone.tap("#near")
    assert phone.evaluate(wide) == PHONE["width"]
    before = phone.evaluate("document.body.dataset.version")
    phone.touchscreen.tap(*phone.evaluate(_CROWDED))
    assert phone.evaluate(wide) > 2 * PHONE["width"]
    assert phone.evaluate("document.body.dataset.version") == before
    assert not phone.query_selector("#stage .picked")
    context.close()


# Where a finger may mean more than one thing.
_CROWDED = """() => {
  const boxes = [...document.querySelectorAll('#stage .can')].map((each) =>
    (each.querySelector(':scope > .hit') ?? each).getBoundingClientRect());
  for (const one of boxes) {
    const [x, y] = [one.x + one.width / 2, one.y + one.height / 2];
    const near = boxes.filter((box) => Math.min(box.width, box.height) < 30 && x > box.left - 15
      && x < box.right + 15 && y > box.top - 15 && y < box.bottom + 15);
    if (near.length > 1) return [x, y];
  }
}"""


_IN_SIGHT = """() => {
  const stage = document.querySelector('#stage').getBoundingClientRect();
  const all = [...document.querySelectorAll('#stage .can')];
  const can = all.map((each) => each.getBoundingClientRect());
  return !can.length || can.some((box) => box.right > stage.left && box.left < stage.right
    && box.bottom > stage.top && box.top < stage.bottom);
}"""


def test_a_replay_is_looked_at_move_by_move(server, page):
    replay = played("mutiny", 3, ("human:Anne", "heuristic", "heuristic"))
    replay.save(server.folder / "folder" / "evening.json")
    page.goto(server.url)
    page.click("#replays a")
    page.wait_for_selector("#stage svg", timeout=300_000)
    assert page.get_attribute("#slider", "max") == str(len(replay))
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert page.evaluate("document.body.dataset.move") == "3"
    page.click(f'#story [data-turn="{len(replay) // 2}"]')
    assert page.evaluate("document.body.dataset.move") == str(len(replay) // 2)
    assert page.query_selector_all("#thoughts .bar")
    assert len(page.query_selector_all("#curve polyline")) == 3
    page.keyboard.press("End")
    assert page.inner_text("#whose") == "The end"


def test_a_replays_own_page_needs_no_server(page, tmp_path):
    replay = played("mutiny", 3, ("heuristic",) * 3, moves=20)
    (tmp_path / "game.html").write_text(viewer.page(viewer.told(replay)), encoding="utf-8")
    page.goto(f"file://{tmp_path / 'game.html'}")
    page.wait_for_selector("#stage svg")
    page.keyboard.press("End")
    assert page.evaluate("document.body.dataset.move") == "20"
    assert page.evaluate("document.fonts.check('16px \"Piracy Title\"')")


def test_a_training_run_is_watched(server, page):
    folder = server.folder / "folder" / "run"
    folder.mkdir()
    (folder / "plan.json").write_text(json.dumps(PLAN))
    log = "".join(json.dumps(entry(1000 * k, k / 100)) + "\n" for k in range(1, 9))
    (folder / "log.jsonl").write_text(log)
    shutil.copy(SHIPPED, folder / "last.safetensors")
    page.goto(server.url)
    page.click("#runs a")
    page.wait_for_selector("#stage svg", timeout=300_000)
    page.wait_for_selector("#curve polyline")
    page.wait_for_selector("#thoughts .bar", timeout=60_000)
    assert "8,000" in page.inner_text("#count")
