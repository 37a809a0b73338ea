"""Plots: what they show can be read from the SVG, and nothing else of matplotlib is seen."""

import re
import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest

from experiments.reporting import plots
from piracy_env.errors import MissingExtraError

matplotlib = pytest.importorskip("matplotlib")

SVG = "{http://www.w3.org/2000/svg}"
ROWS = [plots.Row("<b>&", 1.0, 0.5, 2.0), plots.Row("two", -3.0, None, None)]
RISING = plots.Curve("rising", [0.1, 0.2, 0.4], [0.05, 0.1, 0.3], [0.2, 0.3, 0.5])
LEVEL = plots.Curve("level", [0.4, 0.4, 0.4], [0.3, 0.3, 0.3], [0.5, 0.5, 0.5])
FAMILY = {
    "round 1": [plots.Node("+0.1", "member 1"), plots.Node("+0.2", "member 2", strong=True)],
    "round 2": [plots.Node("+0.3", "its heir <3", 1), plots.Node("+0.4", "itself", 1)],
}
PANELS = [
    plots.Panel("shares", "selfish", [RISING], plots.PERCENT),
    plots.Panel("spoils", "others", [RISING, LEVEL]),
]
DRAWN = {
    "intervals": lambda: plots.intervals(ROWS, "one & all", 0.25, plots.PERCENT),
    "heat map": lambda: plots.heat_map(["a", "b"], field, "one & all"),
    "histograms": lambda: plots.histograms([("a", np.arange(9.0)), ("b", np.ones(3))], "one & all"),
    "curves": lambda: plots.curves([0, 50, 100], [RISING, LEVEL], "one & all", "moves", 0.25),
    "powers": lambda: plots.powers([([0.1, 1, 8], RISING), ([1, 9, 80], LEVEL)], "one & all", "s"),
    "panels": lambda: plots.panels([PANELS, PANELS], "one & all"),
    "descent": lambda: plots.descent(FAMILY, ["member 1", "member 2"], "one & all"),
}
every_kind = pytest.mark.parametrize("kind", DRAWN)


def field(name, rival):
    if name == rival:
        return None
    return plots.HeatCell(0.7 if name == "a" else 0.3, "60.0 to 80.0", "told apart")


def words(svg):
    return ["".join(text.itertext()).strip() for text in read(svg).iter(f"{SVG}text")]


def read(svg):
    return ElementTree.fromstring(svg)


@every_kind
def test_a_plot_is_one_element_with_its_title(kind):
    svg = DRAWN[kind]()
    assert svg.startswith("<svg")
    root = read(svg)
    assert root.findtext(f"{SVG}title") == "one & all"
    assert float(root.get("width")) == plots.WIDTH
    assert root.get("role") == "img"


@every_kind
def test_the_same_figures_give_the_same_bytes(kind):
    first = DRAWN[kind]()
    assert first == DRAWN[kind]()
    assert not re.search(r"matplotlib|metadata|\d{4}-\d\d-\d\d", first)


@every_kind
def test_the_readers_own_style_neither_shows_nor_is_touched(kind):
    plain = DRAWN[kind]()
    with matplotlib.rc_context({"xtick.labelsize": 40, "axes.facecolor": "red"}):
        before = dict(matplotlib.rcParams)
        assert DRAWN[kind]() == plain
        assert dict(matplotlib.rcParams) == before


@every_kind
def test_no_rule_of_a_plot_holds_for_the_page_around_it(kind):
    assert not [*read(DRAWN[kind]()).iter(f"{SVG}style")]


@every_kind
def test_all_words_lie_inside(kind):
    root = read(DRAWN[kind]())
    _, _, width, height = map(float, root.get("viewBox").split())
    for text in root.iter(f"{SVG}text"):
        x, y = placed(text)
        size = NARROW * plots.LETTERS * len("".join(text.itertext()))
        left = x - size * {"middle": 0.5, "end": 1}.get(anchor(text), 0)
        assert 0 <= left <= width - size
        assert 8 <= y <= height


NARROW = 0.5
"""Width of a letter at least, in heights."""


def anchor(text):
    found = re.search(r"text-anchor: (\w+)", text.get("style"))
    return found[1] if found else "start"


def placed(text):
    if text.get("x"):
        return float(text.get("x")), float(text.get("y"))
    return tuple(map(float, re.search(r"translate\((\S+) (\S+)\)", text.get("transform")).groups()))


@pytest.mark.parametrize(
    "label", ["<b>&", "$x_1$", "_hidden", "a\\b", "100 %", "\N{CJK UNIFIED IDEOGRAPH-8239}", "-->"]
)
def test_names_are_taken_for_nothing_but_names(label):
    assert label in words(plots.intervals([plots.Row(label, 1.0, 0.5, 2.0)], "<title>"))
    assert label in words(plots.curves([0, 1, 2], [plots.Curve(label, *[[0, 1, 2]] * 3)], "", ""))


def test_long_names_keep_their_ends():
    name = "ppo:runs/a-folder-with-a-long-name/best.safetensors"
    (shown,) = [
        word for word in words(plots.intervals([plots.Row(name, 1, 0, 2)], "")) if "…" in word
    ]
    assert name.startswith(shown.split("…")[0])
    assert name.endswith(shown.split("…")[1])
    assert len(shown) == plots.LONGEST


@pytest.mark.parametrize("value", [0.0, 1.0, 1234.5, 1e-3, -7.0])
def test_a_plot_of_one_value_has_an_axis(value):
    bare = plots.intervals([plots.Row("one", value, None, None)], "one")
    assert len(words(bare)) >= 4
    assert len(words(plots.histograms([("one", np.array([value]))], "one"))) >= 4
    curve = plots.Curve("one", [value], [value], [value])
    assert len(words(plots.curves([0], [curve], "one", "moves"))) >= 4


def test_values_are_told_beside_their_intervals():
    shown = words(DRAWN["intervals"]())
    for word in ("100.0 %", "50.0 to 200.0", "\N{MINUS SIGN}300.0 %"):
        assert word in shown
    assert sum(" to " in word for word in shown) == 1


def test_a_map_tells_shares_intervals_and_more_on_pointing():
    svg = DRAWN["heat map"]()
    for word in ("70 %", "30 %", "60.0 to 80.0"):
        assert word in words(svg)
    tips = [title.text for title in read(svg).iter(f"{SVG}title")]
    assert tips[1:] == [
        "a against b: 60.0 to 80.0 %, told apart",
        "b against a: 60.0 to 80.0 %, told apart",
    ]


def test_a_large_map_keeps_its_intervals_for_pointing():
    names = [f"agent {k}" for k in range(plots.MOST_PAIRS + 1)]
    svg = plots.heat_map(names, lambda a, b: plots.HeatCell(0.5, "40.0 to 60.0", ""), "large")
    assert "40.0 to 60.0" not in words(svg)
    assert svg.count("40.0 to 60.0 %") == len(names) ** 2


def test_a_histogram_tells_its_median():
    assert "median 4" in words(DRAWN["histograms"]())


def test_bins_of_whole_numbers_hold_equally_many():
    edges = plots._edges(np.arange(0.0, 101.0), 40)
    assert set(np.diff(edges)) == {3.0}
    assert edges[0] == -0.5
    assert edges[-1] > 100


def test_curves_are_named_at_their_ends_and_names_keep_apart():
    svg = DRAWN["curves"]()
    heights = {
        "".join(text.itertext()): placed(text)[1]
        for text in read(svg).iter(f"{SVG}text")
        if "".join(text.itertext()) in ("rising", "level")
    }
    assert abs(heights["rising"] - heights["level"]) >= plots.LETTERS


def test_a_descent_shows_figures_and_tips():
    svg = DRAWN["descent"]()
    assert {"+0.1", "+0.4", "round 2", "member 2"} <= set(words(svg))
    tips = [title.text for title in read(svg).iter(f"{SVG}title")]
    assert tips[1:] == ["member 1", "member 2", "its heir <3", "itself"]


def contrast(first, second):
    """The ratio of two colours by the guidelines for accessible pages."""
    lights = []
    for colour in (first, second):
        parts = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
        linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
        lights.append(linear @ [0.2126, 0.7152, 0.0722])
    return (max(lights) + 0.05) / (min(lights) + 0.05)


@pytest.mark.parametrize("hue", [*plots.HUES, plots.INK, plots.FADED])
def test_words_stand_out_from_the_paper(hue):
    assert contrast(hue, plots.PAPER) >= 3.8


def test_without_matplotlib_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match=r"extra `tournament`: pip install") as caught:
        DRAWN["intervals"]()
    assert caught.value.extra == "tournament"


FRESH = """
import sys
from experiments.reporting import plots
from experiments.tournament import webpage
early = "matplotlib" in sys.modules
plots.intervals([plots.Row("one", 1, 0, 2)], "one")
sys.exit(early or "matplotlib.pyplot" in sys.modules)
"""


def test_matplotlib_is_loaded_when_a_plot_is_drawn_and_never_looks_for_a_screen():
    subprocess.run([sys.executable, "-W", "error", "-c", FRESH], check=True)
