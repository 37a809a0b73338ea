"""Journals: what was played is kept, whatever happens, and never mistaken for something else."""

import importlib

import pytest

from experiments.tournament import identity, pieces
from experiments.tournament.contest import RunOptions, hold
from experiments.tournament.identity import agent_digest, plan_digest
from experiments.tournament.journal import Journal, JournalError, _seal
from experiments.tournament.play import TournamentPlan, play_deals, schedule_of
from piracy_env.envs.opponents import find_agent
from tests.core import whispers
from tests.experiments.players import Last, Scripted

pytest.importorskip("choix")

GAME = "tests.core.whispers:GAME"
PLAN = TournamentPlan(GAME, ("uniform", "tests.experiments.players:Guesser"), players=2, deals=20)


def journal(path, digest="a plan"):
    return Journal(path, digest, schedule_of(PLAN))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "out.journal"


def stopped_after(path, deals):
    """A tournament that was interrupted after so many deals."""

    def watch(done, games):
        if done >= 2 * deals:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hold(PLAN, RunOptions(batch=4, journal=path), watch)


def test_what_is_kept_is_what_was_played(path):
    kept = journal(path)
    assert kept.resume() == []
    played = [play_deals(PLAN, 0, 4), play_deals(PLAN, 4, 6)]
    for piece in played:
        kept.add(piece)
    assert journal(path).resume() == played


def test_an_interrupted_tournament_goes_on_where_it_stopped(path, monkeypatch):
    stopped_after(path, 8)
    asked = []
    monkeypatch.setattr(
        pieces, "play_deals", lambda plan, *deals: asked.append(deals) or play_deals(plan, *deals)
    )
    resumed = hold(PLAN, RunOptions(batch=10, journal=path))
    assert asked == [(8, 13), (13, 18), (18, 20)]
    assert resumed.results.digest == hold(PLAN).results.digest


def test_options_may_be_lists():
    place, options = "tests.testing.shoals:SHOALS", (("starts", [1, 2]), ("winds", ["east"]))
    agents = ("uniform", "tests.experiments.players:Last")
    plan = TournamentPlan(place, agents, deals=4, options=options)
    assert plan.options == (("starts", (1, 2)), ("winds", ("east",)))
    assert hold(plan).results.digest == hold(plan).results.digest


def test_a_finished_tournament_is_not_played_again(path, monkeypatch):
    first = hold(PLAN, RunOptions(journal=path))
    monkeypatch.delattr(pieces, "play_deals")
    assert hold(PLAN, RunOptions(journal=path)).results.digest == first.results.digest


@pytest.mark.parametrize("torn", [1, 10, 60])
def test_a_torn_last_line_is_played_again(path, torn):
    stopped_after(path, 8)
    whole = path.read_bytes()
    path.write_bytes(whole[:-torn])
    assert hold(PLAN, RunOptions(batch=4, journal=path)).results.digest == hold(PLAN).results.digest
    assert len(journal(path, plan_digest(PLAN)).resume()) == 10


def test_a_journal_that_was_torn_at_once_is_begun_anew(path):
    assert journal(path).resume() == []
    path.write_bytes(path.read_bytes()[:-20])
    assert journal(path).resume() == []
    assert journal(path).resume() == []


def test_a_damaged_line_is_refused_with_its_number(path):
    stopped_after(path, 8)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b"1", b"2", 1)
    path.write_bytes(b"".join(lines))
    with pytest.raises(JournalError, match="line 3 is damaged"):
        hold(PLAN, RunOptions(journal=path))


def test_the_journal_of_another_tournament_is_refused(path):
    stopped_after(path, 8)
    with pytest.raises(JournalError, match="of another tournament"):
        hold(
            TournamentPlan(PLAN.game, PLAN.agents, players=2, deals=20, seed=1),
            RunOptions(journal=path),
        )


def test_something_else_is_no_journal(path):
    path.write_text("hello\nworld\n")
    with pytest.raises(JournalError, match="line 1 is damaged"):
        journal(path).resume()


def test_what_is_no_journal_is_not_cut_off(path):
    path.write_text("a letter to my mother")
    with pytest.raises(JournalError, match="is no journal of this tournament"):
        journal(path).resume()
    assert path.read_text() == "a letter to my mother"


FORGED = {
    "last": (10**9, "deals 0 to 1000000000 are not of the 20"),
    "first": (-1, "deals -1 to 4 are not"),
    "ranks": ([[1, 2]] * 7, "ranks must be 2 numbers a game"),
    "scores": ([[1, "2"]] * 8, "scores must be 2 numbers a game"),
    "rewards": ([[0.5, None]] * 8, "rewards must be 2 numbers a game"),
    "moves": ([1.5] * 8, "moves must tell of 8 games"),
    "cut": ([0] * 8, "cut must tell of 8 games"),
    "clock": ({}, "the clock must tell of 2 agents"),
    "replays": ({"../../elsewhere": "text"}, "must hold clock, cut"),
}


@pytest.mark.parametrize("entry", FORGED)
def test_a_forged_line_is_refused_although_its_seal_is_right(path, entry):
    value, complaint = FORGED[entry]
    kept = journal(path)
    kept.resume()
    line = {**play_deals(PLAN, 0, 4).as_dict(), entry: value}
    with path.open("ab") as file:
        file.write(_seal(line))
    with pytest.raises(JournalError, match=f"line 2: .*{complaint}"):
        journal(path).resume()


def test_a_deal_is_told_of_once(path):
    kept = journal(path)
    kept.resume()
    for deals in ((0, 4), (3, 5)):
        kept.add(play_deals(PLAN, *deals))
    with pytest.raises(JournalError, match="tells of deal 3 twice"):
        journal(path).resume()


def test_digests_tell_agents_apart():
    last, high, low = (agent_digest(agent, whispers.GAME) for agent in AGENTS)
    assert len({last, high, low}) == 3
    assert agent_digest(Scripted(), whispers.GAME) == high


AGENTS = (Last(), Scripted(0), Scripted(1))


def test_a_comment_does_not_make_another_agent(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    file = tmp_path / "greedy.py"
    source = "class Greedy:\n    def act(self, view):\n        return view.action_mask.argmax(1)\n"
    digests = []
    for edited in (source, f"# a comment\n\n{source}", source.replace("argmax", "argmin")):
        file.write_text(edited)
        agent = importlib.import_module("greedy").Greedy()
        digests.append(agent_digest(agent, whispers.GAME))
    assert digests[0] == digests[1] != digests[2]


@pytest.mark.parametrize(("name", "file"), [("mcts:10", "tree.py"), ("flat:10", "loops.py")])
def test_an_agent_is_another_one_if_a_module_beside_its_own_is(name, file, monkeypatch):
    agent = find_agent(name, whispers.GAME)
    before = agent_digest(agent, whispers.GAME)
    read = identity._without_comments
    monkeypatch.setattr(
        identity, "_without_comments", lambda path: read(path) + b"#" * (path.name == file)
    )
    assert agent_digest(agent, whispers.GAME) != before
