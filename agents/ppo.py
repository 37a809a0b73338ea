"""PPO with masks: learns one seat of any game, against whom a pool of opponents seats beside it.

The learner is sb3-contrib's MaskablePPO on the suite's own `VecEnv`. Each table has one learning
seat, a further one in every game; what is paid between two of its decisions goes to the earlier
one, so nothing has to be shaped. What it has learnt is handed on as a `Network`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

import numpy as np

from agents.advice import ENTRY, NOBODY, Adviser
from agents.lessons import Lesson
from agents.network import Layer, Network, schema_of, sizes_of
from piracy_env.core.game import Game
from piracy_env.envs.sb3 import SeatVecEnv
from piracy_env.errors import CheckpointError, MissingExtraError, OptionError, listing

try:
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
    from torch import nn
    from torch.nn import functional

    from agents.advised import AdvisedPolicy, AdvisedVecEnv, Head
except ImportError:
    raise MissingExtraError(
        'training needs torch: pip install "piracy_env[sb3]"', extra="sb3"
    ) from None


@dataclass(frozen=True)
class Settings:
    """How to learn; each can be set in a configuration file."""

    tables: int = 256
    """Games played at once."""
    steps: int = 32
    """Decisions of each table between two updates."""
    minibatch: int = 512
    """Decisions for one step of the optimiser."""
    epochs: int = 3
    """How often each decision is learnt from."""
    rate: float = 4e-4
    """Learning rate at the beginning; it falls to a tenth."""
    entropy: float = 0.003
    """What indecision is worth at the beginning; it falls to a tenth."""
    discount: float = 1.0
    """What a later payment is worth: games are paid at their end."""
    trace: float = 0.95
    """How far an advantage looks ahead (lambda)."""
    clip: float = 0.2
    """How far an update may move a probability."""
    value: float = 0.5
    """Weight of the value's error."""
    kl: float = 0.03
    """An update stops when the policy has moved so far (approximate divergence)."""
    lesson_rate: float = 1e-3
    """Learning rate of the lessons at their beginning; it falls to a tenth."""
    lesson_batch: int = 512
    """Decisions for one step of the optimiser in a lesson."""
    widths: tuple[int, ...] = (256, 256)
    """Units of the network's layers."""
    adviser: str = NOBODY
    """A scripted player from whose opinion the policy starts, and to which it adds."""
    hesitation: float = 0.0
    """How far behind the adviser's best action others may be, in its own units, to be learnt about;
    where none is so near, the adviser plays. 0 leaves every decision to the network."""
    reward: str = "rank"
    """Reward mode that is learnt from: places tell a beginner more than wins."""
    threads: int = 2
    """Threads of torch and of the engine; results depend on it."""

    @classmethod
    def read(cls, given: Mapping[str, Any], where: str) -> Self:
        """Settings from a table; what is not there, or of the wrong type, is refused."""
        known = {one.name: one for one in fields(cls)}
        unknown = [name for name in given if name not in known]
        if unknown:
            raise OptionError(
                f"{where}: no setting {listing(unknown)}; there are: {listing(known)}"
            )
        return dataclasses.replace(
            cls(), **{name: _fit(name, given[name], getattr(cls(), name), where) for name in given}
        )


def _fit(name: str, value: Any, default: Any, where: str) -> Any:
    """A value of the default's type."""
    if isinstance(default, tuple):
        whole = isinstance(value, (list, tuple)) and all(type(one) is int for one in value)
        if not whole or not all(1 <= one <= 4096 for one in value):
            raise OptionError(f"{where}: {name} must be a list of widths, not {value!r}")
        return tuple(value)
    if isinstance(default, float) and type(value) in (int, float) and value >= 0:
        return float(value)
    if type(value) is not type(default) or (type(value) is int and value < 1):
        kind = {int: "a whole number from 1", float: "a number from 0", str: "a word"}
        raise OptionError(f"{where}: {name} must be {kind[type(default)]}, not {value!r}")
    return value


def falling(progress: float) -> float:
    """What is left of a rate that falls to a tenth."""
    return 1.0 - 0.9 * min(progress, 1.0)


def open_tables(game: Game, settings: Settings, **options: Any) -> SeatVecEnv:
    """The tables that a learner with these settings plays at; options are those of `SeatVecEnv`."""
    asked = {"reward": settings.reward, "threads": settings.threads, **options}
    if settings.adviser == NOBODY:
        return SeatVecEnv(game, settings.tables, **asked)
    adviser = Adviser(settings.adviser, game, settings.hesitation)
    return AdvisedVecEnv(game, settings.tables, adviser=adviser, **asked)


class Trunk(BaseFeaturesExtractor):  # type: ignore[misc] # untyped without its package
    """The layers that policy and value share; what lies behind the observation passes by them."""

    def __init__(self, space: Any, seen: int, widths: tuple[int, ...]) -> None:
        sizes = [seen, *widths]
        super().__init__(space, features_dim=sizes[-1] + int(space.shape[0]) - seen)
        self.seen, self.units = seen, sizes[-1]
        layers: list[Any] = []
        for inputs, outputs in pairwise(sizes):
            layers += [nn.Linear(inputs, outputs), nn.ReLU()]
        self.layers = nn.Sequential(*layers)

    def forward(self, observation: Any) -> Any:
        """The last layer's units, and what passes by."""
        if observation.shape[1] == self.seen:
            return self.layers(observation)
        seen, advice = observation[:, : self.seen], observation[:, self.seen :]
        return torch.cat([self.layers(seen), advice], dim=1)


@dataclass
class Learner:
    """MaskablePPO on a `VecEnv`, with rates that follow the progress of the whole training."""

    env: Any
    game: Game
    settings: Settings
    seed: int
    progress: float = 0.0
    """How much of the training is done, 0 to 1."""
    adviser: Adviser | None = field(init=False)
    """Who advises the policy: the adviser at the tables."""
    model: Any = field(init=False)

    def __post_init__(self) -> None:
        torch.set_num_threads(self.settings.threads)
        torch.distributions.Distribution.set_default_validate_args(False)
        asked = self.settings
        self.adviser = getattr(self.env, "adviser", None)
        self.model = MaskablePPO(
            AdvisedPolicy if self.adviser else "MlpPolicy",
            self.env,
            n_steps=asked.steps,
            batch_size=min(asked.minibatch, asked.steps * asked.tables),
            n_epochs=asked.epochs,
            learning_rate=lambda _: asked.rate * falling(self.progress),
            gamma=asked.discount,
            gae_lambda=asked.trace,
            clip_range=asked.clip,
            ent_coef=asked.entropy,
            vf_coef=asked.value,
            target_kl=asked.kl,
            seed=self.seed,
            device="cpu",
            policy_kwargs={
                "net_arch": [],
                "features_extractor_class": Trunk,
                "features_extractor_kwargs": {
                    "seen": self.game.observation.size,
                    "widths": asked.widths,
                },
            },
        )

    @property
    def batch(self) -> int:
        """Decisions between two updates."""
        return self.settings.steps * self.settings.tables

    @property
    def decisions(self) -> int:
        """Decisions learnt from so far."""
        return int(self.model.num_timesteps)

    def learn(self, updates: int, callback: Any = None) -> None:
        """Play and learn on."""
        self.model.ent_coef = self.settings.entropy * falling(self.progress)
        self.model.learn(updates * self.batch, callback=callback, reset_num_timesteps=False)

    def imitate(self, lesson: Lesson, rate: float) -> dict[str, float]:
        """Learn to act and to expect as in a lesson; how often it acted so, and the losses.

        A policy with an adviser knows how to act: it only learns what to expect.
        """
        policy, asked = self.model.policy, self.settings
        policy.set_training_mode(True)
        for group in policy.optimizer.param_groups:
            group["lr"] = rate
        found = []
        for i in range(0, len(lesson.action), asked.lesson_batch):
            part = Lesson(*(torch.as_tensor(one[i : i + asked.lesson_batch]) for one in lesson))
            units = policy.extract_features(part.observation)
            error = functional.mse_loss(policy.value_net(units)[:, 0], part.payment)
            loss, told = asked.value * error, {"value_error": error.item()}
            if self.adviser is None:
                scores = policy.action_net(units).masked_fill(~part.action_mask, -torch.inf)
                doubt = functional.cross_entropy(scores, part.action)
                loss = doubt + loss
                told["agreement"] = (scores.argmax(1) == part.action).float().mean().item()
                told["doubt"] = doubt.item()
            policy.optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), self.model.max_grad_norm)
            policy.optimizer.step()
            found.append(told)
        return {name: float(np.mean([one[name] for one in found])) for name in found[0]}

    def network(self, **about: Any) -> Network:
        """What has been learnt so far."""
        *trunk, policy, value = [_layer(one) for one in self._linears]
        told = {**schema_of(self.game), "sizes": sizes_of(self.game)}
        told |= {"reward": self.settings.reward, **about}
        if self.adviser:
            told[ENTRY] = dict(self.adviser.about)
        return Network(tuple(trunk), policy, value, told)

    def adopt(self, network: Network) -> None:
        """Begin with what a network knows, if its layers and its adviser are the own ones."""
        own, theirs = self._linears, [*network.trunk, network.policy, network.value]
        shapes = [[tuple(one.weight.shape) for one in own], [one.weight.T.shape for one in theirs]]
        if shapes[0] != shapes[1]:
            raise CheckpointError(f"layers {shapes[0]} cannot begin as {shapes[1]}")
        about = dict(self.adviser.about) if self.adviser else None
        if network.about.get(ENTRY) != about:
            raise CheckpointError(
                f"a policy advised by {about} cannot begin as one advised by "
                f"{network.about.get(ENTRY)}"
            )
        with torch.no_grad():
            for linear, layer in zip(own, theirs, strict=True):
                linear.weight.copy_(torch.as_tensor(np.ascontiguousarray(layer.weight.T)))
                linear.bias.copy_(torch.as_tensor(layer.bias))

    @property
    def _linears(self) -> list[Any]:
        """The layers of the trunk, that of the policy and that of the value."""
        policy = self.model.policy
        trunk = [one for one in policy.features_extractor.layers if isinstance(one, nn.Linear)]
        heads = [policy.action_net, policy.value_net]
        return [*trunk, *(one.linear if isinstance(one, Head) else one for one in heads)]

    # --- going on after a break -------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Keep everything that learning goes on from; the games on the tables are dealt anew."""
        part = path.with_name(path.name + ".part")
        torch.save(
            {
                "policy": self.model.policy.state_dict(),
                "optimizer": self.model.policy.optimizer.state_dict(),
                "decisions": self.model.num_timesteps,
                "updates": self.model._n_updates,
                "dice": torch.get_rng_state(),
            },
            part,
        )
        part.replace(path)

    def restore(self, path: Path) -> None:
        """Go on from what was kept."""
        try:
            kept = torch.load(path, map_location="cpu", weights_only=True)
            self.model.policy.load_state_dict(kept["policy"])
            self.model.policy.optimizer.load_state_dict(kept["optimizer"])
            self.model.num_timesteps = int(kept["decisions"])
            self.model._n_updates = int(kept["updates"])
            torch.set_rng_state(kept["dice"])
        except Exception as error:  # whatever torch raises for a file that is not its own
            raise CheckpointError(f"{path}: training cannot go on from it: {error}") from error


def _layer(linear: Any) -> Layer:
    weight = linear.weight.detach().numpy().T
    return Layer(
        np.ascontiguousarray(weight, np.float32), linear.bias.detach().numpy().astype(np.float32)
    )
