"""Let agents meet on the same deals, each alone among the others.

A handful of agents, each alone in one seat among seats of each other one. What stands in a row is
what the row's agent was paid a game among seats of the column's, with its share of the wins; in
games of mates with how many were a success. There every agent also meets its like, which is a crew
of such. Each deal is played from every seat.

Examples:
  piracy tournament mutiny
  piracy tournament mutiny --agents uniform heuristic ppo mcts:200 --deals 50
  piracy tournament havens --players 3 --agents heuristic my_agents:Cautious --json
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from piracy_env.cli import choices, screen
from piracy_env.cli.progress import Progress
from piracy_env.errors import AgentError

if TYPE_CHECKING:
    from piracy_env.core.game import Game
    from piracy_env.envs.evaluation import Evaluation

SLOW = ("mcts", "flat", "strong", "isolated")
"""Kinds of agents that are left out unless they are named."""


class Meeting(NamedTuple):
    """What came of one agent among seats of another."""

    agent: str
    among: str
    evaluation: Evaluation


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    choices.add_game(parser)
    choices.add_options(parser)
    group = parser.add_argument_group("who meets, and how often")
    group.add_argument(
        "--agents", nargs="+", metavar="WHO", help="default: uniform, heuristic and ppo, if any"
    )
    group.add_argument("--deals", type=choices.count, default=20, metavar="N", help="default: 20")
    group.add_argument("--seed", type=choices.whole, default=0, metavar="N", help="the first deal")
    group.add_argument("--reward", metavar="MODE", help="reward mode; else the game's default")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from piracy_env.core.rewards import are_rivals
    from piracy_env.envs.opponents import find_agent

    game = choices.find_game(args.game)
    for name in args.agents or ():
        choices.look_here(name)
    options = choices.options(args, game)
    rivals = are_rivals(game, game.choose(options["players"]).players)
    names = tuple(dict.fromkeys(args.agents or _usual(game)))
    pairs = [pair for pair in itertools.product(names, repeat=2) if not rivals or len({*pair}) > 1]
    if not pairs:
        raise AgentError("--agents: name two or more, who can meet")
    for name in names:
        find_agent(name, game)  # before any is played for minutes
    settings = {**options, "deals": args.deals, "seed": args.seed, "reward": args.reward}
    meetings = list(_held(game, pairs, settings))
    if args.json:
        print(json.dumps([_as_dict(meeting, rivals) for meeting in meetings], indent=2))
    else:
        print("\n".join(_told(game, names, meetings, rivals)))
    return 0


def _usual(game: Game) -> Iterator[str]:
    """The quick ones of those there are, one of a kind."""
    from piracy_env.envs.opponents import known_agents

    kinds = dict.fromkeys(name.partition(":")[0] for name in known_agents(game))
    return (kind for kind in kinds if kind not in SLOW)


def _held(
    game: Game, pairs: Sequence[tuple[str, str]], settings: dict[str, Any]
) -> Iterator[Meeting]:
    from piracy_env.envs.evaluation import evaluate

    with Progress() as bar:
        for done, (agent, among) in enumerate(pairs):
            bar.show(f"{agent} among {among}", done, len(pairs))
            yield Meeting(agent, among, evaluate(agent, game, among, **settings))


def _told(
    game: Game, names: Sequence[str], meetings: Sequence[Meeting], rivals: bool
) -> Iterator[str]:
    """The table of all meetings, and the list of them with their intervals."""
    paid = {
        (meeting.agent, meeting.among): f"{meeting.evaluation.paid.value:+.3f}"
        for meeting in meetings
    }
    cross = [[row, *(paid.get((row, column), "") for column in names)] for row in names]
    yield f"{game.title}: what one seat was paid a game, among seats of"
    yield from screen.table(["", *names], cross, "<" + ">" * len(names))
    yield ""
    has_spoils = any(meeting.evaluation.spoils is not None for meeting in meetings)
    head = ["one seat", "among", "games", "paid [95 %]", "wins" if rivals else "success"]
    rows = [_row(meeting, has_spoils) for meeting in meetings]
    yield from screen.table([*head, *["spoils"] * has_spoils], rows, "<<>>>>"[: len(rows[0])])


def _row(meeting: Meeting, has_spoils: bool) -> list[object]:
    evaluation = meeting.evaluation
    share = f"{evaluation.share:.3f} [{evaluation.low:.3f}, {evaluation.high:.3f}]"
    spoils = "" if evaluation.spoils is None else f"{evaluation.spoils.value:.3f}"
    row = [meeting.agent, meeting.among, evaluation.games, evaluation.paid, share]
    return [*row, *[spoils] * has_spoils]


def _as_dict(meeting: Meeting, rivals: bool) -> dict[str, Any]:
    evaluation = meeting.evaluation
    plain: dict[str, Any] = {
        "agent": meeting.agent,
        "among": meeting.among,
        "games": evaluation.games,
        "mean_reward": evaluation.paid.value,
        "mean_reward_low": evaluation.paid.low,
        "mean_reward_high": evaluation.paid.high,
    }
    share = "win_share" if rivals else "success"
    plain |= {
        share: evaluation.share,
        f"{share}_low": evaluation.low,
        f"{share}_high": evaluation.high,
    }
    return plain | ({} if evaluation.spoils is None else {"spoils": evaluation.spoils.value})
