"""What came of a population: who trained from whose weights, with which settings, how well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from experiments.reporting import plots, web
from experiments.training.evolution import MemberStanding, Population, ranked
from experiments.training.folder import BEST, MADE, PAID, read_log, read_object
from piracy_agents.network import Network
from piracy_env.core.rewards import are_rivals
from piracy_env.errors import listing

PAGE, PICTURE = "report.html", "lineage.svg"


def head(population: Population) -> tuple[str, ...]:
    """The columns of the table of a round."""
    explored = sorted(population.asked.explore)
    rivals = ("win share", "rating") if _are_rivals(population) else ()
    return ("member", "weights of", *explored, "reward", "95 %", *rivals)


def _are_rivals(population: Population) -> bool:
    plan = population.asked.plan
    return are_rivals(plan.load_game(), plan.players)


def rows(population: Population, standings: Sequence[MemberStanding]) -> Iterator[tuple[str, ...]]:
    """A round's members, the best first."""
    for one in ranked(standings):
        settings = one.member.settings
        yield (
            str(one.member.number),
            "new" if one.member.parent is None else f"member {one.member.parent}",
            *(f"{getattr(settings, name):g}" for name in sorted(population.asked.explore)),
            f"{one.reward:+.3f}",
            f"{one.reward_low:+.3f} to {one.reward_high:+.3f}",
            *(
                (f"{100 * one.win_share:.1f} %", f"{one.rating:.0f}")
                if one.win_share is not None and one.rating is not None
                else ()
            ),
        )


def picture(population: Population) -> str:
    """Who comes from whom."""
    generations = {
        f"round {number}": [
            plots.Node(
                f"{one.reward:+.2f}",
                f"{one.member.name}: {_settings(population, one)}",
                None if one.member.parent is None else one.member.parent - 1,
                strong=one is ranked(standings)[0],
            )
            for one in standings
        ]
        for number, standings in enumerate(population.rounds, start=1)
    }
    names = [f"member {k}" for k in range(1, population.asked.members + 1)]
    return plots.descent(generations, names, "Lineage")


def _settings(population: Population, one: MemberStanding) -> str:
    explored = sorted(population.asked.explore)
    return ", ".join(f"{name} {getattr(one.member.settings, name):g}" for name in explored)


def write(population: Population) -> Path:
    """Write the page, and the lineage as a picture of its own."""
    (population.folder / PICTURE).write_text(picture(population), encoding="utf-8")
    path = population.folder / PAGE
    asked, best = population.asked, population.best
    judges = listing(asked.plan.judges)
    lead = (
        f"{asked.members} members trained {best.decisions:,} decisions each in {asked.rounds} "
        f"rounds. The best one, member {best.member.number}, is paid {best.reward:+.3f} a game "
        f"among the others and {judges}"
    )
    if best.win_share is not None:
        lead += f", and wins {100 * best.win_share:.1f} %; "
        lead += f"an equal share is {100 / asked.plan.players:.1f} %"
    lead += "."
    title = f"{asked.plan.load_game().title}: a population"
    path.write_text(web.document(title, lead, _sections(population)), encoding="utf-8")
    return path


def _sections(population: Population) -> Iterator[tuple[str, str, str]]:
    yield (
        "Lineage",
        "A line for each member, a column for each round; the figure is the reward a game in the "
        "meeting after the round, the best one bold. Orange is who took another one's weights.",
        picture(population),
    )
    last, names = population.rounds[-1], population.asked.plan.judges
    for judge in names:
        yield (
            f"Learning, against {judge}",
            "What one seat is paid at a table of this judge, of the members of the last round and "
            "of those that they come from, with 95 % intervals.",
            "".join(_curves(population, ranked(last), judge)),
        )
    for number, standings in enumerate(population.rounds, start=1):
        yield (
            f"After round {number}",
            "All members and the judges at mixed tables; the reward is that which the "
            "members learn from, with 95 % intervals over deals.",
            web.table(head(population), rows(population, standings)),
        )
    yield "Where this comes from", "", web.facts(_facts(population))


def _curves(
    population: Population, standings: Sequence[MemberStanding], judge: str
) -> Iterator[str]:
    """A plot for the best member, and one for the others, folded."""
    for one in standings:
        entries = _entries(population.folder_of(one.member))
        series = [[entry["judges"][judge][part] for entry in entries] for part in PAID]
        label = f"member {one.member.number}"
        plot = plots.curves(
            [entry["decisions"] for entry in entries],
            [plots.Curve(label, *series)],
            f"{label} against {judge}",
            "decisions",
        )
        yield plot if one is standings[0] else web.folded(label, plot)


def _entries(folder: Path) -> list[dict[str, Any]]:
    return read_log(folder)


def _facts(population: Population) -> Iterator[tuple[str, str]]:
    made = read_object(population.folder / MADE)
    yield from ((name, str(fact).strip("`")) for name, fact in made.items())
    yield "best network", Network.load(population.folder / BEST).digest
    asked = population.asked
    yield (
        "explored",
        ", ".join(f"{name} {low:g} to {high:g}" for name, (low, high) in asked.explore.items()),
    )
    yield "settings", ", ".join(f"{k} = {v}" for k, v in asked.plan.as_dict()["settings"].items())
