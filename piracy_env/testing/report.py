"""What came out of the checks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from piracy_env.core.text import columns
from piracy_env.testing.case import CheckFailure


@dataclass(frozen=True)
class Result:
    """What one check found in one case."""

    check: str
    case: str
    ok: bool
    seconds: float
    details: str


@dataclass
class Report:
    """What the battery found in a game."""

    game: str
    version: int
    results: list[Result] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing failed, and something was checked."""
        return bool(self.results) and not self.failures

    @property
    def failures(self) -> list[Result]:
        """What failed."""
        return [result for result in self.results if not result.ok]

    @property
    def seconds(self) -> float:
        """Time taken."""
        return sum(result.seconds for result in self.results)

    def require(self) -> Report:
        """Raise `CheckFailure` with all failures, if there are any."""
        if not self.ok:
            lines = [f"{failure.check}: {failure.details}" for failure in self.failures]
            raise CheckFailure("\n".join(lines or [f"nothing was checked of {self.game}"]))
        return self

    def as_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        results = [asdict(result) for result in self.results]
        return {"game": self.game, "version": self.version, "ok": self.ok, "results": results}

    @property
    def verdict(self) -> str:
        """What came out, in a line."""
        outcome = "keeps the contract" if self.ok else f"{len(self.failures)} failures"
        return f"{self.game} version {self.version}: {outcome} ({self.seconds:.1f} s)"

    def rows(self) -> Iterator[tuple[str, str, str, str]]:
        """For each check whether it holds, its name, its time, and what it found."""
        for name in dict.fromkeys(result.check for result in self.results):
            mine = [result for result in self.results if result.check == name]
            broken = [result for result in mine if not result.ok]
            seconds = f"{sum(result.seconds for result in mine):.2f} s"
            words = f"{len(broken)} of {len(mine)} cases" if broken else mine[0].details
            yield "FAILED" if broken else "ok", name, seconds, words

    def __str__(self) -> str:
        """A line for each check that holds, and one for each failure."""
        failures = [f"\n{failure.check}: {failure.details}" for failure in self.failures]
        return "\n".join([self.verdict, *columns([*self.rows()], "<<><"), *failures])
