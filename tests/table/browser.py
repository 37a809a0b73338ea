"""A headless Chromium, a server of its own, and somebody who plays by clicks alone."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium_path():
    """Where a Chromium is; nothing if there is none."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


class Server:
    """`piracy table` as a process of its own."""

    def __init__(self, folder, *arguments):
        self.folder = folder
        self.arguments = arguments
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        (folder / "folder").mkdir(exist_ok=True)
        self.start()

    def start(self):
        command = (
            *(sys.executable, "-m", "piracy_env", "table", "--port", str(self.port)),
            *("--keep", str(self.folder / "kept"), "--folder", str(self.folder / "folder")),
        )
        self.log = (self.folder / "log.txt").open("a")
        self.process = subprocess.Popen(
            [*command, *self.arguments], cwd=ROOT, stdout=self.log, stderr=self.log
        )
        for _ in range(600):
            try:
                urllib.request.urlopen(self.url, timeout=5).read()
            except OSError:
                assert self.process.poll() is None, (self.folder / "log.txt").read_text()
                time.sleep(0.1)
            else:
                return
        raise AssertionError("the server does not answer")

    def stop(self):
        """Ctrl-C; what it said on the way, and how it ended."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(60)
        self.log.close()
        return code, (self.folder / "log.txt").read_text()


# Where on the screen each element that can be chosen takes clicks.
_POINTS = """() => {
  const points = [];
  for (const element of document.querySelectorAll('#stage .can')) {
    const box = (element.querySelector(':scope > .hit') ?? element).getBoundingClientRect();
    for (const [across, down] of [[.5, .5], [.15, .5], [.5, .12], [.85, .85], [.1, .1]]) {
      const x = box.x + box.width * across, y = box.y + box.height * down;
      if (document.elementFromPoint(x, y)?.closest('[data-pick]') === element) {
        points.push([x, y]);
        break;
      }
    }
  }
  return points;
}"""
_READY = """() => document.body.dataset.over === 'true'
  || document.querySelector('#stage .can, #commands button, #menu button.act')"""


def open_table(page, server, game, players, others="uniform", *, first="here", options=()):
    """Open a table in the lobby, by clicks."""
    page.goto(server.url)
    page.click(f'#games button[data-game="{game}"]')
    page.wait_for_selector("#opening:not([hidden])", timeout=120_000)
    page.select_option("#players", str(players))
    page.fill("#seed", "7")
    page.select_option("#pace", "0")
    for number, row in enumerate(page.query_selector_all(".seatrow")):
        who = others if isinstance(others, str) else others[number]
        row.query_selector(".who").select_option(first if number == 0 else who)
    if options:
        page.click("#opening details summary")
    for name, value in options:
        page.fill(f'[data-option="{name}"]', str(value))
    page.click("#open")
    page.wait_for_selector("#stage svg", timeout=300_000)


def play(page, dice, most=4000, *, to_the_end=True):
    """Play by clicks at random; how many were made upon the picture, and elsewhere."""
    on_picture = elsewhere = 0
    for _ in range(most):
        page.wait_for_function(_READY, timeout=120_000)
        if page.evaluate("document.body.dataset.over") == "true":
            return on_picture, elsewhere
        lift = page.query_selector("#lift")
        if lift is not None and lift.is_visible():
            lift.click()
            page.wait_for_selector("#curtain", state="hidden")
            continue
        choices = page.query_selector_all("#popup:not([hidden]) button.act")
        if not choices and page.query_selector("#popup:not([hidden])"):
            page.keyboard.press("Escape")  # it says why not, and lies over what may be chosen
        points = page.evaluate(_POINTS) if not choices else []
        commands = page.query_selector_all("#commands button") if not choices else []
        if choices:
            _click(dice.choice(choices))
            on_picture += 1
        elif points and (not commands or dice.random() < 0.9):
            page.mouse.click(*dice.choice(points))
            on_picture += 1
        else:
            left = commands or page.query_selector_all("#menu button.act")
            if left:
                _click(dice.choice(left))
                elsewhere += 1
        page.wait_for_timeout(15)
    assert not to_the_end, "the game does not end"
    return on_picture, elsewhere


def _click(element):
    """Click what may be drawn anew meanwhile."""
    from playwright.sync_api import Error

    try:
        element.click(timeout=1500)
    except Error:
        return
