"""What a tournament writes: figures under their names, and a page that needs no other."""

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from experiments.reporting.machine import ROOT
from experiments.tournament.__main__ import main
from experiments.tournament.journal import salt_of
from experiments.tournament.report import needed
from experiments.tournament.summary import Pair
from piracy_env.cli import INTERRUPTED, REFUSED
from piracy_env.cli import main as piracy

pytest.importorskip("choix")
pytest.importorskip("matplotlib")

GAME = "tests.core.whispers:GAME"
LAST, FIRST = "tests.experiments.players:Last", "tests.experiments.players:First"
AGENTS = ["uniform", LAST, FIRST, "tests.experiments.players:Scripted"]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("written")
    files = ["--json", str(folder / "out.json"), "--html", str(folder / "out.html")]
    command = [GAME, "--seats", "3", "--agents", *AGENTS, "--deals", "20", "--replays", "2"]
    assert main([*command, "--salt", "5a17", *files]) == 0
    return folder


@pytest.fixture(scope="module")
def told(written):
    return json.loads((written / "out.json").read_text(encoding="utf-8"))


def test_every_agent_has_its_figures(told):
    assert [agent["name"] for agent in told["agents"]] == AGENTS
    for agent in told["agents"]:
        assert agent["games"] == 45
        assert 0 <= agent["win_share_low"] <= agent["win_share"] <= agent["win_share_high"] <= 1
        assert agent["rating_low"] < agent["rating"] < agent["rating_high"]
        assert -1 <= agent["mean_reward"] <= 1
        assert agent["ms_per_move"] > 0
        assert agent["decisions_per_game"] > 0


def test_all_wins_are_somebodys(told):
    games = sum(agent["win_share"] * agent["games"] for agent in told["agents"])
    assert games == pytest.approx(60)


def test_figures_come_with_all_that_is_needed_to_make_them_again(told):
    for key in ("command", "commit", "seed", "options", "tables", "version", "digest", "results"):
        assert told[key] not in ("", None)
    assert all(agent["digest"] for agent in told["agents"])
    assert len(set(told["games"]["deal_seed"])) == 20


def test_every_pair_that_met_is_told(told):
    pairs = {(pair["agent"], pair["rival"]): pair for pair in told["pairs"]}
    assert len(pairs) == 12
    for (agent, rival), pair in pairs.items():
        assert pair["ahead"] + pairs[rival, agent]["ahead"] == pytest.approx(1)
        assert pair["games_still_needed"] == pairs[rival, agent]["games_still_needed"]


@pytest.mark.parametrize(
    ("games", "deals", "words"),
    [
        (0.0, 40, "told apart"),
        (0.0, 9, "told apart"),
        (120.0, 10, "about 120 more games would do"),
        (120.0, 9, "which met in 9 deals: too few to tell how many more games would do"),
        (9.0, 1, "which met in 1 deal: too few to tell how many more games would do"),
        (4e8, 40, "more than 10,000,000 further games would be needed"),
        (None, 40, "level so far: nobody can say how many more games would do"),
    ],
)
def test_nothing_is_said_of_games_to_come_that_nobody_can_know(games, deals, words):
    """Two that are level may still be told apart one day; the number of games is unknown."""
    told = {"games_still_needed": games, "deals": deals}
    pair = Pair(**dict.fromkeys(Pair.__dataclass_fields__) | told)
    assert needed(pair) == words


def test_kept_games_open_as_replays(written, told, capsys):
    folder = written / told["replays"]["folder"]
    assert len(told["replays"]["files"]) == 6
    for file in told["replays"]["files"]:
        assert piracy(["replay", str(folder / file), "--game", GAME, "-q"]) == 0
    assert "verified" in capsys.readouterr().out


def test_nothing_is_left_of_the_journal(written):
    assert not list(written.glob("*.journal"))


class Page(HTMLParser):
    """Checks that every tag is closed, and collects where links lead."""

    VOID = ("meta", "br")

    def __init__(self):
        super().__init__()
        self.open, self.links, self.tags = [], [], set()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.links += [value for name, value in attrs if name in ("href", "src")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_startendtag(self, tag, attrs):
        self.tags.add(tag)


def shown(folder, *more):
    """What a small tournament that writes into a folder says of its games."""
    file = folder / "out.json"
    assert (
        main([GAME, "--agents", "uniform", LAST, "--deals", "4", "--json", str(file), *more]) == 0
    )
    return json.loads(file.read_text(encoding="utf-8"))


def test_games_are_cut_where_it_is_asked_for(tmp_path):
    assert set(shown(tmp_path, "--max-moves", "2")["games"]["moves"]) == {2}


def test_each_tournament_draws_a_salt_and_is_repeated_by_it(tmp_path, capsys):
    one, other = shown(tmp_path), shown(tmp_path)
    assert one["salt"] != other["salt"]
    assert not set(one["games"]["deal_seed"]) & set(other["games"]["deal_seed"])
    assert f"under the salt {one['salt']}" in capsys.readouterr().out
    again = shown(tmp_path, "--salt", one["salt"])
    assert (again["results"], again["digest"]) == (one["results"], one["digest"])


def test_strangers_play_in_processes_of_their_own(tmp_path):
    """What comes out is what comes out without; the project's own agents stay where they are."""
    more = ["--salt", "5a17"]
    alone, beside = shown(tmp_path, *more, "--isolate"), shown(tmp_path, *more)
    assert [agent["name"] for agent in alone["agents"]] == ["uniform", f"isolated:{LAST}"]
    assert alone["results"] == beside["results"]


def test_an_interrupted_tournament_keeps_its_salt(tmp_path, monkeypatch):
    def interrupted(plan, *deals):
        raise KeyboardInterrupt

    arguments = [GAME, "--agents", "uniform", LAST, "--deals", "4"]
    arguments += ["--json", str(tmp_path / "out.json")]
    with monkeypatch.context() as patch:
        patch.setattr("experiments.tournament.pieces.play_deals", interrupted)
        assert main(arguments) == INTERRUPTED
    kept = salt_of(tmp_path / "out.journal")
    assert (tmp_path / "out.journal").stat().st_mode & 0o077 == 0, "it is nobody else's to read"
    assert shown(tmp_path)["salt"] == f"{kept:x}" != "0"


@pytest.fixture(scope="module")
def page(written):
    return (written / "out.html").read_text(encoding="utf-8")


def test_the_page_stands_alone(written, page):
    parsed = Page()
    parsed.feed(page)
    assert not parsed.open
    assert "script" not in parsed.tags
    assert len(parsed.links) == 6
    assert all((written / link).exists() for link in parsed.links)
    assert "prefers-color-scheme: dark" in page


def test_the_page_has_a_plot_for_everything(page):
    titles = []
    for svg in re.findall(r"<svg .*?</svg>", page, re.DOTALL):
        root = ElementTree.fromstring(svg)
        titles.append(root.findtext("{http://www.w3.org/2000/svg}title"))
    assert titles == [
        *("Ratings", "Win shares", "Who is ahead of whom", "Seats", "Scores", "Length")
    ]


def test_every_colour_of_the_page_is_in_both_schemes(page):
    used = set(re.findall(r"var\((--\w+)\)", page))
    light, dark = re.findall(r":root \{(.*?)\}", page, re.DOTALL)
    assert used
    for scheme in (light, dark):
        assert used <= set(re.findall(r"(--\w+):", scheme))


def test_no_two_plots_of_the_page_share_an_id(page):
    ids = re.findall(r'\bid="(.*?)"', page)
    asked = set(re.findall(r'(?:url\(#|href="#)(.*?)["\)]', page))
    assert asked <= set(ids)
    assert len(ids) == len(set(ids))


def test_a_report_that_cannot_be_drawn_is_refused_before_a_game_is_played(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr("experiments.tournament.__main__.hold", pytest.fail)
    assert main([GAME, "--agents", "uniform", LAST, "--html", "out.html"]) == REFUSED
    assert "pip install -e .[tournament]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nothing"], "no game is called 'nothing'"),
        ([GAME, "--agents", "uniform", "nobody"], "no agent is called 'nobody'"),
        ([GAME, "--seats", "9", "--agents", "uniform", LAST], "players, not 9"),
        ([GAME, "--agents", "uniform", "uniform"], "two of uniform"),
        ([GAME, "--agents", "uniform", LAST, "--replays", "3"], "--replays needs a report"),
        ([GAME, "--agents", "uniform", LAST, "-o", "colour=red"], "no option 'colour'"),
        ([GAME, "--agents", "uniform", LAST, "--reward", "gold"], "no reward mode 'gold'"),
    ],
)
def test_what_cannot_be_held_is_refused_in_a_line(arguments, words, capsys):
    assert main(arguments) == REFUSED
    error = capsys.readouterr().err
    assert words in error
    assert len(error.splitlines()) == 1


def test_ctrl_c_tells_how_to_go_on(tmp_path, monkeypatch, capsys):
    def interrupted(plan, *deals):
        raise KeyboardInterrupt

    monkeypatch.setattr("experiments.tournament.pieces.play_deals", interrupted)
    json_file = str(tmp_path / "out.json")
    assert main([GAME, "--agents", "uniform", LAST, "--json", json_file]) == INTERRUPTED
    assert "out.journal" in capsys.readouterr().err


EXAMPLE = re.compile(
    r"```python\n(?P<code>.*?)```\n.*?```\n(?P<command>python -m .*?)```", re.DOTALL
)


def test_the_example_of_ones_own_agent_enters_a_tournament(tmp_path, monkeypatch, capsys):
    readme = (Path(ROOT) / "agents" / "README.md").read_text(encoding="utf-8")
    found = EXAMPLE.search(readme[readme.index("## Your own agent") :])
    assert len(found["code"].splitlines()) <= 15
    (tmp_path / "boarder.py").write_text(found["code"], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    words = found["command"].replace("\\\n", " ").split()
    assert words[:3] == ["python", "-m", "experiments.tournament"]
    assert main([*words[3:], "--deals", "5"]) == 0
    assert "boarder:Boarder" in capsys.readouterr().out
