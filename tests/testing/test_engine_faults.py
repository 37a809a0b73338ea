"""Each check catches the fault of an engine that it is for: what a game cannot get wrong alone."""

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.core.replay import SeatReplay
from piracy_env.errors import IllegalActionError
from piracy_env.testing import check_game
from tests.testing.toy import TOY


class ChangesBeforeRefusing(Engine):
    def _check(self, actions, games):
        self._states["score"][0, 0] += 1
        return super()._check(actions, games)


class RefusesInSilence(Engine):
    def refusal(self, action, i=0):
        return IllegalActionError("no")


class TakesAnything(Engine):
    def _check(self, actions, games):
        self._require_running(games)
        ids = np.resize(np.nan_to_num(np.asarray(actions, float)), games.shape)
        return np.clip(ids, 0, self.game.actions.size - 1).astype(np.int64)


class RefusesALegalAction(Engine):
    def _check(self, actions, games):
        if 0 in np.asarray(actions):
            raise IllegalActionError("not today")
        return super()._check(actions, games)


class ShowsItsBuffer(Engine):
    def look(self, chosen, seats):
        super().look(chosen, seats)
        return self.observation[chosen[0] :][: len(chosen)], self.action_mask[chosen]


class SamplesHandOutTheGame(Engine):
    def worlds(self, chosen, seats, keys):
        return self.states[: len(chosen)]


class MaskForEverybody(Engine):
    def mask(self, i, seat):
        return self.action_mask[i].copy()


class CloneSharesStates(Engine):
    def clone(self):
        copy = super().clone()
        copy._states = self._states
        copy._wire()
        return copy


class HandsOutTheStates(Engine):
    def _wire(self):
        super()._wire()
        self.states = self._states.view(np.recarray)


class JudgesByWhatItHandsOut(Engine):
    def _wire(self):
        self.action_mask = self._legal
        super()._wire()


class CopyForgetsTheDice(Engine):
    def __getstate__(self):
        state = super().__getstate__()
        state["_slots"] = state["_slots"].copy()
        state["_slots"]["dice"] += 1
        return state


class SeedsOverlap(Engine):
    def seed(self, seed):
        super().seed(seed)
        if isinstance(seed, int):
            self._slots["seed"] = seed + np.arange(self.num_envs)


class ThreadsForgetTheLast(Engine):
    def rollout(self, steps, observe=True):
        result = super().rollout(steps, observe)
        if self.threads > 1:
            self._states["score"][-1, 0] += 1
        return result


class NeighboursMeddle(Engine):
    def step(self, actions, chosen=None):
        result = super().step(actions, chosen)
        self._states["score"][1:, 0] += 1
        return result


class SkippingThrowsADie(Engine):
    def step(self, actions, chosen=None):
        result = super().step(actions, chosen)
        if self.skip_forced:
            self._states["rng"] += 1
        return result


class PaysEachMove(Engine):
    def step(self, actions, chosen=None):
        result = super().step(actions, chosen)
        self.reward[:] = 0.25
        return result


class NeverTruncates(Engine):
    def step(self, actions, chosen=None):
        result = super().step(actions, chosen)
        self.terminated |= self.truncated
        self.truncated[:] = False
        return result


class NeverTerminates(Engine):
    def step(self, actions, chosen=None):
        result = super().step(actions, chosen)
        self.terminated[:] = False
        return result


class RecordsOtherActions(Engine):
    def played(self, i=0):
        return [0 for _ in super().played(i)]


class KeepsOldObservations(Engine):
    def load_state_unchecked(self, i, state):
        old = self.observation.copy()
        super().load_state_unchecked(i, state)
        self.observation[:] = np.maximum(old, self.observation)


class SamplesByTheClock(Engine):
    drawn = 0

    def worlds(self, chosen, seats, keys):
        type(self).drawn += 1
        return super().worlds(chosen, seats, np.asarray(keys, np.uint64) + np.uint64(self.drawn))


class ShortBuffers(Engine):
    def _wire(self):
        super()._wire()
        self.result = self.result._replace(reward=self.reward.astype(np.float64))


@pytest.mark.parametrize(
    ("engine", "name", "words"),
    [
        (ChangesBeforeRefusing, "refusals", "changed the game: score[0] is"),
        (ChangesBeforeRefusing, "bad_input", "refusing a step before the deal changed the game"),
        (RefusesInSilence, "refusals", "the refusal does not name"),
        (TakesAnything, "refusals", "was applied, though the mask forbids it"),
        (TakesAnything, "bad_input", "is accepted"),
        (RefusesALegalAction, "legal_actions", "'attack left 1 with card 0', but: not today"),
        (ShowsItsBuffer, "copies_handed_out", "two looks share their memory"),
        (HandsOutTheStates, "copies_handed_out", "states can be made writable"),
        (JudgesByWhatItHandsOut, "copies_handed_out", "an edit of the mask makes an action legal"),
        (SamplesHandOutTheGame, "copies_handed_out", "worlds hands out the engine's own memory"),
        (MaskForEverybody, "masks", "is legal"),
        (CloneSharesStates, "copies", "playing on a clone changes the original"),
        (CopyForgetsTheDice, "copies", "in a clone"),
        (SeedsOverlap, "streams", "begin with the same generator"),
        (ThreadsForgetTheLast, "threads", "with several threads, score[0] is"),
        (NeighboursMeddle, "batches", "in a batch and alone, score[0] is"),
        (SkippingThrowsADie, "forced_moves", "with forced moves skipped, rng is"),
        (PaysEachMove, "rewards", "pays [0.25, 0.25, 0.25], which does not sum to 0"),
        (NeverTruncates, "length", "a game cut after"),
        (NeverTerminates, "invariants", "(seat, terminated) is given as"),
        (RecordsOtherActions, "replays", "its replay is refused"),
        (KeepsOldObservations, "observations", "two looks at one position differ"),
        (SamplesByTheClock, "looking", "worlds gives another result the second time"),
        (SamplesByTheClock, "keys", "the same key gives another world"),
        (ShortBuffers, "buffers", "reward is float64 (3, 3), not float32 (3, 3)"),
    ],
)
def test_a_fault_in_an_engine_is_caught(monkeypatch, engine, name, words):
    monkeypatch.setattr("piracy_env.testing.case.Engine", engine)
    report = check_game(
        TOY, players=3, options={"preset": "quick", "lives": 2}, only=name, moves=40
    )
    assert not report.ok
    assert words in report.failures[0].details


def test_a_seed_in_the_replay_of_a_seat_is_caught(monkeypatch):
    seed = int(Engine(TOY, players=3, seed=0).slots["seed"][0])
    monkeypatch.setattr(SeatReplay, "text", lambda view: f"dealt from {seed:#x}")
    report = check_game(TOY, players=3, only="replay_views", moves=40)
    assert "tells the seed" in report.failures[0].details
