"""PPO with masks: learns one seat of any game, against whom a pool of opponents seats beside it.

The learner is sb3-contrib's MaskablePPO on the suite's own `VecEnv`. Each table has one learning
seat, a further one in every game; what is paid between two of its decisions goes to the earlier
one, so nothing has to be shaped. In self-play it sits in all seats instead (`selfplay.py`). What it
has learnt is handed on as a `Network`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from piracy_agents.advice import ENTRY, MOST_WEIGHT, NOBODY, Adviser
from piracy_agents.learning.demonstrations import DemonstrationBatch
from piracy_agents.learning.values import layer_of
from piracy_agents.network import MOST_LAYERS, Network, schema_of, sizes_of
from piracy_agents.safetensors import TensorFile, pack
from piracy_agents.settings import Real, Several, String, Whole, require
from piracy_env.core.files import write_whole
from piracy_env.core.game import Game
from piracy_env.envs.sb3 import SeatVecEnv
from piracy_env.errors import CheckpointError, MissingExtraError

try:
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
    from torch import nn
    from torch.nn import functional

    from piracy_agents.learning.advised import AdvisedPolicy, AdvisedVecEnv, Head
    from piracy_agents.learning.all_seats import AllSeatsVecEnv
    from piracy_agents.learning.selfplay import SelfPlayPPO
except ImportError:
    raise MissingExtraError(
        'training needs torch: pip install "piracy_env[sb3]"', extra="sb3"
    ) from None


FORMAT = 2
"""Of the file that learning goes on from."""
LARGEST_STATE = 1 << 30
"""No such file is larger, in bytes."""
WIDEST = 4096
"""Most units of a layer."""
MOST = 1 << 20
"""Above all numbers among the settings; more would only fill the memory."""

SCHEDULES = ("line", "root")

Count = Annotated[int, Whole(1, MOST)]
Amount = Annotated[float, Real(0, MOST)]
Share = Annotated[float, Real(0, 1)]
Word = Annotated[str, String()]
Widths = Annotated[
    tuple[int, ...],
    Several(Whole(1, WIDEST), f"at most {MOST_LAYERS} widths from 1 to {WIDEST}", MOST_LAYERS),
]


@dataclass(frozen=True)
class PPOSettings:
    """How to learn; each can be set in a configuration file."""

    tables: Count = 256
    """Games played at once."""
    steps: Count = 32
    """Decisions of each table between two updates."""
    minibatch: Count = 512
    """Decisions for one step of the optimiser."""
    epochs: Count = 3
    """How often each decision is learnt from."""
    rate: Amount = 4e-4
    """Learning rate at the beginning; it falls to a tenth."""
    entropy: Amount = 0.003
    """What indecision is worth at the beginning."""
    schedule: Annotated[str, String(SCHEDULES)] = "line"
    """How that falls to a tenth: in a line, or as one over the root of the time, fast at first."""
    discount: Share = 1.0
    """What a later payment is worth: games are paid at their end."""
    trace: Share = 0.95
    """How far an advantage looks ahead (lambda)."""
    clip: Amount = 0.2
    """How far an update may move a probability."""
    value: Amount = 0.5
    """Weight of the value's error."""
    kl: Amount = 0.03
    """An update stops when the policy has moved so far (approximate divergence)."""
    cover: Amount = 0.0
    """In self-play: what an action that is hardly ever taken costs, in parts of `entropy`; one that
    is never tried is never found to have become a good one."""
    magnet: Amount = 0.0
    """In self-play: what the distance from the mean of all past policies counts (divergence)."""
    averaging: Share = 0.0
    """In self-play: how much of that mean stays with each update."""
    memory: Share = 0.0
    """In self-play: what is handed on is the mean of so much of the past, its latest part, in which
    circles cancel out; 0 hands on the mean that the magnet draws to."""
    sharing: Share = 0.0
    """In self-play: how much of what a seat is paid all seats share, as mates of one crew do."""
    demonstration_rate: Amount = 1e-3
    """Learning rate of the imitation at its beginning; it falls to a tenth."""
    demonstration_batch: Count = 512
    """Decisions for one step of the optimiser in imitation."""
    widths: Widths = (256, 256)
    """Units of the network's layers."""
    adviser: Word = NOBODY
    """A scripted player from whose opinion the policy starts, and to which it adds."""
    adviser_threshold: Amount = 0.0
    """How far behind the adviser's best action others may be, in its own units, to be learnt about;
    where none is so near, the adviser plays. 0 leaves every decision to the network."""
    adviser_weight: Annotated[float, Real(1 / MOST_WEIGHT, MOST_WEIGHT)] = 1.0
    """What the adviser's opinion counts; below 1, more of what it would not do is tried."""
    reward: Word = ""
    """Reward mode that is learnt from; the game's default if none is named."""
    threads: Count = 2
    """Threads of torch and of the engine; results depend on it."""

    def __post_init__(self) -> None:
        require(self)


SELF_PLAY = PPOSettings(
    tables=1024,
    steps=128,
    minibatch=4096,
    epochs=1,
    rate=2e-3,
    entropy=0.4,
    schedule="root",
    cover=0.1,
    magnet=0.5,
    averaging=0.8,
    memory=0.33,
    widths=(128, 128),
)
"""What self-play begins with, in any game."""


def falling(progress: float, schedule: str = "line") -> float:
    """What is left of a rate, which falls to a tenth."""
    share = min(progress, 1.0)
    return 1.0 - 0.9 * share if schedule == "line" else (1.0 + 99.0 * share) ** -0.5


def open_tables(game: Game, settings: PPOSettings, **options: Any) -> SeatVecEnv:
    """The tables that a learner with these settings plays at; options are those of `SeatVecEnv`."""
    table_options = {"reward": settings.reward, "threads": settings.threads, **options}
    adviser = _adviser(game, settings)
    if adviser is None:
        return SeatVecEnv(game, settings.tables, **table_options)
    return AdvisedVecEnv(game, settings.tables, adviser=adviser, **table_options)


def open_all_seats(game: Game, settings: PPOSettings, **options: Any) -> AllSeatsVecEnv:
    """The tables of self-play; options are those of `Engine`."""
    table_options = {"reward": settings.reward, "threads": settings.threads, **options}
    return AllSeatsVecEnv(
        game,
        settings.tables,
        adviser=_adviser(game, settings),
        sharing=settings.sharing,
        **table_options,
    )


def _adviser(game: Game, settings: PPOSettings) -> Adviser | None:
    if settings.adviser == NOBODY:
        return None
    return Adviser(settings.adviser, game, settings.adviser_threshold, settings.adviser_weight)


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
    settings: PPOSettings
    seed: int
    seats: int = 0
    """In self-play, the most seats that any later tables have."""
    progress: float = 0.0
    """How much of the training is done, 0 to 1."""
    adviser: Adviser | None = field(init=False)
    """Who advises the policy: the adviser at the tables."""
    model: Any = field(init=False)

    def __post_init__(self) -> None:
        torch.set_num_threads(self.settings.threads)
        torch.distributions.Distribution.set_default_validate_args(False)
        settings = self.settings
        self.adviser = getattr(self.env, "adviser", None)
        kind, more = self._algorithm()
        self.model = kind(
            AdvisedPolicy if self.adviser else "MlpPolicy",
            self.env,
            n_steps=settings.steps,
            batch_size=min(settings.minibatch, settings.steps * settings.tables),
            n_epochs=settings.epochs,
            learning_rate=lambda _: settings.rate * falling(self.progress),
            gamma=settings.discount,
            gae_lambda=settings.trace,
            clip_range=settings.clip,
            ent_coef=settings.entropy,
            vf_coef=settings.value,
            target_kl=settings.kl,
            seed=self.seed,
            device="cpu",
            policy_kwargs={
                "net_arch": [],
                "features_extractor_class": Trunk,
                "features_extractor_kwargs": {
                    "seen": self.game.observation.size,
                    "widths": settings.widths,
                },
            },
            **more,
        )

    def _algorithm(self) -> tuple[Any, dict[str, Any]]:
        """Who learns at such tables, and what it has to be told beside the usual."""
        learners = getattr(self.env, "learners", 0)
        if not learners:
            return MaskablePPO, {}
        settings = self.settings
        own = ("cover", "magnet", "averaging", "memory")
        more = {name: getattr(settings, name) for name in own}
        return SelfPlayPPO, {"players": max(learners, self.seats), **more}

    def move_to(self, env: Any) -> None:
        """Go on at other tables, as many as before: what was not learnt from yet is left."""
        self.env = env
        self.model.set_env(env)
        if isinstance(self.model, SelfPlayPPO):
            self.model.rollout_buffer.forget()

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
        settings = self.settings
        self.model.ent_coef = settings.entropy * falling(self.progress, settings.schedule)
        self.model.learn(updates * self.batch, callback=callback, reset_num_timesteps=False)

    def imitate(self, batch: DemonstrationBatch, rate: float) -> dict[str, float]:
        """Learn to act and to expect as in demonstrations; how often it acted so, and the losses.

        A policy with an adviser knows how to act: it only learns what to expect.
        """
        policy, settings = self.model.policy, self.settings
        policy.set_training_mode(True)
        for group in policy.optimizer.param_groups:
            group["lr"] = rate
        losses = []
        size = settings.demonstration_batch
        for i in range(0, len(batch.action), size):
            part = DemonstrationBatch(*(torch.as_tensor(column[i : i + size]) for column in batch))
            units = policy.extract_features(part.observation)
            error = functional.mse_loss(policy.value_net(units)[:, 0], part.payment[:, 0])
            loss, figures = settings.value * error, {"value_error": error.item()}
            if self.adviser is None:
                scores = policy.action_net(units).masked_fill(~part.action_mask, -torch.inf)
                imitation = functional.cross_entropy(scores, part.action)
                loss = imitation + loss
                figures["agreement"] = (scores.argmax(1) == part.action).float().mean().item()
                figures["cross_entropy"] = imitation.item()
            policy.optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), self.model.max_grad_norm)
            policy.optimizer.step()
            losses.append(figures)
        return {name: float(np.mean([figures[name] for figures in losses])) for name in losses[0]}

    def network(self, **about: Any) -> Network:
        """What has been learnt so far: in self-play a mean, which is harder to exploit."""
        handed = [*self._policies.values()][-1]
        *trunk, policy, value = [layer_of(linear) for linear in _linears(handed)]
        facts = {**schema_of(self.game), "sizes": sizes_of(self.game)}
        facts |= {"reward": self.settings.reward or self.game.default_reward, **about}
        if self.adviser:
            facts[ENTRY] = dict(self.adviser.about)
        return Network(tuple(trunk), policy, value, facts)

    def adopt(self, network: Network) -> None:
        """Begin with what a network knows, if its layers and its adviser are the own ones."""
        theirs = [*network.trunk, network.policy, network.value]
        own = _linears(self.model.policy)
        shapes = [
            [tuple(layer.weight.shape) for layer in own],
            [layer.weight.T.shape for layer in theirs],
        ]
        if shapes[0] != shapes[1]:
            raise CheckpointError(f"layers {shapes[0]} cannot begin as {shapes[1]}")
        about = dict(self.adviser.about) if self.adviser else None
        if network.about.get(ENTRY) != about:
            raise CheckpointError(
                f"a policy advised by {about} cannot begin as one advised by "
                f"{network.about.get(ENTRY)}"
            )
        with torch.no_grad():
            for policy in self._policies.values():
                for linear, layer in zip(_linears(policy), theirs, strict=True):
                    linear.weight.copy_(torch.as_tensor(np.ascontiguousarray(layer.weight.T)))
                    linear.bias.copy_(torch.as_tensor(layer.bias))

    @property
    def _policies(self) -> dict[str, Any]:
        """The policy that learns and, in self-play, means of its past: last what is handed on."""
        model = self.model
        if not isinstance(model, SelfPlayPPO):
            return {"policy": model.policy}
        means = {"mean": model.mean} | ({"result": model.result} if model.memory else {})
        return {"policy": model.policy, **means}

    # --- going on after a break -------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Keep everything that learning goes on from; the games on the tables are dealt anew."""
        self._fill_optimizer()
        arrays = {name: _array(tensor) for name, tensor in self._state().items()}
        counts = {"decisions": self.model.num_timesteps, "updates": self.model._n_updates}
        write_whole(path, pack({"format": FORMAT, **counts}, arrays))

    def restore(self, path: Path) -> None:
        """Go on from what was kept; what is not of this learner's shapes is refused."""
        file = TensorFile.read(path, LARGEST_STATE)
        counts = [file.about.get(name) for name in ("format", "decisions", "updates")]
        if counts[0] != FORMAT or not all(type(count) is int and count >= 0 for count in counts):
            raise CheckpointError(f"{path}: training cannot go on from it: {file.about!r:.80}")
        self._fill_optimizer()
        state = self._state()
        file.require(list(state))
        kept = {
            name: file.array(name, _kind(tensor), tensor.dim()) for name, tensor in state.items()
        }
        for name, tensor in state.items():
            if kept[name].shape != tuple(tensor.shape):
                raise CheckpointError(f"{path}: {name} has shape {kept[name].shape}")
        with torch.no_grad():
            for name, tensor in state.items():
                tensor.copy_(torch.as_tensor(kept[name].copy()))
        try:
            torch.set_rng_state(state["dice"])
        except RuntimeError as error:
            raise CheckpointError(f"{path}: the dice are none: {error}") from None
        self.model.num_timesteps, self.model._n_updates = counts[1:]

    def _state(self) -> dict[str, Any]:
        """All tensors that learning goes on from, by name: the dice as a copy."""
        means = dict(self._policies)
        policy = means.pop("policy")
        tensors = {"dice": torch.get_rng_state()}
        for kind, mean in means.items():
            tensors |= {f"{kind}.{name}": weights for name, weights in mean.named_parameters()}
        for name, weights in policy.named_parameters():
            tensors[f"policy.{name}"] = weights
            for part, tensor in policy.optimizer.state[weights].items():
                tensors[f"optimizer.{name}.{part}"] = tensor
        return tensors

    def _fill_optimizer(self) -> None:
        """Let the optimiser (Adam) have what it begins its first step with, where it has none."""
        policy = self.model.policy
        for weights in policy.parameters():
            state = policy.optimizer.state[weights]
            state.setdefault("step", torch.tensor(0.0))
            for moment in ("exp_avg", "exp_avg_sq"):
                state.setdefault(moment, torch.zeros_like(weights))


def _linears(policy: Any) -> list[Any]:
    """The layers of the trunk, that of the policy and that of the value."""
    trunk = [layer for layer in policy.features_extractor.layers if isinstance(layer, nn.Linear)]
    heads = [policy.action_net, policy.value_net]
    return [*trunk, *(head.linear if isinstance(head, Head) else head for head in heads)]


def _array(tensor: Any) -> NDArray[Any]:
    array: NDArray[Any] = tensor.detach().cpu().numpy()
    return array


def _kind(tensor: Any) -> str:
    """The type of a tensor's numbers as a file names it."""
    return _array(tensor).dtype.str
