"""The site: documents of the whole repository in their places, pages that need nobody else."""

import re
import shutil
import subprocess
import sys
from importlib.util import find_spec

import pytest

from docs import site
from tests.table.browser import chromium_path


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory):
    folder = tmp_path_factory.mktemp("docs")
    site.lay_out(folder)
    return folder


def test_every_page_of_the_navigation_is_there(laid_out):
    navigation = (site.ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:")[2]
    pages = re.findall(r"([\w/.-]+\.md)$", navigation, re.MULTILINE)
    assert len(pages) > 50
    assert not [page for page in pages if not (laid_out / page).is_file()]


def test_links_lead_to_what_is_there(laid_out):
    wrong = []
    for page in laid_out.rglob("*.md"):
        for _, _, target, _ in site.LINK.findall(page.read_text("utf-8")):
            if not (page.parent / target).is_file():
                wrong.append(f"{page.relative_to(laid_out)}: {target}")
    assert not wrong


def test_a_link_to_a_document_elsewhere_leads_to_its_place():
    assert site.led("[a](docs/play.md#x) [b](Makefile)", "index.md") == "[a](play.md#x) b"
    guide = site.led("![c](../../../docs/pictures/table.png)", "games/mutiny-guide.md")
    assert guide == "![c](../pictures/table.png)"


def test_no_code_is_among_the_documents(laid_out):
    assert not [*laid_out.rglob("*.py"), *laid_out.rglob("*.pyc")]


def test_what_a_page_would_fetch_from_elsewhere_is_found():
    page = '<a href="https://a.example"><script src="https://b.example/x.js"></script>'
    assert site.fetches(page) == ["https://b.example/x.js"]
    assert site.fetches(f'<script src="{site.SHIM}">') == [site.SHIM]


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("zensical"), reason="the extra docs is not installed")
def test_the_site_is_built_and_searched_from_the_disk(tmp_path):
    """In a copy: what is built here may be looked at by somebody."""
    sync_api = pytest.importorskip("playwright.sync_api")
    if chromium_path() is None:
        pytest.skip("no Chromium was found")
    copy = tmp_path / "copy"
    left_out = shutil.ignore_patterns(".git", ".venv*", "site", "build", "runs", "__pycache__")
    shutil.copytree(site.ROOT, copy, ignore=left_out)
    subprocess.run([sys.executable, "-m", "docs.site"], cwd=copy, check=True, timeout=600)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        page, asked = browser.new_page(), []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"file://{copy / 'site' / 'reference' / 'engine.html'}")
        page.wait_for_timeout(1000)
        page.keyboard.press("/")
        page.keyboard.type("Parley token", delay=30)
        page.get_by_text("result", exact=False).first.wait_for()
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("notoriety|havens"))
        assert all(url.startswith(("file:", "data:", "blob:")) for url in asked)
        browser.close()
