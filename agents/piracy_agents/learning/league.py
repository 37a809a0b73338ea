"""Whom one learning seat plays against: scripted anchors, and its own past selves."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from piracy_agents.network import Network
from piracy_agents.safetensors import SUFFIX
from piracy_agents.trained import Trained
from piracy_env.core.game import Game
from piracy_env.core.rewards import are_rivals
from piracy_env.core.view import Agent
from piracy_env.envs.opponents import find_agent
from piracy_env.errors import CheckpointError, OptionError, listing

Ints = NDArray[np.int64]

_DIGEST = re.compile("[0-9a-f]{64}")
_SEATING, _SAMPLING = 0x1EA6, 0x5A3B
"""Tell the streams of who is seated, and of what past selves play, apart under the seed."""

MODES = ("anchors", "league")
"""Against the anchors, or against them, itself and all its past (see `League`)."""

ACTIVE = 2
"""Most past selves that are seated between two refreshes: each one is asked by itself."""
ALIKE = 0.5
"""Chance of a table at which all others are the same opponent."""
MEMORY = 0.98
"""How much of what is known of a rival stays with each further game against it."""
PFSP_EXPONENT = 4
"""Exponent of the chance to lose, in the weights of prioritised fictitious self-play (PFSP)."""
OWN_SHARE = 0.15
"""In the league: chance of meeting the newest self rather than a rival from the pool."""


class League:
    """The opponents of a learner, drawn anew for each game.

    `anchors` meets the scripted players, `league` the newest self or any rival: those that the
    learner beats least often come most often (prioritised fictitious self-play). Where the others
    are mates rather than rivals, those come most often with whom success is least certain.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        anchors: Sequence[str],
        *,
        mode: str,
        folder: Path,
        seed: int,
    ) -> None:
        if mode not in MODES:
            raise OptionError(f"the opponents must be one of {listing(MODES)}, not {mode!r}")
        if not anchors:
            raise OptionError(f"the mode {mode} needs anchors")
        self.game = game
        self.mode = mode
        self.folder = folder
        self.names = list(anchors)
        """Names of the anchors, then digests of past selves."""
        self.agents: list[Agent] = [find_agent(name, game) for name in anchors]
        self.anchors = len(self.agents)
        self.beaten = [0.5] * self.anchors
        """How often the learner is paid more than each of them, of late; how often a game with
        them is a success, where nobody wins what others lose."""
        self.are_rivals = are_rivals(game, players)
        self._others = players - 1
        self._seed = seed
        self._generator = np.random.default_rng([seed, _SEATING])
        self._chances = np.ones(self.anchors) / max(self.anchors, 1)

    # --- seating ----------------------------------------------------------------------------------

    def at(self, players: int) -> Company:
        """The same opponents for tables with so many players."""
        return Company(self, players - 1)

    def draw(self, games: Ints, others: int | None = None) -> Ints:
        """Who plays in each of the games about to begin."""
        shape = (len(games), self._others if others is None else others)
        seats = self._generator.choice(len(self.agents), shape, p=self._chances)
        alike = self._generator.random(len(games)) < ALIKE
        seats[alike] = seats[alike][:, :1]
        return seats

    def note(self, info: Mapping[str, Any]) -> None:
        """Take note of a finished game by what `SeatVecEnv` tells of it; a cut one says nothing."""
        if info["TimeLimit.truncated"]:
            return
        own, *theirs = info["payments"]
        for who, paid in zip(info["opponents"], theirs, strict=True):
            won = 1.0 if own > paid else 0.5 if own == paid else 0.0
            fared = won if self.are_rivals else float(info["is_success"])
            self.beaten[who] = MEMORY * self.beaten[who] + (1.0 - MEMORY) * fared

    def refresh(self) -> None:
        """Set the chances of meeting each opponent from what is known of them by now."""
        self._chances = np.zeros(len(self.agents))
        selves = range(self.anchors, len(self.agents))
        if self.mode == "anchors" or not selves:
            self._chances[: self.anchors] = self._pfsp_weights(range(self.anchors))
        else:
            older = list(selves[:-1])
            if len(older) > ACTIVE:
                weights = self._pfsp_weights(older)
                older = list(self._generator.choice(older, ACTIVE, replace=False, p=weights))
            rivals = [*range(self.anchors), *older]
            self._chances[rivals] = (1.0 - OWN_SHARE) * self._pfsp_weights(rivals)
            self._chances[-1] = OWN_SHARE

    def _pfsp_weights(self, who: Sequence[int]) -> NDArray[np.float64]:
        """PFSP weights, as chances, none of them 0.

        A rival comes the more often the more seldom it is beaten. A mate does so the less certain
        it is what comes of playing with it: from one with whom all is lost nothing can be learnt.
        """
        rates = np.array([self.beaten[k] for k in who], np.float64)
        open_chance = (1.0 - rates) ** PFSP_EXPONENT if self.are_rivals else rates * (1.0 - rates)
        weights = open_chance + 0.01
        weights /= weights.sum()
        return weights

    # --- past selves ------------------------------------------------------------------------------

    def admit(self, network: Network) -> str:
        """Take the learner's present self into the pool, and keep it on file under its digest."""
        digest = network.digest
        network.save(self._file(digest))
        self._take_in(network, digest)
        return digest

    def _take_in(self, network: Network, digest: str) -> None:
        generator = np.random.default_rng([self._seed, _SAMPLING, len(self.agents)])
        name = f"self {len(self.agents) - self.anchors}"
        self.agents.append(Trained(network, self.game, name, generator))
        self.names.append(digest)
        self.beaten.append(0.5)

    def _file(self, digest: str) -> Path:
        return self.folder / pool_file(digest)

    # --- going on after a break -------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """What has to be known of the pool beside its files."""
        return {"names": self.names, "beaten": [round(rate, 6) for rate in self.beaten]}

    def restore(self, kept: dict[str, Any]) -> None:
        """Take in the past selves that were kept; each file must have the digest it is named by."""
        names, beaten = kept.get("names"), kept.get("beaten")
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise CheckpointError(f"{self.folder}: the pool's names are none: {names!r:.80}")
        if not isinstance(beaten, list) or not all(_is_share(share) for share in beaten):
            raise CheckpointError(f"{self.folder}: the pool's shares are none: {beaten!r:.80}")
        selves = names[self.anchors :]
        is_kept = all(_DIGEST.fullmatch(digest) for digest in selves)
        if names[: self.anchors] != self.names or not is_kept or len(names) != len(beaten):
            raise CheckpointError(f"{self.folder}: the pool was kept with other anchors")
        for digest in selves:
            network = Network.load(self._file(digest), self.game)
            if network.digest != digest:
                raise CheckpointError(f"{self._file(digest)}: not the network that was kept")
            self._take_in(network, digest)
        self.beaten = [float(rate) for rate in beaten]


class Company(NamedTuple):
    """A league's opponents, as many as sit at a table of some kind."""

    league: League
    others: int

    @property
    def agents(self) -> list[Agent]:
        """All there are."""
        return self.league.agents

    def draw(self, games: Ints) -> Ints:
        """Who plays in each of the games about to begin."""
        return self.league.draw(games, self.others)


def _is_share(value: object) -> bool:
    return isinstance(value, (int, float)) and 0.0 <= value <= 1.0


def pool_file(digest: str) -> str:
    """The file of a past self."""
    return f"{digest[:16]}{SUFFIX}"
