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
    explored = sorted(population.config.explore)
    rivals = ("win share", "rating") if _are_rivals(population) else ()
    return ("member", "weights of", *explored, "reward", "95 %", *rivals)


def _are_rivals(population: Population) -> bool:
    plan = population.config.plan
    return are_rivals(plan.load_game(), plan.players)


def rows(population: Population, standings: Sequence[MemberStanding]) -> Iterator[tuple[str, ...]]:
    """A round's members, the best first."""
    for standing in ranked(standings):
        settings = standing.member.settings
        yield (
            str(standing.member.number),
            "new" if standing.member.parent is None else f"member {standing.member.parent}",
            *(f"{getattr(settings, name):g}" for name in sorted(population.config.explore)),
            f"{standing.reward:+.3f}",
            f"{standing.reward_low:+.3f} to {standing.reward_high:+.3f}",
            *(
                (f"{100 * standing.win_share:.1f} %", f"{standing.rating:.0f}")
                if standing.win_share is not None and standing.rating is not None
                else ()
            ),
        )


def picture(population: Population) -> str:
    """Who comes from whom."""
    generations = {
        f"round {number}": [
            plots.Node(
                f"{standing.reward:+.2f}",
                f"{standing.member.name}: {_settings(population, standing)}",
                None if standing.member.parent is None else standing.member.parent - 1,
                strong=standing is ranked(standings)[0],
            )
            for standing in standings
        ]
        for number, standings in enumerate(population.rounds, start=1)
    }
    names = [f"member {k}" for k in range(1, population.config.members + 1)]
    return plots.descent(generations, names, "Lineage")


def _settings(population: Population, standing: MemberStanding) -> str:
    explored = sorted(population.config.explore)
    return ", ".join(f"{name} {getattr(standing.member.settings, name):g}" for name in explored)


def write(population: Population) -> Path:
    """Write the page, and the lineage as a picture of its own."""
    (population.folder / PICTURE).write_text(picture(population), encoding="utf-8")
    path = population.folder / PAGE
    config, best = population.config, population.best
    judges = listing(config.plan.judges)
    lead = (
        f"{config.members} members trained {best.decisions:,} decisions each in {config.rounds} "
        f"rounds. The best one, member {best.member.number}, is paid {best.reward:+.3f} a game "
        f"among the others and {judges}"
    )
    if best.win_share is not None:
        lead += f", and wins {100 * best.win_share:.1f} %; "
        lead += f"an equal share is {100 / config.plan.players:.1f} %"
    lead += "."
    title = f"{config.plan.load_game().title}: a population"
    path.write_text(web.document(title, lead, _sections(population)), encoding="utf-8")
    return path


def _sections(population: Population) -> Iterator[tuple[str, str, str]]:
    yield (
        "Lineage",
        "A line for each member, a column for each round; the figure is the reward a game in the "
        "meeting after the round, the best one bold. Orange is who took another one's weights.",
        picture(population),
    )
    last, names = population.rounds[-1], population.config.plan.judges
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
    for standing in standings:
        entries = _entries(population.folder_of(standing.member))
        series = [[entry["judges"][judge][part] for entry in entries] for part in PAID]
        label = f"member {standing.member.number}"
        plot = plots.curves(
            [entry["decisions"] for entry in entries],
            [plots.Curve(label, *series)],
            f"{label} against {judge}",
            "decisions",
        )
        yield plot if standing is standings[0] else web.folded(label, plot)


def _entries(folder: Path) -> list[dict[str, Any]]:
    return read_log(folder)


def _facts(population: Population) -> Iterator[tuple[str, str]]:
    made = read_object(population.folder / MADE)
    yield from ((name, str(fact).strip("`")) for name, fact in made.items())
    yield "best network", Network.load(population.folder / BEST).digest
    config = population.config
    yield (
        "explored",
        ", ".join(f"{name} {low:g} to {high:g}" for name, (low, high) in config.explore.items()),
    )
    yield "settings", ", ".join(f"{k} = {v}" for k, v in config.plan.as_dict()["settings"].items())
