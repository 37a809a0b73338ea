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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from experiments.evaluation.evaluate import evaluate
from experiments.reporting import machine
from experiments.reporting.page import MISSING, number, table
from experiments.tournament.contest import hold
from experiments.tournament.play import TournamentPlan
from experiments.tournament.report import percent, reach
from experiments.training.folder import BEST, MADE, PLAN, read_object, read_state
from experiments.training.plan import chosen_options
from piracy_agents.advice import ENTRY
from piracy_agents.names import names
from piracy_agents.network import Network
from piracy_agents.safetensors import SUFFIX
from piracy_agents.trained import SHIPPED
from piracy_env import registry
from piracy_env.cli import choices, document
from piracy_env.cli.progress import Progress, announced
from piracy_env.core.game import Game
from piracy_env.core.rewards import are_rivals
from piracy_env.errors import CheckpointError, OptionError, PiracyError

LARGEST = 2 << 20
"""Bytes that a shipped network may have."""
SEED = 67_000_019
"""Seed of the deals of these measurements: neither training nor its report has seen them."""
PAGE = "README.md"

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
        found = registry.load(plan["game"])
        if not isinstance(plan.get("options"), dict):
            raise CheckpointError(f"{folder / PLAN}: lacks options")
        chosen_options(found, plan.get("players"), plan["options"])
        path = folder / BEST
        network = Network.load(path, found)
        if path.stat().st_size > LARGEST:
            raise CheckpointError(
                f"{path}: {path.stat().st_size:,} bytes, but {LARGEST:,} are the most that is "
                "shipped: train narrower layers (widths)"
            )
        return cls(folder, found, plan, made, state["seconds"], network)

    @property
    def name(self) -> str:
        """The network as an agent."""
        return f"ppo:{self.folder / BEST}"

    @property
    def reward(self) -> str | None:
        """The reward mode that it was trained for; None for the game's default."""
        settings = self.plan.get("settings")
        told = settings.get("reward") if isinstance(settings, dict) else None
        return told if isinstance(told, str) and told else None

    @property
    def options(self) -> dict[str, Any]:
        """Options of the game that it was trained with."""
        return dict(self.plan["options"])


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
        told = _measured(training, players, rival, deals)
        shares.setdefault(str(players), {})[rival] = told
    watch("rated among all heuristics", 0, 1)
    return {"shares": shares, "rating": _rating(training, ["uniform", *heuristics], deals)}


def _measured(training: Training, players: int, rival: str, deals: int) -> dict[str, Any]:
    """What becomes of one seat of the network at tables of somebody."""
    asked: dict[str, Any] = {"players": players, "reward": training.reward, **training.options}
    found = evaluate(training.game, training.name, rival, deals=deals, seed=SEED, **asked)
    told = {"share": found.share, "low": found.low, "high": found.high}
    if not are_rivals(training.game, players):
        place = evaluate(training.game, rival, rival, deals=deals, seed=SEED, **asked)
        for name, one in (("payment", found.paid), ("more", found.more_than(place))):
            low, high = (one.value if bound is None else bound for bound in (one.low, one.high))
            told |= {name: one.value, f"{name}_low": low, f"{name}_high": high}
    return {name: round(value, 4) for name, value in told.items()} | {"games": found.games}


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
        one.name.replace(training.name, "ppo"): [round(bound) for bound in astuple(one.rating)]
        if one.rating
        else [round(bound, 4) for bound in astuple(one.mean_reward)]
        for one in hold(contest).summary.ranked
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
    overview = table(head, (_overview(one) for one in records))
    return "\n".join([OPENING, f"{overview}\n", *(_section(one) for one in records)])


def _overview(one: dict[str, Any]) -> tuple[str, ...]:
    rivals = {name: told for name, told in one["rating"].items() if name.startswith("heuristic:")}
    best = max(rivals, key=lambda name: float(rivals[name][0]), default=None)
    return (
        one["game"],
        str(one["players"]),
        f"{one['decisions']:,}",
        f"{one['seconds'] / 60:.1f} min",
        f"{one['size']:,}",
        _rated(one["rating"]["ppo"]),
        "-" if best is None else f"{_rated(rivals[best])}, `{best}`",
    )


def _rated(rating: Sequence[int]) -> str:
    if all(type(one) is int for one in rating):
        return f"{rating[0]} ({rating[1]} to {rating[2]})"
    return f"{rating[0]:+.3f} ({rating[1]:+.3f} to {rating[2]:+.3f})"


def _section(one: dict[str, Any]) -> str:
    """A network: what it wins, and where it comes from."""
    rivals = list(one["shares"][str(one["players"])])
    head = ("players", "par", *(f"among {rival}" for rival in rivals))
    rows = (
        (_marked(count, one), _par(count, found), *_shares(found))
        for count, found in one["shares"].items()
    )
    adviser, former = one.get(ENTRY), one.get("converted_from")
    advised = {"adviser": f"`{adviser}`, to whose opinion it adds"} if adviser else {}
    facts = {
        "command": f"`{one['command']}`",
        **advised,
        "seed": f"{one['seed']}, commit {one['commit']}, {one['date']}",
        "machine": f"{one['machine']}; {one['software']}",
        "wall time": f"{number(one['seconds'])} s, {one['decisions']:,} decisions to the best",
        "sha256": f"`{one['sha256']}`",
        **({"converted from": f"the zip archive `{former}`, bit for bit"} if former else {}),
        "measured": f"{one['deals']:,} deals a share and for the rating, commit {one['measured']}",
    }
    listed = "\n".join(f"- {name}: {fact}" for name, fact in facts.items())
    return f"## {one['game']}\n\n{table(head, rows)}\n\n{listed}\n"


def _marked(count: str, one: dict[str, Any]) -> str:
    return f"**{count}**" if int(count) == one["players"] else count


def _par(count: str, found: dict[str, Any]) -> str:
    """An equal part of the wins, where somebody wins."""
    is_paid = any("payment" in one for one in found.values())
    return MISSING if is_paid else percent(1 / int(count))


def _shares(found: dict[str, Any]) -> Iterator[str]:
    for one in found.values():
        if "payment" in one:
            bounds = f"{one['payment_low']:+.3f} to {one['payment_high']:+.3f}"
            yield f"{one['payment']:+.3f} ({bounds}), {percent(one['share'])} succeed"
        else:
            yield f"{percent(one['share'])} ({reach(one['low'], one['high'])})"


def records_in(folder: Path) -> list[dict[str, Any]]:
    """What stands beside the networks of a folder, game by game."""
    return [read_object(path) for path in sorted(folder.glob("*.json"))]


# --- the command ----------------------------------------------------------------------------------


def ship(training: Training, into: Path, deals: int, watch: Watch) -> dict[str, Any]:
    """Measure the best network of a training, and put it where `ppo` finds it."""
    found = record(training, measure(training, deals, watch), deals)
    into.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(training.folder / BEST, into / f"{training.game.name}{SUFFIX}")
    text = json.dumps(found, indent=1)
    (into / f"{training.game.name}.json").write_text(text + "\n", encoding="utf-8")
    (into / PAGE).write_text(page(records_in(into)), encoding="utf-8")
    return found


def doubts(one: dict[str, Any]) -> Iterator[str]:
    """What speaks against shipping a network."""
    players = one["players"]
    words = one["command"].split()
    if "--config" in words and not (machine.ROOT / words[words.index("--config") + 1]).is_file():
        yield "its command names a configuration that is not in the repository"
    if "local changes" in one["commit"]:
        yield "it was trained by files that no commit holds"
    for rival, found in one["shares"][str(players)].items():
        if "more" in found:
            if found["more_low"] <= 0:
                bounds = f"{found['more']:+.3f} ({found['more_low']:+.3f} or more)"
                yield f"it is paid {bounds} beyond what {rival} is paid in its place: not surely"
        elif found["low"] <= 1 / players:
            bounds = f"{percent(found['share'])} ({reach(found['low'], found['high'])})"
            yield f"it wins {bounds} among {rival}: not surely more than {percent(1 / players)}"


def main(arguments: Sequence[str] | None = None) -> int:
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
    try:
        if args.deals < 2:
            raise OptionError("an interval needs two deals")
        with Progress() as bar:
            found = ship(Training.read(args.folder, args.game), args.into, args.deals, bar.show)
    except PiracyError as error:
        print(f"ship: {error}", file=sys.stderr)
        return 2
    print()
    document.show(_section(found))
    for doubt in doubts(found):
        print(f"warning: {doubt}", file=sys.stderr)
    print(
        f"shipped into {args.into}: commit {found['game']}{SUFFIX}, {found['game']}.json and {PAGE}"
    )
    return 0


if __name__ == "__main__":
    with announced():
        sys.exit(main())
