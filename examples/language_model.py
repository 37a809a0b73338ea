"""A language model at the table: what a seat knows in words goes out, a label comes back.

    python examples/language_model.py mutiny --players 3 --deals 1

`Client` is all that has to be written: `complete(prompt)` gives a text. The one here, `Stub`, asks
nobody, so that the file runs anywhere; put your provider's call in its place. No answer breaks the
rules: labels are found whatever their case and quotes, and after `TRIES` answers that are no legal
action the first legal one is played, and counted.
"""

from __future__ import annotations

import argparse
import re
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

import piracy_env
from piracy_env import IllegalActionError, View

TRIES = 3
PROMPT = """You play {title}. The rules:
{rules}

What you see:
{position}
{question}
Legal actions:
{actions}

Answer with one of them, word for word, on the last line.
"""


class Client(Protocol):
    """What answers prompts."""

    def complete(self, prompt: str) -> str:
        """The answer to a prompt."""
        ...


class Stub:
    """Takes one of the actions that the prompt lists, and talks around it as models do."""

    def __init__(self, seed: int = 0) -> None:
        self.generator = np.random.default_rng(seed)

    def complete(self, prompt: str) -> str:
        """Any of the actions."""
        listed = re.findall(r"^- (.+?)(?: \(.*\))?$", prompt.split("Legal actions:")[1], re.M)
        return f'Let me think about it ...\n"{self.generator.choice(listed).upper()}"'


class Speaker:
    """Plays as a client says; one position after the other."""

    def __init__(self, client: Client, rules: str = "") -> None:
        self.client = client
        self.rules = rules
        self.given_up = 0

    def act(self, view: View) -> NDArray[np.int64]:
        """One legal action for each position of the view."""
        return np.array([self._decide(view, k) for k in range(len(view))])

    def _decide(self, view: View, k: int) -> int:
        legal = np.flatnonzero(view.action_mask[k]).tolist()
        prompt = self._prompt(view, k, legal)
        for _ in range(TRIES):
            answer = self.client.complete(prompt).strip().splitlines()[-1:]
            try:
                action = view.game.actions.id(answer[0] if answer else "")
            except IllegalActionError as error:
                prompt += f"\n{error}. Try again.\n"
                continue
            if action in legal:
                return action
            prompt += f"\n{answer[0]} is not legal now. Try again.\n"
        self.given_up += 1
        return int(legal[0])

    def _prompt(self, view: View, k: int, legal: list[int]) -> str:
        labels = view.game.actions.labels
        lines = [f"- {labels[action]} ({view.describe_action(k, action)})" for action in legal]
        return PROMPT.format(
            title=view.game.title,
            rules=self.rules,
            position=view.describe(k),
            question=view.decision(k),
            actions="\n".join(lines),
        )


def main() -> None:
    """Play as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game", nargs="?", default="mutiny")
    parser.add_argument("--players", type=int)
    parser.add_argument("--deals", type=int, default=1, help="each is played from every seat")
    args = parser.parse_args()
    speaker = Speaker(Stub(), rules=piracy_env.load(args.game).rules_text())
    table = {"deals": args.deals, "players": args.players}
    result = piracy_env.evaluate(speaker, args.game, "uniform", **table)
    print(f"against uniform: paid, wins {result}; {speaker.given_up} answers were given up")


if __name__ == "__main__":
    main()
