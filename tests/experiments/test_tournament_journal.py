"""Journals: what was played is kept, whatever happens, and never mistaken for something else."""

import pytest

from experiments.tournament import workers
from experiments.tournament.contest import Means, hold
from experiments.tournament.identity import agent_digest, plan_digest
from experiments.tournament.journal import Journal, JournalError
from experiments.tournament.play import Plan, play_deals
from tests.core import whispers
from tests.experiments.players import Last, Scripted

pytest.importorskip("choix")

GAME = "tests.core.whispers:GAME"
PLAN = Plan(GAME, ("uniform", "tests.experiments.players:Guesser"), players=2, deals=20)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "out.journal"


def stopped_after(path, deals):
    """A tournament that was interrupted after so many deals."""

    def watch(done, games):
        if done >= 2 * deals:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hold(PLAN, Means(batch=4, journal=path), watch)


def test_what_is_kept_is_what_was_played(path):
    journal = Journal(path, "a plan")
    assert journal.resume() == []
    played = [play_deals(PLAN, 0, 4), play_deals(PLAN, 4, 6)]
    for piece in played:
        journal.add(piece)
    assert Journal(path, "a plan").resume() == played


def test_an_interrupted_tournament_goes_on_where_it_stopped(path, monkeypatch):
    stopped_after(path, 8)
    asked = []
    monkeypatch.setattr(
        workers, "play_deals", lambda plan, *deals: asked.append(deals) or play_deals(plan, *deals)
    )
    resumed = hold(PLAN, Means(batch=10, journal=path))
    assert asked == [(8, 13), (13, 18), (18, 20)]
    assert resumed.results.digest == hold(PLAN).results.digest


def test_a_finished_tournament_is_not_played_again(path, monkeypatch):
    first = hold(PLAN, Means(journal=path))
    monkeypatch.delattr(workers, "play_deals")
    assert hold(PLAN, Means(journal=path)).results.digest == first.results.digest


@pytest.mark.parametrize("torn", [1, 10, 60])
def test_a_torn_last_line_is_played_again(path, torn):
    stopped_after(path, 8)
    whole = path.read_bytes()
    path.write_bytes(whole[:-torn])
    assert hold(PLAN, Means(batch=4, journal=path)).results.digest == hold(PLAN).results.digest
    assert len(Journal(path, plan_digest(PLAN)).resume()) == 10


def test_a_journal_that_was_torn_at_once_is_begun_anew(path):
    path.write_bytes(b'0123456789abcdef {"tourn')
    assert Journal(path, "a plan").resume() == []
    assert Journal(path, "a plan").resume() == []


def test_a_damaged_line_is_refused_with_its_number(path):
    stopped_after(path, 8)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b"1", b"2", 1)
    path.write_bytes(b"".join(lines))
    with pytest.raises(JournalError, match="line 3 is damaged"):
        hold(PLAN, Means(journal=path))


def test_the_journal_of_another_tournament_is_refused(path):
    stopped_after(path, 8)
    with pytest.raises(JournalError, match="of another tournament"):
        hold(Plan(PLAN.game, PLAN.agents, players=2, deals=20, seed=1), Means(journal=path))


def test_something_else_is_no_journal(path):
    path.write_text("hello\nworld\n")
    with pytest.raises(JournalError, match="line 1 is damaged"):
        Journal(path, "a plan").resume()


def test_digests_tell_agents_apart():
    last, high, low = (agent_digest(agent, whispers.GAME) for agent in AGENTS)
    assert len({last, high, low}) == 3
    assert agent_digest(Scripted(), whispers.GAME) == high


AGENTS = (Last(), Scripted(0), Scripted(1))
