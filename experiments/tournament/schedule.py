"""Who meets whom, in which deals and from which seats: all drawn before anything is played."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from piracy_env.errors import PiracyError, listing

Ints = NDArray[np.int64]

MIXED, CHALLENGE, ALIKE = "mixed", "challenge", "alike"
MEETINGS = {
    MIXED: "all agents meet, each equally often",
    CHALLENGE: "the first agent sits alone among seats of one other agent",
    ALIKE: "all seats of a table are one agent, and every agent plays every deal",
}
"""How tables are made up."""
SALT = 128
"""Bits of a salt: none is found by trying."""


class TournamentError(PiracyError, ValueError):
    """A tournament that cannot be held as it was asked for."""


@dataclass(frozen=True)
class Schedule:
    """The games of a tournament, numbered from 0.

    Each deal is played once from every seat: its line-up of agents moves one seat on from game to
    game, so that luck of the deal and of the seat falls to all of them alike. Where an agent has
    the whole table to itself, or the only seat, each deal is played once by every agent instead.
    """

    agents: int
    players: int
    deals: int
    seed: int
    meeting: str = MIXED
    salt: int = 0
    """What the deals follow from beside the seed, so that nobody can search for it (see `SALT`)."""

    def __post_init__(self) -> None:
        for name in ("agents", "players", "deals", "seed", "salt"):
            if type(value := getattr(self, name)) is not int:
                raise TournamentError(f"{name} must be a whole number, not {value!r:.80}")
        if self.meeting not in MEETINGS:
            raise TournamentError(
                f"there is no meeting {self.meeting!r}; there are: {listing(MEETINGS)}"
            )
        if self.meeting == CHALLENGE and self.players == 1:
            raise TournamentError("a challenge needs two seats, but there is one")
        if self.agents < 1 or (self.agents < 2 and not self.is_alike):
            raise TournamentError(f"a tournament needs at least two agents, not {self.agents}")
        if self.deals < self.fewest_deals:
            raise TournamentError(
                f"for all {self.agents} agents to sit, a tournament needs deals from "
                f"{self.fewest_deals}, not {self.deals}"
            )
        if self.seed < 0:
            raise TournamentError(f"seed must be a whole number from 0, not {self.seed}")
        if not 0 <= self.salt < 1 << SALT:
            raise TournamentError(f"salt must have at most {SALT // 4} hexadecimal digits")

    @property
    def is_alike(self) -> bool:
        """Whether all seats of a table are one agent: at a table of one seat they always are."""
        return self.meeting == ALIKE or self.players == 1

    @property
    def games_a_deal(self) -> int:
        """How often each deal is played."""
        return self.agents if self.is_alike else self.players

    @property
    def fewest_deals(self) -> int:
        """Deals in which every agent sits once."""
        if self.is_alike:
            return 1
        if self.meeting == CHALLENGE:
            return self.agents - 1
        return math.ceil(self.agents / self.players)

    @property
    def games(self) -> int:
        """Number of games."""
        return self.deals * self.games_a_deal

    @cached_property
    def lineups(self) -> Ints:
        """[deals, players] the agents of each deal as they sit in its first game."""
        if self.is_alike:
            return np.zeros((self.deals, self.players), np.int64)
        if self.meeting == CHALLENGE:
            return self._challenges()
        return self._mixed()

    def _challenges(self) -> Ints:
        rivals = 1 + np.arange(self.deals) % (self.agents - 1)
        lineups = np.repeat(rivals[:, None], self.players, axis=1)
        lineups[:, 0] = 0
        return lineups

    def _mixed(self) -> Ints:
        """At each place whoever has sat least, then whoever has met those present least."""
        lots = np.random.default_rng(self.seed)
        seated = np.zeros(self.agents, np.int64)
        met = np.zeros((self.agents, self.agents), np.int64)
        lineups = np.zeros((self.deals, self.players), np.int64)
        for lineup in lineups:
            here = np.zeros(self.agents, np.int64)
            lot = lots.random(self.agents)
            for place in range(self.players):
                order = np.lexsort((lot, met @ here, seated, here))  # the last key counts first
                lineup[place] = order[0]
                here[order[0]] += 1
                seated[order[0]] += 1
            met += np.outer(here, here)
            lineup[:] = lineup[np.argsort(lots.random(self.players))]
        return lineups

    def seating(self, games: Ints) -> Ints:
        """[m, players] the agent at each seat of the given games."""
        if self.is_alike:
            return np.repeat((games % self.agents)[:, None], self.players, axis=1)
        seats = np.arange(self.players) - (games % self.players)[:, None]
        return np.asarray(self.lineups[(games // self.players)[:, None], seats % self.players])

    def deal_words(self, games: Ints) -> NDArray[np.uint64]:
        """[m] what the games are seeded with: the same for all games of a deal."""
        return self._words("deal", games // self.games_a_deal)

    def dice_words(self, games: Ints) -> NDArray[np.uint64]:
        """[m] seeds of the dice that uniform seats throw: another one for each game."""
        return self._words("dice", games)

    def _words(self, what: str, numbers: Ints) -> NDArray[np.uint64]:
        words = [_word(self.seed, self.salt, what, int(number)) for number in numbers]
        return np.array(words, np.uint64)


def _word(seed: int, salt: int, what: str, number: int) -> int:
    """64 bits that follow from a name under a seed and a salt, and tell nothing of either."""
    name = f"{seed} {what} {number}".encode()
    if salt:
        key = salt.to_bytes(SALT // 8, "big")
        return int.from_bytes(hashlib.blake2b(name, digest_size=8, key=key).digest(), "big")
    return int.from_bytes(hashlib.blake2b(name, digest_size=8).digest(), "big")
