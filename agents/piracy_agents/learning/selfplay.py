"""Self-play: the newest network decides in all seats, and learns from what it decided in each.

MaskablePPO learns as usual from decisions with their advantages; here these come from all seats of
a game. A seat's decision is followed by its own next one, however many decisions of others lie
between, and earns what the seat is paid until then.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.utils import explained_variance, obs_as_tensor
from torch import nn
from torch.nn import functional

from piracy_agents.learning.values import average

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

ILLEGAL = -1e8
"""Score of an action that is none: so low that nothing is left of its probability."""

OPEN, LAST = -1, -2
"""In place of the next decision: not taken yet; none, as the game is over."""


@dataclass(eq=False)
class Decisions:
    """The decisions of all seats since the last update, in the order in which they were taken.

    One whose seat has not decided again yet stays for the next update: only then is it known what
    came of it. So every decision is learnt from once, wherever an update happens to fall.
    """

    steps: int
    """Decisions of each table between two updates."""
    seen: Any
    """The space of observations."""
    actions: Any
    """The space of actions."""
    device: Any
    """Where torch computes."""
    gamma: float
    """What a later payment is worth."""
    gae_lambda: float
    """How far an advantage looks ahead."""
    n_envs: int
    """Number of tables."""
    players: int
    """Seats at a table."""

    def __post_init__(self) -> None:
        rows = self.n_envs * (self.steps + self.players)
        self._tables = np.arange(self.n_envs)
        self._latest = np.full((self.n_envs, self.players), OPEN)
        """Row of the last decision of each seat in the present game."""
        self._seen = np.zeros((rows, *self.seen.shape), np.float32)
        self._mask = np.zeros((rows, int(self.actions.n)), np.bool_)
        self._action = np.zeros(rows, np.int64)
        self._value, self._chance, self._paid, self._gain = np.zeros((4, rows), np.float32)
        self._kind = np.zeros(rows, np.int64)
        self._weight = np.ones(rows, np.float32)
        """What the advantage of each counts for the policy, by the kind of its table."""
        self._next = np.zeros(rows, np.int64)
        """Row of the seat's next decision, or what stands in its place."""
        self._edges = [0, 0]
        """Rows at which what was kept and each step begin, and the end of the last one."""
        self._known: Ints = np.zeros(0, np.int64)

    @property
    def values(self) -> NDArray[np.float32]:
        """What was expected at each decision that is learnt from."""
        return self._value[self._known]

    @property
    def returns(self) -> NDArray[np.float32]:
        """What is to be expected there."""
        return self.values + self._gain[self._known]

    def forget(self) -> None:
        """Let go of everything: the games of these decisions do not go on."""
        self._latest[:] = OPEN
        self._edges = [0, 0]
        self._known = np.zeros(0, np.int64)

    def reset(self) -> None:
        """Let go of all that has been learnt from."""
        count = self._edges[-1]
        kept = np.flatnonzero(self._next[:count] == OPEN)
        columns: list[NDArray[Any]] = [self._seen, self._mask, self._action, self._next]
        for column in (*columns, self._kind, self._value, self._chance, self._paid):
            column[: len(kept)] = column[kept]
        waits = self._latest != OPEN
        self._latest[waits] = np.searchsorted(kept, self._latest[waits])
        self._edges = [0, len(kept)]

    def add(
        self,
        seat: Ints,
        paid: Floats,
        ended: NDArray[np.bool_],
        **decided: ArrayLike,
    ) -> None:
        """Take note of a decision at each table.

        Args:
            seat: Whose they are [n].
            paid: What all seats were paid afterwards [n, P].
            ended: Where that was the end of the game [n].
            decided: What was `seen` [n, D], the `mask` [n, A], the `action`, its log-probability
                `chance`, the `value` that was expected and of which `kind` the table is [n].
        """
        start = self._edges[-1]
        rows = start + self._tables
        for name, column in decided.items():
            getattr(self, f"_{name}")[rows] = column
        self._paid[rows], self._next[rows] = 0.0, OPEN
        before = self._latest[self._tables, seat]
        self._next[before[before != OPEN]] = rows[before != OPEN]
        self._latest[self._tables, seat] = rows
        for latest, share in zip(self._latest.T, paid.T, strict=True):
            self._paid[latest[latest != OPEN]] += share[latest != OPEN]
        last = self._latest[ended]
        self._next[last[last != OPEN]] = LAST
        self._latest[ended] = OPEN
        self._edges.append(start + len(rows))

    def settle(self) -> None:
        """Work out the advantages (GAE), from the last decisions to the first."""
        for start, stop in reversed([*itertools.pairwise(self._edges)]):
            after = self._next[start:stop]
            has_next = after >= 0
            value = np.where(has_next, self._value[after], 0.0)
            gain = np.where(has_next, self._gain[after], 0.0)
            surprise = self._paid[start:stop] + self.gamma * value - self._value[start:stop]
            advantage = surprise + self.gamma * self.gae_lambda * gain
            self._gain[start:stop] = np.where(after == OPEN, 0.0, advantage)
        self._known = np.flatnonzero(self._next[: self._edges[-1]] != OPEN)
        self._even_out()

    def _even_out(self) -> None:
        """Weigh the advantages so that those at each kind of table spread as far as all together.

        What is paid at one kind may be many times what is at another: then hardly anything would be
        learnt at the latter.
        """
        kind, gain = self._kind[self._known], self._gain[self._known]
        for one in np.unique(kind):
            spread = gain[kind == one].std()
            self._weight[self._known[kind == one]] = gain.std() / spread if spread > 0.0 else 1.0

    def __len__(self) -> int:
        """Decisions of which it is known what came of them: those that are learnt from."""
        return len(self._known)

    def batch(self, places: Any) -> TrainingBatch:
        """Some of these."""
        rows = self._known[places]
        columns = [column[rows] for column in (self._seen, self._mask, self._action, self._chance)]
        gain = self._gain[rows]
        columns += [gain * self._weight[rows], self._value[rows] + gain]
        return TrainingBatch(*(torch.as_tensor(column, device=self.device) for column in columns))


class TrainingBatch(NamedTuple):
    """Decisions as torch takes them."""

    seen: Any
    """[n, D]"""
    mask: Any
    """[n, A]"""
    action: Any
    """[n]"""
    chance: Any
    """[n] the logarithm of its probability when it was taken."""
    gain: Any
    """[n] its advantage, weighed by the kind of its table."""
    returns: Any
    """[n] what the value is to be."""


class SelfPlayPPO(MaskablePPO):  # type: ignore[misc] # untyped without its package
    """MaskablePPO at the tables of `all_seats`, which is drawn to the mean of its own past.

    Args:
        given: What MaskablePPO takes.
        players: Seats at a table.
        cover: What an action that is hardly ever taken costs, in parts of what indecision is worth.
        magnet: What the distance from the mean policy (its divergence, KL) counts.
        averaging: How much of the mean stays with each update.
        memory: How far back another mean reaches, the one that is handed on, in parts of the past;
            0 hands on the same.
    """

    def __init__(
        self,
        *given: Any,
        players: int,
        cover: float,
        magnet: float,
        averaging: float,
        memory: float,
        **more: Any,
    ) -> None:
        self.cover, self.magnet, self.averaging, self.memory = cover, magnet, averaging, memory
        more |= {"rollout_buffer_class": Decisions, "rollout_buffer_kwargs": {"players": players}}
        super().__init__(*given, **more)
        self._last_obs: Any = None
        self.mean = deepcopy(self.policy)
        """A policy with the mean of all parameters there were, the late ones counting most."""
        self.result = deepcopy(self.policy) if memory else self.mean
        """The policy that is handed on."""

    def collect_rollouts(
        self,
        env: Any,
        callback: Any,
        rollout_buffer: Decisions,
        n_rollout_steps: int,
        use_masking: bool = True,
    ) -> bool:
        """Play so many decisions of each table; whether nobody has said to stop."""
        self.policy.set_training_mode(False)
        rollout_buffer.reset()
        callback.on_rollout_start()
        kind = env.env_method("kinds")
        for _ in range(n_rollout_steps):
            seen = self._last_obs
            seat, mask = env.env_method("seats"), env.env_method("action_masks")
            with torch.no_grad():
                answer = self.policy(obs_as_tensor(seen, self.device), action_masks=mask)
            action, value, chance = (tensor.flatten().cpu().numpy() for tensor in answer)
            self._last_obs, paid, ended, infos = env.step(action)
            self.num_timesteps += env.num_envs
            rollout_buffer.add(
                *(seat, paid, ended),
                seen=seen,
                mask=mask,
                action=action,
                value=value,
                chance=chance,
                kind=kind,
            )
            self._update_info_buffer(infos, ended)
            callback.update_locals({"infos": infos})
            if not callback.on_step():
                return False
        rollout_buffer.settle()
        callback.on_rollout_end()
        return True

    def train(self) -> None:
        """Learn from what was played, and move the mean."""
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        logged: list[dict[str, float]] = []
        for places in self._minibatches(len(self.rollout_buffer)):
            loss, facts = self._loss(self.rollout_buffer.batch(places))
            logged.append(facts)
            if facts["approx_kl"] > 1.5 * self.target_kl:
                break
            self.policy.optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad_norm)
            self.policy.optimizer.step()
        self._n_updates += self.n_epochs
        updates = self._n_updates / self.n_epochs
        average(self.mean, self.policy, max(1.0 - self.averaging, 1.0 / updates))
        if self.memory:
            average(self.result, self.policy, 1.0 / max(self.memory * updates, 1.0))
        for name in logged[0] if logged else ():  # nobody may have decided twice yet
            self.logger.record(f"train/{name}", float(np.mean([facts[name] for facts in logged])))
        explained = explained_variance(self.rollout_buffer.values, self.rollout_buffer.returns)
        self.logger.record("train/explained_variance", explained)

    def _minibatches(self, count: int) -> Iterator[Any]:
        """Places of all decisions in parts of about the same size, once an epoch."""
        parts = max(round(count / self.batch_size), 1)
        for _ in range(self.n_epochs if count else 0):
            yield from np.array_split(torch.randperm(count).numpy(), parts)

    def _distance(self, batch: TrainingBatch, chances: Any, shares: Any) -> Any:
        """The divergence from the mean policy; not worked out where it counts nothing."""
        if not self.magnet:
            return torch.zeros(())
        with torch.no_grad():
            pull, _ = _outputs(self.mean, batch)
        return (shares * (chances - pull)).sum(1).mean()

    def _loss(self, batch: TrainingBatch) -> tuple[Any, dict[str, float]]:
        """What is made smaller, and what is told of it."""
        chances, value = _outputs(self.policy, batch)
        chance = chances.gather(1, batch.action[:, None])[:, 0]
        moved = chance - batch.chance
        gain = (batch.gain - batch.gain.mean()) / (batch.gain.std() + 1e-8)
        clip, ratio = self.clip_range(1.0), moved.exp()
        policy_loss = -torch.min(gain * ratio, gain * ratio.clamp(1 - clip, 1 + clip)).mean()
        value_loss = functional.mse_loss(value, batch.returns)
        shares = chances.exp()
        entropy = -(shares * chances).sum(1).mean()
        distance = self._distance(batch, chances, shares)
        rarity = -((chances * batch.mask).sum(1) / batch.mask.sum(1)).mean()
        loss = (
            policy_loss
            + self.vf_coef * value_loss
            + self.ent_coef * (self.cover * rarity - entropy)
            + self.magnet * distance
        )
        with torch.no_grad():
            facts = {
                "entropy_loss": -entropy,
                "policy_gradient_loss": policy_loss,
                "value_loss": value_loss,
                "approx_kl": (ratio - 1 - moved).mean(),
                "loss": loss,
            }
            facts |= {"magnet_kl": distance} if self.magnet else {}
        return loss, {name: tensor.item() for name, tensor in facts.items()}


def _outputs(policy: Any, batch: TrainingBatch) -> tuple[Any, Any]:
    """Logarithms of a policy's probabilities [n, A], illegal actions aside, and its values [n]."""
    units = policy.extract_features(batch.seen)
    scores = policy.action_net(units).masked_fill(~batch.mask, ILLEGAL)
    return scores.log_softmax(dim=1), policy.value_net(units)[:, 0]
