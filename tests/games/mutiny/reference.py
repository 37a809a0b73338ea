"""Mutiny a second time, as plainly as can be: in lists and words, sharing nothing with the kernels.

Stacks are lists of names such as "A3", actions are labels. Slow, and written from RULES.md alone: a
mistake would have to be made twice to go unnoticed.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

SEATS = "ABCDE"
FACES = "2345?"
KINDS = ("saber", "rum", "relics", "chest", "wheel", "anchor")
RATES = {3: (0, 2, 4, 6, 10), 4: (2, 4, 6, 10, 15), 5: (3, 6, 10, 15, 20)}
PRINTED = {"saber": 6, "rum": 9, "relics": 12, "chest": 15}


class Table:
    """A game of mutiny."""

    def __init__(
        self, cards: dict[str, dict[str, Any]], deck: list[str], first: str, options: dict[str, Any]
    ) -> None:
        self.cards, self.deck, self.options = cards, list(deck), options
        self.seats = SEATS[: options["players"]]
        self.active = first
        self.stacks = [[seat + face] for seat in self.seats for face in FACES]
        self.ducats = dict.fromkeys(self.seats, options["start_ducats"])
        self.tokens: dict[str, Counter[str]] = {seat: Counter() for seat in self.seats}
        self.kept: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.lost: list[str] = []
        self.spot = ""
        self.boarding: tuple[list[str], int, int] | None = None
        self.ransomed = ""
        self.turns = self.passes = self.disbands = 0
        self.end = ""
        self.refill()

    def refill(self) -> None:
        size = self.options["display_size"]
        self.display = [*self.deck[:size], *[""] * (size - len(self.deck))][:size]
        del self.deck[:size]

    # --- what may be done ---------------------------------------------------------------------

    def legal(self) -> set[str]:
        if self.end:
            return set()
        if self.boarding:
            return {f"take {kind}" for kind in self.cards[self.display[self.boarding[1]]]["booty"]}
        if self.ransomed:
            return self.assemblies([self.stack_of(self.ransomed)])
        mine = [stack for stack in self.stacks if stack[0][0] == self.active]
        found = self.assemblies(mine)
        for stack in mine:
            found |= {
                f"capture slot {slot} with {stack[0][1]}" for slot in self.within_reach(stack)
            }
        for stack in self.theirs():
            if self.options["use_mutiny"] and self.active in {name[0] for name in stack}:
                found |= {
                    f"mutiny against {stack[0][1]} of left {self.left(stack)} for slot {slot}"
                    for slot in self.within_reach(stack)
                }
        if not mine and self.options["use_ransom"]:
            found |= {f"ransom {face}" for face in FACES}
        return found or {"pass"}

    def assemblies(self, mine: list[list[str]]) -> set[str]:
        return {
            f"assemble {stack[0][1]} onto {other[0][1]} of left {self.left(other)}"
            for stack in mine
            for other in self.theirs()
            if len(stack) + len(other) <= 9
        }

    def theirs(self) -> list[list[str]]:
        return [stack for stack in self.stacks if stack[0][0] != self.active]

    def left(self, stack: list[str]) -> int:
        away = self.seats.index(stack[0][0]) - self.seats.index(self.active)
        return away % len(self.seats)

    def within_reach(self, stack: list[str]) -> list[int]:
        return [
            slot
            for slot, key in enumerate(self.display)
            if key and len(stack) >= max(2, self.cards[key]["min"])
        ]

    # --- doing it -----------------------------------------------------------------------------

    def play(self, label: str) -> None:
        words = label.split()
        if words[0] == "assemble":
            top, other = self.stack_of(self.active + words[1]), self.named(words[6], words[3])
            self.stacks.remove(top)
            self.stacks.remove(other)
            self.stacks.append(top + other)
            self.finish_turn()
        elif words[0] == "capture":
            self.board(self.stack_of(self.active + words[4]), int(words[2]), times=1)
        elif words[0] == "mutiny":
            self.mutiny(self.named(words[5], words[2]), int(words[8]))
        elif words[0] == "ransom":
            self.ransom(self.active + words[1])
        elif words[0] == "take":
            assert self.boarding
            self.share(*self.boarding, words[1])
        else:
            self.passes += 1
            self.finish_turn(passed=True)

    def mutiny(self, party: list[str], slot: int) -> None:
        victim = party[0][0]
        self.spot = self.active if self.spot == victim else victim
        mutineer = next(name for name in party if name[0] == self.active)
        party.remove(mutineer)
        party.insert(0, mutineer)
        self.board(party, slot, times=2)

    def ransom(self, name: str) -> None:
        party = self.stack_of(name)
        self.ducats[self.active] = max(0, self.ducats[self.active] - 5)
        self.ducats[party[0][0]] += 5
        party.remove(name)
        self.stacks.append([name])
        self.ransomed = name

    def board(self, party: list[str], slot: int, times: int) -> None:
        card = self.cards[self.display[slot]]
        if card["type"] == "monster" or len(card["booty"]) == 1:
            self.share(party, slot, times, card["booty"][0])
        else:
            self.boarding = (party, slot, times)

    def share(self, party: list[str], slot: int, times: int, token: str) -> None:
        key, captain = self.display[slot], party[0][0]
        card = self.cards[key]
        rest = [kind for kind in card["booty"] if kind != token]
        self.tokens[captain][token] += 1
        for kind in rest:
            self.tokens[captain if card["type"] == "monster" else party[1][0]][kind] += 1
        self.ducats[captain] += card["ducats"]
        kept = True
        for name in party[1:]:
            if name[0] != captain:
                wage = times * (card["q"] if name[1] == "?" else int(name[1]))
                self.ducats[name[0]] += wage
                kept &= self.ducats[captain] >= wage
                self.ducats[captain] = max(0, self.ducats[captain] - wage)
        (self.kept[captain] if kept else self.lost).append(key)
        self.stacks.remove(party)
        self.stacks += [[name] for name in party]
        self.display[slot] = ""
        self.boarding = None
        if not any(self.display):
            if self.deck:
                self.refill()
            else:
                self.end = "all cards"
        self.finish_turn()

    def finish_turn(self, passed: bool = False) -> None:
        self.turns += 1
        self.ransomed = ""
        if not passed:
            self.passes = 0
        if self.passes == len(self.seats):
            self.passes = 0
            if self.options["deadlock_rule"] == "end":
                self.end = "dead position"
            else:
                self.disbands += 1
                self.stacks = [[seat + face] for seat in self.seats for face in FACES]
        if not self.end and self.turns == self.options["max_turns"]:
            self.end = "turn limit"
        if self.end:
            self.passes = 0
        else:
            following = self.seats.index(self.active) + 1
            self.active = self.seats[following % len(self.seats)]

    def stack_of(self, name: str) -> list[str]:
        return next(stack for stack in self.stacks if name in stack)

    def named(self, left: str, face: str) -> list[str]:
        seat = self.seats[(self.seats.index(self.active) + int(left)) % len(self.seats)]
        return next(stack for stack in self.stacks if stack[0] == seat + face)

    # --- what it is worth -----------------------------------------------------------------------

    def scores(self) -> list[int]:
        return [self.score(seat) for seat in self.seats]

    def score(self, seat: str) -> int:
        leads = {
            kind
            for kind in KINDS
            if self.tokens[seat][kind]
            and self.tokens[seat][kind] == max(self.tokens[other][kind] for other in self.seats)
        }
        kept = [self.cards[key] for key in self.kept[seat]]
        wheels = sum(card["wheels"] for card in kept) + ("wheel" in leads)
        anchors = sum(card["anchors"] for card in kept) + ("anchor" in leads)
        if self.options["wheel_cap"]:
            wheels = min(wheels, self.options["wheel_cap"])
        total = self.ducats[seat]
        total += sum(PRINTED.get(kind, 0) for kind in leads)
        total += sum(count for kind, count in self.tokens[seat].items() if kind not in leads)
        total += wheels * RATES[len(self.seats)][min(anchors, 4)]
        if self.spot == seat and "M01" not in self.kept[seat]:
            total -= min(10, total)
        return total

    def ranks(self) -> list[int]:
        best = {
            seat: max([self.cards[k]["ducats"] for k in self.kept[seat]], default=0)
            for seat in self.seats
        }
        order = [(self.score(seat), best[seat]) for seat in self.seats]
        return [1 + sum(other > own for other in order) for own in order]
