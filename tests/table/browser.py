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


# What somebody sees: the end, a curtain, and where on the screen what can be chosen takes clicks:
# what was asked where the last click was, what glows in the picture, buttons, and the list.
_SEEN = """() => {
  const on = (element, owner) => {
    const box = (element.querySelector(':scope > .hit') ?? element).getBoundingClientRect();
    for (const [across, down] of [[.5, .5], [.15, .5], [.5, .12], [.85, .85], [.1, .1]]) {
      const x = box.x + box.width * across, y = box.y + box.height * down;
      if (document.elementFromPoint(x, y)?.closest(owner) === element) return [x, y];
    }
    return null;
  };
  const all = (places, owner) => [...document.querySelectorAll(places)]
    .map((each) => on(each, owner)).filter(Boolean);
  return {
    over: document.body.dataset.over === 'true',
    curtain: all('#curtain:not([hidden]) #lift', 'button'),
    asked: all('#popup:not([hidden]) button.act', 'button'),
    told: Boolean(document.querySelector('#popup:not([hidden])')),
    picture: all('#stage .can', '[data-pick]'),
    commands: all('#commands button', 'button'),
    list: all('#menu button.act', 'button'),
  };
}"""
# Whether there is anything to be done; nothing is while what was chosen is on its way.
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
        field = page.query_selector(f'[data-option="{name}"]')
        if field.evaluate("element => element.tagName") == "SELECT":
            field.select_option(str(value))
        else:
            field.fill(str(value))
    page.click("#open")
    page.wait_for_selector("#stage svg", timeout=300_000)


def play(page, dice, most=4000):
    """Play by clicks at random; how many were made upon the picture, and elsewhere."""
    on_picture = elsewhere = 0
    for _ in range(most):
        page.wait_for_function(_READY, timeout=120_000)
        seen = page.evaluate(_SEEN)
        if seen["over"]:
            return on_picture, elsewhere
        if seen["curtain"]:
            page.mouse.click(*seen["curtain"][0])
            page.wait_for_selector("#curtain", state="hidden")
        elif seen["asked"]:
            page.mouse.click(*dice.choice(seen["asked"]))
            on_picture += 1
        elif seen["told"]:
            page.keyboard.press("Escape")  # it says why not, and lies over what may be chosen
        elif seen["picture"] and (not seen["commands"] or dice.random() < 0.9):
            page.mouse.click(*dice.choice(seen["picture"]))
            on_picture += 1
        elif left := seen["commands"] or seen["list"]:
            page.mouse.click(*dice.choice(left))
            elsewhere += 1
    raise AssertionError("the game does not end")
