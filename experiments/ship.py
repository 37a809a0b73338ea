"""Ship the best network of a training: it is then what `ppo` stands for in its game.

    python -m experiments.ship runs/mutiny

measures it with every number of players that the game takes, copies it to the folder of the shipped
networks, `agents/piracy_agents/shipped`, writes down beside it where it comes from and what it can
do, and brings the folder's page up to date. The network's file itself holds nothing of that: the
same training gives the same bytes.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Any

from experiments.execution.command import command
from experiments.measuring.crew import play_crews
from experiments.reporting import machine
from experiments.reporting.page import MISSING, number, table
from experiments.tournament.contest import hold
from experiments.tournament.play import TournamentPlan
from experiments.tournament.report import percent, reach
from experiments.training.folder import BEST, MADE, PLAN, read_object, read_state
from experiments.training.lessons import Lesson
from experiments.training.plan import chosen_options
from piracy_agents.advice import ENTRY
from piracy_agents.names import names
from piracy_agents.network import Network
from piracy_agents.safetensors import SUFFIX
from piracy_agents.settings import read as read_settings
from piracy_agents.trained import SHIPPED
from piracy_env import registry
from piracy_env.cli import choices, document
from piracy_env.cli.progress import Progress
from piracy_env.core.game import Game
from piracy_env.core.rewards import are_rivals
from piracy_env.envs.evaluation import evaluate
from piracy_env.errors import CheckpointError, OptionError, listing

LARGEST = 2 << 20
"""Bytes that a shipped network may have."""
SEED = 67_000_019
"""Seed of the deals of these measurements: neither training nor its report has seen them."""
PAGE = "README.md"
BEGUN = "begun"
"""Of a record: the digest of the network that its training began with."""
SEARCHED = "searched"
"""Of a record: decisions of which a search has taught it."""
VALUES, VALUE_GAMES = "values", "value_games"
"""Of a record: where the values of all seats come from, if they were added later; their games."""

CREWS = "crews"
"""Of a record: what crews of the network come to, where nobody wins what others lose."""
CREW_DEALS = 4
"""Times as many deals as for a share."""

Watch = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Training:
    """A finished training in its folder."""

    folder: Path
    game: Game
    plan: dict[str, Any]
    made: dict[str, Any]
    seconds: float
    network: Network

    @classmethod
    def read(cls, folder: Path, game: str | None = None) -> Training:
        """The training, if the folder holds one and its network may be shipped.

        Its game is one of the suite, or the `module:attribute` that is given: no module is imported
        because a file names it.
        """
        plan, made = (read_object(folder / name) for name in (PLAN, MADE))
        state = read_state(folder)
        if plan.get("game") not in (game, *registry.list_games()):
            raise CheckpointError(f"{folder}: give the game with --game: {plan.get('game')!r:.80}")
        its_game = registry.load(plan["game"])
        if not isinstance(plan.get("options"), dict):
            raise CheckpointError(f"{folder / PLAN}: lacks options")
        chosen_options(its_game, plan.get("players"), plan["options"])
        path = folder / BEST
        network = Network.load(path, its_game)
        if path.stat().st_size > LARGEST:
            raise CheckpointError(
                f"{path}: {path.stat().st_size:,} bytes, but {LARGEST:,} are the most that is "
                "shipped: train narrower layers (widths)"
            )
        return cls(folder, its_game, plan, made, state["seconds"], network)

    @property
    def name(self) -> str:
        """The network as an agent."""
        return f"ppo:{self.folder / BEST}"

    @property
    def reward(self) -> str | None:
        """The reward mode that it was trained for; None for the game's default."""
        settings = self.plan.get("settings")
        mode = settings.get("reward") if isinstance(settings, dict) else None
        return mode if isinstance(mode, str) and mode else None

    @property
    def options(self) -> dict[str, Any]:
        """Options of the game that it was trained with."""
        return dict(self.plan["options"])

    @property
    def lessons(self) -> list[Lesson]:
        """The lessons that lasted to the end; what the plan says itself, if there were none."""
        kept = [read_settings(Lesson, lesson, PLAN) for lesson in self.plan.get("lessons", ())]
        return [lesson for lesson in kept if lesson.ends == 1.0] or [Lesson()]


# --- measuring ------------------------------------------------------------------------------------


def measure(training: Training, deals: int, watch: Watch) -> dict[str, Any]:
    """How one seat of the network fares with every number of players, and its rating.

    Among rivals that is its share of the wins. Elsewhere it is what it is paid among mates, and how
    much more that is than what a mate is paid in its place.
    """
    game = training.game
    heuristics = [name for name in names(game) if name.startswith("heuristic:")]
    rivals = ["uniform", *heuristics[:1]]
    tables = [(players, rival) for players in game.seats for rival in rivals]
    shares: dict[str, dict[str, Any]] = {}
    for done, (players, rival) in enumerate(tables):
        watch(f"{players} players, among {rival}", done, len(tables))
        figures = _measured(training, players, rival, deals)
        shares.setdefault(str(players), {})[rival] = figures
    measured: dict[str, Any] = {"shares": shares}
    if heuristics and not are_rivals(game, training.plan["players"]):
        measured[CREWS] = dict(crews_of(training, heuristics[0], deals * CREW_DEALS, watch))
    watch("rated among all heuristics", 0, 1)
    return measured | {"rating": _rating(training, ["uniform", *heuristics], deals)}


def crews_of(
    training: Training, heuristic: str, deals: int, watch: Watch
) -> Iterator[tuple[str, dict[str, Any]]]:
    """By lesson that lasts: crews of it beside those of a heuristic, one seat beside a mate."""
    for done, lesson in enumerate(training.lessons):
        watch(f"crews, {lesson.name or 'as a rule'}", done, len(training.lessons))
        options: dict[str, Any] = {
            "players": lesson.players or training.plan["players"],
            "reward": training.reward,
            **training.options,
            **lesson.options,
        }
        crews = [
            play_crews(who, training.plan["game"], deals, SEED, **options)
            for who in (training.name, heuristic)
        ]
        alone, place = (
            evaluate(who, training.game, heuristic, deals=deals, seed=SEED, **options)
            for who in (training.name, heuristic)
        )
        figures: dict[str, Any] = {"games": deals, "mate": heuristic, "mate_games": alone.games}
        for name, crew in zip(("own", "its"), crews, strict=True):
            success = crew.evaluation
            figures[name] = _rounded(success.share, success.low, success.high)
            figures[f"{name}_score"] = round(float(crew.scores.mean()), 2)
        more_often, more_scored = crews[0].more_often(crews[1]), crews[0].more_scored(crews[1])
        more_paid = alone.more_than(place)
        for name, more in (
            ("more_often", more_often),
            ("more_scored", more_scored),
            ("more_paid", more_paid),
        ):
            figures[name] = _rounded(more.value, *more.bounds)
        for name, spoils in (("spoils", alone.spoils), ("mate_spoils", place.spoils)):
            if spoils is not None:
                figures[name] = round(spoils.value, 4)
        yield lesson.name, figures


def _rounded(*figures: float) -> list[float]:
    return [round(figure, 4) for figure in figures]


def _measured(training: Training, players: int, rival: str, deals: int) -> dict[str, Any]:
    """What becomes of one seat of the network at tables of somebody."""
    table_options: dict[str, Any] = {
        "players": players,
        "reward": training.reward,
        **training.options,
    }
    evaluation = evaluate(
        training.name, training.game, rival, deals=deals, seed=SEED, **table_options
    )
    figures = {"share": evaluation.share, "low": evaluation.low, "high": evaluation.high}
    if not are_rivals(training.game, players):
        place = evaluate(rival, training.game, rival, deals=deals, seed=SEED, **table_options)
        for name, estimate in (("payment", evaluation.paid), ("more", evaluation.more_than(place))):
            low, high = estimate.bounds
            figures |= {name: estimate.value, f"{name}_low": low, f"{name}_high": high}
    return {name: round(value, 4) for name, value in figures.items()} | {"games": evaluation.games}


def _rating(training: Training, rivals: Sequence[str], deals: int) -> dict[str, Any]:
    """Its rating in a tournament, and that of each rival; what they are paid, where none wins."""
    contest = TournamentPlan(
        training.plan["game"],
        (training.name, *rivals),
        training.plan["players"],
        deals,
        SEED,
        reward=training.reward or "",
        options=tuple(sorted(training.options.items())),
    )
    return {
        standing.name.replace(training.name, "ppo"): [
            round(bound) for bound in astuple(standing.rating)
        ]
        if standing.rating
        else [round(bound, 4) for bound in astuple(standing.mean_reward)]
        for standing in hold(contest).summary.ranked
    }


def record(training: Training, measured: dict[str, Any], deals: int) -> dict[str, Any]:
    """Where a network comes from, and what it can do."""
    made, network = training.made, training.network
    path = training.folder / BEST
    return {
        "game": training.game.name,
        "sha256": network.digest,
        "size": path.stat().st_size,
        "command": str(made["command"]).strip("`"),
        "commit": made["commit"],
        "date": made["date"],
        "machine": made["machine"],
        "software": made["software"],
        "seed": training.plan["seed"],
        "players": training.plan["players"],
        "seconds": round(training.seconds),
        "decisions": network.about.get("decisions"),
        **({ENTRY: network.about[ENTRY]["name"]} if ENTRY in network.about else {}),
        **{name: network.about[name] for name in (BEGUN, SEARCHED) if name in network.about},
        **({VALUE_GAMES: network.about[VALUE_GAMES]} if network.seat_values else {}),
        "plan": training.plan,
        "deals": deals,
        "measured": machine.commit(),
        **measured,
    }


# --- the page -------------------------------------------------------------------------------------

OPENING = f"""\
# Shipped agents

Trained networks, one for a game: in every tool, `ppo` alone is the one of the game at hand.

```
piracy play mutiny --seats human ppo
```

A network is trained with one number of players, and plays with any. `python -m experiments.ship
<folder of a training>` measures one and puts it here ([training](../../../docs/training.md)); it
has {LARGEST:,} bytes at most.

Shares are those of the wins of one seat at a table whose other seats are all the same rival, with
95 % intervals over deals, each of them played from every seat; par is an equal share. Where nobody
wins what others lose, it is the reward of a seat, and how many games are a success. **Bold** is the
number of players it was trained with.
"""


def page(records: Sequence[dict[str, Any]]) -> str:
    """The page about what is shipped."""
    if not records:
        return f"{OPENING}\nNothing is shipped yet.\n"
    head = ("game", "players", "decisions", "wall time", "bytes", "rating", "best heuristic")
    overview = table(head, (_overview(record) for record in records))
    return "\n".join([OPENING, f"{overview}\n", *(_section(record) for record in records)])


def _overview(record: dict[str, Any]) -> tuple[str, ...]:
    rivals = {
        name: rating for name, rating in record["rating"].items() if name.startswith("heuristic:")
    }
    best = max(rivals, key=lambda name: float(rivals[name][0]), default=None)
    return (
        record["game"],
        str(record["players"]),
        f"{record['decisions']:,}",
        f"{record['seconds'] / 60:.1f} min",
        f"{record['size']:,}",
        _rated(record["rating"]["ppo"]),
        "-" if best is None else f"{_rated(rivals[best])}, `{best}`",
    )


def _rated(rating: Sequence[int]) -> str:
    if all(type(bound) is int for bound in rating):
        return f"{rating[0]} ({rating[1]} to {rating[2]})"
    return f"{rating[0]:+.3f} ({rating[1]:+.3f} to {rating[2]:+.3f})"


def _section(record: dict[str, Any]) -> str:
    """A network: what it wins, and where it comes from."""
    rivals = list(record["shares"][str(record["players"])])
    head = ("players", "par", *(f"among {rival}" for rival in rivals))
    rows = (
        (_marked(count, record), _par(count, measured), *_shares(measured))
        for count, measured in record["shares"].items()
    )
    adviser, former = record.get(ENTRY), record.get("converted_from")
    advised = {"adviser": f"`{adviser}`, to whose opinion it adds"} if adviser else {}
    facts = {
        "command": f"`{record['command']}`",
        **advised,
        **({"begun with": f"the network `{record[BEGUN]}`"} if BEGUN in record else {}),
        **_variant(record),
        "seed": f"{record['seed']}, commit {record['commit']}, {record['date']}",
        "machine": f"{record['machine']}; {record['software']}",
        "wall time": f"{number(record['seconds'])} s, "
        f"{record['decisions']:,} decisions to the best" + _searched(record),
        "sha256": f"`{record['sha256']}`",
        **_values(record),
        **({"converted from": f"the zip archive `{former}`, bit for bit"} if former else {}),
        "measured": f"{record['deals']:,} deals a share and for the rating, "
        f"commit {record['measured']}",
        **_extensions(record),
    }
    listed = "\n".join(f"- {name}: {fact}" for name, fact in facts.items())
    tables = [table(head, rows), *_crew_tables(record.get(CREWS, {}))]
    return "\n\n".join([f"## {record['game']}", *tables, listed]) + "\n"


def _crew_tables(crews: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Crews of the network beside those of the best heuristic, in each lesson."""
    if not crews:
        return
    first = next(iter(crews.values()))
    mate = first["mate"]
    yield table(
        ("crews", "games", "of it", f"of {mate}", "more often", "scored more", "paid more"),
        (
            (
                name or "as a rule",
                number(one["games"]),
                *(f"{percent(one[who][0])} ({reach(*one[who][1:])})" for who in ("own", "its")),
                _more(one["more_often"], 100.0, 1, " %"),
                _more(one["more_scored"], 1.0, 2),
                _more(one["more_paid"], 1.0, 3),
            )
            for name, one in crews.items()
        ),
    )
    yield (
        "Crews of it alone and crews of the heuristic alone, in the same deals: how many games are "
        "a success, and what a seat scores; then what one seat of it is paid more among the "
        f"heuristic's than the heuristic in its place, {number(first['mate_games'])} games."
    )


def _more(interval: Sequence[float], unit: float, places: int, sign: str = "") -> str:
    """A difference with its bounds."""
    value, low, high = (f"{unit * bound:+.{places}f}" for bound in interval)
    return f"{value}{sign} ({low} to {high})"


def _searched(record: dict[str, Any]) -> str:
    """How much a search has taught it."""
    return f", {record[SEARCHED]:,} more by its search" if SEARCHED in record else ""


def _variant(one: dict[str, Any]) -> dict[str, str]:
    """The options that it was trained and measured with, where they are not the usual ones."""
    options = one["plan"].get("options", {})
    given = {name: value for name, value in options.items() if name != "max_moves"}
    written = choices.written_variant(given)
    return {"variant": f"`{written.strip()}`"} if written else {}


def _extensions(record: dict[str, Any]) -> dict[str, str]:
    """Inputs that it was given after its training and measurement."""
    steps = [
        f"{listing(f'`{name}`' for name in step['inputs'])}, for version {step['version']} of the "
        f"game; it was `{step['from']}` before"
        for step in record.get("extended", ())
    ]
    words = "; ".join(steps)
    return {"inputs of weight zero, which it was not trained on": words} if steps else {}


def _values(record: dict[str, Any]) -> dict[str, str]:
    """What was learnt for its search after all, if that was."""
    if VALUE_GAMES not in record:
        return {}
    text = f"{record[VALUE_GAMES]:,} games of its own"
    made = record.get(VALUES)
    if made:
        text += f": {made['command']}, commit {made['commit']}, {made['date']}; "
        text += f"all else is as it was in `{made['before']}`"
    return {"values of all seats": text}


def _marked(count: str, record: dict[str, Any]) -> str:
    return f"**{count}**" if int(count) == record["players"] else count


def _par(count: str, measured: dict[str, Any]) -> str:
    """An equal part of the wins, where somebody wins."""
    is_paid = any("payment" in figures for figures in measured.values())
    return MISSING if is_paid else percent(1 / int(count))


def _shares(measured: dict[str, Any]) -> Iterator[str]:
    for figures in measured.values():
        if "payment" in figures:
            bounds = f"{figures['payment_low']:+.3f} to {figures['payment_high']:+.3f}"
            yield f"{figures['payment']:+.3f} ({bounds}), {percent(figures['share'])} succeed"
        else:
            yield f"{percent(figures['share'])} ({reach(figures['low'], figures['high'])})"


def records_in(folder: Path) -> list[dict[str, Any]]:
    """What stands beside the networks of a folder, game by game."""
    return [read_object(path) for path in sorted(folder.glob("*.json"))]


# --- the command ----------------------------------------------------------------------------------


def ship(training: Training, into: Path, deals: int, watch: Watch) -> dict[str, Any]:
    """Measure the best network of a training, and put it where `ppo` finds it."""
    made = record(training, measure(training, deals, watch), deals)
    into.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(training.folder / BEST, into / f"{training.game.name}{SUFFIX}")
    text = json.dumps(made, indent=1)
    (into / f"{training.game.name}.json").write_text(text + "\n", encoding="utf-8")
    (into / PAGE).write_text(page(records_in(into)), encoding="utf-8")
    return made


def add_values(network: Network, game: Game, made: Mapping[str, Any], into: Path) -> None:
    """Put a shipped network, to which values of all seats were added, in the place of what it was.

    It plays as it did, so that what was measured of it stands.
    """
    path, facts = into / f"{game.name}{SUFFIX}", into / f"{game.name}.json"
    shipped, record = Network.load(path, game), read_object(facts)
    if network.seat_values is None or policy_of(network) != policy_of(shipped):
        raise CheckpointError(
            f"{path}: only the same network with values of all seats takes its place"
        )
    network.save(path)
    before = record.get(VALUES, {}).get("before", record["sha256"])
    record |= {"sha256": network.digest, "size": path.stat().st_size}
    record |= {VALUE_GAMES: network.about[VALUE_GAMES], VALUES: {**made, "before": before}}
    facts.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    (into / PAGE).write_text(page(records_in(into)), encoding="utf-8")


def policy_of(network: Network) -> str:
    """A digest of all of a network but the values of all seats."""
    about = {name: fact for name, fact in network.about.items() if name != VALUE_GAMES}
    return replace(network, seat_values=None, about=about).digest


def doubts(record: dict[str, Any]) -> Iterator[str]:
    """What speaks against shipping a network."""
    players = record["players"]
    words = record["command"].split()
    if "--config" in words and not (machine.ROOT / words[words.index("--config") + 1]).is_file():
        yield "its command names a configuration that is not in the repository"
    if "local changes" in record["commit"]:
        yield "it was trained by files that no commit holds"
    yield from _doubts_of_crews(record.get(CREWS, {}))
    for rival, figures in record["shares"][str(players)].items():
        if "more" in figures:
            if figures["more_low"] <= 0:
                bounds = f"{figures['more']:+.3f} ({figures['more_low']:+.3f} or more)"
                yield f"it is paid {bounds} beyond what {rival} is paid in its place: not surely"
        elif figures["low"] <= 1 / players:
            bounds = f"{percent(figures['share'])} ({reach(figures['low'], figures['high'])})"
            yield f"it wins {bounds} among {rival}: not surely more than {percent(1 / players)}"


def _doubts_of_crews(crews: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Lessons in which it is not surely better than the best heuristic."""
    words = {"more_often": "a crew of it succeeds", "more_paid": "one seat of it is paid"}
    for name, figures in crews.items():
        for what, said in words.items():
            value, low, _ = figures[what]
            if low <= 0:
                where = name or "as a rule"
                more = f"{value:+.3f} ({low:+.3f} or more)"
                yield f"{where}: {said} {more} beyond its mates: not surely"


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Ship what the command line names."""
    parser = argparse.ArgumentParser(
        prog="python -m experiments.ship", description=(__doc__ or "").split("\n", 1)[0]
    )
    parser.add_argument("folder", type=Path, help="folder of a finished training")
    parser.add_argument("--game", help="its game, module:attribute, if it is none of the suite")
    parser.add_argument(
        "--deals", type=choices.count, default=300, help="deals of each measurement (default: 300)"
    )
    parser.add_argument("--into", type=Path, default=SHIPPED, help="default: the shipped networks")
    args = parser.parse_args(arguments)
    if args.deals < 2:
        raise OptionError("an interval needs two deals")
    with Progress() as bar:
        shipped = ship(Training.read(args.folder, args.game), args.into, args.deals, bar.show)
    print()
    document.show(_section(shipped))
    for doubt in doubts(shipped):
        print(f"warning: {doubt}", file=sys.stderr)
    name = shipped["game"]
    print(f"shipped into {args.into}: commit {name}{SUFFIX}, {name}.json and {PAGE}")


if __name__ == "__main__":
    sys.exit(main())
